//! Rows of comma-separated values (RFC 4180, UTF-8, lines end with `\n`), written by hand into a buffer used again.
mod half_moves;
mod rows;

use super::sheet::Sheet;
use crate::bytes::{append_hex, append_number, append_word, has_one_of};
use crate::chess::EnPassant;
use crate::game::Game;
use crate::game::facts::append_signature;
use crate::game::tags::day;
use crate::game::value::{List, Value};

/// Appends the header row.
pub fn header<'n>(names: impl IntoIterator<Item = &'n str>, sheet: &mut Sheet) {
    for (at, name) in names.into_iter().enumerate() {
        if at > 0 {
            sheet.bytes.push(b',');
        }
        quoted(name, &mut sheet.bytes);
    }
    sheet.bytes.push(b'\n');
}

/// Text in which a spreadsheet sees no formula: what begins like one has an apostrophe before it.
fn safe(text: &str, out: &mut Vec<u8>) {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        quoted(&format!("'{text}"), out);
    } else {
        quoted(text, out);
    }
}

/// Appends one cell, quoted if it must be. A game's number is not known here: nothing is written for it.
pub fn cell(value: &Value<'_>, out: &mut Vec<u8>) {
    match *value {
        Value::Text(text) => quoted(text, out),
        Value::Numbers([_, ..]) => {
            out.push(b'"');
            plain(value, out);
            out.push(b'"');
        }
        Value::List(game, which) => list(game, which, out),
        Value::Words(words) => {
            out.extend_from_slice(b"\"[");
            for (i, word) in words.iter().enumerate() {
                out.extend_from_slice(if i > 0 { b",\"\"" } else { b"\"\"" });
                out.extend_from_slice(word.as_bytes());
                out.extend_from_slice(b"\"\"");
            }
            out.extend_from_slice(b"]\"");
        }
        _ => plain(value, out),
    }
}

/// Appends what a cell says, but for lists, never quoted.
pub fn plain(value: &Value<'_>, out: &mut Vec<u8>) {
    match *value {
        Value::List(..) | Value::Words(_) | Value::Empty | Value::Game(_) => {}
        Value::Number(n) => number(n, out),
        Value::Tenths(n) => {
            if n < 0 {
                out.push(b'-');
            }
            number((n / 10).abs(), out);
            out.push(b'.');
            number((n % 10).abs(), out);
        }
        Value::Claim(true) => out.extend_from_slice(b"true"),
        Value::Claim(false) => out.extend_from_slice(b"false"),
        Value::Text(text) => out.extend_from_slice(text.as_bytes()),
        Value::Plain(text) => out.extend_from_slice(text),
        Value::Date(date) => iso_date(date, out),
        Value::Fen(position) => position.append_fen(EnPassant::Legal, out),
        Value::Men(position) => append_signature(position.board(), out),
        Value::Key(key) => append_hex(key, out),
        Value::LongKey(halves) => halves.into_iter().for_each(|half| append_hex(half, out)),
        Value::Word(word) => append_word(out, word),
        Value::Numbers([]) => {}
        Value::Numbers(numbers) => {
            out.push(b'[');
            for (i, &n) in numbers.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                number(n.into(), out);
            }
            out.push(b']');
        }
    }
}

/// A date that is known to the day, as ISO 8601 writes it: `1992-11-04`.
fn iso_date(date: &str, out: &mut Vec<u8>) {
    let Some((year, month, day)) = day(date) else { return };
    let two = |n: u8| [b'0' + n / 10, b'0' + n % 10];
    let century = u8::try_from(year / 100).unwrap_or(0);
    let year = u8::try_from(year % 100).unwrap_or(0);
    let [[a, b], [c, d], [m, n], [e, f]] = [two(century), two(year), two(month), two(day)];
    out.extend_from_slice(&[a, b, c, d, b'-', m, n, b'-', e, f]);
}

/// Tells the moves of the main line, one after the other: in coordinates if the list is of these.
pub(super) fn each_move(game: &Game<'_>, which: List, mut each: impl FnMut(Value<'_>)) {
    for told in game.annotations() {
        each(match which {
            List::Uci => Value::uci(told.played, game.start.castling_mode()),
            _ => Value::san(told.played),
        });
    }
}

/// A list as a JSON array; it has commas and perhaps quotes, so the cell is quoted.
fn list(game: &Game<'_>, which: List, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"[");
    let start = out.len();
    let comma = |out: &mut Vec<u8>| {
        if out.len() > start {
            out.push(b',');
        }
    };
    match which {
        List::Moves | List::Uci => each_move(game, which, |value| {
            comma(out);
            out.extend_from_slice(b"\"\"");
            plain(&value, out);
            out.extend_from_slice(b"\"\"");
        }),
        _ => game.annotations().for_each(|told| {
            comma(out);
            match told.value(which) {
                Some(value) => number(value, out),
                None => out.extend_from_slice(b"null"),
            }
        }),
    }
    out.extend_from_slice(b"]\"");
}

/// Text: quoted when it has a comma, a quote, a line end, or blanks at its ends.
fn quoted(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let blank = |b: Option<&u8>| b.is_some_and(u8::is_ascii_whitespace);
    if has_one_of(bytes, *b",\"\n\r") | blank(bytes.first()) | blank(bytes.last()) {
        quote(bytes, out);
    } else {
        out.extend_from_slice(bytes);
    }
}

fn quote(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let mut done = 0;
    for quote in memchr::memchr_iter(b'"', bytes) {
        // It is written twice: here and at the head of the rest.
        out.extend_from_slice(&bytes[done..=quote]);
        done = quote;
    }
    out.extend_from_slice(&bytes[done..]);
    out.push(b'"');
}

fn number(n: i64, out: &mut Vec<u8>) {
    if n < 0 {
        out.push(b'-');
    }
    append_number(out, n.unsigned_abs());
}

#[cfg(test)]
mod tests {
    use super::super::Rows as _;
    use super::*;

    fn line(cells: &[Value<'_>]) -> String {
        let mut sheet = Sheet::default();
        sheet.row(cells.iter(), |cell| *cell, false);
        let mut out = Vec::new();
        sheet.write_to(&mut out, 1).expect("a buffer takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn only_what_must_be_is_quoted() {
        let texts = ["plain", "a,b", "say \"no\"", "two\nlines", " blank", "é", ""].map(Value::Text);
        assert_eq!(line(&texts), "plain,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",\" blank\",é,\n");
    }

    #[test]
    fn no_text_of_a_safe_row_is_a_formula() {
        let texts = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "a=1", "", "'x", "Müller"];
        let mut sheet = Sheet::default();
        sheet.row(texts.map(Value::Text).into_iter().chain([Value::Number(-1)]), |cell| cell, true);
        let out = String::from_utf8(sheet.bytes).expect("UTF-8");
        assert_eq!(out, "'=1+1,'+1,'-1,'@x,'\t=1,\"'\r=1\",a=1,,'x,Müller,-1\n");
    }

    #[test]
    fn a_single_empty_cell_is_a_row() {
        assert_eq!(line(&[Value::Empty]), "\"\"\n");
        assert_eq!(line(&[Value::Empty, Value::Empty]), ",\n");
        assert_eq!(line(&[Value::Game(1)]), "2\n");
    }

    #[test]
    fn numbers_and_keys_are_written_whole() {
        let cells = [Value::Number(0), Value::Number(-1234), Value::Number(i64::MIN), Value::Key(0xabc)];
        assert_eq!(line(&cells), "0,-1234,-9223372036854775808,0000000000000abc\n");
        assert_eq!(line(&[Value::LongKey([0, 1]), Value::Claim(true)]), format!("{:032x},true\n", 1));
        assert_eq!(
            line(&[Value::Tenths(625), Value::Tenths(-5), Value::Numbers(&[1, 14])]),
            "62.5,-0.5,\"[1,14]\"\n"
        );
    }

    #[test]
    fn a_csv_reader_gives_the_texts_back() {
        let texts = ["a,b", "say \"no\"", "two\r\nlines", " x ", "", "'; -- ="];
        let out = line(&texts.map(Value::Text));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_bytes());
        let record = reader.records().next().expect("a row").expect("well formed");
        assert_eq!(record.iter().collect::<Vec<_>>(), texts);
    }
}
