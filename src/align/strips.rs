//! Columns of raw print that were handed out one below the other, in any order and torn: where a piece of one begins.
use super::block;
use super::lattice::Lattice;
use super::lines::{Lines, Look};

/// The pieces of the columns of a page.
pub(crate) struct Strips {
    /// Lines that begin with a cell.
    is_cell: Vec<bool>,
    /// Lines with which a piece begins.
    starts: Vec<usize>,
}

impl Strips {
    pub fn new(lattice: &Lattice<'_>, lines: &Lines) -> Self {
        let is_cell: Vec<bool> = (0..lattice.page.rows.len())
            .map(|line| matches!(lines.looks[line], Look::Row | Look::Prose) && block::is_cell(lattice, line))
            .collect();
        let starts = (0..is_cell.len())
            .filter(|&line| is_cell[line] && line.checked_sub(1).is_none_or(|above| !is_cell[above]))
            .collect();
        Self { is_cell, starts }
    }

    /// The lines with which pieces begin.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Does a piece go on below a line?
    pub fn goes_on(&self, line: usize) -> bool {
        self.is_cell.get(line + 1).is_some_and(|&is_cell| is_cell)
    }
}
