//! A game as it is told: tags, a start, a tree of moves kept as a flat list, a result, and how sure the reading is.
mod annotation;
pub mod command;
mod cursor;
pub mod edit;
pub mod exercise;
pub mod facts;
pub mod move_row;
pub mod movetext;
mod repeats;
pub mod row;
pub mod tags;
mod track;
mod unread;
pub mod value;

use std::borrow::Cow;

use crate::chess::{Move, Position, San, Suffix};
use crate::reading::{Cost, Slip};
use crate::record::GameResult;
use crate::span::Span;
pub use annotation::{Annotation, Remarks};
pub use cursor::{MainLine, Moves, Step, Walk, outside_variations};
pub use facts::{FactReader, Facts, MovesKey, Termination};
pub use movetext::Movetext;
pub use repeats::{Repeats, after};
pub use track::Track;
pub use unread::{ReadAgain, Unread};

/// A tag with its value, unescaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'t> {
    /// The name.
    pub name: Cow<'t, str>,
    /// The value.
    pub value: Cow<'t, str>,
    /// Where it was written, if it was.
    pub span: Option<Span>,
    /// Worked out from the words around the moves.
    pub inferred: bool,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move itself.
    pub mv: Move,
    /// Its export-format notation.
    pub san: San,
    /// Check or mate, as the board says.
    pub suffix: Suffix,
    /// The token it was read from; empty if it stands nowhere in the text.
    pub span: Span,
}

impl Played {
    /// What was played, without its place.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> Ply {
        Ply { mv: self.mv, san: self.san, check: self.suffix != Suffix::None }
    }

    /// Do these words mean the move? They may tell more of where it comes from than is needed, and need not tell a capture.
    #[must_use]
    pub fn is_said_by(&self, san: San) -> bool {
        let is_from = san.from_file().is_none_or(|file| file == self.mv.from().file())
            && san.from_rank().is_none_or(|rank| rank == self.mv.from().rank());
        let what = |san: San| (san.castling_side(), san.role(), san.to(), san.promotion(), san.is_null());
        what(san) == what(self.san) && is_from
    }
}

/// A half-move: enough to tell what happens, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move itself.
    pub mv: Move,
    /// Its export-format notation.
    pub san: San,
    /// It gives check or mate.
    pub check: bool,
}

impl Ply {
    /// A pawn moves or a piece is taken: the half-move clock begins anew.
    #[inline]
    #[must_use]
    pub fn is_zeroing(self) -> bool {
        (self.san.is_capture() | self.san.moves_pawn()) & !self.mv.is_null()
    }
}

/// One element of the movetext, in the order it is written.
///
/// A variation (`Open` … `Close`) replaces the last move before it on its level. Comments that follow the tags come
/// before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<'t> {
    /// A move.
    Move(Played),
    /// A numeric annotation glyph on the move before.
    Nag(u8),
    /// A comment.
    Comment(Cow<'t, str>),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

impl Node<'_> {
    /// The same, with a comment of its own.
    #[must_use]
    pub fn into_owned(self) -> Node<'static> {
        match self {
            Self::Move(played) => Node::Move(played),
            Self::Nag(nag) => Node::Nag(nag),
            Self::Comment(text) => Node::Comment(Cow::Owned(text.into_owned())),
            Self::Open => Node::Open,
            Self::Close => Node::Close,
        }
    }
}

/// A comment without the white space at its edges, which says nothing.
#[inline]
#[must_use]
pub fn trim(comment: &str) -> &str {
    // Nearly all have a blank at each end, or none.
    let inside = comment.strip_prefix(' ').unwrap_or(comment);
    let inside = inside.strip_suffix(' ').unwrap_or(inside);
    match inside.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => inside,
        _ => comment.trim(),
    }
}

/// How certain a reading of a text is: the `Reading` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// As printed, and no other line that reaches the end comes within the margin.
    Certain,
    /// Somebody decided about places of it, and nothing is left in doubt.
    Edited,
    /// Others do; the strongest evidence was followed.
    Chosen,
    /// At least one printed move was changed so that the rest plays.
    Repaired,
    /// Nothing reaches the end.
    Partial,
}

impl Verdict {
    /// The value of the `Reading` tag.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Edited => "edited",
            Self::Chosen => "chosen",
            Self::Repaired => "repaired",
            Self::Partial => "partial",
        }
    }

    /// The value of the `Reading` tag of a game about which something was decided.
    const fn word_of_edited(self) -> &'static str {
        match self {
            Self::Certain | Self::Edited => Self::Edited.word(),
            Self::Chosen => "chosen, edited",
            Self::Repaired => "repaired, edited",
            Self::Partial => "partial, edited",
        }
    }

    /// The verdict that a value of the `Reading` tag names: `partial, edited` is partial.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Certain, Self::Edited, Self::Chosen, Self::Repaired, Self::Partial]
            .into_iter()
            .find(|verdict| verdict.word() == word || verdict.word_of_edited() == word)
    }
}

/// How one move of a text was read; one for each main-line move of a game read from text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// The printed words.
    pub printed: Span,
    /// What its reading costs.
    pub cost: Cost,
    /// The part changed in a repair.
    pub slip: Option<Slip>,
    /// Other lines that survive part here.
    pub chosen: bool,
    /// Other moves that reach the end (SAN), with the cost of their best line above that of the line taken.
    pub runners_up: Vec<(String, Cost)>,
}

/// One game. Buffers are reused: [`Game::clear`] empties it for the next.
#[derive(Clone, Debug, Default)]
pub struct Game<'t> {
    /// Tags in the order written; the first of a name counts.
    pub tags: Vec<Tag<'t>>,
    /// The first position.
    pub start: Position,
    /// The start is not the usual array, or the game is Chess960.
    pub set_up: bool,
    /// The movetext, where all of it was asked for; [`Game::nodes`] has it in any case.
    pub nodes: Vec<Node<'t>>,
    /// The moves of the main line, where no more was asked for: the nodes are comments only, then. Empty otherwise.
    pub line: Vec<Ply>,
    /// The whole movetext as the export format writes it, where no more was asked for: there are no nodes, then. Empty
    /// otherwise.
    pub movetext: Movetext,
    /// Where the nodes can be read that were not asked for.
    pub unread: Unread<'t>,
    /// The position after the last move of the main line.
    pub end: Position,
    /// Half-moves in the main line.
    pub plies: u32,
    /// The result as it will be written.
    pub result: GameResult,
    /// How certain the reading is; `None` for PGN about which nothing was decided.
    pub verdict: Option<Verdict>,
    /// Somebody decided about places of it.
    pub edited: bool,
    /// How each main-line move of a text was read; empty for PGN.
    pub details: Vec<Detail>,
    /// Where the whole game stands in its chunk.
    pub span: Span,
}

impl Tag<'_> {
    /// The same, with words of its own.
    #[must_use]
    pub fn to_owned_tag(&self) -> Tag<'static> {
        Tag {
            name: Cow::Owned(self.name.to_string()),
            value: Cow::Owned(self.value.to_string()),
            span: self.span,
            inferred: self.inferred,
        }
    }
}

impl<'t> Game<'t> {
    /// How many of its half-moves are read as misprints.
    #[must_use]
    pub fn repairs(&self) -> usize {
        self.details.iter().filter(|detail| detail.slip.is_some()).count()
    }

    /// The same with all its nodes, and words of its own.
    #[must_use]
    pub fn to_owned_game(&self) -> Game<'static> {
        Game {
            tags: self.tags.iter().map(Tag::to_owned_tag).collect(),
            nodes: self.nodes().iter().cloned().map(Node::into_owned).collect(),
            line: Vec::new(),
            movetext: Movetext::default(),
            unread: Unread::default(),
            details: self.details.clone(),
            ..*self
        }
    }

    /// The movetext, whatever was asked for when the game was read: what was passed over then is read now, once.
    #[must_use]
    pub fn nodes(&self) -> &[Node<'t>] {
        self.unread.nodes().unwrap_or(&self.nodes)
    }

    /// Gives the game another movetext; its last position and result stay.
    pub fn replace_nodes(&mut self, nodes: Vec<Node<'t>>) {
        self.nodes = nodes;
        self.line.clear();
        self.movetext.clear();
        self.unread = Unread::default();
    }

    /// Empties the game, keeping its buffers.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.nodes.clear();
        self.line.clear();
        self.movetext.clear();
        self.unread = Unread::default();
        self.details.clear();
        self.start = Position::default();
        self.end = Position::default();
        self.set_up = false;
        self.plies = 0;
        self.result = GameResult::Unknown;
        self.verdict = None;
        self.edited = false;
        self.span = Span::default();
    }

    /// The value of the `Reading` tag: how certain the reading is, and whether something was decided about it.
    #[must_use]
    pub fn reading(&self) -> Option<&'static str> {
        self.verdict.map(|verdict| if self.edited { verdict.word_of_edited() } else { verdict.word() })
    }

    /// Says how certain the reading is; the `Reading` tag, if there is one, says the same.
    pub(crate) fn judge(&mut self, verdict: Verdict) {
        self.verdict = Some(verdict);
        let reading = self.reading().unwrap_or_default();
        for tag in self.tags.iter_mut().filter(|tag| tag.name == "Reading") {
            tag.value = reading.into();
        }
    }

    /// Gives the game a tag in the place of all others of this name; the result is told by its tag, too.
    pub fn retag(&mut self, name: &str, value: &str, span: Span) {
        if let Some(result) = GameResult::from_marker(value).filter(|_| name == "Result") {
            self.result = result;
        }
        self.tags.retain(|tag| tag.name != name);
        let (name, value) = (name.to_owned().into(), value.to_owned().into());
        self.tags.push(Tag { name, value, span: Some(span), inferred: false });
    }

    /// Where the moves of its main line were printed, in the order of play.
    pub fn printed(&self) -> impl Iterator<Item = Span> + '_ {
        self.details.iter().map(|detail| detail.printed).filter(|span| !span.is_empty())
    }

    /// The value of a tag, if the game has it.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| &*tag.value)
    }
}
