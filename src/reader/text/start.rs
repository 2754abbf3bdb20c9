//! The first position of a score: odds, boards drawn in characters.
use std::borrow::Cow;

use crate::chess::{CastlingRights, Color, EnPassant, Forgive, Position, Setup};
use crate::grammar::odds;
use crate::grammar::position::{diagram, stipulation};
use crate::lexicon::Dialect;
use crate::record::{Cell, Score, Start, Words};
use crate::span::Span;

use super::signs::PASS;
use super::trunk::Stop;

/// The first position of an odds game, and how many moves White makes in a row at its start.
pub(super) fn at_odds(words: &Words, dialect: &Dialect) -> Option<(Position, u8)> {
    let odds = odds::odds(&words.text, dialect).or_else(|| odds::man_alone(&words.text, dialect))?;
    let position = odds.setup().into_position(Forgive::DETAILS).ok()?;
    Some((position, odds.white_moves))
}

/// Why a game above which odds are told, or spoken of, was read from the usual array.
pub(super) const fn without_odds(is_told: bool) -> &'static str {
    if is_told {
        "this may tell odds, but the moves do not play so: they were read from the usual array"
    } else {
        "this speaks of odds that cannot be read: the moves were read from the usual array"
    }
}

/// What makes odds doubtful that no heading of a game tells.
pub(super) fn doubts_odds(score: &Score, words: &Words, dialect: &Dialect) -> Option<&'static str> {
    if odds::says_more(&words.text, dialect) {
        return Some("these words may say more of the first position than which men are off");
    }
    if odds::odds(&words.text, dialect).is_none() {
        return Some(
            "no word says that the man named here is given: he was taken to be, for the moves play without him",
        );
    }
    let is_within = |heading: &Words| {
        heading.span.start <= words.span.start && words.span.end <= heading.span.end
            || words.span.start <= heading.span.start && heading.span.end <= words.span.end
    };
    let in_heading = score.headings.iter().any(is_within);
    (!in_heading).then_some(
        "no heading of this game tells these odds, but words above it: they were taken to be given here",
    )
}

/// The score of a game at `Pawn and two moves`, with a half-move of Black's that is passed between White's first two.
/// The second stands in Black's column (`1. P-K4 P-Q4`), or below the first (`1. P-K4 …`, `2. P-Q4 P-K3`); either way
/// the layout takes a half-move for missing that never was.
pub(super) fn with_two_moves(score: &Score) -> Score {
    let mut score = score.clone();
    let cells = &mut score.line.cells;
    if let Some(missing) = (1..cells.len().min(4)).find(|&at| cells[at].words.is_empty()) {
        cells.remove(missing);
    }
    if let Some(second) = cells.get(1) {
        let span = Span::new(second.span.start, second.span.start);
        cells.insert(1, Cell { span, words: PASS.to_owned(), ..Cell::default() });
    }
    // The columns and numbers tell nothing until both sides have moved.
    for cell in cells.iter_mut().take(4) {
        (cell.number, cell.color) = (None, None);
    }
    score
}

/// Is it said that Black makes the first move: by dots in White's place, by what is to be done in the position above?
pub(super) fn is_blacks(score: &Score) -> bool {
    let asked = match &score.start {
        Start::Words { .. } => score.stipulation.as_ref(),
        _ => score
            .headings
            .iter()
            .rev()
            .filter(|_| score.diagram.is_some())
            .find(|words| stipulation(&words.text).is_some()),
    };
    let says_black = |words: &Words| stipulation(&words.text).is_some_and(|asked| asked.side == Color::Black);
    score.black_first || asked.is_some_and(says_black)
}

/// A score with each half-move given to the side that makes it, where Black's move stands first in each row.
pub(super) fn in_turn(score: &Score) -> Cow<'_, Score> {
    if score.black_first || !is_blacks(score) {
        return Cow::Borrowed(score);
    }
    let mut turned = score.clone();
    turned.line.cells.iter_mut().for_each(|cell| cell.color = cell.color.map(|color| !color));
    Cow::Owned(turned)
}

/// Said where a table with Black's column on the left plays in both orders.
pub(super) const PLAYS_BOTH_WAYS: &str =
    "the column of White, on the right, was read first; the moves play the other way, too";

/// The score of a table whose left column is Black's, with White's moves before the answers; none where it is no such.
pub(super) fn turned(score: &Score) -> Option<Score> {
    let cells = &score.line.cells;
    if !score.black_on_left || is_blacks(score) || cells.len() < 2 {
        return None;
    }
    let mut turned = score.clone();
    for pair in turned.line.cells.chunks_exact_mut(2) {
        pair.swap(0, 1);
        (pair[0].number, pair[1].number) = (pair[1].number, None);
        (pair[0].color, pair[1].color) = (Some(Color::White), Some(Color::Black));
    }
    turned.line.cells.pop_if(|last| last.words.is_empty());
    Some(turned)
}

/// How the moves of a score begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    /// The first position, and where its pieces started.
    pub stop: Stop,
    /// It is not the usual array.
    pub set_up: bool,
    /// White makes two moves before Black makes one.
    pub two_moves: bool,
    /// The first half-move, from 0.
    pub first_ply: u32,
    /// The game that it takes its first moves from, by its place among those found.
    pub trunk: Option<usize>,
    /// Words that make the position less than certain, and why.
    pub doubt: Option<(Span, &'static str)>,
}

impl Begin {
    /// From the usual array.
    pub fn usual() -> Self {
        Self::at(Stop::at_home(Position::default()), false)
    }

    pub fn at(stop: Stop, set_up: bool) -> Self {
        Self { stop, set_up, two_moves: false, first_ply: 0, trunk: None, doubt: None }
    }
}

/// Words between a board and the moves that are played from it.
const FEW_WORDS: usize = 12;

/// Does the board that a score may begin from stand right above its first move, and above no players?
pub(super) fn is_right_above(score: &Score, text: &str) -> bool {
    let (Some(board), Some(first)) = (&score.diagram, score.line.cells.first()) else { return false };
    let between = text.get(board.span.end as usize..first.span.start as usize);
    let has_players = score.tags.iter().any(|tag| matches!(tag.name, "White" | "Black"));
    !has_players && between.is_some_and(|words| words.split_whitespace().count() <= FEW_WORDS)
}

/// Said where moves play from the usual array, and a board is drawn right above them.
pub(super) const BELOW_BOARD: &str =
    "a board is drawn right above these moves: they were read from the usual array";

/// The position drawn above a score, if it is not the usual array: without a right to castle, and with all that kings and
/// rooks at home may have, since a board tells of none.
pub(super) fn drawn(score: &Score) -> Option<[Position; 2]> {
    let board = diagram(&score.diagram.as_ref()?.text)?;
    let turn = if is_blacks(score) { Color::Black } else { Color::White };
    let setup = Setup { board, turn, fullmove_number: score.first.max(1), ..Setup::empty() };
    let free = Setup { castling: CastlingRights::STANDARD, ..setup.clone() };
    let free = free.into_position(Forgive::DETAILS).ok().filter(|position| !is_usual(position))?;
    Some([setup.into_position(Forgive::DETAILS).ok()?, free])
}

/// Is it the usual array?
fn is_usual(position: &Position) -> bool {
    position.fen(EnPassant::Legal) == Position::default().fen(EnPassant::Legal)
}
