//! Which legal move is meant: plays the readings of a whole game on the rules core and keeps every line that is still
//! alive; knows no notation.
//!
//! One call of [`read_line`] reads one run of half-moves. A game, a variation in a note and a PGN movetext are the same
//! machine: PGN has one exact reading a token and one live line.
mod explain;
mod graph;
mod matching;
mod mend;
pub mod pgn;
pub mod problem;
mod repair;
mod search;
mod why;

use self::graph::Path;
use self::matching::Place;
use self::search::Work;

use crate::chess::{Board, Color, Position};
use crate::diagnose::Diagnostic;
use crate::game::{Detail, Played, Verdict};
use crate::reading::cost::Costs;
use crate::reading::origin::Origins;
use crate::reading::{Cost, Meanings, Reading, Slip};
use crate::record::GameResult;
use crate::span::Span;

/// One half-move as printed, with what it can mean.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    /// What the token can mean.
    pub meanings: &'a Meanings,
    /// The words of the move.
    pub span: Span,
    /// The number printed in front of it: a hint, never law.
    pub number: Option<u32>,
    /// Whose move its column or its dots say it is: a hint, never law.
    pub color: Option<Color>,
}

/// How a record marks its checks; a missing mark is evidence only in a record that marks them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habit {
    /// Checks given that are not mate.
    pub checks: u32,
    /// How many of them are marked.
    pub marked: u32,
}

impl Habit {
    /// The habit of two stretches of one record.
    #[must_use]
    pub const fn join(self, other: Self) -> Self {
        Self { checks: self.checks + other.checks, marked: self.marked + other.marked }
    }
}

/// What may be done, and how far.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The weights.
    pub costs: Costs,
    /// Look for misprints when the print dies.
    pub repair: bool,
    /// Lines kept alive after any half-move; the costliest are dropped beyond it, and a diagnostic says so.
    pub max_live: usize,
    /// Positions looked at in the search for misprints.
    pub max_nodes: usize,
    /// Misprints repaired in one line: at most one, and one more for so many half-moves.
    pub plies_per_slip: usize,
    /// How the record marks its checks, where it is known from more of it; learnt from the line itself otherwise.
    pub habit: Option<Habit>,
    /// Is this position a named opening? The weakest evidence: it breaks ties only, and the line is `chosen` then.
    pub named: Option<&'a dyn Fn(&Position) -> bool>,
    /// The printed result.
    pub result: Option<GameResult>,
    /// The boards drawn after the plies, where any is: evidence for the lines that lead there.
    pub boards: &'a [Option<Board>],
    /// Half-moves of the game before this line.
    pub first_ply: u32,
    /// The text is raw text recognition: misreadings are many, and each is looked for where the print dies.
    pub is_raw: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            costs: Costs::DEFAULT,
            repair: true,
            max_live: 20_000,
            max_nodes: 400_000,
            plies_per_slip: 8,
            habit: None,
            named: None,
            result: None,
            boards: &[],
            first_ply: 0,
            is_raw: false,
        }
    }
}

/// One move of the line that was read.
#[derive(Clone, Debug)]
pub struct ReadMove {
    /// The move; its span is the token's, empty (at the place) for a half-move put in by a repair.
    pub played: Played,
    /// How it was read.
    pub detail: Detail,
    /// Which of the plies it was read from; `None` for a half-move put in by a repair.
    pub ply: Option<usize>,
    /// Moves the token gives as alternatives (`P—B3 or P—Q3`), where exactly one legal move fits each.
    pub alternatives: Vec<Played>,
}

/// The line that is meant.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves in order. Shorter than the plies if nothing reaches the end.
    pub moves: Vec<ReadMove>,
    /// How certain it is.
    pub verdict: Verdict,
    /// What the line costs.
    pub cost: Cost,
    /// The position after the last move.
    pub end: Position,
    /// Where the men on it started.
    pub origins: Origins,
    /// How many of the plies were read: all of them but in a `partial` line.
    pub read: usize,
    /// How this line marks its checks.
    pub habit: Habit,
    /// A cap was reached, so the search was not exact; a diagnostic says so.
    pub capped: bool,
    /// What is to be said about it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the one line that the plies mean, from `start`, whose men started where `origins` says.
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
    let mends = options.repair && options.is_raw && alive < plies.len();
    if mends {
        graph = mend::mend(&mut work, graph);
        alive = graph.reach(0);
    } else if alive < plies.len() {
        let death = why::death(&work, &graph.rows[0], alive);
        work.deaths.push(death);
    }
    let reaches = alive == plies.len() || (options.repair && !mends && repair::repair(&mut work, &mut graph));
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
        let believed =
            if mends { mend::believed(&work, &path, true) == plies.len() } else { !path.is_guessed(margin) };
        if believed {
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
    let path = if sound < alive { graph.finish(sound, &|_| Cost::ZERO, None) } else { path };
    let mut line = tell(start, origins, &work, &path);
    explain::explain(&work, &path, &mut line, start, origins);
    line
}

/// A legal move that fits the readings of a token.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// The move.
    pub mv: crate::chess::Move,
    /// What the words and the board disagree about.
    pub cost: Cost,
    /// The position behind it.
    pub after: Position,
    /// Where the men on it started.
    pub origins: Origins,
}

/// The legal moves that fit the readings of one token on one board, in the order of the move generator.
pub fn fitting(
    position: &Position,
    origins: &Origins,
    legal: &crate::chess::MoveList,
    readings: &[Reading],
    marks: crate::reading::Marks,
    out: &mut Vec<Fitting>,
) {
    out.clear();
    if readings.is_empty() {
        return;
    }
    let costs = Costs::DEFAULT;
    let weights = matching::Weights { costs, unmarked_check: costs.unmarked_check };
    let mut fits = Vec::new();
    let place = Place { position, origins };
    matching::fits(place, legal, readings, marks, matching::Verb::Strict, &weights, &mut fits);
    out.extend(fits.iter().map(|fit| Fitting {
        mv: fit.mv,
        cost: fit.cost,
        after: fit.after,
        origins: origins.play(fit.mv),
    }));
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
            let played = explain::played(&position, before, span);
            moves.push(ReadMove { played, detail, ply: None, alternatives: Vec::new() });
            origins = origins.play(before);
            position = position.after_move(before);
        }
        let mut runners_up = step.others.iter().filter(|other| other.before == step.before).peekable();
        let chosen = step.others.iter().any(|other| other.above < margin);
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
        let played = explain::played(&position, step.mv, ply.span);
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
        diagnostics: Vec::new(),
    }
}

/// Runners-up told of one move.
const RUNNERS_UP: usize = 8;
