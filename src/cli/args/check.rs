//! The arguments of `descant check`.
use clap::Args;

use super::{Common, Results};

/// `descant check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub common: Common,
    /// At most this many problems of a game are shown; the rest are counted
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Messages")]
    pub max_problems: usize,
    #[command(flatten)]
    pub results: Results,
}
