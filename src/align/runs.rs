//! The runs of moves among the tokens of a note or of brackets.
use super::lattice::Lattice;
use super::token::Kind;
use crate::book::frame::{DEEPEST, MOST_MOVES, Nest, Run};
use crate::book::note::fold;

/// The numbered runs of moves among the tokens from `from` to `to`. Those in brackets that begin with `or` or with a
/// move stand in the place of the half-move `at`.
pub(crate) fn runs(lattice: &Lattice<'_>, from: u32, to: u32, at: Option<u32>) -> Vec<Run> {
    let mut nest = Nest::new(at);
    let mut moves = 0;
    let mut token = from;
    while token < to {
        let here = lattice.tokens[token as usize];
        let depth = nest.depth();
        let frame = nest.frame();
        let mut next = token + 1;
        if let Some(number) = lattice.number(token).filter(|number| number.value > 0) {
            frame.numbered(u32::from(number.value), number.dots, true);
            token = number.next;
            continue;
        }
        match here.kind {
            Kind::Dots => frame.dotted(),
            Kind::Open(_) if depth < DEEPEST => nest.open(),
            Kind::Close(_) => nest.close(),
            Kind::Word => {
                if let Some(edge) = lattice.edges(token).first().filter(|edge| edge.next <= to) {
                    moves += 1;
                    if moves > MOST_MOVES {
                        break;
                    }
                    let span = lattice.page.span(here.start as usize, edge.end as usize);
                    frame.moved(span, fold(&lattice.words(token, edge)));
                    next = edge.next.max(token + 1);
                } else if let Some(ending) = lattice.ending(token) {
                    frame.break_off();
                    next = lattice.token_at(here.start + ending.len as u32).max(token + 1);
                } else if frame.takes_words() {
                    let stop = lattice.tokens.get(token as usize + 1).map(|token| token.kind);
                    let ends = matches!(stop, Some(Kind::Stop(b'.' | b':') | Kind::Glyph));
                    frame.word(lattice.text(token), ends && lattice.text(token).len() > 2);
                } else {
                    frame.break_off();
                }
            }
            _ => {}
        }
        token = next;
    }
    nest.finish()
}
