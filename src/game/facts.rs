//! What happened in a game, counted in one pass over its main line.
use super::{Game, Moves, Node, Played, Repeats};
use crate::chess::{Bitboard, Board, CastlingSide, Color, Move, Outcome, Position, Role, Suffix};
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
/// a1 = 0 to h8 = 63; promotion pawn-to-king 0 to 5, 7 for none; castling goes to the square of the rook) both halves
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
    /// The key before the first move.
    #[must_use]
    pub fn start(position: &Position) -> Self {
        let key = position.key();
        Self { high: key, low: key.rotate_left(32) }
    }

    /// With one more half-move.
    #[inline]
    #[must_use]
    pub fn then(self, mv: Move) -> Self {
        let promotion = mv.promotion().map_or(7, |role| role as u64);
        let m = mv.from().index() as u64 | (mv.to().index() as u64) << 6 | promotion << 12;
        Self {
            high: fold(self.high ^ m ^ 0x9e37_79b9_7f4a_7c15, 0xe703_7ed1_a0b4_28db ^ m << 40)
                .wrapping_add(0x8ebc_6af0_9c88_c6e3),
            low: fold(self.low ^ m << 20 ^ 0x5899_65cc_7537_4cc3, 0x1d8e_4e27_c47d_124f ^ m)
                .wrapping_add(0xeb44_acca_b455_d165),
        }
    }

    /// As one number, written as 32 hexadecimal digits in tables.
    #[must_use]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
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
    repeats: Repeats,
}

impl FactReader {
    /// With empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes through a game once, without playing it again: the moves say it all.
    pub fn read(&mut self, game: &Game<'_>) -> Facts {
        let start = &game.start;
        let mut us = start.turn();
        let mut clock = start.halfmove_clock();
        let mut queens = start.board().by_role(Role::Queen);
        let repetition = self.repeats.begin(start);
        let mut facts = Facts {
            queens_off_ply: queens.is_empty().then_some(0),
            max_repetition: repetition,
            last_repetition: repetition,
            max_halfmove_clock: clock,
            moves_key: MovesKey::start(start),
            ..Facts::default()
        };
        let mut first_capture = 0;
        for played in Moves::of(game) {
            let Played { mv, san, suffix, .. } = *played;
            let takes = san.is_capture();
            facts.plies += 1;
            facts.moves_key = facts.moves_key.then(mv);
            // What is hard to guess is counted without a branch.
            facts.captures[us as usize] += u32::from(takes);
            facts.checks[us as usize] += u32::from(suffix != Suffix::None);
            facts.promotions += u32::from(mv.promotion().is_some());
            first_capture = if takes & (first_capture == 0) { facts.plies } else { first_capture };
            let is_final = takes | (san.role() == Role::Pawn) & !mv.is_null();
            clock = if is_final { 0 } else { clock.saturating_add(1) };
            facts.max_halfmove_clock = facts.max_halfmove_clock.max(clock);
            if mv.is_castle() {
                facts.castled[us as usize] = mv.castling_side();
            }
            if queens.contains(mv.from()) | queens.contains(mv.to()) | mv.promotion().is_some() {
                queens = queens_after(queens, played);
                if queens.is_empty() {
                    facts.queens_off_ply.get_or_insert(facts.plies);
                }
            }
            facts.last_repetition = self.repeats.then(game, played);
            facts.max_repetition = facts.max_repetition.max(facts.last_repetition);
            us = !us;
        }
        facts.first_capture_ply = Some(first_capture).filter(|&ply| ply > 0);
        // A game of bare moves has nothing else to count.
        if game.nodes.len() as u64 > u64::from(facts.plies) {
            for node in &game.nodes {
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

/// The squares of the queens of both sides after a move.
fn queens_after(mut queens: Bitboard, played: &Played) -> Bitboard {
    let Played { mv, san, .. } = *played;
    if !mv.is_null() {
        queens.remove(mv.from());
        queens.remove(mv.to());
        if san.role() == Role::Queen || mv.promotion() == Some(Role::Queen) {
            queens.insert(mv.to());
        }
    }
    queens
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

/// The men of one side, kings left out, in pawns: pawn 1, knight and bishop 3, rook 5, queen 9.
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

/// Appends the men of both sides as FEN letters, White's first, in the order king, queen, rooks, bishops, knights,
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
