//! Rows that a page prints once more: the last of one page again at the top of the next, or half of it at the foot. The same
//! number is not due twice, so that they are read once.
use crate::book::page::cells::numbered;
use crate::book::{furniture, heading};

/// So many rows at most are printed again.
const MOST: usize = 3;

/// So far from each other, in lines, a row and the same row again may stand.
const FAR: usize = 60;

/// A line that begins with a number and holds a move.
struct Numbered<'a> {
    line: usize,
    number: u32,
    words: Vec<&'a str>,
}

impl<'a> Numbered<'a> {
    fn read(line: usize, row: &'a str) -> Option<Self> {
        let (figures, behind) = numbered(row);
        let number = figures.parse().ok().filter(|_| figures.len() <= 3)?;
        // The dots of a move left out are words, one stop is none.
        let rest = behind.strip_prefix(['.', ')']).unwrap_or(behind);
        let words = rest.split([' ', '\t', '|']).map(|word| word.strip_suffix('.').unwrap_or(word));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.iter().any(|word| furniture::tells_move(word)).then_some(Self { line, number, words })
    }
}

/// The lines to be left out, of `rows`; `breaks` are the lines that begin a page, where the text tells.
pub(super) fn lines(rows: &[&str], breaks: &[usize]) -> Vec<usize> {
    let numbered: Vec<Numbered> =
        rows.iter().enumerate().filter_map(|(line, row)| Numbered::read(line, row)).collect();
    let mut found = Vec::new();
    for at in 1..numbered.len() {
        let (above, below) = numbered.split_at(at);
        let (last, first) = (above[at - 1].line, below[0].line);
        let is_near = first - last <= FAR && below[0].number <= above[at - 1].number;
        if !is_near || !turns(rows, breaks, last, first, below[0].number == 1) {
            continue;
        }
        let again = (1..=MOST.min(above.len()).min(below.len())).find(|&count| {
            let pairs = above[at - count..].iter().zip(&below[..count]);
            pairs.clone().all(|(one, other)| one.number == other.number && one.words == other.words)
        });
        match again {
            Some(count) => found.extend(below[..count].iter().map(|row| row.line)),
            None => found.extend(half(&above[at - 1], &below[0])),
        }
    }
    found
}

/// The line of two with the same number that has the first words of the other and no more.
fn half(above: &Numbered, below: &Numbered) -> Option<usize> {
    if above.number != below.number {
        return None;
    }
    let begins = |one: &Numbered, other: &Numbered| {
        one.words.len() < other.words.len() && other.words.starts_with(&one.words)
    };
    begins(above, below).then_some(above.line).or_else(|| begins(below, above).then_some(below.line))
}

/// Does a page end between two lines, and stands there nothing that begins another game? Before a first row, which all
/// games have, only what printing puts there.
fn turns(rows: &[&str], breaks: &[usize], above: usize, below: usize, begins: bool) -> bool {
    let words = |&line: &usize| !rows[line].trim().is_empty();
    let is_page = |line: usize| furniture::bears_page(rows[line]);
    let goes_on = |line: usize| heading::goes_on(rows[line]);
    let is_feed =
        breaks.get(breaks.partition_point(|&line| line <= above)).is_some_and(|&line| line <= below);
    let mut between = (above + 1..below).filter(words);
    let is_turn = is_feed || between.clone().any(|line| is_page(line) || goes_on(line));
    is_turn
        && between.all(|line| {
            is_page(line)
                || goes_on(line)
                || heading::columns(rows[line]).is_some()
                || !begins && !heading::opens_section(rows[line].trim())
        })
}
