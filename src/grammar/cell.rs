//! The words of one move in any notation: what they can mean, and where a move ends in running text.
use crate::lexicon::Dialect;
use crate::reading::cost::Costs;
use crate::reading::{Act, Cost, Meanings, Reading, Slip};

/// A stretch of text that reads as a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveShape {
    /// Bytes from the start of the text to the end of the move, its marks (`ch`, `!`, `(best)`) included.
    pub len: usize,
    /// How surely it is a move, from 1 (might be prose: `K moves`) to 3 (nothing else: `Kt - K B 3`).
    pub score: u8,
    /// What its reading costs.
    pub cost: Cost,
}

/// What the words of one move can mean.
///
/// The whole cell is read; words after the move that give a result are found in [`Meanings::rest`]. A cell that
/// cannot be read has no plain reading.
#[must_use]
pub fn read(cell: &str, dialect: &Dialect) -> Meanings {
    let _ = (cell, dialect);
    Meanings::default()
}

/// What the words of one move could mean if one part of them were misprinted: cheapest first, the plain readings
/// left out. The last is always [`Act::Anything`].
#[must_use]
pub fn slips(cell: &str, dialect: &Dialect) -> Vec<Reading> {
    let _ = (cell, dialect);
    vec![Reading { act: Act::Anything, cost: Costs::DEFAULT.unreadable, slip: Some(Slip::Unreadable) }]
}

/// The longest beginning of a text that reads as a move; leading blanks are none.
#[must_use]
pub fn is_move_like(text: &str, dialect: &Dialect) -> Option<MoveShape> {
    let _ = (text, dialect);
    None
}

/// Which notation a text is written in, if it holds moves at all.
#[must_use]
pub fn detect(text: &str) -> Option<Dialect> {
    let _ = text;
    None
}
