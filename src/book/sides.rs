//! Who has which side, as a heading says it outright: with a colon, in brackets, in a sentence, in two lines.
use crate::book::players::{
    ADDRESS, BLACK, Players, SHORT, WHITE, bare_name, is_name, is_word, side_at, side_at_start,
};

/// Words between a player and the side he has.
const HAS_SIDE: &[&str] = &[
    "playing",
    "played",
    "plays",
    "having",
    "has",
    "had",
    "taking",
    "took",
    "takes",
    "conducting",
    "conducted",
    "with",
    "the",
    "men",
    "pieces",
];

/// `White: J. Mieses. Black: J. R. Capablanca.`, `White—Dr. Lasker. Black—Tarrasch.`, `Morphy (White). Löwenthal
/// (Black).`
pub(super) fn stated(text: &str) -> Option<Players> {
    colons(text).or_else(|| behind_names(text)).or_else(|| in_clauses(text))
}

/// `Mr. Alder playing White, and Mr. Birch Black.`, and no other word.
fn in_clauses(text: &str) -> Option<Players> {
    let ((white, white_end), (black, black_end)) = (side_at(text, WHITE)?, side_at(text, BLACK)?);
    let first = (white.min(black), white_end.min(black_end));
    let second = (white.max(black), white_end.max(black_end));
    let player = |clause: &str| {
        let clause = clause.trim_matches([' ', ',', ';']);
        // `the Black men, Mr. Alder the White`
        let clause = ["men", "pieces"].iter().find_map(|men| clause.strip_prefix(men)).unwrap_or(clause);
        let clause = clause.trim_matches([' ', ',', ';']);
        let clause = ["and ", "while "].iter().find_map(|lead| clause.strip_prefix(lead)).unwrap_or(clause);
        let words: Vec<&str> = clause.split_whitespace().collect();
        let said = words.iter().rev().take_while(|word| is_word(word, HAS_SIDE)).count();
        let name = bare_name(&words[..words.len() - said].join(" "));
        is_name(&name).then_some((name, said > 0))
    };
    let mut behind = text[second.1..].split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let (one, is_said) = player(&text[..first.0])?;
    let (two, _) = player(text.get(first.1..second.0)?)?;
    let is_all = is_said && behind.all(|word| is_word(word, HAS_SIDE));
    is_all.then_some(if white < black { (one, two) } else { (two, one) })
}

fn colons(text: &str) -> Option<Players> {
    let head = |from: usize, sides: &[&str]| {
        let rest = text.get(from..)?;
        let (at, end) = side_at(rest, sides).filter(|&(at, _)| rest[at..].starts_with(char::is_uppercase))?;
        let after = &rest[end..];
        let bare = after.trim_start();
        let skip = bare.strip_prefix([':', ',', '\u{2014}']).or_else(|| bare.strip_prefix("--"))?;
        Some((from + at, text.len() - skip.len()))
    };
    let (_, white) = head(0, WHITE)?;
    let (black_at, black) = head(white, BLACK)?;
    let end = text[black..].find(['(', '[', '{']).map_or(text.len(), |at| black + at);
    // The full stop behind an initial or an abbreviation ends no name.
    let ends = |&at: &usize| {
        let word = text[black..black + at].split([' ', '.']).next_back().unwrap_or("");
        word.chars().count() > 2 && !is_word(word, SHORT) && !is_word(word, ADDRESS)
    };
    let stops = text[black..end].match_indices(['.', ';']).map(|(at, _)| at);
    let end = stops
        .filter(|&at| text[black + at + 1..].starts_with([' ', '-', '\u{2014}']))
        .find(ends)
        .map_or(end, |at| black + at);
    let players = (bare_name(&text[white..black_at]), bare_name(&text[black..end]));
    (is_name(&players.0) && is_name(&players.1)).then_some(players)
}

/// `Mr. Morphy (White). Mr. Löwenthal (Black).`
fn behind_names(text: &str) -> Option<Players> {
    let lower = text.to_ascii_lowercase();
    let at = |side: &str| lower.find(&format!("({side}"));
    let (white, black) = (at("white")?, at("black")?);
    let close = |open: usize| text[open..].find(')').map(|len| open + len + 1);
    let (first, second) = if white < black { (white, black) } else { (black, white) };
    let between = text.get(close(first)?..second)?.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `and`, `against`, `beats`.
    let words = between.split_inclusive(char::is_whitespace);
    let is_small =
        |word: &&str| word.starts_with(char::is_lowercase) && !is_word(word, &["von", "van", "de", "du"]);
    let small: usize = words.take_while(is_small).map(str::len).sum();
    let (one, two) = (bare_name(&text[..first]), bare_name(&between[small..]));
    if !(is_name(&one) && is_name(&two)) {
        return None;
    }
    Some(if white < black { (one, two) } else { (two, one) })
}

/// Two sides in two lines, one below the other, each before a name and nothing else: `White Alder`, `Black Birch`.
pub(super) fn in_two_lines(first: &str, second: &str) -> Option<Players> {
    let name = |(is_white, rest): (bool, &str)| {
        let name = bare_name(rest);
        (is_name(&name) && rest.starts_with(' ')).then_some((is_white, name))
    };
    match (name(side_at_start(first)?)?, name(side_at_start(second)?)?) {
        ((true, white), (false, black)) | ((false, black), (true, white)) => Some((white, black)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(white: &str, black: &str) -> Option<Players> {
        Some((white.to_owned(), black.to_owned()))
    }

    #[test]
    fn the_side_stands_before_or_behind_the_name() {
        assert_eq!(
            stated("White: J. Mieses. Black: J. R. Capablanca."),
            pair("J. Mieses", "J. R. Capablanca")
        );
        assert_eq!(stated("White--Dr. E. Lasker. Black--S. Tarrasch."), pair("Dr. E. Lasker", "S. Tarrasch"));
        assert_eq!(stated("Mr. Alder (White). Mr. Birch (Black)."), pair("Alder", "Birch"));
        assert_eq!(stated("Mr. Alder (Black) and Mr. Birch (White)."), pair("Birch", "Alder"));
        assert_eq!(stated("Herr Alder (White) beats Herr Birch (Black)"), pair("Alder", "Birch"));
        assert_eq!(stated("White: to play and mate. Black: no moves"), None);
        assert_eq!(in_two_lines("White Alder", "Black J. Birch"), pair("Alder", "J. Birch"));
        assert_eq!(in_two_lines("White to play", "Black has lost"), None);
    }
}
