//! One run over all inputs: opens them, has the games read side by side, and writes results and findings in the order
//! of the input.
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use super::config::{Config, What};
use super::gameless;
use super::inputs::HEAD;
use super::output::{Output, Stream};
use super::pages::Pending;
use super::progress::Progress;
use super::rows;
use super::streams::Streams;
use super::tally::Tally;
use super::task::{Page, Task};
use super::voice::Voice;
use super::worker::Worker;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::emit::visible;
use crate::error::Error;
use crate::pipeline;
use crate::reader::pgn::PgnReader;
use crate::reader::text_chunks;
use crate::scan;
use crate::source::{
    CHUNK, Chunk, Chunks, Frames, Input, Kind, SourceError, Spare, head, open_shared, sniff, unrecognised,
    whole_of,
};

/// How much of a chunk of PGN is read and played at a time, in bytes: it is in the second cache all the while.
pub const PIECE: usize = CHUNK / 2;
/// How much PGN is read at a time where much more is written than read, in bytes.
pub const SMALL_CHUNK: usize = CHUNK / 8;
/// How much PGN is read at a time where places are looked for in it, in bytes: all of it, as the words around a place
/// tell it among all others of the file.
const WHOLE: usize = 1 << 30;

/// So many pages wait for a game, where all before them have none.
const MOST_HELD: usize = 64;

/// So many times its size a text takes while it is read, about.
const HEAVY: usize = 64;

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
    let mut voice = Voice::begin(config, form, &mut streams, &progress)?;
    let mut summary = Summary::default();
    let mut pending = Pending::default();
    let ends = config.inputs.iter().map(Some).chain([None]);
    for (number, input) in ends.enumerate() {
        let mut run = Run {
            config,
            streams: &mut streams,
            progress: &progress,
            voice: &mut voice,
            tally: &mut summary.tally,
        };
        let read = match input {
            Some(input) => run.input(task, (number, input), &mut pending),
            None => run.book(task, &mut pending),
        };
        match read {
            Ok(is_whole) => summary.unread |= !is_whole,
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
    if let Some(book) = &config.decisions {
        let mut page = Page::default();
        for found in book.stale() {
            page.stale(config, form, book, &found);
        }
        summary.tally.add(&page.tally);
        voice.findings(&page.findings, 1, &mut streams, &progress)?;
    }
    progress.finish();
    let lost = summary.tally.has(Code::NotInEncoding) || summary.tally.has(Code::Undecoded);
    if lost && streams.results.replaces_any() {
        return Err(streams.results.would_replace("PGN without some of its characters"));
    }
    let recap = streams.recap;
    voice.end(config, &summary.tally, recap, &mut streams, &progress)?;
    if summary.lets_finish(&streams.results, config) {
        if let Some(files) = streams.files.take() {
            files.finish(&mut streams.results, config.guarded())?;
        }
        if let Some(file) = streams.columnar {
            rows::finish(file, &mut streams.results)?;
        }
        streams.results.put(|out| out.write_all(streams.tail.as_bytes()))?;
        streams.results.finish()?;
        for output in [streams.rejects, streams.doubles, streams.unread].into_iter().flatten() {
            output.finish()?;
        }
    }
    Ok(summary)
}

/// What the inputs of a run share.
struct Run<'a> {
    config: &'a Config,
    streams: &'a mut Streams,
    progress: &'a Progress,
    voice: &'a mut Voice,
    tally: &'a mut Tally,
}

/// Why an input was not read to its end.
enum Stop {
    Input(SourceError),
    Output(Error),
}

/// How many work on an input. Game numbers are known in order only: where games are chosen by them, one worker reads all.
fn jobs(config: &Config) -> usize {
    if config.games.is_some() { 1 } else { config.jobs }
}

/// What the games of an input are read from.
struct Source<'a> {
    /// The number of the input, from 0.
    number: usize,
    file: &'a str,
    kind: Kind,
    /// What is to be said before the games.
    findings: &'a [Diagnostic],
    /// Its frames, where it is packed in frames that all workers unpack.
    frames: Option<&'a Frames>,
    /// Where the texts of its chunks go that are used up.
    texts: Spare,
}

impl Run<'_> {
    /// Reads an input; whether all of it. Recognised pages wait in `pending` for those that come next: together they are a book.
    fn input<T: Task>(
        &mut self,
        task: &T,
        (number, input): (usize, &Input),
        pending: &mut Pending,
    ) -> Result<bool, Stop> {
        let config = self.config;
        let file = input.name();
        if *input == Input::Stdin && !config.quiet && std::io::stdin().is_terminal() {
            complain(&"reading what is typed; Ctrl-D ends it (descant --help tells more)");
        }
        let (reader, frames) = open_shared(input, &self.progress.read, jobs(config)).map_err(Stop::Input)?;
        let (bytes, reader) = head(reader, HEAD).map_err(Stop::Input)?;
        let what = config.what.unwrap_or_else(|| match scan::sniff(&bytes) {
            Some(format) => What::Scan(format),
            None => What::Text(sniff(&bytes)),
        });
        if let Some(error) = unrecognised(&file, &bytes) {
            return Err(Stop::Input(error));
        }
        if what != What::Text(Kind::Pgn) && self.streams.results.replaces(number) {
            let what = "the games read from it: it is no PGN";
            return Err(Stop::Output(self.streams.results.would_replace(what)));
        }
        let kind = match what {
            What::Text(kind) => kind,
            What::Scan(format) => {
                let encoding = scan::encoding(config.encoding, &bytes);
                let chunk = whole_of(&file, reader, encoding).map_err(Stop::Input)?;
                pending.push(number, file, &chunk, format);
                self.progress.set_pages(pending.pages());
                return Ok(true);
            }
        };
        let book_is_whole = self.book(task, pending)?;
        let texts = Spare::default();
        let chunks: Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send> = match kind {
            Kind::Pgn => {
                let chunks = Chunks::new(reader, config.encoding).with_name(&file).with_spare(texts.clone());
                Box::new(match config.decisions {
                    Some(_) => chunks.with_chunk_size(WHOLE),
                    None => chunks.with_chunk_size(task.chunk_size()).with_piece_size(task.piece_size()),
                })
            }
            // What is decided on a text is found in all of it.
            Kind::Text if config.decisions.is_some() => {
                Box::new(Chunks::of_text(reader, config.encoding, |_| true).with_name(&file))
            }
            Kind::Text => Box::new(text_chunks(reader, config.encoding).with_name(&file)),
        };
        let source = Source { number, file: &file, kind, findings: &[], frames: frames.as_deref(), texts };
        Ok(self.games(task, &source, chunks)? && book_is_whole)
    }

    /// Reads the pages that are waiting, as one book; whether all of it.
    fn book<T: Task>(&mut self, task: &T, pending: &mut Pending) -> Result<bool, Stop> {
        let Some(book) = pending.take() else { return Ok(true) };
        let (chunk, findings) = book.pages.lay_out();
        let source = Source {
            number: book.number,
            file: &book.name,
            kind: Kind::Text,
            findings: &findings,
            frames: None,
            texts: Spare::default(),
        };
        self.games(task, &source, std::iter::once(Ok(chunk)))
    }

    /// Reads the games of the chunks; whether all of them.
    fn games<T: Task>(
        &mut self,
        task: &T,
        source: &Source<'_>,
        chunks: impl Iterator<Item = Result<Chunk, SourceError>> + Send,
    ) -> Result<bool, Stop> {
        let config = self.config;
        let form = self.voice.form();
        let &Source { number, file, kind, findings, frames, ref texts } = source;
        let before = AtomicU64::new(0);
        let spare = Mutex::new(Vec::<Page>::new());
        let mut first = 1;
        let mut held = Vec::new();
        let mut hollow = 0;
        let mut no_game = None;
        let max_problems = self.streams.max_problems;
        let mut lost = false;
        let end = pipeline::run(
            chunks,
            jobs(config),
            || frames.iter().for_each(|frames| frames.help()),
            |chunk| chunk.text.len() * if kind == Kind::Text { HEAVY } else { 1 },
            || Worker {
                task,
                config,
                file,
                input: number,
                kind,
                findings,
                form,
                max_problems,
                before: &before,
                reader: PgnReader::new(task.pgn_options()),
                state: task.state(),
            },
            |worker, chunk| {
                let mut page = spare.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_default();
                worker.read(&chunk, &mut page);
                // Texts come in pieces of other sizes, and none takes one back.
                if kind == Kind::Pgn {
                    texts.give(chunk);
                }
                page
            },
            |mut page| {
                let mut written = Ok(());
                let is_hollow = hollow > 0 && first - 1 == hollow && held.len() < MOST_HELD;
                if !page.continues && !is_hollow {
                    written = self.write_all(&mut held, &spare);
                }
                page.first = first;
                first += page.seen;
                hollow += page.hollow;
                no_game = no_game.take().or(page.no_game.take());
                self.tally.add(&page.tally);
                lost |= page.lost;
                let last = page.last;
                held.push(page);
                match written {
                    Err(error) => ControlFlow::Break(Some(error)),
                    Ok(()) if last => ControlFlow::Break(None),
                    Ok(()) => ControlFlow::Continue(()),
                }
            },
        );
        let end = match end {
            Ok(ControlFlow::Break(Some(error))) => return Err(Stop::Output(error)),
            end => end.map(|_| ()),
        };
        if end.is_ok() && hollow > 0 && first - 1 == hollow {
            self.forget(task, &mut held);
        }
        self.write_all(&mut held, &spare).map_err(Stop::Output)?;
        match end {
            Ok(()) => {
                if first - 1 == hollow {
                    if self.streams.results.replaces(number) {
                        let what = "nothing: no game was found in it";
                        return Err(Stop::Output(self.streams.results.would_replace(what)));
                    }
                    let nothing = Chunk::from_text(String::new());
                    let mut page = no_game
                        .unwrap_or_else(|| Box::new(gameless::page(task, config, form, file, &nothing)));
                    self.tally.add(&page.tally);
                    self.write(&mut page).map_err(Stop::Output)?;
                }
                let missing = config.games.as_ref().map_or_else(Vec::new, |games| games.beyond(first - 1));
                if first - 1 > hollow
                    && !missing.is_empty()
                    && form.is_some_and(|form| !form.is_for_programs())
                {
                    let words = gameless::not_there(file, first - 1, &missing);
                    self.progress.aside(|| complain(&words));
                }
                Ok(!lost)
            }
            Err(error) => Err(Stop::Input(error)),
        }
    }

    /// Writes what was made of a chunk, piece by piece; the pages can be used again.
    fn write_all(&mut self, pages: &mut Vec<Page>, spare: &Mutex<Vec<Page>>) -> Result<(), Error> {
        for chunk in pages.chunk_by_mut(|_, next| next.continues) {
            for page in chunk.iter() {
                self.voice.findings(&page.head, page.first, self.streams, self.progress)?;
            }
            for page in chunk {
                self.write(page)?;
            }
        }
        for mut page in pages.drain(..) {
            page.clear();
            if let Ok(mut spare) = spare.lock() {
                spare.push(page);
            }
        }
        Ok(())
    }

    /// Leaves out the games of an input in which there is none after all: words that nobody can read. What is said of them stays.
    fn forget<T: Task>(&mut self, task: &T, pages: &mut [Page]) {
        for page in pages {
            self.tally.take_games(&page.tally);
            if !task.writes_findings() {
                page.forget_games();
            }
        }
    }

    /// Writes what was made of a piece, but for the head.
    fn write(&mut self, page: &mut Page) -> Result<(), Error> {
        let Self { config, streams, progress, voice, .. } = self;
        let first = page.first;
        voice.findings(&page.findings, first, streams, progress)?;
        match &mut streams.files {
            Some(files) => files.take(page, first, config.guarded())?,
            None => streams.results.put(|out| page.results.write_to(out, first))?,
        }
        if let (Some(file), Some(batch)) = (&mut streams.columnar, page.batch.take()) {
            rows::put(file, batch, first, &mut streams.results)?;
        }
        let beside = [
            (&mut streams.rejects, &page.rejects),
            (&mut streams.doubles, &page.doubles),
            (&mut streams.unread, &page.unread),
        ];
        for (output, bytes) in beside {
            if let Some(output) = output {
                output.put(|out| out.write_all(bytes))?;
            }
        }
        Ok(())
    }
}
