//! The facade: what a program that uses this library sees of it. All of it is exported at the root of the crate.
mod convert;
mod finding;
mod game;
#[cfg(feature = "json")]
mod json;
mod options;
mod reader;
mod summary;
mod visit;
mod write;

pub use convert::convert;
pub use finding::{Finding, Place};
pub use game::{Game, Node, PlayedMove, Positions};
#[cfg(feature = "json")]
pub use json::JsonWriter;
pub use options::{Encoding, Format, Kind, Notation, Options};
pub use reader::{Games, Reader, Text, read_text};
pub use summary::Summary;
pub use visit::Visitor;
pub use write::{FenWriter, PgnWriter, TextWriter};
