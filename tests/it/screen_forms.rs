//! Moves as they are copied from a screen, exported from a database or set for one: cells that are paragraphs, tables on their side,
//! footnotes as links, records of a game each, answers in brackets, notes that name their move.
use super::console;
use super::row_forms::MOVES;

/// The start of the game as every form of it is read.
const READ: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5";

/// So many rows of it are written.
const ROWS: usize = 10;

/// What is written of a text, on one line.
fn read(text: &str) -> String {
    let done = console::run(&["convert", "-q", "--from", "text", "-"], text.as_bytes());
    String::from_utf8(done.stdout).expect("UTF-8").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn rows(row: impl Fn(usize, &str, &str) -> String) -> String {
    MOVES[..ROWS].iter().zip(1..).map(|((white, black), at)| row(at, white, black)).collect()
}

/// The game of such rows is certain.
fn check(rows: &str) {
    let text = format!("GAME 1.\n\nAlder v. Birch\n\n{rows}\nBlack resigns.\n");
    let found = read(&text);
    assert!(
        found.contains("[White \"Alder\"] [Black \"Birch\"] [Result \"1-0\"] [Reading \"certain\"]"),
        "{text}{found}"
    );
    assert!(found.contains(READ), "{text}{found}");
}

#[test]
fn cells_that_are_paragraphs_are_rows() {
    check(&rows(|at, white, black| format!("{at}. {white}\n\n{black}\n\n")));
    check(&rows(|at, white, black| format!("{at}.\n\n{white}\n\n{black}\n\n")));
}

#[test]
fn rows_that_lie_on_their_side_may_have_heads() {
    for (head, sides) in
        [("      ", ["White ", "Black "]), ("No.   ", ["White:", "Black:"]), ("      ", ["W     ", "B     "])]
    {
        let block = |from: usize| {
            let line = |head: &str, cell: &dyn Fn(usize) -> String| {
                let cells: String = (from..from + 5).map(|at| format!("{:<12}", cell(at))).collect();
                format!("{head}  {}\n", cells.trim_end())
            };
            let of = |side: fn(&(&'static str, &'static str)) -> &'static str| {
                move |at: usize| side(&MOVES[at]).to_owned()
            };
            line(head, &|at| (at + 1).to_string())
                + &line(sides[0], &of(|row| row.0))
                + &line(sides[1], &of(|row| row.1))
                + "\n"
        };
        check(&(block(0) + &block(5)));
    }
}

#[test]
fn the_second_part_of_a_game_beside_the_first_may_be_short() {
    let row = |at: usize| format!("{:>2} {:<12}{:<12}", at + 1, MOVES[at].0, MOVES[at].1);
    let lines = (0..8)
        .map(|at| if at < 2 { format!("{}   {}\n", row(at), row(at + 8)) } else { format!("{}\n", row(at)) });
    check(&lines.collect::<String>());
}

#[test]
fn answers_in_brackets_are_moves() {
    check(&rows(|at, white, black| format!("{at}. {white} ({black}). ")));
    // A square in brackets tells which pawn is taken.
    check(&rows(|at, white, black| {
        format!("{at}. {white} ({}). ", if at == 10 { "PxKt(Kt4)" } else { black })
    }));
    // One that looks like a move by itself, too.
    check(&rows(|at, white, black| {
        format!("{at}. {white} ({}). ", if at == 4 { "B takes Kt (K B 6)" } else { black })
    }));
    check(&rows(|at, white, black| {
        format!("{at}. {white} ({black}){}", if at % 3 == 0 { "\n" } else { " " })
    }));
}

#[test]
fn what_is_the_same_in_all_rows_is_no_part_of_a_move() {
    const IN_WORDS: [&str; ROWS] =
        ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];
    check(&rows(|at, white, black| format!("Move {at}: White {white}; Black {black}\n")));
    check(&rows(|at, white, black| format!("No. {at}   {white:<20}{black}\n")));
    check(&rows(|at, white, black| format!("{at} - {white} / {black}\n")));
    check(&rows(|at, white, black| format!("{} move. White: {white}. Black: {black}.\n", IN_WORDS[at - 1])));
    // A row that no one can read goes on; a note between two ends nothing.
    let text = rows(|at, white, black| {
        let note = if at == 4 { "\nThreatening Kt takes B.\n\n" } else { "" };
        format!("{at} - {} / {black}\n{note}", if at == 7 { "Q to Q Kt three" } else { white })
    });
    let found = read(&format!("Alder v. Birch\n\n{text}\nBlack resigns.\n"));
    assert!(found.contains("{Threatening Kt takes B.}") && found.contains("6. Bc4 Nf6"), "{found}");
    // Keys of problems are no game.
    let keys: String = (41..47).map(|at| format!("No. {at} Kt-B3, K-K4\n")).collect();
    assert_eq!(read(&format!("SOLUTIONS.\n\n{keys}")), "");
}

#[test]
fn tables_of_forums_are_tables() {
    let table = rows(|at, white, black| format!("[tr][td]{at}[/td][td]{white}[/td][td]{black}[/td][/tr]\n"));
    check(&format!("[table]\n{table}[/table]\n"));
}

#[test]
fn the_border_of_a_table_stands_between_no_game_and_its_end() {
    let table = rows(|at, white, black| format!("|{at} |{white} |{black}\n"));
    check(&format!("|===\n|No. |White |Black\n\n{table}|===\n"));
}

#[test]
fn a_game_of_each_record_of_a_table() {
    let line = rows(|at, white, black| format!("{at}. {white} {black} "));
    let line = line.trim_end();
    for text in [
        format!("White,Black,Result,Moves\nAlder,Birch,1-0,\"{line}\"\nCedar,Dunn,0-1,\"{line}\"\n"),
        format!(
            "White;Black;Result;Moves\r\n\"Alder\";\"Birch\";1-0;{line}\r\n\"Cedar\";\"Dunn\";0-1;{line}\r\n"
        ),
        format!("White\tBlack\tResult\tMoves\nAlder\tBirch\t1-0\t{line}\nCedar\tDunn\t0-1\t{line}\n"),
    ] {
        let found = read(&text);
        assert!(
            found.contains("[White \"Alder\"] [Black \"Birch\"] [Result \"1-0\"] [Reading \"certain\"]"),
            "{text}{found}"
        );
        assert!(
            found.contains("[White \"Cedar\"] [Black \"Dunn\"] [Result \"0-1\"] [Reading \"certain\"]"),
            "{text}{found}"
        );
        assert_eq!(found.matches(READ).count(), 2, "{text}{found}");
    }
}

#[test]
fn a_row_of_a_game_of_each_record_of_a_table() {
    let of = |game: &str| {
        rows(|at, white, black| {
            let note = if at == 4 { "\"Here 5. B-Q3, B-K2 was stronger, I think.\"" } else { "" };
            format!("{game},{at},{white},{black},{note}\n")
        })
    };
    let text = format!("Game,Move,White,Black,Comment\n{}{}", of("Alder v. Birch"), of("Cedar v. Dunn"));
    let found = read(&text);
    for names in ["[White \"Alder\"] [Black \"Birch\"]", "[White \"Cedar\"] [Black \"Dunn\"]"] {
        assert!(found.contains(names), "{found}");
    }
    assert_eq!(found.matches("was stronger, I think.").count(), 2, "{found}");
    assert_eq!(found.matches("9. Bg5 b5 10. Nxb5 cxb5").count(), 2, "{found}");
    assert_eq!(found.matches("[Reading \"certain\"]").count(), 2, "{found}");
}

#[test]
fn a_table_of_a_wiki_has_its_title_above_it() {
    let table = rows(|at, white, black| format!("|-\n| {at} || {white} || {black}\n"));
    let found = read(&format!(
        "== Alder \u{2013} Birch, 1984 ==\n{{| class=\"wikitable\"\n! Move !! White !! Black\n{table}|}}\nDrawn\n"
    ));
    assert!(found.contains("[White \"Alder\"] [Black \"Birch\"] [Result \"1/2-1/2\"]"), "{found}");
    assert!(found.contains(READ) && found.contains("cxb5 {Drawn}"), "{found}");
}

#[test]
fn a_list_below_a_game_is_kept() {
    let game = rows(|at, white, black| format!("{at:>3}. {white:<14}{black}\n"));
    let text = format!(
        "Alder v. Birch\n\n{game}\nDrawn\n\n* Move 7, White: A double attack.\n\n* A game of the old school.\n"
    );
    let found = read(&text);
    for wanted in ["{A double attack.}", "A game of the old school.", READ.split_at(30).0] {
        assert!(found.contains(wanted), "{wanted} {found}");
    }
}

#[test]
fn marks_within_a_field_of_a_table_are_words() {
    let line = rows(|at, white, black| format!("{at}. {white} {black} "));
    let line = line.trim_end();
    for behind in ["", "\u{e9}", " \u{2013} B", "\u{e9}\"\"\u{e9}"] {
        let text = format!(
            "White,Black,Result,Moves\nAlder,\"Birch\"{behind},1-0,{line}\nCedar,Dunn,0-1,\"{line}\"\u{e9}"
        );
        let found = read(&text);
        assert_eq!(found.matches(READ).count(), 2, "{text}{found}");
    }
}

#[test]
fn links_to_footnotes_are_marks() {
    let mark = |at: usize, inner: &str| match at {
        3 => format!("<a epub:type=\"noteref\" href=\"#n1\">{inner}1</a>"),
        7 => "<a class=\"footnote-ref\" role=\"doc-noteref\" href=\"#fn2\"><sup>2</sup></a>".to_owned(),
        _ => String::new(),
    };
    let table = rows(|at, white, black| {
        format!("<p><span>{at}</span> <span>{white}</span>{} <span>{black}</span></p>\n", mark(at, ""))
    });
    let notes = "<aside epub:type=\"footnote\" id=\"n1\"><p>1. Quite sound.</p></aside>\n\
                 <div class=\"footnote\" id=\"fn2\"><p>2 A double attack.</p></div>\n";
    let found = read(&format!(
        "<html><body><h2>Game 1</h2><p>Alder v. Birch</p>\n{table}<p>Black resigns.</p>\n{notes}</body></html>"
    ));
    assert!(found.contains("[Reading \"certain\"]"), "{found}");
    assert!(found.contains("3. d4 {Quite sound.} 3... Bg4"), "{found}");
    assert!(found.contains("7. Qb3 {A double attack.} 7... Qe7"), "{found}");
}

#[test]
fn a_heading_of_the_text_encoding_initiative_names_the_players() {
    let table = rows(|at, white, black| {
        format!("<row><cell>{at}</cell><cell>{white}</cell><cell>{black}</cell></row>\n")
    });
    let found = read(&format!(
        "<?xml version=\"1.0\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><text><body>\n<div><head>Game 1. Alder v. Birch</head>\n<table>\n{table}</table>\n<p>Black resigns.</p></div>\n</body></text></TEI>\n"
    ));
    assert!(
        found.contains("[White \"Alder\"] [Black \"Birch\"] [Result \"1-0\"]") && found.contains(READ),
        "{found}"
    );
}

#[test]
fn notes_below_a_game_stand_at_the_move_they_name() {
    let game = rows(|at, white, black| format!("{at:>3}. {white:<14}{black}\n"));
    for [third, seventh, ninth] in [
        ["Move 3, Black: Already weak.", "Move 7, White: A double attack.", "Move 9, Black: This loses."],
        ["3 (B). Already weak.", "7 (W). A double attack.", "9 (B). This loses."],
        [
            "Black's 3d move. Already weak.",
            "White's 7th move. A double attack.",
            "Black's 9th move. This loses.",
        ],
        ["3... B-Kt5. Already weak.", "7. Q-QKt3. A double attack.", "9... P-QKt4. This loses."],
    ] {
        let text = format!(
            "GAME 1.\n\nAlder v. Birch\n\n{game}Black resigns.\n\nNOTES\n\n{third}\n\n{seventh}\n\n{ninth}\n"
        );
        let found = read(&text);
        for wanted in [
            " Bg4 {Already weak.}",
            "7. Qb3 {A double attack.}",
            " b5 {This loses.}",
            "[Reading \"certain\"]",
        ] {
            assert!(found.contains(wanted), "{wanted} {text}{found}");
        }
    }
}

#[test]
fn the_solution_of_another_problem_begins_from_no_board_here() {
    let board = "BLACK.\n\n  . . . . . . . k\n  . . . . . . p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  R . . . . . . K\n\nWHITE.\nWhite to play, and mate in one move.\n";
    let of = |number: u32| {
        format!("PROBLEM No. 12.\n\n{board}\nSOLUTION TO PROBLEM No. {number}.\n\n 1. R-R8 mate\n")
    };
    assert!(read(&of(12)).contains("1. Ra8# "), "{}", read(&of(12)));
    assert!(!read(&of(10)).contains("Ra8#"), "{}", read(&of(10)));
}

#[test]
fn castling_with_noughts_that_touches_its_number() {
    let found = read(
        "Alder v. Birch\n\n1P-K4 P-K4 2N-KB3 N-QB3 3B-N5 P-QR3 4B-R4 N-B3 5P-Q3 B-K2 6QN-Q2 P-QN4 7B-N3 P-Q3 80-0 0-0\n9R-K1 B-N2 Drawn\n",
    );
    assert!(found.contains("8. O-O O-O 9. Re1 Bb7") && found.contains("[Reading \"certain\"]"), "{found}");
}
