//! Files and folders that may not be read or written: each is named, and what stood there before stays.
#![cfg(unix)]
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 *\n";

/// A folder that a user without rights can look into, with a copy of the program; it goes away with its owner.
struct Place {
    folder: tempfile::TempDir,
    /// The rights of root are given up to run the program.
    drops: bool,
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the owner may");
}

impl Place {
    /// `None` where a user without rights cannot run the program at all, so that nothing can be shown.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        mode(folder.path(), 0o755);
        let program = folder.path().join("descant");
        fs::copy(env!("CARGO_BIN_EXE_descant"), &program).expect("a copy");
        mode(&program, 0o755);
        let locked = folder.path().join("locked.pgn");
        fs::write(&locked, GAME).expect("written");
        mode(&locked, 0o000);
        // Root may read all; then the program runs as nobody.
        let place = Self { drops: fs::read(&locked).is_ok(), folder };
        place.command().arg("--version").output().is_ok_and(|output| output.status.success()).then_some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, name: &str, words: &str, rights: u32) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, words).expect("written");
        mode(&path, rights);
        path
    }

    fn folder(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir(&path).expect("a folder");
        path
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.path("descant"));
        command.current_dir(self.folder.path());
        if self.drops {
            command.uid(65_534).gid(65_534);
        }
        command
    }

    fn run(&self, args: &[&str]) -> (Output, String) {
        let output = self.command().args(args).output().expect("the program starts");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, words)
    }
}

#[test]
fn what_may_not_be_read_is_named_and_the_others_are_read() {
    let Some(place) = Place::new() else { return };
    place.file("good.pgn", GAME, 0o644);
    let inside = place.folder("inside");
    fs::write(inside.join("x.pgn"), GAME).expect("written");
    mode(&inside, 0o000);
    for command in ["check", "convert", "fen", "stats", "report"] {
        let (output, words) =
            place.run(&[command, "--from", "pgn", "locked.pgn", "inside/x.pgn", "inside", "good.pgn"]);
        assert_eq!(output.status.code(), Some(2), "{command}: {words}");
        for name in ["locked.pgn", "inside/x.pgn", "inside"] {
            assert!(words.contains(&format!("cannot open {name}: Permission denied")), "{command}: {words}");
        }
        assert!(!words.contains("was not written"), "there is no output file: {words}");
        let result = String::from_utf8_lossy(&output.stdout);
        assert!(result.contains("e5") || result.contains("4P3") || command == "check", "{command}: {result}");
    }
    mode(&inside, 0o755);
}

#[test]
fn where_nothing_may_be_written_the_old_file_stays() {
    let Some(place) = Place::new() else { return };
    let good = place.file("good.pgn", GAME, 0o644).display().to_string();
    let closed = place.folder("closed");
    fs::write(closed.join("out.pgn"), "old").expect("written");
    mode(&closed, 0o555);
    for (option, name) in [("-o", "closed/out.pgn"), ("-o", "closed/new.pgn"), ("--reject", "closed/new.pgn")]
    {
        let (output, words) = place.run(&["convert", "-q", option, name, &good]);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert_eq!(words, format!("descant: cannot write {name}: Permission denied (os error 13)\n"));
        assert_eq!(fs::read(closed.join("out.pgn")).expect("it stays"), b"old");
        assert_eq!(fs::read_dir(&closed).expect("readable").count(), 1, "nothing is left behind");
    }
    mode(&closed, 0o755);
}

#[test]
fn an_input_that_may_not_be_read_leaves_the_old_output() {
    let Some(place) = Place::new() else { return };
    place.file("good.pgn", GAME, 0o644);
    let open = place.folder("open");
    mode(&open, 0o777);
    place.file("open/out.pgn", "old", 0o666);
    for command in ["convert", "fen", "stats", "report"] {
        let (output, words) = place.run(&[command, "-o", "open/out.pgn", "locked.pgn", "good.pgn"]);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert_eq!(words.matches("was not written").count(), 1, "{command}: {words}");
        assert_eq!(fs::read(open.join("out.pgn")).expect("it stays"), b"old");
        assert_eq!(fs::read_dir(&open).expect("readable").count(), 1, "nothing is left behind");
    }
}
