//! `--players`: names of players as a spelling file has them.
use std::borrow::Cow;
use std::path::Path;

use super::inputs::{table_of, wrong};
use super::rules::Rules;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::error::Error;
use crate::game::Game;
use crate::names::Spellings;

/// Reads a spelling file.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read(path: &Path) -> Result<Spellings, Error> {
    let text = table_of(path)?;
    Spellings::parse(&text).map_err(|error| wrong(path, &error))
}

/// The game with the names of the table, and what is to be said; `None` if they stand there already.
pub fn named<'t>(table: &Spellings, game: &Game<'t>) -> Option<(Game<'t>, Vec<Diagnostic>)> {
    let mut named: Option<Game<'t>> = None;
    let mut notes = Vec::new();
    for (at, tag) in game.tags.iter().enumerate() {
        if tag.name != "White" && tag.name != "Black" {
            continue;
        }
        let Some(name) = table.name(&tag.value).filter(|name| *name != tag.value) else { continue };
        let message = format!("{}: `{}` is spelled `{name}`", tag.name, tag.value);
        notes.push(Diagnostic::new(Code::PlayerSpelling, tag.span.unwrap_or(game.span), message));
        named.get_or_insert_with(|| game.clone()).tags[at].value = Cow::Owned(name.to_owned());
    }
    named.map(|game| (game, notes))
}

/// The findings of a game with these, in the order of the text.
pub fn with(diagnostics: &[Diagnostic], notes: Vec<Diagnostic>, rules: &Rules) -> Vec<Diagnostic> {
    let mut all = diagnostics.to_vec();
    for note in notes.into_iter().filter(|note| rules.counts(note.code)) {
        let place = all.partition_point(|other| other.span.start <= note.span.start);
        all.insert(place, note);
    }
    all
}
