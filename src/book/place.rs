//! Where a game was played, and at what event, as the words behind `at` and `in` say it.
use crate::book::clause::{Signs, Word, words};
use crate::book::date::is_date_word;
use crate::book::phrase::{is_capital, is_event_word, is_place};
use crate::book::players::VERSUS;
use crate::book::vocabulary::{ADDRESS, BLACK, NO_PLACE, NUMBERED, SMALL, WHITE, is_word};

/// What words say of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Where {
    pub(super) event: Option<String>,
    pub(super) site: Option<String>,
}

/// The words of one name: in capitals, small ones among them, up to a sign, a date or a form of address.
fn name(words: &[Word<'_>], start: usize) -> usize {
    let goes_on = |&at: &usize| {
        let word = words[at].text;
        (if at == start { !is_word(word, SMALL) } else { words[at].before.is_empty() })
            && is_capital(word)
            && !is_date_word(word)
            && !VERSUS.contains(&word)
            && !is_word(word, ADDRESS | WHITE | BLACK)
    };
    let mut end = (start..words.len()).take_while(goes_on).last().map_or(start, |last| last + 1);
    while end > start && is_word(words[end - 1].text, SMALL) {
        end -= 1;
    }
    end
}

/// Event and place behind a preposition: `played at Simpson's Divan, London, in 1870`, `of the Vienna Congress`. In words
/// that say nothing else of a game only behind `played`.
pub(super) fn behind_preposition(text: &str, is_told: bool) -> Where {
    let words = words(text);
    let mut told = Where::default();
    let mut at = 0;
    while at < words.len() {
        let word = words[at].text.to_ascii_lowercase();
        at += 1;
        let is_led = at > 1 && is_played(words[at - 2].text) && words[at - 1].before.is_empty();
        let leads = match word.as_str() {
            "at" | "in" => is_led || is_told,
            "from" | "of" | "during" => false,
            // `Played Vienna, 1882`
            word if at == 1 && is_played(word) => true,
            _ => continue,
        };
        // `the`
        let start = at + usize::from(words.get(at).is_some_and(|word| word.text.eq_ignore_ascii_case("the")));
        let end = name(&words, start);
        if end == start || !words[at..=start].iter().all(|word| word.before.is_empty()) {
            continue;
        }
        let found = &words[start..end];
        let is_event =
            |words: &[Word<'_>]| words.len() > 1 && words.iter().any(|word| is_event_word(word.text));
        if is_event(found) {
            // `the Fourth Round of the Vienna Congress`
            let from = found
                .iter()
                .rposition(|word| word.text == "of")
                .map(|of| of + 1)
                .filter(|&from| found[..from].iter().any(|word| word.text.eq_ignore_ascii_case("round")));
            let from = from.unwrap_or(0);
            let from = from + usize::from(found[from].text == "the");
            told.event.get_or_insert_with(|| text[found[from].start..found[found.len() - 1].end].to_owned());
        } else if leads && is_name_of_place(found) && !words.get(end).is_some_and(names_event) {
            // `at Simpson's Divan, London, 1870`
            let town = name(&words, end);
            let is_town = town > end
                && words[end].before == Signs::COMMA
                && words.get(town).is_none_or(|next| !next.before.is_empty() || is_date_word(next.text))
                && is_name_of_place(&words[end..town]);
            let end = if is_town { town } else { end };
            told.site.get_or_insert_with(|| text[words[start].start..words[end - 1].end].to_owned());
        }
        at = end;
    }
    told
}

/// `the second round`, `the London game`
fn names_event(next: &Word<'_>) -> bool {
    next.before.is_empty() && (is_event_word(next.text) || is_word(next.text, NUMBERED | NO_PLACE))
}

fn is_played(word: &str) -> bool {
    ["played", "contested", "fought", "occurred"].iter().any(|played| word.eq_ignore_ascii_case(played))
}

fn is_name_of_place(words: &[Word<'_>]) -> bool {
    is_place(&words.iter().map(|word| word.text).collect::<Vec<_>>())
}

/// A place and a date, and nothing else: `Vienna 1882`.
pub(super) fn dated(text: &str) -> Option<String> {
    let words = words(text);
    let end = name(&words, 0);
    let is_all =
        end > 0 && words[end..].iter().all(|word| is_date_word(word.text) || is_word(word.text, SMALL));
    (is_all && is_name_of_place(&words[..end])).then(|| text[..words[end - 1].end].to_owned())
}
