//! Who has White and who Black, as the lines above a score tell it.
use crate::book::clause;
use crate::book::date::is_date_word;
use crate::book::heading;
use crate::book::naming::{opening, without_rating};
use crate::book::vocabulary::{
    ADDRESS, BLACK, Class, EVENT, LABEL, NO_NAME, RANK, SHORT, WHITE, WITHIN_NAME, ends_name, has_capital,
    is_initial, is_word,
};

/// Words between two who play.
pub(super) const VERSUS: &[&str] = &["against", "versus", "vs", "v"];

/// The two players of a game.
pub(crate) type Players = (String, String);

/// A name without forms of address and the signs around it.
pub(super) fn bare_name(name: &str) -> String {
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '"');
    let name = name.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '\u{2014}' | '(')
    });
    // `(Alder.)` lost its first bracket above.
    let name = if name.contains('(') { name } else { name.trim_end_matches(')') };
    let mut words: Vec<&str> = name.split_whitespace().collect();
    // `Mr. ——` is nobody.
    if let [only] = words[..]
        && only.len() > 2
        && is_word(only, ADDRESS)
    {
        return String::new();
    }
    while let Some(first) = words.first() {
        // `M. Petroff` is Monsieur; `M. B.` too. `J. R. Capablanca` keeps its initials.
        if words.len() > 1 && is_word(first, ADDRESS) {
            words.remove(0);
        } else {
            break;
        }
    }
    // An initial, `McD.` and `jun.` keep their full stop.
    if let Some(last) = words.last_mut()
        && !is_word(last, SHORT)
        && last.chars().filter(|c| c.is_alphabetic()).count() > 2
        && !(last.len() <= 4
            && last.contains(char::is_lowercase)
            && last.chars().skip(1).any(char::is_uppercase))
    {
        *last = last.trim_end_matches(['.', ',', ';', ':']);
    }
    words.join(" ")
}

/// `WHITE. (Mr. M.)  BLACK. (Mr. A.)`: the names in brackets, or after a colon.
pub(super) fn column_names(text: &str) -> Option<Players> {
    let words = clause::words(text);
    let side = |side| words.iter().find(|word| is_word(word.text, side)).map(|word| (word.start, word.end));
    let ((white_at, white_end), (black_at, black_end)) = (side(WHITE)?, side(BLACK)?);
    let after = |start: usize, end: usize| {
        let part = text.get(start..end).unwrap_or("");
        let part =
            part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '.' | ':' | '-' | ',' | ';'));
        // `(Mr. M.)` is the name; behind one `(blindfold)` is none.
        let bare = part.trim_start_matches(['(', '[']);
        let outside =
            if bare.len() == part.len() { part.split(['(', '[']).next().unwrap_or(part) } else { bare };
        without_town(outside).trim_end_matches([')', ']']).trim().to_owned()
    };
    let (white, black) = if white_at < black_at {
        (after(white_end, black_at), after(black_end, text.len()))
    } else {
        (after(white_end, text.len()), after(black_end, white_at))
    };
    // Four columns have two heads.
    let is_head = |name: &str| {
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        words.any(|word| is_word(word, WHITE | BLACK | LABEL))
    };
    if [&white, &black].into_iter().any(|name| is_head(name) || name.contains('|')) {
        return None;
    }
    // Prose beside the heads is nobody's name.
    let is_long = |name: &str| name.len() > 48 || name.contains(|c: char| c.is_ascii_digit());
    if is_long(&white) || is_long(&black) {
        return None;
    }
    let says = |name: &str| name.chars().any(char::is_alphabetic);
    (says(&white) || says(&black)).then_some((white, black))
}

/// What stands behind a name: `Alder, of London`, `Alder; Evans Gambit`, but not `Alder, Esq.` nor `Alder, A.`
fn without_town(name: &str) -> &str {
    let parts = |&(_, behind): &(usize, &str)| {
        let next = behind.trim_start_matches([',', ';', ' ']).split(' ').next().unwrap_or("");
        !is_word(next, ADDRESS | SHORT) && letters(next) > 2
    };
    let signs = name.match_indices([',', ';']).map(|(at, _)| (at, &name[at..]));
    signs.filter(|(at, _)| *at > 0).find(parts).map_or(name, |(at, _)| &name[..at])
}

/// May these words be the name of a player?
pub(super) fn is_name(words: &str) -> bool {
    let mut count = 0;
    for word in words.split_whitespace() {
        count += 1;
        if !(has_capital(word) || is_word(word, WITHIN_NAME)) || is_word(word, NO_NAME | LABEL) {
            return false;
        }
    }
    let no_name = |c: char| c.is_ascii_digit() || c == '/';
    // `Mr. Alder's White`
    if ["'s", "\u{2019}s"].iter().any(|of| words.ends_with(of)) {
        return false;
    }
    (1..=7).contains(&count) && !words.contains(no_name) && words.len() >= 2
}

/// Two names over the columns of a table: `MORPHY.      DUKE OF BRUNSWICK.`
pub(crate) fn over_columns(line: &str) -> Option<Players> {
    let line = line.trim().trim_matches('|');
    let mut fields =
        line.split(['\t', '|']).flat_map(|part| part.split("   ")).map(str::trim).filter(|f| !f.is_empty());
    let (white, black) = (fields.next()?, fields.next()?);
    // Over four columns of half games they stand twice.
    let is_again = fields.next().is_none_or(|again| again == white && fields.next() == Some(black));
    (is_again && fields.next().is_none()).then(|| two_names(line, white, black))?
}

/// The two parts of a line, if they are names and the line is no title.
fn two_names(line: &str, white: &str, black: &str) -> Option<Players> {
    // `Mr. Alder (of London)`
    let name = |words: &str| bare_name(without_rating(words.split(" (of ").next().unwrap_or(words)));
    let (white, black) = (name(white), name(black));
    // `RUY LOPEZ`, `SPRING TOURNAMENT`, but `J. R. LOPEZ`
    let is_no_man = |name: &str| {
        let mut words = name.split(' ');
        let is_short = words.clone().any(|word| is_initial(word) || is_word(word, ADDRESS | SHORT));
        words.any(|word| is_word(word, EVENT) || is_date_word(word))
            || name.contains(' ') && !is_short && opening(name).is_some()
    };
    // `KARJAKIN.  SO.`: beside a longer name in capitals two letters are one, too.
    let shouts = || [&white, &black].iter().all(|name| !name.contains(char::is_lowercase));
    let fewest = if letters(&white).max(letters(&black)) >= 3 && shouts() { 2 } else { 3 };
    let sound = |name: &str| is_name(name) && letters(name) >= fewest && !is_no_man(name);
    let whole = |name: String| if fewest == 2 && letters(&name) == 2 { name.replace('.', "") } else { name };
    (!heading::opens_section(line) && sound(&white) && sound(&black)).then(|| (whole(white), whole(black)))
}

pub(super) fn letters(words: &str) -> usize {
    words.chars().filter(|c| c.is_alphabetic()).count()
}

/// Two names one behind the other, where recognition has left one blank between them: `J. ALDER. L. BIRCH.` A full stop
/// parts them; one behind an initial, a rank or an abbreviation does not. Without it, the initials of the second do where
/// the first has some, too: `J. Alder L. Birch`.
pub(crate) fn in_turn(line: &str) -> Option<Players> {
    // `Alder - Birch, Vienna`
    if line.contains(['\u{2013}', '\u{2014}']) || line.contains(" - ") {
        return None;
    }
    let words = line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
    // `ALDER. BIRCH. 42.`: a row beside.
    let words: Vec<&str> = words.take_while(|word| word.contains(char::is_alphabetic)).collect();
    let is_lead = |word: &str| {
        is_word(word, ADDRESS | SHORT)
            || letters(word) == 1 && word.ends_with(['.', ',']) && has_capital(word)
    };
    let is_surname = |word: &str| letters(word) >= 3 && !is_word(word, ADDRESS | SHORT);
    let ends_name = |word: &str| word.ends_with(['.', ',']) && is_surname(word);
    let is_led = words.first().is_some_and(|word| is_lead(word));
    let mut names: Vec<Vec<&str>> = vec![Vec::new()];
    for word in words {
        let last = names.last().and_then(|name| name.last());
        if last.is_some_and(|last| ends_name(last) || is_led && is_surname(last) && is_lead(word)) {
            names.push(Vec::new());
        }
        names.last_mut()?.push(word);
    }
    let [white, black] = &names[..] else { return None };
    two_names(line.trim(), &white.join(" "), &black.join(" "))
}

/// Reads names out of the words of a title.
struct Reader<'w> {
    words: Vec<&'w str>,
}

impl Reader<'_> {
    fn is(&self, i: usize, class: Class) -> bool {
        self.words.get(i).is_some_and(|word| is_word(word, class))
    }

    /// Is a word, without the signs around it, one of a few?
    fn says(&self, i: usize, list: &[&str]) -> bool {
        let bare = self.words.get(i).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        bare.is_some_and(|bare| list.iter().any(|word| bare.eq_ignore_ascii_case(word)))
    }

    fn is_capital(&self, i: usize) -> bool {
        let first =
            self.words.get(i).and_then(|word| word.trim_start_matches(['(', '"', '\u{201c}']).chars().next());
        first.is_some_and(char::is_uppercase)
    }

    /// The name that begins at a word, and the word after it.
    fn name_at(&self, start: usize) -> Option<(String, usize)> {
        let words = &self.words;
        // `the Duke of Brunswick`, but `the same` is nobody.
        let start =
            if self.says(start, &["the"]) && self.is(start + 1, RANK | SHORT) { start + 1 } else { start };
        let mut end = start;
        while end < words.len() && end < start + 6 && !(end > start && ends_name(words[end])) {
            let is_anyone =
                self.says(end, &["two", "the", "another", "a", "some", "amateurs", "members", "an"]);
            if end == start && is_anyone && !is_initial(words[end]) {
                return None;
            }
            end += 1;
            let last = words[end - 1];
            let abbreviated = last.trim_end_matches('.').len() <= 2 || self.is(end - 1, ADDRESS | SHORT);
            if last.ends_with([',', ';', ':']) || last.ends_with('.') && !abbreviated {
                break;
            }
            if self.is(end - 1, RANK) && self.says(end, &["of"]) && self.is_capital(end + 1) {
                end += 2;
                if words[end - 1].ends_with([',', ';', ':', '.']) {
                    break;
                }
            }
        }
        let name = bare_name(words[start..end.min(words.len())].join(" ").trim_matches(['(', ')']));
        let capital = name.chars().next().is_some_and(char::is_uppercase);
        let known = name.split_whitespace().any(|word| is_word(word, NO_NAME) && !is_word(word, RANK));
        (capital && !known).then_some((name, end))
    }

    /// The name at a word with those who consulted with it.
    fn allies_at(&self, start: usize) -> Option<String> {
        let (first, end) = self.name_at(start)?;
        let ended = self.words[end - 1].ends_with([',', ';', ':', '.']);
        if !ended
            && self.says(end, &["and"])
            && let Some((second, _)) = self.name_at(end + 1)
        {
            return Some(format!("{first} and {second}"));
        }
        Some(first)
    }
}

/// Names in `Between A and B`, `A plays …, against B`, `A v. B`; the first of them is not always White.
pub(super) fn names(text: &str) -> Vec<String> {
    let reader = Reader { words: text.split_whitespace().collect() };
    let words = &reader.words;
    let strip_plural =
        |name: String| name.strip_prefix("Drs. ").map_or(name.clone(), |rest| format!("Dr. {rest}"));
    for i in 0..words.len() {
        if words[i].to_ascii_lowercase().ends_with("between")
            && let Some((first, end)) = reader.name_at(i + 1)
        {
            let Some(and) =
                (end.saturating_sub(1)..words.len().min(end + 8)).find(|&j| reader.says(j, &["and"]))
            else {
                continue;
            };
            let doctors = first.starts_with("Drs.");
            let first = strip_plural(first);
            return match reader.name_at(and + 1) {
                Some((second, _)) => {
                    vec![first, if doctors { format!("Dr. {second}") } else { second }]
                }
                None => vec![first],
            };
        }
    }
    // `Mr. Alder and Mr. Birch`, `Contested by Messrs. Alder and Birch`, and no other word.
    let start = if reader.says(0, &["contested", "played"]) && reader.says(1, &["by"]) { 2 } else { 0 };
    if reader.is(start, ADDRESS)
        && let Some((first, and)) = reader.name_at(start)
        && reader.says(and, &["and"])
        && (reader.is(and + 1, ADDRESS) || reader.says(start, &["messrs"]))
        && let Some((second, end)) = reader.name_at(and + 1)
        && end == words.len()
    {
        return vec![first, second];
    }
    for i in 1..words.len() {
        if reader.says(i, VERSUS) {
            let second = reader.allies_at(i + 1);
            let first = before(&reader, i);
            return [first, second].into_iter().flatten().collect();
        }
    }
    Vec::new()
}

/// The name before `against`: from the dash, the `by` or the beginning of the title on.
fn before(reader: &Reader<'_>, i: usize) -> Option<String> {
    let words = &reader.words;
    let start = (0..i)
        .rev()
        .find(|&j| words[j].contains("--") || words[j].contains('\u{2014}') || reader.says(j, &["by"]))
        .unwrap_or(0);
    if reader.says(start, &["by"]) {
        return reader.allies_at(start + 1);
    }
    let allied = |j: usize| reader.says(j, &["and"]) && reader.is_capital(j + 1);
    let is_named = |j: usize| allied(j) || !ends_name(words[j]) && may_be_named(words[j]);
    // `In the game Alder v. Birch`: no name begins the sentence.
    let start = if start == 0 && ends_name(words[0]) && !is_initial(words[0]) {
        (0..i).rev().take_while(|&j| is_named(j)).last()?
    } else {
        start
    };
    // A single hyphen is part of the name: `Saint-Alder`.
    let dashed = words[start].rsplit("--").next().unwrap_or("");
    let dashed = dashed.rsplit('\u{2014}').next().unwrap_or("");
    let rest: Vec<&str> = (start + 1..i)
        .take_while(|&j| is_named(j))
        .map(|j| if allied(j) { "and" } else { words[j] })
        .collect();
    let whole = if dashed == words[start] { words[start].to_owned() } else { dashed.to_owned() };
    let name = bare_name(format!("{whole} {}", rest.join(" ")).trim());
    let capital = name.chars().next().is_some_and(char::is_uppercase);
    let known = name.split_whitespace().any(|word| is_word(word, NO_NAME) && !is_word(word, RANK));
    (capital && !known).then_some(name)
}

/// Does a word begin with a capital or a sign, or is it one of those within names?
fn may_be_named(word: &str) -> bool {
    !word.starts_with(char::is_lowercase) || is_word(word, WITHIN_NAME)
}

/// Does a paragraph above a score say who played it: `Paul Morphy against the Duke of Brunswick`, `A game played at
/// Berlin between …`?
pub(super) fn tells(text: &str) -> bool {
    if text.len() > 240 {
        return false;
    }
    let found = names(text);
    let [first, second] = &found[..] else { return false };
    let lower = text.to_lowercase();
    let speaks = ["game", "played", "match", "between"].iter().any(|word| lower.contains(word));
    let begins = bare_name(text).starts_with(first.as_str());
    (speaks || begins) && is_name(first) && is_name(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(white: &str, black: &str) -> Option<Players> {
        Some((white.to_owned(), black.to_owned()))
    }

    #[test]
    fn two_men_with_forms_of_address_are_a_pair() {
        assert_eq!(names("Mr. Alder and Mr. Birch"), ["Alder", "Birch"]);
        assert_eq!(names("Contested by Messrs. Alder and Birch"), ["Alder", "Birch"]);
        assert!(names("Mr. Alder and the Queen").is_empty());
    }

    #[test]
    fn two_names_over_the_columns() {
        assert_eq!(over_columns("ALDER.            DUKE OF BIRCH."), pair("ALDER", "DUKE OF BIRCH"));
        assert_eq!(over_columns("Alder\tBirch"), pair("Alder", "Birch"));
        for none in [
            "Attack.       Defence.",
            "King's side     Queen's side",
            "1. P-K4     P-K4",
            "EVANS GAMBIT",
            "a   b",
        ] {
            assert_eq!(over_columns(none), None, "{none}");
        }
    }

    #[test]
    fn two_names_one_after_the_other_below_the_heads() {
        assert_eq!(in_turn("J. H. ALDER. L. Birch."), pair("J. H. ALDER", "L. Birch"));
        assert_eq!(in_turn("Dr. Alder. Rev. J. BIRCH,"), pair("Dr. Alder", "Rev. J. BIRCH"));
        assert_eq!(in_turn("J. Alder L. H. Birch"), pair("J. Alder", "L. H. Birch"));
        assert_eq!(in_turn("J. ALDER. L. BIRCH. 8 K to B sq P to B 3"), pair("J. ALDER", "L. BIRCH"));
        assert_eq!(in_turn("ALDER. SO. 42."), pair("ALDER", "SO"));
        for none in [
            "J. ALDER.",
            "1. P-K4 P-K4",
            "ALDER. BIRCH. CEDAR.",
            "Played in May. A good game.",
            "ALDER AND BIRCH, BETWEEN BARON CEDAR",
            "FRENCH GAME.",
            "RUY LOPEZ. ALDER.",
            "THE EVENING CHESS COLUMN, MAY 2, 1880",
            "ALDER CUP. BIRCH.",
            "Paul F. Alder",
            "Alder, A. \u{2013} Birch, B.",
        ] {
            assert_eq!(in_turn(none), None, "{none}");
        }
    }

    #[test]
    fn those_who_consult_are_one_player() {
        assert_eq!(
            names("Paul Alder against the Duke of Birch and Count Cedar, who consulted. Paris, 1858."),
            ["Paul Alder", "Duke of Birch and Count Cedar"]
        );
        assert_eq!(names("Alder v. Birch, St. Petersburg, 1914"), ["Alder", "Birch"]);
        assert!(names("The Queen against a Rook wins with ease.").is_empty());
    }

    #[test]
    fn prose_that_speaks_of_men_names_no_players() {
        assert!(tells(
            "The following game was played at Berlin, in 1852, between Professor Alder and Herr Birch."
        ));
        for prose in
            ["White now has a Bishop against a Knight.", "He plays with Pawns against Rooks in this game."]
        {
            assert!(!tells(prose), "{prose}");
        }
    }
}
