//! Rows in blocks: their numbers, White's moves and Black's, each in a block of its own.
use super::lattice::{Class, Lattice, Number};
use super::token::Kind;
use crate::lexicon::prose;

/// So many numbers one below the other are such a block.
const FEWEST: usize = 3;

/// So many rows of one move are one.
const FEWEST_ROWS: usize = 2;

/// The same where something stands beside some of them.
const FEWEST_BESIDE: usize = 4;

/// A row of one move among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// It bears a number.
    Numbered,
    Bare,
}

/// A cell of a block: a move with which a line begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub kind: Block,
    /// The lines of the cells above and below it in the block.
    pub above: Option<usize>,
    pub below: Option<usize>,
    /// The cells of the block.
    pub len: usize,
}

/// How a move stands at the beginning of its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Alone,
    /// Before words or the number of a row beside it.
    Beside,
    /// Before what may be another move of its row.
    Across,
}

/// What the move with which a line begins is, and how it stands.
fn of_line(lattice: &Lattice<'_>, line: usize) -> Option<(Block, Stands)> {
    let mut at = lattice.lines[line];
    let end = lattice.lines[line + 1];
    let mut kind = Block::Bare;
    if at < end
        && let Some(number) = lattice.number(at)
    {
        (kind, at) = (Block::Numbered, number.next);
    }
    let is_mark = |at: u32| {
        matches!(
            lattice.tokens[at as usize].kind,
            Kind::Gap | Kind::Pipe | Kind::Line | Kind::Stop(b'.' | b':') | Kind::Glyph | Kind::Mark
        )
    };
    at = (at..end).find(|&at| !is_mark(at))?;
    let edge = lattice.edges(at).first().filter(|edge| edge.sure >= 2)?;
    let rest = (edge.next..end).find(|&at| !is_mark(at));
    let Some(rest) = rest else { return Some((kind, Stands::Alone)) };
    let is_beside = match lattice.tokens[rest as usize].kind {
        // With the next number on the same line it is running text.
        Kind::Number { value, .. } => {
            let is_next =
                |at: u32| lattice.number(at).is_some_and(|number| Some(number.value) == value.checked_add(1));
            numbers_move(lattice, rest) && !(rest + 1..end).any(is_next)
        }
        Kind::Word => kind == Block::Bare && is_prose(lattice, rest),
        _ => false,
    };
    Some((kind, if is_beside { Stands::Beside } else { Stands::Across }))
}

/// Does a line begin with a cell, and no word of prose behind it?
pub(super) fn is_cell(lattice: &Lattice<'_>, line: usize) -> bool {
    of_line(lattice, line).is_some_and(|(kind, stands)| kind == Block::Numbered || stands != Stands::Beside)
}

/// Does a number stand before a move? Specks may part them: `23. ~R-K2`, `24° KR-Q2`.
fn numbers_move(lattice: &Lattice<'_>, token: u32) -> bool {
    let is_speck = |at: &u32| matches!(lattice.kind(*at), Some(Kind::Stop(_) | Kind::Glyph | Kind::Mark));
    let behind = |number: Number| (number.next..).find(|at| !is_speck(at));
    let is_move = |at: u32| lattice.kind(at).is_some() && lattice.begins_move(at);
    lattice.number(token).and_then(behind).is_some_and(is_move)
}

/// Is a word none that a move may be blurred to?
fn is_prose(lattice: &Lattice<'_>, token: u32) -> bool {
    let word = lattice.text(token);
    matches!(lattice.classes[token as usize], Class::Prose | Class::Unplayed | Class::Turns)
        && lattice.edges(token).is_empty()
        && (word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase())
            || word.len() > 4 && word.bytes().skip(1).all(|b| b.is_ascii_lowercase())
            || prose::is_short(word))
}

/// The cells of the blocks of raw print: of some rows of one move, one below the other, that all bear numbers or none
/// but for a single one.
pub(super) fn cells(lattice: &Lattice<'_>, is_title: impl Fn(usize) -> bool) -> Vec<Option<Cell>> {
    let count = lattice.page.rows.len();
    if !lattice.dialect.ocr {
        return vec![None; count];
    }
    let rows: Vec<Option<(Block, Stands)>> = (0..count).map(|line| of_line(lattice, line)).collect();
    let is_blank = |line: usize| {
        lattice.page.row_text(line).trim().is_empty() || lattice.is_of_block(line) && !is_title(line)
    };
    let runs = |rows: &[Option<(Block, Stands)>]| {
        let mut runs: Vec<(Block, Vec<usize>)> = Vec::new();
        let mut open = false;
        for (line, &here) in rows.iter().enumerate() {
            match (here, runs.last_mut()) {
                (Some((here, _)), Some((kind, run))) if open && *kind == here => run.push(line),
                (Some((here, _)), _) => {
                    runs.push((here, vec![line]));
                    open = true;
                }
                (None, _) => open = open && is_blank(line),
            }
        }
        runs
    };
    // Most of them are moves that stand apart: others are rows across.
    let is_block = |run: &[usize]| {
        let count = |stands: Stands| {
            run.iter().filter(|&&line| rows[line].is_some_and(|row| row.1 == stands)).count()
        };
        let (alone, across) = (count(Stands::Alone), count(Stands::Across));
        let fewest = if alone == run.len() { FEWEST_ROWS } else { FEWEST_BESIDE };
        run.len() >= fewest && across * 3 <= run.len()
    };
    let mut long = vec![None; rows.len()];
    for (_, run) in runs(&rows).into_iter().filter(|(_, run)| is_block(run)) {
        run.into_iter().for_each(|line| long[line] = rows[line]);
    }
    let mut cells = vec![None; rows.len()];
    for (kind, run) in runs(&long) {
        for (i, &line) in run.iter().enumerate() {
            let above = i.checked_sub(1).map(|i| run[i]);
            cells[line] = Some(Cell { kind, above, below: run.get(i + 1).copied(), len: run.len() });
        }
    }
    cells
}

/// Does the line above or below one that begins with a number begin with the number before or behind it?
pub(super) fn is_among(lattice: &Lattice<'_>, line: usize, value: u16) -> bool {
    let begins = |line: Option<usize>, value: Option<u16>| {
        let first = line
            .and_then(|line| lattice.lines.get(line))
            .filter(|&&first| (first as usize) < lattice.tokens.len());
        first.is_some_and(|&first| lattice.number(first).is_some_and(|number| Some(number.value) == value))
    };
    begins(line.checked_sub(1), value.checked_sub(1)) || begins(Some(line + 1), value.checked_add(1))
}

/// For each line of a page: is it a number of such a block?
pub(super) fn numbers(lattice: &Lattice<'_>) -> Vec<bool> {
    let lines = lattice.page.rows.len();
    let mut found = vec![false; lines];
    let mut run: Vec<usize> = Vec::new();
    let mut last = 0;
    for line in 0..=lines {
        let alone = (line < lines).then(|| alone(lattice, line));
        match alone {
            Some(Alone::Nothing) => continue,
            Some(Alone::Number(value)) if !run.is_empty() && value == last + 1 => {}
            _ => {
                if run.len() >= FEWEST {
                    run.iter().for_each(|&line| found[line] = true);
                }
                run.clear();
            }
        }
        if let Some(Alone::Number(value)) = alone {
            last = value;
            run.push(line);
        }
    }
    found
}

/// What stands on a line.
enum Alone {
    Nothing,
    /// A number, with no more than a stop behind it.
    Number(u16),
    Words,
}

fn alone(lattice: &Lattice<'_>, line: usize) -> Alone {
    let mut found = Alone::Nothing;
    for token in &lattice.tokens[lattice.lines[line] as usize..lattice.lines[line + 1] as usize] {
        match token.kind {
            Kind::Number { value, dots } if dots < 2 && matches!(found, Alone::Nothing) => {
                found = Alone::Number(value);
            }
            Kind::Gap | Kind::Pipe | Kind::Line | Kind::Stop(b'.') => {}
            _ => return Alone::Words,
        }
    }
    found
}
