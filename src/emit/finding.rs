//! A diagnostic as a JSON object.
use serde::Serialize;

use super::Place;
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
    for part in
        ["{\"severity\":\"", severity.word(), "\",\"code\":\"", diagnostic.code.name(), "\",\"file\":"]
    {
        sheet.text(part);
    }
    json(sheet, place.file_at(diagnostic.span));
    sheet.text(",\"game\":");
    match place.game {
        Some(index) => sheet.game_number(index),
        None => sheet.text("null"),
    }
    sheet.text(",\"white\":");
    json(sheet, &place.players.0);
    sheet.text(",\"black\":");
    json(sheet, &place.players.1);
    sheet.text(",\"ply\":");
    json(sheet, &diagnostic.ply.map(|before| u64::from(before) + 1));
    sheet.text(",");
    json_place(sheet, place, diagnostic.span);
    sheet.text(",\"message\":");
    json(sheet, &diagnostic.message);
    sheet.text(",\"labels\":[");
    for (index, label) in diagnostic.labels.iter().enumerate() {
        sheet.text(if index > 0 { ",{" } else { "{" });
        json_place(sheet, place, label.span);
        sheet.text(",\"message\":");
        json(sheet, &label.text);
        sheet.text("}");
    }
    sheet.text("],\"candidates\":");
    json(sheet, &diagnostic.candidates);
    sheet.text(",\"notes\":");
    json(sheet, &diagnostic.notes);
    sheet.text(",\"help\":");
    json(sheet, &diagnostic.help);
    sheet.text("}");
}

/// `"line":…,"column":…,"start":…,"end":…,"text":…`; of recognised pages `"page":…,"row":…,"box":[…]` besides.
fn json_place(sheet: &mut Sheet, place: &Place<'_>, span: Span) {
    let (line, column) = place.chunk.line_column(span.start);
    let original = place.chunk.original_range(span.start, span.end);
    let numbers = [
        ("\"line\":", line),
        (",\"column\":", column.into()),
        (",\"start\":", original.start),
        (",\"end\":", original.end),
    ];
    for (name, number) in numbers {
        sheet.text(name);
        sheet.number(number);
    }
    sheet.text(",\"text\":");
    json(sheet, cut(span.of_text(&place.chunk.text), MOST_TEXT));
    let Some(OnPage { page, row, area }) = place.chunk.on_page(span) else { return };
    sheet.text(",\"page\":");
    json(sheet, page);
    sheet.text(",\"row\":");
    sheet.number(row);
    sheet.text(",\"box\":");
    json(sheet, &area.map(|area| [area.left, area.top, area.right, area.bottom]));
}

fn json(sheet: &mut Sheet, value: &(impl Serialize + ?Sized)) {
    // Writing to a sheet cannot fail, and what is written here is always JSON.
    let _ = serde_json::to_writer(sheet, value);
}

/// At most this many characters from the beginning.
pub(super) fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}
