//! The boards that the ways of a game lead to, each kept once whatever words lead there, and the moves that fit words on
//! them: looked at again where the ways are followed once more.
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::rc::Rc;

use crate::chess::{Move, Position};
use crate::reading::origin::Origins;
use crate::reading::{Marks, Reading};
use crate::replay::{Aims, Index, Legal, Standing, Weights, fitting};

/// A move that fits words on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub mv: Move,
    /// What the words and the board disagree about.
    pub cost: u32,
    /// The board behind it, once it is asked for.
    to: Option<u32>,
}

/// Room for so many boards is much, if so many times less would do.
const MUCH: usize = 1 << 14;
const OFTEN: usize = 8;

/// No board.
const NONE: u32 = u32::MAX;

/// The words of a move: the token at which they begin, and which of its edges they are.
type Words = (u32, u16);

/// What fits the words of an edge on a board.
struct Known {
    /// That of the words that were asked before on the same board.
    before: u32,
    words: Words,
    /// The most that was asked for.
    asked: u32,
    /// Of all readings that cost no more than this it is known, if it is.
    most: Option<u32>,
    fits: Range<u32>,
}

/// A board that is looked at.
pub(super) struct Open {
    standing: Standing,
    position: OnceCell<Position>,
    legal: Legal,
    /// What is known to fit the words that were asked last on it.
    known: Cell<u32>,
    /// The move that was made last on it.
    made: Cell<u32>,
}

/// A move that was made on a board.
struct Made {
    /// The one that was made before on the same board.
    before: u32,
    mv: Move,
    /// The board behind it.
    to: u32,
}

impl Open {
    pub fn position(&self) -> &Position {
        self.position.get_or_init(|| self.standing.position())
    }

    pub fn origins(&self) -> Origins {
        self.standing.origins()
    }

    /// May a legal move be meant by words that lead there?
    pub fn may_fit(&self, aims: &Aims) -> bool {
        aims.may_fit(self.position(), &self.legal)
    }
}

#[derive(Default)]
pub(super) struct Boards {
    all: Vec<Standing>,
    index: Index,
    /// Those that have been looked at, by their numbers.
    opened: Vec<Option<Rc<Open>>>,
    known: Vec<Known>,
    made: Vec<Made>,
    fits: Vec<Fit>,
}

impl Boards {
    /// Holds nothing any more. The room for what it held stays, unless it is much more than was needed last.
    pub fn clear(&mut self) {
        if self.all.capacity() > MUCH && self.all.len() < self.all.capacity() / OFTEN {
            *self = Self::default();
        }
        self.all.clear();
        self.index.clear();
        self.opened.clear();
        self.known.clear();
        self.made.clear();
        self.fits.clear();
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

    pub fn open(&mut self, number: u32) -> Rc<Open> {
        let standing = self.all[number as usize];
        let place = number as usize;
        if self.opened.len() <= place {
            self.opened.resize(self.all.len(), None);
        }
        let new = || {
            let (position, legal) = (OnceCell::new(), Legal::kept());
            Rc::new(Open { standing, position, legal, known: Cell::new(NONE), made: Cell::new(NONE) })
        };
        Rc::clone(self.opened[place].get_or_insert_with(new))
    }

    /// The words of an edge are asked for on a board up to a cost: the place of what is known of them, and the most that they
    /// were ever asked for.
    pub fn ask(&mut self, board: &Open, words: Words, most: u32) -> (usize, u32) {
        let mut place = board.known.get();
        while let Some(known) = self.known.get_mut(place as usize) {
            if known.words == words {
                known.asked = most.max(known.asked);
                return (place as usize, known.asked);
            }
            place = known.before;
        }
        let before = board.known.replace(self.known.len() as u32);
        self.known.push(Known { before, words, asked: most, most: None, fits: 0..0 });
        (self.known.len() - 1, most)
    }

    /// What is known to fit the words at a place, of all readings up to a cost.
    pub fn known(&self, place: usize, most: u32) -> Option<Range<u32>> {
        let known = &self.known[place];
        known.most.is_some_and(|known| known >= most).then(|| known.fits.clone())
    }

    /// Keeps what was found to fit them.
    pub fn keep(&mut self, place: usize, most: u32, fits: Range<u32>) {
        let known = &mut self.known[place];
        (known.most, known.fits) = (Some(most), fits);
    }

    /// Looks for the moves that fit some readings on a board, and cost no more than the most of `weights`.
    pub fn look(
        &mut self,
        board: &Open,
        readings: &[Reading],
        marks: Marks,
        weights: &Weights,
    ) -> Range<u32> {
        let from = self.fits.len() as u32;
        if !readings.is_empty() {
            let position = board.position();
            fitting(position, &board.origins(), &board.legal, readings, marks, weights, |fit| {
                self.fits.push(Fit { mv: fit.mv, cost: fit.cost.0, to: None });
            });
        }
        from..self.fits.len() as u32
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
            let mut made = board.made.get();
            while let Some(other) = self.made.get(made as usize).filter(|other| other.mv != mv) {
                made = other.before;
            }
            let to = self.made.get(made as usize).map(|made| made.to);
            let to = to.unwrap_or_else(|| {
                let to = self.number(&board.position().after_move(mv), board.origins().play(mv));
                let before = board.made.replace(self.made.len() as u32);
                self.made.push(Made { before, mv, to });
                to
            });
            self.fits[fit as usize].to = Some(to);
            to
        })
    }
}
