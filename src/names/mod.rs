//! The names of players: which spellings mean one person, by a table or by comparing them.
//!
//! ```
//! use descant::names::Spellings;
//!
//! let table = Spellings::parse("Carlsen, Magnus\tCarlsen,M\n").unwrap();
//! assert_eq!(table.name("carlsen, m."), Some("Carlsen, Magnus"));
//! ```
mod person;
mod spellings;

pub use person::{Likeness, Person};
pub use spellings::{SpellingError, Spellings};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The letters of a name in one form: small, without accents, without points and blanks at commas; what is left between
/// words is one blank.
#[must_use]
pub fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.nfd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase) {
        match c {
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' => out.push('d'),
            'ı' => out.push('i'),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            // `J.R.` is two words.
            '.' | '_' => out.push(' '),
            ',' => out.push(','),
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    let parts = out.split(',').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_text_is_a_table_or_none_and_any_name_can_be_taken_apart(text in "([=@#\t\n,.\"é ]|name|spelling|[a-zA-Z]{1,6}){0,12}") {
            if let Ok(table) = Spellings::parse(&text) {
                let _ = table.name(&text);
            }
            if let Some(person) = Person::of(&text) {
                assert_eq!(person.likeness(&person), Some(Likeness::Spelling));
            }
            assert_eq!(folded(&folded(&text)), folded(&text));
        }
    }

    #[test]
    fn accents_points_and_blanks_are_left_out() {
        for (name, expected) in [
            ("Carlsen,  Magnus ", "carlsen,magnus"),
            ("Capablanca, J.R.", "capablanca,j r"),
            ("Réti, Richard", "reti,richard"),
            ("Łukasz Źle", "lukasz zle"),
            (" , ", ""),
            ("Kasparov, Garry,", "kasparov,garry"),
        ] {
            assert_eq!(folded(name), expected, "{name}");
        }
    }
}
