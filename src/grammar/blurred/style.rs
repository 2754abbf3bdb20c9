//! How a text prints its moves.
use super::prints::Knight;

/// How a book prints its moves, as far as that tells what blurred words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The letters of the knight.
    pub knight: Knight,
    /// Ranks are ordinals: `3d`, `4th`.
    pub ordinals: bool,
}

impl Style {
    /// That of a text, by its words.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self { knight: knight(text), ordinals: has_ordinals(text) }
    }
}

/// How a text prints the knight, by what stands at the beginning of its words.
fn knight(text: &str) -> Knight {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() <= 4);
    let (mut kt, mut n) = (0_usize, 0_usize);
    for word in words {
        let word = word.trim_start_matches(['Q', 'K']);
        kt += usize::from(word.starts_with('t'));
        n += usize::from(word.starts_with('N') && !word[1..].contains(char::is_lowercase));
    }
    if n > kt { Knight::N } else { Knight::Kt }
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
