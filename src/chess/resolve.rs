//! From SAN to move and back. Resolving goes from the target square back to the pieces that can come there; legality
//! is looked at only when it is in doubt.

use std::fmt;

use super::san::SanKind;
use super::{
    Bitboard, Color, File, Move, MoveKind, MoveList, Position, Rank, Role, San, Square, Suffix, attacks,
};

/// Why a SAN word is not one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// No legal move is meant; [`Position::candidates`] says what is near.
    Illegal,
    /// Several legal moves are; [`Position::candidates`] says which.
    Ambiguous,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanError::Illegal => "no such move is legal here",
            SanError::Ambiguous => "more than one legal move is so written",
        })
    }
}

impl std::error::Error for SanError {}

impl Position {
    /// The one legal move a SAN word means. For pieces, whether a capture is said is not judged: compare
    /// [`San::is_capture`] with [`Position::is_capture`] to know.
    ///
    /// # Errors
    ///
    /// When no legal move or more than one is meant.
    #[inline]
    pub fn resolve(&self, san: San) -> Result<Move, SanError> {
        match san.kind() {
            SanKind::Normal => match san.role() {
                Role::Pawn => self.resolve_pawn(san),
                Role::King => self.resolve_king(san),
                _ => self.resolve_piece(san),
            },
            SanKind::Castle(side) => self.castle_move(side).ok_or(SanError::Illegal),
            SanKind::Null if self.is_check() => Err(SanError::Illegal),
            SanKind::Null => Ok(Move::NULL),
        }
    }

    /// Knights and sliders.
    #[inline]
    fn resolve_piece(&self, san: San) -> Result<Move, SanError> {
        let (role, to) = (san.role(), san.target());
        let own = self.board().by_color(self.turn());
        let candidates = attacks::reach(role, to) & self.board().by_role(role) & own & san.origin_mask();
        if own.contains(to) || san.promotion().is_some() {
            return Err(SanError::Illegal);
        }
        let mut origin = None;
        for from in candidates {
            if self.is_free_and_safe(self.turn(), from, to) {
                if origin.is_some() {
                    return Err(SanError::Ambiguous);
                }
                origin = Some(from);
            }
        }
        origin.map(|from| Move::new(from, to, None)).ok_or(SanError::Illegal)
    }

    /// For a piece of the side to move, `us`, other than king and pawn, that reaches `to` on an empty board: nothing is in
    /// the way, and the move does not leave the own king in check.
    #[inline(always)]
    pub(super) fn is_free_and_safe(&self, us: Color, from: Square, to: Square) -> bool {
        (attacks::between(from, to) & self.board().occupied()).is_empty() && self.is_safe(us, from, to)
    }

    /// Whether a move of a piece other than the king, not en passant, leaves the own king out of check. In doubt only
    /// when in check, or when the piece stands on a line with its king and a slider of the other side.
    #[inline(always)]
    pub(super) fn is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        let king = self.king(us);
        let board = self.board();
        let sliders = (board.straight() | board.diagonal()) & board.by_color(!us);
        let is_on_line = (attacks::line(king, from) & sliders).any();
        (!is_on_line && !self.is_check()) || self.is_safe_in_doubt(king, from, to)
    }

    pub(super) fn is_safe_in_doubt(&self, king: Square, from: Square, to: Square) -> bool {
        let checkers = self.checkers();
        if checkers.any() {
            let answers = checkers.single().map(|checker| checkers | attacks::between(king, checker));
            if !answers.is_some_and(|answers| answers.contains(to)) {
                return false;
            }
        }
        let board = self.board();
        let line = attacks::line(king, from);
        if line.contains(to) {
            return true;
        }
        let occupied = board.occupied() - from.into();
        let snipers = board.snipers(king) & board.by_color(!self.turn()) & line;
        // A sniper on the other side of the king cannot be: it would give check now.
        snipers
            .into_iter()
            .all(|sniper| checkers.contains(sniper) || (attacks::between(king, sniper) & occupied).any())
    }

    #[inline]
    fn resolve_pawn(&self, san: San) -> Result<Move, SanError> {
        let (us, to) = (self.turn(), san.target());
        let promotes = to.rank() == Rank::Eighth.relative_to(us);
        if promotes != san.promotion().is_some()
            || san.promotion().is_some_and(|role| matches!(role, Role::Pawn | Role::King))
        {
            return Err(SanError::Illegal);
        }
        let is_push = !san.is_capture() && san.from_file().is_none_or(|file| file == to.file());
        if is_push {
            let from = self.pawn_origin(us, to).filter(|&from| san.origin_mask().contains(from));
            return match from {
                Some(from) if self.is_safe(us, from, to) => Ok(Move::new(from, to, san.promotion())),
                _ => Err(SanError::Illegal),
            };
        }
        let pawns = attacks::pawn(!us, to) & self.board().pieces(us, Role::Pawn) & san.origin_mask();
        let is_en_passant = self.ep_square() == Some(to);
        if !is_en_passant && !self.board().by_color(!us).contains(to) {
            return Err(SanError::Illegal);
        }
        let mut origin = None;
        for from in pawns {
            let is_legal =
                if is_en_passant { self.is_safe_en_passant(from, to) } else { self.is_safe(us, from, to) };
            if is_legal {
                if origin.is_some() {
                    return Err(SanError::Ambiguous);
                }
                origin = Some(from);
            }
        }
        match origin {
            Some(from) if is_en_passant => Ok(Move::en_passant(from, to)),
            Some(from) => Ok(Move::new(from, to, san.promotion())),
            None => Err(SanError::Illegal),
        }
    }

    fn resolve_king(&self, san: San) -> Result<Move, SanError> {
        let (us, to) = (self.turn(), san.target());
        let from = self.king(us);
        let is_possible = (attacks::king(from) - self.board().by_color(us)).contains(to)
            && san.origin_mask().contains(from)
            && san.promotion().is_none();
        let occupied = (self.board().occupied() - from.into()) | to.into();
        if is_possible && !self.board().is_attacked(to, !us, occupied) {
            Ok(Move::new(from, to, None))
        } else {
            Err(SanError::Illegal)
        }
    }

    /// The legal moves a SAN word that could not be resolved may mean: those it fits, or else those of the same kind
    /// of piece to the same square whatever is said of origin and promotion. Slow; for messages and repairs.
    #[must_use]
    pub fn candidates(&self, san: San) -> MoveList {
        let all = self.legal_moves();
        let (mut exact, mut near) = (MoveList::new(), MoveList::new());
        for &mv in &all {
            let is_near = match san.to() {
                Some(to) => !mv.is_castle() && mv.to() == to && self.role_of(mv) == Some(san.role()),
                None => mv.is_castle() && san.castling_side().is_some(),
            };
            if !is_near {
                continue;
            }
            near.push(mv);
            let is_exact = match san.castling_side() {
                Some(side) => mv.castling_side() == Some(side),
                None => san.origin_mask().contains(mv.from()) && mv.promotion() == san.promotion(),
            };
            if is_exact {
                exact.push(mv);
            }
        }
        if exact.is_empty() { near } else { exact }
    }

    /// The kind of piece that makes a move.
    #[must_use]
    pub fn role_of(&self, mv: Move) -> Option<Role> {
        if mv.is_null() { None } else { self.board().role_at(mv.from()) }
    }

    /// The SAN of a legal move: what is said of the origin is the least that tells it from the other *legal* moves,
    /// the file before the rank (PGN 8.2.3.4).
    #[must_use]
    pub fn san(&self, mv: Move) -> San {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Null => return San::NULL,
            MoveKind::Castle | MoveKind::OddsCastle => {
                return San::castle(mv.castling_side().unwrap_or(super::CastlingSide::King));
            }
            MoveKind::Normal | MoveKind::EnPassant => {}
        }
        let role = self.board().role_at(from).unwrap_or(Role::Pawn);
        let capture = self.is_capture(mv);
        let (file, rank) = match role {
            Role::Pawn => (capture.then_some(from.file()), None),
            Role::King => (None, None),
            _ => self.disambiguation(role, from, to),
        };
        San::new_normal(role, file, rank, capture, to, mv.promotion())
    }

    #[inline]
    fn disambiguation(&self, role: Role, from: Square, to: Square) -> (Option<File>, Option<Rank>) {
        let rivals = attacks::reach(role, to) & (self.board().pieces(self.turn(), role) - from.into());
        if rivals.is_empty() {
            return (None, None);
        }
        let rivals: Bitboard =
            rivals.into_iter().filter(|&rival| self.is_free_and_safe(self.turn(), rival, to)).collect();
        told_apart(from, rivals)
    }

    /// The check sign that belongs to the move that led here.
    #[must_use]
    #[inline]
    pub fn suffix(&self) -> Suffix {
        if !self.is_check() {
            Suffix::None
        } else if self.has_legal_move() {
            Suffix::Check
        } else {
            Suffix::Mate
        }
    }

    /// The check sign of a legal move.
    #[must_use]
    pub fn suffix_after(&self, mv: Move) -> Suffix {
        self.after_move(mv).suffix()
    }

    /// Plays a legal move and says how it is written, with the check sign it deserves.
    pub fn play_san(&mut self, mv: Move) -> (San, Suffix) {
        let san = self.san(mv);
        self.play_unchecked(mv);
        (san, self.suffix())
    }
}

/// What must be said of the origin to tell it from others of its kind.
#[inline]
pub(super) fn told_apart(from: Square, rivals: Bitboard) -> (Option<File>, Option<Rank>) {
    if rivals.is_empty() {
        (None, None)
    } else if (rivals & Bitboard::from_file(from.file())).is_empty() {
        (Some(from.file()), None)
    } else if (rivals & Bitboard::from_rank(from.rank())).is_empty() {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    }
}
