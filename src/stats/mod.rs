//! Statistics over many games as tables: a row a game, a row a half-move, or totals by player, opening, year, result.
//!
//! Workers fill totals from their chunks; the parts come together in any number of jobs to the same table.
mod columns;
pub mod duplicates;
mod findings;
mod moves;
mod names;
mod opening;
mod players;
mod tally;
mod totals;

pub use columns::{ColumnError, Columns};
pub use findings::Findings;
pub use moves::MoveTable;
pub use names::PlayerNames;
pub use opening::{Named, OtherCode, opening, other_code};
pub use players::Players;
pub use tally::Tally;
pub use totals::{Openings, Results, Years};

use crate::emit::{Sheet, fen};
use crate::game::move_row::MoveColumn;
use crate::game::row::{GameColumn, Row};
use crate::game::value::About;

/// A table as it is described.
#[derive(Clone, Debug)]
pub struct TableAbout {
    /// Its name: what `--table` takes, or `positions` for what `fen --format csv` writes.
    pub name: &'static str,
    /// What a row is.
    pub row: &'static str,
    /// Its columns.
    pub columns: Vec<About>,
}

/// Every table there is, with its columns.
#[must_use]
pub fn tables() -> Vec<TableAbout> {
    let table = |name, row, columns: &[About]| TableAbout { name, row, columns: columns.to_vec() };
    let games: Vec<_> = GameColumn::ALL.iter().map(|column| column.about()).collect();
    let moves: Vec<_> = MoveColumn::ALL.iter().map(|column| column.about()).collect();
    vec![
        table("games", "a game", &games),
        table("moves", "a half-move; further columns are those of its game", &moves),
        table("positions", "a position (fen --format csv or parquet)", fen::TABLE),
        table("players", "a player", Players::TABLE),
        table("openings", "an opening", Openings::TABLE),
        table("years", "a year", Years::TABLE),
        table("results", "a result and how games with it ended", Results::TABLE),
        table("duplicates", "a record of a game that is recorded more than once", duplicates::TABLE),
        table("findings", "a finding", Findings::TABLE),
        table("names", "a spelling of a player who seems to have several", PlayerNames::TABLE),
    ]
}

/// Totals that grow with what they are totals of, not with the games.
#[derive(Debug)]
pub enum Totals<'o> {
    /// By player.
    Players(Players),
    /// By opening.
    Openings(Openings<'o>),
    /// By year.
    Years(Years),
    /// By result and termination.
    Results(Box<Results>),
    /// By the spelling of a player's name.
    Names(PlayerNames),
}

impl<'o> Totals<'o> {
    /// The same kind of totals, of no game yet.
    #[must_use]
    pub fn anew(&self) -> Self {
        match self {
            Self::Players(_) => Self::Players(Players::default()),
            Self::Openings(_) => Self::Openings(Openings::default()),
            Self::Years(_) => Self::Years(Years::default()),
            Self::Results(_) => Self::Results(Box::default()),
            Self::Names(_) => Self::Names(PlayerNames::default()),
        }
    }

    /// The columns.
    #[must_use]
    pub fn table(&self) -> &'static [About] {
        match self {
            Self::Players(_) => Players::TABLE,
            Self::Openings(_) => Openings::TABLE,
            Self::Years(_) => Years::TABLE,
            Self::Results(_) => Results::TABLE,
            Self::Names(_) => PlayerNames::TABLE,
        }
    }

    /// Adds a game. `opening` is its opening's code and name.
    pub fn add(&mut self, row: &Row<'_>, opening: Option<(&'o str, &'o str)>) {
        match self {
            Self::Players(players) => players.add(row),
            Self::Openings(openings) => openings.add(row, opening),
            Self::Years(years) => years.add(row),
            Self::Results(results) => results.add(row),
            Self::Names(names) => names.add(row),
        }
    }

    /// About how many bytes are held, where they grow with the names; 0 otherwise.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        if let Self::Names(names) = self { names.bytes() } else { 0 }
    }

    /// Adds the totals of other games. Totals of another kind add nothing.
    pub fn merge(&mut self, other: Self) {
        match (self, other) {
            (Self::Players(own), Self::Players(other)) => own.merge(other),
            (Self::Openings(own), Self::Openings(other)) => own.merge(other),
            (Self::Years(own), Self::Years(other)) => own.merge(other),
            (Self::Results(own), Self::Results(other)) => own.merge(*other),
            (Self::Names(own), Self::Names(other)) => own.merge(other),
            _ => {}
        }
    }

    /// Writes the rows, in order, without the header.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        match self {
            Self::Players(players) => players.write(columns, sheet),
            Self::Openings(openings) => openings.write(columns, sheet),
            Self::Years(years) => years.write(columns, sheet),
            Self::Results(results) => results.write(columns, sheet),
            Self::Names(names) => names.write(columns, sheet),
        }
    }
}
