//! The names of a game's tags. Games of one source have the same ones in the same order: what they say is worked out
//! once, and the names of the next game are only compared.
use super::tag::name_bit;
use super::{TagKind, TagPair};
use crate::bytes::Window;

/// The names of the tags that were read last, in order, as the export format writes them.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    openings: Vec<Opening>,
    /// One of them is new since [`Layout::settle`].
    is_new: bool,
    is_distinct: bool,
}

/// How a tag pair begins: `[`, the name, a blank and a quote.
#[derive(Clone, Copy, Debug)]
struct Opening {
    text: Window,
    /// Its length in bytes; 0 when no tag is like this one.
    length: u32,
    kind: TagKind,
}

impl Opening {
    const UNLIKE: Self = Self { text: Window::ZEROS, length: 0, kind: TagKind::Plain };

    #[inline(always)]
    fn is_at(&self, window: Window) -> bool {
        let all = !(!0 << self.length);
        self.length > 0 && self.text.equal(window) & all == all
    }
}

impl Layout {
    /// How many tags are compared.
    const MOST: usize = 64;

    /// How long the opening is of the tag at `index` and what it says, when the text at `window` begins with it.
    #[inline(always)]
    #[must_use]
    pub(crate) fn known(&self, index: usize, window: Window) -> Option<(usize, TagKind)> {
        let opening = self.openings.get(index)?;
        opening.is_at(window).then_some((opening.length as usize, opening.kind))
    }

    /// Remembers the tag at `index`, the last of those read.
    pub(crate) fn learn(&mut self, text: &[u8], index: usize, pair: &TagPair, is_exact: bool) {
        let window = Window::at(text, pair.span.start as usize);
        let length = pair.value.start - pair.span.start;
        let opening = match window {
            Some(window) if is_exact && length < Window::WIDTH as u32 => {
                if self.known(index, window).is_some() {
                    return;
                }
                Opening { text: window, length, kind: pair.kind }
            }
            _ => Opening::UNLIKE,
        };
        self.is_new = true;
        if let Some(known) = self.openings.get_mut(index) {
            *known = opening;
        } else if index == self.openings.len() && index < Self::MOST {
            self.openings.push(opening);
        }
    }

    /// All tags of a game are read: whether each has another name, and none needs its case mended, as far as that is
    /// known.
    pub(crate) fn settle(&mut self, text: &[u8], pairs: &[TagPair]) -> bool {
        if self.is_new || self.openings.len() != pairs.len() {
            self.openings.truncate(pairs.len());
            self.is_new = false;
            self.is_distinct = self.openings.len() == pairs.len() && are_distinct(text, pairs);
        }
        self.is_distinct
    }
}

/// Whether no two tags, of at most 64, have the same name.
fn are_distinct(text: &[u8], pairs: &[TagPair]) -> bool {
    let mut seen = 0_u64;
    pairs.iter().enumerate().all(|(index, pair)| {
        let name = pair.name.of_bytes(text);
        let bit = name_bit(name);
        let may_be_seen = seen & bit != 0;
        seen |= bit;
        pair.kind != TagKind::OtherCase
            && !(may_be_seen && pairs[..index].iter().any(|before| before.name.of_bytes(text) == name))
    })
}
