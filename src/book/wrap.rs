//! Cells of a narrow table that go on in the line below: `2. K. Kt. to K. B's` and under it `3d.`
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::note::fold;
use crate::book::page::Page;
use crate::book::shape::{Holds, Piece, Shape};
use crate::book::token;

/// So many stretches of a line may be ends of cells: one a column.
const COLUMNS: usize = 2;

/// No end of a cell is longer, in bytes.
const LONGEST_END: usize = 40;

/// So many lines below one another may hold one end of a cell.
const LINES: usize = 3;

/// Hangs lines that hold the ends of cells, and nothing else, on the rows above them. Such lines have no shape of
/// their own any more.
pub(super) fn join(
    page: &Page,
    recognizer: &dyn Recognizer,
    lines: &Range<usize>,
    shapes: &mut [Option<Shape>],
) {
    let is_row = |shape: &Shape| shape.begins && shape.entries.len() == 1 && shape.number().is_some();
    let mut i = 0;
    while i < shapes.len() {
        let (row, rest) = (i, i + 1);
        i = rest;
        if !shapes[row].as_ref().is_some_and(is_row) {
            continue;
        }
        while let Some((count, cells)) = (1..=LINES.min(shapes.len() - i)).find_map(|count| {
            let shape = shapes[row].as_ref()?;
            if (i..i + count).any(|i| begins_row(shape, &shapes[i..])) {
                return None;
            }
            let at = lines.start + i;
            Some((count, ends(page, recognizer, shape, lines.start + row, at..at + count)?))
        }) {
            shapes[i..i + count].fill(None);
            i += count;
            if let Some(shape) = &mut shapes[row] {
                take(shape, cells);
                shape.more_lines = i - row - 1;
            }
        }
    }
}

/// Is a figure that stands alone, or the beginning of a line, the number of the next row?
fn begins_row(row: &Shape, rest: &[Option<Shape>]) -> bool {
    let number = |shape: &Option<Shape>| shape.as_ref().and_then(Shape::number);
    let Some(here) = rest.first().and_then(|shape| shape.as_ref().filter(|_| number(shape).is_some())) else {
        return false;
    };
    let next = row.number().map(|number| number + 1);
    // `4` below `P to Q Kt` is a rank, if the row numbered 4 comes below it.
    let alone = here.entries.iter().all(|entry| entry.cells.is_empty());
    !alone || here.number() == next && rest.get(1).is_none_or(|below| number(below) != next)
}

/// The ends of cells, those of one cell together.
type Ends = Vec<(usize, Vec<(usize, usize)>)>;

/// The cells of `row` that go on in some lines, each with where it does; none unless all of the lines does so.
fn ends(
    page: &Page,
    recognizer: &dyn Recognizer,
    shape: &Shape,
    row: usize,
    lines: Range<usize>,
) -> Option<Ends> {
    let cells = &shape.entries.first()?.cells;
    let bars = |line: usize, at: usize| {
        page.text[page.rows[line].start()..at].bytes().filter(|&b| b == b'|').count()
    };
    let blanks = |line: usize, at: usize| at.saturating_sub(page.rows[line].start());
    let mut out: Ends = Vec::new();
    for line in lines {
        let pieces = stretches(page, line);
        if pieces.is_empty() || pieces.len() > COLUMNS.min(cells.len()) {
            return None;
        }
        let mut last = None;
        for (start, end) in pieces {
            // Bars part columns whatever their width.
            let nearest = if bars(line, end) > 0 {
                (0..cells.len()).find(|&i| bars(row, cells[i].start) == bars(line, start))?
            } else {
                let at = blanks(line, start);
                (0..cells.len()).min_by_key(|&i| blanks(row, cells[i].start).abs_diff(at))?
            };
            if last.is_some_and(|last| last >= nearest) {
                return None;
            }
            last = Some(nearest);
            match out.iter_mut().find(|(cell, _)| *cell == nearest) {
                Some((_, ends)) => ends.push((start, end)),
                None => out.push((nearest, vec![(start, end)])),
            }
        }
    }
    out.iter().all(|(cell, ends)| goes_on(page, recognizer, &cells[*cell], ends)).then_some(out)
}

/// The stretches of a line between bars, tabs and wide blanks.
fn stretches(page: &Page, line: usize) -> Vec<(usize, usize)> {
    let row = page.rows[line];
    let mut out = Vec::new();
    let mut at = row.start();
    while at < row.end() {
        let rest = &page.text[at..row.end()];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '|']).len();
        at += blank;
        let rest = &page.text[at..row.end()];
        let len = token::column_end(rest).min(rest.find("  ").unwrap_or(rest.len()));
        if len == 0 {
            break;
        }
        out.push((at, at + rest[..len].trim_end().len()));
        at += len;
    }
    out
}

/// Do a cell and the words below it read as one move, and no line below as one by itself?
fn goes_on(page: &Page, recognizer: &dyn Recognizer, cell: &Piece, ends: &[(usize, usize)]) -> bool {
    if cell.holds == Holds::Dots || !cell.marks.is_empty() {
        return false;
    }
    let mut whole = with_tail(cell.clone());
    whole.more.extend(ends);
    let reads = |text: &str| {
        recognizer.move_at(text).is_some_and(|seen| {
            seen.sure >= 2 && text[seen.len..].trim_matches(['.', ',', ' ', '!', '?']).is_empty()
        })
    };
    // `B's 3d` names a square, and no man that moves.
    let owns = |word: &str| word.ends_with(['s', 'S']) && word.contains(['\'', '\u{2019}']);
    let names_square = |text: &str| text.split_whitespace().take(2).any(owns);
    let is_end = |&(start, end): &(usize, usize)| {
        let below = &page.text[start..end];
        below.len() <= LONGEST_END && (names_square(below) || !reads(below))
    };
    ends.iter().all(is_end) && reads(&words(page, &whole))
}

/// The words of a cell, those in lines below its first among them.
pub(super) fn words(page: &Page, cell: &Piece) -> String {
    let mut out = fold(&page.text[cell.start..cell.end]);
    for &(start, end) in &cell.more {
        out.push(' ');
        out.push_str(&fold(&page.text[start..end]));
    }
    out
}

/// What stood behind a move that was not whole belongs to it.
fn with_tail(mut cell: Piece) -> Piece {
    if let Some((_, end)) = cell.tail.take() {
        cell.end = cell.end.max(end);
    }
    cell
}

/// Adds the ends of cells to them.
fn take(shape: &mut Shape, ends: Ends) {
    let Some(entry) = shape.entries.first_mut() else { return };
    for (cell, ends) in ends {
        let cell = &mut entry.cells[cell];
        *cell = with_tail(cell.clone());
        shape.move_bytes += ends.iter().map(|(start, end)| end - start).sum::<usize>();
        cell.more.extend(ends);
        shape.moves += u32::from(cell.holds == Holds::Unread);
        cell.holds = Holds::Move;
    }
    shape.sure = shape.sure.max(2);
    if entry.cells.iter().all(|cell| cell.holds == Holds::Move && cell.tail.is_none()) {
        (shape.words, shape.word_bytes) = (0, 0);
    }
}
