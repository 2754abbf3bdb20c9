//! Numbers in titles: figures, Roman figures, ordinal words.

/// The ordinal words, from the first on.
const ORDINALS: [&str; 20] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth",
];

/// What stands behind the figures of an ordinal: `1st`, `2nd` and `2d`, `3rd` and `3d`, `4th`.
pub(super) const ENDINGS: [&str; 5] = ["st", "nd", "rd", "th", "d"];

/// What stands behind the ending of an ordinal, where words begin with one.
pub(super) fn behind_ending(words: &str) -> Option<&str> {
    ENDINGS.iter().find_map(|ending| words.strip_prefix(ending))
}

/// The tens of ordinals in two words (`TWENTY-FIRST`) and by themselves (`THIRTIETH`).
const TENS: &[(&str, &str, u32)] = &[
    ("twenty", "twentieth", 20),
    ("thirty", "thirtieth", 30),
    ("forty", "fortieth", 40),
    ("fifty", "fiftieth", 50),
    ("sixty", "sixtieth", 60),
    ("seventy", "seventieth", 70),
    ("eighty", "eightieth", 80),
    ("ninety", "ninetieth", 90),
];

/// What the first word of an ordinal in two words says.
pub(super) fn tens(word: &str) -> Option<u32> {
    TENS.iter().find(|(cardinal, ..)| word.eq_ignore_ascii_case(cardinal)).map(|&(.., value)| value)
}

/// What an ordinal word up to the twentieth says.
pub(super) fn in_one_word(word: &str) -> Option<u32> {
    let at = ORDINALS.iter().position(|ordinal| word.eq_ignore_ascii_case(ordinal))?;
    u32::try_from(at + 1).ok()
}

/// A number in figures, Roman figures or as an ordinal word.
pub(crate) fn number(word: &str) -> Option<u32> {
    if let Ok(value) = word.parse() {
        return Some(value);
    }
    if let Some(value) = in_one_word(word) {
        return Some(value);
    }
    if let Some(&(.., value)) = TENS.iter().find(|(_, ordinal, _)| word.eq_ignore_ascii_case(ordinal)) {
        return Some(value);
    }
    let value = |b: u8| match b {
        b'I' => Some(1),
        b'V' => Some(5),
        b'X' => Some(10),
        b'L' => Some(50),
        b'C' => Some(100),
        _ => None,
    };
    let digits: Option<Vec<u32>> = word.bytes().map(value).collect();
    let digits = digits.filter(|digits| !digits.is_empty() && digits.len() <= 8)?;
    let mut sum = 0;
    for (i, &digit) in digits.iter().enumerate() {
        if digits.get(i + 1).is_some_and(|&next| next > digit) {
            sum -= i64::from(digit);
        } else {
            sum += i64::from(digit);
        }
    }
    u32::try_from(sum).ok().filter(|&n| n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_in_one_word_and_in_two() {
        assert_eq!(number("Twelfth"), Some(12));
        assert_eq!(number("FORTIETH"), Some(40));
        assert_eq!(number("XLIV"), Some(44));
        assert_eq!(tens("Twenty"), Some(20));
        assert_eq!(number("twenty"), None);
    }
}
