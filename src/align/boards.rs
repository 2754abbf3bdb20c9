//! The boards that the ways of a game lead to, each kept once whatever words lead there, and the moves that fit words on
//! them: looked at again where the ways are followed once more.
use std::cell::OnceCell;
use std::ops::Range;

use crate::chess::{Move, Position};
use crate::reading::cost::Costs;
use crate::reading::origin::Origins;
use crate::reading::{Cost, Marks, Reading};
use crate::replay::{Index, Legal, Numbers, Standing, fitting};

/// A move that fits words on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub mv: Move,
    /// What the words and the board disagree about.
    pub cost: u32,
    /// The board behind it, once it is asked for.
    to: Option<u32>,
}

/// The words of a move: the token at which they begin, and which of its edges they are.
type Words = (u32, u16);

/// What fits the words of an edge on a board, of all readings that cost no more than this; they are in that order.
struct Known {
    most: u32,
    fits: Range<u32>,
}

/// A board that is looked at.
pub(super) struct Open {
    number: u32,
    standing: Standing,
    position: OnceCell<Position>,
    legal: Legal,
}

impl Open {
    pub fn position(&self) -> &Position {
        self.position.get_or_init(|| self.standing.position())
    }

    pub fn origins(&self) -> Origins {
        self.standing.origins()
    }
}

#[derive(Default)]
pub(super) struct Boards {
    all: Vec<Standing>,
    index: Index,
    fits: Vec<Fit>,
    known: Numbers<(u64, u16), Known>,
}

impl Boards {
    /// Holds nothing any more.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The number of a board.
    pub fn number(&mut self, position: &Position, origins: Origins) -> u32 {
        let standing = Standing::of(position, origins);
        self.index.find(&standing, &self.all).unwrap_or_else(|| {
            self.all.push(standing);
            self.index.add_last(&self.all);
            (self.all.len() - 1) as u32
        })
    }

    /// The position on a board, without its clocks.
    pub fn position(&self, number: u32) -> Position {
        self.all[number as usize].position()
    }

    /// Where its pieces started.
    pub fn origins(&self, number: u32) -> Origins {
        self.all[number as usize].origins()
    }

    pub fn open(&self, number: u32) -> Open {
        let standing = self.all[number as usize];
        Open { number, standing, position: OnceCell::new(), legal: Legal::default() }
    }

    /// What is known to fit the words of an edge on a board, of all readings up to a cost.
    pub fn known(&self, board: &Open, words: Words, most: u32) -> Option<Range<u32>> {
        let known = self.known.get(&key(board, words)).filter(|known| known.most >= most);
        known.map(|known| known.fits.clone())
    }

    /// Looks for the moves that fit some readings on a board, and cost no more than the second of `costs`.
    pub fn look(
        &mut self,
        board: &Open,
        readings: &[Reading],
        marks: Marks,
        costs: (Costs, Cost),
    ) -> Range<u32> {
        let from = self.fits.len() as u32;
        if !readings.is_empty() {
            let position = board.position();
            fitting(position, &board.origins(), &board.legal, readings, marks, costs, |fit| {
                self.fits.push(Fit { mv: fit.mv, cost: fit.cost.0, to: None });
            });
        }
        from..self.fits.len() as u32
    }

    /// Keeps what was found last.
    pub fn keep(&mut self, board: &Open, words: Words, most: u32, fits: Range<u32>) {
        self.known.insert(key(board, words), Known { most, fits });
    }

    /// Forgets what was found last.
    pub fn forget(&mut self, fits: &Range<u32>) {
        self.fits.truncate(fits.start as usize);
    }

    pub fn fit(&self, fit: u32) -> Fit {
        self.fits[fit as usize]
    }

    /// The board behind a move that fits.
    pub fn behind(&mut self, board: &Open, fit: u32) -> u32 {
        let Fit { mv, to, .. } = self.fit(fit);
        to.unwrap_or_else(|| {
            let to = self.number(&board.position().after_move(mv), board.origins().play(mv));
            self.fits[fit as usize].to = Some(to);
            to
        })
    }
}

fn key(board: &Open, (token, edge): Words) -> (u64, u16) {
    (u64::from(board.number) << 32 | u64::from(token), edge)
}
