//! Tag pairs in a text, as PGN has them above its moves: known by their layout only.
use std::ops::Range;

use crate::book::page::Page;
use crate::record::TAG_NAMES;

/// The name of the tag pair that makes up a line: `[Event "Evening Post"]`.
#[must_use]
pub fn name(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix("\"]")?.trim_start();
    let length = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
    let (name, rest) = inside.split_at(length);
    let quoted = rest.starts_with([' ', '\t']) && rest.trim_start().starts_with('"');
    (quoted && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(name)
}

/// Are these lines, tag pairs all, such as stand above a game? One alone may be a picture with words.
#[must_use]
pub fn heads_game(page: &Page, lines: &Range<usize>) -> bool {
    lines.len() > 1
        || lines.clone().any(|line| name(page.row_text(line)).is_some_and(|name| TAG_NAMES.contains(&name)))
}

/// Do the second lines begin the tags of another game? A name stands in both.
#[must_use]
pub fn begins_another(page: &Page, first: &Range<usize>, second: &Range<usize>) -> bool {
    let mut names = second.clone().filter_map(|line| name(page.row_text(line)));
    names.any(|again| first.clone().any(|line| name(page.row_text(line)) == Some(again)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pairs_are_tags() {
        for line in ["[Event \"x\"]", "  [WhiteElo \"\"]  ", "[ Site  \"a \\\"b\\\" c\"]"] {
            assert!(name(line).is_some(), "{line}");
        }
        for line in
            ["[Event x]", "[Illustration: \"x\"]", "[Event \"x\"", "[1] \"x\"]", "(Event \"x\")", "[\"x\"]"]
        {
            assert_eq!(name(line), None, "{line}");
        }
    }
}
