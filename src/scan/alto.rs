//! ALTO, versions 2 to 4: `String` elements with the word and its box in attributes, in `TextLine`, in `Page`.

use super::build::{Builder, Draft, area};
use super::xml::{Part, Tag};
use crate::source::Area;

/// Reads the file.
pub(super) fn read(builder: &mut Builder<'_>) {
    let mut word = None;
    // The number of the character whose variants are told.
    let mut glyph = None;
    // What was opened and has words in it: other readings of the word before.
    let mut alternative = false;
    while let Some(part) = builder.next() {
        match part {
            Part::Open(tag) if tag.is("Page") => {
                let size = (tag.number("WIDTH"), tag.number("HEIGHT"));
                let page = area((Some(0.0), size.0), (Some(0.0), size.1));
                builder.page(page, tag.range.clone());
                word = None;
            }
            Part::Open(tag) if tag.is("TextLine") => {
                builder.line(place(&tag));
                word = None;
            }
            Part::Open(tag) if tag.is("String") => {
                glyph = None;
                word = tag.value("CONTENT").and_then(|content| {
                    // Confidences are shares of 1.
                    let confidence = tag.number("WC").map(|sure| sure * 100.0);
                    let (letters, range) = (content.text.as_str(), content.range);
                    builder.word(&Draft { letters, area: place(&tag), confidence, range })
                });
            }
            Part::Open(tag) if tag.is("HYP") => {
                if word.is_some()
                    && let Some(content) = tag.value("CONTENT")
                {
                    // Soft hyphens are meant to be seen here.
                    builder.extend(&content.text.trim().replace('\u{AD}', "-"), place(&tag));
                }
            }
            Part::Open(tag) if tag.is("Glyph") => {
                glyph = Some(glyph.map_or(0, |number: u32| number.saturating_add(1)));
            }
            Part::Open(tag) if tag.is("Variant") && glyph.is_some() => {
                if let Some(content) = tag.value("CONTENT") {
                    let confidence = tag.number("VC").map(|sure| sure * 100.0);
                    builder.alternative(word, glyph, &content.text, confidence);
                }
            }
            Part::Open(tag) if tag.is("ALTERNATIVE") => alternative = !tag.empty,
            Part::Text(letters, _) if alternative && !letters.trim().is_empty() => {
                builder.alternative(word, None, letters.trim(), None);
            }
            Part::Close(name) if name.eq_ignore_ascii_case("ALTERNATIVE") => alternative = false,
            _ => {}
        }
    }
}

/// The box of an element.
fn place(tag: &Tag<'_>) -> Option<Area> {
    let (left, top) = (tag.number("HPOS"), tag.number("VPOS"));
    let right = left.zip(tag.number("WIDTH")).map(|(left, width)| left + width);
    let bottom = top.zip(tag.number("HEIGHT")).map(|(top, height)| top + height);
    area((left, right), (top, bottom))
}
