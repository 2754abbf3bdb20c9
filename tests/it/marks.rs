//! Marks of footnotes wherever they stand in a row, glued or with a blank: the game is whole, and the notes are kept.
use super::console;
use super::row_forms::MOVES;

/// The rows that have notes.
const NOTED: [usize; 3] = [3, 5, 9];

const NOTES: [&str; 3] = ["The usual reply.", "White has now the better game.", "This loses time."];

/// How a row is printed: with this mark, its number, both moves.
type Place = fn(&str, usize, &str, &str) -> String;

/// How the game was read, its moves without the words between them, and those words.
fn read(text: &str) -> (String, String, String) {
    let done = console::run(&["convert", "--from", "text", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    let tags: String = written.lines().filter(|line| line.starts_with("[Reading")).collect();
    let all = written.lines().filter(|line| !line.ends_with("\"]")).collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = all.split('}').collect();
    let moves: String = parts.iter().map(|part| part.split('{').next().unwrap_or("")).collect();
    let moves = moves.split_whitespace().filter(|word| !word.ends_with("...")).collect::<Vec<_>>().join(" ");
    let words = parts.iter().filter_map(|part| part.split('{').nth(1)).collect::<Vec<_>>().join(" ");
    (tags, moves, words)
}

/// The game with marks in the rows that have notes, put there by `row`, and the notes below it.
fn marked(marks: [&str; 3], row: impl Fn(&str, usize, &str, &str) -> String) -> String {
    let mark = |at: usize| NOTED.iter().position(|&row| row == at).map_or("", |note| marks[note]);
    let rows: String =
        (1..).zip(&MOVES).map(|(at, (white, black))| row(mark(at), at, white, black)).collect();
    let notes: String = marks.iter().zip(NOTES).map(|(mark, note)| format!("   {mark} {note}\n")).collect();
    format!("GAME No. 1.\n\nALDER v. BIRCH.\n\n     White.            Black.\n\n{rows}\n{notes}")
}

#[test]
fn marks_in_front_of_moves_and_rows_and_behind_numbers_take_nothing_from_the_game() {
    let behind = |mark: &str, at: usize, white: &str, black: &str| {
        format!("{:>3}. {:18}{black}\n", at, format!("{white}{mark}"))
    };
    for marks in [
        ["*", "\u{2020}", "\u{a7}"],
        ["(a)", "(b)", "(c)"],
        ["[a]", "[b]", "[c]"],
        ["[1]", "[2]", "[3]"],
        ["\u{b9}", "\u{b2}", "\u{b3}"],
        ["a)", "b)", "c)"],
        ["\u{1d43}", "\u{1d47}", "\u{1d9c}"],
    ] {
        let plain = read(&marked(marks, behind));
        assert_eq!(plain.0, r#"[Reading "certain"]"#, "{marks:?}");
        let places: [Place; 5] = [
            |mark, at, white, black| format!("{:>3}. {:18}{black}\n", at, format!("{mark}{white}")),
            |mark, at, white, black| format!("{:>3}. {:18}{black}\n", at, format!("{mark} {white}")),
            |mark, at, white, black| format!("{:>3}. {white:18}{mark}{black}\n", at),
            |mark, at, white, black| format!("{:>3} {white:18}{black}\n", format!("{at}{mark}.")),
            |mark, at, white, black| format!("{:>3} {white:18}{black}\n", format!("{mark}{at}.")),
        ];
        for (place, row) in places.iter().enumerate() {
            let text = marked(marks, row);
            let (tags, moves, words) = read(&text);
            assert_eq!((&tags, &moves), (&plain.0, &plain.1), "{place}: {text}");
            for note in NOTES {
                assert!(words.contains(note), "{place}: {note}: {text}\n{words}");
            }
        }
    }
}

#[test]
fn marks_that_begin_anew_on_each_page_lead_to_the_notes_of_that_page() {
    let text = "GAME VIII.\n\n 1. P-K4*         P-K4\n 2. B-B4          Kt-QB3\u{2020}\n\n  * The usual move.\n  \u{2020} Simple and good.\n\n 3. Q-R5          Kt-B3*\n 4. QxBP mate.\u{2020}\n\n  * A blunder, of course.\n  \u{2020} The oldest of mates.\n";
    let done = crate::console::run(&["convert", "--quiet"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert!(
        out.contains("1. e4 {The usual move.}") && out.contains("2. Bc4 Nc6 {Simple and good.}"),
        "{out}"
    );
    assert!(out.contains("3. Qh5 Nf6 {A blunder, of course.} 4. Qxf7# {The oldest of mates.}"), "{out}");
}

#[test]
fn notes_that_a_wiki_lists_belong_to_the_moves_that_lead_to_them() {
    let mark = |n: u32| format!("<sup class=\"reference\"><a href=\"#cite_note-{n}\">[{n}]</a></sup>");
    let note = |n: u32, words: &str| {
        format!(
            "<li id=\"cite_note-{n}\"><span class=\"mw-cite-backlink\"><a href=\"#cite_ref-{n}\">\u{2191}</a></span> <span class=\"reference-text\">{words}</span></li>\n"
        )
    };
    let text = format!(
        "<html><body><p>GAME 1.</p><table>\n<tr><td>1</td><td>P-K4</td><td>P-K4</td></tr>\n<tr><td>2</td><td>B-B4{}</td><td>Kt-QB3</td></tr>\n<tr><td>3</td><td>Q-R5</td><td>Kt-B3{}</td></tr>\n<tr><td>4</td><td>QxBP mate</td><td></td></tr>\n</table>\n<ol class=\"references\">\n{}{}</ol></body></html>",
        mark(1),
        mark(2),
        note(1, "The usual move."),
        note(2, "A blunder, of course.")
    );
    let done = crate::console::run(&["convert", "--quiet"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ");
    assert!(out.contains("2. Bc4 {The usual move.} 2... Nc6"), "{out}");
    assert!(out.contains("3. Qh5 Nf6 {A blunder, of course.} 4. Qxf7# 1-0"), "{out}");
}

#[test]
fn the_end_is_told_in_a_row_of_its_own_and_by_allies() {
    let rows = " 1 P-K4          P-K4\n 2 B-B4          Kt-QB3\n 3 P-Q3          B-B4\n";
    for (end, result) in [
        ("                 4 Resigns", "0-1"),
        (" 4 Resigns", "0-1"),
        ("And the Black allies resigned.", "1-0"),
        ("White allies resign.", "0-1"),
    ] {
        let text = format!("GAME VIII.\n\n{rows}{end}\n");
        let done = crate::console::run(&["convert", "--quiet"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(out.contains(&format!("[Result \"{result}\"]")), "{end}: {out}");
    }
}
