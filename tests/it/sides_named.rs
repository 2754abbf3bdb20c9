//! Moves behind the names of their sides: `W. P-K4`, `White: P-K4`, `W.—P-K4`, in rows, on lines of their own, in running text.
use super::console;

/// The beginning of Morphy's game at the opera, 1858.
const MOVES: [(&str, &str); 10] = [
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
];

fn game(row: impl Fn(usize, &str, &str) -> String) -> String {
    let rows: Vec<String> = MOVES.iter().zip(1..).map(|((white, black), at)| row(at, white, black)).collect();
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
    ] {
        let rows = game(|at, white, black| format!("{at}. {w}{white}   {b}{black}\n"));
        let lines = game(|at, white, black| format!("{at}. {w}{white}.\n   {b}{black}.\n"));
        let running = game(|at, white, black| format!("{at}. {w}{white}. {b}{black}. "));
        for (name, text) in [("rows", rows), ("lines", lines), ("running text", running)] {
            assert_eq!(moves(&text), plain, "{w} {name}: {text}");
        }
    }
}
