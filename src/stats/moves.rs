//! The table of half-moves: a row for each move of a main line.
use super::{Columns, Sheet};
use crate::filter::{AnyColumn, Filter};
use crate::game::row::{self, MoveColumn, MoveRow, Row};
use crate::game::{MainLine, Node, Repeats};

/// Writes the half-moves of games, one game after the other; its buffers are used again.
#[derive(Debug)]
pub struct MoveTable {
    columns: Columns<MoveColumn>,
    repeats: Repeats,
    counts_repetitions: bool,
    nags: Vec<u8>,
}

impl MoveTable {
    /// A table with these columns, for rows that pass this filter.
    #[must_use]
    pub fn new(columns: Columns<MoveColumn>, filter: Option<&Filter<AnyColumn>>) -> Self {
        let wanted = AnyColumn::Move(MoveColumn::Repetition);
        let counts_repetitions = columns.iter().any(|column| column == MoveColumn::Repetition)
            || filter.is_some_and(|filter| filter.columns().any(|column| column == wanted));
        Self { columns, repeats: Repeats::default(), counts_repetitions, nags: Vec::new() }
    }

    /// Writes the rows of a game.
    pub fn write(&mut self, game: &Row<'_>, filter: Option<&Filter<AnyColumn>>, sheet: &mut Sheet) {
        let mut line = MainLine::of(game.game);
        if self.counts_repetitions {
            self.repeats.begin(line.position());
        }
        while let Some(played) = line.peek() {
            let before = *line.position();
            let node = line.node();
            line.advance();
            let after = line.position();
            let repetition = if self.counts_repetitions {
                self.repeats.then(played.ply(), |plies| MainLine::at(game.game, plies))
            } else {
                0
            };
            self.nags.clear();
            let (mut comment_length, mut clock, mut eval) = (0_usize, None, None);
            let mut depth = 0_u32;
            for node in game.game.nodes().get(node + 1..line.node()).unwrap_or_default() {
                match node {
                    Node::Open => depth += 1,
                    Node::Close => depth = depth.saturating_sub(1),
                    Node::Nag(nag) if depth == 0 => self.nags.push(*nag),
                    Node::Comment(text) if depth == 0 => {
                        comment_length += text.chars().count();
                        clock = clock.or_else(|| row::clock(text));
                        eval = eval.or_else(|| row::eval(text));
                    }
                    _ => {}
                }
            }
            let row = MoveRow {
                index: game.index,
                ply: line.ply(),
                played,
                before: &before,
                after,
                repetition,
                nags: &self.nags,
                comment_length: u32::try_from(comment_length).unwrap_or(u32::MAX),
                clock,
                eval,
            };
            if filter.is_none_or(|filter| filter.keeps_move(game, &row)) {
                self.columns.row(|column| row.value(column), sheet);
            }
        }
    }
}
