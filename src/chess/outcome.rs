//! How a game ends on the board.

use std::fmt;

use super::Color;

/// An end of the game by the rules alone, without a claim or an agreement (FIDE Laws, articles 5 and 9.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The king is in check and cannot get out of it (5.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check (5.2.1).
    Stalemate,
    /// Neither side can mate with what is left (5.2.2), as far as [`has_insufficient_material`] knows.
    ///
    /// [`has_insufficient_material`]: super::has_insufficient_material
    InsufficientMaterial,
    /// The position has occurred five times (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves of each side without a pawn move or a capture (9.6.2).
    SeventyFiveMoves,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient material",
            Outcome::FivefoldRepetition => "fivefold repetition",
            Outcome::SeventyFiveMoves => "seventy-five moves",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
