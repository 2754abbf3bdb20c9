//! A page in another order.
use std::ops::Range;

use super::{Page, Part};
use crate::book::heading::{self, Columns};

/// So many lines from one with the sign of a quotation stands another.
const NEAR: usize = 2;

/// No rule of a table is shorter, in bytes.
const RULE: usize = 5;

/// A board has so many crosses in a rule, and a table fewer.
const OF_BOARD: usize = 8;

/// Is a line the rule of a table, with a cross where the columns meet?
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let fewest = if line.starts_with('+') { 3 } else { 1 };
    line.len() >= RULE
        && (fewest..OF_BOARD).contains(&line.bytes().filter(|&b| b == b'+').count())
        && line.bytes().all(|b| matches!(b, b'+' | b'-' | b'=' | b':' | b'|' | b' '))
}

/// Is a line a row with a number in its first cell, or the head of such rows?
fn is_row_or_head(line: &str) -> bool {
    let is_numbered = line.trim_start_matches(['|', ' ']).starts_with(|c: char| c.is_ascii_digit());
    is_numbered || matches!(heading::columns(line), Some(Columns::WhiteBlack | Columns::BlackWhite))
}

impl Page {
    /// The text without the signs of quotations at the beginning of its lines, `> 1. P-K4 P-K4`, and without the rules of
    /// tables, `+----+--------+`.
    #[must_use]
    pub fn without_signs(self, original_len: usize) -> Self {
        let signs = |row: usize| {
            let words = self.row_text(row);
            let bare = words.trim_start_matches([' ', '>']);
            let len = words[..words.len() - bare.len()].rfind('>').map_or(0, |last| last + 1);
            let start = self.rows[row].start();
            (words.starts_with('>') || len > 0).then_some(start..start + len)
        };
        let rows = if self.text.contains('>') { self.rows.len() } else { 0 };
        let all: Vec<Option<Range<usize>>> = (0..rows).map(signs).collect();
        // One alone is a speck of raw print; what a mail breaks off its lines stands between them.
        let is_one_of_some = |row: usize| {
            let near = row.saturating_sub(NEAR)..(row + NEAR + 1).min(rows);
            all[near].iter().flatten().count() > 1
        };
        let quoted = (0..rows).filter(|&row| is_one_of_some(row)).filter_map(|row| all[row].clone());
        let ruled = if self.text.contains("-+") { self.rows.len() } else { 0 };
        let is_of_table = |row: usize| {
            let above = row.checked_sub(1).is_some_and(|above| is_row_or_head(self.row_text(above)));
            above || is_row_or_head(self.row_text(row + 1))
        };
        let ruled = (0..ruled).filter(|&row| is_rule(self.row_text(row)) && is_of_table(row));
        let ruled = ruled.map(|row| self.rows[row].start()..self.rows[row].end());
        let mut signs: Vec<Range<usize>> = quoted.chain(ruled).collect();
        signs.sort_unstable_by_key(|sign| sign.start);
        if signs.is_empty() {
            return self;
        }
        self.without(signs, original_len)
    }

    /// The text without some stretches, in their order.
    pub(super) fn without(
        &self,
        stretches: impl IntoIterator<Item = Range<usize>>,
        original_len: usize,
    ) -> Self {
        let mut parts = Vec::new();
        let mut start = 0;
        for stretch in stretches {
            parts.push(Part::Kept(start..stretch.start.max(start)));
            start = stretch.end.max(start);
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// A page whose rows are stretches of this one, in their order.
    pub(crate) fn in_order(&self, stretches: &[Range<usize>]) -> Self {
        let rows: Vec<_> = stretches.iter().map(|stretch| (None, vec![stretch.clone()])).collect();
        self.in_rows(&rows)
    }

    /// A page whose rows are made of stretches of this one, wide blanks between them, with the number of each that has one.
    pub(crate) fn in_rows(&self, rows: &[(Option<u32>, Vec<Range<usize>>)]) -> Self {
        let mut parts = Vec::new();
        for (number, stretches) in rows {
            let place = |at: usize| self.span(at, at).start;
            let ([first, ..], [.., last]) = (&stretches[..], &stretches[..]) else { continue };
            if let Some(number) = number {
                parts.push(Part::Put(format!("{number}. ").into(), place(first.start)));
            }
            for (i, stretch) in stretches.iter().enumerate() {
                if i > 0 {
                    parts.push(Part::Put("   ".into(), place(stretch.start)));
                }
                parts.push(Part::Kept(stretch.clone()));
            }
            parts.push(Part::Put("\n".into(), self.span(last.start, last.end).end));
        }
        let mut page = self.composed(&parts, 0);
        for row in 0..page.rows.len() {
            page.rows[row].span = page.span(page.rows[row].start(), page.rows[row].end());
        }
        page
    }
}
