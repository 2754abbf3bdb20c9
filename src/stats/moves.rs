//! The table of half-moves: a row for each move of a main line.
use super::Columns;
use crate::chess::{Color, FEN_ROOM, FenTrace, KeyTrace, Position, Role};
use crate::emit::Rows;
use crate::filter::{BoardState, Filter};
use crate::game::move_row::{Block, MoveColumn, MoveField, Step};
use crate::game::row::Row;
use crate::game::{MainLine, Node, Remarks, Repeats, facts};

/// So many half-moves are written together: what is held of them stays in the nearest memory.
const BLOCK: usize = 128;

/// Writes the half-moves of games, one game after the other; its buffers are used again.
#[derive(Debug)]
pub struct MoveTable {
    columns: Columns<MoveField>,
    repeats: Repeats,
    counts_repetitions: bool,
    trace: FenTrace,
    writes_fens: bool,
    writes_keys: bool,
    reads_comments: bool,
    /// What the half-moves written together have, one after the other: room for all of them, and how much of it is used.
    fens: Vec<u8>,
    written: usize,
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
        let counts_repetitions = is_asked(MoveColumn::Repetition);
        let writes_fens = is_asked(MoveColumn::Fen);
        let writes_keys = is_asked(MoveColumn::PositionKey);
        let told = [MoveColumn::Clock, MoveColumn::Eval, MoveColumn::MateIn, MoveColumn::CommentLength];
        let reads_comments = told.into_iter().any(is_asked);
        Self {
            columns,
            repeats: Repeats::default(),
            counts_repetitions,
            trace: FenTrace::default(),
            writes_fens,
            writes_keys,
            reads_comments,
            fens: vec![0; if writes_fens { BLOCK * FEN_ROOM } else { 0 }],
            written: 0,
            nags: Vec::new(),
            board: BoardState::default(),
        }
    }

    /// Writes the rows of a game.
    pub fn write(&mut self, game: &Row<'_>, filter: Option<&Filter<MoveField>>, rows: &mut impl Rows) {
        let mut position = game.game.start;
        let mut keys = KeyTrace::of(&position);
        let mut material = material(&position);
        if self.writes_fens {
            self.trace.begin(&position);
        }
        if self.counts_repetitions {
            self.repeats.begin(&position);
        }
        if let Some(filter) = filter {
            filter.begin(&mut self.board, game.game);
        }
        let mut steps = Vec::with_capacity(BLOCK);
        for (told, ply) in game.game.annotations().zip(1..) {
            let played = told.played;
            let mv = played.mv;
            let (color, number) = (position.turn(), position.fullmove_number());
            let captured = position.captured(mv);
            // Whether a move gives check it says itself.
            position.follow(mv);
            let gained = captured.map_or(0, facts::worth)
                + mv.promotion().map_or(0, |role| facts::worth(role) - facts::worth(Role::Pawn));
            material += if color == Color::White { gained } else { -gained };
            let key = if self.writes_keys { keys.follow(mv, &position) } else { 0 };
            let (fen, nag) = (self.written, self.nags.len());
            if self.writes_fens {
                self.trace.follow(mv, &position);
                if let Some(text) = self.fens.get_mut(fen..).and_then(|rest| rest.first_chunk_mut()) {
                    self.written += self.trace.write(&position, text);
                }
            }
            let repetition = if self.counts_repetitions {
                self.repeats.then(played.ply(), |plies| MainLine::at(game.game, plies))
            } else {
                0
            };
            let mut remarks = Remarks::default();
            if !told.is_bare() {
                if self.reads_comments {
                    remarks = told.remarks();
                }
                self.nags.extend(told.nodes().filter_map(|node| match node {
                    Node::Nag(nag) => Some(*nag),
                    _ => None,
                }));
            }
            let step = Step {
                played,
                ply,
                number,
                color,
                captured,
                halfmove_clock: position.halfmove_clock(),
                material,
                repetition,
                key,
                remarks,
                fen: (fen as u32, self.written as u32),
                nags: (nag as u32, self.nags.len() as u32),
            };
            if let Some(filter) = filter {
                let alone = Block { game, steps: &[], fens: &self.fens, nags: &self.nags };
                if !filter.keeps_move(&mut self.board, &alone.row(&step), &position) {
                    self.written = fen;
                    self.nags.truncate(nag);
                    continue;
                }
            }
            steps.push(step);
            if steps.len() == BLOCK {
                self.write_block(game, &steps, rows);
                steps.clear();
            }
        }
        self.write_block(game, &steps, rows);
    }

    /// Writes the rows of these half-moves.
    fn write_block(&mut self, game: &Row<'_>, steps: &[Step<'_>], rows: &mut impl Rows) {
        self.columns.moves(&Block { game, steps, fens: &self.fens, nags: &self.nags }, rows);
        self.written = 0;
        self.nags.clear();
    }
}

/// White's pieces less Black's, in pawns.
fn material(position: &Position) -> i32 {
    let of = |color| facts::material(position.board(), color).cast_signed();
    of(Color::White) - of(Color::Black)
}
