//! The six kinds of pieces, and a piece: a kind and a side.

use std::fmt;

use super::Color;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// From the pawn to the king.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, from the knight to the queen.
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// What stands on the first rank at the start, from the file of a on.
    pub(crate) const FIRST_RANK: [Role; 8] = [
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Queen,
        Role::King,
        Role::Bishop,
        Role::Knight,
        Role::Rook,
    ];

    /// 0 for the pawn to 5 for the king.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role of an index from 0 to 5.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Role> {
        match index {
            0 => Some(Role::Pawn),
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            5 => Some(Role::King),
            _ => None,
        }
    }

    /// The role of the low three bits of `index`; the pawn when they are none.
    pub(super) const fn wrapping(index: u8) -> Role {
        match Role::from_index(index & 7) {
            Some(role) => role,
            None => Role::Pawn,
        }
    }

    /// The English letter: `P N B R Q K`.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"PNBRQK"[self as usize]
    }

    /// The role of an English letter in upper case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        match letter {
            b'P' => Some(Role::Pawn),
            b'N' => Some(Role::Knight),
            b'B' => Some(Role::Bishop),
            b'R' => Some(Role::Rook),
            b'Q' => Some(Role::Queen),
            b'K' => Some(Role::King),
            _ => None,
        }
    }

    /// The name in English, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The piece of this kind and that side.
    #[must_use]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece on the board: a role and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The kind.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }
}
