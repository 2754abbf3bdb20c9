//! What is to be said of a chunk outside its games: bytes that are no text, words that no game has.
use super::text::TextReport;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::source::Chunk;
use crate::span::Span;

/// Moves of no game that stand closer than this belong together, in bytes.
const NEAR: u32 = 300;

/// The gap where some of the input could not be read.
#[must_use]
pub fn gap(chunk: &Chunk) -> Option<Diagnostic> {
    chunk.gap().map(|gap| Diagnostic::new(Code::Damaged, Span::default(), gap.to_string()))
}

/// Bytes that are not of the encoding of a chunk.
#[must_use]
pub fn bytes(chunk: &Chunk) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if chunk.was_patched() {
        found.push(patched(chunk));
    }
    if let Some((count, place)) = chunk.undecoded() {
        let characters = if count == 1 { "character" } else { "characters" };
        let message = format!("{count} {characters} that the encoding does not have, read as U+FFFD");
        found.push(Diagnostic::new(Code::Undecoded, Span::new(place.start, place.end), message));
    }
    found
}

fn patched(chunk: &Chunk) -> Diagnostic {
    let count = chunk.patched_bytes();
    let at = chunk.text.char_indices().find(|&(at, c)| {
        let span = Span::of(at, at + c.len_utf8());
        !c.is_ascii() && chunk.raw_range(span.start, span.end) != c.to_string().as_bytes()
    });
    let span = at.map_or_else(Span::default, |(at, c)| Span::of(at, at + c.len_utf8()));
    let message = format!(
        "{count} {} no UTF-8, read as Windows-1252",
        if count == 1 { "byte that is" } else { "bytes that are" }
    );
    Diagnostic::new(Code::MixedEncoding, span, message)
}

/// Words of a text that look like moves, and tag pairs, that belong to no game, and decisions that could not be carried out.
#[must_use]
pub fn words(report: &TextReport<'_>) -> Vec<Diagnostic> {
    let mut groups: Vec<(Span, u32)> = Vec::new();
    for &span in &report.unused {
        match groups.last_mut() {
            Some((group, count)) if span.start.saturating_sub(group.end) < NEAR => {
                *group = group.join(span);
                *count += 1;
            }
            _ => groups.push((span, 1)),
        }
    }
    let unused = groups.into_iter().map(|(span, count)| {
        let words = if count == 1 {
            "1 word looks like a move and belongs"
        } else {
            "words look like moves and belong"
        };
        let number = if count == 1 { String::new() } else { format!("{count} ") };
        let message = format!("{number}{words} to no game that could be read");
        Diagnostic::new(Code::UnusedMoves, span, message)
    });
    let unclaimed = report
        .unclaimed
        .iter()
        .map(|&span| Diagnostic::new(Code::UnusedTags, span, "tag pairs above no game that could be read"));
    unused.chain(report.undone.iter().cloned()).chain(unclaimed).collect()
}
