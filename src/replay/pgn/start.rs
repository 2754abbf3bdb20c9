//! The position that a game starts from, and the rules it is played by, as its tags say.
use super::findings::Findings;
use super::oddity::short;
use crate::chess::{CastlingMode, Fault, FenError, Forgive, Position, Setup};
use crate::code::Code;
use crate::game::Game;
use crate::record::Record;
use crate::span::Span;

/// The tags that say how the game begins, by their places.
#[derive(Default)]
pub struct Play {
    pub fen: Option<usize>,
    pub set_up: Option<usize>,
    pub variant: Option<usize>,
}

/// Whether a right to castle with an empty corner is taken for that of odds games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsCastling {
    /// It is.
    Allowed,
    /// It is a fault of the FEN.
    Refused,
}

/// What a Variant tag means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Chess,
    Chess960,
    Other,
    Unknown,
}

fn variant(value: &str) -> Variant {
    let name: String =
        value.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    match name.as_str() {
        "" | "chess" | "standard" | "standardchess" | "normal" | "normalchess" | "regular" | "orthodox"
        | "classical" | "fromposition" | "classic" => Variant::Chess,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "fischerandomchess" | "frc" | "chess9lx" | "9lx" | "freestyle" | "freestylechess"
        | "fischerrandom960" | "wildfr" | "chess960frc" => Variant::Chess960,
        "crazyhouse"
        | "zh"
        | "bughouse"
        | "atomic"
        | "antichess"
        | "suicide"
        | "giveaway"
        | "losers"
        | "kingofthehill"
        | "koth"
        | "threecheck"
        | "3check"
        | "horde"
        | "racingkings"
        | "shogi"
        | "xiangqi"
        | "duck"
        | "duckchess"
        | "4player"
        | "fogofwar"
        | "seirawan"
        | "shatranj"
        | "capablanca"
        | "doublefischerrandom"
        | "placement" => Variant::Other,
        _ => Variant::Unknown,
    }
}

/// Where in the text the field of a FEN stands that begins at, or goes over, an offset, from there to its end; the whole
/// value if that cannot be told, as where it holds escapes.
fn within(text: &str, value: Span, fen: &str, offset: usize) -> Span {
    let raw = value.of_text(text);
    let lead = raw.len() - raw.trim_start().len();
    if raw.trim().len() != fen.len() {
        return value;
    }
    let field = fen.get(offset..).map_or("", |rest| rest.split(' ').next().unwrap_or(""));
    match raw.get(lead + offset..lead + offset + field.len()) {
        Some(words) if !words.is_empty() => {
            let start = value.start as usize + lead + offset;
            Span::of(start, start + words.len())
        }
        _ => value,
    }
}

/// The place of a field of a FEN by its number, from 0.
fn field(text: &str, value: Span, fen: &str, number: usize) -> Span {
    let fields = fen.split_ascii_whitespace().nth(number);
    let offset = fields.map(|field| field.as_ptr() as usize - fen.as_ptr() as usize);
    offset.map_or(value, |offset| within(text, value, fen, offset))
}

/// Sets up the position to start from; `false` if no move can be played.
#[cold]
pub fn start(
    source: &str,
    play: &Play,
    odds: OddsCastling,
    record: &Record,
    game: &mut Game<'_>,
    findings: &mut Findings,
) -> bool {
    let span = |place: Option<usize>, game: &Game<'_>| -> Span {
        let whole = place.and_then(|i| game.tags.get(i)).and_then(|tag| tag.span).unwrap_or_default();
        record.tags.iter().find(|pair| pair.span == whole).map_or(whole, |pair| pair.value)
    };
    let text = |place: Option<usize>, game: &Game<'_>| -> Option<String> {
        place.and_then(|i| game.tags.get(i)).map(|tag| tag.value.trim().to_owned())
    };
    let mut playable = true;
    let mut chess960 = false;
    if let Some(name) = text(play.variant, game) {
        let place = span(play.variant, game);
        match variant(&name) {
            Variant::Chess => {}
            Variant::Chess960 => chess960 = true,
            Variant::Other => {
                playable = false;
                findings.say(Code::VariantRules, place, None, || {
                    format!("`{}` is played by other rules than chess", short(&name))
                });
            }
            Variant::Unknown => findings.say(Code::VariantUnknown, place, None, || {
                format!("`{}` is no variant that is known", short(&name))
            }),
        }
    }
    let set_up = text(play.set_up, game);
    let fen = text(play.fen, game).filter(|fen| !fen.is_empty() && fen != "?");
    let Some(fen) = fen else {
        if set_up.is_some_and(|value| value == "1") {
            let place = span(play.set_up, game);
            findings.say(Code::SetUpWithoutFen, place, None, || "SetUp \"1\" without a FEN tag".to_owned());
        }
        game.set_up = chess960;
        if chess960 {
            game.start = game.start.with_castling_mode(CastlingMode::Chess960);
        }
        return playable;
    };
    let place = span(play.fen, game);
    if set_up.as_deref() != Some("1") {
        let message = if set_up.is_some() {
            "SetUp is not \"1\", but there is a FEN tag"
        } else {
            "FEN tag without SetUp \"1\""
        };
        findings.say(Code::SetUpTag, place, None, || message.to_owned());
    }
    let fen = if fen.contains('_') && !fen.contains(char::is_whitespace) {
        findings.say(Code::FenSpelling, place, None, || "FEN with `_` for blanks".to_owned());
        fen.replace('_', " ")
    } else {
        fen
    };
    match position(source, &fen, place, odds, findings) {
        Some(position) => {
            game.start =
                if chess960 { position.with_castling_mode(CastlingMode::Chess960) } else { position };
            game.set_up = chess960 || game.start != Position::default();
            playable
        }
        None => false,
    }
}

/// The position of a FEN; faults that leave the men alone are mended.
///
/// A castling right without its rook is dropped, or is that of odds games, where the corner is empty.
fn position(
    source: &str,
    fen: &str,
    place: Span,
    odds: OddsCastling,
    findings: &mut Findings,
) -> Option<Position> {
    let setup = match Setup::from_fen(fen) {
        Ok(setup) => setup,
        Err(error) => {
            let within = match &error {
                FenError::Syntax { offset, .. } => within(source, place, fen, *offset),
                FenError::Faults(_) => place,
            };
            findings.say(Code::FenSyntax, within, None, || error.to_string());
            return None;
        }
    };
    let faults = match setup.clone().into_position(Forgive::NOTHING) {
        Ok(position) => return Some(position),
        Err(faults) => faults,
    };
    if odds == OddsCastling::Allowed && faults.iter().all(|fault| fault == Fault::CastlingRights) {
        let setup = Setup { odds_castling: true, ..setup.clone() };
        if let Ok(position) = setup.into_position(Forgive::NOTHING) {
            findings.say(Code::OddsCastling, place, None, || {
                "FEN: the right to castle with an empty corner, as the giver of a rook may".to_owned()
            });
            return Some(position);
        }
    }
    let mut fatal = false;
    for fault in faults.iter() {
        let code = match fault {
            Fault::MissingKing | Fault::TooManyKings => Code::FenKings,
            Fault::OpponentInCheck => Code::FenOpponentInCheck,
            Fault::PawnOnEndRank => Code::FenPawnOnEndRank,
            Fault::TooManyMen | Fault::TooManyPawns => Code::FenTooManyMen,
            Fault::TooManyPromoted => Code::FenTooManyPromoted,
            Fault::ImpossibleCheck => Code::FenImpossibleCheck,
            Fault::CastlingRights => Code::FenCastling,
            Fault::EnPassantSquare => Code::FenEnPassant,
            Fault::HalfmoveClock | Fault::FullmoveNumber => Code::FenClocks,
        };
        fatal |= code.severity() == crate::diagnose::Severity::Error;
        let at = match fault {
            Fault::CastlingRights => field(source, place, fen, 2),
            Fault::EnPassantSquare => field(source, place, fen, 3),
            Fault::HalfmoveClock => field(source, place, fen, 4),
            Fault::FullmoveNumber => field(source, place, fen, 5),
            _ => place,
        };
        findings.say(code, at, None, || format!("FEN: {}", fault.message()));
    }
    if fatal { None } else { setup.into_position(Forgive::ALL).ok() }
}
