//! Is a score a game, and is it all there: how far it plays, and the words behind its last move.
use std::rc::Rc;

use super::builder::{Builder, plies};
use super::trunk::Stop;
use crate::book::words::names_picture;
use crate::decisions::is_no_move;
use crate::game::Verdict;
use crate::grammar::cell;
use crate::reading::{Act, Cost, Meanings, Reading};
use crate::record::{Cell, Note, Score};
use crate::replay::{self, Options};
use crate::span::Span;

/// A score that starts at move 1 is a game if so many half-moves of it play as printed.
pub(super) const PLIES_THAT_PROVE: usize = 8;

/// So long a score is a game though its first moves are misprinted: no other text plays so far with so few repairs.
pub(super) const CELLS_THAT_PROVE: usize = 24;

/// So many half-moves that play but for one are a game.
const CELLS_BUT_ONE: usize = 5;

/// Half-moves that may play from the usual array by chance.
const FEW_PLIES: usize = 3;

/// A title stands right above the moves if no more than the heads of columns and blanks are between, in bytes.
const NEAR: u32 = 200;

impl Builder<'_, '_> {
    /// Does all of a score play, if any move may stand for that of one cell?
    pub(super) fn plays_but_for_one(&self, score: &Score, start: Stop, wrong: usize) -> bool {
        let cells = &score.line.cells;
        if cells.len() < CELLS_BUT_ONE {
            return false;
        }
        let mut meanings = self.cells.read_all(cells);
        let Some(unread) = meanings.get_mut(wrong) else { return false };
        let anything = Reading { act: Act::Anything, cost: Cost::ZERO, slip: None };
        *unread = Rc::new(Meanings { plain: vec![anything], ..Meanings::default() });
        let options = Options { repair: false, ..self.replay_options(score, 0) };
        let slips = |_| Vec::new();
        let read = self.ways.read_line(start, &plies(score, &meanings), &slips, &options);
        read.read >= cells.len()
    }

    /// The words right behind the last move of so many, if they look like one more.
    pub(super) fn unread_move(&self, last: &Cell, plies: u32, needless: &[Span]) -> Option<Span> {
        let words = last.notes.iter().find_map(|note| match note {
            Note::Comment(words) if !needless.contains(&words.span) => Some(words),
            Note::Comment(_) | Note::Line(_) => None,
        })?;
        // The number of the next move may stand in front.
        let behind = words.text.trim_start_matches(|c: char| c.is_ascii_digit());
        // A figure in the place of a piece is no number: `9-B4`.
        let is_number = !behind.starts_with(['-', '—', '–', 'x', '×']);
        let unnumbered = if is_number { behind } else { &words.text };
        let number = &words.text[..words.text.len() - unnumbered.len()];
        let is_due = number.is_empty() || number.parse() == Ok(plies / 2 + 1);
        let unnumbered = unnumbered.trim_start_matches(['.', ' ']);
        (is_due
            && !is_no_move(&self.options.decided, words.span)
            && cell::looks_like_move(unnumbered, &self.dialect))
        .then_some(words.span)
    }
}

/// Words of no more parts than this, where a half-move is missing on the page, stand in its place.
const WORDS_OF_MOVE: usize = 4;

/// The words that stand where a half-move is missing among those of a score, if there are any: it could not be read.
pub(super) fn words_in_place(cells: &[Cell], missing: usize) -> Option<Span> {
    let cell = cells.get(missing).filter(|cell| cell.words.is_empty())?;
    match cells.get(missing.checked_sub(1)?)?.notes.last()? {
        Note::Comment(words) => {
            let is_short = words.text.split_whitespace().count() <= WORDS_OF_MOVE;
            (is_short && words.span.end <= cell.span.start).then_some(words.span)
        }
        Note::Line(_) => None,
    }
}

/// Is what was found a game from the first position? Rows of an ending are numbered from 1 too.
pub(super) fn proves_itself(score: &Score, read: &replay::Line, raw: bool) -> bool {
    let cells = score.line.cells.len();
    let repairs = read.moves.iter().filter(|mv| mv.detail.slip.is_some()).count();
    let first_repair = read.moves.iter().position(|mv| mv.detail.slip.is_some()).unwrap_or(read.moves.len());
    match read.verdict {
        // A few moves below a picture of a board begin from that board, which the text does not tell.
        Verdict::Certain | Verdict::Edited | Verdict::Chosen => cells > FEW_PLIES || !is_below_picture(score),
        // Blurred words that all play in their places are no accident.
        Verdict::Repaired if raw => cells >= 16 && cells >= 4 * repairs || first_repair >= PLIES_THAT_PROVE,
        Verdict::Partial if raw => {
            let sound = read.moves.len().saturating_sub(repairs);
            sound >= PLIES_THAT_PROVE && sound >= 3 * repairs
        }
        Verdict::Repaired => {
            first_repair >= PLIES_THAT_PROVE
                || cells >= 6 * repairs && first_repair >= 3
                || cells >= CELLS_THAT_PROVE && cells >= 12 * repairs
        }
        Verdict::Partial => {
            let sound = first_repair.min(read.moves.len());
            // A misprint in one of the first rows does not hide a long game that has a title, or names and an end.
            let has = |name: &str| score.tags.iter().any(|tag| tag.name == name);
            let is_told = has("Round") && stands_below_title(score) || has("White") && score.result.is_some();
            sound >= PLIES_THAT_PROVE || sound >= 2 && cells >= CELLS_THAT_PROVE && is_told
        }
    }
}

/// Do the moves stand right below their title? Words between the two may tell of another position than the first.
fn stands_below_title(score: &Score) -> bool {
    let title = score.headings.iter().map(|words| words.span.end).max();
    let first = score.line.cells.first().map(|cell| cell.span.start);
    title.zip(first).is_some_and(|(title, first)| first.saturating_sub(title) <= NEAR)
}

/// Is a picture named right above the moves?
pub(super) fn is_below_picture(score: &Score) -> bool {
    score.headings.iter().any(|words| words.text.split('[').skip(1).any(names_picture))
}
