//! The rooms joined: one chunk of text becomes games with their diagnostics.
mod decided;
mod exact;
mod found;
mod letters;
pub mod outside;
pub mod pages;
pub mod pgn;
pub mod text;

use std::io::Read;
use std::ops::ControlFlow;

pub use found::Found;

use crate::book::is_page;
use crate::diagnose::Diagnostic;
use crate::source::{Chunk, Chunks, Encoding, Kind};
use pgn::PgnReader;
use text::{TextOptions, TextReport, read_text};

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
