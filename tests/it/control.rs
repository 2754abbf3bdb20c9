//! Findings under control: what counts, what is shown, in which form; settings in `descant.toml`; which files are read.
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// An error in the first game, four warnings and a note in the second.
const GAMES: &str = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n\
                     [event \"b\"]\n[Date \"soon\"]\n[WhiteElo \"n/a\"]\n[BlackElo \"high\"]\n[Result \"*\"]\n\n1. e2e4 e5 *\n";

fn folder() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("in/side")).expect("a folder");
    fs::write(dir.path().join("in/side/games.pgn"), GAMES).expect("a file");
    dir
}

fn descant(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_descant")).args(args).current_dir(dir).output().expect("the program")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The codes that `check` shows with these options, in order, and the line at the end.
fn shown(dir: &Path, options: &[&str]) -> (String, String) {
    let done =
        descant(dir, &[&["check", "--message-format", "short", "in/side/games.pgn"], options].concat());
    let said = out(&done);
    let codes = said.lines().filter_map(|line| line.split_once('[')?.1.split_once("]: "));
    let codes: Vec<_> = codes.map(|(code, _)| code).collect();
    (codes.join(" "), said.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn findings_are_chosen_by_weight_and_code() {
    let dir = folder();
    let all = "illegal-move tag-case date-unclear rating-unclear rating-unclear long-spelling";
    for (options, codes, last) in [
        (&[][..], all, "2 games read, 1 with errors"),
        (
            &["--level", "warning"],
            "illegal-move tag-case date-unclear rating-unclear rating-unclear",
            "2 games read, 1 with errors",
        ),
        (&["--level", "error"], "illegal-move", "2 games read, 1 with errors"),
        (
            &["--ignore", "illegal-move,tag-case"],
            "date-unclear rating-unclear rating-unclear long-spelling",
            "2 games read, none with errors",
        ),
        (&["--only", "long-spelling"], "long-spelling", "2 games read, none with errors"),
        (&["--only", "tag-case", "--strict"], "tag-case", "2 games read, 1 with errors"),
    ] {
        let (found, end) = shown(dir.path(), options);
        assert_eq!(found, codes, "{options:?}");
        assert_eq!(end, last, "{options:?}");
    }
    let done = descant(dir.path(), &["check", "--ignore", "ilegal-move", "in/side/games.pgn"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("\"ilegal-move\"; the nearest are illegal-move"), "{}", err(&done));
}

#[test]
fn of_each_code_so_many_are_shown_and_the_rest_is_told() {
    let dir = folder();
    let many = "[WhiteElo \"n/a\"]\n[Result \"*\"]\n\n1. e4 *\n\n".repeat(1210);
    fs::write(dir.path().join("many.pgn"), many).expect("a file");
    let done =
        descant(dir.path(), &["check", "--max-per-code", "2", "--message-format", "short", "many.pgn"]);
    let said = out(&done);
    assert_eq!(said.matches("warning[rating-unclear]").count(), 2, "{said}");
    assert!(said.contains("\nand 1,208 more of rating-unclear\n"), "{said}");
    assert!(
        said.contains("     1210  rating-unclear  warning\n1210 games read, none with errors\n"),
        "{said}"
    );
    // The other commands show errors alone, and the counts.
    for command in ["convert", "fen", "stats"] {
        let said = err(&descant(dir.path(), &[command, "many.pgn"]));
        assert_eq!(
            said, "     1210  rating-unclear  warning\n1210 games read, none with errors\n",
            "{command}"
        );
    }
}

#[test]
fn settings_are_found_above_the_input_and_options_go_before_them() {
    let dir = folder();
    fs::write(dir.path().join("descant.toml"), "level = \"error\"\n").expect("a file");
    assert_eq!(shown(dir.path(), &[]).0, "illegal-move");
    assert!(shown(dir.path(), &["--level", "note"]).0.contains("long-spelling"));
    assert!(shown(dir.path(), &["--no-config"]).0.contains("long-spelling"));
    // The nearest counts, and no other.
    let near = dir.path().join("in/descant.toml");
    fs::write(&near, "ignore = [\"illegal-move\"]\nonly = [\"illegal-move\", \"tag-case\"]\nstrict = true\n")
        .expect("a file");
    assert_eq!(shown(dir.path(), &[]), ("tag-case".to_owned(), "2 games read, 1 with errors".to_owned()));
    for (settings, words) in [
        ("level = \"loud\"\n", "level = \"loud\": error, warning, note would be accepted"),
        ("ignore = [\"none-such\"]\n", "no diagnostic has the code \"none-such\""),
        ("strict = true\n colour = 1\n", "descant.toml: line 2, column 2: unknown field `colour`"),
        ("level = \n", "descant.toml"),
    ] {
        fs::write(&near, settings).expect("a file");
        let done = descant(dir.path(), &["check", "in/side/games.pgn"]);
        assert_eq!(done.status.code(), Some(2), "{settings}");
        assert!(err(&done).contains(words), "{}", err(&done));
    }
}

#[test]
fn sarif_is_one_document_with_every_finding() {
    let dir = folder();
    for (command, status) in [("check", 1), ("convert", 1), ("stats", 1)] {
        let done = descant(
            dir.path(),
            &[command, "--level", "note", "--message-format", "sarif", "in/side/games.pgn"],
        );
        assert_eq!(done.status.code(), Some(status));
        let text = if command == "check" { out(&done) } else { err(&done) };
        let document: Value = serde_json::from_str(&text).expect("one document");
        assert_eq!(
            (&document["version"], &document["runs"].as_array().map(Vec::len)),
            (&"2.1.0".into(), &Some(1))
        );
        let run = &document["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        let results = run["results"].as_array().expect("results");
        assert!(results.len() >= 6, "{text}");
        for result in results {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let at =
                ["byteOffset", "byteLength"].map(|name| region[name].as_u64().expect("a number") as usize);
            assert!(GAMES.get(at[0]..at[0] + at[1]).is_some(), "{result}");
            assert!(region["startLine"].is_u64() && result["message"]["text"].is_string(), "{result}");
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
        }
        assert_eq!(&results[0]["ruleId"], "illegal-move");
    }
    // Nothing found, nothing shown: still a document.
    let done = descant(
        dir.path(),
        &["check", "--only", "fen-kings", "--message-format", "sarif", "in/side/games.pgn"],
    );
    let document: Value = serde_json::from_str(&out(&done)).expect("one document");
    assert_eq!(document["runs"][0]["results"].as_array().map(Vec::len), Some(0));
}

#[test]
fn annotations_for_github_are_a_line_each() {
    let dir = folder();
    fs::write(dir.path().join("100%.pgn"), "1. e4 e5 2. Ke3 *\n").expect("a file");
    let said = out(&descant(dir.path(), &["check", "--message-format", "github", "100%.pgn"]));
    let first = said.lines().next().expect("a line");
    assert!(first.starts_with("::error file=100%25.pgn,line=1,col=13,title=illegal-move::`Ke3`"), "{said}");
    assert_eq!(said.lines().last(), Some("::notice title=descant::1 game read, 1 with errors"));
}

#[test]
fn findings_are_a_table() {
    let dir = folder();
    let done = descant(
        dir.path(),
        &[
            "stats",
            "--quiet",
            "--table",
            "findings",
            "--columns",
            "game,line,column,severity,code,text",
            "in/side/games.pgn",
        ],
    );
    let table = out(&done);
    assert!(
        table.starts_with("game,line,column,severity,code,text\n1,4,13,error,illegal-move,Ke3\n"),
        "{table}"
    );
    assert!(table.contains("\n2,8,12,warning,rating-unclear,n/a\n"), "{table}");
}

#[test]
fn folders_lists_and_patterns_name_inputs_in_order() {
    let dir = folder();
    let root = dir.path();
    let game = |name: &str| format!("[White \"{name}\"]\n[Result \"*\"]\n\n1. e4 *\n");
    for (file, name) in
        [("all/b.pgn", "B"), ("all/a/z.PGN", "Z"), ("all/no-ending", "N"), ("all/.hidden.pgn", "H")]
    {
        fs::create_dir_all(root.join(file).parent().expect("a folder")).expect("a folder");
        fs::write(root.join(file), game(name)).expect("a file");
    }
    fs::write(root.join("all/notes.txt"), "Bring the clocks.\n").expect("a file");
    fs::write(root.join("list"), "all/b.pgn\n\nall/a\n").expect("a file");
    let white = |args: &[&str]| {
        let done = descant(root, &[&["stats", "--quiet", "--columns", "white"], args].concat());
        (done.status.code(), out(&done).lines().skip(1).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(white(&["all"]), (Some(0), "Z B N".to_owned()));
    assert_eq!(white(&["--files-from", "list"]), (Some(0), "B Z".to_owned()));
    assert_eq!(white(&["all/*.pgn", "--files-from", "list"]), (Some(0), "B B Z".to_owned()));
    // As PowerShell writes a list, and with a byte order mark.
    let list = "all/b.pgn\r\nall/a\r\n";
    let utf16: Vec<u8> =
        [0xFEFF_u16].into_iter().chain(list.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [utf16, format!("\u{feff}{list}").into_bytes()] {
        fs::write(root.join("list"), bytes).expect("a file");
        assert_eq!(white(&["--files-from", "list"]), (Some(0), "B Z".to_owned()));
    }
    fs::write(root.join("list"), b"all/b\xff.pgn\n").expect("a file");
    let done = descant(root, &["check", "--files-from", "list"]);
    assert!(done.status.code() == Some(2) && err(&done).contains("UTF-8 or UTF-16 would be accepted"));
    let done = descant(root, &["check", "all/x*.pgn"]);
    assert_eq!((done.status.code(), err(&done).as_str()), (Some(2), "descant: no file matches all/x*.pgn\n"));
}

#[test]
fn a_damaged_game_stops_no_table_and_no_table_is_cut_short_silently() {
    let dir = folder();
    let root = dir.path();
    let sound = "[Event \"x\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    let damaged = "[Event \"x\"]\n[White \"B\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Ke8 {never closed\n\n";
    let games = format!("{}{damaged}{}", sound.repeat(3), sound.repeat(400));
    fs::write(root.join("games.pgn"), &games).expect("a file");
    for (table, rows) in [("games", 404), ("players", 2), ("results", 2), ("years", 1)] {
        let done = descant(root, &["stats", "--quiet", "--table", table, "games.pgn"]);
        assert_eq!(done.status.code(), Some(1), "{table}");
        assert_eq!(out(&done).lines().count() - 1, rows, "{table}");
    }
    let mut packed = zstd::encode_all(games.repeat(60).as_bytes(), 1).expect("packed");
    packed.truncate(packed.len() - 20);
    fs::write(root.join("broken.pgn.zst"), packed).expect("a file");
    for table in ["games", "moves", "players", "findings", "names", "duplicates"] {
        let args = ["stats", "--table", table, "-o", "table.csv", "broken.pgn.zst"];
        let done = descant(root, &args);
        assert_eq!(done.status.code(), Some(2), "{table}");
        assert!(
            err(&done).contains("ends too early") && err(&done).contains("was not written"),
            "{}",
            err(&done)
        );
        assert!(!root.join("table.csv").exists(), "{table}");
    }
}

#[test]
fn tags_become_columns_of_their_types() {
    let dir = folder();
    let games = "[Event \"x\"]\n[Date \"2024.02.??\"]\n[White \"?\"]\n[UTCDate \"2024.02.29\"]\n[UTCTime \"18:03:31\"]\n\
        [WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-12\"]\n[WhiteTitle \"GM\"]\n[BlackTitle \"-\"]\n[TimeControl \"180+2\"]\n\
        [EventDate \"2024.02.28\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {[%clk 0:03:00] [%eval 0.25]} 1... e5 {[%eval #-3]} 2. Nf3 {[%clk 0:02:58.5]} 1/2-1/2\n";
    fs::write(dir.path().join("typed.pgn"), games).expect("a file");
    for (column, expected) in [
        ("date", ""),
        ("year", "2024"),
        ("date_tag", "2024.02.??"),
        ("white", ""),
        ("utc_date", "2024-02-29"),
        ("utc_time", "65011"),
        ("white_rating_diff", "5"),
        ("black_rating_diff", "-12"),
        ("white_title", "GM"),
        ("black_title", ""),
        ("time_base", "180"),
        ("time_increment", "2"),
        ("event_date", "2024-02-28"),
        ("white_points", "0.5"),
        ("moves", "[\"e4\",\"e5\",\"Nf3\"]"),
        ("evals", "[25,null,null]"),
        ("mates", "[null,-3,null]"),
        ("TAG.timecontrol", "180+2"),
        ("tag.NoSuch", ""),
        ("byte", "0"),
    ] {
        let done = descant(dir.path(), &["stats", "--quiet", "--columns", column, "typed.pgn"]);
        let text = out(&done);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let record = reader.records().next().expect("a row").expect("a row");
        assert_eq!(&record[0], expected, "{column}");
    }
    // A place in the file: that of the second game.
    fs::write(dir.path().join("two.pgn"), [GAMES, games].concat()).expect("a file");
    let done = descant(
        dir.path(),
        &["stats", "--quiet", "--columns", "file,game,byte", "--where", "tag.TimeControl", "two.pgn"],
    );
    assert_eq!(out(&done), format!("file,game,byte\ntwo.pgn,3,{}\n", GAMES.len()));
}
