//! The words of a heading, and the signs that part them.
use crate::book::date::is_date_word;
use crate::book::ordinal;
use crate::book::vocabulary::{ABBREVIATION, ADDRESS, SHORT, is_word};

/// Signs between two words, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs(u8);

impl Signs {
    pub(super) const COMMA: Self = Self(1);
    pub(super) const STOP: Self = Self(2);
    pub(super) const SEMICOLON: Self = Self(4);
    pub(super) const COLON: Self = Self(8);
    pub(super) const DASH: Self = Self(16);
    /// Three blanks or more, the end of a line, a row of dots.
    pub(super) const GAP: Self = Self(32);
    pub(super) const OPEN: Self = Self(64);
    pub(super) const CLOSE: Self = Self(128);

    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Is one of some signs among them?
    pub(super) fn has(self, signs: &[Self]) -> bool {
        signs.iter().any(|sign| self.0 & sign.0 != 0)
    }

    pub(super) fn add(&mut self, sign: Self) {
        self.0 |= sign.0;
    }
}

/// A word of a heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// Where it begins and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The signs between the word before and this one.
    pub(super) before: Signs,
}

/// Cuts a text into words. The full stop of an abbreviation and the hyphen of a name belong to the word; signs of
/// emphasis are nothing.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut out: Vec<Word<'_>> = Vec::new();
    let mut before = Signs::default();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
        before.0 |= signs(&rest[..length]).0;
        at += length;
        let rest = &text[at..];
        // A hyphen is a letter of the word, two are a dash.
        let hyphens = rest.len() - rest.trim_start_matches('-').len();
        if hyphens > 1 || hyphens == 1 && rest[1..].chars().next().is_none_or(is_sign) {
            before.add(Signs::DASH);
            at += hyphens;
            continue;
        }
        let length = rest.find(ends_word).unwrap_or(rest.len());
        let length = rest[..length].find("--").unwrap_or(length);
        let word = rest[..length].trim_end_matches(['*', '_']);
        let bare = word.trim_end_matches('.');
        let stops = word.len() - bare.len();
        let is_short = stops == 1 && is_abbreviated(bare);
        let word = if is_short { word } else { bare };
        if !word.is_empty() {
            out.push(Word { text: word, start: at, end: at + word.len(), before });
            before = Signs::default();
        }
        if !is_short && stops > 0 {
            before.add(if stops > 2 { Signs::GAP } else { Signs::STOP });
        }
        at += length;
    }
    out
}

/// Does a full stop behind these words shorten the last of them? Numbers are whole.
pub(super) fn is_abbreviated(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let letters = word.chars().count();
    if word.is_empty()
        || word.starts_with(|c: char| c.is_ascii_digit())
        || ordinal::number(word).is_some_and(|n| n > 1 && letters > 1)
    {
        return false;
    }
    letters == 1
        || letters == 2 && word.starts_with(char::is_uppercase) && word.ends_with(char::is_lowercase)
        || is_date_word(word) && letters <= 4
        || is_word(word, ADDRESS | SHORT | ABBREVIATION)
}

const fn is_bracket(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | ')' | ']' | '}')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2014}' | '\u{2013}' | '=' | '~')
}

fn is_sign(c: char) -> bool {
    c.is_whitespace()
        || is_bracket(c)
        || is_dash(c)
        || matches!(c, ',' | ';' | ':' | '|' | '*' | '_' | '\u{2026}')
}

fn ends_word(c: char) -> bool {
    is_sign(c) && !matches!(c, '*' | '_')
}

/// What signs that stand together are.
fn signs(text: &str) -> Signs {
    let mut out = Signs::default();
    if text.contains("   ") || text.contains(['\t', '\n', '|', '\u{2026}']) {
        out.add(Signs::GAP);
    }
    for c in text.chars() {
        match c {
            ',' => out.add(Signs::COMMA),
            ';' => out.add(Signs::SEMICOLON),
            ':' => out.add(Signs::COLON),
            '(' | '[' | '{' => out.add(Signs::OPEN),
            ')' | ']' | '}' => out.add(Signs::CLOSE),
            c if is_dash(c) => out.add(Signs::DASH),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_part_the_words_of_a_heading() {
        let cut = |text| words(text).iter().map(|word| (word.text, word.before)).collect::<Vec<_>>();
        let none = Signs::default();
        assert_eq!(
            cut("Dr. Alder-Birch, M.A.; **White**"),
            [("Dr.", none), ("Alder-Birch", none), ("M.A.", Signs::COMMA), ("White", Signs::SEMICOLON)]
        );
        assert_eq!(cut("WHITE.\u{2014}Alder"), [("WHITE", none), ("Alder", Signs(2 | 16))]);
        assert_eq!(cut("Alder ..... White"), [("Alder", none), ("White", Signs::GAP)]);
        assert_eq!(
            cut("Alder -- Birch - Cedar--Fir"),
            [("Alder", none), ("Birch", Signs::DASH), ("Cedar", Signs::DASH), ("Fir", Signs::DASH)]
        );
        assert_eq!(cut("(Alder.)   "), [("Alder", Signs::OPEN)]);
    }
}
