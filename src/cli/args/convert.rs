//! The arguments of `descant convert`.
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::hint::{self, Hint};
use super::{Common, Results};

/// `descant convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub common: Common,
    /// Of games recorded more than once only the best record; the others are told as notes
    #[arg(long, help_heading = "Choosing")]
    pub unique: bool,
    /// Which of several records is the best: the one with most comments and variations, the one with most moves, or the first
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Prefer::Annotated, help_heading = "Choosing")]
    pub prefer: Prefer,
    /// Of each game that --unique leaves out the record goes here, byte for byte
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Choosing")]
    pub duplicates: Option<PathBuf>,
    /// Only games of which this file has no record (--unique goes with it); may be given more than once
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Choosing")]
    pub against: Vec<PathBuf>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value_t = To::Pgn, help_heading = "Writing")]
    pub to: To,
    /// The notation of the moves: san, lan, uci, figurine, english, english-long, english-new, spanish
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = Hint(hint::movetexts), hide_possible_values = true, help_heading = "Writing")]
    pub movetext: String,
    /// Descriptive moves as short as old books have them
    #[arg(long, help_heading = "Writing")]
    pub terse: bool,
    /// The FEN after each move (JSON)
    #[arg(long, help_heading = "Writing")]
    pub fens: bool,
    /// Leave these out: comments, nags, variations, clocks, evals
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = Hint(hint::strips), hide_possible_values = true, help_heading = "Writing")]
    pub strip: Vec<String>,
    /// The seven tags of the roster and no others (but those without which the game cannot be played)
    #[arg(long, help_heading = "Writing")]
    pub roster: bool,
    /// keep:NAME,… writes these tags and the roster alone, remove:NAME,… leaves tags out, set:NAME=VALUE writes a tag in place of what there is; may be given more than once
    #[arg(long, value_name = "RULE", help_heading = "Writing")]
    pub tags: Vec<String>,
    /// The order of the tags: that of the standard, or that of the record
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = TagOrder::Standard, help_heading = "Writing")]
    pub tag_order: TagOrder,
    /// Write the tag PlyCount: the half-moves of the main line
    #[arg(long, help_heading = "Writing")]
    pub add_plycount: bool,
    /// A comment with the FEN after every N half-moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Writing")]
    pub fen_comments: Option<u32>,
    /// A comment with the Polyglot key after every N half-moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Writing")]
    pub key_comments: Option<u32>,
    /// Of a text, what looks like moves and belongs to no game goes here, with its place: tab-separated values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub unread: Option<PathBuf>,
    /// The longest line of PGN in characters; 0 writes the moves of a game on one line
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Writing")]
    pub line_length: usize,
    /// The games in this order: white,date, with :desc behind a column for the other direction; games that agree stay as they are
    #[arg(long, value_name = "COLUMN,…", help_heading = "Writing")]
    pub sort: Option<String>,
    /// Memory for --sort and --unique, in MiB; what --sort has beyond it goes to temporary files, more than that for --unique is an error
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20), help_heading = "Writing")]
    pub memory: u64,
    /// Several files in place of OUTPUT: of so many games each, or one for each value of a column (eco); their names are that of OUTPUT with the number or value before its ending
    #[arg(long, value_name = "N | COLUMN", requires = "output", help_heading = "Writing")]
    pub split: Option<String>,
    /// Add the games to what OUTPUT has already
    #[arg(long, requires = "output", conflicts_with = "split", help_heading = "Writing")]
    pub append: bool,
    /// Games with an error go here instead, byte for byte
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub reject: Option<PathBuf>,
    /// Do not look for misprints in a text
    #[arg(long, help_heading = "Writing")]
    pub no_repair: bool,
    /// Leave out the comments with the printed words of chosen and repaired moves
    #[arg(long, help_heading = "Writing")]
    pub no_printed: bool,
    /// The encoding to write: utf-8, or latin1 as the standard of 1994 has it
    #[arg(long, value_name = "NAME", default_value = "utf-8", value_parser = Hint(hint::output_encodings), hide_possible_values = true, help_heading = "Writing")]
    pub output_encoding: String,
    /// Write the tags ECO and Opening as the position says, in place of the tags ECO, Opening, Variation and SubVariation there are; a game whose opening has no name keeps its own
    #[arg(long, help_heading = "Writing")]
    pub tag_openings: bool,
    #[command(flatten)]
    pub results: Results,
}

/// Which of several records of a game is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Prefer {
    /// The one with most comments and variations, then moves, then tags
    Annotated,
    /// The one with most moves, then tags, then comments
    Longest,
    /// The first
    First,
}

/// The order in which tags are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TagOrder {
    /// The roster, then the others by name
    Standard,
    /// As the record has them, those that it lacks after them
    Kept,
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
    /// A page to read the games on, with replay, and boards where [#] or the glyph 220 asks for them
    Html,
}
