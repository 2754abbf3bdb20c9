//! Do the numbers of a game count its moves?
use std::ops::Range;

use super::{Coverage, MOST_LOST, MOST_PLACES};
use crate::grammar::detect;
use crate::reader::text::draft::Draft;
use crate::span::Span;

/// So many numbers that agree with one another count the moves.
const ROWS_THAT_AGREE: usize = 3;

impl Coverage<'_> {
    /// Where the numbers begin to count the moves otherwise. One alone may be misprinted; where those that follow agree with
    /// it, rows are lost or were made of nothing, if a move was passed over there or any was mended. Else it is in doubt, as
    /// where two numbers are exchanged; but one that stands twice takes no move away, if its rows are set alike.
    pub(super) fn miscounted(
        &self,
        draft: &Draft<'_>,
        counted: &[(usize, i64)],
        zone: Range<u32>,
    ) -> Option<(Span, &'static str, bool)> {
        let details = &draft.game.details;
        let agree = |rows: &[(usize, i64)]| rows.iter().all(|row| row.1 == rows[0].1);
        let usual = counted.first().filter(|row| row.1 == 1).copied();
        let mut known = usual.or_else(|| Some(counted.windows(2).find(|rows| agree(rows))?[0]))?;
        for (at, &row) in counted.iter().enumerate() {
            if row.1 == known.1 {
                known = row;
                continue;
            }
            let place = details[row.0].printed;
            if row.1 == known.1 + 1 && counted.get(at + 1).is_some_and(|next| next.1 == known.1 - 1) {
                return Some((place, "this number and the next are exchanged: the rows may be, too", false));
            }
            let here = &counted[at..counted.len().min(at + ROWS_THAT_AGREE)];
            let is_lost = (known.1 + 1..=known.1 + i64::from(MOST_LOST)).contains(&row.1);
            if row.0 < known.0 || !agree(here) || here.len() < ROWS_THAT_AGREE && !is_lost {
                continue;
            }
            let is_mended = details[known.0..=row.0].iter().any(|detail| detail.slip.is_some());
            let mut gaps = details[known.0..=row.0].windows(2);
            let mut is_over =
                || gaps.any(|pair| self.passes_over(Span::new(pair[0].printed.end, pair[1].printed.start)));
            let mut skipped = (known.0 as i64 / 2 + known.1 + 1..row.0 as i64 / 2 + row.1)
                .filter_map(|n| u32::try_from(n).ok())
                .take(MOST_PLACES);
            let mut is_left = || skipped.any(|value| self.unread(zone.clone(), value).next().is_some());
            if is_mended || is_over() || row.1 > known.1 && is_left() {
                let message = "the numbers do not count the moves from here on: half-moves were lost or made of nothing";
                return Some((place, message, true));
            }
            if row.1 > known.1 {
                return Some((place, "the numbers leave one out and go on so: a row may be lost here", true));
            }
            if self.stand_apart(details[known.0].printed, place) {
                return Some((
                    place,
                    "a number stands twice, in rows that are not set alike: one may be a note",
                    false,
                ));
            }
            known = row;
        }
        None
    }

    /// Do two moves stand on rows that bear one number, and do these begin at other columns?
    fn stand_apart(&self, one: Span, other: Span) -> bool {
        let column = |printed| {
            let number = self.in_front(printed)?;
            let indent = &self.page.text[self.page.rows[number.line].start()..number.at];
            indent.trim().is_empty().then_some((number.value, indent.len()))
        };
        let columns = column(one).zip(column(other));
        columns.is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
    }

    /// Does a move that no game has stand in a stretch, on lines of moves?
    fn passes_over(&self, gap: Span) -> bool {
        if gap.start >= gap.end {
            return false;
        }
        let first = self.page.rows.partition_point(|row| row.span.end <= gap.start);
        let lines = self.page.rows[first..].iter().take_while(|row| row.span.start < gap.end);
        lines.take(MOST_PLACES).any(|row| {
            let words = &self.page.text[row.start()..row.end()];
            detect::moves(words, self.dialect).any(|(at, len)| {
                let span = self.page.span(row.start() + at, row.start() + at + len);
                gap.start <= span.start && span.end <= gap.end
            }) && detect::moves_of_row(words, self.dialect) > 0
        })
    }
}
