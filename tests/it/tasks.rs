//! The table of tasks in the README: every row does what it says.
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// What a row leads to.
enum Outcome {
    /// The games that are written to standard output, by the surname of White, in order.
    Games(&'static str),
    /// What standard output has, and what it has not.
    Says(&'static [&'static str], &'static [&'static str]),
    /// Files, with the games in each.
    Files(&'static [(&'static str, &'static str)]),
}
use Outcome::{Files, Games, Says};

const ALL: &str = "Tal Fischer Adams Baker Clark Dunn Evans";

/// The tasks, as the README names them.
const EXPECTED: &[(&str, Outcome)] = &[
    ("games of a player", Games("Tal Fischer")),
    ("with the white pieces", Games("Tal")),
    ("played before a year", Games("Fischer")),
    ("with a result", Games("Tal Adams")),
    ("of an opening, by its positions", Games("Tal Fischer")),
    ("by any tag", Games("Tal")),
    ("either player rated so high", Games("Tal")),
    ("both rated alike", Games("Tal")),
    ("that reach a position", Games("Tal Fischer")),
    ("that reach a pattern", Games("Adams")),
    ("a pattern for either color", Games("Tal Fischer")),
    ("a Polyglot key", Games("Tal Fischer")),
    ("the position after a line, by any way", Games("Tal Fischer")),
    ("that begin with a line", Games("Fischer Adams")),
    ("without a move in it", Games("Tal")),
    ("material that stays for a while", Games("Baker")),
    ("material of either side", Games("Baker")),
    ("within so many half-moves", Games("")),
    ("of a length", Games("Dunn Evans")),
    ("that end in mate", Games("Adams")),
    ("that end in stalemate", Games("Clark")),
    ("with a position three times", Games("Baker")),
    ("with fifty moves of no pawn and no capture", Games("Evans")),
    ("promotions to lesser pieces", Says(&["game,san\n6,a8=N\n"], &[])),
    ("from a position that was set up", Games("Baker Clark Dunn Evans")),
    ("all others", Games("Adams")),
    ("some by their numbers", Games("Fischer Baker Clark")),
    ("the seven tags alone", Says(&["[White \"Tal, Mikhail\"]", "[FEN \"8/8"], &["WhiteElo", "Annotator"])),
    ("only tags on a list", Says(&["[Annotator \"Smith\"]", "[Site \"Riga\"]"], &["WhiteElo"])),
    ("the order of the tags as it is", Says(&["[BlackElo \"2590\"]\n[Annotator \"Smith\"]"], &[])),
    (
        "without comments, glyphs, variations",
        Says(&["1. e4 c5 2. Nc3 d6 3. Nge2 Nf6 4. d4"], &["$", "{", "("]),
    ),
    ("without clocks", Says(&["{the king's pawn}", "$1", "(3. f4 g6)"], &["clk"])),
    ("longer lines", Says(&["3... Nf6 4. d4 cxd4 5. Nxd4 a6 1-0\n"], &[])),
    ("another notation", Says(&["e2e4", "a7a8n h7g6"], &["Nf3"])),
    (
        "a FEN after every half-move",
        Says(&["1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1}"], &[]),
    ),
    // The key of the position after 1. e4, from the documentation of the Polyglot format.
    ("a key after every half-move", Says(&["{823c9b50fd114196}"], &[])),
    ("the tag PlyCount", Says(&["[PlyCount \"10\"]", "[PlyCount \"1\"]"], &[])),
    (
        "the tags ECO and Opening",
        Says(&["[ECO \"B90\"]", "[Opening \"Sicilian Defense: Najdorf Variation\"]"], &[]),
    ),
    ("every position as EPD", Says(&["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"], &[])),
    ("JSON", Says(&["\"White\":\"Fischer, Robert\""], &[])),
    (
        "files of so many games",
        Files(&[
            ("out-1.pgn", "Tal Fischer Adams"),
            ("out-2.pgn", "Baker Clark Dunn"),
            ("out-3.pgn", "Evans"),
        ]),
    ),
    (
        "a file for each opening",
        Files(&[
            ("out-B90.pgn", "Tal Fischer"),
            ("out-C23.pgn", "Adams"),
            ("out-none.pgn", "Baker Clark Dunn Evans"),
        ]),
    ),
    (
        "added to a file",
        Files(&[(
            "all.pgn",
            "Tal Fischer Adams Baker Clark Dunn Evans Tal Fischer Adams Baker Clark Dunn Evans",
        )]),
    ),
    ("sorted", Games("Adams Baker Clark Dunn Evans Fischer Tal")),
    ("packed", Files(&[("games.pgn.zst", ALL)])),
    ("one record of each game", Games("Tal Fischer Baker Clark Dunn Evans Adams Frost Tal")),
    (
        "the other records in a file",
        Files(&[("twice.pgn", "Adams"), ("once.pgn", "Tal Fischer Baker Clark Dunn Evans Adams Frost Tal")]),
    ),
    ("what a collection does not have", Games("Frost Tal")),
    ("names of files in a list", Games("Tal Fischer Adams Baker Clark Dunn Evans Adams Frost Tal")),
    ("all files of a folder", Says(&["a.pgn,\"Tal, Mikhail\"", "more/b.pgn,\"Frost, F.\""], &["notes"])),
    ("errors alone", Says(&["new.pgn:19:13", "illegal-move", "10 games read, 1 with errors"], &[])),
    ("damaged games apart", Files(&[("bad.pgn", "Frost")])),
    ("players spelled alike", Games("Tal Fischer Tal")),
    ("spellings of one player", Says(&["\"Tal, Mikhail\",\"Tal,M\""], &["Adams"])),
];

/// A row of the table: the task, and the command.
fn rows() -> Vec<(String, String)> {
    let readme = fs::read_to_string("README.md").expect("the README");
    let (_, table) = readme.split_once("| task | pgn-extract | descant |\n").expect("the table");
    let lines = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    lines
        .map(|line| {
            let line = line.replace("\\|", "\u{1}");
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [task, _, command] = cells[..] else { panic!("three cells: {line}") };
            (task.to_owned(), command.trim_matches('`').replace('\u{1}', "|"))
        })
        .collect()
}

/// A folder with the games.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for file in ["games.pgn", "new.pgn", "names.tsv", "list.txt"] {
        fs::copy(Path::new("fixtures/tasks").join(file), dir.path().join(file)).expect("a fixture");
    }
    fs::create_dir_all(dir.path().join("folder/more")).expect("a folder");
    for (from, to) in
        [("games.pgn", "folder/a.pgn"), ("new.pgn", "folder/more/b.pgn"), ("list.txt", "folder/notes")]
    {
        fs::copy(Path::new("fixtures/tasks").join(from), dir.path().join(to)).expect("a fixture");
    }
    dir
}

fn sh(command: &str, dir: &Path) -> (Option<i32>, String, String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_descant")).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let done = Command::new("sh").args(["-c", command]).current_dir(dir).env("PATH", path).output();
    let done = done.expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

/// The surnames of White, in order.
fn surnames(pgn: &str) -> String {
    let names = pgn.lines().filter_map(|line| line.strip_prefix("[White \""));
    names.map(|rest| rest.split([',', '"']).next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_task_of_the_readme_is_done() {
    let rows = rows();
    let tasks: Vec<_> = rows.iter().map(|(task, _)| task.as_str()).collect();
    let expected: Vec<_> = EXPECTED.iter().map(|(task, _)| *task).collect();
    assert_eq!(tasks, expected, "the tasks of the README and those that are tested");
    for ((task, command), (_, outcome)) in rows.iter().zip(EXPECTED) {
        let dir = folder();
        if task == "added to a file" {
            fs::copy("fixtures/tasks/games.pgn", dir.path().join("all.pgn")).expect("a fixture");
        }
        let (status, out, error) = sh(command, dir.path());
        let has_damage = command.contains("new.pgn") && !command.contains("--where")
            || command.contains("list.txt")
            || command.contains("folder");
        assert_eq!(status, Some(i32::from(has_damage)), "{task}: {error}");
        match outcome {
            Games(names) => assert_eq!(surnames(&out), *names, "{task}: {command}\n{error}"),
            Says(has, lacks) => {
                has.iter()
                    .for_each(|words| assert!(out.contains(words), "{task}: {command}\n{words}\n{out}"));
                lacks
                    .iter()
                    .for_each(|words| assert!(!out.contains(words), "{task}: {command}\n{words}\n{out}"));
            }
            Files(files) => {
                for (file, names) in *files {
                    let (_, out, error) = sh(&format!("descant convert --quiet {file}"), dir.path());
                    assert_eq!(surnames(&out), *names, "{task}: {file}\n{error}");
                }
            }
        }
    }
}

#[test]
fn a_file_packed_by_its_name_is_packed() {
    for (ending, magic) in [("gz", &b"\x1f\x8b"[..]), ("bz2", b"BZh"), ("zst", b"\x28\xb5\x2f\xfd")] {
        let dir = folder();
        let file = format!("out.pgn.{ending}");
        let (status, _, error) = sh(&format!("descant convert -o {file} games.pgn"), dir.path());
        assert_eq!(status, Some(0), "{error}");
        assert!(fs::read(dir.path().join(&file)).expect("a file").starts_with(magic), "{ending}");
        // More is added as another packed part.
        let (status, _, error) = sh(&format!("descant convert --append -o {file} games.pgn"), dir.path());
        assert_eq!(status, Some(0), "{error}");
        let (_, out, _) = sh(&format!("descant convert --quiet {file}"), dir.path());
        assert_eq!(surnames(&out), format!("{ALL} {ALL}"));
    }
    let dir = folder();
    let (status, _, error) = sh("descant convert -o out.pgn.xz games.pgn", dir.path());
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("no archives .xz are made"), "{error}");
    assert!(!dir.path().join("out.pgn.xz").exists());
}

#[test]
fn games_are_added_only_where_they_can_be_read_again() {
    let pgn = "[Event \"a\"]\n[White \"First, A\"]\n\n1. e4 *";
    let utf16: Vec<u8> = format!("\u{feff}{pgn}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gzip = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packer, pgn.as_bytes()).expect("packed");
        packer.finish().expect("packed")
    };
    // A game that ends without a line end is ended first, packed or not.
    for (name, bytes) in [("all.pgn", pgn.as_bytes()), ("all.pgn.gz", &gzip), ("none.pgn", b"")] {
        let dir = folder();
        fs::write(dir.path().join(name), bytes).expect("written");
        let (status, _, error) = sh(&format!("descant convert --append -o {name} games.pgn"), dir.path());
        assert_eq!(status, Some(0), "{name}: {error}");
        let read = match name.ends_with("gz") {
            true => sh(&format!("gzip -dc {name}"), dir.path()).1,
            false => fs::read_to_string(dir.path().join(name)).expect("a file"),
        };
        let first = if bytes.is_empty() { String::new() } else { format!("{pgn}\n\n") };
        assert!(read.starts_with(&format!("{first}[Event ")), "{name}: {read}");
    }
    let latin1 = b"[White \"M\xfcller\"]\n\n1. e4 *\n";
    for (name, bytes, said) in [
        (
            "old.pgn",
            &latin1[..],
            "it is not in UTF-8, and what is added would be in UTF-8; another name for the output, or --output-encoding latin1,",
        ),
        ("wide.pgn", &utf16[..], "it is in UTF-16, and what is added would be in UTF-8"),
        ("all.pgn", &gzip, "it is packed as gzip, and what is added would be not packed"),
        ("all.pgn.gz", pgn.as_bytes(), "it is not packed, and what is added would be packed as gzip"),
        ("all.pgn.zst", &gzip, "it is packed as gzip, and what is added would be packed as zstd"),
        ("short.pgn.gz", &gzip[..gzip.len() - 9], "a gzip archive that ends too early"),
    ] {
        let dir = folder();
        fs::write(dir.path().join(name), bytes).expect("written");
        let (status, _, error) = sh(&format!("descant convert --append -o {name} games.pgn"), dir.path());
        assert!(error.contains(said), "{name}: {error}");
        assert_eq!(status, Some(2), "{name}");
        assert_eq!(fs::read(dir.path().join(name)).expect("a file"), bytes, "{name} is as it was");
    }
}

#[test]
fn games_are_added_in_the_encoding_of_the_file() {
    let dir = folder();
    let added = |name: &str, bytes: &[u8], encoding: &str| {
        fs::write(dir.path().join("some.pgn"), bytes).expect("written");
        let (status, _, error) = sh(
            &format!("descant convert -q --append --output-encoding {encoding} -o some.pgn {name}"),
            dir.path(),
        );
        (status, error, fs::read(dir.path().join("some.pgn")).expect("a file"))
    };
    fs::write(dir.path().join("new.pgn"), "[White \"Zoë\"]\n\n1. e4 *\n").expect("written");
    let latin1 = b"[White \"M\xfcller\"]\n\n1. e4 *\n\n";
    let (status, error, bytes) = added("new.pgn", latin1, "latin1");
    assert_eq!(status, Some(0), "{error}");
    assert!(bytes.starts_with(latin1) && bytes.windows(3).any(|word| word == b"Zo\xeb"));
    let utf8 = "[White \"Müller\"]\n\n1. e4 *\n\n".as_bytes();
    assert_eq!(added("new.pgn", utf8, "utf-8").0, Some(0));
    let (status, error, bytes) = added("new.pgn", utf8, "latin1");
    assert_eq!(status, Some(2));
    assert!(error.contains("it is in UTF-8, and what is added would be in Latin-1"), "{error}");
    assert_eq!(bytes, utf8);
    for encoding in ["utf-8", "latin1"] {
        assert_eq!(added("new.pgn", b"[White \"Ann\"]\n\n1. e4 *\n\n", encoding).0, Some(0));
    }
}

#[test]
fn no_figurines_are_written_in_latin1() {
    let dir = folder();
    let words = "--movetext figurine --output-encoding latin1";
    for form in ["pgn", "text"] {
        let (status, out, error) = sh(&format!("descant convert --to {form} {words} games.pgn"), dir.path());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{form}");
        assert!(error.contains("--output-encoding utf-8, or latin1 with another --movetext"), "{error}");
    }
}

#[test]
fn each_value_has_a_file_of_its_own() {
    let dir = folder();
    let long = "x".repeat(70);
    let names = ["a/b", "a_b", "a:b", "", "none", &format!("{long}1"), &format!("{long}2"), "a/b"];
    let games = names.map(|name| format!("[White \"{name}\"]\n\n1. e4 *\n\n"));
    fs::write(dir.path().join("cases.pgn"), games.concat()).expect("written");
    let (status, _, error) = sh("descant convert -q --split white -o out.pgn cases.pgn", dir.path());
    assert_eq!(status, Some(0), "{error}");
    let files = fs::read_dir(dir.path())
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("out-"));
    let mut whites: Vec<String> = files
        .map(|file| {
            let text = fs::read_to_string(file.path()).expect("a file");
            let lines = text.lines().filter(|line| line.starts_with("[White \""));
            lines.collect::<Vec<_>>().join(" ")
        })
        .collect();
    whites.sort();
    let wanted = ["[White \"a/b\"] [White \"a/b\"]", "[White \"a:b\"]", "[White \"a_b\"]"];
    assert_eq!(whites.len(), 7, "{whites:?}");
    assert!(wanted.iter().all(|one| whites.iter().any(|white| white == one)), "{whites:?}");
}

#[test]
fn files_of_values_are_told_apart_without_capitals() {
    let dir = folder();
    let games = ["Adams", "ADAMS", "Birch", "adams"].map(|name| format!("[White \"{name}\"]\n\n1. e4 *\n\n"));
    fs::write(dir.path().join("cases.pgn"), games.concat()).expect("written");
    let (status, _, error) = sh("descant convert --split white -o out.pgn cases.pgn", dir.path());
    assert_eq!(status, Some(0), "{error}");
    for (file, name) in [("ADAMS", "ADAMS"), ("Adams-2", "Adams"), ("adams-3", "adams"), ("Birch", "Birch")] {
        let text = fs::read_to_string(dir.path().join(format!("out-{file}.pgn"))).expect(file);
        assert_eq!(surnames(&text), name, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn a_system_that_opens_no_more_files_is_quoted() {
    let dir = folder();
    let games: String = (0..100).map(|i| format!("[Event \"{i}\"]\n\n1. e4 *\n\n")).collect();
    fs::write(dir.path().join("events.pgn"), games).expect("written");
    let command = "ulimit -n 40; descant convert --quiet --jobs 1 --split event -o out.pgn events.pgn";
    let (status, _, error) = sh(command, dir.path());
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("Too many open files (os error 24)"), "{error}");
}

#[test]
fn the_annotated_record_is_kept_unless_another_is_preferred() {
    let dir = folder();
    let bare = "[White \"Frost, F.\"]\n[Black \"Adams, A.\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n\n";
    let annotated =
        "[White \"Frost, F.\"]\n[Black \"Adams, A.\"]\n\n1. d4 {a plan} d5 (1... f5 2. g3) 2. c4 e6 *\n";
    fs::write(dir.path().join("two.pgn"), [bare, annotated].concat()).expect("a file");
    for (prefer, words) in [
        ("", "a plan"),
        ("--prefer longest", "3. Nc3"),
        ("--prefer first", "3. Nc3"),
        ("--prefer annotated", "a plan"),
    ] {
        let (_, out, error) = sh(&format!("descant convert --unique {prefer} two.pgn"), dir.path());
        assert!(out.contains(words) && surnames(&out) == "Frost", "{prefer}\n{out}{error}");
    }
}

#[test]
fn what_must_be_kept_of_many_games_is_bounded() {
    let dir = folder();
    let mut many = String::new();
    for n in 0..20_000 {
        many += &format!("[White \"Player {n:05}x, A.\"]\n[Black \"?\"]\n[Round \"{n}\"]\n\n1. e4 *\n\n");
    }
    fs::write(dir.path().join("many.pgn"), many).expect("a file");
    for command in ["convert --unique", "stats --table duplicates", "stats --table names"] {
        let (status, out, error) = sh(&format!("descant {command} --memory 1 many.pgn"), dir.path());
        assert_eq!(status, Some(2), "{command}: {error}");
        assert!(error.contains("--memory 1 (MiB)") && out.is_empty(), "{command}: {error}");
        let (status, _, error) = sh(&format!("descant {command} --memory 64 many.pgn"), dir.path());
        assert_eq!(status, Some(0), "{command}: {error}");
    }
    // Sorting goes to temporary files.
    let sort = |memory: u32| {
        sh(&format!("descant convert --sort round:desc --memory {memory} many.pgn"), dir.path())
    };
    let (small, large) = (sort(1), sort(64));
    assert_eq!(small.0, Some(0), "{}", small.2);
    assert!(small.1 == large.1 && small.1.find("\"19999\"") < small.1.find("\"19998\""));
}

#[test]
fn spare_blanks_and_other_spellings_are_mended_and_told() {
    let dir = folder();
    let game = "[White \"Tal,M \"]\n[Black \"Clark,  C.\"]\n[WhiteElo \"n/a\"]\n[BlackElo \"?\"]\n[Result \"*\"]\n\n1. e4 *\n";
    fs::write(dir.path().join("blanks.pgn"), game).expect("a file");
    let (_, out, _) = sh("descant convert --quiet blanks.pgn", dir.path());
    assert!(out.contains("[White \"Tal,M\"]") && out.contains("[Black \"Clark, C.\"]"), "{out}");
    let (_, out, _) = sh("descant check --players names.tsv --message-format short blanks.pgn", dir.path());
    for words in ["1:1: note[player-spelling]", "1:9: note[tag-blanks]", "3:12: warning[rating-unclear]"] {
        assert!(out.contains(words), "{words}\n{out}");
    }
    // Nobody is no player.
    let nobody = "[White \"?\"]\n[Black \"Doe\"]\n\n1. e4 *\n";
    fs::write(dir.path().join("nobody.pgn"), nobody).expect("a file");
    let (_, out, _) = sh("descant stats --table players --columns player nobody.pgn", dir.path());
    assert_eq!(out, "player\nDoe\n");
}

#[test]
fn games_under_headings_without_tags_are_read_as_a_text() {
    let dir = folder();
    let text = "First game\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 White won.\n\nSecond game\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6\n";
    fs::write(dir.path().join("two.txt"), text).expect("a file");
    let (status, out, error) = sh("descant convert two.txt", dir.path());
    assert_eq!(status, Some(0), "{error}");
    assert_eq!(out.matches("[White ").count(), 2, "{out}");
    assert!(
        out.contains("3. Bb5 a6 {White won.} 1-0") && out.contains("1. d4 d5 2. c4 e6 3. Nc3 Nf6 *"),
        "{out}"
    );
}
