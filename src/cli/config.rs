//! What the common options mean, checked once before anything is read.
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

use super::args::{Color, Common, From, MessageFormat, Reading, Results};
use super::decisions::Book;
use super::games::GameList;
use super::output::{Guarded, Stream};
use super::rules::Rules;
use super::{inputs, players};
use crate::chess::Position;
use crate::diagnose::Severity;
use crate::emit::diagnostics::Form;
use crate::error::Error;
use crate::lexicon::{Dialect, Letters, letters};
use crate::names::Spellings;
use crate::reader::text::Memory;
use crate::scan::Format;
use crate::source::{Encoding, Input, Kept, Kind, SourceError, parse_name};

/// More jobs than this are none the faster, unless there are more cores.
const MOST_JOBS: usize = 64;

/// What is the same for all commands.
#[derive(Clone, Debug)]
pub struct Config {
    /// What to read; never empty.
    pub inputs: Vec<Input>,
    /// What the inputs are; `None` looks at each.
    pub what: Option<What>,
    /// The notation of texts; `None` finds out.
    pub notation: Option<Dialect>,
    /// The letters of the men in PGN; `None` finds out.
    pub letters: Option<&'static Letters>,
    /// The encoding of the inputs.
    pub encoding: Encoding,
    /// The first position of texts that tell none.
    pub start: Option<Position>,
    /// Which games of each input.
    pub games: Option<GameList>,
    /// Threads that work.
    pub jobs: usize,
    /// What the names of players are written as.
    pub players: Option<Arc<Spellings>>,
    /// Files that are read besides the inputs, and what would not stand there if one was an output.
    pub beside: Vec<(PathBuf, &'static str)>,
    /// What was decided about places in doubt.
    pub decisions: Option<Arc<Book>>,
    /// What was found in texts that are read more than once.
    pub memory: Option<Arc<Memory>>,
    /// Which findings count, and which are shown.
    pub rules: Rules,
    /// Nothing but results, and findings for programs.
    pub quiet: bool,
    /// An input without games is no error.
    pub allow_empty: bool,
    /// An output file is written even where something is lost by it.
    pub force: bool,
    color: Color,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Text of this kind.
    Text(Kind),
    /// Recognised pages of this form.
    Scan(Format),
}

impl Config {
    /// Checks the options; `usual` is the weight from which on findings are shown if nothing is said about that.
    ///
    /// # Errors
    /// Wrong usage, in words.
    pub fn new(common: &Common, results: &Results, usual: Severity) -> Result<Self, Error> {
        let inputs = inputs::gather(common.inputs.clone(), common.files_from.as_deref())?;
        let config = Self::of(inputs, &common.reading, results, usual)?;
        let players = common.players.as_deref().map(players::read).transpose()?.map(Arc::new);
        let decisions = common.decisions.as_deref().map(Book::read).transpose()?.map(Arc::new);
        let files = [
            (&common.files_from, "what is no list of inputs"),
            (&common.players, "what is no spelling file"),
            (&common.decisions, "what is no file of decisions"),
        ];
        let files = files.into_iter().filter_map(|(file, by)| Some((file.clone()?, by)));
        let tables =
            common.choosing.openings.iter().map(|table| (table.clone(), "what is no table of openings"));
        Ok(Self { players, decisions, beside: files.chain(tables).collect(), ..config })
    }

    /// The same for inputs that are known.
    ///
    /// # Errors
    /// Wrong usage, in words.
    pub fn of(
        inputs: Vec<Input>,
        options: &Reading,
        results: &Results,
        usual: Severity,
    ) -> Result<Self, Error> {
        let messages = &results.messages;
        let rules = Rules::new(messages, &inputs, usual)?;
        let notation = match options.notation.as_str() {
            "auto" => None,
            name => Some(
                name.parse::<Dialect>()
                    .map_err(|error| Error::usage(format!("unknown notation {name:?}: {error}")))?,
            ),
        };
        let letters = match &options.letters {
            None => None,
            Some(name) => Some(letters(name).ok_or_else(|| {
                Error::usage(format!("no letters for the language {name:?}: codes such as de or names such as french would be accepted"))
            })?),
        };
        let start = match &options.fen {
            None => None,
            Some(fen) => Some(
                Position::from_fen(fen)
                    .map_err(|error| Error::usage(format!("{fen:?} is no position: {error}")))?,
            ),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = options.jobs.map_or(cores, usize::from).min(cores.max(MOST_JOBS));
        Ok(Self {
            inputs,
            what: match options.from {
                From::Auto => None,
                From::Pgn => Some(What::Text(Kind::Pgn)),
                From::Text => Some(What::Text(Kind::Text)),
                From::Hocr => Some(What::Scan(Format::Hocr)),
                From::Alto => Some(What::Scan(Format::Alto)),
                From::DjvuXml => Some(What::Scan(Format::DjvuXml)),
                From::Abbyy => Some(What::Scan(Format::Abbyy)),
            },
            notation,
            letters,
            encoding: parse_name(&options.encoding)?,
            start,
            games: options.games.as_deref().map(str::parse).transpose().map_err(Error::usage)?,
            jobs,
            players: None,
            beside: Vec::new(),
            decisions: None,
            memory: None,
            rules,
            quiet: messages.quiet,
            allow_empty: options.allow_empty,
            force: results.force,
            color: messages.color,
        })
    }

    /// What the output must not destroy: the inputs, and what is read besides.
    #[must_use]
    pub fn guarded(&self) -> Guarded<'_> {
        Guarded { inputs: &self.inputs, beside: &self.beside, force: self.force }
    }

    /// Makes standard input fit to be read twice.
    ///
    /// # Errors
    /// When it cannot be copied to a temporary file.
    pub fn keep_stdin(&mut self) -> Result<(), Error> {
        for input in self.inputs.iter_mut().filter(|input| **input == Input::Stdin) {
            let kept = Kept::copy(&mut std::io::stdin().lock());
            *input = Input::Kept(kept.map_err(|error| SourceError::from_io("-", error))?);
        }
        Ok(())
    }

    /// The same, saying nothing: for a second pass over what has been told already.
    #[must_use]
    pub fn silent(&self) -> Self {
        let mut silent = Self { quiet: true, ..self.clone() };
        silent.rules.format = MessageFormat::Text;
        silent
    }

    /// How diagnostics are shown there; `None` if they are not.
    #[must_use]
    pub fn form(&self, stream: Stream) -> Option<Form> {
        match self.rules.format {
            MessageFormat::Json => Some(Form::Json),
            MessageFormat::Sarif => Some(Form::Sarif),
            MessageFormat::Github => Some(Form::Github),
            _ if self.quiet => None,
            MessageFormat::Short => Some(Form::Short),
            MessageFormat::Text => {
                let colored = match self.color {
                    Color::Always => true,
                    Color::Never => false,
                    Color::Auto => {
                        let terminal = match stream {
                            Stream::Out => std::io::stdout().is_terminal(),
                            Stream::Err => std::io::stderr().is_terminal(),
                            Stream::File => false,
                        };
                        // https://no-color.org
                        terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    }
                };
                Some(if colored { Form::Colored } else { Form::Text })
            }
        }
    }
}
