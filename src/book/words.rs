//! Words that end a game, titles and pictures told from other text.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::heading;
use crate::book::mark;
use crate::book::page::Page;
use crate::span::ceil_char;

/// Words at the beginning of a sentence that say how the game ended.
pub(crate) fn ending_in(text: &str, recognizer: &dyn Recognizer) -> Option<Range<usize>> {
    if recognizer.is_ending_by_name(text) {
        return Some(0..text.len());
    }
    let behind = behind_number(text);
    let behind = behind_label(behind).filter(|_| !text.contains('\n')).unwrap_or(behind);
    let mut at = text.len() - behind.len();
    let limit = text.len().min(240);
    while at < limit {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        if let Some(len) = recognizer.ending_len(&text[at..]) {
            return Some(at..at + len);
        }
        at += text[at..].find(['.', ';', ',']).unwrap_or(text.len() - at) + 1;
        at = ceil_char(text, at);
    }
    None
}

/// What stands behind the number that is due, which an ending in a row of its own bears.
fn behind_number(text: &str) -> &str {
    let row = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let pointed = row.strip_prefix(['.', ')']);
    // `1 : 0`
    let begins = |row: &str| pointed.is_some() || row.starts_with(char::is_alphabetic);
    let words = pointed.unwrap_or(row).strip_prefix(' ').map(str::trim_start);
    words.filter(|words| begins(words)).unwrap_or(text)
}

/// What stands behind the label of a result: `Result: 1-0`.
fn behind_label(text: &str) -> Option<&str> {
    let label = text.get(..RESULT.len()).filter(|label| label.eq_ignore_ascii_case(RESULT))?;
    text[label.len()..].trim_start().strip_prefix(':').map(str::trim_start)
}

const RESULT: &str = "result";

/// Does a text say how the game ended, and nothing else?
pub(crate) fn is_ending(text: &str, recognizer: &dyn Recognizer) -> bool {
    let words = behind_number(text.trim_start_matches(|c: char| !c.is_alphanumeric()));
    let words = behind_label(words).unwrap_or(words);
    recognizer.is_ending_by_name(words)
        || recognizer.ending_len(words).is_some_and(|len| !words[len..].contains(char::is_alphanumeric))
}

/// Is a text in capitals? Moves are left out where it has other words: `[Better was 6. B-KKt5.]` is not, nor are moves alone in
/// brackets.
pub(crate) fn shouts(text: &str) -> bool {
    let is_loud = |words: &mut dyn Iterator<Item = &str>| {
        let letters = words.flat_map(str::chars).filter(|c| c.is_alphabetic());
        let (count, capitals) = letters
            .fold((0, 0), |(count, capitals), c| (count + 1, capitals + usize::from(c.is_uppercase())));
        (count > 0).then_some(capitals * 10 >= count * 7)
    };
    let has_figures = |words: &str| words.contains(|c: char| c.is_ascii_digit());
    let is_word = |word: &&str| word.chars().count() > 2 && !has_figures(word) && !word.contains('x');
    let is_bracketed = || text.trim_start().starts_with(mark::OPEN) && has_figures(text);
    is_loud(&mut std::iter::once(text)) != Some(false)
        && is_loud(&mut text.split(|c: char| !c.is_alphanumeric()).filter(is_word))
            .unwrap_or_else(|| !is_bracketed())
}

/// A short block set off from the text: centred, in capitals, or without the full stop of a sentence.
pub(crate) fn is_title(page: &Page, lines: &Range<usize>) -> bool {
    if lines.len() > 5 {
        return false;
    }
    let (start, end) = extent(page, lines);
    let text = &page.text[start..end];
    let first = page.row_text(lines.start);
    let indent = first.len() - first.trim_start().len();
    if !text.contains(char::is_alphabetic) {
        return text.len() < 20;
    }
    let short = lines.len() == 1 && text.len() <= 64;
    shouts(text) || indent >= 8 || short || heading::opens_section(text) && lines.len() <= 3
}

/// What stands in brackets for a picture.
const PICTURES: &[&str] = &["illustration", "diagram", "figure", "plate", "picture", "image"];

/// `[Illustration]` or `[Diagram: ...]`, with a caption or without: the place of a picture that the text has not.
pub(crate) fn is_picture(words: &str) -> bool {
    let inner = words.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| names_picture(inner) && !inner.contains('['))
}

/// Is it the place of a picture, or the number of a page: `59`, `[59]`, `- 59 -`?
pub(crate) fn is_no_text(words: &str) -> bool {
    let is_sign =
        |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '{' | '}' | '-' | '\u{2013}' | '\u{2014}');
    let bare = words.trim_matches(is_sign);
    let begins = ["|}", "|=", "|-", "+-", "+=", "\u{2514}", "\u{255a}"];
    let is_border = begins.iter().any(|sign| words.trim_start().starts_with(sign))
        && !words.contains(char::is_alphanumeric);
    is_picture(words) || is_border || !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit())
}

/// Do words begin with the name of a picture?
pub(crate) fn names_picture(words: &str) -> bool {
    let first = words.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    PICTURES.iter().any(|name| first.eq_ignore_ascii_case(name))
}

/// Where some lines begin and end in the cleaned text, blanks around them left out.
pub(crate) fn extent(page: &Page, lines: &Range<usize>) -> (usize, usize) {
    let start = page.rows[lines.start].start();
    let end = page.rows[lines.end - 1].end();
    let words = &page.text[start..end.max(start)];
    (start + words.len() - words.trim_start().len(), end.max(start))
}
