//! What hangs on moves: words cleaned for a comment, and runs of moves inside them.
use crate::book::Recognizer;
use crate::book::page::Page;
use crate::book::token::{self, Flow, Kind, Token};
use crate::chess::Color;
use crate::record::{Cell, Line, Words};

/// Most moves looked for in one note.
const MOST_MOVES: usize = 400;

/// A stretch of the cleaned text as words: blanks folded.
#[must_use]
pub fn words(page: &Page, start: usize, end: usize) -> Words {
    Words { span: page.span(start, end), text: fold(&page.text[start..end]) }
}

/// Blanks and line ends folded to one blank.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The half-move that a number and a colour name, counted from 0.
#[must_use]
pub fn ply(number: u32, black: bool) -> u32 {
    number.saturating_sub(1).saturating_mul(2) + u32::from(black)
}

/// A run of moves in a note, with the half-move (from 0) that its numbers say it begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunIn {
    /// The half-move of its first cell.
    pub first_ply: u32,
    /// Its cells.
    pub line: Line,
}

/// The numbered runs of moves in a stretch of running text.
#[must_use]
pub fn runs(page: &Page, start: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<RunIn> {
    let mut tokens = Vec::new();
    let text = &page.text[start..end];
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    // Brackets around the whole note, or around a part of it, hide nothing.
    let mut from = start;
    for (i, b) in text.bytes().enumerate() {
        if matches!(b, b'(' | b'[' | b')' | b']') && token::mark_len(&text[i..]).is_none() {
            let inside_move = i > 0 && text.as_bytes()[i - 1] != b' ' && b == b'(';
            let short = text.bytes().skip(i).take(7).any(|b| b == b')');
            if inside_move || short && matches!(b, b'(') || b == b')' && short_before(text, i) {
                continue;
            }
            token::cut(&page.text, from..start + i, Flow::Running, recognizer, &mut tokens);
            tokens.push(Token { start: start + i, end: start + i + 1, kind: Kind::Stop(b) });
            from = start + i + 1;
        }
    }
    token::cut(&page.text, from..end, Flow::Running, recognizer, &mut tokens);
    collect(page, &tokens)
}

fn short_before(text: &str, close: usize) -> bool {
    text.as_bytes()[close.saturating_sub(6)..close].contains(&b'(')
}

fn collect(page: &Page, tokens: &[Token]) -> Vec<RunIn> {
    let mut out: Vec<RunIn> = Vec::new();
    let mut current: Vec<Cell> = Vec::new();
    // The half-move of the first cell, once a number has told it.
    let mut first: Option<u32> = None;
    let mut expected_dots = false;
    let mut moves = 0;
    let mut flush = |current: &mut Vec<Cell>, first: &mut Option<u32>| {
        let cells = std::mem::take(current);
        if let Some(first_ply) = first.take()
            && !cells.is_empty()
        {
            out.push(RunIn { first_ply, line: Line { before: Vec::new(), cells } });
        }
    };
    let mut number: Option<u32> = None;
    // Words since the last move, and the side they speak of.
    let (mut words_since, mut said) = (0, None);
    for token in tokens {
        match token.kind {
            Kind::Number { value, dots } => {
                // `if Black now play 9 P to K R 3` is no move of White's.
                let black = current.is_empty() && said == Some(Color::Black);
                let at = ply(value, dots >= 2 || black);
                let next = first.map(|first| first + u32::try_from(current.len()).unwrap_or(u32::MAX));
                if let Some(next) = next {
                    if next != at {
                        flush(&mut current, &mut first);
                    }
                } else if !current.is_empty() {
                    let back = u32::try_from(current.len()).unwrap_or(u32::MAX);
                    match at.checked_sub(back) {
                        Some(start) => first = Some(start),
                        None => current.clear(),
                    }
                }
                if current.is_empty() {
                    first = Some(at);
                }
                number = Some(value);
                expected_dots = true;
            }
            Kind::Dots => {
                if expected_dots && current.is_empty() {
                    first = first.map(|first| first | 1);
                }
            }
            Kind::Move { .. } => {
                if words_since > 0 && number.is_none() {
                    flush(&mut current, &mut first);
                }
                words_since = 0;
                moves += 1;
                if moves > MOST_MOVES {
                    break;
                }
                expected_dots = false;
                let color = first.map(|first| {
                    let at = first as usize + current.len();
                    if at.is_multiple_of(2) { Color::White } else { Color::Black }
                });
                current.push(Cell {
                    number: number.take(),
                    color,
                    span: page.span(token.start, token.end),
                    words: fold(&page.text[token.start..token.end]),
                    ..Cell::default()
                });
            }
            Kind::Stop(b',' | b';' | b'.' | b'(' | b')' | b'[' | b']')
            | Kind::Mark
            | Kind::Label
            | Kind::Glyph
            | Kind::Gap => {}
            Kind::Word if words_since < MOST_WORDS => {
                let word = &page.text[token.start..token.end];
                words_since += 1;
                number = None;
                // Moves that no number places go on with nothing.
                if first.is_none() {
                    current.clear();
                }
                if let Some(color) = side_named(word) {
                    said = Some(color);
                }
                if ends_sentence(word) {
                    flush(&mut current, &mut first);
                    (words_since, said) = (0, None);
                }
            }
            _ => {
                flush(&mut current, &mut first);
                (words_since, said) = (0, None);
                number = None;
            }
        }
    }
    flush(&mut current, &mut first);
    out
}

/// Words between two runs of moves of which the second may go on with the first.
const MOST_WORDS: usize = 8;

/// `Black`, `Black's`, `White,`: the side that the words speak of.
fn side_named(word: &str) -> Option<Color> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("\u{2019}s")).unwrap_or(bare);
    match bare {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        _ => None,
    }
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['!', '?', ':']) || word.ends_with('.') && word.trim_end_matches('.').len() > 2
}
