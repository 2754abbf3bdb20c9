//! Which notation a text is written in: counts, over a sample, what each notation can read.
use super::cell::is_move_like;
use crate::lexicon::letters::all;
use crate::lexicon::{Dialect, Language};

/// Moves after which it is clear.
const ENOUGH: usize = 400;

/// The places where a word begins that could be a move.
pub(super) fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut before = ' ';
    text.char_indices().filter_map(move |(at, c)| {
        let first = !before.is_alphanumeric() && before != '-' && before != '—' && before != '\'';
        let glued = before.is_ascii_digit() && c.is_uppercase();
        before = c;
        ((first || glued) && c.is_alphanumeric()).then_some(at)
    })
}

fn sure(text: &str, dialect: &Dialect) -> Option<usize> {
    is_move_like(text, dialect).filter(|shape| shape.score == 3).map(|shape| shape.len)
}

/// How many moves a line holds that is more of moves than of other words; 0 if it is not.
pub(crate) fn moves_of_row(line: &str, dialect: &Dialect) -> u32 {
    let (moves, bytes) = moves_of(line, dialect);
    if is_mostly(line, bytes) { moves } else { 0 }
}

/// Are so many bytes more of a line than its other words?
pub(crate) fn is_mostly(line: &str, bytes: usize) -> bool {
    bytes * 2 > letters(line)
}

/// Does a line hold moves and numbers, and next to nothing else?
pub(crate) fn is_bare_row(line: &str, dialect: &Dialect) -> bool {
    moves_of(line, dialect).1 * 10 >= letters(line) * 9
}

/// Is a line a row of two moves and nothing else?
pub(crate) fn is_pair(line: &str, dialect: &Dialect) -> bool {
    moves(line, dialect).count() == 2 && is_bare_row(line, dialect)
}

/// The bytes of a line that are neither blanks, dashes nor numbers, nor the names of the sides.
fn letters(line: &str) -> usize {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b')' | b'|'));
    let is_sign = |c: char| !c.is_alphanumeric();
    let behind_side = |word: &'_ str| -> usize {
        let name = word
            .get(..5)
            .filter(|name| ["white", "black"].iter().any(|side| name.eq_ignore_ascii_case(side)));
        let behind =
            name.map(|name| &word[name.len()..]).filter(|rest| rest.is_empty() || rest.starts_with(is_sign));
        behind.unwrap_or(word).trim_start_matches(is_sign).len()
    };
    line.split_ascii_whitespace().filter(|word| !is_number(word)).map(behind_side).sum()
}

/// How many moves a line holds, and how many bytes they have.
fn moves_of(line: &str, dialect: &Dialect) -> (u32, usize) {
    moves(line, dialect).fold((0, 0), |(moves, bytes), (_, len)| (moves + 1, bytes + len))
}

/// The moves of a line: where each begins, and its length.
pub(crate) fn moves<'l>(line: &'l str, dialect: &'l Dialect) -> impl Iterator<Item = (usize, usize)> + 'l {
    let mut next = 0;
    starts(line).filter_map(move |at| {
        let is_word = at >= next && line[at..].starts_with(|c: char| c.is_alphabetic());
        let len = is_word.then(|| sure(&line[at..], dialect)).flatten()?;
        next = at + len;
        Some((at, len))
    })
}

/// `Nf3`, `Sxe5`: a letter that is no file, and a square.
fn letter_of_man(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let man = chars.next().filter(|c| c.is_uppercase())?;
    let rest = chars.as_str();
    let rest = rest.strip_prefix(['x', ':', '-']).unwrap_or(rest);
    let mut square = rest.chars();
    let file = square.next().is_some_and(|c| ('a'..='h').contains(&c));
    let rank = square.next().is_some_and(|c| ('1'..='8').contains(&c));
    (file && rank && !square.next().is_some_and(char::is_alphanumeric)).then_some(man)
}

/// How many moves that name a square by file and rank a line holds that is more of those than of other words; 0 if it is
/// not: `Nf3`, `exd5`, `e2-e4`, in the letters of any language.
pub(crate) fn moves_by_squares(line: &str) -> u32 {
    let (moves, bytes) = squares_named(line);
    if is_mostly(line, bytes) { moves } else { 0 }
}

/// Does a line name a square by file and rank?
pub(crate) fn names_square(line: &str) -> bool {
    squares_named(line).0 > 0
}

/// How many moves of a line name a square by file and rank, or are castling beside such, and how many bytes they have.
fn squares_named(line: &str) -> (u32, usize) {
    let is_square = |pair: &[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]);
    if !line.as_bytes().windows(2).any(is_square) {
        return (0, 0);
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | ':' | '=');
    let (mut moves, mut bytes) = (0, 0);
    for word in line.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()) {
        let castles = matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0");
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(char::is_uppercase).unwrap_or(rest);
        let names_square = rest.as_bytes().windows(2).any(is_square)
            && rest.bytes().all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b':' | b'='));
        if castles || names_square {
            moves += 1;
            bytes += word.len();
        }
    }
    (moves, bytes)
}

/// `PtoK4`, `Ktt.P`: a man and what he does in one word, as text recognition runs them together.
fn is_glued(text: &str) -> bool {
    let rest = ["Kt", "K", "Q", "R", "B", "P"].iter().find_map(|man| text.strip_prefix(man));
    let goal = rest.and_then(|rest| ["to", "t.", "t"].iter().find_map(|verb| rest.strip_prefix(verb)));
    goal.is_some_and(|goal| goal.starts_with(['K', 'Q', 'R', 'B', 'P']))
}

/// Rows of a table that are looked at, and how many of them are misread, or moves run together, where recognition has been
/// at work: one in so many, and no fewer than that. An author's misprints are far rarer, and most of them read well.
const ROWS: usize = 1500;
const ONE_IN: usize = 40;
const FEWEST: usize = 6;

/// No row of a table, two of them side by side perhaps, is longer in bytes.
const LONGEST_ROW: usize = 90;

/// Does a line read as a row of a table to its end: numbers, each with a move or two?
fn is_row(line: &str, dialect: &Dialect) -> bool {
    let mut rest = line.trim();
    let (mut moves, mut room) = (0, 0);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if (1..=3).contains(&digits) {
            rest = rest[digits..].trim_start_matches(|c: char| !c.is_alphanumeric());
            room = 2;
            continue;
        }
        let Some(shape) = is_move_like(rest, dialect).filter(|shape| shape.score >= 2 && shape.len > 0)
        else {
            return false;
        };
        if room == 0 {
            return false;
        }
        (moves, room) = (moves + 1, room - 1);
        rest = rest[shape.len..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    moves >= 2
}

/// Are the tables of an English text misread all over, in no fewer rows than that, so that it must be raw text
/// recognition?
pub(crate) fn has_misread_rows(sample: &str, fewest: usize) -> bool {
    let begins = |line: &&str| line.len() <= LONGEST_ROW && line.starts_with(|c: char| c.is_ascii_digit());
    let (mut sound, mut misread) = (0, 0);
    for line in sample.lines().map(str::trim).filter(begins).take(ROWS) {
        if is_row(line, &Dialect::ENGLISH) {
            sound += 1;
        } else if is_row(line, &Dialect::ENGLISH_OCR) {
            misread += 1;
        }
    }
    misread >= fewest && misread * ONE_IN >= sound + misread
}

/// The language whose letters, the pawn's among them, cover the most men seen; English first, then the order of the table.
fn algebraic(letters: &[(char, usize)]) -> Language {
    let covered = |men: &[String; 6]| -> usize {
        letters.iter().filter(|(c, _)| men.iter().any(|m| m.starts_with(*c))).map(|(_, n)| n).sum()
    };
    let mut best = ("en", 0);
    for language in all() {
        let count = covered(&language.men);
        if count > best.1 {
            best = (&language.language, count);
        }
    }
    Language::Algebraic(best.0)
}

/// Which notation a text is written in, if it holds moves at all.
///
/// It is looked at from its beginning until it is clear.
#[must_use]
pub fn detect(text: &str) -> Option<Dialect> {
    let (mut english, mut raw, mut spanish, mut coordinates, mut numeric) = (0, 0, 0, 0, 0);
    let mut letters: Vec<(char, usize)> = Vec::new();
    let mut next = 0;
    for at in starts(text) {
        if at < next {
            continue;
        }
        let here = &text[at..];
        let first = here.chars().next().unwrap_or(' ');
        if let Some(man) = letter_of_man(here) {
            match letters.iter_mut().find(|(c, _)| *c == man) {
                Some((_, n)) => *n += 1,
                None => letters.push((man, 1)),
            }
        }
        if first.is_ascii_digit() {
            let digits = here.bytes().take_while(u8::is_ascii_digit).count();
            numeric += usize::from(
                matches!(digits, 4 | 5)
                    && here.bytes().take(4).all(|b| (b'1'..=b'8').contains(&b))
                    && !here.starts_with('1'),
            );
            continue;
        }
        let clean = sure(here, &Dialect::ENGLISH);
        if let Some(len) = clean {
            english += 1;
            next = at + len;
        } else if first.is_uppercase()
            && is_glued(here)
            && let Some(len) = sure(here, &Dialect::ENGLISH_OCR)
        {
            raw += 1;
            next = at + len;
        }
        spanish += usize::from(sure(here, &Dialect::SPANISH).is_some());
        coordinates += usize::from(sure(here, &Dialect::SAN).is_some());
        if english.max(spanish).max(coordinates) >= ENOUGH {
            break;
        }
    }
    let men: usize = letters.iter().map(|(_, n)| n).sum();
    let coordinates = coordinates.max(men);
    let most = english.max(spanish).max(coordinates).max(raw);
    if most == 0 {
        let numeric = (numeric > 0).then_some(Dialect { language: Language::Numeric, ocr: false });
        return numeric;
    }
    letters.sort_unstable();
    Some(if english + raw > 0 && english + raw >= spanish.max(coordinates) {
        // Clean print has next to no glued words. In few moves one in eight is no accident.
        let is_glued = raw * 8 > english || raw >= FEWEST && raw * ONE_IN >= english;
        Dialect { language: Language::English, ocr: is_glued || has_misread_rows(text, FEWEST) }
    } else if spanish >= coordinates {
        Dialect::SPANISH
    } else if numeric > coordinates {
        Dialect { language: Language::Numeric, ocr: false }
    } else {
        Dialect { language: algebraic(&letters), ocr: false }
    })
}
