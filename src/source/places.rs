//! The way from a text that was laid out from words with boxes back to the files they were read from.

use std::ops::Range;

use crate::span::Span;

/// A box on a page, in the units of the file (mostly pixels of the image), from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Area {
    /// The left edge.
    pub left: i32,
    /// The upper edge.
    pub top: i32,
    /// The right edge, never left of `left`.
    pub right: i32,
    /// The lower edge, never above `top`.
    pub bottom: i32,
}

impl Area {
    /// The box between two corners, in whichever order they come.
    #[must_use]
    pub fn of(x: (i32, i32), y: (i32, i32)) -> Self {
        Self { left: x.0.min(x.1), top: y.0.min(y.1), right: x.0.max(x.1), bottom: y.0.max(y.1) }
    }

    /// It has no width or no height.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// The smallest box around both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Where something stands in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The offset of its first byte in the unpacked file.
    pub byte: u64,
    /// How many bytes it has there.
    pub length: u32,
    /// The line in the file; the first is 1.
    pub line: u32,
    /// The column in characters; the first is 1.
    pub column: u32,
}

/// A stretch of the text, and the word of a file it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The stretch of the text.
    pub text: Span,
    /// Its place in the file of its page.
    pub spot: Spot,
    /// Its box on the page.
    pub area: Area,
}

/// A page of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageStart {
    /// Where it begins in the text.
    pub start: u32,
    /// The number of its file, from 0.
    pub file: usize,
    /// How it is called: `page 12`, or the name of its file where the file holds no other.
    pub name: String,
    /// Where it begins in the file.
    pub spot: Spot,
    /// The page itself, if the file tells its size.
    pub area: Option<Area>,
}

/// For every stretch of a text the place it was read from; stretches and pages in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The names of the files.
    pub files: Vec<String>,
    /// The pages.
    pub pages: Vec<PageStart>,
    /// The stretches that were read from words; blanks and line ends between them were read from nothing.
    pub stretches: Vec<Stretch>,
    /// How many bytes of the files were no UTF-8 and read as Windows-1252.
    pub patched: u64,
}

/// A place on a page, for eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnPage<'a> {
    /// How the page is called.
    pub page: &'a str,
    /// The row of the page as it was laid out, from 1.
    pub row: u32,
    /// The box of the words; none where there are none.
    pub area: Option<Area>,
}

impl Places {
    /// The page that holds an offset of the text.
    #[must_use]
    pub fn page(&self, offset: u32) -> Option<&PageStart> {
        let after = self.pages.partition_point(|page| page.start <= offset);
        self.pages.get(after.saturating_sub(1))
    }

    /// The name of the file that an offset of the text was read from.
    #[must_use]
    pub fn file(&self, offset: u32) -> Option<&str> {
        self.files.get(self.page(offset)?.file).map(String::as_str)
    }

    /// The stretches that a span touches; of an empty one, that which holds it.
    #[must_use]
    pub fn touched(&self, span: Span) -> &[Stretch] {
        let first = self.stretches.partition_point(|stretch| stretch.text.end <= span.start);
        let end = span.end.max(span.start.saturating_add(1));
        let count = self.stretches[first..].partition_point(|stretch| stretch.text.start < end);
        &self.stretches[first..first + count]
    }

    /// The place in its file of an offset of the text: that of the word there, else of the word before it on the page, else
    /// of the page.
    #[must_use]
    pub fn spot(&self, offset: u32) -> Spot {
        let page = self.page(offset);
        let start = page.map_or(0, |page| page.start);
        let after = self.stretches.partition_point(|stretch| stretch.text.start <= offset);
        let before = after.checked_sub(1).map(|i| &self.stretches[i]);
        match before.filter(|stretch| stretch.text.start >= start) {
            Some(stretch) => {
                let inside = offset - stretch.text.start;
                // Words that are spelled alike in both are alike byte for byte.
                let shift = if inside < stretch.text.len() && stretch.spot.length == stretch.text.len() {
                    inside
                } else {
                    0
                };
                Spot {
                    byte: stretch.spot.byte + u64::from(shift),
                    length: stretch.spot.length - shift,
                    ..stretch.spot
                }
            }
            None => page.map_or_else(Spot::default, |page| page.spot),
        }
    }

    /// The bytes of the file that a span was read from: from the first of its words to the last that stands in the same
    /// file, wherever the recogniser put them.
    #[must_use]
    pub fn original_range(&self, span: Span) -> Range<u64> {
        let first = self.spot(span.start);
        let file = self.page(span.start).map(|page| page.file);
        let mut range = first.byte..first.byte;
        for stretch in self.touched(span) {
            if self.page(stretch.text.start).map(|page| page.file) != file {
                break;
            }
            let (mut start, mut end) =
                (stretch.spot.byte, stretch.spot.byte + u64::from(stretch.spot.length));
            if stretch.spot.length == stretch.text.len() {
                start += u64::from(span.start.saturating_sub(stretch.text.start));
                end -= u64::from(stretch.text.end.saturating_sub(span.end.max(span.start)));
            }
            range = range.start.min(start)..range.end.max(end);
        }
        range
    }

    /// The box around the words of a span on its first page.
    #[must_use]
    pub fn area(&self, span: Span) -> Option<Area> {
        let page = self.page(span.start)?.start;
        let on_page = |stretch: &&Stretch| self.page(stretch.text.start).is_some_and(|p| p.start == page);
        self.touched(span).iter().filter(on_page).map(|stretch| stretch.area).reduce(Area::join)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        // "ab  c" read from two words, the second of which stands first in the file as an entity of five bytes.
        let word = |start, end, byte, length| Stretch {
            text: Span::new(start, end),
            spot: Spot { byte, length, line: 7, column: 3 },
            area: Area::of((byte as i32, byte as i32 + 10), (0, 5)),
        };
        Places {
            files: vec!["one".to_owned()],
            pages: vec![PageStart {
                start: 0,
                file: 0,
                name: "page 1".to_owned(),
                spot: Spot::default(),
                area: None,
            }],
            stretches: vec![word(0, 2, 50, 2), word(4, 5, 20, 5)],
            patched: 0,
        }
    }

    #[test]
    fn a_part_of_a_word_is_found_byte_for_byte() {
        let places = places();
        assert_eq!(places.original_range(Span::new(1, 2)), 51..52);
        assert_eq!(places.original_range(Span::new(4, 5)), 20..25);
        assert_eq!(places.spot(1).byte, 51);
    }

    #[test]
    fn words_in_another_order_than_in_the_file_are_covered_together() {
        let places = places();
        assert_eq!(places.original_range(Span::new(0, 5)), 20..52);
        assert_eq!(places.area(Span::new(0, 5)), Some(Area { left: 20, top: 0, right: 60, bottom: 5 }));
        assert_eq!(places.area(Span::new(2, 3)), None);
    }
}
