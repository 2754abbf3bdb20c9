//! Output whose game numbers are still open: workers fill sheets side by side, and the numbers are put in where the
//! sheets come together in the order of the input.
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use crate::bytes::append_number;

/// How much of a sheet is held in memory, in bytes. Only what is made of a game far longer than any played is more.
const MOST: usize = 32 << 20;

/// A place where the number of a game goes.
#[derive(Clone, Copy, Debug)]
struct Hole {
    /// Offset in all bytes.
    at: u64,
    /// The index of the game in its chunk.
    index: u32,
}

/// Bytes of output made from one chunk, with gaps for the numbers of its games.
///
/// A worker knows which game of its chunk it has, not how many games came before the chunk.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The output so far, but for what was put aside; only to be appended to.
    pub bytes: Vec<u8>,
    holes: Vec<Hole>,
    aside: Option<Aside>,
}

/// The first bytes of a sheet that became too long, in a file without a name.
#[derive(Debug)]
struct Aside {
    file: File,
    length: u64,
}

/// A file without a name, where one can be made.
#[cfg(feature = "cli")]
fn temporary() -> Option<File> {
    tempfile::tempfile().ok()
}

/// None: without the program that writes them, sheets stay in memory.
#[cfg(not(feature = "cli"))]
const fn temporary() -> Option<File> {
    None
}

impl Sheet {
    /// Here goes the number of the game that has this index in its chunk.
    pub fn game_number(&mut self, index: u32) {
        self.game_number_behind(0, index);
    }

    /// The same behind so many bytes that are still to be appended.
    #[inline]
    pub fn game_number_behind(&mut self, more: usize, index: u32) {
        let at = self.length() + more as u64;
        self.holes.push(Hole { at, index });
    }

    /// Appends text.
    pub fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a number.
    pub fn number(&mut self, number: impl Into<u64>) {
        append_number(&mut self.bytes, number.into());
    }

    /// Nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.holes.is_empty() && self.aside.is_none()
    }

    /// Puts aside what was written when it is too much to be held in memory. To be called between rows.
    #[inline]
    pub fn relieve(&mut self) {
        if self.bytes.len() >= MOST {
            self.put_aside();
        }
    }

    /// Where no file can be made or written, all stays in memory.
    #[cold]
    fn put_aside(&mut self) {
        if self.aside.is_none() {
            self.aside = temporary().map(|file| Aside { file, length: 0 });
        }
        let Some(aside) = &mut self.aside else { return };
        // A write that failed half way is written over.
        let written =
            aside.file.seek(SeekFrom::Start(aside.length)).and_then(|_| aside.file.write_all(&self.bytes));
        if written.is_ok() {
            aside.length += self.bytes.len() as u64;
            self.bytes.clear();
        }
    }

    /// Empties it, keeping the buffers.
    pub fn clear(&mut self) {
        self.aside = None;
        self.bytes.clear();
        self.holes.clear();
    }

    /// How many bytes were written, gaps not counted.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.aside.as_ref().map_or(0, |aside| aside.length) + self.bytes.len() as u64
    }

    /// Writes all, counting the games from `first`, the number of the chunk's first game.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_to(&self, out: &mut dyn Write, first: u64) -> io::Result<()> {
        self.write_parts(out, first, &[])
    }

    /// The same for some parts: of each its end, and whether it is written. What lies behind the last is.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_parts(&self, out: &mut dyn Write, first: u64, parts: &[(u64, bool)]) -> io::Result<()> {
        let mut digits = Vec::new();
        // Many rows of a game are one below the other.
        let mut written = None;
        let mut done = 0;
        let mut file = match &self.aside {
            Some(aside) => {
                (&aside.file).seek(SeekFrom::Start(0))?;
                Some(BufReader::new((&aside.file).take(aside.length)))
            }
            None => None,
        };
        let mut rest = self.bytes.as_slice();
        let mut copy = |length: u64, out: &mut dyn Write| -> io::Result<()> {
            let from_file = match &mut file {
                Some(file) => io::copy(&mut file.take(length), out)?,
                None => 0,
            };
            let length = usize::try_from(length - from_file).unwrap_or(usize::MAX).min(rest.len());
            let (here, after) = rest.split_at(length);
            rest = after;
            out.write_all(here)
        };
        let mut holes = self.holes.iter().peekable();
        for &(end, is_written) in parts.iter().chain(&[(u64::MAX, true)]) {
            let mut nowhere = io::sink();
            let out: &mut dyn Write = if is_written { &mut *out } else { &mut nowhere };
            // A gap at the end of a part belongs to the next.
            while let Some(hole) = holes.next_if(|hole| hole.at < end) {
                copy(hole.at - done, out)?;
                if written != Some(hole.index) {
                    digits.clear();
                    append_number(&mut digits, first + u64::from(hole.index));
                    written = Some(hole.index);
                }
                out.write_all(&digits)?;
                done = hole.at;
            }
            copy(end - done, out)?;
            done = end;
        }
        Ok(())
    }
}

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        self.relieve();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_into_the_gaps() {
        let mut sheet = Sheet::default();
        sheet.text("a");
        sheet.game_number(0);
        sheet.text("b");
        sheet.game_number(2);
        let mut out = Vec::new();
        sheet.write_to(&mut out, 98).expect("a vector takes all");
        assert_eq!(out, b"a98b100");
    }

    #[test]
    fn parts_are_left_out_with_their_gaps() {
        for aside in [false, true] {
            let mut sheet = Sheet::default();
            let mut parts = Vec::new();
            for row in 0..4_u32 {
                sheet.game_number(row);
                sheet.text(&format!(" row {row}\n"));
                parts.push((sheet.length(), row != 1));
                if aside && row == 2 {
                    sheet.put_aside();
                }
            }
            let mut out = Vec::new();
            sheet.write_parts(&mut out, 1, &parts[..3]).expect("a vector takes all");
            assert_eq!(out, b"1 row 0\n3 row 2\n4 row 3\n");
        }
    }

    #[test]
    fn what_was_put_aside_comes_first() {
        let mut sheet = Sheet::default();
        let mut expected = String::new();
        for row in 0..100_u32 {
            sheet.text("row ");
            sheet.game_number(row);
            sheet.text("\n");
            expected += &format!("row {}\n", 7 + row);
            if row % 40 == 39 {
                sheet.put_aside();
                assert!(sheet.bytes.is_empty() && !sheet.is_empty());
            }
        }
        for _ in 0..2 {
            let mut out = Vec::new();
            sheet.write_to(&mut out, 7).expect("a vector takes all");
            assert_eq!(out, expected.as_bytes());
        }
        sheet.clear();
        assert!(sheet.is_empty());
    }
}
