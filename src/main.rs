//! The `descant` program.
use std::process::ExitCode;

fn main() -> ExitCode {
    descant::cli::main()
}
