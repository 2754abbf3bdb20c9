//! What scores are built of: the one that is open, and what waits to be given to somebody.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::diagram;
use crate::book::heading::Columns;
use crate::book::page::Page;
use crate::book::problem::Position;
use crate::book::region::Kind;
use crate::record::{Line, Score, Words};
use crate::span::Span;

/// How the open score is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Set {
    Rows,
    Run,
}

pub(in super::super) struct Open {
    pub score: Score,
    /// The half-move that the next cell will be, counted from 0.
    pub next: u32,
    /// The number that the next row will bear, if the printed numbers go on as they do.
    pub printed_next: u32,
    pub set: Set,
    /// The result that stands in its heading.
    pub told: Option<Words>,
    /// Words that tell how it ended, below its last row and above another way to play.
    pub ended: Option<Words>,
    /// Rows stand behind its end: do words say that they were not played?
    pub beyond: Option<bool>,
    /// What rows with lower numbers have begun.
    pub branch: Option<Branch>,
    /// Half-move of the first cell.
    pub first: u32,
    /// How its rows begin, each with its first cell.
    pub rows: Vec<(usize, Begin)>,
    pub lines: Range<usize>,
    /// Nothing but blank lines since the last row.
    pub contiguous: bool,
    /// A title that opens a new part has been seen since the last row.
    pub sectioned: bool,
    /// White's and Black's moves stand in blocks of their own; their half-moves.
    pub split: Option<Vec<u32>>,
}

/// Another way to play.
#[derive(Default)]
pub(in super::super) struct Branch {
    /// The cell that its first move replaces.
    pub replaces: usize,
    pub line: Line,
    /// The half-move that its next cell will be.
    pub next: u32,
    /// What stands between it and the rows above.
    pub between: Between,
}

/// What stands between the rows of a game and another way to play.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in super::super) enum Between {
    /// Nothing that tells of it.
    Nothing,
    /// No more than how the rows above leave the game: `with an even game.`
    Judgement,
    #[default]
    Words,
}

/// What a row begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum First {
    Number,
    /// White's move, or dots in its place.
    White,
    Black,
}

/// What a row begins with, and the column of that on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Begin {
    pub with: First,
    pub column: usize,
    /// The words above speak of what might have been played.
    pub is_thought: bool,
}

impl Begin {
    /// So many columns deeper it is set in than a row that begins with the same.
    pub(super) fn deeper_than(self, other: Self) -> Option<usize> {
        (self.with == other.with).then(|| self.column.saturating_sub(other.column))
    }
}

/// A stretch of text not yet given to anybody.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub lines: Range<usize>,
    pub kind: Pending,
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Text,
    Note { mark: String, start: usize },
    Head(Columns),
    Tags,
    Diagram,
    Blank,
}

/// Rows that stand behind a variation with a title, and may go on with the game.
#[derive(Clone, Copy)]
pub(super) struct Return {
    /// Their place among the scores; the variation stands right above.
    pub piece: usize,
    /// The game that is left for the variation.
    pub stem: usize,
    /// They bear the number that is due in the variation, too, and no words tell which goes on.
    pub is_open: bool,
}

pub(super) struct Builder<'p> {
    pub page: &'p Page,
    pub recognizer: &'p dyn Recognizer,
    pub scores: Vec<Score>,
    pub owners: Vec<Kind>,
    pub open: Option<Open>,
    pub waiting: Vec<Waiting>,
    pub columns: Option<Columns>,
    /// A position in words, as far as it has been told.
    pub position: Position,
    /// A problem whose answer has not been met yet.
    pub unsolved: Option<usize>,
    /// The boards drawn in the text, with the numbers they bear.
    pub diagrams: Vec<diagram::Drawn>,
    /// Words in front of the moves that come next, on their line.
    pub lead: Option<Words>,
    /// Tag pairs above no moves.
    pub unclaimed: Vec<Span>,
    /// Scores that go on with others, which these have interrupted: of each its place, and that of the other.
    pub resumed: Vec<(usize, usize)>,
    /// Scores behind variations with titles, whose rows bear the number that is due in the game.
    pub returns: Vec<Return>,
    /// The headings of the right one of two games abreast, which begins below the left one.
    pub beside: Vec<Words>,
}
