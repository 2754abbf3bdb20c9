//! The games that were found by playing, each with all that belongs to it.
use super::start::Begin;
use crate::book::region::Region;
use crate::reading::{Marks, Reading};
use crate::record::Score;
use crate::span::Span;

/// What was found in a text.
#[derive(Clone)]
pub(super) struct Zones {
    pub games: Vec<Zone>,
    pub regions: Vec<Region>,
    /// Tag pairs above no moves.
    pub unclaimed: Vec<Span>,
    /// Rows that belong to no game.
    pub unread: Vec<Span>,
}

/// A game with all that belongs to it.
#[derive(Clone)]
pub(super) struct Zone {
    pub score: Score,
    pub begin: Begin,
    /// What the words of its moves mean, where the print is raw.
    pub meant: Vec<(Reading, Marks)>,
    /// What makes the game less than certain, or less than whole.
    pub faults: Vec<Fault>,
}

/// What speaks against a reading of a game, and where it shows.
#[derive(Clone)]
pub(super) enum Fault {
    /// Another way through the words is about as likely.
    Rival(Span),
    /// The numbers leave one out, and go on so.
    Jump(Span),
    /// The same where a move was passed over.
    Short(Span),
    /// A move stands behind a title, or behind moves that are not of the game.
    Leap(Span),
    /// Moves with the numbers that are due stand unread behind the last.
    Cut(Span),
    /// Rows numbered from 1 again go on with the game.
    Restarts(Span),
}
