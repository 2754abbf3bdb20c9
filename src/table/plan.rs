//! Which rows are wanted, and the reading of a chunk to them.
use std::ops::ControlFlow;

use arrow_schema::SchemaRef;

use super::study::{Chosen, Desk, Met, Study};
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::arrow::{self, Batch, Room, Twice};
use crate::emit::fen::{self, FenOptions, FenWriter, Which};
use crate::emit::{Place, Rows};
use crate::filter::Filter;
use crate::game::move_row::MoveField;
use crate::game::row::Field;
use crate::game::value::Value;
use crate::game::value::{Kind as FieldKind, Need};
use crate::openings::Table;
use crate::reader::pgn::{Kept, PgnOptions, PgnReader};
use crate::reader::text::TextOptions;
use crate::reader::{Found, each_game, outside};
use crate::source::{Chunk, Kind};
use crate::stats::{Columns, Findings, MoveTable};

/// A table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableName {
    /// A row a game.
    #[default]
    Games,
    /// A row a half-move.
    Moves,
    /// A row a position.
    Positions,
    /// A row a finding.
    Findings,
}

/// What becomes of a game with an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bad {
    /// It has rows like others: what could be played of it.
    #[default]
    Keep,
    /// It has none.
    Drop,
    /// Reading ends.
    Fail,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The table.
    pub table: TableName,
    /// The games that are wanted, or the half-moves, as `--where` has them.
    pub filter: Option<String>,
    /// The columns, parted by commas; `*` stands for the usual ones.
    pub columns: Option<String>,
    /// Of positions: those after every so many half-moves, and not the first; 0 is the last alone.
    pub every: u32,
    /// What becomes of games with an error.
    pub bad: Bad,
}

/// Why nothing is read, or no more.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// What is asked for cannot be given.
    #[error("{0}")]
    Request(String),
    /// A game has an error, and that was to end the reading.
    #[error("{0}")]
    BadGame(String),
    /// Rows did not become columns.
    #[error(transparent)]
    Arrow(#[from] arrow_schema::ArrowError),
    /// The input could not be read.
    #[error(transparent)]
    Source(#[from] crate::source::SourceError),
}

#[derive(Debug)]
enum Sink {
    Games(Columns<Field>),
    Moves(Columns<MoveField>, Option<Filter<MoveField>>),
    Positions(Columns<usize>, FenOptions),
    Findings(Findings),
}

/// The games of a chunk, or of the chunks of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Games {
    /// How many there are.
    pub(super) seen: u64,
    /// How many of them are none: words that nobody can read, and nothing else.
    pub(super) hollow: u64,
}

impl Games {
    /// Counts one.
    pub(super) fn count(&mut self, found: &Found<'_, '_>) {
        self.seen += 1;
        self.hollow += u64::from(outside::is_hollow(found));
    }

    /// Adds those of another chunk.
    pub(super) const fn add(&mut self, other: Self) {
        self.seen += other.seen;
        self.hollow += other.hollow;
    }

    /// One of them is a game.
    pub(super) const fn are_any(self) -> bool {
        self.seen > self.hollow
    }
}

/// What is asked for, checked.
#[derive(Debug)]
pub struct Plan {
    sink: Sink,
    study: Study,
    chosen: Option<Chosen>,
    bad: Bad,
    schema: SchemaRef,
}

/// What one reader keeps from chunk to chunk.
#[derive(Debug)]
pub struct State {
    desk: Desk,
    reader: PgnReader,
    moves: Option<MoveTable>,
    positions: FenWriter,
    room: Room,
}

impl Plan {
    /// Checks what is asked for.
    ///
    /// # Errors
    ///
    /// When there is no such column, or the expression cannot be read.
    pub fn new(request: &Request) -> Result<Self, PlanError> {
        let table = Table::builtin();
        let list = request.columns.as_deref();
        let no_column = |error: &dyn std::fmt::Display| {
            PlanError::Request(format!("columns '{}': {error}", list.unwrap_or_default()))
        };
        let mut study = Study { table, need: Need::TAGS };
        let schema = |columns: Vec<(&str, FieldKind)>| {
            arrow::schema(columns).map_err(|error: Twice| PlanError::Request(error.to_string()))
        };
        let mut fits_moves = None;
        let (sink, schema) = match request.table {
            TableName::Games => {
                let columns = Columns::of_games(list).map_err(|error| no_column(&error))?;
                study.need = columns.iter().map(Field::need).collect();
                let schema = schema(columns.named().map(|(name, field)| (name, field.kind())).collect())?;
                (Sink::Games(columns), schema)
            }
            TableName::Moves => {
                let columns = Columns::of_moves(list).map_err(|error| no_column(&error))?;
                if let Some(expression) = &request.filter {
                    fits_moves = Some(
                        Filter::<MoveField>::parse(expression)
                            .map_err(|error| PlanError::Request(format!("where '{expression}': {error}")))?,
                    );
                }
                let asked: Need = fits_moves.iter().map(Filter::need).collect();
                study.need = columns.iter().map(MoveField::need).collect::<Need>() | asked;
                let schema = schema(columns.named().map(|(name, field)| (name, field.kind())).collect())?;
                (Sink::Moves(columns, fits_moves), schema)
            }
            TableName::Positions => {
                let columns = Columns::of_table(fen::TABLE, list).map_err(|error| no_column(&error))?;
                let schema =
                    schema(columns.named().map(|(name, &at)| (name, fen::TABLE[at].kind)).collect())?;
                let which = if request.every == 0 { Which::Final } else { Which::Every(request.every) };
                (Sink::Positions(columns, FenOptions { which, ..FenOptions::default() }), schema)
            }
            TableName::Findings => {
                let columns = Columns::of_table(Findings::TABLE, list).map_err(|error| no_column(&error))?;
                let kinds = columns.named().map(|(name, &at)| (name, Findings::TABLE[at].kind));
                let schema = schema(kinds.collect())?;
                (Sink::Findings(Findings::new(columns)), schema)
            }
        };
        let chosen = match (&request.filter, &sink) {
            (None, _) | (_, Sink::Moves(..)) => None,
            (Some(expression), _) => Some(
                Chosen::new(expression, table)
                    .map_err(|error| PlanError::Request(error.to_string().replacen("--where", "where", 1)))?,
            ),
        };
        Ok(Self { sink, study, chosen, bad: request.bad, schema })
    }

    /// The columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    /// A game has many rows.
    pub(super) fn has_many_rows(&self) -> bool {
        matches!(self.sink, Sink::Moves(..) | Sink::Positions(..))
    }

    /// Its rows are findings.
    pub(super) fn is_of_findings(&self) -> bool {
        matches!(self.sink, Sink::Findings(_))
    }

    /// What a reader of chunks begins with.
    #[must_use]
    pub fn state(&self) -> State {
        let asked = self.chosen.as_ref().map_or(Kept::End, Chosen::kept);
        let kept = match &self.sink {
            Sink::Moves(..) | Sink::Positions(..) => Kept::Nodes,
            _ => self.study.kept().or(asked),
        };
        let moves = match &self.sink {
            Sink::Moves(columns, filter) => Some(MoveTable::new(columns.clone(), filter.as_ref())),
            _ => None,
        };
        let positions = match &self.sink {
            Sink::Positions(_, options) => FenWriter::new(options.clone()),
            _ => FenWriter::default(),
        };
        let options = PgnOptions { kept, max_problems: 100_000, ..PgnOptions::default() };
        State {
            desk: Desk::default(),
            reader: PgnReader::new(options),
            moves,
            positions,
            room: Room::default(),
        }
    }

    /// No rows yet, and room for about as many as the last batch had.
    #[must_use]
    pub(super) fn batch(&self, state: &State) -> Batch {
        Batch::with_room(self.schema(), &state.room)
    }

    /// Appends the rows of a chunk of an input of this name to those of the chunks before it, which had so many games; what
    /// this one has. Of a game with an error no more than this is read, if that was asked for.
    pub(super) fn read(
        &self,
        state: &mut State,
        (file, kind): (&str, Kind),
        chunk: &Chunk,
        before: u64,
        batch: &mut Batch,
    ) -> (Games, Result<(), PlanError>) {
        self.say(file, chunk, outside::gap(chunk).as_slice(), batch);
        let (mut games, mut failure) = (Games::default(), Ok(()));
        // How the bytes of what is no text were read is of no use, unless there are games among them.
        let mut bytes = if self.is_of_findings() { outside::bytes(chunk) } else { Vec::new() };
        if !bytes.is_empty() && outside::is_text(chunk) {
            self.say(file, chunk, &std::mem::take(&mut bytes), batch);
        }
        let mut reader = std::mem::take(&mut state.reader);
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let words = each_game(chunk, kind, &mut reader, &TextOptions::default(), &mut |found| {
            games.count(&found);
            let found = Found { index: before.saturating_add(found.index), ..found };
            failure = self.game(state, file, chunk, found, batch);
            if failure.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        state.reader = reader;
        if failure.is_ok() {
            self.say(file, chunk, &words, batch);
            if games.are_any() {
                self.say(file, chunk, &bytes, batch);
            }
        }
        state.room = batch.room();
        (games, failure)
    }

    /// The row of an input without a game, which begins with this chunk.
    pub(super) fn no_game(&self, file: &str, chunk: &Chunk) -> Batch {
        let mut batch = Batch::new(self.schema());
        self.say(file, chunk, &[outside::no_game(chunk)], &mut batch);
        batch
    }

    /// Appends the rows of findings outside games.
    fn say(&self, file: &str, chunk: &Chunk, findings: &[Diagnostic], rows: &mut impl Rows) {
        let Sink::Findings(table) = &self.sink else { return };
        let place = Place { file, chunk, game: None, tags: &[] };
        for found in findings {
            table.write(&place, found, found.severity, rows);
        }
    }

    fn game(
        &self,
        state: &mut State,
        file: &str,
        chunk: &Chunk,
        found: Found<'_, '_>,
        rows: &mut Batch,
    ) -> Result<(), PlanError> {
        let place = Place::in_game(file, chunk, found.index, found.game);
        let met = Met { found, place, input: 0, strict: false };
        let bad = if self.bad == Bad::Keep { None } else { first_error(&found) };
        if bad.is_some() && self.bad == Bad::Drop {
            return Ok(());
        }
        if self.chosen.as_ref().is_some_and(|chosen| !chosen.keeps(&mut state.desk, &met)) {
            return Ok(());
        }
        if let Some(error) = bad {
            let stands = chunk.stands(chunk.original_range(error.span.start, error.span.start).start);
            let frame = stands.frame.map_or_else(String::new, |frame| format!(" of frame {frame}"));
            return Err(PlanError::BadGame(format!(
                "{file}: byte {}{frame}: {}: {}",
                stands.byte,
                error.code.name(),
                error.message
            )));
        }
        match &self.sink {
            Sink::Findings(table) => {
                for finding in found.diagnostics {
                    table.write(&place, finding, finding.severity, rows);
                }
            }
            Sink::Positions(columns, _) => {
                let mut chosen = Picked { columns, rows };
                state.positions.rows(found.game, found.index, file, &mut chosen);
            }
            Sink::Games(columns) => {
                let known = self.study.look(&mut state.desk, &met);
                let row = self.study.row(&met, &known);
                columns.row(|field| row.field(field), rows);
            }
            Sink::Moves(_, filter) => {
                let known = self.study.look(&mut state.desk, &met);
                let row = self.study.row(&met, &known);
                if let Some(table) = &mut state.moves {
                    table.write(&row, filter.as_ref(), rows);
                }
            }
        }
        Ok(())
    }
}

/// Some of the columns of a table whose rows come whole.
struct Picked<'a> {
    columns: &'a Columns<usize>,
    rows: &'a mut Batch,
}

impl Rows for Picked<'_> {
    fn row<'a, C>(&mut self, columns: impl Iterator<Item = C>, value: impl Fn(C) -> Value<'a>, _safe: bool) {
        let cells: Vec<_> = columns.map(value).collect();
        self.columns.row(|&at| cells[at], self.rows);
    }
}

/// The first error of a game.
fn first_error<'d>(found: &Found<'d, '_>) -> Option<&'d Diagnostic> {
    found.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
}
