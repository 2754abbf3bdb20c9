//! `descant convert`: any record becomes PGN, JSON or a plain score.
use std::path::Path;

use super::args::{ConvertArgs, To};
use super::config::Config;
use super::output::{InPlace, NO_GAMES, Output, is_same_file};
use super::pick::{Picked, Wishes};
use super::run::{self, Met, Page, SMALL_CHUNK, Streams, Summary, Task};
use super::{pgn_options, report};
use crate::book::region;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::emit::descriptive::{DescriptiveWriter, Habit};
use crate::emit::diagnostics::append_json;
use crate::emit::{JsonWriter, PgnWriter, Place, Sheet, Style, TextWriter};
use crate::error::Error;
use crate::game::{Game, Node};
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::{TextOptions, TextReport};
use crate::source::CHUNK;
use crate::span::Span;

/// What the options mean.
struct Convert {
    to: To,
    movetext: Movetext,
    fens: bool,
    rejects: bool,
    latin1: bool,
    repair: bool,
    printed: bool,
    letters: Option<&'static Letters>,
}

/// The notation that moves are written in.
#[derive(Clone, Debug)]
enum Movetext {
    San,
    Lan,
    Uci,
    Figurine,
    Words(DescriptiveWriter),
}

impl Movetext {
    fn new(args: &ConvertArgs) -> Result<Self, Error> {
        let notation = match args.movetext.as_str() {
            "san" => Self::San,
            "lan" => Self::Lan,
            "uci" => Self::Uci,
            "figurine" => Self::Figurine,
            other => {
                let habit = if args.terse { Habit::Terse } else { Habit::Safe };
                return DescriptiveWriter::named(other, habit).map(Self::Words).ok_or_else(|| {
                    Error::usage(format!(
                        "unknown notation {other:?} for --movetext: san, lan, uci, figurine, english, \
                         english-long, english-new, spanish would be accepted"
                    ))
                });
            }
        };
        if args.terse {
            return Err(Error::usage("--terse is for descriptive notation (--movetext english)"));
        }
        Ok(notation)
    }

    fn style(&self) -> Style {
        match self {
            Self::San => Style::San,
            Self::Lan => Style::Lan,
            Self::Uci => Style::Uci,
            Self::Figurine => Style::Figurine,
            Self::Words(writer) => Style::Words(Box::new(writer.clone())),
        }
    }
}

/// The writer of a worker.
enum Writer {
    Pgn(Box<PgnWriter>),
    Json(Box<JsonWriter>),
    Text(Box<TextWriter>),
}

impl Task for Convert {
    type State = Writer;

    fn state(&self) -> Writer {
        match self.to {
            To::Pgn => Writer::Pgn(Box::new(PgnWriter::new(self.movetext.style()))),
            To::Text => Writer::Text(Box::new(TextWriter::new(self.movetext.style()))),
            To::Json => Writer::Json(Box::new(JsonWriter::with_fens(self.fens))),
        }
    }

    fn pgn_options(&self) -> PgnOptions {
        let is_san = self.to == To::Pgn && matches!(self.movetext, Movetext::San);
        let kept = if is_san { Kept::Written } else { Kept::Nodes };
        PgnOptions { kept, letters: self.letters, ..pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        if self.to == To::Json { SMALL_CHUNK } else { CHUNK }
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { repair: self.repair, printed_comments: self.printed, ..TextOptions::default() }
    }

    fn text(&self, writer: &mut Writer, place: &Place<'_>, report: &TextReport<'_>, page: &mut Page) {
        if let Writer::Json(_) = writer {
            JsonWriter::write_regions(&mut page.results, place, &labelled(report));
        }
    }

    fn game(&self, writer: &mut Writer, met: &Met<'_, '_>, page: &mut Page) {
        let game = met.found.game;
        if self.rejects && met.is_bad() {
            let raw = met.found.raw;
            page.rejects.extend_from_slice(met.place.chunk.raw_range(raw.start, raw.end));
            return;
        }
        let from = page.results.bytes.len();
        match writer {
            Writer::Pgn(writer) => {
                if writer.write(game, &mut page.results.bytes) > 0 {
                    braces(game, &met.place.chunk.text, &mut page.extra);
                }
            }
            Writer::Text(writer) => writer.write(game, &mut page.results.bytes),
            Writer::Json(writer) => writer.write(&mut page.results, &met.place, game, &mut |sheet| {
                json_findings(met, sheet);
            }),
        }
        if self.latin1 {
            let lost = to_latin1(&mut page.results.bytes, from);
            if lost > 0 {
                let message = format!("{lost} characters are not in ISO 8859-1, written as ?");
                page.extra.push(Diagnostic::new(Code::NotInEncoding, game.span, message));
            }
        }
    }
}

/// What each stretch of a text was taken for, as it is called, with the game it belongs to.
fn labelled(report: &TextReport<'_>) -> Vec<(&'static str, Span, Option<u32>)> {
    let label = |kind| match kind {
        region::Kind::Prose => ("prose", None),
        region::Kind::Heading => ("heading", None),
        region::Kind::Diagram => ("diagram", None),
        region::Kind::Score(game) => ("score", Some(game)),
        region::Kind::Unread => ("unread score", None),
    };
    let regions = report.regions.iter();
    let named = regions.map(|region| (label(region.kind), region.span));
    named.map(|((name, game), span)| (name, span, game)).collect()
}

fn json_findings(met: &Met<'_, '_>, sheet: &mut Sheet) {
    for (index, diagnostic) in met.found.diagnostics.iter().enumerate() {
        sheet.text(if index > 0 { "," } else { "" });
        append_json(sheet, &met.place, diagnostic, met.severity(diagnostic));
    }
}

/// Says which comments hold closing braces.
fn braces(game: &Game<'_>, text: &str, out: &mut Vec<Diagnostic>) {
    for node in game.nodes() {
        let Node::Comment(comment) = node else { continue };
        let Some(brace) = comment.find('}') else { continue };
        let inside = Span::of_part(text, comment).map(|span| span.start as usize + brace);
        let span = inside.map_or(game.span, |at| Span::of(at, at + 1));
        out.push(Diagnostic::new(Code::BraceInComment, span, "a closing brace in a comment is written as )"));
    }
}

/// Turns the end of a UTF-8 text into ISO 8859-1; returns how many characters became `?`.
fn to_latin1(bytes: &mut Vec<u8>, from: usize) -> u64 {
    if bytes[from..].is_ascii() {
        return 0;
    }
    let text = String::from_utf8_lossy(&bytes[from..]).into_owned();
    bytes.truncate(from);
    let mut lost = 0;
    bytes.extend(text.chars().map(|c| {
        u8::try_from(u32::from(c)).unwrap_or_else(|_| {
            lost += 1;
            b'?'
        })
    }));
    lost
}

/// Refuses one place for sound and for rejected games: one would overwrite the other.
fn keep_apart(output: Option<&Path>, reject: Option<&Path>) -> Result<(), Error> {
    let Some(reject) = reject else { return Ok(()) };
    let stdout = Path::new("-");
    let output = output.unwrap_or(stdout);
    let both = [output, reject].map(|path| path == stdout);
    if both == [true, true] || both == [false, false] && is_same_file(output, reject) {
        let place = if both[1] { "standard output".into() } else { reject.to_string_lossy() };
        return Err(Error::usage(format!(
            "--reject and the output are both {place}: two places would be accepted"
        )));
    }
    Ok(())
}

/// Whether an input may be replaced: by PGN of all its games alone.
fn in_place(args: &ConvertArgs, task: &Convert, config: &Config) -> InPlace {
    let reasons = [
        (args.to != To::Pgn, "what does not hold its games"),
        (matches!(task.movetext, Movetext::Words(_)), "what is no PGN (--movetext)"),
        (config.games.is_some(), "a part of its games (--games)"),
        (args.r#where.is_some(), "a part of its games (--where)"),
        (args.unique, "a part of its games (--unique)"),
        (args.reject.is_some(), "a part of its games (--reject)"),
    ];
    let refused = reasons.into_iter().find(|(is_so, _)| *is_so);
    refused.map_or(InPlace::Allowed, |(_, by)| InPlace::Refused(by))
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(mut args: ConvertArgs) -> Result<Summary, Error> {
    let movetext = Movetext::new(&args)?;
    let latin1 = match args.output_encoding.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => false,
        "latin1" | "iso-8859-1" | "iso8859-1" => true,
        other => {
            let message = format!("unknown output encoding {other:?}: utf-8 and latin1 would be accepted");
            return Err(Error::usage(message));
        }
    };
    if latin1 && args.to == To::Json {
        return Err(Error::usage("JSON is always UTF-8"));
    }
    let mut config = Config::new(std::mem::take(&mut args.common.inputs), &args.common.options)?;
    if args.unique {
        config.keep_stdin()?;
    }
    let task = Convert {
        to: args.to,
        movetext,
        fens: args.fens,
        rejects: args.reject.is_some(),
        latin1,
        repair: !args.no_repair,
        printed: !args.no_printed,
        letters: config.letters,
    };
    let (output, reject) = (args.output.as_deref(), args.reject.as_deref());
    keep_apart(output, reject)?;
    let in_place = in_place(&args, &task, &config);
    let guarded = config.guarded(&args.openings);
    let rejects = reject.map(|path| Output::apart(Some(path), guarded, NO_GAMES));
    let streams = Streams {
        results: Output::apart(output, guarded, in_place)?,
        rejects: rejects.transpose()?,
        findings_are_results: false,
        max_problems: usize::MAX,
    };
    let wishes = Wishes {
        expression: args.r#where.as_deref(),
        openings: &args.openings,
        tag_openings: args.tag_openings,
        hold_eco: !args.openings.is_empty(),
        unique: args.unique,
    };
    let summary = run::run(&config, &Picked::new(task, &wishes, &config)?, streams)?;
    report(&config, &summary.tally, false);
    Ok(summary)
}
