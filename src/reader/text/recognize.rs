//! What the layout asks of the notation.
use crate::book::{Recognizer, Seen};
use crate::grammar::{cell, odds, position};
use crate::lexicon::{Dialect, Lexicon, Word, endings};

/// Answers from the grammar of one notation.
pub(super) struct Words {
    dialect: Dialect,
    names_sides: bool,
}

/// So many lines that begin with `W.` and a move show that the sides are named.
const LINES_THAT_NAME: usize = 2;

impl Words {
    /// Answers for a text in this notation.
    pub fn new(text: &str, dialect: Dialect) -> Self {
        let named = |line: &&str| {
            let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '.');
            let rest = line.strip_prefix("W.").or_else(|| line.strip_prefix("White."));
            rest.is_some_and(|rest| cell::is_move_like(rest.trim_start(), &dialect).is_some())
        };
        let names_sides = text.lines().filter(named).take(LINES_THAT_NAME).count() == LINES_THAT_NAME;
        Self { dialect, names_sides }
    }

    /// Has a whole word such a meaning, without a doubt?
    fn means(&self, word: &str, wanted: impl Fn(Word) -> bool) -> bool {
        let word = word.trim_end_matches('.');
        !self.dialect.ocr
            && Lexicon::of(self.dialect.language).is_some_and(|lexicon| {
                let hits = lexicon.words_at(word, false);
                hits.iter().any(|hit| hit.len == word.len() && hit.cost == 0 && wanted(hit.word))
            })
    }
}

impl Recognizer for Words {
    fn move_at(&self, text: &str) -> Option<Seen> {
        let shape = cell::is_move_like(text, &self.dialect)?;
        Some(Seen { len: shape.len, sure: shape.score })
    }

    fn split(&self, text: &str) -> Vec<(usize, usize)> {
        if !self.dialect.ocr {
            return Vec::new();
        }
        let spans = cell::moves_in(text, &self.dialect, 2);
        spans.iter().map(|span| (span.start as usize, span.end as usize)).collect()
    }

    fn halves(&self, text: &str) -> Option<usize> {
        if self.dialect.ocr { cell::halves(text, &self.dialect) } else { None }
    }

    fn is_raw(&self) -> bool {
        self.dialect.ocr
    }

    fn names_sides(&self) -> bool {
        self.names_sides
    }

    fn is_verb(&self, word: &str) -> bool {
        self.means(word, |meaning| matches!(meaning, Word::To | Word::Takes))
    }

    fn is_scrap(&self, word: &str) -> bool {
        let short = word.trim_end_matches('.').len() <= 2;
        short && self.means(word, |meaning| matches!(meaning, Word::Man(_) | Word::Rank(_) | Word::Square))
    }

    fn ending_len(&self, text: &str) -> Option<usize> {
        endings::ending_at(text).map(|found| found.len)
    }

    fn is_men(&self, text: &str) -> bool {
        position::men(text, &self.dialect).is_ok_and(|men| !men.is_empty())
    }

    fn is_stipulation(&self, text: &str) -> bool {
        position::stipulation(text).is_some()
    }

    fn is_odds(&self, text: &str) -> bool {
        odds::odds(text, &self.dialect).is_some()
    }

    fn is_odds_alone(&self, text: &str) -> bool {
        odds::is_alone(text, &self.dialect)
    }

    fn speaks_of_odds(&self, text: &str) -> bool {
        odds::speaks_of_odds(text)
    }
}
