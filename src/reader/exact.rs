//! The exact path: movetext in the exact spelling goes from the bytes to the board without a record between. It delivers
//! only games of whose movetext nothing is to be said; every other game is read again from its tags on, as any text is.
use crate::bytes::{Window, eight};
use crate::chess::{Color, Suffix};
use crate::grammar::exact::{self, Numbering};
use crate::replay::pgn::{Follow, Word};
use crate::source::{CommentEnd, comment_end, is_tag_line};
use crate::span::Span;

/// How much of a game is played on the exact path, in bytes: there is no bound on its moves here, as a record has.
const MOST: usize = 4 << 20;

/// A move that is read and not yet played, and the comment behind it.
///
/// Reading runs a move ahead of the board: what the board makes of a move is hard to guess, and a wrong guess throws
/// away all that was begun after it.
struct Read {
    word: Word,
    at: usize,
    /// Empty when there is none.
    comment: Span,
}

impl Read {
    /// Plays it for `us`.
    #[inline(always)]
    fn play<F: Follow>(&self, us: Color, play: &mut F) -> Option<()> {
        if !play.san(us, self.word, self.at) {
            return None;
        }
        if F::COMMENTS && !self.comment.is_empty() {
            play.comment(self.comment);
        }
        Some(())
    }
}

/// Gives the words of the movetext from `from` on to the play. Tells the offset where the next game begins, `None` when
/// something is not exact.
#[inline(never)]
pub fn movetext<F: Follow>(text: &str, from: usize, play: &mut F) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut due = Numbering::new(play.first_number());
    let mut last: Option<Read> = None;
    let mut at = from;
    let mut word = eight(bytes, at);
    let limit = from.saturating_add(MOST);
    // Each side has its own code: what usually follows its moves, a number or none, is easy to guess then.
    let mut us = play.turn();
    loop {
        if us == Color::White {
            match half_move(Color::White, bytes, at, word, due, &mut last, play)? {
                Next::HalfMove(to, next) => (at, word) = (to, next),
                Next::End(end) => return Some(end),
            }
        }
        match half_move(Color::Black, bytes, at, word, due, &mut last, play)? {
            Next::HalfMove(to, next) => (at, word) = (to, next),
            Next::End(end) => return Some(end),
        }
        due.advance();
        us = Color::White;
        if at > limit {
            return None;
        }
    }
}

/// What follows, and where.
enum Next {
    HalfMove(usize, u64),
    End(usize),
}

/// Reads up to a move of `us` and the comment behind it, or to the end of the game; plays the move before.
#[inline(always)]
fn half_move<F: Follow>(
    us: Color,
    bytes: &[u8],
    mut at: usize,
    mut word: u64,
    due: Numbering,
    last: &mut Option<Read>,
    play: &mut F,
) -> Option<Next> {
    // Before Black's move there is seldom one.
    if (us == Color::White || !begins_move(word as u8))
        && let Some(length) = due.at(word, us == Color::Black)
    {
        play.number();
        at += length;
        word = eight(bytes, at);
    }
    while !begins_move(word as u8) {
        if word as u8 <= b' ' && at < bytes.len() {
            at += 1;
        } else if let Some(length) = due.at(word, us == Color::Black) {
            play.number();
            at += length;
        } else {
            catch_up(!us, last.take(), play)?;
            match sign(bytes, at, play)? {
                (at, true) => return Some(Next::End(at)),
                (to, false) => at = to,
            }
        }
        word = eight(bytes, at);
    }
    let (san, suffix, length, is_annotated) = if let Some((san, length)) = exact::plain(word) {
        (san, Suffix::None, length, false)
    } else {
        let (san, suffix, length) = exact::signed(word)?;
        (san, suffix, length, (word >> (8 * length)) as u8 > b' ')
    };
    let read = Read { word: Word { san, suffix, bytes: word, length }, at, comment: Span::default() };
    if let Some(last) = last.replace(read) {
        last.play(!us, play)?;
    }
    at += length;
    if is_annotated {
        catch_up(us, last.take(), play)?;
        at = annotation(bytes, at, play)?;
        return Some(Next::HalfMove(at, eight(bytes, at)));
    }
    at += 1;
    word = eight(bytes, at);
    if word as u8 == b'{' {
        let (end, next) = match exact::clock(bytes, at, word) {
            Some(length) => (at + length, at + length + 1),
            None => {
                let end = comment_after(bytes, at)?;
                (end, end + usize::from(bytes.get(end) == Some(&b' ')))
            }
        };
        if F::COMMENTS
            && let Some(last) = last
        {
            last.comment = Span::of(at, end);
        }
        at = next;
        word = eight(bytes, at);
    }
    Some(Next::HalfMove(at, word))
}

/// Plays the last move of `us`.
#[inline(never)]
fn catch_up<F: Follow>(us: Color, last: Option<Read>, play: &mut F) -> Option<()> {
    last.map_or(Some(()), |last| last.play(us, play))
}

/// A sign right behind a move.
#[cold]
#[inline(never)]
fn annotation<F: Follow>(bytes: &[u8], at: usize, play: &mut F) -> Option<usize> {
    let (nag, length) = exact::annotation(eight(bytes, at))?;
    play.nag(nag);
    Some(at + length)
}

/// A comment, a glyph, the end.
#[inline(never)]
fn sign<F: Follow>(bytes: &[u8], at: usize, play: &mut F) -> Option<(usize, bool)> {
    let word = eight(bytes, at);
    if word as u8 == b'{' {
        let end = comment_after(bytes, at)?;
        play.comment(Span::of(at, end));
        return Some((end, false));
    }
    if let Some((nag, length)) = exact::nag(word) {
        play.nag(nag);
        return Some((at + length, false));
    }
    let (result, length) = exact::result(word)?;
    play.result(result, Span::of(at, at + length));
    border(bytes, at + length).map(|at| (at, true))
}

/// A letter, as a move begins with, or a sign between letters; no number and no brace.
const fn begins_move(byte: u8) -> bool {
    byte.wrapping_sub(b'A') < b'{' - b'A'
}

/// The offset after a comment in braces that is closed.
#[inline(always)]
fn comment_after(bytes: &[u8], at: usize) -> Option<usize> {
    // Most are short. On one line no border can stand in them.
    if let Some(window) = Window::at(bytes, at + 1) {
        let found = window.byte_or_control(b'}');
        if found != 0 {
            let end = at + 1 + found.trailing_zeros() as usize;
            return if bytes[end] == b'}' { Some(end + 1) } else { long_comment_after(bytes, at) };
        }
    }
    long_comment_after(bytes, at)
}

#[inline(never)]
fn long_comment_after(bytes: &[u8], at: usize) -> Option<usize> {
    match comment_end(bytes, at + 1) {
        CommentEnd::Closed(close) => Some(close + 1),
        CommentEnd::Border(_) | CommentEnd::Text => None,
    }
}

/// The end of the text or a line with a tag, with nothing but white space before it.
fn border(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let Some(blanks) = rest.iter().position(|&byte| byte > b' ') else { return Some(bytes.len()) };
    let at = from + blanks;
    let is_line = matches!(bytes.get(at.wrapping_sub(1)), Some(b'\n' | b'\r'));
    const USUAL: u64 = u64::from_le_bytes(*b"[Event \"");
    let is_tag = eight(bytes, at) == USUAL || bytes[at] == b'[' && is_tag_line(&bytes[at..]);
    (is_line && is_tag).then_some(at)
}
