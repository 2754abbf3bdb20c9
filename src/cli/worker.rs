//! One worker of a run: reads chunks, and hands their games to the command with what was found in them.
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::config::Config;
use super::task::{Met, Page, Task, raised};
use super::{gameless, players};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::Place;
use crate::emit::diagnostics::Form;
use crate::game::Game;
use crate::reader::Found;
use crate::reader::outside;
use crate::reader::pgn::PgnReader;
use crate::reader::read_chunk;
use crate::source::{Chunk, Kind};

/// Reads chunks of an input, one after the other.
pub struct Worker<'a, T: Task> {
    pub task: &'a T,
    pub config: &'a Config,
    pub file: &'a str,
    pub input: usize,
    pub kind: Kind,
    /// What is to be said before the games.
    pub findings: &'a [Diagnostic],
    pub form: Option<Form>,
    pub max_problems: usize,
    /// Games of the chunks before, while one worker reads all.
    pub before: &'a AtomicU64,
    pub reader: PgnReader,
    pub state: T::State,
}

impl<T: Task> Worker<'_, T> {
    /// Reads a chunk; what is made of it goes to the page.
    pub fn read(&mut self, chunk: &Chunk, page: &mut Page) {
        let before = self.before.load(Ordering::Relaxed);
        page.continues = chunk.continues;
        if let Some(gap) = outside::gap(chunk) {
            page.lost = gap.code == Code::Damaged;
            self.say(chunk, &gap, page);
            return;
        }
        // How the bytes of what is no text were read is of no use, unless there are games among them.
        let mut bytes = outside::bytes(chunk);
        if bytes.is_empty() || outside::is_text(chunk) {
            self.say_all(chunk, &std::mem::take(&mut bytes), page);
            std::mem::swap(&mut page.head, &mut page.findings);
        }
        let mut has_exercises = false;
        match self.kind {
            Kind::Pgn => {
                let mut reader = std::mem::take(&mut self.reader);
                if let Some(book) = &self.config.decisions {
                    reader.decide(book.find(self.file, chunk, Vec::new));
                }
                // A game without tags may turn out to be none; and what numbers and names choose is known elsewhere.
                let may_refuse = self.config.games.is_none() && self.config.players.is_none();
                let task = self.task;
                let mut refused = 0;
                let wants = &mut |game: &Game<'_>| {
                    let is_refused = may_refuse && !game.tags.is_empty() && task.refuses(game);
                    refused += u64::from(is_refused);
                    !is_refused
                };
                let _ = reader.read_wanted(&chunk.text, wants, &mut |found| {
                    page.seen += 1;
                    page.hollow += u64::from(outside::is_hollow(&found));
                    self.game(chunk, before, found, page)
                });
                self.reader = reader;
                page.seen += refused;
                page.tally.games += refused;
                page.tally.left_out += refused;
                self.task.chunk(self.input, chunk, page.seen, &[]);
            }
            Kind::Text => {
                self.say_all(chunk, self.findings, page);
                let mut options = self.task.text_options();
                options.notation = self.config.notation;
                options.fen = self.config.start;
                // The stretches of a larger text are read beside one another.
                options.jobs = if chunk.index == 0 { self.config.jobs } else { 1 };
                options.memory.clone_from(&self.config.memory);
                if let Some(book) = &self.config.decisions {
                    options.decided = book.find(self.file, chunk, || {
                        let report = read_chunk(chunk, &options);
                        report.games.iter().map(|found| found.game.printed().collect()).collect()
                    });
                }
                let report = read_chunk(chunk, &options);
                page.seen = report.games.len() as u64;
                has_exercises = !report.exercises.is_empty();
                for (text, index) in report.games.iter().zip(0..) {
                    let raw = text.game.span;
                    let found = Found { game: &text.game, diagnostics: &text.diagnostics, index, raw };
                    if self.game(chunk, before, found, page).is_break() {
                        break;
                    }
                }
                let place = Place { file: self.file, chunk, game: None, tags: &[] };
                if self.config.games.is_none() {
                    page.tally.text(&report);
                    self.task.text(&mut self.state, &place, &report, page);
                }
                self.task.unread(&place, &report, page);
                let mut unread = &report.unread[..];
                if self.config.games.is_none() {
                    self.say_all(chunk, &outside::words(&report), page);
                } else {
                    unread = &[];
                }
                self.task.chunk(self.input, chunk, page.seen, unread);
            }
        }
        if page.seen > page.hollow || has_exercises {
            self.say_all(chunk, &bytes, page);
        } else if chunk.index == 0 {
            let no_game = gameless::page(self.task, self.config, self.form, self.file, chunk);
            page.no_game = Some(Box::new(no_game));
        }
        self.before.store(before + page.seen, Ordering::Relaxed);
    }

    fn game(&mut self, chunk: &Chunk, before: u64, found: Found<'_, '_>, page: &mut Page) -> ControlFlow<()> {
        if let Some(games) = &self.config.games {
            let number = before + u64::from(found.index) + 1;
            if number >= games.last() {
                page.last = !(self.kind == Kind::Text && self.task.reads_to_end());
            }
            if !games.contains(number) {
                return if number > games.last() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                };
            }
        }
        let rules = &self.config.rules;
        let place = Place::in_game(self.file, chunk, found.index, found.game);
        let counting: Vec<Diagnostic>;
        let mut found = found;
        if !rules.counts_all() {
            counting = found.diagnostics.iter().filter(|one| rules.counts(one.code)).cloned().collect();
            found = Found { diagnostics: &counting, ..found };
        }
        let named;
        let with_note;
        let mut place = place;
        if let Some((game, notes)) =
            self.config.players.as_ref().and_then(|table| players::named(table, found.game))
        {
            named = game;
            with_note = players::with(found.diagnostics, notes, rules);
            found = Found { game: &named, diagnostics: &with_note, ..found };
            place = Place::in_game(self.file, chunk, found.index, found.game);
        }
        let met = Met { found, place, input: self.input, strict: rules.strict };
        page.extra.clear();
        page.left_out = false;
        self.task.game(&mut self.state, &met, page);
        page.tally.games += 1;
        if page.left_out {
            page.tally.left_out += 1;
            return ControlFlow::Continue(());
        }
        let mut bad = false;
        let mut extra = std::mem::take(&mut page.extra);
        extra.retain(|diagnostic| rules.counts(diagnostic.code));
        // Errors are shown before anything else, should there be too many.
        let is_error = |diagnostic: &Diagnostic| met.severity(diagnostic) == Severity::Error;
        let all = || found.diagnostics.iter().chain(&extra);
        let mut errors = all().filter(|diagnostic| is_error(diagnostic)).count().min(self.max_problems);
        let mut others = self.max_problems - errors;
        let mut unshown = 0;
        for diagnostic in all() {
            let severity = met.severity(diagnostic);
            let error = severity == Severity::Error;
            bad |= error;
            page.tally.count(severity, diagnostic.code);
            let room = if error { &mut errors } else { &mut others };
            match self.form {
                Some(form) if *room > 0 => {
                    *room -= 1;
                    page.findings.push(self.config, form, &place, diagnostic, severity);
                }
                _ => unshown += u64::from(severity >= rules.level),
            }
        }
        if unshown > 0
            && let Some(form) = self.form
        {
            page.findings.unshown(form, &place, met.found.game.span.start, unshown);
        }
        page.extra = extra;
        page.tally.bad += u64::from(bad);
        ControlFlow::Continue(())
    }

    /// Findings outside games.
    fn say_all(&self, chunk: &Chunk, findings: &[Diagnostic], page: &mut Page) {
        for finding in findings {
            self.say(chunk, finding, page);
        }
    }

    /// A finding outside games.
    fn say(&self, chunk: &Chunk, diagnostic: &Diagnostic, page: &mut Page) {
        if !self.config.rules.counts(diagnostic.code) {
            return;
        }
        let severity = raised(diagnostic.severity, self.config.rules.strict);
        page.tally.count(severity, diagnostic.code);
        let place = Place { file: self.file, chunk, game: None, tags: &[] };
        self.task.finding(&place, diagnostic, severity, page);
        if let Some(form) = self.form {
            page.findings.push(self.config, form, &place, diagnostic, severity);
        }
    }
}
