//! Words that are two moves, where readings of raw print are joined: the game that has them last ends before them.
use std::collections::{HashMap, HashSet};

use super::report::{TextGame, TextReport};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{MainLine, Node, Verdict};

impl TextReport<'_> {
    /// Sees to it that no word is a move of two games, or two moves of one; were there any?
    pub(super) fn part_words(&mut self) -> bool {
        // The games that hold a word, and which of their half-moves it is.
        let mut holders: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
        for (game, found) in self.games.iter().enumerate() {
            for (ply, detail) in found.game.details.iter().enumerate().filter(|(_, d)| !d.printed.is_empty())
            {
                holders.entry(detail.printed.start).or_default().push((game, ply));
            }
        }
        let is_own = |start: u32| holders.get(&start).is_none_or(|holders| holders.len() < 2);
        let own = |found: &TextGame<'_>| {
            let last =
                found.game.details.iter().rposition(|d| !d.printed.is_empty() && is_own(d.printed.start));
            last.map_or(0, |last| last + 1)
        };
        let ends: Vec<usize> = self.games.iter().map(own).collect();
        let is_anothers = |game: usize, start: u32| {
            holders[&start].iter().any(|&(other, ply)| other != game && ply < ends[other])
        };
        let mut cuts: Vec<(usize, usize, &str)> = Vec::new();
        for (game, (found, &end)) in self.games.iter().zip(&ends).enumerate() {
            let mut tail = found.game.details[end..].iter().filter(|d| !d.printed.is_empty()).peekable();
            if end > 0 && tail.peek().is_some() && tail.all(|d| is_anothers(game, d.printed.start)) {
                cuts.push((game, end, "the words behind this move are of another game"));
            }
            if let Some(ply) = found.says_again() {
                cuts.push((game, ply, "the words behind this move are moves before it"));
            }
        }
        let mut are_any = false;
        for (game, end, message) in cuts {
            if self.games[game].game.details.len() > end && self.games[game].end_before(end, message) {
                self.misprints.retain(|known| known.game != game || (known.ply as usize) < end);
                are_any = true;
            }
        }
        are_any
    }
}

impl TextGame<'_> {
    /// The first half-move whose words are another one before.
    fn says_again(&self) -> Option<usize> {
        let mut known = HashSet::new();
        self.game.details.iter().position(|d| !d.printed.is_empty() && !known.insert(d.printed.start))
    }

    /// Ends with so many half-moves, unless a variation stands behind them; comments behind them stay.
    fn end_before(&mut self, plies: usize, message: &'static str) -> bool {
        let mut line = MainLine::of(&self.game);
        while (line.ply() as usize) < plies && line.advance().is_some() {}
        let (node, end) = (line.node(), *line.position());
        let behind = &self.game.nodes[node.min(self.game.nodes.len())..];
        if behind.iter().any(|node| matches!(node, Node::Open)) {
            return false;
        }
        let mut at = 0;
        self.game.nodes.retain(|kept| {
            at += 1;
            at <= node || matches!(kept, Node::Comment(_))
        });
        let place = self.game.details[plies - 1].printed;
        self.game.details.truncate(plies);
        self.game.plies = u32::try_from(plies).unwrap_or(u32::MAX);
        self.game.end = end;
        self.diagnostics.retain(|known| known.ply.is_none_or(|ply| (ply as usize) < plies));
        let why = Diagnostic::new(Code::PartialScore, place, message).at_ply(self.game.plies);
        self.lower(Verdict::Partial, why);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Detail, Game};
    use crate::span::Span;

    fn found(printed: &[u32]) -> TextGame<'static> {
        let detail =
            |&at: &u32| Detail { printed: Span::new(at, at + u32::from(at > 0)), ..Detail::default() };
        let details: Vec<Detail> = printed.iter().map(detail).collect();
        let game = Game { plies: details.len() as u32, details, ..Game::default() };
        TextGame::of_raw(game)
    }

    #[test]
    fn a_game_ends_before_words_that_are_anothers() {
        for (games, wanted) in [
            ([&[1, 2, 3, 0, 4, 5][..], &[4, 5, 6, 7]], [3, 4]),
            ([&[1, 2, 3], &[4, 5, 6]], [3, 3]),
            // Which of the two ends with them is not known.
            ([&[1, 2, 9], &[4, 5, 9]], [3, 3]),
            // Two parts of one game are the same words.
            ([&[1, 2, 3, 2, 3], &[4, 5]], [3, 2]),
        ] {
            let mut report = TextReport { games: games.map(found).to_vec(), ..TextReport::default() };
            let are_any = report.part_words();
            let plies: Vec<u32> = report.games.iter().map(|found| found.game.plies).collect();
            assert_eq!(plies, wanted);
            assert_eq!(are_any, games.iter().zip(wanted).any(|(game, plies)| game.len() as u32 != plies));
            let is_partial = |found: &TextGame<'_>| found.game.verdict == Some(Verdict::Partial);
            assert_eq!(report.games.iter().any(is_partial), are_any);
        }
    }
}
