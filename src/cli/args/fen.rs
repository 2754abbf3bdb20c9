//! The arguments of `descant fen` and `descant board`.
use clap::{Args, ValueEnum};

use super::{Common, Reading, Results, ply};

/// `descant fen`.
#[derive(Debug, Args)]
pub struct FenArgs {
    #[command(flatten)]
    pub common: Common,
    /// The last position of each game (what is done if nothing is said)
    #[arg(long, group = "which", help_heading = "Writing")]
    pub r#final: bool,
    /// The positions after every N half-moves
    #[arg(long, value_name = "N", group = "which", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Writing")]
    pub every: Option<u32>,
    /// The positions after so many half-moves; 0 is the first position
    #[arg(long, value_name = "PLY,…", group = "which", value_delimiter = ',', value_parser = ply, help_heading = "Writing")]
    pub at: Vec<u32>,
    /// All positions, the first too
    #[arg(long, group = "which", help_heading = "Writing")]
    pub all: bool,
    /// How a position is written
    #[arg(long, value_enum, value_name = "FORM", default_value_t = FenForm::Fen, help_heading = "Writing")]
    pub format: FenForm,
    /// When an en passant square is written
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = EnPassant::Legal, help_heading = "Writing")]
    pub en_passant: EnPassant,
    /// The positions of variations too
    #[arg(long, help_heading = "Writing")]
    pub variations: bool,
    #[command(flatten)]
    pub results: Results,
}

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenForm {
    /// One FEN a line
    Fen,
    /// One EPD a line
    Epd,
    /// CSV: game,file,ply,move,color,san,fen
    Csv,
    /// The same as one JSON object a line
    Json,
    /// The same as Parquet, in a program built with it
    Parquet,
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

/// `descant board`.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// A FEN, in quotes or not, or its first field alone, or an input whose position is drawn
    #[arg(value_name = "FEN | INPUT", num_args = 0..)]
    pub what: Vec<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// The positions after so many half-moves of the game, instead of the last
    #[arg(long, value_name = "PLY,…", value_delimiter = ',', value_parser = ply, help_heading = "Writing")]
    pub at: Vec<u32>,
    /// Text or a drawing
    #[arg(long, value_enum, value_name = "FORM", default_value_t = BoardForm::Text, help_heading = "Writing")]
    pub format: BoardForm,
    /// The colours of the drawing
    #[arg(long, value_enum, value_name = "THEME", default_value_t = BoardTheme::Brown, help_heading = "Writing")]
    pub theme: BoardTheme,
    /// No letters and figures around the board of the drawing
    #[arg(long, help_heading = "Writing")]
    pub no_coordinates: bool,
    /// Black at the bottom
    #[arg(long, help_heading = "Writing")]
    pub flip: bool,
    /// Width and height of the drawing in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, help_heading = "Writing")]
    pub size: u32,
    #[command(flatten)]
    pub results: Results,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardForm {
    /// Letters
    Text,
    /// Text with the figures of chess men
    Figurines,
    /// An SVG drawing: the squares of the last move are marked, and what [%cal …] and [%csl …] tell
    Svg,
}

/// The colours of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardTheme {
    /// As of wood
    Brown,
    /// Blue and white
    Blue,
    /// Green and cream
    Green,
    /// White and grey, for paper
    Grey,
}
