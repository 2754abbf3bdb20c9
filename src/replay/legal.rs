//! The legal moves of a position, and what the board says of each, worked out when it is asked for.
use std::cell::{Cell, OnceCell};

use super::likely::Deed;
use crate::chess::{Bitboard, Move, Position, Role};
use crate::reading::RoleSet;

/// The legal moves of a position, worked out when many readings ask for them.
#[derive(Default)]
pub(crate) struct Legal {
    moves: OnceCell<Box<[Move]>>,
    reach: OnceCell<Reach>,
    /// What is known of each of them, where it will be asked again.
    known: Option<OnceCell<Box<Known>>>,
}

/// What is known of moves, by their numbers.
type Known = [Cell<Option<Looks>>];

/// What the board shows after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    /// Pieces that give check.
    pub checkers: Bitboard,
    pub is_mate: bool,
    /// How unlikely the move is, once that is asked for.
    cost: Option<u32>,
}

/// The position behind a legal move, made when it is asked for.
#[derive(Debug)]
pub(super) struct After<'p> {
    before: &'p Position,
    mv: Move,
    made: Option<Position>,
}

impl<'p> After<'p> {
    pub fn new(before: &'p Position, mv: Move) -> Self {
        Self { before, mv, made: None }
    }

    pub fn position(&mut self) -> &Position {
        let is_new = self.made.is_none();
        let made = self.made.get_or_insert(*self.before);
        if is_new {
            made.play_unchecked(self.mv);
        }
        made
    }
}

impl Looks {
    fn of(after: &Position) -> Self {
        Self { checkers: after.checkers(), is_mate: after.is_checkmate(), cost: None }
    }
}

impl Legal {
    /// That of a position which many words are held against: what is worked out of a move is kept.
    pub(crate) fn kept() -> Self {
        Self { known: Some(OnceCell::new()), ..Self::default() }
    }

    /// In the order of the move generator.
    pub(super) fn moves(&self, position: &Position) -> &[Move] {
        self.moves.get_or_init(|| position.legal_moves().as_slice().into())
    }

    /// Are they worth to be worked out for a few readings?
    pub(super) const fn is_kept(&self) -> bool {
        self.known.is_some()
    }

    /// The same, if they have been worked out.
    pub(super) fn known_moves(&self) -> Option<&[Move]> {
        self.moves.get().map(|moves| &**moves)
    }

    pub(super) fn reach(&self, position: &Position) -> &Reach {
        self.reach.get_or_init(|| Reach::of(position, self.moves(position)))
    }

    /// What is known of a move, by its number, if that is kept.
    fn known(&self, position: &Position, number: usize) -> Option<&Cell<Option<Looks>>> {
        let known = self.known.as_ref()?;
        known.get_or_init(|| vec![Cell::new(None); self.moves(position).len()].into()).get(number)
    }

    /// What the board shows after a legal move. It is known by its number among [`Self::moves`].
    pub(super) fn looks(&self, number: usize, after: &mut After<'_>) -> Looks {
        let known = self.known(after.before, number);
        if let Some(looks) = known.and_then(Cell::get) {
            return looks;
        }
        let looks = Looks::of(after.position());
        if let Some(known) = known {
            known.set(Some(looks));
        }
        looks
    }

    /// How unlikely a move is; one that mates is no surprise.
    pub(super) fn weigh(&self, number: usize, looks: &mut Looks, after: &mut After<'_>) -> u32 {
        if looks.is_mate {
            return 0;
        }
        if let Some(cost) = looks.cost {
            return cost;
        }
        let (before, mv) = (after.before, after.mv);
        let cost = Deed::of(before, mv, after.position()).map_or(0, Deed::cost);
        looks.cost = Some(cost);
        if let Some(known) = self.known(before, number) {
            known.set(Some(*looks));
        }
        cost
    }
}

/// Where the legal moves of each kind of piece begin and end; the last two are of none.
pub(super) struct Reach {
    from: [Bitboard; 8],
    to: [Bitboard; 8],
    pub castles: bool,
}

impl Reach {
    fn of(position: &Position, legal: &[Move]) -> Self {
        let mut reach = Self { from: [Bitboard(0); 8], to: [Bitboard(0); 8], castles: false };
        for mv in legal {
            reach.castles |= mv.is_castle();
            let Some(role) = position.board().role_at(mv.from()) else { continue };
            reach.from[role.index()].insert(mv.from());
            reach.to[role.index()].insert(mv.to());
        }
        reach
    }

    /// The squares that moves of one kind of piece go to.
    pub fn squares(&self, role: Role) -> Bitboard {
        self.to[role.index()]
    }

    /// Does a piece of one of these kinds go from one of these squares, and one of that kind to one of those?
    pub fn joins(&self, roles: RoleSet, from: Bitboard, to: Bitboard) -> bool {
        let mut left = roles.0;
        while left != 0 {
            let kind = left.trailing_zeros() as usize % 8;
            if (self.from[kind] & from).any() && (self.to[kind] & to).any() {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a move costs by itself and kept.
    fn costs(position: &Position, uci: &str) -> u32 {
        let legal = Legal::kept();
        let is_it = |&mv: &Move| position.uci(mv).to_string() == uci;
        let number = legal.moves(position).iter().position(is_it).expect("a legal move");
        let mv = legal.moves(position)[number];
        let after = &mut After::new(position, mv);
        let mut looks = legal.looks(number, after);
        let cost = legal.weigh(number, &mut looks, after);
        let after = &mut After::new(position, mv);
        assert_eq!(legal.looks(number, after).cost, Some(cost));
        let mut looks = Legal::default().looks(number, after);
        assert_eq!(Legal::default().weigh(number, &mut looks, after), cost);
        cost
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a position")
    }

    #[test]
    fn moves_that_lose_a_piece_are_unlikely_and_those_that_win_one_are_not() {
        let guarded = position("4k3/8/2p5/3p4/8/5Q2/4P3/4K3 w - - 0 1");
        let looks = |uci: &str| costs(&guarded, uci);
        assert!(looks("f3d5") > looks("f3g3") && looks("f3e4") > looks("f3f4"));
        let free = position("4k3/8/8/3p4/8/5Q2/4P3/4K3 w - - 0 1");
        assert!(costs(&free, "f3d5") < looks("f3d5"));
    }

    #[test]
    fn a_move_is_as_likely_for_either_side() {
        let white = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        let black = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
        for (one, other) in [("g1f3", "g8f6"), ("d1h5", "d8h4"), ("a2a3", "a7a6"), ("e1e2", "e8e7")] {
            assert_eq!(costs(&white, one), costs(&black, other), "{one}");
        }
        assert!(costs(&white, "g1f3") < costs(&white, "g1h3"));
        assert!(costs(&white, "b1c3") < costs(&white, "e1e2"));
    }
}
