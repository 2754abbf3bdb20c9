//! A page in another order.
use std::ops::Range;

use super::{Page, Part};

/// So many lines from one with the sign of a quotation stands another.
const NEAR: usize = 2;

impl Page {
    /// The text without the signs of quotations at the beginning of its lines: `> 1. P-K4 P-K4`.
    #[must_use]
    pub fn without_quotes(self, original_len: usize) -> Self {
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
        let quoted: Vec<Range<usize>> = quoted.collect();
        if quoted.is_empty() {
            return self;
        }
        let mut parts = Vec::with_capacity(quoted.len() + 1);
        let mut start = 0;
        for sign in quoted {
            parts.push(Part::Kept(start..sign.start));
            start = sign.end;
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// A page whose rows are stretches of this one, in their order.
    pub(crate) fn in_order(&self, stretches: &[Range<usize>]) -> Self {
        let end = |stretch: &Range<usize>| self.span(stretch.start, stretch.end).end;
        let row =
            |stretch: &Range<usize>| [Part::Kept(stretch.clone()), Part::Put("\n".into(), end(stretch))];
        let parts: Vec<Part> = stretches.iter().flat_map(row).collect();
        let mut page = self.composed(&parts, 0);
        for row in 0..page.rows.len() {
            page.rows[row].span = page.span(page.rows[row].start(), page.rows[row].end());
        }
        page
    }
}
