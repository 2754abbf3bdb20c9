//! What was found about duplicates, as a table and as an answer to "is this one kept?".
use std::fmt::{self, Display, Formatter, Write};

use super::{NameId, Place};
use crate::emit::Sheet;
use crate::game::value::{About, Kind as Of, Value};
use crate::stats::Columns;

/// What a record is among the records of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It stands for its game.
    Keeper,
    /// Start, moves, players, event, site, date, round and result are the keeper's.
    Identical,
    /// Start and moves are the keeper's, some headers are not.
    Headers,
    /// Its moves are the first of the keeper's.
    Prefix,
    /// The keeper's moves are the first of its own; the keeper says more of them.
    Longer,
    /// Its moves are those of others in the group, but it is a game of its own: kept.
    SameMoves,
}

impl Kind {
    /// The word in the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Keeper => "keeper",
            Self::Identical => "identical",
            Self::Headers => "headers",
            Self::Prefix => "prefix",
            Self::Longer => "longer",
            Self::SameMoves => "same-moves",
        }
    }

    /// Another record stands for it.
    #[must_use]
    pub const fn is_dropped(self) -> bool {
        matches!(self, Self::Identical | Self::Headers | Self::Prefix | Self::Longer)
    }
}

/// What the table says of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) place: Place,
    pub(super) number: u32,
    pub(super) line: u32,
    pub(super) white: NameId,
    pub(super) black: NameId,
    pub(super) plies: u32,
    pub(super) tags: u16,
    pub(super) comments: u16,
}

/// Where a record is to be found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) place: Place,
    pub(super) number: u32,
    pub(super) line: u32,
}

/// Why a record is what it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// It stands for its game: what it has.
    Kept(&'static str),
    Identical {
        plies: u32,
    },
    Headers {
        plies: u32,
        players: &'static str,
        others_differ: bool,
    },
    Prefix {
        plies: u32,
        of: u32,
        players: &'static str,
    },
    Longer {
        plies: u32,
        of: u32,
        players: &'static str,
    },
    SameMoves {
        plies: u32,
    },
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kept(what) => f.write_str(what),
            Self::Identical { plies } => write!(f, "same start, moves ({plies} plies) and headers"),
            Self::Headers { plies, players, others_differ } => {
                let rest = if others_differ { "; other headers differ" } else { "" };
                write!(f, "same start and moves ({plies} plies); {players}{rest}")
            }
            Self::Prefix { plies, of, players } => {
                write!(f, "its {plies} plies are the first of {of}; {players}")
            }
            Self::Longer { plies, of, players } => {
                write!(f, "its {plies} plies go on from the {of} of a record with more comments; {players}")
            }
            Self::SameMoves { plies } => write!(
                f,
                "same start and moves ({plies} plies) as others of the group, but another game: kept"
            ),
        }
    }
}

/// One record of a group.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number of the group, from 1, in the order of the first records.
    pub group: u32,
    /// What it is.
    pub kind: Kind,
    pub(super) row: Record,
    pub(super) keeper: Stand,
    pub(super) reason: Reason,
}

impl Verdict {
    /// Where it stands.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.row.place
    }

    /// Its number in its input, and its line.
    #[must_use]
    pub const fn game(&self) -> (u32, u32) {
        (self.row.number, self.row.line)
    }

    /// Where the record stands that is kept for it, its number in its input, and its line.
    #[must_use]
    pub const fn keeper(&self) -> (Place, u32, u32) {
        (self.keeper.place, self.keeper.number, self.keeper.line)
    }

    /// Why it is what it is.
    #[must_use]
    pub fn reasons(&self) -> impl Display {
        self.reason
    }
}

/// The columns.
pub const TABLE: &[About] = &[
    About::new("group", Of::Number, "the number of the group of records, from 1"),
    About::new("kind", Of::Text, "keeper, identical, headers, prefix, longer or same-moves"),
    About::new("game", Of::Number, "the number of the game in its file, from 1"),
    About::new("file", Of::Text, "the input the record came from, as it was named"),
    About::new("line", Of::Number, "the line of the file where it begins, from 1"),
    About::new(
        "keeper",
        Of::Number,
        "the number of the game that is kept for it; empty when it is kept itself",
    ),
    About::new("keeper_file", Of::Text, "the input that game came from"),
    About::new("keeper_line", Of::Number, "the line where that game begins"),
    About::new("white", Of::Text, "the tag White"),
    About::new("black", Of::Text, "the tag Black"),
    About::new("plies", Of::Number, "half-moves of the main line"),
    About::new("tags", Of::Number, "tag pairs"),
    About::new("comments", Of::Number, "comments, in variations too"),
    About::new("reasons", Of::Text, "why the record is what it is"),
];

/// All groups of records.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// By group, then in the order of the input.
    pub(super) rows: Vec<Verdict>,
    pub(super) names: Vec<Box<str>>,
}

impl Verdicts {
    /// The records that belong to a group.
    #[must_use]
    pub fn rows(&self) -> &[Verdict] {
        &self.rows
    }

    /// The records that another stands for, to be looked up by place.
    #[must_use]
    pub fn into_dropped(self) -> Dropped {
        let mut rows = self.rows;
        rows.retain(|row| row.kind.is_dropped());
        rows.sort_unstable_by_key(Verdict::place);
        Dropped(rows)
    }

    /// Writes some of the rows; `files` are the names of the inputs.
    pub fn write(&self, rows: &[Verdict], columns: &Columns<usize>, files: &[String], sheet: &mut Sheet) {
        let file = |place: Place| Value::word(files.get(place.input()).map(String::as_str));
        let name = |id: NameId| Value::word(self.names.get(id as usize).map(|name| &**name));
        let mut reasons = String::new();
        for verdict in rows {
            let Verdict { group, kind, row, keeper, reason } = verdict;
            reasons.clear();
            // Writing to a string cannot fail.
            let _ = write!(reasons, "{reason}");
            let dropped = kind.is_dropped();
            let number = |n: u32| Value::Number(n.into());
            columns.row(
                |&column| match TABLE[column].name {
                    "group" => number(*group),
                    "kind" => Value::Text(kind.word()),
                    "game" => number(row.number),
                    "file" => file(row.place),
                    "line" => number(row.line),
                    "keeper" if dropped => number(keeper.number),
                    "keeper_file" if dropped => file(keeper.place),
                    "keeper_line" if dropped => number(keeper.line),
                    "white" => name(row.white),
                    "black" => name(row.black),
                    "plies" => number(row.plies),
                    "tags" => number(row.tags.into()),
                    "comments" => number(row.comments.into()),
                    "reasons" => Value::Text(&reasons),
                    _ => Value::Empty,
                },
                sheet,
            );
        }
    }
}

/// The records that another stands for.
#[derive(Clone, Debug, Default)]
pub struct Dropped(Vec<Verdict>);

impl Dropped {
    /// What was found of the record that stands here, if it is one of them.
    #[must_use]
    pub fn get(&self, place: Place) -> Option<&Verdict> {
        self.0.binary_search_by_key(&place, Verdict::place).ok().map(|at| &self.0[at])
    }
}
