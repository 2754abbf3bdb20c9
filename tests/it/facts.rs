//! The facts of games, told from the moves alone, against a count that plays every move and looks at the board.
use std::collections::HashMap;

use descant::chess::{Move, MoveKind, Position, Role};
use descant::game::facts::termination;
use descant::game::{FactReader, Facts, Game, MovesKey, Node, Played};
use descant::span::Span;

use crate::chess_oracle::Random;

/// Starts from which pawns are taken in passing, castling is about to be, and few men wander about.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 3 9",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/8/2p1p3/8/1P1P4/4K2Q w - - 0 1",
    "k7/8/8/3pP3/8/8/8/K6R w - d6 0 5",
    "7k/P6P/8/8/8/8/p6p/K7 w - - 0 1",
    "4k3/3q4/8/8/8/8/3Q4/4K3 b - - 95 60",
];

/// A random game whose men like to go back where they came from; now and then a side passes.
fn random_game(random: &mut Random, start: Position) -> Game<'static> {
    let mut game = Game { start, end: start, ..Game::default() };
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..10 + random.below(200) {
        let legal = game.end.legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = moves.len().checked_sub(2).map(|own| Move::new(moves[own].to(), moves[own].from(), None));
        let mv = match back.filter(|back| legal.contains(back)) {
            Some(back) if random.below(4) > 0 => back,
            _ if !game.end.is_check() && random.below(40) == 0 => Move::NULL,
            _ => legal[random.below(legal.len())],
        };
        let (san, suffix) = game.end.play_san(mv);
        game.nodes.push(Node::Move(Played { mv, san, suffix, span: Span::default() }));
        game.plies += 1;
        moves.push(mv);
    }
    game
}

/// The slow way.
fn plainly(game: &Game<'_>) -> Facts {
    let mut now = game.start;
    let mut seen = HashMap::from([(now.identity(), 1)]);
    let no_queen = |position: &Position| position.board().by_role(Role::Queen).is_empty();
    let mut facts = Facts {
        queens_off_ply: no_queen(&now).then_some(0),
        max_repetition: 1,
        last_repetition: 1,
        max_halfmove_clock: now.halfmove_clock(),
        moves_key: MovesKey::start(&now),
        ..Facts::default()
    };
    for node in &game.nodes {
        let Node::Move(Played { mv, .. }) = *node else { continue };
        let us = now.turn() as usize;
        facts.plies += 1;
        facts.moves_key = facts.moves_key.then(mv);
        if now.is_capture(mv) {
            facts.captures[us] += 1;
            facts.first_capture_ply.get_or_insert(facts.plies);
        }
        facts.promotions += u32::from(mv.promotion().is_some());
        facts.castled[us] = mv.castling_side().or(facts.castled[us]);
        now = now.after_move(mv);
        facts.checks[us] += u32::from(now.is_check());
        if no_queen(&now) {
            facts.queens_off_ply.get_or_insert(facts.plies);
        }
        let count = seen.entry(now.identity()).or_insert(0);
        *count += 1;
        facts.last_repetition = *count;
        facts.max_repetition = facts.max_repetition.max(*count);
        facts.max_halfmove_clock = facts.max_halfmove_clock.max(now.halfmove_clock());
    }
    facts.termination = termination(&now, facts.last_repetition, game.result);
    facts
}

#[test]
fn the_moves_alone_say_what_the_board_does() {
    let mut random = Random(2024);
    let mut reader = FactReader::new();
    let (mut passing, mut castled, mut promoted, mut passed, mut repeated) = (0, 0, 0, 0, 0);
    for round in 0..1600 {
        let start = Position::from_fen(STARTS[round % STARTS.len()]).expect("a position");
        let game = random_game(&mut random, start);
        let facts = reader.read(&game);
        assert_eq!(facts, plainly(&game), "{:?}", game.nodes);
        repeated += usize::from(facts.max_repetition > 2);
        for node in &game.nodes {
            let Node::Move(played) = node else { continue };
            passing += usize::from(played.mv.kind() == MoveKind::EnPassant);
            castled += usize::from(played.mv.is_castle());
            promoted += usize::from(played.mv.promotion().is_some());
            passed += usize::from(played.mv.is_null());
        }
    }
    for count in [passing, castled, promoted, passed, repeated] {
        assert!(
            count > 20,
            "{:?} are too few to prove anything",
            [passing, castled, promoted, passed, repeated]
        );
    }
}
