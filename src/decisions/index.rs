//! The words of a text in their order: letters and figures alone, so that print, HTML and recognised pages of one book
//! have the same. The moves of a game have a second order, in which they are played: one form of a book has them in rows,
//! another in columns one behind the other, or among the lines of other columns of the page.
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
    /// Its letters among those of all words.
    letters: (u32, u32),
    /// The word before it, and the one behind it, in the moves of its game.
    played: [Option<u32>; 2],
}

/// The order in which the words around a place are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Along the lines.
    Lines,
    /// From move to move of a game.
    Played,
}

impl Order {
    pub const BOTH: [Self; 2] = [Self::Lines, Self::Played];
}

/// A letter or figure, and what it counts where it differs.
pub(super) type Letter = (char, u8);

/// What a letter counts; those of a longer word than three count little more together.
pub(super) const WEIGHT: u8 = 4;

/// The words of a text.
#[derive(Debug)]
pub struct Index {
    page: Page,
    /// In the order in which they are read.
    pub(super) words: Vec<Word>,
    letters: Vec<Letter>,
    /// Where each word stands.
    pub(super) places: HashMap<u64, Vec<u32>>,
    /// Which words begin with one letter, or with two, the next word's among them.
    begins: HashMap<[Option<char>; 2], Vec<u32>>,
    /// The words in the order in which they stand: of moves printed as fractions it is another.
    standing: Vec<u32>,
}

/// The words of a stretch: runs of letters and figures, and what they say in whatever case and form. The sign for taking is
/// none, whether it is a letter (`x`) or not (`×`), and no part of one: `PxB` may be printed as `P x B`.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, usize, String)> {
    let mut at = 0;
    let all = std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + rest.find(char::is_alphanumeric)?;
        let len = text[start..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - start);
        at = start + len;
        Some((start, at, said(&text[start..at])))
    });
    all.filter(|(_, _, said)| !said.is_empty())
}

fn said(word: &str) -> String {
    let is_taking = |c: &char| matches!(c, 'x' | 'X');
    if word.is_ascii() {
        return word.chars().filter(|c| !is_taking(c)).map(|c| c.to_ascii_lowercase()).collect();
    }
    word.nfkc().filter(|c| !is_taking(c)).collect::<String>().to_lowercase()
}

pub(super) fn hash(said: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    said.hash(&mut hasher);
    hasher.finish()
}

/// The letters of a word.
pub(super) fn letters(said: &str) -> impl DoubleEndedIterator<Item = Letter> + '_ {
    let all = (3 * usize::from(WEIGHT) / said.len().max(3)).max(1);
    let weight = u8::try_from(all).unwrap_or(WEIGHT);
    said.chars().map(move |c| (c, weight))
}

impl Index {
    /// The words of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let page = Page::new(text);
        let short = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let mut all: Vec<Letter> = Vec::new();
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut found: Vec<Word> = Vec::new();
        for (start, end, said) in words(&page.text) {
            let first = short(all.len());
            all.extend(letters(&said));
            let hash = hash(&said);
            places.entry(hash).or_default().push(short(found.len()));
            found.push(Word {
                hash,
                span: page.span(start, end),
                clean: (short(start), short(end)),
                letters: (first, short(all.len())),
                played: [None; 2],
            });
        }
        let mut standing: Vec<u32> = (0..).take(found.len()).collect();
        standing.sort_by_key(|&at| found[at as usize].span);
        let mut begins: HashMap<[Option<char>; 2], Vec<u32>> = HashMap::new();
        for (word, at) in found.iter().zip(0..) {
            let first = word.letters.0 as usize;
            let key = beginning(all[first..].iter().map(|&(c, _)| c));
            begins.entry(key).or_default().push(at);
            if key[1].is_some() {
                begins.entry([key[0], None]).or_default().push(at);
            }
        }
        Self { page, words: found, letters: all, places, begins, standing }
    }

    /// Takes notice of a game: where its moves stand, in the order in which they are played.
    pub fn follow(&mut self, moves: impl Iterator<Item = Span>) {
        let mut last: Option<usize> = None;
        for span in moves {
            let (from, to) = self.touched(span);
            for at in from..to {
                if let Some(last) = last.filter(|&last| last != at) {
                    self.words[last].played[1] = u32::try_from(at).ok();
                    self.words[at].played[0] = u32::try_from(last).ok();
                }
                last = Some(at);
            }
        }
    }

    /// Where words stand that say these letters, however they are parted.
    pub(super) fn saying(&self, said: &[char]) -> Vec<(usize, usize)> {
        let first = self.begins.get(&beginning(said.iter().copied())).map_or(&[][..], Vec::as_slice);
        first.iter().filter_map(|&at| Some((at as usize, self.end_of(said, at as usize)?))).collect()
    }

    /// Behind which word these letters end, if they begin with the word `at`.
    pub(super) fn end_of(&self, said: &[char], at: usize) -> Option<usize> {
        let start = self.words.get(at)?.letters.0 as usize;
        let here = self.letters.get(start..start + said.len())?;
        let is_same = here.iter().map(|&(c, _)| c).eq(said.iter().copied());
        is_same.then(|| self.edge(start + said.len())).flatten()
    }

    /// The word that begins with this letter, or all if it is behind the last.
    fn edge(&self, letter: usize) -> Option<usize> {
        let at = self.words.partition_point(|word| (word.letters.0 as usize) < letter);
        let begins = self.words.get(at).map_or(self.letters.len(), |word| word.letters.0 as usize);
        (begins == letter).then_some(at)
    }

    /// The letters before the word `at`, the last first.
    pub(super) fn before(&self, at: usize, order: Order) -> impl Iterator<Item = Letter> + Clone {
        let first = self.words.get(at).and_then(|word| word.played[0]);
        let next = move |last: u32| self.step(last, order, 0);
        let start = if order == Order::Lines { at.checked_sub(1).map(|at| at as u32) } else { first };
        std::iter::successors(start, move |&at| next(at)).flat_map(|at| self.of(at).iter().rev().copied())
    }

    /// The letters behind the words that end before `end`.
    pub(super) fn behind(&self, end: usize, order: Order) -> impl Iterator<Item = Letter> + Clone {
        let last = end.checked_sub(1).and_then(|last| self.words[last].played[1]);
        let next = move |last: u32| self.step(last, order, 1);
        let start = if order == Order::Lines { Some(end as u32) } else { last };
        let start = start.filter(|&at| (at as usize) < self.words.len());
        std::iter::successors(start, move |&at| next(at)).flat_map(|at| self.of(at).iter().copied())
    }

    /// Are these words of a move?
    pub(super) fn is_played(&self, from: usize, to: usize) -> bool {
        self.words.get(from..to).is_some_and(|all| all.iter().any(|word| word.played != [None; 2]))
    }

    /// The word before or behind another.
    fn step(&self, at: u32, order: Order, side: usize) -> Option<u32> {
        match (order, side) {
            (Order::Played, _) => self.words[at as usize].played[side],
            (Order::Lines, 0) => at.checked_sub(1),
            (Order::Lines, _) => Some(at + 1).filter(|&at| (at as usize) < self.words.len()),
        }
    }

    fn of(&self, word: u32) -> &[Letter] {
        let (from, to) = self.words[word as usize].letters;
        &self.letters[from as usize..to as usize]
    }

    /// The print of so many words before the word `from`, and behind those before `to`, in the moves of their game.
    pub(super) fn print_played(&self, from: usize, to: usize, count: usize) -> [String; 2] {
        let words = |start: Option<u32>, side: usize| {
            let all = std::iter::successors(start, move |&at| self.step(at, Order::Played, side));
            all.take(count).map(|at| at as usize).collect::<Vec<_>>()
        };
        let mut before = words(self.words.get(from).and_then(|word| word.played[0]), 0);
        before.reverse();
        let after = words(to.checked_sub(1).and_then(|last| self.words[last].played[1]), 1);
        [before, after].map(|all| {
            let runs = all.chunk_by(|one, next| one + 1 == *next);
            runs.map(|run| self.print(run[0], run[run.len() - 1] + 1)).collect::<Vec<_>>().join(" ")
        })
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

/// The first two letters.
fn beginning(mut letters: impl Iterator<Item = char>) -> [Option<char>; 2] {
    [letters.next(), letters.next()]
}
