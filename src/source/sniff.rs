//! Tells a PGN text from a book by the look of its first lines.

use super::border::is_tag_line;
use super::decode::Decoder;
use super::encoding::{Encoding, HEAD, settle};
use super::map::Decoded;

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// PGN: tag pairs, or movetext in algebraic notation.
    Pgn,
    /// Prose, or moves in descriptive notation.
    Text,
}

/// How many bytes of an input are enough for [`sniff`].
pub const SNIFF: usize = 64 * 1024;

/// Tells from the first bytes (at most [`SNIFF`] are looked at) whether an input is PGN or a text. Nothing is PGN.
///
/// ```
/// use descant::source::{Kind, sniff};
/// assert_eq!(sniff(b"1.d4 d5 2.c4 e6"), Kind::Pgn);
/// assert_eq!(sniff(b"1. P-K4 P-K4 2. Kt-KB3"), Kind::Text);
/// ```
#[must_use]
pub fn sniff(head: &[u8]) -> Kind {
    let head = &head[..head.len().min(SNIFF)];
    let (encoding, mark) = settle(Encoding::Auto, &head[..head.len().min(HEAD)]);
    let mut decoded = Decoded::default();
    Decoder::new(encoding).decode(&head[mark..], &mut decoded);
    sniff_text(decoded.text())
}

/// Tells whether decoded text is PGN; see [`sniff`].
#[must_use]
pub fn sniff_text(text: &str) -> Kind {
    let mut pgn = 0_u32;
    let mut prose = 0_u32;
    let mut tags = 0_u32;
    let mut comment = Comment::default();
    let mut first = true;
    for line in text.split(['\n', '\r']) {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
        if line.is_empty() {
            continue;
        }
        if !comment.open && is_tag_line(line.as_bytes()) && line.contains('"') {
            tags += 1;
            if first {
                return Kind::Pgn;
            }
            pgn += 4;
            first = false;
            // What follows the pair on its line is looked at no more: a game in one line is known by its tags.
            continue;
        }
        first = false;
        for word in words_outside_comments(line, &mut comment) {
            match weigh(word) {
                Word::Algebraic => pgn += 1,
                Word::Other => prose += 1,
                Word::Neutral => {}
            }
        }
    }
    // What stands after a brace that is never closed is no comment.
    prose += comment.words;
    // Tags at the head of a page of mail outweigh the mail; a tag quoted in a book does not outweigh the book.
    let pgn_wins = if tags >= 3 { pgn * 8 >= prose } else { pgn * 2 > prose };
    if pgn_wins || (pgn == 0 && prose == 0) { Kind::Pgn } else { Kind::Text }
}

#[derive(Default)]
struct Comment {
    open: bool,
    /// How many words stand in the comment that is open.
    words: u32,
}

/// The words of a line that stand outside brace comments.
fn words_outside_comments<'a>(line: &'a str, comment: &mut Comment) -> Vec<&'a str> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        let (part, after) = match rest.split_once(if comment.open { '}' } else { '{' }) {
            Some((part, after)) => (part, Some(after)),
            None => (rest, None),
        };
        let split =
            part.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).filter(|word| !word.is_empty());
        if comment.open {
            comment.words = comment.words.saturating_add(u32::try_from(split.count()).unwrap_or(u32::MAX));
        } else {
            words.extend(split);
        }
        let Some(after) = after else { return words };
        *comment = Comment { open: !comment.open, words: 0 };
        rest = after;
    }
}

enum Word {
    Algebraic,
    Other,
    Neutral,
}

/// A word of algebraic movetext, a word of something else, or one that both have (numbers, results, signs).
fn weigh(word: &str) -> Word {
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']);
    let word = if unnumbered.len() < word.len() && word.contains(['.', '…']) { unnumbered } else { word };
    let word = word.trim_end_matches(['+', '#', '!', '?', ',', ';', '.', ')']);
    if word.is_empty() || !word.chars().any(char::is_alphabetic) {
        return match word {
            "0-0" | "0-0-0" => Word::Algebraic,
            _ => Word::Neutral,
        };
    }
    if is_algebraic(word) { Word::Algebraic } else { Word::Other }
}

/// A move in SAN, long algebraic or UCI, by its shape: it ends with a square (and a promotion), and what stands before the
/// square is a man, a file, a rank, a square, a sign of capture.
fn is_algebraic(word: &str) -> bool {
    if matches!(word, "O-O" | "O-O-O" | "o-o" | "o-o-o" | "0-0" | "0-0-0" | "--" | "Z0") {
        return true;
    }
    let bytes = word.as_bytes();
    if word.len() > 8 && !word.contains(['♔', '♕', '♖', '♗', '♘', '♙', '♚', '♛', '♜', '♝', '♞', '♟'])
    {
        return false;
    }
    let body = match bytes {
        [body @ .., b'=', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'] => body,
        [body @ .., b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'] if body.len() >= 2 => body,
        body => body,
    };
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = body else { return false };
    let Ok(mut before) = std::str::from_utf8(before) else { return false };
    if let Some(man) = before.chars().next()
        && (man.is_uppercase() || ('♔'..='♟').contains(&man))
    {
        before = &before[man.len_utf8()..];
    }
    before.bytes().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b':'))
        && before.len() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        sniff(text.as_bytes())
    }

    #[test]
    fn tags_and_algebraic_moves_are_pgn() {
        for text in [
            "",
            "  \r\n\n",
            "[Event \"x\"]\n",
            "\u{FEFF}[Event \"x\"]\n\n1. P-K4\n",
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5",
            "e2e4 e7e5 g1f3 b8c6",
            "e4",
            "12...Qxf7# 0-1",
            "1. e4 {The move of the books, of which a great deal might be said here, and is} e5 *",
            "From: a@b.example\nSubject: my game of yesterday\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n",
            "1.♘f3 ♞f6 2.g3",
            "*",
        ] {
            assert_eq!(kind(text), Kind::Pgn, "{text:?}");
        }
    }

    #[test]
    fn prose_and_descriptive_moves_are_text() {
        for text in [
            "[Illustration: the board]\n\nThe game of chess is played by two persons.",
            "[Footnote A: a fine move.]\n[1] see page 3",
            "P-K4",
            "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3",
            "1. P. to K's 4th.   P. to K's 4th.",
            "the square e4 is taken by a pawn and so on and so forth",
            "A book may say, of the portable game notation, how a tag looks:\n[Event \"x\"]\nand go on in prose from there.",
            "Castles. PxP. Kt takes P",
            "An { astray in the scan\nof a page of a book, and no end of it.",
        ] {
            assert_eq!(kind(text), Kind::Text, "{text:?}");
        }
    }

    #[test]
    fn utf16_is_looked_at_as_text() {
        let bytes: Vec<u8> = "\u{FEFF}[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(sniff(&bytes), Kind::Pgn);
    }
}
