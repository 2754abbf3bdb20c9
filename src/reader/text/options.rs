//! How a text is to be read.
use std::sync::Arc;

use super::memory::Memory;
use crate::chess::Position;
use crate::decisions::Decided;
use crate::lexicon::Dialect;
use crate::openings::Table;

/// How a text is to be read.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// The notation; worked out from the text if none is given.
    pub notation: Option<Dialect>,
    /// The first position of scores that tell none (FEN).
    pub fen: Option<Position>,
    /// The number of the first line of the text in its input.
    pub first_line: u64,
    /// Look for misprints where the print dies.
    pub repair: bool,
    /// Put the printed words of chosen and repaired moves in comments.
    pub printed_comments: bool,
    /// Positions kept alive in the search.
    pub max_live: usize,
    /// Positions looked at in the search for misprints of one game.
    pub max_nodes: usize,
    /// Named openings: where all else is equal, a named one is meant. The built-in table if none is given.
    pub openings: Option<Arc<Table>>,
    /// What somebody decided about places of the text.
    pub decided: Vec<Decided>,
    /// Threads that work on the parts of a text.
    pub jobs: usize,
    /// Remembers what is found, for the same text read again with other decisions.
    pub memory: Option<Arc<Memory>>,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            notation: None,
            fen: None,
            first_line: 1,
            repair: true,
            printed_comments: true,
            max_live: 20_000,
            max_nodes: 400_000,
            openings: None,
            decided: Vec::new(),
            jobs: 1,
            memory: None,
        }
    }
}
