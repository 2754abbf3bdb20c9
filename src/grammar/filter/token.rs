//! The tokens of `--where`: names, operators, values.
use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_until, take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::{opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::expression::Operator;

/// A name: letters, digits and `_`, and behind a point those of a tag.
pub(super) fn name(text: &str) -> IResult<&str, &str> {
    let inner = || take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    recognize((
        take_while1(|c: char| c.is_ascii_alphabetic() || c == '_'),
        take_while(|c: char| c.is_ascii_alphanumeric() || c == '_'),
        opt(preceded(char('.'), inner())),
    ))
    .parse(text)
}

/// A word on its own, such as `in`.
pub(super) fn keyword<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (rest, found) = name(text).ok()?;
    found.eq_ignore_ascii_case(word).then(|| blanks(rest))
}

/// How two values are compared.
pub(super) fn operator(text: &str) -> IResult<&str, Operator> {
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

/// A value between quotes.
pub(super) fn between_quotes(text: &str) -> IResult<&str, Cow<'_, str>> {
    alt((|text| quoted('\'', text), |text| quoted('"', text))).parse(text)
}

/// `/words/`, or `/words/i` for letters of either case; a slash inside stands behind a backslash.
pub(super) fn regex(text: &str) -> Option<(&str, Cow<'_, str>)> {
    let inside = text.strip_prefix('/')?;
    let mut is_escaped = false;
    let end = inside.bytes().position(|byte| {
        let ends = byte == b'/' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    let (words, rest) = (&inside[..end], &inside[end + 1..]);
    Some(match rest.strip_prefix('i') {
        Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric()) => {
            (rest, format!("(?i){words}").into())
        }
        _ => (rest, words.into()),
    })
}

/// What follows the blanks.
pub(super) fn blanks(text: &str) -> &str {
    multispace0::<_, nom::error::Error<&str>>(text).map_or(text, |(rest, _)| rest)
}

/// A value without quotes: it ends at a blank or one of these signs.
pub(super) fn bare<'t>(text: &'t str, ends: &str) -> IResult<&'t str, Cow<'t, str>> {
    take_till1(|c: char| c.is_whitespace() || ends.contains(c)).map(Cow::Borrowed).parse(text)
}
