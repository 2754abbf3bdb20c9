//! Tags of a game from the tag pairs and headings above it.
use std::borrow::Cow;

use memchr::memchr;

use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Tag, Verdict};
use crate::grammar::tag::tag_pair;
use crate::record::{GameResult, Score};
use crate::replay::pgn::{Head, head};
use crate::span::Span;

/// What the tag pairs above a score say, if there are any.
pub(super) fn pairs<'t>(text: &'t str, score: &Score) -> Option<Head<'t>> {
    let mut found = Vec::new();
    for span in &score.pairs {
        let inside = &text.as_bytes()[..span.end as usize];
        let mut at = span.start as usize;
        while let Some(next) = inside.get(at..).and_then(|rest| memchr(b'[', rest)) {
            at += next + 1;
            if let Some(read) = tag_pair(inside, at - 1) {
                found.push(read.pair);
                at = read.end.max(at);
            }
        }
    }
    (!found.is_empty()).then(|| head(text, found))
}

/// The result that tag pairs tell, and its place.
pub(super) fn result(pairs: Option<&Head<'_>>) -> Option<(GameResult, Span)> {
    pairs?.result.filter(|(result, _)| *result != GameResult::Unknown)
}

/// Is a result told, or worked out from who moved last?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sure {
    /// Told, or on the board.
    Yes,
    /// Worked out.
    No,
}

/// The result of a game from what stands below its moves and the tag above them, and what is to be said if they differ.
pub(super) fn settle(
    score: &Score,
    (below, sure): (GameResult, Sure),
    pairs: Option<&Head<'_>>,
) -> (GameResult, Option<Diagnostic>) {
    let Some((tag, place)) = result(pairs) else { return (below, None) };
    if tag == below || below == GameResult::Unknown {
        return (tag, None);
    }
    let taken = if sure == Sure::Yes { below } else { tag };
    let words = score.result.as_ref().map(|words| words.span);
    let words = words.or_else(|| score.line.cells.last().map(|cell| cell.span));
    let message = format!("the end of the game says {}, its Result tag {}", below.marker(), tag.marker());
    let found = Diagnostic::new(Code::ResultConflict, words.unwrap_or(place), message)
        .with_label(place, "the Result tag")
        .with_note(format!("{} is taken", taken.marker()));
    (taken, Some(found))
}

/// What the tags of a game say beside them.
pub(super) struct Told {
    /// The number of the game, if a heading tells one.
    pub number: Option<u32>,
    /// How certain its moves were when they were written down, if a tag pair tells it.
    pub written: Option<Verdict>,
}

/// Writes the tags of a game whose moves begin on line `line` of the text: those of its tag pairs, and of its headings
/// what they do not say.
pub(super) fn tags<'t>(score: &Score, pairs: Option<Head<'t>>, line: u64, game: &mut Game<'t>) -> Told {
    if let Some(pairs) = pairs {
        game.tags.extend(pairs.tags.into_iter().filter(|tag| !is_unknown(tag)));
    }
    let mut number = None;
    for tag in &score.tags {
        if tag.name == "Round" {
            number = tag.value.parse().ok();
        }
        push(game, tag.name, tag.value.clone(), tag.span, tag.inferred);
    }
    push(game, "Source", format!("line {line}"), None, true);
    let reading = game.tags.iter().find(|tag| tag.name == "Reading");
    let written = reading.and_then(|tag| Verdict::from_word(&tag.value));
    game.edited = written.is_some() && reading.is_some_and(|tag| tag.value.ends_with(Verdict::Edited.word()));
    game.tags.retain(|tag| tag.name != "Reading");
    Told { number, written }
}

/// A tag of the roster that says that nothing is known: a heading may say more.
fn is_unknown(tag: &Tag<'_>) -> bool {
    matches!(&*tag.name, "Event" | "Site" | "Date" | "Round" | "White" | "Black")
        && tag.value.chars().all(|c| matches!(c, '?' | '.' | ' '))
}

fn push(game: &mut Game<'_>, name: &'static str, value: String, span: Option<Span>, inferred: bool) {
    if !game.tags.iter().any(|tag| tag.name == name) {
        game.tags.push(Tag { name: Cow::Borrowed(name), value: Cow::Owned(value), span, inferred });
    }
}
