//! Titles above a score: what they say about players, event, place, date, number and opening.
use crate::record::{HeadTag, Words};

/// Words of address that are no part of a name.
const ADDRESS: &[&str] =
    &["mr", "mrs", "messrs", "m", "mm", "herr", "mons", "monsieur", "sig", "signor", "esq"];

/// Words that end a name.
const AFTER_NAME: &[&str] = &[
    "of",
    "at",
    "in",
    "on",
    "played",
    "plays",
    "without",
    "against",
    "and",
    "with",
    "the",
    "a",
    "an",
    "now",
    "from",
    "during",
    "for",
    "another",
    "when",
    "who",
    "giving",
    "receiving",
    "conducting",
    "playing",
    "by",
    "some",
    "to",
];

/// Words that make a title the name of an opening.
const OPENING: &[&str] = &[
    "gambit",
    "opening",
    "defence",
    "defense",
    "lopez",
    "giuoco",
    "fianchetto",
    "countergambit",
    "sicilian",
    "attack",
    "french",
    "petroff",
    "petrov",
    "philidor",
    "knights",
    "vienna",
    "scotch",
    "dutch",
    "irregular",
];

const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The tags that the headings of a score give.
#[must_use]
pub fn tags(headings: &[Words]) -> Vec<HeadTag> {
    let mut found = Titles::default();
    for words in headings {
        found.read(words);
    }
    found.finish()
}

#[derive(Default)]
struct Titles {
    tags: Vec<HeadTag>,
    /// Names as the titles give them, without telling who is White.
    names: Vec<String>,
    /// What stands over the columns.
    columns: Option<(String, String)>,
    title: Option<(String, crate::span::Span)>,
}

impl Titles {
    fn add(&mut self, name: &'static str, value: String, words: &Words, inferred: bool) {
        if !value.is_empty() && !self.tags.iter().any(|tag| tag.name == name) {
            self.tags.push(HeadTag { name, value, span: Some(words.span), inferred });
        }
    }

    fn read(&mut self, words: &Words) {
        let text = words.text.trim();
        if super::heading::columns(text).is_some() {
            if let Some((white, black)) = column_names(text) {
                self.columns = Some((white, black));
            }
            return;
        }
        if super::pairing::fen(text).is_some() {
            return;
        }
        if let Some((white, black)) = pairing(text) {
            self.names = vec![bare_name(white), bare_name(black)];
            return;
        }
        if let Some((white, black)) = white_and_black(text) {
            self.add("White", white, words, false);
            self.add("Black", black, words, false);
        }
        if let Some(number) = game_number(text) {
            self.add("Round", number.to_string(), words, true);
        }
        if let Some(date) = date(text) {
            self.add("Date", date, words, false);
        }
        if let Some(place) = place(text) {
            let lower = place.to_ascii_lowercase();
            let event =
                ["tournament", "congress", "match", "masters"].iter().any(|word| lower.contains(word));
            self.add(if event { "Event" } else { "Site" }, place, words, false);
        }
        if let Some(opening) = opening(text) {
            self.add("Opening", opening, words, false);
        }
        if self.names.is_empty() {
            self.names = names(text);
        }
        if super::heading::opens_section(text) || self.title.is_none() {
            self.title = Some((text.to_owned(), words.span));
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
            let value = title.trim_end_matches(['.', ':', '-', '\u{2014}']).to_owned();
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
            (None, [first, second]) => ((first.clone(), true), (second.clone(), true)),
            _ => Default::default(),
        }
    }
}

/// `WHITE. (Mr. M.)  BLACK. (Mr. A.)`: the names in brackets, or after a colon.
fn column_names(text: &str) -> Option<(String, String)> {
    let lower = text.to_ascii_lowercase();
    let white_at = lower.find("white")?;
    let black_at = lower.find("black")?;
    let after = |start: usize, end: usize| {
        let part = text.get(start..end).unwrap_or("");
        let part =
            part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '.' | ':' | '-' | ',' | ';'));
        let part = part.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).trim();
        part.to_owned()
    };
    let (white, black) = if white_at < black_at {
        (after(white_at + 5, black_at), after(black_at + 5, text.len()))
    } else {
        (after(white_at + 5, text.len()), after(black_at + 5, white_at))
    };
    // Four columns have two heads.
    let is_head = |name: &str| {
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.eq_ignore_ascii_case("white") || word.eq_ignore_ascii_case("black"))
    };
    if is_head(&white) || is_head(&black) {
        return None;
    }
    let says = |name: &str| name.chars().any(char::is_alphabetic);
    (says(&white) || says(&black)).then_some((white, black))
}

/// `White: J. Mieses. Black: J. R. Capablanca.` at the end of a title.
fn white_and_black(text: &str) -> Option<(String, String)> {
    let white_at = text.find("White:").or_else(|| text.find("WHITE:"))?;
    let rest = &text[white_at + 6..];
    let black_at = rest.find("Black:").or_else(|| rest.find("BLACK:"))?;
    let tidy = |name: &str| {
        let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | '-'));
        bare_name(name)
    };
    let black = &rest[black_at + 6..];
    let black = black.split(['(', '[', '{']).next().unwrap_or(black);
    Some((tidy(&rest[..black_at]), tidy(black)))
}

/// `Morphy – Paulsen`, if no word of it belongs to the name of an opening.
fn pairing(text: &str) -> Option<(&str, &str)> {
    let names = |words: &&str| {
        !words.split(|c: char| !c.is_alphabetic()).any(|word| {
            let lower = word.to_ascii_lowercase();
            OPENING.contains(&lower.as_str())
                || ["game", "variation", "chapter", "part"].contains(&lower.as_str())
        })
    };
    super::pairing::versus(text).filter(|(white, black)| names(white) && names(black))
}

/// A name without forms of address.
fn bare_name(name: &str) -> String {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while let Some(first) = words.first() {
        let bare = first.trim_end_matches('.').to_ascii_lowercase();
        // `M. Petroff` is Monsieur; `M. B.` too. `J. R. Capablanca` keeps its initials.
        if words.len() > 1 && ADDRESS.contains(&bare.as_str()) {
            words.remove(0);
        } else {
            break;
        }
    }
    words.join(" ").trim_end_matches([',', ';', ':']).to_owned()
}

/// Names in `Between A and B`, `A plays …, against B`, `A v. B`.
fn names(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |i: usize, list: &[&str]| {
        words.get(i).is_some_and(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
            list.contains(&bare.as_str())
        })
    };
    let ends_with =
        |i: usize, what: &str| words.get(i).is_some_and(|word| word.to_ascii_lowercase().ends_with(what));
    let name_at = |start: usize| {
        let mut end = start;
        while end < words.len() && end < start + 6 && !(end > start && is(end, AFTER_NAME)) {
            if end == start && is(end, &["two", "the", "another", "a", "some", "amateurs", "members"]) {
                return None;
            }
            end += 1;
            let last = words[end - 1];
            let abbreviated = last.trim_end_matches('.').len() <= 2
                || is(end - 1, ADDRESS)
                || is(end - 1, &["dr", "drs", "wm", "rev", "capt", "col", "prof", "von", "st", "jun", "sen"]);
            if last.ends_with([',', ';', ':']) || last.ends_with('.') && !abbreviated {
                break;
            }
        }
        let name = words[start..end].join(" ");
        let name = bare_name(
            name.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '(' | ')') || c.is_whitespace()),
        );
        let capital = name.chars().next().is_some_and(char::is_uppercase);
        capital.then_some((name, end))
    };
    let strip_plural =
        |name: String| name.strip_prefix("Drs. ").map_or(name.clone(), |rest| format!("Dr. {rest}"));
    for i in 0..words.len() {
        if ends_with(i, "between")
            && let Some((first, end)) = name_at(i + 1)
        {
            let Some(and) = (end.saturating_sub(1)..words.len().min(end + 8)).find(|&j| is(j, &["and"]))
            else {
                continue;
            };
            let doctors = first.starts_with("Drs.");
            let first = strip_plural(first);
            return match name_at(and + 1) {
                Some((second, _)) => {
                    vec![first, if doctors { format!("Dr. {second}") } else { second }]
                }
                None => vec![first],
            };
        }
    }
    for i in 1..words.len() {
        if is(i, &["against", "versus", "vs", "v"]) {
            let second = name_at(i + 1).map(|(name, _)| name);
            let start = (0..i)
                .rev()
                .find(|&j| words[j].contains("--") || words[j].contains('\u{2014}') || is(j, &["by"]))
                .unwrap_or(0);
            let dashed = words[start].rsplit(['-', '\u{2014}']).next().unwrap_or("");
            let first = if is(start, &["by"]) {
                name_at(start + 1).map(|(name, _)| name)
            } else {
                let rest: Vec<&str> = words[start + 1..i]
                    .iter()
                    .copied()
                    .take_while(|word| !AFTER_NAME.contains(&word.to_ascii_lowercase().trim_end_matches(',')))
                    .collect();
                let whole =
                    if start == 0 && dashed == words[0] { words[..1].join(" ") } else { dashed.to_owned() };
                let name = bare_name(format!("{whole} {}", rest.join(" ")).trim());
                name.chars().next().is_some_and(char::is_uppercase).then_some(name)
            };
            return [first, second].into_iter().flatten().collect();
        }
    }
    Vec::new()
}

/// The number of a game: `GAME IV`, `Game No. 12`, `GAME THE FIRST`, `EXAMPLE 52`, `IV—THE SCOTCH GAME`.
pub(super) fn game_number(text: &str) -> Option<u32> {
    let words: Vec<&str> = text
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '.' | ',' | ':' | '-' | '\u{2014}' | '\u{2013}' | '(')
        })
        .filter(|word| !word.is_empty())
        .take(5)
        .collect();
    let lower = |i: usize| words.get(i).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let mut at = 0;
    if ["game", "example", "no", "number", "partie", "illustration"].contains(&lower(0).as_str()) {
        at = 1;
        while ["no", "the", "number"].contains(&lower(at).as_str()) {
            at += 1;
        }
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
    number(words.get(at)?)
}

/// A number in figures, Roman figures or as an ordinal word.
pub(crate) fn number(word: &str) -> Option<u32> {
    if let Ok(value) = word.parse() {
        return Some(value);
    }
    const ORDINALS: &[&str] = &[
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    let lower = word.to_ascii_lowercase();
    if let Some(i) = ORDINALS.iter().position(|ordinal| *ordinal == lower) {
        return u32::try_from(i + 1).ok();
    }
    let value = |b: u8| match b {
        b'I' => Some(1),
        b'V' => Some(5),
        b'X' => Some(10),
        b'L' => Some(50),
        b'C' => Some(100),
        _ => None,
    };
    let digits: Option<Vec<u32>> = word.bytes().map(value).collect();
    let digits = digits.filter(|digits| !digits.is_empty() && digits.len() <= 8)?;
    let mut sum = 0;
    for (i, &digit) in digits.iter().enumerate() {
        if digits.get(i + 1).is_some_and(|&next| next > digit) {
            sum -= i64::from(digit);
        } else {
            sum += i64::from(digit);
        }
    }
    u32::try_from(sum).ok().filter(|&n| n > 0)
}

/// A date as PGN writes it, from a year with its month and day if they stand there.
fn date(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let year_at = words.iter().position(|word| {
        word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1500..2100).contains(&year))
    });
    let month_at = words.iter().position(|word| {
        let lower = word.to_ascii_lowercase();
        lower.len() >= 3
            && lower.is_char_boundary(3)
            && MONTHS.contains(&&lower[..3])
            && word.starts_with(char::is_uppercase)
    });
    let month = month_at.and_then(|i| {
        let lower = words[i].to_ascii_lowercase();
        MONTHS.iter().position(|month| lower.starts_with(month)).map(|n| n + 1)
    });
    let day = month_at.and_then(|i| {
        let near = [Some(i + 1), i.checked_sub(1), i.checked_sub(2)];
        near.into_iter().flatten().find_map(|j| {
            let word = words.get(j)?;
            let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
            digits.parse::<u32>().ok().filter(|day| (1..=31).contains(day))
        })
    });
    let year = year_at.map(|i| words[i])?;
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year}.{month:02}.{day:02}"),
        (Some(month), None) => format!("{year}.{month:02}.??"),
        _ => format!("{year}.??.??"),
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
            let name = rest[..end].trim();
            let capital = name.chars().next().is_some_and(char::is_uppercase);
            // `played in Oct. 1858` and `played in 1837` name no place.
            if capital
                && name.len() < 80
                && date(&format!("{name} 1900")).is_some_and(|d| d.ends_with("??.??"))
            {
                return Some(name.to_owned());
            }
        }
    }
    let inner = text.strip_prefix('(')?.trim_end_matches('.').strip_suffix(')')?;
    let cut = inner.rfind([',', ' '])?;
    let year: u32 = inner[cut + 1..].trim().parse().ok()?;
    let name = inner[..cut].trim().trim_end_matches(',').trim();
    ((1500..2100).contains(&year) && !name.is_empty()).then(|| name.to_owned())
}

/// A title, or a part of one in brackets, that names an opening.
fn opening(text: &str) -> Option<String> {
    let is_opening = |part: &str| {
        let words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let count = words.clone().count();
        (1..=7).contains(&count)
            && words.clone().any(|word| OPENING.contains(&word.to_ascii_lowercase().as_str()))
    };
    let tidy = |part: &str| part.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    if let Some(open) = text.find('(')
        && let Some(len) = text[open..].find(')')
        && is_opening(&text[open + 1..open + len])
    {
        return Some(tidy(&text[open + 1..open + len]));
    }
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

    fn of(lines: &[&str]) -> Vec<(&'static str, String)> {
        let words: Vec<Words> =
            lines.iter().map(|line| Words { text: (*line).to_owned(), ..Words::default() }).collect();
        tags(&words).into_iter().filter(|tag| tag.name != "Event").map(|tag| (tag.name, tag.value)).collect()
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
    fn days_and_months_are_read() {
        assert_eq!(date("played March 10, 1859, between"), Some("1859.03.10".to_owned()));
        assert_eq!(date("Played in Oct. 1858"), Some("1858.10.??".to_owned()));
        assert_eq!(date("the year 1913"), Some("1913.??.??".to_owned()));
        assert_eq!(date("no date"), None);
    }

    #[test]
    fn roman_numbers_and_ordinals_count() {
        assert_eq!(game_number("GAME XIV.--(Unclassified.)"), Some(14));
        assert_eq!(game_number("GAME THE FIFTH."), Some(5));
        assert_eq!(game_number("IV\u{2014}THE SCOTCH GAME"), Some(4));
        assert_eq!(game_number("ILLUSTRATIVE GAME"), None);
        assert_eq!(opening("IV\u{2014}THE SCOTCH GAMBIT").as_deref(), Some("THE SCOTCH GAMBIT"));
    }
}
