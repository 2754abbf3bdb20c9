//! `descant fen`: positions of the games.
use super::args::{EnPassant as Rights, FenArgs, FenForm};
use super::config::Config;
use super::output::{NO_GAMES, Output};
use super::pick::{Picked, Wishes};
use super::rows::Form;
use super::run::{self, PIECE, SMALL_CHUNK, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::task::pgn_options;
use super::task::{Met, Page, Task};
use crate::chess::EnPassant;
use crate::diagnose::Severity;
use crate::emit::fen::{self, FenFormat, FenOptions, FenWriter, Which};
use crate::emit::{Place, Sheet, csv};
use crate::error::Error;
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::TextReport;
use crate::source::CHUNK;

struct Fen {
    form: Form,
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
        self.form.chunk_size(if self.options.needs_moves() { SMALL_CHUNK } else { CHUNK })
    }

    fn piece_size(&self) -> usize {
        self.form.piece_size(PIECE)
    }

    fn text(&self, writer: &mut FenWriter, place: &Place<'_>, report: &TextReport<'_>, page: &mut Page) {
        for one in &report.exercises {
            let file = place.file_at(one.span);
            match &self.form {
                Form::Csv => writer.write_exercise(one, file, &mut page.results),
                #[cfg(feature = "parquet")]
                form => writer.exercise_rows(one, file, &mut page.rows(form)),
            }
        }
    }

    fn game(&self, writer: &mut FenWriter, met: &Met<'_, '_>, page: &mut Page) {
        let (game, index) = (met.found.game, met.found.index);
        let file = met.place.file_at(game.span);
        match &self.form {
            Form::Csv => writer.write(game, index, file, &mut page.results),
            #[cfg(feature = "parquet")]
            form => writer.rows(game, index, file, &mut page.rows(form)),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: FenArgs) -> Result<Summary, Error> {
    let config = Config::new(&args.common, &args.results, Severity::Error)?;
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
            FenForm::Csv | FenForm::Parquet => FenFormat::Csv,
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
    let form = match args.format {
        FenForm::Parquet => Form::parquet(fen::TABLE.iter().map(|about| (about.name, about.kind)))?,
        _ => Form::Csv,
    };
    let task = Fen { form, options, letters: config.letters };
    let mut results = Output::apart(args.results.output.as_deref(), config.guarded(), NO_GAMES)?;
    let columnar = task.form.file(&results)?;
    if task.options.format == FenFormat::Csv && columnar.is_none() {
        let mut sheet = Sheet::default();
        csv::header(fen::TABLE.iter().map(|about| about.name), &mut sheet);
        results.put(|out| sheet.write_to(out, 1))?;
    }
    let streams = Streams { columnar, ..Streams::new(results, Recap::Table) };
    let wishes = Wishes {
        expression: args.common.choosing.r#where.as_deref(),
        openings: &args.common.choosing.openings,
        ..Wishes::default()
    };
    let summary = run::run(&config, &Picked::new(task, &wishes, &config)?, streams)?;
    Ok(summary)
}
