//! The boards that the ways of a game lead to, each kept once whatever words lead there, and the moves that fit words on
//! them: looked at again where the ways are followed once more.
use std::cell::{OnceCell, RefCell};
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

/// Of most boards no more words are asked.
const FEW_WORDS: usize = 8;

/// The words of a move: the token at which they begin, and which of its edges they are.
type Words = (u32, u16);

/// What fits the words of an edge on a board.
struct Known {
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
    /// What is known to fit words on it.
    known: RefCell<Vec<Known>>,
    /// The boards behind moves that have been made.
    behind: RefCell<Vec<(Move, u32)>>,
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

    /// The words of an edge are asked for up to a cost: the place of what is known of them, and the most that they were ever
    /// asked for.
    pub fn ask(&self, words: Words, most: u32) -> (usize, u32) {
        let mut known = self.known.borrow_mut();
        let place = known.iter().position(|known| known.words == words).unwrap_or_else(|| {
            if known.is_empty() {
                known.reserve(FEW_WORDS);
            }
            known.push(Known { words, asked: most, most: None, fits: 0..0 });
            known.len() - 1
        });
        let asked = &mut known[place].asked;
        *asked = most.max(*asked);
        (place, *asked)
    }

    /// What is known to fit the words at a place, of all readings up to a cost.
    pub fn known(&self, place: usize, most: u32) -> Option<Range<u32>> {
        let known = &self.known.borrow()[place];
        known.most.is_some_and(|known| known >= most).then(|| known.fits.clone())
    }

    /// Keeps what was found to fit them.
    pub fn keep(&self, place: usize, most: u32, fits: Range<u32>) {
        let known = &mut self.known.borrow_mut()[place];
        (known.most, known.fits) = (Some(most), fits);
    }
}

#[derive(Default)]
pub(super) struct Boards {
    all: Vec<Standing>,
    index: Index,
    /// Those that have been looked at, by their numbers.
    opened: Vec<Option<Rc<Open>>>,
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
            let (known, behind) = (RefCell::default(), RefCell::default());
            Rc::new(Open { standing, position, legal, known, behind })
        };
        Rc::clone(self.opened[place].get_or_insert_with(new))
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
            let mut behind = board.behind.borrow_mut();
            let known = behind.iter().find(|(other, _)| *other == mv).map(|&(_, to)| to);
            let to = known.unwrap_or_else(|| {
                let to = self.number(&board.position().after_move(mv), board.origins().play(mv));
                behind.push((mv, to));
                to
            });
            self.fits[fit as usize].to = Some(to);
            to
        })
    }
}
