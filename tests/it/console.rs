//! Runs the program, and the ```` ```console ```` blocks of a document and compares what they promise with what the program does.
//!
//! A block is commands after `$ `, each followed by its standard output, then its standard error, then `? N` where the
//! exit status is not 0. `DESCANT_BLESS=1` writes what the program does into the document, to be read and judged.
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program on what is given as standard input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let bytes = input.to_vec();
    // A program that fails early does not read all of it.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written");
    output
}

/// What a command says, as a block shows it.
fn answer(command: &str) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_descant")).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let done = Command::new("sh")
        .args(["-c", command])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env_remove("NO_COLOR")
        .output()
        .expect("a shell");
    let mut said = String::from_utf8_lossy(&done.stdout).into_owned();
    said += &String::from_utf8_lossy(&done.stderr);
    if !said.is_empty() && !said.ends_with('\n') {
        said.push('\n');
    }
    match done.status.code() {
        Some(0) => {}
        Some(code) => said += &format!("? {code}\n"),
        None => said += "? killed\n",
    }
    said
}

/// Lines without blanks at their ends, and without empty lines at the end: Markdown does not keep them.
fn trimmed(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// Runs all blocks of a document.
pub fn check(document: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).expect("the document");
    let bless = std::env::var_os("DESCANT_BLESS").is_some();
    let mut blessed = String::new();
    let mut rest = text.as_str();
    let mut commands = 0;
    let mut wrong = String::new();
    while let Some((before, after)) = rest.split_once("```console\n") {
        let (block, after) = after.split_once("```\n").expect("a block that ends");
        blessed += before;
        blessed += "```console\n";
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let got = answer(command);
            commands += 1;
            blessed += &format!("$ {command}\n");
            let shown = trimmed(&got);
            if !shown.is_empty() {
                blessed += &format!("{shown}\n");
            }
            if trimmed(expected) != shown {
                wrong +=
                    &format!("$ {command}\n--- the document says\n{expected}\n--- the program says\n{got}\n");
            }
        }
        blessed += "```\n";
        rest = after;
    }
    blessed += rest;
    assert!(commands > 0, "{document} has no blocks");
    if bless {
        fs::write(&path, blessed).expect("a document that can be written");
    } else {
        assert!(wrong.is_empty(), "{document}:\n{wrong}");
    }
}
