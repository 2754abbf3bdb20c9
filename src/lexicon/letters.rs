//! The letters of the men in algebraic notation, language by language, from `tables/algebraic.csv`.
use std::sync::OnceLock;

use crate::chess::Role;

/// The letters of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// ISO 639-1 code (`de`), or `white` and `black` for figurines.
    pub language: String,
    /// Its English name.
    pub name: String,
    /// Letters of King, Queen, Rook, Bishop, Knight and Pawn, in this order.
    pub men: [String; 6],
}

/// The order of [`Letters::men`].
pub const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Letters {
    /// The man whose letter `text` begins with, and the length of the letter in bytes; the longest letter wins
    /// (`Кр` before `К`).
    #[must_use]
    pub fn role_at(&self, text: &str) -> Option<(Role, usize)> {
        ORDER
            .into_iter()
            .zip(&self.men)
            .filter(|(_, letter)| text.starts_with(letter.as_str()))
            .map(|(role, letter)| (role, letter.len()))
            .max_by_key(|&(_, length)| length)
    }

    /// The letter of a man.
    #[must_use]
    pub fn of(&self, role: Role) -> &str {
        ORDER.into_iter().zip(&self.men).find(|&(r, _)| r == role).map_or("", |(_, letter)| letter)
    }
}

/// Every language of the table, in its order.
#[must_use]
pub fn all() -> &'static [Letters] {
    static TABLE: OnceLock<Vec<Letters>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("tables/algebraic.csv").as_bytes());
        reader
            .records()
            .flatten()
            .map(|row| {
                let field = |i: usize| row.get(i).unwrap_or("").to_owned();
                Letters {
                    language: field(0),
                    name: field(1),
                    men: [field(2), field(3), field(4), field(5), field(6), field(7)],
                }
            })
            .collect()
    })
}

/// The letters of a language by its code or its English name, in any case.
#[must_use]
pub fn letters(language: &str) -> Option<&'static Letters> {
    all().iter().find(|l| l.language.eq_ignore_ascii_case(language) || l.name.eq_ignore_ascii_case(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_six_different_letters() {
        assert!(all().len() >= 17);
        for row in all() {
            for (i, letter) in row.men.iter().enumerate() {
                assert!(!letter.is_empty(), "{}", row.name);
                assert!(!row.men[..i].contains(letter), "{}: {letter} twice", row.name);
            }
        }
    }

    #[test]
    fn the_russian_king_is_not_a_knight() {
        let russian = letters("ru").unwrap();
        assert_eq!(russian.role_at("Крe2").map(|(role, _)| role), Some(Role::King));
        assert_eq!(russian.role_at("Кf3"), Some((Role::Knight, 2)));
        assert_eq!(letters("Dutch").unwrap().role_at("Pf3"), Some((Role::Knight, 1)));
    }
}
