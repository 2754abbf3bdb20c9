//! Which games or moves are wanted: expressions over the columns of a table.
//!
//! ```
//! use descant::filter::Filter;
//! use descant::game::row::GameColumn;
//!
//! let filter = Filter::<GameColumn>::parse("white_elo >= 2400 and result = 1-0").unwrap();
//! let error = Filter::<GameColumn>::parse("white_elo >= high").unwrap_err();
//! assert_eq!(error.column, 14);
//! ```
//!
//! - `=` `!=` `<` `<=` `>` `>=` compare numbers as numbers and words as words. A date is compared as far as it is
//!   given: `date=1992` is the whole year, `date>=1990.05` begins with May; `1990-05` says the same.
//! - `~` and `!~` ask whether the words are in the value, whatever their case.
//! - A value that is not there, or a date not known so far, is unequal to all and neither less nor more. `elo=''` asks
//!   for it.
//! - A column alone asks whether it says anything: not empty, not `false`, not 0.
use std::borrow::Cow;
use std::cmp::Ordering;

use crate::emit::csv;
use crate::game::row::{GameColumn, Kind, MoveColumn, MoveRow, Need, Row, Value};
use crate::grammar::filter::{self as grammar, Operator, Step};

/// Why an expression cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the expression: {message}")]
pub struct FilterError {
    /// The place in the expression: characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

/// A column that can be asked for by name.
pub trait Column: Copy + Eq + 'static {
    /// The column of a name.
    fn from_name(name: &str) -> Option<Self>;
    /// All names there are, in order.
    fn names() -> Vec<&'static str>;
    /// The kind of its values.
    fn kind(self) -> Kind;
    /// A date, compared as far as it is given.
    fn is_date(self) -> bool;
}

impl Column for GameColumn {
    fn from_name(name: &str) -> Option<Self> {
        Self::from_name(name)
    }

    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|column| column.name()).collect()
    }

    fn kind(self) -> Kind {
        self.kind()
    }

    fn is_date(self) -> bool {
        self == Self::Date
    }
}

/// A column of the table of moves, or of the game the move is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyColumn {
    /// A column of the table of games.
    Game(GameColumn),
    /// A column of the table of moves.
    Move(MoveColumn),
}

impl Column for AnyColumn {
    fn from_name(name: &str) -> Option<Self> {
        MoveColumn::from_name(name).map(Self::Move).or_else(|| GameColumn::from_name(name).map(Self::Game))
    }

    fn names() -> Vec<&'static str> {
        let moves = MoveColumn::ALL.iter().map(|column| column.name());
        let games = GameColumn::ALL.iter().map(|column| column.name());
        moves.chain(games.filter(|name| MoveColumn::from_name(name).is_none())).collect()
    }

    fn kind(self) -> Kind {
        match self {
            Self::Game(column) => column.kind(),
            Self::Move(column) => column.kind(),
        }
    }

    fn is_date(self) -> bool {
        self == Self::Game(GameColumn::Date)
    }
}

/// What a value is compared with.
#[derive(Clone, Debug)]
enum Against {
    /// The column on its own.
    Said,
    Number(Operator, f64),
    Claim(Operator, bool),
    Date(Operator, String),
    /// The words; in lower case for `~`.
    Words(Operator, String),
}

/// An expression over columns.
#[derive(Clone, Debug)]
pub struct Filter<C = GameColumn> {
    program: Vec<Step<(C, Against)>>,
}

impl<C: Column> Filter<C> {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// With the place in the expression, if it cannot be read or names a column that is not there.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        let fault = |at: usize, message: String| FilterError {
            column: text.get(..at).unwrap_or(text).chars().count() + 1,
            message,
        };
        let program = grammar::expression(text)
            .map_err(|miss| fault(miss.at, format!("expected {}", miss.expected)))?
            .into_iter()
            .map(|step| {
                Ok(match step {
                    Step::Not => Step::Not,
                    Step::UnlessTrue(to) => Step::UnlessTrue(to),
                    Step::UnlessFalse(to) => Step::UnlessFalse(to),
                    Step::Test(test) => {
                        let Some(column) = C::from_name(test.column) else {
                            let there = C::names().join(", ");
                            let message = format!("there is no column `{}`; there are {there}", test.column);
                            return Err(fault(test.column_at, message));
                        };
                        if test.column == "game" {
                            let message = "games are chosen by number with --games, as in --games 1,4-9";
                            return Err(fault(test.column_at, message.to_owned()));
                        }
                        let against = match test.against {
                            None => Against::Said,
                            Some((operator, words, at)) => bind(column, operator, words)
                                .map_err(|what| fault(at, format!("`{}` is {what}", test.column)))?,
                        };
                        Step::Test((column, against))
                    }
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { program })
    }

    /// The columns it asks for.
    pub fn columns(&self) -> impl Iterator<Item = C> + '_ {
        self.program.iter().filter_map(|step| match step {
            Step::Test((column, _)) => Some(*column),
            _ => None,
        })
    }

    /// Whether it holds where `value` tells what stands in a column.
    pub fn holds<'v>(&self, value: impl Fn(C) -> Value<'v>) -> bool {
        let (mut truth, mut at) = (true, 0);
        while let Some(step) = self.program.get(at) {
            at += 1;
            match step {
                Step::Test((column, against)) => truth = against.holds(value(*column)),
                Step::Not => truth = !truth,
                Step::UnlessTrue(to) if !truth => at = *to,
                Step::UnlessFalse(to) if truth => at = *to,
                Step::UnlessTrue(_) | Step::UnlessFalse(_) => {}
            }
        }
        truth
    }
}

impl Filter<GameColumn> {
    /// What must be known of a game to apply it.
    #[must_use]
    pub fn need(&self) -> Need {
        self.columns().map(GameColumn::need).max().unwrap_or(Need::Tags)
    }

    /// Whether a game is wanted.
    #[must_use]
    pub fn keeps(&self, row: &Row<'_>) -> bool {
        self.holds(|column| row.value(column))
    }
}

impl Filter<AnyColumn> {
    /// What must be known of a game to apply it.
    #[must_use]
    pub fn need(&self) -> Need {
        self.columns()
            .map(|column| match column {
                AnyColumn::Game(column) => column.need(),
                AnyColumn::Move(_) => Need::Tags,
            })
            .max()
            .unwrap_or(Need::Tags)
    }

    /// Whether a move of a game is wanted.
    #[must_use]
    pub fn keeps_move(&self, game: &Row<'_>, row: &MoveRow<'_>) -> bool {
        self.holds(|column| match column {
            AnyColumn::Game(column) => game.value(column),
            AnyColumn::Move(column) => row.value(column),
        })
    }
}

/// Makes of the words what a column of this kind can be compared with; otherwise says what the column is.
fn bind<C: Column>(column: C, operator: Operator, words: Cow<'_, str>) -> Result<Against, &'static str> {
    if matches!(operator, Operator::Contains | Operator::Lacks) {
        return Ok(Against::Words(operator, words.to_lowercase()));
    }
    match column.kind() {
        _ if words.is_empty() => Ok(Against::Words(operator, String::new())),
        Kind::Number => match words.parse() {
            Ok(number) => Ok(Against::Number(operator, number)),
            Err(_) => Err("a number"),
        },
        Kind::Claim => match (&*words, operator) {
            ("true" | "yes" | "1", Operator::Equal | Operator::NotEqual) => {
                Ok(Against::Claim(operator, true))
            }
            ("false" | "no" | "0", Operator::Equal | Operator::NotEqual) => {
                Ok(Against::Claim(operator, false))
            }
            _ => Err("either `true` or `false`"),
        },
        Kind::Text if column.is_date() => {
            let is_date = words.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-' || b == b'/');
            if !is_date {
                return Err("a date such as 1992, 1992.05 or 1992.05.12");
            }
            Ok(Against::Date(operator, words.replace(['-', '/'], ".")))
        }
        Kind::Text => Ok(Against::Words(operator, words.into_owned())),
    }
}

/// What the operator makes of an order; `None` if there is no telling.
fn accepts(operator: Operator, order: Option<Ordering>) -> bool {
    match operator {
        Operator::Equal => order == Some(Ordering::Equal),
        Operator::NotEqual => order != Some(Ordering::Equal),
        Operator::Less => order == Some(Ordering::Less),
        Operator::AtMost => order.is_some_and(Ordering::is_le),
        Operator::More => order == Some(Ordering::Greater),
        Operator::AtLeast => order.is_some_and(Ordering::is_ge),
        Operator::Contains | Operator::Lacks => false,
    }
}

/// The words of a cell, as they are written.
fn words(value: Value<'_>) -> Cow<'_, str> {
    match value {
        Value::Text(words) => Cow::Borrowed(words),
        Value::Empty => Cow::Borrowed(""),
        value => {
            let mut out = Vec::new();
            csv::cell(value, &mut out);
            Cow::Owned(String::from_utf8_lossy(&out).into_owned())
        }
    }
}

impl Against {
    fn holds(&self, value: Value<'_>) -> bool {
        match self {
            Self::Said => match value {
                Value::Empty => false,
                Value::Number(n) => n != 0,
                Value::Claim(claim) => claim,
                Value::Text(words) => !words.is_empty(),
                Value::Numbers(numbers) => !numbers.is_empty(),
                _ => true,
            },
            Self::Number(operator, number) => {
                let own = match value {
                    Value::Number(n) => Some(n as f64),
                    Value::Tenths(n) => Some(n as f64 / 10.0),
                    _ => None,
                };
                accepts(*operator, own.and_then(|own| own.partial_cmp(number)))
            }
            Self::Claim(operator, claim) => {
                let own = if let Value::Claim(own) = value { Some(own.cmp(claim)) } else { None };
                accepts(*operator, own)
            }
            Self::Date(operator, date) => {
                let own = words(value);
                let own = own.as_bytes().get(..date.len().min(own.len())).unwrap_or(b"");
                let known = !own.is_empty() && own.iter().all(|b| b.is_ascii_digit() || *b == b'.');
                accepts(*operator, known.then(|| own.cmp(date.as_bytes())))
            }
            Self::Words(operator, asked) => {
                let own = words(value);
                match operator {
                    Operator::Contains => own.to_lowercase().contains(asked),
                    Operator::Lacks => !own.to_lowercase().contains(asked),
                    Operator::Equal => own == *asked,
                    Operator::NotEqual => own != *asked,
                    _ if own.is_empty() => false,
                    _ => accepts(*operator, Some(in_order(&own, asked))),
                }
            }
        }
    }
}

/// Numbers as numbers, words as words.
fn in_order(own: &str, asked: &str) -> Ordering {
    match (own.parse::<f64>(), asked.parse::<f64>()) {
        (Ok(own), Ok(asked)) => own.total_cmp(&asked),
        _ => own.cmp(asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tags::Headers;
    use crate::game::{Facts, Game};
    use crate::record::GameResult;

    fn keeps(expression: &str) -> bool {
        let game = Game { result: GameResult::White, plies: 61, ..Game::default() };
        let headers = Headers {
            date: "1992.05.??",
            white: "Karpov, Anatoly",
            white_elo: "2715",
            round: "10",
            ..Headers::default()
        };
        let facts = Facts { promotions: 1, ..Facts::default() };
        let row = Row {
            game: &game,
            headers,
            facts: &facts,
            opening: Some(("C44", "Scotch Game")),
            index: 3,
            file: "a.pgn",
            line: 20,
            problems: 0,
        };
        Filter::parse(expression).expect("a filter").keeps(&row)
    }

    #[test]
    fn numbers_words_and_dates_are_compared_each_in_their_way() {
        for expression in [
            "white_elo>=2400 and result=1-0",
            "white_elo < 10000",
            "date=1992",
            "date=1992.05",
            "date=1992-05",
            "date>=1990 and date<1993",
            "not date>1992",
            "white ~ karpov",
            "white !~ kasparov",
            "eco=C44",
            "eco>=C40 and eco<C50",
            "round>9",
            "plies>60",
            "promotions",
            "opening ~ 'scotch game'",
            "black=''",
            "black_elo=''",
            "black_elo!=2400",
            "start_fen ~ 'RNBQKBNR w KQkq'",
        ] {
            assert!(keeps(expression), "{expression}");
        }
    }

    #[test]
    fn what_is_not_known_is_neither_less_nor_more() {
        for expression in [
            "black_elo<3000",
            "black_elo>0",
            "not black_elo!=1",
            "date>=1992.05.12",
            "date<1992.05.12",
            "black",
            "castled_white",
            "black>A",
            "date=1992.06",
            "result=0-1 or white_elo<2000",
        ] {
            assert!(!keeps(expression), "{expression}");
        }
    }

    #[test]
    fn faults_name_the_column_of_the_expression() {
        let fault = |text| Filter::<GameColumn>::parse(text).expect_err(text);
        let unknown = fault("result=1-0 and whiteelo>2400");
        assert_eq!(unknown.column, 16);
        assert!(unknown.message.contains("no column `whiteelo`") && unknown.message.contains("white_elo"));
        assert_eq!(fault("white_elo>high").column, 11);
        assert_eq!(fault("white=a or game>3").column, 12);
        assert_eq!(fault("date>soon").column, 6);
        assert_eq!(fault("white='é' xor").column, 11, "characters are counted, not bytes");
        assert!(Filter::<AnyColumn>::parse("check=maybe").is_err());
        assert!(Filter::<AnyColumn>::parse("check and not mate and white_elo>2400").is_ok());
    }
}
