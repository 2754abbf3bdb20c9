//! What hangs on moves: words cleaned for a comment, and the half-moves that numbers name.
use crate::book::page::Page;
use crate::record::Words;
pub use crate::record::ply;

/// A stretch of the cleaned text as words: blanks folded, the borders of the cell around them left out.
#[must_use]
pub fn words(page: &Page, start: usize, end: usize) -> Words {
    Words { span: page.span(start, end), text: fold(borderless(&page.text[start..end])) }
}

/// Words of the original as they are printed: blanks folded, marks of HTML read.
#[must_use]
pub fn printed(original: &str) -> String {
    if original.contains(['<', '&']) { fold(borderless(&Page::new(original).text)) } else { fold(original) }
}

/// The bars inside are kept: they may be those of a board.
fn borderless(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '|')
}

/// Blanks and line ends folded to one blank.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
