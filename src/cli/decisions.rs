//! `--decisions`: what was decided about places in doubt, found in the texts that are read.
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::inputs::text_of;
use crate::code::Code;
use crate::decisions::{Decided, Decisions, Found, Index};
use crate::diagnose::Diagnostic;
use crate::emit::Place;
use crate::error::Error;
use crate::source::Chunk;
use crate::span::Span;

/// The decisions of a file, and which of them were found so far.
#[derive(Debug)]
pub struct Book {
    name: String,
    /// The file as a text, for the places of its rows.
    chunk: Chunk,
    /// The rows.
    pub decisions: Decisions,
    met: Mutex<Vec<Met>>,
}

/// What became of a row.
#[derive(Clone, Debug)]
enum Met {
    /// No text that it may speak of was read.
    Not,
    Found,
    /// Why it was not found, and the words most like it.
    Stale(String),
}

impl Book {
    /// Reads a file of decisions.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let wrong = |error: &dyn std::fmt::Display| Error::usage(format!("{name}: {error}"));
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        let text = text_of(bytes).map_err(|error| wrong(&error))?;
        Self::parse(name, text)
    }

    /// The decisions of a text of this name.
    ///
    /// # Errors
    /// When it is no file of decisions.
    pub fn parse(name: String, text: String) -> Result<Self, Error> {
        let decisions = Decisions::parse(&text).map_err(|(line, why)| {
            Error::usage(format!("{name}:{line}: {why} (descant explain decisions)"))
        })?;
        let met = Mutex::new(vec![Met::Not; decisions.rows.len()]);
        Ok(Self { name, chunk: Chunk::from_text(text), decisions, met })
    }

    /// Where the rows that speak of a text of this name stand in it. `games` tells where the moves of its games stand; it
    /// is asked if the words around them do not find all rows.
    #[must_use]
    pub fn find(&self, name: &str, chunk: &Chunk, games: impl FnOnce() -> Vec<Vec<Span>>) -> Vec<Decided> {
        let mut index = Index::new(&chunk.text);
        let line_column = |offset| chunk.shown_place(offset);
        let mut found = self.decisions.find(name, &index, &line_column);
        let is_open = |row: usize, found: &Found| {
            !matches!(found, Found::At(_)) && self.decisions.rows[row].place.has_moves()
        };
        if found.iter().any(|(row, found)| is_open(*row, found)) {
            games().into_iter().for_each(|moves| index.follow(moves.into_iter()));
            for (row, found) in found.iter_mut().filter(|(row, found)| is_open(*row, found)) {
                *found = index.find(&self.decisions.rows[*row].place, &line_column);
            }
        }
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = Vec::new();
        for (row, found) in found {
            let state = match found {
                Found::At(span) => {
                    let decision = self.decisions.rows[row].decision.clone();
                    out.push(Decided { span, decision, earlier: None });
                    Met::Found
                }
                Found::Nowhere(Some(near)) => {
                    let (line, column) = chunk.shown_place(near.start);
                    let words = crate::book::note::fold(near.of_text(&chunk.text));
                    Met::Stale(format!(
                        "its words were not found in {name}; nearest is line {line}, column {column}: {words}"
                    ))
                }
                Found::Nowhere(None) => Met::Stale(format!("its words were not found in {name}")),
                Found::Often(count) => Met::Stale(format!(
                    "its words stand {count} times in {name}, and at another line and column"
                )),
            };
            if !matches!(met[row], Met::Found) {
                met[row] = state;
            }
        }
        out
    }

    /// Where the file's own places are.
    #[must_use]
    pub fn place(&self) -> Place<'_> {
        Place { file: &self.name, chunk: &self.chunk, game: None, tags: &[] }
    }

    /// What is to be said of the rows that were found nowhere.
    #[must_use]
    pub fn stale(&self) -> Vec<Diagnostic> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = self.decisions.rows.iter().zip(met.iter());
        rows.filter_map(|(row, met)| {
            let why = match met {
                Met::Found => return None,
                Met::Not => "no text that it may speak of was read".to_owned(),
                Met::Stale(why) => why.clone(),
            };
            Some(Diagnostic::new(Code::StaleDecision, row.span, why))
        })
        .collect()
    }
}
