//! The rooms joined: one chunk of text becomes games with their diagnostics.
mod decided;
mod exact;
mod letters;
pub mod outside;
pub mod pages;
pub mod pgn;
pub mod text;

use std::io::Read;
use std::ops::ControlFlow;

use crate::book::is_page;
use crate::diagnose::Diagnostic;
use crate::game::Game;
use crate::source::{Chunk, Chunks, Encoding, Kind};
use crate::span::Span;
use pgn::PgnReader;
use text::{TextOptions, TextReport, read_text};

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
            let report = read_chunk(chunk, options);
            let _ = report.games.iter().zip(0..).try_for_each(|(one, index)| {
                each(Found { game: &one.game, diagnostics: &one.diagnostics, index, raw: one.game.span })
            });
            outside::words(&report)
        }
    }
}

/// Reads the games of a chunk of a text or of recognised pages; their `Source` is a place in the input.
#[must_use]
pub fn read_chunk<'t>(chunk: &'t Chunk, options: &TextOptions) -> TextReport<'t> {
    let options = TextOptions { first_line: chunk.first_line, ..options.clone() };
    if chunk.places().is_some() {
        pages::read_pages(chunk, &options)
    } else {
        read_text(&chunk.text, &options)
    }
}

/// The chunks of a text: the whole, or stretches of one that is larger than a book and no page of HTML.
#[must_use]
pub fn text_chunks<R: Read>(reader: R, encoding: Encoding) -> Chunks<R> {
    Chunks::of_text(reader, encoding, is_page)
}
