//! Words beside the moves of a text become comments; the signs that PGN has for comments and glyphs mean what they mean
//! there.
use std::borrow::Cow;

use super::signs;
use crate::game::Node;
use crate::grammar::symbol;
use crate::reading::Meanings;
use crate::record::{Cell, Note};
use crate::span::Span;

/// `!` and `?` behind the words of a move.
pub(super) fn annotation<'t>(cell: &Cell) -> Option<Node<'t>> {
    let words = cell.words.trim_end_matches([' ', '.', ')']);
    let run = words.trim_end_matches(['!', '?']).len();
    symbol::annotation(&words.as_bytes()[run..]).map(Node::Nag)
}

/// The words of an annotator that stand among those of a move: `P to Q 5 (best)`.
pub(super) fn said<'t>(cell: &Cell, meanings: &Meanings) -> Option<Node<'t>> {
    let words = cell.words.trim_start_matches(signs::RIGHT);
    let said = meanings.said?.range();
    let (before, behind) = (words.get(..said.start)?, words.get(said.end..)?);
    let opens = before.trim_end().strip_suffix(['(', '[']).map(str::len);
    let whole = match (opens, behind.find([')', ']'])) {
        (Some(from), Some(closes)) => from..said.end + closes + 1,
        _ => said.start..said.end + usize::from(behind.starts_with('.')),
    };
    comment(&words[whole])
}

/// The comments on a move, but those that are needless.
pub(super) fn push_all(nodes: &mut Vec<Node<'_>>, cell: &Cell, needless: &[Span]) {
    for note in &cell.notes {
        if let Note::Comment(words) = note
            && !needless.contains(&words.span)
        {
            push(nodes, &words.text);
        }
    }
}

/// One comment: `$6` in it is a glyph (PGN 8.2.4), and braces part it from the words beside it.
pub(super) fn push(nodes: &mut Vec<Node<'_>>, words: &str) {
    let moved = nodes.iter().any(|node| matches!(node, Node::Move(_)));
    part(nodes, words, moved);
}

fn part(nodes: &mut Vec<Node<'_>>, words: &str, moved: bool) {
    let mut rest = words.trim();
    while !rest.is_empty() {
        let (node, length) = if let Some((glyph, length)) = glyph(rest).filter(|_| moved) {
            (Some(Node::Nag(glyph)), length)
        } else if let Some(inner) = braced(rest) {
            (comment(inner), inner.len() + 2)
        } else {
            let length = plain(rest, moved);
            (comment(&rest[..length]), length)
        };
        nodes.extend(node);
        rest = rest[length..].trim_start();
    }
}

fn comment<'t>(words: &str) -> Option<Node<'t>> {
    let words = words.trim();
    (!words.is_empty()).then(|| Node::Comment(Cow::Owned(words.to_owned())))
}

/// A glyph at the start of words, and its length.
fn glyph(words: &str) -> Option<(u8, usize)> {
    let digits = words.strip_prefix('$')?;
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let alone = digits[length..].chars().next().is_none_or(|c| c.is_whitespace() || c == '{');
    digits[..length].parse().ok().filter(|_| alone).map(|glyph| (glyph, length + 1))
}

/// What stands in braces at the start of words, if no brace stands in it.
fn braced(words: &str) -> Option<&str> {
    let inside = words.strip_prefix('{')?;
    let (inner, _) = inside.split_once('}')?;
    (!inner.contains('{')).then_some(inner)
}

/// How far words go before a glyph or braces that stand apart; at least one letter.
fn plain(words: &str, moved: bool) -> usize {
    let starts = |at: usize| {
        let here = &words[at..];
        words[..at].ends_with(' ') && (braced(here).is_some() || moved && glyph(here).is_some())
    };
    // In parentheses braces belong to what they stand in.
    if words.starts_with('(') {
        return words.len();
    }
    words.char_indices().skip(1).map(|(at, _)| at).find(|&at| starts(at)).unwrap_or(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str) -> Vec<String> {
        let mut nodes = Vec::new();
        part(&mut nodes, words, true);
        nodes
            .iter()
            .map(|node| match node {
                Node::Nag(glyph) => format!("${glyph}"),
                Node::Comment(words) => words.to_string(),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn signs_of_pgn_mean_what_they_mean_there() {
        assert_eq!(said("$6"), ["$6"]);
        assert_eq!(said("$6 {best} and $13 {so}"), ["$6", "best", "and", "$13", "so"]);
        assert_eq!(said("He paid $5,000 for it"), ["He paid $5,000 for it"]);
        assert_eq!(said("$300 were paid"), ["$300 were paid"]);
        assert_eq!(said("{a {b} c"), ["{a", "b", "c"]);
        assert_eq!(said("(or 2. P-Q4 {best})"), ["(or 2. P-Q4 {best})"]);
        assert_eq!(said("é{x}"), ["é{x}"]);
        assert!(said("{}").is_empty());
    }
}
