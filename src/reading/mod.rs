//! What one token can mean: constraints on the legal moves, each with a cost; no board is needed yet.
pub mod algebraic;
pub mod cost;
pub mod descriptive;
pub mod origin;
pub mod slips;

use std::hash::{Hash, Hasher};

use crate::chess::{Bitboard, CastlingSide, Color, File, Role};
pub use crate::record::CheckMark;
pub use cost::Cost;

/// The wing of the board: the King's side (files e–h) or the Queen's (a–d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// Files e to h.
    King,
    /// Files a to d.
    Queen,
}

impl Wing {
    /// The wing of a file.
    #[must_use]
    pub const fn of(file: File) -> Self {
        if file as u8 >= File::E as u8 { Self::King } else { Self::Queen }
    }
}

/// A set of roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoleSet(pub u8);

impl RoleSet {
    /// Any man at all.
    pub const ALL: Self = Self(0b11_1111);

    /// Just this role.
    #[must_use]
    pub const fn just(role: Role) -> Self {
        Self(1 << role as u8)
    }

    /// Is the role in the set?
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }

    /// The roles of the set.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let role = Role::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*role)
        })
    }
}

/// A set of files; bit 0 is the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileSet(pub u8);

impl FileSet {
    /// Every file.
    pub const ALL: Self = Self(0xff);

    /// Is the file in the set?
    #[must_use]
    pub const fn contains(self, file: File) -> bool {
        self.0 >> file as u8 & 1 == 1
    }

    /// The squares of its files.
    pub(crate) const fn squares(self) -> Bitboard {
        Bitboard(self.0 as u64 * 0x0101_0101_0101_0101)
    }
}

/// From which end of the board the ranks of a constraint are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// From the mover's own: for a move of Black's the squares are mirrored (rank 1 is rank 8).
    #[default]
    Mover,
    /// From White's, whoever moves: algebraic notation.
    White,
}

/// Squares that may depend on the wing where the moving man started (`to his 5th`, `to her R's sq.`).
///
/// Squares in readings are as White sees them; [`Constraint::end`] says whether they are mirrored for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByWing {
    /// For a man that started on the King's side (the King is one).
    pub king: Bitboard,
    /// For a man that started on the Queen's side (the Queen is one).
    pub queen: Bitboard,
    /// For a man without an origin (promoted, or a set-up position).
    pub unknown: Bitboard,
}

impl ByWing {
    /// Those for a man that started on this wing; for one without an origin if none is named.
    #[inline]
    #[must_use]
    pub const fn of(self, wing: Option<Wing>) -> Bitboard {
        match wing {
            Some(Wing::King) => self.king,
            Some(Wing::Queen) => self.queen,
            None => self.unknown,
        }
    }

    /// The squares of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            king: Bitboard(self.king.0 | other.king.0),
            queen: Bitboard(self.queen.0 | other.queen.0),
            unknown: Bitboard(self.unknown.0 | other.unknown.0),
        }
    }

    /// All squares of their files.
    #[must_use]
    pub fn on_all_ranks(self) -> Self {
        let files = |squares: Bitboard| {
            let named = Bitboard::FILES.into_iter().filter(|&file| (file & squares).any());
            named.fold(Bitboard::EMPTY, |all, file| all | file)
        };
        Self { king: files(self.king), queen: files(self.queen), unknown: files(self.unknown) }
    }

    /// The same squares whatever the wing.
    #[must_use]
    pub const fn same(squares: Bitboard) -> Self {
        Self { king: squares, queen: squares, unknown: squares }
    }
}

/// Does the token say that something is taken?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// It does not tell (`Kt KB3`, `ed`).
    Unsaid,
    /// It says `to` or a dash: nothing is taken (the reverse costs).
    Quiet,
    /// It says `takes` or `x`.
    Takes,
}

/// What is taken, where the token tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// Which kinds of man.
    pub roles: RoleSet,
    /// The wing the taken man started on (`takes K. R.`).
    pub wing: Option<Wing>,
    /// The files of a taken pawn (`KBP`: f; `KtP`: b or g): where it stands, or at a cost where it started.
    pub files: FileSet,
}

impl Victim {
    /// Anything may be taken.
    pub const ANY: Self = Self { roles: RoleSet::ALL, wing: None, files: FileSet::ALL };
}

/// What a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// Not said: a queen if it promotes.
    Unsaid,
    /// Said, with the role.
    To(Role),
    /// Said that it promotes, not to what (`P. queens` says queen: that is `To`).
    Any,
}

/// A move of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Which men may make it.
    pub roles: RoleSet,
    /// The wing named before the man (`K. R.`): where it started; where it stands now at a cost.
    pub wing: Option<Wing>,
    /// Squares it may come from (`R (Kkt2)`), exact.
    pub from: Bitboard,
    /// Files a pawn named by its file may stand on (`KtP`: b, g), or have started on at a cost. Exact for SAN.
    pub from_files: FileSet,
    /// Squares it may go to.
    pub to: ByWing,
    /// Whether it takes.
    pub capture: Capture,
    /// What it takes.
    pub victim: Victim,
    /// What it becomes.
    pub promotion: Promotion,
    /// It steps between its King and a checking man (`interposes`).
    pub interposes: bool,
    /// How many squares a pawn steps (`Q. P. one`, `two squares`).
    pub steps: Option<u8>,
    /// From which end the squares are counted.
    pub end: End,
}

impl Constraint {
    /// Any move of any man.
    pub const ANY: Self = Self {
        roles: RoleSet::ALL,
        wing: None,
        from: Bitboard(!0),
        from_files: FileSet::ALL,
        to: ByWing::same(Bitboard(!0)),
        capture: Capture::Unsaid,
        victim: Victim::ANY,
        promotion: Promotion::Unsaid,
        interposes: false,
        steps: None,
        end: End::Mover,
    };
}

/// What a reading is a reading of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A man moves.
    Man(Constraint),
    /// Castling, on this side if it is said.
    Castle(Option<CastlingSide>),
    /// No move is made (`--`).
    Pass,
    /// What the other side did one half-move before, mirrored (`The same`).
    Same,
    /// Any legal move: the token cannot be read, or says `anything`.
    Anything,
}

impl Act {
    /// Is no more told than who moves, or nothing?
    #[must_use]
    pub fn tells_nothing(&self) -> bool {
        match *self {
            Self::Anything => true,
            Self::Man(told) => Constraint { roles: RoleSet::ALL, ..told } == Constraint::ANY,
            Self::Castle(_) | Self::Pass | Self::Same => false,
        }
    }
}

/// Marks on the token that hold for all its readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Check or mate.
    pub check: CheckMark,
    /// `e.p.`, `in passing`.
    pub en_passant: bool,
    /// `stalemate`.
    pub stalemate: bool,
}

/// One meaning of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// What is done.
    pub act: Act,
    /// What this meaning costs before it meets a board; the plain one costs nothing.
    pub cost: Cost,
    /// The part of the token that was taken as a slip; `None` for a reading of what is printed.
    pub slip: Option<Slip>,
}

/// Which part of a printed move was taken to be a misprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// The man named.
    Role,
    /// Its wing.
    Wing,
    /// The file it goes to, or comes from.
    File,
    /// The rank it goes to, or comes from.
    Rank,
    /// The man taken.
    Victim,
    /// `takes` for `to` or the reverse.
    Verb,
    /// The whole word.
    Unreadable,
    /// A half-move left out before this one.
    Missing,
}

/// A token of the main line with all that it can mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meanings {
    /// The readings of what is printed, cheapest first; empty if it cannot be read.
    pub plain: Vec<Reading>,
    /// Its marks.
    pub marks: Marks,
    /// Other moves the token gives as alternatives (`P—B3 or P—Q3`): the first stands in `plain`.
    pub alternatives: Vec<Meanings>,
    /// Result words glued to the move (`and wins`, `resigns`), as offsets in the token.
    pub rest: Option<crate::span::Span>,
    /// Words of an annotator behind the move (`best`, `forced`), as offsets in the token.
    pub said: Option<crate::span::Span>,
    /// Whose move the token itself says it is, if it does.
    pub color: Option<Color>,
}

/// Blurred words have many readings: how many there are, and the first of them, tell most words apart.
impl Hash for Meanings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.plain.len(), &self.plain[..self.plain.len().min(FEW)], self.marks, self.said).hash(state);
    }
}

/// So many readings are few.
const FEW: usize = 4;

impl Meanings {
    /// Are the words no more than `The same`, which repeats those before them?
    #[must_use]
    pub fn repeats(&self) -> bool {
        matches!(self.plain[..], [Reading { act: Act::Same, .. }])
    }
}
