//! Words of a move that text recognition has blurred: the moves whose print comes nearest, each with a cost.
mod kept;
mod learned;
mod near;
mod places;
mod prints;
mod row;
mod search;
mod style;

pub use self::learned::{Learned, Lesson};
pub(super) use self::near::BASE;
use self::near::{BEHIND, LONGEST, MOST, compact, readings, whole};
pub use self::near::{Near, lacks_first};
pub use self::prints::Knight;
use self::prints::{farthest, prints};
use self::search::Search;
pub use self::style::Style;
use crate::lexicon::confusions::Confusions;
use crate::reading::{CheckMark, Reading};

/// The words behind a move that say that it gives check, how long they are in bytes, and what they say.
#[must_use]
pub fn check_behind(words: &str) -> Option<(usize, CheckMark)> {
    let signs = [' ', ',', '.', '(', '-', ':'];
    let rest = words.trim_start_matches(signs);
    // On the next line.
    let rest = rest.strip_prefix('\n').map_or(rest, |below| below.trim_start_matches(signs));
    let behind = |rest: &str, mark: &str| {
        let says = rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark));
        says.then_some(mark.len())
    };
    // `RtoR7 chK to Kt sq`: the next man runs together with it.
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii_uppercase());
    let one_of = |rest: &str, marks: &[&str]| {
        marks.iter().filter_map(|mark| behind(rest, mark)).find(|&len| ends(&rest[len..]))
    };
    let (len, check) = KINDS
        .iter()
        .find_map(|(kind, check)| {
            let parted = &rest[behind(rest, kind)?..];
            let mark = parted.trim_start_matches(PARTS);
            Some((rest.len() - mark.len() + one_of(mark, &CHECKS)?, *check))
        })
        .or_else(|| Some((one_of(rest, &MATES)?, CheckMark::Mate)))
        .or_else(|| Some((one_of(rest, &CHECKS)?, CheckMark::Check)))?;
    let end = rest[len..].trim_start_matches([')', '.']);
    Some((words.len() - end.len(), check))
}

/// Words that say that a move gives check, as they are printed and blurred: in many texts the `h` shows as `li`.
const CHECKS: [&str; 10] = ["check", "\u{e9}ch", "ech", "ch", "eh", "cb", "oh", "cli", "eli", "+"];

/// Those that say how, before them, and what parts the two.
const KINDS: [(&str, CheckMark); 9] = [
    ("double", CheckMark::Double),
    ("dble", CheckMark::Double),
    ("dbl", CheckMark::Double),
    ("discovering", CheckMark::Discovered),
    ("disc", CheckMark::Discovered),
    ("dis", CheckMark::Discovered),
    ("di8", CheckMark::Discovered),
    ("dia", CheckMark::Discovered),
    ("olis", CheckMark::Discovered),
];
const PARTS: [char; 2] = ['.', ' '];

/// Those that say that it mates.
const MATES: [&str; 2] = ["checkmate", "mate"];

/// Where the words that say that a move gives check may begin at the end of some words, and what they say: the longest first.
fn marks_at_end(words: &str) -> impl Iterator<Item = (usize, CheckMark)> + '_ {
    let mates = MATES.iter().filter_map(|mark| Some((words.strip_suffix(mark)?.len(), CheckMark::Mate)));
    let before = CHECKS.iter().filter_map(|mark| words.strip_suffix(mark));
    let kinds = before.clone().filter_map(|rest| {
        let rest = rest.trim_end_matches(PARTS);
        KINDS.iter().find_map(|(kind, check)| Some((rest.strip_suffix(kind)?.len(), *check)))
    });
    mates.chain(kinds).chain(before.map(|rest| (rest.len(), CheckMark::Check)))
}

/// Where the words that say that a move gives check may begin within a word that they end: `K5ch`, `NxNech`.
pub fn checks_within(word: &str) -> impl Iterator<Item = usize> + '_ {
    marks_at_end(word).map(|(at, _)| at).filter(|&at| at > 0)
}

/// Is no more than a mark in brackets left of a cell, or two?
fn is_mark(rest: &str) -> bool {
    rest.chars().filter(|c| c.is_alphanumeric()).count() <= 3
}

/// The words without what may stand behind a move: a check mark, the mark of a note.
fn bare(cell: &str) -> (Vec<char>, CheckMark) {
    let cut = cell.find(['(', '[']).filter(|&at| at >= 3 && is_mark(&cell[at..])).unwrap_or(cell.len());
    // `R-K?`: the mark may stand for a figure.
    let words = cell[..cut].trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '?'));
    let letters = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).count();
    let (words, check) = marks_at_end(words)
        .map(|(at, check)| (&words[..at], check))
        .find(|(rest, _)| letters(rest) >= 3)
        .unwrap_or((words, CheckMark::None));
    (compact(words, false).collect(), check)
}

/// The check mark behind the words, whatever the rest of them says.
#[must_use]
pub fn check_mark(cell: &str) -> CheckMark {
    bare(cell).1
}

/// The beginnings of some words, each as long as one of `ends` (in bytes) says, that come near to the prints of moves, and
/// say where their men stand perhaps.
#[must_use]
pub fn beginnings(words: &str, ends: &[usize], style: Style<'_>) -> Vec<Near> {
    let mut out = whole(words, ends, style);
    places::beginnings(words, ends, style, &mut out);
    out
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
    let mut search = Search::new(&seen, [seen.len()], Confusions::usual());
    search.each(prints(Knight::Kt), Some(most), |i, costs| {
        let cost = costs.at(seen.len());
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
    use super::prints::{FARTHEST, Print, Prints};
    use super::*;
    use crate::grammar::cell::blurred_beginnings;
    use crate::lexicon::Dialect;
    use crate::reading::{Act, Cost, Wing};

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
                Search::new(&seen, [seen.len()], Confusions::usual()).each(prints, None, |i, costs| {
                    let most = farthest(prints.all[i].compact.len());
                    let cost = costs.at(seen.len());
                    is_near |= cost <= most;
                    is_nearer |= cost < most;
                    None
                });
                edges += u32::from(is_near && !is_nearer);
                assert_eq!(!beginnings(&words, &[words.len()], style).is_empty(), is_near, "{words}");
            }
        }
        assert!(edges > 0);
    }

    #[test]
    fn what_is_left_for_its_endings_comes_near_to_nothing() {
        let all = prints(Knight::Kt);
        for words in ["PwK4", "Kt t, Kt (!)", "KttcoB3ch", "B35", "R-Q$q P-K", "Kt.;wB3", "KRtwQsy"] {
            let seen: Vec<char> = compact(words, false).collect();
            let ends = [3, seen.len()];
            let cost = |costs: &row::Row| costs.at(3).min(costs.at(seen.len()));
            let mut found = vec![None; all.all.len()];
            Search::new(&seen, ends, Confusions::usual()).each(all, None, |i, costs| {
                found[i] = Some(cost(costs));
                None
            });
            for (print, found) in all.all.iter().zip(found).step_by(3) {
                let printed: String = print.compact.iter().collect();
                let alone = Prints::of(vec![Print::of(&printed, String::new())]);
                let mut own = None;
                Search::new(&seen, ends, Confusions::usual()).each(&alone, Some(u32::MAX), |_, costs| {
                    own = Some(cost(costs));
                    Some(u32::MAX)
                });
                let near = own.filter(|&own| own <= farthest(print.compact.len()));
                assert_eq!(found, near, "{words} {printed}");
            }
        }
    }

    /// The cheapest words for a blurred token.
    fn nearest_words(cell: &str) -> Vec<&'static str> {
        let (seen, _) = bare(cell);
        let prints = prints(Knight::Kt);
        let mut all: Vec<(u32, &str)> = Vec::new();
        Search::new(&seen, [seen.len()], Confusions::usual()).each(prints, Some(FARTHEST), |i, costs| {
            let cost = costs.at(seen.len());
            if cost <= FARTHEST {
                all.push((cost, prints.all[i].words.as_str()));
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
    fn the_first_letter_of_a_move_may_be_unseen() {
        let acts = |words: &str| {
            let near = beginnings(words, &[words.len()], Style::default());
            let readings = near.into_iter().flat_map(|near| near.readings);
            readings.map(|reading| (reading.cost, reading.act)).collect::<Vec<_>>()
        };
        for (words, whole) in
            [("-K4", "P-K4"), ("-B4", "Kt-B4"), ("t-QB3", "Kt-QB3"), ("xP", "QxP"), ("x Kt", "PxKt")]
        {
            let meant = acts(whole)[0].1;
            assert!(acts(words).iter().any(|&(cost, act)| act == meant && cost <= Cost(24)), "{words}");
            assert!(acts(words)[0].0 > acts(whole)[0].0, "{words}");
        }
        assert!(!["K4", "-k4", "xp", "x", "-"].into_iter().any(lacks_first));
    }

    #[test]
    fn blurred_ordinals_are_ranks_where_a_book_prints_ordinals() {
        let style = |ordinals| Style { ordinals, ..Style::default() };
        let cost = |words: &str, ordinals| {
            let near = beginnings(words, &[words.len()], style(ordinals));
            near.first().and_then(|near| near.readings.first()).map_or(u32::MAX, |reading| reading.cost.0)
        };
        assert_eq!(cost("Kt. to K. B. 34", true), cost("Kt. to K. B. 3d", true));
        // No ordinal ends with `q`: it is a square of the first rank.
        let goes = |words: &str| beginnings(words, &[words.len()], style(false))[0].readings[0].act;
        assert_eq!(goes("Kt-K8q"), goes("Kt-Ksq"));
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
        for (words, plain) in
            [("Q-Kt4cli", "Q-Kt4"), ("BxPdisch", "BxP"), ("RxPdi8cli", "RxP"), ("RxP dbl. ch", "RxP")]
        {
            let (seen, check) = bare(words);
            assert_eq!((seen, check != CheckMark::None), (compact(plain, false).collect(), true), "{words}");
            let said = (words.len() - plain.len(), check);
            assert_eq!(check_behind(&words[plain.len()..]), Some(said), "{words}");
        }
    }

    #[test]
    fn prose_is_near_to_no_move() {
        for words in ["The text move", "better was", "hour", "1", ""] {
            assert!(nearest(words).is_empty(), "{words}");
        }
    }

    /// `Kkt-B3` reads as a move of the king's knight, but no book prints it so: it is hardly farther from `Kt-B3`.
    #[test]
    fn a_name_in_small_letters_may_be_dirt() {
        let other = |words: &str| {
            let style = Style::default();
            let found =
                blurred_beginnings(words, &[words.len()], Some(words.len()), style, &Dialect::ENGLISH_OCR);
            let found = found.into_iter().find(|found| found.len == words.len());
            let readings = found.map(|found| found.meanings.plain).unwrap_or_default();
            let cost = |wing: Option<Wing>| {
                let is_it = |reading: &&Reading| matches!(reading.act, Act::Man(want) if want.wing == wing);
                readings.iter().find(is_it).map(|reading| reading.cost)
            };
            assert_eq!(cost(Some(Wing::King)), readings.first().map(|reading| reading.cost), "{words}");
            cost(None)
        };
        assert!(other("Kkt-B3") < Some(Cost(15)), "{:?}", other("Kkt-B3"));
        assert!(other("KKt-B3") > Some(Cost(20)), "{:?}", other("KKt-B3"));
    }
}
