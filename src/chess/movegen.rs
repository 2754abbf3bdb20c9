//! All legal moves of a position.
//!
//! One generator drives three sinks: a list, a count, and "is there one", which stops at the first. Every move it
//! gives is legal; nothing is tried out on the board but en passant and the king's own steps.

use std::ops::ControlFlow::{self, Break, Continue};

use super::attacks::{self, ep_victim, pawn_step};
use super::{Bitboard, CastlingSide, Move, Position, Rank, Role, Square};

/// Legal moves, on the stack. At most 218 in a game; the list holds 256.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    const CAPACITY: usize = 256;

    /// No moves.
    #[must_use]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::NULL; MoveList::CAPACITY], len: 0 }
    }

    /// Adds a move. A full list (which no game can fill) stays as it is.
    pub fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// The moves.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Keeps the moves that pass.
    pub fn retain(&mut self, keep: impl Fn(Move) -> bool) {
        let mut len = 0;
        for i in 0..self.len {
            let mv = self.moves[i];
            if keep(mv) {
                self.moves[len] = mv;
                len += 1;
            }
        }
        self.len = len;
    }

    /// Puts the moves into their order.
    pub fn sort(&mut self) {
        self.moves[..self.len].sort_unstable();
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, { MoveList::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

/// Takes the moves as they are found.
trait Sink {
    /// Normal moves of one piece to many squares.
    fn many(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()>;

    /// Moves of a pawn to the last rank, four promotions each.
    fn promotions(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()>;

    /// One move of a special kind.
    fn one(&mut self, mv: Move) -> ControlFlow<()>;
}

impl Sink for MoveList {
    fn many(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            self.push(Move::new(from, to, None));
        }
        Continue(())
    }

    fn promotions(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push(Move::new(from, to, Some(role)));
            }
        }
        Continue(())
    }

    fn one(&mut self, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        Continue(())
    }
}

struct Count(usize);

impl Sink for Count {
    fn many(&mut self, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += targets.count() as usize;
        Continue(())
    }

    fn promotions(&mut self, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += targets.count() as usize * 4;
        Continue(())
    }

    fn one(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }
}

/// Stops at the first move.
struct Any;

impl Sink for Any {
    fn many(&mut self, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { Break(()) } else { Continue(()) }
    }

    fn promotions(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.many(from, targets)
    }

    fn one(&mut self, _: Move) -> ControlFlow<()> {
        Break(())
    }
}

impl Position {
    /// All legal moves, at most 218.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.generate(Bitboard::ALL, Bitboard::ALL, &mut list);
        list
    }

    /// The legal moves of the piece on a square.
    #[must_use]
    pub fn legal_moves_of(&self, from: Square) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.generate(from.into(), Bitboard::ALL, &mut list);
        list
    }

    /// The legal moves to a square; castling counts as a move to the square of the rook.
    #[must_use]
    pub fn legal_moves_to(&self, to: Square) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.generate(Bitboard::ALL, to.into(), &mut list);
        list
    }

    /// The legal moves from some squares to some squares, in the order of all of them; castling counts as a move to the
    /// square of the rook.
    #[must_use]
    pub(crate) fn legal_moves_between(&self, from: Bitboard, to: Bitboard) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.generate(from, to, &mut list);
        list
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        let _ = self.generate(Bitboard::ALL, Bitboard::ALL, &mut count);
        count.0
    }

    /// Whether there is a legal move. Stops at the first.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_plain_move() || self.generate(Bitboard::ALL, Bitboard::ALL, &mut Any).is_break()
    }

    /// Whether a move of the kinds that are found at once and nearly always there is legal: a step of the king out of
    /// check, or of a pawn straight ahead.
    fn has_plain_move(&self) -> bool {
        let us = self.turn();
        let board = self.board();
        let occupied = board.occupied();
        if self.is_check() {
            let king = self.king(us);
            let without = occupied - king.into();
            let mut steps = (attacks::king(king) - board.by_color(us)).into_iter();
            return steps.any(|to| !board.is_attacked(to, !us, without | to.into()));
        }
        let pawns = board.pieces(us, Role::Pawn);
        let can_step = pawn_step(!us, pawn_step(us, pawns) - occupied);
        can_step.any() && (can_step - self.pinned()).any()
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut list = MoveList::new();
        let _ = self.generate(mv.from().into(), mv.to().into(), &mut list);
        list.contains(&mv)
    }

    /// The number of games of `depth` plies from here: the usual test of a move generator.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves() as u64,
            _ => self.legal_moves().iter().map(|&mv| self.after_move(mv).perft(depth - 1)).sum(),
        }
    }

    /// Legal moves from squares of `origins` to squares of `targets`. The king's steps come first: an answer to
    /// check is found there most often.
    fn generate<S: Sink>(&self, origins: Bitboard, targets: Bitboard, sink: &mut S) -> ControlFlow<()> {
        let us = self.turn();
        let board = self.board();
        let (own, occupied) = (board.by_color(us), board.occupied());
        let king = self.king(us);
        if origins.contains(king) {
            self.king_moves(king, targets, sink)?;
        }
        let checkers = self.checkers();
        let allowed = match checkers.single() {
            // In check, other pieces than the king must take the checker or stand in its way.
            Some(checker) => checkers | attacks::between(king, checker),
            None if checkers.any() => return Continue(()),
            None => Bitboard::ALL,
        };
        let pinned = self.pinned();
        let free = targets & (allowed - own);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.pieces(us, role) & origins {
                let mut to = attacks::of(role, us, from, occupied) & free;
                if pinned.contains(from) {
                    to &= attacks::line(king, from);
                }
                sink.many(from, to)?;
            }
        }
        self.pawn_moves(board.pieces(us, Role::Pawn) & origins, targets, allowed, pinned, sink)
    }

    fn king_moves<S: Sink>(&self, king: Square, targets: Bitboard, sink: &mut S) -> ControlFlow<()> {
        let us = self.turn();
        let board = self.board();
        let occupied = board.occupied() - king.into();
        let safe = (attacks::king(king) & (targets - board.by_color(us)))
            .into_iter()
            .filter(|&to| !board.is_attacked(to, !us, occupied | to.into()))
            .collect();
        sink.many(king, safe)?;
        if self.checkers().is_empty() {
            for side in CastlingSide::ALL {
                if let Some(mv) = self.castle_move(side).filter(|mv| targets.contains(mv.to())) {
                    sink.one(mv)?;
                }
            }
        }
        Continue(())
    }

    fn pawn_moves<S: Sink>(
        &self,
        pawns: Bitboard,
        targets: Bitboard,
        allowed: Bitboard,
        pinned: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let (empty, them) = (!board.occupied(), board.by_color(!us));
        let ready = Bitboard::from_rank(Rank::Seventh.relative_to(us));
        for from in pawns {
            let one = pawn_step(us, from.into()) & empty;
            let two = pawn_step(us, one & Bitboard::from_rank(Rank::Third.relative_to(us))) & empty;
            let mut to = (one | two | (attacks::pawn(us, from) & them)) & targets & allowed;
            if pinned.contains(from) {
                to &= attacks::line(king, from);
            }
            if ready.contains(from) {
                sink.promotions(from, to)?;
            } else {
                sink.many(from, to)?;
            }
        }
        if let Some(ep) = self.ep_square().filter(|&ep| targets.contains(ep)) {
            for from in attacks::pawn(!us, ep) & pawns {
                if self.is_safe_en_passant(from, ep) {
                    sink.one(Move::en_passant(from, ep))?;
                }
            }
        }
        Continue(())
    }

    /// The own pieces that may not leave the line to their king.
    pub(super) fn pinned(&self) -> Bitboard {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let occupied = board.occupied();
        let mut pinned = Bitboard::EMPTY;
        for sniper in board.snipers(king) & board.by_color(!us) {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        pinned & board.by_color(us)
    }

    /// Whether taking in passing leaves the own king out of check: two pieces leave their squares at once, so this
    /// looks at the board as it would be.
    pub(super) fn is_safe_en_passant(&self, from: Square, ep: Square) -> bool {
        let us = self.turn();
        let taken = Bitboard::from(ep_victim(ep));
        let occupied = (self.board().occupied() ^ from.into() ^ taken) | ep.into();
        !self.board().is_attacked(self.king(us), !us, occupied)
    }

    /// Castling to a side, when it is legal.
    pub(super) fn castle_move(&self, side: CastlingSide) -> Option<Move> {
        let us = self.turn();
        let rook = self.castling_rook(us, side)?;
        if self.is_check() {
            return None;
        }
        let board = self.board();
        let king = self.king(us);
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let has_rook = board.pieces(us, Role::Rook).contains(rook);
        let own = Bitboard::from(king) | if has_rook { rook.into() } else { Bitboard::EMPTY };
        let others = board.occupied() - own;
        let king_path = attacks::between(king, king_to) | king_to.into();
        // A rook given as odds leaves nothing behind that could stand in the way, but its corner must be empty.
        let rook_path =
            attacks::between(king, rook) | rook.into() | attacks::between(rook, rook_to) | rook_to.into();
        if ((king_path | rook_path) & others).any() {
            return None;
        }
        let without_king = board.occupied() - king.into();
        let is_attacked = |square: Square| board.is_attacked(square, !us, without_king);
        if (king_path - king.into()).into_iter().any(is_attacked) {
            return None;
        }
        // In Chess960 the rook may have shielded the king's target from its own rank.
        if !has_rook {
            return Some(Move::odds_castle(king, rook));
        }
        let after = others | king_to.into() | rook_to.into();
        (!board.is_attacked(king_to, !us, after)).then_some(Move::castle(king, rook))
    }
}
