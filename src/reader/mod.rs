//! The rooms joined: one chunk of text becomes games with their diagnostics.
mod decided;
mod exact;
mod letters;
pub mod outside;
pub mod pages;
pub mod pgn;
pub mod text;

use std::ops::ControlFlow;

use crate::diagnose::Diagnostic;
use crate::game::Game;
use crate::source::{Chunk, Kind};
use crate::span::Span;
use pgn::PgnReader;
use text::{TextOptions, read_text};

/// A game that was found in a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a, 't> {
    /// The game.
    pub game: &'a Game<'t>,
    /// What is to be said of it, in the order of the text.
    pub diagnostics: &'a [Diagnostic],
    /// Its index in the chunk, from 0.
    pub index: u32,
    /// All its bytes, and those between it and the next: the spans of a chunk's games follow one another and cover it.
    pub raw: Span,
}

/// Reads the games of a chunk of either kind in order, until `each` breaks. Gives what is to be said of words outside them.
pub fn each_game(
    chunk: &Chunk,
    kind: Kind,
    pgn: &mut PgnReader,
    options: &TextOptions,
    each: &mut dyn FnMut(Found<'_, '_>) -> ControlFlow<()>,
) -> Vec<Diagnostic> {
    match kind {
        Kind::Pgn => {
            let _ = pgn.read(&chunk.text, each);
            Vec::new()
        }
        Kind::Text => {
            let is_scan = chunk.places().is_some();
            let report =
                if is_scan { pages::read_pages(chunk, options) } else { read_text(&chunk.text, options) };
            let _ = report.games.iter().zip(0..).try_for_each(|(one, index)| {
                each(Found { game: &one.game, diagnostics: &one.diagnostics, index, raw: one.game.span })
            });
            outside::words(&report)
        }
    }
}
