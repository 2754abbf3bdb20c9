//! SAN resolved and played in one step: what a replay does for nearly every word. Pawns, and knights and sliders, each
//! have a way of their own from the word to the board, so that nothing is asked twice.

use super::board::EMPTY;
use super::{Color, Move, Position, Role, San, SanError, attacks};

impl Position {
    /// Plays the one legal move a SAN word means, as [`Position::resolve`] and [`Position::play_unchecked`] do one after
    /// the other. A word is refused that does not say rightly whether it takes, or says more of the origin than need be.
    ///
    /// # Errors
    ///
    /// When no such move is legal, or more than one. The position is the same then.
    #[inline(always)]
    pub fn advance(&mut self, san: San) -> Result<Move, SanError> {
        // Each side has its own code, with its squares and steps worked out: it is easy to guess who moves.
        match (san.is_pawn(), self.turn()) {
            (true, Color::White) => self.advance_pawn(Color::White, san),
            (true, Color::Black) => self.advance_pawn(Color::Black, san),
            (false, _) if !san.is_plain_piece() => self.advance_other(san),
            (false, Color::White) => self.advance_piece(Color::White, san),
            (false, Color::Black) => self.advance_piece(Color::Black, san),
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
            return self.advance_other(san);
        }
        self.play_piece(us, role, from, to);
        Ok(Move::new(from, to, None))
    }

    /// The king, castling, several men of a kind, the null move.
    #[inline(never)]
    fn advance_other(&mut self, san: San) -> Result<Move, SanError> {
        if san.is_plain_king() {
            return self.advance_king(san);
        }
        let mv = self.resolve(san)?;
        let is_exact = san.is_capture() == self.is_capture(mv)
            && (san.role() == Role::Pawn || !san.says_origin() || self.san(mv) == san);
        if !is_exact {
            return Err(SanError::Illegal);
        }
        if matches!(san.role(), Role::Pawn | Role::King) {
            self.play_unchecked(mv);
        } else {
            self.play_piece(self.turn(), san.role(), mv.from(), mv.to());
        }
        Ok(mv)
    }

    #[inline]
    fn advance_king(&mut self, san: San) -> Result<Move, SanError> {
        let mv = self.resolve_king(san)?;
        if san.is_capture() != self.is_capture(mv) {
            return Err(SanError::Illegal);
        }
        self.play_king(self.turn(), mv.from(), mv.to());
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
            let Some(from) = taker else { return self.advance_other(san) };
            from
        };
        self.play_pawn(us, from, to, None);
        Ok(Move::new(from, to, None))
    }
}
