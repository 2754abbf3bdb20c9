//! Pages set word by word, and the text they are laid out to.
use std::fmt::Write;

use descant::scan::{Book, Format};
use descant::source::Chunk;

/// A page that is being set: words of 12 units a letter, 20 high.
#[derive(Default)]
struct Page {
    alto: String,
}

impl Page {
    fn put(&mut self, x: i32, y: i32, words: &str) -> &mut Self {
        let _ = write!(self.alto, "<TextLine>");
        let mut x = x;
        for word in words.split(' ') {
            let width = 12 * word.chars().count() as i32;
            let _ = write!(
                self.alto,
                "<String CONTENT=\"{word}\" HPOS=\"{x}\" VPOS=\"{y}\" WIDTH=\"{width}\" HEIGHT=\"20\" WC=\"0.9\"/>"
            );
            x += width + 7;
        }
        self.alto.push_str("</TextLine>");
        self
    }

    /// Rows of a table as blocks of columns.
    fn table(&mut self, (x, y): (i32, i32), rows: &[(&str, &str, &str)]) -> &mut Self {
        for (at, column) in [(0, 0), (60, 1), (260, 2)] {
            for (row, i) in rows.iter().zip(0..) {
                let cell = [row.0, row.1, row.2][column];
                if !cell.is_empty() {
                    self.put(x + at, y + 40 * i, cell);
                }
            }
        }
        self
    }
}

fn lay_out(pages: &[Page]) -> String {
    let mut alto = "<alto><Layout>".to_owned();
    for page in pages {
        let _ = write!(alto, "<Page WIDTH=\"1400\" HEIGHT=\"2000\">{}</Page>", page.alto);
    }
    let mut book = Book::default();
    book.read("book", &Chunk::from_text(alto), Format::Alto);
    book.lay_out().0.text
}

/// The lines without how far their cells stand apart.
fn lines(text: &str) -> Vec<String> {
    let join = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(join).filter(|line| !line.is_empty()).collect()
}

// Steinitz - von Bardeleben, Hastings 1895, moves 1 to 12.
const FIRST: [(&str, &str, &str); 6] = [
    ("1", "P-K4", "P-K4"),
    ("2", "Kt-KB3", "Kt-QB3"),
    ("3", "B-B4", "B-B4"),
    ("4", "P-B3", "Kt-B3"),
    ("5", "P-Q4", "PxP"),
    ("6", "PxP", "B-Kt5 ch"),
];
const SECOND: [(&str, &str, &str); 6] = [
    ("7", "Kt-B3", "P-Q4"),
    ("8", "PxP", "KKtxP"),
    ("9", "Castles", "B-K3"),
    ("10", "B-KKt5", "B-K2"),
    ("11", "BxKt", "QBxB"),
    ("12", "KtxB", "QxKt"),
];

fn rows(rows: &[(&str, &str, &str)]) -> Vec<String> {
    rows.iter().map(|(number, white, black)| format!("{number} {white} {black}")).collect()
}

#[test]
fn a_game_in_two_halves_abreast_is_read_left_then_right() {
    let mut page = Page::default();
    page.put(500, 100, "GAME THE FIRST, PLAYED AT HASTINGS");
    page.put(150, 160, "STEINITZ.").put(900, 160, "BARDELEBEN.");
    page.table((100, 220), &FIRST).table((700, 220), &SECOND);
    page.put(500, 600, "The game ends with a famous combination.");
    let mut wanted =
        vec!["GAME THE FIRST, PLAYED AT HASTINGS".to_owned(), "STEINITZ. BARDELEBEN.".to_owned()];
    wanted.extend(rows(&FIRST));
    wanted.extend(rows(&SECOND));
    wanted.push("The game ends with a famous combination.".to_owned());
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

#[test]
fn two_text_columns_are_read_one_after_the_other() {
    let note = [
        "White has now a strong attack, and",
        "the Black King cannot escape to the",
        "side of the Queen. The game was",
        "played at Hastings, and won the",
        "first prize for brilliancy.",
    ];
    let mut page = Page::default();
    page.table((100, 200), &FIRST);
    for (line, y) in note.iter().zip((200..).step_by(38)) {
        page.put(750, y, line);
    }
    let mut wanted = rows(&FIRST);
    wanted.extend(note.iter().map(|line| (*line).to_owned()));
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

/// The heading is a line across, and what stands below it beside nothing is its column's.
#[test]
fn a_column_that_begins_higher_than_the_one_left_of_it_is_still_read_behind_it() {
    let note = [
        "White has now a strong attack, and",
        "the Black King cannot escape to the",
        "side of the Queen. The game was",
        "played at Hastings, and won the",
        "first prize for brilliancy. It is",
        "shown in many books of the time.",
    ];
    let mut page = Page::default();
    page.put(500, 100, "GAME THE FIRST, PLAYED AT HASTINGS");
    page.table((100, 260), &FIRST);
    for (line, y) in note.iter().zip((180..).step_by(40)) {
        page.put(750, y, line);
    }
    let mut wanted = vec!["GAME THE FIRST, PLAYED AT HASTINGS".to_owned()];
    wanted.extend(rows(&FIRST));
    wanted.extend(note.iter().map(|line| (*line).to_owned()));
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

#[test]
fn the_moves_of_both_players_stay_on_one_row_also_with_numbers_before_each() {
    let mut page = Page::default();
    for ((number, white, black), y) in FIRST.iter().chain(&SECOND).zip((200..).step_by(40)) {
        page.put(100, y, number).put(160, y, white).put(700, y, number).put(760, y, black);
    }
    let all = FIRST.iter().chain(&SECOND);
    let wanted: Vec<String> =
        all.map(|(number, white, black)| format!("{number} {white} {number} {black}")).collect();
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

#[test]
fn four_columns_of_moves_are_two_columns_also_without_numbers() {
    let mut page = Page::default();
    for (((_, w, b), (_, x, z)), y) in FIRST.iter().zip(&SECOND).zip((200..).step_by(40)) {
        page.put(100, y, w).put(300, y, b).put(700, y, x).put(900, y, z);
    }
    let wanted: Vec<String> = FIRST.iter().chain(&SECOND).map(|(_, w, b)| format!("{w} {b}")).collect();
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

#[test]
fn numbers_stay_with_the_moves_behind_them_though_another_game_below_has_none() {
    let mut page = Page::default();
    for (((_, w, b), (number, x, z)), y) in FIRST.iter().zip(&SECOND).zip((200..).step_by(40)) {
        page.put(100, y, w).put(300, y, b).put(600, y, number).put(700, y, x).put(900, y, z);
    }
    page.put(430, 500, "GAME No. 2.");
    for (((_, w, b), (_, x, z)), y) in FIRST.iter().zip(&SECOND).zip((560..).step_by(40)) {
        page.put(100, y, w).put(300, y, b).put(700, y, x).put(900, y, z);
    }
    let bare = |rows: &[(&str, &str, &str)]| -> Vec<String> {
        rows.iter().map(|(_, w, b)| format!("{w} {b}")).collect()
    };
    let mut wanted = bare(&FIRST);
    wanted.extend(rows(&SECOND));
    wanted.push("GAME No. 2.".to_owned());
    wanted.extend(bare(&FIRST));
    wanted.extend(bare(&SECOND));
    assert_eq!(lines(&lay_out(&[page])), wanted);
}

#[test]
fn specks_in_the_column_of_numbers_are_left_out() {
    let mut page = Page::default();
    let marred: Vec<_> = FIRST
        .iter()
        .chain(&SECOND)
        .map(|&(number, white, black)| (if number == "4" { "—" } else { number }, white, black))
        .collect();
    page.table((100, 200), &marred);
    let found = lines(&lay_out(&[page]));
    assert_eq!(found[3], "P-B3 Kt-B3");
    assert_eq!(found[4], "5 P-Q4 PxP");
}

#[test]
fn dots_in_the_place_of_a_move_are_kept() {
    let mut page = Page::default();
    let mut all: Vec<_> = FIRST.to_vec();
    all.push(("7", "...", "P-Q4"));
    page.table((100, 200), &all);
    assert_eq!(lines(&lay_out(&[page])).pop().as_deref(), Some("7 ... P-Q4"));
}

#[test]
fn cells_stand_three_blanks_apart_at_the_same_columns() {
    let mut page = Page::default();
    page.table((100, 200), &FIRST);
    let text = lay_out(&[page]);
    let at = |line: &str, cell: &str| line.rfind(cell).expect("there");
    let rows: Vec<&str> = text.lines().collect();
    for (row, (_, white, black)) in rows.iter().zip(&FIRST) {
        assert!(row.contains(&format!("{white}   ")), "{row}");
        assert_eq!(at(row, black), at(rows[0], "P-K4"), "{row}");
    }
}

#[test]
fn a_wide_blank_within_a_move_begins_no_cell() {
    let mut page = Page::default();
    page.table((100, 200), &FIRST);
    // As wide as one and a half letters are high, where no other cell begins.
    page.put(100, 440, "7").put(160, 440, "Kt-B3").put(360, 440, "R-K").put(426, 440, "Kt sq");
    let text = lay_out(&[page]);
    let row = text.lines().last().unwrap_or_default();
    assert!(row.ends_with("   R-K Kt sq"), "{row}");
}

/// The recogniser gave two letters of a cell no room.
#[test]
fn a_box_too_narrow_for_its_letters_grows_by_what_they_need() {
    let mut page = Page::default();
    page.table((100, 200), &FIRST);
    let _ = write!(page.alto, "<TextLine>");
    for (letters, x, width) in [("7", 100, 12), ("Kt-B3", 160, 36), ("P-Q4", 360, 48)] {
        let place = format!("HPOS=\"{x}\" VPOS=\"440\" WIDTH=\"{width}\" HEIGHT=\"20\"");
        let _ = write!(page.alto, "<String CONTENT=\"{letters}\" {place} WC=\"0.9\"/>");
    }
    page.alto.push_str("</TextLine>");
    let text = lay_out(&[page]);
    let row = text.lines().last().unwrap_or_default();
    assert!(row.contains("Kt-B3   ") && row.ends_with("   P-Q4"), "{row}");
}

#[test]
fn a_heading_with_a_number_is_no_running_head() {
    let pages: Vec<Page> = (1..4)
        .map(|number| {
            let mut page = Page::default();
            page.put(400, 100, &format!("GAME No. {number}.")).table((100, 200), &FIRST);
            page
        })
        .collect();
    let found = lines(&lay_out(&pages));
    for number in 1..4 {
        assert!(found.contains(&format!("GAME No. {number}.")), "{found:?}");
    }
}

/// `13 Kt-B sq R-Q sq` and `24 R-B sq R-Q sq` look alike at the top of two pages, and are rows.
#[test]
fn rows_at_the_edges_of_pages_that_count_moves_are_no_running_heads() {
    let tables = [
        [
            ("12", "Q-K2", "P-KR3"),
            ("13", "Kt-B sq", "R-Q sq"),
            ("14", "B-K3", "K-R sq"),
            ("15", "R-B sq", "R-K sq"),
        ],
        [
            ("24", "R-B sq", "R-K sq"),
            ("25", "Q-Q2", "B-B sq"),
            ("26", "P-B4", "PxP"),
            ("27", "QR-B sq", "R-K sq"),
        ],
    ];
    let pages = tables.iter().zip(46..).map(|(table, number)| {
        let mut page = Page::default();
        page.put(100, 60, &number.to_string()).put(500, 60, "THE TOURNAMENT BOOK");
        page.table((100, 100), &table[1..]);
        page
    });
    let found = lines(&lay_out(&pages.collect::<Vec<_>>()));
    assert_eq!(found, tables.map(|table| rows(&table[1..])).concat());
}

#[test]
fn alternating_heads_with_numbers_on_the_outer_side_are_left_out() {
    let pages: Vec<Page> = (56..60)
        .map(|number: i32| {
            let mut page = Page::default();
            if number % 2 == 0 {
                page.put(100, 60, &number.to_string()).put(500, 60, "HASTINGS CONGRESS");
            } else {
                page.put(500, 60, "FIRST ROUND").put(1000, 60, &number.to_string());
            }
            page.table((100, 200), &FIRST);
            page.put(600, 1900, "Digitized by the library");
            page
        })
        .collect();
    let found = lines(&lay_out(&pages));
    assert_eq!(found, [rows(&FIRST), rows(&FIRST), rows(&FIRST), rows(&FIRST)].concat());
}

/// A game ends and another begins in the left column; it goes on in the right one, where a third begins.
#[test]
fn a_game_that_begins_in_the_left_column_goes_on_at_the_top_of_the_right() {
    let mut left = vec!["20 R-K sq Q-Q3", "21 B-Kt5 ch K-Q sq", "22 R-K8 mate"];
    let first =
        ["1 P-K4 P-K4", "2 Kt-KB3 Kt-QB3", "3 B-B4 B-B4", "4 P-B3 Kt-B3", "5 P-Q4 PxP", "6 PxP B-Kt5"];
    let right = ["7 Kt-B3 P-Q4", "8 PxP KKtxP", "9 Castles B-K3", "10 B-KKt5"];
    let note = "The rest of the game needs no words.";
    let third = ["1 P-Q4 P-Q4", "2 P-QB4 P-K3", "3 Kt-QB3 Kt-KB3"];
    let mut page = Page::default();
    let mut table = |x: i32, y: i32, rows: &[&str]| {
        for (row, y) in rows.iter().zip((y..).step_by(38)) {
            let mut cells = row.splitn(3, ' ');
            for (cell, x) in cells.by_ref().zip([x, x + 60, x + 260]) {
                page.put(x, y, cell);
            }
        }
    };
    table(100, 100, &left);
    table(100, 350, &first);
    table(700, 100, &right);
    table(700, 500, &third);
    page.put(200, 290, "GAME No. 3.").put(700, 330, note).put(800, 430, "GAME No. 4.");
    let text = lines(&lay_out(&[page]));
    left.push("GAME No. 3.");
    left.extend(first.iter().chain(&right).copied().chain([note, "GAME No. 4."]).chain(third));
    assert_eq!(text, left);
}

/// What is laid out of a page of three lines with boxes: `words` writes those of a line, `behind` stands below each.
fn three_lines(words: impl Fn(&str) -> String, behind: &str) -> Vec<String> {
    let mut hocr = String::from("<html><body><div class='ocr_page' title='bbox 0 0 1000 1400'>\n");
    for (row, y) in THREE_ROWS.iter().zip((100..).step_by(60)) {
        let (bottom, words) = (y + 30, words(row));
        let _ =
            writeln!(hocr, "<span class='ocr_line' title='bbox 100 {y} 600 {bottom}'>{words}</span>{behind}");
    }
    hocr.push_str("</div></body></html>\n");
    let mut book = Book::default();
    book.read("input", &Chunk::from_text(hocr), Format::Hocr);
    let text = book.lay_out().0.text;
    let laid = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    laid.filter(|line| !line.is_empty()).collect()
}

const THREE_ROWS: [&str; 3] = ["1. P-K4 P-K4", "2. Kt-KB3 Kt-QB3", "3. B-Kt5 P-QR3"];

/// The numbers of two rows that were recognised as one word: its box is higher than a row, and narrower than its letters.
#[test]
fn numbers_recognised_as_one_word_hide_no_row() {
    let mut page = Page::default();
    let numbers =
        "<String CONTENT=\"alter\" HPOS=\"100\" VPOS=\"200\" WIDTH=\"32\" HEIGHT=\"60\" WC=\"0.2\"/>";
    let _ = write!(page.alto, "<TextLine>{numbers}</TextLine>");
    page.table((100, 200), &[("", "P-K4", "P-K4"), ("", "Kt-KB3", "Kt-QB3"), ("3.", "B-Kt5", "P-QR3")]);
    assert_eq!(lines(&lay_out(&[page])), ["P-K4 P-K4", "Kt-KB3 Kt-QB3", "3. B-Kt5 P-QR3"]);
}

/// Each word in an element of its own.
fn in_words(row: &str) -> String {
    row.split(' ').map(|word| format!("<span class='ocrx_word'>{word}</span> ")).collect()
}

/// Words without boxes stand in their line's, side by side.
#[test]
fn words_without_places_stand_in_the_box_of_their_line() {
    assert_eq!(three_lines(in_words, ""), THREE_ROWS);
}

/// What stands behind a word or a line, outside of any, is no part of the page: the links of a viewer.
#[test]
fn letters_outside_words_and_lines_are_left_out() {
    let notes = "\n<a href='#notes'>Notes</a>";
    assert_eq!(three_lines(in_words, notes).join(" "), THREE_ROWS.join(" "));
    assert_eq!(three_lines(str::to_owned, notes).join(" "), THREE_ROWS.join(" "));
}
