//! What the productions of descriptive notation stand on: the words at a place of a cell, gaps, note marks.
use std::cell::{Cell, OnceCell};

use nom::branch::alt;
use nom::bytes::complete::{take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::recognize;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use crate::lexicon::words::{Hit, behind_gap, is_apostrophe, is_raised};
use crate::lexicon::{Lexicon, Word};

/// Most letters of a name of a man that is shortened: `Kt`.
const LONGEST_NAME: usize = 3;

/// A word in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it means.
    pub word: Word,
    /// Its first byte.
    pub start: usize,
    /// After its last byte.
    pub end: usize,
    /// What the spelling costs, in tenths.
    pub cost: u32,
}

/// Something read, and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// What.
    pub value: T,
    /// After its last byte.
    pub end: usize,
    /// What the spellings cost, in tenths.
    pub cost: u32,
}

/// In most cells no more places are looked at.
const FEW: usize = 8;

/// Places of others whose words are kept together.
const TOGETHER: usize = 16;
type Places = [OnceCell<Vec<Hit>>; TOGETHER];

/// A cell that is being read. Every place is looked up once.
pub struct Scanner<'t> {
    /// Its text.
    pub text: &'t str,
    /// The words of its language.
    pub lexicon: &'static Lexicon,
    /// Raw text recognition.
    pub ocr: bool,
    /// The words at the first places that have been looked at, and at all others.
    first: [OnceCell<(usize, Vec<Hit>)>; FEW],
    others: OnceCell<Vec<OnceCell<Box<Places>>>>,
    /// The farthest place where a word was looked for.
    farthest: Cell<usize>,
}

// note-mark = "[" 1*2( letter / digit ) "]" / "(" letter ")" / "*" / "†" / 1*raised-figure
// A letter in round brackets is a note only where it names no man: the caller sees to that.
fn note_mark(input: &str) -> IResult<&str, &str, ()> {
    let name = |input| take_while_m_n(1, 2, |c: char| c.is_alphanumeric())(input);
    let letter = |input| take_while_m_n(1, 1, |c: char| c.is_alphabetic())(input);
    alt((
        recognize(delimited(char('['), name, char(']'))),
        recognize(delimited(char('('), letter, char(')'))),
        recognize(delimited(char('('), recognize((letter, char('.'))), char(')'))),
        recognize(one_of("*†‡§¶")),
        take_while1(is_raised),
    ))
    .parse(input)
}

// possessive = ( apostrophe "s" / "s" apostrophe / " s" ) — `K's`, `K'S`, and `Kt s` where the print lost it
fn possessive(input: &str) -> Option<usize> {
    let bare = &input[input.bytes().take_while(|byte| matches!(byte, b' ' | b'.')).count()..];
    let with_mark = bare.strip_prefix(is_apostrophe).or_else(|| bare.strip_prefix('*'));
    let after_mark = with_mark.map(|rest| rest.trim_start_matches(is_apostrophe));
    let rest = match after_mark {
        Some(rest) => rest.strip_prefix(['s', 'S']).or(with_mark)?,
        None => {
            // Glued to the letter it may be a digit of bad print (`Bs`).
            let rest = bare.strip_prefix('s').filter(|_| bare.len() < input.len())?;
            rest.strip_prefix(is_apostrophe).unwrap_or(rest)
        }
    };
    let next = rest.chars().next();
    next.is_none_or(|c| !c.is_lowercase()).then(|| input.len() - rest.len())
}

impl<'t> Scanner<'t> {
    /// A scanner at the start of a cell.
    #[must_use]
    pub const fn new(text: &'t str, lexicon: &'static Lexicon, ocr: bool) -> Self {
        let first = [const { OnceCell::new() }; FEW];
        Self { text, lexicon, ocr, first, others: OnceCell::new(), farthest: Cell::new(0) }
    }

    /// The text from a place on.
    #[must_use]
    pub fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or("")
    }

    /// The place after the gap at `at`.
    #[must_use]
    pub fn skip_gap(&self, at: usize) -> usize {
        let Some(byte) = self.text.as_bytes().get(at) else { return at };
        if byte.is_ascii_alphanumeric() || *byte == b'-' {
            return at;
        }
        let at = if *byte == b':' && self.shortens(at) { at + 1 } else { at };
        let rest = self.rest(at);
        at + rest.len() - behind_gap(rest).len()
    }

    /// Does a colon shorten the name in front of it, as a full stop does (`K: Kt: to K: B: 3d`)? Before the number of a row
    /// it ends a move.
    fn shortens(&self, colon: usize) -> bool {
        let name = self.text[..colon].rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        let behind = self.rest(colon + 1).trim_start();
        let is_row = behind.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
        name.len() <= LONGEST_NAME && name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_row
    }

    /// The words that may stand at `at`, after a gap.
    pub fn words(&self, at: usize) -> impl Iterator<Item = Lexeme> {
        let start = self.skip_gap(at);
        self.farthest.set(self.farthest.get().max(start));
        let lexeme = move |hit: &Hit| Lexeme { word: hit.word, start, end: start + hit.len, cost: hit.cost };
        self.hits(start).iter().map(lexeme)
    }

    /// The words at a place.
    fn hits(&self, start: usize) -> &[Hit] {
        let look = || self.lexicon.words_at(self.rest(start), self.ocr);
        for place in &self.first {
            let (known, hits) = place.get_or_init(|| (start, look()));
            if *known == start {
                return hits;
            }
        }
        let others = self.others.get_or_init(|| vec![OnceCell::new(); self.text.len() / TOGETHER + 1]);
        let Some(places) = others.get(start / TOGETHER) else { return &[] };
        places.get_or_init(Box::default)[start % TOGETHER].get_or_init(look)
    }

    /// The first word at `at` of which `wanted` makes something.
    pub fn word<T>(&self, at: usize, mut wanted: impl FnMut(Word) -> Option<T>) -> Option<Read<T>> {
        self.words(at).find_map(|l| wanted(l.word).map(|value| Read { value, end: l.end, cost: l.cost }))
    }

    /// Skips one word if it stands there.
    #[must_use]
    pub fn skip(&self, at: usize, word: Word) -> usize {
        self.word(at, |w| (w == word).then_some(())).map_or(at, |found| found.end)
    }

    /// Skips articles and idle adjectives.
    #[must_use]
    pub fn skip_idle(&self, at: usize) -> usize {
        let mut at = at;
        while let Some(found) = self.word(at, |w| matches!(w, Word::Filler | Word::Adjective).then_some(())) {
            at = found.end;
        }
        at
    }

    /// Does a word end at a place, where print is clean? `Q` is none in `R to Q's lth sq.`, nor is `R1` in `K to R1 2nd`.
    #[must_use]
    pub fn ends_word(&self, at: usize) -> bool {
        let rest = self.rest(at);
        let owned = rest.strip_prefix(is_apostrophe).and_then(|rest| rest.strip_prefix("s "));
        let behind = owned.filter(|_| !self.ocr).map_or(rest, str::trim_start);
        let rank = rest.strip_prefix(' ').and_then(|rest| rest.strip_prefix(|c: char| c.is_ascii_digit()));
        // `3d`, and what is left of it: `3b`.
        let is_rank = |behind: &str| {
            let rest = behind.trim_start_matches(|c: char| c.is_ascii_lowercase());
            (1..=2).contains(&(behind.len() - rest.len())) && !rest.starts_with(char::is_alphanumeric)
        };
        !behind.starts_with(char::is_alphanumeric) && (self.ocr || !rank.is_some_and(is_rank))
    }

    /// Skips `'s` after a name.
    #[must_use]
    pub fn skip_possessive(&self, at: usize) -> usize {
        possessive(self.rest(at)).map_or(at, |length| at + length)
    }

    /// The place after one of these characters, a gap before it allowed.
    #[must_use]
    pub fn mark(&self, at: usize, any_of: &[char]) -> Option<usize> {
        let start = self.skip_gap(at);
        let c = self.rest(start).chars().next()?;
        any_of.contains(&c).then(|| start + c.len_utf8())
    }

    /// The place after a note mark (`[A]`, `(a)`, `*`).
    #[must_use]
    pub fn note_mark(&self, at: usize) -> Option<usize> {
        let start = self.skip_gap(at);
        note_mark(self.rest(start)).ok().map(|(_, mark)| start + mark.len())
    }

    /// The farthest place where a word was looked for: where a cell that cannot be read stops making sense.
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.farthest.get()
    }
}
