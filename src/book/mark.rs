//! Marks of footnotes: `(a)`, `[B]`, `(1)`, `*`, `†`, `¹` behind a move, and at the beginning of the line that they point to.

/// Signs that are marks by themselves; a double dagger behind a move says mate.
const SIGNS: &str = "\u{2020}\u{2021}\u{a7}\u{b6}";
const MATE: char = '\u{2021}';

/// The order of signs on one page; where there are more they are doubled.
const ORDER: [&str; 5] = ["*", "\u{2020}", "\u{2021}", "\u{a7}", "\u{b6}"];

/// Raised figures, from 0 on.
const RAISED: &str = "\u{2070}\u{b9}\u{b2}\u{b3}\u{2074}\u{2075}\u{2076}\u{2077}\u{2078}\u{2079}";

/// Most figures of a mark that is a number.
const LONGEST_NUMBER: usize = 3;

/// What opens brackets.
pub const OPEN: [char; 3] = ['(', '[', '{'];

/// What closes the brackets that a byte opens.
pub fn closing(open: u8) -> Option<u8> {
    match open {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

/// Length of a mark in brackets: one letter, or a number of at most two figures.
pub fn bracketed(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let close = closing(*bytes.first()?)?;
    let end = bytes.iter().take(6).position(|&b| b == close)?;
    let inner = rest.get(1..end)?.trim();
    let letter = inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_alphabetic() || b == b'*');
    let figure = (1..=2).contains(&inner.len()) && inner.bytes().all(|b| b.is_ascii_digit());
    (letter || figure).then_some(end + 1)
}

/// What a transcriber says of words that he could not read.
const UNREAD: [&str; 7] = ["illegible", "unreadable", "unclear", "indistinct", "torn", "missing", "?"];

/// Longest such words, in bytes.
const LONGEST_UNREAD: usize = 24;

/// Length of what stands in the place of a half-move that could not be read: `[illegible]`, `____`, `...?`.
pub fn illegible(rest: &str) -> Option<usize> {
    let count = |of: u8| rest.bytes().take(LONGEST_UNREAD).take_while(|&b| b == of).count();
    let (lines, dots) = (count(b'_'), count(b'.'));
    if lines >= 2 {
        return Some(lines);
    }
    if dots >= 2 {
        return rest[dots..].starts_with('?').then_some(dots + 1);
    }
    let end = rest.bytes().take(LONGEST_UNREAD).position(|b| b == b']')?;
    let said = rest.get(..end)?.strip_prefix('[')?.to_ascii_lowercase();
    said.split_whitespace().any(|word| UNREAD.contains(&word)).then_some(end + 1)
}

/// Length of a mark that is a sign, or of stars.
pub fn sign(rest: &str) -> Option<usize> {
    let first = rest.chars().next().filter(|&c| c == '*' || !c.is_ascii())?;
    let run = |is_of: fn(char) -> bool| rest.len() - rest.trim_start_matches(is_of).len();
    match run(|c| c == '*').max(run(|c| raised(c).is_some())) {
        // Where there are more notes they are doubled.
        0 => SIGNS.contains(first).then(|| rest.len() - rest.trim_start_matches(first).len()),
        run => Some(run),
    }
}

/// Length of the mark that words begin with, none if they begin with no mark.
pub fn leading(rest: &str) -> usize {
    bracketed(rest).or_else(|| sign(rest)).unwrap_or(0)
}

/// Words without the mark that they begin with.
pub fn behind_leading(rest: &str) -> &str {
    &rest[leading(rest)..]
}

/// Does a number stand behind brackets, so that they hold a mark and number no row: `[1]2. Kt-KB3`?
pub fn leads_number(behind: &str) -> bool {
    behind.trim_start().starts_with(|c: char| ('1'..='9').contains(&c))
}

/// Does a mark stand right behind a number, in front of its stop or of a blank: `4*. Castles`?
pub fn is_behind_number(rest: &str) -> bool {
    let len = leading(rest);
    len > 0 && rest[len..].starts_with(['.', ' ', '\t'])
}

/// The mark at the beginning of a footnote, without its brackets, and the length of what stands in front of its words:
/// `(a) The usual move.`, `b) …`, `c. …`, `Note (d): …`, `† …`, `[Footnote A: …`.
pub fn of_footnote(words: &str) -> Option<(&str, usize)> {
    if words.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("[footnote")) {
        let head = words[9..].trim_start();
        let len = head.find(':').filter(|&n| n <= 6)?;
        return Some((head[..len].trim(), words.len() - head.len() + len + 1));
    }
    let named = words.get(..4).filter(|head| head.eq_ignore_ascii_case("note"));
    let start = named.map_or(words, |head| words[head.len()..].trim_start());
    let len = bracketed(start).or_else(|| sign(start)).or_else(|| listed(start))?;
    let behind = if named.is_some() {
        start[len..].trim_start_matches([':', '.', '-', '\u{2014}'])
    } else {
        &start[len..]
    };
    let words_follow = behind.contains(char::is_alphabetic) && !(start.starts_with('*') && is_label(behind));
    words_follow.then(|| (bare(&start[..len]), words.len() - behind.len()))
}

/// Do words behind a star end with a colon and another star: `*Players:* …`?
fn is_label(words: &str) -> bool {
    let inner = words.split_once('*').filter(|(inner, _)| !inner.is_empty() && !inner.starts_with(' '));
    inner.is_some_and(|(inner, behind)| inner.ends_with(':') || behind.starts_with(':'))
}

/// What may stand behind a mark: the end of the sentence.
const STOPS: [char; 4] = ['.', ',', ';', ':'];

/// A mark without its brackets, and without the stop behind them.
pub fn bare(mark: &str) -> &str {
    mark.trim_end_matches(STOPS).trim_matches(['(', ')', '[', ']', '{', '}'])
}

/// Length of `a.` or `a)` in front of a word that begins with a capital, a figure or a quote.
fn listed(words: &str) -> Option<usize> {
    let mut chars = words.chars();
    let is_mark =
        chars.next()?.is_ascii_lowercase() && matches!(chars.next()?, '.' | ')') && chars.next()? == ' ';
    let next = chars.as_str().trim_start().chars().next()?;
    (is_mark && !next.is_lowercase()).then_some(2)
}

/// The value of a raised figure.
fn raised(c: char) -> Option<u32> {
    RAISED.chars().zip(0..).find_map(|(figure, value)| (figure == c).then_some(value))
}

/// The number that a mark is, in figures or raised ones.
fn number(mark: &str) -> Option<u32> {
    let figure = |c: char| c.to_digit(10).or_else(|| raised(c));
    mark.chars()
        .take(LONGEST_NUMBER)
        .try_fold(0, |number, c| Some(10 * number + figure(c)?))
        .filter(|&number| number > 0)
}

/// Is a mark the one behind another: `b` behind `a`, 2 behind 1, `**` or a dagger behind `*`?
pub fn follows(before: &str, mark: &str) -> bool {
    if let (Some(before), Some(mark)) = (number(before), number(mark)) {
        return mark == before + 1;
    }
    let in_order = |order: &[&str]| order.windows(2).any(|pair| pair == [before, mark]);
    if in_order(&ORDER) || before.starts_with('*') && mark.strip_prefix(before) == Some("*") {
        return true;
    }
    // Old books have no `j`.
    let step = |one: u8, next: u8| next == one + 1 || (one | 0x20, next | 0x20) == (b'i', b'k');
    matches!((before.as_bytes(), mark.as_bytes()), (&[one], &[next]) if step(one, next))
}

/// Length of a move without the mark behind it: `P. to K's 5th.[B]`, `P-B3 *`, `P-B3 (a).`. A letter in round brackets is
/// none where a pawn may promote.
pub fn behind_move(words: &str) -> Option<usize> {
    let words = words.trim_end_matches(STOPS);
    let signless =
        words.trim_end_matches(|c| c == '*' || raised(c).is_some() || SIGNS.contains(c) && c != MATE);
    if signless.len() < words.len() {
        let bare = signless.trim_end();
        return (!bare.is_empty()).then_some(bare.len());
    }
    let open = words.rfind(['[', '('])?;
    let marked = bracketed(&words[open..])? == words.len() - open;
    // Of those that reach the last rank only a pawn does.
    let is_pawn = !words.starts_with(|c: char| c.is_ascii_uppercase()) || words.contains(['P', 'p']);
    let promotes = words.starts_with('(') || is_pawn && (words.contains('8') || words.contains("eighth"));
    let bare = words[..open].trim_end();
    (marked && !bare.is_empty() && (words[open..].starts_with('[') || !promotes)).then_some(bare.len())
}
