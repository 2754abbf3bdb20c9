//! How often the positions of a game have occurred.
use std::collections::HashMap;

use super::{Game, MainLine, Played};
use crate::chess::{Bitboard, Color, Position, Rank, Role, man_key};

/// A game longer than this between irreversible moves gets a map; a scan is quicker below it.
const SCAN: usize = 512;

/// The hash of the side to move.
const TURN: u64 = 0xd6e8_feb8_6659_fd93;

/// What the first position of a stretch counts as where a pawn can be taken in passing: no other is the same.
const PASSING: u64 = 1;

/// Counts how often positions have occurred in a game, from its moves alone.
///
/// Only positions since the last move that cannot be taken back can come again: the hashes begin anew there.
///
/// Between such moves the same men wander about, so a hash by difference is enough: it is the same again exactly when
/// all men stand as they did and the same side is to move (but for a chance of 2^-64). Losing a castling right cannot
/// be taken back either; a right to take in passing sets the first position apart.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// One for each position of the game; 0 where a stretch begins.
    hashes: Vec<u64>,
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
    black: bool,
}

impl Repeats {
    /// Begins with the first position of a game: it has occurred once.
    pub fn begin(&mut self, start: &Position) -> u32 {
        self.hashes.clear();
        self.hashes.push(0);
        self.first = 0;
        self.hash = 0;
        self.seen = bit(0);
        self.looked_at = None;
        self.counted = 0;
        self.castling = start.castling_squares();
        self.black = start.turn() == Color::Black;
        1
    }

    /// Adds the position after the next move of the game's main line, and says how often it has occurred.
    ///
    /// Whether a move can be taken back is hard to guess, so nothing branches on it.
    #[inline]
    pub fn then(&mut self, game: &Game<'_>, played: &Played) -> u32 {
        let (mv, role) = (played.mv, played.san.role());
        let us = if self.black { Color::Black } else { Color::White };
        self.black = !self.black;
        let is_final = self.is_final(us, played);
        let kept = if is_final { 0 } else { u64::MAX };
        self.first = if is_final { self.hashes.len() } else { self.first };
        self.hash = (self.hash ^ TURN ^ man_key(us, role, mv.from()) ^ man_key(us, role, mv.to())) & kept;
        self.seen &= kept;
        let is_new = self.seen & bit(self.hash) == 0;
        self.seen |= bit(self.hash);
        self.hashes.push(self.hash);
        if is_new { 1 } else { self.count(game) }
    }

    /// Whether a move cannot be taken back. The castling rights after it are noted.
    #[inline]
    fn is_final(&mut self, us: Color, played: &Played) -> bool {
        let Played { mv, san, .. } = *played;
        if mv.is_null() {
            return false;
        }
        let home = if san.role() == Role::King {
            Bitboard::from_rank(Rank::First.relative_to(us))
        } else {
            Bitboard::EMPTY
        };
        let touched = home | mv.from().into() | mv.to().into();
        let loses_right = (self.castling & touched).any();
        self.castling -= touched;
        (san.role() == Role::Pawn) | san.is_capture() | loses_right
    }

    /// How often the last position has occurred in the stretch.
    #[inline(never)]
    fn count(&mut self, game: &Game<'_>) -> u32 {
        if self.hash == 0 && self.looked_at != Some(self.first) {
            self.look_at_first(game);
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
    fn look_at_first(&mut self, game: &Game<'_>) {
        self.looked_at = Some(self.first);
        let mut line = MainLine::of(game);
        while (line.ply() as usize) < self.first && line.advance().is_some() {}
        if line.position().legal_ep_square().is_some() {
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

/// The bit of a hash among 64.
const fn bit(hash: u64) -> u64 {
    1 << (hash >> 58)
}
