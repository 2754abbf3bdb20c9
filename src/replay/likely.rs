//! How unlikely a move is that anybody would play it, from `tables/likely.csv`: what it wins, takes and threatens, from where
//! it goes and where to. The table is made by `tests/likely.py` from the moves of games among all that were legal.
use std::sync::OnceLock;

use crate::chess::{Color, Move, Position, Role, Square};

/// Added to what the table says, in tenths of a cost: one move of a game in a hundred costs less than nothing then.
const LEAST: i32 = 63;

/// What a move wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Board {
    Wins,
    Keeps,
    /// A pawn or two.
    Loses,
    LosesMore,
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
                "board" => ["wins", "keeps", "loses", "loses more"]
                    .iter()
                    .position(|&known| known == on)
                    .and_then(|at| table.board.get_mut(at)),
                "takes" => man(of).and_then(|of| table.takes[of].get_mut(man(on).unwrap_or(6))),
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

/// What a move costs.
pub(super) fn cost(before: &Position, mv: Move, board: Board, checks: bool) -> u32 {
    let table = table();
    let men = before.board();
    let Some(role) = men.role_at(mv.from()).map(Role::index) else { return 0 };
    let seen = |square: Square| square.index() ^ if before.turn() == Color::Black { 56 } else { 0 };
    let taken = before.captured_square(mv).and_then(|square| men.role_at(square)).map_or(6, Role::index);
    let tenths = LEAST
        + table.board[board as usize]
        + table.takes[role][taken]
        + i32::from(checks) * table.check
        + i32::from(mv.is_castle()) * table.castles
        + mv.promotion().map_or(0, |role| table.promotes[role.index()])
        + table.from[role][seen(mv.from())]
        + table.to[role][seen(mv.destination())];
    u32::try_from((tenths + 5) / 10).unwrap_or(0)
}
