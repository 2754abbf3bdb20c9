//! One game's record as a flat list of items, each with its span; nothing is dropped.
use crate::chess::{San, Suffix};
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
    /// A move number with its dots; `value` is what it says.
    Number(u32),
    /// A move exactly as the export format writes it.
    San(San, Suffix),
    /// A move in any other spelling; read later, from its text.
    Word,
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

/// A tag pair (PGN 8.1); name and value as written, quotes left out, escapes still in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair {
    /// From `[` to `]`.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between its quotes.
    pub value: Span,
}

/// One game as it stands in a PGN file. Buffers are reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// From the first byte of the game to the last.
    pub span: Span,
    /// The tag pairs in the order of the file.
    pub tags: Vec<TagPair>,
    /// The movetext.
    pub items: Vec<Item>,
}
