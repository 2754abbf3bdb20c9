//! The expressions of `--where`: `white_elo - black_elo > 200 and not (result in (1-0, *) or opening ~ /Najdorf$/)`.
//!
//! Tokens are read with nom; `and`, `or`, `not`, sums and parentheses are put in order with stacks of our own, so that
//! no depth of nesting is too deep. The outcome is a short program for one truth value; it knows no columns.
mod cursor;
mod expression;
mod sum;
mod token;

pub use expression::{Limits, Literal, Miss, Name, Operation, Operator, Step, Term, Test};
pub use sum::MOST_VALUES;

use cursor::Reader;
use sum::sums;
use token::{bare, between_quotes, blanks, keyword, name, operator, regex};

/// What may follow an operand.
const DUE: &str = "`and`, `or` or the end of the expression";

/// What may follow a value without quotes.
const DUE_AFTER_WORD: &str =
    "`and`, `or` or the end of the expression (a value with blanks or signs stands in quotes)";

/// What may follow the name of a column.
const DUE_AFTER_COLUMN: &str = "`=` `!=` `<` `<=` `>` `>=` `~` (has the words) `!~`, `in (…)`, `+` `-` `*` `/`, or `and`, `or` or the end of the expression";

/// What may begin an operand.
const OPERAND: &str = "the name of a column, `not` or `(`";

/// What waits for its right side.
enum Waiting {
    Open(usize),
    Not,
    /// The step to be filled in once the right side has been read.
    And(usize),
    Or(usize),
}

/// Reads an expression; `is_number` tells of a name whether it is that of a column of numbers.
///
/// # Errors
///
/// Where it cannot be read.
pub fn expression<'t>(text: &'t str, is_number: &dyn Fn(&str) -> bool) -> Result<Vec<Step<Test<'t>>>, Miss> {
    Reader { text, rest: blanks(text), sums: sums(text), is_number, due: DUE }.read()
}

impl<'t> Reader<'t, '_> {
    fn read(mut self) -> Result<Vec<Step<Test<'t>>>, Miss> {
        let mut program = Vec::new();
        let mut waiting = Vec::new();
        loop {
            // An operand is due.
            let here = self.at(self.rest);
            if let Some(inner) = self.rest.strip_prefix('(')
                && self.sums.binary_search(&here).is_err()
            {
                waiting.push(Waiting::Open(here));
                self.rest = blanks(inner);
                continue;
            }
            if let Some(after) = keyword(self.rest, "not")
                && operator(after).is_err()
            {
                waiting.push(Waiting::Not);
                self.rest = after;
                continue;
            }
            self.due = DUE;
            let test = self.test()?;
            program.push(Step::Test(test));
            self.rest = blanks(self.rest);
            // The operand is complete: an operator, `)` or the end is due.
            loop {
                while let Some(Waiting::Not) = waiting.last() {
                    waiting.pop();
                    program.push(Step::Not);
                }
                let Some(after) = self.rest.strip_prefix(')') else { break };
                settle(&mut waiting, &mut program, Binding::Loose);
                if !matches!(waiting.pop(), Some(Waiting::Open(_))) {
                    return self.miss("`and`, `or` or the end: no `(` is open");
                }
                self.rest = blanks(after);
                self.due = DUE;
            }
            if self.rest.is_empty() {
                settle(&mut waiting, &mut program, Binding::Loose);
                return match waiting.pop() {
                    Some(Waiting::Open(open)) => Err(Miss { at: open, expected: "a `)` for this `(`" }),
                    _ => Ok(program),
                };
            }
            let step = program.len();
            if let Some(after) = keyword(self.rest, "and") {
                settle(&mut waiting, &mut program, Binding::Tight);
                waiting.push(Waiting::And(step));
                program.push(Step::UnlessTrue(step));
                self.rest = after;
            } else if let Some(after) = keyword(self.rest, "or") {
                settle(&mut waiting, &mut program, Binding::Loose);
                waiting.push(Waiting::Or(step));
                program.push(Step::UnlessFalse(step));
                self.rest = after;
            } else {
                return self.miss(self.due);
            }
        }
    }

    /// A comparison, a question about the board, or a column on its own.
    fn test(&mut self) -> Result<Test<'t>, Miss> {
        let Ok((after, words)) = name(self.rest) else {
            let begins_sum = self.rest.starts_with(|c: char| c.is_ascii_digit() || "(-+".contains(c));
            return if begins_sum { self.numbers() } else { self.miss(OPERAND) };
        };
        let column = Name { words, at: self.at(self.rest) };
        let after = blanks(after);
        let compared = operator(after);
        if words.eq_ignore_ascii_case("abs") && after.starts_with('(') {
            return self.numbers();
        }
        if compared.is_err() && ["and", "or", "in"].iter().any(|word| words.eq_ignore_ascii_case(word)) {
            return self.miss(OPERAND);
        }
        if words.eq_ignore_ascii_case("reaches") && compared.is_err() {
            return self.reaches(after);
        }
        let list = keyword(after, "not").unwrap_or(after);
        if let Some(list) = keyword(list, "in") {
            let is_not = keyword(after, "not").is_some();
            self.rest = list;
            return Ok(Test::Among { column, is_not, list: self.list()? });
        }
        if after.starts_with(['+', '-', '*', '/']) {
            return self.numbers();
        }
        let Ok((right, operator)) = compared else {
            self.due = DUE_AFTER_COLUMN;
            self.rest = after;
            return Ok(Test::Said(column));
        };
        let right = blanks(right);
        let has_words = matches!(operator, Operator::Contains | Operator::Lacks);
        if (self.is_number)(words) && !has_words && !right.starts_with(['\'', '"']) {
            return self.numbers();
        }
        self.rest = right;
        let with = self.literal(has_words, "()'\"<>=!~")?;
        let limits = self.limits()?;
        Ok(Test::Compared { column, operator, with, limits })
    }

    /// A value; without quotes it ends at a blank or one of these signs.
    fn literal(&mut self, may_be_regex: bool, ends: &str) -> Result<Literal<'t>, Miss> {
        let at = self.at(self.rest);
        if may_be_regex && self.rest.starts_with('/') {
            let Some((rest, words)) = regex(self.rest) else {
                return self.miss("a `/` that ends this regular expression");
            };
            self.rest = rest;
            return Ok(Literal { words, at, is_regex: true });
        }
        let is_quoted = self.rest.starts_with(['\'', '"']);
        let read = if is_quoted { between_quotes(self.rest) } else { bare(self.rest, ends) };
        let Ok((rest, words)) = read else {
            return self.miss(if is_quoted {
                "the closing quote of this value"
            } else {
                "a value to compare with"
            });
        };
        self.due = if is_quoted { DUE } else { DUE_AFTER_WORD };
        self.rest = rest;
        Ok(Literal { words, at, is_regex: false })
    }

    /// `(B90, 'B91')`.
    fn list(&mut self) -> Result<Vec<Literal<'t>>, Miss> {
        const EXPECTED: &str = "a list such as `(B90, B91)`";
        let Some(inner) = self.rest.strip_prefix('(') else { return self.miss(EXPECTED) };
        self.rest = blanks(inner);
        let mut list = Vec::new();
        loop {
            list.push(self.literal(false, "()'\"<>=!~,")?);
            self.rest = blanks(self.rest);
            if let Some(rest) = self.rest.strip_prefix(',') {
                self.rest = blanks(rest);
            } else if let Some(rest) = self.rest.strip_prefix(')') {
                self.rest = rest;
                self.due = DUE;
                return Ok(list);
            } else {
                return self.miss("`,` or `)` in this list");
            }
        }
    }

    /// The moves after `reaches`.
    fn reaches(&mut self, after: &'t str) -> Result<Test<'t>, Miss> {
        let moves = keyword(after, "any");
        self.rest = moves.unwrap_or(after);
        if !self.rest.starts_with(['\'', '"']) {
            return self.miss("moves in quotes, such as \"e4 c5 Nf3\", or `any` and moves");
        }
        let line = self.literal(false, "")?;
        Ok(Test::Reaches { line, any: moves.is_some(), limits: self.limits()? })
    }

    /// `for 10`, `by 40`, `either`, in any order.
    fn limits(&mut self) -> Result<Limits, Miss> {
        let mut limits = Limits::default();
        loop {
            let rest = blanks(self.rest);
            let at = self.at(rest);
            let mut number = |after: &'t str| -> Result<u32, Miss> {
                let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                self.rest = &after[digits..];
                let expected = "a whole number of half-moves";
                after[..digits].parse().map_err(|_| Miss { at: self.text.len() - after.len(), expected })
            };
            if let Some(after) = keyword(rest, "for") {
                limits.lasts = Some(number(after)?);
            } else if let Some(after) = keyword(rest, "by") {
                limits.by = Some(number(after)?);
            } else if let Some(after) = keyword(rest, "either") {
                limits.either = true;
                self.rest = after;
            } else {
                return Ok(limits);
            }
            limits.at = limits.at.or(Some(at));
            self.due = DUE;
        }
    }

    /// Two sums that are compared.
    fn numbers(&mut self) -> Result<Test<'t>, Miss> {
        let left = self.sum()?;
        let compared = operator(self.rest);
        let Ok((rest, operator)) = compared else {
            return self.miss("`=` `!=` `<` `<=` `>` `>=`, or `+` `-` `*` `/`");
        };
        if matches!(operator, Operator::Contains | Operator::Lacks) {
            return self.miss("`=` `!=` `<` `<=` `>` `>=`: a sum has no words");
        }
        self.rest = blanks(rest);
        let at = self.at(self.rest);
        Ok(Test::Numbers { left, operator, right: self.sum()?, at })
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

    fn read(text: &str) -> Result<Vec<Step<Test<'_>>>, Miss> {
        expression(text, &|name| name == "n")
    }

    /// The truth of an expression whose columns `t` and `f` are true and false.
    fn truth(text: &str) -> bool {
        let program = read(text).expect("an expression");
        let (mut truth, mut at) = (false, 0);
        while let Some(step) = program.get(at) {
            at += 1;
            match step {
                Step::Test(Test::Said(column)) => truth = column.words == "t",
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
        let against = |text| match &read(text).expect("an expression")[..] {
            [Step::Test(Test::Compared { with, .. })] => with.words.clone().into_owned(),
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
            ("n > 3 +", 7),
            ("n > (3", 4),
            ("n + 1", 5),
            ("(n + 1) ~ x", 6),
            ("a in B", 5),
            ("a in (B", 7),
            ("a ~ /b", 4),
            ("a = 'b' for ten", 12),
            ("reaches e4", 8),
        ] {
            assert_eq!(read(text).expect_err(text).at, at, "{text}");
        }
    }

    #[test]
    fn parentheses_of_sums_stand_beside_others() {
        let kinds = |text| {
            let steps = read(text).expect("an expression");
            let kind = |step: &Step<Test<'_>>| match step {
                Step::Test(Test::Numbers { .. }) => 'n',
                Step::Test(Test::Compared { .. }) => 'c',
                Step::Test(Test::Among { .. }) => 'i',
                Step::Test(Test::Reaches { .. }) => 'r',
                Step::Test(Test::Said(_)) => 's',
                _ => ' ',
            };
            steps.iter().map(kind).filter(|kind| *kind != ' ').collect::<String>()
        };
        assert_eq!(kinds("((n + n) / 2 > 3 and (a or b = ')')) and (n) < 2"), "nscn");
        assert_eq!(kinds("(a in (x, 'y z') or b not in (1/2-1/2)) and reaches any 'e4 c5' by 10"), "iir");
        assert_eq!(kinds("(a ~ /(x|y)\\/ = \"/i or (n>3))"), "cn");
        assert_eq!(kinds("n = '' or n ~ 3"), "cc");
    }

    #[test]
    fn questions_about_the_board_have_limits() {
        let limits = |text| match &read(text).expect("an expression")[..] {
            [Step::Test(Test::Compared { limits, .. }), ..] => *limits,
            other => panic!("{other:?}"),
        };
        let found = limits("material = 'KR' either for 10 by 80 and a");
        assert_eq!((found.lasts, found.by, found.either, found.at), (Some(10), Some(80), true, Some(16)));
        assert_eq!(limits("material = KR"), Limits::default());
    }

    #[test]
    fn a_hundred_thousand_parentheses_are_read() {
        let deep = format!("{}t{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(truth(&deep));
        assert!(truth(&format!("{}t", "not ".repeat(100_000))));
    }
}
