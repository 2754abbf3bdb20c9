//! What the cells of one text mean: the same words are read once.
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::signs::{MEANT, PASS, RIGHT};
use crate::chess::Bitboard;
use crate::grammar::cell;
use crate::lexicon::Dialect;
use crate::reading::cost::Costs;
use crate::reading::{Act, Constraint, Cost, Meanings, Promotion, Reading, Slip};
use crate::record::Cell;

/// Different cells whose meanings are kept; a large book has a few thousand.
const MOST_KEPT: usize = 20_000;

/// A capital in brackets after a capture that may promote: the pawn becomes that, and no queen with a footnote.
const FOOTNOTE: Cost = Cost(20);

/// So many words with a first rank show that a text prints it.
const FIRST_RANKS: usize = 4;

/// Does a text print the first rank: `K sq`, `QR1`?
fn has_first_ranks(text: &str) -> bool {
    let is_first = |word: &&str| match word.strip_suffix('1') {
        Some(file) => {
            matches!(file.trim_start_matches(['K', 'Q']), "" | "R" | "B" | "N" | "Kt") && !file.is_empty()
        }
        None => *word == "sq",
    };
    text.split(|c: char| !c.is_alphanumeric()).filter(is_first).take(FIRST_RANKS).count() == FIRST_RANKS
}

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
    has_first_ranks: OnceCell<bool>,
}

impl<'t> Cells<'t> {
    pub fn new(text: &'t str, dialect: Dialect) -> Self {
        Self { text, dialect, known: RefCell::default(), has_first_ranks: OnceCell::new() }
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
        self.without_rank(&mut meanings);
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

    /// Where a text prints the first rank, a square without a rank has lost it, whichever it was.
    fn without_rank(&self, meanings: &mut Meanings) {
        for reading in &mut meanings.plain {
            let Act::Man(constraint) = &mut reading.act else { continue };
            // Other words may cost as much, with any rank.
            let lacks_rank = reading.cost >= Costs::DEFAULT.rank_missing
                && constraint.to.unknown & Bitboard::ENDS == constraint.to.unknown;
            if lacks_rank
                && reading.slip.is_none()
                && !self.dialect.ocr
                && *self.has_first_ranks.get_or_init(|| has_first_ranks(self.text))
            {
                constraint.to = constraint.to.on_all_ranks();
                reading.slip = Some(Slip::Rank);
            }
        }
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
