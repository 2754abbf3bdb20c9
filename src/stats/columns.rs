//! Which columns of a table are written, and in which order.
use crate::emit::{Sheet, csv};
use crate::game::row::{GameColumn, MoveColumn, Value};

/// A column was asked for that the table does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no column `{name}` in this table; there are {}", there.join(", "))]
pub struct ColumnError {
    /// The name asked for.
    pub name: String,
    /// The names there are.
    pub there: Vec<&'static str>,
}

/// The columns of a table that are written, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns<C> {
    chosen: Vec<(C, &'static str)>,
}

impl<C: Copy> Columns<C> {
    /// The columns of a list such as `white,black,result`, in its order; without a list, all of them.
    ///
    /// # Errors
    ///
    /// The first name that is not in the table.
    pub fn choose(all: &[(C, &'static str)], list: Option<&str>) -> Result<Self, ColumnError> {
        let Some(list) = list else { return Ok(Self { chosen: all.to_vec() }) };
        let chosen = list
            .split(',')
            .map(|name| {
                let name = name.trim();
                all.iter().copied().find(|(_, own)| *own == name).ok_or_else(|| ColumnError {
                    name: name.to_owned(),
                    there: all.iter().map(|(_, own)| *own).collect(),
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { chosen })
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
        csv::row(self.iter().map(value), sheet);
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
        assert_eq!(error.name, "blak");
        assert!(error.to_string().contains("white_elo"));
    }
}
