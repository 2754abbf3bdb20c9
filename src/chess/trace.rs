//! The pieces of a game followed from the moves alone, which is quicker than playing it.
use super::zobrist::{MEN, TURN};
use super::{Bitboard, Board, Color, Move, MoveKind, Position, Role, Square, board};

/// Where the pieces stand, and the key of that ([`Position::men_key`]), move by move. No castling rights, no checks, no
/// clocks.
#[derive(Clone, Copy, Debug)]
pub struct MenTrace {
    /// By square, as in a board's mailbox.
    men: [u8; 64],
    key: u64,
}

impl MenTrace {
    /// The pieces at the start of the usual game.
    const INITIAL: Self = {
        let men = *Board::START.codes();
        Self { men, key: men_key(&men) ^ TURN }
    };

    /// Begins with a position.
    #[must_use]
    pub fn of(start: &Position) -> Self {
        if start.is_usual_start() {
            Self::INITIAL
        } else {
            Self { men: *start.board().codes(), key: start.men_key() }
        }
    }

    /// The key of the pieces and the side to move.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Follows a move that is legal here.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let code = std::mem::replace(&mut self.men[from.index()], board::EMPTY);
        if mv.is_special() {
            self.play_special(mv, code);
        } else {
            let taken = std::mem::replace(&mut self.men[to.index()], code);
            self.key ^= man(code, from) ^ man(code, to) ^ man(taken, to);
        }
        self.key ^= TURN;
    }

    fn put(&mut self, square: Square, code: u8) {
        let old = std::mem::replace(&mut self.men[square.index()], code);
        self.key ^= man(old, square) ^ man(code, square);
    }

    #[inline(never)]
    fn play_special(&mut self, mv: Move, code: u8) {
        let side = code & 8;
        self.men[mv.from().index()] = code;
        match mv.kind() {
            MoveKind::Null => return,
            MoveKind::EnPassant => self.put(Square::new(mv.to().file(), mv.from().rank()), board::EMPTY),
            MoveKind::Castle => self.put(mv.to(), board::EMPTY),
            MoveKind::Normal | MoveKind::OddsCastle => {}
        }
        self.put(mv.from(), board::EMPTY);
        self.put(mv.destination(), mv.promotion().map_or(code, |role| role as u8 | side));
        if let (MoveKind::Castle, Some(castled)) = (mv.kind(), mv.castling_side()) {
            self.put(Square::new(castled.rook_file(), mv.from().rank()), Role::Rook as u8 | side);
        }
    }
}

/// The key of a position ([`Position::key`]), move by move.
#[derive(Clone, Copy, Debug)]
pub struct KeyTrace {
    men: MenTrace,
    /// The rooks that may castle, and that part of the key: rights change seldom.
    rooks: Bitboard,
    rights: u64,
}

impl KeyTrace {
    /// Begins with a position.
    #[must_use]
    pub fn of(start: &Position) -> Self {
        let men = MenTrace::of(start);
        Self { men, rooks: start.castling_squares(), rights: start.rights_key() }
    }

    /// Follows a legal move, which led to this position, and tells its key.
    #[inline]
    pub fn follow(&mut self, mv: Move, after: &Position) -> u64 {
        self.men.play(mv);
        if after.castling_squares() != self.rooks {
            (self.rooks, self.rights) = (after.castling_squares(), after.rights_key());
        }
        self.men.key() ^ self.rights ^ after.passing_key()
    }
}

/// Where pieces stand, by kind and side.
pub trait Placed {
    /// The squares of all pieces of a kind and side.
    fn pieces(&self, color: Color, role: Role) -> Bitboard;
    /// The squares of all pieces of a side.
    fn by_color(&self, color: Color) -> Bitboard;
    /// The squares of all pieces.
    fn occupied(&self) -> Bitboard {
        self.by_color(Color::White) | self.by_color(Color::Black)
    }
}

impl Placed for Board {
    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.pieces(color, role)
    }

    fn by_color(&self, color: Color) -> Bitboard {
        self.by_color(color)
    }
}

/// Where the pieces of a game stand, followed from the moves and what they say of themselves: quicker than playing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Placed for Placement {
    #[inline]
    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.roles[role as usize] & self.colors[color as usize]
    }

    #[inline]
    fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }
}

impl Placement {
    /// Begins with a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self {
            roles: Role::ALL.map(|role| board.by_role(role)),
            colors: Color::ALL.map(|color| board.by_color(color)),
        }
    }

    /// Follows a legal move of a side: of a piece of this kind, and with a capture or not.
    #[inline]
    pub fn play(&mut self, us: Color, role: Role, mv: Move, captures: bool) {
        if mv.is_special() {
            self.play_special(us, mv);
            return;
        }
        let to = Bitboard::from(mv.to());
        // Whether there is a capture is hard to guess: what is taken is taken away without a branch.
        let taken = Bitboard(to.0 & 0_u64.wrapping_sub(u64::from(captures)));
        for squares in &mut self.roles {
            *squares -= taken;
        }
        self.colors[!us as usize] -= taken;
        let moved = Bitboard::from(mv.from()) | to;
        self.roles[role as usize] ^= moved;
        self.colors[us as usize] ^= moved;
    }

    fn put(&mut self, square: Square, piece: Option<(Color, Role)>) {
        let bit = Bitboard::from(square);
        for squares in self.roles.iter_mut().chain(&mut self.colors) {
            *squares -= bit;
        }
        if let Some((color, role)) = piece {
            self.roles[role as usize] |= bit;
            self.colors[color as usize] |= bit;
        }
    }

    #[inline(never)]
    fn play_special(&mut self, us: Color, mv: Move) {
        let moved = match mv.kind() {
            MoveKind::Null => return,
            MoveKind::EnPassant => {
                self.put(Square::new(mv.to().file(), mv.from().rank()), None);
                Role::Pawn
            }
            MoveKind::Castle | MoveKind::OddsCastle => Role::King,
            MoveKind::Normal => mv.promotion().unwrap_or(Role::Pawn),
        };
        self.put(mv.from(), None);
        if mv.kind() == MoveKind::Castle {
            self.put(mv.to(), None);
        }
        self.put(mv.destination(), Some((us, moved)));
        if let (MoveKind::Castle, Some(side)) = (mv.kind(), mv.castling_side()) {
            self.put(Square::new(side.rook_file(), mv.from().rank()), Some((us, Role::Rook)));
        }
    }
}

/// The numbers of all pieces.
const fn men_key(men: &[u8; 64]) -> u64 {
    let mut key = 0;
    let mut square = 0;
    while square < 64 {
        key ^= MEN[(men[square] & 15) as usize][square];
        square += 1;
    }
    key
}

/// The number of a mailbox code on a square; 0 for an empty one.
#[inline]
fn man(code: u8, square: Square) -> u64 {
    MEN[usize::from(code & 15)][square.index()]
}

impl Position {
    /// A key of the pieces and the side to move, and of nothing else: that part of [`Position::key`].
    #[must_use]
    pub fn men_key(&self) -> u64 {
        let key = men_key(self.board().codes());
        if self.turn() == Color::White { key ^ TURN } else { key }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows moves beside a board that plays them.
    fn follow(start: Position, moves: &str) {
        let mut position = start;
        let (mut trace, mut keys) = (MenTrace::of(&start), KeyTrace::of(&start));
        let mut placement = Placement::of(start.board());
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let mv = if word == "--" {
                Move::NULL
            } else {
                position.parse_uci(word.as_bytes()).expect("a legal move")
            };
            let (us, role) = (position.turn(), position.role_of(mv).unwrap_or(Role::Pawn));
            placement.play(us, role, mv, position.is_capture(mv));
            position =
                position.play_null().filter(|_| mv.is_null()).unwrap_or_else(|| position.after_move(mv));
            trace.play(mv);
            played.push(mv);
            assert_eq!(trace.key(), position.men_key(), "after {word}");
            assert_eq!(keys.follow(mv, &position), position.key(), "after {word}");
            assert_eq!(placement, Placement::of(position.board()), "after {word}");
            assert_eq!(start.after(played.iter().copied()), position, "after {word}");
        }
    }

    #[test]
    fn every_kind_of_move_is_followed() {
        follow(Position::default(), "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 g1f3 b8c6 f1c4 c8g4 e1g1 d8a5 -- e8c8");
        let promotes = Position::from_fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
        follow(promotes, "a7b8q e8e7 b8b7");
        let crowded = Position::from_fen("4k3/8/8/8/8/8/8/1RK4R w BH - 0 1").expect("a position");
        follow(crowded, "c1b1");
        follow(crowded, "c1h1");
    }

    #[test]
    fn a_usual_game_begins_with_the_usual_men() {
        let start = Position::default();
        let usual = MenTrace::of(&start);
        assert_eq!((usual.men, usual.key), (*start.board().codes(), start.men_key()));
    }

    #[test]
    fn the_key_is_that_of_polyglot_without_rights() {
        let bare = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R b - - 0 1").expect("a position");
        assert_eq!(bare.men_key(), bare.key());
        let rights = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1").expect("a position");
        assert_eq!(rights.men_key(), bare.men_key());
        assert_ne!(rights.key(), bare.key());
    }
}
