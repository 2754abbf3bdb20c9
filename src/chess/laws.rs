//! The laws that look beyond one position or at the material alone: repetition, the move counters, dead material.

use super::{Bitboard, Board, Identity, Outcome, Position, Role};

/// A draw that a player may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position has occurred three times (FIDE Laws 9.2).
    ThreefoldRepetition,
    /// Fifty moves of each side without a pawn move or a capture (9.3).
    FiftyMoves,
}

impl Claim {
    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "fifty moves",
        }
    }
}

/// Whether neither side can mate by any series of moves (FIDE Laws 5.2.2), judged by the material alone: king
/// against king, king and one knight or bishop against king, or kings and any number of bishops that all stand on
/// squares of one colour. Locked positions that are dead for other reasons are not found.
#[must_use]
pub fn has_insufficient_material(board: &Board) -> bool {
    let heavy = board.by_role(Role::Pawn) | board.straight();
    if heavy.any() {
        return false;
    }
    let knights = board.by_role(Role::Knight);
    let bishops = board.by_role(Role::Bishop);
    if knights.any() {
        return bishops.is_empty() && knights.count() == 1;
    }
    (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
}

impl Position {
    /// How the game has ended on the board, looking at this position alone.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let winner = !self.turn();
            Some(if self.is_check() { Outcome::Checkmate { winner } } else { Outcome::Stalemate })
        } else if has_insufficient_material(self.board()) {
            Some(Outcome::InsufficientMaterial)
        } else {
            None
        }
    }
}

/// Counts how often positions have occurred in a game: same pieces on the same squares, same side to move, same
/// castling rights, same captures in passing that are legal (9.2.3).
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    /// Since the last pawn move or capture, which nothing before can repeat.
    seen: Vec<Identity>,
}

impl Repetitions {
    /// No position yet.
    #[must_use]
    pub const fn new() -> Repetitions {
        Repetitions { seen: Vec::new() }
    }

    /// Forgets all, to count another game.
    pub fn clear(&mut self) {
        self.seen.clear();
    }

    /// Adds the next position of the game, and says how often it has occurred now: 1 the first time.
    pub fn push(&mut self, position: &Position) -> usize {
        if position.halfmove_clock() == 0 {
            self.seen.clear();
        }
        let identity = position.identity();
        self.seen.push(identity);
        self.seen.iter().filter(|&seen| *seen == identity).count()
    }

    /// How often a position has occurred.
    #[must_use]
    pub fn count(&self, position: &Position) -> usize {
        let identity = position.identity();
        self.seen.iter().filter(|&seen| *seen == identity).count()
    }

    /// The end of the game, if this position (the last one added) ends it. Mate comes before the counters.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            Some(outcome)
        } else if self.count(position) >= 5 {
            Some(Outcome::FivefoldRepetition)
        } else if position.halfmove_clock() >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The draw that could be claimed in this position (the last one added).
    #[must_use]
    pub fn claim(&self, position: &Position) -> Option<Claim> {
        if self.count(position) >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if position.halfmove_clock() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}
