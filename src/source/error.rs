//! What stops the reading of an input: each error names the input and says what would be accepted.

use std::io;

/// What is read, packed or not.
const ACCEPTED: &str = if cfg!(feature = "unpack") {
    "plain text, .gz, .bz2 and .zst"
} else {
    "plain text, or an archive with the feature `unpack`,"
};

/// What can go wrong between the bytes of an input and its text.
///
/// Bad games are no errors; these are faults of the input as a whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file could not be opened.
    #[error("cannot open {name}: {source}")]
    Open {
        /// The input as the user named it.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The input is a directory.
    #[error("{name} is a directory: a file, or - for standard input, would be accepted")]
    Directory {
        /// The input as the user named it.
        name: String,
    },
    /// Reading failed half-way.
    #[error("cannot read {name}: {source}")]
    Read {
        /// The input as the user named it.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The archive ends before its contents do; what could be unpacked was delivered.
    #[error(
        "{name} is a {format} archive that ends too early: everything up to the break was read, a whole archive would be accepted"
    )]
    Truncated {
        /// The input as the user named it.
        name: String,
        /// The form of the archive.
        format: &'static str,
    },
    /// The archive is damaged; what could be unpacked was delivered.
    #[error("{name} is a damaged {format} archive ({source}): everything before the damage was read")]
    Damaged {
        /// The input as the user named it.
        name: String,
        /// The form of the archive.
        format: &'static str,
        /// What the unpacker said.
        source: io::Error,
    },
    /// One frame of an archive is damaged; what stands before and behind it is delivered.
    #[error(
        "{name}: the packed bytes {start} to {end} are damaged ({source}): nothing of them was read, and reading goes on with the next game behind them"
    )]
    Frame {
        /// The input as the user named it.
        name: String,
        /// Where the damage begins: bytes of the packed file.
        start: u64,
        /// The byte behind its end.
        end: u64,
        /// What the unpacker said.
        source: io::Error,
    },
    /// Something that is no part of an archive stands behind its end; all of it was delivered.
    #[error(
        "{name}: everything was read; what stands behind the end of the gzip archive ({size} B) is no part of it and was left out"
    )]
    Behind {
        /// The input as the user named it.
        name: String,
        /// How much stands there, in bytes.
        size: u64,
    },
    /// The file is not the one that was cut into parts.
    #[error("{name} has changed since it was cut into parts: cut it again")]
    Changed {
        /// The input as the user named it.
        name: String,
    },
    /// An archive of a form that is not read.
    #[error("{name} is a {format} archive: {ACCEPTED} would be accepted, so unpack it first")]
    Unsupported {
        /// The input as the user named it.
        name: String,
        /// The form of the archive.
        format: &'static str,
    },
    /// Pages that no recogniser has read yet.
    #[error(
        "{name} is {what}: pages that a recogniser has read would be accepted (hOCR, ALTO, DjVu XML, ABBYY XML), as \
         these commands make them: {command}"
    )]
    Unrecognised {
        /// The input as the user named it.
        name: String,
        /// What it is, with its article.
        what: &'static str,
        /// The commands, as a shell reads them.
        command: String,
    },
    /// There is not enough memory for a game or a text.
    #[error(
        "not enough memory for {name}: {size} bytes were read in one piece, and there is no room for more"
    )]
    Memory {
        /// The input as the user named it.
        name: String,
        /// How much was read, in bytes.
        size: u64,
    },
    /// One game, or one text, is larger than is read.
    #[error("{name} holds more than {limit} bytes in one {what}, beginning at byte {at}")]
    TooLarge {
        /// The input as the user named it.
        name: String,
        /// `game` or `text`.
        what: &'static str,
        /// The bound in bytes.
        limit: u64,
        /// Where it begins: bytes of the unpacked input.
        at: u64,
    },
    /// No encoding has this name.
    #[error(
        "unknown encoding {name:?}: auto, utf-8, utf-16, utf-16le, utf-16be, windows-1252 (latin1), cp437 (dos), cp850, \
         or another label of the WHATWG Encoding Standard (such as windows-1251, iso-8859-2, koi8-r, macintosh, gb18030, shift_jis) would be accepted"
    )]
    UnknownEncoding {
        /// The name as the user wrote it.
        name: String,
    },
}

impl SourceError {
    /// A stretch of the input is lost, or left out, and reading goes on behind it.
    #[must_use]
    pub fn is_gap(&self) -> bool {
        matches!(self, SourceError::Frame { .. } | SourceError::Behind { .. })
    }

    /// Nothing of the input is lost.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        matches!(self, SourceError::Behind { .. })
    }

    /// The rest of an archive is lost, and what stands before was read.
    #[must_use]
    pub fn is_lost_end(&self) -> bool {
        matches!(self, SourceError::Truncated { .. } | SourceError::Damaged { .. })
    }

    /// Takes the error of a reader: one of ours that travelled inside an [`io::Error`], or any other.
    #[must_use]
    pub fn from_io(name: &str, error: io::Error) -> Self {
        match error.downcast::<SourceError>() {
            Ok(ours) => ours,
            Err(source) => SourceError::Read { name: name.to_owned(), source },
        }
    }
}
