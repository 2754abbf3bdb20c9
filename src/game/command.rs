//! The commands in comments that tell clocks, evaluations and what is drawn on the board: `[%clk 0:01:02]`,
//! `[%eval 0.35]`, `[%cal Ge2e4]`, `[%csl Rd5]`.
use crate::chess::Square;

/// Seconds left, from `[%clk 0:01:02.5]`: whole seconds.
#[must_use]
pub fn clock(comment: &str) -> Option<u32> {
    short_clock(comment).map_or_else(|| any_clock(comment), |(seconds, _)| Some(seconds))
}

/// The value of `[%eval 0.35]` or `[%eval #-3,20]` in a comment; the depth after the comma is left out.
#[must_use]
pub fn eval(comment: &str) -> Option<Eval> {
    short_eval(comment).map_or_else(|| any_eval(comment), |(value, _)| Some(value))
}

/// What [`clock`] and [`eval`] tell of a comment, read once.
#[inline]
#[must_use]
pub fn clock_and_eval(comment: &str) -> (Option<u32>, Option<Eval>) {
    let (mut clock, mut eval, mut rest) = (None, None, comment);
    if let Some((value, behind)) = short_eval(rest) {
        (eval, rest) = (Some(value), behind.strip_prefix(' ').unwrap_or(behind));
    }
    if let Some((seconds, behind)) = short_clock(rest) {
        (clock, rest) = (Some(seconds), behind);
    }
    if rest.is_empty() {
        return (clock, eval);
    }
    // What was read has one bracket, its own: the first of the other command stands behind it.
    (clock.or_else(|| any_clock(rest)), eval.or_else(|| any_eval(rest)))
}

/// The seconds of a comment that begins with `[%clk 0:01:02]`, and what stands behind that: so nearly all clocks are
/// written.
#[inline]
fn short_clock(comment: &str) -> Option<(u32, &str)> {
    /// What is left of a digit is below 10: with 6 it does not reach 16, and nothing is carried to the next byte.
    const ZEROS: u64 = u64::from_le_bytes(*b"0:00:00]");
    const SIX: u64 = 0x0006_0600_0606_0006;
    const NO_DIGIT: u64 = 0xfff0_f0ff_f0f0_fff0;
    let (name, rest) = comment.as_bytes().split_first_chunk()?;
    let digits = u64::from_le_bytes(*rest.first_chunk()?) ^ ZEROS;
    if name != b"[%clk " || (digits | digits.wrapping_add(SIX)) & NO_DIGIT != 0 {
        return None;
    }
    let digit = |at: u32| (digits >> (8 * at)) as u32 & 15;
    let seconds = 3600 * digit(0) + 600 * digit(2) + 60 * digit(3) + 10 * digit(5) + digit(6);
    Some((seconds, comment.get("[%clk 0:00:00]".len()..)?))
}

/// The value of a comment that begins with one such as `[%eval -0.35]` or `[%eval #12]`, and what stands behind that.
#[inline]
fn short_eval(comment: &str) -> Option<(Eval, &str)> {
    let (name, bytes) = comment.as_bytes().split_first_chunk()?;
    if name != b"[%eval " {
        return None;
    }
    let is_mate = bytes.first() == Some(&b'#');
    let mut at = usize::from(is_mate);
    let sign = if bytes.get(at) == Some(&b'-') { -1 } else { 1 };
    at += usize::from(sign < 0);
    let (mut number, mut digits, mut point) = (0, 0, None);
    loop {
        match *bytes.get(at)? {
            byte @ b'0'..=b'9' if digits < 5 => {
                number = 10 * number + i32::from(byte - b'0');
                digits += 1;
            }
            b'.' if digits > 0 && point.is_none() && !is_mate => point = Some(digits),
            b']' if digits > 0 => break,
            _ => return None,
        }
        at += 1;
    }
    let hundredths = match point.map(|point| digits - point) {
        None => 100,
        Some(1) => 10,
        Some(2) => 1,
        Some(_) => return None,
    };
    let value =
        if is_mate { Eval::Mate(sign * number) } else { Eval::Centipawns(sign * number * hundredths) };
    Some((value, comment.get(name.len() + at + 1..)?))
}

/// The same as [`clock`], however it is written.
fn any_clock(comment: &str) -> Option<u32> {
    /// What was read last of the hours, the minutes, or the seconds.
    enum Last {
        Nothing,
        Plus,
        Digit,
        Fraction,
    }
    let (mut seconds, mut part, mut last) = (0_u64, 0_u64, Last::Nothing);
    for &byte in command(comment, b"[%clk")?.as_bytes() {
        last = match (last, byte) {
            (Last::Nothing | Last::Plus | Last::Digit, b'0'..=b'9') => {
                part = part.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
                Last::Digit
            }
            (Last::Nothing, b'+') => Last::Plus,
            (Last::Digit | Last::Fraction, b':') => {
                seconds = seconds.saturating_add(std::mem::take(&mut part)).saturating_mul(60);
                Last::Nothing
            }
            (Last::Digit, b'.') => Last::Fraction,
            (Last::Fraction, _) => Last::Fraction,
            _ => return None,
        };
    }
    let is_whole = matches!(last, Last::Digit | Last::Fraction);
    u32::try_from(seconds.saturating_add(part)).ok().filter(|_| is_whole)
}

/// What an evaluation says, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative when Black mates.
    Mate(i32),
}

impl Eval {
    /// The hundredths of a pawn.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        match self {
            Self::Centipawns(value) => Some(value),
            Self::Mate(_) => None,
        }
    }

    /// The moves to mate.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Mate(moves) => Some(moves),
            Self::Centipawns(_) => None,
        }
    }
}

/// The same as [`eval`], however it is written.
fn any_eval(comment: &str) -> Option<Eval> {
    let value = command(comment, b"[%eval")?.split([',', ' ']).next()?;
    if let Some(moves) = value.strip_prefix('#') {
        return moves.parse().ok().map(Eval::Mate);
    }
    let number = value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    let pawns: f64 = value.parse().ok().filter(|_| number)?;
    let hundredths = (pawns * 100.0).round();
    (hundredths.abs() < 1e9).then_some(Eval::Centipawns(hundredths as i32))
}

/// The colour of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

/// An arrow, or a marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where the arrow begins; none for a square.
    pub from: Option<Square>,
    /// Where it points; the square.
    pub to: Square,
    /// Its colour.
    pub ink: Ink,
}

/// The arrows of `[%cal Ge2e4,Rd1d8]` and the squares of `[%csl Gd4]` in a comment; what cannot be read is left out.
#[must_use]
pub fn marks(comment: &str) -> Vec<Mark> {
    let mark = |word: &str| {
        let ink = match word.get(..1)? {
            "G" => Ink::Green,
            "R" => Ink::Red,
            "Y" => Ink::Yellow,
            "B" => Ink::Blue,
            _ => return None,
        };
        let first: Square = word.get(1..3)?.parse().ok()?;
        match word.get(3..)? {
            "" => Some(Mark { from: None, to: first, ink }),
            second => Some(Mark { from: Some(first), to: second.parse().ok()?, ink }),
        }
    };
    let named = |name| command(comment, name).unwrap_or_default().split(',').map(str::trim);
    named(b"[%csl").chain(named(b"[%cal")).filter_map(mark).collect()
}

/// The words of a command in a comment. Most comments are one command and nothing else: a search made for long texts costs
/// more than the look from bracket to bracket.
#[inline]
fn command<'c, const N: usize>(comment: &'c str, name: &[u8; N]) -> Option<&'c str> {
    let bytes = comment.as_bytes();
    let mut at = 0;
    while !bytes[at..].starts_with(name) {
        at += 1 + memchr::memchr(b'[', bytes.get(at + 1..)?)?;
    }
    let words = comment[at + N..].strip_prefix([' ', '\t', '\n', '\r'])?;
    Some(words[..words.bytes().position(|byte| byte == b']')?].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_squares_are_read_from_commands() {
        let found = marks("see [%csl Gd4,Re5] and [%cal Ye2e4, Bz9a1]");
        let told: Vec<_> = found
            .iter()
            .map(|mark| (mark.from.map(|from| from.to_string()), mark.to.to_string(), mark.ink))
            .collect();
        let from = |name: &str| Some(name.to_owned());
        assert_eq!(
            told,
            [
                (None, "d4".to_owned(), Ink::Green),
                (None, "e5".to_owned(), Ink::Red),
                (from("e2"), "e4".to_owned(), Ink::Yellow)
            ]
        );
    }

    /// Every text that is written with these pieces, at most so many.
    fn texts(pieces: &[&str], most: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = 0;
        for _ in 0..most {
            let now = all.len();
            for at in last..now {
                all.extend(pieces.iter().map(|piece| format!("{}{piece}", all[at])).collect::<Vec<_>>());
            }
            last = now;
        }
        all
    }

    #[test]
    fn the_usual_spelling_is_read_like_any_other() {
        let mut read = 0;
        let mut check = |comment: &str| {
            let told = (any_clock(comment), any_eval(comment));
            assert_eq!((clock(comment), eval(comment)), told, "{comment}");
            assert_eq!(clock_and_eval(comment), told, "{comment}");
            read += usize::from(short_clock(comment).is_some()) + usize::from(short_eval(comment).is_some());
        };
        for value in texts(&["#", "-", "+", "0", "7", "35", ".", ",", " "], 5) {
            check(&format!("[%eval {value}]"));
        }
        for time in ["0:05:00", "9:59:59", "3:79:99", "0:00:00"] {
            for at in 0..time.len() {
                for byte in 0..128 {
                    let mut time = time.to_owned().into_bytes();
                    time[at] = byte;
                    check(&format!("[%clk {}]", String::from_utf8(time).expect("ASCII")));
                }
            }
        }
        let pieces =
            ["[%clk 0:01:02]", "[%clk 1:7]", "[%eval -0.29]", "[%eval 3,20]", " ", "[", "]", "[%clk", "é"];
        texts(&pieces, 5).iter().for_each(|comment| check(comment));
        assert!(read > 10_000, "{read}");
    }

    #[test]
    fn clocks_and_values_are_read_from_commands() {
        assert_eq!(clock("fine [%clk 1:02:03.4] move"), Some(3723));
        assert_eq!(clock("[%emt 0:01] [%clk\t5:+7.x: 0 ]"), None);
        assert_eq!(clock("[%emt 0:01] [%clk\t 5:+7.x:04\u{a0}]"), Some(18_424));
        for odd in
            ["soon", "", "+", "1:", "1:.5", ":1", "++1", "1 2", "99999999999", "99999999999999999999:1"]
        {
            assert_eq!(clock(&format!("[%clk {odd}]")), None, "{odd}");
        }
        assert_eq!(clock("[%clk 4294967295]"), Some(u32::MAX));
        assert_eq!(clock("[%clk 71582788:16]"), None);
        assert_eq!(clock("[%clock 1:00]"), None);
        assert_eq!(eval("[%eval -0.35] [%clk 0:01:00]"), Some(Eval::Centipawns(-35)));
        assert_eq!(eval("[%eval 0.29]"), Some(Eval::Centipawns(29)));
        assert_eq!(eval("[%eval +12]"), Some(Eval::Centipawns(1200)));
        assert_eq!(eval("[%eval #-3,20]"), Some(Eval::Mate(-3)));
        assert_eq!(eval("[%eval"), None);
        assert_eq!(eval("[%eval inf]"), None);
        assert_eq!(eval("[%eval #soon]"), None);
    }
}
