//! Games of raw print of which the first number cannot be read.
use super::find::{Begins, Finder};
use crate::align::lines::Look;

/// So many tokens may stand before the first move on its line.
const FARTHEST_BEGIN: u32 = 4;

/// Tokens behind it within which the next moves bear numbers.
const NEXT_ROWS: u32 = 60;

/// Lines below a title that are looked at.
const LINES_OF_TITLE: usize = 4;

impl Finder<'_, '_, '_, '_> {
    /// Of raw print the number of the first move may show as anything: below a title the first move on a line begins a game
    /// if one numbered 2 or 3 stands behind it.
    pub(super) fn unnumbered(&mut self, line: usize) {
        let (first, end) = (self.lattice.lines[line], self.lattice.lines[line + 1]);
        let raw = self.lattice.dialect.ocr && matches!(self.lines.looks[line], Look::Row | Look::Prose);
        if !raw || first < self.done || !self.is_near_title(line) {
            return;
        }
        let begins = |&at: &u32| self.lattice.begins_move(at);
        let Some(begin) = (first..end.min(first + FARTHEST_BEGIN)).find(begins) else { return };
        let numbers = (begin + 1..(begin + NEXT_ROWS).min(self.lattice.tokens.len() as u32))
            .filter_map(|at| self.lattice.number(at));
        let next = numbers
            .filter(|number| (1..=3).contains(&number.value))
            .find(|number| self.lattice.begins_move(number.next));
        let is_first = next.is_some_and(|next| next.value > 1) && !self.first_row_follows(begin);
        if is_first && !self.lattice.is_taken(begin) {
            self.game(line, (first, begin), Begins::Bare, false);
        }
    }

    /// Does a title stand above a line, with nothing but words between?
    fn is_near_title(&self, line: usize) -> bool {
        let looks =
            self.lines.looks[..line].iter().rev().filter(|look| **look != Look::Blank).take(LINES_OF_TITLE);
        let mut looks = looks.skip_while(|look| matches!(look, Look::Prose | Look::Head(_)));
        matches!(looks.next(), Some(Look::Title | Look::GameTitle))
    }
}
