//! Every move as a book may print it, and the beginnings that they share.
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

use crate::chess::Bitboard;
use crate::grammar::descriptive;
use crate::grammar::scan::Scanner;
use crate::lexicon::{Language, Lexicon};
use crate::reading::{self, Act, ByWing, Constraint, Reading};

/// What no more than this tells apart, in tenths, is taken for the same words.
pub(super) const FARTHEST: u32 = 44;

/// The same for each character of the words.
const FARTHEST_A_LETTER: u32 = 8;

/// What no more than this tells apart, however short: a letter is lost.
const NEAR: u32 = 19;

/// How far words of so many letters may be from a print.
pub(super) fn farthest(letters: usize) -> u32 {
    (FARTHEST_A_LETTER * u32::try_from(letters).unwrap_or(0)).clamp(NEAR, FARTHEST)
}

/// A move as a book prints it.
pub(super) struct Print {
    /// Its characters without blanks.
    pub compact: Vec<char>,
    /// Its words.
    pub words: String,
    /// What of it a book may print in another way.
    pub forms: Forms,
    /// What they mean, once it is asked for.
    readings: OnceLock<Vec<Meant>>,
}

/// A reading, and a number that is the same for all that differ from it by the squares that a man moves to.
pub(super) struct Meant {
    pub reading: Reading,
    pub kin: u64,
}

impl Print {
    /// What a book prints, of which the words tell what it means.
    pub fn of(printed: &str, words: String) -> Self {
        let compact = printed.chars().filter(|c| !c.is_whitespace()).collect();
        Self { compact, words, forms: Forms::default(), readings: OnceLock::new() }
    }

    pub fn readings(&self) -> &[Meant] {
        self.readings.get_or_init(|| {
            let Some(lexicon) = Lexicon::of(Language::English) else { return Vec::new() };
            let tokens = descriptive::tokens(&Scanner::new(&self.words, lexicon, false));
            let plain =
                tokens.map_or_else(|_| Vec::new(), |tokens| reading::descriptive::meanings(&tokens).plain);
            plain.into_iter().map(|reading| Meant { reading, kin: kin(reading.act) }).collect()
        })
    }
}

fn kin(act: Act) -> u64 {
    let act = match act {
        Act::Man(want) => Act::Man(Constraint { to: ByWing::same(Bitboard::EMPTY), ..want }),
        act => act,
    };
    let mut hasher = DefaultHasher::new();
    act.hash(&mut hasher);
    hasher.finish()
}

/// What of a move each book prints in one way, as a set: a man goes `to` a square or `-`, it `takes` or `x`, and the first rank
/// is `sq` or `1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Forms(u8);

impl Forms {
    pub const TO: Self = Self(1);
    pub const DASH: Self = Self(2);
    pub const TAKES: Self = Self(4);
    pub const CROSS: Self = Self(8);
    pub const SQ: Self = Self(16);
    pub const ONE: Self = Self(32);

    /// How many there are in both.
    pub const fn shared(self, other: Self) -> u32 {
        (self.0 & other.0).count_ones()
    }

    /// Those of both.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How a book prints the knight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Knight {
    /// `Kt`.
    #[default]
    Kt,
    /// `N`.
    N,
}

/// The names of files, and of ranks.
pub(super) const FILES: [&str; 11] = ["K", "Q", "R", "B", "Kt", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"];
pub(super) const RANKS: [&str; 9] = ["sq", "1", "2", "3", "4", "5", "6", "7", "8"];

/// Every move that can be printed, in the spellings `P to K 4`, `P-K4` and `P t. P`, `P x P`.
pub(super) fn prints(knight: Knight) -> &'static Prints {
    static ALL: [OnceLock<Prints>; 2] = [const { OnceLock::new() }; 2];
    ALL[knight as usize].get_or_init(|| {
        let n = if knight == Knight::Kt { "Kt" } else { "N" };
        let named = |man: &str| man.replace("Kt", n);
        let men = ["K", "Q", "R", "B", "Kt", "P", "K R", "Q R", "K B", "Q B", "K Kt", "Q Kt"].map(named);
        let files = FILES.map(named);
        let mut all = Vec::new();
        let mut push = |printed: String, words: String, forms: Forms| {
            all.push(Print { forms, ..Print::of(&printed, words) });
        };
        for (castles, side) in [("O-O", "K R"), ("O-O-O", "Q R"), ("0-0", "K R"), ("0-0-0", "Q R")] {
            push(castles.to_owned(), format!("Castles {side}"), Forms::default());
        }
        // The words with one verb, printed with another.
        let mut add = |verbs: [&str; 2], man: &str, goal: &str| {
            let verb = match verbs[1] {
                "to" => Forms::TO,
                "-" => Forms::DASH,
                "x" => Forms::CROSS,
                "" => Forms::default(),
                _ => Forms::TAKES,
            };
            let rank = match goal.rsplit(' ').next() {
                Some("sq") => Forms::SQ,
                Some("1") => Forms::ONE,
                _ => Forms::default(),
            };
            let words = format!("{man} {} {goal}", verbs[0]).trim().to_owned();
            push(format!("{man}{}{goal}", verbs[1]), words, verb.or(rank));
        };
        for side in ["", "K R", "Q R"] {
            add(["", ""], "Castles", side);
        }
        for to in ["to", "-"] {
            for man in &men {
                for square in files.iter().flat_map(|file| RANKS.map(|rank| format!("{file} {rank}"))) {
                    add(["to", to], man, &square);
                }
            }
        }
        let pawns = files.map(|file| format!("{file} P"));
        let named: Vec<&str> = men.iter().chain(&pawns).map(String::as_str).collect();
        for takes in ["t.", "x", "takes"] {
            for man in &named {
                for victim in named.iter().filter(|&&victim| victim != "K") {
                    add(["takes", takes], man, victim);
                }
            }
        }
        all.sort_by(|a: &Print, b: &Print| a.compact.cmp(&b.compact));
        Prints::of(all)
    })
}

/// Prints in the order of their characters.
pub(super) struct Prints {
    pub all: Vec<Print>,
    /// Their beginnings: each stands before those that it begins, too.
    pub beginnings: Vec<Begun>,
    /// How they end, each ending behind those that it holds.
    pub endings: Vec<Ending>,
}

impl Prints {
    /// Some in their order.
    pub fn of(all: Vec<Print>) -> Self {
        debug_assert!(all.iter().all(|print| print.compact.iter().all(char::is_ascii)));
        let mut beginnings = beginnings_of(&all);
        let endings = endings_of(&mut beginnings);
        Self { all, beginnings, endings }
    }
}

/// A beginning of prints.
pub(super) struct Begun {
    /// Its last character.
    pub last: char,
    /// The one before it.
    pub before: Option<char>,
    /// How many it has.
    pub len: usize,
    /// The prints that it is the whole of.
    pub whole: Range<usize>,
    /// How far words may be from the prints that it begins.
    pub farthest: u32,
    /// The same for those that it is the whole of.
    pub own: u32,
    /// The next one that does not begin with it.
    pub behind: usize,
    /// The endings of those prints from its last character on.
    pub ending: usize,
}

/// Endings of prints that begin with one character; many prints share them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Ending {
    pub first: char,
    /// A print may end with it.
    pub is_whole: bool,
    /// The endings behind it.
    pub next: Vec<usize>,
}

fn endings_of(beginnings: &mut [Begun]) -> Vec<Ending> {
    let mut all: Vec<Ending> = Vec::new();
    let mut known: HashMap<Ending, usize> = HashMap::new();
    for at in (0..beginnings.len()).rev() {
        let Begun { last, ref whole, behind, .. } = beginnings[at];
        let within = |next: usize| Some(next).filter(|&next| next < behind);
        let longer = std::iter::successors(within(at + 1), |&longer| within(beginnings[longer].behind));
        let next = longer.map(|longer| beginnings[longer].ending).collect();
        let ending = Ending { first: last, is_whole: !whole.is_empty(), next };
        beginnings[at].ending = *known.entry(ending).or_insert_with_key(|new| {
            all.push(new.clone());
            all.len() - 1
        });
    }
    all
}

fn beginnings_of(prints: &[Print]) -> Vec<Begun> {
    let mut all: Vec<Begun> = Vec::new();
    // Those that the last print has.
    let mut open: Vec<usize> = Vec::new();
    for (i, print) in prints.iter().enumerate() {
        let shared = open.iter().zip(&print.compact).take_while(|&(&at, &c)| all[at].last == c).count();
        for at in open.drain(shared..) {
            all[at].behind = all.len();
        }
        for (&last, len) in print.compact.iter().zip(1_usize..).skip(shared) {
            open.push(all.len());
            let before = len.checked_sub(2).map(|before| print.compact[before]);
            let own = farthest(len);
            all.push(Begun { last, before, len, whole: i..i, farthest: 0, own, behind: 0, ending: 0 });
        }
        let most = farthest(print.compact.len());
        open.iter().for_each(|&at| all[at].farthest = all[at].farthest.max(most));
        if let Some(&whole) = open.last() {
            all[whole].whole.end = i + 1;
        }
    }
    for at in open {
        all[at].behind = all.len();
    }
    all
}
