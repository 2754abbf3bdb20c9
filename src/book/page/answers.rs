//! Black's moves in brackets, each behind White's: `1. P to K 4 (P to K 4). 2. P to Q 4 (P takes P).`
use std::ops::Range;

use super::upright::is_only_move;
use super::{Page, Part};

/// So many, one behind the other, show that a text prints them so: each stands in front of the next number.
const FEWEST: usize = 4;

/// No move in brackets is longer, and none of White's with its number, in bytes.
const LONGEST: usize = 40;

/// Words in brackets, and the number that stands behind them.
struct Bracketed {
    words: Range<usize>,
    next: Option<u32>,
}

impl Page {
    /// The text without the brackets around Black's moves.
    #[must_use]
    pub fn with_bare_answers(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut run: Vec<Bracketed> = Vec::new();
        let mut end_run = |run: &mut Vec<Bracketed>| {
            let run = std::mem::take(run);
            if run.iter().filter(|bracketed| bracketed.next.is_some()).count() >= FEWEST {
                found.extend(run.into_iter().map(|bracketed| bracketed.words));
            }
        };
        for at in memchr::memchr_iter(b'(', self.text.as_bytes()) {
            // `(R takes P (K B 3))`: what stands within another is no answer.
            if run.last().is_some_and(|last| at < last.words.end) {
                continue;
            }
            let bracketed =
                self.bracketed(at).filter(|found| is_only_move(&self.text[found.words.clone()], is_move));
            let Some(bracketed) = bracketed else { continue };
            let goes_on = run.last().is_none_or(|last| {
                let is_near = at < last.words.end + 2 * LONGEST;
                let counts = || bracketed.next.is_none() || bracketed.next == last.next.map(|next| next + 1);
                is_near && last.next.is_some() && counts()
            });
            if !goes_on {
                end_run(&mut run);
            }
            run.push(bracketed);
        }
        end_run(&mut run);
        if found.is_empty() {
            return self;
        }
        let mut parts = Vec::with_capacity(2 * found.len() + 1);
        let mut start = 0;
        for words in found {
            let open = words.start - 1;
            let before = self.text[..open].trim_end().len();
            parts
                .extend([Part::Kept(start..before), Part::Put(", ".into(), self.span(open, open + 1).start)]);
            parts.push(Part::Kept(words.clone()));
            start = words.end + 1;
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// The words in the bracket that opens here.
    fn bracketed(&self, at: usize) -> Option<Bracketed> {
        let rest = &self.text[at + 1..];
        // A square in brackets may stand within: `(KtxP(K4))`.
        let mut open = 1;
        let closes = |b: u8| {
            open += i32::from(b == b'(') - i32::from(b == b')');
            open == 0
        };
        let len = rest.bytes().take(LONGEST).position(closes).filter(|&len| len > 0)?;
        let behind = rest[len..].strip_prefix(')')?.trim_start_matches(['.', ',', ';', ' ', '\n']);
        let figures = behind.bytes().take_while(u8::is_ascii_digit).count();
        let next = behind[..figures].parse().ok().filter(|_| figures <= 3);
        Some(Bracketed { words: at + 1..at + 1 + len, next })
    }
}
