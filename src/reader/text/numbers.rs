//! What the numbers around a first move say.
use super::find::Finder;
use crate::align::lines::Look;
use crate::align::token::Kind;

/// Tokens within which the first row of a game stands below its head.
const NEAR: u32 = 120;

/// Among so many rows below the first is the second, or the rest of the first behind notes.
const MOST_SPLIT: usize = 3;

impl Finder<'_, '_, '_, '_> {
    /// Does a row numbered 1 stand below a token, above the next one numbered 2?
    pub(super) fn first_row_follows(&self, token: u32) -> bool {
        let next = |number: u16| {
            let rows = self.lines.rows_numbered(number);
            rows.get(rows.partition_point(|row| row.token <= token)).map_or(u32::MAX, |row| row.token)
        };
        next(1) < next(2).min(token + NEAR)
    }

    /// Does the line of a move end behind it, and the number 1 stand alone on the next: between the moves of its row?
    pub(super) fn is_above_first_number(&self, token: u32) -> bool {
        let (lines, line) = (&self.lattice.lines, self.lattice.line_of(token));
        let ends = |at: u32, line: usize| lines.get(line + 1).is_some_and(|&end| at + 1 >= end);
        let below = lines.get(line + 1).filter(|&&first| (first as usize) < self.lattice.tokens.len());
        let number = below.and_then(|&first| self.lattice.number(first));
        self.lattice.edges(token).first().is_some_and(|edge| ends(edge.next, line))
            && number.is_some_and(|number| number.value == 1 && ends(number.next, line + 1))
    }

    /// Does the number 1 stand right behind a move on its line, between the columns, and the next so in a row below, or the
    /// same in front of Black's move?
    pub(super) fn is_before_first_number(&self, token: u32) -> bool {
        let first =
            self.lattice.edges(token).first().is_some_and(|edge| self.is_numbered_between(edge.next, 1));
        let below = self.lattice.line_of(token) + 1..self.lines.looks.len();
        let mut rows = below.filter(|&line| self.lines.looks[line] == Look::Row).take(MOST_SPLIT);
        let counts_on = |line: usize| {
            let first = self.lattice.lines[line];
            let behind = self.lattice.edges(first).first().map(|edge| edge.next);
            let dots = |at: &u32| matches!(self.lattice.kind(*at), Some(Kind::Dots | Kind::Gap | Kind::Pipe));
            behind.is_some_and(|at| self.is_numbered_between(at, 2))
                || (first..).find(|at| !dots(at)).is_some_and(|at| self.is_numbered(at, 1))
        };
        first && rows.any(counts_on)
    }

    /// Does a number stand behind a wide blank, and behind it a move, or nothing?
    fn is_numbered_between(&self, gap: u32, value: u16) -> bool {
        self.lattice.kind(gap) == Some(Kind::Gap) && self.is_numbered(gap + 1, value)
    }

    fn is_numbered(&self, at: u32, value: u16) -> bool {
        let number = if self.lattice.kind(at).is_some() { self.lattice.number(at) } else { None };
        number.filter(|number| number.value == value).is_some_and(|number| {
            let next = number.next + u32::from(self.lattice.kind(number.next) == Some(Kind::Gap));
            self.lattice.kind(next) == Some(Kind::Line)
                || self.lattice.kind(next).is_some() && !self.lattice.edges(next).is_empty()
        })
    }

    /// Does a number stand behind words at the end of their line: `Hastings 1895, Round 1`?
    pub(super) fn ends_words(&self, number: u32) -> bool {
        let line = self.lattice.line_of(number);
        let behind = |at: u32| self.lattice.kind(at).is_none_or(|kind| kind == Kind::Line);
        let mut before = self.lattice.lines[line]..number;
        behind(number + 1) && before.any(|at| self.lattice.tokens[at as usize].is_word())
    }

    /// Do the rows below a line bear the numbers 2 and 3, or one of them where the other cannot be read?
    pub(super) fn second_row_follows(&self, line: usize) -> bool {
        let rows = (line + 1..(line + 8).min(self.lines.looks.len()))
            .filter(|&line| self.lines.looks[line] == Look::Row)
            .filter_map(|line| self.lattice.number(self.lattice.lines[line]));
        let numbers: Vec<u16> = rows.take(2).map(|number| number.value).collect();
        numbers.len() == 2 && numbers.iter().zip(2..).any(|(&number, due)| number == due)
    }
}
