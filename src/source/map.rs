//! Decoded text with the way back: for every character, the bytes it was read from.

use std::ops::Range;

use super::runs::{Run, Runs, Shape};

/// The way from offsets in a text back to the bytes it was read from.
///
/// Empty while both are the same, byte for byte.
#[derive(Clone, Debug, Default)]
pub struct Map {
    raw: Vec<u8>,
    runs: Runs,
    /// How many bytes were no UTF-8 and read as Windows-1252.
    patched: u64,
}

#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

/// Offsets are bounded by the caller long before 4 GiB (see `split`).
fn short(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Map {
    /// The original bytes, where they are not those of the text.
    #[must_use]
    pub fn raw(&self) -> Option<&[u8]> {
        if self.is_same() { None } else { Some(&self.raw) }
    }

    /// Text and bytes are the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many bytes were no UTF-8 and read as Windows-1252 in [`Auto`](super::Encoding::Auto).
    #[must_use]
    pub fn patched(&self) -> u64 {
        self.patched
    }

    /// The original bytes that the text from `start` to `end` was read from; a character cut in two counts whole.
    #[must_use]
    pub fn raw_range(&self, start: u32, end: u32) -> Range<usize> {
        if self.is_same() {
            return start as usize..end.max(start) as usize;
        }
        let from = self.raw_offset(start, Side::Before);
        let to = if start >= end { from } else { self.raw_offset(end, Side::After) };
        from..to.max(from)
    }

    fn raw_offset(&self, at: u32, side: Side) -> usize {
        // The last run that begins at or before `at`; for an end, the last that begins before it.
        let next = self.runs.before(at, matches!(side, Side::Before));
        let Some(run) = next.checked_sub(1).and_then(|i| self.runs.get(i)) else { return 0 };
        let bound = self.runs.get(next).map_or(self.raw.len(), |run| run.raw as usize);
        let inside = (at - run.text) as usize;
        let unit = (run.shape.text as usize).max(1);
        let units = match side {
            Side::Before => inside / unit,
            Side::After => inside.div_ceil(unit),
        };
        (run.raw as usize + units * run.shape.raw as usize).min(bound)
    }

    /// Begins a run of this shape at these offsets, or goes on with the last.
    fn run(&mut self, text: usize, text_unit: usize, raw_unit: usize) {
        let shape = Shape { text: short(text_unit), raw: short(raw_unit) };
        if self.runs.last_shape() != Some(shape) {
            self.runs.push(Run { text: short(text), raw: short(self.raw.len()), shape });
        }
    }

    /// Cuts at a border of characters; what follows is the map of the rest.
    fn split_off(&mut self, at: usize) -> Map {
        if self.is_same() {
            return Map::default();
        }
        let text_from = short(at);
        let raw_at = self.raw_offset(text_from, Side::Before);
        let raw_from = short(raw_at);
        let cut = self.runs.before(text_from, false);
        let mut rest = Map { raw: self.raw.split_off(raw_at), ..Map::default() };
        let begins_here = self.runs.get(cut).is_some_and(|run| run.text == text_from);
        if !begins_here
            && !rest.raw.is_empty()
            && let Some(before) = cut.checked_sub(1).and_then(|i| self.runs.get(i))
        {
            rest.runs.push(Run { text: 0, raw: 0, ..before });
        }
        for run in self.runs.from(cut) {
            rest.runs.push(Run { text: run.text - text_from, raw: run.raw - raw_from, ..run });
        }
        self.runs.truncate(cut);
        if self.patched > 0 {
            let all = self.patched;
            self.patched = self.count_patched();
            rest.patched = all - self.patched;
        }
        self.forget_same();
        rest.forget_same();
        rest
    }

    /// Drops the second copy where the text turned out to be the bytes.
    fn forget_same(&mut self) {
        if self.runs.from(0).all(|run| run.shape == (Shape { text: 1, raw: 1 })) {
            self.runs = Runs::default();
            self.raw = Vec::new();
        }
    }

    /// In `Auto` a run is either as it stands, or bytes read as Windows-1252.
    fn count_patched(&self) -> u64 {
        let ends = self.runs.from(1).map(|run| run.raw).chain([short(self.raw.len())]);
        self.runs
            .from(0)
            .zip(ends)
            .filter(|(run, _)| run.shape.text != 1)
            .map(|(run, end)| u64::from(end - run.raw))
            .sum()
    }
}

/// Text as it is being decoded, with its [`Map`].
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    text: String,
    map: Map,
}

impl Decoded {
    /// A text that stands in the input as it is.
    #[must_use]
    pub fn same(text: String) -> Self {
        Self { text, map: Map::default() }
    }

    /// An empty text in a buffer that is used again.
    #[must_use]
    pub fn in_buffer(mut text: String) -> Self {
        text.clear();
        Self { text, map: Map::default() }
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The larger of the sizes of text and original, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.text.len().max(self.map.raw.len())
    }

    /// How many original bytes the text was read from.
    #[must_use]
    pub fn raw_len(&self) -> usize {
        if self.map.is_same() { self.text.len() } else { self.map.raw.len() }
    }

    /// Makes room for this many more bytes, of the original and of text; whether there is memory for them.
    #[must_use]
    pub fn has_room(&mut self, more: usize) -> bool {
        self.text.try_reserve(more).is_ok() && (self.map.is_same() || self.map.raw.try_reserve(more).is_ok())
    }

    /// Makes room for this many bytes of text in all.
    pub fn reserve_total(&mut self, size: usize) {
        self.text.reserve(size.saturating_sub(self.text.len()));
    }

    /// Takes text that stands in the input as it is.
    pub(super) fn push_same(&mut self, text: &str) {
        if !self.map.is_same() && !text.is_empty() {
            self.map.run(self.text.len(), 1, 1);
            self.map.raw.extend_from_slice(text.as_bytes());
        }
        self.text.push_str(text);
    }

    /// Takes one unit: what was read, and the bytes it was read from.
    pub(super) fn push_unit(&mut self, text: &str, raw: &[u8]) {
        self.push_units(text, text.len(), raw, raw.len());
    }

    /// Takes units of one shape: each has so many bytes of text, and was read from so many bytes.
    pub(super) fn push_units(&mut self, text: &str, text_unit: usize, raw: &[u8], raw_unit: usize) {
        if self.map.is_same() && !self.text.is_empty() {
            // From here on text and bytes go different ways.
            self.map.run(0, 1, 1);
            self.map.raw.extend_from_slice(self.text.as_bytes());
        }
        self.map.run(self.text.len(), text_unit, raw_unit);
        self.text.push_str(text);
        self.map.raw.extend_from_slice(raw);
    }

    /// Takes one character and the bytes it was read from.
    pub(super) fn push_char(&mut self, c: char, raw: &[u8]) {
        self.push_unit(c.encode_utf8(&mut [0; 4]), raw);
    }

    /// Counts a byte that was no UTF-8 and read as Windows-1252.
    pub(super) fn count_patch(&mut self) {
        self.map.patched += 1;
    }

    /// Cuts the text at a border of characters; what follows moves into a new text in this buffer.
    #[must_use]
    pub fn split_off(&mut self, at: usize, buffer: String) -> Decoded {
        let mut rest = Decoded::in_buffer(buffer);
        rest.text.push_str(&self.text[at..]);
        rest.map = self.map.split_off(at);
        self.text.truncate(at);
        rest
    }

    /// Takes the text away, if it stands in the input as it is.
    #[must_use]
    pub fn take_same(&mut self) -> Option<String> {
        self.map.is_same().then(|| std::mem::take(&mut self.text))
    }

    /// The text and its map.
    #[must_use]
    pub fn into_parts(self) -> (String, Map) {
        (self.text, self.map)
    }
}
