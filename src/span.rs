//! A stretch of one chunk of text, in bytes; everything that came from text carries one.
use std::ops::Range;

/// A stretch of text: byte offsets into one decoded chunk, `start` included, `end` not.
///
/// Offsets are 32 bits wide: a chunk is shorter than 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// The offset itself where a character of `text` begins there, else where the one before it begins; the end at most.
pub(crate) fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The offset itself where a character of `text` begins there, else where the next one begins; the end at most.
pub(crate) fn ceil_char(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

impl Span {
    /// The stretch from `start` up to `end`, in bytes.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The stretch between two offsets of a text shorter than 4 GiB; larger offsets are cut to the bound.
    #[must_use]
    pub fn of(start: usize, end: usize) -> Self {
        let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: cut(start), end: cut(end) }
    }

    /// Where a part that was borrowed from `text` stands in it, told by its address; `None` for any other string.
    #[must_use]
    pub fn of_part(text: &str, part: &str) -> Option<Self> {
        let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let end = start.checked_add(part.len()).filter(|&end| end <= text.len())?;
        Some(Self::of(start, end))
    }

    /// As a range of `usize`, for slicing.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The words of `text` that the span covers; empty where it lies outside or cuts a character.
    #[must_use]
    pub fn of_text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// The bytes that the span covers; none where it lies outside.
    #[must_use]
    pub fn of_bytes(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Covers nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Have they a byte in common, or are they the same place, which may be empty?
    #[must_use]
    pub(crate) fn touches(self, other: Self) -> bool {
        self == other || self.start < other.end && other.start < self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
