//! Rows in blocks: their numbers, White's moves and Black's, each in a block of its own.
use super::lattice::Lattice;
use super::token::Kind;

/// So many numbers one below the other are such a block.
const FEWEST: usize = 3;

/// So many rows of one move are one.
const FEWEST_ROWS: usize = 2;

/// A row of one move among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// It bears a number.
    Numbered,
    Bare,
}

/// What a row of one move is.
pub(super) fn of_row(lattice: &Lattice<'_>, line: usize) -> Block {
    if lattice.number(lattice.lines[line]).is_some() { Block::Numbered } else { Block::Bare }
}

/// The first line of each block: of some rows of one move, one below the other, that all bear numbers or none but for a
/// single one.
pub(super) fn begins(lattice: &Lattice<'_>, rows: &[Option<Block>]) -> Vec<Option<Block>> {
    let is_blank = |line: usize| lattice.page.row_text(line).trim().is_empty() || lattice.is_of_block(line);
    let runs = |rows: &[Option<Block>]| {
        let mut runs: Vec<(Block, Vec<usize>)> = Vec::new();
        let mut open = false;
        for (line, &here) in rows.iter().enumerate() {
            match (here, runs.last_mut()) {
                (Some(here), Some((kind, run))) if open && *kind == here => run.push(line),
                (Some(here), _) => {
                    runs.push((here, vec![line]));
                    open = true;
                }
                (None, _) => open &= is_blank(line),
            }
        }
        runs
    };
    let mut long = vec![None; rows.len()];
    for (kind, run) in runs(rows).into_iter().filter(|(_, run)| run.len() >= FEWEST_ROWS) {
        run.into_iter().for_each(|line| long[line] = Some(kind));
    }
    let mut begins = vec![None; rows.len()];
    runs(&long).into_iter().for_each(|(kind, run)| begins[run[0]] = Some(kind));
    begins
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
