//! A game as one line of JSON, as `games.schema.json` has it; variations that are nested too deep for ordinary readers of JSON are
//! comments.
//!
//! What stands around the moves is written by serde. The moves are written by hand, without recursion: by serde, with the same
//! bytes, `convert --to json` of 20 MB of bare games took 1.9 times the processor's time.
use std::collections::HashSet;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Place;
use super::members::Object;
use super::sheet::Sheet;
use super::style::{append_suffix, append_uci};
use crate::chess::{EnPassant, Position};
use crate::game::exercise::Exercise;
use crate::game::{Detail, Game, Movetext, Node, Played, Tag, Verdict};
use crate::span::Span;

/// How deep variations are nested in JSON. Each is four brackets deeper than the line around it, and some readers take 64
/// in all; a variation of a deeper line is a comment of the move it replaces, in parentheses as PGN has it.
pub const MOST_NESTED: usize = 12;

/// Writes games as JSON, one after the other.
#[derive(Debug, Default)]
pub struct JsonWriter {
    /// With the FEN after each move.
    fens: bool,
    /// For each `Open`, the index of its `Close`.
    closes: Vec<usize>,
    lines: Vec<Line>,
    /// A variation that is nested too deep.
    deep: Movetext,
}

/// A line whose moves are being written.
#[derive(Debug)]
struct Line {
    /// The next node to look at.
    at: usize,
    /// After the last node.
    end: usize,
    /// The position before its last move, and now.
    before: Position,
    now: Position,
    ply: u32,
    /// A move of the line was written, and its object is open.
    open: bool,
    /// The move's variations: one has been written.
    varied: bool,
}

impl JsonWriter {
    /// A writer that writes the FEN after each move, or does not.
    #[must_use]
    pub fn with_fens(fens: bool) -> Self {
        Self { fens, ..Self::default() }
    }

    /// Appends a game and a line end; `diagnostics` appends the objects of its diagnostics, commas between them.
    pub fn write(
        &mut self,
        sheet: &mut Sheet,
        place: &Place<'_>,
        game: &Game<'_>,
        diagnostics: &mut dyn FnMut(&mut Sheet),
    ) {
        let mut object = Object::begin(sheet);
        object.fields(&Type { r#type: "game" });
        object.game(place.game);
        object.fields(&Head {
            file: place.file_at(game.span),
            tags: Tags(&game.tags),
            inferred: Inferred(&game.tags),
            start: game.start.fen(EnPassant::Legal),
            result: game.result.marker(),
            reading: game.verdict.map(Verdict::word),
        });
        object.list("diagnostics", diagnostics);
        object.with(|sheet| self.line(sheet, place, game));
        object.end();
        sheet.text("\n");
    }

    /// Appends what each stretch of a text was taken for, and a line end: a kind, its place, the index of its game.
    pub fn write_regions(sheet: &mut Sheet, place: &Place<'_>, regions: &[(&str, Span, Option<u32>)]) {
        let mut object = Object::begin(sheet);
        object.fields(&Type { r#type: "regions" });
        object.fields(&File { file: place.file });
        object.list("regions", |sheet| {
            for (index, &(kind, span, game)) in regions.iter().enumerate() {
                sheet.text(if index > 0 { "," } else { "" });
                let original = place.chunk.original_range(span.start, span.end);
                // A byte order mark before the text belongs to its first stretch.
                let start = if index == 0 { 0 } else { original.start };
                let mut region = Object::begin(sheet);
                region.fields(&Region { kind, span: [start, original.end] });
                if game.is_some() {
                    region.game(game);
                }
                region.end();
            }
        });
        object.end();
        sheet.text("\n");
    }

    /// Appends an exercise, and a line end.
    pub fn write_exercise(sheet: &mut Sheet, place: &Place<'_>, exercise: &Exercise) {
        let original = |span: Span| {
            let original = place.chunk.original_range(span.start, span.end);
            [original.start, original.end]
        };
        let mut object = Object::begin(sheet);
        object.fields(&Type { r#type: "exercise" });
        object.fields(&ExerciseHead {
            file: place.file,
            span: original(exercise.span),
            words: &place.chunk.text[exercise.words.range()],
            start: exercise.start.fen(),
        });
        object.list("moves", |sheet| {
            for (step, number) in exercise.steps.iter().zip(1..) {
                sheet.text(if number > 1 { "," } else { "" });
                let mut object = Object::begin(sheet);
                object.fields(&ExerciseStep {
                    number,
                    san: step.to_string(),
                    from: step.from.to_string(),
                    to: step.to.to_string(),
                    fen: step.after.fen(),
                    span: original(step.span),
                    text: &place.chunk.text[step.span.range()],
                });
                object.end();
            }
        });
        object.end();
        sheet.text("\n");
    }

    /// `"comments":[…],"moves":[…]` of the main line and all that is inside.
    fn line(&mut self, sheet: &mut Sheet, place: &Place<'_>, game: &Game<'_>) {
        self.match_brackets(game);
        self.lines.clear();
        self.begin(sheet, game, 0, game.nodes().len(), game.start, 0);
        let mut main_moves = 0;
        loop {
            let depth = self.lines.len();
            let Some(line) = self.lines.last_mut() else { break };
            let node = if line.at < line.end { game.nodes().get(line.at) } else { None };
            match node {
                Some(Node::Move(played)) => {
                    close_move(sheet, line);
                    sheet.text(if line.open { "," } else { "" });
                    line.open = true;
                    line.before = line.now;
                    line.now.play_unchecked(played.mv);
                    line.ply += 1;
                    line.at += 1;
                    let (before, after, ply, from, end) =
                        (line.before, line.now, line.ply, line.at, line.end);
                    let detail = if depth == 1 {
                        main_moves += 1;
                        game.details.get(main_moves - 1)
                    } else {
                        None
                    };
                    self.played(sheet, place, ply, played, (&before, &after), detail);
                    self.remarks(sheet, game, from, end, &before);
                    sheet.text(",\"variations\":[");
                    sheet.relieve();
                }
                Some(Node::Open) => {
                    let close = self.closes[line.at].min(line.end);
                    let from = line.at + 1;
                    line.at = close + 1;
                    // A variation before any move has nothing to replace: it stands beside the line's first moves.
                    if line.open && depth <= MOST_NESTED {
                        sheet.text(if line.varied { ",{" } else { "{" });
                        line.varied = true;
                        let (before, ply) = (line.before, line.ply - 1);
                        self.begin(sheet, game, from, close, before, ply);
                    }
                }
                Some(_) => line.at += 1,
                None => {
                    close_move(sheet, line);
                    sheet.text("]");
                    self.lines.pop();
                    if !self.lines.is_empty() {
                        sheet.text("}");
                    }
                }
            }
        }
    }

    /// Begins a line: the comments before its first move, and the bracket of its moves.
    fn begin(
        &mut self,
        sheet: &mut Sheet,
        game: &Game<'_>,
        from: usize,
        end: usize,
        start: Position,
        ply: u32,
    ) {
        self.remarks_of(sheet, game, from, end, Remark::Comments(None));
        sheet.text(",\"moves\":[");
        self.lines.push(Line { at: from, end, before: start, now: start, ply, open: false, varied: false });
    }

    fn played(
        &self,
        sheet: &mut Sheet,
        place: &Place<'_>,
        ply: u32,
        played: &Played,
        (before, after): (&Position, &Position),
        detail: Option<&Detail>,
    ) {
        sheet.text("{\"ply\":");
        sheet.number(ply);
        sheet.text(",\"san\":\"");
        played.san.append_to(&mut sheet.bytes);
        append_suffix(&mut sheet.bytes, played.suffix);
        sheet.text("\",\"uci\":\"");
        append_uci(&mut sheet.bytes, before, played);
        if self.fens {
            sheet.text("\",\"fen\":\"");
            after.append_fen(EnPassant::Legal, &mut sheet.bytes);
        }
        sheet.text("\",\"span\":");
        let span = detail.map_or(played.span, |detail| detail.printed);
        if span.is_empty() {
            sheet.text("null,\"text\":null");
        } else {
            let original = place.chunk.original_range(span.start, span.end);
            sheet.text("[");
            sheet.number(original.start);
            sheet.text(",");
            sheet.number(original.end);
            sheet.text("],\"text\":");
            string(sheet, span.of_text(&place.chunk.text));
        }
        if let Some(detail) = detail {
            sheet.text(",\"cost\":");
            tenths(sheet, detail.cost.0);
            sheet.text(",\"runners_up\":[");
            for (index, (san, cost)) in detail.runners_up.iter().enumerate() {
                sheet.text(if index > 0 { ",{\"san\":" } else { "{\"san\":" });
                string(sheet, san);
                sheet.text(",\"cost\":");
                tenths(sheet, cost.0);
                sheet.text("}");
            }
            sheet.text("]");
        } else {
            sheet.text(",\"cost\":0,\"runners_up\":[]");
        }
    }

    /// `,"comments":[…],"nags":[…]` of the move before `from`, which was played in this position.
    fn remarks(&mut self, sheet: &mut Sheet, game: &Game<'_>, from: usize, end: usize, before: &Position) {
        sheet.text(",");
        self.remarks_of(sheet, game, from, end, Remark::Comments(Some(before)));
        sheet.text(",");
        self.remarks_of(sheet, game, from, end, Remark::Nags);
    }

    /// What stands up to the next move of the line, variations passed over but for those that are nested too deep.
    fn remarks_of(
        &mut self,
        sheet: &mut Sheet,
        game: &Game<'_>,
        from: usize,
        end: usize,
        wanted: Remark<'_>,
    ) {
        sheet.text(match wanted {
            Remark::Comments(_) => "\"comments\":[",
            Remark::Nags => "\"nags\":[",
        });
        let mut first = true;
        let mut at = from;
        while at < end {
            match (&game.nodes()[at], wanted) {
                (Node::Move(_), _) => break,
                (Node::Open, wanted) => {
                    let close = self.closes[at];
                    if let Remark::Comments(Some(before)) = wanted
                        && self.lines.len() > MOST_NESTED
                    {
                        sheet.text(if first { "" } else { "," });
                        first = false;
                        self.too_deep(sheet, game, at, close.min(end), before);
                    }
                    at = close;
                }
                (Node::Comment(text), Remark::Comments(_)) => {
                    sheet.text(if first { "" } else { "," });
                    first = false;
                    string(sheet, text);
                }
                (Node::Nag(nag), Remark::Nags) => {
                    sheet.text(if first { "" } else { "," });
                    first = false;
                    sheet.number(*nag);
                }
                _ => {}
            }
            at += 1;
        }
        sheet.text("]");
    }

    /// A variation as a comment: what stands between its brackets, from this position on.
    fn too_deep(&mut self, sheet: &mut Sheet, game: &Game<'_>, open: usize, close: usize, before: &Position) {
        let text = &mut self.deep;
        text.begin(before);
        text.open();
        for node in game.nodes().get(open + 1..close).unwrap_or_default() {
            match node {
                Node::Move(played) => text.played(|out| {
                    played.san.append_to(out);
                    append_suffix(out, played.suffix);
                }),
                Node::Nag(nag) => text.nag(*nag),
                Node::Comment(comment) => text.comment(comment),
                Node::Open => text.open(),
                Node::Close => text.close(),
            }
        }
        text.close();
        // It is broken into lines at blanks.
        string(sheet, &String::from_utf8_lossy(text.as_bytes()).replace('\n', " "));
    }

    fn match_brackets(&mut self, game: &Game<'_>) {
        let end = game.nodes().len();
        self.closes.clear();
        self.closes.resize(end, end);
        let mut open = Vec::new();
        for (at, node) in game.nodes().iter().enumerate() {
            match node {
                Node::Open => open.push(at),
                Node::Close => {
                    if let Some(begun) = open.pop() {
                        self.closes[begun] = at;
                    }
                }
                _ => {}
            }
        }
    }
}

/// What a line of JSON is.
#[derive(Serialize)]
struct Type {
    r#type: &'static str,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
}

#[derive(Serialize)]
struct Region<'a> {
    kind: &'a str,
    span: [u64; 2],
}

#[derive(Serialize)]
struct ExerciseHead<'a> {
    file: &'a str,
    span: [u64; 2],
    words: &'a str,
    start: String,
}

#[derive(Serialize)]
struct ExerciseStep<'a> {
    number: u32,
    san: String,
    from: String,
    to: String,
    fen: String,
    span: [u64; 2],
    text: &'a str,
}

/// What stands before the moves.
#[derive(Serialize)]
struct Head<'a> {
    file: &'a str,
    tags: Tags<'a>,
    #[serde(skip_serializing_if = "Inferred::is_empty")]
    inferred: Inferred<'a>,
    start: String,
    result: &'static str,
    reading: Option<&'static str>,
}

/// Tags by name; of a name that stands twice the first.
struct Tags<'a>(&'a [Tag<'a>]);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut names = HashSet::with_capacity(self.0.len());
        for tag in self.0 {
            if names.insert(&*tag.name) {
                map.serialize_entry(&tag.name, &tag.value)?;
            }
        }
        map.end()
    }
}

/// The names of tags that the record does not state outright.
struct Inferred<'a>(&'a [Tag<'a>]);

impl Inferred<'_> {
    fn is_empty(&self) -> bool {
        !self.0.iter().any(|tag| tag.inferred)
    }
}

impl Serialize for Inferred<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter(|tag| tag.inferred).map(|tag| &tag.name))
    }
}

#[derive(Clone, Copy)]
enum Remark<'a> {
    /// And variations that are nested too deep, of a move that was played in this position.
    Comments(Option<&'a Position>),
    Nags,
}

/// Ends the object of the line's last move.
fn close_move(sheet: &mut Sheet, line: &mut Line) {
    if line.open {
        sheet.text("]}");
        line.varied = false;
    }
}

/// A cost as the number that is spoken of: 7 tenths are 0.7.
fn tenths(sheet: &mut Sheet, tenths: u32) {
    sheet.number(tenths / 10);
    if !tenths.is_multiple_of(10) {
        sheet.text(".");
        sheet.number(tenths % 10);
    }
}

fn string(sheet: &mut Sheet, text: &str) {
    // Writing to a sheet cannot fail, and a string is always JSON.
    let _ = serde_json::to_writer(sheet, text);
}
