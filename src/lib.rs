//! **descant** reads the records of chess games and plays them: PGN, and the old English *descriptive* notation of
//! the books.
//!
//! The way data goes: bytes → [`source`] → ([`book`]) → [`record`] → [`reading`] → [`replay`] → [`game`] → [`emit`].
//! Where the layout of a page leaves it open which words are moves, `align` plays all ways through them.
//! A token is written, a reading is meant, a move is legal, a game is told; the four stay apart.
#![forbid(unsafe_code)]

mod align;
pub mod book;
mod bytes;
pub mod chess;
pub mod cli;
pub mod code;
pub mod decisions;
pub mod diagnose;
pub mod emit;
pub mod error;
pub mod filter;
pub mod game;
pub mod grammar;
pub mod lexicon;
pub mod names;
pub mod near;
pub mod openings;
pub mod pipeline;
pub mod reader;
pub mod reading;
pub mod record;
pub mod replay;
pub mod scan;
pub mod source;
pub mod span;
pub mod stats;
pub mod table;
