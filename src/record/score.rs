//! A printed score: the cells of a game as a book sets them, each with its span.
use crate::chess::Color;
use crate::span::Span;

/// How a score says it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The usual array.
    #[default]
    Standard,
    /// A position given as FEN.
    Fen(String),
    /// Odds in words (`Remove White's Q. R.`, `Pawn and move`), read later; the span covers the words.
    Odds(Span),
    /// A position in words (`White: K on KR8 …`), read later; the spans cover White's and Black's men.
    Words {
        /// Where the white men stand.
        white: Span,
        /// Where the black men stand.
        black: Span,
    },
    /// An ASCII diagram, read later.
    Diagram(Span),
}

/// A tag worked out from what stands around the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadTag {
    /// PGN tag name.
    pub name: &'static str,
    /// The value, blanks folded.
    pub value: String,
    /// The words it comes from.
    pub span: Option<Span>,
    /// Worked out rather than stated outright.
    pub inferred: bool,
}

/// What hangs on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Words to keep as a comment.
    Comment(Span),
    /// Moves to try as a variation: instead of the move the note hangs on, or after it, as its first number says.
    Line(Line),
}

/// One half-move as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number printed in front of it, a hint only.
    pub number: Option<u32>,
    /// Whose move its column or dots say it is.
    pub color: Option<Color>,
    /// The words of the move, footnote marks left out.
    pub span: Span,
    /// Comments and lines on this move, in order.
    pub notes: Vec<Note>,
}

/// A run of half-moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub before: Vec<Span>,
    /// The half-moves in order.
    pub cells: Vec<Cell>,
}

/// A game or an analysis as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// From the first byte that belongs to it to the last.
    pub span: Span,
    /// Tags from headings and column heads.
    pub tags: Vec<HeadTag>,
    /// How it begins.
    pub start: Start,
    /// The moves.
    pub line: Line,
    /// The words that give the result.
    pub result: Option<Span>,
    /// The stipulation of a problem (`White to move and mate in two`).
    pub stipulation: Option<Span>,
}
