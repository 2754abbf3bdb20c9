//! How a text prints its moves.
use super::kept::Kept;
use super::prints::{Forms, Knight};
use crate::lexicon::confusions::Confusions;

/// How a book prints its moves, as far as that tells what blurred words are.
#[derive(Clone, Copy, Debug)]
pub struct Style<'c> {
    /// The letters of the knight.
    pub knight: Knight,
    /// Ranks are ordinals: `3d`, `4th`.
    pub ordinals: bool,
    /// What it does not print.
    pub(super) unused: Forms,
    /// What the recogniser makes of its letters.
    pub(super) confusions: &'c Confusions,
    /// What was found with those for words of the text.
    pub(super) kept: Option<&'c Kept>,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Self {
            knight: Knight::default(),
            ordinals: false,
            unused: Forms::default(),
            confusions: Confusions::usual(),
            kept: None,
        }
    }
}

impl Style<'_> {
    /// The same with other confusions.
    #[must_use]
    pub fn with<'c>(self, confusions: &'c Confusions) -> Style<'c> {
        Style { confusions, kept: None, ..self }
    }

    /// That of a text, by its words.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (mut kt, mut n, mut ordinals) = (0_usize, 0_usize, 0_usize);
        each_word(text, |word| {
            if word.len() > 4 {
                return;
            }
            let man = word.trim_start_matches(['Q', 'K']);
            kt += usize::from(man.starts_with('t'));
            n += usize::from(man.starts_with('N') && !man[1..].contains(char::is_lowercase));
            let is_ordinal = matches!(word.as_bytes(), [b'1'..=b'8', b'd'] | [b'4'..=b'8', b't', b'h']);
            ordinals += usize::from(is_ordinal);
        });
        // By what stands at the beginning of the words.
        let knight = if n > kt { Knight::N } else { Knight::Kt };
        // More than a few ranks are ordinals: `4th`, `3d`.
        Self { knight, ordinals: ordinals >= FEW, unused: unused(text), ..Self::default() }
    }
}

/// The words of a text, letters and figures only.
fn each_word(text: &str, mut then: impl FnMut(&str)) {
    let is_in = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let mut rest = text;
    while let Some(start) = rest.as_bytes().iter().position(is_in) {
        let words = &rest[start..];
        let len = words.as_bytes().iter().position(|byte| !is_in(byte)).unwrap_or(words.len());
        if words.as_bytes()[..len].is_ascii() {
            then(&words[..len]);
        } else {
            words[..len].split(|c: char| !c.is_alphanumeric()).for_each(&mut then);
        }
        rest = &words[len..];
    }
}

/// The forms of moves that a text does not print: it prints others, and prints them often.
fn unused(text: &str) -> Forms {
    let (mut counts, mut rest) = ([[0_usize; 2]; 3], text.as_bytes());
    // Behind the name of a man or a file, with a blank before them perhaps.
    while let Some(at) = rest.iter().position(|byte| b"KQRBNP".contains(byte)) {
        rest = &rest[at + 1..];
        let behind = rest.strip_prefix(b"t").unwrap_or(rest);
        let gap = behind.iter().take_while(|byte| matches!(byte, b' ' | b'.')).count();
        let (pair, form) = match &behind[gap..] {
            [b't', b'o', ..] => (0, 0),
            // A dash of any length.
            [b'-', ..] | [0xe2, 0x80, 0x93 | 0x94, ..] => (0, 1),
            [b't', b'a', b'k', ..] | [b't', b'.', b' ', ..] => (1, 0),
            [b'x', ..] => (1, 1),
            [b's', b'q', ..] => (2, 0),
            [b'1' | b'l' | b'I', ..] => (2, 1),
            _ => continue,
        };
        counts[pair][form] += 1;
    }
    let pairs = [[Forms::TO, Forms::DASH], [Forms::TAKES, Forms::CROSS], [Forms::SQ, Forms::ONE]];
    let unused = counts.into_iter().zip(pairs).filter_map(|([first, second], forms)| {
        let is_rare = |rare: usize, other: usize| other >= FEW && rare * RARE < other;
        let of = |at: usize| Some(forms[at]);
        if is_rare(first, second) { of(0) } else { of(1).filter(|_| is_rare(second, first)) }
    });
    unused.fold(Forms::default(), Forms::or)
}

/// What is printed once where another form is printed so many times is a misprint.
const RARE: usize = 8;

/// So many ordinals are more than those of dates in notes.
const FEW: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_the_knight_are_those_printed_most() {
        for (text, knight) in [
            ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3", Knight::Kt),
            ("2. Kt-KB3 Kt-QB3 3. N-B3", Knight::Kt),
            ("2. N-KB3 N-QB3 3. Kt-B3", Knight::N),
            ("2. QN-K2 KN-B3 No name is a knight: Now, Net.", Knight::N),
            ("Now Net Kt", Knight::Kt),
        ] {
            assert_eq!(Style::of(text).knight, knight, "{text}");
        }
    }
}
