//! Diagnostics as one SARIF document (OASIS, version 2.1.0): [`head`], the results, [`foot`].
use serde_json::{Value, json};

use super::Place;
use super::sheet::Sheet;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::source::OnPage;

const fn level(severity: Severity) -> &'static str {
    severity.word()
}

/// What stands before the results: the tool, with all its rules.
#[must_use]
pub fn head() -> String {
    let rules: Vec<Value> = Code::ALL
        .iter()
        .map(|code| {
            json!({
                "id": code.name(),
                "shortDescription": {"text": code.meaning()},
                "help": {"text": code.advice()},
                "defaultConfiguration": {"level": level(code.severity())},
            })
        })
        .collect();
    let driver = json!({"name": "descant", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":         {driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

/// What stands behind the results; `properties` is what was counted. Each result ends with a comma, so an empty one, which
/// says that the run was whole, is the last.
#[must_use]
pub fn foot(properties: &Value) -> String {
    format!("],\"properties\":{properties}}}]}}\n")
}

/// Appends a result, on a line of its own.
pub fn append(sheet: &mut Sheet, place: &Place<'_>, diagnostic: &Diagnostic, severity: Severity) {
    let span = diagnostic.span;
    let (line, column) = place.chunk.line_column(span.start);
    let bytes = place.chunk.original_range(span.start, span.end);
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "level": level(severity),
        "message": {"text": diagnostic.message},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri(place.file_at(span))},
                "region": {
                    "startLine": line,
                    "startColumn": column,
                    "byteOffset": bytes.start,
                    "byteLength": bytes.end - bytes.start,
                },
            },
        }],
    });
    match place.chunk.on_page(span) {
        None => {
            let (line, column) = place.chunk.line_column(span.end);
            let region = &mut result["locations"][0]["physicalLocation"]["region"];
            region["endLine"] = line.into();
            region["endColumn"] = column.into();
        }
        // Words side by side on a page may stand anywhere in its file, the last before the first.
        Some(OnPage { page, row, area }) => {
            let area = area.map(|area| [area.left, area.top, area.right, area.bottom]);
            result["properties"] = json!({"page": page, "row": row, "box": area});
        }
    }
    sheet.text(",");
    sheet.text(&result.to_string());
    sheet.text("\n");
}

/// A path as a relative or absolute reference of a URI.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
