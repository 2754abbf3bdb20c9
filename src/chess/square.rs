//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

macro_rules! line_of_eight {
    ($(#[$doc:meta])* $name:ident: $($variant:ident $text:literal),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant),*
        }

        impl $name {
            /// All eight, in order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// From 0 to 7.
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one of an index from 0 to 7.
            #[must_use]
            pub const fn from_index(index: u8) -> Option<$name> {
                if index < 8 { Some($name::wrapping(index)) } else { None }
            }

            /// The one of the low three bits of `index`.
            pub(crate) const fn wrapping(index: u8) -> $name {
                // A match, not a table: the compiler sees that it is no work at all.
                match index & 7 {
                    $(i if i == $name::$variant as u8 => $name::$variant,)*
                    _ => $name::ALL[7],
                }
            }

            /// Counted from the other end: the first for the eighth.
            #[must_use]
            pub const fn flip(self) -> $name {
                $name::ALL[7 - self as usize]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$variant => $text),*
                })
            }
        }
    };
}

line_of_eight! {
    /// A file, `a` to `h`.
    File: A "a", B "b", C "c", D "d", E "e", F "f", G "g", H "h"
}

line_of_eight! {
    /// A rank, `1` to `8` as White counts them.
    Rank: First "1", Second "2", Third "3", Fourth "4", Fifth "5", Sixth "6", Seventh "7", Eighth "8"
}

impl File {
    /// The letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b'a' + self as u8
    }

    /// The file of a lower case letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<File> {
        File::from_index(letter.wrapping_sub(b'a'))
    }
}

impl Rank {
    /// The digit, `1` to `8`.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b'1' + self as u8
    }

    /// The rank of a digit.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Rank> {
        Rank::from_index(letter.wrapping_sub(b'1'))
    }

    /// The rank as `color` counts it: the first rank of Black is the eighth.
    #[must_use]
    pub const fn relative_to(self, color: super::Color) -> Rank {
        match color {
            super::Color::White => self,
            super::Color::Black => self.flip(),
        }
    }
}

/// A square of the board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank.
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square of an index from 0 to 63.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square of the low six bits.
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// From 0 to 63.
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it tells the compiler that a table of 64 needs no bounds check.
        (self.0 & 63) as usize
    }

    /// The file.
    #[must_use]
    pub const fn file(self) -> File {
        File::wrapping(self.0)
    }

    /// The rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self.0 >> 3)
    }

    /// The square on the same file, mirrored at the middle of the board: a1 for a8.
    #[must_use]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Whether it is a light square; a1 is dark.
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }

    /// The square `files` to the right and `ranks` up, as White sees the board, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = ((self.0 & 7) as i8 + files, (self.0 >> 3) as i8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Square((rank * 8 + file) as u8))
        }
    }

    /// The square of two bytes such as `e4`.
    #[must_use]
    pub const fn from_ascii(text: [u8; 2]) -> Option<Square> {
        let (file, rank) = (text[0].wrapping_sub(b'a'), text[1].wrapping_sub(b'1'));
        if file | rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// Its two letters, such as `e4`.
    #[must_use]
    pub const fn to_ascii(self) -> [u8; 2] {
        [b'a' + (self.0 & 7), b'1' + (self.0 >> 3)]
    }

    /// All 64, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64_u8).map(Square)
    }
}

macro_rules! squares {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "the name says it")]
        impl Square {
            squares!(@ 0; $($name)*);
        }
    };
    (@ $index:expr; $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square($index);
        squares!(@ $index + 1; $($rest)*);
    };
    (@ $index:expr;) => {};
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2 A3 B3 C3 D3 E3 F3 G3 H3 A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5 A6 B6 C6 D6 E6 F6 G6 H6 A7 B7 C7 D7 E7 F7 G7 H7 A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: expected a file a-h and a rank 1-8")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        <[u8; 2]>::try_from(text.as_bytes()).ok().and_then(Square::from_ascii).ok_or(ParseSquareError)
    }
}
