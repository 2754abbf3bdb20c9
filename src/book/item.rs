//! What some lines of a page are.
use std::ops::Range;

use crate::book::heading::Columns;
use crate::book::shape::Shape;

/// What some lines are.
#[derive(Clone, Debug)]
pub enum Item {
    /// A row of a score, one line.
    Row {
        /// Its line.
        line: usize,
        /// Its cells.
        shape: Shape,
    },
    /// Moves run on over several lines.
    Run {
        /// Its lines.
        lines: Range<usize>,
        /// Its cells.
        shape: Shape,
    },
    /// `WHITE. BLACK.` above a table.
    Head {
        /// Its line.
        line: usize,
        /// Who stands over which column.
        columns: Columns,
    },
    /// Lines of other text without a blank line between.
    Text {
        /// Its lines.
        lines: Range<usize>,
    },
    /// A footnote.
    Note {
        /// Its lines.
        lines: Range<usize>,
        /// The mark it begins with.
        mark: String,
        /// Where its words begin.
        start: usize,
    },
    /// A board drawn in characters.
    Diagram {
        /// Its lines.
        lines: Range<usize>,
    },
    /// Tag pairs as PGN has them above a game.
    Tags {
        /// Its lines.
        lines: Range<usize>,
    },
    /// Blank lines.
    Blank {
        /// How many.
        lines: Range<usize>,
    },
}
