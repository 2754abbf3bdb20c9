//! Languages as data: the words of descriptive notation and the letters of algebraic, from tables a chess reader
//! can review.
pub(crate) mod confusions;
pub mod dialect;
pub mod endings;
pub mod letters;
pub mod prose;
pub mod words;

pub use dialect::{Dialect, Language, UnknownNotation};
pub use letters::{Letters, letters};
pub use words::{Lexicon, Print, Stands, Word};
