//! What the words of a heading may be, from a table: forms of address, words within a name, events, openings.
use std::collections::HashMap;
use std::ops::BitOr;
use std::sync::OnceLock;

/// One or more kinds of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u64);

macro_rules! classes {
    ($($(#[$what:meta])* $name:ident $label:literal),* $(,)?) => {
        classes!(@ 0_u64; $($(#[$what])* $name,)*);
        /// The kinds by the names that the table gives them.
        const LABELS: &[(&str, Class)] = &[$(($label, $name)),*];
    };
    (@ $bit:expr; $(#[$what:meta])* $name:ident, $($rest:tt)*) => {
        $(#[$what])*
        pub(super) const $name: Class = Class(1 << $bit);
        classes!(@ $bit + 1; $($rest)*);
    };
    (@ $bit:expr;) => {};
}

classes! {
    /// Words of address that are no part of a name: `Mr`.
    ADDRESS "address",
    /// Abbreviations within a name: the full stop behind them does not end it.
    SHORT "short",
    /// Ranks that a place follows: the Duke of Brunswick.
    RANK "rank",
    /// Words that end a name.
    AFTER_NAME "after name",
    /// Small words within a name.
    WITHIN_NAME "within name",
    /// Words that make those around them something else than a name.
    NO_NAME "no name",
    /// The words for the two sides.
    WHITE "white",
    BLACK "black",
    /// Those of other languages: one without the other is a name, `Weiss`.
    FOREIGN_WHITE "foreign white",
    FOREIGN_BLACK "foreign black",
    /// Words between a player and the side he has.
    HAS_SIDE "has side",
    /// Words for the first and for the second of two players named before.
    FORMER "former",
    LATTER "latter",
    /// Words that say alone who moves first: Alder begins.
    BEGINS "begins",
    /// Those that say it with `first`: Alder moves first.
    MOVES "moves",
    /// Words for leaving the first move to the other.
    GIVES "gives",
    /// What a side is of: the White men.
    MEN "men",
    /// What stands over the numbers of rows.
    OVER_NUMBERS "over numbers",
    /// Words for what a field of a heading tells, beside the sides.
    LABEL "label",
    /// Words that make a phrase the name of an event.
    EVENT "event",
    /// Abbreviations whose full stop ends no phrase, beside those of at most three letters.
    ABBREVIATION "abbreviation",
    /// Words that are in no name of a place: those of a title.
    NO_PLACE "no place",
    /// Those of a newspaper or a magazine.
    PERIODICAL "periodical",
    /// Words that may be small within a title.
    SMALL "small",
    /// Words that make a title the name of an opening.
    OPENING "opening",
    /// Those that name a land or a town, too: `the French champion`, `at Vienna`.
    LAND "land",
    /// Words that the name of an opening does not hold.
    NO_OPENING "no opening",
    /// Words before the number of a game.
    NUMBERED "numbered",
    /// Words that say of a game that it goes on.
    RESUMES "resumes",
    /// Those over the answer to a problem.
    SOLUTION "solution",
    /// Those for another way to play.
    VARIATION "variation",
    /// Words that begin the caption of a board.
    BOARD "board",
    /// Words that open the title of a part of a book.
    SECTION "section",
    /// Words before a move that is played after the one last told.
    FOLLOWING "following",
    /// Days of the week.
    DAY "day",
}

impl BitOr for Class {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Longest word of the table, in bytes.
const LONGEST: usize = 16;

struct Table {
    words: HashMap<String, Class>,
    /// What the words that begin with an ASCII letter are, all together: most words are none of those asked for.
    by_first: [Class; 128],
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("tables/heading.csv").as_bytes());
        let mut table = Table { words: HashMap::new(), by_first: [Class::default(); 128] };
        for row in reader.records().flatten() {
            let class = row.get(0).and_then(|label| LABELS.iter().find(|(known, _)| *known == label));
            if let (Some(&(_, class)), Some(word)) = (class, row.get(1)) {
                let known = table.words.entry(word.to_owned()).or_default();
                *known = *known | class;
                if let Some(first) = table.by_first.get_mut(usize::from(word.as_bytes()[0])) {
                    *first = *first | class;
                }
            }
        }
        table
    })
}

/// Is a word, whatever signs stand around it, of one of some kinds?
pub(super) fn is_word(word: &str, classes: Class) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let Some(first) = bare.bytes().next().filter(|_| bare.len() <= LONGEST) else { return false };
    let Table { words, by_first } = table();
    let may_be = by_first.get(usize::from(first.to_ascii_lowercase()));
    if may_be.is_some_and(|known| known.0 & classes.0 == 0) {
        return false;
    }
    let known = words.get(bare).or_else(|| {
        let has_capital = bare.chars().any(char::is_uppercase);
        if has_capital { words.get(&bare.to_lowercase()) } else { None }
    });
    known.is_some_and(|known| known.0 & classes.0 != 0)
}

/// Does a word begin with a capital, perhaps behind an article of one letter: `d'Alder`?
pub(super) fn has_capital(word: &str) -> bool {
    let mut letters = word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars();
    let first = letters.next();
    let is_article =
        first.is_some_and(char::is_lowercase) && matches!(letters.next(), Some('\'' | '\u{2019}'));
    first.is_some_and(char::is_uppercase) || is_article && letters.next().is_some_and(char::is_uppercase)
}

/// Does a word end the name before it: `of`, `playing`, but not the initial `A.`?
pub(super) fn ends_name(word: &str) -> bool {
    !is_initial(word) && is_word(word, AFTER_NAME)
}

/// Is a word shortened by a full stop: `A.`?
pub(super) fn is_initial(word: &str) -> bool {
    word.ends_with('.') && word.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_the_table_has_a_known_class() {
        let mut reader = csv::Reader::from_reader(include_str!("tables/heading.csv").as_bytes());
        for row in reader.records() {
            let row = row.expect("a row");
            let (class, word) = (row.get(0).expect("a class"), row.get(1).expect("a word"));
            assert!(LABELS.iter().any(|(known, _)| *known == class), "{class}");
            assert!(word.len() <= LONGEST && word.to_lowercase() == word, "{word}");
        }
        assert!(
            is_word("(Messrs.", ADDRESS) && is_word("WEISS:", FOREIGN_WHITE) && !is_word("Blackburne", BLACK)
        );
    }
}
