//! The arguments of `descant stats`.
use clap::{Args, ValueEnum};

use super::hint::{self, Hint};
use super::{Common, Results};

/// `descant stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub common: Common,
    /// Which table
    #[arg(long, value_enum, default_value_t = StatsTable::Games, help_heading = "Writing")]
    pub table: StatsTable,
    /// How: CSV, or Parquet (games, moves and findings; a program built with it)
    #[arg(long, value_enum, value_name = "FORM", default_value_t = TableForm::Csv, help_heading = "Writing")]
    pub format: TableForm,
    /// Only these columns, in this order: white,black,tag.TimeControl; `*` stands for those that are written without a list. `descant explain columns` tells what they say
    #[arg(long, value_name = "LIST", value_parser = Hint(hint::columns), hide_possible_values = true, help_heading = "Writing")]
    pub columns: Option<String>,
    /// Memory for --table duplicates and --table names, in MiB; more is an error
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20), help_heading = "Writing")]
    pub memory: u64,
    /// For spreadsheets: an apostrophe before each text that begins like a formula (= + - @); without it texts are written as they are
    #[arg(long, help_heading = "Writing")]
    pub csv_safe: bool,
    #[command(flatten)]
    pub results: Results,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableForm {
    /// Comma-separated values
    Csv,
    /// Parquet, with the types of the columns
    Parquet,
}

/// The tables of `stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsTable {
    /// A row a game
    Games,
    /// A row a half-move
    Moves,
    /// Totals by player
    Players,
    /// Totals by opening
    Openings,
    /// Totals by year
    Years,
    /// Totals by result and termination
    Results,
    /// Games recorded more than once
    Duplicates,
    /// A row a finding
    Findings,
    /// Spellings of players' names that seem to be one player's, with what speaks for it; --players reads it
    Names,
}
