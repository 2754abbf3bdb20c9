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
    /// Of recognised pages: the pictures they were read from, so that each doubt shows its strip of the print; %d is the number of the page (%03d with zeros), %s the name of its file without its ending
    #[arg(long, value_name = "PATTERN", help_heading = "Writing")]
    pub images: Option<String>,
    /// Show the page at an address of this machine until Ctrl-C: decisions are saved to their file (beside the first input if --decisions names none) as they are made, and the games are read again at once; in a program built with it
    #[arg(long, conflicts_with = "output", help_heading = "Writing")]
    pub serve: bool,
    /// The port of that address; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0, requires = "serve", help_heading = "Writing")]
    pub port: u16,
    #[command(flatten)]
    pub results: Results,
}
