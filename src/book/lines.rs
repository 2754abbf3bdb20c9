//! The lines of a page sorted: rows of scores, column heads, diagrams, footnotes, running text.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::block::{Block, blocks, is_blank};
use crate::book::column::shape;
use crate::book::diagram::{is_drawn, names_files};
use crate::book::heading::{self, Columns};
use crate::book::item::Item;
use crate::book::mark;
use crate::book::numbering;
use crate::book::page::{Page, Row};
use crate::book::phrase;
use crate::book::running;
use crate::book::shape::{Entry, Holds, Piece, Shape};
use crate::book::spoken;
use crate::book::tag;
use crate::book::token::{self, Flow, Kind, Token};
use crate::book::words::is_ending;
use crate::book::wrap;

/// A longer line is a paragraph of its own: the text is not wrapped.
const WRAPPED: usize = 110;

/// A number, dots and the blanks around them in running text are shorter, in bytes.
const WIDEST_DOTS: usize = 14;

/// No row of a table is longer in bytes.
const LONGEST_ROW: usize = 60;

/// So many lines a note between two rows has, and the row below it.
const NOTE_LINES: usize = 4;

/// So many lines hold the title of a game and its first move.
const TITLE_LINES: usize = 2;

/// What stood before a line in its block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Row,
    Head,
    Text,
}

/// Sorts all lines of a page.
#[must_use]
pub fn sort(page: &Page, recognizer: &dyn Recognizer) -> Vec<Item> {
    let mut items = Vec::new();
    sort_lines(page, recognizer, 0..page.rows.len(), &mut items);
    items
}

/// Sorts some lines of a page and adds them to `items`.
pub(super) fn sort_lines(
    page: &Page,
    recognizer: &dyn Recognizer,
    lines: Range<usize>,
    items: &mut Vec<Item>,
) {
    sort_blocks(page, recognizer, lines, items, Sorter::block);
}

/// Sorts lines that hold no rows of a score: heads, footnotes, diagrams and other text.
pub(super) fn sort_text(
    page: &Page,
    recognizer: &dyn Recognizer,
    lines: Range<usize>,
    items: &mut Vec<Item>,
) {
    sort_blocks(page, recognizer, lines, items, |sorter, block| {
        if !sorter.footnotes(block.clone()) {
            let shapes = vec![None; block.len()];
            sorter.sort_block(block, shapes);
        }
    });
}

/// Sorts lines block by block, each by `sort`, and adds them to `items`.
fn sort_blocks<'p>(
    page: &'p Page,
    recognizer: &'p dyn Recognizer,
    lines: Range<usize>,
    items: &mut Vec<Item>,
    sort: impl Fn(&mut Sorter<'p>, Range<usize>),
) {
    let mut sorter = Sorter::new(page, recognizer, std::mem::take(items));
    for (block, holds) in blocks(page, lines, recognizer) {
        match holds {
            Block::Blank => sorter.items.push(Item::Blank { lines: block }),
            Block::Tags if tag::heads_game(page, &block) => {
                sorter.last_number = None;
                sorter.items.push(Item::Tags { lines: block });
            }
            Block::Tags | Block::Words => sort(&mut sorter, block),
        }
    }
    *items = sorter.items;
}

/// Half-moves of the longest game that the rule of fifty moves allows, and some.
const MOST_MOVES: u32 = 20_000;

/// Reads a page as one score without numbers, if it holds moves and nothing else but tag pairs above them.
pub(super) fn plain(page: &Page, recognizer: &dyn Recognizer) -> Option<Vec<(usize, Shape)>> {
    let mut out = Vec::new();
    let mut tokens = Vec::new();
    let mut moves = 0;
    for line in 0..page.rows.len() {
        if is_blank(page, line) || out.is_empty() && tag::name(page.row_text(line)).is_some() {
            continue;
        }
        let row = page.rows[line];
        tokens.clear();
        token::cut(&page.text, row.start()..row.end(), Flow::Line, recognizer, &mut tokens);
        let found = shape(&page.text, &tokens, recognizer);
        let is_head = heading::columns(page.row_text(line)).is_some();
        if !(is_head || found.is_pure() && found.entries.iter().all(|entry| entry.number.is_none())) {
            return None;
        }
        if !is_head {
            moves += found.moves;
            if moves > MOST_MOVES {
                return None;
            }
            out.push((line, found));
        }
    }
    (!out.is_empty()).then_some(out)
}

struct Sorter<'p> {
    page: &'p Page,
    recognizer: &'p dyn Recognizer,
    items: Vec<Item>,
    last_number: Option<u32>,
    /// The last row holds White's move and not Black's.
    lacks_black: bool,
    /// Where Black's move stands in the last row that holds one, in bytes from the margin.
    black_column: Option<usize>,
    tokens: Vec<Token>,
    /// Words in brackets in the block that begin on one line and end on another.
    over: Vec<Range<usize>>,
}

impl<'p> Sorter<'p> {
    fn new(page: &'p Page, recognizer: &'p dyn Recognizer, items: Vec<Item>) -> Self {
        Self {
            page,
            recognizer,
            items,
            last_number: None,
            lacks_black: false,
            black_column: None,
            tokens: Vec::new(),
            over: Vec::new(),
        }
    }

    fn block(&mut self, lines: Range<usize>) {
        if self.footnotes(lines.clone()) {
            return;
        }
        self.over =
            if self.recognizer.is_raw() { Vec::new() } else { running::over_lines(self.page, &lines) };
        let mut shapes: Vec<Option<Shape>> = lines.clone().map(|line| self.line_shape(line)).collect();
        if !self.recognizer.is_raw() {
            numbering::put_in_front(&mut shapes, self.last_number.map(|number| number + 1));
        }
        if let Some(item) = self.run(lines.clone(), &shapes) {
            self.items.push(item);
            return;
        }
        wrap::join(self.page, self.recognizer, &lines, &mut shapes);
        self.sort_block(lines, shapes);
    }

    fn sort_block(&mut self, lines: Range<usize>, shapes: Vec<Option<Shape>>) {
        let number_at = |i: usize| shapes.get(i).and_then(Option::as_ref).and_then(Shape::number);
        let mut before = if self.is_headed(shapes.first()) { Before::Head } else { Before::Nothing };
        // Black's move alone above the next row or in Black's column, where words stand behind White's or a page ends.
        let next = self.last_number.map(|number| number + 1);
        if self.lacks_black && number_at(0).is_none() {
            let in_column = |entry: &Entry| {
                self.black_column.is_some()
                    && self.column_of(lines.start, entry.printed().next()) == self.black_column
            };
            let is_last = lines.len() > 1 && is_ending(self.page.row_text(lines.start + 1), self.recognizer);
            let goes_on = |entry: &Entry| entry.dots || number_at(1) == next || in_column(entry);
            let alone = |shape: &Shape| {
                let is_told = is_last || shape.tells_end();
                shape.is_pure()
                    && shape.moves == 1
                    && matches!(&shape.entries[..], [entry] if is_told || goes_on(entry))
            };
            if shapes.first().and_then(Option::as_ref).is_some_and(alone) {
                before = Before::Row;
            }
        }
        let mut text_before = false;
        // Lines that the row above them holds.
        let mut held = lines.start;
        // The numbers and the moves of the rows that hold nothing else.
        let pure: Vec<Option<(u32, u32)>> = shapes
            .iter()
            .map(|shape| {
                let shape = shape.as_ref().filter(|shape| shape.is_pure())?;
                Some((shape.number()?, shape.moves))
            })
            .collect();
        // The row right below a line, if it holds a move of each side.
        let whole_below = |line: usize| {
            let below = pure.get(line + 1 - lines.start).copied().flatten();
            below.filter(|&(_, moves)| moves == 2).map(|(number, _)| number)
        };
        // Of two lines that begin with one number the one below it that is a row alone has it.
        let is_told_below = |shape: &Shape, line: usize| {
            let mut below = pure[line + 1 - lines.start..].iter().take(NOTE_LINES).flatten();
            (shape.words > 0 || shape.tells_end())
                && shape.number().is_some_and(|own| below.next().is_some_and(|&(n, _)| n == own))
        };
        for (line, shape) in lines.clone().zip(shapes) {
            if line < held {
                continue;
            }
            let below_board = matches!(self.items.last(), Some(Item::Diagram { lines }) if lines.end == line);
            let words = self.page.row_text(line);
            if is_drawn(words) || below_board && names_files(words) {
                match self.items.last_mut() {
                    Some(Item::Diagram { lines }) if below_board => lines.end = line + 1,
                    _ => self.items.push(Item::Diagram { lines: line..line + 1 }),
                }
                before = Before::Text;
                continue;
            }
            if let Some(columns) = heading::columns(self.page.row_text(line))
                && !(self.recognizer.is_raw() && matches!(columns, Columns::White | Columns::Black))
                && (before != Before::Text || matches!(columns, Columns::WhiteBlack | Columns::BlackWhite))
            {
                self.items.push(Item::Head { line, columns });
                before = Before::Head;
                continue;
            }
            if let Some(shape) = shape
                && !(before == Before::Head && self.sets_up(&shape, line))
                && !is_told_below(&shape, line)
                && (is_row(&shape, self.page.row_text(line).len(), before, text_before, self.last_number)
                    || is_row_above(&shape, self.page.row_text(line).len(), whole_below(line)))
            {
                self.last_number = shape.entries.last().and_then(|entry| entry.number).or(self.last_number);
                held = line + 1 + shape.more_lines;
                if let [entry] = &shape.entries[..]
                    && let Some(black) = entry.cells.get(1)
                    && entry.number.is_some()
                {
                    self.black_column = self.column_of(line, Some(black));
                }
                self.lacks_black = shape.moves == 1
                    && matches!(&shape.entries[..], [entry] if entry.printed().count() == 1 && !entry.dots);
                self.items.push(Item::Row { line, shape });
                before = Before::Row;
                continue;
            }
            let row = self.page.rows[line];
            if before == Before::Row && self.open_before(row).is_some_and(|open| open.end >= row.end()) {
                // It belongs to the row that begins the brackets.
                self.items.push(Item::Blank { lines: line..line + 1 });
                continue;
            }
            before = Before::Text;
            text_before = true;
            let in_block = line > lines.start;
            match self.items.last_mut() {
                Some(Item::Text { lines })
                    if in_block && lines.end == line && self.page.row_text(line - 1).len() <= WRAPPED =>
                {
                    lines.end = line + 1;
                }
                _ => self.items.push(Item::Text { lines: line..line + 1 }),
            }
        }
    }

    /// Does a row without a number stand first below the heads of both columns and a rule below them? Below a blank line
    /// nothing tells that the rows are all of the table.
    fn is_headed(&self, first: Option<&Option<Shape>>) -> bool {
        let is_row = |shape: &Shape| shape.is_pure() && shape.number().is_none() && shape.moves == 2;
        let is_rule = |line: usize| !self.page.row_text(line).trim().is_empty();
        let [.., Item::Head { columns: Columns::WhiteBlack, .. }, Item::Blank { lines }] = &self.items[..]
        else {
            return false;
        };
        !self.recognizer.is_raw()
            && first.and_then(Option::as_ref).is_some_and(is_row)
            && lines.clone().all(is_rule)
    }

    /// Does a line without a number say where men stand (`K. at K. 4th`), in one column or two?
    fn sets_up(&self, shape: &Shape, line: usize) -> bool {
        let mut cells = self.page.row_text(line).split(['|', '\t']).flat_map(|part| part.split("  "));
        shape.number().is_none()
            && cells.all(|cell| cell.trim().is_empty() || self.recognizer.sets_up(cell.trim()))
    }

    /// How far a cell stands from the margin, if a wide blank stands in front of it.
    fn column_of(&self, line: usize, cell: Option<&Piece>) -> Option<usize> {
        let start = self.page.rows[line].start();
        let before = self.page.text.get(start..cell?.start)?;
        before.ends_with("  ").then_some(before.len())
    }

    /// The words in brackets that an earlier line begins and that end on this one or below.
    fn open_before(&self, row: Row) -> Option<&Range<usize>> {
        self.over.iter().find(|over| over.start < row.start() && over.end > row.start())
    }

    fn line_shape(&mut self, line: usize) -> Option<Shape> {
        let row = self.page.rows[line];
        let text = &self.page.text;
        let open = self.open_before(row).map_or(0, |open| open.end);
        let start = after_bullet(text, row.start(), row.end()).max(open);
        let aside = self.over.iter().find(|over| (start..row.end()).contains(&over.start)).cloned();
        let end = aside.as_ref().map_or(row.end(), |aside| aside.start);
        self.tokens.clear();
        token::cut(text, start..end.max(start), Flow::Line, self.recognizer, &mut self.tokens);
        if let Some(Range { start, end }) = aside {
            self.tokens.push(Token::new(start..end, Kind::Aside));
            token::cut(text, end.min(row.end())..row.end(), Flow::Line, self.recognizer, &mut self.tokens);
        }
        if !self.recognizer.is_raw()
            && let Some(at) = running::remark(&self.tokens)
        {
            let start = self.tokens[at].start();
            self.tokens.truncate(at);
            self.tokens.push(Token::new(start..row.end(), Kind::Aside));
        }
        let found = self.tokens.iter().any(|t| matches!(t.kind, Kind::Move { .. } | Kind::Number { .. }));
        if !found {
            return None;
        }
        let mut shape = shape(text, &self.tokens, self.recognizer);
        self.recut(&mut shape, row.end());
        Some(shape)
    }

    /// A row of raw text whose two moves run together, or do not both read: cut anew as a whole.
    fn recut(&self, shape: &mut Shape, end: usize) {
        let [entry] = &mut shape.entries[..] else { return };
        let clean = shape.words == 0 && entry.cells.len() == 2;
        if clean || entry.number.is_none() || entry.dots || !shape.begins {
            return;
        }
        let Some(start) = self.tokens.iter().find(|t| matches!(t.kind, Kind::Number { .. })).map(|t| t.end())
        else {
            return;
        };
        let text = &self.page.text[start..end.max(start)];
        if text.len() > LONGEST_ROW {
            return;
        }
        let [white, black] = self.recognizer.split(text)[..] else { return };
        if (black.1 - white.0) * 5 < text.trim().len() * 4 {
            return;
        }
        let marks = entry.cells.iter().flat_map(|cell| cell.marks.iter().copied()).collect();
        let piece = |(from, to): (usize, usize), marks| {
            let words = &text[from..to];
            let from = start + from + words.len() - words.trim_start().len();
            Piece { marks, ..Piece::new(Holds::Move, from, from + words.trim().len()) }
        };
        entry.cells = vec![piece(white, Vec::new()), piece(black, marks)];
        shape.moves = 2;
        shape.words = 0;
        shape.word_bytes = 0;
    }

    /// A block of moves run on in lines: more moves than words, and no columns.
    fn run(&mut self, lines: Range<usize>, shapes: &[Option<Shape>]) -> Option<Item> {
        let any_structure = shapes.iter().flatten().any(|shape| shape.structured);
        let moves: u32 = shapes.iter().flatten().map(|shape| shape.moves).sum();
        if any_structure || moves == 0 {
            return None;
        }
        // One entry a line and nothing else is a table, whatever is said below it; raw print may break its rows.
        let last = shapes.iter().rposition(Option::is_some);
        let rows = last.filter(|_| !self.recognizer.is_raw()).map_or(shapes.len(), |last| last + 1);
        let simple = shapes[..rows]
            .iter()
            .all(|shape| shape.as_ref().is_some_and(|s| s.is_pure() && s.entries.len() == 1));
        let first = lines.clone().find(|&line| heading::columns(self.page.row_text(line)).is_none())?;
        if simple || first != lines.start {
            return None;
        }
        let start = after_bullet(&self.page.text, self.page.rows[first].start(), self.page.rows[first].end());
        let end = self.page.rows[lines.end - 1].end();
        self.tokens.clear();
        token::cut(&self.page.text, start..end, Flow::Running, self.recognizer, &mut self.tokens);
        let mut shape = running::closed(&self.page.text, &mut self.tokens, self.recognizer);
        let is_raw = self.recognizer.is_raw();
        if !is_raw {
            spoken::settle(&mut shape);
        }
        let mut words = lines.start..lines.start;
        if !shape.begins {
            shape = Shape { cut_off: shape.cut_off, ..self.since_move_one()? };
            let start = shape.entries.first()?.start;
            words.end = lines.clone().rev().find(|&line| self.page.rows[line].start() <= start)?;
        }
        let dense = shape.word_bytes * 3 <= shape.move_bytes
            || !is_raw && running::tells_game(&shape, self.last_number.map(|number| number + 1));
        let numbered = shape.entries.iter().filter(|entry| entry.number.is_some()).count();
        let begins = shape.begins && shape.entries.first().is_some_and(|entry| entry.number.is_some());
        // `31.` and below it the last move.
        let last = shape.is_pure() && shape.number() == self.last_number.map(|number| number + 1);
        // Moves that a page's head parts from their number go on with it.
        let goes_on = shape.begins
            && shape.entries.first().is_some_and(|entry| entry.number.is_none() && entry.cells.len() <= 2)
            && shape.entries.get(1).and_then(|entry| entry.number)
                == self.last_number.map(|number| number + 1);
        let begins = begins || goes_on;
        if !(begins && dense && numbered >= 1 && (shape.moves >= 2 || last)) {
            return None;
        }
        self.last_number = shape.entries.last().and_then(|entry| entry.number).or(self.last_number);
        // Whole lines of words above the moves are text, a title perhaps.
        let lines = words.end..lines.end;
        if !words.is_empty() {
            self.items.push(Item::Text { lines: words });
        }
        Some(Item::Run { lines, shape })
    }

    /// A whole game after a few words in the same block: from its move 1 on.
    fn since_move_one(&self) -> Option<Shape> {
        let at = self.tokens.windows(2).position(is_first)?;
        let mut shape = shape(&self.page.text, &self.tokens[at..], self.recognizer);
        if !self.recognizer.is_raw() {
            spoken::settle(&mut shape);
        }
        (shape.moves >= 6 && shape.entries.len() >= 3).then_some(shape)
    }

    /// Takes a block of footnotes: each goes up to the line that begins with the next mark.
    fn footnotes(&mut self, lines: Range<usize>) -> bool {
        let Some(mut last) = self.footnote(lines.clone()) else { return false };
        for line in lines.start + 1..lines.end {
            let next = self.footnote(line..lines.end);
            if let (Item::Note { lines: above, mark: before, .. }, Some(next)) = (&mut last, next)
                && matches!(&next, Item::Note { mark, .. } if mark::follows(before, mark))
            {
                above.end = line;
                self.items.push(std::mem::replace(&mut last, next));
            }
        }
        self.items.push(last);
        true
    }

    fn footnote(&self, lines: Range<usize>) -> Option<Item> {
        let row = self.page.rows[lines.start];
        let words = self.page.row_text(lines.start).trim_start();
        let at = row.end() - words.len();
        let (mark, len) = mark::of_footnote(words)?;
        let shape_of = |line: usize| {
            let row = self.page.rows.get(line)?;
            self.line_shape_of(row.end() - self.page.row_text(line).trim_start().len(), row.end())
        };
        // `(3) B-B4 B-B4` above `(4) P-B3 Kt-B3`.
        let counts_on = || {
            let beside = lines.start.checked_sub(1).into_iter().chain([lines.start + 1]);
            beside.filter(|&line| shape_of(line).is_some_and(|shape| shape.moves == 2)).any(|line| {
                let other = mark::of_footnote(self.page.row_text(line).trim_start());
                other.is_some_and(|(other, _)| mark::follows(mark, other) || mark::follows(other, mark))
            })
        };
        let is_row =
            |shape: Shape| shape.is_parted() || shape.entries.len() > 1 || shape.moves == 2 && counts_on();
        if mark.bytes().all(|b| b.is_ascii_digit()) && shape_of(lines.start).is_some_and(is_row) {
            return None;
        }
        // `(a)3. B-Kt5   P-QR3` below row 2, or above row 4.
        let number = |shape: Option<Shape>| match &shape?.entries[..] {
            [entry] if entry.cells.len() == 2 => entry.number,
            _ => None,
        };
        let own = number(self.line_shape_of(at + len, row.end()).filter(Shape::is_parted));
        let above = lines.start.checked_sub(1).and_then(|line| number(shape_of(line)));
        let below = || number(shape_of(lines.start + 1));
        if own.is_some_and(|own| above.map(|above| above + 1) == Some(own) || below() == Some(own + 1)) {
            return None;
        }
        let end = self.page.rows[lines.end.min(lines.start + TITLE_LINES) - 1].end();
        if self.is_titled(at + len, end) {
            return None;
        }
        // A bullet is no footnote mark, nor is a letter misread for the number of a row.
        if !words.starts_with(mark::OPEN) && self.line_is_row(at + len, row.end()) {
            return None;
        }
        Some(Item::Note { lines, mark: mark.to_owned(), start: at + len })
    }

    /// `(1) Alder (White), Birch (Black). 1. P-K4`: who played stands in front of the first move, and nothing else.
    fn is_titled(&self, start: usize, end: usize) -> bool {
        let mut tokens = Vec::new();
        token::cut(&self.page.text, start..end, Flow::Line, self.recognizer, &mut tokens);
        let first = tokens.windows(2).position(is_first).map(|at| tokens[at].start());
        first.is_some_and(|first| phrase::read(self.page.text[start..first].trim()).are_players())
    }

    fn line_is_row(&self, start: usize, end: usize) -> bool {
        self.line_shape_of(start, end).is_some()
    }

    /// The shape of a line that holds moves and nothing else.
    fn line_shape_of(&self, start: usize, end: usize) -> Option<Shape> {
        let mut tokens = Vec::new();
        token::cut(&self.page.text, start..end, Flow::Line, self.recognizer, &mut tokens);
        Some(shape(&self.page.text, &tokens, self.recognizer)).filter(Shape::is_pure)
    }
}

/// Are two words the number 1 and a move behind it?
fn is_first(pair: &[Token]) -> bool {
    matches!(pair[0].kind, Kind::Number { value: 1, dots: 0..=1 })
        && matches!(pair[1].kind, Kind::Move { sure: 2.. })
}

/// Skips what marks a line of a list, a quotation or a table.
fn after_bullet(text: &str, start: usize, end: usize) -> usize {
    let mut rest = text[start..end].trim_start();
    for _ in 0..3 {
        let Some(cut) =
            rest.strip_prefix(['>', '-', '+', '\u{2022}', '|']).or_else(|| rest.strip_prefix("* "))
        else {
            break;
        };
        if !cut.starts_with([' ', '\t']) && !rest.starts_with(['|', '>', '*', '\u{2022}']) {
            break;
        }
        rest = cut.trim_start();
    }
    end - rest.len()
}

/// A short line right above a row, with the number before the row's, is a row, whatever it says.
fn is_row_above(shape: &Shape, len: usize, below: Option<u32>) -> bool {
    let counts = shape.number().is_some_and(|number| below == Some(number + 1));
    counts
        && shape.begins
        && len <= LONGEST_ROW
        && shape.entries.len() == 1
        && !shape.entries[0].cells.is_empty()
}

fn is_row(shape: &Shape, len: usize, before: Before, text_before: bool, last: Option<u32>) -> bool {
    let follows = matches!(before, Before::Row | Before::Head);
    let Some(number) = shape.number() else {
        return shape.is_pure() && shape.sure >= 2 && follows;
    };
    if !shape.begins {
        return false;
    }
    let next = last.is_some_and(|last| number == last || number == last + 1);
    // A short line with the next number between the rows of a table is the next row, whatever it says.
    if before == Before::Row
        && last.is_some_and(|last| number == last + 1)
        && len <= LONGEST_ROW
        && shape.entries.len() == 1
        && !shape.entries[0].cells.is_empty()
    {
        return true;
    }
    let dotted = shape.entries.iter().any(|entry| entry.dots);
    if shape.moves == 0 {
        // A row whose moves cannot be read, between rows that can.
        return before == Before::Row
            && next
            && shape.words > 0
            && shape.word_bytes <= 24
            && shape.entries.len() == 1
            && shape.is_parted();
    }
    if shape.words == 0 {
        // Dots and a wide blank hold the place of White's move.
        let in_column = len >= shape.move_bytes + WIDEST_DOTS;
        let plain = shape.entries.len() == 1
            && shape.stops == 0
            && (shape.moves == 2 || next && (!dotted || in_column));
        return shape.is_parted() || !text_before || follows || plain;
    }
    if shape.is_parted() {
        return (follows || number == 1 || next) && (shape.words <= 8 || shape.word_bytes < shape.move_bytes);
    }
    // `9. Kt. to B's 7th. (ch.), and gains the Queen.` at the end of a table.
    let one_tail = shape.entries.len() == 1
        && shape.entries[0].cells.len() <= 2
        && shape.entries[0].cells.iter().all(|cell| cell.holds != Holds::Unread);
    before == Before::Row && next && one_tail && shape.stops > 0
}
