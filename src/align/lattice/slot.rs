//! What begins at a token, asked once. Most tokens begin nothing, and take no room for it.
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use crate::lexicon::endings::Ending;
use crate::reading::{Meanings, Reading};
use crate::replay::Aims;

/// A move that begins at a token.
#[derive(Debug)]
pub(crate) struct Edge {
    /// The first token behind it.
    pub next: u32,
    /// After its last byte on its own line or lines.
    pub end: u32,
    /// How surely it is a move, from 1 to 3.
    pub sure: u8,
    /// It is the longest that begins there.
    pub longest: bool,
    /// One of its meanings is what stands there, and no slip.
    pub reads: bool,
    /// What its words can mean.
    pub meanings: Rc<Meanings>,
    /// Where its words go on in lines below, in the same column.
    pub more: Box<[(u32, u32)]>,
    /// Where its moves may lead, once that is asked for.
    pub aims: OnceCell<Box<Aims>>,
}

impl Edge {
    /// Where its moves may lead.
    pub fn aims(&self) -> &Aims {
        self.aims.get_or_init(|| Box::new(Aims::of(&self.meanings.plain)))
    }

    /// Do its words read as a move as they are printed?
    pub fn is_sound(&self) -> bool {
        self.meanings.plain.first().is_some_and(|reading| reading.slip.is_none())
    }
}

/// Is one of some meanings what stands there, and no slip?
pub(super) fn reads(meanings: &Meanings) -> bool {
    meanings.plain.iter().any(|reading| reading.slip.is_none())
}

/// What may number a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// 0 if it cannot be read.
    pub value: u16,
    /// The dots behind it; two or more say that Black moves.
    pub dots: u8,
    /// The token behind it.
    pub next: u32,
}

#[derive(Default)]
pub(super) struct Slot {
    edges: OnceCell<Box<[Edge]>>,
    rest: OnceCell<Box<Rest>>,
    /// It was asked, and nothing was found: no ending, no number.
    no_ending: Cell<bool>,
    no_number: Cell<bool>,
    /// A move of a game that has been read begins there.
    pub taken: Cell<bool>,
    /// A cell of a line above goes on with it.
    pub continued: Cell<bool>,
}

/// What few tokens begin.
#[derive(Default)]
struct Rest {
    ending: OnceCell<Ending>,
    number: OnceCell<Number>,
    slips: Slips,
}

/// What is asked where nothing that is printed can be played.
#[derive(Default)]
pub(super) struct Slips {
    pub blurred: OnceCell<Box<[Edge]>>,
    pub misprints: OnceCell<Vec<Reading>>,
}

impl Slot {
    /// The moves that begin there.
    pub fn edges(&self, read: impl FnOnce() -> Vec<Edge>) -> &[Edge] {
        self.edges.get_or_init(|| read().into_boxed_slice())
    }

    pub fn ending(&self, find: impl FnOnce() -> Option<Ending>) -> Option<Ending> {
        self.find(&self.no_ending, |rest| &rest.ending, find)
    }

    pub fn number(&self, find: impl FnOnce() -> Option<Number>) -> Option<Number> {
        self.find(&self.no_number, |rest| &rest.number, find)
    }

    pub fn slips(&self) -> &Slips {
        &self.rest.get_or_init(Box::default).slips
    }

    fn find<T: Copy>(
        &self,
        none: &Cell<bool>,
        place: impl Fn(&Rest) -> &OnceCell<T>,
        find: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        if none.get() {
            return None;
        }
        if let Some(&found) = self.rest.get().and_then(|rest| place(rest).get()) {
            return Some(found);
        }
        let Some(new) = find() else {
            none.set(true);
            return None;
        };
        Some(*place(self.rest.get_or_init(Box::default)).get_or_init(|| new))
    }
}
