//! `descant stats`: tables of games, moves, players, openings, years, results and duplicates.
use std::sync::{Arc, Mutex, PoisonError};

use super::args::{StatsArgs, StatsTable};
use super::config::Config;
use super::output::{NO_GAMES, Output};
use super::run::{self, Met, Page, SMALL_CHUNK, Streams, Summary, Task};
use super::study::{Chosen, Known, Lines, Study, given, openings};
use super::{report, unique};
use crate::emit::Sheet;
use crate::error::Error;
use crate::filter::{AnyColumn, Filter};
use crate::game::FactReader;
use crate::game::row::{GameColumn, MoveColumn, Need, Row};
use crate::lexicon::Letters;
use crate::openings::Table;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::TextOptions;
use crate::source::{CHUNK, Input};
use crate::stats::duplicates;
use crate::stats::{Columns, MoveTable, Openings, Players, Totals, Years};

/// What the workers fill.
enum Sink {
    Games(Columns<GameColumn>),
    Moves(Columns<MoveColumn>, Option<Filter<AnyColumn>>),
    Totals(Arc<Mutex<Totals<'static>>>),
}

/// What one worker has filled so far; joined to the whole when the worker is done.
enum Part {
    Games,
    Moves(MoveTable),
    Totals(Totals<'static>, Arc<Mutex<Totals<'static>>>),
}

struct State {
    reader: FactReader,
    lines: Lines,
    part: Part,
}

impl Drop for State {
    fn drop(&mut self) {
        match &mut self.part {
            Part::Games | Part::Moves(_) => {}
            Part::Totals(part, whole) => {
                let empty = part.anew();
                lock(whole).merge(std::mem::replace(part, empty));
            }
        }
    }
}

fn lock<T>(whole: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    whole.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Stats {
    sink: Sink,
    study: Study,
    chosen: Option<Chosen>,
    letters: Option<&'static Letters>,
    /// The table that was given, for texts.
    named: Option<Arc<Table>>,
}

impl Task for Stats {
    type State = State;

    fn state(&self) -> State {
        let part = match &self.sink {
            Sink::Games(_) => Part::Games,
            Sink::Moves(columns, filter) => Part::Moves(MoveTable::new(columns.clone(), filter.as_ref())),
            Sink::Totals(whole) => Part::Totals(lock(whole).anew(), Arc::clone(whole)),
        };
        State { reader: FactReader::new(), lines: Lines::default(), part }
    }

    fn pgn_options(&self) -> PgnOptions {
        let line = self.study.needs_moves() || self.chosen.as_ref().is_some_and(Chosen::needs_moves);
        let kept = match self.sink {
            Sink::Moves(..) => Kept::Nodes,
            _ if line => Kept::Line,
            _ => Kept::End,
        };
        PgnOptions { kept, letters: self.letters, ..super::pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        if let Sink::Moves(..) = self.sink { SMALL_CHUNK } else { CHUNK }
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { openings: self.named.clone(), ..TextOptions::default() }
    }

    fn game(&self, state: &mut State, met: &Met<'_, '_>, page: &mut Page) {
        let State { reader, lines, part } = state;
        if self.chosen.as_ref().is_some_and(|chosen| !chosen.keeps(reader, lines, met)) {
            page.left_out = true;
            return;
        }
        let known: Known = self.study.look(reader, lines, met);
        let row: Row<'_> = self.study.row(met, &known);
        match (&self.sink, part) {
            (Sink::Games(columns), _) => columns.row(|column| row.value(column), &mut page.results),
            (Sink::Moves(_, filter), Part::Moves(table)) => {
                table.write(&row, filter.as_ref(), &mut page.results)
            }
            (_, Part::Totals(totals, _)) => totals.add(&row, self.study.opening(&known)),
            _ => {}
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: StatsArgs) -> Result<Summary, Error> {
    let mut config = Config::new(args.common.inputs, &args.common.options)?;
    if args.table == StatsTable::Duplicates {
        config.keep_stdin()?;
    }
    let table = openings(&args.openings)?;
    let list = args.columns.as_deref();
    let safe = args.csv_safe;
    let usage = |error: &dyn std::fmt::Display| {
        Error::usage(format!("--columns '{}': {error}", list.unwrap_or_default()))
    };
    let totals = match args.table {
        StatsTable::Players => Some(Totals::Players(Players::default())),
        StatsTable::Openings => Some(Totals::Openings(Openings::default())),
        StatsTable::Years => Some(Totals::Years(Years::default())),
        StatsTable::Results => Some(Totals::Results(Box::default())),
        _ => None,
    };
    let named = given(table, &args.openings);
    let task =
        |sink, study, chosen| Stats { sink, study, chosen, letters: config.letters, named: named.clone() };
    let choose = || args.r#where.as_deref().map(|expression| Chosen::new(expression, table)).transpose();
    let mut results = Output::apart(args.output.as_deref(), config.guarded(&args.openings), NO_GAMES)?;
    let summary = if let Some(totals) = totals {
        let columns =
            Columns::of_names(totals.names(), list).map_err(|error| usage(&error))?.with_safe_texts(safe);
        let mut study = Study::of([], table);
        study.need = match totals {
            Totals::Openings(_) => Need::Opening,
            Totals::Results(_) => Need::Facts,
            _ => Need::Tags,
        };
        let whole = Arc::new(Mutex::new(totals));
        let task = task(Sink::Totals(Arc::clone(&whole)), study, choose()?);
        let summary = run::run(&config, &task, streams(Output::Discard))?;
        let mut sheet = Sheet::default();
        columns.header(&mut sheet);
        lock(&whole).write(&columns, &mut sheet);
        finish(results, &summary, &config, |results| results.put(|out| sheet.write_to(out, 1)))?;
        summary
    } else {
        let mut sheet = Sheet::default();
        let (sink, study, chosen) = match args.table {
            StatsTable::Moves => {
                let columns = Columns::of_moves(list).map_err(|error| usage(&error))?.with_safe_texts(safe);
                columns.header(&mut sheet);
                let filter = args
                    .r#where
                    .as_deref()
                    .map(|expression| {
                        Filter::<AnyColumn>::parse(expression)
                            .map_err(|error| Error::usage(format!("--where '{expression}': {error}")))
                    })
                    .transpose()?;
                let of_game =
                    filter.iter().flat_map(|filter| filter.columns()).filter_map(|column| match column {
                        AnyColumn::Game(column) => Some(column),
                        AnyColumn::Move(_) => None,
                    });
                let study = Study::of(of_game, table);
                (Sink::Moves(columns, filter), study, None)
            }
            StatsTable::Duplicates => {
                let columns = Columns::of_names(duplicates::NAMES, list)
                    .map_err(|error| usage(&error))?
                    .with_safe_texts(safe);
                return doubles(&config, &columns, choose()?, table, results);
            }
            _ => {
                let columns = Columns::of_games(list).map_err(|error| usage(&error))?.with_safe_texts(safe);
                columns.header(&mut sheet);
                let study = Study::of(columns.iter(), table);
                (Sink::Games(columns), study, choose()?)
            }
        };
        results.put(|out| sheet.write_to(out, 1))?;
        run::run(&config, &task(sink, study, chosen), streams(results))?
    };
    report(&config, &summary.tally, false);
    Ok(summary)
}

fn streams(results: Output) -> Streams {
    Streams { results, rejects: None, findings_are_results: false, max_problems: usize::MAX }
}

/// Writes what was known only at the end.
fn finish(
    mut results: Output,
    summary: &Summary,
    config: &Config,
    write: impl FnOnce(&mut Output) -> Result<(), Error>,
) -> Result<(), Error> {
    if !summary.lets_finish(&results, config) {
        return Ok(());
    }
    write(&mut results)?;
    results.finish()
}

/// How many rows are written at a time.
const ROWS: usize = 4096;

fn doubles(
    config: &Config,
    columns: &Columns<usize>,
    chosen: Option<Chosen>,
    table: &'static Table,
    results: Output,
) -> Result<Summary, Error> {
    let (verdicts, summary) = unique::find(config, chosen, table)?;
    let files: Vec<_> = config.inputs.iter().map(Input::name).collect();
    finish(results, &summary, config, |results| {
        let mut sheet = Sheet::default();
        columns.header(&mut sheet);
        for rows in verdicts.rows().chunks(ROWS) {
            verdicts.write(rows, columns, &files, &mut sheet);
            results.put(|out| sheet.write_to(out, 1))?;
            sheet.clear();
        }
        results.put(|out| sheet.write_to(out, 1))
    })?;
    report(config, &summary.tally, false);
    Ok(summary)
}
