//! Rows as record batches of Arrow: what CSV has as words, column by column in the types of the columns.
mod buffers;

use std::borrow::Borrow;
use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float32Array, Int32Array, Int64Array, ListArray, RecordBatch,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::Rows;
use crate::game::Game;
use crate::game::move_row::{self, MoveColumn, MoveField, MoveRow};
use crate::game::tags::day;
use crate::game::value::{Kind, List, Value};
use buffers::{Bits, Marks, Texts, There, offsets, room, short};

/// A batch whose texts and lists are longer than this together gets no more rows: offsets are 32 bits wide.
const MOST: usize = 1 << 30;

/// The type of the values of a kind. Integers are signed, texts plain, everything may be missing: so every reader agrees.
#[must_use]
pub fn data_type(kind: Kind) -> DataType {
    let list = |item| DataType::List(Arc::new(Field::new("item", item, true)));
    match kind {
        Kind::Number => DataType::Int32,
        Kind::Long | Kind::Key => DataType::Int64,
        Kind::Decimal => DataType::Float32,
        Kind::Claim => DataType::Boolean,
        Kind::Text => DataType::Utf8,
        Kind::Date => DataType::Date32,
        Kind::Numbers => list(DataType::Int32),
        Kind::Words => list(DataType::Utf8),
    }
}

/// A column is asked for twice: most readers could not tell one from the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the column {0} is asked for twice")]
pub struct Twice(String);

/// The schema of columns: their names and kinds.
///
/// # Errors
///
/// When two have one name.
pub fn schema<'n>(columns: impl IntoIterator<Item = (&'n str, Kind)>) -> Result<SchemaRef, Twice> {
    let mut names = HashSet::new();
    let mut fields = Vec::new();
    for (name, kind) in columns {
        if !names.insert(name) {
            return Err(Twice(name.to_owned()));
        }
        fields.push(Field::new(name, data_type(kind), true));
    }
    Ok(Arc::new(Schema::new(fields)))
}

#[derive(Debug)]
enum Cells {
    Short(Vec<i32>),
    /// Whole numbers; those of games count from the first game of the chunk.
    Long {
        values: Vec<i64>,
        are_games: bool,
    },
    Decimal(Vec<f32>),
    Claim(Bits),
    Text(Texts),
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
struct Column {
    cells: Cells,
    there: There,
}

impl Column {
    fn new(data_type: &DataType) -> Self {
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
        Self { cells, there: There::default() }
    }

    /// Appends values: how much longer its texts and lists are. What is of another kind than the column is none.
    #[inline]
    fn extend<'a, V: Borrow<Value<'a>>>(&mut self, added: impl ExactSizeIterator<Item = V>) -> usize {
        let there = &mut self.there;
        match &mut self.cells {
            Cells::Text(texts) => {
                let before = texts.bytes.len();
                texts.extend(added, there);
                return texts.bytes.len() - before;
            }
            Cells::Short(values) => take(values, there, added, |value| {
                if let Value::Number(n) = *value { i32::try_from(n).ok() } else { None }
            }),
            Cells::Long { values, are_games } => take(values, there, added, |value| match *value {
                Value::Number(n) => Some(n),
                Value::Key(key) => Some(key.cast_signed()),
                Value::Game(index) => {
                    *are_games = true;
                    Some(i64::from(index))
                }
                _ => None,
            }),
            Cells::Decimal(values) => take(values, there, added, |value| {
                let tenths = if let Value::Tenths(n) = *value { i16::try_from(n).ok() } else { None };
                tenths.map(|n| f32::from(n) / 10.0)
            }),
            Cells::Claim(values) => {
                let mut claims = Marks::new(|bits, count| values.push_word(bits, count));
                let mut marks = there.marks();
                for value in added {
                    let claim = if let Value::Claim(claim) = *value.borrow() { Some(claim) } else { None };
                    claims.push(claim.unwrap_or_default());
                    marks.push(claim.is_some());
                }
                claims.end();
                marks.end();
            }
            Cells::Date(values) => take(values, there, added, |value| {
                if let Value::Date(date) = *value { day(date).map(days) } else { None }
            }),
            Cells::Numbers { values, there: inner, ends } => {
                let before = values.len();
                let mut marks = there.marks();
                for value in added {
                    let value = value.borrow();
                    let is_list = matches!(value, Value::List(..));
                    if let Value::List(game, list) = *value {
                        numbers(game, list, values, inner);
                    }
                    ends.push(short(values.len()));
                    marks.push(is_list);
                }
                marks.end();
                return values.len() - before;
            }
            Cells::Words { texts, ends } => {
                let before = texts.bytes.len();
                let mut marks = there.marks();
                for value in added {
                    marks.push(texts.list(value.borrow()));
                    ends.push(short(texts.ends.len() - 1));
                }
                marks.end();
                return texts.bytes.len() - before;
            }
        }
        0
    }

    /// Appends the same value so many times: how much longer its texts and lists are.
    fn repeat(&mut self, value: &Value<'_>, times: usize) -> usize {
        if let (Cells::Text(texts), Value::Text(text)) = (&mut self.cells, value) {
            texts.repeat(text, times);
            self.there.push_all(times);
            return text.len() * times;
        }
        self.extend(std::iter::repeat_n(value, times))
    }

    /// Bytes of texts, values of lists.
    fn length(&self) -> usize {
        match &self.cells {
            Cells::Text(texts) | Cells::Words { texts, .. } => texts.bytes.len(),
            Cells::Numbers { values, .. } => values.len(),
            _ => 0,
        }
    }

    fn reserve(&mut self, rows: usize, length: usize) {
        match &mut self.cells {
            Cells::Short(values) | Cells::Date(values) => values.reserve(rows),
            Cells::Long { values, .. } => values.reserve(rows),
            Cells::Decimal(values) => values.reserve(rows),
            Cells::Claim(_) => {}
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

    fn finish(self, first: Option<i64>) -> Result<ArrayRef, ArrowError> {
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
            Cells::Numbers { values, there: inner, ends } => {
                let items = Int32Array::try_new(values.into(), inner.finish())?;
                list(DataType::Int32, ends, Arc::new(items), nulls)?
            }
            Cells::Words { texts, ends } => list(DataType::Utf8, ends, Arc::new(texts.finish(None)?), nulls)?,
        })
    }
}

/// Appends what values say to a column of numbers, and which say anything.
#[inline(always)]
fn take<'a, T: Copy + Default, V: Borrow<Value<'a>>>(
    values: &mut Vec<T>,
    there: &mut There,
    added: impl ExactSizeIterator<Item = V>,
    mut number: impl FnMut(&Value<'a>) -> Option<T>,
) {
    let mut marks = there.marks();
    // A loop keeps the bits in registers, and the room is made once.
    for (to, value) in room(values, added.len()).iter_mut().zip(added) {
        let number = number(value.borrow());
        marks.push(number.is_some());
        *to = number.unwrap_or_default();
    }
    marks.end();
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

/// How much there was in each column of a batch, so that the next one is not moved about while it grows.
#[derive(Clone, Debug, Default)]
pub struct Room {
    rows: usize,
    /// Bytes of texts, values of lists.
    lengths: Vec<usize>,
}

/// Rows of a table as they come.
#[derive(Debug)]
pub struct Batch {
    schema: SchemaRef,
    columns: Vec<Column>,
    rows: usize,
    length: usize,
    done: Vec<(Vec<Column>, usize)>,
}

impl Batch {
    /// No rows yet.
    #[must_use]
    pub fn new(schema: SchemaRef) -> Self {
        let columns = Self::columns(&schema);
        Self { schema, columns, rows: 0, length: 0, done: Vec::new() }
    }

    fn columns(schema: &Schema) -> Vec<Column> {
        schema.fields().iter().map(|field| Column::new(field.data_type())).collect()
    }

    /// No rows yet, and room for about as many as a batch of these columns had.
    #[must_use]
    pub fn with_room(schema: SchemaRef, room: &Room) -> Self {
        let mut batch = Self::new(schema);
        for (column, &length) in batch.columns.iter_mut().zip(&room.lengths) {
            // Chunks are much alike, but for a few in a hundred.
            column.reserve(room.rows + room.rows / 16, length + length / 16);
        }
        batch
    }

    /// How much there is.
    #[must_use]
    pub fn room(&self) -> Room {
        Room { rows: self.rows, lengths: self.columns.iter().map(Column::length).collect() }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows + self.done.iter().map(|(_, rows)| rows).sum::<usize>()
    }

    /// Counts rows that were appended to all columns.
    #[inline]
    fn end(&mut self, rows: usize) {
        self.rows += rows;
        if self.length > MOST {
            self.length = 0;
            let columns = std::mem::replace(&mut self.columns, Self::columns(&self.schema));
            self.done.push((columns, std::mem::take(&mut self.rows)));
        }
    }

    /// The rows as record batches: one, but for texts of more than a gigabyte. `first` is the number of the chunk's first
    /// game; where that is not known the numbers of games are null.
    ///
    /// # Errors
    ///
    /// Should the columns not fit together.
    pub fn finish(self, first: Option<u64>) -> Result<Vec<RecordBatch>, ArrowError> {
        let first = first.map(|first| i64::try_from(first).unwrap_or(i64::MAX));
        let mut parts = self.done;
        if self.rows > 0 || parts.is_empty() {
            parts.push((self.columns, self.rows));
        }
        let batch = |(columns, rows): (Vec<Column>, usize)| {
            let arrays =
                columns.into_iter().map(|column| column.finish(first)).collect::<Result<Vec<_>, _>>()?;
            let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
            RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
        };
        parts.into_iter().map(batch).collect()
    }
}

impl Rows for Batch {
    #[inline]
    fn row<'a, C>(&mut self, columns: impl Iterator<Item = C>, value: impl Fn(C) -> Value<'a>, _safe: bool) {
        for (own, column) in self.columns.iter_mut().zip(columns) {
            let value = value(column);
            self.length += own.extend(std::iter::once(&value));
        }
        self.end(1);
    }

    /// Column by column, so that each is looked at once.
    fn moves<'c>(
        &mut self,
        columns: impl Iterator<Item = &'c MoveField> + Clone,
        moves: &[MoveRow<'_>],
        _safe: bool,
    ) {
        let Some((first, mut rest)) = moves.split_first() else { return };
        // What a row has of its game may be long, and all rows of a game have it.
        if columns.clone().any(|field| matches!(field, MoveField::Game(_))) {
            let before = self.length;
            self.row(columns.clone(), |field| first.field(field), false);
            if self.length.saturating_sub(before).saturating_mul(rest.len()) > MOST / 2 {
                rest.iter().for_each(|one| self.row(columns.clone(), |field| one.field(field), false));
                return;
            }
        } else {
            rest = moves;
        }
        for (column, field) in self.columns.iter_mut().zip(columns) {
            self.length += match field {
                MoveField::Game(field) => column.repeat(&first.game.field(field), rest.len()),
                MoveField::Move(field @ (MoveColumn::Game | MoveColumn::File)) => {
                    column.repeat(&first.value(*field), rest.len())
                }
                MoveField::Move(field) => {
                    let mut taker = Taker { column, length: 0 };
                    field.cells(rest, &mut taker);
                    taker.length
                }
            };
        }
        self.end(rest.len());
    }
}

/// A column that takes cells, and how much longer it becomes.
struct Taker<'c> {
    column: &'c mut Column,
    length: usize,
}

impl move_row::Cells for Taker<'_> {
    #[inline]
    fn take<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.length += self.column.extend(values);
    }

    #[inline]
    fn take_full<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>> + Clone) {
        let Column { cells, there } = &mut *self.column;
        let (told, count) = (values.clone(), values.len());
        // Where one is missing after all, they are told again.
        let mut is_full = true;
        match cells {
            Cells::Short(shorts) => {
                let start = shorts.len();
                for (to, value) in room(shorts, count).iter_mut().zip(told) {
                    let wide = if let Value::Number(n) = value { n } else { i64::MAX };
                    *to = wide as i32;
                    is_full &= i64::from(*to) == wide;
                }
                if !is_full {
                    shorts.truncate(start);
                }
            }
            Cells::Long { values, .. } => {
                let start = values.len();
                for (to, value) in room(values, count).iter_mut().zip(told) {
                    is_full &= matches!(value, Value::Key(_));
                    *to = if let Value::Key(key) = value { key.cast_signed() } else { 0 };
                }
                if !is_full {
                    values.truncate(start);
                }
            }
            _ => is_full = false,
        }
        if is_full {
            there.push_all(count);
        } else {
            self.take(values);
        }
    }

    #[inline]
    fn take_run(&mut self, run: &[u8], ends: impl ExactSizeIterator<Item = usize>) {
        if let Column { cells: Cells::Text(texts), there } = &mut *self.column {
            texts.run(run, ends, there);
            self.length += run.len();
        }
    }

    #[inline]
    fn take_words<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        let Column { cells: Cells::Text(texts), there } = &mut *self.column else { return self.take(values) };
        let before = texts.bytes.len();
        texts.words(values, there);
        self.length += texts.bytes.len() - before;
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;

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
    fn games_are_counted_on_and_what_is_missing_is_null() {
        let columns = [("game", Kind::Long), ("white", Kind::Text), ("date", Kind::Date)];
        let mut batch = Batch::new(schema(columns).expect("columns"));
        batch.row(
            [Value::Game(0), Value::Text(""), Value::Date("1992.11.04")].into_iter(),
            |cell| cell,
            false,
        );
        batch.row([Value::Empty, Value::Empty, Value::Date("1992.??.04")].into_iter(), |cell| cell, false);
        let [batch] = &batch.finish(Some(7)).expect("a batch")[..] else { panic!("one batch") };
        assert_eq!(batch.num_rows(), 2);
        let nulls = |column: usize| [0, 1].map(|row| batch.column(column).is_null(row));
        assert_eq!([0, 1, 2].map(nulls), [[false, true]; 3]);
        let games = batch.column(0).as_any().downcast_ref::<Int64Array>().expect("integers");
        assert_eq!(games.value(0), 7);
    }
}
