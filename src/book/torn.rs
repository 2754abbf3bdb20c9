//! Tables of raw recognized text put together again: rows of two columns that stand on one line, rows that cannot be
//! read, numbers misread, rows lost. The numbers tell what follows what.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::fragment::{self, Fragment, Way};
use crate::book::heading;
use crate::book::item::Item;
use crate::book::lines;
use crate::book::mark;
use crate::book::naming;
use crate::book::page::Page;
use crate::book::shape::{Entry, Holds, Piece, Shape};

/// Lines between two rows of one column, at most, blank ones left out: notes of the players' clocks, page heads, what
/// cannot be read.
const NEAR: usize = 10;

/// Rows that may be missing in a table, in one place.
const MOST_LOST: u32 = 2;

/// Lines between the head of a table and its first row.
const HEAD: usize = 8;

/// Rows that make a column.
const COLUMN: usize = 2;

/// A row of a table.
#[derive(Clone, Debug)]
struct Row {
    number: u32,
    line: usize,
    start: usize,
    cells: Vec<Piece>,
}

/// Rows one below the other.
#[derive(Clone, Debug)]
struct Column {
    rows: Vec<Row>,
    /// Rows with higher numbers stand apart from it.
    has_more: bool,
    /// Words that end the game, behind a row of it that others follow: they stand in the column beside it.
    ending: Option<(usize, usize)>,
}

impl Column {
    fn first(&self) -> &Row {
        &self.rows[0]
    }

    fn last(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    /// The words that end the game behind the last row belong to a later one.
    fn pass_ending(&mut self) {
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.cells.last_mut()) {
            self.ending = cell.ending.take().or(self.ending);
        }
    }

    fn ended(&self) -> bool {
        self.last().cells.last().is_some_and(|cell| cell.ending.is_some())
    }
}

/// Sorts all lines of a page of raw text.
pub(super) fn sort(page: &Page, recognizer: &dyn Recognizer) -> Vec<Item> {
    let fragments: Vec<Vec<Fragment>> =
        (0..page.rows.len()).map(|line| fragment::fragments(page, line, recognizer)).collect();
    let depths = depths(page);
    let mut items = Vec::new();
    let mut at = 0;
    let bounds = zones(page, &fragments);
    for zone in bounds {
        lines::sort_lines(page, recognizer, at..zone.start, &mut items);
        at = zone.end;
        let Some(table) = table(page, recognizer, &fragments, &depths, zone.clone()) else {
            lines::sort_lines(page, recognizer, zone, &mut items);
            continue;
        };
        emit(page, recognizer, zone, table, &mut items);
    }
    lines::sort_lines(page, recognizer, at..page.rows.len(), &mut items);
    items
}

/// The lines of one game each: from its title, or from its first row, to the next.
fn zones(page: &Page, fragments: &[Vec<Fragment>]) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut last_title = None;
    for line in 0..page.rows.len() {
        let text = page.row_text(line).trim();
        if is_title(text) || numbers_game(text) && rows_below(page, fragments, line) {
            last_title = Some(line);
            starts.push(line);
        } else if begins(fragments, line) {
            let head = (line.saturating_sub(HEAD)..line).rev().find(|&line| is_head(page.row_text(line)));
            // Right below rows with higher numbers a 1 is what is left of 11.
            let above = line.saturating_sub(4)..line;
            if head.is_none() && above.clone().any(|line| !fragments[line].is_empty()) {
                continue;
            }
            let start = head.unwrap_or(line);
            // The first table below a title belongs to it.
            let titled = last_title.is_some_and(|title| line <= title + 2 * HEAD);
            if !titled && starts.last().is_none_or(|&last| start > last) {
                starts.push(start);
            }
        }
    }
    let ends = starts.iter().copied().skip(1).chain([page.rows.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// `Game 12, played on …`: a title with the number of a game.
fn is_title(text: &str) -> bool {
    text.len() <= 80
        && text.starts_with(char::is_uppercase)
        && heading::opens_section(text)
        && naming::game_number(text).is_some()
}

/// `Gume 71, played on the {th of May.`: a line that begins with the word for a game, a letter of it misread perhaps,
/// and a number.
fn numbers_game(text: &str) -> bool {
    let mut words = text.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty());
    let (Some(word), Some(number)) = (words.next(), words.next()) else { return false };
    let (known, unknown): (Vec<_>, Vec<_>) =
        word.chars().zip("game".chars()).partition(|(seen, meant)| seen.eq_ignore_ascii_case(meant));
    let number = number.trim_end_matches(['.', ',', ':', ';']);
    text.len() <= 80
        && word.chars().count() == 4
        && word.starts_with(char::is_uppercase)
        && known.len() >= 3
        && unknown.iter().all(|(seen, _)| seen.is_alphabetic())
        && number.len() <= 4
        && number.contains(|c: char| c.is_ascii_digit())
}

/// Does a table begin below a title: the names of its columns, or one of its first rows?
fn rows_below(page: &Page, fragments: &[Vec<Fragment>], title: usize) -> bool {
    let first = |fragment: &Fragment| {
        fragment
            .ways
            .iter()
            .any(|way| way.value().is_some_and(|number| (1..=1 + MOST_LOST).contains(&number)))
    };
    let below = || title + 1..page.rows.len().min(title + 1 + 2 * HEAD);
    below().any(|line| is_head(page.row_text(line))) || below().any(|line| fragments[line].iter().any(first))
}

fn is_head(text: &str) -> bool {
    heading::columns(text).is_some()
}

/// A row 1 on this line, and a row 2 soon below it.
fn begins(fragments: &[Vec<Fragment>], line: usize) -> bool {
    let has = |line: usize, number: u32, moves: usize| {
        fragments[line].first().is_some_and(|fragment| {
            fragment.ways.iter().any(|way| way.value() == Some(number) && way.moves() >= moves)
        })
    };
    has(line, 1, 2) && (line + 1..fragments.len().min(line + 5)).any(|below| has(below, 2, 1))
}

/// How well a fragment goes on with a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Next,
    Misread,
    /// The row before it bears the number of this one, and is the one that seemed to be lost.
    Again,
    AfterLost(u32),
}

/// How many lines above each are not blank.
fn depths(page: &Page) -> Vec<usize> {
    let mut depth = 0;
    let mut out = Vec::with_capacity(page.rows.len() + 1);
    for line in 0..page.rows.len() {
        out.push(depth);
        depth += usize::from(!page.row_text(line).is_empty());
    }
    out
}

fn fit(column: &Column, way: &Way, below: usize, is_alone: bool) -> Option<Fit> {
    let last = column.last().number;
    // Behind a row that seems to end the game only the very next one goes on with it: the words stand beside it.
    if below > NEAR || below == 0 || column.ended() && !(way.value() == Some(last + 1) && below <= NEAR / 2) {
        return None;
    }
    let before = column.rows.iter().rev().nth(1).map(|row| row.number);
    match way.value() {
        Some(value) if value == last && before.is_some_and(|before| before + 2 == last) => Some(Fit::Again),
        Some(value) if value == last + 1 => Some(Fit::Next),
        Some(value) if value > last + 1 && value - last - 1 <= MOST_LOST && below <= NEAR / 2 + 2 => {
            Some(Fit::AfterLost(value - last - 1))
        }
        _ if (way.resembles(last + 1)
            || way.is_swollen(last + 1)
            || is_alone && way.is_half_of(last + 1))
            && below <= NEAR / 2 + 2 =>
        {
            Some(Fit::Misread)
        }
        _ => None,
    }
}

/// The columns of a zone: rows whose numbers follow each other.
fn columns(fragments: &[Vec<Fragment>], depths: &[usize], zone: Range<usize>) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for line in zone {
        let is_alone = fragments[line].len() == 1;
        for fragment in &fragments[line] {
            let best = columns
                .iter()
                .enumerate()
                .rev()
                .flat_map(|(i, column)| {
                    let below = depths[line] - depths[column.last().line];
                    fragment
                        .ways
                        .iter()
                        .filter_map(move |way| Some((fit(column, way, below, is_alone)?, i, way)))
                })
                .min_by_key(|&(fit, i, _)| (fit, std::cmp::Reverse(columns[i].last().line)));
            let row =
                |number: u32, way: &Way| Row { number, line, start: way.start, cells: way.cells.clone() };
            match best {
                Some((fit, i, way)) => {
                    let column = &mut columns[i];
                    column.pass_ending();
                    if fit == Fit::Again
                        && let Some(row) = column.rows.last_mut()
                    {
                        row.number -= 1;
                    }
                    let last = columns[i].last().number;
                    let number = way.value().filter(|&n| n > last && n <= last + 1 + MOST_LOST);
                    columns[i].rows.push(row(number.unwrap_or(last + 1), way));
                }
                None => {
                    let begun = fragment.ways.iter().find_map(|way| Some((way.value()?, way)));
                    if let Some((number, way)) = begun {
                        columns.push(Column { rows: vec![row(number, way)], has_more: false, ending: None });
                    }
                }
            }
        }
    }
    columns
}

/// The table of the game in a zone: the column that begins it and those that go on with it.
fn table(
    page: &Page,
    recognizer: &dyn Recognizer,
    fragments: &[Vec<Fragment>],
    depths: &[usize],
    zone: Range<usize>,
) -> Option<Column> {
    let mut columns = columns(fragments, depths, zone.clone());
    let headed = |column: &Column| {
        let line = column.first().line;
        (line.saturating_sub(HEAD).max(zone.start)..line).any(|line| is_head(page.row_text(line)))
    };
    let first = columns.iter().position(|column| {
        let number = column.first().number;
        let long = column.rows.len() >= COLUMN;
        long && (number == 1 || number <= 1 + MOST_LOST && headed(column))
    })?;
    let mut table = columns.remove(first);
    let begins = table.first().line;
    // Below the first note stand the rows of the notes.
    let notes = (begins..zone.end).find(|&line| is_note(page.row_text(line))).unwrap_or(zone.end);
    loop {
        let next = table.last().number + 1;
        // Words that end the game may stand in the next column: beside the last row of this one.
        let ended = table.ended().then(|| table.last().line);
        let found = columns
            .iter()
            .enumerate()
            .filter(|(_, column)| {
                let first = column.first();
                let lost = first.number.checked_sub(next);
                let joins = lost.is_some_and(|lost| lost <= MOST_LOST);
                let long = column.rows.len() > COLUMN || lost == Some(0) && column.rows.len() >= COLUMN;
                let placed = first.line + HEAD > begins && first.line < notes;
                let beside = ended.is_none_or(|line| lost == Some(0) && first.line <= line);
                joins && (long || lost == Some(0) && column.ended()) && placed && beside
            })
            .min_by_key(|(_, column)| (column.first().number, column.first().line))
            .map(|(i, _)| i);
        let Some(found) = found else { break };
        table.pass_ending();
        let next = columns.remove(found);
        table.rows.extend(next.rows);
        table.ending = next.ending.or(table.ending);
    }
    let last = table.last().number;
    table.has_more = columns.iter().any(|column| {
        let first = column.first();
        column.rows.len() >= COLUMN && first.number > last && first.number <= last + 40 && first.line > begins
    });
    Some(fill(page, recognizer, table))
}

/// `(A) Up to this point …`: a line that begins with the mark of a note.
fn is_note(text: &str) -> bool {
    let text = text.trim_start();
    mark::bracketed(text).is_some_and(|len| text[len..].chars().filter(|c| c.is_alphabetic()).count() >= 4)
}

/// Puts in the rows whose numbers are missing: the lines that stand between, or rows of which nothing is left.
fn fill(page: &Page, recognizer: &dyn Recognizer, table: Column) -> Column {
    let (has_more, ending) = (table.has_more, table.ending);
    let mut out: Vec<Row> = Vec::with_capacity(table.rows.len());
    // What stands on a line in front of another row of the table.
    let taken: Vec<(usize, usize)> = table.rows.iter().map(|row| (row.line, row.start)).collect();
    let free = |line: usize| {
        let starts = taken.iter().filter(|&&(at, _)| at == line).map(|&(_, start)| start);
        starts.min().map_or(page.rows[line].end(), |start| start.max(page.rows[line].start()))
    };
    let forced = |line: usize| fragment::forced(page, line, free(line), recognizer);
    let is_readable = |&line: &usize| forced(line).iter().any(|cell| cell.holds == Holds::Move);
    for mut row in table.rows {
        let last = out.last().map_or(0, |row| row.number);
        let lost = row.number.saturating_sub(last + 1);
        if lost > 0 {
            // Above the first row stand its head and the names.
            let above = row.line.saturating_sub(lost as usize)..row.line;
            let between = out.last().map_or(above, |before| before.line + 1..row.line.max(before.line + 1));
            let may_be = |&line: &usize| may_be_row(&page.text[page.rows[line].start()..free(line)]);
            let mut there: Vec<usize> = between.filter(may_be).collect();
            if there.len() > lost as usize {
                there.retain(is_readable);
            }
            let whole = there.len() == lost as usize;
            for i in 0..lost {
                let at = if whole { Some(there[i as usize]) } else { None };
                let cells = at.map_or_else(|| nothing(row.start), forced);
                let line = at.unwrap_or(row.line);
                out.push(Row { number: last + 1 + i, line, start: page.rows[line].start(), cells });
            }
        }
        row.number = row.number.max(last + 1);
        out.push(row);
    }
    // Both sides move in every row but the last.
    let end = out.len().saturating_sub(1);
    for row in &mut out[..end] {
        let after = row.cells.last().map_or(row.start, |cell| cell.end);
        while row.cells.len() < 2 {
            row.cells.push(empty(after));
        }
    }
    Column { rows: out, has_more, ending }
}

/// A short line with a letter on it, brackets around all of it left out.
fn may_be_row(text: &str) -> bool {
    let text = text.trim();
    (4..=44).contains(&text.len())
        && text.chars().any(char::is_alphanumeric)
        && !text.starts_with(['[', '{', '('])
        && !is_head(text)
}

fn empty(at: usize) -> Piece {
    Piece::new(Holds::Unread, at, at)
}

fn nothing(at: usize) -> Vec<Piece> {
    vec![empty(at), empty(at)]
}

/// The items of a zone: what stands above its table, the rows in their order, and all that is left.
fn emit(page: &Page, recognizer: &dyn Recognizer, zone: Range<usize>, table: Column, items: &mut Vec<Item>) {
    let mut used = vec![false; zone.len()];
    for row in &table.rows {
        used[row.line - zone.start] = true;
    }
    let begins = table.rows.iter().map(|row| row.line).min().unwrap_or(zone.start);
    lines::sort_text(page, recognizer, zone.start..begins, items);
    let end = table.rows.len() - 1;
    let (has_more, beside) = (table.has_more, table.ending);
    for (i, mut row) in table.rows.into_iter().enumerate() {
        let mut breaks_off = false;
        if i == end {
            let line = row.line;
            let near = || {
                let rows = &page.rows;
                beside.filter(|&(at, _)| {
                    rows[line].start() <= at && at <= rows[rows.len().min(line + 5) - 1].end()
                })
            };
            if let Some(cell) = row.cells.last_mut() {
                cell.ending = cell.ending.or_else(|| ending_below(page, recognizer, line)).or_else(near);
                breaks_off = has_more || cell.ending.is_none();
            }
        }
        items.push(Item::Row { line: row.line, shape: Shape { breaks_off, ..shape(row) } });
    }
    let mut at = begins;
    while at < zone.end {
        let is_used = used[at - zone.start];
        let stop = (at..zone.end).find(|&line| used[line - zone.start] != is_used).unwrap_or(zone.end);
        if !is_used {
            lines::sort_text(page, recognizer, at..stop, items);
        }
        at = stop;
    }
}

/// Words of the next lines that say how the game ended.
fn ending_below(page: &Page, recognizer: &dyn Recognizer, line: usize) -> Option<(usize, usize)> {
    let below = (line + 1..page.rows.len()).filter(|&line| !page.row_text(line).is_empty()).take(2);
    below.into_iter().find_map(|line| {
        let text = page.row_text(line);
        let words = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let start = page.rows[line].start() + text.len() - words.len();
        recognizer.ending_len(words).map(|len| (start, start + len))
    })
}

fn shape(row: Row) -> Shape {
    let moves = row.cells.iter().filter(|cell| cell.holds == Holds::Move).count();
    let entry = Entry { number: Some(row.number), start: row.start, cells: row.cells, ..Entry::default() };
    Shape {
        entries: vec![entry],
        moves: u32::try_from(moves).unwrap_or(0),
        sure: 3,
        structured: true,
        begins: true,
        ..Shape::default()
    }
}
