//! What the cells of one text mean: the same words are read once.
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::grammar::cell;
use crate::lexicon::Dialect;
use crate::reading::Meanings;
use crate::record::Cell;

/// Different cells whose meanings are kept; a large book has a few thousand.
const MOST_KEPT: usize = 20_000;

/// Reads cells and keeps what they mean.
pub(super) struct Cells {
    dialect: Dialect,
    known: RefCell<HashMap<String, Rc<Meanings>>>,
}

impl Cells {
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, known: RefCell::default() }
    }

    /// What the words of one cell mean.
    fn read(&self, words: &str) -> Rc<Meanings> {
        let mut known = self.known.borrow_mut();
        if let Some(meanings) = known.get(words) {
            return Rc::clone(meanings);
        }
        if known.len() >= MOST_KEPT {
            known.clear();
        }
        let meanings = Rc::new(cell::read(words, &self.dialect));
        known.insert(words.to_owned(), Rc::clone(&meanings));
        meanings
    }

    /// What the words of some cells mean.
    pub fn read_all(&self, cells: &[Cell]) -> Vec<Rc<Meanings>> {
        cells.iter().map(|cell| self.read(&cell.words)).collect()
    }
}
