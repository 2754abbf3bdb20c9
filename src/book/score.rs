//! Rows put together into scores: which row continues which game, what stands between them, and to whom each line
//! belongs.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::column::{Entry, Holds, Shape};
use crate::book::diagram;
use crate::book::hang::{attach, cell, comment, ending_in, footnote, has_mark, is_title};
use crate::book::heading::{self, Columns};
use crate::book::lines::{self, Item};
use crate::book::note::{self, fold, ply};
use crate::book::page::Page;
use crate::book::pairing;
use crate::book::players;
use crate::book::problem;
use crate::book::region::{self, Kind, Region};
use crate::book::table::order_columns;
use crate::book::title;
use crate::chess::Color;
use crate::record::{Cell, Line, Score, Start, Words};

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The scores in the order of the text.
    pub scores: Vec<Score>,
    /// Every line of the text, as what it was taken.
    pub regions: Vec<Region>,
}

/// Finds the scores of a text.
#[must_use]
pub fn find(page: &Page, recognizer: &dyn Recognizer) -> Found {
    let mut items = lines::sort(page, recognizer);
    // The columns of raw text are in order, and where words stand on a line says nothing there.
    if !recognizer.is_raw() {
        order_columns(page, &mut items);
    }
    let mut builder = Builder {
        page,
        recognizer,
        scores: Vec::new(),
        owners: vec![Kind::Prose; page.rows.len()],
        open: None,
        waiting: Vec::new(),
        columns: None,
        position: problem::Position::default(),
        unsolved: None,
        diagrams: diagram::labelled(page, &items),
    };
    for item in items {
        builder.take(item);
    }
    builder.close();
    if builder.scores.is_empty()
        && let Some(rows) = lines::plain(page, recognizer)
    {
        for (line, shape) in rows {
            builder.rows(line..line + 1, shape, Set::Rows);
        }
        builder.close();
    }
    let regions = region::merge(
        page.rows
            .iter()
            .zip(&builder.owners)
            .map(|(row, &kind)| (row.span, kind))
            .filter(|(s, _)| !s.is_empty()),
    );
    Found { scores: builder.scores, regions }
}

/// How the open score is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    Rows,
    Run,
}

pub(super) struct Open {
    pub score: Score,
    /// The half-move that the next cell will be, counted from 0.
    next: u32,
    /// The number that the next row will bear, if the printed numbers go on as they do.
    printed_next: u32,
    set: Set,
    /// A branch that rows with lower numbers have begun: the cell it replaces, its line, its next half-move.
    branch: Option<(usize, Line, u32)>,
    /// Half-move of the first cell.
    pub first: u32,
    lines: Range<usize>,
    /// Nothing but blank lines since the last row.
    contiguous: bool,
    /// A title that opens a new part has been seen since the last row.
    sectioned: bool,
    /// White's and Black's moves stand in blocks of their own; their half-moves.
    split: Option<Vec<u32>>,
}

/// A stretch of text not yet given to anybody.
#[derive(Clone, Debug)]
struct Waiting {
    lines: Range<usize>,
    kind: Pending,
}

#[derive(Clone, Debug)]
enum Pending {
    Text,
    Note { mark: String, start: usize },
    Head(Columns),
    Diagram,
    Blank,
}

struct Builder<'p> {
    page: &'p Page,
    recognizer: &'p dyn Recognizer,
    scores: Vec<Score>,
    owners: Vec<Kind>,
    open: Option<Open>,
    waiting: Vec<Waiting>,
    columns: Option<Columns>,
    /// A position in words, as far as it has been told.
    position: problem::Position,
    /// A problem whose answer has not been met yet.
    unsolved: Option<usize>,
    /// The boards drawn in the text, with the numbers they bear.
    diagrams: Vec<diagram::Drawn>,
}

/// What to do with an entry.
enum Place {
    Continue,
    Branch(usize, u32),
    NewScore,
    Fragment,
}

impl Builder<'_> {
    fn take(&mut self, item: Item) {
        match item {
            Item::Row { line, shape } => self.rows(line..line + 1, shape, Set::Rows),
            Item::Run { lines, shape } => {
                // Without commas and words they are rows that have run together.
                let set = if shape.stops == 0 && shape.words == 0 { Set::Rows } else { Set::Run };
                self.rows(lines, shape, set);
            }
            Item::Head { line, columns } => {
                self.columns = Some(columns);
                self.position.head(columns, line);
                self.waiting.push(Waiting { lines: line..line + 1, kind: Pending::Head(columns) });
            }
            Item::Text { lines } => {
                if self.problem(&lines) || self.answer(&lines) {
                    return;
                }
                if let Some(open) = &mut self.open {
                    open.contiguous = false;
                    let first = self.page.row_text(lines.start).trim();
                    open.sectioned |= is_title(self.page, &lines) && heading::opens_section(first);
                }
                self.waiting.push(Waiting { lines, kind: Pending::Text });
            }
            Item::Note { lines, mark, start } => {
                if let Some(open) = &mut self.open {
                    open.contiguous = false;
                }
                self.waiting.push(Waiting { lines, kind: Pending::Note { mark, start } });
            }
            Item::Diagram { lines } => {
                for line in lines.clone() {
                    self.owners[line] = Kind::Diagram;
                }
                self.waiting.push(Waiting { lines, kind: Pending::Diagram });
            }
            Item::Blank { lines } => self.waiting.push(Waiting { lines, kind: Pending::Blank }),
        }
    }

    /// A position in words and its stipulation make a problem of their own.
    fn problem(&mut self, lines: &Range<usize>) -> bool {
        let Some(stipulated) = self.position.take(self.page, lines, self.recognizer) else { return false };
        let mut waiting = std::mem::take(&mut self.waiting);
        let at =
            waiting.iter().position(|piece| piece.lines.start >= stipulated.first).unwrap_or(waiting.len());
        waiting.truncate(at);
        self.waiting = waiting;
        self.columns = None;
        let (headings, _) = self.close_for_next();
        let index = self.scores.len();
        let from = headings.first().map_or(stipulated.first, |range: &Range<usize>| range.start);
        let words: Vec<Words> = headings.iter().map(|range| line_words(self.page, range)).collect();
        for line in from..lines.end {
            self.owners[line] = Kind::Score(u32::try_from(index).unwrap_or(u32::MAX));
        }
        self.scores.push(Score {
            first: 1,
            span: self.page.rows[from].span.join(self.page.rows[lines.end - 1].span),
            tags: title::tags(&words, None).into_iter().chain(title::composer(&words)).collect(),
            headings: words,
            start: Start::Words { white: stipulated.white, black: stipulated.black },
            stipulation: Some(line_words(self.page, lines)),
            ..Score::default()
        });
        self.unsolved = Some(index);
        true
    }

    /// A line that is one move and nothing else, below a problem: its answer.
    fn answer(&mut self, lines: &Range<usize>) -> bool {
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

    fn rows(&mut self, lines: Range<usize>, shape: Shape, set: Set) {
        for entry in shape.entries {
            if entry.cells.is_empty() {
                continue;
            }
            self.entry(&lines, &entry, set);
        }
        if let Some(open) = &mut self.open {
            open.score.breaks_off |= shape.breaks_off;
        }
    }

    /// The half-move of an entry's first cell.
    fn ply_of(&self, entry: &Entry) -> Option<u32> {
        let black = entry.dots || entry.cells.first().is_some_and(|cell| cell.holds == Holds::Dots);
        let black = black || self.columns == Some(Columns::Black);
        entry.number.map(|number| ply(number, black))
    }

    fn place(&self, entry: &Entry, set: Set) -> Place {
        let Some(open) = &self.open else {
            return if entry.number == Some(1) || entry.number.is_none() {
                Place::NewScore
            } else {
                Place::Fragment
            };
        };
        let Some(at) = self.ply_of(entry) else { return Place::Continue };
        if let Some(plies) = &open.split {
            // Both blocks have had their first move: another game begins.
            let begun = entry.number == Some(1) && plies.contains(&1);
            return if begun { Place::NewScore } else { Place::Continue };
        }
        let number = entry.number.unwrap_or(1);
        let white_done = open.next % 2 == 1 && at + 1 == open.next && entry.cells.len() == 1;
        let fits = at == open.next || white_done || number == open.printed_next && at % 2 == open.next % 2;
        if open.branch.is_some() && open.contiguous && set == Set::Rows && at > 0 {
            return Place::Branch(usize::MAX, at);
        }
        if let Some((_, _, next)) = &open.branch
            && (at == *next || at + 1 == *next && entry.cells.len() == 1)
            && at != open.next
        {
            return Place::Branch(usize::MAX, at);
        }
        // A lone first move below a lone first move may be the answer to it; all else that is numbered 1 begins anew.
        let is_answer =
            open.next <= 1 && entry.cells.len() == 1 && !open.sectioned && open.score.result.is_none();
        if number == 1 && at == 0 && !is_answer {
            return Place::NewScore;
        }
        if open.contiguous && set == Set::Rows && open.set == Set::Rows {
            return Place::Continue;
        }
        if fits {
            if open.sectioned && set == Set::Rows {
                return Place::Fragment;
            }
            if set == Set::Run && open.set == Set::Rows && !open.contiguous {
                return Place::Branch(usize::MAX, at);
            }
            return Place::Continue;
        }
        if open.sectioned {
            return Place::Fragment;
        }
        match at.checked_sub(open.first) {
            Some(index) if at < open.next => Place::Branch(index as usize, at),
            _ => Place::Fragment,
        }
    }

    fn entry(&mut self, lines: &Range<usize>, entry: &Entry, set: Set) {
        match self.place(entry, set) {
            Place::NewScore | Place::Fragment => {
                let at = self.ply_of(entry).unwrap_or(0);
                self.begin(lines, at, set);
            }
            Place::Continue => self.settle(),
            Place::Branch(index, at) => {
                self.settle();
                self.branch(lines, entry, index, at);
                return;
            }
        }
        self.append(lines, entry);
    }

    /// Text since the last row becomes a comment on the last move.
    fn settle(&mut self) {
        let Some(open) = &mut self.open else { return };
        if self.waiting.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        let mut heads = None;
        for piece in waiting {
            for line in piece.lines.clone() {
                if self.owners[line] != Kind::Diagram {
                    self.owners[line] = Kind::Score(index);
                }
            }
            match piece.kind {
                Pending::Text => comment(self.page, self.recognizer, open, &piece.lines),
                Pending::Note { mark, start } => {
                    footnote(self.page, self.recognizer, open, &piece.lines, &mark, start)
                }
                Pending::Head(columns) => heads = Some(columns),
                Pending::Diagram | Pending::Blank => {}
            }
        }
        // `WHITE.` over one block and `BLACK.` over the next: the moves are put together by their numbers.
        if heads == Some(Columns::Black) && open.split.is_none() {
            open.split =
                Some((0..open.score.line.cells.len()).map(|i| 2 * u32::try_from(i).unwrap_or(0)).collect());
        }
    }

    fn begin(&mut self, lines: &Range<usize>, first: u32, set: Set) {
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
        let (headings, columns) = self.close_for_next();
        let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        let from = headings.first().map_or(lines.start, |range: &Range<usize>| range.start);
        for line in from..lines.start {
            if self.owners[line] != Kind::Diagram {
                self.owners[line] = Kind::Score(index);
            }
        }
        self.columns = columns;
        let words: Vec<Words> =
            headings.iter().flat_map(|range| pairing::heading_words(self.page, range)).collect();
        let over = headings.iter().rev().find_map(|range| over_columns(self.page, range, lines.start));
        let join = words.iter().rev().find_map(|words| heading::joins(&words.text)).filter(|_| first > 0);
        let odds = words.iter().rev().find(|words| self.recognizer.is_odds(&words.text)).cloned();
        let fen = words.iter().rev().find_map(|words| pairing::fen(&words.text));
        self.open = Some(Open {
            score: Score {
                start: fen.map(Start::Fen).or(odds.map(Start::Odds)).unwrap_or_default(),
                diagram: diagram::meant(self.page, &self.diagrams, &words, above, lines.start),
                first: first / 2 + 1,
                black_first: first % 2 == 1,
                join,
                tags: title::tags(&words, over),
                headings: words,
                span: self.page.rows[from].span,
                ..Score::default()
            },
            next: first,
            printed_next: first / 2 + 1,
            set,
            branch: None,
            first,
            lines: from..lines.end,
            contiguous: true,
            sectioned: false,
            split: None,
        });
    }

    fn append(&mut self, lines: &Range<usize>, entry: &Entry) {
        let black = self.ply_of(entry).is_some_and(|at| at % 2 == 1);
        let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        for line in lines.clone() {
            self.owners[line] = Kind::Score(index);
        }
        let only = self.columns;
        let Some(open) = &mut self.open else { return };
        open.lines.end = open.lines.end.max(lines.end);
        if let Some((at, line, _)) = open.branch.take() {
            attach(&mut open.score, at, line);
        }
        if let Some(plies) = &mut open.split {
            let number =
                entry.number.unwrap_or_else(|| plies.iter().filter(|&&p| p % 2 == 1).count() as u32 + 1);
            for piece in entry.cells.iter().filter(|piece| piece.holds != Holds::Dots) {
                plies.push(ply(number, true));
                open.score.line.cells.push(cell(self.page, piece, entry.number, Some(Color::Black)));
            }
            return;
        }
        // Black's move alone while White's is wanted: White's is missing on the page.
        let wanted_black = open.next % 2 == 1;
        let moves = entry.cells.iter().filter(|piece| piece.holds != Holds::Dots).count();
        if entry.number.is_some() && wanted_black != black && (black || moves == 2) {
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

    /// Rows with lower numbers than wanted: another way to play from there.
    fn branch(&mut self, lines: &Range<usize>, entry: &Entry, index: usize, at: u32) {
        let owner = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        for line in lines.clone() {
            self.owners[line] = Kind::Score(owner);
        }
        let Some(open) = &mut self.open else { return };
        open.lines.end = open.lines.end.max(lines.end);
        let mut branch = match open.branch.take() {
            Some(branch) if index == usize::MAX => branch,
            earlier => {
                if let Some((at, line, _)) = earlier {
                    attach(&mut open.score, at, line);
                }
                let index =
                    if index == usize::MAX { open.score.line.cells.len().saturating_sub(1) } else { index };
                (index, Line::default(), at)
            }
        };
        let mut number = entry.number;
        for piece in entry.cells.iter().filter(|piece| piece.holds != Holds::Dots) {
            let color = if branch.2 % 2 == 1 { Color::Black } else { Color::White };
            branch.1.cells.push(cell(self.page, piece, number.take(), Some(color)));
            branch.2 += 1;
        }
        open.branch = Some(branch);
        open.contiguous = true;
    }

    fn close(&mut self) {
        let _ = self.close_for_next();
    }

    /// Closes the open score: what follows its last row belongs to it as far as it seems to; the rest is left for
    /// the score that begins, whose headings are returned.
    fn close_for_next(&mut self) -> (Vec<Range<usize>>, Option<Columns>) {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut headings: Vec<Range<usize>> = Vec::new();
        let mut columns = None;
        let mut lines_taken = 0;
        // Words right under the last row belong to it, unless they open a new part; so does the result a little below.
        let mut kept = 0;
        let below = waiting.iter().position(|piece| !matches!(piece.kind, Pending::Blank));
        if self.open.is_some()
            && let Some(below) = below
            && let Waiting { lines, kind: Pending::Text } = &waiting[below]
        {
            let (start, end) = extent(self.page, lines);
            let words = &self.page.text[start..end];
            let tells = || {
                lines.len() == 1
                    && ending_in(words, self.recognizer).is_some_and(|range| range.end == words.len())
            };
            if below == 0 && !heading::opens_section(words) || below > 0 && tells() {
                kept = below + 1;
            }
        }
        while let Some(piece) = waiting.get(kept..).and_then(<[Waiting]>::last) {
            let len = piece.lines.len();
            match piece.kind {
                Pending::Blank if len <= 6 => {}
                Pending::Head(heads) => {
                    columns = columns.or(Some(heads));
                    headings.push(piece.lines.clone());
                }
                Pending::Text if lines_taken + len <= 9 && pairing::may_head(self.page, &piece.lines) => {
                    lines_taken += len;
                    headings.push(piece.lines.clone());
                }
                _ => break,
            }
            waiting.pop();
        }
        headings.reverse();
        if let Some(mut open) = self.open.take() {
            let index = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
            self.adopt(&mut open, &waiting, index);
            if let Some((at, line, _)) = open.branch.take() {
                attach(&mut open.score, at, line);
            }
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
        for range in &headings {
            for line in range.clone() {
                self.owners[line] = Kind::Heading;
            }
        }
        (headings, columns)
    }

    /// Text after the last row: the words that end the game, a paragraph or two on it, its footnotes.
    fn adopt(&self, open: &mut Open, waiting: &[Waiting], index: u32) {
        let _ = index;
        let mut paragraphs = 0;
        let mut notes_only = false;
        for piece in waiting {
            match &piece.kind {
                Pending::Blank => notes_only |= piece.lines.len() > 3,
                Pending::Diagram | Pending::Head(_) => notes_only = true,
                Pending::Note { mark, start } => {
                    if has_mark(&open.score.line, mark) {
                        footnote(self.page, self.recognizer, open, &piece.lines, mark, *start);
                        open.lines.end = open.lines.end.max(piece.lines.end);
                    }
                }
                Pending::Text if !notes_only => {
                    let (start, end) = extent(self.page, &piece.lines);
                    let text = &self.page.text[start..end];
                    let ending = ending_in(text, self.recognizer);
                    let title = is_title(self.page, &piece.lines) && heading::opens_section(text);
                    if paragraphs >= 2 || ending.is_none() && title {
                        notes_only = true;
                        continue;
                    }
                    if open.score.result.is_none()
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

pub(super) fn extent(page: &Page, lines: &Range<usize>) -> (usize, usize) {
    let start = page.rows[lines.start].start;
    let end = page.rows[lines.end - 1].end;
    let words = &page.text[start..end.max(start)];
    (start + words.len() - words.trim_start().len(), end.max(start))
}

/// The names that stand over the two columns of a table, in a line of a heading within reach of its first row.
fn over_columns(page: &Page, lines: &Range<usize>, first_row: usize) -> Option<players::Players> {
    lines
        .clone()
        .rev()
        .take_while(|&line| line + 6 > first_row)
        .find_map(|line| players::over_columns(page.row_text(line)))
}

fn line_words(page: &Page, lines: &Range<usize>) -> Words {
    let (start, end) = extent(page, lines);
    note::words(page, start, end)
}
