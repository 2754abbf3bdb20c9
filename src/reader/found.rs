//! A game where it was found.
use crate::diagnose::Diagnostic;
use crate::game::Game;
use crate::span::Span;

/// A game that was found in a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a, 't> {
    /// The game.
    pub game: &'a Game<'t>,
    /// What is to be said of it, in the order of the text.
    pub diagnostics: &'a [Diagnostic],
    /// Its index in the chunk, from 0.
    pub index: u32,
    /// All its bytes, and those between it and the next: the spans of a chunk's games follow one another and cover it.
    pub raw: Span,
}
