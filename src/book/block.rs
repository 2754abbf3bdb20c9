//! The lines of a page parted into blocks, by what stands between them.
use std::ops::Range;

use crate::book::page::Page;
use crate::book::{Recognizer, heading, pairing, tag};

/// What a block of lines holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Blank,
    Tags,
    Words,
}

impl Block {
    pub(super) fn of(page: &Page, line: usize) -> Self {
        if is_blank(page, line) {
            Self::Blank
        } else if tag::name(page.row_text(line)).is_some() {
            Self::Tags
        } else {
            Self::Words
        }
    }
}

/// Lines parted into blocks by blank lines and tag pairs, and by words between two games.
pub(super) fn blocks(
    page: &Page,
    lines: Range<usize>,
    recognizer: &dyn Recognizer,
) -> Vec<(Range<usize>, Block)> {
    let mut out = Vec::new();
    let mut at = lines.start;
    while at < lines.end {
        let holds = Block::of(page, at);
        let parts = |line: usize| {
            Block::of(page, line) != holds || line > at && pairing::parts_games(page, line - 1, recognizer)
        };
        let end = (at..lines.end).find(|&line| parts(line)).unwrap_or(lines.end);
        out.push((at..end, holds));
        at = end;
    }
    out
}

/// Nothing on it, or a rule.
pub(super) fn is_blank(page: &Page, line: usize) -> bool {
    let words = page.row_text(line).trim();
    // The border of code in Markdown.
    if words.len() >= 3 && words.bytes().all(|sign| sign == b'`') {
        return true;
    }
    // Eight empty cells are a rank of a board that is drawn.
    let is_rank = words.bytes().filter(|&b| b == b'|').count() == 9 && !words.contains('-');
    let is_rule = words.contains('|') && words.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' '));
    // `|-----------------|` parts two of its ranks; a table of one column is not so wide.
    let parts_ranks = words.len() >= 17 && words.trim_matches('|').bytes().all(|b| b == b'-');
    words.is_empty() || is_rule && !is_rank && !parts_ranks || underlines_heads(page, line)
}

/// Does a rule stand right below the heads of columns?
fn underlines_heads(page: &Page, line: usize) -> bool {
    let words = page.row_text(line).trim();
    let is_sign = |c: char| matches!(c, '-' | '_' | '=' | '~' | '\u{2013}' | '\u{2014}');
    let is_rule = words.chars().filter(|&c| is_sign(c)).count() >= SHORTEST_RULE
        && words.chars().all(|c| is_sign(c) || c.is_whitespace() || matches!(c, '|' | '+' | ':'));
    is_rule && line > 0 && heading::columns(page.row_text(line - 1)).is_some()
}

/// So many signs at least are a rule.
const SHORTEST_RULE: usize = 3;
