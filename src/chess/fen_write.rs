//! Writing FEN and the four position fields of EPD, without `fmt`.

use std::fmt;

use super::fen::outermost_rook;
use super::{Board, CastlingRights, CastlingSide, Color, Position, Setup, Square};
use crate::bytes::append_number;

/// When the en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassant {
    /// When taking there is a legal move.
    #[default]
    Legal,
    /// When a pawn stands ready to take there, pinned or not.
    Pseudo,
    /// After every double step of a pawn, as the PGN standard says (16.1.3.4).
    Always,
}

/// How the squares of a rank are written, by which of them pieces stand on.
struct Ranks {
    /// The place of each file's sign: empty squares that stand together have one.
    places: [[u8; 8]; 256],
    /// The digit of each empty square, counted from the last piece; 0 for a piece.
    digits: [[u8; 8]; 256],
    /// How many signs there are.
    lengths: [u8; 256],
}

static RANKS: Ranks = {
    let mut ranks = Ranks { places: [[0; 8]; 256], digits: [[0; 8]; 256], lengths: [0; 256] };
    let mut men = 0;
    while men < 256 {
        let (mut length, mut empty, mut file) = (0, 0, 0);
        while file < 8 {
            empty = if men >> file & 1 == 0 { empty + 1 } else { 0 };
            // Another empty square makes the digit before it one more.
            if empty < 2 {
                length += 1;
            }
            ranks.places[men][file] = length - 1;
            ranks.digits[men][file] = if empty > 0 { b'0' + empty } else { 0 };
            file += 1;
        }
        ranks.lengths[men] = length;
        men += 1;
    }
    ranks
};

/// The letters of pieces by mailbox code; zeros for what is no piece.
const LETTERS: &[u8; 16] = b"PNBRQK\0\0pnbrqk\0\0";

/// The piece placement field.
pub(super) fn append_board(board: &Board, out: &mut Vec<u8>) {
    // Seventy-one bytes at most. Where pieces stand is hard to guess: no branch asks it, and no sign waits for the one before.
    let mut text = [b'/'; 128];
    let mut start = 0;
    let occupied = board.occupied().0.to_be_bytes();
    for (codes, men) in board.codes().as_chunks::<8>().0.iter().rev().zip(occupied.map(usize::from)) {
        for file in 0..8 {
            // A later empty square overwrites the digit of the one before.
            let sign = LETTERS[usize::from(codes[file] & 15)] | RANKS.digits[men][file];
            text[(start + usize::from(RANKS.places[men][file])) & 127] = sign;
        }
        // The slash is there.
        start += usize::from(RANKS.lengths[men]) + 1;
    }
    out.extend_from_slice(text.get(..start - 1).unwrap_or_default());
}

/// Writes one rank, 0 for the first, at the beginning of a text; tells its length, at most 8 bytes.
#[inline]
pub(super) fn write_rank(board: &Board, rank: usize, text: &mut [u8; 16]) -> usize {
    let men = usize::from((board.occupied().0 >> (8 * rank)) as u8);
    let (places, digits) = (&RANKS.places[men], &RANKS.digits[men]);
    let codes = &board.codes().as_chunks::<8>().0[rank & 7];
    for file in 0..8 {
        text[usize::from(places[file] & 15)] = LETTERS[usize::from(codes[file] & 15)] | digits[file];
    }
    usize::from(RANKS.lengths[men])
}

/// The castling field in X-FEN: `K` or `Q` for the outermost rook on that side, or else the file of the rook.
pub(super) fn append_castling(board: &Board, rights: &CastlingRights, out: &mut Vec<u8>) {
    if rights.is_empty() {
        out.push(b'-');
        return;
    }
    for (color, side, rook) in rights.iter() {
        let is_plain = match outermost_rook(board, color, side) {
            Some(outermost) => outermost == rook,
            // No rook on this side at all: the empty corner of a rook given as odds.
            None => rook == CastlingRights::corner(color, side),
        };
        let letter = match (is_plain, side) {
            (true, CastlingSide::King) => b'K',
            (true, CastlingSide::Queen) => b'Q',
            (false, _) => rook.file().letter().to_ascii_uppercase(),
        };
        out.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
    }
}

fn append_epd(
    board: &Board,
    turn: Color,
    castling: &CastlingRights,
    ep_square: Option<Square>,
    out: &mut Vec<u8>,
) {
    append_board(board, out);
    out.extend_from_slice(if turn == Color::White { b" w " } else { b" b " });
    append_castling(board, castling, out);
    out.push(b' ');
    match ep_square {
        Some(square) => out.extend_from_slice(&square.to_ascii()),
        None => out.push(b'-'),
    }
}

pub(super) fn append_clocks(halfmove_clock: u32, fullmove_number: u32, out: &mut Vec<u8>) {
    out.push(b' ');
    append_number(out, halfmove_clock.into());
    out.push(b' ');
    append_number(out, fullmove_number.into());
}

fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

impl Position {
    /// The FEN, to the end of a buffer.
    pub fn append_fen(&self, en_passant: EnPassant, out: &mut Vec<u8>) {
        self.append_epd(en_passant, out);
        append_clocks(self.halfmove_clock(), self.fullmove_number(), out);
    }

    /// The four position fields of an EPD line, to the end of a buffer.
    pub fn append_epd(&self, en_passant: EnPassant, out: &mut Vec<u8>) {
        let ep = match en_passant {
            EnPassant::Legal => self.legal_ep_square(),
            EnPassant::Pseudo => self.pseudo_ep_square(),
            EnPassant::Always => self.ep_square(),
        };
        append_epd(self.board(), self.turn(), &self.castling(), ep, out);
    }

    /// The FEN. Castling is written as `KQkq`, and in Chess960 with the file of the rook where that would be
    /// ambiguous (X-FEN).
    #[must_use]
    pub fn fen(&self, en_passant: EnPassant) -> String {
        let mut out = Vec::with_capacity(90);
        self.append_fen(en_passant, &mut out);
        into_string(out)
    }

    /// The four position fields of an EPD line.
    #[must_use]
    pub fn epd(&self, en_passant: EnPassant) -> String {
        let mut out = Vec::with_capacity(80);
        self.append_epd(en_passant, &mut out);
        into_string(out)
    }
}

impl Setup {
    /// The FEN, as it is: the en passant square is written whether or not it is possible.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut out = Vec::with_capacity(90);
        append_epd(&self.board, self.turn, &self.castling, self.ep_square, &mut out);
        append_clocks(self.halfmove_clock, self.fullmove_number, &mut out);
        into_string(out)
    }
}

impl fmt::Display for Position {
    /// The FEN, with an en passant square where taking there is legal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(EnPassant::Legal))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen(EnPassant::Always))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(71);
        append_board(self, &mut text);
        write!(f, "Board({})", String::from_utf8_lossy(&text))
    }
}
