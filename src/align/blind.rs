//! What the moves of a game are by numbers and columns alone, whether or not they play.
use std::ops::Range;
use std::rc::Rc;

use super::care::NARROW;
use super::cost;
use super::due::{Due, Habit};
use super::lattice::BLURRED;
use super::search::{Found, MOST, Search};
use super::step::Candidate;
use super::way::Taken;
use crate::chess::{Move, Position};
use crate::reading::Cost;
use crate::reading::origin::Origins;
use crate::replay::{Fitting, Legal, Weights, fitting};

impl Search<'_, '_> {
    /// The cells of a table whose left column is Black's, in the order they are played: nothing unless all of them play.
    pub fn turned(&mut self, token: u32, position: Position, origins: Origins) -> Option<Found> {
        let due = Due { ply: 0, place: token, own: None, column: None, habit: Habit::default() };
        let (mut cells, _) = self.blind(&due, &[]);
        cells.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        let mut ways = vec![(position, origins, Vec::<Move>::new())];
        for taken in &cells {
            let meanings = Rc::clone(&self.steps.lattice.edge(taken.token, taken.edge).meanings);
            let mut next = Vec::new();
            for (position, origins, moves) in &ways {
                let legal = Legal::default();
                let add = |Fitting { mv, cost }: Fitting| {
                    if cost.0 <= NARROW {
                        let moves = moves.iter().copied().chain([mv]).collect();
                        next.push((position.after_move(mv), origins.play(mv), moves));
                    }
                };
                let weights = Weights { most: Cost(u32::MAX), ..self.weights };
                fitting(position, origins, &legal, &meanings.plain, meanings.marks, &weights, add);
            }
            next.truncate(MOST);
            ways = next;
        }
        let (end, _, moves) = ways.into_iter().next()?;
        Some(Found { played: cells, moves, is_mate: end.is_checkmate(), ..Found::default() })
    }

    /// What stands behind a place and looks as if the game went on there, by numbers and columns alone.
    pub(super) fn blind(&mut self, due: &Due, played: &[Range<u32>]) -> (Vec<Taken>, Due) {
        let mut out: Vec<Taken> = Vec::new();
        let mut due = *due;
        while out.len() < 700 {
            self.steps.candidates(&due, false, &mut self.candidates);
            let taken =
                |best: &Candidate| Taken { token: best.token, edge: if best.blurred { BLURRED } else { 0 } };
            let is_free = |words: &Range<u32>| {
                let apart = |known: &Range<u32>| known.end <= words.start || words.end <= known.start;
                played.iter().all(apart) && out.iter().all(|known| apart(&self.steps.words_of(*known)))
            };
            let best = self.candidates.iter().find(|best| is_free(&self.steps.words_of(taken(best))));
            let Some(best) = best.copied().filter(|best| best.cost < cost::EARLY_END) else { break };
            let words = self.steps.words_of(taken(&best));
            out.push(taken(&best));
            due = Due {
                ply: due.ply + 1,
                place: words.end,
                own: Some(due.place),
                column: best.column.or(due.column),
                habit: best.habit,
            };
        }
        (out, due)
    }
}
