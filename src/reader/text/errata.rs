//! Corrections that a text tells of its own moves: `Game I, move 5: for "P-K3" read "Kt-B3"`. What they correct is printed and
//! was not played.
use super::report::TextGame;
use crate::book::page::Page;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::grammar::cell::is_move_like;
use crate::lexicon::Dialect;
use crate::span::{Span, floor_char};

/// The word in front of what is right.
const READ: &str = "read ";

/// And that in front of what is printed.
const FOR: &str = "for ";

/// So near in front of the word, in bytes, stands the move that is corrected where it is printed.
const NEAR: u32 = 4;

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
        let before = &words[..at];
        let named = before.rfind(FOR).filter(|&at| begins(at));
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
    for erratum in rows.flat_map(|row| corrections(page, row, dialect)) {
        let wrong = erratum.printed.map(bare);
        for found in games.iter_mut() {
            let is_meant = |(ply, printed): (usize, Span)| match &wrong {
                Some(wrong) => {
                    let number = ply as u32 / 2 + 1;
                    (erratum.numbers.is_empty() || erratum.numbers.contains(&number))
                        && bare(printed.of_text(text)) == *wrong
                }
                None => (printed.end..=printed.end + NEAR).contains(&erratum.span.start),
            };
            let details = found.game.details.iter().map(|detail| detail.printed).enumerate();
            let Some((_, place)) = details.into_iter().find(|&meant| is_meant(meant)) else { continue };
            let from = erratum.span.start as usize;
            let told = text[from..floor_char(text, from + TOLD)].lines().next().unwrap_or("");
            let message = format!("the text corrects this move: `{}`", told.trim_end());
            found.lower(Verdict::Chosen, Diagnostic::new(Code::ChosenLine, place, message));
        }
    }
}
