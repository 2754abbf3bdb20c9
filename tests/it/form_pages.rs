//! The games of the fixture in the odder forms of rows: lists, cells between signs, names of sides, blocks of each side, Roman
//! numbers. How much comes back, clean and with one damage.
use std::fmt::Write;

use crate::pages::{Layout, Row, check, harmed, lines, running};

fn roman(mut number: usize) -> String {
    let mut out = String::new();
    for (value, figure) in [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while number >= value {
            out += figure;
            number -= value;
        }
    }
    out
}

fn bullets(rows: &[Row]) -> String {
    lines(rows, |row| format!("- {}. {:18}{}", row.number, row.white, row.black))
}

fn moved(rows: &[Row]) -> String {
    lines(rows, |row| format!("Move {}. {:18}{}", row.number, row.white, row.black))
}

fn semicolons(rows: &[Row]) -> String {
    lines(rows, |row| format!("{};{};{}", row.number, row.white, row.black))
}

fn quoted(rows: &[Row]) -> String {
    lines(rows, |row| format!("\"{}\",\"{}\",\"{}\"", row.number, row.white, row.black))
}

fn tabs(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}.\t{}\t{}", row.number, row.white, row.black))
}

fn sides(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}. W. {}\n   B. {}", row.number, row.white, row.black))
}

fn named(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}.\nWhite: {}\nBlack: {}", row.number, row.white, row.black))
}

fn items(rows: &[Row]) -> String {
    let rows = lines(rows, |row| format!("<li value=\"{}\">{}, {}</li>", row.number, row.white, row.black));
    format!("<html><body><ol>\n{rows}</ol></body></html>\n")
}

fn preformatted(rows: &[Row]) -> String {
    let rows = lines(rows, |row| format!("{:>3}. {:18}{}", row.number, row.white, row.black));
    format!("<html><body><pre>\n{rows}</pre></body></html>\n")
}

fn leaders(rows: &[Row]) -> String {
    lines(rows, |row| format!("{:>3} {} . . . . . {}", row.number, row.white, row.black))
}

fn bracketed(rows: &[Row]) -> String {
    lines(rows, |row| format!("({}) {:18}{}", row.number, row.white, row.black))
}

fn romans(rows: &[Row]) -> String {
    lines(rows, |row| format!("{}. {:18}{}", roman(row.number.parse().unwrap_or(1)), row.white, row.black))
}

fn dotted(rows: &[Row]) -> String {
    running(rows, 60, |row| format!("{}.{} {}", row.number, row.white, row.black))
}

fn stops(rows: &[Row]) -> String {
    running(rows, 60, |row| format!("{}. {}. {}.", row.number, row.white, row.black))
}

fn blocks(rows: &[Row]) -> String {
    let mut out = "WHITE.\n\n".to_owned();
    for row in rows {
        let _ = writeln!(out, "{}. {}", row.number, row.white);
    }
    out += "\nBLACK.\n\n";
    for row in rows.iter().filter(|row| !row.black.is_empty()) {
        let _ = writeln!(out, "{}. {}", row.number, row.black);
    }
    for row in rows.iter().filter(|row| !row.below.is_empty()) {
        let _ = writeln!(out, "\n{}", row.below);
    }
    out
}

const FORMS: [(&str, Layout); 15] = [
    ("bullets", bullets),
    ("moved", moved),
    ("semicolons", semicolons),
    ("quoted", quoted),
    ("tabs", tabs),
    ("sides", sides),
    ("named", named),
    ("items", items),
    ("preformatted", preformatted),
    ("leaders", leaders),
    ("bracketed", bracketed),
    ("romans", romans),
    ("dotted", dotted),
    ("stops", stops),
    ("blocks", blocks),
];

#[test]
fn games_in_other_forms_of_rows_come_back() {
    check("forms", &harmed("english", &FORMS, &["clean", "letter", "note", "page", "short"], 500));
}

#[test]
fn games_in_new_words_come_back_from_other_forms_of_rows() {
    check("new forms", &harmed("english-new", &FORMS, &["clean", "figure", "gone", "lost"], 600));
}
