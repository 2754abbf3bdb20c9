//! Ends of the game, faults of setups, castling with an empty corner.

use descant::chess::{
    Claim, EnPassant, Fault, FenError, FenField, Forgive, MoveKind, Outcome, Position, Repetitions, San,
    Setup,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut Position, words: &str) {
    for word in words.split_whitespace() {
        let mv = position
            .resolve(San::parse(word.as_bytes()).unwrap().0)
            .unwrap_or_else(|e| panic!("{word}: {e}"));
        position.play_unchecked(mv);
    }
}

/// Each FEN with the first fault it has and no other.
#[test]
fn each_fault_is_named() {
    use Fault::*;
    let cases = [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", MissingKing),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", MissingKing),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", TooManyKings),
        ("4k2k/8/8/8/8/8/8/4K3 w - - 0 1", TooManyKings),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", OpponentInCheck),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", OpponentInCheck),
        ("3Pk3/8/8/8/8/8/8/4K3 b - - 0 1", PawnOnEndRank),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", PawnOnEndRank),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", TooManyMen),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", TooManyPawns),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", TooManyPromoted),
        ("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", TooManyPromoted),
        ("4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", ImpossibleCheck),
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", CheckBeforeEnPassant),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", CastlingRights),
        ("4k3/8/8/8/8/8/8/4KB1N w K - 0 1", CastlingRights),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", CastlingRights),
        ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", CastlingRights),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", CastlingRights),
        ("4k3/8/8/8/8/8/8/4K2R w G - 0 1", CastlingRights),
        ("4k3/8/8/4p3/8/8/8/4K3 w - d6 0 1", EnPassantSquare),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", EnPassantSquare),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", EnPassantSquare),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", EnPassantSquare),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", EnPassantSquare),
        ("4k3/8/8/8/8/8/8/4K3 w - - 10001 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 100001", FullmoveNumber),
    ];
    for (fen, fault) in cases {
        let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let faults: Vec<Fault> = setup.faults().iter().collect();
        assert!(faults.contains(&fault), "{fen}: {faults:?}");
        let is_alone = faults.len() == 1;
        assert!(is_alone || matches!(fault, TooManyMen | TooManyPawns), "{fen}: {faults:?}");
        assert_eq!(setup.clone().into_position(Forgive::NOTHING), Err(setup.faults()));
        let is_fatal = matches!(fault, MissingKing | TooManyKings | OpponentInCheck);
        assert_eq!(setup.into_position(Forgive::ALL).is_err(), is_fatal, "{fen}");
    }
}

#[test]
fn forgiven_details_are_dropped() {
    let forgiven = |fen: &str| {
        Setup::from_fen(fen).unwrap().into_position(Forgive::DETAILS).unwrap().fen(EnPassant::Always)
    };
    assert_eq!(forgiven("4k3/8/8/8/8/8/8/4K2R w KQkq e6 3 0"), "4k3/8/8/8/8/8/8/4K2R w K - 3 1");
}

#[test]
fn fens_of_all_kinds_are_read() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("  4k3/8/8/8/8/8/8/4K3  w  -  - 0 1 ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "4k3/8/8/8/8/8/8/1RK5 w Q - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"),
        // No pawn can take: the square is not written.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2"),
        // Taking would open the rank to the rook.
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "7k/8/8/K2pP2r/8/8/8/8 w - - 0 2"),
        // The pawn is pinned on its file.
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 2"),
        // The pawn that can be taken gives check.
        ("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 2", "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 2"),
    ];
    for (fen, written) in cases {
        assert_eq!(position(fen).fen(EnPassant::Legal), written);
    }
    let always = "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2";
    assert_eq!(position(always).fen(EnPassant::Pseudo), always);
    assert_eq!(position(always).epd(EnPassant::Always), "7k/8/8/K2pP2r/8/8/8/8 w - d6");
}

#[test]
fn a_broken_fen_names_field_and_byte() {
    use FenField::*;
    let cases = [
        ("", Board, 0),
        ("8", Board, 1),
        ("8/8/8/8/8/8/8", Board, 13),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", Board, 15),
        ("9/8/8/8/8/8/8/8 w - - 0 1", Board, 0),
        ("8/7/8/8/8/8/8/8 w - - 0 1", Board, 3),
        ("8/8/44p/8/8/8/8/8 w - - 0 1", Board, 6),
        ("8/8/8x/8/8/8/8/8 w - - 0 1", Board, 5),
        ("8/8/7/8/8/8/8/8 w - - 0 1", Board, 5),
        ("8/8/0/8/8/8/8/8 w - - 0 1", Board, 4),
        ("rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - - 0 1", Board, 17),
        ("8/8/8/8/8/8/8/7 w - - 0 1", Board, 15),
        ("8/8/8/8/8/8/8/8", Turn, 15),
        ("8/8/8/8/8/8/8/8 x - - 0 1", Turn, 16),
        ("8/8/8/8/8/8/8/8 W - - 0 1", Turn, 16),
        ("8/8/8/8/8/8/8/8 ww - - 0 1", Turn, 16),
        ("8/8/8/8/8/8/8/8 w", Castling, 17),
        ("8/8/8/8/8/8/8/8 w KK - 0 1", Castling, 19),
        ("8/8/8/8/8/8/8/8 w KX - 0 1", Castling, 19),
        ("8/8/8/8/8/8/8/8 w -K - 0 1", Castling, 18),
        ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", Castling, 24),
        ("8/8/8/8/8/8/8/8 w -", EnPassant, 19),
        ("8/8/8/8/8/8/8/8 w - e4 0 1", EnPassant, 20),
        ("8/8/8/8/8/8/8/8 w - i3 0 1", EnPassant, 20),
        ("8/8/8/8/8/8/8/8 w - e 0 1", EnPassant, 20),
        ("8/8/8/8/8/8/8/8 w - - x 1", HalfmoveClock, 22),
        ("8/8/8/8/8/8/8/8 w - - -1 1", HalfmoveClock, 22),
        ("8/8/8/8/8/8/8/8 w - - 0 1.5", FullmoveNumber, 25),
        ("8/8/8/8/8/8/8/8 w - - 0 99999999999", FullmoveNumber, 33),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", Rest, 26),
        ("8/8/8/8/8/8/8/é w - - 0 1", Board, 14),
    ];
    for (fen, field, offset) in cases {
        match Setup::from_fen(fen) {
            Err(FenError::Syntax { field: found, offset: at, .. }) => {
                assert_eq!((found, at), (field, offset), "{fen}")
            }
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn damaged_fens_never_panic() {
    let mut random = crate::chess_oracle::Random(77);
    let good = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let bytes = b"KQRBNPkqrbnp12345678/ -wbaAhHg36";
    let mut played = 0;
    for _ in 0..50_000 {
        let mut fen = good.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(fen.len());
            fen[at] = bytes[random.below(bytes.len())];
        }
        let Ok(setup) = Setup::from_fen(std::str::from_utf8(&fen).unwrap()) else { continue };
        let Ok(position) = setup.into_position(Forgive::ALL) else { continue };
        for &mv in &position.legal_moves() {
            let next = position.after_move(mv);
            assert_eq!(position.resolve(position.san(mv)), Ok(mv), "{position:?}");
            assert!(Setup::from(&next).into_position(Forgive::ALL).is_ok(), "{mv:?} on {position:?}");
            played += 1;
        }
    }
    assert!(played > 10_000);
}

#[test]
fn ends_on_the_board() {
    use descant::chess::Color::{Black, White};
    let cases = [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some(Outcome::Checkmate { winner: Black }),
        ),
        ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(Outcome::Checkmate { winner: White })),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", None),
    ];
    for (fen, outcome) in cases {
        assert_eq!(position(fen).outcome(), outcome, "{fen}");
    }
}

#[test]
fn repetitions_are_counted_by_what_can_be_played() {
    let mut game = Position::default();
    let mut seen = Repetitions::new();
    assert_eq!(seen.push(&game), 1);
    for round in 2..=5 {
        for word in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            assert_eq!(seen.outcome(&game), None);
            play(&mut game, word);
            seen.push(&game);
        }
        assert_eq!(seen.count(&game), round);
        assert_eq!(seen.claim(&game).is_some(), round >= 3);
    }
    assert_eq!(seen.claim(&game), Some(Claim::ThreefoldRepetition));
    assert_eq!(seen.outcome(&game), Some(Outcome::FivefoldRepetition));
    // A king that has moved may not castle: the men stand as before, the position is another.
    let mut game = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let first = game.identity();
    play(&mut game, "Ke2 Ke7 Ke1 Ke8");
    assert_ne!(game.identity(), first);
    // A double step that nobody can answer in passing makes no difference.
    let mut game = Position::default();
    play(&mut game, "e4");
    let other = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(game.identity(), other.identity());
}

#[test]
fn fifty_and_seventy_five_moves() {
    let at = |clock: u32| position(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90"));
    let seen = Repetitions::new();
    assert_eq!(seen.claim(&at(99)), None);
    assert_eq!(seen.claim(&at(100)), Some(Claim::FiftyMoves));
    assert_eq!(seen.outcome(&at(149)), None);
    assert_eq!(seen.outcome(&at(150)), Some(Outcome::SeventyFiveMoves));
}

/// By the law of the time the giver of a rook castles with the empty corner as if the rook stood there.
#[test]
fn the_giver_of_a_rook_castles_with_the_empty_corner() {
    let mut setup = Setup::from_fen("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w KQkq - 0 1").unwrap();
    assert!(setup.faults().contains(Fault::CastlingRights));
    setup.odds_castling = true;
    let start = setup.clone().into_position(Forgive::NOTHING).unwrap();
    assert!(!start.is_chess960());
    let long = start.resolve(San::parse(b"O-O-O").unwrap().0).unwrap();
    assert_eq!((long.kind(), long.is_castle()), (MoveKind::OddsCastle, true));
    assert!(start.is_legal(long));
    assert_eq!(
        (start.san(long).to_string(), start.uci(long).to_string()),
        ("O-O-O".to_owned(), "e1c1".to_owned())
    );
    assert_eq!(start.parse_uci(b"e1c1"), Ok(long));
    let after = start.after_move(long);
    assert_eq!(after.fen(EnPassant::Legal), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2K4R b kq - 1 1");
    assert_eq!(start.fen(EnPassant::Legal), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w KQkq - 0 1");
    // A man in the corner or on the way forbids it, and so does an attack on the king's way.
    for fen in [
        "4k3/8/8/8/8/8/8/N3K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3 w Q - 0 1",
        "3rk3/8/8/8/8/8/8/4K3 w Q - 0 1",
    ] {
        let mut setup = Setup::from_fen(fen).unwrap();
        setup.odds_castling = true;
        let position = setup.into_position(Forgive::DETAILS).unwrap();
        assert!(position.legal_moves().iter().all(|mv| !mv.is_castle()), "{fen}");
    }
    // Once a man has come to the corner, the right is gone.
    let mut setup = Setup::from_fen("4k3/8/8/8/8/8/r6P/4K3 w Q - 0 1").unwrap();
    setup.odds_castling = true;
    let mut game = setup.into_position(Forgive::NOTHING).unwrap();
    play(&mut game, "h3");
    assert!(!game.castling().is_empty());
    play(&mut game, "Ra1+");
    assert!(game.castling().is_empty());
}
