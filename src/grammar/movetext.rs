//! The small productions of movetext: results, blanks, runs of words.
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{map, recognize, value, verify};
use nom::{IResult, Parser};

use crate::record::GameResult;

/// What one side of a result says: two, one or no half point.
fn points(input: &str) -> IResult<&str, u8> {
    alt((
        value(1, tag("1/2")),
        value(1, tag("½")),
        value(1, recognize((char('0'), one_of(".,"), char('5')))),
        value(1, recognize((one_of(".,"), char('5')))),
        value(2, char('1')),
        value(0, one_of("0O")),
    ))
    .parse(input)
}

fn between(input: &str) -> IResult<&str, char> {
    one_of("-–‑—−‐:").parse(input)
}

/// PGN 8.2.6 game termination marker, in any spelling; the flag says that it is the exact one.
pub fn result(input: &str) -> IResult<&str, (GameResult, bool)> {
    let full = verify(
        (points, space0, between, space0, points).map(|(white, _, _, _, black)| (white, black)),
        |&(white, black)| white + black == 2,
    );
    let half = map(alt((tag("1/2"), tag("½"))), |_| (1, 1));
    let (rest, (white, _)) = alt((full, half)).parse(input)?;
    if rest.starts_with(|c: char| c.is_alphanumeric() || "-–/:½".contains(c)) {
        return Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Not)));
    }
    let result = match white {
        2 => GameResult::White,
        1 => GameResult::Draw,
        _ => GameResult::Black,
    };
    let text = &input[..input.len() - rest.len()];
    Ok((rest, (result, text == result.marker())))
}

/// White space of any kind, and what stands for it: no-break and zero-width blanks, marks of direction, byte order marks, control characters.
pub fn is_white(c: char) -> bool {
    c <= ' '
        || c.is_whitespace()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_their_spellings() {
        let cases = [
            ("1-0", GameResult::White, true),
            ("1/2-1/2", GameResult::Draw, true),
            ("½-½", GameResult::Draw, false),
            ("1–0", GameResult::White, false),
            ("0:1", GameResult::Black, false),
            ("0.5-0.5", GameResult::Draw, false),
            ("1/2", GameResult::Draw, false),
        ];
        for (text, expected, exact) in cases {
            assert_eq!(result(text), Ok(("", (expected, exact))), "{text}");
        }
        for text in ["0-0", "1-1", "0-0-0", "1-0-0", "12-0"] {
            assert!(result(text).is_err(), "{text}");
        }
    }
}
