//! descant
pub mod chess;
