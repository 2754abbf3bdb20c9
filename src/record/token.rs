//! One move as its words say it, part by part, each with its span; nothing is worked out yet.
use crate::chess::{CastlingSide, Color, File, Rank, Role};
use crate::span::Span;

/// The check mark of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CheckMark {
    /// None; in a record that marks checks that is evidence too.
    #[default]
    None,
    /// `ch`.
    Check,
    /// `dis. ch.`
    Discovered,
    /// `dbl. ch.`
    Double,
    /// `mate`.
    Mate,
}

/// A file by the man that starts on it: `K. B's` is the King's Bishop's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileName {
    /// The wing; `None` for `K` and `Q` themselves, and where it is not said (`Kt5`).
    pub wing: Option<CastlingSide>,
    /// The man; never a Pawn.
    pub of: Role,
}

/// From whose side a square is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The mover's, as usual.
    #[default]
    Mover,
    /// `his`, `her`: files and home square of the man's own wing.
    Own,
    /// `the adverse King's third`: counted from the other side's end.
    Adverse,
    /// `Black's K's 4th`.
    Of(Color),
}

/// A square, or as much of it as is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Whose end and wings count.
    pub owner: Owner,
    /// Its file.
    pub file: Option<FileName>,
    /// Its rank, 1 to 8.
    pub rank: Option<u8>,
    /// Its words, as offsets in the cell.
    pub span: Span,
}

/// A man as it is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Man {
    /// Which kind; `None` for `piece`.
    pub role: Option<Role>,
    /// The wing of a piece (`K. Kt.`).
    pub wing: Option<CastlingSide>,
    /// The file of a pawn (`K. Kt. P.`).
    pub file: Option<FileName>,
    /// Where it stands, if that is said: `R (Q 2)`.
    pub at: Option<Place>,
    /// Its words, as offsets in the cell.
    pub span: Span,
}

/// Moves or takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Neither is said: `Kt KB3`.
    #[default]
    Unsaid,
    /// `to`, a dash.
    To,
    /// `takes`, `x`.
    Takes,
}

/// What the move is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Nothing is said: `Q. checks`, `K. moves`.
    Unsaid,
    /// A square.
    Place(Place),
    /// A man that is taken.
    Victim(Man),
    /// So many squares ahead: `two squares`.
    Steps(u8),
    /// A square between King and attacker.
    Interposes,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// A man moves.
    Move {
        /// Who.
        man: Man,
        /// How.
        verb: Verb,
        /// Whereto.
        goal: Goal,
    },
    /// Castles, with the side if it is said.
    Castle(Option<CastlingSide>),
    /// `The same`: what the other side just did.
    Same,
    /// `anything`.
    Anything,
}

/// What a pawn becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Becomes {
    /// Not said.
    #[default]
    Unsaid,
    /// Said, with the man.
    To(Role),
    /// Said that it is promoted, not to what.
    Any,
}

/// One way to take the words of a cell of descriptive notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What is done.
    pub deed: Deed,
    /// What a pawn becomes.
    pub becomes: Becomes,
    /// The check mark.
    pub check: CheckMark,
    /// `e.p.`
    pub en_passant: bool,
    /// `stalemate`.
    pub stalemate: bool,
    /// Words of an annotator (`best`, `forced`), as offsets in the cell.
    pub said: Option<Span>,
    /// Other moves given in the same cell (`P—B3 or P—Q3`), in order.
    pub alternatives: Vec<Token>,
    /// Where the move begins in the cell (a printed number may stand before it).
    pub start: usize,
    /// Where its words end.
    pub end: usize,
    /// What the spellings cost, in tenths.
    pub cost: u32,
}

/// A move in algebraic or numeric notation, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The man that moves; `None` where none is written and none is implied (`e2e4`).
    pub role: Option<Role>,
    /// The file it comes from.
    pub from_file: Option<File>,
    /// The rank it comes from.
    pub from_rank: Option<Rank>,
    /// Whether `x` or a dash stands between.
    pub verb: Verb,
    /// The file it goes to.
    pub to_file: File,
    /// The rank it goes to; `None` in `exd`.
    pub to_rank: Option<Rank>,
    /// What it becomes.
    pub becomes: Becomes,
    /// The check mark.
    pub check: CheckMark,
    /// `e.p.`
    pub en_passant: bool,
    /// Where its letters end.
    pub end: usize,
    /// What the spelling costs, in tenths.
    pub cost: u32,
}
