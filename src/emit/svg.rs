//! One position as an SVG drawing that needs no fonts: the pieces are simple shapes of our own.
use std::fmt::Write;

use super::board::Bottom;
use super::visible;
use crate::chess::{Color, Move, Position, Role, Square};
use crate::game::command::{Ink, Mark};

/// The side of a square in the units of the drawing.
const SIDE: usize = 45;
/// The edge around the board, for the coordinates.
const EDGE: usize = 18;
/// Between boards that are drawn side by side.
const BETWEEN: u32 = 16;

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As of wood.
    #[default]
    Brown,
    /// Blue and white.
    Blue,
    /// Green and cream.
    Green,
    /// For paper: white and grey.
    Grey,
}

impl Theme {
    /// Light squares, dark squares, the squares of the last move, the ground.
    const fn colors(self) -> [&'static str; 4] {
        match self {
            Self::Brown => ["#f0dcb8", "#b58a63", "#d9b400", "#fbf8f1"],
            Self::Blue => ["#e4ebf2", "#7f9fbf", "#e0b000", "#ffffff"],
            Self::Green => ["#eeeed2", "#7a9a58", "#e0b000", "#ffffff"],
            Self::Grey => ["#ffffff", "#c4c4c4", "#888888", "#ffffff"],
        }
    }
}

/// A position and how it is drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The position.
    pub position: Position,
    /// What it is called.
    pub title: String,
    /// The move that led to it: its squares are marked.
    pub last: Option<Move>,
    /// Arrows and marked squares.
    pub marks: Vec<Mark>,
}

/// How positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Which side is at the bottom.
    pub bottom: Bottom,
    /// Width and height of a board in pixels.
    pub pixels: u32,
    /// Letters and figures stand around the board.
    pub coordinates: bool,
    /// Its colours.
    pub theme: Theme,
}

/// Some positions side by side, as one drawing.
#[must_use]
pub fn svg(drawings: &[Drawing], look: Look) -> String {
    let size = 8 * SIDE + if look.coordinates { 2 * EDGE } else { 0 };
    let high = look.pixels;
    let mut out = String::new();
    if let [one] = drawings {
        board(&mut out, one, look, size, " xmlns=\"http://www.w3.org/2000/svg\"");
        return out;
    }
    let count = u32::try_from(drawings.len()).unwrap_or(u32::MAX);
    let wide = count.saturating_mul(high.saturating_add(BETWEEN)).saturating_sub(BETWEEN);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\">");
    for (number, drawing) in (0_u32..).zip(drawings) {
        let x = number.saturating_mul(high.saturating_add(BETWEEN));
        board(&mut out, drawing, look, size, &format!(" x=\"{x}\""));
    }
    out.push_str("</svg>\n");
    out
}

fn board(out: &mut String, drawing: &Drawing, look: Look, size: usize, attributes: &str) {
    let pixels = look.pixels;
    let edge = if look.coordinates { EDGE } else { 0 };
    let [light, dark, marked, ground] = look.theme.colors();
    let _ = writeln!(
        out,
        "<svg{attributes} viewBox=\"0 0 {size} {size}\" width=\"{pixels}\" height=\"{pixels}\" role=\"img\">\n\
         <title>{}</title>",
        escaped(&drawing.title)
    );
    let _ = writeln!(out, "<rect width=\"{size}\" height=\"{size}\" fill=\"{ground}\"/>");
    let corner = |index: usize| (edge + index % 8 * SIDE, edge + index / 8 * SIDE);
    let squares: Vec<Square> = look.bottom.squares().collect();
    let middle = |square: Square| {
        let (x, y) = corner(squares.iter().position(|known| *known == square).unwrap_or_default());
        (x as f64 + SIDE as f64 / 2.0, y as f64 + SIDE as f64 / 2.0)
    };
    let last = drawing.last.filter(|mv| !mv.is_null()).map(|mv| [mv.from(), mv.destination()]);
    for (index, &square) in squares.iter().enumerate() {
        let (x, y) = corner(index);
        let fill = if square.is_light() { light } else { dark };
        let _ =
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
        let mark = drawing.marks.iter().find(|mark| mark.from.is_none() && mark.to == square);
        let over = mark
            .map(|mark| ink(mark.ink))
            .or_else(|| last.filter(|last| last.contains(&square)).map(|_| marked));
        if let Some(color) = over {
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{color}\" opacity=\".5\"/>"
            );
        }
        if look.coordinates && index < 8 {
            label(out, x + SIDE / 2, size - 5, char::from(square.file().letter()));
        }
        if look.coordinates && index % 8 == 0 {
            label(out, EDGE / 2, y + SIDE / 2 + 4, char::from(square.rank().letter()));
        }
        if let Some(piece) = drawing.position.piece_at(square) {
            let (fill, line) = inks(piece.color);
            let _ = writeln!(
                out,
                "<path transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.4\" \
                 stroke-linejoin=\"round\" d=\"{}\"/>",
                shape(piece.role)
            );
        }
    }
    for mark in &drawing.marks {
        if let Some(from) = mark.from.filter(|from| *from != mark.to) {
            arrow(out, middle(from), middle(mark.to), ink(mark.ink));
        }
    }
    out.push_str("</svg>\n");
}

/// Words as XML has them.
fn escaped(words: &str) -> String {
    visible(words).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const fn ink(ink: Ink) -> &'static str {
    match ink {
        Ink::Green => "#15781b",
        Ink::Red => "#b01818",
        Ink::Yellow => "#d09000",
        Ink::Blue => "#1667c0",
    }
}

/// A line from the middle of a square to the middle of another, with a head.
fn arrow(out: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), color: &str) {
    let (dx, dy) = (to_x - x, to_y - y);
    let long = dx.hypot(dy);
    let (ux, uy) = (dx / long, dy / long);
    // The head takes the last 16 units; the line ends where it begins.
    let (neck_x, neck_y) = (to_x - 16.0 * ux, to_y - 16.0 * uy);
    let _ = writeln!(
        out,
        "<path stroke=\"{color}\" stroke-width=\"7\" opacity=\".8\" d=\"M{x:.1} {y:.1}L{neck_x:.1} {neck_y:.1}\"/>\n\
         <path fill=\"{color}\" opacity=\".8\" d=\"M{to_x:.1} {to_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        neck_x - 8.0 * uy,
        neck_y + 8.0 * ux,
        neck_x + 8.0 * uy,
        neck_y - 8.0 * ux,
    );
}

/// Width and height of the board of [`definitions`], in its units.
const INLINE: usize = 8 * SIDE;

/// What a page needs once for all its drawings: the empty board and the pieces, as things to refer to.
#[must_use]
pub fn definitions() -> String {
    let mut out = String::from("<g id=\"b-board\">");
    // Writing to a string cannot fail.
    let _ =
        write!(out, "<path fill=\"#f0dcb8\" d=\"M0 0h{INLINE}v{INLINE}H0Z\"/><path fill=\"#b58a63\" d=\"");
    for square in Bottom::White.squares().filter(|square| !square.is_light()) {
        let (x, y) = corner(square);
        let _ = write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}Z");
    }
    out.push_str("\"/></g>");
    for color in [Color::White, Color::Black] {
        let (fill, line) = inks(color);
        for role in Role::ALL {
            let _ = write!(
                out,
                "<path id=\"b-{}{}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.4\" \
                 stroke-linejoin=\"round\" d=\"{}\"/>",
                side(color),
                char::from(role.letter()),
                shape(role)
            );
        }
    }
    out
}

/// The top left corner of a square, White at the bottom.
const fn corner(square: Square) -> (usize, usize) {
    (square.file() as usize * SIDE, (7 - square.rank() as usize) * SIDE)
}

const fn side(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

/// The colours of the pieces of a side: inside and outline.
const fn inks(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("#fffdf7", "#1f1a17"),
        Color::Black => ("#332c28", "#0d0b0a"),
    }
}

fn label(out: &mut String, x: usize, y: usize, letter: char) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"#5c5048\">{letter}</text>"
    );
}

/// A piece in a square of 45 units.
const fn shape(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "M22.5 9a5.5 5.5 0 0 1 3.6 9.7Q29 22 29.5 31H33v6H12v-6h3.5Q16 22 18.9 18.7A5.5 5.5 0 0 1 22.5 9Z"
        }
        Role::Knight => {
            "M13 37q-.5-8 7-13l-1-3q-3 1-5 4l-3-1 1-5q2-5 6-8l1-4 4 3q10 2 10 15 0 6-1 12ZM19.3 14.2h1.6"
        }
        Role::Bishop => {
            "M22.5 6a2.5 2.5 0 0 1 1.8 4.2Q31 16 29 23q-.8 3-3 5h1l2 4h5v5H11v-5h5l2-4h1q-2.200-2-3-5-2-7 4.700-12.800A2.500 2.500 0 0 1 22.500 6ZM22.500 15v8M18.500 19h8"
        }
        Role::Rook => {
            "M12 8h4.500v3.500h4V8h4v3.500h4V8H33v8l-3.500 3v11l3 2.500V37h-20v-4.500l3-2.500V19L12 16Z"
        }
        Role::Queen => {
            "M8.500 12.500l6 9.500L16 9l5 12.500L22.500 8 24 21.500 29 9l1.500 13 6-9.500L32 31l1 2v4H12v-4l1-2ZM13 31h19"
        }
        Role::King => {
            "M21 4.500h3V8h3.500v3H24v4q0 2 2 1.500 8-2 10 3.500 1.500 5-5 11l1 2v4H12.500v-4l1-2q-6.500-6-5-11 2-5.500 10-3.500 2 .500 2-1.500v-4H17V8h4ZM13.500 31h17.500"
        }
    }
}
