//! Reads games from files, readers and texts.
use std::collections::VecDeque;
use std::io::{self, Read};
use std::iter;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::{Finding, Game, Options};
use crate::diagnose::Diagnostic;
use crate::error::Error;
use crate::reader::pgn::{Kept, PgnOptions, PgnReader};
use crate::reader::{each_game, outside, text_chunks};
use crate::scan::{self, Book};
use crate::source::sniff::SNIFF;
use crate::source::{self, CHUNK, Chunk, Chunks, Kind, SourceError, head, sniff, whole_of};

/// How much of an input is read at a time where its games are owned, in bytes: each keeps the piece it was read from.
const PIECE: usize = CHUNK / 16;

/// Reads the games of an input: PGN, a text in descriptive or another notation, or pages that a recogniser has read.
///
/// PGN is read as a stream, a text of up to 4 MiB in one piece. What the input is, and its encoding, is told from its
/// bytes; for other wishes see [`Options`].
///
/// ```
/// let mut lengths = Vec::new();
/// for game in descant::Reader::from_path("fixtures/cli/club.pgn")?.games() {
///     lengths.push(game?.plies());
/// }
/// assert!(lengths.iter().all(|&plies| plies > 0));
/// # Ok::<(), descant::Error>(())
/// ```
pub struct Reader {
    reader: Box<dyn Read + Send>,
    pub(super) name: Arc<str>,
    pub(super) options: Options,
    what: What,
    head: Vec<u8>,
}

/// What an input is.
#[derive(Clone, Copy, Debug)]
enum What {
    Text(Kind),
    Scan(scan::Format),
}

/// A piece of an input, and what is to be said before its games.
pub(super) type Piece = (Chunk, Vec<Diagnostic>);

/// The pieces of an input, in order.
pub(super) type Pieces = Box<dyn Iterator<Item = Result<Piece, SourceError>> + Send>;

impl Options {
    /// Opens a file. Archives (.gz, .bz2, .zst) are known by their first bytes and unpacked, with the feature `unpack`.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or is no record.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Reader, Error> {
        let input = source::Input::File(path.as_ref().to_owned());
        Reader::new(source::open(&input)?, &input.name(), self)
    }

    /// Reads what a reader gives. It is buffered here, and unpacked as [`Options::open`] does.
    ///
    /// # Errors
    ///
    /// When its first bytes cannot be read, or are of no record.
    pub fn read(&self, reader: impl Read + Send + 'static) -> Result<Reader, Error> {
        let name = "-";
        Reader::new(source::open::open_reader(Box::new(reader), name, &Default::default())?, name, self)
    }
}

impl Reader {
    /// Opens a file, as [`Options::open`] does.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or is no record.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        Options::new().open(path)
    }

    /// Reads what a reader gives, as [`Options::read`] does; it needs no buffer of its own.
    ///
    /// # Errors
    ///
    /// When its first bytes cannot be read, or are of no record.
    pub fn from_reader(reader: impl Read + Send + 'static) -> Result<Self, Error> {
        Options::new().read(reader)
    }

    pub(super) fn new(reader: Box<dyn Read + Send>, name: &str, options: &Options) -> Result<Self, Error> {
        let (head, reader) = head(reader, SNIFF)?;
        if let Some(error) = source::unrecognised(name, &head) {
            return Err(error.into());
        }
        let what = match (options.kind, scan::sniff(&head)) {
            (Some(kind), _) => What::Text(kind),
            (None, Some(format)) => What::Scan(format),
            (None, None) => What::Text(sniff(&head)),
        };
        Ok(Self { reader, name: Arc::from(name), options: options.clone(), what, head })
    }

    /// The games, each whole and owned, in the order of the input.
    #[must_use]
    pub fn games(self) -> Games {
        let name = Arc::clone(&self.name);
        let options = self.options.clone();
        Games {
            kind: self.kind(),
            pieces: self.pieces(PIECE),
            name,
            options,
            pgn: pgn_reader(Kept::Nodes),
            before: 0,
            ready: VecDeque::new(),
            findings: Vec::new(),
            over: false,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self.what {
            What::Text(kind) => kind,
            What::Scan(_) => Kind::Text,
        }
    }

    /// The pieces of the input, of about `size` bytes where it is PGN.
    pub(super) fn pieces(self, size: usize) -> Pieces {
        let Self { reader, name, options, what, head } = self;
        let encoding = options.encoding;
        let bare = |chunk: Result<Chunk, SourceError>| chunk.map(|chunk| (chunk, Vec::new()));
        match what {
            What::Text(Kind::Pgn) => {
                Box::new(Chunks::new(reader, encoding).with_chunk_size(size).with_name(&*name).map(bare))
            }
            What::Text(Kind::Text) => Box::new(text_chunks(reader, encoding).with_name(&*name).map(bare)),
            What::Scan(format) => Box::new(iter::once_with(move || {
                let chunk = whole_of(&name, reader, scan::encoding(encoding, &head))?;
                let mut book = Book::default();
                book.read(&name, &chunk, format);
                Ok(book.lay_out())
            })),
        }
    }
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("name", &self.name).field("what", &self.what).finish_non_exhaustive()
    }
}

impl IntoIterator for Reader {
    type Item = Result<Game, Error>;
    type IntoIter = Games;

    fn into_iter(self) -> Games {
        self.games()
    }
}

/// What is kept of PGN games; all findings of a game are.
pub(super) fn pgn_reader(kept: Kept) -> PgnReader {
    PgnReader::new(PgnOptions { kept, max_problems: usize::MAX, ..PgnOptions::default() })
}

/// The games of an input, in its order; made by [`Reader::games`].
///
/// A stretch of an archive that cannot be unpacked is an error, and the games behind it come after that, where there are any.
pub struct Games {
    pieces: Pieces,
    kind: Kind,
    name: Arc<str>,
    options: Options,
    pgn: PgnReader,
    /// The games of the pieces before.
    before: u64,
    ready: VecDeque<Game>,
    findings: Vec<Finding>,
    over: bool,
}

impl Games {
    /// What was found outside games so far: words that look like moves and belong to none, bytes that are not of the encoding.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Reads the games of a piece.
    fn fill(&mut self, (chunk, first): Piece) -> Result<(), SourceError> {
        let chunk = Arc::new(chunk.without_gap()?);
        let mut outside = first;
        outside.extend(outside::bytes(&chunk));
        let (name, before, ready) = (&self.name, self.before, &mut self.ready);
        let text = self.options.text();
        outside.extend(each_game(&chunk, self.kind, &mut self.pgn, &text, &mut |found| {
            ready.push_back(Game::of(&found, &chunk, name, before));
            ControlFlow::Continue(())
        }));
        self.before += self.ready.len() as u64;
        self.findings.extend(outside.iter().map(|found| Finding::of(&self.name, &chunk, found)));
        Ok(())
    }
}

impl Iterator for Games {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Some(Ok(game));
            }
            if self.over {
                return None;
            }
            match self.pieces.next() {
                None => self.over = true,
                Some(Ok(piece)) => {
                    if let Err(error) = self.fill(piece) {
                        return Some(Err(error.into()));
                    }
                }
                Some(Err(error)) => {
                    self.over = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }
}

impl iter::FusedIterator for Games {}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("name", &self.name).finish_non_exhaustive()
    }
}

impl FromStr for Game {
    type Err = Error;

    /// Reads the first game of a text in PGN; movetext alone is enough.
    ///
    /// # Errors
    ///
    /// When there is none. A game that cannot be played to its end is no error: it has findings.
    fn from_str(text: &str) -> Result<Self, Error> {
        let reader = Options::new().kind(super::Kind::Pgn).read(io::Cursor::new(text.to_owned()))?;
        reader.games().next().unwrap_or_else(|| Err(Error::no_game()))
    }
}

/// All that was found in a text: see [`read_text`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Text {
    /// The games, in the order of the text.
    pub games: Vec<Game>,
    /// What was found outside games.
    pub findings: Vec<Finding>,
}

/// Reads the games of a text: PGN, or a page of a book, told from the text itself.
///
/// ```
/// let text = descant::read_text("
///     1. P-K4   P-K4
///     2. Kt-KB3 Kt-QB3
///     3. B-Kt5");
/// assert_eq!(text.games[0].moves().last().unwrap().to_string(), "Bb5");
/// ```
#[must_use]
pub fn read_text(text: &str) -> Text {
    let source = io::Cursor::new(text.to_owned());
    let utf8 = Options { encoding: source::Encoding::Utf8, ..Options::new() };
    let mut read = Text { games: Vec::new(), findings: Vec::new() };
    // A text in memory is there, and is UTF-8; what looks like an image is read as a text, too.
    let kind = sniff(&text.as_bytes()[..text.len().min(SNIFF)]);
    let reader = Reader {
        reader: Box::new(source),
        name: Arc::from("-"),
        options: utf8,
        what: What::Text(kind),
        head: Vec::new(),
    };
    let mut games = reader.games();
    read.games.extend(games.by_ref().flatten());
    read.findings = games.findings;
    read
}
