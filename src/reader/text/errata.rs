//! Corrections that a text tells of its own moves: `Game I, move 5: for "P-K3" read "Kt-B3"`. What they correct is printed and
//! was not played.
use std::collections::{BTreeMap, HashMap};

use super::report::TextGame;
use crate::book::page::Page;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::grammar::cell::is_move_like;
use crate::lexicon::Dialect;
use crate::span::{Span, ceil_char, floor_char};

/// The word in front of what is right.
const READ: &str = "read ";

/// And that in front of what is printed.
const FOR: &str = "for ";

/// So near in front of the word, in bytes, stands the move that is corrected where it is printed.
const NEAR: u32 = 4;

/// So many moves at most are meant by one correction.
const MOST: usize = 16;

/// So much in front of what is right at most names what is wrong, in bytes.
const LONGEST: usize = 400;

/// So much of a correction is told, in bytes.
const TOLD: usize = 60;

/// A correction of a move.
struct Erratum<'p> {
    /// The printed move, where the words name it; else it stands in front of them.
    printed: Option<&'p str>,
    /// The numbers in front of it: that of the move is among them, if there are some.
    numbers: Vec<u32>,
    /// Where the words of the correction stand.
    span: Span,
}

/// The move that some words begin with, behind quotation marks, and nothing else before the end of their clause.
fn only_move<'w>(words: &'w str, dialect: &Dialect) -> Option<&'w str> {
    let words = words.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
    is_move_like(words, dialect).filter(|shape| shape.len >= words.len()).map(|_| words)
}

fn corrections<'p>(page: &'p Page, row: usize, dialect: &Dialect) -> Vec<Erratum<'p>> {
    let words = page.row_text(row);
    let begins = |at: usize| !words[..at].ends_with(char::is_alphanumeric);
    let found = words.match_indices(READ).filter(|&(at, _)| begins(at)).filter_map(|(at, _)| {
        let right = words[at + READ.len()..].trim_start_matches(|c: char| !c.is_alphanumeric());
        is_move_like(right, dialect)?;
        let before = &words[ceil_char(words, at.saturating_sub(LONGEST))..at];
        let named = before.rfind(FOR).filter(|&at| !before[..at].ends_with(char::is_alphanumeric));
        let printed = named.and_then(|at| only_move(&before[at + FOR.len()..], dialect));
        let numbers = &before[..named.filter(|_| printed.is_some()).unwrap_or(0)];
        let numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
        let start = page.rows[row].start() + at;
        Some(Erratum { printed, numbers: numbers.collect(), span: page.span(start, start + READ.len()) })
    });
    found.collect()
}

/// The letters and figures of a move.
fn bare(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Doubts the games that hold a move which the text corrects.
pub(super) fn tell(text: &str, page: &Page, dialect: &Dialect, games: &mut [TextGame<'_>]) {
    let rows = (0..page.rows.len()).filter(|&row| page.row_text(row).contains(READ));
    let errata: Vec<Erratum<'_>> = rows.flat_map(|row| corrections(page, row, dialect)).collect();
    if errata.is_empty() {
        return;
    }
    // The printed moves: by their words, and by where they end.
    let mut by_words: HashMap<String, Vec<(usize, u32)>> = HashMap::new();
    let mut by_end = BTreeMap::new();
    for (at, found) in games.iter().enumerate() {
        for (ply, detail) in (0..).zip(&found.game.details) {
            by_words.entry(bare(detail.printed.of_text(text))).or_default().push((at, ply));
            by_end.insert(detail.printed.end, (at, ply));
        }
    }
    for Erratum { printed, numbers, span } in &errata {
        let meant: Vec<(usize, u32)> = match printed {
            Some(printed) => {
                let all = by_words.get(&bare(printed)).into_iter().flatten().copied();
                let is_numbered = |ply: u32| numbers.is_empty() || numbers.contains(&(ply / 2 + 1));
                all.filter(|&(_, ply)| is_numbered(ply)).take(MOST).collect()
            }
            None => by_end.range(span.start.saturating_sub(NEAR)..=span.start).map(|(_, &at)| at).collect(),
        };
        let from = span.start as usize;
        let told = text[from..floor_char(text, from + TOLD)].lines().next().unwrap_or("");
        for (at, ply) in meant {
            let place = games[at].game.details[ply as usize].printed;
            let message = format!("the text corrects this move: `{}`", told.trim_end());
            games[at].lower(Verdict::Chosen, Diagnostic::new(Code::ChosenLine, place, message).at_ply(ply));
        }
    }
}
