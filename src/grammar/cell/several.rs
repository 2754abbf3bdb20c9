//! Words of several moves: where each of them ends.
use super::{LONGEST, is_move_like};
use crate::grammar::scan::Scanner;
use crate::grammar::{blurred, descriptive};
use crate::lexicon::{Dialect, Lexicon};
use crate::reading::{self, Cost};
use crate::span::{Span, floor_char};

/// One way to cut a run of moves, up to a place.
#[derive(Clone, Copy)]
struct Cut {
    end: usize,
    /// Where its last move starts.
    start: usize,
    cost: Cost,
}

/// What a cut inside a word costs.
const GLUED: Cost = Cost(4);

/// Cuts a run of moves without anything between them (`B t. Kt P t. B`, the two halves of a row) into its moves:
/// the cut that takes most of the text, and of those the one with the fewest moves. Offsets are counted in `text`.
///
/// At most `most` moves are taken.
#[must_use]
pub fn moves_in(text: &str, dialect: &Dialect, most: usize) -> Vec<Span> {
    let Some(lexicon) = Lexicon::of(dialect.language) else { return in_turn(text, dialect, most) };
    let text = &text[..floor_char(text, LONGEST * 2)];
    // Where each number of moves can end, the end before it and what the words cost; one entry an end, so the work is
    // bounded.
    let mut layers: Vec<Vec<Cut>> = vec![vec![Cut { end: 0, start: 0, cost: Cost::ZERO }]];
    for _ in 0..most {
        let mut ends: Vec<Cut> = Vec::new();
        for before in &layers[layers.len() - 1] {
            let at = before.end;
            // A figure behind a move is its rank or the number of the next row, never the number of the next move.
            if at > 0 && text[at..].trim_start().starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let scanner = Scanner::new(&text[at..], lexicon, dialect.ocr);
            for token in descriptive::all_tokens(&scanner).iter().filter(|token| token.end > 0) {
                let end = at + token.end;
                let glued = text[end..].starts_with(char::is_alphanumeric);
                let reading = reading::descriptive::meanings(std::slice::from_ref(token)).plain;
                let cost = reading.first().map_or(Cost::ZERO, |reading| reading.cost);
                let cost = before.cost + cost + if glued { GLUED } else { Cost::ZERO };
                match ends.iter_mut().find(|cut| cut.end == end) {
                    Some(cut) if cost < cut.cost => *cut = Cut { end, start: at, cost },
                    Some(_) => {}
                    None => ends.push(Cut { end, start: at, cost }),
                }
            }
        }
        if ends.is_empty() {
            break;
        }
        layers.push(ends);
    }
    let farthest = layers.iter().flatten().map(|cut| cut.end).max().unwrap_or(0);
    let count = layers.iter().position(|l| l.iter().any(|cut| cut.end == farthest)).unwrap_or(0);
    let mut spans = Vec::new();
    let mut end = farthest;
    for layer in layers[1..=count].iter().rev() {
        let Some(cut) = layer.iter().find(|cut| cut.end == end) else { break };
        spans.push(Span::of(cut.start, end));
        end = cut.start;
    }
    spans.reverse();
    spans
}

/// Where two moves part in blurred words: the blank that leaves both sides nearest to a move.
#[must_use]
pub fn halves(text: &str, dialect: &Dialect) -> Option<usize> {
    let cost = |words: &str| {
        let whole = is_move_like(words, dialect).filter(|shape| shape.len >= words.trim_end().len());
        let near = || blurred::nearest(words).first().map(|reading| reading.cost);
        whole.map(|shape| shape.cost).or_else(near)
    };
    // Behind the mark of a note no blank need stand.
    let gaps = text.match_indices([' ', ')', ']']).map(|(at, gap)| at + usize::from(gap != " "));
    // A move begins with the name of a man, never with a verb.
    let gaps = gaps.filter(|&at| text[at..].trim_start().starts_with(|c: char| !c.is_lowercase()));
    let parted = gaps.filter_map(|at| Some((cost(text[..at].trim())? + cost(text[at..].trim())?, at)));
    parted.min().map(|(_, at)| at)
}

fn in_turn(text: &str, dialect: &Dialect, most: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while spans.len() < most
        && let Some(shape) = text.get(at..).and_then(|rest| is_move_like(rest, dialect))
        && shape.len > 0
    {
        spans.push(Span::of(at, at + shape.len));
        at += shape.len;
    }
    spans
}
