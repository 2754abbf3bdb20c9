//! The notation in which moves are written: SAN, long algebraic, coordinates, figurines; words come from a
//! [`MoveWriter`].
use crate::chess::{CastlingSide, Position, Role, Suffix};
use crate::game::Played;

/// Writes moves in a notation that needs more than the position before the move.
///
/// The lines of a game are walked in order; variations are opened and closed as they stand in the text.
pub trait MoveWriter: Send {
    /// A game begins in this position.
    fn begin(&mut self, start: &Position);
    /// Appends the words of a move, and plays it.
    fn write(&mut self, out: &mut Vec<u8>, before: &Position, played: &Played);
    /// A variation begins: the last move is taken back.
    fn open(&mut self);
    /// It ends: the line before it goes on.
    fn close(&mut self);
}

/// How moves are written.
#[derive(Default)]
pub enum Style {
    /// Standard algebraic notation, as the export format wants it: `Nf3`.
    #[default]
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Lan,
    /// Coordinates as engines exchange them: `g1f3`.
    Uci,
    /// SAN with figurines for the letters: `♘f3`.
    Figurine,
    /// Another notation.
    Words(Box<dyn MoveWriter>),
}

impl Style {
    /// Must the positions be known to write the moves?
    #[must_use]
    pub const fn needs_positions(&self) -> bool {
        !matches!(self, Self::San | Self::Figurine)
    }

    /// Appends a move made in the position `before` (any position will do where none is needed).
    pub fn append(&mut self, out: &mut Vec<u8>, before: &Position, played: &Played) {
        match self {
            Self::San => {
                played.san.append_to(out);
                append_suffix(out, played.suffix);
            }
            Self::Lan => append_lan(out, before, played),
            Self::Uci => append_uci(out, before, played),
            Self::Figurine => {
                let from = out.len();
                played.san.append_to(out);
                append_suffix(out, played.suffix);
                figure(out, from);
            }
            Self::Words(writer) => writer.write(out, before, played),
        }
    }
}

/// Appends `+` or `#`.
pub fn append_suffix(out: &mut Vec<u8>, suffix: Suffix) {
    out.extend_from_slice(suffix.text().as_bytes());
}

/// Appends a move as engines exchange it; `0000` is no move.
pub fn append_uci(out: &mut Vec<u8>, before: &Position, played: &Played) {
    before.uci(played.mv).append_to(out);
}

fn append_lan(out: &mut Vec<u8>, before: &Position, played: &Played) {
    let mv = played.mv;
    if mv.is_null() {
        out.extend_from_slice(b"--");
    } else if mv.is_castle() {
        let long = mv.castling_side() == Some(CastlingSide::Queen);
        out.extend_from_slice(if long { b"O-O-O" } else { b"O-O" });
    } else {
        if let Some(letter) = before.board().role_at(mv.from()).and_then(letter) {
            out.push(letter);
        }
        out.extend_from_slice(&mv.from().to_ascii());
        out.push(if before.is_capture(mv) { b'x' } else { b'-' });
        out.extend_from_slice(&mv.to().to_ascii());
        if let Some(letter) = mv.promotion().and_then(letter) {
            out.extend_from_slice(&[b'=', letter]);
        }
    }
    append_suffix(out, played.suffix);
}

/// The letter of SAN; a pawn has none.
fn letter(role: Role) -> Option<u8> {
    (role != Role::Pawn).then(|| role.letter().to_ascii_uppercase())
}

/// Turns the letters of the move at the end of `out` into figurines; a move holds two at most.
fn figure(out: &mut Vec<u8>, from: usize) {
    let mut at = from;
    while at < out.len() {
        let figurine = match out[at] {
            b'K' => "♔",
            b'Q' => "♕",
            b'R' => "♖",
            b'B' => "♗",
            b'N' => "♘",
            _ => {
                at += 1;
                continue;
            }
        };
        out.splice(at..=at, figurine.bytes());
        at += figurine.len();
    }
}
