//! The hidden text of DjVu files as XML: `WORD` elements with the coordinates of two corners, in `LINE`, in `OBJECT`.

use std::ops::Range;

use super::build::{Builder, Draft, area};
use super::xml::{Part, Tag, number};
use crate::source::Area;

/// A word or, where words are not told, a line that is open.
struct Open {
    is_word: bool,
    area: Option<Area>,
    confidence: Option<f64>,
    letters: String,
    range: Option<Range<usize>>,
}

/// Reads the file.
pub(super) fn read(builder: &mut Builder<'_>) {
    let mut open: Option<Open> = None;
    while let Some(part) = builder.next() {
        let (letters, range) = match part {
            Part::Open(tag) if tag.is("OBJECT") => {
                close(builder, &mut open);
                let size = (tag.number("width"), tag.number("height"));
                builder.page(area((Some(0.0), size.0), (Some(0.0), size.1)), tag.range.clone());
                continue;
            }
            Part::Open(tag) if tag.is("LINE") || tag.is("WORD") => {
                close(builder, &mut open);
                let is_word = tag.is("WORD");
                if !is_word {
                    builder.line(corners(&tag));
                }
                let confidence = tag.number("x-confidence").or_else(|| tag.number("confidence"));
                open = (!tag.empty).then(|| Open {
                    is_word,
                    area: corners(&tag),
                    confidence,
                    letters: String::new(),
                    range: None,
                });
                continue;
            }
            Part::Open(_) => continue,
            Part::Close(name) => {
                let is_word = open.as_ref().is_some_and(|open| open.is_word);
                if name.eq_ignore_ascii_case("LINE") || is_word && name.eq_ignore_ascii_case("WORD") {
                    close(builder, &mut open);
                }
                continue;
            }
            Part::Text(letters, range) => (letters.into(), range),
            Part::Reference(letters, range) => (letters, range),
        };
        if let Some(open) = &mut open {
            if !letters.trim().is_empty() {
                let first = open.range.take().map_or(range.start, |range| range.start);
                open.range = Some(first..range.end);
            }
            open.letters.push_str(&letters);
        }
    }
    close(builder, &mut open);
}

/// The box between two corners, `left,bottom,right,top` from the upper edge of the page; a baseline may follow.
fn corners(tag: &Tag<'_>) -> Option<Area> {
    let coordinates = tag.value("coords")?.text;
    let mut next = coordinates.split([',', ' ']).filter(|part| !part.is_empty()).map(number);
    let mut next = || next.next().flatten();
    let (left, bottom, right, top) = (next(), next(), next(), next());
    area((left, right), (bottom, top))
}

fn close(builder: &mut Builder<'_>, open: &mut Option<Open>) {
    let Some(Open { area, confidence, letters, range: Some(range), .. }) = open.take() else { return };
    // Blanks around the word are none of it.
    let slice = builder.slice(range.clone());
    let before = slice.len() - slice.trim_start().len();
    let range = range.start + before..range.start + before + slice.trim().len();
    builder.word(&Draft { letters: letters.trim(), area, confidence, range });
}
