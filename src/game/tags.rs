//! The tags that statistics ask for, looked up once, and what their values say.
use super::Game;

/// The values of the common tags of a game, empty where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Headers<'g> {
    /// `Event`.
    pub event: &'g str,
    /// `Site`.
    pub site: &'g str,
    /// `Date`.
    pub date: &'g str,
    /// `Round`.
    pub round: &'g str,
    /// `White`.
    pub white: &'g str,
    /// `Black`.
    pub black: &'g str,
    /// `WhiteElo`.
    pub white_elo: &'g str,
    /// `BlackElo`.
    pub black_elo: &'g str,
}

impl<'g> Headers<'g> {
    /// Looks the tags up in one pass; the first of a name counts.
    #[must_use]
    pub fn of(game: &'g Game<'_>) -> Self {
        let mut headers = Self::default();
        let mut seen = 0_u8;
        for tag in &game.tags {
            let (slot, bit) = match tag.name.as_bytes() {
                b"Event" => (&mut headers.event, 1),
                b"Site" => (&mut headers.site, 2),
                b"Date" => (&mut headers.date, 4),
                b"Round" => (&mut headers.round, 8),
                b"White" => (&mut headers.white, 16),
                b"Black" => (&mut headers.black, 32),
                b"WhiteElo" => (&mut headers.white_elo, 64),
                b"BlackElo" => (&mut headers.black_elo, 128),
                _ => continue,
            };
            if seen & bit == 0 {
                seen |= bit;
                *slot = &tag.value;
            }
        }
        headers
    }
}

/// A rating: a whole number from 1 to 9999. Nothing else is one (`?`, `-`, `0`).
#[must_use]
pub fn elo(value: &str) -> Option<u16> {
    let value = value.trim();
    if value.is_empty() || value.len() > 4 || !value.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    value.parse().ok().filter(|&elo| elo > 0)
}

/// The year of a `Date` value such as `1992.11.04` or `1992.??.??`: its first four characters, if they are digits.
#[must_use]
pub fn year(date: &str) -> Option<u16> {
    let digits = date.trim_start().as_bytes().get(..4)?;
    let year = digits
        .iter()
        .try_fold(0_u16, |year, b| b.is_ascii_digit().then(|| year * 10 + u16::from(b - b'0')))?;
    Some(year).filter(|&year| year > 0)
}

/// Says that a value is not known: nothing, `?`, `-`, or a date of question marks.
#[must_use]
pub fn is_unknown(value: &str) -> bool {
    value.bytes().all(|b| matches!(b, b'?' | b'.' | b'-' | b' '))
}

#[cfg(test)]
mod tests {
    use super::super::Tag;
    use super::*;

    #[test]
    fn the_first_tag_of_a_name_counts() {
        let tag = |name: &'static str, value: &'static str| Tag {
            name: name.into(),
            value: value.into(),
            span: None,
            inferred: false,
        };
        let game = Game {
            tags: vec![tag("White", ""), tag("White", "Other"), tag("BlackElo", "2400"), tag("white", "x")],
            ..Game::default()
        };
        let headers = Headers::of(&game);
        assert_eq!((headers.white, headers.black_elo, headers.event), ("", "2400", ""));
    }

    #[test]
    fn only_whole_numbers_are_ratings() {
        assert_eq!(
            ["2400", " 1850 ", "0", "", "?", "2400?", "12345"].map(elo),
            [Some(2400), Some(1850), None, None, None, None, None]
        );
    }

    #[test]
    fn a_year_needs_four_digits() {
        assert_eq!(
            ["1992.11.04", "1992", "????.??.??", "199?.??.??", "", "0000.00.00"].map(year),
            [Some(1992), Some(1992), None, None, None, None]
        );
        assert!(["", "?", "????.??.??", "-"].iter().all(|value| is_unknown(value)));
        assert!(!is_unknown("1992.??.??"));
    }
}
