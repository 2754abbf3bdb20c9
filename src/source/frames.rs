//! Archives of independent frames, as `pzstd` writes them: every frame stands behind a short skippable one that tells its
//! packed size. So frames are found from any byte on, and several are unpacked side by side.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use memchr::memmem;

use super::error::SourceError;
#[cfg(not(feature = "unpack"))]
use super::plain::zstd;

/// The skippable frame before each frame of data: magic number, and the size of its contents.
const SKIPPABLE: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];
/// The magic number of a frame of data.
const DATA: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// How long the skippable frame is: its contents are the packed size of the next frame.
const HEADER: usize = 12;
/// How many bytes tell that a frame begins.
pub(super) const START: usize = HEADER + DATA.len();
/// How much of a frame is unpacked before it is wanted, in bytes; what lies behind is unpacked as it is read.
const MOST_TEXT: usize = 64 << 20;
/// How large a packed frame may be to be held in memory, in bytes. What begins with a larger one is unpacked in order.
const MOST_PACKED: usize = 64 << 20;
/// How much is read at once, in bytes.
const BLOCK: usize = 1 << 20;

type Unpacker = zstd::Decoder<'static, Box<dyn io::BufRead + Send>>;

/// A frame begins with these bytes.
pub(super) fn begins(bytes: &[u8]) -> bool {
    cfg!(feature = "unpack")
        && bytes.len() >= START
        && bytes.starts_with(&SKIPPABLE)
        && bytes[HEADER..].starts_with(&DATA)
}

/// A frame as it stands in the archive.
struct Packed {
    /// Where it stands.
    place: Range<u64>,
    /// Its bytes, header and all.
    bytes: Vec<u8>,
    /// How many of them its header speaks of.
    claimed: usize,
    /// What follows is read with it.
    rest: Option<Box<dyn Read + Send>>,
}

/// A frame that was unpacked.
#[derive(Default)]
struct Frame {
    place: Range<u64>,
    text: Vec<u8>,
    /// How much of `text` was given.
    given: usize,
    /// How much of all its text was given.
    inside: u64,
    /// What unpacks the rest of it.
    rest: Option<Unpacker>,
    /// What is wrong with it, told after its text.
    failure: Option<SourceError>,
}

/// The bytes of an archive that were read and not yet taken.
struct Archive {
    reader: Option<Box<dyn Read + Send>>,
    name: String,
    /// Where the buffer begins.
    at: u64,
    buffer: Vec<u8>,
}

impl Archive {
    /// Reads until the buffer holds so many bytes, or the archive ends.
    fn fill(&mut self, size: usize) -> Result<(), SourceError> {
        while self.buffer.len() < size {
            let Some(reader) = &mut self.reader else { return Ok(()) };
            let most = (size - self.buffer.len()).max(BLOCK) as u64;
            match reader.take(most).read_to_end(&mut self.buffer) {
                Ok(0) => self.reader = None,
                Ok(_) => {}
                Err(error) => {
                    self.reader = None;
                    return Err(SourceError::from_io(&self.name, error));
                }
            }
        }
        Ok(())
    }

    /// Where the next frame begins in the buffer, from `from` on; looks at no more than [`MOST_PACKED`] bytes of frames.
    fn find(&mut self, from: usize) -> Result<Option<usize>, SourceError> {
        let finder = memmem::Finder::new(&SKIPPABLE);
        let mut looked = from;
        loop {
            self.fill(looked + BLOCK)?;
            let part = self.buffer.get(looked..).unwrap_or_default();
            if let Some(at) = finder.find_iter(part).find(|&at| begins(&part[at..])) {
                return Ok(Some(looked + at));
            }
            let ended = self.reader.is_none();
            looked = looked.max(self.buffer.len().saturating_sub(START - 1));
            if ended || looked > from + MOST_PACKED {
                return Ok(None);
            }
        }
    }

    /// Goes to the first frame that begins here or farther on; whether there is one.
    fn seek(&mut self) -> Result<bool, SourceError> {
        loop {
            match self.find(0)? {
                Some(at) => {
                    self.buffer.drain(..at);
                    self.at += at as u64;
                    return Ok(true);
                }
                None if self.reader.is_none() => return Ok(false),
                None => {
                    let known = self.buffer.len().saturating_sub(START - 1);
                    self.buffer.drain(..known);
                    self.at += known as u64;
                }
            }
        }
    }

    /// Takes the next frame; what was read behind it goes on in `spare`, whose contents are of no use.
    fn next(&mut self, mut spare: Vec<u8>) -> Result<Option<Packed>, SourceError> {
        self.fill(START)?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        let size = match self.buffer.get(HEADER - 4..HEADER) {
            Some(&[a, b, c, d]) if begins(&self.buffer) => u32::from_le_bytes([a, b, c, d]) as usize,
            _ => 0,
        };
        let claimed = HEADER.saturating_add(size);
        let mut end = None;
        if size <= MOST_PACKED {
            self.fill(claimed + START)?;
            let next = self.buffer.get(claimed..);
            if next.is_none_or(|next| next.is_empty() || begins(next)) {
                end = Some(claimed.min(self.buffer.len()));
            }
        }
        // The header is not true, or that of the next frame is damaged: this one goes to where a frame begins again.
        let (end, rest) = match end {
            Some(end) => (end, None),
            None => match self.find(1)? {
                Some(end) => (end, None),
                None => (self.buffer.len(), self.reader.take()),
            },
        };
        spare.clear();
        spare.extend_from_slice(&self.buffer[end..]);
        self.buffer.truncate(end);
        let bytes = std::mem::replace(&mut self.buffer, spare);
        let place = self.at..self.at + end as u64;
        self.at = place.end;
        Ok(Some(Packed { place, bytes, claimed, rest }))
    }
}

/// What frames were unpacked with, and the next ones will be: fresh memory costs more than the unpacking of it.
#[derive(Default)]
struct Spare {
    texts: Vec<Vec<u8>>,
    packed: Vec<Vec<u8>>,
    unpackers: Vec<zstd::bulk::Decompressor<'static>>,
    /// The length of the longest text of a frame, in bytes. Most frames of an archive are as long.
    longest: usize,
}

/// Frames on their way from the archive to the reader.
struct State {
    archive: Archive,
    spare: Spare,
    /// Frames that were taken from the archive and not yet read, in order; empty while somebody unpacks one.
    frames: VecDeque<Option<Frame>>,
    /// The number of the first of them.
    first: u64,
    /// Nothing is left in the archive.
    ended: bool,
}

/// The frames of an archive: one reader has them in order, any number of threads [`help`](Self::help).
pub struct Frames {
    state: Mutex<State>,
    unpacked: Condvar,
    name: String,
    /// How many frames may wait.
    most: usize,
    /// No helper takes a frame that begins here, or farther on.
    end: u64,
}

impl std::fmt::Debug for Frames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frames").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A frame that somebody unpacks. It arrives, whatever happens to who does.
struct Claim<'a> {
    frames: &'a Frames,
    number: u64,
    frame: Option<Frame>,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let failure = || SourceError::Read {
            name: self.frames.name.clone(),
            source: io::Error::other("the unpacking stopped"),
        };
        let frame =
            self.frame.take().unwrap_or_else(|| Frame { failure: Some(failure()), ..Frame::default() });
        let mut state = self.frames.lock();
        if let Some(slot) = usize::try_from(self.number - state.first).ok()
            && let Some(place) = state.frames.get_mut(slot)
        {
            *place = Some(frame);
        }
        drop(state);
        self.frames.unpacked.notify_all();
    }
}

impl Frames {
    /// The frames of an archive, whose byte `at` is the first that `reader` gives; so many `jobs` read them.
    /// Half as many as there are jobs are unpacked before they are read, as reading takes longer than unpacking; and none by
    /// helpers that begins at `end` or farther on.
    pub(super) fn new(reader: Box<dyn Read + Send>, name: &str, at: u64, jobs: usize, end: u64) -> Arc<Self> {
        let archive = Archive { reader: Some(reader), name: name.to_owned(), at, buffer: Vec::new() };
        Arc::new(Self {
            state: Mutex::new(State {
                archive,
                spare: Spare::default(),
                frames: VecDeque::new(),
                first: 0,
                ended: false,
            }),
            unpacked: Condvar::new(),
            name: name.to_owned(),
            most: jobs.div_ceil(2),
            end,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes over everything before the first frame that begins here or farther on.
    pub(super) fn seek(&self) -> Result<(), SourceError> {
        let mut state = self.lock();
        state.ended = !state.archive.seek()?;
        Ok(())
    }

    /// Unpacks a frame that will be wanted soon, if there is room for one: the work of a thread that has no other.
    pub fn help(&self) {
        let state = self.lock();
        if state.frames.len() < self.most && state.archive.at < self.end {
            self.unpack(state);
        }
    }

    /// Takes the next frame of the archive and unpacks it, while others do the same.
    fn unpack(&self, mut state: MutexGuard<'_, State>) {
        if state.ended {
            return;
        }
        let spare = state.spare.packed.pop().unwrap_or_default();
        let mut packed = match state.archive.next(spare) {
            Ok(Some(packed)) => packed,
            Ok(None) => {
                state.ended = true;
                return;
            }
            Err(error) => {
                state.ended = true;
                let at = state.archive.at;
                state.frames.push_back(Some(Frame {
                    place: at..at,
                    failure: Some(error),
                    ..Frame::default()
                }));
                return;
            }
        };
        let number = state.first + state.frames.len() as u64;
        state.frames.push_back(None);
        let mut text = state.spare.texts.pop().unwrap_or_default();
        let mut unpacker = state.spare.unpackers.pop().unwrap_or_default();
        let longest = state.spare.longest;
        drop(state);
        let mut claim = Claim { frames: self, number, frame: None };
        claim.frame = if unpack_whole(&packed, &mut unpacker, &mut text, longest) {
            Some(Frame { place: packed.place.clone(), text, ..Frame::default() })
        } else {
            Some(unpack(&mut packed, &self.name))
        };
        let length = claim.frame.as_ref().map_or(0, |frame| frame.text.len());
        let mut state = self.lock();
        state.spare.longest = state.spare.longest.max(length);
        state.spare.packed.push(packed.bytes);
        state.spare.unpackers.push(unpacker);
    }

    /// The text of a frame was given: its memory is for another.
    fn give_back(&self, text: Vec<u8>) {
        self.lock().spare.texts.push(text);
    }

    /// The next frame, in order.
    fn next(&self) -> Option<Frame> {
        let mut state = self.lock();
        if state.frames.is_empty() {
            self.unpack(state);
            state = self.lock();
        }
        loop {
            match state.frames.front_mut() {
                None => return None,
                Some(slot) if slot.is_some() => break,
                Some(_) => state = self.unpacked.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
        state.first += 1;
        state.frames.pop_front().flatten()
    }
}

/// Begins to unpack.
fn unpacker(packed: Box<dyn io::BufRead + Send>) -> io::Result<Unpacker> {
    let mut unpacker = zstd::Decoder::with_buffer(packed)?;
    unpacker.window_log_max(if cfg!(target_pointer_width = "64") { 31 } else { 27 })?;
    Ok(unpacker)
}

/// Unpacks all, or the first [`MOST_TEXT`] bytes; then what unpacks the rest. What could be unpacked stands in `text`.
fn unpack_into(text: &mut Vec<u8>, packed: Box<dyn io::BufRead + Send>) -> io::Result<Option<Unpacker>> {
    let mut unpacker = unpacker(packed)?;
    let read = (&mut unpacker).take(MOST_TEXT as u64).read_to_end(text)?;
    Ok((read == MOST_TEXT).then_some(unpacker))
}

/// Unpacks a frame at one go into `text`, whose contents are of no use: where its header is true, nothing is wrong with it,
/// and its text is no longer than `longest`. It says whether that is so.
fn unpack_whole(
    packed: &Packed,
    unpacker: &mut zstd::bulk::Decompressor<'_>,
    text: &mut Vec<u8>,
    longest: usize,
) -> bool {
    text.clear();
    if longest == 0 || packed.claimed != packed.bytes.len() || packed.rest.is_some() {
        return false;
    }
    let has_room = text.try_reserve_exact(longest).is_ok();
    has_room && unpacker.decompress_to_buffer(&packed.bytes[HEADER..], text).is_ok()
}

/// Unpacks a frame. The text of one that is damaged is not given: its check is at its end, and no one knows which of its
/// bytes are right. Of one that is cut off all that there is stands before the cut.
fn unpack(packed: &mut Packed, name: &str) -> Frame {
    let place = packed.place.clone();
    let mut frame = Frame { place: place.clone(), ..Frame::default() };
    let damaged = |place: Range<u64>, source: io::Error| SourceError::Frame {
        name: name.to_owned(),
        start: place.start,
        end: place.end,
        source,
    };
    if let Some(rest) = packed.rest.take() {
        let from = if begins(&packed.bytes) { HEADER } else { 0 };
        let mut bytes = Cursor::new(std::mem::take(&mut packed.bytes));
        bytes.set_position(from as u64);
        let all = io::BufReader::with_capacity(BLOCK, bytes.chain(rest));
        match unpack_into(&mut frame.text, Box::new(all)) {
            Ok(rest) => frame.rest = rest,
            Err(source) => frame.failure = Some(failure(name, source)),
        }
        return frame;
    }
    let is_cut = packed.claimed > packed.bytes.len() && begins(&packed.bytes);
    let all = packed.bytes.len();
    let piece = |range: Range<usize>| {
        Box::new(Cursor::new(packed.bytes.get(range).unwrap_or_default().to_vec()))
            as Box<dyn io::BufRead + Send>
    };
    let known = packed.claimed.min(all);
    let mut text = Vec::new();
    match unpack_into(&mut text, piece(HEADER.min(known)..known)) {
        Ok(rest) => (frame.text, frame.rest) = (text, rest),
        Err(_) if is_cut => {
            frame.text = text;
            frame.failure = Some(SourceError::Truncated { name: name.to_owned(), format: "zstd" });
            return frame;
        }
        // The size that the header tells may be the damage.
        Err(source) => {
            let mut text = Vec::new();
            match unpack_into(&mut text, piece(HEADER.min(all)..all)) {
                Ok(rest) if known < all => (frame.text, frame.rest) = (text, rest),
                _ => frame.failure = Some(damaged(place, source)),
            }
            return frame;
        }
    }
    let behind = &packed.bytes[known..];
    if behind.is_empty() {
        return frame;
    }
    // Frames of other kinds, or one whose header is damaged.
    let from = if behind.starts_with(&DATA) { known } else { (known + HEADER).min(all) };
    let mut text = Vec::new();
    match unpack_into(&mut text, piece(from..all)) {
        Ok(rest) if frame.rest.is_none() && !text.is_empty() => {
            frame.text.append(&mut text);
            frame.rest = rest;
        }
        unpacked => {
            let source = unpacked.err().unwrap_or_else(|| io::Error::other("no frame begins here"));
            frame.failure = Some(damaged(place.start + known as u64..place.end, source));
        }
    }
    frame
}

/// Says how the unpacking failed where no frame can be told.
fn failure(name: &str, error: io::Error) -> SourceError {
    let name = name.to_owned();
    match error.kind() {
        io::ErrorKind::UnexpectedEof => SourceError::Truncated { name, format: "zstd" },
        _ => match error.downcast::<SourceError>() {
            Ok(ours) => ours,
            Err(source) => SourceError::Damaged { name, format: "zstd", source },
        },
    }
}

/// The text of the frames, in order.
///
/// A damaged frame is told by an error, a [`SourceError::Frame`]; reading goes on behind it.
#[derive(Debug)]
pub(super) struct FrameText {
    frames: Arc<Frames>,
    frame: Option<Frame>,
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").field("place", &self.place).finish_non_exhaustive()
    }
}

impl FrameText {
    pub fn new(frames: Arc<Frames>) -> Self {
        Self { frames, frame: None }
    }

    /// Where the frame begins that the next byte is read from, or the next failure, and how much of its text was given;
    /// `None` at the end.
    pub fn at(&mut self) -> Option<(u64, u64)> {
        loop {
            if let Some(frame) = &mut self.frame {
                if frame.given == frame.text.len() {
                    frame.text.clear();
                    frame.given = 0;
                    if let Some(rest) = &mut frame.rest {
                        match rest.take(BLOCK as u64).read_to_end(&mut frame.text) {
                            Ok(0) => frame.rest = None,
                            Ok(_) => {}
                            Err(error) => {
                                frame.rest = None;
                                frame.failure = Some(failure(&self.frames.name, error));
                            }
                        }
                    }
                }
                if frame.given < frame.text.len() || frame.failure.is_some() {
                    return Some((frame.place.start, frame.inside));
                }
            }
            // Its memory is there for the next one.
            if let Some(frame) = self.frame.take() {
                self.frames.give_back(frame.text);
            }
            self.frame = Some(self.frames.next()?);
        }
    }
}

impl Read for FrameText {
    /// What one call gives stands in one frame.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at().is_none() {
            return Ok(0);
        }
        let Some(frame) = &mut self.frame else { return Ok(0) };
        let left = &frame.text[frame.given..];
        if left.is_empty() {
            return frame.failure.take().map_or(Ok(0), |failure| Err(io::Error::other(failure)));
        }
        let length = left.len().min(buffer.len());
        buffer[..length].copy_from_slice(&left[..length]);
        frame.given += length;
        frame.inside += length as u64;
        Ok(length)
    }
}
