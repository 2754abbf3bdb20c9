//! Pages as they are put together while a file is parsed.

use std::ops::Range;

use super::page::{Alternative, Page, Word};
use super::xml::{Part, Xml};
use crate::source::{Area, Chunk, Spot};
use crate::span::Span;

/// Coordinates beyond this are those of no page; what is farther is cut to it.
const FARTHEST: f64 = 1_000_000.0;

/// What became of a file.
pub(super) struct Read {
    pub pages: Vec<Page>,
    /// The line of the first place that could not be parsed, and what is wrong there.
    pub broken: Option<(u32, String)>,
}

/// Takes pages, lines and words in the order of the file.
pub(super) struct Builder<'c> {
    pub xml: Xml<'c>,
    chunk: &'c Chunk,
    cursor: Cursor,
    file: usize,
    pages: Vec<Page>,
    line: u32,
    line_area: Option<Area>,
}

/// A word before it is taken: letters, box, confidence (0 to 100), place in the text.
pub(super) struct Draft<'a> {
    pub letters: &'a str,
    pub area: Option<Area>,
    pub confidence: Option<f64>,
    pub range: Range<usize>,
}

impl<'c> Builder<'c> {
    pub fn new(chunk: &'c Chunk, file: usize) -> Self {
        Self {
            xml: Xml::new(&chunk.text),
            chunk,
            cursor: Cursor::default(),
            file,
            pages: Vec::new(),
            line: 0,
            line_area: None,
        }
    }

    pub fn next(&mut self) -> Option<Part<'c>> {
        self.xml.next()
    }

    /// The text of the file between these offsets.
    pub fn slice(&self, range: Range<usize>) -> &'c str {
        self.chunk.text.get(range).unwrap_or("")
    }

    /// A page begins at this place in the file.
    pub fn page(&mut self, area: Option<Area>, range: Range<usize>) {
        let number = u32::try_from(self.pages.len() + 1).unwrap_or(u32::MAX);
        let spot = self.spot(range);
        self.pages.push(Page {
            file: self.file,
            number,
            area: area.filter(|area| !area.is_empty()),
            spot,
            ..Page::default()
        });
        self.line = 0;
        self.line_area = None;
    }

    /// A line begins.
    pub fn line(&mut self, area: Option<Area>) {
        self.line += 1;
        self.line_area = area.filter(|area| !area.is_empty());
    }

    /// Takes the words of a draft: several, if blanks stand in it; then each has its share of the box. Gives the number of
    /// the word on its page, if there is exactly one.
    pub fn word(&mut self, draft: &Draft<'_>) -> Option<u32> {
        let letters = draft.letters;
        letters.chars().find(|c| !c.is_whitespace())?;
        if self.pages.is_empty() {
            self.page(None, draft.range.clone());
        }
        let spot = self.spot(draft.range.clone());
        let confidence = draft.confidence.map(|sure| sure.round().clamp(0.0, 100.0) as u8);
        let count = letters.chars().count();
        let (line, line_area) = (self.line, self.line_area);
        let page = self.pages.last_mut()?;
        let off_page =
            |area: Area| page.area.is_some_and(|page| area.left >= page.right || area.top >= page.bottom);
        let area = match draft.area.filter(|area| !area.is_empty() && !off_page(*area)) {
            Some(area) => area,
            None => {
                page.misplaced += 1;
                beside(page.words.last().filter(|word| word.line == line), line_area, count)
            }
        };
        let mut last = None;
        let mut words = 0;
        for part in letters.split_whitespace() {
            let at = Span::of_part(letters, part).map_or(0, |span| span.start as usize);
            let from = letters[..at].chars().count();
            let to = from + part.chars().count();
            let share = |n: usize| {
                let width = i64::from(area.right - area.left);
                area.left + i32::try_from(width * n as i64 / count.max(1) as i64).unwrap_or(0)
            };
            let start = page.text.len();
            page.text.push_str(part);
            last = u32::try_from(page.words.len()).ok();
            words += 1;
            page.words.push(Word {
                text: Span::of(start, page.text.len()),
                area: Area { left: share(from), right: share(to).max(share(from) + 1), ..area },
                spot,
                line,
                confidence,
            });
        }
        last.filter(|_| words == 1)
    }

    /// Appends letters to the word that was taken last, and widens its box: the hyphen at the end of a line.
    pub fn extend(&mut self, letters: &str, area: Option<Area>) {
        let Some(page) = self.pages.last_mut() else { return };
        let Some(word) = page.words.last_mut() else { return };
        page.text.push_str(letters);
        word.text = Span::of(word.text.start as usize, page.text.len());
        word.area = area.filter(|area| !area.is_empty()).map_or(word.area, |area| word.area.join(area));
    }

    /// Notes what else may stand in a word of this page.
    pub fn alternative(
        &mut self,
        word: Option<u32>,
        character: Option<u32>,
        text: &str,
        confidence: Option<f64>,
    ) {
        let (Some(word), Some(page)) = (word, self.pages.last_mut()) else { return };
        page.alternatives.push(Alternative {
            word,
            character,
            text: text.to_owned(),
            confidence: confidence.map(|sure| sure.round().clamp(0.0, 100.0) as u8),
        });
    }

    fn spot(&mut self, range: Range<usize>) -> Spot {
        let (line, column) = self.cursor.move_to(&self.chunk.text, range.start);
        let span = Span::of(range.start, range.end);
        let original = self.chunk.original_range(span.start, span.end);
        let length = u32::try_from(original.end.saturating_sub(original.start)).unwrap_or(u32::MAX);
        Spot { byte: original.start, length, line, column }
    }

    pub fn finish(mut self) -> Read {
        let broken = self.xml.first_broken.take().map(|(at, words)| {
            let mut cursor = Cursor::default();
            (cursor.move_to(&self.chunk.text, at).0, words)
        });
        Read { pages: self.pages, broken }
    }
}

/// A box for a word without one: right of the word before it, or at the beginning of its line.
fn beside(before: Option<&Word>, line: Option<Area>, count: usize) -> Area {
    let count = i32::try_from(count.min(100)).unwrap_or(100);
    match (before, line) {
        (Some(before), _) => {
            let height = before.area.bottom - before.area.top;
            let left = before.area.right + height / 2;
            Area { left, right: left + (height / 2).max(1) * count, ..before.area }
        }
        (None, Some(line)) => Area { right: line.right, ..line },
        (None, None) => Area { left: 0, top: 0, right: 10 * count, bottom: 20 },
    }
}

/// A box from numbers that a file states; none if one of them is missing.
pub(super) fn area(x: (Option<f64>, Option<f64>), y: (Option<f64>, Option<f64>)) -> Option<Area> {
    let cut = |number: f64| number.clamp(-FARTHEST, FARTHEST).round() as i32;
    let pair = |(one, other): (Option<f64>, Option<f64>)| Some((cut(one?), cut(other?)));
    Some(Area::of(pair(x)?, pair(y)?))
}

/// Counts lines and columns over a text from its beginning, each stretch once.
#[derive(Default)]
struct Cursor {
    at: usize,
    lines: u32,
    column: u32,
}

impl Cursor {
    /// The line and the column of an offset, both from 1; offsets come in order, and one before the last is taken for it.
    fn move_to(&mut self, text: &str, at: usize) -> (u32, u32) {
        let bytes = text.as_bytes();
        let at = at.clamp(self.at, bytes.len());
        let mut start = self.at;
        for end in memchr::memchr2_iter(b'\n', b'\r', &bytes[self.at..at]) {
            let end = self.at + end;
            // The first half of a line end of two characters ends nothing.
            if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') {
                continue;
            }
            self.lines += 1;
            self.column = 0;
            start = end + 1;
        }
        let chars = bytes[start..at].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.column = self.column.saturating_add(u32::try_from(chars).unwrap_or(u32::MAX));
        self.at = at;
        (self.lines.saturating_add(1), self.column.saturating_add(1))
    }
}
