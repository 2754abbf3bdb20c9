//! Totals by opening, by year, and by result.
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use super::tally::{Tally, count, mean, mean_tenths, percent};
use super::{Columns, Sheet};
use crate::game::Termination;
use crate::game::row::Row;
use crate::game::tags;
use crate::game::value::{About, Kind, Value};
use crate::record::GameResult;

// The columns that several tables have; `common` gives their values.
const GAMES: About = About::new("games", Kind::Number, "games");
const WHITE_WINS: About = About::new("white_wins", Kind::Number, "games won by White");
const DRAWS: About = About::new("draws", Kind::Number, "games drawn");
const BLACK_WINS: About = About::new("black_wins", Kind::Number, "games won by Black");
const UNFINISHED: About = About::new("unfinished", Kind::Number, "games without a result");
const SCORE: About =
    About::new("score", Kind::Decimal, "White's points in percent of the games with a result");
const AVERAGE_PLIES: About = About::new("average_plies", Kind::Decimal, "half-moves of a game on average");
const AVERAGE_ELO: About = About::new("average_elo", Kind::Number, "the mean rating of both sides");
const FIRST_YEAR: About = About::new("first_year", Kind::Number, "the first year known");
const LAST_YEAR: About = About::new("last_year", Kind::Number, "the last year known");

/// Adds the rows of other games.
fn merge<K: Eq + Hash>(rows: &mut HashMap<K, Tally>, others: HashMap<K, Tally>) {
    for (key, tally) in others {
        rows.entry(key).or_default().merge(&tally);
    }
}

/// Totals by opening; games whose opening has no name are together in one row without one.
#[derive(Debug, Default)]
pub struct Openings<'o> {
    rows: HashMap<(&'o str, &'o str), Tally>,
}

impl<'o> Openings<'o> {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new("eco", Kind::Text, "the code of the opening"),
        About::new("opening", Kind::Text, "the name of the opening"),
        GAMES,
        WHITE_WINS,
        DRAWS,
        BLACK_WINS,
        UNFINISHED,
        SCORE,
        AVERAGE_PLIES,
        FIRST_YEAR,
        LAST_YEAR,
    ];

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>, opening: Option<(&'o str, &'o str)>) {
        self.rows.entry(opening.unwrap_or_default()).or_default().add(row);
    }

    /// Adds the totals of other games.
    pub fn merge(&mut self, other: Self) {
        merge(&mut self.rows, other.rows);
    }

    /// Writes the rows by code and name.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        let rows: BTreeMap<_, _> = self.rows.iter().collect();
        for (&(eco, name), tally) in rows {
            columns.row(
                |&column| match column {
                    0 => Value::Text(eco),
                    1 => Value::Text(name),
                    _ => common(Self::TABLE[column].name, tally),
                },
                sheet,
            );
        }
    }
}

/// Totals by year; games of unknown year are together in a row without one, the last.
#[derive(Debug, Default)]
pub struct Years {
    rows: HashMap<u16, Tally>,
}

impl Years {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new("year", Kind::Number, "the year; empty for games without one"),
        GAMES,
        WHITE_WINS,
        DRAWS,
        BLACK_WINS,
        UNFINISHED,
        SCORE,
        AVERAGE_PLIES,
        AVERAGE_ELO,
    ];

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) {
        let year = tags::year(row.headers.date).unwrap_or(u16::MAX);
        self.rows.entry(year).or_default().add(row);
    }

    /// Adds the totals of other games.
    pub fn merge(&mut self, other: Self) {
        merge(&mut self.rows, other.rows);
    }

    /// Writes the rows in the order of the years.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        let rows: BTreeMap<_, _> = self.rows.iter().collect();
        for (&year, tally) in rows {
            columns.row(
                |&column| match column {
                    0 if year == u16::MAX => Value::Empty,
                    0 => Value::Number(year.into()),
                    _ => common(Self::TABLE[column].name, tally),
                },
                sheet,
            );
        }
    }
}

/// Totals by result and by how the games ended.
#[derive(Debug, Default)]
pub struct Results {
    rows: Box<[[Tally; Termination::ALL.len()]; 4]>,
}

/// The results in the order of the table.
const RESULTS: [GameResult; 4] =
    [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Unknown];

impl Results {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new("result", Kind::Text, "the result that the games are written with"),
        About::new("termination", Kind::Text, "how they ended, as the last positions say"),
        GAMES,
        About::new("percent", Kind::Decimal, "of all games, in percent"),
        AVERAGE_PLIES,
        FIRST_YEAR,
        LAST_YEAR,
    ];

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) {
        let result = RESULTS.iter().position(|&result| result == row.game.result).unwrap_or(3);
        let termination = row.facts.termination;
        let termination = Termination::ALL.iter().position(|&own| own == termination).unwrap_or(0);
        self.rows[result][termination].add(row);
    }

    /// Adds the totals of other games.
    pub fn merge(&mut self, other: Self) {
        for (own, other) in self.rows.iter_mut().flatten().zip(other.rows.iter().flatten()) {
            own.merge(other);
        }
    }

    /// Writes the rows that have games.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        let all: u64 = self.rows.iter().flatten().map(|tally| tally.games).sum();
        for (result, rows) in RESULTS.iter().zip(self.rows.iter()) {
            for (termination, tally) in Termination::ALL.iter().zip(rows).filter(|(_, tally)| tally.games > 0)
            {
                columns.row(
                    |&column| match Self::TABLE[column].name {
                        "result" => Value::Text(result.marker()),
                        "termination" => Value::Text(termination.word()),
                        "percent" => percent(tally.games, all),
                        name => common(name, tally),
                    },
                    sheet,
                );
            }
        }
    }
}

/// The cells that several tables have.
fn common(name: &str, tally: &Tally) -> Value<'static> {
    match name {
        "games" => count(tally.games),
        "white_wins" => count(tally.white_wins),
        "draws" => count(tally.draws),
        "black_wins" => count(tally.black_wins),
        "unfinished" => count(tally.games - tally.finished()),
        "score" => tally.score(),
        "average_plies" => mean_tenths(tally.plies, tally.games),
        "average_elo" => mean(tally.elo, tally.rated),
        "first_year" => Value::maybe(tally.first_year),
        "last_year" => Value::maybe(tally.last_year),
        _ => Value::Empty,
    }
}
