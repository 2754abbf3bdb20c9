//! Archives of one file, known by their first bytes, unpacked on a thread of their own.

use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::error::SourceError;
#[cfg(feature = "unpack")]
use super::gzip;
#[cfg(not(feature = "unpack"))]
use super::plain::{bzip2, gzip, zstd};

/// How much is unpacked at once, in bytes.
const BLOCK: usize = 256 * 1024;
/// How many blocks may wait for the reader.
const WAITING: usize = 4;
/// How many of the first bytes tell whether an input is an archive.
pub(super) const MAGIC: usize = 8;

/// What the first bytes say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Plain,
    Gzip,
    Bzip2,
    Zstd,
    /// An archive of a form that is not read.
    Other(&'static str),
}

impl Format {
    pub fn of(head: &[u8]) -> Self {
        match Self::named(head) {
            format @ (Format::Gzip | Format::Bzip2 | Format::Zstd) if cfg!(not(feature = "unpack")) => {
                Format::Other(format.name())
            }
            format => format,
        }
    }

    fn named(head: &[u8]) -> Self {
        match head {
            [0x1F, 0x8B, 8, ..] => Format::Gzip,
            // The first block, or the end of an empty archive.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, ..] => Format::Bzip2,
            // A frame, or a frame to be skipped.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Format::Zstd,
            [b'P', b'K', 3, 4, ..] => Format::Other("zip"),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Format::Other("xz"),
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Format::Other("7z"),
            [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => Format::Other("rar"),
            _ => Format::Plain,
        }
    }

    /// It is unpacked, or refused.
    pub fn is_archive(self) -> bool {
        self != Format::Plain
    }

    pub fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Gzip => "gzip",
            Format::Bzip2 => "bzip2",
            Format::Zstd => "zstd",
            Format::Other(name) => name,
        }
    }
}

/// The unpacked contents of an archive; all members of a file of several.
pub(super) fn unpack(
    format: Format,
    packed: Box<dyn Read + Send>,
    name: &str,
) -> io::Result<Box<dyn Read + Send>> {
    let packed = BufReader::with_capacity(BLOCK / 2, packed);
    let unpacker: Box<dyn Read + Send> = match format {
        Format::Gzip => Box::new(gzip::members(packed, name)),
        Format::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
        Format::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(packed)?;
            // Archives of `zstd --long` are read, too: the archive says how much memory it takes.
            decoder.window_log_max(if cfg!(target_pointer_width = "64") { 31 } else { 27 })?;
            Box::new(decoder)
        }
        Format::Plain | Format::Other(_) => return Ok(Box::new(packed)),
    };
    Ok(Box::new(Background::start(unpacker, format, name)?))
}

enum Message {
    Block(Vec<u8>),
    End,
    Failed(io::Error),
}

/// Reads ahead on another thread; a few blocks, which go round.
struct Background {
    blocks: Receiver<Message>,
    empty: Sender<Vec<u8>>,
    block: Vec<u8>,
    at: usize,
    ended: bool,
    format: Format,
    name: String,
}

impl Background {
    fn start(reader: Box<dyn Read + Send>, format: Format, name: &str) -> io::Result<Self> {
        let (full, blocks) = sync_channel(WAITING);
        let (empty, emptied) = channel();
        thread::Builder::new()
            .name("unpack".to_owned())
            .spawn(move || read_ahead(reader, &full, &emptied))?;
        Ok(Self { blocks, empty, block: Vec::new(), at: 0, ended: false, format, name: name.to_owned() })
    }

    /// Says which archive failed, and how.
    fn failure(&self, error: io::Error) -> io::Error {
        let (name, format) = (self.name.clone(), self.format.name());
        let kind = error.kind();
        let ours = match error.downcast::<SourceError>() {
            Ok(ours) => ours,
            Err(_) if kind == io::ErrorKind::UnexpectedEof => SourceError::Truncated { name, format },
            Err(source) => SourceError::Damaged { name, format, source },
        };
        io::Error::new(kind, ours)
    }
}

fn read_ahead(mut reader: Box<dyn Read + Send>, full: &SyncSender<Message>, emptied: &Receiver<Vec<u8>>) {
    loop {
        let mut block = emptied.try_recv().unwrap_or_default();
        block.resize(BLOCK, 0);
        let mut length = 0;
        let end = loop {
            if length == BLOCK {
                break None;
            }
            match reader.read(&mut block[length..]) {
                Ok(0) => break Some(Message::End),
                Ok(n) => length += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(Message::Failed(error)),
            }
        };
        block.truncate(length);
        // The other side may have gone: then nobody wants the rest.
        if full.send(Message::Block(block)).is_err() {
            return;
        }
        if let Some(end) = end {
            let _ = full.send(end);
            return;
        }
    }
}

impl Read for Background {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() && !self.ended {
            let used = std::mem::take(&mut self.block);
            if used.capacity() > 0 {
                let _ = self.empty.send(used);
            }
            self.at = 0;
            match self.blocks.recv() {
                Ok(Message::Block(block)) => self.block = block,
                Ok(Message::End) => self.ended = true,
                Ok(Message::Failed(error)) => {
                    self.ended = true;
                    return Err(self.failure(error));
                }
                Err(_) => {
                    self.ended = true;
                    return Err(self.failure(io::Error::other("the unpacking stopped")));
                }
            }
        }
        let rest = &self.block[self.at..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}
