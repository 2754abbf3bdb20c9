//! Figures that number nothing: the time a move has taken, castling in noughts, moves above and below a slash.
use crate::book::Recognizer;

/// `.05`, `1.15`, `0:42`: the time a move has taken, alone in its column.
pub(super) fn time_len(rest: &str) -> Option<usize> {
    let hours = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let after = rest[hours..].strip_prefix(['.', ':'])?;
    let minutes = after.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let end = hours + 1 + minutes;
    let alone =
        rest[end..].is_empty() || rest[end..].starts_with(['\t', '|', '\n']) || rest[end..].starts_with("  ");
    (hours <= 2 && minutes == 2 && alone).then_some(end)
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
