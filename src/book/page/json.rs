//! Texts in JSON: pages as strings, `{"page": 12, "text": "1. P-K4\n"}`, and moves as records, `{"number": 1, "white": "P-K4"}`.

/// So much at the start of a text shows whether it is JSON, in bytes.
const START: usize = 400;

/// What stands in the place of a stretch of the text.
pub(super) struct Edit {
    pub at: usize,
    pub len: usize,
    pub words: String,
}

/// A string or another value, or a sign between two.
struct Piece {
    at: usize,
    len: usize,
    is_string: bool,
}

/// What the signs of JSON in a text stand for; nothing in another text.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    if !is_json(text) {
        return Vec::new();
    }
    let pieces = pieces(text);
    let sign = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.at..piece.at + piece.len]);
    let mut out = Vec::new();
    // A string that does not end has its end nowhere of its own.
    let mut done = 0;
    let mut put = |at: usize, len: usize, words: &str| {
        if at >= done && len > 0 {
            done = at + len;
            out.push(Edit { at, len, words: words.to_owned() });
        }
    };
    // Is the object that is open a record, all of whose values are single ones on a row of their own?
    let mut records: Vec<bool> = Vec::new();
    let mut end = 0;
    for (i, piece) in pieces.iter().enumerate() {
        // Blanks between pieces.
        if piece.at > end {
            put(end, piece.at - end, "");
        }
        end = piece.at + piece.len;
        let is_record = records.last() == Some(&true);
        let is_key = piece.is_string && sign(i + 1) == ":";
        // The number of a page is furniture.
        let is_page = |key: &str, value: &str| {
            key.trim_matches('"').to_ascii_lowercase().starts_with("page")
                && !value.is_empty()
                && value.trim_matches('"').bytes().all(|b| b.is_ascii_digit())
        };
        if !is_record
            && (is_key && is_page(sign(i), sign(i + 2))
                || i > 0 && sign(i) == ":" && is_page(sign(i - 1), sign(i + 1))
                || i > 1 && sign(i - 1) == ":" && is_page(sign(i - 2), sign(i)))
        {
            put(piece.at, piece.len, "");
            continue;
        }
        match sign(i) {
            "{" => {
                records.push(is_row(&pieces[i + 1..], text));
                put(piece.at, 1, "\n");
            }
            "[" => {
                records.push(false);
                put(piece.at, 1, "\n");
            }
            "}" | "]" => {
                records.pop();
                put(piece.at, 1, "\n");
            }
            "," => put(piece.at, 1, if is_record { " | " } else { "\n" }),
            ":" => put(
                piece.at,
                1,
                if is_record || is_container(sign(i + 1)) || is_long(sign(i + 1)) { "" } else { ": " },
            ),
            "null" => put(piece.at, piece.len, ""),
            _ if is_key => {
                let value = sign(i + 2);
                let is_named = !is_record && !is_container(value) && !is_long(value);
                put(piece.at, 1, "");
                if is_named {
                    let first = text.as_bytes()[piece.at + 1];
                    if first.is_ascii_lowercase() {
                        let capital = char::from(first.to_ascii_uppercase());
                        put(piece.at + 1, 1, capital.encode_utf8(&mut [0; 4]));
                    }
                    put(end - 1, 1, "");
                } else {
                    put(piece.at + 1, piece.len - 1, "");
                }
            }
            _ if piece.is_string => {
                let is_closed = piece.len > 1 && text.as_bytes()[end - 1] == b'"';
                let inner = end - usize::from(is_closed);
                put(piece.at, 1, "");
                escapes(text, piece.at + 1, inner, &mut put);
                put(inner, end - inner, "");
            }
            _ => {}
        }
    }
    out
}

/// The escaped characters of a string.
fn escapes(text: &str, start: usize, end: usize, put: &mut impl FnMut(usize, usize, &str)) {
    let mut at = start;
    while let Some(found) = text.as_bytes().get(at..end).and_then(|rest| memchr::memchr(b'\\', rest)) {
        at += found;
        let code = |at: usize| text.get(at..at + 4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let (words, len) = match text.as_bytes().get(at + 1) {
            Some(b'n' | b'f') => ("\n".to_owned(), 2),
            Some(b'r' | b'b') => (String::new(), 2),
            Some(b't') => ("\t".to_owned(), 2),
            Some(b'u') => match code(at + 2) {
                Some(code) => (char::from_u32(code).map_or_else(String::new, String::from), 6),
                None => (String::new(), 2),
            },
            Some(&c) if c.is_ascii() => (char::from(c).to_string(), 2),
            _ => break,
        };
        put(at, len.min(end - at), &words);
        at += len.min(end - at);
    }
}

fn is_container(sign: &str) -> bool {
    matches!(sign, "{" | "[")
}

/// A string of several lines is a page.
fn is_long(value: &str) -> bool {
    value.contains("\\n")
}

/// Does an object, the pieces behind whose brace these are, hold nothing but single values, the first of them a number?
fn is_row(pieces: &[Piece], text: &str) -> bool {
    let sign = |piece: &Piece| &text[piece.at..piece.at + piece.len];
    let within: Vec<&str> = pieces.iter().map(sign).take_while(|sign| *sign != "}").take(32).collect();
    let number =
        within.get(2).is_some_and(|value| value.trim_matches('"').bytes().all(|b| b.is_ascii_digit()));
    let simple = |sign: &&str| !is_container(sign) && !is_long(sign);
    number && within.len() > 4 && within.iter().all(simple)
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let start = &text[..crate::span::floor_char(text, START)];
    let behind =
        start.trim_start_matches(|c: char| c.is_whitespace() || is_container(c.encode_utf8(&mut [0; 4])));
    let named = behind.strip_prefix('"').and_then(|key| key.split_once('"'));
    behind.len() < start.len() && named.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
}

/// Strings, signs and other values, in order.
fn pieces(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (len, is_string) = match byte {
            b'"' => (string(&bytes[at..]), true),
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' => (1, false),
            _ => {
                let ends = |b: &u8| b.is_ascii_whitespace() || b"{}[],:\"".contains(b);
                (bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at), false)
            }
        };
        found.push(Piece { at, len, is_string });
        at += len;
    }
    found
}

/// The length of a string, with its quotation marks.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
