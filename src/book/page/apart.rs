//! Moves that name two squares with blanks between them: `e2 - e4`, `Lf1 – b5`, `e4 x d5`.

/// So many such moves show that a text prints its moves so.
const FEWEST: usize = 8;

/// In front of one that parts the moves of White and Black no more than one in so many names a man behind the sign.
const FEW: usize = 10;

/// What may stand between two squares.
const SIGNS: [&str; 5] = ["-", "x", "\u{2013}", "\u{2014}", "\u{d7}"];

/// Does a text print its moves so? Where a dash parts White's move from Black's, as in `e4 - e5`, men are named behind others.
pub(super) fn are_parted(text: &str) -> bool {
    let (mut long, mut parted) = (0, 0);
    for at in memchr::memchr_iter(b' ', text.as_bytes()).filter(|&at| ends_square(text, at)) {
        let Some(sign) = sign_at(text, at + 1) else { continue };
        let behind = at + 1 + sign.len() + 1;
        if begins_square(text, behind) {
            long += 1;
        } else if sign != "x" && text[behind..].starts_with(char::is_uppercase) {
            parted += 1;
        }
    }
    long >= FEWEST && parted * FEW <= long
}

/// Does a blank stand within a move that names two squares?
pub(super) fn is_within(text: &str, at: usize) -> bool {
    let is_before = |at: usize| {
        ends_square(text, at)
            && sign_at(text, at + 1).is_some_and(|sign| begins_square(text, at + sign.len() + 2))
    };
    let sign = SIGNS.iter().find(|sign| text[..at].ends_with(**sign));
    is_before(at) || sign.and_then(|sign| at.checked_sub(sign.len() + 1)).is_some_and(is_before)
}

/// The sign that stands here before a blank.
fn sign_at(text: &str, at: usize) -> Option<&'static str> {
    SIGNS.into_iter().find(|sign| text[at..].strip_prefix(sign).is_some_and(|rest| rest.starts_with(' ')))
}

fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h', b'1'..=b'8'])
}

/// Does a blank stand here behind a square, in front of which stands a man at most?
fn ends_square(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[..at];
    let square = before.len().checked_sub(2).is_some_and(|from| is_square(&before[from..]));
    let behind_word = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    square && text.as_bytes()[at] == b' ' && !before.iter().rev().nth(2).is_some_and(behind_word)
}

/// Does a square begin here that is no part of a longer word?
fn begins_square(text: &str, at: usize) -> bool {
    let behind = text.as_bytes().get(at..).unwrap_or_default();
    let goes_on = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    behind.get(..2).is_some_and(is_square) && !behind.get(2).is_some_and(goes_on)
}
