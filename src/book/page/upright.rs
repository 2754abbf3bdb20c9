//! Rows that lie on their side, put upright: numbers, White's moves and Black's each on a line of their own.
use std::ops::Range;

use super::cells::{self, Placed};
use super::{Page, Part};
use crate::book::sides;

/// So many rows in pieces, one by the other, show that a text has such; of the others one is enough.
const FEWEST: usize = 4;

/// A row of a game: its number, White's move, and Black's if it has one.
pub(super) struct Row {
    pub number: Range<usize>,
    pub white: Range<usize>,
    pub black: Option<Range<usize>>,
    /// Where it ends in the original.
    pub end: u32,
}

/// Rows in pieces that stand on some lines.
pub(super) struct Pieces {
    pub lines: Range<usize>,
    pub rows: Vec<Row>,
}

impl Page {
    /// Puts together the moves of rows that lie on their side.
    #[must_use]
    pub fn with_upright(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut found: Vec<Pieces> = Vec::new();
        let mut line = 0;
        while line < self.rows.len() {
            let lying = self.lines(line, is_move);
            line = lying.as_ref().map_or(line + 1, |lying| lying.lines.end);
            found.extend(lying);
        }
        self.put_together(&found, original_len)
    }

    /// The text with the rows in pieces put together, if some stretch of it has enough of them.
    pub(super) fn put_together(self, found: &[Pieces], original_len: usize) -> Self {
        if found.iter().all(|pieces| pieces.rows.len() < FEWEST) {
            return self;
        }
        let mut parts = Vec::new();
        let mut start = 0;
        for Pieces { lines, rows } in found {
            parts.push(Part::Kept(start..self.rows[lines.start].start()));
            start = self.rows.get(lines.end).map_or(self.text.len(), |row| row.start());
            for Row { number, white, black, end } in rows {
                let blanks = self.span(number.end - 1, number.end).end;
                parts.extend([Part::Kept(number.clone()), Part::Put(". ".into(), blanks)]);
                parts.push(Part::Kept(white.clone()));
                if let Some(black) = black {
                    parts.extend([Part::Put("   ".into(), blanks), Part::Kept(black.clone())]);
                }
                parts.push(Part::Put("\n".into(), *end));
            }
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// A line of numbers, and below it one of White's moves and one of Black's.
    fn lines(&self, line: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<Pieces> {
        let begins = |c: char| c.is_ascii_digit() || c == '|';
        let text = self.row_text(line).trim_start();
        // A word heads them.
        let text = text.trim_start_matches(|c: char| c.is_alphabetic() || ".:#".contains(c)).trim_start();
        let mut numbers = text.starts_with(begins).then(|| self.cells(line))??;
        numbers
            .drain(..usize::from(!self.text[numbers[0].clone()].starts_with(|c: char| c.is_ascii_digit())));
        for number in &mut numbers {
            number.end -= usize::from(self.text[number.clone()].ends_with('.'));
        }
        let values: Option<Vec<u32>> =
            numbers.iter().map(|cell| self.text[cell.clone()].parse().ok()).collect();
        let counts = !numbers.is_empty() && values?.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let white = self.moves(line + 1, true).filter(|_| counts)?;
        let black = self.moves(line + 2, false).unwrap_or_default();
        let are_moves =
            |cells: &[Range<usize>]| cells.iter().all(|cell| is_only_move(&self.text[cell.clone()], is_move));
        let is_of_numbers = white.len() == numbers.len()
            && (black.len() == white.len() || black.len() + 1 == white.len())
            && are_moves(&white)
            && are_moves(&black);
        let lines = line..line + if black.is_empty() { 2 } else { 3 };
        // The first row stands for all lines.
        let end = self.rows[lines.end - 1].span.end;
        let mut theirs = black.into_iter();
        let rows = numbers
            .into_iter()
            .zip(white)
            .map(|(number, white)| Row { number, white, black: theirs.next(), end })
            .collect();
        is_of_numbers.then_some(Pieces { lines, rows })
    }

    /// The cells of a line of one side's moves, without the word for it.
    fn moves(&self, line: usize, is_white: bool) -> Option<Vec<Range<usize>>> {
        let mut cells = self.cells(line)?;
        let head = &self.text[cells[0].clone()];
        let is_head = sides::alone(head) == Some(is_white) || head == if is_white { "W" } else { "B" };
        cells.drain(..usize::from(is_head));
        Some(cells)
    }

    /// The cells of a line.
    fn cells(&self, line: usize) -> Option<Vec<Range<usize>>> {
        let start = self.rows.get(line)?.start();
        let place = |cell: Placed| start + cell.words.start..start + cell.words.end;
        let cells: Vec<Range<usize>> = cells::cells(self.row_text(line)).into_iter().map(place).collect();
        (!cells.is_empty()).then_some(cells)
    }
}

/// No words behind a move that say more of it are longer, in bytes: `ch`, `e.p.`, `(dis. ch.)`.
const LONGEST_SAID: usize = 12;

/// Are words one move, with a sign behind it perhaps?
pub(super) fn is_only_move(words: &str, is_move: &dyn Fn(&str) -> Option<usize>) -> bool {
    let words = words.trim_end_matches(['.', ',', ';', '!', '?', '*', '+', '\u{2020}', ' ']);
    !words.contains("  ") && is_move(words).is_some_and(|len| says_more(&words[len.min(words.len())..]))
}

/// Words behind a move that say more of it.
pub(super) fn says_more(rest: &str) -> bool {
    rest.len() <= LONGEST_SAID && rest.bytes().all(|b| b.is_ascii_lowercase() || b" .()".contains(&b))
}
