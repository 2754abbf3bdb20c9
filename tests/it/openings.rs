//! Named openings, found by position, with the table that comes along and with others.
use crate::stats::{descant, rows};

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
