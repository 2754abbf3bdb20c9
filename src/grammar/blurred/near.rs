//! The moves that the beginnings of some words may be, each with a cost.
use super::kept::{self, Words};
use super::prints::{Knight, Meant, farthest, prints};
use super::search::Search;
use super::style::Style;
use crate::lexicon::confusions::{Confusions, UNSEEN};
use crate::lexicon::words::is_dash;
use crate::reading::{Act, Constraint, Cost, Reading, Slip};

/// Words farther than this from the nearest are not meant.
pub(super) const BEHIND: u32 = 24;

/// Most moves that one token is taken for.
pub(super) const MOST: usize = 128;

/// No move is printed longer, in characters.
pub(super) const LONGEST: usize = 20;

/// What a reading costs over and above the distance of its print.
pub(crate) const BASE: Cost = Cost(6);

/// What it costs to print a move in a form that the book does not use.
pub(super) const UNUSED: u32 = 4;

/// Words without blanks and without the ends of ordinals: `3d`, `4th`; where a book prints those, `34` and `Sth`, too.
pub(super) fn compact(words: &str, ordinals: bool) -> impl Iterator<Item = char> + '_ {
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
                // `K8q` is `Ksq`.
                if len <= 2 && !rest[..len].contains('q') {
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

/// Do words begin with what stands behind the name of a man? Recognisers lose letters at the edge of a column: `-K4`, `xP`,
/// `t-QB3`.
#[must_use]
pub fn lacks_first(words: &str) -> bool {
    let rest = words.strip_prefix('t').unwrap_or(words);
    let behind = rest.strip_prefix(is_dash).or_else(|| rest.strip_prefix('x').map(str::trim_start));
    behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_uppercase() || c == '0'))
}

/// The beginnings of some words, each as long as one of `ends` (in bytes) says, that come near to the prints of moves.
pub(super) fn whole(words: &str, ends: &[usize], style: Style<'_>) -> Vec<Near> {
    let knight = style.knight;
    let mut seen: Vec<char> = Vec::with_capacity(LONGEST + 1);
    seen.extend(lacks_first(words).then_some(UNSEEN));
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
    // No word begins with `kt`.
    let speaks =
        seen.iter().take(4).any(|c| c.is_uppercase() || c.is_ascii_digit()) || seen.starts_with(&['k', 't']);
    // `9-0` castles.
    let begins = seen.first().is_some_and(|c| !c.is_ascii_digit() || *c == '0') || seen.get(1) == Some(&'-');
    if !speaks || !begins || lengths.is_empty() {
        return Vec::new();
    }
    let words = Words {
        seen: seen.into(),
        lengths: lengths.iter().map(|&(len, _)| len).collect(),
        knight,
        unused: style.unused,
    };
    let look = |words: &Words| near_to(words, style.confusions);
    let found = match style.kept {
        Some(kept) => kept.near(words, look),
        None => look(&words).into(),
    };
    let near = |found: &kept::Near| Near {
        len: lengths[found.length].1,
        readings: readings(&found.prints, knight),
        nearest: BASE + Cost(found.nearest),
    };
    found.iter().map(near).collect()
}

/// The prints that come near to each length of some words.
fn near_to(words: &Words, confusions: &Confusions) -> Vec<kept::Near> {
    let Words { ref lengths, knight, unused, .. } = *words;
    let mut near: Vec<Vec<(u32, usize)>> = vec![Vec::new(); lengths.len()];
    let mut nearest = vec![u32::MAX; lengths.len()];
    let mut search = Search::new(&words.seen, lengths.iter().copied(), confusions);
    let prints = prints(knight);
    search.each(prints, None, |i, costs| {
        let most = farthest(prints.all[i].compact.len());
        let other = UNUSED * prints.all[i].forms.shared(unused);
        for ((near, nearest), &len) in near.iter_mut().zip(&mut nearest).zip(lengths) {
            let cost = costs.at(len);
            if cost <= most {
                near.push((cost + other, i));
                *nearest = (*nearest).min(cost);
            }
        }
        None
    });
    let mut out = Vec::new();
    for (length, (mut near, nearest)) in near.into_iter().zip(nearest).enumerate() {
        near.sort_unstable();
        let Some(&(best, _)) = near.first() else { continue };
        near.retain(|&(cost, _)| cost <= best + BEHIND);
        near.truncate(MOST);
        out.push(kept::Near { length, prints: near.into(), nearest });
    }
    out
}

/// What the prints mean. Moves of one man that differ by their squares and cost the same are one reading.
pub(super) fn readings(near: &[(u32, usize)], knight: Knight) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    let mut kinds: Vec<u64> = Vec::new();
    for &(cost, i) in near {
        for Meant { reading, kin } in prints(knight).all[i].readings() {
            let cost = reading.cost + BASE + Cost(cost);
            let alike = kinds.iter().zip(0..).filter(|(other, _)| *other == kin);
            let known = { alike }.find_map(|(_, n)| Some((n, united(&found[n], reading.act, cost)?)));
            match known {
                Some((n, act)) => found[n].act = act,
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

/// What a reading becomes that may stand for another act at some cost, too.
fn united(known: &Reading, act: Act, cost: Cost) -> Option<Act> {
    if known.act == act {
        return (known.cost <= cost).then_some(act);
    }
    let (Act::Man(one), Act::Man(other)) = (known.act, act) else { return None };
    let is_same = known.cost == cost && Constraint { to: other.to, ..one } == other;
    is_same.then(|| Act::Man(Constraint { to: one.to.or(other.to), ..one }))
}
