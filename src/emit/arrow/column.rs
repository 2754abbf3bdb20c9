//! A column of a batch while its rows come.
use std::borrow::Borrow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float32Array, Int32Array, Int64Array, ListArray, StringArray,
    new_null_array,
};
use arrow_schema::{ArrowError, DataType, Field};

use super::buffers::{Bits, Texts, There, offsets, short, text};
use crate::game::Game;
use crate::game::tags::day;
use crate::game::value::{List, Value};

// Its tag is read for every cell: it stands in a byte of its own, and not in what a vector has to spare.
#[derive(Debug)]
#[repr(u8)]
pub(super) enum Cells {
    Short(Vec<i32>),
    /// Whole numbers; those of games count from the first game of the chunk.
    Long {
        values: Vec<i64>,
        are_games: bool,
    },
    Decimal(Vec<f32>),
    Claim(Bits),
    Text(Texts),
    /// Texts that are seldom there, or come in turn. Their own builder takes no second look at them, which is most of what
    /// texts cost.
    Built(StringBuilder),
    Date(Vec<i32>),
    Numbers {
        values: Vec<i32>,
        there: There,
        ends: Vec<i32>,
    },
    Words {
        texts: Texts,
        ends: Vec<i32>,
    },
}

#[derive(Debug)]
pub(super) struct Column {
    pub(super) cells: Cells,
    pub(super) there: There,
    /// Rows before the first that says anything else than they do: none of them is held.
    alike: usize,
    /// The text that each of those says; where there is none, they say nothing.
    said: Option<Box<str>>,
}

/// A longer text is held as often as it is said.
const LONG: usize = 1 << 12;

impl Column {
    pub(super) fn new(data_type: &DataType) -> Self {
        let cells = match data_type {
            DataType::Int32 => Cells::Short(Vec::new()),
            DataType::Int64 => Cells::Long { values: Vec::new(), are_games: false },
            DataType::Float32 => Cells::Decimal(Vec::new()),
            DataType::Boolean => Cells::Claim(Bits::default()),
            DataType::Date32 => Cells::Date(Vec::new()),
            DataType::List(item) if *item.data_type() == DataType::Int32 => {
                Cells::Numbers { values: Vec::new(), there: There::default(), ends: vec![0] }
            }
            DataType::List(_) => Cells::Words { texts: Texts::new(), ends: vec![0] },
            _ => Cells::Text(Texts::new()),
        };
        Self { cells, there: There::default(), alike: 0, said: None }
    }

    /// Appends so many rows that say nothing.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        if self.there.is_empty() && self.said.is_none() {
            self.alike += count;
        } else {
            self.begin();
            self.pad(count);
        }
    }

    /// To be called before a value is appended.
    #[inline]
    pub(super) fn begin(&mut self) {
        if self.alike > 0 {
            self.write_out();
        }
    }

    /// Holds the rows that were alike, one by one.
    #[cold]
    fn write_out(&mut self) {
        let alike = std::mem::take(&mut self.alike);
        match (self.said.take(), &mut self.cells) {
            (Some(text), Cells::Text(texts)) => {
                texts.repeat(&text, alike);
                self.there.push_all(alike);
            }
            _ => self.pad(alike),
        }
    }

    /// Counts rows that say this text, if no row before them says anything else.
    #[inline]
    fn counts(&mut self, text: &str, times: usize) -> bool {
        if !self.there.is_empty() || text.len() > LONG || times == 0 {
            return false;
        }
        let is_same = match &self.said {
            Some(said) => **said == *text,
            None => self.alike == 0,
        };
        if is_same {
            self.said.get_or_insert_with(|| text.into());
            self.alike += times;
        }
        is_same
    }

    fn pad(&mut self, count: usize) {
        if let Cells::Built(built) = &mut self.cells {
            built.append_nulls(count);
            return;
        }
        self.there.push_none(count);
        match &mut self.cells {
            Cells::Short(values) | Cells::Date(values) => values.resize(values.len() + count, 0),
            Cells::Long { values, .. } => values.resize(values.len() + count, 0),
            Cells::Decimal(values) => values.resize(values.len() + count, 0.0),
            Cells::Claim(bits) => bits.push_same(false, count),
            Cells::Text(texts) => texts.pad(count),
            Cells::Built(_) => {}
            Cells::Numbers { ends, .. } | Cells::Words { ends, .. } => {
                let end = ends.last().copied().unwrap_or_default();
                ends.resize(ends.len() + count, end);
            }
        }
    }

    /// A column of texts that has none yet leaves it to the arrays' own builder to put them together.
    pub(super) fn leave_to_builder(&mut self) {
        if self.there.is_empty() && self.said.is_none() && matches!(self.cells, Cells::Text(_)) {
            self.cells = Cells::Built(StringBuilder::new());
        }
    }

    /// Appends a value: how much longer its texts and lists are. What is of another kind than the column is none.
    #[inline(always)]
    pub(super) fn push(&mut self, value: &Value<'_>) -> usize {
        if self.there.is_empty() {
            if let (Value::Empty, None) = (value, &self.said) {
                self.alike += 1;
                return 0;
            }
            self.begin();
        }
        let there = &mut self.there;
        match &mut self.cells {
            Cells::Text(texts) => {
                let before = texts.bytes.len();
                there.push(texts.push(value));
                return texts.bytes.len() - before;
            }
            Cells::Built(built) => return push_built(built, value),
            Cells::Short(values) => there.push(append(values, short_number(value))),
            Cells::Long { values, are_games } => {
                let number = match *value {
                    Value::Number(n) => Some(n),
                    Value::Key(key) => Some(key.cast_signed()),
                    Value::Game(index) => {
                        *are_games = true;
                        Some(i64::from(index))
                    }
                    _ => None,
                };
                there.push(append(values, number));
            }
            Cells::Decimal(values) => {
                let tenths = if let Value::Tenths(n) = *value { i16::try_from(n).ok() } else { None };
                there.push(append(values, tenths.map(|n| f32::from(n) / 10.0)));
            }
            Cells::Claim(values) => {
                let claim = if let Value::Claim(claim) = *value { Some(claim) } else { None };
                values.push_word(claim.unwrap_or_default().into(), 1);
                there.push(claim.is_some());
            }
            Cells::Date(values) => {
                let date = if let Value::Date(date) = *value { day(date).map(days) } else { None };
                there.push(append(values, date));
            }
            Cells::Numbers { values, there: inner, ends } => {
                let before = values.len();
                if let Value::List(game, list) = *value {
                    numbers(game, list, values, inner);
                }
                ends.push(short(values.len()));
                there.push(matches!(value, Value::List(..)));
                return values.len() - before;
            }
            Cells::Words { texts, ends } => {
                let before = texts.bytes.len();
                there.push(texts.list(value));
                ends.push(short(texts.ends.len() - 1));
                return texts.bytes.len() - before;
            }
        }
        0
    }

    /// Appends values, as [`push`](Self::push) does one by one.
    #[inline]
    pub(super) fn extend<'a, V: Borrow<Value<'a>>>(
        &mut self,
        added: impl ExactSizeIterator<Item = V>,
    ) -> usize {
        self.begin();
        if let Cells::Short(values) = &mut self.cells {
            // A loop keeps the bits in registers, and the room is made once.
            let mut marks = self.there.marks();
            values.extend(added.map(|value| {
                let number = short_number(value.borrow());
                marks.push(number.is_some());
                number.unwrap_or_default()
            }));
            marks.end();
            return 0;
        }
        added.map(|value| self.push_one(value.borrow())).sum()
    }

    /// The same as [`push`](Self::push), where it is not worth its room.
    #[inline(never)]
    pub(super) fn push_one(&mut self, value: &Value<'_>) -> usize {
        self.push(value)
    }

    /// Appends the same value so many times: how much longer its texts and lists are.
    #[inline]
    pub(super) fn repeat(&mut self, value: &Value<'_>, times: usize) -> usize {
        if let Value::Empty = value {
            self.skip(times);
            return 0;
        }
        if let (Cells::Text(_), Value::Text(text)) = (&self.cells, value)
            && self.counts(text, times)
        {
            return text.len() * times;
        }
        self.begin();
        match (&mut self.cells, value) {
            (Cells::Text(texts), Value::Text(text)) => {
                texts.repeat(text, times);
                self.there.push_all(times);
                return text.len() * times;
            }
            (Cells::Short(values), &Value::Number(0)) => {
                values.resize(values.len() + times, 0);
                self.there.push_all(times);
                return 0;
            }
            (Cells::Long { values, .. }, &Value::Number(number)) => {
                values.resize(values.len() + times, number);
                self.there.push_all(times);
                return 0;
            }
            (Cells::Long { values, are_games }, &Value::Game(index)) => {
                *are_games = true;
                values.resize(values.len() + times, index.into());
                self.there.push_all(times);
                return 0;
            }
            _ => {}
        }
        self.extend(std::iter::repeat_n(value, times))
    }

    /// Rows that are held, with their bytes of texts or values of lists.
    pub(super) fn room(&self, rows: usize) -> (usize, usize) {
        let length = match &self.cells {
            Cells::Text(texts) | Cells::Words { texts, .. } => texts.bytes.len(),
            Cells::Numbers { values, .. } => values.len(),
            _ => 0,
        };
        (if self.there.is_empty() { 0 } else { rows }, length)
    }

    pub(super) fn reserve(&mut self, rows: usize, length: usize) {
        match &mut self.cells {
            Cells::Short(values) | Cells::Date(values) => values.reserve(rows),
            Cells::Long { values, .. } => values.reserve(rows),
            Cells::Decimal(values) => values.reserve(rows),
            Cells::Claim(_) | Cells::Built(_) => {}
            Cells::Text(texts) => {
                texts.bytes.reserve(length);
                texts.ends.reserve(rows);
            }
            Cells::Numbers { values, ends, .. } => {
                values.reserve(length);
                ends.reserve(rows);
            }
            Cells::Words { texts, ends } => {
                texts.bytes.reserve(length);
                ends.reserve(rows);
            }
        }
    }

    pub(super) fn finish(mut self, data_type: &DataType, first: Option<i64>) -> Result<ArrayRef, ArrowError> {
        if let Cells::Built(_) = self.cells {
            self.begin();
        } else if self.there.is_empty() {
            return Ok(match self.said {
                Some(text) => Arc::new(StringArray::new_repeated(text, self.alike)),
                None => new_null_array(data_type, self.alike),
            });
        }
        let nulls = self.there.finish();
        let list = |item: DataType, ends, items, nulls| -> Result<ArrayRef, ArrowError> {
            let item = Arc::new(Field::new("item", item, true));
            Ok(Arc::new(ListArray::try_new(item, offsets(ends), items, nulls)?))
        };
        Ok(match self.cells {
            Cells::Short(values) => Arc::new(Int32Array::try_new(values.into(), nulls)?),
            Cells::Long { mut values, are_games } => {
                match first {
                    Some(first) if are_games => values.iter_mut().for_each(|game| *game += first),
                    None if are_games => return Ok(Arc::new(Int64Array::new_null(values.len()))),
                    _ => {}
                }
                Arc::new(Int64Array::try_new(values.into(), nulls)?)
            }
            Cells::Decimal(values) => Arc::new(Float32Array::try_new(values.into(), nulls)?),
            Cells::Claim(values) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            Cells::Date(values) => Arc::new(Date32Array::try_new(values.into(), nulls)?),
            Cells::Text(texts) => Arc::new(texts.finish(nulls)?),
            Cells::Built(mut built) => Arc::new(built.finish()),
            Cells::Numbers { values, there: inner, ends } => {
                let items = Int32Array::try_new(values.into(), inner.finish())?;
                list(DataType::Int32, ends, Arc::new(items), nulls)?
            }
            Cells::Words { texts, ends } => list(DataType::Utf8, ends, Arc::new(texts.finish(None)?), nulls)?,
        })
    }
}

/// Appends a value to texts that their own builder puts together: how much longer they are.
fn push_built(built: &mut StringBuilder, value: &Value<'_>) -> usize {
    let (mut bytes, word) = (Vec::new(), if let Value::Word(word) = *value { word } else { (0, 0) });
    let is_there = word.1 > 0 || text(value, &mut bytes);
    let word = &word.0.to_le_bytes()[..word.1.min(8)];
    let said = if word.is_empty() { &bytes } else { word };
    built.append_option(str::from_utf8(said).ok().filter(|_| is_there));
    said.len()
}

/// A whole number that is not too long for 32 bits.
#[inline(always)]
fn short_number(value: &Value<'_>) -> Option<i32> {
    if let Value::Number(n) = *value { i32::try_from(n).ok() } else { None }
}

/// Appends a number to a column of numbers; whether there is one.
#[inline(always)]
fn append<T: Default>(values: &mut Vec<T>, number: Option<T>) -> bool {
    let is_there = number.is_some();
    values.push(number.unwrap_or_default());
    is_there
}

/// Appends what a list has of every half-move.
fn numbers(game: &Game<'_>, list: List, values: &mut Vec<i32>, there: &mut There) {
    let mut marks = there.marks();
    for told in game.annotations() {
        let value = told.value(list).and_then(|value| i32::try_from(value).ok());
        values.push(value.unwrap_or_default());
        marks.push(value.is_some());
    }
    marks.end();
}

/// Days since 1970-01-01 of a date of the Gregorian calendar.
fn days((year, month, day): (u16, u8, u8)) -> i32 {
    // Years that begin in March: the day that is not in all of them is the last.
    let (month, day) = (i32::from(month), i32::from(day));
    let year = i32::from(year) - i32::from(month <= 2);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        for (date, wanted) in [
            ((1970, 1, 1), 0),
            ((1969, 12, 31), -1),
            ((2000, 2, 29), 11_016),
            ((2000, 3, 1), 11_017),
            ((1851, 6, 21), -43_293),
            ((1, 1, 1), -719_162),
        ] {
            assert_eq!(days(date), wanted, "{date:?}");
        }
    }

    #[test]
    fn a_text_that_all_rows_say_is_written_as_often_as_they_are() {
        use arrow_array::Array;
        let said = |texts: &[(&str, usize)]| {
            let mut column = Column::new(&DataType::Utf8);
            let length = texts.iter().map(|(text, times)| column.repeat(&Value::Text(text), *times)).sum();
            let array = column.finish(&DataType::Utf8, None).expect("an array");
            let wanted = texts.iter().flat_map(|(text, times)| std::iter::repeat_n(*text, *times));
            let wanted = StringArray::from_iter_values(wanted);
            assert_eq!(array.as_any().downcast_ref::<StringArray>(), Some(&wanted), "{texts:?}");
            length
        };
        let long = "x".repeat(LONG + 1);
        for texts in [
            &[("a.pgn", 3), ("a.pgn", 70)][..],
            &[("a.pgn", 3), ("b.pgn", 2), ("a.pgn", 1)],
            &[("", 5), ("a.pgn", 0)],
            &[("a.pgn", 0), ("b.pgn", 1)],
            &[(long.as_str(), 2), ("a.pgn", 1)],
        ] {
            let length: usize = said(texts);
            assert_eq!(length, texts.iter().map(|(text, times)| text.len() * times).sum::<usize>());
        }
    }
}
