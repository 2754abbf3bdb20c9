//! A part of an input as record batches.
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Deref, Range};
use std::sync::Arc;
use std::vec::IntoIter;

use arrow_array::RecordBatch;

use super::plan::{Games, Plan, PlanError, State};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::arrow::Batch;
use crate::pipeline;
use crate::reader::pgn::{Kept, PgnOptions, PgnReader};
use crate::reader::text::TextOptions;
use crate::reader::{each_game, outside, text_chunks};
use crate::source::part::{self, Head, Source};
use crate::source::{CHUNK, Chunk, Chunks, Encoding, Frames, Kind, SourceError, Spare};

/// What is read.
pub struct Stretch {
    /// The file.
    pub source: Box<dyn Source>,
    /// Its name, as the rows have it.
    pub name: String,
    /// The encoding of its text.
    pub encoding: Encoding,
    /// Which part, in bytes of the file as it stands on disk; `None` is all of it.
    pub part: Option<Range<u64>>,
    /// How many threads read it.
    pub jobs: usize,
    /// A damaged stretch, or a lost end, is no error: it has a row in the table of findings, and games behind it are read.
    pub passes_gaps: bool,
}

impl std::fmt::Debug for Stretch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stretch").field("name", &self.name).field("part", &self.part).finish_non_exhaustive()
    }
}

/// How much text makes a batch of rows where a game has many, in bytes: a few thousand rows, so that what each batch costs
/// its taker is little beside them.
const SMALL: usize = CHUNK / 8;

/// How much text one thread reads at once where a game has many rows, in bytes, until it has rows enough: what is held of it
/// stays in near memory.
const LEAST: usize = CHUNK / 16;

/// The same where it has one: pieces of chunks are read without a copy, and there is room for one in the second cache.
const PIECE: usize = CHUNK / 4;

/// So many rows are enough for a batch of one thread. More are no longer in near memory when they are taken; with fewer, what
/// each batch costs its taker counts.
const ENOUGH: usize = 6 << 10;

/// So much text is enough for a batch of one thread, in bytes, however few its rows are.
const LONG: usize = 8 * CHUNK;

/// A stretch that is cut into chunks.
struct Opened {
    name: String,
    kind: Kind,
    /// It is all of its input.
    is_whole: bool,
    frames: Option<Arc<Frames>>,
    /// Where the texts of its chunks go that are used up.
    texts: Spare,
    chunks: Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send>,
}

impl Opened {
    /// Chunks of about this size, in pieces of about that.
    fn new(mut stretch: Stretch, size: usize, piece: usize) -> Result<Self, SourceError> {
        let name = stretch.name;
        let head = Head::of(&mut *stretch.source, &name, stretch.encoding)?;
        let range = stretch.part.clone().unwrap_or(0..head.length);
        let is_whole = range.start == 0 && range.end >= head.length;
        let part = part::open(stretch.source, &head, range, &name, stretch.jobs)?;
        let texts = Spare::default();
        let passes_gaps = stretch.passes_gaps;
        let chunks: Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send> = match part.kind {
            Kind::Pgn => Box::new(
                Chunks::new(part.reader, stretch.encoding)
                    .with_origins(part.origins)
                    .with_chunk_size(size)
                    .with_piece_size(piece)
                    .with_spare(texts.clone())
                    .with_lost_end(passes_gaps)
                    .with_name(&name),
            ),
            Kind::Text => {
                let chunks = text_chunks(part.reader, stretch.encoding);
                Box::new(chunks.with_lost_end(passes_gaps).with_name(&name))
            }
        };
        let chunks =
            chunks.map(move |chunk| if passes_gaps { chunk } else { chunk.and_then(Chunk::without_gap) });
        Ok(Self { name, kind: part.kind, is_whole, frames: part.frames, texts, chunks: Box::new(chunks) })
    }
}

/// Reads the chunks of a stretch: `work` is done on each by any thread, `sink` takes what comes of it, in order. Gives whether
/// they are all of an input, read to its end.
fn each_chunk<S, Out: Send, E>(
    stretch: Stretch,
    size: usize,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, (&str, Kind), &Chunk) -> Out + Sync,
    sink: impl FnMut(Out) -> ControlFlow<Option<E>>,
) -> Result<bool, E>
where
    E: From<SourceError>,
{
    let jobs = stretch.jobs;
    let Opened { name, kind, is_whole, frames, chunks, .. } = Opened::new(stretch, size, usize::MAX)?;
    let end = pipeline::run(
        chunks,
        jobs,
        || frames.iter().for_each(|frames| frames.help()),
        |chunk| chunk.text.len(),
        make_state,
        |state, chunk| work(state, (&name, kind), &chunk),
        sink,
    );
    match end? {
        ControlFlow::Break(Some(error)) => Err(error),
        ControlFlow::Break(None) => Ok(false),
        ControlFlow::Continue(()) => Ok(is_whole),
    }
}

/// A stretch that is read while its rows are taken, by who takes them.
pub(super) struct Alone<P> {
    plan: P,
    stretch: Opened,
    state: State,
    /// The number of the next game, where the stretch begins with the first of its file.
    first: Option<u64>,
    /// What was read and not yet taken.
    ready: IntoIter<RecordBatch>,
    /// What comes behind that.
    end: Option<Result<(), PlanError>>,
    /// The games so far.
    games: Games,
    /// The row that an input without a game has.
    no_game: Option<Batch>,
}

impl<P: Deref<Target = Plan>> Alone<P> {
    /// Opens the stretch.
    pub(super) fn begin(plan: P, stretch: Stretch) -> Result<Self, PlanError> {
        let first = begins_file(&stretch).then_some(1);
        let (size, piece) = match &*plan {
            plan if plan.has_many_rows() => (LEAST, usize::MAX),
            // What is said of a chunk is said of all of it.
            plan if plan.is_of_findings() => (CHUNK, usize::MAX),
            _ => (CHUNK, PIECE),
        };
        let stretch = Opened::new(stretch, size, piece)?;
        let state = plan.state();
        let ready = Vec::new().into_iter();
        Ok(Self { plan, stretch, state, first, ready, end: None, games: Games::default(), no_game: None })
    }

    /// The next rows; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>, PlanError> {
        loop {
            if let Some(batch) = self.ready.find(|batch| batch.num_rows() > 0) {
                return Ok(Some(batch));
            }
            if let Some(Ok(())) = self.end
                && self.stretch.is_whole
                && !self.games.are_any()
                && let Some(row) = self.no_game.take()
            {
                self.ready = row.finish(self.first)?.into_iter();
                continue;
            }
            if let Some(end) = &mut self.end {
                return std::mem::replace(end, Ok(())).map(|()| None);
            }
            let (batch, games) = self.read();
            self.ready = batch.finish(self.first)?.into_iter();
            if let Some(first) = &mut self.first {
                *first += games;
            }
        }
    }

    /// Reads chunks until there are rows enough, or no more.
    fn read(&mut self) -> (Batch, u64) {
        let mut batch = self.plan.batch(&self.state);
        let (mut games, mut text) = (0, 0);
        while batch.rows() < ENOUGH && text < LONG {
            let chunk = match self.stretch.chunks.next() {
                Some(Ok(chunk)) => chunk,
                Some(Err(error)) => {
                    self.end = Some(Err(error.into()));
                    break;
                }
                None => {
                    self.end = Some(Ok(()));
                    let nothing =
                        || no_game(&self.plan, &self.stretch.name, &Chunk::from_text(String::new()));
                    self.no_game = self.no_game.take().or_else(nothing);
                    break;
                }
            };
            text += chunk.text.len();
            let place = (self.stretch.name.as_str(), self.stretch.kind);
            let (more, end) = self.plan.read(&mut self.state, place, &chunk, games, &mut batch);
            games += more.seen;
            self.games.add(more);
            if self.no_game.is_none() && !self.games.are_any() {
                self.no_game = no_game(&self.plan, &self.stretch.name, &chunk);
            }
            if self.stretch.kind == Kind::Pgn {
                self.stretch.texts.give(chunk);
            }
            if end.is_err() {
                self.end = Some(end);
                break;
            }
        }
        (batch, games)
    }
}

/// The row of an input without a game, which begins with this chunk; where findings are wanted.
fn no_game(plan: &Plan, name: &str, chunk: &Chunk) -> Option<Batch> {
    plan.is_of_findings().then(|| plan.no_game(name, chunk))
}

/// Its first game is the first of its file.
fn begins_file(stretch: &Stretch) -> bool {
    stretch.part.as_ref().is_none_or(|part| part.start == 0)
}

/// Reads a part of an input and gives its rows to `sink` in order, until that breaks. The rows depend on the part alone.
///
/// # Errors
///
/// What cannot be read, and what the plan says; rows before it were given.
pub fn stream(
    plan: &Plan,
    stretch: Stretch,
    mut sink: impl FnMut(RecordBatch) -> ControlFlow<()>,
) -> Result<(), PlanError> {
    if stretch.jobs <= 1 {
        let mut alone = Alone::begin(plan, stretch)?;
        while let Some(batch) = alone.next()? {
            if sink(batch).is_break() {
                break;
            }
        }
        return Ok(());
    }
    let mut first = begins_file(&stretch).then_some(1);
    let size = if plan.has_many_rows() { SMALL } else { CHUNK };
    let name = stretch.name.clone();
    let mut all = Games::default();
    let mut without = None;
    let is_whole = each_chunk(
        stretch,
        size,
        || plan.state(),
        |state, place, chunk| {
            let mut batch = plan.batch(state);
            let (games, end) = plan.read(state, place, chunk, 0, &mut batch);
            let row = if games.are_any() || chunk.index > 0 { None } else { no_game(plan, place.0, chunk) };
            (batch, games, row, end)
        },
        |(batch, games, row, end): (Batch, Games, Option<Batch>, Result<(), PlanError>)| {
            all.add(games);
            without = without.take().or(row);
            let batches = match batch.finish(first) {
                Ok(batches) => batches,
                Err(error) => return ControlFlow::Break(Some(error.into())),
            };
            first = first.map(|first| first + games.seen);
            let mut filled = batches.into_iter().filter(|batch| batch.num_rows() > 0);
            if filled.try_for_each(&mut sink).is_break() {
                return ControlFlow::Break(None);
            }
            end.map_or_else(|error| ControlFlow::Break(Some(error)), ControlFlow::Continue)
        },
    )?;
    if is_whole && !all.are_any() {
        let nothing = || no_game(plan, &name, &Chunk::from_text(String::new()));
        if let Some(row) = without.or_else(nothing) {
            let _ =
                row.finish(first)?.into_iter().filter(|batch| batch.num_rows() > 0).try_for_each(&mut sink);
        }
    }
    Ok(())
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games with an error.
    pub bad: u64,
    /// Findings, by code.
    pub codes: BTreeMap<Code, u64>,
}

impl Tally {
    /// Counts findings.
    fn count(&mut self, findings: &[Diagnostic]) {
        for one in findings {
            *self.codes.entry(one.code).or_default() += 1;
        }
    }
}

/// Counts the games of a part of an input, and what is to be said of them.
///
/// # Errors
///
/// What cannot be read.
pub fn tally(stretch: Stretch) -> Result<Tally, PlanError> {
    let mut all = Tally::default();
    let mut counted = Games::default();
    let options =
        || PgnReader::new(PgnOptions { kept: Kept::End, max_problems: 100_000, ..PgnOptions::default() });
    let is_whole = each_chunk(
        stretch,
        CHUNK,
        options,
        |reader, (_, kind), chunk| {
            let mut tally = Tally::default();
            let mut games = Games::default();
            let words = each_game(chunk, kind, reader, &TextOptions::default(), &mut |found| {
                games.count(&found);
                tally.games += 1;
                let is_error = |one: &Diagnostic| one.severity == Severity::Error;
                tally.bad += u64::from(found.diagnostics.iter().any(is_error));
                tally.count(found.diagnostics);
                ControlFlow::Continue(())
            });
            tally.count(&words);
            tally.count(outside::gap(chunk).as_slice());
            if games.are_any() || outside::is_text(chunk) {
                tally.count(&outside::bytes(chunk));
            }
            (tally, games)
        },
        |(tally, games): (Tally, Games)| -> ControlFlow<Option<PlanError>> {
            counted.add(games);
            all.games += tally.games;
            all.bad += tally.bad;
            for (code, count) in tally.codes {
                *all.codes.entry(code).or_default() += count;
            }
            ControlFlow::Continue(())
        },
    )?;
    if is_whole && !counted.are_any() {
        (all.games, all.bad) = (0, 0);
        *all.codes.entry(Code::NoGame).or_default() += 1;
    }
    Ok(all)
}
