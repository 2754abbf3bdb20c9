//! Where the men on the board started: `K. R.` is the rook that started on the King's side, wherever it stands now.
use super::{FileSet, Wing};
use crate::chess::{
    Bitboard, CastlingSide, Color, File, Move, MoveKind, Piece, Position, Rank, Role, Square,
};

/// Where each man on the board started: the wing of a piece, the file of a pawn; promoted men have none, nor have the
/// men of a set-up position.
///
/// Four bits a square, kept as four planes: 0 none, 1–8 the pawn of files a–h, 9 the King's wing, 10 the Queen's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origins([u64; 4]);

/// Where one man started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A pawn, on this file.
    Pawn(File),
    /// A piece, on this wing (the King on the King's, the Queen on the Queen's).
    Piece(Wing),
}

impl Origin {
    /// The wing a man started on; a pawn's is that of its first file.
    #[must_use]
    pub const fn wing(self) -> Wing {
        match self {
            Self::Pawn(file) => Wing::of(file),
            Self::Piece(wing) => wing,
        }
    }
}

/// The men of the first array that stand behind the pawns, from the a-file.
const BACK: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

impl Origins {
    /// No man has an origin: a set-up position.
    pub const NONE: Self = Self([0; 4]);

    /// The origins at the beginning of a game, odds games included: each man that stands on a square of the first
    /// array where such a man belongs started there; others have no origin.
    #[must_use]
    pub fn at_home(position: &Position) -> Self {
        let mut origins = Self::NONE;
        for color in [Color::White, Color::Black] {
            for (file, role) in File::ALL.into_iter().zip(BACK) {
                let home = Square::new(file, Rank::First.relative_to(color));
                if position.piece_at(home) == Some(Piece { color, role }) {
                    origins.set(home, Some(Origin::Piece(Wing::of(file))));
                }
                let home = Square::new(file, Rank::Second.relative_to(color));
                if position.piece_at(home) == Some(Piece { color, role: Role::Pawn }) {
                    origins.set(home, Some(Origin::Pawn(file)));
                }
            }
        }
        origins
    }

    /// Is it known of no man where it started?
    #[must_use]
    pub fn are_unknown(&self) -> bool {
        *self == Self::NONE
    }

    /// Where the man on a square started, if it has an origin.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Origin> {
        let bit = |plane: u64| (plane >> square.index() & 1) as u8;
        let code = self.0.iter().rev().fold(0, |code, &plane| code << 1 | bit(plane));
        match code {
            1..=8 => File::from_index(code - 1).map(Origin::Pawn),
            9 => Some(Origin::Piece(Wing::King)),
            10 => Some(Origin::Piece(Wing::Queen)),
            _ => None,
        }
    }

    /// The squares but those of pawns on their first files.
    pub(crate) fn strayed(&self) -> Bitboard {
        // The files whose pawns have each of the four bits.
        let files = [0b0101_0101, 0b0110_0110, 0b0111_1000, 0b1000_0000];
        let differs =
            self.0.iter().zip(files).map(|(&plane, files)| Bitboard(plane ^ FileSet(files).squares().0));
        differs.fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    fn set(&mut self, square: Square, origin: Option<Origin>) {
        let code = match origin {
            None => 0,
            Some(Origin::Pawn(file)) => file as u64 + 1,
            Some(Origin::Piece(Wing::King)) => 9,
            Some(Origin::Piece(Wing::Queen)) => 10,
        };
        let mask = 1_u64 << square.index();
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane = if code >> bit & 1 == 1 { *plane | mask } else { *plane & !mask };
        }
    }

    /// The origins after a legal move.
    #[must_use]
    pub fn play(mut self, mv: Move) -> Self {
        let man = self.at(mv.from());
        match mv.kind() {
            MoveKind::Null => {}
            MoveKind::Normal => {
                self.set(mv.from(), None);
                self.set(mv.to(), if mv.promotion().is_some() { None } else { man });
            }
            MoveKind::EnPassant => {
                self.set(mv.from(), None);
                self.set(Square::new(mv.to().file(), mv.from().rank()), None);
                self.set(mv.to(), man);
            }
            MoveKind::Castle | MoveKind::OddsCastle => {
                let rook = self.at(mv.to());
                self.set(mv.from(), None);
                self.set(mv.to(), None);
                self.set(mv.destination(), man);
                if mv.kind() == MoveKind::Castle {
                    let side = mv.castling_side().unwrap_or(CastlingSide::King);
                    self.set(Square::new(side.rook_file(), mv.from().rank()), rook);
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> (Position, Origins) {
        let mut position = Position::default();
        let mut origins = Origins::at_home(&position);
        for word in moves.split_whitespace() {
            let mv = position.parse_uci(word.as_bytes()).expect("a legal move");
            origins = origins.play(mv);
            position = position.after_move(mv);
        }
        (position, origins)
    }

    fn at(origins: &Origins, square: &str) -> Option<Origin> {
        origins.at(square.parse().expect("a square"))
    }

    #[test]
    fn every_man_of_the_first_array_has_its_origin_and_no_empty_square_has_one() {
        let (position, origins) = after("");
        for square in Square::all() {
            assert_eq!(origins.at(square).is_some(), position.piece_at(square).is_some(), "{square}");
        }
        assert_eq!(at(&origins, "d8"), Some(Origin::Piece(Wing::Queen)));
        assert_eq!(at(&origins, "g8"), Some(Origin::Piece(Wing::King)));
        assert_eq!(at(&origins, "b7"), Some(Origin::Pawn(File::B)));
    }

    #[test]
    fn origins_go_with_the_men_through_castling_capture_and_taking_in_passing() {
        let (position, origins) = after("e2e4 e7e6 g1f3 b8c6 f1e2 f8e7 e1g1 a7a5 e4e5 f7f5 e5f6 e7f6");
        for square in Square::all() {
            assert_eq!(origins.at(square).is_some(), position.piece_at(square).is_some(), "{square}");
        }
        assert_eq!(at(&origins, "f1"), Some(Origin::Piece(Wing::King)), "the rook");
        assert_eq!(at(&origins, "g1"), Some(Origin::Piece(Wing::King)), "the king");
        assert_eq!(at(&origins, "f6"), Some(Origin::Piece(Wing::King)), "the bishop took the pawn");
        let (_, origins) = after("d2d4 a7a6 d4d5 e7e5 d5e6 a6a5 e6f7 e8e7 f7g8q");
        assert_eq!(at(&origins, "g8"), None, "a promoted man");
        let (_, origins) = after("d2d4 a7a6 d4d5 e7e5 d5e6");
        assert_eq!(at(&origins, "e6"), Some(Origin::Pawn(File::D)));
        for square in Square::all() {
            let is_there = origins.at(square) == Some(Origin::Pawn(square.file()));
            assert_ne!(origins.strayed().contains(square), is_there, "{square}");
        }
        assert_eq!(at(&origins, "e5"), None);
    }
}
