//! The members of a gzip archive, one behind the other, and what stands behind the last.
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use super::error::SourceError;

/// How a member begins.
const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// What is packed; its next two bytes may have been looked at.
struct Packed<R> {
    /// The bytes that were looked at, and how many of them were read since.
    seen: Vec<u8>,
    read: usize,
    rest: BufReader<R>,
}

impl<R: Read> Packed<R> {
    /// The next two bytes, fewer where it ends.
    fn look(&mut self) -> io::Result<&[u8]> {
        let mut next = Vec::with_capacity(MAGIC.len());
        let most = MAGIC.len() as u64;
        self.by_ref().take(most).read_to_end(&mut next)?;
        (self.seen, self.read) = (next, 0);
        Ok(&self.seen)
    }

    /// Goes over zeros: archives on tapes are filled up with them.
    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            if zeros == 0 {
                return Ok(());
            }
            self.consume(zeros);
        }
    }
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read> BufRead for Packed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read < self.seen.len() { Ok(&self.seen[self.read..]) } else { self.rest.fill_buf() }
    }

    fn consume(&mut self, amount: usize) {
        if self.read < self.seen.len() {
            self.read += amount;
        } else {
            self.rest.consume(amount);
        }
    }
}

/// Unpacks all members. Zeros behind the last are passed over; other bytes there are an error behind all of the text.
struct Members<R> {
    member: Option<GzDecoder<Packed<R>>>,
    name: String,
}

/// What the members of a packed file hold; `name` is for errors.
pub(super) fn members<R: Read>(packed: BufReader<R>, name: &str) -> impl Read + use<R> {
    let packed = Packed { seen: Vec::new(), read: 0, rest: packed };
    Members { member: Some(GzDecoder::new(packed)), name: name.to_owned() }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = member.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let Some(mut packed) = self.member.take().map(GzDecoder::into_inner) else { break };
            packed.skip_zeros()?;
            let next = packed.look()?;
            if next == MAGIC {
                self.member = Some(GzDecoder::new(packed));
            } else if !next.is_empty() {
                let size = io::copy(&mut packed, &mut io::sink())?;
                return Err(io::Error::other(SourceError::Behind { name: self.name.clone(), size }));
            }
        }
        Ok(0)
    }
}
