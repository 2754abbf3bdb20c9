//! Where results go, and what is never written over; which games are wanted.
use std::fs;
use std::path::{Path, PathBuf};

use crate::console::run;

const DAMAGED: &str = "fixtures/cli/damaged.pgn";
const CLUB: &str = "fixtures/cli/club.pgn";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Exit status, standard output, standard error.
fn descant(args: &[&str]) -> (i32, String, String) {
    let done = run(args, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (done.status.code().expect("an exit status"), text(done.stdout), text(done.stderr))
}

fn named(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn copy(dir: &Path, name: &str, of: &str) -> PathBuf {
    let path = dir.join(name);
    fs::write(&path, fs::read(of).expect("the fixture")).expect("a file");
    path
}

#[test]
fn sound_and_rejected_games_have_a_place_each() {
    let dir = folder();
    let out = dir.path().join("out.pgn");
    let same = dir.path().join(".").join("out.pgn");
    for (output, reject) in [(named(&out), named(&out)), (named(&same), named(&out)), ("-", "-")] {
        let (code, said, error) = descant(&["convert", "-o", output, "--reject", reject, DAMAGED]);
        assert_eq!((code, said.as_str()), (2, ""), "{error}");
        assert!(error.contains("two places would be accepted"), "{error}");
    }
    assert_eq!(descant(&["convert", "--reject", "-", DAMAGED]).0, 2);
    assert!(!out.exists());
    // One of them may be standard output.
    let (code, said, _) = descant(&["convert", "-q", "-o", named(&out), "--reject", "-", DAMAGED]);
    assert_eq!(code, 1);
    assert!(said.contains("Nxe6") && !fs::read_to_string(&out).expect("a file").contains("Nxe6"));
}

#[test]
fn no_input_is_replaced_by_what_does_not_hold_its_games() {
    let dir = folder();
    let games = copy(dir.path(), "games.pgn", DAMAGED);
    let before = fs::read(&games).expect("a file");
    let games = named(&games);
    for args in [
        &["convert", "--reject", games][..],
        &["convert", "--to", "json", "-o", games],
        &["check", "-o", games],
        &["fen", "-o", games],
        &["stats", "-o", games],
        &["stats", "--table", "duplicates", "-o", games],
        &["board", "-o", games],
        &["report", "-o", games],
    ] {
        let (code, said, error) = descant(&[args, &[games]].concat());
        assert_eq!((code, said.as_str()), (2, ""), "{args:?} {error}");
        assert!(error.contains("is an input and would be replaced"), "{args:?} {error}");
        assert_eq!(fs::read(games).expect("a file"), before, "{args:?}");
    }
    // A collection may be normalised in its place.
    assert_eq!(descant(&["convert", "-q", "-o", games, games]).0, 1);
    assert!(fs::read_to_string(games).expect("a file").contains("{4. Nxe6 dxe6} 1-0"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_file_is_replaced() {
    let dir = folder();
    let file = copy(dir.path(), "file.pgn", DAMAGED);
    let link = dir.path().join("link.pgn");
    std::os::unix::fs::symlink("file.pgn", &link).expect("a link");
    assert_eq!(descant(&["convert", "-q", "-o", named(&link), CLUB]).0, 0);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert!(fs::read_to_string(&file).expect("a file").contains("Leeds"));
    assert!(descant(&["check", "-o", named(&link), named(&file)]).2.contains("would be replaced"));
}

#[test]
fn a_missing_folder_is_named_and_no_temporary_file() {
    let dir = folder();
    let out = dir.path().join("none").join("out.pgn");
    let (code, _, error) = descant(&["convert", "-o", named(&out), CLUB]);
    assert_eq!(code, 2);
    assert_eq!(
        error,
        format!(
            "descant: cannot write {}: there is no folder {}\n",
            out.display(),
            dir.path().join("none").display()
        )
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_run_leaves_nothing_behind() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    let dir = folder();
    // It waits for standard input, its output under way.
    let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(["convert", "-o", "out.pgn"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    // Waiting for its end would close it, and end it as usual.
    let input = child.stdin.take();
    let under_way = || fs::read_dir(dir.path()).expect("a folder").count();
    while under_way() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Ctrl-C may be ignored where tests are run.
    let kill = Command::new("sh").args(["-c", &format!("kill -TERM {}", child.id())]).status();
    assert!(kill.expect("a shell").success());
    assert_eq!(child.wait().expect("an end").signal(), Some(15));
    assert_eq!(under_way(), 0);
    drop(input);
}

#[test]
fn games_that_are_not_wanted_are_not_complained_about() {
    // Games 1 and 2 of the fixture have errors, game 3 (the only one that Black won) a warning.
    for command in ["convert", "check", "fen", "stats", "report"] {
        let (code, out, error) = descant(&[command, "--where", "result=0-1", DAMAGED]);
        assert_eq!(code, 0, "{command} {error}");
        let told = if command == "check" { out } else { error };
        assert!(told.contains("3 games read, 2 left out, none with errors\n"), "{command} {told}");
        assert!(!told.contains("illegal-move"), "{command} {told}");
    }
    let (code, out, _) = descant(&["check", "--message-format", "json", "--where", "white~Adams", DAMAGED]);
    assert_eq!((code, out.lines().count()), (1, 2), "{out}");
    let last = out.lines().last().expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(summary["summary"]["games"], 3);
    assert_eq!(summary["summary"]["left_out"], 2);
    assert_eq!(summary["summary"]["with_errors"], 1);
    let (code, _, error) = descant(&["stats", "--table", "duplicates", "--where", "result=0-1", DAMAGED]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn a_report_shows_the_games_that_are_wanted() {
    let (_, page, _) = descant(&["report", "-q", "--where", "black~Adams", DAMAGED]);
    assert_eq!(page.matches("\"id\":\"g").count(), 1);
    assert!(page.contains("Clark, C. – Adams, A."));
}

#[test]
fn a_wrong_column_is_shown_its_place_in_the_list() {
    let (code, _, error) = descant(&["stats", "--columns", "white, blak,result", CLUB]);
    assert_eq!(code, 2);
    let start = "descant: --columns 'white, blak,result': column 8 of the list: there is no column `blak`";
    assert!(error.starts_with(start), "{error}");
    let (_, _, error) = descant(&["stats", "--table", "years", "--columns", "year,,games", CLUB]);
    assert!(
        error.contains("column 6 of the list: expected the name of a column; there are year,"),
        "{error}"
    );
}

#[test]
fn a_game_that_is_not_there_is_told() {
    for command in ["convert", "check", "fen", "stats", "report"] {
        let (code, _, error) = descant(&[command, "--games", "1,4,9-", CLUB]);
        assert_eq!(code, 0, "{command} {error}");
        let words = "descant: fixtures/cli/club.pgn has 2 games, and none with the number 4, 9\n";
        assert_eq!(error.matches(words).count(), 1, "{command} {error}");
        assert!(
            !descant(&[command, "-q", "--games", "9", CLUB]).2.contains("none with the number"),
            "{command}"
        );
        assert!(!descant(&[command, "--games", "1-9", CLUB]).2.contains("none with the number"), "{command}");
    }
    let (code, _, error) = descant(&["board", "--games", "9", CLUB]);
    assert!(code == 2 && error.contains("has 2 games"), "{error}");
}

#[test]
fn two_inputs_with_long_paths_are_no_fen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("./././././././fixtures/cli/club.pgn");
    let (code, _, error) = descant(&["board", named(&path), named(&path)]);
    assert_eq!((code, error.as_str()), (2, "descant: one FEN or one input would be accepted\n"));
}

#[test]
fn descriptive_moves_in_a_collection_of_pgn_are_told_how_to_read() {
    let games = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[White \"B\"]\n\n1. P-K4 P-K4 *\n";
    let done = run(&["check"], games.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(out.contains("`P-K4` (White's move 1): cannot be read as a move"), "{out}");
    assert!(out.contains("= help: descriptive notation is no PGN: read it with --from text"), "{out}");
    let done = run(&["check"], b"1. e4 e5 2. Nxz9 *");
    assert!(!String::from_utf8(done.stdout).expect("UTF-8").contains("descriptive"));
}

#[test]
fn manual_pages_bear_the_name_of_the_program() {
    let (_, page, _) = descant(&["man", "convert"]);
    let title = format!("\"descant {}\"", env!("CARGO_PKG_VERSION"));
    assert!(page.contains(".TH descant-convert 1") && page.contains(&title), "{page}");
}

#[test]
fn a_half_move_that_is_none_is_told_what_is_accepted() {
    for command in ["fen", "board"] {
        let (code, _, error) = descant(&[command, "--at", "x", CLUB]);
        assert_eq!(code, 2);
        assert!(error.contains("'x'") && error.contains("a whole number of half-moves"), "{error}");
    }
    assert!(descant(&["fen", "-q", "--at", "0, 2", CLUB]).1.lines().count() == 4);
}
