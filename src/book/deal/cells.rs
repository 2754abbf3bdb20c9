//! What the lines of raw print hold: cells of one column or of two, with the numbers before and behind them.
use std::iter;
use std::ops::Range;

use crate::book::fragment;
use crate::book::heading::{self, Columns};
use crate::book::page::Page;
use crate::book::{Recognizer, unfold};

/// No row that cannot be read is longer, in bytes.
const LONGEST: usize = 56;

/// No number is longer, in bytes, whatever it is misread as.
const LONGEST_NUMBER: usize = 4;

/// So far above and below a line stand numbers that count on with one on it, and so many of them show that it is one.
const NEAR: usize = 3;
const FEWEST: usize = 2;

/// So many letters stand together in a word, and in a move only those of a verb, which begins so.
const OF_WORD: usize = 5;
const VERBS: [&str; 4] = ["ta", "ch", "ca", "Ca"];

/// The words of a row, of one move or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub start: usize,
    pub end: usize,
    /// The number before it, 0 where it is misread.
    pub number: Option<u32>,
    /// How many moves it holds.
    pub width: usize,
    /// Which row of its strip it is.
    pub row: usize,
}

impl Cell {
    /// A row of this cell and no other.
    pub fn alone(&self) -> Vec<Range<usize>> {
        iter::once(self.start..self.end).collect()
    }
}

/// Cells one below the other.
#[derive(Debug)]
pub(super) struct Strip {
    /// The moves of a cell.
    pub width: usize,
    pub cells: Vec<Cell>,
    /// Its first line.
    pub line: usize,
    /// The head right above it.
    pub head: Option<Columns>,
    /// The number of its first row.
    pub start: Option<u32>,
    /// Numbers stand behind its cells.
    pub is_followed: bool,
    /// Only blank lines stand between it and the strip before.
    pub goes_on: bool,
}

impl Strip {
    pub fn len(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.row + 1)
    }
}

/// What a line holds.
#[derive(Clone, Debug)]
pub(super) enum Line {
    Blank,
    /// A number alone, 0 where it is misread.
    Number(u32),
    /// Cells, and the number behind the last.
    Cells(Vec<Cell>, Option<u32>),
    /// What may be a cell among others.
    Scrap(Cell),
    Head(Columns),
    Words,
}

/// A number on a line: where it begins and ends, and which it is.
type Number = (usize, usize, u32);

/// What the lines of a page hold.
pub(super) fn lines(page: &Page, recognizer: &dyn Recognizer) -> Vec<Line> {
    let rows: Vec<usize> =
        (0..page.rows.len()).filter(|&row| !page.row_text(row).trim().is_empty()).collect();
    let all: Vec<Vec<Number>> = rows.iter().map(|&row| numbers(page, row)).collect();
    let counts_on = |at: usize, number: u32| {
        let holds = |other: usize, wanted: Option<u32>| {
            wanted.is_some_and(|wanted| all[other].iter().any(|&(.., value)| value == wanted))
        };
        let above = (1..=NEAR.min(at)).filter(|&by| holds(at - by, number.checked_sub(by as u32)));
        let below =
            (1..=NEAR.min(rows.len() - 1 - at)).filter(|&by| holds(at + by, Some(number + by as u32)));
        above.count() + below.count() >= FEWEST
    };
    let mut out = vec![Line::Blank; page.rows.len()];
    for (at, &row) in rows.iter().enumerate() {
        let sure: Vec<Number> =
            all[at].iter().copied().filter(|&(.., value)| value > 0 && counts_on(at, value)).collect();
        out[row] = line(page, row, &sure, recognizer);
    }
    out
}

/// A word without the stops and specks behind it.
fn stopless(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ')', '\'', '\u{b0}'])
}

/// The figures on a line.
fn numbers(page: &Page, row: usize) -> Vec<Number> {
    let mut at = page.rows[row].start();
    let mut out = Vec::new();
    for word in page.row_text(row).split(' ') {
        let bare = stopless(word);
        if let Ok(value) = bare.parse::<u32>()
            && (1..=999).contains(&value)
        {
            out.push((at, at + word.len(), value));
        }
        at += word.len() + 1;
    }
    out
}

/// May a word be a number?
fn may_be_number(word: &str) -> bool {
    let bare = stopless(word);
    let is_stopped = bare.len() < word.len();
    (1..=3).contains(&bare.chars().count())
        && bare.chars().all(fragment::may_be_figure)
        && (is_stopped || bare.contains(|c: char| c.is_ascii_digit()))
}

fn value(word: &str) -> u32 {
    word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).parse().unwrap_or(0)
}

fn line(page: &Page, row: usize, sure: &[Number], recognizer: &dyn Recognizer) -> Line {
    let text = &page.text;
    let words = page.row_text(row);
    if let Some(columns) = heading::columns(words) {
        return Line::Head(columns);
    }
    let (begin, end) = (page.rows[row].start(), page.rows[row].end());
    let trimmed = words.trim();
    if !trimmed.contains(' ') && may_be_number(trimmed) {
        return Line::Number(value(trimmed));
    }
    if end - begin > fragment::LONGEST_LINE {
        return Line::Words;
    }
    // Where each cell begins, behind its number, and the number.
    let mut starts: Vec<(usize, usize, Option<u32>)> = Vec::new();
    let first = begin + (words.len() - words.trim_start().len());
    let word = trimmed.split(' ').next().unwrap_or("");
    let behind = first + word.len();
    let is_first = sure.first().is_some_and(|&(start, ..)| start == first);
    let is_lead = || {
        let rest = text[behind..end].trim_start_matches(|c: char| !c.is_alphanumeric());
        let is_number = may_be_number(word)
            || word.len() <= LONGEST_NUMBER && width(&text[first..end], recognizer).is_none();
        is_number && rest.len() > 1 && recognizer.move_at(rest).is_some()
    };
    if is_first || is_lead() {
        starts.push((first, behind, Some(value(word))));
    } else {
        starts.push((first, first, None));
    }
    starts.extend(
        sure.iter()
            .filter(|&&(start, ..)| start > first)
            .map(|&(start, end, value)| (start, end, Some(value))),
    );
    let mut cells = Vec::new();
    let mut trailing = None;
    for (i, &(_, from, number)) in starts.iter().enumerate() {
        let to = starts.get(i + 1).map_or(end, |next| next.0);
        let is_speck = |c: char| !c.is_alphanumeric() && c != '(';
        let from = to - text[from..to].trim_start_matches(is_speck).len();
        let to = from + text[from..to].trim_end().len();
        if from >= to {
            if i + 1 == starts.len() && i > 0 {
                trailing = number;
            }
            continue;
        }
        let width = width(&text[from..to], recognizer);
        cells.push((
            Cell { start: from, end: to, number, width: width.unwrap_or(1), row: 0 },
            width.is_some(),
        ));
    }
    let is_word = |cell: &Cell| is_prose(&text[cell.start..cell.end]);
    match &cells[..] {
        [] => Line::Words,
        [(cell, false)] if trailing.is_none() && starts[0].2.is_none() => {
            if is_word(cell) {
                Line::Words
            } else {
                Line::Scrap(*cell)
            }
        }
        cells if cells.iter().any(|(cell, is_read)| !is_read && is_word(cell)) => Line::Words,
        cells => Line::Cells(cells.iter().map(|&(cell, _)| cell).collect(), trailing),
    }
}

/// How many moves do words hold, if they are moves?
fn width(words: &str, recognizer: &dyn Recognizer) -> Option<usize> {
    let len = words.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '+').len();
    if recognizer.move_at(words).is_some_and(|seen| seen.len >= len) {
        return Some(1);
    }
    if let [_, (_, end)] = recognizer.split(words)[..]
        && end >= len
    {
        return Some(2);
    }
    let verbs = words.chars().filter(|&c| matches!(c, '-' | '\u{2014}' | '\u{2013}' | 'x')).count();
    let has_halves = verbs >= 2 && !is_prose(words) && recognizer.halves(words).is_some();
    has_halves.then_some(2)
}

/// Are words none that a move may have become?
fn is_prose(words: &str) -> bool {
    let mut all = words.split(|c: char| !c.is_alphabetic());
    let is_word = |word: &str| word.len() >= OF_WORD && !VERBS.iter().any(|verb| word.starts_with(verb));
    let is_name = words.chars().filter(|c| c.is_alphabetic()).count() > 3
        && words.chars().all(|c| c.is_uppercase() || c == '.' || c == ' ')
        && !words.contains('X');
    words.len() > LONGEST || is_name || !unfold::says(words) || all.any(is_word)
}
