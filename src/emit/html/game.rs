//! What is shown of one game: heading, moves, places in doubt, lines of the text.
use std::collections::BTreeMap;

use serde::Serialize;

use super::excerpt::{self, Line, Mark};
use super::moves::{self, Main, Row};
use super::{Need, Status, Tell, Told, Weigh, folded};
use crate::chess::{Color, EnPassant, Move, Outcome};
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::emit::Place as Spot;
use crate::emit::finding::LABELS;
use crate::game::Game;
use crate::reading::Slip;
use crate::span::Span;

/// Places in doubt that are told.
const MOST_PLACES: usize = 200;
/// Findings told that belong to no move.
const MOST_FINDINGS: usize = 50;
/// Words that stand so close below a game are shown with it, in bytes.
const NEAR: u32 = 2000;
/// Characters of a value or a message.
const MOST_WORDS: usize = 600;

/// A finding.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    severity: &'static str,
    code: &'static str,
    message: String,
    line: u64,
    column: u32,
    words: String,
    candidates: String,
    #[serde(skip)]
    fitting: Vec<String>,
    /// Its place.
    #[serde(flatten)]
    told: Told,
    #[serde(skip)]
    span: Span,
    notes: Vec<String>,
    help: String,
}

/// Another move that fits.
#[derive(Clone, Debug, Serialize)]
struct Rival {
    san: String,
    /// How likely it is beside the one taken.
    likely: &'static str,
}

/// A place in doubt.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    ply: usize,
    class: &'static str,
    kind: &'static str,
    label: String,
    san: String,
    printed: String,
    line: Option<u64>,
    part: &'static str,
    rivals: Vec<Rival>,
    findings: Vec<Finding>,
    /// The moves that can be made here, with what they do on the board.
    legal: Vec<(String, String)>,
    /// The place as others name it.
    #[serde(flatten)]
    told: Told,
    #[serde(skip)]
    span: Span,
    /// Where it stands between words, if it has none.
    #[serde(skip)]
    between: Option<Span>,
    #[serde(skip)]
    weight: u8,
}

/// A tag.
#[derive(Clone, Debug, Serialize)]
struct TagView {
    name: String,
    value: String,
    inferred: bool,
}

/// What is shown of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Begins the names of its anchors.
    id: String,
    number: u64,
    /// The number of its input, from 0.
    input: usize,
    /// It was read from a text: it can be decided where it begins and ends.
    is_text: bool,
    /// The place of its first move in the file of decisions.
    row: Option<[String; 4]>,
    heading: String,
    /// The heading with the number.
    name: String,
    event: String,
    status: &'static str,
    result: &'static str,
    errors: usize,
    warnings: usize,
    in_doubt: bool,
    tags: Vec<TagView>,
    rows: Vec<Row>,
    /// The first position.
    start: String,
    /// Half-moves that are left out.
    more_plies: usize,
    /// The printed words differ from SAN.
    words: bool,
    pub(super) places: Vec<Place>,
    more_places: usize,
    findings: Vec<Finding>,
    more_findings: usize,
    lines: Vec<Line>,
    first_line: u64,
    last_line: u64,
    plies: u32,
    /// How the game ends on the board.
    end: String,
    fen: String,
    #[serde(skip)]
    anchor: Span,
    /// Where the moves of a game of a text stand.
    #[serde(skip)]
    pub moves: Vec<Span>,
}

/// What was taken for a misprint.
const fn part(slip: Slip) -> &'static str {
    match slip {
        Slip::Role => "the piece",
        Slip::Wing => "the wing",
        Slip::File => "the file",
        Slip::Rank => "the rank",
        Slip::Victim => "the piece taken",
        Slip::Verb => "takes or to",
        Slip::Unreadable => "the whole word",
        Slip::Missing => "a half-move left out",
    }
}

impl GameView {
    /// What is shown of a game that was read from this place.
    #[must_use]
    pub fn new(game: &Game<'_>, diagnostics: &[Diagnostic], spot: &Spot<'_>, weigh: Weigh<'_>) -> Self {
        let text = &spot.chunk.text;
        let mut main = moves::walk(game, text);
        let mut draft = Draft { game, spot, weigh, places: BTreeMap::new(), loose: Vec::new() };
        draft.doubts(&main);
        draft.findings(&main, diagnostics);
        let Draft { places, loose, .. } = draft;
        let more_places = places.len().saturating_sub(MOST_PLACES);
        let mut places: Vec<Place> = places.into_values().take(MOST_PLACES).collect();
        for place in places.iter_mut().filter(|place| place.weight > 0) {
            options(place, &main, game);
        }
        // What was not read may stand a little below the game.
        let span = places.iter().filter(|place| !place.span.is_empty()).fold(game.span, |span, place| {
            if place.span.start >= span.end && place.span.start - span.end < NEAR {
                span.join(place.span)
            } else {
                span
            }
        });
        let marks = excerpt::settle(marks(&main, &places, &loose), span);
        let lines = excerpt::lines(spot.chunk, span, &marks);
        link(&mut main.rows, &places);
        let count = |severity| diagnostics.iter().filter(|d| weigh(d) == severity).count();
        let gravest = diagnostics.iter().map(weigh).max();
        let status = Status::of(game, gravest);
        let known = |name: &str| {
            game.tag(name)
                .map(|value| folded(value, 120))
                .filter(|value| !value.starts_with(['?', '-']) && !value.is_empty())
        };
        let players = (known("White"), known("Black"));
        let mut event: Vec<_> = ["Event", "Site", "Date"].into_iter().filter_map(known).collect();
        let round = known("Round").map(|round| format!("round {round}"));
        let heading = match players {
            // A text without players is called by what stands above it.
            (None, None) if event.is_empty() => String::new(),
            (None, None) => event.remove(0),
            (white, black) => {
                let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
                format!("{} – {}", name(white), name(black))
            }
        };
        event.extend(round);
        // A few odd spellings in PGN are places of their own; a column for them is not needed.
        let cells = main.rows.iter().flat_map(|row| row.white.iter().chain(&row.black));
        let odd = cells.filter(|cell| bare(&cell.printed) != bare(&cell.san)).count();
        let is_text = game.verdict.is_some() && game.details.len() == game.plies as usize;
        let words = if is_text { odd > 0 } else { odd * 10 > main.played.len() };
        let more_findings = loose.len().saturating_sub(MOST_FINDINGS);
        Self {
            id: String::new(),
            number: 0,
            input: 0,
            is_text,
            row: None,
            heading,
            name: String::new(),
            event: event.join(" · "),
            status: status.word(),
            result: game.result.marker(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            in_doubt: Need::of(game, gravest) == Need::Doubt,
            tags: game
                .tags
                .iter()
                .map(|tag| TagView {
                    name: folded(&tag.name, 60),
                    value: folded(&tag.value, MOST_WORDS),
                    inferred: tag.inferred,
                })
                .collect(),
            start: game.start.fen(EnPassant::Legal),
            anchor: main.spans.iter().copied().find(|span| !span.is_empty()).unwrap_or(game.span),
            moves: if is_text { game.printed().collect() } else { Vec::new() },
            rows: main.rows,
            more_plies: main.more,
            words,
            places,
            more_places,
            findings: loose.into_iter().take(MOST_FINDINGS).map(|(_, finding)| finding).collect(),
            more_findings,
            first_line: spot.chunk.shown_place(span.start).0,
            last_line: spot.chunk.shown_place(span.end.saturating_sub(1).max(span.start)).0,
            lines,
            plies: game.plies,
            end: end_caption(game),
            fen: game.end.fen(EnPassant::Legal),
        }
    }

    /// Tells the game its place among all.
    pub(super) fn place_at(&mut self, input: usize, number: u64, several: bool) {
        self.id = if several { format!("f{}g{number}", input + 1) } else { format!("g{number}") };
        self.number = number;
        self.input = input;
        if self.heading.is_empty() {
            self.heading = format!("Game {number}");
            self.name.clone_from(&self.heading);
        } else {
            self.name = format!("{number}. {}", self.heading);
        }
    }

    /// Is there a place of it that may be decided? PGN that is in order needs no decisions, and PGN of which the words
    /// are not held can have none.
    #[must_use]
    pub fn is_open(&self, is_held: bool) -> bool {
        self.is_text || self.in_doubt && is_held
    }

    /// The game alone: moves, notes, tags.
    #[must_use]
    pub(super) fn for_readers(self) -> Self {
        let mut rows = self.rows;
        for cell in rows.iter_mut().flat_map(|row| row.white.iter_mut().chain(&mut row.black)) {
            (cell.class, cell.place) = ("", None);
            (cell.printed, cell.others) = (String::new(), Vec::new());
        }
        let (places, findings, lines) = (Vec::new(), Vec::new(), Vec::new());
        Self { rows, places, findings, lines, words: false, ..self }
    }

    /// Tells its places as the file of decisions has them.
    pub fn tell(&mut self, tell: Tell<'_>) {
        if !self.is_open(true) {
            return;
        }
        self.row = tell(self.anchor).row;
        for place in self.places.iter_mut().filter(|place| place.weight > 0) {
            place.told = tell(place.between.unwrap_or(place.span));
        }
        for finding in self.findings.iter_mut().filter(|finding| finding.severity != Severity::Note.word()) {
            finding.told = tell(finding.span);
        }
    }

    /// Its places are where they are or nowhere: the words around them may stand elsewhere in the file, too.
    pub fn fix(&mut self) {
        let told = self.places.iter_mut().map(|place| &mut place.told);
        let told = told.chain(self.findings.iter_mut().map(|finding| &mut finding.told));
        let rows = told.filter_map(|told| told.row.as_mut()).chain(&mut self.row);
        for [place, .., moves] in rows {
            if !place.starts_with('=') {
                place.insert(0, '=');
            }
            moves.clear();
        }
    }
}

/// A move without the marks that say nothing of which move it is.
fn bare(words: &str) -> &str {
    words.trim_end_matches(['+', '#', '!', '?'])
}

fn end_caption(game: &Game<'_>) -> String {
    let turn = match game.end.turn() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let state = match game.end.outcome() {
        Some(Outcome::Checkmate { .. }) => "checkmate".to_owned(),
        Some(_) => "drawn".to_owned(),
        None => format!("{turn} to move"),
    };
    match game.plies {
        0 => format!("The position: {state}"),
        _ => format!("After the last move: {state}"),
    }
}

/// The places in doubt while they are gathered.
struct Draft<'a, 't> {
    game: &'a Game<'t>,
    spot: &'a Spot<'a>,
    weigh: Weigh<'a>,
    places: BTreeMap<usize, Place>,
    loose: Vec<(Span, Finding)>,
}

impl Draft<'_, '_> {
    fn place(&mut self, main: &Main, ply: usize) -> &mut Place {
        let (game, chunk) = (self.game, self.spot.chunk);
        self.places.entry(ply).or_insert_with(|| {
            let span = main.spans.get(ply).copied().filter(|span| !span.is_empty());
            let words = span.map_or_else(String::new, |span| folded(span.of_text(&chunk.text), 120));
            let printed = game.details.get(ply).map(|detail| detail.printed.start);
            let between = printed.filter(|_| span.is_none()).map(|start| Span::new(start, start));
            Place {
                ply,
                class: "note",
                kind: "note",
                label: main
                    .before
                    .get(ply)
                    .map_or_else(|| moves::label(&game.end, ""), |before| moves::label(before, "")),
                san: main.played.get(ply).map_or_else(String::new, moves::san),
                printed: words,
                line: span.or(between).map(|span| chunk.shown_place(span.start).0),
                part: "",
                rivals: Vec::new(),
                findings: Vec::new(),
                legal: Vec::new(),
                told: Told::default(),
                span: span.unwrap_or_default(),
                between,
                weight: 0,
            }
        })
    }

    /// The moves that were chosen or changed.
    fn doubts(&mut self, main: &Main) {
        for (ply, detail) in self.game.details.iter().enumerate().take(main.played.len()) {
            if detail.slip.is_none() && !detail.chosen {
                continue;
            }
            let place = self.place(main, ply);
            (place.class, place.kind, place.weight) = match detail.slip {
                Some(Slip::Missing) => ("repaired", "left out", 3),
                Some(_) => ("repaired", "misprint", 3),
                None => ("chosen", "chosen", 2),
            };
            place.part = detail.slip.map_or("", part);
            place.rivals = detail
                .runners_up
                .iter()
                .map(|(san, cost)| Rival {
                    san: san.clone(),
                    likely: if cost.0 == 0 { "also fits" } else { "less likely" },
                })
                .collect();
        }
    }

    /// Findings go to the move they speak of.
    fn findings(&mut self, main: &Main, diagnostics: &[Diagnostic]) {
        let mut tokens: Vec<(Span, usize)> =
            main.spans.iter().copied().zip(0..).filter(|(span, _)| !span.is_empty()).collect();
        tokens.sort_unstable();
        let last = tokens.last().map_or(0, |(span, _)| span.end);
        for diagnostic in diagnostics {
            let severity = (self.weigh)(diagnostic);
            let finding = self.finding(diagnostic, severity);
            let span = diagnostic.span;
            let next = tokens.partition_point(|(token, _)| token.end <= span.start);
            let hit = tokens.get(next).filter(|(token, _)| token.start < span.end.max(span.start + 1));
            // The words on which the game stops: behind the last move, or wherever rows that are printed in fractions, or
            // columns, have them.
            let ends_it = severity == Severity::Error
                && (span.start >= last || diagnostic.code == Code::PartialScore)
                && diagnostic.ply.is_some_and(|ply| ply >= self.game.plies);
            let ply = match hit {
                Some(&(_, ply)) => Some(ply),
                None if ends_it => Some(main.played.len()),
                // Words that are missing: the half-move that was put in for them.
                None if span.is_empty() => self.put_in(main, diagnostic),
                None => None,
            };
            let Some(ply) = ply else {
                self.loose.push((span, finding));
                continue;
            };
            let stops = ply == main.played.len();
            let (line, printed) = (finding.line, finding.words.clone());
            let place = self.place(main, ply);
            let (class, kind, weight) = match severity {
                Severity::Error if stops => ("unread", "not read", 4),
                Severity::Error => ("unread", "error", 4),
                Severity::Warning => ("warning", "warning", 1),
                Severity::Note => ("note", "note", 0),
            };
            if weight > place.weight {
                (place.class, place.kind, place.weight) = (class, kind, weight);
            }
            if place.line.is_none() {
                place.line = Some(line);
            }
            if stops && place.printed.is_empty() {
                place.printed = printed;
                place.span = span;
            }
            place.findings.push(finding);
        }
    }

    /// The half-move that stands for no words, if the finding speaks of one.
    fn put_in(&self, main: &Main, diagnostic: &Diagnostic) -> Option<usize> {
        let ply = diagnostic.ply? as usize;
        let is_changed = self.game.details.get(ply)?.slip.is_some();
        (is_changed && main.spans.get(ply)?.is_empty()).then_some(ply)
    }

    fn finding(&self, diagnostic: &Diagnostic, severity: Severity) -> Finding {
        let chunk = self.spot.chunk;
        let (line, column) = chunk.shown_place(diagnostic.span.start);
        let mut notes: Vec<_> = diagnostic
            .labels
            .iter()
            .take(LABELS)
            .map(|label| {
                let line = chunk.shown_place(label.span.start).0;
                let words = folded(label.span.of_text(&chunk.text), 60);
                format!("line {line}, {words}: {}", folded(&label.text, MOST_WORDS))
            })
            .collect();
        if diagnostic.labels.len() > LABELS {
            notes.push(format!("and at {} more places", diagnostic.labels.len() - LABELS));
        }
        notes.extend(diagnostic.notes.iter().map(|note| folded(note, MOST_WORDS)));
        let candidates = diagnostic.candidates.join(", ");
        let help = diagnostic.help.as_deref().map_or_else(String::new, |help| folded(help, MOST_WORDS));
        let told = help.ends_with(&candidates);
        Finding {
            severity: severity.word(),
            code: diagnostic.code.name(),
            message: folded(&diagnostic.message, MOST_WORDS),
            line,
            column,
            words: folded(diagnostic.span.of_text(&chunk.text), 120),
            fitting: diagnostic.candidates.clone(),
            told: Told::default(),
            span: diagnostic.span,
            candidates: if told { String::new() } else { candidates },
            notes,
            help,
        }
    }
}

/// What can be decided at a place: the legal moves, and those of them that are likely.
fn options(place: &mut Place, main: &Main, game: &Game<'_>) {
    let position = main.before.get(place.ply).unwrap_or(&game.end);
    let legal = position.legal_moves();
    let written = |mv: &Move| (position.san(*mv).to_string(), moves::code(position, *mv));
    place.legal = legal.as_slice().iter().map(written).collect();
    for san in place.findings.iter().flat_map(|finding| &finding.fitting) {
        let known = place.rivals.iter().map(|rival| &rival.san).chain([&place.san]);
        if known.into_iter().all(|known| bare(known) != bare(san)) {
            place.rivals.push(Rival { san: san.clone(), likely: "legal here" });
        }
    }
}

/// All words to be marked in the text.
fn marks(main: &Main, places: &[Place], loose: &[(Span, Finding)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (ply, &span) in main.spans.iter().enumerate() {
        let place = places.binary_search_by_key(&ply, |place| place.ply).ok().map(|at| &places[at]);
        marks.push(Mark {
            span,
            rank: 0,
            class: place.map_or("move", |place| place.class),
            ply: Some(ply),
            place: place.map(|place| place.ply),
        });
    }
    marks.extend(main.side_lines.iter().map(|&span| Mark {
        span,
        rank: 1,
        class: "side",
        ply: None,
        place: None,
    }));
    marks.extend(places.iter().filter(|place| place.ply >= main.spans.len()).map(|place| Mark {
        span: place.span,
        rank: 0,
        class: place.class,
        ply: Some(place.ply),
        place: Some(place.ply),
    }));
    marks.extend(loose.iter().map(|(span, finding)| Mark {
        span: *span,
        rank: 2,
        class: finding.class(),
        ply: None,
        place: None,
    }));
    marks
}

impl Finding {
    fn class(&self) -> &'static str {
        match self.severity {
            "error" => "unread",
            other => other,
        }
    }
}

/// Tells the cells of the table which of them are in doubt.
fn link(rows: &mut [Row], places: &[Place]) {
    for cell in rows.iter_mut().flat_map(|row| row.white.iter_mut().chain(&mut row.black)) {
        if let Ok(found) = places.binary_search_by_key(&cell.ply, |place| place.ply) {
            cell.place = Some(cell.ply);
            if cell.class.is_empty() {
                cell.class = places[found].class;
            }
        }
    }
}
