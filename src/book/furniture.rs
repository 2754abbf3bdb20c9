//! What printing puts on every page: running heads and page numbers. They stand in the way of a table, a sentence or a
//! move that goes on over a page, and say nothing of it.
use std::collections::HashMap;

use crate::book::{heading, mark};

/// A line as the search for running heads sees it.
struct Line {
    /// Its words without the number of the page, in small letters.
    words: String,
    number: Option<u32>,
}

/// Longest running head, in bytes.
const LONGEST: usize = 100;

/// A title with a number beyond it names a year.
const LAST_PAGE: u32 = 999;

/// So many lines with the same words, each with its own number, are running heads.
const OFTEN: usize = 3;

/// The lines of running heads and feet. `breaks` are the lines that begin a page, where the text tells.
pub(super) fn lines(rows: &[&str], breaks: &[usize]) -> Vec<usize> {
    let candidates: Vec<(usize, Line)> = rows
        .iter()
        .enumerate()
        .filter(|(at, row)| is_apart(rows, *at) && row.len() <= LONGEST)
        .filter_map(|(at, row)| Some((at, read(row)?)))
        .collect();
    let mut counts: HashMap<&str, Vec<u32>> = HashMap::new();
    for (_, line) in &candidates {
        if let Some(number) = line.number {
            counts.entry(&line.words).or_default().push(number);
        }
    }
    // The numbers at the top and at the foot of the pages, page by page: they count the pages.
    let edge = |of: fn(&[&str], usize) -> Option<usize>| -> Vec<Option<(usize, u32)>> {
        let at = |&start: &usize| {
            let at = of(rows, start)?;
            let line = candidates.binary_search_by_key(&at, |(line, _)| *line).ok()?;
            Some((at, candidates[line].1.number?))
        };
        breaks.iter().map(at).collect()
    };
    let mut found: Vec<usize> = Vec::new();
    for pages in [edge(first_word_line), edge(last_word_line)] {
        for pair in pages.windows(2) {
            if let [Some((one, n)), Some((other, m))] = *pair
                && m == n + 1
            {
                found.extend([one, other]);
            }
        }
    }
    for (at, line) in &candidates {
        let rises = counts.get(line.words.as_str()).is_some_and(|numbers| {
            numbers.len() >= OFTEN && numbers.windows(2).all(|pair| pair[0] < pair[1])
        });
        let is_title = line.words.chars().filter(|c| c.is_alphabetic()).count() >= 4;
        let is_page = line.number.is_some_and(|number| number <= LAST_PAGE);
        let is_short = is_title || line.words.is_empty();
        if is_title && line.number.is_some() && rises || is_short && is_page && interrupts(rows, *at) {
            found.push(*at);
        }
    }
    found.extend(inside_moves(rows));
    found.sort_unstable();
    found.dedup();
    found
}

/// The lines that stand inside a move that goes on below them: what printing put there, whatever it says, and blank ones.
fn inside_moves(rows: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    let numbers_page = |at: usize| read(rows[at]).is_some_and(|line| line.words.is_empty());
    for at in 0..rows.len().saturating_sub(2) {
        if !is_running(rows[at]) || is_running(rows[at + 1]) {
            continue;
        }
        let ahead = at + 1..rows.len().min(at + 1 + MOST_INSIDE);
        let is_text = |&line: &usize| is_running(rows[line]) || holds_moves(rows[line]);
        let Some(below) = ahead.clone().find(is_text) else { continue };
        let between = at + 1..below;
        let words = || between.clone().filter(|&line| !is_blank(rows, line));
        let is_apart = is_blank(rows, between.start) || words().count() == 1 && numbers_page(between.start);
        // A note may stand between the moves of a row, but nothing parts them there.
        let is_row =
            || words().next().is_none() && rows[at].trim_end().ends_with(',') && begins_move(rows[below]);
        if is_apart && words().count() <= WORDS_INSIDE && (is_cut(rows[at], rows[below]) || is_row()) {
            found.extend(between);
        }
    }
    found
}

/// So many lines at most stand inside a move, so many of them with words.
const MOST_INSIDE: usize = 12;
const WORDS_INSIDE: usize = 3;

/// A line of running text: there are no gaps in it.
fn is_running(row: &str) -> bool {
    let row = row.trim();
    row.len() >= FULL && !row.contains("   ") && !row.contains(['\t', '|'])
}

/// Are moves printed on a line, whatever blanks are between them?
fn holds_moves(row: &str) -> bool {
    row.split_whitespace().filter(|word| names_man(word)).count() >= WORDS_OF_MOVES
}

/// Is a word one of a move, with the name of a man?
fn names_man(word: &str) -> bool {
    is_of_move(word) && word.contains(char::is_uppercase)
}

/// So many words of moves no running head has.
const WORDS_OF_MOVES: usize = 4;

/// Does a word tell a move: one that names a man, or castling?
pub(super) fn tells_move(word: &str) -> bool {
    names_man(word) || word.starts_with("Castle")
}

/// Does a line bear the number of a page, alone or beside a title?
pub(crate) fn bears_page(line: &str) -> bool {
    line.len() <= LONGEST
        && read(line).is_some_and(|line| line.number.is_some_and(|number| number <= LAST_PAGE))
}

/// Does a line begin with a move?
fn begins_move(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word.starts_with(['K', 'Q', 'R', 'B', 'N', 'P', 'O']) && is_of_move(word) || word.starts_with("Castle")
}

/// Does a word name a man: `Kt.`, `QR`, `O`?
fn is_man(word: &str) -> bool {
    let word = word.strip_suffix('.').unwrap_or(word).replace("Kt", "N");
    (1..=3).contains(&word.len()) && word.bytes().all(|b| b"KQRBNPO0".contains(&b))
}

/// Does a word say that a man moves or takes?
fn says_verb(word: &str) -> bool {
    matches!(word, "to" | "x" | "×" | "takes" | "tks")
}

/// Are there only the letters, figures and signs of moves in a word?
fn is_of_move(word: &str) -> bool {
    word.chars().all(|c| "KQRBNPOt12345678x×()-—–.,;".contains(c))
}

/// Does a line end inside a move that the other goes on with, or with its number?
pub(super) fn is_cut(above: &str, below: &str) -> bool {
    let mut words = above.split_whitespace().rev();
    let (Some(last), Some(first)) = (words.next(), below.split_whitespace().next()) else { return false };
    let before = words.next().unwrap_or("");
    let is_verb = |word: &str| {
        let word = word.trim_end_matches('.');
        says_verb(word) || word.starts_with(['-', '—', '–'])
    };
    let figures = last.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&figures) && &last[figures..] == "." {
        return !is_man(before) && !is_verb(before) && begins_move(first);
    }
    if is_verb(last) || last.ends_with(['-', '—', '–']) {
        return begins_move(first);
    }
    // `3d`, `4th`, `5,`, and `5.` behind `to K`.
    let is_rank = |word: &str| {
        let rest = word.strip_prefix(|c: char| ('1'..='8').contains(&c));
        rest.is_some_and(|rest| {
            let is_number = rest.starts_with('.') || rest.starts_with(|c: char| c.is_ascii_digit());
            !is_number || rest == "." && is_verb(before)
        })
    };
    // Words that only go on with a move.
    let word = first.trim_matches(|c: char| !c.is_alphanumeric());
    if matches!(word, "sq" | "square" | "ch" | "check" | "mate" | "checkmate") {
        return is_of_move(last) || last.starts_with(|c: char| c.is_ascii_digit());
    }
    if last.starts_with("Castle") {
        return word == "with" || is_man(word);
    }
    let is_whole = matches!(before, "x" | "×" | "takes" | "tks");
    is_man(last) && (is_verb(first) || word == "P" || !is_whole && (is_rank(first) || is_man(first)))
}

/// Is there a line, with nothing on it?
fn is_blank(rows: &[&str], at: usize) -> bool {
    rows.get(at).is_some_and(|row| row.trim().is_empty())
}

/// Does no other line stand right above or below?
fn is_apart(rows: &[&str], at: usize) -> bool {
    let is_edge = at == 0 || at + 1 == rows.len();
    !is_blank(rows, at) && (is_edge || is_blank(rows, at - 1) || is_blank(rows, at + 1))
}

/// Does a line stand alone between lines of running text, the one above not at the end of a sentence?
fn interrupts(rows: &[&str], at: usize) -> bool {
    let Some(above) = last_word_line(rows, at).map(|above| rows[above].trim()) else { return false };
    let Some(below) = first_word_line(rows, at + 1).map(|below| rows[below]) else { return false };
    let last = above.split_whitespace().last().unwrap_or("");
    // `Kt.` and `12.` end no sentence.
    let is_open = match last.strip_suffix('.') {
        Some(word) => is_man(word) || word.bytes().all(|b| b.is_ascii_digit()),
        None => last.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | ';' | '-' | '—')),
    };
    let begins_game = below
        .trim_start()
        .strip_prefix('1')
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    at > 0
        && is_blank(rows, at - 1)
        && is_blank(rows, at + 1)
        && is_running(above)
        && is_open
        && is_running(below)
        && goes_on_with(below)
        && !begins_game
}

fn first_word_line(rows: &[&str], start: usize) -> Option<usize> {
    (start..rows.len().min(start + 4)).find(|&at| !is_blank(rows, at))
}

fn last_word_line(rows: &[&str], start: usize) -> Option<usize> {
    (start.saturating_sub(4)..start).rev().find(|&at| !is_blank(rows, at))
}

/// The lines around a running head that go with it, as first and last: the blank lines below it, and those above where
/// the text goes on over the page.
pub(super) fn extent(rows: &[&str], at: usize) -> (usize, usize) {
    let mut end = at + 1;
    while is_blank(rows, end) {
        end += 1;
    }
    let mut start = at;
    while start > 0 && is_blank(rows, start - 1) {
        start -= 1;
    }
    let above = start.checked_sub(1).map_or("", |above| rows[above]);
    let below = rows.get(end).copied().unwrap_or("");
    let goes_on = above.trim().len() >= FULL && goes_on_with(below) && !parts_row(above, below);
    if goes_on { (start, end) } else { (at, end) }
}

/// May a line go on with the text above a running head? One that opens a part of the book or a note does not.
fn goes_on_with(below: &str) -> bool {
    let indented = below.len() - below.trim_start().len() >= 4;
    let shouts = below.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase) && below.len() > 3;
    let is_note = mark::bracketed(below.trim_start()).is_some();
    !indented && !shouts && !is_note && !heading::opens_section(below.trim())
}

/// Does a sentence end above a running head, of a note perhaps, and a row with its number stand below?
fn parts_row(above: &str, below: &str) -> bool {
    let is_numbered = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let word = above.trim_end().strip_suffix(['.', '!', '?']).and_then(|words| words.split(' ').next_back());
    let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_lowercase);
    is_numbered(below) && !is_numbered(above) && word.is_some_and(is_word)
}

/// A line of running text is at least so long, in bytes.
const FULL: usize = 30;

/// Is a line one move: `P to R 3` above `P to R 4` and `P to R 5` bears no numbers of pages?
fn is_move(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().any(is_man)
        && words.all(|word| is_of_move(word) || says_verb(word) || matches!(word, "sq" | "sq."))
}

/// The words of a line and the number of the page at its beginning or end.
fn read(text: &str) -> Option<Line> {
    if is_move(text) {
        return None;
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| -> Option<u32> {
        let bare = word.trim_matches(['[', ']', '(', ')', '-']);
        (bare.len() <= 4 && !bare.is_empty()).then(|| bare.parse().ok()).flatten()
    };
    let mut page = None;
    if let Some(n) = words.first().and_then(number) {
        page = Some(n);
        words.remove(0);
    } else if let Some(n) = words.last().and_then(number) {
        page = Some(n);
        words.pop();
    }
    // A title: no figure stands in it, and its words begin with capitals.
    let title = words.iter().all(|word| {
        let first = word.chars().find(|c| c.is_alphanumeric());
        first.is_none_or(|c| c.is_uppercase())
            || ["of", "the", "and", "in", "at", "on", "for", "to", "a"].contains(word)
    });
    // `GAME No. 12` numbers the game, no page; `THE GAME OF CHESS 12` is a title.
    let numbers_a_part = page.is_some() && words.len() <= 2 && heading::opens_section(text.trim());
    let figures = numbers_a_part || words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    (title && !figures && words.len() <= 9)
        .then(|| Line { words: words.join(" ").to_lowercase(), number: page })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_with_a_number_at_the_top_of_a_page_is_a_running_head() {
        let rows =
            ["81 GAMES", "1. P-K4, P-K4; 2. Kt", "", "82      THE TOURNAMENT BOOK.", "", "to K. B. 3d."];
        assert_eq!(lines(&rows, &[0, 3]), [0, 3]);
        let rows = rows.map(|row| row.replace("TOURNAMENT BOOK.", "GAME OF CHESS."));
        assert_eq!(lines(&rows.each_ref().map(String::as_str), &[0, 3]), [0, 3]);
        let rows = rows.each_ref().map(String::as_str);
        assert!(lines(&rows, &[3]).is_empty(), "once and nowhere in particular it may be anything");
    }

    #[test]
    fn a_title_with_rising_numbers_is_a_running_head_wherever_it_stands() {
        let rows = ["a", "", "GAMES  12", "", "b", "", "GAMES  14", "", "c", "", "GAMES 16", ""];
        assert_eq!(lines(&rows, &[]), [2, 6, 10]);
    }

    #[test]
    fn moves_to_rising_ranks_are_no_running_heads() {
        let rows =
            ["12. P-K5", "", "P to R 3", "", "13. Q-K2", "", "P to R 4", "", "14. Q-K3", "", "P to R 5", ""];
        assert!(lines(&rows, &[]).is_empty());
        let rows = rows.map(|row| row.replace("P to R", "ALDER V. BIRCH"));
        assert_eq!(lines(&rows.each_ref().map(String::as_str), &[]), [2, 6, 10]);
    }

    #[test]
    fn a_title_with_a_number_between_lines_of_one_sentence_is_a_running_head() {
        let read = |above: &str, head: &str, below: &str| {
            let found = lines(&["", above, "", head, "", below], &[]);
            assert!(
                matches!(found[..], [] | [3] | [2, 3, 4]),
                "the blank lines beside it at most: {found:?}"
            );
            found.contains(&3)
        };
        let above = "5. B-B4, B-Kt5; 6. P x P, P x P; 7. Q-Kt3, P-B4; 8. Kt";
        let below = "x P, Q-R4; 9. P-QR3, B x Kt ch; 10. P x B, Q x P";
        assert!(read(above, "112      GAMES AT CHESS.", below));
        for end in ["8.", "8. Kt.", "8. P-", "Q-R5,"] {
            let above = format!("{} {end}", &above[..50]);
            assert!(read(&above, "GAMES AT CHESS.   112", below), "{end}");
        }
        let ended = format!("{above} x P. Resigns.");
        assert!(!read(&ended, "112      GAMES AT CHESS.", below), "a sentence ends above");
        let said = "Some words stand before the game and say nothing of it.";
        assert!(!read(said, "ROUND 5", "NEW YORK TOURNAMENT, March 21st, 1924"), "a short word ends it");
        let (open, next) = (format!("{above} x P,"), "Q-R4; 9. P-QR3, B x Kt ch; 10. P x B, Q x P");
        assert!(read(&open, "LONDON 185", next), "a page number");
        assert!(!read(&open, "LONDON 1851", next), "a year is no page");
        assert!(!read(&open, "The best move.", next), "a note between two moves");
        assert!(read(above, "The best move.", below), "nothing is said inside a move");
        let table = "12   Kt x P              Q x Kt";
        assert!(!read(table, "ANDERSSEN 2", "13   P x Q               B-K3 ch"), "rows of a table");
        let told = "White forces the game from here in a few moves";
        assert!(!read(told, "PROBLEM FIVE", "mate in three moves, whatever Black may do"), "no move above");
        assert!(!read(above, "EVANS GAMBIT 2", "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4"));
    }

    #[test]
    fn a_line_of_moves_inside_a_move_is_none() {
        let above = "16 Q-B2 Kt-Kt4 17 QR-Q sq Q-B sq 18 Q-B5 B-B3 19 Bx Kt QxQ 20 Ktx Q B";
        for below in
            ["x B 21 R-Q7 QR-B sq 22 KR-Q sq 24 Ktx   P K x Kt 25 R", "x B   R-Q7   QR-B sq   KR-Q sq"]
        {
            let rows = [above, "", "121 CHESS GAMES.", "", below, "x B ch K-B3 26 QR-Q5 R x R 27 R x R"];
            assert_eq!(lines(&rows, &[]), [1, 2, 3], "{below}");
        }
    }

    #[test]
    fn the_title_of_a_game_is_none() {
        let rows = ["GAME No. 1", "", "GAME No. 2", "", "GAME No. 3", "", "12. P-K4 P-K4", ""];
        assert!(lines(&rows, &[0, 6]).is_empty());
    }
}
