//! A part of an input as record batches.
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use arrow_array::RecordBatch;

use super::plan::{Plan, PlanError};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::arrow::Batch;
use crate::pipeline;
use crate::reader::pgn::{Kept, PgnOptions, PgnReader};
use crate::reader::text::TextOptions;
use crate::reader::{read_chunk, text_chunks};
use crate::source::part::{self, Head, Source};
use crate::source::{CHUNK, Chunk, Chunks, Encoding, Kind, SourceError};

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
    /// A damaged stretch does not end the reading: it has a row in the table of findings, and games behind it are read.
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

/// Reads the chunks of a stretch: `work` is done on each by any thread, `sink` takes what comes of it, in order.
fn each_chunk<S, Out: Send, E>(
    mut stretch: Stretch,
    size: usize,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &str, &Chunk, Kind) -> Out + Sync,
    sink: impl FnMut(Out) -> ControlFlow<Option<E>>,
) -> Result<(), E>
where
    E: From<SourceError>,
{
    let name = stretch.name.as_str();
    let head = Head::of(&mut *stretch.source, name, stretch.encoding)?;
    let range = stretch.part.clone().unwrap_or(0..head.length);
    let part = part::open(stretch.source, &head, range, name, stretch.jobs)?;
    let (kind, frames, encoding) = (part.kind, part.frames, stretch.encoding);
    let chunks: Box<dyn Iterator<Item = Result<Chunk, SourceError>> + Send> = match kind {
        Kind::Pgn => Box::new(
            Chunks::new(part.reader, encoding)
                .with_origins(part.origins)
                .with_chunk_size(size)
                .with_name(name),
        ),
        Kind::Text => Box::new(text_chunks(part.reader, encoding).with_name(name)),
    };
    let passes_gaps = stretch.passes_gaps;
    let end = pipeline::run(
        chunks.map(|chunk| if passes_gaps { chunk } else { chunk.and_then(Chunk::without_gap) }),
        stretch.jobs,
        || frames.iter().for_each(|frames| frames.help()),
        |chunk| chunk.text.len(),
        make_state,
        |state, chunk| work(state, name, &chunk, kind),
        sink,
    );
    match end? {
        ControlFlow::Break(Some(error)) => Err(error),
        _ => Ok(()),
    }
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
    let is_first = stretch.part.as_ref().is_none_or(|part| part.start == 0);
    let size = if plan.has_many_rows() { SMALL } else { CHUNK };
    let mut first = 1;
    each_chunk(
        stretch,
        size,
        || plan.state(),
        |state, name, chunk, kind| plan.read(state, name, chunk, kind),
        |read: Result<(Batch, u64), PlanError>| {
            let batches = read.and_then(|(batch, games)| {
                let batches = batch.finish(is_first.then_some(first))?;
                first += games;
                Ok(batches)
            });
            match batches {
                Err(error) => ControlFlow::Break(Some(error)),
                Ok(batches) => {
                    let mut filled = batches.into_iter().filter(|batch| batch.num_rows() > 0);
                    match filled.try_for_each(&mut sink) {
                        ControlFlow::Break(()) => ControlFlow::Break(None),
                        ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    }
                }
            }
        },
    )
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

/// Counts the games of a part of an input, and what is to be said of them.
///
/// # Errors
///
/// What cannot be read.
pub fn tally(stretch: Stretch) -> Result<Tally, PlanError> {
    let mut all = Tally::default();
    let options =
        || PgnReader::new(PgnOptions { kept: Kept::End, max_problems: 100_000, ..PgnOptions::default() });
    each_chunk(
        stretch,
        CHUNK,
        options,
        |reader, _, chunk, kind| {
            let mut tally = Tally::default();
            let mut count = |diagnostics: &[Diagnostic]| {
                tally.games += 1;
                let is_error = |one: &Diagnostic| one.severity == Severity::Error;
                tally.bad += u64::from(diagnostics.iter().any(is_error));
                for one in diagnostics {
                    *tally.codes.entry(one.code).or_default() += 1;
                }
            };
            match kind {
                Kind::Pgn => {
                    let _ = reader.read(&chunk.text, &mut |found| {
                        count(found.diagnostics);
                        ControlFlow::Continue(())
                    });
                }
                Kind::Text => {
                    let report = read_chunk(chunk, &TextOptions::default());
                    report.games.iter().for_each(|game| count(&game.diagnostics));
                }
            }
            if chunk.gap().is_some() {
                *tally.codes.entry(Code::Damaged).or_default() += 1;
            }
            tally
        },
        |tally| {
            all.games += tally.games;
            all.bad += tally.bad;
            for (code, count) in tally.codes {
                *all.codes.entry(code).or_default() += count;
            }
            ControlFlow::Continue(())
        },
    )
    .map(|()| all)
}
