//! What a line is read from, how, and what was read.
use crate::chess::{Board, Color, Move, Position};
use crate::diagnose::Diagnostic;
use crate::game::{Detail, Played, Verdict};
use crate::reading::cost::Costs;
use crate::reading::origin::Origins;
use crate::reading::{Cost, Meanings};
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
    /// Positions looked at and moves tried in all; beyond it few lines are kept.
    pub effort: u64,
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
            effort: u64::MAX,
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
    /// Where the pieces on it started.
    pub origins: Origins,
    /// How many of the plies were read: all of them but in a `partial` line.
    pub read: usize,
    /// How this line marks its checks.
    pub habit: Habit,
    /// A cap was reached, so the search was not exact; a diagnostic says so.
    pub capped: bool,
    /// Positions looked at and moves tried.
    pub spent: u64,
    /// What is to be said about it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A legal move as it is told.
pub(super) fn played(position: &Position, mv: Move, span: Span) -> Played {
    let mut after = *position;
    let (san, suffix) = after.play_san(mv);
    Played { mv, san, suffix, span }
}
