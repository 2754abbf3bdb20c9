//! The room that joins: one chunk of text to games with their diagnostics.
pub mod text;
