//! Dates that are known in part, compared with one that is given.
use crate::grammar::filter::Operator;

/// Digits of a date that are not known.
const UNKNOWN: u8 = b'?';
/// Where a month or a day begins and ends that is not known.
const MONTHS: [&[u8; 2]; 2] = [b"01", b"12"];
const DAYS: [&[u8; 2]; 2] = [b"01", b"31"];

/// The first and the last day, as `YYYY.MM.DD`, that the words of a tag may mean; none where not even a part of the year is known.
fn bounds(words: &str) -> Option<[Vec<u8>; 2]> {
    let mut parts = words.trim().split(['.', '-', '/']).map(str::as_bytes);
    let year = parts.next().filter(|year| year.len() == 4)?;
    let is_known = |part: &[u8]| part.iter().all(|byte| byte.is_ascii_digit() || *byte == UNKNOWN);
    if !is_known(year) || year.iter().all(|byte| *byte == UNKNOWN) {
        return None;
    }
    let filled = |with: u8| year.iter().map(|&byte| if byte == UNKNOWN { with } else { byte }).collect();
    let mut bounds: [Vec<u8>; 2] = [filled(b'0'), filled(b'9')];
    for usual in [MONTHS, DAYS] {
        // What stands behind words that are no number says nothing.
        let part = parts.next().unwrap_or_default();
        let part: [u8; 2] = match *part {
            [digit] if digit.is_ascii_digit() => [b'0', digit],
            [tens, ones] if is_known(&[tens, ones]) => [tens, ones],
            _ => [UNKNOWN; 2],
        };
        for (bound, least) in bounds.iter_mut().zip([true, false]) {
            bound.push(b'.');
            bound.extend(fill(part, usual, least));
        }
    }
    Some(bounds)
}

/// The least or the greatest month or day of these digits, as far as they are known.
fn fill([tens, ones]: [u8; 2], [first, last]: [&[u8; 2]; 2], least: bool) -> [u8; 2] {
    let usual = if least { first } else { last };
    match (tens, ones) {
        (UNKNOWN, UNKNOWN) => *usual,
        (UNKNOWN, ones) => [if least { b'0' } else { last[0] }, ones],
        (tens, UNKNOWN) if tens == usual[0] => *usual,
        (tens, UNKNOWN) => [tens, if least { b'0' } else { b'9' }],
        known => known.into(),
    }
}

/// Whether the words of a tag are a date that compares so with the one asked for, as far as that is given: where their known
/// part decides it.
pub fn holds(operator: Operator, words: &str, asked: &str) -> bool {
    let asked = asked.as_bytes();
    let Some(bounds) = bounds(words) else { return operator == Operator::NotEqual };
    let [least, greatest] = bounds.each_ref().map(|bound| &bound[..asked.len().min(bound.len())]);
    let is_it = least == asked && greatest == asked;
    match operator {
        Operator::Equal => is_it,
        Operator::NotEqual => !is_it,
        Operator::Less => greatest < asked,
        Operator::AtMost => greatest <= asked,
        Operator::More => least > asked,
        Operator::AtLeast => least >= asked,
        Operator::Contains | Operator::Lacks => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_part_decides_where_it_can() {
        use Operator::{AtLeast, AtMost, Equal, Less, More, NotEqual};
        for (words, operator, asked) in [
            ("1997.??.??", AtLeast, "1990.05"),
            ("1997.??.??", Less, "2005.05"),
            ("1997.??.??", More, "1996.12.31"),
            ("1997", AtLeast, "1990.05.12"),
            ("1997.05.??", AtMost, "1997.05"),
            ("1997.05.??", Less, "1997.06.01"),
            ("1990.??.??", AtLeast, "1990.01"),
            ("1990.??.??", AtMost, "1990.12.31"),
            ("199?.??.??", Less, "2005.05"),
            ("1997.1?.??", More, "1997.05"),
            ("1997.0?.??", Less, "1997.10"),
            ("1997-5-3", Equal, "1997.05.03"),
            ("1990.??.??", NotEqual, "1990.05"),
            ("????.??.??", NotEqual, "1990"),
            ("1997.May", Equal, "1997"),
        ] {
            assert!(holds(operator, words, asked), "{words} {operator:?} {asked}");
        }
        for (words, asked) in [
            ("1990.??.??", "1990.05"),
            ("1990", "1990.05"),
            ("1990.05.??", "1990.05.12"),
            ("199?.??.??", "1995"),
            ("1997.1?.??", "1997.11"),
            ("????.??.??", "1990.05"),
            ("soon", "1990"),
            ("", "1990"),
        ] {
            for operator in [Less, AtMost, Equal, AtLeast, More] {
                assert!(!holds(operator, words, asked), "{words} {operator:?} {asked}");
            }
        }
    }
}
