//! The diagnostics of one game: notes once a kind, problems up to a limit, in the order they are found.
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::span::Span;

/// What has been found in a game.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
    /// Notes seen: their code, where the first stands in the list, how many followed.
    notes: Vec<(Code, usize, u32)>,
    limit: usize,
    /// Errors kept; they have a limit of their own, so that no flood of warnings hides one.
    errors: usize,
    beyond: u32,
}

impl Findings {
    /// Forgets all, for a game with at most `limit` errors, and as many other problems.
    pub fn clear(&mut self, limit: usize) {
        self.list.clear();
        self.notes.clear();
        self.limit = limit;
        self.errors = 0;
        self.beyond = 0;
    }

    /// Adds one; the message is made only if it is kept. A note of a kind that was seen is only counted.
    pub fn add(&mut self, code: Code, span: Span, make: impl FnOnce() -> Diagnostic) {
        if code.severity() == Severity::Note {
            if let Some((_, _, more)) = self.notes.iter_mut().find(|(seen, _, _)| *seen == code) {
                *more += 1;
                return;
            }
            self.notes.push((code, self.list.len(), 0));
        } else {
            let error = code.severity() == Severity::Error;
            if (if error { self.errors } else { self.list.len() - self.errors }) >= self.limit {
                self.beyond += 1;
                return;
            }
            self.errors += usize::from(error);
        }
        let mut diagnostic = make();
        diagnostic.span = span;
        self.list.push(diagnostic);
    }

    /// Adds one with nothing but a message.
    pub fn say(&mut self, code: Code, span: Span, ply: Option<u32>, message: impl FnOnce() -> String) {
        self.add(code, span, || {
            let mut diagnostic = Diagnostic::new(code, span, message());
            diagnostic.ply = ply;
            diagnostic
        });
    }

    /// How many were found, kept or only counted; notes of a kind are one.
    pub fn count(&self) -> usize {
        self.list.len() + self.beyond as usize
    }

    /// Counts what was left out, and puts all in the order of the text.
    pub fn finish(&mut self, game: Span) {
        if self.list.is_empty() {
            return;
        }
        for &(_, place, more) in &self.notes {
            if more > 0
                && let Some(diagnostic) = self.list.get_mut(place)
            {
                diagnostic.notes.push(format!("and {more} more in this game"));
            }
        }
        self.list.sort_by_key(|diagnostic| diagnostic.span.start);
        if self.beyond > 0 {
            let place = Span::new(game.start, game.start);
            let message = format!("{} more problems in this game", self.beyond);
            self.list.push(Diagnostic::new(Code::TooManyProblems, place, message));
        }
    }

    /// Adds one to a finished list, at its place in the text.
    pub fn insert(&mut self, diagnostic: Diagnostic) {
        let place = self.list.partition_point(|other| other.span.start <= diagnostic.span.start);
        self.list.insert(place, diagnostic);
    }

    /// What was found, in the order of the text.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }
}
