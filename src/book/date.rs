//! Dates in the words of a heading.
use crate::book::ordinal;
use crate::book::vocabulary::{DAY, is_word};

const MONTHS: &str = "january february march april may june july august september october november december";

/// The month that a word names, from 1: whole, or its first three or four letters.
pub(super) fn month(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    let is = |name: &str| name == lower || matches!(lower.len(), 3 | 4) && name.starts_with(&lower);
    let found = MONTHS.split(' ').position(is)?;
    // `march` and `may` are words, too.
    word.starts_with(char::is_uppercase).then_some(found + 1)
}

/// Does the word at a place name a month? Cut short it stands beside figures or `of`: `MAR DEL PLATA 1958` tells none.
fn is_month_at(words: &[&str], at: usize) -> bool {
    let word = bare(words[at]);
    let is_whole = || word.len() > 4 || MONTHS.split(' ').any(|name| word.eq_ignore_ascii_case(name));
    let is_beside = |word: &&str| {
        let word = bare(word);
        word.starts_with(|c: char| c.is_ascii_digit()) || word.eq_ignore_ascii_case("of")
    };
    let mut beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| words.get(at));
    month(word).is_some() && (is_whole() || beside.any(is_beside))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn year(word: &str) -> Option<u32> {
    word.parse().ok().filter(|year| word.len() == 4 && (1500..2100).contains(year))
}

/// A day of the month: `6`, `21st`, `2d`.
fn day(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &word[digits.len()..];
    let is_day = suffix.is_empty() || ordinal::ENDINGS.iter().any(|known| suffix.eq_ignore_ascii_case(known));
    digits.parse().ok().filter(|day| is_day && (1..=31).contains(day))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A date as PGN writes it, from a year with the month and the day that stand beside it: `March 10, 1859`, `17th of
/// June, 1870`, `Oct. 1858`, `17.8.1895`.
pub(super) fn date(text: &str) -> Option<String> {
    let words: Vec<&str> = words(text).collect();
    let at = words.iter().position(|word| year(word).is_some())?;
    let year = words[at];
    let in_figures = |day_word: &str, month_word: &str| {
        let (day, month) = (day(day_word)?, day(month_word).filter(|&month| month <= 12)?);
        Some(format!("{year}.{month:02}.{day:02}"))
    };
    let before = match words[at.saturating_sub(2)..at] {
        [day, month] if [day, month].iter().all(|word| word.len() <= 2) => in_figures(day, month),
        _ => None,
    };
    // `1895.08.17`
    let found = before.or_else(|| match words[at + 1..words.len().min(at + 3)] {
        [month, day] if [day, month].iter().all(|word| word.len() == 2) => in_figures(day, month),
        _ => None,
    });
    if found.is_some() {
        return found;
    }
    // The day, `of` and a day of the week may stand between.
    let near = at.saturating_sub(4)..words.len().min(at + 3);
    let month_at = near.filter(|&i| is_month_at(&words, i)).min_by_key(|&i| i.abs_diff(at));
    let Some(month_at) = month_at else { return Some(format!("{year}.??.??")) };
    let month = month(words[month_at])?;
    let before = month_at
        .checked_sub(1)
        .map(|i| if words[i].eq_ignore_ascii_case("of") { i.saturating_sub(1) } else { i });
    let day = [Some(month_at + 1), before]
        .into_iter()
        .flatten()
        .find_map(|i| words.get(i).and_then(|word| day(word)));
    Some(match day {
        Some(day) => format!("{year}.{month:02}.{day:02}"),
        None => format!("{year}.{month:02}.??"),
    })
}

/// Is a word part of a date: a year, a month, a day?
pub(super) fn is_date_word(word: &str) -> bool {
    let bare = bare(word);
    let parts = || words(bare);
    year(bare).is_some()
        || month(bare).is_some()
        || day(bare).is_some()
        || is_word(bare, DAY)
        // `17.8.1895`, `1824-8`
        || parts().count() > 1 && parts().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
}

/// Is the word at a place part of a date? A month that is cut short is one beside figures alone.
pub(super) fn is_date_at(words: &[&str], at: usize) -> bool {
    is_date_word(words[at]) && (month(bare(words[at])).is_none() || is_month_at(words, at))
}

/// Does a title tell a date and nothing else: `SATURDAY, MAY 2, 1880`?
pub(super) fn is_date(text: &str) -> bool {
    date(text).is_some()
        && words(text).all(|word| is_date_word(word) || ["the", "of"].contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_months_are_read() {
        let cases = [
            ("played March 10, 1859, between", "1859.03.10"),
            ("Played in Oct. 1858", "1858.10.??"),
            ("the year 1913", "1913.??.??"),
            ("London, 17th June, 1870", "1870.06.17"),
            ("the 2d of Sept., 1866", "1866.09.02"),
            ("SATURDAY, MAY 2, 1880", "1880.05.02"),
            ("Hastings 17.8.1895", "1895.08.17"),
            ("1895.08.17", "1895.08.17"),
            ("1895-08-17", "1895.08.17"),
            ("Rubinstein v. Maroczy, 1907", "1907.??.??"),
            ("Queen's Gambit Declined. Cambridge, 1904", "1904.??.??"),
            ("Match, 1909, 23rd game", "1909.??.??"),
            ("MAR DEL PLATA 1958", "1958.??.??"),
            ("Mar. 3d, 1858", "1858.03.03"),
        ];
        for (text, expected) in cases {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(date("no date"), None);
        assert_eq!(date("Game 12"), None);
    }

    #[test]
    fn a_date_alone_is_told_from_a_title() {
        assert!(is_date("SATURDAY, MAY 2, 1880") && is_date("1851."));
        assert!(!is_date("London, 1851") && !is_date("The Match of 1851"));
    }
}
