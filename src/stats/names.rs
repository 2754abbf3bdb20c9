//! Which spellings of names are one player's: proposals, with what speaks for them.
use std::collections::{BTreeMap, HashMap, HashSet};

use super::tally::{count, first};
use super::{Columns, Sheet};
use crate::game::row::Row;
use crate::game::tags;
use crate::game::value::{About, Kind, Value};
use crate::names::{Likeness, Person};

/// No player's games lie further apart, in years.
const CAREER: u16 = 75;
/// No player's ratings lie further apart.
const RATINGS: u16 = 1200;

/// What is known of a spelling.
#[derive(Clone, Copy, Debug, Default)]
struct Spelling {
    games: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    lowest_elo: Option<u16>,
    highest_elo: Option<u16>,
}

impl Spelling {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.first_year = first(self.first_year, other.first_year);
        self.last_year = self.last_year.max(other.last_year);
        self.lowest_elo = first(self.lowest_elo, other.lowest_elo);
        self.highest_elo = self.highest_elo.max(other.highest_elo);
    }

    /// Nothing in the years and ratings says that these are two players.
    fn agrees(self, other: Self) -> bool {
        let near = |least: Option<u16>, most: Option<u16>, apart: u16| {
            least.zip(most).is_none_or(|(least, most)| most.saturating_sub(least) <= apart)
        };
        let mut both = self;
        both.add(other);
        near(both.first_year, both.last_year, CAREER) && near(both.lowest_elo, both.highest_elo, RATINGS)
    }
}

/// The spellings of all names, and who played whom.
#[derive(Debug, Default)]
pub struct PlayerNames {
    rows: HashMap<Box<str>, Spelling>,
    /// Surnames of both players, where they are the same: two of one family, or of one name.
    opponents: HashSet<(Box<str>, Box<str>)>,
    bytes: usize,
}

/// Spellings that are taken for one player's.
struct Group<'a> {
    members: Vec<(&'a str, Person, Spelling)>,
    /// What is known of them together.
    total: Spelling,
}

impl PlayerNames {
    /// The columns.
    pub const TABLE: &'static [About] = &[
        About::new("group", Kind::Number, "the number of the player, from 1"),
        About::new("name", Kind::Text, "the spelling that is proposed for all of this player"),
        About::new("spelling", Kind::Text, "a spelling"),
        About::new("games", Kind::Number, "games with this spelling"),
        About::new("first_year", Kind::Number, "the first year known of these games"),
        About::new("last_year", Kind::Number, "the last year known of these games"),
        About::new("lowest_elo", Kind::Number, "the lowest rating of the player in these games"),
        About::new("highest_elo", Kind::Number, "the highest rating of the player in these games"),
        About::new(
            "evidence",
            Kind::Text,
            "in what the spelling differs from the name, and what else speaks for one player",
        ),
    ];

    /// About how many bytes are held.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row<'_>) {
        let headers = &row.headers;
        let year = tags::year(headers.date);
        for (name, elo) in [(headers.white, headers.white_elo), (headers.black, headers.black_elo)] {
            if tags::is_unknown(name) {
                continue;
            }
            let elo = tags::elo(elo);
            let one =
                Spelling { games: 1, first_year: year, last_year: year, lowest_elo: elo, highest_elo: elo };
            self.count(name, one);
        }
        let surname = |name: &str| Person::of(name).map(|person| person.surname);
        let shares_letter = headers.white.chars().any(|c| c.is_alphabetic() && headers.black.contains(c));
        if shares_letter && headers.white != headers.black && surname(headers.white) == surname(headers.black)
        {
            self.meet(headers.white, headers.black);
        }
    }

    fn count(&mut self, name: &str, one: Spelling) {
        match self.rows.get_mut(name) {
            Some(own) => own.add(one),
            None => {
                self.bytes += name.len() + size_of::<Spelling>() + 48;
                self.rows.insert(name.into(), one);
            }
        }
    }

    fn meet(&mut self, one: &str, other: &str) {
        let (one, other) = if one < other { (one, other) } else { (other, one) };
        if self.opponents.insert((one.into(), other.into())) {
            self.bytes += one.len() + other.len() + 64;
        }
    }

    /// Adds the names of other games.
    pub fn merge(&mut self, other: Self) {
        for (name, spelling) in other.rows {
            self.count(&name, spelling);
        }
        for (one, other) in other.opponents {
            self.meet(&one, &other);
        }
    }

    fn have_met(&self, one: &str, other: &str) -> bool {
        let (one, other) = if one < other { (one, other) } else { (other, one) };
        self.opponents.contains(&(one.into(), other.into()))
    }

    /// The spellings of a surname as players, of which nothing says that they are two. A spelling that could be that of
    /// several is left alone.
    fn players_of<'a>(&self, mut spellings: Vec<(&'a str, Person, Spelling)>) -> Vec<Group<'a>> {
        // First those that say most.
        spellings.sort_by(|a, b| {
            b.1.weight().cmp(&a.1.weight()).then(b.2.games.cmp(&a.2.games)).then(a.0.cmp(b.0))
        });
        let mut groups: Vec<Group<'a>> = Vec::new();
        for (name, person, spelling) in spellings {
            let fits = |group: &Group<'_>| {
                group.total.agrees(spelling)
                    && group.members.iter().all(|(other, known, _)| {
                        known.likeness(&person).is_some() && !self.have_met(other, name)
                    })
            };
            let same = groups.iter().position(|group| {
                group.members.iter().any(|(_, known, _)| known.given == person.given && fits(group))
            });
            let mut fitting = (0..groups.len()).filter(|&at| fits(&groups[at]));
            let only = fitting.next().filter(|_| fitting.next().is_none());
            match same.or(only) {
                Some(at) => {
                    groups[at].total.add(spelling);
                    groups[at].members.push((name, person, spelling));
                }
                None => groups.push(Group { members: vec![(name, person, spelling)], total: spelling }),
            }
        }
        groups
    }

    /// All players, those with surnames one letter apart together.
    fn players(&self) -> Vec<Group<'_>> {
        let mut by_surname: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for (name, &spelling) in &self.rows {
            if let Some(person) = Person::of(name) {
                by_surname.entry(person.surname.clone()).or_default().push((&**name, person, spelling));
            }
        }
        let mut groups: Vec<Option<Group<'_>>> = Vec::new();
        let mut near: HashMap<String, usize> = HashMap::new();
        for group in by_surname.into_values().flat_map(|spellings| self.players_of(spellings)) {
            let words = group.members[0].1.neighbours();
            let other = words.iter().find_map(|word| near.get(word).copied());
            let at = groups.len();
            match other.and_then(|other| groups[other].as_mut()) {
                Some(own) if own.total.agrees(group.total) => {
                    own.total.add(group.total);
                    own.members.extend(group.members);
                }
                _ => {
                    groups.push(Some(group));
                    for word in words {
                        near.entry(word).or_insert(at);
                    }
                }
            }
        }
        groups.into_iter().flatten().filter(|group| group.members.len() > 1).collect()
    }

    /// Writes the players with several spellings.
    pub fn write(&self, columns: &Columns<usize>, sheet: &mut Sheet) {
        let mut players: Vec<_> = self.players().into_iter().map(|group| (group.name().0, group)).collect();
        players.sort_by(|a, b| a.0.cmp(b.0));
        for ((name, mut group), number) in players.into_iter().zip(1..) {
            let (_, best, of_name) = group.name().clone();
            group.members.sort_by(|a, b| b.2.games.cmp(&a.2.games).then(a.0.cmp(b.0)));
            for (spelling, person, known) in &group.members {
                let evidence = if *spelling == name {
                    String::new()
                } else {
                    evidence((&best, of_name), (person, *known))
                };
                columns.row(
                    |&column| match Self::TABLE[column].name {
                        "group" => count(number),
                        "name" => Value::Text(name),
                        "spelling" => Value::Text(spelling),
                        "games" => count(known.games),
                        "first_year" => Value::maybe(known.first_year),
                        "last_year" => Value::maybe(known.last_year),
                        "lowest_elo" => Value::maybe(known.lowest_elo),
                        "highest_elo" => Value::maybe(known.highest_elo),
                        "evidence" if evidence.is_empty() => Value::Empty,
                        "evidence" => Value::Text(&evidence),
                        _ => Value::Empty,
                    },
                    sheet,
                );
            }
        }
    }
}

impl<'a> Group<'a> {
    /// The spelling that is proposed: with the fullest first name, surname first, the commonest.
    fn name(&self) -> &(&'a str, Person, Spelling) {
        let full =
            |person: &Person| person.given.iter().filter(|word| word.chars().count() > 2).count().min(1);
        let key = |(name, person, spelling): &(&'a str, Person, Spelling)| {
            let has_capital = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
            (full(person), has_capital, person.has_comma, spelling.games, std::cmp::Reverse(*name))
        };
        let mut best = &self.members[0];
        for member in &self.members[1..] {
            if key(member) > key(best) {
                best = member;
            }
        }
        best
    }
}

/// What speaks for one player.
fn evidence((best, of_name): (&Person, Spelling), (person, known): (&Person, Spelling)) -> String {
    let likeness = person.likeness(best).unwrap_or(Likeness::OneLetter);
    let mut words = likeness.words().to_owned();
    let spans = |a: (Option<u16>, Option<u16>), b: (Option<u16>, Option<u16>)| {
        let ((a, b), (c, d)) = (a.0.zip(a.1)?, b.0.zip(b.1)?);
        Some(a <= d && c <= b)
    };
    let years = spans((known.first_year, known.last_year), (of_name.first_year, of_name.last_year));
    let ratings = spans((known.lowest_elo, known.highest_elo), (of_name.lowest_elo, of_name.highest_elo));
    for (overlap, what) in [(years, "years"), (ratings, "ratings")] {
        match overlap {
            Some(true) => words.push_str(&format!("; {what} overlap")),
            Some(false) => words.push_str(&format!("; {what} apart")),
            None => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[(&str, u16, u16)], met: &[(&str, &str)]) -> Vec<Vec<String>> {
        let mut names = PlayerNames::default();
        for &(name, year, elo) in list {
            let elo = Some(elo).filter(|&elo| elo > 0);
            let (first_year, last_year) = (Some(year), Some(year));
            names
                .count(name, Spelling { games: 1, first_year, last_year, lowest_elo: elo, highest_elo: elo });
        }
        met.iter().for_each(|(one, other)| names.meet(one, other));
        let groups = names.players().into_iter().map(|group| {
            let mut members: Vec<_> = group.members.iter().map(|member| member.0.to_owned()).collect();
            members.sort();
            members.insert(0, group.name().0.to_owned());
            members
        });
        groups.collect()
    }

    #[test]
    fn spellings_of_one_player_are_proposed_together() {
        let found = names(
            &[
                ("Carlsen,M", 2010, 2800),
                ("Carlsen, Magnus", 2012, 2850),
                ("Magnus Carlsen", 2013, 0),
                ("Carlsen, Henrik", 2012, 2000),
                ("Kasparov, Garry", 1990, 2800),
                ("Kasparow, Garry", 1991, 2790),
                ("Tal, Mikhail", 1960, 0),
                ("Tal", 1961, 0),
            ],
            &[],
        );
        assert_eq!(
            found,
            [
                vec!["Carlsen, Magnus", "Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen"],
                vec!["Kasparov, Garry", "Kasparov, Garry", "Kasparow, Garry"],
                vec!["Tal, Mikhail", "Tal", "Tal, Mikhail"],
            ]
        );
    }

    #[test]
    fn what_speaks_against_it_keeps_them_apart() {
        // They met; a hundred years lie between them; an initial that two players have.
        assert!(
            names(&[("Byrne, R", 1960, 0), ("Byrne, Robert", 1961, 0)], &[("Byrne, R", "Byrne, Robert")])
                .is_empty()
        );
        assert!(names(&[("Smith, John", 1880, 0), ("John Smith", 1990, 0)], &[]).is_empty());
        assert!(
            names(&[("Polgar, J", 1990, 0), ("Polgar, Judit", 1990, 0), ("Polgar, Jozsef", 1990, 0)], &[])
                .is_empty()
        );
        assert!(names(&[("Lee, A", 1990, 2700), ("Lee, Anna", 1990, 1200)], &[]).is_empty());
    }
}
