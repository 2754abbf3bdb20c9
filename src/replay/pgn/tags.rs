//! What the tags say: values unescaped, names and dates brought to the standard, the result.
use std::borrow::Cow;
use std::collections::HashMap;

use super::findings::Findings;
use super::oddity::short;
use super::start::{OddsCastling, Play, start};
use crate::chess::Setup;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Tag};
use crate::record::{GameResult, Record, TAG_NAMES, TagPair};
use crate::span::Span;

/// What the tags say about the play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said {
    /// The result, if the tag says one, and its place.
    pub result: Option<(GameResult, Span)>,
    /// The number of half-moves, and its place.
    pub plies: Option<(u32, Span)>,
    /// The moves cannot be played: the position or the rules are not those of chess.
    pub unplayable: bool,
    /// The position has a right to castle with an empty corner.
    pub odds_castling: bool,
}

/// Further names of the standard whose case is mended.
const MORE_NAMES: [&str; 6] = ["TimeControl", "Termination", "EventDate", "WhiteTitle", "BlackTitle", "Mode"];

/// What a tag means for the play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing; the name is one of the standard, well spelled.
    Plain,
    Date,
    Fen,
    PlyCount,
    Result,
    SetUp,
    Variant,
    /// Nothing, or the name is spelled in another case.
    Unknown,
}

impl Kind {
    #[inline]
    fn of(name: &str) -> Self {
        match name.as_bytes() {
            b"Event" | b"Site" | b"Round" | b"White" | b"Black" | b"ECO" | b"WhiteElo" | b"BlackElo"
            | b"UTCTime" | b"TimeControl" | b"Termination" | b"Opening" | b"WhiteTitle" | b"BlackTitle"
            | b"WhiteRatingDiff" | b"BlackRatingDiff" => Self::Plain,
            b"Date" | b"EventDate" | b"UTCDate" => Self::Date,
            b"Result" => Self::Result,
            b"FEN" => Self::Fen,
            b"SetUp" => Self::SetUp,
            b"Variant" => Self::Variant,
            b"PlyCount" => Self::PlyCount,
            _ => Self::Unknown,
        }
    }
}

/// Takes over the tags of a record.
pub fn read<'t>(
    text: &'t str,
    record: &Record,
    nodes_wanted: bool,
    odds: OddsCastling,
    game: &mut Game<'t>,
    findings: &mut Findings,
) -> Said {
    let mut said = Said::default();
    let mut play = Play::default();
    let mut seen = Seen::default();
    for pair in &record.tags {
        let mut name = pair.name.of_text(text);
        let mut value = value(text, pair);
        let mut kind = Kind::of(name);
        if kind == Kind::Unknown
            && let Some(standard) = other_case(name)
        {
            findings.say(Code::TagCase, pair.name, None, || format!("tag name `{name}` for `{standard}`"));
            name = standard;
            kind = Kind::of(standard);
        }
        if let Some(first) = seen.before(name, game) {
            twice(text, pair, name, &value, nodes_wanted, first, game, findings);
            continue;
        }
        match kind {
            Kind::Fen => play.fen = Some(game.tags.len()),
            Kind::SetUp => play.set_up = Some(game.tags.len()),
            Kind::Variant => play.variant = Some(game.tags.len()),
            Kind::Result => {
                said.result = result(&value, pair.value, findings).map(|result| (result, pair.value));
                if said.result.is_none() && nodes_wanted {
                    game.nodes.push(Node::Comment(Cow::Owned(pair.span.of_text(text).to_owned())));
                }
            }
            Kind::PlyCount => said.plies = value.trim().parse().ok().map(|plies| (plies, pair.value)),
            Kind::Date => {
                if let Some(date) = date(&value, pair.value, findings) {
                    value = Cow::Owned(date);
                }
            }
            Kind::Plain | Kind::Unknown => {}
        }
        game.tags.push(Tag { name: Cow::Borrowed(name), value, span: Some(pair.span), inferred: false });
    }
    if play.fen.is_some() || play.set_up.is_some() || play.variant.is_some() {
        said.unplayable = !start(text, &play, odds, record, game, findings);
        said.odds_castling = Setup::from(&game.start).odds_castling;
    }
    said
}

/// The value of a tag pair: `\"` and `\\` mean `"` and `\` (PGN 7); line ends and other control characters inside mean a blank.
fn value<'t>(text: &'t str, pair: &TagPair) -> Cow<'t, str> {
    let raw = pair.value.of_text(text);
    if !pair.escaped {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('"' | '\\')) => value.extend(chars.next()),
            '\r' if chars.peek() == Some(&'\n') => {}
            c if c.is_ascii_control() => value.push(' '),
            _ => value.push(c),
        }
    }
    Cow::Owned(value)
}

/// The name of the standard that is meant by a name in other case.
#[inline]
fn other_case(name: &str) -> Option<&'static str> {
    // Names of the standard begin with a capital, and the second letter of all but FEN and ECO is small.
    let usual = matches!(name.as_bytes(), [b'A'..=b'Z', b'a'..=b'z', ..]);
    if usual && !name.as_bytes().contains(&b'_') && !matches!(name, "Fen" | "Eco" | "Setup") {
        // Some have another capital inside: of WhiteElo, TimeControl and their like that is the length.
        let odd = name.len() > 5 && name.bytes().skip(1).any(|b| b.is_ascii_uppercase());
        if !odd && !matches!(name.len(), 8..=11) {
            return None;
        }
    }
    let standard =
        TAG_NAMES.into_iter().chain(MORE_NAMES).find(|standard| standard.eq_ignore_ascii_case(name))?;
    (standard != name).then_some(standard)
}

/// The names that have been taken.
#[derive(Default)]
struct Seen {
    /// A bit for each name, several names to a bit.
    bits: u64,
    /// From 64 tags on, where each name stands.
    many: Option<HashMap<String, usize>>,
}

impl Seen {
    /// The tag of the same name that has been taken; cheap for the few tags of a usual game, linear for any number.
    #[inline]
    fn before(&mut self, name: &str, game: &Game<'_>) -> Option<usize> {
        let bytes = name.as_bytes();
        let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
        let bit = 1_u64 << ((u32::from(first) * 7 + u32::from(last) + bytes.len() as u32 * 11) & 63);
        let fresh = self.bits & bit == 0;
        self.bits |= bit;
        if game.tags.len() >= 64 {
            return self.before_of_many(name, game);
        }
        if fresh { None } else { game.tags.iter().position(|tag| tag.name == name) }
    }

    #[cold]
    fn before_of_many(&mut self, name: &str, game: &Game<'_>) -> Option<usize> {
        let many = self.many.get_or_insert_with(|| {
            game.tags.iter().enumerate().map(|(at, tag)| (tag.name.to_string(), at)).collect()
        });
        let first = many.get(name).copied();
        if first.is_none() {
            many.insert(name.to_owned(), game.tags.len());
        }
        first
    }
}

#[cold]
#[expect(clippy::too_many_arguments, reason = "a part of `read`, set apart because it is rare")]
fn twice(
    text: &str,
    pair: &TagPair,
    name: &str,
    value: &str,
    nodes_wanted: bool,
    first: usize,
    game: &mut Game<'_>,
    findings: &mut Findings,
) {
    let first = game.tags.get(first);
    let same = first.is_some_and(|tag| tag.value == value);
    let place = first.and_then(|tag| tag.span);
    findings.add(Code::TagTwice, pair.span, || {
        let diagnostic =
            Diagnostic::new(Code::TagTwice, pair.span, format!("tag `{}` stands twice", short(name)));
        match place {
            Some(place) => diagnostic.with_label(place, "the first, which counts"),
            None => diagnostic,
        }
    });
    if !same && nodes_wanted {
        game.nodes.push(Node::Comment(Cow::Owned(pair.span.of_text(text).to_owned())));
    }
}

/// The result that a Result tag says, in the words that are used for it.
fn result(value: &str, span: Span, findings: &mut Findings) -> Option<GameResult> {
    if let Some(result) = GameResult::from_marker(value) {
        return Some(result);
    }
    let words: String = value.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let words = words.replace(['–', '—', '‑', '−', '‐', ':'], "-").replace(['.', '!', ',', '(', ')'], "");
    let meant = match words.as_str() {
        "1-0" | "1-o" | "10-00" | "1" | "+-" | "+--" | "+/-" | "1-0ff" | "1-0f" | "whitewins"
        | "whitewon" | "whitewinsontime" | "whitewonontime" | "whitemates" | "white" | "blackresigns"
        | "blackresigned" | "blackloses" | "blacklost" | "weissgewinnt" | "weißgewinnt" => {
            Some(GameResult::White)
        }
        "0-1" | "o-1" | "00-10" | "0" | "-+" | "--+" | "-/+" | "0-1ff" | "0-1f" | "blackwins"
        | "blackwon" | "blackwinsontime" | "blackwonontime" | "blackmates" | "black" | "whiteresigns"
        | "whiteresigned" | "whiteloses" | "whitelost" | "schwarzgewinnt" => Some(GameResult::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "½-1/2" | "1/2-½" | "½/½" | "½½" | "05-05" | "5-5" | "="
        | "=-=" | "=/=" | "draw" | "drawn" | "drawngame" | "gamedrawn" | "drawbyagreement"
        | "drawnbyagreement" | "drawagreed" | "stalemate" | "tie" | "tied" | "remis" | "unentschieden"
        | "adraw" | "tablas" | "nulle" | "patta" | "empate" => Some(GameResult::Draw),
        "" | "?" | "unknown" | "-" | "ongoing" | "unfinished" | "inprogress" | "adjourned" => {
            Some(GameResult::Unknown)
        }
        _ => None,
    };
    match meant {
        Some(result) => findings.say(Code::ResultTag, span, None, || {
            format!("result `{}` read as {}", short(value), result.marker())
        }),
        None => findings.say(Code::ResultUnclear, span, None, || format!("`{}` is no result", short(value))),
    }
    meant
}

/// PGN 8.1.1.3: `YYYY.MM.DD`. Gives the date as the standard writes it where it is written otherwise.
#[inline]
fn date(value: &str, span: Span, findings: &mut Findings) -> Option<String> {
    let bytes = value.as_bytes();
    let field = |tens: u8, ones: u8, most: u8| match (tens, ones) {
        (b'?', b'?') => true,
        (b'0'..=b'9', b'0'..=b'9') => (1..=most).contains(&((tens - b'0') * 10 + ones - b'0')),
        _ => false,
    };
    let exact = matches!(*bytes, [_, _, _, _, b'.', m, n, b'.', d, e] if field(m, n, 12) && field(d, e, 31));
    if exact || matches!(bytes, b"" | b"?" | b"-") {
        return None;
    }
    odd_date(value, span, findings)
}

#[cold]
fn odd_date(value: &str, span: Span, findings: &mut Findings) -> Option<String> {
    let parts: Vec<&str> =
        value.trim().split(['.', '-', '–', '−', '/', ',', ' ']).filter(|part| !part.is_empty()).collect();
    let field = |part: &str, width: usize, most: u32| -> Option<String> {
        if part.bytes().all(|b| b == b'?') && part.len() <= width {
            return Some("?".repeat(width));
        }
        let number: u32 =
            part.parse().ok().filter(|&n| n <= most && part.bytes().all(|b| b.is_ascii_digit()))?;
        (part.len() <= width)
            .then(|| if number == 0 { "?".repeat(width) } else { format!("{number:0width$}") })
    };
    let date = match parts.as_slice() {
        [year, rest @ ..] if year.len() == 4 && rest.len() <= 2 => (|| {
            let year = field(year, 4, 9999)?;
            let month = field(rest.first().copied().unwrap_or("??"), 2, 12)?;
            let day = field(rest.get(1).copied().unwrap_or("??"), 2, 31)?;
            Some(format!("{year}.{month}.{day}"))
        })(),
        // Above twelve it can only be the day.
        [day, month, year] if year.len() == 4 && day.parse().is_ok_and(|day: u32| day > 12) => {
            field(year, 4, 9999)
                .zip(field(month, 2, 12))
                .zip(field(day, 2, 31))
                .map(|((year, month), day)| format!("{year}.{month}.{day}"))
        }
        _ => None,
    };
    match &date {
        Some(date) => {
            findings.say(Code::DateSpelling, span, None, || format!("date `{}` read as {date}", short(value)))
        }
        None => {
            findings.say(Code::DateUnclear, span, None, || format!("date `{}` is not clear", short(value)));
        }
    }
    date
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_when_the_year_stands_first() {
        let cases = [
            ("1992.8.3", "1992.08.03"),
            ("1992-11-04", "1992.11.04"),
            ("1992", "1992.??.??"),
            ("3.8.1992", "3.8.1992"),
            ("31.8.1992", "1992.08.31"),
            ("8/31/1992", "8/31/1992"),
            ("1992–08–03", "1992.08.03"),
            ("1992.13.01", "1992.13.01"),
            ("1992.00.00", "1992.??.??"),
        ];
        for (written, expected) in cases {
            let read = date(written, Span::default(), &mut Findings::default());
            assert_eq!(read.as_deref().unwrap_or(written), expected);
        }
    }

    #[test]
    fn names_in_other_case_are_those_of_the_standard() {
        for (written, expected) in [
            ("event", Some("Event")),
            ("fen", Some("FEN")),
            ("Fen", Some("FEN")),
            ("Setup", Some("SetUp")),
            ("Whiteelo", Some("WhiteElo")),
            ("Timecontrol", Some("TimeControl")),
        ] {
            assert_eq!(other_case(written), expected);
        }
        for name in ["Event", "WhiteElo", "FEN", "MyTag", "ECO"] {
            assert_eq!(other_case(name), None);
        }
    }
}
