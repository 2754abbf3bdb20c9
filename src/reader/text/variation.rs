//! Lines in notes: played where they fit, and only if nothing about them is in doubt.
use super::cells::Cells;
use super::trunk::Stop;
use crate::chess::Move;
use crate::game::{Played, Verdict};
use crate::record::Line;
use crate::replay::{Options, Ply, read_line};

/// A variation that plays: the main-line move it replaces (from 0) and its moves.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub instead_of: usize,
    pub moves: Vec<Played>,
}

/// Plays a line from the board before main-line move `at`; moves it shares with the main line are left out.
pub(super) fn play(
    line: &Line,
    at: usize,
    stops: &[Stop],
    main: &[Move],
    cells: &Cells<'_>,
    options: &Options<'_>,
) -> Option<Branch> {
    let stop = stops.get(at)?;
    let meanings = cells.read_all(&line.cells);
    let plies: Vec<Ply<'_>> = line
        .cells
        .iter()
        .zip(&meanings)
        .map(|(cell, meanings)| Ply { meanings, span: cell.span, number: None, color: None })
        .collect();
    let options = Options {
        repair: false,
        result: None,
        boards: &[],
        first_ply: u32::try_from(at).unwrap_or(0),
        ..*options
    };
    let read = read_line(&stop.position, &stop.origins, &plies, &|_| Vec::new(), &options);
    if read.verdict != Verdict::Certain || read.read < plies.len() || read.moves.is_empty() {
        return None;
    }
    let shared = read
        .moves
        .iter()
        .zip(main.get(at..).unwrap_or(&[]))
        .take_while(|(mine, main)| mine.played.mv == **main)
        .count();
    let moves: Vec<Played> = read.moves.iter().skip(shared).map(|read| read.played).collect();
    let instead_of = at + shared;
    (!moves.is_empty() && instead_of < main.len()).then_some(Branch { instead_of, moves })
}
