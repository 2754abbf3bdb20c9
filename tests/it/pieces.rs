//! Games printed in pieces, among others, or in rows that look like none; and words that only speak of moves.
use descant::code::Code;
use descant::game::Node;
use descant::reader::text::{TextOptions, TextReport, read_text};

/// Five rows of a game, and what they play.
pub(super) const ROWS: [&str; 5] =
    ["P-K4 P-K4", "Kt-KB3 Kt-QB3", "B-Kt5 P-QR3", "B-R4 Kt-B3", "Castles B-K2"];
pub(super) const PLAYED: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7";
pub(super) const OTHERS: [&str; 5] =
    ["P-Q4 P-Q4", "P-QB4 P-K3", "Kt-QB3 Kt-KB3", "B-Kt5 B-K2", "P-K3 Castles"];
pub(super) const OTHER: &str = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O";

pub(super) fn rows(rows: &[&str], first: usize) -> String {
    (first..).zip(rows).map(|(n, row)| format!("{n}. {row}\n")).collect()
}

pub(super) fn read(text: &str) -> TextReport<'_> {
    read_text(text, &TextOptions::default())
}

/// The moves of each game, its variations left out.
pub(super) fn played(report: &TextReport<'_>) -> Vec<String> {
    let san = |found: &descant::reader::text::TextGame<'_>| {
        let (mut depth, mut moves) = (0, Vec::new());
        for node in &found.game.nodes {
            match node {
                Node::Open => depth += 1,
                Node::Close => depth -= 1,
                Node::Move(played) if depth == 0 => moves.push(played.san.to_string()),
                _ => {}
            }
        }
        moves.join(" ")
    };
    report.games.iter().map(san).collect()
}

fn verdicts(text: &str) -> [u32; 5] {
    read(text).verdicts
}

#[test]
fn what_words_only_think_of_is_not_played() {
    let thought = "if 6. R-K sq, P-QKt4; 7. B-Kt3, P-Q3, and there is no defence.";
    let game = rows(&ROWS, 1);
    for words in [
        format!("\nBlack resigns.\n\nI{}", &thought[1..]),
        format!("Black resigns. For {thought}"),
        format!("Resigns, for {thought}"),
    ] {
        let text = format!("{game}{words}\n");
        let report = read(&text);
        assert_eq!((played(&report), report.verdicts), (vec![PLAYED.to_owned()], [1, 0, 0, 0, 0]), "{text}");
    }
    // Where nothing says that the game is over, what goes on with it may be meant.
    let text = format!("{game}\nI{}\n", &thought[1..]);
    let report = read(&text);
    assert_eq!((played(&report), report.verdicts), (vec![PLAYED.to_owned()], [0, 0, 1, 0, 0]), "{text}");
    assert!(report.games[0].diagnostics.iter().any(|found| found.code == Code::ChosenLine));
}

#[test]
fn a_board_with_a_caption_parts_no_game() {
    let board = "r . b q k b . r\n. p p p . p p p\np . n . . n . .\n. . . . p . . .\nB . . . P . . .\n\
        . . . . . N . .\nP P P P . P P P\nR N B Q K . . R\n";
    for caption in ["Diagram.", "(Diagram 3)", "Position after 4 ... Kt-B3"] {
        let text = format!("{}\n{caption}\n\n{board}\n{}", rows(&ROWS[..4], 1), rows(&ROWS[4..], 5));
        assert_eq!(played(&read(&text)), [PLAYED], "{text}");
    }
    let fen = "[FEN \"r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5\"]";
    let text = format!("{}\n{fen}\n\n{}", rows(&ROWS[..4], 1), rows(&ROWS[4..], 5));
    assert_eq!(played(&read(&text)), [PLAYED], "{text}");
}

#[test]
fn pieces_of_two_games_are_put_together_by_their_titles() {
    let title =
        |n: usize| format!("Game {n}. White: {}.\n", ["Alder. Black: Birch", "Cedar. Black: Dogwood"][n - 1]);
    let text = format!(
        "{}{}(To be continued.)\n\n{}{}(To be continued.)\n\nGame 1 (continued).\n{}\nGame 2 (continued).\n{}",
        title(1),
        rows(&ROWS[..3], 1),
        title(2),
        rows(&OTHERS[..3], 1),
        rows(&ROWS[3..], 4),
        rows(&OTHERS[3..], 4),
    );
    let report = read(&text);
    assert_eq!(
        (played(&report), report.verdicts),
        (vec![PLAYED.into(), OTHER.into()], [2, 0, 0, 0, 0]),
        "{text}"
    );
    let covered: u32 = report.regions.iter().map(|region| region.span.end - region.span.start).sum();
    assert_eq!(covered as usize, text.len());
    // A piece whose number is not due is no piece of it.
    let text = text.replace("\n4. B-R4 Kt-B3\n5. Castles", "\n14. B-R4 Kt-B3\n15. Castles");
    assert!(verdicts(&text)[0] < 2, "{text}");
}

#[test]
fn two_games_may_share_the_numbers_of_a_table() {
    let row = |(n, (one, other)): (usize, (&&str, &&str))| {
        let cells: Vec<&str> = one.split(' ').chain(other.split(' ')).collect();
        format!("{n}.   {:12}{:12}{:12}{}\n", cells[0], cells[1], cells[2], cells[3])
    };
    let table: String = (1..).zip(ROWS.iter().zip(&OTHERS)).map(row).collect();
    for head in ["", "     White.      Black.      White.      Black.\n"] {
        let text = format!("{head}{table}");
        let report = read(&text);
        assert_eq!(
            (played(&report), report.verdicts),
            (vec![PLAYED.into(), OTHER.into()], [2, 0, 0, 0, 0]),
            "{text}"
        );
    }
    let piped = table.replace(".   ", ". | ").replace("     ", " | ");
    assert_eq!(played(&read(&piped)), [PLAYED, OTHER], "{piped}");
}

#[test]
fn moves_in_odd_rows_are_read_or_told() {
    let game = format!("Game 1. White: Alder. Black: Birch.\n{}\n", rows(&ROWS, 1));
    let title = "Game 2. White: Cedar. Black: Dogwood.\n";
    let cells: Vec<&str> = OTHERS.iter().flat_map(|row| row.split(' ')).collect();
    let odd = |form: &dyn Fn(usize, &str) -> String| -> String {
        cells.iter().enumerate().map(|(at, mv)| form(at, mv)).collect()
    };
    let texts = [
        odd(&|at, mv| format!("<{}> {mv}\n", ["Cedar", "Dogwood"][at % 2])),
        odd(&|at, mv| format!("Jan. {}. {}: {mv}\n", at + 2, ["London", "Paris"][at % 2])),
        odd(&|at, mv| {
            format!(
                "{}{mv}",
                if at % 2 == 0 { "\nthen Cedar went on with the move " } else { ", answered by " }
            )
        }),
        odd(&|at, mv| {
            let side = ["white", "black"][at % 2];
            format!("<{side}>{mv}</{side}>{}", if at % 2 == 0 { "" } else { "\n" })
        }),
    ];
    for rows in texts {
        let text = format!("{game}{title}{rows}\n");
        let report = read(&text);
        assert_eq!(played(&report)[0], PLAYED, "{text}");
        assert!(report.games.len() == 2 || !report.unread.is_empty(), "{text}");
    }
}

#[test]
fn moves_in_small_letters_are_read_beside_others() {
    let small = rows(&ROWS, 1).to_lowercase();
    assert_eq!(played(&read(&small)), [PLAYED], "{small}");
    let text = format!("Game 1.\n{}\nGame 2.\n{}", rows(&OTHERS, 1), small);
    assert_eq!(played(&read(&text)), [OTHER, PLAYED], "{text}");
}

#[test]
fn quoted_mails_are_read_as_they_were_sent() {
    let moves: Vec<String> = (1..).zip(ROWS).map(|(n, row)| format!("{n}. {row}")).collect();
    let words = moves.join(" ");
    let lines: Vec<&str> = [&words[..33], &words[33..]].map(str::trim).to_vec();
    for sign in ["> ", ">> ", "> > "] {
        let text = format!("Birch wrote:\n\n{sign}{}\n{sign}{}\n", lines[0], lines[1]);
        let report = read(&text);
        assert_eq!((played(&report), report.verdicts), (vec![PLAYED.to_owned()], [1, 0, 0, 0, 0]), "{text}");
    }
}

#[test]
fn a_table_without_numbers_ends_where_the_next_has_heads_of_its_own() {
    let table =
        |rows: &[&str]| -> String { rows.iter().map(|row| row.replace(' ', "      ") + "\n").collect() };
    let head = "WHITE       BLACK\n";
    let text = format!(
        "White: Alder. Black: Birch.\n{head}{}White resigns.\n\nWhite: Cedar. Black: Dogwood.\n{head}{}Black resigns.\n",
        table(&ROWS),
        table(&OTHERS),
    );
    let report = read(&text);
    assert_eq!(
        (played(&report), report.verdicts),
        (vec![PLAYED.into(), OTHER.into()], [2, 0, 0, 0, 0]),
        "{text}"
    );
}

#[test]
fn a_player_may_be_called_like_a_side_and_a_clock_is_no_player() {
    let names = |head: &str| {
        let text = format!("{head}\n\n{}", rows(&ROWS, 1));
        let report = read(&text);
        ["White", "Black"].map(|side| report.games[0].game.tag(side).unwrap_or("?").to_owned())
    };
    assert_eq!(names("White: Alder. Black: Weiss."), ["Alder", "Weiss"]);
    assert_eq!(names("Weiss - Alder"), ["Weiss", "Alder"]);
    assert_eq!(names("Weiss: Alder. Schwarz: Birch."), ["Alder", "Birch"]);
    let clock = |(n, row): (usize, &str)| format!("{n}   {}\n", row.replace(' ', "   0.01   ") + "   0.02");
    let table: String = (1..).zip(ROWS).map(clock).collect();
    let text = format!("White: Alder. Black: Birch.\n\nNo. White  Time  Black  Time\n{table}");
    let report = read(&text);
    assert_eq!(report.games[0].game.tag("White"), Some("Alder"), "{text}");
    assert_eq!(report.games[0].game.tag("Event").unwrap_or("?"), "?", "{text}");
}

#[test]
fn each_of_two_games_abreast_has_the_headings_over_it() {
    let row = |(n, (one, other)): (usize, (&&str, &&str))| {
        let cells =
            |row: &str| row.split_once(' ').map(|(white, black)| format!("{n}. {white:10}{black:10}"));
        format!("{:34}{}\n", cells(one).expect("two moves"), cells(other).expect("two moves").trim_end())
    };
    let table: String = (1..).zip(ROWS.iter().zip(&OTHERS)).map(row).collect();
    let heads = [
        format!("{:34}White: Cedar.\n{:34}Black: Dogwood.\n", "White: Alder.", "Black: Birch."),
        format!("     {:32}GAME 2.\n{:34}Cedar v. Dogwood\n", "GAME 1.", "Alder v. Birch"),
        format!("   {:31}Cedar v. Dogwood\n\n{:34}WHITE      BLACK\n", "Alder v. Birch", "WHITE      BLACK"),
    ];
    for head in heads {
        let text = format!("{head}\n{table}");
        let report = read(&text);
        assert_eq!(played(&report), [PLAYED, OTHER], "{text}");
        let names =
            |game: usize| ["White", "Black"].map(|side| report.games[game].game.tag(side).unwrap_or("?"));
        assert_eq!([names(0), names(1)], [["Alder", "Birch"], ["Cedar", "Dogwood"]], "{text}");
    }
}

#[test]
fn the_rules_of_a_table_part_neither_its_heading_nor_its_end_from_it() {
    let row = |(n, row): (usize, &str)| {
        let (white, black) = row.split_once(' ').expect("two moves");
        format!("| {n:<3} | {white:8} | {black:8} |\n")
    };
    let table: String = (1..).zip(ROWS).map(row).collect();
    for rule in ["+-----+----------+----------+\n", "|-----+----------+----------|\n"] {
        let text = format!(
            "White: Alder. Black: Birch.\n\n{rule}| No. | White    | Black    |\n{rule}{table}{rule}Black resigns.\n"
        );
        let report = read(&text);
        assert_eq!(played(&report), [PLAYED], "{text}");
        let game = &report.games[0].game;
        let names = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
        assert_eq!((names, game.result.marker()), (["Alder", "Birch"], "1-0"), "{text}");
    }
}
