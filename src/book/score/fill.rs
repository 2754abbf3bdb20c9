//! Rows become cells: of a score that begins, of the open one, of a branch of it.
use std::ops::Range;

use super::builder::{Begin, Between, Branch, Builder, First, Open, Set};
use super::resume::is_sentence;
use crate::book::Recognizer;
use crate::book::diagram;
use crate::book::hang::{asides, attach, cell, end_branch, is_ending};
use crate::book::heading::{self, Columns};
use crate::book::naming;
use crate::book::note::{self, ply};
use crate::book::odds;
use crate::book::page::Page;
use crate::book::pairing;
use crate::book::players;
use crate::book::points;
use crate::book::region::Kind;
use crate::book::shape::{Entry, Holds};
use crate::book::title;
use crate::book::token::is_dash;
use crate::chess::Color;
use crate::record::{Cell, Line, Score, Start, Words};
use crate::span::Span;

impl Builder<'_> {
    pub(super) fn begin(&mut self, lines: &Range<usize>, first: u32, set: Set) {
        let above = self.open.as_ref().map_or(0, |open| open.lines.end);
        let split_black = self.columns == Some(Columns::Black)
            && self.open.as_ref().is_some_and(|open| {
                open.score.line.cells.iter().all(|cell| cell.color == Some(Color::White))
                    && open.split.is_none()
            });
        if split_black && first <= 1 {
            self.settle();
            return;
        }
        let (tags_from, pairs) = self.claim_tags();
        let (headings, columns) = self.close_for_next(false);
        let posed = self.posed(&(above..lines.start), &headings, first <= 1);
        let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        let from = headings.first().map_or(lines.start, |range: &Range<usize>| range.start);
        let from = tags_from.unwrap_or(from);
        for line in from..lines.start {
            if self.owners[line] != Kind::Diagram {
                self.owners[line] = Kind::Score(index);
            }
        }
        self.columns = columns;
        let mut words: Vec<Words> =
            headings.iter().flat_map(|range| pairing::heading_words(self.page, range)).collect();
        // Over two games abreast stand the headings of both; those of the right one wait for it.
        // Below the left one rows of the right one may go on.
        let is_awaited = first <= 1 && !self.beside.is_empty();
        let is_right = headings.is_empty() && (above > lines.start || is_awaited);
        let beside = std::mem::take(&mut self.beside);
        if is_right {
            words = beside;
        } else if first <= 1
            && is_abreast(self.page.row_text(lines.start))
            && let Some((left, right)) = halves(self.page, &headings)
        {
            (words, self.beside) = (left, right);
        }
        let told = words.iter_mut().rev().find_map(|words| take_result(words, self.recognizer));
        let told = told.or_else(|| words.iter().rev().find_map(points::told));
        let told = told.or_else(|| told_below_players(&words, self.recognizer));
        let is_half = is_right || !self.beside.is_empty();
        let over = if is_half {
            words.iter().rev().find_map(|words| players::over_columns(&words.text))
        } else {
            pairing::over_columns(self.page, &headings, lines.start)
        };
        let join = words.iter().rev().find_map(|words| heading::joins(&words.text)).filter(|_| first > 0);
        let before = self.scores.last().map(|score| &score.start);
        let odds = odds::told(self.page, &words, above..lines.start, before, self.recognizer);
        let fen = words.iter().rev().find_map(|words| naming::fen(&words.text));
        let named = self.scores.last().map_or(&[][..], |score| &score.tags);
        let mut tags = title::tags(&words, over, named, |text| is_ending(text, self.recognizer));
        tags.retain(|tag| !odds::is_event(tag, odds.as_ref(), self.recognizer));
        let posed = posed.unwrap_or_default();
        let start = match posed.start {
            Start::Standard => fen.map(Start::Fen).or(odds.map(Start::Odds)).unwrap_or_default(),
            told => told,
        };
        let (tags, words, span) = if posed.headings.is_empty() && posed.tags.is_empty() {
            (tags, words, self.page.rows[from].span)
        } else {
            (posed.tags, posed.headings, posed.span)
        };
        self.open = Some(Open {
            score: Score {
                start,
                stipulation: posed.stipulation,
                diagram: diagram::meant(self.page, &self.diagrams, &words, above, lines.start),
                first: first / 2 + 1,
                black_first: first % 2 == 1,
                black_on_left: columns == Some(Columns::BlackWhite),
                join,
                in_sentence: self.lead.as_ref().is_some_and(|lead| is_sentence(lead, self.recognizer)),
                tags: match self.lead.take() {
                    Some(lead) => title::with_lead(tags, &lead),
                    None => tags,
                },
                headings: words,
                pairs,
                span,
                ..Score::default()
            },
            next: first,
            printed_next: first / 2 + 1,
            set,
            told,
            ended: None,
            beyond: None,
            branch: None,
            first,
            rows: Vec::new(),
            lines: from..lines.end,
            contiguous: true,
            sectioned: false,
            split: None,
        });
    }

    pub(super) fn append(&mut self, lines: &Range<usize>, entry: &Entry, is_thought: bool) {
        let black = self.ply_of(entry).is_some_and(|at| at % 2 == 1);
        let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        for line in lines.clone() {
            self.owners[line] = Kind::Score(index);
        }
        let moves = entry.printed().count();
        // Rows with moves of both sides are no column of White's; in raw print there may be two of his.
        let is_raw = self.recognizer.is_raw();
        self.columns = self.columns.filter(|&only| only != Columns::White || moves < 2 || is_raw);
        let only = self.columns;
        let Some(open) = &mut self.open else { return };
        open.lines.end = open.lines.end.max(lines.end);
        end_branch(open);
        if let Some(plies) = &mut open.split {
            let number =
                entry.number.unwrap_or_else(|| plies.iter().filter(|&&p| p % 2 == 1).count() as u32 + 1);
            for piece in entry.printed() {
                plies.push(ply(number, true));
                open.score.line.cells.push(cell(self.page, piece, entry.number, Some(Color::Black)));
                if let Some((start, end)) = piece.ending {
                    open.score.result = Some(note::words(self.page, start, end));
                }
            }
            return;
        }
        // Words that say how it ended tell of a line in a note, where its next row stands below.
        if only.is_none() && moves > 0 && !is_raw {
            open.score.result.take_if(|said| said.text.contains(char::is_alphabetic));
        }
        open.rows
            .push((open.score.line.cells.len(), begin_of(self.page, lines.start, entry, black, is_thought)));
        // Black's move alone while White's is wanted: White's is missing on the page.
        let wanted_black = open.next % 2 == 1;
        let skips = wanted_black && entry.number == Some(open.next / 2 + 2);
        if entry.number.is_some() && wanted_black != black && (black || moves == 2 || skips) {
            open.score.line.cells.push(Cell {
                color: Some(if wanted_black { Color::Black } else { Color::White }),
                span: self.page.span(entry.start, entry.start),
                ..Cell::default()
            });
            open.next += 1;
        }
        let mut number = entry.number;
        for piece in &entry.cells {
            if piece.holds == Holds::Dots {
                continue;
            }
            let color = if open.next % 2 == 1 { Color::Black } else { Color::White };
            open.score.line.cells.push(cell(self.page, piece, number.take(), Some(color)));
            asides(self.page, self.recognizer, &mut open.score.line, open.first, piece.tail);
            // In a block of White's moves alone the next one is White's again.
            open.next += if only == Some(Columns::White) { 2 } else { 1 };
            if let Some((start, end)) = piece.ending {
                open.score.result = Some(note::words(self.page, start, end));
            }
        }
        if let Some(n) = entry.number {
            open.printed_next = if open.next % 2 == 1 { n } else { n + 1 };
        }
        open.contiguous = true;
        open.sectioned = false;
    }

    /// A row of the game itself, as its place or the words above it say, where a row set in deeper, or below other words, began
    /// another way with the same half-move: that and what stands below it become a branch. True if it is one.
    pub(super) fn takes_back(
        &mut self,
        lines: &Range<usize>,
        entry: &Entry,
        index: usize,
        at: u32,
        resumes: bool,
        is_thought: bool,
    ) -> bool {
        let begins = begin_of(self.page, lines.start, entry, at % 2 == 1, is_thought);
        let is_raw = self.recognizer.is_raw();
        // Where a column of Black's has begun, every move has its place by its number.
        let Some(open) = self.open.as_mut().filter(|open| !is_raw && open.split.is_none()) else {
            return false;
        };
        let Ok(row) = open.rows.binary_search_by_key(&index, |(cell, _)| *cell) else { return false };
        let aside = open.rows[row].1;
        let was_thought = aside.is_thought;
        let is_deeper = |than: Begin| aside.deeper_than(than).is_some_and(|columns| columns >= DEEPER);
        // The rows of the game are set in no deeper than this one.
        let first =
            open.rows.iter().map(|(_, begin)| *begin).find(|&begin| aside.deeper_than(begin).is_some());
        let is_aside = is_deeper(begins) && first.is_none_or(|first| first == aside || is_deeper(first));
        if !is_aside && !resumes && !was_thought {
            return false;
        }
        end_branch(open);
        if resumes {
            open.score.doubt_from(index);
        }
        let aside = open.score.line.cells.split_off(index);
        open.rows.truncate(row);
        (open.next, open.printed_next) = (at, at / 2 + 1);
        self.append(lines, entry, is_thought);
        if let Some(open) = &mut self.open {
            let aside = Line { cells: aside, is_thought: was_thought, ..Line::default() };
            attach(&mut open.score, index, aside);
        }
        true
    }

    /// Rows with lower numbers than wanted: another way to play from there.
    pub(super) fn branch(
        &mut self,
        lines: &Range<usize>,
        entry: &Entry,
        index: usize,
        next: u32,
        between: Between,
    ) {
        let owner = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        for line in lines.clone() {
            self.owners[line] = Kind::Score(owner);
        }
        let Some(open) = &mut self.open else { return };
        open.lines.end = open.lines.end.max(lines.end);
        let mut branch = match open.branch.take() {
            Some(branch) if index == usize::MAX => branch,
            earlier => {
                open.branch = earlier;
                end_branch(open);
                let last = open.score.line.cells.len().saturating_sub(1);
                let replaces = if index == usize::MAX { last } else { index };
                Branch { replaces, next, between, ..Branch::default() }
            }
        };
        let mut number = entry.number;
        for piece in entry.printed() {
            let color = if branch.next % 2 == 1 { Color::Black } else { Color::White };
            branch.line.cells.push(cell(self.page, piece, number.take(), Some(color)));
            branch.next += 1;
        }
        open.branch = Some(branch);
        open.contiguous = true;
    }
}

/// Takes the result in figures from the end of a heading: `Bird - Burn 1-0`.
fn take_result(words: &mut Words, recognizer: &dyn Recognizer) -> Option<Words> {
    let (rest, result) = words.text.rsplit_once(' ')?;
    let is_result = result.contains(is_dash)
        && !result.contains(char::is_alphabetic)
        && recognizer.ending_len(result) == Some(result.len());
    let rest = rest.trim_end();
    let names = rest.contains(char::is_alphabetic) && rest.len() >= result.len();
    let rest = (is_result && names).then(|| rest.trim_end_matches(',').len())?;
    let end = words.span.end;
    let result = Words { text: result.to_owned(), span: Span::new(end - result.len() as u32, end) };
    words.text.truncate(rest);
    Some(result)
}

/// How the game ended, alone in a line of its heading: `Won by White.`; above the players it is of the game before.
fn told_below_players(words: &[Words], recognizer: &dyn Recognizer) -> Option<Words> {
    let below = words.iter().skip_while(|words| !pairing::names_players(words)).skip(1);
    below.filter(|words| is_ending(&words.text, recognizer)).last().cloned()
}

/// Blanks between the headings of two games abreast.
const GAP: &str = "   ";

/// Does a row begin two games, with a number 1 for each?
fn is_abreast(row: &str) -> bool {
    let begins = |words: &str| {
        words.trim_start().strip_prefix('1').is_some_and(|rest| rest.starts_with(['.', ' ', ')']))
    };
    let behind = row.trim_start().get(1..).unwrap_or("");
    begins(row) && behind.match_indices(GAP).any(|(at, gap)| begins(&behind[at + gap.len()..]))
}

/// The headings over the left one of two games abreast and over the right one, if a gap parts every line of them.
fn halves(page: &Page, headings: &[Range<usize>]) -> Option<(Vec<Words>, Vec<Words>)> {
    let lines = headings.iter().cloned().flatten().filter(|&line| !page.row_text(line).trim().is_empty());
    let both: Option<Vec<(Words, Words)>> = lines
        .map(|line| {
            let text = page.row_text(line);
            let begins = text.len() - text.trim_start().len();
            let gaps = text[begins..].trim_end().match_indices(GAP).map(|(at, _)| begins + at);
            let blanks = |&at: &usize| text[at..].len() - text[at..].trim_start().len();
            let at = gaps.max_by_key(|at| (blanks(at), std::cmp::Reverse(*at)))?;
            let (start, end) = (page.rows[line].start(), page.rows[line].end());
            Some((half(page, start, start + at), half(page, start + at, end)))
        })
        .collect();
    both.filter(|both| !both.is_empty()).map(|both| both.into_iter().unzip())
}

/// The words of a heading over one of two games abreast, with the first gap in them.
fn half(page: &Page, start: usize, end: usize) -> Words {
    let mut words = note::words(page, start, end);
    if let Some((left, right)) = page.text[start..end].trim().split_once(GAP) {
        words.text = format!("{}{GAP}{}", note::fold(left), note::fold(right));
    }
    words
}

/// So many columns deeper than the rows of a game stands what is no part of it; numbers of one figure stand one deeper.
const DEEPER: usize = 2;

/// What a row begins with, if its first move is White's, or Black's.
fn begin_of(page: &Page, line: usize, entry: &Entry, black: bool, is_thought: bool) -> Begin {
    let first = entry.printed().next().map_or(entry.start, |cell| cell.start);
    let is_numbered =
        page.text[entry.start..].starts_with(|c: char| c.is_ascii_digit()) && entry.start < first;
    let (with, at) = if is_numbered {
        (First::Number, entry.start)
    } else if entry.dots {
        (First::White, entry.start)
    } else {
        (if black { First::Black } else { First::White }, first)
    };
    Begin { with, column: at.saturating_sub(page.rows[line].start()), is_thought }
}
