//! Moves in fractions: White's above a line, Black's below it, the number in front of it, several beside one another.
//!
//! ```text
//!     P-K4   Kt-KB3
//!   1 ---- 2 ------
//!     P-K4   P-Q3
//! ```
use std::ops::Range;

/// So many characters aside a fraction still stands below another.
const ASIDE: usize = 3;

/// Three lines that hold fractions.
pub(super) struct Stack {
    /// The line with the numbers.
    pub bar: usize,
    /// Where each fraction begins, in characters.
    columns: Vec<usize>,
    /// Of each fraction its number, the words above its line and those below, as bytes of their rows; either may be
    /// empty.
    pub fractions: Vec<[Range<usize>; 3]>,
}

/// The fractions of a page, from top to bottom.
pub(super) fn stacks(rows: &[&str]) -> Vec<Stack> {
    let mut found: Vec<Stack> = Vec::new();
    for (bar, &row) in rows.iter().enumerate() {
        let is_free = found.last().is_none_or(|stack| stack.bar + 2 < bar);
        let (Some(above), true) = (bar.checked_sub(1).map(|above| rows[above]), is_free) else { continue };
        let Some(bars) = bars(row) else { continue };
        let below = rows.get(bar + 1).copied().unwrap_or("");
        // Whatever stands outside them, or a line without words, is another thing.
        let (Some(above), Some(below)) = (of_bars(above, &bars), of_bars(below, &bars)) else { continue };
        if above.iter().all(|top| !top.is_empty()) {
            let columns = bars.iter().map(|bar| bar.column).collect();
            let sides = above.into_iter().zip(below);
            let fractions = bars.into_iter().zip(sides).map(|(bar, (top, bottom))| [bar.number, top, bottom]);
            found.push(Stack { bar, columns, fractions: fractions.collect() });
        }
    }
    found
}

/// Where a fraction stands: its stack among others, and its place in that.
pub(super) type Place = (usize, usize);

/// The order in which fractions are read: stacks that are read together, and of each such run its columns. Numbers that go on
/// along the line are read so; others that go on from one stack to the next below it are columns side by side.
pub(super) fn runs(rows: &[&str], stacks: &[Stack]) -> Vec<(Range<usize>, Vec<Vec<Place>>)> {
    let number = |(stack, at): Place| {
        let Stack { bar, fractions, .. } = &stacks[stack];
        rows[*bar][fractions[at][0].clone()].parse::<u32>().unwrap_or_default()
    };
    let goes_on = |one: Place, next: Place| number(one) + 1 == number(next);
    let along = |stack: usize| (0..stacks[stack].fractions.len()).map(move |at| (stack, at));
    let mut runs = Vec::new();
    let mut first = 0;
    while first < stacks.len() {
        let mut columns: Vec<Vec<Place>> = along(first).map(|place| vec![place]).collect();
        let is_beside = columns.len() > 1 && columns.windows(2).all(|two| !goes_on(two[0][0], two[1][0]));
        let mut end = first + 1;
        while is_beside && end < stacks.len() {
            let gap = stacks[end - 1].bar + 2..stacks[end].bar - 1;
            if gap.len() > ASIDE || rows[gap].iter().any(|row| !row.trim().is_empty()) {
                break;
            }
            let below = |place: Place| {
                columns.iter().position(|column| {
                    let (stack, at) = column[column.len() - 1];
                    let aside = stacks[stack].columns[at].abs_diff(stacks[place.0].columns[place.1]);
                    aside <= ASIDE && goes_on((stack, at), place)
                })
            };
            let Some(places) = along(end).map(below).collect::<Option<Vec<_>>>() else { break };
            places.into_iter().zip(along(end)).for_each(|(column, place)| columns[column].push(place));
            end += 1;
        }
        if end == first + 1 {
            columns = vec![along(first).collect()];
        }
        runs.push((first..end, columns));
        first = end;
    }
    runs
}

/// A number before a bar.
struct Bar {
    /// The number's column and bytes.
    column: usize,
    number: Range<usize>,
    /// The columns of the bar itself.
    columns: Range<usize>,
}

/// The bars of a line that holds nothing but numbers, each before a bar, with or without a gap on either side.
fn bars(row: &str) -> Option<Vec<Bar>> {
    let run = |from: usize, is: fn(char) -> bool| {
        let end = row[from..].find(|c| !is(c)).map_or(row.len(), |len| from + len);
        (end, row[from..end].chars().count())
    };
    let is_line = |c: char| matches!(c, '-' | '—' | '–' | '―' | '─');
    let mut bars = Vec::new();
    let (mut at, mut column) = run(0, char::is_whitespace);
    while at < row.len() {
        let (number, digits) = run(at, |c| c.is_ascii_digit());
        let (behind, gap) = run(number, |c| c.is_whitespace() || matches!(c, '.' | ')'));
        let (end, length) = run(behind, is_line);
        if !matches!(digits, 1..=3) || length < 2 {
            return None;
        }
        let from = column + digits + gap;
        bars.push(Bar { column, number: at..number, columns: from..from + length });
        let (next, gap) = run(end, char::is_whitespace);
        (at, column) = (next, from + length + gap);
    }
    (!bars.is_empty()).then_some(bars)
}

/// The words of a row above or below bars, as bytes: those of each bar. Words that stand together are of the bar that they
/// touch, or else of that whose number they do; where they touch several each is of its own. None if words stand in front of all.
fn of_bars(row: &str, bars: &[Bar]) -> Option<Vec<Range<usize>>> {
    let mut found = vec![0..0; bars.len()];
    let mut first = 0;
    let words = words(row);
    for together in words.chunk_by(|one, next| next.columns.start <= one.columns.end + 1) {
        let is_of_one = touched(together, bars).filter(|&(_, common)| common > 0).count() < 2;
        for part in together.chunks(if is_of_one { together.len() } else { 1 }) {
            let touched = touched(part, bars).max_by_key(|&(_, common)| common);
            // What touches none stands behind one: `Kt takes Kt (ch)` may be wider than its bar, and words of the end aside.
            let behind = || bars.iter().rposition(|bar| bar.column <= part[0].columns.start + ASIDE);
            let at = touched.map(|(at, _)| at).or_else(behind)?.max(first);
            let start = if found[at].end == 0 { part[0].bytes.start } else { found[at].start };
            found[at] = start..part[part.len() - 1].bytes.end;
            first = at;
        }
    }
    Some(found)
}

/// The bars that stand above or below words, or whose numbers do, and how many columns of each bar the words touch.
fn touched(words: &[Word], bars: &[Bar]) -> impl Iterator<Item = (usize, usize)> {
    let (start, end) = (words[0].columns.start, words[words.len() - 1].columns.end);
    let common = move |bar: &Bar| {
        let columns = bar.columns.end.min(end).saturating_sub(bar.columns.start.max(start));
        (bar.columns.end > start && end > bar.column).then_some(columns)
    };
    bars.iter().map(common).enumerate().filter_map(|(at, common)| Some((at, common?)))
}

/// A word of a row.
struct Word {
    columns: Range<usize>,
    bytes: Range<usize>,
}

/// The words of a row.
fn words(row: &str) -> Vec<Word> {
    let mut column = 0;
    let parts = row.split_inclusive(char::is_whitespace).scan(0, |end, part| {
        *end += part.len();
        Some((*end - part.len(), part))
    });
    let mut words = Vec::new();
    for (at, part) in parts {
        let word = part.trim_end();
        if !word.is_empty() {
            words.push(Word { columns: column..column + word.chars().count(), bytes: at..at + word.len() });
        }
        column += part.chars().count();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<String>> {
        let rows: Vec<&str> = text.lines().collect();
        let words = |stack: &Stack, [number, above, below]: &[Range<usize>; 3]| {
            let below_row = rows.get(stack.bar + 1).copied().unwrap_or("");
            format!(
                "{} {} {}",
                &rows[stack.bar][number.clone()],
                &rows[stack.bar - 1][above.clone()],
                &below_row[below.clone()]
            )
        };
        stacks(&rows).iter().map(|stack| stack.fractions.iter().map(|f| words(stack, f)).collect()).collect()
    }

    fn order(text: &str) -> Vec<Vec<Place>> {
        let rows: Vec<&str> = text.lines().collect();
        runs(&rows, &stacks(&rows)).into_iter().flat_map(|(_, columns)| columns).collect()
    }

    #[test]
    fn games_side_by_side_are_read_one_behind_the_other() {
        let beside = "   P-K4     Castles\n4. ----  4. -------\n   P-K3     Kt-B3\n\n    Kt-B3\n 5. -----   5. ----\n    P-B3       K-R\n"
            .replace("    Kt-B3\n 5", "    Kt-B3      P-Q3\n 5");
        assert_eq!(order(&beside), [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]);
        // One of them is longer.
        let longer = format!("{beside}\n             Kt-B4\n         6. -----\n             P-Q4\n");
        assert_eq!(order(&longer), [vec![(0, 0), (1, 0)], vec![(0, 1), (1, 1), (2, 0)]]);
        // Along the line, and a line that begins with no next number.
        assert_eq!(order(&beside.replace("  4. -------", "  5. -------"))[0], [(0, 0), (0, 1)]);
        assert_eq!(order(&beside.replace(" 5. -----", " 9. -----"))[0], [(0, 0), (0, 1)]);
    }

    #[test]
    fn the_words_above_and_below_a_bar_are_a_move_of_each_side() {
        let text = "\n    KtxP   BxKBP ch   Kt-Q5 mate\n  5 ---- 6 -------- 7 ----------\n    BxQ    K-K2\n";
        assert_eq!(read(text), [["5 KtxP BxQ", "6 BxKBP ch K-K2", "7 Kt-Q5 mate "]]);
        assert_eq!(read("   P—K4\n1. ————\n   P—K4"), [["1 P—K4 P—K4"]]);
        // The number joined to the bar, and words that are wider than it.
        let joined = "   P-K4      Kt takes Kt (ch)\n 8.------     9.--------   10)----\n  P-KR4         B-K2       Q-Q2\n"
            .replace("(ch)\n", "(ch)  K-Q\n");
        assert_eq!(read(&joined), [["8 P-K4 P-KR4", "9 Kt takes Kt (ch) B-K2", "10 K-Q Q-Q2"]]);
    }

    #[test]
    fn a_line_under_other_things_is_none() {
        assert!(read("Table of openings\n-----------------\nP-K4").is_empty(), "no number");
        assert!(read("1 ---- 2 ----\nP-K4").is_empty(), "nothing above");
        assert!(read("See   P-K4\n    1 ----\n      P-K4").is_empty(), "a word outside");
        assert!(
            read("    P-K4\n  1 ---- 2 ----\n    P-K4   P-K3").is_empty(),
            "a fraction without a move above"
        );
    }
}
