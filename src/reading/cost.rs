//! The one table of costs: how much each kind of disagreement between the words and the board weighs.
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A cost in tenths: agreeing costs 0, an unmarked check 7 (that is, 0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub u32);

impl Cost {
    /// Nothing.
    pub const ZERO: Self = Self(0);
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::ZERO, Add::add)
    }
}

/// The weights. Tuned on the development books only; each with the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// `K. R.` moved a rook that stands on the wing named but did not start there: right in 7 of 424 moves.
    pub wing_by_standing: Cost,
    /// `K. R.` moved a rook that stands on the other wing of a position that was set up: it may have started there.
    pub wing_of_unknown_origin: Cost,
    /// A pawn named by the file it started on.
    pub pawn_by_first_file: Cost,
    /// A check without a mark, in a record whose habit is not known or that marks few.
    pub unmarked_check: Cost,
    /// A check without a mark in a record that marks its checks: 5 of 671.
    pub unmarked_check_in_marking_record: Cost,
    /// A check mark on a move that gives none: one in 671.
    pub false_check: Cost,
    /// `dis. ch.` or `dbl. ch.` of a check of another kind.
    pub wrong_check_kind: Cost,
    /// `mate` that is no mate.
    pub false_mate: Cost,
    /// En passant not said: it is said every time.
    pub unsaid_en_passant: Cost,
    /// En passant said of another move.
    pub false_en_passant: Cost,
    /// The rank is missing (`R-K` for the first).
    pub rank_missing: Cost,
    /// A dash or `to` on a capture, or `takes` on a quiet move.
    pub wrong_verb: Cost,
    /// One wing letter wrong.
    pub wrong_wing: Cost,
    /// The man taken is another.
    pub wrong_victim: Cost,
    /// Another rank, file or man than printed.
    pub wrong_letter: Cost,
    /// The same for letters and digits that look alike (R K B; Q K; E R; 2 5; 3 8; 1 4; S 8 5; l I 1; O 0).
    pub look_alike: Cost,
    /// A move that cannot be read at all.
    pub unreadable: Cost,
    /// A move that reads well, taken for another altogether: more than any single misprint.
    pub garbled: Cost,
    /// A half-move left out.
    pub missing: Cost,
    /// The column or the dots give the move to the other side.
    pub wrong_color: Cost,
    /// The number in front of the move is not the one that is due.
    pub wrong_number: Cost,
    /// The board ends in a mate or stalemate that the printed result denies.
    pub wrong_result: Cost,
    /// The board drawn after the move is another.
    pub wrong_board: Cost,
    /// What a usual move of a game costs among the moves that words of raw print may be: so much less does it cost where the
    /// words are blurred. How likely a move is counts nothing where this is nothing.
    pub usual: Cost,
    /// Lines closer than this to the cheapest are rivals.
    pub margin: Cost,
    /// Repairs closer than this to the cheapest are told with it: the same letter may be a slip of the pen or of the
    /// eye, so the difference between the two weighs little.
    pub repair_margin: Cost,
}

impl Costs {
    /// The table in use.
    pub const DEFAULT: Self = Self {
        wing_by_standing: Cost(10),
        wing_of_unknown_origin: Cost(10),
        pawn_by_first_file: Cost(10),
        unmarked_check: Cost(7),
        unmarked_check_in_marking_record: Cost(20),
        false_check: Cost(50),
        wrong_check_kind: Cost(15),
        false_mate: Cost(50),
        unsaid_en_passant: Cost(10),
        false_en_passant: Cost(40),
        rank_missing: Cost(15),
        wrong_verb: Cost(20),
        wrong_wing: Cost(40),
        wrong_victim: Cost(40),
        wrong_letter: Cost(55),
        look_alike: Cost(30),
        unreadable: Cost(30),
        garbled: Cost(90),
        missing: Cost(60),
        wrong_color: Cost(5),
        wrong_number: Cost(3),
        wrong_result: Cost(30),
        wrong_board: Cost(25),
        usual: Cost::ZERO,
        margin: Cost(20),
        repair_margin: Cost(30),
    };

    /// The table for print of recognisers, where words may be many moves.
    pub const RAW: Self = Self { usual: Cost(4), ..Self::DEFAULT };
}
