//! What a side wins by taking on a square.
use std::ops::Range;

use super::{Board, Color, Role, Square, attacks};

/// What a piece is worth, in pawns.
#[must_use]
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The most that a side wins by taking on a square, but for the king's; where that lies outside `asked`, any figure on the
/// same side of it.
#[must_use]
pub fn most(board: &Board, side: Color, asked: Range<i32>) -> i32 {
    let occupied = board.occupied();
    let mut attacked = attacks::pawns(side, board.pieces(side, Role::Pawn));
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for square in board.pieces(side, role) {
            attacked |= attacks::of(role, side, square, occupied);
        }
    }
    let hanging = attacked & board.by_color(!side);
    let mut most = 0;
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        if worth(role) <= most || worth(role) < asked.start || most >= asked.end {
            break;
        }
        let gains = (hanging & board.by_role(role)).into_iter().map(|square| gain(board, square, side));
        most = gains.fold(most, i32::max);
    }
    most
}

/// What a side wins by taking the piece on a square, where both take with the least they have and may stop; in pawns. Pins
/// do not count.
fn gain(board: &Board, square: Square, side: Color) -> i32 {
    let Some(victim) = board.role_at(square) else { return 0 };
    let mut occupied = board.occupied();
    let mut takers = [0; 32];
    let mut count = 0;
    let mut turn = side;
    let mut attackers = board.attackers_to(square, occupied);
    while count < takers.len() {
        let ours = attackers & board.by_color(turn);
        let least =
            Role::ALL.into_iter().find_map(|role| Some((role, (ours & board.by_role(role)).first()?)));
        let Some((role, from)) = least else { break };
        takers[count] = worth(role);
        count += 1;
        occupied.remove(from);
        turn = !turn;
        // Those that stood behind it on its line attack the square now.
        if !matches!(role, Role::Knight | Role::Rook) {
            attackers |= attacks::bishop(square, occupied) & board.diagonal();
        }
        if matches!(role, Role::Rook | Role::Queen | Role::King) {
            attackers |= attacks::rook(square, occupied) & board.straight();
        }
        attackers &= occupied;
    }
    (0..count).rev().fold(0, |gain, i| {
        let taken = i.checked_sub(1).map_or(worth(victim), |before| takers[before]);
        (taken - gain).max(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn gained(fen: &str, square: &str) -> i32 {
        let position = Position::from_fen(fen).expect("a position");
        gain(position.board(), square.parse().expect("a square"), position.turn())
    }

    #[test]
    fn the_most_is_won_where_it_hangs() {
        let most = |fen: &str| {
            let position = Position::from_fen(fen).expect("a position");
            most(position.board(), position.turn(), 0..100)
        };
        assert_eq!(most("4k3/8/2b5/3p4/4P3/5B2/2R5/4K3 w - - 0 1"), 3);
        assert_eq!(most("4k3/8/8/8/4P3/5B2/2R5/4K3 w - - 0 1"), 0);
    }

    #[test]
    fn figures_outside_what_is_asked_are_on_their_side_of_it() {
        let fens = [
            "4k3/8/2b5/3p4/4P3/5B2/2R5/4K3 w - - 0 1",
            "4k3/8/8/8/4P3/5B2/2R5/4K3 w - - 0 1",
            "r3k3/1P6/8/3q4/4P3/8/8/R3K3 w - - 0 1",
        ];
        for (fen, whole) in fens.into_iter().zip([3, 0, 9]) {
            let position = Position::from_fen(fen).expect("a position");
            let most = |asked| most(position.board(), position.turn(), asked);
            assert_eq!(most(0..100), whole, "{fen}");
            for start in 0..12 {
                let asked = start..start + 3;
                let found = most(asked.clone());
                let side = |n: i32| (n >= asked.start, n >= asked.end);
                assert!(
                    found == whole || side(found) == side(whole) && !asked.contains(&whole),
                    "{fen} {asked:?}"
                );
            }
        }
    }

    #[test]
    fn both_sides_take_with_the_least_and_may_stop() {
        assert_eq!(gained("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), 1);
        assert_eq!(gained("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d5"), 0);
        assert_eq!(gained("4k3/8/4p3/3n4/8/8/3R4/3RK3 w - - 0 1", "d5"), 0);
        assert_eq!(gained("4k3/8/4p3/3r4/8/5B2/3R4/3RK3 w - - 0 1", "d5"), 3);
        assert_eq!(gained("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "d5"), 0);
    }
}
