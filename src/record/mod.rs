//! What was written, before anything is judged: PGN as a flat list of items, printed scores as cells.
pub mod item;
mod layout;
pub mod score;
pub mod tag;
pub mod token;

pub use item::{Act, Becomes, Comment, GameResult, Item, Kind, Man, Oddity, Record, Remark, Said, Word};
pub use layout::Layout;
pub use score::{Cell, HeadTag, Join, Kept, Line, Note, Score, Start, Words, ply};
pub use tag::{TAG_NAMES, TagKind, TagPair};
pub use token::{CheckMark, Token};
