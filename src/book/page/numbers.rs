//! Numbers of rows: of which one figure is misprinted as a letter, `4S` below 44 and `o3.` behind 32 count on; and with a
//! dash behind them, in brackets, in cells parted by signs.
use std::ops::Range;

use crate::book::token::is_dash;
use crate::book::{mark, ordinal};
use crate::span::{ceil_char, floor_char};

/// So many lines with words above a number at most stands the one before it.
const NEAR: usize = 4;

/// Numbers of a column stand so far from one another at most, in characters.
const ASIDE: usize = 2;

/// The most figures a number of a row has.
const LONGEST: usize = 3;

/// So much of a line at most is looked at, in bytes: of a row from its begin, of running text up to the number.
const WINDOW: usize = 400;

/// Puts figures in the place of the letters that were printed for them in numbers of rows.
pub(super) fn mend(text: &mut String) {
    let mut mended: Vec<(usize, char)> = Vec::new();
    let mut above: Vec<&str> = Vec::with_capacity(NEAR);
    let mut start = 0;
    for line in text.split('\n') {
        for (token, letter) in misprinted(line) {
            if let Some(figure) = figure(line, &above, token, letter) {
                mended.push((start + letter, figure));
            }
        }
        start += line.len() + 1;
        if !line.trim().is_empty() {
            above.truncate(NEAR - 1);
            above.insert(0, line);
        }
    }
    for (at, figure) in mended {
        text.replace_range(at..=at, figure.encode_utf8(&mut [0; 4]));
    }
}

/// Puts stops behind the numbers of rows that stand in front of a dash, in brackets or behind `Move`, where most lines that
/// begin so have another cell: in `1 — P-K4 — P-K4` the first dash holds no empty place of White's, and `(1) P-K4   P-K4` is
/// no note.
pub(super) fn stop(text: &mut String) {
    for signs_of in [before_dash, in_brackets, behind_move] {
        let mut places: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        let (mut start, mut rows) = (0, 0);
        for line in text.split('\n') {
            if let Some((signs, number)) = signs_of(line) {
                let words = line[signs.end..].trim();
                let is_dashed = || words.split_whitespace().any(|word| word.chars().all(is_dash));
                rows += usize::from(words.contains("  ") || words.contains('\t') || is_dashed());
                let moved = |range: Range<usize>| start + range.start..start + range.end;
                places.push((moved(signs), moved(number)));
            }
            start += line.len() + 1;
        }
        if 2 * rows > places.len() {
            put_stops(text, places);
        }
    }
    let places = ordinals(text);
    put_stops(text, places);
}

/// Puts in the place of numbers with signs their figures and a stop, as long as they were, so that every place stays where
/// it is.
fn put_stops(text: &mut String, places: Vec<(Range<usize>, Range<usize>)>) {
    for (signs, number) in places {
        let stopped = format!("{:<1$}", format!("{}.", &text[number]), signs.len());
        text.replace_range(signs, &stopped);
    }
}

/// So many ordinals one by one from the first on number rows: `3d. P takes P` may go on with a move of the line above.
const ORDINALS: u32 = 4;

/// The ordinals that number the rows of a text, `1st. P-K4   P-K4`, `2nd move. White, P-K4`, or `Move 1` on lines of their
/// own: all of each, and its figures.
fn ordinals(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut all = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        if let Some((signs, number)) = ordinal(line).or_else(|| move_alone(line)) {
            let value = line[number.clone()].parse().unwrap_or(0);
            let moved = |range: Range<usize>| start + range.start..start + range.end;
            all.push((value, (moved(signs), moved(number))));
        }
        start += line.len() + 1;
    }
    // Black's move may bear the number of the row again, behind a note.
    let runs = all.chunk_by(|(one, _), (next, _): &(u32, _)| (*one..=one + 1).contains(next));
    let numbers_rows = |run: &&[(u32, _)]| run[0].0 == 1 && run[run.len() - 1].0 >= ORDINALS;
    runs.filter(numbers_rows).flatten().map(|(_, places)| places.clone()).collect()
}

/// An ordinal that begins a line, with `move` behind it perhaps and words of a move: all of it, and its figures.
fn ordinal(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let row = line.trim_start();
    let behind = row.trim_start_matches(|c: char| c.is_ascii_digit());
    let words = ordinal::behind_ending(behind)?;
    let stops = ['.', ',', ':', ')'];
    let words = words.strip_prefix(stops).unwrap_or(words);
    let of_move = [" move", " Move", " MOVE"].iter().find_map(|name| words.strip_prefix(name));
    let words = of_move.map_or(words, |rest| rest.strip_prefix(stops).unwrap_or(rest));
    let [from, start, end] = [row, behind, words].map(|rest| line.len() - rest.len());
    // Dots or a dash may hold the place of White's move.
    let is_empty = |cell: &str| cell.is_empty() || cell.starts_with("..") || cell.starts_with(is_dash);
    let cell = words.trim();
    let begins_row = is_empty(cell) || words.starts_with([' ', '\t']) && begins_move(cell);
    ((1..=LONGEST).contains(&(start - from)) && begins_row).then_some((from..end, from..start))
}

/// A number that begins a line with a dash behind it, `1 —`, `1. —`: all of it, and its figures.
fn before_dash(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let row = line.trim_start();
    let behind = row.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind.strip_prefix('.').unwrap_or(behind);
    let rest = rest.strip_prefix(' ').filter(|_| (1..=LONGEST).contains(&(row.len() - behind.len())))?;
    let words = rest.strip_prefix(is_dash)?;
    // A rank of a board whose empty squares are dashes has nothing but letters and dashes behind it.
    if words.split_whitespace().all(|word| word.chars().count() == 1) {
        return None;
    }
    let (from, end) = (line.len() - row.len(), line.len() - behind.len());
    words.starts_with(' ').then_some((from..line.len() - words.len(), from..end))
}

/// A number in brackets that begins a line: with them, and its figures.
fn in_brackets(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let row = line.trim_start();
    let number = row.strip_prefix(['(', '['])?;
    let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let words = behind.strip_prefix([')', ']'])?;
    let (from, end) = (line.len() - row.len(), line.len() - behind.len());
    let is_number = (1..=LONGEST).contains(&(number.len() - behind.len()));
    (is_number && words.starts_with(' ') && !mark::leads_number(words))
        .then_some((from..end + 1, from + 1..end))
}

/// A number behind `Move`, which begins a line: all of it, and its figures.
fn behind_move(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let row = line.trim_start();
    let number = row.strip_prefix("Move ").or_else(|| row.strip_prefix("MOVE "))?;
    let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let words = behind.trim_start_matches(['.', ':', ')']);
    let [from, start, end] = [row, number, behind].map(|rest| line.len() - rest.len());
    let is_number = (1..=LONGEST).contains(&(end - start));
    (is_number && words.starts_with(' ')).then_some((from..line.len() - words.len(), start..end))
}

/// A number behind `Move` with nothing else on its line: all of it, and its figures.
fn move_alone(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let row = line.trim();
    let number = row.strip_prefix("Move ").or_else(|| row.strip_prefix("MOVE "))?;
    let figures = number.trim_end_matches(['.', ':']);
    let is_number = (1..=LONGEST).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit());
    let from = line.len() - line.trim_start().len();
    let start = from + row.len() - number.len();
    is_number.then_some((from..from + row.len(), start..start + figures.len()))
}

/// May these be words of a move: a name with a capital, castling, the square of a pawn?
fn begins_move(words: &str) -> bool {
    let is_square = || matches!(words.as_bytes(), [b'a'..=b'h', b'1'..=b'8' | b'x' | b':', ..]);
    words.starts_with(|c: char| c.is_uppercase() || c == '0' || !c.is_ascii()) || is_square()
}

/// So many rows with signs between their cells show that a text has such.
const ROWS: usize = 3;

/// Puts bars in the place of the signs between the cells of rows: `1;P-K4;P-K4`. In `P-K4; P-K4` such a sign ends a move.
pub(super) fn bar(text: &mut String) {
    for sign in [b';', b','] {
        let mut signs = Vec::new();
        let (mut start, mut rows) = (0, 0);
        for line in text.split('\n') {
            let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = line.len() - behind.len();
            if (1..=LONGEST).contains(&number) && behind.as_bytes().first() == Some(&sign) {
                rows += usize::from(behind[1..].starts_with(char::is_alphabetic));
                signs.extend((start + number..start + line.len()).filter(|&at| text.as_bytes()[at] == sign));
            }
            start += line.len() + 1;
        }
        if rows >= ROWS {
            signs.iter().for_each(|&at| text.replace_range(at..=at, "|"));
        }
    }
    tabular(text);
}

/// The same for tables of LaTeX: `1. & P-K4 & P-K4 \\\\`; what begins and ends these says nothing.
fn tabular(text: &mut String) {
    let is_row = |line: &str| line.trim_end().ends_with("\\\\") && line.contains('&');
    if text.split('\n').filter(|line| is_row(line)).count() < ROWS {
        return;
    }
    let lines = text.split_inclusive('\n').map(|line| {
        if is_row(line) {
            line.replace('&', "|").replace("\\\\", "  ")
        } else if line.trim_start().starts_with("\\begin{tab") || line.trim_start().starts_with("\\end{tab") {
            line.chars().map(|c| if c.is_ascii() && c != '\n' { ' ' } else { c }).collect()
        } else {
            line.to_owned()
        }
    });
    *text = lines.collect();
}

/// The tokens of a line, before other words, that are figures but for one letter, which names no man, file or ordinal; and
/// where that stands.
fn misprinted(line: &str) -> impl Iterator<Item = (Range<usize>, usize)> + '_ {
    let bytes = line.as_bytes();
    let begins = |&at: &usize| at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'|');
    let starts = (0..bytes.len()).filter(move |&at| bytes[at].is_ascii_alphanumeric()).filter(begins);
    starts.filter_map(move |at| {
        let token = &bytes[at..];
        let len = token.iter().take(LONGEST + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
        let token = &token[..len];
        let mut letters = (0..len).filter(|&i| token[i].is_ascii_alphabetic());
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        // Behind a figure S is no man: `4T` is a square in Spanish.
        let is_man = b"KQRBNPTC".contains(&token[letter]) || token[0] == b'S';
        let is_square = letter == 0 && (b'a'..=b'h').contains(&token[0]);
        let is_ordinal = letter == len - 1 && token[letter].eq_ignore_ascii_case(&b'd');
        let is_number = (2..=LONGEST).contains(&len) && !is_man && !is_square && !is_ordinal;
        let behind = line[at + len..].trim_start_matches(['.', ')', ':', ' ', '\t', '|']);
        let is_parted = behind.len() < line.len() - at - len;
        (is_number && is_parted && behind.starts_with(char::is_alphabetic))
            .then_some((at..at + len, at + letter))
    })
}

/// The figure with which a number goes on with one near above, in its column or, in running text, before it. The lines
/// above begin with the nearest.
fn figure<'l>(line: &'l str, above: &[&'l str], token: Range<usize>, letter: usize) -> Option<char> {
    let before = &line[ceil_char(line, token.start.saturating_sub(WINDOW))..token.start];
    let words = before.trim_end_matches([' ', '\t']);
    let begins_cell = words.is_empty() || words.ends_with('|') || before.len() > words.len() + 1;
    let has_stop = line[token.end..].starts_with('.');
    let is_known = if begins_cell { token.start <= WINDOW } else { has_stop };
    if !is_known {
        return None;
    }
    let signs = if has_stop { &['.'][..] } else { &['.', ')', ':', ' ', '\t', '|'] };
    let column = |line: &str, at: usize| line[..at].chars().count();
    let here = column(before, before.len()) + token.len();
    let place = |line: &str, number: &str| {
        let stands = |&(at, _): &(usize, &str)| {
            let end = at + number.len();
            (at == 0 || line[..at].ends_with([' ', '\t', '|']))
                && line[end..].starts_with(signs)
                && (!begins_cell || column(line, end).abs_diff(here) <= ASIDE)
        };
        line.rmatch_indices(number).find(stands).map(|(at, _)| at)
    };
    let near = |line: &'l str| match begins_cell {
        true => &line[..floor_char(line, WINDOW)],
        false => &line[ceil_char(line, line.len().saturating_sub(WINDOW))..],
    };
    let (printed, letter) = (&line[token.clone()], letter - token.start);
    let numbers: Vec<(char, String)> = ('0'..='9')
        .filter_map(|figure| {
            let number = format!("{}{figure}{}", &printed[..letter], &printed[letter + 1..]);
            let last = number.parse::<u32>().ok()?.checked_sub(1).filter(|&last| last > 0)?;
            (!number.starts_with('0')).then(|| (figure, last.to_string()))
        })
        .collect();
    let nearest = |line: &str| {
        let places = numbers.iter().filter_map(|(figure, last)| Some((place(line, last)?, *figure)));
        places.max().map(|(_, figure)| figure)
    };
    std::iter::once(before).chain(above.iter().map(|line| near(line))).find_map(nearest)
}
