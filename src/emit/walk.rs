//! Positions along the movetext of a game, variations included, without recursion.
use crate::chess::{Move, Position};

/// Follows the moves of a flat list: where it stands, and where it stood before the last move of its line.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    before: Position,
    now: Position,
    /// Half-moves made up to here, those of the main line before a variation included.
    ply: u32,
    /// Has a move been made in this line?
    moved: bool,
    stack: Vec<(Position, Position, u32, bool)>,
}

impl Walk {
    /// Begins at a first position.
    pub fn begin(&mut self, start: &Position) {
        self.before = *start;
        self.now = *start;
        self.ply = 0;
        self.moved = false;
        self.stack.clear();
    }

    /// Makes a move of the game; it is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.before = self.now;
        self.now.play_unchecked(mv);
        self.ply += 1;
        self.moved = true;
    }

    /// A variation begins: back to before the last move of the line.
    pub fn open(&mut self) {
        self.stack.push((self.before, self.now, self.ply, self.moved));
        self.now = self.before;
        self.ply -= u32::from(self.moved);
        self.moved = false;
    }

    /// It ends.
    pub fn close(&mut self) {
        if let Some(saved) = self.stack.pop() {
            (self.before, self.now, self.ply, self.moved) = saved;
        }
    }

    /// The position now.
    #[must_use]
    pub const fn now(&self) -> &Position {
        &self.now
    }

    /// Half-moves from the start of the game up to here, along this line.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// How many variations are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}
