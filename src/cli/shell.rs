//! `descant completions` and `descant man`: what shells and manual readers want, made from the arguments.
use clap::CommandFactory;
use clap_mangen::roff::{Roff, roman};

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::help;
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
        None => command,
        Some(name) => {
            let found = command.get_subcommands().find(|sub| sub.get_name() == name).cloned();
            found.ok_or_else(|| {
                let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
                Error::usage(format!("no command {name:?}: {} would be accepted", names.join(", ")))
            })?
        }
    };
    let version = page.get_version().unwrap_or_default().to_owned();
    let title = args.command.as_ref().map_or_else(|| "descant".to_owned(), |name| format!("descant-{name}"));
    // The examples have a section of their own, as manual readers expect.
    let page = page.after_help("").after_long_help("");
    let has_commands = page.has_subcommands();
    let page = clap_mangen::Man::new(page).title(title).source(format!("descant {version}"));
    let mut bytes = Vec::new();
    let mut render = || -> std::io::Result<()> {
        page.render_title(&mut bytes)?;
        page.render_name_section(&mut bytes)?;
        page.render_synopsis_section(&mut bytes)?;
        page.render_description_section(&mut bytes)?;
        page.render_options_section(&mut bytes)?;
        if has_commands {
            page.render_subcommands_section(&mut bytes)?;
        }
        for (title, text) in help::sections(args.command.as_deref()) {
            let mut roff = Roff::default();
            roff.control("SH", [title]);
            roff.control("nf", []);
            for line in text.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
            roff.to_writer(&mut bytes)?;
        }
        page.render_version_section(&mut bytes)
    };
    render().map_err(|error| Error::write("standard output", error))?;
    write(&bytes)
}

fn write(bytes: &[u8]) -> Result<(), Error> {
    let mut out = Output::new(None)?;
    out.put(|out| out.write_all(bytes))?;
    out.finish()
}
