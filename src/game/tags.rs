//! The tags that statistics ask for, looked up once, and what their values say.
use super::Game;
use super::value::Value;

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
    /// `WhiteTitle`.
    pub white_title: &'g str,
    /// `BlackTitle`.
    pub black_title: &'g str,
    /// `WhiteRatingDiff`.
    pub white_rating_diff: &'g str,
    /// `BlackRatingDiff`.
    pub black_rating_diff: &'g str,
    /// `EventDate`.
    pub event_date: &'g str,
    /// `UTCDate`.
    pub utc_date: &'g str,
    /// `UTCTime`.
    pub utc_time: &'g str,
    /// `TimeControl`.
    pub time_control: &'g str,
}

impl<'g> Headers<'g> {
    /// Looks the tags up in one pass; the first of a name counts.
    #[must_use]
    pub fn of(game: &'g Game<'_>) -> Self {
        let mut headers = Self::default();
        let mut seen = 0_u32;
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
                b"WhiteTitle" => (&mut headers.white_title, 256),
                b"BlackTitle" => (&mut headers.black_title, 512),
                b"WhiteRatingDiff" => (&mut headers.white_rating_diff, 1024),
                b"BlackRatingDiff" => (&mut headers.black_rating_diff, 2048),
                b"EventDate" => (&mut headers.event_date, 4096),
                b"UTCDate" => (&mut headers.utc_date, 8192),
                b"UTCTime" => (&mut headers.utc_time, 16384),
                b"TimeControl" => (&mut headers.time_control, 32768),
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

/// The parts of a date that is known to the day and stands in the calendar: `1992.11.04`, or with `-` or `/` between.
#[must_use]
pub fn day(date: &str) -> Option<(u16, u8, u8)> {
    let bytes = date.trim().as_bytes();
    let (&[_, _, _, _, a, m, n, b, d, e], true) = (bytes.first_chunk::<10>()?, bytes.len() == 10) else {
        return None;
    };
    let two = |tens: u8, ones: u8| {
        let is_number = tens.is_ascii_digit() && ones.is_ascii_digit();
        is_number.then(|| (tens - b'0') * 10 + (ones - b'0'))
    };
    let (year, month, day) = (year(date)?, two(m, n)?, two(d, e)?);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let parted = a == b && matches!(a, b'.' | b'-' | b'/');
    (parted && (1..=days).contains(&day)).then_some((year, month, day))
}

/// The date of a tag as a cell.
pub(super) fn date(value: &str) -> Value<'_> {
    if is_unknown(value) { Value::Empty } else { Value::Date(value) }
}

/// The title of a player; `-` says that there is none.
pub(super) fn title(value: &str) -> Value<'_> {
    if is_unknown(value) { Value::Empty } else { Value::Text(value) }
}

/// A whole number of at most six digits with or without a sign: `+5`, `-12`, `0`.
#[must_use]
pub fn signed(value: &str) -> Option<i32> {
    let value = value.trim();
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    let is_number = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    value.parse().ok().filter(|_| is_number)
}

/// `18:03:31` in seconds since midnight.
#[must_use]
pub fn time_of_day(value: &str) -> Option<u32> {
    if value.is_empty() {
        return None;
    }
    let mut parts = value.trim().split(':');
    let mut part = |most: u32| -> Option<u32> {
        let part = parts.next()?;
        let is_number = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        part.parse().ok().filter(|&n| is_number && n <= most)
    };
    let seconds = part(23)? * 3600 + part(59)? * 60 + part(59)?;
    parts.next().is_none().then_some(seconds)
}

/// The seconds of the first period of a `TimeControl` value (PGN 9.6.1), and those added for each move: 180 and 2 for
/// `180+2`, 7200 and 0 for `40/7200:3600`. `?`, `-` and everything else have none.
#[must_use]
pub fn time_control(value: &str) -> Option<(u32, u32)> {
    if value.is_empty() {
        return None;
    }
    let period = value.trim().split(':').next()?;
    let period = match period.split_once('/') {
        Some((moves, rest)) => moves.parse::<u32>().ok().map(|_| rest)?,
        None => period.strip_prefix('*').unwrap_or(period),
    };
    let seconds = |text: &str| {
        let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_number)
    };
    match period.split_once('+') {
        Some((base, increment)) => Some((seconds(base)?, seconds(increment)?)),
        None => Some((seconds(period)?, 0)),
    }
}

/// No longer name is given to a tag, in bytes.
const LONGEST_NAME: usize = 250;

/// Whether a tag may have this name, so that it is read back: letters, figures and underscores of ASCII behind a letter
/// (PGN 8.1.1).
#[must_use]
pub fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= LONGEST_NAME
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
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
    fn only_days_of_the_calendar_are_dates() {
        assert_eq!(
            ["1992.11.04", "1992-02-29", "2000/02/29", " 1900.01.31 "].map(day),
            [Some((1992, 11, 4)), Some((1992, 2, 29)), Some((2000, 2, 29)), Some((1900, 1, 31))]
        );
        for date in [
            "1993.02.29", "1900.02.29", "1992.??.??", "1992.11", "1992.11.31", "1992.13.01", "1992.11-04",
            "", "1992.1é",
        ] {
            assert_eq!(day(date), None, "{date}");
        }
    }

    #[test]
    fn times_and_time_controls_are_seconds() {
        assert_eq!(
            ["18:03:31", "00:00:00", "24:00:00", "8:03:31", "18:03", ""].map(time_of_day),
            [Some(65_011), Some(0), None, None, None, None]
        );
        assert_eq!(
            ["180+2", "300", "40/7200:3600", "40/5400+30:1800+30", "*60", "-", "?", "1+", "x/3"]
                .map(time_control),
            [
                Some((180, 2)),
                Some((300, 0)),
                Some((7200, 0)),
                Some((5400, 30)),
                Some((60, 0)),
                None,
                None,
                None,
                None
            ]
        );
        assert_eq!(
            ["+5", "-12", "0", "", "+", "5.0", "1234567"].map(signed),
            [Some(5), Some(-12), Some(0), None, None, None, None]
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
