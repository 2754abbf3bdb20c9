//! Parts of titles: two names, a position, the number of a game, the name of an opening.
use crate::book::ordinal;
use crate::book::vocabulary::{LAND, NO_OPENING, NUMBERED, OPENING, is_word};

/// White and Black in `Morphy – Paulsen`: two names with a dash between, and blanks around it. `White – Morphy` names one.
pub(crate) fn versus(line: &str) -> Option<(&str, &str)> {
    let dashes = [" \u{2013} ", " \u{2014} ", " --- ", " -- ", " - "];
    let line = without_code(line);
    let (white, black) = dashes.iter().find_map(|dash| line.split_once(dash))?;
    let (white, black) = (without_rating(white), without_rating(black));
    let is_side = |word: &str| ["white", "black"].contains(&word.trim().to_ascii_lowercase().as_str());
    (is_name(white) && is_name(black) && !is_side(white) && !is_side(black))
        .then_some((white.trim(), black.trim()))
}

/// `Alder, A. (2450)` without the rating.
pub(super) fn without_rating(name: &str) -> &str {
    let rated = name.trim_end().strip_suffix([')', ']']).and_then(|name| name.rsplit_once(['(', '[']));
    let is_rating = |figures: &str| figures.len() == 4 && figures.bytes().all(|b| b.is_ascii_digit());
    rated.filter(|(_, figures)| is_rating(figures)).map_or(name, |(name, _)| name.trim_end())
}

/// Is a word the code of an opening in the Encyclopaedia: `C52`?
pub(super) fn is_code(word: &str) -> bool {
    let figures = word.strip_prefix(|c: char| matches!(c, 'A'..='E'));
    figures.is_some_and(|figures| figures.len() == 2 && figures.bytes().all(|b| b.is_ascii_digit()))
}

/// `1. Alder, A. - Birch, B. [C52]` without the number of the game and the code of its opening.
fn without_code(line: &str) -> &str {
    let line = line.trim();
    let code = line.strip_suffix([']', ')']).and_then(|line| line.rsplit_once([' ', '[', '(']));
    let line = code
        .filter(|(_, code)| is_code(code))
        .map_or(line, |(line, _)| line.trim_end_matches([' ', '[', '(']));
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = behind.strip_prefix(['.', ')']).filter(|_| behind.len() < line.len());
    behind.map_or(line, str::trim_start)
}

/// A few words that begin with capitals, initials and particles among them.
fn is_name(words: &str) -> bool {
    const PARTICLES: [&str; 13] =
        ["de", "da", "di", "du", "van", "von", "der", "den", "la", "le", "del", "and", "zu"];
    let words = words.trim();
    let count = words.split_whitespace().count();
    words == "?"
        || (1..=5).contains(&count)
            && words.len() <= 48
            && !words.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | ';' | '!'))
            && words.starts_with(char::is_uppercase)
            && words.split_whitespace().all(|word| {
                let bare = word.trim_matches(|c: char| !c.is_alphabetic());
                bare.starts_with(char::is_uppercase) || bare.is_empty() || PARTICLES.contains(&bare)
            })
}

/// The fields of FEN.
const FIELDS: usize = 6;

/// The position in `FEN: rnbq… w KQkq - 0 1`.
pub(crate) fn fen(words: &str) -> Option<String> {
    let is_alone = || words.split_whitespace().count() <= FIELDS;
    let rest = words.split_once("FEN").map(|(_, rest)| rest).or_else(|| is_alone().then_some(words))?;
    let rest = rest.trim_start_matches([':', ' ', '"', '=']);
    let fields: Vec<&str> =
        rest.split_whitespace().map(|field| field.trim_matches(['"', ']', ')'])).take(FIELDS).collect();
    let is_board = fields.first()?.bytes().filter(|&b| b == b'/').count() == 7;
    (is_board && fields.len() >= 2).then(|| fields.join(" "))
}

/// `Morphy – Paulsen`, if no word of it belongs to the name of an opening.
pub(super) fn pairing(text: &str) -> Option<(&str, &str)> {
    let names = |words: &&str| {
        !words.split(|c: char| !c.is_alphabetic()).any(|word| {
            is_word(word, OPENING)
                || ["game", "variation", "chapter", "part"].iter().any(|part| word.eq_ignore_ascii_case(part))
        })
    };
    super::naming::versus(text).filter(|(white, black)| names(white) && names(black))
}

/// Does a title say which number a game bears and nothing else: `GAME 3`, `SIXTH GAME`, `XII.`?
pub(super) fn is_number(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    game_number(text).is_some()
        && words.all(|word| {
            let lower = word.to_ascii_lowercase();
            ["the", "n", "\u{ba}", "n\u{ba}"].contains(&lower.as_str())
                || is_word(word, NUMBERED)
                || ordinal::number(word).or_else(|| ordinal::tens(word)).is_some()
        })
}

/// The number of a game: `GAME IV`, `Game No. 12`, `GAME THE FIRST`, `EXAMPLE 52`, `IV—THE SCOTCH GAME`, `12.` alone.
pub(crate) fn game_number(text: &str) -> Option<u32> {
    let figures = text.trim().strip_suffix('.').filter(|figures| figures.len() <= 3);
    if let Some(figures) = figures.filter(|figures| figures.bytes().all(|b| b.is_ascii_digit())) {
        return figures.parse().ok();
    }
    let words: Vec<&str> = text
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '.' | ',' | ':' | '-' | '\u{2014}' | '\u{2013}' | '(')
        })
        .filter(|word| !word.is_empty())
        .take(5)
        .collect();
    let lower = |i: usize| words.get(i).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let mut at = 0;
    if is_word(&lower(0), NUMBERED) {
        at = 1;
        while ["no", "n", "\u{ba}", "n\u{ba}", "the", "number"].contains(&lower(at).as_str()) {
            at += 1;
        }
    } else if ["game", "partie", "example"].contains(&lower(1).as_str())
        && ordinal::number(words[0]).is_some()
    {
        // `SIXTH GAME`.
        at = 0;
    } else if ["game", "partie", "example"].contains(&lower(2).as_str())
        && let Some(tens) = ordinal::tens(words[0])
    {
        // `TWENTY-FIRST GAME`.
        return ordinal::number(words[1]).filter(|&ones| ones < 10).map(|ones| tens + ones);
    } else {
        // A Roman number before a dash or a full stop begins the title.
        let first = text.split_whitespace().next()?;
        let numeral: usize = first.bytes().take_while(|b| b"IVXLC".contains(b)).count();
        let followed =
            first[numeral..].chars().next().is_some_and(|c| matches!(c, '.' | '-' | '\u{2014}' | '\u{2013}'));
        if numeral == 0 || !followed {
            return None;
        }
    }
    // `GAME THE TWENTY-FIRST`.
    if let Some(tens) = ordinal::tens(words.get(at)?) {
        return ordinal::number(words.get(at + 1)?).filter(|&ones| ones < 10).map(|ones| tens + ones);
    }
    ordinal::number(words.get(at)?)
}

/// A title, or a part of one in brackets, that names an opening.
pub(super) fn opening(text: &str) -> Option<String> {
    let is_opening = |part: &str| {
        let words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        let names = |at: usize| {
            let is = |word: &str| is_word(word, OPENING);
            let goes_on = || words.get(at + 1).is_some_and(|next| next == "game" || is(next));
            let leads = || words[at] != "vienna" && words[..at].iter().all(|word| word == "the");
            is(&words[at]) && (!is_word(&words[at], LAND) || goes_on() || leads())
        };
        (1..=7).contains(&words.len())
            && !words.iter().any(|word| is_word(word, NO_OPENING))
            && (0..words.len()).any(names)
    };
    // `No. 31 SICILIAN GAME`
    let tidy = |part: &str| {
        let name = part.trim_matches(|c: char| !c.is_alphabetic());
        // `Opening   Ruy Lopez`
        name.strip_prefix("Opening ").map_or(name, str::trim_start).to_owned()
    };
    let rest = text
        .split_once('\u{2014}')
        .or_else(|| text.split_once("--"))
        .map_or(text, |(head, rest)| if head.trim().len() <= 14 { rest } else { text });
    let parts = rest.split(". ").map(str::trim);
    parts.clone().find(|part| is_opening(part)).map(tidy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numbers_and_ordinals_count() {
        assert_eq!(game_number("GAME XIV.--(Unclassified.)"), Some(14));
        assert_eq!(game_number("GAME THE FIFTH."), Some(5));
        assert_eq!(game_number("IV\u{2014}THE SCOTCH GAME"), Some(4));
        assert_eq!(game_number("ILLUSTRATIVE GAME"), None);
        assert_eq!(opening("IV\u{2014}THE SCOTCH GAMBIT").as_deref(), Some("THE SCOTCH GAMBIT"));
    }
}
