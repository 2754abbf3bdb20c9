//! The file of decisions: its rows, and where in a text each speaks of.
use std::collections::HashMap;

use super::{Decision, Found, HEAD, Index, Place};
use crate::span::Span;

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
        let mut rows: Vec<Option<Row>> = Vec::new();
        let mut of_place: HashMap<Place, Vec<usize>> = HashMap::new();
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
            let place = Place::parse(field("place"), field("printed"), field("around"), field("moves"))
                .map_err(|why| (number, why))?;
            // The later row counts.
            let others = of_place.entry(place.clone()).or_default();
            for &other in &*others {
                rows[other].take_if(|other| !other.decision.is_apart(&decision));
            }
            others.push(rows.len());
            rows.push(Some(Row { span, place, decision }));
        }
        Ok(Self { text: text.to_owned(), rows: rows.into_iter().flatten().collect() })
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
            "joined to game 12",
            "joined to game 12 after R—K1",
            "White=Morphy, P.",
        ] {
            assert_eq!(Decision::parse(words).expect(words).to_string(), words);
        }
        for words in [
            "", "joined to game 0", "joined to game one", "Kt to B3", "--", "FEN=8/8", "Result=won",
            "perhaps",
        ] {
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
