//! What stands in columns beside the moves, over them and below them: times, days, towns, allies, endings of another game.
use crate::console::run;

const LEGAL: [(&str, &str); 7] = [
    ("P-K4", "P-K4"),
    ("Kt-KB3", "P-Q3"),
    ("B-B4", "B-Kt5"),
    ("Kt-B3", "P-KKt3"),
    ("KtxP", "BxQ"),
    ("BxP ch", "K-K2"),
    ("Kt-Q5 mate", ""),
];
const PLAYED: &str = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# ";

fn convert(text: &str) -> String {
    let done = run(&["convert", "-q"], text.as_bytes());
    String::from_utf8(done.stdout).expect("UTF-8")
}

/// The moves of a game without its comments.
fn moves(text: &str) -> String {
    let done = run(&["convert", "-q", "--strip", "comments"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    let moves = out.rsplit("]\n\n").next().expect("moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rows of a game with something in a column before each move, and behind it.
fn rows(before: impl Fn(usize) -> String, behind: impl Fn(usize) -> String) -> String {
    let cell = |at: usize, words: &str| {
        if words.is_empty() {
            String::new()
        } else {
            format!("{:<12}{words:<14}{:<10}", before(at), behind(at))
        }
    };
    let row = |(n, (white, black)): (usize, &(&str, &str))| {
        let (white, black) = (cell(2 * n, white), cell(2 * n + 1, black));
        format!("{:>4}. {white}{black}", n + 1).trim_end().to_owned() + "\n"
    };
    LEGAL.iter().enumerate().map(row).collect()
}

#[test]
fn times_and_days_beside_moves_leave_them_as_they_are() {
    let none = |_: usize| String::new();
    let minutes = |at: usize| format!("{} m.", 3 * at + 2);
    let hours = |at: usize| format!("{}h. {}m.", at / 4, 7 * at % 60);
    let days = |at: usize| format!("{} {}", if at < 8 { "Feb." } else { "March" }, 1 + 3 * at % 24);
    for (head, table, note) in [
        (
            "      White.                  Time.     Black.                  Time.",
            rows(none, minutes),
            "{8 m.}",
        ),
        (
            "      White.                  Time.     Black.                  Time.",
            rows(none, hours),
            "{0h. 14m.}",
        ),
        ("      Date        White               Date          Black", rows(days, none), "{Feb. 4}"),
        (
            "      White                   Date      Black                   Date",
            rows(none, days),
            "{Feb. 7}",
        ),
    ] {
        let text = format!("GAME 1.\n\nAlder v. Birch.\n\n{head}\n{table}\nBlack is mated.\n");
        let out = convert(&text);
        assert!(out.contains("[White \"Alder\"]\n[Black \"Birch\"]"), "{text}\n{out}");
        assert_eq!(moves(&text), format!("{PLAYED}1-0"), "{text}\n{out}");
        assert!(out.contains(note), "{text}\n{out}");
        assert!(out.contains("[Reading \"certain\"]"), "{text}\n{out}");
    }
}

#[test]
fn names_over_columns_are_those_of_the_players() {
    let table = rows(|_| String::new(), |_| String::new());
    for (over, white, black) in [
        (
            "WHITE.                  BLACK.\n      Mr. Alder,              Mr. Birch,\n      (London).               (Paris).",
            "Alder",
            "Birch",
        ),
        (
            "WHITE.                  BLACK.\n      Alder                   Birch\n      London                  Paris",
            "Alder",
            "Birch",
        ),
        (
            "WHITE.                  BLACK.\n      Messrs. Alder           Messrs. Birch\n      and Cedar.              and Dorn.",
            "Alder and Cedar",
            "Birch and Dorn",
        ),
        ("ALDER                   BIRCH\n      (White)                 (Black)", "ALDER", "BIRCH"),
    ] {
        let text = format!("No. 3.\n\n      {over}\n\n{table}\n");
        let out = convert(&text);
        assert!(out.contains(&format!("[White \"{white}\"]\n[Black \"{black}\"]")), "{text}\n{out}");
        assert!(out.contains(PLAYED), "{text}\n{out}");
    }
}

#[test]
fn words_that_end_the_right_one_of_two_games_are_not_of_the_left_one() {
    let short: Vec<String> = LEGAL[..3]
        .iter()
        .zip(1..)
        .map(|((white, black), n)| format!("{n}. {white:<12}{black:<12}"))
        .collect();
    let mut text = format!("{:<44}GAME 2.\n{:<44}Cedar v. Dorn.\n\n", "GAME 1.", "Alder v. Birch.");
    for (at, (white, black)) in LEGAL[..6].iter().enumerate() {
        let right = match short.get(at) {
            Some(row) => row,
            None if at == 4 => "Drawn.",
            None => "",
        };
        let left = format!("{}. {white:<12}{black:<12}", at + 1);
        text.push_str(format!("{left:<44}{right}").trim_end());
        text.push('\n');
    }
    text.push_str("\nBlack resigned.\n");
    let out = convert(&text);
    let heads: Vec<&str> =
        out.lines().filter(|line| line.starts_with("[White") || line.starts_with("[Result")).collect();
    assert_eq!(
        heads,
        ["[White \"Alder\"]", "[Result \"1-0\"]", "[White \"Cedar\"]", "[Result \"1/2-1/2\"]"],
        "{text}\n{out}"
    );
}

#[test]
fn a_heading_goes_to_the_right_one_of_two_games_where_that_is_the_longer() {
    let mut text = format!("{:<44}GAME 2.\n{:<44}Cedar v. Dorn.\n\n", "GAME 1.", "Alder v. Birch.");
    for (at, (white, black)) in LEGAL[..6].iter().enumerate() {
        let row = format!("{}. {white:<12}{black:<12}", at + 1);
        let left = if at < 4 { &*row } else { "" };
        text.push_str(format!("{left:<44}{row}").trim_end());
        text.push('\n');
    }
    let out = convert(&text);
    assert!(out.contains("[White \"Cedar\"]\n[Black \"Dorn\"]"), "{text}\n{out}");
}

#[test]
fn the_mark_of_a_note_may_stand_before_a_move() {
    let table = rows(|at| if at == 6 { "(a)".into() } else { String::new() }, |_| String::new());
    let text = format!("Alder v. Birch.\n\n{}\n\n(a) A trap.\n", table.replace("(a)         ", "(a) "));
    let out = convert(&text);
    assert!(out.contains("[Reading \"certain\"]"), "{text}\n{out}");
}

#[test]
fn the_men_of_the_next_position_do_not_go_on_with_the_game() {
    let text = "No. 1.\n\nWhite.\u{2014}K at K B 2, Q at Q sq, Ps at Q 4 and K 5.\nBlack.\u{2014}K at K Kt sq, Ps at Q 4, K 3 and Q Kt 2.\nWhite to play.\n\n   \
        1. Q\u{2014}Kt 4 ch           K\u{2014}B sq\n   2. K\u{2014}K 2             K\u{2014}K 2\n   3. K\u{2014}Q 2\n\nDrawn game.\n\nNo. 2.\n\n\
        White.\u{2014}K at Q B 4, R at Q R sq, P at Q Kt 3.\nBlack.\u{2014}K at Q 2, R at K R sq, P at Q Kt 5.\nWhite to play.\n\n   1. R\u{2014}K sq           R\u{2014}R 2\n   2. R\u{2014}K 2             R\u{2014}R sq\n";
    let out = convert(text);
    assert_eq!(out.matches("[Reading \"certain\"]").count(), 2, "{out}");
}
