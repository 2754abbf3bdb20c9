//! Positions in words (`White: K on KR8 …`) and what is to be done in them.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::heading::Columns;
use crate::book::note;
use crate::book::page::Page;
use crate::record::Words;

/// A position in words, told line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    side: Option<Columns>,
    first: Option<usize>,
    white: Option<(usize, usize)>,
    black: Option<(usize, usize)>,
}

/// A position with its stipulation.
pub(crate) struct Stipulated {
    /// The first line of the position.
    pub first: usize,
    pub white: Words,
    pub black: Words,
}

impl Position {
    /// `WHITE` or `BLACK` over a list of men.
    pub(crate) fn head(&mut self, columns: Columns, line: usize) {
        match columns {
            Columns::White if self.black.is_none() => {
                *self = Self { side: Some(columns), first: Some(line), ..Self::default() };
            }
            Columns::Black if self.white.is_none() => {
                *self = Self { side: Some(columns), first: Some(line), ..Self::default() };
            }
            Columns::White | Columns::Black => self.side = Some(columns),
            Columns::WhiteBlack | Columns::BlackWhite => *self = Self::default(),
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
        if text.len() > 400 {
            *self = Self::default();
            return None;
        }
        if let (Some(first), Some(white), Some(black)) = (self.first, self.white, self.black)
            && recognizer.is_stipulation(text)
        {
            *self = Self::default();
            return Some(Stipulated {
                first,
                white: note::words(page, white.0, white.1),
                black: note::words(page, black.0, black.1),
            });
        }
        if self.inline(text, start, lines.start, recognizer) {
            return None;
        }
        let slot = match self.side? {
            Columns::White => &mut self.white,
            Columns::Black => &mut self.black,
            _ => return None,
        };
        if recognizer.is_men(text) {
            *slot = Some((slot.map_or(start, |(start, _)| start), end));
        } else if self.white.is_none() || self.black.is_none() {
            *self = Self::default();
        }
        None
    }

    /// `White: K on KR8, R on Q2. Black: K on KR7.` in one block, or one side of it.
    fn inline(&mut self, text: &str, start: usize, line: usize, recognizer: &dyn Recognizer) -> bool {
        let lower = text.to_ascii_lowercase();
        let head = |name: &str| {
            lower.find(name).filter(|&at| {
                lower[at + name.len()..].trim_start().starts_with([':', '-', '.', '\u{2014}'])
                    || lower[at + name.len()..].starts_with(" has")
            })
        };
        let (white, black) = (head("white"), head("black"));
        if white.is_none() && black.is_none() {
            return false;
        }
        let body = |at: usize, end: usize| {
            let part = &text[at + 5..end];
            let skip = part.len() - part.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
            let part = &part[skip..];
            let men = part.trim_end_matches(|c: char| !c.is_alphanumeric());
            recognizer.is_men(men).then_some((start + at + 5 + skip, start + at + 5 + skip + men.len()))
        };
        let mut found = false;
        if let Some(at) = white {
            let end = black.filter(|&black| black > at).unwrap_or(text.len());
            if let Some(range) = body(at, end) {
                self.white = Some(range);
                found = true;
            }
        }
        if let Some(at) = black {
            let end = white.filter(|&white| white > at).unwrap_or(text.len());
            if let Some(range) = body(at, end) {
                self.black = Some(range);
                found = true;
            }
        }
        if found {
            self.first = self.first.or(Some(line));
            self.side = None;
        }
        found
    }
}
