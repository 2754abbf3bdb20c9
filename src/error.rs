//! What stops a run: inputs that cannot be read, outputs that cannot be written, wrong usage. Bad games do not.
use std::fmt;
use std::io;

use crate::source::SourceError;

/// What stopped a run; one word wide.
#[derive(Debug)]
pub struct Error(Box<ErrorKind>);

/// The kinds of [`Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An input cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// An output cannot be written.
    #[error("cannot write {name}: {source}")]
    Write {
        /// The output as the user named it.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// An option or argument that makes no sense.
    #[error("{0}")]
    Usage(String),
}

impl Error {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Wrong usage, in words.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        ErrorKind::Usage(message.into()).into()
    }

    /// An output that cannot be written.
    #[must_use]
    pub fn write(name: impl Into<String>, source: io::Error) -> Self {
        ErrorKind::Write { name: name.into(), source: plain(source) }.into()
    }

    /// The reader of the output has gone away, which is no fault.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self.kind(), ErrorKind::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// What the system said, without the name of a temporary file that was added to it.
fn plain(error: io::Error) -> io::Error {
    match error.kind() {
        kind if kind != io::ErrorKind::Other && error.get_ref().is_some() => kind.into(),
        _ => error,
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

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Self {
        ErrorKind::from(error).into()
    }
}
