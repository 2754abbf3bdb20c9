//! Games that begin from a position told above them: in words, in columns, rank by rank, as a board.
use descant::chess::EnPassant;
use descant::game::Verdict;
use descant::reader::text::{TextOptions, read_text};

/// Four rows of a rook ending.
const MOVES: &str =
    " 1. R-Q7          P-QR4\n 2. R-R7          R-QB6\n 3. RxRP          RxBP\n 4. P-R4          R-B5\n";
const BOARD: &str = "6k1/p4pp1/8/8/8/r5P1/2PR1P1P/6K1";

/// The boards and half-moves of all games of a text.
fn games(text: &str) -> Vec<(String, usize, Option<Verdict>)> {
    let report = read_text(text, &TextOptions::default());
    let game = |read: &descant::reader::text::TextGame| {
        let fen = read.game.start.fen(EnPassant::Legal);
        let board = fen.split(' ').next().unwrap_or("").to_owned();
        (board, read.game.plies as usize, read.game.verdict)
    };
    report.games.iter().map(game).collect()
}

const TOLD: [&str; 10] = [
    "White: K at KKt sq; R at Q2; Ps at QB2, KB2, KKt3 and KR2.\nBlack: K at KKt sq; R at QR6; Ps at QR2, KB2 and KKt2.",
    "White has King at King's Knight's square; Rook at Queen's second; Pawns at Queen's Bishop's second, King's\n\
     Bishop's second, King's Knight's third and King's Rook's second. Black has\n\
     King at King's Knight's square; Rook at Queen's Rook's sixth; Pawns at Queen's Rook's second, King's Bishop's\n\
     second, King's Knight's second.",
    "WHITE.                          BLACK.\n\n\
     K at K. Kt. sq.                 K at K. Kt. sq.\n\
     R at Q. 2d                      R at Q. R. 6th\n\
     Ps. at Q. B. 2d, K. B. 2d       Ps. at Q. R. 2d, K. B. 2d\n\
     P at K. Kt. 3d                  P at K. Kt. 2d\n\
     P at K. R. 2d",
    "WHITE.\n\nK at KKt sq, R at Q2, Ps at QB2, KB2, KKt3, KR2\n\nBLACK.\n\nK at KKt sq, R at QR6, Ps at QR2, KB2, KKt2",
    "White: Kg1, Rd2, Pc2, f2, g3, h2. Black: Kg8, Ra3, Pa7, f7, g7.",
    "White: King g1, Rook d2, Pawns c2, f2, g3, h2.\nBlack: King g8, Rook a3, Pawns a7, f7, g7.",
    "6k1/p4pp1/8/8/8/r5P1/2PR1P1P/6K1 w - - 0 1",
    "6k1/p4pp1/8/8/8/r5P1/2PR1P1P/6K1",
    "8 - - - - - - k -\n7 p - - - - p p -\n6 - - - - - - - -\n5 - - - - - - - -\n4 - - - - - - - -\n\
     3 r - - - - - P -\n2 - - P R - P - P\n1 - - - - - - K -\n  a b c d e f g h",
    "White to move. FEN: 6k1/p4pp1/8/8/8/r5P1/2PR1P1P/6K1 w - - 0 1",
];

#[test]
fn a_position_told_above_the_moves_is_where_they_begin() {
    for told in TOLD {
        for asked in ["White to play and win.\n\n", "White to move.\n\n", "White plays and draws.\n\n", ""] {
            // `BLACK.` right above the moves may head them as well.
            if asked.is_empty() && told.starts_with("WHITE.\n\nK") {
                continue;
            }
            // In columns of small letters the moves are algebraic, too.
            let is_algebraic = told.contains("g1, R") && told.contains("d2");
            let moves = if is_algebraic { "1. Rd7 a5\n2. Ra7 Rc3\n3. Rxa5 Rxc2\n4. h4 Rc4\n" } else { MOVES };
            let text = format!("ENDING 7.\n\n{told}\n\n{asked}{moves}\nDrawn.\n");
            let wanted = vec![(BOARD.to_owned(), 8, Some(Verdict::Certain))];
            assert_eq!(games(&text), wanted, "{text}");
        }
    }
}

#[test]
fn a_position_of_which_a_part_cannot_be_read_is_not_guessed() {
    let text = format!(
        "ENDING 7.\n\nWHITE.                          BLACK.\n\n\
         K at K. Kt. sq.                 K at K. Kt. sq.\n\
         R at Q. 2d                      R at Q. R. 6th\n\
         Some pawns at home              Ps. at Q. R. 2d, K. B. 2d\n\n\
         White to play and win.\n\n{MOVES}\nDrawn.\n"
    );
    assert!(games(&text).iter().all(|(.., verdict)| *verdict != Some(Verdict::Certain)), "{text}");
}

#[test]
fn a_game_below_a_position_that_is_not_its_own_is_read_from_the_usual_array() {
    let game = "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\n4. P-Q3  P-Q3\n5. Kt-B3  Kt-B3\n6. Castles  Castles\n";
    for asked in ["White to play and win.\n\n", ""] {
        let text = format!("ENDING 7.\n\n{}\n\n{asked}{game}\nDrawn.\n", TOLD[0]);
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(games(&text), [(usual.to_owned(), 12, Some(Verdict::Chosen))], "{text}");
    }
}

/// Positions of which the stipulation, or the men, stand in other places; each as it is told, what is asked included.
const ASKED: [&str; 9] = [
    "White: K at KKt sq; R at Q2; Ps at QB2, KB2, KKt3 and KR2.\nBlack: K at KKt sq; R at QR6; Ps at QR2, KB2 and \
     KKt2.\nWhite to play and win.",
    "White: K at KKt sq; R at Q2; Ps at QB2, KB2, KKt3 and KR2. Black: K at KKt sq; R at QR6; Ps at QR2, KB2 and \
     KKt2. White to play and win.",
    "White (6 pieces): K at KKt sq; R at Q2; Ps at QB2, KB2, KKt3 and KR2.\nBlack (5 pieces): K at KKt sq; R at QR6; \
     Ps at QR2, KB2 and KKt2.\nWhite to play.",
    "WHITE.                          BLACK.\nK. at K. Kt. sq.                K. at K. Kt. sq.\n\
     R. at Q. 2d.                    R. at Q. R. 6th.\nP. at Q. B. 2d.                 P. at Q. R. 2d.\n\
     P. at K. B. 2d.                 P. at K. B. 2d.\nP. at K. Kt. 3d.                P. at K. Kt. 2d.\n\
     P. at K. R. 2d.\n\nWhite to play and win.",
    "White.\nK. at K. Kt. sq.\nR. at Q. 2.\nP. at Q. B. 2.\nP. at K. B. 2.\nP. at K. Kt. 3.\nP. at K. R. 2.\n\n\
     Black.\nK. at K. Kt. sq.\nR. at Q. R. 6.\nP. at Q. R. 2.\nP. at K. B. 2.\nP. at K. Kt. 2.\n\n\
     White to play and win.",
    "· · · · · · ♚ ·\n♟ · · · · ♟ ♟ ·\n· · · · · · · ·\n· · · · · · · ·\n· · · · · · · ·\n♜ · · · · · ♙ ·\n\
     · · ♙ ♖ · ♙ · ♙\n· · · · · · ♔ ·\n\nWhite to play.",
    "BLACK\n......k.\np....pp.\n........\n........\n........\nr.....P.\n..PR.P.P\n......K.\nWHITE\n\nWhite to play.",
    "| | a | b | c | d | e | f | g | h |\n|---|---|---|---|---|---|---|---|---|\n| 8 | | | | | | | k | |\n\
     | 7 | p | | | | | p | p | |\n| 6 | | | | | | | | |\n| 5 | | | | | | | | |\n| 4 | | | | | | | | |\n\
     | 3 | r | | | | | | P | |\n| 2 | | | P | R | | P | | P |\n| 1 | | | | | | | K | |\n\nWhite to play.",
    "-- -- -- -- -- -- bK --\nbP -- -- -- -- bP bP --\n-- -- -- -- -- -- -- --\n-- -- -- -- -- -- -- --\n\
     -- -- -- -- -- -- -- --\nbR -- -- -- -- -- wP --\n-- -- wP wR -- wP -- wP\n-- -- -- -- -- -- wK --\n\n\
     White to play.",
];

#[test]
fn what_is_asked_may_stand_right_behind_the_men() {
    for told in ASKED {
        let text = format!("ENDING 7.\n\n{told}\n\n{MOVES}\nDrawn.\n");
        let wanted = vec![(BOARD.to_owned(), 8, Some(Verdict::Certain))];
        assert_eq!(games(&text), wanted, "{text}");
    }
}

#[test]
fn what_is_asked_of_a_position_hides_no_moves() {
    let men =
        "White: K at KR sq; R at KKt7.\nBlack: K at KR sq; Kts at K8, QB6.\nWhite to play.\nSolution.\n";
    let text = format!("{men}1 R takes Kt, Kt to B 7 and mates.\n");
    let report = read_text(&text, &TextOptions::default());
    assert!(report.games.iter().all(|read| read.game.plies > 0), "{text}");
}

#[test]
fn black_may_move_first_in_the_left_column() {
    let text = "White: K on K4; P on K5.\nBlack: K on K2; P on QR2.\n\nBlack to play first.\n\n\
                BLACK             WHITE\n1. P-R4           K-Q4\n2. P-R5           K-B3\n3. P-R6           K-Kt3\n";
    let wanted = vec![("8/p3k3/8/4P3/4K3/8/8/8".to_owned(), 6, Some(Verdict::Certain))];
    assert_eq!(games(text), wanted);
}

#[test]
fn moves_right_below_a_board_that_play_from_the_usual_array_are_not_certain() {
    let board = "8 . . . . . . k .\n7 p . . . . p p .\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . . . . . .\n\
                 3 r . . . . . P .\n2 . . P R . P . P\n1 . . . . . . K .\n";
    let text =
        format!("{board}\nWhite to play.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4. P-B3 Kt-B3\n");
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned();
    assert_eq!(games(&text), [(usual, 8, Some(Verdict::Chosen))]);
}
