//! Moves in the exact spelling, found in eight bytes at once.
use crate::chess::{Rank, Role, San, Suffix};

/// The length of the token at the start of eight bytes: up to the first byte below `+`, and a `#` that is it.
#[inline]
pub fn token_length(word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let below = word.wrapping_sub(ONES * b'+' as u64) & !word & (ONES << 7);
    let length = (below.trailing_zeros() / 8) as usize;
    length + usize::from(length < 8 && (word >> (8 * (length & 7))) as u8 == b'#')
}

/// PGN 8.2.3 SAN. A pawn on the last rank that becomes nothing is left: what it becomes may follow in parentheses.
#[inline]
pub fn san(word: u64, length: usize) -> Option<(San, Suffix)> {
    let (san, suffix) = San::parse_packed(word, length)?;
    if san.role() == Role::Pawn
        && san.promotion().is_none()
        && san.to().is_some_and(|to| matches!(to.rank(), Rank::First | Rank::Eighth))
    {
        return None;
    }
    Some((san, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (usize, bool) {
        let mut bytes = [b' '; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let word = u64::from_le_bytes(bytes);
        let length = token_length(word);
        (length, san(word, length).is_some())
    }

    #[test]
    fn a_token_ends_before_blanks_and_brackets() {
        assert_eq!(read("e4 e5"), (2, true));
        assert_eq!(read("Qh4#)"), (4, true));
        assert_eq!(read("O-O-O+"), (6, true));
        assert_eq!(read("Nf3!"), (3, true));
        assert_eq!(read("e8(Q)"), (2, false));
        assert_eq!(read("e8=Q+"), (5, true));
    }
}
