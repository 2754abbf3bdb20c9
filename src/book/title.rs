//! Titles above a score: what they say about players, event, place, date, number and opening.
use std::borrow::Cow;
use std::cmp::Ordering;

use crate::book::date::{date, is_date};
use crate::book::event;
use crate::book::fields::{self, labelled};
use crate::book::naming::{fen, game_number, is_code, is_number, opening, pairing};
use crate::book::ordinal;
use crate::book::phrase;
use crate::book::place;
use crate::book::players::{self, Players, bare_name};
use crate::book::sides;
use crate::book::turn::{self, Turn};
use crate::book::vocabulary::{LABEL, is_word};
use crate::record::{HeadTag, Words};

/// The tags that the headings of a score give; `over` are two names right above its columns, `before` the tags of the score
/// above it. Words that end a game, perhaps one above that could not be read, are no title of this one.
pub(crate) fn tags(
    headings: &[Words],
    over: Option<Players>,
    before: &[HeadTag],
    is_ending: impl Fn(&str) -> bool,
) -> Vec<HeadTag> {
    let named = |side| before.iter().find(|tag| tag.name == side).map(|tag| tag.value.clone());
    let before = named("White").zip(named("Black"));
    let mut found = Titles { over, before, ..Titles::default() };
    let mut at = 0;
    while let Some(words) = headings.get(at) {
        let below = headings.get(at + 1);
        if let Some((values, fields)) = fields::below(&words.text, &headings[at + 1..]) {
            for (name, value) in fields {
                found.add(name, value, &headings[at + 1 + values], false);
            }
            at += values + 2;
            continue;
        }
        if let Some(below) = below
            && let Some([(one, first), (two, second)]) = in_two_lines(words.text.trim(), below.text.trim())
        {
            found.add(one, first, words, false);
            found.add(two, second, below, false);
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
    /// The players of the score above.
    before: Option<Players>,
    /// Who moves first.
    turn: Option<Turn>,
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
        let plain = without_ratings(without_emphasis(&words.text));
        let text = plain.trim();
        if self.turn.as_ref().is_none_or(|turn| *turn == Turn::Unclear) {
            self.turn = turn::told(text).or(self.turn.take());
        }
        if let Some((name, value)) = labelled(text) {
            self.add(name, value, words, false);
            return;
        }
        if sides::heads(text).is_some() {
            return;
        }
        let sides = sides::told(text);
        let (told, number) = (phrase::with_sides(text, &sides), game_number(text));
        let white = sides.white.or_else(|| told.white.clone());
        let black = sides.black.or_else(|| told.black.clone());
        let is_stated = white.is_some() || black.is_some();
        if super::heading::columns(text).is_some() {
            let over = players::column_names(text);
            // `White, Alder; Black, Birch; Evans Gambit` says more than what stands over columns.
            let says_more = white.is_some() && black.is_some() && told.says_more();
            if over.is_some() && !says_more || !is_stated && told.date.is_none() {
                self.columns = over.or(self.columns.take());
                return;
            }
        }
        if fen(text).is_some() || super::words::is_picture(text) {
            return;
        }
        let begins_with = |name: &str| bare_name(text).starts_with(name);
        let players = [&white, &black];
        let begins_with_players = is_stated
            && (sides::names_side(text) || players.into_iter().flatten().any(|name| begins_with(name)));
        if is_stated {
            self.add("White", white.unwrap_or_default(), words, false);
            self.add("Black", black.unwrap_or_default(), words, false);
        } else if let Some((white, black)) = pairing(text) {
            self.names = vec![bare_name(white), bare_name(black)];
            self.number(number.or(told.number), words);
            return;
        }
        self.number(number.or(told.number), words);
        if let Some(date) = date(text).filter(|_| !phrase::names_periodical(text)) {
            self.add("Date", date, words, false);
        }
        if is_code(text) {
            self.add("ECO", text.to_owned(), words, false);
        }
        let is_told = is_stated || !told.names.is_empty() || told.date.is_some();
        let place = place::behind_preposition(text, is_told);
        self.add("Event", place.event.unwrap_or_default(), words, false);
        self.add("Site", place.site.clone().unwrap_or_default(), words, false);
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
        let is_same = text.to_lowercase().contains("the same players");
        if self.names.is_empty()
            && is_same
            && let Some((white, black)) = self.before.take()
        {
            self.names = vec![white, black];
        }
        if self.names.is_empty() {
            self.names = if told.names.is_empty() { players::names(text) } else { told.names.clone() };
        }
        let opens = super::heading::opens_section(text);
        let joins = super::heading::says_where(text);
        let title = if told.is_something() && !joins { told.rest.as_deref() } else { Some(text) };
        let keeps = joins || number.is_some();
        let Some(title) = title.filter(|title| !is_same && (keeps || !is_prose(title))) else {
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
        let is_sentence = text.len() > 80 && number.is_none() && (is_stated || players::tells(text))
            || begins_with_players
            || place.site.is_some_and(|site| title.len() <= site.len() + 12)
            || title.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("played "))
                && date(title).is_some()
            || is_over;
        let says_turn = matches!(turn::told(title), Some(Turn::Has { .. } | Turn::Opens(_)));
        let is_label = !title.contains(' ') && is_word(title, LABEL);
        let names_nothing = is_number(title) || is_date(title) || is_code(title) || says_turn || is_label;
        if !is_sentence && !names_nothing && event::may_name(title) && (self.title.is_none() || opens) {
            self.title = Some((title.to_owned(), words.span));
        }
    }

    fn finish(mut self) -> Vec<HeadTag> {
        self.add_first();
        self.add_other();
        self.tags.retain(|tag| sides::one_of_two(&tag.value).is_none());
        let named = self.tags.iter().any(|tag| ["White", "Black"].contains(&tag.name));
        if !named {
            let (white, black) = self.players();
            for (name, player, inferred) in [("White", white.0, white.1), ("Black", black.0, black.1)]
                .into_iter()
                .filter(|(_, player, _)| !player.is_empty())
            {
                self.tags.push(HeadTag { name, value: player, span: None, inferred });
            }
        }
        let named = self.tags.iter().any(|tag| ["White", "Black"].contains(&tag.name));
        let is_told = self.tags.iter().any(|tag| ["Round", "Date", "Site"].contains(&tag.name));
        // `Alder-Birch`, where other lines tell of the game, is who played.
        if let Some((title, _)) = self.title.take_if(|(title, _)| {
            !named && is_told && opening(title).is_none() && phrase::hyphened(title).len() == 2
        }) {
            for (name, value) in ["White", "Black"].into_iter().zip(phrase::hyphened(&title)) {
                self.tags.push(HeadTag { name, value, span: None, inferred: true });
            }
        }
        let is_of_player = |title: &str| !named && event::is_name_alone(title);
        if let Some((title, span)) = self.title.take()
            && !self.tags.iter().any(|tag| tag.name == "Event")
            && !is_of_player(&title)
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

    /// Where one of two players is told to have a side, the other has the other: `Between Mr. Alder and Mr. Birch, the
    /// latter playing Black`.
    fn add_other(&mut self) {
        let place = |name| self.tags.iter().position(|tag| tag.name == name);
        let (at, other) = match (place("White"), place("Black")) {
            (Some(white), None) => (white, "Black"),
            (None, Some(black)) => (black, "White"),
            _ => return,
        };
        let tag = &self.tags[at];
        let (named, rest) = match (&self.names[..], self.named(&tag.value)) {
            ([first, second], Some(nth)) => {
                if nth == 0 {
                    (first, second)
                } else {
                    (second, first)
                }
            }
            // `Alder conducted the White pieces against Birch`
            ([other], None) if !is_named(other, &tag.value) => (&tag.value, other),
            _ => return,
        };
        let (named, rest, span) = (named.clone(), rest.clone(), tag.span);
        self.tags[at].value = named;
        self.tags.push(HeadTag { name: other, value: rest, span, inferred: false });
    }

    /// Which of the two names in the titles words mean: one of them, `the former`, `the last-named`.
    fn named(&self, words: &str) -> Option<usize> {
        let [first, second] = &self.names[..] else { return None };
        let is_one = || {
            (is_named(first, words) != is_named(second, words)).then(|| usize::from(!is_named(first, words)))
        };
        sides::one_of_two(words).or_else(is_one)
    }

    /// White is who moves first. Where that is not understood, it is not known which of two players is White.
    fn add_first(&mut self) {
        let place = |name| self.tags.iter().position(|tag| tag.name == name);
        let (is_white_told, black) = (place("White").is_some(), place("Black"));
        let Some(turn) = self.turn.take().filter(|_| !is_white_told && self.columns.is_none()) else {
            return;
        };
        let (name, is_other) = match &turn {
            Turn::Has { name, is_other } => (name.as_str(), *is_other),
            Turn::Opens(name) => (name.as_str(), false),
            Turn::Unclear => ("", false),
        };
        let is_known = match black {
            // `Mr. Alder had the move, and Mr. Birch the Black men`
            Some(black) => {
                let is_of_two = self.names.len() == 2 || sides::one_of_two(name).is_some();
                !(is_of_two || is_other || name.is_empty() || is_named(&self.tags[black].value, name))
            }
            None => self.named(name).is_some(),
        };
        if is_known {
            let side = if is_other { "Black" } else { "White" };
            self.tags.push(HeadTag { name: side, value: name.to_owned(), span: None, inferred: false });
        } else if black.is_none() && !matches!(turn, Turn::Opens(_)) {
            self.names.clear();
        }
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
                // Initials that would do for both names tell nothing, but a title in front of them does: `Dr. B.`
                let leads = |label: &str, name: &str| {
                    let first = |words: &str| words.split(' ').next().map(str::to_lowercase);
                    label.contains(' ') && first(label) == first(name)
                };
                let fit = |label: &str, name: &str| {
                    usize::from(fits(label, name)) * (1 + usize::from(leads(&bare_name(label), name)))
                };
                let straight = fit(white, first) + fit(black, second);
                let crossed = fit(white, second) + fit(black, first);
                match straight.cmp(&crossed) {
                    Ordering::Greater => ((first.clone(), false), (second.clone(), false)),
                    Ordering::Less => ((second.clone(), false), (first.clone(), false)),
                    Ordering::Equal => ((bare_name(white), false), (bare_name(black), false)),
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

/// Does a name of the titles mean the player of this name: `Paul Alder` and `Mr. Alder`?
fn is_named(full: &str, name: &str) -> bool {
    let (full, name) = (full.to_lowercase(), name.to_lowercase());
    !name.is_empty() && full.ends_with(&name)
}

/// Two sides in two lines, one below the other, each before a name and nothing else: `White Alder`, `Black Birch`.
fn in_two_lines(first: &str, second: &str) -> Option<[(&'static str, String); 2]> {
    let told = sides::told(&format!("{first}\n{second}"));
    let (white, black) = (("White", told.white?), ("Black", told.black?));
    let is_white = first.contains(&white.1) && second.contains(&black.1);
    told.is_all.then_some(if is_white { [white, black] } else { [black, white] })
}

/// A text without the signs of Markdown around words that are set apart.
fn without_emphasis(text: &str) -> Cow<'_, str> {
    let signs = ['*', '_'];
    if !text.contains(signs) {
        return Cow::Borrowed(text);
    }
    let plain = |word: &str| {
        let is_word = word.contains(|c| !signs.contains(&c));
        if is_word { word.replace(signs, "") } else { word.to_owned() }
    };
    Cow::Owned(text.split(' ').map(plain).collect::<Vec<_>>().join(" "))
}

/// A text without the ratings of two players: `Alder (1890)   Birch (1755)` tells no year.
fn without_ratings(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_rating = |&(at, _): &(usize, &str)| {
        let inner = &text[at + 1..];
        let figures = inner.bytes().take_while(u8::is_ascii_digit).count();
        figures == 4 && inner[figures..].starts_with([')', ']'])
    };
    let ratings =
        text.match_indices(['(', '[']).filter(is_rating).map(|(at, rating)| at..at + rating.len() + 5);
    let [first, second] = &ratings.collect::<Vec<_>>()[..] else { return text };
    Cow::Owned([&text[..first.start], &text[first.end..second.start], &text[second.end..]].concat())
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

/// Tags with those that words in front of the first move tell besides.
pub(crate) fn with_lead(mut known: Vec<HeadTag>, lead: &Words) -> Vec<HeadTag> {
    let told = tags(std::slice::from_ref(lead), None, &[], |_| false);
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
        tags(&words, None, &[], |_| false)
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
            tags(&words, None, &[], |_| false)
                .into_iter()
                .find(|tag| tag.name == "Event")
                .map(|tag| tag.value)
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
