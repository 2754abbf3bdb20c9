//! How a game in words begins: odds, positions in words, diagrams, stipulations.
use descant::chess::{Color, EnPassant, Forgive, Setup, Square};
use descant::game::{Moves, Node, Verdict};
use descant::grammar::odds::odds;
use descant::grammar::position::{Aim, Stipulation, diagram, men, setups, stipulation};
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, read_text};
use descant::record::GameResult;

use super::book::lettered;
use super::console;

fn placement(setup: &Setup) -> String {
    let position = setup.clone().into_position(Forgive::DETAILS).expect("a position that can be played");
    let fen = position.fen(EnPassant::Legal);
    fen.split(' ').next().unwrap().to_owned()
}

fn removed(words: &str) -> Vec<String> {
    odds(words, &Dialect::ENGLISH).map_or(Vec::new(), |o| o.removed.iter().map(Square::to_string).collect())
}

#[test]
fn odds_take_the_men_off_that_they_name() {
    // The first six stand in the Blue Book of Chess (1910).
    assert_eq!(removed("(Remove White's Q. R. from the Board.)"), ["a1"]);
    assert_eq!(removed("(Remove Black's King's Bishop's Pawn from the Board.)"), ["f7"]);
    assert_eq!(removed("Remove White Queen's Knight."), ["b1"]);
    assert_eq!(removed("At the odds of the Pawn and Move."), ["f7"]);
    assert_eq!(removed("at odds of Knight."), ["b1"]);
    assert_eq!(removed("odds of a Rook"), ["a1"]);
    assert_eq!(removed("Pawn and two moves"), ["f7"]);
    assert_eq!(removed("odds of the Queen's Knight"), ["b1"]);
    assert_eq!(removed("Remove White's Q. R. and K. Kt."), ["a1", "g1"]);
    assert_eq!(removed("Remove Black's Queen"), ["d8"]);
    assert_eq!(removed("King's Gambit"), Vec::<String>::new());
    assert_eq!(odds("Pawn and two moves", &Dialect::ENGLISH).unwrap().white_moves, 2);
    assert_eq!(odds("Pawn and move", &Dialect::ENGLISH).unwrap().white_moves, 1);
}

#[test]
fn the_giver_of_a_rook_may_castle_with_the_empty_corner() {
    let setup = odds("Remove White's Q. R.", &Dialect::ENGLISH).unwrap().setup();
    assert_eq!(placement(&setup), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR");
    let position = setup.into_position(Forgive::DETAILS).unwrap();
    assert!(position.castling().has(Color::White, descant::chess::CastlingSide::Queen));
}

#[test]
fn a_problem_in_words_is_set_up_from_both_ends() {
    // Shinkmann's problem in Drueke's Chess Primer: each side from its own end; the key is R-R2 (Ra2).
    let white = men("K on KR8\n\nRs on KKt7 and Q2\n\nB on QR7\n\nKt on KKt1", &Dialect::ENGLISH).unwrap();
    let black = men("K on KR7\n\nQ on KKt7\n\nB on KR8\n\nP on KR5", &Dialect::ENGLISH).unwrap();
    let found = setups(&white, &black, Color::White);
    assert_eq!(placement(&found[0]), "7K/B5R1/8/8/7p/8/3R2qk/6Nb");
}

#[test]
fn positions_are_written_in_many_ways() {
    let white = "K. at K. Kt's sq.; Q. at K. B's 3d; Rs. at Q's sq. and K's sq.; Ps. at K. R's 2d, K. Kt's 2d and Q. R's 2d.";
    let black = "K at his R's sq., R at Q B's sq, Ps at K R's 2nd and K Kt's 2nd";
    let white = men(white, &Dialect::ENGLISH).unwrap();
    let black = men(black, &Dialect::ENGLISH).unwrap();
    let found = setups(&white, &black, Color::Black);
    assert_eq!(placement(&found[0]), "2r4k/6pp/8/8/8/5Q2/P5PP/3RR1K1");
    assert!(men("K on KR8 and the rest is known", &Dialect::ENGLISH).is_err());
}

#[test]
fn a_diagram_is_read_however_it_is_drawn() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let board = |text: &str| {
        let setup = Setup { board: diagram(text).expect("a diagram"), ..Setup::default() };
        placement(&setup)
    };
    let starred = [
        "   +---+---+---+---+---+---+---+---+\n   | R*| N*| B*| Q*| K*| B*| N*| R*|\n",
        "   +---+---+---+---+---+---+---+---+\n   | P*| P*| P*| P*| P*| P*| P*| P*|\n",
        &"   |   |   |   |   |   |   |   |   |\n".repeat(4),
        "   | P | P | P | P | P | P | P | P |\n   | R | N | B | Q | K | B | N | R |\n",
    ]
    .concat();
    assert_eq!(board(&starred), start);
    let letters = "8 r n b q k b n r\n7 p p p p p p p p\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . . . . . .\n3 . . . . . . . .\n2 P P P P P P P P\n1 R N B Q K B N R\n  a b c d e f g h";
    assert_eq!(board(letters), start);
    let compact = "rnbqkbnr\npppppppp\n--------\n--------\n--------\n--------\nPPPPPPPP\nRNBQKBNR";
    assert_eq!(board(compact), start);
    let figurines = "♜♞♝♛♚♝♞♜\n♟♟♟♟♟♟♟♟\n........\n........\n........\n........\n♙♙♙♙♙♙♙♙\n♖♘♗♕♔♗♘♖";
    assert_eq!(board(figurines), start);
    let from_black = "1 R N B K Q B N R\n2 P P P P P P P P\n3 . . . . . . . .\n4 . . . . . . . .\n5 . . . . . . . .\n6 . . . . . . . .\n7 p p p p p p p p\n8 r n b k q b n r";
    assert_eq!(board(from_black), start);
    let marked = [
        "     ---------------------------------------\n  8 | #R | #Kt| #B | #Q | #K | #B | #Kt| #R |\n",
        "    |---------------------------------------|\n  7 | #P | #P | #P | #P | #P | #P | #P | #P |\n",
        &"    |---------------------------------------|\n  6 |    |    |    |    |    |    |    |    |\n"
            .repeat(4),
        "  2 | ^P | ^P | ^P | ^P | ^P | ^P | ^P | ^P |\n",
        "  1 | ^R | ^Kt| ^B | ^Q | ^K | ^B | ^Kt| ^R |\n       A    B    C    D    E    F    G    H\n",
    ]
    .concat();
    assert_eq!(board(&marked), start);
    assert!(diagram("no diagram here\nnor here").is_none());
}

#[test]
fn a_stipulation_says_who_and_what() {
    let asks = |side, aim| Some(Stipulation { side, aim });
    assert_eq!(stipulation("White to move and mate in two moves."), asks(Color::White, Aim::Mate(Some(2))));
    assert_eq!(stipulation("White to play and mate in three moves."), asks(Color::White, Aim::Mate(Some(3))));
    assert_eq!(stipulation("Black to play and win"), asks(Color::Black, Aim::Win));
    assert_eq!(stipulation("White to move and draw"), asks(Color::White, Aim::Draw));
    assert_eq!(stipulation("Mate in 3"), asks(Color::White, Aim::Mate(Some(3))));
    assert_eq!(
        stipulation("White to play and checkmate without moving his King."),
        asks(Color::White, Aim::Mate(None))
    );
    assert_eq!(stipulation("And White mates in four moves."), None);
    assert_eq!(stipulation("he was at a loss"), None);
}

/// The first position, the moves and the verdict of the only game of a text.
fn only(text: &str) -> (String, String, Option<Verdict>) {
    let report = read_text(text, &TextOptions::default());
    let [found] = &report.games[..] else { panic!("{} games in {text}", report.games.len()) };
    let moves = found.game.nodes.iter().filter_map(|node| match node {
        Node::Move(played) => Some(played.san.to_string()),
        _ => None,
    });
    (found.game.start.fen(EnPassant::Legal), moves.collect::<Vec<_>>().join(" "), found.game.verdict)
}

#[test]
fn at_pawn_and_two_moves_white_moves_twice_first() {
    let rest = "3. B-Q3   P-B4\n4. P-K5   P-KKt3\n5. P-KR4   PxP\n6. P-R5   Q-R4 ch\n";
    let expected = (
        "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        "e4 -- d4 e6 Bd3 c5 e5 g6 h4 cxd4 h5 Qa5".to_owned(),
        Some(Verdict::Certain),
    );
    for first in [
        "1. P-K4   ......\n2. P-Q4   P-K3\n",
        "1. P-K4\n2. P-Q4   P-K3\n",
        "1. P-K4   P-Q4\n2. ......   P-K3\n",
        "1. P-K4   P-Q4\n2. ...   P-K3\n",
    ] {
        for heading in ["GAME AT THE PAWN AND TWO MOVES", "Mr. A gives Mr. B the odds of pawn and two moves."]
        {
            let text = format!("{heading}\n\nWHITE   BLACK\n{first}{rest}");
            assert_eq!(only(&text), expected, "{text}");
        }
    }
}

#[test]
fn a_position_in_the_heading_is_where_the_score_begins() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 23";
    let score = "Short \u{2013} Long\nA casual game, 1899\nFEN: r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 23\n\n 23. ...         O-O-O\n 24. O-O         KR-Kt1 ch\n\n1-0\n";
    assert_eq!(only(score), (fen.to_owned(), "O-O-O O-O Rhg8".to_owned(), Some(Verdict::Certain)));
    let report = read_text(score, &TextOptions::default());
    let game = &report.games[0].game;
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("Short"), Some("Long")));
    assert_eq!((game.tag("Date"), game.result), (Some("1899.??.??"), GameResult::White));
    // A position that cannot be is no start, and the moves below it are no game from the usual array.
    let broken = score.replace("R3K2R b", "R3K1KR b");
    assert!(read_text(&broken, &TextOptions::default()).games.is_empty());
}

const OTHER: &str = "Ruy Lopez.\n\n1. P-K4    P-K4\n2. Kt-KB3    Kt-QB3\n3. B-Kt5    P-QR3\n4. B-R4    Kt-B3\n\
                     5. Castles    B-K2\n6. R-Ksq    P-Q3\nWhite resigns.\n\n";
const MEANT: &str = "Giuoco Piano.\n\n1. P-K4    P-K4\n2. Kt-KB3    Kt-QB3\n3. B-B4    B-B4\n4. P-Q3    P-Q3\n\
                     5. B-K3    B-Kt3\n6. QKt-Q2    Kt-B3\nWhite resigns.\n\n";
const GOES_ON: &str = "Second Variation.\n\nFirst three moves as before.\n\n4. P-B3    Kt-B3\n5. P-Q4    PxP\n\
                       6. Castles    B-K2\n7. PxP    P-Q4\n\nWith an even game.\n";

/// The verdict of the last game of a text, and its first moves.
fn last_game(text: &str) -> (Option<Verdict>, String) {
    let report = read_text(text, &TextOptions::default());
    let Some(last) = report.games.last() else { return (None, String::new()) };
    let moves = Moves::of(&last.game).take(6).map(|played| played.san.to_string());
    (last.game.verdict, moves.collect::<Vec<_>>().join(" "))
}

/// What plays from the moves of an earlier game, too, is not joined to that when the game before cannot be read.
#[test]
fn moves_as_before_are_those_of_the_game_before_and_of_no_other() {
    let whole = last_game(&format!("{OTHER}{MEANT}{GOES_ON}"));
    assert_eq!(whole, (Some(Verdict::Certain), "e4 e5 Nf3 Nc6 Bc4 Bc5".to_owned()));
    for (printed, damaged) in [
        ("2. Kt-KB3    Kt-QB3\n3. B-B4", "2. Kt-QB4    Kt-QB3\n3. B-B4"),
        ("3. B-B4    B-B4", "3. B-B4    B-R8"),
        ("3. B-B4    B-B4", "3. B-Q8    B-B4"),
        ("1. P-K4    P-K4\n2. Kt-KB3    Kt-QB3\n3. B-B4", "1. P-K4    P-K4\n2. Kt-KB3    Zk-ZB3\n3. B-B4"),
    ] {
        let text = format!("{OTHER}{}{GOES_ON}", MEANT.replacen(printed, damaged, 1));
        let (verdict, moves) = last_game(&text);
        assert!(verdict != Some(Verdict::Certain) || moves == whole.1, "{text}{verdict:?} {moves}");
    }
}

/// Between a game and the one that goes on from it stand rows that cannot be read, or a title and no moves, or a game that is
/// too short: which is meant is not certain.
#[test]
fn moves_as_before_behind_something_that_is_no_game_are_not_certain() {
    let (head, rows) = MEANT.split_once("1. ").expect("rows stand below the title");
    let below = rows.split_once("4. ").expect("it has a fourth row").1;
    let unread = "1. Zz vq    Ww xq\n2. Zz vq    Ww xq\n3. Zz vq    Ww xq\n4. ";
    for between in [
        format!("{head}{unread}{below}"),
        format!("{head}Only a board is shown.\n\nWhite resigns.\n\n"),
        format!("{head}1. P-K4    P-K4\n2. Q-R5    K-K2\n3. QxP mate.\n\n"),
    ] {
        let text = format!("{OTHER}{between}{GOES_ON}");
        let (verdict, moves) = last_game(&text);
        assert!(verdict != Some(Verdict::Certain) || !moves.contains("Bb5"), "{text}{verdict:?} {moves}");
    }
    // Words between them part nothing, nor does a variation that goes on from the same moves.
    let other =
        GOES_ON.replace("Second", "First").replace("4. P-B3", "4. Castles").replace("6. Castles", "6. P-B3");
    let other = other.replace("7. PxP", "7. P-QKt3").replace("PxP", "Castles").replace("B-K2", "P-QR3");
    for between in ["A note follows, of many words.\n\n", &other] {
        let sure = last_game(&format!("{MEANT}{between}{GOES_ON}"));
        assert_eq!(sure, (Some(Verdict::Certain), "e4 e5 Nf3 Nc6 Bc4 Bc5".to_owned()), "{between}");
    }
}

/// Rows below the title of a variation alone go on from the game before; from which is not certain where they play from a game
/// above that, too. `Repeat` says it.
#[test]
fn a_variation_goes_on_from_the_game_before() {
    let alone = GOES_ON.replace("First three moves as before.\n\n", "");
    let meant = "e4 e5 Nf3 Nc6 Bc4 Bc5".to_owned();
    assert_eq!(last_game(&format!("{MEANT}{alone}")), (Some(Verdict::Certain), meant.clone()));
    assert_eq!(last_game(&format!("{OTHER}{MEANT}{alone}")), (Some(Verdict::Chosen), meant.clone()));
    // A sentence that speaks of a variation is no title.
    let said = alone.replace("Second Variation.", "The following variation shows what may happen:");
    let text = format!("{MEANT}{said}");
    let report = read_text(&text, &TextOptions::default());
    assert!(
        report
            .games
            .iter()
            .all(|found| found.game.verdict != Some(Verdict::Certain) || found.game.plies == 12)
    );
    for says in
        ["Repeat the opening up to Black's third move.", "Repeat the first three moves on either side."]
    {
        let text = format!("{OTHER}{MEANT}{}", GOES_ON.replace("First three moves as before.", says));
        assert_eq!(last_game(&text), (Some(Verdict::Certain), meant.clone()), "{text}");
    }
}

/// A check that is printed and not given shows that the first moves are those of another game.
#[test]
fn moves_as_before_that_make_a_printed_check_none_are_not_joined() {
    let goes_on = "First three moves as before.\n\n4. P-B3    Kt-B3\n5. P-Q4    PxP\n6. Castles    B-K2\n\
                   7. BxP ch.    K-B sq\n\nWith an even game.\n";
    let (_, moves) = last_game(&format!("{MEANT}{goes_on}"));
    assert_eq!(moves, "e4 e5 Nf3 Nc6 Bc4 Bc5");
    let report = format!("{OTHER}{goes_on}");
    let report = read_text(&report, &TextOptions::default());
    let joined = report.games.iter().filter(|found| found.game.plies > 12);
    assert_eq!(joined.count(), 0);
}

#[test]
fn a_score_below_a_drawn_board_begins_there() {
    let board = lettered([
        "r.bqkbnr", "pppp.ppp", "..n.....", "....p...", "....P...", ".....N..", "PPPP.PPP", "RNBQKB.R",
    ]);
    let score = |first: usize| {
        let moves = [("B-Kt5", "P-QR3"), ("B-R4", "Kt-B3"), ("Castles", "B-K2"), ("R-K1", "P-QKt4")];
        let rows = moves.iter().zip(first..);
        rows.map(|((white, black), at)| format!("{at}. {white}    {black}\n")).collect::<String>()
    };
    for first in [1, 3] {
        let text = format!("AN OPENING.\n\n{board}\n{}", score(first));
        let done = console::run(&["convert", "-"], text.as_bytes());
        let written = String::from_utf8(done.stdout).expect("UTF-8");
        let fen = format!("[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 {first}\"]");
        assert!(written.contains(&fen), "{text}\n{written}");
        let moves =
            format!("{first}. Bb5 a6 {}. Ba4 Nf6 {}. O-O Be7 {}. Re1 b5 *", first + 1, first + 2, first + 3);
        assert!(written.contains(&moves), "{text}\n{written}");
    }
}
