//! What scores are read with, and what is decided about them.
use std::rc::Rc;

use super::cells::Cells;
use super::draft::Draft;
use super::heads;
use super::options::TextOptions;
use super::parallel;
use super::signs::is_sure;
use super::trunk::Trunk;
use super::ways::Ways;
use crate::chess::Color;
use crate::decisions::{Decided, Decision};
use crate::game::Verdict;
use crate::grammar::slips;
use crate::lexicon::Dialect;
use crate::lexicon::endings::{self, Outcome};
use crate::reading::{Meanings, Reading};
use crate::record::{Cell, GameResult, HeadTag, Note, Score};
use crate::replay::{Habit, Options, Ply};
use crate::source::lines::Index;

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

/// Positions looked at to solve all problems of a text.
const MOST_EFFORT: u64 = 40_000_000;

/// Fewer scores are not read ahead; those that are, in so many pieces for each thread.
const FEWEST_AHEAD: usize = 16;
const PIECES_A_JOB: usize = 4;

/// A score that was read ahead, and what was tried for it.
struct Ahead<'t> {
    draft: Option<Draft<'t>>,
    tried: u64,
}

/// So many checks of sure games tell the habit of a book.
const CHECKS_OF_HABIT: u32 = 10;

impl<'t, 'o> Builder<'t, 'o> {
    /// Nothing is read.
    pub(super) fn new(
        text: &'t str,
        options: &'o TextOptions,
        dialect: Dialect,
        joins: bool,
        ways: Ways,
    ) -> Self {
        Self {
            text,
            options,
            dialect,
            habit: None,
            lines: Index::new(text.as_bytes()),
            cells: Cells::new(text, dialect),
            joins,
            trunks: Vec::new(),
            placed: Vec::new(),
            effort: std::cell::Cell::new(MOST_EFFORT),
            ways,
        }
    }

    /// Reads scores one after the other and keeps what `keep` leaves. What the sure games tell of the habit of the book
    /// decides the doubtful ones, which are read `again`.
    pub(super) fn read_all<S: Sync>(
        &mut self,
        scores: &[S],
        read: impl Fn(&Self, &S) -> Option<Draft<'t>> + Sync,
        keep: impl Fn(&mut Self, &S, Option<Draft<'t>>) -> Option<Draft<'t>>,
        again: impl Fn(&S) -> bool,
        jobs: usize,
    ) -> Vec<Option<Box<Draft<'t>>>> {
        let mut habit = Habit::default();
        let mut drafts = Vec::with_capacity(scores.len());
        let ahead = self.read_ahead(&scores.iter().collect::<Vec<&S>>(), &read, jobs);
        for (score, ahead) in scores.iter().zip(ahead) {
            let draft = self.read_as_far(ahead, || read(self, score));
            let draft = keep(self, score, draft);
            if let Some(draft) = draft.as_ref().filter(|draft| draft.line_verdict == Verdict::Certain) {
                habit = habit.join(draft.habit);
            }
            drafts.push(draft.map(Box::new));
        }
        if habit.checks >= CHECKS_OF_HABIT {
            self.habit = Some(habit);
            let is_doubtful = |draft: &Option<Box<Draft<'_>>>| {
                draft.as_deref().is_some_and(|draft| draft.line_verdict != Verdict::Certain)
            };
            let doubtful: Vec<(&S, &mut Option<Box<Draft<'_>>>)> = scores
                .iter()
                .zip(&mut drafts)
                .filter(|(score, draft)| is_doubtful(draft) && again(score))
                .collect();
            let wanted: Vec<&S> = doubtful.iter().map(|&(score, _)| score).collect();
            let ahead = self.read_ahead(&wanted, &read, jobs);
            for ((score, draft), ahead) in doubtful.into_iter().zip(ahead) {
                *draft = self.read_as_far(ahead, || read(self, score)).map(Box::new).or(draft.take());
            }
        }
        drafts
    }

    /// Reads scores that do not depend on one another on so many threads, each as if much might still be tried.
    fn read_ahead<S: Sync>(
        &self,
        scores: &[&S],
        read: &(impl Fn(&Self, &S) -> Option<Draft<'t>> + Sync),
        jobs: usize,
    ) -> Vec<Option<Ahead<'t>>> {
        if jobs < 2 || self.joins || scores.len() < FEWEST_AHEAD {
            return scores.iter().map(|_| None).collect();
        }
        let (text, options, dialect, habit) = (self.text, self.options, self.dialect, self.habit);
        let work = |scores: &&[&S]| -> Vec<Option<Ahead<'t>>> {
            let reader = Self { habit, ..Self::new(text, options, dialect, false, Ways::unlimited()) };
            let read = |score: &&S| {
                let before = reader.ways.left();
                let draft = read(&reader, score);
                let solved = reader.effort.replace(MOST_EFFORT) < MOST_EFFORT;
                (!solved).then(|| Ahead { draft, tried: before - reader.ways.left() })
            };
            scores.iter().map(read).collect()
        };
        let pieces: Vec<&[&S]> = scores.chunks(scores.len().div_ceil(jobs * PIECES_A_JOB)).collect();
        parallel::map(jobs, &pieces, work).into_iter().flatten().collect()
    }

    /// What was read ahead, if as much may still be tried as was thought; otherwise what is read now.
    fn read_as_far(
        &self,
        ahead: Option<Ahead<'t>>,
        read: impl FnOnce() -> Option<Draft<'t>>,
    ) -> Option<Draft<'t>> {
        match ahead.filter(|ahead| self.ways.is_enough_behind(ahead.tried)) {
            Some(Ahead { draft, tried }) => {
                self.ways.spend(tried);
                draft
            }
            None => read(),
        }
    }
}

impl Builder<'_, '_> {
    pub(super) fn replay_options(&self, score: &Score, first_ply: u32) -> Options<'static> {
        Options {
            repair: self.options.repair,
            max_live: self.options.max_live,
            max_nodes: self.options.max_nodes,
            habit: self.habit,
            result: outcome(score)
                .and_then(stated)
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

/// How the words say that the game ended. Who is named won or lost only if he is one of the players that are told.
pub(super) fn outcome(score: &Score) -> Option<Outcome> {
    let words = &score.result.as_ref()?.text;
    let told = endings::ending_at(words).map(|ending| ending.outcome);
    if told == Some(Outcome::Loss(None))
        && let Some(side) = moved_and_lost(score)
    {
        return Some(Outcome::Loss(Some(side)));
    }
    let named = match told {
        None => endings::by_name(words),
        Some(Outcome::Win(None) | Outcome::Loss(None)) => named_before(score, words),
        Some(_) => None,
    };
    let Some((name, outcome)) = named else { return told };
    // A heading may tell it in capitals.
    let name = name.rsplit([' ', '\n']).next()?.to_lowercase();
    let bears = |player: &str| {
        let is_of = |tag: &HeadTag| {
            tag.name == player && tag.value.split(' ').any(|word| word.to_lowercase() == name)
        };
        score.tags.iter().any(is_of)
    };
    let side = match (bears("White"), bears("Black")) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ if score.tags.iter().any(|tag| matches!(tag.name, "White" | "Black")) => return None,
        // Where no players are told he is the one that moved last, or is to move.
        _ => return Some(outcome),
    };
    Some(match outcome {
        Outcome::Win(_) => Outcome::Win(Some(side)),
        Outcome::Loss(_) => Outcome::Loss(Some(side)),
        Outcome::Draw => Outcome::Draw,
    })
}

/// `43. K-Kt3 and resigns`: who made the last move, if the words right behind it go on with what he did.
fn moved_and_lost(score: &Score) -> Option<Color> {
    let (result, last) = (score.result.as_ref()?, score.line.cells.last()?);
    let is_joined = result.text.starts_with("and ") && result.span.start == last.span.end + 1;
    last.color.filter(|_| is_joined)
}

/// The name that stands in front of words behind the last move, and what they say of it.
fn named_before<'s>(score: &'s Score, words: &str) -> Option<(&'s str, Outcome)> {
    let notes = score.line.cells.last()?.notes.iter();
    let mut comments = notes.filter_map(|note| match note {
        Note::Comment(comment) => comment.text.find(words).map(|at| (&*comment.text, at)),
        Note::Line(_) => None,
    });
    let (text, at) = comments.next()?;
    let before = text[..at].trim_end();
    let start = before.rfind([' ', '\n']).map_or(0, |blank| blank + 1);
    endings::by_name(&text[start..at + words.len()])
}

/// The result that the words give without the board.
pub(super) fn stated(outcome: Outcome) -> Option<GameResult> {
    match outcome {
        Outcome::Draw => Some(GameResult::Draw),
        Outcome::Win(Some(color)) => Some(winner(color)),
        Outcome::Loss(Some(color)) => Some(winner(!color)),
        Outcome::Win(None) | Outcome::Loss(None) => None,
    }
}
