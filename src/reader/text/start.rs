//! The first position of a score: odds, positions in words, boards drawn in characters.
use crate::chess::{Color, EnPassant, Forgive, Position, Setup};
use crate::grammar::{odds, position};
use crate::lexicon::Dialect;
use crate::record::{Score, Start, Words};
use crate::replay::problem;

/// Positions looked at to hold a stipulation against a position.
const MOST_NODES: u64 = 2_000_000;

/// Longest mate that is looked for, in moves.
const LONGEST_MATE: u32 = 3;

/// The first position of an odds game. Where White begins with two moves the numbers do not tell who moves.
pub(super) fn at_odds(words: &Words, dialect: &Dialect) -> Option<Position> {
    let odds = odds::odds(&words.text, dialect)?;
    if odds.white_moves != 1 {
        return None;
    }
    odds.setup().into_position(Forgive::DETAILS).ok()
}

/// A problem: its position, and the SAN of the first moves that solve it, if they were looked for.
pub(super) fn problem(score: &Score, dialect: &Dialect) -> Option<(Position, Option<Vec<String>>)> {
    let Start::Words { white, black } = &score.start else { return None };
    let stipulation = score.stipulation.as_ref().and_then(|words| position::stipulation(&words.text));
    let turn = stipulation.map_or(Color::White, |found| found.side);
    let (white, black) =
        (position::men(&white.text, dialect).ok()?, position::men(&black.text, dialect).ok()?);
    let positions: Vec<Position> = position::setups(&white, &black, turn)
        .into_iter()
        .filter_map(|setup: Setup| setup.into_position(Forgive::DETAILS).ok())
        .collect();
    let first = *positions.first()?;
    let Some(position::Aim::Mate(Some(moves))) = stipulation.map(|found| found.aim) else {
        return Some((first, None));
    };
    if moves > LONGEST_MATE {
        return Some((first, None));
    }
    // Of several positions the words allow, the one that keeps its promise is meant.
    for position in positions {
        let solved = problem::keys(&position, moves, MOST_NODES);
        if !solved.keys.is_empty() {
            let keys = solved.keys.iter().map(|&mv| position.san(mv).to_string()).collect();
            return Some((position, Some(keys)));
        }
    }
    Some((first, None))
}

/// The board drawn above a score.
pub(super) fn drawn(score: &Score) -> Option<Position> {
    let board = position::diagram(&score.diagram.as_ref()?.text)?;
    let turn = if score.black_first { Color::Black } else { Color::White };
    let setup = Setup { board, turn, fullmove_number: score.first.max(1), ..Setup::empty() };
    setup.into_position(Forgive::DETAILS).ok()
}

/// Is it the usual array?
pub(super) fn is_usual(position: &Position) -> bool {
    position.fen(EnPassant::Legal) == Position::default().fen(EnPassant::Legal)
}
