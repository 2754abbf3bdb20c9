//! Which parts of a text are written in which notation: a book in descriptive notation may hold games in algebraic, and
//! the other way round. A part begins with the title above a row with the number 1.
use std::borrow::Cow;
use std::ops::Range;

use crate::book::page::Page;
use crate::book::pairing;
use crate::book::tag;
use crate::grammar::{cell, detect};
use crate::lexicon::{Dialect, Language, endings};

/// So many half-moves in another notation are a part of their own.
const FEWEST: u32 = 6;

/// Within so many lines from its number on the first row has a move.
const LINES_OF_FIRST: usize = 4;

/// So many lines, those that are blank left out, stand at most between the title of a game and its first row.
const LINES_OF_HEAD: usize = 10;

/// What a line holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Moves in the notation of the text.
    Own,
    /// Moves in another.
    Other(u32),
    Words,
}

/// The rows of each part and how its moves are written, in order; all of a text that is written in one notation.
pub(super) fn parts(page: &Page, main: Dialect) -> Vec<(Range<usize>, Dialect)> {
    let is_descriptive = matches!(main.language, Language::English | Language::Spanish);
    if !is_descriptive && !matches!(main.language, Language::Algebraic(_)) {
        return vec![(0..page.rows.len(), main)];
    }
    let descriptive = if is_descriptive { Dialect { ocr: false, ..main } } else { Dialect::ENGLISH };
    let holds = |row: usize| {
        let words = without_comments(page.row_text(row));
        let squares = detect::moves_by_squares(&words);
        // Castling is written alike in both.
        let words = words.replace(['O', '0'], " ");
        let described = detect::moves_of_row(&words, &descriptive);
        let (algebraic, described) = if described == 0 { (squares, 0) } else { (0, described) };
        let (own, other) = if is_descriptive { (described, algebraic) } else { (algebraic, described) };
        match (own, other) {
            (0, 0) => Holds::Words,
            (0, other) => Holds::Other(other),
            _ => Holds::Own,
        }
    };
    // Most texts hold no such row: what cannot be one is not looked at. A comment may stand behind the number.
    let begins = |row: usize| {
        let mut rows = row..page.rows.len().min(row + LINES_OF_FIRST);
        let may_be = |row: usize| !is_descriptive || detect::names_square(page.row_text(row));
        begins_game(page.row_text(row))
            && rows.clone().any(may_be)
            && rows.find_map(|at| match holds(at) {
                Holds::Other(_) => Some(true),
                Holds::Own => Some(false),
                Holds::Words => None,
            }) == Some(true)
    };
    let mut parts: Vec<(Range<usize>, Dialect)> = Vec::new();
    let (mut own, mut row) = (0, 0);
    while row < page.rows.len() {
        if !begins(row) {
            row += 1;
            continue;
        }
        let (mut moves, mut end) = (0, row);
        // Rows of the text's notation that go on with a game above would be cut off from it.
        let mut is_own = true;
        while end < page.rows.len() && is_own {
            match holds(end) {
                Holds::Other(more) => moves += more,
                Holds::Own if begins_game(page.row_text(end)) => break,
                Holds::Own => is_own = false,
                Holds::Words => {}
            }
            end += 1;
        }
        let next = end;
        let is_wordy = |row: usize| {
            let words = page.row_text(row);
            !detect::names_square(words) && detect::moves(words, &descriptive).next().is_none()
        };
        let Head { start, is_set_up } = head(page, row, own, is_wordy);
        let end = if end < page.rows.len() { head(page, end, row + 1, is_wordy).start } else { end };
        let words = page.rows_text(&(row..end.max(row + 1)));
        // Behind a position few moves are enough.
        if is_own
            && (moves >= FEWEST || moves > 0 && is_set_up)
            && let Some(dialect) = cell::detect(words).filter(|dialect| dialect.language != main.language)
        {
            if own < start {
                parts.push((own..start, main));
            }
            parts.push((start..end, dialect));
            own = end;
        }
        row = next.max(row + 1);
    }
    if own < page.rows.len() || parts.is_empty() {
        parts.push((own..page.rows.len(), main));
    }
    parts
}

/// Words without those in braces, as PGN has its comments: there may be more of them than moves.
fn without_comments(words: &str) -> Cow<'_, str> {
    let (mut out, mut rest) = (String::new(), words);
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    if rest.len() == words.len() { Cow::Borrowed(words) } else { Cow::Owned(out + rest) }
}

/// Does a line begin with the number 1?
fn begins_game(words: &str) -> bool {
    let words = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    words.strip_prefix('1').is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
}

/// Do words say where the men of White and of Black stand: `White: Kg1, Rd2. Black: Kg8.`? Moves have numbers, too.
fn lists_men(words: &str) -> bool {
    let lower = words.to_lowercase();
    let has_numbers = words.split_whitespace().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    !has_numbers && detect::names_square(words) && lower.contains("white") && lower.contains("black")
}

/// What stands above the first row of a game.
struct Head {
    /// The row with which its title begins.
    start: usize,
    /// Its first position is told.
    is_set_up: bool,
}

/// The title that stands above a row, below the row `floor` at the highest.
fn head(page: &Page, row: usize, floor: usize, is_wordy: impl Fn(usize) -> bool) -> Head {
    let is_blank = |row: usize| page.row_text(row).trim().is_empty();
    let (mut start, mut lines, mut is_set_up) = (row, 0, false);
    while start > floor && lines < LINES_OF_HEAD {
        let end = (floor..start).rev().find(|&row| !is_blank(row)).map_or(floor, |last| last + 1);
        let first = (floor..end).rev().take_while(|&row| !is_blank(row)).last().unwrap_or(end);
        let paragraph = first..end;
        if paragraph.is_empty() {
            break;
        }
        let is_ending = || endings::ending_at(page.row_text(first).trim()).is_some();
        let is_tags = || paragraph.clone().all(|row| tag::name(page.row_text(row)).is_some());
        let has_men = lists_men(page.rows_text(&paragraph));
        let is_title = || pairing::may_head(page, &paragraph) && paragraph.clone().all(&is_wordy);
        if is_ending() || !(is_tags() || has_men || is_title()) {
            break;
        }
        lines += if is_tags() { 0 } else { paragraph.len() };
        start = first;
        is_set_up |= has_men;
    }
    Head { start, is_set_up }
}
