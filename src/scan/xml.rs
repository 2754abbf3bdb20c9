//! Markup, well formed or not, as a flat stream of tags and text; nobody keeps a stack of what is open.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::characters;

/// After so many places that cannot be parsed the rest is given up: each may have been looked for to the end of the file.
const MOST_BROKEN: u32 = 50;

/// One piece of the stream.
pub(super) enum Part<'t> {
    /// A start tag.
    Open(Tag<'t>),
    /// The end of an element, told by its name without a prefix.
    Close(&'t str),
    /// Text as it stands, without references; where it stands.
    Text(&'t str, Range<usize>),
    /// A reference, resolved if it is one that everybody knows; where it stands.
    Reference(Cow<'t, str>, Range<usize>),
}

/// A start tag.
pub(super) struct Tag<'t> {
    pub name: &'t str,
    /// Where it stands.
    pub range: Range<usize>,
    /// It is an end tag, too.
    pub empty: bool,
    text: &'t str,
    start: BytesStart<'t>,
}

/// The value of an attribute.
pub(super) struct Value {
    pub text: String,
    /// Where it stands, without quotes.
    pub range: Range<usize>,
}

impl Tag<'_> {
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The first attribute of this name, whatever its prefix.
    pub fn value(&self, name: &str) -> Option<Value> {
        let mut attributes = self.start.html_attributes();
        let found = attributes.with_checks(false).flatten().find(|attribute| {
            let key = attribute.key.into_inner();
            key.rsplit(':').next().is_some_and(|key| key.eq_ignore_ascii_case(name))
        })?;
        // A raw value is always borrowed from the text.
        let start = (found.value.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let text = characters::without_references(&found.value).into_owned();
        Some(Value { text, range: start..start + found.value.len() })
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.value(name).and_then(|value| number(&value.text))
    }
}

/// A number, if it is one that a page can have.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}

/// The stream.
pub(super) struct Xml<'t> {
    text: &'t str,
    /// Where the reader began.
    base: usize,
    reader: Reader<&'t [u8]>,
    /// How many places could not be parsed.
    broken: u32,
    /// The first of them, and what is wrong with it.
    pub first_broken: Option<(usize, String)>,
}

fn lenient(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_comments = false;
    config.check_end_names = false;
    reader
}

impl<'t> Xml<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, base: 0, reader: lenient(text), broken: 0, first_broken: None }
    }

    fn at(&self) -> usize {
        let inside = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        self.base.saturating_add(inside).min(self.text.len())
    }

    /// The next piece; none at the end.
    pub fn next(&mut self) -> Option<Part<'t>> {
        loop {
            let start = self.at();
            let event = self.reader.read_event();
            let range = start..self.at().max(start);
            match event {
                Ok(Event::Start(tag)) => return Some(Part::Open(self.tag(tag, range, false))),
                Ok(Event::Empty(tag)) => return Some(Part::Open(self.tag(tag, range, true))),
                Ok(Event::End(_)) => {
                    let inside = self.text.get(range)?;
                    return Some(Part::Close(name_of(inside.trim_start_matches(['<', '/']))));
                }
                Ok(Event::Text(_)) => return Some(Part::Text(self.text.get(range.clone())?, range)),
                Ok(Event::CData(inside)) => {
                    let start = range.start + "<![CDATA[".len();
                    let range = start..start + inside.len();
                    return Some(Part::Text(self.text.get(range.clone())?, range));
                }
                Ok(Event::GeneralRef(_)) => {
                    return Some(Part::Reference(
                        characters::without_references(self.text.get(range.clone())?),
                        range,
                    ));
                }
                Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
                Ok(Event::Eof) => return None,
                Err(error) => {
                    self.first_broken.get_or_insert_with(|| (start, error.to_string()));
                    self.broken += 1;
                    // Goes on with the next tag after the place.
                    let rest = self.text.as_bytes().get(start + 1..)?;
                    let next = start + 1 + memchr::memchr(b'<', rest)?;
                    if self.broken > MOST_BROKEN {
                        return None;
                    }
                    self.base = next;
                    self.reader = lenient(&self.text[next..]);
                }
            }
        }
    }

    fn tag(&self, start: BytesStart<'t>, range: Range<usize>, empty: bool) -> Tag<'t> {
        let inside = self.text.get(range.clone()).unwrap_or("");
        Tag { name: name_of(inside.trim_start_matches('<')), range, empty, text: self.text, start }
    }
}

/// The name at the beginning of what stands in a tag, without its prefix.
fn name_of(inside: &str) -> &str {
    let end = inside.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(inside.len());
    inside[..end].rsplit(':').next().unwrap_or("")
}
