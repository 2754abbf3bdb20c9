//! Where the moves that some words mean may lead: tested on a board before the words are held against it one by one.
use super::legal::Legal;
use crate::chess::{Bitboard, Color, Position, Role};
use crate::reading::{Act, End, Reading};

/// The squares that the men of each kind may go to, for either side, whatever else is told of them.
#[derive(Debug)]
pub(crate) struct Aims {
    to: [[Bitboard; 6]; 2],
    castles: bool,
    /// Any move may be meant.
    anything: bool,
}

impl Aims {
    pub(crate) fn of(readings: &[Reading]) -> Self {
        let mut aims = Self { to: [[Bitboard(0); 6]; 2], castles: false, anything: false };
        for reading in readings {
            match &reading.act {
                Act::Man(want) => {
                    let all = Bitboard(want.to.king.0 | want.to.queen.0 | want.to.unknown.0);
                    let of = |side| match (want.end, side) {
                        // Castling may be given by its squares.
                        (End::White, _) => Bitboard(!0),
                        (End::Mover, Color::White) => all,
                        (End::Mover, Color::Black) => all.flip(),
                    };
                    for side in [Color::White, Color::Black] {
                        want.roles.iter().for_each(|role| aims.to[side as usize][role.index()] |= of(side));
                    }
                    aims.castles |= want.end == End::White;
                }
                Act::Castle(_) => aims.castles = true,
                Act::Pass | Act::Same | Act::Anything => aims.anything = true,
            }
        }
        aims
    }

    /// May a legal move of a position be meant?
    pub(crate) fn may_fit(&self, position: &Position, legal: &Legal) -> bool {
        let reach = legal.reach(position);
        let to = &self.to[position.turn() as usize];
        let leads = |role: Role| (to[role.index()] & reach.squares(role)).any();
        self.anything || self.castles && reach.castles || Role::ALL.into_iter().any(leads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Move;
    use crate::reading::{ByWing, Constraint, Cost, RoleSet};

    #[test]
    fn words_are_turned_away_only_where_no_man_of_theirs_goes_there() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "4k3/8/8/3q4/8/8/1p6/R3K3 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a position");
            let (legal, us) = (Legal::kept(), position.turn());
            let moves = position.legal_moves();
            for role in Role::ALL {
                for square in Bitboard(!0) {
                    let seen = Bitboard::from_square(square);
                    let seen = if us == Color::Black { seen.flip() } else { seen };
                    let want =
                        Constraint { roles: RoleSet::just(role), to: ByWing::same(seen), ..Constraint::ANY };
                    let reading = Reading { act: Act::Man(want), cost: Cost::ZERO, slip: None };
                    let is_it =
                        |mv: &Move| mv.to() == square && position.board().role_at(mv.from()) == Some(role);
                    let goes = moves.as_slice().iter().any(is_it);
                    let aims = Aims::of(&[reading]);
                    assert_eq!(aims.may_fit(&position, &legal), goes, "{fen} {role:?} {square:?}");
                }
            }
            let castles = Reading { act: Act::Castle(None), cost: Cost::ZERO, slip: None };
            let may = moves.as_slice().iter().any(|mv| mv.is_castle());
            assert_eq!(Aims::of(&[castles]).may_fit(&position, &legal), may, "{fen}");
        }
    }
}
