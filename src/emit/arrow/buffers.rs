//! What columns are put together from: texts side by side, bits word by word.
use arrow_array::StringArray;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;

use super::super::csv;
use crate::bytes::append_word;
use crate::game::value::Value;

/// Texts side by side; the offsets begin with 0.
#[derive(Debug)]
pub(super) struct Texts {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<i32>,
}

impl Texts {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), ends: vec![0] }
    }

    fn end(&mut self) {
        self.ends.push(short(self.bytes.len()));
    }

    /// Appends a text; whether there is one.
    #[inline]
    pub(super) fn push(&mut self, value: &Value<'_>) -> bool {
        let is_there = text(value, &mut self.bytes);
        self.end();
        is_there
    }

    /// Appends texts that stand one behind the other, and where each ends.
    #[inline(always)]
    pub(super) fn run(&mut self, run: &[u8], ends: impl ExactSizeIterator<Item = usize>, there: &mut There) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(run);
        let (mut from, mut is_full, count) = (0, true, ends.len());
        self.ends.extend(ends.map(|end| {
            is_full &= end > from;
            from = end;
            (start + end) as i32
        }));
        self.mark(count, is_full, there);
    }

    /// Marks which of the last texts are there: those that are not empty.
    #[inline]
    fn mark(&self, count: usize, is_full: bool, there: &mut There) {
        if is_full {
            return there.push_all(count);
        }
        let mut marks = there.marks();
        let ends = self.ends.get(self.ends.len() - count - 1..).unwrap_or_default();
        ends.windows(2).for_each(|two| marks.push(two[1] > two[0]));
        marks.end();
    }

    /// The same for words: each is one store, and the length is kept in a register. Mostly none is missing: which are is told
    /// from where they end.
    #[inline(always)]
    pub(super) fn words<'a>(&mut self, added: impl ExactSizeIterator<Item = Value<'a>>, there: &mut There) {
        let Self { bytes, ends } = self;
        let (start, count) = (bytes.len(), added.len());
        bytes.resize(start + 8 * count, 0);
        let text = bytes.get_mut(start..).unwrap_or_default();
        let (mut at, mut is_full) = (0, true);
        ends.extend(added.map(|value| {
            let (word, length) = if let Value::Word(word) = value { word } else { (0, 0) };
            if let Some(to) = text.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                *to = word.to_le_bytes();
                at += length;
            }
            is_full &= length > 0;
            // A batch is closed long before this is too much.
            (start + at) as i32
        }));
        bytes.truncate(start + at);
        self.mark(count, is_full, there);
    }

    /// Appends so many that are missing.
    pub(super) fn pad(&mut self, count: usize) {
        let end = self.ends.last().copied().unwrap_or_default();
        self.ends.resize(self.ends.len() + count, end);
    }

    /// Appends the same text so many times.
    pub(super) fn repeat(&mut self, text: &str, times: usize) {
        let start = self.bytes.len();
        if times > 0 {
            self.bytes.extend_from_slice(text.as_bytes());
        }
        // What was written is written again, so that few copies are made.
        let mut left = text.len() * times.saturating_sub(1);
        while left > 0 {
            let now = left.min(self.bytes.len() - start);
            self.bytes.extend_from_within(start..start + now);
            left -= now;
        }
        self.ends.extend((1..=times).map(|n| short(start + n * text.len())));
    }

    /// Appends the texts of a list; whether there is one.
    pub(super) fn list(&mut self, value: &Value<'_>) -> bool {
        match *value {
            Value::List(game, list) => csv::each_move(game, list, |value| {
                csv::plain(&value, &mut self.bytes);
                self.end();
            }),
            Value::Words(words) => {
                for word in words {
                    self.bytes.extend_from_slice(word.as_bytes());
                    self.end();
                }
            }
            _ => return false,
        }
        true
    }

    pub(super) fn finish(self, nulls: Option<NullBuffer>) -> Result<StringArray, ArrowError> {
        StringArray::try_new(offsets(self.ends), Buffer::from_vec(self.bytes), nulls)
    }
}

/// Appends what a value says as a text; whether it says anything.
#[inline(always)]
pub(super) fn text(value: &Value<'_>, bytes: &mut Vec<u8>) -> bool {
    match *value {
        Value::Empty | Value::Numbers([]) => false,
        Value::Text(text) => {
            bytes.extend_from_slice(text.as_bytes());
            true
        }
        Value::Plain(text) => {
            bytes.extend_from_slice(text);
            !text.is_empty()
        }
        Value::Word(word) => {
            append_word(bytes, word);
            word.1 > 0
        }
        _ => {
            let before = bytes.len();
            csv::plain(value, bytes);
            bytes.len() > before
        }
    }
}

/// Columns are finished long before they reach the bound.
#[inline]
pub(super) fn short(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Offsets that begin with 0.
pub(super) fn offsets(ends: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(ends))
}

/// A bit for each value, put together word by word: the arrays' own builder finds its byte anew for each.
#[derive(Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    open: u64,
    length: usize,
}

impl Bits {
    /// Appends the lowest `count` bits of a word, at most 64; those above are 0.
    #[inline]
    pub(super) fn push_word(&mut self, bits: u64, count: usize) {
        let at = self.length % 64;
        self.open |= bits << at;
        self.length += count;
        if at + count >= 64 {
            self.words.push(self.open);
            self.open = bits.checked_shr(64 - at as u32).unwrap_or(0);
        }
    }

    /// Appends the same bit so many times.
    pub(super) fn push_same(&mut self, bit: bool, count: usize) {
        let mut left = count;
        while left > 0 {
            let now = left.min(64);
            self.push_word(if bit { u64::MAX >> (64 - now) } else { 0 }, now);
            left -= now;
        }
    }

    pub(super) fn finish(mut self) -> BooleanBuffer {
        self.words.push(self.open);
        // The bits are counted from the lowest of the first byte on.
        self.words.iter_mut().for_each(|word| *word = word.to_le());
        BooleanBuffer::new(Buffer::from_vec(self.words), 0, self.length)
    }
}

/// Which values are there. In most columns all are: a bit for each is kept only once one is missing.
#[derive(Debug, Default)]
pub(super) struct There {
    /// Values before the first that is missing.
    length: usize,
    bits: Option<Bits>,
}

impl There {
    /// Appends the lowest `count` bits of a word, as [`Bits::push_word`] does.
    pub(super) fn push_word(&mut self, bits: u64, count: usize) {
        if self.bits.is_none() && bits.count_ones() as usize == count {
            self.length += count;
            return;
        }
        self.bits.get_or_insert_with(|| first_missing(self.length)).push_word(bits, count);
    }

    /// Appends one.
    #[inline]
    pub(super) fn push(&mut self, is_there: bool) {
        match &self.bits {
            None if is_there => self.length += 1,
            _ => self.push_word(is_there.into(), 1),
        }
    }

    #[inline]
    pub(super) fn marks(&mut self) -> Marks<impl FnMut(u64, usize)> {
        Marks::new(|bits, count| self.push_word(bits, count))
    }

    /// Appends so many that are there.
    pub(super) fn push_all(&mut self, count: usize) {
        match &mut self.bits {
            None => self.length += count,
            Some(bits) => bits.push_same(true, count),
        }
    }

    /// Appends so many that are missing.
    pub(super) fn push_none(&mut self, count: usize) {
        if count > 0 {
            self.bits.get_or_insert_with(|| first_missing(self.length)).push_same(false, count);
        }
    }

    /// Nothing was appended.
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0 && self.bits.is_none()
    }

    /// `None` when all are.
    pub(super) fn finish(self) -> Option<NullBuffer> {
        self.bits.map(|bits| NullBuffer::new(bits.finish()))
    }
}

/// So many values that are there.
#[cold]
fn first_missing(length: usize) -> Bits {
    Bits { words: vec![u64::MAX; length / 64], open: (1 << (length % 64)) - 1, length }
}

/// Bits that are put together in a register, and given on a word at a time.
pub(super) struct Marks<G> {
    bits: u64,
    count: usize,
    give: G,
}

impl<G: FnMut(u64, usize)> Marks<G> {
    #[inline(always)]
    pub(super) const fn new(give: G) -> Self {
        Self { bits: 0, count: 0, give }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, bit: bool) {
        self.bits |= u64::from(bit) << self.count;
        self.count += 1;
        if self.count == 64 {
            (self.give)(self.bits, 64);
            (self.bits, self.count) = (0, 0);
        }
    }

    #[inline(always)]
    pub(super) fn end(mut self) {
        if self.count > 0 {
            (self.give)(self.bits, self.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_missing_where_it_is_and_nowhere_else() {
        for first in [0, 1, 63, 64, 65, 128, 200] {
            let mut there = There::default();
            let wanted: Vec<_> = (0..200).map(|at| at < first || at % 3 == first % 2).collect();
            let mut marks = there.marks();
            wanted.iter().for_each(|&is_there| marks.push(is_there));
            marks.end();
            let told = there.finish();
            assert_eq!(told.is_none(), wanted.iter().all(|&is_there| is_there), "{first}");
            let told = told.map_or(vec![true; 200], |nulls| nulls.iter().collect());
            assert_eq!(told, wanted, "{first}");
        }
    }
}
