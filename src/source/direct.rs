//! UTF-8 that is read into the text of a chunk itself, without a copy. Whatever is odd about it is left to the
//! [`Decoder`](super::decode::Decoder), which reads the same bytes again.

use super::spare::Spare;

/// How much is asked for at a time where there is no text to be used again, in bytes.
const STEP: usize = 128 * 1024;

/// Bytes that were read and are in no chunk yet.
#[derive(Debug, Default)]
pub struct Direct {
    /// What is behind the bytes that were read says nothing.
    room: Vec<u8>,
    filled: usize,
}

impl Direct {
    /// What was read.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.filled]
    }

    /// Reads until there are so many bytes: `read` tells how many it put at the start of a place, 0 at the end. `None` when
    /// there is no memory for them.
    pub fn fill(&mut self, size: usize, mut read: impl FnMut(&mut [u8]) -> usize) -> Option<()> {
        self.room.try_reserve_exact(size.saturating_sub(self.room.len())).ok()?;
        while self.filled < size {
            if self.room.len() == self.filled {
                self.room.resize(size.min(self.filled + STEP), 0);
            }
            let end = self.room.len().min(size);
            let length = read(&mut self.room[self.filled..end]);
            if length == 0 {
                break;
            }
            self.filled += length;
        }
        Some(())
    }

    /// So many bytes from `at` on as a text, if they are UTF-8; a character that is cut in two is left out.
    pub fn text_behind(bytes: &[u8], at: usize, most: usize) -> Option<&str> {
        let bytes = bytes.get(at..)?;
        let bytes = &bytes[..bytes.len().min(most)];
        match std::str::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()
            }
            Err(_) => None,
        }
    }

    /// Goes on with bytes that were read already.
    pub fn take_up(&mut self, text: String, behind: &[u8]) {
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(behind);
        self.filled = bytes.len();
        self.room = bytes;
    }

    /// Drops the first bytes.
    pub fn skip(&mut self, length: usize) {
        self.room.copy_within(length..self.filled, 0);
        self.filled -= length;
    }

    /// The text up to `cut`, if it is UTF-8 and there is memory for what is behind it.
    pub fn cut(&mut self, cut: usize, spare: &Spare) -> Option<String> {
        let rest = self.filled - cut;
        let mut room = if rest > 0 { spare.take().into_bytes() } else { Vec::new() };
        if room.len() < rest {
            room.try_reserve_exact(rest - room.len()).ok()?;
            room.resize(rest, 0);
        }
        room[..rest].copy_from_slice(&self.room[cut..self.filled]);
        let mut text = std::mem::replace(&mut self.room, room);
        text.truncate(cut);
        self.filled = rest;
        match String::from_utf8(text) {
            Ok(text) => Some(text),
            Err(error) => {
                let mut bytes = error.into_bytes();
                bytes.extend_from_slice(self.bytes());
                self.filled = bytes.len();
                self.room = bytes;
                None
            }
        }
    }

    /// All bytes that were read, to be decoded otherwise.
    pub fn give_up(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.room);
        bytes.truncate(self.filled);
        self.filled = 0;
        bytes
    }
}
