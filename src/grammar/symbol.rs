//! Signs that stand after a move: annotation symbols, check signs, `e.p.`
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::character::complete::{char, satisfy};
use nom::combinator::{not, opt, peek};
use nom::sequence::terminated;
use nom::{IResult, Parser};

use crate::chess::Suffix;
use crate::record::Said;

/// What a sign after a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A numeric annotation glyph (PGN 10).
    Nag(u8),
    /// A check sign.
    Check(Said),
    /// Taken in passing.
    EnPassant,
}

const CHECK: Sign = Sign::Check(Said::Exact(Suffix::Check));
const MATE: Sign = Sign::Check(Said::Exact(Suffix::Mate));

/// Spellings and meaning: the longest that fits is meant. The numbers are those of PGN 10 and, from 140, those in common use.
const SIGNS: &[(&[&str], Sign)] = &[
    (&["‼"], Sign::Nag(3)),
    (&["⁇"], Sign::Nag(4)),
    (&["⁉"], Sign::Nag(5)),
    (&["⁈"], Sign::Nag(6)),
    (&["□"], Sign::Nag(7)),
    (&["="], Sign::Nag(10)),
    (&["∞"], Sign::Nag(13)),
    (&["+/=", "±/=", "+=", "⩲"], Sign::Nag(14)),
    (&["=/+", "=+", "⩱"], Sign::Nag(15)),
    (&["+/-", "+/−", "±"], Sign::Nag(16)),
    (&["-/+", "−/+", "∓"], Sign::Nag(17)),
    (&["+−", "+–", "+-"], Sign::Nag(18)),
    (&["−+", "–+", "-+"], Sign::Nag(19)),
    (&["⨀", "⊙"], Sign::Nag(22)),
    (&["○"], Sign::Nag(26)),
    (&["⟳"], Sign::Nag(32)),
    (&["↑"], Sign::Nag(36)),
    (&["→"], Sign::Nag(40)),
    (&["=/∞", "=∞", "∞=", "∞/="], Sign::Nag(44)),
    (&["⇆", "⇄"], Sign::Nag(132)),
    (&["⊕"], Sign::Nag(138)),
    (&["∆", "Δ", "△"], Sign::Nag(140)),
    (&["⌓"], Sign::Nag(142)),
    (&["TN", "N"], Sign::Nag(146)),
    (&["D"], Sign::Nag(220)),
    (&["+", "†", "＋"], CHECK),
    (&["##", "#", "≠", "♯", "＃"], MATE),
    (&["++", "††", "‡"], Sign::Check(Said::CheckOrMate)),
    (
        &[
            "e. p.", "e.p.", "e.p", "ep.", "ep", "E.P.", "EP", "en passant", "a.p.", "i.V.", "i.v.", "/ep",
            "/e.p.",
        ],
        Sign::EnPassant,
    ),
];

/// The bytes that signs begin with.
const FIRST: [bool; 256] = {
    let mut first = [false; 256];
    let mut i = 0;
    while i < SIGNS.len() {
        let mut spelling = 0;
        while spelling < SIGNS[i].0.len() {
            first[SIGNS[i].0[spelling].as_bytes()[0] as usize] = true;
            spelling += 1;
        }
        i += 1;
    }
    first
};

/// `ch`, `dis. ch.`, `dbl ch`, `mate`, `ch. and mate`, in any case; what the words say, and what is left. Longer forms
/// stand before those they begin with.
fn check_words(text: &str) -> IResult<&str, Sign> {
    let blank = |input| take_while_m_n(0, 1, |c: char| c == ' ' || c == '\u{A0}').parse(input);
    let how = alt((
        tag_no_case("discovered"),
        tag_no_case("disc"),
        tag_no_case("dis"),
        tag_no_case("double"),
        tag_no_case("dbl"),
        tag_no_case("db"),
        terminated(tag_no_case("d"), peek(char('.'))),
    ));
    let check = (
        opt((how, opt(char('.')), blank)),
        alt((tag_no_case("check"), tag_no_case("ch"))),
        not(satisfy(char::is_alphanumeric)),
        opt(char('.')),
    );
    let mate = (
        opt((alt((tag_no_case("and"), tag("&"))), blank)),
        alt((tag_no_case("checkmate"), tag_no_case("mate"), tag_no_case("matt"), tag_no_case("mat"))),
        not(satisfy(char::is_alphanumeric)),
        opt(char('.')),
    );
    (opt((check, blank)), opt(mate))
        .map_opt(|(check, mate)| match (check, mate) {
            (_, Some(_)) => Some(MATE),
            (Some(_), None) => Some(CHECK),
            (None, None) => None,
        })
        .parse(text)
}

/// The sign in parentheses that `text` begins with, and its length in bytes.
pub fn sign_in_parentheses(text: &str) -> Option<(Sign, usize)> {
    let inside = text.strip_prefix('(')?;
    let (sign, length) = sign(inside)?;
    let closes = inside[length..].starts_with(')') && !matches!(sign, Sign::Nag(_));
    closes.then_some((sign, length + 2))
}

/// The sign that `text` begins with, and its length in bytes.
pub fn sign(text: &str) -> Option<(Sign, usize)> {
    let may_be_check =
        matches!(text.as_bytes(), [b'c' | b'C' | b'd' | b'D' | b'm' | b'M' | b'a' | b'A' | b'&', ..]);
    if may_be_check && let Ok((rest, sign)) = check_words(text) {
        let said = text[..text.len() - rest.len()].trim_end();
        return Some((sign, said.len()));
    }
    if !text.bytes().next().is_some_and(|byte| FIRST[usize::from(byte)]) {
        return None;
    }
    // A check sign before `+-` or `-+`, and not two signs of check.
    if text.starts_with("++-") && !text.starts_with("++-+") {
        return Some((CHECK, 1));
    }
    SIGNS
        .iter()
        .flat_map(|&(spellings, sign)| spellings.iter().map(move |&spelling| (spelling, sign)))
        .filter(|(spelling, _)| text.starts_with(spelling))
        .max_by_key(|(spelling, _)| spelling.len())
        .and_then(|(spelling, sign)| {
            let next = text[spelling.len()..].chars().next();
            // Words end where no letter goes on.
            let is_word = spelling.ends_with(|c: char| c.is_alphabetic());
            let goes_on = is_word && next.is_some_and(char::is_alphanumeric);
            (!goes_on).then_some((sign, spelling.len()))
        })
}

/// PGN 8.2.3.8 suffix annotations; `None` for other runs of `!` and `?`.
pub fn annotation(run: &[u8]) -> Option<u8> {
    Some(match run {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_sign_wins() {
        assert_eq!(sign("+- 12."), Some((Sign::Nag(18), 2)));
        assert_eq!(sign("++-"), Some((CHECK, 1)));
        assert_eq!(sign("+ Kf8"), Some((CHECK, 1)));
        assert_eq!(sign("e.p. "), Some((Sign::EnPassant, 4)));
        assert_eq!(sign("N "), Some((Sign::Nag(146), 1)));
    }

    #[test]
    fn a_sign_of_letters_is_a_whole_word() {
        assert_eq!(sign("Nf3"), None);
        assert_eq!(sign("chess"), None);
        assert_eq!(sign("mated"), None);
        assert_eq!(sign("disc"), None);
        assert_eq!(sign("and so on"), None);
        assert_eq!(sign("d4"), None);
    }

    #[test]
    fn check_and_mate_in_words_have_many_spellings() {
        for text in
            ["ch", "ch.", "Check", "CH", "dis ch", "dis. ch.", "disc.ch", "d.ch.", "dbl ch", "double check"]
        {
            assert_eq!(sign(text), Some((CHECK, text.len())), "{text}");
        }
        for text in ["mate", "Mate", "checkmate", "matt", "ch mate", "ch. and mate", "& mate"] {
            assert_eq!(sign(text), Some((MATE, text.len())), "{text}");
        }
        assert_eq!(sign("ch e5"), Some((CHECK, 2)));
        assert_eq!(sign_in_parentheses("(e.p.) Kd7"), Some((Sign::EnPassant, 6)));
        assert_eq!(sign_in_parentheses("(+ e4)"), None);
        assert_eq!(sign_in_parentheses("(=)"), None);
    }
}
