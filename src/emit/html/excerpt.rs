//! The lines of the text that a game was read from, cut into pieces where words are marked.
use serde::Serialize;

use super::{Tell, Told};
use crate::emit::visible;
use crate::source::Chunk;
use crate::source::lines::line_end;
use crate::span::{Span, ceil_char, floor_char};

/// Bytes of a game's lines that are shown without leaving any out.
const MOST_BYTES: usize = 32 * 1024;
/// Lines shown of a stretch that is no game.
const MOST_LINES: usize = 16;
/// Lines that are shown above and below it.
const AROUND: usize = 2;
/// Bytes shown of one stretch of a line without marks.
const MOST_PIECE: usize = 1200;

/// Words of the text to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub span: Span,
    /// The smallest wins where marks overlap.
    pub rank: u8,
    pub class: &'static str,
    /// The half-move of the main line that was read from it.
    pub ply: Option<usize>,
    /// The place in doubt it belongs to.
    pub place: Option<usize>,
}

/// A stretch of a line.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Piece {
    text: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A line of the text, or some that are left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Line {
    number: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
    /// Lines left out here.
    #[serde(skip_serializing_if = "is_none")]
    gap: u64,
}

/// A stretch of lines that look like moves and were not used.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Unused {
    line: u64,
    last: u64,
    lines: Vec<Line>,
    more: u64,
    /// All of it as a place of the file of decisions, and its first words.
    #[serde(flatten)]
    told: Told,
    first: Option<[String; 4]>,
    /// The number of its input, from 0.
    pub(super) input: usize,
}

impl Unused {
    /// The stretches of lines that these words stand on.
    #[must_use]
    pub fn of(chunk: &Chunk, spans: &[Span], tell: Tell<'_>) -> Vec<Self> {
        let mut spans = spans.to_vec();
        spans.sort_unstable();
        let mut groups: Vec<(u64, u64, Vec<Span>)> = Vec::new();
        for span in spans {
            let line = chunk.shown_place(span.start).0;
            let last = chunk.shown_place(span.end.saturating_sub(1).max(span.start)).0;
            match groups.last_mut() {
                Some((_, end, list)) if line <= *end + 2 => {
                    *end = last.max(*end);
                    list.push(span);
                }
                _ => groups.push((line, last, vec![span])),
            }
        }
        groups
            .into_iter()
            .map(|(line, last, list)| {
                let all = list.iter().copied().reduce(Span::join).unwrap_or_default();
                let marks: Vec<_> = list
                    .iter()
                    .map(|&span| Mark { span, rank: 0, class: "unread", ply: None, place: None })
                    .collect();
                let mut lines = lines(chunk, with_context(&chunk.text, all), &marks);
                let more = lines.len().saturating_sub(MOST_LINES) as u64;
                lines.truncate(MOST_LINES);
                let first = list.first().copied().unwrap_or_default();
                Self { line, last, lines, more, told: tell(all), first: tell(first).row, input: 0 }
            })
            .collect()
    }
}

/// A stretch with some lines above and below it; blank ones are not counted.
fn with_context(text: &str, span: Span) -> Span {
    let is_line = |line: &&str| !line.trim().is_empty();
    let above = text[..span.start as usize].rsplit('\n').skip(1).filter(is_line).nth(AROUND);
    let below = text[span.end as usize..].split('\n').skip(1).filter(is_line).nth(AROUND);
    let start = above.and_then(|line| Span::of_part(text, line)).map_or(0, |line| line.end + 1);
    let end = below.and_then(|line| Span::of_part(text, line)).map(|line| line.start);
    Span::new(start, end.unwrap_or_else(|| Span::of(0, text.len()).end))
}

impl Unused {
    /// The same of this input.
    pub(super) fn of_input(self, input: usize) -> Self {
        Self { input, ..self }
    }
}

/// A line of a text: its number, where it begins and ends, and the marks in it.
struct Range<'a> {
    number: u64,
    from: usize,
    to: usize,
    marks: &'a [Mark],
}

impl Range<'_> {
    fn line(&self, text: &str) -> Line {
        Line { number: self.number, pieces: pieces(text, self.from, self.to, self.marks), gap: 0 }
    }
}

/// The end of a line without the carriage return before its line feed.
fn without_return(bytes: &[u8], from: usize, end: usize) -> usize {
    if end > from && bytes[end - 1] == b'\r' { end - 1 } else { end }
}

/// The lines of `text` between two offsets, of which the first has this number.
fn ranges<'a>(
    text: &'a str,
    (start, end): (usize, usize),
    first: u64,
    marks: &'a [Mark],
) -> impl Iterator<Item = Range<'a>> {
    let bytes = text.as_bytes();
    let sign = line_end(bytes);
    let mut next = Some(start);
    let mut number = first;
    let mut marks = marks;
    std::iter::from_fn(move || {
        let from = next?;
        let stop = memchr::memchr(sign, &bytes[from..end]).map(|at| from + at);
        let to = stop.map_or(end, |at| without_return(bytes, from, at));
        next = stop.map(|at| at + 1);
        let passed = marks.iter().take_while(|mark| mark.span.end as usize <= from).count();
        marks = &marks[passed..];
        let here = marks.iter().take_while(|mark| (mark.span.start as usize) < to).count();
        number += 1;
        Some(Range { number: number - 1, from, to, marks: &marks[..here] })
    })
}

/// The whole lines that a span touches, but blank ones at the end, and those far from all marks if there are too many.
/// Returns each with its marks; marks are in order and do not overlap.
pub(super) fn lines(chunk: &Chunk, span: Span, marks: &[Mark]) -> Vec<Line> {
    let text = &chunk.text;
    let bytes = text.as_bytes();
    let start = (span.start as usize).min(bytes.len());
    let end = (span.end as usize).clamp(start, bytes.len());
    let sign = line_end(bytes);
    let start = memchr::memrchr(sign, &bytes[..start]).map_or(0, |at| at + 1);
    let is_blank = |c: char| c.is_whitespace() && (!c.is_control() || matches!(c, '\t' | '\n' | '\r'));
    let end = start + text.get(start..end).map_or(0, |whole| whole.trim_end_matches(is_blank).len());
    let stop = memchr::memchr(sign, &bytes[end..]);
    let end = stop.map_or(bytes.len(), |at| without_return(bytes, end, end + at));
    if text.get(start..end).is_none_or(|whole| whole.trim_matches(is_blank).is_empty()) {
        return Vec::new();
    }
    let first = chunk.shown_place(Span::of(start, start).start).0;
    let all = || ranges(text, (start, end), first, marks);
    let mut out = Vec::new();
    let mut bytes = 0;
    for range in all() {
        let line = range.line(text);
        bytes += size(&line);
        if bytes > MOST_BYTES {
            return thin(text, all());
        }
        out.push(line);
    }
    out
}

fn size(line: &Line) -> usize {
    line.pieces.iter().map(|piece| piece.text.len() + 40).sum()
}

fn pieces(text: &str, from: usize, to: usize, marks: &[Mark]) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut at = from;
    let plain = |from: usize, to: usize| {
        let words = text.get(from..to).unwrap_or("");
        let words = if words.len() > MOST_PIECE { cut(words) } else { visible(words).into_owned() };
        Piece { text: words, ..Piece::default() }
    };
    for mark in marks {
        let start = (mark.span.start as usize).max(at);
        let end = (mark.span.end as usize).min(to);
        if start >= end || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            continue;
        }
        if start > at {
            out.push(plain(at, start));
        }
        let begins_here = mark.span.start as usize >= from;
        out.push(Piece {
            text: plain(start, end).text,
            class: mark.class,
            ply: mark.ply.filter(|_| begins_here),
            place: mark.place,
        });
        at = end;
    }
    if at < to {
        out.push(plain(at, to));
    }
    out
}

/// The two ends of a long stretch.
fn cut(words: &str) -> String {
    let head = floor_char(words, MOST_PIECE / 2);
    let tail = ceil_char(words, words.len() - MOST_PIECE / 2);
    format!("{} […] {}", visible(&words[..head]), visible(&words[tail..]))
}

/// Leaves out lines that stand far from all marks.
fn thin<'a>(text: &str, ranges: impl Iterator<Item = Range<'a>>) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let mut room = 8 * MOST_BYTES;
    let mut ranges = ranges.peekable();
    let mut is_marked_before = false;
    while let Some(range) = ranges.next() {
        let is_marked = !range.marks.is_empty();
        let near = is_marked_before || is_marked || ranges.peek().is_some_and(|next| !next.marks.is_empty());
        is_marked_before = is_marked;
        if near || out.is_empty() {
            let line = range.line(text);
            let bytes = size(&line);
            if bytes <= room {
                room -= bytes;
                out.push(line);
                continue;
            }
        }
        if let Some(last) = out.last_mut().filter(|last| last.gap > 0) {
            last.gap += 1;
        } else {
            out.push(Line { number: range.number, pieces: Vec::new(), gap: 1 });
        }
    }
    out
}

/// Sorts marks and drops those that overlap a better one; tells which half-moves are left.
pub(super) fn settle(mut marks: Vec<Mark>, within: Span) -> Vec<Mark> {
    marks.retain(|mark| {
        !mark.span.is_empty() && mark.span.start >= within.start && mark.span.end <= within.end
    });
    marks.sort_by_key(|mark| (mark.rank, mark.span, mark.ply));
    let mut kept: std::collections::BTreeMap<u32, Mark> = std::collections::BTreeMap::new();
    for mark in marks {
        let free = kept
            .range(..mark.span.end)
            .next_back()
            .is_none_or(|(_, other)| other.span.end <= mark.span.start);
        if free {
            kept.insert(mark.span.start, mark);
        }
    }
    kept.into_values().collect()
}
