//! Where the cells of columns begin, end and go on.
use std::cell::OnceCell;
use std::ops::Range;

use super::{Edge, Lattice, Number};
use crate::align::token::{self, Kind, Token};
use crate::grammar::cell;
use crate::lexicon::words::is_dash;
use crate::lexicon::{Dialect, prose};
use crate::span::floor_char;

/// No cell is longer, in bytes.
const LONGEST_CELL: usize = 160;

/// No cell of raw print that is a line by itself is longer, in bytes, and none is farther from the next, in lines.
const LONGEST_ALONE: usize = 24;
const NEAR: usize = 3;

/// Rows are counted from two that are so far apart, in rows.
const MOST_COUNTED: u16 = 3;

/// Most small letters in a row of a move.
const LONGEST_SMALL: usize = 6;

/// Most blank lines within a move of raw print.
const MOST_BLANK_LINES: usize = 2;

/// No rank is higher.
const HIGHEST_RANK: u16 = 8;

/// Most lines below its own on which a cell goes on.
const MOST_LINES: usize = 2;

/// Most tokens of a cell that cannot be read, and most bytes.
const MOST_OF_CELL: u32 = 6;
const LONGEST_UNREAD: usize = 14;

/// No word of one that no gap parts from its row is longer, in bytes.
const LONGEST_SCRAP: usize = 5;

impl Lattice<'_> {
    /// May a figure in a column of raw print, behind which a dash and a nought stand, be castling: `9-0`?
    pub fn castles(&self, token: u32) -> bool {
        let rest = &self.page.text[self.tokens[token as usize].end as usize..];
        let behind = rest.trim_start_matches(is_dash);
        let zero = behind.len() < rest.len() && behind.starts_with(token::NOUGHTS);
        let inside = || self.lines.binary_search(&token).is_err();
        zero && self.dialect.ocr && inside() && self.begins_cell(token)
    }

    /// The token behind the words of a cell of raw print that cannot be read.
    pub fn end_of_cell(&self, token: u32) -> Option<u32> {
        self.end_of_wide_cell(token).or_else(|| self.end_of_narrow_cell(token))
    }

    /// The same in a column.
    pub(super) fn end_of_wide_cell(&self, token: u32) -> Option<u32> {
        let parts = |kind: Kind| matches!(kind, Kind::Gap | Kind::Pipe | Kind::Line);
        let kind = |at: u32| self.tokens.get(at as usize).map(|token| token.kind);
        let line = self.line_of(token);
        let of_block = self.is_of_block(line);
        let follows = |kind| parts(kind) || of_block && matches!(kind, Kind::Number { .. });
        let begins = token.checked_sub(1).and_then(kind).is_none_or(follows);
        let is_cell = begins && self.dialect.ocr && (of_block || self.is_columned(line));
        if !is_cell || self.ending(token).is_some() || !self.edges(token).is_empty() {
            return None;
        }
        let end = (token + 1..=token + MOST_OF_CELL).find(|&at| kind(at).is_none_or(parts))?;
        let words = &self.page.text
            [self.tokens[token as usize].start as usize..self.tokens[end as usize - 1].end as usize];
        // In a row any letters or figures but those of its number are a cell.
        let numbers =
            self.lines[line] == token && matches!(self.tokens[token as usize].kind, Kind::Number { .. });
        let in_row = || !numbers && self.is_row(line) && words.contains(|c: char| c.is_ascii_alphanumeric());
        let shows = words.contains(|c: char| c.is_ascii_uppercase()) || in_row();
        (words.len() <= LONGEST_UNREAD && shows).then_some(end)
    }

    /// The same where no gap parts the cells of a row: behind its number stand words and then a move to the end of the line,
    /// or a move and then words.
    pub(super) fn end_of_narrow_cell(&self, token: u32) -> Option<u32> {
        let line = self.line_of(token);
        let is_cell = self.dialect.ocr && !self.is_of_block(line) && !self.is_columned(line);
        if !is_cell || self.ending(token).is_some() || !self.edges(token).is_empty() {
            return None;
        }
        // `: 4 P-Q4`, `6, B-B4`
        let is_sign = |at: &u32| {
            matches!(
                self.tokens.get(*at as usize).map(|token| token.kind),
                Some(Kind::Stop(_) | Kind::Close(_) | Kind::Gap)
            )
        };
        let half = self.half(line, token);
        let behind_signs = |from: u32| (from..half.end).find(|at| !is_sign(at));
        let begins = behind_signs(half.start)?;
        let first = match self.number(begins) {
            Some(number) => behind_signs(number.next)?,
            None => {
                Some(begins).filter(|_| half.start == self.lines[line] && self.counted(line).is_some())?
            }
        };
        let is_line_end = |at: u32| self.tokens.get(at as usize).is_none_or(|token| token.kind == Kind::Line);
        let end = (token..half.end).find(|&at| is_line_end(at)).unwrap_or(half.end);
        // Signs may stand behind a move, too.
        let reaches = |at: u32| {
            let next = self.begins_move(at).then(|| self.edges(at)[0].next);
            next.is_some_and(|next| next == end || (next..end).all(|at| is_sign(&at)))
        };
        let cell = if token == first {
            (token + 1..end).find(|&at| reaches(at))?
        } else if self.may_end_before(first, token) {
            end
        } else {
            return None;
        };
        let words = &self.page.text
            [self.tokens[token as usize].start as usize..self.tokens[cell as usize - 1].end as usize];
        let is_short = |word: &str| word.len() <= LONGEST_SCRAP && !prose::is_short(word);
        let shows = words.contains(|c: char| c.is_ascii_alphanumeric());
        let is_short = words.split(|c: char| !c.is_alphanumeric()).all(is_short);
        (cell - token <= MOST_OF_CELL && words.len() <= LONGEST_UNREAD && shows && is_short).then_some(cell)
    }

    /// Where the words of a numbered row end that stand beside a move: between the number and one that goes to the end of the
    /// line, or behind one to the end.
    pub(super) fn end_beside_move(&self, token: u32, start: usize, end: usize) -> Option<usize> {
        let line = self.line_of(token);
        let number = self.lines[line];
        let kind = |at: u32| self.tokens[at as usize].kind;
        if token == number || !matches!(kind(number), Kind::Number { .. }) {
            return None;
        }
        let first = (number + 1..=token).find(|&at| !matches!(kind(at), Kind::Stop(_) | Kind::Gap))?;
        let behind = (token..self.lines[line + 1]).find(|&at| kind(at) == Kind::Line);
        let last = behind.unwrap_or(self.lines[line + 1]);
        let cell = if first == token {
            // What begins there may not be asked of the lattice, which asks what stands beside it.
            let clean = Dialect { ocr: false, ..self.dialect };
            let line_end = self.tokens[last as usize - 1].end as usize;
            let reaches = |at: &u32| {
                let words = &self.page.text[self.tokens[*at as usize].start as usize..line_end];
                let is_move = || cell::beginnings(words, &clean).iter().any(|found| found.len == words.len());
                kind(*at) == Kind::Word && is_move()
            };
            (token + 1..last).take(MOST_OF_CELL as usize).find(reaches)?
        } else if last - token <= MOST_OF_CELL && self.may_end_before(first, token) {
            last
        } else {
            return None;
        };
        let cell = self.tokens[cell as usize - 1].end as usize;
        (cell <= end).then(|| cell - start)
    }

    /// May a move that begins at a token end before another, which is no part of it as it is printed?
    fn may_end_before(&self, first: u32, token: u32) -> bool {
        let edges = self.edges(first);
        edges.iter().any(|edge| edge.sure >= 2 && edge.next == token)
            && !edges.iter().any(|edge| edge.is_sound() && edge.next > token)
    }

    /// The row that holds a token of a line: all of it, or one of two that stand beside one another, each behind its number.
    fn half(&self, line: usize, token: u32) -> Range<u32> {
        let (first, end) = (self.lines[line], self.lines[line + 1]);
        let own = self.number(first).map_or(0, |number| number.value);
        let begins = |&at: &u32| {
            let Kind::Number { value, dots: 0..=1 } = self.tokens[at as usize].kind else { return false };
            let next = || (at + 1..end).find(|&at| self.tokens[at as usize].is_word());
            value > HIGHEST_RANK.max(own + 1)
                && !self.touches(at as usize)
                && next().is_some_and(|next| next <= at + 2 && self.begins_move(next))
        };
        match (first + 1..end).find(begins) {
            Some(second) if token < second => first..second,
            Some(second) => second..end,
            None => first..end,
        }
    }

    /// The number of the row of raw print with which a line begins that shows none, or another, if those above and below count on.
    pub fn counted(&self, line: usize) -> Option<u16> {
        let number = |at: u32| match self.tokens.get(at as usize)?.kind {
            Kind::Number { value, dots: 0..=1 } => Some(value),
            _ => None,
        };
        let count = || {
            let first = self.lines[line];
            let is_full = |line: &usize| !self.page.row_text(*line).trim().is_empty();
            let rows = self.page.rows.len();
            let above = (line.saturating_sub(NEAR)..line).rev().filter(is_full).zip(1_u16..);
            let below: Vec<(usize, u16)> =
                (line + 1..rows.min(line + 1 + NEAR)).filter(is_full).zip(1_u16..).collect();
            let shown = |line: usize| number(self.lines[line]);
            let (above, value) = above
                .filter_map(|(above, up)| Some((above, up, shown(above)?.checked_add(up)?)))
                .find(|&(_, up, value)| {
                    below.iter().any(|&(below, down)| {
                        up + down <= MOST_COUNTED && shown(below) == value.checked_add(down)
                    })
                })
                .map(|(above, _, value)| (above, value))?;
            let tokens = first..self.lines[line + 1];
            (is_full(&line)
                && !tokens.clone().any(|at| number(at) == Some(value) || number(at) == value.checked_add(1))
                && !(self.lines[above] + 1..first).any(|at| number(at) == Some(value))
                && tokens.clone().any(|at| self.begins_move(at)))
            .then_some(value)
        };
        self.dialect.ocr.then(|| *self.counted[line].get_or_init(count)).flatten()
    }

    /// Is what stands in front of a wide blank of raw print no more than the name of a man, or does it end with a verb? That is
    /// no cell by itself; but behind the blank a man with a verb of its own is a move, and the verb in front of it lost its goal.
    pub(super) fn goes_on(&self, words: Range<usize>) -> bool {
        let is_verb = |c: char| c == 'x' || is_dash(c);
        let is_move = |words: &str| {
            let man = if words.starts_with("Kt") { 2 } else { usize::from(words.starts_with(token::NAMES)) };
            man > 0 && words[man..].trim_start_matches(' ').starts_with(is_verb)
        };
        let behind = &self.page.text[words.end..];
        let words = self.page.text[words].trim_end();
        let ends_with_verb =
            || words.ends_with(is_verb) || words.ends_with(" to") || words.ends_with(" takes");
        self.dialect.ocr
            && (matches!(words, "K" | "Q" | "R" | "B" | "Kt" | "N" | "P")
                || ends_with_verb() && !is_move(behind.trim_start_matches(' ')))
    }

    /// The number that raw print shows as signs: `§..` in front of a row.
    pub(super) fn in_signs(&self, token: u32) -> Option<Number> {
        if !self.dialect.ocr || self.lines.binary_search(&token).is_err() {
            return None;
        }
        let is_sign = |at: &u32| {
            let kind = self.tokens.get(*at as usize).map(|token| token.kind);
            matches!(kind, Some(Kind::Mark | Kind::Stop(_) | Kind::Dots | Kind::Glyph | Kind::Gap))
        };
        let next = (token..).find(|at| !is_sign(at))?;
        let is_row = self.tokens.get(next as usize)?.is_word() && self.stands_over_row(token);
        is_row.then_some(Number { value: 0, dots: 0, next })
    }

    /// Does a word begin a line that holds two moves beside, and nothing else, above one that begins with a number?
    pub(super) fn stands_over_row(&self, word: u32) -> bool {
        let line = self.line_of(word);
        let end = self.lines[line + 1];
        let (mut at, mut moves) = (word + 1, 0);
        while at < end {
            let edge = self.edges(at).first().filter(|edge| edge.sure >= 2);
            if edge.is_none() && self.tokens[at as usize].is_word() {
                return false;
            }
            moves += usize::from(edge.is_some());
            at = edge.map_or(at + 1, |edge| edge.next.max(at + 1));
        }
        let mut below = (line + 1..self.page.rows.len()).take(NEAR);
        let first =
            below.find(|&line| !self.page.row_text(line).trim().is_empty()).map(|line| self.lines[line]);
        let numbered = |at: u32| {
            self.tokens.get(at as usize).is_some_and(|token| matches!(token.kind, Kind::Number { .. }))
        };
        moves == 2 && first.is_some_and(numbered)
    }

    /// Does a cell of a line read as a move?
    fn is_row(&self, line: usize) -> bool {
        (self.lines[line]..self.lines[line + 1]).any(|at| self.begins_cell(at) && self.begins_move(at))
    }

    /// Does running text count moves far behind a figure at the beginning of a line, on the line above? Then it is a rank.
    pub(super) fn counts_far_on(&self, figure: u32) -> bool {
        let line = self.line_of(figure);
        let above = self.lines[line.saturating_sub(1)]..figure;
        let is_far = |at: u32| match self.tokens[at as usize].kind {
            Kind::Number { value, .. } => {
                let word = self.text(at).trim_end_matches('.');
                value > HIGHEST_RANK + 1 && word.parse() == Ok(value)
            }
            _ => false,
        };
        !self.is_columned(line) && above.into_iter().any(is_far)
    }

    /// Is a token the first of its cell, but for the number of the row?
    pub(super) fn begins_cell(&self, token: u32) -> bool {
        token.checked_sub(1).is_none_or(|before| {
            let kind = self.tokens[before as usize].kind;
            matches!(kind, Kind::Gap | Kind::Pipe | Kind::Line | Kind::Number { .. })
        })
    }

    /// Where the cell that begins at a place ends: at a tab, a bar, three blanks, two before a figure, the end of a
    /// line in columns, or a blank line; and whether it stands in a column.
    pub(super) fn cell_end(&self, start: usize, line: usize) -> (usize, bool) {
        let text = self.page.text.as_bytes();
        let most = (start + LONGEST_CELL).min(text.len());
        let own = self.is_columned(line);
        let mut columned = own || self.is_of_block(line);
        let mut runs_on = self.runs_on(line);
        let mut line = line;
        let mut blanks = 0;
        let mut at = start;
        while at < most {
            match text[at] {
                b'\t' | b'|' => return (at, true),
                b'\n' => {
                    line += 1;
                    let is_blank = |line: usize| {
                        self.page.rows.get(line).is_none_or(|_| self.page.row_text(line).trim().is_empty())
                    };
                    // Raw print tears paragraphs, and pages end within moves.
                    let torn = (0..=MOST_BLANK_LINES).find(|blank| !is_blank(line + blank));
                    line += torn.filter(|_| self.dialect.ocr).unwrap_or(0);
                    if columned || is_blank(line) {
                        return (at, own);
                    }
                    at = self.page.rows[line].start() - 1;
                    runs_on = self.runs_on(line);
                    columned = self.is_columned(line);
                    if columned {
                        return (at, own);
                    }
                    blanks = 0;
                    // Indentation parts no columns.
                    at += 1;
                    while at < most && matches!(text[at], b' ' | b'\t') {
                        at += 1;
                    }
                    continue;
                }
                b' ' => {
                    blanks += 1;
                    if blanks == 3 && !runs_on && !self.goes_on(start..at - 2) {
                        return (at - 2, true);
                    }
                }
                b => {
                    if blanks == 2 && b.is_ascii_digit() {
                        return (at - 2, true);
                    }
                    blanks = 0;
                }
            }
            at += 1;
        }
        (floor_char(&self.page.text, most), own)
    }

    /// Do wide blanks, tabs or bars part the words of a line?
    pub fn is_columned(&self, line: usize) -> bool {
        let (Some(&first), Some(&end)) = (self.lines.get(line), self.lines.get(line + 1)) else {
            return false;
        };
        let parts = |token: &Token| match token.kind {
            Kind::Pipe => true,
            Kind::Gap => {
                token.end - token.start >= 3 || self.page.text.as_bytes()[token.start as usize] == b'\t'
            }
            _ => false,
        };
        let holds = || self.tokens[first as usize..end as usize].iter().any(parts) && !self.runs_on(line);
        self.columned.get(line).is_some_and(|columned| *columned.get_or_init(holds))
    }

    /// Does raw print show nothing but one cell on a line, among others below one another?
    pub fn is_of_block(&self, line: usize) -> bool {
        let of_block = || {
            let words = |line: usize| self.page.row_text(line).trim();
            let near = |line: Option<usize>| line.is_some_and(|line| is_cell(words(line)));
            let rows = self.page.rows.len();
            words(line).len() <= LONGEST_ALONE
                && near((line.saturating_sub(NEAR)..line).rev().find(|&line| !words(line).is_empty()))
                && near((line + 1..rows.min(line + NEAR)).find(|&line| !words(line).is_empty()))
        };
        self.dialect.ocr && *self.cells[line].get_or_init(of_block)
    }

    /// Is a line running text for all the wide blanks in it?
    pub(super) fn runs_on(&self, line: usize) -> bool {
        let holds = || token::runs_on(self.page, line);
        self.dialect.ocr && self.running.get(line).is_some_and(|running| *running.get_or_init(holds))
    }

    /// A cell whose words go on in the same column of the lines below.
    pub(super) fn wrapped(&self, start: usize, end: usize, line: usize) -> Option<Edge> {
        let own = self.page.text[start..end].trim_end();
        let mut joined = own.to_owned();
        let mut parts: Vec<(usize, usize)> = Vec::new();
        let mut best: Option<(Edge, usize)> = None;
        for below in line + 1..=(line + MOST_LINES).min(self.page.rows.len().saturating_sub(1)) {
            let Some((from, to)) = self.below(start, line, below) else { break };
            joined.push(' ');
            let offset = joined.len();
            joined.push_str(&self.page.text[from..to]);
            parts.push((from, to));
            let found = cell::beginnings(&joined, &self.dialect).into_iter().next();
            if let Some(edge) = found.filter(|edge| edge.len > offset) {
                let whole = edge.len >= joined.trim_end_matches(['.', ',', ' ']).len();
                if whole {
                    let more = parts.iter().map(|&(from, to)| (from as u32, to as u32)).collect();
                    best = Some((
                        Edge {
                            next: self.token_at(end as u32),
                            end: (start + own.len()) as u32,
                            sure: edge.sure,
                            longest: true,
                            reads: super::slot::reads(&edge.meanings),
                            meanings: self.meanings(edge.meanings),
                            more,
                            aims: OnceCell::new(),
                        },
                        parts.len(),
                    ));
                }
            }
        }
        best.map(|(edge, _)| edge)
    }

    /// The words on the line `below` in the column of the cell that begins at `start` on `line`.
    fn below(&self, start: usize, line: usize, below: usize) -> Option<(usize, usize)> {
        let (first, last) = (*self.lines.get(below)?, *self.lines.get(below + 1)?);
        let tokens = &self.tokens[first as usize..last as usize];
        // A row begins with a number; a figure alone is the end of a cell.
        let words =
            tokens.iter().filter(|token| !matches!(token.kind, Kind::Line | Kind::Pipe | Kind::Gap)).count();
        if matches!(tokens.first()?.kind, Kind::Number { dots, .. } if dots > 0 || words > 1) || words == 0 {
            return None;
        }
        let x = self.column(start, line);
        let cell = self.cell_index(start, line);
        let barred = tokens.iter().any(|token| token.kind == Kind::Pipe);
        for part in tokens.split(|token| matches!(token.kind, Kind::Gap | Kind::Pipe | Kind::Line)) {
            let (Some(from), Some(to)) = (part.first(), part.last()) else { continue };
            let at = self.column(from.start as usize, below);
            let here = if barred {
                self.cell_index(from.start as usize, below) == cell
            } else {
                at + 2 >= x && at <= x + 6
            };
            let says =
                part.iter().any(Token::is_word) || matches!(part, [Token { kind: Kind::Number { .. }, .. }]);
            if here && says {
                return Some((from.start as usize, to.end as usize));
            }
        }
        None
    }

    /// How many bars stand before a place on its line.
    fn cell_index(&self, place: usize, line: usize) -> usize {
        self.page.text[self.page.rows[line].start()..place].bytes().filter(|&b| b == b'|').count()
    }

    /// How many characters stand before a place on its line.
    pub fn column(&self, place: usize, line: usize) -> usize {
        self.page.text[self.page.rows[line].start()..place.max(self.page.rows[line].start())].chars().count()
    }
}

/// Do words have the looks of one move, with its number perhaps, and of nothing else?
fn is_cell(words: &str) -> bool {
    let small = words.split(|c: char| !c.is_ascii_lowercase()).map(str::len).max().unwrap_or(0);
    let figure = |c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | 'O');
    let begins = words.trim_start_matches(|c: char| !c.is_ascii_uppercase() && c != '0');
    let is_goal = begins.get(1..).is_some_and(|goal| goal.contains(figure) || goal.contains("sq"));
    // Two moves are a row.
    let verbs = words.chars().filter(|&c| is_dash(c) || matches!(c, 'x' | 'X')).count();
    let is_one = verbs <= 1 || begins.starts_with(['O', '0']);
    (2..=LONGEST_ALONE).contains(&words.len()) && small <= LONGEST_SMALL && is_goal && is_one
}
