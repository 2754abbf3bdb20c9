//! Marks: places where a game surely begins, told by what stands behind them alone.
//!
//! So whoever looks from any byte of a text on finds the same first mark, and the parts of a text that was cut anywhere
//! meet without a gap.

use memchr::{memchr2, memmem};

/// What a mark ends with; another line end stands before it.
const EVENT: &[u8] = b"\n[Event \"";
/// How far behind a mark is looked to tell whether it stands in a comment, in bytes.
const FAR: usize = 256 << 20;
/// A mark that is not seen to its end begins in so many last bytes.
const LONGEST: usize = EVENT.len() + 2;

/// A mark: a blank line, and `[Event "` in the first column after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Where it begins: at the line end before the blank line.
    pub begin: usize,
    /// Where the game begins.
    pub game: usize,
}

/// What is known of the first mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// There it is.
    Mark(Mark),
    /// There is none.
    None,
    /// More text is needed; no mark that counts begins before this place.
    Later(usize),
}

/// The first place from `from` on that looks like a mark, whether it counts or not.
fn candidate(text: &[u8], from: usize, finder: &memmem::Finder<'_>) -> Option<Mark> {
    finder.find_iter(text.get(from..)?).map(|at| from + at).find_map(|at| {
        let begin = match &text[from..at] {
            [.., b'\n'] => at - 1,
            [.., b'\n', b'\r'] => at - 2,
            _ => return None,
        };
        Some(Mark { begin, game: at + 1 })
    })
}

/// The first mark that begins at `from` or behind it and counts.
///
/// It may stand in a comment: it counts unless a `}` comes next of all braces and marks behind it. `ends` says that the
/// text ends where the buffer does.
pub(super) fn first(text: &[u8], mut from: usize, ends: bool) -> First {
    let finder = memmem::Finder::new(EVENT);
    while let Some(mark) = candidate(text, from, &finder) {
        let behind = &text[mark.game..text.len().min(mark.game + FAR)];
        let brace = memchr2(b'{', b'}', behind);
        let before_it = &behind[..brace.unwrap_or(behind.len())];
        match brace {
            // Nothing is closed by the brace if another mark stands before it.
            Some(at) if behind[at] == b'}' && candidate(before_it, 0, &finder).is_none() => from = mark.game,
            None if !ends && behind.len() < FAR && candidate(before_it, 0, &finder).is_none() => {
                return First::Later(mark.begin);
            }
            _ => return First::Mark(mark),
        }
    }
    if ends { First::None } else { First::Later(from.max(text.len().saturating_sub(LONGEST))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Option<usize> {
        match first(text.as_bytes(), 0, true) {
            First::Mark(mark) => Some(mark.game),
            _ => None,
        }
    }

    #[test]
    fn a_blank_line_and_an_event_are_a_mark() {
        assert_eq!(game("1. e4 *\n\n[Event \"a\"]\n"), Some(9));
        assert_eq!(game("1. e4 *\r\n\r\n[Event \"a\"]\r\n"), Some(11));
        for none in ["1. e4 *\n[Event \"a\"]\n", "*\n\n[Site \"a\"]", "*\n\n [Event \"a\"]", "[Event \"a\"]"]
        {
            assert_eq!(game(none), None, "{none}");
        }
    }

    #[test]
    fn a_mark_that_may_stand_in_a_comment_is_passed_over() {
        assert_eq!(game("*\n\n[Event \"a\"] } 1. e4 *"), None);
        assert_eq!(game("*\n\n[Event \"a\"] 1. e4 {} *"), Some(3));
        assert_eq!(game("*\n\n[Event \"a\"] 1. e4\n\n[Event \"b\"] } *"), Some(3));
        assert_eq!(game("{ *\n\n[Event \"a\"] } *\n\n[Event \"b\"]"), Some(22));
    }

    #[test]
    fn what_is_not_decided_waits_for_more() {
        let text = b"1. e4 *\n\n[Event \"a\"] 1. d4";
        assert_eq!(first(text, 0, false), First::Later(7));
        assert_eq!(first(text, 8, false), First::Later(text.len() - LONGEST));
        for end in 0..text.len() {
            let First::Later(sure) = first(&text[..end], 0, false) else { panic!("{end}") };
            assert!(sure <= 7, "{end}: {sure}");
        }
    }
}
