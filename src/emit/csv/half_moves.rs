//! The rows of half-moves: cells of which it is known what comes, put together in a place of fixed length.
use super::super::sheet::Sheet;
use super::cell;
use crate::bytes::{Pen, digits, hex, short_decimal};
use crate::game::move_row::{Block, Line, MoveColumn, MoveField};
use crate::game::value::Value;

/// What is put together before it goes to the sheet, in bytes.
const ROOM: usize = 1 << 11;

/// A cell that is not longer is written without asking for room.
const MOST: usize = 32;

/// What stands in a column.
enum Cell {
    /// What the game says, the same in all rows: from here to there in what was written once.
    Said(usize, usize),
    Own(MoveColumn),
}

/// Appends a row for each of these half-moves.
pub(super) fn write<'c>(
    columns: impl Iterator<Item = &'c MoveField>,
    block: &Block<'_>,
    sheet: &mut Sheet,
    quoted: fn(&str, &mut Vec<u8>),
) {
    let Some(first) = block.rows().next() else { return };
    let mut said = Vec::new();
    let cells: Vec<_> = columns
        .map(|column| match column {
            MoveField::Move(column) if *column != MoveColumn::File => Cell::Own(*column),
            _ => {
                let start = said.len();
                match first.field(column) {
                    Value::Text(text) => quoted(text, &mut said),
                    value => cell(&value, &mut said),
                }
                Cell::Said(start, said.len())
            }
        })
        .collect();
    let mut text = [0; ROOM];
    let mut rows = Rows { pen: Pen::new(&mut text), is_open: false, sheet };
    for row in block.rows() {
        let before = rows.length();
        rows.is_open = false;
        for cell in &cells {
            match *cell {
                Cell::Said(from, to) => rows.text(said.get(from..to).unwrap_or_default()),
                Cell::Own(column) => column.cell(&row, &mut rows),
            }
        }
        rows.end(before);
    }
    rows.flush();
}

/// Rows that are written.
struct Rows<'s> {
    pen: Pen<'s, ROOM>,
    /// The row has the number of a game, which is not known yet.
    is_open: bool,
    sheet: &'s mut Sheet,
}

/// Hands on what was put together.
#[inline(never)]
fn hand_on(text: &[u8], sheet: &mut Sheet) {
    sheet.bytes.extend_from_slice(text);
}

/// The same, and behind it what is too long for the room there is, or of a kind that is seldom.
#[inline(never)]
fn append(text: &[u8], value: &Value<'_>, sheet: &mut Sheet) {
    sheet.bytes.extend_from_slice(text);
    cell(value, &mut sheet.bytes);
}

impl Rows<'_> {
    /// How much is written, gaps not counted.
    #[inline(always)]
    fn length(&self) -> usize {
        self.sheet.bytes.len() + self.pen.length()
    }

    #[inline(always)]
    fn flush(&mut self) {
        hand_on(self.pen.written(), self.sheet);
        self.pen.go_to(0);
    }

    /// Writes the first `length` of some bytes, and a comma.
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        if self.pen.length() > ROOM - MOST {
            self.flush();
        }
        self.pen.put_before(bytes, length, b',');
    }

    #[inline(always)]
    fn word(&mut self, (word, length): (u64, usize)) {
        self.put(&word.to_le_bytes(), length);
    }

    fn append(&mut self, value: &Value<'_>) {
        append(self.pen.written(), value, self.sheet);
        self.pen.go_to(0);
    }

    /// Writes a cell of a kind that is seldom.
    fn seldom(&mut self, value: &Value<'_>) {
        self.append(value);
        self.word((0, 0));
    }

    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        if !self.pen.text(text) {
            self.append(&Value::Plain(text));
        }
        self.word((0, 0));
    }

    /// Ends a row that began when so much was written.
    #[inline(always)]
    fn end(&mut self, before: usize) {
        // A single empty cell: a blank line would be no row to most readers.
        if self.length() == before + 1 && !self.is_open {
            self.pen.go_to(self.pen.length() - 1);
            self.text(b"\"\"");
        }
        // The last comma is the line end.
        self.pen.replace_last(b'\n');
        self.sheet.relieve();
    }
}

impl Line for Rows<'_> {
    #[inline(always)]
    fn take(&mut self, value: &Value<'_>) {
        match *value {
            Value::Game(index) => {
                self.is_open = true;
                self.sheet.game_number_behind(self.pen.length(), index);
                self.word((0, 0));
            }
            Value::Empty | Value::Numbers([]) => self.word((0, 0)),
            Value::Number(n @ 0..100) => self.word(digits(n as u8)),
            Value::Number(n) => match short_decimal(n) {
                Some(word) => self.word(word),
                None => self.seldom(value),
            },
            Value::Plain(text) => self.text(text),
            Value::Claim(true) => self.word((u64::from_le_bytes(*b"true\0\0\0\0"), 4)),
            Value::Claim(false) => self.word((u64::from_le_bytes(*b"false\0\0\0"), 5)),
            Value::Key(key) => self.put(&hex(key), 16),
            Value::Word(word) => self.word(word),
            _ => self.seldom(value),
        }
    }
}
