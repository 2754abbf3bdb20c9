//! What scores are read with, and what is decided about them.
use std::rc::Rc;

use super::cells::Cells;
use super::heads;
use super::options::TextOptions;
use super::report::overlap;
use super::signs::is_sure;
use super::trunk::Trunk;
use super::ways::Ways;
use crate::chess::Color;
use crate::decisions::{Decided, Decision};
use crate::grammar::slips;
use crate::lexicon::Dialect;
use crate::lexicon::endings::{self, Outcome};
use crate::reading::{Meanings, Reading};
use crate::record::{Cell, GameResult, Score};
use crate::replay::{Habit, Options, Ply};
use crate::source::lines::Index;
use crate::span::Span;

/// Reads scores one after the other.
pub(super) struct Builder<'t, 'o> {
    pub text: &'t str,
    pub options: &'o TextOptions,
    pub dialect: Dialect,
    pub habit: Option<Habit>,
    /// The lines of the text.
    pub lines: Index,
    /// What cells with these words mean.
    pub cells: Cells<'t>,
    /// A score says that it continues another: trunks are kept.
    pub joins: bool,
    /// The games so far that others may continue.
    pub trunks: Vec<Trunk>,
    /// The same by their places among the games that were found by playing.
    pub placed: Vec<Option<Trunk>>,
    /// Positions that may still be looked at to solve the problems of the text.
    pub effort: std::cell::Cell<u64>,
    /// Positions and moves that may still be tried to read its lines.
    pub ways: Ways,
}

impl Builder<'_, '_> {
    pub(super) fn replay_options(&self, score: &Score, first_ply: u32) -> Options<'static> {
        Options {
            repair: self.options.repair,
            max_live: self.options.max_live,
            max_nodes: self.options.max_nodes,
            habit: self.habit,
            result: stated_result(score)
                .or_else(|| heads::result(heads::pairs(self.text, score).as_ref()).map(|(result, _)| result)),
            first_ply,
            is_raw: self.dialect.ocr,
            ..Options::default()
        }
    }

    /// Is it decided that a game begins with the first move of a score?
    pub(super) fn begins(&self, score: &Score) -> bool {
        begins(&self.options.decided, score)
    }

    /// Is it decided that a stretch is no move?
    pub(super) fn is_no_move(&self, span: Span) -> bool {
        self.options.decided.iter().any(|row| row.decision == Decision::NotMove && overlap(row.span, span))
    }

    /// What the words of a cell may be misprints of.
    pub(super) fn slips(&self, cell: &Cell) -> Vec<Reading> {
        if is_sure(&cell.words) { Vec::new() } else { slips::slips(&cell.words, &self.dialect) }
    }
}

/// Is it decided that a game begins with the first move of a score?
pub(super) fn begins(decided: &[Decided], score: &Score) -> bool {
    let first = score.line.cells.first();
    let here = |cell: &Cell| {
        decided.iter().any(|row| row.decision == Decision::Begins && cell.span.touches(row.span))
    };
    first.is_some_and(here)
}

/// The half-moves of a score with what their words can mean.
pub(super) fn plies<'a>(score: &Score, meanings: &'a [Rc<Meanings>]) -> Vec<Ply<'a>> {
    let cells = score.line.cells.iter().zip(meanings);
    cells
        .map(|(cell, meanings)| Ply { meanings, span: cell.span, number: cell.number, color: cell.color })
        .collect()
}

pub(super) fn winner(color: Color) -> GameResult {
    if color == Color::White { GameResult::White } else { GameResult::Black }
}

/// The result that the words give without the board.
pub(super) fn stated_result(score: &Score) -> Option<GameResult> {
    match endings::ending_at(&score.result.as_ref()?.text)?.outcome {
        Outcome::Draw => Some(GameResult::Draw),
        Outcome::Win(Some(color)) => Some(winner(color)),
        Outcome::Loss(Some(color)) => Some(winner(!color)),
        Outcome::Win(None) | Outcome::Loss(None) => None,
    }
}
