//! What may come next at the places of a search, kept: ways that are followed once more ask the same again.
use std::ops::Range;

use super::due::Due;
use super::step::{Candidate, Steps};
use crate::replay::Numbers;

/// The candidates for half-moves that were due.
#[derive(Default)]
pub(super) struct Asked {
    all: Vec<Candidate>,
    known: Numbers<(Due, bool), Known>,
    found: Vec<Candidate>,
}

/// What was found at a place.
struct Known {
    candidates: Range<usize>,
    /// The effort it took.
    effort: u64,
    /// It holds as long as no more cells are known to go on in lines below.
    continued: u32,
}

impl Asked {
    /// The first half-move: it is the one that stands there.
    pub fn first(&mut self, steps: &Steps<'_, '_>, due: &Due) -> Range<usize> {
        let habit = steps.first_habit(due);
        let (token, cost, column, apart) = (due.place, 0, None, 0);
        self.all.push(Candidate { token, cost, habit, column, apart, blurred: false, clean: true });
        self.all.len() - 1..self.all.len()
    }

    /// The candidates for a half-move, cheapest first. What is known takes the same effort once more.
    pub fn candidates(&mut self, steps: &Steps<'_, '_>, due: &Due, wide: bool) -> Range<usize> {
        let lattice = steps.lattice;
        let continued = lattice.continued();
        // Pieces of columns are all looked at, whatever stands before the last number.
        let is_whole = steps.strips.is_none();
        let key = (Due { column: due.column.filter(|_| is_whole), ..*due }, wide && is_whole);
        let known = self.known.get(&key).filter(|known| known.continued == continued);
        if let Some(known) = known {
            lattice.spend(known.effort);
            return known.candidates.clone();
        }
        let before = lattice.effort();
        steps.candidates(due, wide, &mut self.found);
        let from = self.all.len();
        self.all.extend_from_slice(&self.found);
        let candidates = from..self.all.len();
        // The last of the effort may not have been enough.
        if !lattice.is_tired() && lattice.continued() == continued {
            let effort = before - lattice.effort();
            self.known.insert(key, Known { candidates: candidates.clone(), effort, continued });
        }
        candidates
    }

    /// One of those that were found.
    pub fn candidate(&self, number: usize) -> Candidate {
        self.all[number]
    }
}
