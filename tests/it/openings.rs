//! Named openings, found by position, with the table that comes along and with others.
use std::path::{Path, PathBuf};

use crate::console;
use crate::stats::{descant, rows};

/// A fixture of this subject.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/openings").join(name)
}

fn opening(args: &[&str], moves: &str) -> (String, String) {
    let mut all = vec!["stats", "--quiet"];
    all.extend(args);
    let (code, out, error) = descant(&all, moves);
    assert_eq!(code, 0, "{error}");
    let row = &rows(&out)[0];
    (row["eco"].clone(), row["opening"].clone())
}

#[test]
fn the_deepest_named_position_counts_whatever_the_order() {
    let (eco, name) = opening(&[], "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Nf3 *");
    assert!(eco.starts_with("E2") && name.starts_with("Nimzo-Indian"), "{eco} {name}");
    let transposed = opening(&[], "1. c4 e6 2. Nc3 Nf6 3. d4 Bb4 4. Nf3 *");
    assert_eq!(transposed, (eco, name));
    assert_eq!(
        opening(&[], "[FEN \"8/8/8/8/8/5k2/8/4K2R w K - 0 1\"]\n\n1. O-O+ *"),
        (String::new(), String::new())
    );
}

#[test]
fn a_table_of_ones_own_takes_the_place_of_the_one_that_comes_along() {
    let dir = tempfile::tempdir().expect("a folder");
    let tsv = dir.path().join("own.tsv");
    std::fs::write(&tsv, "eco\tname\tpgn\nX01\tOwn Opening\t1. e4 e5 2. Nf3\n").expect("a file");
    let pgn = dir.path().join("eco.pgn");
    std::fs::write(
        &pgn,
        "[ECO \"X02\"]\n[Opening \"Other\"]\n[Variation \"Deep\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n",
    )
    .expect("a file");
    let (tsv, pgn) = (tsv.to_str().expect("UTF-8"), pgn.to_str().expect("UTF-8"));
    let moves = "1. e4 e5 2. Nf3 Nc6 *";
    assert_eq!(opening(&["--openings", tsv], moves), ("X01".into(), "Own Opening".into()));
    assert_eq!(opening(&["--openings", pgn], moves), ("X02".into(), "Other: Deep".into()));
    assert_eq!(opening(&["--openings", tsv, "--openings", tsv], moves), ("X01".into(), "Own Opening".into()));
}

#[test]
fn a_table_that_does_not_play_is_refused_with_its_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let tsv = dir.path().join("wrong.tsv");
    std::fs::write(&tsv, "eco\tname\tpgn\nX01\tOwn\t1. e4 e4\n").expect("a file");
    let (code, _, error) = descant(&["stats", "--openings", tsv.to_str().expect("UTF-8")], "1. e4 *");
    assert!(code == 2 && error.contains("line 2"), "{error}");
}

#[test]
fn convert_writes_the_tags_of_the_opening() {
    let game = "[ECO \"A00\"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Bc4 *";
    let (code, out, error) = descant(&["convert", "--quiet", "--tag-openings"], game);
    assert_eq!(code, 0, "{error}");
    assert!(
        out.contains("[ECO \"C44\"]") && out.contains("[Opening \"Scotch Game: Scotch Gambit\"]"),
        "{out}"
    );
    assert!(!out.contains("A00"));
}

#[test]
fn tags_of_another_opening_go_with_its_name() {
    let old = "[ECO \"A00\"]\n[Opening \"Ruy Lopez\"]\n[Variation \"Steinitz\"]\n[SubVariation \"?\"]\n\n";
    let (_, out, _) = descant(&["convert", "-q", "--tag-openings"], &format!("{old}1. e4 c5 *"));
    assert!(out.contains("[Opening \"Sicilian Defense\"]"), "{out}");
    assert!(!out.contains("ariation") && !out.contains("Steinitz"), "{out}");
    // What has no name keeps its own.
    let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
    let (_, out, _) = descant(&["convert", "-q", "--tag-openings"], &format!("{start}{old}1. e4 Kd7 *"));
    assert!(out.contains("[Variation \"Steinitz\"]") && out.contains("[ECO \"A00\"]"), "{out}");
}

/// Code, game, ply, the text pointed at, message of each finding of `check` on a fixture.
fn findings(table: &str, games: &[u8]) -> Vec<(String, u64, Option<u64>, String, String)> {
    let table = fixture(table);
    let args = ["check", "--quiet", "--message-format", "json", "--openings", table.to_str().expect("UTF-8")];
    let out = String::from_utf8(console::run(&args, games).stdout).expect("UTF-8");
    out.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|found| found["code"].as_str().is_some_and(|code| code.starts_with("eco-")))
        .map(|found| {
            let word = |name: &str| found[name].as_str().expect("words").to_owned();
            let offset = |name: &str| {
                usize::try_from(found[name].as_u64().expect("an offset")).expect("a small number")
            };
            let place = String::from_utf8_lossy(&games[offset("start")..offset("end")]).into_owned();
            (
                word("code"),
                found["game"].as_u64().expect("a number"),
                found["ply"].as_u64(),
                place,
                word("message"),
            )
        })
        .collect()
}

/// What is to be said of `codes.pgn`.
const SAID: [(&str, u64, u64, &str, &str); 7] = [
    (
        "eco-mismatch",
        5,
        6,
        "B90",
        "ECO `B90`, but the table has C65 (Ruy Lopez: Berlin Defense) after 6 half-moves",
    ),
    (
        "eco-earlier",
        6,
        6,
        "C60",
        "ECO `C60` is what the table has after 5 half-moves; the game goes on to C65 (Ruy Lopez: Berlin Defense) \
         after 6 half-moves",
    ),
    (
        "eco-mismatch",
        7,
        5,
        "Ruy Lopez",
        "ECO `Ruy Lopez`, but the table has C60 (Ruy Lopez) after 5 half-moves",
    ),
    (
        "eco-mismatch",
        13,
        6,
        "B90",
        "ECO `B90`, but the table has C65 (Ruy Lopez: Berlin Defense) after 6 half-moves",
    ),
    ("eco-mismatch", 14, 0, "C60", "ECO `C60`, but the table has C20 (King's Pawn Game) after 0 half-moves"),
    (
        "eco-mismatch",
        15,
        2,
        "[ECO \"B\\\"90\"]",
        "ECO `B\"90`, but the table has C20 (King's Pawn Game) after 2 half-moves",
    ),
    (
        "eco-mismatch",
        16,
        2,
        "King's Pawn Game, and what else there is to be said",
        "ECO `King's Pawn Game, and what else there is…`, but the table has C20 (King's Pawn Game) after 2 half-moves",
    ),
];

#[test]
fn codes_are_held_against_the_moves_by_a_table_in_either_form() {
    let games = std::fs::read(fixture("codes.pgn")).expect("the fixture");
    let expected: Vec<_> = SAID
        .iter()
        .map(|&(code, game, ply, place, message)| {
            (code.to_owned(), game, Some(ply).filter(|&ply| ply > 0), place.to_owned(), message.to_owned())
        })
        .collect();
    for table in ["table.tsv", "eco.pgn"] {
        assert_eq!(findings(table, &games), expected, "{table}");
    }
}

#[test]
fn the_place_of_a_code_is_in_the_bytes_of_the_file() {
    let game = b"[White \"J\xfcrgen\"]\n[ECO   \"B90\"]\n\n1. e4 e5 *\n";
    let [found] = &findings("table.tsv", game)[..] else { panic!("one finding") };
    assert_eq!((&*found.0, &*found.3), ("eco-mismatch", "B90"));
}

#[test]
fn codes_are_notes_and_said_only_with_a_table() {
    let games = fixture("codes.pgn");
    let games = games.to_str().expect("UTF-8");
    let (_, out, _) = descant(&["check", "--quiet", "--message-format", "short", games], "");
    assert!(!out.contains("eco-"), "{out}");
    let table = fixture("table.tsv");
    let table = table.to_str().expect("UTF-8");
    let (code, out, error) =
        descant(&["check", "--strict", "--games", "5-6", "--openings", table, games], "");
    assert_eq!(code, 0, "{out}{error}");
    assert!(out.contains("note[eco-mismatch]") && out.contains("C65 is reached by this move"), "{out}");
}

#[test]
fn convert_with_a_table_says_which_codes_differ() {
    let (games, table) = (fixture("codes.pgn"), fixture("table.tsv"));
    let (games, table) = (games.to_str().expect("UTF-8"), table.to_str().expect("UTF-8"));
    let wishes = [
        "convert", "--level", "note", "--message-format", "short", "--games", "5", "--openings", table, games,
    ];
    let (code, out, error) = descant(&wishes, "");
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("[ECO \"B90\"]") && error.contains("note[eco-mismatch]"), "{out}{error}");
    let (_, out, error) = descant(&[&wishes[..], &["--tag-openings"]].concat(), "");
    assert!(out.contains("[ECO \"C65\"]") && error.contains("ECO `B90`"), "{out}{error}");
    let (_, out, _) = descant(&[&wishes[..], &["--to", "json"]].concat(), "");
    assert!(out.contains("\"code\":\"eco-mismatch\""), "{out}");
}

#[test]
fn a_text_is_read_by_the_table_where_all_else_is_equal() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("own.tsv");
    let own = file.to_str().expect("UTF-8");
    let text = "1 P-K4 P-K4\n2 Kt-B3\n";
    for knight in ["Nc3", "Nf3"] {
        std::fs::write(&file, format!("eco\tname\tpgn\nX01\tOwn\t1. e4 e5 2. {knight}\n")).expect("a file");
        let (_, out, _) = descant(&["convert", "--quiet", "--openings", own], text);
        assert!(out.contains(&format!("1. e4 e5 2. {knight} {{printed: Kt-B3}}")), "{knight}: {out}");
        let (_, out, _) = descant(&["stats", "--quiet", "--openings", own, "--columns", "opening"], text);
        assert_eq!(out, "opening\nOwn\n", "{knight}");
    }
}

/// Codes and moves as every handbook has them.
#[test]
fn the_table_that_comes_along_tells_neighbouring_codes_apart() {
    let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6";
    let nimzo = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4";
    for (moves, code) in [
        (format!("{najdorf} 6. h3 *"), "B90"),
        (format!("{najdorf} 6. Be2 *"), "B92"),
        (format!("{najdorf} 6. f4 *"), "B93"),
        (format!("{nimzo} 4. Qc2 c5 *"), "E38"),
        (format!("{nimzo} 4. Qc2 d5 5. a3 *"), "E36"),
        ("1. d4 f5 2. c4 Nf6 3. g3 e6 4. Bg2 Be7 5. Nf3 O-O 6. O-O d5 7. Nc3 c6 *".to_owned(), "A95"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 f5 *".to_owned(), "C63"),
    ] {
        assert_eq!(opening(&[], &moves).0, code, "{moves}");
    }
}
