//! A way through the words of a page: the half-moves that were found one after the other.
use std::ops::Range;

use super::boards::Boards;
use super::due::Due;
use super::lattice::Lattice;
use crate::chess::{Bitboard, Color, Move, Square};
use crate::reading::{Act, ByWing, Constraint, End, Reading};

/// A half-move as it was found: where its words begin, and which of the moves that begin there it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Taken {
    pub token: u32,
    /// Its place among the edges of the token.
    pub edge: u16,
}

/// A way that has come so far.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub due: Due,
    /// The number of its board.
    pub board: u32,
    pub cost: u32,
    /// What of it is not for the print: for the layout, and for moves that are not what their words mean at first.
    pub excess: u32,
    /// Its place in the cut before.
    pub parent: u32,
    pub taken: Taken,
    pub mv: Move,
    /// The last token of the page that a move of it has taken.
    pub last: u32,
    /// What it costs to pass over the titles and rows between it and the move before.
    pub apart: u32,
}

/// A half-move that is not made.
pub(crate) const PASS: u32 = u32::MAX;

pub(super) fn passed(boards: &mut Boards, way: &Way, i: usize) -> Option<Way> {
    let due = Due { ply: way.due.ply + 1, own: Some(way.due.place), ..way.due };
    let taken = Taken { token: PASS, edge: 0 };
    let position = boards.position(way.board).play_null()?;
    let board = boards.number(&position, boards.origins(way.board));
    Some(Way { due, board, parent: i as u32, taken, mv: Move::NULL, apart: 0, ..*way })
}

/// The tokens that are moves of one way already, looked for as far back along it as is asked.
#[derive(Default)]
pub(super) struct Used {
    /// For each token the last way that was found to have taken it.
    by: Vec<u32>,
    way: u32,
    /// The half-move that is looked at next, and its place in its cut.
    at: usize,
    place: usize,
}

impl Used {
    /// Those of another way on a page of so many tokens.
    pub fn of(&mut self, at: usize, i: usize, tokens: usize) {
        self.by.resize(tokens, 0);
        self.way = self.way.checked_add(1).unwrap_or_else(|| {
            self.by.fill(0);
            1
        });
        (self.at, self.place) = (at, i);
    }

    /// Is one of some tokens one of them? The ways are those that it was found among.
    pub fn holds(&mut self, mut tokens: Range<u32>, cuts: &[Vec<Way>]) -> bool {
        while self.at > 0 {
            let way = &cuts[self.at][self.place];
            // Neither it nor one before it has taken a token so far behind.
            if way.last < tokens.start {
                break;
            }
            if way.taken.token != PASS {
                self.by[way.taken.token as usize..way.due.place as usize].fill(self.way);
            }
            self.place = way.parent as usize;
            self.at -= 1;
        }
        tokens.any(|token| self.by.get(token as usize) == Some(&self.way))
    }
}

/// The half-moves of a way, with what is played.
pub(super) fn path(cuts: &[Vec<Way>], at: usize, i: usize) -> Vec<(Taken, Move)> {
    let mut out = Vec::with_capacity(at);
    let (mut at, mut i) = (at, i);
    while at > 0 {
        let way = &cuts[at][i];
        out.push((way.taken, way.mv));
        i = way.parent as usize;
        at -= 1;
    }
    out.reverse();
    out
}

/// The readings of the last token of a way that does not say `The same`.
pub(super) fn said_before<'l>(
    lattice: &'l Lattice<'_>,
    cuts: &[Vec<Way>],
    at: usize,
    way: &Way,
) -> &'l [Reading] {
    let (mut taken, mut parent, mut at) = (way.taken, way.parent, at);
    while at > 0 && taken.token != PASS {
        let before = lattice.edge(taken.token, taken.edge);
        if !before.meanings.repeats() {
            return &before.meanings.plain;
        }
        at -= 1;
        let way = &cuts[at][parent as usize];
        (taken, parent) = (way.taken, way.parent);
    }
    &[]
}

/// The half-move at which the numbers jump ahead for good, and how many behind it go on so.
pub(super) fn jump(cuts: &[Vec<Way>], at: usize, i: usize) -> Option<(usize, usize)> {
    let (mut place, mut i) = (at, i);
    let last = cuts[at][i].due.habit.offset;
    while last > 0 && place > 0 {
        let way = &cuts[place][i];
        if way.due.habit.offset != last {
            return Some((place, at - place));
        }
        i = way.parent as usize;
        place -= 1;
    }
    None
}

/// A way from one move to the next that costs so much is a leap.
pub(super) const LEAP: u32 = 22;

/// The first half-move that stands far from the one before.
pub(super) fn leap(cuts: &[Vec<Way>], at: usize, i: usize) -> Option<usize> {
    let blocks = cuts[at][i].due.habit.blocks;
    let (mut at, mut i) = (at, i);
    let mut found = None;
    while at > 0 {
        let way = &cuts[at][i];
        // Black's block stands apart from White's.
        if way.apart >= LEAP && !(blocks && at == 2) {
            found = Some(at - 1);
        }
        i = way.parent as usize;
        at -= 1;
    }
    found
}

/// A reading of blurred words that means nothing but the move that was found.
pub(super) fn only(reading: Reading, mv: Move, us: Color) -> Reading {
    let at = |square: Square| {
        let square = Bitboard::from_square(square);
        if us == Color::Black { square.flip() } else { square }
    };
    let act = match reading.act {
        _ if mv.is_castle() => Act::Castle(mv.castling_side()),
        Act::Man(want) if want.end == End::Mover => {
            Act::Man(Constraint { from: at(mv.from()), to: ByWing::same(at(mv.to())), ..want })
        }
        Act::Anything => {
            Act::Man(Constraint { from: at(mv.from()), to: ByWing::same(at(mv.to())), ..Constraint::ANY })
        }
        act => act,
    };
    Reading { act, ..reading }
}
