//! Words of prose that tell whether a move they speak of was played, from a table.
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Unplayed,
    Turns,
    Leads,
    Subject,
    Short,
}

/// The words that begin with a byte.
fn words(first: u8) -> &'static [(String, Says)] {
    static TABLE: OnceLock<Vec<Vec<(String, Says)>>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("tables/prose.csv").as_bytes());
        let says = |class: &str| match class {
            "unplayed" => Some(Says::Unplayed),
            "turns" => Some(Says::Turns),
            "leads" => Some(Says::Leads),
            "subject" => Some(Says::Subject),
            "short" => Some(Says::Short),
            _ => None,
        };
        let rows = reader.records().flatten();
        let rows = rows.filter_map(|row| Some((row.get(1)?.to_owned(), says(row.get(0)?)?)));
        let mut table = vec![Vec::new(); 256];
        for (word, says) in rows {
            table[usize::from(word.as_bytes().first().copied().unwrap_or_default())].push((word, says));
        }
        table
    });
    &table[usize::from(first)]
}

fn says(word: &str) -> Option<Says> {
    if word.len() > 16 || !word.is_ascii() {
        return None;
    }
    let first = word.as_bytes().first()?.to_ascii_lowercase();
    words(first).iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|&(_, says)| says)
}

/// Does a word say that the move behind it is not played, or not yet: `if`, `threatening`?
#[must_use]
pub fn is_unplayed(word: &str) -> bool {
    says(word) == Some(Says::Unplayed)
}

/// Does a word end what was said before the next move: `but`?
#[must_use]
pub fn turns(word: &str) -> bool {
    says(word) == Some(Says::Turns)
}

/// Does a word lead to a move that its sentence speaks of: `after`, `if`?
#[must_use]
pub fn leads(word: &str) -> bool {
    matches!(says(word), Some(Says::Leads | Says::Unplayed))
}

/// Is what stands before a word what the sentence speaks of: `leads to an even game`, `would have been better`?
#[must_use]
pub fn has_subject(word: &str) -> bool {
    matches!(says(word), Some(Says::Subject | Says::Unplayed))
}

/// Is it one of the short words of every sentence, and no scrap of print: `if`, `by`, `the`?
#[must_use]
pub fn is_short(word: &str) -> bool {
    word.len() <= 3 && says(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_whether_a_move_is_played() {
        let unplayed = "threatening threatens threatened threat threaten menacing menaces if better instead not \
             would should might could may or than prevent prevents preventing intending intends \
             preferable preferred stronger weaker unless against cannot avoid avoids avoiding fearing \
             usual perhaps preparing prepares allowing allows ought recommends recommended recommend \
             suggests suggested advocates advocated advises advised proposes proposed choose chooses \
             analysis analyses prefers prefer had forced must";
        assert!(unplayed.split(' ').all(|word| is_unplayed(word) && !turns(word)));
        assert!(["but", "However", "actually"].into_iter().all(turns));
        assert!(["After", "when", "If"].into_iter().all(leads) && !is_unplayed("after") && !leads("but"));
        assert!(["leads", "was", "would"].into_iter().all(has_subject) && !has_subject("having"));
        assert!(is_unplayed("Threatening") && !is_unplayed("played") && !is_unplayed("threatenings"));
    }

    #[test]
    fn short_words_of_every_sentence_are_no_scraps() {
        let short = "a an as at be by can for has he his in is it no nor now of on our see so the to was we who \
             yet him its are and all any did do how new old one out own she two up us way why you";
        assert!(short.split(' ').all(is_short));
        assert!(!["Kt", "P", "ii", "better"].into_iter().any(is_short));
    }
}
