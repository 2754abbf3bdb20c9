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
use std::sync::{Arc, Mutex, PoisonError};

use super::border::is_tag_line;
use super::encoding::{Encoding, settle};
use super::error::SourceError;
use super::frames::{self, FrameText, Frames};
use super::mark::{First, first};
use super::open::open_reader;
#[cfg(not(feature = "unpack"))]
use super::plain::zstd;
use super::sniff::{Kind, SNIFF, sniff};
use super::unpack::Format;

/// How large a part is where nothing else is said, in bytes of the file as it stands on disk.
pub const SPLIT: u64 = 128 << 20;
/// How much is read at once, in bytes.
const BLOCK: usize = 128 * 1024;

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

/// Where a byte of the text of a part stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stands {
    /// Where its frame begins in the packed file; `None` where there are no frames.
    pub frame: Option<u64>,
    /// The byte in the text of the frame, or in the file.
    pub byte: u64,
}

/// Where stretches of the text of a part stand in the file: each begins at a byte of the text.
#[derive(Debug)]
pub struct Origins {
    all: Mutex<Vec<(u64, Stands)>>,
    from_start: bool,
}

impl Origins {
    fn new(from_start: bool) -> Self {
        Self { all: Mutex::default(), from_start }
    }

    /// The part begins with the file.
    pub(super) fn is_from_start(&self) -> bool {
        self.from_start
    }

    fn push(&self, text: u64, stands: Stands) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).push((text, stands));
    }

    /// The stretches that lie in this stretch of the text; what lies before it is forgotten.
    pub(super) fn of(&self, text: Range<u64>) -> Vec<(u64, Stands)> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let first = all.partition_point(|&(at, _)| at <= text.start).saturating_sub(1);
        all.drain(..first);
        all.iter().copied().take_while(|&(at, _)| at < text.end.max(text.start + 1)).collect()
    }
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

/// The frames of a whole archive as one text, in which reading goes on behind a damaged frame with the next game.
pub(super) fn whole(frames: Arc<Frames>) -> impl Read + Send {
    Between::new(Text::Frames(FrameText::new(frames)), u64::MAX, false, Arc::new(Origins::new(true)))
}

/// The bytes that a part is found in.
enum Text {
    Plain { reader: Box<dyn Read + Send>, name: String, at: u64 },
    Frames(FrameText),
}

impl Text {
    /// Where the next byte is: in the file as it stands on disk, by which parts are told; and as it is shown.
    fn at(&mut self) -> Option<(u64, Stands)> {
        match self {
            Self::Plain { at, .. } => Some((*at, Stands { frame: None, byte: *at })),
            Self::Frames(text) => {
                let (frame, byte) = text.at()?;
                Some((frame, Stands { frame: Some(frame), byte }))
            }
        }
    }

    /// Reads; nothing is given that stands on both sides of `end`.
    fn read(&mut self, buffer: &mut [u8], end: u64) -> io::Result<usize> {
        match self {
            Self::Plain { reader, name, at } => {
                let left = if *at < end { end - *at } else { u64::MAX };
                let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
                let length = reader.read(&mut buffer[..most]).map_err(|error| match error.kind() {
                    io::ErrorKind::Interrupted => error,
                    kind => io::Error::new(kind, SourceError::from_io(name, error)),
                })?;
                *at += length as u64;
                Ok(length)
            }
            Self::Frames(text) => text.read(buffer),
        }
    }
}

/// Gives the text from the first mark of a part to the first behind it.
struct Between {
    text: Text,
    /// Where the part ends in the file.
    end: u64,
    /// What was read and not yet given.
    buffer: Vec<u8>,
    /// How much of the buffer is surely in the part.
    sure: usize,
    /// Where the end of the part is in the buffer.
    beyond: Option<usize>,
    /// The first mark is still to be found: what stands before it is not given.
    skips: bool,
    /// The file has no more.
    ended: bool,
    /// Nothing follows what is sure.
    over: bool,
    failure: Option<io::Error>,
    /// How much was given.
    given: u64,
    /// Where what was read stands in the file: by offsets in the buffer.
    stands: Vec<(usize, Stands)>,
    /// Where the last byte that was read stands, and the one behind it.
    last: Option<Stands>,
    origins: Arc<Origins>,
}

impl Between {
    fn new(text: Text, end: u64, skips: bool, origins: Arc<Origins>) -> Self {
        Self {
            text,
            end,
            buffer: Vec::new(),
            sure: 0,
            beyond: None,
            skips,
            ended: false,
            over: false,
            failure: None,
            given: 0,
            stands: Vec::new(),
            last: None,
            origins,
        }
    }

    /// Reads once onto the end of the buffer, or into `direct`; how much.
    fn more(&mut self, direct: Option<&mut [u8]>) -> usize {
        let Some((at, stands)) = self.text.at() else {
            self.ended = true;
            return 0;
        };
        let length = self.buffer.len();
        if self.beyond.is_none() && at >= self.end {
            self.beyond = Some(length);
            if direct.is_some() {
                return 0;
            }
        }
        let read = match direct {
            Some(direct) => self.text.read(direct, self.end),
            None => {
                // As much again as is there, so that what is looked through twice is bounded.
                self.buffer.resize(length + length.max(BLOCK), 0);
                let read = self.text.read(&mut self.buffer[length..], self.end);
                self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
                read
            }
        };
        match read {
            Ok(0) => self.ended = true,
            Ok(read) => {
                if self.last != Some(stands) {
                    self.stands.push((length, stands));
                }
                self.last = Some(Stands { byte: stands.byte + read as u64, ..stands });
                return read;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // What is wrong behind the part is told by the next.
            Err(_) if self.beyond.is_some() => self.ended = true,
            Err(error) => self.failure = Some(error),
        }
        0
    }

    /// Finds out what follows in the part, or reads more.
    fn advance(&mut self) {
        if self.skips {
            match first(&self.buffer, 0, self.ended) {
                First::Mark(mark) if self.beyond.is_none_or(|beyond| mark.begin < beyond) => {
                    self.skips = false;
                    self.drop_first(mark.game);
                }
                First::Mark(_) | First::None => self.over = true,
                First::Later(_) => {
                    self.more(None);
                }
            }
        } else if let Some(beyond) = self.beyond {
            match first(&self.buffer, beyond, self.ended) {
                First::Mark(mark) => (self.sure, self.over) = (mark.game, true),
                First::None => (self.sure, self.over) = (self.buffer.len(), true),
                First::Later(sure) if sure > 0 => self.sure = sure,
                First::Later(_) => {
                    self.more(None);
                }
            }
        } else if !self.buffer.is_empty() {
            self.sure = self.buffer.len();
        } else if self.ended {
            self.over = true;
        } else {
            self.more(None);
        }
    }

    /// Forgets the first bytes of the buffer.
    fn drop_first(&mut self, count: usize) {
        self.buffer.drain(..count);
        self.sure = self.sure.saturating_sub(count);
        self.beyond = self.beyond.map(|beyond| beyond.saturating_sub(count));
        let first = self.stands.partition_point(|&(at, _)| at <= count).saturating_sub(1);
        self.stands.drain(..first);
        for (at, stands) in &mut self.stands {
            stands.byte += count.saturating_sub(*at) as u64;
            *at = at.saturating_sub(count);
        }
    }

    /// Says where the bytes stand that are given next.
    fn tell(&mut self, count: usize) {
        let known = self.stands.partition_point(|&(at, _)| at < count);
        for (at, stands) in self.stands.drain(..known) {
            self.origins.push(self.given + at as u64, stands);
        }
        for (at, _) in &mut self.stands {
            *at -= count;
        }
        self.given += count as u64;
    }
}

impl Read for Between {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if self.sure > 0 {
                let count = self.sure.min(buffer.len());
                buffer[..count].copy_from_slice(&self.buffer[..count]);
                self.tell(count);
                self.buffer.drain(..count);
                self.sure -= count;
                self.beyond = self.beyond.map(|beyond| beyond.saturating_sub(count));
                return Ok(count);
            }
            if self.over {
                return Ok(0);
            }
            if self.failure.is_some() && !self.skips && !self.buffer.is_empty() {
                self.sure = self.buffer.len();
                continue;
            }
            if let Some(error) = self.failure.take() {
                let goes_on = error
                    .get_ref()
                    .and_then(|inner| inner.downcast_ref::<SourceError>())
                    .is_some_and(SourceError::is_gap);
                self.over = !goes_on;
                self.skips = true;
                self.buffer.clear();
                self.stands.clear();
                self.last = None;
                return Err(error);
            }
            if self.buffer.is_empty() && self.beyond.is_none() && !self.skips && !self.ended {
                let count = self.more(Some(&mut *buffer));
                if count > 0 {
                    self.tell(count);
                    return Ok(count);
                }
                continue;
            }
            self.advance();
        }
        Ok(0)
    }
}
