//! Says where the `ECO` tag of a game is not what a table of openings has for its moves.
use std::borrow::Cow;

use super::task::Met;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::Tag;
use crate::openings::Table;
use crate::replay::pgn::short;
use crate::span::Span;
use crate::stats::{Named, OtherCode, other_code};

/// A note on the `ECO` tag, if it and the table differ.
///
/// Nothing is said of a game that breaks off at an error before the table could know all its moves.
#[must_use]
pub fn note(table: &Table, met: &Met<'_, '_>) -> Option<Diagnostic> {
    let game = met.found.game;
    let OtherCode { tag, deepest, met: earlier } = other_code(table, game)?;
    if game.plies < table.reach() && met.is_bad() {
        return None;
    }
    let place = place(&met.place.chunk.text, tag)?;
    let opening = table.get(deepest.id);
    let name = match opening.name() {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    let (eco, after, value) = (opening.eco(), half_moves(deepest), short(tag.value.trim()));
    let diagnostic = match earlier {
        Some(earlier) => {
            let message = format!(
                "ECO `{value}` is what the table has after {}; the game goes on to {eco}{name} after {after}",
                half_moves(earlier)
            );
            Diagnostic::new(Code::EcoEarlier, place, message)
        }
        None => {
            let message = format!("ECO `{value}`, but the table has {eco}{name} after {after}");
            Diagnostic::new(Code::EcoMismatch, place, message)
        }
    };
    let diagnostic = diagnostic.with_help(format!("`{eco}` would agree"));
    Some(match deepest.ply.checked_sub(1) {
        Some(before) => {
            diagnostic.at_ply(before).with_label(deepest.span, format!("{eco} is reached by this move"))
        }
        None => diagnostic,
    })
}

/// The value of a tag as it stands in the text; all of the tag where it stands there in other characters.
fn place(text: &str, tag: &Tag<'_>) -> Option<Span> {
    match &tag.value {
        Cow::Borrowed(value) => Span::of_part(text, value),
        Cow::Owned(_) => None,
    }
    .or(tag.span)
}

fn half_moves(named: Named) -> String {
    format!("{} half-move{}", named.ply, if named.ply == 1 { "" } else { "s" })
}
