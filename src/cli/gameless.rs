//! Inputs without a game: empty ones, what is no text, texts without moves.
use super::config::Config;
use super::findings::Findings;
use super::inputs::HEAD;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::Place;
use crate::emit::diagnostics::Form;
use crate::reader::Found;
use crate::source::{Chunk, is_blank, is_line_end};
use crate::span::Span;

/// What is taken for a PGN game for want of anything else: words that nobody can read, without tags, moves or a result.
#[must_use]
pub fn is_hollow(found: &Found<'_, '_>) -> bool {
    let Found { game, diagnostics, .. } = found;
    game.tags.is_empty()
        && game.plies == 0
        && diagnostics.iter().any(|diagnostic| diagnostic.code == Code::ResultMissing)
        && !diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// How much it weighs that an input has no game.
#[must_use]
pub fn severity(config: &Config) -> Severity {
    if config.allow_empty { Severity::Note } else { Code::NoGame.severity() }
}

/// Texts have no NUL, and no other control characters but those of line printers and old editors.
#[must_use]
pub fn is_text(chunk: &Chunk) -> bool {
    !chunk.text.bytes().take(HEAD).any(|byte| byte < 0x07)
}

/// Says of an input that there is no game in it: one that begins with this chunk.
#[must_use]
pub fn finding(chunk: &Chunk, config: &Config, form: Option<Form>, file: &str) -> Findings {
    let mut findings = Findings::default();
    let Some(form) = form.filter(|_| config.rules.counts(Code::NoGame)) else { return findings };
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
    let found = Diagnostic::new(Code::NoGame, Span::of(begin, begin + line), message);
    let found = if config.allow_empty {
        found
    } else {
        found.with_help("PGN, or a text with the moves of games; with --allow-empty any input")
    };
    let place = Place { file, chunk, game: None, tags: &[] };
    findings.push(config, form, &place, &found, severity(config));
    findings
}

/// Says which games were asked for and are not there.
#[must_use]
pub fn not_there(file: &str, games: u64, missing: &[u64]) -> String {
    let has = match games {
        1 => "1 game".to_owned(),
        _ => format!("{games} games"),
    };
    let missing: Vec<_> = missing.iter().map(u64::to_string).collect();
    format!("{file} has {has}, and none with the number {}", missing.join(", "))
}
