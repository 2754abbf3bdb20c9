//! Problems: a position in words, what is to be done in it, and the printed answer held against all first moves.
use crate::chess::{Color, Forgive, Move, Position, San, Setup, Suffix};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Played, Verdict};
use crate::grammar::position::{self, Aim};
use crate::record::{Score, Start};
use crate::replay::problem::{Solution, keys};
use crate::replay::{self};
use crate::span::Span;

use super::builder::Builder;
use super::draft::Draft;
use super::start;
use super::trunk::Stop;

/// Positions looked at to solve one problem, as far as the text has not used up its own.
const MOST_NODES: u64 = 2_000_000;

/// Longest mate that is looked for, in moves.
const LONGEST_MATE: u32 = 4;

/// A position that the words allow, its printed answer and its keys.
struct Solved {
    position: Position,
    read: replay::Line,
    solution: Solution,
}

impl<'t> Builder<'t, '_> {
    /// A problem with its printed answer; an answer that fits several men is the one that solves it.
    pub fn problem(&self, score: &Score) -> Option<Draft<'t>> {
        let Start::Words { white, black } = &score.start else { return None };
        let stipulation = score.stipulation.as_ref();
        let asked = stipulation.and_then(|words| position::stipulation(&words.text));
        let turn = if start::is_blacks(score) { Color::Black } else { Color::White };
        let score = &*start::in_turn(score);
        let dialect = &self.dialect;
        let (white, black) =
            (position::men(&white.text, dialect).ok()?, position::men(&black.text, dialect).ok()?);
        let positions: Vec<Position> = position::setups(&white, &black, turn)
            .into_iter()
            .filter_map(|setup: Setup| setup.into_position(Forgive::DETAILS).ok())
            .collect();
        let first = *positions.first()?;
        let place = stipulation.map_or(score.span, |words| words.span);
        let Some(Aim::Mate(Some(moves))) = asked.map(|asked| asked.aim) else {
            // Of several positions the words allow, the one that plays farther is meant.
            let lines = positions
                .into_iter()
                .map(|position| (position, self.line(score, Stop::bare(position), 0, &[])));
            let (position, read) =
                lines.reduce(|one, other| if other.1.read > one.1.read { other } else { one })?;
            return Some(self.posed(score, position, read, None));
        };
        if moves > LONGEST_MATE {
            let message = format!("mates in more than {} moves are not looked for", number(LONGEST_MATE));
            let found = Diagnostic::new(Code::ProblemUnverified, place, message);
            return Some(self.posed(score, first, self.plain_line(score, Stop::bare(first)), Some(found)));
        }
        // Of several positions the words allow, the one that keeps its promise is meant.
        let mut best: Option<Solved> = None;
        for position in positions {
            let solved = self.solve(score, position, moves);
            let is_solved = !solved.solution.keys.is_empty();
            if is_solved || best.is_none() {
                best = Some(solved);
            }
            if is_solved {
                break;
            }
        }
        let mut solved = best?;
        let found = told(&solved, moves, place);
        solved.settle();
        Some(self.posed(score, solved.position, solved.read, Some(found)))
    }

    fn posed(
        &self,
        score: &Score,
        position: Position,
        mut read: replay::Line,
        found: Option<Diagnostic>,
    ) -> Draft<'t> {
        read.diagnostics.extend(found);
        self.draft(score, Stop::bare(position), true, Vec::new(), read)
    }

    fn solve(&self, score: &Score, position: Position, moves: u32) -> Solved {
        let read = self.plain_line(score, Stop::bare(position));
        let left = self.effort.get();
        let solution = keys(&position, moves, left.min(MOST_NODES), &answers(&position, &read));
        self.effort.set(left - solution.nodes);
        Solved { position, read, solution }
    }
}

/// The first moves that the printed answer can mean.
fn answers(position: &Position, read: &replay::Line) -> Vec<Move> {
    let Some(first) = read.moves.first() else { return Vec::new() };
    let others = first.detail.runners_up.iter().filter_map(|(san, _)| {
        let (san, _) = San::parse(san.as_bytes())?;
        position.resolve(san).ok()
    });
    std::iter::once(first.played.mv).chain(others).collect()
}

impl Solved {
    /// An answer that is one move, and of which one meaning solves the problem, means that.
    fn settle(&mut self) {
        let answers = answers(&self.position, &self.read);
        let fits: Vec<Move> =
            self.solution.keys.iter().copied().filter(|key| answers.contains(key)).collect();
        let ([key], 1, Some(first)) = (&fits[..], self.read.read, self.read.moves.first_mut()) else {
            return;
        };
        let after = self.position.after_move(*key);
        let suffix = match (after.is_checkmate(), after.is_check()) {
            (true, _) => Suffix::Mate,
            (false, true) => Suffix::Check,
            (false, false) => Suffix::None,
        };
        let san = self.position.san(*key);
        first.played = Played { mv: *key, san, suffix, span: first.played.span };
        first.detail.chosen = false;
        first.detail.runners_up.clear();
        self.read.end = after;
        self.read.verdict = Verdict::Certain;
        self.read.diagnostics.clear();
    }
}

/// What was found out about a problem.
fn told(solved: &Solved, moves: u32, place: Span) -> Diagnostic {
    let Solved { position, read, solution } = solved;
    let names: Vec<String> = solution.keys.iter().map(|&mv| position.san(mv).to_string()).collect();
    let answers = answers(position, read);
    let is_answered = !answers.is_empty();
    let holds = solution.keys.iter().any(|key| answers.contains(key));
    let aim =
        if moves == 1 { "mate in one move".to_owned() } else { format!("mate in {} moves", number(moves)) };
    let new = |code, message: String| Diagnostic::new(code, place, message);
    match &names[..] {
        _ if is_answered && !holds && solution.is_complete => {
            let answer = position.san(answers[0]);
            new(Code::ProblemUnsolved, format!("the printed answer {answer} does not force {aim}"))
                .with_candidates(names)
        }
        [] if solution.is_complete => new(Code::ProblemUnsolved, format!("no first move forces {aim}")),
        [_, _, ..] => new(Code::ProblemCooked, format!("{} first moves force {aim}", names.len()))
            .with_candidates(names),
        [key] if solution.is_complete && holds => new(
            Code::ProblemKeys,
            format!("the printed answer {key} is the only first move that forces {aim}"),
        ),
        [key] if solution.is_complete => {
            new(Code::ProblemKeys, format!("{key} is the only first move that forces {aim}"))
        }
        [key] => new(
            Code::ProblemUnverified,
            format!("{key} forces {aim}; whether another first move does was not found out"),
        ),
        [] => new(Code::ProblemUnverified, format!("whether a first move forces {aim} was not found out")),
    }
}

const fn number(moves: u32) -> &'static str {
    match moves {
        1 => "one",
        2 => "two",
        3 => "three",
        _ => "four",
    }
}
