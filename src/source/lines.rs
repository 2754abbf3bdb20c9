//! Lines and columns of a text, found only when they are asked for.

use memchr::{memchr, memchr_iter, memrchr};

/// How far apart the marks of an [`Index`] stand, in bytes.
const STEP: usize = 4096;

/// What ends the lines of a text: a line feed, alone or behind a carriage return; a return alone where there is no line feed,
/// as in the files of old Macintoshes.
#[must_use]
pub fn line_end(text: &[u8]) -> u8 {
    if memchr(b'\n', text).is_none() && memchr(b'\r', text).is_some() { b'\r' } else { b'\n' }
}

/// Counts the line ends in a text, of which each ends so.
#[must_use]
pub fn count_ends(end: u8, text: &[u8]) -> u64 {
    memchr_iter(end, text).count() as u64
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
        let lines = count_ends(letters.end, part);
        if let Some(last) = memrchr(letters.end, part).map(|at| from + at) {
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
    /// What ends a line.
    end: u8,
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
        Self::with_end(text, line_end(text))
    }

    /// The same, where it is known what ends its lines.
    #[must_use]
    pub fn with_end(text: &[u8], end: u8) -> Self {
        let letters = Letters { are_ascii: text.is_ascii(), end };
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
        let end = if text.contains('\n') { '\n' } else { '\r' };
        for (_, c) in text.char_indices().take_while(|&(at, _)| at < offset) {
            let ends = c == end;
            (line, column) = if ends { (line + 1, 1) } else { (line, column + 1) };
        }
        (line, column)
    }

    #[test]
    fn lines_end_with_lf_or_crlf_and_with_cr_where_there_is_no_lf() {
        let count = |text: &str| count_ends(line_end(text.as_bytes()), text.as_bytes());
        assert_eq!(["a\nb\r\nc\rd\r", "\r\r\n\n", "a\rb\rc", "\r", "", "a"].map(count), [2, 2, 2, 1, 0, 0]);
        assert_eq!(count(&"ab\r\nc\rd\n".repeat(300)), 600);
    }

    #[test]
    fn columns_count_characters_over_the_marks_of_the_index() {
        let text = format!("é\r\n{}\rx\n{}ü♘!", "ß".repeat(5000), "ab\r\n".repeat(3000));
        let ascii = text.replace(|c: char| !c.is_ascii(), "a");
        let olds = [&text, &ascii].map(|text| text.replace('\n', ""));
        for text in [&text, &ascii, &ascii.replace('\r', ""), &text.replace('\r', ""), &olds[0], &olds[1]] {
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
