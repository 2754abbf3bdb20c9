//! What the lines of a page are, as far as their looks tell: evidence with a cost, no decision.
use std::collections::HashMap;

use super::block::{self, Cell};
use super::brackets;
use super::cost;
use super::lattice::{Class, LONGEST_NUMBER, Lattice};
use super::token::Kind;
use crate::book::heading::{self, Columns};
use crate::book::mark;
use crate::book::naming;
use crate::book::page::Page;
use crate::book::tag;
use crate::book::words;

/// What a line is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Blank,
    /// A number of a block of numbers.
    Number,
    /// A tag pair of PGN.
    Tag,
    /// A line of a board drawn in characters.
    Drawn,
    /// `WHITE. BLACK.`
    Head(Columns),
    /// A title.
    Title,
    /// The title of a game: `GAME IV.`
    GameTitle,
    /// The first line of a footnote.
    Note,
    /// It begins with a number and a move, or with a move.
    Row,
    /// Running text.
    Prose,
}

/// A number that stands before a move at the beginning of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The token of the number.
    pub token: u32,
    /// The characters before it on its line.
    pub column: usize,
}

/// The looks of all lines of a page, and where its numbers and brackets are.
pub(crate) struct Lines {
    pub looks: Vec<Look>,
    /// Lines that begin with a cell of a block of one side's moves.
    pub cells: Vec<Option<Cell>>,
    rows: HashMap<u16, Vec<Row>>,
    /// Those that stand behind other words on their line.
    beside: HashMap<u16, Vec<Row>>,
    /// Heads of columns with a row behind them on their line.
    heads_beside: HashMap<usize, Columns>,
    /// What the line above each looks like, blank ones left out.
    above: Vec<Option<Look>>,
    /// Rows in the order of the page.
    row_tokens: Vec<u32>,
    pub(super) numbered: Vec<Numbered>,
    /// For each opening bracket the one that closes it.
    partners: HashMap<u32, u32>,
    /// What titles and the like cost up to each line, added up.
    hard: Vec<u32>,
    /// Moves in rows, and moves in prose, up to each line, added up.
    row_moves: Vec<u32>,
    prose_moves: Vec<u32>,
    /// The last line ends behind words that say that what follows is not played.
    unplayed: bool,
}

/// A number with a move behind it, wherever it stands, but in brackets, in footnotes, or behind words that say that the
/// move is not played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    pub token: u32,
    pub value: u16,
    /// It begins a row.
    pub is_row: bool,
    /// Dots say that the move is Black's.
    pub is_black: bool,
}

impl Lines {
    pub fn new(lattice: &Lattice<'_>) -> Self {
        let count = lattice.page.rows.len();
        let mut lines = Self {
            looks: Vec::with_capacity(count),
            cells: Vec::new(),
            rows: HashMap::new(),
            beside: HashMap::new(),
            heads_beside: HashMap::new(),
            above: vec![None],
            row_tokens: Vec::new(),
            numbered: Vec::new(),
            partners: brackets::partners(lattice),
            hard: vec![0],
            row_moves: vec![0],
            prose_moves: vec![0],
            unplayed: false,
        };
        // A move that an earlier line begins may end on this one.
        let mut from = 0;
        let numbers = block::numbers(lattice);
        for (line, &is_number) in numbers.iter().enumerate() {
            let known = lines.numbered.len();
            let next = lattice.lines[line + 1];
            let number = (Look::Number, 0, next);
            let (look, moves, next) = if is_number { number } else { lines.look(lattice, line, from) };
            from = next;
            if look == Look::Row {
                lines.numbered[known..].iter_mut().for_each(|numbered| numbered.is_row = true);
            }
            let last = |sums: &[u32]| sums.last().copied().unwrap_or(0);
            let begins = look == Look::Row && lines.numbered.get(known).is_some_and(|first| first.value == 1);
            let new_game = if begins { cost::NEW_GAME } else { 0 };
            lines.hard.push(
                last(&lines.hard)
                    + new_game
                    + match look {
                        Look::Title => cost::AFTER_TITLE,
                        Look::GameTitle => cost::AFTER_GAME_TITLE,
                        Look::Tag => cost::MOST_STEP,
                        Look::Head(_) => cost::AFTER_HEAD,
                        _ => 0,
                    },
            );
            let row = if look == Look::Row { moves.min(2) } else { 0 };
            lines.row_moves.push(last(&lines.row_moves) + row);
            lines.prose_moves.push(last(&lines.prose_moves) + moves - row.min(moves));
            lines.looks.push(look);
        }
        lines.frame(lattice.page);
        for (line, &look) in lines.looks.iter().enumerate() {
            let beside = || lines.heads_beside.get(&line).map_or(look, |&columns| Look::Head(columns));
            lines.above.push(if look == Look::Blank { lines.above[line] } else { Some(beside()) });
        }
        let is_title = |line: usize| matches!(lines.looks[line], Look::Title | Look::GameTitle);
        lines.cells = block::cells(lattice, is_title);
        if lattice.dialect.ocr {
            lines.count_rows(lattice);
        }
        lines
    }

    /// Rows whose own number is lost or misread, by those of the two rows below, which count on.
    fn count_rows(&mut self, lattice: &Lattice<'_>) {
        let number = |line: usize| {
            let number = lattice.number(lattice.lines[line])?;
            let is_row = next_word(lattice, number.next).is_some_and(|word| lattice.begins_move(word));
            is_row.then_some(number.value)
        };
        let is_row = |line: &usize| self.looks[*line] == Look::Row;
        let rows: Vec<(usize, Option<u16>)> =
            (0..self.looks.len()).filter(is_row).map(|line| (line, number(line))).collect();
        for rows in rows.windows(3) {
            let &[(line, own), (_, Some(below)), (last, Some(next))] = rows else { continue };
            // Both halves of a row may bear its number.
            let is_counted = own.is_some_and(|own| own == below || own + 1 == below);
            if next != below + 1 || below < 2 || is_counted || last - line > MOST_APART {
                continue;
            }
            let token = lattice.lines[line];
            let column = lattice.column(lattice.tokens[token as usize].start as usize, line);
            let known = self.rows.entry(below - 1).or_default();
            known.insert(known.partition_point(|row| row.token < token), Row { token, column });
        }
    }

    /// `BLACK.` above a board and `WHITE.` below it belong to the board: they head no columns. So do the names of the
    /// files.
    fn frame(&mut self, page: &Page) {
        let side = |look: &Look| matches!(look, Look::Head(Columns::White | Columns::Black));
        for line in 0..self.looks.len() {
            if self.looks[line] != Look::Drawn {
                continue;
            }
            let near = |line: Option<usize>| line.filter(|&line| self.looks.get(line).is_some());
            let above = (0..line).rev().take(3).find(|&line| self.looks[line] != Look::Blank);
            let end = (line..self.looks.len()).find(|&line| self.looks[line] != Look::Drawn).unwrap_or(line);
            let below = (end..self.looks.len()).take(3).find(|&line| self.looks[line] != Look::Blank);
            if near(below)
                .is_some_and(|below| below == end && crate::book::diagram::names_files(page.row_text(below)))
            {
                self.looks[end] = Look::Drawn;
            } else if let (Some(above), Some(below)) = (above, below)
                && side(&self.looks[above])
                && side(&self.looks[below])
                && self.looks[above] != self.looks[below]
            {
                self.looks[above..=below].fill(Look::Drawn);
            }
        }
    }

    /// What a line looks like, how many moves it holds, and the token that nothing before has taken.
    fn look(&mut self, lattice: &Lattice<'_>, line: usize, from: u32) -> (Look, u32, u32) {
        let page = lattice.page;
        let words = page.row_text(line);
        let trimmed = words.trim();
        let (first, end) = (lattice.lines[line], lattice.lines[line + 1]);
        let start = first.max(from);
        if trimmed.is_empty() {
            return (Look::Blank, 0, from);
        }
        let beside = [line.checked_sub(1), Some(line + 1)];
        let is_pair =
            |line: &Option<usize>| line.is_some_and(|line| tag::name(page.row_text(line)).is_some());
        if is_pair(&Some(line)) && (beside.iter().any(is_pair) || tag::heads_game(page, &(line..line + 1))) {
            return (Look::Tag, 0, end);
        }
        if crate::book::diagram::is_drawn(words) {
            return (Look::Drawn, 0, end);
        }
        // `(1) P to K 4`: a figure in brackets that numbers a row is no footnote mark.
        let is_row = lattice
            .number(first)
            .and_then(|number| next_word(lattice, number.next))
            .is_some_and(|word| lattice.edges(word).iter().any(|edge| edge.sure >= 2));
        let note = mark::of_footnote(trimmed).is_some() && !is_row;
        let mut moves = 0;
        let mut prose = 0;
        let mut number: Option<Row> = None;
        let mut value = 0;
        let mut numbered_at = None;
        let mut is_black = false;
        // Words of the sentence say that what follows is not played.
        let mut unplayed = matches!(self.looks.last(), Some(Look::Prose)) && self.unplayed;
        // A word of a sentence stands right behind a move.
        let mut spoken = false;
        let mut leads = false;
        let mut numbered = false;
        // Nothing but marks has been met yet; or a wide blank last.
        let mut fresh = true;
        let mut gap = false;
        let (mut wide, mut beside, mut runs_on, mut columns) = (false, false, false, false);
        // Moves behind a number at the beginning of the line, and behind one at its end.
        let (mut first_value, mut lead, mut tail) = (0, 0, 0);
        let mut last: Option<(u16, u32, bool)> = None;
        if let Some(counted) =
            lattice.counted(line).filter(|_| start == first && lattice.number(first).is_none())
        {
            (leads, numbered, value, first_value) = (true, true, counted, counted);
            self.row(counted, Row { token: first, column: 0 });
        }
        let mut at = start;
        while at < end {
            let token = lattice.tokens[at as usize];
            if let Some(found) = lattice.number(at) {
                // Print that was recognised shows no wide blanks: the numbers tell that rows stand beside one another.
                let raw = lattice.dialect.ocr && moves > 0 && found.value != value + 1;
                gap |= raw;
                number = (fresh || gap)
                    .then(|| Row { token: at, column: lattice.column(token.start as usize, line) });
                // Several numbers without columns between them are running text.
                runs_on |= moves > 0 && !gap && found.value != value;
                value = found.value;
                numbered_at = Some(at);
                is_black = lattice.tells_black(at, found);
                leads |= fresh;
                numbered |= fresh;
                first_value = if fresh { value } else { first_value };
                (tail, last) = (0, Some((found.value, at, unplayed)));
                (fresh, gap) = (false, false);
                at = found.next;
                continue;
            }
            match token.kind {
                Kind::Word => {
                    if let Some((_, next)) = lattice.side(at) {
                        at = next;
                        continue;
                    }
                    if let Some(edge) =
                        lattice.edges(at).first().filter(|edge| edge.sure >= 2 || !lattice.dialect.ocr)
                    {
                        if !note
                            && !unplayed
                            && let Some(token) = numbered_at
                        {
                            self.numbered.push(Numbered { token, value, is_row: false, is_black });
                        }
                        numbered_at = None;
                        // What a sentence of the line above only thinks of is no row.
                        let is_thought = unplayed && !lattice.dialect.ocr;
                        if let Some(row) = number.take().filter(|_| !note && !is_thought) {
                            self.row(value, row);
                        }
                        spoken |= !lattice.dialect.ocr && lattice.is_spoken(at);
                        leads |= fresh && edge.sure >= 2;
                        columns |= wide && moves > 0;
                        (fresh, gap, wide) = (false, false, false);
                        moves += 1;
                        tail += u32::from(edge.sure >= 2 && last.is_some());
                        lead += u32::from(edge.sure >= 2 && prose == 0);
                        at = edge.next.max(at + 1);
                        continue;
                    }
                    // A cell that cannot be read has the number all the same.
                    if let Some(token) = numbered_at
                        .filter(|_| !note && lattice.dialect.ocr && lattice.end_of_cell(at).is_some())
                    {
                        self.numbered.push(Numbered { token, value, is_row: numbered, is_black });
                    }
                    if !lattice.is_continuation(at)
                        && matches!(
                            lattice.classes[at as usize],
                            Class::Prose | Class::Unplayed | Class::Turns
                        )
                        && lattice.ending(at).is_none()
                    {
                        // A remark beside the row, in a column of its own, says nothing of it.
                        beside |= wide && moves > 0;
                        // What cannot be read of a cell is one word.
                        let is_of_cell = lattice.dialect.ocr
                            && moves == 0
                            && prose > 0
                            && !wide
                            && lattice.is_columned(line);
                        prose += u32::from(!beside && !is_of_cell);
                        last = None;
                        number = None;
                        numbered_at = None;
                        unplayed |= lattice.classes[at as usize] == Class::Unplayed;
                    }
                    let label = matches!(lattice.text(at), "White" | "Black" | "W" | "B");
                    (fresh, gap) = (fresh && label, false);
                }
                Kind::Gap | Kind::Pipe => {
                    gap = true;
                    // A number between two columns stands in their gap.
                    let numbered =
                        at > start && matches!(lattice.tokens[at as usize - 1].kind, Kind::Number { .. });
                    wide = token.kind == Kind::Pipe || token.end - token.start >= 3 || wide && numbered;
                }
                Kind::Stop(b'.' | b':') if at > start && lattice.tokens[at as usize - 1].is_word() => {
                    unplayed &= lattice.text(at - 1).len() <= 2;
                }
                Kind::Open(_) => {
                    // What stands in brackets numbers no row.
                    number = None;
                    if let Some(close) = self.partner(at).filter(|&close| close < end) {
                        at = close + 1;
                        continue;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.unplayed = unplayed;
        let next = at.max(from);
        let mut number_alone = false;
        if let Some(row) = number.filter(|_| start < end && !note) {
            // The move stands on the line below.
            if next_word(lattice, end).is_some_and(|below| !lattice.edges(below).is_empty()) {
                self.row(value, row);
                number_alone = true;
            }
        }
        if moves == 0 && !leads {
            if let Some(columns) = heading::columns(words) {
                return (Look::Head(columns), 0, next);
            }
            if is_title(page, line) {
                let game = naming::game_number(trimmed).is_some() || naming::versus(trimmed).is_some();
                return (if game { Look::GameTitle } else { Look::Title }, 0, next);
            }
        }
        let before = matches!(self.looks.last(), Some(Look::Prose | Look::Note))
            // A name stands over a column of raw print.
            && !(lattice.dialect.ocr && may_be_name(page.row_text(line - 1).trim()));
        // Two columns of raw print stand on one line: a row with text behind it or before it.
        let is_torn = lattice.dialect.ocr && !lattice.is_columned(line);
        // One move alone behind words that say that it is not played is none.
        let ends =
            last.filter(|&(_, token, unplayed)| is_torn && tail > u32::from(unplayed) && token > first);
        if let Some((value, token, _)) = ends {
            let column = lattice.column(lattice.tokens[token as usize].start as usize, line);
            self.beside.entry(value).or_default().push(Row { token, column });
        }
        if note {
            return (Look::Note, moves, next);
        }
        let ends = ends.filter(|_| tail >= 2);
        if let Some((_, token, _)) = ends.filter(|_| lead == 0) {
            let words = page.row_text(line).trim_start();
            let len = (lattice.tokens[token as usize].start as usize + words.len())
                .saturating_sub(page.rows[line].end());
            if let Some(columns) = words.get(..len).and_then(heading::columns) {
                self.heads_beside.insert(line, columns);
            }
        }
        let is_row = numbered
            && lead >= 2
            && (first_value == 1 || !before || block::is_among(lattice, line, first_value))
            || prose > 0 && ends.is_some();
        if is_torn && !runs_on && is_row {
            return (Look::Row, moves, next);
        }
        // A line of prose may begin with a move; moves in columns and nothing else are a row.
        let is_table = columns && prose == 0;
        let in_prose = before && !is_table && (!numbered || goes_on(page.row_text(line - 1))) || spoken;
        if leads && !in_prose && !runs_on && (moves > 0 || number_alone) && prose <= moves.max(1) {
            return (Look::Row, moves, next);
        }
        (Look::Prose, moves, next)
    }

    fn row(&mut self, value: u16, row: Row) {
        self.rows.entry(value).or_default().push(row);
        self.row_tokens.push(row.token);
    }

    /// The row below the one that ends before a token, in the same column of rows that stand beside one another.
    pub fn row_below(&self, lattice: &Lattice<'_>, place: u32) -> Option<Row> {
        let line = lattice.line_of(place.checked_sub(1)?);
        let before = self.rows_on(lattice, line).into_iter().filter(|&token| token < place).count();
        let below =
            (line + 1..(line + 4).min(self.looks.len())).find(|&line| self.looks[line] == Look::Row)?;
        let token = *self.rows_on(lattice, below).get(before.checked_sub(1)?)?;
        Some(Row { token, column: lattice.column(lattice.tokens[token as usize].start as usize, below) })
    }

    /// The first tokens of the rows that stand on a line, of those as well whose numbers cannot be read: before all others, or
    /// behind the two moves of the last.
    fn rows_on(&self, lattice: &Lattice<'_>, line: usize) -> Vec<u32> {
        let (first, end) = (lattice.lines[line], lattice.lines[line + 1]);
        let at = |token: u32| self.row_tokens.partition_point(|&row| row < token);
        let known = &self.row_tokens[at(first)..at(end)];
        let known = &known[..known.len().min(MOST_BESIDE)];
        let mut before = (first..known.first().copied().unwrap_or(end)).take(MOST_BETWEEN);
        let unread = Some(first).filter(|_| before.any(|token| lattice.begins_move(token)));
        let tail = known.last().and_then(|&row| behind_row(lattice, row));
        unread.into_iter().chain(known.iter().copied()).chain(tail).collect()
    }

    /// The rows that bear a number.
    pub fn rows_numbered(&self, number: u16) -> &[Row] {
        self.rows.get(&number).map_or(&[], Vec::as_slice)
    }

    /// What the line above another looks like, blank ones left out: a head, though a row stands behind it.
    pub fn above(&self, line: usize) -> Option<Look> {
        self.above[line]
    }

    /// Does a line stand right below a head of White's moves alone?
    pub fn is_headed(&self, line: usize) -> bool {
        self.above(line) == Some(Look::Head(Columns::White))
    }

    /// Moves that bear a number and stand behind other words on their line.
    pub fn beside(&self, number: u16) -> &[Row] {
        self.beside.get(&number).map_or(&[], Vec::as_slice)
    }

    pub fn partner(&self, open: u32) -> Option<u32> {
        self.partners.get(&open).copied()
    }

    /// What crossing the lines between two tokens costs, apart from the numbers.
    pub fn crossed(&self, lattice: &Lattice<'_>, from: u32, to: u32) -> u32 {
        let (first, last) = (lattice.line_of(from), lattice.line_of(to));
        if first + 1 > last {
            return 0;
        }
        let prose = (between(&self.prose_moves, first, last) * 2).min(cost::MOST_SKIPPED);
        self.over(first, last) + self.over_rows(first, last) + prose
    }

    /// What the titles and the beginnings of games cost between two lines.
    pub fn over(&self, from: usize, to: usize) -> u32 {
        between(&self.hard, from, to)
    }

    /// What the rows between two lines cost.
    fn over_rows(&self, from: usize, to: usize) -> u32 {
        (between(&self.row_moves, from, to) * 6).min(cost::MOST_STEP / 2)
    }

    /// What of that is for the rows and titles of games.
    pub fn apart(&self, lattice: &Lattice<'_>, from: u32, to: u32) -> u32 {
        let (first, last) = (lattice.line_of(from), lattice.line_of(to));
        let between = &self.looks[(first + 1).min(last)..last];
        let titles = between.iter().filter(|look| matches!(look, Look::GameTitle)).count() as u32;
        titles * cost::AFTER_GAME_TITLE + self.over_rows(first, last)
    }

    /// Do only rows, heads, blank lines, pictures and numbers of pages stand between two tokens? In raw print a line in
    /// columns is a row.
    pub fn in_one_table(&self, lattice: &Lattice<'_>, from: u32, to: u32) -> bool {
        let (first, last) = (lattice.line_of(from), lattice.line_of(to.saturating_sub(1)));
        last - first <= 120
            && (first..=last.min(self.looks.len() - 1)).all(|line| match self.looks[line] {
                Look::Row | Look::Blank | Look::Head(_) | Look::Drawn => true,
                Look::Title | Look::Prose if words::is_no_text(lattice.page.row_text(line)) => true,
                Look::Prose if lattice.dialect.ocr => lattice.is_columned(line) || lattice.is_of_block(line),
                _ => lattice.is_of_block(line),
            })
    }

    /// Lines at whose beginning nothing is a move of the game: gives the line behind them.
    pub fn pass(&self, line: usize, price: &mut u32) -> Option<usize> {
        let look = *self.looks.get(line)?;
        match look {
            Look::Blank | Look::Number | Look::Drawn => Some(line + 1),
            Look::Tag => {
                *price += cost::MOST_STEP + 1;
                None
            }
            Look::Head(_) => {
                *price += cost::AFTER_HEAD;
                Some(line + 1)
            }
            Look::Title => {
                *price += cost::AFTER_TITLE;
                Some(line + 1)
            }
            Look::GameTitle => {
                *price += cost::AFTER_GAME_TITLE;
                Some(line + 1)
            }
            Look::Note => {
                *price += cost::NOTE;
                // The first line behind a footnote is blank, or a row.
                (line + 1..).find(|&line| self.looks.get(line) != Some(&Look::Prose))
            }
            Look::Row | Look::Prose => None,
        }
    }
}

/// What sums up to each line add between two lines.
fn between(sums: &[u32], from: usize, to: usize) -> u32 {
    sums[to] - sums[(from + 1).min(to)]
}

/// Is a line short, and are none of its words in small letters?
fn may_be_name(words: &str) -> bool {
    words.len() < FULL && words.split_whitespace().all(|word| !word.starts_with(char::is_lowercase))
}

/// Does a sentence go on behind a line?
pub(crate) fn goes_on(words: &str) -> bool {
    words.trim().len() >= FULL && !words.trim_end().ends_with(['.', ':', '!', '?'])
}

/// A line of running text is at least so long, in bytes.
const FULL: usize = 40;

/// Most lines that three rows of a column stand on.
const MOST_APART: usize = 4;

/// Most rows of a line, and most tokens between the moves of one.
const MOST_BESIDE: usize = 8;
const MOST_BETWEEN: usize = 12;

/// The first token that is a word behind a place, if nothing else but blanks stands before it.
fn next_word(lattice: &Lattice<'_>, from: u32) -> Option<u32> {
    let mut at = from;
    for _ in 0..6 {
        match lattice.tokens.get(at as usize)?.kind {
            Kind::Word => return Some(at),
            Kind::Line | Kind::Dots | Kind::Gap | Kind::Stop(b'.' | b':' | b',') | Kind::Pipe => at += 1,
            _ => return None,
        }
    }
    None
}

/// A short line set off from the text: in capitals, or one that opens a part.
fn is_title(page: &Page, line: usize) -> bool {
    let words = page.row_text(line);
    let trimmed = words.trim();
    if trimmed.len() > 100 || !trimmed.contains(char::is_alphabetic) {
        return false;
    }
    let blank = |line: Option<usize>| line.is_none_or(|line| page.row_text(line).trim().is_empty());
    let alone = blank(line.checked_sub(1)) || blank(Some(line + 1)) || line + 1 >= page.rows.len();
    let letters = trimmed.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 4 && words::shouts(trimmed)
        || (heading::opens_section(trimmed) || naming::versus(trimmed).is_some()) && alone
}

/// The token with which a row begins whose number cannot be read, behind the two moves of another on its line.
fn behind_row(lattice: &Lattice<'_>, row: u32) -> Option<u32> {
    let end = lattice.lines[lattice.line_of(row) + 1];
    let word = |from: u32| (from..end).take(MOST_BETWEEN).find(|&at| lattice.tokens[at as usize].is_word());
    let mut next = lattice.number(row)?.next;
    for _ in 0..2 {
        next = lattice.edges(word(next)?).first()?.next;
    }
    let first = word(next)?;
    let is_number = lattice.edges(first).is_empty() && lattice.text(first).chars().count() <= LONGEST_NUMBER;
    if is_number { word(first + 1) } else { Some(first) }
}
