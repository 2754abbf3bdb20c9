//! The rules of chess: board, moves, legality, FEN and SAN; no other text format, no input or output.
//!
//! A [`Setup`] may be wrong, a [`Position`] may not: it has one king a side, and the side that has just moved
//! is not in check. All else is a small value that is copied.
//!
//! ```
//! use descant::chess::{Position, San};
//!
//! let start = Position::default();
//! let mv = start.resolve("Nf3".parse::<San>()?)?;
//! assert_eq!(start.uci(mv).to_string(), "g1f3");
//! assert_eq!(start.play(mv)?.legal_moves().len(), 20);
//! # Ok::<(), descant::Error>(())
//! ```

mod advance;
pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
pub(crate) mod exchange;
mod fen;
mod fen_trace;
mod fen_write;
mod laws;
mod movegen;
mod mv;
mod outcome;
mod packed;
mod plain;
mod polyglot;
mod position;
mod resolve;
mod role;
mod san;
mod setup;
mod square;
mod trace;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub use color::Color;
pub use fen::{FenError, FenField};
pub use fen_trace::{FEN_ROOM, FenTrace};
pub use fen_write::EnPassant;
pub use laws::{Claim, Repetitions, has_insufficient_material};
pub use movegen::MoveList;
pub use mv::{Move, MoveKind};
pub use outcome::Outcome;
pub(crate) use packed::Packed;
pub use position::Position;
pub use resolve::SanError;
pub use role::{Piece, Role};
pub use san::{ParseSanError, San, Suffix};
pub use setup::{Fault, Faults, Forgive, Setup};
pub use square::{File, ParseSquareError, Rank, Square};
pub use trace::{KeyTrace, MenTrace, Placed, Placement};
pub use uci::{IllegalMove, ParseUciError, Uci};
pub use zobrist::Identity;
pub(crate) use zobrist::man_key;
