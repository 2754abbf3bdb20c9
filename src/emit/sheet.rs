//! Output whose game numbers are still open: workers fill sheets side by side, and the numbers are put in where the
//! sheets come together in the order of the input.
use std::io::{self, Write};

/// A place where the number of a game goes.
#[derive(Clone, Copy, Debug)]
struct Hole {
    /// Offset in the bytes.
    at: usize,
    /// The index of the game in its chunk.
    index: u32,
}

/// Bytes of output made from one chunk, with gaps for the numbers of its games.
///
/// A worker knows which game of its chunk it has, not how many games came before the chunk.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The output so far; only to be appended to.
    pub bytes: Vec<u8>,
    holes: Vec<Hole>,
}

impl Sheet {
    /// Here goes the number of the game that has this index in its chunk.
    pub fn game_number(&mut self, index: u32) {
        self.holes.push(Hole { at: self.bytes.len(), index });
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
        self.bytes.is_empty() && self.holes.is_empty()
    }

    /// Empties it, keeping the buffers.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.holes.clear();
    }

    /// Writes all, counting the games from `first`, the number of the chunk's first game.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_to(&self, out: &mut dyn Write, first: u64) -> io::Result<()> {
        let mut done = 0;
        let mut digits = Vec::new();
        for hole in &self.holes {
            out.write_all(&self.bytes[done..hole.at])?;
            digits.clear();
            append_number(&mut digits, first + u64::from(hole.index));
            out.write_all(&digits)?;
            done = hole.at;
        }
        out.write_all(&self.bytes[done..])
    }
}

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Appends a number in decimal, without the machinery of `fmt`.
pub fn append_number(out: &mut Vec<u8>, number: u64) {
    if number < 10 {
        out.push(b'0' + number as u8);
        return;
    }
    if number < 100 {
        let number = number as u8;
        out.extend_from_slice(&[b'0' + number / 10, b'0' + number % 10]);
        return;
    }
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number;
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[at..]);
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
    fn numbers_are_written_like_fmt_writes_them() {
        for number in [0, 7, 10, 99, 100, 1234, u64::MAX] {
            let mut out = Vec::new();
            append_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }
}
