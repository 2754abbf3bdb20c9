//! The arguments of `descant check`.
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Choosing, Common, Force, Messages};

/// `descant check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub choosing: Choosing,
    /// At most this many problems of a game are shown; the rest are counted
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Messages")]
    pub max_problems: usize,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub force: Force,
    #[command(flatten)]
    pub messages: Messages,
}
