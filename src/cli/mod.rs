//! The command line: arguments, then options that were checked, then one file per command. The only room that prints,
//! and that knows the terminal, the environment and exit codes.
pub mod args;
mod board;
mod check;
pub mod config;
mod convert;
mod eco;
mod explain;
mod fen;
pub mod games;
mod leftover;
pub mod output;
mod pick;
mod progress;
mod report;
pub mod run;
mod shell;
mod stats;
mod study;
pub mod tally;
mod unique;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::emit::diagnostics::Form;
use crate::reader::pgn::PgnOptions;
use args::{Cli, Command};
use config::{Config, Stream};
use run::Summary;
use tally::Tally;

/// Everything was read and is legal.
const FINE: u8 = 0;
/// Some record has an error.
const FOUND_ERRORS: u8 = 1;
/// Wrong usage, or a file that cannot be read or written.
const FAILED: u8 = 2;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help asked for goes to standard output and is no error; if nobody reads it, nothing is lost.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { FAILED } else { FINE });
        }
    };
    let done = match cli.command {
        Command::Convert(args) => convert::run(args),
        Command::Check(args) => check::run(args),
        Command::Fen(args) => fen::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Board(args) => board::run(args),
        Command::Report(args) => report::run(args),
        Command::Explain(args) => explain::run(&args).map(|()| Summary::default()),
        Command::Completions(args) => shell::completions(&args).map(|()| Summary::default()),
        Command::Man(args) => shell::man(&args).map(|()| Summary::default()),
    };
    ExitCode::from(match done {
        Ok(summary) if summary.unread => FAILED,
        Ok(summary) if summary.tally.has_errors() => FOUND_ERRORS,
        Ok(_) => FINE,
        Err(error) if error.is_closed_pipe() => FINE,
        Err(error) => {
            run::complain(&error);
            FAILED
        }
    })
}

/// Shows what was counted on standard error, unless all is to be quiet: as text, with a table of the findings if that is
/// wanted, or as JSON where the findings are.
fn report(config: &Config, tally: &Tally, table: bool) {
    if config.quiet {
        return;
    }
    let summary = match config.form(Stream::Err) {
        Some(Form::Json) => tally.json(),
        _ if table => tally.table() + &tally.line(),
        _ => tally.line(),
    };
    let _ = std::io::stderr().write_all(summary.as_bytes());
}

/// What every command wants of PGN: all findings, so that they can be counted; how many are shown is another matter.
fn pgn_options() -> PgnOptions {
    PgnOptions { max_problems: 100_000, ..PgnOptions::default() }
}
