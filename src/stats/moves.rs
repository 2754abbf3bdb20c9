//! The table of half-moves: a row for each move of a main line.
use super::Columns;
use crate::chess::{Color, FenTrace, MenTrace, Position};
use crate::emit::Rows;
use crate::filter::{BoardState, Filter};
use crate::game::move_row::{MoveColumn, MoveField, MoveRow};
use crate::game::row::Row;
use crate::game::{MainLine, Node, Played, Remarks, Repeats, facts};

/// So many half-moves are written together: what is held of them stays in the nearest memory.
const BLOCK: usize = 128;

/// Writes the half-moves of games, one game after the other; its buffers are used again.
#[derive(Debug)]
pub struct MoveTable {
    columns: Columns<MoveField>,
    repeats: Repeats,
    counts_repetitions: bool,
    fens: FenTrace,
    writes_fens: bool,
    writes_keys: bool,
    reads_comments: bool,
    block: Block,
    board: BoardState,
}

/// What the half-moves written together have, one after the other.
#[derive(Debug, Default)]
struct Block {
    /// The position before each, and the one after the last.
    positions: Vec<Position>,
    fens: Vec<u8>,
    nags: Vec<u8>,
}

/// What a half-move has of its own.
struct Step<'g> {
    played: &'g Played,
    remarks: Remarks,
    ply: u32,
    /// Where its FEN and its glyphs end in the block.
    fen: usize,
    nags: usize,
    men_key: u64,
    material: i64,
    repetition: u32,
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
            reads_comments: [
                MoveColumn::Clock,
                MoveColumn::Eval,
                MoveColumn::MateIn,
                MoveColumn::CommentLength,
            ]
            .into_iter()
            .any(is_asked),
            columns,
            repeats: Repeats::default(),
            block: Block::default(),
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
        let mut steps = Vec::with_capacity(BLOCK);
        self.block.positions.clear();
        self.block.positions.push(position);
        for (told, ply) in game.game.annotations().zip(1..) {
            let mv = told.played.mv;
            position.play_unchecked(mv);
            self.block.positions.push(position);
            if mv.promotion().is_some() || told.played.san.is_capture() {
                material = self::material(&position);
            }
            if self.writes_keys {
                men.play(mv);
            }
            if self.writes_fens {
                self.fens.follow(mv, &position);
                self.fens.append(&position, &mut self.block.fens);
            }
            let repetition = if self.counts_repetitions {
                self.repeats.then(told.played.ply(), |plies| MainLine::at(game.game, plies))
            } else {
                0
            };
            let mut remarks = Remarks::default();
            if !told.is_bare() {
                if self.reads_comments {
                    remarks = told.remarks();
                }
                self.block.nags.extend(told.nodes().filter_map(|node| match node {
                    Node::Nag(nag) => Some(*nag),
                    _ => None,
                }));
            }
            let (fen, nags) = (self.block.fens.len(), self.block.nags.len());
            let played = told.played;
            steps.push(Step { played, remarks, ply, fen, nags, men_key: men.key(), material, repetition });
            if steps.len() == BLOCK {
                self.write_block(game, &steps, filter, rows);
                steps.clear();
                self.block.positions.push(position);
            }
        }
        self.write_block(game, &steps, filter, rows);
    }

    /// Writes the rows of these half-moves, and empties the block.
    fn write_block(
        &mut self,
        game: &Row<'_>,
        steps: &[Step<'_>],
        filter: Option<&Filter<MoveField>>,
        rows: &mut impl Rows,
    ) {
        let Block { positions, fens, nags } = &mut self.block;
        let (mut fen, mut nag) = (0, 0);
        let each = steps.iter().zip(positions.windows(2)).map(|(step, places)| MoveRow {
            game,
            ply: step.ply,
            played: step.played,
            before: &places[0],
            after: &places[1],
            fens,
            fen: (std::mem::replace(&mut fen, step.fen), step.fen),
            men_key: step.men_key,
            material: step.material,
            repetition: step.repetition,
            nags: nags.get(std::mem::replace(&mut nag, step.nags)..step.nags).unwrap_or_default(),
            remarks: step.remarks,
        });
        let board = &mut self.board;
        let mut kept = Vec::with_capacity(steps.len());
        match filter {
            None => kept.extend(each),
            Some(filter) => kept.extend(each.filter(|row| filter.keeps_move(board, row))),
        }
        self.columns.moves(&kept, rows);
        positions.clear();
        fens.clear();
        nags.clear();
    }
}

/// White's pieces less Black's, in pawns.
fn material(position: &Position) -> i64 {
    let of = |color| i64::from(facts::material(position.board(), color));
    of(Color::White) - of(Color::Black)
}
