//! Recognised pages to games: the text they were laid out to is read as raw print.
use super::text::{TextOptions, TextReport, read_text};
use crate::grammar::cell;
use crate::lexicon::{Dialect, Language};
use crate::source::Chunk;
use crate::span::Span;

/// Reads all games of a text that was laid out from recognised pages ([`Book::lay_out`](crate::scan::Book::lay_out)):
/// English moves with the licence that raw recognition needs. Spans are offsets in the text, which the chunk takes back to
/// pages and files; the `Source` of a game is the page and the row on which it begins.
#[must_use]
pub fn read_pages<'t>(chunk: &'t Chunk, options: &TextOptions) -> TextReport<'t> {
    let dialect = options.notation.or_else(|| cell::detect(&chunk.text)).unwrap_or_default();
    let is_raw = options.notation.is_none() && dialect.language == Language::English;
    let notation = if is_raw { Dialect::ENGLISH_OCR } else { dialect };
    let mut report = read_text(&chunk.text, &TextOptions { notation: Some(notation), ..options.clone() });
    for found in &mut report.games {
        let game = &mut found.game;
        let first = game.details.iter().map(|detail| detail.printed).find(|span| !span.is_empty());
        let start = first.map_or(game.span.start, |span| span.start);
        let Some(place) = chunk.on_page(Span::new(start, start)) else { continue };
        let tag = game.tags.iter_mut().find(|tag| tag.name == "Source" && tag.inferred);
        if let Some(tag) = tag {
            tag.value = format!("{}, row {}", place.page, place.row).into();
        }
    }
    report
}
