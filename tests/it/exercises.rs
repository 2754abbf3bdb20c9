//! Exercises: rows of one move each below words that put men of one side on the board.
use super::console::run;

const PRIMER: &str = include_str!("../../fixtures/books/primer.txt");

fn out(args: &[&str], text: &str) -> (String, String) {
    let done = run(args, text.as_bytes());
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (words(done.stdout), words(done.stderr))
}

#[test]
fn exercises_are_records_of_their_own() {
    let (json, _) = out(&["convert", "--to", "json", "-"], PRIMER);
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds, ["game", "exercise", "exercise", "regions"], "{json}");
    let moves = |line: &serde_json::Value, name: &str| -> Vec<String> {
        let all = line["moves"].as_array().expect("moves");
        all.iter().map(|step| step[name].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(
        lines[2]["words"], "Now put the King's Bishop on his own square,\nbeside the Queen, and go on:—",
        "{json}"
    );
    assert_eq!(lines[1]["start"], "8/8/8/8/8/8/8/3Q4 w - - 0 1");
    assert_eq!(moves(&lines[1], "san"), ["Qd4", "Qa7", "Qg1", "Qd1"]);
    assert_eq!(moves(&lines[1], "from"), ["d1", "d4", "a7", "g1"]);
    assert_eq!(moves(&lines[1], "text")[1], "Q. to Q. R's 7th.");
    assert_eq!(lines[2]["start"], "8/8/8/8/8/8/8/3Q1B2 w - - 0 1", "the Queen stays");
    assert_eq!(
        moves(&lines[2], "fen"),
        [
            "8/8/B7/8/8/8/8/3Q4 w - - 0 1",
            "2B5/8/8/8/8/8/8/3Q4 w - - 0 1",
            "8/8/8/8/8/7B/8/3Q4 w - - 0 1",
            "8/8/8/8/8/8/8/3Q1B2 w - - 0 1",
        ]
    );
    let regions = lines[3]["regions"].as_array().expect("regions");
    let kinds: Vec<&str> = regions.iter().filter_map(|region| region["kind"].as_str()).collect();
    assert!(kinds.contains(&"exercise") && !kinds.contains(&"unread score"), "{kinds:?}");
}

#[test]
fn exercises_are_comments_of_pgn() {
    let (pgn, said) = out(&["convert", "-"], PRIMER);
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"), "{pgn}");
    assert!(
        pgn.contains("\n; exercise, line 3: 8/8/8/8/8/8/8/3Q4 w - - 0 1 1. Qd4 2. Qa7 3. Qg1 4. Qd1\n"),
        "{pgn}"
    );
    assert_eq!(pgn.matches("; exercise").count(), 2, "{pgn}");
    assert!(pgn.lines().all(|line| line.len() <= 80), "{pgn}");
    assert!(said.contains("2 exercises of men alone on the board") && !said.contains("unused"), "{said}");
    let (again, said) = out(&["convert", "-"], &pgn);
    assert!(said.starts_with("1 game read, none with errors"), "{said}");
    // A comment behind the last game of a file stays with it.
    assert!(
        again.contains("{exercise, line 3: 8/8/8/8/8/8/8/3Q4 w") && again.contains("3. Qg1 4. Qd1}"),
        "{again}"
    );
}

#[test]
fn placements_of_exercises_are_positions() {
    let (fens, _) = out(&["fen", "-"], PRIMER);
    let fens: Vec<&str> = fens.lines().skip(1).collect();
    assert_eq!(fens, ["8/8/8/8/8/8/8/3Q4 w - - 0 1", "8/8/8/8/8/8/8/3Q1B2 w - - 0 1"]);
    let (json, _) = out(&["fen", "--format", "json", "-"], PRIMER);
    let last = r#"{"game":null,"file":"-","ply":4,"move":4,"color":"white","san":"Bf1","fen":"8/8/8/8/8/8/8/3Q1B2 w - - 0 1"}"#;
    assert_eq!(json.lines().last(), Some(last));
    let (epd, _) = out(&["fen", "--format", "epd", "-"], PRIMER);
    assert_eq!(epd.lines().last(), Some("8/8/8/8/8/8/8/3Q1B2 w - -"));
    let (table, _) = out(&["fen", "--all", "--format", "csv", "-"], PRIMER);
    let rows: Vec<&str> = table.lines().filter(|row| row.starts_with(',')).collect();
    assert_eq!(rows.len(), 10, "{table}");
    assert_eq!(rows[1], ",-,1,1,white,Qd4,8/8/8/3Q4/8/8/8/8 w - - 0 1".replace("8/8/8/3Q4/8", "8/8/8/8/3Q4"));
}

/// The words must put the men there, and every move must be the only one.
#[test]
fn what_is_not_played_whole_is_no_exercise() {
    let rows = "1. Q. to her 4th.\n2. Q. to Q. R's 7th.\n3. Q. to K. Kt's sq.\n";
    let placed = "Place the Queen on her square, and play:\n\n";
    let count = |text: &str| {
        let (json, _) = out(&["convert", "-q", "--to", "json", "--allow-empty", "-"], text);
        json.matches("\"type\":\"exercise\"").count()
    };
    assert_eq!(count(&format!("{placed}{rows}")), 1);
    for (why, text) in [
        ("nothing is put on the board", format!("Play as follows:\n\n{rows}")),
        ("the words say it of no man", format!("The Queen is strong. Play:\n\n{rows}")),
        ("another man is", format!("Place the Queen's Rook on his square, and play:\n\n{rows}")),
        ("the way is barred", format!("{placed}{}", rows.replace("Q. R's 7th", "Q. R's 8th"))),
        ("there is a gap", format!("{placed}{}", rows.replace("2.", "3."))),
        (
            "Black replies",
            format!("{placed}1. Q. to her 4th. P. to K's 4th.\n2. Q. takes P. P. to Q's 3d.\n"),
        ),
    ] {
        assert_eq!(count(&text), 0, "{why}: {text}");
    }
}
