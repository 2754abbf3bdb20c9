//! README, `--help`, manual pages, `explain` and completions tell of the same options and columns.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::console::run;

/// The commands that read records.
const COMMANDS: [&str; 6] = ["check", "convert", "fen", "stats", "report", "board"];

fn output(args: &[&str]) -> String {
    let done = run(args, b"");
    assert_eq!(done.status.code(), Some(0), "{args:?}");
    String::from_utf8(done.stdout).expect("UTF-8")
}

/// The long options that a text sets out, one at the head of a line each.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start).filter_map(|line| match line.split_once("--") {
        Some((before, after)) if before.is_empty() || before.starts_with('-') && before.ends_with(", ") => {
            Some(after)
        }
        _ => None,
    });
    let name =
        |after: &str| after.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().map(str::to_owned);
    lines.filter_map(name).filter(|name| !name.is_empty()).collect()
}

/// The options of `--help`, those that every program has left out.
fn of_help(command: &str) -> BTreeSet<String> {
    let mut options = options(&output(&[command, "--help"]));
    assert!(options.remove("help") && options.remove("version"), "{command}");
    options
}

fn readme() -> String {
    fs::read_to_string("README.md").expect("the README")
}

#[test]
fn the_readme_tells_every_option_and_the_commands_that_take_it() {
    let readme = readme();
    let (_, section) = readme.split_once("\n## Options\n").expect("the options");
    let mut told: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for line in section.lines().take_while(|line| !line.starts_with("## ")) {
        let Some(row) = line.strip_prefix("| `--") else { continue };
        let name = row.split([' ', '`']).next().expect("a name");
        let commands = row.replace("\\|", "").split('|').nth(1).expect("commands").trim().to_owned();
        let commands: BTreeSet<&str> = match commands.as_str() {
            "all" => COMMANDS.into(),
            "all but board" => COMMANDS.into_iter().filter(|name| *name != "board").collect(),
            list => COMMANDS.into_iter().filter(|name| list.split(", ").any(|one| one == *name)).collect(),
        };
        assert!(told.insert(name.to_owned(), commands).is_none(), "--{name} stands there twice");
    }
    let mut there: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for command in COMMANDS {
        for option in of_help(command) {
            there.entry(option).or_default().insert(command);
        }
    }
    assert_eq!(told, there);
}

#[test]
fn the_readme_names_no_option_that_is_not_there() {
    let all: BTreeSet<_> = COMMANDS.into_iter().flat_map(of_help).collect();
    let readme = readme();
    // The middle column of the table of tasks has the options of another program.
    let lines = readme.lines().map(|line| match line.split('|').collect::<Vec<_>>()[..] {
        ["", task, _, ours, ""] if ours.contains("`descant ") => format!("{task}{ours}"),
        _ => line.to_owned(),
    });
    for line in lines.filter(|line| !line.trim_start().starts_with("cargo ") && !line.contains("cargo ")) {
        for after in line.split("--").skip(1) {
            let name = after.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default();
            let is_other =
                name.is_empty() || name.starts_with('-') || ["path", "help", "release"].contains(&name);
            assert!(is_other || all.contains(name), "--{name}: {line}");
        }
    }
}

#[test]
fn manual_pages_have_the_options_of_help_with_examples_and_exit_status() {
    for command in COMMANDS {
        let page = output(&["man", command]);
        let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "");
        let mut there = options(&plain);
        there.remove("help");
        there.remove("version");
        // Examples have options, too, but not at the head of a line.
        assert_eq!(there, of_help(command), "{command}");
        for section in ["EXAMPLES", "\"EXIT STATUS\""] {
            assert!(page.contains(&format!(".SH {section}\n")), "{command}: {section}");
        }
        assert!(output(&[command, "--help"]).contains("Examples:\n"), "{command}");
    }
    assert!(
        output(&["man"]).contains(".SH COLUMNS\n") && output(&["man", "stats"]).contains(".SH COLUMNS\n")
    );
}

/// The columns of each table, as `explain columns` has them.
fn explained() -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut table = String::new();
    for line in output(&["explain", "columns"]).lines().filter(|line| !line.is_empty()) {
        match line.split_once(": a row is ") {
            Some((name, _)) => table = name.to_owned(),
            None => tables
                .entry(table.clone())
                .or_default()
                .push(line.split(' ').next().unwrap_or_default().to_owned()),
        }
    }
    tables
}

#[test]
fn every_column_that_is_written_is_explained_and_every_one_that_is_explained_can_be_written() {
    let game: &[u8] = b"[White \"A\"]\n\n1. e4 e5 *\n";
    let tables = explained();
    assert_eq!(tables.len(), 10);
    for (table, columns) in &tables {
        let header = |args: &[&str]| {
            let done = run(args, game);
            assert_eq!(done.status.code(), Some(0), "{args:?}");
            let text = String::from_utf8(done.stdout).expect("UTF-8");
            text.lines().next().unwrap_or_default().split(',').map(str::to_owned).collect::<Vec<_>>()
        };
        if table == "positions" {
            assert_eq!(&header(&["fen", "--quiet", "--format", "csv"]), columns);
            continue;
        }
        let usual = header(&["stats", "--quiet", "--table", table]);
        for name in &usual {
            assert!(columns.contains(name), "{table}: {name}");
        }
        assert_eq!(
            &header(&["stats", "--quiet", "--table", table, "--columns", &columns.join(",")]),
            columns
        );
        for name in columns {
            assert!(
                output(&["explain", name]).contains(&format!(" in the table {table}: ")),
                "{table}: {name}"
            );
        }
    }
    // The manual has them all.
    let page = output(&["man", "stats"]).replace("\\-", "-").replace("\\*(Aq", "'").replace("\\&", "");
    for line in output(&["explain", "columns"]).lines().filter(|line| !line.is_empty()) {
        assert!(page.contains(line), "{line}");
    }
}

#[test]
fn completions_know_codes_columns_notations_encodings_and_letters() {
    for shell in ["bash", "zsh", "fish"] {
        let script = output(&["completions", shell]);
        let is_sign = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
        let words: BTreeSet<&str> = script.split(is_sign).collect();
        // A code, a column, a notation, an encoding, a way to write moves, the letters of Bulgarian.
        for word in
            ["ambiguous-move", "white_rating_diff", "english-ocr", "windows-1252", "english-long", "bg"]
        {
            assert!(words.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn completions_without_values_are_those_that_are_said_to_have_none() {
    let readme = fs::read_to_string("README.md").expect("the README");
    assert!(readme.contains("those for Elvish and PowerShell know commands and options, but no values"));
    assert!(output(&["completions", "--help"]).contains("for elvish and powershell they are not"));
    for shell in ["elvish", "powershell"] {
        let script = output(&["completions", shell]);
        let is_sign = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
        let words: BTreeSet<&str> = script.split(is_sign).collect();
        for word in ["check", "convert", "--ignore", "--columns", "--encoding", "--movetext"] {
            assert!(words.contains(word), "{shell}: {word}");
        }
        for value in ["number-missing", "white_rating_diff", "koi8-r"] {
            assert!(!words.contains(value), "{shell} completes {value} now: README and help say it does not");
        }
    }
}

#[test]
fn color_may_be_asked_for_before_the_command_or_after_it() {
    for args in [["--color", "always", "check"], ["check", "--color", "always"]] {
        let done = run(&[&args[..], &["fixtures/cli/damaged.pgn"]].concat(), b"");
        assert!(String::from_utf8_lossy(&done.stdout).contains("\u{1b}["), "{args:?}");
    }
}
