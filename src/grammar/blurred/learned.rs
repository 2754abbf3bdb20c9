//! What a recogniser makes of the letters of one text, estimated from those of its words that come near to the print of a
//! move: in one typeface `to` is read as `ro` time after time, in another `5` as `s`.
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use super::kept::Kept;
use super::near::{LONGEST, UNUSED, compact};
use super::prints::{Print, prints};
use super::search::{Search, dirt};
use super::style::Style;
use crate::lexicon::confusions::{COUNTED, Confusions, UNLIKE, lost, rarity, seen_as, share, splits};
use crate::reading::Reading;

/// Words looked at, evenly over the text.
const WORDS: usize = 600;

/// What each character is worth as evidence for a print, in tenths, and what it and the whole may cost at most.
const LETTER: u32 = 6;
const MOST_A_LETTER: u32 = 5;
const MOST: u32 = 28;

/// No shorter print tells anything, in characters.
const SHORTEST: usize = 4;

/// Prints that are no more than this behind the best are as likely.
const ALIKE: i64 = 2;

/// The words are held against the prints so often, each time with what the time before has told.
const ROUNDS: usize = 2;

/// So often, and in this share of its places, a character was seen as another.
const LEAST: f64 = 3.0;
const SHARE: f64 = 0.04;

/// Fewer half-moves that were read teach nothing, and no more are needed.
const LEAST_LESSONS: usize = 100;
const MOST_LESSONS: usize = 1200;

/// Of so many nearest prints one means what was played, or none.
const NEAREST: usize = 64;

/// A character that was met so often in them tells what it is seen as; what is usual weighs as much as so many more.
const MET: f64 = 20.0;
const WEIGHT: f64 = 100.0;

/// No confusion costs less, however often it is met.
const CHEAPEST: u32 = 3;

/// What was seen of a character that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// Another one, or the same.
    One(char),
    /// One for it and the next.
    Joined(char, char),
    /// Nothing, or two.
    Otherwise,
}

/// How often each character was met, and what was seen of it.
#[derive(Default)]
struct Counts {
    met: BTreeMap<char, f64>,
    seen: BTreeMap<(char, Seen), f64>,
}

/// Takes the words of a half-move that was read, and what tells whether a reading means it.
pub type Lesson<'l> = dyn FnMut(&str, &dyn Fn(&Reading) -> bool) + 'l;

/// What a recogniser makes of the letters of a text, once it is asked for.
pub struct Learned<'t> {
    text: &'t str,
    parts: Vec<&'t str>,
    /// How it prints its moves.
    style: OnceLock<Style<'static>>,
    found: OnceLock<Confusions>,
    /// The same, once games that were read have told more.
    taught: OnceLock<Confusions>,
    /// What words come near to before that, and behind it.
    kept: [Kept; 2],
}

impl<'t> Learned<'t> {
    /// What the words of some parts of a text tell.
    #[must_use]
    pub fn of(text: &'t str, parts: Vec<&'t str>) -> Self {
        let (style, found, taught) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { text, parts, style, found, taught, kept: <[Kept; 2]>::default() }
    }

    /// How a part of the text prints its moves.
    #[must_use]
    pub fn style_of(&self, part: &str) -> Style<'_> {
        let kept = &self.kept[usize::from(self.taught.get().is_some())];
        Style { kept: Some(kept), ..Style::of(part).with(self.confusions()) }
    }

    /// What is usual, and cheaper what is met often here. What is lost is no cheaper: without a name or a rank it is another
    /// move.
    pub fn confusions(&self) -> &Confusions {
        self.taught.get().unwrap_or_else(|| self.by_words())
    }

    /// The same for what gives the same.
    #[must_use]
    pub fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.confusions().hash(&mut hasher);
        hasher.finish()
    }

    /// Learns from half-moves that were read, which tell of two men or two ranks which of them was misread: `each` gives the
    /// words of one after the other, with what tells whether a reading means what was played.
    pub fn teach(&self, each: impl FnOnce(&mut Lesson<'_>)) {
        let known = self.by_words();
        let style = self.style().with(known);
        let (mut counts, mut played) = (Counts::default(), 0);
        each(&mut |words, means| {
            played += 1;
            if played <= MOST_LESSONS {
                counts.play(words, style, means);
            }
        });
        if played >= LEAST_LESSONS {
            self.taught.get_or_init(|| counts.taught(known));
        }
    }

    fn style(&self) -> Style<'static> {
        *self.style.get_or_init(|| Style::of(self.text))
    }

    fn by_words(&self) -> &Confusions {
        self.found.get_or_init(|| {
            let style = self.style();
            let words: Vec<&str> = self.parts.iter().flat_map(|part| words(part)).collect();
            let step = words.len().div_ceil(WORDS).max(1);
            let mut known = Confusions::usual().clone();
            for _ in 0..ROUNDS {
                let mut counts = Counts::default();
                words.iter().step_by(step).for_each(|words| counts.count(words, style.with(&known)));
                known = counts.confusions();
            }
            known
        })
    }
}

const fn is_figure(c: char) -> bool {
    c.is_ascii_digit()
}

/// Does the name of a man begin with it?
const fn is_name(c: char) -> bool {
    matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P')
}

/// Where words begin that may be a move, each up to the end of its cell.
fn words(text: &str) -> Vec<&str> {
    let begins = |cell: &str, at: usize| !cell[..at].ends_with(char::is_alphanumeric);
    let cells = text.lines().flat_map(|line| line.split("  "));
    cells
        .flat_map(|cell| {
            let starts = cell.char_indices().filter(move |&(at, c)| is_name(c) && begins(cell, at));
            starts.map(|(at, _)| &cell[at..])
        })
        .collect()
}

/// The characters of some words, and how many of them each word ends with.
fn ends(cell: &str, style: Style<'_>) -> (Vec<char>, Vec<usize>) {
    let (mut seen, mut ends, mut from) = (Vec::new(), Vec::new(), 0);
    let mut rest = cell.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let end = at + c.len_utf8();
        if c.is_alphanumeric() && rest.peek().is_none_or(|&(_, next)| !next.is_alphanumeric()) {
            seen.extend(compact(&cell[from..end], style.ordinals));
            from = end;
            if seen.len() > LONGEST {
                break;
            }
            ends.push(seen.len());
        }
    }
    seen.truncate(ends.last().copied().unwrap_or(0));
    (seen, ends)
}

/// The prints that beginnings of some words are no farther from than `most` says, each with what it costs beyond the worth of its
/// characters, and how many those are.
fn nearest(
    seen: &[char],
    ends: &[usize],
    style: Style<'_>,
    most: impl Fn(&Print) -> u32,
) -> Vec<(i64, usize, usize)> {
    let prints = prints(style.knight);
    let mut near = Vec::new();
    Search::new(seen, ends.iter().copied(), style.confusions).each(prints, Some(MOST), |i, costs| {
        let print = &prints.all[i];
        let unused = UNUSED * print.forms.shared(style.unused);
        let costs = ends.iter().map(|&end| (costs.at(end) + unused, end));
        let costs = costs.filter(|&(cost, _)| cost <= most(print));
        near.extend(costs.map(|(cost, end)| (i64::from(cost) - i64::from(LETTER) * end as i64, i, end)));
        Some(MOST)
    });
    near
}

impl Counts {
    /// Counts what the first words of a cell show, if they come near to a print.
    fn count(&mut self, cell: &str, style: Style<'_>) {
        let (seen, ends) = ends(cell, style);
        let prints = prints(style.knight);
        // No move is a word of prose.
        if !seen.iter().skip(1).any(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) {
            return;
        }
        let is_print = |end: &&usize| {
            let words = &seen[..**end];
            words.len() >= SHORTEST
                && prints.all.binary_search_by(|print| print.compact.as_slice().cmp(words)).is_ok()
        };
        if let Some(&end) = ends.iter().rev().find(is_print) {
            seen[..end].iter().for_each(|&c| *self.met.entry(c).or_default() += 1.0);
            return;
        }
        let most = |print: &Print| MOST_A_LETTER * print.compact.len() as u32 - 1;
        let mut near = nearest(&seen, &ends, style, most);
        near.retain(|&(_, i, _)| prints.all[i].compact.len() >= SHORTEST);
        let Some(best) = near.iter().map(|&(cost, ..)| cost).min() else { return };
        near.retain(|&(cost, ..)| cost <= best + ALIKE);
        let weight = 1.0 / near.len() as f64;
        for &(_, i, end) in &near {
            self.align(&prints.all[i].compact, &seen[..end], style, weight);
        }
    }

    /// Counts what the words of a half-move show that was played.
    fn play(&mut self, words: &str, style: Style<'_>, means: &dyn Fn(&Reading) -> bool) {
        let (seen, ends) = ends(words, style);
        let prints = prints(style.knight);
        let mut near = nearest(&seen, &ends, style, |_| u32::MAX);
        near.sort_unstable();
        let means = |i: usize| prints.all[i].readings().iter().any(|meant| means(&meant.reading));
        if let Some(&(_, i, end)) = near.iter().take(NEAREST).find(|&&(_, i, _)| means(i)) {
            self.align(&prints.all[i].compact, &seen[..end], style, 1.0);
        }
    }

    fn align(&mut self, meant: &[char], seen: &[char], style: Style<'_>, weight: f64) {
        align(meant, seen, style.confusions, |meant, seen| {
            *self.met.entry(meant).or_default() += weight;
            *self.seen.entry((meant, seen)).or_default() += weight;
        });
    }

    /// What is known, and each confusion of the table, or that was met, at what it costs here.
    fn taught(&self, known: &Confusions) -> Confusions {
        let usual = Confusions::usual();
        let mut taught = known.clone();
        for (&meant, &met) in self.met.iter().filter(|&(_, &met)| met >= MET) {
            for seen in ('\0'..='\x7f').filter(|&seen| seen != meant) {
                let times = self.seen.get(&(meant, Seen::One(seen))).copied().unwrap_or(0.0);
                let cost = usual.swaps(meant)[usize::from(seen_as(seen))];
                if COUNTED.contains(&cost) || cost == UNLIKE && times >= LEAST {
                    let share = (times + WEIGHT * share(cost)) / (met + WEIGHT);
                    taught.set(meant, seen, rarity(share).clamp(CHEAPEST, UNLIKE));
                }
            }
        }
        taught
    }

    /// What is usual, with what was met often at what it costs here.
    fn confusions(&self) -> Confusions {
        let mut known = Confusions::usual().clone();
        for (&(meant, seen), &times) in &self.seen {
            let share = times / self.met[&meant];
            if times < LEAST || share < SHARE {
                continue;
            }
            let cost = rarity(share).max(CHEAPEST);
            match seen {
                // Of two ranks, or two men: which of them was misread the words do not tell.
                Seen::One(seen) if is_figure(meant) && is_figure(seen) || is_name(meant) && is_name(seen) => {
                }
                Seen::One(seen) => known.swap(meant, seen, cost),
                Seen::Joined(next, seen) => known.join(seen, (meant, next), cost),
                Seen::Otherwise => {}
            }
        }
        known
    }
}

/// Tells what each character that is meant was seen as, where words are a print.
fn align(meant: &[char], seen: &[char], confusions: &Confusions, mut tell: impl FnMut(char, Seen)) {
    let width = seen.len() + 1;
    // What each beginning of the print costs as each of the words, and how many characters the last step takes of both.
    let mut table = vec![(u32::MAX, (0, 0)); (meant.len() + 1) * width];
    table[0].0 = 0;
    for i in 0..=meant.len() {
        for j in 0..width {
            let mut least = table[i * width + j];
            let mut step = |of: (usize, usize), cost: u32| {
                let cost = table[(i - of.0) * width + j - of.1].0.saturating_add(cost);
                if cost < least.0 {
                    least = (cost, of);
                }
            };
            if let Some(&seen) = seen[..j].last() {
                step((0, 1), dirt(seen, None));
            }
            if let Some(&meant) = meant[..i].last() {
                step((1, 0), lost(meant));
            }
            if let (&[.., meant], &[ref before @ .., seen]) = (&meant[..i], &seen[..j]) {
                step((1, 1), confusions.swaps(meant)[usize::from(seen_as(seen))]);
                let split =
                    splits(meant).iter().find(|split| before.last() == Some(&split.0) && split.1 == seen);
                if let Some(split) = split {
                    step((1, 2), split.2);
                }
            }
            if let (&[.., first, second], &[.., seen]) = (&meant[..i], &seen[..j])
                && let Some(cost) = confusions.joined(seen, (first, second))
            {
                step((2, 1), cost);
            }
            table[i * width + j] = least;
        }
    }
    let (mut i, mut j) = (meant.len(), seen.len());
    while i > 0 {
        let of = table[i * width + j].1;
        match of {
            (1, 1) => tell(meant[i - 1], Seen::One(seen[j - 1])),
            (2, 1) => {
                tell(meant[i - 2], Seen::Joined(meant[i - 1], seen[j - 1]));
                tell(meant[i - 1], Seen::Otherwise);
            }
            (1, _) => tell(meant[i - 1], Seen::Otherwise),
            _ => {}
        }
        (i, j) = (i - of.0, j - of.1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::prints::Knight;
    use super::*;

    #[test]
    fn what_is_misread_time_after_time_is_cheap() {
        let cost =
            |known: &Confusions, meant: char, seen: char| known.swaps(meant)[usize::from(seen_as(seen))];
        let rows =
            ["1. Pro K4   P roK4", "2. Kr-o KB3   Ktro QB3", "3. Bro Kr5   PtoQ R3", "4. B ro R4  Ktro B3"];
        let text = rows.repeat(3).join("\n");
        let known = Learned::of(&text, vec![&text]);
        let known = known.confusions();
        let usual = Confusions::usual();
        assert!(cost(known, 't', 'r') < cost(usual, 't', 'r'));
        // Nothing else is, and what was met once tells nothing.
        assert_eq!(cost(known, 't', 'e'), cost(usual, 't', 'e'));
        let text = "1. Pro K4   P to K4\n2. Kt to KB3   Kt to QB3";
        let once = Learned::of(text, vec![text]);
        assert_eq!(cost(once.confusions(), 't', 'r'), cost(usual, 't', 'r'));
    }

    #[test]
    fn games_tell_which_man_was_misread() {
        let text = "1. E-K4   B-K3\n2. R-B4   K-K2";
        let learned = Learned::of(text, vec![text]);
        let cost = |meant: char| learned.confusions().swaps(meant)[usize::from(seen_as('E'))];
        let usual = Confusions::usual().swaps('K')[usize::from(seen_as('E'))];
        assert_eq!(cost('K'), usual);
        let words =
            [("E-K4", "R-K4"), ("R-B4", "R-B4"), ("K-K2", "K-K2"), ("K-B3", "K-B3"), ("E-QB4", "R-QB4")];
        let of = |words: &str| {
            let print =
                prints(Knight::Kt).all.iter().find(|print| print.compact.iter().collect::<String>() == words);
            print.map(|print| print.readings()[0].reading.act)
        };
        let lesson = |times: usize| {
            learned.teach(|lesson| {
                for (seen, meant) in words.repeat(times) {
                    lesson(seen, &|reading| Some(reading.act) == of(meant));
                }
            });
        };
        let before = learned.mark();
        lesson(LEAST_LESSONS / words.len() - 1);
        assert_eq!(learned.mark(), before);
        lesson(LEAST_LESSONS / words.len());
        assert_ne!(learned.mark(), before);
        assert_eq!(cost('R'), CHEAPEST);
        assert!(cost('K') > usual, "{}", cost('K'));
    }

    #[test]
    fn two_letters_seen_as_one_are_told() {
        let mut told = Vec::new();
        let chars = |words: &str| words.chars().collect::<Vec<_>>();
        align(&chars("PtoK4"), &chars("PwKs"), Confusions::usual(), |meant, seen| told.push((meant, seen)));
        let one = |c: char, seen: char| (c, Seen::One(seen));
        let joined = [('t', Seen::Joined('o', 'w')), ('o', Seen::Otherwise)];
        assert_eq!(told, [one('4', 's'), one('K', 'K'), joined[0], joined[1], one('P', 'P')]);
    }
}
