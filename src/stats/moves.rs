//! The table of half-moves: a row for each move of a main line.
use super::Columns;
use crate::chess::{Color, FenTrace, MenTrace, Position};
use crate::emit::Rows;
use crate::filter::{BoardState, Filter};
use crate::game::move_row::{MoveColumn, MoveField, MoveRow};
use crate::game::row::Row;
use crate::game::{MainLine, Node, Repeats, facts};

/// Writes the half-moves of games, one game after the other; its buffers are used again.
#[derive(Debug)]
pub struct MoveTable {
    columns: Columns<MoveField>,
    repeats: Repeats,
    counts_repetitions: bool,
    fens: FenTrace,
    writes_fens: bool,
    writes_keys: bool,
    nags: Vec<u8>,
    board: BoardState,
}

impl MoveTable {
    /// A table with these columns, for rows that pass this filter.
    #[must_use]
    pub fn new(columns: Columns<MoveField>, filter: Option<&Filter<MoveField>>) -> Self {
        let is_asked = |wanted| {
            let wanted = MoveField::Move(wanted);
            columns.iter().any(|column| *column == wanted)
                || filter.is_some_and(|filter| filter.columns().any(|column| *column == wanted))
        };
        Self {
            counts_repetitions: is_asked(MoveColumn::Repetition),
            fens: FenTrace::default(),
            writes_fens: is_asked(MoveColumn::Fen),
            writes_keys: is_asked(MoveColumn::PositionKey),
            columns,
            repeats: Repeats::default(),
            nags: Vec::new(),
            board: BoardState::default(),
        }
    }

    /// Writes the rows of a game.
    pub fn write(&mut self, game: &Row<'_>, filter: Option<&Filter<MoveField>>, rows: &mut impl Rows) {
        let mut position = game.game.start;
        let mut men = MenTrace::of(&position);
        let mut material = material(&position);
        if self.writes_fens {
            self.fens.begin(&position);
        }
        if self.counts_repetitions {
            self.repeats.begin(&position);
        }
        if let Some(filter) = filter {
            filter.begin(&mut self.board, game.game);
        }
        for (told, ply) in game.game.annotations().zip(1..) {
            let before = position;
            let mv = told.played.mv;
            position.play_unchecked(mv);
            if mv.promotion().is_some() || told.played.san.is_capture() {
                material = self::material(&position);
            }
            if self.writes_keys {
                men.play(mv);
            }
            let fen = if self.writes_fens {
                self.fens.follow(mv, &position);
                self.fens.fen(&position)
            } else {
                &[]
            };
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
                fen,
                men_key: men.key(),
                material,
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

/// White's pieces less Black's, in pawns.
fn material(position: &Position) -> i64 {
    let of = |color| i64::from(facts::material(position.board(), color));
    of(Color::White) - of(Color::Black)
}
