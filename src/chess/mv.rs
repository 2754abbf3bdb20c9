//! A move: what leaves which square for which, complete on a given position.

use std::fmt;

use super::{CastlingSide, Role, Square};

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// One piece moves, taking what stands on its target.
    Normal,
    /// A pawn takes in passing.
    EnPassant,
    /// The king castles with the rook on the square `to`.
    Castle,
    /// The king castles with the empty corner `to`, where the rook given as odds would stand.
    OddsCastle,
    /// No piece moves and the other side is to move: `--` in some PGN files. Never a legal move.
    Null,
}

/// A move, in 4 bytes. The order is by origin, target, promotion and kind; it has no meaning but is the same in
/// every run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    promotion: Option<Role>,
    kind: MoveKind,
}

impl Default for Move {
    /// The null move.
    fn default() -> Move {
        Move::NULL
    }
}

const _: () = assert!(size_of::<Move>() == 4);

impl Move {
    /// The null move.
    pub const NULL: Move = Move { from: Square::A1, to: Square::A1, promotion: None, kind: MoveKind::Null };

    /// A move of one piece.
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Role>) -> Move {
        Move { from, to, promotion, kind: MoveKind::Normal }
    }

    /// A pawn takes in passing; `to` is the empty square behind the taken pawn.
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None, kind: MoveKind::EnPassant }
    }

    /// The king castles with a rook.
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle }
    }

    /// The king castles with an empty corner.
    #[must_use]
    pub const fn odds_castle(king: Square, corner: Square) -> Move {
        Move { from: king, to: corner, promotion: None, kind: MoveKind::OddsCastle }
    }

    /// The square left.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square entered; when castling, the square of the rook.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// What is special about it.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Whether it is a promotion, or anything but one piece's move.
    #[inline]
    #[must_use]
    pub const fn is_special(self) -> bool {
        !matches!((self.kind, self.promotion), (MoveKind::Normal, None))
    }

    /// Whether the king castles.
    #[must_use]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind, MoveKind::Castle | MoveKind::OddsCastle)
    }

    /// Whether a pawn takes in passing.
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, MoveKind::EnPassant)
    }

    /// Whether it is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        matches!(self.kind, MoveKind::Null)
    }

    /// The side the king castles to.
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        if !self.is_castle() {
            None
        } else if self.to.file() as u8 > self.from.file() as u8 {
            Some(CastlingSide::King)
        } else {
            Some(CastlingSide::Queen)
        }
    }

    /// Where the piece that leaves `from` ends: `to`, or the king's own target when it castles.
    #[must_use]
    pub const fn destination(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from.rank()),
            None => self.to,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MoveKind::Null => return f.write_str("--"),
            MoveKind::Castle | MoveKind::OddsCastle => write!(f, "{}={}", self.from, self.to)?,
            MoveKind::Normal | MoveKind::EnPassant => write!(f, "{}{}", self.from, self.to)?,
        }
        if let Some(role) = self.promotion {
            write!(f, "{}", char::from(role.letter().to_ascii_lowercase()))?;
        }
        Ok(())
    }
}
