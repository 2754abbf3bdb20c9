//! What the tags say: values unescaped, names and dates brought to the standard, the result.
use std::borrow::Cow;
use std::collections::HashMap;

use super::findings::Findings;
use super::oddity::short;
use super::start::{OddsCastling, Play, start};
use crate::chess::Setup;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Tag, tags};
use crate::record::tag::{in_standard_case, name_bit};
use crate::record::{GameResult, Record, TagKind, TagPair};
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

/// Takes over the tags of a record.
pub fn read<'t>(
    text: &'t str,
    record: &Record,
    nodes_wanted: bool,
    odds: OddsCastling,
    game: &mut Game<'t>,
    findings: &mut Findings,
) -> Said {
    let mut reading = Reading { said: Said::default(), play: Play::default(), nodes_wanted, findings };
    let mut is_usual = record.has_distinct_tags;
    if is_usual {
        game.tags.extend(record.tags.iter().map(|pair| {
            is_usual &= !pair.odd_value;
            tag(text, pair)
        }));
    }
    if is_usual {
        for (at, pair) in record.tags.iter().enumerate() {
            if pair.kind != TagKind::Plain {
                reading.take(pair.kind, at, text, pair, game);
            }
        }
    } else {
        game.tags.clear();
        reading.each(text, record, game);
    }
    let Reading { mut said, play, findings, .. } = reading;
    if play.fen.is_some() || play.set_up.is_some() || play.variant.is_some() {
        said.unplayable = !start(text, &play, odds, record, game, findings);
        said.odds_castling = Setup::from(&game.start).odds_castling;
    }
    said
}

/// A tag pair without escapes.
#[inline(always)]
fn tag<'t>(text: &'t str, pair: &TagPair) -> Tag<'t> {
    let of_text = |span: Span| Cow::Borrowed(span.of_text(text));
    Tag { name: of_text(pair.name), value: of_text(pair.value), span: Some(pair.span), inferred: false }
}

/// What the tags read so far say.
struct Reading<'a> {
    said: Said,
    play: Play,
    nodes_wanted: bool,
    findings: &'a mut Findings,
}

impl Reading<'_> {
    /// Takes over tags one by one, of which anything may be odd.
    #[inline(never)]
    fn each<'t>(&mut self, text: &'t str, record: &Record, game: &mut Game<'t>) {
        let mut seen = Seen::default();
        for pair in &record.tags {
            let mut tag = Tag { value: value(text, pair), ..tag(text, pair) };
            if let Some(mended) = without_spare_blanks(&tag.value) {
                let (name, value) = (&tag.name, &tag.value);
                self.findings.say(Code::TagBlanks, pair.value, None, || {
                    format!(
                        "blanks at the ends of `{}` or doubled, in the tag `{}`",
                        short(value),
                        short(name)
                    )
                });
                tag.value = Cow::Owned(mended);
            }
            let mut kind = pair.kind;
            if kind == TagKind::OtherCase
                && let Some(standard) = in_standard_case(&tag.name)
            {
                let name = &tag.name;
                self.findings
                    .say(Code::TagCase, pair.name, None, || format!("tag name `{name}` for `{standard}`"));
                tag.name = Cow::Borrowed(standard);
                kind = TagKind::of(standard);
            }
            if let Some(first) = seen.before(&tag.name, game) {
                twice(text, pair, &tag, self.nodes_wanted, first, game, self.findings);
                continue;
            }
            game.tags.push(tag);
            self.take(kind, game.tags.len() - 1, text, pair, game);
        }
    }

    /// What the tag at `at` says.
    fn take<'t>(&mut self, kind: TagKind, at: usize, text: &'t str, pair: &TagPair, game: &mut Game<'t>) {
        let Some(Tag { value, .. }) = game.tags.get_mut(at) else { return };
        match kind {
            TagKind::Fen => self.play.fen = Some(at),
            TagKind::SetUp => self.play.set_up = Some(at),
            TagKind::Variant => self.play.variant = Some(at),
            TagKind::Result => {
                self.said.result =
                    result(value, pair.value, self.findings).map(|result| (result, pair.value));
                if self.said.result.is_none() && self.nodes_wanted {
                    game.nodes.push(Node::Comment(Cow::Owned(pair.span.of_text(text).to_owned())));
                }
            }
            TagKind::PlyCount => {
                self.said.plies = value.trim().parse().ok().map(|plies| (plies, pair.value));
            }
            TagKind::Date => {
                if let Some(date) = date(value, pair.value, self.findings) {
                    *value = Cow::Owned(date);
                }
            }
            TagKind::Rating => {
                if !is_short_number(value)
                    && tags::elo(value).is_none()
                    && !tags::is_unknown(value)
                    && value.bytes().any(|b| b != b'0')
                {
                    self.findings.say(Code::RatingUnclear, pair.value, None, || {
                        format!("rating `{}` is no number: none is taken", short(value))
                    });
                }
            }
            TagKind::Plain | TagKind::OtherCase => {}
        }
    }
}

/// Whether a value is at most four digits, as nearly all ratings are: this is asked twice for every game of a collection.
#[inline]
fn is_short_number(value: &str) -> bool {
    let digits = match *value.as_bytes() {
        [] => return true,
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        [a, b, c] => u32::from_le_bytes([a, b, c, b'0']),
        [a, b] => u32::from_le_bytes([a, b, b'0', b'0']),
        [a] => u32::from(a) | 0x3030_3000,
        _ => return false,
    };
    // From a digit on, less than ten more, and no byte above ASCII, whose sum would carry.
    let beyond = digits ^ 0x3030_3030;
    (beyond | beyond.wrapping_add(0x7676_7676)) & 0x8080_8080 == 0
}

/// The value of a tag pair: `\"` and `\\` mean `"` and `\` (PGN 7); line ends and other control characters inside mean a blank.
fn value<'t>(text: &'t str, pair: &TagPair) -> Cow<'t, str> {
    let raw = pair.value.of_text(text);
    if !pair.odd_value {
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

/// A value without blanks at its ends and without doubled ones, if it has such.
fn without_spare_blanks(value: &str) -> Option<String> {
    let mut mended = String::with_capacity(value.len());
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        if !mended.is_empty() {
            mended.push(' ');
        }
        mended.push_str(word);
    }
    (mended.len() < value.len()).then_some(mended)
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
        let bit = name_bit(name.as_bytes());
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
fn twice(
    text: &str,
    pair: &TagPair,
    tag: &Tag<'_>,
    nodes_wanted: bool,
    first: usize,
    game: &mut Game<'_>,
    findings: &mut Findings,
) {
    let first = game.tags.get(first);
    let same = first.is_some_and(|first| first.value == tag.value);
    let place = first.and_then(|tag| tag.span);
    findings.add(Code::TagTwice, pair.span, || {
        let diagnostic =
            Diagnostic::new(Code::TagTwice, pair.span, format!("tag `{}` stands twice", short(&tag.name)));
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
    if exact {
        let is_late = bytes[8..] > b"28"[..] && bytes[8] != b'?' && bytes[5] != b'?';
        if is_late && tags::year(value).is_some() && tags::day(value).is_none() {
            findings.say(Code::DateUnclear, span, None, || format!("no calendar has the date `{value}`"));
        }
        return None;
    }
    if matches!(bytes, b"" | b"?" | b"-") {
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
}
