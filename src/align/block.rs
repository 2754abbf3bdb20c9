//! The numbers of rows in a block of their own: the moves stand in others.
use super::lattice::Lattice;
use super::token::Kind;

/// So many numbers one below the other are such a block.
const FEWEST: usize = 3;

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
