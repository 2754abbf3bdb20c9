//! Is a game all there? What says that rows of it are lost: moves below it that go on with it, its numbers, the words
//! that end the other games of the text.
use std::ops::Range;

use super::choice::FARTHER;
use super::draft::Draft;
use super::report::TextReport;
use super::rows::Rows;
use crate::book::page::Page;
use crate::chess::Color;
use crate::code::Code;
use crate::decisions::{Decided, is_settled};
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::grammar::detect;
use crate::lexicon::prose;
use crate::record::{Cell, GameResult, Line, Note, Score};
use crate::span::{Span, ceil_char};

/// A game whose next rows stand right below and could not be joined to it is not whole.
pub(super) fn mark_torn(scores: &[Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
    for (score, draft) in scores.iter().zip(drafts.iter_mut()) {
        if let Some(draft) = draft.as_mut().filter(|draft| !is_over(draft))
            && let Some(span) = score.goes_on
            && draft.game.verdict != Some(Verdict::Partial)
        {
            draft.torn(span, "the moves that seem to go on with the game could not be joined to it");
        }
    }
    for i in 1..scores.len() {
        let (score, before) = (&scores[i], &scores[i - 1]);
        // Below a heading they are its rows only if their number is the very next.
        let at = score.half_moves_before();
        let next = |draft: &Draft<'_>| (at..=at + 1).contains(&(draft.game.plies + 1));
        let follows = score.first > before.first
            && !drafts[i - 1].as_deref().is_some_and(is_over)
            && score.join.is_none()
            && score.diagram.is_none()
            && (score.headings.is_empty() || drafts[i - 1].as_deref().is_some_and(next))
            && (score.span.start >= before.span.end || stands_behind(score, before));
        if !follows || drafts[i].is_some() {
            continue;
        }
        let Some(draft) = &mut drafts[i - 1] else { continue };
        let goes_on = score.first.saturating_mul(2) > draft.game.plies && score.first > 1;
        if goes_on && draft.game.verdict != Some(Verdict::Partial) {
            let span = score.line.cells.first().map_or(score.span, |cell| cell.span);
            draft.torn(span, "the rows that seem to go on with the game could not be joined to it");
        }
    }
}

/// Where words that are printed stand in the text of a page.
fn place(page: &Page, words: Span) -> Option<Range<usize>> {
    // Signs of italics and the like were not kept.
    let mut places = words.start..words.end;
    let first = places.find_map(|at| page.place(at))?;
    let last = places.rev().find_map(|at| page.place(at)).unwrap_or(first);
    Some(first..ceil_char(&page.text, last + 1)).filter(|place| place.start < place.end)
}

/// The lines of words that are all of a line of the page.
fn whole_lines(page: &Page, words: Span) -> impl Iterator<Item = &str> {
    let place = place(page, words).unwrap_or_default();
    let is_first = begins_line(&page.text[..place.start], &[' ', '\t']).is_some();
    page.text[place].lines().skip(usize::from(!is_first))
}

/// Is the game over on the board? Nothing goes on with it then.
fn is_over(draft: &Draft<'_>) -> bool {
    !draft.game.end.has_legal_move()
}

/// Running text that speaks of moves which are not played may be misunderstood.
pub(super) fn mark_doubtful(page: &Page, scores: &[Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
    for (score, draft) in scores.iter().zip(drafts.iter_mut()) {
        let Some(draft) = draft else { continue };
        if !matches!(draft.game.verdict, Some(Verdict::Certain | Verdict::Chosen)) {
            continue;
        }
        let first = draft.game.details.first().map(|first| first.printed);
        if let Some(span) = score.doubt {
            let message =
                "the words between the moves name others: those that their numbers ask for were taken";
            draft.doubt(Diagnostic::new(Code::ChosenLine, span, message));
        } else if let Some(first) = first.filter(|first| is_only_spoken_of(page, *first)) {
            let message =
                "the sentence speaks of this move and those behind it: the game may be no more than analysis";
            draft.doubt(Diagnostic::new(Code::ChosenLine, first, message));
        }
        if let Some(last) = spoken_of_last(page, score) {
            let message =
                "the sentence behind this move, the last, speaks of it: it may not have been played";
            draft.doubt_certain(last, message);
        }
    }
}

/// Does a sentence lead to a move, and its number, as to one that it only speaks of: `After 1 P-K4`?
fn is_only_spoken_of(page: &Page, first: Span) -> bool {
    let before = place(page, first).map_or("", |place| &page.text[..place.start]);
    let before = before.trim_end_matches([' ', '.', ')', ']']);
    let before = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = before.trim_end_matches([' ', '(', '[']);
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    prose::leads(word)
}

/// Do the moves of a score stand behind those of another, on the same lines perhaps?
fn stands_behind(score: &Score, before: &Score) -> bool {
    match (score.line.cells.first(), before.line.cells.last()) {
        (Some(first), Some(last)) => first.span.start >= last.span.end,
        _ => false,
    }
}

/// Raw text loses columns without a trace. Where most games of a text end with words, one that does not has lost rows.
pub(super) fn mark_broken_off(scores: &[Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
    let whole = |draft: &Draft<'_>| draft.game.verdict != Some(Verdict::Partial);
    // Words end the game, and rows with higher numbers are left over all the same.
    for (score, draft) in scores.iter().zip(drafts.iter_mut()) {
        if let (Some(last), Some(draft)) = (score.line.cells.last(), draft)
            && score.breaks_off
            && score.result.is_some()
            && whole(draft)
        {
            draft.torn(last.span, "rows with higher numbers stand apart from the game");
        }
    }
}

/// Games at least that end with words.
const ENDED: usize = 3;

/// Of a text of raw print most games of which end with words, marks those that end neither so nor on the board: rows may be
/// lost.
pub(super) fn mark_unended(report: &mut TextReport<'_>, decided: &[Decided]) {
    let ended = report.games.iter().filter(|found| found.game.result != GameResult::Unknown).count();
    let open = report.games.iter().filter(|found| found.is_open()).count();
    let is_raw = report.games.iter().any(|found| found.is_raw);
    if !is_raw || ended < ENDED || ended < open {
        return;
    }
    for found in report.games.iter_mut().filter(|found| found.is_open()) {
        let last = found.game.details.last().map_or(found.game.span, |detail| detail.printed);
        if !is_settled(decided, last) {
            let message = "nothing says how the game ended here, as the other games do: rows may be lost";
            let why = Diagnostic::new(Code::PartialScore, last, message).at_ply(found.game.plies);
            found.lower(Verdict::Partial, why);
        }
    }
    report.count_verdicts();
}

/// Marks the games of which something beside their moves says that their layout may have been taken wrongly.
pub(super) fn mark_odd(rows: &Rows<'_>, scores: &[Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
    for (score, draft) in scores.iter().zip(drafts) {
        let Some(draft) = draft else { continue };
        let is_repaired = draft.line_verdict == Verdict::Repaired;
        draft.is_odd = draft.has_lost
            || is_repaired
            || is_misnumbered(score)
            || goes_farther(score)
            || holds_row(rows, score);
    }
}

/// The last move, where a sentence speaks of it: `31. P-Q5, Q-B8 leads to an even game`.
fn spoken_of_last(page: &Page, score: &Score) -> Option<Span> {
    let last = score.line.cells.last().filter(|cell| !cell.words.is_empty())?.span;
    let behind = page.text[place(page, last)?.end..].lines().next()?;
    let word = behind.split_whitespace().next()?;
    prose::has_subject(word).then_some(last)
}

/// Does a line in a note go much farther than the game?
fn goes_farther(score: &Score) -> bool {
    let cells = &score.line.cells;
    cells.iter().enumerate().any(|(at, cell)| {
        let lines =
            cell.notes.iter().filter_map(|note| if let Note::Line(line) = note { Some(line) } else { None });
        lines
            .filter(|line| !line.is_thought)
            .map(|line| line.cells.len())
            .any(|length| at + length > cells.len() + FARTHER)
    })
}

/// Does a line of the text that is a note, or is in one, begin with the number that is due there, or that of the row above, and
/// the game go on right behind it, or end before it with a move that a sentence speaks of? Or is it a row like those of a game
/// without numbers?
fn holds_row(rows: &Rows<'_>, score: &Score) -> bool {
    let page = rows.page;
    let first = score.half_moves_before();
    let is_numbered = score.line.cells.iter().any(|cell| cell.number.is_some());
    let is_like_others = |words: &str| !is_numbered && detect::is_pair(words, &rows.dialect);
    (first + 1..).zip(score.line.cells.iter().enumerate()).any(|(next, (at, cell))| {
        let is_due = |n: u32| (next.div_ceil(2)..=next / 2 + 2).contains(&n);
        let due = |words: &str| number(words).is_some_and(is_due);
        cell.notes.iter().any(|note| match note {
            Note::Comment(words) => {
                whole_lines(page, words.span).any(|line| due(line) || is_like_others(line))
            }
            Note::Line(line) => {
                let begins_row = |cell: &Cell| begins_row(page, cell.span).is_some_and(is_due);
                let is_farther = at + line.cells.len() > score.line.cells.len();
                (is_farther && spoken_of_last(page, score).is_some()
                    || goes_on_behind(page, line, &score.line.cells[at + 1..]))
                    && line.cells.first().is_some_and(begins_row)
            }
        })
    })
}

/// The number that begins a line and stands alone.
fn number(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let stands_alone = line[digits..].starts_with(['.', ' ', '\t', ')']);
    line[..digits].parse().ok().filter(|_| stands_alone)
}

/// Where the line begins of which nothing but some characters stands at the end of a text.
fn begins_line(text: &str, characters: &[char]) -> Option<usize> {
    let before = text.trim_end_matches(characters);
    (before.is_empty() || before.ends_with(['\n', '\r'])).then_some(before.len())
}

/// The number in front of a move that begins a line, or stands on one of its own above.
fn begins_row(page: &Page, cell: Span) -> Option<u32> {
    let before = page.text[..place(page, cell)?.start].trim_end();
    let before = before.trim_end_matches(['.', ')']);
    let figures = before.trim_end_matches(|c: char| c.is_ascii_digit());
    begins_line(figures, &[' ', '\t'])?;
    before[figures.len()..].parse().ok()
}

/// Does the game go on right behind a line in a note, where that might be a row of it?
fn goes_on_behind(page: &Page, line: &Line, rest: &[Cell]) -> bool {
    let Some(end) = line.cells.last().map(|cell| cell.span.end) else { return false };
    let behind = rest.iter().map(|cell| cell.span.start).find(|&start| start > end);
    behind.is_some_and(|behind| {
        behind <= end + NEAR
            && place(page, Span::new(end, behind)).is_some_and(|place| page.text[place].lines().count() <= 2)
    })
}

/// So many bytes behind such a line at most.
const NEAR: u32 = 80;

/// Does a number of a score not count its moves, or do its cells not alternate?
fn is_misnumbered(score: &Score) -> bool {
    let first = score.half_moves_before();
    (first..).zip(&score.line.cells).any(|(at, cell)| {
        cell.color.is_some_and(|color| (color == Color::Black) != (at % 2 == 1))
            || cell.number.is_some_and(|number| number != at / 2 + 1)
    })
}
