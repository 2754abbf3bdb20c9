//! What can be asked for by name.
use crate::game::move_row::{MoveColumn, MoveField};
use crate::game::row::{Field, GameColumn};
use crate::game::value::{Kind, Need};

/// A column that can be asked for by name.
pub trait Column: Clone + PartialEq + 'static {
    /// The column of a name, whatever the case of its letters.
    fn from_name(name: &str) -> Option<Self>;
    /// The names there are, in order.
    fn names() -> Vec<&'static str>;
    /// The kind of its values.
    fn kind(&self) -> Kind;
    /// What must be known of a game to tell it.
    fn need(&self) -> Need;
}

impl Column for Field {
    fn from_name(name: &str) -> Option<Self> {
        Self::from_name(name)
    }

    fn names() -> Vec<&'static str> {
        GameColumn::ALL.iter().map(|column| column.name()).collect()
    }

    fn kind(&self) -> Kind {
        self.kind()
    }

    fn need(&self) -> Need {
        self.need()
    }
}

impl Column for MoveField {
    fn from_name(name: &str) -> Option<Self> {
        Self::from_name(name)
    }

    fn names() -> Vec<&'static str> {
        let moves = MoveColumn::ALL.iter().map(|column| column.name());
        let games = GameColumn::ALL.iter().map(|column| column.name());
        moves.chain(games.filter(|name| MoveColumn::from_name(name).is_none())).collect()
    }

    fn kind(&self) -> Kind {
        self.kind()
    }

    fn need(&self) -> Need {
        self.need()
    }
}

/// Names that stand for the columns of both players: what holds for one of the two holds.
const OF_EITHER: &[(&str, [&str; 2])] = &[
    ("player", ["white", "black"]),
    ("elo", ["white_elo", "black_elo"]),
    ("title", ["white_title", "black_title"]),
];

/// The names that ask about the positions of a game, not about a column.
pub const OF_BOARDS: &[&str] = &["position", "material", "reaches"];

/// Both columns that a name stands for.
#[must_use]
pub fn of_either(name: &str) -> Option<[&'static str; 2]> {
    OF_EITHER.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, both)| *both)
}

/// All names that an expression may have.
pub fn all_names<C: Column>() -> impl Iterator<Item = &'static str> {
    let others = OF_EITHER.iter().map(|(name, _)| *name).chain(OF_BOARDS.iter().copied());
    C::names().into_iter().chain(others)
}
