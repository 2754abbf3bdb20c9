//! A name taken apart, and how like another it is.
use super::folded;

/// Words before or behind a name that are no part of it.
const TITLES: [&str; 14] =
    ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "mr", "mrs", "miss", "sir"];

/// Shorter surnames have too many neighbours one letter apart.
const LONG: usize = 5;

/// A name taken apart: surname, and first names or their initials.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person {
    /// The surname, folded; `ae`, `oe` and `ue` are `a`, `o` and `u`, as the letters are when their dots are lost.
    pub surname: String,
    /// First names and initials, folded.
    pub given: Vec<String>,
    /// The surname stands first, before a comma.
    pub has_comma: bool,
}

/// In what two names of one person differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Capitals, accents, points, blanks, or the order of first name and surname.
    Spelling,
    /// One has initials, or a short form, where the other has first names, or fewer of them.
    Shorter,
    /// One has no first name.
    SurnameAlone,
    /// One letter of the surname.
    OneLetter,
}

impl Likeness {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Spelling => "the same letters",
            Self::Shorter => "a shorter first name",
            Self::SurnameAlone => "the surname alone, which nobody else has here",
            Self::OneLetter => "one letter of the surname",
        }
    }
}

impl Person {
    /// Takes a name apart; `None` if there is nothing that could be a surname.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        // Several players who consult are none of them.
        if name.contains([':', ';', '&', '/', '+']) {
            return None;
        }
        // What stands in brackets is a country or a club.
        let name = name.split(['(', '[']).next().unwrap_or_default();
        let folded = folded(name);
        let is_name = |word: &&str| !TITLES.contains(word);
        let words = |text: &str| text.split(' ').filter(is_name).map(str::to_owned).collect::<Vec<_>>();
        let (surname, given, has_comma) = match folded.split_once(',') {
            Some((surname, given)) => (words(surname), words(&given.replace(',', " ")), true),
            None => {
                let mut all = words(&folded);
                let is_initial = |word: &String| word.chars().count() == 1;
                let tail = all.iter().rev().take_while(|word| is_initial(word)).count();
                // `Carlsen M`, or `Magnus Carlsen`.
                if tail > 0 && tail < all.len() {
                    let given = all.split_off(all.len() - tail);
                    (all, given, false)
                } else {
                    let surname = all.pop().into_iter().collect();
                    (surname, all, false)
                }
            }
        };
        let surname = surname.join(" ").replace("ae", "a").replace("oe", "o").replace("ue", "u");
        let has_letters = surname.chars().filter(|c| c.is_alphabetic()).count() > 1;
        // Names of accounts and of programs have digits, and are nobody else's.
        let is_plain = !surname.chars().any(|c| c.is_numeric());
        (has_letters && is_plain).then_some(Self { surname, given, has_comma })
    }

    /// How many letters the first names have.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.given.iter().map(|word| word.chars().count()).sum()
    }

    /// In what this name and another of the same surname differ, if both can be one person's.
    #[must_use]
    pub fn likeness(&self, other: &Self) -> Option<Likeness> {
        if self.surname != other.surname {
            return None;
        }
        if self.given == other.given {
            return Some(Likeness::Spelling);
        }
        if self.given.is_empty() || other.given.is_empty() {
            return Some(Likeness::SurnameAlone);
        }
        let are_alike = self.given.iter().zip(&other.given).all(|(a, b)| {
            let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
            short == long
                || (short.chars().count() == 1 || short.chars().count() >= 3) && long.starts_with(&**short)
        });
        are_alike.then_some(Likeness::Shorter)
    }

    /// Words that names with the same first names share when their surnames differ in one letter.
    #[must_use]
    pub fn neighbours(&self) -> Vec<String> {
        let letters: Vec<char> = self.surname.chars().collect();
        let has_name = self.given.first().is_some_and(|first| first.chars().count() > 2);
        if letters.len() < LONG || !has_name {
            return Vec::new();
        }
        let given = self.given.join(" ");
        let without = |left_out: usize| -> String {
            let kept = letters.iter().enumerate().filter(|&(at, _)| at != left_out).map(|(_, c)| c);
            kept.chain(&[',']).collect::<String>() + &given
        };
        let mut words: Vec<_> = (0..=letters.len()).map(without).collect();
        words.dedup();
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(a: &str, b: &str) -> Option<Likeness> {
        Person::of(a).expect(a).likeness(&Person::of(b).expect(b))
    }

    #[test]
    fn one_person_has_many_spellings() {
        for (a, b, expected) in [
            ("Carlsen,M", "Carlsen, M.", Likeness::Spelling),
            ("Magnus Carlsen", "Carlsen, Magnus", Likeness::Spelling),
            ("Hübner, Robert", "Huebner, Robert (GER)", Likeness::Spelling),
            ("GM Carlsen, Magnus", "Carlsen M", Likeness::Shorter),
            ("Capablanca, J.R.", "Capablanca, Jose Raul", Likeness::Shorter),
            ("Fischer, Robert James", "Fischer, Robert J", Likeness::Shorter),
            ("Tal", "Tal, Mikhail", Likeness::SurnameAlone),
        ] {
            assert_eq!(like(a, b), Some(expected), "{a} {b}");
        }
        for (a, b) in [("Polgar, Judit", "Polgar, Susan"), ("Carlsen, M", "Carlsen, H"), ("Tal, M", "Tan, M")]
        {
            assert_eq!(like(a, b), None, "{a} {b}");
        }
    }

    #[test]
    fn accounts_and_nobody_are_no_persons() {
        for name in ["", "?", "player123", "NN,", "X", "Adams,M:Baker,B", "Staunton & Owen"] {
            let is_person = Person::of(name).is_some();
            assert_eq!(is_person, name == "NN,", "{name}");
        }
    }

    #[test]
    fn one_letter_makes_neighbours() {
        let share = |a: &str, b: &str| {
            let (a, b) = (Person::of(a).expect(a).neighbours(), Person::of(b).expect(b).neighbours());
            a.iter().any(|word| b.contains(word))
        };
        assert!(
            share("Kasparov, Garry", "Kasparow, Garry") && share("Tukmakov, Vladimir", "Tukmakv, Vladimir")
        );
        assert!(!share("Kasparov, Garry", "Kasparow, Gary") && !share("Li, Chao", "Lu, Chao"));
    }
}
