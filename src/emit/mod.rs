//! Games and diagnostics become bytes: one file a format. Nothing here judges a move or touches a file.
#[cfg(feature = "arrow")]
pub mod arrow;
pub mod board;
pub mod csv;
pub mod descriptive;
#[cfg(feature = "cli")]
pub mod diagnostics;
pub mod exercise;
pub mod fen;
#[cfg(feature = "json")]
pub mod finding;
#[cfg(feature = "cli")]
pub mod github;
#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
mod members;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod pgn;
#[cfg(feature = "cli")]
pub mod sarif;
pub mod sheet;
pub mod style;
pub mod svg;
pub mod text;
pub mod visible;
pub mod wording;

pub use descriptive::DescriptiveWriter;
pub use fen::{FenOptions, FenWriter};
#[cfg(feature = "json")]
pub use json::JsonWriter;
pub use pgn::PgnWriter;
pub use sheet::Sheet;
pub use style::{MoveWriter, Style};
pub use text::TextWriter;
pub use visible::{VisibleWriter, on_one_line, visible};

use crate::game::move_row::{Block, MoveField};
use crate::game::value::Value;
use crate::game::{Game, Tag};
use crate::source::Chunk;
use crate::span::Span;

/// Where the rows of a table go: CSV ([`Sheet`]), or the columns of a record batch.
pub trait Rows {
    /// Appends a row: in each column what `value` tells. `safe` says that no text may be a formula to a spreadsheet, where
    /// that can be.
    ///
    /// A value is looked at where it was written: to hand it on is to copy it, and to wait until all of it is there.
    fn row<'a, C>(&mut self, columns: impl Iterator<Item = C>, value: impl Fn(C) -> Value<'a>, safe: bool);

    /// Appends a row for each of these half-moves of one game.
    fn moves<'c>(
        &mut self,
        columns: impl Iterator<Item = &'c MoveField> + Clone,
        block: &Block<'_>,
        safe: bool,
    ) {
        for one in block.rows() {
            self.row(columns.clone(), |column| one.field(column), safe);
        }
    }
}

/// Where a game or a diagnostic belongs.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The input as the user named it.
    pub file: &'a str,
    /// The chunk that the spans are in.
    pub chunk: &'a Chunk,
    /// The index of the game in its chunk; `None` outside games.
    pub game: Option<u32>,
    /// The tags of the game, which tell who plays.
    pub tags: &'a [Tag<'a>],
}

impl<'a> Place<'a> {
    /// In this game of the chunk.
    #[must_use]
    pub fn in_game(file: &'a str, chunk: &'a Chunk, index: u32, game: &'a Game<'_>) -> Self {
        Self { file, chunk, game: Some(index), tags: &game.tags }
    }

    /// White and Black, where they are known.
    #[must_use]
    pub fn players(&self) -> (Option<&'a str>, Option<&'a str>) {
        let known = |name| {
            let tag = self.tags.iter().find(|tag| tag.name == name);
            tag.map(|tag| &*tag.value).filter(|value| !value.is_empty() && *value != "?")
        };
        (known("White"), known("Black"))
    }

    /// The file that these words were read from: one of several that are read as one book, or the input.
    #[must_use]
    pub fn file_at(&self, span: Span) -> &'a str {
        self.chunk.file(self.file, span.start)
    }
}
