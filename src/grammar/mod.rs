//! Text to record: the only user of nom.
pub mod cell;
