//! The prints that come near to some words, found by walking their beginnings together.
use super::prints::{Ending, FARTHEST, Prints};
use super::row::{HALF, Letter, Row, WIDTH};
use crate::lexicon::confusions::{Confusions, UNSEEN, is_joined, lost, seen_as, splits};

/// What it costs to print a character that does not belong there, before another one.
pub(super) fn dirt(seen: char, next: Option<char>) -> u32 {
    match seen {
        // The beginning of a long dash: `Rr-Q sq`, `KKtH-B3`.
        'r' | 'H' if next == Some('-') => 6,
        UNSEEN => 0,
        _ if seen.is_ascii_digit() => 10,
        _ if seen.is_alphanumeric() => 12,
        // No speck looks like these: they stand for letters.
        '<' | '>' | '^' | '\u{ab}' | '\u{bb}' | '&' | '%' | '@' | '$' => 9,
        _ => 2,
    }
}

/// Looks for the prints nearest to some words. Prints that begin alike share the work, and so do those that end alike.
pub(super) struct Search<'s> {
    forth: Way<'s>,
    back: Way<'s>,
    /// 0 at the lengths that are asked for.
    asked: Row,
    /// What it costs, counted back from the end, to read no more of the words up to one of them.
    done: Row,
    /// A row for each length of the beginning of a print.
    rows: Vec<Row>,
}

impl<'s> Search<'s> {
    /// Of the words, which are no longer than [`super::LONGEST`], the lengths `ends` are asked for, in their order.
    pub fn new(seen: &'s [char], ends: impl IntoIterator<Item = usize>, confusions: &'s Confusions) -> Self {
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
        let (forth, first) = Way::new(seen, dirt.iter(), false, confusions);
        let (back, _) = Way::new(seen, dirt.iter().rev(), true, confusions);
        let mut done = Row::FAR;
        let mut cost = u32::from(u8::MAX);
        for length in (0..=last).rev() {
            cost = if asked.at(length) == 0 { 0 } else { cost + dirt.get(length).unwrap_or(&0) };
            done.set(last - length, cost);
        }
        Self { forth, back, asked, done, rows: vec![first] }
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
        let ahead = self.ahead(&prints.endings);
        let mut at = 0;
        while let Some(begun) = prints.beginnings.get(at) {
            self.rows.truncate(begun.len);
            let above = &self.rows[begun.len - 1];
            // One may have been seen for both: then the last alone tells nothing.
            let joined = begun.before.filter(|&before| is_joined(before, begun.last));
            if joined.is_none() && !above.comes_near(&ahead[begun.ending], most.unwrap_or(begun.farthest)) {
                at = begun.behind;
                continue;
            }
            let mut row = self.forth.next(above, begun.last);
            if let Some(before) = joined {
                self.forth.join(&mut row, &self.rows[begun.len - 2], (before, begun.last));
            }
            if !begun.whole.is_empty() && row.is_near(&self.asked, most.unwrap_or(begun.own)) {
                for print in begun.whole.clone() {
                    most = then(print, &row);
                }
            }
            self.rows.push(row);
            at += 1;
        }
    }

    /// What the cheapest of each of some endings costs, from each length of the words on up to one that is asked for.
    fn ahead(&mut self, endings: &[Ending]) -> Vec<Row> {
        // What stands behind the first character, and the whole, counted back.
        let mut found: Vec<(Row, Row)> = Vec::with_capacity(endings.len());
        for ending in endings {
            let own = if ending.is_whole { self.done } else { Row::FAR };
            let behind = ending.next.iter().fold(own, |least, &next| least.min(&found[next].1));
            let mut row = self.back.next(&behind, ending.first);
            for &next in ending.next.iter().filter(|&&next| is_joined(ending.first, endings[next].first)) {
                self.back.join(&mut row, &found[next].0, (ending.first, endings[next].first));
            }
            found.push((behind, row));
        }
        let length = self.back.seen.len();
        found.into_iter().map(|(_, row)| row.back(length)).collect()
    }
}

/// Some words as they are read on, or back from their end: then lengths are counted from there.
struct Way<'s> {
    seen: &'s [char],
    is_back: bool,
    confusions: &'s Confusions,
    /// What so many characters cost as dirt, before each length: one, two, four and so on, as far as there can be more.
    dirt: Vec<Row>,
    /// The characters that prints have, as far as they were met, and where each of ASCII is among them.
    letters: Vec<Letter>,
    known: [u8; 128],
}

impl<'s> Way<'s> {
    /// That through words whose characters cost so much as dirt, and what each length costs as that.
    fn new<'d>(
        seen: &'s [char],
        dirt: impl Iterator<Item = &'d u32>,
        is_back: bool,
        confusions: &'s Confusions,
    ) -> (Self, Row) {
        let mut sums = vec![0];
        sums.extend(dirt.scan(0, |sum, &cost| {
            *sum += cost;
            Some(*sum)
        }));
        let mut first = Row::FAR;
        sums.iter().enumerate().for_each(|(length, &sum)| first.set(length, sum));
        (Self { seen, is_back, confusions, dirt: runs(&sums), letters: Vec::new(), known: [0; 128] }, first)
    }

    /// The length behind so many characters, of which the last is the last of a length of the words.
    const fn behind(&self, length: usize, count: usize) -> usize {
        if self.is_back { self.seen.len() + count - length } else { length }
    }

    /// What the words cost as a character.
    fn letter(&mut self, meant: char) -> usize {
        let place = meant as usize & 127;
        if let Some(known) = self.known[place].checked_sub(1) {
            return usize::from(known);
        }
        let lost = u8::try_from(lost(meant)).unwrap_or(u8::MAX);
        let mut letter = Letter { swaps: Row::FAR, splits: None, lost };
        let costs = self.confusions.swaps(meant);
        for (&seen, length) in self.seen.iter().zip(1..) {
            letter.swaps.set(self.behind(length, 1), costs[usize::from(seen_as(seen))]);
        }
        for &(first, second, cost) in splits(meant) {
            for (_, length) in self.seen.windows(2).zip(2..).filter(|(pair, _)| *pair == [first, second]) {
                letter.splits.get_or_insert(Row::FAR).set(self.behind(length, 2), cost);
            }
        }
        self.letters.push(letter);
        self.known[place] = self.letters.len() as u8;
        self.letters.len() - 1
    }

    /// What one more character costs.
    fn next(&mut self, row: &Row, meant: char) -> Row {
        let letter = self.letter(meant);
        row.next(&self.letters[letter], &self.dirt, self.halves())
    }

    /// Most words fit in half a row.
    const fn halves(&self) -> usize {
        if self.seen.len() < HALF { 1 } else { 2 }
    }

    /// One character may have been seen for two, that are added to a row.
    fn join(&self, row: &mut Row, added_to: &Row, (first, second): (char, char)) {
        for (&seen, length) in self.seen.iter().zip(1..) {
            let Some(cost) = self.confusions.joined(seen, (first, second)) else { continue };
            let at = self.behind(length, 1);
            row.set(at, row.at(at).min(added_to.at(at - 1) + cost));
        }
        // Back from there dirt may stand in front of it.
        if self.is_back {
            *row = row.over(&self.dirt, self.halves());
        }
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
