//! ABBYY FineReader XML: a `charParams` element for each character, in `line`, in `page`; words end at blanks, or where the
//! next character says that it begins one.

use std::ops::Range;

use super::build::{Builder, Draft, area};
use super::xml::{Part, Tag};
use crate::source::Area;

/// A reading that is told for a character besides the printed one.
struct Variant {
    character: u32,
    letters: String,
    confidence: Option<f64>,
}

/// The word that is being gathered.
#[derive(Default)]
struct Open {
    letters: String,
    count: u32,
    area: Option<Area>,
    /// The sum of the confidences that are told, and of how many characters.
    confidence: (f64, u32),
    range: Option<Range<usize>>,
    variants: Vec<Variant>,
}

/// The character that is open.
struct Character {
    area: Option<Area>,
    confidence: Option<f64>,
    begins_word: bool,
    letters: String,
    range: Option<Range<usize>>,
}

/// Reads the file.
pub(super) fn read(builder: &mut Builder<'_>) {
    let mut word = Open::default();
    let mut character: Option<Character> = None;
    // Between variants: the letters are those of another reading.
    let mut variant: Option<Variant> = None;
    // What stands in the older form: the words of a line as text in its `formatting`.
    let mut plain: Option<(String, Option<Range<usize>>)> = None;
    let mut line_area = None;
    // Characters that came before the one whose variants are told, in versions that tell them first.
    let mut early: Vec<Variant> = Vec::new();
    while let Some(part) = builder.next() {
        let (letters, range) = match part {
            Part::Open(tag) => {
                open(builder, &tag, &mut word, &mut line_area, &mut plain);
                if tag.is("charParams") {
                    plain = None;
                    character = Some(Character {
                        area: edges(&tag),
                        confidence: tag.number("charConfidence").filter(|sure| *sure >= 0.0),
                        begins_word: ["wordStart", "wordFirst"]
                            .iter()
                            .filter_map(|name| tag.value(name))
                            .any(|value| matches!(value.text.as_str(), "1" | "true")),
                        letters: String::new(),
                        range: None,
                    });
                    if tag.empty {
                        end(builder, &mut word, character.take(), &mut early);
                    }
                } else if tag.is("charRecVariant") && !tag.empty {
                    let confidence = tag.number("charConfidence").filter(|sure| *sure >= 0.0);
                    variant = Some(Variant { character: 0, letters: String::new(), confidence });
                }
                continue;
            }
            Part::Close(name) => {
                let is = |other: &str| name.eq_ignore_ascii_case(other);
                if is("charRecVariant") {
                    early.extend(variant.take().filter(|variant| !variant.letters.trim().is_empty()));
                } else if is("charParams") {
                    end(builder, &mut word, character.take(), &mut early);
                } else if is("line") || is("page") {
                    finish(builder, &mut word);
                    flush(builder, &mut plain, line_area);
                }
                continue;
            }
            Part::Text(letters, range) => (letters.into(), range),
            Part::Reference(letters, range) => (letters, range),
        };
        if let Some(variant) = &mut variant {
            variant.letters.push_str(&letters);
        } else if let Some(character) = &mut character {
            // Line ends around the elements inside are no part of the character, unlike a blank that is all of it.
            if letters.contains(['\n', '\r']) && letters.trim().is_empty() {
                continue;
            }
            let first = character.range.take().map_or(range.start, |range| range.start);
            character.range = Some(first..range.end);
            character.letters.push_str(&letters);
        } else if let Some((text, place)) = &mut plain {
            if !letters.trim().is_empty() {
                let first = place.take().map_or(range.start, |range| range.start);
                *place = Some(first..range.end);
            }
            text.push_str(&letters);
        }
    }
    finish(builder, &mut word);
    flush(builder, &mut plain, line_area);
}

/// A page, a line or a run of one face begins.
fn open(
    builder: &mut Builder<'_>,
    tag: &Tag<'_>,
    word: &mut Open,
    line_area: &mut Option<Area>,
    plain: &mut Option<(String, Option<Range<usize>>)>,
) {
    if tag.is("page") {
        finish(builder, word);
        let size = (tag.number("width"), tag.number("height"));
        builder.page(area((Some(0.0), size.0), (Some(0.0), size.1)), tag.range.clone());
    } else if tag.is("line") {
        finish(builder, word);
        *line_area = edges(tag);
        builder.line(*line_area);
    } else if tag.is("formatting") && !tag.empty && word.letters.is_empty() && plain.is_none() {
        *plain = Some((String::new(), None));
    }
}

/// The box of an element.
fn edges(tag: &Tag<'_>) -> Option<Area> {
    area((tag.number("l"), tag.number("r")), (tag.number("t"), tag.number("b")))
}

/// Takes a character into the word, or ends the word with it.
fn end(builder: &mut Builder<'_>, word: &mut Open, character: Option<Character>, early: &mut Vec<Variant>) {
    let variants = std::mem::take(early);
    let Some(character) = character else { return };
    if character.letters.trim().is_empty() {
        finish(builder, word);
        return;
    }
    if character.begins_word {
        finish(builder, word);
    }
    word.variants.extend(
        variants
            .into_iter()
            .filter(|variant| variant.letters != character.letters)
            .map(|variant| Variant { character: word.count, ..variant }),
    );
    word.letters.push_str(character.letters.trim());
    word.count += 1;
    if let Some(area) = character.area.filter(|area| !area.is_empty()) {
        word.area = Some(word.area.map_or(area, |before| before.join(area)));
    }
    if let Some(sure) = character.confidence {
        word.confidence = (word.confidence.0 + sure, word.confidence.1 + 1);
    }
    if let Some(range) = character.range {
        let first = word.range.take().map_or(range.start, |range| range.start);
        word.range = Some(first..range.end);
    }
}

/// Gives the word to the page.
fn finish(builder: &mut Builder<'_>, word: &mut Open) {
    let Open { letters, area, confidence: (sum, told), range, variants, .. } = std::mem::take(word);
    let Some(range) = range else { return };
    let confidence = (told > 0).then(|| sum / f64::from(told));
    let number = builder.word(&Draft { letters: &letters, area, confidence, range });
    for Variant { character, letters, confidence } in variants {
        builder.alternative(number, Some(character), letters.trim(), confidence);
    }
}

/// Gives the words of a line whose characters are not told.
fn flush(builder: &mut Builder<'_>, plain: &mut Option<(String, Option<Range<usize>>)>, area: Option<Area>) {
    let Some((letters, Some(range))) = plain.take() else { return };
    builder.word(&Draft { letters: letters.trim(), area, confidence: None, range });
}
