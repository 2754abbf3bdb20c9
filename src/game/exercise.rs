//! Exercises: moves of men of White's that stand alone on the board, as primers set them for a learner. They are no games, and
//! there need be no king.
use std::fmt;

use crate::chess::{Role, Setup, Square};
use crate::span::Span;

/// Moves without an adversary: the men that words put on the board, and each of their moves. Every move is the only one that
/// its words can mean there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its rows, from the number of the first move on, in bytes of the text.
    pub span: Span,
    /// The words above them, which put the men on the board.
    pub words: Span,
    /// The men before the first move.
    pub start: Setup,
    /// The moves, in order.
    pub steps: Vec<Step>,
}

/// A move of an exercise. It is displayed as in standard algebraic notation: `Qd5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its printed words, without the number.
    pub span: Span,
    /// Which man moves.
    pub role: Role,
    /// Where it stood; the same as `to` where the words only say where it stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The men after it.
    pub after: Setup,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.role != Role::Pawn {
            write!(f, "{}", char::from(self.role.letter()).to_ascii_uppercase())?;
        }
        write!(f, "{}", self.to)
    }
}

impl Exercise {
    /// The positions that `wants` by the count of moves made, with the move that led there: the first has none.
    pub(crate) fn positions(
        &self,
        wants: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = (u32, Option<&Step>, &Setup)> {
        let after = self.steps.iter().map(|step| (Some(step), &step.after));
        let all = (0..).zip(std::iter::once((None, &self.start)).chain(after));
        all.filter(move |&(count, _)| wants(count)).map(|(count, (step, setup))| (count, step, setup))
    }
}
