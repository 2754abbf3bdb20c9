//! Lines and columns of a text, found only when they are asked for.

use memchr::{memchr, memchr_iter};

/// How far apart the marks of an [`Index`] stand, in bytes.
const STEP: usize = 4096;

/// Counts the line ends in a text: `\n`, `\r\n`, and `\r` alone.
#[must_use]
pub fn count_line_ends(text: &[u8]) -> u64 {
    count_and_kind(text).0
}

/// Counts the line ends in a text, and says whether a line feed is in all of them.
#[must_use]
pub fn count_and_kind(text: &[u8]) -> (u64, bool) {
    let Some(first) = memchr(b'\r', text) else { return (count_line_feeds(text), true) };
    let (before, rest) = text.split_at(first);
    let next = rest.get(1..).unwrap_or_default();
    let mut feeds = count_line_feeds(before);
    // The last byte has no next.
    feeds += u64::from(rest.ends_with(b"\n"));
    let mut bare_returns = u64::from(rest.ends_with(b"\r"));
    // A sum below 256 fits a byte, so that many bytes are compared at once.
    for (firsts, seconds) in rest.chunks(240).zip(next.chunks(240)) {
        let (mut some_feeds, mut some_returns) = (0_u8, 0_u8);
        for (&a, &b) in firsts.iter().zip(seconds) {
            some_feeds += u8::from(a == b'\n');
            some_returns += u8::from((a == b'\r') & (b != b'\n'));
        }
        feeds += u64::from(some_feeds);
        bare_returns += u64::from(some_returns);
    }
    (feeds + bare_returns, bare_returns == 0)
}

/// Counts the line feeds in a text.
#[must_use]
pub fn count_line_feeds(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// A line ends with the byte at `at`.
fn ends_line(text: &[u8], at: usize) -> bool {
    match text[at] {
        b'\n' => true,
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        _ => false,
    }
}

/// Not the second, third or fourth byte of a character.
fn begins_char(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Line ends before this place.
    lines: u32,
    /// Characters before this place.
    chars: u32,
    /// Where the line begins that this place is in.
    line_start: u32,
    /// Characters before `line_start`.
    line_start_chars: u32,
}

impl Mark {
    fn advance(mut self, text: &[u8], letters: Letters, from: usize, to: usize) -> Self {
        let part = &text[from..to];
        let mut lines = count_line_feeds(part);
        if letters.has_bare_returns {
            lines += memchr_iter(b'\r', part).filter(|&at| ends_line(text, from + at)).count() as u64;
        }
        if lines > 0 {
            let mut ends = memchr::memrchr2_iter(b'\n', b'\r', part).map(|at| from + at);
            let last = ends.find(|&at| ends_line(text, at)).unwrap_or(from);
            self.lines += u32::try_from(lines).unwrap_or(u32::MAX);
            self.line_start = u32::try_from(last + 1).unwrap_or(u32::MAX);
            self.line_start_chars = self.chars + letters.count(&text[from..=last]);
        }
        self.chars += letters.count(part);
        self
    }
}

/// What need not be looked for in each part of a text.
#[derive(Clone, Copy, Debug)]
struct Letters {
    are_ascii: bool,
    has_bare_returns: bool,
}

impl Letters {
    /// Counts the characters that begin in a part.
    fn count(self, part: &[u8]) -> u32 {
        let is_short = self.are_ascii || part.is_ascii();
        let count =
            if is_short { part.len() } else { part.iter().filter(|&&byte| begins_char(byte)).count() };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// Marks every few thousand bytes of one text, so that a line is found without reading the text from its start.
#[derive(Clone, Debug)]
pub struct Index {
    letters: Letters,
    marks: Vec<Mark>,
}

impl Index {
    /// Reads the text once.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        Self::with_ends(text, count_and_kind(text).1)
    }

    /// The same, where it is known whether a line feed is in all line ends.
    #[must_use]
    pub fn with_ends(text: &[u8], have_feeds: bool) -> Self {
        let letters = Letters { are_ascii: text.is_ascii(), has_bare_returns: !have_feeds };
        let mut marks = Vec::with_capacity(text.len() / STEP + 1);
        let mut mark = Mark::default();
        let mut at = 0;
        loop {
            marks.push(mark);
            if at + STEP > text.len() {
                return Self { letters, marks };
            }
            mark = mark.advance(text, letters, at, at + STEP);
            at += STEP;
        }
    }

    /// Line ends before `offset`, and the column of `offset` in characters (the first is 1), in the text of the index.
    #[must_use]
    pub fn line_column(&self, text: &[u8], offset: u32) -> (u64, u32) {
        let offset = (offset as usize).min(text.len());
        let step = (offset / STEP).min(self.marks.len().saturating_sub(1));
        let Some(mark) = self.marks.get(step) else { return (0, 1) };
        let mark = mark.advance(text, self.letters, step * STEP, offset);
        // An offset inside a character counts as its beginning.
        let inside = text.get(offset).is_some_and(|&byte| !begins_char(byte));
        (u64::from(mark.lines), mark.chars - mark.line_start_chars + u32::from(!inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow way, character by character.
    fn plainly(text: &str, offset: usize) -> (u64, u32) {
        let (mut line, mut column) = (0, 1);
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if at >= offset {
                break;
            }
            let ends = c == '\n' || (c == '\r' && chars.peek().is_none_or(|&(_, next)| next != '\n'));
            (line, column) = if ends { (line + 1, 1) } else { (line, column + 1) };
        }
        (line, column)
    }

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        assert_eq!(count_line_ends(b"a\nb\r\nc\rd\r"), 4);
        assert_eq!(count_line_ends(b"\r\r\n\n"), 3);
        let long = "ab\r\nc\rd\n".repeat(300);
        assert_eq!(count_line_ends(long.as_bytes()), 900);
        assert_eq!(count_line_ends("\r\n".repeat(500).as_bytes()), 500);
        for length in 0..1000 {
            let text = &"a\r\n".repeat(400).into_bytes()[..length];
            let ends = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let is_cut = text.ends_with(b"\r");
            assert_eq!(count_and_kind(text), (ends + u64::from(is_cut), !is_cut), "{length}");
        }
    }

    #[test]
    fn columns_count_characters_over_the_marks_of_the_index() {
        let text = format!("é\r\n{}\rx\n{}ü♘!", "ß".repeat(5000), "ab\r\n".repeat(3000));
        let ascii = text.replace(|c: char| !c.is_ascii(), "a");
        for text in [&text, &ascii, &ascii.replace('\r', ""), &text.replace('\r', "")] {
            let index = Index::new(text.as_bytes());
            let is_asked = |at: usize| at.is_multiple_of(7) || at < 20 || at + 40 > text.len();
            for (at, _) in text.char_indices().filter(|&(at, _)| is_asked(at)) {
                assert_eq!(index.line_column(text.as_bytes(), at as u32), plainly(text, at), "offset {at}");
            }
            let end = text.len();
            assert_eq!(index.line_column(text.as_bytes(), end as u32), plainly(text, end));
            assert_eq!(index.line_column(text.as_bytes(), u32::MAX), plainly(text, end));
        }
    }
}
