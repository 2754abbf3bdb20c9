//! A printed score: the cells of a game as a book sets them, each with its span.
use crate::chess::Color;
use crate::span::Span;

/// Words of the page, cleaned of what printing puts in them, and where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Where they stand in the text.
    pub span: Span,
    /// The words: blanks folded, page marks left out.
    pub text: String,
}

/// How a score says it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The usual array.
    #[default]
    Standard,
    /// A position given as FEN.
    Fen(String),
    /// Odds in words (`Remove White's Q. R.`, `Pawn and move`), read later.
    Odds(Words),
    /// A position in words (`White: K on KR8 …`), read later.
    Words {
        /// Where the white men stand.
        white: Words,
        /// Where the black men stand.
        black: Words,
    },
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
    Comment(Words),
    /// Moves to try as a variation: instead of the move the note hangs on, or after it, as its first number says.
    Line(Line),
}

/// One half-move as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The number printed in front of it, a hint only.
    pub number: Option<u32>,
    /// Whose move its column or dots say it is.
    pub color: Option<Color>,
    /// Where the words of the move stand, footnote marks left out.
    pub span: Span,
    /// The words themselves; empty where a half-move is missing on the page.
    pub words: String,
    /// The footnote marks after it (`A`, `*`).
    pub marks: Vec<String>,
    /// Comments and lines on this move, in order.
    pub notes: Vec<Note>,
    /// A board drawn below it, before the next move.
    pub board: Option<Words>,
}

/// A run of half-moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub before: Vec<Words>,
    /// The half-moves in order.
    pub cells: Vec<Cell>,
    /// What else keeps its words.
    pub kept: Kept,
    /// It follows another line in the same note: it may leave that one, on which it hangs, or the one above.
    pub is_loose: bool,
    /// Words say that it was not played, or it stands behind the end of the game.
    pub is_thought: bool,
}

/// What keeps the words of a line that hangs on a move, should it not play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// Nothing: they are kept here only.
    #[default]
    Nowhere,
    /// A comment that says more.
    InComment,
    /// A comment that says nothing else, and is not needed where the line plays.
    InItsComment(Span),
}

/// What a heading says about where a score begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Join {
    /// The game it takes its first moves from (`as in Game No. 12`); the one before it if none is named.
    pub game: Option<u32>,
    /// It is only called a variation: the game before is the one that is likely meant.
    pub is_guess: bool,
    /// It is a column beside others that begin alike: that it does not play to its end says nothing against it.
    pub is_column: bool,
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
    /// The number its first move bears, 1 for a whole game.
    pub first: u32,
    /// Its first move is Black's.
    pub black_first: bool,
    /// Its columns are headed `Black. White.`: the left one may hold the answers to the right one.
    pub black_on_left: bool,
    /// It says that it continues another score.
    pub join: Option<Join>,
    /// A board drawn above it, or one that its headings name; read where the usual array does not lead on.
    pub diagram: Option<Words>,
    /// The headings above it.
    pub headings: Vec<Words>,
    /// The tag pairs above it, as PGN has them; those that stand together are one stretch.
    pub pairs: Vec<Span>,
    /// The moves.
    pub line: Line,
    /// The words that give the result.
    pub result: Option<Words>,
    /// Text below it that seems to go on with it and is no part of it.
    pub goes_on: Option<Span>,
    /// Running text that names more moves than are played, and of which it is not plain which they are.
    pub doubt: Option<Span>,
    /// Its table breaks off: rows of it may be lost.
    pub breaks_off: bool,
    /// It stands within a sentence: `In the game Calvi-Weiss Black played 1. P-K4 P-K3`.
    pub in_sentence: bool,
    /// The stipulation of a problem (`White to move and mate in two`).
    pub stipulation: Option<Words>,
}

/// The half-move that a number and a colour name, counted from 0.
#[must_use]
pub fn ply(number: u32, black: bool) -> u32 {
    number.saturating_sub(1).saturating_mul(2) + u32::from(black)
}

impl Score {
    /// Where moves stand that were not played, as words say.
    pub fn thought(&self) -> impl Iterator<Item = Span> {
        let notes = self.line.cells.iter().flat_map(|cell| &cell.notes);
        let lines = notes.filter_map(|note| if let Note::Line(line) = note { Some(line) } else { None });
        let cells = lines.filter(|line| line.is_thought).flat_map(|line| &line.cells);
        cells.map(|cell| cell.span).filter(|span| !span.is_empty())
    }

    /// Half-moves of the game that come before its first.
    #[must_use]
    pub fn half_moves_before(&self) -> u32 {
        ply(self.first, self.black_first)
    }

    /// The half-move that is due behind its last cell, counted from 0.
    #[must_use]
    pub fn due(&self) -> u32 {
        self.half_moves_before() + u32::try_from(self.line.cells.len()).unwrap_or(u32::MAX)
    }

    /// It is not sure what was played from one of its cells on.
    pub fn doubt_from(&mut self, cell: usize) {
        self.doubt = self.doubt.or(self.line.cells.get(cell).map(|cell| cell.span));
    }
}
