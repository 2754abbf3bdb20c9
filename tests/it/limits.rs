//! Memory and threads that are not there: a message and exit status 2, or the work is done with less; never an abort.
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::hostile::{folder, shapes, texts};

/// Runs the program with so many kilobytes of address space.
fn limited(kilobytes: u32, args: &[&str], path: &Path) -> (i32, String, Vec<u8>) {
    let done: Output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_descant")])
        .args(args)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let status = done.status.code();
    let status = status.unwrap_or_else(|| panic!("{args:?} {}: {:?} {said}", path.display(), done.status));
    assert!(matches!(status, 0..=2), "{args:?} {}: {status} {said}", path.display());
    (status, said, done.stdout)
}

/// A beginning and so many pieces, packed as the ending of the name says.
fn packed(path: &Path, head: &str, piece: &[u8], times: usize) {
    let file = fs::File::create(path).expect("a file");
    let put = |packer: &mut dyn Write| {
        packer.write_all(head.as_bytes()).expect("packed");
        (0..times).for_each(|_| packer.write_all(piece).expect("packed"));
    };
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => put(&mut flate2::write::GzEncoder::new(file, flate2::Compression::new(1))),
        Some("bz2") => put(&mut bzip2::write::BzEncoder::new(file, bzip2::Compression::fast())),
        _ => put(&mut zstd::Encoder::new(file, 1).expect("a packer").auto_finish()),
    }
}

#[test]
fn a_small_archive_cannot_ask_for_all_memory() {
    let folder = folder("limits-archives");
    // `text` is what it is taken for.
    for (name, head, piece, text) in [
        ("small.zst", "", 0, "game"),
        ("small.gz", "", 0, "game"),
        ("small.bz2", "", 0, "game"),
        ("small.zst", "", b' ', "game"),
        ("small.zst", "[Event \"x\"]\n\n1. e4 {", b'x', "game"),
        ("small.zst", "[Event \"x\"]\n\n1. e4 ", b'(', "game"),
        ("small.zst", "<html><p>1. P-K4 P-K4 2. P-Q4 PxP\n", b'x', "text"),
    ] {
        let path = folder.join(name);
        packed(&path, head, &[piece; 1 << 20], 300);
        assert!(fs::metadata(&path).expect("there").len() < 2_000_000);
        for command in ["check", "convert"] {
            let (status, said, _) = limited(1_500_000, &[command, "-q"], &path);
            assert_eq!(status, 2, "{name}: {said}");
            let words = format!(
                "{name} holds more than {} bytes in one {text}",
                if text == "game" { 256 << 20 } else { 16 << 20 }
            );
            assert!(
                said.starts_with("descant: ") && said.contains(&words) && said.lines().count() == 1,
                "{said}"
            );
        }
    }
}

#[test]
fn a_text_of_any_size_is_read_in_the_memory_of_a_book() {
    let folder = folder("limits-text");
    let path = folder.join("large.txt.zst");
    // Words in lines and in one line, and lines of one game each, as dense as can be.
    let words = "Words of a book, and no moves.";
    for (line, times, status) in [
        (format!("{words}\n").repeat(10_000), 20, 1),
        (format!("{words} ").repeat(10_000), 20, 1),
        ("1. P-K4 P-K4\n".repeat(1000) + &format!("{words}\n\n").repeat(5000), 30, 0),
    ] {
        packed(&path, "", line.as_bytes(), times);
        let (left, said, _) = limited(1_000_000, &["check", "-q", "--from", "text"], &path);
        assert_eq!(left, status, "{said}");
    }
}

#[test]
fn a_text_that_does_not_fit_into_memory_is_a_message_and_exit_status_2() {
    let folder = folder("limits-page");
    let path = folder.join("large.html");
    fs::write(&path, format!("<html>{}", "Words of a page, and no moves. ".repeat(500_000)))
        .expect("written");
    for kilobytes in [30_000, 60_000, 120_000] {
        let (status, said, _) = limited(kilobytes, &["check", "--from", "text"], &path);
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("memory"), "{said}");
    }
}

#[test]
fn more_jobs_than_the_system_has_threads_for_write_the_same() {
    let folder = folder("limits-jobs");
    let path = folder.join("games.pgn");
    fs::write(&path, "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(60_000))
        .expect("written");
    let alone = limited(3_000_000, &["convert", "--jobs", "1"], &path);
    assert_eq!(alone.0, 0);
    // A thousand threads do not fit into this; what one thread works with does.
    for kilobytes in [60_000, 300_000, 500_000, 1_000_000] {
        let many = limited(kilobytes, &["convert", "--jobs", "5000"], &path);
        assert!(alone == many, "{kilobytes}: {} {}", many.0, many.1);
    }
}

/// Errors are told with their places, one of a code, and the exit status is 1 if there are any, else 0.
fn is_told(name: &str, path: &Path, args: &[&str]) -> i32 {
    let args =
        [args, &["-q", "--level", "error", "--max-per-code", "1", "--message-format", "json"]].concat();
    let (status, said, _) = limited(3_000_000, &args, path);
    for line in said.lines() {
        let told: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {said}"));
        let is_whole = told["line"].is_u64() && told["column"].is_u64() && told["code"].is_string();
        let message = told["message"].as_str().unwrap_or_default();
        assert!(is_whole && !message.is_empty() && message.len() < 1000, "{name}: {line}");
    }
    assert_eq!(status, i32::from(said.contains("\"severity\":\"error\"")), "{name}: {said}");
    status
}

#[test]
fn hostile_files_end_with_an_exit_status_and_are_told_in_three_gigabytes() {
    let folder = folder("limits-hostile");
    let path = folder.join("hostile");
    for (kind, files) in [("pgn", shapes(1 << 20)), ("text", texts(16 << 10))] {
        for (name, text) in files {
            fs::write(&path, text).expect("written");
            let status = is_told(name, &path, &["convert", "--from", kind]);
            // What has no game is told as that.
            if ["NUL", "blanks", "line ends", "carriage returns", "random bytes", "prose", "shopping"]
                .contains(&name)
            {
                assert_eq!(status, 1, "{name}");
            }
        }
    }
}

#[test]
fn large_hostile_games_end_with_an_exit_status_and_are_told_in_three_gigabytes() {
    let folder = folder("limits-large");
    let path = folder.join("hostile.pgn");
    const SIZE: usize = 24 << 20;
    let many = |piece: &str| piece.repeat(SIZE / piece.len());
    for (name, text, status) in [
        ("deep variations", format!("1. e4 e5 {}*\n", many("(1... d5 2. d4 ")), 1),
        ("deep variations that end", format!("1. e4 e5 {}{}*\n", many("(1... d5 "), many(")")), 1),
        ("a huge comment", format!("[Event \"x\"]\n\n1. e4 {{{}}} e5 *\n", many("word ")), 0),
        ("an unclosed comment", format!("[Event \"x\"]\n\n1. e4 {{{}", many("1. d4 d5 *\n\n")), 1),
        ("no line ends", many("1. e4 e5 2. Nf3 Nc6 "), 1),
        ("a huge tag", format!("[Event \"{}\"]\n\n1. e4 *\n", many("x")), 0),
    ] {
        fs::write(&path, text).expect("written");
        assert_eq!(is_told(name, &path, &["convert"]), status, "{name}");
    }
}
