//! Moves whose squares are written in capitals (`E2-E4`, `NF3`) or in Cyrillic letters that look like Latin ones.
use super::spelling::{self, Odd};
use crate::record::{Becomes, Man, Oddity, Word};

/// Longer tokens are no single move.
const MOST: usize = 24;

/// A move read with its squares in the usual letters.
#[derive(Clone, Copy, Debug)]
pub struct Respelled {
    /// What it says.
    pub word: Word,
    /// What is odd about it.
    pub odd: Odd,
    /// Its length as it is written, in bytes.
    pub length: usize,
}

/// The Latin letter of a file that a Cyrillic letter looks like.
fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        _ => return None,
    })
}

/// Whether the letter of a file may stand before this: a rank, or a sign between two squares.
fn goes_with_a_file(next: Option<char>) -> bool {
    next.is_some_and(|c| c.is_ascii_digit() || "xX:×-–".contains(c) || look_alike(c).is_some())
}

impl Respelled {
    /// Reads a token whose squares are not in small Latin letters; `None` when they are, or when it is no move.
    ///
    /// A capital that begins the token is a file before a rank, and `E` (which names no man in any language) and the
    /// English files before a sign of capture. `B` before a square is both a man and a file: the board tells.
    pub fn of(token: &str) -> Option<Self> {
        if token.len() > MOST {
            return None;
        }
        let mut plain = String::with_capacity(token.len());
        // Where each byte of `plain` stands in the token, and where the token ends.
        let mut places: Vec<usize> = Vec::with_capacity(token.len() + 1);
        let mut is_capital = false;
        let mut changed = false;
        let mut chars = token.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|&(_, c)| c);
            let is_rank = next.is_some_and(|c| ('1'..='8').contains(&c));
            let is_file = ('A'..='H').contains(&c)
                && (is_rank || at == 0 && (next.is_some_and(|c| "xX:".contains(c)) || c == 'B'));
            let read = match c {
                _ if is_file => c.to_ascii_lowercase(),
                'X' if at > 0 => 'x',
                _ => look_alike(c).filter(|_| goes_with_a_file(next)).unwrap_or(c),
            };
            is_capital |= is_file;
            changed |= read != c && c != 'X';
            places.resize(plain.len() + read.len_utf8(), at);
            plain.push(read);
        }
        if !changed {
            return None;
        }
        places.push(token.len());
        let (rest, (mut word, mut odd)) = spelling::odd_move(&plain).ok()?;
        let length = *places.get(plain.len() - rest.len())?;
        if word.to_rank.is_none() || matches!(word.promotion, Becomes::Letter(_)) {
            return None;
        }
        if let Man::Letter { len } = word.man {
            // The letter itself is as it was written.
            token.get(..usize::from(len)).filter(|letter| plain.starts_with(letter))?;
        }
        if word.split.take().is_some() {
            odd.add(Oddity::LongSpelling);
        }
        word.capitals = is_capital;
        if word.may_be_bishop && is_capital {
            odd.remove(Oddity::PawnCaptureSpelling);
        }
        odd.add(Oddity::SquareSpelling);
        Some(Self { word, odd, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{File, Rank, Role};

    #[test]
    fn capitals_and_look_alikes_are_squares() {
        let read = |token: &str| Respelled::of(token).map(|read| (read.word, read.length));
        let (word, length) = read("E2-E4+").expect("a move");
        assert_eq!((word.from_file, word.to_file, length), (Some(File::E), Some(File::E), 5));
        let (word, _) = read("NF3").expect("a move");
        assert_eq!((word.man, word.to_rank), (Man::Role(Role::Knight), Some(Rank::Third)));
        let (word, length) = read("е4").expect("a move");
        assert_eq!((word.to_file, length), (Some(File::E), 3));
        assert!(read("BC4").expect("a move").0.may_be_bishop);
        for token in ["e4", "Nf3", "Sf3", "SF9", "ED", "NXe4", "eXd5"] {
            assert!(read(token).is_none(), "{token}");
        }
    }
}
