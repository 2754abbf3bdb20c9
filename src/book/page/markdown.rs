//! Signs of Markdown that set words and mark notes: escaped signs, words in italics, footnotes.
use crate::span::{ceil_char, floor_char};

/// No emphasis is longer, in bytes.
const LONGEST_EMPHASIS: usize = 1000;

/// No mark of a footnote has more letters or figures.
const LONGEST_MARK: usize = 3;

/// `P\-K4`, `\[1\]`: the sign that a backslash keeps from being taken for one of Markdown.
pub(super) fn escaped(text: &str, at: usize) -> Option<char> {
    let c = char::from(*text.as_bytes().get(at + 1)?);
    "`*_{}[]()#+-.!|<>=~^:".contains(c).then_some(c)
}

/// Where the words end that a star in front of them sets in italics: `*Black resigns*`, `(*a*)`. A star behind a move, or
/// in front of blanks, is the mark of a footnote.
pub(super) fn end_of_italics(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).map(|i| bytes[i]);
    let opens = before.is_none_or(|b| b.is_ascii_whitespace() || b"([|>\"".contains(&b));
    let rest = &text[at + 1..floor_char(text, at + LONGEST_EMPHASIS)];
    if !opens || !rest.starts_with(|c: char| c.is_alphanumeric() || "([\"'\u{201c}\u{2018}".contains(c)) {
        return None;
    }
    let len = rest.find(['*', '\n'])?;
    let inner = &rest[..len];
    let behind = rest[len..].strip_prefix('*')?;
    // One letter in italics is a word of its own in brackets only.
    let is_mark = inner.chars().count() == 1;
    let in_brackets = before.is_some_and(|b| b"([".contains(&b)) && behind.starts_with([')', ']']);
    let closes =
        !inner.ends_with([' ', '\t', '\\']) && !behind.starts_with(|c: char| c.is_alphanumeric() || c == '*');
    (closes && (!is_mark || in_brackets)).then_some(at + 1 + len)
}

/// `[^1]`: does a bracket begin the mark of a footnote?
pub(super) fn is_footnote(text: &str, at: usize) -> bool {
    let Some(mark) = text[at..].strip_prefix("[^") else { return false };
    let len = mark[..floor_char(mark, LONGEST_MARK + 1)].find(']').unwrap_or(0);
    (1..=LONGEST_MARK).contains(&len) && mark[..len].bytes().all(|b| b.is_ascii_alphanumeric())
}

/// `[^1]: Best.`: does a colon stand between the mark of a footnote and its words?
pub(super) fn parts_footnote(text: &str, at: usize) -> bool {
    let near = &text[ceil_char(text, at.saturating_sub(LONGEST_MARK + 4))..at];
    let line = near.rsplit('\n').next().unwrap_or("");
    near.ends_with(']') && line.starts_with("[^")
}

/// `P-K4^1^`, `P-K4^{1}`: the length of what begins a raised mark of a footnote, and where its end stands.
pub(super) fn raised(text: &str, at: usize) -> Option<(usize, usize)> {
    let behind = &text[at + 1..];
    let (len, end) = if behind.starts_with('{') { (2, '}') } else { (1, '^') };
    let mark = &text[at + len..];
    let figures = mark.bytes().take(LONGEST_MARK).take_while(u8::is_ascii_digit).count();
    (figures > 0 && mark[figures..].starts_with(end)).then_some((len, at + len + figures))
}
