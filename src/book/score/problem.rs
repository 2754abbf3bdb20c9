//! Problems: a position in words, its stipulation, and the move printed below as its answer.
use std::ops::Range;

use super::builder::Builder;
use super::{extent, line_words};
use crate::book::note::fold;
use crate::book::region::Kind;
use crate::book::title;
use crate::book::words::is_ending;
use crate::book::{diagram, heading};
use crate::record::{Cell, Score, Start, Words};

impl Builder<'_> {
    /// A position in words and its stipulation make a problem of their own.
    pub(super) fn problem(&mut self, lines: &Range<usize>) -> bool {
        let Some(stipulated) = self.position.take(self.page, lines, self.recognizer) else { return false };
        let mut waiting = std::mem::take(&mut self.waiting);
        let at =
            waiting.iter().position(|piece| piece.lines.start >= stipulated.first).unwrap_or(waiting.len());
        waiting.truncate(at);
        self.waiting = waiting;
        self.columns = None;
        let (tags_from, pairs) = self.claim_tags();
        let (headings, _) = self.close_for_next(false);
        let index = self.scores.len();
        let from = headings.first().map_or(stipulated.first, |range: &Range<usize>| range.start);
        let from = tags_from.unwrap_or(from);
        let words: Vec<Words> = headings.iter().map(|range| line_words(self.page, range)).collect();
        for line in from..lines.end {
            self.owners[line] = Kind::Score(u32::try_from(index).unwrap_or(u32::MAX));
        }
        self.scores.push(Score {
            first: 1,
            span: self.page.rows_span(&(from..lines.end)),
            tags: title::tags(&words, None, &[], |text| is_ending(text, self.recognizer))
                .into_iter()
                .chain(title::composer(&words))
                .collect(),
            headings: words,
            pairs,
            start: Start::Words { white: stipulated.white, black: stipulated.black },
            stipulation: stipulated.asked,
            ..Score::default()
        });
        self.unsolved = Some(index);
        true
    }

    /// The position in words that a score begins from, which stands right above it: that of a problem without an answer,
    /// which is its answer then, or, above a first move, one of which nothing is asked.
    /// A heading may say that it solves another.
    pub(super) fn posed(
        &mut self,
        between: &Range<usize>,
        headings: &[Range<usize>],
        is_first: bool,
    ) -> Option<Score> {
        let heads = || headings.iter().map(|range| self.page.row_text(range.start));
        let is_headed =
            heads().any(|words| !heading::is_solution(words) && heading::columns(words).is_none());
        let solved = heads().find_map(diagram::solved);
        let solves = |number: Option<u32>| number.is_none() || solved.is_none() || number == solved;
        let is_bare = |score: &Score| {
            let number = score.headings.iter().find_map(|words| diagram::problem(&words.text));
            score.line.cells.is_empty() && solves(number)
        };
        if let Some(index) = self.unsolved.take()
            && !is_headed
            && index + 1 == self.scores.len()
            && self.scores.last().is_some_and(is_bare)
        {
            return self.scores.pop();
        }
        let number = between.clone().rev().find_map(|line| diagram::problem(self.page.row_text(line)));
        let told = self.position.told(self.page, between).filter(|_| is_first && solves(number))?;
        Some(Score { start: Start::Words { white: told.white, black: told.black }, ..Score::default() })
    }

    /// A line that is one move and nothing else, below a problem: its answer.
    pub(super) fn answer(&mut self, lines: &Range<usize>) -> bool {
        let Some(index) = self.unsolved.filter(|_| lines.len() == 1) else { return false };
        let (start, end) = extent(self.page, lines);
        let text = &self.page.text[start..end];
        let Some(seen) =
            self.recognizer.move_at(text).filter(|seen| seen.len >= text.len() && seen.sure >= 2)
        else {
            return false;
        };
        self.scores[index].line.cells.push(Cell {
            span: self.page.span(start, start + seen.len.min(text.len())),
            words: fold(text),
            ..Cell::default()
        });
        self.owners[lines.start] = Kind::Score(u32::try_from(index).unwrap_or(u32::MAX));
        self.unsolved = None;
        true
    }
}
