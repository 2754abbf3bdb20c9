//! Plays the print as it stands: every line of readings on every board it can lead to, equal ones merged.
//!
//! The search is exact: no line is dropped because it is costly, for a cheap one may die later. The one exception is
//! the fuse, [`Options::max_live`].
use std::cell::{Cell, OnceCell};

use super::graph::{Cut, Edge, Graph, Path, State};
use super::legal::Legal;
use super::line::{Habit, Options, Ply, played};
use super::matching::{self, Fit, Place, Verb, Weights};
use crate::chess::{Color, Move, Position};
use crate::game::Played;
use crate::reading::origin::Origins;
use crate::reading::{Act, CheckMark, Cost, Reading};
use crate::record::GameResult;

/// Positions looked at and moves tried in one line as it is printed; the most in books are some thousands.
const PLAIN: u64 = 200_000;

/// Lines kept where more has been tried than the text is worth.
const FEW: usize = 20;

/// How many of the numbers and columns behind a ply agree with it, less those that agree with one half-move more.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub colors: i64,
    pub numbers: i64,
}

/// Half-moves of the longest game that the rules allow: after 75 moves without a capture or a pawn's move it is drawn.
pub(super) const LONGEST: usize = 17_697;

/// Where and why the print as it stands dies.
pub(super) struct Death {
    pub ply: usize,
    pub why: String,
}

/// What a search works with.
pub(super) struct Work<'a> {
    pub plies: &'a [Ply<'a>],
    pub slips: &'a dyn Fn(usize) -> Vec<Reading>,
    pub options: &'a Options<'a>,
    pub weights: Weights,
    /// The readings of each ply as a misprint, once they have been asked for.
    pub asked: Vec<Option<Vec<Reading>>>,
    /// Whose move the first ply is.
    pub first: Color,
    /// Positions looked at so far.
    pub nodes: usize,
    /// The same with the moves that were tried.
    pub spent: Cell<u64>,
    /// More than this is too much.
    most: u64,
    /// For each ply the one whose words it is read by: `The same` repeats the words before it.
    said: Vec<Option<usize>>,
    /// The last ply whose words tell something by themselves.
    last_told: Option<usize>,
    /// For each ply how many of the numbers and columns behind it agree with it.
    pub hints: OnceCell<Vec<Hints>>,
    /// The first ply after which lines were dropped, if any were.
    pub capped: Option<usize>,
    /// Where the print as it stands dies; where it has been mended, where it dies again.
    pub deaths: Vec<Death>,
    /// The line that comes farthest with one repair, where none reaches the end.
    pub farthest: Option<Path>,
}

impl<'a> Work<'a> {
    pub fn new(
        first: Color,
        plies: &'a [Ply<'a>],
        slips: &'a dyn Fn(usize) -> Vec<Reading>,
        options: &'a Options<'a>,
    ) -> Self {
        let weights = Weights::new(options.costs, Cost(u32::MAX));
        let asked = vec![None; plies.len()];
        let mut before = None;
        let says = |(ply, said): (usize, &Ply<'_>)| {
            if !said.meanings.repeats() {
                before = Some(ply);
            }
            before
        };
        let said = plies.iter().enumerate().map(says).collect();
        let tells = |reading: &Reading| !matches!(reading.act, Act::Same);
        let last_told = plies.iter().rposition(|ply| ply.meanings.plain.iter().any(tells));
        Self {
            plies,
            slips,
            options,
            weights,
            asked,
            first,
            nodes: 0,
            spent: Cell::new(0),
            most: options.effort,
            said,
            last_told,
            hints: OnceCell::new(),
            capped: None,
            deaths: Vec::new(),
            farthest: None,
        }
    }

    /// The readings of a ply as a misprint.
    pub fn ask(&mut self, ply: usize) -> &[Reading] {
        let (slips, garbled) = (self.slips, self.weights.costs.garbled);
        self.asked[ply].get_or_insert_with(|| {
            let mut readings = slips(ply);
            // Where one slip explains the token, that it is quite another is the last thing to think of.
            if readings.iter().any(|reading| !matches!(reading.act, Act::Anything)) {
                for reading in readings.iter_mut().filter(|reading| matches!(reading.act, Act::Anything)) {
                    reading.cost = garbled;
                }
            }
            readings
        })
    }

    /// Whose move a ply is if no half-move is left out.
    pub fn turn_of(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.first } else { !self.first }
    }

    /// Lines closer than this to the one taken are told.
    pub fn margin(&self, path: &Path) -> Cost {
        if path.is_repaired() { self.weights.costs.repair_margin } else { self.weights.costs.margin }
    }

    /// The readings of the print at a ply. `The same` is the move of the other side before it, counted from the own
    /// side: the words before it, read again.
    pub fn plain_of(&self, ply: usize) -> &'a [Reading] {
        let plies = self.plies;
        self.said[ply].map_or(&[], |said| &plies[said].meanings.plain)
    }

    /// Follows the states of a cut from the `first` on through one ply, into the next cut.
    pub fn follow(&mut self, from: &Cut, first: usize, ply: usize, into: &mut Cut, lower: &[&Cut]) {
        let meanings = self.plies[ply].meanings;
        let plain = self.plain_of(ply);
        let mut forced = Vec::new();
        if plain.is_empty() && self.options.repair {
            forced = self.ask(ply).to_vec();
            if !self.may_be_forced(ply) {
                forced.retain(|reading| !reading.act.tells_nothing());
            }
        }
        let readings = if plain.is_empty() { &forced } else { plain };
        for (i, state) in from.states.iter().enumerate().skip(first) {
            self.nodes += 1;
            self.tries(1);
            if readings.is_empty() {
                continue;
            }
            let (position, origins) = (state.position(), state.origins());
            let legal = Legal::default();
            let place = Place { position: &position, origins: &origins };
            matching::fits(place, &legal, readings, meanings.marks, Verb::Strict, &self.weights, |fit| {
                self.enter(ply, (i, state), fit, into, lower);
            });
        }
    }

    /// Adds what a fit of the token `ply` makes of a state, which has this place in its cut, to the next cut.
    pub fn enter(
        &self,
        ply: usize,
        (i, state): (usize, &State),
        fit: Fit<'_, '_>,
        into: &mut Cut,
        lower: &[&Cut],
    ) {
        self.tries(1);
        let after = fit.after.position();
        let cost = fit.cost + self.board_cost(ply, after);
        let edge =
            Edge { from: i as u32, to: 0, mv: fit.mv, before: None, cost, slip: fit.slip, is_repair: false };
        into.add(state.cost + cost, after, state.origins().play(fit.mv), edge, lower);
    }

    /// What a position costs after a ply if another board is drawn there.
    pub fn board_cost(&self, ply: usize, after: &Position) -> Cost {
        match self.options.boards.get(ply) {
            Some(Some(board)) if board != after.board() => self.weights.costs.wrong_board,
            _ => Cost::ZERO,
        }
    }

    /// An unreadable token may stand for any move only where what follows can tell which.
    fn may_be_forced(&self, ply: usize) -> bool {
        self.last_told.is_some_and(|last| last > ply)
    }

    /// So much more has been looked at or tried.
    pub fn tries(&self, count: usize) {
        self.spent.set(self.spent.get() + count as u64);
    }

    /// May more misprints be looked for?
    pub fn may_look(&self) -> bool {
        self.nodes <= self.options.max_nodes && self.spent.get() <= self.most
    }

    /// Drops the costliest lines beyond the cap.
    pub fn trim(&mut self, cut: &mut Cut, ply: usize) {
        let most = if self.spent.get() > self.most {
            self.options.max_live.min(FEW)
        } else if self.may_look() {
            self.options.max_live
        } else {
            self.options.max_live.min(500)
        };
        if cut.trim(most.max(1)) && self.capped.is_none() {
            self.capped = Some(ply);
        }
    }

    /// The print as it stands, as far as it goes.
    pub fn plain(&mut self, start: &Position, origins: &Origins) -> Graph {
        self.most = self.options.effort.min(self.spent.get() + PLAIN);
        let mut cuts = vec![Cut::start(*start, *origins)];
        for ply in 0..self.plies.len().min(LONGEST) {
            let mut next = Cut::default();
            self.follow(&cuts[ply], 0, ply, &mut next, &[]);
            self.trim(&mut next, ply);
            if next.states.is_empty() {
                break;
            }
            cuts.push(next);
        }
        self.most = self.options.effort;
        Graph { rows: vec![cuts] }
    }

    /// What the last position costs by the printed result.
    pub fn last_cost(&self, end: &Position) -> Cost {
        let Some(result) = self.options.result else { return Cost::ZERO };
        let board = if end.is_checkmate() {
            if end.turn() == Color::White { GameResult::Black } else { GameResult::White }
        } else if end.is_stalemate() {
            GameResult::Draw
        } else {
            return Cost::ZERO;
        };
        if result == GameResult::Unknown || result == board {
            Cost::ZERO
        } else {
            self.weights.costs.wrong_result
        }
    }

    /// How a line marks its checks.
    pub fn habit(&self, start: &Position, path: &Path) -> Habit {
        let mut habit = Habit::default();
        let mut position = *start;
        for (step, ply) in path.steps.iter().zip(self.plies) {
            if let Some(before) = step.before {
                position = position.after_move(before);
            }
            position = position.after_move(step.mv);
            if position.is_check() && !position.is_checkmate() {
                habit.checks += 1;
                habit.marked += u32::from(ply.meanings.marks.check != CheckMark::None);
            }
        }
        habit
    }

    /// The habit of the record: of the cheapest line here, joined with what is known from more of the record.
    pub fn learn(&self, start: &Position, graph: &Graph) -> Habit {
        let path = graph.finish(graph.reach(0), &|_| Cost::ZERO, None);
        self.habit(start, &path).join(self.options.habit.unwrap_or_default())
    }

    /// What an unmarked check costs in a record of this habit, if that is not what it costs now.
    pub fn new_weight(&self, habit: Habit) -> Option<Cost> {
        let cost = self.unmarked_check(habit);
        (cost != self.weights.unmarked_check).then_some(cost)
    }

    /// The alternatives that a token gives to the move taken, where exactly one legal move fits each best.
    pub fn alternatives(&self, place: Place<'_>, ply: usize, taken: Move) -> Vec<Played> {
        let ply = &self.plies[ply];
        let mut found: Vec<Played> = Vec::new();
        for other in &ply.meanings.alternatives {
            let legal = Legal::default();
            let mut fits = Vec::new();
            let add = |fit: Fit<'_, '_>| fits.push((fit.cost, fit.mv));
            matching::fits(place, &legal, &other.plain, other.marks, Verb::Strict, &self.weights, add);
            let Some(best) = fits.iter().map(|fit| fit.0).min() else { continue };
            let mut best = fits.iter().filter(|fit| fit.0 == best);
            if let (Some(&(_, mv)), None) = (best.next(), best.next())
                && mv != taken
                && found.iter().all(|known| known.mv != mv)
            {
                found.push(played(place.position, mv, ply.span));
            }
        }
        found
    }

    /// What an unmarked check costs in a record of this habit.
    fn unmarked_check(&self, habit: Habit) -> Cost {
        if habit.checks >= 2 && habit.marked * 4 >= habit.checks * 3 {
            self.options.costs.unmarked_check_in_marking_record
        } else if habit.checks >= 3 && habit.marked == 0 {
            Cost::ZERO
        } else {
            self.options.costs.unmarked_check
        }
    }
}
