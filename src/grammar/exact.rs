//! Movetext in the exact spelling, found in eight bytes at once: what nearly all of a PGN file is.
use super::symbol;
use crate::bytes::{Pattern, below, equal, first};
use crate::chess::{San, Suffix};
use crate::record::GameResult;

/// A move in the exact spelling (PGN 8.2.3) at the start of eight bytes, and its length with the check sign; `None`
/// also when more than blanks, brackets or an annotation stands behind it without a blank.
///
/// A pawn on the last rank that becomes nothing is left: what it becomes may follow in parentheses.
#[inline(always)]
#[must_use]
pub fn san(word: u64) -> Option<(San, Suffix, usize)> {
    match plain(word) {
        Some((san, length)) if !san.is_unfinished_promotion() => Some((san, Suffix::None, length)),
        _ => signed(word),
    }
}

/// Those of which nothing is said but what moves, whether it takes and where to, as of nearly all; a blank stands behind. What
/// a pawn becomes is not asked.
#[inline(always)]
#[must_use]
pub fn plain(word: u64) -> Option<(San, usize)> {
    San::parse_plain(word)
}

/// Those that say more or end with a sign.
#[inline(never)]
#[must_use]
pub fn signed(word: u64) -> Option<(San, Suffix, usize)> {
    let length = first(below(word, b'-') | equal(word, b'?'));
    let san = San::parse_unsigned(word, length)?;
    let suffix = Suffix::from_sign((word >> (8 * length)) as u8);
    let end = length + usize::from(suffix != Suffix::None);
    let next = (word >> (8 * end)) as u8;
    let lasts = (next >= b'+' && next != b'?') || (next == b'#' && suffix == Suffix::Check);
    (!lasts && !san.is_unfinished_promotion()).then_some((san, suffix, end))
}

/// The move number that is due (PGN 8.2.2), as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// The digits and three dots, the first lowest.
    text: u64,
    /// How many bits the digits and the first dot have; 0 when the number is too long to be found.
    bits: u32,
    /// Ones where the digits and the first dot are.
    mask: u64,
    /// What is added to the text for the next number.
    one: u64,
    /// How many numbers there are up to the next that ends with 0.
    left: u32,
    /// That number.
    round: u32,
}

impl Numbering {
    /// How many digits are found.
    const MOST_DIGITS: u32 = 4;

    /// The numbers from this one on.
    #[must_use]
    pub fn new(value: u32) -> Self {
        let left = 10 - value % 10;
        let round = value.saturating_add(left);
        let digits = value.checked_ilog10().unwrap_or(0) + 1;
        if digits > Self::MOST_DIGITS {
            // No text is like this one.
            return Self { text: !0, bits: 0, mask: !0, one: 0, left, round };
        }
        let (mut text, mut rest) = (u64::from_le_bytes(*b"...\0\0\0\0\0"), value);
        for _ in 0..digits {
            text = text << 8 | u64::from(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        let bits = 8 * (digits + 1);
        Self { text, bits, mask: !(!0 << bits), one: 1 << (bits - 16), left, round }
    }

    /// The length of the number with its dots, one before White's move and three before Black's, and of a blank behind it,
    /// when the eight bytes begin with it.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, word: u64, is_black: bool) -> Option<usize> {
        let (bits, mask) =
            if is_black { (self.bits + 16, self.mask << 16 | 0xffff) } else { (self.bits, self.mask) };
        if (word ^ self.text) & mask != 0 {
            return None;
        }
        let next = (word >> bits) as u8;
        (next != b'.').then_some((bits / 8) as usize + usize::from(next == b' '))
    }

    /// Goes on to the next.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.left -= 1;
        self.text = self.text.wrapping_add(self.one);
        if self.left == 0 {
            *self = Self::new(self.round);
        }
    }
}

/// The length of a comment that is a clock and nothing else, where the eight bytes at `at` are `word` and a blank stands behind
/// it: `{ [%clk 0:05:00] }` or `{[%clk 0:05:00]}`. What is asked for a digit may be another sign of those around it.
///
/// Where it ends is a guess that is tested, and no sum over what is found: the next word can be read meanwhile.
#[inline(always)]
#[must_use]
pub fn clock(bytes: &[u8], at: usize, word: u64) -> Option<usize> {
    const APART: u64 = u64::from_le_bytes(*b"{ [%clk ");
    const CLOSE: u64 = u64::from_le_bytes(*b"{[%clk 0");
    const BEHIND_APART: Pattern = Pattern::of(*b"0:00:00] } \0\0\0\0\0");
    const BEHIND_CLOSE: Pattern = Pattern::of(*b":00:00]} \0\0\0\0\0\0\0");
    let behind = bytes.get(at + 8..)?.first_chunk()?;
    if word == APART {
        BEHIND_APART.is_of(behind).then_some(18)
    } else {
        // The last byte is a digit.
        ((word ^ CLOSE) & !(0x0f << 56) == 0 && BEHIND_CLOSE.is_of(behind)).then_some(16)
    }
}

/// A game termination marker with a blank behind it, and its length.
#[must_use]
pub fn result(word: u64) -> Option<(GameResult, usize)> {
    match word.to_le_bytes() {
        [b'1', b'-', b'0', 0..=b' ', ..] => Some((GameResult::White, 3)),
        [b'0', b'-', b'1', 0..=b' ', ..] => Some((GameResult::Black, 3)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', 0..=b' '] => Some((GameResult::Draw, 7)),
        [b'*', 0..=b' ', ..] => Some((GameResult::Unknown, 1)),
        _ => None,
    }
}

/// A numeric annotation glyph (PGN 8.2.4), and its length.
#[must_use]
pub fn nag(word: u64) -> Option<(u8, usize)> {
    let [b'$', digits @ ..] = word.to_le_bytes() else { return None };
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = std::str::from_utf8(&digits[..length.min(4)]).ok()?;
    text.parse().ok().map(|nag| (nag, 1 + length))
}

/// A suffix annotation (PGN 8.2.3.8) as its glyph, and its length.
#[must_use]
pub fn annotation(word: u64) -> Option<(u8, usize)> {
    let bytes = word.to_le_bytes();
    let length = bytes.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    symbol::annotation(&bytes[..length]).map(|nag| (nag, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::eight;

    fn read(text: &str) -> Option<usize> {
        let mut bytes = [b' '; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        san(u64::from_le_bytes(bytes)).map(|(_, _, length)| length)
    }

    fn word(text: &str) -> u64 {
        eight(text.as_bytes(), 0)
    }

    #[test]
    fn numbers_follow_one_another() {
        let mut due = Numbering::new(1);
        for value in 1..12_000_u32 {
            let white = format!("{value}.e4");
            let black = format!("{value}...e5");
            let length = value.to_string().len();
            let found = (length <= 4).then_some(length);
            assert_eq!(due.at(word(&white), false), found.map(|n| n + 1), "{white}");
            assert_eq!(due.at(word(&black), true), found.map(|n| n + 3), "{black}");
            let white = format!("{value}. e4");
            let black = format!("{value}... e5");
            assert_eq!(due.at(word(&white), false), found.map(|n| n + 2), "{white}");
            assert_eq!(due.at(word(&black), true), found.map(|n| n + 4), "{black}");
            assert_eq!(due.at(word(&black), false), None);
            assert_eq!(due.at(word(&white), true), None);
            assert_eq!(due.at(word(&format!("{}.", value + 1)), false), None);
            assert_eq!(due.at(word(&format!("1{value}.")), false), None);
            due.advance();
        }
    }

    #[test]
    fn short_tokens_are_found_with_what_follows_them() {
        assert_eq!(result(word("1-0\n")), Some((GameResult::White, 3)));
        assert_eq!(result(word("1/2-1/2")), Some((GameResult::Draw, 7)));
        assert_eq!(result(word("1/2-1/2,")), None);
        assert_eq!(result(word("1-00 ")), None);
        assert_eq!(nag(word("$14 ")), Some((14, 3)));
        assert_eq!(nag(word("$256")), None);
        assert_eq!(nag(word("$ 1")), None);
        assert_eq!(annotation(word("!? e")), Some((5, 2)));
        assert_eq!(annotation(word("!!! e")), None);
    }

    #[test]
    fn a_clock_is_found_where_nothing_stands_beside_it() {
        let found = |text: &str| clock(text.as_bytes(), 0, word(text));
        let behind = "1... e5 { more";
        for (text, length) in [("{ [%clk 0:05:00] } ", 18), ("{[%clk 9:59:59]} ", 16)] {
            assert_eq!(found(&format!("{text}{behind}")), Some(length), "{text}");
            assert_eq!(found(text), None, "too near the end");
            for at in 0..text.len() {
                for odd in ["}", "{", "\n", "\0", "é", "a", "]", " "] {
                    let mut other = text.to_owned();
                    other.replace_range(at..=at, odd);
                    if other != text {
                        assert_eq!(found(&format!("{other}{behind}")), None, "{other}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_token_ends_before_blanks_and_brackets() {
        let cases = [
            ("e4 e5", Some(2)),
            ("Qh4#)", Some(4)),
            ("O-O-O+", Some(6)),
            ("Nf3!", Some(3)),
            ("Nf3+?", Some(4)),
            ("e8(Q)", None),
            ("e8=Q+", Some(5)),
            ("exd8=Q+", Some(7)),
            ("Qa1xb2# ", Some(7)),
            ("Qa1xb2+#", None),
            ("e4+e5", None),
            ("e4,", None),
            ("e4{a}", None),
            ("e8=Q=Q", None),
            ("--=Q", None),
            ("-- ", Some(2)),
        ];
        for (text, length) in cases {
            assert_eq!(read(text), length, "{text}");
        }
    }
}
