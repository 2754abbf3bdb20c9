//! Words of a move that text recognition has blurred: the moves whose print comes nearest, each with a cost.
use std::sync::OnceLock;

use super::descriptive;
use super::scan::Scanner;
use crate::lexicon::{Language, Lexicon};
use crate::reading::{self, CheckMark, Cost, Reading, Slip};

/// What no more than this tells apart, in tenths, is taken for the same words.
const FARTHEST: u32 = 44;

/// The same for each character of the words.
const FARTHEST_A_LETTER: u32 = 8;

/// What no more than this tells apart, however short: a letter is lost.
const NEAR: u32 = 19;

/// Words farther than this from the nearest are not meant.
const BEHIND: u32 = 24;

/// Most moves that one token is taken for.
const MOST: usize = 32;

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
}

/// Every move that can be printed, in the spellings `P to K 4`, `P-K4` and `P t. P`, `P x P`.
fn prints() -> &'static [Print] {
    static ALL: OnceLock<Vec<Print>> = OnceLock::new();
    ALL.get_or_init(|| {
        let men = ["K", "Q", "R", "B", "Kt", "P", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"];
        let files = ["K", "Q", "R", "B", "Kt", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"];
        let mut all = Vec::new();
        // The words with one verb, printed with another.
        let mut add = |verbs: [&str; 2], man: &str, goal: &str| {
            let compact = format!("{man}{}{goal}", verbs[1]).chars().filter(|c| !c.is_whitespace()).collect();
            all.push(Print {
                compact,
                shared: 0,
                words: format!("{man} {} {goal}", verbs[0]).trim().to_owned(),
            });
        };
        for side in ["", "K R", "Q R"] {
            add(["", ""], "Castles", side);
        }
        let ranks = ["sq", "1", "2", "3", "4", "5", "6", "7", "8"];
        for to in ["to", "-"] {
            for man in men {
                for square in files.iter().flat_map(|file| ranks.map(|rank| format!("{file} {rank}"))) {
                    add(["to", to], man, &square);
                }
            }
        }
        let pawns = files.map(|file| format!("{file} P"));
        let named: Vec<&str> = men.into_iter().chain(pawns.iter().map(String::as_str)).collect();
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

/// What each character is taken for where it is blurred.
fn alike(seen: char, meant: char) -> bool {
    let looks = match meant {
        'K' => "RXEHkhNI",
        'Q' => "OGC()0@qUo",
        'R' => "BKHPrEkI",
        'B' => "REHb8I3K",
        'P' => "FEprRI1D",
        't' => "wrfilu1+cI",
        'o' => "O0cewauis)>",
        'x' => "X*",
        's' => "sSaec8g",
        'q' => "gyQ9vge",
        '-' => "=~_\u{2014}\u{2013}",
        '.' => ",:;'-\u{2018}\u{2019}_",
        '1' => "lIi!|t]",
        '2' => "zZ?a",
        '3' => "8SsB5$d9",
        '4' => "Aad\u{e9}+t1",
        '5' => "Ss6d3b$",
        '6' => "Gb\u{e9}5086",
        '7' => "T?tf1iJ",
        '8' => "3SsB&e$56",
        _ => "",
    };
    looks.contains(seen)
}

/// What it costs, in tenths, to print one character as another.
fn swapped(seen: char, meant: char) -> u32 {
    if seen == meant {
        0
    } else if seen.eq_ignore_ascii_case(&meant) {
        2
    } else if alike(seen, meant) {
        6
    } else {
        22
    }
}

/// What it costs to print a character that does not belong there.
fn dirt(seen: char) -> u32 {
    if seen.is_ascii_digit() {
        10
    } else if seen.is_alphanumeric() {
        12
    } else {
        2
    }
}

/// What it costs to lose a character.
fn lost(meant: char) -> u32 {
    match meant {
        '.' => 2,
        'o' | 't' => 9,
        _ => 16,
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
    /// A row for each length of the beginning of the last print: what it costs against each length of the words.
    costs: Vec<u32>,
    /// The least of each row.
    least: Vec<u32>,
}

impl<'s> Search<'s> {
    fn new(seen: &'s [char]) -> Self {
        let dirt: Vec<u32> = seen.iter().map(|&s| dirt(s)).collect();
        let mut costs = vec![0];
        costs.extend(dirt.iter().scan(0, |sum, &cost| {
            *sum += cost;
            Some(*sum)
        }));
        Self { seen, dirt, swaps: [const { None }; 128], costs, least: vec![0] }
    }

    /// How far the next print is from the words; `None` beyond `most`.
    fn distance(&mut self, print: &Print, most: u32) -> Option<u32> {
        let width = self.seen.len() + 1;
        self.least.truncate(print.shared + 1);
        self.costs.truncate(self.least.len() * width);
        for depth in self.least.len() - 1..print.compact.len() {
            if self.least[depth] > most {
                return None;
            }
            self.add_row(print.compact[depth]);
        }
        self.costs.last().copied().filter(|&cost| cost <= most)
    }

    /// Adds what one more character costs.
    fn add_row(&mut self, meant: char) {
        let swaps = self.swaps[meant as usize & 127]
            .get_or_insert_with(|| self.seen.iter().map(|&s| swapped(s, meant)).collect());
        let lost = lost(meant);
        let width = self.seen.len() + 1;
        let from = self.costs.len() - width;
        self.costs.resize(from + 2 * width, 0);
        let (before, row) = self.costs[from..].split_at_mut(width);
        let mut left = before[0] + lost;
        let mut least = left;
        row[0] = left;
        for (((pair, out), swap), dirt) in before.windows(2).zip(&mut row[1..]).zip(swaps).zip(&self.dirt) {
            left = (pair[0] + *swap).min(pair[1] + lost).min(left + dirt);
            *out = left;
            least = least.min(left);
        }
        self.least.push(least);
    }
}

/// Words behind a move, as they are printed and blurred.
const MARKS: [(&str, CheckMark); 11] = [
    ("mate", CheckMark::Mate),
    ("dis. ch", CheckMark::Discovered),
    ("dis.ch", CheckMark::Discovered),
    ("dis ch", CheckMark::Discovered),
    ("éch", CheckMark::Check),
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

/// The words without what may stand behind a move: a check mark, the mark of a note.
fn bare(cell: &str) -> (Vec<char>, CheckMark) {
    let cut = cell.find(['(', '[']).filter(|&at| at >= 3 && is_mark(&cell[at..])).unwrap_or(cell.len());
    let words = cell[..cut].trim_end_matches(|c: char| !c.is_alphanumeric() && c != '+');
    let letters = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).count();
    let (words, check) = MARKS
        .iter()
        .find_map(|&(mark, check)| Some((words.strip_suffix(mark).filter(|rest| letters(rest) >= 3)?, check)))
        .unwrap_or((words, CheckMark::None));
    (words.chars().filter(|c| !c.is_whitespace()).collect(), check)
}

/// The check mark behind the words, whatever the rest of them says.
#[must_use]
pub fn check_mark(cell: &str) -> CheckMark {
    bare(cell).1
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
    let mut most = (FARTHEST_A_LETTER * u32::try_from(seen.len()).unwrap_or(0)).clamp(NEAR, FARTHEST);
    let mut search = Search::new(&seen);
    for (i, print) in prints().iter().enumerate() {
        if let Some(cost) = search.distance(print, most) {
            most = most.min(cost + BEHIND);
            near.push((cost, i));
        }
    }
    near.retain(|&(cost, _)| cost <= most);
    near.sort_unstable();
    near.truncate(MOST);
    let Some(lexicon) = Lexicon::of(Language::English) else { return Vec::new() };
    let mut found: Vec<Reading> = Vec::new();
    for (cost, i) in near {
        let Ok(tokens) = descriptive::tokens(&Scanner::new(&prints()[i].words, lexicon, false)) else {
            continue;
        };
        for reading in reading::descriptive::meanings(&tokens).plain {
            if found.iter().all(|known| known.act != reading.act) {
                let cost = reading.cost + Cost(BASE + cost);
                found.push(Reading { act: reading.act, cost, slip: Some(Slip::Unreadable) });
            }
        }
    }
    found.sort_by_key(|reading| reading.cost);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest words for a blurred token.
    fn nearest_words(cell: &str) -> Vec<&'static str> {
        let (seen, _) = bare(cell);
        let mut search = Search::new(&seen);
        let mut all: Vec<(u32, &str)> = prints()
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
    }

    #[test]
    fn prose_is_near_to_no_move() {
        for words in ["The text move", "better was", "hour", "1", ""] {
            assert!(nearest(words).is_empty(), "{words}");
        }
    }
}
