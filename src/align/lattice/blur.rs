//! Words that have the looks of a move, though they do not read as one.
use std::cell::OnceCell;

use super::slot;
use super::{ANYTHING, Class, Edge, Lattice};
use crate::align::token::Kind;
use crate::grammar::slips;
use crate::reading::{Act, Meanings};

/// Most words of a move that cannot be read.
const MOST_BLURRED: usize = 6;

impl Lattice<'_> {
    /// The words that begin at a token and have the looks of a move, though they do not read as one, as any move that
    /// they may be a misprint of; empty if they have not.
    pub fn blurred(&self, token: u32) -> &[Edge] {
        self.slips(token).blurred.get_or_init(|| {
            let narrow = self.end_of_narrow_cell(token);
            let next = narrow.or_else(|| self.end_of_blur(token)).or_else(|| self.end_of_wide_cell(token));
            let Some(next) = next else { return Box::default() };
            let (start, end) = (self.tokens[token as usize].start, self.tokens[next as usize - 1].end);
            let words = &self.page.text[start as usize..end as usize];
            let mut plain = slips::slips(words, &self.dialect);
            if self.dialect.ocr && !plain.iter().any(|reading| matches!(reading.act, Act::Anything)) {
                plain.push(ANYTHING);
            }
            let meanings = self.meanings(Meanings { plain, ..Meanings::default() });
            let reads = slot::reads(&meanings);
            Box::new([Edge {
                next,
                end,
                sure: 2,
                longest: true,
                reads,
                meanings,
                more: Box::default(),
                aims: OnceCell::new(),
            }])
        })
    }

    /// The token behind blurred words: a name of a piece, a dash or a verb, and what follows them up to a comma, a number
    /// or the end of the cell.
    fn end_of_blur(&self, token: u32) -> Option<u32> {
        let first = self.tokens.get(token as usize)?;
        let word = self.text(token);
        let named = first.is_word()
            && word.starts_with(char::is_uppercase)
            && word.len() <= 4
            && matches!(self.classes[token as usize], Class::Scrap | Class::Prose);
        if !named {
            return None;
        }
        let (mut at, mut joined, mut words) = (token + 1, false, 1);
        while let Some(here) = self.tokens.get(at as usize) {
            match here.kind {
                Kind::Stop(b'-' | b'.' | b'/') => joined |= here.kind == Kind::Stop(b'-'),
                Kind::Word if words < MOST_BLURRED => {
                    if let Some(edge) = self.edges(at).first() {
                        // Words behind whole ones are the next move.
                        if joined && self.tokens[at as usize - 1].is_word() {
                            break;
                        }
                        joined = true;
                        at = edge.next;
                        break;
                    }
                    let word = self.text(at);
                    joined |= matches!(word, "to" | "takes" | "x" | "tks");
                    if self.classes[at as usize] != Class::Scrap && word.len() > 5 {
                        break;
                    }
                    words += 1;
                }
                Kind::Number { dots: 0, .. } => words += 1,
                _ => break,
            }
            at += 1;
        }
        while at > token + 1 && matches!(self.tokens[at as usize - 1].kind, Kind::Stop(b'.')) {
            at -= 1;
        }
        (joined && at > token + 1).then_some(at)
    }
}
