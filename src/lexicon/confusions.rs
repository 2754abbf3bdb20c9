//! What recognisers of characters make of printed moves, from `tables/confusions.csv`: how often a character was read as
//! another. The table is made by `tests/confusions.py`.
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// What it costs, in tenths, to read a character as another with which it was never confused.
pub(crate) const UNLIKE: u32 = 22;

/// What it costs to read two characters as one.
const JOINED: u32 = 6;

/// A letter in the other size, and one that has another shape then.
const OTHER_CASE: u32 = 2;
const OTHER_SHAPE: u32 = 9;

/// What it costs to lose a thin character, and any other.
const LOST_THIN: u32 = 9;
const LOST: u32 = 16;

/// Stands for the first letter of words that begin as no move does: it was not seen.
pub(crate) const UNSEEN: char = '\u{fffd}';

/// What it costs, in tenths, that it is any letter.
const UNSEEN_IS: u32 = 9;

/// What a confusion costs that is ten times as rare.
const TENTH: f64 = 3.0;

/// No confusion in the table costs less or more; one that was met in print that could not be counted costs most.
pub(crate) const COUNTED: std::ops::RangeInclusive<u32> = 5..=9;

/// What a confusion costs that is met in such a share of its places.
pub(crate) fn rarity(share: f64) -> u32 {
    (-share.log10() * TENTH).round() as u32
}

/// The share of its places in which a confusion is met that costs so much.
pub(crate) fn share(cost: u32) -> f64 {
    10.0_f64.powf(-f64::from(cost) / TENTH)
}

/// A character that is meant, and the one or two that are seen.
type Confusion = (char, char, Option<char>);

/// The costs of what is in the table.
fn costs() -> &'static HashMap<Confusion, u32> {
    static COSTS: OnceLock<HashMap<Confusion, u32>> = OnceLock::new();
    COSTS.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("tables/confusions.csv").as_bytes());
        let confusion = |row: &csv::StringRecord| {
            let mut seen = row.get(1)?.chars();
            Some((row.get(0)?.chars().next()?, seen.next()?, seen.next()))
        };
        let rows: Vec<(Confusion, u32)> = reader
            .records()
            .flatten()
            .filter_map(|row| Some((confusion(&row)?, row.get(2)?.parse().ok()?)))
            .collect();
        let mut printed: HashMap<char, u32> = HashMap::new();
        rows.iter().for_each(|&((meant, ..), times)| *printed.entry(meant).or_default() += times);
        let cost = |meant: char, times: u32| {
            rarity(f64::from(times) / f64::from(printed[&meant])).clamp(*COUNTED.start(), *COUNTED.end())
        };
        rows.iter()
            .filter(|((meant, seen, _), _)| meant != seen)
            .map(|&(seen, times)| (seen, if times == 0 { *COUNTED.end() } else { cost(seen.0, times) }))
            .collect()
    })
}

/// Characters by number: those of ASCII by their own, others that were seen behind them, and one for all that never were.
const OTHER: u8 = u8::MAX;

/// What was seen beyond ASCII.
fn foreign() -> &'static [char] {
    static FOREIGN: OnceLock<Vec<char>> = OnceLock::new();
    FOREIGN.get_or_init(|| {
        let seen = costs().keys().map(|&(_, seen, _)| seen).filter(|seen| !seen.is_ascii());
        let mut all: Vec<char> = seen.chain([UNSEEN]).collect::<BTreeSet<_>>().into_iter().collect();
        all.truncate(usize::from(OTHER) - 128);
        all
    })
}

/// The number of a character that was seen, for [`swaps`].
pub(crate) fn seen_as(seen: char) -> u8 {
    if seen.is_ascii() {
        return seen as u8;
    }
    let known = foreign().iter().zip(128..OTHER).find(|&(&known, _)| known == seen);
    known.map_or(OTHER, |(_, number)| number)
}

/// What it costs, in tenths, to read ASCII characters as others that may be seen: in all texts, or in one.
#[derive(Clone, Debug, Hash)]
pub struct Confusions {
    swaps: Box<[[u32; 256]]>,
    /// The one that is seen for two.
    joined: [(char, (char, char), u32); 2],
}

impl Confusions {
    /// Those of the table.
    pub fn usual() -> &'static Self {
        static USUAL: OnceLock<Confusions> = OnceLock::new();
        USUAL.get_or_init(|| {
            let mut swaps = vec![[UNLIKE; 256]; 128].into_boxed_slice();
            for (meant, row) in ('\0'..).zip(&mut swaps) {
                for (seen, cost) in ('\0'..'\u{80}').chain(foreign().iter().copied()).zip(row) {
                    *cost = swapped(seen, meant);
                }
            }
            let joined = ['w', 'm'].map(|seen| (seen, ('t', 'o'), JOINED));
            Self { swaps, joined }
        })
    }

    /// What it costs to read a character as each one that may be seen.
    pub fn swaps(&self, meant: char) -> &[u32; 256] {
        &self.swaps[meant as usize & 127]
    }

    /// What it costs to read two characters as one.
    pub fn joined(&self, seen: char, meant: (char, char)) -> Option<u32> {
        self.joined.iter().find(|row| (row.0, row.1) == (seen, meant)).map(|row| row.2)
    }

    /// To read a character as another costs no more than this. What no text of the table shows stays as it is.
    pub fn swap(&mut self, meant: char, seen: char, cost: u32) {
        let known = self.swaps(meant)[usize::from(seen_as(seen))];
        self.set(meant, seen, cost.min(known));
    }

    /// To read a character as another costs this, unless no text of the table shows it.
    pub fn set(&mut self, meant: char, seen: char, cost: u32) {
        let seen = seen_as(seen);
        if meant.is_ascii() && seen != OTHER {
            self.swaps[meant as usize][usize::from(seen)] = cost;
        }
    }

    /// To read two characters as one costs no more than this, if that was ever met.
    pub fn join(&mut self, seen: char, meant: (char, char), cost: u32) {
        if let Some(row) = self.joined.iter_mut().find(|row| (row.0, row.1) == (seen, meant)) {
            row.2 = cost.min(row.2);
        }
    }
}

fn swapped(seen: char, meant: char) -> u32 {
    if seen == meant {
        0
    } else if seen.eq_ignore_ascii_case(&meant) {
        if matches!(meant, 'R' | 'B' | 'Q' | 'N') { OTHER_SHAPE } else { OTHER_CASE }
    } else if seen == UNSEEN {
        UNSEEN_IS
    } else {
        costs().get(&(meant, seen, None)).copied().unwrap_or(UNLIKE)
    }
}

/// Were two characters ever read as one?
pub(crate) const fn is_joined(first: char, second: char) -> bool {
    matches!((first, second), ('t', 'o'))
}

/// Two characters that were read in the place of one, and what that costs in tenths.
pub(crate) type Split = (char, char, u32);

/// The pairs that an ASCII character was read as.
pub(crate) fn splits(meant: char) -> &'static [Split] {
    static SPLITS: OnceLock<Box<[Vec<Split>]>> = OnceLock::new();
    let all = SPLITS.get_or_init(|| {
        let mut all = vec![Vec::new(); 128].into_boxed_slice();
        for (&(meant, first, second), &cost) in costs() {
            if let Some(second) = second.filter(|_| meant.is_ascii()) {
                all[meant as usize].push((first, second, cost));
            }
        }
        all
    });
    all.get(meant as usize).map_or(&[], Vec::as_slice)
}

/// What it costs, in tenths, to lose a character.
pub(crate) fn lost(meant: char) -> u32 {
    match meant {
        '.' => 2,
        'o' | 't' | '-' => LOST_THIN,
        _ => LOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_often_confused_is_cheap_and_what_never_was_is_dear() {
        assert!(swapped('S', '5') < swapped('i', 't'), "{} {}", swapped('S', '5'), swapped('i', 't'));
        assert!(swapped('d', '5') < swapped('d', '3'));
        assert_eq!(swapped('Q', '7'), UNLIKE);
        assert_eq!(swapped('k', 'K'), OTHER_CASE);
        assert!(lost('t') < lost('8'));
    }

    #[test]
    fn letters_and_figures_of_one_shape_are_confused() {
        for (meant, seen) in [('8', 's'), ('8', 'S'), ('5', 'S'), ('5', 's'), ('Q', ')'), ('1', 'l')] {
            assert!(swapped(seen, meant) < UNLIKE, "{meant} as {seen}");
        }
        let split = |meant: char, pair: (char, char)| {
            splits(meant).iter().find(|&&(first, second, _)| (first, second) == pair).map(|split| split.2)
        };
        assert!(split('R', ('l', 'I')).is_some());
        // `Kkt` is hardly less often `Kt` than `KKt`.
        assert!(split('K', ('K', 'k')) < split('R', ('l', 'I')));
    }
}
