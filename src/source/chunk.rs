//! A piece of decoded text that knows where in the input it stood.

use std::ops::Range;
use std::sync::OnceLock;

use super::between::Stands;
use super::error::SourceError;
use super::lines::{Index, count_ends, line_end};
use super::map::{Decoded, Map};
use super::places::{OnPage, Places};
use crate::span::Span;

/// How much is known of what stands before and behind a piece, in bytes.
pub(super) const AROUND: usize = 8 << 10;

/// A piece of the input, as text: whole games of a PGN stream, or a whole book.
#[derive(Debug)]
pub struct Chunk {
    /// The text, without a byte order mark.
    pub text: String,
    /// Where the chunk begins in the unpacked input, in bytes (a byte order mark is counted).
    pub first_byte: u64,
    /// The number of its first line in the input; the first is 1.
    pub first_line: u64,
    /// The number of the chunk in the input; the first is 0.
    pub index: u64,
    /// It is a piece of the chunk before, cut for the sake of speed: in none of those that went before is anything odd.
    pub continues: bool,
    /// Some text before and behind a piece.
    pub(super) beside: [String; 2],
    /// What ends its lines, as far as it is known.
    pub(super) line_end: Option<u8>,
    /// Where its stretches stand in the file, where it is of a part of one: by bytes of the text of the part.
    pub(super) origins: Vec<(u64, Stands)>,
    /// The lines before it were counted from the first of the file.
    pub(super) knows_lines: bool,
    /// It stands for what is lost at its place.
    pub(super) gap: Option<SourceError>,
    map: Map,
    /// Where the words were read from, if the text was laid out from words with boxes.
    places: Option<Box<Places>>,
    lines: OnceLock<Index>,
}

impl Chunk {
    /// A chunk that stands in the input as it is, from its first byte.
    #[must_use]
    pub fn from_text(text: String) -> Self {
        Self {
            text,
            first_byte: 0,
            first_line: 1,
            index: 0,
            continues: false,
            beside: Default::default(),
            line_end: None,
            origins: Vec::new(),
            knows_lines: true,
            gap: None,
            map: Map::default(),
            places: None,
            lines: OnceLock::new(),
        }
    }

    pub(super) fn new(decoded: Decoded, first_byte: u64, first_line: u64, index: u64) -> Self {
        let (text, map) = decoded.into_parts();
        Self { first_byte, first_line, index, map, ..Self::from_text(text) }
    }

    /// A chunk whose text was laid out from words with boxes: lines, columns and bytes are those of the words in their
    /// files.
    #[must_use]
    pub fn placed(text: String, places: Places) -> Self {
        Self { places: Some(Box::new(places)), ..Self::from_text(text) }
    }

    /// The way back to pages and files, of a text that was laid out.
    #[must_use]
    pub fn places(&self) -> Option<&Places> {
        self.places.as_deref()
    }

    /// The file that the text at an offset was read from, where the chunk was read from several; else `input`.
    #[must_use]
    pub fn file<'a>(&'a self, input: &'a str, offset: u32) -> &'a str {
        self.places.as_ref().and_then(|places| places.file(offset)).unwrap_or(input)
    }

    /// The text with what stands beside it, and how much that is before it, where a piece ends or begins near a stretch of it.
    #[must_use]
    pub fn beyond(&self, span: Span) -> Option<(String, u32)> {
        let [before, after] = &self.beside;
        let behind = self.text.len().saturating_sub(span.end as usize);
        let is_near = |part: &str, distance: usize| !part.is_empty() && distance < AROUND;
        (is_near(before, span.start as usize) || is_near(after, behind))
            .then(|| ([before, self.text.as_str(), after].concat(), Span::of(0, before.len()).end))
    }

    /// The page, the row and the box of a stretch of a text that was laid out.
    #[must_use]
    pub fn on_page(&self, span: Span) -> Option<OnPage<'_>> {
        let places = self.places.as_ref()?;
        let page = places.page(span.start)?;
        let row = self.shown_place(span.start).0 - self.shown_place(page.start).0 + 1;
        Some(OnPage {
            page: &page.name,
            row: u32::try_from(row).unwrap_or(u32::MAX),
            area: places.area(span),
        })
    }

    /// The line and the column of an offset for somebody who sees the text: those in the input or, of a text that was laid
    /// out, those in the text; the first are 1.
    #[must_use]
    pub fn shown_place(&self, offset: u32) -> (u64, u32) {
        if self.places.is_none() {
            return self.line_column(offset);
        }
        let (lines, column) = self.index().line_column(self.text.as_bytes(), offset);
        (lines + 1, column)
    }

    fn index(&self) -> &Index {
        self.lines.get_or_init(|| {
            let text = self.text.as_bytes();
            self.line_end.map_or_else(|| Index::new(text), |end| Index::with_end(text, end))
        })
    }

    /// The chunk; an error if it stands for what is lost.
    ///
    /// # Errors
    ///
    /// Its [gap](Self::gap).
    pub fn without_gap(mut self) -> Result<Self, SourceError> {
        if self.gap.as_ref().is_some_and(SourceError::is_harmless) {
            return Ok(self);
        }
        self.gap.take().map_or(Ok(self), Err)
    }

    /// Whether lines are those of the file: not so in a [part](super::part) that begins behind its first byte.
    #[must_use]
    pub fn knows_lines(&self) -> bool {
        self.knows_lines
    }

    /// What is lost where this chunk would stand: it has no text then, and reading goes on behind it.
    #[must_use]
    pub fn gap(&self) -> Option<&SourceError> {
        self.gap.as_ref()
    }

    /// Where a byte stands in the file: `byte` as [`original_range`](Self::original_range) tells it. In a chunk of a
    /// [part](super::part) that is a byte of the file, or a frame of the packed file and a byte of its text.
    #[must_use]
    pub fn stands(&self, byte: u64) -> Stands {
        match self
            .origins
            .partition_point(|&(at, _)| at <= byte)
            .checked_sub(1)
            .map(|last| self.origins[last])
        {
            Some((at, stands)) => Stands { byte: stands.byte + (byte - at), ..stands },
            None => Stands { frame: None, byte },
        }
    }

    /// Counts the line ends in a part of the text that begins and ends where lines do.
    #[must_use]
    pub fn count_line_ends(&self, part: Range<usize>) -> u64 {
        let part = self.text.as_bytes().get(part).unwrap_or_default();
        count_ends(self.line_end.unwrap_or_else(|| line_end(self.text.as_bytes())), part)
    }

    fn range(&self, start: u32, end: u32) -> Range<usize> {
        let most = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.map.raw_range(start.min(most), end.min(most))
    }

    /// The bytes of the unpacked input that the text from `start` to `end` was read from; exact in every encoding. A
    /// character that the span cuts in two counts whole.
    #[must_use]
    pub fn original_range(&self, start: u32, end: u32) -> Range<u64> {
        if let Some(places) = &self.places {
            return places.original_range(Span::new(start, end));
        }
        let range = self.range(start, end);
        self.first_byte + range.start as u64..self.first_byte + range.end as u64
    }

    /// All bytes of the chunk as they stand in the unpacked input.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        self.map.raw().unwrap_or(self.text.as_bytes())
    }

    /// The bytes that the text from `start` to `end` was read from, as they stand in the unpacked input.
    #[must_use]
    pub fn raw_range(&self, start: u32, end: u32) -> &[u8] {
        self.raw().get(self.range(start, end)).unwrap_or(&[])
    }

    /// The line in the input (the first is 1) and the column in characters (the first is 1) of an offset in the text.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (u64, u32) {
        if let Some(places) = &self.places {
            let spot = places.spot(offset);
            return (spot.line.into(), spot.column);
        }
        let (lines, column) = self.index().line_column(self.text.as_bytes(), offset);
        (self.first_line + lines, column)
    }

    /// Some bytes were no UTF-8 and have been read as Windows-1252 ([`Encoding::Auto`](super::Encoding::Auto) only).
    #[must_use]
    pub fn was_patched(&self) -> bool {
        self.patched_bytes() > 0
    }

    /// How many characters could not be decoded and are U+FFFD in the text, and the place of the first.
    #[must_use]
    pub fn undecoded(&self) -> Option<(u64, Range<u32>)> {
        self.map.raw()?;
        // As UTF-8 and both kinds of UTF-16 have it.
        let is_itself = |raw: &[u8]| matches!(raw, [0xEF, 0xBF, 0xBD] | [0xFF, 0xFD] | [0xFD, 0xFF]);
        let places = self.text.match_indices(char::REPLACEMENT_CHARACTER).filter_map(|(at, found)| {
            let place = u32::try_from(at).ok()?..u32::try_from(at + found.len()).ok()?;
            (!is_itself(self.raw_range(place.start, place.end))).then_some(place)
        });
        places.fold(None, |found, place| match found {
            None => Some((1, place)),
            Some((count, first)) => Some((count + 1, first)),
        })
    }

    /// How many bytes [`was_patched`](Self::was_patched) speaks of.
    #[must_use]
    pub fn patched_bytes(&self) -> u64 {
        self.map.patched() + self.places.as_ref().map_or(0, |places| places.patched)
    }
}
