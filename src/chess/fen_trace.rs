//! The FEN of one position after the other: of a move only the ranks are written anew that it changes.
use super::fen_write::{append_castling, append_clocks, rank};
use super::{Bitboard, Color, Move, Position, Role, Square};
use crate::bytes::{Pen, digits, eight};

/// The rooks of the usual game.
const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// No FEN is longer: seventy-one bytes of pieces, four of rights, two of a square, and two numbers of ten digits, with what
/// is between them.
pub const FEN_ROOM: usize = 128;

/// Writes the positions of a line, each with [`EnPassant::Legal`](super::EnPassant).
#[derive(Clone, Debug, Default)]
pub struct FenTrace {
    /// The ranks, the eighth first, each with the sign behind it, and how long each is.
    ranks: [([u8; 16], u8); 8],
    /// The castling field of these rooks in their corners, as a word and its length.
    castling: (u64, usize),
    rooks: Bitboard,
}

impl FenTrace {
    /// Begins with a position.
    pub fn begin(&mut self, position: &Position) {
        (0..8).for_each(|rank| self.rank(rank, position));
    }

    /// Follows a legal move, which led to this position.
    #[inline]
    pub fn follow(&mut self, mv: Move, after: &Position) {
        let (from, to) = (mv.from().rank() as usize, mv.to().rank() as usize);
        // What else moves or is taken stands on one of these.
        self.rank(from, after);
        if to != from {
            self.rank(to, after);
        }
    }

    #[inline]
    fn rank(&mut self, at: usize, position: &Position) {
        let (word, length) = rank(position.board(), at);
        let (text, written) = &mut self.ranks[7 - at];
        text[..8].copy_from_slice(&word.to_le_bytes());
        text[length & 15] = if at == 0 { b' ' } else { b'/' };
        *written = length as u8 + 1;
    }

    /// Appends the FEN of the position that was reached last, in ASCII.
    pub fn append(&mut self, position: &Position, out: &mut Vec<u8>) {
        let mut text = [0; FEN_ROOM];
        let length = self.write(position, &mut text);
        out.extend_from_slice(text.get(..length).unwrap_or_default());
    }

    /// Writes the FEN of the position that was reached last, in ASCII, to the beginning of a text; tells its length.
    pub fn write(&mut self, position: &Position, text: &mut [u8; FEN_ROOM]) -> usize {
        let mut pen = Pen::new(text);
        for (rank, length) in &self.ranks {
            pen.put(rank, usize::from(*length));
        }
        pen.put(if position.turn() == Color::White { b"w " } else { b"b " }, 2);
        let rooks = position.castling_squares();
        if self.castling.1 == 0 || rooks != self.rooks || !is_usual(position, rooks) {
            self.castle(position);
        }
        pen.word(self.castling);
        match position.legal_ep_square().map(Square::to_ascii) {
            Some([file, rank]) => pen.put(&[b' ', file, rank, b' '], 4),
            None => pen.put(b" - ", 3),
        }
        let clocks = [position.halfmove_clock(), position.fullmove_number()];
        if let [halfmoves @ 0..100, moves @ 0..100] = clocks {
            let (word, length) = digits(halfmoves as u8);
            pen.put_before(&word.to_le_bytes(), length, b' ');
            pen.word(digits(moves as u8));
        } else {
            // The blank before them is there.
            let mut words = Vec::new();
            append_clocks(position.halfmove_clock(), position.fullmove_number(), &mut words);
            pen.text(words.get(1..).unwrap_or_default());
        }
        pen.length()
    }

    /// Writes the castling field of a position: at most four letters.
    fn castle(&mut self, position: &Position) {
        let mut text = Vec::with_capacity(4);
        append_castling(position.board(), &position.castling(), &mut text);
        self.castling = (eight(&text, 0), text.len());
        self.rooks = position.castling_squares();
    }
}

/// Rooks that stand in the corners are written alike whatever stands beside them.
fn is_usual(position: &Position, rooks: Bitboard) -> bool {
    let corners = CORNERS.into_iter().fold(Bitboard::EMPTY, |all, corner| all | Bitboard::from(corner));
    (rooks - (corners & position.board().by_role(Role::Rook))).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::EnPassant;
    use super::*;

    fn follow(start: &str, moves: &str) {
        let mut position = Position::from_fen(start).expect("a position");
        let mut trace = FenTrace::default();
        trace.begin(&position);
        let told = |trace: &mut FenTrace, position: &Position| {
            let mut fen = Vec::new();
            trace.append(position, &mut fen);
            String::from_utf8(fen).expect("ASCII")
        };
        assert_eq!(told(&mut trace, &position), position.fen(EnPassant::Legal));
        for word in moves.split_whitespace() {
            let mv = if word == "--" {
                Move::NULL
            } else {
                position.parse_uci(word.as_bytes()).expect("a legal move")
            };
            position =
                position.play_null().filter(|_| mv.is_null()).unwrap_or_else(|| position.after_move(mv));
            trace.follow(mv, &position);
            assert_eq!(told(&mut trace, &position), position.fen(EnPassant::Legal), "after {word}");
        }
    }

    #[test]
    fn fens_by_difference_are_those_written_anew() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        follow(usual, "e2e4 g8f6 e4e5 d7d5 e5d6 -- g1f3 -- f1e2 g7g6 e1g1 f8g7 h2h3 e8g8 d6c7 b8c6 c7d8q");
        follow(usual, "a2a4 a7a5 a1a3 h7h5 a3h3 h8h6 h3h5 h6h8 h5h8 a8a6 h8h7");
        follow("r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 11", "e5d6 e8g8 b7a8q f8a8 e1c1 a8d8");
        // Chess960: a rook beside the one that may castle changes how the right is written.
        follow("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "b1a1 b8a8 a1b1 a8b8 g1h1 g8h8");
        follow("4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "a1a2 e8e7 a2a1 e7e8 e1c1");
    }
}
