//! The table of half-moves: a row for each move of a main line.
use super::Columns;
use crate::emit::Rows;
use crate::filter::{BoardState, Filter};
use crate::game::move_row::{MoveColumn, MoveField, MoveRow};
use crate::game::row::Row;
use crate::game::{MainLine, Node, Repeats};

/// Writes the half-moves of games, one game after the other; its buffers are used again.
#[derive(Debug)]
pub struct MoveTable {
    columns: Columns<MoveField>,
    repeats: Repeats,
    counts_repetitions: bool,
    nags: Vec<u8>,
    board: BoardState,
}

impl MoveTable {
    /// A table with these columns, for rows that pass this filter.
    #[must_use]
    pub fn new(columns: Columns<MoveField>, filter: Option<&Filter<MoveField>>) -> Self {
        let wanted = MoveField::Move(MoveColumn::Repetition);
        let counts_repetitions = columns.iter().any(|column| *column == wanted)
            || filter.is_some_and(|filter| filter.columns().any(|column| *column == wanted));
        Self {
            columns,
            repeats: Repeats::default(),
            counts_repetitions,
            nags: Vec::new(),
            board: BoardState::default(),
        }
    }

    /// Writes the rows of a game.
    pub fn write(&mut self, game: &Row<'_>, filter: Option<&Filter<MoveField>>, rows: &mut impl Rows) {
        let mut position = game.game.start;
        if self.counts_repetitions {
            self.repeats.begin(&position);
        }
        if let Some(filter) = filter {
            filter.begin(&mut self.board, game.game);
        }
        for (told, ply) in game.game.annotations().zip(1..) {
            let before = position;
            position.play_unchecked(told.played.mv);
            let repetition = if self.counts_repetitions {
                self.repeats.then(told.played.ply(), |plies| MainLine::at(game.game, plies))
            } else {
                0
            };
            self.nags.clear();
            self.nags.extend(told.nodes().filter_map(|node| match node {
                Node::Nag(nag) => Some(*nag),
                _ => None,
            }));
            let row = MoveRow {
                game,
                ply,
                played: told.played,
                before: &before,
                after: &position,
                repetition,
                nags: &self.nags,
                told,
            };
            if filter.is_none_or(|filter| filter.keeps_move(&mut self.board, &row)) {
                self.columns.row(|column| row.field(column), rows);
            }
        }
    }
}
