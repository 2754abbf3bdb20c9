//! Odds told above a game change its first position, or are said not to fit; no game at odds is surely read from the
//! usual array.
use descant::chess::EnPassant;
use descant::code::Code;
use descant::game::Verdict;
use descant::reader::text::{TextOptions, read_text};

/// Played without the Queen's Knight; it plays from the usual array, too.
const KNIGHT: &str = "1. P-K4 P-K4 2. P-KB4 PxP 3. Kt-KB3 P-KKt4 4. B-B4 P-Kt5 5. Castles PxKt 6. QxP Q-B3\n";

/// Played without Black's King's Bishop's Pawn.
const PAWN: &str = "1. P-K4 P-K3 2. P-Q4 P-Q4 3. P-K5 P-QB4 4. B-Q3 P-KKt3 5. P-KR4 Kt-QB3 6. P-R5 PxQP\n";

/// Played without either: only without the pawn there the Bishop goes back to Black's King's Bishop's second square.
const BOTH: &str = "1. P-K4 P-Q4 2. P-K5 B-B4 3. P-KKt4 B-Kt3 4. P-KR4 P-KR4 5. Kt-KR3 Q-Q2 6. Kt-B4 B-B2\n";

/// Played without it after two moves of White's.
const TWO_MOVES: &str = "\
1. P-K4
2. P-Q4         P-K3
3. B-Q3         P-B4
4. P-K5         P-KKt3
5. P-KR4        Kt-QB3
6. P-R5         PxQP
";

/// Kt-KB3 in answer to 1 P-K4 leaves no way to play 2 PxP.
const UNPLAYABLE: &str =
    "1. P-K4 Kt-KB3 2. PxP B-B4 3. P-B3 Kt-B3 4. P-Q4 PxP 5. PxP B-Kt5 ch 6. Kt-B3 KtxP\n";

fn array(text: &str) -> (String, Verdict) {
    let [array] = &arrays(text)[..] else { panic!("one game: {text}") };
    array.clone()
}

#[test]
fn odds_are_read_wherever_a_heading_tells_them() {
    let knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR";
    let pawn = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let both = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/R1BQKBNR";
    for (heading, moves, wanted) in [
        ("Remove White's Queen's Knight.", KNIGHT, knight),
        ("GAME XII. At Queen's Knight odds.\nAlder v. Birch", KNIGHT, knight),
        ("GAME XII.\n(Queen's Knight odds.)\nAlder v. Birch", KNIGHT, knight),
        ("KNIGHT ODDS.\nAlder--Birch.", KNIGHT, knight),
        ("Game between Mr. Alder and Mr. Birch, the latter receiving the Queen's Knight.", KNIGHT, knight),
        ("White gave the Q. Kt.", KNIGHT, knight),
        ("Take off White's Queen's Knight.", KNIGHT, knight),
        ("Taking off White's Queen's Knight.", KNIGHT, knight),
        ("Minus White's Queen's Knight.", KNIGHT, knight),
        ("Less White's Q. Kt.", KNIGHT, knight),
        ("White's Queen's Knight must be removed from the board.", KNIGHT, knight),
        ("(White's Queen's Knight off the board.)", KNIGHT, knight),
        ("[Q. Kt. removed.]", KNIGHT, knight),
        ("White's Queen's Knight is to be removed from the board.", KNIGHT, knight),
        ("White's Q. Kt. has been taken off.", KNIGHT, knight),
        ("(White's Q. Kt. off.)", KNIGHT, knight),
        ("Queen's Knight given.", KNIGHT, knight),
        ("White has no Q. Kt.", KNIGHT, knight),
        ("White takes off his Queen's Knight.", KNIGHT, knight),
        ("Handicap: Queen's Knight.", KNIGHT, knight),
        ("The odds being the Queen's Knight.", KNIGHT, knight),
        ("Mr. Alder, odds Q. Kt.", KNIGHT, knight),
        ("Alder (minus Q. Kt.) - Birch", KNIGHT, knight),
        // What is named behind the men is none of them.
        ("White (without Queen's Knight): Pillsbury", KNIGHT, knight),
        ("Odds of Queen's Knight. Queen's Pawn Game.", KNIGHT, knight),
        ("Odds of Queen's Knight; Bishop's Opening.", KNIGHT, knight),
        (
            "The following lively game was played at Paris between Mr. Alder and\nan amateur, the first player \
             giving the Queen's Knight.",
            KNIGHT,
            knight,
        ),
        (
            "In the annexed game, which was contested before a crowd of\namateurs, the Queen's Knight was given \
             by Mr. Alder to a strong player.\nIt is a pretty specimen of his style.",
            KNIGHT,
            knight,
        ),
        ("P. and move.", PAWN, pawn),
        ("Mr. A. (P. and move) v. Mr. B.", PAWN, pawn),
        ("Game at P & M.", PAWN, pawn),
        ("P. and two moves.", TWO_MOVES, pawn),
        ("(P. and two.) A. v. B.", TWO_MOVES, pawn),
        ("Mr. Alder gives Count Birch the Q. Kt. in exchange for Pawn and move.", BOTH, both),
        ("White gives Q. Knight.", KNIGHT, knight),
    ] {
        assert_eq!(
            array(&format!("{heading}\n\n{moves}")),
            (wanted.to_owned(), Verdict::Certain),
            "{heading}"
        );
    }
}

#[test]
fn a_game_that_does_not_play_at_the_odds_told_is_partial() {
    let heading = "Mr. Alder, giving the odds of the Pawn and two moves, against Mr. Birch.";
    let text = format!("{heading}\n\n{UNPLAYABLE}");
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.verdicts, [0, 0, 0, 0, 1]);
    let found = report.games[0].diagnostics.iter().find(|found| found.code == Code::PartialScore);
    assert!(found.is_some_and(|found| found.span.start as usize > heading.len()), "the place of the trouble");
}

#[test]
fn odds_that_cannot_be_read_leave_the_game_uncertain() {
    for heading in ["Played at odds.", "Pawn and three moves.", "Queen's Rook and move.", "A handicap game."]
    {
        let (fen, verdict) = array(&format!("{heading}\n\n{KNIGHT}"));
        assert_eq!((fen.as_str(), verdict), ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Verdict::Chosen));
    }
    for heading in ["Played without odds.", "Mr. Birch was at odds with fortune."] {
        let (_, verdict) = array(&format!("{heading}\n\n{KNIGHT}"));
        assert_eq!(verdict, Verdict::Certain, "{heading}");
    }
}

#[test]
fn a_man_that_stands_alone_in_a_heading_may_be_given() {
    let told = [
        "GAME I.\n\nALDER v. BIRCH (Queen's Knight)",
        "GAME I.\n\nAlder v. Birch (Q Kt)",
        "GAME I.\n\nAlder v. Birch (Knight.)",
        "GAME I.\n\nAlder v. Birch (Q N)",
        "GAME I.\n\nAlder (Queen's Knight) v. Birch",
        "GAME I.\n\nAlder v. Birch, Queen's Knight",
        "GAME I.\n\nALDER v. BIRCH\n(Queen's Knight)",
        "GAME I.\n\nAlder v. Birch\nQueen's Knight",
    ];
    for heading in told {
        let text = format!("{heading}\n\n{KNIGHT}");
        assert_eq!(array(&text), (NO_KNIGHT.to_owned(), Verdict::Chosen), "{heading}");
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        let names = (game.tag("White"), game.tag("Black"), game.tag("Event"));
        let is_named = names.0.is_some_and(|name| name.eq_ignore_ascii_case("Alder"))
            && names.1.is_some_and(|name| name.eq_ignore_ascii_case("Birch"));
        assert!(is_named && names.2.is_none_or(|event| event == "?"), "{heading}: {names:?}");
    }
    // It may be meant otherwise: then the moves do not play without him.
    let (fen, verdict) = array(
        "GAME I.\n\nAlder v. Birch (King's Knight)\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3 5. P-Q4 PxP 6. PxP B-Kt5 ch\n",
    );
    assert_eq!((fen.as_str(), verdict), (USUAL, Verdict::Chosen));
    for heading in [
        "Alder v. Birch (Bishop's Opening)",
        "Alder (W.) v. Birch (B.)",
        "Birch, A. v. Alder, K. B.",
        "It is remarkable for the sacrifice of the\nQueen's Rook.",
        "Alder v. Knight",
    ] {
        let (fen, verdict) = array(&format!("GAME I.\n\n{heading}\n\n{KNIGHT}"));
        assert_eq!((fen.as_str(), verdict), (USUAL, Verdict::Certain), "{heading}");
    }
}

/// The arrays and verdicts of all games of a text.
fn arrays(text: &str) -> Vec<(String, Verdict)> {
    let report = read_text(text, &TextOptions::default());
    let game = |read: &descant::reader::text::TextGame| {
        let fen = read.game.start.fen(EnPassant::Legal);
        (fen.split(' ').next().unwrap_or("").to_owned(), read.game.verdict.expect("a verdict"))
    };
    report.games.iter().map(game).collect()
}

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const NO_PAWN: &str = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const NO_KNIGHT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR";

#[test]
fn odds_above_pictures_and_empty_paragraphs_are_told() {
    let moves =
        [("P-K4", "P-K4"), ("P-KB4", "PxP"), ("Kt-KB3", "P-KKt4"), ("B-B4", "P-Kt5"), ("Castles", "PxKt")];
    let row = |(&(white, black), n): (&(&str, &str), u32)| {
        format!("<tr><td>{n}. {white}</td><td>{n}. {black}</td></tr>\n")
    };
    let rows: String = moves.iter().zip(1..).map(row).collect();
    let text = format!(
        "<html><body><p class='t'>Game VI.&mdash;Mr. Alder gives his Queen's Knight.<br /><br />\n\
         (Remove White's <i>Q. Kt.</i> from the Board.)<br /></p>\n\n\
         <p class='c'><a href='#g'><img src='go.gif' alt='Go'/></a></p>\n<div><br /></div>\n<!-- PAGE 7 -->\n\
         <div class='c'><table><tr><td></td><td></td></tr>\n\
         <tr><td><b>WHITE.</b></td><td><b>BLACK.</b></td></tr>\n{rows}\
         <tr><td colspan='2'>And wins.</td></tr></table></div></body></html>\n"
    );
    assert_eq!(arrays(&text), [(NO_KNIGHT.to_owned(), Verdict::Certain)]);
}

#[test]
fn odds_of_a_part_are_those_of_all_its_games() {
    let text = "\
Pawn and move:--

    P-K4     P-Q4     Q-R5 ch   Q-K5
  1 ------ 2 ------ 3 ------- 4 -------
    P-K3     P-Q4     P-KKt3    Kt-KB3

    P-K4     P-Q4     Kt-QB3    P-Q5
  1 ------ 2 ------ 3 ------- 4 -------
    P-Q3     Kt-KB3   Kt-B3     Kt-K4

Without odds:--

    P-K4     P-Q4     Kt-QB3    P-Q5
  1 ------ 2 ------ 3 ------- 4 -------
    P-Q3     Kt-KB3   Kt-B3     Kt-K4
";
    let given = |verdict| (NO_PAWN.to_owned(), verdict);
    let wanted = [given(Verdict::Certain), given(Verdict::Chosen), (USUAL.to_owned(), Verdict::Certain)];
    assert_eq!(arrays(text), wanted);
}

#[test]
fn odds_in_words_far_from_the_moves_are_never_sure() {
    let text = format!(
        "This game affords an early instance of a kind of mate,\nof which many examples will be found.\nIt was played \
         by Alder when he was young and strong, and of all he played\nat that time it is the best that we have.\n\
         White gives Q Knight.\nAlder was then in Vienna,\nwhere he had come to play.\n{KNIGHT}"
    );
    assert_eq!(arrays(&text), [(NO_KNIGHT.to_owned(), Verdict::Chosen)]);
}

#[test]
fn a_man_given_in_the_middle_of_a_game_is_no_odds() {
    let notes = "White gives up the Queen for an attack, and Black receives the Knight as well.";
    let text = format!("GAME I.\n\n{KNIGHT}\n{notes}\n\nGAME II.\n\n{KNIGHT}");
    let usual = || (USUAL.to_owned(), Verdict::Certain);
    assert_eq!(arrays(&text), [usual(), usual()]);
}

#[test]
fn a_pawn_that_is_placed_elsewhere_stands_there() {
    let rook = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/1NBQKBNR";
    let moves = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3 5. P-Q4 PxP 6. PxP B-Kt5 ch 7. Kt-B3 KtxKP\n";
    for told in [
        "(Remove White's Queen's Rook and place White's Q. R. P. at Q. R. 3d.)",
        "Remove White's Q. R. from the board, and place the Q. R. P. on R. 3.",
        "White gives the Queen's Rook, his Q. R. P. being placed at Q. R. 3.",
        "White gives the odds of the Queen's Rook, the pawn being placed at R. 3.",
    ] {
        let text = format!("White: Morphy. Black: Bird.\n\n{told}\n\n{moves}");
        let (found, verdict) = array(&text);
        assert_eq!(found.split(' ').next(), Some(rook), "{told}");
        assert_eq!(verdict, Verdict::Certain, "{told}");
    }
}
