//! Keys of positions: the Polyglot key, computed when asked, and an exact identity for finding equal positions.

use super::polyglot::RANDOM;
use super::{Bitboard, CastlingSide, Color, Position, Role, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The number of White to move.
pub(super) const TURN: u64 = RANDOM[WHITE_TO_MOVE];

/// The numbers of pieces by mailbox code and square; zeros for what is no piece.
pub(super) static MEN: [[u64; 64]; 16] = {
    let mut men = [[0; 64]; 16];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            // Black pawn, white pawn, black knight, and so on.
            men[role + 8][square] = RANDOM[128 * role + square];
            men[role][square] = RANDOM[128 * role + 64 + square];
            square += 1;
        }
        role += 1;
    }
    men
};

/// All that makes two positions the same for the rules: pieces, side to move, castling rights, legal capture in
/// passing. Exact, not a hash; the clocks are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The white pieces, then the three bits of the role's number, one bitboard each.
    pub(super) planes: [Bitboard; 4],
    pub(super) castling: Bitboard,
    pub(super) ep: Option<Square>,
    pub(super) turn: Color,
}

/// The number of a piece on a square in [`Position::key`].
#[inline]
pub(crate) fn man_key(color: Color, role: Role, square: Square) -> u64 {
    MEN[role.index() + 8 * color.index()][square.index()]
}

impl Position {
    /// The key of the Polyglot opening book format, computed anew at each call. En passant counts only when a pawn
    /// stands ready to take.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.men_key() ^ self.rights_key() ^ self.passing_key()
    }

    /// That part of [`Position::key`] which tells who may castle.
    pub(super) fn rights_key(&self) -> u64 {
        let rights = self.castling();
        let number = |color: Color, side| {
            RANDOM[CASTLING + 2 * color.index() + usize::from(side == CastlingSide::Queen)]
        };
        rights.iter().fold(0, |key, (color, side, _)| key ^ number(color, side))
    }

    /// That part of [`Position::key`] which tells where a pawn stands ready to take in passing.
    #[inline]
    pub(super) fn passing_key(&self) -> u64 {
        self.pseudo_ep_square().map_or(0, |ep| RANDOM[EN_PASSANT + ep.file().index()])
    }

    /// What makes this position the same as another.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let board = self.board();
        let mut planes = [board.by_color(Color::White), Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY];
        for role in Role::ALL {
            // Pawns are 1, kings 6: an empty square is 0 in all three planes.
            for (bit, plane) in planes.iter_mut().skip(1).enumerate() {
                if (role as u8 + 1) >> bit & 1 != 0 {
                    *plane |= board.by_role(role);
                }
            }
        }
        Identity { planes, castling: self.castling_squares(), ep: self.legal_ep_square(), turn: self.turn() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys given in the description of the Polyglot book format.
    #[test]
    fn keys_of_the_published_test_positions() {
        let cases: [(&str, u64); 9] = [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ];
        for (moves, key) in cases {
            let mut position = Position::default();
            for word in moves.split_whitespace() {
                position = position.after_move(position.parse_uci(word.as_bytes()).unwrap());
            }
            assert_eq!(position.key(), key, "after {moves:?}");
        }
    }
}
