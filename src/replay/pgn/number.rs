//! Move numbers that are not the ones due.
use super::line::Run;
use super::oddity::short;
use super::say;
use crate::chess::Color;
use crate::code::Code;
use crate::record::{Item, Kind};
use crate::span::Span;

impl Run<'_, '_> {
    /// A number that is not the exact one; `false` if it shows that a move is missing.
    #[cold]
    pub(super) fn number(&mut self, value: u32, dots: u8, next: usize, span: Span) -> bool {
        let twice = dots == 0
            && self.record.items[..next - 1]
                .iter()
                .rev()
                .find(|item| !matches!(item.kind, Kind::Nag(_) | Kind::Dots))
                .is_some_and(|item| matches!(item.kind, Kind::Number { .. }));
        if twice {
            let (place, words) = (say::place(&self.position), self.words(span));
            self.findings.say(Code::NumberWrong, span, Some(self.ply), || {
                format!("number `{}` after a number, where {place} is due", short(words))
            });
        }
        // A number that no move follows is only compared with nothing.
        let follows = self.record.items[next..].iter().take(16).find(|item| {
            !matches!(item.kind, Kind::Number { .. } | Kind::Dots | Kind::Comment(_) | Kind::Nag(_))
        });
        if !follows.is_some_and(|item| matches!(item.kind, Kind::San(..) | Kind::Word(_))) {
            if dots == 0 && !twice {
                let words = self.words(span);
                self.findings.say(Code::NumberWrong, span, Some(self.ply), || {
                    format!("number `{}`, and no move after it", short(words))
                });
            }
            return true;
        }
        let dots_follow = matches!(self.record.items.get(next), Some(Item { kind: Kind::Dots, .. }));
        let ellipsis = dots_follow && self.words(self.record.items[next].span).starts_with('…');
        let position = self.position;
        let expected = position.fullmove_number();
        let black = position.turn() == Color::Black;
        let offset = i64::from(value) - i64::from(expected);
        let words = self.words(span);
        let shows_gap = offset != self.number_offset || (black && dots == 1 && !dots_follow);
        if self.unread && self.moved && shows_gap {
            let place = say::place(&position);
            self.findings.say(Code::MoveMissing, span, Some(self.ply), || {
                format!("number `{}` where {place} is due, after text that could not be read", short(words))
            });
            return false;
        }
        if offset != self.number_offset && !twice {
            let place = say::place(&position);
            self.findings.say(Code::NumberWrong, span, Some(self.ply), || {
                format!("number `{}` at {place}", short(words))
            });
            self.number_offset = offset;
        }
        let usual = !ellipsis && if black { dots == 3 || dots_follow } else { dots == 1 };
        if !usual {
            self.findings.say(Code::NumberDots, span, Some(self.ply), || {
                format!("dots of the number `{}`", short(words))
            });
        }
        true
    }

    /// Whether the words at item `i`, which cannot be read, stand in the place of a move: the next number, or the number
    /// before them, goes with one move more than can be read.
    pub(super) fn hides_move(&self, i: usize) -> bool {
        let items = &self.record.items;
        let black = self.position.turn() == Color::Black;
        let due = i64::from(self.position.fullmove_number()) * 2 + i64::from(black);
        let mut moves = 0;
        for item in items[i + 1..].iter().take(24) {
            match item.kind {
                Kind::San(..) | Kind::Word(_) => moves += 1,
                Kind::Number { value, dots } => {
                    let value = i64::from(value) - self.number_offset;
                    let goes_with = |ply: i64| match dots {
                        0 => ply >> 1 == value,
                        1 => ply == 2 * value,
                        _ => ply == 2 * value + 1,
                    };
                    return moves > 0 && !goes_with(due + moves) && goes_with(due + moves + 1);
                }
                Kind::Close | Kind::Result(_) => break,
                Kind::Open => return false,
                _ => {}
            }
        }
        // No number follows: `2. PxP d4`, where the second move may be Black's.
        let numbered = i.checked_sub(1).and_then(|before| items.get(before));
        let numbered = numbered.is_some_and(|item| matches!(item.kind, Kind::Number { dots: 1, .. }));
        let words = self.words(items[i].span);
        numbered
            && !black
            && moves == 1
            && !words.contains(char::is_whitespace)
            && words.contains(char::is_alphanumeric)
    }

    /// Dots at item `i`: after a move number without its dots, or before Black's move after one, they are usual.
    pub(super) fn dots(&mut self, i: usize, span: Span) {
        let black = self.position.turn() == Color::Black;
        let before = i.checked_sub(1).and_then(|before| self.record.items.get(before));
        let usual =
            before.is_some_and(|item| matches!(item.kind, Kind::Number { dots, .. } if black || dots == 0));
        if !usual && self.remark_on(i).is_none() {
            let words = self.words(span);
            self.findings.say(Code::NumberDots, span, Some(self.ply), || {
                format!("dots that go with no number: `{}`", short(words))
            });
        }
    }
}
