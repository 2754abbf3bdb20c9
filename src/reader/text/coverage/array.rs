//! Do rows that no game has begin with moves of the usual array?
use std::ops::Range;

use super::Coverage;
use crate::chess::Role;
use crate::grammar::cell;
use crate::reading::{Act, Capture, Reading};
use crate::span::floor_char;

/// So many of the first moves that cannot be played there are no misprints.
const MISPLACED: usize = 2;

/// Longest words of a row, in bytes.
const LONGEST_ROW: usize = 100;

/// What stands between the two moves of a row.
const BETWEEN: [char; 6] = [' ', '\t', ',', '.', '|', '\u{a0}'];

impl Coverage<'_> {
    /// Do the first two rows of some lines, of which the first may be lost, hold moves that cannot be played from the usual
    /// array? Below a picture an ending begins so, and no misprint explains more than one of them.
    pub(super) fn begin_elsewhere(&self, lines: &Range<usize>) -> bool {
        let first = self.all.partition_point(|number| number.line < lines.start);
        let here = self.all[first..].iter().take_while(|number| number.line < lines.end);
        let here = here.filter(|number| number.begins_cell);
        let rows = here.skip_while(|number| number.value > 2).take_while(|number| number.value <= 2);
        let misplaced = rows.map(|number| {
            let end = self.page.rows[number.line].end().max(number.end);
            let words = &self.page.text[number.end..end];
            let mut words = words[..floor_char(words, LONGEST_ROW)].trim_start_matches([')', ']', ':']);
            let mut count = 0;
            for _ in 0..2 {
                words = words.trim_start_matches(BETWEEN);
                let Some(found) = cell::beginnings(words, self.dialect).into_iter().next() else { break };
                let readings = &found.meanings.plain;
                count += usize::from(readings.iter().all(|reading| is_misplaced(reading, number.value)));
                words = &words[found.len..];
            }
            count
        });
        misplaced.sum::<usize>() >= MISPLACED
    }
}

/// Can a move not be played as the first of a game, or as the second?
fn is_misplaced(reading: &Reading, row: u32) -> bool {
    match reading.act {
        Act::Man(want) if row == 1 => {
            let leaps = want.roles.contains(Role::Pawn) || want.roles.contains(Role::Knight);
            !leaps || want.capture == Capture::Takes
        }
        Act::Man(want) => want.roles.iter().all(|role| matches!(role, Role::King | Role::Rook)),
        Act::Castle(_) => true,
        Act::Pass | Act::Same | Act::Anything => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::page::Page;
    use crate::lexicon::Dialect;
    use crate::reader::text::rows::Rows;

    fn elsewhere(text: &str) -> bool {
        let (page, dialect) = (Page::new(text), Dialect::ENGLISH);
        let lines = 0..page.rows.len();
        Coverage::new(&Rows::new(&page, dialect), Vec::new()).begin_elsewhere(&lines)
    }

    #[test]
    fn endings_begin_elsewhere_and_games_with_a_misprint_do_not() {
        assert!(elsewhere("Diagram 2.\n\n1. R-KR7    K-B sq\n2. K-K2     K-Kt sq\n3. R-QR7    K-B sq\n"));
        assert!(elsewhere("No. 5.\n\n1. ......   R-K5 ch\n2. R-K 2    R-QR5\n3. R-R2     P-KR4\n"));
        assert!(elsewhere("Ending.\n\n1. B-B7 ch, K-R2\n2. Castles, P-B3\n"));
        assert!(!elsewhere("Game 3.\n\n1. P-K4     P-K4\n2. Kt-KB3   K-QB3\n3. B-Kt5    P-QR3\n"));
        assert!(!elsewhere("Game 4.\n\n1. KxP      P-K4\n2. Kt-KB3   Kt-QB3\n3. K-K 2    R-Q 2\n"));
    }
}
