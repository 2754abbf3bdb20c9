//! The command line as it is typed; what it means is worked out in `config`.
mod check;
mod convert;
mod fen;
mod hint;
mod report;
mod stats;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

pub use check::CheckArgs;
pub use convert::{ConvertArgs, Prefer, TagOrder, To};
pub use fen::{BoardArgs, BoardForm, BoardTheme, EnPassant, FenArgs, FenForm};
pub use hint::Hint;
pub use report::ReportArgs;
pub use stats::{StatsArgs, StatsTable, TableForm};

/// Reads the records of chess games, PGN and English descriptive notation, and plays them.
#[derive(Debug, Parser)]
#[command(name = "descant", version, propagate_version = true, after_help = super::help::AFTER)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When colours are used
    #[arg(long, value_enum, global = true, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Messages")]
    pub color: Color,
}

/// How many half-moves.
fn ply(text: &str) -> Result<u32, String> {
    let wanted = "a whole number of half-moves, 0 for the first position, would be accepted";
    text.trim().parse().map_err(|_| wanted.to_owned())
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Convert any record to PGN or another form
    #[command(after_help = super::help::CONVERT)]
    Convert(Box<ConvertArgs>),
    /// Replay games and report every problem
    #[command(after_help = super::help::CHECK)]
    Check(CheckArgs),
    /// Print positions of the games
    #[command(after_help = super::help::FEN)]
    Fen(FenArgs),
    /// Write tables of games, moves, players, openings, years, results, duplicates or findings as CSV
    #[command(after_help = super::help::STATS)]
    Stats(StatsArgs),
    /// Draw one position as text or SVG
    #[command(after_help = super::help::BOARD)]
    Board(BoardArgs),
    /// Write an HTML page to proof-read a transcription
    #[command(after_help = super::help::REPORT)]
    Report(ReportArgs),
    /// Explain a diagnostic or a column
    #[command(after_help = super::help::EXPLAIN)]
    Explain(ExplainArgs),
    /// Completions for a shell
    #[command(after_help = super::help::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// The manual page
    #[command(after_help = super::help::MAN)]
    Man(ManArgs),
}

/// What every command that reads records takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Files to read, and folders whose games are read, in order of their names; - is standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// A file that names further inputs, one a line; - is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Reading")]
    pub files_from: Option<PathBuf>,
    /// A spelling file: a name and other spellings of it in a line with tabs between them, Scid's spelling file, or what stats --table names writes; the tags White and Black have the name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Reading")]
    pub players: Option<PathBuf>,
    /// What was decided about places in doubt, as the page of report saves it; `descant explain decisions` tells the form
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Reading")]
    pub decisions: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub choosing: Choosing,
}

/// How inputs are read.
#[derive(Debug, Args)]
pub struct Reading {
    /// What the input is; auto looks at the content, not the name
    #[arg(long, value_enum, value_name = "KIND", default_value_t = From::Auto, help_heading = "Reading")]
    pub from: From,
    /// The notation of a text: auto, english, english-ocr, spanish, san, numeric, or a language such as de
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Hint(hint::notations), hide_possible_values = true, help_heading = "Reading")]
    pub notation: String,
    /// The letters of the pieces in PGN: a language such as de or french
    #[arg(long, value_name = "LANGUAGE", value_parser = Hint(hint::languages), hide_possible_values = true, help_heading = "Reading")]
    pub letters: Option<String>,
    /// The encoding of the input, such as utf-8, latin1, windows-1251, cp437
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Hint(hint::encodings), hide_possible_values = true, help_heading = "Reading")]
    pub encoding: String,
    /// The first position of a text that tells none
    #[arg(long, value_name = "FEN", help_heading = "Reading")]
    pub fen: Option<String>,
    /// An input without games is no error: for pipelines in which input may be empty
    #[arg(long, help_heading = "Reading")]
    pub allow_empty: bool,
    /// How many threads work, at most 64 or as many as there are cores [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Reading")]
    pub jobs: Option<u16>,
    /// Only these games of each input, by number: 1,4-9,20-
    #[arg(long, value_name = "LIST", help_heading = "Choosing")]
    pub games: Option<String>,
}

/// Which games.
#[derive(Debug, Args)]
pub struct Choosing {
    /// Only games (with --table moves: half-moves) for which this holds: 'white_elo>=2400 and position ~ "*/*/*/*/*/*NN*/*/*"'; see EXPRESSIONS
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// A table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once. ECO tags are held against it (check, convert, report), and texts are read by it where all else is equal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Choosing")]
    pub openings: Vec<PathBuf>,
}

/// Where results go, and what is said of them.
#[derive(Debug, Args)]
pub struct Results {
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,
    /// Write the output file even where an input would be replaced by less than its games, or could not be read to its end
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
    #[command(flatten)]
    pub messages: Messages,
}

/// What is said, and how.
#[derive(Debug, Args)]
pub struct Messages {
    /// Findings of this weight and above are shown; the others are counted [default: note for check, report and board, else error]
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Messages")]
    pub level: Option<Level>,
    /// Findings with these codes do not count at all
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = Hint(hint::codes), hide_possible_values = true, help_heading = "Messages")]
    pub ignore: Vec<String>,
    /// Findings with other codes do not count at all
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = Hint(hint::codes), hide_possible_values = true, help_heading = "Messages")]
    pub only: Vec<String>,
    /// At most so many findings of each code are shown; the rest are counted
    #[arg(long, value_name = "N", help_heading = "Messages")]
    pub max_per_code: Option<u64>,
    /// Warnings count as errors
    #[arg(long, help_heading = "Messages")]
    pub strict: bool,
    /// No summary, no progress, no diagnostics in words (those for programs and results stay)
    #[arg(long, short, help_heading = "Messages")]
    pub quiet: bool,
    /// How diagnostics are shown [default: text]
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Messages")]
    pub message_format: Option<MessageFormat>,
    /// Do not look for a descant.toml in the folder of the first input and those above it
    #[arg(long, help_heading = "Messages")]
    pub no_config: bool,
    /// Taken over from the whole command line.
    #[arg(skip = Color::Auto)]
    pub color: Color,
}

impl Command {
    /// Takes over what was said for all commands.
    pub fn set_color(&mut self, color: Color) {
        let results = match self {
            Self::Convert(args) => &mut args.results,
            Self::Check(args) => &mut args.results,
            Self::Fen(args) => &mut args.results,
            Self::Stats(args) => &mut args.results,
            Self::Board(args) => &mut args.results,
            Self::Report(args) => &mut args.results,
            Self::Explain(_) | Self::Completions(_) | Self::Man(_) => return,
        };
        results.messages.color = color;
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Errors alone
    Error,
    /// Warnings too
    Warning,
    /// Everything
    Note,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// By its content
    Auto,
    /// PGN
    Pgn,
    /// Prose or scores in any notation
    Text,
    /// Pages of words with boxes: hOCR
    Hocr,
    /// The same as ALTO
    Alto,
    /// The same as DjVu XML
    DjvuXml,
    /// The same as ABBYY FineReader XML
    Abbyy,
}

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the lines around the place
    Text,
    /// One line each
    Short,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document, as code scanners and editors read it
    Sarif,
    /// Commands that a workflow on GitHub shows as annotations
    Github,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `descant explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code of a diagnostic such as ambiguous-move, the name of a column such as time_base, `columns` for all columns, or `decisions` for the form of that file; all codes if nothing is given
    #[arg(value_name = "CODE", value_parser = Hint(hint::explained), hide_possible_values = true)]
    pub code: Option<String>,
    /// With `columns`: those of this table alone
    #[arg(value_name = "TABLE", value_parser = Hint(hint::tables), hide_possible_values = true)]
    pub table: Option<String>,
}

/// `descant completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `descant man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The page of this command
    #[arg(value_name = "COMMAND", value_parser = Hint(hint::commands), hide_possible_values = true)]
    pub command: Option<String>,
}
