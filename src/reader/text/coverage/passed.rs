//! Moves that are passed over between two half-moves of a game.
use super::remains::{is_bare, is_bracketed, is_scrap};
use super::{Coverage, Draft, MOST_LOST};
use crate::grammar::detect;
use crate::span::Span;

/// Between two half-moves that follow one another no more is looked at for rows, in bytes.
const LONGEST_PASSED: usize = 4096;

impl Coverage<'_> {
    /// Moves that are passed over between two half-moves of a paragraph that follow one another, where next to nothing but
    /// moves stands between them: one behind a later number than theirs, or several.
    pub(super) fn passed_over(&self, draft: &Draft<'_>) -> Option<Span> {
        let places: Vec<Span> = draft.game.details.iter().map(|detail| detail.printed).collect();
        if draft.game.set_up {
            return None;
        }
        let is_numbered = self.is_numbered(draft);
        let names_sides = !is_numbered && self.names_sides(&places);
        places.windows(2).zip(1..).find_map(|(pair, ply)| {
            let (from, gap) = self.between(pair)?;
            let to = from + gap.len();
            let left: Vec<Span> = self.moves(from, gap).filter(|span| self.is_left(draft, *span)).collect();
            let first = self.all.partition_point(|number| number.at < from);
            let between = self.all[first..].iter().take_while(|number| number.at < to);
            let later = ply / 2 + 2..ply / 2 + 2 + MOST_LOST;
            let mut later = between.filter(|number| later.contains(&number.value));
            let numbered = later.find_map(|number| left.iter().find(|span| span.start == number.word));
            let several = || left.first().filter(|_| left.len() >= MOST_LOST as usize);
            // Or a line of its own.
            if !is_numbered && !is_bracketed(gap, self.dialect) {
                let inner = gap.split_once('\n').and_then(|(_, inner)| Some(inner.rsplit_once('\n')?.0));
                let is_line = inner.is_some_and(|lines| lines.contains(char::is_alphabetic));
                let is_left = is_line || !names_sides && is_scrap(gap, self.dialect);
                return left.first().copied().or_else(|| is_left.then_some(pair[1]));
            }
            numbered.or_else(several).copied().filter(|_| is_bare(gap, self.dialect))
        })
    }

    /// A row between two half-moves of a game without numbers that no game has.
    pub(super) fn passed_row(&self, draft: &Draft<'_>) -> Option<Span> {
        if self.is_numbered(draft) {
            return None;
        }
        let places: Vec<Span> = draft.game.details.iter().map(|detail| detail.printed).collect();
        places.windows(2).find_map(|pair| {
            let (mut at, to) = (self.end_of_move(pair[0])?, self.page.place(pair[1].start)?);
            let gap = self.page.text.get(at..to).filter(|gap| gap.len() <= LONGEST_PASSED)?;
            let lines = gap.split_inclusive('\n').enumerate();
            let mut left = lines.filter_map(|(line_at, line)| {
                let start = at;
                at += line.len();
                let first = || self.moves(start, line).next().filter(|span| self.is_left(draft, *span));
                (line_at > 0 && detect::is_pair(line, self.dialect)).then(first).flatten()
            });
            left.next()
        })
    }
}
