//! What was decided about places in doubt: it is done where it was decided, nowhere else, or told.
use std::fs;
use std::path::PathBuf;

use crate::console::run;
use descant::decisions::{Found, HEAD, HELP, Index};
use descant::reader::text::{TextOptions, read_text};
use descant::span::Span;

const MISPRINT: &str = include_str!("../../fixtures/cli/opera-misprint.txt");

/// Exit status, standard output, standard error of a command on a text, with these rows decided.
fn with(name: &str, command: &[&str], text: &str, rows: &[&str]) -> (i32, String, String) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.tsv"));
    fs::write(&file, format!("{HEAD}\n{}\n", rows.join("\n"))).expect("a file");
    let file = file.display().to_string();
    let done = run(&[command, &["--decisions", &file]].concat(), text.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (done.status.code().expect("an exit status"), text(done.stdout), text(done.stderr))
}

/// The text of moves in PGN, on one line.
fn moves(pgn: &str) -> String {
    let (_, moves) = pgn.split_once("\n\n").expect("a game");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_decided_move_is_played_and_the_print_stays_in_a_comment() {
    let row = "12:4\tQ—QKt4\t\tQb3";
    let (code, pgn, said) = with("move", &["convert", "-q"], MISPRINT, &[row]);
    assert_eq!(code, 0, "{said}");
    assert!(pgn.contains("[Reading \"edited\"]"), "{pgn}");
    assert!(moves(&pgn).contains("7. Qb3 {printed: Q—QKt4} 7... Qe7"), "{pgn}");
    assert!(moves(&pgn).ends_with("17. Rd8# 1-0"), "{pgn}");
    let (code, found, _) = with("move", &["check"], MISPRINT, &[row]);
    assert_eq!((code, found.contains("warning")), (0, false), "{found}");
}

#[test]
fn decisions_are_read_as_other_programs_save_them() {
    let row = "12:4\tQ—QKt4\t\tQb3";
    let text = format!("{HEAD}\r\n{row}\r\n");
    let utf16 = |swap: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(swap).collect()
    };
    let marked = format!("\u{feff}{text}").into_bytes();
    for (n, bytes) in [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes), marked].iter().enumerate() {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("saved-{n}.tsv"));
        fs::write(&file, bytes).expect("a file");
        let file = file.display().to_string();
        let done = run(&["convert", "-q", "--decisions", &file], MISPRINT.as_bytes());
        let pgn = String::from_utf8(done.stdout).expect("UTF-8");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(moves(&pgn).contains("7. Qb3 {printed: Q—QKt4}"), "{n}: {said}");
    }
}

/// A game in pieces, so that all of it is played, and one below: of "The Blue Book of Chess" (1910), cut short.
const PIECES: &str = "\
       1. P. to K's 4th.                  1. P. to K's 4th.
       2. P. to K. B's 4th.               2. P. takes P.
       3. K. Kt. to B's 3d.               3. B. to K's 2d.
       4. K. B. to Q. B's 4th.            4. B. to K. R's 5th. (ch.)
       6. Castles.                        6. P. takes P. (ch.)
       7. K. to R's sq.                   7. K. B. to his 3d.
       8. K. Kt. to K's 5th.              8. B. takes Kt. (best)
                                VARIATION,
        7. P. to Q's 4th.               7. P. to K. B's 6th.

       1. P. to K's 4th.                1. P. to K's 4th.
       2. P. to K. B's 4th.             2. P. takes P.
       3. K. Kt. to B's 3d.             3. P. to K. Kt's 4th.
       4. B. to Q. B's 4th.             4. P. to K. Kt's 5th.
       5. Kt. to K's 5th.               5. Q. to K. R's 5th. (ch.)
       6. K. to B's sq.                 6. P. to K. B's 6th.
       7. P. to K. Kt's 3d.             7. Q. to R's 6th. (ch.)
       8. K. to B's 2d. (best)          8. K. Kt. to B's 3d.
       9. Q. Kt. to B's 3d.             9. Q. to Kt's 7th. (ch.)
      10. K. to his 3d.                10. B. to K. R's 3d. (ch.)
      11. K. to Q's 3d.                11. Q. Kt. to B's 3d.
      12. Kt. takes K. B. P.           12. Q. Kt. to his 5th. (ch.)
";

#[test]
fn a_decided_move_that_is_played_is_not_listed_as_unread() {
    let list = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("left-of-decided.tsv");
    let command = ["convert", "-q", "--unread", &list.display().to_string()];
    let (_, pgn, said) = with("played", &command, PIECES, &["22:11\tKt. takes K. B. P\t\tNxf7"]);
    assert!(pgn.contains("12. Nxf7 {printed: Kt.\ntakes K. B. P.} 12... Nb4+"), "{pgn}{said}");
    let rows = fs::read_to_string(&list).expect("a file");
    assert!(!rows.contains("Kt. takes K. B. P"), "{rows}");
}

#[test]
fn what_cannot_be_played_is_an_error_at_its_place() {
    for (row, why) in [
        ("12:4\tQ—QKt4\t\tQb4", "Qb3 was read in its place"),
        ("12:4\tQ—QKt4\t\tas printed", "what is printed cannot be played"),
        ("17:5\tO—O—O\t\ta game ends here", ""),
    ] {
        let (code, found, _) = with("error", &["check", "--message-format", "short"], MISPRINT, &[row]);
        if why.is_empty() {
            assert!(!found.contains("unplayable"), "{found}");
            continue;
        }
        let line = found.lines().find(|line| line.contains("unplayable-decision")).expect("an error");
        assert!(line.contains(":12:4:") && line.contains(why), "{line}");
        assert_eq!(code, 1);
    }
}

#[test]
fn a_row_whose_words_are_gone_is_told_with_what_is_nearest() {
    let row = "12:4\tQ—QKt5\t6. B—QB4 6. Kt—KB3 7. … 7. Q—K2 8. Kt—B3\tQb3";
    let (code, found, _) = with("stale", &["check", "--message-format", "short"], MISPRINT, &[row]);
    let line = found.lines().find(|line| line.contains("stale-decision")).expect("a warning");
    assert!(line.contains("stale.tsv:2:1") && line.contains("line 12, column 4: Q—QKt4"), "{line}");
    assert_eq!(code, 0);
    let (_, pgn, _) = with("stale", &["convert", "-q"], MISPRINT, &[row]);
    assert!(pgn.contains("[Reading \"repaired\"]"), "nothing was decided: {pgn}");
}

#[test]
fn decisions_hold_in_html_and_after_edits() {
    let row = "12:4\tQ—QKt4\t11. 6. B—QB4 6. Kt—KB3 7. … 7. Q—K2 8. Kt—B3\tQb3";
    let edited = MISPRINT
        .replace("Paul Morphy against", "A preface of ours.\n\nPaul Morphy against")
        .replace("8. Kt—B3", "8. Kt B3");
    let html = format!("<html><body><pre>{}</pre></body></html>", MISPRINT.replace('—', "&mdash;"));
    for (name, text) in [("edited", edited), ("html", html)] {
        let (code, pgn, said) = with(name, &["convert", "-q", "--from", "text"], &text, &[row]);
        assert_eq!(code, 0, "{said}");
        assert!(pgn.contains("[Reading \"edited\"]"), "{name}: {pgn}");
        assert!(moves(&pgn).contains("7. Qb3 {printed: Q"), "{name}: {pgn}");
    }
}

#[test]
fn tags_are_those_that_were_decided() {
    let rows =
        ["12:4\tQ—QKt4\t\tWhite=Morphy, Paul", "12:4\tQ—QKt4\t\tResult=1/2-1/2", "12:4\tQ—QKt4\t\tQb3"];
    let (_, pgn, _) = with("tags", &["convert", "-q"], MISPRINT, &rows);
    assert!(pgn.contains("[White \"Morphy, Paul\"]") && pgn.contains("[Result \"1/2-1/2\"]"), "{pgn}");
    assert!(!pgn.contains("Paul Morphy"), "{pgn}");
}

#[test]
fn a_move_left_out_and_moves_run_together_are_put_in() {
    let gap = MISPRINT.replace("Q—QKt4", "Q—QKt3").replace("\t8. P—B3", "\t8.");
    let row = "13:12\t\t7. Q—K2 8. Kt—B3 8. … 9. B—KKt5 9. P—Kt4\tc6";
    let (code, pgn, said) = with("gap", &["convert", "-q"], &gap, &[row]);
    assert_eq!(code, 0, "{said}");
    assert!(moves(&pgn).contains("8. Nc3 c6 {not printed} 9. Bg5 b5"), "{pgn}");
    let glued = MISPRINT.replace("Q—QKt4\t7. Q—K2", "Q—QKt3. Q—Kz");
    let row = "12:4\tQ—QKt3. Q—Kz\t\tQb3 Qe7";
    let (_, pgn, said) = with("glued", &["convert", "-q"], &glued, &[row]);
    assert!(moves(&pgn).contains("7... Qe7") && moves(&pgn).ends_with("17. Rd8# 1-0"), "{pgn}{said}");
}

#[test]
fn words_that_are_no_move_are_a_comment() {
    let text = MISPRINT.replace("Q—QKt4", "Q—QKt3").replace("4. P x P\t", "3. B—K2\nQ—Q2\n4. P x P\t");
    let (_, before, _) = with("none", &["convert", "-q"], &text, &[]);
    assert!(!before.contains("{B—K2}") && !before.contains("\"edited\""), "{before}");
    let (code, pgn, said) =
        with("none", &["convert", "-q"], &text, &["9:4\tB—K2\t\tnot a move", "10:1\tQ—Q2\t\tnot a move"]);
    assert_eq!(code, 0, "{said}");
    assert!(
        moves(&pgn).contains("3. d4 Bg4 {B—K2} {Q—Q2} 4. dxe5") && moves(&pgn).ends_with("17. Rd8# 1-0"),
        "{pgn}"
    );
    assert!(pgn.contains("[Reading \"edited\"]"), "{pgn}");
}

#[test]
fn a_move_between_two_of_a_game_that_is_decided_to_be_none_leaves_it_whole() {
    let text = "GAME 1.\n\nWhite: Smith.  Black: Jones.\n\n1. P—K4, P—K4; 2. Kt—KB3, P—Q3; 3. P—Q4, B—Kt5; 4. PxP, BxKt; \
                5. QxB, PxP; 6. B—QB4, Kt—KB3; 7. Q—QKt3, Q—K2; 8. Kt—B3 zxP 9. BxP P—B3; 9. B—KKt5, P—Kt4; \
                10. KtxP, PxKt; 11. BxKtP ch, QKt—Q2. Black resigned.\n";
    let (code, found, _) = with("between", &["check"], text, &[]);
    assert!(code == 1 && found.contains("stands between two of the game"), "{found}");
    let (code, found, _) = with("between", &["check"], text, &["5:127\tBxP\t\tnot a move"]);
    assert!(code == 0 && !found.contains("partial"), "{found}");
}

#[test]
fn a_game_ends_and_another_begins_where_it_was_decided() {
    let text = MISPRINT.replace("Q—QKt4", "Q—QKt3");
    let (_, pgn, _) = with("ends", &["convert", "-q"], &text, &["15:12\tP—Kt4\t\ta game ends here"]);
    assert!(moves(&pgn).starts_with("1. e4") && pgn.contains("9. Bg5 b5 *"), "{pgn}");
    let rows = "1. P—K4 P—K4 2. Kt—KB3 Kt—QB3 3. B—B4 B—B4 4. P—B3 Kt—B3 5. P—Q3 P—Q3\n\
                P—K4 P—K4 Kt—KB3 P—Q3 P—Q4 P x P Kt x P Kt—KB3\n";
    let (_, before, _) = with("begins", &["convert", "-q", "--from", "text"], rows, &[]);
    assert_eq!(before.matches("[Reading").count(), 1, "{before}");
    let row = "2:1\tP—K4\tP—Q3 P—Q3 … P—K4 Kt—KB3\ta game begins here";
    let (_, two, _) = with("begins", &["convert", "-q", "--from", "text"], rows, &[row]);
    assert!(
        two.contains("5. d3 d6 *") && two.contains("1. e4 e5 2. Nf3 d6 3. d4 exd4 4. Nxd4 Nf6 *"),
        "{two}"
    );
}

#[test]
fn the_form_is_explained_and_a_wrong_row_is_refused_with_its_line() {
    let done = run(&["explain", "decisions"], b"");
    assert_eq!(String::from_utf8(done.stdout).expect("UTF-8"), HELP);
    let (code, _, said) = with("wrong", &["convert"], MISPRINT, &["12:4\tQ—QKt4\t\tperhaps"]);
    assert!(code == 2 && said.contains("wrong.tsv:2: \"perhaps\" is no decision"), "{said}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wrong.tsv").display().to_string();
    let (code, _, said) = with("wrong", &["convert", "-o", &file], MISPRINT, &["12:4\tQ—QKt4\t\tQb3"]);
    assert!(code == 2 && said.contains("decisions"), "the file of decisions is not replaced: {said}");
}

#[test]
fn every_place_of_a_book_is_found_after_random_edits_or_told_but_never_elsewhere() {
    let book = include_str!("../../fixtures/books/layouts.txt");
    let index = Index::new(book);
    let spans: Vec<Span> = book
        .match_indices(char::is_whitespace)
        .map(|(at, _)| at + 1)
        .filter(|&at| book[at..].starts_with(char::is_alphanumeric))
        .map(|at| {
            let len = book[at..].find(char::is_whitespace).unwrap_or(book.len() - at);
            Span::of(at, at + len)
        })
        .step_by(7)
        .collect();
    assert!(spans.len() > 100);
    let line_column = |offset: u32| (1, offset + 1);
    let places: Vec<_> = spans.iter().map(|&span| index.tell(span, None, line_column(span.start))).collect();
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut lost = 0;
    for _ in 0..20 {
        // Twenty letters are put in; each shifts what stands behind it.
        let mut edits: Vec<usize> =
            (0..20).map(|_| random(book.len())).filter(|&at| book.is_char_boundary(at)).collect();
        edits.sort_unstable();
        let mut edited = String::new();
        let mut from = 0;
        for &at in &edits {
            edited += &book[from..at];
            edited.push(['x', ' ', '7', '\n'][random(4)]);
            from = at;
        }
        edited += &book[from..];
        let after = Index::new(&edited);
        for (span, place) in spans.iter().zip(&places).filter(|(_, place)| !place.printed.is_empty()) {
            let shift = edits.iter().filter(|&&at| at <= span.start as usize).count() as u32;
            match after.find(place, &line_column) {
                Found::At(found) => {
                    let near = found.start.abs_diff(span.start + shift);
                    assert!(
                        near <= 2,
                        "{place:?} of {span:?} was found at {found:?}, {shift} letters behind"
                    );
                }
                Found::Nowhere(_) | Found::Often(_) => lost += 1,
            }
        }
    }
    // Twenty edits in a few hundred words, some of which stand in it twice.
    assert!(lost * 5 < spans.len() * 20, "{lost} of {} were not found", spans.len() * 20);
}

const WRONG: &str = "[Event \"a\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bz5 a6 4. Ba4 Nf6 (4... Qh9 5. O-O)\n\
                     5. O-O Be7 1-0\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Kf6 4. Bg5 Be7 5. e3 O-O *\n";

#[test]
fn decisions_hold_in_pgn_too() {
    let rows =
        ["5:24\tBz5\t\tBb5", "5:46\tQh9\t\tBe7", "11:27\tKf6\t\tNf6", "11:27\tKf6\t\tWhite=Marshall, Frank"];
    let (code, pgn, said) = with("pgn", &["convert", "-q"], WRONG, &rows);
    assert_eq!(code, 0, "{said}");
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert!(
        moves(games[0]).contains(
            "3. Bb5 {printed: Bz5} 3... a6 4. Ba4 Nf6 (4... Be7 {printed: Qh9} 5. O-O) 5. O-O Be7 1-0"
        ),
        "{pgn}"
    );
    assert!(moves(games[1]).contains("3. Nc3 Nf6 {printed: Kf6} 4. Bg5 Be7 5. e3 O-O *"), "{pgn}");
    assert!(games[1].contains("[White \"Marshall, Frank\"]"), "{pgn}");
    assert_eq!(pgn.matches("[Reading \"edited\"]").count(), 2, "{pgn}");
    let (code, found, _) = with("pgn", &["check"], WRONG, &rows);
    assert_eq!((code, found.contains("error[")), (0, false), "{found}");
    // Positions and rows of a table follow.
    let (_, fens, _) = with("pgn", &["fen"], WRONG, &rows);
    assert!(fens.contains("rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1P3/PP3PPP/R2QKBNR"), "{fens}");
    let (_, table, _) =
        with("pgn", &["stats", "--table", "games", "--columns", "reading,plies"], WRONG, &rows);
    assert_eq!(table.matches("edited").count(), 2, "{table}");
}

#[test]
fn words_of_pgn_that_are_no_move_and_moves_left_out_are_decided() {
    let pgn = "1. e4 e5 2. Nf3 Bz9 Nc6 3. Bb5 4. Ba4 Nf6 *\n";
    let rows = ["1:17\tBz9\t\tnot a move", "1:32\t\tBz9 Nc6 3. Bb5 … 4. Ba4 Nf6\ta6"];
    let (code, out, said) = with("pgn-gap", &["convert", "-q"], pgn, &rows);
    assert_eq!(code, 0, "{said}");
    assert!(moves(&out).contains("2. Nf3 {Bz9} 2... Nc6 3. Bb5 a6 {not printed} 4. Ba4 Nf6 *"), "{out}");
}

#[test]
fn what_cannot_be_done_in_pgn_is_an_error_at_its_place() {
    for (row, why) in [
        ("11:26\tKf6\t\tNg6", "Ng6 is not legal there"),
        ("11:26\tKf6\t\tas printed", "what is printed cannot be played"),
        ("11:26\tKf6\t\ta game begins here", "put right in their file"),
    ] {
        let (code, found, _) = with("pgn-error", &["check", "--message-format", "short"], WRONG, &[row]);
        let line = found.lines().find(|line| line.contains("unplayable-decision")).expect("an error");
        assert!(line.contains(":11:26:") && line.contains(why) && code == 1, "{line}");
    }
}

/// A picture and another game stand between the two parts of the first.
const PARTED: &str = "GAME I.\n\nWhite. Black.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n\nGAME II.\n\n\
                      White. Black.\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n3. Kt-QB3 Kt-KB3\n4. B-Kt5 B-K2\n5. P-K3 Castles\n\n\
                      Here the first game goes on, after the picture.\n\n4. B-R4 Kt-B3\n5. Castles B-K2\n\
                      6. R-K sq. P-QKt4\n7. B-Kt3 P-Q3\n";

#[test]
fn a_part_of_a_game_is_joined_to_an_earlier_one() {
    let row = "19:4\tB-R4\t\tjoined to game 1 after P-QR3";
    let (code, pgn, said) = with("joined", &["convert", "-q"], PARTED, &[row]);
    assert_eq!(code, 0, "{said}");
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert!(moves(games[0]).contains("3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6"), "{pgn}");
    assert!(games[0].contains("[Reading \"edited\"]") && games.len() == 2, "{pgn}");
    assert!(!moves(games[1]).contains("B-R4"), "the words belong to the first game alone: {pgn}");
    // A score of its own: the same.
    let below = "GAME I.\n\nWhite. Black.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n\nGAME II.\n\n\
                 White. Black.\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n3. Kt-QB3 Kt-KB3\n\nGAME III.\n\n\
                 White. Black.\n5. Castles B-K2\n6. R-K sq. P-QKt4\n7. B-Kt3 P-Q3\n";
    let row = "19:4\tCastles\t\tjoined to game 1 after Kt-B3";
    let (_, pgn, said) = with("joined", &["convert", "-q", "--from", "text"], below, &[row]);
    let joined = "4. Ba4 Nf6 {GAME III.} {White. Black.} 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
    assert!(moves(&pgn).contains(joined), "what stands between them is kept: {pgn}{said}");
}

#[test]
fn a_part_is_joined_to_no_game_that_ends_otherwise_or_does_not_go_on_so() {
    for (row, why) in [
        ("19:4\tB-R4\t\tjoined to game 1 after P-QR4", "no game 1 that ends with P-QR4"),
        ("19:4\tB-R4\t\tjoined to game 7", "no game 7 was read above"),
    ] {
        let (code, found, _) = with("unjoined", &["check", "--message-format", "short"], PARTED, &[row]);
        let line = found.lines().find(|line| line.contains("unplayable-decision")).expect("an error");
        assert!(line.contains(why) && code == 1, "{line}");
    }
}

#[test]
fn a_game_that_is_decided_in_part_says_what_is_left() {
    let text = MISPRINT.replace("P—Kt4", "P—Kt5");
    let (_, before, _) = with("part", &["convert", "-q"], &text, &[]);
    assert!(before.contains("[Reading \"repaired\"]"), "{before}");
    let (_, pgn, _) = with("part", &["convert", "-q"], &text, &["12:4\tQ—QKt4\t\tQb3"]);
    assert!(pgn.contains("[Reading \"repaired, edited\"]"), "{pgn}");
}

#[test]
fn a_decision_made_on_text_holds_in_recognised_pages_and_with_another_sign_for_taking() {
    // The text of the pages, with one number a row as they have it.
    let one_number = |line: &str| {
        let (white, black) = line.split_once('\t').unwrap_or((line, ""));
        format!("{white}\t{}", black.split_once(". ").map_or(black, |(_, black)| black))
    };
    let text = MISPRINT.lines().map(one_number).collect::<Vec<_>>().join("\n");
    let span = Span::of(text.find("Q—QKt4").expect("it"), text.find("Q—QKt4").expect("it") + "Q—QKt4".len());
    let place = Index::new(&text).tell(span, None, (12, 4)).columns();
    let row = format!("{}\tQb3", place[..3].join("\t"));
    let hocr = include_str!("../../fixtures/scan/opera.hocr").replace(">Q-QKt3<", ">Q-QKt4<");
    for (name, form) in [("times", text.replace(" x ", " × ")), ("hocr", hocr)] {
        let (_, before, _) = with(name, &["convert", "-q"], &form, &[]);
        assert!(before.contains("[Reading \"repaired\"]"), "{name}: {before}");
        let (_, pgn, said) = with(name, &["convert", "-q"], &form, &[&row]);
        assert!(!said.contains("decision") && pgn.contains("edited\"]"), "{name}: {said}{pgn}");
        assert!(moves(&pgn).contains("7. Qb3 {printed: Q"), "{name}: {pgn}");
    }
}

#[test]
fn a_decision_is_done_where_the_moves_of_its_game_tell_its_place() {
    // The words around it are those of another form of the book.
    let row = |moves: &str| format!("3:1\tQ—QKt4\tQ—K2 P—QR4 … R—Kt sq 7. P—Q4\tQb3\t\t\t\t{moves}");
    let game = "P x P Q x B P x P B—QB4 Kt—KB3 … Q—K2 Kt—QB3 P—QB3 B—KKt5 P—QKt4";
    let head = "place\tprinted\taround\tdecision\twho\twhen\twhy\tmoves";
    let file = |name: &str, moves: &str| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.tsv"));
        std::fs::write(&path, format!("{head}\n{}\n", row(moves))).expect("a file");
        path.display().to_string()
    };
    let done = run(&["convert", "-q", "-", "--decisions", &file("by-moves", game)], MISPRINT.as_bytes());
    let (pgn, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(moves(&pgn).contains("7. Qb3 {printed: Q") && !said.contains("decision"), "{said}{pgn}");
    let other = "P—Q4 P—Q4 P—QB4 P—K3 Kt—QB3 … Kt—KB3 B—Kt5 B—K2 P—K3 Castles";
    let done = run(&["convert", "-", "--decisions", &file("other-moves", other)], MISPRINT.as_bytes());
    let (pgn, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("stale-decision") && !pgn.contains("edited"), "{said}{pgn}");
}

#[test]
fn a_move_left_out_in_one_print_takes_the_place_of_its_word_in_another() {
    let text = "White. Black.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 Kt-Q5\n4. KtxKt PxkKt\n\
                5. Castles P-QB3\n6. B-R4 Kt-B3\n7. R-K sq P-Q3\n";
    let gap = "6:1\t\t4. KtxKt PxkKt 5 … Castles P-QB3 6. B-R4\texd4";
    let (code, pgn, said) = with("taken", &["convert", "-q", "--notation", "english-ocr"], text, &[gap]);
    assert!(moves(&pgn).contains("4. Nxd4 exd4 {printed: PxkKt} 5. O-O"), "{pgn}{said}");
    assert_eq!(code, 0, "{said}");
    // Where a half-move is missing it is put in, and no word is taken for it that says another.
    let text = text.replace(" PxkKt", "");
    let gap = "6:1\t\t4. KtxKt 5 … Castles P-QB3 6. B-R4\texd4";
    let (_, pgn, said) = with("taken", &["convert", "-q"], &text, &[gap]);
    assert!(moves(&pgn).contains("4. Nxd4 exd4 {not printed} 5. O-O"), "{pgn}{said}");
}

#[test]
fn what_is_remembered_of_one_part_of_a_text_is_not_taken_for_another() {
    // So far apart that they are played apart.
    let between = "Of the masters of that time more might be told.\n\n".repeat(120);
    let other =
        MISPRINT.replace("Paul Morphy against", "Adolf Anderssen against").replace("7. Q—QKt4", "7. Q—QKt5");
    let text = format!("{MISPRINT}\n\n{between}\n\n{other}");
    let told = |options: &TextOptions| {
        let report = read_text(&text, options);
        let games =
            report.games.iter().map(|read| (read.game.span, read.game.details.len(), read.game.verdict));
        (games.collect::<Vec<_>>(), report.regions.clone(), report.unread.clone())
    };
    let fresh = told(&TextOptions::default());
    let options = TextOptions { memory: Some(std::sync::Arc::default()), ..TextOptions::default() };
    assert_eq!(told(&options), fresh);
    assert_eq!(told(&options), fresh, "again");
}

/// What was doubted when a game was written down is doubted when it is read again, and so is that somebody decided.
#[test]
fn reading_tags_of_edited_games_hold_when_they_are_read_again() {
    for reading in ["edited", "chosen, edited", "repaired, edited", "partial, edited"] {
        let text = format!(
            "[White \"A\"]\n[Black \"B\"]\n[Reading \"{reading}\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 *\n"
        );
        let (_, pgn, _) = with("tagged", &["convert", "-q"], &text, &[]);
        assert!(pgn.contains(&format!("[Reading \"{reading}\"]")), "{pgn}");
    }
}
