//! Mates in a few moves: all first moves that force one, to hold a problem's stipulation against its position.
use std::collections::HashMap;

use crate::chess::{Identity, Move, Position};

/// The first moves that solve a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// Moves that force mate in the moves given or fewer, whatever the other side does, in the order of moves.
    pub keys: Vec<Move>,
    /// Every first move was examined to the end; if not, the cap was reached and there may be more keys.
    pub is_complete: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// All first moves with which the side to move forces mate in at most `moves` moves of its own. At most `max_nodes`
/// positions are looked at: a mate in two needs some tens of thousands, each further move about thirty times as many.
/// The moves of `tried_first`, as a printed answer gives them, are examined before the others.
///
/// ```
/// use descant::chess::Position;
/// use descant::replay::problem::keys;
///
/// let position = Position::from_fen("7K/B5R1/8/8/7p/8/3R2qk/6Nb w - - 0 1").unwrap();
/// let solution = keys(&position, 2, 1_000_000, &[]);
/// assert!(solution.is_complete);
/// assert_eq!(solution.keys.iter().map(|&mv| position.san(mv).to_string()).collect::<Vec<_>>(), ["Ra2"]);
/// ```
#[must_use]
pub fn keys(position: &Position, moves: u32, max_nodes: u64, tried_first: &[Move]) -> Solution {
    let mut solver = Solver { left: max_nodes, known: HashMap::new(), refutations: Vec::new() };
    let mut first: Vec<Move> = position.legal_moves().as_slice().to_vec();
    first.sort_unstable_by_key(|mv| (!tried_first.contains(mv), *mv));
    let mut solution = Solution { keys: Vec::new(), is_complete: true, nodes: 0 };
    for mv in first {
        match solver.forces(&position.after_move(mv), moves) {
            Some(true) => solution.keys.push(mv),
            Some(false) => {}
            None => solution.is_complete = false,
        }
    }
    solution.keys.sort_unstable();
    solution.nodes = max_nodes - solver.left;
    solution
}

struct Solver {
    left: u64,
    /// Positions with the attacker to move: is there a mate in so many moves?
    known: HashMap<(Identity, u32), bool>,
    /// By moves left: the defence that met the last attempt, tried first against the next.
    refutations: Vec<Move>,
}

impl Solver {
    /// Counts a position; `None` when the cap is reached.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// The attacker has just made the first of `moves` moves: is every defence met with mate in the rest? The depth
    /// of the calls is that of the problem, at most twice `moves`.
    fn forces(&mut self, position: &Position, moves: u32) -> Option<bool> {
        self.count()?;
        if moves <= 1 {
            return Some(moves == 1 && position.is_checkmate());
        }
        let mut defences: Vec<Move> = position.legal_moves().as_slice().to_vec();
        if defences.is_empty() {
            return Some(position.is_check());
        }
        let depth = moves as usize;
        if self.refutations.len() <= depth {
            self.refutations.resize(depth + 1, Move::NULL);
        }
        if let Some(i) = defences.iter().position(|&mv| mv == self.refutations[depth]) {
            defences[..=i].rotate_right(1);
        }
        for defence in defences {
            if !self.has_mate(&position.after_move(defence), moves - 1)? {
                self.refutations[depth] = defence;
                return Some(false);
            }
        }
        Some(true)
    }

    /// The attacker is to move: is there a mate in `moves` or fewer?
    fn has_mate(&mut self, position: &Position, moves: u32) -> Option<bool> {
        if moves == 1 {
            for &mv in position.legal_moves().as_slice() {
                let after = position.after_move(mv);
                self.count()?;
                if after.is_check() && !after.has_legal_move() {
                    return Some(true);
                }
            }
            return Some(false);
        }
        let key = (position.identity(), moves);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        // Short mates first, then the attempts that leave the fewest defences, checks before others.
        let mut found = self.has_mate(position, moves - 1)?;
        if !found {
            let mut attempts: Vec<(bool, usize, Move, Position)> = Vec::new();
            for &mv in position.legal_moves().as_slice() {
                let after = position.after_move(mv);
                self.count()?;
                attempts.push((!after.is_check(), after.count_legal_moves(), mv, after));
            }
            attempts.sort_unstable_by_key(|&(quiet, defences, mv, _)| (quiet, defences, mv));
            for (_, _, _, after) in attempts {
                if self.forces(&after, moves)? {
                    found = true;
                    break;
                }
            }
        }
        self.known.insert(key, found);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(fen: &str, moves: u32) -> Vec<String> {
        let position = Position::from_fen(fen).expect("a position");
        let solution = keys(&position, moves, 20_000_000, &[]);
        assert!(solution.is_complete);
        solution.keys.iter().map(|&mv| position.san(mv).to_string()).collect()
    }

    #[test]
    fn a_two_mover_of_a_primer_has_one_key() {
        // Drueke's Chess Primer: White K h8, R g7 d2, N g1, B a7; Black K h2, Q g2, B h1, P h4.
        assert_eq!(solve("7K/B5R1/8/8/7p/8/3R2qk/6Nb w - - 0 1", 2), ["Ra2"]);
        assert_eq!(solve("7K/B5R1/8/8/7p/8/3R2qk/6Nb w - - 0 1", 1), Vec::<String>::new());
    }

    #[test]
    fn a_position_that_comes_again_in_another_order_is_not_searched_again() {
        // King and pawn against King: most orders of the same moves lead to the same position.
        let position = Position::from_fen("7k/5K2/8/6P1/8/8/8/8 w - - 0 1").expect("a position");
        assert!(keys(&position, 6, 50_000, &[]).is_complete);
    }

    #[test]
    fn a_mate_in_one_counts_and_stalemate_does_not() {
        assert_eq!(solve("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1), ["Ra8"]);
        // Qc7 would be stalemate.
        assert_eq!(solve("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", 1), ["Qc8"]);
    }

    #[test]
    fn a_lost_cap_is_told() {
        let position = Position::default();
        let solution = keys(&position, 3, 1000, &[]);
        assert!(!solution.is_complete && solution.keys.is_empty());
    }
}
