//! `descant stats`: tables of games, moves, players, openings, years, results, duplicates, findings and names.
use std::sync::{Arc, Mutex, PoisonError};

use super::args::{StatsArgs, StatsTable, TableForm};
use super::config::Config;
use super::meter::Meter;
use super::output::{NO_GAMES, Output};
use super::rows::Form;
use super::run::{self, SMALL_CHUNK, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::study::{Chosen, Desk, Known, Study, given, openings};
use super::task::{Met, Page, Task};
use super::unique;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::Place;
use crate::emit::Sheet;
use crate::error::Error;
use crate::filter::Filter;
use crate::game::Game;
use crate::game::move_row::MoveField;
use crate::game::row::{Field, Row};
use crate::game::value::Need;
use crate::lexicon::Letters;
use crate::openings::Table;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::TextOptions;
use crate::source::{CHUNK, Input};
use crate::stats::duplicates::{self, Choice, Prefer};
use crate::stats::{Columns, Findings, MoveTable, Openings, PlayerNames, Players, Totals, Years};

/// What the workers fill.
enum Sink {
    Games(Columns<Field>),
    Moves(Columns<MoveField>, Option<Filter<MoveField>>),
    Totals(Arc<Mutex<Totals<'static>>>),
    Findings(Findings),
}

/// What one worker has filled so far; joined to the whole when the worker is done.
enum Part {
    Games,
    Moves(Box<MoveTable>),
    Totals(Totals<'static>, Arc<Mutex<Totals<'static>>>),
}

struct State {
    desk: Desk,
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
    form: Form,
    study: Study,
    chosen: Option<Chosen>,
    letters: Option<&'static Letters>,
    /// The table that was given, for texts.
    named: Option<Arc<Table>>,
    /// What may be held of names.
    meter: Arc<Meter>,
}

impl Task for Stats {
    type State = State;

    fn state(&self) -> State {
        let part = match &self.sink {
            Sink::Games(_) | Sink::Findings(_) => Part::Games,
            Sink::Moves(columns, filter) => {
                Part::Moves(Box::new(MoveTable::new(columns.clone(), filter.as_ref())))
            }
            Sink::Totals(whole) => Part::Totals(lock(whole).anew(), Arc::clone(whole)),
        };
        State { desk: Desk::default(), part }
    }

    fn pgn_options(&self) -> PgnOptions {
        let kept = match (&self.sink, self.study.kept(), self.chosen.as_ref().map(Chosen::kept)) {
            (Sink::Moves(..), ..) => Kept::Nodes,
            (_, own, asked) => own.or(asked.unwrap_or(Kept::End)),
        };
        PgnOptions { kept, letters: self.letters, ..super::task::pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        self.form.chunk_size(if let Sink::Moves(..) = self.sink { SMALL_CHUNK } else { CHUNK })
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { openings: self.named.clone(), ..TextOptions::default() }
    }

    fn refuses(&self, game: &Game<'_>) -> bool {
        self.chosen.as_ref().is_some_and(|chosen| chosen.refuses(game))
    }

    fn game(&self, state: &mut State, met: &Met<'_, '_>, page: &mut Page) {
        let State { desk, part } = state;
        if self.chosen.as_ref().is_some_and(|chosen| !chosen.keeps(desk, met)) {
            page.left_out = true;
            return;
        }
        let known: Known = self.study.look(desk, met);
        let row: Row<'_> = self.study.row(met, &known);
        match (&self.sink, part) {
            (Sink::Games(columns), _) => columns.row(|field| row.field(field), &mut page.rows(&self.form)),
            (Sink::Moves(_, filter), Part::Moves(table)) => {
                table.write(&row, filter.as_ref(), &mut page.rows(&self.form))
            }
            (Sink::Findings(table), _) => {
                for found in met.found.diagnostics {
                    table.write(&met.place, found, met.severity(found), &mut page.rows(&self.form));
                }
            }
            (_, Part::Totals(totals, _)) => {
                let before = totals.bytes();
                totals.add(&row, self.study.opening(&known));
                page.last |= !self.meter.allows(before, totals.bytes());
            }
            _ => {}
        }
    }

    fn writes_findings(&self) -> bool {
        matches!(self.sink, Sink::Findings(_))
    }

    fn finding(&self, place: &Place<'_>, found: &Diagnostic, severity: Severity, page: &mut Page) {
        if let Sink::Findings(table) = &self.sink {
            table.write(place, found, severity, &mut page.rows(&self.form));
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: StatsArgs) -> Result<Summary, Error> {
    let mut config = Config::new(&args.common, &args.results, Severity::Error)?;
    if args.table == StatsTable::Duplicates {
        config.keep_stdin()?;
    }
    let table = openings(&args.common.choosing.openings)?;
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
        StatsTable::Names => Some(Totals::Names(PlayerNames::default())),
        _ => None,
    };
    let named = given(table, &args.common.choosing.openings);
    let meter = Arc::new(Meter::new(args.memory));
    let task = |sink, form, study, chosen| Stats {
        sink,
        form,
        study,
        chosen,
        letters: config.letters,
        named: named.clone(),
        meter: Arc::clone(&meter),
    };
    let choose = || {
        args.common.choosing.r#where.as_deref().map(|expression| Chosen::new(expression, table)).transpose()
    };
    let mut results = Output::apart(args.results.output.as_deref(), config.guarded(), NO_GAMES)?;
    let as_parquet = args.format == TableForm::Parquet;
    if as_parquet && (totals.is_some() || args.table == StatsTable::Duplicates) {
        let message = "--format parquet is for the tables games, moves and findings; CSV would be accepted";
        return Err(Error::usage(message.to_owned()));
    }
    let summary = if let Some(totals) = totals {
        let columns =
            Columns::of_table(totals.table(), list).map_err(|error| usage(&error))?.with_safe_texts(safe);
        let need = match totals {
            Totals::Openings(_) => Need::OPENING,
            Totals::Results(_) => Need::FACTS,
            _ => Need::TAGS,
        };
        let study = Study { table, need };
        let whole = Arc::new(Mutex::new(totals));
        let task = task(Sink::Totals(Arc::clone(&whole)), Form::Csv, study, choose()?);
        let summary = run::run(&config, &task, streams(Output::Discard))?;
        meter.check()?;
        let mut sheet = Sheet::default();
        columns.header(&mut sheet);
        lock(&whole).write(&columns, &mut sheet);
        finish(results, &summary, &config, |results| results.put(|out| sheet.write_to(out, 1)))?;
        summary
    } else {
        let mut sheet = Sheet::default();
        let mut form = Form::Csv;
        let (sink, study, chosen) = match args.table {
            StatsTable::Moves => {
                let columns = Columns::of_moves(list).map_err(|error| usage(&error))?.with_safe_texts(safe);
                columns.header(&mut sheet);
                if as_parquet {
                    form = Form::parquet(columns.named().map(|(name, field)| (name, field.kind())))?;
                }
                let filter = args
                    .common
                    .choosing
                    .r#where
                    .as_deref()
                    .map(|expression| {
                        Filter::<MoveField>::parse(expression)
                            .map_err(|error| Error::usage(format!("--where '{expression}': {error}")))
                    })
                    .transpose()?;
                let asked: Need = filter.iter().map(Filter::need).collect();
                let need = columns.iter().map(MoveField::need).collect::<Need>() | asked;
                let study = Study { table, need };
                (Sink::Moves(columns, filter), study, None)
            }
            StatsTable::Duplicates => {
                let columns = Columns::of_table(duplicates::TABLE, list)
                    .map_err(|error| usage(&error))?
                    .with_safe_texts(safe);
                return doubles(&config, &columns, choose()?, table, args.memory, results);
            }
            StatsTable::Findings => {
                let columns = Columns::of_table(Findings::TABLE, list).map_err(|error| usage(&error))?;
                columns.header(&mut sheet);
                if as_parquet {
                    form =
                        Form::parquet(columns.named().map(|(name, &at)| (name, Findings::TABLE[at].kind)))?;
                }
                (Sink::Findings(Findings::new(columns)), Study { table, need: Need::TAGS }, choose()?)
            }
            _ => {
                let columns = Columns::of_games(list).map_err(|error| usage(&error))?.with_safe_texts(safe);
                columns.header(&mut sheet);
                if as_parquet {
                    form = Form::parquet(columns.named().map(|(name, field)| (name, field.kind())))?;
                }
                let study = Study { table, need: columns.iter().map(Field::need).collect() };
                (Sink::Games(columns), study, choose()?)
            }
        };
        let columnar = form.file(&results)?;
        if columnar.is_none() {
            results.put(|out| sheet.write_to(out, 1))?;
        }
        let streams = Streams { columnar, ..streams(results) };
        run::run(&config, &task(sink, form, study, chosen), streams)?
    };
    Ok(summary)
}

fn streams(results: Output) -> Streams {
    Streams::new(results, Recap::Table)
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
    memory: u64,
    results: Output,
) -> Result<Summary, Error> {
    let choice = Choice { prefer: Prefer::default(), base: config.inputs.len() };
    let (verdicts, summary) = unique::find(config, chosen, table, choice, memory)?;
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
    Ok(summary)
}
