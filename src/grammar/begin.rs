//! Where the movetext of a game without tags begins, and a game inside a line.
use super::pgn::Lexer;
use super::respelled::Respelled;
use super::tag::exact_tag;
use super::{movetext, spelling, symbol};
use crate::record::{Act, Item, Kind};
use crate::source::after_blank_line;

/// How much of a word is looked at to read one move, in bytes.
const WORD: usize = 64;

/// Among how many of the last items a move is looked for: the others are comments and glyphs on it.
const NEAR: usize = 64;

/// So many items back the last number of a game is looked for, behind its result.
const LAST: usize = 256;

impl Lexer<'_, '_> {
    /// Whether the line here, before any tag, begins like movetext.
    pub(super) fn is_move_line(&self) -> bool {
        let rest = self.text[self.at..].trim_start_matches(['(', ' ']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && movetext::result(rest).is_ok() {
            return true;
        }
        let after = if digits > 0 { &rest[digits..] } else { "" };
        let unmarked = after.trim_start_matches([' ', '.', '…', ')']);
        let marked = after[..after.len() - unmarked.len()].contains(['.', '…', ')']);
        let word = if digits > 0 { unmarked.trim_start_matches(movetext::is_white) } else { rest };
        if let Some(after) = rest.strip_prefix('*') {
            return after.chars().next().is_none_or(movetext::is_white);
        }
        let end = word
            .char_indices()
            .find(|&(at, c)| at >= WORD || movetext::is_white(c) || "(){};!?$".contains(c))
            .map_or(word.len(), |(at, _)| at);
        match spelling::odd_move(&word[..end]) {
            Ok((after, (word, _))) => {
                (digits > 0 && marked)
                    || (after.is_empty()
                        || symbol::sign(after).is_some()
                        || spelling::odd_move(after).is_ok_and(|(_, (next, _))| next.to_rank.is_some()))
                        && (word.to_rank.is_some() || matches!(word.act, Act::Castle(_)))
            }
            Err(_) if digits == 0 => {
                Respelled::of(&word[..end]).is_some_and(|read| read.word.from_rank.is_some())
            }
            Err(_) => {
                marked
                    && (spelling::looks_like_move(&word[..end])
                        || spelling::is_man(&word[..end])
                        || Respelled::of(&word[..end]).is_some())
            }
        }
    }

    /// Whether a game without tags ends here, before a number 1 that is not in a variation: another begins.
    #[cold]
    pub(super) fn begins_again(&self) -> bool {
        let is_move = |item: &Item| matches!(item.kind, Kind::San(..) | Kind::Word(_));
        self.depth == 0
            && self.record.tags.is_empty()
            && self.at_line_start().is_some_and(|line| after_blank_line(self.bytes, line))
            && self.record.items.iter().rev().take(NEAR).any(is_move)
            && self.is_move_line()
    }

    /// Whether the line here, behind a result, goes on with the game all the same: with a move and the number that is due.
    #[cold]
    pub(super) fn goes_on(&self, value: u32) -> bool {
        let (mut depth, mut moves) = (0_u32, 0);
        let mut last = None;
        for item in self.record.items.iter().rev().take(LAST) {
            match item.kind {
                Kind::Close => depth += 1,
                Kind::Open => depth = depth.saturating_sub(1),
                Kind::San(..) | Kind::Word(_) if depth == 0 => moves += 1,
                Kind::Number { value, dots } if depth == 0 => {
                    last = Some((value, u32::from(dots > 1)));
                    break;
                }
                _ => {}
            }
        }
        // Without any number the moves are counted from the first.
        let last = last.or_else(|| (self.record.items.len() <= LAST).then_some((1, 0)));
        let is_due = |(last, black): (u32, u32)| value == last.saturating_add((moves + black) / 2);
        self.depth == 0 && moves > 0 && last.is_some_and(is_due) && self.is_move_line()
    }

    /// Whether the tags of the next game begin inside the line: after a result any tag, else that of the event.
    #[cold]
    pub(super) fn is_glued_tag(&self) -> bool {
        exact_tag(self.bytes, self.at)
            .is_some_and(|pair| (self.ended && self.depth == 0) || &self.bytes[pair.name.range()] == b"Event")
    }
}
