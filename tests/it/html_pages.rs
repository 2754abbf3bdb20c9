//! Pages of HTML: what their tags print that no words say.
use std::ops::Range;

use descant::reader::text::{TextOptions, read_text};

use super::console;
use super::row_forms::MOVES;

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

/// The same without the tag that tells where the first move stands in the page.
fn unplaced(page: &str) -> String {
    let written = pgn(page);
    let (above, below) = written.split_once("[Source").expect("a place");
    format!("{above}{}", below.split_once(']').expect("its end").1)
}

/// A page with a game in a table.
fn table_page(rows: &str) -> String {
    format!(
        "<html><body><h2>GAME I.</h2><p>Alder v. Birch</p><table>{rows}</table><p>Drawn.</p></body></html>"
    )
}

#[test]
fn paragraphs_in_the_cells_of_a_table_part_no_row() {
    let cells = |open: &str, close: &str| -> String {
        let cell = |words: &str| format!("<td width=200>\n  {open}{words}{close}\n  </td>");
        let row = |(at, (white, black)): (usize, &(&str, &str))| {
            format!("<tr>{}{}{}</tr>\n", cell(&format!("{at}.")), cell(white), cell(black))
        };
        (1..).zip(&MOVES).map(row).collect()
    };
    let plain = unplaced(&table_page(&cells("", "")));
    assert!(plain.contains("\"certain\"") && plain.contains("16. Qb8+ Nxb8 17. Rd8#"), "{plain}");
    for (open, close) in [
        ("<p>", "</p>"),
        ("<p class=MsoNormal><span lang=EN-GB>", "<o:p></o:p></span></p>"),
        ("<div>", "</div>"),
        ("<p><b>", "</b><br></p>"),
        ("", "<br>&nbsp;"),
    ] {
        let page = table_page(&cells(open, close));
        assert_eq!(unplaced(&page), plain, "{page}");
    }
    // Two paragraphs in one cell are two.
    let page = table_page("<tr><td><p>1. P-K4 P-K4</p><p>2. Kt-KB3 Kt-QB3</p></td></tr>");
    assert!(unplaced(&page).contains("1. e4 e5 2. Nf3 Nc6"), "{page}");
}

#[test]
fn lines_of_cells_that_stand_beside_one_another_are_rows() {
    let game = &MOVES[..MOVES.len() - 1];
    let column = |words: &mut dyn Iterator<Item = String>| words.collect::<Vec<_>>().join("<br>\n");
    let numbers = column(&mut (1..=game.len()).map(|at| format!("{at}.")));
    let whites = column(&mut game.iter().map(|(white, _)| (*white).to_owned()));
    let blacks = column(&mut game.iter().map(|(_, black)| (*black).to_owned()));
    let numbered = |side: &dyn Fn(&(&str, &str)) -> String| {
        column(&mut (1..).zip(game).map(|(at, row)| format!("{at}. {}", side(row))))
    };
    let row = |cells: &[&str]| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let plain: String =
        (1..).zip(game).map(|(at, (white, black))| row(&[&format!("{at}."), white, black])).collect();
    let plain = unplaced(&table_page(&plain));
    assert!(plain.contains("\"certain\"") && plain.contains("16. Qb8+ Nxb8"), "{plain}");
    let (white_numbered, black_numbered) =
        (numbered(&|row| row.0.to_owned()), numbered(&|row| row.1.to_owned()));
    for cells in [
        row(&[&numbers, &whites, &blacks]),
        row(&[&white_numbered, &blacks]),
        row(&[&white_numbered, &black_numbered]),
        format!("<tr><th></th><th>White</th><th>Black</th></tr>{}", row(&[&numbers, &whites, &blacks])),
    ] {
        let page = table_page(&cells);
        assert_eq!(unplaced(&page), plain, "{page}");
    }
    // Two halves of a game, each with numbers of its own, stand one below the other.
    let half =
        |rows: Range<usize>| column(&mut rows.map(|at| format!("{}. {} {}", at + 1, game[at].0, game[at].1)));
    let page = table_page(&row(&[&half(0..8), &half(8..16)]));
    assert_eq!(unplaced(&page), plain, "{page}");
}

#[test]
fn a_footnote_mark_above_the_line_may_be_a_link() {
    let page = |mark: &str| {
        let row = |(at, (white, black)): (usize, &(&str, &str))| {
            let mark = if at == 7 { mark } else { "" };
            format!("<tr><td>{at}.</td><td>{white}{mark}</td><td>{black}</td></tr>\n")
        };
        let rows: String = (1..).zip(&MOVES).map(row).collect();
        table_page(&rows) + "<p><sup>1</sup> The usual reply.</p>"
    };
    let plain = unplaced(&page("<sup>1</sup>"));
    assert!(plain.contains("\"certain\"") && plain.contains("7. Qb3 {The usual reply.}"), "{plain}");
    for mark in
        ["<sup><a href=\"#fn1\" id=\"r1\">1</a></sup>", "<SUP><A HREF='#fn1'><small>1</small></A></SUP>"]
    {
        assert_eq!(unplaced(&page(mark)), plain, "{mark}");
    }
}
