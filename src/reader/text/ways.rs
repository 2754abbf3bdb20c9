//! How much may be tried to read the lines of a text: so much for each of its bytes, whatever it says.
use std::cell::Cell;

use super::trunk::Stop;
use crate::reading::Reading;
use crate::replay::{self, Line, Options, Ply};

/// Positions and moves tried for the lines of a text, and for each of its bytes. Damaged pages of a few thousand bytes
/// take a hundred a byte, damaged books at most twenty.
const LEAST: u64 = 12_000_000;
const OF_BYTE: u64 = 24;

/// The most tried for one line; the worst in books take half of that.
const OF_LINE: u64 = 6_000_000;

/// What is left of it.
pub(super) struct Ways(Cell<u64>);

impl Ways {
    /// What may be tried in so many bytes, one of so many parts of a text.
    pub fn new(bytes: usize, parts: usize) -> Self {
        Self(Cell::new(LEAST / parts.max(1) as u64 + OF_BYTE * bytes as u64))
    }

    /// As much as any line may take, time after time.
    pub fn unlimited() -> Self {
        Self(Cell::new(u64::MAX))
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// May each line be tried as far as any, though so much was tried for them?
    pub fn is_enough_behind(&self, tried: u64) -> bool {
        self.0.get().saturating_sub(tried) >= OF_LINE
    }

    /// So much was tried.
    pub fn spend(&self, tried: u64) {
        self.0.set(self.0.get().saturating_sub(tried));
    }

    /// What may be tried for the next line.
    pub fn of_line(&self) -> u64 {
        self.0.get().min(OF_LINE)
    }

    /// Reads a line by any means that does not count what it tries.
    pub fn count(&self, read: impl FnOnce() -> Line) -> Line {
        let line = read();
        self.spend(line.spent);
        line
    }

    /// Reads a line.
    pub fn read_line(
        &self,
        start: Stop,
        plies: &[Ply<'_>],
        slips: &dyn Fn(usize) -> Vec<Reading>,
        options: &Options<'_>,
    ) -> Line {
        let options = Options { effort: self.of_line(), ..*options };
        self.count(|| replay::read_line(&start.position, &start.origins, plies, slips, &options))
    }
}
