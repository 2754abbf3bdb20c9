//! Tags of a game from the headings above it.
use std::borrow::Cow;

use crate::game::{Game, Tag};
use crate::record::Score;

/// Writes the tags of a game whose moves begin on line `line` of the text; gives the number of the game, if a heading
/// tells one.
pub(super) fn tags(score: &Score, line: u64, game: &mut Game<'_>) -> Option<u32> {
    let mut number = None;
    for tag in &score.tags {
        if tag.name == "Round" {
            number = tag.value.parse().ok();
        }
        game.tags.push(Tag {
            name: Cow::Borrowed(tag.name),
            value: Cow::Owned(tag.value.clone()),
            span: tag.span,
            inferred: tag.inferred,
        });
    }
    game.tags.push(Tag {
        name: Cow::Borrowed("Source"),
        value: Cow::Owned(format!("line {line}")),
        span: None,
        inferred: true,
    });
    number
}
