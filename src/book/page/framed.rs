//! Rows whose number and moves stand in the same words and signs again and again: `Move 1: White P-K4; Black P-K4`, `No. 1  e4  e5`,
//! `1 - P-K4 / P-K4`, `1. P-K4 (P-K4). 2. …`. What is the same in all of them is no part of a move.
use std::collections::HashMap;
use std::ops::Range;

use super::upright::says_more;
use super::{Page, Part};
use crate::book::ordinal;

/// So many rows that count on, with a move of each side, show that a text frames its moves so.
const FEWEST: u32 = 4;

/// No stretch of a frame is longer, in bytes, nor has more words.
const LONGEST: usize = 24;
const MOST_WORDS: usize = 3;

/// No row has more characters.
const NEAR: usize = 96;

/// No word that is a move is longer, in bytes.
const LONGEST_WORD: usize = 12;

/// What stands in front of a number, behind it, and between the moves: blanks are one.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Frame {
    label: String,
    before: String,
    between: String,
}

impl Frame {
    /// Words or signs stand about the moves that no plain `1. P-K4 P-K4` has.
    fn has_words(&self) -> bool {
        let is_word = |c: char| c.is_alphabetic() || "/-\u{2013}\u{2014}".contains(c);
        let is_lettered = |words: &str| words.contains(char::is_alphabetic);
        is_lettered(&self.label) && !is_lettered(&self.before)
            || self.between.contains(|c: char| is_word(c) || c == '(')
    }
}

/// A number, and the moves behind it.
struct Framed {
    /// Where its label begins.
    start: usize,
    number: Range<usize>,
    value: u32,
    white: Range<usize>,
    black: Option<Range<usize>>,
    frame: Frame,
}

/// How far the rows of a frame count.
#[derive(Default)]
struct Count {
    first: u32,
    last: u32,
    is_shown: bool,
}

impl Page {
    /// The text with rows that stand in frames as rows.
    #[must_use]
    pub fn with_bare_rows(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let found = self.framed(is_move);
        let mut counts: HashMap<&Frame, Count> = HashMap::new();
        for row in found.iter().filter(|row| row.black.is_some() && row.frame.has_words()) {
            let count = counts.entry(&row.frame).or_default();
            if count.last == 0 || row.value != count.last + 1 {
                count.first = row.value;
            }
            count.last = row.value;
            let begins = row.frame.label.is_empty() || count.first == 1;
            count.is_shown |= begins && count.last + 1 >= count.first + FEWEST;
        }
        let mut shown: Vec<&Frame> =
            counts.iter().filter(|(_, count)| count.is_shown).map(|(frame, _)| *frame).collect();
        if shown.is_empty() {
            return self;
        }
        shown.sort_unstable();
        let mut parts = Vec::new();
        let mut start = 0;
        for row in &found {
            let fitting = shown.iter().find_map(|frame| row.fits(frame, &self.text));
            let Some((white, black)) = fitting.filter(|_| row.start >= start) else { continue };
            let (number, from) = (row.number.clone(), self.span(row.number.start, row.number.end));
            parts.push(Part::Kept(start..row.start));
            parts.push(if self.text[number.clone()].starts_with(|c: char| c.is_ascii_digit()) {
                Part::Kept(number)
            } else {
                Part::Put(row.value.to_string().into(), from.start)
            });
            parts.extend([Part::Put(". ".into(), from.end), Part::Kept(row.white.start..white)]);
            start = white;
            if let Some((black, end)) = black {
                let parted = if end > black.end { ", " } else { "   " };
                parts.extend([Part::Put(parted.into(), from.end), Part::Kept(black)]);
                start = end;
            }
        }
        parts.push(Part::Kept(start..self.text.len()));
        self.composed(&parts, original_len)
    }

    /// All numbers with a move behind them.
    fn framed(&self, is_move: &dyn Fn(&str) -> Option<usize>) -> Vec<Framed> {
        let mut found: Vec<Framed> = Vec::new();
        for line in &self.rows {
            let mut at = line.start();
            while at < line.end() {
                let begins = at == line.start();
                let row = self
                    .number_behind_label(at, begins)
                    .and_then(|(start, number, value)| self.row_at(start, number, value, is_move));
                // What stands in brackets may be running text.
                if let Some(row) = row.filter(|row| begins || row.frame.between.ends_with('(')) {
                    at = row.black.as_ref().unwrap_or(&row.white).end;
                    found.push(row);
                }
                // To the next number in running text.
                let rest = self.text.get(at..line.end()).unwrap_or_default();
                let next = rest.match_indices(' ').map(|(gap, _)| gap + 1);
                let is_number = |gap: &usize| rest[*gap..].starts_with(|c: char| c.is_ascii_digit());
                at = next.into_iter().find(is_number).map_or(line.end(), |gap| at + gap);
            }
        }
        found
    }

    /// The number here, behind a label if a line begins here: where the label begins, the number, and what it says.
    fn number_behind_label(&self, at: usize, begins_line: bool) -> Option<(usize, Range<usize>, u32)> {
        let rest = line_near(&self.text[at..]);
        let label = if begins_line { rest.find(|c: char| c.is_ascii_digit()) } else { Some(0) };
        if let Some(label) = label.filter(|&label| label <= LONGEST_WORD) {
            let figures = rest[label..].bytes().take_while(u8::is_ascii_digit).count();
            // `0-0` is castling.
            let value =
                rest[label..label + figures].parse().ok().filter(|&value| value > 0 && value < 300)?;
            let start = at + rest.len() - rest.trim_start().len();
            return Some((start.min(at + label), at + label..at + label + figures, value));
        }
        // `Twenty-first move`
        let mut words = rest.split([' ', '-', '.', ':', ',']).take(2);
        let first = words.next().filter(|_| begins_line)?;
        let second = words.next().and_then(ordinal::in_one_word).filter(|&value| value < 10);
        let (len, value) = match (ordinal::in_one_word(first), ordinal::tens(first), second) {
            (Some(value), ..) => (first.len(), value),
            (_, Some(tens), Some(value)) => {
                let behind = &rest[first.len() + 1..];
                (first.len() + 1 + behind.find([' ', '.', ':', ','])?, tens + value)
            }
            _ => (first.len(), ordinal::number(first).filter(|_| first.len() > 4)?),
        };
        Some((at, at..at + len, value))
    }

    /// The moves behind a number.
    fn row_at(
        &self,
        start: usize,
        number: Range<usize>,
        value: u32,
        is_move: &dyn Fn(&str) -> Option<usize>,
    ) -> Option<Framed> {
        let rest = &self.text[number.end..];
        let is_lettered = self.text[start..number.start].contains(char::is_alphabetic);
        if !is_lettered && !may_be_framed(line_near(rest)) {
            return None;
        }
        let ending = ordinal::behind_ending(rest).map_or(0, |behind| rest.len() - behind.len());
        let white = self.move_behind(number.end + ending, is_move)?;
        let label = folded(&self.text[start..number.start]);
        let mut frame =
            Frame { label, before: folded(&self.text[number.end + ending..white.start]), ..Frame::default() };
        let black = self.move_behind(white.end, is_move);
        if let Some(black) = &black {
            // The stop behind a move may be its own: `P x B.`
            frame.between = folded(&self.text[white.end..black.start]).trim_start_matches('.').to_owned();
        }
        Some(Framed { start, number, value, white, black, frame })
    }

    /// The move behind a place and no more than some words.
    fn move_behind(&self, from: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<Range<usize>> {
        let mut at = from;
        for _ in 0..=MOST_WORDS {
            let rest = &self.text[at..];
            let signs = rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
            at += signs;
            // The end of a line ends a move, and so does a stroke: in `P-B4 / Kt-B3` no pawn promotes.
            let rest = line_near(&self.text[at..]).split(" / ").next().unwrap_or_default();
            // Another number begins another row; `0-0` is castling.
            let is_number = rest.starts_with(|c: char| c.is_ascii_digit() && c != '0');
            if at == from || at > from + LONGEST || rest.is_empty() || is_number {
                return None;
            }
            if let Some(len) = is_move(rest).or_else(|| word_like_move(rest)) {
                return Some(at..at + len);
            }
            let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            // The words of another line are none of this row.
            if word == 0 || self.text[from..at].contains('\n') {
                return None;
            }
            at += word;
        }
        None
    }
}

/// Where White's move ends, and Black's with the end of what closes it.
type Moves = (usize, Option<(Range<usize>, usize)>);

impl Framed {
    /// If the row stands in this frame, where White's move ends, and Black's with the end of what closes it.
    fn fits(&self, frame: &Frame, text: &str) -> Option<Moves> {
        if (&self.frame.label, &self.frame.before) != (&frame.label, &frame.before) {
            return None;
        }
        let Some(black) = &self.black else { return Some((self.white.end, None)) };
        // `(dis. ch.)` belongs to the move.
        let said = self.frame.between.strip_suffix(frame.between.as_str()).filter(|said| says_more(said));
        let Some(said) = said.map(str::trim) else { return self.parted(frame, text) };
        let said = text[self.white.end..black.start].find(said)? + said.len();
        let (mut last, mut end) = (black.end, black.end);
        if frame.between.ends_with('(') {
            last += near(&text[last..]).find(')').filter(|&len| says_more(&text[last..last + len]))?;
            end = last + 1;
        }
        Some((self.white.end + said, Some((black.start..last, end))))
    }

    /// The words of a line that the words of a frame part, whether they read as moves or not.
    fn parted(&self, frame: &Frame, text: &str) -> Option<Moves> {
        let words = near(&text[self.white.start..]).split_once('\n')?.0.trim_end();
        let is_parted = frame.between.contains(|c: char| c.is_alphabetic() || c == '/');
        let (white, black) = words.split_once(&frame.between).filter(|_| is_parted)?;
        let (start, end) = (self.white.start + words.len() - black.len(), self.white.start + words.len());
        let is_whole = !white.is_empty() && !black.is_empty() && !black.contains(&frame.between);
        is_whole.then_some((self.white.start + white.len(), Some((start..end, end))))
    }
}

/// May the words behind a number part their moves by more than blanks? Most rows do not, and are not looked at closely.
fn may_be_framed(words: &str) -> bool {
    let letters = words.split(|c: char| !c.is_alphabetic()).map(str::len).max();
    let mut dashes = 0_u8;
    let mut before = ' ';
    for c in words.chars() {
        // A dash between blanks, and one between letters, are two.
        match c {
            '(' | '/' => return true,
            '-' => dashes |= if before == ' ' { 1 } else { 2 },
            '\u{2013}' => dashes |= 4,
            '\u{2014}' => dashes |= 8,
            _ => {}
        }
        before = c;
    }
    letters > Some(2) || dashes.count_ones() > 1
}

/// The beginning of a text that may hold a row.
fn near(text: &str) -> &str {
    &text[..text.char_indices().nth(NEAR).map_or(text.len(), |(at, _)| at)]
}

/// The same, up to the end of its line.
fn line_near(text: &str) -> &str {
    near(text).split('\n').next().unwrap_or_default()
}

/// A word of the signs of a move, in another notation perhaps.
fn word_like_move(text: &str) -> Option<usize> {
    let word = &text[..text.find(|c: char| c.is_whitespace() || ",;)".contains(c)).unwrap_or(text.len())];
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let may_be_move = word.len() <= LONGEST_WORD
        && word.bytes().all(|b| b"KQRBNPOabcdefgth12345678x-=+#!?".contains(&b))
        && (word.as_bytes().windows(2).any(is_square)
            || word.starts_with(|c: char| c.is_ascii_uppercase()) && word.contains(['x', '-']));
    may_be_move.then_some(word.len())
}

/// Words with one blank for many.
fn folded(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars().map(|c| if c.is_whitespace() { ' ' } else { c }) {
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}
