//! One position as a text board.
use std::fmt::Write;

use crate::chess::{Color, EnPassant, File, Position, Rank, Role, Square};

/// Which side is at the bottom of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bottom {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
}

impl Bottom {
    /// The squares row by row, from the top left.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        (0..64).filter_map(move |index: u8| {
            let (row, column) = (index / 8, index % 8);
            let (rank, file) = match self {
                Self::White => (7 - row, column),
                Self::Black => (row, 7 - column),
            };
            Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?))
        })
    }
}

/// Letters or figurines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Men {
    /// `KQRBNP`, Black's in lower case.
    #[default]
    Letters,
    /// `♔♕♖♗♘♙` and `♚♛♜♝♞♟`.
    Figurines,
}

/// The board in eight lines with its coordinates, then whose move it is and the FEN.
#[must_use]
pub fn board(position: &Position, bottom: Bottom, men: Men) -> String {
    let mut out = String::new();
    for (index, square) in bottom.squares().enumerate() {
        if index % 8 == 0 {
            out.push(char::from(square.rank().letter()));
        }
        out.push(' ');
        out.push(match position.piece_at(square) {
            None => '.',
            Some(piece) => match men {
                Men::Letters => char::from(piece.letter()),
                Men::Figurines => figurine(piece.color, piece.role),
            },
        });
        if index % 8 == 7 {
            out.push('\n');
        }
    }
    out.push(' ');
    for square in bottom.squares().take(8) {
        out.push(' ');
        out.push(char::from(square.file().letter()));
    }
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    // Writing to a string cannot fail.
    let _ = write!(out, "\n\n{side} to move\n{}\n", position.fen(EnPassant::Legal));
    out
}

fn figurine(color: Color, role: Role) -> char {
    let men = match color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    men[role as usize]
}
