//! The ways after one more half-move in their order, of which few are kept.
use super::way::Way;
use crate::chess::Move;

/// What puts a way in order, and its number: cheaper before dearer, what leads farther in the text before the rest.
fn key((way, number): (&Way, u32)) -> u128 {
    u128::from(way.cost) << 96
        | u128::from(!way.due.place) << 64
        | u128::from(by_squares(way.mv)) << 32
        | u128::from(number)
}

/// A number in the order of moves.
fn by_squares(mv: Move) -> u32 {
    let promotes = mv.promotion().map_or(0, |role| role as u8 + 1);
    u32::from_be_bytes([mv.from().index() as u8, mv.to().index() as u8, promotes, mv.kind() as u8])
}

/// The first of the ways that cost no more than `dearest`, so many at most; where there are more than may stand at one place,
/// no more than those there.
pub(super) fn first(ways: &[Way], dearest: u32, (most, most_at_one_place): (usize, usize)) -> Vec<Way> {
    let mut order: Vec<u128> = Vec::with_capacity(ways.len());
    order.extend(ways.iter().zip(0..).filter(|(way, _)| way.cost <= dearest).map(key));
    let way = |&key: &u128| ways[key as u32 as usize];
    if order.len() <= most_at_one_place {
        order.sort_unstable();
        return order.iter().map(way).collect();
    }
    let mut kept: Vec<Way> = Vec::with_capacity(most.min(order.len()));
    let mut places: Vec<(u32, usize)> = Vec::new();
    let mut rest = &mut order[..];
    while kept.len() < most && !rest.is_empty() {
        // Of many only the first are put in order.
        let some = rest.len().min(2 * most);
        if some < rest.len() {
            rest.select_nth_unstable(some);
        }
        let (here, behind) = rest.split_at_mut(some);
        here.sort_unstable();
        for way in here.iter().map(way) {
            let place = way.due.place;
            let known = places.iter().position(|&(known, _)| known == place).unwrap_or_else(|| {
                places.push((place, 0));
                places.len() - 1
            });
            if places[known].1 < most_at_one_place && kept.len() < most {
                places[known].1 += 1;
                kept.push(way);
            }
        }
        rest = behind;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::due::{Due, Habit};
    use crate::align::way::Taken;
    use crate::chess::Position;

    fn way(cost: u32, place: u32, mv: Move) -> Way {
        let due = Due { ply: 1, place, own: None, column: None, habit: Habit::default() };
        let taken = Taken { token: 0, edge: 0 };
        Way { due, board: 0, cost, excess: 0, parent: 0, taken, mv, last: 0, apart: 0 }
    }

    #[test]
    fn moves_are_in_their_own_order() {
        for fen in ["r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1"] {
            let legal = Position::from_fen(fen).expect("a position").legal_moves();
            for (one, other) in
                legal.as_slice().iter().flat_map(|mv| legal.as_slice().iter().map(move |o| (mv, o)))
            {
                assert_eq!(one.cmp(other), by_squares(*one).cmp(&by_squares(*other)), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_cheapest_are_kept_and_few_at_one_place() {
        let legal = Position::default().legal_moves();
        let all = |i: usize| way((i * 7 % 50) as u32, (i % 3) as u32, legal.as_slice()[i % 20]);
        let ways: Vec<Way> = (0..200).map(all).collect();
        for (dearest, most, at_one_place) in
            [(60, 40, 20), (60, 12, 5), (20, 40, 20), (60, 300, 60), (3, 40, 20)]
        {
            let mut order: Vec<usize> = (0..200).filter(|&i| ways[i].cost <= dearest).collect();
            order.sort_by_key(|&i| (ways[i].cost, std::cmp::Reverse(ways[i].due.place), ways[i].mv, i));
            if order.len() > at_one_place {
                let mut counts = [0; 3];
                order.retain(|&i| {
                    counts[ways[i].due.place as usize] += 1;
                    counts[ways[i].due.place as usize] <= at_one_place
                });
                order.truncate(most);
            }
            let found: Vec<_> = first(&ways, dearest, (most, at_one_place));
            let told = |way: &Way| (way.cost, way.due.place, way.mv);
            assert!(found.iter().map(told).eq(order.iter().map(|&i| told(&ways[i]))), "{dearest} {most}");
        }
    }
}
