//! What a terminal or a page would obey is shown escaped, whether it comes from a name, a tag, a comment or the moves.
use std::fs;
use std::process::Command;

use crate::console::run;

/// Moves the cursor, colours, turns the words around.
const EVIL: &str = "\u{1b}[31m\u{1b}]0;t\u{7}\u{202e}evil\u{2066}\u{9b}2J";

fn is_obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

fn games() -> String {
    format!(
        "[Event \"{EVIL}\"]\n[White \"{EVIL}\"]\n[Black \"x\"]\n[Broken \"{EVIL}]\n\n1. e4 {{{EVIL}}} e5 2. Ke3{EVIL} {EVIL} *\n"
    )
}

fn text() -> String {
    format!(
        "GAME {EVIL}.\n\n{EVIL} against Jones.\n\n1. P-K4 P-K4\n2. Kt-KB3 {EVIL} Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B9 {EVIL}\n"
    )
}

#[test]
fn findings_errors_and_pages_show_escapes() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in [("games.pgn", games()), ("book.txt", text())] {
        let path = folder.path().join(format!("{EVIL}{name}"));
        fs::write(&path, content).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let there_not = format!("{path}.not");
        let nowhere = format!("{path}.folder/out.pgn");
        for args in [
            &["check", "--color", "never", path, &there_not][..],
            &["check", "--color", "never", "--message-format", "short", path, &there_not],
            &["report", path],
            &["report", "--title", EVIL, path],
            &["convert", "-o", &nowhere, path],
        ] {
            let done = run(args, b"");
            let said = [done.stdout, done.stderr].concat();
            let said = String::from_utf8(said).expect("UTF-8");
            if let Some(at) = said.find(is_obeyed) {
                let from = said[..at].char_indices().rev().nth(60).map_or(0, |(i, _)| i);
                panic!("{args:?}: {:?}", &said[from..at + 4]);
            }
            assert!(said.contains("\\u{202e}") && (said.contains('␛') || said.contains("\\u{9b}")), "{said}");
        }
    }
}

#[test]
fn files_and_pipes_get_the_words_of_the_record() {
    let done = run(&["convert", "-q"], b"[Event \"x\"]\n\n1. e4 {\x1b[1mbold} *\n");
    assert!(String::from_utf8(done.stdout).expect("UTF-8").contains("{\u{1b}[1mbold}"));
}

/// With the program `script`, which runs a command on a terminal of its own.
#[cfg(target_os = "linux")]
#[test]
fn results_on_a_terminal_show_escapes() {
    let on_a_terminal = |words: &str| {
        let command = format!("'{}' {words}", env!("CARGO_BIN_EXE_descant"));
        let done = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
        done.ok().map(|done| String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, games()).expect("a file");
    for command in
        ["convert", "convert --to text", "stats --columns event,white", "convert --movetext english"]
    {
        let Some(shown) = on_a_terminal(&format!("{command} --quiet '{}'", path.display())) else { return };
        // The terminal ends its lines so.
        let shown = shown.replace("\r\n", "\n");
        assert!(shown.contains("\\u{202e}evil\\u{2066}"), "{command}: {shown:?}");
        assert!(!shown.contains(is_obeyed), "{command}: {shown:?}");
    }
}
