//! Rows that lie on their side, put upright: numbers, White's moves and Black's each on a line of their own.
use std::ops::Range;

use super::cells::{self, Placed};
use super::{Page, Part};
use crate::book::sides;

/// The fewest moves of a line that show that a text has such; of the others one is enough.
const FEWEST: usize = 4;

/// A row of a game: its number, White's move, and Black's if it has one.
struct Row {
    number: Range<usize>,
    white: Range<usize>,
    black: Option<Range<usize>>,
}

/// Rows that stand on some lines.
struct Lying {
    lines: Range<usize>,
    rows: Vec<Row>,
}

impl Page {
    /// Puts together the moves of rows that lie on their side.
    #[must_use]
    pub fn with_upright(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut found: Vec<Lying> = Vec::new();
        let mut line = 0;
        while line < self.rows.len() {
            let lying = self.lines(line, is_move);
            line = lying.as_ref().map_or(line + 1, |lying| lying.lines.end);
            found.extend(lying);
        }
        if found.iter().all(|lying| lying.rows.len() < FEWEST) {
            return self;
        }
        let mut parts = Vec::new();
        let mut start = 0;
        for lying in &found {
            parts.push(Part::Kept(start..self.rows[lying.lines.start].start()));
            start = self.rows.get(lying.lines.end).map_or(self.text.len(), |row| row.start());
            let end = self.rows[lying.lines.end - 1].span.end;
            for Row { number, white, black } in &lying.rows {
                let blanks = self.span(number.end - 1, number.end).end;
                parts.extend([Part::Kept(number.clone()), Part::Put(". ".into(), blanks)]);
                parts.push(Part::Kept(white.clone()));
                if let Some(black) = black {
                    parts.extend([Part::Put("   ".into(), blanks), Part::Kept(black.clone())]);
                }
                // The first row stands for all lines.
                parts.push(Part::Put("\n".into(), end));
            }
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// A line of numbers, and below it one of White's moves and one of Black's.
    fn lines(&self, line: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<Lying> {
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
        let end = line + if black.is_empty() { 2 } else { 3 };
        let mut theirs = black.into_iter();
        let rows = numbers
            .into_iter()
            .zip(white)
            .map(|(number, white)| Row { number, white, black: theirs.next() })
            .collect();
        is_of_numbers.then_some(Lying { lines: line..end, rows })
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
    let says_more = |rest: &str| {
        rest.len() <= LONGEST_SAID && rest.bytes().all(|b| b.is_ascii_lowercase() || b" .()".contains(&b))
    };
    !words.contains("  ") && is_move(words).is_some_and(|len| says_more(&words[len.min(words.len())..]))
}
