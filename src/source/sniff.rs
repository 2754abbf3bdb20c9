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
    /// Prose, or moves in descriptive notation, whatever stands above them.
    Text,
}

/// How many bytes of an input are enough for [`sniff`].
pub const SNIFF: usize = 64 * 1024;

/// Algebraic words below tags, and none of another notation, that leave no doubt where no words of one stand below.
const ENOUGH: u32 = 40;

/// So many descriptive moves are no accident.
const FEWEST: u32 = 6;

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
    if is_json(text) {
        return Kind::Text;
    }
    let mut algebraic = 0_u32;
    let mut castling = 0_u32;
    let mut descriptive = 0_u32;
    let mut prose = 0_u32;
    let mut tags = 0_u32;
    let mut comment = Comment::default();
    let mut tags_first = None;
    // Lines of words alone, as headings are, where nothing but moves would be PGN.
    let mut headings = 0_u32;
    let mut has_signs = false;
    let mut is_all_pgn = None;
    for line in text.split(['\n', '\r']) {
        // PGN 6: an escape.
        let is_escape = line.starts_with('%');
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
        // PGN 5: a comment to the end of the line; only where it is the whole line, since a semicolon parts moves in books.
        if line.is_empty() || !comment.open && (is_escape || line.starts_with(';')) {
            continue;
        }
        if !comment.open && is_tag_line(line.as_bytes()) && line.contains('"') {
            tags += 1;
            tags_first = tags_first.or(Some(true));
            // What follows the pair on its line is looked at no more: a game in one line is known by its tags.
            continue;
        }
        tags_first = tags_first.or(Some(false));
        has_signs |= line.contains(['{', '}', '$']);
        let before = (algebraic + castling + descriptive, prose);
        let words = words_outside_comments(line, &mut comment);
        descriptive += moves_in_words(&words);
        for word in words {
            match weigh(word) {
                Word::Algebraic => algebraic += 1,
                Word::Castling => castling += 1,
                Word::Descriptive => descriptive += 1,
                Word::Other => prose += 1,
                Word::Neutral => {}
            }
        }
        headings += u32::from(prose > before.1 && algebraic + castling + descriptive == before.0);
        if tags_first == Some(true) && algebraic >= ENOUGH && descriptive == 0 {
            let below = &text[line.as_ptr().addr() - text.as_ptr().addr()..];
            if *is_all_pgn.get_or_insert_with(|| !may_be_book(below)) {
                return Kind::Pgn;
            }
        }
    }
    // Tags may stand above moves that no PGN has.
    if descriptive > 2 * algebraic {
        return Kind::Text;
    }
    // A text may hold games in PGN beside those of its own.
    if headings > 0 && descriptive >= FEWEST && 2 * descriptive > algebraic {
        return Kind::Text;
    }
    if tags_first == Some(true) {
        return Kind::Pgn;
    }
    // Without a tag pair, headings alone part the games; comments in braces and glyphs no text has.
    if tags == 0 && headings > 0 && !has_signs {
        return Kind::Text;
    }
    // What stands after a brace that is never closed is no comment.
    prose += comment.words + descriptive;
    let pgn = algebraic + castling + 4 * tags;
    // Tags at the head of a page of mail outweigh the mail; a tag quoted in a book does not outweigh the book.
    let pgn_wins = if tags >= 3 { pgn * 8 >= prose } else { pgn * 2 > prose };
    if pgn_wins || (pgn == 0 && prose == 0) { Kind::Pgn } else { Kind::Text }
}

/// Does a text begin as JSON does, with a name in an object: `[{"page": 1`? A comment of PGN has no such.
fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let behind = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | '{'));
    let opened = &text[..text.len() - behind.len()];
    let name = behind.strip_prefix('"').and_then(|words| words.split_once('"'));
    opened.contains('{')
        && name.is_some_and(|(name, behind)| !name.contains('\n') && behind.trim_start().starts_with(':'))
}

/// Do words of descriptive moves stand in a text?
fn may_be_book(text: &str) -> bool {
    let words = ["P-K", "P-Q", "P to ", "P. to ", "P - ", "Kt"];
    words.iter().any(|word| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some())
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
    /// As both notations write it.
    Castling,
    Descriptive,
    Other,
    Neutral,
}

/// A word of algebraic movetext, of descriptive moves, of something else, or one that both have (numbers, results, signs).
fn weigh(word: &str) -> Word {
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']);
    let word = if unnumbered.len() < word.len() && word.contains(['.', '…']) { unnumbered } else { word };
    let word = word.trim_end_matches(['+', '#', '!', '?', ',', ';', '.', ')']);
    if word.is_empty() || !word.chars().any(char::is_alphabetic) {
        return match word {
            "0-0" | "0-0-0" => Word::Castling,
            _ => Word::Neutral,
        };
    }
    if matches!(word, "O-O" | "O-O-O" | "o-o" | "o-o-o") {
        Word::Castling
    } else if is_algebraic(word) {
        Word::Algebraic
    } else if is_descriptive(word) {
        Word::Descriptive
    } else {
        Word::Other
    }
}

/// How many moves of descriptive notation stand apart in words: `P. to K. 4th.`, `Kt takes B`, `P - K 4`.
fn moves_in_words(words: &[&str]) -> u32 {
    let is_man = |word: &str| matches!(word.trim_end_matches('.'), "P" | "K" | "Q" | "R" | "B" | "Kt" | "N");
    let joins = |word: &str| matches!(word, "to" | "takes" | "x" | "-" | "\u{2013}" | "\u{2014}" | "\u{d7}");
    let is_move = |three: &&[&str]| is_man(three[0]) && joins(three[1]) && is_man(three[2]);
    words.windows(3).filter(is_move).count() as u32
}

/// A move or a square in descriptive notation, by its shape: `P-K4`, `Kt(B3)xP`, `KB3`, `K's`; in Spanish `P4R`.
fn is_descriptive(word: &str) -> bool {
    let men = |word: &str| {
        (1..=6).contains(&word.len())
            && word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N'])
            && word.chars().all(|c| "PKQRBNt".contains(c))
    };
    let place = |word: &str| word.strip_suffix(|c: char| ('1'..='8').contains(&c)).is_some_and(men);
    if place(word) {
        return true;
    }
    if let Some(wing) = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")) {
        return men(wing);
    }
    if let [man, rank, wing @ ..] = word.as_bytes()
        && (1..=3).contains(&wing.len())
    {
        let is_man = |byte: &u8| b"PRDTAC".contains(byte);
        if is_man(man) && (b'1'..=b'8').contains(rank) && wing.iter().all(is_man) {
            return true;
        }
    }
    let parted = word.split_once(['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', 'x', 'X', '\u{d7}']);
    let Some((man, to)) = parted else { return false };
    let bare = |word: &str| word.split(['(', '/', '=']).next().is_some_and(|word| men(word) || place(word));
    bare(man)
        && bare(to)
        && (word.contains(['x', 'X', '\u{d7}']) || to.contains(|c: char| c.is_ascii_digit()))
}

/// A move in SAN, long algebraic or UCI, by its shape: it ends with a square (and a promotion), and what stands before the
/// square is a man, a file, a rank, a square, a sign of capture.
fn is_algebraic(word: &str) -> bool {
    if matches!(word, "--" | "Z0") {
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
    fn a_game_in_pgn_behind_moves_in_words_leaves_a_book() {
        let pgn =
            "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";
        for row in ["1. P. to K. 4th.   P. to K. 4th.", "1. P - K 4   P - K 4", "1. Kt takes P   P takes Kt"]
        {
            let book = format!("GAME I.\n\n{}\nBlack resigns.\n\n", format!("{row}\n").repeat(6));
            assert_eq!(kind(&format!("{book}{pgn}")), Kind::Text, "{row}");
            assert_eq!(kind(&format!("{pgn}\n{book}")), Kind::Text, "{row}");
            let long = pgn.replace(" *", &" 5. O-O Be7 6. Re1 b5".repeat(9));
            let book = format!("{book}{}", format!("{row}\n").repeat(30));
            assert_eq!(kind(&format!("{long} *\n\n{book}")), Kind::Text, "{row}");
        }
        assert_eq!(kind(&format!("He wrote that P. to K. 4th. was best.\n\n{pgn}")), Kind::Pgn);
    }

    #[test]
    fn tags_and_algebraic_moves_are_pgn() {
        for text in [
            "",
            "  \r\n\n",
            "[Event \"x\"]\n",
            "\u{FEFF}[Event \"x\"]\n\n1. e4\n",
            "[Event \"x\"]\n\n1. e4 {P-K4 in the older books, where P-K4 P-K4 is meant} e5 *",
            "[Event \"x\"]\n\nWhite takes on e4, and Black resigns. 1-0\n",
            "[Event \"x\"]\n\n1. e4 e5 2. N-KB3 N-QB3\n",
            "[White \"A\"]\n\n1. Sf3 Sf6 2. Lb5 Td8\n",
            "[Event \"x\"]\n",
            "[Event \"x\"]\n\n*\n",
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5",
            "e2e4 e7e5 g1f3 b8c6",
            "e4",
            "12...Qxf7# 0-1",
            "1. e4 {The move of the books, of which a great deal might be said here, and is} e5 *",
            "From: a@b.example\nSubject: my game of yesterday\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n",
            "1.♘f3 ♞f6 2.g3",
            "*",
            "; the games of a club, taken down from score sheets that nobody else has kept\n1. e4 e5 2. Nf3 Nc6 *\n",
            "% written by a program whose name takes many words, and some more, and some more\n1. e4 e5 *\n",
            "; a comment that says that P-K4 P-K4 Kt-KB3 is how books put it\n[Event \"x\"]\n\n1. e4 e5 *\n",
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
            "[Event \"x\"]\n[White \"A\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 1-0\n",
            "[Event \"x\"]\n\n1. P to K4   P to K4\n",
            "[Event \"x\"]\n\n1. P. to K's 4th.   P. to K's 4th.\n",
            "[Event \"x\"]\n\n1. P4R P4R 2. C3AR C3AD\n",
            "[Event \"x\"]\n\n34. KtxKt ch PxKt\n",
            "[Event \"x\"]\n\n1. N-KB3 P-Q4 2. P-KN3 NxN\n",
            "[Event \"x\"]\n\n1. P\u{2014}K4 P\u{2014}K4 O-O O-O {e4 is a square}\n",
            "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3",
            "1. P. to K's 4th.   P. to K's 4th.",
            "the square e4 is taken by a pawn and so on and so forth",
            "A book may say, of the portable game notation, how a tag looks:\n[Event \"x\"]\nand go on in prose from there.",
            "Castles. PxP. Kt takes P",
            "; from a book\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3",
            "; e4 e5 Nf3 Nc6\nThe game of chess is played by two persons.",
            "First game\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\nSecond game\n\n1. d4 d5 2. c4 e6 0-1\n",
            "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6\nWhite won.\n",
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
