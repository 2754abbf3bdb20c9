//! An input is replaced only by PGN of all its games, whatever name it is called by.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TWO: &str =
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1.e4 e5 1-0\n\n[Event \"b\"]\n[Result \"0-1\"]\n\n1.d4 d5 0-1\n";
const BOOK: &str = "GAME 1.\n\nSmith against Jones.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), bytes).expect("a file");
        self
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// Runs the program in the folder through a shell: exit status, standard error.
    fn descant(&self, words: &str) -> (i32, String) {
        let program = env!("CARGO_BIN_EXE_descant");
        let done: Output = Command::new("sh")
            .args(["-c", &format!("exec '{program}' {words}")])
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        (done.status.code().expect("an exit status"), said)
    }

    /// The command is refused for this reason, and the file is what it was.
    fn refuses(&self, words: &str, reason: &str, name: &str) {
        let before = fs::read(self.path(name)).expect("a file");
        let (status, said) = self.descant(words);
        assert_eq!(status, 2, "{words}: {said}");
        assert!(said.contains(reason), "{words}: {said}");
        assert!(fs::read(self.path(name)).expect("a file") == before, "{words} changed {name}");
        let left: Vec<_> = fs::read_dir(self.0.path()).expect("a folder").flatten().collect();
        let parts = left.iter().filter(|entry| entry.file_name().to_string_lossy().starts_with(".descant"));
        assert_eq!(parts.count(), 0, "{words} left a file behind");
    }
}

#[test]
fn a_collection_is_normalised_in_its_place() {
    let folder = Folder::new();
    for words in [
        "convert -q games.pgn -o games.pgn",
        "convert -q games.pgn other.pgn -o games.pgn",
        "convert -q --movetext lan games.pgn -o ./games.pgn",
        "convert -q -o games.pgn < games.pgn",
        "convert -q /dev/stdin -o games.pgn < games.pgn",
        "convert -q --tag-openings games.pgn -o games.pgn",
    ] {
        folder.file("games.pgn", TWO).file("other.pgn", TWO);
        let (status, said) = folder.descant(words);
        assert_eq!((status, said.as_str()), (0, ""), "{words}");
        let written = folder.read("games.pgn");
        assert!(written.contains("[Event \"a\"]") && written.contains("[Event \"b\"]"), "{words}: {written}");
        assert!(written.contains("[Site \"?\"]"), "{words}: {written}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_open_as_standard_output_is_added_to_under_every_name() {
    let folder = Folder::new();
    let whole = "[Event \"kept\"]\n\n*\n\n";
    std::os::unix::fs::symlink("/dev/stdout", folder.path("link")).expect("a link");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "./link"] {
        folder.file("games.pgn", TWO).file("all.pgn", whole);
        let (status, said) = folder.descant(&format!("convert -q games.pgn -o {name} >> all.pgn"));
        assert_eq!((status, said.as_str()), (0, ""), "{name}");
        let written = folder.read("all.pgn");
        assert!(written.starts_with(whole) && written.contains("[Event \"b\"]"), "{name}: {written}");
        folder.refuses(
            &format!("convert -q games.pgn -o {name} >> games.pgn"),
            "standard output",
            "games.pgn",
        );
        folder.refuses(&format!("convert games.pgn --reject {name}"), "both standard output", "games.pgn");
    }
    for name in ["/dev/stderr", "/dev/fd/2"] {
        folder.file("games.pgn", TWO).file("all.pgn", whole);
        assert_eq!(folder.descant(&format!("convert -q games.pgn -o {name} 2>> all.pgn")).0, 0);
        let written = folder.read("all.pgn");
        assert!(written.starts_with(whole) && written.contains("[Event \"b\"]"), "{name}: {written}");
    }
    folder.refuses("convert -q games.pgn -o /dev/fd/3 3>> all.pgn", "-o - >&3 would be accepted", "all.pgn");
    for name in ["-", "/dev/stdout", "./link"] {
        let words = format!("convert -q games.pgn -o {name} --split white >> all.pgn");
        folder.refuses(&words, "-o FILE would be accepted", "all.pgn");
    }
}

#[test]
fn a_text_is_never_replaced_by_the_games_read_from_it() {
    let folder = Folder::new();
    folder.file("book.txt", BOOK).file("novel.txt", "It was the best of times.\n");
    for words in ["book.txt -o book.txt", "-o book.txt < book.txt", "- -o ./book.txt < book.txt"] {
        folder.refuses(&format!("convert {words}"), "it is no PGN", "book.txt");
    }
    folder.refuses("convert --from text games.pgn -o games.pgn", "it is no PGN", folder.file_of_games());
    folder.refuses("convert novel.txt -o novel.txt", "it is no PGN", "novel.txt");
}

impl Folder {
    fn file_of_games(&self) -> &'static str {
        self.file("games.pgn", TWO);
        "games.pgn"
    }
}

#[test]
fn an_input_without_games_is_not_replaced_by_nothing() {
    let folder = Folder::new();
    folder.file("words.pgn", "nothing that anybody plays\n");
    folder.refuses("convert --from pgn words.pgn -o words.pgn", "no game was found in it", "words.pgn");
    folder.refuses(
        "convert --from pgn --allow-empty words.pgn -o words.pgn",
        "no game was found",
        "words.pgn",
    );
}

#[test]
fn games_left_out_are_not_lost_in_place() {
    let folder = Folder::new();
    let name = folder.file_of_games();
    for (option, reason) in [
        ("--where 'result=1-0'", "a part of its games (--where)"),
        ("--games 1", "a part of its games (--games)"),
        ("--unique", "a part of its games (--unique)"),
        ("--reject bad.pgn", "a part of its games (--reject)"),
        ("--to json", "what does not hold its games"),
        ("--to text", "what does not hold its games"),
        ("--movetext english", "what is no PGN (--movetext)"),
    ] {
        folder.refuses(&format!("convert {option} {name} -o {name}"), reason, name);
        folder.refuses(&format!("convert {option} -o {name} < {name}"), reason, name);
    }
    for command in ["check", "fen", "stats", "board", "report"] {
        folder.refuses(&format!("{command} {name} -o {name}"), "what does not hold its games", name);
    }
    folder.refuses(&format!("convert {name} --reject {name}"), "what does not hold its games", name);
    folder.file("table.tsv", "eco\tname\tpgn\nA40\tQueen's pawn\t1. d4\n");
    folder.refuses(&format!("convert --openings table.tsv {name} -o table.tsv"), "no table", "table.tsv");
}

#[test]
fn what_is_read_beside_the_inputs_is_not_replaced() {
    let folder = Folder::new();
    folder.file_of_games();
    let tables = "eco\tname\tpgn\nA40\tQueen's pawn\t1. d4\n";
    folder.file("other.pgn", TWO).file("list", "games.pgn\n").file("t.tsv", tables);
    folder.refuses("convert --against other.pgn games.pgn -o other.pgn", "--against", "other.pgn");
    folder.refuses("convert --against other.pgn games.pgn --reject other.pgn", "--against", "other.pgn");
    folder.refuses("convert --files-from list -o list", "what is no list of inputs", "list");
    folder.refuses("fen --files-from list -o ./list", "what is no list of inputs", "list");
    folder.refuses(
        "convert --openings t.tsv games.pgn --unread t.tsv",
        "what is no table of openings",
        "t.tsv",
    );
    folder.file("t-1.tsv", tables);
    let words = "convert --openings t-1.tsv --split 1 games.pgn -o t.tsv";
    folder.refuses(words, "what is no table of openings", "t-1.tsv");
}

#[test]
fn no_result_takes_the_place_of_another() {
    let folder = Folder::new();
    folder.file("book.txt", BOOK).file("out", "what was there\n");
    for words in [
        "convert book.txt -o out --unread out",
        "convert book.txt -o out --reject ./out",
        "convert book.txt --unread out --reject out",
        "convert book.txt --unique --duplicates out -o out",
        "convert book.txt --unique --duplicates out --unread out",
        "convert book.txt --unread -",
        "convert book.txt --reject - --unread - -o out",
    ] {
        folder.refuses(words, "two places would be accepted", "out");
    }
    let new = "convert book.txt -o new --unread new";
    assert_eq!(folder.descant(new).0, 2);
    assert_eq!(folder.descant("convert -q book.txt -o /dev/null --unread /dev/null --reject /dev/null").0, 0);
}

#[test]
fn an_input_that_broke_off_is_not_replaced() {
    let folder = Folder::new();
    let packed = zstd::encode_all(TWO.repeat(2000).as_bytes(), 3).expect("packed");
    folder.file("broken.zst", &packed[..packed.len() - 20]).file("whole.pgn", TWO);
    folder.refuses("convert -q whole.pgn broken.zst -o whole.pgn", "was not written", "whole.pgn");
    let packed = zstd::encode_all(TWO.as_bytes(), 3).expect("packed");
    folder.file("packed.pgn", packed);
    folder.refuses("convert -q packed.pgn -o packed.pgn", "PGN that is not packed", "packed.pgn");
    folder.file("good.pgn", TWO);
    folder.refuses("convert -q good.pgn missing.pgn -o good.pgn", "was not written", "good.pgn");
}

#[test]
fn characters_that_the_output_cannot_hold_are_not_lost_in_place() {
    let folder = Folder::new();
    let games = "[Event \"Łódź\"]\n\n1. e4 e5 *\n";
    folder.file("games.pgn", games).file("plain.pgn", games.replace("Łódź", "Köln"));
    let words = "convert -q --output-encoding latin1";
    folder.refuses(
        &format!("{words} games.pgn -o games.pgn"),
        "PGN without some of its characters",
        "games.pgn",
    );
    assert_eq!(folder.descant(&format!("{words} plain.pgn -o plain.pgn")).0, 0);
    folder.file("latin1.pgn", b"[Event \"K\xf6ln\"]\n\n1. e4 e5 *\n");
    let words = "convert -q --encoding utf-8 latin1.pgn -o latin1.pgn";
    folder.refuses(words, "PGN without some of its characters", "latin1.pgn");
    assert_eq!(folder.descant("convert -q latin1.pgn -o latin1.pgn").0, 0);
    assert!(fs::read(folder.path("plain.pgn")).expect("a file").windows(4).any(|four| four == b"K\xf6ln"));
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_same_input() {
    let folder = Folder::new();
    folder.file("book.txt", BOOK);
    fs::hard_link(folder.path("book.txt"), folder.path("hard.txt")).expect("a link");
    std::os::unix::fs::symlink("book.txt", folder.path("soft.txt")).expect("a link");
    for (input, output) in [("book.txt", "hard.txt"), ("hard.txt", "book.txt"), ("book.txt", "soft.txt")] {
        folder.refuses(&format!("convert {input} -o {output}"), "it is no PGN", output);
        folder.refuses(&format!("fen {input} -o {output}"), "what does not hold its games", output);
    }
    folder.refuses("check book.txt -o /dev/stdin < hard.txt", "what does not hold its games", "hard.txt");
}

#[cfg(unix)]
#[test]
fn a_file_does_not_grow_while_it_is_read() {
    let folder = Folder::new();
    let name = folder.file_of_games();
    for words in [format!("convert {name} >> {name}"), format!("check - < {name} >> {name}")] {
        folder.refuses(&words, "standard output as well", name);
    }
    // Emptied by the shell before the program begins; at least it is told.
    let (status, said) = folder.descant(&format!("convert {name} > {name}"));
    assert!(status == 2 && said.contains("standard output as well"), "{said}");
    assert_eq!(folder.descant("check /dev/null > /dev/null").0, 1);
}

#[test]
fn force_replaces_an_input_all_the_same() {
    let folder = Folder::new();
    folder.file("book.txt", BOOK);
    assert_eq!(folder.descant("convert -q --force book.txt -o book.txt").0, 0);
    assert!(folder.read("book.txt").ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"));
    let name = folder.file_of_games();
    assert_eq!(folder.descant(&format!("convert -q --force --games 2 {name} -o {name}")).0, 0);
    assert!(folder.read(name).starts_with("[Event \"b\"]"));
    // What was read of a damaged archive is written; the exit status tells that it is not all.
    let packed = zstd::encode_all(TWO.repeat(20_000).as_bytes(), 3).expect("packed");
    folder.file("broken.zst", &packed[..packed.len() - 20]);
    let (status, said) = folder.descant("convert -q --force broken.zst -o out.pgn");
    assert!(status == 2 && said.contains("ends too early"), "{said}");
    assert!(folder.read("out.pgn").contains("[Event \"b\"]"));
    fs::remove_file(folder.path("out.pgn")).expect("a file");
    assert_eq!(folder.descant("convert -q broken.zst -o out.pgn").0, 2);
    assert!(!Path::new(&folder.path("out.pgn")).exists());
}
