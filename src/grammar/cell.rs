//! The words of one move in any notation: what they can mean, and where a move ends in running text.
use super::algebraic::{self, Written};
use super::descriptive;
pub use super::detect::detect;
use super::scan::Scanner;
use crate::lexicon::{Dialect, Language, Lexicon, Word};
use crate::reading::{self, Act, Cost, Marks, Meanings, Reading};
use crate::record::CheckMark;
use crate::record::token::{Deed, Goal, Token, Verb};
use crate::span::Span;

/// A stretch of text that reads as a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveShape {
    /// Bytes from the start of the text to the end of the move, its marks (`ch`, `!`, `(best)`) included.
    pub len: usize,
    /// How surely it is a move, from 1 (might be prose: `K moves`) to 3 (nothing else: `Kt - K B 3`).
    pub score: u8,
    /// What its reading costs.
    pub cost: Cost,
}

/// No move is longer in bytes, whatever it is wrapped in.
const LONGEST: usize = 160;

/// The notation of a text, worked out.
enum Parsed {
    /// Descriptive.
    Words(Vec<Token>),
    /// Algebraic or numeric.
    Written(Written),
}

impl Parsed {
    fn end(&self) -> usize {
        match self {
            Self::Words(tokens) => tokens.first().map_or(0, |t| t.end),
            Self::Written(Written::Castle(_, end, _) | Written::Pass(end)) => *end,
            Self::Written(Written::Moves(moves)) => moves.first().map_or(0, |m| m.end),
        }
    }

    fn meanings(&self) -> Meanings {
        match self {
            Self::Words(tokens) => reading::descriptive::meanings(tokens),
            Self::Written(Written::Moves(moves)) => reading::algebraic::meanings(moves),
            Self::Written(Written::Castle(side, _, check)) => one(Act::Castle(Some(*side)), *check),
            Self::Written(Written::Pass(_)) => one(Act::Pass, CheckMark::None),
        }
    }
}

fn one(act: Act, check: CheckMark) -> Meanings {
    Meanings {
        plain: vec![Reading { act, cost: Cost::ZERO, slip: None }],
        marks: Marks { check, ..Marks::default() },
        ..Meanings::default()
    }
}

fn parse(text: &str, dialect: &Dialect) -> Option<Parsed> {
    match dialect.language {
        Language::English | Language::Spanish => {
            let lexicon = Lexicon::of(dialect.language)?;
            let tokens = descriptive::tokens(&Scanner::new(text, lexicon, dialect.ocr)).ok()?;
            Some(Parsed::Words(tokens))
        }
        Language::Algebraic(language) => {
            let bare = text.trim_start();
            let skipped = text.len() - bare.len();
            let mut written = algebraic::written(bare, language)?;
            match &mut written {
                Written::Castle(_, end, _) | Written::Pass(end) => *end += skipped,
                Written::Moves(moves) => moves.iter_mut().for_each(|m| m.end += skipped),
            }
            Some(Parsed::Written(written))
        }
        Language::Numeric => {
            let bare = text.trim_start();
            let mut token = algebraic::numeric(bare)?;
            token.end += text.len() - bare.len();
            Some(Parsed::Written(Written::Moves(vec![token])))
        }
    }
}

/// What the words of one move can mean.
///
/// The whole cell is read; words after the move that give a result are found in [`Meanings::rest`]. A cell that
/// cannot be read has no plain reading.
#[must_use]
pub fn read(cell: &str, dialect: &Dialect) -> Meanings {
    let Some(parsed) = parse(cell, dialect) else { return Meanings::default() };
    let mut meanings = parsed.meanings();
    let end = parsed.end();
    let rest = cell.get(end..).unwrap_or("");
    let words = rest.trim_matches(|c: char| !c.is_alphanumeric() && c != '&');
    if !words.is_empty() {
        let start = end + rest.find(words).unwrap_or(0);
        meanings.rest = Some(Span::of(start, start + words.len()));
        if !may_follow(rest, dialect) {
            for reading in &mut meanings.plain {
                reading.cost += Cost(10);
            }
        }
    }
    meanings
}

/// May these words follow a move? A comma, a bracket or a word of the result says so.
fn may_follow(rest: &str, dialect: &Dialect) -> bool {
    rest.trim_start().starts_with([',', ';', '(', '[', '.', ':'])
        || Lexicon::of(dialect.language).is_none_or(|lexicon| {
            lexicon.words_at(rest.trim_start(), dialect.ocr).iter().any(|hit| hit.word == Word::Result)
        })
}

/// The longest beginning of a text that reads as a move; leading blanks belong to it.
#[must_use]
pub fn is_move_like(text: &str, dialect: &Dialect) -> Option<MoveShape> {
    let mut cut = text.len().min(LONGEST);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let parsed = parse(&text[..cut], dialect)?;
    let len = parsed.end();
    // The words of a move end where a word ends.
    if text.get(len..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric)) {
        return None;
    }
    let cost = parsed.meanings().plain.first()?.cost;
    let score = match &parsed {
        Parsed::Words(tokens) => tokens.iter().map(sureness).max().unwrap_or(1),
        // `ed` is a capture, and a name in any English text.
        Parsed::Written(Written::Moves(moves)) if moves.iter().all(|m| m.to_rank.is_none()) => 1,
        Parsed::Written(_) => 3,
    };
    Some(MoveShape { len, score, cost })
}

fn sureness(token: &Token) -> u8 {
    match token.deed {
        Deed::Move { verb: Verb::To | Verb::Takes, goal: Goal::Place(place), .. } if place.rank.is_some() => {
            3
        }
        Deed::Move { verb: Verb::Takes, .. } | Deed::Castle(Some(_)) => 3,
        Deed::Castle(None) | Deed::Move { goal: Goal::Place(_) | Goal::Steps(_), .. } => 2,
        _ => 1,
    }
}

/// Cuts a run of moves without anything between them (`B t. Kt P t. B`, the two halves of a row) into its moves:
/// the cut that takes most of the text, and of those the one with the fewest moves. Offsets are counted in `text`.
///
/// At most `most` moves are taken.
#[must_use]
pub fn moves_in(text: &str, dialect: &Dialect, most: usize) -> Vec<Span> {
    let Some(lexicon) = Lexicon::of(dialect.language) else { return in_turn(text, dialect, most) };
    let mut cut = text.len().min(LONGEST * 2);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let text = &text[..cut];
    // Where each number of moves can end, and the end before it; one entry an end, so the work is bounded.
    let mut layers: Vec<Vec<(usize, usize)>> = vec![vec![(0, 0)]];
    for _ in 0..most {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for &(at, _) in &layers[layers.len() - 1] {
            let scanner = Scanner::new(&text[at..], lexicon, dialect.ocr);
            for token in descriptive::all_tokens(&scanner) {
                let end = at + token.end;
                if token.end > 0 && !ends.iter().any(|&(e, _)| e == end) {
                    ends.push((end, at));
                }
            }
        }
        if ends.is_empty() {
            break;
        }
        layers.push(ends);
    }
    let farthest = layers.iter().flatten().map(|&(end, _)| end).max().unwrap_or(0);
    let count = layers.iter().position(|l| l.iter().any(|&(end, _)| end == farthest)).unwrap_or(0);
    let mut spans = Vec::new();
    let mut end = farthest;
    for layer in layers[1..=count].iter().rev() {
        let Some(&(_, start)) = layer.iter().find(|&&(e, _)| e == end) else { break };
        spans.push(Span::of(start, end));
        end = start;
    }
    spans.reverse();
    spans
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

/// What the words of one move could mean if one part of them were misprinted: cheapest first, the plain readings
/// left out. The last is always [`Act::Anything`].
#[must_use]
pub fn slips(cell: &str, dialect: &Dialect) -> Vec<Reading> {
    match parse(cell, dialect) {
        Some(Parsed::Words(tokens)) => reading::slips::of_tokens(&tokens),
        Some(Parsed::Written(Written::Moves(moves))) => reading::slips::of_coordinates(&moves),
        _ => reading::slips::of_nothing(),
    }
}
