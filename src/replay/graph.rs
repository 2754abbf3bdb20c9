//! The lines that are still alive, as a graph: one cut a half-move, equal states merged, every way into a state kept.
//!
//! A row of cuts holds the lines with the same number of repairs; row 0 is the print as it stands. Nothing here
//! decides anything: [`Graph::finish`] finds the cheapest way to the end and what comes near it, exactly.
use std::cmp::Reverse;

use super::standing::{Index, Standing};
use crate::chess::{CastlingSide, Move, Position};
use crate::reading::origin::Origins;
use crate::reading::{Cost, Slip};

/// What lines can be in: a position, where its pieces started, and the cheapest way there.
#[derive(Clone, Copy)]
pub(super) struct State {
    standing: Standing,
    pub cost: Cost,
}

impl State {
    pub fn position(&self) -> Position {
        self.standing.position()
    }

    pub const fn origins(&self) -> Origins {
        self.standing.origins()
    }
}

impl AsRef<Standing> for State {
    fn as_ref(&self) -> &Standing {
        &self.standing
    }
}

/// One way from a state to a state of the next cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: u32,
    pub to: u32,
    pub mv: Move,
    /// A half-move put in before it.
    pub before: Option<Move>,
    pub cost: Cost,
    pub slip: Option<Slip>,
    /// It comes from the row before: a repair.
    pub is_repair: bool,
}

/// The states after a number of half-moves, with the ways into them.
#[derive(Default)]
pub(super) struct Cut {
    pub states: Vec<State>,
    pub edges: Vec<Edge>,
    /// No more states than this are taken in, if it is set.
    pub limit: Option<usize>,
    index: Index,
}

impl Cut {
    /// The one state before the first half-move.
    pub fn start(position: Position, origins: Origins) -> Self {
        let mut cut = Self::default();
        cut.states.push(State { standing: Standing::of(&position, origins), cost: Cost::ZERO });
        cut.index.add_last(&cut.states);
        cut
    }

    fn find(&self, key: &Standing) -> Option<u32> {
        self.index.find(key, &self.states)
    }

    /// Adds a way into a state, and the state if it is new. States that a lower row holds are left to that row: what
    /// follows them without a repair is known there.
    pub fn add(&mut self, cost: Cost, position: &Position, origins: Origins, edge: Edge, lower: &[&Cut]) {
        let standing = Standing::of(position, origins);
        if lower.iter().any(|cut| cut.find(&standing).is_some()) {
            return;
        }
        let known = self.find(&standing);
        if known.is_none() && self.limit.is_some_and(|limit| self.states.len() >= limit) {
            return;
        }
        if self.states.is_empty() {
            // Where the print leaves nothing open, one is all there is.
            self.states.reserve_exact(1);
            self.edges.reserve_exact(1);
        }
        let to = known.unwrap_or_else(|| {
            self.states.push(State { standing, cost });
            self.index.add_last(&self.states);
            (self.states.len() - 1) as u32
        });
        let state = &mut self.states[to as usize];
        state.cost = state.cost.min(cost);
        self.edges.push(Edge { to, ..edge });
    }

    /// Drops the costliest states beyond `most`. True if there were any.
    pub fn trim(&mut self, most: usize) -> bool {
        if self.states.len() <= most {
            return false;
        }
        let mut order: Vec<u32> = (0..self.states.len() as u32).collect();
        order.select_nth_unstable_by_key(most, |&i| (self.states[i as usize].cost, i));
        order.truncate(most);
        order.sort_unstable();
        let mut place = vec![u32::MAX; self.states.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        self.states = order.iter().map(|&old| self.states[old as usize]).collect();
        self.edges.retain_mut(|edge| {
            edge.to = place[edge.to as usize];
            edge.to != u32::MAX
        });
        // What was dropped may be thirty times what is kept.
        self.edges.shrink_to_fit();
        self.index.fill(&self.states, 0);
        true
    }
}

/// Another move at a half-move of the line taken, with which the end is reached too.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub mv: Move,
    pub before: Option<Move>,
    /// How much costlier the best line with it is than the line taken.
    pub above: Cost,
}

/// One half-move of the line taken.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub mv: Move,
    pub before: Option<Move>,
    pub cost: Cost,
    pub slip: Option<Slip>,
    pub others: Vec<Other>,
}

impl Step {
    /// The position behind it.
    pub fn play(&self, position: &Position) -> Position {
        self.before.map_or(*position, |before| position.after_move(before)).after_move(self.mv)
    }

    /// The others whose lines are closer than `margin`.
    pub fn rivals(&self, margin: Cost) -> impl Iterator<Item = &Other> {
        self.others.iter().filter(move |other| other.above < margin)
    }
}

/// The line taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub steps: Vec<Step>,
    pub cost: Cost,
}

/// Repairs with so many rivals each within the margin are a guess, and are not made.
const GUESS: usize = 6;

impl Path {
    /// Does the line hold a repair?
    pub fn is_repaired(&self) -> bool {
        self.steps.iter().any(|step| step.slip.is_some())
    }

    /// Does the line hold repairs that too many others could stand for?
    pub fn is_guessed(&self, margin: Cost) -> bool {
        let repairs: Vec<&Step> = self.steps.iter().filter(|step| step.slip.is_some()).collect();
        let rivals = repairs.iter().flat_map(|step| step.rivals(margin)).count();
        !repairs.is_empty() && rivals >= GUESS * repairs.len()
    }

    /// The half-moves before the first repair that others could stand for, if too many could.
    pub fn sound(&self, margin: Cost) -> usize {
        if self.is_guessed(margin) {
            let is_guess = |step: &Step| step.slip.is_some() && step.rivals(margin).next().is_some();
            self.steps.iter().position(is_guess).unwrap_or(0)
        } else {
            self.steps.len()
        }
    }

    /// Other lines closer than `margin`, counted where they part from it.
    pub fn rivals(&self, margin: Cost) -> usize {
        self.steps.iter().flat_map(|step| step.rivals(margin)).count()
    }
}

/// All rows.
#[derive(Default)]
pub(super) struct Graph {
    pub rows: Vec<Vec<Cut>>,
}

/// Cannot reach the end.
const NEVER: Cost = Cost(u32::MAX);

impl Graph {
    /// The number of half-moves the lines of a row reach, and whether any does.
    pub fn reach(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, |cuts| cuts.iter().rposition(|cut| !cut.states.is_empty()).unwrap_or(0))
    }

    /// The cheapest way to the states after `end` half-moves, each with a last cost of its own, and what else reaches
    /// them. Of equal costs the one that visits more named positions, then the one that takes back, then the one that
    /// castles short, then the first in the order of moves.
    pub fn finish(
        &self,
        end: usize,
        last: &dyn Fn(&Position) -> Cost,
        named: Option<&dyn Fn(&Position) -> bool>,
    ) -> Path {
        let to_go = self.costs_to_go(end, last);
        let fame = named.map(|named| self.fame(end, &to_go, named));
        let mut path = Path { steps: Vec::with_capacity(end), cost: to_go[0][0][0] };
        let (mut row, mut at, mut spent) = (0, 0_u32, Cost::ZERO);
        for ply in 0..end {
            let mut out = self.ways(row, ply, at);
            out.retain(|&(next, edge)| to_go[next][ply + 1][edge.to as usize] != NEVER);
            let total =
                |&(next, edge): &(usize, &Edge)| spent + edge.cost + to_go[next][ply + 1][edge.to as usize];
            let names = |&(next, edge): &(usize, &Edge)| {
                fame.as_ref().map_or(0, |fame| fame[next][ply + 1][edge.to as usize])
            };
            // A writer who says no more than `takes P` or `Castles` means what is done most often.
            let square = path.steps.last().map(|step| step.mv.to());
            let usual = |way: &(usize, &Edge)| {
                let takes_back = way.1.before.is_none() && square == Some(way.1.mv.to());
                (!takes_back, way.1.mv.castling_side() == Some(CastlingSide::Queen))
            };
            out.sort_by_key(|way| (total(way), Reverse(names(way)), usual(way), way.1.mv, way.1.before));
            let Some(&(next, edge)) = out.first() else { break };
            let mut others: Vec<Other> = Vec::new();
            for way in &out[1..] {
                let known = |other: &Other| other.mv == way.1.mv && other.before == way.1.before;
                if (way.1.mv, way.1.before) != (edge.mv, edge.before) && !others.iter().any(known) {
                    let above = Cost(total(way).0 - path.cost.0);
                    others.push(Other { mv: way.1.mv, before: way.1.before, above });
                }
            }
            path.steps.push(Step {
                mv: edge.mv,
                before: edge.before,
                cost: edge.cost,
                slip: edge.slip,
                others,
            });
            spent += edge.cost;
            (row, at) = (next, edge.to);
        }
        path
    }

    /// What the cheapest way from a state of row 0 to the end costs, if there is one.
    pub fn cost_to_go(
        &self,
        ply: usize,
        state: u32,
        end: usize,
        last: &dyn Fn(&Position) -> Cost,
    ) -> Option<Cost> {
        let to_go = self.costs_to_go(end, last);
        to_go[0].get(ply)?.get(state as usize).copied().filter(|&cost| cost != NEVER)
    }

    /// The ways out of a state, with the row each leads to.
    fn ways(&self, row: usize, ply: usize, at: u32) -> Vec<(usize, &Edge)> {
        let into = |row: usize| self.rows.get(row).and_then(|cuts| cuts.get(ply + 1));
        let plain = into(row).into_iter().flat_map(|cut| &cut.edges).filter(|e| !e.is_repair);
        let repairs = into(row + 1).into_iter().flat_map(|cut| &cut.edges).filter(|e| e.is_repair);
        let (plain, repairs) = (plain.map(|e| (row, e)), repairs.map(|e| (row + 1, e)));
        plain.chain(repairs).filter(|(_, edge)| edge.from == at).collect()
    }

    /// For each state the cheapest way from it to the end.
    fn costs_to_go(&self, end: usize, last: &dyn Fn(&Position) -> Cost) -> Vec<Vec<Vec<Cost>>> {
        let fresh = |cut: &Cut| vec![NEVER; cut.states.len()];
        let mut to_go: Vec<Vec<Vec<Cost>>> =
            self.rows.iter().map(|cuts| cuts.iter().map(fresh).collect()).collect();
        for (row, cuts) in self.rows.iter().enumerate() {
            if let Some(cut) = cuts.get(end) {
                to_go[row][end] = cut.states.iter().map(|state| last(&state.position())).collect();
            }
        }
        for ply in (1..=end).rev() {
            for (row, cuts) in self.rows.iter().enumerate() {
                let Some(cut) = cuts.get(ply) else { continue };
                for edge in &cut.edges {
                    let rest = to_go[row][ply][edge.to as usize];
                    if rest != NEVER {
                        let from = if edge.is_repair { row - 1 } else { row };
                        let known = &mut to_go[from][ply - 1][edge.from as usize];
                        *known = (*known).min(edge.cost + rest);
                    }
                }
            }
        }
        to_go
    }

    /// For each state on a cheapest line: the most named positions on a cheapest way from it, itself counted.
    fn fame(
        &self,
        end: usize,
        to_go: &[Vec<Vec<Cost>>],
        named: &dyn Fn(&Position) -> bool,
    ) -> Vec<Vec<Vec<u16>>> {
        let fresh = |cut: &Cut| vec![0; cut.states.len()];
        let mut fame: Vec<Vec<Vec<u16>>> =
            self.rows.iter().map(|cuts| cuts.iter().map(fresh).collect()).collect();
        let best = to_go[0][0][0];
        for ply in (1..=end.min(DEEPEST_NAME)).rev() {
            for (row, cuts) in self.rows.iter().enumerate() {
                let Some(cut) = cuts.get(ply) else { continue };
                for (i, state) in cut.states.iter().enumerate() {
                    let rest = to_go[row][ply][i];
                    if rest != NEVER && state.cost + rest == best && named(&state.position()) {
                        fame[row][ply][i] += 1;
                    }
                }
                for edge in &cut.edges {
                    let from = if edge.is_repair { row - 1 } else { row };
                    let rest = to_go[row][ply][edge.to as usize];
                    let there = fame[row][ply][edge.to as usize];
                    if rest != NEVER && to_go[from][ply - 1][edge.from as usize] == edge.cost + rest {
                        let known = &mut fame[from][ply - 1][edge.from as usize];
                        *known = (*known).max(there);
                    }
                }
            }
        }
        fame
    }
}

/// Half-moves; no opening in the tables is named later.
const DEEPEST_NAME: usize = 40;
