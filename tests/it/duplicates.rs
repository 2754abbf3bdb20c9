//! Games recorded more than once.
use crate::stats::{descant, fixture, rows};

fn found(file: &str) -> Vec<std::collections::HashMap<String, String>> {
    let path = fixture(file);
    let path = path.to_str().expect("UTF-8");
    let (code, out, error) = descant(&["stats", "--quiet", "--table", "duplicates", path], "");
    assert_eq!(code, 0, "{error}");
    rows(&out)
}

#[test]
fn copies_prefixes_and_other_headers_are_told_apart() {
    let rows = found("doubles.pgn");
    let told: Vec<_> = rows
        .iter()
        .map(|row| format!("{} {} {} {}", row["group"], row["game"], row["kind"], row["keeper"]))
        .collect();
    assert_eq!(
        told,
        [
            "1 1 prefix 2", "1 2 keeper ", "1 3 headers 2",
            // The same four half-moves of four other players: two games. A third by transposition has other moves.
            "2 4 same-moves ", "2 5 same-moves ",
        ]
    );
    assert_eq!(rows[1]["reasons"], "most tags");
    assert_eq!(rows[0]["reasons"], "its 16 plies are the first of 33; the surnames agree");
}

#[test]
fn a_file_read_twice_has_every_game_twice_and_keeps_the_first() {
    let path = fixture("games.pgn");
    let path = path.to_str().expect("UTF-8");
    let (code, out, error) = descant(&["stats", "--quiet", "--table", "duplicates", path, path], "");
    assert_eq!(code, 0, "{error}");
    let rows = rows(&out);
    let kinds = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).count();
    assert_eq!((rows.len(), kinds("keeper"), kinds("identical")), (10, 5, 5));
    assert!(rows.iter().filter(|row| row["kind"] == "keeper").all(|row| row["reasons"] == "first"));
}

#[test]
fn standard_input_is_read_twice_like_a_file() {
    let path = fixture("doubles.pgn");
    let text = std::fs::read_to_string(&path).expect("a fixture");
    let path = path.to_str().expect("UTF-8");
    for command in
        [&["convert", "--unique", "--message-format", "short"][..], &["stats", "--table", "duplicates"]]
    {
        let (code, out, _) = descant(command, &text);
        let (file_code, file_out, _) = descant(&[command, &[path]].concat(), "");
        let name = |out: &str, file: &str| out.replace(&format!(",{file},"), ",@,");
        assert_eq!((code, name(&out, "-")), (file_code, name(&file_out, path)), "{command:?}");
    }
}

#[test]
fn unique_writes_one_record_of_each_game_and_tells_of_the_rest() {
    let path = fixture("doubles.pgn");
    let path = path.to_str().expect("UTF-8");
    let (code, out, error) =
        descant(&["convert", "--unique", "--level", "note", "--message-format", "short", path], "");
    assert_eq!(code, 0, "{error}");
    assert_eq!(out.matches("[Event ").count(), 5);
    assert_eq!(out.matches("[Annotator \"Someone\"]").count(), 1);
    assert_eq!(error.matches("[duplicate-game]").count(), 2, "{error}");
    assert!(error.contains("left out for game 2 of "), "{error}");
}

#[test]
fn where_chooses_games_for_convert_and_fen() {
    let path = fixture("games.pgn");
    let path = path.to_str().expect("UTF-8");
    let (code, out, error) = descant(&["convert", "--quiet", "--where", "termination=threefold", path], "");
    assert_eq!((code, out.matches("[Event ").count()), (0, 1), "{error}");
    assert!(out.contains("Shuffling"));
    let (code, out, error) = descant(&["fen", "--quiet", "--where", "castled_white", path], "");
    assert_eq!((code, out.lines().count()), (0, 2), "{error}");
}

#[test]
fn what_unique_leaves_out_is_told_with_the_record_that_is_kept() {
    let path = fixture("doubles.pgn");
    let path = path.to_str().expect("UTF-8");
    let (code, _, error) =
        descant(&["convert", "--unique", "--level", "note", "--message-format", "short", path], "");
    assert_eq!(code, 0, "{error}");
    let told: Vec<_> = error
        .lines()
        .filter_map(|line| {
            line.split_once("note[duplicate-game]: ").map(|(_, words)| words.replace(path, "FILE"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "left out for game 2 of FILE (line 12): its 16 plies are the first of 33; the surnames agree",
            "left out for game 2 of FILE (line 12): same start and moves (33 plies); the surnames agree; other headers differ",
        ]
    );
}

#[test]
fn unique_keeps_the_same_games_whatever_is_written() {
    let games = std::fs::read_to_string(fixture("games.pgn")).expect("the fixture");
    let input = format!("{}[White \"Last\"]\n\n1. b4 b5 *\n", games.repeat(3000));
    assert!(input.len() > 3 << 20, "several chunks of a mebibyte");
    let kept = |to: &str, mark: &str| {
        let (code, out, error) = descant(&["convert", "--quiet", "--unique", "--to", to], &input);
        assert_eq!(code, 0, "{error}");
        (out.matches(mark).count(), out.contains("Last"))
    };
    assert_eq!((kept("pgn", "[Event "), kept("json", "{\"type\":\"game\",")), ((6, true), (6, true)));
}

#[test]
fn short_games_of_nobody_known_are_one_game_only_if_all_headers_agree() {
    let game = |event: &str, players: &str, moves: &str| {
        format!("[Event \"{event}\"]\n{players}[Result \"*\"]\n\n{moves} *\n\n")
    };
    let adams = "[White \"Adams\"]\n[Black \"Birch\"]\n";
    let text = [
        game("Open games", "", "1. e4 e5"),
        game("Spanish", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("Spanish", "[White \"?\"]\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("Ruy Lopez", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("Club", adams, "1. d4 d5"),
        game("Club", adams, "1. d4 d5 2. c4"),
    ]
    .concat();
    let (code, out, error) = descant(&["convert", "--quiet", "--unique"], &text);
    assert_eq!(code, 0, "{error}");
    let events: Vec<_> = out.lines().filter_map(|line| line.strip_prefix("[Event ")).collect();
    assert_eq!(events, ["\"Open games\"]", "\"Spanish\"]", "\"Ruy Lopez\"]", "\"Club\"]"]);
    let (_, out, _) = descant(&["stats", "--quiet", "--table", "duplicates"], &text);
    let told: Vec<_> =
        rows(&out).iter().map(|row| format!("{} {} {}", row["game"], row["kind"], row["keeper"])).collect();
    assert_eq!(told, ["2 headers 3", "3 keeper ", "4 same-moves ", "5 prefix 6", "6 keeper "]);
}

#[test]
fn long_games_of_nobody_known_are_told_by_their_moves() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 \
                 20. Bg5 Be7";
    let text = format!("[Event \"A\"]\n\n{moves} *\n\n[Event \"B\"]\n\n{moves} *\n");
    let (code, out, error) = descant(&["stats", "--quiet", "--table", "duplicates"], &text);
    assert_eq!(code, 0, "{error}");
    let rows = rows(&out);
    assert_eq!(
        rows[1]["reasons"],
        "same start and moves (40 plies); no player is known; other headers differ"
    );
}
