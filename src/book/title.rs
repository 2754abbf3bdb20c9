//! Titles above a score: what they say about players, event, place, date, number and opening.
use crate::book::date::{date, is_date, is_date_word};
use crate::book::naming::{fen, game_number, is_code, is_number, opening, pairing};
use crate::book::ordinal;
use crate::book::phrase;
use crate::book::players::{self, Players, bare_name};
use crate::book::sides;
use crate::record::{HeadTag, Words};

/// The tags that the headings of a score give; `over` are two names right above its columns. Words that
/// end a game, perhaps one above that could not be read, are no title of this one.
pub(crate) fn tags(
    headings: &[Words],
    over: Option<Players>,
    is_ending: impl Fn(&str) -> bool,
) -> Vec<HeadTag> {
    let mut found = Titles { over, ..Titles::default() };
    let mut at = 0;
    while let Some(words) = headings.get(at) {
        let below = headings.get(at + 1);
        if let Some(below) = below
            && let Some((white, black)) = sides::in_two_lines(words.text.trim(), below.text.trim())
        {
            found.add("White", white, words, false);
            found.add("Black", black, below, false);
            at += 1;
        } else if !is_ending(&words.text) {
            found.read(words);
        }
        at += 1;
    }
    found.finish()
}

#[derive(Default)]
struct Titles {
    tags: Vec<HeadTag>,
    /// Names as the titles give them, without telling who is White.
    names: Vec<String>,
    /// What stands over the columns.
    columns: Option<Players>,
    /// Two names right above the columns.
    over: Option<Players>,
    title: Option<(String, crate::span::Span)>,
}

impl Titles {
    fn add(&mut self, name: &'static str, value: String, words: &Words, inferred: bool) {
        if !value.is_empty() && !self.tags.iter().any(|tag| tag.name == name) {
            self.tags.push(HeadTag { name, value, span: Some(words.span), inferred });
        }
    }

    fn number(&mut self, number: Option<u32>, words: &Words) {
        self.add("Round", number.map(|number| number.to_string()).unwrap_or_default(), words, true);
    }

    fn read(&mut self, words: &Words) {
        let text = words.text.trim();
        if let Some((name, value)) = labelled(text) {
            self.add(name, value, words, false);
            return;
        }
        let (told, stated, number) = (phrase::read(text), sides::stated(text), game_number(text));
        if super::heading::columns(text).is_some() {
            let over = players::column_names(text);
            if over.is_some() || stated.is_none() && told.date.is_none() {
                self.columns = over.or(self.columns.take());
                return;
            }
        }
        if fen(text).is_some() || super::words::is_picture(text) {
            return;
        }
        let begins_with = |name: &str| bare_name(text).starts_with(name);
        let begins_with_players = stated.as_ref().is_some_and(|(white, black)| {
            players::names_side(text) || begins_with(white) || begins_with(black)
        });
        if let Some((white, black)) = stated {
            self.add("White", white, words, false);
            self.add("Black", black, words, false);
        } else if told.white.is_some() || told.black.is_some() {
            self.add("White", told.white.clone().unwrap_or_default(), words, false);
            self.add("Black", told.black.clone().unwrap_or_default(), words, false);
        } else if let Some((white, black)) = pairing(text) {
            self.names = vec![bare_name(white), bare_name(black)];
            self.number(number.or(told.number), words);
            return;
        }
        self.number(number.or(told.number), words);
        if let Some(date) = date(text) {
            self.add("Date", date, words, false);
        }
        if is_code(text) {
            self.add("ECO", text.to_owned(), words, false);
        }
        if let Some(place) = place(text) {
            let lower = place.to_ascii_lowercase();
            let event =
                ["tournament", "congress", "match", "masters"].iter().any(|word| lower.contains(word));
            self.add(if event { "Event" } else { "Site" }, place, words, false);
        }
        for (name, value) in [("Event", &told.event), ("Site", &told.site)] {
            self.add(name, value.clone().unwrap_or_default(), words, false);
        }
        let is_over =
            self.over.as_ref().is_some_and(|(white, black)| text.contains(white) && text.contains(black));
        // Vienna is a town, too.
        let is_place =
            |opening: &String| self.tags.iter().any(|tag| tag.name == "Site" && tag.value == *opening);
        let opening = told.opening.clone().or_else(|| opening(text)).filter(|opening| !is_place(opening));
        if !is_over && let Some(opening) = opening {
            self.add("Opening", opening, words, false);
        }
        if self.names.is_empty() {
            self.names = if told.names.is_empty() { players::names(text) } else { told.names.clone() };
        }
        let opens = super::heading::opens_section(text);
        let joins = super::heading::says_where(text);
        let title = if told.is_something() && !joins { told.rest.as_deref() } else { Some(text) };
        let keeps = joins || number.is_some();
        let Some(title) = title.filter(|title| keeps || !is_prose(title)) else {
            // A part of the book that is called after its opening is no part of the one before.
            if opens && told.opening.is_some() {
                self.title = None;
            }
            return;
        };
        // What stands above the number of a part belongs to no game in it.
        if is_part(title) {
            self.title = None;
            return;
        }
        // What tells the players or the place in a sentence is no title.
        let is_sentence = text.len() > 80 && number.is_none() && players::tells(text)
            || begins_with_players
            || place(title).is_some_and(|place| title.len() <= place.len() + 12)
            || title.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("played "))
                && date(title).is_some()
            || is_over;
        let names_nothing =
            is_number(title) || is_date(title) || is_code(title) || title.eq_ignore_ascii_case("games");
        if !is_sentence && !names_nothing && (self.title.is_none() || opens) {
            self.title = Some((title.to_owned(), words.span));
        }
    }

    fn finish(mut self) -> Vec<HeadTag> {
        let named = self.tags.iter().any(|tag| tag.name == "White");
        if !named {
            let (white, black) = self.players();
            for (name, player, inferred) in [("White", white.0, white.1), ("Black", black.0, black.1)]
                .into_iter()
                .filter(|(_, player, _)| !player.is_empty())
            {
                self.tags.push(HeadTag { name, value: player, span: None, inferred });
            }
        }
        if let Some((title, span)) = self.title.take()
            && !self.tags.iter().any(|tag| tag.name == "Event")
        {
            let value = bare_title(&title);
            // `RUY LOPEZ` alone, or behind the number of the game, says what was played, not where.
            let names_opening = |tag: &HeadTag| {
                let before = value.strip_suffix(tag.value.as_str());
                tag.name == "Opening" && before.is_some_and(|before| before.is_empty() || is_number(before))
            };
            if self.tags.iter().any(names_opening) {
                return self.tags;
            }
            self.tags.push(HeadTag { name: "Event", value, span: Some(span), inferred: true });
        }
        self.tags
    }

    /// White and Black: what the columns say, filled up from the names in the titles.
    fn players(&self) -> ((String, bool), (String, bool)) {
        let fits = |label: &str, name: &str| {
            let short = bare_name(label);
            let short =
                short.split_whitespace().last().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric());
            let last = name.split_whitespace().last().unwrap_or("");
            !short.is_empty() && (last.starts_with(short) || name.starts_with(short))
        };
        match (&self.columns, &self.names[..]) {
            (Some((white, black)), [first, second]) => {
                let straight = fits(white, first) || fits(black, second);
                let crossed = fits(white, second) || fits(black, first);
                match (straight, crossed) {
                    (true, false) => ((first.clone(), false), (second.clone(), false)),
                    (false, true) => ((second.clone(), false), (first.clone(), false)),
                    (true, true) if fits(white, first) && fits(black, second) => {
                        ((first.clone(), false), (second.clone(), false))
                    }
                    (true, true) if fits(white, second) && fits(black, first) => {
                        ((second.clone(), false), (first.clone(), false))
                    }
                    _ => ((bare_name(white), false), (bare_name(black), false)),
                }
            }
            (Some((white, black)), [name]) => {
                let full = |label: &str| if fits(label, name) { name.clone() } else { bare_name(label) };
                ((full(white), false), (full(black), false))
            }
            (Some((white, black)), _) => ((bare_name(white), false), (bare_name(black), false)),
            (None, names) => match (&self.over, names) {
                (Some((white, black)), _) => ((white.clone(), true), (black.clone(), true)),
                (None, [first, second]) => ((first.clone(), true), (second.clone(), true)),
                _ => Default::default(),
            },
        }
    }
}

/// `Event: London Tournament`, `Date: 1862`: a tag, and what a line says of it.
pub(super) fn labelled(text: &str) -> Option<(&'static str, String)> {
    let (label, value) = text.split_once(':')?;
    let value = value.trim().trim_end_matches('.');
    let name = match label.to_ascii_lowercase().as_str() {
        "event" | "tournament" => "Event",
        "site" | "place" => "Site",
        "round" => "Round",
        "opening" => "Opening",
        "date" => return Some(("Date", date(value)?)),
        _ => return None,
    };
    (!value.is_empty()).then(|| (name, value.to_owned()))
}

/// A sentence: a full stop behind words of which most are small.
fn is_prose(text: &str) -> bool {
    let words = || text.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
    let small = words().filter(|word| word.starts_with(char::is_lowercase)).count();
    let text = text.trim_end_matches([']', ')', '"', '\u{201d}']);
    text.ends_with(['.', '!', '?']) && small >= 4 && 2 * small > words().count()
}

/// Does a title say which part of a book begins and nothing else: `CHAPTER I.`, `Part the Second`?
fn is_part(title: &str) -> bool {
    let mut words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let names_part = |word: &str| {
        ["chapter", "part", "section", "book", "volume", "lesson", "lecture"]
            .iter()
            .any(|part| word.eq_ignore_ascii_case(part))
    };
    let is_count = |word: &str| {
        word.eq_ignore_ascii_case("the") || ordinal::number(word).or_else(|| ordinal::tens(word)).is_some()
    };
    words.next().is_some_and(names_part) && words.all(is_count)
}

/// A title without the signs that part it from what follows.
fn bare_title(title: &str) -> String {
    let edge = |c: char| {
        c.is_whitespace()
            || matches!(c, '.' | ',' | ':' | ';' | '-' | '\u{2013}' | '\u{2014}' | '_' | '*' | '=')
    };
    let title = title.trim_matches(edge);
    // One bracket alone is no bracket.
    let title = if title.contains('(') { title } else { title.trim_end_matches(')').trim_end_matches(edge) };
    let title =
        if title.contains(')') { title } else { title.trim_start_matches('(').trim_start_matches(edge) };
    let quotes =
        [('"', '"'), ('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}'), ('\'', '\''), ('\u{ab}', '\u{bb}')];
    let quoted = quotes.iter().find_map(|&(open, close)| {
        let inner = title.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    quoted.map_or(title, |inner| inner.trim_matches(edge)).to_owned()
}

/// Who made a problem: `By W. Alder.`, `Composed by W. Alder`.
pub(crate) fn composer(headings: &[Words]) -> Option<HeadTag> {
    headings.iter().rev().find_map(|words| {
        let text = words.text.trim();
        let lower = text.to_ascii_lowercase();
        let at = if lower.starts_with("by ") { 3 } else { lower.find("composed by ")? + 12 };
        let value = bare_name(text.get(at..)?.split(['(', ',', ';']).next()?);
        let is_name = value.chars().next().is_some_and(char::is_uppercase) && value.len() <= 40;
        is_name.then_some(HeadTag { name: "Composer", value, span: Some(words.span), inferred: true })
    })
}

/// The place or event: after `played at`, `played in`, or in brackets before a year.
fn place(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    for key in ["played at the ", "played at ", "played in the ", "played in ", "from the "] {
        if let Some(at) = lower.find(key) {
            let rest = &text[at + key.len()..];
            let end = rest.find([',', '.', ';', '(', '[']).unwrap_or(rest.len());
            let name = phrase::without_date(rest[..end].trim());
            // `at Simpson's Divan, London, 1870`
            let town =
                rest[end..].strip_prefix(", ").and_then(|more| more.split([',', '.', ';', '(']).next());
            let town = town.filter(|town| phrase::is_place(&town.split_whitespace().collect::<Vec<_>>()));
            let capital = name.chars().next().is_some_and(char::is_uppercase)
                && !["the", "a", "an", "board"].contains(&name.to_ascii_lowercase().as_str());
            // `played in Oct. 1858` and `played in 1837` name no place.
            if capital
                && name.len() < 80
                && date(&format!("{name} 1900")).is_some_and(|d| d.ends_with("??.??"))
            {
                return Some(town.map_or(name.to_owned(), |town| format!("{name}, {town}")));
            }
        }
    }
    let whole = text.trim_end_matches('.');
    if let Some(inner) = whole.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        return before_year(inner).map(str::to_owned);
    }
    // `…, who consulted. Paris, 1858.` and `Alder v. Birch, London, 1851`: the last of the words.
    let last = last_sentence(whole);
    let head = before_year(last)?;
    let name = if last.len() == whole.len() && players::names(text).len() == 2 {
        head.rsplit_once(", ")?.1
    } else {
        head
    };
    // `in the Vienna Tournament, June 1873`
    let capitals =
        name.split_whitespace().all(|word| word.starts_with(char::is_uppercase) && !is_date_word(word));
    let count = name.split_whitespace().count();
    (capitals && (1..=4).contains(&count) && !name.contains(',') && players::names(name).is_empty())
        .then(|| name.to_owned())
}

/// The last sentence; `St. Petersburg` holds none.
fn last_sentence(text: &str) -> &str {
    let short = |at: usize| {
        let word = text[..at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let letters = word.chars().count();
        letters == 1 || letters <= 3 && word.starts_with(char::is_uppercase) || word == "vs"
    };
    let start = text.match_indices(". ").filter(|&(at, _)| !short(at)).last().map_or(0, |(at, _)| at + 2);
    &text[start..]
}

/// What stands before the year that ends the words: `London` of `London, 1851`.
fn before_year(words: &str) -> Option<&str> {
    let cut = words.rfind([',', ' '])?;
    let year: u32 = words[cut + 1..].trim().parse().ok()?;
    let name = words[..cut].trim().trim_end_matches(',').trim();
    ((1500..2100).contains(&year) && !name.is_empty()).then_some(name)
}

/// Tags with those that words in front of the first move tell besides.
pub(crate) fn with_lead(mut known: Vec<HeadTag>, lead: &Words) -> Vec<HeadTag> {
    let told = tags(std::slice::from_ref(lead), None, |_| false);
    let names = ["White", "Black", "Site", "Date", "Round", "Opening"];
    for tag in told.into_iter().filter(|tag| names.contains(&tag.name)) {
        if known.iter().all(|known| known.name != tag.name) {
            known.push(tag);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Vec<(&'static str, String)> {
        let words: Vec<Words> =
            lines.iter().map(|line| Words { text: (*line).to_owned(), ..Words::default() }).collect();
        tags(&words, None, |_| false)
            .into_iter()
            .filter(|tag| tag.name != "Event")
            .map(|tag| (tag.name, tag.value))
            .collect()
    }

    fn pairs(list: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        list.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
    }

    #[test]
    fn initials_over_the_columns_say_which_of_two_names_is_white() {
        assert_eq!(
            of(&["GAME IV.--Between Mr. Alder and Mr. Birch of London.", "WHITE. (Mr. B.) BLACK. (Mr. A.)"]),
            pairs(&[("Round", "4"), ("White", "Birch"), ("Black", "Alder")])
        );
    }

    #[test]
    fn names_after_colons_stand_for_themselves() {
        assert_eq!(
            of(&["GAME 8. CENTRE GAME", "(Berlin, 1913)", "White: J. Mieses. Black: J. R. Capablanca."]),
            pairs(&[
                ("Round", "8"),
                ("Date", "1913.??.??"),
                ("Site", "Berlin"),
                ("White", "J. Mieses"),
                ("Black", "J. R. Capablanca"),
            ])
        );
    }

    #[test]
    fn a_number_alone_is_no_event_and_quotation_marks_are_no_part_of_one() {
        let event = |lines: &[&str]| {
            let words: Vec<Words> =
                lines.iter().map(|line| Words { text: (*line).to_owned(), ..Words::default() }).collect();
            tags(&words, None, |_| false).into_iter().find(|tag| tag.name == "Event").map(|tag| tag.value)
        };
        for number in ["GAME 3", "Game No. 12.", "SIXTH GAME.", "XII.", "GAME THE FIRST.", "No. 31"] {
            assert_eq!(event(&[number]), None, "{number}");
            assert!(of(&[number]).iter().any(|(name, _)| *name == "Round"), "{number}");
            assert_eq!(
                event(&[number, "A Night at the Inn"]).as_deref(),
                Some("A Night at the Inn"),
                "{number}"
            );
        }
        assert_eq!(event(&["GAME 3", "RUY LOPEZ"]), None);
        assert_eq!(event(&["GAME 3 of the match"]).as_deref(), Some("GAME 3 of the match"));
        for quoted in
            ["\"The Long Game\"", "\u{201c}The Long Game.\u{201d}", "\u{2018}The Long Game\u{2019}."]
        {
            assert_eq!(event(&[quoted]).as_deref(), Some("The Long Game"), "{quoted}");
        }
        let two = "\"White\" against \"Black\"";
        assert_eq!(event(&[two]).as_deref(), Some(two));
    }
}
