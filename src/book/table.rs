//! Tables put in order: two half-games that stand side by side, numbers that one row misprints.
use crate::book::Recognizer;
use crate::book::column;
use crate::book::item::Item;
use crate::book::page::Page;
use crate::book::shape::Entry;
use crate::book::token::{self, Flow};
use crate::book::words::is_ending;

/// Puts two half-games that stand side by side one after the other, and mends numbers that one row misprints.
pub(super) fn order_columns(page: &Page, items: &mut [Item], recognizer: &dyn Recognizer) {
    let mut at = 0;
    while at < items.len() {
        let mut end = at;
        let mut rows = Vec::new();
        let mut beside = None;
        while let Some(item) = items.get(end) {
            match item {
                Item::Row { .. } => rows.push(end),
                Item::Blank { .. } if !rows.is_empty() => {}
                Item::Text { lines } if rows.len() >= 2 && lines.len() == 1 && beside.is_none() => {
                    let Some((ending, row)) = beside_ending(page, lines.start, recognizer) else { break };
                    beside = Some(Beside { at: end, rows: rows.len(), ending, row });
                }
                _ => break,
            }
            end += 1;
        }
        if rows.len() >= 2 {
            if !abreast(page, items, &rows, beside.as_ref(), recognizer)
                && let Some(beside) = beside
            {
                // The words stand below a game that has nothing beside it.
                rows.truncate(beside.rows);
                end = beside.at;
                abreast(page, items, &rows, None, recognizer);
            }
            side_by_side(items, &rows, recognizer.is_raw());
            mend_numbers(items, &rows);
            under_black(page, items, &rows);
        }
        at = end.max(at + 1);
    }
}

/// The words that end the left one of two games abreast, and a row of the right one on their line.
struct Beside {
    /// Which item it is.
    at: usize,
    /// How many rows stand above.
    rows: usize,
    ending: (usize, usize),
    row: Vec<Entry>,
}

/// The words on a line that tell how a game ended, and behind a gap a row of another with its number.
fn beside_ending(
    page: &Page,
    line: usize,
    recognizer: &dyn Recognizer,
) -> Option<((usize, usize), Vec<Entry>)> {
    let (start, end) = (page.rows[line].start(), page.rows[line].end());
    let text = page.text[start..end].trim_start();
    let start = end - text.len();
    let words = text.split(GAP).next().filter(|words| is_ending(words, recognizer))?;
    let mut tokens = Vec::new();
    token::cut(&page.text, start + words.len()..end, Flow::Line, recognizer, &mut tokens);
    let row = column::shape(&page.text, &tokens, recognizer);
    let is_row = row.words == 0 && row.entries.len() == 1 && row.entries[0].number.is_some() && row.moves > 0;
    is_row.then_some(((start, start + words.len()), row.entries))
}

/// Two games abreast, each row with the same number twice: the right one moves to the last row, in order. True if there are.
fn abreast(
    page: &Page,
    items: &mut [Item],
    rows: &[usize],
    beside: Option<&Beside>,
    recognizer: &dyn Recognizer,
) -> bool {
    let column = |line: usize, at: usize| at.saturating_sub(page.rows[line].start());
    let twice = |item: &Item| match item {
        Item::Row { line, shape } => match &shape.entries[..] {
            [left, right] if left.number.is_some() && left.number == right.number && !right.dots => {
                (left.cells.len() == 2).then(|| column(*line, right.start))
            }
            _ => None,
        },
        _ => None,
    };
    let columns: Vec<usize> = rows.iter().filter_map(|&row| twice(&items[row])).collect();
    let Some(&border) =
        columns.iter().min().filter(|_| columns.len() >= 2 && columns.len() * 2 >= rows.len())
    else {
        return false;
    };
    let mut right = Vec::new();
    let above = beside.map_or(rows.len(), |beside| beside.rows);
    for (at, &row) in rows.iter().enumerate() {
        if at == above {
            right.extend(beside.into_iter().flat_map(|beside| beside.row.iter().cloned()));
        }
        let both = twice(&items[row]).is_some();
        let Item::Row { line, shape } = &mut items[row] else { continue };
        if both {
            right.extend(shape.entries.split_off(1));
            continue;
        }
        let [entry] = &mut shape.entries[..] else { continue };
        let is_right = |at: usize| column(*line, at) + 4 >= border;
        if is_right(entry.start) {
            right.append(&mut shape.entries);
        } else if let Some(cut) = entry.cells.iter().position(|cell| is_right(cell.start)) {
            // The left game ends with White's move, and the number of the right one was taken for Black's.
            let cells = entry.cells.split_off(cut);
            let start = cells.first().map_or(entry.start, |cell| cell.start);
            right.push(Entry { number: entry.number, start, cells, ..Entry::default() });
        } else if let Some(cell) = entry.cells.last_mut()
            && let Some(last) = right.iter_mut().rev().find_map(|entry| entry.cells.last_mut())
            && let Some(ending) = cell.ending.take_if(|ending| is_right(ending.0))
        {
            // The right game has ended, beside a row of the left one.
            last.ending = last.ending.or(Some(ending));
        }
    }
    if above == rows.len() {
        right.extend(beside.into_iter().flat_map(|beside| beside.row.iter().cloned()));
    }
    // The second half of one game has the same ending.
    let are_two = right.first().is_some_and(|first| first.number == Some(1));
    let endings = are_two.then(|| endings_below(page, items, rows, border, recognizer)).flatten();
    if let Some((at, [of_left, of_right])) = endings {
        end_left(items, rows, of_left);
        if let Some(cell) = right.iter_mut().rev().find_map(|entry| entry.cells.last_mut()) {
            cell.ending = cell.ending.or(of_right);
        }
        if let Item::Text { lines } = &items[at] {
            items[at] = Item::Blank { lines: lines.clone() };
        }
    }
    if let Some(beside) = beside.filter(|_| are_two) {
        end_left(items, rows, Some(beside.ending));
        if let Item::Text { lines } = &items[beside.at] {
            items[beside.at] = Item::Blank { lines: lines.clone() };
        }
    }
    if let Some(Item::Row { shape, .. }) = rows.last().map(|&row| &mut items[row]) {
        shape.entries.extend(right);
    }
    true
}

/// Puts the words that end the left game behind its last move.
fn end_left(items: &mut [Item], rows: &[usize], ending: Option<(usize, usize)>) {
    let last = |item: &Item| match item {
        Item::Row { shape, .. } => shape.entries.iter().rposition(|entry| !entry.cells.is_empty()),
        _ => None,
    };
    let row = rows.iter().rev().find_map(|&row| Some((row, last(&items[row])?)));
    if let Some((row, entry)) = row
        && let Item::Row { shape, .. } = &mut items[row]
        && let Some(cell) = shape.entries[entry].cells.last_mut()
    {
        cell.ending = cell.ending.or(ending);
    }
}

/// Blanks between words of two games abreast.
const GAP: &str = "   ";

/// So many columns from where a game stands its ending may begin.
const ASIDE: usize = 8;

/// Where the ending of the left one of two games abreast stands, and that of the right one, if they are told.
type Endings = [Option<(usize, usize)>; 2];

/// The words below two games abreast that say how each of them ended, and which item they are.
fn endings_below(
    page: &Page,
    items: &[Item],
    rows: &[usize],
    border: usize,
    recognizer: &dyn Recognizer,
) -> Option<(usize, Endings)> {
    let last = rows.last()? + 1;
    let at = last + items.get(last..)?.iter().position(|item| !matches!(item, Item::Blank { .. }))?;
    let Item::Text { lines } = &items[at] else { return None };
    let text = page.row_text(lines.start);
    let begins = text.len() - text.trim_start().len();
    let is_right = |at: usize| at + ASIDE >= border;
    // Where words begin, at the beginning of the line or behind a gap.
    let starts = text.split(GAP).scan(0, |at, piece| {
        let start = *at + piece.len() - piece.trim_start().len();
        *at += piece.len() + GAP.len();
        Some((start, piece))
    });
    let mut starts = starts.filter(|(_, piece)| !piece.trim().is_empty()).map(|(start, _)| start);
    let right = starts.find(|&at| is_right(at)).unwrap_or(text.len());
    let ending = |from: usize, to: usize| {
        let words = &text[from..to];
        let start = page.rows[lines.start].start() + from + words.len() - words.trim_start().len();
        let is_told = is_ending(words, recognizer);
        (is_told || words.trim().is_empty()).then(|| is_told.then(|| (start, start + words.trim().len())))
    };
    let both = [ending(0, right)?, ending(right, text.len())?];
    (lines.len() == 1 && (begins <= ASIDE || is_right(begins))).then_some((at, both))
}

/// The parts of one game side by side, whose numbers skip from each to the next: each moves behind the one to its left.
fn side_by_side(items: &mut [Item], rows: &[usize], is_raw: bool) {
    let is_apart = |item: &Item| {
        let Item::Row { shape, .. } = item else { return false };
        let numbers = || shape.entries.iter().filter_map(|entry| entry.number);
        let skips = |(left, right): (u32, u32)| right >= left + 2;
        numbers().count() >= 2 && numbers().zip(numbers().skip(1)).all(skips)
    };
    let apart: Vec<usize> = rows.iter().copied().filter(|&row| is_apart(&items[row])).collect();
    // The part to the right goes on with the last number of the left one, however short it is.
    let number = |row: usize, part: usize| match &items[row] {
        Item::Row { shape, .. } => shape.entries.get(part).and_then(|entry| entry.number),
        _ => None,
    };
    let goes_on = || {
        let (first, last) = (number(*apart.first()?, 1)?, number(*rows.last()?, 0)?);
        (first == last + 1).then_some(())
    };
    let is_short = apart.len() * 2 < rows.len();
    if apart.len() < 2 || is_short && (is_raw || goes_on().is_none()) {
        return;
    }
    let mut parts: Vec<Vec<Entry>> = Vec::new();
    for row in apart {
        let Item::Row { shape, .. } = &mut items[row] else { continue };
        for (part, entry) in shape.entries.split_off(1).into_iter().enumerate() {
            match parts.get_mut(part) {
                Some(above) => above.push(entry),
                None => parts.push(vec![entry]),
            }
        }
    }
    if let Some(Item::Row { shape, .. }) = rows.last().map(|&row| &mut items[row]) {
        shape.entries.extend(parts.into_iter().flatten());
    }
}

fn mend_numbers(items: &mut [Item], rows: &[usize]) {
    let numbers: Vec<Option<u32>> = rows
        .iter()
        .map(|&row| match &items[row] {
            Item::Row { shape, .. } if shape.entries.len() == 1 => shape.number(),
            _ => None,
        })
        .collect();
    for i in 1..rows.len().saturating_sub(1) {
        if let (Some(before), Some(here), Some(after)) = (numbers[i - 1], numbers[i], numbers[i + 1])
            && after == before + 2
            && here != before + 1
            && here != before
            && here != after
            && let Item::Row { shape, .. } = &mut items[rows[i]]
            && let Some(entry) = shape.entries.first_mut()
        {
            entry.number = Some(before + 1);
        }
    }
}

/// A move alone that stands where Black's column is belongs to Black.
fn under_black(page: &Page, items: &mut [Item], rows: &[usize]) {
    let blanks = |line: usize, at: usize| at.saturating_sub(page.rows[line].start());
    let bars = |line: usize, at: usize| {
        page.text[page.rows[line].start()..at].bytes().filter(|&b| b == b'|').count()
    };
    // White's number, White's move and Black's, in a row that has them.
    let both = rows.iter().find_map(|&row| match &items[row] {
        Item::Row { line, shape } => match &shape.entries[..] {
            [entry] if entry.cells.len() == 2 && shape.is_parted() => {
                Some((*line, entry.start, entry.cells[0].start, entry.cells[1].start))
            }
            _ => None,
        },
        _ => None,
    });
    let Some((whole, number, white, black)) = both else { return };
    let barred = bars(whole, white) != bars(whole, black);
    for &row in rows {
        if let Item::Row { line, shape } = &mut items[row]
            && let [entry] = &mut shape.entries[..]
            && let [cell] = &entry.cells[..]
        {
            entry.dots |= if barred {
                bars(*line, cell.start) == bars(whole, black)
            } else {
                let at = blanks(*line, entry.start);
                at + 8 >= blanks(whole, black) && at > blanks(whole, number) + 8
            };
        }
    }
}
