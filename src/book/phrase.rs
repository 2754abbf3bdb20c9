//! A heading in phrases, and what each says: the number of the game, who has which side, players, opening, event, place
//! and date.
use crate::book::date::{date, is_date_word};
use crate::book::heading::opens_section;
use crate::book::naming::{game_number, is_number, opening, pairing, versus};
use crate::book::ordinal;
use crate::book::players::{self, bare_name, is_name, letters};

/// Words that make a phrase the name of an event.
const EVENTS: &[&str] = &[
    "tournament",
    "tourney",
    "congress",
    "match",
    "meeting",
    "masters",
    "championship",
    "olympiad",
    "festival",
    "cup",
    "exhibition",
];

/// Abbreviations whose full stop ends no phrase, beside those of at most three letters.
const ABBREVIATIONS: &[&str] = &["messrs", "prof", "capt", "herr", "mons", "sept", "lieut"];

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
    /// It says something of a game.
    pub(super) fn is_something(&self) -> bool {
        let Self { number, white, black, names, opening, event, site, date, rest: _ } = self;
        let words = [white, black, opening, event, site, date];
        number.is_some() || !names.is_empty() || words.into_iter().any(Option::is_some)
    }
}

/// Reads a heading.
pub(super) fn read(text: &str) -> Told {
    let mut told = Told::default();
    let (outside, inside) = without_brackets(text);
    let phrases: Vec<&str> = [outside.as_str()].into_iter().chain(inside).flat_map(split).collect();
    let mut side = None;
    for (at, phrase) in phrases.iter().enumerate() {
        // `White—Dr. Lasker` was cut at the dash.
        if let Some(white) = side.take()
            && let Some(name) = name(phrase)
        {
            *(if white { &mut told.white } else { &mut told.black }) = Some(name);
            continue;
        }
        side = side_alone(phrase);
        if side.is_some() || told.read(phrase, at == 0 && phrases.len() > 1) {
            continue;
        }
        // `(compare p. 35)` is no title.
        if !phrase.starts_with(char::is_lowercase) {
            told.rest.get_or_insert_with(|| (*phrase).to_owned());
        }
    }
    told
}

impl Told {
    /// Reads a phrase; `false` if it says nothing of what is looked for.
    fn read(&mut self, phrase: &str, leads: bool) -> bool {
        if let Some((is_white, player)) = side(phrase) {
            *(if is_white { &mut self.white } else { &mut self.black }) = Some(player);
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
            self.names = pair(parts[0]);
            if self.names.is_empty() && date(phrase).is_some() && parts.len() > 1 {
                self.names = hyphened(parts[0]);
            }
            if self.names.len() == 2 {
                parts.remove(0);
                known = true;
            } else {
                self.names.clear();
            }
        }
        if let Some(part) = parts.first()
            && self.opening.is_none()
            && let Some(opening) = opening(part).filter(|_| part.split_whitespace().all(is_capital))
        {
            self.opening = Some(opening);
            parts.remove(0);
            known = true;
        }
        known | self.where_and_when(phrase, &parts)
    }

    /// Event, place and date in the parts of a phrase.
    fn where_and_when(&mut self, phrase: &str, parts: &[&str]) -> bool {
        let date = date(phrase);
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
            if is_event(&words) {
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
        let cut = if let Some(mark) = long {
            dashed(&text[start..end(mark.len())]).is_none().then_some(mark.len())
        } else if let Some(dash) = dash {
            // Between two names it parts no phrases.
            versus(&text[start..end(dash.len())]).is_none().then_some(dash.len())
        } else {
            let ends =
                bytes[at] == b'.' && bytes.get(at + 1).is_none_or(|&next| next == b' ' || next == b'-');
            // `Game 1: Morphy v. Paulsen`
            let is_numbered = || rest.starts_with(": ") && is_number(&text[start..at]);
            (ends && !is_abbreviated(&text[start..at]) || is_numbered()).then_some(1)
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

/// Does a full stop behind these words shorten the last of them? Numbers are whole.
fn is_abbreviated(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let lower = word.to_lowercase();
    let letters = word.chars().count();
    if word.is_empty()
        || word.starts_with(|c: char| c.is_ascii_digit())
        || ordinal::number(word).is_some_and(|n| n > 1 && letters > 1)
    {
        return false;
    }
    letters == 1
        || letters <= 3
            && word.starts_with(char::is_uppercase)
            && word.chars().skip(1).all(char::is_lowercase)
        || is_date_word(word) && letters <= 4
        || lower == "vs"
        || players::is_short(word)
        || ABBREVIATIONS.contains(&lower.as_str())
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
fn name(words: &str) -> Option<String> {
    let name = bare_name(words);
    is_name(&name).then_some(name)
}

/// `White` or `Black` alone: whether it is White.
fn side_alone(phrase: &str) -> Option<bool> {
    players::side_at_start(phrase).filter(|(_, rest)| rest.is_empty()).map(|(is_white, _)| is_white)
}

/// `White: Dr. Lasker`, `Black, Tarrasch`: whether it is White, and who.
fn side(phrase: &str) -> Option<(bool, String)> {
    let (is_white, rest) = players::side_at_start(phrase)?;
    let rest = rest.trim_start().strip_prefix([':', ',', '=', '-', '\u{2013}'])?;
    Some((is_white, name(rest)?))
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
        !players::names_side(words) && !is_numeral(words) && opening(words).is_none() && letters(words) >= 3
    };
    let are_players = is_pair && is_player(white) && is_player(black) && !opens_section(text);
    are_players.then(|| name(white).zip(name(black)))?
}

/// Two players with a hyphen between, where nothing but a place and a date follow: `Steinitz-Lasker`.
fn hyphened(part: &str) -> Vec<String> {
    let Some((white, black)) = part.split_once('-') else { return Vec::new() };
    let is_pair = !white.contains(' ') && !black.contains('-') && black.split(' ').count() <= 2;
    if is_pair { [name(white), name(black)].into_iter().flatten().collect() } else { Vec::new() }
}

/// Words up to those of a date that ends them: `Vienna in 1903`.
pub(super) fn without_date(words: &str) -> &str {
    let mut words = words.trim();
    while let Some((before, last)) = words.rsplit_once(' ')
        && (is_date_word(last) || ["in", "on", "of"].contains(&last))
    {
        words = before.trim_end();
    }
    words
}

/// The words of a part without those of a date and those that lead to a place.
fn place_words(part: &str) -> Vec<&str> {
    let mut words: Vec<&str> = part.split_whitespace().filter(|word| !is_date_word(word)).collect();
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

fn is_event_word(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    EVENTS.iter().any(|event| bare == *event || bare.strip_suffix("s") == Some(event))
}

/// Does a phrase name an event: one of the words for it, and no word of prose?
fn is_event(words: &[&str]) -> bool {
    words.len() >= 2
        && words.len() <= 10
        && words.iter().any(|word| is_event_word(word))
        && words.iter().all(|word| is_capital(word))
}

/// Words that are in no name of a place: those of a newspaper or of a title.
const NO_PLACE: &[&str] = &[
    "news",
    "gazette",
    "magazine",
    "times",
    "post",
    "journal",
    "chronicle",
    "review",
    "herald",
    "field",
    "column",
    "game",
    "games",
    "evening",
    "illustrated",
    "problem",
];

/// Words that may be small within a name.
const SMALL: &[&str] = &["of", "the", "de", "and", "am", "for", "in", "at", "du", "la"];

fn is_versus(word: &str) -> bool {
    ["v", "vs", "versus", "against"].contains(&word.trim_end_matches('.'))
}

fn is_capital(word: &str) -> bool {
    !word.trim_start_matches(['"', '\u{201c}']).starts_with(char::is_lowercase) || SMALL.contains(&word)
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
        && !words.iter().any(|word| NO_PLACE.contains(&word.to_lowercase().as_str()) || is_event_word(word))
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
