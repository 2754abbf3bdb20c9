//! Positions along the moves of a game, variations included, without recursion.
use crate::chess::{Move, Position};

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    before: Position,
    now: Position,
    /// Half-moves made up to here, those of the main line before a variation included.
    ply: u32,
    /// Has a move been made in this line?
    moved: bool,
}

/// Follows moves and brackets: where they stand, and where they stood before the last move of the line.
///
/// Lines around the one that is followed are on a stack on the heap, so their nesting is bounded by memory alone.
#[derive(Clone, Debug, Default)]
pub struct Track {
    level: Level,
    around: Vec<Level>,
}

impl Track {
    /// At a first position.
    #[must_use]
    pub const fn of(start: &Position) -> Self {
        let level = Level { before: *start, now: *start, ply: 0, moved: false };
        Self { level, around: Vec::new() }
    }

    /// Begins again at a first position.
    pub fn begin(&mut self, start: &Position) {
        self.level = Self::of(start).level;
        self.around.clear();
    }

    /// Makes a move of the game; it is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.level.before = self.level.now;
        self.level.now.play_unchecked(mv);
        self.level.ply += 1;
        self.level.moved = true;
    }

    /// A variation begins: back to before the last move of the line.
    pub fn open(&mut self) {
        self.around.push(self.level);
        self.level.now = self.level.before;
        self.level.ply -= u32::from(self.level.moved);
        self.level.moved = false;
    }

    /// It ends. False if none is open.
    pub fn close(&mut self) -> bool {
        let around = self.around.pop();
        self.level = around.unwrap_or(self.level);
        around.is_some()
    }

    /// The position before the last move of the line.
    #[must_use]
    pub const fn before(&self) -> &Position {
        &self.level.before
    }

    /// The position now.
    #[must_use]
    pub const fn now(&self) -> &Position {
        &self.level.now
    }

    /// Half-moves from the start of the game up to here, along this line.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.level.ply
    }

    /// How many variations are open.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.around.len()
    }
}
