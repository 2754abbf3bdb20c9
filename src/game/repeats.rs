//! How often the positions of a game have occurred.
use std::collections::HashMap;

use super::Ply;
use crate::chess::{Bitboard, Color, Position, Rank, Role, man_key};

/// A game longer than this between irreversible moves gets a map; a scan is quicker below it.
const SCAN: usize = 512;

/// A shorter stretch of moves does not bring a position back: each side goes there and back again.
const SHORTEST: usize = 4;

/// The same where a side may pass.
const SHORTEST_WITH_NULL: usize = 2;

/// The hash of the side to move.
const TURN: u64 = 0xd6e8_feb8_6659_fd93;

/// What the first position of a stretch counts as where a pawn can be taken in passing: no other is the same.
const PASSING: u64 = 1;

/// Counts how often positions have occurred in a game, from its moves alone.
///
/// Only positions since the last move that cannot be taken back can come again: the hashes begin anew there.
///
/// Between such moves the same pieces wander about, so a hash by difference is enough: it is the same again exactly when
/// all pieces stand as they did and the same side is to move (but for a chance of 2^-64). Losing a castling right cannot
/// be taken back either; a right to take in passing sets the first position apart.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// One for each position from the half-move `from` on; 0 where a stretch begins.
    hashes: Vec<u64>,
    from: usize,
    /// Where the stretch begins.
    first: usize,
    hash: u64,
    /// A bit for each hash of the stretch: most are new, and then need no scan.
    seen: u64,
    /// The beginning of the last stretch whose first position was looked at.
    looked_at: Option<usize>,
    /// Used in stretches longer than [`SCAN`]: how often the hashes from `first` to `counted` have occurred.
    counts: HashMap<u64, u32>,
    counted: usize,
    /// The rooks that may still castle.
    castling: Bitboard,
    turn: Color,
}

impl Repeats {
    /// Begins with the first position of a game: it has occurred once.
    pub fn begin(&mut self, start: &Position) -> u32 {
        self.begin_at(0, start.turn(), start.castling_squares());
        1
    }

    /// Begins with the position after a half-move.
    fn begin_at(&mut self, ply: usize, turn: Color, castling: Bitboard) {
        self.from = ply;
        self.hashes.clear();
        self.hashes.push(0);
        self.first = 0;
        self.hash = 0;
        self.seen = bit(0);
        self.looked_at = None;
        self.counted = 0;
        self.castling = castling;
        self.turn = turn;
    }

    /// Counts over all moves of a game's main line at once. `zeroing` lists those that move a pawn or take.
    ///
    /// Most stretches between them are too short for a position to come back; those are passed over.
    pub(super) fn of(&mut self, start: &Position, line: &[Ply], zeroing: &[u32], has_null: bool) -> Counted {
        let shortest = if has_null { SHORTEST_WITH_NULL } else { SHORTEST };
        let mut counted = Counted { most: 1, last: 1 };
        let mut rights = Rights { rooks: start.castling_squares(), turn: start.turn(), followed: 0 };
        let mut begin = 0;
        for &end in zeroing {
            let end = end as usize;
            if end - begin >= shortest && may_come_back(&line[begin..end]) {
                rights.follow(line, begin);
                self.stretch(start, &line[..end], &rights, &mut counted);
            }
            begin = end + 1;
        }
        counted.last = 1;
        if line.len() - begin >= shortest && may_come_back(&line[begin..]) {
            rights.follow(line, begin);
            self.stretch(start, line, &rights, &mut counted);
        }
        counted
    }

    /// Counts over the moves after those that are followed.
    fn stretch(&mut self, start: &Position, line: &[Ply], rights: &Rights, counted: &mut Counted) {
        self.begin_at(rights.followed, rights.turn, rights.rooks);
        for &ply in &line[rights.followed..] {
            // Nothing but a castling right can be lost here.
            let is_final = self.castling.any() && self.is_final(ply);
            counted.last = self.add(ply, is_final, |plies| after(start, &line[..plies]));
            counted.most = counted.most.max(counted.last);
        }
    }

    /// Adds the position after the next move of the game's main line, and says how often it has occurred. `after` tells
    /// the position after so many half-moves, and is seldom asked.
    ///
    /// Whether a move can be taken back is hard to guess, so nothing branches on it.
    #[inline]
    pub fn then(&mut self, ply: Ply, after: impl Fn(usize) -> Position) -> u32 {
        let is_final = self.is_final(ply);
        self.add(ply, is_final, after)
    }

    #[inline]
    fn add(&mut self, ply: Ply, is_final: bool, after: impl Fn(usize) -> Position) -> u32 {
        let (mv, role) = (ply.mv, ply.san.role());
        let us = self.turn;
        self.turn = !us;
        let kept = if is_final { 0 } else { u64::MAX };
        self.first = if is_final { self.hashes.len() } else { self.first };
        self.hash = (self.hash ^ TURN ^ man_key(us, role, mv.from()) ^ man_key(us, role, mv.to())) & kept;
        self.seen &= kept;
        let is_new = self.seen & bit(self.hash) == 0;
        self.seen |= bit(self.hash);
        self.hashes.push(self.hash);
        if is_new { 1 } else { self.count(after) }
    }

    /// Whether a move cannot be taken back. The castling rights after it are noted.
    #[inline]
    fn is_final(&mut self, ply: Ply) -> bool {
        if ply.mv.is_null() {
            return false;
        }
        let touched = touched(self.turn, ply);
        let loses_right = (self.castling & touched).any();
        self.castling -= touched;
        ply.is_zeroing() | loses_right
    }

    /// How often the last position has occurred in the stretch.
    #[inline(never)]
    fn count(&mut self, after: impl Fn(usize) -> Position) -> u32 {
        if self.hash == 0 && self.looked_at != Some(self.first) {
            self.look_at_first(&after(self.from + self.first));
        }
        let stretch = self.hashes.get(self.first..).unwrap_or_default();
        if stretch.len() > SCAN {
            return self.look_up();
        }
        let same = stretch.iter().filter(|&&hash| hash == self.hash).count();
        u32::try_from(same).unwrap_or(u32::MAX)
    }

    /// The first position of the stretch has come again only if no pawn could be taken in passing there. That is not
    /// asked earlier, for it needs the board.
    fn look_at_first(&mut self, position: &Position) {
        self.looked_at = Some(self.first);
        if position.legal_ep_square().is_some() {
            self.hashes[self.first] = PASSING;
            self.counted = 0;
        }
    }

    fn look_up(&mut self) -> u32 {
        if self.counted <= self.first {
            self.counts.clear();
            self.counted = self.first;
        }
        for &hash in &self.hashes[self.counted..] {
            let count = self.counts.entry(hash).or_insert(0);
            *count = count.saturating_add(1);
        }
        self.counted = self.hashes.len();
        self.counts.get(&self.hash).copied().unwrap_or(1)
    }
}

/// Whether a square that a piece left is entered again: no position of a stretch comes back otherwise.
fn may_come_back(stretch: &[Ply]) -> bool {
    let mut left = Bitboard::EMPTY;
    stretch.iter().fold(false, |entered, ply| {
        left |= ply.mv.from().into();
        entered | left.contains(ply.mv.to())
    })
}

/// The position after the moves of a line.
#[must_use]
pub fn after(start: &Position, line: &[Ply]) -> Position {
    start.after(line.iter().map(|ply| ply.mv))
}

/// How often positions have occurred.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// The commonest one.
    pub(super) most: u32,
    /// The last one.
    pub(super) last: u32,
}

/// The castling rights after some moves of a line.
struct Rights {
    /// The rooks that may still castle.
    rooks: Bitboard,
    turn: Color,
    /// How many moves.
    followed: usize,
}

impl Rights {
    /// Follows the moves before `to`.
    fn follow(&mut self, line: &[Ply], to: usize) {
        let mut us = self.turn;
        for &ply in &line[self.followed..to] {
            if self.rooks.is_empty() {
                break;
            }
            if !ply.mv.is_null() {
                self.rooks -= touched(us, ply);
            }
            us = !us;
        }
        self.turn = if (to - self.followed).is_multiple_of(2) { self.turn } else { !self.turn };
        self.followed = to;
    }
}

/// The squares with which castling rights are lost by a move that is not null.
#[inline]
fn touched(us: Color, ply: Ply) -> Bitboard {
    let home = if ply.san.role() == Role::King {
        Bitboard::from_rank(Rank::First.relative_to(us))
    } else {
        Bitboard::EMPTY
    };
    home | ply.mv.from().into() | ply.mv.to().into()
}

/// The bit of a hash among 64.
const fn bit(hash: u64) -> u64 {
    1 << (hash >> 58)
}
