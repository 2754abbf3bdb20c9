//! Words hung on the moves they speak of: comments, footnotes, the words that end a game; titles told from text.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::frame::Run;
use crate::book::mark;
use crate::book::note;
use crate::book::page::Page;
use crate::book::runs;
use crate::book::score::{Between, Branch, Open, extent};
use crate::book::shape::Piece;
use crate::book::spot;
use crate::book::token;
pub(super) use crate::book::words::{ending_in, is_ending, is_picture, is_title, shouts};
use crate::book::wrap;
use crate::chess::Color;
use crate::record::{Cell, Kept, Line, Note, Score, ply};

pub(super) fn has_mark(line: &Line, mark: &str) -> bool {
    line.cells.iter().any(|cell| cell.marks.iter().any(|m| m == mark))
}

/// Rows with lower numbers have ended. Where they say again what the last rows say, over a turn of the page, and go on,
/// the game goes on with them; else they are another way to play.
pub(super) fn end_branch(open: &mut Open) {
    let Some(Branch { replaces: at, line, .. }) = open.branch.take() else { return };
    attach(&mut open.score, at, line);
}

/// Does the last move of a line mate, as it is printed?
pub(super) fn is_mated(line: &Line) -> bool {
    let last = line.cells.last().map(|cell| &cell.words);
    last.is_some_and(|words| words.to_ascii_lowercase().contains("mate") || words.ends_with('#'))
}

/// A game stops in another way to play, and no words part the two: which of them was played is not sure, unless words tell how
/// the first ended, and none how the other did. Where they tell nothing of the first it is the other, if that leads farther;
/// where they only judge the first it is the other if that comes to an end.
pub(super) fn choose_end(open: &mut Open, is_ended: bool) {
    let is_over = open.score.result.is_some() || is_mated(&open.score.line);
    let is_told = is_over && !is_ended;
    let is_meant = |branch: &Branch| match branch.between {
        Between::Nothing => !is_told,
        Between::Judgement => !is_over && (is_ended || is_mated(&branch.line)),
        Between::Words => false,
    };
    let Some(branch) = open.branch.take_if(|branch| !open.score.in_sentence && is_meant(branch)) else {
        return;
    };
    let Branch { replaces: at, line, next, between } = &branch;
    open.score.doubt = open.score.doubt.or(line.cells.first().map(|cell| cell.span));
    let is_farther = *next > open.next || *between == Between::Judgement;
    if open.score.result.is_some() || !is_farther {
        open.branch = Some(branch);
        return;
    }
    let aside = open.score.line.cells.split_off(*at);
    open.ended = None;
    (open.next, open.printed_next) = (*next, next / 2 + 1);
    open.score.line.cells.extend(branch.line.cells);
    attach(&mut open.score, branch.replaces, Line { cells: aside, ..Line::default() });
}

/// Hangs a line on the cell that it replaces.
pub(super) fn attach(score: &mut Score, at: usize, line: Line) {
    let last = score.line.cells.len().saturating_sub(1);
    if let Some(cell) = score.line.cells.get_mut(at.min(last)) {
        cell.notes.push(Note::Line(line));
    }
}

pub(super) fn comment(page: &Page, recognizer: &dyn Recognizer, open: &mut Open, lines: &Range<usize>) {
    let (start, end) = extent(page, lines);
    if is_picture(&page.text[start..end]) {
        return;
    }
    hang(page, recognizer, open, None, start, end);
}

pub(super) fn footnote(
    page: &Page,
    recognizer: &dyn Recognizer,
    open: &mut Open,
    lines: &Range<usize>,
    mark: &str,
    start: usize,
) {
    let (_, mut end) = extent(page, lines);
    if page.text[..end].ends_with(']') && !page.text[start..end - 1].contains('[') {
        end -= 1;
    }
    // On each page the same marks begin anew.
    let has = |cell: &Cell| cell.marks.iter().any(|m| m == mark);
    let cells = &open.score.line.cells;
    let at = cells.iter().position(|cell| has(cell) && cell.notes.is_empty());
    let at = at.or_else(|| cells.iter().rposition(has));
    hang(page, recognizer, open, at, start.min(end), end);
}

/// Hangs a paragraph below a game on the half-move that it says it speaks of; false if it names none.
pub(super) fn named_note(
    page: &Page,
    recognizer: &dyn Recognizer,
    open: &mut Open,
    lines: &Range<usize>,
    start: usize,
) -> bool {
    let end = extent(page, lines).1;
    let start = end - page.text[start.min(end)..end].trim_start().len();
    let found = spot::of_note(&page.text[start..end], &open.score.line.cells, open.first, recognizer);
    if let Some((at, len)) = found {
        hang(page, recognizer, open, Some(at), start + len, end);
    }
    found.is_some()
}

/// A footnote that stands behind the notes of a later game goes to the one move of all games above that bears its mark and has no note.
pub(super) fn endnote(
    page: &Page,
    recognizer: &dyn Recognizer,
    scores: &mut [Score],
    lines: &Range<usize>,
    mark: &str,
    start: usize,
) -> Option<usize> {
    let has = |cell: &Cell| cell.marks.iter().any(|m| m == mark);
    let places = |(game, score): (usize, &Score)| {
        let cells = score.line.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| has(cell))
            .map(move |(at, cell)| (game, at, cell.notes.is_empty()))
            .collect::<Vec<_>>()
    };
    // Where the games have the same marks, each has its own notes.
    let mut found = scores.iter().enumerate().rev().flat_map(places);
    let (game, at, _) = found.next().filter(|&(.., waits)| waits && found.all(|(.., waits)| !waits))?;
    let end = extent(page, lines).1;
    let words = note::words(page, start.min(end), end);
    let score = &mut scores[game];
    let first = ply(score.first, score.black_first);
    score.line.cells[at].notes.push(Note::Comment(words));
    hang_runs(&mut score.line.cells, runs::runs(page, start.min(end), end, recognizer), first, at);
    Some(game)
}

/// Hangs words, and the moves in them, on a cell: the one given or the last.
fn hang(
    page: &Page,
    recognizer: &dyn Recognizer,
    open: &mut Open,
    at: Option<usize>,
    start: usize,
    end: usize,
) {
    let words = note::words(page, start, end);
    if words.text.is_empty() {
        return;
    }
    let found = runs::runs(page, start, end, recognizer);
    let first = open.first;
    let cells = &mut open.score.line.cells;
    let at = at.unwrap_or(cells.len().saturating_sub(1));
    let Some(cell) = cells.get_mut(at) else {
        open.score.line.before.push(words);
        return;
    };
    cell.notes.push(Note::Comment(words));
    hang_runs(cells, found, first, at);
}

/// Hangs runs of moves found behind the cell `at` on the cells they replace.
fn hang_runs(cells: &mut [Cell], found: Vec<Run>, first: u32, at: usize) {
    let Some(last) = cells.len().checked_sub(1) else { return };
    for run in found {
        let Some(index) = run.first_ply.checked_sub(first).map(|n| n as usize) else { continue };
        // Near the move it hangs on, or it speaks of another place.
        if index <= last + 1 && index + 12 >= at && index <= at + 12 {
            cells[index.min(last)].notes.push(Note::Line(run.line));
        }
    }
}

/// Hangs the moves in the brackets behind the last cell on the cells they replace.
pub(super) fn asides(
    page: &Page,
    recognizer: &dyn Recognizer,
    line: &mut Line,
    first: u32,
    tail: Option<(usize, usize)>,
) {
    let Some((start, end)) = tail else { return };
    let Some(at) = line.cells.len().checked_sub(1) else { return };
    let ply = first + u32::try_from(at).unwrap_or(u32::MAX);
    let mut from = start;
    while from < end {
        let open = page.text[from..end].find(mark::OPEN).map_or(end, |open| from + open);
        let len = if open < end { token::aside_len(&page.text[open..end]) } else { Some(0) };
        let Some(len) = len else { return };
        let mut found = runs::runs(page, from, open, recognizer);
        if len > 0 {
            found.extend(runs::aside(page, open, open + len, ply, recognizer));
        }
        // A comment that says more than one pair of brackets is needed whatever plays.
        if (open, open + len) != (start, end) {
            found.iter_mut().for_each(|run| run.line.kept = Kept::InComment);
        }
        hang_runs(&mut line.cells, found, first, at);
        from = open + len;
    }
}

pub(super) fn cell(page: &Page, piece: &Piece, number: Option<u32>, color: Option<Color>) -> Cell {
    let mut out = Cell {
        number,
        color,
        span: page.span(piece.start, piece.end),
        words: wrap::words(page, piece),
        ..Cell::default()
    };
    for &(start, end) in &piece.marks {
        let mark = &page.text[start..end];
        out.marks.push(mark::bare(mark).to_owned());
    }
    if let Some((start, end)) = piece.tail {
        let words = note::words(page, start, end);
        if words.text.chars().any(char::is_alphanumeric) {
            out.notes.push(Note::Comment(words));
        }
    }
    out
}
