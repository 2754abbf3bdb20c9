//! Which columns of a table are written, and in which order.
use crate::emit::{Rows, Sheet, csv};
use crate::game::move_row::{Block, MoveColumn, MoveField};
use crate::game::row::{Field, GameColumn};
use crate::game::value::{About, Value};
use crate::near::nearest;

/// A column was asked for that the table does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the list: {}", self.what())]
pub struct ColumnError {
    /// The place in the list: characters, from 1.
    pub column: usize,
    /// The name asked for; empty where one is missing between commas.
    pub name: String,
    /// The names there are.
    pub there: Vec<&'static str>,
}

impl ColumnError {
    fn what(&self) -> String {
        if self.name.is_empty() {
            return format!("expected the name of a column; there are {}", self.there.join(", "));
        }
        let near = nearest(&self.name, self.there.iter().copied()).join(", ");
        format!(
            "there is no column `{}` in this table; the nearest are {near} (descant explain columns lists all)",
            self.name
        )
    }
}

/// The columns of a table that are written, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns<C> {
    chosen: Vec<(C, String)>,
    /// What a spreadsheet would take for a formula is made plain text.
    safe: bool,
}

impl<C: Clone> Columns<C> {
    /// The columns of a list such as `white,black,result`, in its order; `*` stands for the usual ones, which are those
    /// written without a list.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table; `there` are its names.
    fn choose(
        usual: &[C],
        there: &[&'static str],
        list: Option<&str>,
        find: impl Fn(&str) -> Option<C>,
        name: impl Fn(&C) -> String,
    ) -> Result<Self, ColumnError> {
        let named = |column: C| {
            let name = name(&column);
            (column, name)
        };
        let mut chosen = Vec::new();
        let mut column = 1;
        for part in list.unwrap_or("*").split(',') {
            let word = part.trim();
            let blanks = part.chars().count() - part.trim_start().chars().count();
            let at = column + if word.is_empty() { 0 } else { blanks };
            column += part.chars().count() + 1;
            if word == "*" {
                chosen.extend(usual.iter().cloned().map(named));
            } else {
                let found = find(word).ok_or_else(|| ColumnError {
                    column: at,
                    name: word.to_owned(),
                    there: there.to_vec(),
                })?;
                chosen.push(named(found));
            }
        }
        Ok(Self { chosen, safe: false })
    }

    /// The same; `safe` says whether a text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a
    /// tab or a carriage return) has an apostrophe before it. Otherwise texts are written as they are.
    #[must_use]
    pub fn with_safe_texts(self, safe: bool) -> Self {
        Self { safe, ..self }
    }

    /// The columns.
    pub fn iter(&self) -> impl Iterator<Item = &C> + Clone + '_ {
        self.chosen.iter().map(|(column, _)| column)
    }

    /// The names of the columns, and the columns.
    pub fn named(&self) -> impl Iterator<Item = (&str, &C)> + '_ {
        self.chosen.iter().map(|(column, name)| (name.as_str(), column))
    }

    /// Writes the header row.
    pub fn header(&self, sheet: &mut Sheet) {
        csv::header(self.chosen.iter().map(|(_, name)| name.as_str()), sheet);
    }

    /// Writes a row whose cells `value` tells.
    #[inline]
    pub fn row<'v>(&self, value: impl Fn(&C) -> Value<'v>, rows: &mut impl Rows) {
        rows.row(self.iter(), value, self.safe);
    }
}

impl Columns<Field> {
    /// Columns of the table of games, and `tag.NAME` for any tag.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_games(list: Option<&str>) -> Result<Self, ColumnError> {
        let usual = GameColumn::ALL.iter().copied().filter(|column| column.is_usual());
        let usual: Vec<_> = usual.map(Field::Column).collect();
        let there: Vec<_> = GameColumn::ALL.iter().map(|column| column.name()).collect();
        Self::choose(&usual, &there, list, Field::from_name, Field::name)
    }
}

impl Columns<MoveField> {
    /// Columns of the table of moves, and all that can be asked of the game a move is from.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_moves(list: Option<&str>) -> Result<Self, ColumnError> {
        let usual: Vec<_> = MoveColumn::ALL.iter().copied().map(MoveField::Move).collect();
        let games = GameColumn::ALL.iter().map(|column| column.name());
        let there: Vec<_> = MoveColumn::ALL.iter().map(|column| column.name()).chain(games).collect();
        Self::choose(&usual, &there, list, MoveField::from_name, MoveField::name)
    }

    /// Writes a row for each of these half-moves of one game.
    pub fn moves(&self, block: &Block<'_>, rows: &mut impl Rows) {
        rows.moves(self.iter(), block, self.safe);
    }
}

impl Columns<usize> {
    /// Columns of a table of totals, by their place in its list.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_table(table: &'static [About], list: Option<&str>) -> Result<Self, ColumnError> {
        let usual: Vec<_> = (0..table.len()).collect();
        let there: Vec<_> = table.iter().map(|about| about.name).collect();
        let find = |name: &str| table.iter().position(|about| about.name.eq_ignore_ascii_case(name));
        Self::choose(&usual, &there, list, find, |&at| table[at].name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_in_the_order_asked_for() {
        let columns = Columns::of_games(Some("white, black,result,white")).expect("columns");
        let mut sheet = Sheet::default();
        columns.header(&mut sheet);
        assert_eq!(sheet.bytes, b"white,black,result,white\n");
        let error = Columns::of_games(Some("white,blak")).expect_err("no such column");
        assert_eq!((error.name.as_str(), error.column), ("blak", 7));
        assert!(error.to_string().contains("the nearest are black,"), "{error}");
        let place = |list| Columns::of_games(Some(list)).expect_err("no such column").column;
        assert_eq!([place("weiß,white"), place("white,  é"), place("white,,black"), place("")], [1, 9, 7, 1]);
    }
}
