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
        let (mut above, mut below) = (words(above), words(below));
        let mut fractions = Vec::with_capacity(bars.len());
        // Words that are wider than their bar begin a little before it.
        let mut from = bars[0].column.saturating_sub(ASIDE);
        for (at, bar) in bars.iter().enumerate() {
            let before = |next: &Bar| next.column - ((next.column - bar.end) / 2).min(ASIDE);
            let end = bars.get(at + 1).map_or(usize::MAX, before);
            let columns = from..end;
            fractions.push([bar.number.clone(), take(&mut above, &columns), take(&mut below, &columns)]);
            from = end;
        }
        // Whatever stands outside them, or a line without words, is another thing.
        let is_whole =
            above.is_empty() && below.is_empty() && fractions.iter().all(|[_, top, _]| !top.is_empty());
        if is_whole {
            let columns = bars.iter().map(|bar| bar.column).collect();
            found.push(Stack { bar, columns, fractions });
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
    /// The column behind the bar.
    end: usize,
}

/// The bars of a line that holds nothing but numbers, each before a bar or joined to it.
fn bars(row: &str) -> Option<Vec<Bar>> {
    let is_line = |c: char| matches!(c, '-' | '—' | '–' | '―' | '─');
    let mut bars = Vec::new();
    let mut words = words(row).into_iter();
    while let Some((column, word)) = words.next() {
        let digits = row[word.clone()].bytes().take_while(u8::is_ascii_digit).count();
        let number = word.start..word.start + digits;
        let joined = row[number.end..word.end].trim_start_matches(['.', ')']);
        let (from, bar) = if joined.is_empty() {
            let (from, bar) = words.next()?;
            (from, &row[bar])
        } else {
            (column + row[word.start..word.end - joined.len()].chars().count(), joined)
        };
        let length = bar.chars().count();
        if !matches!(digits, 1..=3) || length < 2 || !bar.chars().all(is_line) {
            return None;
        }
        bars.push(Bar { column, number, end: from + length });
    }
    (!bars.is_empty()).then_some(bars)
}

/// The words of a row: the column of each, in characters, and its bytes.
fn words(row: &str) -> std::collections::VecDeque<(usize, Range<usize>)> {
    let mut words = std::collections::VecDeque::new();
    let mut start = None;
    for (column, (at, c)) in row.char_indices().chain([(row.len(), ' ')]).enumerate() {
        match start {
            None if !c.is_whitespace() => start = Some((column, at)),
            Some((first, from)) if c.is_whitespace() => {
                words.push_back((first, from..at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Takes the words that begin in these columns.
fn take(
    words: &mut std::collections::VecDeque<(usize, Range<usize>)>,
    columns: &Range<usize>,
) -> Range<usize> {
    let mut taken: Option<Range<usize>> = None;
    while let Some((column, _)) = words.front()
        && columns.contains(column)
        && let Some((_, word)) = words.pop_front()
    {
        taken = Some(taken.map_or(word.start, |taken| taken.start)..word.end);
    }
    taken.unwrap_or(0..0)
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
