//! The moves of a game as rows of a table: printed words beside SAN, and what stands between the moves.
use serde::Serialize;

use super::folded;
use crate::chess::{Color, Move, Position, Square};
use crate::game::{Game, Played, Step, Walk};
use crate::reading::Slip;
use crate::span::Span;

/// Characters of printed words in a cell.
const MOST_PRINTED: usize = 60;
/// Characters of a comment.
const MOST_COMMENT: usize = 240;
/// Comments and variations below one move; more are counted.
const MOST_NOTES: usize = 24;
/// Asks for a diagram in a comment.
const DIAGRAM: &str = "[#]";
/// Half-moves of the main line; more are counted. No game that the laws allow has as many.
const MOST_PLIES: usize = 20_000;
/// Moves in variations that are marked in the text.
const MOST_SIDE: usize = 100_000;
/// Characters gathered of one variation, of which only the first are shown.
const MOST_GATHERED: usize = 100 * MOST_COMMENT;

/// A half-move of the main line.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    pub(super) ply: usize,
    pub(super) san: String,
    /// What happens on the board.
    pub(super) code: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) printed: String,
    /// `chosen`, `repaired`, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) class: &'static str,
    /// The place in doubt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    /// A board is drawn after it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) diagram: bool,
    /// Other moves (SAN).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) others: Vec<String>,
}

/// A move of both sides.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub(super) number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) white: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) black: Option<Cell>,
    /// Comments and variations after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    /// How many of them are left out.
    #[serde(skip_serializing_if = "is_none")]
    pub(super) more: usize,
}

/// The main line of a game: each move with the position before it and the place of its words.
pub(super) struct Main {
    pub rows: Vec<Row>,
    pub before: Vec<Position>,
    pub played: Vec<Played>,
    pub spans: Vec<Span>,
    pub labels: Vec<String>,
    /// Words of moves in variations.
    pub side_lines: Vec<Span>,
    /// Half-moves that are left out.
    pub more: usize,
}

/// A move as the export format writes it.
pub(super) fn san(played: &Played) -> String {
    format!("{}{}", played.san, played.suffix.text())
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// What a move does to the pieces on the board, for a script that knows no rules: from, to, then `q` for what a pawn
/// becomes, `xe5` for a pawn taken elsewhere, `+h1f1` for a rook that moves too.
pub(super) fn code(position: &Position, mv: Move) -> String {
    if mv.is_null() {
        return String::new();
    }
    let mut out = format!("{}{}", mv.from(), mv.destination());
    if let Some(role) = mv.promotion() {
        out.push(char::from(role.letter().to_ascii_lowercase()));
    }
    if let Some(side) = mv.castling_side() {
        let rook = Square::new(side.rook_file(), mv.from().rank());
        out += &format!("+{}{rook}", mv.to());
    } else if let Some(square) = position.captured_square(mv).filter(|square| *square != mv.to()) {
        out += &format!("x{square}");
    }
    out
}

/// `7. Qb3`, `7… Qe7`.
pub(super) fn label(position: &Position, words: &str) -> String {
    let dots = if position.turn() == Color::White { "." } else { "…" };
    format!("{}{dots} {words}", position.fullmove_number()).trim_end().to_owned()
}

/// Walks a game.
pub(super) fn walk(game: &Game<'_>, text: &str) -> Main {
    let mut main = Main {
        rows: Vec::new(),
        before: Vec::new(),
        played: Vec::new(),
        spans: Vec::new(),
        labels: Vec::new(),
        side_lines: Vec::new(),
        more: 0,
    };
    let mut steps = Walk::of(game);
    // What is gathered of an open variation, and whether its next move needs a number.
    let mut side = String::new();
    let mut fresh = true;
    while let Some(step) = steps.advance() {
        let depth = steps.depth();
        match step {
            Step::Move(_) if depth == 0 && main.played.len() >= MOST_PLIES => main.more += 1,
            Step::Move(played) if depth == 0 => main.push(game, text, *steps.before(), played),
            // What stands between the moves that are left out is left out with them.
            _ if main.more > 0 => {}
            Step::Move(_) if side.len() > MOST_GATHERED => {}
            Step::Move(played) => {
                if main.side_lines.len() < MOST_SIDE {
                    main.side_lines.push(played.span);
                }
                let before = steps.before();
                space(&mut side);
                if fresh || before.turn() == Color::White {
                    side += &label(before, &san(played));
                } else {
                    side += &san(played);
                }
                fresh = false;
            }
            Step::Nag(nag) if depth == 0 => main.glyph(nag),
            Step::Nag(nag) => side += &glyph(nag),
            Step::Comment(_) if depth > 0 && side.len() > MOST_GATHERED => {}
            Step::Comment(words) => {
                let words = folded(words, MOST_COMMENT);
                if is_command(&words) {
                    continue;
                }
                if depth == 0 {
                    let words = main.without_diagram(words);
                    if !words.is_empty() {
                        main.note(words);
                    }
                } else {
                    space(&mut side);
                    side += &format!("[{words}]");
                    fresh = true;
                }
            }
            Step::Open => {
                space(&mut side);
                side.push('(');
                fresh = true;
            }
            Step::Close => {
                side.push(')');
                fresh = true;
                if depth == 0 {
                    main.note(folded(&std::mem::take(&mut side), 10 * MOST_COMMENT));
                }
            }
        }
    }
    if !side.is_empty() {
        main.note(folded(&side, 10 * MOST_COMMENT));
    }
    main
}

/// A comment for programs alone, such as `[%clk 0:05:00]`; it stands in the lines of the text.
fn is_command(words: &str) -> bool {
    words.starts_with("[%")
        && words.ends_with(']')
        && words.split(']').all(|part| part.is_empty() || part.trim_start().starts_with("[%"))
}

fn space(words: &mut String) {
    if !words.is_empty() && !words.ends_with('(') {
        words.push(' ');
    }
}

/// The sign in print of a glyph, if it has one (PGN 8.2.4, 10).
fn glyph(nag: u8) -> String {
    match nag {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        _ => format!(" ${nag}"),
    }
}

impl Main {
    fn push(&mut self, game: &Game<'_>, text: &str, before: Position, played: &Played) {
        let ply = self.played.len();
        let detail = game.details.get(ply);
        let span = detail.map_or(played.span, |detail| detail.printed);
        let written = san(played);
        self.labels.push(label(&before, &written));
        let class = match detail {
            Some(detail) if detail.slip.is_some() => "repaired",
            Some(detail) if detail.chosen => "chosen",
            _ => "",
        };
        let missing = span.is_empty()
            || detail.is_some_and(|detail| detail.slip == Some(Slip::Missing)) && {
                // The words belong to the move that follows the one put in.
                game.details.get(ply + 1).is_some_and(|next| next.printed == span)
            };
        let cell = Cell {
            ply,
            san: written,
            code: code(&before, played.mv),
            printed: if missing { String::new() } else { folded(span.of_text(text), MOST_PRINTED) },
            class,
            place: None,
            diagram: false,
            others: detail.map_or_else(Vec::new, |detail| {
                detail.runners_up.iter().map(|(san, _)| san.clone()).collect()
            }),
        };
        let number = before.fullmove_number();
        let is_white = before.turn() == Color::White;
        let goes_on =
            self.rows.last().is_some_and(|row| row.number == number && row.black.is_none() && !is_white);
        if !goes_on {
            self.rows.push(Row { number, ..Row::default() });
        }
        if let Some(row) = self.rows.last_mut() {
            *(if is_white { &mut row.white } else { &mut row.black }) = Some(cell);
        }
        self.before.push(before);
        self.played.push(*played);
        self.spans.push(if missing { Span::default() } else { span });
    }

    /// The last half-move.
    fn last(&mut self) -> Option<&mut Cell> {
        self.rows.last_mut().and_then(|row| row.black.as_mut().or(row.white.as_mut()))
    }

    fn glyph(&mut self, nag: u8) {
        if let Some(cell) = self.last() {
            // The glyph for a diagram, and that for one seen from Black's side.
            if matches!(nag, 220 | 221) {
                cell.diagram = true;
            } else {
                cell.san += &glyph(nag);
            }
        }
    }

    /// A comment without the sign that asks for a diagram.
    fn without_diagram(&mut self, words: String) -> String {
        if !words.contains(DIAGRAM) {
            return words;
        }
        if let Some(cell) = self.last() {
            cell.diagram = true;
        }
        words.replace(DIAGRAM, "").trim().to_owned()
    }

    fn note(&mut self, words: String) {
        if self.rows.is_empty() {
            // What stands before the first move.
            self.rows.push(Row::default());
        }
        if let Some(row) = self.rows.last_mut() {
            if row.notes.len() < MOST_NOTES {
                row.notes.push(words);
            } else {
                row.more += 1;
            }
        }
    }
}
