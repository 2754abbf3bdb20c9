//! Games of raw print whose columns were handed out one below the other: what the page read row by row leaves unread, or
//! gives up, is played once more, piece of a column by piece.
use std::collections::HashSet;

use super::PLIES_OF_GAME;
use super::find::{Begins, Finder, Sited};
use crate::align::lattice::Class;
use crate::align::search::EVIDENCE_OF_RAW;
use crate::align::strips::Strips;
use crate::align::way::{PASS, Taken};

/// So many half-moves that play are a game.
const FEWEST: usize = 16;

/// A game that was found leaves others to be found no farther from it, in lines.
const FARTHEST: usize = 240;

/// So often at most the page is looked at once more for what the games that were found leave.
const MOST_ROUNDS: usize = 3;

/// No number of a row is longer, in bytes, whatever it is misread as.
const LONGEST_NUMBER: usize = 4;

impl Finder<'_, '_, '_, '_> {
    /// May a short word of raw print at the beginning of a line be the number of a first row?
    pub(super) fn may_be_first_number(&self, at: u32, line: usize) -> bool {
        let class = self.lattice.classes[at as usize];
        self.lattice.dialect.ocr
            && !matches!(class, Class::Unplayed | Class::Turns)
            && self.lattice.text(at).len() <= LONGEST_NUMBER
            && (self.is_below_heads(line) || self.second_row_follows(line))
    }

    /// Looks for such games where moves are left.
    pub(super) fn in_strips(&mut self) {
        if !self.lattice.dialect.ocr || self.lattice.share.is_long {
            return;
        }
        let strips = Strips::new(self.lattice, self.lines);
        if strips.starts().is_empty() {
            return;
        }
        self.lattice.rest();
        self.doubt(&strips);
        for game in self.games.iter().filter(|game| game.is_doubtful) {
            tokens(game).for_each(|token| self.lattice.leave(token));
        }
        self.behind = 0;
        // The effort may not do for all: where a game was given up, one is most likely to begin.
        let given_up: HashSet<usize> =
            self.games.iter().filter(|game| game.is_doubtful).map(|game| game.line).collect();
        let mut starts = strips.starts().to_vec();
        starts.sort_by_key(|line| !given_up.contains(line));
        for _ in 0..MOST_ROUNDS {
            let taken = self.round(&starts, &strips);
            starts.retain(|&line| taken.iter().any(|&near| near.abs_diff(line) <= FARTHEST));
        }
        for game in self.games.iter().filter(|game| game.is_doubtful) {
            tokens(game).for_each(|token| self.lattice.take(token));
        }
        // What is left of the columns may be theirs.
        let left = self.leaves_pieces(&strips);
        for (game, is_left) in self.games.iter_mut().zip(left) {
            game.found.is_cut |= is_left && game.is_of_strips;
        }
    }

    /// For each game, are pieces of columns left between it and the next?
    fn leaves_pieces(&self, strips: &Strips) -> Vec<bool> {
        let is_left = |line: &usize| strips.goes_on(*line) && !self.steps().is_begun(*line);
        let left: Vec<usize> = strips.starts().iter().copied().filter(is_left).collect();
        let mut starts: Vec<usize> = self.games.iter().map(|game| game.first_line).collect();
        starts.sort_unstable();
        let leaves = |game: &Sited| {
            let next = starts.get(starts.partition_point(|&start| start <= game.line));
            let behind = left.get(left.partition_point(|&line| line < game.line));
            behind.is_some_and(|line| next.is_none_or(|next| line < next))
        };
        self.games.iter().map(leaves).collect()
    }

    /// Takes the games that play whole, the surest first; gives the lines on which they begin and end.
    fn round(&mut self, starts: &[usize], strips: &Strips) -> Vec<usize> {
        let mut found: Vec<Sited> = starts.iter().filter_map(|&line| self.in_strip(line, strips)).collect();
        found.sort_by_key(|game| {
            let worth = i64::from(EVIDENCE_OF_RAW) * game.found.moves.len() as i64;
            (i64::from(game.found.excess) - worth, game.token)
        });
        let mut taken = Vec::new();
        for mut game in found {
            if !self.leads_farther(&game, true) {
                continue;
            }
            // A game that was given up may keep what another takes of it in passing.
            let own: HashSet<u32> = tokens(&game).collect();
            let robbed: Vec<u32> =
                self.games.iter().filter(|other| robs(&own, other)).flat_map(tokens).collect();
            if !robbed.is_empty() {
                robbed.iter().for_each(|&token| self.lattice.take(token));
                let without = self.in_strip(game.line, strips);
                robbed.iter().for_each(|&token| self.lattice.leave(token));
                let Some(without) = without.filter(|game| self.leads_farther(game, false)) else { continue };
                game = without;
            }
            let own: HashSet<u32> = tokens(&game).collect();
            self.games.retain(|other| !is_rival(&own, other));
            let last = tokens(&game).max().unwrap_or_default();
            taken.extend([game.line, self.lattice.line_of(last)]);
            self.take(game);
        }
        taken
    }

    /// Is a game free, and does it lead farther than those that were given up for its moves, but for those it may `spare`?
    fn leads_farther(&self, game: &Sited, spare: bool) -> bool {
        let own: HashSet<u32> = tokens(game).collect();
        let plies = game.found.moves.len();
        // A short game that leads no farther than another may not be believed.
        let is_long = plies >= PLIES_OF_GAME as usize;
        let rivals = |other: &&Sited| is_rival(&own, other) && !(spare && robs(&own, other));
        own.iter().all(|&token| !self.lattice.is_taken(token))
            && self
                .games
                .iter()
                .filter(rivals)
                .all(|other| plies + usize::from(is_long) > other.found.moves.len())
    }

    /// The game that begins with a piece, if it plays whole.
    fn in_strip(&self, line: usize, strips: &Strips) -> Option<Sited> {
        let first = self.lattice.lines[line];
        let number = self.lattice.number(first);
        if self.lattice.is_tired()
            || self.steps().is_begun(line)
            || number.is_some_and(|number| number.value > 1)
            || number.is_none() && !strips.goes_on(line)
        {
            return None;
        }
        let token = self.next_word(number.map_or(first, |number| number.next))?;
        if !self.lattice.begins_move(token) {
            return None;
        }
        let kind = if number.is_some() { Begins::Row } else { Begins::Bare };
        let game = self.look(line, (first, token), kind, false, Some(strips));
        game.filter(|game| self.plays_whole(game, strips)).map(|game| Sited { is_of_strips: true, ..game })
    }

    /// Marks the games that are not whole, or leave pieces of columns above the next.
    fn doubt(&mut self, strips: &Strips) {
        let left = self.leaves_pieces(strips).into_iter();
        let doubts: Vec<bool> =
            self.games.iter().zip(left).map(|(game, left)| left || !self.plays_whole(game, strips)).collect();
        for (game, is_doubtful) in self.games.iter_mut().zip(doubts) {
            game.is_doubtful = is_doubtful;
        }
    }

    /// Does nothing say that the moves found are not all of a game?
    fn plays_whole(&self, game: &Sited, strips: &Strips) -> bool {
        let found = &game.found;
        let last: Vec<usize> = tokens(game).map(|token| self.lattice.line_of(token)).collect();
        let last = &last[last.len().saturating_sub(2)..];
        let goes_on = |&line: &usize| {
            strips.goes_on(line) && !last.contains(&(line + 1)) && !self.steps().is_begun(line + 1)
        };
        found.moves.len() >= FEWEST
            && found.unplayed.is_empty()
            && !found.is_cut
            && found.jump.is_none()
            && found.leap.is_none()
            && (found.is_mate || !last.iter().any(goes_on))
    }
}

/// Was another game given up that some of these moves are of?
fn is_rival(moves: &HashSet<u32>, other: &Sited) -> bool {
    other.is_doubtful && tokens(other).any(|token| moves.contains(&token))
}

/// Do moves take less than half of a game that was given up, and not its beginning?
fn robs(moves: &HashSet<u32>, other: &Sited) -> bool {
    let taken = tokens(other).filter(|token| moves.contains(token)).count();
    other.is_doubtful && taken > 0 && taken * 2 < other.found.moves.len() && !moves.contains(&other.token)
}

/// The tokens with which the printed moves of a game begin.
fn tokens(game: &Sited) -> impl Iterator<Item = u32> + '_ {
    let printed = |taken: &Taken| Some(taken.token).filter(|&token| token != PASS);
    game.found.played.iter().filter_map(printed)
}
