//! What stands above a game and heads it.
use std::ops::Range;

use super::find::{Begins, Finder, is_words};
use crate::align::lines::{Look, goes_on};
use crate::align::token::Kind;
use crate::book::naming;
use crate::book::{Recognizer, diagram, odds, pairing, title, words};
use crate::grammar::detect;
use crate::record::{Score, Start, Words};

/// Most lines above a game that head it, and most blank lines among them.
const MOST_HEAD: usize = 9;
const MOST_BLANK: usize = 6;

/// Lines of words that may stand between the tags of a game and its moves.
const WORDS_BELOW_TAGS: usize = 12;

impl Finder<'_, '_, '_, '_> {
    fn text(&self, lines: &Range<usize>) -> &str {
        let (start, end) = words::extent(self.page, lines);
        &self.page.text[start..end]
    }

    /// Lines that say how the game above ended head no other.
    pub(super) fn tells_ending(&self, lines: &Range<usize>) -> bool {
        let text = self.text(lines);
        lines.len() == 1 && words::is_ending(text, self.recognizer)
            || self.recognizer.ending_len(text).is_some_and(|len| {
                text[len..].chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
            })
    }

    /// Do these lines hold a move? Words with moves are a note, but for those of a title with a number.
    fn holds_move(&self, lines: &Range<usize>) -> bool {
        let mut moves = detect::moves(self.text(lines), &self.lattice.dialect);
        moves.next().is_some() && !pairing::is_numbered(self.page, lines)
    }

    /// Does no sentence go on from the line above?
    fn begins_anew(&self, line: usize) -> bool {
        let above = self.page.row_text(line - 1).trim_end();
        let goes_on = goes_on(above) && !above.ends_with([')', ']', '"']) || above.ends_with([',', ';', '-']);
        !goes_on && !self.page.row_text(line).trim_start().starts_with(char::is_lowercase)
    }

    /// The lines above a game that head it, and those of its tag pairs.
    pub(super) fn head(&self, line: usize) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let mut head: Vec<Range<usize>> = Vec::new();
        let mut tags: Vec<Range<usize>> = Vec::new();
        let mut at = line;
        let (mut taken, mut blank) = (0, 0);
        // Words that introduce the game below its title, and what heads it below them.
        let (mut introduction, mut below) = (0, None);
        // Tag pairs stand a little above the moves, whatever is between.
        let from = self.behind.max(line.saturating_sub(WORDS_BELOW_TAGS + MOST_BLANK));
        let tag_line = (from..line).rev().find(|&line| self.lines.looks[line] == Look::Tag);
        while at > self.behind && taken <= MOST_HEAD {
            let above = at - 1;
            let look = self.lines.looks[above];
            match look {
                Look::Blank | Look::Number => {
                    blank += usize::from(look == Look::Blank);
                    if blank > MOST_BLANK {
                        break;
                    }
                    at = above;
                    continue;
                }
                Look::Row if pairing::are_beside_row(self.page, above) => {
                    at = above;
                    continue;
                }
                Look::Row | Look::Tag | Look::Drawn | Look::Note => break,
                _ => {}
            }
            blank = 0;
            let mut start = above;
            if !matches!(look, Look::Head(_)) {
                let parts = |line: usize| pairing::parts_games(self.page, line, self.recognizer);
                while start > self.behind && is_words(self.lines.looks[start - 1]) && !parts(start - 1) {
                    start -= 1;
                }
            }
            let heads = |range: &Range<usize>| {
                range.len() <= MOST_HEAD - taken
                    && (range.start == start || self.begins_anew(range.start))
                    && (matches!(look, Look::Head(_))
                        || pairing::may_head(self.page, range) && !self.holds_move(range)
                        || odds::tell(self.page, range, self.recognizer))
            };
            // Of a paragraph its last lines may be a heading, if it does not tell how the game above ended.
            if !self.games.is_empty() && self.tells_ending(&(start..above + 1)) {
                break;
            }
            let Some(range) = (start..=above).map(|start| start..above + 1).find(heads) else {
                introduction += above + 1 - start;
                let is_numbered = || head.iter().any(|range| pairing::is_numbered(self.page, range));
                if look == Look::Prose && introduction <= pairing::MOST_INTRODUCTION && !is_numbered() {
                    below.get_or_insert(head.len());
                    at = start;
                    continue;
                }
                break;
            };
            // A sentence above the title of a game is of the game before.
            let is_title = |range: &Range<usize>| pairing::is_title_of_game(self.page, range);
            let is_above = || {
                (self.behind.max(start.saturating_sub(pairing::MOST_INTRODUCTION))..range.start)
                    .any(|line| self.lines.looks[line] != Look::Blank && is_title(&(line..line + 1)))
            };
            if !self.games.is_empty()
                && pairing::is_remark(self.page, &range)
                && head.iter().any(is_title)
                && !is_above()
                && !odds::tell(self.page, &range, self.recognizer)
            {
                break;
            }
            let whole = range.start == start;
            start = range.start;
            taken += range.len();
            at = start;
            head.push(range);
            if !whole {
                break;
            }
        }
        if let Some(below) = below
            && !head[below..].iter().any(|range| pairing::is_title_of_game(self.page, range))
        {
            head.truncate(below);
        }
        head.reverse();
        if let Some(mut end) = tag_line.map(|line| line + 1) {
            // Those that begin the tags of another game are not its own.
            loop {
                let start =
                    (self.behind..end).rev().take_while(|&line| self.lines.looks[line] == Look::Tag).last();
                let Some(start) = start else { break };
                let range = start..end;
                if tags.last().is_some_and(|below| crate::book::tag::begins_another(self.page, &range, below))
                {
                    break;
                }
                tags.push(range);
                end = start;
                while end > self.behind && self.lines.looks[end - 1] == Look::Blank {
                    end -= 1;
                }
                if end == self.behind || self.lines.looks[end - 1] != Look::Tag {
                    break;
                }
            }
            tags.reverse();
            head.retain(|range| tags.last().is_none_or(|tags| range.start >= tags.end));
        }
        (head, tags)
    }

    /// The first token of the words in front of the first move, in its paragraph.
    pub(super) fn lead(&self, line: usize, number: u32, begins: Begins) -> u32 {
        if begins != Begins::Inside {
            return number;
        }
        if self.lattice.lines[line] < self.done {
            // Behind another game on the same line: the words of the last sentence.
            let mut at = number;
            while at > self.done && !self.ends_sentence(at - 1) {
                at -= 1;
            }
            return at;
        }
        let mut first = line;
        while first > 0
            && matches!(self.lines.looks[first - 1], Look::Prose | Look::Title | Look::GameTitle)
            && self.lattice.lines[first - 1] >= self.done
        {
            first -= 1;
        }
        self.lattice.lines[first].max(self.done.min(number))
    }

    /// Is a token a full stop behind a word, and no abbreviation's?
    fn ends_sentence(&self, at: u32) -> bool {
        let stop = matches!(self.lattice.tokens[at as usize].kind, Kind::Stop(b'.' | b';') | Kind::Line);
        stop && at.checked_sub(1).is_none_or(|before| {
            !self.lattice.tokens[before as usize].is_word() || self.lattice.text(before).len() > 2
        })
    }

    /// The words of the lines that head a game.
    pub(super) fn headings(&self, head: &[Range<usize>]) -> Vec<Words> {
        head.iter().flat_map(|range| pairing::heading_words(self.page, range)).collect()
    }

    pub(super) fn score(&self, head: &[Range<usize>], tags: &[Range<usize>], line: usize) -> Score {
        let over_sides = pairing::over_sides(self.page, line);
        let mut words = self.headings(head);
        if let Some((_, lines)) = &over_sides {
            let told = self.page.span_of(lines);
            words.retain(|words| words.span.start < told.start || words.span.end > told.end);
        }
        let before = self.games.last().map(|game| &game.score.start);
        let odds = odds::told(self.page, &words, self.behind..line, before, self.recognizer);
        let fen = words.iter().rev().find_map(|words| naming::fen(&words.text));
        let over = over_sides.map(|(names, _)| names);
        let over = over.or_else(|| pairing::over_columns(self.page, head, line));
        let above = self.games.last().map_or(&[][..], |game| &game.score.tags);
        let mut named = title::tags(&words, over, above, |text| words::is_ending(text, self.recognizer));
        named.retain(|tag| !odds::is_event(tag, odds.as_ref(), self.recognizer));
        let pairs = tags.iter().map(|lines| self.page.span_of(lines));
        Score {
            start: fen.map(Start::Fen).or(odds.map(Start::Odds)).unwrap_or_default(),
            diagram: diagram::meant(self.page, &self.drawn, &words, self.behind, line),
            first: 1,
            tags: named,
            pairs: pairs.collect(),
            headings: words,
            ..Score::default()
        }
    }
}
