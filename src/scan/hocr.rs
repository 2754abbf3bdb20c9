//! hOCR: HTML whose elements tell by their class what they are, and by their title where they stand. The HTML may be as
//! sloppy as it likes: what begins ends what was open before it.

use std::borrow::Cow;
use std::ops::Range;

use super::build::{Builder, Draft, area};
use super::xml::{Part, Tag, number};
use crate::source::Area;

/// Classes of elements that are lines.
const LINES: [&str; 5] = ["ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat"];
/// Classes of elements that are words.
const WORDS: [&str; 2] = ["ocrx_word", "ocr_word"];

/// Letters as they are being gathered, with their box.
struct Open {
    /// The name of the element, and how many of this name are open in it.
    name: String,
    depth: u32,
    letters: String,
    /// From the first letter to the last.
    range: Option<Range<usize>>,
    area: Option<Area>,
    confidence: Option<f64>,
}

impl Open {
    fn new(tag: &Tag<'_>) -> Self {
        let title = tag.value("title").map_or_else(String::new, |value| value.text);
        let (area, confidence) = properties(&title);
        Self {
            name: tag.name.to_ascii_lowercase(),
            depth: 0,
            letters: String::new(),
            range: None,
            area,
            confidence,
        }
    }

    fn push(&mut self, letters: &str, range: Range<usize>) {
        if !letters.trim().is_empty() {
            let before = letters.len() - letters.trim_start().len();
            let behind = letters.len() - letters.trim_end().len();
            // References are longer in the file than what they stand for.
            let range =
                if range.len() == letters.len() { range.start + before..range.end - behind } else { range };
            let first = self.range.take().map_or(range.start, |range| range.start);
            self.range = Some(first..range.end);
        }
        self.letters.push_str(letters);
    }
}

/// The box and the confidence that a title tells.
fn properties(title: &str) -> (Option<Area>, Option<f64>) {
    let mut found = (None, None);
    for property in title.split(';') {
        let mut words = property.split_whitespace();
        match words.next() {
            Some("bbox") => {
                let mut next = || words.next().and_then(number);
                let (left, top, right, bottom) = (next(), next(), next(), next());
                found.0 = found.0.or(area((left, right), (top, bottom)));
            }
            Some("x_wconf" | "x_conf") => found.1 = found.1.or(words.next().and_then(number)),
            _ => {}
        }
    }
    found
}

/// Reads the file.
pub(super) fn read(builder: &mut Builder<'_>) {
    let mut word: Option<Open> = None;
    // What stands in a line outside words; of recognisers that tell the places of lines alone.
    let mut line: Option<Open> = None;
    while let Some(part) = builder.next() {
        match part {
            Part::Open(tag) => {
                let class = tag.value("class").map_or_else(String::new, |value| value.text);
                let is = |names: &[&str]| class.split_whitespace().any(|class| names.contains(&class));
                let (is_page, is_line) = (is(&["ocr_page"]), is(&LINES));
                if is_page || is_line || is(&["ocr_carea", "ocr_par"]) {
                    close(builder, &mut word);
                    close(builder, &mut line);
                }
                if is_page {
                    let open = Open::new(&tag);
                    builder.page(open.area, tag.range.clone());
                } else if is_line {
                    let open = Open::new(&tag);
                    builder.line(open.area);
                    line = Some(open);
                } else if is(&WORDS) {
                    close(builder, &mut word);
                    // The words have places of their own.
                    line = None;
                    word = (!tag.empty).then(|| Open::new(&tag));
                } else if let Some(open) = word.as_mut().or(line.as_mut())
                    && !tag.empty
                    && tag.is(&open.name)
                {
                    open.depth += 1;
                }
                if tag.is("br")
                    && let Some(open) = word.as_mut().or(line.as_mut())
                {
                    open.push(" ", 0..0);
                }
            }
            Part::Close(name) => {
                let open = if word.is_some() { &mut word } else { &mut line };
                let Some(inside) = open else { continue };
                if !name.eq_ignore_ascii_case(&inside.name) {
                    continue;
                }
                match inside.depth.checked_sub(1) {
                    Some(depth) => inside.depth = depth,
                    None => close(builder, open),
                }
            }
            Part::Text(letters, range) => push(&mut word, &mut line, letters.into(), range),
            Part::Reference(letters, range) => push(&mut word, &mut line, letters, range),
        }
    }
    close(builder, &mut word);
    close(builder, &mut line);
}

fn push(word: &mut Option<Open>, line: &mut Option<Open>, letters: Cow<'_, str>, range: Range<usize>) {
    if let Some(open) = word.as_mut().or(line.as_mut()) {
        open.push(&letters, range);
    }
}

fn close(builder: &mut Builder<'_>, open: &mut Option<Open>) {
    let Some(Open { letters, range: Some(range), area, confidence, .. }) = open.take() else { return };
    builder.word(&Draft { letters: letters.trim(), area, confidence, range });
}
