//! Letters that are marks of footnotes without an opening bracket: `B to K 2a)`, `P-K4ᵃ`. They are such where a note below
//! begins with the same: `a) Best.`

use std::collections::HashMap;

/// A letter that is a mark, with its bracket.
pub(super) struct Mark {
    pub at: usize,
    pub len: usize,
    pub letter: char,
}

/// A note stands no farther below what it speaks of, in bytes.
const FARTHEST: usize = 16 * 1024;

/// The letters that are raised, each behind the one that it stands for.
const RAISED: &str = "aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ";

/// What may end a move in small letters.
const ENDS: [&str; 11] = ["Kt", "ch", "sq", "astles", "check", "mate", "th", "st", "nd", "rd", "ep"];

/// A letter that may be a mark.
struct Letter {
    mark: Mark,
    is_raised: bool,
    /// A note begins with it.
    begins_note: bool,
}

/// The letters that are marks, those of the notes among them, in the order of the text.
pub(super) fn marks(text: &str) -> Vec<Mark> {
    let mut letters = raised(text);
    letters.extend(half_bracketed(text));
    letters.sort_by_key(|letter| letter.mark.at);
    // Notes of more games than one may stand together.
    let above = with_other(letters.iter().enumerate(), false);
    let below = with_other(letters.iter().enumerate().rev(), true);
    let is_mark = letters.iter().zip(above.into_iter().zip(below.into_iter().rev()));
    let is_mark = is_mark.map(|(letter, (above, below))| if letter.begins_note { above } else { below });
    let is_mark: Vec<bool> = is_mark.collect();
    letters.into_iter().zip(is_mark).filter(|(_, is_mark)| *is_mark).map(|(letter, _)| letter.mark).collect()
}

/// For each letter in this order whether the same one, of a note or of none, was passed near it.
fn with_other<'l>(letters: impl Iterator<Item = (usize, &'l Letter)>, of_note: bool) -> Vec<bool> {
    let mut passed: HashMap<(bool, char), usize> = HashMap::new();
    let near = |(_, letter): (usize, &Letter)| {
        let Letter { mark, is_raised, begins_note } = letter;
        let known = passed.get(&(*is_raised, mark.letter)).is_some_and(|at| at.abs_diff(mark.at) < FARTHEST);
        if *begins_note == of_note {
            passed.insert((*is_raised, mark.letter), mark.at);
        }
        known
    };
    letters.map(near).collect()
}

/// Raised letters that stand alone: in `4ᵗʰ` they end a number.
fn raised(text: &str) -> Vec<Letter> {
    if text.is_ascii() {
        return Vec::new();
    }
    let plain = |c: char| {
        (!c.is_ascii()).then(|| RAISED.find(c)).flatten().and_then(|at| RAISED[..at].chars().next_back())
    };
    let mut before = None;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        let letter = plain(c);
        let len = c.len_utf8();
        let behind = text[at + len..].chars().next();
        if let Some(letter) = letter
            && before.and_then(plain).is_none()
            && behind.and_then(plain).is_none()
        {
            let begins_note = begins_line(text, at) && !behind.is_some_and(|c| c.is_ascii_digit());
            found.push(Letter { mark: Mark { at, len, letter }, is_raised: true, begins_note });
        }
        before = Some(c);
    }
    found
}

/// Small letters with a bracket that nothing opened behind them, right behind a move or its number, or in front of one.
fn half_bracketed(text: &str) -> Vec<Letter> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut depth = 0_u32;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            // Paragraphs end what was opened in them.
            b'\n' if bytes.get(at + 1).is_none_or(|next| b"\r\n".contains(next)) => depth = 0,
            b')' if depth > 0 => depth -= 1,
            b')' if at > 0 && bytes[at - 1].is_ascii_lowercase() => {
                let (before, behind) = (&text[..at - 1], &text[at + 1..]);
                let begins_note =
                    begins_line(text, at - 1) && !behind.starts_with(|c: char| c.is_ascii_digit());
                if begins_note || is_behind(before, behind) || is_before(before, behind) {
                    let mark = Mark { at: at - 1, len: 2, letter: char::from(bytes[at - 1]) };
                    found.push(Letter { mark, is_raised: false, begins_note });
                }
            }
            _ => {}
        }
    }
    found
}

/// Does a letter stand right behind a move or a number?
fn is_behind(before: &str, behind: &str) -> bool {
    let ends = |c: char| c.is_ascii_digit() || b"KQRBNPO.+)".contains(&(c as u8)) && c.is_ascii();
    let is_apart = behind.chars().next().is_none_or(|c| c.is_whitespace() || ".,;:|".contains(c));
    is_apart && (before.ends_with(ends) || ENDS.iter().any(|end| before.ends_with(end)))
}

/// Does a letter stand right in front of a move or a number, or between a number and its move?
fn is_before(before: &str, behind: &str) -> bool {
    let bare = before.trim_end_matches([' ', '\t']);
    let stands_alone = bare.len() < before.len() || before.is_empty() || before.ends_with(['\n', '|', '.']);
    let number = bare.strip_suffix('.').unwrap_or(bare);
    let is_numbered = bare.len() < before.len() && number.ends_with(|c: char| c.is_ascii_digit());
    let is_move = |words: &str| words.starts_with(|c: char| c.is_ascii_uppercase() || c == '0');
    let is_number = behind.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    stands_alone && (is_move(behind) || is_number) || is_numbered && is_move(behind.trim_start_matches(' '))
}

fn begins_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '>']);
    before.is_empty() || before.ends_with(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_marks_where_a_note_begins_with_the_same() {
        let marks = |text: &str| {
            let found = marks(text);
            found
                .iter()
                .map(|mark| (mark.letter, &text[mark.at..mark.at + mark.len] == "a)"))
                .collect::<Vec<_>>()
        };
        let both = vec![('a', true), ('a', true)];
        for row in [
            "1. P-K4   P-K4a)", "1. a)P-K4   P-K4", "1a). P-K4   P-K4", "1. a) P-K4   P-K4",
            "1. Castlesa) PxP",
        ] {
            assert_eq!(marks(&format!("{row}\n\na) Best.")), both, "{row}");
            assert_eq!(marks(&format!("{row}\n\nb) Best.")), [], "{row}");
        }
        assert_eq!(marks("1. P-K4 (see the\ngame at a) P-K4\n\na) Best."), []);
        assert_eq!(marks("1. P-K4ᵃ   P-K 4ᵗʰ\n\n ᵃ Best."), [('a', false), ('a', false)]);
        assert_eq!(marks("Mʳ Smith\n\n1. P-K4   P-K4\n"), []);
    }
}
