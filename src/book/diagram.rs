//! Boards drawn in characters: where they stand, which numbers they bear, which score begins from which.
use std::ops::Range;

use crate::book::heading::{self, Columns};
use crate::book::item::Item;
use crate::book::page::Page;
use crate::record::Words;

/// A board drawn in the text.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    lines: Range<usize>,
    /// `No. 31.` above it.
    label: Option<u32>,
}

/// The boards of a text with their numbers.
pub(super) fn labelled(page: &Page, items: &[Item]) -> Vec<Drawn> {
    let mut out = Vec::new();
    let mut label = None;
    for item in items {
        match item {
            Item::Text { lines } if lines.len() <= 2 => {
                label = lines.clone().find_map(|line| number_of(page.row_text(line))).or(label);
            }
            Item::Diagram { lines } => out.push(Drawn { lines: lines.clone(), label: label.take() }),
            Item::Blank { .. } | Item::Head { .. } => {}
            _ => label = None,
        }
    }
    out
}

/// The boards of a text with their numbers; `is_drawn` tells the lines of boards.
pub(crate) fn numbered(page: &Page, is_drawn: impl Fn(usize) -> bool) -> Vec<Drawn> {
    let mut out = Vec::new();
    let mut label = None;
    let mut line = 0;
    // Lines of words since the last blank line.
    let mut words = 0;
    while line < page.rows.len() {
        if is_drawn(line) {
            let end = (line..page.rows.len()).find(|&line| !is_drawn(line)).unwrap_or(page.rows.len());
            out.push(Drawn { lines: line..end, label: label.take() });
            line = end;
            continue;
        }
        let text = page.row_text(line);
        if text.trim().is_empty() {
            words = 0;
        } else {
            words += 1;
            label = number_of(text).or(label.filter(|_| words <= 2));
        }
        line += 1;
    }
    out
}

/// `BLACK.` above a board and `WHITE.` below it belong to the board: they head no columns.
pub(super) fn frame(page: &Page, items: &mut Vec<Item>) {
    let side = |item: &Item| match item {
        Item::Head { line, columns: columns @ (Columns::White | Columns::Black) } => Some((*line, *columns)),
        // A caption may follow: `Position after Black's 31st move.`
        Item::Text { lines } => heading::columns(page.row_text(lines.start))
            .filter(|columns| matches!(columns, Columns::White | Columns::Black))
            .map(|columns| (lines.start, columns)),
        _ => None,
    };
    let is_blank = |item: &&Item| matches!(item, Item::Blank { .. });
    let after = |items: &[Item], at: usize| {
        at + 1 + items.get(at + 1..).unwrap_or(&[]).iter().take_while(is_blank).count()
    };
    let mut at = 0;
    while at < items.len() {
        let board = after(items, at);
        let below = after(items, board);
        let is_caption = matches!(&items[at], Item::Text { lines } if lines.len() > 1);
        if let Some((first, above)) = side(&items[at]).filter(|_| !is_caption)
            && let Some(Item::Diagram { .. }) = items.get(board)
            && let Some((last, under)) = items.get(below).and_then(side)
            && above != under
        {
            let drawn = Item::Diagram { lines: first..last + 1 };
            let caption = match &items[below] {
                Item::Text { lines } if lines.len() > 1 => Some(Item::Text { lines: last + 1..lines.end }),
                _ => None,
            };
            items.splice(at..=below, std::iter::once(drawn).chain(caption));
        }
        at += 1;
    }
}

/// A drawing as its words, line ends kept.
pub(crate) fn words(page: &Page, lines: &Range<usize>) -> Words {
    let start = page.rows[lines.start].start();
    let end = page.rows[lines.end - 1].end();
    Words { span: page.span(start, end), text: page.text[start..end].to_owned() }
}

/// The number in `No. 31.` or `Diagram 31.`, if the line says nothing else before it.
fn number_of(words: &str) -> Option<u32> {
    let words = words.trim();
    let lower = words.to_ascii_lowercase();
    let lower = of_solution(&lower).unwrap_or(&lower);
    let rest =
        ["diagram no", "diagram", "no", "position no", "position", "fig", "figure", "problem no", "problem"]
            .iter()
            .find_map(|key| lower.strip_prefix(key))?;
    let rest = rest.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

/// What a heading in small letters solves: `solution to problem no. 31`.
fn of_solution(lower: &str) -> Option<&str> {
    lower.strip_prefix("solution of ").or_else(|| lower.strip_prefix("solution to "))
}

/// Does a heading name a problem? Its board may bear no number.
fn names_problem(words: &str) -> bool {
    let lower = words.trim().to_ascii_lowercase();
    lower.starts_with("problem") || of_solution(&lower).is_some()
}

/// The number of the problem that a heading says it solves, and of one that a title names.
pub(super) fn solved(words: &str) -> Option<u32> {
    number_of(of_solution(&words.trim().to_ascii_lowercase())?)
}

pub(super) fn problem(words: &str) -> Option<u32> {
    let is_title = names_problem(words) && solved(words).is_none();
    number_of(words).filter(|_| is_title)
}

/// The board that a score begins from, if one is drawn between the score above (which ends before line `above`) and
/// its first row, or if a heading names one by its number.
pub(crate) fn meant(
    page: &Page,
    drawn: &[Drawn],
    headings: &[Words],
    above: usize,
    first_row: usize,
) -> Option<Words> {
    let named =
        headings.iter().rev().find_map(|words| Some((number_of(&words.text)?, names_problem(&words.text))));
    let distance = |board: &Drawn| board.lines.start.abs_diff(first_row);
    let by_number = named.and_then(|(number, _)| {
        drawn.iter().filter(|board| board.label == Some(number)).min_by_key(|board| distance(board))
    });
    let before =
        || drawn.iter().rev().find(|board| board.lines.start >= above && board.lines.end <= first_row);
    let board = match named {
        Some((_, is_problem)) => {
            by_number.or_else(|| before().filter(|board| is_problem && board.label.is_none()))
        }
        None => before(),
    };
    let board = board?;
    Some(words(page, &board.lines))
}

/// A line of a board drawn in characters.
pub(crate) fn is_drawn(words: &str) -> bool {
    if is_forsyth(words.trim()) {
        return true;
    }
    let words = without_ranks(words.trim());
    if words.len() < 8 {
        return false;
    }
    let rule = words.contains("---") && words.bytes().all(|b| matches!(b, b'+' | b'-' | b'|' | b' ' | b'='));
    let cells = words.trim_matches('|').split('|');
    let men = words.starts_with('|')
        && words.bytes().filter(|&b| b == b'|').count() >= 8
        && cells.clone().count() >= 8
        && cells.clone().all(|cell| cell.trim().len() <= 4);
    rule || men || is_lettered(words)
}

/// The ranks of a board in one word: `8/5k2/8/8/8/2K5/8/7R`.
fn is_forsyth(words: &str) -> bool {
    let is_man =
        |b: u8| matches!(b.to_ascii_lowercase(), b'k' | b'q' | b'r' | b'b' | b'n' | b'p' | b'1'..=b'8');
    words.bytes().filter(|&b| b == b'/').count() == 7 && words.bytes().all(|b| b == b'/' || is_man(b))
}

/// A line of a board without the ranks beside it: `8 | R | N |`, `8 r n b q k b n r 8`.
fn without_ranks(words: &str) -> &str {
    let is_rank = |word: &str| matches!(word.as_bytes(), [b'1'..=b'8'] | [b'1'..=b'8', b'.']);
    let words =
        words.split_once(' ').filter(|(first, _)| is_rank(first)).map_or(words, |(_, rest)| rest.trim());
    words.rsplit_once(' ').filter(|(_, last)| is_rank(last)).map_or(words, |(rest, _)| rest.trim())
}

/// Eight squares, men as letters or figures and the others as signs: `r . b q k . . r`, `bR -- wK`, `p...k...`.
fn is_lettered(words: &str) -> bool {
    let mut squares = words.split_whitespace();
    match (squares.next(), squares.next()) {
        (Some(word), None) => {
            // A line of hyphens or stars is no rank: dots alone are.
            let is_square = |c: char| matches!(c, '.' | '\u{b7}') || is_man(c);
            let has_man = word.contains(is_man);
            let is_square = |c: char| is_square(c) || has_man && is_sign(c);
            word.chars().count() == 8 && word.chars().all(is_square)
        }
        _ => words.split_whitespace().count() == 8 && words.split_whitespace().all(is_square),
    }
}

/// A man or the sign of an empty square: `K`, `wK`, `--`.
fn is_square(word: &str) -> bool {
    let man = word.strip_prefix(['w', 'W', 'b', 'B']).filter(|man| man.starts_with(char::is_uppercase));
    let mut signs = man.unwrap_or(word).chars();
    match (signs.next(), signs.next(), signs.next()) {
        (Some(one), None, _) => is_man(one) || is_sign(one),
        (Some(one), Some(two), None) => one == two && is_sign(one),
        _ => false,
    }
}

/// The letter or figure of a man.
const fn is_man(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'r' | 'b' | 'n' | 'p')
        || matches!(c, '\u{2654}'..='\u{265f}')
}

/// A sign for a square without a man.
const fn is_sign(c: char) -> bool {
    matches!(c, '.' | '-' | '*' | ':' | '_' | '+' | '\u{b7}' | '\u{2022}' | '\u{2219}' | '\u{22c5}')
}

/// The letters of the files below a board, or above it.
pub(crate) fn names_files(words: &str) -> bool {
    words.split_whitespace().map(str::to_ascii_lowercase).eq("a b c d e f g h".split(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_far_above_a_board_is_not_its_own() {
        let label = |between: &str| {
            let text = format!("Diagram 31\n{between}BOARD\n");
            let page = Page::new(&text);
            numbered(&page, |line| page.row_text(line) == "BOARD")[0].label
        };
        assert_eq!(label(""), Some(31));
        assert_eq!(label("White to move\n"), Some(31));
        assert_eq!(label("\nWhite to move\n"), Some(31));
        assert_eq!(label("is spoken of here,\nin words that\ngo on and on\n"), None);
    }
}
