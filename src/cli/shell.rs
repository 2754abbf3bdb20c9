//! `descant completions` and `descant man`: what shells and manual readers want, made from the arguments.
use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::output::Output;
use crate::error::Error;

/// Writes the completions.
///
/// # Errors
/// When standard output cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<(), Error> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "descant", &mut bytes);
    write(&bytes)
}

/// Writes a manual page.
///
/// # Errors
/// A command that does not exist, or standard output that cannot be written.
pub fn man(args: &ManArgs) -> Result<(), Error> {
    let mut command = Cli::command();
    command.build();
    let page = match &args.command {
        None => clap_mangen::Man::new(command),
        Some(name) => {
            let found = command.get_subcommands().find(|sub| sub.get_name() == name).cloned();
            let found = found.ok_or_else(|| {
                let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
                Error::usage(format!("no command {name:?}: {} would be accepted", names.join(", ")))
            })?;
            let version = command.get_version().unwrap_or_default();
            clap_mangen::Man::new(found).title(format!("descant-{name}")).source(format!("descant {version}"))
        }
    };
    let mut bytes = Vec::new();
    page.render(&mut bytes).map_err(|error| Error::write("standard output", error))?;
    write(&bytes)
}

fn write(bytes: &[u8]) -> Result<(), Error> {
    let mut out = Output::new(None)?;
    out.put(|out| out.write_all(bytes))?;
    out.finish()
}
