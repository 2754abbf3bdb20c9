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

/// So many pieces, packed.
fn packed(path: &Path, piece: &[u8], times: usize) {
    let file = fs::File::create(path).expect("a file");
    let mut packer = zstd::Encoder::new(file, 1).expect("a packer");
    (0..times).for_each(|_| packer.write_all(piece).expect("packed"));
    packer.finish().expect("packed");
}

#[test]
fn a_small_archive_cannot_ask_for_all_memory() {
    let folder = folder("limits-archives");
    let path = folder.join("small.zst");
    // Tags as they are, then 300 MB of it; `text` is what it is taken for.
    for (head, piece, text) in [
        ("", &[0; 1 << 20], "game"),
        ("", &[b' '; 1 << 20], "game"),
        ("[Event \"x\"]\n\n1. e4 {", &[b'x'; 1 << 20], "game"),
        ("1. P-K4 P-K4 2. P-Q4 PxP\n", &[b'x'; 1 << 20], "text"),
    ] {
        let piece = [head.as_bytes(), piece].concat();
        packed(&path, &piece, 300);
        assert!(fs::metadata(&path).expect("there").len() < 200_000);
        for command in ["check", "convert"] {
            let (status, said, _) = limited(1_500_000, &[command, "-q"], &path);
            assert_eq!(status, 2, "{said}");
            let words = format!(
                "small.zst holds more than {} bytes in one {text}",
                if text == "game" { 256 << 20 } else { 128 << 20 }
            );
            assert!(
                said.starts_with("descant: ") && said.contains(&words) && said.lines().count() == 1,
                "{said}"
            );
        }
    }
}

#[test]
fn a_text_that_does_not_fit_into_memory_is_a_message_and_exit_status_2() {
    let folder = folder("limits-text");
    let path = folder.join("large.txt");
    fs::write(&path, "Words of a book, and no moves. ".repeat(3_000_000)).expect("written");
    for kilobytes in [60_000, 120_000, 180_000] {
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

#[test]
fn hostile_files_end_with_an_exit_status_in_three_gigabytes() {
    let folder = folder("limits-hostile");
    let path = folder.join("hostile");
    for (kind, files) in [("pgn", shapes(1 << 20)), ("text", texts(16 << 10))] {
        for (name, text) in files {
            fs::write(&path, text).expect("written");
            let (_, said, _) = limited(3_000_000, &["convert", "-q", "--from", kind], &path);
            assert!(!said.contains("panicked"), "{name}: {said}");
        }
    }
}
