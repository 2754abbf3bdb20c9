//! The table of findings: a row for each.
use super::Columns;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::{Place, Rows};
use crate::game::value::{About, Kind, Value};

/// Writes findings as rows.
#[derive(Clone, Debug)]
pub struct Findings {
    columns: Columns<usize>,
}

impl Findings {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new("game", Kind::Long, "the number of the game in its file, from 1; empty outside games"),
        About::new("file", Kind::Text, "the input it was found in, as it was named"),
        About::new("line", Kind::Long, "the line of the file where it stands, from 1"),
        About::new("column", Kind::Number, "the character of the line, from 1"),
        About::new(
            "byte",
            Kind::Long,
            "the byte of the (unpacked) file where it begins, from 0; of its frame where there is one",
        ),
        About::new("end", Kind::Long, "the byte behind its end"),
        About::new(
            "frame",
            Kind::Long,
            "the byte of the packed file where its frame begins, in parts of packed files",
        ),
        About::new("ply", Kind::Number, "the half-move it is about, from 1; empty outside the moves"),
        About::new("severity", Kind::Text, "error, warning or note"),
        About::new("code", Kind::Text, "its code (descant explain CODE)"),
        About::new("message", Kind::Text, "what is wrong"),
        About::new("text", Kind::Text, "the words of the record"),
        About::new("candidates", Kind::Text, "legal moves that could be meant, a blank between them"),
        About::new("help", Kind::Text, "what would be accepted"),
        About::new("white", Kind::Text, "the tag White"),
        About::new("black", Kind::Text, "the tag Black"),
    ];

    /// With these columns.
    #[must_use]
    pub const fn new(columns: Columns<usize>) -> Self {
        Self { columns }
    }

    /// Appends the row of a finding, which weighs so much in this run.
    pub fn write(&self, place: &Place<'_>, found: &Diagnostic, severity: Severity, rows: &mut impl Rows) {
        let span = found.span;
        let (line, column) = place.chunk.line_column(span.start);
        let bytes = place.chunk.original_range(span.start, span.end);
        let start = place.chunk.stands(bytes.start);
        let long = |n: u64| Value::Number(i64::try_from(n).unwrap_or(i64::MAX));
        let candidates = found.candidates.join(" ");
        self.columns.row(
            |&at| match Self::TABLE[at].name {
                "game" => place.game.map_or(Value::Empty, Value::Game),
                "file" => Value::Text(place.file_at(span)),
                "line" if !place.chunk.knows_lines() => Value::Empty,
                "line" => long(line),
                "column" => Value::Number(column.into()),
                "byte" => long(start.byte),
                "end" => long(start.byte + (bytes.end - bytes.start)),
                "frame" => start.frame.map_or(Value::Empty, long),
                "ply" => Value::maybe(
                    found.ply.map(|before| u64::from(before) + 1).and_then(|n| u32::try_from(n).ok()),
                ),
                "severity" => Value::Text(severity.word()),
                "code" => Value::Text(found.code.name()),
                "message" => Value::Text(&found.message),
                "text" => Value::Text(span.of_text(&place.chunk.text)),
                "candidates" => Value::Text(&candidates),
                "help" => Value::word(found.help.as_deref()),
                "white" => Value::word(place.players().0),
                "black" => Value::word(place.players().1),
                _ => Value::Empty,
            },
            rows,
        );
    }
}
