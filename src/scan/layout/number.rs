//! Words that may be move numbers or numbers of pages.

/// More moves than this no game has.
const MOST: u32 = 400;

/// The number that a word may be: digits with points and specks around them; letters that look like digits count where
/// there is a digit beside them.
pub(super) fn of(word: &str) -> Option<u32> {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    if core.is_empty() || core.len() > 3 || !core.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut number = 0;
    for c in core.chars() {
        let digit = match c {
            '0'..='9' => u32::from(c) - u32::from('0'),
            'l' | 'I' | 'i' => 1,
            'O' | 'o' => 0,
            'S' | 's' => 5,
            'Z' | 'z' => 2,
            _ => return None,
        };
        // `O3` is what is left of `Q3`.
        if digit == 0 && number == 0 {
            return None;
        }
        number = number * 10 + digit;
    }
    (1..=MOST).contains(&number).then_some(number)
}

/// What may be left of a number that was recognised badly: few characters, none of which is surely a letter of a word.
pub(super) fn may_be(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    core.chars().count() <= 3
        && core.chars().all(|c| c.is_ascii_digit() || "lIiJjOoSsZzBGgqTtA".contains(c))
        && !core.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_through_specks() {
        for (word, number) in [("1", 1), ("12.", 12), ("27°", 27), ("-3...", 3), ("1o", 10), ("l2.", 12)] {
            assert_eq!(of(word), Some(number), "{word}");
        }
        for word in ["", ".", "0-0", "ll", "P4", "1932.", "0", "K2", "-O3", "07"] {
            assert_eq!(of(word), None, "{word}");
        }
    }
}
