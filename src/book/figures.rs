//! Figures that number nothing: the time a move has taken, its day, castling in noughts, moves above and below a slash.
use crate::book::Recognizer;
use crate::book::date::month;

/// What tells when a move was made, alone in its column: the time it has taken, or the day of a game by letter.
pub(crate) fn when_len(rest: &str) -> Option<usize> {
    let len = if rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        day_len(rest)
    } else {
        clock_len(rest).or_else(|| time_len(rest))
    };
    len.filter(|&len| is_alone(&rest[len..]))
}

/// Does the column end here?
fn is_alone(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['\t', '|', '\n']) || rest.starts_with("  ")
}

/// How many figures a text begins with; of more than four, four.
fn digits(rest: &str) -> usize {
    rest.bytes().take(4).take_while(u8::is_ascii_digit).count()
}

/// The time a move has taken, as a clock shows it: `.05`, `1.15`, `0:42`.
pub(crate) fn clock_len(rest: &str) -> Option<usize> {
    let hours = digits(rest);
    let minutes = digits(rest[hours..].strip_prefix(['.', ':'])?);
    (hours <= 2 && minutes == 2).then_some(hours + 1 + minutes)
}

/// `17 m.`, `1h. 5m.`
fn time_len(rest: &str) -> Option<usize> {
    let mut end = 0;
    loop {
        let count = digits(&rest[end..]);
        let after = rest[end + count..].trim_start_matches(' ');
        let unit = ["min", "hr", "sec", "m", "h", "s"].iter().find(|unit| after.starts_with(**unit));
        let Some(unit) = unit.filter(|_| (1..=3).contains(&count)) else { return (end > 0).then_some(end) };
        let behind = after[unit.len()..].strip_prefix('.').unwrap_or(&after[unit.len()..]);
        if behind.starts_with(char::is_alphabetic) {
            return None;
        }
        end = rest.len() - behind.len();
        if is_alone(behind) {
            return Some(end);
        }
        end += usize::from(behind.starts_with(' '));
    }
}

/// `Feb. 14`, `March 3`
fn day_len(rest: &str) -> Option<usize> {
    let word = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    month(&rest[..word])?;
    let behind = rest[word..].strip_prefix('.').unwrap_or(&rest[word..]).strip_prefix(' ')?;
    let digits = behind.bytes().take(3).take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits).then_some(rest.len() - behind.len() + digits)
}

/// `P-K4/P-K4`: the move before the slash, where one stands on either side of it.
pub(super) fn numerator<'t>(cell: &'t str, recognizer: &dyn Recognizer) -> Option<&'t str> {
    let slash = cell.bytes().take(32).position(|b| b == b'/')?;
    let (above, below) = (&cell[..slash], cell[slash + 1..].trim_start());
    let whole =
        recognizer.move_at(above).is_some_and(|seen| seen.sure >= 2 && seen.len >= above.trim_end().len());
    // `QxP/KB7` is one move, though `KB7` might be one by itself.
    let least = if recognizer.move_at(cell).is_some_and(|seen| seen.len > slash) { 3 } else { 2 };
    let other = recognizer.move_at(below).is_some_and(|seen| seen.sure >= least && seen.len >= 3);
    (whole && other).then_some(above)
}

/// The length of `0-0` or `0 - 0 - 0`.
pub(super) fn castles_with_noughts(bytes: &[u8]) -> Option<usize> {
    if bytes[0] != b'0' {
        return None;
    }
    let mut noughts = 1;
    let mut at = 1;
    loop {
        let mut i = at;
        while bytes.get(i) == Some(&b' ') {
            i += 1;
        }
        match bytes.get(i) {
            Some(b'-') => i += 1,
            Some(0xe2) if matches!(bytes.get(i + 1..i + 3), Some([0x80, 0x93 | 0x94])) => i += 3,
            _ => break,
        }
        while bytes.get(i) == Some(&b' ') {
            i += 1;
        }
        if bytes.get(i) != Some(&b'0') {
            break;
        }
        noughts += 1;
        at = i + 1;
    }
    (noughts >= 2).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_days_stand_alone_in_their_column() {
        for (text, len) in [
            ("0:42", 4),
            (".05   P-K4", 3),
            ("17 m.   P-K4", 5),
            ("5 min\tP-K4", 5),
            ("1h. 12m.   P-K4", 8),
            ("1 h. 12 m.", 10),
            ("Feb. 14   P-K4", 7),
            ("March 3", 7),
        ] {
            assert_eq!(when_len(text), Some(len), "{text}");
        }
        for none in
            ["5 moves", "17 P-K4", "17", "March P-K4", "May 4 P-K4", "B. 4", "3 m. P-K4", "17 Mr. Alder"]
        {
            assert_eq!(when_len(none), None, "{none}");
        }
    }
}
