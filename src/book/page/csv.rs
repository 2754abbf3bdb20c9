//! Tables of records with a game each, as spreadsheets and databases give them out, `White,Black,Result,Moves`, or with a row of one:
//! `Game,Move,White,Black,Comment`.
use super::barred::is_headed_notes;
use super::json::Edit;

/// What the columns of the moves are headed.
const MOVES: [&str; 4] = ["moves", "movetext", "pgn", "score"];

/// What the column of the numbers of rows is headed.
const NUMBERS: [&str; 6] = ["move", "no", "no.", "nr", "number", "#"];

/// No head of the columns is longer, in bytes.
const LONGEST_HEAD: usize = 400;

/// What the signs of such a table stand for: each field stands on a line below its head, and the moves below them; nothing in
/// another text.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let begin = text.len() - text.trim_start_matches(['\u{feff}', '\n', '\r', ' ']).len();
    let Some(end) = text[begin..].find('\n').filter(|&len| len <= LONGEST_HEAD).map(|len| begin + len) else {
        return Vec::new();
    };
    let head = text[begin..end].trim_end();
    let Some((parts, heads)) = heads(head) else { return Vec::new() };
    let mut out = vec![Edit { at: begin, len: end + 1 - begin, words: String::new() }];
    // Signs that touch are one.
    let mut put =
        |at: usize, len: usize, words: &str| match out.last_mut().filter(|last| last.at + last.len == at) {
            Some(last) => {
                last.len += len;
                last.words.push_str(words);
            }
            None => out.push(Edit { at, len, words: words.to_owned() }),
        };
    let mut at = end + 1;
    // What the columns in front of the numbers said last.
    let mut said: Vec<&str> = vec![""; heads.len()];
    let has_moves = heads.iter().any(|name| MOVES.contains(&name.as_str()));
    let numbers = heads.iter().position(|name| NUMBERS.contains(&name.as_str())).filter(|_| !has_moves);
    while at < text.len() {
        let mut column = 0;
        let mut is_new = false;
        // To the end of the record.
        loop {
            let (inner, len) = field(&text[at..], parts);
            let is_moves = heads.get(column).is_some_and(|name| MOVES.contains(&name.as_str()));
            let own = &text[at + inner.0..at + inner.1];
            let is_in_front = numbers.is_some_and(|numbers| column < numbers);
            let is_again = is_in_front && said[column] == own;
            is_new |= is_in_front && !is_again;
            if let Some(said) = said.get_mut(column) {
                *said = own;
            }
            let words = match heads.get(column) {
                _ if inner.1 == inner.0 || is_again => String::new(),
                Some(name) if numbers.is_some() => match name.as_str() {
                    _ if numbers == Some(column) => if is_new { "\n\n" } else { "\n" }.to_owned(),
                    "white" => ". ".to_owned(),
                    "black" => "   ".to_owned(),
                    // `Game 1`
                    name if own.bytes().all(|b| b.is_ascii_digit()) => format!("\n\n{name} "),
                    _ => "\n\n".to_owned(),
                },
                Some(_) if is_moves => "\n\n".to_owned(),
                Some(name) => format!("\n{}{}: ", name[..1].to_uppercase(), &name[1..]),
                None => "\n".to_owned(),
            };
            // What stands in front of its words, and the sign behind them.
            put(at, inner.0 + if is_again { own.len() } else { 0 }, &words);
            let behind = text[at + len..].chars().next();
            let goes_on = behind == Some(parts);
            let sign = if goes_on { parts.len_utf8() } else { 0 };
            put(at + inner.1, len - inner.1 + sign, "");
            at += len + sign;
            column += 1;
            if !goes_on {
                break;
            }
        }
        let len = text[at..].bytes().take_while(|b| b"\r\n".contains(b)).count();
        put(at, len, if numbers.is_some() { "\n" } else { "\n\n" });
        at += len;
    }
    out.retain(|edit| edit.len > 0);
    out
}

/// The sign that parts the columns, and their heads in small letters, if those are of players and moves.
fn heads(line: &str) -> Option<(char, Vec<String>)> {
    let names = |parts: char| -> Vec<String> {
        let name = |words: &str| words.trim_matches([' ', '"']).to_ascii_lowercase();
        line.split(parts).map(name).collect()
    };
    [',', ';', '\t'].into_iter().map(|parts| (parts, names(parts))).find(|(_, names)| {
        let has = |wanted: &str| names.iter().any(|name| name == wanted);
        let are_names =
            names.iter().all(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b" .#".contains(&b)));
        let has_rows = || {
            let at = |of: &dyn Fn(&str) -> bool| names.iter().position(|name| of(name));
            let number = at(&|name| NUMBERS.contains(&name));
            number.is_some()
                && number < at(&|name| name == "white")
                && at(&is_headed_notes) > at(&|name| name == "black")
        };
        are_names
            && names.iter().all(|name| !name.is_empty())
            && has("white")
            && has("black")
            && (MOVES.iter().any(|name| has(name)) || has_rows())
    })
}

/// Where the words of a field begin and end, and its length with its quotation marks, up to the sign that parts it from the next or
/// the end of its line. Marks that do not stand there are words.
fn field(text: &str, parts: char) -> ((usize, usize), usize) {
    if let Some(inner) = text.strip_prefix('"') {
        let mut from = 0;
        while let Some(at) = inner[from..].find('"').map(|at| from + at) {
            if inner[at + 1..].starts_with('"') {
                from = at + 2;
                continue;
            }
            let ends = inner[at + 1..].chars().next().is_none_or(|next| [parts, '\n', '\r'].contains(&next));
            if !ends {
                break;
            }
            return ((1, 1 + at), at + 2);
        }
    }
    let len = text.find([parts, '\n', '\r']).unwrap_or(text.len());
    ((0, len), len)
}
