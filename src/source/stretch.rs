//! Where a long text may be cut: between two games, as far as its blank lines and its numbers tell.

use std::cmp::Ordering;

use memchr::{memchr, memchr_iter, memrchr_iter};

use crate::span::floor_char;

/// Blank lines above a game that count; more are as good.
const MOST_BLANK: usize = 4;

/// Lines that a heading and what stands around it may take, above a first row. One of prose takes as much as several of
/// names and places: for each so many bytes as if it were one more.
const LONGEST_HEADING: usize = 24;
const PROSE: usize = 16;

/// How much stands in the beginning of a text, counted in blocks: its games and half-moves take memory as long as they are
/// read in one piece.
#[derive(Debug, Default)]
pub(super) struct Bulk {
    /// Bytes that were looked at: whole blocks.
    end: usize,
    figures: usize,
    firsts: usize,
}

/// How much is looked at at once, in bytes.
const BLOCK: usize = 4096;

/// Most figures of a piece: a book of 4 MB of games has as many, moves without prose a quarter of that.
const MOST_FIGURES: usize = 320 << 10;

/// Most first rows and first moves of a piece: books have less than a thousand.
const MOST_FIRSTS: usize = 4 << 10;

impl Bulk {
    /// Looks at what has become of the text; is that as much as one piece may hold?
    pub(super) fn fills(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes();
        while !self.is_full() && self.end + BLOCK < bytes.len() {
            let from = self.end;
            self.end += BLOCK;
            let block = &bytes[from..self.end];
            self.figures += block.iter().filter(|byte| byte.is_ascii_digit()).count();
            let is_first = |at: &usize| {
                let begins = *at == 0 || bytes[at - 1].is_ascii_whitespace();
                begins && bytes.get(at + 1).is_some_and(|behind| b". \t,)".contains(behind))
            };
            self.firsts += memchr_iter(b'1', block).map(|at| from + at).filter(is_first).count();
        }
        self.is_full()
    }

    const fn is_full(&self) -> bool {
        self.figures >= MOST_FIGURES || self.firsts >= MOST_FIRSTS
    }

    /// Where the piece must end: behind what makes it full.
    pub(super) const fn end(&self) -> usize {
        if self.is_full() { self.end } else { usize::MAX }
    }
}

/// The byte of `text` from `from` on and before `to` where a line begins and games are best parted: at the largest gap above
/// a row that is numbered 1 and its heading, else at that row, else at a blank line, else at any line. Of equal ones the
/// last; of those above the same row the first.
pub(super) fn best_cut(text: &str, from: usize, to: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let to = to.min(bytes.len());
    let mut best: Option<Cut> = None;
    // Upwards: the first row that was met last, and how many lines its heading may still have.
    let (mut row, mut near) = (0, 0_usize);
    let (mut gap, mut gap_ends) = (0_usize, to);
    let mut end = to;
    for feed in memrchr_iter(b'\n', &bytes[..to]) {
        if feed < from {
            break;
        }
        let start = feed + 1;
        let line = bytes[start..end].trim_ascii();
        end = feed;
        if line.is_empty() {
            gap += 1;
            continue;
        }
        if gap > 0 {
            let worth = 1 + if near > 0 { 2 * gap.min(MOST_BLANK) } else { 0 };
            Cut { worth, row, at: gap_ends }.offer(&mut best);
        }
        (gap, gap_ends) = (0, start);
        near = match number(line) {
            Some(1) => {
                row = start;
                LONGEST_HEADING
            }
            Some(_) => 0,
            None => near.saturating_sub(1 + line.len() / PROSE),
        };
        let worth = if start == row { 2 } else { 0 };
        Cut { worth, row, at: start }.offer(&mut best);
    }
    best.map(|cut| cut.at)
}

/// A place where a text may be cut.
struct Cut {
    worth: usize,
    /// The first row below it.
    row: usize,
    at: usize,
}

impl Cut {
    fn offer(self, best: &mut Option<Self>) {
        let is_better = |known: &Self| match self.worth.cmp(&known.worth) {
            Ordering::Equal => self.row == known.row && self.worth > 1,
            order => order.is_gt(),
        };
        if best.as_ref().is_none_or(is_better) {
            *best = Some(self);
        }
    }
}

/// The byte of `text` before `to` where it is cut that has no lines: before a first row, else at the last blank, else there.
pub(super) fn cut_without_lines(text: &str, to: usize) -> usize {
    let to = floor_char(text, to);
    let before = &text[..to];
    let first = before.rfind(" 1. ").filter(|&at| at > 0);
    first.or_else(|| before.rfind(' ').filter(|&at| at > 0)).map_or(to, |at| at + 1)
}

/// The number that a line begins with, if it is one of a row.
fn number(line: &[u8]) -> Option<u32> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = line.get(digits)?;
    let is_row = (1..=3).contains(&digits) && memchr(*behind, b". \t,)").is_some();
    is_row.then(|| line[..digits].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Option<(&str, &str)> {
        best_cut(text, 0, text.len()).map(|at| text.split_at(at))
    }

    #[test]
    fn a_text_is_cut_at_the_largest_gap_above_a_first_row() {
        let text = "1. P-K4 P-K4\n\n2. P-Q4\n\n\n\nGAME II\n\nEvans\n\n1. P-Q4 P-Q4\n2. P-QB4\n";
        let (before, behind) = cut(text).expect("there is a gap");
        assert!(behind.starts_with("GAME II"), "{behind}");
        assert!(before.ends_with("2. P-Q4\n\n\n\n"), "{before}");
    }

    #[test]
    fn a_piece_is_full_where_its_games_or_its_figures_are_as_many_as_may_be() {
        let full = |text: &str| {
            let mut bulk = Bulk::default();
            bulk.fills(text).then(|| bulk.end())
        };
        let games = "1. P-K4 P-K4 ".repeat(2 * MOST_FIRSTS);
        let end = full(&games).expect("there are too many games");
        assert!(games[..end].matches("1. ").count().abs_diff(MOST_FIRSTS) < BLOCK, "{end}");
        assert!(full(&"1,P-K4,P-K4\n".repeat(2 * MOST_FIRSTS)).is_some());
        let figures = "11 of 11, ".repeat(MOST_FIGURES);
        assert!(full(&figures).is_some_and(|end| end.abs_diff(MOST_FIGURES * 10 / 4) <= BLOCK));
        assert_eq!(full(&games[..games.len() / 3]), None);
        assert_eq!(full(&"Words without figures, in any number. ".repeat(MOST_FIRSTS)), None);
    }

    #[test]
    fn where_a_piece_is_full_does_not_depend_on_how_it_arrives() {
        let games = "1. P-K4 P-K4 ".repeat(2 * MOST_FIRSTS);
        let mut bulk = Bulk::default();
        let at = (0..games.len()).step_by(777).find(|&to| bulk.fills(&games[..to])).expect("full");
        let mut whole = Bulk::default();
        assert!(whole.fills(&games));
        assert_eq!(bulk.end(), whole.end());
        assert!(at >= bulk.end());
    }

    #[test]
    fn no_gap_within_a_game_is_taken_while_there_is_a_first_row() {
        let text = "1. P-K4 P-K4\n1. P-Q4 P-Q4\n\n\n\n2. P-QB4 P-K3\n3. Kt-QB3\n";
        let (_, behind) = cut(text).expect("there is a first row");
        assert!(behind.starts_with("1. P-Q4"), "{behind}");
    }

    #[test]
    fn a_text_without_lines_is_cut_before_a_first_row_else_at_a_blank_else_anywhere() {
        let games = "1. P-K4 P-K4 2. P-Q4 ".repeat(9);
        assert_eq!(cut(&games), None);
        assert_eq!(cut_without_lines(&games, 60), 42);
        assert_eq!(cut_without_lines("a word and a wordwithoutend", 20), 13);
        assert_eq!(cut_without_lines("éééééé", 5), 4);
    }

    #[test]
    fn the_cut_lies_between_its_bounds_where_a_line_begins() {
        let text = "words of a book\n".repeat(40);
        let at = best_cut(&text, 100, 300).expect("there are lines");
        assert!((100..300).contains(&at) && at.is_multiple_of(16), "{at}");
    }
}
