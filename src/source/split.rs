//! Cuts a stream of bytes into chunks of whole games; a text that is no PGN is one chunk, or several if it is long.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::between::Origins;
use super::border::{Ends, LOOK};
use super::chunk::{AROUND, Chunk};
use super::decode::Decoder;
use super::direct::Direct;
use super::encoding::{Encoding, HEAD, settle};
use super::error::SourceError;
use super::lines::{count_ends, line_end};
use super::map::Decoded;
use super::scanner::{Scanner, last_strong_border, last_sure_border};
use super::spare::Spare;
use super::stretch::{Bulk, best_cut, cut_without_lines};
use crate::span::ceil_char;

/// How much text a chunk holds at most (a larger game is a chunk of its own), in bytes.
pub const CHUNK: usize = 1 << 20;
/// How much is read at once, in bytes.
const BLOCK: usize = 128 * 1024;
/// How much is decoded at once, in bytes: it is looked through and copied while it is in the nearest cache.
const STEP: usize = 16 * 1024;
/// Spans are 32 bits wide; a block more must still fit, at three bytes of text for each byte read.
const MOST: u64 = u32::MAX as u64 - 4 * BLOCK as u64;
/// How large a game may be, in bytes, where nothing else is said: a small archive may hold any number of them.
pub const MOST_GAME: u64 = 256 << 20;
/// How large a text may be that is read in one piece, in bytes.
pub const MOST_TEXT: u64 = 64 << 20;
/// How large a page of HTML may be, in bytes: there are no larger books, and one full of games takes 60 times as much memory.
const MOST_PAGE: u64 = 16 << 20;
/// A text up to this size is one chunk, in bytes: larger than nearly every book. One that is larger is cut between games, and
/// so is one that [holds more games](Bulk) than a book.
const LONG_TEXT: usize = 4 << 20;
/// How large the chunks of a larger one are, in bytes, where it has lines.
const STRETCH: usize = 512 << 10;

/// Reads bytes and decodes them, a block at a time.
struct Feed<R> {
    reader: R,
    name: String,
    asked: Encoding,
    decoder: Option<Decoder>,
    block: Vec<u8>,
    /// What is left of the block.
    left: Range<usize>,
    /// How much is decoded at once, in bytes.
    step: usize,
    /// The reader has nothing more.
    drained: bool,
    /// Bytes of byte order mark before the text.
    mark: usize,
    ended: bool,
    failure: Option<SourceError>,
}

impl<R: Read> Feed<R> {
    fn new(reader: R, encoding: Encoding) -> Self {
        Self {
            reader,
            name: "the input".to_owned(),
            asked: encoding,
            decoder: None,
            block: Vec::new(),
            left: 0..0,
            step: STEP,
            drained: false,
            mark: 0,
            ended: false,
            failure: None,
        }
    }

    /// Begins again, behind a gap.
    fn go_on(&mut self) {
        (self.drained, self.ended, self.decoder) = (false, false, None);
    }

    /// Reads until the block is full or the input ends; an error ends it, too.
    fn fill(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        block.resize(BLOCK, 0);
        let mut length = 0;
        while length < block.len() {
            match self.read(&mut block[length..]) {
                0 => break,
                n => length += n,
            }
        }
        self.block = block;
        self.left = 0..length;
    }

    /// Reads some bytes; none when the input ends or fails.
    fn read(&mut self, block: &mut [u8]) -> usize {
        while !self.drained {
            match self.reader.read(block) {
                Ok(0) => self.drained = true,
                Ok(n) => return n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.drained = true;
                    self.failure = Some(SourceError::from_io(&self.name, error));
                }
            }
        }
        0
    }

    /// Settles how bytes are decoded by the first of them, and how many are a byte order mark.
    fn settle(&mut self, head: &[u8]) {
        let (encoding, mark) = settle(self.asked, &head[..head.len().min(HEAD)]);
        (self.decoder, self.mark) = (Some(Decoder::new(encoding)), mark);
    }

    /// Decodes one more block onto `out`, if there is memory for it.
    fn more(&mut self, out: &mut Decoded) -> Result<(), SourceError> {
        // No byte becomes more than three bytes of text.
        if !out.has_room(4 * self.step) {
            self.drained = true;
            return Err(SourceError::Memory { name: self.name.clone(), size: out.size() as u64 });
        }
        if self.left.is_empty() && !self.drained {
            self.fill();
        }
        if self.decoder.is_none() {
            let block = std::mem::take(&mut self.block);
            self.settle(&block[self.left.clone()]);
            self.block = block;
            self.left.start += self.mark;
        }
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let end = self.left.end.min(self.left.start + self.step);
        decoder.decode(&self.block[self.left.start..end], out);
        self.left.start = end;
        if self.left.is_empty() && self.drained {
            self.ended = true;
            decoder.finish(out);
        }
        Ok(())
    }
}

/// The chunks of a PGN stream, in order: each holds whole games, about [`CHUNK`] bytes of them.
///
/// Where the chunks are cut depends on the text alone, not on the blocks in which it arrives. A reader that fails ends the
/// stream: what was read before is given as chunks, then the error. After a loss behind which reading goes on
/// ([`SourceError::is_gap`]) comes an empty chunk with that [gap](Chunk::gap), then the chunks behind it.
///
/// ```
/// use descant::source::{Chunks, Encoding};
/// let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let chunks: Vec<_> = Chunks::new(pgn.as_bytes(), Encoding::Auto).with_chunk_size(30).collect::<Result<_, _>>().unwrap();
/// assert_eq!(chunks.len(), 2);
/// assert_eq!((chunks[1].first_byte, chunks[1].first_line), (22, 5));
/// ```
pub struct Chunks<R> {
    feed: Feed<R>,
    /// Of a text: must it stay in one piece?
    text_is_whole: Option<fn(&str) -> bool>,
    size: usize,
    /// How much of that is given at a time.
    piece: usize,
    /// How much of a chunk is given in pieces.
    given: usize,
    /// The end of the last piece.
    before: String,
    most: u64,
    text: Decoded,
    /// What is read of a text that stands in the input as it is.
    direct: Direct,
    spare: Spare,
    /// Of a text: what stands in that part of it that was looked at.
    bulk: Bulk,
    started: bool,
    done: bool,
    tells_lost_end: bool,
    first_byte: u64,
    first_line: u64,
    index: u64,
    origins: Option<Arc<Origins>>,
}

impl<R> std::fmt::Debug for Chunks<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunks")
            .field("first_byte", &self.first_byte)
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Chunks<R> {
    /// Cuts what `reader` gives, decoded with `encoding`.
    #[must_use]
    pub fn new(reader: R, encoding: Encoding) -> Self {
        Self {
            feed: Feed::new(reader, encoding),
            text_is_whole: None,
            size: CHUNK,
            piece: usize::MAX,
            given: 0,
            before: String::new(),
            most: MOST_GAME,
            text: Decoded::default(),
            direct: Direct::default(),
            spare: Spare::default(),
            bulk: Bulk::default(),
            started: false,
            done: false,
            tells_lost_end: false,
            first_byte: 0,
            first_line: 1,
            index: 0,
            origins: None,
        }
    }

    /// Cuts a text that is no PGN: a book is one chunk; where it is longer than 4 MiB, or holds more games than a book, and
    /// `is_whole` does not say that it must stay so, each chunk is about 512 KiB or less, and ends between two games as far as
    /// blank lines and numbers tell.
    #[must_use]
    pub fn of_text(reader: R, encoding: Encoding, is_whole: fn(&str) -> bool) -> Self {
        Self { text_is_whole: Some(is_whole), most: MOST_TEXT, ..Self::new(reader, encoding) }
    }

    /// Where the text stands in the file: that of a [part](super::part::open).
    #[must_use]
    pub fn with_origins(mut self, origins: Arc<Origins>) -> Self {
        self.origins = Some(origins);
        self
    }

    /// Where the texts come back of chunks that are used up.
    #[must_use]
    pub fn with_spare(mut self, spare: Spare) -> Self {
        self.spare = spare;
        self
    }

    /// The lost end of an archive is the [gap](Chunk::gap) of a last chunk in place of an error.
    #[must_use]
    pub fn with_lost_end(mut self, tells: bool) -> Self {
        self.tells_lost_end = tells;
        self
    }

    /// The name of the input, for errors.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.feed.name = name.into();
        self
    }

    /// How much text a chunk holds at most, in bytes, where games are smaller than that.
    #[must_use]
    pub fn with_chunk_size(mut self, bytes: usize) -> Self {
        self.size = bytes.max(1);
        self
    }

    /// How much of a chunk is given at a time, in bytes, as long as nothing is odd about it: what follows
    /// [continues](Chunk::continues) it.
    #[must_use]
    pub fn with_piece_size(mut self, bytes: usize) -> Self {
        self.piece = bytes.max(1);
        self
    }

    /// How large a single game may be, in bytes ([`MOST_GAME`] otherwise); never more than about 4 GiB.
    #[must_use]
    pub fn with_most_per_game(mut self, bytes: u64) -> Self {
        self.most = bytes.min(MOST);
        self
    }

    /// How much is decoded at once, in bytes; it makes no difference to the chunks.
    #[must_use]
    pub fn with_step(mut self, bytes: usize) -> Self {
        self.feed.step = bytes.clamp(1, BLOCK);
        self
    }

    /// Says where a chunk of so many bytes stands in the file.
    fn place(&self, chunk: &mut Chunk, length: u64) {
        if let Some(origins) = &self.origins {
            chunk.origins = origins.of(self.first_byte..self.first_byte + length);
            chunk.knows_lines = origins.is_from_start();
        }
    }

    fn ends(&self) -> Ends {
        if self.feed.ended { Ends::Here } else { Ends::Later }
    }

    /// Where the next chunk ends: the last border up to the chunk size, else the first after it.
    fn cut(&mut self) -> Result<usize, SourceError> {
        if let Some(is_whole) = self.text_is_whole {
            return self.cut_text(is_whole);
        }
        while !self.feed.ended && self.text.text().len() < self.limit().saturating_add(LOOK) {
            self.more()?;
        }
        if self.feed.ended && self.text.text().len() <= self.limit() {
            return Ok(self.text.text().len());
        }
        if let Some(border) = last_sure_border(self.text.text().as_bytes(), self.limit()) {
            return Ok(border);
        }
        if self.given > 0 && last_strong_border(self.text.text().as_bytes(), self.limit()).is_none() {
            // The chunk ended with the last piece.
            self.end_chunk();
            return self.cut();
        }
        let mut scanner = Scanner::new();
        let mut last = None;
        loop {
            let text = self.text.text().as_bytes();
            while let Some(border) = scanner.next_border(text, self.ends()) {
                if border <= self.limit() {
                    last = Some(border);
                } else {
                    return Ok(last.unwrap_or(border));
                }
            }
            if let Some(last) = last
                && scanner.at() > self.limit()
            {
                return Ok(last);
            }
            if self.feed.ended {
                return Ok(last.unwrap_or(self.text.text().len()));
            }
            self.more()?;
        }
    }

    /// Where a text is cut next.
    fn cut_text(&mut self, is_whole: fn(&str) -> bool) -> Result<usize, SourceError> {
        let most = if self.index == 0 { LONG_TEXT } else { 2 * STRETCH };
        while !self.feed.ended && self.text.text().len() <= most && !self.bulk.fills(self.text.text()) {
            self.more()?;
        }
        let text = self.text.text();
        let is_long = text.len() > most || self.bulk.fills(text);
        if is_long && self.index == 0 && is_whole(text) {
            self.most = self.most.min(MOST_PAGE);
        } else if is_long {
            let end = self.bulk.end().min(2 * STRETCH);
            let cut = best_cut(text, end / 4, end).or_else(|| best_cut(text, 0, most));
            return Ok(cut.unwrap_or_else(|| cut_without_lines(text, end)));
        }
        while !self.feed.ended {
            self.more()?;
        }
        Ok(self.text.text().len())
    }

    /// How much more the chunk holds at most of which some pieces are given.
    const fn limit(&self) -> usize {
        self.size - self.given
    }

    /// No more pieces of it come.
    fn end_chunk(&mut self) {
        self.given = 0;
        self.before.clear();
    }

    /// How much the next piece holds at most: what is left of the chunk is no piece if it is small.
    fn piece(&self) -> usize {
        let limit = self.limit();
        if limit > self.piece.saturating_add(self.piece / 4) { self.piece } else { limit }
    }

    /// The text of the next piece, if nothing is odd about it, and how much of the chunk is given with it.
    fn direct(&mut self) -> Option<(String, usize)> {
        let enough = self.piece().saturating_add(AROUND);
        let feed = &mut self.feed;
        let comes_in_pieces = self.piece < self.size && self.text_is_whole.is_none();
        if !comes_in_pieces || enough > 2 * CHUNK || enough as u64 > self.most {
            return None;
        }
        if feed.ended || feed.decoder.as_ref().is_some_and(|decoder| !decoder.reads_utf8()) {
            return None;
        }
        if self.text.size() > 0 || !feed.left.is_empty() {
            // The chunk before was odd.
            let text = self.text.take_same()?;
            self.direct.take_up(text, &feed.block[feed.left.clone()]);
            feed.left = 0..0;
        }
        let text = self.direct_text(enough);
        if text.is_none() {
            self.feed.block = self.direct.give_up();
            self.feed.left = 0..self.feed.block.len();
        }
        text
    }

    /// The same, out of so many bytes; when there is none, those that were read are still there.
    fn direct_text(&mut self, enough: usize) -> Option<(String, usize)> {
        let (most, limit) = (self.piece(), self.limit());
        let feed = &mut self.feed;
        if feed.decoder.is_none() {
            self.direct.fill(enough.max(HEAD), |room| feed.read(room))?;
            feed.settle(self.direct.bytes());
            self.direct.skip(feed.mark);
            if !self.started {
                self.started = true;
                self.first_byte = feed.mark as u64;
            }
            if !feed.decoder.as_ref()?.reads_utf8() {
                return None;
            }
        }
        self.direct.fill(enough, |room| feed.read(room))?;
        let bytes = self.direct.bytes();
        let is_whole = feed.drained && bytes.len() <= most;
        let cut = if is_whole { bytes.len() } else { last_sure_border(bytes, most)? };
        let is_last = most == limit;
        if cut == 0 || !is_last && Direct::text_behind(bytes, cut, AROUND).is_none() {
            return None;
        }
        let text = self.direct.cut(cut, &self.spare)?;
        let given = if is_last { 0 } else { self.given + cut };
        Some((text, given))
    }

    /// The next chunk, or a piece of it, with which so much of the chunk is given.
    fn chunk(&mut self, decoded: Decoded, given: usize) -> Chunk {
        let length = decoded.raw_len() as u64;
        let bytes = decoded.text().as_bytes();
        let end = line_end(bytes);
        let lines = count_ends(end, bytes);
        let mut chunk = Chunk::new(decoded, self.first_byte, self.first_line, self.index);
        chunk.line_end = Some(end);
        chunk.continues = self.given > 0;
        chunk.beside[0] = std::mem::take(&mut self.before);
        self.given = given;
        if given > 0 {
            let from = ceil_char(&chunk.text, chunk.text.len().saturating_sub(AROUND));
            chunk.text[from..].clone_into(&mut self.before);
            chunk.beside[1] =
                Direct::text_behind(self.direct.bytes(), 0, AROUND).unwrap_or_default().to_owned();
        }
        self.place(&mut chunk, length);
        self.first_byte += length;
        self.first_line += lines;
        self.index += 1;
        chunk
    }

    fn more(&mut self) -> Result<(), SourceError> {
        if self.text.size() as u64 > self.most {
            let (name, limit) = (self.feed.name.clone(), self.most);
            let what = if self.text_is_whole.is_some() { "text" } else { "game" };
            return Err(SourceError::TooLarge { name, what, limit, at: self.first_byte });
        }
        self.text.reserve_total(self.size.saturating_add(BLOCK + LOOK).min(2 * CHUNK));
        self.feed.more(&mut self.text)?;
        if !self.started {
            self.started = true;
            self.first_byte = self.feed.mark as u64;
        }
        Ok(())
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        if let Some((text, given)) = self.direct() {
            return Some(Ok(self.chunk(Decoded::same(text), given)));
        }
        let mut cut = self.cut();
        if self.given > 0 && cut.as_ref().is_ok_and(|&cut| cut > self.limit()) {
            self.end_chunk();
            cut = self.cut();
        }
        let cut = match cut {
            Ok(cut) => cut,
            Err(error) => {
                self.done = true;
                return Some(Err(error));
            }
        };
        if cut == 0 {
            let gap = self.feed.failure.take();
            let goes_on = gap.as_ref().is_some_and(SourceError::is_gap);
            let is_end = self.tells_lost_end && gap.as_ref().is_some_and(SourceError::is_lost_end);
            if goes_on || is_end {
                if goes_on {
                    self.feed.go_on();
                }
                self.done = is_end;
                self.end_chunk();
                let mut chunk = Chunk::new(Decoded::default(), self.first_byte, self.first_line, self.index);
                chunk.gap = gap;
                self.place(&mut chunk, 0);
                self.index += 1;
                return Some(Ok(chunk));
            }
            self.done = true;
            return gap.map(Err);
        }
        let rest = self.text.split_off(cut, self.spare.take());
        self.bulk = Bulk::default();
        let decoded = std::mem::replace(&mut self.text, rest);
        Some(Ok(self.chunk(decoded, 0)))
    }
}

/// Reads a whole input as one chunk: a book, or any text whose parts are not games one after the other.
///
/// # Errors
///
/// When the reader fails (nothing is given then), or the text is larger than [`MOST_TEXT`].
pub fn whole<R: Read>(reader: R, encoding: Encoding) -> Result<Chunk, SourceError> {
    whole_of("the input", reader, encoding)
}

/// Reads a whole input like [`whole`]; `name` is for errors.
///
/// # Errors
///
/// Those of [`whole`].
pub fn whole_of<R: Read>(name: &str, reader: R, encoding: Encoding) -> Result<Chunk, SourceError> {
    let mut feed = Feed::new(reader, encoding);
    feed.name = name.to_owned();
    let mut text = Decoded::default();
    while !feed.ended {
        feed.more(&mut text)?;
        if text.size() as u64 > MOST_TEXT {
            return Err(SourceError::TooLarge { name: feed.name, what: "text", limit: MOST_TEXT, at: 0 });
        }
    }
    match feed.failure {
        Some(failure) if !failure.is_harmless() => Err(failure),
        _ => Ok(Chunk::new(text, feed.mark as u64, 1, 0)),
    }
}
