//! Which words of a page are the moves of a game: layout as evidence with a cost, legality as the judge.
//!
//! A page is cut into tokens once ([`token`]). For each token all moves that its words can be are read once and kept
//! ([`lattice`]); in print that was recognised, all moves whose print comes near. What the lines look like
//! ([`lines`]) and where the next half-move may stand ([`step`], [`sides`], [`jumps`], [`offer`]) is evidence with a cost ([`cost`]), in tenths.
//! [`search`] plays: of all ways from a first move on, half-move by half-move, the cheapest that are legal are kept,
//! more of them where they die or become expensive. [`strips`] are columns that a recogniser handed out by themselves,
//! [`runs`] the moves in notes; [`blind`] tells what its numbers alone make of a game that does not play.
//!
//! The reader of texts asks it where the layout of [`crate::book`] leaves games in doubt.
mod asked;
mod blind;
mod block;
mod boards;
mod brackets;
mod care;
mod cost;
mod crowd;
mod due;
mod jumps;
pub(crate) mod lattice;
pub(crate) mod lines;
pub(crate) mod numbered;
mod offer;
mod order;
pub(crate) mod runs;
pub(crate) mod search;
mod sides;
pub(crate) mod step;
pub(crate) mod strips;
pub(crate) mod token;
pub(crate) mod way;
