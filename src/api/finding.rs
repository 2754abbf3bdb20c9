//! What was found in a record, with its place.
use std::fmt;
use std::ops::Range;

use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::source::Chunk;
use crate::span::Span;

/// Where something stands in an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The input: the path as it was given, `-` for a reader.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u32,
    /// The bytes in the unpacked input, from 0.
    pub bytes: Range<u64>,
}

impl Place {
    pub(super) fn of(file: &str, chunk: &Chunk, span: Span) -> Self {
        let (line, column) = chunk.line_column(span.start);
        let bytes = chunk.original_range(span.start, span.end);
        Self { file: chunk.file(file, span.start).to_owned(), line, column, bytes }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Something that was found in a record: what cannot be played, what was read though it is not so written, what was taken
/// for a misprint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Which kind of finding; [`Code::meaning`] and [`Code::advice`] explain it.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// Where it stands.
    pub place: Place,
    /// The words there.
    pub words: String,
    /// What is wrong with them: lower case, no full stop.
    pub message: String,
    /// The half-moves before it in its line, from the start of the game; none outside movetext.
    pub ply: Option<u32>,
    /// Legal moves, in standard algebraic notation, that the words could mean.
    pub candidates: Vec<String>,
    /// Further facts, a sentence each.
    pub notes: Vec<String>,
    /// What would be accepted.
    pub help: Option<String>,
}

impl Finding {
    pub(super) fn of(file: &str, chunk: &Chunk, found: &Diagnostic) -> Self {
        Self {
            code: found.code,
            severity: found.severity,
            place: Place::of(file, chunk, found.span),
            words: found.span.of_text(&chunk.text).to_owned(),
            message: found.message.clone(),
            ply: found.ply,
            candidates: found.candidates.clone(),
            notes: found.notes.clone(),
            help: found.help.clone(),
        }
    }
}

impl fmt::Display for Finding {
    /// On one line: `games.pgn:9:35: error[illegal-move]: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, severity, code, message, .. } = self;
        write!(f, "{place}: {}[{}]: {message}", severity.word(), code.name())
    }
}
