//! Rows as people write them: with the names of the sides, in quoted cells, with dashes or stars about the number.
use descant::game::Verdict;
use descant::reader::text::{TextOptions, read_text};

use super::console;

/// Morphy's game at the opera, 1858.
pub(crate) const MOVES: [(&str, &str); 17] = [
    ("P-K4", "P-K4"),
    ("Kt-KB3", "P-Q3"),
    ("P-Q4", "B-Kt5"),
    ("PxP", "BxKt"),
    ("QxB", "PxP"),
    ("B-QB4", "Kt-KB3"),
    ("Q-QKt3", "Q-K2"),
    ("Kt-B3", "P-B3"),
    ("B-KKt5", "P-QKt4"),
    ("KtxP", "PxKt"),
    ("BxKtP ch", "QKt-Q2"),
    ("O-O-O", "R-Q1"),
    ("RxKt", "RxR"),
    ("R-Q1", "Q-K3"),
    ("BxR ch", "KtxB"),
    ("Q-Kt8 ch", "KtxQ"),
    ("R-Q8 mate", ""),
];

/// So many rows of it are written, each of two half-moves.
const ROWS: usize = 10;

fn game(row: impl Fn(usize, &str, &str) -> String) -> String {
    let rows = MOVES[..ROWS].iter().zip(1..);
    let rows: Vec<String> = rows.map(|((white, black), at)| row(at, white, black)).collect();
    format!("GAME THE FIRST.\n\nBetween Mr. Alder and Mr. Birch.\n\n{}\n", rows.concat())
}

/// The games of a text, without their tags.
fn moves(text: &str) -> String {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    written.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_name_of_a_side_in_front_of_a_move_says_no_more_than_its_place() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    assert!(plain.contains("1. e4 e5 2. Nf3 d6") && plain.contains("10. Nxb5 cxb5"), "{plain}");
    for (w, b) in [
        ("W. ", "B. "),
        ("White: ", "Black: "),
        ("White. ", "Black. "),
        ("W.—", "B.—"),
        ("W—", "B—"),
        ("W.--", "B.--"),
        ("White—", "Black—"),
        ("W. — ", "B. — "),
        ("White — ", "Black — "),
    ] {
        let rows = game(|at, white, black| format!("{at}. {w}{white}   {b}{black}\n"));
        let lines = game(|at, white, black| format!("{at}. {w}{white}.\n   {b}{black}.\n"));
        let running = game(|at, white, black| format!("{at}. {w}{white}. {b}{black}. "));
        for (name, text) in [("rows", rows), ("lines", lines), ("running text", running)] {
            assert_eq!(moves(&text), plain, "{w} {name}: {text}");
        }
    }
}

#[test]
fn rows_without_numbers_that_name_the_sides_are_whole() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    for (w, b) in [
        ("W. ", "B. "),
        ("W: ", "B: "),
        ("W. — ", "B. — "),
        ("White. ", "Black. "),
        ("White: ", "Black: "),
        ("White, ", "Black, "),
        ("White ", "Black "),
        ("WHITE. ", "BLACK. "),
    ] {
        let lines = game(|_, white, black| format!("{w}{white}\n{b}{black}\n"));
        let rows = game(|_, white, black| format!("{w}{white}   {b}{black}\n"));
        for text in [lines, rows] {
            let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
            let written = String::from_utf8(done.stdout).expect("UTF-8");
            assert_eq!(moves(&text), plain, "{text}");
            assert!(written.contains("[Reading \"chosen\"]"), "{text}{written}");
        }
    }
}

#[test]
fn ordinals_number_rows_where_they_count_from_the_first() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    let end = |at: usize| ["st", "nd", "rd", "th"][at.min(4) - 1];
    let forms: [fn(&str, &str, &str) -> String; 5] = [
        |at, white, black| format!("{at}. {white:20}{black}\n"),
        |at, white, black| format!("{at}  {white:20}{black}\n"),
        |at, white, black| format!("{at} move. White: {white}. Black: {black}.\n"),
        |at, white, black| format!("{at} move.\nWhite. {white}.\nBlack. {black}.\n"),
        |at, white, black| format!("{at}. White. {white}.\n     Black. {black}.\n"),
    ];
    for form in forms {
        let text = game(|at, white, black| form(&format!("{at}{}", end(at)), white, black));
        assert_eq!(moves(&text), plain, "{text}");
    }
    // A rank at the beginning of a line is none.
    let ranks =
        [3, 4, 3, 4, 5].map(|rank| format!("Here the Kt. to K. B.\n{rank}th. P. takes P. is played.\n"));
    let text = game(|at, white, black| format!("{at}. {white}   {black}\n")) + &ranks.concat();
    assert!(moves(&text).starts_with(plain.trim_end_matches(['*', ' '])), "{text}");
}

#[test]
fn a_colon_shortens_a_name_as_a_full_stop_does() {
    let rows = [
        ("K. P. to K. 4th", "K. P. to K. 4th"),
        ("K. Kt. to K. B. 3d", "Q. Kt. to Q. B. 3d"),
        ("K. B. to Q. B. 4th", "K. B. to Q. B. 4th"),
        ("Q. B. P. to Q. B. 3d", "K. Kt. to K. B. 3d"),
        ("Q. P. to Q. 4th", "K. P. takes Q. P."),
        ("Q. B. P. takes P.", "B. gives check"),
    ];
    let told = |row: fn(usize, &str, &str) -> String| -> String {
        (1..).zip(rows).map(|(at, (white, black))| row(at, white, black)).collect()
    };
    let table = told(|at, white, black| format!("{at}. {white:24}{black}\n"));
    let running = told(|at, white, black| format!("{at}. {white}, {black}; "));
    let mut misprint = table.clone();
    misprint.replace_range(misprint.find("Kt. to").map_or(0..0, |at| at + 2..at + 3), ":");
    for text in [table.replace(". ", ": "), running.replace("K. ", "K: ").replace("Q. ", "Q: "), misprint] {
        let told = moves(&format!("GAME I.\n\n{text}\n"));
        let is_all = told.contains("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+");
        assert!(is_all, "{text}{told}");
    }
}

#[test]
fn raised_figures_behind_moves_are_the_marks_of_footnotes() {
    let marked = |at: usize| match at {
        2 => "\u{2079}",
        3 => "\u{b9}\u{2070}",
        7 => "\u{b9}\u{b9}",
        _ => "",
    };
    let rows = game(|at, white, black| format!("{at}. {white}{}   {black}\n", marked(at)));
    let text = format!("{rows}\n\u{2079} The usual move.\n\u{b9}\u{2070} Or B-B4.\n\u{b9}\u{b9} The best.\n");
    let told = moves(&text);
    for part in ["2. Nf3 {The usual move.}", "3. d4 {Or B-B4.}", "7. Qb3 {The best.}"] {
        assert!(told.contains(part) && !told.contains("printed"), "{part}: {told}");
    }
}

#[test]
fn signs_about_the_number_or_the_cells_of_a_row_say_nothing() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    type Form = fn(usize, &str, &str) -> String;
    let forms: [(&str, Form); 9] = [
        ("a dash in front of each move", |at, white, black| format!("{at} — {white} — {black}\n")),
        ("a dash and columns", |at, white, black| format!("{at} - {white}    {black}\n")),
        ("a stop and a dash", |at, white, black| format!("{at}.—{white}, {black}.\n")),
        ("a stop and two hyphens", |at, white, black| format!("{at}.--{white} {black}\n")),
        ("running text", |at, white, black| format!("{at}.—{white}, {black}; ")),
        ("quoted cells", |at, white, black| format!("\"{at}\",\"{white}\",\"{black}\"\n")),
        ("quoted cells, semicolons", |at, white, black| format!("\"{at}\";\"{white}\";\"{black}\"\r\n")),
        ("quoted cells, tabs", |at, white, black| format!("\"{at}\"\t\"{white}\"\t\"{black}\"\n")),
        ("starred numbers", |at, white, black| format!("*{at}.* {white}  {black}\n")),
    ];
    for (name, form) in forms {
        let text = game(form);
        assert_eq!(moves(&text), plain, "{name}: {text}");
    }
}

#[test]
fn words_in_quotation_marks_keep_them() {
    let text = game(|at, white, black| {
        let said = if at == 4 { "\n\"Best,\" says Walker, \"and usual.\"\n\n" } else { "" };
        format!("{at}. {white}   {black}\n{said}")
    });
    assert!(moves(&text).contains("{\"Best,\" says Walker, \"and usual.\"}"), "{}", moves(&text));
}

#[test]
fn a_dash_behind_the_number_of_one_move_is_the_place_of_whites() {
    let text = game(|at, white, black| {
        if at == 5 {
            format!("5   {white}   —\n\nA word about the game.\n\n5   —   {black}\n")
        } else {
            format!("{at}   {white}   {black}\n")
        }
    });
    assert!(moves(&text).contains("5... dxe5 6. Bc4"), "{}", moves(&text));
}

/// A line that has no such sign, or a cell that cannot be read, says nothing of the others.
#[test]
fn signs_behind_every_number_say_nothing_where_a_row_cannot_be_read() {
    type Form = fn(usize, &str, &str) -> String;
    let forms: [Form; 9] = [
        |at, white, black| format!("Move {at}. {white:<10}{black}\n"),
        |at, white, black| format!("{at} — {white} — {black}\n"),
        |at, white, black| format!("{at}. - {white} - {black}\n"),
        |at, white, black| format!("{at} — {white:<10}{black}\n"),
        |at, white, black| format!("({at}) {white:<10}{black}\n"),
        |at, white, black| format!("[{at}] {white:<10}{black}\n"),
        |at, white, black| format!("{at};{white};{black}\n"),
        |at, white, black| format!("{at},{white},{black}\n"),
        |at, white, black| format!("{at}. & {white} & {black} \\\\\n"),
    ];
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    for form in forms {
        let noted = game(|at, white, black| {
            form(at, white, black) + if at == 5 { "A word about the game.\n" } else { "" }
        });
        let wanted = plain.replace("5. Qxf3 dxe5", "5. Qxf3 dxe5 {A word about the game.}");
        assert_eq!(moves(&noted), wanted, "{noted}");
        for row in 2..=ROWS {
            let blurred = game(|at, white, black| form(at, if at == row { "zt-uv" } else { white }, black));
            let done = console::run(&["convert", "--from", "text", "-"], blurred.as_bytes());
            let written = String::from_utf8(done.stdout).expect("UTF-8");
            let is_told = written.contains("partial") || written.contains("repaired");
            assert!(is_told && written.contains("1. e4 e5"), "{blurred}{written}");
        }
    }
}

#[test]
fn a_sentence_that_ends_with_white_names_no_side() {
    let said = "\nThis is the usual move, and in the end of advantage to\nWhite.\n\n";
    let text = format!(
        "1. P - Q 4        P - Q 4\n2. P - Q B 4      P - K 3\n{said}3. B P x P        K P x P\n{said}\
         4. Kt - Q B 3     Kt - K B 3\n5. B - Kt 5       B - K 2\n6. P - K 3        O - O\n"
    );
    assert!(moves(&text).contains("3. cxd5 exd5"), "{}", moves(&text));
    assert_eq!(moves(&text).matches("to White.").count(), 2, "{}", moves(&text));
    // `B` is no name of a side in front of `P x P`.
    let done = console::run(&["check", "--from", "text", "-"], text.as_bytes());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn signs_behind_the_last_word_of_a_note_stay() {
    for note in [
        "Black now threatens 5. Q-K2+.",
        "He said \u{201c}the usual way of play.\u{201d}",
        "Is this \"the best\"?",
    ] {
        let rows = game(|at, white, black| {
            let note = if at == 4 { format!("    {note}\n") } else { String::new() };
            format!("{at}. {white} {black}\n{note}")
        });
        let written = moves(&rows);
        assert!(written.contains(&format!("{{{note}}}")), "{note}: {written}");
    }
}

/// As in the books up to about 1820: Philidor's, and those after him.
const TOLD: [(&str, &str); 8] = [
    ("The king's pawn two steps", "The same"),
    ("The king's bishop at his queen's bishop's fourth square", "The same"),
    ("The queen's bishop's pawn one step", "The king's knight at his bishop's third square"),
    ("The queen's pawn two steps", "The pawn takes it"),
    ("The pawn retakes the pawn", "The king's bishop gives check"),
    ("The queen's bishop covers the check", "The bishop takes the bishop, and gives check"),
    ("The queen's knight takes the bishop", "The king castles with his rook"),
    ("The king's knight at his king's second square", "The queen's pawn two steps"),
];

fn told(row: impl Fn(usize, &str, &str) -> String) -> String {
    let rows: Vec<String> = TOLD.iter().zip(1..).map(|((white, black), at)| row(at, white, black)).collect();
    format!("FIRST PARTY.\n\n{}\n", rows.concat())
}

#[test]
fn moves_told_in_sentences_are_read_however_the_sides_are_named() {
    type Form = fn(usize, &str, &str) -> String;
    let forms: [(&str, Form); 4] = [
        ("lines below the number", |at, white, black| format!("{at}.\nW. {white}.\nB. {black}.\n")),
        ("lines", |at, white, black| format!("{at}. W. {white}.\n   B. {black}.\n")),
        ("words", |at, white, black| format!("{at}. White. {white}.\n   Black. {black}.\n\n")),
        ("columns", |at, white, black| format!("{at:>3}. {:<60}{at}. {black}.\n", format!("{white}."))),
    ];
    for (name, form) in forms {
        let text = told(form);
        assert_eq!(
            moves(&text),
            " 1. e4 e5 2. Bc4 Bc5 3. c3 Nf6 4. d4 exd4 5. cxd4 Bb4+ 6. Bd2 Bxd2+ 7. Nxd2 O-O 8. Ne2 d5 * ",
            "{name}: {text}"
        );
    }
}

/// Where one of them cannot be read the game is not whole, though its numbers stand on lines of their own.
#[test]
fn rows_that_name_the_sides_are_not_left_in_silence() {
    for row in 3..TOLD.len() {
        let text = told(|at, white, black| {
            let black = if at == row { "The dragon sleeps" } else { black };
            format!("{at}.\nW. {white}.\nB. {black}.\n")
        });
        let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
        let written = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(written.contains("partial") || written.contains("repaired"), "{text}{written}");
        // The names of the sides are no comments.
        assert!(!written.contains("{W.}") && !written.contains("{B.}"), "{text}{written}");
    }
}

/// What is left of a move may read as another; behind the name of a side it is no less printed than in a table.
#[test]
fn what_is_left_of_a_move_is_never_another_for_certain() {
    let rows = [
        ("P. to K's 4th", "P. to K's 4th"),
        ("K. Kt. to B's 3d", "Q. Kt. to B's 3d"),
        ("K. B. to Q. B's 4th", "K. B. to Q. B's 4th"),
        ("P. to Q's 3d", "P. to Q's 3d"),
        ("Castles", "K. Kt. to B's 3d"),
        ("Q. B. to K. Kt's 5th", "Castles"),
        ("K. R. to K's sq", "P. to Q. R's 3d"),
    ];
    type Form = fn(usize, &str, &str) -> String;
    let forms: [Form; 3] = [
        |at, white, black| format!("{at}. W. {white}.\n    B. {black}.\n"),
        |at, white, black| format!("{at}. White: {white}.  Black: {black}.\n\n"),
        |at, white, black| format!("{at:>2}. {white:<30}{black}\n"),
    ];
    for (form, damage) in forms.iter().flat_map(|form| {
        // A rank, a verb, a man; of the last row one half-move, so that nothing is printed behind it.
        let cases = [
            (4, "P. to Q's 3d", "Q. Kt. to Q's zd"),
            (7, "P. to Q. R's 3d", "The b\u{f6}ok of the R's pawn"),
            (5, "Castles", "K. Kt. tb Q. K's 2d"),
            (6, "Castles", "Q. R. tb Q's sq"),
            (7, "P. to Q. R's 3d", "m. to R's 3d"),
            (2, "Q. Kt. to B's 3d", "Q. Kt. to B'3 2nd"),
            (6, "Q. B. to K. Kt's 5th", "R. to K. 1f"),
            (7, "P. to Q. R's 3d", "R. to K. zv"),
        ];
        cases.map(|case| (form, case))
    }) {
        let (row, printed, blurred) = damage;
        let text: String = rows
            .iter()
            .zip(1..)
            .map(|((white, black), at)| {
                let damaged =
                    |words: &str| if at == row { words.replace(printed, blurred) } else { words.to_owned() };
                form(at, &damaged(white), &damaged(black))
            })
            .collect();
        let done = console::run(
            &["convert", "--from", "text", "-"],
            format!("GAME I.\n\n{text}\nDrawn game.\n").as_bytes(),
        );
        let written = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(!written.contains("certain"), "{text}{written}");
    }
}

#[test]
fn a_number_that_touches_the_stop_of_the_move_before_it_begins_the_next() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    let forms: [fn(usize, &str, &str) -> String; 3] = [
        |at, white, black| format!("{at}.{white} {black}."),
        |at, white, black| format!("{at}.{white},{black}."),
        |at, white, black| format!("{at}. {white} {black}."),
    ];
    for form in forms {
        let text = game(form);
        assert_eq!(moves(&text), plain, "{text}");
    }
    // In one row of two columns that both have numbers there is no room between them.
    let columns = game(|at, white, black| {
        let white = format!("{at}. {white}.");
        if at == ROWS { format!("{white}{at}. {black}\n") } else { format!("{white:<16}{at}. {black}\n") }
    });
    assert_eq!(moves(&columns), plain, "{columns}");
}

/// The game of [`MOVES`] in algebraic notation, one row of it with nothing in White's cell but dashes.
#[test]
fn dashes_in_the_place_of_whites_move_are_no_move_in_algebraic_notation() {
    let rows =
        [("e4", "e5"), ("Nf3", "d6"), ("d4", "Bg4"), ("dxe5", "Bxf3"), ("Qxf3", "dxe5"), ("Bc4", "Nf6")];
    for dashes in ["--", "-----", "\u{2014}", "....", "- - -"] {
        let rows = rows.iter().zip(1..).map(|((white, black), at)| match at {
            3 => format!("{at}. {white}\n\n    A note on this move.\n\n    {dashes}      {black}\n"),
            _ => format!("{at}. {white:8}{black}\n"),
        });
        let text = format!("GAME 1.\n\n{}", rows.collect::<String>());
        assert_eq!(
            moves(&text),
            " 1. e4 e5 2. Nf3 d6 3. d4 {A note on this move.} 3... Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 * ",
            "{text}"
        );
    }
}

#[test]
fn squares_in_capitals_are_read_as_chess_computers_write_them() {
    let told = " 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 6. Bb3 Nxe4 * ";
    let squares = [
        ("E2E4", "E7E5"),
        ("G1F3", "B8C6"),
        ("F1B5", "A7A6"),
        ("B5A4", "G8F6"),
        ("E1G1", "B7B5"),
        ("A4B3", "F6E4"),
    ];
    for sign in ["-", "", " ", "\u{2013}"] {
        let cell = |squares: &str| format!("{}{sign}{}", &squares[..2], &squares[2..]);
        type Form = fn(usize, &str, &str) -> String;
        let forms: [Form; 3] = [
            |at, white, black| format!("{at}. {white:12}{black}\n"),
            |at, white, black| format!("{at}. {white}, {black}; "),
            |at, white, black| format!("| {at} | {white} | {black} |\n"),
        ];
        for form in forms {
            let rows =
                squares.iter().zip(1..).map(|((white, black), at)| form(at, &cell(white), &cell(black)));
            let text = format!("GAME 1.\n\n{}\n", rows.collect::<String>());
            assert_eq!(moves(&text), told, "{text}");
        }
    }
}

#[test]
fn cells_in_quotation_marks_may_stand_behind_a_bare_number() {
    let plain = moves(&game(|at, white, black| format!("{at}. {white}   {black}\n")));
    for sign in [",", ";", "\t"] {
        let text = game(|at, white, black| format!("{at}{sign}\"{white}\"{sign}\"{black}\"\n"));
        assert_eq!(moves(&text), plain, "{text}");
    }
}

/// Where the layout leaves Black's move out and puts one in, though it is printed, what plays with all of them is meant. A
/// Nimzo-Indian Defence.
#[test]
fn a_move_behind_dashes_is_not_put_in_as_one_that_is_not_printed() {
    let rows = [
        ("P - Q B 4", "Kt - K B 3"),
        ("Kt - Q B 3", "P - K 3"),
        ("Kt - B 3", "P - Q 4"),
        ("P - Q 4", "B - Kt 5"),
        ("P - K 3", "O - O"),
        ("B - Q 3", "P - Q Kt 3"),
        ("O - O", "B - Kt 2"),
        ("Kt - K 2", "Q Kt - Q 2"),
        ("P - Q Kt 3", "Q - K 2"),
        ("B - Kt 2", "B - Q 3"),
    ];
    let rows = rows.iter().zip(1..).map(|((white, black), at)| match at {
        6 => format!(
            "{at:3}. {white}\n\n   A strong move; P - K 4 is threatened.\n\n     -----                   {black}\n"
        ),
        _ => format!("{at:3}. {white:24}{black}\n"),
    });
    let told = moves(&format!("GAME 1.\n\n{}", rows.collect::<String>()));
    assert!(told.contains("6... b6 7. O-O Bb7 8. Ne2 Nbd7 9. b3 Qe7"), "{told}");
    assert!(!told.contains("printed"), "{told}");
}

#[test]
fn a_check_or_a_mark_that_touches_the_move_beside_it_is_parted_from_it() {
    let cut = |black: &str| format!("1. P-K4          P-K4\n2. Q-R5          Kt-QB3\n3. QxBP{black}\n");
    let read = |black: &str| moves(&format!("GAME I.\n\nAlder v. Birch.\n\n{}", cut(black)));
    for touching in [", checkKxQ", " (ch.)KxQ", " (ch)KxQ", " (a)KxQ"] {
        let apart = touching.replace("KxQ", "   KxQ");
        assert_eq!(read(touching), read(&apart), "{touching}");
        assert!(read(touching).contains("Kxf7"), "{}", read(touching));
    }
}

/// `B:c6` takes, as in the books and files of the continent; `B: e5` is Black's move in a text that names the sides so.
#[test]
fn a_colon_takes_or_stands_behind_the_name_of_a_side() {
    let moves = [
        ["e4", "e5"],
        ["Nf3", "Nc6"],
        ["Bb5", "a6"],
        ["B:c6+", "d:c6"],
        ["N:e5", "Qd4"],
        ["Nf3", "Q:e4+"],
        ["Qe2", "Q:e2+"],
        ["K:e2", "Bg4"],
        ["h3", "B:f3+"],
        ["K:f3", "O-O-O"],
    ];
    let page = |row: &dyn Fn(usize, [&str; 2]) -> String| {
        let rows: String = moves.iter().zip(1..).map(|(&moves, number)| row(number, moves)).collect();
        format!("White: Elm\nBlack: Fir\n\n{rows}\n\nDrawn game.\n")
    };
    let pages = [
        page(&|number, [white, black]| format!("{number}. {white} {black}\n")),
        page(&|number, [white, black]| format!("{number}.  {white:20}{black}\n")),
        page(&|_, [white, black]| format!("{white:20}{black}\n")),
        page(&|number, [white, black]| format!("{number}. {white}, {black}; ")),
        page(&|number, [white, black]| format!("| {number} | {white} | {black} |\n")),
        page(&|number, [white, black]| {
            format!("{number}. W: {}. B: {}.\n", white.replace(':', "x"), black.replace(':', "x"))
        }),
    ];
    for text in &pages {
        let report = read_text(text, &TextOptions::default());
        let game = &report.games[0].game;
        assert_eq!((report.games.len(), game.plies), (1, 20), "{text}");
        assert!(
            matches!(game.verdict, Some(Verdict::Certain | Verdict::Chosen)),
            "{text}: {:?}",
            game.verdict
        );
    }
}

/// A game whose rows stand in two, three or four parts side by side, the last of which may be shorter, is told by its layout.
#[test]
fn a_game_in_parts_side_by_side_is_certain() {
    for parts in 2..=4 {
        let height = MOVES.len().div_ceil(parts);
        let row =
            |at: usize| MOVES.get(at).map(|(white, black)| format!("{:3} {white:11}{black:10}", at + 1));
        let line =
            |line: usize| (0..parts).filter_map(|part| row(part * height + line)).collect::<String>() + "\n";
        let text = format!("GAME I.\n\n{}", (0..height).map(line).collect::<String>());
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        assert_eq!((report.games.len(), game.plies, game.verdict), (1, 33, Some(Verdict::Certain)), "{text}");
    }
}

/// Notes in braces, as PGN has them, hold their words, and the moves in them are none of the game.
#[test]
fn notes_in_any_brackets_are_comments() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
        let note = |words: &str| format!("{open}{words}{close}");
        let text = format!(
            "GAME I.\n\n1. P - Q B 4 P - K Kt 3 2. Kt - K B 3 {} 2... B - Kt 2 3. P - Q 4 {} 3... P -\nQ 4 4. P - K 3 {} 4... Kt - K B 3.\n",
            note("Q - B 2 would have\nbeen answered by P - Q 3."),
            note("He has\nno other resource, as Kt - B 3 would lose at once."),
            note("If R - Kt sq, P - K R 4."),
        );
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        assert_eq!((report.games.len(), game.plies, game.verdict), (1, 8, Some(Verdict::Certain)), "{text}");
        let written = moves(&text);
        let kept = open.replace('{', "");
        let outside = format!("{{{kept}He has no other resource");
        assert!(
            written.contains("2... Bg7 3. d4") && written.contains(&outside) && written.contains("at once."),
            "{written}"
        );
    }
}

/// Numbers in brackets are those of moves in rows of single blanks and in running text, and a comma that ends every cell does
/// not say that the game goes on.
#[test]
fn numbers_in_brackets_and_commas_behind_all_cells_are_of_rows() {
    let verdict = |text: &str| {
        let report = read_text(text, &TextOptions::default());
        let game = &report.games[0].game;
        assert_eq!((report.games.len(), game.plies), (1, 20), "{text}");
        game.verdict
    };
    for (open, close) in [("(", ")"), ("[", "]")] {
        let bare = game(|at, white, black| format!("{open}{at}{close} {white} {black}\n"));
        let running = game(|at, white, black| format!("{open}{at}{close} {white}, {black}; "));
        let ended = running
            .replace("PxKt; ", "PxKt.")
            .replace("(5) QxB,", "(5)\nQxB,")
            .replace("[5] QxB,", "[5]\nQxB,");
        for text in [bare, ended] {
            assert_eq!(verdict(&text), Some(Verdict::Certain), "{text}");
        }
    }
    for sign in [',', ';'] {
        let cells = game(|at, white, black| format!("{at}. {white}{sign}   {black}{sign}\n"));
        assert_eq!(verdict(&cells), Some(Verdict::Certain), "{cells}");
        let last = game(|at, white, black| {
            format!("{at}. {white}   {black}{}\n", if at == ROWS { sign } else { ' ' })
        });
        assert_eq!(verdict(&last), Some(Verdict::Partial), "{last}");
    }
}

/// The move that a note names behind White's is not Black's where that has the number again, with dots.
#[test]
fn a_number_with_dots_behind_a_note_in_running_text_says_which_move_is_played() {
    for note in [
        "Many prefer Q-K2 here.",
        "Much stronger than Q-K2, which is often seen.",
        "If Q-K2, then P-Q3, with the better game.",
        "If P-Q4, PxP.",
        "P-Q4 would be answered by PxP.",
        "If 6. P-Q4, then 6. ... PxP with an even game.",
        "6. Q-K2 was to be considered, for after 6. ... P-Q3 White has nothing to fear.",
    ] {
        let text = format!(
            "GAME I.\n\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, P-QR3; 4. B-R4, Kt-B3; 5. Castles, B-K2; 6. R-K1. {note} 6. ... P-QKt4; 7. B-Kt3, P-Q3. Drawn.\n"
        );
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        assert_eq!((report.games.len(), game.plies, game.verdict), (1, 14, Some(Verdict::Certain)), "{text}");
        assert!(moves(&text).contains("6... b5 7. Bb3 d6"), "{}", moves(&text));
    }
    // Behind Black's move, which no words part from White's.
    let text = "GAME I.\n\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, P-QR3. P-Q3 would be answered by P-Q4. 4. B-R4, Kt-B3; 5. Castles, B-K2; 6. R-K1, P-QKt4. Drawn.\n";
    let report = read_text(text, &TextOptions::default());
    let game = &report.games[0].game;
    assert_eq!((report.games.len(), game.plies, game.verdict), (1, 12, Some(Verdict::Certain)), "{text}");
}

/// The verdict of the only game of a text.
fn verdict(text: &str) -> Option<Verdict> {
    let report = read_text(text, &TextOptions::default());
    assert_eq!(report.games.len(), 1, "{text}");
    report.games[0].game.verdict
}

/// The whole of a game in rows, the last of which has these words for White's move.
fn after(rows: &[&str], words: &str, black: &str) -> String {
    let rows: String = rows.iter().enumerate().map(|(at, row)| format!("{}. {row}\n", at + 1)).collect();
    let due = rows.lines().count() + 1;
    format!("GAME I.\n\n{rows}{due}. {words}          {black}\n\nDrawn.\n")
}

/// Ways to write one move, where another is legal too.
#[test]
fn a_move_in_any_spelling_is_the_one_that_it_tells() {
    let open = ["P-Q4          P-Q4", "Kt-QB3          Kt-QB3", "B-B4          B-B4", "Q-Q2          Q-Q2"];
    let closed = [&open[..], &["Kt-B3          Kt-B3", "P-K3          P-K3", "B-K2          B-K2"]].concat();
    let forms: [(&[&str], &str, &[&str]); 5] = [
        (&closed, "8. O-O h6", &["OO", "Cas. K. R.", "Cast. KR", "CKR", "K. R. castles"]),
        (&closed, "8. O-O-O h6", &["OOO", "Q castles", "CQR", "Cas. Q. R."]),
        (&closed, "8. Ne5 h6", &["Kt/K5", "Kt=K5", "Kt~K5", "Knt-K5", "KtKB3-K5", "Kt B3-K5", "Kt-B3-K5"]),
        (
            &["Kt-KB3          Kt-KB3", "P-Q3          P-Q3"],
            "3. Nbd2 h6",
            &["Kt1-Q2", "Kt Kt1-Q2", "Kt-Kt1-Q2", "KtKt1-Q2"],
        ),
        (&["Kt-KB3          Kt-KB3", "P-Q3          P-Q3"], "3. Nfd2 h6", &["Kt3-Q2", "Kt B3-Q2", "KtB3-Q2"]),
    ];
    for (rows, wanted, spellings) in forms {
        for words in spellings {
            let text = after(rows, words, "P-KR3");
            assert_eq!(verdict(&text), Some(Verdict::Certain), "{text}");
            assert!(moves(&text).contains(wanted), "{words}: {}", moves(&text));
        }
    }
    // A sign with blanks parts two moves.
    let parted = "GAME I.\n\n1. P-K4 - P-K4\n2. Kt-KB3 - Kt-QB3\n3. B-B4 - B-B4\n4. P-Q3 - P-Q3\n\nDrawn.\n";
    assert!(moves(parted).contains("2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6"), "{}", moves(parted));
}

/// Squares by letter and figure behind the names of men, and castling in words.
#[test]
fn algebraic_moves_may_be_said_in_words() {
    for (king, knight, bishop, pawn, to, takes, castles) in [
        ("King", "Knight", "Bishop", "Pawn", " to ", " takes ", "castles"),
        ("king", "knight", "bishop", "pawn", " ", " takes ", "castles king's side"),
        ("K", "N", "B", "", " ", " x ", "O-O"),
        ("K", "Kt", "B", "P", "-", "x", "Castles"),
        ("K", "N", "B", "P", "-", "x", "O-O"),
    ] {
        let advance = if pawn.is_empty() { "" } else { to };
        let text = format!(
            "Game 1\n\n1. {pawn}{advance}e4 {pawn}{advance}e5\n2. {knight}{to}f3 {knight}{to}c6\n3. {bishop}{to}c4 {bishop}{to}c5\n\
             4. {castles} {knight}{to}f6\n5. {knight}{takes}e5 {knight}{takes}e5\n6. {king}{to}h1 {castles}\n\nDrawn.\n"
        );
        assert_eq!(verdict(&text), Some(Verdict::Certain), "{text}");
        let wanted = "3. Bc4 Bc5 4. O-O Nf6 5. Nxe5 Nxe5 6. Kh1 O-O";
        assert!(moves(&text).contains(wanted), "{text}{}", moves(&text));
    }
}

#[test]
fn rows_without_numbers_below_the_heads_of_their_columns_are_a_table() {
    let read = |between: &str| {
        let rows: String = MOVES.iter().map(|(white, black)| format!("{white:18}{black}\n")).collect();
        format!("GAME No. 1.\n\nALDER v. BIRCH.\n\nWHITE             BLACK\n{between}{rows}")
    };
    let plain = game_and_tags(&read(""));
    assert!(
        plain.starts_with("[White \"ALDER\"] [Black \"BIRCH\"] [Reading \"certain\"] 1. e4 e5"),
        "{plain}"
    );
    for between in ["------------------------\n", "-----             -----\n", "=====\n"] {
        assert_eq!(game_and_tags(&read(between)), plain, "{between}");
    }
    // Where men stand in two columns is no move.
    let set_up =
        "PROBLEM.\n\nWHITE             BLACK\n\nK at Q 6          K at K sq\nR at Q R 7        P at K R 2\n";
    assert_eq!(game_and_tags(set_up), "", "{set_up}");
}

/// The games of a text, with the tags for their players and how they were read.
fn game_and_tags(text: &str) -> String {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    let tells = |line: &&str| {
        !line.starts_with('[') || ["[White ", "[Black ", "[Reading "].iter().any(|tag| line.starts_with(tag))
    };
    written.lines().filter(tells).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_that_ends_in_words_is_no_row_where_one_with_its_number_stands_below() {
    let rows = |note: &str| -> String {
        let row = |(at, (white, black)): (usize, &(&str, &str))| {
            let note = if at == 6 { note } else { "" };
            format!("{note}{at}. {white} {black}\n")
        };
        let rows: String = (1..).zip(&MOVES).map(row).collect();
        format!("GAME No. 1.\n\nALDER v. BIRCH.\n\n{rows}")
    };
    for note in
        ["6. B-Q3, Kt-KB3 leads to an even game.\n", "6. B-Q3, Kt-KB3 wins.\n", "6. B-K2, Kt-KB3 draws.\n"]
    {
        let read = game_and_tags(&rows(note));
        let main = read.contains("5. Qxf3 dxe5 6. Bc4") || read.contains("} 6. Bc4");
        assert!(main && read.contains("17. Rd8#") || !read.contains("certain"), "{read}");
    }
}

/// How the one game of a text was read, and its moves.
fn reading(text: &str) -> (String, String) {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    (written.lines().filter(|line| line.starts_with("[Reading")).collect(), moves(text))
}

#[test]
fn moves_that_are_numbered_on_lines_of_their_own_keep_the_names_above_them() {
    let rows: String = (1..)
        .zip(&MOVES[..16])
        .map(|(at, (w, b))| format!("**Move {at}**\n**White:** {w}\n**Black:** {b}\n\n"))
        .collect();
    let text = format!("# Game 1: Alder vs. Birch\n\n{rows}");
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(written.contains("[White \"Alder\"]") && written.contains("[Black \"Birch\"]"), "{written}");
    assert!(moves(&text).contains("16. Qb8+ Nxb8"), "{written}");
}

#[test]
fn names_in_small_letters_may_end_in_points() {
    let rows = [
        ("p. to k. 4th.", "p. to k. 4th."),
        ("kt. to k. b. 3d.", "p. to q. 3d."),
        ("p. to q. 4th.", "b. to kt. 5th."),
        ("p. takes p.", "b. takes kt."),
        ("q. takes b.", "p. takes p."),
    ];
    let text: String = (1..).zip(rows).map(|(at, (w, b))| format!("{at} {w} {b}\n")).collect();
    let told = moves(&format!("game 1, Alder vs Birch\n\n{text}white resigns.\n"));
    assert!(told.contains("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5"), "{told}");
}

#[test]
fn a_number_that_a_cell_has_for_more_rows_is_that_of_each() {
    let row = |at: usize| {
        format!("<tr><td>{at}</td><td>{}</td><td>{}</td></tr>\n", MOVES[at - 1].0, MOVES[at - 1].1)
    };
    let parted = |at: usize| {
        let (white, black) = MOVES[at - 1];
        format!(
            "<tr><td rowspan=\"3\">{at}</td><td>{white}</td><td></td></tr>\n<tr><td colspan=\"2\">White now obtains a strong attack.</td></tr>\n<tr><td></td><td>{black}</td></tr>\n"
        )
    };
    let rows: String =
        (1..=17).map(|at| if [4, 8, 9].contains(&at) { parted(at) } else { row(at) }).collect();
    let text = format!("<html><body><h2>Game 1</h2><p>Alder v. Birch</p><table>{rows}</table></body></html>");
    let done = console::run(&["convert", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert!(written.contains("8. Nc3 {White now obtains a strong attack.} 8... c6 9. Bg5 {"), "{written}");
    assert!(written.contains("17. Rd8# 1-0"), "{written}");
}

#[test]
fn moves_of_which_those_of_each_side_stand_together_are_put_into_rows() {
    let number = |at: usize| at + 1;
    let of_white = |rows: std::ops::Range<usize>| -> String {
        rows.map(|at| format!("{} {}\n", number(at), MOVES[at].0)).collect()
    };
    let of_black = |rows: std::ops::Range<usize>| -> String {
        let told = rows.filter(|&at| !MOVES[at].1.is_empty());
        told.map(|at| format!("{} {}\n", number(at), MOVES[at].1)).collect()
    };
    let lists = format!(
        "{}\nBLACK\n(Birch)\n\n{}\n{}\n{}\n",
        of_white(0..9),
        of_black(0..9),
        of_white(9..17),
        of_black(9..17)
    );
    let line = |rows: std::ops::Range<usize>, cell: fn(usize) -> String| -> String {
        rows.map(|at| format!("{:16}", cell(at))).collect::<String>() + "\n"
    };
    let turned: String = [0..6, 6..12, 12..17]
        .map(|rows| {
            line(rows.clone(), |at| format!("{}", at + 1))
                + &line(rows.clone(), |at| MOVES[at].0.to_owned())
                + &line(rows, |at| MOVES[at].1.to_owned())
                + "\n"
        })
        .concat();
    for (head, rows) in [("WHITE\n(Alder)\n\n", lists), ("Alder v. Birch\n\n", turned)] {
        let text = format!("GAME 1.\n\n{head}{rows}");
        let (_, told) = reading(&text);
        assert!(
            told.contains("1. e4 e5 2. Nf3 d6") && told.contains("16. Qb8+ Nxb8 17. Rd8#"),
            "{text}{told}"
        );
    }
}

#[test]
fn a_backslash_at_the_end_of_a_line_is_no_part_of_a_title() {
    let rows: String = (1..).zip(MOVES).map(|(at, (w, b))| format!("{at}. {w}, {b}\\\n")).collect();
    let text = format!("GAME 1\\\nWhite: Alder\\\nBlack: Birch\n\n{rows}");
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(written.contains("[White \"Alder\"]") && written.contains("[Black \"Birch\"]"), "{written}");
}

#[test]
fn names_over_the_moves_of_each_side_that_stand_together_are_the_players() {
    let list = |side: usize| -> String {
        let cell = |(white, black): &(&'static str, &'static str)| if side == 0 { *white } else { *black };
        (1..).zip(&MOVES[..12]).map(|(at, row)| format!("{at} {}\n", cell(row))).collect()
    };
    let names = |text: &str| -> Vec<String> {
        let done = console::run(&["convert", "--quiet", "-"], text.as_bytes());
        let written = String::from_utf8(done.stdout).expect("UTF-8");
        let named = |line: &&str| ["[Event", "[White", "[Black"].iter().any(|tag| line.starts_with(tag));
        written.lines().filter(named).map(str::to_owned).collect()
    };
    for (white, black) in [
        ("WHITE\n(Alder)", "BLACK\n(Birch)"),
        ("White.\n\nMr. Alder.", "Black.\n\nMr. Birch."),
        ("WHITE: Alder", "BLACK: Birch"),
        ("Wliite\nAlder.", "Black\nBirch."),
        ("White\nAlder.", "Blaok\nBirch."),
    ] {
        let game = format!("{white}\n\n{}\n{black}\n\n{}\nBlack resigns.\n", list(0), list(1));
        let told = names(&format!("# GAME 2.\n\nGIUOCO PIANO.\n\n{game}"));
        assert_eq!(told, ["[Event \"?\"]", "[White \"Alder\"]", "[Black \"Birch\"]"], "{game}");
    }
    // Black's name above the next game is not that of Black in this.
    let rows: String = (1..).zip(&MOVES[..12]).map(|(at, (w, b))| format!("{at} {w}   {b}\n")).collect();
    let text = format!(
        "GAME 1.\n\nWHITE: Alder\n\n{rows}\nGAME 2.\n\nWHITE: Cedar\nBLACK: Dunn\n\n{rows}\nBlack resigns.\n"
    );
    assert!(!names(&text)[..3].contains(&"[Black \"Dunn\"]".to_owned()), "{:?}", names(&text));
}
