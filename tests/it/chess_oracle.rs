//! The rules core against an independent one, `cozy-chess`, on positions of random games.

use cozy_chess as cozy;
use descant::chess::{CastlingSide, Color, EnPassant, Move, Position, Role, Setup, Suffix};

/// A small generator of random numbers (xorshift64), the same in every run.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// The move in the other's words: both let the king take its rook.
fn theirs(mv: Move) -> (usize, usize, Option<usize>) {
    (mv.from().index(), mv.to().index(), mv.promotion().map(Role::index))
}

fn ours(mv: cozy::Move) -> (usize, usize, Option<usize>) {
    (mv.from as usize, mv.to as usize, mv.promotion.map(|role| role as usize))
}

/// Our FEN in the form of the other: Shredder castling fields, a halfmove clock that stops at 100.
fn shredder_fen(position: &Position) -> String {
    let fen = position.fen(EnPassant::Always);
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let mut castling = String::new();
    for (color, _, rook) in position.castling().iter() {
        let letter = char::from(rook.file().letter());
        castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
    }
    fields[2] = if castling.is_empty() { "-".to_owned() } else { castling };
    fields[4] = position.halfmove_clock().min(100).to_string();
    fields.join(" ")
}

/// Plays random games from standard and Chess960 starts until `positions` have been visited.
pub(crate) fn random_games(seed: u64, positions: usize, mut visit: impl FnMut(&Position, &cozy::Board)) {
    let mut random = Random(seed);
    let mut visited = 0;
    while visited < positions {
        let start = match random.below(4) {
            0 => cozy::Board::startpos(),
            1 => cozy::Board::double_chess960_startpos(random.below(960) as u32, random.below(960) as u32),
            _ => cozy::Board::chess960_startpos(random.below(960) as u32),
        };
        let mut position = Position::from_fen(&format!("{start:#}")).expect("a start is playable");
        let mut board = start;
        for _ in 0..random.below(200) {
            visit(&position, &board);
            visited += 1;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Castling, captures and promotions are preferred now and then: at random they are rare.
            let special = moves.iter().filter(|mv| mv.is_castle() || mv.is_en_passant()).count();
            let mv = if special > 0 && random.below(3) == 0 {
                *moves
                    .iter()
                    .filter(|mv| mv.is_castle() || mv.is_en_passant())
                    .nth(random.below(special))
                    .unwrap()
            } else {
                moves[random.below(moves.len())]
            };
            let other = cozy::Move {
                from: cozy::Square::index(mv.from().index()),
                to: cozy::Square::index(mv.to().index()),
                promotion: mv.promotion().map(|role| cozy::Piece::index(role.index())),
            };
            board.play(other);
            position.play_unchecked(mv);
        }
    }
}

#[test]
fn moves_and_fens_of_random_games_agree() {
    let (mut castled, mut en_passant, mut promotions, mut mates) = (0, 0, 0, 0);
    random_games(0x5eed, 100_000, |position, board| {
        assert_eq!(shredder_fen(position), format!("{board:#}"));
        let moves = position.legal_moves();
        let mut mine: Vec<_> = moves.iter().map(|&mv| theirs(mv)).collect();
        let mut other = Vec::new();
        board.generate_moves(|batch| {
            other.extend(batch.into_iter().map(ours));
            false
        });
        mine.sort_unstable();
        other.sort_unstable();
        assert_eq!(mine, other, "{position:?}");
        assert_eq!(position.count_legal_moves(), moves.len());
        assert_eq!(position.has_legal_move(), !moves.is_empty());
        assert_eq!(position.checkers().0, board.checkers().0, "{position:?}");
        castled += moves.iter().filter(|mv| mv.is_castle()).count();
        en_passant += moves.iter().filter(|mv| mv.is_en_passant()).count();
        promotions += moves.iter().filter(|mv| mv.promotion().is_some()).count();
        mates += usize::from(position.is_checkmate());
    });
    // The games reach what they are meant to test.
    let reached = [castled, en_passant, promotions, mates];
    let enough = [2_000, 300, 10_000, 40];
    assert!(reached.iter().zip(enough).all(|(&reached, enough)| reached >= enough), "{reached:?}");
}

#[test]
fn a_position_survives_its_fen() {
    random_games(7, 20_000, |position, _| {
        let again = Position::from_fen(&position.fen(EnPassant::Always)).unwrap();
        let again = again.with_castling_mode(position.castling_mode());
        assert_eq!(again, *position);
        assert_eq!(Setup::from(position).fen(), position.fen(EnPassant::Always));
        assert!(Setup::from(position).faults().is_empty(), "{position:?}");
        assert_eq!(again.key(), position.key());
        assert_eq!(again.identity(), position.identity());
    });
}

#[test]
fn en_passant_is_written_when_it_is_legal_and_only_then() {
    random_games(11, 60_000, |position, board| {
        let mut is_legal = false;
        board.generate_moves(|batch| {
            let ep = board
                .en_passant()
                .map(|file| cozy::Square::new(file, cozy::Rank::Sixth.relative_to(board.side_to_move())));
            is_legal |= batch.piece == cozy::Piece::Pawn
                && batch.into_iter().any(|mv| Some(mv.to) == ep && mv.from.file() != mv.to.file());
            false
        });
        assert_eq!(position.legal_ep_square().is_some(), is_legal, "{position:?}");
        assert!(position.pseudo_ep_square().is_some() || !is_legal);
    });
}

#[test]
fn legality_of_arbitrary_moves_agrees() {
    let mut random = Random(3);
    random_games(13, 20_000, |position, board| {
        for _ in 0..20 {
            let (from, to) = (random.below(64), random.below(64));
            let square = |index| descant::chess::Square::from_index(index as u8).unwrap();
            let mv = Move::new(square(from), square(to), None);
            let other =
                cozy::Move { from: cozy::Square::index(from), to: cozy::Square::index(to), promotion: None };
            let is_special =
                position.legal_moves_of(mv.from()).iter().any(|known| *known != mv && known.to() == mv.to());
            if !is_special {
                assert_eq!(position.is_legal(mv), board.is_legal(other), "{mv:?} on {position:?}");
            }
        }
    });
}

#[test]
fn check_signs_agree() {
    random_games(17, 5_000, |position, board| {
        for &mv in &position.legal_moves() {
            let (from, to, promotion) = theirs(mv);
            let mut after = board.clone();
            after.play(cozy::Move {
                from: cozy::Square::index(from),
                to: cozy::Square::index(to),
                promotion: promotion.map(cozy::Piece::index),
            });
            let expected = match (after.checkers().is_empty(), after.status()) {
                (false, cozy::GameStatus::Won) => Suffix::Mate,
                (false, _) => Suffix::Check,
                (true, _) => Suffix::None,
            };
            assert_eq!(position.suffix_after(mv), expected, "{mv:?} on {position:?}");
            assert_eq!(position.gives_check(mv), expected != Suffix::None);
        }
    });
}

#[test]
fn all_chess960_starts_are_written_with_kq() {
    for number in 0..960 {
        let start = cozy::Board::chess960_startpos(number);
        let position = Position::from_fen(&format!("{start:#}")).unwrap();
        let fen = position.fen(EnPassant::Legal);
        assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
        assert_eq!(Position::from_fen(&fen).unwrap(), position);
        // Scharnagl's 518 is the standard start; others share its king and rooks.
        let home = |side: CastlingSide| descant::chess::CastlingRights::corner(Color::White, side);
        let is_standard = position.king(Color::White) == descant::chess::Square::E1
            && CastlingSide::ALL
                .iter()
                .all(|&side| position.castling().rook(Color::White, side) == Some(home(side)));
        assert_eq!(position.is_chess960(), !is_standard);
    }
}
