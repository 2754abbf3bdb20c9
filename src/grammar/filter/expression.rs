//! What an expression is made of.
use std::borrow::Cow;

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

/// A name, and its offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'t> {
    /// The name, such as `white_elo` or `tag.TimeControl`.
    pub words: &'t str,
    /// The offset.
    pub at: usize,
}

/// A value to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal<'t> {
    /// The value, without its quotes.
    pub words: Cow<'t, str>,
    /// The offset in bytes.
    pub at: usize,
    /// It stands between slashes: a regular expression.
    pub is_regex: bool,
}

/// A part of a sum over columns of this kind; the parts stand behind what they join.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term<C> {
    /// A number.
    Number(f64),
    /// The value of a column.
    Column(C),
    /// What becomes of the values before it.
    Do(Operation),
}

/// What becomes of values of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The last value with the other sign.
    Negate,
    /// The last value without its sign.
    Abs,
    /// The last two values added.
    Add,
    /// The last but one less the last.
    Subtract,
    /// The last two multiplied.
    Multiply,
    /// The last but one divided by the last.
    Divide,
}

/// The words after a question about the board: `for 10`, `by 40`, `either`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Where they begin, in bytes; `None` where there are none.
    pub at: Option<usize>,
    /// For so many positions in a row.
    pub lasts: Option<u32>,
    /// Within so many half-moves.
    pub by: Option<u32>,
    /// Or the same with the colors exchanged.
    pub either: bool,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub enum Test<'t> {
    /// A column on its own.
    Said(Name<'t>),
    /// `result = 1-0`, `position ~ "…" for 2`.
    Compared {
        /// The column.
        column: Name<'t>,
        /// How.
        operator: Operator,
        /// With what.
        with: Literal<'t>,
        /// What stands after it.
        limits: Limits,
    },
    /// `eco in (B90, B91)`.
    Among {
        /// The column.
        column: Name<'t>,
        /// `not in`.
        is_not: bool,
        /// The list.
        list: Vec<Literal<'t>>,
    },
    /// `white_elo - black_elo > 200`.
    Numbers {
        /// The sum on the left.
        left: Vec<Term<Name<'t>>>,
        /// How they are compared.
        operator: Operator,
        /// The sum on the right.
        right: Vec<Term<Name<'t>>>,
        /// Where the right one begins, in bytes.
        at: usize,
    },
    /// `reaches any "e4 c5 Nf3"`.
    Reaches {
        /// The moves.
        line: Literal<'t>,
        /// In whatever order.
        any: bool,
        /// What stands after it.
        limits: Limits,
    },
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
