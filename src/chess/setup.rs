//! A setup that may not be playable, and the law book that says why.

use std::fmt;

use super::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Position, Rank, Role, Square, attacks,
};

/// What a FEN can say, whether or not it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Who may castle, and with which rook.
    pub castling: CastlingRights,
    /// The square a pawn has just stepped over.
    pub ep_square: Option<Square>,
    /// Plies since a pawn moved or a piece was taken.
    pub halfmove_clock: u32,
    /// The number of the next move.
    pub fullmove_number: u32,
    /// Whether a right may belong to the empty corner of a rook given as odds: by the old law the giver castles as
    /// if the rook stood there, as long as no piece has come to the corner.
    pub odds_castling: bool,
}

impl Default for Setup {
    /// The start of a game.
    fn default() -> Setup {
        Setup { board: Board::default(), castling: CastlingRights::STANDARD, ..Setup::empty() }
    }
}

macro_rules! faults {
    ($($fault:ident $name:literal $message:literal;)*) => {
        /// A reason why a setup cannot be played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Fault {
            $(#[doc = $message] $fault),*
        }

        impl Fault {
            /// All faults, in the order they are reported.
            pub const ALL: &'static [Fault] = &[$(Fault::$fault),*];

            /// A short name, in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Fault::$fault => $name),* }
            }

            /// What is wrong, in a sentence.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Fault::$fault => $message),* }
            }
        }
    };
}

faults! {
    MissingKing "missing-king" "a side has no king";
    TooManyKings "too-many-kings" "a side has more than one king";
    OpponentInCheck "opponent-in-check" "the side that has just moved is in check";
    PawnOnEndRank "pawn-on-end-rank" "a pawn stands on the first or the eighth rank";
    TooManyMen "too-many-men" "a side has more than sixteen pieces";
    TooManyPawns "too-many-pawns" "a side has more than eight pawns";
    TooManyPromoted "too-many-promoted" "a side has more promoted pieces than missing pawns";
    ImpossibleCheck "impossible-check" "more than two pieces give check";
    CheckBeforeEnPassant "check-before-en-passant" "before the double step to the en passant square the side to move stood in check";
    CastlingRights "castling-rights" "a castling right without king and rook at home";
    EnPassantSquare "en-passant-square" "an en passant square that no pawn can have stepped over";
    HalfmoveClock "halfmove-clock" "a halfmove clock above 10000";
    FullmoveNumber "fullmove-number" "a move number of 0 or above 100000";
}

/// A set of [`Fault`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Faults(u16);

impl Faults {
    /// No fault.
    pub const NONE: Faults = Faults(0);

    /// Faults that no playable position can have; all others can be forgiven.
    pub const FATAL: Faults =
        Faults::NONE.with(Fault::MissingKing).with(Fault::TooManyKings).with(Fault::OpponentInCheck);

    /// The set with one more.
    #[must_use]
    pub const fn with(self, fault: Fault) -> Faults {
        Faults(self.0 | 1 << fault as u8)
    }

    /// Adds a fault when a claim holds.
    fn add_if(&mut self, claim: bool, fault: Fault) {
        if claim {
            *self = self.with(fault);
        }
    }

    /// Whether a fault is in the set.
    #[must_use]
    pub const fn contains(self, fault: Fault) -> bool {
        self.0 >> fault as u8 & 1 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faults of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Faults) -> Faults {
        Faults(self.0 & !other.0)
    }

    /// The faults, in the order of [`Fault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.iter().copied().filter(move |&fault| self.contains(fault))
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        faults.into_iter().fold(Faults::NONE, Faults::with)
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            f.write_str(fault.message())?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The faults a caller is ready to live with.
///
/// A forgiven castling right or en passant square is dropped, a forgiven move number 0 becomes 1; the other faults
/// are kept as they are. [`Faults::FATAL`] is never forgiven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgive(Faults);

impl Forgive {
    /// Nothing.
    pub const NOTHING: Forgive = Forgive(Faults::NONE);

    /// What can be mended without touching a piece: castling rights, en passant square, clocks.
    pub const DETAILS: Forgive = Forgive(
        Faults::NONE
            .with(Fault::CastlingRights)
            .with(Fault::EnPassantSquare)
            .with(Fault::HalfmoveClock)
            .with(Fault::FullmoveNumber),
    );

    /// All that can be.
    pub const ALL: Forgive = Forgive(Faults(!Faults::FATAL.0));

    /// These, as far as they can be.
    #[must_use]
    pub const fn these(faults: Faults) -> Forgive {
        Forgive(faults.without(Faults::FATAL))
    }

    /// Whether this fault is forgiven.
    #[must_use]
    pub const fn forgives(self, fault: Fault) -> bool {
        self.0.contains(fault)
    }
}

impl Setup {
    /// An empty board, White to move, move 1.
    #[must_use]
    pub const fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling: CastlingRights::NONE,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            odds_castling: false,
        }
    }

    /// The position, if there is nothing to forgive but what the caller forgives.
    ///
    /// # Errors
    ///
    /// The faults that were not forgiven.
    pub fn into_position(mut self, forgive: Forgive) -> Result<Position, Faults> {
        let found = self.faults();
        let left = found.without(forgive.0);
        if !left.is_empty() {
            return Err(left);
        }
        if found.contains(Fault::CastlingRights) {
            for (color, side, rook) in self.castling.iter() {
                if !self.is_possible_right(color, side, rook) {
                    self.castling.clear(color, side);
                }
            }
        }
        if found.contains(Fault::EnPassantSquare) {
            self.ep_square = None;
        }
        self.fullmove_number = self.fullmove_number.max(1);
        let clocks = (self.halfmove_clock, self.fullmove_number);
        Ok(Position::from_checked(self.board, self.turn, &self.castling, self.ep_square, clocks))
    }

    /// All that is wrong.
    #[must_use]
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::NONE;
        let board = &self.board;
        let count = |color, role| board.pieces(color, role).count();
        for color in Color::ALL {
            faults.add_if(count(color, Role::King) == 0, Fault::MissingKing);
            faults.add_if(count(color, Role::King) > 1, Fault::TooManyKings);
            faults.add_if(board.by_color(color).count() > 16, Fault::TooManyMen);
            faults.add_if(count(color, Role::Pawn) > 8, Fault::TooManyPawns);
            faults.add_if(self.promoted(color) + count(color, Role::Pawn) > 8, Fault::TooManyPromoted);
        }
        faults.add_if((board.by_role(Role::Pawn) & Bitboard::ENDS).any(), Fault::PawnOnEndRank);
        if let Some(king) = board.king(!self.turn) {
            faults.add_if(self.is_attacked(king, self.turn), Fault::OpponentInCheck);
        }
        if let Some(king) = board.king(self.turn) {
            let checkers = board.attackers_to(king, board.occupied()) & board.by_color(!self.turn);
            faults.add_if(checkers.count() > 2, Fault::ImpossibleCheck);
        }
        if let Some(ep) = self.ep_square.filter(|&ep| self.is_possible_ep(ep)) {
            faults.add_if(self.is_check_older_than(ep), Fault::CheckBeforeEnPassant);
        }
        let is_possible = |(color, side, rook)| self.is_possible_right(color, side, rook);
        faults.add_if(!self.castling.iter().all(is_possible), Fault::CastlingRights);
        faults.add_if(self.ep_square.is_some_and(|ep| !self.is_possible_ep(ep)), Fault::EnPassantSquare);
        faults.add_if(self.halfmove_clock > 10_000, Fault::HalfmoveClock);
        faults.add_if(!(1..=100_000).contains(&self.fullmove_number), Fault::FullmoveNumber);
        faults
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.board.is_attacked(square, by, self.board.occupied())
    }

    /// How many pieces must be promoted pawns: those above the number at the start. Bishops count by the colour of
    /// their squares.
    fn promoted(&self, color: Color) -> u32 {
        let above = |men: Bitboard, at_start: u32| men.count().saturating_sub(at_start);
        let men = |role| self.board.pieces(color, role);
        above(men(Role::Queen), 1)
            + above(men(Role::Rook), 2)
            + above(men(Role::Knight), 2)
            + above(men(Role::Bishop) & Bitboard::LIGHT, 1)
            + above(men(Role::Bishop) & Bitboard::DARK, 1)
    }

    /// King and rook stand on their first rank, the rook on its side of the king.
    fn is_possible_right(&self, color: Color, side: CastlingSide, rook: Square) -> bool {
        let home = Rank::First.relative_to(color);
        let Some(king) = self.board.king(color).filter(|king| king.rank() == home) else { return false };
        let is_on_its_side = match side {
            CastlingSide::King => rook.file() > king.file(),
            CastlingSide::Queen => rook.file() < king.file(),
        };
        let is_rook = self.board.pieces(color, Role::Rook).contains(rook);
        let is_odds_corner = self.odds_castling
            && rook == CastlingRights::corner(color, side)
            && king.file() == File::E
            && self.board.piece_at(rook).is_none();
        rook.rank() == home && is_on_its_side && (is_rook || is_odds_corner)
    }

    /// A pawn stands before the square, and both squares behind it are empty.
    fn is_possible_ep(&self, ep: Square) -> bool {
        let Some((pawn, origin)) = self.double_step(ep) else { return false };
        let occupied = self.board.occupied();
        self.board.pieces(!self.turn, Role::Pawn).contains(pawn)
            && !occupied.contains(ep)
            && !occupied.contains(origin)
    }

    /// Before the double step to an en passant square the side to move was not in check, for it had just moved.
    fn is_check_older_than(&self, ep: Square) -> bool {
        let them = !self.turn;
        let (Some((pawn, origin)), Some(king)) = (self.double_step(ep), self.board.king(self.turn)) else {
            return false;
        };
        let before = (self.board.occupied() - pawn.into()) | origin.into();
        self.board.is_attacked(king, them, before) || attacks::pawn(them, origin).contains(king)
    }

    /// Where a pawn that has stepped over `ep` stands, and where it came from.
    fn double_step(&self, ep: Square) -> Option<(Square, Square)> {
        let ahead: i8 = if self.turn == Color::White { 1 } else { -1 };
        let is_on_rank = ep.rank() == Rank::Sixth.relative_to(self.turn);
        is_on_rank.then(|| Some((ep.offset(0, -ahead)?, ep.offset(0, ahead)?)))?
    }
}

impl TryFrom<Setup> for Position {
    type Error = Faults;

    fn try_from(setup: Setup) -> Result<Position, Faults> {
        setup.into_position(Forgive::NOTHING)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let castling = position.castling();
        let odds_castling = castling
            .iter()
            .any(|(color, _, corner)| !position.board().pieces(color, Role::Rook).contains(corner));
        Setup {
            board: *position.board(),
            turn: position.turn(),
            castling,
            ep_square: position.ep_square(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            odds_castling,
        }
    }
}
