//! The arguments of `descant report`.
use clap::Args;

use super::{Common, Results};

/// `descant report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub common: Common,
    /// At most this many games are shown, those in doubt before the others; all are counted
    #[arg(long, value_name = "N", default_value_t = 500, help_heading = "Writing")]
    pub max_games: usize,
    /// The title of the page [default: the names of the inputs]
    #[arg(long, value_name = "TEXT", help_heading = "Writing")]
    pub title: Option<String>,
    #[command(flatten)]
    pub results: Results,
}
