//! `descant fen`: positions of the games.
use super::args::{EnPassant as Rights, FenArgs, FenForm};
use super::config::Config;
use super::output::{NO_GAMES, Output};
use super::pick::{Picked, Wishes};
use super::run::{self, Met, Page, SMALL_CHUNK, Streams, Summary, Task};
use super::{pgn_options, report};
use crate::chess::EnPassant;
use crate::emit::fen::{CSV_HEAD, FenFormat, FenOptions, FenWriter, Which};
use crate::error::Error;
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::source::CHUNK;

struct Fen {
    options: FenOptions,
    letters: Option<&'static Letters>,
}

impl Task for Fen {
    type State = FenWriter;

    fn state(&self) -> FenWriter {
        FenWriter::new(self.options.clone())
    }

    fn pgn_options(&self) -> PgnOptions {
        let kept = if self.options.needs_moves() { Kept::Nodes } else { Kept::End };
        PgnOptions { kept, letters: self.letters, ..pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        if self.options.needs_moves() { SMALL_CHUNK } else { CHUNK }
    }

    fn game(&self, writer: &mut FenWriter, met: &Met<'_, '_>, page: &mut Page) {
        writer.write(met.found.game, met.found.index, met.place.file, &mut page.results);
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: FenArgs) -> Result<Summary, Error> {
    let config = Config::new(args.common.inputs, &args.common.options)?;
    let which = if args.all {
        Which::All
    } else if let Some(plies) = args.every {
        Which::Every(plies)
    } else if !args.at.is_empty() {
        let mut plies = args.at;
        plies.sort_unstable();
        plies.dedup();
        Which::At(plies)
    } else {
        Which::Final
    };
    let options = FenOptions {
        format: match args.format {
            FenForm::Fen => FenFormat::Fen,
            FenForm::Epd => FenFormat::Epd,
            FenForm::Csv => FenFormat::Csv,
            FenForm::Json => FenFormat::Json,
        },
        which,
        en_passant: match args.en_passant {
            Rights::Legal => EnPassant::Legal,
            Rights::Pseudo => EnPassant::Pseudo,
            Rights::Always => EnPassant::Always,
        },
        variations: args.variations,
    };
    let task = Fen { options, letters: config.letters };
    let mut results = Output::apart(args.output.as_deref(), config.guarded(&args.openings), NO_GAMES)?;
    if task.options.format == FenFormat::Csv {
        results.put(|out| out.write_all(CSV_HEAD.as_bytes()))?;
    }
    let streams = Streams { results, rejects: None, findings_are_results: false, max_problems: usize::MAX };
    let wishes =
        Wishes { expression: args.r#where.as_deref(), openings: &args.openings, ..Wishes::default() };
    let summary = run::run(&config, &Picked::new(task, &wishes, &config)?, streams)?;
    report(&config, &summary.tally, false);
    Ok(summary)
}
