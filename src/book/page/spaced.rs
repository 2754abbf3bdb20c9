//! Rows of which each cell stands in a paragraph of its own, as tables are copied from a screen: `1.`, `P-K4`, `P-K4`.
use std::ops::Range;

use super::Page;
use super::upright::{Pieces, Row, is_only_move};

/// No such line is longer, in bytes.
const LONGEST: usize = 48;

/// No word that is a move is longer, in bytes.
const LONGEST_WORD: usize = 12;

/// What stands in a paragraph of one line: a number, a move, or both.
struct Lone {
    line: usize,
    number: Option<Range<usize>>,
    mv: Option<Range<usize>>,
}

impl Page {
    /// Puts together the rows of which each move is a paragraph of its own.
    #[must_use]
    pub fn with_spaced_rows(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut found: Vec<Pieces> = Vec::new();
        let mut run: Vec<Lone> = Vec::new();
        for line in 0..=self.rows.len() {
            if self.row_text(line).is_empty() && line < self.rows.len() {
                continue;
            }
            // Between moves a word that looks like one is one, too.
            let lone = self.lone(line, is_move);
            match lone.or_else(|| if run.is_empty() { None } else { self.word(line) }) {
                Some(lone) => run.push(lone),
                None => found.extend(self.rows_of(&std::mem::take(&mut run))),
            }
        }
        self.put_together(&found, original_len)
    }

    /// A line that is a paragraph, and holds a number, a move, or both, and nothing else.
    fn lone(&self, line: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<Lone> {
        let text = self.row_text(line);
        if text.len() > LONGEST || !self.is_paragraph(line) {
            return None;
        }
        let start = self.rows[line].start();
        let bare = text.trim_start();
        let indent = text.len() - bare.len();
        let figures = bare.bytes().take_while(u8::is_ascii_digit).count();
        // `0-0` is castling.
        let is_number = (1..=3).contains(&figures) && !bare.starts_with('0');
        let number = is_number.then_some(start + indent..start + indent + figures);
        let behind = if is_number { bare[figures..].trim_start_matches(['.', ')', ' ', '\t']) } else { bare };
        if behind.is_empty() {
            return Some(Lone { line, number, mv: None });
        }
        let end = start + text.len();
        let is_parted = !is_number || behind.len() + figures < bare.len();
        (is_parted && is_only_move(behind, is_move)).then(|| Lone {
            line,
            number,
            mv: Some(end - behind.len()..end),
        })
    }

    /// A paragraph of one word that may be a move.
    fn word(&self, line: usize) -> Option<Lone> {
        let text = self.row_text(line);
        let may_be_move = text.len() <= LONGEST_WORD
            && text.starts_with(['K', 'Q', 'R', 'B', 'N', 'P', 'O'])
            && text.contains(['x', '-', '\u{d7}'])
            && !text.contains(char::is_whitespace);
        let start = self.rows.get(line)?.start();
        (may_be_move && self.is_paragraph(line)).then(|| Lone {
            line,
            number: None,
            mv: Some(start..start + text.len()),
        })
    }

    fn is_paragraph(&self, line: usize) -> bool {
        let is_blank = |line: usize| self.row_text(line).is_empty();
        !is_blank(line) && is_blank(line + 1) && line.checked_sub(1).is_none_or(is_blank)
    }

    /// The rows of such paragraphs, if they come in turn: the number, by itself or with White's move, and the moves.
    fn rows_of(&self, run: &[Lone]) -> Option<Pieces> {
        let (first, last) = (run.first()?, run.last()?);
        let of_turn = if first.mv.is_some() { 2 } else { 3 };
        let mut rows = Vec::with_capacity(run.len().div_ceil(of_turn));
        let mut due: Option<u32> = None;
        for turn in run.chunks(of_turn) {
            let number = turn[0].number.clone()?;
            let value = self.text[number.clone()].parse::<u32>().ok()?;
            let mut moves = turn.iter().filter_map(|lone| lone.mv.clone());
            let (white, black) = (moves.next()?, moves.next());
            let is_turn = turn[0].mv.is_some() == first.mv.is_some()
                && turn[1..].iter().all(|lone| lone.number.is_none())
                && due.is_none_or(|due| due == value);
            if !is_turn {
                return None;
            }
            due = Some(value + 1);
            let last = black.as_ref().unwrap_or(&white).end;
            let end = self.span(last - 1, last).end;
            rows.push(Row { number, white, black, end });
        }
        Some(Pieces { lines: first.line..last.line + 1, rows })
    }
}
