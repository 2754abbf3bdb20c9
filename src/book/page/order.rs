//! A page in another order.
use std::ops::Range;

use super::{Page, Part};

impl Page {
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
