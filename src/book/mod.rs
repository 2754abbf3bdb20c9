//! Prose to scores: finds the games in a page of running text and cuts them into cells. Layout only: it knows no
//! notation, and asks a [`Recognizer`] which words read as a move.
mod block;
mod clause;
pub mod column;
mod date;
pub(crate) mod deal;
pub mod diagram;
mod event;
mod fields;
pub(crate) mod figures;
mod fraction;
mod fragment;
pub(crate) mod frame;
pub(crate) mod furniture;
mod hang;
pub mod heading;
mod item;
pub mod lines;
pub(crate) mod mark;
mod markup;
pub(crate) mod naming;
pub mod note;
mod numbering;
pub(crate) mod odds;
mod ordinal;
pub mod page;
pub(crate) mod pairing;
mod phrase;
mod place;
pub(crate) mod players;
mod points;
pub mod problem;
pub mod region;
mod repeat;
mod running;
mod runs;
pub mod score;
pub(crate) mod shape;
mod sides;
mod spoken;
mod spot;
mod table;
pub(crate) mod tag;
pub mod title;
pub mod token;
mod torn;
mod turn;
pub(crate) mod unfold;
mod vocabulary;
pub(crate) mod words;
mod wrap;

pub use markup::is_page;
pub(crate) use ordinal::number as ordinal_number;
pub use region::{Kind, Region};
pub use score::{Found, find};

use crate::record::{Cell, Score};

/// A prefix that reads as a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its length in bytes.
    pub len: usize,
    /// How surely it is a move: 1 might be prose (`K moves`), 3 is nothing else.
    pub sure: u8,
}

/// What the notation says about a stretch of text; asked by the layout, answered by whoever knows the notation.
pub trait Recognizer {
    /// The longest prefix of `text` that reads as a move, its check marks included. `text` begins with a word.
    fn move_at(&self, text: &str) -> Option<Seen>;

    /// The moves of a row that run together, as offsets in `text`; empty where the text is clean enough to be cut by
    /// its blanks.
    fn split(&self, text: &str) -> Vec<(usize, usize)>;

    /// Where the second of two moves begins, in a row of raw text that is too blurred to be cut by [`Self::split`].
    fn halves(&self, text: &str) -> Option<usize>;

    /// Is the text raw text recognition, its letters and columns not to be trusted?
    fn is_raw(&self) -> bool;

    /// Does the text name the side in front of each move (`W. The same.`)?
    fn names_sides(&self) -> bool;

    /// Is a word what joins a man to his goal (`to`, `takes`), so that it begins no move and ends none?
    fn is_verb(&self, word: &str) -> bool;

    /// Is a word one of those that moves are made of, and no word of prose (`Kt`, `sq`, `5`)?
    fn is_scrap(&self, word: &str) -> bool;

    /// Does a word say that the move behind it is not played, or not yet (`if`, `threatening`)?
    fn is_unplayed(&self, word: &str) -> bool;

    /// Does a word end what was said before the next move (`but`)?
    fn turns(&self, word: &str) -> bool;

    /// Length in bytes of the longest prefix of `text` that says how a game ended (`and wins`, `Resigns`).
    fn ending_len(&self, text: &str) -> Option<usize>;

    /// Does all of `text` say that a player who is named won or lost (`Mr. Birch resigned.`)?
    fn is_ending_by_name(&self, text: &str) -> bool;

    /// How much of `text`, in bytes, says where men of one side stand (`Rs on KKt7 and Q2`).
    fn men_len(&self, text: &str) -> usize;

    /// Does all of `text` say so, each man `at` or `on` his square, so that it is no move?
    fn sets_up(&self, text: &str) -> bool;

    /// Does `text` say what is to be done in a position (`White to move and mate in two`)?
    fn is_stipulation(&self, text: &str) -> bool;

    /// Does `text` say which men one side gives as odds?
    fn is_odds(&self, text: &str) -> bool;

    /// Does `text` say so, and nothing else?
    fn is_odds_alone(&self, text: &str) -> bool;

    /// Does `text` end with a man who may be given, though no word says so?
    fn is_man_alone(&self, text: &str) -> bool;

    /// Does `text` speak of odds, whether or not it can be read which?
    fn speaks_of_odds(&self, text: &str) -> bool;

    /// How many of some half-moves play behind the first of a game, so many; none is told where those do not play.
    fn played(&self, game: &Score, before: usize, cells: &[Cell]) -> Option<usize>;
}
