//! Pages of HTML: what their tags print that no words say.
use descant::reader::text::{TextOptions, read_text};

use super::console;

/// The games of a page, as PGN.
fn pgn(page: &str) -> String {
    let done = console::run(&["convert", "--from", "text", "-"], page.as_bytes());
    String::from_utf8(done.stdout).expect("UTF-8").replace('\n', " ")
}

#[test]
fn items_of_a_list_have_the_numbers_that_a_page_of_html_gives_them() {
    let rows = |moves: &[(&str, &str)]| -> String {
        moves.iter().map(|(white, black)| format!("<li>{white} {black}</li>\n")).collect()
    };
    let first = [("P-K4", "P-K4"), ("Kt-KB3", "Kt-QB3"), ("B-B4", "B-B4"), ("P-Q3", "P-Q3")];
    let second = [("Kt-B3", "Kt-B3"), ("B-KKt5", "P-KR3")];
    let whole = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6";
    for (list, go_on) in [
        (
            format!("<ol>{}</ol><p>A quiet game.</p><ol start=\"5\">{}</ol>", rows(&first), rows(&second)),
            true,
        ),
        (format!("<ol>{}<li value=5>{} {}</li></ol>", rows(&first), second[0].0, second[0].1), false),
        // Numbers of their own stay.
        (
            format!(
                "<ol>{}</ol>",
                first
                    .iter()
                    .zip(1..)
                    .map(|((white, black), n)| format!("<li><b>{n}.</b> {white} {black}</li>"))
                    .collect::<String>()
            ),
            false,
        ),
    ] {
        let text = format!("<html><body><h2>GAME I.</h2>{list}<p>Drawn.</p></body></html>");
        let report = read_text(&text, &TextOptions::default());
        assert_eq!(report.verdicts, [1, 0, 0, 0, 0], "{text}");
        let out = pgn(&text);
        assert!(out.contains(whole), "{out}");
        assert_eq!(out.contains("6. Bg5 h6"), go_on, "{out}");
    }
}

#[test]
fn words_above_others_in_a_line_of_html_are_whites() {
    let moves = [("P-K4", "P-K3"), ("P-Q4", "P-Q4"), ("Kt-QB3", "Kt-KB3"), ("B-KKt5", "B-K2")];
    for (open, between, close) in [
        ("<sup>", "</sup>/<sub>", "</sub>"),
        ("<sup>", "</sup>&frasl;<sub>", "</sub>"),
        ("<span class=\"frac\"><span class=\"top\">", "</span><span class=\"bottom\">", "</span></span>"),
        ("<math><mfrac><mtext>", "</mtext><mtext>", "</mtext></mfrac></math>"),
    ] {
        let rows: String = moves
            .iter()
            .zip(1..)
            .map(|((white, black), n)| format!("{n}. {open}{white}{between}{black}{close} "))
            .collect();
        let text = format!("<html><body><h2>GAME I.</h2><p>{rows}</p><p>Drawn.</p></body></html>");
        assert_eq!(read_text(&text, &TextOptions::default()).verdicts, [1, 0, 0, 0, 0], "{text}");
        let out = pgn(&text);
        assert!(out.contains("1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. Bg5 Be7"), "{out}");
    }
}
