//! Games that others interrupt, ways to go on of which one was played, titles over something else, and corrections.
use super::pieces::{OTHER, OTHERS, PLAYED, ROWS, played, read, rows};
use descant::code::Code;
use descant::reader::text::TextReport;
use descant::record::GameResult;

fn white(report: &TextReport<'_>, game: usize) -> Option<String> {
    let tags = &report.games[game].game.tags;
    tags.iter().find(|tag| tag.name == "White").map(|tag| tag.value.to_string())
}

#[test]
fn of_two_bare_ways_to_go_on_the_one_that_reaches_the_end_is_the_game() {
    let short = "3. P-Q4 PxP 4. KtxP.";
    let game = rows(&ROWS[2..], 3).replace('\n', " ");
    for (below, result) in [("Black resigns.", GameResult::White), ("", GameResult::Unknown)] {
        let text = format!("{}\n\n{short}\n\n{game}\n\n{below}\n", rows(&ROWS[..2], 1).replace('\n', " "));
        let report = read(&text);
        assert_eq!(played(&report), [PLAYED], "{text}");
        // Nothing but its end says which was played.
        assert_eq!((report.games[0].game.result, report.verdicts[0]), (result, 0), "{text}");
    }
}

#[test]
fn a_game_goes_on_behind_another_that_is_told_in_its_midst() {
    let (above, below) = (rows(&ROWS[..3], 1), rows(&ROWS[3..], 4));
    let whole = format!("The following was played by Noa:\n\n{}Black resigns.", rows(&OTHERS, 1));
    let quoted = format!(
        "In the game Noa-Weiss White played {} with a good game.",
        rows(&OTHERS[..3], 1).replace('\n', " ")
    );
    let three: String = OTHER.split_inclusive(' ').take(6).collect();
    for (told, other) in [(whole, OTHER), (quoted, three.trim_end())] {
        for leads in ["", "The present game continued:\n\n"] {
            let text = format!(
                "GAME I.\n\nWhite: Bird. Black: Burn.\n\n{above}\n{told}\n\n{leads}{below}White resigns.\n"
            );
            let report = read(&text);
            assert_eq!(played(&report), [PLAYED, other], "{text}");
            assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
            assert!(report.games[0].diagnostics.iter().any(|found| found.code == Code::ChosenLine), "{text}");
        }
    }
}

#[test]
fn the_title_over_a_game_is_not_of_one_that_is_told_below_it() {
    let told = format!(
        "Compare the game Judd v. Mason, which went {} and White won.",
        rows(&OTHERS[..3], 1).replace('\n', " ")
    );
    let text =
        format!("GAME I.\n\nWhite: Bird. Black: Burn.\n\n{told}\n\n{}White resigns.\n", rows(&ROWS, 1));
    let report = read(&text);
    assert_eq!(played(&report)[1], PLAYED);
    assert_eq!((white(&report, 0), white(&report, 1).as_deref()), (None, Some("Bird")));
    assert_eq!(report.verdicts[0], 0);
}

#[test]
fn titled_ways_to_go_on_are_games_or_a_variation_and_the_game() {
    let stem = rows(&ROWS[..2], 1);
    let scotch = ["P-Q4 PxP", "KtxP Kt-B3", "KtxKt KtPxKt"];
    let parts =
        format!("{stem}\nFIRST GAME.\n\n{}\nSECOND GAME.\n\n{}", rows(&ROWS[2..], 3), rows(&scotch, 3));
    let report = read(&parts);
    assert_eq!(played(&report), [PLAYED, "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6"]);
    for (variation, game) in [
        ("VARIATION ON WHITE'S 3RD MOVE.", "CONTINUATION OF THE GAME."),
        ("If, instead,", "To return to the game:"),
    ] {
        let text = format!(
            "{stem}\n{variation}\n\n{}\n{game}\n\n{}White resigns.\n",
            rows(&scotch, 3),
            rows(&ROWS[2..], 3)
        );
        let report = read(&text);
        assert_eq!(played(&report), [PLAYED], "{text}");
        assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
    }
}

#[test]
fn a_correction_in_the_text_is_told_at_the_move() {
    let game = format!("GAME I.\n\nWhite: Bird. Black: Burn.\n\n{}Drawn game.\n", rows(&ROWS, 1));
    for (correction, is_meant) in [
        ("ERRATA.\n\nGame I., move 4, Black: for \"Kt-B3\" read \"P-Q3\".", true),
        ("Erratum. In Game 1, Black's 4th move, for Kt-B3 read P-Q3.", true),
        ("Game I., move 2, Black: for \"Kt-B3\" read \"P-Q3\".", false),
        ("For the love of chess we read Kt-B3 here.", false),
    ] {
        let text = format!("{game}\n{correction}\n");
        let report = read(&text);
        let found = report.games[0].diagnostics.iter().find(|found| found.message.contains("corrects"));
        assert_eq!(found.map(|found| found.span.of_text(&text)), is_meant.then_some("Kt-B3"), "{text}");
        assert_eq!(report.verdicts[0], u32::from(!is_meant), "{text}");
    }
}

#[test]
fn a_result_behind_the_names_of_a_heading_is_of_the_game() {
    for (result, meant) in
        [("1-0", GameResult::White), ("0-1", GameResult::Black), ("\u{bd}-\u{bd}", GameResult::Draw)]
    {
        let text = format!("1. Bird - Burn   {result}\n\n{}", rows(&ROWS, 1));
        let report = read(&text);
        assert_eq!(
            (played(&report), white(&report, 0).as_deref()),
            (vec![PLAYED.to_owned()], Some("Bird")),
            "{text}"
        );
        assert_eq!(report.games[0].game.result, meant, "{text}");
    }
}

#[test]
fn pairs_of_men_and_men_in_exchange_are_odds() {
    let board = |odds: &str| {
        let text = format!(
            "White: Bird. Black: Burn.\n\n{odds}\n\n1. P-K4 P-K4\n2. P-Q3 P-Q3\n3. P-QR3 P-QR3\n4. P-KR3 P-KR3\n"
        );
        let report = read(&text);
        (report.games[0].game.start.to_string(), report.verdicts[0])
    };
    for (odds, start) in [
        ("Remove White's two Knights.", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R"),
        ("White gives both Rooks.", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1"),
        ("White gives Queen for Queen's Rook.", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"),
    ] {
        let (fen, certain) = board(odds);
        assert!(fen.starts_with(start) && certain == 1, "{odds}: {fen}");
    }
    for odds in ["White gives two minor pieces.", "Remove White's Q R, and place his Q R P at Q R 3."] {
        assert_eq!(board(odds).1, 0, "{odds}");
    }
}

#[test]
fn an_answer_below_its_title_and_the_numbers_of_the_game_play_from_the_men_told() {
    let men = "White: K at K Kt 2; R at K Kt 6; B at Q 3; Kt at K 8; Ps at Q Kt 2, Q R 3, Q B 3.\n\
               Black: K at Q B 4; R at Q Kt 2; B at K B 5; Ps at Q 5, K Kt 5, Q Kt 4, K 4, Q R 3.\n";
    for (title, first) in [("SOLUTION.\n\n", 1), ("", 1), ("", 54)] {
        let answer = format!("{first}. P-Kt4 ch K-Q4\n{}. R-Q6 mate\n", first + 1);
        let text =
            format!("PROBLEM No. 12.\n\n{men}\nWhite to play and mate in two moves.\n\n{title}{answer}");
        let report = read(&text);
        assert_eq!(played(&report), ["b4 Kd5 Rd6"], "{text}");
    }
}

#[test]
fn marks_of_forums_wikis_and_wrong_encodings_are_no_words() {
    for (dash, number) in [
        ("\u{ff0d}", "1."),
        ("\u{e2}\u{20ac}\u{201d}", "1."),
        ("-", "1\\."),
        ("-", "[b]1.[/b]"),
        ("-", "'''1.'''"),
        ("-", "<del>1. P-Q4</del> 1."),
    ] {
        let game = rows(&ROWS, 1).replacen("1.", number, 1).replace('-', dash);
        let html = if number.starts_with('<') { "<html><body><pre>" } else { "" };
        let text = format!("{html}== Bird v. Burn ==\n\n{game}");
        let report = read(&text);
        assert_eq!((played(&report), report.verdicts[0]), (vec![PLAYED.to_owned()], 1), "{text}");
    }
}

/// The game of the cases below, which ends with the words that follow.
fn ended(end: &str, behind: &str) -> String {
    format!("White: Bird. Black: Burn.\n\n{}{end}\n\n{behind}\n", rows(&ROWS, 1))
}

#[test]
fn what_might_have_been_played_behind_the_end_is_no_part_of_the_game() {
    let next = ROWS.len() + 1;
    let thought = rows(&["P-Q4 P-Q3", "P-B3 Castles"], next);
    for (words, is_certain) in
        [("The game might have continued thus:", true), ("For if", true), ("(A)", false)]
    {
        let text = ended("White resigns.", &format!("{words}\n\n{thought}"));
        let report = read(&text);
        assert_eq!(played(&report), [PLAYED], "{text}");
        assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
        assert_eq!(report.verdicts[0] == 1, is_certain, "{text}");
    }
}

#[test]
fn a_variation_in_rows_below_the_end_leaves_the_result() {
    let text = ended("White resigns.", "(A)\n\n4. P-Q3          P-Q3\n5. P-KR3          P-KR3\n");
    let report = read(&text);
    assert_eq!(played(&report), [PLAYED], "{text}");
    assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
}

#[test]
fn rows_that_words_only_think_of_are_a_variation_though_they_stand_first() {
    let last = ROWS.len() - 2;
    let thought = format!("{}. P-QR3          P-QR3\n{}. P-R3          P-R3\n", last + 1, last + 2);
    let further = format!("{}. P-KKt3          P-KKt3\n", last + 3);
    let text = format!(
        "White: Bird. Black: Burn.\n\n{}\nHe might have played\n\n{thought}{further}\nwith a good game.\n\n{}White resigns.\n",
        rows(&ROWS[..last], 1),
        rows(&ROWS[last..], last + 1)
    );
    let report = read(&text);
    assert_eq!(played(&report), [PLAYED], "{text}");
    assert_eq!((report.games[0].game.result, report.verdicts[0]), (GameResult::Black, 1), "{text}");
}

#[test]
fn a_game_goes_on_behind_a_variation_with_a_title() {
    let text = format!(
        "White: Bird. Black: Burn.\n\n{}\n(VARIATION.)\n\n3. P-QR3          P-QR3\n\n(The game continued.)\n\n{}White resigns.\n",
        rows(&ROWS[..4], 1),
        rows(&ROWS[4..], 5)
    );
    let report = read(&text);
    assert_eq!(played(&report), [PLAYED], "{text}");
    assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
}

#[test]
fn a_variation_that_cannot_be_played_is_told() {
    let text = "White: Bird   Black: Burn\n\n\
        1. P-K4           P-K4\n2. Kt-KB3         Kt-QB3\n3. B-B4           B-B4\n4. P-B3           Kt-B3\n\
        5. P-Q4           P x P\n6. P x P          B-Kt5 ch\n\nHe might have played\n\n\
        5. P-QR5          P-QR5\n6. P-KR3          Castles\n7. Q x Q ch       K x Q\n\nwith a good game.\n\n\
        7. Kt-B3          Kt x KP\n8. Castles        Kt x Kt\nWhite resigns.\n";
    let report = read(text);
    assert_eq!(report.games.iter().map(|found| found.game.plies).collect::<Vec<_>>(), [16]);
    assert_eq!(report.games[0].game.result, GameResult::Black);
    assert!(report.games[0].diagnostics.iter().any(|found| found.code == Code::UnreadVariation));
}

/// A longer game, and how it goes on.
const LONGER: [&str; 3] = ["R-K sq P-QKt4", "B-Kt3 P-Q3", "P-B3 Castles"];
const PLAYED_LONGER: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";

#[test]
fn a_game_goes_on_behind_ways_with_titles_by_what_it_plays() {
    let begins = format!("White: Bird. Black: Burn.\n\n{}", rows(&ROWS, 1));
    let ends = format!("{}White resigns.\n", rows(&LONGER, 6));
    let short = rows(&["BxKt QPxB"], 4);
    let due = rows(&["BxKt QPxB", "P-Q3 B-KKt5"], 4);
    let farther = rows(&["BxKt QPxB", "P-Q3 B-KKt5", "P-KR3 BxKt", "QxB Q-B3"], 4);
    for way in [&short, &due, &farther] {
        for (title, behind) in [
            ("FIRST VARIATION.", ""),
            ("VARIATION A.", "And Black has a good game.\n"),
            ("(VARIATION.)", "and White wins.\n"),
            ("VARIATION.", "\nThe pair of Bishops is worth the doubled Pawn.\n"),
            ("SECOND METHOD OF PLAY.", ""),
            ("EXAMPLE.", ""),
        ] {
            let text = format!("{begins}\n{title}\n\n{way}{behind}\n{ends}");
            let report = read(&text);
            assert_eq!(played(&report), [PLAYED_LONGER], "{text}");
            assert_eq!((report.games[0].game.result, report.verdicts[0]), (GameResult::Black, 1), "{text}");
        }
    }
    let text = format!("{begins}\nFIRST VARIATION.\n\n{due}\nSECOND VARIATION.\n\n{short}\n{ends}");
    let report = read(&text);
    assert_eq!((played(&report), report.verdicts[0]), (vec![PLAYED_LONGER.to_owned()], 1), "{text}");
}

#[test]
fn rows_that_play_behind_a_game_and_its_variation_are_of_the_game_and_in_doubt() {
    let begins = format!("White: Bird. Black: Burn.\n\n{}", rows(&ROWS, 1));
    let way = rows(&["P-Q3 B-K2"], 5);
    let text = format!(
        "{begins}\nVARIATION.\n\n{way}\n{}White resigns.\n",
        rows(&["P-B3 Castles", "P-KR3 P-R3"], 6)
    );
    let report = read(&text);
    assert_eq!(played(&report), [format!("{PLAYED} c3 O-O h3 h6")], "{text}");
    assert_eq!((report.games[0].game.result, report.verdicts[0]), (GameResult::Black, 0), "{text}");
}

#[test]
fn a_variation_goes_on_below_a_blank_line_where_the_game_does_not_play() {
    let begins = format!("White: Bird. Black: Burn.\n\n{}", rows(&ROWS[..4], 1));
    let text = format!(
        "{begins}\nFIRST VARIATION.\n\n{}\n{}",
        rows(&["BxKt QPxB"], 4),
        rows(&["KtxP Q-Q5", "Kt-KB3 QxKP ch"], 5)
    );
    let report = read(&text);
    let stem: String = PLAYED.split_inclusive(' ').take(8).collect();
    let way = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4";
    assert_eq!(played(&report), [stem.trim_end(), way], "{text}");
}

#[test]
fn of_two_ways_to_go_on_the_one_that_ends_is_the_game() {
    let way = rows(&["P-Q4 PxP", "KtxP KtxKt"], 3);
    let game = rows(&ROWS[2..], 3);
    for behind in ["and wins.", "with an even game.", "etc."] {
        for lead in ["In a former game White continued thus:", "OTHER DEFENCE.", "(A)"] {
            let text = format!(
                "White: Bird. Black: Burn.\n\n{}\n{lead}\n\n{way}{behind}\n\n{game}White resigns.\n",
                rows(&ROWS[..2], 1)
            );
            let report = read(&text);
            assert_eq!(played(&report), [PLAYED], "{text}");
            assert_eq!((report.games[0].game.result, report.verdicts[0]), (GameResult::Black, 0), "{text}");
        }
    }
}

#[test]
fn rows_of_two_moves_are_no_column_of_white_alone() {
    let way = "5. ...   P-QKt4\n6. B-Kt3   P-Q3\n";
    let text = format!(
        "WHITE. (Mr. Bird.)BLACK. (Mr. Burn.)\n\n{}\n(A)\n\n{way}\n{}White resigns.\n",
        rows(&ROWS, 1),
        rows(&LONGER, 6)
    );
    let report = read(&text);
    assert_eq!(played(&report), [PLAYED_LONGER], "{text}");
    assert_eq!(report.games[0].game.result, GameResult::Black, "{text}");
}

#[test]
fn a_row_beside_the_words_that_end_the_game_on_its_left_is_of_the_game_on_its_right() {
    let row = |n: usize, row: &str| {
        let (white, black) = row.rsplit_once(' ').expect("two moves");
        format!("{n}. {white:<12}{black:<12}")
    };
    let both = (1..).zip(OTHERS.iter().zip(&ROWS));
    let both: String =
        both.map(|(n, (left, right))| format!("{:<44}{}\n", row(n, left), row(n, right))).collect();
    for (blank, rows) in [("", 1), ("", 3), ("\n", 1), ("\n", 2), ("\n", 3)] {
        let mut right = (6..).zip(&LONGER[..rows]).map(|(n, words)| row(n, words));
        let first = match blank {
            "" => String::new(),
            _ => format!("{:<44}{}\n", "", right.next().expect("a row")),
        };
        let beside = format!("{:<44}{}\n", "White resigns.", right.next().unwrap_or_default());
        let below: String = right.map(|row| format!("{:<44}{row}\n", "")).collect();
        let text =
            format!("{:<44}GAME II.\n\n{both}{first}{beside}{below}\n{:<44}Black resigns.\n", "GAME I.", "");
        let report = read(&text);
        let plies = PLAYED_LONGER.split(' ').take(10 + 2 * rows).collect::<Vec<_>>().join(" ");
        assert_eq!(played(&report), [OTHER.to_owned(), plies], "{text}");
        let results: Vec<_> = report.games.iter().map(|found| found.game.result).collect();
        assert_eq!(results, [GameResult::Black, GameResult::White], "{text}");
    }
}
