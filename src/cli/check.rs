//! `descant check`: replays, and reports every problem; the findings are the result.
use super::args::CheckArgs;
use super::config::Config;
use super::output::{NO_GAMES, Output};
use super::pick::{Picked, Wishes};
use super::run::{self, PIECE, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::task::pgn_options;
use super::task::{Met, Page, Task};
use crate::diagnose::Severity;
use crate::error::Error;
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};

struct Check {
    letters: Option<&'static Letters>,
}

impl Task for Check {
    type State = ();

    fn state(&self) {}

    fn pgn_options(&self) -> PgnOptions {
        PgnOptions { kept: Kept::End, letters: self.letters, ..pgn_options() }
    }

    fn piece_size(&self) -> usize {
        PIECE
    }

    fn game(&self, (): &mut (), _: &Met<'_, '_>, _: &mut Page) {}
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: CheckArgs) -> Result<Summary, Error> {
    let config = Config::new(&args.common, &args.results, Severity::Note)?;
    let results = Output::apart(args.results.output.as_deref(), config.guarded(), NO_GAMES)?;
    let streams = Streams {
        findings_are_results: true,
        max_problems: args.max_problems,
        ..Streams::new(results, Recap::Table)
    };
    let check = Check { letters: config.letters };
    let wishes = Wishes {
        expression: args.common.choosing.r#where.as_deref(),
        openings: &args.common.choosing.openings,
        hold_eco: !args.common.choosing.openings.is_empty(),
        ..Wishes::default()
    };
    let summary = run::run(&config, &Picked::new(check, &wishes, &config)?, streams)?;
    Ok(summary)
}
