//! Positions in words (`White: K on KR8 …`) and what is to be done in them.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::heading::Columns;
use crate::book::note;
use crate::book::page::Page;
use crate::record::Words;

/// Longest paragraph that tells the men of both sides, in bytes.
const LONGEST: usize = 1200;

/// Blanks in front of the only men of a line that stand in its right column.
const INDENT: usize = 8;

/// A position in words, told line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    side: Option<Columns>,
    first: Option<usize>,
    white: Vec<(usize, usize)>,
    black: Vec<(usize, usize)>,
}

/// A position with its stipulation.
pub(crate) struct Stipulated {
    /// The first line of the position.
    pub first: usize,
    pub white: Words,
    pub black: Words,
    /// What is to be done, if that is said.
    pub asked: Option<Words>,
}

/// Words that say what is to be done are shorter, in bytes.
const LONGEST_ASKED: usize = 160;

/// Does a text say what is to be done in a position, and play no move behind a number?
fn asks(text: &str, recognizer: &dyn Recognizer) -> bool {
    let is_row = |line: &str| {
        let moves = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = moves.len() < line.trim_start().len();
        let moves = moves.trim_start_matches(['.', ' ']);
        numbered && recognizer.move_at(moves).is_some_and(|seen| seen.sure >= 2)
    };
    recognizer.is_stipulation(text) && !text.lines().any(is_row)
}

/// The men of one side that a text begins with, and where the words behind them begin: none, or what is to be done.
fn named(text: &str, recognizer: &dyn Recognizer) -> Option<(Range<usize>, usize)> {
    let start = text.len() - text.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    let behind = start + recognizer.men_len(&text[start..]);
    let end = text[..behind].trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let rest = &text[behind..];
    let is_over = !rest.contains(char::is_alphanumeric);
    let is_asked = || rest.len() <= LONGEST_ASKED && asks(rest, recognizer);
    (start < end && (is_over || is_asked())).then_some((start..end, behind))
}

/// What stands behind the number of men in brackets: `(7 pieces): K on K4`.
fn behind_count(words: &str) -> &str {
    let counted = words.trim_start().strip_prefix('(').and_then(|words| words.split_once(')'));
    counted.filter(|(count, _)| count.len() <= LONGEST_COUNT).map_or(words, |(_, behind)| behind)
}

/// Words in brackets that count the men are shorter, in bytes.
const LONGEST_COUNT: usize = 24;

impl Position {
    /// `WHITE` or `BLACK` over a list of men.
    pub(crate) fn head(&mut self, columns: Columns, line: usize) {
        match columns {
            Columns::White if self.black.is_empty() => {
                *self = Self { side: Some(columns), first: Some(line), ..Self::default() };
            }
            Columns::Black if self.white.is_empty() => {
                *self = Self { side: Some(columns), first: Some(line), ..Self::default() };
            }
            Columns::White | Columns::Black => self.side = Some(columns),
            Columns::WhiteBlack | Columns::BlackWhite => {
                *self = Self { side: Some(columns), first: Some(line), ..Self::default() };
            }
        }
    }

    /// Takes lines of text; gives the position when its stipulation is met.
    pub(crate) fn take(
        &mut self,
        page: &Page,
        lines: &Range<usize>,
        recognizer: &dyn Recognizer,
    ) -> Option<Stipulated> {
        let start = page.rows[lines.start].start();
        let end = page.rows[lines.end - 1].end();
        let text = &page.text[start..end];
        if text.len() > LONGEST {
            *self = Self::default();
            return None;
        }
        if self.is_whole() && asks(text, recognizer) {
            return self.stipulated(page, Some(start..end));
        }
        if let Some(behind) = self.inline(text, start, lines.start, recognizer) {
            return self.asked(page, behind..end, recognizer);
        }
        let side = self.side?;
        if matches!(side, Columns::WhiteBlack | Columns::BlackWhite) {
            return self.columns(page, lines, side == Columns::BlackWhite, recognizer);
        }
        let slot = if side == Columns::White { &mut self.white } else { &mut self.black };
        if let Some((men, behind)) = named(text, recognizer) {
            slot.push((start + men.start, start + men.end));
            return self.asked(page, start + behind..end, recognizer);
        }
        if !self.is_whole() {
            *self = Self::default();
        }
        None
    }

    /// The position, if the men of both sides are told and the words behind them say what is to be done.
    fn asked(
        &mut self,
        page: &Page,
        behind: Range<usize>,
        recognizer: &dyn Recognizer,
    ) -> Option<Stipulated> {
        let says = self.is_whole() && asks(&page.text[behind.clone()], recognizer);
        says.then(|| self.stipulated(page, Some(behind)))?
    }

    /// Men of both sides in two columns, to the last line or to one that says what is to be done.
    fn columns(
        &mut self,
        page: &Page,
        lines: &Range<usize>,
        turned: bool,
        recognizer: &dyn Recognizer,
    ) -> Option<Stipulated> {
        let other = lines.clone().find(|&line| !self.pair(page, line, turned, recognizer))?;
        let rest = page.rows[other].start()..page.rows[lines.end - 1].end();
        if self.is_whole() && asks(&page.text[rest.clone()], recognizer) {
            return self.stipulated(page, Some(rest));
        }
        if other > lines.start || !self.is_whole() {
            *self = Self::default();
        }
        None
    }

    /// Men of both sides in two columns: what a line tells of them.
    fn pair(&mut self, page: &Page, line: usize, turned: bool, recognizer: &dyn Recognizer) -> bool {
        let row = &page.rows[line];
        let text = &page.text[row.start()..row.end()];
        let indent = text.len() - text.trim_start().len();
        let words = text.trim_start();
        let gap = ["  ", "\t", " | "].iter().filter_map(|gap| words.find(gap)).min();
        let (left, right) = words.split_at(gap.unwrap_or(if indent >= INDENT { 0 } else { words.len() }));
        for (cell, is_left) in [(left, true), (right, false)] {
            let men = cell.trim_matches(|c: char| !c.is_alphanumeric());
            if men.is_empty() {
                continue;
            }
            if recognizer.men_len(men) < men.len() {
                return false;
            }
            let start = men.as_ptr() as usize - page.text.as_ptr() as usize;
            let side = if is_left == turned { &mut self.black } else { &mut self.white };
            side.push((start, start + men.len()));
        }
        true
    }

    fn is_whole(&self) -> bool {
        self.first.is_some() && !self.white.is_empty() && !self.black.is_empty()
    }

    /// The position, if the men of both sides are told; what comes begins anew.
    fn stipulated(&mut self, page: &Page, asked: Option<Range<usize>>) -> Option<Stipulated> {
        let position = std::mem::take(self);
        let words = |ranges: &[(usize, usize)]| {
            let all = ranges.iter().map(|&(start, end)| note::words(page, start, end));
            all.reduce(|one, next| Words {
                span: one.span.join(next.span),
                text: format!("{}; {}", one.text, next.text),
            })
        };
        Some(Stipulated {
            first: position.first?,
            white: words(&position.white)?,
            black: words(&position.black)?,
            asked: asked.map(|asked| note::words(page, asked.start, asked.end)),
        })
    }

    /// A position in words that stands between a line and another, and of which nothing says what is to be done in it.
    pub(crate) fn told(&mut self, page: &Page, between: &Range<usize>) -> Option<Stipulated> {
        if !self.first.is_some_and(|line| between.contains(&line)) {
            *self = Self::default();
        }
        self.stipulated(page, None)
    }

    /// `White: K on KR8, R on Q2. Black: K on KR7.` in one block, or one side of it; where the words behind the men begin.
    fn inline(
        &mut self,
        text: &str,
        start: usize,
        line: usize,
        recognizer: &dyn Recognizer,
    ) -> Option<usize> {
        let lower = text.to_ascii_lowercase();
        let has = |words: &'_ str| -> Option<usize> {
            ["has", "have"].iter().find_map(|verb| {
                let rest = words.strip_prefix(verb)?;
                rest.starts_with(char::is_whitespace).then_some(verb.len())
            })
        };
        let head = |name: &str| {
            lower.match_indices(name).map(|(at, _)| at).find(|&at| {
                let behind = behind_count(&lower[at + name.len()..]).trim_start();
                behind.starts_with([':', '-', '.', '\u{2014}']) || has(behind).is_some()
            })
        };
        let heads = (head("white"), head("black"));
        let body = |at: usize, end: usize| {
            let part = behind_count(&text[at + 5..end]);
            let bare = part.trim_start_matches(|c: char| !c.is_alphanumeric());
            let bare = &bare[has(bare).unwrap_or(0)..];
            let from = end - bare.len();
            let (men, behind) = named(bare, recognizer)?;
            Some(((start + from + men.start, start + from + men.end), start + from + behind))
        };
        let side = |at: Option<usize>, other: Option<usize>| {
            let at = at?;
            body(at, other.filter(|&other| other > at).unwrap_or(text.len()))
        };
        let (white, black) = (side(heads.0, heads.1), side(heads.1, heads.0));
        if let Some((men, _)) = white {
            self.white = vec![men];
        }
        if let Some((men, _)) = black {
            self.black = vec![men];
        }
        let behind = white.iter().chain(&black).map(|&(_, behind)| behind).max()?;
        self.first = self.first.or(Some(line));
        self.side = None;
        Some(behind)
    }
}
