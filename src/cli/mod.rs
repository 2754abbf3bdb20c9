//! The command line: arguments, then options that were checked, then one file per command. The only room that prints,
//! and that knows the terminal, the environment and exit codes.
mod args;
mod board;
mod check;
mod config;
mod convert;
mod decisions;
mod descriptor;
mod eco;
mod explain;
mod fen;
mod findings;
mod gameless;
mod games;
mod help;
mod images;
mod inputs;
mod leftover;
mod meter;
mod order;
mod output;
mod pack;
mod pages;
mod pick;
mod players;
mod progress;
mod report;
mod rows;
mod rules;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod sort;
mod stats;
mod streams;
mod study;
mod tally;
mod task;
mod unique;
mod voice;
mod worker;

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use clap::Parser;

use args::{Cli, Color, Command};
use run::Summary;

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
            let unwritten = error.print().is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
            return ExitCode::from(if unwritten || error.use_stderr() { FAILED } else { FINE });
        }
    };
    stop_on_abort();
    let work = AssertUnwindSafe(|| run(cli.command, cli.color));
    let status = catch_unwind(work).unwrap_or_else(|_| {
        run::complain(
            &"this is a fault of the program: please report it, with the input and the words above",
        );
        FAILED
    });
    ExitCode::from(status)
}

/// Runs one command; its exit status.
fn run(mut command: Command, color: Color) -> u8 {
    command.set_color(color);
    let done = match command {
        Command::Convert(args) => convert::run(*args),
        Command::Check(args) => check::run(args),
        Command::Fen(args) => fen::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Board(args) => board::run(args),
        #[cfg(feature = "serve")]
        Command::Report(args) if args.serve => serve::run(args),
        Command::Report(args) => report::run(&args),
        Command::Explain(args) => explain::run(&args).map(|()| Summary::default()),
        Command::Completions(args) => shell::completions(&args).map(|()| Summary::default()),
        Command::Man(args) => shell::man(&args).map(|()| Summary::default()),
    };
    match done {
        Ok(summary) if summary.unread => FAILED,
        Ok(summary) if summary.tally.has_errors() => FOUND_ERRORS,
        Ok(_) => FINE,
        Err(error) if error.is_closed_pipe() => FINE,
        Err(error) => {
            run::complain(&error);
            FAILED
        }
    }
}

/// Where memory ends, the system's words stand on standard error, and the exit status is ours.
fn stop_on_abort() {
    #[cfg(unix)]
    {
        let always = Arc::new(AtomicBool::new(true));
        let status = i32::from(FAILED);
        let _ =
            signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, status, always);
    }
}
