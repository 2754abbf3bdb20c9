//! The expressions of `--where`: `white_elo >= 2400 and not (result = 1-0 or eco ~ 'B9')`.
//!
//! Tokens are read with nom; `and`, `or`, `not` and parentheses are put in order with a stack of our own, so that no
//! depth of nesting is too deep. The outcome is a short program for one truth value; it knows no columns.
use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_until, take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::{recognize, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser};

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `=` or `==`.
    Equal,
    /// `!=`: not `=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    More,
    /// `>=`.
    AtLeast,
    /// `~`: has the words in it.
    Contains,
    /// `!~`: not `~`.
    Lacks,
}

/// One comparison, or a column on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test<'t> {
    /// The name of the column.
    pub column: &'t str,
    /// The offset of the name in bytes.
    pub column_at: usize,
    /// How it is compared, with the value and its offset; `None`: the column on its own.
    pub against: Option<(Operator, Cow<'t, str>, usize)>,
}

/// One step of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// The truth is that of the test.
    Test(T),
    /// The truth is turned round.
    Not,
    /// If the truth is false, goes on at this step.
    UnlessTrue(usize),
    /// If the truth is true, goes on at this step.
    UnlessFalse(usize),
}

/// Where an expression cannot be read, and what would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The offset in bytes.
    pub at: usize,
    /// What was expected.
    pub expected: &'static str,
}

/// What may follow an operand.
const DUE: &str = "`and`, `or` or the end of the expression";

/// What may follow a value without quotes.
const DUE_AFTER_WORD: &str =
    "`and`, `or` or the end of the expression (a value with blanks or signs stands in quotes)";

/// What may follow the name of a column.
const DUE_AFTER_COLUMN: &str =
    "`=` `!=` `<` `<=` `>` `>=` `~` (has the words) `!~`, or `and`, `or` or the end of the expression";

/// What waits for its right side.
enum Waiting {
    Open(usize),
    Not,
    /// The step to be filled in once the right side has been read.
    And(usize),
    Or(usize),
}

fn name(text: &str) -> IResult<&str, &str> {
    recognize(pair(
        take_while1(|c: char| c.is_ascii_alphabetic() || c == '_'),
        take_while(|c: char| c.is_ascii_alphanumeric() || c == '_'),
    ))
    .parse(text)
}

fn operator(text: &str) -> IResult<&str, Operator> {
    alt((
        value(Operator::NotEqual, tag("!=")),
        value(Operator::Lacks, tag("!~")),
        value(Operator::AtMost, tag("<=")),
        value(Operator::AtLeast, tag(">=")),
        value(Operator::Equal, tag("==")),
        value(Operator::Equal, tag("=")),
        value(Operator::Less, tag("<")),
        value(Operator::More, tag(">")),
        value(Operator::Contains, tag("~")),
    ))
    .parse(text)
}

/// A value between quotes of one kind; the quote is doubled inside.
fn quoted<'t>(quote: char, text: &'t str) -> IResult<&'t str, Cow<'t, str>> {
    let mark = if quote == '"' { "\"" } else { "'" };
    let part = || delimited(char(quote), take_until(mark), char(quote));
    let (rest, first) = part().parse(text)?;
    fold_many0(
        part(),
        move || Cow::Borrowed(first),
        move |words, more: &str| Cow::Owned(format!("{words}{quote}{more}")),
    )
    .parse(rest)
}

fn literal(text: &str) -> IResult<&str, Cow<'_, str>> {
    match text.as_bytes().first() {
        Some(b'\'') => quoted('\'', text),
        Some(b'"') => quoted('"', text),
        _ => {
            take_till1(|c: char| c.is_whitespace() || "()'\"<>=!~".contains(c)).map(Cow::Borrowed).parse(text)
        }
    }
}

fn blanks(text: &str) -> &str {
    multispace0::<_, nom::error::Error<&str>>(text).map_or(text, |(rest, _)| rest)
}

/// Reads an expression.
///
/// # Errors
///
/// Where it cannot be read.
pub fn expression(text: &str) -> Result<Vec<Step<Test<'_>>>, Miss> {
    let mut program = Vec::new();
    let mut waiting = Vec::new();
    let mut rest = blanks(text);
    let at = |rest: &str| text.len() - rest.len();
    loop {
        // An operand is due.
        if let Some(inner) = rest.strip_prefix('(') {
            waiting.push(Waiting::Open(at(rest)));
            rest = blanks(inner);
            continue;
        }
        let miss = Miss { at: at(rest), expected: "the name of a column, `not` or `(`" };
        let Ok((after, column)) = name(rest) else { return Err(miss) };
        let after = blanks(after);
        let compared = operator(after);
        if column.eq_ignore_ascii_case("not") && compared.is_err() {
            waiting.push(Waiting::Not);
            rest = after;
            continue;
        }
        if compared.is_err() && ["and", "or"].iter().any(|word| column.eq_ignore_ascii_case(word)) {
            return Err(miss);
        }
        let column_at = at(rest);
        let mut due = DUE;
        let against = match compared {
            Ok((after, operator)) => {
                let after = blanks(after);
                let Ok((end, words)) = literal(after) else {
                    let expected = match after.as_bytes().first() {
                        Some(b'\'' | b'"') => "the closing quote of this value",
                        _ => "a value to compare with",
                    };
                    return Err(Miss { at: at(after), expected });
                };
                if !after.starts_with(['\'', '"']) {
                    due = DUE_AFTER_WORD;
                }
                rest = end;
                Some((operator, words, at(after)))
            }
            Err(_) => {
                due = DUE_AFTER_COLUMN;
                rest = after;
                None
            }
        };
        program.push(Step::Test(Test { column, column_at, against }));
        rest = blanks(rest);
        // The operand is complete: an operator, `)` or the end is due.
        loop {
            while let Some(Waiting::Not) = waiting.last() {
                waiting.pop();
                program.push(Step::Not);
            }
            if let Some(after) = rest.strip_prefix(')') {
                settle(&mut waiting, &mut program, Binding::Loose);
                if !matches!(waiting.pop(), Some(Waiting::Open(_))) {
                    return Err(Miss { at: at(rest), expected: "`and`, `or` or the end: no `(` is open" });
                }
                rest = blanks(after);
                due = DUE;
                continue;
            }
            break;
        }
        if rest.is_empty() {
            settle(&mut waiting, &mut program, Binding::Loose);
            return match waiting.pop() {
                Some(Waiting::Open(open)) => Err(Miss { at: open, expected: "a `)` for this `(`" }),
                _ => Ok(program),
            };
        }
        let miss = Miss { at: at(rest), expected: due };
        let Ok((after, word)) = name(rest) else { return Err(miss) };
        let step = program.len();
        if word.eq_ignore_ascii_case("and") {
            settle(&mut waiting, &mut program, Binding::Tight);
            waiting.push(Waiting::And(step));
            program.push(Step::UnlessTrue(step));
        } else if word.eq_ignore_ascii_case("or") {
            settle(&mut waiting, &mut program, Binding::Loose);
            waiting.push(Waiting::Or(step));
            program.push(Step::UnlessFalse(step));
        } else {
            return Err(miss);
        }
        rest = blanks(after);
    }
}

/// Which operators a new one completes: `and` binds tighter than `or`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Tight,
    Loose,
}

/// Fills in the steps of the operators whose right side is complete.
fn settle(waiting: &mut Vec<Waiting>, program: &mut [Step<Test<'_>>], binding: Binding) {
    let end = program.len();
    loop {
        match waiting.last() {
            Some(&Waiting::And(step)) => program[step] = Step::UnlessTrue(end),
            Some(&Waiting::Or(step)) if binding == Binding::Loose => program[step] = Step::UnlessFalse(end),
            _ => return,
        }
        waiting.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth of an expression whose columns `t` and `f` are true and false.
    fn truth(text: &str) -> bool {
        let program = expression(text).expect("an expression");
        let (mut truth, mut at) = (false, 0);
        while let Some(step) = program.get(at) {
            at += 1;
            match step {
                Step::Test(test) => truth = test.column == "t",
                Step::Not => truth = !truth,
                Step::UnlessTrue(to) if !truth => at = *to,
                Step::UnlessFalse(to) if truth => at = *to,
                _ => {}
            }
        }
        truth
    }

    #[test]
    fn and_binds_tighter_than_or_and_not_tightest() {
        for (text, expected) in [
            ("t or t and f", true),
            ("(t or t) and f", false),
            ("f and t or t", true),
            ("f and (t or t)", false),
            ("not f and f", false),
            ("not (f and f)", true),
            ("not not t", true),
            ("not t or t", true),
            ("f or not (t and not f) or f", false),
            ("t and t and t or f and f", true),
            ("f or f or t and t", true),
            ("not (not (f or t) or f) and t", true),
        ] {
            assert_eq!(truth(text), expected, "{text}");
        }
    }

    #[test]
    fn values_are_bare_words_or_quoted() {
        let against = |text| match &expression(text).expect("an expression")[..] {
            [Step::Test(Test { against: Some((_, words, _)), .. })] => words.clone().into_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(against("result=1/2-1/2"), "1/2-1/2");
        assert_eq!(against("white = 'O''Kelly, A'"), "O'Kelly, A");
        assert_eq!(against("white ~ \"a \"\"b\"\" c\""), "a \"b\" c");
        assert_eq!(against("white=''"), "");
        assert_eq!(against("date >= 1990.05"), "1990.05");
    }

    #[test]
    fn misses_point_at_the_place() {
        for (text, at) in [
            ("", 0),
            ("white =", 7),
            ("white = 'x", 8),
            ("white = x)", 9),
            ("(white = x", 0),
            ("white = x black = y", 10),
            ("a = b and", 9),
            ("a = b and and c", 10),
            ("= 3", 0),
        ] {
            assert_eq!(expression(text).expect_err(text).at, at, "{text}");
        }
    }

    #[test]
    fn a_hundred_thousand_parentheses_are_read() {
        let deep = format!("{}t{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(truth(&deep));
        assert!(truth(&format!("{}t", "not ".repeat(100_000))));
    }
}
