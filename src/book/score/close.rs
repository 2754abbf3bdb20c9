//! What belongs to a score that ends: its last words and notes; the rest heads the next one.
use std::ops::Range;

use super::builder::{Branch, Builder, Open, Pending, Waiting};
use super::extent;
use crate::book::column;
use crate::book::hang::{
    choose_end, comment, end_branch, ending_in, endnote, footnote, has_mark, is_ending, is_title, named_note,
    shouts,
};
use crate::book::heading::{self, Columns};
use crate::book::note;
use crate::book::odds;
use crate::book::pairing;
use crate::book::region::Kind;
use crate::book::shape::Said;
use crate::book::shape::{Entry, Holds};
use crate::book::spoken;
use crate::book::spot;
use crate::book::token::{self, Flow};
use crate::book::words::is_no_text;
use crate::record::{Cell, Note};
use crate::span::{Span, floor_char};

/// So many moves in a paragraph are a stretch of a game, though a few moves before them are lost.
const SURELY_ROWS: u32 = 8;
const MOST_LOST: u32 = 6;

/// So many moves in a note may be the rest of the game above it.
const REST_IN_NOTE: u32 = 6;

/// So far below a game, in bytes of one paragraph, its next move is looked for.
const FARTHEST: usize = 600;

/// So many half-moves are no mere remark behind the end of a game.
const LONG: usize = 12;

/// Long rows behind the words that end a game, of which nothing says that they were not played, are its own: the words stand
/// in the midst of its columns.
fn take_beyond(open: &mut Open) {
    let is_long = |branch: &mut Branch| branch.line.is_thought && branch.line.cells.len() >= LONG;
    if open.beyond == Some(false)
        && let Some(branch) = open.branch.take_if(is_long)
    {
        open.next = branch.next;
        open.score.line.cells.extend(branch.line.cells);
    }
}

impl Builder<'_> {
    /// Closes the open score: what follows its last row belongs to it as far as it seems to; the rest is left for
    /// the score that begins, whose headings are returned; behind the last one none begins.
    pub(super) fn close_for_next(&mut self, is_last: bool) -> (Vec<Range<usize>>, Option<Columns>) {
        let mut waiting = std::mem::take(&mut self.waiting);
        let goes_on = self.open.as_ref().and_then(|open| self.goes_on(open, &waiting));
        let mut headings: Vec<Range<usize>> = Vec::new();
        let mut columns = None;
        let mut lines_taken = 0;
        // Words right under the last row belong to it, unless they open a new part; so does the result a little below.
        let mut kept = 0;
        let below = waiting
            .iter()
            .position(|piece| !matches!(piece.kind, Pending::Blank) && !self.is_page_number(piece));
        if let Some(open) = &self.open
            && let Some(below) = below
            && let Waiting { lines, kind: Pending::Text } = &waiting[below]
        {
            let (start, end) = extent(self.page, lines);
            let words = &self.page.text[start..end];
            let tells = || {
                // `And wins; because the King takes it.` is no title.
                lines.len() == 1
                    && ending_in(words, self.recognizer).is_some_and(|range| {
                        let mut rest = words[range.end..].chars();
                        range.end == words.len()
                            || range.start == 0
                                && rest.find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
                    })
            };
            // Of a game that is over the words below it may be the title of the next.
            let is_over = open.score.result.is_some();
            let opens = heading::opens_section(words) && !is_ending(words, self.recognizer)
                || is_over && (shouts(words) || pairing::is_title_of_game(self.page, lines));
            if below == 0 && !opens || below > 0 && tells() {
                kept = below + 1;
            }
        }
        if let Some(open) = &self.open
            && let Some(at) = self.last_words(open, &waiting)
        {
            kept = kept.max(at + 1);
        }
        while let Some(piece) = waiting.get(kept..).and_then(<[Waiting]>::last) {
            let len = piece.lines.len();
            match piece.kind {
                Pending::Blank if len <= 6 => {}
                Pending::Head(heads) => {
                    columns = columns.or(Some(heads));
                    headings.push(piece.lines.clone());
                }
                Pending::Text
                    if lines_taken + len <= 9
                        && !self.goes_on_in_words(&piece.lines)
                        && (pairing::may_head(self.page, &piece.lines)
                            || odds::tell(self.page, &piece.lines, self.recognizer))
                        && !self.speaks_of_moves(&piece.lines)
                        && !((is_last || self.is_titled(&headings, &waiting[kept..]))
                            && self.is_remark(&piece.lines, is_last)) =>
                {
                    lines_taken += len;
                    headings.push(piece.lines.clone());
                }
                Pending::Text
                    if !headings.iter().any(|lines| pairing::is_numbered(self.page, lines))
                        && self.introduces(&waiting[kept..]) => {}
                _ => break,
            }
            waiting.pop();
        }
        headings.reverse();
        self.end(&waiting, goes_on);
        for range in &headings {
            for line in range.clone() {
                self.owners[line] = Kind::Heading;
            }
        }
        (headings, columns)
    }

    /// Is the next game titled below the last of what waits, and not above it?
    fn is_titled(&self, headings: &[Range<usize>], waiting: &[Waiting]) -> bool {
        headings.iter().any(|lines| pairing::is_title_of_game(self.page, lines)) && !self.introduces(waiting)
    }

    /// A sentence below the rows of a game that tells nothing of the next one, which has a title of its own; below the last
    /// game any.
    fn is_remark(&self, lines: &Range<usize>, is_last: bool) -> bool {
        self.open.is_some()
            && if is_last {
                pairing::is_sentence(self.page, lines)
            } else {
                pairing::is_remark(self.page, lines) && !odds::tell(self.page, lines, self.recognizer)
            }
    }

    /// Is the last of what waits words between the title of a game and its moves?
    fn introduces(&self, waiting: &[Waiting]) -> bool {
        let mut lines = 0;
        for piece in waiting.iter().rev() {
            match piece.kind {
                Pending::Blank if piece.lines.len() <= 6 => {}
                Pending::Text | Pending::Head(_)
                    if lines > 0 && pairing::is_title_of_game(self.page, &piece.lines) =>
                {
                    return true;
                }
                Pending::Text if lines + piece.lines.len() <= pairing::MOST_INTRODUCTION => {
                    lines += piece.lines.len();
                }
                _ => return false,
            }
        }
        false
    }

    /// Ends the open score, which keeps of what waits what belongs to it.
    pub(super) fn end(&mut self, waiting: &[Waiting], goes_on: Option<Span>) {
        if let Some(mut open) = self.open.take() {
            open.score.goes_on = open.score.goes_on.or(goes_on);
            take_beyond(&mut open);
            if !self.recognizer.is_raw() {
                choose_end(&mut open, self.ends(waiting));
            }
            let waiting = &self.give_endnotes(&open, waiting);
            self.adopt(&mut open, waiting);
            open.score.result = open.score.result.or(open.ended.take()).or(open.told.take());
            end_branch(&mut open);
            let last = open.score.line.cells.last().filter(|_| open.score.result.is_none());
            let named = last.into_iter().flat_map(|cell| &cell.notes).find_map(|note| match note {
                Note::Comment(words) if spoken::names_next(&words.text, self.recognizer) => Some(words.span),
                _ => None,
            });
            open.score.doubt = open.score.doubt.or(named);
            if let Some(plies) = open.split.take() {
                let mut order: Vec<usize> = (0..plies.len()).collect();
                order.sort_by_key(|&i| plies[i]);
                let mut cells: Vec<Option<Cell>> = open.score.line.cells.drain(..).map(Some).collect();
                open.score.line.cells = order.into_iter().filter_map(|i| cells[i].take()).collect();
            }
            let last = open.lines.end.saturating_sub(1).min(self.page.rows.len().saturating_sub(1));
            open.score.span.end = self.page.rows[last].span.end;
            self.scores.push(open.score);
        }
    }

    /// Gives the notes that stand below the last of several games to those above that bear their marks, and leaves the rest. In raw
    /// print marks are often misread.
    fn give_endnotes(&mut self, open: &Open, waiting: &[Waiting]) -> Vec<Waiting> {
        let is_raw = self.recognizer.is_raw();
        let mut rest = Vec::with_capacity(waiting.len());
        for piece in waiting {
            let game = match &piece.kind {
                Pending::Note { mark, start } if !is_raw && !has_mark(&open.score.line, mark) => {
                    endnote(self.page, self.recognizer, &mut self.scores, &piece.lines, mark, *start)
                }
                _ => None,
            };
            match game {
                Some(game) => self.owners[piece.lines.clone()]
                    .fill(Kind::Score(u32::try_from(game).unwrap_or(u32::MAX))),
                None => rest.push(piece.clone()),
            }
        }
        rest
    }

    /// Text below a game, before any words that end it, that holds the move wanted next under its number: it goes on
    /// there, and could not be read as rows.
    pub(super) fn goes_on(&self, open: &Open, waiting: &[Waiting]) -> Option<Span> {
        if open.score.result.is_some() || open.beyond.is_some() || open.split.is_some() {
            return None;
        }
        // What was taken for another way to play from the very end.
        if let Some(branch) = &open.branch {
            let cells = &branch.line.cells;
            let begins = branch.next.saturating_sub(u32::try_from(cells.len()).unwrap_or(0));
            let first = cells.first().filter(|_| begins == open.next && cells.len() >= 4);
            return first.map(|cell| cell.span);
        }
        let mut tokens = Vec::new();
        let mut in_notes = false;
        for piece in waiting {
            let (start, end) = extent(self.page, &piece.lines);
            let start = match piece.kind {
                Pending::Blank | Pending::Diagram => continue,
                Pending::Text if !in_notes => start,
                Pending::Note { start, .. } => {
                    in_notes = true;
                    start
                }
                Pending::Text | Pending::Head(_) | Pending::Tags => return None,
            };
            let text = &self.page.text[start..end];
            if !in_notes && (ending_in(text, self.recognizer).is_some() || heading::opens_section(text)) {
                return None;
            }
            let most = floor_char(&self.page.text, end.min(start + FARTHEST));
            tokens.clear();
            token::cut(&self.page.text, start..most, Flow::Running, self.recognizer, &mut tokens);
            let shape = column::shape(&self.page.text, &tokens, self.recognizer);
            let wanted = open.next / 2 + 1;
            let black = open.next % 2 == 1;
            let next = |entry: &Entry| {
                let number = entry.number.unwrap_or(0);
                let same = (number == wanted || number == open.printed_next) && entry.dots == black;
                // Black's move before it bears no number.
                let after = black && number == wanted + 1 && !entry.dots;
                // No move of it is only thought of, and in a note it is long.
                if entry.said == Said::Hypothetical || in_notes && shape.moves < REST_IN_NOTE {
                    return false;
                }
                let later =
                    !in_notes && shape.moves >= SURELY_ROWS && (wanted..wanted + MOST_LOST).contains(&number);
                (same || after || later) && entry.cells.iter().any(|cell| cell.holds == Holds::Move)
            };
            let dense = shape.moves >= 4 && shape.move_bytes >= shape.word_bytes;
            // What begins with an earlier number is another way to play.
            let first = shape.entries.iter().find(|entry| entry.number.is_some());
            if dense && let Some(entry) = first.filter(|entry| next(entry)) {
                return Some(self.page.span(entry.start, end));
            }
        }
        None
    }

    /// The paragraph of nothing but an ending in words that stands below a game, after its notes and before the next
    /// heading.
    fn last_words(&self, open: &Open, waiting: &[Waiting]) -> Option<usize> {
        if open.score.result.is_some() || open.branch.is_some() {
            return None;
        }
        let mut paragraphs = 0;
        for (at, piece) in waiting.iter().enumerate() {
            match &piece.kind {
                Pending::Blank if piece.lines.len() <= 6 => {}
                Pending::Text if self.is_page_number(piece) => {}
                Pending::Note { mark, .. } if has_mark(&open.score.line, mark) => {}
                Pending::Text => {
                    let (start, end) = extent(self.page, &piece.lines);
                    let text = &self.page.text[start..end];
                    if is_ending(text, self.recognizer) {
                        return Some(at);
                    }
                    paragraphs += 1;
                    // What is only thought of is no title, though moves have many capitals.
                    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
                    let is_note = || first.is_some_and(|word| self.recognizer.is_unplayed(word));
                    if paragraphs > 2 || heading::opens_section(text) || shouts(text) && !is_note() {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        None
    }

    /// The number of a page, or the place of a picture, that says nothing of the end of a game.
    pub(super) fn is_page_number(&self, piece: &Waiting) -> bool {
        let (start, end) = extent(self.page, &piece.lines);
        let text = &self.page.text[start..end];
        matches!(piece.kind, Pending::Text)
            && piece.lines.len() == 1
            && is_no_text(text)
            && ending_in(text, self.recognizer).is_none()
    }

    /// A line that begins with a small letter and names a move that was played next is no title.
    fn goes_on_in_words(&self, lines: &Range<usize>) -> bool {
        let (start, end) = extent(self.page, lines);
        let text = &self.page.text[start..end];
        self.open.is_some()
            && text.starts_with(char::is_lowercase)
            && spoken::names_next(text, self.recognizer)
    }

    /// Moves in the middle of a game stand in these lines, or they say which of its moves they are on: they speak of the game
    /// above, and are no title.
    fn speaks_of_moves(&self, lines: &Range<usize>) -> bool {
        let (start, end) = extent(self.page, lines);
        let names_move = |open: &Open| {
            let cells = &open.score.line.cells;
            spot::of_note(&self.page.text[start..end], cells, open.first, self.recognizer).is_some()
        };
        if !self.recognizer.is_raw() && self.open.as_ref().is_some_and(names_move) {
            return true;
        }
        let mut tokens = Vec::new();
        token::cut(&self.page.text, start..end, Flow::Running, self.recognizer, &mut tokens);
        let first = tokens.iter().position(|token| matches!(token.kind, token::Kind::Number { .. }));
        let Some([number, rest @ ..]) = first.map(|at| &tokens[at..]) else { return false };
        // The dash of `31. - SICILIAN DEFENCE` stands for no move.
        let next = rest.iter().find(|token| !matches!(token.kind, token::Kind::Dots));
        matches!(number.kind, token::Kind::Number { value: 2.., .. })
            && next.is_some_and(|next| matches!(next.kind, token::Kind::Move { sure: 2.. }))
    }

    /// Text after the last row: the words that end the game, a paragraph or two on it, its footnotes.
    pub(super) fn adopt(&self, open: &mut Open, waiting: &[Waiting]) {
        let mut paragraphs = 0;
        let mut notes_only = false;
        let mut is_among_notes = false;
        let last_words = self.last_words(open, waiting);
        for (at, piece) in waiting.iter().enumerate() {
            let is_last = last_words == Some(at);
            if self.is_page_number(piece) {
                continue;
            }
            is_among_notes &= matches!(piece.kind, Pending::Note { .. } | Pending::Blank);
            match &piece.kind {
                Pending::Blank => notes_only |= piece.lines.len() > 3,
                Pending::Diagram | Pending::Head(_) | Pending::Tags => notes_only = true,
                Pending::Note { mark, start } => {
                    // Behind notes of the game one whose mark cannot be found is of it, too.
                    // So is one of a list right below it.
                    let is_marked = has_mark(&open.score.line, mark);
                    let is_listed =
                        !is_marked && mark.starts_with('*') && !notes_only && !self.recognizer.is_raw();
                    is_among_notes |= is_listed || is_marked;
                    if is_listed && named_note(self.page, self.recognizer, open, &piece.lines, *start) {
                        open.lines.end = open.lines.end.max(piece.lines.end);
                    } else if is_among_notes {
                        footnote(self.page, self.recognizer, open, &piece.lines, mark, *start);
                        open.lines.end = open.lines.end.max(piece.lines.end);
                    }
                }
                Pending::Text
                    if !self.recognizer.is_raw()
                        && named_note(
                            self.page,
                            self.recognizer,
                            open,
                            &piece.lines,
                            extent(self.page, &piece.lines).0,
                        ) =>
                {
                    open.lines.end = open.lines.end.max(piece.lines.end);
                }
                Pending::Text if !notes_only || is_last => {
                    let (start, end) = extent(self.page, &piece.lines);
                    let text = &self.page.text[start..end];
                    let ending = ending_in(text, self.recognizer);
                    // `TO CORRESPONDENTS.` with its first answer right below it is a title, too.
                    let first = self.page.row_text(piece.lines.start).trim();
                    let is_headed = piece.lines.len() > 1
                        && first.len() >= 8
                        && shouts(first)
                        && !first.contains(|c: char| c.is_ascii_digit());
                    // So is `Game 2. White: Alder. Black: Birch.` above rows that could not be read.
                    let top = piece.lines.start..piece.lines.start + 1;
                    let opens = || heading::opens_section(first) && is_title(self.page, &top);
                    let title = is_headed
                        || piece.lines.len() > 1 && opens()
                        || is_title(self.page, &piece.lines)
                            && (heading::opens_section(text) || shouts(text))
                            && !self.speaks_of_moves(&piece.lines);
                    if paragraphs >= 2 && !is_last || ending.is_none() && title {
                        notes_only = true;
                        continue;
                    }
                    // Words below another way to play tell how that ends.
                    if open.score.result.is_none()
                        && open.branch.is_none()
                        && let Some(range) = ending
                    {
                        open.score.result =
                            Some(note::words(self.page, start + range.start, start + range.end));
                    }
                    paragraphs += 1;
                    // A rule of stars says nothing, and a result in figures nothing more.
                    let told = open.score.result.is_some();
                    if text.contains(char::is_alphabetic) || !told && text.contains(char::is_alphanumeric) {
                        comment(self.page, self.recognizer, open, &piece.lines);
                    }
                    open.lines.end = open.lines.end.max(piece.lines.end);
                }
                Pending::Text => {}
            }
        }
    }
}
