//! The text between two marks of a packed or plain file, and where it stands there.
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::SourceError;
use super::frames::{FrameText, Frames};
use super::mark::{First, first};

/// How much is read at once, in bytes.
const BLOCK: usize = 128 * 1024;

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
    pub(super) fn new(from_start: bool) -> Self {
        Self { all: Mutex::default(), from_start }
    }

    /// The part begins with the file.
    pub(super) fn is_from_start(&self) -> bool {
        self.from_start
    }

    pub(super) fn push(&self, text: u64, stands: Stands) {
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

/// The frames of a whole archive as one text, in which reading goes on behind a damaged frame with the next game.
pub(super) fn whole(frames: Arc<Frames>) -> impl Read + Send {
    Between::new(Text::Frames(FrameText::new(frames)), u64::MAX, false, Arc::new(Origins::new(true)))
}

/// The bytes that a part is found in.
pub(super) enum Text {
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
pub(super) struct Between {
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
    pub(super) fn new(text: Text, end: u64, skips: bool, origins: Arc<Origins>) -> Self {
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
