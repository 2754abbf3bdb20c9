//! What was written, before anything is judged: PGN as a flat list of items, printed scores as cells.
pub mod item;
pub mod score;
pub mod token;

pub use item::{
    Act, Becomes, Comment, GameResult, Item, Kind, Man, Oddity, Record, Remark, Said, TAG_NAMES, TagPair,
    Word,
};
pub use score::{Cell, HeadTag, Join, Kept, Line, Note, Score, Start, Words};
pub use token::{CheckMark, Token};
