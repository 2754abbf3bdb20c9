//! Which titles may name an event, where nothing in them says that they do.
use crate::book::players;
use crate::book::sides;
use crate::book::vocabulary::{ADDRESS, EVENT, NUMBERED, SHORT, is_initial, is_word};
use crate::book::words::shouts;
use crate::near::distance;

/// No name of an event has fewer letters in its longest word.
const FEWEST_LETTERS: usize = 3;

/// May a title, of which is not known what it says, name an event? What is left of a sentence, noise, the number of a game,
/// the head of a page or of columns and the name of a player do not.
pub(super) fn may_name(title: &str) -> bool {
    let words: Vec<&str> = title.split_whitespace().collect();
    let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count();
    let first = title.chars().find(|c| c.is_alphanumeric());
    first.is_some_and(|first| !first.is_lowercase())
        && words.iter().map(letters).max().unwrap_or(0) >= FEWEST_LETTERS
        && !is_noise(title)
        && !is_number(&words)
        && !is_page_head(&words)
        && !words.last().is_some_and(|last| bare(last).eq_ignore_ascii_case("games"))
        && !is_place(&words)
        && !are_sides(&words)
        && !is_player(&words)
        && players::in_turn(title).is_none()
}

/// Signs among the letters, more than a title has.
fn is_noise(title: &str) -> bool {
    let is_sign =
        |c: &char| !c.is_alphanumeric() && !c.is_whitespace() && !matches!(c, '.' | ',' | '\'' | '\u{2019}');
    title.chars().filter(is_sign).count() * 4 > title.chars().count()
}

/// The number of a game, perhaps misread: `GAME Ne. 12`, `Game Xo. il`.
fn is_number(words: &[&str]) -> bool {
    let is_short = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() <= 3;
    matches!(words, [first, rest @ ..] if is_word(first, NUMBERED) && rest.len() <= 2 && rest.iter().all(is_short))
}

/// Words in capitals beside the number of a page: `193 CHESS GAMES`.
pub(super) fn is_page_head(words: &[&str]) -> bool {
    let is_page = |word: &&str| bare(word).len() <= 3 && bare(word).bytes().all(|byte| byte.is_ascii_digit());
    let is_beside = words.first().is_some_and(is_page) || words.len() == 2 && is_page(&words[1]);
    words.len() > 1 && is_beside && words.iter().all(|word| shouts(word))
}

/// Where a game was played, perhaps misread: `Piayed at Vienna`.
fn is_place(words: &[&str]) -> bool {
    let is_played = |word: &str| distance(&word.to_ascii_lowercase(), PLAYED) < PLAYED.len() / 2;
    matches!(words, [first, at, ..] if ["at", "in"].contains(at) && is_played(first))
}

const PLAYED: &str = "played";

fn bare(word: &str) -> &str {
    word.trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// The words for the sides before others, or one of them alone, perhaps misread.
fn are_sides(words: &[&str]) -> bool {
    words.iter().take(2).all(|word| sides::looks_alone(word).is_some())
}

/// Initials before one name: `J. W. Alder`.
fn is_player(words: &[&str]) -> bool {
    let is_short =
        |word: &&str| is_initial(word) && word.chars().count() <= 3 || is_word(word, ADDRESS | SHORT);
    matches!(words, [short @ .., name] if !short.is_empty() && short.iter().all(is_short) && !is_word(name, EVENT))
}

/// A name in capitals with a full stop behind it, as players are named over columns: `DING LIREN.`
pub(super) fn is_name_alone(title: &str) -> bool {
    let is_event = || title.split_whitespace().any(|word| is_word(word, EVENT));
    title.ends_with('.')
        && shouts(title)
        && title.split(' ').count() <= 3
        && players::is_name(title)
        && !is_event()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_other_things_names_no_event() {
        for title in [
            "Spring Meeting",
            "THE LONG GAME",
            "A Night at the Inn",
            "GAME 3 of the match",
            "10th Winter Cup",
        ] {
            assert!(may_name(title), "{title}");
        }
        for other in [
            "40", "of the student", "P-R3", "GAME Ne. 12", "Game Xo. il", "193 CHESS GAMES",
            "White. Black. x", "Wliite", "J. W. Alder", "ALDER. BIRCH.", "J. Alder L. Birch", "+) -+ 4",
            "GAME No",
        ] {
            assert!(!may_name(other), "{other}");
        }
    }
}
