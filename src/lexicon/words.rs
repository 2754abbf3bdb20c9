//! The words of descriptive notation in one language: what stands at a place of a text, longest first.
use std::cmp::Reverse;
use std::sync::OnceLock;

use super::Language;
use crate::chess::{CastlingSide, Color, Role};
use crate::near::distance;

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A kind of man; King and Queen are wings and files too, the others files.
    Man(Role),
    /// A man of any kind (`piece`).
    Piece,
    /// A rank, 1 to 8, from the mover's own end.
    Rank(u8),
    /// `sq`: the first rank, or a filler after a rank.
    Square,
    /// `to`, a dash.
    To,
    /// `takes`, `x`.
    Takes,
    /// `at`, `on`.
    At,
    /// `from`, `fr.`
    From,
    /// `moves`.
    Moves,
    /// `interposes`.
    Interposes,
    /// `ch`.
    Check,
    /// `dis. ch.`
    Discovered,
    /// `dble. ch.`
    Double,
    /// `mate`.
    Mate,
    /// `stalemate`.
    Stalemate,
    /// `Castles`, `O-O`.
    Castle(Option<CastlingSide>),
    /// `side`, `long`, `short`.
    Side(Option<CastlingSide>),
    /// `with`.
    With,
    /// `his`, `her`, `its`.
    Own,
    /// `adverse`.
    Adverse,
    /// `Black's`.
    Of(Color),
    /// `the`.
    Filler,
    /// `doubled`.
    Adjective,
    /// `one`, `two squares`.
    Steps(u8),
    /// `becomes`, `=`; with the man where the word says it (`queens`).
    Becomes(Option<Role>),
    /// `2d` before a Queen that is the second.
    Another,
    /// `e.p.`
    EnPassant,
    /// `the same`.
    Same,
    /// `anything`.
    Anything,
    /// `best`, `!`.
    Note,
    /// `or`.
    Or,
    /// `and wins`: the words of the move end here.
    Result,
}

/// On which side of a name another part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stands {
    /// Before it.
    Before,
    /// After it.
    After,
}

/// A kind of print: which of its spellings a word is written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Print {
    /// `Kt-KB3`: books up to about 1950.
    #[default]
    Old,
    /// `K. Kt. to B's 3d.`: Staunton.
    Long,
    /// `N-KB3`: books after.
    New,
}

impl Print {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// One spelling.
#[derive(Clone, Debug)]
struct Entry {
    form: String,
    /// It has nothing but letters and figures of ASCII.
    plain: bool,
    word: Word,
    cost: u32,
    exact: bool,
    glue: bool,
    ocr: bool,
    /// The prints that write the word so, a bit each.
    prints: u8,
}

/// A word found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What it means.
    pub word: Word,
    /// Its length in bytes.
    pub len: usize,
    /// What this spelling costs, in tenths.
    pub cost: u32,
    /// Its row in the table.
    number: u16,
}

/// Spellings that begin with the same letters and figures.
#[derive(Debug, Default)]
struct Branch {
    /// Those that have no more of them, as places in the table, and behind which no letter or figure stands: the rest of
    /// such a spelling may be blanks and marks.
    apart: Vec<u16>,
    /// Those behind which one may stand.
    glued: Vec<u16>,
    /// Those that go on with a letter, in lower case, or a figure.
    next: Vec<(u8, Branch)>,
}

impl Branch {
    fn add(&mut self, form: &str, (number, entry): (u16, &Entry)) {
        let Some(first) = form.bytes().next().filter(u8::is_ascii_alphanumeric) else {
            let is_glued = if form.is_empty() { entry.glue } else { form.starts_with(is_apostrophe) };
            if is_glued { &mut self.glued } else { &mut self.apart }.push(number);
            return;
        };
        let first = first.to_ascii_lowercase();
        let at = self.next.iter().position(|&(letter, _)| letter == first).unwrap_or_else(|| {
            self.next.push((first, Self::default()));
            self.next.len() - 1
        });
        self.next[at].1.add(&form[1..], (number, entry));
    }

    /// Looks at every spelling of it.
    fn each(&self, look: &mut impl FnMut(u16)) {
        self.apart.iter().chain(&self.glued).copied().for_each(&mut *look);
        self.next.iter().for_each(|(_, branch)| branch.each(look));
    }

    /// Looks at those that a text may begin with.
    fn along(&self, text: &[u8], look: &mut impl FnMut(u16)) {
        let mut branch = self;
        for byte in text.iter().copied().chain([b' ']) {
            // A letter of another script may be an ASCII letter in lower case.
            if !byte.is_ascii() {
                return branch.each(look);
            }
            branch.glued.iter().copied().for_each(&mut *look);
            if !byte.is_ascii_alphanumeric() {
                return branch.apart.iter().copied().for_each(look);
            }
            let letter = byte.to_ascii_lowercase();
            let Some((_, next)) = branch.next.iter().find(|&&(known, _)| known == letter) else { return };
            branch = next;
        }
    }
}

/// The words of one language.
#[derive(Debug)]
pub struct Lexicon {
    /// The rows of the table.
    entries: Vec<Entry>,
    /// The same by their first byte, lower case.
    by_first: Vec<Branch>,
    /// Where the wing stands: `K. Kt.` or `CR`.
    pub wing: Stands,
    /// Where the rank stands: `K4` or `4R`.
    pub rank: Stands,
}

fn word(class: &str, meaning: &str) -> Option<Word> {
    let side = match meaning {
        "king" => Some(CastlingSide::King),
        "queen" => Some(CastlingSide::Queen),
        _ => None,
    };
    let role = match meaning {
        "king" => Some(Role::King),
        "queen" => Some(Role::Queen),
        "rook" => Some(Role::Rook),
        "bishop" => Some(Role::Bishop),
        "knight" => Some(Role::Knight),
        "pawn" => Some(Role::Pawn),
        _ => None,
    };
    let number = meaning.parse().ok();
    Some(match (class, meaning) {
        ("man", _) => Word::Man(role?),
        ("piece", _) => Word::Piece,
        ("rank", _) => Word::Rank(number?),
        ("square", _) => Word::Square,
        ("verb", "to") => Word::To,
        ("verb", "takes") => Word::Takes,
        ("verb", "at") => Word::At,
        ("from", _) => Word::From,
        ("verb", "moves") => Word::Moves,
        ("verb", "interposes") => Word::Interposes,
        ("check", "check") => Word::Check,
        ("check", "discovered") => Word::Discovered,
        ("check", "double") => Word::Double,
        ("check", "mate") => Word::Mate,
        ("stalemate", _) => Word::Stalemate,
        ("castle", _) => Word::Castle(side),
        ("side", _) => Word::Side(side),
        ("with", _) => Word::With,
        ("owner", "own") => Word::Own,
        ("owner", "adverse") => Word::Adverse,
        ("owner", "white") => Word::Of(Color::White),
        ("owner", "black") => Word::Of(Color::Black),
        ("filler", _) => Word::Filler,
        ("adjective", _) => Word::Adjective,
        ("steps", _) => Word::Steps(number?),
        ("becomes", _) => Word::Becomes(role),
        ("another", _) => Word::Another,
        ("en passant", _) => Word::EnPassant,
        ("same", _) => Word::Same,
        ("anything", _) => Word::Anything,
        ("note", _) => Word::Note,
        ("or", _) => Word::Or,
        ("result", _) => Word::Result,
        _ => return None,
    })
}

impl Lexicon {
    /// Reads a table; rows that make no sense are left out (a test sees to it that there are none).
    fn from_table(table: &str) -> Self {
        let mut lexicon = Self {
            entries: Vec::new(),
            by_first: (0..=u8::MAX).map(|_| Branch::default()).collect(),
            wing: Stands::Before,
            rank: Stands::After,
        };
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        for row in reader.records().flatten() {
            let field = |i: usize| row.get(i).unwrap_or("");
            let (class, meaning, form, flags) = (field(0), field(1), field(2), field(3));
            if class == "order" {
                let stands = if form == "before" { Stands::Before } else { Stands::After };
                if meaning == "wing" {
                    lexicon.wing = stands;
                } else {
                    lexicon.rank = stands;
                }
                continue;
            }
            let Some(word) = word(class, meaning) else { continue };
            let flag = |name: &str| flags.split(' ').any(|f| f == name);
            let entry = Entry {
                form: form.to_owned(),
                plain: form.bytes().all(|b| b.is_ascii_alphanumeric()),
                word,
                cost: field(4).parse().unwrap_or(0),
                exact: flag("exact"),
                glue: flag("glue"),
                ocr: flag("ocr"),
                prints: [("old", Print::Old), ("long", Print::Long), ("new", Print::New)]
                    .into_iter()
                    .filter(|(name, _)| flag(name))
                    .map(|(_, print)| print.bit())
                    .sum(),
            };
            let Some(&first) = form.as_bytes().first() else { continue };
            // A dash of a form stands for every dash, so it goes by the names of them all.
            let firsts: Vec<u8> =
                if first == b'-' { vec![b'-', 0xe2, 0xc2] } else { vec![first.to_ascii_lowercase()] };
            let number = lexicon.entries.len() as u16;
            for first in firsts {
                let rest = form.strip_prefix(|c: char| c.is_ascii_alphanumeric()).unwrap_or_default();
                lexicon.by_first[usize::from(first)].add(rest, (number, &entry));
            }
            lexicon.entries.push(entry);
        }
        lexicon
    }

    /// The words of a descriptive language; `None` for algebraic notations.
    #[must_use]
    pub fn of(language: Language) -> Option<&'static Self> {
        static ENGLISH: OnceLock<Lexicon> = OnceLock::new();
        static SPANISH: OnceLock<Lexicon> = OnceLock::new();
        match language {
            Language::English => {
                Some(ENGLISH.get_or_init(|| Self::from_table(include_str!("tables/english.csv"))))
            }
            Language::Spanish => {
                Some(SPANISH.get_or_init(|| Self::from_table(include_str!("tables/spanish.csv"))))
            }
            _ => None,
        }
    }

    /// Every word that `text` begins with, longest first.
    #[must_use]
    pub fn words_at(&self, text: &str, ocr: bool) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        self.each_at(text, ocr, |number, new| {
            match hits.iter_mut().find(|hit| hit.word == new.word && hit.len == new.len) {
                Some(same) => {
                    (same.number, same.cost) = (number.min(same.number), same.cost.min(new.cost));
                }
                None => hits.push(new),
            }
        });
        if hits.len() > 1 {
            hits.sort_unstable_by_key(|hit| (Reverse(hit.len), hit.number));
        }
        hits
    }

    /// Every row of the table that `text` begins with, in no order.
    pub fn each_at(&self, text: &str, ocr: bool, mut then: impl FnMut(u16, Hit)) {
        let Some(&first) = text.as_bytes().first() else { return };
        let mut look = |number: u16| {
            let entry = &self.entries[usize::from(number)];
            if entry.ocr && !ocr {
                return;
            }
            if let Some(len) = entry.length_in(text) {
                then(number, Hit { word: entry.word, len, cost: entry.cost, number });
            }
        };
        let branch = &self.by_first[usize::from(first.to_ascii_lowercase())];
        if first.is_ascii_alphanumeric() {
            branch.along(&text.as_bytes()[1..], &mut look);
        } else {
            branch.each(&mut look);
        }
    }

    /// May some letters, so many at most, have been one of these words before they were misprinted?
    #[must_use]
    pub fn is_near(&self, letters: &str, most: usize) -> bool {
        let letters = letters.to_ascii_lowercase();
        let near = |entry: &Entry| {
            entry.form.len().abs_diff(letters.len()) <= most
                && distance(&letters, &entry.form.to_ascii_lowercase()) <= most
        };
        self.entries.iter().any(near)
    }

    /// The spelling of a word in a kind of print; the plainest one where the table marks none for it.
    #[must_use]
    pub fn written(&self, word: Word, print: Print) -> &str {
        let all = || self.entries.iter().filter(|e| e.word == word && !e.ocr);
        all()
            .find(|e| e.prints & print.bit() != 0)
            .or_else(|| all().find(|e| e.prints & Print::Old.bit() != 0))
            .or_else(|| all().min_by_key(|e| e.cost))
            .map_or("", |e| e.form.as_str())
    }
}

/// Is it one of the characters that print as a dash?
#[must_use]
pub const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}')
}

/// Is it an apostrophe, or printed like one?
#[must_use]
pub const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '`' | '\u{b4}' | '\u{2032}')
}

/// Is it a raised figure, as marks of footnotes are?
#[must_use]
pub const fn is_raised(c: char) -> bool {
    matches!(c, '\u{b9}' | '\u{b2}' | '\u{b3}' | '\u{2070}' | '\u{2074}'..='\u{2079}')
}

/// Is it blank, or a mark that may stand between the words of a move without a meaning?
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | '_' | '"' | '\u{201c}' | '\u{201d}' | '\u{2026}' | '\u{feff}')
}

/// A text without the gap that it begins with.
#[must_use]
pub fn behind_gap(text: &str) -> &str {
    let is_plain = |byte: &&u8| matches!(byte, b'\t'..=b'\r' | b' ' | b'.' | b'_' | b'"');
    let len = text.as_bytes().iter().take_while(is_plain).count();
    let rest = &text[len..];
    if rest.as_bytes().first().is_none_or(u8::is_ascii) { rest } else { rest.trim_start_matches(is_gap) }
}

/// The same letter, small or capital?
fn same_letter(a: char, b: char) -> bool {
    if a.is_ascii() && b.is_ascii() {
        a.eq_ignore_ascii_case(&b)
    } else {
        a.to_lowercase().eq(b.to_lowercase())
    }
}

impl Entry {
    /// The length in bytes of this spelling at the start of `text`.
    ///
    /// A blank of the form matches any gap, a dash any run of dashes with gaps around, an apostrophe any or none.
    fn length_in(&self, text: &str) -> Option<usize> {
        let mut rest = text;
        if self.plain {
            let here = text.as_bytes().get(..self.form.len())?;
            let mut pairs = here.iter().zip(self.form.as_bytes());
            let is_same = if self.exact {
                pairs.all(|(here, meant)| here == meant)
            } else {
                pairs.all(|(here, meant)| here.eq_ignore_ascii_case(meant))
            };
            if is_same {
                return self.ends(text, here.len());
            }
            if here.is_ascii() {
                return None;
            }
        }
        for c in self.form.chars() {
            if c == ' ' {
                let after = behind_gap(rest);
                if after.len() == rest.len() {
                    return None;
                }
                rest = after;
            } else if c == '-' {
                let dash = if self.form.len() == 1 { rest } else { behind_gap(rest) };
                let after = dash.trim_start_matches(is_dash);
                if after.len() == dash.len() {
                    return None;
                }
                rest = if self.form.len() == 1 { after } else { behind_gap(after) };
            } else if is_apostrophe(c) {
                rest = rest.strip_prefix(is_apostrophe).unwrap_or(rest);
            } else {
                let here = rest.chars().next()?;
                let same = here == c || (!self.exact && same_letter(here, c));
                if !same {
                    return None;
                }
                rest = &rest[here.len_utf8()..];
            }
        }
        self.ends(text, text.len() - rest.len())
    }

    /// This length in bytes, where the spelling may end there.
    fn ends(&self, text: &str, len: usize) -> Option<usize> {
        let next = text[len..].chars().next();
        let last = *self.form.as_bytes().last()?;
        let cut = match next {
            Some(n) if last.is_ascii_digit() && n.is_ascii_digit() => true,
            // A raised figure behind a word is the mark of a footnote.
            Some(n) => !self.glue && n.is_alphanumeric() && !is_raised(n),
            None => false,
        };
        (!cut).then_some(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_tables_has_a_meaning() {
        for table in [include_str!("tables/english.csv"), include_str!("tables/spanish.csv")] {
            let mut reader = csv::Reader::from_reader(table.as_bytes());
            for row in reader.records() {
                let row = row.expect("a row of the table");
                assert_eq!(row.len(), 6, "{row:?}");
                assert!(&row[0] == "order" || word(&row[0], &row[1]).is_some(), "{row:?}");
                assert!(!row[2].is_empty(), "{row:?}");
                assert!(
                    row[3]
                        .split(' ')
                        .all(|f| matches!(f, "" | "exact" | "glue" | "ocr" | "old" | "long" | "new")),
                    "{row:?}"
                );
                assert!(row[4].parse::<u32>().is_ok(), "{row:?}");
            }
        }
    }

    #[test]
    fn the_longest_word_comes_first() {
        let english = Lexicon::of(Language::English).unwrap();
        let hits = english.words_at("Kt's 4th", false);
        assert_eq!(hits[0].word, Word::Man(Role::Knight));
        assert!(hits.iter().any(|h| h.word == Word::Man(Role::King)));
        assert_eq!(english.words_at("O — O—O", false)[0].word, Word::Castle(Some(CastlingSide::Queen)));
        assert_eq!(english.words_at("dis. ch.", false)[0].word, Word::Discovered);
    }

    #[test]
    fn a_word_is_not_the_beginning_of_another() {
        let english = Lexicon::of(Language::English).unwrap();
        assert!(english.words_at("together", false).is_empty());
        assert!(english.words_at("15", false).is_empty());
    }
}
