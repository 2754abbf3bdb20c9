//! One game's record as a flat list of items, each with its span; nothing is dropped.
use super::{Layout, TagPair};
use crate::chess::{CastlingSide, File, Rank, Role, San, Suffix};
use crate::span::Span;

/// A result as the game termination marker or the `Result` tag gives it (PGN 8.2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    White,
    /// `0-1`.
    Black,
    /// `1/2-1/2`.
    Draw,
    /// `*`: in progress, abandoned or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The termination marker of the export format.
    #[must_use]
    pub const fn marker(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// From the exact marker.
    #[must_use]
    pub fn from_marker(marker: &str) -> Option<Self> {
        [Self::White, Self::Black, Self::Draw, Self::Unknown].into_iter().find(|r| r.marker() == marker)
    }
}

/// How a comment was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// `{…}`.
    Brace,
    /// `;` to the end of the line.
    Line,
    /// `<…>`, reserved for expansion, kept as a comment.
    Angle,
}

/// What an item of movetext is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move number with its dots.
    Number {
        /// What it says; numbers that do not fit are cut to the bound.
        value: u32,
        /// How many dots follow it, at most 255.
        dots: u8,
    },
    /// Dots without a number.
    Dots,
    /// A move exactly as the export format writes it.
    San(San, Suffix),
    /// A move in any other spelling: its place in [`Record::words`].
    Word(u32),
    /// A check sign apart from its move; what it says stands with the move.
    CheckSign,
    /// `e.p.` after a move.
    EnPassant,
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment; the item's span covers its marks too.
    Comment(Comment),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A game termination marker.
    Result(GameResult),
    /// A line that begins with `%` (PGN 6).
    Escape,
    /// Text that is no part of the grammar.
    Unread,
}

/// One item of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// The man that a move in an odd spelling names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    /// None is named: a pawn.
    Unnamed,
    /// None is named, but the move gives both squares (`g1f3`): whoever stands on the first.
    Whoever,
    /// By an English letter or a figurine.
    Role(Role),
    /// By letters that may belong to any language: the first `len` bytes of the token.
    Letter {
        /// Length in bytes.
        len: u8,
    },
}

/// What a pawn becomes in an odd spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// Nothing is said.
    Unsaid,
    /// By an English letter or a figurine; it may be one that no pawn becomes.
    Role(Role),
    /// By letters that may belong to any language.
    Letter(Span),
}

/// The check sign of an odd spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// As in export format, or none.
    Exact(Suffix),
    /// `++`, which stands for double check in some books and for mate in others.
    CheckOrMate,
}

/// What an odd spelling does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A man moves.
    Move,
    /// The king castles.
    Castle(CastlingSide),
    /// No move is made.
    Null,
    /// It has the look of a move and cannot be read.
    Unreadable,
}

/// A move in another spelling than that of the export format: what it says, not yet what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// What is done.
    pub act: Act,
    /// The man named.
    pub man: Man,
    /// The file it comes from.
    pub from_file: Option<File>,
    /// The rank it comes from.
    pub from_rank: Option<Rank>,
    /// The file it goes to.
    pub to_file: Option<File>,
    /// The rank it goes to; only pawns may leave it out (`ed`).
    pub to_rank: Option<Rank>,
    /// Whether it says that something is taken (`Some(false)`: `-` says that nothing is).
    pub capture: Option<bool>,
    /// What the pawn becomes.
    pub promotion: Becomes,
    /// Its check sign.
    pub said: Said,
    /// The text also reads as two moves run together: the first `n` bytes, and the pawn move of the rest.
    pub split: Option<u8>,
    /// A small `b` that may stand for a bishop.
    pub may_be_bishop: bool,
    /// Its squares are in capitals: the first letter may be a man's as well as a file's.
    pub capitals: bool,
    /// The letter of the man stands apart, and may be this glyph on the move before (`N f6`).
    pub symbol: Option<u8>,
}

impl Word {
    /// A word that says nothing yet.
    pub const EMPTY: Self = Self {
        act: Act::Move,
        man: Man::Unnamed,
        from_file: None,
        from_rank: None,
        to_file: None,
        to_rank: None,
        capture: None,
        promotion: Becomes::Unsaid,
        said: Said::Exact(Suffix::None),
        split: None,
        may_be_bishop: false,
        capitals: false,
        symbol: None,
    };

    /// What an exact spelling says.
    #[must_use]
    pub fn of_san(san: San, suffix: Suffix) -> Self {
        let act = match san.castling_side() {
            Some(side) => Act::Castle(side),
            None if san.is_null() => Act::Null,
            None => Act::Move,
        };
        Self {
            act,
            man: if san.role() == Role::Pawn { Man::Unnamed } else { Man::Role(san.role()) },
            from_file: san.from_file(),
            from_rank: san.from_rank(),
            to_file: san.to().map(|to| to.file()),
            to_rank: san.to().map(|to| to.rank()),
            capture: san.is_capture().then_some(true),
            promotion: san.promotion().map_or(Becomes::Unsaid, Becomes::Role),
            said: Said::Exact(suffix),
            ..Self::EMPTY
        }
    }
}

/// A way of writing that is read, but not as it should be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Oddity {
    /// A tag pair with blanks or control characters inside, several on a line, or over several lines.
    TagLayout,
    /// A tag pair with quotes missing, or with quotes inside that are not escaped.
    TagQuotes,
    /// A tag pair without its `]`.
    TagUnclosed,
    /// Castling with zeros, small letters or other dashes.
    CastlingSpelling,
    /// A small letter for a man.
    SmallLetter,
    /// A figurine.
    Figurine,
    /// Both squares given, or other signs for a capture.
    LongSpelling,
    /// A promotion in another spelling than `=Q`.
    PromotionSpelling,
    /// A capture by a pawn without its sign or without its rank, or by nobody who is named.
    PawnCaptureSpelling,
    /// A square in capitals, or in letters of another alphabet.
    SquareSpelling,
    /// `:` or `×` for `x`.
    CaptureSign,
    /// `ch`, `†`, `++`, `mate`, or a sign that stands apart.
    CheckSpelling,
    /// `e.p.`
    EnPassantMark,
    /// Two items without a blank between them.
    RunTogether,
    /// Blanks inside a move.
    BlankInside,
    /// A null move in another spelling than `--`.
    NullSpelling,
    /// An annotation that stands apart from its move, or a run of signs that means nothing.
    AnnotationSpelling,
    /// A sign or letters for an annotation glyph.
    Symbol,
    /// `$` without a number, or with one above 255.
    NagRange,
    /// A result in another spelling.
    ResultSpelling,
    /// A result inside a variation.
    ResultInVariation,
    /// A second result.
    SecondResult,
    /// Text in `<>`.
    AngleText,
    /// A comma or full stop after a move.
    Punctuation,
    /// `)` without `(`.
    UnbalancedClose,
    /// A variation that never closes.
    UnclosedVariation,
    /// A comment that never closes.
    UnclosedComment,
    /// A `}` without `{`.
    StrayBrace,
    /// More items than are read of a game.
    TooMany,
}

/// An oddity, with the item it goes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The index of the item it is found at.
    pub item: u32,
    /// The place.
    pub span: Span,
    /// What is odd there.
    pub oddity: Oddity,
}

/// One game as it stands in a PGN file. Buffers are reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// From the first byte of the game to the last.
    pub span: Span,
    /// The tag pairs in the order of the file.
    pub tags: Vec<TagPair>,
    /// Each tag has another name, and none a name of the standard in other case; `false`: that is not known.
    pub has_distinct_tags: bool,
    /// The names of the tags that were read last, kept from game to game.
    pub layout: Layout,
    /// The movetext, and what stands before the tags.
    pub items: Vec<Item>,
    /// What moves in odd spellings say.
    pub words: Vec<Word>,
    /// What is odd, in the order of the items.
    pub remarks: Vec<Remark>,
    /// How many items stand before the end of the tags.
    pub head: u32,
    /// Whether a variation is in it.
    pub has_variations: bool,
    /// Whether a man is named by letters that are not English, or by `P`.
    pub has_foreign_letters: bool,
}

impl Record {
    /// Empties it, keeping the buffers.
    pub fn clear(&mut self) {
        self.span = Span::default();
        self.tags.clear();
        self.has_distinct_tags = false;
        self.items.clear();
        self.words.clear();
        self.remarks.clear();
        self.head = 0;
        self.has_variations = false;
        self.has_foreign_letters = false;
    }
}
