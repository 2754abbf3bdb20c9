//! One run over all inputs: opens them, has the games read side by side, and writes results and findings in the order
//! of the input.
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::config::{Config, Stream, What};
use super::gameless;
use super::output::Output;
use super::pages::{self, Pending};
use super::progress::Progress;
use super::tally::Tally;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::diagnostics::{self, Form};
use crate::emit::{Place, Sheet, visible};
use crate::error::Error;
use crate::pipeline;
use crate::reader::Found;
use crate::reader::pages::read_pages;
use crate::reader::pgn::{PgnOptions, PgnReader};
use crate::reader::text::{TextOptions, TextReport, read_text};
use crate::scan;
use crate::source::{CHUNK, Chunk, Chunks, Input, Kind, SourceError, head, open_counted, sniff, whole_of};
use crate::span::Span;

/// How much of an input is looked at to tell what it is, in bytes.
pub const HEAD: usize = 64 * 1024;
/// Moves of no game that stand closer than this belong together, in bytes.
const NEAR: u32 = 300;
/// How much PGN is read at a time where much more is written than read, in bytes.
pub const SMALL_CHUNK: usize = CHUNK / 8;

/// What a command does with each game.
pub trait Task: Sync {
    /// What a worker keeps from game to game.
    type State;

    /// A worker begins.
    fn state(&self) -> Self::State;

    /// What is wanted of PGN.
    fn pgn_options(&self) -> PgnOptions;

    /// How much PGN is read at a time, in bytes: what is written from it is held until its turn comes.
    fn chunk_size(&self) -> usize {
        CHUNK
    }

    /// How texts are read.
    fn text_options(&self) -> TextOptions {
        TextOptions::default()
    }

    /// A game was read: what is to be written goes to the page.
    fn game(&self, state: &mut Self::State, met: &Met<'_, '_>, page: &mut Page);

    /// A text was read to its end, and all its games are wanted.
    fn text(&self, _state: &mut Self::State, _place: &Place<'_>, _report: &TextReport<'_>, _page: &mut Page) {
    }

    /// A chunk of this input was read to its end: how many games it has, wanted or not, and the words in it that look
    /// like moves and belong to none.
    fn chunk(&self, _input: usize, _chunk: &Chunk, _games: u64, _unused: &[Span]) {}
}

/// A game with its surroundings.
pub struct Met<'a, 't> {
    /// The game, its diagnostics and its place in the chunk.
    pub found: Found<'a, 't>,
    /// Where it belongs.
    pub place: Place<'a>,
    /// The number of its input, from 0.
    pub input: usize,
    /// Warnings count as errors.
    pub strict: bool,
}

impl Met<'_, '_> {
    /// How much a finding weighs in this run.
    #[must_use]
    pub fn severity(&self, diagnostic: &Diagnostic) -> Severity {
        raised(diagnostic.severity, self.strict)
    }

    /// The game has an error.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.found.diagnostics.iter().any(|diagnostic| self.severity(diagnostic) == Severity::Error)
    }
}

/// How much a finding of this weight weighs in a run.
#[must_use]
pub fn raised(severity: Severity, strict: bool) -> Severity {
    if strict && severity == Severity::Warning { Severity::Error } else { severity }
}

/// What is written from one chunk.
#[derive(Debug, Default)]
pub struct Page {
    /// Results.
    pub results: Sheet,
    /// What goes to the reject file.
    pub rejects: Vec<u8>,
    /// Further findings of the game at hand.
    pub extra: Vec<Diagnostic>,
    /// The game at hand is not wanted, and nothing is said of it.
    pub left_out: bool,
    findings: Sheet,
    tally: Tally,
    /// Games in the chunk, wanted or not.
    seen: u64,
    /// How many of them are none: words that nobody can read, and nothing else.
    hollow: u64,
    /// What is to be said if no game comes after this chunk, the first.
    no_game: Option<Sheet>,
    /// No game after these is wanted.
    last: bool,
}

impl Page {
    fn clear(&mut self) {
        self.results.clear();
        self.findings.clear();
        self.rejects.clear();
        self.tally = Tally::default();
        self.seen = 0;
        self.hollow = 0;
        self.no_game = None;
        self.last = false;
    }
}

/// Where the parts of a run go.
pub struct Streams {
    /// Results.
    pub results: Output,
    /// Rejected games.
    pub rejects: Option<Output>,
    /// Findings are results: they go to the same place.
    pub findings_are_results: bool,
    /// How many findings of a game are shown.
    pub max_problems: usize,
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct Summary {
    /// What was counted.
    pub tally: Tally,
    /// Some input could not be read.
    pub unread: bool,
}

impl Summary {
    /// Whether what was written takes its place; if it does not, says why.
    #[must_use]
    pub fn lets_finish(&self, output: &Output, config: &Config) -> bool {
        let is_kept = matches!(output, Output::File(_) | Output::Device(..));
        if !self.unread || !is_kept || config.force {
            return true;
        }
        complain(&"an input could not be read, so the output file was not written");
        false
    }
}

/// Says on standard error what went wrong; if nobody listens, nothing is lost.
pub fn complain(error: &dyn std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "descant: {}", visible(&error.to_string()));
}

/// Reads all inputs.
///
/// An input that cannot be read is told on standard error, and the others are read.
///
/// # Errors
/// When an output cannot be written; a closed pipe is one of these.
pub fn run<T: Task>(config: &Config, task: &T, mut streams: Streams) -> Result<Summary, Error> {
    let results = streams.results.stream();
    let form = config.form(if streams.findings_are_results { results } else { Stream::Err });
    let total = config.inputs.iter().map(Input::size).sum::<Option<u64>>();
    let shown_there = results == Stream::Out && std::io::stdout().is_terminal();
    let mut progress = Progress::new(!config.quiet && !shown_there, total);
    let mut summary = Summary::default();
    let mut pending = Pending::default();
    let ends = config.inputs.iter().map(Some).chain([None]);
    for (number, input) in ends.enumerate() {
        let mut pass = Pass {
            config,
            task,
            form,
            streams: &mut streams,
            progress: &mut progress,
            tally: &mut summary.tally,
        };
        let read = match input {
            Some(input) => pass.input(number, input, &mut pending),
            None => pass.book(&mut pending),
        };
        match read {
            Ok(()) => {}
            Err(Stop::Input(error)) => {
                progress.aside(|| complain(&error));
                summary.unread = true;
            }
            Err(Stop::Output(error)) => {
                progress.finish();
                return Err(error);
            }
        }
    }
    progress.finish();
    let lost = summary.tally.has(Code::NotInEncoding) || summary.tally.has(Code::Undecoded);
    if lost && streams.results.replaces_any() {
        return Err(streams.results.would_replace("PGN without some of its characters"));
    }
    if summary.lets_finish(&streams.results, config) {
        streams.results.finish()?;
        if let Some(rejects) = streams.rejects {
            rejects.finish()?;
        }
    }
    Ok(summary)
}

/// Why an input was not read to its end.
enum Stop {
    Input(SourceError),
    Output(Error),
}

/// The reading of the inputs, one after the other.
struct Pass<'a, T: Task> {
    config: &'a Config,
    task: &'a T,
    form: Option<Form>,
    streams: &'a mut Streams,
    progress: &'a mut Progress,
    tally: &'a mut Tally,
}

/// What the games of an input are read from.
struct Source<'a> {
    /// The number of the input, from 0.
    number: usize,
    file: &'a str,
    kind: Kind,
    /// What is to be said before the games.
    findings: &'a [Diagnostic],
}

impl<T: Task> Pass<'_, T> {
    /// Reads an input. Recognised pages wait in `pending` for those that come next: together they are a book.
    fn input(&mut self, number: usize, input: &Input, pending: &mut Pending) -> Result<(), Stop> {
        let config = self.config;
        let file = input.name();
        if *input == Input::Stdin && !config.quiet && std::io::stdin().is_terminal() {
            complain(&"reading what is typed; Ctrl-D ends it (descant --help tells more)");
        }
        let reader = open_counted(input, &self.progress.read).map_err(Stop::Input)?;
        let (bytes, reader) = head(reader, HEAD).map_err(Stop::Input)?;
        let what = match config.what {
            Some(what) => what,
            None => match scan::sniff(&bytes) {
                Some(format) => What::Scan(format),
                None => What::Text(sniff(&bytes)),
            },
        };
        if let Some(error) = pages::unrecognised(&file, &bytes) {
            return Err(Stop::Input(error));
        }
        if what != What::Text(Kind::Pgn) && self.streams.results.replaces(number) {
            let what = "the games read from it: it is no PGN";
            return Err(Stop::Output(self.streams.results.would_replace(what)));
        }
        let kind = match what {
            What::Text(kind) => kind,
            What::Scan(format) => {
                let encoding = pages::encoding(config.encoding, &bytes);
                let chunk = whole_of(&file, reader, encoding).map_err(Stop::Input)?;
                pending.push(number, file, &chunk, format);
                self.progress.set_pages(pending.pages());
                return Ok(());
            }
        };
        self.book(pending)?;
        let chunks: Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send> = match kind {
            Kind::Pgn => Box::new(
                Chunks::new(reader, config.encoding).with_chunk_size(self.task.chunk_size()).with_name(&file),
            ),
            Kind::Text => Box::new(std::iter::once_with(|| whole_of(&file, reader, config.encoding))),
        };
        self.games(&Source { number, file: &file, kind, findings: &[] }, chunks)
    }

    /// Reads the pages that are waiting, as one book.
    fn book(&mut self, pending: &mut Pending) -> Result<(), Stop> {
        let Some(book) = pending.take() else { return Ok(()) };
        let (chunk, findings) = book.pages.lay_out();
        let source = Source { number: book.number, file: &book.name, kind: Kind::Text, findings: &findings };
        self.games(&source, std::iter::once(Ok(chunk)))
    }

    /// Reads the games of the chunks.
    fn games(
        &mut self,
        source: &Source<'_>,
        chunks: impl Iterator<Item = Result<Chunk, SourceError>> + Send,
    ) -> Result<(), Stop> {
        let Self { config, task, form, streams, progress, tally } = self;
        let (config, task, form) = (*config, *task, *form);
        let &Source { number, file, kind, findings } = source;
        // Game numbers are known in order only: where games are chosen by them, one worker reads all.
        let jobs = if config.games.is_some() { 1 } else { config.jobs };
        let before = AtomicU64::new(0);
        let spare = Mutex::new(Vec::<Page>::new());
        let mut first = 1;
        let mut hollow = 0;
        let mut no_game = None;
        let max_problems = streams.max_problems;
        let end = pipeline::run(
            chunks,
            jobs,
            |chunk| chunk.text.len(),
            || Worker {
                task,
                config,
                file,
                input: number,
                findings,
                kind,
                form,
                max_problems,
                before: &before,
                reader: PgnReader::new(task.pgn_options()),
                state: task.state(),
            },
            |worker, chunk| {
                let mut page = spare.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_default();
                worker.read(&chunk, &mut page);
                page
            },
            |mut page| {
                let written = write_page(&page, first, streams, progress);
                first += page.seen;
                hollow += page.hollow;
                no_game = no_game.take().or(page.no_game.take());
                tally.add(&page.tally);
                let last = page.last;
                page.clear();
                if let Ok(mut spare) = spare.lock() {
                    spare.push(page);
                }
                match written {
                    Err(error) => ControlFlow::Break(Some(error)),
                    Ok(()) if last => ControlFlow::Break(None),
                    Ok(()) => ControlFlow::Continue(()),
                }
            },
        );
        match end {
            Ok(ControlFlow::Break(Some(error))) => Err(Stop::Output(error)),
            Ok(_) => {
                if first - 1 == hollow {
                    if streams.results.replaces(number) {
                        return Err(Stop::Output(
                            streams.results.would_replace("nothing: no game was found in it"),
                        ));
                    }
                    let nothing = Chunk::from_text(String::new());
                    let findings = no_game.unwrap_or_else(|| gameless::finding(&nothing, config, form, file));
                    let page = Page { findings, ..Page::default() };
                    write_page(&page, 1, streams, progress).map_err(Stop::Output)?;
                    tally.count(gameless::severity(config), Code::NoGame);
                }
                let missing = config.games.as_ref().map_or_else(Vec::new, |games| games.beyond(first - 1));
                if first - 1 > hollow && !missing.is_empty() && form.is_some_and(|form| form != Form::Json) {
                    progress.aside(|| complain(&gameless::not_there(file, first - 1, &missing)));
                }
                Ok(())
            }
            Err(error) => Err(Stop::Input(error)),
        }
    }
}

fn write_page(page: &Page, first: u64, streams: &mut Streams, progress: &Progress) -> Result<(), Error> {
    if !page.findings.is_empty() {
        if streams.findings_are_results {
            streams.results.put_findings(|out| page.findings.write_to(out, first))?;
        } else {
            let mut bytes = Vec::with_capacity(page.findings.bytes.len() + 64);
            let _ = page.findings.write_to(&mut bytes, first);
            // If nobody reads standard error, the results still count.
            progress.aside(|| {
                let _ = std::io::stderr().write_all(&bytes);
            });
        }
    }
    streams.results.put(|out| page.results.write_to(out, first))?;
    if let Some(rejects) = &mut streams.rejects {
        rejects.put(|out| out.write_all(&page.rejects))?;
    }
    Ok(())
}

struct Worker<'a, T: Task> {
    task: &'a T,
    config: &'a Config,
    file: &'a str,
    input: usize,
    kind: Kind,
    /// What is to be said before the games.
    findings: &'a [Diagnostic],
    form: Option<Form>,
    max_problems: usize,
    /// Games of the chunks before, while one worker reads all.
    before: &'a AtomicU64,
    reader: PgnReader,
    state: T::State,
}

impl<T: Task> Worker<'_, T> {
    fn read(&mut self, chunk: &Chunk, page: &mut Page) {
        let before = self.before.load(Ordering::Relaxed);
        if chunk.was_patched() {
            self.patched(chunk, page);
        }
        if let Some((count, place)) = chunk.undecoded() {
            let characters = if count == 1 { "character" } else { "characters" };
            let message = format!("{count} {characters} that the encoding does not have, read as U+FFFD");
            self.say(
                chunk,
                &Diagnostic::new(Code::Undecoded, Span::new(place.start, place.end), message),
                page,
            );
        }
        match self.kind {
            Kind::Pgn => {
                let mut reader = std::mem::take(&mut self.reader);
                let _ = reader.read(&chunk.text, &mut |found| {
                    page.seen += 1;
                    page.hollow += u64::from(gameless::is_hollow(&found));
                    self.game(chunk, before, found, page)
                });
                self.reader = reader;
                self.task.chunk(self.input, chunk, page.seen, &[]);
            }
            Kind::Text => {
                for finding in self.findings {
                    self.say(chunk, finding, page);
                }
                let mut options = self.task.text_options();
                options.notation = self.config.notation;
                options.fen = self.config.start;
                let report = if chunk.places().is_some() {
                    read_pages(chunk, &options)
                } else {
                    read_text(&chunk.text, &options)
                };
                page.seen = report.games.len() as u64;
                for (text, index) in report.games.iter().zip(0..) {
                    let raw = text.game.span;
                    let found = Found { game: &text.game, diagnostics: &text.diagnostics, index, raw };
                    if self.game(chunk, before, found, page).is_break() {
                        break;
                    }
                }
                if self.config.games.is_none() {
                    page.tally.text(&chunk.text, &report);
                    let place = Place { file: self.file, chunk, game: None, players: (None, None) };
                    self.task.text(&mut self.state, &place, &report, page);
                }
                let unused = if self.config.games.is_none() { &report.unused[..] } else { &[] };
                self.unused(chunk, unused, page);
                for &span in report.unclaimed.iter().filter(|_| self.config.games.is_none()) {
                    let message = "tag pairs above no game that could be read";
                    self.say(chunk, &Diagnostic::new(Code::UnusedTags, span, message), page);
                }
                self.task.chunk(self.input, chunk, page.seen, unused);
            }
        }
        if chunk.index == 0 && page.seen == page.hollow {
            page.no_game = Some(gameless::finding(chunk, self.config, self.form, self.file));
        }
        self.before.store(before + page.seen, Ordering::Relaxed);
    }

    fn game(&mut self, chunk: &Chunk, before: u64, found: Found<'_, '_>, page: &mut Page) -> ControlFlow<()> {
        if let Some(games) = &self.config.games {
            let number = before + u64::from(found.index) + 1;
            if number >= games.last() {
                page.last = true;
            }
            if !games.contains(number) {
                return if number > games.last() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                };
            }
        }
        let place = Place::in_game(self.file, chunk, found.index, found.game);
        let met = Met { found, place, input: self.input, strict: self.config.strict };
        page.extra.clear();
        page.left_out = false;
        self.task.game(&mut self.state, &met, page);
        page.tally.games += 1;
        if page.left_out {
            page.tally.left_out += 1;
            return ControlFlow::Continue(());
        }
        let mut bad = false;
        let extra = std::mem::take(&mut page.extra);
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
                    diagnostics::append(&mut page.findings, form, &place, diagnostic, severity);
                }
                _ => unshown += 1,
            }
        }
        if unshown > 0
            && let Some(form) = self.form
        {
            diagnostics::append_unshown(&mut page.findings, form, &place, met.found.game.span.start, unshown);
        }
        page.extra = extra;
        page.tally.bad += u64::from(bad);
        ControlFlow::Continue(())
    }

    /// A finding outside games.
    fn say(&self, chunk: &Chunk, diagnostic: &Diagnostic, page: &mut Page) {
        let severity = raised(diagnostic.severity, self.config.strict);
        page.tally.count(severity, diagnostic.code);
        if let Some(form) = self.form {
            let place = Place { file: self.file, chunk, game: None, players: (None, None) };
            diagnostics::append(&mut page.findings, form, &place, diagnostic, severity);
        }
    }

    fn patched(&self, chunk: &Chunk, page: &mut Page) {
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
        self.say(chunk, &Diagnostic::new(Code::MixedEncoding, span, message), page);
    }

    fn unused(&self, chunk: &Chunk, spans: &[Span], page: &mut Page) {
        let mut groups: Vec<(Span, u32)> = Vec::new();
        for &span in spans {
            match groups.last_mut() {
                Some((group, count)) if span.start.saturating_sub(group.end) < NEAR => {
                    *group = group.join(span);
                    *count += 1;
                }
                _ => groups.push((span, 1)),
            }
        }
        for (span, count) in groups {
            let words = if count == 1 {
                "1 word looks like a move and belongs"
            } else {
                "words look like moves and belong"
            };
            let number = if count == 1 { String::new() } else { format!("{count} ") };
            let message = format!("{number}{words} to no game that could be read");
            self.say(chunk, &Diagnostic::new(Code::UnusedMoves, span, message), page);
        }
    }
}
