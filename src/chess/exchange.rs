//! What a side wins by taking on a square.
use super::{Bitboard, Board, Color, Role, Square, attacks};

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

/// The most that a side wins by taking on a square, but for the king's.
#[must_use]
pub fn most(board: &Board, side: Color) -> i32 {
    let own = board.by_color(side);
    let attacked = own.into_iter().fold(Bitboard(0), |all, square| {
        let role = board.role_at(square).unwrap_or(Role::Pawn);
        all | attacks::of(role, side, square, board.occupied())
    });
    let hanging = attacked & board.by_color(!side);
    let mut most = 0;
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        if worth(role) <= most {
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
    while count < takers.len() {
        let attackers = board.attackers_to(square, occupied) & board.by_color(turn) & occupied;
        let least =
            Role::ALL.into_iter().find_map(|role| Some((role, (attackers & board.by_role(role)).first()?)));
        let Some((role, from)) = least else { break };
        takers[count] = worth(role);
        count += 1;
        occupied.remove(from);
        turn = !turn;
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
            most(position.board(), position.turn())
        };
        assert_eq!(most("4k3/8/2b5/3p4/4P3/5B2/2R5/4K3 w - - 0 1"), 3);
        assert_eq!(most("4k3/8/8/8/4P3/5B2/2R5/4K3 w - - 0 1"), 0);
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
