//! Text to record: the only user of nom.
pub mod algebraic;
mod blurred;
pub mod cell;
pub mod descriptive;
pub mod detect;
mod ending;
pub mod exact;
pub mod filter;
mod movetext;
pub mod odds;
pub mod pgn;
pub mod position;
mod respelled;
pub mod scan;
mod spelling;
mod symbol;
mod tag;
mod words;
