//! Tag pairs (PGN 8.1): the exact form at once, every other form with a remark.
use memchr::{memchr, memchr3};
use nom::IResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{peek, recognize};

use crate::bytes::{Window, exact_value_and_blanks, has_spare_blanks};
use crate::record::{Layout, Oddity, TagKind, TagPair};
use crate::source::{LONGEST_NAME, is_blank, is_curly_quote, is_line_end, is_tag_line, white};
use crate::span::Span;

/// A tag pair that was read.
pub struct Read {
    /// The pair.
    pub pair: TagPair,
    /// Offset after it.
    pub end: usize,
    /// What is odd about it, at most three things.
    pub odd: [Option<Oddity>; 3],
}

fn is_name(byte: u8) -> bool {
    NAME[usize::from(byte)]
}

/// The bytes of tag names.
static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    table
};

/// PGN 8.1 tag pair at `at`, as the export format writes it: `[Name "Value"]`, no escapes.
#[inline]
pub fn exact_tag(text: &[u8], at: usize) -> Option<TagPair> {
    let [b'[', inside @ ..] = text.get(at..)? else { return None };
    let name = inside.iter().position(|&byte| !is_name(byte))?;
    // As `is_tag_line` has it, by which borders are found.
    if !inside[0].is_ascii_alphabetic() || name > LONGEST_NAME {
        return None;
    }
    let (name, [b' ', b'"', ..]) = inside.split_at(name) else { return None };
    exact_pair(text, at, name.len() + 3, TagKind::of(std::str::from_utf8(name).ok()?))
}

/// The same, when its name is the one that is known for the tag at `index`.
#[inline(always)]
pub fn known_tag(text: &[u8], at: usize, layout: &Layout, index: usize) -> Option<TagPair> {
    let (opening, kind) = layout.known(index, Window::at(text, at)?)?;
    exact_pair(text, at, opening, kind)
}

/// A tag pair whose value begins `opening` bytes behind `at`.
#[inline(always)]
fn exact_pair(text: &[u8], at: usize, opening: usize, kind: TagKind) -> Option<TagPair> {
    let value = at + opening;
    let (length, odd_value) = exact_value_and_blanks(text, value);
    let end = value + length;
    if text.get(end..end + 2) != Some(b"\"]") {
        return None;
    }
    Some(TagPair {
        span: Span::of(at, end + 2),
        name: Span::of(at + 1, value - 2),
        value: Span::of(value, end),
        odd_value,
        kind,
    })
}

/// Reads a tag pair in any form at `at`, where a `[` stands; `None` when it is none.
pub fn tag_pair(text: &[u8], at: usize) -> Option<Read> {
    match exact_tag(text, at) {
        Some(pair) => Some(Read { pair, end: pair.span.end as usize, odd: [None; 3] }),
        None => loose(text, at),
    }
}

/// How the value of a tag pair ends.
struct Close {
    /// Offset after the value.
    value: usize,
    /// Offset after the pair.
    end: usize,
    quotes: bool,
    unclosed: bool,
    lines: bool,
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take(white(input)).parse(input)
}

/// The opening of a tag pair: `[`, blanks, a name, blanks, perhaps `:` or `=` before a quote. Gives the name.
fn opening(input: &[u8]) -> IResult<&[u8], &[u8]> {
    let (rest, _) = (char('['), blanks).parse(input)?;
    let (rest, name) = take_while1(is_name).parse(rest)?;
    let sign = (blanks, one_of(":="), blanks, peek(char('"')));
    let (rest, _) = alt((recognize(sign), blanks)).parse(rest)?;
    Ok((rest, name))
}

#[cold]
fn loose(text: &[u8], at: usize) -> Option<Read> {
    let (rest, name) = opening(&text[at..]).ok()?;
    if !name[0].is_ascii_alphabetic() {
        return None;
    }
    let mut from = text.len() - rest.len();
    let name_start = at + 1 + white(&text[at + 1..]);
    let name_end = name_start + name.len();
    let name = Span::of(name_start, name_end);
    let quoted = text.get(from) == Some(&b'"');
    let close = if quoted {
        if !is_tag_line(&text[at..]) {
            // A name or blanks without end.
            return None;
        }
        from += 1;
        quoted_value(text, from)
    } else {
        let blank = from > name_end || is_curly_quote(&text[from..]);
        if !blank || matches!(text.get(from), None | Some(b']' | b'\n' | b'\r')) {
            return None;
        }
        let (start, close) = plain_value(text, from);
        from = start;
        close
    };
    let value = Span::of(from, close.value.max(from));
    let inside = &text[value.range()];
    let control = inside.iter().any(u8::is_ascii_control);
    let layout = close.lines
        || control
        || at + 1 != name.start as usize
        || {
            let before = &text[name_end..from];
            before != b" \"" && quoted
        }
        || text
            .get(close.value..close.end)
            .is_some_and(|tail| quoted && !close.quotes && !close.unclosed && tail != b"\"]");
    let pair = TagPair {
        span: Span::of(at, close.end),
        name,
        value,
        odd_value: control || memchr(b'\\', inside).is_some() || has_spare_blanks(inside),
        kind: TagKind::of(std::str::from_utf8(name.of_bytes(text)).unwrap_or_default()),
    };
    let odd = [
        layout.then_some(Oddity::TagLayout),
        (close.quotes || !quoted).then_some(Oddity::TagQuotes),
        close.unclosed.then_some(Oddity::TagUnclosed),
    ];
    Some(Read { pair, end: close.end, odd })
}

fn skip_blanks(text: &[u8], at: usize) -> usize {
    at + white(&text[at..])
}

fn at_line_end(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&b| is_line_end(b))
}

/// The end of a value after its opening quote. A quote closes it when `]` follows, or the end of the line; other quotes
/// belong to the value. A value may go on over lines, up to a blank line or the next tag.
fn quoted_value(text: &[u8], from: usize) -> Close {
    let mut quotes = false;
    let mut lines = false;
    let mut at = from;
    let mut line = from;
    // A last resort on this line: `\"]` at its end, where the backslash may belong to the value.
    let mut escape: Option<(usize, usize)> = None;
    loop {
        let Some(found) = memchr3(b'"', b'\n', b'\r', &text[at..]).map(|found| at + found) else {
            return unclosed(text, line, text.len(), quotes, lines);
        };
        if text[found] == b'"' {
            let slashes = text[from..found].iter().rev().take_while(|&&b| b == b'\\').count();
            let next = skip_blanks(text, found + 1);
            let closes = text.get(next) == Some(&b']');
            if slashes % 2 == 1 {
                if closes && at_line_end(text, skip_blanks(text, next + 1)) {
                    escape = Some((found, next + 1));
                }
            } else if closes {
                return Close { value: found, end: next + 1, quotes, unclosed: false, lines };
            } else if at_line_end(text, next) {
                // `]` may stand on the next line.
                let after =
                    next + text[next..].iter().take_while(|&&b| is_blank(b) || is_line_end(b)).count();
                let (end, unclosed) =
                    if text.get(after) == Some(&b']') { (after + 1, false) } else { (next, true) };
                return Close { value: found, end, quotes, unclosed, lines: lines || !unclosed };
            } else {
                quotes = true;
            }
            at = found + 1;
            continue;
        }
        if let Some((value, end)) = escape {
            return Close { value, end, quotes: true, unclosed: false, lines };
        }
        let before = &text[line..found];
        let next =
            if text[found] == b'\r' && text.get(found + 1) == Some(&b'\n') { found + 2 } else { found + 1 };
        let bracket = before.iter().rposition(|&b| !is_blank(b)).is_some_and(|last| before[last] == b']');
        let ends = bracket || at_line_end(text, skip_blanks(text, next)) || is_tag_line(&text[next..]);
        if ends {
            return unclosed(text, line, found, quotes, lines);
        }
        lines = true;
        at = next;
        line = next;
    }
}

/// A value whose closing quote is missing: it ends with a `]` at the end of the line, or with the line.
fn unclosed(text: &[u8], line: usize, end: usize, quotes: bool, lines: bool) -> Close {
    let _ = quotes;
    let blanks = text[line..end].iter().rev().take_while(|&&b| is_blank(b)).count();
    let last = end - blanks;
    if last > line && text[last - 1] == b']' {
        Close { value: last - 1, end: last, quotes: true, unclosed: false, lines }
    } else {
        Close { value: last, end: last, quotes: true, unclosed: true, lines }
    }
}

/// A value without an opening quote: up to a `]` that ends the line or stands before the next `[`, or up to the line end.
/// Gives where it begins, after quotes of print.
fn plain_value(text: &[u8], from: usize) -> (usize, Close) {
    let mut at = from;
    let mut close = None;
    let end = loop {
        let Some(found) = memchr3(b']', b'\n', b'\r', &text[at..]).map(|n| at + n) else { break text.len() };
        if text[found] != b']' {
            break found;
        }
        close = Some(found);
        let next = skip_blanks(text, found + 1);
        if at_line_end(text, next) || text.get(next) == Some(&b'[') {
            break found;
        }
        at = found + 1;
    };
    let (value, after) = close.map_or((end, end), |found| (found, found + 1));
    let trim = text[from..value].iter().rev().take_while(|&&b| is_blank(b) || b == b'"').count();
    let (start, value) = without_quotes(text, from, value - trim);
    (start, Close { value, end: after, quotes: true, unclosed: close.is_none(), lines: false })
}

/// A value without the quotes of print around it.
fn without_quotes(text: &[u8], from: usize, to: usize) -> (usize, usize) {
    const QUOTES: [(&str, &[&str]); 7] = [
        ("“", &["”", "“"]),
        ("”", &["”"]),
        ("„", &["“", "”"]),
        ("«", &["»"]),
        ("»", &["«"]),
        ("‘", &["’"]),
        ("'", &["'"]),
    ];
    let inside = text.get(from..to).unwrap_or(&[]);
    for (open, closes) in QUOTES {
        let Some(rest) = inside.strip_prefix(open.as_bytes()) else { continue };
        for close in closes {
            if let Some(value) = rest.strip_suffix(close.as_bytes()) {
                let start = from + open.len();
                return (start, start + value.len());
            }
        }
    }
    (from, to)
}
