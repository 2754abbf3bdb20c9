//! One game of a PGN text into a record: the loop over its tokens, which reads exact spellings at once and leaves
//! the others to the modules beside it.
mod class;

use memchr::memchr2;

use self::class::{CLASSES, Class};
use super::exact;
use super::tag::{exact_tag, known_tag, tag_pair};
use super::{movetext, spelling, symbol};
use crate::bytes::eight;
use crate::record::{Comment, GameResult, Item, Kind, Oddity, Record, Remark, TagPair};
use crate::source::{
    CommentEnd, Since, comment_end, is_blank, is_game_border, is_line_end, is_tag_line, line_start,
};
use crate::span::Span;

/// How many tag pairs of a game are read.
pub const MOST_TAGS: usize = 1 << 16;

/// Reads the game that begins at `at` into `record`; gives the offset where the next one begins. All bytes between the
/// two belong to the game; those that are not white space lie in its tags and items.
#[must_use]
pub fn game(text: &str, at: usize, record: &mut Record) -> usize {
    match head(text, at, record) {
        Head::Movetext(from) => movetext(text, at, from, record),
        Head::Border(end) => end,
    }
}

/// What follows the tags of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Movetext from this offset on.
    Movetext(usize),
    /// The next game, or the end of the text, at this offset.
    Border(usize),
}

/// Reads what stands before the movetext of the game that begins at `at`: its tags, prose, comments.
#[must_use]
pub fn head(text: &str, at: usize, record: &mut Record) -> Head {
    record.clear();
    let mut lexer = Lexer::new(text, at, at, record);
    let next = lexer.head();
    let end = lexer.at;
    record.span = Span::of(at, end);
    match next {
        Next::Movetext => Head::Movetext(end),
        Next::Border => Head::Border(end),
    }
}

/// Reads the movetext of the game whose [`head`] is in `record`, from the offset that gave; `at` is where the game begins.
/// Gives the offset where the next one begins.
#[must_use]
pub fn movetext(text: &str, at: usize, from: usize, record: &mut Record) -> usize {
    let mut lexer = Lexer::new(text, at, from, record);
    lexer.movetext();
    lexer.finish();
    let end = lexer.at;
    record.span = Span::of(at, end);
    end
}

#[derive(PartialEq, Eq)]
enum Next {
    Movetext,
    Border,
}

/// The text, how far it is read, and the record that is filled.
pub(super) struct Lexer<'t, 'r> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) record: &'r mut Record,
    pub(super) depth: u32,
    /// A result has been read outside variations.
    pub(super) ended: bool,
    pub(super) start: usize,
    /// Where the items begin that are too many to be kept.
    pub(super) cut: Option<usize>,
}

impl<'t, 'r> Lexer<'t, 'r> {
    fn new(text: &'t str, start: usize, at: usize, record: &'r mut Record) -> Self {
        Self { text, bytes: text.as_bytes(), at, record, depth: 0, ended: false, start, cut: None }
    }
}

impl Lexer<'_, '_> {
    #[inline]
    pub(super) fn push(&mut self, start: usize, end: usize, kind: Kind) {
        self.record.items.push(Item { span: Span::of(start, end), kind });
    }

    /// A remark on the item that will be pushed next.
    #[cold]
    pub(super) fn remark(&mut self, start: usize, end: usize, oddity: Oddity) {
        let item = u32::try_from(self.record.items.len()).unwrap_or(u32::MAX);
        self.record.remarks.push(Remark { item, span: Span::of(start, end), oddity });
    }

    /// The start of the line, if only blanks stand between it and here.
    pub(super) fn at_line_start(&self) -> Option<usize> {
        if self.at == self.start || is_line_end(self.bytes[self.at - 1]) {
            return Some(self.at);
        }
        line_start(self.bytes, self.start, self.at)
    }

    fn line_end(&self, at: usize) -> usize {
        memchr2(b'\n', b'\r', &self.bytes[at..]).map_or(self.bytes.len(), |n| at + n)
    }

    /// Skips white space of any kind.
    fn skip_white(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte < 0x80 {
                if byte > b' ' {
                    return;
                }
                self.at += 1;
            } else if let Some(length) = self.white_char() {
                self.at += length;
            } else {
                return;
            }
        }
    }

    /// The length of the white character here that is not ASCII.
    pub(super) fn white_char(&self) -> Option<usize> {
        let rest = self.text.get(self.at..)?;
        if rest.starts_with("ï»¿") {
            // A byte order mark in the middle of a file that was read as Latin-1.
            return Some("ï»¿".len());
        }
        let c = rest.chars().next()?;
        movetext::is_white(c).then(|| c.len_utf8())
    }

    /// What stands before the movetext: prose, comments, the tags.
    fn head(&mut self) -> Next {
        let mut last_line = usize::MAX;
        self.known_tags(&mut last_line);
        let next = self.rest_of_head(last_line);
        self.record.has_distinct_tags = self.record.layout.settle(self.bytes, &self.record.tags);
        next
    }

    /// Tags with the names of the last game's, each on the line below the other.
    #[inline]
    fn known_tags(&mut self, last_line: &mut usize) {
        let mut at = self.at;
        let record = &mut *self.record;
        while let Some(pair) = known_tag(self.bytes, at, &record.layout, record.tags.len()) {
            *last_line = at;
            self.at = pair.span.end as usize;
            record.tags.push(pair);
            at = match self.bytes.get(self.at..self.at + 2) {
                Some([b'\n', _]) => self.at + 1,
                Some(b"\r\n") => self.at + 2,
                _ => return,
            };
        }
    }

    /// What stands before the movetext and is not read yet.
    fn rest_of_head(&mut self, mut last_line: usize) -> Next {
        loop {
            if self.has_too_many() {
                self.cut_back();
            }
            self.skip_white();
            let Some(&byte) = self.bytes.get(self.at) else { return Next::Border };
            match byte {
                b'[' => {
                    let line = self.at_line_start();
                    if let Some(line) = line
                        && !self.record.tags.is_empty()
                        && matches!(
                            self.bytes.get(self.at + 1..self.at + 3),
                            Some([b'E' | b'e', b'V' | b'v'] | [0..=b' ', _] | [0xC2, 0xA0])
                        )
                        && is_game_border(self.bytes, line, Since::Tags)
                    {
                        self.at = line;
                        return Next::Border;
                    }
                    if !self.tag(line, &mut last_line) {
                        self.unread_line();
                    }
                }
                b'{' | b';' => {
                    if !self.comment(byte) {
                        return Next::Border;
                    }
                }
                b'%' if self.at == self.start || is_line_end(self.bytes[self.at - 1]) => self.escape(),
                _ if !self.record.tags.is_empty() || self.is_move_line() => return Next::Movetext,
                _ => self.unread_line(),
            }
            self.record.head = self.record.items.len() as u32;
        }
    }

    #[inline]
    fn tag(&mut self, line: Option<usize>, last_line: &mut usize) -> bool {
        if self.record.tags.len() >= MOST_TAGS {
            return false;
        }
        if line == Some(self.at)
            && let Some(pair) = exact_tag(self.bytes, self.at)
        {
            *last_line = self.at;
            self.at = pair.span.end as usize;
            self.push_tag(pair, true);
            return true;
        }
        self.odd_tag(line, last_line)
    }

    fn push_tag(&mut self, pair: TagPair, is_exact: bool) {
        let record = &mut *self.record;
        record.layout.learn(self.bytes, record.tags.len(), &pair, is_exact);
        record.tags.push(pair);
    }

    #[inline(never)]
    fn odd_tag(&mut self, line: Option<usize>, last_line: &mut usize) -> bool {
        let Some(read) = tag_pair(self.bytes, self.at) else { return false };
        let indented = self.at > self.start && is_blank(self.bytes[self.at - 1]);
        if indented || (line.is_none() && *last_line != usize::MAX) {
            self.remark(self.at, read.end, Oddity::TagLayout);
        }
        *last_line = self.at;
        for oddity in read.odd.into_iter().flatten() {
            self.remark(self.at, read.end, oddity);
        }
        self.push_tag(read.pair, false);
        self.at = read.end;
        true
    }

    /// The rest of the line is no part of the grammar.
    pub(super) fn unread_line(&mut self) {
        let end = self.line_end(self.at);
        let length = self.text[self.at..end].trim_end_matches(movetext::is_white).len();
        self.unread(self.at + length);
        self.at = end;
    }

    /// No part of the grammar up to `end`: joined to the item before where only blanks stand between.
    pub(super) fn unread(&mut self, end: usize) {
        let mut start = self.at;
        self.at = end;
        // `1-x`, `0.3]`: the digits are no number.
        while let Some(last) = self.record.items.last()
            && matches!(last.kind, Kind::Number { .. })
            && last.span.end as usize == start
        {
            start = last.span.start as usize;
            self.record.items.pop();
        }
        // What is said of a sign is not said of the words behind it.
        let items = self.record.items.len();
        let is_remarked = self.record.remarks.last().is_some_and(|remark| remark.item as usize + 1 == items);
        if let Some(last) = self.record.items.last_mut()
            && last.kind == Kind::Unread
            && !is_remarked
            && start - (last.span.end as usize) < 64
            && self.text[last.span.end as usize..start].chars().all(movetext::is_white)
        {
            last.span.end = Span::of(start, end).end;
            return;
        }
        self.push(start, end, Kind::Unread);
    }

    /// PGN 6: a line that begins with `%` is not read.
    fn escape(&mut self) {
        let end = self.line_end(self.at);
        self.push(self.at, end, Kind::Escape);
        self.at = end;
    }

    /// PGN 5 comment; `false` when it never closes and a new game begins after it.
    #[inline]
    fn comment(&mut self, mark: u8) -> bool {
        let start = self.at;
        if mark == b';' {
            let end = self.line_end(start);
            self.push(start, end, Kind::Comment(Comment::Line));
            self.at = end;
            return true;
        }
        let (end, border) = match comment_end(self.bytes, start + 1) {
            CommentEnd::Closed(at) => {
                self.push(start, at + 1, Kind::Comment(Comment::Brace));
                self.at = at + 1;
                return true;
            }
            CommentEnd::Border(at) => (at, true),
            CommentEnd::Text => (self.bytes.len(), false),
        };
        let length = self.text[start..end].trim_end_matches(movetext::is_white).len();
        self.remark(start, start + 1, Oddity::UnclosedComment);
        self.push(start, start + length, Kind::Comment(Comment::Brace));
        self.at = end;
        !border
    }

    /// The movetext, up to the next game or the end of the text.
    fn movetext(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.has_too_many() {
                self.cut_back();
            }
            // The four usual classes first, most frequent before: a chain of tests is guessed better than a jump table.
            let class = CLASSES[usize::from(byte)];
            if class == Class::Move {
                if !self.exact_move() {
                    self.word();
                }
            } else if class == Class::Digit {
                if self.digit(byte) == Next::Border {
                    return;
                }
            } else if matches!(class, Class::Blank | Class::LineEnd) {
                self.at += 1;
            } else if self.sign_token(class, byte) == Next::Border {
                return;
            }
        }
    }

    /// A token that begins with a sign.
    fn sign_token(&mut self, class: Class, byte: u8) -> Next {
        match class {
            Class::Brace | Class::Semicolon => {
                if !self.comment(byte) {
                    return Next::Border;
                }
            }
            Class::Open => {
                if !self.sign_in_parentheses() {
                    self.open();
                }
            }
            Class::Close => self.close(),
            Class::Dollar => self.nag(),
            Class::Star => self.result(self.at + 1, GameResult::Unknown, true),
            Class::Annotation => self.annotation(),
            Class::Bracket => {
                if let Some(line) = self.at_line_start()
                    && is_tag_line(&self.bytes[self.at..])
                {
                    self.at = line;
                    return Next::Border;
                }
                if self.is_glued_tag() {
                    return Next::Border;
                }
                self.odd_token();
            }
            Class::Percent if self.at == self.start || is_line_end(self.bytes[self.at - 1]) => self.escape(),
            Class::Dot => self.dots(),
            _ => self.other(),
        }
        Next::Movetext
    }

    /// A move in the exact spelling, and the blank behind it.
    #[inline]
    fn exact_move(&mut self) -> bool {
        let start = self.at;
        let Some((san, suffix, length)) = exact::san(eight(self.bytes, start)) else { return false };
        let end = start + length;
        self.push(start, end, Kind::San(san, suffix));
        self.at = self.after_blanks(end);
        true
    }

    /// Goes over one or two white bytes (a blank, or the end of a line), without a branch to be guessed.
    #[inline]
    fn after_blanks(&self, at: usize) -> usize {
        let white = |at: usize| usize::from(self.bytes.get(at).is_some_and(|&byte| byte <= b' '));
        let first = white(at);
        at + first + (first & white(at + 1))
    }

    /// PGN 8.2.2 move number indication, or a result, or castling with zeros.
    #[inline]
    fn digit(&mut self, first: u8) -> Next {
        let start = self.at;
        let mut value = u32::from(first - b'0');
        let mut at = start + 1;
        while let Some(byte @ b'0'..=b'9') = self.bytes.get(at).copied() {
            value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            at += 1;
        }
        let next = self.bytes.get(at).copied().unwrap_or(b' ');
        if value <= 1 && !(next == b'.' && value == 1) && self.zero_or_one(start) {
            return Next::Movetext;
        }
        let mut dots = 0;
        while self.bytes.get(at + dots) == Some(&b'.') {
            dots += 1;
        }
        if value == 1 && dots == 1 && !self.ended && self.begins_again() {
            return Next::Border;
        }
        if self.ended {
            if value == 1 && dots > 0 && self.depth == 0 && self.is_move_line() {
                return Next::Border;
            }
            if self.at_line_start().is_some() && !self.goes_on(value) {
                self.unread_line();
                return Next::Movetext;
            }
        }
        let end = at + dots;
        if self.depth == 0 && self.bytes.get(end) == Some(&b')') {
            // `1) e4`: the parenthesis stands for the dot.
            self.push(start, end + 1, Kind::Number { value, dots: 0 });
            self.at = end + 1;
            return Next::Movetext;
        }
        self.push(start, end, Kind::Number { value, dots: dots.min(255) as u8 });
        self.at = self.after_blanks(end);
        Next::Movetext
    }

    /// What begins with `0` or `1` and is no move number.
    #[cold]
    fn zero_or_one(&mut self, start: usize) -> bool {
        let rest = &self.text[start..];
        if let Ok((after, (result, exact))) = movetext::result(rest) {
            self.result(self.text.len() - after.len(), result, exact);
            return true;
        }
        if rest.starts_with("0-0")
            || rest.starts_with('0')
                && (spelling::odd_move(rest).is_ok() || spelling::apart(rest, 1).is_some())
        {
            self.word();
            return true;
        }
        false
    }

    #[cold]
    fn dots(&mut self) {
        let start = self.at;
        if let Ok((after, (result, exact))) = movetext::result(&self.text[start..]) {
            self.result(self.text.len() - after.len(), result, exact);
            return;
        }
        while self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
        }
        if self.record.items.last().is_some_and(|last| match last.kind {
            Kind::Result(_) => true,
            Kind::San(..) | Kind::Word(_) => last.span.end as usize == start && self.at == start + 1,
            _ => false,
        }) {
            self.remark(start, self.at, Oddity::Punctuation);
        }
        self.push(start, self.at, Kind::Dots);
    }

    pub(super) fn result(&mut self, end: usize, result: GameResult, exact: bool) {
        let start = self.at;
        if !exact {
            self.remark(start, end, Oddity::ResultSpelling);
        }
        if self.record.items.last().is_some_and(|last| {
            last.span.end as usize == start && matches!(last.kind, Kind::San(..) | Kind::Word(_))
        }) {
            self.remark(start, end, Oddity::RunTogether);
        }
        if self.depth > 0 {
            self.remark(start, end, Oddity::ResultInVariation);
        } else if self.ended {
            self.remark(start, end, Oddity::SecondResult);
        } else {
            self.ended = true;
        }
        self.push(start, end, Kind::Result(result));
        self.at = end;
    }

    fn open(&mut self) {
        self.push(self.at, self.at + 1, Kind::Open);
        self.at += 1;
        self.depth += 1;
        self.record.has_variations = true;
    }

    fn close(&mut self) {
        if self.depth == 0 {
            self.remark(self.at, self.at + 1, Oddity::UnbalancedClose);
            self.push(self.at, self.at + 1, Kind::Unread);
        } else {
            self.depth -= 1;
            self.push(self.at, self.at + 1, Kind::Close);
        }
        self.at += 1;
    }

    /// PGN 8.2.4 numeric annotation glyph.
    fn nag(&mut self) {
        let start = self.at;
        let digits = spelling::nag(&self.text[start..]).map_or("", |(_, digits)| digits);
        let end = start + 1 + digits.len();
        match digits.parse::<u8>() {
            Ok(nag) => self.push(start, end, Kind::Nag(nag)),
            Err(_) => {
                self.remark(start, end, Oddity::NagRange);
                self.push(start, end, Kind::Unread);
            }
        }
        self.at = end;
    }

    /// PGN 8.2.3.8 suffix annotation.
    fn annotation(&mut self) {
        let start = self.at;
        let length = self.bytes[start..].iter().take_while(|&&b| matches!(b, b'!' | b'?')).count();
        let end = start + length;
        let apart = self.record.items.last().is_none_or(|last| {
            last.span.end as usize != start
                || !matches!(last.kind, Kind::San(..) | Kind::Word(_) | Kind::EnPassant)
        });
        match symbol::annotation(&self.bytes[start..end]) {
            Some(nag) => {
                if apart {
                    self.remark(start, end, Oddity::AnnotationSpelling);
                }
                self.push(start, end, Kind::Nag(nag));
            }
            None => {
                self.remark(start, end, Oddity::AnnotationSpelling);
                self.push(start, end, Kind::Unread);
            }
        }
        self.at = end;
    }
}
