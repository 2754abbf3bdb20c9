//! Games in rows that look like none: `Jan. 4. Paris: 1. P-Q4`, `<Burn> P-Q4`. Their moves tell that they are: they play, one
//! behind the other, from the usual array.
use super::report::{TextReport, extent, overlap};
use super::rows::Rows;
use super::trunk::Stop;
use crate::chess::Position;
use crate::grammar::cell;
use crate::reading::Cost;
use crate::reading::cost::Costs;
use crate::replay::{Legal, Weights, fitting};
use crate::span::Span;

/// So many half-moves that play from the usual array are no accident.
const PLIES: usize = 8;

/// So many lines without a move at most stand between two of a game.
const LINES_BETWEEN: usize = 6;

/// Moves that play, and the board behind them.
struct Run {
    stop: Stop,
    moves: Vec<Span>,
    /// The line of the last.
    line: usize,
}

impl Run {
    fn new() -> Self {
        Self { stop: Stop::at_home(Position::default()), moves: Vec::new(), line: 0 }
    }
}

impl Rows<'_> {
    /// The moves of games that no game has and that stand in no other game: between its own moves, or right behind them.
    pub(super) fn strays(&self, report: &TextReport<'_>) -> Vec<Span> {
        let mut games: Vec<Span> = report.games.iter().map(|found| extent(&found.game)).collect();
        games.sort_unstable();
        let mut found = Vec::new();
        let mut run = Run::new();
        // Words behind a game are its own up to the next title.
        let mut is_open = true;
        for (line, row) in self.page.rows.iter().enumerate() {
            let first = games.partition_point(|game| game.end <= row.span.start);
            let is_of_game = games.get(first).is_some_and(|&game| overlap(game, row.span));
            let words = self.page.row_text(line);
            if is_of_game {
                is_open = false;
            } else if !is_open && !words.trim().is_empty() {
                is_open = self.is_title(line);
            }
            if is_of_game || line > run.line + LINES_BETWEEN {
                end(&mut run, &mut found);
            }
            if is_of_game || !is_open {
                continue;
            }
            for &(at, len) in self.all_moves(line) {
                let (at, len) = (at as usize, len as usize);
                let span = self.page.span(row.start() + at, row.start() + at + len);
                let words = &words[at..at + len];
                if !self.play(&mut run, words, span, line) {
                    end(&mut run, &mut found);
                    self.play(&mut run, words, span, line);
                }
            }
        }
        end(&mut run, &mut found);
        found
    }

    /// Plays the move that words begin with, if it fits.
    fn play(&self, run: &mut Run, words: &str, span: Span, line: usize) -> bool {
        let Some(read) = cell::beginnings(words, &self.dialect).into_iter().next() else { return false };
        let Stop { position, origins } = run.stop;
        let mut best: Option<(Cost, _)> = None;
        let weights = &Weights::new(Costs::DEFAULT, Cost(u32::MAX));
        let (readings, marks) = (&read.meanings.plain, read.meanings.marks);
        fitting(&position, &origins, &Legal::default(), readings, marks, weights, |fit| {
            if best.is_none_or(|(cost, _)| fit.cost < cost) {
                best = Some((fit.cost, fit.mv));
            }
        });
        let Some((_, mv)) = best else { return false };
        run.stop = run.stop.play(mv);
        run.moves.push(span);
        run.line = line;
        true
    }
}

/// Keeps the moves of a run that is long enough, and begins another.
fn end(run: &mut Run, found: &mut Vec<Span>) {
    if run.moves.len() >= PLIES {
        found.append(&mut run.moves);
    }
    if !run.moves.is_empty() {
        *run = Run::new();
    }
}
