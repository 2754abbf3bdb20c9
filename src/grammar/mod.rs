//! Text to record: the only user of nom.
pub mod algebraic;
pub mod cell;
pub mod descriptive;
pub mod detect;
pub mod scan;
