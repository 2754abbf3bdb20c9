//! Rows put together into scores: which row continues which game, what stands between them, and to whom each line
//! belongs.
mod builder;
mod close;
mod fill;
mod place;
mod problem;
mod resume;

pub(super) use self::builder::{Between, Branch, Open};
pub(super) use crate::book::words::extent;
use std::ops::Range;

use self::builder::{Builder, Pending, Return, Set, Waiting};
use self::place::Place;

use crate::book::Recognizer;
use crate::book::diagram;
use crate::book::hang::{comment, ending_in, footnote, is_ending, is_title};
use crate::book::heading::{self, Columns};
use crate::book::item::Item;
use crate::book::lines;
use crate::book::mark;
use crate::book::note;
use crate::book::page::Page;
use crate::book::phrase;
use crate::book::problem::Position;
use crate::book::region::{self, Kind, Region};
use crate::book::shape::{Entry, Holds, Shape};
use crate::book::table::order_columns;
use crate::book::tag;
use crate::book::torn;
use crate::record::{Note, Score, Words};
use crate::span::Span;

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The scores in the order of the text.
    pub scores: Vec<Score>,
    /// Every line of the text, as what it was taken.
    pub regions: Vec<Region>,
    /// Tag pairs above no moves, those of one game each.
    pub unclaimed: Vec<Span>,
}

/// Finds the scores of a text.
#[must_use]
pub fn find(page: &Page, recognizer: &dyn Recognizer) -> Found {
    // The columns of raw text are in order, and where words stand on a line says nothing there.
    let mut items = if recognizer.is_raw() {
        torn::sort(page, recognizer)
    } else {
        let mut items = lines::sort(page, recognizer);
        order_columns(page, &mut items, recognizer);
        items
    };
    diagram::frame(page, &mut items);
    let mut builder = Builder {
        page,
        recognizer,
        scores: Vec::new(),
        owners: vec![Kind::Prose; page.rows.len()],
        open: None,
        waiting: Vec::new(),
        columns: None,
        position: Position::default(),
        unsolved: None,
        diagrams: diagram::labelled(page, &items),
        lead: None,
        returns: Vec::new(),
        resumed: Vec::new(),
        beside: Vec::new(),
        unclaimed: Vec::new(),
    };
    let tags = items.iter().find_map(|item| match item {
        Item::Tags { lines } => Some(lines.clone()),
        _ => None,
    });
    for item in items {
        builder.take(item);
    }
    builder.close();
    if builder.scores.is_empty()
        && let Some(rows) = lines::plain(page, recognizer)
    {
        if let Some(lines) = tags {
            builder.unclaimed.clear();
            builder.take(Item::Tags { lines });
        }
        for (line, shape) in rows {
            builder.rows(line..line + 1, shape, Set::Rows);
        }
        builder.close();
    }
    builder.give_titles();
    builder.resume();
    let regions = region::merge(
        page.rows
            .iter()
            .zip(&builder.owners)
            .map(|(row, &kind)| (row.span, kind))
            .filter(|(s, _)| !s.is_empty()),
    );
    Found { scores: builder.scores, regions, unclaimed: builder.unclaimed }
}

/// Is an entry the number of a game and its title, as in `2. Scholar's mate. 1. P-K4`?
fn is_of_title(entries: &[Entry], at: usize) -> bool {
    let is_first = |next: &Entry| next.number == Some(1);
    entries[at].cells.iter().all(|cell| cell.holds == Holds::Unread)
        && entries.get(at + 1).is_some_and(is_first)
}

/// No more words say who stands better, and nothing else.
const WORDS_OF_JUDGEMENT: usize = 8;

/// Lines of words that may stand between the tags of a game and its moves.
const WORDS_BELOW_TAGS: usize = 12;

impl Builder<'_> {
    fn take(&mut self, item: Item) {
        match item {
            Item::Row { line, shape } => self.rows(line..line + 1 + shape.more_lines, shape, Set::Rows),
            Item::Run { lines, shape } => {
                // Without commas and but few words, misprints perhaps, they are rows that have run together.
                let set =
                    if shape.stops == 0 && shape.words * 4 <= shape.moves { Set::Rows } else { Set::Run };
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
            Item::Tags { lines } => self.tags(lines),
            Item::Blank { lines } => self.waiting.push(Waiting { lines, kind: Pending::Blank }),
        }
    }

    /// Tag pairs end the game above them, and head the one below. Among rows a lone `[FEN "..."]` is a picture.
    fn tags(&mut self, lines: Range<usize>) {
        let is_fen = lines.len() == 1 && self.page.row_text(lines.start).trim_start().starts_with("[FEN");
        if let Some(open) = self.open.as_mut().filter(|open| is_fen && open.score.result.is_none()) {
            open.contiguous = false;
            self.waiting.push(Waiting { lines, kind: Pending::Text });
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let (before, above): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|piece| !matches!(piece.kind, Pending::Tags));
        let goes_on = self.open.as_ref().and_then(|open| self.goes_on(open, &before));
        self.end(&before, goes_on);
        self.columns = None;
        self.position = Position::default();
        for piece in above {
            let goes_on = before.iter().all(|piece| matches!(piece.kind, Pending::Blank))
                && !tag::begins_another(self.page, &piece.lines, &lines);
            if goes_on {
                self.waiting.push(piece);
            } else {
                self.unclaim(&piece);
            }
        }
        self.waiting.push(Waiting { lines, kind: Pending::Tags });
    }

    /// No moves stand below these tag pairs.
    fn unclaim(&mut self, piece: &Waiting) {
        if let Pending::Tags = piece.kind {
            let (start, end) = extent(self.page, &piece.lines);
            self.unclaimed.push(self.page.span(start, end));
        }
    }

    fn rows(&mut self, lines: Range<usize>, mut shape: Shape, set: Set) {
        let leads = self.leads(self.page.rows[lines.start].start(), &mut shape.entries);
        for (i, entry) in shape.entries.iter().enumerate() {
            if entry.cells.is_empty() || is_of_title(&shape.entries, i) {
                continue;
            }
            let next =
                shape.entries[i + 1..].iter().find(|next| !next.cells.is_empty()).map(|next| next.start);
            self.lead = leads[i].map(|start| note::words(self.page, start, entry.start));
            let known = self.scores.len();
            self.entry(&self.lines_of(&lines, entry.start, next), entry, set);
            // What begins behind another within one sentence is told in it, too.
            if i > 0 && self.scores.len() > known {
                let is_told = self.scores.last().is_some_and(|last| last.in_sentence);
                self.open.iter_mut().for_each(|open| open.score.in_sentence |= is_told);
            }
            let is_note = || self.page.row_text(lines.start).trim_start().starts_with(mark::OPEN);
            if i == 0 && (set == Set::Run || is_note()) {
                self.words_before(lines.start, entry.start);
            }
        }
        if let Some(open) = &mut self.open {
            open.score.breaks_off |= shape.breaks_off;
            let cut_off = shape.cut_off.map(|(start, end)| self.page.span(start, end));
            open.score.goes_on = open.score.goes_on.or(cut_off);
            if shape.is_doubtful {
                let (start, end) = extent(self.page, &lines);
                open.score.doubt = open.score.doubt.or(Some(self.page.span(start, end)));
            }
        }
    }

    /// Where the words begin that stand in front of each entry: on its line, or behind words that end the game above and
    /// head the next, which are taken from what is said of that.
    fn leads(&self, start: usize, entries: &mut [Entry]) -> Vec<Option<usize>> {
        let mut from = Some(start);
        let mut leads = Vec::with_capacity(entries.len());
        for i in 0..entries.len() {
            let at = entries[i].start;
            if i > 0 && entries[i].number == Some(1) && !is_of_title(entries, i) && from.is_none() {
                let last = entries[..i].iter_mut().rev().find_map(|entry| entry.cells.last_mut());
                from = last.and_then(|last| {
                    let end = last.ending.filter(|ending| ending.1 <= at)?.1;
                    let heads = phrase::read(&note::words(self.page, end, at).text).is_something();
                    if heads && let Some(tail) = last.tail.as_mut().filter(|tail| tail.1 > end) {
                        tail.1 = end.max(tail.0);
                    }
                    heads.then_some(end)
                });
            }
            let is_lead = |&from: &usize| from < at && self.page.text[from..at].contains(char::is_alphabetic);
            leads.push(from.filter(is_lead));
            if !entries[i].cells.is_empty() && !is_of_title(entries, i) {
                from = None;
            }
        }
        leads
    }

    /// Of the lines of a run those of an entry, up to where the next one starts: a run may hold several games.
    fn lines_of(&self, lines: &Range<usize>, start: usize, next: Option<usize>) -> Range<usize> {
        let line_at = |at: usize| {
            let rows = &self.page.rows[lines.clone()];
            lines.start + rows.partition_point(|row| row.start() <= at).max(1) - 1
        };
        let first = line_at(start);
        first..next.map_or(lines.end, |next| line_at(next).max(first + 1))
    }

    /// Words on the line of the first move, in front of it, belong to the game.
    fn words_before(&mut self, line: usize, moves: usize) {
        let Some(open) = self.open.as_mut().filter(|open| open.score.line.before.is_empty()) else { return };
        let words = note::words(self.page, self.page.rows[line].start(), moves);
        let begins = open.lines.start <= line && open.score.line.cells.len() <= 2;
        if begins && words.text.contains(char::is_alphabetic) {
            open.score.in_sentence |= open.set == Set::Run && resume::is_sentence(&words, self.recognizer);
            open.score.line.before.push(words);
        }
    }

    fn entry(&mut self, lines: &Range<usize>, entry: &Entry, set: Set) {
        let is_thought = self.is_thought();
        match self.place(entry, set) {
            place @ (Place::NewScore | Place::Fragment | Place::Resume(_)) => {
                let at = self.ply_of(entry).unwrap_or(0);
                let left = self.open.as_ref().and_then(|open| {
                    let is_open = at == open.next && !self.resumes() && !self.ends(&self.waiting);
                    let stem = self.stem(open).filter(|_| matches!(place, Place::Resume(_)))?;
                    Some((stem, is_open))
                });
                self.begin(lines, at, set);
                let piece = self.scores.len();
                self.returns.extend(left.map(|(stem, is_open)| Return { piece, stem, is_open }));
                if let Place::Resume(game) = place {
                    self.resumed.push((piece, game));
                }
            }
            Place::Continue => {
                self.settle();
                self.open.iter_mut().for_each(|open| open.ended = None);
            }
            Place::Branch(index, at) => {
                let between = self.between(index);
                let resumes = self.resumes();
                let ended = self.ended();
                self.settle();
                if !self.takes_back(lines, entry, index, at, resumes, is_thought) {
                    self.open.iter_mut().for_each(|open| open.ended = open.ended.take().or(ended.clone()));
                    self.branch(lines, entry, index, at, between);
                }
                return;
            }
            Place::Aside(at) => {
                let ended = self.ended();
                self.settle();
                let place = self.page.span(entry.start, entry.start);
                if let Some(open) = &mut self.open {
                    open.ended = open.ended.take().or(ended);
                    if !is_thought && open.beyond.is_none() {
                        open.score.doubt = open.score.doubt.or(Some(place));
                    }
                    open.beyond.get_or_insert(is_thought);
                }
                self.branch(lines, entry, usize::MAX, at, Between::Words);
                let branch = self.open.as_mut().and_then(|open| open.branch.as_mut());
                branch.into_iter().for_each(|branch| branch.line.is_thought = true);
                return;
            }
        }
        self.append(lines, entry, is_thought);
    }

    /// Do words stand above the move of the open score in this place?
    fn is_introduced(&self, index: usize) -> bool {
        let above = self.open.as_ref().zip(index.checked_sub(1));
        let above = above.and_then(|(open, above)| open.score.line.cells.get(above));
        above.is_some_and(|cell| cell.notes.iter().any(|note| matches!(note, Note::Comment(_))))
    }

    /// What stands between the last row and another way to play the move in this place. Where words stand above that move, those
    /// that end the way behind them introduce no other.
    fn between(&self, index: usize) -> Between {
        let mut texts = self.waiting.iter().filter(|piece| !matches!(piece.kind, Pending::Blank));
        let Some(words) = texts.next() else { return Between::Nothing };
        if texts.next().is_some() || !matches!(words.kind, Pending::Text) || !self.is_introduced(index) {
            return Between::Words;
        }
        let (start, end) = extent(self.page, &words.lines);
        let text = &self.page.text[start..end];
        let judges = || {
            let words = text.split_whitespace().count();
            words <= WORDS_OF_JUDGEMENT && text.ends_with('.') && !heading::is_capital(text)
        };
        if is_ending(text, self.recognizer) {
            Between::Nothing
        } else if judges() {
            Between::Judgement
        } else {
            Between::Words
        }
    }

    /// The words right below the last row of the game itself that tell how it ended.
    fn ended(&self) -> Option<Words> {
        self.open.as_ref().filter(|open| open.branch.is_none())?;
        let first = self.waiting.iter().find(|piece| matches!(piece.kind, Pending::Text))?;
        let (start, end) = extent(self.page, &first.lines);
        let found = ending_in(&self.page.text[start..end], self.recognizer)?;
        self.ends(&self.waiting).then(|| note::words(self.page, start + found.start, start + found.end))
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
                Pending::Diagram => {
                    if let Some(cell) = open.score.line.cells.last_mut() {
                        cell.board.get_or_insert_with(|| diagram::words(self.page, &piece.lines));
                    }
                }
                Pending::Blank | Pending::Tags => {}
            }
        }
        // `WHITE.` over one block and `BLACK.` over the next: the moves are put together by their numbers.
        if heads == Some(Columns::Black) && open.split.is_none() {
            open.split =
                Some((0..open.score.line.cells.len()).map(|i| 2 * u32::try_from(i).unwrap_or(0)).collect());
        }
    }

    /// The tag pairs that stand above the score that begins: their lines, and the pairs, a stretch of text for those
    /// that stand together. Since they ended the game above them they are the first of what waits.
    fn claim_tags(&mut self) -> (Option<usize>, Vec<Span>) {
        let is_tags = |piece: &Waiting| matches!(piece.kind, Pending::Tags);
        let Some(last) = self.waiting.iter().rposition(is_tags) else { return (None, Vec::new()) };
        let rest = self.waiting.split_off(last + 1);
        let tags = std::mem::replace(&mut self.waiting, rest);
        let words = |piece: &Waiting| if let Pending::Text = piece.kind { piece.lines.len() } else { 0 };
        if self.waiting.iter().map(words).sum::<usize>() > WORDS_BELOW_TAGS {
            tags.iter().for_each(|piece| self.unclaim(piece));
            return (None, Vec::new());
        }
        let spans = tags.iter().filter(|piece| is_tags(piece)).map(|piece| {
            let (start, end) = extent(self.page, &piece.lines);
            self.page.span(start, end)
        });
        (tags.first().map(|piece| piece.lines.start), spans.collect())
    }

    fn close(&mut self) {
        for piece in std::mem::take(&mut self.waiting) {
            self.unclaim(&piece);
            self.waiting.push(piece);
        }
        let _ = self.close_for_next(true);
    }
}

fn line_words(page: &Page, lines: &Range<usize>) -> Words {
    let (start, end) = extent(page, lines);
    note::words(page, start, end)
}
