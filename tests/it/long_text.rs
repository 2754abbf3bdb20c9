//! A text that is larger than any book is read in stretches that are cut between its games: none is lost, and the places
//! are those of the whole.
use super::console;

const BOOK: &str = include_str!("../../fixtures/cli/opera.txt");

#[test]
fn each_game_of_a_text_of_five_megabytes_is_read_alike_with_its_place() {
    let prose = "A sentence about the players of the time, and of nothing else.\n".repeat(400);
    let chapter = format!("{BOOK}\n\n\n{prose}\n\n\n");
    let copies = 5_000_000 / chapter.len();
    let text = chapter.repeat(copies);
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    let alone = console::run(&["convert", "--from", "text", "-"], chapter.as_bytes());
    let alone = String::from_utf8(alone.stdout).expect("UTF-8");
    let lines = chapter.lines().count();
    let first: usize = alone
        .split_once("[Source \"line ")
        .and_then(|(_, rest)| rest.split_once('"'))
        .and_then(|(line, _)| line.parse().ok())
        .expect("the game tells its line");
    let expected: Vec<String> = (0..copies)
        .map(|copy| alone.replace(&format!("line {first}\""), &format!("line {}\"", first + copy * lines)))
        .collect();
    assert_eq!(written.matches("[Event ").count(), copies);
    assert!(written == expected.concat(), "games differ from that of the text alone");
}
