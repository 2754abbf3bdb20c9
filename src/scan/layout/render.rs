//! Rows become lines: cells at columns that are the same all down the block, at least three blanks apart.

use super::columns::{Block, GAP};
use super::item::{Item, Row, median};
use super::number;
use crate::scan::Page;
use crate::source::{PageStart, Places, Stretch};
use crate::span::Span;

/// A cell may begin after a narrower gap than others where it stands below such a cell.
const ALIGNED: f32 = 0.8;
/// Of a row with two such cells any other begins behind a gap as wide as this: blanks within a move may be wide, too.
const ALONE: f32 = 3.0;
/// Cells that begin as near as this stand in one column, in heights of words.
const NEAR: f32 = 0.6;
/// So many cells make a column.
const FEWEST: usize = 3;
/// No cell begins farther from the margin than this, in characters.
const FARTHEST: usize = 200;
/// Below this confidence a few letters before a row are noise.
const UNSURE: u8 = 50;
/// Blanks between cells, at least.
const APART: usize = 3;

/// Between pages: a form feed on a line of its own.
const BREAK: &str = "\u{c}\n";

/// The text so far.
#[derive(Default)]
pub(super) struct Out {
    text: String,
    places: Places,
}

/// Where cells begin in a block.
#[derive(Debug, Default)]
struct Columns {
    /// The left edge of each column, from left to right.
    starts: Vec<f32>,
    /// Where most rows begin, if they begin at one place.
    first: Option<f32>,
    /// From where to where numbers stand, if they have a column.
    numbers: Option<(f32, f32)>,
}

impl Out {
    pub fn page(&mut self, page: &Page, name: String) {
        let start = Span::of(self.text.len(), 0).start;
        self.places.pages.push(PageStart { start, file: page.file, name, spot: page.spot, area: page.area });
    }

    pub fn end_page(&mut self) {
        self.text.push_str(BREAK);
    }

    pub fn finish(mut self) -> (String, Places) {
        // The last page ends with the text.
        self.text.truncate(self.text.len() - if self.text.ends_with(BREAK) { BREAK.len() } else { 0 });
        (self.text, self.places)
    }

    pub fn block(&mut self, page: &Page, block: &Block, unit: f32) {
        let rows = &block.rows;
        if !(block.goes_on || self.text.is_empty() || self.text.ends_with(BREAK)) {
            self.text.push('\n');
        }
        let items = || rows.iter().flat_map(|row| &row.items);
        let margin = items().map(|item| item.left).fold(f32::MAX, f32::min);
        let mut widths: Vec<f32> =
            items().filter(|item| item.count >= 3).map(|item| item.width() / item.count as f32).collect();
        // Narrow letters, so that few cells reach into the next column.
        let quarter = widths.len() / 4;
        let width = if widths.is_empty() {
            0.6 * unit
        } else {
            *widths.select_nth_unstable_by(quarter, f32::total_cmp).1
        };
        let width = width.max(0.2 * unit);
        let mut steps: Vec<f32> = rows.windows(2).map(|pair| pair[1].base - pair[0].base).collect();
        let pitch = median(&mut steps).unwrap_or(2.0 * unit).max(unit);
        let columns = Columns::of(rows, unit);
        let mut before: Option<f32> = None;
        for row in rows {
            let cells = columns.cells(row, page, unit);
            if cells.is_empty() {
                continue;
            }
            if before.is_some_and(|before| row.base - before > 1.6 * pitch) {
                self.text.push('\n');
            }
            before = Some(row.base);
            self.row(page, &cells, |x| {
                let start = columns.nearest(x, unit).unwrap_or(x);
                (((start - margin) / width).round().max(0.0) as usize).min(FARTHEST)
            });
        }
    }

    fn row(&mut self, page: &Page, cells: &[Vec<Item>], column: impl Fn(f32) -> usize) {
        let mut at = 0;
        for (number, cell) in cells.iter().enumerate() {
            let start = cell.first().map_or(0, |item| column(item.left));
            let start = if number == 0 { start } else { start.max(at + APART) };
            self.text.extend(std::iter::repeat_n(' ', start - at.min(start)));
            at = start;
            for (i, item) in cell.iter().enumerate() {
                if i > 0 {
                    self.text.push(' ');
                    at += 1;
                }
                let Some(word) = page.words.get(item.word as usize) else { continue };
                let from = self.text.len();
                self.text.push_str(word.text.of_text(&page.text));
                self.places.stretches.push(Stretch {
                    text: Span::of(from, self.text.len()),
                    spot: word.spot,
                    area: word.area,
                });
                at += item.count as usize;
            }
        }
        self.text.push('\n');
    }
}

impl Columns {
    fn of(rows: &[Row], unit: f32) -> Self {
        let mut starts: Vec<f32> = Vec::new();
        let mut numbers: Vec<(f32, f32)> = Vec::new();
        for row in rows {
            let mut end = f32::MIN;
            for item in &row.items {
                if item.left - end >= GAP * unit {
                    starts.push(item.left);
                }
                end = end.max(item.right);
            }
            let first = row.items.iter().find(|item| item.reads);
            if let Some(first) = first.filter(|first| first.number.is_some()) {
                numbers.push((first.left, first.right));
            }
        }
        starts.sort_by(f32::total_cmp);
        let mut columns = Self::default();
        for group in starts.chunk_by(|a, b| b - a <= NEAR * unit) {
            if group.len() >= FEWEST {
                columns.starts.push(group[group.len() / 2]);
            }
        }
        let begin = |start: &f32| {
            let near = |item: &Item| (item.left - start).abs() <= NEAR * unit;
            rows.iter().filter(|row| row.items.iter().any(near)).count() * 2 > rows.len()
        };
        columns.first = columns.starts.iter().copied().find(begin);
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        if numbers.len() >= FEWEST.max(rows.len() / 8) {
            // Most of them: what stands at the beginning of a line of prose is none.
            let middle = numbers[numbers.len() / 2];
            let mut rights: Vec<f32> = numbers.iter().map(|number| number.1).collect();
            let right = median(&mut rights).unwrap_or(middle.1).max(middle.1);
            columns.numbers = Some((middle.0 - unit, right + 0.5 * unit));
        }
        columns
    }

    /// The beginning of the column that a place belongs to.
    fn nearest(&self, x: f32, unit: f32) -> Option<f32> {
        let after = self.starts.partition_point(|start| *start < x);
        let around = [after.checked_sub(1), Some(after)];
        let starts = around.into_iter().flatten().filter_map(|i| self.starts.get(i).copied());
        let near = starts.filter(|start| (start - x).abs() <= NEAR * unit);
        near.min_by(|a, b| (a - x).abs().total_cmp(&(b - x).abs()))
    }

    /// Cuts a row into its cells, without specks.
    fn cells(&self, row: &Row, page: &Page, unit: f32) -> Vec<Vec<Item>> {
        let mut cells: Vec<Vec<Item>> = Vec::new();
        let mut end = f32::MIN;
        let in_columns = row.items.iter().filter(|item| self.nearest(item.left, unit).is_some()).count() >= 2;
        let alone = if in_columns { ALONE } else { GAP };
        let mut items = row.items.iter().filter(|item| !self.is_speck(item, row, page, unit)).peekable();
        while let Some(item) = items.next() {
            let gap = item.left - end;
            let is_aligned = || self.nearest(item.left, unit).is_some();
            let begins = gap >= alone * unit || gap >= ALIGNED * unit && is_aligned();
            // What cannot be read and stands apart from everything is a speck, unless it stands where a move may: dots.
            let next = items.peek().map_or(f32::MAX, |next| next.left - item.right);
            let is_apart = begins && next >= 0.8 * unit && !item.reads && item.count <= 2;
            if is_apart && !is_aligned() {
                continue;
            }
            end = end.max(item.right);
            match cells.last_mut() {
                Some(cell) if !begins => cell.push(*item),
                _ => cells.push(vec![*item]),
            }
        }
        cells
    }

    /// What stands alone before the first move of a row, where numbers have their column, and is no number.
    fn is_speck(&self, item: &Item, row: &Row, page: &Page, unit: f32) -> bool {
        if item.number.is_some() || item.count > 4 {
            return false;
        }
        let next = row.items.iter().map(|other| other.left).filter(|left| *left > item.left);
        let next = next.min_by(f32::total_cmp).unwrap_or(f32::MAX);
        let is_cell = next - item.right >= 0.5 * unit && self.nearest(next, unit).is_some();
        if !is_cell {
            return false;
        }
        let word = page.words.get(item.word as usize);
        let text = word.map_or("", |word| word.text.of_text(&page.text));
        match self.numbers {
            Some((left, right)) => {
                item.left >= left && item.right <= right && !(item.reads && number::may_be(text))
            }
            // The recogniser lost all numbers, and made something of their column that is none.
            None => {
                let is_unsure = word.and_then(|word| word.confidence).is_some_and(|sure| sure < UNSURE);
                let before = |first: f32| item.right < first && (next - first).abs() <= NEAR * unit;
                (is_unsure || !number::may_be(text)) && self.first.is_some_and(before)
            }
        }
    }
}
