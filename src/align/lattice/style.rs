//! How a text prints its moves.
use crate::grammar::cell;

/// How a text prints its moves, by its words.
pub(super) fn of(text: &str) -> cell::Style {
    cell::Style { knight: knight(text), ordinals: has_ordinals(text) }
}

/// How a text prints the knight, by what stands at the beginning of its words.
fn knight(text: &str) -> cell::Knight {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() <= 4);
    let (mut kt, mut n) = (0_usize, 0_usize);
    for word in words {
        let word = word.trim_start_matches(['Q', 'K']);
        kt += usize::from(word.starts_with('t'));
        n += usize::from(word.starts_with('N') && !word[1..].contains(char::is_lowercase));
    }
    if n > kt { cell::Knight::N } else { cell::Knight::Kt }
}

/// Does a text print more than a few ranks as ordinals: `4th`, `3d`?
fn has_ordinals(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let ordinals =
        words.filter(|word| matches!(word.as_bytes(), [b'1'..=b'8', b'd'] | [b'4'..=b'8', b't', b'h']));
    ordinals.take(FEW).count() == FEW
}

/// So many ordinals are more than those of dates in notes.
const FEW: usize = 12;
