//! Which columns of a table are written, and in which order.
use crate::emit::{Sheet, csv};
use crate::game::row::{GameColumn, MoveColumn, Value};

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
        let there = self.there.join(", ");
        if self.name.is_empty() {
            return format!("expected the name of a column; there are {there}");
        }
        format!("there is no column `{}` in this table; there are {there}", self.name)
    }
}

/// The columns of a table that are written, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns<C> {
    chosen: Vec<(C, &'static str)>,
    /// What a spreadsheet would take for a formula is made plain text.
    safe: bool,
}

impl<C: Copy> Columns<C> {
    /// The columns of a list such as `white,black,result`, in its order; without a list, all of them.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn choose(all: &[(C, &'static str)], list: Option<&str>) -> Result<Self, ColumnError> {
        let Some(list) = list else { return Ok(Self { chosen: all.to_vec(), safe: false }) };
        let mut column = 1;
        let chosen = list
            .split(',')
            .map(|part| {
                let name = part.trim();
                let blanks = part.chars().count() - part.trim_start().chars().count();
                let at = column + if name.is_empty() { 0 } else { blanks };
                column += part.chars().count() + 1;
                all.iter().copied().find(|(_, own)| *own == name).ok_or_else(|| ColumnError {
                    column: at,
                    name: name.to_owned(),
                    there: all.iter().map(|(_, own)| *own).collect(),
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { chosen, safe: false })
    }

    /// The same; `safe` says whether a text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a
    /// tab or a carriage return) has an apostrophe before it. Otherwise texts are written as they are.
    #[must_use]
    pub fn with_safe_texts(self, safe: bool) -> Self {
        Self { safe, ..self }
    }

    /// The columns.
    pub fn iter(&self) -> impl Iterator<Item = C> + '_ {
        self.chosen.iter().map(|(column, _)| *column)
    }

    /// Writes the header row.
    pub fn header(&self, sheet: &mut Sheet) {
        csv::header(self.chosen.iter().map(|(_, name)| *name), sheet);
    }

    /// Writes a row whose cells `value` tells.
    pub fn row<'v>(&self, value: impl Fn(C) -> Value<'v>, sheet: &mut Sheet) {
        if self.safe {
            csv::safe_row(self.iter().map(value), sheet);
        } else {
            csv::row(self.iter().map(value), sheet);
        }
    }
}

impl Columns<GameColumn> {
    /// Columns of the table of games.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_games(list: Option<&str>) -> Result<Self, ColumnError> {
        let all: Vec<_> = GameColumn::ALL.iter().map(|&column| (column, column.name())).collect();
        Self::choose(&all, list)
    }
}

impl Columns<MoveColumn> {
    /// Columns of the table of moves.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_moves(list: Option<&str>) -> Result<Self, ColumnError> {
        let all: Vec<_> = MoveColumn::ALL.iter().map(|&column| (column, column.name())).collect();
        Self::choose(&all, list)
    }
}

impl Columns<usize> {
    /// Columns of a table of totals, by their place in its list of names.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn of_names(names: &[&'static str], list: Option<&str>) -> Result<Self, ColumnError> {
        let all: Vec<_> = names.iter().copied().enumerate().collect();
        Self::choose(&all, list)
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
        assert!(error.to_string().contains("white_elo"));
        let place = |list| Columns::of_games(Some(list)).expect_err("no such column").column;
        assert_eq!([place("weiß,white"), place("white,  é"), place("white,,black"), place("")], [1, 9, 7, 1]);
    }
}
