//! `descant report`: a page to proof-read a transcription, the games in doubt before the others.
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::args::ReportArgs;
use super::config::Config;
use super::images::Images;
use super::output::Stream;
use super::output::{NO_GAMES, Output};
use super::pick::{Picked, Wishes};
use super::run::{self, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::task::pgn_options;
use super::task::{Met, Page, Task};
use crate::decisions::Index;
use crate::diagnose::Severity;
use crate::emit::diagnostics::Form;
use crate::emit::html::{Entry, GameView, Need, Report, Status, Told, Unused};
use crate::error::Error;
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::{Stretch, TextOptions};
use crate::source::{CHUNK, Chunk, Input};
use crate::span::Span;

/// Which game is kept before another: what it needs, then where it stands.
type Key = (Need, usize, u64, u32);

/// What is gathered, by whichever worker comes first; the same for any order.
#[derive(Default)]
struct Desk {
    games: BTreeMap<Key, GameView>,
    counts: [u64; 8],
    /// Games of each chunk.
    chunks: BTreeMap<(usize, u64), u64>,
    unused: BTreeMap<(usize, u64), Vec<Unused>>,
}

struct Gather {
    most: usize,
    letters: Option<&'static Letters>,
    /// The files as places name them; none where there is one alone.
    names: Vec<Option<String>>,
    files: Vec<String>,
    images: Option<Images>,
    desk: Mutex<Desk>,
}

impl Gather {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task for Gather {
    type State = ();

    fn state(&self) {}

    fn pgn_options(&self) -> PgnOptions {
        PgnOptions { kept: Kept::Nodes, letters: self.letters, ..pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        // Of each chunk an index of its words is made, which takes several times its memory.
        CHUNK / 4
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { printed_comments: false, ..TextOptions::default() }
    }

    fn game(&self, (): &mut (), met: &Met<'_, '_>, _: &mut Page) {
        let game = met.found.game;
        let weigh = |diagnostic: &_| met.severity(diagnostic);
        let gravest = met.found.diagnostics.iter().map(weigh).max();
        let status = Status::of(game, gravest);
        let key = (Need::of(game, gravest), met.input, met.place.chunk.index, met.found.index);
        {
            let mut desk = self.desk();
            if let Some(slot) = Status::ALL.iter().position(|&other| other == status) {
                desk.counts[slot] += 1;
            }
            let is_full = desk.games.len() >= self.most;
            if is_full && desk.games.last_key_value().is_none_or(|(last, _)| *last < key) {
                return;
            }
        }
        let view = GameView::new(game, met.found.diagnostics, &met.place, &weigh);
        let mut desk = self.desk();
        desk.games.insert(key, view);
        if desk.games.len() > self.most {
            desk.games.pop_last();
        }
    }

    fn chunk(&self, input: usize, chunk: &Chunk, games: u64, unread: &[Stretch]) {
        let mut desk = self.desk();
        let here = |key: &Key| (key.1, key.2) == (input, chunk.index);
        // Of PGN that is one game far longer than any that was played the words are not held.
        let is_short = chunk.text.len() <= 2 * CHUNK;
        let is_open = desk.games.iter().any(|(key, view)| here(key) && view.is_open(is_short));
        let index = (is_open || !unread.is_empty()).then(|| {
            let mut index = Index::new(&chunk.text);
            let games = desk.games.iter().filter(|(key, _)| here(key));
            games.for_each(|(_, view)| index.follow(view.moves.iter().copied()));
            index
        });
        let tell = |span: Span| {
            let Some(index) = &index else { return Told::default() };
            let place = index.tell(span, self.names[input].clone(), chunk.shown_place(span.start));
            let strip = self.images.as_ref().and_then(|images| images.strip(chunk, &self.files[input], span));
            Told { row: Some(place.columns()), strip }
        };
        let spans: Vec<Span> = unread.iter().map(|unread| unread.span).collect();
        let unused = Unused::of(chunk, &spans, &tell);
        for (_, view) in desk.games.iter_mut().filter(|(key, _)| here(key)) {
            view.tell(&tell);
        }
        desk.chunks.insert((input, chunk.index), games);
        if !unused.is_empty() {
            desk.unused.insert((input, chunk.index), unused);
        }
    }
}

/// The page of what was gathered.
fn page(desk: Desk, files: Vec<String>, title: Option<String>, decided: String) -> Report {
    // How many games of an input stand before each of its chunks.
    let mut before = BTreeMap::new();
    let mut seen = (0, 0);
    for (&(input, chunk), &games) in &desk.chunks {
        if seen.0 != input {
            seen = (input, 0);
        }
        before.insert((input, chunk), seen.1);
        seen.1 += games;
    }
    let mut games: Vec<Entry> = desk
        .games
        .into_iter()
        .map(|((_, input, chunk, index), mut view)| {
            // The words of a place were held against those of its chunk alone.
            if desk.chunks.range((input, 0)..(input + 1, 0)).nth(1).is_some() {
                view.fix();
            }
            let first = before.get(&(input, chunk)).copied().unwrap_or(0);
            Entry { input, number: first + u64::from(index) + 1, view }
        })
        .collect();
    games.sort_by_key(|entry| (entry.input, entry.number));
    let unused =
        desk.unused.into_iter().flat_map(|((input, _), list)| list.into_iter().map(move |u| (input, u)));
    Report {
        title,
        files,
        counts: desk.counts,
        games,
        unused: unused.collect(),
        decided,
        sources: "",
        serve: None,
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: &ReportArgs) -> Result<Summary, Error> {
    #[cfg(not(feature = "serve"))]
    if args.serve {
        return Err(Error::usage(
            "this program was built without --serve: cargo install --path . --features serve",
        ));
    }
    let config = Config::new(&args.common, &args.results, Severity::Note)?;
    let mut results = Output::apart(args.results.output.as_deref(), config.guarded(), NO_GAMES)?;
    let images = args.images.clone().map(|pattern| Images::new(pattern, args.results.output.as_deref()));
    let (mut report, summary) = read(&config, args, images.as_ref())?;
    if images.is_some() {
        report.sources = "img-src file: 'self'; ";
    }
    if !summary.lets_finish(&results, &config) {
        return Ok(summary);
    }
    let shown = report.games.len() as u64;
    results.put(|out| report.write(out))?;
    results.finish()?;
    let for_programs = config.form(Stream::Err).is_some_and(Form::is_for_programs);
    // The page's own findings were discarded, and the number of games with them.
    if !for_programs && !config.quiet {
        let _ = write!(std::io::stderr(), "{}", summary.tally.line());
    }
    let games = summary.tally.games - summary.tally.left_out;
    if shown < games && config.form(Stream::Err).is_some_and(|form| !form.is_for_programs()) {
        let words = format!("{shown} of {games} games are shown, those in doubt first (--max-games)");
        let _ = writeln!(std::io::stderr(), "{words}");
    }
    Ok(summary)
}

/// Reads the inputs to what the page shows.
///
/// # Errors
/// Wrong usage, or findings that cannot be written.
pub fn read(config: &Config, args: &ReportArgs, images: Option<&Images>) -> Result<(Report, Summary), Error> {
    // The page tells all findings; only programs are told a second time.
    let for_programs = config.form(Stream::Err).is_some_and(Form::is_for_programs);
    let streams = Streams {
        findings_are_results: !for_programs,
        max_problems: if for_programs { usize::MAX } else { 0 },
        ..Streams::new(Output::Discard, Recap::Line)
    };
    let several = config.inputs.len() > 1;
    let names = config.inputs.iter().map(|input| several.then(|| input.name())).collect();
    let files: Vec<String> = config.inputs.iter().map(Input::name).collect();
    let gather = Gather {
        most: args.max_games,
        letters: config.letters,
        names,
        files: files.clone(),
        images: images.cloned(),
        desk: Mutex::default(),
    };
    let wishes = Wishes {
        expression: args.common.choosing.r#where.as_deref(),
        openings: &args.common.choosing.openings,
        hold_eco: !args.common.choosing.openings.is_empty(),
        ..Wishes::default()
    };
    let picked = Picked::new(gather, &wishes, config)?;
    let summary = run::run(config, &picked, streams)?;
    let desk = picked.into_inner().desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    let decided = config.decisions.as_ref().map_or_else(String::new, |book| book.decisions.text.clone());
    Ok((page(desk, files, args.title.clone(), decided), summary))
}
