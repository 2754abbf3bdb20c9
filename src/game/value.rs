//! What stands in the cells of tables, and what kinds of columns there are.
use super::{Game, Played};
use crate::chess::{CastlingMode, Position, Uci};

/// What stands in one cell.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Nothing.
    Empty,
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Claim(bool),
    /// Words.
    Text(&'a str),
    /// Words of ASCII without a comma, a quote, a line end, or a blank at an end: no form of table must quote them.
    Plain(&'a [u8]),
    /// A date as its tag has it: written as `YYYY-MM-DD`, or not at all when it is not known to the day.
    Date(&'a str),
    /// A position, written as FEN.
    Fen(&'a Position),
    /// The pieces of a position, written as FEN letters.
    Men(&'a Position),
    /// A key, written as 16 hexadecimal digits.
    Key(u64),
    /// A key, its high half first, written as 32 hexadecimal digits.
    LongKey([u64; 2]),
    /// The same of at most eight bytes, the first lowest, and how many they are: a move, the letter of a piece.
    Word((u64, usize)),
    /// Glyph numbers, written as a JSON array.
    Numbers(&'a [u8]),
    /// Words, written as a JSON array.
    Words(&'a [&'a str]),
    /// One value for each half-move of the main line, written as a JSON array with `null` where there is none.
    List(&'a Game<'a>, List),
    /// A number of tenths, written with its point.
    Tenths(i64),
    /// The number of the game with this index in its chunk: known only where the chunks come together.
    Game(u32),
}

/// A text of at most eight bytes as [`Value::Word`] has it.
pub(super) const fn packed(text: &str) -> (u64, usize) {
    let (mut word, mut at) = (0, text.len());
    while at > 0 {
        at -= 1;
        word = word << 8 | text.as_bytes()[at] as u64;
    }
    (word, text.len())
}

impl<'a> Value<'a> {
    /// A number that may be missing.
    #[must_use]
    pub fn maybe<N: Into<i64>>(number: Option<N>) -> Self {
        number.map_or(Self::Empty, |n| Self::Number(n.into()))
    }

    /// A move in the export format's notation.
    #[inline(always)]
    #[must_use]
    pub fn san(played: &Played) -> Self {
        Self::Word(played.san.packed(played.suffix))
    }

    /// A move in coordinates, with castling as a game writes it.
    #[inline(always)]
    #[must_use]
    pub fn uci(played: &Played, mode: CastlingMode) -> Self {
        Self::Word(Uci::of(played.mv, mode).packed())
    }

    /// A word that may be missing.
    #[must_use]
    pub fn word(word: Option<&'a str>) -> Self {
        word.map_or(Self::Empty, Self::Text)
    }

    /// The value of a tag; nothing where it says that nothing is known: `?`.
    #[inline]
    #[must_use]
    pub fn known(value: &'a str) -> Self {
        let unknown = value.bytes().all(|byte| matches!(byte, b'?' | b' ' | b'\t'));
        if unknown { Self::Empty } else { Self::Text(value) }
    }
}

/// What a list has of each half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The move in standard algebraic notation.
    Moves,
    /// The move in coordinates.
    Uci,
    /// Seconds left.
    Clocks,
    /// The evaluation in centipawns.
    Evals,
    /// The moves to mate.
    Mates,
}

/// What kind of values a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 32 bits.
    Number,
    /// Whole numbers of 64 bits.
    Long,
    /// Numbers with one digit after the point.
    Decimal,
    /// `true` and `false`.
    Claim,
    /// Words.
    Text,
    /// Keys of positions: 64 bits, written as 16 hexadecimal digits.
    Key,
    /// Dates known to the day.
    Date,
    /// Lists of whole numbers.
    Numbers,
    /// Lists of words.
    Words,
}

impl Kind {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Number | Self::Long => "integer",
            Self::Decimal => "decimal",
            Self::Claim => "boolean",
            Self::Text | Self::Key => "text",
            Self::Date => "date",
            Self::Numbers => "integers",
            Self::Words => "texts",
        }
    }

    /// Its values can be reckoned with.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Long | Self::Decimal)
    }

    /// Its values are lists.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Numbers | Self::Words)
    }
}

/// What must be known of a game before a column can be told; several are joined with `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need(u8);

impl Need {
    /// The tags.
    pub const TAGS: Self = Self(0);
    /// The result, the first and the last position, the findings: what every game has that was played.
    pub const END: Self = Self(64);
    /// The pass over the moves ([`Facts`](super::Facts)).
    pub const FACTS: Self = Self(1);
    /// The pass over the moves with the openings looked up.
    pub const OPENING: Self = Self(3);
    /// The comments with the moves they stand after: [`Game::nodes`].
    pub const NODES: Self = Self(4);
    /// The line of the input where the game begins.
    pub const LINE: Self = Self(8);
    /// The byte of the input where it begins.
    pub const BYTE: Self = Self(16);
    /// The frame of the packed file where it begins: known where parts of packed files are read.
    pub const FRAME: Self = Self(16 | 32);

    /// All that `other` asks for is asked for here.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The moves are asked for.
    #[must_use]
    pub const fn moves(self) -> bool {
        self.0 & (Self::OPENING.0 | Self::NODES.0) != 0
    }
}

impl std::ops::BitOr for Need {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Need> for Need {
    fn from_iter<I: IntoIterator<Item = Self>>(needs: I) -> Self {
        needs.into_iter().fold(Self::TAGS, |all, need| all | need)
    }
}

/// A column as it is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name in the header row.
    pub name: &'static str,
    /// What kind of values it has.
    pub kind: Kind,
    /// What it says.
    pub meaning: &'static str,
}

impl About {
    /// A column.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind, meaning: &'static str) -> Self {
        Self { name, kind, meaning }
    }
}

/// Declares the columns of a table: variant, name, kind, what must be known, what it says.
macro_rules! columns {
    ($(#[$doc:meta])* $name:ident: $($variant:ident $word:literal $kind:ident $need:ident $says:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $says] $variant,)*
        }

        impl $name {
            /// Every column, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in the header row.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What kind of values it has.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)* }
            }

            /// What must be known to tell it.
            #[must_use]
            pub const fn need(self) -> Need {
                match self { $(Self::$variant => Need::$need,)* }
            }

            /// What it says.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $says,)* }
            }

            /// It is written where no columns are asked for: all but the lists, and what only parts of packed files have.
            #[must_use]
            pub const fn is_usual(self) -> bool {
                !self.kind().is_list() && !self.need().covers(Need::FRAME)
            }

            /// Its description.
            #[must_use]
            pub const fn about(self) -> About {
                About::new(self.name(), self.kind(), self.meaning())
            }

            /// The column of a name, whatever the case of its letters.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name().eq_ignore_ascii_case(name))
            }
        }
    };
}
pub(super) use columns;
