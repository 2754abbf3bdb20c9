//! Runs of moves inside notes and brackets: where each begins, and which of them leaves which.
use crate::book::Recognizer;
use crate::book::frame::{DEEPEST, MOST_MOVES, Nest, Run};
use crate::book::mark;
use crate::book::note::fold;
use crate::book::page::Page;
use crate::book::token::{self, Flow, Kind, Token};
use crate::record::Kept;

/// The numbered runs of moves in a stretch of running text.
#[must_use]
pub fn runs(page: &Page, start: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<Run> {
    if !page.text[start..end].bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    collect(page, &bracketed(page, start, end, recognizer), None)
}

/// The runs of moves in brackets behind the half-move `at`, brackets included: those that begin with `or` stand in
/// its place.
#[must_use]
pub fn aside(page: &Page, start: usize, end: usize, at: u32, recognizer: &dyn Recognizer) -> Vec<Run> {
    let tokens = bracketed(page, start, end, recognizer);
    let mut out = collect(page, &tokens, Some(at));
    let moves = tokens.iter().filter(|token| matches!(token.kind, Kind::Move { .. })).count();
    let says_more = tokens.iter().any(|token| match token.kind {
        Kind::Word => !["or", "if", "If", "Or"].contains(&&page.text[token.start()..token.end()]),
        kind => matches!(kind, Kind::Ending | Kind::Glyph | Kind::Aside | Kind::Torn | Kind::Mark),
    });
    if let [run] = &mut out[..]
        && !says_more
        && run.line.cells.len() == moves
    {
        run.line.kept = Kept::InItsComment(page.span(start, end));
    }
    out
}

/// Tokens of a stretch of text, brackets cut apart from what stands in them.
fn bracketed(page: &Page, start: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<Token> {
    let mut tokens = Vec::new();
    let text = &page.text[start..end];
    let mut from = start;
    for (i, b) in text.bytes().enumerate() {
        if matches!(b, b'(' | b'[' | b'{' | b')' | b']' | b'}') && mark::bracketed(&text[i..]).is_none() {
            let inside_move = i > 0 && text.as_bytes()[i - 1] != b' ' && b == b'(';
            let short = text.bytes().skip(i).take(7).any(|b| b == b')');
            if inside_move || short && matches!(b, b'(') || b == b')' && short_before(text, i) {
                continue;
            }
            token::cut(&page.text, from..start + i, Flow::Running, recognizer, &mut tokens);
            tokens.push(Token::new(start + i..start + i + 1, Kind::Stop(b)));
            from = start + i + 1;
        }
    }
    token::cut(&page.text, from..end, Flow::Running, recognizer, &mut tokens);
    tokens
}

fn short_before(text: &str, close: usize) -> bool {
    text.as_bytes()[close.saturating_sub(6)..close].contains(&b'(')
}

/// The runs among tokens; `at` is the half-move they stand behind.
fn collect(page: &Page, tokens: &[Token], at: Option<u32>) -> Vec<Run> {
    let mut nest = Nest::new(at);
    let mut moves = 0;
    for token in tokens {
        let words = &page.text[token.start()..token.end()];
        let depth = nest.depth();
        let frame = nest.frame();
        match token.kind {
            Kind::Number { value, dots } => frame.numbered(value, dots, false),
            Kind::Dots => frame.dotted(),
            Kind::Move { .. } => {
                moves += 1;
                if moves > MOST_MOVES {
                    break;
                }
                frame.moved(page.span(token.start(), token.end()), fold(words));
            }
            Kind::Stop(b'(' | b'[' | b'{') if depth < DEEPEST => nest.open(),
            Kind::Stop(b')' | b']' | b'}') => nest.close(),
            Kind::Stop(b',' | b';' | b'.' | b'(' | b'[' | b'{' | b'-')
            | Kind::Mark
            | Kind::Label
            | Kind::Glyph
            | Kind::Aside
            | Kind::Gap => {}
            Kind::Word if frame.takes_words() => frame.word(words, ends_sentence(words)),
            _ => frame.break_off(),
        }
    }
    nest.finish()
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['!', '?', ':']) || word.ends_with('.') && word.trim_end_matches('.').len() > 2
}
