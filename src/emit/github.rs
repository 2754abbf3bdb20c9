//! Diagnostics as commands of a workflow on GitHub, which shows them beside the lines they are about.
use super::Place;
use super::sheet::Sheet;
use super::visible::visible;
use crate::diagnose::{Diagnostic, Severity};

/// Appends one line: `::error file=games.pgn,line=9,col=35,title=illegal-move::no knight of White's can reach e6`.
pub fn append(sheet: &mut Sheet, place: &Place<'_>, diagnostic: &Diagnostic, severity: Severity) {
    let (line, column) = place.chunk.line_column(diagnostic.span.start);
    sheet.text(match severity {
        Severity::Error => "::error",
        Severity::Warning => "::warning",
        Severity::Note => "::notice",
    });
    sheet.text(" file=");
    sheet.text(&escaped(place.file_at(diagnostic.span), true));
    sheet.text(",line=");
    sheet.number(line);
    sheet.text(",col=");
    sheet.number(column);
    sheet.text(",title=");
    sheet.text(diagnostic.code.name());
    sheet.text("::");
    sheet.text(&escaped(&diagnostic.message, false));
    sheet.text("\n");
}

/// Text as a command holds it: in one line, and in a property without its signs.
#[must_use]
pub fn escaped(text: &str, is_property: bool) -> String {
    let text = visible(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}
