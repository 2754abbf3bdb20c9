//! **descant** reads the records of chess games and plays them: PGN, and the old English *descriptive* notation of
//! the books.
//!
//! The way data goes: bytes → [`source`] → ([`book`]) → [`record`] → [`reading`] → [`replay`] → [`game`] → [`emit`].
//! Where the layout of a page leaves it open which words are moves, `align` plays all ways through them.
//! A token is written, a reading is meant, a move is legal, a game is told; the four stay apart.
#![forbid(unsafe_code)]
// The program, the tables and the tests each use what the others do not; all of it together is used without `raw`.
#![cfg_attr(
    not(all(feature = "cli", feature = "parquet", not(feature = "raw"))),
    allow(dead_code, unused_imports)
)]

mod api;
pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
mod rooms;

#[cfg(feature = "raw")]
pub use rooms::*;
#[cfg(not(feature = "raw"))]
use rooms::*;

#[cfg(feature = "json")]
pub use api::JsonWriter;
pub use api::{
    Encoding, FenWriter, Finding, Format, Game, Games, Kind, Node, Notation, Options, PgnWriter, Place,
    PlayedMove, Positions, Reader, Summary, Text, TextWriter, Visitor, convert, read_text,
};
pub use code::Code;
pub use diagnose::Severity;
pub use emit::fen::Which;
pub use emit::pgn::TagOrder;
pub use error::{Error, ErrorKind};
pub use game::Verdict;
pub use game::edit::Strip;
pub use record::GameResult;
