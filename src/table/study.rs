//! What tables and expressions ask of a game: its facts, its opening, its row.
use std::cell::{OnceCell, RefCell};

use crate::diagnose::{Diagnostic, Severity};
use crate::emit::Place;
use crate::error::Error;
use crate::filter::Filter;
use crate::game::row::{Field, Row};
use crate::game::tags::Headers;
use crate::game::value::Need;
use crate::game::{FactReader, Facts, Game};
use crate::openings::{OpeningId, Table};
use crate::reader::Found;
use crate::reader::pgn::Kept;
use crate::source::Chunk;
use crate::stats;

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

/// What must be known of the games of a run.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// The named openings.
    pub table: &'static Table,
    /// How much is looked at.
    pub need: Need,
}

/// What is known of one game.
#[derive(Clone, Debug, Default)]
pub struct Known {
    facts: Facts,
    opening: Option<OpeningId>,
    line: u64,
    byte: u64,
    frame: Option<u64>,
    problems: u32,
    codes: Vec<&'static str>,
}

/// What a worker needs to look at games, kept from one to the next.
#[derive(Debug, Default)]
pub struct Desk {
    reader: FactReader,
    lines: Lines,
}

impl Study {
    /// The moves of the games are needed.
    #[must_use]
    pub fn needs_moves(&self) -> bool {
        self.need.moves()
    }

    /// How much of a game must be kept, where nothing else asks for more.
    #[must_use]
    pub fn kept(&self) -> Kept {
        if self.need.covers(Need::NODES) {
            Kept::Nodes
        } else if self.needs_moves() {
            Kept::Line
        } else {
            Kept::End
        }
    }

    /// Looks at a game.
    pub fn look(&self, desk: &mut Desk, met: &Met<'_, '_>) -> Known {
        let game = met.found.game;
        let mut known = Known::default();
        if self.need.covers(Need::FACTS) {
            known.facts = desk.reader.read(game);
        }
        if self.need.covers(Need::OPENING) {
            known.opening = stats::opening(self.table, game, desk.reader.line(game));
        }
        let start = met.found.raw.start;
        if self.need.covers(Need::LINE) && met.place.chunk.knows_lines() {
            known.line = desk.lines.line(met.input, met.place.chunk, start);
        }
        if self.need.covers(Need::BYTE) {
            let stands = met.place.chunk.stands(met.place.chunk.original_range(start, start).start);
            (known.byte, known.frame) = (stands.byte, stands.frame);
        }
        let problems = met.found.diagnostics.iter().filter(|found| met.severity(found) > Severity::Note);
        known.codes.extend(problems.map(|found| found.code.name()));
        known.problems = u32::try_from(known.codes.len()).unwrap_or(u32::MAX);
        known
    }

    /// Code and name of the opening.
    #[must_use]
    pub fn opening(&self, known: &Known) -> Option<(&'static str, &'static str)> {
        known.opening.map(|id| self.table.get(id)).map(|opening| (opening.eco(), opening.name()))
    }

    /// The row of a game.
    #[must_use]
    pub fn row<'a>(&self, met: &'a Met<'_, '_>, known: &'a Known) -> Row<'a> {
        Row {
            game: met.found.game,
            headers: Headers::of(met.found.game),
            facts: &known.facts,
            opening: self.opening(known),
            index: met.found.index,
            file: met.place.file_at(met.found.game.span),
            line: known.line,
            byte: known.byte,
            frame: known.frame,
            problems: known.problems,
            codes: &known.codes,
        }
    }
}

/// Counts lines from game to game, which is quicker than asking the chunk for each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines {
    input: usize,
    first_byte: u64,
    at: usize,
    line: u64,
}

impl Lines {
    /// The line of the input in which a game begins; games are asked for in order.
    fn line(&mut self, input: usize, chunk: &Chunk, start: u32) -> u64 {
        // Rows of pages are not lines of their files.
        if chunk.places().is_some() {
            return chunk.line_column(start).0;
        }
        let start = start as usize;
        let same =
            self.line > 0 && (self.input, self.first_byte) == (input, chunk.first_byte) && self.at <= start;
        if !same {
            *self = Self { input, first_byte: chunk.first_byte, at: 0, line: chunk.first_line };
        }
        self.line += chunk.count_line_ends(self.at..start);
        self.at = start;
        self.line
    }
}

/// The games that `--where` wants.
#[derive(Clone, Debug)]
pub struct Chosen {
    filter: Filter<Field>,
    /// What every game is looked at for: its tags, its end, and where it stands.
    head: Study,
    /// What more is looked at when the expression comes to ask for it.
    all: Study,
}

impl Chosen {
    /// The games for which an expression holds.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(expression: &str, table: &'static Table) -> Result<Self, Error> {
        let filter = Filter::<Field>::parse(expression)
            .map_err(|error| Error::usage(format!("--where '{expression}': {error}")))?;
        let need = filter.need();
        // Lines are counted from game to game, so none is left out.
        let head = if need.covers(Need::LINE) { Need::LINE | Need::END } else { Need::END };
        Ok(Self { filter, head: Study { table, need: head }, all: Study { table, need } })
    }

    /// How much of a game must be kept to tell.
    #[must_use]
    pub fn kept(&self) -> Kept {
        match self.all.kept() {
            Kept::End if self.filter.asks_boards() => Kept::Line,
            kept => kept,
        }
    }

    /// Whether its tags alone tell that a game is not wanted.
    #[must_use]
    pub fn refuses(&self, game: &Game<'_>) -> bool {
        let facts = Facts::default();
        let row = Row {
            game,
            headers: Headers::of(game),
            facts: &facts,
            opening: None,
            index: 0,
            file: "",
            line: 0,
            byte: 0,
            frame: None,
            problems: 0,
            codes: &[],
        };
        self.filter.refuses(|field| (field.need() == Need::TAGS).then(|| row.field(field)))
    }

    /// Whether a game is wanted. No more of it is looked at than is needed to tell.
    pub fn keeps(&self, desk: &mut Desk, met: &Met<'_, '_>) -> bool {
        let head = self.head.look(desk, met);
        let head = self.head.row(met, &head);
        let known = OnceCell::new();
        let desk = RefCell::new(desk);
        let value = |field: &Field| {
            if self.head.need.covers(field.need()) {
                return head.field(field);
            }
            let known = known.get_or_init(|| self.all.look(&mut desk.borrow_mut(), met));
            self.all.row(met, known).field(field)
        };
        self.filter.keeps(met.found.game, value)
    }
}
