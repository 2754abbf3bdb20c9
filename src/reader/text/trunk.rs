//! Games that later scores may continue, and the boards along them.
use crate::chess::{Move, Position};
use crate::reading::origin::Origins;
use crate::replay::ReadMove;

/// A board, and where the men on it started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub position: Position,
    pub origins: Origins,
}

impl Stop {
    /// A first position whose men stand where they do at the beginning of games.
    pub fn at_home(position: Position) -> Self {
        Self { position, origins: Origins::at_home(&position) }
    }

    /// A position set up in the middle of a game.
    pub const fn bare(position: Position) -> Self {
        Self { position, origins: Origins::NONE }
    }

    /// The board after a legal move.
    pub fn play(self, mv: Move) -> Self {
        Self { position: self.position.after_move(mv), origins: self.origins.play(mv) }
    }
}

/// A game that others may continue: `Moves 1-8 as in Game No. 12`.
#[derive(Clone, Debug)]
pub(super) struct Trunk {
    pub start: Stop,
    /// It starts from another position than the usual array.
    pub set_up: bool,
    pub moves: Vec<ReadMove>,
    /// The number that its headings give.
    pub number: Option<u32>,
}
