//! The position that a game starts from, and the rules it is played by, as its tags say.
use super::findings::Findings;
use super::oddity::short;
use crate::chess::{CastlingMode, Fault, FenError, Forgive, Position, Setup};
use crate::code::Code;
use crate::diagnose::Severity;
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
                format!("`{}` is an unknown variant", short(&name))
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
            let place = span(play.variant, game);
            findings.say(Code::VariantWithoutFen, place, None, || {
                "Chess960 without a FEN tag: played from the usual array".to_owned()
            });
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

/// The position of a FEN; faults that leave the pieces alone are mended.
fn position(
    source: &str,
    fen: &str,
    place: Span,
    odds: OddsCastling,
    findings: &mut Findings,
) -> Option<Position> {
    let judged = match judge(fen, odds) {
        Ok(judged) => judged,
        Err(error) => {
            let within = match &error {
                FenError::Syntax { offset, .. } => within(source, place, fen, *offset),
                FenError::Faults(_) => place,
            };
            findings.say(Code::FenSyntax, within, None, || error.to_string());
            return None;
        }
    };
    for FenFinding { code, field: number, message } in judged.findings {
        let at = number.map_or(place, |number| field(source, place, fen, number));
        findings.say(code, at, None, || format!("FEN: {message}"));
    }
    judged.position
}

/// What a FEN says, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct JudgedFen {
    /// The position; none when a fault does not let it be played.
    pub position: Option<Position>,
    /// What was found.
    pub findings: Vec<FenFinding>,
}

/// Something to be said of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFinding {
    /// Which kind of finding.
    pub code: Code,
    /// The number of its field, from 0, if it is about one.
    pub field: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// Reads a FEN as that of a FEN tag is read. A castling right without its rook is dropped, or is that of odds games, where
/// the corner is empty; what else is wrong and leaves the pieces alone is mended.
///
/// ```
/// use descant::replay::pgn::{OddsCastling, judge_fen};
/// let judged = judge_fen("44/8/8/4k3/8/8/4P3/4K3 w K - 0 1", OddsCastling::Refused).unwrap();
/// assert!(judged.position.is_some());
/// let codes: Vec<_> = judged.findings.iter().map(|finding| finding.code.name()).collect();
/// assert_eq!(codes, ["fen-spelling", "fen-castling"]);
/// ```
///
/// # Errors
///
/// When it is not spelled as a FEN.
pub fn judge(fen: &str, odds: OddsCastling) -> Result<JudgedFen, FenError> {
    let setup = Setup::from_fen(fen)?;
    let mut findings = Vec::new();
    let board = fen.split_ascii_whitespace().next().unwrap_or("");
    if let Some(pair) = board.as_bytes().windows(2).find(|pair| pair.iter().all(u8::is_ascii_digit)) {
        let [first, second] = [pair[0], pair[1]].map(|digit| digit - b'0');
        let message = format!("numbers side by side, `{first}{second}` for {}", first + second);
        findings.push(FenFinding { code: Code::FenSpelling, field: Some(0), message });
    }
    let faults = match setup.clone().into_position(Forgive::NOTHING) {
        Ok(position) => return Ok(JudgedFen { position: Some(position), findings }),
        Err(faults) => faults,
    };
    if odds == OddsCastling::Allowed && faults.iter().all(|fault| fault == Fault::CastlingRights) {
        let setup = Setup { odds_castling: true, ..setup.clone() };
        if let Ok(position) = setup.into_position(Forgive::NOTHING) {
            let message = "the right to castle with an empty corner, as the giver of a rook may".to_owned();
            findings.push(FenFinding { code: Code::OddsCastling, field: None, message });
            return Ok(JudgedFen { position: Some(position), findings });
        }
    }
    for fault in faults.iter() {
        let (code, field) = match fault {
            Fault::MissingKing | Fault::TooManyKings => (Code::FenKings, None),
            Fault::OpponentInCheck => (Code::FenOpponentInCheck, None),
            Fault::PawnOnEndRank => (Code::FenPawnOnEndRank, None),
            Fault::TooManyMen | Fault::TooManyPawns => (Code::FenTooManyMen, None),
            Fault::TooManyPromoted => (Code::FenTooManyPromoted, None),
            Fault::ImpossibleCheck | Fault::CheckBeforeEnPassant => (Code::FenImpossibleCheck, None),
            Fault::CastlingRights => (Code::FenCastling, Some(2)),
            Fault::EnPassantSquare => (Code::FenEnPassant, Some(3)),
            Fault::HalfmoveClock => (Code::FenClocks, Some(4)),
            Fault::FullmoveNumber => (Code::FenClocks, Some(5)),
        };
        findings.push(FenFinding { code, field, message: fault.message().to_owned() });
    }
    let is_fatal = findings.iter().any(|found| found.code.severity() == Severity::Error);
    let position = if is_fatal { None } else { setup.into_position(Forgive::ALL).ok() };
    Ok(JudgedFen { position, findings })
}
