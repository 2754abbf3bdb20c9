//! What is to be said of a chunk outside its games: bytes that are no text, words that no game has.
use super::found::Found;
use super::text::{Coverage, TextReport};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::source::{Chunk, is_blank, is_line_end};
use crate::span::Span;

/// How much of an input is looked at to tell what it is, in bytes.
const HEAD: usize = 64 * 1024;

/// The gap where some of the input could not be read, or what stands behind its end.
#[must_use]
pub fn gap(chunk: &Chunk) -> Option<Diagnostic> {
    chunk.gap().map(|gap| {
        let code = if gap.is_harmless() { Code::BehindArchive } else { Code::Damaged };
        Diagnostic::new(code, Span::default(), gap.to_string())
    })
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
    let unread = report.unread.iter().map(|unread| {
        let words = match unread.moves {
            1 => "1 word looks like a move and belongs".to_owned(),
            count => format!("{count} words look like moves and belong"),
        };
        if unread.is_game {
            let message = format!("a game stands here that could not be read: {words} to none");
            return Diagnostic::new(Code::LostGame, unread.span, message);
        }
        let message = format!("{words} to no game that could be read");
        Diagnostic::new(Code::UnusedMoves, unread.span, message)
    });
    let unclaimed = report
        .unclaimed
        .iter()
        .map(|&span| Diagnostic::new(Code::UnusedTags, span, "tag pairs above no game that could be read"));
    let little = report.coverage.is_little().then(|| {
        let Coverage { read, unread } = report.coverage;
        let message = format!("of about {} half-moves of this text {read} were read", read + unread);
        let place = report.unread.first().map_or_else(Span::default, |unread| unread.span);
        Diagnostic::new(Code::LittleRead, place, message).with_help(
            "look at what convert --unread FILE lists; --ignore little-read takes the text as it is",
        )
    });
    little.into_iter().chain(unread).chain(report.undone.iter().cloned()).chain(unclaimed).collect()
}

/// What is taken for a PGN game for want of anything else: words that nobody can read, without tags, moves or a result.
#[must_use]
pub fn is_hollow(found: &Found<'_, '_>) -> bool {
    let Found { game, diagnostics, .. } = found;
    game.tags.is_empty()
        && game.plies == 0
        && diagnostics.iter().any(|diagnostic| diagnostic.code == Code::ResultMissing)
        && !diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Texts have no NUL, and no other control characters but those of line printers and old editors.
#[must_use]
pub fn is_text(chunk: &Chunk) -> bool {
    !chunk.text.bytes().take(HEAD).any(|byte| byte < 0x07)
}

/// Says of an input that there is no game in it: one that begins with this chunk.
#[must_use]
pub fn no_game(chunk: &Chunk) -> Diagnostic {
    let text = chunk.text.as_str();
    let is_white =
        |c: char| c.is_whitespace() || u8::try_from(c).is_ok_and(|byte| is_blank(byte) || is_line_end(byte));
    let start = text.find(|c: char| !is_white(c));
    let begin = text.find(char::is_alphanumeric).or(start).unwrap_or(0);
    let line = text[begin..].lines().next().map_or(0, str::len);
    let message = match start {
        None => "no game: the input is empty",
        Some(_) if !is_text(chunk) => "no game: the input is no text",
        Some(_) => "no game was found in the input",
    };
    Diagnostic::new(Code::NoGame, Span::of(begin, begin + line), message)
}
