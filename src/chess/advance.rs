//! SAN resolved and played in one step: what a replay does for nearly every word. Pawns, and knights and sliders, each
//! have a way of their own from the word to the board, so that nothing is asked twice.

use super::board::EMPTY;
use super::resolve::told_apart;
use super::{Bitboard, CastlingSide, Color, Move, Position, Role, San, SanError, attacks};

impl Position {
    /// Plays the one legal move a SAN word means, as [`Position::resolve`] and [`Position::play_unchecked`] do one after
    /// the other; `us` is to move. A word is refused that does not say rightly whether it takes, or says more of the
    /// origin than need be.
    ///
    /// # Errors
    ///
    /// When no such move is legal, or more than one. The position is the same then.
    #[inline(always)]
    pub fn advance(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        debug_assert_eq!(us, self.turn(), "the side to move");
        if san.is_pawn() {
            self.advance_pawn(us, san)
        } else if san.is_plain_piece() {
            self.advance_piece(us, san)
        } else {
            self.advance_other(us, san)
        }
    }

    /// A knight or slider, nothing said of its origin.
    #[inline(always)]
    fn advance_piece(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        let (role, to) = (san.role(), san.target());
        let board = self.board();
        let own = board.by_color(us);
        let takes = board.code(to) != EMPTY;
        if san.is_capture() != takes || own.contains(to) {
            return Err(SanError::Illegal);
        }
        let candidates = attacks::reach(role, to) & board.by_role(role) & own;
        let from = candidates.lowest();
        if candidates.is_empty() || candidates.more_than_one() || !self.is_free_and_safe(us, from, to) {
            return self.advance_one_of(us, san);
        }
        self.play_piece(us, role, from, to);
        Ok(Move::new(from, to, None))
    }

    /// A knight or slider, one of several of its kind, with what must be said of its origin and no more.
    #[inline(never)]
    fn advance_one_of(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        let (role, to) = (san.role(), san.target());
        let board = self.board();
        let own = board.by_color(us);
        if san.is_capture() != (board.code(to) != EMPTY) || own.contains(to) || san.promotion().is_some() {
            return Err(SanError::Illegal);
        }
        let mut legal = Bitboard::EMPTY;
        for from in attacks::reach(role, to) & board.by_role(role) & own {
            if self.is_free_and_safe(us, from, to) {
                legal.insert(from);
            }
        }
        let meant = legal & san.origin_mask();
        let Some(from) = meant.single() else {
            return Err(if meant.is_empty() { SanError::Illegal } else { SanError::Ambiguous });
        };
        if (san.from_file(), san.from_rank()) != told_apart(from, legal - from.into()) {
            return Err(SanError::Illegal);
        }
        self.play_piece(us, role, from, to);
        Ok(Move::new(from, to, None))
    }

    /// The king, castling, a piece of whose origin something is said, a pawn that becomes another piece or takes in passing,
    /// the null move.
    #[inline(never)]
    fn advance_other(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        if san.is_plain_king() {
            return self.advance_king(us, san);
        }
        if let Some(side) = san.castling_side() {
            return self.advance_castle(us, side);
        }
        if !matches!(san.role(), Role::Pawn | Role::King) {
            return self.advance_one_of(us, san);
        }
        let mv = self.resolve(san)?;
        if san.is_capture() != self.is_capture(mv) || (san.role() == Role::King && san.says_origin()) {
            return Err(SanError::Illegal);
        }
        self.play_unchecked(mv);
        Ok(mv)
    }

    #[inline]
    fn advance_king(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        let mv = self.resolve_king(san)?;
        if san.is_capture() != self.is_capture(mv) {
            return Err(SanError::Illegal);
        }
        self.play_king(us, mv.from(), mv.to());
        Ok(mv)
    }

    #[inline]
    fn advance_castle(&mut self, us: Color, side: CastlingSide) -> Result<Move, SanError> {
        if let Some(mv) = self.play_usual_castle(us, side) {
            return Ok(mv);
        }
        let mv = self.castle_move(side).ok_or(SanError::Illegal)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    #[inline(always)]
    fn advance_pawn(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        let to = san.target();
        let from = if san.is_plain_step() {
            if san.is_unfinished_promotion() {
                return Err(SanError::Illegal);
            }
            self.pawn_origin(us, to).filter(|&from| self.is_safe(us, from, to)).ok_or(SanError::Illegal)?
        } else {
            let board = self.board();
            let taker = san.pawn_taker(us).filter(|&from| {
                board.by_color(!us).contains(to)
                    && board.pieces(us, Role::Pawn).contains(from)
                    && self.is_safe(us, from, to)
            });
            let Some(from) = taker else { return self.advance_other(us, san) };
            from
        };
        self.play_pawn(us, from, to, None);
        Ok(Move::new(from, to, None))
    }
}
