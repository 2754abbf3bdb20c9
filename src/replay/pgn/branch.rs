//! Variations, and lines that end before their text: what is not played is kept as a comment.
use std::borrow::Cow;

use super::line::{Frame, Run};
use super::oddity::short;
use crate::code::Code;
use crate::game::Node;
use crate::record::{Item, Kind};
use crate::span::Span;

impl Run<'_, '_> {
    /// Keeps words of the text as a comment.
    pub(super) fn keep(&mut self, start: u32, end: u32) {
        if self.options.nodes {
            let words = Span::new(start, end).of_text(self.text).trim();
            if !words.is_empty() {
                self.game.nodes.push(Node::Comment(Cow::Borrowed(words)));
            }
        }
    }

    /// The variation at item `i`; gives the next item to look at.
    pub(super) fn open(&mut self, i: usize) -> usize {
        let span = self.record.items[i].span;
        if !self.moved || self.stack.len() >= self.options.max_depth {
            let close = self.matching_close(i + 1);
            let end = self.record.items.get(close).map_or(self.line_end(), |item| item.span.end);
            let (code, message) = if self.moved {
                (Code::TooDeep, format!("variations nested deeper than {}", self.options.max_depth))
            } else {
                (Code::VariationWithoutMove, "a variation before any move it could replace".to_owned())
            };
            self.findings.say(code, span, Some(self.ply), || message);
            self.keep(span.start, end);
            self.skip_remarks(close);
            return close + 1;
        }
        self.stack.push(Frame {
            position: self.position,
            before: self.before,
            ply: self.ply,
            last: self.last,
            open: self.game.nodes.len(),
            item: i,
            number_offset: self.number_offset,
        });
        self.position = self.before;
        self.ply -= 1;
        self.moved = false;
        self.unread = false;
        if self.options.nodes {
            self.game.nodes.push(Node::Open);
        }
        i + 1
    }

    pub(super) fn close(&mut self, span: Span) {
        let Some(frame) = self.stack.pop() else { return };
        if self.options.nodes {
            if self.moved {
                self.game.nodes.push(Node::Close);
            } else {
                // Without a move it is no variation: its comments stay.
                self.game.nodes.remove(frame.open);
                self.keep_numbers(frame, span.start);
            }
        }
        if !self.moved {
            let start = self.record.items.get(frame.item).map_or(span.start, |item| item.span.start);
            let whole = Span::new(start, span.end);
            self.findings
                .say(Code::EmptyVariation, whole, Some(frame.ply), || "a variation without moves".to_owned());
        }
        self.position = frame.position;
        self.before = frame.before;
        self.ply = frame.ply;
        self.last = frame.last;
        self.number_offset = frame.number_offset;
        self.moved = true;
        self.unread = false;
    }

    /// Numbers in a variation without moves (`(25)`, minutes) are kept as a comment, in their place among the others.
    fn keep_numbers(&mut self, frame: Frame, end: u32) {
        let record = self.record;
        let items = record.items.get(frame.item + 1..).unwrap_or(&[]);
        let inside = &items[..items.partition_point(|item| item.span.end <= end)];
        let plain = |item: &Item| matches!(item.kind, Kind::Number { .. } | Kind::Dots | Kind::Unread);
        let is_number = |item: &Item| matches!(item.kind, Kind::Number { .. });
        if !inside.iter().any(is_number) || !inside.iter().all(plain) {
            return;
        }
        if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
            self.game.nodes.truncate(frame.open);
            self.keep(first.span.start, last.span.end);
        }
    }

    /// The item of the `)` that closes the variation in which item `i` stands, or the number of items.
    pub(super) fn matching_close(&self, i: usize) -> usize {
        let mut depth = 0_u32;
        for (n, item) in self.record.items[i..].iter().enumerate() {
            match item.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return i + n,
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
        self.record.items.len()
    }

    /// The end of the last item.
    pub(super) fn line_end(&self) -> u32 {
        self.record.items.last().map_or(self.record.span.end, |item| item.span.end)
    }

    /// Nothing is played in this line any more, from item `i` on: the words stay as a comment. Gives the next item.
    #[cold]
    pub(super) fn give_up(&mut self, i: usize) -> usize {
        let items = &self.record.items;
        let start = match (self.rest.take(), i.checked_sub(1).and_then(|i| items.get(i))) {
            (Some(rest), _) => rest,
            (None, Some(Item { kind: Kind::Number { .. } | Kind::Dots, span })) => span.start,
            _ => items[i].span.start,
        };
        let next = if self.stack.is_empty() {
            let mut depth = 0_u32;
            let mut found = items.len();
            for (n, item) in items[i..].iter().enumerate() {
                match item.kind {
                    Kind::Open => depth += 1,
                    Kind::Close => depth = depth.saturating_sub(1),
                    Kind::Result(_) if depth == 0 || i + n + 1 == items.len() => {
                        found = i + n;
                        break;
                    }
                    _ => {}
                }
            }
            found
        } else {
            let close = self.matching_close(i);
            match items.last() {
                // The variation never closes: a result at the end is the game's.
                Some(Item { kind: Kind::Result(_), .. }) if close == items.len() => close - 1,
                _ => close,
            }
        };
        let end = match items.get(next) {
            Some(item) => item.span.start,
            None => self.line_end(),
        };
        self.keep(start, end);
        self.skip_remarks(next);
        next.max(i + 1)
    }

    /// Moves after the result: all the rest is kept as a comment.
    #[cold]
    pub(super) fn after_result(&mut self, i: usize) -> usize {
        let items = &self.record.items;
        let start = match i.checked_sub(1).and_then(|i| items.get(i)) {
            Some(Item { kind: Kind::Number { .. } | Kind::Dots, span }) => span.start,
            _ => items[i].span.start,
        };
        let span = items[i].span;
        let words = self.words(span);
        self.findings.say(Code::MovesAfterResult, span, Some(self.ply), || {
            format!("`{}` stands after the result", short(words))
        });
        self.keep(start, self.line_end());
        self.skip_remarks(items.len());
        items.len()
    }

    /// Leaves out the remarks on items before `i`, but for those on the structure.
    pub(super) fn skip_remarks(&mut self, i: usize) {
        if let Some(last) = i.checked_sub(1) {
            self.remarks(last, true);
        }
    }
}
