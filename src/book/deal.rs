//! Columns of rows that raw print gives one below the other, or some of them: which stood side by side, as their lengths and
//! numbers tell, and the page with each row on a line of its own and the halves of a game one below the other.
mod cells;
mod pairs;

use std::ops::Range;

use crate::book::Recognizer;
use crate::book::heading::Columns;
use crate::book::page::Page;
use cells::{Cell, Line, Strip};

/// In longer pieces columns are not looked for.
const MOST_LINES: usize = 4_000;

/// So many rows show that columns were given so: by chance fewer do.
const FEWEST: usize = 12;

/// In notes moves stand on lines of their own, too: of the lines with moves so many hold columns, and none is shorter.
const ONE_IN: usize = 4;
const FEWEST_OF_PIECE: usize = 4;

/// The halves of a game stand no farther apart, in lines.
const FARTHEST: usize = 240;

/// So many rows may be lost between two blocks; each is as seldom as so many lines between, and as a block that stands below.
const MOST_LOST: u32 = 2;
const OF_LOST: usize = 60;
const OF_LATER: usize = 20;

/// Most lines of a column that cannot be read, one after the other.
const MOST_SCRAPS: usize = 2;

/// Fewer numbers one below the other are none of a column.
const FEWEST_NUMBERS: usize = 3;

/// Numbers that stand before the rows of a block.
struct Numbers {
    first: u32,
    len: usize,
    line: usize,
    /// The block behind whose rows they stand.
    behind: Option<usize>,
    /// The lines that hold nothing else.
    lines: Vec<usize>,
}

/// Rows of a game.
struct Block {
    rows: Vec<(u32, Vec<Range<usize>>)>,
    len: usize,
    line: usize,
    start: Option<u32>,
    /// The block behind whose rows its numbers stand.
    beside: Option<usize>,
    strips: Vec<usize>,
}

/// The page with such columns side by side, if it has any.
pub(crate) fn deal(page: &Page, recognizer: &dyn Recognizer) -> Option<Page> {
    if page.rows.len() > MOST_LINES {
        return None;
    }
    let lines = cells::lines(page, recognizer);
    let (strips, mut numbers) = strips(&lines);
    let mut pairs = pairs::pairs(&strips);
    pairs.retain(|[white, black]| white.len.min(black.len) >= FEWEST_OF_PIECE);
    let dealt: usize = pairs.iter().map(|[white, black]| white.len.min(black.len)).sum();
    let held = lines.iter().filter(|line| matches!(line, Line::Cells(..))).count();
    if dealt < FEWEST || 2 * dealt * ONE_IN < held {
        return None;
    }
    let mut blocks: Vec<Block> = Vec::new();
    for [white, black] in pairs {
        let len = white.len.max(black.len);
        let mut rows: Vec<(u32, Vec<Range<usize>>)> = (0..len as u32).map(|row| (row, Vec::new())).collect();
        for column in [white, black] {
            let mut above = 0;
            for strip in &strips[column.first..=column.last] {
                for cell in &strip.cells {
                    rows[above + cell.row].1.push(cell.start..cell.end);
                }
                above += strip.len();
            }
        }
        rows.retain(|(_, cells)| !cells.is_empty());
        blocks.push(Block {
            rows,
            len,
            line: strips[white.first].line,
            start: strips[white.first].start,
            beside: None,
            strips: (white.first..=white.last).chain(black.first..=black.last).collect(),
        });
    }
    for (i, strip) in strips.iter().enumerate().filter(|(_, strip)| strip.width == 2) {
        blocks.push(Block {
            rows: strip.cells.iter().map(|cell| (cell.row as u32, cell.alone())).collect(),
            len: strip.len(),
            line: strip.line,
            start: strip.start,
            beside: None,
            strips: vec![i],
        });
    }
    blocks.sort_by_key(|block| (block.line, block.rows[0].1[0].start));
    let claimed = number(&mut blocks, &mut numbers);
    let before = chain(&mut blocks);
    Some(compose(page, &lines, &strips, &blocks, &before, &claimed))
}

/// Gives blocks without numbers those that stand before them; tells which lines hold such numbers.
fn number(blocks: &mut [Block], numbers: &mut [Numbers]) -> Vec<usize> {
    let mut lines = Vec::new();
    numbers.sort_by_key(|numbers| numbers.line);
    for numbers in numbers {
        let is_own = |block: &Block| numbers.behind.is_some_and(|strip| block.strips.contains(&strip));
        let near = |block: &Block| {
            block.start.is_none()
                && !is_own(block)
                && block.line >= numbers.line
                && block.line - numbers.line <= FARTHEST
        };
        let fits =
            |by: usize| blocks.iter().position(|block| near(block) && block.len.abs_diff(numbers.len) == by);
        if let Some(at) = fits(0).or_else(|| fits(1)) {
            blocks[at].start = Some(numbers.first);
            blocks[at].beside = blocks.iter().position(is_own);
            lines.append(&mut numbers.lines);
        }
    }
    lines
}

/// For each block the one before it in its game.
fn chain(blocks: &mut [Block]) -> Vec<Option<usize>> {
    let price = |at: usize, other: usize| {
        let start = blocks[at].start.filter(|&start| start > 1)?;
        let first = blocks[other].start.unwrap_or(1);
        let lost = start.checked_sub(first + blocks[other].len as u32).filter(|&lost| lost <= MOST_LOST)?;
        let lines = blocks[other].line.abs_diff(blocks[at].line);
        let is_beside = blocks[at].beside == Some(other);
        let price = lost as usize * OF_LOST
            + if is_beside { 0 } else { lines }
            + if other > at { OF_LATER } else { 0 };
        (other != at && lines <= FARTHEST).then_some((price, at, other))
    };
    let all = 0..blocks.len();
    let mut prices: Vec<(usize, usize, usize)> = all
        .clone()
        .flat_map(|at| all.clone().map(move |other| (at, other)))
        .filter_map(|(at, other)| price(at, other))
        .collect();
    prices.sort_unstable();
    let mut before = vec![None; blocks.len()];
    let mut is_followed = vec![false; blocks.len()];
    for (_, at, other) in prices {
        if before[at].is_none() && !is_followed[other] {
            blocks[other].start = blocks[other].start.or(Some(1));
            before[at] = Some(other);
            is_followed[other] = true;
        }
    }
    before
}

fn compose(
    page: &Page,
    lines: &[Line],
    strips: &[Strip],
    blocks: &[Block],
    before: &[Option<usize>],
    claimed: &[usize],
) -> Page {
    // The cells that stand in blocks, by their places.
    let mut taken: Vec<usize> = blocks
        .iter()
        .flat_map(|block| &block.strips)
        .flat_map(|&strip| strips[strip].cells.iter().map(|cell| cell.start))
        .collect();
    taken.sort_unstable();
    let is_taken = |cell: &Cell| taken.binary_search(&cell.start).is_ok();
    let mut rows: Vec<(Option<u32>, Vec<Range<usize>>)> = Vec::new();
    let mut next = 0;
    for (line, held) in lines.iter().enumerate() {
        while blocks.get(next).is_some_and(|block| block.line <= line) {
            let mut at = before[next].is_none().then_some(next);
            while let Some(block) = at {
                let Block { rows: own, start, .. } = &blocks[block];
                rows.extend(own.iter().map(|(i, row)| (start.map(|start| start + i), row.clone())));
                at = before.iter().position(|&other| other == Some(block));
            }
            next += 1;
        }
        let whole = page.rows[line].start()..page.rows[line].end();
        match held {
            Line::Number(_) if claimed.contains(&line) => {}
            Line::Head(Columns::White | Columns::Black) => {}
            Line::Scrap(cell) if is_taken(cell) => {}
            Line::Cells(cells, _) if cells.iter().any(is_taken) => {
                let left = cells.iter().filter(|cell| !is_taken(cell));
                rows.extend(left.map(|cell| (cell.number.filter(|&number| number > 0), cell.alone())));
            }
            _ => rows.push((None, vec![whole])),
        }
    }
    page.in_rows(&rows)
}

/// The strips of a page, and the numbers that stand alone or behind them.
fn strips(lines: &[Line]) -> (Vec<Strip>, Vec<Numbers>) {
    let (mut strips, mut numbers) = (Vec::new(), Vec::new());
    let mut run: Vec<usize> = Vec::new();
    let mut column: Vec<(usize, u32)> = Vec::new();
    let (mut head, mut is_parted, mut goes_on) = (None, false, false);
    let mut scraps: Vec<usize> = Vec::new();
    for line in 0..=lines.len() {
        let held = lines.get(line).unwrap_or(&Line::Words);
        if !matches!(held, Line::Number(_) | Line::Blank) {
            end_numbers(&mut column, &mut numbers);
        }
        let width = |line: usize| match &lines[line] {
            Line::Cells(cells, _) => cells[0].width,
            _ => 1,
        };
        match held {
            Line::Blank => is_parted = true,
            Line::Cells(..) => {
                let own = width(line);
                let of_run = run.first().map_or(own, |&first| width(first));
                // One line of another width was misread.
                let is_one =
                    matches!(lines.get(line + 1), Some(Line::Cells(below, _)) if below[0].width == of_run);
                let is_same = !run.is_empty() && (own == of_run || is_one && !is_parted);
                let is_wide = of_run == 2;
                if is_same && (!is_parted || is_wide) {
                    run.append(&mut scraps);
                    run.push(line);
                } else {
                    let ended = std::mem::take(&mut run);
                    let follows = is_same && scraps.is_empty();
                    if !ended.is_empty() {
                        end_run(lines, &ended, head.take(), goes_on, (&mut strips, &mut numbers));
                    }
                    goes_on = follows;
                    scraps.clear();
                    run.push(line);
                }
                is_parted = false;
            }
            Line::Scrap(_) if !run.is_empty() && !is_parted && scraps.len() < MOST_SCRAPS => {
                scraps.push(line);
            }
            _ => {
                let ended = std::mem::take(&mut run);
                if !ended.is_empty() {
                    end_run(lines, &ended, head.take(), goes_on, (&mut strips, &mut numbers));
                }
                (goes_on, is_parted) = (false, false);
                scraps.clear();
                match held {
                    Line::Number(value) => {
                        // Behind a blank line those of another column begin.
                        let counts_on =
                            |&(above, last): &(usize, u32)| above + 1 == line || last + 1 == *value;
                        if !column.last().is_none_or(counts_on) {
                            end_numbers(&mut column, &mut numbers);
                        }
                        column.push((line, *value));
                    }
                    Line::Head(columns) => head = Some(*columns),
                    _ => head = None,
                }
            }
        }
    }
    (strips, numbers)
}

fn end_numbers(column: &mut Vec<(usize, u32)>, numbers: &mut Vec<Numbers>) {
    let values: Vec<(u32, u32)> = (0..).zip(column.iter()).map(|(i, &(_, value))| (i, value)).collect();
    if column.len() >= FEWEST_NUMBERS
        && let Some(first) = first_of(&values)
    {
        let lines: Vec<usize> = column.iter().map(|&(line, _)| line).collect();
        numbers.push(Numbers { first, len: lines.len(), line: lines[0], behind: None, lines });
    }
    column.clear();
}

/// The first of numbers that count on with their rows, as most of them tell.
fn first_of(values: &[(u32, u32)]) -> Option<u32> {
    let mut firsts: Vec<u32> =
        values.iter().filter(|&&(row, value)| value > row).map(|&(row, value)| value - row).collect();
    firsts.sort_unstable();
    let votes = firsts.chunk_by(|a, b| a == b).max_by_key(|votes| votes.len())?;
    (votes.len() * 2 > firsts.len() && (votes.len() > 1 || values.len() < FEWEST_NUMBERS)).then_some(votes[0])
}

fn end_run(
    lines: &[Line],
    run: &[usize],
    head: Option<Columns>,
    goes_on: bool,
    (strips, numbers): (&mut Vec<Strip>, &mut Vec<Numbers>),
) {
    let Some(&first) = run.first() else { return };
    let of_line = |line: usize| match &lines[line] {
        Line::Cells(cells, behind) => (&cells[..], *behind),
        Line::Scrap(cell) => (std::slice::from_ref(cell), None),
        _ => (&[][..], None),
    };
    let most = run.iter().map(|&line| of_line(line).0.len()).max().unwrap_or(0);
    for at in 0..most {
        let mut cells: Vec<Cell> = Vec::new();
        let mut behind: Vec<(u32, u32)> = Vec::new();
        let mut above = None;
        for (row, &line) in run.iter().enumerate() {
            let (held, last) = of_line(line);
            let Some(&cell) = held.get(at) else { continue };
            let above = *above.get_or_insert(row);
            cells.push(Cell { row: row - above, ..cell });
            behind.extend(last.filter(|_| held.len() == at + 1).map(|last| ((row - above) as u32, last)));
        }
        let wide = cells.iter().filter(|cell| cell.width == 2).count();
        let values: Vec<(u32, u32)> = cells
            .iter()
            .filter_map(|cell| Some((cell.row as u32, cell.number.filter(|&number| number > 0)?)))
            .collect();
        let next = first_of(&behind).filter(|_| behind.len() >= FEWEST_NUMBERS);
        if let Some(first) = next {
            let behind_strip = Some(strips.len());
            numbers.push(Numbers {
                first,
                len: behind.len(),
                line: run[0],
                behind: behind_strip,
                lines: Vec::new(),
            });
        }
        strips.push(Strip {
            width: if wide * 2 > cells.len() { 2 } else { 1 },
            start: first_of(&values),
            cells,
            line: first,
            head: if at == 0 { head } else { None },
            is_followed: next.is_some(),
            goes_on: goes_on && at == 0,
        });
    }
}
