//! Rows as record batches of Arrow: what CSV has as words, column by column in the types of the columns.
use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float32Array, Int32Array, Int64Array, ListArray, RecordBatch,
    StringArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::Rows;
use super::csv;
use crate::game::Game;
use crate::game::tags::day;
use crate::game::value::{Kind, List, Value};

/// A column of texts is not made longer than this by another row, in bytes: offsets are 32 bits wide.
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

/// Texts side by side.
#[derive(Debug, Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<i32>,
}

impl Texts {
    fn end(&mut self) {
        self.ends.push(short(self.bytes.len()));
    }
}

/// Columns are finished long before they reach the bound.
fn short(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Offsets that begin with 0.
fn offsets(ends: Vec<i32>) -> OffsetBuffer<i32> {
    let mut all = Vec::with_capacity(ends.len() + 1);
    all.push(0);
    all.extend(ends);
    OffsetBuffer::new(ScalarBuffer::from(all))
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
    Claim(BooleanBufferBuilder),
    Text(Texts),
    Date(Vec<i32>),
    Numbers {
        values: Vec<i32>,
        nulls: NullBufferBuilder,
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
    nulls: NullBufferBuilder,
}

impl Column {
    fn new(data_type: &DataType) -> Self {
        let cells = match data_type {
            DataType::Int32 => Cells::Short(Vec::new()),
            DataType::Int64 => Cells::Long { values: Vec::new(), are_games: false },
            DataType::Float32 => Cells::Decimal(Vec::new()),
            DataType::Boolean => Cells::Claim(BooleanBufferBuilder::new(0)),
            DataType::Date32 => Cells::Date(Vec::new()),
            DataType::List(item) if *item.data_type() == DataType::Int32 => {
                Cells::Numbers { values: Vec::new(), nulls: NullBufferBuilder::new(0), ends: Vec::new() }
            }
            DataType::List(_) => Cells::Words { texts: Texts::default(), ends: Vec::new() },
            _ => Cells::Text(Texts::default()),
        };
        Self { cells, nulls: NullBufferBuilder::new(0) }
    }

    /// Appends a value; whether there is one. What is of another kind than the column is none.
    #[inline]
    fn push(&mut self, value: Value<'_>) {
        let is_there = match &mut self.cells {
            Cells::Text(texts) => {
                let is_there = match value {
                    Value::Empty => false,
                    Value::Text(text) => {
                        texts.bytes.extend_from_slice(text.as_bytes());
                        true
                    }
                    value => {
                        let before = texts.bytes.len();
                        csv::plain(value, &mut texts.bytes);
                        texts.bytes.len() > before
                    }
                };
                texts.end();
                is_there
            }
            Cells::Short(values) => {
                let number = match value {
                    Value::Number(n) => i32::try_from(n).ok(),
                    _ => None,
                };
                values.push(number.unwrap_or_default());
                number.is_some()
            }
            Cells::Long { values, are_games } => {
                let number = match value {
                    Value::Number(n) => Some(n),
                    Value::Key(key) => Some(key.cast_signed()),
                    Value::Game(index) => {
                        *are_games = true;
                        Some(i64::from(index))
                    }
                    _ => None,
                };
                values.push(number.unwrap_or_default());
                number.is_some()
            }
            Cells::Decimal(values) => {
                let tenths = match value {
                    Value::Tenths(n) => i16::try_from(n).ok(),
                    _ => None,
                };
                values.push(tenths.map_or(0.0, |n| f32::from(n) / 10.0));
                tenths.is_some()
            }
            Cells::Claim(values) => {
                let claim = if let Value::Claim(claim) = value { Some(claim) } else { None };
                values.append(claim.unwrap_or_default());
                claim.is_some()
            }
            Cells::Date(values) => {
                let date = if let Value::Date(date) = value { day(date).map(days) } else { None };
                values.push(date.unwrap_or_default());
                date.is_some()
            }
            Cells::Numbers { values, nulls, ends } => {
                let is_list = match value {
                    Value::List(game, list) => {
                        numbers(game, list, values, nulls);
                        true
                    }
                    _ => false,
                };
                ends.push(short(values.len()));
                is_list
            }
            Cells::Words { texts, ends } => {
                let is_list = match value {
                    Value::List(game, list) => {
                        csv::each_move(game, list, |value| {
                            csv::plain(value, &mut texts.bytes);
                            texts.end();
                        });
                        true
                    }
                    Value::Words(words) => {
                        for word in words {
                            texts.bytes.extend_from_slice(word.as_bytes());
                            texts.end();
                        }
                        true
                    }
                    _ => false,
                };
                ends.push(short(texts.ends.len()));
                is_list
            }
        };
        self.nulls.append(is_there);
    }

    /// How many bytes its texts have.
    fn length(&self) -> usize {
        match &self.cells {
            Cells::Text(texts) | Cells::Words { texts, .. } => texts.bytes.len(),
            Cells::Numbers { values, .. } => values.len(),
            _ => 0,
        }
    }

    fn finish(mut self, first: Option<i64>) -> Result<ArrayRef, ArrowError> {
        let nulls = self.nulls.finish();
        let texts = |texts: Texts, nulls: Option<NullBuffer>| {
            StringArray::try_new(offsets(texts.ends), Buffer::from_vec(texts.bytes), nulls)
        };
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
            Cells::Claim(mut values) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            Cells::Date(values) => Arc::new(Date32Array::try_new(values.into(), nulls)?),
            Cells::Text(bytes) => Arc::new(texts(bytes, nulls)?),
            Cells::Numbers { values, nulls: mut inner, ends } => {
                let items = Int32Array::try_new(values.into(), inner.finish())?;
                list(DataType::Int32, ends, Arc::new(items), nulls)?
            }
            Cells::Words { texts: words, ends } => {
                list(DataType::Utf8, ends, Arc::new(texts(words, None)?), nulls)?
            }
        })
    }
}

/// Appends what a list has of every half-move.
fn numbers(game: &Game<'_>, list: List, values: &mut Vec<i32>, nulls: &mut NullBufferBuilder) {
    for told in game.annotations() {
        let value = told.value(list).and_then(|value| i32::try_from(value).ok());
        values.push(value.unwrap_or_default());
        nulls.append(value.is_some());
    }
}

/// Days since 1970-01-01 of a date of the Gregorian calendar.
fn days((year, month, day): (u16, u8, u8)) -> i32 {
    // Years that begin in March: the day that is not in all of them is the last.
    let (month, day) = (i32::from(month), i32::from(day));
    let year = i32::from(year) - i32::from(month <= 2);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

/// Rows of a table as they come.
#[derive(Debug)]
pub struct Batch {
    schema: SchemaRef,
    columns: Vec<Column>,
    rows: usize,
    done: Vec<(Vec<Column>, usize)>,
}

impl Batch {
    /// No rows yet.
    #[must_use]
    pub fn new(schema: SchemaRef) -> Self {
        let columns = Self::columns(&schema);
        Self { schema, columns, rows: 0, done: Vec::new() }
    }

    fn columns(schema: &Schema) -> Vec<Column> {
        schema.fields().iter().map(|field| Column::new(field.data_type())).collect()
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows + self.done.iter().map(|(_, rows)| rows).sum::<usize>()
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
    fn row<'a>(&mut self, cells: impl Iterator<Item = Value<'a>>, _safe: bool) {
        let mut is_long = false;
        for (column, value) in self.columns.iter_mut().zip(cells) {
            column.push(value);
            is_long |= column.length() > MOST;
        }
        self.rows += 1;
        if is_long {
            let columns = std::mem::replace(&mut self.columns, Self::columns(&self.schema));
            self.done.push((columns, std::mem::take(&mut self.rows)));
        }
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
        batch.row([Value::Game(0), Value::Text(""), Value::Date("1992.11.04")].into_iter(), false);
        batch.row([Value::Empty, Value::Empty, Value::Date("1992.??.04")].into_iter(), false);
        let [batch] = &batch.finish(Some(7)).expect("a batch")[..] else { panic!("one batch") };
        assert_eq!(batch.num_rows(), 2);
        let nulls = |column: usize| [0, 1].map(|row| batch.column(column).is_null(row));
        assert_eq!([0, 1, 2].map(nulls), [[false, true]; 3]);
        let games = batch.column(0).as_any().downcast_ref::<Int64Array>().expect("integers");
        assert_eq!(games.value(0), 7);
    }
}
