//! A position in little room, for searches that keep many of them.

use std::hash::{Hash, Hasher};

use super::{Bitboard, Board, CastlingMode, Color, Identity, Position};

/// A position without its clocks. Two are the same if their [`Identity`] is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    planes: [Bitboard; 4],
    castling: Bitboard,
    /// The en passant square, and the same if taking there is legal; 64 for none.
    ep: u8,
    legal_ep: u8,
    turn: Color,
    mode: CastlingMode,
}

impl PartialEq for Packed {
    fn eq(&self, other: &Packed) -> bool {
        let rest = |packed: &Packed| (packed.castling, packed.legal_ep, packed.turn);
        self.planes == other.planes && rest(self) == rest(other)
    }
}

impl Eq for Packed {}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.planes.iter().for_each(|plane| state.write_u64(plane.0));
        state.write_u64(self.castling.0);
        state.write_u64(u64::from(self.legal_ep) << 1 | self.turn as u64);
    }
}

impl Packed {
    /// The position, at the first move of the game by its clocks.
    pub(crate) fn position(&self) -> Position {
        Position::from_packed(Board::from_planes(&self.planes), self.turn, self.castling, self.ep, self.mode)
    }
}

impl From<&Position> for Packed {
    fn from(position: &Position) -> Packed {
        let Identity { planes, castling, ep, turn } = position.identity();
        let (raw, mode) = position.ep_and_mode();
        let legal_ep = ep.map_or(64, |square| square.index() as u8);
        Packed { planes, castling, ep: raw, legal_ep, turn, mode }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_position_is_the_same_position_without_its_clocks() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "r3k2r/8/8/8/8/8/6q1/R3K2R w KQq - 0 1",
            "8/2P3k1/8/8/8/8/p5K1/8 b - - 0 1",
            "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).expect("a position");
            let packed = Packed::from(&position);
            assert_eq!(packed.position(), position, "{fen}");
            let later = position.play_null().unwrap_or(position);
            assert_eq!(packed == Packed::from(&later), position == later, "{fen}");
        }
    }
}
