//! How unlikely a move is that anybody would play it, from `tables/likely.csv`: what it wins, takes and threatens, from where
//! it goes and where to. The table is made by `tests/likely.py` from the moves of games among all that were legal.
use std::sync::OnceLock;

use crate::chess::{Color, Move, Position, Role, Square, exchange};

/// Added to what the table says, in tenths of a cost: one move of a game in a hundred costs less than nothing then.
const LEAST: i32 = 63;

/// What a move wins or loses: something, nothing, a pawn or two, more.
const BOARD: [&str; 4] = ["wins", "keeps", "loses", "loses more"];

/// In the place of a man that is taken.
const NOBODY: usize = 6;

/// What a move does, as the table tells moves apart: men by their numbers, squares as White sees the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    man: usize,
    from: usize,
    to: usize,
    /// Its place in [`BOARD`].
    board: usize,
    taken: usize,
    castles: bool,
    /// The man that a pawn becomes, 0 if none.
    promotes: usize,
    checks: bool,
}

/// The costs of what a move does, in tenths of a cost, one beside the other.
struct Table {
    board: [i32; 4],
    /// Of a man that takes another, or nothing.
    takes: [[i32; 7]; 6],
    check: i32,
    castles: i32,
    promotes: [i32; 6],
    /// Of a man from a square and to one, as White sees the board.
    from: [[i32; 64]; 6],
    to: [[i32; 64]; 6],
}

fn man(letter: &str) -> Option<usize> {
    letter.bytes().next().and_then(Role::from_letter).map(Role::index)
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let (squares, takes) = ([[0; 64]; 6], [[0; 7]; 6]);
        let mut table = Table {
            board: [0; 4],
            takes,
            check: 0,
            castles: 0,
            promotes: [0; 6],
            from: squares,
            to: squares,
        };
        let mut reader = csv::Reader::from_reader(include_str!("tables/likely.csv").as_bytes());
        for row in reader.records().flatten() {
            let [what, of, on, cost] = [0, 1, 2, 3].map(|at| row.get(at).unwrap_or(""));
            let Ok(cost) = cost.parse::<i32>() else { continue };
            let square = || on.parse::<Square>().ok().map(Square::index);
            let place = match what {
                "board" => BOARD.iter().position(|&known| known == on).and_then(|at| table.board.get_mut(at)),
                "takes" => man(of).and_then(|of| table.takes[of].get_mut(man(on).unwrap_or(NOBODY))),
                "check" => Some(&mut table.check),
                "castles" => Some(&mut table.castles),
                "promotes" => man(on).and_then(|on| table.promotes.get_mut(on)),
                "from" => man(of).zip(square()).and_then(|(of, square)| table.from[of].get_mut(square)),
                "to" => man(of).zip(square()).and_then(|(of, square)| table.to[of].get_mut(square)),
                _ => None,
            };
            if let Some(place) = place {
                *place = cost;
            }
        }
        table
    })
}

impl Deed {
    /// That of a legal move.
    pub fn of(before: &Position, mv: Move, after: &Position) -> Option<Self> {
        let men = before.board();
        let taken = before.captured_square(mv).and_then(|square| men.role_at(square));
        let won =
            taken.map_or(0, exchange::worth) + mv.promotion().map_or(0, |role| exchange::worth(role) - 1);
        let board = match won - exchange::most(after.board(), after.turn(), won..won + 3) {
            1.. => 0,
            0 => 1,
            -2..0 => 2,
            _ => 3,
        };
        let seen = |square: Square| square.index() ^ if before.turn() == Color::Black { 56 } else { 0 };
        Some(Self {
            man: men.role_at(mv.from())?.index(),
            from: seen(mv.from()),
            to: seen(mv.destination()),
            board,
            taken: taken.map_or(NOBODY, Role::index),
            castles: mv.is_castle(),
            promotes: mv.promotion().map_or(0, Role::index),
            checks: after.checkers().any(),
        })
    }

    /// What it costs.
    pub fn cost(self) -> u32 {
        let table = table();
        let tenths = LEAST
            + table.board[self.board]
            + table.takes[self.man][self.taken]
            + i32::from(self.checks) * table.check
            + i32::from(self.castles) * table.castles
            + table.promotes[self.promotes]
            + table.from[self.man][self.from]
            + table.to[self.man][self.to];
        u32::try_from((tenths + 5) / 10).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Writes what `tests/likely.py` fits: for one position in eight of some games each legal move, and whether it was played.
    #[test]
    #[ignore = "makes a table"]
    fn legal_moves_of_games() {
        let path = |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("{name} names a file"));
        let games = std::fs::read_to_string(path("LIKELY_GAMES")).expect("games");
        let mut out = std::io::BufWriter::new(std::fs::File::create(path("LIKELY_ROWS")).expect("rows"));
        let (mut group, mut seed) = (0, 88_172_645_463_325_252_u64);
        for game in games.lines() {
            let mut position = Position::default();
            for uci in game.split(' ') {
                let legal = position.legal_moves();
                let is_it = |&mv: &Move| position.uci(mv).to_string() == uci;
                let Some(played) = legal.as_slice().iter().copied().find(is_it) else { break };
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                if seed % 8 == 0 && legal.as_slice().len() > 1 {
                    group += 1;
                    for &mv in legal.as_slice() {
                        let after = position.after_move(mv);
                        let deed = Deed::of(&position, mv, &after).expect("a man moves");
                        let row = [
                            group,
                            usize::from(mv == played),
                            deed.man,
                            deed.from,
                            deed.to,
                            deed.board,
                            deed.taken,
                            usize::from(deed.castles),
                            deed.promotes,
                            usize::from(deed.checks),
                        ];
                        let row: Vec<String> = row.iter().map(usize::to_string).collect();
                        writeln!(out, "{}", row.join(",")).expect("a row");
                    }
                }
                position = position.after_move(played);
            }
        }
    }
}
