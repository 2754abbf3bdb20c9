//! Running heads, page numbers and the lines of printers and libraries at the foot: known by their place at the edge of the
//! page and because other pages have them, too.

use super::item::{Item, Row, Sheet};
use super::rows::rows;
use crate::scan::Book;

/// How many pages away the same words may stand again.
const FAR: usize = 4;
/// How many rows of a page may be heads, and feet.
const MOST: usize = 2;

/// A row at the edge of a page.
struct Edge {
    /// Numbers of its words.
    words: Vec<u32>,
    /// Its letters in small, without anything else.
    letters: String,
    /// A number in a cell of its own, at an end of the row.
    number: Option<u32>,
    /// There is a cell of its own at an end of the row that is a number, well recognised or not.
    apart: bool,
    /// There are numbers that are not in a cell of their own.
    numbered: bool,
    /// All its letters are capitals.
    capitals: bool,
    base: f32,
    /// Its number and that of the next numbered row of the page count moves.
    counts: bool,
}

/// Takes the heads and feet off all pages.
pub(super) fn remove(sheets: &mut [Sheet], book: &Book) {
    let rows: Vec<Vec<Row>> = sheets.iter().map(edge_rows).collect();
    for at_top in [true, false] {
        let mut gone = vec![0; sheets.len()];
        for _ in 0..MOST {
            let edges: Vec<Option<Edge>> = rows
                .iter()
                .enumerate()
                .map(|(number, rows)| {
                    let inward: Vec<&Row> = if at_top {
                        rows.iter().skip(gone[number]).collect()
                    } else {
                        rows.iter().rev().skip(gone[number]).collect()
                    };
                    let (&row, behind) = inward.split_first()?;
                    let unit = sheets[number].unit;
                    // What is left must be a page still.
                    let edge = || edge(row, counts_on(row, behind, at_top, unit), unit, book, number);
                    (behind.len() >= 2).then(edge)
                })
                .collect();
            let found: Vec<usize> =
                (0..edges.len()).filter(|&number| is_head(&edges, number, sheets[number].unit)).collect();
            if found.is_empty() {
                break;
            }
            for number in found {
                gone[number] += 1;
                let Some(edge) = &edges[number] else { continue };
                sheets[number].items.retain(|item| !edge.words.contains(&item.word));
            }
        }
    }
}

/// The rows of a page that hold anything to be read.
fn edge_rows(sheet: &Sheet) -> Vec<Row> {
    let mut rows = rows(&sheet.items, sheet.unit);
    rows.retain(|row| row.items.iter().any(|item| item.reads));
    rows
}

/// Do the number of a row and that of the next row that has one, in the same column, count moves? Those of pages stand alone.
fn counts_on(row: &Row, behind: &[&Row], at_top: bool, unit: f32) -> bool {
    let first = |row: &Row| row.items.first().and_then(|item| Some((item.number?, item.left)));
    let Some((own, left)) = first(row) else { return false };
    let next = behind.iter().find_map(|row| first(row).filter(|&(_, at)| (at - left).abs() < 2.0 * unit));
    next.is_some_and(|(next, _)| if at_top { own + 1 == next } else { next + 1 == own })
}

fn edge(row: &Row, counts: bool, unit: f32, book: &Book, number: usize) -> Edge {
    let page = &book.pages[number];
    let text =
        |item: &Item| page.words.get(item.word as usize).map_or("", |word| word.text.of_text(&page.text));
    let (first, last) = (row.items.first(), row.items.last());
    let alone = |item: &&Item| {
        let far = |other: &Item| {
            other.word == item.word || other.left - item.right > unit || item.left - other.right > unit
        };
        // It may have been recognised badly.
        let letters = text(item);
        let is_number = item.number.is_some()
            || letters.chars().count() <= 4 && letters.contains(|c: char| c.is_ascii_digit());
        is_number && row.items.iter().all(far)
    };
    let own = first.filter(alone).or(last.filter(alone));
    let letters: String = row
        .items
        .iter()
        .filter(|item| own.is_none_or(|own| own.word != item.word))
        .flat_map(|item| text(item).chars())
        .filter(|c| c.is_alphabetic())
        .collect();
    let others = row.items.iter().filter(|item| own.is_none_or(|own| own.word != item.word));
    Edge {
        words: row.items.iter().map(|item| item.word).collect(),
        capitals: letters.len() >= 5 && !letters.chars().any(char::is_lowercase),
        letters: letters.to_lowercase(),
        number: own.and_then(|item| item.number),
        apart: own.is_some(),
        numbered: others.into_iter().any(|item| text(item).contains(|c: char| c.is_ascii_digit())),
        base: row.base,
        counts,
    }
}

fn is_head(edges: &[Option<Edge>], number: usize, unit: f32) -> bool {
    let Some(edge) = &edges[number] else { return false };
    if edge.counts && !edge.capitals {
        return false;
    }
    let from = number.saturating_sub(FAR);
    let near = || {
        let part = edges.iter().enumerate().skip(from).take(number + FAR + 1 - from);
        part.filter(|(other, _)| *other != number).filter_map(|(i, other)| Some((i, other.as_ref()?)))
    };
    // The number of a page goes up with the pages.
    let counts = |(i, other): (usize, &Edge)| match (edge.number, other.number) {
        (Some(own), Some(other)) => i64::from(own) - i64::from(other) == number as i64 - i as i64,
        _ => false,
    };
    if !edge.numbered && near().any(counts) {
        return true;
    }
    let at_height = |other: &Edge| (edge.base - other.base).abs() < 2.0 * unit;
    // The words come again.
    let again = |other: &Edge| !other.numbered && alike(&edge.letters, &other.letters) && at_height(other);
    if !edge.numbered && edge.letters.len() >= 4 && near().any(|(_, other)| again(other)) {
        return true;
    }
    // A title in capitals and a number apart from it, as on another page.
    let titled = |edge: &Edge| edge.capitals && edge.apart && !edge.numbered;
    titled(edge) && near().any(|(_, other)| titled(other) && at_height(other))
}

/// The same letters but for one in four.
fn alike(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(60).collect(), b.chars().take(60).collect());
    let longer = a.len().max(b.len());
    if longer == 0 || a.len().abs_diff(b.len()) * 4 > longer {
        return false;
    }
    // The edit distance, a row at a time.
    let mut costs: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = costs[0];
        costs[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = costs[j + 1];
            costs[j + 1] = kept.min(costs[j] + 1).min(diagonal + 1);
        }
    }
    costs[b.len()] * 4 <= longer
}
