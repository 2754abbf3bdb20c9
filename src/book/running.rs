//! Text that runs on beside and between moves: words in brackets, remarks, paragraphs that tell a game.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::column::shape;
use crate::book::mark;
use crate::book::page::Page;
use crate::book::shape::Shape;
use crate::book::token::{self, Kind, Token};

/// Words in brackets that begin on one of these lines and end on another.
pub(super) fn over_lines(page: &Page, lines: &Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let text = &page.text[..page.rows[lines.end - 1].end()];
    let mut at = page.rows[lines.start].start();
    for line in lines.clone() {
        let row = page.rows[line];
        at = at.max(row.start());
        while let Some(open) = text.get(at..row.end()).and_then(|rest| rest.find(mark::OPEN)) {
            let start = at + open;
            let len = mark::bracketed(&text[start..]).or_else(|| token::aside_len(&text[start..]));
            at = start + len.unwrap_or(1);
            if at > row.end() {
                // Words in brackets that go on in their column leave the other columns alone.
                let column = start + token::column_end(&text[start..row.end()]);
                let ends = if column < row.end() { column } else { at };
                at = at.min(row.end());
                out.push(start..ends);
            }
        }
    }
    out
}

/// Where a column of remarks begins, right of both moves of a row: with a word, and not with how the game ended.
pub(super) fn remark(tokens: &[Token]) -> Option<usize> {
    let mut moves = 0;
    tokens
        .windows(2)
        .position(|pair| {
            match pair[0].kind {
                Kind::Number { dots: 0..=1, .. } => moves = 0,
                Kind::Number { .. } => moves = 1,
                Kind::Move { .. } => moves += 1,
                _ => {}
            }
            moves == 2 && pair[0].kind == Kind::Gap && pair[1].kind == Kind::Word
        })
        .map(|at| at + 1)
}

/// So many moves whose numbers go on one by one are a game, whatever is said between them.
const MOVES_THAT_TELL: u32 = 8;

/// So many do where there is less of words than of moves.
const FEW_MOVES: u32 = 5;

/// Bytes of words between two moves of a game, on the average and at most.
const WORDS_A_MOVE: usize = 24;

/// Do the numbers show that running text tells a game, from its first move or from the one that is next?
pub(super) fn tells_game(shape: &Shape, next: Option<u32>) -> bool {
    let first = shape.number();
    let few_words = shape.moves >= FEW_MOVES && shape.word_bytes <= shape.move_bytes;
    let many_moves =
        shape.moves >= MOVES_THAT_TELL && shape.word_bytes <= WORDS_A_MOVE * shape.moves as usize;
    (first == Some(1) || first.is_some() && first == next) && (few_words || many_moves) && shape.counts()
}

/// Reads tokens as a row. Brackets that do not end hold all that follows, where it would not count with what stands
/// before them.
pub(super) fn closed(text: &str, tokens: &mut Vec<Token>, recognizer: &dyn Recognizer) -> Shape {
    let whole = shape(text, tokens, recognizer);
    let opens = |token: &Token| matches!(token.kind, Kind::Stop(b'(' | b'[' | b'{'));
    let (Some(at), Some(last)) = (tokens.iter().position(opens), tokens.last()) else { return whole };
    if whole.counts() {
        return whole;
    }
    let (start, end) = (tokens[at].start(), last.end());
    tokens.truncate(at);
    tokens.push(Token::new(start..end, Kind::Aside));
    Shape { cut_off: Some((start, end)), ..shape(text, tokens, recognizer) }
}
