//! The numbers of moves, in the order of the text: which of them count on, wait or are left.
use super::cost;
use super::due::Due;
use super::lattice::Lattice;
use super::lines::{Lines, Look};
use crate::chess::Color;

/// Tokens within which a row with the number of a move in prose waits.
const NEAR: u32 = 600;

/// Numbers that are looked at behind the end of a game, and how far, in tokens.
const MOST_LOOKED: usize = 60;
const FARTHEST: u32 = 6000;

/// Is a number the last figure of another one, the first of which were lost?
pub(crate) const fn is_end_of(shown: i64, meant: i64) -> bool {
    meant > 9 && shown == meant % 10
}

impl Lines {
    /// Does a row of a side that bears a number begin a line, not far behind a place?
    pub fn row_waits(&self, number: u16, side: Color, place: u32) -> bool {
        let from = self.numbered.partition_point(|row| row.token < place);
        let near = self.numbered[from..].iter().take_while(|row| row.token - place < NEAR);
        let is_black = side == Color::Black;
        near.clone().any(|row| row.is_row && row.value == number && row.is_black == is_black)
    }

    /// The first number before a move, at a token or behind it.
    pub fn next_numbered(&self, place: u32) -> Option<u32> {
        self.numbered.get(self.numbered.partition_point(|row| row.token < place)).map(|row| row.token)
    }

    /// Does the number at a token count on from the one before it, or the next from it? Then it is not misread.
    pub fn counts(&self, token: u32, number: i32) -> bool {
        let from = self.numbered.partition_point(|row| row.token < token);
        let behind = from + usize::from(self.numbered.get(from).is_some_and(|row| row.token == token));
        let is = |at: Option<usize>, number| {
            at.and_then(|at| self.numbered.get(at)).is_some_and(|row| i32::from(row.value) == number)
        };
        is(from.checked_sub(1), number - 1) || is(Some(behind), number + 1)
    }

    /// What the moves cost that stand behind the end of a game with the numbers that are due.
    pub fn rows_left(&self, lattice: &Lattice<'_>, due: &Due) -> u32 {
        let mut wanted = due.number();
        let mut price = 0;
        let from = self.numbered.partition_point(|row| row.token < due.place);
        for row in self.numbered[from..].iter().take(MOST_LOOKED) {
            if row.value == 1 || price >= cost::MOST_LEFT || row.token > due.place + FARTHEST {
                break;
            }
            let ahead = i32::from(row.value) - wanted;
            if row.is_row && ahead < -1 {
                // Another way to play, or another game.
                break;
            }
            if (0..=1).contains(&ahead) || row.is_row && (-1..=2).contains(&ahead) {
                price += if row.is_row { cost::ROW_LEFT } else { cost::MOVE_LEFT };
                wanted = i32::from(row.value) + 1;
            }
        }
        if price == 0 {
            return 0;
        }
        // A title between says that they are those of another game.
        let (first, last) =
            (lattice.line_of(due.place), self.looks.len().min(lattice.line_of(due.place) + 400));
        let title = (first + 1..last).find(|&line| matches!(self.looks[line], Look::Tag | Look::GameTitle));
        let row = self.numbered.get(from).map_or(0, |row| lattice.line_of(row.token));
        if title.is_some_and(|title| title < row) { 0 } else { price.min(cost::MOST_LEFT) }
    }
}
