//! Bytes become text: opens and unpacks inputs, decodes them, and cuts the stream into chunks at game borders;
//! what the text means is left to the other rooms.

mod between;
pub mod border;
pub mod chunk;
pub mod decode;
mod direct;
pub mod dos;
pub mod encoding;
pub mod error;
mod foreign;
pub mod frames;
#[cfg(feature = "unpack")]
mod gzip;
pub mod lines;
pub mod map;
mod mark;
pub mod open;
pub mod part;
pub mod places;
#[cfg(not(feature = "unpack"))]
mod plain;
mod runs;
mod scanner;
pub mod sniff;
pub mod spare;
pub mod split;
mod stretch;
mod unpack;

pub use border::{
    CommentEnd, LONGEST_NAME, Since, after_blank_line, comment_end, is_blank, is_curly_quote, is_game_border,
    is_line_end, is_tag_line, line_start, white,
};
pub use chunk::Chunk;
pub use encoding::{Encoding, HEAD, parse_name, settle};
pub use error::SourceError;
pub use foreign::unrecognised;
pub use frames::Frames;
pub use open::{Input, Kept, head, open, open_counted, open_shared};
pub use places::{Area, OnPage, PageStart, Places, Spot, Stretch};
pub use sniff::{Kind, sniff};
pub use spare::Spare;
pub use split::{CHUNK, Chunks, whole, whole_of};
pub(crate) use unpack::Format;
