//! What looks like moves and was not read is told, listed and counted; what is misread in a number is read all the same.
use descant::diagnose::Diagnostic;
use descant::game::{Node, Verdict};
use descant::lexicon::Dialect;
use descant::reader::text::{TextGame, TextOptions, read_text};

use super::console;
use super::row_forms::MOVES;

/// A whole game, and rows from the middle of another.
const BOOK: &str = "\
GAME 1.

1. P-K4, P-K4. 2. B-B4, B-B4. 3. Q-R5, Kt-KB3. 4. QxBP mate.

This is a sentence of the book, which goes on for some words and says nothing of moves.
It was held in the rooms of the club in the spring of that year, before many spectators.
Nobody knows who won the second one.
The record begins in the middle of it.
We give what there is.
GAME 2.

  12. Kt-B3   B-K2
  13. P-K5    Kt-K1
  14. Q-R5    P-KKt3
";

fn words(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn rows_of_no_game_are_a_warning_with_a_place_and_count_in_the_summary() {
    let done = console::run(&["check", "--from", "text", "-"], BOOK.as_bytes());
    let said = words(&done.stdout) + &words(&done.stderr);
    assert!(said.contains("warning[unused-moves]: 6 words look like moves"), "{said}");
    assert!(said.contains("--> -:12:3"), "{said}");
    assert!(said.contains("moves read: 7 of about 13; 1 stretch of moves belongs to no game"), "{said}");
    // It is no error; as all warnings it is with --strict.
    let status = |args: &[&str]| {
        let own = ["check", "--only", "unused-moves", "--from", "text", "-"];
        console::run(&[&own[..], args].concat(), BOOK.as_bytes()).status.code()
    };
    assert_eq!((status(&[]), status(&["--strict"])), (Some(0), Some(1)));
}

#[test]
fn what_was_not_read_is_listed_with_its_place_and_stands_in_the_regions() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("unread.tsv");
    let path = list.to_str().expect("a path");
    let done = console::run(
        &["convert", "-q", "--to", "json", "--from", "text", "--unread", path, "-"],
        BOOK.as_bytes(),
    );
    let json = words(&done.stdout);
    let regions: serde_json::Value =
        serde_json::from_str(json.lines().last().expect("regions")).expect("JSON");
    let all = regions["regions"].as_array().expect("a list");
    let unread: Vec<_> = all.iter().filter(|region| region["kind"] == "unread score").collect();
    assert_eq!(unread.len(), 1, "{json}");
    let bound = |at: usize| usize::try_from(unread[0]["span"][at].as_u64().expect("a place")).expect("small");
    assert!(BOOK[bound(0)..bound(1)].trim_start().starts_with("12. Kt-B3"), "{json}");
    let mut rows = csv::ReaderBuilder::new().delimiter(b'\t').from_path(&list).expect("a file");
    let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>().expect("rows");
    let told: Vec<&str> = rows[0].iter().collect();
    let text = "12. Kt-B3 B-K2 13. P-K5 Kt-K1 14. Q-R5 P-KKt3";
    assert_eq!((rows.len(), told), (1, vec!["-", "12", "3", "6", text]));
}

#[test]
fn a_text_of_which_less_than_a_quarter_was_read_exits_with_1() {
    let rows: String = (20..75).map(|number| format!("  {number}. R-K1   R-K8\n")).collect();
    let text = format!("{BOOK}{rows}");
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let said = words(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("error[little-read]: of about 123 half-moves of this text 7 were read"), "{said}");
    let done = console::run(
        &["convert", "--ignore", "little-read,partial-score", "--from", "text", "-"],
        text.as_bytes(),
    );
    assert_eq!(done.status.code(), Some(0));
}

/// The moves of each game of raw print.
fn raw(text: &str) -> Vec<String> {
    let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
    read_text(text, &options).games.iter().map(sans).collect()
}

/// The moves of a game, White's and Black's in turn.
fn sans(found: &TextGame<'_>) -> String {
    let san =
        |node: &Node<'_>| if let Node::Move(played) = node { Some(played.san.to_string()) } else { None };
    found.game.nodes.iter().filter_map(san).collect::<Vec<_>>().join(" ")
}

/// The first moves of Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7";

#[test]
fn rows_of_raw_print_whose_numbers_are_misread_or_lost_are_rows() {
    let rows = [
        ["P-K4", "P-K4"],
        ["Kt-KB3", "P-Q3"],
        ["P-Q4", "B-Kt5"],
        ["PxP", "BxKt"],
        ["QxB", "PxP"],
        ["B-QB4", "Kt-KB3"],
        ["Q-QKt3", "Q-K2"],
    ];
    for numbers in [
        ["i", "2", "3", "4", "5", "6", "7"],
        ["i,", "2", "3", "§", "5", "ee", "7"],
        ["", "2", "3", "4", "", "6", "7"],
        ["7", "2", "3", "4", "$", "6", "17"],
        ["1", "z", "3", "A4", "S", "og", "7"],
    ] {
        let rows = rows
            .iter()
            .zip(numbers)
            .map(|([white, black], number)| format!("{number:<6}{white:<12}{black}\n"));
        let text = format!("GAME No. 1.\n\nWhite.            Black.\n{}", rows.collect::<String>());
        let games = raw(&text);
        assert!(games.len() == 1 && games[0].starts_with(OPERA), "{text}{games:?}");
    }
}

#[test]
fn a_game_with_more_unread_moves_right_behind_it_is_not_certain() {
    let rows = "12. Kt-B3 B-K2\n\n13. P-K5 Kt-K1\n\n14. Q-R5 P-KKt3\n\n15. Q-R6 Kt-Kt2\n";
    let cut = format!("GAME 1.\n\n1. P-K4 P-K4\n\nNobody knows the rest of it.\n\n{rows}");
    let whole = "GAME 1.\n\n1. P-K4 P-K4\n\nNobody knows the rest of it.\n";
    let verdict = |text: &str| read_text(text, &TextOptions::default()).games[0].game.verdict;
    assert_eq!(verdict(whole), Some(Verdict::Certain));
    assert_ne!(verdict(&cut), Some(Verdict::Certain));
}

/// Words that end a game, or the title of another, part it from the moves below them, whatever their numbers.
#[test]
fn a_game_does_not_go_on_below_its_end_or_the_title_of_the_next() {
    let rows = "1. P-K4    P-K4\n2. Kt-KB3  P-Q3\n3. P-Q4    B-Kt5\n4. PxP     BxKt\n5. QxB     PxP\n";
    let other = |first: usize| {
        let moves = [
            "R-K sq, K-R sq", "KtxRP, KxKt", "Q-R5 ch, K-Kt sq", "R-K7, Q-Q3", "QxBP ch, K-R sq",
            "R-K8, mate",
        ];
        let moves = moves.iter().zip(first..).map(|(moves, number)| format!(" {number}. {moves}"));
        moves.collect::<String>()
    };
    let titled = format!("GAME IV.\n\nThe end of this game at odds was{}.\n", other(7));
    let ended = format!(
        "Black resigned.\n\nThe other game had come to 5. P-Q4, PxP:\n\nThe end of it was{}.\n",
        other(6)
    );
    for (below, result) in [(titled, "*"), (ended, "1-0")] {
        let text = format!("GAME III.\n\nWHITE      BLACK\n{rows}\n{below}");
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0];
        assert_eq!(sans(game), "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5", "{text}");
        assert_eq!(game.game.verdict, Some(Verdict::Certain), "{text}");
        assert_eq!(game.game.result.marker(), result, "{text}");
    }
}

#[test]
fn moves_in_a_paragraph_between_a_game_and_the_words_that_end_it_are_its_own() {
    let first = "GAME III.\n\n1. P-K4, P-K4. 2. Kt-KB3, P-Q3. 3. P-Q4, B-Kt5. 4. PxP, BxKt.";
    for left in ["Then Q-R8, QxKt, Kt-K6, B-Q8, KtxQ.\n\n", ""] {
        let text = format!("{first}\n\n{left}Black resigned.\n");
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        let whole = if left.is_empty() { Verdict::Certain } else { Verdict::Partial };
        assert_eq!((game.result.marker(), game.verdict), ("1-0", Some(whole)), "{text}");
    }
}

/// The place of what is left of a move is that of its words, whatever points stand between it and its number.
#[test]
fn a_rest_of_a_move_is_told_where_its_words_begin() {
    let rows = "1. P-K4    P-K4\n2. Kt-KB3  P-Q3\n3. P-Q4    B-Kt5\n";
    for (rest, column) in [("4. Kt to", 4), ("4 Kt to", 3), ("4. .. Kt to", 7), ("4.)  Kt to", 6)] {
        let text = format!("{rows}\nHere some words are lost.\n\n{rest}\n");
        let done = console::run(&["check", "--from", "text", "-"], text.as_bytes());
        let said = words(&done.stdout) + &words(&done.stderr);
        assert!(said.contains("error[partial-score]: moves with the numbers that are due"), "{text}{said}");
        assert!(said.contains(&format!("--> -:7:{column}\n")), "{text}{said}");
    }
}

#[test]
fn what_is_left_behind_the_next_game_is_not_of_the_one_before() {
    let first = "GAME III.\n\n1. P-K4. P-K4.\n2. B-B4. B-B4.\n3. Q-R5.\n";
    let second = "GAME IV.\n\n1. P-Q4. P-Q4.\n2. P-QB4. P-K3.\n";
    let left = "Black. Kt-KR6.\n";
    let verdict = |text: &str| read_text(text, &TextOptions::default()).games[0].game.verdict;
    assert_eq!(verdict(&format!("{first}\n{left}")), Some(Verdict::Partial));
    assert_eq!(verdict(&format!("{first}\n{second}\n{left}")), Some(Verdict::Certain));
}

/// The game at the opera as raw print without a number, under columns whose head is misread.
#[test]
fn rows_of_raw_print_without_numbers_and_with_a_lost_cell_are_a_game() {
    let mut rows = MOVES;
    rows[8].1 = "Kt?";
    let rows: String = rows.iter().map(|(white, black)| format!("        {white:30}{black}\n")).collect();
    let text = format!("        White.                        Biack.\n{rows}");
    let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
    let report = read_text(&text, &options);
    assert_eq!(sans(&report.games[0]), format!("{OPERA} {OPERA_REST}"));
    assert_ne!(report.games[0].game.verdict, Some(Verdict::Certain));
}

/// The moves of the first game of a text.
fn first_moves(text: &str) -> String {
    let report = read_text(text, &TextOptions::default());
    assert!(!report.games.is_empty(), "{text}");
    sans(&report.games[0])
}

/// The game at the opera as a recogniser may read it.
const OPERA_ROWS: [(&str, &str); 17] = {
    let mut rows = MOVES;
    rows[1].0 = "Ki-KB3";
    rows[4].1 = "PsP";
    rows[8].1 = "P-Kt4";
    rows
};

const OPERA_REST: &str =
    "Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5 Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7 Nxd7 Qb8 Nxb8 Rd8";

#[test]
fn blocks_of_raw_print_under_heads_of_their_own_are_one_game_though_a_title_stands_between() {
    let block = |moves: Vec<&str>| moves.join("\n");
    let white = block(OPERA_ROWS.iter().map(|row| row.0).collect());
    let black = block(OPERA_ROWS.iter().map(|row| row.1).filter(|cell| !cell.is_empty()).collect());
    let text = format!("White.\n{white}\n\nGAME 2.\n\nPlayed at Paris.\n\nBlack.\n{black}\n");
    assert_eq!(first_moves(&text), format!("{OPERA} {OPERA_REST}"));
}

#[test]
fn rows_of_raw_print_go_on_at_the_top_of_the_next_column_behind_text() {
    let rows: Vec<String> =
        (1..).zip(OPERA_ROWS).map(|(number, (white, black))| format!("{number}. {white} {black}")).collect();
    let above = "GAME 1.\nafter which the game cannot be\nsaved. White had nothing better than\n\
                 this, which is far from good, and the\nWhite. Black.";
    let left = above.lines().chain(rows[..10].iter().map(String::as_str));
    let right = rows[10..].iter().map(String::as_str).chain(std::iter::repeat(""));
    let lines: Vec<String> =
        left.zip(right).map(|(left, right)| format!("{left} {right}").trim_end().to_owned()).collect();
    assert_eq!(first_moves(&lines.join("\n")), format!("{OPERA} {OPERA_REST}"));
}

#[test]
fn a_mark_behind_the_sign_of_capture_stands_for_a_letter_in_a_row_without_a_number() {
    let row = |(number, (white, black)): (usize, (&str, &str))| match number {
        4 => format!("Px? {black}\n"),
        _ => format!("{number}. {white} {black}\n"),
    };
    let rows: String = (1..).zip(OPERA_ROWS).map(row).collect();
    let text = format!("GAME 1.\n\nWhite.  Black.\n{rows}");
    assert_eq!(first_moves(&text), format!("{OPERA} {OPERA_REST}"), "{text}");
}

#[test]
fn halves_of_a_table_over_two_pages_go_on_though_the_first_number_of_the_last_is_misread() {
    for misread in ["18,", "12,"] {
        let row = |(number, (white, black)): (usize, (&str, &str))| {
            let number = if number == 13 { misread.to_owned() } else { format!("{number}.") };
            format!("{number:<5}{white:<14}{black}\n")
        };
        let rows: Vec<String> = (1..).zip(OPERA_ROWS).map(row).collect();
        let part = |rows: &[String]| rows.concat();
        let text = format!(
            "GAME 1.\n\nWhite.        Black.\n{}{}\n\u{c}{}{}",
            part(&rows[..4]),
            part(&rows[9..12]),
            part(&rows[4..9]),
            part(&rows[12..])
        );
        assert_eq!(first_moves(&text), format!("{OPERA} {OPERA_REST}"), "{text}");
    }
}

#[test]
fn fractions_that_were_read_are_not_left_over_and_others_are_told_with_their_words() {
    let read = "GAME 1.\n\n  P-K4     B-B4     Q-R5      QxBP mate\n1 ---- 2 ------ 3 ------- 4 ---------\n  P-K4     B-B4     Kt-KB3\n";
    let report = read_text(read, &TextOptions::default());
    assert_eq!((report.games.len(), report.games[0].game.plies), (1, 7));
    assert!(report.unread.is_empty(), "{:?}", report.unread);
    let stray =
        "A position.\n\n   R-Kt7    Q-Q8     R-R8\n9 ----- 10 ------ 11 -----\n  K-R7     B-R6     Q-Kt8\n";
    let report = read_text(stray, &TextOptions::default());
    assert!(report.games.is_empty() && !report.unread.is_empty());
    assert!(report.unread.iter().all(|unread| !unread.span.is_empty()), "{:?}", report.unread);
}

/// Bars of tables that are set tight touch the next number, and words stand over the middle of theirs.
#[test]
fn fractions_whose_bars_touch_the_next_number_are_a_game() {
    let first = "    P-K4    Kt-KB3    B-B4    Castles\n1. -----2. -------3. ----4. --------\n    P-K4    Kt-QB3    B-B4    Kt-B3\n";
    let tight = "  P-Q3    P-B3\n5. ----6.-----\n  P-Q3    B-KKt5\n";
    // White's move is the last, and Black's before it stands below it.
    let last = "  P-KR3       Q-K2\n7.------8. --------\n   B-R4\n\n    Drawn game.\n";
    let text = format!("GAME 1.\n\n{first}\n{tight}\n{last}");
    let report = read_text(&text, &TextOptions::default());
    let game = &report.games[0];
    assert_eq!(sans(game), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 Bg4 h3 Bh5 Qe2");
    assert_eq!((game.game.result.marker(), game.game.verdict), ("1/2-1/2", Some(Verdict::Certain)));
}

/// A line of moves below the last row, without numbers, is of the game, and what it holds is not lost without a word.
#[test]
fn cells_of_moves_without_numbers_below_a_game_leave_it_partial() {
    let rows = "GAME 1.\n\n1. P-K4    P-K4\n2. Kt-KB3  P-Q3\n3. P-Q4    B-Kt5\n\n";
    let verdict = |below: &str| {
        let text = format!("{rows}{below}\nGAME 2.\n");
        let report = read_text(&text, &TextOptions::default());
        report.games[0].game.verdict
    };
    assert_eq!(verdict("  PxP     QxB     KtxP\n"), Some(Verdict::Partial));
    assert_eq!(verdict("  PxP     QxB     in the match\n"), Some(Verdict::Certain));
}

#[test]
fn games_in_fractions_side_by_side_are_read_one_behind_the_other() {
    let text = "   P-K4          P-Q4\n1. ----       1. ----\n   P-K4          P-Q4\n\n   Kt-KB3        P-QB4\n2. ------     2. -----\n   Kt-QB3        P-K3\n\n   B-Kt5         Kt-QB3\n3. -----      3. ------\n   P-QR3         Kt-KB3\n\n   B-R4          B-Kt5\n4. ----       4. -----\n   Kt-B3         B-K2\n";
    let report = read_text(text, &TextOptions::default());
    let played = |game: usize| {
        let moves = report.games[game].game.nodes.iter().filter_map(|node| match node {
            Node::Move(played) => Some(played.san.to_string()),
            _ => None,
        });
        moves.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(report.games.len(), 2);
    assert_eq!(played(0), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
    assert_eq!(played(1), "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7");
}

/// What no game has behind the last move of one is told, though a title stands below it and the next game begins.
#[test]
fn a_last_move_above_the_next_title_is_not_lost() {
    let sides = |side: &str| {
        let (white, black) = if side.is_empty() { ("", "   ") } else { ("W. ", "B. ") };
        format!(
            "GAME III.\n\n1. {white}P-K4.\n{black}P-K4.\n2. {white}B-B4.\n{black}B-B4.\n3. {white}Q-R5.\n\n\
             {black}Kt-KR6.\n\nGAME IV.\n\n1. {white}P-Q4.\n{black}P-Q4.\n2. {white}P-QB4.\n{black}P-K3.\n\
             3. {white}Kt-QB3.\n{black}Kt-KB3.\n"
        )
    };
    for text in [sides("W"), sides("")] {
        let report = read_text(&text, &TextOptions::default());
        let first = &report.games[0];
        assert_eq!(first.game.verdict, Some(Verdict::Partial), "{text}");
        let place = text.find("Kt-KR6").expect("a move");
        let told = |found: &Diagnostic| (found.span.start..=found.span.end).contains(&(place as u32));
        assert!(first.diagnostics.iter().any(told), "{text}: {:?}", first.diagnostics);
    }
}

#[test]
fn what_belongs_to_no_game_is_listed_whichever_games_are_wanted() {
    let list = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("left-of-chosen.tsv");
    let rows = |args: &[&str]| {
        let path = list.display().to_string();
        let done = console::run(&[&["convert", "-q", "--unread", &path], args].concat(), BOOK.as_bytes());
        assert!(done.stderr.is_empty(), "{}", words(&done.stderr));
        std::fs::read_to_string(&list).expect("a file")
    };
    let all = rows(&["--from", "text"]);
    assert_eq!(all.lines().count(), 2, "{all}");
    assert_eq!(rows(&["--from", "text", "--games", "1"]), all);
}

#[test]
fn words_in_the_place_of_a_move_are_where_a_game_is_partial() {
    let text = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR9 4. B-R4 Kt-B3\n";
    let done = console::run(&["check", "--message-format", "short", "-"], text.as_bytes());
    let said = words(&done.stdout) + &words(&done.stderr);
    assert!(said.contains("-:1:40: error[partial-score]"), "{said}");
}
