//! Named openings, found by position: whatever order the moves came in, the deepest named position wins.
//!
//! ```
//! use descant::chess::{Position, San};
//! use descant::openings::Table;
//!
//! let mut position = Position::default();
//! for san in ["c4", "e6", "d4", "d5"] {
//!     let (san, _) = San::parse(san.as_bytes()).unwrap();
//!     position = position.after_move(position.resolve(san).unwrap());
//! }
//! let opening = Table::builtin().lookup(&position).unwrap();
//! assert_eq!((opening.eco(), opening.name()), ("D30", "Queen's Gambit Declined"));
//! ```
mod key;
mod opening;
mod read;

use std::sync::OnceLock;

use crate::chess::{Identity, Position};
pub use opening::Opening;
pub use read::TableError;

/// Which row of a table: stable for the table's life, in the order of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpeningId(u32);

/// A table of named positions.
#[derive(Clone, Debug)]
pub struct Table {
    openings: Vec<Opening>,
    keys: Vec<Identity>,
    /// Open addressing: row + 1, or 0 for nothing. Its length is a power of two, at least twice the rows.
    slots: Vec<u32>,
    /// The men of the named positions.
    men: key::Set,
    most_plies: u32,
}

const BUILTIN: &str = include_str!("openings.csv");

/// Half-moves by which a game may be behind the line of the table and still be looked up.
const TEMPI: u32 = 6;

impl Table {
    /// The table that comes with the program: the principal named openings.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| Self::parse(BUILTIN).unwrap_or_else(|_| Self::of(Vec::new())))
    }

    /// Reads a table: rows of `eco`, `name` and `pgn` (or `moves`) separated by tabs or commas, under a line that
    /// names the columns; or PGN games with the tags `ECO`, `Opening`, `Variation` and `SubVariation`. Of two
    /// names for one position the first counts.
    ///
    /// # Errors
    ///
    /// The first row that cannot be read or played.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        Ok(Self::of(read::rows(text)?))
    }

    fn of(rows: Vec<(Opening, Position)>) -> Self {
        let mut table = Self {
            openings: Vec::with_capacity(rows.len()),
            keys: Vec::with_capacity(rows.len()),
            slots: vec![0; (rows.len() * 2 + 1).next_power_of_two()],
            men: key::Set::for_keys(rows.len()),
            most_plies: 0,
        };
        for (opening, position) in rows {
            let key = position.identity();
            if let Err(slot) = table.find(&key) {
                table.men.insert(position.men_key());
                table.most_plies = table.most_plies.max(u32::from(opening.plies));
                table.openings.push(opening);
                table.keys.push(key);
                table.slots[slot] = u32::try_from(table.openings.len()).unwrap_or(0);
            }
        }
        table
    }

    /// The row of a key, or the slot where it would be put.
    fn find(&self, key: &Identity) -> Result<OpeningId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = key::hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                row if self.keys[row as usize - 1] == *key => return Ok(OpeningId(row - 1)),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The opening whose position this is; the clocks do not matter.
    #[must_use]
    pub fn lookup(&self, position: &Position) -> Option<&Opening> {
        self.lookup_id(position).map(|id| self.get(id))
    }

    /// The row of the opening whose position this is.
    #[must_use]
    pub fn lookup_id(&self, position: &Position) -> Option<OpeningId> {
        self.find(&position.identity()).ok()
    }

    /// Whether a named position has these men and this side to move ([`Position::men_key`]): with others there is none.
    #[inline]
    #[must_use]
    pub fn has_men(&self, men_key: u64) -> bool {
        self.men.contains(men_key)
    }

    /// After so many half-moves of a game no position is looked up any more.
    #[must_use]
    pub const fn reach(&self) -> u32 {
        self.most_plies + TEMPI
    }

    /// An opening by its row.
    #[must_use]
    pub fn get(&self, id: OpeningId) -> &Opening {
        &self.openings[id.0 as usize]
    }

    /// The openings, in the order of the source.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::San;

    fn after(moves: &str) -> Position {
        moves.split_whitespace().fold(Position::default(), |position, word| {
            let (san, _) = San::parse(word.as_bytes()).expect("export notation");
            position.after_move(position.resolve(san).expect("a legal move"))
        })
    }

    fn named(moves: &str) -> Option<(&'static str, &'static str)> {
        Table::builtin().lookup(&after(moves)).map(|opening| (opening.eco(), opening.name()))
    }

    #[test]
    fn every_row_of_the_builtin_table_plays() {
        let table = Table::parse(BUILTIN).expect("a table that plays");
        assert_eq!(table.openings().len(), BUILTIN.lines().count() - 1, "no position is named twice");
        assert!((300..=800).contains(&table.openings().len()));
    }

    #[test]
    fn every_code_of_the_encyclopaedia_is_in_the_builtin_table() {
        let known: std::collections::HashSet<_> =
            Table::builtin().openings().iter().map(|opening| opening.eco().to_owned()).collect();
        let all: Vec<_> = ('A'..='E').flat_map(|c| (0..100).map(move |n| format!("{c}{n:02}"))).collect();
        let missing: Vec<_> = all.iter().filter(|&code| !known.contains(code)).collect();
        assert!(missing.is_empty() && known.len() == all.len(), "{missing:?}");
    }

    #[test]
    fn the_scotch_gambit_is_the_bishop_to_c4() {
        let start = "e4 e5 Nf3 Nc6 d4 exd4";
        assert_eq!(named(&format!("{start} Bc4")), Some(("C44", "Scotch Game: Scotch Gambit")));
        assert_eq!(named(&format!("{start} Bf4")), None);
    }

    #[test]
    fn a_transposition_is_the_same_opening() {
        let queens_gambit = named("d4 d5 c4 e6 Nc3 Nf6");
        assert!(queens_gambit.is_some_and(|(eco, _)| eco == "D35"), "{queens_gambit:?}");
        assert_eq!(named("c4 Nf6 Nc3 e6 d4 d5"), queens_gambit);
    }

    #[test]
    fn the_side_to_move_is_part_of_the_position() {
        assert!(named("e4 e5").is_some());
        let passed = after("e4 e5").play_null().expect("no check");
        assert_eq!(Table::builtin().lookup(&passed), None);
    }

    #[test]
    fn an_empty_table_finds_nothing() {
        let table = Table::parse("eco\tname\tpgn\n").expect("a table");
        assert_eq!(table.lookup(&Position::default()), None);
    }
}
