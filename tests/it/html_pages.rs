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

/// Words beside the moves of a table are a remark on them, in any of its rows, however many they are.
#[test]
fn words_in_a_cell_beside_the_moves_are_a_comment() {
    let moves = [
        ("P. to K. 4th.", "P. to K. 4th."),
        ("Kt. to K. B. 3d.", "Kt. to Q. B. 3d."),
        ("B. to B. 4th.", "B. to B. 4th."),
        ("P. to B. 3d.", "Kt. to B. 3d."),
        ("P. to Q. 3d.", "P. to Q. 3d."),
    ];
    let remarks = [
        "Best.",
        "Up to this point the moves are all in the books, and nothing can be said against them.",
        "A good move; Kt-R3 was worse, and P-K5 too.",
        "Better than P-QR3.",
    ];
    for (row, remark) in (1..=moves.len()).flat_map(|row| remarks.map(|remark| (row, remark))) {
        let rows: String = moves
            .iter()
            .zip(1..)
            .map(|((white, black), n)| {
                let beside = if n == row { remark } else { "" };
                format!("<tr><td>{n}.</td><td>{white}</td><td>{black}</td><td>{beside}</td></tr>\n")
            })
            .collect();
        let text = format!("<html><body><h2>GAME I.</h2><table>{rows}</table><p>Drawn.</p></body></html>");
        let report = read_text(&text, &TextOptions::default());
        assert_eq!(report.verdicts, [1, 0, 0, 0, 0], "{text}");
        let out = pgn(&text);
        assert!(out.contains(remark) && out.ends_with("1/2-1/2  "), "{out}");
        let bare = out.replace(&format!(" {{{remark}}} {row}..."), "").replace(&format!(" {{{remark}}}"), "");
        assert!(bare.contains("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6"), "{out}");
    }
}
