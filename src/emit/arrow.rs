//! Rows as record batches of Arrow: what CSV has as words, column by column in the types of the columns.
mod buffers;
mod column;
mod taker;

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::Rows;
use crate::game::move_row::{Block, MoveColumn, MoveField};
use crate::game::value::{Kind, Value};
use column::Column;
use taker::Taker;

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
/// How much there was in each column of a batch, so that the next one is not moved about while it grows.
#[derive(Clone, Debug, Default)]
pub struct Room(Vec<(usize, usize)>);

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
        for (column, &(rows, length)) in batch.columns.iter_mut().zip(&room.0) {
            // Chunks are much alike, but for a few in a hundred.
            column.reserve(rows + rows / 16, length + length / 16);
        }
        batch
    }

    /// How much there is.
    #[must_use]
    pub fn room(&self) -> Room {
        Room(self.columns.iter().map(|column| column.room(self.rows)).collect())
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
            let fields = self.schema.fields().iter();
            let arrays = columns.into_iter().zip(fields);
            let arrays = arrays.map(|(column, field)| column.finish(field.data_type(), first));
            let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
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
            self.length += own.push(&value(column));
        }
        self.end(1);
    }

    /// Column by column, so that each is looked at once.
    fn moves<'c>(
        &mut self,
        columns: impl Iterator<Item = &'c MoveField> + Clone,
        block: &Block<'_>,
        _safe: bool,
    ) {
        let Some((first, mut rest)) = block.steps.split_first() else { return };
        let first = block.row(first);
        // What a row has of its game may be long, and all rows of a game have it.
        let is_long = |kind| matches!(kind, Kind::Text | Kind::Numbers | Kind::Words);
        if columns.clone().any(|field| matches!(field, MoveField::Game(field) if is_long(field.kind()))) {
            let before = self.length;
            self.row(columns.clone(), |field| first.field(field), false);
            if self.length.saturating_sub(before).saturating_mul(rest.len()) > MOST / 2 {
                let rows = block.rows().skip(1);
                rows.for_each(|one| self.row(columns.clone(), |field| one.field(field), false));
                return;
            }
        } else {
            rest = block.steps;
        }
        let rest = Block { steps: rest, ..*block };
        for (column, field) in self.columns.iter_mut().zip(columns) {
            self.length += match field {
                MoveField::Move(field) if !matches!(field, MoveColumn::Game | MoveColumn::File) => {
                    let mut taker = Taker { column, length: 0 };
                    field.cells(&rest, &mut taker);
                    taker.length
                }
                _ => column.repeat(&first.field(field), rest.steps.len()),
            };
        }
        self.end(rest.steps.len());
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{Array, Int64Array};

    use super::*;

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
