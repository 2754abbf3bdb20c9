//! One position as an SVG drawing that needs no fonts: the men are simple shapes of our own.
use std::fmt::Write;

use super::board::Bottom;
use crate::chess::{Color, Position, Role, Square};

/// The side of a square in the units of the drawing.
const SIDE: usize = 45;
/// The edge around the board, for the coordinates.
const EDGE: usize = 18;

/// The drawing of a position, this many pixels wide and high.
#[must_use]
pub fn svg(position: &Position, bottom: Bottom, pixels: u32) -> String {
    let size = 8 * SIDE + 2 * EDGE;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{pixels}\" height=\"{pixels}\">"
    );
    let _ = writeln!(out, "<rect width=\"{size}\" height=\"{size}\" fill=\"#fbf8f1\"/>");
    for (index, square) in bottom.squares().enumerate() {
        let (x, y) = (EDGE + index % 8 * SIDE, EDGE + index / 8 * SIDE);
        let fill = if square.is_light() { "#f0dcb8" } else { "#b58a63" };
        let _ =
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
        if index < 8 {
            label(&mut out, x + SIDE / 2, size - 5, char::from(square.file().letter()));
        }
        if index % 8 == 0 {
            label(&mut out, EDGE / 2, y + SIDE / 2 + 4, char::from(square.rank().letter()));
        }
        if let Some(piece) = position.piece_at(square) {
            let (fill, line) = inks(piece.color);
            let _ = writeln!(
                out,
                "<path transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.4\" \
                 stroke-linejoin=\"round\" d=\"{}\"/>",
                shape(piece.role)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Width and height of the drawings of [`inline`], in the units of their view box.
pub const INLINE: usize = 8 * SIDE;

/// What a page needs once for all its drawings of [`inline`]: the empty board and the men, as things to refer to.
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

/// An arrow on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// It is the move that was taken, not one of the others.
    pub taken: bool,
}

/// The inside of a small drawing for a page that holds the [`definitions`]; White is at the bottom.
#[must_use]
pub fn inline(position: &Position, arrows: &[Arrow]) -> String {
    let mut out = String::from("<use href=\"#b-board\"/>");
    for square in Bottom::White.squares() {
        let Some(piece) = position.piece_at(square) else { continue };
        let (x, y) = corner(square);
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<use href=\"#b-{}{}\" x=\"{x}\" y=\"{y}\"/>",
            side(piece.color),
            char::from(piece.role.letter())
        );
    }
    for arrow in arrows.iter().filter(|arrow| arrow.from != arrow.to) {
        append_arrow(&mut out, *arrow);
    }
    out
}

/// A line from the middle of a square to the middle of another, with a head.
fn append_arrow(out: &mut String, arrow: Arrow) {
    let middle = |square| {
        let (x, y) = corner(square);
        ((x + SIDE / 2) as f64, (y + SIDE / 2) as f64)
    };
    let ((x, y), (to_x, to_y)) = (middle(arrow.from), middle(arrow.to));
    let (dx, dy) = (to_x - x, to_y - y);
    let long = dx.hypot(dy);
    let (ux, uy) = (dx / long, dy / long);
    // The head takes the last 16 units; the line ends where it begins.
    let (neck_x, neck_y) = (to_x - 16.0 * ux, to_y - 16.0 * uy);
    let class = if arrow.taken { "taken" } else { "other" };
    let _ = write!(
        out,
        "<path class=\"{class}\" d=\"M{x:.0} {y:.0}L{neck_x:.0} {neck_y:.0}\"/>\
         <path class=\"{class} head\" d=\"M{to_x:.0} {to_y:.0}L{:.0} {:.0}L{:.0} {:.0}Z\"/>",
        neck_x - 8.0 * uy,
        neck_y + 8.0 * ux,
        neck_x + 8.0 * uy,
        neck_y - 8.0 * ux,
    );
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

/// The colours of the men of a side: inside and outline.
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

/// A man in a square of 45 units.
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
