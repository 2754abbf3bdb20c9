//! The command line as it is typed; what it means is worked out in `config`.
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

/// Reads the records of chess games, PGN and English descriptive notation, and plays them.
#[derive(Debug, Parser)]
#[command(name = "descant", version, propagate_version = true, after_help = AFTER)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const AFTER: &str = "\
Inputs are files, or - for standard input, which is also read where none is named; .gz, .bz2 and .zst are unpacked. PGN, \
prose and recognised pages (hOCR, ALTO, DjVu XML, ABBYY FineReader XML) are known by their content; files of recognised pages \
that are named side by side are one book, page-2 before page-10.

Exit status: 0 everything was read and is legal, 1 some record has an error or an input has no game, 2 wrong usage or a file that cannot be read or written.";

/// How many half-moves.
fn ply(text: &str) -> Result<u32, String> {
    let wanted = "a whole number of half-moves, 0 for the first position, would be accepted";
    text.trim().parse().map_err(|_| wanted.to_owned())
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Any record becomes PGN, or another form
    Convert(ConvertArgs),
    /// Replay, and report every problem
    Check(CheckArgs),
    /// Positions of the games
    Fen(FenArgs),
    /// Tables of games, moves, players, openings, years, results, duplicates as CSV
    Stats(StatsArgs),
    /// One position as text or SVG
    Board(BoardArgs),
    /// An HTML page to proof-read a transcription
    Report(ReportArgs),
    /// What a diagnostic means, and what to do
    Explain(ExplainArgs),
    /// Completions for a shell
    Completions(CompletionsArgs),
    /// The manual page
    Man(ManArgs),
}

/// What every command that reads records takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Files to read; - is standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub options: CommonOptions,
}

/// The same without the inputs.
#[derive(Debug, Args)]
pub struct CommonOptions {
    /// What the input is; auto looks at the content, not the name
    #[arg(long, value_enum, value_name = "KIND", default_value_t = From::Auto, help_heading = "Reading")]
    pub from: From,
    /// The notation of a text: auto, english, english-ocr, spanish, san, numeric, or a language such as de
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Reading")]
    pub notation: String,
    /// The letters of the men in PGN: a language such as de or french
    #[arg(long, value_name = "LANGUAGE", help_heading = "Reading")]
    pub letters: Option<String>,
    /// The encoding of the input, such as utf-8, latin1, windows-1251, cp437
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Reading")]
    pub encoding: String,
    /// The first position of a text that tells none
    #[arg(long, value_name = "FEN", help_heading = "Reading")]
    pub fen: Option<String>,
    /// Only these games of each input, by number: 1,4-9,20-
    #[arg(long, value_name = "LIST", help_heading = "Reading")]
    pub games: Option<String>,
    /// An input without games is no error: for pipelines in which input may be empty
    #[arg(long, help_heading = "Reading")]
    pub allow_empty: bool,
    /// How many threads work, at most 64 or as many as there are cores [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Reading")]
    pub jobs: Option<u16>,
    /// Write the output file even where an input would be replaced by less than its games, or could not be read to its end
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
    /// Warnings count as errors
    #[arg(long, help_heading = "Messages")]
    pub strict: bool,
    /// No summary, no progress, no diagnostics in words (JSON ones and results stay)
    #[arg(long, short, help_heading = "Messages")]
    pub quiet: bool,
    /// How diagnostics are shown
    #[arg(long, value_enum, value_name = "FORM", default_value_t = MessageFormat::Text, help_heading = "Messages")]
    pub message_format: MessageFormat,
    /// When colours are used
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Messages")]
    pub color: Color,
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

/// `descant convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub common: Common,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value_t = To::Pgn)]
    pub to: To,
    /// The notation of the moves: san, lan, uci, figurine, english, english-long, english-new, spanish
    #[arg(long, value_name = "NOTATION", default_value = "san")]
    pub movetext: String,
    /// Descriptive moves as short as old books have them
    #[arg(long)]
    pub terse: bool,
    /// The FEN after each move (JSON)
    #[arg(long)]
    pub fens: bool,
    /// Games with an error go here instead, byte for byte
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub reject: Option<PathBuf>,
    /// Do not look for misprints in a text
    #[arg(long)]
    pub no_repair: bool,
    /// Leave out the comments with the printed words of chosen and repaired moves
    #[arg(long)]
    pub no_printed: bool,
    /// The encoding to write: utf-8, or latin1 as the standard of 1994 has it
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    pub output_encoding: String,
    /// Only games for which this holds: 'white_elo>=2400 and (result=1-0 or white~kasparov)'; the columns are those of stats --table games, compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// Of games recorded more than once only the best record; the others are told as notes
    #[arg(long, help_heading = "Choosing")]
    pub unique: bool,
    /// Write the tags ECO and Opening as the position says, in place of the tags ECO, Opening, Variation and SubVariation there are; a game whose opening has no name keeps its own
    #[arg(long)]
    pub tag_openings: bool,
    /// A table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once. ECO tags are held against it, and texts are read by it where all else is equal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Vec<PathBuf>,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum To {
    /// The export format of PGN
    Pgn,
    /// One JSON object a game and line, variations nested at most 12 deep (deeper ones are comments); below the games of a text a line that labels every stretch of it
    Json,
    /// A plain score
    Text,
}

/// `descant check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub common: Common,
    /// Only games for which this holds: 'white_elo>=2400 and (result=1-0 or white~kasparov)'; the columns are those of stats --table games, compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// Holds ECO tags against a table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Vec<PathBuf>,
    /// At most this many problems of a game are shown; the rest are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub max_problems: usize,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// `descant fen`.
#[derive(Debug, Args)]
pub struct FenArgs {
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub common: Common,
    /// The last position of each game (what is done if nothing is said)
    #[arg(long, group = "which")]
    pub r#final: bool,
    /// The positions after every N half-moves
    #[arg(long, value_name = "N", group = "which", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
    /// The positions after so many half-moves; 0 is the first position
    #[arg(long, value_name = "PLY,…", group = "which", value_delimiter = ',', value_parser = ply)]
    pub at: Vec<u32>,
    /// All positions, the first too
    #[arg(long, group = "which")]
    pub all: bool,
    /// How a position is written
    #[arg(long, value_enum, value_name = "FORM", default_value_t = FenForm::Fen)]
    pub format: FenForm,
    /// When an en passant square is written
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = EnPassant::Legal)]
    pub en_passant: EnPassant,
    /// The positions of variations too
    #[arg(long)]
    pub variations: bool,
    /// Only games for which this holds: 'white_elo>=2400 and (result=1-0 or white~kasparov)'; the columns are those of stats --table games, compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// A table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Vec<PathBuf>,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenForm {
    /// One FEN a line
    Fen,
    /// One EPD a line
    Epd,
    /// CSV: game,ply,move,color,san,fen
    Csv,
    /// The same as one JSON object a line
    Json,
}

/// When an en passant square is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EnPassant {
    /// When a pawn may legally take there
    Legal,
    /// When a pawn stands ready to take there
    Pseudo,
    /// After every double step
    Always,
}

/// `descant stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub common: Common,
    /// Which table
    #[arg(long, value_enum, default_value_t = StatsTable::Games)]
    pub table: StatsTable,
    /// Only these columns, in this order: white,black,result
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
    /// For spreadsheets: an apostrophe before each text that begins like a formula (= + - @); without it texts are written as they are
    #[arg(long)]
    pub csv_safe: bool,
    /// Only games (or moves) for which this holds: 'white_elo>=2400 and (result=1-0 or white~kasparov)'; columns of the table of games (and moves), compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// A table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Vec<PathBuf>,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// The tables of `stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsTable {
    /// A row a game
    Games,
    /// A row a half-move
    Moves,
    /// Totals by player
    Players,
    /// Totals by opening
    Openings,
    /// Totals by year
    Years,
    /// Totals by result and termination
    Results,
    /// Games recorded more than once
    Duplicates,
}

/// `descant board`.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// A FEN, in quotes or not, or an input whose position is drawn
    #[arg(value_name = "FEN | INPUT", num_args = 0..)]
    pub what: Vec<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub options: CommonOptions,
    /// The position after so many half-moves of the game, instead of the last
    #[arg(long, value_name = "PLY", value_parser = ply)]
    pub at: Option<u32>,
    /// Text or a drawing
    #[arg(long, value_enum, value_name = "FORM", default_value_t = BoardForm::Text)]
    pub format: BoardForm,
    /// Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// Width and height of the drawing in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400)]
    pub size: u32,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardForm {
    /// Letters
    Text,
    /// Text with the figures of chess men
    Figurines,
    /// An SVG drawing
    Svg,
}

/// `descant report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    #[expect(missing_docs, reason = "clap would take the words for help")]
    pub common: Common,
    /// At most this many games are shown, those in doubt before the others; all are counted
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub max_games: usize,
    /// Only games for which this holds: 'white_elo>=2400 and (result=1-0 or white~kasparov)'; the columns are those of stats --table games, compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
    #[arg(long, value_name = "EXPRESSION", help_heading = "Choosing")]
    pub r#where: Option<String>,
    /// A table of openings: eco, name and pgn separated by tabs, or PGN with ECO and Opening tags; may be given more than once. ECO tags are held against it, and texts are read by it where all else is equal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Vec<PathBuf>,
    /// The title of the page [default: the names of the inputs]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Where to write; the file appears when it is whole
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// `descant explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code of a diagnostic, such as ambiguous-move; all of them if none is given
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
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
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
