//! Rows behind a game that no game has: are they its own?
use std::ops::Range;

use super::{Coverage, FARTHEST, LINES_OF_END, LONGEST, MOST_LOST, MOST_PLACES, Numbered, Row};
use crate::book::{furniture, heading};
use crate::grammar::detect;
use crate::lexicon::endings;
use crate::lexicon::words::is_dash;
use crate::span::{Span, floor_char};

/// A page has so many lines at most.
const LINES_OF_PAGE: usize = 80;

/// A line of so many cells at least, each of them a move, is one of moves.
const CELLS: usize = 3;

/// So many numbers stand in a row at most.
const NUMBERS_OF_ROW: usize = 5;

impl Coverage<'_> {
    /// The first row of moves that no game has and that goes on with one of so many half-moves.
    pub(super) fn left(&self, extent: Span, stop: u32, plies: u32, is_open: bool) -> Option<Span> {
        let due = plies / 2 + 1;
        let rows: Vec<Row> =
            (due..due + MOST_LOST + 2).flat_map(|value| self.unread(extent.start..stop, value)).collect();
        let goes_on = |row: &&Row| {
            let follows =
                |next: &Row| (row.value + 1..row.value + 3).contains(&next.value) && next.at > row.at;
            let is_bare = || row.value <= due + 1 && detect::is_bare_row(self.words(row), self.dialect);
            let is_next = || row.value == due && self.is_half_blurred(row);
            // Beside the moves of a table words may stand.
            let is_in_cells = || {
                let both = self.cells(self.line(row.span)).take(2);
                row.value <= due + 1 && both.filter_map(|cell| self.only_move(cell)).count() == 2
            };
            row.value <= due + MOST_LOST
                && (rows.iter().any(follows) || is_bare() || is_next() || is_in_cells())
        };
        let Some(first) = rows.iter().find(goes_on) else {
            return if plies.is_multiple_of(2) { self.blurred(extent, stop, due) } else { None };
        };
        let values = (due..due + MOST_LOST + 2).filter(|value| rows.iter().any(|row| row.value == *value));
        let goes_far = values.count() >= MOST_LOST as usize;
        // Where the words of a game run on to them and nothing else tells how it ended they are its own.
        let is_own = is_open && self.runs_on(extent, first) && (goes_far || self.ends_behind(first, stop));
        (is_own || !self.begins_another(extent, first, plies, goes_far)).then_some(first.span)
    }

    /// The first move of a line below the last of a game, without numbers, of which every cell is a move, several of them or as
    /// many as the rows of the game have, and no game has the first: above any title but that of a page, and any words that say
    /// how the game ended.
    pub(super) fn unnumbered(&self, last: Span, stop: u32) -> Option<Span> {
        let words = |line: usize| self.page.row_text(line).trim();
        let below = self.line(last) + 1..self.line(Span::new(stop, stop));
        let near = below.filter(|&line| !words(line).is_empty()).take(LINES_OF_END);
        let is_other = |line: usize| {
            let is_headed = || self.is_title(line) && !self.bears_page(line);
            endings::ending_at(words(line)).is_some()
                || heading::columns(words(line)).is_some()
                || is_headed()
        };
        let last = self.line(last);
        let is_numbered = |line: usize| {
            words(line).trim_start_matches(['|', ' ']).starts_with(|c: char| c.is_ascii_digit())
        };
        let is_bare = !is_numbered(last)
            && self.cells(last).count() == 2
            && self.cells(last).all(|cell| self.only_move(cell).is_some());
        near.take_while(|&line| !is_other(line)).find_map(|line| {
            let cells = || self.cells(line).map(|cell| self.only_move(cell));
            let fewest = if is_bare && !is_numbered(line) { 2 } else { CELLS };
            let is_row = cells().count() >= fewest && cells().all(|mv| mv.is_some());
            cells().next().flatten().filter(|&mv| is_row && !self.is_taken(mv))
        })
    }

    /// Does no blank line part a row from the last move in front of it?
    fn runs_on(&self, extent: Span, row: &Row) -> bool {
        let last = self.page.rows.partition_point(|line| line.span.end < extent.end);
        let mut lines = last..self.line(row.span);
        row.span.start >= extent.end && lines.all(|line| !self.page.row_text(line).trim().is_empty())
    }

    /// The first of the rows behind a game that no game has and whose numbers lie beyond its last, if there are more of them
    /// than of its own, and no title stands between.
    pub(super) fn farther(&self, behind: Range<u32>, plies: u32) -> Option<Span> {
        let first = self.all.partition_point(|number| number.place < behind.start);
        let here = self.all[first..].iter().take_while(|number| number.place < behind.end);
        let mut rows =
            here.filter_map(|number| self.row(number)).take_while(|row| row.value * 2 > plies).peekable();
        let span = rows.peek()?.span;
        let from = self.page.rows.partition_point(|row| row.span.end <= behind.start);
        let is_headed = || (from..self.line(span)).any(|line| self.is_title(line));
        let enough = plies.div_ceil(2) as usize + 1;
        (rows.take(enough).count() == enough && !is_headed()).then_some(span)
    }

    /// The number that is due right behind a game, and the next behind it, where words say that their moves are not played.
    pub(super) fn thought_of(&self, behind: Range<u32>, plies: u32) -> Option<Span> {
        let first = self.all.partition_point(|number| number.place < behind.start);
        let due = plies / 2 + 1;
        let is_thought = |at: usize, value: u32| {
            let number = self.all.get(at).filter(|number| number.is_thought && number.value == value);
            number.filter(|number| number.word < behind.end.min(behind.start + FARTHEST))
        };
        let (number, _) = is_thought(first, due).zip(is_thought(first + 1, due + 1))?;
        Some(Span::new(number.place, number.word + 1))
    }

    /// The first of two rows on the page above the end of a game that no game has and that go on with its number: where the
    /// columns of a page are printed across its title may stand at the foot of the first, and its next rows beside other
    /// words.
    pub(super) fn above(&self, extent: Span, plies: u32) -> Option<Span> {
        let due = plies.div_ceil(2) + 1;
        let first = self.line(Span::new(extent.start, extent.start + 1));
        let end = self.page.rows.partition_point(|row| row.span.start < extent.end);
        let lines = first.saturating_sub(LINES_OF_PAGE)..end;
        let rows = |value: u32| {
            let places = self.rows.numbers_of(value).iter();
            let numbers = places.map(|&at| &self.all[at]).filter(|number| lines.contains(&number.line));
            numbers.filter(|number| self.ends_line(number))
        };
        let goes_on = |row: &&Numbered| {
            rows(row.value + 1).any(|next| (row.line + 1..row.line + 3).contains(&next.line))
        };
        // A mark may stand in the first.
        (due..due + MOST_LOST).flat_map(rows).find(goes_on).map(|row| Span::new(row.word, row.word + 1))
    }

    /// Do the moves of a number, which no game has, end a line that something else begins?
    fn ends_line(&self, number: &Numbered) -> bool {
        let row = &self.page.rows[number.line];
        let words = &self.page.text[number.end..row.end()];
        let words = &words[..floor_char(words, LONGEST)];
        let next = self.all.partition_point(|next| next.at <= number.at);
        let is_last = self.all.get(next).is_none_or(|next| next.line > number.line);
        !self.begins_line(number)
            && !self.is_read(number)
            && is_last
            && detect::moves(words, self.dialect).next().is_some()
            && detect::is_bare_row(words, self.dialect)
    }

    /// Do the rows in front of one belong to something else, another game or another way to play? The game itself may
    /// have been left for one that stands above without a title: then rows go far beyond its end.
    fn begins_another(&self, extent: Span, row: &Row, plies: u32, goes_far: bool) -> bool {
        let due = plies / 2 + 1;
        let end = row.span.start;
        let number = self.all.partition_point(|number| number.at < row.at);
        // In running text a row goes on with the one before it, on the line above perhaps; numbers between name squares.
        let own = &self.all[number];
        // White's move that is due for Black is told in another way.
        if !own.begins_cell && row.value == due && !plies.is_multiple_of(2) && !self.is_blacks(own) {
            return true;
        }
        let before = self.all[..number].iter().rev().take(NUMBERS_OF_ROW);
        let is_played = |before: &Numbered| {
            before.value < due || before.value <= plies.div_ceil(2) && !self.is_blacks(before)
        };
        let mut before = before.filter(|before| before.value + 1 == row.value && is_played(before));
        let runs_on = |before: &Numbered| !before.begins_cell && before.line + 1 == own.line;
        let goes_on = |before: &&Numbered| !own.begins_cell || self.begins_line(own) && runs_on(before);
        if before.next().filter(goes_on).is_some_and(|before| !self.is_read(before)) {
            return true;
        }
        if end < extent.end {
            return (1..3).flat_map(|value| self.unread(extent.start..end, value)).next().is_some();
        }
        let first = self.all.partition_point(|number| number.place < extent.end);
        // What stands behind rows on their lines is another column.
        let own = &self.all[..first][self.all.partition_point(|number| number.place < extent.start)..];
        let in_lines = self.begins_line(&self.all[number])
            && (due.saturating_sub(2).max(1)..due)
                .all(|value| own.iter().any(|of| of.value == value && self.begins_line(of)));
        let between = self.all[first..].iter().take_while(|number| number.place < end);
        let between = between.filter(|number| !in_lines || self.begins_line(number));
        let mut line = self.page.rows.partition_point(|row| row.span.end <= extent.end);
        let mut is_headed = false;
        let is_other = between.clone().take(MOST_PLACES + 1).enumerate().any(|(at, number)| {
            is_headed |= (line..number.line).any(|line| self.is_title(line) && !self.bears_page(line));
            line = line.max(number.line);
            // Where no row goes on with it, its number is misprinted.
            let goes_on = || between.clone().skip(at + 1).any(|next| next.value == number.value + 1);
            let is_lower =
                || number.value < due && self.row(number).is_some() && (is_headed || !goes_far || goes_on());
            at == MOST_PLACES || (number.value < 3 || is_headed || !goes_far) && is_lower()
        });
        // Below a title they are its rows only if their number is the very next.
        is_other || is_headed && row.value > plies.div_ceil(2) + 1
    }

    /// Is a title that of a page, with its number?
    fn bears_page(&self, line: usize) -> bool {
        furniture::bears_page(self.page.row_text(line))
    }

    /// Does a game begin behind a row on its line that goes on with one above? It stands in another column then.
    pub(super) fn is_beside_row(&self, start: u32) -> bool {
        let line = self.line(Span::new(start, start + 1));
        let first = self.all.partition_point(|number| number.line < line);
        let Some([row, own]) = self.all.get(first..first + 2) else { return false };
        let is_behind = own.line == line && own.place <= start && own.value < row.value;
        let mut above = self.all[..first].iter().rev().take(NUMBERS_OF_ROW);
        is_behind
            && self.begins_line(row)
            && above.any(|above| above.value + 1 == row.value && self.begins_line(above))
    }

    /// Do dots or a dash behind a number hold the place of White's move?
    fn is_blacks(&self, number: &Numbered) -> bool {
        let behind = &self.page.text[number.end..];
        let behind = behind.strip_prefix('.').unwrap_or(behind).trim_start_matches([' ', '\t']);
        behind.starts_with(|c: char| c == '.' || is_dash(c))
    }

    /// Does nothing stand on its line in front of a number, or the same number?
    fn begins_line(&self, number: &Numbered) -> bool {
        let before = &self.page.text[self.page.rows[number.line].start()..number.at];
        let before = before.trim_matches([' ', '\t', '|']);
        let figures = before.split(|c: char| !c.is_ascii_digit()).next();
        before.is_empty() || figures.and_then(|figures| figures.parse().ok()) == Some(number.value)
    }

    /// Do words that say how a game ended stand behind the rows that go on from one?
    fn ends_behind(&self, row: &Row, stop: u32) -> bool {
        let number = self.all.partition_point(|number| number.at < row.at);
        self.last_row(&self.all[number], stop).is_some_and(|last| self.is_end_near(last.span))
    }
}
