//! The cells of half-moves on their way to a column.
use std::sync::OnceLock;

use arrow_array::StringArray;

use super::buffers::Marks;
use super::column::{Cells, Column};
use crate::chess::Color;
use crate::game::move_row;
use crate::game::value::Value;

/// How many sides in turn are at hand: more half-moves than are written together.
const MOST: usize = 1 << 10;

/// The sides in turn.
static TURNS: OnceLock<StringArray> = OnceLock::new();

/// A column that takes cells, and how much longer it becomes.
pub(super) struct Taker<'c> {
    pub(super) column: &'c mut Column,
    pub(super) length: usize,
}

impl move_row::Cells for Taker<'_> {
    #[inline]
    fn take<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.length += self.column.extend(values);
    }

    #[inline]
    fn take_full<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>> + Clone) {
        self.column.begin();
        let Column { cells, there, .. } = &mut *self.column;
        let (told, count) = (values.clone(), values.len());
        // Where one is missing after all, they are told again.
        let mut is_full = true;
        match cells {
            Cells::Short(shorts) => {
                let start = shorts.len();
                shorts.extend(told.map(|value| {
                    let wide = if let Value::Number(n) = value { n } else { i64::MAX };
                    let short = wide as i32;
                    is_full &= i64::from(short) == wide;
                    short
                }));
                if !is_full {
                    shorts.truncate(start);
                }
            }
            Cells::Long { values, .. } => {
                let start = values.len();
                values.extend(told.map(|value| {
                    is_full &= matches!(value, Value::Key(_));
                    if let Value::Key(key) = value { key.cast_signed() } else { 0 }
                }));
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
        self.column.begin();
        if let Column { cells: Cells::Text(texts), there, .. } = &mut *self.column {
            texts.run(run, ends, there);
            self.length += run.len();
        }
    }

    #[inline]
    fn take_words<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.column.begin();
        let Column { cells: Cells::Text(texts), there, .. } = &mut *self.column else {
            return self.take(values);
        };
        let before = texts.bytes.len();
        texts.words(values, there);
        self.length += texts.bytes.len() - before;
    }

    #[inline]
    fn take_few<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        let mut empty = 0;
        for value in values {
            if let Value::Empty = value {
                empty += 1;
            } else {
                self.column.skip(std::mem::take(&mut empty));
                self.column.leave_to_builder();
                self.length += self.column.push_one(&value);
            }
        }
        self.column.skip(empty);
    }

    fn take_turns(&mut self, first: Color, count: usize) {
        self.column.leave_to_builder();
        self.column.begin();
        let turns = TURNS
            .get_or_init(|| StringArray::from_iter_values((0..MOST).map(|turn| Color::ALL[turn % 2].name())));
        self.length += 5 * count;
        if let Cells::Built(built) = &mut self.column.cells
            && count < MOST
            && built.append_array(&turns.slice(first.index(), count)).is_ok()
        {
            return;
        }
        let side = |turn| if turn % 2 == 0 { first } else { !first };
        self.take((0..count).map(|turn| Value::Text(side(turn).name())));
    }

    #[inline]
    fn take_claims<'a>(&mut self, values: impl ExactSizeIterator<Item = Value<'a>>) {
        self.column.begin();
        let Column { cells: Cells::Claim(bits), there, .. } = &mut *self.column else {
            return self.take(values);
        };
        there.push_all(values.len());
        let mut claims = Marks::new(|word, count| bits.push_word(word, count));
        for value in values {
            claims.push(matches!(value, Value::Claim(true)));
        }
        claims.end();
    }

    #[inline]
    fn take_same(&mut self, value: Value<'_>, times: usize) {
        self.length += self.column.repeat(&value, times);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_schema::{DataType, Field};

    use super::*;

    #[test]
    fn what_says_nothing_is_missing_wherever_it_stands() {
        use arrow_array::Array;
        let list = |item| DataType::List(Arc::new(Field::new("item", item, true)));
        let cases = [
            (DataType::Int32, Value::Number(3)),
            (DataType::Int64, Value::Key(3)),
            (DataType::Float32, Value::Tenths(3)),
            (DataType::Boolean, Value::Claim(true)),
            (DataType::Utf8, Value::Text("three")),
            (DataType::Utf8, Value::Word((u64::from(b'3'), 1))),
            (DataType::Date32, Value::Date("2003.03.03")),
            (list(DataType::Utf8), Value::Words(&["three", "four"])),
        ];
        for (data_type, value) in cases {
            for (before, between) in [(0, 0), (0, 70), (1, 1), (63, 2), (64, 0), (130, 65)] {
                let mut column = Column::new(&data_type);
                column.skip(before);
                column.extend(std::iter::once(&value));
                column.repeat(&Value::Empty, between);
                column.repeat(&value, 2);
                let mut taker = Taker { column: &mut column, length: 0 };
                move_row::Cells::take_few(&mut taker, [value, Value::Empty].into_iter());
                let array = column.finish(&data_type, None).expect("an array");
                let is_there = |row| row == before || row > before + between && row < array.len() - 1;
                assert_eq!(array.len(), before + between + 5, "{data_type}");
                assert!((0..array.len()).all(|row| array.is_valid(row) == is_there(row)), "{data_type}");
                let one = array.slice(before, 1);
                assert_eq!(&one, &array.slice(array.len() - 2, 1), "{data_type}");
            }
            let mut column = Column::new(&data_type);
            column.repeat(&value, 3);
            column.skip(2);
            column.repeat(&value, 1);
            let array = column.finish(&data_type, None).expect("an array");
            assert_eq!(
                (0..6).map(|row| array.is_null(row)).collect::<Vec<_>>(),
                [false, false, false, true, true, false]
            );
            assert_eq!(&array.slice(0, 1), &array.slice(5, 1), "{data_type}");
            let mut column = Column::new(&data_type);
            column.skip(9);
            let array = column.finish(&data_type, None).expect("an array");
            assert_eq!((array.len(), array.null_count(), array.data_type()), (9, 9, &data_type));
        }
    }

    #[test]
    fn sides_in_turn_are_written_like_any_texts() {
        use arrow_array::Array;
        use move_row::Cells as _;
        let names = |first: Color, count| {
            (0..count).map(move |turn| if turn % 2 == 0 { first.name() } else { (!first).name() })
        };
        for (before, first, count, behind) in [
            (0, Color::White, 5, 0),
            (3, Color::Black, 130, 2),
            (0, Color::Black, MOST + 1, 1),
            (2, Color::White, 1, 0),
        ] {
            let mut column = Column::new(&DataType::Utf8);
            column.skip(before);
            let mut taker = Taker { column: &mut column, length: 0 };
            taker.take_turns(first, count);
            taker.take_words((0..behind).map(|_| Value::Word((u64::from(b'x'), 1))));
            let length = taker.length;
            let wanted: Vec<Option<&str>> = std::iter::repeat_n(None, before)
                .chain(names(first, count).map(Some))
                .chain(std::iter::repeat_n(Some("x"), behind))
                .collect();
            let array = column.finish(&DataType::Utf8, None).expect("an array");
            let array = array.as_any().downcast_ref::<StringArray>().expect("texts");
            let told: Vec<_> =
                (0..array.len()).map(|row| array.is_valid(row).then(|| array.value(row))).collect();
            assert!(told == wanted, "{before} {first:?} {count} {behind}");
            assert!(length >= 5 * count + behind);
        }
    }
}
