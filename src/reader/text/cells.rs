//! What the cells of one text mean: the same words are read once.
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::signs::{MEANT, PASS, RIGHT};
use crate::grammar::cell;
use crate::lexicon::Dialect;
use crate::reading::{Act, Constraint, Cost, Meanings, Promotion, Reading};
use crate::record::Cell;

/// Different cells whose meanings are kept; a large book has a few thousand.
const MOST_KEPT: usize = 20_000;

/// A capital in brackets after a capture that may promote: the pawn becomes that, and no queen with a footnote.
const FOOTNOTE: Cost = Cost(20);

fn passed() -> Meanings {
    Meanings { plain: vec![Reading { act: Act::Pass, cost: Cost::ZERO, slip: None }], ..Meanings::default() }
}

/// The words of a cell, and the letter in brackets behind them.
type Key = (String, Option<char>);

/// What the words of a decided move mean: that move.
fn decided(san: &str) -> Meanings {
    let mut meanings = cell::read(san, &Dialect::SAN);
    meanings.plain.iter_mut().for_each(|reading| reading.cost = Cost::ZERO);
    meanings
}

/// Reads cells and keeps what they mean.
pub(super) struct Cells<'t> {
    text: &'t str,
    dialect: Dialect,
    known: RefCell<HashMap<Key, Rc<Meanings>>>,
}

impl<'t> Cells<'t> {
    pub fn new(text: &'t str, dialect: Dialect) -> Self {
        Self { text, dialect, known: RefCell::default() }
    }

    /// What the words of one cell mean.
    pub fn read(&self, cell: &Cell) -> Rc<Meanings> {
        let key = (cell.words.clone(), self.letter_behind(cell));
        let mut known = self.known.borrow_mut();
        if let Some(meanings) = known.get(&key) {
            return Rc::clone(meanings);
        }
        if known.len() >= MOST_KEPT {
            known.clear();
        }
        let mut meanings = match cell.words.strip_prefix(MEANT) {
            Some(san) => decided(san),
            None if cell.words == PASS => passed(),
            None => cell::read(cell.words.trim_start_matches(RIGHT), &self.dialect),
        };
        if let Some(letter) = key.1 {
            self.may_promote(&cell.words, letter, &mut meanings);
        }
        let meanings = Rc::new(meanings);
        known.insert(key, Rc::clone(&meanings));
        meanings
    }

    /// What the words of some cells mean.
    pub fn read_all(&self, cells: &[Cell]) -> Vec<Rc<Meanings>> {
        cells.iter().map(|cell| self.read(cell)).collect()
    }

    /// The capital in brackets right behind a cell that was taken for the mark of a footnote: `PxR(Q)`.
    fn letter_behind(&self, cell: &Cell) -> Option<char> {
        let mark = cell.marks.first().filter(|mark| mark.len() == 1)?;
        let letter = mark.chars().next().filter(char::is_ascii_uppercase)?;
        let behind = self.text.get(cell.span.end as usize..)?.trim_start_matches(' ');
        behind.strip_prefix('(')?.strip_prefix(letter)?.starts_with(')').then_some(letter)
    }

    /// Adds what a move means if the letter in brackets is what a pawn becomes.
    fn may_promote(&self, words: &str, letter: char, meanings: &mut Meanings) {
        let mut promoting = cell::read(&format!("{words}({letter})"), &self.dialect).plain;
        promoting.retain(|reading| {
            matches!(reading.act, Act::Man(Constraint { promotion: Promotion::To(_), .. }))
        });
        if !promoting.is_empty() {
            meanings.plain.iter_mut().for_each(|reading| reading.cost += FOOTNOTE);
            promoting.append(&mut meanings.plain);
            meanings.plain = promoting;
        }
    }
}
