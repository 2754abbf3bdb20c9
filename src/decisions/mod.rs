//! What a reader of a book decided about places in doubt: rows of a file that is made for version control.
//!
//! A row tells its place by the printed words and those around them, so that it is found again after small edits of the
//! book, and in the same book as a page of HTML or of recognised words. See [`HELP`] for the form.
mod find;
mod index;

use std::fmt;

use crate::chess::San;
use crate::span::Span;
pub use find::{Found, Place};
pub use index::Index;

/// The form of the file, as `descant explain decisions` tells it.
pub const HELP: &str = include_str!("form.txt");

/// The first row of the file.
pub const HEAD: &str = "place\tprinted\taround\tdecision\twho\twhen\twhy";

/// Stands for the printed words among those around them.
pub const HERE: &str = "…";

/// What was decided about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These moves are meant, mostly one.
    Moves(Vec<San>),
    /// The print is right as it stands.
    AsPrinted,
    /// The words are no move.
    NotMove,
    /// A game begins with this move.
    Begins,
    /// A game ends with this move.
    Ends,
    /// The game that holds the place, or the next one, has this tag.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

impl Decision {
    /// Reads the words of a decision.
    ///
    /// # Errors
    /// What would be accepted.
    pub fn parse(words: &str) -> Result<Self, String> {
        let words = words.trim();
        match words {
            "as printed" => return Ok(Self::AsPrinted),
            "not a move" => return Ok(Self::NotMove),
            "a game begins here" => return Ok(Self::Begins),
            "a game ends here" => return Ok(Self::Ends),
            _ => {}
        }
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if let Some((name, value)) = words.split_once('=').filter(|(name, _)| is_name(name) && name.len() > 2)
        {
            return match name {
                "FEN" | "SetUp" | "Reading" => Err(format!("the tag {name} cannot be decided")),
                "Result" if !matches!(value, "1-0" | "0-1" | "1/2-1/2" | "*") => {
                    Err("Result=1-0, 0-1, 1/2-1/2 or * would be accepted".to_owned())
                }
                _ => Ok(Self::Tag { name: name.to_owned(), value: value.to_owned() }),
            };
        }
        let moves: Option<Vec<San>> = words
            .split_whitespace()
            .map(|word| San::parse(word.trim_end_matches(['!', '?']).as_bytes()).map(|(san, _)| san))
            .collect();
        moves.filter(|moves| !moves.is_empty() && moves.iter().all(|san| !san.is_null())).map(Self::Moves).ok_or_else(
            || {
                format!(
                    "{words:?} is no decision: a move such as Nf6, `as printed`, `not a move`, `a game begins here`, \
                     `a game ends here` or a tag such as White=Morphy would be accepted"
                )
            },
        )
    }

    /// May both stand for one place?
    fn is_apart(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tag { name, .. }, Self::Tag { name: other, .. }) => name != other,
            (
                Self::Moves(_) | Self::AsPrinted | Self::NotMove,
                Self::Moves(_) | Self::AsPrinted | Self::NotMove,
            ) => false,
            (one, other) => one != other,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(moves) => {
                for (i, san) in moves.iter().enumerate() {
                    write!(f, "{}{san}", if i > 0 { " " } else { "" })?;
                }
                Ok(())
            }
            Self::AsPrinted => f.write_str("as printed"),
            Self::NotMove => f.write_str("not a move"),
            Self::Begins => f.write_str("a game begins here"),
            Self::Ends => f.write_str("a game ends here"),
            Self::Tag { name, value } => write!(f, "{name}={value}"),
        }
    }
}

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where the row stands in the file.
    pub span: Span,
    /// The place it was decided at.
    pub place: Place,
    /// What was decided.
    pub decision: Decision,
}

/// A decision about a stretch of a text; an empty one stands between words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The stretch.
    pub span: Span,
    /// What was decided.
    pub decision: Decision,
}

/// All decisions of a file.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The file.
    pub text: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Decisions {
    /// Reads the rows of a file.
    ///
    /// # Errors
    /// The line that cannot be read, from 1, and why.
    pub fn parse(text: &str) -> Result<Self, (u64, String)> {
        let mut rows: Vec<Row> = Vec::new();
        let mut start = 0;
        let mut columns: Option<Vec<&str>> = None;
        for (line, number) in text.split_inclusive('\n').zip(1..) {
            let span = Span::of(start, start + line.trim_end().len());
            start += line.len();
            let line = line.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let Some(columns) = &columns else {
                if !["place", "printed", "around", "decision"].iter().all(|name| fields.contains(name)) {
                    let names = HEAD.replace('\t', ", ");
                    return Err((
                        number,
                        format!("the first row names the columns: {names}, with tabs between them"),
                    ));
                }
                columns = Some(fields);
                continue;
            };
            let field = |name: &str| {
                columns
                    .iter()
                    .position(|column| *column == name)
                    .and_then(|at| fields.get(at))
                    .copied()
                    .unwrap_or("")
            };
            let decision = Decision::parse(field("decision")).map_err(|why| (number, why))?;
            let place = Place::parse(field("place"), field("printed"), field("around"))
                .map_err(|why| (number, why))?;
            let row = Row { span, place, decision };
            // The later row counts.
            rows.retain(|other| other.place != row.place || other.decision.is_apart(&row.decision));
            rows.push(row);
        }
        Ok(Self { text: text.to_owned(), rows })
    }

    /// Finds the rows of a text of this name; for each row that speaks of it, where it is or why it is nowhere.
    #[must_use]
    pub fn find(
        &self,
        name: &str,
        index: &Index,
        line_column: &dyn Fn(u32) -> (u64, u32),
    ) -> Vec<(usize, Found)> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| row.place.is_in(name));
        rows.map(|(at, row)| (at, index.find(&row.place, line_column))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_decision_is_read_and_written_alike() {
        for words in [
            "Nf6",
            "e8=Q",
            "O-O Nf6",
            "as printed",
            "not a move",
            "a game begins here",
            "a game ends here",
            "White=Morphy, P.",
        ] {
            assert_eq!(Decision::parse(words).expect(words).to_string(), words);
        }
        for words in ["", "Kt to B3", "--", "FEN=8/8", "Result=won", "perhaps"] {
            assert!(Decision::parse(words).is_err(), "{words}");
        }
    }

    #[test]
    fn the_later_row_of_a_place_counts() {
        let text = format!("{HEAD}\n1:1\tA\tB … C\tNf6\n1:1\tA\tB … C\tNf3\n1:1\tA\tB … C\tWhite=X\n");
        let rows = Decisions::parse(&text).expect("rows").rows;
        let told: Vec<_> = rows.iter().map(|row| row.decision.to_string()).collect();
        assert_eq!(told, ["Nf3", "White=X"]);
    }

    #[test]
    fn a_row_that_says_nothing_is_refused_with_its_line() {
        let text = format!("{HEAD}\n\n1:1\tA\tB … C\tperhaps\n");
        assert_eq!(Decisions::parse(&text).expect_err("no decision").0, 3);
        assert_eq!(Decisions::parse("1:1\tA\tB\tNf6\n").expect_err("no names").0, 1);
    }
}
