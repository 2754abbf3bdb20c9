//! A diagnostic as a JSON object.
use serde::Serialize;

use super::Place;
use super::members::Object;
use super::sheet::Sheet;
use crate::diagnose::{Diagnostic, Severity};
use crate::source::OnPage;
use crate::span::Span;

/// Further places of a finding that are shown to eyes; programs are told all.
pub const LABELS: usize = 4;
/// Characters of the printed text.
const MOST_TEXT: usize = 1000;

/// The object of a diagnostic, without a line end.
pub fn append_json(sheet: &mut Sheet, place: &Place<'_>, diagnostic: &Diagnostic, severity: Severity) {
    let mut object = Object::begin(sheet);
    object.fields(&Head {
        severity: severity.word(),
        code: diagnostic.code.name(),
        file: place.file_at(diagnostic.span),
    });
    object.game(place.game);
    let (white, black) = place.players();
    object.fields(&Finding {
        white,
        black,
        ply: diagnostic.ply.map(|before| u64::from(before) + 1),
        spot: Spot::of(place, diagnostic.span),
        message: &diagnostic.message,
        labels: diagnostic
            .labels
            .iter()
            .map(|label| Label { spot: Spot::of(place, label.span), message: &label.text })
            .collect(),
        candidates: &diagnostic.candidates,
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
    });
    object.end();
}

#[derive(Serialize)]
struct Head<'a> {
    severity: &'static str,
    code: &'static str,
    file: &'a str,
}

#[derive(Serialize)]
struct Finding<'a> {
    white: Option<&'a str>,
    black: Option<&'a str>,
    ply: Option<u64>,
    #[serde(flatten)]
    spot: Spot<'a>,
    message: &'a str,
    labels: Vec<Label<'a>>,
    candidates: &'a [String],
    notes: &'a [String],
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    spot: Spot<'a>,
    message: &'a str,
}

/// A place in a text, and on the page if the text is of recognised pages.
#[derive(Serialize)]
struct Spot<'a> {
    line: u64,
    column: u32,
    start: u64,
    end: u64,
    text: &'a str,
    #[serde(flatten)]
    on_page: Option<SpotOnPage<'a>>,
}

#[derive(Serialize)]
struct SpotOnPage<'a> {
    page: &'a str,
    row: u32,
    r#box: Option<[i32; 4]>,
}

impl<'a> Spot<'a> {
    fn of(place: &Place<'a>, span: Span) -> Self {
        let (line, column) = place.chunk.line_column(span.start);
        let original = place.chunk.original_range(span.start, span.end);
        let on_page = place.chunk.on_page(span).map(|OnPage { page, row, area }| SpotOnPage {
            page,
            row,
            r#box: area.map(|area| [area.left, area.top, area.right, area.bottom]),
        });
        let text = cut(span.of_text(&place.chunk.text), MOST_TEXT);
        Self { line, column, start: original.start, end: original.end, text, on_page }
    }
}

/// At most this many characters from the beginning.
pub(super) fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}
