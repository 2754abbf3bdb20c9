//! The exact path: movetext in the exact spelling goes from the bytes to the board without a record between. It delivers
//! only games of which nothing is to be said; every other game is read again from its tags on, as any text is.
use crate::bytes::{below, eight, equal, first};
use crate::grammar::exact::{self, Numbering};
use crate::replay::pgn::{ExactPlay, Keep, Word};
use crate::source::{CommentEnd, comment_end, is_tag_line};
use crate::span::Span;

/// How much of a game is played on the exact path, in bytes: there is no bound on its moves here, as a record has.
const MOST: usize = 4 << 20;

/// How far the end of a comment is looked for without further ado, in bytes.
const SHORT: usize = 64;

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
    #[inline(always)]
    fn play<K: Keep>(&self, play: &mut ExactPlay<'_, '_, K>) -> Option<()> {
        if !play.san(self.word, self.at) {
            return None;
        }
        if K::COMMENTS && !self.comment.is_empty() {
            play.comment(self.comment);
        }
        Some(())
    }
}

#[inline(never)]
fn catch_up<K: Keep>(last: &mut Option<Read>, play: &mut ExactPlay<'_, '_, K>) -> Option<()> {
    last.take().map_or(Some(()), |last| last.play(play))
}

/// Plays the movetext from `from` on. Gives the offset where the next game begins, `None` when something is not exact.
#[inline(never)]
pub fn movetext<K: Keep>(text: &str, from: usize, play: &mut ExactPlay<'_, '_, K>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut due = Numbering::new(play.first_number());
    let mut is_black = play.is_black();
    let mut last: Option<Read> = None;
    let mut at = from;
    let limit = from.saturating_add(MOST);
    loop {
        let word = eight(bytes, at);
        let byte = word as u8;
        if byte >= b'A' && byte != b'{' {
            let (san, suffix, length) = exact::san(word)?;
            let read = Read { word: Word { san, suffix, bytes: word, length }, at, comment: Span::default() };
            if let Some(last) = last.replace(read) {
                last.play(play)?;
            }
            if is_black {
                due.advance();
            }
            is_black = !is_black;
            at += length;
            if (word >> (8 * length)) as u8 <= b' ' {
                at += 1;
            } else {
                let (nag, length) = exact::annotation(eight(bytes, at))?;
                catch_up(&mut last, play)?;
                play.nag(nag);
                at += length;
            }
        } else if let Some(length) = due.at(word, is_black) {
            play.number();
            at += length + usize::from((word >> (8 * length)) as u8 == b' ');
        } else if byte <= b' ' && at < bytes.len() {
            at += 1;
        } else if byte == b'{' {
            let end = comment_after(bytes, at)?;
            if K::COMMENTS {
                let span = Span::of(at, end);
                match &mut last {
                    Some(last) if last.comment.is_empty() => last.comment = span,
                    _ => {
                        catch_up(&mut last, play)?;
                        play.comment(span);
                    }
                }
            }
            at = end + usize::from(bytes.get(end) == Some(&b' '));
        } else {
            catch_up(&mut last, play)?;
            if let Some((nag, length)) = exact::nag(word) {
                play.nag(nag);
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

/// The offset after a comment in braces that is closed.
#[inline(always)]
fn comment_after(bytes: &[u8], at: usize) -> Option<usize> {
    // Most are short. On one line no border can stand in them.
    let near = bytes.get(at + 1..at + 1 + SHORT).unwrap_or_default();
    let (words, _) = near.as_chunks::<8>();
    let mut from = at + 1;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = equal(word, b'}') | below(word, b' ');
        if found != 0 {
            let end = from + first(found);
            return if bytes[end] == b'}' { Some(end + 1) } else { long_comment_after(bytes, at) };
        }
        from += 8;
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
    (is_line && bytes[at] == b'[' && is_tag_line(&bytes[at..])).then_some(at)
}
