//! `descant explain`: what a diagnostic means, why it is accepted or not, and what to do.
use std::fmt::Write;

use super::args::ExplainArgs;
use super::help;
use super::output::Output;
use crate::code::Code;
use crate::decisions;
use crate::error::Error;
use crate::near::nearest;
use crate::stats;

/// Lines of explanations are at most this wide.
const WIDTH: usize = 79;

/// Runs the command.
///
/// # Errors
/// A code that does not exist.
pub fn run(args: &ExplainArgs) -> Result<(), Error> {
    let text = match &args.code {
        None => list(),
        Some(name) if name.trim().eq_ignore_ascii_case("columns") => columns(args.table.as_deref())?,
        Some(name) if name.trim().eq_ignore_ascii_case("decisions") => decisions::HELP.to_owned(),
        Some(name) => match name.trim().to_ascii_lowercase().parse::<Code>() {
            Ok(code) => explanation(code),
            Err(_) => column(name.trim()).ok_or_else(|| Error::usage(unknown(name)))?,
        },
    };
    let mut out = Output::new(None)?;
    out.put(|out| out.write_all(text.as_bytes()))?;
    out.finish()
}

/// The columns of all tables, or of one.
fn columns(table: Option<&str>) -> Result<String, Error> {
    let text = help::columns(table);
    if text.is_empty() {
        let names: Vec<_> = stats::tables().iter().map(|table| table.name).collect();
        let name = table.unwrap_or_default();
        return Err(Error::usage(format!("no table {name:?}: {} would be accepted", names.join(", "))));
    }
    Ok(text)
}

/// What a column says in each table that has it.
fn column(name: &str) -> Option<String> {
    let mut out = String::new();
    for table in stats::tables() {
        for column in table.columns.iter().filter(|column| column.name.eq_ignore_ascii_case(name)) {
            let (name, kind) = (column.name, column.kind.word());
            out.push_str(&format!("{name} ({kind}) in the table {}: {}\n", table.name, column.meaning));
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Name and severity of every code.
fn list() -> String {
    let wide = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for code in Code::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:<wide$}  {}", code.name(), code.severity().word());
    }
    out
}

fn explanation(code: Code) -> String {
    let mut out = format!("{} ({})\n\n", code.name(), code.severity().word());
    wrap(&mut out, code.meaning());
    out.push('\n');
    wrap(&mut out, &format!("What to do: {}", code.advice()));
    out
}

fn wrap(out: &mut String, text: &str) {
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

/// The codes that look most like a name.
fn unknown(name: &str) -> String {
    let near = nearest(name.trim(), Code::ALL.iter().map(|code| code.name())).join(", ");
    format!(
        "no diagnostic has the code {:?}; the nearest are {near} (descant explain lists all)",
        name.trim()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_the_code() {
        assert!(unknown("ilegal-move").contains("illegal-move"));
        assert!(unknown("ambiguous").contains("ambiguous-move"));
    }
}
