//! Pieces of rows in raw recognized text: a number with the words after it, wherever on a line they stand.
use crate::book::Recognizer;
use crate::book::mark;
use crate::book::ordinal;
use crate::book::page::Page;
use crate::book::shape::{Holds, Piece};

/// A number and the cells after it.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    /// The ways to take it: where the number ends is not always plain.
    pub ways: Vec<Way>,
}

/// One way to take a fragment.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The number as printed.
    pub number: String,
    /// Where it starts in the cleaned text.
    pub start: usize,
    /// Where the fragment ends.
    pub end: usize,
    /// Its cells, two at most.
    pub cells: Vec<Piece>,
}

impl Way {
    /// Cells that read as a move.
    pub fn moves(&self) -> usize {
        self.cells.iter().filter(|cell| cell.holds == Holds::Move).count()
    }

    /// Words after the last move say how the game ended.
    pub fn ends(&self) -> bool {
        self.cells.last().is_some_and(|cell| cell.ending.is_some())
    }

    /// The number, if it is printed in plain figures.
    pub fn value(&self) -> Option<u32> {
        self.number.parse().ok()
    }

    /// May the printed number be `number`, misread?
    pub fn resembles(&self, number: u32) -> bool {
        may_show(&self.number, number)
    }
}

/// May these characters be a number of which some figures were misread?
pub(super) fn may_show(seen: &str, number: u32) -> bool {
    let wanted = number.to_string();
    seen.chars().count() == wanted.len()
        && seen.chars().zip(wanted.chars()).all(|(seen, meant)| seen == meant || look_alike(seen, meant))
}

impl Way {
    /// Is the printed number `number` with a figure too many in it, as where one was read twice (`388` for 38)?
    pub fn is_swollen(&self, number: u32) -> bool {
        let (seen, wanted) = (self.number.as_bytes(), number.to_string());
        number >= 10
            && seen.len() == wanted.len() + 1
            && (0..seen.len()).any(|skip| {
                let left = seen.iter().enumerate().filter(|&(i, _)| i != skip).map(|(_, b)| b);
                left.eq(wanted.as_bytes())
            })
    }

    /// Is the printed number what is left of `number` where its first figure was lost?
    pub fn is_half_of(&self, number: u32) -> bool {
        number >= 10 && number.to_string().get(1..) == Some(self.number.as_str())
    }
}

/// Which figures a character may stand for where text recognition erred.
fn look_alike(seen: char, meant: char) -> bool {
    let alike = match meant {
        '0' => "OoDQ@6",
        '1' => "lIi|]!tTL",
        '2' => "zZ?9",
        '3' => "8SsB$5",
        '4' => "Aad+",
        '5' => "Ss36$",
        '6' => "Gb50",
        '7' => "T?Y",
        '8' => "3SsBE&$5",
        '9' => "gq2",
        _ => "",
    };
    alike.contains(seen)
}

pub(super) fn may_be_figure(c: char) -> bool {
    c.is_ascii_digit() || ('0'..='9').any(|meant| look_alike(c, meant))
}

/// No row without its number is longer, in bytes.
const LONGEST_ROW: usize = 40;

/// Furthest after an unreadable word that its row goes on, in bytes.
const LONGEST_UNREAD: usize = 20;

/// No line of a table is longer, in bytes: two rows side by side, or a row beside prose.
pub(super) const LONGEST_LINE: usize = 200;

/// The fragments of a line, in order.
pub(super) fn fragments(page: &Page, line: usize, recognizer: &dyn Recognizer) -> Vec<Fragment> {
    let row = page.rows[line];
    if row.end() - row.start() > LONGEST_LINE {
        return Vec::new();
    }
    let text = &page.text[..row.end()];
    let mut out = Vec::new();
    let mut at = row.start();
    while let Some(start) = next_number(text, at, is_dirt(&text[row.start()..at])) {
        let is_first = is_dirt(&text[row.start()..start]);
        let ways: Vec<Way> = number_ends(text, start, is_first)
            .into_iter()
            .filter_map(|after| {
                let (cells, end) = cells(text, after, recognizer)?;
                let number = text[start..after].trim_end_matches(['.', ',', ' ', ')']).to_owned();
                let way = Way { number, start, end, cells };
                // Behind other words only a whole row is one.
                let whole = way.moves() == 2 || way.moves() == 1 && way.ends();
                let follows = out.last().is_some_and(|before: &Fragment| {
                    let gap = text.get(before.ways[0].end..start).unwrap_or("");
                    gap.chars().filter(|c| c.is_alphanumeric()).count() <= 4
                });
                (is_first || whole || follows && way.moves() > 0).then_some(way)
            })
            .collect();
        at = ways.first().map_or_else(|| after_char(text, start), |way| way.end);
        if !ways.is_empty() {
            out.push(Fragment { ways });
        }
    }
    out
}

fn is_dirt(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphanumeric())
}

fn after_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(1, char::len_utf8)
}

/// The next place where a number may stand: a figure at the start of a word, or at the start of the line anything
/// that may be a figure.
fn next_number(text: &str, from: usize, mut is_first: bool) -> Option<usize> {
    let mut before = text[..from].chars().next_back().unwrap_or(' ');
    for (i, c) in text[from..].char_indices() {
        let starts = before.is_whitespace()
            || is_first
            || matches!(before, ')' | ']' | '\'' | '.' | '|' | '_' | '\u{2014}');
        let is_number = || c.is_ascii_digit() && c != '0' && !is_ordinal(&text[from + i..]);
        if starts && (is_number() || is_first && may_be_figure(c)) {
            return Some(from + i);
        }
        is_first &= !c.is_alphanumeric();
        before = c;
    }
    None
}

/// `3d.`, `4th`: the rank of a square.
fn is_ordinal(text: &str) -> bool {
    let word = &text[..text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len())];
    let ending = word.strip_prefix(|c: char| ('1'..='8').contains(&c));
    ending.is_some_and(|ending| ordinal::ENDINGS.contains(&ending))
}

/// Where the number that starts at `start` may end: all that may be figures before a blank, or the plain figures.
fn number_ends(text: &str, start: usize, is_first: bool) -> Vec<usize> {
    let rest = &text[start..];
    let stop = |len: usize| {
        let after = &rest[len..];
        start + len + after.len() - after.trim_start_matches(['.', ',', ')']).len()
    };
    let plain = rest.bytes().take_while(u8::is_ascii_digit).count();
    let wide: usize = rest.chars().take_while(|&c| may_be_figure(c)).take(3).map(char::len_utf8).sum();
    let mut ends = Vec::new();
    let blank = rest[wide..].starts_with([' ', '.', ',', '\t']);
    if wide > plain && blank && (plain > 0 || is_first && wide <= 2) {
        ends.push(stop(wide));
    }
    if (1..=3).contains(&plain) {
        ends.push(stop(plain));
    }
    ends
}

fn piece(holds: Holds, start: usize, end: usize) -> Piece {
    Piece::new(holds, start, end)
}

/// A stretch without the blanks around it.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let words = &text[start..end];
    let from = start + words.len() - words.trim_start().len();
    (from, from + words.trim().len())
}

/// A cell with the footnote marks in it.
fn marked(text: &str, holds: Holds, start: usize, end: usize) -> Piece {
    let (start, mut end) = trimmed(text, start, end);
    let mut marks = Vec::new();
    while let Some(len) = mark::behind_move(&text[start..end]) {
        marks.insert(0, trimmed(text, start + len, end));
        end = start + len;
    }
    Piece { marks, ..piece(holds, start, end) }
}

/// The mark of a note at the start of Black's cell belongs to White's.
fn mark_before(text: &str, mut white: Piece, mut black: Piece) -> Vec<Piece> {
    let words = &text[black.start..black.end];
    if let Some(len) = mark::bracketed(words)
        && words[len..].chars().any(char::is_alphanumeric)
    {
        white.marks.push((black.start, black.start + len));
        (black.start, black.end) = trimmed(text, black.start + len, black.end);
    }
    vec![white, black]
}

/// Signs that are neither words nor the brackets of a mark.
fn skip_dirt(text: &str, at: usize, end: usize) -> usize {
    let rest = &text[at..end];
    end - rest.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | '[' | '@')).len()
}

/// Does a number with a move after it stand here?
fn next_entry(text: &str, from: usize, recognizer: &dyn Recognizer) -> usize {
    let mut at = from;
    while let Some(start) = next_number(text, at, false) {
        let after = number_ends(text, start, false).pop();
        let follows = |after: usize| {
            let words = text[after..].trim_start();
            words.starts_with(char::is_alphabetic)
                && recognizer.move_at(words).is_some_and(|seen| seen.sure >= 2)
        };
        if after.is_some_and(follows) {
            return start;
        }
        at = after_char(text, start);
    }
    text.len()
}

/// The cells of a row from `start` on, one of them a move at least, and where they end.
fn cells(text: &str, start: usize, recognizer: &dyn Recognizer) -> Option<(Vec<Piece>, usize)> {
    let start = skip_dirt(text, start, text.len());
    let rest = &text[start..];
    match recognizer.split(rest)[..] {
        [white, black, ..] => {
            let (black_from, black_to) = (start + black.0, start + black.1);
            let cells = mark_before(
                text,
                marked(text, Holds::Move, start + white.0, start + white.1),
                marked(text, Holds::Move, black_from, black_to),
            );
            Some(with_tail(text, cells, start + black.1, recognizer))
        }
        [white] => {
            let white = marked(text, Holds::Move, start + white.0, start + white.1);
            if text[white.end..].trim_start().starts_with([',', ';']) {
                return None;
            }
            black(text, white, recognizer)
        }
        [] => after_unread(text, start, recognizer),
    }
}

/// Black's cell behind White's.
fn black(text: &str, white: Piece, recognizer: &dyn Recognizer) -> Option<(Vec<Piece>, usize)> {
    let end = next_entry(text, white.end, recognizer);
    let at = skip_dirt(text, white.end, end);
    if at >= end || recognizer.ending_len(&text[at..end]).is_some() {
        let after = white.end;
        return Some(with_tail(text, vec![white], after, recognizer));
    }
    if let Some((from, to)) = move_behind(text, at, end, recognizer)
        && is_dirt(&text[at..from])
    {
        let black = marked(text, Holds::Move, from, to);
        return Some(with_tail(text, mark_before(text, white, black), to, recognizer));
    }
    if end - at <= LONGEST_UNREAD {
        let black = marked(text, Holds::Unread, at, end);
        return Some((mark_before(text, white, black), end));
    }
    let after = white.end;
    Some(with_tail(text, vec![white], after, recognizer))
}

/// White's words cannot be read as they stand.
fn after_unread(text: &str, start: usize, recognizer: &dyn Recognizer) -> Option<(Vec<Piece>, usize)> {
    let end = next_entry(text, start, recognizer);
    let end = start + text[start..end].trim_end().len();
    if end - start <= LONGEST_ROW
        && let Some(middle) = recognizer.halves(&text[start..end])
    {
        let white = marked(text, Holds::Move, start, start + middle);
        let black = marked(text, Holds::Move, start + middle, end);
        return Some((mark_before(text, white, black), end));
    }
    let (from, to) = move_behind(text, start, end, recognizer)?;
    if from <= start || text[start..from].trim_end().ends_with([',', ';']) {
        return None;
    }
    let white = marked(text, Holds::Unread, start, from);
    let black = marked(text, Holds::Move, from, to);
    Some(with_tail(text, vec![white, black], to, recognizer))
}

/// The first word in reach from which on all reads as a move.
fn move_behind(text: &str, start: usize, end: usize, recognizer: &dyn Recognizer) -> Option<(usize, usize)> {
    let mut before = ' ';
    for (i, c) in text[start..end].char_indices().take_while(|&(i, _)| i <= LONGEST_UNREAD) {
        let starts = (before.is_whitespace() || !before.is_alphanumeric()) && c.is_uppercase();
        before = c;
        if !starts {
            continue;
        }
        let rest = &text[start + i..end];
        let Some(seen) = recognizer.move_at(rest).filter(|seen| seen.sure >= 2) else { continue };
        let left = rest.get(seen.len..).unwrap_or("").chars().filter(|c| c.is_alphanumeric()).count();
        if left <= 6 || recognizer.ending_len(rest[seen.len..].trim_start()).is_some() {
            return Some((start + i, start + i + seen.len));
        }
    }
    None
}

/// The words that end the game, if they stand behind the last cell.
fn with_tail(
    text: &str,
    mut cells: Vec<Piece>,
    end: usize,
    recognizer: &dyn Recognizer,
) -> (Vec<Piece>, usize) {
    let at = text.len() - text[end..].trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    let mut end = end;
    if let Some(len) = recognizer.ending_len(&text[at..])
        && let Some(cell) = cells.last_mut()
    {
        cell.ending = Some((at, at + len));
        end = at + len;
    }
    (cells, end)
}

/// A line that ought to be a row, whatever it says up to `end`: its number left out, its two halves.
pub(super) fn forced(page: &Page, line: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<Piece> {
    let row = page.rows[line];
    let text = &page.text[..end];
    let (start, _) = trimmed(text, row.start(), end);
    let word = text[start..].split_whitespace().next().unwrap_or("");
    let numbered = word.len() <= 3 && word.chars().any(may_be_figure);
    let from = if numbered { start + word.len() } else { start };
    let from = skip_dirt(text, from, text.len());
    if let Some((cells, _)) = cells(text, from, recognizer) {
        return cells;
    }
    if let Some(middle) = recognizer.halves(&text[from..]) {
        let white = marked(text, Holds::Move, from, from + middle);
        return mark_before(text, white, marked(text, Holds::Move, from + middle, text.len()));
    }
    vec![marked(text, Holds::Unread, from, text.len()), piece(Holds::Unread, text.len(), text.len())]
}
