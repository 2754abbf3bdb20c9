//! The arguments of `descant report`.
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Choosing, Common, Force, Messages};

/// `descant report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub choosing: Choosing,
    /// At most this many games are shown, those in doubt before the others; all are counted
    #[arg(long, value_name = "N", default_value_t = 500, help_heading = "Writing")]
    pub max_games: usize,
    /// The title of the page [default: the names of the inputs]
    #[arg(long, value_name = "TEXT", help_heading = "Writing")]
    pub title: Option<String>,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub force: Force,
    #[command(flatten)]
    pub messages: Messages,
}
