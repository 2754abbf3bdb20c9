//! The command line as a script sees it: exit status, standard output, standard error.
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::console::run;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn scratch(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a folder");
    dir
}

#[cfg(unix)]
#[test]
fn cases_of_the_command_line() {
    super::console::check("fixtures/cli/cases.md");
}

#[test]
fn three_damages_are_three_diagnostics_in_their_places() {
    let done = run(&["check", "--message-format", "short", "fixtures/cli/damaged.pgn"], b"");
    let out = text(&done.stdout);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 7, "{out}");
    assert_eq!(lines[6], "3 games read, 2 with errors");
    assert!(lines[0].starts_with("fixtures/cli/damaged.pgn:9:35: error[illegal-move]: "), "{out}");
    assert!(lines[1].starts_with("fixtures/cli/damaged.pgn:19:43: error[ambiguous-move]: "), "{out}");
    assert!(lines[2].starts_with("fixtures/cli/damaged.pgn:25:1: warning[tag-quotes]: "), "{out}");
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn json_diagnostics_point_at_bytes_of_the_original_file() {
    for (encoding, bytes) in [
        ("auto", "\u{feff}[White \"Jürgen\"]\n\n{é} 1. e4 e5 2. Ke3 *\n".as_bytes().to_vec()),
        ("auto", b"[White \"J\xfcrgen\"]\n\n{\xe9} 1. e4 e5 2. Ke3 *\n".to_vec()),
        (
            "utf-16le",
            "[White \"Jürgen\"]\n\n{é} 1. e4 e5 2. Ke3 *\n"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
        ),
    ] {
        let done = run(&["check", "--quiet", "--encoding", encoding, "--message-format", "json"], &bytes);
        let out = text(&done.stdout);
        let line = out.lines().find(|line| line.contains("illegal-move")).expect("the finding");
        let found: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let place = |name: &str| usize::try_from(found[name].as_u64().expect("a number")).expect("small");
        let (start, end) = (place("start"), place("end"));
        let there: Vec<u8> = bytes[start..end].iter().copied().filter(|&byte| byte != 0).collect();
        assert_eq!(there, b"Ke3", "{line}");
        assert_eq!((place("line"), place("column")), (3, 17), "{line}");
        assert_eq!((place("ply"), place("game")), (3, 1), "{line}");
        assert_eq!(found["text"], "Ke3");
        assert_eq!(found["severity"], "error");
        assert_eq!(found["file"], "-");
    }
}

#[test]
fn a_comment_line_first_does_not_make_a_pgn_a_text() {
    for first in ["; from an old notebook", "% exported", "{ a preface }"] {
        let input = format!("{first}\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n");
        let done = run(&["convert"], input.as_bytes());
        let written = text(&done.stdout);
        assert_eq!(done.status.code(), Some(0), "{first}: {}", text(&done.stderr));
        assert!(!written.contains("[Reading "), "{first}: {written}");
        assert!(written.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"), "{first}: {written}");
    }
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let game = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let dir = scratch("pipe");
    let file = dir.join("many.pgn");
    fs::write(&file, game.repeat(60_000)).expect("a file");
    for jobs in ["1", "2"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
            .args(["fen", "--all", "--quiet", "--jobs", jobs])
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("an end");
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        assert_eq!(text(&done.stderr), "");
    }
}

#[test]
fn any_number_of_jobs_writes_the_same_bytes() {
    let damaged = fs::read_to_string("fixtures/cli/damaged.pgn").expect("the fixture");
    let many = damaged.repeat(6000);
    let words = "18000 games read, 12000 with errors";
    for (command, summary) in [
        (&["convert"][..], words),
        (&["fen", "--format", "csv"], words),
        (&["check", "--message-format", "json"], "\"games\":18000"),
    ] {
        let outputs: Vec<_> = ["1", "2", "5"]
            .iter()
            .map(|jobs| run(&[command, &["--jobs", jobs]].concat(), many.as_bytes()))
            .collect();
        for other in &outputs[1..] {
            assert!(outputs[0].stdout == other.stdout, "{command:?}");
            assert!(outputs[0].stderr == other.stderr, "{command:?}");
        }
        // What check finds, and what it counts, is its result.
        let told = if command[0] == "check" { &outputs[0].stdout } else { &outputs[0].stderr };
        assert!(text(told).contains(summary), "{command:?}");
    }
}

#[test]
fn game_numbers_go_on_from_chunk_to_chunk() {
    let many = "[Event \"?\"]\n\n1. e4 *\n\n".repeat(100_000);
    let done = run(&["fen", "--format", "csv", "--quiet"], many.as_bytes());
    let out = text(&done.stdout);
    assert_eq!(out.lines().count(), 100_001);
    assert!(out.lines().last().is_some_and(|line| line.starts_with("100000,-,1,1,white,e4,")));
}

#[test]
fn chosen_games_keep_their_numbers() {
    let done = run(
        &["fen", "--format", "csv", "--quiet", "--games", "2,50000-50001"],
        "[Event \"?\"]\n\n1. e4 *\n\n".repeat(100_000).as_bytes(),
    );
    let out = text(&done.stdout);
    let numbers: Vec<_> = out.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(numbers, ["2", "50000", "50001"]);
}

#[test]
fn an_output_file_appears_whole_or_not_at_all() {
    let dir = scratch("whole");
    let target = dir.join("out.pgn");
    let name = target.to_str().expect("a name");
    let done = run(&["convert", "-o", name, "fixtures/cli/club.pgn"], b"");
    assert_eq!(done.status.code(), Some(0));
    let whole = fs::read_to_string(&target).expect("the output");
    assert!(whole.ends_with("0-1\n\n"));
    // An input that cannot be read leaves the file as it was.
    let done = run(&["convert", "-o", name, "fixtures/cli/damaged.pgn", "no such file"], b"");
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&target).expect("the output"), whole);
    assert_eq!(fs::read_dir(&dir).expect("a folder").count(), 1, "something was left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for args in [&["convert", "-o", "/dev/full"][..], &["fen", "-o", "/dev/full"]] {
        let done = run(&[args, &["fixtures/cli/club.pgn"]].concat(), b"");
        assert_eq!(done.status.code(), Some(2));
        assert!(text(&done.stderr).contains("cannot write /dev/full"), "{}", text(&done.stderr));
    }
    for args in [&["--help"][..], &["--version"], &["convert", "--help"], &["explain"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let done =
            Command::new(env!("CARGO_BIN_EXE_descant")).args(args).stdout(full).status().expect("it runs");
        assert_eq!(done.code(), Some(2), "{args:?}");
    }
}

#[test]
fn options_of_which_nothing_would_come_are_refused() {
    for (args, said) in [
        (&["--to", "json", "--movetext", "uci"][..], "--to json without --output-encoding and --movetext"),
        (
            &["--to", "json", "--output-encoding", "latin1"],
            "--to json without --output-encoding and --movetext",
        ),
        (&["--fens"], "--fens is for --to json"),
        (&["--to", "text", "--fens"], "--fens is for --to json"),
    ] {
        let done = run(&[&["convert"], args, &["fixtures/cli/club.pgn"]].concat(), b"");
        assert!(text(&done.stderr).contains(said), "{args:?}: {}", text(&done.stderr));
        assert_eq!((done.stdout.len(), done.status.code()), (0, Some(2)), "{args:?}");
    }
}

#[test]
fn rejected_games_are_kept_byte_for_byte() {
    let dir = scratch("reject");
    let rejects = dir.join("bad.pgn");
    let name = rejects.to_str().expect("a name");
    let done = run(&["convert", "--reject", name, "fixtures/cli/damaged.pgn"], b"");
    let source = fs::read_to_string("fixtures/cli/damaged.pgn").expect("the fixture");
    let third =
        source.find("[Round \"3\"]").and_then(|at| source[..at].rfind("[Event")).expect("a third game");
    assert_eq!(fs::read_to_string(&rejects).expect("the rejects"), source[..third]);
    let out = text(&done.stdout);
    assert!(out.contains("Qh4# 0-1") && !out.contains("Bb5"), "{out}");
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn strict_makes_a_warning_an_error() {
    let game = b"[Event \"a]\n[Result \"*\"]\n\n1. e4 *\n";
    assert_eq!(run(&["check"], game).status.code(), Some(0));
    assert_eq!(run(&["check", "--strict"], game).status.code(), Some(1));
}

#[test]
fn quiet_keeps_json_and_results() {
    let args = ["check", "--quiet", "fixtures/cli/damaged.pgn"];
    let done = run(&args, b"");
    assert_eq!((text(&done.stdout).as_str(), text(&done.stderr).as_str()), ("", ""));
    assert_eq!(done.status.code(), Some(1));
    let done = run(&[&args[..], &["--message-format", "json"]].concat(), b"");
    assert_eq!(text(&done.stdout).lines().count(), 3);
    assert_eq!(text(&done.stderr), "");
}

#[test]
fn with_json_findings_the_counts_are_json_too() {
    let json = ["--message-format", "json"];
    let summary = |args: &[&str]| -> serde_json::Value {
        let done = run(&[args, &json].concat(), b"");
        let told = if args[0] == "check" { text(&done.stdout) } else { text(&done.stderr) };
        let lines: Vec<serde_json::Value> =
            told.lines().map(|line| serde_json::from_str(line).expect("JSON and nothing else")).collect();
        lines.last().expect("a summary")["summary"].clone()
    };
    let damaged = summary(&["check", "fixtures/cli/damaged.pgn"]);
    assert_eq!((&damaged["games"], &damaged["with_errors"]), (&3.into(), &2.into()));
    assert_eq!(damaged["findings"]["ambiguous-move"], 1);
    let misprint = summary(&["convert", "fixtures/cli/opera-misprint.txt"]);
    assert_eq!((&misprint["repaired"], &misprint["misprints"]), (&1.into(), &1.into()));
    assert_eq!((&misprint["certain"], &misprint["unread"]), (&0.into(), &0.into()));
}

#[test]
fn a_line_of_megabytes_is_shown_in_part() {
    let mut game = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(100_000).into_bytes();
    game.extend_from_slice(b"1. Ke4 *");
    let done = run(&["check", "--max-problems", "3"], &game);
    assert!(done.stdout.len() < 4000, "{} bytes", done.stdout.len());
    // The error is told although a hundred thousand warnings come before it.
    assert!(text(&done.stdout).contains("illegal-move"), "{}", text(&done.stdout));
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn what_is_not_shown_is_counted() {
    let game = b"[Result \"*\"]\n\n1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 *\n";
    let done = run(&["check", "--max-problems", "0", "--message-format", "short"], game);
    assert!(text(&done.stdout).contains("not shown"), "{}", text(&done.stdout));
    assert!(text(&done.stdout).contains("1  long-spelling  note"));
}

#[test]
fn every_code_is_explained() {
    let list = text(&run(&["explain"], b"").stdout);
    assert!(list.lines().count() > 30);
    for line in list.lines().step_by(7) {
        let name = line.split_whitespace().next().expect("a name");
        let done = run(&["explain", name], b"");
        assert!(text(&done.stdout).starts_with(name), "{name}");
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn completions_and_manual_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&run(&["completions", shell], b"").stdout).contains("convert"));
    }
    assert!(text(&run(&["man"], b"").stdout).contains(".TH"));
    assert!(text(&run(&["man", "check"], b"").stdout).contains("max\\-problems"));
}

/// With `--to json` every byte of a text belongs to a labelled stretch, and every move to one that is a game's.
#[test]
fn every_byte_of_a_text_is_labelled() {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for file in ["fixtures/cli/opera.txt", "fixtures/cli/opera-misprint.txt"] {
        texts.push(fs::read(file).expect("a fixture"));
    }
    for file in ["fixtures/books/layouts.txt", "fixtures/books/first-texts.txt"] {
        let whole = fs::read_to_string(file).expect("a fixture");
        texts.extend(whole.split("=== ").map(|section| section.as_bytes().to_vec()));
        texts.push(whole.into_bytes());
    }
    // Bytes that are one character or none in the text that is read.
    texts.push(b"\xef\xbb\xbfCaf\xe9\r\n\r\n1. P-K4\xa0P-K4\r2. P-Q4 PxP\x0c\r\nthe end\xff".to_vec());
    let mut games = 0;
    for bytes in texts.iter().filter(|bytes| !bytes.is_empty()) {
        let done = run(&["convert", "--quiet", "--from", "text", "--to", "json", "-"], bytes);
        let out = text(&done.stdout);
        let lines: Vec<serde_json::Value> =
            out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (regions, found) = lines.split_last().expect("a line for the text");
        let mut owner: Vec<Option<serde_json::Value>> = vec![None; bytes.len()];
        let mut at = 0;
        for region in regions["regions"].as_array().expect("regions") {
            let [start, end] = [0, 1].map(|i| region["span"][i].as_u64().expect("a place") as usize);
            assert_eq!(start, at, "{out}");
            assert!(region["kind"].is_string(), "{out}");
            owner[start..end].fill(Some(region["game"].clone()));
            at = end;
        }
        assert!(owner.iter().all(Option::is_some), "{out}");
        for game in found {
            games += 1;
            for played in game["moves"].as_array().expect("moves") {
                let Some(start) = played["span"][0].as_u64() else { continue };
                let owner = owner[start as usize].as_ref().expect("a label");
                // An analysis repeats the moves of the game it goes on with.
                assert!(owner.is_u64() && owner.as_u64() <= game["game"].as_u64(), "{out}");
            }
        }
    }
    assert!(games > 40, "{games}");
}

#[test]
fn characters_that_the_encoding_does_not_have_are_told() {
    let game = b"[Event \"K\xf6ln\"]\n\n1. e4 {\xef\xbf\xbd is itself} *\n";
    let args = ["check", "--message-format", "short", "--encoding", "utf-8"];
    let done = run(&args, game);
    let said = text(&done.stdout);
    assert!(said.starts_with("-:1:10: warning[undecoded]: 1 character that"), "{said}");
    // Told once; the count and the number of games follow.
    assert_eq!((done.status.code(), said.lines().count()), (Some(0), 3), "{said}");
    assert_eq!(run(&[&args[..], &["--strict"]].concat(), game).status.code(), Some(1));
    // Without a name each byte has a meaning.
    let said = text(&run(&args[..3], game).stdout);
    assert!(said.contains("mixed-encoding") && !said.contains("undecoded"), "{said}");
}

#[test]
fn a_carriage_return_alone_ends_a_line_only_where_no_line_feed_does() {
    let place = |text: &str| {
        let done = run(&["check", "--message-format", "short", "-"], text.as_bytes());
        let said = [&done.stdout[..], &done.stderr].concat();
        let said = String::from_utf8(said).expect("UTF-8");
        said.lines().find_map(|line| line.split_once(": error[illegal-move]")).expect(&said).0.to_owned()
    };
    let text = "[Event \"x\"]\n\n1. e4 e5\r2. Ke3 *\n";
    assert_eq!(place(text), "-:3:13");
    assert_eq!(place(&text.replace('\n', "\r\n")), "-:3:13");
    assert_eq!(place(&text.replace('\n', "\r")), "-:4:4");
    // The excerpt shows the line of that number.
    let done = run(&["check", "-"], text.as_bytes());
    let said = String::from_utf8([&done.stdout[..], &done.stderr].concat()).expect("UTF-8");
    assert!(
        said.lines().any(|line| line.starts_with("3 | 1. e4 e5") && line.ends_with("2. Ke3 *")),
        "{said}"
    );
}
