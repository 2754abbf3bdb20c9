//! The next half-move where it does not stand next: behind its number, in another column, in the other half of a table.
use super::cost;
use super::due::{Due, Habit};
use super::lines::{Look, Row};
use super::step::{Candidate, Steps};
use super::token::Kind;
use crate::chess::Color;

/// Most lines of a page, and most halves of tables that are looked at on it, above and below.
const LONGEST_PAGE: usize = 80;
const MOST_HALVES: usize = 3;

impl Steps<'_, '_> {
    /// Moves behind the number that is due, wherever it begins a row.
    pub(super) fn jumps(&self, due: &Due, out: &mut Vec<Candidate>) {
        // The last number may have been misprinted: then the one is due that would be without it.
        let Habit { offset, before, .. } = due.habit;
        let is_doubtful = self.lattice.dialect.ocr && before != offset;
        let other = due.number() + i32::from(before) - i32::from(offset);
        for number in [Some(due.number()), Some(other).filter(|_| is_doubtful)].into_iter().flatten() {
            self.jumps_to(number, due, out);
        }
        if self.lattice.dialect.ocr && due.color() == Color::White {
            self.halves(due, out);
        }
        // Numbers are misread, too.
        if self.lattice.dialect.ocr
            && due.color() == Color::White
            && let Some(row) = self.lines.row_below(self.lattice, due.place)
        {
            self.jump(&row, due, out);
        }
    }

    fn jumps_to(&self, number: i32, due: &Due, out: &mut Vec<Candidate>) {
        let Ok(number) = u16::try_from(number) else { return };
        let parted = |rows: &[Row]| rows.partition_point(|row| row.token < due.place);
        let rows = self.lines.rows_numbered(number);
        let (above, behind) = rows.split_at(parted(rows));
        for row in behind.iter().take(2) {
            self.jump(row, due, out);
        }
        if let Some(row) = above.last()
            && self.lines.in_one_table(self.lattice, row.token, due.place)
        {
            self.jump(row, due, out);
        }
        // At the top of the next column of the page, where something else stands before it on the line.
        let beside = self.lines.beside(number);
        let (above, behind) = beside.split_at(parted(beside));
        for row in above.last().into_iter().chain(behind.first()) {
            let lines = self.lattice.line_of(due.place).abs_diff(self.lattice.line_of(row.token));
            if self.lattice.dialect.ocr && lines <= LONGEST_PAGE {
                self.jump(row, due, out);
            }
        }
    }

    /// The first moves of the blocks of rows of the same game: the halves of a table that stand beside one another are
    /// cut by pages, and their numbers may be lost.
    fn halves(&self, due: &Due, out: &mut Vec<Candidate>) {
        let looks = &self.lines.looks;
        let line = self.lattice.line_of(due.place.saturating_sub(1));
        let is_game = |&line: &usize| looks[line] != Look::GameTitle;
        let is_first = |&line: &usize| {
            line > 0 && looks[line] == Look::Row && matches!(looks[line - 1], Look::Blank | Look::Head(_))
        };
        let above = (line.saturating_sub(LONGEST_PAGE)..=line).rev().take_while(is_game).filter(is_first);
        let below = (line + 1..looks.len().min(line + LONGEST_PAGE)).take_while(is_game).filter(is_first);
        for first in above.take(MOST_HALVES).chain(below.take(MOST_HALVES)) {
            let token = self.lattice.lines[first];
            if token >= due.place && first <= line + 1 {
                continue;
            }
            let column = self.lattice.column(self.lattice.tokens[token as usize].start as usize, first);
            let from = out.len();
            self.jump(&Row { token, column }, due, out);
            out[from..].iter_mut().for_each(|candidate| {
                candidate.cost += cost::OTHER_COLUMN;
                candidate.habit.jumps = true;
            });
        }
    }

    fn jump(&self, row: &Row, due: &Due, out: &mut Vec<Candidate>) {
        let back = row.token < due.place;
        let crossed = if back { 0 } else { self.lines.crossed(self.lattice, due.place, row.token) };
        if crossed > cost::MOST_STEP {
            return;
        }
        // A row of the same game stands below the one before, or at the top of the next column.
        let column = due.column.map_or(0, |column| row.column.abs_diff(usize::from(column)));
        let aside = if column > 4 || back { cost::OTHER_COLUMN } else { 0 };
        let left = if self.leaves_row(due.place) { cost::SKIP_ROW } else { 0 };
        let crossed = crossed + left;
        let from = out.len();
        let price = if due.habit.jumps { 0 } else { cost::JUMP };
        self.scan_few(row.token, due, price + crossed + aside, out, 1);
        for candidate in &mut out[from..] {
            candidate.column = u16::try_from(row.column).ok();
            candidate.apart += match (back, column > 4) {
                (true, true) => 0,
                // Rows in the wrong order.
                (true, false) => cost::SKIP_ROW,
                (false, _) => self.lines.apart(self.lattice, due.place, row.token) + left,
            };
            candidate.habit.jumps |= back || self.stands_beside(due.place);
        }
    }

    /// Does a numbered move stand behind a place on its line?
    fn stands_beside(&self, place: u32) -> bool {
        let line = self.lattice.line_of(place);
        let mut number = false;
        for at in place..self.lattice.lines[line + 1] {
            match self.lattice.tokens[at as usize].kind {
                Kind::Number { .. } => number = true,
                Kind::Word if number && !self.lattice.edges(at).is_empty() => return true,
                _ => {}
            }
        }
        false
    }
}
