//! Two games in the four columns of one table, with one number a row: `1.  P-K4  P-K4  P-Q4  P-Q4`, as matches by letter are
//! printed. The number is put before the second game's moves, too.
use std::borrow::Cow;

use super::cells::{Placed, cells, numbered};
use super::{Page, Part};

/// So many rows whose numbers count on show that a table has two games.
const ROWS: usize = 3;

/// No cell of a move is longer, in bytes.
const LONGEST: usize = 24;

/// The cells of a game.
const OF_GAME: usize = 2;

/// A row: its number, and the cells behind it.
struct Row {
    number: u32,
    cells: Vec<Placed>,
}

/// The row that a line is, if it begins with a number.
fn row(line: &str) -> Option<Row> {
    let (figures, behind) = numbered(line);
    let number = figures.parse().ok().filter(|_| figures.len() <= 2)?;
    let behind = behind.trim_start_matches(['.', ')', ' ']);
    // The first cell is the one behind the bar of the number.
    let start = line.len() - behind.strip_prefix(['|', '\t']).unwrap_or(behind).len();
    let mut cells = cells(&line[start..]);
    for cell in &mut cells {
        cell.words = start + cell.words.start..start + cell.words.end;
    }
    Some(Row { number, cells })
}

/// May words in a cell be a move?
fn may_move(words: &str) -> bool {
    words.len() <= LONGEST
        && (words.starts_with(|c: char| c.is_ascii_uppercase()) || words.starts_with("0-0"))
}

impl Page {
    /// The text with the numbers of such rows before the moves of both games.
    #[must_use]
    pub fn with_shared_numbers(self, original_len: usize) -> Self {
        let mut puts: Vec<(usize, u32)> = Vec::new();
        let mut line = 0;
        while line < self.rows.len() {
            let Some((rows, end)) = self.table(line) else {
                line += 1;
                continue;
            };
            line = end;
            puts.extend(rows);
        }
        if puts.is_empty() {
            return self;
        }
        let mut parts = Vec::with_capacity(2 * puts.len() + 1);
        let mut start = 0;
        for (at, number) in puts {
            let place = self.span(at, at + 1).start;
            parts.extend([Part::Kept(start..at), Part::Put(Cow::Owned(format!("{number}. ")), place)]);
            start = at;
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// Where the second games' moves stand in the rows of a table that begins with a line and their numbers, and where it
    /// ends.
    fn table(&self, first: usize) -> Option<(Vec<(usize, u32)>, usize)> {
        let begin = row(self.row_text(first))?;
        let is_full = |row: &Row, line: usize| {
            let words = self.row_text(line);
            row.cells.len() == 2 * OF_GAME
                && row.cells.iter().all(|cell| may_move(&words[cell.words.clone()]))
        };
        if begin.number != 1 || !is_full(&begin, first) {
            return None;
        }
        // Where the second game's columns stand, by blanks.
        let column = begin.cells[OF_GAME].words.start;
        let has_bars = self.row_text(first).contains(['|', '\t']);
        let (mut puts, mut full, mut due) = (Vec::new(), 0, 1);
        let mut line = first;
        while line < self.rows.len() {
            let words = self.row_text(line);
            let Some(row) = row(words).filter(|row| row.number == due) else {
                let is_rule = !words.contains(char::is_alphanumeric);
                if is_rule && line > first {
                    line += 1;
                    continue;
                }
                break;
            };
            full += usize::from(is_full(&row, line));
            let second = if has_bars {
                row.cells.iter().find(|cell| cell.place == OF_GAME)
            } else {
                row.cells.iter().find(|cell| cell.words.start + 1 >= column)
            };
            if let Some(cell) = second {
                puts.push((self.rows[line].start() + cell.words.start, row.number));
            }
            due += 1;
            line += 1;
        }
        (full >= ROWS && full * 2 > puts.len()).then_some((puts, line))
    }
}
