//! Who moves first, as a heading says it: `Mr. Alder having the first move`, `the latter moves first`, `Alder begins`.
use crate::book::clause::{Signs, Word, words};
use crate::book::sides::{before_apposition, name_before, name_behind, one_of_two};
use crate::book::vocabulary::{AFTER_NAME, BEGINS, BLACK, GIVES, HAS_SIDE, MOVES, WHITE, is_word};

/// What a heading says of the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// This player has it, or the other one.
    Has { name: String, is_other: bool },
    /// `Alder opens` says it where Alder is one of the players.
    Opens(String),
    /// It speaks of it in words that are not understood.
    Unclear,
}

/// The longest text that tells it, in bytes.
const LONGEST: usize = 240;

/// Reads who moves first.
pub(super) fn told(text: &str) -> Option<Turn> {
    let of_turn = |word: &str| {
        is_word(word, BEGINS) || ["first", "second", "move"].iter().any(|of| word.eq_ignore_ascii_case(of))
    };
    // Most texts do not speak of it.
    if text.len() > LONGEST || !text.split(|c: char| !c.is_alphanumeric()).any(of_turn) {
        return None;
    }
    let words = words(text);
    let mut found = None;
    for at in 0..words.len() {
        match turn_at(text, &words, at) {
            Some(Turn::Unclear) => found = found.or(Some(Turn::Unclear)),
            Some(turn) => return Some(turn),
            None => {}
        }
    }
    found
}

/// Is a word of the text this one?
fn says(words: &[Word<'_>], at: usize, word: &str) -> bool {
    words.get(at).is_some_and(|of| of.text.eq_ignore_ascii_case(word))
}

/// Does a phrase end before a word?
fn ends(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_none_or(|next| !next.before.is_empty())
}

/// What the words at a place say of the first move.
fn turn_at(text: &str, words: &[Word<'_>], at: usize) -> Option<Turn> {
    let is_before = |word: &str| at > 0 && words[at].before.is_empty() && says(words, at - 1, word);
    if says(words, at, "player") {
        // Where a name stands beside it, that has a side.
        return ["first", "second", "1st", "2nd", "2d"].into_iter().any(is_before).then_some(Turn::Unclear);
    }
    if says(words, at, "move") {
        let has = || at > 1 && words[at - 1].before.is_empty() && is_word(words[at - 2].text, HAS_SIDE);
        if is_before("first") {
            return of_move(text, words, at - 1, at + 1);
        }
        return (is_before("the") && has() && ends(words, at + 1))
            .then(|| of_move(text, words, at - 1, at + 1))?;
    }
    let is_second = says(words, at, "second");
    if (is_second || says(words, at, "first"))
        && at > 0
        && is_word(words[at - 1].text, MOVES)
        && ends(words, at + 1)
    {
        let is_side = at > 1 && is_word(words[at - 2].text, WHITE | BLACK);
        return (!is_side).then(|| {
            match in_commas(text, words, at - 1, at + 1).or_else(|| has(text, words, at - 1)) {
                Some(Turn::Has { name, .. }) => Turn::Has { name, is_other: is_second },
                _ => Turn::Unclear,
            }
        });
    }
    let is_verb = is_word(words[at].text, BEGINS) && words[at].text.starts_with(char::is_lowercase);
    let end = if says(words, at + 1, "the") && says(words, at + 2, "game") { at + 3 } else { at + 1 };
    if at == 0 || !is_verb || !ends(words, end) {
        return None;
    }
    // `Bird opening` is what he has invented.
    if says(words, at, "opening") && one_of_two(words[at - 1].text).is_none() {
        return None;
    }
    match has(text, words, at)? {
        Turn::Has { name, .. } => Some(Turn::Opens(name)),
        other => Some(other),
    }
}

/// The player with whom a text begins, behind whom words between commas say it: `Alder, moving first, against Birch`.
fn in_commas(text: &str, words: &[Word<'_>], start: usize, end: usize) -> Option<Turn> {
    let is_comma = |at: usize| words.get(at).is_some_and(|word| word.before == Signs::COMMA);
    let is_apart = is_comma(start) && is_comma(end);
    let (first, name) = is_apart.then(|| name_before(text, words, start, false))??;
    (first <= 1).then_some(Turn::Has { name, is_other: false })
}

/// The player before a word, who has the first move.
fn has(text: &str, words: &[Word<'_>], at: usize) -> Option<Turn> {
    let is_joined = words[at].before.is_empty()
        || says(words, at, "who") && words[at].before == Signs::COMMA
        || before_apposition(words, at) < at;
    let (_, name) = is_joined.then(|| name_before(text, words, at, true))??;
    Some(Turn::Has { name, is_other: false })
}

/// Who has the move for which the words from `start` to `end` stand.
fn of_move(text: &str, words: &[Word<'_>], start: usize, end: usize) -> Option<Turn> {
    let mut first = start;
    while first > 0 && words[first].before.is_empty() && is_word(words[first - 1].text, HAS_SIDE) {
        first -= 1;
    }
    let before =
        first.checked_sub(1).filter(|_| words[first].before.is_empty()).map(|before| words[before].text);
    if before.is_some_and(|before| is_word(before, GIVES)) {
        let giver = has(text, words, first - 1);
        return Some(match giver {
            Some(Turn::Has { name, .. }) => Turn::Has { name, is_other: true },
            _ => Turn::Unclear,
        });
    }
    // `after the first move`, `White's first move`
    let is_other = |before: &str| {
        is_word(before, AFTER_NAME | WHITE | BLACK)
            || ["after", "his"].iter().any(|of| before.eq_ignore_ascii_case(of))
            || before.contains(['\'', '\u{2019}'])
    };
    if before.is_some_and(is_other) {
        return None;
    }
    if let Some(turn) = has(text, words, first).filter(|_| first > 0) {
        return Some(turn);
    }
    // `First move, Mr. Birch.`
    let begins = start == 0
        || words[start].before.has(&[Signs::STOP, Signs::DASH, Signs::OPEN, Signs::SEMICOLON, Signs::GAP]);
    let behind = words
        .get(end)
        .filter(|word| begins && !word.before.is_empty() && !word.before.has(&[Signs::STOP, Signs::CLOSE]));
    let name = behind.and_then(|_| name_behind(text, words, end));
    Some(name.map_or(Turn::Unclear, |(_, name)| Turn::Has { name, is_other: false }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_is_had_taken_given_or_left_unclear() {
        for (text, expected) in [
            ("Between Mr. Alder and Mr. Birch, the latter having the first move.", "latter"),
            ("Between Mr. Alder and Mr. Birch, Mr. Birch having the first move.", "Birch"),
            ("Between Mr. Alder and Mr. Birch, the last-named taking the first move.", "last-named"),
            ("A series between Mr. Alder and Mr. Birch. Mr. Birch had the move.", "Birch"),
            ("Between Mr. Alder and Mr. Birch. Mr. Birch moves first.", "Birch"),
            ("Between Mr. Alder and Mr. Birch; Mr. Birch, of Hull, plays first.", "Birch"),
            ("Between Mr. Alder and Mr. Birch, the former allowing the latter the first move.", "latter"),
            ("Alder v. Birch, the former giving the first move", "not former"),
            ("Alder v. Birch, the first move being given to the latter", "?"),
            ("Mr. Alder v. Mr. Birch.\u{2014}First move, Mr. Birch.", "Birch"),
            ("Between Mr. Alder and Mr. Birch. (Mr. Birch begins.)", "opens Birch"),
            ("Between Mr. Alder and Mr. Birch, the latter opening.", "opens latter"),
            ("Alder v. Birch, the second player having the attack", "?"),
            ("Alder, playing second, against Birch.", "not Alder"),
            ("Between Mr. Alder and Mr. Birch, playing first, with a clock", "?"),
            ("Alder v. Birch. After the first move", ""),
            ("Alder v. Birch. English opening", ""),
            ("White moves first.", ""),
            ("Mr. Alder gives the pawn and move", ""),
        ] {
            let told = match told(text) {
                Some(Turn::Has { name, is_other }) => {
                    if is_other {
                        format!("not {name}")
                    } else {
                        name
                    }
                }
                Some(Turn::Opens(name)) => format!("opens {name}"),
                Some(Turn::Unclear) => "?".to_owned(),
                None => String::new(),
            };
            assert_eq!(told, expected, "{text}");
        }
    }
}
