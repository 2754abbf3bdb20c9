//! Inputs without a game: empty ones, what is no text, texts without moves.
use super::config::Config;
use super::task::{Page, Task, raised};
use crate::code::Code;
use crate::diagnose::Severity;
use crate::emit::Place;
use crate::emit::diagnostics::Form;
use crate::reader::outside;
use crate::source::Chunk;

/// How much it weighs that an input has no game.
fn severity(config: &Config) -> Severity {
    let usual = if config.allow_empty { Severity::Note } else { Code::NoGame.severity() };
    raised(usual, config.rules.strict)
}

/// What is written of an input in which there is no game: one that begins with this chunk.
#[must_use]
pub fn page<T: Task>(task: &T, config: &Config, form: Option<Form>, file: &str, chunk: &Chunk) -> Page {
    let mut page = Page { first: 1, ..Page::default() };
    if !config.rules.counts(Code::NoGame) {
        return page;
    }
    let mut found = outside::no_game(chunk);
    if !config.allow_empty {
        found = found.with_help("PGN, or a text with the moves of games; with --allow-empty any input");
    }
    let severity = severity(config);
    page.tally.count(severity, found.code);
    let place = Place { file, chunk, game: None, tags: &[] };
    task.finding(&place, &found, severity, &mut page);
    if let Some(form) = form {
        page.findings.push(config, form, &place, &found, severity);
    }
    page
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
