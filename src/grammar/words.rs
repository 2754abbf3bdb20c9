//! Tokens of movetext that are not exact: moves in other spellings, signs after moves, words that are nothing.
use super::pgn::Lexer;
use super::respelled::Respelled;
use super::{movetext, spelling, symbol};
use crate::chess::{CastlingSide, San, Suffix};
use crate::record::{Act, Becomes, Comment, Item, Kind, Man, Oddity, Remark, Said, Word};
use crate::span::Span;

/// How far a word is looked at, in bytes.
const MOST_TOKEN: usize = 64;

impl Lexer<'_, '_> {
    /// A token that begins with none of the signs of the grammar.
    #[cold]
    pub(super) fn other(&mut self) {
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
        if byte == b'&' && self.entity() {
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
    pub(super) fn word(&mut self) {
        let start = self.at;
        let end = self.token_end(start);
        let token = &self.text[start..end];
        if self.ended && self.at_line_start().is_some() {
            self.unread_line();
            return;
        }
        if self.promotion_apart(token) || self.castling_goes_on() {
            return;
        }
        if let Some((san, suffix)) = San::parse(token.as_bytes())
            && !self.text[end..].starts_with('(')
        {
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
        // `N` and `D` may be glyphs where a move can be annotated.
        let glyph = matches!(token, "N" | "D")
            && before.is_some_and(|last| {
                !matches!(last.kind, Kind::Number { .. } | Kind::Dots | Kind::Open | Kind::Unread)
            });
        if self.move_apart(token, glyph) {
            return;
        }
        if (after_move || glyph)
            && let Some((sign, length)) = symbol::sign(&self.text[start..])
            && (glued || !is_prose(&self.text[start..], length))
        {
            self.sign(sign, length);
            return;
        }
        if self.move_word(token, glued, before) || self.respelled(token, glued) {
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
        let is_stop = matches!(token, "," | "." | ":" | "-") || token.starts_with([',', '.']);
        if glued && is_stop && after_move {
            self.remark(start, start + 1, Oddity::Punctuation);
            self.push(start, start + 1, Kind::Unread);
            self.at = start + 1;
            return;
        }
        if let Ok((after, (result, exact))) = movetext::result(&self.text[start..]) {
            self.result(self.text.len() - after.len(), result, exact);
            return;
        }
        self.odd_token();
    }

    /// A move with blanks inside, of which `token` is the beginning.
    fn move_apart(&mut self, token: &str, glyph: bool) -> bool {
        let start = self.at;
        let Some((mut word, length)) = spelling::apart(&self.text[start..], token.len()) else {
            return false;
        };
        let end = start + length;
        match symbol::sign(token) {
            Some((symbol::Sign::Nag(nag), _)) if glyph => word.symbol = Some(nag),
            _ => {
                self.record.has_foreign_letters |= matches!(word.man, Man::Letter { .. });
                self.remark(start, end, Oddity::BlankInside);
            }
        }
        self.at = end;
        self.push_word(start, word);
        true
    }

    /// A move in another spelling at the start of `token`, if what follows it can be read too.
    pub(super) fn move_word(&mut self, token: &str, glued: bool, before: Option<Item>) -> bool {
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
        self.record.has_foreign_letters |=
            matches!(word.man, Man::Letter { .. }) || matches!(word.promotion, Becomes::Letter(_));
        if glued {
            self.remark(start, start + length, Oddity::RunTogether);
        }
        self.at = start + length;
        // An exact spelling with something else behind it.
        if let Some(exact) = token.as_bytes().get(..length)
            && let Some((san, suffix)) = San::parse(exact)
            && !rest.starts_with(['+', '#'])
        {
            self.push(start, self.at, Kind::San(san, suffix));
            return true;
        }
        if let Becomes::Letter(span) = &mut word.promotion {
            *span = Span::of(start + span.start as usize, start + span.end as usize);
        }
        self.push_odd(start, word, odd, rest);
        true
    }

    /// A move in another spelling from `start` to here, and its check sign when that is all that is left.
    fn push_odd(&mut self, start: usize, mut word: Word, odd: spelling::Odd, rest: &str) {
        for oddity in odd.iter() {
            self.remark(start, self.at, oddity);
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
    }

    /// `E2-E4`, `NF3`: a move with its squares in other letters.
    fn respelled(&mut self, token: &str, glued: bool) -> bool {
        let start = self.at;
        let Some(Respelled { word, odd, length }) = Respelled::of(token) else { return false };
        let rest = &token[length..];
        if glued || !can_follow(rest) {
            return false;
        }
        self.record.has_foreign_letters |= matches!(word.man, Man::Letter { .. });
        self.at = start + length;
        self.push_odd(start, word, odd, rest);
        true
    }

    /// `e8 = Q`: what a pawn becomes stands apart.
    fn promotion_apart(&mut self, token: &str) -> bool {
        let start = self.at;
        let Some(((mut word, odd), length)) = spelling::promotion_apart(&self.text[start..], token.len())
        else {
            return false;
        };
        self.record.has_foreign_letters |=
            matches!(word.man, Man::Letter { .. }) || matches!(word.promotion, Becomes::Letter(_));
        if let Becomes::Letter(span) = &mut word.promotion {
            *span = Span::of(start + span.start as usize, start + span.end as usize);
        }
        self.at = start + length;
        self.push_odd(start, word, odd, "");
        true
    }

    /// `-O` after `O-O`: the whole is one castling, with a blank inside.
    fn castling_goes_on(&mut self) -> bool {
        let Some(&Item { kind, span }) = self.record.items.last() else { return false };
        let is_short = match kind {
            Kind::San(san, suffix) => {
                san.castling_side() == Some(CastlingSide::King) && suffix == Suffix::None
            }
            Kind::Word(index) => self.record.words.get(index as usize).is_some_and(|word| {
                word.act == Act::Castle(CastlingSide::King) && word.said == Said::Exact(Suffix::None)
            }),
            _ => false,
        };
        if !is_short || self.text[span.end as usize..self.at].chars().nth(9).is_some() {
            return false;
        }
        let Some(length) = spelling::last_of_castling(&self.text[self.at..]) else { return false };
        self.at += length;
        let start = span.start as usize;
        self.record.items.pop();
        self.remark(start, self.at, Oddity::BlankInside);
        self.push_word(start, Word { act: Act::Castle(CastlingSide::Queen), ..Word::EMPTY });
        true
    }

    /// `(e.p.)`, `(+)`: a sign in parentheses after a move.
    #[cold]
    pub(super) fn sign_in_parentheses(&mut self) -> bool {
        let start = self.at;
        let after_move = self.record.items.last().is_some_and(|last| {
            matches!(last.kind, Kind::San(..) | Kind::Word(_) | Kind::Nag(_) | Kind::EnPassant)
        });
        if !after_move {
            return false;
        }
        let Some((sign, length)) = symbol::sign_in_parentheses(&self.text[start..]) else { return false };
        self.sign(sign, length);
        true
    }

    /// `&nbsp;`: an entity of HTML; its semicolon begins no comment.
    fn entity(&mut self) -> bool {
        let Some(length) = spelling::entity(&self.text[self.at..]) else { return false };
        self.unread(self.at + length);
        true
    }

    pub(super) fn push_word(&mut self, start: usize, word: Word) {
        let index = u32::try_from(self.record.words.len()).unwrap_or(u32::MAX);
        self.record.words.push(word);
        self.push(start, self.at, Kind::Word(index));
    }

    fn sign(&mut self, sign: symbol::Sign, length: usize) {
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
                let exact = matches!(&self.text[start..end], "+" | "#") && self.is_first_sign(start);
                if !exact {
                    self.remark_move(start, end);
                }
                self.say_check(said, start, end);
            }
        }
    }

    /// The place of the last item but glyphs and `e.p.`, and how many of those stand behind it.
    fn last_but_signs(&self) -> (Option<usize>, usize) {
        let items = self.record.items.iter().rev();
        let back = items.take_while(|i| matches!(i.kind, Kind::Nag(_) | Kind::EnPassant)).count();
        (self.record.items.len().checked_sub(1 + back), back)
    }

    /// Whether the sign at `start` stands right behind a move that has none yet.
    fn is_first_sign(&self, start: usize) -> bool {
        let says_nothing = |item: &Item| match item.kind {
            Kind::San(_, suffix) => suffix == Suffix::None,
            Kind::Word(index) => self
                .record
                .words
                .get(index as usize)
                .is_some_and(|word| word.said == Said::Exact(Suffix::None)),
            _ => false,
        };
        self.record.items.last().is_some_and(|last| last.span.end as usize == start && says_nothing(last))
    }

    /// A remark on the last move.
    fn remark_move(&mut self, start: usize, end: usize) {
        let item = self.last_but_signs().0.and_then(|item| u32::try_from(item).ok()).unwrap_or(0);
        let remark = Remark { item, span: Span::of(start, end), oddity: Oddity::CheckSpelling };
        let place = self.record.remarks.partition_point(|r| r.item <= item);
        self.record.remarks.insert(place, remark);
    }

    /// The last move gives check, the text says.
    fn say_check(&mut self, said: Said, start: usize, end: usize) {
        let (place, back) = self.last_but_signs();
        let moved =
            place.filter(|&place| matches!(self.record.items[place].kind, Kind::San(..) | Kind::Word(_)));
        let Some(place) = moved else {
            self.push(start, end, Kind::Unread);
            return;
        };
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
    pub(super) fn odd_token(&mut self) {
        let start = self.at;
        let end =
            self.token_end(start).max(start + self.text[start..].chars().next().map_or(1, char::len_utf8));
        let (mut end, mut lone_man) = (end, spelling::is_man(&self.text[start..end]));
        if self.bytes.get(end) == Some(&b'(') && spelling::is_letter(&self.text[start..end]) {
            // `N(g1)f3`
            let rest = self.text[end..].char_indices();
            let word = rest.take(MOST_TOKEN).take_while(|&(_, c)| !movetext::is_white(c));
            end += word.last().map_or(0, |(at, c)| at + c.len_utf8());
            lone_man = true;
        }
        let token = &self.text[start..end];
        if lone_man || spelling::looks_like_move(token) {
            self.at = end;
            let foreign = token.chars().next().is_some_and(|c| c.is_uppercase() && !"KQRBNOP".contains(c));
            self.record.has_foreign_letters |= foreign;
            self.push_word(start, Word { act: Act::Unreadable, ..Word::EMPTY });
            return;
        }
        self.unread(end);
    }

    /// The end of a word: white space, or a sign that begins another token. Longer ones are cut, so that moves run
    /// together without end are read in linear time.
    pub(super) fn token_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at)
            && at - start < MOST_TOKEN
        {
            if byte < 0x80 {
                let stops = byte <= b' '
                    || matches!(byte, b'(' | b')' | b'{' | b'}' | b';' | b'$' | b'!' | b'?' | b'<' | b'[');
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
}

/// Whether the word of `length` bytes that `text` begins with goes on as prose (`mate in two`): a word of small letters
/// follows that is no move and no sign.
fn is_prose(text: &str, length: usize) -> bool {
    let (word, rest) = text.split_at(length);
    let next = rest.trim_start_matches(' ');
    let end = next.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(next.len());
    word.ends_with(|c: char| c.is_alphabetic() || c == '.')
        && next.len() < rest.len()
        && end >= 2
        && !next[end..].starts_with(|c: char| c.is_alphanumeric())
        && spelling::odd_move(&next[..end]).is_err()
        && symbol::sign(next).is_none()
}

/// Whether what follows a move inside a token is the beginning of another item. Digits are a number only with a dot.
fn can_follow(rest: &str) -> bool {
    let unnumbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.is_empty()
        || rest.starts_with(|c: char| "*,.:".contains(c))
        || unnumbered.len() < rest.len() && (unnumbered.starts_with('.') || movetext::result(rest).is_ok())
        || symbol::sign(rest).is_some()
        || spelling::odd_move(rest).is_ok_and(|(after, (word, _))| {
            (word.to_rank.is_some() || word.act != Act::Move) && after.len() < rest.len() && can_end(after)
        })
}

/// The same without looking further: a cheap bound for long runs.
fn can_end(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| c.is_ascii_alphanumeric() || "*,.:+#=-".contains(c) || !c.is_ascii())
}
