//! A line of a page.
use std::ops::Range;

use crate::span::Span;

/// One line of the cleaned text, its line end left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    clean: Span,
    /// The whole line in the original text, its line end included.
    pub span: Span,
}

impl Row {
    pub(super) fn new(clean: Range<usize>, span: Span) -> Self {
        Self { clean: Span::of(clean.start, clean.end), span }
    }

    /// Offset of its first byte in the cleaned text.
    #[must_use]
    pub fn start(&self) -> usize {
        self.clean.range().start
    }

    /// Offset after its last byte, blanks at the end left out.
    #[must_use]
    pub fn end(&self) -> usize {
        self.clean.range().end
    }
}
