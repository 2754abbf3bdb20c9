//! Writing FEN and the four position fields of EPD, without `fmt`.

use std::fmt;

use super::fen::outermost_rook;
use super::{Board, CastlingRights, CastlingSide, Color, Position, Setup, Square};
use crate::bytes::{Pen, append_number};

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

/// How the squares of a rank are written, by which of them pieces stand on. All squares are eight bytes of a word, the
/// first file lowest.
#[derive(Clone, Copy)]
struct Rank {
    /// The digit of empty squares that stand together, in the byte of the last of them.
    digits: u64,
    /// The signs that move down by one, two and four bytes, one after the other: then none is missing between them.
    moved: [u64; 3],
    /// How many signs there are.
    length: usize,
}

static RANKS: [Rank; 256] = {
    let mut ranks = [Rank { digits: 0, moved: [0; 3], length: 0 }; 256];
    let mut men = 0;
    while men < 256 {
        let rank = &mut ranks[men];
        let (mut empty, mut file) = (0, 0);
        while file < 8 {
            let (is_empty, is_next_empty) = (men >> file & 1 == 0, file < 7 && men >> (file + 1) & 1 == 0);
            empty = if is_empty { empty + 1 } else { 0 };
            if !is_empty || !is_next_empty {
                if is_empty {
                    rank.digits |= (b'0' as u64 + empty) << (8 * file);
                }
                let (mut step, mut at) = (0, file);
                while step < 3 {
                    if (file - rank.length) >> step & 1 != 0 {
                        rank.moved[step] |= 0xff << (8 * at);
                        at -= 1 << step;
                    }
                    step += 1;
                }
                rank.length += 1;
            }
            file += 1;
        }
        men += 1;
    }
    ranks
};

/// The letters of pieces by mailbox code; zeros for what is no piece.
const LETTERS: &[u8; 16] = b"PNBRQK\0\0pnbrqk\0\0";

/// The letters of two squares side by side, by their codes: that of the first is the low half.
static PAIRS: [u16; 256] = {
    let mut pairs = [0; 256];
    let mut codes = 0;
    while codes < 256 {
        pairs[codes] = u16::from_le_bytes([LETTERS[codes & 15], LETTERS[codes >> 4]]);
        codes += 1;
    }
    pairs
};

/// How a rank is written, 0 for the first: at most eight bytes, the first lowest, zeros after the last; and how many they are.
#[inline]
pub(super) fn rank(board: &Board, rank: usize) -> (u64, usize) {
    let form = &RANKS[usize::from((board.occupied().0 >> (8 * rank)) as u8)];
    let codes = u64::from_le_bytes(board.codes().as_chunks().0[rank & 7]);
    let two = codes | codes >> 4;
    let letters = |shift: u32| u64::from(PAIRS[usize::from((two >> shift) as u8)]) << shift;
    let mut word = letters(0) | letters(16) | letters(32) | letters(48) | form.digits;
    for (step, moved) in form.moved.into_iter().enumerate() {
        let signs = word & moved;
        word = word ^ signs | signs >> (8 << step);
    }
    (word, form.length)
}

/// The piece placement field.
pub(super) fn append_board(board: &Board, out: &mut Vec<u8>) {
    // Where pieces stand is hard to guess: no branch asks it.
    let mut text = [0; 80];
    let mut pen = Pen::new(&mut text);
    for at in (0..8).rev() {
        let (word, length) = rank(board, at);
        pen.put_before(&word.to_le_bytes(), length, b'/');
    }
    out.extend_from_slice(pen.written().strip_suffix(b"/").unwrap_or_default());
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
