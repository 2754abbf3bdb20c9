//! Tag pairs above moves that are no PGN: they are the tags of the game they head.
use crate::console::run;

/// Exit status, standard output, standard error.
fn convert(args: &[&str], text: &str) -> (i32, String, String) {
    let done = run(&[&["convert"], args].concat(), text.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (done.status.code().expect("an exit status"), text(done.stdout), text(done.stderr))
}

const HEAD: &str = "[Event \"Evening Post\"]\n[Site \"New York\"]\n[Date \"1880.05.02\"]\n[Round \"?\"]\n\
[White \"Smith\"]\n[Black \"Jones\"]\n[Result \"1-0\"]\n[Annotator \"A \\\"B\\\" C\"]\n";

#[test]
fn tags_above_descriptive_moves_are_those_of_the_game() {
    let moves = "\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3 1-0\n";
    let wanted = "[Event \"Evening Post\"]\n[Site \"New York\"]\n[Date \"1880.05.02\"]\n[Round \"?\"]\n\
[White \"Smith\"]\n[Black \"Jones\"]\n[Result \"1-0\"]\n[Annotator \"A \\\"B\\\" C\"]\n[Reading \"certain\"]\n\
[Source \"line 10\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 1-0\n\n";
    for args in [&["-q"][..], &["-q", "--from", "text"]] {
        let (code, out, error) = convert(args, &format!("{HEAD}{moves}"));
        assert_eq!((code, out.as_str()), (0, wanted), "{error}");
    }
    // Windows line ends make no difference.
    let (_, out, _) = convert(&["-q"], &format!("{HEAD}{moves}").replace('\n', "\r\n"));
    assert_eq!(out, wanted);
}

/// A queen takes a queen, and a pawn of the rook's takes back: `Q. takes Q. R. P. takes Q.` could be parted elsewhere.
const CAPTURES: &str = "\n1. P. to K's 4th. P. to K's 3d. 2. Kt. to K. B's 3d. P. to Q's 4th. 3.\n\
P. takes P. P. takes P. 4. P. to Q's 4th. Kt. to K. B's 3d. 5. B. to Q's 3d.\n\
B. to Q's 3d. 6. B. to K's 3d. Castles. 7. Q. Kt. to Q's 2d. R. to K's sq. 8.\n\
P. to K. R's 3d. B. to B's 5th. 9. Q. to K's 2d. Kt. to B's 3d. 10.\n\
P. to B's 3d. Kt. to K. R's 4th. 11. Kt. to B's sq. B. takes B. 12. P. takes B.\n\
Kt. to B's 5th. 13. Q. to Q. B's 2d. Kt. takes B. (ch.) 14. Q. takes Kt.\n\
Q. to B's 3d. 15. Kt. to Kt's 3d. Q. to Kt's 3d. 16. Q. takes Q. R. P. takes Q.\n\
17. K. to Q's 2d. B. to B's 4th. 18. Kt. takes B. *\n";

#[test]
fn the_tag_of_an_earlier_reading_changes_no_move() {
    let read = |tags: &str| {
        let (_, out, error) = convert(&["-q"], &format!("{tags}{CAPTURES}"));
        let (head, moves) = out.split_once("\n\n").unwrap_or_else(|| panic!("{error}"));
        let reading = head.lines().find(|line| line.starts_with("[Reading")).map(str::to_owned);
        (moves.to_owned(), reading.unwrap_or_default())
    };
    let (moves, reading) = read("[Result \"*\"]\n");
    assert!(moves.contains("16. Qxg6 hxg6 17. Kd2"), "{moves}");
    assert_eq!(reading, "[Reading \"chosen\"]");
    for (written, told) in [("certain", "chosen"), ("repaired", "repaired"), ("partial", "partial")] {
        let tags = format!("[Result \"*\"]\n[Reading \"{written}\"]\n");
        assert_eq!(read(&tags), (moves.clone(), format!("[Reading \"{told}\"]")), "{written}");
    }
}

#[test]
fn each_game_of_a_text_has_its_own_tags() {
    let other = "[Event \"Evening Post\"]\n[White \"Brown\"]\n[Black \"Jones\"]\n[Result \"1/2-1/2\"]\n";
    let rows = "\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4. P-B3 Kt-B3\n\nA lively game.\n\n";
    let (code, out, error) = convert(&[], &format!("{HEAD}{rows}{other}\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n\n"));
    assert_eq!(code, 0, "{error}");
    let games: Vec<_> = out.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2, "{out}");
    assert!(games[0].contains("[White \"Smith\"]") && games[0].contains("4. c3 Nf6"), "{out}");
    assert!(!games[0].contains("Brown"), "{out}");
    assert!(games[1].contains("[White \"Brown\"]") && games[1].ends_with("1. d4 d5 2. c4 e6 1/2-1/2\n\n"));
    assert!(!games[1].contains("Smith") && !games[1].contains("Annotator"), "{out}");
}

#[test]
fn a_title_says_what_the_tags_do_not() {
    let head = "[Event \"?\"]\n[White \"Smith\"]\n\nPLAYED AT THE CLUB\n\n";
    let (_, out, _) = convert(&["-q"], &format!("{head}1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n"));
    assert!(out.contains("[Event \"PLAYED AT THE CLUB\"]") && out.contains("[White \"Smith\"]"), "{out}");
}

#[test]
fn a_position_in_a_tag_is_where_the_game_begins() {
    let head = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    let (code, out, error) = convert(&["-q"], &format!("{head}1. P-K4 K-Q2\n2. P-K5 K-K3\n"));
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"), "{out}");
    assert!(out.contains("1. e4 Kd7 2. e5 Ke6"), "{out}");
    // One that is none is told, the tag stays, and nothing is played.
    let (code, out, error) = convert(&[], "[White \"A\"]\n[FEN \"x\"]\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n");
    assert!(code == 1 && error.contains("error[fen-syntax]"), "{error}");
    assert!(out.contains("[FEN \"x\"]\n"), "{out}");
    assert!(out.ends_with("{not read: P-K4 P-K4 2. Kt-KB3 Kt-QB3} *\n\n"), "{out}");
}

#[test]
fn words_that_tell_who_won_count_and_others_do_not() {
    let rows = "[White \"A\"]\n[Result \"1-0\"]\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n\n";
    // Who resigns is told by nothing but whose turn it is; the tag knows better.
    let (code, out, error) = convert(&["--level", "warning"], &format!("{rows}Resigns.\n"));
    assert!(code == 0 && out.contains("[Result \"1-0\"]") && out.ends_with("{Resigns.} 1-0\n\n"), "{out}");
    assert!(error.contains("warning[result-conflict]") && error.contains("1-0 is taken"), "{error}");
    let (_, out, error) = convert(&["--level", "warning"], &format!("{rows}White resigns.\n"));
    assert!(out.contains("[Result \"0-1\"]") && error.contains("0-1 is taken"), "{error}");
    let (_, out, error) = convert(&["--level", "warning"], &format!("{rows}Black resigns.\n"));
    assert!(out.contains("[Result \"1-0\"]") && !error.contains("result-conflict"), "{error}");
}

#[test]
fn an_earlier_doubt_stays() {
    let text =
        "[White \"A\"]\n[Reading \"repaired\"]\n[Source \"page 7\"]\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n";
    let (_, out, _) = convert(&["-q"], text);
    assert!(out.contains("[Reading \"repaired\"]\n[Source \"page 7\"]\n\n"), "{out}");
    assert_eq!(out.matches("[Reading").count(), 1);
}

#[test]
fn tags_above_no_game_are_told() {
    let text =
        format!("{HEAD}\n*\n\n[White \"Brown\"]\n[Black \"Jones\"]\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n");
    let (code, out, error) = convert(&["--level", "note", "--message-format", "short"], &text);
    assert_eq!(code, 0);
    assert!(
        error.contains("-:1:1: note[unused-tags]: tag pairs above no game that could be read"),
        "{error}"
    );
    assert!(out.contains("[White \"Brown\"]") && !out.contains("Smith"), "{out}");
    // Prose that quotes a tag is no record, and nothing is taken from it.
    let prose =
        "A tag looks like this:\n\n[Event \"x\"]\n\n".to_owned() + &"and so the prose goes on.\n".repeat(20);
    let (_, out, _) = convert(&["-q"], &(prose + "\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n"));
    assert!(out.contains("[Event \"?\"]"), "{out}");
}

/// A name that comes again begins the tags of another game: those in front of it head none.
#[test]
fn tags_of_two_games_one_behind_the_other_are_not_put_together() {
    let lost = "[White \"Smith\"]\n[Black \"Jones\"]\n[Site \"Paris\"]\n\n";
    let own = "[White \"Brown\"]\n[Black \"Green\"]\n\n1. P-K4 P-K4\n2. Kt-KB3 P-Q3\n3. P-Q4 B-Kt5\n";
    let (code, out, error) = convert(&[], &format!("{lost}{own}"));
    assert!(code == 0 && error.contains("unused-tags"), "{error}");
    assert!(out.contains("[White \"Brown\"]\n[Black \"Green\"]") && out.contains("[Site \"?\"]"), "{out}");
    assert!(out.ends_with("\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n\n"), "{out}");
}

#[test]
fn moves_without_numbers_have_their_tags_too() {
    let (_, out, error) = convert(&["-q"], "[White \"A\"]\n[Black \"B\"]\n\nP-K4 P-K4\nKt-KB3 Kt-QB3\n");
    assert!(out.contains("[White \"A\"]") && out.contains("1. e4 e5 2. Nf3 Nc6"), "{out}{error}");
}

#[test]
fn words_in_front_of_the_first_move_and_glyphs_are_kept() {
    let moves = "1. P-K4 P-K4 2. Q-R5 $6 Kt-QB3 {natural} 3. B-B4 Kt-B3 4. QxBP mate 1-0\n";
    for (before, comment) in [("{After tea.} ", "{After tea.}"), ("(After tea.) ", "{(After tea.)}")] {
        let (_, out, _) = convert(&["-q"], &format!("{before}{moves}"));
        let moves = "1. e4 e5 2. Qh5 $6 2... Nc6 {natural} 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";
        assert!(out.ends_with(&format!("{comment} {moves}")), "{out}");
    }
}

#[test]
fn what_convert_writes_in_descriptive_notation_is_read_again() {
    let (_, games, _) = convert(&["-q", "fixtures/games/games.pgn"], "");
    let bare = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("[Reading") && !line.starts_with("[Source"));
        lines.fold(String::new(), |all, line| all + line + "\n")
    };
    for notation in ["english", "english-new", "spanish"] {
        let (_, words, _) = convert(&["-q", "--movetext", notation, "fixtures/games/games.pgn"], "");
        let (code, again, error) = convert(&["-q"], &words);
        assert_eq!(code, 0, "{notation} {error}");
        let tags = |text: &str| bare(text).lines().filter(|line| line.starts_with('[')).count();
        assert_eq!(tags(&again), tags(&games), "{notation}");
    }
}

#[test]
fn the_date_of_a_newspaper_is_no_event() {
    let rows = "\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n";
    for (head, event, date) in [
        ("SATURDAY, MAY 2, 1880.", "?", "1880.05.02"),
        ("Monday, the 3d of January 1881", "?", "1881.01.03"),
        ("SATURDAY EVENING CHESS, MAY 2, 1880", "SATURDAY EVENING CHESS, MAY 2, 1880", "1880.05.02"),
    ] {
        let (_, out, _) = convert(&["-q"], &format!("{head}{rows}"));
        assert!(out.contains(&format!("[Event \"{event}\"]")), "{head}: {out}");
        assert!(out.contains(&format!("[Date \"{date}\"]")), "{head}: {out}");
    }
}
