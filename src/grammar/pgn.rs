//! One game of a PGN text into a record: the loop over its tokens, which reads exact spellings at once and leaves
//! the others to the modules beside it.
use memchr::memchr2;

use super::tag::{is_blank, is_line_end, tag_pair};
use super::{movetext, spelling, symbol};
use crate::chess::{San, Suffix};
use crate::record::{Act, Comment, GameResult, Item, Kind, Man, Oddity, Record, Remark, Said, Word};
use crate::source::{CommentEnd, Since, comment_end, is_game_border, is_tag_line};
use crate::span::Span;

/// What a token can be that begins with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    /// None of the others: letters of other languages, stray signs.
    Other,
    Blank,
    LineEnd,
    Digit,
    /// A file, a man's letter, `O`.
    Move,
    Brace,
    Semicolon,
    Open,
    Close,
    Dollar,
    Star,
    /// `!` and `?`.
    Annotation,
    Bracket,
    Percent,
    Dot,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let sets: [(&[u8], Class); 14] = [
        (b" \t\x0B\x0C\0\x1A", Class::Blank),
        (b"\n\r", Class::LineEnd),
        (b"0123456789", Class::Digit),
        (b"abcdefghKQRBNO", Class::Move),
        (b"{", Class::Brace),
        (b";", Class::Semicolon),
        (b"(", Class::Open),
        (b")", Class::Close),
        (b"$", Class::Dollar),
        (b"*", Class::Star),
        (b"!?", Class::Annotation),
        (b"[", Class::Bracket),
        (b"%", Class::Percent),
        (b".", Class::Dot),
    ];
    let mut i = 0;
    while i < sets.len() {
        let mut j = 0;
        while j < sets[i].0.len() {
            classes[sets[i].0[j] as usize] = sets[i].1;
            j += 1;
        }
        i += 1;
    }
    classes
};

/// Reads the game that begins at `at` into `record`; gives the offset where the next one begins. All bytes between the
/// two belong to the game; those that are not white space lie in its tags and items.
#[must_use]
pub fn game(text: &str, at: usize, record: &mut Record) -> usize {
    record.clear();
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at, record, depth: 0, ended: false, start: at };
    if lexer.head() == Next::Movetext {
        lexer.movetext();
    }
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

struct Lexer<'t, 'r> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    record: &'r mut Record,
    depth: u32,
    /// A result has been read outside variations.
    ended: bool,
    start: usize,
}

/// The length of the token at the start of a word of eight bytes: up to the first byte below `+`, and a `#` that is it.
#[inline]
fn token_length(word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let below = word.wrapping_sub(ONES * b'+' as u64) & !word & (ONES << 7);
    let length = (below.trailing_zeros() / 8) as usize;
    length + usize::from((word >> (8 * (length & 7))) as u8 == b'#')
}

impl Lexer<'_, '_> {
    #[inline]
    fn push(&mut self, start: usize, end: usize, kind: Kind) {
        self.record.items.push(Item { span: Span::of(start, end), kind });
    }

    /// A remark on the item that will be pushed next.
    #[cold]
    fn remark(&mut self, start: usize, end: usize, oddity: Oddity) {
        let item = u32::try_from(self.record.items.len()).unwrap_or(u32::MAX);
        self.record.remarks.push(Remark { item, span: Span::of(start, end), oddity });
    }

    /// A remark on the item pushed last.
    #[cold]
    fn remark_last(&mut self, start: usize, end: usize, oddity: Oddity) {
        let item = u32::try_from(self.record.items.len().saturating_sub(1)).unwrap_or(u32::MAX);
        self.record.remarks.push(Remark { item, span: Span::of(start, end), oddity });
    }

    fn at_line_start(&self) -> Option<usize> {
        let before = &self.bytes[self.at.saturating_sub(64).max(self.start)..self.at];
        let blanks = before.iter().rev().take_while(|&&b| is_blank(b)).count();
        let line = self.at - blanks;
        (line == self.start || is_line_end(self.bytes[line - 1])).then_some(line)
    }

    fn line_end(&self, at: usize) -> usize {
        memchr2(b'\n', b'\r', &self.bytes[at..]).map_or(self.bytes.len(), |n| at + n)
    }

    /// Skips white space of any kind.
    fn skip_white(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte < 0x80 {
                if !is_blank(byte) && !is_line_end(byte) && byte != 0x1A {
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
    fn white_char(&self) -> Option<usize> {
        let c = self.text.get(self.at..)?.chars().next()?;
        movetext::is_white(c).then(|| c.len_utf8())
    }

    /// What stands before the movetext: prose, comments, the tags.
    fn head(&mut self) -> Next {
        let mut last_line = usize::MAX;
        loop {
            self.skip_white();
            let Some(&byte) = self.bytes.get(self.at) else { return Next::Border };
            match byte {
                b'[' => {
                    let line = self.at_line_start();
                    if let Some(line) = line
                        && !self.record.tags.is_empty()
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
        let Some(read) = tag_pair(self.bytes, self.at) else { return false };
        if line != Some(self.at) {
            let same_line = line.is_none() && *last_line != usize::MAX;
            if same_line || line.is_some() {
                self.remark(self.at, read.end, Oddity::TagLayout);
            }
        }
        *last_line = self.at;
        for oddity in read.odd.into_iter().flatten() {
            self.remark(self.at, read.end, oddity);
        }
        self.record.tags.push(read.pair);
        self.at = read.end;
        true
    }

    /// Whether the line here, before any tag, begins like movetext.
    fn is_move_line(&self) -> bool {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = rest[digits..].bytes().take_while(|&b| b == b'.').count();
        if digits > 0 && movetext::result(rest).is_ok() {
            return true;
        }
        let word =
            if digits > 0 { rest[digits + dots..].trim_start_matches([' ', '\t', '\u{A0}']) } else { rest };
        if rest.starts_with('*') {
            return rest[1..].chars().next().is_none_or(movetext::is_white);
        }
        let end = word.find(|c: char| movetext::is_white(c) || "(){};!?$".contains(c)).unwrap_or(word.len());
        match spelling::odd_move(&word[..end]) {
            Ok((after, (word, _))) => {
                (digits > 0 && dots > 0)
                    || (after.is_empty() || symbol::sign(after).is_some())
                        && (word.to_rank.is_some() || matches!(word.act, Act::Castle(_)))
            }
            Err(_) => digits > 0 && dots > 0 && spelling::looks_like_move(&word[..end]),
        }
    }

    /// The rest of the line is no part of the grammar.
    fn unread_line(&mut self) {
        let end = self.line_end(self.at);
        let length = self.text[self.at..end].trim_end_matches(movetext::is_white).len();
        self.unread(self.at + length);
        self.at = end;
    }

    /// No part of the grammar up to `end`: joined to the item before where only blanks stand between.
    fn unread(&mut self, end: usize) {
        let start = self.at;
        self.at = end;
        if let Some(last) = self.record.items.last_mut()
            && last.kind == Kind::Unread
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
            match CLASSES[usize::from(byte)] {
                Class::Blank | Class::LineEnd => self.at += 1,
                Class::Digit => {
                    if self.digit(byte) == Next::Border {
                        return;
                    }
                }
                Class::Move => {
                    if !self.exact_move() {
                        self.word();
                    }
                }
                Class::Brace | Class::Semicolon => {
                    if !self.comment(byte) {
                        return;
                    }
                }
                Class::Open => self.open(),
                Class::Close => self.close(),
                Class::Dollar => self.nag(),
                Class::Star => {
                    self.result(self.at + 1, GameResult::Unknown, true);
                }
                Class::Annotation => self.annotation(),
                Class::Bracket => {
                    if let Some(line) = self.at_line_start()
                        && is_tag_line(&self.bytes[line..])
                    {
                        self.at = line;
                        return;
                    }
                    self.odd_token();
                }
                Class::Percent if self.at == self.start || is_line_end(self.bytes[self.at - 1]) => {
                    self.escape()
                }
                Class::Dot => self.dots(),
                Class::Percent | Class::Other => self.other(),
            }
        }
    }

    /// A move in the exact spelling, followed by what cannot belong to it.
    #[inline]
    fn exact_move(&mut self) -> bool {
        let start = self.at;
        let Some(word) = self.bytes.get(start..start + 8) else { return false };
        let word = u64::from_le_bytes(word.try_into().unwrap_or([0; 8]));
        let length = token_length(word);
        let Some((san, suffix)) = San::parse_packed(word, length) else { return false };
        self.at = start + length;
        self.push(start, start + length, Kind::San(san, suffix));
        true
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
        if self.ended {
            if value == 1 && dots > 0 && self.is_move_line() {
                return Next::Border;
            }
            if self.at_line_start().is_some() {
                self.unread_line();
                return Next::Movetext;
            }
        }
        self.at = at + dots;
        self.push(start, self.at, Kind::Number { value, dots: dots.min(255) as u8 });
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
        if rest.starts_with("0-0") || rest.starts_with('0') && spelling::odd_move(rest).is_ok() {
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
        self.push(start, self.at, Kind::Dots);
    }

    fn result(&mut self, end: usize, result: GameResult, exact: bool) {
        let start = self.at;
        if !exact {
            self.remark(start, end, Oddity::ResultSpelling);
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

    /// A token that begins with none of the signs of the grammar.
    #[cold]
    fn other(&mut self) {
        let byte = self.bytes[self.at];
        if byte >= 0x80
            && let Some(length) = self.white_char()
        {
            self.at += length;
            return;
        }
        if let Some(rest) = self.text[self.at..].strip_prefix('…') {
            let end = self.text.len() - rest.len();
            self.push(self.at, end, Kind::Dots);
            self.at = end;
            return;
        }
        if byte == b'<'
            && let Ok((_, text)) = spelling::angle_text(&self.text[self.at..])
        {
            let end = self.at + text.len();
            self.remark(self.at, end, Oddity::AngleText);
            self.push(self.at, end, Kind::Comment(Comment::Angle));
            self.at = end;
            return;
        }
        if byte == b'}' {
            self.remark(self.at, self.at + 1, Oddity::StrayBrace);
            self.push(self.at, self.at + 1, Kind::Unread);
            self.at += 1;
            return;
        }
        if let Ok((after, (result, exact))) = movetext::result(&self.text[self.at..]) {
            self.result(self.text.len() - after.len(), result, exact);
            return;
        }
        self.word();
    }

    /// A word that may be a move in another spelling.
    #[cold]
    fn word(&mut self) {
        let start = self.at;
        let end = self.token_end(start);
        let token = &self.text[start..end];
        if self.ended && self.at_line_start().is_some() {
            self.unread_line();
            return;
        }
        if let Some((san, suffix)) = San::parse(token.as_bytes()) {
            self.at = end;
            self.push(start, end, Kind::San(san, suffix));
            return;
        }
        let before = self.record.items.last().copied();
        let glued = before.is_some_and(|last| {
            last.span.end as usize == start
                && !matches!(last.kind, Kind::Number { .. } | Kind::Dots | Kind::Open)
        });
        // A sign after a move, whether glued to it or apart.
        let after_move = before.is_some_and(|last| {
            matches!(last.kind, Kind::San(..) | Kind::Word(_) | Kind::Nag(_) | Kind::EnPassant)
        });
        if after_move && let Some((sign, length)) = symbol::sign(&self.text[start..]) {
            self.sign(sign, length, glued);
            return;
        }
        if self.move_word(token, glued, before) {
            return;
        }
        if !after_move
            && !token.starts_with(|c: char| c.is_alphanumeric())
            && let Some((symbol::Sign::Nag(nag), length)) = symbol::sign(token)
        {
            self.remark(start, start + length, Oddity::Symbol);
            self.push(start, start + length, Kind::Nag(nag));
            self.at = start + length;
            return;
        }
        if glued && matches!(token, "," | "." | ":" | "-") && after_move {
            self.remark_last(start, end, Oddity::Punctuation);
            self.unread(end);
            return;
        }
        self.odd_token();
    }

    /// A move in another spelling at the start of `token`, if what follows it can be read too.
    fn move_word(&mut self, token: &str, glued: bool, before: Option<Item>) -> bool {
        let start = self.at;
        // `e8(Q)` goes over the end of the token.
        let reach = (start + token.len() + 4).min(self.text.len());
        let input = self.text.get(start..reach).unwrap_or(token);
        let input = if input[token.len()..].starts_with('(') { input } else { token };
        let Ok((after, (mut word, odd))) = spelling::odd_move(input) else { return false };
        let length = input.len() - after.len();
        let rest = token.get(length..).unwrap_or("");
        if !can_follow(rest) {
            return false;
        }
        if word.to_rank.is_none() && word.act == Act::Move {
            // Two letters alone may be a word of any language.
            let in_prose = before.is_some_and(|last| last.kind == Kind::Unread);
            if glued
                || in_prose
                || !(rest.is_empty() || symbol::sign(rest).is_some() || rest.starts_with(['!', '?']))
            {
                return false;
            }
        }
        if let Man::Letter { .. } = word.man {
            self.record.has_foreign_letters |= !odd.iter().any(|o| o == Oddity::PawnLetter);
        }
        if glued {
            self.remark(start, start + length, Oddity::RunTogether);
        }
        self.at = start + length;
        // An exact spelling with something else behind it.
        if let Some((san, suffix)) = San::parse(&token.as_bytes()[..length.min(token.len())])
            && rest.is_empty() | !rest.starts_with(['+', '#'])
        {
            self.push(start, self.at, Kind::San(san, suffix));
            return true;
        }
        if let crate::record::Becomes::Letter(span) = &mut word.promotion {
            *span = Span::of(start + span.start as usize, start + span.end as usize);
        }
        for oddity in odd.iter() {
            self.remark(start, start + length, oddity);
        }
        let exact_sign = match rest.as_bytes() {
            [b'+'] => Some(Suffix::Check),
            [b'#'] => Some(Suffix::Mate),
            _ => None,
        };
        if let Some(suffix) = exact_sign {
            word.said = Said::Exact(suffix);
            self.at += 1;
        }
        self.push_word(start, word);
        true
    }

    fn push_word(&mut self, start: usize, word: Word) {
        let index = u32::try_from(self.record.words.len()).unwrap_or(u32::MAX);
        self.record.words.push(word);
        self.push(start, self.at, Kind::Word(index));
    }

    fn sign(&mut self, sign: symbol::Sign, length: usize, glued: bool) {
        let start = self.at;
        let end = start + length;
        self.at = end;
        match sign {
            symbol::Sign::Nag(nag) => {
                self.remark(start, end, Oddity::Symbol);
                self.push(start, end, Kind::Nag(nag));
            }
            symbol::Sign::EnPassant => {
                self.remark(start, end, Oddity::EnPassantMark);
                self.push(start, end, Kind::EnPassant);
            }
            symbol::Sign::Check(said) => {
                let exact = glued && matches!(&self.text[start..end], "+" | "#");
                if !exact {
                    self.remark_move(start, end);
                }
                self.say_check(said, start, end);
            }
        }
    }

    /// A remark on the last move.
    fn remark_move(&mut self, start: usize, end: usize) {
        let back = self
            .record
            .items
            .iter()
            .rev()
            .take_while(|i| matches!(i.kind, Kind::Nag(_) | Kind::EnPassant))
            .count();
        let item = self.record.items.len().saturating_sub(1 + back);
        let item = u32::try_from(item).unwrap_or(u32::MAX);
        let remark = Remark { item, span: Span::of(start, end), oddity: Oddity::CheckSpelling };
        let place = self.record.remarks.partition_point(|r| r.item <= item);
        self.record.remarks.insert(place, remark);
    }

    /// The last move gives check, the text says.
    fn say_check(&mut self, said: Said, start: usize, end: usize) {
        let back = self
            .record
            .items
            .iter()
            .rev()
            .take_while(|i| matches!(i.kind, Kind::Nag(_) | Kind::EnPassant))
            .count();
        let Some(place) = self.record.items.len().checked_sub(1 + back) else { return };
        let item = self.record.items[place];
        let joined = back == 0 && item.span.end as usize == start;
        match item.kind {
            Kind::San(san, _) => {
                let index = u32::try_from(self.record.words.len()).unwrap_or(u32::MAX);
                self.record.words.push(Word { said, ..Word::of_san(san, Suffix::None) });
                self.record.items[place].kind = Kind::Word(index);
            }
            Kind::Word(index) => {
                if let Some(word) = self.record.words.get_mut(index as usize) {
                    word.said = said;
                }
            }
            _ => {}
        }
        if joined {
            self.record.items[place].span.end = Span::of(start, end).end;
        } else {
            self.push(start, end, Kind::CheckSign);
        }
    }

    /// A token that is nothing known.
    #[cold]
    fn odd_token(&mut self) {
        let start = self.at;
        let end =
            self.token_end(start).max(start + self.text[start..].chars().next().map_or(1, char::len_utf8));
        let token = &self.text[start..end];
        if spelling::looks_like_move(token) {
            self.at = end;
            let foreign = token.chars().next().is_some_and(|c| c.is_uppercase() && !"KQRBNOP".contains(c));
            self.record.has_foreign_letters |= foreign;
            self.push_word(start, Word { act: Act::Unreadable, ..Word::EMPTY });
            return;
        }
        self.unread(end);
    }

    /// The end of a word: white space, or a sign that begins another token.
    fn token_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at) {
            if byte < 0x80 {
                let stops = matches!(
                    byte,
                    b' ' | b'\t'
                        | b'\n'
                        | b'\r'
                        | 0x0B
                        | 0x0C
                        | 0
                        | 0x1A
                        | b'('
                        | b')'
                        | b'{'
                        | b'}'
                        | b';'
                        | b'$'
                        | b'!'
                        | b'?'
                        | b'<'
                        | b'['
                );
                if stops {
                    break;
                }
                at += 1;
            } else {
                let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) else { break };
                if movetext::is_white(c) || matches!(c, '…' | '‼' | '⁇' | '⁉' | '⁈') {
                    break;
                }
                at += c.len_utf8();
            }
        }
        at
    }

    /// Closes what is still open.
    fn finish(&mut self) {
        if self.depth > 0 {
            // A result at the very end of an open variation is the game's.
            let last = self.record.items.last().copied();
            let index = self.record.items.len().saturating_sub(1) as u32;
            if let Some(Item { kind: Kind::Result(_), .. }) = last {
                self.record.remarks.retain(|r| r.item != index || r.oddity != Oddity::ResultInVariation);
            }
            let opened = {
                let mut depth = 0_u32;
                let mut found = None;
                for item in self.record.items.iter().rev() {
                    match item.kind {
                        Kind::Close => depth += 1,
                        Kind::Open if depth == 0 => {
                            found = Some(item.span);
                            break;
                        }
                        Kind::Open => depth -= 1,
                        _ => {}
                    }
                }
                found
            };
            if let Some(span) = opened {
                self.record.remarks.push(Remark { item: index, span, oddity: Oddity::UnclosedVariation });
            }
        }
    }
}

/// Whether what follows a move inside a token is the beginning of another item.
fn can_follow(rest: &str) -> bool {
    rest.is_empty()
        || rest.starts_with(|c: char| c.is_ascii_digit() || "*,.:".contains(c))
        || symbol::sign(rest).is_some()
        || spelling::odd_move(rest).is_ok_and(|(after, (word, _))| {
            (word.to_rank.is_some() || word.act != Act::Move) && after.len() < rest.len() && can_end(after)
        })
}

/// The same without looking further: a cheap bound for long runs.
fn can_end(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| c.is_ascii_alphanumeric() || "*,.:+#=-".contains(c) || !c.is_ascii())
}
