//! What a game waits for: which move is due, where, and how it is numbered.
use crate::chess::Color;

/// How the rows of a score have been numbered so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Habit {
    /// How much the printed numbers are ahead of the moves.
    pub offset: i8,
    /// White's moves with a number before them, as far as counted.
    pub numbered: u8,
    /// White's moves without.
    pub bare: u8,
    /// Black's moves with a number of their own.
    pub black_numbered: u8,
    /// The moves of the sides stand in blocks of their own.
    pub blocks: bool,
    /// Those blocks have heads of their own.
    pub headed: bool,
    /// Rows stand beside one another: the next one is not the next in the text.
    pub jumps: bool,
    /// How much the numbers were ahead before they jumped.
    pub before: i8,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Due {
    /// The half-move that is due, from 0.
    pub ply: u32,
    /// The token behind the last move read.
    pub place: u32,
    /// The token behind the last move of the side whose turn it is.
    pub own: Option<u32>,
    /// The characters before the last number on its line.
    pub column: Option<u16>,
    pub habit: Habit,
}

impl Due {
    pub fn number(&self) -> i32 {
        (self.ply / 2 + 1) as i32 + i32::from(self.habit.offset)
    }

    pub fn color(&self) -> Color {
        if self.ply.is_multiple_of(2) { Color::White } else { Color::Black }
    }
}
