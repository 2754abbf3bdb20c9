//! Single games: texts converted, descriptive scores read, sources checked.
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use descant::chess::EnPassant;
use descant::diagnose::Diagnostic;
use descant::emit::csv;
use descant::emit::finding::append_json;
use descant::emit::{JsonWriter, PgnWriter, Place, Sheet, Style, TextWriter};
use descant::game::value::Value;
use descant::game::{self, Verdict};
use descant::reader::pgn::PgnReader;
use descant::reader::text::TextOptions;
use descant::reader::{Found, each_game};
use descant::source::{Chunk, Kind, sniff};
use descant::table::{Stretch, tally};

use crate::raise;
use crate::source::{Given, encoding};

/// Tells every game of a text.
fn each(chunk: &Chunk, kind: Kind, mut tell: impl FnMut(&Found<'_, '_>)) {
    each_game(chunk, kind, &mut PgnReader::default(), &TextOptions::default(), &mut |found| {
        tell(&found);
        ControlFlow::Continue(())
    });
}

enum Writer {
    Pgn(PgnWriter),
    Json(JsonWriter),
    Text(TextWriter),
}

/// The games of a text in another form.
#[pyfunction]
pub fn convert(py: Python<'_>, text: String, to: &str) -> PyResult<String> {
    let mut writer = match to {
        "pgn" => Writer::Pgn(PgnWriter::new(Style::default())),
        "json" => Writer::Json(JsonWriter::default()),
        "text" => Writer::Text(TextWriter::new(Style::default())),
        other => {
            return Err(PyValueError::new_err(format!("to={other:?}: pgn, json, text would be accepted")));
        }
    };
    let out = py.detach(|| {
        let kind = sniff(text.as_bytes());
        let chunk = Chunk::from_text(text);
        let mut sheet = Sheet::default();
        each(&chunk, kind, |found| match &mut writer {
            Writer::Pgn(writer) => {
                writer.write(found.game, &mut sheet.bytes);
            }
            Writer::Text(writer) => writer.write(found.game, &mut sheet.bytes),
            Writer::Json(writer) => {
                let place = Place::in_game("<text>", &chunk, found.index, found.game);
                writer.write(&mut sheet, &place, found.game, &mut |sheet| {
                    for (index, one) in found.diagnostics.iter().enumerate() {
                        sheet.text(if index > 0 { "," } else { "" });
                        append_json(sheet, &place, one, one.severity);
                    }
                });
            }
        });
        let mut out = Vec::new();
        sheet.write_to(&mut out, 1).map(|()| out)
    })?;
    String::from_utf8(out).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A game that was read.
#[pyclass(module = "descant", frozen, get_all)]
pub struct Game {
    /// Its tags, by name.
    tags: BTreeMap<String, String>,
    /// Its result: 1-0, 0-1, 1/2-1/2 or *.
    result: String,
    /// The moves of its main line in standard algebraic notation.
    moves: Vec<String>,
    /// The same in coordinates.
    uci: Vec<String>,
    /// The first position.
    start_fen: String,
    /// The last position.
    final_fen: String,
    /// How certain the reading is: certain, chosen, repaired, partial.
    reading: Option<String>,
    /// What is to be said of it: severity, code and message.
    findings: Vec<(String, String, String)>,
    /// The game as PGN.
    pgn: String,
}

#[pymethods]
impl Game {
    fn __repr__(&self) -> String {
        let tag = |name| self.tags.get(name).map_or("?", String::as_str);
        format!(
            "<descant.Game {} – {}, {}, {} half-moves>",
            tag("White"),
            tag("Black"),
            self.result,
            self.moves.len()
        )
    }
}

fn words(value: Value<'_>) -> String {
    let mut bytes = Vec::new();
    csv::plain(&value, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn told(found: &Diagnostic) -> (String, String, String) {
    (found.severity.word().to_owned(), found.code.name().to_owned(), found.message.clone())
}

fn owned(game: &game::Game<'_>, findings: &[Diagnostic]) -> Game {
    let (mut moves, mut uci) = (Vec::new(), Vec::new());
    for told in game.annotations() {
        moves.push(words(Value::san(told.played)));
        uci.push(words(Value::uci(told.played, game.start.castling_mode())));
    }
    let mut pgn = Vec::new();
    PgnWriter::new(Style::default()).write(game, &mut pgn);
    Game {
        tags: game.tags.iter().map(|tag| (tag.name.to_string(), tag.value.to_string())).collect(),
        result: game.result.marker().to_owned(),
        moves,
        uci,
        start_fen: game.start.fen(EnPassant::Legal),
        final_fen: game.end.fen(EnPassant::Legal),
        reading: game.verdict.map(Verdict::word).map(str::to_owned),
        findings: findings.iter().map(told).collect(),
        pgn: String::from_utf8_lossy(&pgn).into_owned(),
    }
}

/// The games of a text in descriptive notation.
#[pyfunction]
pub fn read_descriptive(py: Python<'_>, text: &str) -> Vec<Game> {
    py.detach(|| {
        let mut games = Vec::new();
        each(&Chunk::from_text(text.to_owned()), Kind::Text, |found| {
            games.push(owned(found.game, found.diagnostics))
        });
        games
    })
}

/// Counts of a source: games, games with errors, and findings by code.
#[pyfunction]
#[pyo3(signature = (source, *, jobs, encoding, name=None))]
pub fn check(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    jobs: Option<usize>,
    encoding: &str,
    name: Option<String>,
) -> PyResult<(u64, u64, BTreeMap<String, u64>)> {
    let Given { source, name } = Given::take(source, name)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let stretch = Stretch {
        source,
        name,
        encoding: self::encoding(encoding)?,
        part: None,
        jobs: jobs.unwrap_or(cores).max(1),
        passes_gaps: false,
    };
    let tally = py.detach(|| tally(stretch)).map_err(|error| raise(&error))?;
    let codes = tally.codes.into_iter().map(|(code, count)| (code.name().to_owned(), count)).collect();
    Ok((tally.games, tally.bad, codes))
}
