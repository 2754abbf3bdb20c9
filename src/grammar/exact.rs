//! The usual exact spellings of moves, read from eight bytes at once.
use crate::chess::{File, Rank, Role, San, Square, Suffix};

/// The length of the token at the start of eight bytes: up to the first byte below `+`, and a `#` that is it.
#[inline]
pub fn token_length(word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let below = word.wrapping_sub(ONES * b'+' as u64) & !word & (ONES << 7);
    let length = (below.trailing_zeros() / 8) as usize;
    length + usize::from(length < 8 && (word >> (8 * (length & 7))) as u8 == b'#')
}

/// The man that a token names with its first byte.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

/// PGN 8.2.3 SAN, its usual forms: a man or a pawn, at most one letter or digit of where it comes from, `x`, a square,
/// `+` or `#`. `None` for all others, castling and promotions among them: they are left to [`San::parse`].
#[inline]
pub fn usual_san(word: u64, length: usize) -> Option<(San, Suffix)> {
    let byte = |place: usize| (word >> (8 * (place & 7))) as u8;
    if !(2..=7).contains(&length) {
        return None;
    }
    let suffix = match byte(length - 1) {
        b'+' => Suffix::Check,
        b'#' => Suffix::Mate,
        _ => Suffix::None,
    };
    let length = length - usize::from(suffix != Suffix::None);
    // The two bytes of the square, and the one before them: a blank where there is none.
    let tail = ((word << 8) | 0x20) >> (8 * (length.wrapping_sub(2) & 7));
    let takes = tail as u8 == b'x';
    let file = ((tail >> 8) as u8).wrapping_sub(b'a');
    let rank = ((tail >> 16) as u8).wrapping_sub(b'1');
    if (file | rank) > 7 {
        return None;
    }
    let role = ROLES[usize::from(byte(0))]?;
    let square = Square::from_index(rank << 3 | file)?;
    let piece = usize::from(role != Role::Pawn);
    if piece == 0 && matches!(rank, 0 | 7) {
        return None;
    }
    let origin = length.checked_sub(2 + piece + usize::from(takes))?;
    if origin == 0 {
        // `xd5` and the like begin with no man; a pawn that takes names its file.
        return (!takes || piece == 1)
            .then(|| (San::new_normal(role, None, None, takes, square, None), suffix));
    }
    if origin > 1 || (piece == 0 && !takes) {
        return None;
    }
    let said = byte(piece);
    let from_file = File::from_index(said.wrapping_sub(b'a'));
    let from_rank = if from_file.is_none() { Some(Rank::from_index(said.wrapping_sub(b'1'))?) } else { None };
    Some((San::new_normal(role, from_file, from_rank, takes, square, None), suffix))
}

/// The exact forms that [`usual_san`] leaves. A pawn on the last rank that becomes nothing is left too: what it becomes
/// may follow in parentheses.
#[cold]
pub fn unusual_san(token: &[u8]) -> Option<(San, Suffix)> {
    San::parse(token).filter(|(san, _)| {
        let promotes = san.to().is_some_and(|to| matches!(to.rank(), Rank::First | Rank::Eighth));
        san.role() != Role::Pawn || san.promotion().is_some() || !promotes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (usize, Option<(San, Suffix)>) {
        let mut bytes = [b' '; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let word = u64::from_le_bytes(bytes);
        let length = token_length(word);
        (length, usual_san(word, length))
    }

    #[test]
    fn what_is_read_at_once_is_what_the_rules_core_reads() {
        let files = ["", "a", "e", "h", "i", "1", "8", "9", "x", "e4"];
        for man in ["", "N", "B", "R", "Q", "K", "P", "O", "a", "e", "b"] {
            for origin in files {
                for takes in ["", "x"] {
                    for square in ["e4", "a1", "h8", "i4", "e9", "ee", "44"] {
                        for sign in ["", "+", "#"] {
                            let text = format!("{man}{origin}{takes}{square}{sign}");
                            if text.len() > 7 {
                                continue;
                            }
                            let (length, found) = read(&text);
                            assert_eq!(length, text.len(), "{text}");
                            let expected = San::parse(text.as_bytes());
                            assert!(found.is_none() || found == expected, "{text}: {found:?}");
                            let usual =
                                expected.is_some() && origin.len() < 2 && !(man.len() == 1 && origin == "e4");
                            assert_eq!(found.is_some(), usual, "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_token_ends_before_blanks_and_brackets() {
        assert_eq!(read("e4 e5").0, 2);
        assert_eq!(read("Qh4#)").0, 4);
        assert_eq!(read("O-O-O+").0, 6);
        assert_eq!(read("Nf3!").0, 3);
    }
}
