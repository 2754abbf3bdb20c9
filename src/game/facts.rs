//! What happened in a game, counted in one pass over its main line.
use super::{Game, Moves, Node, Played, Ply, Repeats};
use crate::chess::{Bitboard, Board, CastlingSide, Color, Move, Outcome, Position, Role};
use crate::record::GameResult;

/// How a game ended, as the board says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Termination {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has the material to mate.
    Insufficient,
    /// The last position has occurred five times.
    Fivefold,
    /// Seventy-five moves of each side without a pawn move or a capture.
    SeventyFive,
    /// The last position has occurred three times: a draw could be claimed.
    Threefold,
    /// Fifty moves of each side without a pawn move or a capture: a draw could be claimed.
    Fifty,
    /// The board says nothing, but the record has a result.
    Agreed,
    /// Neither the board nor the record tells a result.
    #[default]
    Unfinished,
}

impl Termination {
    /// Every kind, in the order of rank.
    pub const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Insufficient,
        Self::Fivefold,
        Self::SeventyFive,
        Self::Threefold,
        Self::Fifty,
        Self::Agreed,
        Self::Unfinished,
    ];

    /// The word in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Insufficient => "insufficient",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventyfive",
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
            Self::Agreed => "resignation-or-agreement",
            Self::Unfinished => "unfinished",
        }
    }
}

/// A key of a start and the moves after it, 128 bits wide: games agree in it when they begin in the same position and
/// have the same moves, and (but for a chance of 2^-128) only then.
///
/// It begins with the Polyglot key of the start. For each half-move `m = from + 64 * to + 4096 * promotion` (squares
/// a1 = 0 to h8 = 63; promotion pawn-to-king 0 to 5, 6 for none; castling goes to the square of the rook) both halves
/// are multiplied and folded, so the key of a game's first half-moves is a step on the way to its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MovesKey {
    high: u64,
    low: u64,
}

const fn fold(a: u64, b: u64) -> u64 {
    let wide = a as u128 * b as u128;
    wide as u64 ^ (wide >> 64) as u64
}

impl MovesKey {
    /// The key before the first move of the usual game.
    const INITIAL: Self = Self::of_start(0x463b_9618_1691_fc9c);

    /// The key before the first move.
    #[must_use]
    pub fn start(position: &Position) -> Self {
        if position.is_usual_start() { Self::INITIAL } else { Self::of_start(position.key()) }
    }

    /// By the Polyglot key of the start.
    const fn of_start(key: u64) -> Self {
        Self { high: key, low: key.rotate_left(32) }
    }

    /// With one more half-move.
    #[inline]
    #[must_use]
    pub fn then(self, mv: Move) -> Self {
        let promotion = mv.promotion().map_or(6, |role| role as u64);
        let m = mv.from().index() as u64 | (mv.to().index() as u64) << 6 | promotion << 12;
        Self {
            high: fold(self.high ^ m ^ 0x9e37_79b9_7f4a_7c15, 0xe703_7ed1_a0b4_28db ^ m << 40),
            low: fold(self.low ^ m << 20 ^ 0x5899_65cc_7537_4cc3, 0x1d8e_4e27_c47d_124f ^ m),
        }
    }

    /// Its two halves, written as 32 hexadecimal digits in tables.
    #[must_use]
    pub const fn halves(self) -> [u64; 2] {
        [self.high, self.low]
    }
}

/// What happened in the main line of a game; variations are counted but not entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Half-moves.
    pub plies: u32,
    /// Moves that gave check, by White and by Black.
    pub checks: [u32; 2],
    /// Moves that took something (in passing too), by White and by Black.
    pub captures: [u32; 2],
    /// Promotions of both sides.
    pub promotions: u32,
    /// The side White and Black castled to.
    pub castled: [Option<CastlingSide>; 2],
    /// The half-move of the first capture, counted from 1.
    pub first_capture_ply: Option<u32>,
    /// The half-move after which there was no queen on the board for the first time; 0 if there was none at the start.
    pub queens_off_ply: Option<u32>,
    /// How often the position that occurred most often did.
    pub max_repetition: u32,
    /// How often the last position had occurred.
    pub last_repetition: u32,
    /// The most half-moves in a row without a pawn move or a capture.
    pub max_halfmove_clock: u32,
    /// Comments, in variations too.
    pub comments: u32,
    /// Variations, inner ones too.
    pub variations: u32,
    /// The key of the start and the moves.
    pub moves_key: MovesKey,
    /// How it ended.
    pub termination: Termination,
}

/// Counts the facts of games; its buffers are used again.
#[derive(Clone, Debug, Default)]
pub struct FactReader {
    line: Vec<Ply>,
    /// The indices of those that move a pawn or take.
    zeroing: Vec<u32>,
    /// The indices of those with which anything is special.
    special: Vec<u32>,
    repeats: Repeats,
}

impl FactReader {
    /// With empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The main line of the game that was read last.
    #[must_use]
    pub fn line<'a>(&'a self, game: &'a Game<'_>) -> &'a [Ply] {
        main_line(&self.line, game)
    }

    /// Counts what happened in a game, without playing it again: the moves say it all.
    ///
    /// Each fact has a short pass over the moves of its own, without a branch where they are hard to guess. That is
    /// quicker than one pass with more numbers under way than a processor has registers for.
    pub fn read(&mut self, game: &Game<'_>) -> Facts {
        self.line.clear();
        if game.line.is_empty() {
            self.line.extend(Moves::of(game).map(Played::ply));
        }
        let line = main_line(&self.line, game);
        list(line, &mut self.zeroing, &mut self.special);
        let first = game.start.turn();
        let takes = |ply: &Ply| ply.san.is_capture();
        let plies = u32::try_from(line.len()).unwrap_or(u32::MAX);
        // Both in one pass: each has half of a number.
        let counts = by_side(first, line, |ply| u64::from(ply.check) | u64::from(takes(ply)) << 32);
        let mut facts = Facts {
            plies,
            checks: counts.map(|both| both as u32),
            captures: counts.map(|both| (both >> 32) as u32),
            first_capture_ply: half_move(line.iter().position(takes)),
            max_halfmove_clock: longest_clock(&self.zeroing, game.start.halfmove_clock(), plies),
            moves_key: line.iter().fold(MovesKey::start(&game.start), |key, ply| key.then(ply.mv)),
            ..Facts::default()
        };
        let mut has_null = false;
        for &index in &self.special {
            let Ply { mv, .. } = line[index as usize];
            has_null |= mv.is_null();
            facts.promotions += u32::from(mv.promotion().is_some());
            if mv.is_castle() {
                let us = if index.is_multiple_of(2) { first } else { !first };
                facts.castled[us as usize] = mv.castling_side();
            }
        }
        if facts.promotions > 0 || game.end.board().by_role(Role::Queen).is_empty() {
            facts.queens_off_ply = queens_off(game, line);
        }
        let counted = self.repeats.of(&game.start, line, &self.zeroing, has_null);
        facts.max_repetition = counted.most;
        facts.last_repetition = counted.last;
        // A game of bare moves has nothing else to count.
        let nodes = if game.line.is_empty() { game.nodes() } else { &game.nodes };
        if !game.line.is_empty() || nodes.len() > line.len() {
            for node in nodes {
                match node {
                    Node::Comment(_) => facts.comments += 1,
                    Node::Open => facts.variations += 1,
                    _ => {}
                }
            }
        }
        facts.termination = termination(&game.end, facts.last_repetition, game.result);
        facts
    }
}

/// The moves of a game's main line: its own list, or that made of its nodes.
fn main_line<'a>(listed: &'a [Ply], game: &'a Game<'_>) -> &'a [Ply] {
    if game.line.is_empty() { listed } else { &game.line }
}

/// Lists by index which moves take or move a pawn, and with which anything is special.
fn list(line: &[Ply], zeroing: &mut Vec<u32>, special: &mut Vec<u32>) {
    special.clear();
    zeroing.resize(line.len() + 1, 0);
    let indices = &mut zeroing[..];
    let mut count = 0;
    for (index, ply) in (0..).zip(line) {
        // Every other move is one, and nobody can guess which.
        indices[count] = index;
        count += usize::from(ply.is_zeroing());
        if ply.mv.is_special() {
            special.push(index);
        }
    }
    zeroing.truncate(count);
}

/// The most half-moves in a row without a pawn move or a capture, of which `zeroing` lists all.
fn longest_clock(zeroing: &[u32], start: u32, plies: u32) -> u32 {
    let mut next = 0;
    let mut begun = start;
    let mut longest = start;
    for &index in zeroing.iter().chain([&plies]) {
        longest = longest.max((index - next).saturating_add(begun));
        begun = 0;
        next = index.saturating_add(1);
    }
    longest
}

/// Half-moves are counted from 1.
fn half_move(index: Option<usize>) -> Option<u32> {
    index.and_then(|index| u32::try_from(index + 1).ok())
}

/// The sums of what White's and Black's moves count for; the side `first` moves first.
fn by_side(first: Color, line: &[Ply], value: impl Fn(&Ply) -> u64) -> [u64; 2] {
    let (pairs, rest) = line.as_chunks::<2>();
    let (mut own, mut other) = (0, 0);
    for [one, answer] in pairs {
        own += value(one);
        other += value(answer);
    }
    own += rest.iter().map(value).sum::<u64>();
    if first == Color::White { [own, other] } else { [other, own] }
}

/// The half-move after which there was no queen for the first time.
fn queens_off(game: &Game<'_>, line: &[Ply]) -> Option<u32> {
    let mut queens = game.start.board().by_role(Role::Queen);
    if queens.is_empty() {
        return Some(0);
    }
    half_move(line.iter().position(|&Ply { mv, san, .. }| {
        let touched = Bitboard::from(mv.from()) | mv.to().into();
        if (queens & touched).any() | mv.promotion().is_some() && !mv.is_null() {
            queens -= touched;
            if san.role() == Role::Queen || mv.promotion() == Some(Role::Queen) {
                queens.insert(mv.to());
            }
        }
        queens.is_empty()
    }))
}

/// How a game with this last position ended.
#[must_use]
pub fn termination(end: &Position, repetition: u32, result: GameResult) -> Termination {
    match end.outcome() {
        Some(Outcome::Checkmate { .. }) => Termination::Checkmate,
        Some(Outcome::Stalemate) => Termination::Stalemate,
        Some(Outcome::InsufficientMaterial) => Termination::Insufficient,
        _ if repetition >= 5 => Termination::Fivefold,
        _ if end.halfmove_clock() >= 150 => Termination::SeventyFive,
        _ if repetition >= 3 => Termination::Threefold,
        _ if end.halfmove_clock() >= 100 => Termination::Fifty,
        _ if result == GameResult::Unknown => Termination::Unfinished,
        _ => Termination::Agreed,
    }
}

/// What a piece counts in pawns; kings are left out.
#[must_use]
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The pieces of one side, kings left out, in pawns: pawn 1, knight and bishop 3, rook 5, queen 9.
#[must_use]
pub fn material(board: &Board, color: Color) -> u32 {
    let men = |role| board.pieces(color, role).count();
    men(Role::Pawn) + 9 * men(Role::Queen) + 5 * men(Role::Rook) + pieces_light(board, color)
}

fn pieces_light(board: &Board, color: Color) -> u32 {
    3 * (board.pieces(color, Role::Knight) | board.pieces(color, Role::Bishop)).count()
}

/// An endgame by the usual measure: neither side has pieces (without pawns and kings) worth more than 13 pawns, that
/// is at most a queen and a minor piece, two rooks and a minor piece, and so on.
#[must_use]
pub fn is_endgame(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| material(board, color) - board.pieces(color, Role::Pawn).count() <= 13)
}

/// Appends the pieces of both sides as FEN letters, White's first, in the order king, queen, rooks, bishops, knights,
/// pawns: `KRPPkrp`.
pub fn append_signature(board: &Board, out: &mut Vec<u8>) {
    for color in Color::ALL {
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in 0..board.pieces(color, role).count() {
                out.push(role.of(color).letter());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn game(start: Position, moves: &str) -> Game<'static> {
        let mut game = Game { start, end: start, ..Game::default() };
        for word in moves.split_whitespace() {
            let mv = game.end.parse_uci(word.as_bytes()).expect("a legal move");
            let (san, suffix) = game.end.play_san(mv);
            game.nodes.push(Node::Move(Played { mv, san, suffix, span: Span::default() }));
            game.plies += 1;
        }
        game
    }

    fn facts(moves: &str) -> Facts {
        FactReader::new().read(&game(Position::default(), moves))
    }

    fn set_up(fen: &str, moves: &str) -> Facts {
        let start = Position::from_fen(fen).expect("a position");
        FactReader::new().read(&game(start, moves))
    }

    #[test]
    fn fools_mate_is_counted_by_hand() {
        let facts = facts("f2f3 e7e5 g2g4 d8h4");
        assert_eq!(facts.termination, Termination::Checkmate);
        assert_eq!((facts.plies, facts.checks, facts.captures), (4, [0, 1], [0, 0]));
        assert_eq!(
            (facts.first_capture_ply, facts.queens_off_ply, facts.max_halfmove_clock),
            (None, None, 1)
        );
    }

    #[test]
    fn an_exchange_of_queens_and_castling_are_counted_by_hand() {
        let facts = facts("e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4 d1e2 d8e7 d2d3 e4f6 e2e7 f8e7 c1g5 e8g8");
        assert_eq!(facts.captures, [2, 2]);
        assert_eq!((facts.first_capture_ply, facts.queens_off_ply), (Some(5), Some(14)));
        assert_eq!(facts.castled, [None, Some(CastlingSide::King)]);
        assert_eq!(facts.checks, [1, 0], "the queen is taken with check");
    }

    #[test]
    fn knights_that_go_home_repeat_the_start() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(facts(there_and_back).max_repetition, 2);
        assert_eq!(facts(&there_and_back.repeat(2)).termination, Termination::Threefold);
        assert_eq!(facts(&there_and_back.repeat(4)).termination, Termination::Fivefold);
        let elsewhere = facts(&(there_and_back.repeat(2) + "e2e4"));
        assert_eq!((elsewhere.termination, elsewhere.max_repetition), (Termination::Unfinished, 3));
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(set_up(rooks, "a1b1 a8b8 b1a1 b8a8").max_repetition, 1);
        assert_eq!(set_up(rooks, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8").max_repetition, 2);
    }

    #[test]
    fn a_right_to_take_in_passing_makes_another_position() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8";
        let legal = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        // e2e4 may be answered by dxe3: the position after the knights went home is not the same.
        assert_eq!(set_up(legal, "e2e4 g8f6 g1f3 f6g8 f3g1").max_repetition, 1);
        assert_eq!(set_up(legal, "h2h4 g8f6 g1f3 f6g8 f3g1").max_repetition, 2);
        assert_eq!(facts(&format!("{shuffle} e2e4 {}", "g8f6 g1f3 f6g8 f3g1")).max_repetition, 2);
    }

    #[test]
    fn long_stretches_are_counted_like_short_ones() {
        let facts = facts(&"g1f3 g8f6 f3g1 f6g8 ".repeat(200));
        assert_eq!((facts.max_repetition, facts.max_halfmove_clock), (201, 800));
    }

    #[test]
    fn fifty_and_seventy_five_moves_are_told_by_the_clock() {
        let fen = |clock| format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90");
        assert_eq!(set_up(&fen(98), "a1a2").termination, Termination::Unfinished);
        assert_eq!(set_up(&fen(99), "a1a2").termination, Termination::Fifty);
        assert_eq!(set_up(&fen(149), "a1a2").termination, Termination::SeventyFive);
    }

    #[test]
    fn the_key_of_the_moves_knows_order_start_and_promotion() {
        let key = |moves| facts(moves).moves_key;
        assert_eq!(key("e2e4 e7e5 g1f3"), key("e2e4 e7e5 g1f3"));
        assert_ne!(key("e2e4 e7e5 g1f3"), key("g1f3 e7e5 e2e4"));
        assert_eq!(key(""), MovesKey::of_start(Position::default().key()));
        let promotes = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
        assert_ne!(set_up(promotes, "a7a8q").moves_key, set_up(promotes, "a7a8r").moves_key);
        assert_eq!(set_up(promotes, "a7a8r").promotions, 1);
    }

    #[test]
    fn the_signature_names_the_men() {
        let position = Position::from_fen("8/5k2/4rp2/8/8/4P3/R4PK1/8 w - - 0 1").expect("a position");
        let mut out = Vec::new();
        append_signature(position.board(), &mut out);
        assert_eq!(out, b"KRPPkrp");
        assert!(is_endgame(position.board()) && !is_endgame(Position::default().board()));
        assert_eq!(material(Position::default().board(), Color::Black), 39);
    }
}
