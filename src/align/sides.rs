//! Rows in blocks: where a side's move stands whose moves have a block of their own.
use super::block::Block;
use super::cost;
use super::due::Due;
use super::lines::{Lines, Look};
use super::step::{Candidate, Steps, keep_cheapest};
use super::strips::Strips;
use crate::book::heading::Columns;
use crate::chess::Color;

/// Most lines that the blocks of one side's moves are apart, and most blocks that are looked at.
const LONGEST_BLOCK: usize = 240;
const MOST_BLOCKS: usize = 3;

/// Most lines that the pieces of a game are apart, and most pieces that are looked at.
const FARTHEST: usize = 240;
const MOST_PIECES: usize = 14;

impl Lines {
    /// What block begins on a line.
    pub fn begins_block(&self, line: usize) -> Option<Block> {
        self.cells[line].filter(|cell| cell.above.is_none()).map(|cell| cell.kind)
    }
}

impl Steps<'_, '_> {
    /// The line below a cell of a block that ends before a token.
    pub(super) fn below(&self, place: u32) -> Option<u32> {
        let line = self.lattice.line_of(place.checked_sub(1)?);
        self.lines.cells[line]?.below?;
        Some(self.lattice.lines[line + 1])
    }

    /// What it costs that a move is not the cell below the last one of its side, where the sides have blocks of their own.
    pub(super) fn leaves_block(&self, token: u32, due: &Due) -> u32 {
        if !self.lattice.dialect.ocr || self.strips.is_some() {
            return 0;
        }
        let to = self.lattice.line_of(token);
        let line = |place: u32| self.lattice.line_of(place.saturating_sub(1));
        let own = due.own.map(line);
        let is_below = |above: usize| {
            [own, Some(line(due.place))].into_iter().flatten().any(|from| (above..to).contains(&from))
        };
        let enters = due.ply > 0
            && self.lines.cells[to].and_then(|cell| cell.above).is_some_and(|above| !is_below(above));
        let own = own.filter(|_| due.habit.blocks || due.habit.headed);
        let leaves = own.is_some_and(|from| {
            let below = self.lines.cells[from].and_then(|cell| cell.below);
            below.is_some_and(|below| !(from + 1..=below).contains(&to))
        });
        // Below a head those of another game begin.
        let headed = due.ply > 1
            && self.lines.begins_block(to).is_some()
            && matches!(self.lines.above(to), Some(Look::Head(_)));
        [(enters, cost::ENTERS_BLOCK), (leaves, cost::LEAVES_BLOCK), (headed, cost::HEADED_BLOCK)]
            .iter()
            .map(|&(is_so, cost)| if is_so { cost } else { 0 })
            .sum()
    }

    /// Where the sides have blocks of their own: in raw print Black's first move stands under a head of its own, below a block
    /// of numbers at the beginning of the next block, and others stand at the beginning of blocks behind. Does the game
    /// begin so?
    pub(super) fn blocks(&self, due: &Due, out: &mut Vec<Candidate>) -> bool {
        let raw = self.lattice.dialect.ocr;
        let before = self.lattice.line_of(due.place.saturating_sub(1));
        let is_bare = due.ply == 1 && self.lines.above(before) == Some(Look::Number);
        let is_block = raw && self.lines.begins_block(before) == Some(Block::Numbered);
        let is_headed = due.ply == 1 && raw && self.lines.is_headed(before);
        // Rows across end with a page, and blocks go on.
        let is_later = raw && due.ply > 1 && self.lines.begins_block(before).is_some();
        let begins = due.color() == Color::Black && (is_bare || is_block || is_headed || is_later);
        if !begins && !due.habit.headed {
            return false;
        }
        let from = if begins { due.place } else { due.own.unwrap_or(due.place) };
        let base =
            if self.goes_across(due) { cost::OWN_COLUMN } else { 0 } + if begins { 0 } else { cost::JUMP };
        let line = self.lattice.line_of(from);
        let looks = &self.lines.looks;
        let other = if due.color() == Color::Black { Columns::White } else { Columns::Black };
        let is_first = |&line: &usize| {
            let above = looks[line - 1];
            if raw {
                let headed = looks[line] == Look::Row && matches!(above, Look::Head(_));
                let bare = self.lines.begins_block(line) == Some(Block::Bare);
                return self.lines.above(line) != Some(Look::Head(other))
                    && (headed && (!begins || above == Look::Head(Columns::Black))
                        || bare && (!begins || is_block || is_headed || is_later));
            }
            looks[line] == Look::Row
                && if begins {
                    above == Look::Head(Columns::Black) || is_bare && above == Look::Blank
                } else {
                    matches!(above, Look::Blank | Look::Head(_))
                }
        };
        // Behind a title or other numbers stand those of another game; in raw print a title may stand anywhere.
        let ends = |line: &usize| !raw && matches!(looks[*line], Look::GameTitle | Look::Number);
        let starts =
            (line + 1..looks.len().min(line + LONGEST_BLOCK)).take_while(|line| !ends(line)).filter(is_first);
        let known = out.len();
        let len = self.lines.cells[before].filter(|cell| cell.above.is_none()).map(|cell| cell.len);
        for (start, price) in starts.take(MOST_BLOCKS).zip((0..).step_by(cost::JUMP as usize)) {
            let over = if raw { self.lines.over(line, start).min(cost::MOST_OVER_OF_BLOCK) } else { 0 };
            let differs = self.lines.cells[start]
                .zip(len)
                .is_some_and(|(there, len)| due.color() == Color::Black && len.abs_diff(there.len) > 1);
            let length = if differs { cost::OTHER_LENGTH } else { 0 };
            self.scan_few(self.lattice.lines[start], due, base + price + over + length, out, 1);
        }
        out[known..].iter_mut().for_each(|candidate| {
            candidate.habit.blocks = true;
            candidate.habit.headed |= begins;
        });
        begins && out.len() > known
    }

    /// The candidates for the half-move that is due, in columns one below the other: the cell below the last move of its
    /// side, the cell beside the last of all, or the first cell of a piece behind.
    pub(super) fn in_strips(&self, strips: &Strips, due: &Due, out: &mut Vec<Candidate>) {
        let line = |place: u32| self.lattice.line_of(place.saturating_sub(1));
        let lines = &self.lattice.lines;
        if self.goes_across(due) {
            self.scan_few(due.place, due, 0, out, 1);
        }
        let own = due.own.map(line);
        if let Some(below) = own.and_then(|own| lines.get(own + 1)) {
            self.scan_few(*below, due, 0, out, 1);
        }
        self.scan_few(due.place, due, cost::OWN_COLUMN, out, 2);
        let from = own.unwrap_or(line(due.place));
        let leaves = if own.is_some_and(|own| strips.goes_on(own)) {
            cost::LEAVES_BLOCK
        } else if self.ends(due) {
            cost::AFTER_END
        } else {
            0
        };
        let other = if due.color() == Color::Black { Columns::White } else { Columns::Black };
        let is_free = |start: &usize| !self.is_begun(*start);
        let free = self.free.get_or_init(|| strips.starts().iter().copied().filter(is_free).collect());
        let (above, behind) = free.split_at(free.partition_point(|&start| start <= from));
        let near = |start: &&usize| start.abs_diff(from) <= FARTHEST;
        let above = above.iter().rev().take_while(near).take(MOST_PIECES);
        let above = above.zip((cost::OTHER_COLUMN..).step_by(2));
        let behind = behind.iter().take_while(near).take(MOST_PIECES).zip(0..);
        for (&start, away) in behind.chain(above) {
            let head = if self.lines.above(start) == Some(Look::Head(other)) { cost::OTHER_HEAD } else { 0 };
            let over = self.lines.over(from.min(start), from.max(start)).min(cost::MOST_OVER_OF_STRIP);
            self.scan_piece(lines[start], due, cost::NEW_STRIP + away + head + over + leaves, out);
        }
        // The row that bears the number, wherever it stands on its line.
        let number = u16::try_from(due.number()).ok().filter(|_| due.color() == Color::White);
        let numbered = number.map_or([&[][..]; 2], |n| [self.lines.rows_numbered(n), self.lines.beside(n)]);
        for row in numbered.into_iter().flatten() {
            let start = self.lattice.line_of(row.token);
            if start.abs_diff(from) <= FARTHEST {
                let over = self.lines.over(from.min(start), from.max(start)).min(cost::MOST_OVER_OF_STRIP);
                self.scan_piece(row.token, due, cost::NEW_STRIP + cost::OTHER_COLUMN + over + leaves, out);
            }
        }
        for candidate in out.iter_mut() {
            candidate.habit.blocks = true;
            candidate.apart = 0;
            candidate.clean = false;
        }
        keep_cheapest(out);
    }

    /// Has a game taken a move on a line?
    pub(crate) fn is_begun(&self, line: usize) -> bool {
        (self.lattice.lines[line]..self.lattice.lines[line + 1]).any(|token| self.lattice.is_taken(token))
    }

    /// Do rows stand behind the end of a game that might go on with it, or does a piece go on below a last move?
    pub(super) fn leaves_rows(&self, due: &Due, last: &Due) -> bool {
        match self.strips {
            Some(strips) => !self.ends_strips(strips, due),
            None => self.lines.rows_left(self.lattice, last) > 0,
        }
    }

    /// Do the pieces of both sides end with their last moves?
    pub(super) fn ends_strips(&self, strips: &Strips, due: &Due) -> bool {
        let line = |place: u32| self.lattice.line_of(place.saturating_sub(1));
        let last = [Some(due.place), due.own].map(|place| place.map(line));
        last.into_iter().flatten().all(|line| !strips.goes_on(line) || last.contains(&Some(line + 1)))
    }
}
