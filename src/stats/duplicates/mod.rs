//! Games that are recorded more than once: the same moves, or the first part of another game's moves.
//!
//! The games themselves are not kept: a first pass over the input takes some 60 bytes of each ([`Keys`]), a second looks
//! where a game passes through the last position of another ([`Catalog::passes`]). Positions that agree are not enough:
//! what is compared is a key of 128 bits of the start and all the moves.
//!
//! What counts as the same game:
//!
//! - The same start and moves. Games shorter than [`LONG`] half-moves are often the same by chance or by preparation
//!   (known draws, traps): for them the surnames must agree too, and neither date nor result may contradict; where no player is
//!   known, all headers must agree. Otherwise they are told as `same-moves`, and both are kept.
//! - The same start, and the moves of one are the first of the other: likewise, but for short games of players that are not known.
//! - Games without moves: only if all headers agree.
//!
//! Of several records of a game [`Prefer`] says which one is kept.
mod catalog;
mod table;

use std::collections::HashMap;

pub use catalog::{Catalog, Choice, Passes};
pub use table::{Dropped, Kind, TABLE, Verdict, Verdicts};

use crate::game::MovesKey;
use crate::game::row::Row;
use crate::game::tags;
use crate::record::GameResult;

/// Which of several records of a game is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefer {
    /// The one with most comments and variations, then half-moves, then tags.
    #[default]
    Annotated,
    /// The one with most half-moves, then tags, then comments and variations.
    Longest,
    /// The first.
    First,
}

/// From so many half-moves on, the moves alone tell that two records are of one game.
pub const LONG: u32 = 40;

/// Where a game stands in the run: by input, chunk, and index in the chunk, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    input: u32,
    chunk: u32,
    index: u32,
}

impl Place {
    /// A place; numbers from 0.
    #[must_use]
    pub fn new(input: usize, chunk: u64, index: u32) -> Self {
        let cut = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        Self { input: cut(input as u64), chunk: cut(chunk), index }
    }

    /// The number of its input, from 0.
    #[must_use]
    pub const fn input(self) -> usize {
        self.input as usize
    }
}

/// What is kept of a game.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: MovesKey,
    /// A hash of the headers but the players.
    headers: u64,
    place: Place,
    /// Game number in its input, once the entries are in order.
    number: u32,
    line: u32,
    white: NameId,
    black: NameId,
    plies: u32,
    /// Year, month and day in 26 bits, 0 for unknown; the result in the lowest two.
    date: u32,
    tags: u16,
    comments: u16,
    variations: u16,
}

/// The number of a name in the list of names.
type NameId = u32;

/// Names of players, each once, with the number of their surname.
#[derive(Clone, Debug, Default)]
struct Names {
    ids: HashMap<Box<str>, NameId>,
    list: Vec<Box<str>>,
    surnames: Vec<NameId>,
    /// About what they take.
    bytes: usize,
}

impl Names {
    fn id(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = NameId::try_from(self.list.len()).unwrap_or(NameId::MAX);
        self.ids.insert(name.into(), id);
        self.list.push(name.into());
        self.surnames.push(id);
        // Twice, with what allocations and the table take.
        self.bytes += 2 * name.len() + 96;
        let surname = surname(name);
        if surname != name {
            let own = self.id(&surname);
            self.surnames[id as usize] = own;
        }
        id
    }
}

/// The surname of players that are not known.
const UNKNOWN: &str = "?";

/// The surname of a player in small letters: what stands before the comma; else the last word of three letters or more
/// (`Garry Kasparov`, `Kasparov G.`). Unknown players have the surname [`UNKNOWN`].
fn surname(name: &str) -> String {
    if tags::is_unknown(name) {
        return UNKNOWN.to_owned();
    }
    let lower = name.trim().to_lowercase();
    if let Some((family, _)) = lower.split_once(',') {
        return family.trim().to_owned();
    }
    let word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    lower.split_whitespace().rev().find(word).unwrap_or(&lower).to_owned()
}

/// The dates of `Date` tags as numbers: `yyyymmdd`, with zeros for what is not known.
fn date(value: &str) -> u32 {
    let mut parts = value.trim().split(['.', '-', '/']);
    let mut part = |most: u32| parts.next().and_then(|p| p.parse().ok()).filter(|&n| n <= most).unwrap_or(0);
    part(9999) * 10_000 + part(12) * 100 + part(31)
}

/// Neither date contradicts the other.
fn dates_agree(a: u32, b: u32) -> bool {
    let agree = |a: u32, b: u32| a == b || a == 0 || b == 0;
    agree(a / 10_000, b / 10_000) && agree(a / 100 % 100, b / 100 % 100) && agree(a % 100, b % 100)
}

impl Entry {
    const fn result(&self) -> u32 {
        self.date & 3
    }

    /// Neither date nor result contradicts that both are records of one game.
    fn agrees(&self, other: &Self) -> bool {
        dates_agree(self.date >> 2, other.date >> 2)
            && (self.result() == other.result() || self.result() == 0 || other.result() == 0)
    }
}

/// The first pass: a key of each game.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    names: Names,
    entries: Vec<Entry>,
    /// Games in each chunk, by input and chunk.
    sizes: HashMap<(u32, u32), u32>,
}

/// The hash FNV-1a, the same in every run.
fn hash(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

impl Keys {
    /// Counts a game that stands here, wanted or not, so that the numbers of games are right.
    pub fn count(&mut self, place: Place) {
        let size = self.sizes.entry((place.input, place.chunk)).or_insert(0);
        *size = (*size).max(place.index.saturating_add(1));
    }

    /// Takes the key of a game.
    pub fn add(&mut self, place: Place, row: &Row<'_>) {
        self.count(place);
        let headers = &row.headers;
        let result = match row.game.result {
            GameResult::Unknown => 0,
            GameResult::White => 1,
            GameResult::Black => 2,
            GameResult::Draw => 3,
        };
        self.entries.push(Entry {
            key: row.facts.moves_key,
            headers: hash(&[
                headers.event,
                headers.site,
                headers.date,
                headers.round,
                row.game.result.marker(),
            ]),
            place,
            number: 0,
            line: u32::try_from(row.line).unwrap_or(u32::MAX),
            white: self.names.id(headers.white),
            black: self.names.id(headers.black),
            plies: row.game.plies,
            date: date(headers.date) << 2 | result,
            tags: u16::try_from(row.game.tags.len()).unwrap_or(u16::MAX),
            comments: u16::try_from(row.facts.comments).unwrap_or(u16::MAX),
            variations: u16::try_from(row.facts.variations).unwrap_or(u16::MAX),
        });
    }

    /// About how many bytes will be held at the end, with what is made of them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // Beside each entry: its place among the keys, up to 64 bits of the filter, and two sets.
        self.entries.len() * (size_of::<Entry>() + 28) + self.names.bytes
    }

    /// Adds the keys of other games.
    pub fn merge(&mut self, other: Self) {
        let ids: Vec<_> = other.names.list.iter().map(|name| self.names.id(name)).collect();
        self.entries.extend(other.entries.into_iter().map(|entry| Entry {
            white: ids[entry.white as usize],
            black: ids[entry.black as usize],
            ..entry
        }));
        for (chunk, size) in other.sizes {
            let own = self.sizes.entry(chunk).or_insert(0);
            *own = (*own).max(size);
        }
    }

    /// Ends the first pass.
    #[must_use]
    pub fn seal(self) -> Catalog {
        Catalog::new(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surnames_are_found_in_the_usual_spellings() {
        for name in ["Kasparov, Garry", "kasparov,G", "Garry Kasparov", "Kasparov G.", "KASPAROV"] {
            assert_eq!(surname(name), "kasparov", "{name}");
        }
        assert_eq!(surname("van der Wiel, John"), "van der wiel");
        assert_eq!([surname(""), surname("?"), surname("Li, Wu")], ["?", "?", "li"]);
    }

    #[test]
    fn dates_agree_as_far_as_they_are_known() {
        assert!(dates_agree(date("1992.11.04"), date("1992.??.??")));
        assert!(dates_agree(date("????.??.??"), date("1992.11.04")));
        assert!(!dates_agree(date("1992.11.04"), date("1992.11.05")));
        assert!(!dates_agree(date("1992"), date("1993.01.01")));
    }

    #[test]
    fn an_entry_is_small() {
        assert!(size_of::<Entry>() <= 72);
    }
}
