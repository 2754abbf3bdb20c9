//! Tags of a game from the headings above it.
use std::borrow::Cow;

use crate::game::{Game, Tag};
use crate::record::Score;

/// Writes the tags; gives the number of the game, if a heading tells one.
pub(super) fn tags(score: &Score, text: &str, game: &mut Game<'_>) -> Option<u32> {
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
    let line = super::build::line_of(text, score.line.cells.first().map_or(score.span, |cell| cell.span));
    game.tags.push(Tag {
        name: Cow::Borrowed("Source"),
        value: Cow::Owned(format!("line {line}")),
        span: None,
        inferred: true,
    });
    number
}
