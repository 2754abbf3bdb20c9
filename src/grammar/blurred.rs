//! Words of a move that text recognition has blurred: the moves whose print comes nearest, each with a cost.
mod prints;
mod style;

use std::ops::Range;

pub use self::prints::Knight;
use self::prints::{FARTHEST, Meant, Prints, farthest, prints};
pub use self::style::Style;
use crate::lexicon::confusions::{is_joined, is_split, joined, joins, lost, seen_as, split, swaps};
use crate::reading::{Act, CheckMark, Constraint, Cost, Reading, Slip};

/// Words farther than this from the nearest are not meant.
const BEHIND: u32 = 24;

/// Most moves that one token is taken for.
const MOST: usize = 128;

/// No move is printed longer, in characters.
const LONGEST: usize = 20;

/// What a reading costs over and above the distance of its print.
pub(super) const BASE: Cost = Cost(6);

/// What it costs to print a move in a form that the book does not use.
const UNUSED: u32 = 4;

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

/// Looks for the prints nearest to some words. Prints that begin alike share the work.
struct Search<'s> {
    seen: &'s [char],
    /// What each character of the words costs as dirt.
    dirt: Vec<u32>,
    /// Each character of the words by its number among those that may be seen.
    numbers: Vec<u8>,
    /// What each two of them cost as one character that was read as two, by the second.
    splits: Vec<(char, Vec<Option<u32>>)>,
    /// A row for each length of the beginning of a print, of which those of `rows` hold: what it costs against each length
    /// of the words; [`FAR`] where that is more than [`FARTHEST`].
    costs: Vec<u32>,
    rows: Vec<Row>,
}

/// Where a row is no more than [`FARTHEST`], and the least of it.
#[derive(Clone)]
struct Row {
    near: Range<usize>,
    least: u32,
}

/// Farther than anything that is meant.
const FAR: u32 = 10_000;

impl<'s> Search<'s> {
    fn new(seen: &'s [char]) -> Self {
        let next = seen.iter().skip(1).map(Some).chain([None]);
        let dirt: Vec<u32> = seen.iter().zip(next).map(|(&s, next)| dirt(s, next.copied())).collect();
        let mut costs = vec![0];
        costs.extend(dirt.iter().scan(0, |sum, &cost| {
            *sum += cost;
            Some(*sum)
        }));
        let near = 0..costs.partition_point(|&cost| cost <= FARTHEST);
        Self {
            seen,
            dirt,
            numbers: seen.iter().map(|&seen| seen_as(seen)).collect(),
            splits: Vec::new(),
            costs,
            rows: vec![Row { near, least: 0 }],
        }
    }

    /// Holds all prints against the words, but those whose beginnings are too far from every beginning of the words:
    /// farther than `most`, or than each print may be. `then` is given each print, and what it costs against each length
    /// of them; it gives `most` from then on.
    fn each(
        &mut self,
        prints: &Prints,
        mut most: Option<u32>,
        mut then: impl FnMut(usize, &[u32]) -> Option<u32>,
    ) {
        let width = self.seen.len() + 1;
        let mut at = 0;
        while let Some(begun) = prints.beginnings.get(at) {
            self.rows.truncate(begun.len);
            self.add_row(begun.before, begun.last);
            let least = self.rows[begun.len].least;
            let near = least.min(self.rows[begun.len - 1].least + joins(begun.last));
            if near > most.unwrap_or(begun.farthest) {
                at = begun.behind;
                continue;
            }
            // No print is nearer than the nearest beginning of the words.
            if least <= most.unwrap_or(begun.own) {
                for print in begun.whole.clone() {
                    most = then(print, &self.costs[begun.len * width..][..width]);
                }
            }
            at += 1;
        }
    }

    /// The number of what the words cost as a character that was read as two.
    fn splits(&mut self, meant: char) -> usize {
        let known = self.splits.iter().position(|(known, _)| *known == meant);
        known.unwrap_or_else(|| {
            let pairs = self.seen.windows(2).map(|pair| split(meant, pair[0], pair[1]));
            self.splits.push((meant, [None].into_iter().chain(pairs).collect()));
            self.splits.len() - 1
        })
    }

    /// Adds what one more character costs behind another one.
    fn add_row(&mut self, before: Option<char>, meant: char) {
        let swaps = swaps(meant);
        let splits = is_split(meant).then(|| self.splits(meant));
        let splits = splits.map_or(&[][..], |number| &self.splits[number].1);
        let lost = lost(meant);
        let width = self.seen.len() + 1;
        let from = (self.rows.len() - 1) * width;
        let end = from + 2 * width;
        if self.costs.len() < end {
            self.costs.resize(end, FAR);
        }
        let (above, row) = self.costs[from..end].split_at_mut(width);
        row.fill(FAR);
        let known = self.rows.last().map_or(0..0, |row| row.near.clone());
        let mut added = Row { near: known.end..known.start, least: FAR };
        let mut left = FAR;
        for at in known.start..width {
            let mut cost = above[at] + lost;
            if let Some(last) = at.checked_sub(1) {
                cost = cost
                    .min(above[last] + swaps[usize::from(self.numbers[last])])
                    .min(left + self.dirt[last]);
                if let Some(&Some(split)) = splits.get(last) {
                    cost = cost.min(above[last - 1] + split);
                }
            }
            if cost <= FARTHEST {
                row[at] = cost;
                added.add(at, cost);
            } else if at > known.end {
                break;
            }
            left = cost;
        }
        // One may have been seen for both.
        if let Some(before) = before.filter(|&before| is_joined(before, meant)) {
            for (at, &seen) in self.seen.iter().enumerate() {
                let Some(cost) = joined(seen, before, meant) else { continue };
                let cost = self.costs[from - width + at] + cost;
                if cost <= FARTHEST && cost < self.costs[from + width + at + 1] {
                    self.costs[from + width + at + 1] = cost;
                    added.add(at + 1, cost);
                }
            }
        }
        self.rows.push(added);
    }
}

impl Row {
    fn add(&mut self, at: usize, cost: u32) {
        self.near = self.near.start.min(at)..self.near.end.max(at + 1);
        self.least = self.least.min(cost);
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

/// Where the words that say that a move gives check may begin within a word that they end: `K5ch`, `NxNech`.
pub fn checks_within(word: &str) -> impl Iterator<Item = usize> + '_ {
    CHECKS.iter().filter_map(|(mark, _)| word.strip_suffix(mark)).map(str::len).filter(|&len| len > 0)
}

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

/// A beginning of some words that comes near to the print of a move.
#[derive(Clone, Debug)]
pub struct Near {
    /// Its length in bytes.
    pub len: usize,
    /// What it may mean, cheapest first.
    pub readings: Vec<Reading>,
    /// How near it comes, whatever forms the book uses.
    pub nearest: Cost,
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
    let mut nearest = vec![u32::MAX; lengths.len()];
    let mut search = Search::new(&seen);
    let prints = prints(knight);
    search.each(prints, None, |i, costs| {
        let most = farthest(prints.all[i].compact.len());
        let other = UNUSED * prints.all[i].forms.shared(style.unused);
        for ((near, nearest), &(len, _)) in near.iter_mut().zip(&mut nearest).zip(&lengths) {
            if costs[len] <= most {
                near.push((costs[len] + other, i));
                *nearest = (*nearest).min(costs[len]);
            }
        }
        None
    });
    let mut out = Vec::new();
    for ((mut near, nearest), (_, len)) in near.into_iter().zip(nearest).zip(lengths) {
        near.sort_unstable();
        let Some(&(best, _)) = near.first() else { continue };
        near.retain(|&(cost, _)| cost <= best + BEHIND);
        near.truncate(MOST);
        out.push(Near { len, readings: readings(&near, knight), nearest: BASE + Cost(nearest) });
    }
    out
}

/// What the prints mean. Moves of one man that differ by their squares and cost the same are one reading.
fn readings(near: &[(u32, usize)], knight: Knight) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    let mut kinds: Vec<u64> = Vec::new();
    for &(cost, i) in near {
        for Meant { reading, kin } in prints(knight).all[i].readings() {
            let cost = reading.cost + BASE + Cost(cost);
            let mut alike = found.iter_mut().zip(&kinds).filter(|(_, other)| *other == kin);
            match alike.find_map(|(known, _)| united(known, reading.act, cost)) {
                Some((known, act)) => known.act = act,
                None => {
                    found.push(Reading { act: reading.act, cost, slip: Some(Slip::Unreadable) });
                    kinds.push(*kin);
                }
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
    search.each(prints(Knight::Kt), Some(most), |i, costs| {
        let cost = costs[seen.len()];
        if cost <= most {
            most = most.min(cost + BEHIND);
            near.push((cost, i));
        }
        Some(most)
    });
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
        let style = Style::default();
        let mut edges = 0;
        for print in prints(Knight::Kt).all.iter().step_by(97) {
            for dirt in 0..64_u32 {
                let blur =
                    |(at, &c): (usize, &char)| if dirt >> (at % 6) & 1 == 1 && at > 0 { '#' } else { c };
                let words: String = print.compact.iter().enumerate().map(blur).collect();
                let seen: Vec<char> = compact(&words, false).collect();
                let mut is_near = false;
                let mut is_nearer = false;
                let prints = prints(Knight::Kt);
                Search::new(&seen).each(prints, None, |i, costs| {
                    let most = farthest(prints.all[i].compact.len());
                    is_near |= costs[seen.len()] <= most;
                    is_nearer |= costs[seen.len()] < most;
                    None
                });
                edges += u32::from(is_near && !is_nearer);
                assert_eq!(!beginnings(&words, &[words.len()], style).is_empty(), is_near, "{words}");
            }
        }
        assert!(edges > 0);
    }

    /// The cheapest words for a blurred token.
    fn nearest_words(cell: &str) -> Vec<&'static str> {
        let (seen, _) = bare(cell);
        let prints = prints(Knight::Kt);
        let mut all: Vec<(u32, &str)> = Vec::new();
        Search::new(&seen).each(prints, Some(FARTHEST), |i, costs| {
            if costs[seen.len()] <= FARTHEST {
                all.push((costs[seen.len()], prints.all[i].words.as_str()));
            }
            Some(FARTHEST)
        });
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
        let style = |ordinals| Style { ordinals, ..Style::default() };
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
    fn check_marks_that_run_together_with_blurred_words_are_none_of_them() {
        for (words, plain) in [("R-B5dch", "R-B5d"), ("NxNech", "NxN"), ("Q-QRich", "Q-QRi")] {
            let ends: Vec<usize> = checks_within(words).chain([words.len()]).collect();
            let style = Style { knight: Knight::N, ..Style::default() };
            let costs = |words: &str, ends: &[usize]| {
                let near = beginnings(words, ends, style).into_iter();
                near.map(|near| (near.readings[0].act, near.readings[0].cost)).min_by_key(|near| near.1)
            };
            assert_eq!(costs(words, &ends), costs(plain, &[plain.len()]), "{words}");
            let rest = &words[plain.len()..];
            assert_eq!(check_behind(rest), Some((rest.len(), CheckMark::Check)), "{words}");
        }
        assert_eq!(checks_within("PxP").count() + checks_within("ch").count(), 0);
    }

    #[test]
    fn prose_is_near_to_no_move() {
        for words in ["The text move", "better was", "hour", "1", ""] {
            assert!(nearest(words).is_empty(), "{words}");
        }
    }
}
