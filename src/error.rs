//! What stops a run: inputs that cannot be read, outputs that cannot be written, wrong usage. Bad games do not.
use std::fmt;
use std::io;

use crate::chess::{FenError, IllegalMove, ParseSanError, ParseUciError, SanError};
use crate::source::SourceError;

/// What stopped the reading or writing of games; one word wide.
///
/// A game that breaks the rules stops nothing: it has findings. Errors are faults of an input or an output as a whole, and
/// of moves and positions that the caller gave. The message names the input and says what would be accepted.
///
/// ```
/// use descant::{ErrorKind, Reader};
///
/// let error = Reader::from_path("no/such/file.pgn").unwrap_err();
/// assert_eq!((error.kind(), error.input()), (ErrorKind::Open, Some("no/such/file.pgn")));
/// ```
#[derive(Debug)]
pub struct Error(Box<Fault>);

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An input cannot be opened, or is a directory.
    Open,
    /// Reading an input failed half-way; what came before was read.
    Read,
    /// An archive is damaged, ends too early, or is of a form that is not read.
    Archive,
    /// An input is no record: an image, a PDF.
    Format,
    /// A game or a text is larger than is read, or than there is memory for.
    TooLarge,
    /// No encoding has this name.
    Encoding,
    /// An output cannot be written.
    Write,
    /// An option or argument that makes no sense.
    Usage,
    /// There is no game in a text that one was to be read from.
    NoGame,
    /// A move that is not legal in its position, or that is several.
    Move,
    /// A move or a position that is not spelled as its notation wants it.
    Notation,
}

/// What it is, with what is known of it.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Source(SourceError),
    #[error("cannot write {name}: {source}")]
    Write { name: String, source: io::Error },
    #[error("{0}")]
    Usage(String),
    #[error("no game: a game in PGN, or its moves alone, would be accepted")]
    NoGame,
    #[error(transparent)]
    Illegal(IllegalMove),
    #[error(transparent)]
    San(SanError),
    #[error(transparent)]
    SanSpelling(ParseSanError),
    #[error(transparent)]
    Uci(ParseUciError),
    #[error(transparent)]
    Fen(FenError),
}

impl Error {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match &*self.0 {
            Fault::Source(error) => error.kind(),
            Fault::Write { .. } => ErrorKind::Write,
            Fault::Usage(_) => ErrorKind::Usage,
            Fault::NoGame => ErrorKind::NoGame,
            Fault::Illegal(_) | Fault::San(_) | Fault::Uci(ParseUciError::Illegal) => ErrorKind::Move,
            Fault::SanSpelling(_) | Fault::Uci(_) | Fault::Fen(_) => ErrorKind::Notation,
        }
    }

    /// The input or output that it is about, as it was named; `-` is the reader or writer that was given.
    #[must_use]
    pub fn input(&self) -> Option<&str> {
        match &*self.0 {
            Fault::Source(error) => error.name(),
            Fault::Write { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The byte where it is, from 0: of the unpacked input, of the packed input where a stretch of that is damaged, of a FEN.
    #[must_use]
    pub fn byte(&self) -> Option<u64> {
        match &*self.0 {
            Fault::Source(SourceError::Frame { start, .. }) => Some(*start),
            Fault::Source(SourceError::TooLarge { at, .. }) => Some(*at),
            Fault::Fen(FenError::Syntax { offset, .. }) => u64::try_from(*offset).ok(),
            _ => None,
        }
    }

    /// Wrong usage, in words.
    #[must_use]
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Fault::Usage(message.into()).into()
    }

    /// There is no game.
    #[must_use]
    pub(crate) fn no_game() -> Self {
        Fault::NoGame.into()
    }

    /// An output that cannot be written.
    #[must_use]
    pub(crate) fn write(name: impl Into<String>, source: io::Error) -> Self {
        Fault::Write { name: name.into(), source: plain(source) }.into()
    }

    /// The reader of the output has gone away, which is no fault.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(&*self.0, Fault::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// What the system said, without the name of a temporary file that was added to it.
fn plain(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.rsplit_once(" at path ") {
        Some((said, _)) if error.get_ref().is_some() => io::Error::new(error.kind(), said),
        _ => error,
    }
}

impl SourceError {
    /// What kind of error it is.
    const fn kind(&self) -> ErrorKind {
        match self {
            Self::Open { .. } | Self::Directory { .. } => ErrorKind::Open,
            Self::Read { .. } | Self::Changed { .. } => ErrorKind::Read,
            Self::Truncated { .. }
            | Self::Damaged { .. }
            | Self::Frame { .. }
            | Self::Behind { .. }
            | Self::Unsupported { .. } => ErrorKind::Archive,
            Self::Unrecognised { .. } => ErrorKind::Format,
            Self::Memory { .. } | Self::TooLarge { .. } => ErrorKind::TooLarge,
            Self::UnknownEncoding { .. } => ErrorKind::Encoding,
        }
    }

    /// The input that it is about.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Open { name, .. }
            | Self::Directory { name }
            | Self::Read { name, .. }
            | Self::Changed { name }
            | Self::Truncated { name, .. }
            | Self::Damaged { name, .. }
            | Self::Behind { name, .. }
            | Self::Frame { name, .. }
            | Self::Unsupported { name, .. }
            | Self::Unrecognised { name, .. }
            | Self::Memory { name, .. }
            | Self::TooLarge { name, .. } => Some(name),
            Self::UnknownEncoding { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&*self.0)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self(Box::new(fault))
    }
}

/// Errors of other rooms are faults.
macro_rules! faults {
    ($($error:ident: $fault:ident),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Fault::$fault(error).into()
            }
        }
    )*};
}

faults! {
    SourceError: Source,
    IllegalMove: Illegal,
    SanError: San,
    ParseSanError: SanSpelling,
    ParseUciError: Uci,
    FenError: Fen,
}
