//! Two readings of one text, by its layout and by playing: which is taken, and what of the other.
use std::collections::HashSet;

use super::price::Prices;
use super::report::{Misprint, TextGame, TextReport, slot};
use super::rows::Rows;
use crate::book::region;
use crate::chess::Move;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Moves, Verdict};
use crate::span::Span;

/// Texts of which more than one game in so many is doubtful, or which leave one line of moves for so many half-moves
/// read, may be raw print.
const DOUBTFUL: usize = 6;
const LEFT: usize = 12;

/// So many half-moves farther a game must be read by playing than by layout, and a line in its notes than the game.
pub(super) const FARTHER: usize = 4;

impl TextGame<'_> {
    /// How much was read, and how surely.
    fn worth(&self) -> usize {
        let weight = match self.game.verdict {
            Some(Verdict::Edited) => 10,
            Some(Verdict::Certain) | None => 10 - usize::from(self.is_odd),
            Some(Verdict::Chosen) => 8,
            Some(Verdict::Repaired) => 7,
            Some(Verdict::Partial) => 4,
        };
        weight * self.game.details.len()
    }

    /// Nothing of it is missing or was mended.
    fn is_whole(&self) -> bool {
        matches!(self.game.verdict, Some(Verdict::Certain | Verdict::Chosen))
    }

    /// A game that is told in two ways is certain by no means.
    fn lower_two(&mut self) {
        if std::mem::take(&mut self.is_two) && self.game.verdict == Some(Verdict::Certain) {
            let place = self.printed().next().unwrap_or(self.game.span);
            let message =
                "the layout of this game and the moves that play tell it in two ways: one was chosen";
            self.lower(Verdict::Chosen, Diagnostic::new(Code::ChosenLine, place, message));
        }
    }

    /// Does it have the moves of a shorter game that no title of its own heads between two of its own? Then they are a note.
    fn has_in_note(&self, other: &Self) -> bool {
        let own: Vec<u32> = self.printed().map(|span| span.start).collect();
        let behind = |span: Span| own.partition_point(|&start| start < span.start);
        let mut theirs = other.printed().map(behind);
        let white = other.game.tag("White");
        let is_headed = white.is_some() && white != self.game.tag("White");
        let Some(first) = theirs.next().filter(|&at| at > 0 && at < own.len()) else { return false };
        self.is_whole()
            && other.game.details.len() < own.len()
            && !is_headed
            && own.is_sorted()
            && theirs.all(|at| at == first)
    }

    /// How many half-moves were put in that are printed nowhere.
    pub(super) fn put_in(&self) -> usize {
        self.game.details.len() - self.printed().count()
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        Moves::of(&self.game).map(|played| played.mv)
    }

    /// Does it begin with all moves of another?
    fn goes_on(&self, other: &Self) -> bool {
        self.moves().take(other.game.details.len()).eq(other.moves())
    }

    /// Is it read farther than another that is partial, or no shorter with fewer half-moves that are printed nowhere?
    fn reads_more(&self, known: &Self) -> bool {
        let (ours, theirs) = (self.game.details.len(), known.game.details.len());
        if self.game.verdict == Some(Verdict::Partial) || self.game.start != known.game.start {
            return false;
        }
        if known.game.verdict != Some(Verdict::Partial) {
            return ours >= theirs && self.put_in() < known.put_in();
        }
        let mended = |found: &Self| found.game.repairs() + found.put_in();
        self.worth() > known.worth()
            && if self.goes_on(known) {
                // By few half-moves: they may be what was said of the game.
                ours >= theirs + FARTHER
            } else {
                mended(self) <= mended(known) + 1
            }
    }

    /// The same moves, wherever they are printed.
    fn has_same_moves(&self, other: &Self) -> bool {
        self.moves().eq(other.moves())
    }
}

impl<'t> TextReport<'t> {
    /// Takes the other reading, or what of it is better.
    pub(super) fn choose(&mut self, mut other: Self, prices: &Prices<'_>) {
        other.temper(self, prices);
        other.take_lost(self);
        other.mark_printed();
        if other.is_better(self) {
            *self = other;
        } else {
            self.compare(&other);
            if self.notation.ocr {
                // It tells the better of both of each that it has, and not all.
                self.take_games(&other, |_, _| true);
            }
        }
        self.games.iter_mut().for_each(TextGame::lower_two);
        if self.notation.ocr && self.part_words() {
            self.mark_printed();
        }
        self.count_verdicts();
    }

    /// Is as much read as in the reading by layout, as surely? Playing breaks a tie only where the layout says nothing.
    fn is_better(&self, layout: &Self) -> bool {
        let worth = |report: &Self| report.games.iter().map(TextGame::worth).sum::<usize>();
        let (theirs, ours) = (worth(self), worth(layout));
        let is_odd = layout.games.iter().any(|found| found.is_odd);
        let put_in = |report: &Self| report.games.iter().map(TextGame::put_in).sum::<usize>();
        theirs > ours || theirs == ours && (layout.notation.ocr || is_odd || put_in(self) < put_in(layout))
    }

    /// Takes the games from the reading by layout that playing reads no farther, or no surer where the layout is odd; a
    /// game that the two tell differently is certain by no means.
    fn temper(&mut self, layout: &Self, prices: &Prices<'_>) {
        let is_raw = layout.notation.ocr;
        for index in 0..self.games.len() {
            let found = &self.games[index];
            let same = layout.games.iter().position(|known| known.begins() == found.begins());
            let plies = found.game.details.len();
            let known = same.map(|known| &layout.games[known]);
            let has_same_moves = known.is_some_and(|known| known.has_same_moves(found));
            let agrees = has_same_moves && known.is_some_and(|known| known.game.start == found.game.start);
            let is_odd = known.is_some_and(|known| known.is_odd);
            let is_sure = found.game.verdict == Some(Verdict::Certain);
            let is_whole = found.is_whole();
            let is_less = |known: usize| {
                let known = &layout.games[known];
                // Of raw print what reads more of it is meant, and then what costs least.
                if is_raw {
                    let (theirs, ours) = (known.printed().count(), found.printed().count());
                    let is_cheaper = || {
                        let (known, found) = prices.compare(&known.game, &found.game);
                        known <= found
                    };
                    ours < theirs || ours == theirs && is_cheaper()
                } else if known.is_whole() && found.game.verdict == Some(Verdict::Partial) {
                    true
                } else if known.leaves_rows {
                    // The rows that it leaves may be those of another game.
                    found.worth() < known.worth()
                } else if known.is_odd
                    && match known.game.verdict {
                        Some(Verdict::Certain | Verdict::Repaired) => true,
                        // Half-moves of it may have been made of nothing.
                        Some(Verdict::Partial) => is_whole && plies + FARTHER > known.game.details.len(),
                        _ => false,
                    }
                {
                    // Of odds, which may be told far above, the moves say nothing then.
                    has_same_moves || found.worth() < known.worth()
                } else if found.game.verdict != Some(Verdict::Partial)
                    && (known.put_in() > found.put_in()
                        || known.game.verdict == Some(Verdict::Partial)
                            && known.game.repairs() > 0
                            && known.game.repairs() >= found.game.repairs())
                {
                    // What is printed is meant, and of two ways with misprints the one that has an end.
                    plies < known.game.details.len()
                } else {
                    plies < known.game.details.len() + FARTHER
                }
            };
            // The same moves, and nothing has to be mended for them, or more of them is printed.
            let is_surer = |known: usize| {
                let known = &layout.games[known];
                let is_printed = || is_whole && found.put_in() < known.put_in();
                agrees && known.game.verdict == Some(Verdict::Repaired) && (is_sure || is_printed())
            };
            let less = same.filter(|&known| is_less(known) && !is_surer(known));
            if let Some(known) = less {
                self.replace(index, layout, known);
                self.games[index].is_odd = false;
            }
            let found = &mut self.games[index];
            let has_its_rows = agrees && same.is_some_and(|known| layout.games[known].leaves_rows);
            found.is_two = is_sure && less.is_none() && !has_its_rows || is_whole && is_odd && !agrees;
            if !is_odd {
                found.lower_two();
            }
        }
        self.sort_misprints();
        self.count_verdicts();
    }

    /// Takes a game of another reading in the place of one; its misprints are then the last.
    fn replace(&mut self, index: usize, other: &Self, known: usize) {
        self.games[index] = other.games[known].clone();
        self.misprints.retain(|misprint| misprint.game != index);
        let theirs = other.misprints.iter().filter(|misprint| misprint.game == known);
        self.misprints.extend(theirs.map(|misprint| Misprint { game: index, ..misprint.clone() }));
    }

    /// Takes the games of another reading, each in the place of its own if it is better.
    fn take_games(&mut self, other: &Self, is_better: impl Fn(&TextGame<'t>, &TextGame<'t>) -> bool) {
        for index in 0..self.games.len() {
            let known = &self.games[index];
            let is_other = |found: &TextGame<'t>| found.begins() == known.begins() && is_better(found, known);
            if let Some(found) = other.games.iter().position(is_other) {
                self.replace(index, other, found);
            }
        }
        self.sort_misprints();
        self.mark_printed();
    }

    /// Takes each game of another reading that reads more than its own.
    pub(super) fn take_printed(&mut self, other: &Self) {
        self.take_games(other, TextGame::reads_more);
        self.count_verdicts();
    }

    fn sort_misprints(&mut self) {
        self.misprints.sort_by_key(|misprint| (misprint.game, misprint.ply));
    }

    /// Marks the games of odd layout that another reading, which was not taken, tells in another way.
    fn compare(&mut self, other: &Self) {
        for found in self.games.iter_mut().filter(|found| found.is_odd) {
            let begins = found.begins();
            found.is_two = other.games.iter().any(|known| known.is_two && known.begins() == begins);
        }
    }

    /// Takes the games over of which little was played, in the place of what was played of them.
    fn take_lost(&mut self, layout: &Self) {
        let places = |found: &TextGame<'t>| found.printed().map(|span| span.start).collect::<HashSet<u32>>();
        let played: Vec<HashSet<u32>> = self.games.iter().map(places).collect();
        let all: HashSet<u32> = played.iter().flatten().copied().collect();
        let mut taken: Vec<(usize, HashSet<u32>)> = Vec::new();
        for (index, found) in layout.games.iter().enumerate() {
            let places = places(found);
            let known = places.intersection(&all).count();
            if known * 4 < places.len() && !self.games.iter().any(|whole| whole.has_in_note(found)) {
                taken.push((index, places));
            }
        }
        if taken.is_empty() {
            return;
        }
        // Which game of either reading each game is to be, in the order of the text.
        let is_kept = |game: &usize| !taken.iter().any(|(_, places)| played[*game].is_subset(places));
        let kept = (0..self.games.len()).filter(is_kept).map(|game| (&self.games[game], game, false));
        let theirs = taken.iter().map(|&(game, _)| (&layout.games[game], game, true));
        let mut order: Vec<(&TextGame<'t>, usize, bool)> = kept.chain(theirs).collect();
        order.sort_by_key(|(found, ..)| found.begins());
        let place = |wanted: usize, lost: bool| {
            order.iter().position(|&(_, game, is_lost)| game == wanted && is_lost == lost)
        };
        let numbered = |place: usize| region::Kind::Score(u32::try_from(place).unwrap_or(u32::MAX));
        let misprint =
            |known: &Misprint, is_lost| Some(Misprint { game: place(known.game, is_lost)?, ..known.clone() });
        let misprints = self.misprints.iter().filter_map(|known| misprint(known, false));
        let theirs = layout.misprints.iter().filter_map(|known| misprint(known, true));
        let mut misprints: Vec<Misprint> = misprints.chain(theirs).collect();
        misprints.sort_by_key(|misprint| (misprint.game, misprint.ply));
        for region in &mut self.regions {
            if let region::Kind::Score(game) = region.kind
                && (game as usize) < self.games.len()
            {
                region.kind = place(game as usize, false).map_or(region::Kind::Unread, numbered);
            }
        }
        let mut stretches: Vec<(Span, region::Kind)> = taken
            .iter()
            .filter_map(|&(game, _)| Some((layout.games[game].extent(), numbered(place(game, true)?))))
            .collect();
        stretches.sort_by_key(|(span, _)| span.start);
        region::mark(&mut self.regions, stretches.into_iter(), |_| false);
        self.games = order.into_iter().map(|(found, ..)| found.clone()).collect();
        self.misprints = misprints;
        self.count_verdicts();
    }

    /// Sees to it that the printed words of each game stand in a region of its own, and that none of them is unused.
    pub(super) fn mark_printed(&mut self) {
        let games = self.games.iter().zip(0..);
        let mut printed: Vec<(Span, region::Kind)> = games
            .flat_map(|(found, game)| found.printed().map(move |span| (span, region::Kind::Score(game))))
            .collect();
        printed.sort_by_key(|(span, _)| span.start);
        self.forget_printed();
        region::mark(&mut self.regions, printed.into_iter(), |kind| matches!(kind, region::Kind::Score(_)));
    }

    /// Words that a game has as its moves are not unused, though another reading left them.
    pub(super) fn forget_printed(&mut self) {
        let printed = self.printed();
        self.unused.retain(|unused| {
            let first = printed.partition_point(|span| span.end <= unused.start);
            printed.get(first).is_none_or(|span| span.start >= unused.end)
        });
    }

    pub(super) fn count_verdicts(&mut self) {
        self.verdicts = [0; 5];
        for found in &self.games {
            self.verdicts[slot(found.game.verdict)] += 1;
        }
    }

    /// Are many of the games doubtful, or is much left that looks like moves?
    pub(super) fn is_doubtful(&self) -> bool {
        let doubtful: usize = self.verdicts[2..].iter().map(|&count| count as usize).sum();
        doubtful * DOUBTFUL > self.games.len()
            || self.unused.len() * LEFT > self.plies()
            || self.games.is_empty()
    }

    /// The half-moves of all games.
    fn plies(&self) -> usize {
        self.games.iter().map(|found| found.game.details.len()).sum()
    }

    /// Are there games, most of them whole, and no more rows left than they have moves?
    pub(super) fn is_mostly_whole(&self, rows: &Rows<'_>) -> bool {
        self.verdicts[slot(Some(Verdict::Partial))] as usize * 4 < self.games.len()
            && rows.moves_left(self) as usize <= self.plies()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Detail, Game};
    use crate::grammar::cell::Learned;
    use crate::lexicon::Dialect;
    use crate::reading::Cost;

    #[test]
    fn of_raw_print_the_reading_without_moves_that_are_not_printed_is_meant() {
        let report = |details: [u32; 3]| {
            let detail = |printed: u32| Detail {
                printed: Span::new(printed, printed + u32::from(printed > 0)),
                cost: Cost(printed),
                ..Detail::default()
            };
            let game = Game { details: details.map(detail).to_vec(), ..Game::default() };
            let notation = Dialect { ocr: true, ..Dialect::default() };
            TextReport { games: vec![TextGame::of_raw(game)], notation, ..TextReport::default() }
        };
        let learned = Learned::of("", Vec::new());
        let prices = Prices::of("12345", Dialect::default(), &learned);
        for (layout, is_taken) in [([1, 0, 3], false), ([1, 2, 4], true)] {
            let mut played = report([1, 2, 3]);
            played.temper(&report(layout), &prices);
            let costs = played.games[0].game.details.iter().map(|detail| detail.cost.0);
            assert_eq!(costs.eq(layout), is_taken, "{layout:?}");
        }
    }
}
