//! Words of prose that tell whether a move they speak of was played, from a table.
use std::collections::HashMap;
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Unplayed,
    Turns,
    Short,
}

fn table() -> &'static HashMap<String, Says> {
    static TABLE: OnceLock<HashMap<String, Says>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("tables/prose.csv").as_bytes());
        let says = |class: &str| match class {
            "unplayed" => Some(Says::Unplayed),
            "turns" => Some(Says::Turns),
            "short" => Some(Says::Short),
            _ => None,
        };
        let rows = reader.records().flatten();
        rows.filter_map(|row| Some((row.get(1)?.to_owned(), says(row.get(0)?)?))).collect()
    })
}

fn says(word: &str) -> Option<Says> {
    if word.len() > 16 || !word.is_ascii() {
        return None;
    }
    match table().get(word) {
        Some(&says) => Some(says),
        None if word.bytes().any(|b| b.is_ascii_uppercase()) => {
            table().get(&word.to_ascii_lowercase()).copied()
        }
        None => None,
    }
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

/// Is it one of the short words of every sentence, and no scrap of print: `if`, `by`, `the`?
#[must_use]
pub fn is_short(word: &str) -> bool {
    word.len() <= 3 && says(word).is_some()
}
