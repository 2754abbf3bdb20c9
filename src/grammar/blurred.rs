//! Words of a move that text recognition has blurred: the moves whose print comes nearest, each with a cost.
use std::sync::OnceLock;

use super::descriptive;
use super::scan::Scanner;
use crate::lexicon::confusions::{joined, lost, split, swapped};
use crate::lexicon::{Language, Lexicon};
use crate::reading::{self, Act, CheckMark, Constraint, Cost, Reading, Slip};

/// What no more than this tells apart, in tenths, is taken for the same words.
const FARTHEST: u32 = 44;

/// The same for each character of the words.
const FARTHEST_A_LETTER: u32 = 8;

/// What no more than this tells apart, however short: a letter is lost.
const NEAR: u32 = 19;

/// Words farther than this from the nearest are not meant.
const BEHIND: u32 = 24;

/// Most moves that one token is taken for.
const MOST: usize = 128;

/// No move is printed longer, in characters.
const LONGEST: usize = 20;

/// What a reading costs over and above the distance of its print.
const BASE: u32 = 6;

/// A move as a book prints it.
struct Print {
    /// Its characters without blanks.
    compact: Vec<char>,
    /// How many of them the print before it begins with, too.
    shared: usize,
    /// Its words.
    words: String,
    /// What they mean, once it is asked for.
    readings: OnceLock<Vec<Reading>>,
}

impl Print {
    fn readings(&self) -> &[Reading] {
        self.readings.get_or_init(|| {
            let Some(lexicon) = Lexicon::of(Language::English) else { return Vec::new() };
            let tokens = descriptive::tokens(&Scanner::new(&self.words, lexicon, false));
            tokens.map_or_else(|_| Vec::new(), |tokens| reading::descriptive::meanings(&tokens).plain)
        })
    }
}

/// How a book prints the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knight {
    /// `Kt`.
    Kt,
    /// `N`.
    N,
}

/// How a book prints its moves, as far as that tells what blurred words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The letters of the knight.
    pub knight: Knight,
    /// Ranks are ordinals: `3d`, `4th`.
    pub ordinals: bool,
}

/// Every move that can be printed, in the spellings `P to K 4`, `P-K4` and `P t. P`, `P x P`.
fn prints(knight: Knight) -> &'static [Print] {
    static ALL: [OnceLock<Vec<Print>>; 2] = [const { OnceLock::new() }; 2];
    ALL[knight as usize].get_or_init(|| {
        let n = if knight == Knight::Kt { "Kt" } else { "N" };
        let named = |man: &str| man.replace("Kt", n);
        let men = ["K", "Q", "R", "B", "Kt", "P", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"].map(named);
        let files = ["K", "Q", "R", "B", "Kt", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"].map(named);
        let mut all = Vec::new();
        let mut push = |printed: String, words: String| {
            let compact = printed.chars().filter(|c| !c.is_whitespace()).collect();
            all.push(Print { compact, shared: 0, words, readings: OnceLock::new() });
        };
        for (castles, side) in [("O-O", "K R"), ("O-O-O", "Q R"), ("0-0", "K R"), ("0-0-0", "Q R")] {
            push(castles.to_owned(), format!("Castles {side}"));
        }
        // The words with one verb, printed with another.
        let mut add = |verbs: [&str; 2], man: &str, goal: &str| {
            push(format!("{man}{}{goal}", verbs[1]), format!("{man} {} {goal}", verbs[0]).trim().to_owned());
        };
        for side in ["", "K R", "Q R"] {
            add(["", ""], "Castles", side);
        }
        let ranks = ["sq", "1", "2", "3", "4", "5", "6", "7", "8"];
        for to in ["to", "-"] {
            for man in &men {
                for square in files.iter().flat_map(|file| ranks.map(|rank| format!("{file} {rank}"))) {
                    add(["to", to], man, &square);
                }
            }
        }
        let pawns = files.map(|file| format!("{file} P"));
        let named: Vec<&str> = men.iter().chain(&pawns).map(String::as_str).collect();
        for takes in ["t.", "x", "takes"] {
            for man in &named {
                for victim in named.iter().filter(|&&victim| victim != "K") {
                    add(["takes", takes], man, victim);
                }
            }
        }
        all.sort_by(|a: &Print, b: &Print| a.compact.cmp(&b.compact));
        for i in 1..all.len() {
            let pairs = all[i - 1].compact.iter().zip(&all[i].compact);
            all[i].shared = pairs.take_while(|(a, b)| a == b).count();
        }
        debug_assert!(all.iter().all(|print| print.compact.iter().all(char::is_ascii)));
        all
    })
}

/// What it costs to print a character that does not belong there, before another one.
fn dirt(seen: char, next: Option<char>) -> u32 {
    match seen {
        // The beginning of a long dash: `Rr-Q sq`, `KKtH-B3`.
        'r' | 'H' if next == Some('-') => 6,
        _ if seen.is_ascii_digit() => 10,
        _ if seen.is_alphanumeric() => 12,
        // No speck looks like these: they stand for letters.
        '<' | '>' | '^' | '\u{ab}' | '\u{bb}' | '&' | '%' | '@' | '$' => 9,
        _ => 2,
    }
}

/// Looks for the prints nearest to some words. Prints that begin alike share the work: they are in order, and what
/// the words cost against each beginning is kept.
struct Search<'s> {
    seen: &'s [char],
    /// What each character of the words costs as dirt.
    dirt: Vec<u32>,
    /// What each character of the words costs as an ASCII character, a row for each that was asked for.
    swaps: [Option<Vec<u32>>; 128],
    /// What each two of them cost as an ASCII character, by the second; empty where none of them may be one.
    splits: [Option<Vec<Option<u32>>>; 128],
    /// A row for each length of the beginning of the last print: what it costs against each length of the words.
    costs: Vec<u32>,
    /// The least of each row.
    least: Vec<u32>,
}

impl<'s> Search<'s> {
    fn new(seen: &'s [char]) -> Self {
        let next = seen.iter().skip(1).map(Some).chain([None]);
        let dirt: Vec<u32> = seen.iter().zip(next).map(|(&s, next)| dirt(s, next.copied())).collect();
        let mut costs = vec![0];
        costs.extend(dirt.iter().scan(0, |sum, &cost| {
            *sum += cost;
            Some(*sum)
        }));
        Self {
            seen,
            dirt,
            swaps: [const { None }; 128],
            splits: [const { None }; 128],
            costs,
            least: vec![0],
        }
    }

    /// How far the next print is from the words; `None` beyond `most`.
    fn distance(&mut self, print: &Print, most: u32) -> Option<u32> {
        self.fill(print, most);
        let whole = self.least.len() == print.compact.len() + 1;
        self.costs.last().copied().filter(|&cost| whole && cost <= most)
    }

    /// Works out the rows of the next print, while they hold anything up to `most`.
    fn fill(&mut self, print: &Print, most: u32) {
        let width = self.seen.len() + 1;
        self.least.truncate(print.shared + 1);
        self.costs.truncate(self.least.len() * width);
        for depth in self.least.len() - 1..print.compact.len() {
            if self.least[depth] > most {
                return;
            }
            self.add_row(print.compact[depth]);
            if let Some(&before) = depth.checked_sub(1).and_then(|before| print.compact.get(before)) {
                self.join(before, print.compact[depth]);
            }
        }
    }

    /// What the next print costs against each length of the words; `None` beyond `most` for all of them.
    fn against(&mut self, print: &Print, most: u32) -> Option<&[u32]> {
        self.fill(print, most);
        let width = self.seen.len() + 1;
        (self.least.len() == print.compact.len() + 1).then(|| &self.costs[self.costs.len() - width..])
    }

    /// Lowers what the last two characters cost where one was seen for both.
    fn join(&mut self, first: char, second: char) {
        let width = self.seen.len() + 1;
        let (row, from) = (self.costs.len() - width, self.costs.len().saturating_sub(3 * width));
        for (at, &seen) in self.seen.iter().enumerate() {
            let Some(cost) = joined(seen, first, second) else { continue };
            let cost = self.costs[from + at] + cost;
            if cost < self.costs[row + at + 1] {
                self.costs[row + at + 1] = cost;
                let last = self.least.len() - 1;
                self.least[last] = self.least[last].min(cost);
            }
        }
    }

    /// Adds what one more character costs.
    fn add_row(&mut self, meant: char) {
        let swaps = self.swaps[meant as usize & 127]
            .get_or_insert_with(|| self.seen.iter().map(|&s| swapped(s, meant)).collect());
        let splits = self.splits[meant as usize & 127].get_or_insert_with(|| {
            let pairs = self.seen.windows(2).map(|pair| split(meant, pair[0], pair[1]));
            let splits: Vec<Option<u32>> = [None].into_iter().chain(pairs).collect();
            if splits.iter().any(Option::is_some) { splits } else { Vec::new() }
        });
        let lost = lost(meant);
        let width = self.seen.len() + 1;
        let from = self.costs.len() - width;
        self.costs.resize(from + 2 * width, 0);
        let (before, row) = self.costs[from..].split_at_mut(width);
        let mut left = before[0] + lost;
        let mut least = left;
        row[0] = left;
        for (at, (((pair, out), swap), dirt)) in
            before.windows(2).zip(&mut row[1..]).zip(swaps).zip(&self.dirt).enumerate()
        {
            left = (pair[0] + *swap).min(pair[1] + lost).min(left + dirt);
            if let Some(&Some(cost)) = splits.get(at) {
                left = left.min(before[at - 1] + cost);
            }
            *out = left;
            least = least.min(left);
        }
        self.least.push(least);
    }
}

/// The words behind a move that say that it gives check, how long they are in bytes, and what they say.
#[must_use]
pub fn check_behind(words: &str) -> Option<(usize, CheckMark)> {
    let rest = words.trim_start_matches([' ', ',', '.', '(', '-', ':']);
    let before = words.len() - rest.len();
    let ends = |len: usize| !rest[len..].starts_with(char::is_alphanumeric);
    let (mark, check) = CHECKS.iter().find(|(mark, _)| {
        rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark)) && ends(mark.len())
    })?;
    let len = before + mark.len();
    let close = words[len..].len() - words[len..].trim_start_matches([')', '.']).len();
    Some((len + close, *check))
}

/// Words that say that a move gives check, as they are printed and blurred.
const CHECKS: [(&str, CheckMark); 18] = [
    ("double check", CheckMark::Double),
    ("dbl. ch", CheckMark::Double),
    ("dbl ch", CheckMark::Double),
    ("discovering check", CheckMark::Discovered),
    ("dis. ch", CheckMark::Discovered),
    ("dis.ch", CheckMark::Discovered),
    ("disc. ch", CheckMark::Discovered),
    ("dis ch", CheckMark::Discovered),
    ("checkmate", CheckMark::Mate),
    ("check", CheckMark::Check),
    ("mate", CheckMark::Mate),
    ("\u{e9}ch", CheckMark::Check),
    ("ech", CheckMark::Check),
    ("ch", CheckMark::Check),
    ("eh", CheckMark::Check),
    ("cb", CheckMark::Check),
    ("oh", CheckMark::Check),
    ("+", CheckMark::Check),
];

/// Is no more than a mark in brackets left of a cell, or two?
fn is_mark(rest: &str) -> bool {
    rest.chars().filter(|c| c.is_alphanumeric()).count() <= 3
}

/// Words without blanks and without the ends of ordinals: `3d`, `4th`; where a book prints those, `34` and `Sth`, too.
fn compact(words: &str, ordinals: bool) -> impl Iterator<Item = char> + '_ {
    let mut rest = words;
    let mut figure = false;
    std::iter::from_fn(move || {
        loop {
            let c = rest.chars().next()?;
            if let Some(end) = rest.get(c.len_utf8()..).filter(|_| ordinals).and_then(|end| ordinal(c, end)) {
                (rest, figure) = (&rest[c.len_utf8() + end..], true);
                return Some(c);
            }
            if figure && c.is_ascii_lowercase() {
                let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                if len <= 2 {
                    (rest, figure) = (&rest[len..], false);
                    continue;
                }
            }
            rest = &rest[c.len_utf8()..];
            figure = c.is_ascii_digit();
            if !c.is_whitespace() {
                return Some(if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c });
            }
        }
    })
}

/// How long the blurred end of an ordinal is behind a character: `24`, `Sth`, `ad`.
fn ordinal(first: char, rest: &str) -> Option<usize> {
    let ends = |len: usize| rest.get(len..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    match first {
        '2' | '3' if rest.starts_with('4') && ends(1) => Some(1),
        _ if rest.starts_with("th") && ends(2) => Some(2),
        'a' | 'z' | 's' | 'Z' | 'S' | 'B' | '8' if rest.starts_with('d') && ends(1) => Some(1),
        _ => None,
    }
}

/// The words without what may stand behind a move: a check mark, the mark of a note.
fn bare(cell: &str) -> (Vec<char>, CheckMark) {
    let cut = cell.find(['(', '[']).filter(|&at| at >= 3 && is_mark(&cell[at..])).unwrap_or(cell.len());
    // `R-K?`: the mark may stand for a figure.
    let words = cell[..cut].trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '?'));
    let letters = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).count();
    let (words, check) = CHECKS
        .iter()
        .find_map(|&(mark, check)| Some((words.strip_suffix(mark).filter(|rest| letters(rest) >= 3)?, check)))
        .unwrap_or((words, CheckMark::None));
    (compact(words, false).collect(), check)
}

/// The check mark behind the words, whatever the rest of them says.
#[must_use]
pub fn check_mark(cell: &str) -> CheckMark {
    bare(cell).1
}

/// How far words of so many letters may be from a print.
fn farthest(letters: usize) -> u32 {
    (FARTHEST_A_LETTER * u32::try_from(letters).unwrap_or(0)).clamp(NEAR, FARTHEST)
}

/// A beginning of some words that comes near to the print of a move.
#[derive(Clone, Debug)]
pub struct Near {
    /// Its length in bytes.
    pub len: usize,
    /// What it may mean, cheapest first.
    pub readings: Vec<Reading>,
}

/// The beginnings of some words, each as long as one of `ends` (in bytes) says, that come near to the prints of moves.
#[must_use]
pub fn beginnings(words: &str, ends: &[usize], style: Style) -> Vec<Near> {
    let knight = style.knight;
    let mut seen: Vec<char> = Vec::with_capacity(LONGEST);
    let mut lengths: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for &end in ends {
        seen.extend(compact(&words[from..end], style.ordinals));
        if seen.len() > LONGEST {
            break;
        }
        lengths.push((seen.len(), end));
        from = end;
    }
    seen.truncate(LONGEST);
    lengths.retain(|&(len, _)| len >= 2);
    let speaks = seen.iter().take(4).any(|c| c.is_uppercase() || c.is_ascii_digit());
    // `9-0` castles.
    let begins = seen.first().is_some_and(|c| !c.is_ascii_digit() || *c == '0') || seen.get(1) == Some(&'-');
    if !speaks || !begins || lengths.is_empty() {
        return Vec::new();
    }
    let mut near: Vec<Vec<(u32, usize)>> = vec![Vec::new(); lengths.len()];
    let mut search = Search::new(&seen);
    for (i, print) in prints(knight).iter().enumerate() {
        let most = farthest(print.compact.len());
        let Some(costs) = search.against(print, most) else { continue };
        for (place, &(len, _)) in lengths.iter().enumerate() {
            if costs[len] <= most {
                near[place].push((costs[len], i));
            }
        }
    }
    let mut out = Vec::new();
    for (mut near, (_, len)) in near.into_iter().zip(lengths) {
        near.sort_unstable();
        let Some(&(best, _)) = near.first() else { continue };
        near.retain(|&(cost, _)| cost <= best + BEHIND);
        near.truncate(MOST);
        out.push(Near { len, readings: readings(&near, knight) });
    }
    out
}

/// What the prints mean. Moves of one man that differ by their squares and cost the same are one reading.
fn readings(near: &[(u32, usize)], knight: Knight) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    for &(cost, i) in near {
        for reading in prints(knight)[i].readings() {
            let cost = reading.cost + Cost(BASE + cost);
            match found.iter_mut().find_map(|known| united(known, reading.act, cost)) {
                Some((known, act)) => known.act = act,
                None => found.push(Reading { act: reading.act, cost, slip: Some(Slip::Unreadable) }),
            }
        }
    }
    found.sort_by_key(|reading| reading.cost);
    found
}

/// A reading that may stand for another act at some cost, too, and what it becomes.
fn united(known: &mut Reading, act: Act, cost: Cost) -> Option<(&mut Reading, Act)> {
    if known.act == act {
        return (known.cost <= cost).then_some((known, act));
    }
    let (Act::Man(one), Act::Man(other)) = (known.act, act) else { return None };
    let is_same = known.cost == cost && Constraint { to: other.to, ..one } == other;
    is_same.then(|| (known, Act::Man(Constraint { to: one.to.or(other.to), ..one })))
}

/// The moves whose print comes nearest to the words of a cell, as slips: cheapest first.
#[must_use]
pub fn nearest(cell: &str) -> Vec<Reading> {
    let (seen, _) = bare(cell);
    // Words in small letters are prose.
    let speaks = seen.iter().any(|c| c.is_uppercase() || c.is_ascii_digit());
    if !speaks || !(2..=LONGEST).contains(&seen.len()) {
        return Vec::new();
    }
    let mut near: Vec<(u32, usize)> = Vec::new();
    let mut most = farthest(seen.len());
    let mut search = Search::new(&seen);
    for (i, print) in prints(Knight::Kt).iter().enumerate() {
        if let Some(cost) = search.distance(print, most) {
            most = most.min(cost + BEHIND);
            near.push((cost, i));
        }
    }
    near.retain(|&(cost, _)| cost <= most);
    near.sort_unstable();
    near.truncate(MOST);
    readings(&near, Knight::Kt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_found_up_to_the_farthest_cost() {
        let style = Style { knight: Knight::Kt, ordinals: false };
        let mut edges = 0;
        for print in prints(Knight::Kt).iter().step_by(97) {
            for dirt in 0..64_u32 {
                let blur =
                    |(at, &c): (usize, &char)| if dirt >> (at % 6) & 1 == 1 && at > 0 { '#' } else { c };
                let words: String = print.compact.iter().enumerate().map(blur).collect();
                let seen: Vec<char> = compact(&words, false).collect();
                let mut search = Search::new(&seen);
                let mut is_near = false;
                let mut is_nearer = false;
                for print in prints(Knight::Kt) {
                    let most = farthest(print.compact.len());
                    let cost = search.distance(print, most);
                    is_near |= cost.is_some();
                    is_nearer |= cost.is_some_and(|cost| cost < most);
                }
                edges += u32::from(is_near && !is_nearer);
                assert_eq!(!beginnings(&words, &[words.len()], style).is_empty(), is_near, "{words}");
            }
        }
        assert!(edges > 0);
    }

    /// The cheapest words for a blurred token.
    fn nearest_words(cell: &str) -> Vec<&'static str> {
        let (seen, _) = bare(cell);
        let mut search = Search::new(&seen);
        let mut all: Vec<(u32, &str)> = prints(Knight::Kt)
            .iter()
            .filter_map(|print| Some((search.distance(print, FARTHEST)?, print.words.as_str())))
            .collect();
        all.sort_unstable();
        let best = all.first().map_or(0, |&(cost, _)| cost);
        all.into_iter().take_while(|&(cost, _)| cost <= best + 2).map(|(_, words)| words).collect()
    }

    #[test]
    fn blurred_letters_find_the_words_they_stood_for() {
        assert_eq!(nearest_words("QwQz2"), ["Q to Q 2"]);
        assert_eq!(nearest_words("PtcoK3"), ["P to K 3"]);
        assert_eq!(nearest_words("Kt t, Kt (!)"), ["Kt takes Kt"]);
        assert!(nearest_words("BtoBA\u{e9}").contains(&"B to B 4"));
        assert!(nearest_words("Casties").contains(&"Castles"));
        assert_eq!(nearest_words("O-O0"), ["Castles K R"]);
        assert_eq!(nearest_words("BwQ3"), nearest_words("BtoQ3"));
    }

    #[test]
    fn blurred_ordinals_are_ranks_where_a_book_prints_ordinals() {
        let style = |ordinals| Style { knight: Knight::Kt, ordinals };
        let cost = |words: &str, ordinals| {
            let near = beginnings(words, &[words.len()], style(ordinals));
            near.first().and_then(|near| near.readings.first()).map_or(u32::MAX, |reading| reading.cost.0)
        };
        assert_eq!(cost("Kt. to K. B. 34", true), cost("Kt. to K. B. 3d", true));
        for words in ["Q. to K. 34", "P. to K. Sth", "Kt. to B. ad"] {
            assert!(cost(words, true) < cost(words, false), "{words}");
        }
    }

    #[test]
    fn prose_is_near_to_no_move() {
        for words in ["The text move", "better was", "hour", "1", ""] {
            assert!(nearest(words).is_empty(), "{words}");
        }
    }
}
