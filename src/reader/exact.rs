//! The exact path: movetext in the exact spelling goes from the bytes to the board without a record between. It delivers
//! only games of which nothing is to be said; every other game is read again from its tags on, as any text is.
use memchr::memchr3;

use crate::chess::{San, Suffix};
use crate::grammar::exact::{self, Numbering};
use crate::replay::pgn::{ExactPlay, Keep};
use crate::source::{CommentEnd, comment_end, is_tag_line};
use crate::span::Span;

/// How much of a game is played on the exact path, in bytes: there is no bound on its moves here, as a record has.
const MOST: usize = 4 << 20;

/// A move that is read and not yet played.
///
/// Reading runs a move ahead of the board: what the board makes of a move is hard to guess, and a wrong guess throws
/// away all that was begun after it.
struct Read {
    san: San,
    suffix: Suffix,
    at: usize,
    length: usize,
}

impl Read {
    #[inline(always)]
    fn play<K: Keep>(&self, play: &mut ExactPlay<'_, '_>) -> Option<()> {
        let span = Span::of(self.at, self.at + self.length);
        play.san::<K>(self.san, self.suffix, span).then_some(())
    }
}

#[inline(never)]
fn catch_up<K: Keep>(last: &mut Option<Read>, play: &mut ExactPlay<'_, '_>) -> Option<()> {
    last.take().map_or(Some(()), |last| last.play::<K>(play))
}

/// Plays the movetext from `from` on. Gives the offset where the next game begins, `None` when something is not exact.
#[inline(never)]
pub fn movetext<K: Keep>(text: &str, from: usize, play: &mut ExactPlay<'_, '_>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut due = Numbering::new(play.first_number());
    let mut is_black = play.is_black();
    let mut last: Option<Read> = None;
    let mut at = from;
    let limit = from.saturating_add(MOST);
    loop {
        let word = exact::eight(bytes, at);
        let first = word as u8;
        if first >= b'A' && first != b'{' {
            let (san, suffix, length) = exact::san(word)?;
            if let Some(last) = last.replace(Read { san, suffix, at, length }) {
                last.play::<K>(play)?;
            }
            if is_black {
                due.advance();
            }
            is_black = !is_black;
            at += length;
            if (word >> (8 * length)) as u8 <= b' ' {
                at += 1;
            } else {
                let (nag, length) = exact::annotation(exact::eight(bytes, at))?;
                catch_up::<K>(&mut last, play)?;
                play.nag::<K>(nag);
                at += length;
            }
        } else if let Some(length) = due.at(word, is_black) {
            play.number();
            at += length + usize::from((word >> (8 * length)) as u8 == b' ');
        } else if first <= b' ' && at < bytes.len() {
            at += 1;
        } else {
            catch_up::<K>(&mut last, play)?;
            if first == b'{' {
                at = comment::<K>(bytes, at, play)?;
            } else if let Some((nag, length)) = exact::nag(word) {
                play.nag::<K>(nag);
                at += length;
            } else {
                let (result, length) = exact::result(word)?;
                play.result(result, Span::of(at, at + length));
                return border(bytes, at + length);
            }
        }
        if at > limit {
            return None;
        }
    }
}

/// A comment in braces that is closed. Gives the offset after it.
fn comment<K: Keep>(bytes: &[u8], at: usize, play: &mut ExactPlay<'_, '_>) -> Option<usize> {
    if bytes.get(at) != Some(&b'{') {
        return None;
    }
    // On one line no border can stand in it.
    let close = match memchr3(b'}', b'\n', b'\r', &bytes[at + 1..]).map(|found| at + 1 + found) {
        Some(close) if bytes[close] == b'}' => close,
        _ => match comment_end(bytes, at + 1) {
            CommentEnd::Closed(close) => close,
            CommentEnd::Border(_) | CommentEnd::Text => return None,
        },
    };
    play.comment::<K>(Span::of(at, close + 1));
    Some(close + 1)
}

/// The end of the text or a line with a tag, with nothing but white space before it.
fn border(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let Some(blanks) = rest.iter().position(|&byte| byte > b' ') else { return Some(bytes.len()) };
    let at = from + blanks;
    let is_line = matches!(bytes.get(at.wrapping_sub(1)), Some(b'\n' | b'\r'));
    (is_line && bytes[at] == b'[' && is_tag_line(&bytes[at..])).then_some(at)
}
