//! Boards drawn between the moves of a game, compared with the boards that the moves lead to.
use crate::chess::{Board, File, Rank, Square};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::grammar::position::diagram;
use crate::record::Cell;

use super::trunk::Stop;

/// Squares named in one diagnostic.
const SQUARES: usize = 4;

/// A board may be drawn so many half-moves before or after its place: below the row of the move it shows, or above.
const NEAR: usize = 2;

/// The boards drawn after cells; empty if there are none.
pub(super) fn drawn(cells: &[Cell]) -> Vec<Option<Board>> {
    if cells.iter().all(|cell| cell.board.is_none()) {
        return Vec::new();
    }
    cells.iter().map(|cell| diagram(&cell.board.as_ref()?.text)).collect()
}

/// The boards that are not those of the game at their places; `place` tells the move each cell was read as, `stops` the
/// positions before each move and after the last.
pub(super) fn differing(cells: &[Cell], place: &[Option<usize>], stops: &[Stop]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for ((cell, board), place) in cells.iter().zip(drawn(cells)).zip(place) {
        let (Some(board), Some(words), Some(at)) = (board, &cell.board, *place) else { continue };
        let near = stops.iter().skip((at + 1).saturating_sub(NEAR)).take(2 * NEAR + 1);
        if near.clone().any(|stop| *stop.position.board() == board) {
            continue;
        }
        let Some(stop) = stops.get(at + 1) else { continue };
        let names = differences(stop.position.board(), &board);
        let more = names.len().saturating_sub(SQUARES);
        let mut squares = names[..names.len().min(SQUARES)].join(", ");
        if more > 0 {
            squares.push_str(&format!(" and {more} more"));
        }
        out.push(
            Diagnostic::new(
                Code::DiagramDiffers,
                cell.span,
                format!("the board drawn after this move differs from the game on {squares}"),
            )
            .at_ply(u32::try_from(at).unwrap_or(u32::MAX))
            .with_label(words.span, "the board drawn"),
        );
    }
    out
}

/// The squares on which two boards differ.
fn differences(one: &Board, other: &Board) -> Vec<String> {
    let squares = Rank::ALL.into_iter().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
    squares
        .filter(|&square| one.piece_at(square) != other.piece_at(square))
        .map(|square| square.to_string())
        .collect()
}
