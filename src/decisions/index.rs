//! The words of a text in their order: letters and figures alone, so that print, HTML and recognised pages of one book
//! have the same.
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use unicode_normalization::UnicodeNormalization;

use crate::book::page::Page;
use crate::span::Span;

/// A word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub hash: u64,
    /// Where it stands in the text.
    pub span: Span,
    /// Where it stands in the cleaned text.
    clean: (u32, u32),
}

/// The words of a text.
#[derive(Debug)]
pub struct Index {
    page: Page,
    /// In the order in which they are read.
    pub(super) words: Vec<Word>,
    pub(super) places: HashMap<u64, Vec<u32>>,
    /// The words in the order in which they stand: of moves printed as fractions it is another.
    standing: Vec<u32>,
}

/// The words of a stretch: runs of letters and figures, and what they say in whatever case and form. The sign for taking is
/// none, whether it is a letter (`x`) or not (`×`).
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, usize, u64)> {
    let mut at = 0;
    let all = std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + rest.find(char::is_alphanumeric)?;
        let len = text[start..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - start);
        at = start + len;
        Some((start, at, &text[start..at]))
    });
    all.filter(|(_, _, word)| !matches!(*word, "x" | "X")).map(|(start, end, word)| (start, end, hash(word)))
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    if word.is_ascii() {
        word.to_ascii_lowercase().hash(&mut hasher);
    } else {
        word.nfkc().collect::<String>().to_lowercase().hash(&mut hasher);
    }
    hasher.finish()
}

impl Index {
    /// The words of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let page = Page::new(text);
        let words: Vec<Word> = words(&page.text)
            .map(|(start, end, hash)| {
                let clean =
                    (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX));
                Word { hash, span: page.span(start, end), clean }
            })
            .collect();
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        for (word, at) in words.iter().zip(0..) {
            places.entry(word.hash).or_default().push(at);
        }
        let mut standing: Vec<u32> = (0..).take(words.len()).collect();
        standing.sort_by_key(|&at| words[at as usize].span);
        Self { page, words, places, standing }
    }

    /// The words that a stretch touches; between which ones it stands if it touches none.
    pub(super) fn touched(&self, span: Span) -> (usize, usize) {
        let word = |at: u32| self.words[at as usize].span;
        let first = self.standing.partition_point(|&at| word(at).end <= span.start);
        let rest = &self.standing[first..];
        let touched = &rest[..rest.partition_point(|&at| word(at).start < span.end)];
        match (touched.iter().min(), touched.iter().max()) {
            (Some(&first), Some(&last)) => (first as usize, last as usize + 1),
            _ => {
                let next = rest.first().map_or(self.words.len(), |&at| at as usize);
                (next, next)
            }
        }
    }

    /// Where the word ends that stands before the place between words that `at` follows.
    pub(super) fn end_before(&self, at: usize) -> u32 {
        let place = self.stretch(at, at).start;
        let before = self.standing.partition_point(|&at| self.words[at as usize].span.end <= place);
        before.checked_sub(1).map_or(0, |last| self.words[self.standing[last] as usize].span.end)
    }

    /// The print of some words, with what stands between them.
    pub(super) fn print(&self, from: usize, to: usize) -> String {
        if from >= to {
            return String::new();
        }
        let text = &self.page.text[self.words[from].clean.0 as usize..self.words[to - 1].clean.1 as usize];
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(super::HERE, "...");
        // A file with control characters is no text to version control.
        words.replace(char::is_control, "")
    }

    /// The stretch of some words; of none, the place before the word `from`.
    pub(super) fn stretch(&self, from: usize, to: usize) -> Span {
        if from < to {
            return self.words[from..to].iter().map(|word| word.span).reduce(Span::join).unwrap_or_default();
        }
        let at = self
            .words
            .get(from)
            .map_or_else(|| self.words.last().map_or(0, |word| word.span.end), |word| word.span.start);
        Span::new(at, at)
    }
}
