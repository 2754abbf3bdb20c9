//! `descant board`: one position, from a FEN or from the games of an input, as text or as a drawing.
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::args::{BoardArgs, BoardForm};
use super::config::{Config, Stream};
use super::inputs;
use super::output::{Guarded, NO_GAMES, Output};
use super::pgn_options;
use super::run::{self, Met, Page, Streams, Summary, Task, raised};
use super::voice::Recap;
use crate::chess::Position;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::board::{Bottom, Men, board};
use crate::emit::svg::svg;
use crate::emit::{Place, Sheet, Walk, diagnostics};
use crate::error::Error;
use crate::game::Node;
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::replay::pgn::{FenFinding, JudgedFen, OddsCastling, judge_fen};
use crate::source::{Chunk, Input};
use crate::span::Span;

/// Finds the position in the first game that is wanted.
struct Finder {
    at: Option<u32>,
    letters: Option<&'static Letters>,
    /// The position, or how many half-moves the game has.
    found: Mutex<Option<Result<Position, u32>>>,
}

impl Task for Finder {
    type State = Walk;

    fn state(&self) -> Walk {
        Walk::default()
    }

    fn pgn_options(&self) -> PgnOptions {
        let kept = if self.at.is_some() { Kept::Nodes } else { Kept::End };
        PgnOptions { kept, letters: self.letters, ..pgn_options() }
    }

    fn game(&self, walk: &mut Walk, met: &Met<'_, '_>, _: &mut Page) {
        let game = met.found.game;
        let position = match self.at {
            None => Ok(game.end),
            Some(ply) if ply > game.plies => Err(game.plies),
            Some(ply) => {
                walk.begin(&game.start);
                for node in game.nodes() {
                    if walk.depth() == 0 && walk.ply() == ply {
                        break;
                    }
                    match node {
                        Node::Move(played) => walk.play(played.mv),
                        Node::Open => walk.open(),
                        Node::Close => walk.close(),
                        Node::Nag(_) | Node::Comment(_) => {}
                    }
                }
                Ok(*walk.now())
            }
        };
        if let Ok(mut found) = self.found.lock() {
            found.get_or_insert(position);
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, no such position, or an output that cannot be written.
pub fn run(args: BoardArgs) -> Result<Summary, Error> {
    let words = args.what.join(" ");
    let fen = words.trim();
    let (position, summary) = match judge_fen(fen, OddsCastling::Refused) {
        Ok(judged) => from_fen(fen, judged, &args)?,
        // What has the look of a FEN is told why it is none.
        Err(error)
            if words.matches('/').count() >= 7 && !args.what.iter().any(|what| Path::new(what).exists()) =>
        {
            return Err(Error::usage(format!("{words:?} is no position: {error}")));
        }
        Err(_) => from_input(&args)?,
    };
    let Some(position) = position else { return Ok(summary) };
    let bottom = if args.flip { Bottom::Black } else { Bottom::White };
    let drawing = match args.format {
        BoardForm::Text => board(&position, bottom, Men::Letters),
        BoardForm::Figurines => board(&position, bottom, Men::Figurines),
        BoardForm::Svg => svg(&position, bottom, args.size),
    };
    let inputs: Vec<_> = args.what.into_iter().map(Input::from_arg).collect();
    let guarded = Guarded { inputs: &inputs, tables: &[], players: None, force: args.results.force };
    let mut out = Output::apart(args.results.output.as_deref(), guarded, NO_GAMES)?;
    out.put(|out| out.write_all(drawing.as_bytes()))?;
    out.finish()?;
    Ok(summary)
}

/// The position of a FEN, as a FEN tag of a game has it: what is wrong with it is said.
fn from_fen(fen: &str, judged: JudgedFen, args: &BoardArgs) -> Result<(Option<Position>, Summary), Error> {
    let JudgedFen { position, findings } = judged;
    if position.is_none() {
        let is_fatal = |found: &&FenFinding| found.code.severity() == Severity::Error;
        let messages: Vec<_> = findings.iter().filter(is_fatal).map(|found| found.message.as_str()).collect();
        return Err(Error::usage(format!("{fen:?} is no position: {}", messages.join("; "))));
    }
    let config = Config::of(Vec::new(), &args.reading, &args.results, Severity::Note)?;
    let form = config.form(Stream::Err);
    let chunk = Chunk::from_text(fen.to_owned());
    let place = Place { file: "FEN", chunk: &chunk, game: None, players: (None, None) };
    let mut summary = Summary::default();
    let mut sheet = Sheet::default();
    for FenFinding { code, field, message } in findings {
        let words = field.and_then(|field| fen.split_ascii_whitespace().nth(field));
        let span = words.and_then(|words| Span::of_part(fen, words)).unwrap_or(Span::of(0, fen.len()));
        if !config.rules.counts(code) {
            continue;
        }
        let severity = raised(code.severity(), config.rules.strict);
        summary.tally.count(severity, code);
        if let Some(form) = form.filter(|_| severity >= config.rules.level) {
            diagnostics::append(&mut sheet, form, &place, &Diagnostic::new(code, span, message), severity);
        }
    }
    // If nobody reads standard error, the board still counts.
    let _ = sheet.write_to(&mut std::io::stderr(), 1);
    Ok((position, summary))
}

/// The position of the first game, or of the game that `--games` names; `None` when the input has no game, which was
/// said.
fn from_input(args: &BoardArgs) -> Result<(Option<Position>, Summary), Error> {
    if args.what.len() > 1 {
        return Err(Error::usage("one FEN or one input would be accepted"));
    }
    let inputs = inputs::gather(args.what.iter().map(PathBuf::from).collect(), None)?;
    let mut config = Config::of(inputs, &args.reading, &args.results, Severity::Note)?;
    if config.games.is_none() {
        config.games = "1".parse().ok();
    }
    let finder = Finder { at: args.at, letters: config.letters, found: Mutex::new(None) };
    let streams = Streams::new(Output::Discard, Recap::None);
    let summary = run::run(&config, &finder, streams)?;
    match finder.found.into_inner().ok().flatten() {
        _ if summary.tally.has(Code::NoGame) => Ok((None, summary)),
        Some(Ok(position)) => Ok((Some(position), summary)),
        Some(Err(plies)) => {
            Err(Error::usage(format!("the game has {plies} half-moves: --at 0 to {plies} would be accepted")))
        }
        None if summary.unread => Err(Error::usage("no position to show")),
        None => Err(Error::usage("there is no such game")),
    }
}
