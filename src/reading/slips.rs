//! What a token could mean if one part of it were misprinted; only the repair asks.
use super::cost::Costs;
use super::{Act, Reading, Slip};
use crate::record::token::{Coordinates, Token};

/// A word that cannot be read may be any move.
#[must_use]
pub fn of_nothing() -> Vec<Reading> {
    vec![Reading { act: Act::Anything, cost: Costs::DEFAULT.unreadable, slip: Some(Slip::Unreadable) }]
}

/// One part of a descriptive token changed.
#[must_use]
pub fn of_tokens(tokens: &[Token]) -> Vec<Reading> {
    let _ = tokens;
    of_nothing()
}

/// One part of an algebraic token changed.
#[must_use]
pub fn of_coordinates(tokens: &[Coordinates]) -> Vec<Reading> {
    let _ = tokens;
    of_nothing()
}
