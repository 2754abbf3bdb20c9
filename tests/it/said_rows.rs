//! What is said of a game looks like rows of it: lines of analysis with the numbers that are due, words of an ending in their
//! midst. No game is told from them without a doubt.
use descant::code::Code;
use descant::game::Verdict;
use descant::reader::text::{TextOptions, read_text};

use super::console;

const ROWS: [&str; 6] =
    ["P-K4 P-K4", "Kt-KB3 Kt-QB3", "P-QR3 P-QR3", "P-Q3 P-Q3", "P-QKt3 P-QKt3", "B-K2 B-K2"];

/// A page whose third row stands below a line that says how it might have been played.
fn page(said: &str, form: impl Fn(usize, &str) -> String, line: impl Fn(&str) -> String) -> String {
    let rows = ROWS.iter().zip(1..);
    rows.map(|(row, n)| if n == 3 { line(said) + &form(n, row) } else { form(n, row) }).collect()
}

fn pgn(page: &str) -> String {
    let done = console::run(&["convert", "--from", "text", "-"], page.as_bytes());
    String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ")
}

#[test]
fn a_line_above_the_row_with_its_number_is_a_note_on_it() {
    for said in ["3. P-KR3, P-KR3 leads to an even game.", "3. P-KR3, P-KR3; and wins."] {
        for text in [
            page(said, |n, row| format!("{n}. {row}\n"), |said| format!("{said}\n")),
            page(said, |n, row| format!("{n}.\n{row}\n"), |said| format!("{said}\n")),
            format!(
                "<html><body><dl>{}</dl></body></html>",
                page(said, |n, row| format!("<dt>{n}. {row}</dt>"), |said| format!("<dd>{said}</dd>"))
            ),
        ] {
            let out = pgn(&text);
            assert!(
                out.contains("3. a3 (3. h3 h6)") && out.contains("3... a6 4. d3 d6 5. b3"),
                "{text}\n{out}"
            );
            assert!(out.contains("6. Be2 Be7 *"), "{text}\n{out}");
        }
    }
}

#[test]
fn words_of_an_ending_above_the_next_row_end_nothing() {
    let rows = ROWS
        .iter()
        .zip(1..)
        .map(|(row, n)| format!("{n}. {row}{}\n", if n == 4 { "; and wins." } else { "" }));
    let out = pgn(&rows.collect::<String>());
    assert!(out.contains("4. d3 d6 {and wins.} 5. b3 b6 6. Be2 Be7 *"), "{out}");
    assert!(out.contains("[Result \"*\"]"), "{out}");
}

#[test]
fn moves_that_a_sentence_only_speaks_of_may_be_analysis() {
    let moves = "1 P-K4, P-K4; 2 Kt-KB3, Kt-QB3; 3 B-Kt5, P-QR3; 4 B-R4, Kt-B3; 5 Castles";
    for (lead, is_doubted) in [
        ("After ", true),
        ("Most writers hold that if ", true),
        ("THE OPENING. ", false),
        ("The game went: ", false),
        ("White won the second by ", false),
        ("", false),
    ] {
        let text = format!("{lead}{moves}, and White has the better game.\n");
        let report = read_text(&text, &TextOptions::default());
        let [read] = &report.games[..] else { panic!("one game: {text}") };
        let said = read.diagnostics.iter().any(|said| said.message.contains("speaks of this move"));
        assert_eq!(read.game.verdict == Some(Verdict::Chosen), is_doubted, "{text}");
        assert_eq!(said, is_doubted, "{text}");
        assert!(read.diagnostics.iter().all(|said| said.code == Code::ChosenLine), "{text}");
    }
}

#[test]
fn a_last_move_that_the_sentence_behind_it_speaks_of_may_not_have_been_played() {
    let rows: String = ROWS.iter().zip(1..).map(|(row, n)| format!("{n}. {row}\n")).collect();
    for (last, is_doubted) in [
        ("7. P-KR3, P-KR3 leads to an even game.", true),
        ("7. P-KR3, P-KR3 was the usual way.", true),
        ("7. P-KR3, P-KR3, with an excellent game.", false),
        ("7. P-KR3, P-KR3 and White resigns.", false),
    ] {
        let text = format!("{rows}{last}\n\nBlack won in the end.\n");
        let report = read_text(&text, &TextOptions::default());
        let verdict = report.games[0].game.verdict;
        assert_eq!(verdict != Some(Verdict::Certain), is_doubted, "{last}: {verdict:?}");
    }
}
