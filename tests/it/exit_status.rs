//! Every exit status of the README's table, from every command that can end with it.
use std::fs;
use std::path::Path;

use crate::console::run;

const READERS: [&str; 6] = ["convert", "check", "fen", "stats", "board", "report"];
const CLUB: &str = "fixtures/cli/club.pgn";

/// Exit status, and what is said on standard error.
fn status(args: &[&str], input: &[u8]) -> (i32, String) {
    let done = run(args, input);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    (done.status.code().unwrap_or_else(|| panic!("{args:?}: {:?} {said}", done.status)), said)
}

#[test]
fn the_readme_has_three_rows() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let (_, table) = readme.split_once("## Exit status").expect("a table");
    let rows: Vec<_> = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()).collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| row.parse::<u8>().is_ok()).collect();
    assert_eq!(rows, ["0", "1", "2"], "a status that no test shows?");
}

#[test]
fn everything_read_and_legal_is_0() {
    for command in READERS {
        assert_eq!(status(&[command, CLUB], b"").0, 0, "{command}");
        // Warnings are none: a missing result.
        assert_eq!(status(&[command], b"1. e4 e5").0, 0, "{command}");
    }
    for args in [&["explain"][..], &["completions", "bash"], &["man"], &["--help"], &["--version"]] {
        assert_eq!(status(args, b"").0, 0, "{args:?}");
    }
}

#[test]
fn a_record_with_an_error_is_1() {
    for command in READERS {
        assert_eq!(status(&[command, "fixtures/cli/damaged.pgn"], b"").0, 1, "{command}");
        assert_eq!(
            status(&[command, "-q", CLUB, "-"], b"1. e4 Ke4 *").0,
            if command == "board" { 2 } else { 1 }
        );
        // With --strict a warning is an error.
        assert_eq!(status(&[command, "--strict"], b"[Event \"x]\n\n1. e4 e5 *").0, 1, "{command}");
    }
}

#[test]
fn an_input_without_games_is_1_unless_it_may_be_empty() {
    let novel = "It was the best of times, it was the worst of times.\n".repeat(20);
    let binary: Vec<u8> = (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let inputs: [(&[u8], &str); 6] = [
        (b"", "the input is empty"),
        (b" \n\r\n\t\n", "the input is empty"),
        (b"\xef\xbb\xbf", "the input is empty"),
        (&[0; 5000], "the input is empty"),
        (&binary, "the input is no text"),
        (novel.as_bytes(), "no game was found in the input"),
    ];
    for command in READERS {
        for (input, words) in inputs {
            for from in ["auto", "pgn", "text"] {
                let args = [command, "--from", from, "--message-format", "short"];
                let done = run(&args, input);
                let said = [&done.stdout[..], &done.stderr].concat();
                let said = String::from_utf8_lossy(&said);
                assert_eq!(done.status.code(), Some(1), "{args:?}: {said}");
                // The page of a report tells it in its own way, and so to programs alone.
                assert!(command == "report" || said.contains(words), "{args:?}: {said}");
                // How the bytes of no text were read is of no use.
                assert!(input != binary || !said.contains("encoding"), "{args:?}: {said}");
                let allowed = status(&[&args[..], &["--allow-empty"]].concat(), input);
                assert_eq!(allowed.0, 0, "{args:?}: {}", allowed.1);
            }
        }
        // One input without games among others is told, too.
        if command != "board" {
            assert_eq!(status(&[command, CLUB, "-"], b"").0, 1, "{command}");
        }
    }
}

#[test]
fn words_that_are_no_game_are_counted_and_written_as_none() {
    for text in ["1 2 3 4 5\n", "nothing that anybody plays\n"] {
        let (long, few) = (text.repeat(200_000), ["--from", "pgn", "--jobs", "2"]);
        for input in [text, &long] {
            let done = run(&[&["convert"], &few[..]].concat(), input.as_bytes());
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(1), "{said}");
            assert!(done.stdout.is_empty(), "{}", String::from_utf8_lossy(&done.stdout));
            assert!(
                said.contains("error[no-game]") && said.contains("0 games read, none with errors"),
                "{said}"
            );
            let done = run(
                &[&["stats", "--quiet", "--table", "findings", "--columns", "game,code"], &few[..]].concat(),
                input.as_bytes(),
            );
            let rows = String::from_utf8_lossy(&done.stdout);
            assert_eq!(rows.lines().filter(|line| *line == ",no-game").count(), 1, "{rows}");
        }
    }
    // Beside a game they are its neighbour, as before.
    let done = run(&["convert", "-q", "--from", "pgn"], b"nothing\n\n[Event \"x\"]\n\n1. e4 *\n");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn wrong_usage_and_files_that_cannot_be_read_or_written_are_2() {
    for command in READERS {
        for args in [
            &[command, "nowhere.pgn"][..],
            // A folder in which nothing is a record of games.
            &[command, "tests/it"],
            &[command, "--no-such-option"],
            &[command, "--games", "0", CLUB],
            &[command, "--encoding", "klingon", CLUB],
            &[command, "-o", "no-such-folder/out", CLUB],
            &[command, CLUB, "-o", CLUB, "--games", "1"],
        ] {
            let (status, said) = status(args, b"");
            assert_eq!(status, 2, "{args:?}: {said}");
            assert!(!said.is_empty(), "{args:?}");
        }
        // A truncated archive: what could be unpacked is read, and it is told that it is not all.
        let packed =
            zstd::encode_all(&b"[Event \"x\"]\n\n1. e4 e5 *\n\n".repeat(3000)[..], 1).expect("packed");
        let (status, said) = status(&[command], &packed[..packed.len() - 9]);
        assert_eq!(status, 2, "{command}: {said}");
        assert!(said.contains("ends too early"), "{command}: {said}");
    }
    for args in
        [&["explain", "no-such-code"][..], &["completions", "no-such-shell"], &["man", "nothing"], &[]]
    {
        assert_eq!(status(args, b"").0, 2, "{args:?}");
    }
}
