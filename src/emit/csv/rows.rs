//! Rows of a table, cell by cell.
use super::super::Rows;
use super::super::sheet::Sheet;
use super::{cell, half_moves, quoted, safe};
use crate::bytes::{append_hex, append_word, digits};
use crate::game::move_row::{Block, MoveField};
use crate::game::value::Value;

impl Rows for Sheet {
    #[inline]
    fn row<'a, C>(
        &mut self,
        columns: impl Iterator<Item = C>,
        value: impl Fn(C) -> Value<'a>,
        is_safe: bool,
    ) {
        if is_safe {
            row_with(columns, value, self, safe);
        } else {
            row_with(columns, value, self, quoted);
        }
    }

    fn moves<'c>(
        &mut self,
        columns: impl Iterator<Item = &'c MoveField> + Clone,
        block: &Block<'_>,
        is_safe: bool,
    ) {
        half_moves::write(columns, block, self, if is_safe { safe } else { quoted });
    }
}

#[inline(always)]
fn row_with<'a, C>(
    columns: impl Iterator<Item = C>,
    value: impl Fn(C) -> Value<'a>,
    sheet: &mut Sheet,
    quoted: impl Fn(&str, &mut Vec<u8>),
) {
    let mut line = Line::begin(sheet, quoted);
    for column in columns {
        let value = value(column);
        line.cell(&value);
    }
    line.end();
}

/// A row that is written.
struct Line<'s, F> {
    sheet: &'s mut Sheet,
    start: usize,
    /// It has the number of a game, which is not known yet.
    is_open: bool,
    quoted: F,
}

impl<'s, F: Fn(&str, &mut Vec<u8>)> Line<'s, F> {
    #[inline(always)]
    fn begin(sheet: &'s mut Sheet, quoted: F) -> Self {
        let start = sheet.bytes.len();
        Self { sheet, start, is_open: false, quoted }
    }

    #[inline(always)]
    fn cell(&mut self, value: &Value<'_>) {
        let bytes = &mut self.sheet.bytes;
        match *value {
            Value::Game(index) => {
                self.is_open = true;
                self.sheet.game_number(index);
            }
            // The commonest kinds, without a call.
            Value::Empty | Value::Numbers([]) => {}
            Value::Number(n @ 0..100) => append_word(bytes, digits(n as u8)),
            Value::Text(text) => (self.quoted)(text, bytes),
            Value::Plain(text) => bytes.extend_from_slice(text),
            Value::Claim(claim) => bytes.extend_from_slice(if claim { b"true" } else { b"false" }),
            Value::Key(key) => append_hex(key, bytes),
            Value::Word(word) => append_word(bytes, word),
            _ => cell(value, bytes),
        }
        self.sheet.bytes.push(b',');
    }

    #[inline(always)]
    fn end(self) {
        let Self { sheet, start, is_open, .. } = self;
        // The last comma is the line end.
        sheet.bytes.truncate(sheet.bytes.len().saturating_sub(1).max(start));
        if sheet.bytes.len() == start && !is_open {
            // A single empty cell: a blank line would be no row to most readers.
            sheet.bytes.extend_from_slice(b"\"\"");
        }
        sheet.bytes.push(b'\n');
        sheet.relieve();
    }
}
