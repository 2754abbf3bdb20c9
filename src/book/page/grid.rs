//! Tables of HTML whose cells hold many lines, `1.<br>2.<br>3.`: those that stand beside one another on the screen are rows.
use std::ops::Range;

use super::cells::numbered;
use super::html::Edge;
use super::{Page, Part};

/// So many lines of a cell are those of a column.
const FEWEST: usize = 3;

/// No line of a column is longer, in bytes.
const LONGEST: usize = 36;

impl Page {
    /// Puts the lines of columns beside one another. `edges` are the places where rows and cells of tables begin.
    pub(super) fn turn_columns(&mut self, edges: &[(usize, Edge)], original_len: usize) {
        let mut parts = Vec::new();
        let mut start = 0;
        let mut at = 0;
        while at < edges.len() {
            // The cells of one row.
            let is_cell = |(_, edge): &&(usize, Edge)| *edge == Edge::Cell;
            let count = edges[at..].iter().take_while(is_cell).count();
            let end = edges.get(at + count).map_or(self.text.len(), |&(end, _)| end);
            let bounds: Vec<usize> =
                edges[at..at + count].iter().map(|&(from, _)| from).chain([end]).collect();
            let columns: Vec<Vec<Range<usize>>> =
                bounds.windows(2).map(|cell| self.lines_of(cell[0]..cell[1])).collect();
            at += count + 1;
            let Some(height) = self.are_columns(&columns) else { continue };
            let last = self.span(end - 1, end).end;
            parts.push(Part::Kept(start..bounds[0]));
            for line in 0..height {
                for (beside, column) in columns.iter().filter(|column| !column.is_empty()).enumerate() {
                    let Some(words) = column.get(line) else { continue };
                    let from = self.span(words.start, words.end).start;
                    if beside > 0 {
                        parts.push(Part::Put(" | ".into(), from));
                    }
                    parts.push(Part::Kept(words.clone()));
                }
                // The first row stands for all lines.
                parts.push(Part::Put("\n".into(), last));
            }
            start = end;
        }
        if !parts.is_empty() {
            parts.push(Part::Kept(start..self.text.len()));
            *self = self.composed(&parts, original_len);
        }
    }

    /// The lines of a cell, without the blank ones in front of the first and behind the last.
    fn lines_of(&self, cell: Range<usize>) -> Vec<Range<usize>> {
        let text = self.text[cell.clone()].trim_end_matches([' ', '\n', '|', '\t']);
        let mut from = cell.start;
        let mut lines = Vec::new();
        for line in text.split('\n') {
            let words = line.trim();
            let begin = from + line.len() - line.trim_start().len();
            if !(words.is_empty() && lines.is_empty()) {
                lines.push(begin..begin + words.len());
            }
            from += line.len() + 1;
        }
        lines
    }

    /// How many lines have cells that are columns of one table, the last a line less at most? Where each begins with a number
    /// of its own, they stand one below the other.
    fn are_columns(&self, columns: &[Vec<Range<usize>>]) -> Option<usize> {
        let mut cells = columns.iter().filter(|lines| !lines.is_empty());
        let first = cells.next()?;
        let number = |lines: &[Range<usize>]| numbered(&self.text[lines[0].clone()]).0.parse::<u32>().ok();
        let is_narrow = |lines: &[Range<usize>]| lines.iter().all(|line| line.len() <= LONGEST);
        let goes = |lines: &Vec<Range<usize>>| {
            is_narrow(lines)
                && (lines.len() == first.len() || lines.len() + 1 == first.len())
                && number(lines).is_none_or(|own| number(first) == Some(own))
        };
        let others = cells.clone().count();
        (first.len() >= FEWEST && is_narrow(first) && others > 0 && cells.all(goes)).then_some(first.len())
    }
}
