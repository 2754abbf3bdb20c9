//! Positions of a game as FEN, EPD, CSV or JSON: the last, every so many half-moves, some, or all.
use super::Rows;
use super::sheet::Sheet;
#[cfg(feature = "json")]
use super::style::append_suffix;
use crate::chess::{Color, EnPassant, Position};
use crate::game::exercise::Exercise;
use crate::game::value::{About, Kind, Value};
use crate::game::{Game, Moves, Node, Played, Track};

/// How a position is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FenFormat {
    /// One FEN a line.
    #[default]
    Fen,
    /// One EPD a line: a FEN without its clocks.
    Epd,
    /// A row of CSV, with the move that was made last.
    Csv,
    /// A JSON object a line, with the same.
    #[cfg(feature = "json")]
    Json,
}

/// Which positions of a game are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Which {
    /// The one after the last move.
    #[default]
    Final,
    /// Those after every so many half-moves, and not the first.
    Every(u32),
    /// Those after so many half-moves each, in the order of the game.
    At(Vec<u32>),
    /// All, the first too.
    All,
}

impl Which {
    /// The same, in the order of the game and without doubles.
    #[must_use]
    pub(crate) fn sorted(mut self) -> Self {
        if let Self::At(plies) = &mut self {
            plies.sort_unstable();
            plies.dedup();
        }
        self
    }

    /// Is a position of an exercise wanted?
    fn wants_of(&self, ply: u32, exercise: &Exercise) -> bool {
        self.wants(ply) || *self == Self::Final && ply as usize == exercise.steps.len()
    }

    fn wants(&self, ply: u32) -> bool {
        match self {
            Self::Final => false,
            Self::Every(plies) => ply > 0 && ply.is_multiple_of((*plies).max(1)),
            Self::At(plies) => plies.binary_search(&ply).is_ok(),
            Self::All => true,
        }
    }
}

/// The columns of the CSV form.
pub const TABLE: &[About] = &[
    About::new("game", Kind::Long, "the number of the game in its file, from 1"),
    About::new("file", Kind::Text, "the input the game came from, as it was named"),
    About::new("ply", Kind::Number, "half-moves played; 0 for the first position"),
    About::new("move", Kind::Number, "the number of the last move, as FEN counts"),
    About::new("color", Kind::Text, "white or black, who made it"),
    About::new("san", Kind::Text, "that move in standard algebraic notation"),
    About::new("fen", Kind::Text, "the position"),
];

/// What is written of each game.
#[derive(Clone, Debug, Default)]
pub struct FenOptions {
    /// How.
    pub format: FenFormat,
    /// Which.
    pub which: Which,
    /// When an en passant square is written.
    pub en_passant: EnPassant,
    /// Those of variations too.
    pub variations: bool,
}

impl FenOptions {
    /// Are the moves of the game needed, or only its last position?
    #[must_use]
    pub fn needs_moves(&self) -> bool {
        self.which != Which::Final || self.variations || self.needs_notation()
    }

    /// Is the notation of the moves needed?
    #[must_use]
    pub const fn needs_notation(&self) -> bool {
        !matches!(self.format, FenFormat::Fen | FenFormat::Epd)
    }
}

/// Writes positions of games, one game after the other.
#[derive(Debug, Default)]
pub struct FenWriter {
    options: FenOptions,
    track: Track,
    fen: Vec<u8>,
}

impl FenWriter {
    /// A writer with these options.
    #[must_use]
    pub fn new(options: FenOptions) -> Self {
        Self { options, track: Track::default(), fen: Vec::new() }
    }

    /// Appends the positions wanted of a game: that of this index in its chunk, from this file.
    pub fn write(&mut self, game: &Game<'_>, index: u32, file: &str, sheet: &mut Sheet) {
        if self.options.format == FenFormat::Csv {
            return self.rows(game, index, file, sheet);
        }
        self.each(game, |options, at| {
            match options.format {
                FenFormat::Epd => at.position.append_epd(options.en_passant, &mut sheet.bytes),
                #[cfg(feature = "json")]
                FenFormat::Json => append_json(options, sheet, (index, file), at),
                // Rows are written as such.
                FenFormat::Fen | FenFormat::Csv => {
                    at.position.append_fen(options.en_passant, &mut sheet.bytes)
                }
            }
            sheet.text("\n");
            sheet.relieve();
        });
    }

    /// Appends the positions wanted of an exercise in this file: it has no number of a game.
    pub fn write_exercise(&self, exercise: &Exercise, file: &str, sheet: &mut Sheet) {
        if self.options.format == FenFormat::Csv {
            return self.exercise_rows(exercise, file, sheet);
        }
        for position in exercise.positions(|ply| self.options.which.wants_of(ply, exercise)) {
            let fen = position.2.fen();
            match self.options.format {
                // The clocks are the last two fields.
                FenFormat::Epd => sheet.text(fen.rsplitn(3, ' ').last().unwrap_or_default()),
                #[cfg(feature = "json")]
                FenFormat::Json => {
                    let (ply, step, _) = position;
                    let line = Line {
                        game: None,
                        file,
                        ply,
                        r#move: step.map(|_| ply),
                        color: step.map(|_| Color::White.name()),
                        san: step.map(ToString::to_string),
                        fen: &fen,
                    };
                    // Writing to a sheet cannot fail, and structures with fields are always JSON.
                    let _ = serde_json::to_writer(&mut *sheet, &line);
                }
                FenFormat::Fen | FenFormat::Csv => sheet.text(&fen),
            }
            sheet.text("\n");
        }
    }

    /// The same as rows of the [table](TABLE), whatever the format.
    pub fn exercise_rows(&self, exercise: &Exercise, file: &str, rows: &mut impl Rows) {
        for (ply, step, setup) in exercise.positions(|ply| self.options.which.wants_of(ply, exercise)) {
            let (fen, san) = (setup.fen(), step.map(ToString::to_string));
            let [mut number, mut color, mut words] = [Value::Empty; 3];
            if let Some(san) = &san {
                (number, color, words) =
                    (Value::Number(ply.into()), Value::Text(Color::White.name()), Value::Text(san));
            }
            let cells = [
                Value::Empty,
                Value::Text(file),
                Value::Number(ply.into()),
                number,
                color,
                words,
                Value::Text(&fen),
            ];
            rows.row(cells.iter(), |cell| *cell, false);
        }
    }

    /// The positions of a game as rows of the [table](TABLE), whatever the format.
    pub fn rows(&mut self, game: &Game<'_>, index: u32, file: &str, rows: &mut impl Rows) {
        let mut fen = std::mem::take(&mut self.fen);
        self.each(game, |options, At { ply, last, position }| {
            fen.clear();
            position.append_fen(options.en_passant, &mut fen);
            let [mut number, mut color, mut san] = [Value::Empty; 3];
            if let Some(played) = last {
                number = Value::Number(mover_number(position).into());
                color = Value::Text((!position.turn()).name());
                san = Value::san(played);
            }
            let fen = Value::Text(str::from_utf8(&fen).unwrap_or_default());
            let cells =
                [Value::Game(index), Value::Text(file), Value::Number(ply.into()), number, color, san, fen];
            rows.row(cells.iter(), |cell| *cell, false);
        });
        self.fen = fen;
    }

    /// Goes over the positions wanted of a game.
    fn each(&mut self, game: &Game<'_>, mut each: impl FnMut(&FenOptions, At<'_>)) {
        if self.options.which == Which::Final {
            let last = if self.options.needs_notation() { Moves::of(game).last() } else { None };
            each(&self.options, At { ply: game.plies, last, position: &game.end });
            if !self.options.variations {
                return;
            }
        }
        self.track.begin(&game.start);
        if self.options.which.wants(0) {
            each(&self.options, At { ply: 0, last: None, position: &game.start });
        }
        let mut last = None;
        for node in game.nodes() {
            match node {
                Node::Move(played) => {
                    self.track.play(played.mv);
                    last = Some(played);
                    let wanted = self.options.which.wants(self.track.ply());
                    if wanted && (self.options.variations || self.track.depth() == 0) {
                        each(
                            &self.options,
                            At { ply: self.track.ply(), last: Some(played), position: self.track.now() },
                        );
                    }
                }
                Node::Open => {
                    last = None;
                    self.track.open();
                }
                Node::Close => {
                    // The last position of a variation; one in which no move was made has none.
                    if self.options.which == Which::Final
                        && let Some(played) = last.take()
                    {
                        each(
                            &self.options,
                            At { ply: self.track.ply(), last: Some(played), position: self.track.now() },
                        );
                    }
                    self.track.close();
                }
                Node::Nag(_) | Node::Comment(_) => {}
            }
        }
    }
}

/// A line of JSON for a position of an exercise.
#[cfg(feature = "json")]
#[derive(serde::Serialize)]
struct Line<'a> {
    game: Option<u32>,
    file: &'a str,
    ply: u32,
    r#move: Option<u32>,
    color: Option<&'static str>,
    san: Option<String>,
    fen: &'a str,
}

/// A position of a game.
#[derive(Clone, Copy)]
struct At<'a> {
    /// Half-moves played.
    ply: u32,
    /// The move that led there.
    last: Option<&'a Played>,
    position: &'a Position,
}

#[cfg(feature = "json")]
fn append_json(options: &FenOptions, sheet: &mut Sheet, (index, file): (u32, &str), at: At<'_>) {
    let At { ply, last, position } = at;
    sheet.text("{\"game\":");
    sheet.game_number(index);
    sheet.text(",\"file\":");
    // Writing to a sheet cannot fail, and a string is always JSON.
    let _ = serde_json::to_writer(&mut *sheet, file);
    sheet.text(",\"ply\":");
    sheet.number(ply);
    match last {
        Some(played) => {
            sheet.text(",\"move\":");
            sheet.number(mover_number(position));
            sheet.text(",\"color\":\"");
            sheet.text((!position.turn()).name());
            sheet.text("\",\"san\":\"");
            played.san.append_to(&mut sheet.bytes);
            append_suffix(&mut sheet.bytes, played.suffix);
            sheet.text("\",\"fen\":\"");
        }
        None => sheet.text(",\"move\":null,\"color\":null,\"san\":null,\"fen\":\""),
    }
    position.append_fen(options.en_passant, &mut sheet.bytes);
    sheet.text("\"}");
}

/// The number of the move that led to a position.
fn mover_number(position: &Position) -> u32 {
    position.fullmove_number() - u32::from(position.turn() == Color::White && position.fullmove_number() > 0)
}
