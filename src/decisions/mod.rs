//! What a reader of a book decided about places in doubt: rows of a file that is made for version control.
//!
//! A row tells its place by the printed words, those around them and, of a move, the moves of its game, so that it is found
//! again after small edits of the book, and in the same book as a page of HTML or of recognised words. See [`HELP`] for the form.
#[cfg(feature = "tables")]
mod distance;
#[cfg(feature = "tables")]
mod file;
#[cfg(feature = "tables")]
mod find;
#[cfg(feature = "tables")]
mod index;

use std::fmt;

use crate::chess::San;
use crate::span::Span;
#[cfg(feature = "tables")]
pub use {
    file::{Decisions, Row},
    find::{Found, Place},
    index::Index,
};

/// The form of the file, as `descant explain decisions` tells it.
pub const HELP: &str = include_str!("form.txt");

/// The first row of the file.
pub const HEAD: &str = "place\tprinted\taround\tdecision\twho\twhen\twhy\tmoves";

/// Stands for the printed words among those around them.
pub const HERE: &str = "…";

/// What was decided about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These moves are meant, mostly one.
    Moves(Vec<San>),
    /// The print is right as it stands.
    AsPrinted,
    /// The words are no move.
    NotMove,
    /// A game begins with this move.
    Begins,
    /// A game ends with this move.
    Ends,
    /// The moves from this one on belong to an earlier game, behind its last.
    Joined(Earlier),
    /// The game that holds the place, or the next one, has this tag.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

/// An earlier game, which is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// Its number in the text, from 1, where nothing is joined.
    pub game: u32,
    /// The printed words of its last move, by which it is known; empty if they are not told.
    pub last: String,
}

const JOINED: &str = "joined to game ";
const AFTER: &str = " after ";

impl Earlier {
    fn parse(words: &str) -> Option<Self> {
        let (game, last) =
            words.strip_prefix(JOINED)?.split_once(AFTER).unwrap_or((&words[JOINED.len()..], ""));
        let game = game.trim().parse().ok().filter(|&game| game > 0)?;
        Some(Self { game, last: last.trim().to_owned() })
    }
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, last } = self;
        write!(f, "{JOINED}{game}{}{last}", if last.is_empty() { "" } else { AFTER })
    }
}

impl Decision {
    /// Reads the words of a decision.
    ///
    /// # Errors
    /// What would be accepted.
    pub fn parse(words: &str) -> Result<Self, String> {
        let words = words.trim();
        match words {
            "as printed" => return Ok(Self::AsPrinted),
            "not a move" => return Ok(Self::NotMove),
            "a game begins here" => return Ok(Self::Begins),
            "a game ends here" => return Ok(Self::Ends),
            _ => {}
        }
        if let Some(earlier) = Earlier::parse(words) {
            return Ok(Self::Joined(earlier));
        }
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if let Some((name, value)) = words.split_once('=').filter(|(name, _)| is_name(name) && name.len() > 2)
        {
            return match name {
                "FEN" | "SetUp" | "Reading" => Err(format!("the tag {name} cannot be decided")),
                "Result" if !matches!(value, "1-0" | "0-1" | "1/2-1/2" | "*") => {
                    Err("Result=1-0, 0-1, 1/2-1/2 or * would be accepted".to_owned())
                }
                _ => Ok(Self::Tag { name: name.to_owned(), value: value.to_owned() }),
            };
        }
        let moves: Option<Vec<San>> = words
            .split_whitespace()
            .map(|word| San::parse(word.trim_end_matches(['!', '?']).as_bytes()).map(|(san, _)| san))
            .collect();
        moves.filter(|moves| !moves.is_empty() && moves.iter().all(|san| !san.is_null())).map(Self::Moves).ok_or_else(
            || {
                format!(
                    "{words:?} is no decision: a move such as Nf6, `as printed`, `not a move`, `a game begins here`, \
                     `a game ends here`, `joined to game 12` or a tag such as White=Morphy would be accepted"
                )
            },
        )
    }

    /// May both stand for one place?
    fn is_apart(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tag { name, .. }, Self::Tag { name: other, .. }) => name != other,
            (
                Self::Moves(_) | Self::AsPrinted | Self::NotMove,
                Self::Moves(_) | Self::AsPrinted | Self::NotMove,
            )
            | (Self::Begins | Self::Joined(_), Self::Begins | Self::Joined(_)) => false,
            (one, other) => one != other,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(moves) => {
                for (i, san) in moves.iter().enumerate() {
                    write!(f, "{}{san}", if i > 0 { " " } else { "" })?;
                }
                Ok(())
            }
            Self::AsPrinted => f.write_str("as printed"),
            Self::NotMove => f.write_str("not a move"),
            Self::Begins => f.write_str("a game begins here"),
            Self::Ends => f.write_str("a game ends here"),
            Self::Joined(earlier) => earlier.fmt(f),
            Self::Tag { name, value } => write!(f, "{name}={value}"),
        }
    }
}

/// Is it decided that a stretch is no move?
pub(crate) fn is_no_move(decided: &[Decided], span: Span) -> bool {
    decided.iter().any(|row| row.decision == Decision::NotMove && span.touches(row.span))
}

/// Is it decided that a stretch needs no doubt?
pub(crate) fn is_settled(decided: &[Decided], span: Span) -> bool {
    let settles = |row: &&Decided| !matches!(row.decision, Decision::Tag { .. } | Decision::NotMove);
    decided.iter().filter(settles).any(|row| span.touches(row.span))
}

/// A decision about a stretch of a text; an empty one stands between words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The stretch.
    pub span: Span,
    /// What was decided.
    pub decision: Decision,
    /// Where the first move stands of the game that the place is joined to, once it is found.
    pub earlier: Option<Span>,
}
