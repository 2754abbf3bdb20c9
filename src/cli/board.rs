//! `descant board`: positions, from a FEN or from the games of an input, as text or as a drawing.
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::args::{BoardArgs, BoardForm, BoardTheme};
use super::config::Config;
use super::inputs;
use super::output::Stream;
use super::output::{Guarded, NO_GAMES, Output};
use super::run::{self, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::task::pgn_options;
use super::task::{Met, Page, Task, raised};
use crate::chess::{Color, Position};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::board::{Bottom, Men, board};
use crate::emit::svg::{Drawing, Look, Theme, svg};
use crate::emit::{Place, Sheet, diagnostics};
use crate::error::Error;
use crate::game::{Game, Step, Walk as Steps, command};
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::replay::pgn::{FenFinding, JudgedFen, OddsCastling, judge_fen};
use crate::source::{Chunk, Input};
use crate::span::Span;

/// Finds positions in the first game that is wanted.
struct Finder {
    /// After so many half-moves; the last position if none is named.
    at: Vec<u32>,
    letters: Option<&'static Letters>,
    /// The positions, or how many half-moves the game has.
    found: Mutex<Option<Result<Vec<Drawing>, u32>>>,
}

impl Task for Finder {
    type State = ();

    fn state(&self) {}

    fn pgn_options(&self) -> PgnOptions {
        PgnOptions { kept: Kept::Nodes, letters: self.letters, ..pgn_options() }
    }

    fn game(&self, (): &mut (), met: &Met<'_, '_>, _: &mut Page) {
        let found = drawings(met.found.game, &self.at);
        if let Ok(mut kept) = self.found.lock() {
            kept.get_or_insert(found);
        }
    }
}

/// The positions of a game after so many half-moves, with what is marked there; how many it has where one is beyond them.
fn drawings(game: &Game<'_>, at: &[u32]) -> Result<Vec<Drawing>, u32> {
    if at.iter().any(|&ply| ply > game.plies) {
        return Err(game.plies);
    }
    let name = |tag: &str| game.tag(tag).filter(|name| !name.is_empty() && *name != "?").map(str::to_owned);
    let players = match (name("White"), name("Black")) {
        (None, None) => String::new(),
        (white, black) => {
            format!(
                "{} – {}, ",
                white.unwrap_or_else(|| "?".to_owned()),
                black.unwrap_or_else(|| "?".to_owned())
            )
        }
    };
    let mut now = Drawing {
        position: game.start,
        title: format!("{players}the first position"),
        last: None,
        marks: Vec::new(),
    };
    let mut all = Vec::new();
    let mut steps = Steps::of(game);
    while let Some(step) = steps.advance() {
        let is_main = steps.depth() == 0;
        match step {
            Step::Move(played) if is_main => {
                let before = now.position;
                all.push(now);
                let dots = if before.turn() == Color::White { "." } else { "…" };
                now = Drawing {
                    position: before.after_move(played.mv),
                    title: format!(
                        "{players}after {}{dots} {}{}",
                        before.fullmove_number(),
                        played.san,
                        played.suffix.text()
                    ),
                    last: Some(played.mv),
                    marks: Vec::new(),
                };
            }
            Step::Comment(words) if is_main => now.marks.extend(command::marks(words)),
            _ => {}
        }
    }
    all.push(now);
    let last = [u32::try_from(all.len() - 1).unwrap_or(u32::MAX)];
    let wanted = if at.is_empty() { &last[..] } else { at };
    Ok(wanted.iter().filter_map(|&ply| all.get(ply as usize)).cloned().collect())
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, no such position, or an output that cannot be written.
pub fn run(args: BoardArgs) -> Result<Summary, Error> {
    let words = args.what.join(" ");
    let fen = words.trim();
    // A board field alone, as FEN has it first: White is to move.
    let whole =
        if !fen.contains(char::is_whitespace) && fen.matches('/').count() == 7 && !Path::new(fen).exists() {
            format!("{fen} w - - 0 1")
        } else {
            fen.to_owned()
        };
    let fen = whole.as_str();
    let (found, summary) = match judge_fen(fen, OddsCastling::Refused) {
        Ok(judged) => from_fen(fen, judged, &args)?,
        // What has the look of a FEN is told why it is none.
        Err(error)
            if words.matches('/').count() >= 7 && !args.what.iter().any(|what| Path::new(what).exists()) =>
        {
            return Err(Error::usage(format!("{words:?} is no position: {error}")));
        }
        Err(_) => from_input(&args)?,
    };
    let Some(drawings) = found else { return Ok(summary) };
    let bottom = if args.flip { Bottom::Black } else { Bottom::White };
    let drawing = match args.format {
        BoardForm::Text => texts(&drawings, bottom, Men::Letters),
        BoardForm::Figurines => texts(&drawings, bottom, Men::Figurines),
        BoardForm::Svg => {
            let theme = match args.theme {
                BoardTheme::Brown => Theme::Brown,
                BoardTheme::Blue => Theme::Blue,
                BoardTheme::Green => Theme::Green,
                BoardTheme::Grey => Theme::Grey,
            };
            svg(&drawings, Look { bottom, pixels: args.size, coordinates: !args.no_coordinates, theme })
        }
    };
    let inputs: Vec<_> = args.what.into_iter().map(Input::from_arg).collect();
    let guarded = Guarded { inputs: &inputs, beside: &[], force: args.results.force };
    let mut out = Output::apart(args.results.output.as_deref(), guarded, NO_GAMES)?;
    out.put(|out| out.write_all(drawing.as_bytes()))?;
    out.finish()?;
    Ok(summary)
}

/// Positions as text, with a blank line between them.
fn texts(drawings: &[Drawing], bottom: Bottom, men: Men) -> String {
    drawings.iter().map(|drawing| board(&drawing.position, bottom, men)).collect::<Vec<_>>().join("\n")
}

/// The position of a FEN, as a FEN tag of a game has it: what is wrong with it is said.
fn from_fen(
    fen: &str,
    judged: JudgedFen,
    args: &BoardArgs,
) -> Result<(Option<Vec<Drawing>>, Summary), Error> {
    let JudgedFen { position, findings } = judged;
    if position.is_none() {
        let is_fatal = |found: &&FenFinding| found.code.severity() == Severity::Error;
        let messages: Vec<_> = findings.iter().filter(is_fatal).map(|found| found.message.as_str()).collect();
        return Err(Error::usage(format!("{fen:?} is no position: {}", messages.join("; "))));
    }
    let config = Config::of(Vec::new(), &args.reading, &args.results, Severity::Note)?;
    let form = config.form(Stream::Err);
    let chunk = Chunk::from_text(fen.to_owned());
    let place = Place { file: "FEN", chunk: &chunk, game: None, tags: &[] };
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
    let drawing = |position: Position| {
        let side = if position.turn() == Color::White { "White" } else { "Black" };
        vec![Drawing { position, title: format!("{fen}: {side} to move"), last: None, marks: Vec::new() }]
    };
    Ok((position.map(drawing), summary))
}

/// The position of the first game, or of the game that `--games` names; `None` when the input has no game, which was
/// said.
fn from_input(args: &BoardArgs) -> Result<(Option<Vec<Drawing>>, Summary), Error> {
    if args.what.len() > 1 {
        return Err(Error::usage("one FEN or one input would be accepted"));
    }
    let inputs = inputs::gather(args.what.iter().map(PathBuf::from).collect(), None)?;
    let mut config = Config::of(inputs, &args.reading, &args.results, Severity::Note)?;
    if config.games.is_none() {
        config.games = "1".parse().ok();
    }
    let finder = Finder { at: args.at.clone(), letters: config.letters, found: Mutex::new(None) };
    let streams = Streams::new(Output::Discard, Recap::None);
    let summary = run::run(&config, &finder, streams)?;
    match finder.found.into_inner().ok().flatten() {
        _ if summary.tally.has(Code::NoGame) => Ok((None, summary)),
        Some(Ok(drawings)) => Ok((Some(drawings), summary)),
        Some(Err(plies)) => {
            let s = if plies == 1 { "" } else { "s" };
            Err(Error::usage(format!(
                "the game has {plies} half-move{s}: --at 0 to {plies} would be accepted"
            )))
        }
        None if summary.unread => Err(Error::usage("no position to show")),
        None => Err(Error::usage("there is no such game")),
    }
}
