//! Values that a shell can complete: any other value is taken as well, and judged where it is used.
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::code::Code;
use crate::game::move_row::MoveColumn;
use crate::game::row::GameColumn;
use crate::lexicon::letters;
use crate::stats;

/// Takes any words, and knows some that make sense.
#[derive(Clone)]
pub struct Hint(pub fn() -> Vec<&'static str>);

impl TypedValueParser for Hint {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0().into_iter().map(PossibleValue::new)))
    }
}

/// The codes of findings.
pub fn codes() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.name()).collect()
}

/// What can be explained.
pub fn explained() -> Vec<&'static str> {
    ["columns", "decisions"].into_iter().chain(codes()).collect()
}

/// The tables that have columns.
pub fn tables() -> Vec<&'static str> {
    stats::tables().iter().map(|table| table.name).collect()
}

/// The columns of the tables of games and moves.
pub fn columns() -> Vec<&'static str> {
    let games = GameColumn::ALL.iter().map(|column| column.name());
    let moves = MoveColumn::ALL.iter().map(|column| column.name());
    let moves = moves.filter(|name| GameColumn::from_name(name).is_none());
    games.chain(moves).collect()
}

/// The notations of texts.
pub fn notations() -> Vec<&'static str> {
    let named = ["auto", "english", "english-ocr", "spanish", "san", "numeric"];
    named.into_iter().chain(languages()).collect()
}

/// The notations that moves are written in.
pub fn movetexts() -> Vec<&'static str> {
    vec!["san", "lan", "uci", "figurine", "english", "english-long", "english-new", "spanish"]
}

/// The languages whose letters are known.
pub fn languages() -> Vec<&'static str> {
    letters::all().iter().map(|letters| letters.language.as_str()).collect()
}

/// The commonest encodings.
pub fn encodings() -> Vec<&'static str> {
    vec![
        "auto", "utf-8", "utf-16le", "utf-16be", "windows-1252", "latin1", "iso-8859-2", "iso-8859-15",
        "windows-1250", "windows-1251", "koi8-r", "macintosh", "cp437", "cp850",
    ]
}

/// The encodings that are written.
pub fn output_encodings() -> Vec<&'static str> {
    vec!["utf-8", "latin1"]
}

/// What can be left out of games.
pub fn strips() -> Vec<&'static str> {
    crate::game::edit::Strip::ALL.iter().map(|strip| strip.name()).collect()
}

/// The commands.
pub fn commands() -> Vec<&'static str> {
    vec!["convert", "check", "fen", "stats", "board", "report", "explain", "completions", "man"]
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_command_has_its_page() {
        let command = super::super::Cli::command();
        assert!(command.get_subcommands().map(clap::Command::get_name).eq(super::commands()));
    }
}
