//! Parts of an input: cut at any bytes, they hold together every game once.
//!
//! A part of a plain file owns the games whose mark begins in it, a blank line and `[Event "` after it: reading begins with
//! the first mark, and goes on past the end of the part to the next one. So neighbours agree wherever the cut is. A mark
//! that may stand in a comment is passed over, and its game belongs to the part before. Parts of an archive of `pzstd` are
//! cut in the packed file: a part owns the frames that begin in it. Everything else (other archives, UTF-16, books, a PGN
//! that does not begin with a tag pair) is one part.
//!
//! ```
//! use std::io::{Cursor, Read};
//! use descant::source::{Encoding, part};
//!
//! let pgn = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n".to_vec();
//! let head = part::Head::of(&mut Cursor::new(&pgn), "my.pgn", Encoding::Auto).unwrap();
//! let splits = head.splits(25);
//! assert_eq!(splits, [0..21, 21..43]);
//! let texts = splits.into_iter().map(|split| {
//!     let mut part = part::open(Box::new(Cursor::new(pgn.clone())), &head, split, "my.pgn", 1).unwrap();
//!     let mut text = String::new();
//!     part.reader.read_to_string(&mut text).unwrap();
//!     text
//! });
//! assert_eq!(texts.collect::<Vec<_>>(), ["[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n", ""]);
//! ```

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use super::between::{Between, Origins, Stands, Text};
use super::border::is_tag_line;
use super::encoding::{Encoding, settle};
use super::error::SourceError;
use super::foreign::unrecognised;
use super::frames::{self, FrameText, Frames};
use super::open::open_reader;
#[cfg(not(feature = "unpack"))]
use super::plain::zstd;
use super::sniff::{Kind, SNIFF, sniff};
use super::unpack::Format;

/// How large a part is where nothing else is said, in bytes of the file as it stands on disk.
pub const SPLIT: u64 = 128 << 20;
/// What parts are read from.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// How an input can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// Anywhere: plain PGN.
    Anywhere,
    /// Anywhere in the packed file: an archive of independent frames.
    Frames,
    /// Not at all.
    Nowhere,
}

/// What the first bytes of an input say about its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// How it can be cut.
    pub cuts: Cuts,
    /// Its length as it stands on disk, in bytes.
    pub length: u64,
}

impl Head {
    /// Looks at the first bytes of an input; `name` is for errors.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn of(source: &mut dyn Source, name: &str, encoding: Encoding) -> Result<Self, SourceError> {
        let failed = |error| SourceError::from_io(name, error);
        let length = source.seek(SeekFrom::End(0)).map_err(failed)?;
        source.rewind().map_err(failed)?;
        let mut bytes = Vec::new();
        source.take(SNIFF as u64).read_to_end(&mut bytes).map_err(failed)?;
        let cuts = if frames::begins(&bytes) {
            // The rest of the first frame is of no interest, nor is what is wrong with it.
            source.rewind().map_err(failed)?;
            let mut text = Vec::new();
            let _ = zstd::Decoder::new(source)
                .and_then(|unpacker| unpacker.take(SNIFF as u64).read_to_end(&mut text));
            if text.is_empty() || has_marks(&text, encoding) { Cuts::Frames } else { Cuts::Nowhere }
        } else if !Format::of(&bytes).is_archive() && has_marks(&bytes, encoding) {
            Cuts::Anywhere
        } else {
            Cuts::Nowhere
        };
        Ok(Self { cuts, length })
    }

    /// Parts of about `size` bytes as they stand on disk, at least one; together they are the whole.
    #[must_use]
    pub fn splits(&self, size: u64) -> Vec<Range<u64>> {
        let count = match self.cuts {
            Cuts::Nowhere => 1,
            _ => self.length.div_ceil(size.max(1)).max(1),
        };
        let cut = |n: u64| {
            let at = u128::from(self.length) * u128::from(n) / u128::from(count);
            u64::try_from(at).unwrap_or(u64::MAX)
        };
        (0..count).map(|n| cut(n)..cut(n + 1)).collect()
    }
}

/// Marks mean in this text what they say: it is PGN, begins with a tag pair, and the bytes of a mark stand for themselves.
fn has_marks(head: &[u8], encoding: Encoding) -> bool {
    let (encoding, mark) = settle(encoding, head);
    let is_wide = match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => true,
        Encoding::Named(named) => !named.is_ascii_compatible(),
        _ => false,
    };
    let text = &head[mark.min(head.len())..];
    // Blank lines before it belong to the first game: a cut among them would move its beginning.
    let begins = text.starts_with(b"[") && is_tag_line(text);
    !is_wide && begins && sniff(head) == Kind::Pgn
}

/// A part, opened.
pub struct Part {
    /// Its text: whole games.
    pub reader: Box<dyn Read + Send>,
    /// What it is.
    pub kind: Kind,
    /// Its frames, for threads that would help to unpack them.
    pub frames: Option<Arc<Frames>>,
    /// Where its text stands in the file, for [`Chunks::with_origins`](super::Chunks::with_origins).
    pub origins: Arc<Origins>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").field("kind", &self.kind).field("frames", &self.frames).finish_non_exhaustive()
    }
}

/// Opens a part of an input, whose head is known; `name` is for errors, and `jobs` threads will read it.
///
/// # Errors
///
/// When it cannot be read, or is shorter than its head says.
pub fn open(
    mut source: Box<dyn Source>,
    head: &Head,
    part: Range<u64>,
    name: &str,
    jobs: usize,
) -> Result<Part, SourceError> {
    let failed = |error| SourceError::from_io(name, error);
    let origins = Arc::new(Origins::new(part.start == 0));
    let nothing = |origins| Part { reader: Box::new(io::empty()), kind: Kind::Pgn, frames: None, origins };
    if part.is_empty() && head.length > 0 || part.start > 0 && head.cuts == Cuts::Nowhere {
        return Ok(nothing(origins));
    }
    if source.seek(SeekFrom::End(0)).map_err(failed)? != head.length {
        return Err(SourceError::Changed { name: name.to_owned() });
    }
    source.seek(SeekFrom::Start(part.start)).map_err(failed)?;
    // What is not read as the part before is read as this one, to the last byte.
    let end = if part.end >= head.length { u64::MAX } else { part.end };
    let (text, frames) = match head.cuts {
        Cuts::Nowhere => {
            let reader = open_reader(Box::new(source), name, &Arc::default())?;
            let (bytes, reader) = super::head(reader, SNIFF)?;
            if let Some(error) = unrecognised(name, &bytes) {
                return Err(error);
            }
            origins.push(0, Stands { frame: None, byte: 0 });
            return Ok(Part { reader, kind: sniff(&bytes), frames: None, origins });
        }
        Cuts::Anywhere => {
            let (reader, name) = (source as Box<dyn Read + Send>, name.to_owned());
            (Text::Plain { reader, name, at: part.start }, None)
        }
        Cuts::Frames => {
            let frames = Frames::new(source, name, part.start, jobs, end);
            if part.start > 0 {
                frames.seek()?;
            }
            (Text::Frames(FrameText::new(Arc::clone(&frames))), Some(frames))
        }
    };
    let reader = Box::new(Between::new(text, end, part.start > 0, Arc::clone(&origins)));
    Ok(Part { reader, kind: Kind::Pgn, frames, origins })
}
