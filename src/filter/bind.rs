//! An expression becomes a program over columns: names are looked up, values read as what the columns hold.
use std::borrow::Cow;

use regex::Regex;

use super::board::{Asked, Question};
use super::column::{Column, OF_BOARDS, all_names, of_either};
use super::error::FilterError;
use super::line::Line;
use super::material::Material;
use super::pattern::{Pattern, PatternError};
use super::test::{Against, Check};
use crate::chess::Position;
use crate::game::value::Kind;
use crate::grammar::filter::{self as grammar, Limits, Literal, Name, Operator, Step, Term, Test};
use crate::near::nearest;

/// What is wrong, and where: an offset in bytes.
struct Fault(usize, String);

/// Reads an expression: its steps, and the questions about the board that they ask.
///
/// # Errors
///
/// With the place in the expression, if it cannot be read or names a column that is not there.
#[expect(clippy::type_complexity, reason = "a program and its questions, for one caller")]
pub fn program<C: Column>(text: &str) -> Result<(Vec<Step<Check<C>>>, Vec<Question>), FilterError> {
    let fault = |at: usize, message: String| FilterError {
        column: text.get(..at).unwrap_or(text).chars().count() + 1,
        message,
    };
    let is_number = |name: &str| match of_either(name) {
        Some([white, _]) => C::from_name(white).is_some_and(|column| column.kind().is_number()),
        None => C::from_name(name).is_some_and(|column| column.kind().is_number()),
    };
    let steps = grammar::expression(text, &is_number)
        .map_err(|miss| fault(miss.at, format!("expected {}", miss.expected)))?;
    let mut binder = Binder { text, program: Vec::new(), questions: Vec::new() };
    // Where the steps of each step begin: one may become several.
    let mut begins = Vec::with_capacity(steps.len() + 1);
    for step in &steps {
        begins.push(binder.program.len());
        match step {
            Step::Test(test) => binder.test(test).map_err(|Fault(at, message)| fault(at, message))?,
            Step::Not => binder.program.push(Step::Not),
            Step::UnlessTrue(to) => binder.program.push(Step::UnlessTrue(*to)),
            Step::UnlessFalse(to) => binder.program.push(Step::UnlessFalse(*to)),
        }
    }
    begins.push(binder.program.len());
    // Steps that go on elsewhere told the number of a step of the expression.
    for (index, step) in steps.iter().enumerate() {
        if let Step::UnlessTrue(to) | Step::UnlessFalse(to) = step
            && let Some(Step::UnlessTrue(own) | Step::UnlessFalse(own)) =
                binder.program.get_mut(begins[index])
        {
            *own = begins[*to];
        }
    }
    Ok((binder.program, binder.questions))
}

struct Binder<'t, C> {
    text: &'t str,
    program: Vec<Step<Check<C>>>,
    questions: Vec<Question>,
}

impl<C: Column> Binder<'_, C> {
    fn test(&mut self, test: &Test<'_>) -> Result<(), Fault> {
        match test {
            Test::Said(name) if is_of_boards::<C>(name.words) => Err(Fault(
                name.at,
                format!("`{}` is compared with something: `=` or `~` and a pattern in quotes", name.words),
            )),
            Test::Said(name) => {
                self.either(*name, false, |column, _| Ok(Check::Column(column, Against::Said)))
            }
            Test::Compared { column, operator, with, limits } => {
                let is_pattern = with.words.parse::<f64>().is_err();
                let is_material = column.words.eq_ignore_ascii_case("material");
                if is_of_boards::<C>(column.words) || is_material && is_pattern && !with.words.is_empty() {
                    return self.board(*column, *operator, with, *limits);
                }
                self.no_limits(*limits, "for `position`, `material` and `reaches`")?;
                let negative = matches!(operator, Operator::NotEqual | Operator::Lacks);
                let plain = match operator {
                    Operator::NotEqual => Operator::Equal,
                    Operator::Lacks => Operator::Contains,
                    operator => *operator,
                };
                self.either(*column, negative, |column, name| {
                    Ok(Check::Column(column.clone(), bind(&column, name, plain, with)?))
                })
            }
            Test::Among { column, is_not, list } => self.either(*column, *is_not, |column, name| {
                let list = list.iter().map(|with| bind(&column, name, Operator::Equal, with));
                Ok(Check::Among(column.clone(), list.collect::<Result<_, _>>()?))
            }),
            Test::Numbers { left, operator, right, at } => self.numbers(left, *operator, right, *at),
            Test::Reaches { line, any, limits } => {
                let read = Line::parse(&line.words, *any).map_err(|error| self.inside(line, error))?;
                match read {
                    Line::Position(pattern) => {
                        self.no_exchange(*limits)?;
                        self.ask(Asked::Pattern(pattern), *limits)
                    }
                    line => {
                        self.no_limits(*limits, "for positions: a line begins a game, or does not")?;
                        self.question(Question::Begins(line));
                        Ok(())
                    }
                }
            }
        }
    }

    /// A test of a column; of both players' where the name stands for both, and one of them is enough. `negative`: the test
    /// is turned round, for both together.
    fn either(
        &mut self,
        name: Name<'_>,
        negative: bool,
        mut check: impl FnMut(C, &str) -> Result<Check<C>, Fault>,
    ) -> Result<(), Fault> {
        match of_either(name.words) {
            Some(both) if C::from_name(name.words).is_none() => {
                let [white, black] = both.map(|own| column::<C>(Name { words: own, ..name }));
                let step = self.program.len();
                self.program.push(Step::Test(check(white?, name.words)?));
                self.program.push(Step::UnlessFalse(step + 3));
                self.program.push(Step::Test(check(black?, name.words)?));
            }
            _ => self.program.push(Step::Test(check(column::<C>(name)?, name.words)?)),
        }
        if negative {
            self.program.push(Step::Not);
        }
        Ok(())
    }

    fn numbers(
        &mut self,
        left: &[Term<Name<'_>>],
        operator: Operator,
        right: &[Term<Name<'_>>],
        at: usize,
    ) -> Result<(), Fault> {
        if let [Term::Column(name)] = left {
            let right = sum(right).map_err(|Fault(at, message)| {
                Fault(at, format!("`{}` is a number, and {message}", name.words))
            })?;
            let negative = operator == Operator::NotEqual;
            let plain = if negative { Operator::Equal } else { operator };
            return self.either(*name, negative, |column, _| {
                Ok(Check::Numbers(vec![Term::Column(column)], plain, right.clone()))
            });
        }
        debug_assert!(at <= self.text.len());
        let check = Check::Numbers(sum(left)?, operator, sum(right)?);
        self.program.push(Step::Test(check));
        Ok(())
    }

    /// A question about positions.
    fn board(
        &mut self,
        column: Name<'_>,
        operator: Operator,
        with: &Literal<'_>,
        limits: Limits,
    ) -> Result<(), Fault> {
        let is_position = column.words.eq_ignore_ascii_case("position");
        let negative = match operator {
            Operator::Equal | Operator::Contains => false,
            Operator::NotEqual | Operator::Lacks => true,
            _ => {
                let message = format!("`{}` is compared by `=` `!=` `~` `!~`", column.words);
                return Err(Fault(column.at, message));
            }
        };
        if with.is_regex {
            let message = format!("`{}` is compared with a pattern in quotes", column.words);
            return Err(Fault(with.at, message));
        }
        let exact = matches!(operator, Operator::Equal | Operator::NotEqual);
        let asked = if !is_position {
            Asked::Material(Material::parse(&with.words).map_err(|error| self.inside(with, error))?)
        } else if exact {
            self.exact(with)?
        } else {
            Asked::Pattern(Pattern::parse(&with.words).map_err(|error| self.inside(with, error))?)
        };
        self.ask(asked, limits)?;
        if negative {
            self.program.push(Step::Not);
        }
        Ok(())
    }

    /// One position: a FEN of all fields or of the board alone, or a Polyglot key.
    fn exact(&self, with: &Literal<'_>) -> Result<Asked, Fault> {
        let words = with.words.trim();
        if words.len() == 16
            && let Ok(key) = u64::from_str_radix(words, 16)
        {
            return Ok(Asked::Key(key));
        }
        if words.contains(' ') {
            let position = Position::from_fen(words);
            return position
                .map(|position| Asked::Position(Box::new(position)))
                .map_err(|error| Fault(self.start(with), format!("no position: {error}")));
        }
        let open = words.find(|c: char| "?!*[Aa".contains(c));
        if let Some(at) = open {
            let message = "a position has no signs that leave squares open; `~` takes a pattern";
            let blanks = with.words.len() - with.words.trim_start().len();
            return Err(Fault(self.start(with) + blanks + at, message.to_owned()));
        }
        Pattern::parse(words).map(Asked::Pattern).map_err(|error| self.inside(with, error))
    }

    /// Asks of a position, and of the same with the colors exchanged if that is wanted.
    fn ask(&mut self, asked: Asked, limits: Limits) -> Result<(), Fault> {
        let (lasts, by) = (limits.lasts.unwrap_or(1), limits.by.unwrap_or(u32::MAX));
        let at = line_at(limits);
        if lasts == 0 {
            return Err(Fault(at, "`for` asks for at least one position".to_owned()));
        }
        let turned = if limits.either {
            Some(match &asked {
                Asked::Pattern(pattern) => Asked::Pattern(pattern.turned()),
                Asked::Material(material) => Asked::Material(material.turned()),
                Asked::Position(_) | Asked::Key(_) => {
                    let message = "`either` goes with patterns and material, not with one position";
                    return Err(Fault(at, message.to_owned()));
                }
            })
        } else {
            None
        };
        self.question(Question::Positions { asked, lasts, by });
        if let Some(asked) = turned {
            let step = self.program.len();
            self.program.push(Step::UnlessFalse(step + 2));
            self.question(Question::Positions { asked, lasts, by });
        }
        Ok(())
    }

    fn question(&mut self, question: Question) {
        self.program.push(Step::Test(Check::Board(self.questions.len())));
        self.questions.push(question);
    }

    fn no_limits(&self, limits: Limits, whose: &str) -> Result<(), Fault> {
        limits.at.map_or(Ok(()), |at| Err(Fault(at, format!("`for`, `by` and `either` are {whose}"))))
    }

    fn no_exchange(&self, limits: Limits) -> Result<(), Fault> {
        if limits.either {
            return Err(Fault(line_at(limits), "`either` goes with `position` and `material`".to_owned()));
        }
        Ok(())
    }

    /// Where the words of a value begin.
    fn start(&self, with: &Literal<'_>) -> usize {
        with.at + usize::from(self.text[with.at..].starts_with(['\'', '"']))
    }

    /// A fault inside a value.
    fn inside(&self, with: &Literal<'_>, error: PatternError) -> Fault {
        Fault(self.start(with) + error.at, format!("expected {}", error.expected))
    }
}

fn line_at(limits: Limits) -> usize {
    limits.at.unwrap_or(0)
}

/// The name asks about positions, and no column has it.
fn is_of_boards<C: Column>(name: &str) -> bool {
    OF_BOARDS.iter().any(|own| own.eq_ignore_ascii_case(name)) && C::from_name(name).is_none()
}

/// The column of a name.
fn column<C: Column>(name: Name<'_>) -> Result<C, Fault> {
    if name.words.eq_ignore_ascii_case("game") {
        let message = "games are chosen by number with --games, as in --games 1,4-9";
        return Err(Fault(name.at, message.to_owned()));
    }
    C::from_name(name.words).ok_or_else(|| {
        let near = nearest(name.words, all_names::<C>()).join(", ");
        let message = format!(
            "there is no column `{}`; the nearest are {near} (descant explain columns lists all; any tag is tag.NAME)",
            name.words
        );
        Fault(name.at, message)
    })
}

/// A sum over columns of numbers, or tags that hold them.
fn sum<C: Column>(terms: &[Term<Name<'_>>]) -> Result<Vec<Term<C>>, Fault> {
    terms
        .iter()
        .map(|term| {
            Ok(match term {
                Term::Number(n) => Term::Number(*n),
                Term::Column(name) => {
                    if of_either(name.words).is_some() && C::from_name(name.words).is_none() {
                        let message =
                            format!("`{}` is of two players: it is compared, not reckoned with", name.words);
                        return Err(Fault(name.at, message));
                    }
                    let column = column::<C>(*name)?;
                    let is_tag = name.words.contains('.');
                    if !column.kind().is_number() && !is_tag {
                        return Err(Fault(name.at, format!("`{}` is no number", name.words)));
                    }
                    Term::Column(column)
                }
                Term::Do(operation) => Term::Do(*operation),
            })
        })
        .collect()
}

/// Makes of the words what a column of this kind can be compared with; otherwise says what the column is.
fn bind<C: Column>(column: &C, name: &str, operator: Operator, with: &Literal<'_>) -> Result<Against, Fault> {
    let is = |what: &str| Fault(with.at, format!("`{name}` is {what}"));
    if with.is_regex {
        return match Regex::new(&with.words) {
            Ok(regex) => Ok(Against::Regex(regex)),
            Err(error) => {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                Err(Fault(
                    with.at,
                    format!("no regular expression: {}", reason.trim_start_matches("error: ")),
                ))
            }
        };
    }
    let words: Cow<'_, str> = Cow::Borrowed(&with.words);
    if operator == Operator::Contains {
        return Ok(Against::Words(operator, words.to_lowercase()));
    }
    match column.kind() {
        _ if words.is_empty() => Ok(Against::Words(operator, String::new())),
        Kind::Number | Kind::Long | Kind::Decimal => {
            words.trim().parse().map(|number| Against::Number(operator, number)).map_err(|_| is("a number"))
        }
        Kind::Claim => match (&*words, operator) {
            ("true" | "yes" | "1", Operator::Equal) => Ok(Against::Claim(operator, true)),
            ("false" | "no" | "0", Operator::Equal) => Ok(Against::Claim(operator, false)),
            _ => Err(is("either `true` or `false`")),
        },
        Kind::Date => {
            let is_date = words.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'/'));
            if !is_date {
                return Err(is("a date such as 1992, 1992.05 or 1992.05.12"));
            }
            Ok(Against::Date(operator, words.replace(['-', '/'], ".")))
        }
        Kind::Text | Kind::Key | Kind::Numbers | Kind::Words => {
            Ok(Against::Words(operator, words.into_owned()))
        }
    }
}
