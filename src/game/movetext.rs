//! The movetext of a game as the export format of the 1994 standard has it (PGN 8.2), written unit by unit.
mod units;

use self::units::{CLOCK, NUMBERS, clock};
use super::trim;
use crate::bytes::{Window, append_number, is_plain};
use crate::chess::{Color, Position};
use crate::record::GameResult;
use crate::span::Span;

/// The longest line, in characters, where nothing else is asked for (PGN 4.3 wants less than 80).
pub const LINE_LENGTH: usize = 79;

/// Movetext under way: moves with their numbers, glyphs, comments and variations, in the order in which they are told.
///
/// Lines are filled greedily with units that are never broken. A unit is appended first and moved to a line of its own
/// when it turns out too long, by making the blank before it a line end: no width is worked out in advance.
#[derive(Clone, Debug)]
pub struct Movetext {
    text: Vec<u8>,
    /// The longest line, in characters.
    width: usize,
    /// Where the line begins.
    line: usize,
    /// The blank or line end before the last unit.
    gap: usize,
    /// Bytes of the line that begin no character.
    extra: usize,
    /// The next unit follows the last one without a blank.
    glue: bool,
    /// Twice the number of the next move, and one more if Black makes it.
    at: u64,
    /// A move has been made in this line.
    moved: bool,
    /// A move of Black's carries its number.
    numbered: bool,
    /// The lines that wait for a variation to end.
    waiting: Vec<(u64, bool)>,
    braces: u32,
}

impl Default for Movetext {
    fn default() -> Self {
        Self::with_line_length(LINE_LENGTH)
    }
}

impl Movetext {
    /// With lines of at most so many characters, but for units that are longer.
    #[must_use]
    pub const fn with_line_length(width: usize) -> Self {
        Self {
            text: Vec::new(),
            width,
            line: 0,
            gap: 0,
            extra: 0,
            glue: false,
            at: 0,
            moved: false,
            numbered: false,
            waiting: Vec::new(),
            braces: 0,
        }
    }

    /// The longest line, in characters.
    #[must_use]
    pub const fn line_length(&self) -> usize {
        self.width
    }

    /// Begins anew, at this position.
    pub fn begin(&mut self, start: &Position) {
        self.clear();
        self.glue = true;
        self.numbered = true;
        self.at = 2 * u64::from(start.fullmove_number()) + u64::from(start.turn() == Color::Black);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.text.clear();
        self.waiting.clear();
        (self.line, self.gap, self.extra, self.braces) = (0, 0, 0, 0);
        self.moved = false;
    }

    /// What has been written; the last line is left open.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Nothing has been written.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How many closing braces inside comments became `)`, because the format cannot hold them (PGN 5).
    #[must_use]
    pub const fn braces(&self) -> u32 {
        self.braces
    }

    /// A move in SAN: a word of at most 7 bytes, the first lowest; what is above them says nothing.
    #[inline]
    pub fn san(&mut self, word: u64, length: usize) {
        if let Some((number, is_black)) = self.number() {
            if self.with_number((number, is_black), (word, length)) {
                return;
            }
            self.append_number(number, is_black);
        }
        self.word(word, length);
    }

    /// A number and a move behind it, two units: whether that was done.
    #[inline]
    fn with_number(&mut self, (number, is_black): (u64, bool), (word, length): (u64, usize)) -> bool {
        let Some(&unit) = NUMBERS[usize::from(is_black)].get(number as usize) else { return false };
        if self.glue {
            return false;
        }
        let start = self.text.len();
        let behind = (unit >> 56) as usize;
        let units = u128::from(unit & !0 >> 8) | u128::from(word << 8 | u64::from(b' ')) << (8 * behind);
        self.text.extend_from_slice(&units.to_le_bytes());
        self.text.truncate(start + behind + 1 + length);
        self.gap = start + behind;
        if self.length() > self.width {
            self.break_before(start);
        }
        true
    }

    /// Two units of ASCII that are too long for their line, the first of them behind the blank at `first`.
    fn break_before(&mut self, first: usize) {
        for gap in [first, self.gap] {
            let end = if gap == first { self.gap } else { self.text.len() };
            if end - self.line - self.extra > self.width {
                self.text[gap] = b'\n';
                (self.line, self.extra) = (gap + 1, 0);
            }
        }
    }

    /// A move in any other notation.
    pub fn played(&mut self, append: impl FnOnce(&mut Vec<u8>)) {
        if let Some((number, is_black)) = self.number() {
            self.append_number(number, is_black);
        }
        self.begin_unit();
        append(&mut self.text);
        self.end_counting();
    }

    /// A numeric annotation glyph.
    pub fn nag(&mut self, nag: u8) {
        self.begin_unit();
        self.text.push(b'$');
        append_number(&mut self.text, nag.into());
        self.end();
        self.numbered = true;
    }

    /// A variation begins: it takes the place of the last move.
    pub fn open(&mut self) {
        self.begin_unit();
        self.text.push(b'(');
        self.glue = true;
        self.waiting.push((self.at, self.moved));
        self.at -= u64::from(self.moved);
        (self.moved, self.numbered) = (false, true);
    }

    /// It ends.
    pub fn close(&mut self) {
        self.glue = false;
        self.text.push(b')');
        self.end();
        if let Some(saved) = self.waiting.pop() {
            (self.at, self.moved) = saved;
        }
        self.numbered = true;
    }

    /// The termination marker, with which the movetext ends.
    pub fn result(&mut self, result: GameResult) {
        self.begin_unit();
        self.text.extend_from_slice(result.marker().as_bytes());
        self.end();
    }

    /// The number of the next move, and whether Black makes it, where it is due; the move is told next.
    #[inline]
    fn number(&mut self) -> Option<(u64, bool)> {
        let (number, is_black) = (self.at >> 1, self.at & 1 == 1);
        let is_due = !is_black || self.numbered;
        self.at += 1;
        (self.moved, self.numbered) = (true, false);
        is_due.then_some((number, is_black))
    }

    #[inline(never)]
    fn append_number(&mut self, number: u64, is_black: bool) {
        self.begin_unit();
        append_number(&mut self.text, number);
        self.text.extend_from_slice(if is_black { b"..." } else { b"." });
        self.end();
    }

    /// The same as [`Movetext::comment`] for a part of a text.
    #[inline]
    pub fn comment_in(&mut self, text: &str, inside: Span) {
        // Nearly all have a blank at each end, or none.
        let (bytes, mut range) = (text.as_bytes(), inside.range());
        range.start += usize::from(bytes.get(range.start) == Some(&b' '));
        range.end -= usize::from(range.end > range.start && bytes.get(range.end - 1) == Some(&b' '));
        if let Some(clock) = clock(bytes, &range) {
            self.clock(clock);
            return;
        }
        let is_written =
            Window::at(bytes, range.start).is_some_and(|window| self.short_comment(window, range.len()));
        if !is_written {
            self.comment(inside.of_text(text));
        }
    }

    /// A comment that is a clock, of 14 bytes, the first lowest: one unit.
    #[inline]
    fn clock(&mut self, clock: u128) {
        let length = 1 + CLOCK + 1;
        self.numbered = true;
        self.begin_unit();
        let unit = clock << 8 | u128::from(b'{') | u128::from(b'}') << (8 * (length - 1));
        self.text.extend_from_slice(&unit.to_le_bytes());
        self.end();
    }

    /// A comment of the first bytes of a window, when it can be written as it is: whether that was done.
    #[inline]
    fn short_comment(&mut self, window: Window, length: usize) -> bool {
        if length == 0 || length >= Window::WIDTH {
            return false;
        }
        let all = !(!0 << length);
        let blanks = window.byte(b' ');
        // A blank at either end, two blanks, a byte that must be seen to.
        let odd = (blanks & (1 | 1 << (length - 1) | blanks << 1)) | window.byte_or_not_printed(b'}');
        // One command is one unit; other comments are broken at their blanks, when they are not to be cut from the line.
        let closes = window.byte(b']');
        let [low, high] = window.halves();
        let is_command = low.starts_with(b"[%") && closes.trailing_zeros() as usize == length - 1;
        let fits = self.length() + length + 2 < self.width;
        if odd & all != 0 || !(is_command || fits) {
            return false;
        }
        self.numbered = true;
        self.begin_unit();
        self.text.push(b'{');
        let end = self.text.len() + length;
        self.text.extend_from_slice(&low);
        self.text.extend_from_slice(&high);
        self.text.truncate(end);
        self.text.push(b'}');
        self.end();
        true
    }

    /// A comment; runs of white space are one blank, and none stands at its edges. An empty one says nothing.
    pub fn comment(&mut self, text: &str) {
        let text = trim(text);
        let bytes = text.as_bytes();
        if bytes.is_empty() {
            return;
        }
        self.numbered = true;
        self.begin_unit();
        self.text.push(b'{');
        if self.length() + bytes.len() < self.width && is_plain(bytes, b'}') {
            self.text.extend_from_slice(bytes);
            self.text.push(b'}');
        } else if is_plain(bytes, b'}') && memchr::memchr2(b'[', b'%', bytes).is_none() {
            self.plain_comment(bytes);
        } else {
            self.long_comment(text);
        }
    }

    /// The rest of a comment in which every blank may become a line end, and nothing else must be seen to.
    fn plain_comment(&mut self, bytes: &[u8]) {
        let from = self.text.len();
        self.text.extend_from_slice(bytes);
        self.text.push(b'}');
        // Where a line may end: before the comment, and at its blanks.
        let mut next = self.gap;
        while self.length() > self.width {
            let most = (self.line + self.extra + self.width + 1).clamp(next, self.text.len());
            let (inside, behind) = (&self.text[next..most], &self.text[most..]);
            let last = memchr::memrchr(b' ', inside).map(|at| next + at);
            let first = || memchr::memchr(b' ', behind).map(|at| most + at);
            let Some(end) = last.or_else(first) else { break };
            self.text[end] = b'\n';
            self.line = end + 1;
            next = self.line;
            if self.extra > 0 {
                self.extra = continuation_bytes(&self.text[self.line..]);
            }
        }
        if let Some(gap) = memchr::memrchr2(b' ', b'\n', &self.text[from..]) {
            self.gap = from + gap;
        }
    }

    /// The rest of a comment of which more must be seen to than its length.
    fn long_comment(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let ascii = text.is_ascii();
        let mut at = 0;
        // There is a `]` ahead, as far as is known.
        let mut ends = true;
        while at < bytes.len() {
            if is_blank(bytes[at]) {
                at += 1;
                while at < bytes.len() && is_blank(bytes[at]) {
                    at += 1;
                }
                if must_not_begin_a_line(&bytes[at..]) {
                    self.text.push(b' ');
                } else {
                    self.end_unit(ascii);
                    self.begin_unit();
                }
                continue;
            }
            match bytes[at] {
                b'}' => {
                    self.braces += 1;
                    self.text.push(b')');
                    at += 1;
                }
                b'[' if ends && bytes.get(at + 1) == Some(&b'%') => {
                    let taken = self.command(&bytes[at..]);
                    ends = taken > 1;
                    at += taken;
                }
                _ => {
                    let stops = |&byte: &u8| is_blank(byte) || matches!(byte, b'}' | b'[');
                    let length = bytes[at + 1..].iter().position(stops).unwrap_or(bytes.len() - at - 1);
                    let end = at + 1 + length;
                    self.text.extend_from_slice(&bytes[at..end]);
                    at = end;
                }
            }
        }
        self.text.push(b'}');
        self.end_unit(ascii);
    }

    fn begin_unit(&mut self) {
        if self.glue {
            self.glue = false;
        } else {
            self.gap = self.text.len();
            self.text.push(b' ');
        }
    }

    /// A unit of at most 7 ASCII bytes, the first lowest.
    #[inline]
    fn word(&mut self, word: u64, length: usize) {
        let blank = usize::from(!self.glue);
        if self.glue {
            self.glue = false;
            self.text.extend_from_slice(&word.to_le_bytes());
        } else {
            self.gap = self.text.len();
            self.text.extend_from_slice(&(word << 8 | u64::from(b' ')).to_le_bytes());
        }
        // Eight bytes at once are quicker than as many as there are.
        self.text.truncate(self.text.len() - 8 + blank + length);
        self.end();
    }

    /// The length of the line so far, in characters.
    #[inline]
    fn length(&self) -> usize {
        self.text.len() - self.line - self.extra
    }

    /// The unit is whole.
    #[inline]
    fn end(&mut self) {
        if self.length() > self.width && self.text[self.gap] == b' ' {
            self.text[self.gap] = b'\n';
            self.line = self.gap + 1;
            if self.extra > 0 {
                self.extra = continuation_bytes(&self.text[self.line..]);
            }
        }
    }

    /// The unit is whole, and may hold other characters than ASCII.
    fn end_counting(&mut self) {
        self.extra += continuation_bytes(&self.text[self.gap + 1..]);
        self.end();
    }

    fn end_unit(&mut self, ascii: bool) {
        if ascii { self.end() } else { self.end_counting() }
    }

    /// A command, `[%clk 0:01:02]`, is one unit (a supplement to the standard; readers look for it whole). Returns how
    /// many bytes of the comment it took, `[` alone if it does not end.
    fn command(&mut self, bytes: &[u8]) -> usize {
        let Some(end) = memchr::memchr(b']', bytes) else {
            self.text.push(b'[');
            return 1;
        };
        let (command, mut blank) = (&bytes[..=end], false);
        if is_plain(command, b'}') {
            self.text.extend_from_slice(command);
            return command.len();
        }
        for &byte in command {
            if byte == b'}' {
                self.braces += 1;
                self.text.push(b')');
            } else if !is_blank(byte) {
                self.text.push(byte);
            } else if !blank {
                self.text.push(b' ');
            }
            blank = is_blank(byte);
        }
        command.len()
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Words of a comment that would mean something else at the beginning of a line: `%` there hides the line (PGN 6), and
/// `[Event "` looks like the next game to programs that split files by it.
fn must_not_begin_a_line(rest: &[u8]) -> bool {
    match rest {
        [b'%', ..] => true,
        [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
            let name =
                rest[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            let after = &rest[1 + name..];
            let blanks = after.iter().take_while(|byte| is_blank(**byte)).count();
            after.get(blanks) == Some(&b'"')
        }
        _ => false,
    }
}

/// Bytes of UTF-8 that begin no character.
fn continuation_bytes(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::eight;

    fn written(before: usize, tell: impl FnOnce(&mut Movetext)) -> Vec<u8> {
        let mut text = Movetext::default();
        text.begin(&Position::default());
        for _ in 0..before {
            text.nag(1);
        }
        tell(&mut text);
        text.nag(2);
        text.as_bytes().to_vec()
    }

    #[test]
    fn a_comment_of_nothing_but_words_is_broken_where_any_other_is() {
        let words =
            ["a", "bb", "1.e4", "e5", "good", "(better)", "W".repeat(30).leak(), "x".repeat(90).leak()];
        let text = |seed: usize, count: usize| {
            let word = |at: usize| words[(seed * 31 + at * at * 7 + at * seed) % words.len()];
            (0..count).map(word).collect::<Vec<_>>().join(" ")
        };
        for width in [1, 20, 79, 200] {
            for seed in 0..60 {
                let told = |as_any: bool| {
                    let mut out = Movetext::with_line_length(width);
                    out.begin(&Position::default());
                    for (at, before) in ["", "é ü é", "[%clk 0:01]"].iter().enumerate() {
                        out.comment(before);
                        if (seed + at) % 3 == 0 {
                            out.open();
                        }
                        let words = text(seed + at, 12 + seed % 9);
                        if as_any {
                            out.numbered = true;
                            out.begin_unit();
                            out.text.push(b'{');
                            out.long_comment(&words);
                        } else {
                            out.comment(&words);
                        }
                        if (seed + at) % 3 == 0 {
                            out.close();
                        }
                        out.nag(139);
                    }
                    String::from_utf8(out.as_bytes().to_vec()).expect("UTF-8")
                };
                assert_eq!(told(false), told(true), "lines of {width}, {seed}");
            }
        }
    }

    #[test]
    fn numbers_and_moves_are_written_one_by_one() {
        for width in [1, 5, 12, 40, 79] {
            let told = |as_any: bool| {
                let mut out = Movetext::with_line_length(width);
                out.begin(&Position::default());
                for at in 0..2500 {
                    let (word, length) = [("Nf3", 3), ("e4", 2), ("Qa1xb2#", 7)][at % 3];
                    if as_any {
                        out.played(|text| text.extend_from_slice(word.as_bytes()));
                    } else {
                        out.san(eight(word.as_bytes(), 0), length);
                    }
                    match at % 11 {
                        3 => out.nag(7),
                        4 => out.comment("é ü"),
                        5 | 6 => out.open(),
                        8 | 9 => out.close(),
                        _ => {}
                    }
                }
                String::from_utf8(out.as_bytes().to_vec()).expect("UTF-8")
            };
            assert_eq!(told(false), told(true), "lines of {width}");
        }
    }

    #[test]
    fn a_part_of_a_text_is_written_like_a_comment() {
        let samples = [
            "[%clk 0:05:00]",
            "[%clk 9:59:59]",
            "[%eval 0.17] [%clk 0:00:30]",
            "[%a b] c",
            "[%a] b]",
            "a ] b",
            "words",
        ];
        let mut comments = vec![String::new()];
        for sample in samples {
            for at in 0..=sample.len() {
                comments.push(sample[..at].to_owned());
                for odd in [" ", "  ", "}", "\n", "\t", "\x7f", "é", "\u{a0}"] {
                    comments.push(format!("{}{odd}{}", &sample[..at], &sample[at..]));
                }
            }
        }
        comments.extend((0..40).map(|length| "x y".chars().cycle().take(length).collect()));
        for comment in &comments {
            for behind in ["", "}", " } 1... e5 { more words, and still more of them } 2. Nf3"] {
                let text = format!("{{{comment}{behind}");
                for before in 0..30 {
                    let part = written(before, |out| out.comment_in(&text, Span::of(1, 1 + comment.len())));
                    let whole = written(before, |out| out.comment(comment));
                    assert_eq!(String::from_utf8(part), String::from_utf8(whole), "{comment:?}");
                }
            }
        }
    }
}
