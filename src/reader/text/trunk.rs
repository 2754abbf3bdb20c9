//! Games that later scores may continue, and the boards along them.
use crate::chess::{Move, Position};
use crate::game::Verdict;
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
    /// How surely it was read; `None` for moves that make no game.
    pub verdict: Option<Verdict>,
    /// How many half-moves are printed there.
    pub printed: usize,
}

impl Trunk {
    /// Moves from the first on that make no game: a game that goes on from the one before it goes on from those.
    pub fn unread(printed: usize) -> Self {
        let start = Stop::at_home(Position::default());
        Self { start, set_up: false, moves: Vec::new(), number: None, verdict: None, printed }
    }

    /// The board after its first half-moves, so many.
    pub fn stop(&self, plies: usize) -> Stop {
        self.moves[..plies].iter().fold(self.start, |stop, mv| stop.play(mv.played.mv))
    }

    /// Are its first half-moves, so many, surely those that are printed? It plays as a whole, and where it is repaired that
    /// is further on.
    pub fn surely_begins(&self, plies: usize) -> bool {
        let as_printed = |mv: &ReadMove| mv.ply.is_some() && mv.detail.slip.is_none();
        let first = self.moves.get(..plies);
        match self.verdict {
            Some(Verdict::Certain | Verdict::Chosen) => first.is_some(),
            Some(Verdict::Repaired) => first.is_some_and(|first| first.iter().all(as_printed)),
            _ => false,
        }
    }
}
