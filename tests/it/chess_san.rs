//! SAN: reading exact words, finding the one legal move, writing the shortest exact word.

use std::collections::BTreeMap;

use descant::chess::{CastlingSide, File, Move, Position, Rank, Role, San, SanError, Square, Suffix};

use crate::chess_oracle::random_games;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn resolve(position: &Position, word: &str) -> Result<Move, SanError> {
    position.resolve(San::parse(word.as_bytes()).unwrap().0)
}

#[test]
fn the_word_of_each_legal_move_means_that_move_and_no_other() {
    random_games(23, 20_000, |position, _| {
        let mut words = BTreeMap::new();
        for &mv in &position.legal_moves() {
            let san = position.san(mv);
            let word = san.to_string();
            assert_eq!(San::parse(word.as_bytes()), Some((san, Suffix::None)));
            assert_eq!(position.resolve(san), Ok(mv), "{word} on {position:?}");
            assert_eq!(words.insert(word, mv), None, "{mv:?} on {position:?}");
        }
    });
}

#[test]
fn nothing_said_of_the_origin_is_superfluous() {
    let mut said = 0;
    random_games(29, 20_000, |position, _| {
        for &mv in &position.legal_moves() {
            let san = position.san(mv);
            let (file, rank) = (san.from_file(), san.from_rank());
            if san.role() == Role::Pawn || (file, rank) == (None, None) {
                continue;
            }
            said += 1;
            let (role, to) = (san.role(), mv.to());
            let shorter = |file, rank| San::new_normal(role, file, rank, san.is_capture(), to, None);
            assert_eq!(position.resolve(shorter(None, None)), Err(SanError::Ambiguous));
            if rank.is_some() {
                assert_eq!(position.resolve(shorter(Some(mv.from().file()), None)), Err(SanError::Ambiguous));
            }
            if file.is_some() && rank.is_some() {
                assert_eq!(position.resolve(shorter(None, rank)), Err(SanError::Ambiguous));
            }
        }
    });
    assert!(said > 1_000, "{said}");
}

/// Every word that can be built is resolved as a search of the legal moves would.
#[test]
fn resolving_agrees_with_searching_the_legal_moves() {
    random_games(31, 1_500, |position, _| {
        let moves = position.legal_moves();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for to in Square::all() {
                let san = San::new_normal(role, None, None, false, to, None);
                let fits = |mv: &&Move| {
                    !mv.is_castle() && mv.to() == to && position.board().role_at(mv.from()) == Some(role)
                };
                let mut found = moves.iter().filter(fits);
                let expected = match (found.next(), found.next()) {
                    (Some(&mv), None) => Ok(mv),
                    (Some(_), Some(_)) => Err(SanError::Ambiguous),
                    _ => Err(SanError::Illegal),
                };
                assert_eq!(position.resolve(san), expected, "{san} on {position:?}");
            }
        }
        for to in Square::all() {
            for file in [None, Some(File::A), Some(File::D), Some(to.file())] {
                for promotion in [None, Some(Role::Queen), Some(Role::Knight)] {
                    for capture in [false, true] {
                        if capture && file.is_none() || !capture && file.is_some() {
                            continue;
                        }
                        let san = San::new_normal(Role::Pawn, file, None, capture, to, promotion);
                        let expected = moves.iter().find(|mv| {
                            position.board().role_at(mv.from()) == Some(Role::Pawn)
                                && mv.to() == to
                                && mv.promotion() == promotion
                                && position.is_capture(**mv) == capture
                                && mv.from().file() == file.unwrap_or(to.file())
                        });
                        assert_eq!(position.resolve(san).ok(), expected.copied(), "{san} on {position:?}");
                    }
                }
            }
        }
        for side in CastlingSide::ALL {
            let expected = moves.iter().find(|mv| mv.castling_side() == Some(side));
            assert_eq!(position.resolve(San::castle(side)).ok(), expected.copied());
        }
    });
}

/// Every word that can be built is played as it is resolved, or refused and nothing is changed.
#[test]
fn advancing_agrees_with_resolving_and_playing() {
    let or_none = |all: [u8; 8]| std::iter::once(None).chain(all.map(Some));
    random_games(37, 150, |position, _| {
        let check = |san: San| {
            let is_right = |mv: &Move| {
                let is_piece = !matches!(san.role(), Role::Pawn);
                san.is_capture() == position.is_capture(*mv) && (!is_piece || san == position.san(*mv))
            };
            let expected = position.resolve(san).ok().filter(is_right);
            let mut next = *position;
            let advanced = next.advance(position.turn(), san).ok();
            assert_eq!(advanced, expected, "{san} on {position:?}");
            let after = expected.map_or(*position, |mv| position.after_move(mv));
            assert!(next == after, "{san} on {position:?}");
        };
        for role in Role::ALL {
            for file in or_none([0, 1, 2, 3, 4, 5, 6, 7]).map(|file| file.and_then(File::from_index)) {
                for rank in or_none([0, 1, 2, 3, 4, 5, 6, 7]).map(|rank| rank.and_then(Rank::from_index)) {
                    for to in Square::all() {
                        for capture in [false, true] {
                            for promotion in [None, Some(Role::Queen)] {
                                check(San::new_normal(role, file, rank, capture, to, promotion));
                            }
                        }
                    }
                }
            }
        }
        CastlingSide::ALL.map(San::castle).into_iter().for_each(check);
    });
}

#[test]
fn exact_words_are_read_and_written_back() {
    let words = [
        "e4", "a1", "h8", "exd5", "bxa3", "e8=Q", "a1=N", "exd8=R", "gxh1=B", "Nf3", "Nbd7", "N5f3", "Nb1d2",
        "Nxf3", "Nbxd7", "N5xf3", "Nb1xd2", "Bb5", "Bxf7", "Rae1", "R1e1", "Qa1xb2", "Qh4e1", "Ke2", "Kxe2",
        "O-O", "O-O-O", "--",
    ];
    for word in words {
        for (sign, suffix) in [("", Suffix::None), ("+", Suffix::Check), ("#", Suffix::Mate)] {
            let signed = format!("{word}{sign}");
            let (san, read) = San::parse(signed.as_bytes()).unwrap_or_else(|| panic!("{signed}"));
            assert_eq!((read, san.to_string().as_str()), (suffix, word));
        }
    }
}

#[test]
fn other_spellings_are_left_to_others() {
    let words = [
        "", "+", "#", "e", "4", "e9", "i4", "e0", "e4!", "e4?", "e4++", "e4+!", "E4", "xd5", "ed5", "ed",
        "e:d5", "exd", "exd9", "e2e4", "e2-e4", "e4xd5", "e8Q", "e8(Q)", "e8=K", "e8=P", "e8=q", "e8=",
        "exd8Q", "exd6e.p.", "Pe4", "N", "Nf", "N3", "Nf9", "Ni3", "nf3", "Nf3=Q", "N-f3", "Nxf", "Nxxf3",
        "Nbxxd7", "N1bd2", "Nbbd7", "Nb1-d2", "Nbd7x", "Sf3", "0-0", "0-0-0", "o-o", "OO", "O-", "O-O-",
        "O-O-O-O", "-", "---", "Z0", "1-0", "0-1", "*", "e4 ", " e4", "e.4", "\u{2658}f3", "Nb1xd2x",
        "Kb1xd22", "NNf3", "N11f3", "ebxd5", "aa4", "e=Q", "=Q",
    ];
    for word in words {
        assert_eq!(San::parse(word.as_bytes()), None, "{word:?}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let mut random = crate::chess_oracle::Random(5);
    let alphabet = b"NBRQKOabcdefgh12345678x=+#-!? \xff\x00";
    let start = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for _ in 0..200_000 {
        let word: Vec<u8> = (0..random.below(8)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        if let Some((san, suffix)) = San::parse(&word) {
            assert_eq!(format!("{san}{suffix}").as_bytes(), word);
            let _ = start.resolve(san);
        }
    }
}

#[test]
fn a_pinned_man_does_not_count() {
    // Both knights reach e3, but the one on c2 may not leave the diagonal from d1 to a4.
    let both = position("4k3/8/8/8/b7/8/2N3N1/3K4 w - - 0 1");
    assert_eq!(resolve(&both, "Ne3").map(|mv| mv.from()), Ok(Square::G2));
    assert_eq!(resolve(&both, "Nce3"), Err(SanError::Illegal));
    assert_eq!(both.san(resolve(&both, "Ne3").unwrap()).to_string(), "Ne3");
}

#[test]
fn file_before_rank_before_both() {
    let three = position("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1");
    let words = |to| {
        let mut words: Vec<String> = three
            .legal_moves_to(to)
            .iter()
            .map(|&mv| three.san(mv).to_string())
            .filter(|w| w.starts_with('Q'))
            .collect();
        words.sort();
        words
    };
    // Three queens, on a4, h4 and h1: only h4 shares both its file and its rank with a rival.
    assert_eq!(words(Square::E4), ["Q1e4", "Qae4", "Qh4e4"]);
}

#[test]
fn the_moves_that_could_be_meant_are_told() {
    let start = Position::default();
    let near = |word: &str, position: &Position| {
        let mut words: Vec<String> = position
            .candidates(San::parse(word.as_bytes()).unwrap().0)
            .iter()
            .map(|&mv| position.san(mv).to_string())
            .collect();
        words.sort();
        words
    };
    assert_eq!(near("Nbf3", &start), ["Nf3"]);
    assert_eq!(near("Nd2", &start), [""; 0]);
    let two = position("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1");
    assert_eq!(near("O-O", &two), [""; 0]);
    let promotes = position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(near("e8", &promotes), ["e8=B", "e8=N", "e8=Q", "e8=R"]);
    let rooks = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert_eq!(near("Rd1", &rooks), ["Rad1", "Rhd1"]);
    assert_eq!(resolve(&rooks, "Rd1"), Err(SanError::Ambiguous));
}

#[test]
fn a_null_move_passes_the_turn_unless_in_check() {
    let start = Position::default();
    assert_eq!(resolve(&start, "--"), Ok(Move::NULL));
    assert!(!start.is_legal(Move::NULL));
    assert_eq!(start.play_null().map(|next| next.turn()), Some(descant::chess::Color::Black));
    let check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_eq!(resolve(&check, "--"), Err(SanError::Illegal));
    assert_eq!(check.play_null(), None);
}

/// The game Morphy - Duke Karl and Count Isouard, Paris 1858.
#[test]
fn a_known_game_ends_in_mate() {
    let moves = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                 Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    let mut position = Position::default();
    for word in moves.split_whitespace() {
        let (san, suffix) = San::parse(word.as_bytes()).unwrap();
        let mv = position.resolve(san).unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_eq!(position.play_san(mv), (san, suffix), "{word}");
    }
    assert!(position.is_checkmate());
    assert_eq!(position.ply(), 33);
    assert_eq!(
        position.fen(descant::chess::EnPassant::Legal),
        "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
    );
}
