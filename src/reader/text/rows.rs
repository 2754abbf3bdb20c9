//! What stands in the rows of a page, whatever is read of it: their numbers, titles and moves, each asked for once.
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::book::page::Page;
use crate::book::{heading, mark, ordinal_number, token, words};
use crate::grammar::cell::is_move_like;
use crate::grammar::detect;
use crate::lexicon::{Dialect, prose};
use crate::span::{Span, floor_char};

/// So many lines below the last row of a game stand the words of its end.
pub(super) const LINES_OF_END: usize = 6;

/// So much of a line at most is looked at, in bytes.
pub(super) const LONGEST: usize = 240;

/// Words shorter than this, in bytes, say nothing else than a title does: `(A.)`.
pub(super) const SHORT: usize = 8;

/// A number, and where it stands in the text of the page.
pub(super) struct Numbered {
    pub value: u32,
    pub at: usize,
    /// Where its figures end.
    pub end: usize,
    /// Where what stands behind it is printed.
    pub word: u32,
    /// Where it is printed.
    pub place: u32,
    pub line: usize,
    pub begins_cell: bool,
    /// The words before it say that what follows is not played: `If 6. R-K sq`.
    pub is_thought: bool,
    /// The row that begins with it, once that has been asked.
    row: OnceCell<Option<Row>>,
}

/// A row of moves.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub value: u32,
    pub at: usize,
    /// Its first move.
    pub span: Span,
    /// Its words, or of a very long line those that stand near, from here to there.
    pub from: usize,
    pub to: usize,
}

/// The numbers of a page, in their order and by value.
#[derive(Default)]
struct Numbers {
    all: Vec<Numbered>,
    of_value: HashMap<u32, Vec<usize>>,
    /// In the order in which what stands behind them is printed: columns of lines in a cell are read in another.
    as_printed: Vec<usize>,
}

/// The moves of a row: where each begins, and its length.
type Moves = Box<[(u32, u32)]>;

/// The rows of a page.
pub(super) struct Rows<'p> {
    pub page: &'p Page,
    pub dialect: Dialect,
    moves: Vec<OnceCell<Moves>>,
    titles: Vec<OnceCell<bool>>,
    numbers: OnceCell<Numbers>,
}

/// All numbers that stand before something, in their order.
fn numbers(page: &Page, raw: bool) -> Vec<Numbered> {
    let mut found: Vec<Numbered> = Vec::new();
    let mut is_thought = false;
    for (line, row) in page.rows.iter().enumerate() {
        let words = page.row_text(line);
        let roman = roman(words);
        let known = found.len();
        let (mut at, mut told) = (0, 0);
        while let Some((start, count)) = roman.filter(|_| at == 0).or_else(|| digits(&words[at..])) {
            at += start;
            // `(12)`: elsewhere on a line that is the mark of a footnote.
            let outside = words[..at].strip_suffix(['(', '[']).filter(|words| words.trim().is_empty());
            let outside = outside.unwrap_or(&words[..at]);
            // The mark of a footnote in front of the number, behind it, or in front of its move.
            let led = outside.trim_start_matches([' ', '\t']);
            let outside = if mark::behind_leading(led).is_empty() { "" } else { outside };
            let before = outside.trim_end_matches([' ', '\t']);
            let gap = &outside[before.len()..];
            let begins_cell = before.is_empty() || before.ends_with('|') || gap.len() > 1 || gap == "\t";
            if (begins_cell || !gap.is_empty() && !is_rank(before, &words[at..]))
                && (at + count == words.len() && !begins_cell
                    || words[at + count..].starts_with(['.', ' ', '\t', ')', ']', ':', '|'])
                    || mark::is_behind_number(&words[at + count..]))
                && let Some(value) = ordinal_number(&words[at..at + count])
            {
                let behind = mark::behind_leading(&words[at + count..]).trim_start_matches([' ', '\t', '|']);
                let behind = behind.strip_prefix(['.', ')', ']', ':']).unwrap_or(behind);
                let behind = mark::behind_leading(behind.trim_start_matches([' ', '\t', '|']));
                let behind =
                    behind.trim_start_matches(|c| matches!(c, ' ' | '\t' | '|') || raw && is_speck(c));
                // A number at the end of a line stands before the first word of the next; the name of a side is none.
                let first = match behind.trim() {
                    "" => word_below(page, line, LINES_OF_END),
                    _ => Some(row.end() - behind.len()),
                };
                let word = first.map_or(u32::MAX, |first| {
                    let words = &page.text[first..];
                    let first = first + words.len() - token::behind_side(words, None).len();
                    page.span(first, first + 1).start
                });
                is_thought = !raw && goes_on_thought(&words[told..at], is_thought);
                told = at + count;
                let (at, row) = (row.start() + at, OnceCell::new());
                let (end, place) = (at + count, page.span(at, at + 1).start);
                found.push(Numbered { value, at, end, word, place, line, begins_cell, is_thought, row });
            }
            at += count;
        }
        // Lines without a number say nothing.
        is_thought = found.len() > known && goes_on_thought(&words[told..], is_thought);
    }
    found
}

/// `Ps at Q Kt 4, Q 3 and R 2.`: is a figure the rank of a square in a list of men, and the number of no row?
fn is_rank(before: &str, figure: &str) -> bool {
    let file = before.rsplit([' ', '\t']).next().unwrap_or(before);
    let is_file = ["K", "Q", "R", "B", "Kt", "N"].contains(&file.trim_end_matches('.'));
    let behind = figure.strip_prefix(|c: char| ('1'..='8').contains(&c));
    let ends = behind.is_some_and(|behind| behind.starts_with(" and ") || behind.trim_end() == ".");
    is_file && ends && [" at ", " on "].iter().any(|word| before.contains(word))
}

/// Do words leave what follows a thing that is only thought of, as it was before them or not? A sentence ends that.
fn goes_on_thought(words: &str, was: bool) -> bool {
    words.split_whitespace().fold(was, |is_thought, word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = word.ends_with(['.', ':']) && bare.len() > 2 && bare.chars().all(char::is_lowercase);
        !ends && !prose::turns(bare) && (is_thought || prose::is_unplayed(bare))
    })
}

/// Is it what raw print may have between a number and its move?
fn is_speck(c: char) -> bool {
    !(c.is_alphanumeric() || c.is_whitespace() || matches!(c, '(' | '[' | '{'))
}

/// Where the first figures stand, and how many.
fn digits(words: &str) -> Option<(usize, usize)> {
    let start = words.find(|c: char| c.is_ascii_digit())?;
    Some((start, words[start..].bytes().take_while(u8::is_ascii_digit).count()))
}

/// A number in Roman figures with a stop behind it at the beginning of a line.
fn roman(words: &str) -> Option<(usize, usize)> {
    let start = words.len() - words.trim_start().len();
    let count = words[start..].bytes().take_while(|b| b"IVXLC".contains(b)).count();
    (count > 0 && words[start + count..].starts_with(['.', ')'])).then_some((start, count))
}

/// Where the first word below a line stands, in so many lines.
pub(super) fn word_below(page: &Page, line: usize, lines: usize) -> Option<usize> {
    let mut below = page.rows[line + 1..].iter().take(lines);
    below.find_map(|row| {
        let words = page.text[row.start()..row.end()].trim_start();
        (!words.is_empty()).then_some(row.end() - words.len())
    })
}

impl<'p> Rows<'p> {
    pub fn new(page: &'p Page, dialect: Dialect) -> Self {
        let count = page.rows.len();
        let (moves, titles) = (vec![OnceCell::new(); count], vec![OnceCell::new(); count]);
        Self { page, dialect, moves, titles, numbers: OnceCell::new() }
    }

    /// The moves of a row: where each begins, and its length.
    pub fn all_moves(&self, row: usize) -> &[(u32, u32)] {
        self.moves[row].get_or_init(|| {
            let moves = detect::moves(self.page.row_text(row), &self.dialect);
            moves.map(|(at, len)| (at as u32, len as u32)).collect()
        })
    }

    /// How many moves a row holds that holds little else.
    pub fn moves(&self, row: usize) -> u32 {
        let moves = self.all_moves(row);
        let bytes = moves.iter().map(|&(_, len)| len as usize).sum();
        if !moves.is_empty() && detect::is_mostly(self.page.row_text(row), bytes) {
            moves.len() as u32
        } else {
            0
        }
    }

    /// Is a row the title of a game, or of a part of the text?
    pub fn is_title(&self, line: usize) -> bool {
        *self.titles[line].get_or_init(|| {
            let words = self.page.row_text(line).trim();
            words.len() <= LONGEST
                && words.contains(char::is_alphabetic)
                && (words.len() < SHORT || words::shouts(words) || heading::opens_section(words))
                && self.moves(line) == 0
        })
    }

    fn known(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let all = numbers(self.page, self.dialect.ocr);
            let mut of_value: HashMap<u32, Vec<usize>> = HashMap::new();
            for (at, number) in all.iter().enumerate() {
                of_value.entry(number.value).or_default().push(at);
            }
            let mut as_printed: Vec<usize> = (0..all.len()).collect();
            as_printed.sort_by_key(|&at| all[at].word);
            Numbers { all, of_value, as_printed }
        })
    }

    /// All numbers that stand before something, in their order.
    pub fn numbers(&self) -> &[Numbered] {
        &self.known().all
    }

    /// The last behind which words printed at a place stand.
    pub fn in_front_of(&self, word: u32) -> Option<&Numbered> {
        let Numbers { all, as_printed, .. } = self.known();
        let behind = as_printed.partition_point(|&at| all[at].word <= word);
        as_printed[..behind].last().map(|&at| &all[at]).filter(|number| number.word == word)
    }

    /// Those of a value, as places among all.
    pub fn numbers_of(&self, value: u32) -> &[usize] {
        self.known().of_value.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The row of moves that begins with a number.
    pub fn row(&self, number: &Numbered) -> Option<Row> {
        *number.row.get_or_init(|| self.find_row(number))
    }

    fn find_row(&self, number: &Numbered) -> Option<Row> {
        if number.is_thought {
            return None;
        }
        let row = &self.page.rows[number.line];
        let mut end = number.at + floor_char(&self.page.text[number.at..row.end()], LONGEST);
        let words = &self.page.text[number.end.min(end)..end];
        let blanks = ['.', ')', ']', ':', ' ', '\t', '|'];
        let mut first = words.trim_start_matches(blanks);
        if first.is_empty()
            && end == row.end()
            // No blank line parts running text, nor a number from the moves below it.
            && let Some(below) = word_below(self.page, number.line, 1)
        {
            first = self.page.text[below..].lines().next().unwrap_or("");
            first = first[..floor_char(first, LONGEST)].trim_end();
            end = below + first.len();
            if number.begins_cell && first.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
        }
        first = token::behind_side(first, None);
        let second = first.find([' ', '\t']).map_or("", |end| first[end..].trim_start_matches(blanks));
        let is_move = |words: &str| {
            let shape = is_move_like(words, &self.dialect).filter(|shape| shape.score == 3)?;
            let start = end - words.len();
            Some(self.page.span(start, start + shape.len))
        };
        let span = is_move(first).or_else(|| is_move(second))?;
        // Of a very long line what stands near says enough.
        let is_short = row.end() - row.start() <= LONGEST;
        let start = if is_short { row.start() } else { number.at };
        let has_moves = || match is_short && end == row.end() {
            true => self.moves(number.line) > 0,
            false => detect::moves_of_row(&self.page.text[start..end], &self.dialect) > 0,
        };
        (number.begins_cell || has_moves()).then_some(Row {
            value: number.value,
            at: number.at,
            span,
            from: start,
            to: end,
        })
    }
}
