//! Sets of squares, one bit a square.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::{File, Rank, Square};

/// A set of squares; bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The dark squares.
    pub const DARK: Bitboard = Bitboard(!Self::LIGHT.0);
    /// The first and the eighth rank, where no pawn stands.
    pub const ENDS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    /// The files, a to h.
    pub const FILES: [Bitboard; 8] = {
        let mut files = [Bitboard(0); 8];
        let mut i = 0;
        while i < 8 {
            files[i] = Bitboard(0x0101_0101_0101_0101 << i);
            i += 1;
        }
        files
    };
    /// The ranks, first to eighth.
    pub const RANKS: [Bitboard; 8] = {
        let mut ranks = [Bitboard(0); 8];
        let mut i = 0;
        while i < 8 {
            ranks[i] = Bitboard(0xff << (8 * i));
            i += 1;
        }
        ranks
    };

    /// The squares of a file.
    #[must_use]
    pub const fn from_file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[must_use]
    pub const fn from_rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u8))
    }

    /// One square.
    #[must_use]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many squares.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square.
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares or more.
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The highest square.
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(63 - self.0.leading_zeros())) }
    }

    /// The square, when there is exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.0 != 0 && !self.more_than_one() { Some(self.lowest()) } else { None }
    }

    /// The lowest square of a set known not to be empty; a1 when it is.
    pub(crate) const fn lowest(self) -> Square {
        Square::wrapping(self.0.trailing_zeros())
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square away.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// The set mirrored at the middle of the board, first rank for eighth.
    #[must_use]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

macro_rules! operator {
    ($($op:ident $f:ident $assign:ident $g:ident: $a:ident $b:ident $e:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;

            fn $f(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($e)
            }
        }

        impl $assign for Bitboard {
            fn $g(&mut self, other: Bitboard) {
                *self = self.$f(other);
            }
        }
    )*};
}

operator! {
    BitAnd bitand BitAndAssign bitand_assign: a b a & b;
    BitOr bitor BitOrAssign bitor_assign: a b a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a b a ^ b;
    Sub sub SubAssign sub_assign: a b a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::from(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], from the lowest.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::wrapping(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
