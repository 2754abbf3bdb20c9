//! `descant convert`: any record becomes PGN, JSON or a plain score.
use std::path::Path;

use super::args::{self, ConvertArgs, To};
use super::config::Config;
use super::order::{Files, Order};
use super::output::{InPlace, NO_GAMES, Output, is_stdout, keep_apart};
use super::pick::{Picked, Wishes};
use super::run::{self, PIECE, SMALL_CHUNK, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::study::Desk;
use super::task::pgn_options;
use super::task::{Met, Page, Task};
use crate::book::region;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::descriptive::{DescriptiveWriter, Habit};
use crate::emit::exercise;
use crate::emit::finding::append_json;
use crate::emit::html::ForReaders;
use crate::emit::pgn::TagOrder;
use crate::emit::{JsonWriter, PgnWriter, Place, Sheet, Style, TextWriter};
use crate::error::Error;
use crate::game::edit::{Edit, Note, Strip, TagRule};
use crate::game::movetext::LINE_LENGTH;
use crate::game::tags::is_tag_name;
use crate::game::{Game, Node};
use crate::lexicon::Letters;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::reader::text::{Stretch, TextOptions, TextReport};
use crate::source::{CHUNK, Input};
use crate::span::Span;
use crate::stats::duplicates::Prefer;

/// What the options mean.
struct Convert {
    to: To,
    movetext: Movetext,
    fens: bool,
    rejects: bool,
    unread: bool,
    latin1: bool,
    repair: bool,
    printed: bool,
    letters: Option<&'static Letters>,
    edit: Edit,
    order: Option<Order>,
    width: usize,
    tag_order: TagOrder,
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
    Html,
}

/// What a worker keeps from game to game.
struct State {
    writer: Writer,
    desk: Desk,
    /// The words of the comments that are put into a game.
    words: Vec<u8>,
}

impl Convert {
    fn writer(&self) -> Writer {
        match self.to {
            To::Pgn => {
                let writer = PgnWriter::new(self.movetext.style()).with_line_length(self.width);
                Writer::Pgn(Box::new(writer.with_tag_order(self.tag_order)))
            }
            To::Text => Writer::Text(Box::new(TextWriter::new(self.movetext.style()))),
            To::Json => Writer::Json(Box::new(JsonWriter::with_fens(self.fens))),
            To::Html => Writer::Html,
        }
    }
}

impl Task for Convert {
    type State = State;

    fn state(&self) -> State {
        State { writer: self.writer(), desk: Desk::default(), words: Vec::new() }
    }

    fn pgn_options(&self) -> PgnOptions {
        let is_san = self.to == To::Pgn && matches!(self.movetext, Movetext::San);
        let is_usual = is_san && self.width == LINE_LENGTH && !self.edit.changes_movetext();
        let kept = if is_usual { Kept::Written } else { Kept::Nodes };
        let kept = self.order.as_ref().map_or(kept, |order| kept.or(order.study().kept()));
        PgnOptions { kept, letters: self.letters, ..pgn_options() }
    }

    fn chunk_size(&self) -> usize {
        if self.to == To::Json { SMALL_CHUNK } else { CHUNK }
    }

    fn piece_size(&self) -> usize {
        PIECE
    }

    fn text_options(&self) -> TextOptions {
        TextOptions { repair: self.repair, printed_comments: self.printed, ..TextOptions::default() }
    }

    fn text(&self, state: &mut State, place: &Place<'_>, report: &TextReport<'_>, page: &mut Page) {
        // Where games are sorted, what stands between them has no place.
        if self.order.is_some() {
            return;
        }
        match &state.writer {
            Writer::Json(_) => {
                for one in &report.exercises {
                    JsonWriter::write_exercise(&mut page.results, place, one);
                }
                JsonWriter::write_regions(&mut page.results, place, &labelled(report));
            }
            Writer::Pgn(_) => {
                for one in &report.exercises {
                    let (line, _) = place.chunk.shown_place(one.span.start);
                    exercise::append_comment(one, line, self.width, &mut page.results.bytes);
                }
            }
            Writer::Text(_) | Writer::Html => {}
        }
    }

    fn unread(&self, place: &Place<'_>, report: &TextReport<'_>, page: &mut Page) {
        if self.unread {
            unread(place, &report.unread, &mut page.unread);
        }
    }

    fn reads_to_end(&self) -> bool {
        self.unread
    }

    fn game(&self, state: &mut State, met: &Met<'_, '_>, page: &mut Page) {
        let State { writer, desk, words } = state;
        if self.rejects && met.is_bad() {
            let raw = met.found.raw;
            page.rejects.extend_from_slice(met.place.chunk.raw_range(raw.start, raw.end));
            return;
        }
        let edited: Game<'_>;
        let mut game = met.found.game;
        if !self.edit.is_empty() {
            let mut copy = game.clone();
            self.edit.apply(&mut copy);
            self.edit.annotate(&mut copy, words);
            edited = copy;
            game = &edited;
        }
        let from = page.results.bytes.len();
        match writer {
            Writer::Pgn(writer) => {
                if writer.write(game, &mut page.results.bytes) > 0 {
                    braces(game, &met.place.chunk.text, &mut page.extra);
                }
            }
            Writer::Text(writer) => writer.write(game, &mut page.results.bytes),
            Writer::Html => {
                let view = ForReaders::game(game, &met.place, &|found| met.severity(found));
                page.results.text(&view.unwrap_or_default());
            }
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
        if let Some(order) = &self.order {
            page.parts.push(order.part(desk, met, page.results.length()));
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
        region::Kind::Exercise => ("exercise", None),
        region::Kind::Unread => ("unread score", None),
    };
    let regions = report.regions.iter();
    let named = regions.map(|region| (label(region.kind), region.span));
    named.map(|((name, game), span)| (name, span, game)).collect()
}

/// The columns of the file of what was not read.
const UNREAD: [&str; 5] = ["file", "line", "column", "moves", "text"];

fn unread(place: &Place<'_>, stretches: &[Stretch], out: &mut Vec<u8>) {
    let mut rows = csv::WriterBuilder::new().delimiter(b'\t').from_writer(out);
    for stretch in stretches {
        let (line, column) = place.chunk.shown_place(stretch.span.start);
        let words: Vec<&str> = place.chunk.text[stretch.span.range()].split_whitespace().collect();
        // Writing to memory cannot fail.
        let _ = rows.write_record([
            place.file,
            &line.to_string(),
            &column.to_string(),
            &stretch.moves.to_string(),
            &words.join(" "),
        ]);
    }
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

/// Whether an input may be replaced: by PGN of all its games alone.
fn in_place(args: &ConvertArgs, task: &Convert, config: &Config) -> InPlace {
    let reasons = [
        (args.to != To::Pgn, "what does not hold its games"),
        (matches!(task.movetext, Movetext::Words(_)), "what is no PGN (--movetext)"),
        (config.games.is_some(), "a part of its games (--games)"),
        (args.common.choosing.r#where.is_some(), "a part of its games (--where)"),
        (args.unique, "a part of its games (--unique)"),
        (config.players.is_some(), "its games with other names (--players)"),
        (args.reject.is_some(), "a part of its games (--reject)"),
        (!args.against.is_empty(), "a part of its games (--against)"),
        (args.append, "its games twice (--append)"),
        (!args.strip.is_empty(), "its games without a part of them (--strip)"),
        (args.roster || !args.tags.is_empty(), "its games without some of their tags (--roster, --tags)"),
    ];
    let refused = reasons.into_iter().find(|(is_so, _)| *is_so);
    refused.map_or(InPlace::Allowed, |(_, by)| InPlace::Refused(by))
}

/// What is done to each game before it is written.
///
/// # Errors
/// A part or a rule that is not known.
fn edit(args: &ConvertArgs) -> Result<Edit, Error> {
    let strip = |name: &String| {
        Strip::from_name(name.trim()).ok_or_else(|| {
            let names = Strip::ALL.map(Strip::name).join(", ");
            Error::usage(format!("--strip {name}: {names} would be accepted"))
        })
    };
    let rule = |rule: &String| {
        let wrong = || {
            let wanted = "keep:White,Black, remove:Annotator or set:Source=TWIC would be accepted";
            Error::usage(format!("--tags {rule}: {wanted}"))
        };
        let (kind, rest) = rule.split_once(':').ok_or_else(wrong)?;
        let name = |name: &str| {
            let name = name.trim();
            let bare =
                name.get(..4).filter(|tag| tag.eq_ignore_ascii_case("tag.")).map_or(name, |_| &name[4..]);
            if is_tag_name(bare) { Ok(bare.to_owned()) } else { Err(wrong()) }
        };
        // Without these the moves would be others.
        let is_fixed =
            |tag: &str| ["FEN", "SetUp", "Variant", "Result"].iter().any(|own| tag.eq_ignore_ascii_case(own));
        let fixed = |tag: &str| Error::usage(format!("--tags {rule}: the tag {tag} says what the moves say"));
        let list = || rest.split(',').map(name).collect::<Result<_, _>>();
        match kind.trim() {
            "keep" => Ok(TagRule::Keep(list()?)),
            "remove" => {
                let names: Vec<String> = list()?;
                match names.iter().find(|tag| is_fixed(tag)) {
                    Some(tag) => Err(fixed(tag)),
                    None => Ok(TagRule::Remove(names)),
                }
            }
            "set" => {
                let (tag, value) = rest.split_once('=').ok_or_else(wrong)?;
                let tag = name(tag)?;
                if is_fixed(&tag) {
                    return Err(fixed(&tag));
                }
                Ok(TagRule::Set(
                    tag,
                    value.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "),
                ))
            }
            _ => Err(wrong()),
        }
    };
    let notes = [(Note::Fen, args.fen_comments), (Note::Key, args.key_comments)];
    Ok(Edit {
        strip: args.strip.iter().map(strip).collect::<Result<_, _>>()?,
        roster: args.roster,
        tags: args.tags.iter().map(rule).collect::<Result<_, _>>()?,
        ply_count: args.add_plycount,
        notes: notes.into_iter().filter_map(|(note, every)| Some((note, every?))).collect(),
    })
}

/// Runs the command.
///
/// # Errors
/// Wrong usage, or an output that cannot be written.
pub fn run(args: ConvertArgs) -> Result<Summary, Error> {
    let movetext = Movetext::new(&args)?;
    let latin1 = match args.output_encoding.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => false,
        "latin1" | "iso-8859-1" | "iso8859-1" => true,
        other => {
            let message = format!("unknown output encoding {other:?}: utf-8 and latin1 would be accepted");
            return Err(Error::usage(message));
        }
    };
    if args.to == To::Json && (latin1 || args.movetext != "san") {
        return Err(Error::usage(
            "JSON is always UTF-8 and has each move in SAN and in coordinates: --to json without --output-encoding and --movetext would be accepted",
        ));
    }
    if args.fens && args.to != To::Json {
        return Err(Error::usage("--fens is for --to json; --fen-comments writes them into PGN"));
    }
    let mut config = Config::new(&args.common, &args.results, Severity::Error)?;
    let unique = args.unique || !args.against.is_empty();
    let held = args.against.iter().map(|path| (path.clone(), "a part of other games (--against)"));
    config.beside.extend(held);
    if unique {
        config.keep_stdin()?;
    } else if args.duplicates.is_some() {
        return Err(Error::usage("--duplicates is for what --unique or --against leaves out"));
    }
    let order = Order::new(&args)?;
    let html = args.to == To::Html;
    if html && (args.split.is_some() || args.append || latin1 || args.movetext != "san") {
        return Err(Error::usage(
            "a page is one file, in UTF-8 and SAN: --to html without --split, --append, --output-encoding and --movetext would be accepted",
        ));
    }
    if latin1 && matches!(movetext, Movetext::Figurine) {
        return Err(Error::usage(
            "there are no figurines in ISO 8859-1: --movetext figurine with --output-encoding utf-8, or latin1 with another --movetext (san, lan, uci), would be accepted",
        ));
    }
    if args.split.is_some() && args.results.output.as_deref().is_some_and(is_stdout) {
        return Err(Error::usage(
            "--split makes several files, and standard output is one: -o FILE would be accepted",
        ));
    }
    let task = Convert {
        to: args.to,
        movetext,
        fens: args.fens,
        rejects: args.reject.is_some(),
        unread: args.unread.is_some(),
        latin1,
        repair: !args.no_repair,
        printed: !args.no_printed,
        letters: config.letters,
        edit: edit(&args)?,
        order: order.clone(),
        width: if args.line_length == 0 { usize::MAX } else { args.line_length },
        tag_order: match args.tag_order {
            args::TagOrder::Standard => TagOrder::Standard,
            args::TagOrder::Kept => TagOrder::Kept,
        },
    };
    let (output, reject) = (args.results.output.as_deref(), args.reject.as_deref());
    keep_apart(&[
        ("the output", Some(output.unwrap_or(Path::new("-"))).filter(|_| args.split.is_none())),
        ("--reject", reject),
        ("--unread", args.unread.as_deref()),
        ("--duplicates", args.duplicates.as_deref()),
    ])?;
    let in_place = in_place(&args, &task, &config);
    let guarded = config.guarded();
    let beside =
        |path: Option<&Path>| path.map(|path| Output::apart(Some(path), guarded, NO_GAMES)).transpose();
    let splits = order.as_ref().is_some_and(Order::splits);
    let mut results = if splits { Output::Discard } else { Output::apart(output, guarded, in_place)? };
    if args.append {
        results.append(args.to == To::Pgn, latin1)?;
    }
    let mut tail = String::new();
    if html {
        let failed = |error| Error::write("the page", error);
        let page = ForReaders::new(config.inputs.iter().map(Input::name).collect()).map_err(failed)?;
        results.put(|out| out.write_all(page.head.as_bytes()))?;
        tail = page.tail;
    }
    let mut unread = beside(args.unread.as_deref())?;
    if let Some(output) = &mut unread {
        output.put(|out| writeln!(out, "{}", UNREAD.join("\t")))?;
    }
    let streams = Streams {
        tail,
        rejects: beside(reject)?,
        doubles: beside(args.duplicates.as_deref())?,
        unread,
        files: order.map(|order| Files::new(order, output)),
        ..Streams::new(results, Recap::Table)
    };
    let wishes = Wishes {
        expression: args.common.choosing.r#where.as_deref(),
        openings: &args.common.choosing.openings,
        tag_openings: args.tag_openings,
        hold_eco: !args.common.choosing.openings.is_empty(),
        unique,
        memory: args.memory,
        prefer: match args.prefer {
            args::Prefer::Annotated => Prefer::Annotated,
            args::Prefer::Longest => Prefer::Longest,
            args::Prefer::First => Prefer::First,
        },
        against: &args.against,
    };
    run::run(&config, &Picked::new(task, &wishes, &config)?, streams)
}
