//! The end of a record: what is still open, and how large it may become. A game with more items than any game of chess
//! has is cut, so that memory stays in proportion to the text.
use super::pgn::Lexer;
use crate::record::{Item, Kind, Oddity, Remark};

/// How many items of a game are read: moves, numbers, comments, glyphs, parentheses. The longest game that the laws of
/// chess allow has some 12,000 half-moves.
pub const MOST_ITEMS: usize = 1 << 20;

/// How many items too many are looked at before they are thrown away.
const SLACK: usize = 1 << 12;

impl Lexer<'_, '_> {
    /// Whether there are more items than are kept.
    #[inline]
    pub(super) fn has_too_many(&self) -> bool {
        self.record.items.len() >= MOST_ITEMS + SLACK
    }

    /// Throws away the items that are too many. Reading goes on, to find where the game ends.
    #[cold]
    pub(super) fn cut_back(&mut self) {
        let record = &mut *self.record;
        let Some(first) = record.items.get(MOST_ITEMS) else { return };
        self.cut.get_or_insert(first.span.start as usize);
        let word = |item: &Item| if let Kind::Word(index) = item.kind { Some(index) } else { None };
        if let Some(index) = record.items[MOST_ITEMS..].iter().find_map(word) {
            record.words.truncate(index as usize);
        }
        record.items.truncate(MOST_ITEMS);
        let kept = record.remarks.partition_point(|remark| (remark.item as usize) < MOST_ITEMS);
        record.remarks.truncate(kept);
    }

    /// All that is beyond the limit becomes one item without meaning; a result at the end of the game is its result.
    #[cold]
    pub(super) fn finish_cut(&mut self) {
        let Some(start) = self.cut else { return };
        let last = self.record.items.last().copied();
        self.cut_back();
        let result =
            last.filter(|item| matches!(item.kind, Kind::Result(_)) && item.span.start as usize > start);
        let end = result.map_or(self.at, |item| item.span.start as usize);
        let length = self.text[start..end].trim_end_matches(super::movetext::is_white).len();
        let first = self.text[start..].chars().next().map_or(0, char::len_utf8);
        self.remark(start, start + first, Oddity::TooMany);
        self.push(start, start + length, Kind::Unread);
        self.record.items.extend(result);
        self.record.head = self.record.head.min(self.record.items.len() as u32);
        // Which variations close beyond the limit is not known.
        self.depth = 0;
    }

    /// Closes what is still open.
    pub(super) fn finish(&mut self) {
        if self.cut.is_some() {
            self.finish_cut();
        }
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
