//! Figures, and what raw print may show in their place.

/// The figure for which raw print may show a character.
pub(super) fn figure(c: char) -> Option<u16> {
    match c {
        'i' | 'l' | 'I' | '|' | '!' | 't' => Some(1),
        'z' | 'Z' => Some(2),
        'S' | 's' => Some(5),
        'b' | 'G' => Some(6),
        'T' => Some(7),
        'B' => Some(8),
        'g' | 'q' => Some(9),
        'o' | 'O' | 'Q' => Some(0),
        c => c.to_digit(10).and_then(|figure| u16::try_from(figure).ok()),
    }
}

/// The number that a scrap of raw print may be by the looks of its characters; 0 if any.
pub(crate) fn misread(word: &str) -> u16 {
    word.chars().try_fold(0_u16, |value, c| value.checked_mul(10)?.checked_add(figure(c)?)).unwrap_or(0)
}

/// The letters that raw print may show for 11: in old figures a one is as high as a small letter.
pub(crate) const ELEVEN: [char; 2] = ['u', 'n'];

/// Does a word show ones, and nothing else, as old figures look like small letters?
pub(crate) fn is_of_ones(word: &str) -> bool {
    matches!(word, "i" | "ii") || word.len() == 1 && word.starts_with(ELEVEN)
}

/// How long the word is that begins there.
pub(super) fn word_len(rest: &str) -> usize {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '\u{2019}' | '\u{2654}'..='\u{265f}');
    rest.find(|c| !inside(c)).unwrap_or(rest.len())
}
