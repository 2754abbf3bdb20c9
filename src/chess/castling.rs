//! Who may still castle, and with which rook.

use super::{Color, File, Rank, Square};

/// Towards the h-file or towards the a-file, seen from the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// O-O: the king ends on the g-file.
    King,
    /// O-O-O: the king ends on the c-file.
    Queen,
}

impl CastlingSide {
    /// King's side, then queen's side.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The file the king ends on.
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file the rook ends on.
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }

    /// The file the rook comes from in standard chess.
    #[must_use]
    pub const fn corner_file(self) -> File {
        match self {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        }
    }

    /// `O-O` or `O-O-O`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        }
    }
}

/// How castling is written in coordinates: nothing else depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// The king's move: `e1g1`.
    #[default]
    Standard,
    /// The king takes its own rook: `e1h1`.
    Chess960,
}

/// The rooks each side may still castle with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: [[Option<Square>; 2]; 2],
}

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights { rooks: [[None; 2]; 2] };

    /// All four, with the rooks in the corners.
    pub const STANDARD: CastlingRights = CastlingRights {
        rooks: [[Some(Square::H1), Some(Square::A1)], [Some(Square::H8), Some(Square::A8)]],
    };

    /// The corner a right refers to in standard chess.
    #[must_use]
    pub const fn corner(color: Color, side: CastlingSide) -> Square {
        Square::new(side.corner_file(), Rank::First.relative_to(color))
    }

    /// The rook a side may castle with.
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[color as usize][side as usize]
    }

    /// Whether there is a right on that side of the king.
    #[must_use]
    pub const fn has(&self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// Whether a side may castle at all.
    #[must_use]
    pub const fn any(&self, color: Color) -> bool {
        self.has(color, CastlingSide::King) || self.has(color, CastlingSide::Queen)
    }

    /// Whether nobody may castle.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        !self.any(Color::White) && !self.any(Color::Black)
    }

    /// Grants a right with the rook of a square.
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Square) {
        self.rooks[color as usize][side as usize] = Some(rook);
    }

    /// Takes a right away.
    pub const fn clear(&mut self, color: Color, side: CastlingSide) {
        self.rooks[color as usize][side as usize] = None;
    }

    /// The rights there are: White before Black, king's side before queen's side.
    pub fn iter(self) -> impl Iterator<Item = (Color, CastlingSide, Square)> {
        let [white, black] = self.rooks;
        let [king, queen] = CastlingSide::ALL;
        let rights = [
            (Color::White, king, white[0]),
            (Color::White, queen, white[1]),
            (Color::Black, king, black[0]),
            (Color::Black, queen, black[1]),
        ];
        rights.into_iter().filter_map(|(color, side, rook)| Some((color, side, rook?)))
    }
}
