//! How records are read, and what is written of them.
use std::fmt;
use std::str::FromStr;
use std::thread::available_parallelism;

use crate::chess::Position;
use crate::emit::descriptive::{DescriptiveWriter, Habit};
use crate::emit::style::Style;
use crate::error::Error;
use crate::game::movetext::LINE_LENGTH;
use crate::reader::text::TextOptions;
use crate::source;

/// How records are read, and what [`convert`](crate::convert) writes of them.
///
/// ```
/// use descant::{Encoding, Notation, Options};
///
/// let encoding: Encoding = "latin1".parse()?;
/// let options = Options::new().encoding(encoding).jobs(1).notation(Notation::Uci);
/// # let _ = options;
/// # Ok::<(), descant::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) encoding: source::Encoding,
    pub(super) kind: Option<source::Kind>,
    pub(super) repair: bool,
    pub(super) start: Option<Position>,
    pub(super) jobs: Option<usize>,
    pub(super) format: Format,
    pub(super) notation: Notation,
    pub(super) line_length: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            encoding: source::Encoding::Auto,
            kind: None,
            repair: true,
            start: None,
            jobs: None,
            format: Format::default(),
            notation: Notation::default(),
            line_length: LINE_LENGTH,
        }
    }
}

impl Options {
    /// What is usual: the encoding and the kind of record are told from the bytes, misprints are looked for, one thread a core
    /// reads, PGN is written.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The encoding of the input.
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Self {
        Self { encoding: encoding.0, ..self }
    }

    /// The input is of this kind, whatever it looks like.
    #[must_use]
    pub fn kind(self, kind: Kind) -> Self {
        let kind = match kind {
            Kind::Pgn => source::Kind::Pgn,
            Kind::Text => source::Kind::Text,
        };
        Self { kind: Some(kind), ..self }
    }

    /// Whether misprints are looked for where the moves of a printed score cannot be played (they are by default). Moves
    /// that were corrected have a finding each, and the game's [`reading`](crate::Game::reading) says so.
    #[must_use]
    pub fn repair(self, repair: bool) -> Self {
        Self { repair, ..self }
    }

    /// The first position of printed scores that tell none.
    #[must_use]
    pub fn start(self, start: Position) -> Self {
        Self { start: Some(start), ..self }
    }

    /// How many threads [`convert`](crate::convert) reads with, at least one; as many as there are cores by default. It
    /// makes no difference to what is written.
    #[must_use]
    pub fn jobs(self, jobs: usize) -> Self {
        Self { jobs: Some(jobs.max(1)), ..self }
    }

    /// What is written.
    #[must_use]
    pub fn format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// The notation of the moves, in PGN and plain scores.
    #[must_use]
    pub fn notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The longest line of PGN movetext, in characters (79 by default), but for words that are longer.
    #[must_use]
    pub fn line_length(self, characters: usize) -> Self {
        Self { line_length: characters, ..self }
    }

    pub(super) fn text(&self) -> TextOptions {
        TextOptions { repair: self.repair, fen: self.start, ..TextOptions::default() }
    }

    pub(super) fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
    }
}

/// What kind of record an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// PGN: tag pairs, or movetext in algebraic notation, however worn.
    Pgn,
    /// Running text with moves in it: a book, a column, a score sheet, in descriptive or another notation.
    Text,
}

/// What [`convert`](crate::convert) writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// PGN in the export format of the 1994 standard.
    #[default]
    Pgn,
    /// Plain scores in two columns.
    Text,
    /// A JSON object a line for each game; with the feature `json`.
    #[cfg(feature = "json")]
    Json,
    /// The last position of each game as FEN, one a line.
    Fen,
}

/// The notation that moves are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Standard algebraic notation: `Nf3`.
    #[default]
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Lan,
    /// Coordinates as engines exchange them: `g1f3`.
    Uci,
    /// Algebraic with figurines for the letters: `♘f3`.
    Figurine,
    /// English descriptive notation as the old books have it: `Kt-KB3`.
    English,
    /// The same in words: `K. Kt. to B's 3d.`.
    EnglishLong,
    /// The same with N for the knight: `N-KB3`.
    EnglishNew,
    /// Spanish descriptive notation: `C3AR`.
    Spanish,
}

impl Notation {
    pub(super) fn style(self) -> Style {
        let words = |name| {
            DescriptiveWriter::named(name, Habit::Safe)
                .map_or(Style::San, |writer| Style::Words(Box::new(writer)))
        };
        match self {
            Self::San => Style::San,
            Self::Lan => Style::Lan,
            Self::Uci => Style::Uci,
            Self::Figurine => Style::Figurine,
            Self::English => words("english"),
            Self::EnglishLong => words("english-long"),
            Self::EnglishNew => words("english-new"),
            Self::Spanish => words("spanish"),
        }
    }
}

/// The encoding of an input, parsed from its name: `auto`, a label of the WHATWG Encoding Standard (`utf-8`, `latin1`,
/// `windows-1251`), `cp437` or `cp850`.
///
/// `auto`, the default, goes by the byte order mark; without one text is UTF-8, and each byte that is not is read as
/// Windows-1252 on its own, with a finding.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoding(source::Encoding);

impl FromStr for Encoding {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Ok(Self(source::parse_name(name)?))
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
