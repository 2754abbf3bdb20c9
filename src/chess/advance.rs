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
        let (board, to) = (self.board(), san.target());
        let (own, their) = (board.by_color(us), board.by_color(!us));
        let candidates = attacks::origins(us, san.origins_row(), to) & board.by_code(san.role_code()) & own;
        let from = candidates.lowest();
        if candidates.is_empty()
            || !san.is_plain(us, board.code(to))
            || candidates.more_than_one()
            || (attacks::between(from, to) & (own | their)).any()
        {
            return self.advance_other(us, san);
        }
        let sliders = board.straight() | board.diagonal();
        let king = self.king(us);
        let doubt = attacks::line(king, from) & sliders & their | self.checkers();
        if doubt.any() && !self.is_safe_in_doubt(king, from, to) {
            return self.advance_other(us, san);
        }
        self.step(us, san, candidates, from, sliders & own);
        Ok(Move::new(from, to, None))
    }

    /// A knight or slider, one of several of its kind, with what must be said of its origin and no more.
    #[inline(always)]
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

    /// A step of the king.
    #[inline]
    fn advance_king(&mut self, us: Color, san: San) -> Result<Move, SanError> {
        let (board, from, to) = (self.board(), self.king(us), san.target());
        let origin = Bitboard::from(from);
        if !attacks::king(from).contains(to)
            || !san.is_plain(us, board.code(to))
            || board.is_attacked(to, !us, board.occupied() - origin)
        {
            return Err(SanError::Illegal);
        }
        let sliders = (board.straight() | board.diagonal()) & board.by_color(us);
        self.move_king(us, to);
        self.step(us, san, origin, from, sliders);
        Ok(Move::new(from, to, None))
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
}
