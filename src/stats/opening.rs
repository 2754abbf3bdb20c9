//! The opening of a game: the deepest position of its main line that has a name.
use crate::chess::{Bitboard, Color, Position, Role, Square};
use crate::game::{Game, MainLine, Moves, Played};
use crate::openings::{OpeningId, Table};

/// The deepest named position of a game's main line. The pawns are followed, and say where the board is looked at.
#[must_use]
pub fn opening(table: &Table, game: &Game<'_>) -> Option<OpeningId> {
    let mut line = MainLine::of(game);
    let mut deepest = table.lookup_id(line.position());
    let mut pawns = Pawns::of(&game.start);
    let mut may_be_named = table.has_pawns(pawns.of[0], pawns.of[1]);
    for (ply, played) in (1..=table.reach()).zip(Moves::of(game)) {
        if pawns.change(played) {
            may_be_named = table.has_pawns(pawns.of[0], pawns.of[1]);
        }
        if may_be_named {
            while line.ply() < ply && line.advance().is_some() {}
            deepest = table.lookup_id(line.position()).or(deepest);
        }
    }
    deepest
}

/// Where the pawns stand, told from the moves alone.
struct Pawns {
    /// White's and Black's.
    of: [Bitboard; 2],
    turn: Color,
}

impl Pawns {
    fn of(start: &Position) -> Self {
        Self { of: Color::ALL.map(|color| start.board().pieces(color, Role::Pawn)), turn: start.turn() }
    }

    /// Follows a move; `false` if the pawns stand as they did.
    fn change(&mut self, played: &Played) -> bool {
        let Played { mv, san, .. } = *played;
        let us = self.turn;
        self.turn = !us;
        let moves_pawn = san.role() == Role::Pawn && !mv.is_null();
        if san.is_capture() {
            let taken =
                if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() };
            self.of[!us as usize].remove(taken);
        }
        if moves_pawn {
            self.of[us as usize].remove(mv.from());
            if mv.promotion().is_none() {
                self.of[us as usize].insert(mv.to());
            }
        }
        moves_pawn || san.is_capture()
    }
}
