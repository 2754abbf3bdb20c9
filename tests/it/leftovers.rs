//! Files of runs that were killed: the next run beside them deletes them, and no other files.
#![cfg(target_os = "linux")]
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn under_way(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<_> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.starts_with(".descant-"));
    names.sort();
    names
}

/// A run that waits for standard input, its output under way.
fn waiting(folder: &Path, output: &str) -> Child {
    let before = under_way(folder).len();
    let child = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(["convert", "-q", "-o", output])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program");
    while under_way(folder).len() == before {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn run(folder: &Path, output: &str) {
    fs::write(folder.join("games.pgn"), "[Event \"a\"]\n\n1. e4 e5 *\n").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_descant"));
    let done = command.args(["convert", "-q", "games.pgn", "-o", output]).current_dir(folder).status();
    assert!(done.expect("the program").success());
}

#[test]
fn the_next_run_deletes_what_a_killed_run_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut child = waiting(folder, "killed.pgn");
    child.kill().expect("killed");
    child.wait().expect("an end");
    assert_eq!(under_way(folder).len(), 1, "a killed run cleans nothing up");
    run(folder, "next.pgn");
    assert_eq!(under_way(folder), Vec::<String>::new());
    assert!(folder.join("next.pgn").exists() && !folder.join("killed.pgn").exists());
}

#[test]
fn the_file_of_a_run_still_alive_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut alive = waiting(folder, "alive.pgn");
    let file = under_way(folder);
    for number in 0..3 {
        run(folder, &format!("next{number}.pgn"));
        assert_eq!(under_way(folder), file);
    }
    let mut input = alive.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, b"1. d4 d5 *\n").expect("written");
    drop(input);
    assert!(alive.wait().expect("an end").success());
    assert!(fs::read_to_string(folder.join("alive.pgn")).expect("a file").ends_with("1. d4 d5 *\n\n"));
    assert_eq!(under_way(folder), Vec::<String>::new());
}

#[test]
fn runs_side_by_side_in_one_folder_all_write_their_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::thread::scope(|scope| {
        for worker in 0..8 {
            scope
                .spawn(move || (0..10).for_each(|number| run_one(folder, &format!("{worker}-{number}.pgn"))));
        }
    });
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 80);
}

fn run_one(folder: &Path, output: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_descant"));
    let command = command.args(["convert", "-q", "--allow-empty", "-o", output]).current_dir(folder);
    let done = command.stdin(Stdio::null()).output().expect("the program");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn files_of_others_stay_whatever_they_are_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let names =
        [".descant-notes", ".descant-config.part", ".descant-123456789ab-.part", ".descant-abcdefabcdef.txt"];
    for name in names {
        fs::write(folder.join(name), "mine").expect("a file");
    }
    fs::create_dir(folder.join(".descant-abcdefabcdef.part")).expect("a folder");
    fs::write(folder.join("target"), "mine").expect("a file");
    std::os::unix::fs::symlink("target", folder.join(".descant-abcdefabcde0.part")).expect("a link");
    run(folder, "out.pgn");
    assert_eq!(under_way(folder).len(), names.len() + 2);
    assert_eq!(fs::read_to_string(folder.join("target")).expect("a file"), "mine");
}
