//! Writers of games: each writes all half-moves of every game it is given.
use std::fmt;
use std::io::Write;

use super::{Game, Notation};
use crate::emit::fen::{FenOptions, Which};
use crate::emit::pgn::TagOrder;
use crate::emit::{self, Sheet};
use crate::error::Error;

/// The name of an output that was given as a writer.
pub(super) const NAME: &str = "the output";

macro_rules! common {
    ($writer:ident) => {
        impl<W: Write> $writer<W> {
            /// The writer below.
            pub fn get_ref(&self) -> &W {
                &self.out
            }

            /// Flushes the writer below.
            ///
            /// # Errors
            ///
            /// What it says.
            pub fn flush(&mut self) -> Result<(), Error> {
                self.out.flush().map_err(|error| Error::write(NAME, error))
            }

            /// Gives the writer below back. All was written to it; flushing it is the caller's business.
            pub fn into_inner(self) -> W {
                self.out
            }
        }

        impl<W: fmt::Debug> fmt::Debug for $writer<W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($writer)).field("out", &self.out).finish_non_exhaustive()
            }
        }
    };
}

pub(super) use common;

/// Writes PGN in the export format of the 1994 standard.
///
/// Each game is written at once; a file or a socket below it wants a buffer of its own all the same.
///
/// ```
/// use descant::{Notation, PgnWriter, Reader};
///
/// let mut writer = PgnWriter::new(Vec::new()).notation(Notation::Lan).line_length(60);
/// for game in Reader::from_reader(&b"1.e4 e5 2.Nf3 *"[..])? {
///     writer.write(&game?)?;
/// }
/// let pgn = String::from_utf8(writer.into_inner()).unwrap();
/// assert!(pgn.ends_with("1. e2-e4 e7-e5 2. Ng1-f3 *\n\n"));
/// # Ok::<(), descant::Error>(())
/// ```
pub struct PgnWriter<W> {
    inner: emit::PgnWriter,
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> PgnWriter<W> {
    /// Writes there.
    pub fn new(out: W) -> Self {
        Self { inner: emit::PgnWriter::default(), out, buffer: Vec::new() }
    }

    /// The notation of the moves: [`Notation::San`] by default, and that alone is PGN to every reader.
    #[must_use]
    pub fn notation(self, notation: Notation) -> Self {
        Self { inner: self.inner.with_style(notation.style()), ..self }
    }

    /// The longest line of movetext, in characters (79 by default), but for words that are longer.
    #[must_use]
    pub fn line_length(self, characters: usize) -> Self {
        Self { inner: self.inner.with_line_length(characters), ..self }
    }

    /// The order of the tags: that of the standard by default.
    #[must_use]
    pub fn tag_order(self, order: TagOrder) -> Self {
        Self { inner: self.inner.with_tag_order(order), ..self }
    }

    /// Writes a game: its tags, a blank line, its movetext, a blank line. A closing brace in a comment is written as `)`,
    /// because the format cannot hold it.
    ///
    /// # Errors
    ///
    /// What the writer below says.
    pub fn write(&mut self, game: &Game) -> Result<(), Error> {
        self.buffer.clear();
        self.inner.write(&game.inner, &mut self.buffer);
        self.out.write_all(&self.buffer).map_err(|error| Error::write(NAME, error))
    }
}

common!(PgnWriter);

/// Writes plain scores: a heading, the moves in two columns, comments and variations between them.
pub struct TextWriter<W> {
    inner: emit::TextWriter,
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> TextWriter<W> {
    /// Writes there.
    pub fn new(out: W) -> Self {
        Self { inner: emit::TextWriter::default(), out, buffer: Vec::new() }
    }

    /// The notation of the moves: [`Notation::San`] by default.
    #[must_use]
    pub fn notation(self, notation: Notation) -> Self {
        Self { inner: emit::TextWriter::new(notation.style()), ..self }
    }

    /// Writes a score and two empty lines.
    ///
    /// # Errors
    ///
    /// What the writer below says.
    pub fn write(&mut self, game: &Game) -> Result<(), Error> {
        self.buffer.clear();
        self.inner.write(&game.inner, &mut self.buffer);
        self.out.write_all(&self.buffer).map_err(|error| Error::write(NAME, error))
    }
}

common!(TextWriter);

/// Writes positions as FEN, one a line: the last of each game by default.
///
/// ```
/// use descant::{FenWriter, Game, Which};
///
/// let game: Game = "1. e4 e5 *".parse()?;
/// let mut writer = FenWriter::new(Vec::new()).which(Which::All);
/// writer.write(&game)?;
/// assert_eq!(writer.into_inner().split(|&byte| byte == b'\n').count(), 4);
/// # Ok::<(), descant::Error>(())
/// ```
pub struct FenWriter<W> {
    options: FenOptions,
    out: W,
    sheet: Sheet,
}

impl<W: Write> FenWriter<W> {
    /// Writes there.
    pub fn new(out: W) -> Self {
        Self { options: FenOptions::default(), out, sheet: Sheet::default() }
    }

    /// Which positions are written.
    #[must_use]
    pub fn which(mut self, which: Which) -> Self {
        self.options.which = which.sorted();
        self
    }

    /// Whether those of variations are written, too (they are not by default).
    #[must_use]
    pub fn variations(mut self, variations: bool) -> Self {
        self.options.variations = variations;
        self
    }

    /// Writes the positions of a game.
    ///
    /// # Errors
    ///
    /// What the writer below says.
    pub fn write(&mut self, game: &Game) -> Result<(), Error> {
        self.sheet.clear();
        let mut inner = emit::FenWriter::new(self.options.clone());
        inner.write(&game.inner, game.index, &game.file, &mut self.sheet);
        self.sheet.write_to(&mut self.out, 1).map_err(|error| Error::write(NAME, error))
    }
}

common!(FenWriter);

impl Game {
    /// The game as PGN in export format, with the blank line behind it.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let mut out = Vec::new();
        // A vector takes all that is written, and that is text.
        let _ = PgnWriter::new(&mut out).write(self);
        String::from_utf8(out).unwrap_or_default()
    }
}

impl fmt::Display for Game {
    /// As [`Game::to_pgn`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_pgn())
    }
}
