//! Reads the records of chess games and plays them: PGN, however worn, and the English *descriptive* notation of old books.
//!
//! ```
//! use descant::{Notation, Options, PgnWriter, Reader, read_text};
//!
//! // The games of a file, whatever it is: PGN, plain or packed, a book, recognised pages.
//! for game in Reader::from_path("fixtures/cli/club.pgn")? {
//!     let game = game?;
//!     println!("{} – {}: {}", game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?"), game.end());
//! }
//!
//! // A page of an old book, and what is to be said of its games.
//! let page = read_text("1. P-K4 P-K4  2. Kt-KB3 Kt-QB3  3. B-Kt5 P-QR3");
//! let game = &page.games[0];
//! assert!(game.to_pgn().ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"));
//! assert_eq!(game.findings().count(), 0);
//!
//! // A whole input, on all cores.
//! let (mut pgn, file) = (Vec::new(), std::fs::File::open("fixtures/cli/opera.txt").unwrap());
//! let summary = descant::convert(file, &mut pgn, &Options::new().notation(Notation::Lan))?;
//! assert_eq!((summary.games, summary.games_with_errors), (1, 0));
//! # Ok::<(), descant::Error>(())
//! ```
//!
//! - [`Reader`] gives whole games, one after the other; [`Reader::visit`] tells a [`Visitor`] what is in them and builds none;
//!   [`convert`] turns one form into another.
//! - A [`Game`] has all its moves, and all are legal. What could not be read or played of a record, what was chosen among
//!   several meanings and what was taken for a misprint is a [`Finding`] with its place.
//! - [`PgnWriter`], [`TextWriter`], `JsonWriter` and [`FenWriter`] write every move of the games they are given.
//! - [`chess`] has the rules: positions, legal moves, FEN, SAN.
//!
//! The same input gives the same output, byte for byte. There is one [`Error`]; a bad game is none.
//!
//! # Features
//!
//! | feature | default | |
//! |---|---|---|
//! | `cli` | yes | the program; with it come `unpack`, `html`, `json` and `tables` |
//! | `unpack` | yes | inputs that are packed: .gz, .bz2, .zst |
//! | `html` | yes | the page of `descant report` |
//! | `json` | by `cli` | `JsonWriter` and [`Format`]`::Json` |
//! | `tables` | by `cli` | tables, statistics and filters, for the program |
//! | `arrow`, `parquet` | no | the tables as columns |
//! | `serve` | no | the page of `descant report` at an address of the machine (`--serve`) |
//! | `raw` | no | the modules behind this interface, for tests and for the Python package; they may change in any version |
//!
//! A program that reads PGN and books wants `default-features = false`, and `unpack` or `json` where it needs them.
#![forbid(unsafe_code)]
// The program, the tables, the Python package and the tests each use what the others do not: what idles is judged where
// all of them are there.
#![cfg_attr(not(all(feature = "cli", feature = "raw")), allow(dead_code, unused_imports))]

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
