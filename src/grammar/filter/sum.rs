//! Sums in `--where`: `abs(white_elo - black_elo) / 2`, put in the order in which they are worked out.
use nom::number::complete::recognize_float;

use super::cursor::Reader;
use super::expression::{Miss, Name, Operation, Term};
use super::token::{blanks, name, regex};

/// Values under way in a sum at most.
pub const MOST_VALUES: usize = 32;

/// The offsets of those opening parentheses that stand in sums: behind their closing ones a sum goes on or is compared.
pub(super) fn sums(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut at = 0;
    // A regular expression may follow.
    let mut after_words = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\'' | b'"' => {
                at = memchr::memchr(byte, &bytes[at + 1..]).map_or(bytes.len(), |found| at + 1 + found)
            }
            b'/' if after_words => {
                at = regex(&text[at..]).map_or(bytes.len(), |(rest, _)| text.len() - rest.len() - 1);
            }
            b'(' => open.push(at),
            b')' => {
                if let Some(start) = open.pop()
                    && blanks(&text[at + 1..]).starts_with(['+', '-', '*', '/', '<', '>', '=', '!'])
                {
                    found.push(start);
                }
            }
            _ => {}
        }
        after_words = byte == b'~' || after_words && byte.is_ascii_whitespace();
        at += 1;
    }
    found.sort_unstable();
    found
}

impl<'t> Reader<'t, '_> {
    /// A sum: its parts in the order in which they are worked out.
    pub(super) fn sum(&mut self) -> Result<Vec<Term<Name<'t>>>, Miss> {
        let mut out = Vec::new();
        let mut waiting: Vec<(u8, Operation, usize)> = Vec::new();
        loop {
            // A number is due.
            let at = self.at(self.rest);
            if let Some(rest) = self.rest.strip_prefix('(') {
                waiting.push((OPEN, Operation::Add, at));
                self.rest = blanks(rest);
                continue;
            }
            if let Some(rest) = self.rest.strip_prefix('-') {
                waiting.push((SIGN, Operation::Negate, at));
                self.rest = blanks(rest);
                continue;
            }
            if let Some(rest) = self.rest.strip_prefix('+') {
                self.rest = blanks(rest);
                continue;
            }
            if let Ok((rest, words)) = name(self.rest) {
                let inner = blanks(rest);
                if words.eq_ignore_ascii_case("abs")
                    && let Some(inner) = inner.strip_prefix('(')
                {
                    waiting.push((SIGN, Operation::Abs, at));
                    waiting.push((OPEN, Operation::Add, at));
                    self.rest = blanks(inner);
                    continue;
                }
                out.push(Term::Column(Name { words, at }));
                self.rest = rest;
            } else {
                let number = recognize_float::<_, nom::error::Error<&str>>(self.rest)
                    .ok()
                    .and_then(|(rest, digits)| Some((rest, digits.parse::<f64>().ok()?)));
                let Some((rest, number)) = number else {
                    return self.miss("a number, or the name of a column of numbers");
                };
                out.push(Term::Number(number));
                self.rest = rest;
            }
            // What joins it to the next.
            loop {
                self.rest = blanks(self.rest);
                let is_open = waiting.iter().any(|(binding, ..)| *binding == OPEN);
                let Some(rest) = self.rest.strip_prefix(')').filter(|_| is_open) else { break };
                drain(&mut waiting, &mut out, OPEN + 1);
                waiting.pop();
                self.rest = rest;
            }
            let (binding, operation) = match self.rest.as_bytes().first() {
                Some(b'+') => (PLUS, Operation::Add),
                Some(b'-') => (PLUS, Operation::Subtract),
                Some(b'*') => (TIMES, Operation::Multiply),
                Some(b'/') => (TIMES, Operation::Divide),
                _ => {
                    drain(&mut waiting, &mut out, OPEN + 1);
                    if let Some(&(_, _, open)) = waiting.last() {
                        return Err(Miss { at: open, expected: "a `)` for this `(`" });
                    }
                    return self.bounded(out);
                }
            };
            drain(&mut waiting, &mut out, binding);
            waiting.push((binding, operation, self.at(self.rest)));
            self.rest = blanks(&self.rest[1..]);
        }
    }

    /// Refuses sums with too many values under way.
    fn bounded(&self, sum: Vec<Term<Name<'t>>>) -> Result<Vec<Term<Name<'t>>>, Miss> {
        let mut values = 0_usize;
        for term in &sum {
            match term {
                Term::Number(_) | Term::Column(_) => values += 1,
                Term::Do(Operation::Negate | Operation::Abs) => {}
                Term::Do(_) => values -= 1,
            }
            if values > MOST_VALUES {
                return self.miss("a sum with fewer parentheses in each other");
            }
        }
        Ok(sum)
    }
}

/// How tightly what waits in a sum binds.
const OPEN: u8 = 0;
const PLUS: u8 = 1;
const TIMES: u8 = 2;
const SIGN: u8 = 3;

/// Takes over what waits and binds at least so tightly.
fn drain<C>(waiting: &mut Vec<(u8, Operation, usize)>, out: &mut Vec<Term<C>>, binding: u8) {
    while let Some(&(own, operation, _)) = waiting.last()
        && own >= binding
    {
        out.push(Term::Do(operation));
        waiting.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Step, Test, expression};
    use super::*;

    fn read(text: &str) -> Result<Vec<Step<Test<'_>>>, Miss> {
        expression(text, &|name| name == "n")
    }

    /// The value of a sum in which `n` is 7.
    fn sum(text: &str) -> f64 {
        let text = format!("{text} = 0");
        let program = read(&text).expect("an expression");
        let [Step::Test(Test::Numbers { left, .. })] = &program[..] else { panic!("{text}") };
        let mut values = Vec::<f64>::new();
        for term in left {
            let mut last = || values.pop().expect("a value");
            let value = match term {
                Term::Number(n) => *n,
                Term::Column(_) => 7.0,
                Term::Do(Operation::Negate) => -last(),
                Term::Do(Operation::Abs) => last().abs(),
                Term::Do(Operation::Add) => last() + last(),
                Term::Do(Operation::Subtract) => -last() + last(),
                Term::Do(Operation::Multiply) => last() * last(),
                Term::Do(Operation::Divide) => 1.0 / last() * last(),
            };
            values.push(value);
        }
        assert_eq!(values.len(), 1);
        values[0]
    }

    #[test]
    fn sums_are_worked_out_as_usual() {
        for (text, expected) in [
            ("n", 7.0),
            ("n + 2 * 3", 13.0),
            ("(n + 2) * 3", 27.0),
            ("n - 2 - 3", 2.0),
            ("-n * 2", -14.0),
            ("abs(2 - n) * 2", 10.0),
            ("abs(abs(n - 9) - (1))", 1.0),
            ("n / 2 - -1.5", 5.0),
            ("((n))", 7.0),
            ("2 * (3 - (1 - n))", 18.0),
        ] {
            assert!((sum(text) - expected).abs() < 1e-9, "{text}");
        }
        let deep = "1 - (".repeat(40) + "n" + &")".repeat(40);
        assert!(read(&format!("{deep} > 1")).is_err());
    }
}
