//! The writer of JSON.
use std::fmt;
use std::io::Write;

use super::Game;
use super::write::{NAME, common};
use crate::emit::finding::append_json;
use crate::emit::{self, Place, Sheet};
use crate::error::Error;

/// Writes a JSON object a line for each game: tags, moves with their places in the text, variations, findings.
pub struct JsonWriter<W> {
    inner: emit::JsonWriter,
    out: W,
    sheet: Sheet,
}

impl<W: Write> JsonWriter<W> {
    /// Writes there.
    pub fn new(out: W) -> Self {
        Self { inner: emit::JsonWriter::default(), out, sheet: Sheet::default() }
    }

    /// Whether the FEN after each move is written (it is not by default).
    #[must_use]
    pub fn fens(self, fens: bool) -> Self {
        Self { inner: emit::JsonWriter::with_fens(fens), ..self }
    }

    /// Writes a game and a line end.
    ///
    /// # Errors
    ///
    /// What the writer below says.
    pub fn write(&mut self, game: &Game) -> Result<(), Error> {
        self.sheet.clear();
        let place = Place::in_game(&game.file, &game.chunk, game.index, &game.inner);
        self.inner.write(&mut self.sheet, &place, &game.inner, &mut |sheet| {
            for (index, found) in game.diagnostics.iter().enumerate() {
                sheet.text(if index > 0 { "," } else { "" });
                append_json(sheet, &place, found, found.severity);
            }
        });
        let first = game.number() - u64::from(game.index);
        self.sheet.write_to(&mut self.out, first).map_err(|error| Error::write(NAME, error))
    }
}

common!(JsonWriter);
