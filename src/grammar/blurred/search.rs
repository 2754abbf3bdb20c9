//! The prints that come near to some words, found by walking their beginnings together.
use std::ops::Range;

use super::prints::{FARTHEST, Prints};
use crate::lexicon::confusions::{is_joined, is_split, joined, joins, lost, seen_as, split, swaps};

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
pub(super) struct Search<'s> {
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
    pub fn new(seen: &'s [char]) -> Self {
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
    pub fn each(
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
