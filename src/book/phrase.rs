//! A heading in phrases, and what each says: the number of the game, who has which side, players, opening, event, place
//! and date.
use crate::book::clause::is_abbreviated;
use crate::book::date::{date, is_date_at, is_date_word};
use crate::book::event;
use crate::book::heading::opens_section;
use crate::book::naming::{game_number, is_number, opening, pairing, versus};
use crate::book::ordinal;
use crate::book::players::{self, bare_name, is_name, letters};
use crate::book::sides::{self, Sides};
use crate::book::vocabulary::{EVENT, NO_PLACE, PERIODICAL, SMALL, has_capital, is_word};

/// What the phrases of a heading say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) number: Option<u32>,
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    /// Two players, of whom it is not said who is White.
    pub(super) names: Vec<String>,
    pub(super) opening: Option<String>,
    pub(super) event: Option<String>,
    pub(super) site: Option<String>,
    pub(super) date: Option<String>,
    /// The first phrase that says none of these.
    pub(super) rest: Option<String>,
}

impl Told {
    /// It says something else than who played.
    pub(super) fn says_more(&self) -> bool {
        let Self { opening, event, site, date, .. } = self;
        [opening, event, site, date].into_iter().any(Option::is_some)
    }

    /// It says who the two players are, and has no words of prose.
    pub(super) fn are_players(&self) -> bool {
        self.rest.is_none() && (self.names.len() == 2 || self.white.is_some() && self.black.is_some())
    }

    /// It says something of a game.
    pub(super) fn is_something(&self) -> bool {
        let Self { number, white, black, names, opening, event, site, date, rest: _ } = self;
        let words = [white, black, opening, event, site, date];
        number.is_some() || !names.is_empty() || words.into_iter().any(Option::is_some)
    }
}

/// Reads a heading.
pub(super) fn read(text: &str) -> Told {
    with_sides(text, &sides::told(text))
}

/// Reads a heading of which is known what it says of the sides.
pub(super) fn with_sides(text: &str, sides: &Sides) -> Told {
    if let Some((number, rest)) = counted(text) {
        return Told { number: Some(number), ..read(rest) };
    }
    let mut told = Told::default();
    if sides.is_all {
        (told.white, told.black) = (sides.white.clone(), sides.black.clone());
        return told;
    }
    let (outside, inside) = without_brackets(text);
    let texts: Vec<Vec<&str>> = [outside.as_str()].into_iter().chain(inside).map(split).collect();
    let several = texts.iter().flatten().count() > 1;
    for (text, phrases) in texts.iter().enumerate() {
        let mut side = None;
        for (at, phrase) in phrases.iter().enumerate() {
            // `White—Dr. Lasker` was cut at the dash.
            if let Some(white) = side.take()
                && let Some(name) = name(phrase)
            {
                *(if white { &mut told.white } else { &mut told.black }) = Some(name);
                continue;
            }
            side = sides::alone(phrase);
            if side.is_some() || told.read(phrase, text == 0 && at == 0 && several) {
                continue;
            }
            // `(Birch White)` is told, and `(compare p. 35)` is no title.
            let is_side = |name: &String| phrase.strip_prefix(name.as_str()).and_then(sides::alone).is_some();
            let is_told = [&sides.white, &sides.black].into_iter().flatten().any(is_side);
            // `Alder v. Birch [Hungary]`
            let is_town = text > 0 && told.names.len() == 2 && !phrase.contains(' ');
            if !is_told && !is_town && !phrase.starts_with(char::is_lowercase) {
                told.rest.get_or_insert_with(|| (*phrase).to_owned());
            }
        }
    }
    told
}

impl Told {
    /// Reads a phrase; `false` if it says nothing of what is looked for.
    fn read(&mut self, phrase: &str, leads: bool) -> bool {
        let sides = sides::told(phrase);
        if sides.is_all {
            self.white = sides.white.or(self.white.take());
            self.black = sides.black.or(self.black.take());
            return true;
        }
        if let Some(number) = number(phrase, leads) {
            self.number.get_or_insert(number);
            return true;
        }
        let mut parts = phrase.split(", ").map(str::trim).collect::<Vec<_>>();
        let mut known = false;
        // `Game 154, played on the 11th of May`
        if let Some(number) = number(parts[0], false).filter(|_| parts.len() > 1) {
            self.number.get_or_insert(number);
            parts.remove(0);
            known = true;
        }
        if self.names.is_empty() {
            // `Messrs. Alder and Birch, consulting, against Mr. Cedar`: the two are one side.
            let says_versus = |part: &str| part.split_whitespace().any(is_versus);
            let is_against = says_versus(phrase);
            let parts_at = parts.iter().enumerate().filter(|(_, part)| !is_against || says_versus(part));
            let mut pairs = parts_at.map(|(at, part)| (at, pair(part)));
            let first = || hyphened(parts[0].strip_prefix("Match ").unwrap_or(parts[0]));
            let is_dated = date(phrase).is_some() && parts.len() > 1;
            let is_numbered = self.number.is_some() && opening(parts[0]).is_none();
            let found = pairs.find(|(_, names)| names.len() == 2);
            let found = found.or_else(|| (is_dated || is_numbered).then(|| (0, first())));
            if let Some((at, names)) = found.filter(|(_, names)| names.len() == 2) {
                self.names = names;
                parts.remove(at);
                known = true;
            }
        }
        let named = |part: &&str| opening(part).filter(|_| part.split_whitespace().all(is_capital));
        if self.opening.is_none()
            && let Some((at, opening)) =
                parts.iter().enumerate().find_map(|(at, part)| Some((at, named(part)?)))
            && parts[..at].iter().all(|part| part.split_whitespace().any(is_date_word))
        {
            self.opening = Some(opening);
            parts.remove(at);
            known = true;
        }
        known | self.where_and_when(phrase, &parts)
    }

    /// Event, place and date in the parts of a phrase.
    fn where_and_when(&mut self, phrase: &str, parts: &[&str]) -> bool {
        let date = date(phrase).filter(|_| !names_periodical(phrase));
        let is_dated = date.is_some();
        if self.date.is_none() {
            self.date = date;
        }
        // In a sentence a town between commas may be that of a player.
        let is_title =
            phrase.split_whitespace().all(|word| is_capital(word) || is_date_word(word) || is_versus(word));
        let (mut known, mut unknown) = (is_dated, false);
        for part in parts {
            let is_round = part.to_ascii_lowercase().contains("round");
            if let Some(number) = number(part, false).filter(|_| is_round) {
                known = true;
                self.number.get_or_insert(number);
                continue;
            }
            let words = place_words(part);
            if words.is_empty() {
                continue;
            }
            let name = words.join(" ");
            if is_event(&words) || is_dated && is_title && words.len() == 1 && is_event_word(&name) {
                known = true;
                self.event.get_or_insert(name);
            } else if is_dated && is_title && is_place(&words) {
                self.site.get_or_insert(name);
            } else {
                unknown = true;
            }
        }
        known && !unknown
    }
}

/// `(3) Alder v. Birch`, `3) Alder v. Birch`: the number, and the heading behind it.
fn counted(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let bare = text.strip_prefix('(');
    // `12  Alder - Birch`
    let before_names = || text.split_once(' ').filter(|(_, rest)| pairing(rest.trim_start()).is_some());
    let (number, rest) = bare.unwrap_or(text).split_once(") ").or_else(before_names)?;
    let is_headed = is_numeral(number) && rest.contains(char::is_alphabetic);
    let is_headed = is_headed && (bare.is_some() || number.bytes().all(|byte| byte.is_ascii_digit()));
    Some((ordinal::number(number).filter(|_| is_headed)?, rest))
}

/// What stands outside brackets, and in each pair of them.
fn without_brackets(text: &str) -> (String, Vec<&str>) {
    let (mut outside, mut inside, mut rest) = (String::new(), Vec::new(), text);
    while let Some(open) = rest.find(['(', '[']) {
        let Some(length) = rest[open + 1..].find([')', ']']) else { break };
        outside.push_str(rest[..open].trim_end());
        inside.push(&rest[open + 1..open + 1 + length]);
        rest = &rest[open + length + 2..];
    }
    outside.push_str(rest);
    (outside, inside)
}

/// The phrases of a text: what stands between full stops that end something, semicolons, dashes and gaps.
fn split(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let long = ["\u{2014}", "--", "   ", "\t", "|", ";"].iter().find(|mark| rest.starts_with(**mark));
        let dash = [" - ", " \u{2013} "].iter().find(|dash| rest.starts_with(**dash));
        // Where the phrase would end if the dash did not part it.
        let end = |dash: usize| {
            let from = at + dash;
            let ends = |&(n, sign): &(usize, &str)| sign != "." || !is_abbreviated(&text[start..from + n]);
            text[from..].match_indices(['.', ',', ';']).find(ends).map_or(text.len(), |(n, _)| from + n)
        };
        let cut = if let Some(mark) = long.or(dash) {
            // Between two names it parts no phrases.
            let from = text[start..at].rfind([',', ')']).map_or(start, |comma| start + comma + 1);
            let pair = &text[from..end(mark.len())];
            (dashed(pair).is_none() && versus(pair).is_none()).then_some(mark.len())
        } else {
            let ends =
                bytes[at] == b'.' && bytes.get(at + 1).is_none_or(|&next| next == b' ' || next == b'-');
            // `Game 1: Morphy v. Paulsen`, but `White: Morphy`
            let is_parted = || rest.starts_with(": ") && sides::alone(&text[start..at]).is_none();
            (ends && !is_abbreviated(&text[start..at]) || is_parted()).then_some(1)
        };
        match cut {
            Some(length) => {
                out.push(&text[start..at]);
                at += length;
                start = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    out.push(&text[start..]);
    let bare =
        |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ':' | '-' | '\u{2013}' | '_' | '*' | '=');
    out.into_iter().map(|phrase| phrase.trim_matches(bare)).filter(|phrase| !phrase.is_empty()).collect()
}

/// `XII`, `15`: of a year or a page number there are more figures.
fn is_numeral(word: &str) -> bool {
    word.bytes().all(|byte| b"IVXLC".contains(&byte))
        || word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `GAME 3`, `Round 5`, `23rd game`; before other phrases `XII` and `15`, too.
fn number(phrase: &str, leads: bool) -> Option<u32> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    match words[..] {
        [only] if leads && is_numeral(only) => ordinal::number(only),
        [round, number] if round.eq_ignore_ascii_case("round") => ordinal::number(number),
        [number, game] if game.eq_ignore_ascii_case("game") || game.eq_ignore_ascii_case("round") => {
            number.trim_end_matches(char::is_alphabetic).parse().ok().or_else(|| ordinal::number(number))
        }
        _ if is_number(phrase) => game_number(phrase),
        _ => None,
    }
}

/// A name and nothing else.
pub(super) fn name(words: &str) -> Option<String> {
    let name = bare_name(words);
    is_name(&name).then_some(name)
}

/// Two players: `Morphy - Paulsen`, `Steinitz v. Lasker`, `Between Messrs. Morphy and Anderssen`.
fn pair(part: &str) -> Vec<String> {
    if let Some((white, black)) = pairing(part) {
        return vec![bare_name(white), bare_name(black)];
    }
    if let Some((white, black)) = dashed(part) {
        return vec![white, black];
    }
    let names = players::names(part);
    if names.len() == 2 && names.iter().all(|name| is_name(name)) { names } else { Vec::new() }
}

/// Two players and nothing else, with a dash between them and no blanks: `Morphy—Paulsen`, `Morphy--Paulsen`.
fn dashed(text: &str) -> Option<(String, String)> {
    let dashes = ["\u{2014}", "\u{2013}", "--"];
    let (white, black) = dashes.iter().find_map(|dash| text.trim().split_once(dash))?;
    let is_pair = !white.ends_with(' ')
        && !black.starts_with([' ', '-'])
        && !dashes.iter().any(|dash| black.contains(dash));
    let is_player = |words: &str| {
        !sides::names_side(words) && !is_numeral(words) && opening(words).is_none() && letters(words) >= 3
    };
    let are_players = is_pair && is_player(white) && is_player(black) && !opens_section(text);
    are_players.then(|| name(white).zip(name(black)))?
}

/// Two players with a hyphen between, where the number of the game stands before, or nothing but a place and a date follow:
/// `Steinitz-Lasker`.
pub(super) fn hyphened(part: &str) -> Vec<String> {
    let Some((white, black)) = part.split_once('-') else { return Vec::new() };
    let is_pair = !white.contains(' ') && !black.contains('-') && black.split(' ').count() <= 2;
    if is_pair { [name(white), name(black)].into_iter().flatten().collect() } else { Vec::new() }
}

/// The words of a part without those of a date and those that lead to a place.
fn place_words(part: &str) -> Vec<&str> {
    let all: Vec<&str> = part.split_whitespace().collect();
    let mut words: Vec<&str> = (0..all.len()).filter(|&at| !is_date_at(&all, at)).map(|at| all[at]).collect();
    for lead in ["played", "at", "in", "from", "the", "on"] {
        if words.first().is_some_and(|word| word.eq_ignore_ascii_case(lead)) {
            words.remove(0);
        }
    }
    while words.last().is_some_and(|word| ["in", "of", "on", "at", "the"].contains(word)) {
        words.pop();
    }
    words
}

/// Does a text name a newspaper or a magazine? Its date is not that of a game.
pub(super) fn names_periodical(text: &str) -> bool {
    text.split_whitespace().any(|word| word.starts_with(char::is_uppercase) && is_word(word, PERIODICAL))
}

pub(super) fn is_event_word(word: &str) -> bool {
    is_word(word.trim_end_matches(|c: char| !c.is_alphanumeric() || c == 's'), EVENT) || is_word(word, EVENT)
}

/// Does a phrase name an event: one of the words for it, and no word of prose?
fn is_event(words: &[&str]) -> bool {
    words.len() >= 2
        && words.len() <= 10
        && !event::is_page_head(words)
        && words.iter().any(|word| is_event_word(word))
        && words.iter().all(|word| is_capital(word))
}

fn is_versus(word: &str) -> bool {
    players::VERSUS.contains(&word.trim_end_matches('.'))
}

pub(super) fn is_capital(word: &str) -> bool {
    !word.trim_start_matches(['"', '\u{201c}']).starts_with(char::is_lowercase)
        || is_word(word, SMALL)
        || has_capital(word)
}

/// A few words in capitals that are no opening.
pub(super) fn is_place(words: &[&str]) -> bool {
    let name = words.join(" ");
    (1..=4).contains(&words.len())
        && name.starts_with(char::is_uppercase)
        && words.iter().all(|word| is_capital(word))
        && !name.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | '!' | '?' | '"'))
        && opening(&name).is_none()
        && !is_number(&name)
        && !words.iter().any(|word| is_word(word, NO_PLACE | PERIODICAL) || is_event_word(word))
        && !words.contains(&"and")
        && players::names(&name).is_empty()
        && is_name(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_falls_into_phrases() {
        let cases: [(&str, &[&str]); 6] = [
            (
                "THE LONG GAME. London, 1851. Alder v. Birch.",
                &["THE LONG GAME", "London, 1851", "Alder v. Birch"],
            ),
            ("15. ALDER - BIRCH", &["15", "ALDER - BIRCH"]),
            ("No. 31. - SICILIAN DEFENCE.", &["No. 31", "SICILIAN DEFENCE"]),
            ("New York, Oct. 6, 1857. First Congress.", &["New York, Oct. 6, 1857", "First Congress"]),
            (
                "White, Alder; Black, Birch. St. Petersburg, 1902.",
                &["White, Alder", "Black, Birch", "St. Petersburg, 1902"],
            ),
            ("Game 2.\u{2014}French Defence.", &["Game 2", "French Defence"]),
        ];
        for (text, phrases) in cases {
            assert_eq!(split(text), phrases, "{text}");
        }
    }

    #[test]
    fn phrases_say_who_where_and_when() {
        let words = |text: &str| Some(text.to_owned());
        let told = read(
            "Game 7. Queen's Gambit Declined. White: H. N. Alder. Black: Dr. E. Birch. Cambridge Springs, 1904.",
        );
        let expected = Told {
            number: Some(7),
            white: words("H. N. Alder"),
            black: words("Dr. E. Birch"),
            opening: words("Queen's Gambit Declined"),
            site: words("Cambridge Springs"),
            date: words("1904.??.??"),
            ..Told::default()
        };
        assert_eq!(told, expected);
        let told = read("World Championship Match, New York, 12 March 1894");
        let expected = Told {
            event: words("World Championship Match"),
            site: words("New York"),
            date: words("1894.03.12"),
            ..Told::default()
        };
        assert_eq!(told, expected);
        let told = read("THE LONG GAME (blindfold). Alder (without sight) v. Birch, Vienna, 1851");
        assert_eq!(
            (told.names, told.rest),
            (vec!["Alder".to_owned(), "Birch".to_owned()], words("THE LONG GAME"))
        );
        assert_eq!(told.site, words("Vienna"));
    }

    #[test]
    fn prose_says_nothing() {
        for prose in [
            "Some words of prose stand before the game.",
            "White now has the better game, and Black must play with care.",
            "In this position the Queen is lost.",
            "The Marshall attack is declined here",
        ] {
            let told = Told { rest: None, opening: None, ..read(prose) };
            assert!(!told.is_something(), "{prose}: {told:?}");
        }
    }

    #[test]
    fn a_place_begins_with_a_capital() {
        assert!(is_place(&["Vienna"]) && is_place(&["New", "York"]));
        for words in [&["(Vienna)"][..], &["\u{201c}Vienna\u{201d}"], &["the", "Hague"], &["Vienna", "again"]]
        {
            assert!(!is_place(words), "{words:?}");
        }
    }
}
