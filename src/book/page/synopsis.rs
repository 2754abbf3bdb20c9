//! Openings in columns, as manuals of openings print them: each column is a way to play, White's moves stand above Black's
//! with one number for both, and dots say that a column goes on like the one to the left of it.
//!
//! ```text
//!          1         2         3
//!  4     B-R4      ......    ......
//!        Kt-B3     ......    P-Q3
//!  5     O-O       ......    P-B3
//!        KtxP      B-K2      B-Q2
//! ```
//!
//! The columns are put one below the other, each with a number as its title and with all the moves that are its own.
use std::borrow::Cow;
use std::ops::Range;

use super::{Page, Part, cells};
use crate::book::token::is_dash;
use crate::book::{heading, ordinal};

/// So many numbers that count on, with both sides' moves in columns, are a synopsis.
const NUMBERS: usize = 3;

/// No opening in columns is longer, in numbers.
const MOST_NUMBERS: usize = 60;

/// No more numbers stand above the columns that begin with their moves.
const MOST_COMMON: usize = 12;

/// So many lines hold a number with its moves at most.
const LINES_OF_NUMBER: usize = 6;

/// So many cells behind a number are two pairs of moves.
const PAIRS: usize = 4;

/// So many lines that are not blank may hold what stands above the first number.
const ABOVE: usize = 3;

/// And so many lines with blank ones.
const MOST_ABOVE: usize = 12;

/// So few characters behind a move are its marks.
const MARKS: usize = 8;

/// A dash no longer than this holds the place of a move, and a longer one is a rule; in characters.
const DASH: usize = 2;

/// What stands in a column of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    /// A move, or words in its place, as bytes of the page's text.
    Move(Range<usize>),
    /// Dots: the move of the column to the left.
    Same,
}

impl Cell {
    /// The words of a move.
    fn words(&self) -> Words {
        match self {
            Self::Move(words) => Some(words.clone()),
            Self::Same => None,
        }
    }
}

/// A cell by its place.
type Placed = (usize, Cell);

/// A line of such a page.
enum Line {
    /// Nothing but blanks or a rule.
    Empty,
    /// A number, and the cells behind it: White's moves, and Black's where they stand in the same cells.
    Numbered(u32, [Vec<Placed>; 2]),
    /// Cells without a number.
    Cells(Vec<Placed>),
    Other,
}

/// The moves of both sides behind a number, by their columns.
struct Level {
    number: u32,
    sides: [Vec<Placed>; 2],
}

/// Openings in columns: the lines that they stand on.
struct Synopsis {
    lines: Range<usize>,
    /// The line with the numbers of the columns, and those.
    titles: Option<(usize, Vec<u32>)>,
    columns: Vec<Column>,
    /// What stands below them and goes on with them, as it seems, but not with the number that is due.
    goes_on: Words,
}

/// The words of a move, as bytes of the page's text, if there is one.
type Words = Option<Range<usize>>;

/// A column of a synopsis.
#[derive(Default)]
struct Column {
    /// Its moves by their numbers, White's and Black's: those of the column to the left in the place of dots.
    moves: Vec<(u32, [Words; 2])>,
    /// The first that is its own.
    first: Words,
    /// The last that stands in it, though it may not be reached.
    last: Words,
}

/// The lengths of both moves of a cell, if it holds those and nothing else: none of White's behind dots.
fn pair(cell: &str, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<(usize, usize)> {
    let is_whole = |words: &str| is_move(words).is_some_and(|len| may_be_marks(&words[len..]));
    let behind = |words: &str| words.trim_start_matches(['.', ' ', ',', ';']).len();
    let (white, black) = if let Some((white, black)) = cell.split_once('/') {
        let is_left_out = is_same(white.trim());
        (if is_left_out { 0 } else { white.trim_end().len() }, black.trim_start().len())
    } else if cell.starts_with("..") {
        (0, behind(cell))
    } else {
        let white = is_move(cell)?;
        (white, behind(&cell[white..]))
    };
    let is_pair = white + black < cell.len() && (white == 0 || is_whole(&cell[..white]));
    (is_pair && is_whole(&cell[cell.len() - black..])).then_some((white, black))
}

/// May what stands behind a move be its marks?
fn may_be_marks(behind: &str) -> bool {
    behind.trim().chars().count() <= MARKS
}

/// Do words hold the place of a move that stands to the left?
fn is_same(words: &str) -> bool {
    let is_dots = |c: char| matches!(c, '.' | '…' | '·' | '"' | '„' | '”' | '\'' | ' ');
    words.chars().all(is_dots) || words.chars().all(is_dash) && words.chars().count() <= DASH
}

impl Page {
    /// The text with openings that stand in columns put one below the other. `is_move` tells how long the move is that
    /// words begin with.
    #[must_use]
    pub fn with_columns(self, original_len: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut found = Vec::new();
        let mut line = 0;
        while line < self.rows.len() {
            let synopsis = self.synopsis(line, is_move);
            line = synopsis.as_ref().map_or(line + 1, |synopsis| synopsis.lines.end);
            found.extend(synopsis);
        }
        if found.is_empty() {
            return self;
        }
        let mut parts = Vec::new();
        let mut columns = Vec::new();
        let mut start = 0;
        for synopsis in &found {
            if let Some((line, _)) = &synopsis.titles {
                parts.push(Part::Kept(start..self.rows[*line].start()));
                start = self.rows[*line].end();
            }
            let above = self.rows[synopsis.lines.start].start();
            parts.push(Part::Kept(start..above));
            start = self.rows.get(synopsis.lines.end).map_or(self.text.len(), |row| row.start());
            // The first row stands for all lines.
            let end = self.rows[synopsis.lines.end - 1].span.end;
            if above > 0 {
                parts.push(Part::Put("\n".into(), end));
            }
            for (at, column) in synopsis.columns.iter().enumerate() {
                self.put_column(synopsis, at, &column.moves, end, &mut parts);
                let place = |words: &Range<usize>| self.span(words.start, words.end);
                let last = synopsis.goes_on.as_ref().or(column.last.as_ref());
                let ends = column.first.as_ref().zip(last);
                columns.extend(ends.map(|(first, last)| [place(first), place(last)]));
            }
        }
        parts.push(Part::Kept(start..self.text.len()));
        let page = self.composed(&parts, original_len);
        Self { columns, ..page }
    }

    fn put_column(
        &self,
        synopsis: &Synopsis,
        at: usize,
        moves: &[(u32, [Words; 2])],
        end: u32,
        parts: &mut Vec<Part>,
    ) {
        let put = |words: String, at: usize| Part::Put(Cow::Owned(words), self.span(at, at + 1).start);
        let line_end = || Part::Put("\n".into(), end);
        let sides = |(_, sides): &(u32, [Words; 2])| sides.iter().flatten().next().cloned();
        let Some(first) = moves.iter().find_map(sides).map(|words| words.start) else { return };
        let title = synopsis.titles.as_ref().map_or(at as u32 + 1, |(_, numbers)| numbers[at]);
        parts.extend([put(format!("No. {title}."), first), line_end(), line_end()]);
        for (number, sides) in moves {
            match sides {
                [Some(white), black] => {
                    parts.extend([put(format!("{number}. "), white.start), Part::Kept(white.clone())]);
                    if let Some(black) = black {
                        parts.extend([put("   ".into(), black.start), Part::Kept(black.clone())]);
                    }
                }
                [None, Some(black)] => {
                    parts.extend([put(format!("{number}. ...   "), black.start), Part::Kept(black.clone())]);
                }
                [None, None] => continue,
            }
            parts.push(line_end());
        }
        parts.push(line_end());
    }

    /// What a line is made of.
    fn line_of_synopsis(&self, line: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Line {
        let words = self.row_text(line);
        let from = self.rows[line].start();
        let is_rule = |words: &str| words.chars().all(|c| is_dash(c) || matches!(c, '=' | '+' | ':' | ' '));
        let mut number = None;
        let (mut cells, mut answers) = (Vec::new(), Vec::new());
        let mut unread = 0;
        for (index, cells::Placed { place, words: mut part }) in cells::cells(words).into_iter().enumerate() {
            if index == 0 && words[part.clone()].starts_with(|c: char| c.is_ascii_digit()) {
                let (figures, rest) = cells::numbered(&words[part.clone()]);
                let Ok(value) = figures.parse() else { return Line::Other };
                number = Some(value);
                let bare = rest.trim_start_matches(['.', ')', ' ']);
                // Dots behind a number hold White's place.
                if bare.is_empty() {
                    continue;
                }
                part.start = part.end - bare.len();
            }
            let cell = &words[part.clone()];
            let behind = is_move(cell).map(|len| &cell[len..]);
            let is_castling = cell.starts_with('0') && behind.is_some();
            if cell.starts_with(|c: char| c.is_ascii_digit()) && !is_castling {
                // Clocks, or the numbers of rows side by side.
                return Line::Other;
            }
            let words_at = |start: usize, end: usize| Cell::Move(from + start..from + end);
            if is_same(cell) {
                cells.push((place, Cell::Same));
            } else if let Some((white, black)) = pair(cell, is_move) {
                if white > 0 {
                    cells.push((place, words_at(part.start, part.start + white)));
                }
                answers.push((place, words_at(part.end - black, part.end)));
            } else if behind.is_some_and(may_be_marks) {
                cells.push((place, words_at(part.start, part.end)));
            } else if !is_rule(cell) {
                unread += 1;
                cells.push((place, words_at(part.start, part.end)));
            }
        }
        if !answers.is_empty() {
            answers.extend(cells.iter().filter(|(_, cell)| *cell == Cell::Same).cloned());
            answers.sort_unstable_by_key(|&(place, _)| place);
        }
        // A cell that cannot be read is one among others.
        if unread * 2 > cells.len().max(answers.len()) {
            return Line::Other;
        }
        match number {
            Some(number) => Line::Numbered(number, [cells, answers]),
            None if !answers.is_empty() => Line::Other,
            None if cells.is_empty() => Line::Empty,
            None => Line::Cells(cells),
        }
    }

    /// The openings in columns whose first number stands on a line, or on the line below it.
    fn synopsis(&self, first: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> Option<Synopsis> {
        let begins = |line: usize| self.row_text(line).trim_start_matches([' ', '|', '\t']);
        let is_numbered = |line: usize| begins(line).starts_with(|c: char| c.is_ascii_digit());
        if begins(first).is_empty() {
            return None;
        }
        let near = self.rows.len().min(first + 1 + LINES_OF_NUMBER);
        let mut below = (first + 1..near).filter(|&line| begins(line).contains(char::is_alphanumeric));
        // Gaps between words, counted without cutting them out.
        let is_parted = |line: usize, gaps: usize| {
            let words = begins(line).as_bytes();
            let is_gap = |&at: &usize| match words[at] {
                b' ' => words.get(at + 1) == Some(&b' ') && words.get(at.wrapping_sub(1)) != Some(&b' '),
                _ => true,
            };
            memchr::memchr3_iter(b' ', b'|', b'\t', words).filter(is_gap).nth(gaps - 1).is_some()
        };
        let is_wide = |line: usize| is_parted(line, 1);
        // The rows of a game go on with those above them.
        let goes_on = || {
            let above = first.checked_sub(1).and_then(|above| self.number_at(above));
            above.is_some_and(|above| self.number_at(first) == Some(above + 1))
        };
        let may_begin = match below.next() {
            Some(next) if !is_numbered(first) => {
                is_numbered(next) && (is_wide(first) || is_move(begins(first)).is_some())
            }
            Some(next) if is_numbered(next) && goes_on() => false,
            // Black's answers alone, or pairs.
            Some(next) if is_numbered(next) => {
                is_parted(next, PAIRS)
                    || is_parted(next, 2) && self.holds_pair(next, is_move)
                    || below.next().is_some_and(|next| !is_numbered(next) && is_wide(next) && is_wide(first))
            }
            Some(next) => is_wide(next) || is_move(begins(next)).is_some(),
            None => false,
        };
        if !may_begin {
            return None;
        }
        let (mut levels, end, goes_on) = self.levels(first, is_move)?;
        let widest = |levels: &[Level], side: usize| {
            levels.iter().map(|level| &level.sides[side]).max_by_key(|side| side.len()).cloned()
        };
        // Both moves of a number may stand in its line.
        let is_abreast = levels.iter().all(|level| level.sides[1].is_empty());
        if is_abreast {
            let pairs: Vec<usize> = widest(&levels, 0)?.iter().map(|&(place, _)| place).collect();
            if pairs.len() < PAIRS || pairs.len() % 2 == 1 {
                return None;
            }
            for level in &mut levels {
                for (at, cell) in std::mem::take(&mut level.sides[0]) {
                    let column = column(&pairs, at)?;
                    level.sides[column % 2].push((pairs[column - column % 2], cell));
                }
            }
        } else if let [first, .., _] = &mut levels[..]
            && first.sides[1].is_empty()
        {
            // A single line begins with Black's answers.
            first.sides.swap(0, 1);
        }
        let is_whole = |level: &&Level| level.sides.iter().all(|side| side.len() > 1);
        let is_full = |level: &Level| level.sides.iter().flatten().any(|(_, cell)| *cell != Cell::Same);
        if levels.iter().filter(is_whole).count() < NUMBERS || !levels.iter().all(is_full) {
            return None;
        }
        let above: Vec<usize> = (first.saturating_sub(MOST_ABOVE)..first)
            .rev()
            .filter(|&line| !begins(line).is_empty())
            .take(ABOVE)
            .collect();
        let heads_sides = |&line: &usize| heading::columns(self.row_text(line)).is_some();
        if !is_abreast && above.first().is_some_and(heads_sides) {
            return None;
        }
        let sides = (0..2).filter_map(|side| widest(&levels, side));
        let places: Vec<usize> = sides.max_by_key(Vec::len)?.into_iter().map(|(place, _)| place).collect();
        let columns = columns(&levels, &places)?;
        let titles = above.iter().find_map(|&line| Some((line, self.titles(line, &places)?)));
        Some(Synopsis { lines: first..end, titles, columns, goes_on })
    }

    /// Does the first cell behind the number of a line hold the moves of both sides?
    fn holds_pair(&self, line: usize, is_move: &dyn Fn(&str) -> Option<usize>) -> bool {
        let words = self.row_text(line).trim_start_matches([' ', '|', '\t']);
        let words = words
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '|' | '\t'));
        let cell = words.split(['|', '\t']).next().and_then(|cell| cell.split("  ").next()).unwrap_or("");
        cell.contains([' ', '/']) && pair(cell.trim(), is_move).is_some()
    }

    /// The numbers that count on from a line, with their moves, the line behind them, and what there goes on with them.
    fn levels(
        &self,
        first: usize,
        is_move: &dyn Fn(&str) -> Option<usize>,
    ) -> Option<(Vec<Level>, usize, Words)> {
        let mut levels: Vec<Level> = Vec::new();
        let (mut line, mut end) = (first, first);
        // White's moves above the line with their number.
        let mut above: Option<Vec<Placed>> = None;
        let words_of = |cells: &[Placed]| cells.iter().find_map(|(_, cell)| cell.words());
        let mut goes_on = None;
        while line < self.rows.len() && levels.len() < MOST_NUMBERS {
            let due = levels.last().map(|level| level.number + 1);
            match self.line_of_synopsis(line, is_move) {
                Line::Empty if line > end + LINES_OF_NUMBER => break,
                Line::Empty => {}
                Line::Numbered(number, [cells, answers]) => {
                    let is_single = |level: &Level| level.sides[1].is_empty();
                    let is_narrow = |level: &Level| level.sides.iter().all(|side| side.len() < 2);
                    if levels.len() > MOST_COMMON && levels.iter().all(is_narrow) {
                        return None;
                    }
                    // Only the first number may have a single line, unless each has.
                    let lacks_black = levels.len() > 1
                        && levels.last().is_some_and(is_single)
                        && !levels.iter().all(is_single);
                    // The number below may count on from the one that is due.
                    let is_misprinted = |due: u32| due != number && self.number_below(line) != Some(due + 1);
                    if lacks_black || due.is_some_and(is_misprinted) {
                        let is_next = lacks_black || due.is_some_and(|due| due < number);
                        goes_on =
                            above.as_deref().and_then(words_of).or(words_of(&cells)).filter(|_| is_next);
                        break;
                    }
                    let white = match above.take() {
                        Some(white) if cells.is_empty() => white,
                        // Black's answers to a move in the words above.
                        None if cells.is_empty() && answers.is_empty() && due.is_some() => return None,
                        None => cells,
                        Some(white) => {
                            goes_on = words_of(&white);
                            break;
                        }
                    };
                    levels.push(Level { number: due.unwrap_or(number), sides: [white, answers] });
                    end = line + 1;
                }
                Line::Cells(cells) => match levels.last_mut() {
                    Some(level) if level.sides[1].is_empty() => {
                        level.sides[1] = cells;
                        end = line + 1;
                    }
                    _ if above.is_none() => above = Some(cells),
                    _ => {
                        goes_on = above.as_deref().and_then(words_of);
                        break;
                    }
                },
                Line::Other => {
                    goes_on = above.as_deref().and_then(words_of);
                    break;
                }
            }
            line += 1;
        }
        Some((levels, end, goes_on))
    }

    /// The number that a line begins with.
    fn number_at(&self, line: usize) -> Option<u32> {
        cells::numbered(self.row_text(line)).0.parse().ok()
    }

    /// The next number that a line below this one begins with.
    fn number_below(&self, line: usize) -> Option<u32> {
        (line + 1..self.rows.len()).take(LINES_OF_NUMBER).find_map(|line| self.number_at(line))
    }

    /// The numbers of the columns, if a line holds just as many as stand in them.
    fn titles(&self, line: usize, places: &[usize]) -> Option<Vec<u32>> {
        let words = self.row_text(line);
        let number =
            |part: Range<usize>| ordinal::number(words[part].trim_matches(['.', '(', ')', ' ', '*']));
        let titles: Vec<u32> =
            cells::cells(words).into_iter().map(|cell| number(cell.words)).collect::<Option<_>>()?;
        (titles.len() == places.len()).then_some(titles)
    }
}

/// The column that a cell stands in, if it is nearer to it than to another.
fn column(places: &[usize], place: usize) -> Option<usize> {
    let nearest = places.windows(2).map(|two| two[1] - two[0]).min()?;
    let aside = |at: &usize| places[*at].abs_diff(place);
    (0..places.len()).min_by_key(aside).filter(|at| aside(at) * 2 < nearest.max(2))
}

/// The moves of each column, up to a gap; none if the first begins with one.
fn columns(levels: &[Level], places: &[usize]) -> Option<Vec<Column>> {
    // Each side's cells by their columns.
    let mut halves: Vec<(u32, usize, Vec<Option<Cell>>)> = Vec::new();
    let mut is_common = true;
    for level in levels {
        for (side, cells) in level.sides.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            // Dots in front of Black's first move hold White's place.
            if halves.is_empty() && cells.iter().all(|(_, cell)| *cell == Cell::Same) {
                continue;
            }
            let mut row = vec![None; places.len()];
            is_common &= cells.len() == 1;
            for (place, cell) in cells {
                // A move above all others may stand in the midst of the columns that begin with it.
                let at = if is_common { 0 } else { column(places, *place)? };
                if row[at].replace(cell.clone()).is_some() {
                    return None;
                }
            }
            halves.push((level.number, side, row));
        }
    }
    let mut found: Vec<Column> = Vec::new();
    // What each column plays, half-move by half-move.
    let mut left: Vec<Words> = vec![None; halves.len()];
    for column in 0..places.len() {
        let is_own = |half: &(u32, usize, Vec<Option<Cell>>)| matches!(half.2[column], Some(Cell::Move(_)));
        let Some(first) = halves.iter().position(is_own) else {
            found.push(Column::default());
            continue;
        };
        let mut is_over = false;
        let mut last = None;
        let mut moves: Vec<(u32, [Words; 2])> = Vec::new();
        for (at, (number, side, row)) in halves.iter().enumerate() {
            let own = match &row[column] {
                Some(Cell::Move(words)) => Some(words.clone()),
                None if at >= first => None,
                Some(Cell::Same) | None => left[at].clone(),
            };
            last = own.clone().or(last);
            is_over |= own.is_none();
            left[at] = own.filter(|_| !is_over);
            if is_over {
                continue;
            }
            if moves.last().is_none_or(|(last, _)| last != number) {
                moves.push((*number, [None, None]));
            }
            if let Some((_, sides)) = moves.last_mut() {
                sides[*side].clone_from(&left[at]);
            }
        }
        if moves.is_empty() && column == 0 {
            return None;
        }
        let own = halves[first].2[column].as_ref().and_then(Cell::words);
        found.push(Column { moves, first: own, last });
    }
    Some(found)
}
