//! Which findings count and which are shown: options, and the `descant.toml` above the input.
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::args::{Level, MessageFormat, Messages};
use crate::code::Code;
use crate::diagnose::Severity;
use crate::error::Error;
use crate::near::nearest;
use crate::source::Input;

/// The name of the file with settings.
const FILE: &str = "descant.toml";

/// What is done with findings.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Those of this weight and above are shown.
    pub level: Severity,
    /// At most so many of each code are shown.
    pub max_per_code: Option<u64>,
    /// Warnings count as errors.
    pub strict: bool,
    /// How they are shown.
    pub format: MessageFormat,
    ignore: Vec<Code>,
    /// Empty: all.
    only: Vec<Code>,
}

/// What a `descant.toml` may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Settings {
    level: Option<String>,
    ignore: Vec<String>,
    only: Vec<String>,
    max_per_code: Option<u64>,
    strict: bool,
    message_format: Option<String>,
}

impl Rules {
    /// What the options say, and where they say nothing the file; `usual` is the weight from which on findings are shown if
    /// neither tells.
    ///
    /// # Errors
    /// A code that does not exist, or a file that cannot be understood.
    pub fn new(messages: &Messages, inputs: &[Input], usual: Severity) -> Result<Self, Error> {
        let found = if messages.no_config { None } else { above(inputs) };
        let (path, settings) = match found {
            Some(path) => (path.display().to_string(), read(&path)?),
            None => (String::new(), Settings::default()),
        };
        let of_options = |list: &[String], option: &str| codes(list, option);
        let of_file = |list: &[String], key: &str| codes(list, &format!("{path}: {key}"));
        let ignore = if messages.ignore.is_empty() {
            of_file(&settings.ignore, "ignore")?
        } else {
            of_options(&messages.ignore, "--ignore")?
        };
        let only = if messages.only.is_empty() {
            of_file(&settings.only, "only")?
        } else {
            of_options(&messages.only, "--only")?
        };
        let level = match (messages.level, &settings.level) {
            (Some(level), _) => severity(level),
            (None, Some(word)) => severity(value(&path, "level", word)?),
            (None, None) => usual,
        };
        let format = match (messages.message_format, &settings.message_format) {
            (Some(format), _) => format,
            (None, Some(word)) => value(&path, "message-format", word)?,
            (None, None) => MessageFormat::Text,
        };
        Ok(Self {
            level,
            max_per_code: messages.max_per_code.or(settings.max_per_code),
            strict: messages.strict || settings.strict,
            format,
            ignore,
            only,
        })
    }

    /// Findings with this code count.
    #[must_use]
    pub fn counts(&self, code: Code) -> bool {
        !self.ignore.contains(&code) && (self.only.is_empty() || self.only.contains(&code))
    }

    /// All findings count.
    #[must_use]
    pub fn counts_all(&self) -> bool {
        self.ignore.is_empty() && self.only.is_empty()
    }
}

fn severity(level: Level) -> Severity {
    match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    }
}

/// A word of the file, as the option of the same name takes it.
fn value<T: clap::ValueEnum>(path: &str, key: &str, word: &str) -> Result<T, Error> {
    T::from_str(word, true).map_err(|_| {
        let names: Vec<_> = T::value_variants().iter().filter_map(T::to_possible_value).collect();
        let names: Vec<_> = names.iter().map(clap::builder::PossibleValue::get_name).collect();
        Error::usage(format!("{path}: {key} = {word:?}: {} would be accepted", names.join(", ")))
    })
}

fn codes(list: &[String], place: &str) -> Result<Vec<Code>, Error> {
    let code = |name: &String| {
        name.trim().to_ascii_lowercase().parse().map_err(|_| {
            let near = nearest(name, Code::ALL.iter().map(|code| code.name())).join(", ");
            let message = format!("{place}: no diagnostic has the code {name:?}; the nearest are {near}");
            Error::usage(message + " (descant explain lists all)")
        })
    };
    list.iter().map(code).collect()
}

/// The nearest file with settings, in the folder of the first input or above it.
fn above(inputs: &[Input]) -> Option<PathBuf> {
    let from = match inputs.first()? {
        Input::File(path) => path.parent().filter(|folder| !folder.as_os_str().is_empty()),
        Input::Stdin | Input::Kept(_) => None,
    };
    let from = from.unwrap_or(Path::new(".")).canonicalize().ok()?;
    from.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

fn read(path: &Path) -> Result<Settings, Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::usage(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    toml::from_str(&text).map_err(|error: toml::de::Error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let (line, column) =
            (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1);
        wrong(&format!("line {line}, column {column}: {}", error.message()))
    })
}
