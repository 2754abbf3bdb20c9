//! One test of an expression, bound to its columns.
use std::borrow::Cow;
use std::cmp::Ordering;

use regex::Regex;

use super::column::Column;
use super::date;
use crate::emit::csv;
use crate::game::value::Value;
use crate::grammar::filter::{MOST_VALUES, Operation, Operator, Term};

/// A test.
#[derive(Clone, Debug)]
pub enum Check<C> {
    /// A column compared with a value.
    Column(C, Against),
    /// A column has one of these values.
    Among(C, Vec<Against>),
    /// Two sums compared.
    Numbers(Vec<Term<C>>, Operator, Vec<Term<C>>),
    /// A question about the board.
    Board(usize),
}

/// What a value is compared with.
#[derive(Clone, Debug)]
pub enum Against {
    /// The column on its own.
    Said,
    Number(Operator, f64),
    Claim(Operator, bool),
    Date(Operator, String),
    /// The words; in lower case for `~`.
    Words(Operator, String),
    /// A regular expression.
    Regex(Regex),
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

/// The words of a cell, as they are written; of a date, as its tag has it.
fn words(value: Value<'_>) -> Cow<'_, str> {
    match value {
        Value::Text(words) | Value::Date(words) => Cow::Borrowed(words),
        Value::Plain(words) => String::from_utf8_lossy(words),
        Value::Empty => Cow::Borrowed(""),
        value => {
            let mut out = Vec::new();
            csv::cell(&value, &mut out);
            Cow::Owned(String::from_utf8_lossy(&out).into_owned())
        }
    }
}

fn number(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Number(n) => Some(n as f64),
        Value::Tenths(n) => Some(n as f64 / 10.0),
        Value::Text(words) => words.trim().parse().ok().filter(|n: &f64| n.is_finite()),
        _ => None,
    }
}

impl<C: Column> Check<C> {
    /// The columns it asks for.
    pub fn columns(&self) -> Vec<&C> {
        match self {
            Self::Column(column, _) | Self::Among(column, _) => vec![column],
            Self::Numbers(left, _, right) => {
                let terms = left.iter().chain(right);
                terms
                    .filter_map(|term| if let Term::Column(column) = term { Some(column) } else { None })
                    .collect()
            }
            Self::Board(_) => Vec::new(),
        }
    }

    /// Whether it holds. (A question about the board is answered elsewhere.)
    pub fn holds<'v>(&self, value: &impl Fn(&C) -> Value<'v>) -> bool {
        match self {
            Self::Column(column, against) => against.holds(value(column)),
            Self::Among(column, list) => {
                let value = value(column);
                list.iter().any(|against| against.holds(value))
            }
            Self::Numbers(left, operator, right) => {
                let order = match (sum(left, value), sum(right, value)) {
                    (Some(left), Some(right)) => left.partial_cmp(&right),
                    _ => None,
                };
                accepts(*operator, order)
            }
            Self::Board(_) => false,
        }
    }
}

/// The value of a sum; none where a part of it has none, or is divided by 0.
fn sum<'v, C>(terms: &[Term<C>], value: &impl Fn(&C) -> Value<'v>) -> Option<f64> {
    let mut values = [0.0_f64; MOST_VALUES];
    let mut count = 0_usize;
    for term in terms {
        let mut pop = || -> Option<f64> {
            count = count.checked_sub(1)?;
            values.get(count).copied()
        };
        let result = match term {
            Term::Number(n) => *n,
            Term::Column(column) => number(value(column))?,
            Term::Do(operation) => {
                let last = pop()?;
                match operation {
                    Operation::Negate => -last,
                    Operation::Abs => last.abs(),
                    Operation::Add => pop()? + last,
                    Operation::Subtract => pop()? - last,
                    Operation::Multiply => pop()? * last,
                    Operation::Divide => pop()? / last,
                }
            }
        };
        match values.get_mut(count) {
            Some(free) => {
                *free = result;
                count += 1;
            }
            None => return None,
        }
    }
    Some(values[0]).filter(|sum| sum.is_finite())
}

impl Against {
    /// Whether a value is such.
    pub fn holds(&self, value: Value<'_>) -> bool {
        match self {
            Self::Said => match value {
                Value::Empty => false,
                Value::Number(n) => n != 0,
                Value::Claim(claim) => claim,
                Value::Text(words) => !words.is_empty(),
                Value::Numbers(numbers) => !numbers.is_empty(),
                _ => true,
            },
            Self::Number(operator, asked) => {
                let own = if let Value::Text(_) = value { None } else { number(value) };
                accepts(*operator, own.and_then(|own| own.partial_cmp(asked)))
            }
            Self::Claim(operator, claim) => {
                let own = if let Value::Claim(own) = value { Some(own.cmp(claim)) } else { None };
                accepts(*operator, own)
            }
            Self::Date(operator, asked) => date::holds(*operator, &words(value), asked),
            Self::Words(operator, asked) => {
                let own = words(value);
                match operator {
                    Operator::Contains => own.to_lowercase().contains(asked),
                    Operator::Equal => own == *asked,
                    _ if own.is_empty() => false,
                    _ => accepts(*operator, Some(in_order(&own, asked))),
                }
            }
            Self::Regex(regex) => regex.is_match(&words(value)),
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
