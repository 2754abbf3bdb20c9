//! The prints that come near to some words, found by walking their beginnings together.
use super::prints::{FARTHEST, Prints};
use super::row::{HALF, Letter, Row, WIDTH};
use crate::lexicon::confusions::{is_joined, joined, joins, lost, seen_as, splits, swaps};

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
    /// What so many characters cost as dirt, before each length: one, two, four and so on, as far as there can be more.
    dirt: Vec<Row>,
    /// 0 at the lengths that are asked for.
    asked: Row,
    /// The characters that prints have, as far as they were met, and where each of ASCII is among them.
    letters: Vec<Letter>,
    known: [u8; 128],
    /// A row for each length of the beginning of a print, and the least of each.
    rows: Vec<(Row, u32)>,
}

impl<'s> Search<'s> {
    /// Of the words, which are no longer than [`super::LONGEST`], the lengths `ends` are asked for, in their order.
    pub fn new(seen: &'s [char], ends: impl IntoIterator<Item = usize>) -> Self {
        let mut asked = Row::FAR;
        let mut last = 0;
        for end in ends.into_iter().filter(|&end| end < WIDTH) {
            asked.set(end, 0);
            last = end;
        }
        let next = seen.iter().skip(1).map(Some).chain([None]);
        let dirt: Vec<u32> = seen.iter().zip(next).map(|(&s, next)| dirt(s, next.copied())).collect();
        // No length behind the last that is asked for is of use.
        let (seen, dirt) = (&seen[..last], &dirt[..last]);
        let mut sums = vec![0];
        sums.extend(dirt.iter().scan(0, |sum, &cost| {
            *sum += cost;
            Some(*sum)
        }));
        let mut first = Row::FAR;
        sums.iter().enumerate().for_each(|(length, &sum)| first.set(length, sum));
        Self { seen, dirt: runs(&sums), asked, letters: Vec::new(), known: [0; 128], rows: vec![(first, 0)] }
    }

    /// Holds all prints against the words, but those that are too far from every length that is asked for: farther than `most`,
    /// or than each print may be. `then` is given each print, and what it costs against each length of the words; it gives
    /// `most` from then on.
    pub fn each(
        &mut self,
        prints: &Prints,
        mut most: Option<u32>,
        mut then: impl FnMut(usize, &Row) -> Option<u32>,
    ) {
        let mut at = 0;
        while let Some(begun) = prints.beginnings.get(at) {
            self.rows.truncate(begun.len);
            let above = self.rows[begun.len - 1].1;
            self.add_row(begun.before, begun.last);
            let (row, least) = &self.rows[begun.len];
            let near = (*least).min(above + joins(begun.last));
            if near > most.unwrap_or(begun.farthest) {
                at = begun.behind;
                continue;
            }
            if !begun.whole.is_empty() && row.least_where(&self.asked) <= most.unwrap_or(begun.own) {
                for print in begun.whole.clone() {
                    most = then(print, row);
                }
            }
            at += 1;
        }
    }

    /// What the words cost as a character.
    fn letter(&mut self, meant: char) -> usize {
        let place = meant as usize & 127;
        if let Some(known) = self.known[place].checked_sub(1) {
            return usize::from(known);
        }
        let lost = u8::try_from(lost(meant)).unwrap_or(u8::MAX);
        let mut letter = Letter { swaps: Row::FAR, splits: None, lost };
        let costs = swaps(meant);
        for (&seen, length) in self.seen.iter().zip(1..) {
            letter.swaps.set(length, costs[usize::from(seen_as(seen))]);
        }
        for &(first, second, cost) in splits(meant) {
            for (_, length) in self.seen.windows(2).zip(2..).filter(|(pair, _)| *pair == [first, second]) {
                letter.splits.get_or_insert(Row::FAR).set(length, cost);
            }
        }
        self.letters.push(letter);
        self.known[place] = self.letters.len() as u8;
        self.letters.len() - 1
    }

    /// Adds what one more character costs behind another one.
    fn add_row(&mut self, before: Option<char>, meant: char) {
        let letter = self.letter(meant);
        // Most words fit in half a row.
        let halves = if self.seen.len() < HALF { 1 } else { 2 };
        let above = &self.rows[self.rows.len() - 1].0;
        let (mut row, mut least) = above.next(&self.letters[letter], &self.dirt, halves);
        // One may have been seen for both.
        if let Some(before) = before.filter(|&before| is_joined(before, meant)) {
            let above = &self.rows[self.rows.len() - 2].0;
            for (at, &seen) in self.seen.iter().enumerate() {
                let Some(cost) = joined(seen, before, meant) else { continue };
                let cost = row.at(at + 1).min(above.at(at) + cost);
                row.set(at + 1, cost);
                least = least.min(cost);
            }
        }
        self.rows.push((row, least));
    }
}

/// What runs of characters cost as dirt, before each length: of one, two, four and so on, for as long a run as is not too far.
/// `sums` are what all characters before each length cost.
fn runs(sums: &[u32]) -> Vec<Row> {
    let run = |from: usize| sums[from..].partition_point(|&sum| sum <= sums[from] + FARTHEST) - 1;
    let longest = (0..sums.len()).map(run).max().unwrap_or(0);
    let lengths = (0..).map(|power| 1 << power).take_while(|&len| len <= longest);
    let row = |len: usize| {
        let mut row = Row::FAR;
        for (at, sum) in sums.iter().enumerate().skip(len) {
            row.set(at, sum - sums[at - len]);
        }
        row
    };
    lengths.map(row).collect()
}
