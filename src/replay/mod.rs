//! Which legal move is meant: plays the readings of a whole game on the rules core and keeps every line that is still
//! alive; knows no notation.
//!
//! One call of [`read_line`] reads one run of half-moves. A game, a variation in a note and a PGN movetext are the same
//! machine: PGN has one exact reading a token and one live line.
mod aims;
mod explain;
mod graph;
mod legal;
mod likely;
mod line;
mod matching;
mod mend;
pub mod pgn;
pub mod problem;
mod repair;
mod search;
mod standing;
mod why;

pub use line::{Habit, Line, Options, Ply, ReadMove};

pub(crate) use self::aims::Aims;
use self::graph::Path;
pub(crate) use self::legal::Legal;
use self::line::played;
use self::matching::Place;
pub(crate) use self::matching::Weights;
use self::search::Work;
pub(crate) use self::standing::{Index, Kept, Numbers, Standing};

use crate::chess::Position;
use crate::game::{Detail, Verdict};
use crate::reading::origin::Origins;
use crate::reading::{Cost, Reading, Slip};
use crate::span::Span;

/// Reads the one line that the plies mean, from `start`, whose pieces started where `origins` says.
///
/// `slips(i)` gives the readings of ply `i` as a misprint; it is asked only when the print dies, at most once a ply.
#[must_use]
pub fn read_line(
    start: &Position,
    origins: &Origins,
    plies: &[Ply<'_>],
    slips: &dyn Fn(usize) -> Vec<Reading>,
    options: &Options<'_>,
) -> Line {
    let mut work = Work::new(start.turn(), plies, slips, options);
    let mut graph = work.plain(start, origins);
    let habit = work.learn(start, &graph);
    if let Some(cost) = work.new_weight(habit) {
        work.weights.unmarked_check = cost;
        graph = work.plain(start, origins);
    }
    let mut alive = graph.reach(0);
    let repairs = options.repair && plies.len() <= search::LONGEST;
    let mends = repairs && options.is_raw && alive < plies.len();
    if mends {
        graph = mend::mend(&mut work, graph);
        alive = graph.reach(0);
    } else if alive < plies.len() {
        let death = why::death(&work, &graph.rows[0], alive);
        work.deaths.push(death);
    }
    let reaches = alive == plies.len() || (repairs && !mends && repair::repair(&mut work, &mut graph));
    let mut believed = plies.len();
    if reaches {
        let named = options.named;
        let mut path = graph.finish(plies.len(), &|end| work.last_cost(end), named);
        if options.repair && !path.is_repaired() {
            // A false mark may be the mark of another move.
            for ply in explain::false_marks(&work, &path, start) {
                let others = repair::doubts(&mut work, &graph, ply, &path);
                path.steps[ply].others.extend(others);
            }
        }
        let margin = work.weights.costs.margin;
        believed = if mends { mend::believed(&work, &path, true) } else { path.sound(margin) };
        if believed == plies.len() {
            let mut line = tell(start, origins, &work, &path);
            line.verdict = if path.is_repaired() {
                Verdict::Repaired
            } else if work.capped.is_some() || path.rivals(work.weights.costs.margin) > 0 {
                Verdict::Chosen
            } else {
                Verdict::Certain
            };
            explain::explain(&work, &path, &mut line, start, origins);
            return line;
        }
    }
    // Nothing reaches the end, or only a guess does: what stands as printed, up to there.
    let path = graph.finish(alive, &|_| Cost::ZERO, None);
    let margin = work.weights.costs.margin;
    let sound = if mends { mend::believed(&work, &path, reaches) } else { path.sound(margin) };
    let sound = sound.min(believed);
    let path = if sound < alive { graph.finish(sound, &|_| Cost::ZERO, None) } else { path };
    let mut line = tell(start, origins, &work, &path);
    explain::explain(&work, &path, &mut line, start, origins);
    line
}

/// A legal move that fits the readings of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitting {
    /// The move.
    pub mv: crate::chess::Move,
    /// What the words and the board disagree about.
    pub cost: Cost,
}

/// The legal moves that fit the readings of one token on one board, in the order of the move generator; what those cost
/// that cost more than the most of `weights` need not be all.
pub(crate) fn fitting(
    position: &Position,
    origins: &Origins,
    legal: &Legal,
    readings: &[Reading],
    marks: crate::reading::Marks,
    weights: &Weights,
    mut then: impl FnMut(Fitting),
) {
    if readings.is_empty() {
        return;
    }
    let place = Place { position, origins };
    matching::fits(place, legal, readings, marks, matching::Verb::Strict, weights, |fit| {
        then(Fitting { mv: fit.mv, cost: fit.cost });
    });
}

/// The moves of a path, as they are told.
fn tell(start: &Position, origins: &Origins, work: &Work<'_>, path: &Path) -> Line {
    let (mut position, mut origins) = (*start, *origins);
    let mut moves = Vec::with_capacity(path.steps.len());
    let margin = work.margin(path);
    for (i, step) in path.steps.iter().enumerate() {
        let ply = &work.plies[i];
        if let Some(before) = step.before {
            let span = Span::new(ply.span.start, ply.span.start);
            let detail = Detail { printed: span, slip: Some(Slip::Missing), ..Detail::default() };
            let played = played(&position, before, span);
            moves.push(ReadMove { played, detail, ply: None, alternatives: Vec::new() });
            origins = origins.play(before);
            position = position.after_move(before);
        }
        let mut runners_up = step.others.iter().filter(|other| other.before == step.before).peekable();
        let chosen = step.rivals(margin).next().is_some();
        let detail = Detail {
            printed: ply.span,
            cost: step.cost,
            slip: step.slip,
            chosen,
            runners_up: if runners_up.peek().is_none() {
                Vec::new()
            } else {
                runners_up
                    .take(RUNNERS_UP)
                    .map(|other| (position.san(other.mv).to_string(), other.above))
                    .collect()
            },
        };
        let place = Place { position: &position, origins: &origins };
        let alternatives = work.alternatives(place, i, step.mv);
        let played = played(&position, step.mv, ply.span);
        moves.push(ReadMove { played, detail, ply: Some(i), alternatives });
        origins = origins.play(step.mv);
        position = position.after_move(step.mv);
    }
    let habit = work.habit(start, path);
    Line {
        moves,
        verdict: Verdict::Partial,
        cost: path.cost,
        end: position,
        origins,
        read: path.steps.len(),
        habit,
        capped: work.capped.is_some(),
        spent: work.spent.get(),
        diagnostics: Vec::new(),
    }
}

/// Runners-up told of one move.
const RUNNERS_UP: usize = 8;
