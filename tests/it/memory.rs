//! How much memory the program holds, as the system tells it.
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::hostile::{KNIGHTS, folder, texts};

/// The most memory that a program has held so far, in bytes; `None` when it has ended.
fn peak(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok().map(|kilobytes: usize| kilobytes * 1024)
}

/// Runs a command on a file. The most memory it was seen to hold, in bytes: that grows and never shrinks, so looking
/// often is enough, but a run that is over at once may not be seen at all.
fn run(command: &str, from: &str, path: &Path) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(command.split(' '))
        .args(["-q", "--jobs", "1", "--from", from])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut most = 0;
    while child.try_wait().expect("a child").is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    let code = child.wait().expect("a child").code();
    assert!(matches!(code, Some(0 | 1)), "{command}: {code:?}");
    most
}

/// The same of a run that was seen.
fn run_seen(command: &str, from: &str, path: &Path) -> usize {
    let seen = (0..20).map(|_| run(command, from, path)).find(|&most| most > 1 << 20);
    seen.unwrap_or_else(|| panic!("the peak of {command} is never seen"))
}

#[test]
fn four_times_the_largest_game_and_64_mib_are_enough_memory() {
    const SIZE: usize = 16 << 20;
    let folder = folder("hostile-memory");
    let mut random = 1_u32;
    let bytes = (0..SIZE).map(|_| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8
    });
    let shapes: [(&str, Vec<u8>); 4] = [
        ("moves", KNIGHTS.repeat(SIZE / KNIGHTS.len()).into_bytes()),
        ("words", format!("1. e4 {{{}}} *", "word ".repeat(SIZE / 5)).into_bytes()),
        ("lines", format!("1. e4 {{{}}} *", "a\n".repeat(SIZE / 2)).into_bytes()),
        ("random", bytes.collect()),
    ];
    for (name, bytes) in shapes {
        let path = folder.join(name);
        fs::write(&path, &bytes).expect("written");
        for command in ["check", "convert", "convert --to json", "convert --to text", "fen --all", "report"] {
            let most = run_seen(command, "pgn", &path);
            assert!(most <= 4 * SIZE + (64 << 20), "{command} of {name} held {most} bytes");
        }
        fs::remove_file(&path).expect("removed");
    }
}

#[test]
fn a_text_of_any_shape_is_read_in_48_bytes_for_each_of_its_first_4_mib_and_16_mib() {
    let folder = folder("hostile-text-memory");
    // What held most for each byte: games and half-moves as small as can be, tokens of one byte, one game without end.
    let shapes = ["descriptive lines", "line ends", "games", "notes", "open", "castles", "the same"];
    for (name, text) in texts(4 << 20).into_iter().filter(|(name, _)| shapes.contains(name)) {
        let path = folder.join(name);
        fs::write(&path, &text).expect("written");
        let most = run_seen("check", "text", &path);
        assert!(most <= 48 * text.len() + (16 << 20), "{name} held {most} bytes");
        fs::remove_file(&path).expect("removed");
    }
}

#[test]
fn small_games_without_number_are_read_in_the_memory_of_a_book() {
    let folder = folder("hostile-small-games");
    let path = folder.join("small.txt");
    fs::write(&path, "1. P-K4 P-K4 ".repeat(200_000)).expect("written");
    let most = run_seen("check", "text", &path);
    assert!(most <= 48 << 20, "they held {most} bytes");
}
