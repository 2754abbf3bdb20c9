//! Two columns of a page, or of some of its lines, that raw print gives on one line: which words of each line stand in which,
//! as the numbers of the rows tell, and the page with one column below the other.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::fragment::{self, fragments};
use crate::book::page::Page;
use crate::span::Span;

/// So many lines on which the rows count on, with the other column beside them, show two columns: by chance fewer do.
const FEWEST: usize = 6;

/// And so large a part of the lines with a row: the others have nothing beside them, or their number is misread.
const ONE_IN: usize = 4;

/// So many lines of a stretch may bear no number, one after the other.
const MOST_LEFT_OUT: usize = 2;

/// What is seldom costs so much: that a column or a game begins with a row, that the number which is due stands before no
/// whole row, that nothing stands to the left of a row on the right.
const SELDOM: u32 = 1;

/// That a row does not count on, or is none, is seldomer than any two of these.
const WRONG: u32 = 3;

/// Most ways that are kept to cut the lines up to one.
const MOST: usize = 40;

/// Of so many rows, less one, at the foot of the left half of a game the numbers may be lost.
const MOST_LOST: u32 = 3;

/// In longer pieces columns are not looked for: each line holds 2 kB while they are.
const MOST_LINES: usize = 20_000;

/// A row on a line, or a number that may begin one.
struct Row<'t> {
    start: usize,
    /// The number as it is printed.
    shown: &'t str,
    /// Where the words behind it begin.
    end: usize,
    /// 0 where it cannot be read.
    number: u32,
    /// It reads as a row.
    is_sure: bool,
}

/// The last number of a column with a row more, if there is one, behind the last one so far, and what that costs.
fn numbers(row: Option<&Row<'_>>, last: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
    let two = |number: u32, cost: u32, other: u32| [Some((number, cost)), Some((due(last), other))];
    let found = match row {
        None => [Some((last, 0)), None],
        Some(&Row { number, is_sure, shown, .. }) => match (number == due(last), is_sure) {
            (true, true) => [Some((due(last), 0)), None],
            (true, false) => [Some((due(last), SELDOM)), None],
            // A figure was misread.
            (false, false) if fragment::may_show(shown, due(last)) => [Some((due(last), 2 * SELDOM)), None],
            (false, false) => [None, None],
            (false, true) if number == 0 => [Some((due(last), WRONG)), None],
            (false, true) if last == 0 || number == 1 => {
                // The second figure was lost.
                let is_half = number == 1 && (10..20).contains(&due(last));
                two(number, SELDOM, if is_half { 0 } else { WRONG })
            }
            (false, true) => two(number, WRONG, WRONG),
        },
    };
    found.into_iter().flatten()
}

/// The number behind another.
const fn due(last: u32) -> u32 {
    last + 1
}

/// One way to cut a line: the rows that stand in its two columns, where the words of the right one begin, if it is cut at
/// all, and what that costs.
type Way<'r> = ([Option<&'r Row<'r>>; 2], Option<usize>, u32);

/// The lines so far, cut.
#[derive(Clone, Copy)]
struct Cut {
    /// The last number of each column, 0 before the first.
    last: [u32; 2],
    cost: u32,
    parent: usize,
    place: Option<usize>,
    /// A page begins, and each column goes on with the same one of the page before.
    goes_on: bool,
}

/// The page with its right column below the left one, if it has two; and, if `with_stretches` asks for them, with the rows that
/// stand behind other words on a stretch of lines below those words. `original` is what it was made of.
pub(crate) fn unfold(
    page: &Page,
    original: &str,
    recognizer: &dyn Recognizer,
    with_stretches: bool,
) -> [Option<Page>; 2] {
    if page.rows.len() > MOST_LINES {
        return [None, None];
    }
    let rows: Vec<Vec<Row<'_>>> = (0..page.rows.len()).map(|line| rows(page, line, recognizer)).collect();
    let begins: Vec<bool> = (0..rows.len()).map(|line| begins_page(page, original, line)).collect();
    let columns = columns(page, &rows, &begins);
    let stretches = with_stretches.then(|| stretches(page, &rows)).flatten();
    [
        columns.map(|cuts| {
            let places: Vec<Option<usize>> = cuts.iter().map(|cut| cut.place).collect();
            let follows = follows(page, &cuts, &begins);
            in_order(page, &places, |line| follows[line])
        }),
        stretches.map(|places| in_order(page, &places, |line| places[line].is_none())),
    ]
}

/// The page, cut at places on its lines: what stands on the right follows where a line says so.
fn in_order(page: &Page, places: &[Option<usize>], follows: impl Fn(usize) -> bool) -> Page {
    let (mut parts, mut right) = (Vec::new(), Vec::new());
    for (line, place) in places.iter().enumerate() {
        let Range { start, end } = words(page, line);
        if follows(line) {
            parts.append(&mut right);
        }
        let at = place.unwrap_or(end);
        if start < at || at == end {
            parts.push(start..at);
        }
        if at < end {
            right.push(at..end);
        }
    }
    parts.append(&mut right);
    page.in_order(&parts)
}

fn words(page: &Page, line: usize) -> Range<usize> {
    page.rows[line].start()..page.rows[line].end()
}

/// Where what stands on the right is read before a line: where a page begins, and below the two halves of a game.
fn follows(page: &Page, cuts: &[Cut], begins: &[bool]) -> Vec<bool> {
    // The first number on the right that was not read yet.
    let mut first = None;
    // Rows on the left since the last number.
    let mut lost = 0;
    let follow = |line: usize| {
        let Cut { last: [left, right], place, goes_on, .. } = cuts[line];
        let before = line.checked_sub(1).map_or([0, 0], |above| cuts[above].last);
        // A line without a row, where the numbers on the right go on with those on the left.
        let meets = first.is_some_and(|first| (left + 1..=left + lost + MOST_LOST).contains(&first));
        let is_below = place.is_none() && before == [left, right] && meets;
        let follows = begins[line] && !goes_on || is_below && says(&page.text[words(page, line)]);
        if follows {
            first = None;
        }
        if left != before[0] || follows {
            lost = 0;
        } else if let Some(at) = place {
            lost += u32::from(says(&page.text[page.rows[line].start()..at]));
        }
        if place.is_some() && (first.is_none() || right < before[1]) && right != before[1] {
            first = Some(right);
        }
        follows
    };
    (0..cuts.len()).map(follow).collect()
}

/// How the lines of a page are cut, if it has two columns.
fn columns(page: &Page, rows: &[Vec<Row<'_>>], begins: &[bool]) -> Option<Vec<Cut>> {
    let cuts = cuts(page, rows, begins);
    let counts_on = |&line: &usize| {
        let Range { start, end } = words(page, line);
        let Cut { last: [left, right], cost, place, .. } = cuts[line];
        // Where both columns bear one number, they are the two sides of a game.
        let is_sure = cost == cuts[line - 1].cost && left != right;
        is_sure && place.is_some_and(|at| says(&page.text[start..at]) && says(&page.text[at..end]))
    };
    let two = (1..rows.len()).filter(counts_on).count();
    let all = rows.iter().filter(|rows| rows.iter().any(|row| row.is_sure)).count();
    (two >= FEWEST && two * ONE_IN >= all).then_some(cuts)
}

/// Lines on which the numbers behind other words count on.
struct Stretch {
    /// The last line, and the number on it.
    line: usize,
    number: u32,
    /// The lines with a number, and where it begins.
    cuts: Vec<(usize, usize)>,
}

impl Stretch {
    /// Is a line near enough for a row on it to go on with it?
    const fn reaches(&self, line: usize) -> bool {
        line - self.line <= MOST_LEFT_OUT + 1
    }

    /// Does a row go on with it?
    fn goes_on(&self, line: usize, number: u32) -> bool {
        let lines = line - self.line;
        lines > 0 && self.reaches(line) && self.number + lines as u32 == number
    }
}

/// Where on each line a row stands behind other words, if the rows of the lines around it count on: a column of the page beside
/// another on a part of it, or one half of a game beside cells of the other.
fn stretches(page: &Page, rows: &[Vec<Row<'_>>]) -> Option<Vec<Option<usize>>> {
    let mut all: Vec<Stretch> = Vec::new();
    let mut open = 0;
    for (line, rows) in rows.iter().enumerate() {
        // Halves beside one another are rows of both.
        if rows.first().is_some_and(|row| !says(&page.text[page.rows[line].start()..row.start])) {
            continue;
        }
        while all.get(open).is_some_and(|stretch| !stretch.reaches(line)) {
            open += 1;
        }
        for &Row { number, start, .. } in rows.iter().filter(|row| row.number > 0) {
            let known = all[open..].iter_mut().find(|stretch| stretch.goes_on(line, number));
            match known {
                Some(stretch) => {
                    (stretch.line, stretch.number) = (line, number);
                    stretch.cuts.push((line, start));
                }
                None => all.push(Stretch { line, number, cuts: vec![(line, start)] }),
            }
        }
    }
    let mut found = vec![None; rows.len()];
    let cuts = all.iter().filter(|stretch| stretch.cuts.len() >= FEWEST).flat_map(|stretch| &stretch.cuts);
    cuts.for_each(|&(line, at)| found[line] = Some(at));
    found.iter().any(Option::is_some).then_some(found)
}

/// The rows on a line, and figures before what may be a move.
fn rows<'p>(page: &'p Page, line: usize, recognizer: &dyn Recognizer) -> Vec<Row<'p>> {
    let (start, end) = (page.rows[line].start(), page.rows[line].end());
    if end - start > fragment::LONGEST_LINE {
        return Vec::new();
    }
    let row = |fragment: fragment::Fragment| {
        let way = &fragment.ways[0];
        let number = fragment.ways.iter().find_map(fragment::Way::value).unwrap_or(0);
        // What stands behind one move alone may be the other.
        let end = if way.moves() == 2 { way.end } else { end };
        Row {
            start: way.start,
            shown: &page.text[way.start..way.start + way.number.len()],
            end,
            number,
            is_sure: true,
        }
    };
    let mut out: Vec<Row<'p>> = fragments(page, line, recognizer).into_iter().map(row).collect();
    figures(page, line, &mut out);
    out.sort_by_key(|row| row.start);
    out
}

/// Adds the numbers that words behind them may make a row of, whatever those are.
fn figures<'p>(page: &'p Page, line: usize, out: &mut Vec<Row<'p>>) {
    let Range { start, end } = words(page, line);
    let mut at = start;
    for word in page.text[start..end].split(' ') {
        let number = word.trim_end_matches(['.', ',', ')', '\'', '\u{b0}']);
        let next = at + word.len() + 1;
        let is_followed = page.text[..end]
            .get(next..)
            .map(|rest| {
                rest.trim_start_matches(|c: char| {
                    c.is_whitespace() || matches!(c, '.' | '~' | '-' | '=' | ':')
                })
            })
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '0'));
        let value = number.parse().ok().filter(|value| (1..=999).contains(value));
        // 0 where figures were misread.
        let is_number = value.is_some() || is_misread(number);
        if is_number && is_followed && out.iter().all(|row| row.start != at) {
            out.push(Row { start: at, shown: number, end, number: value.unwrap_or(0), is_sure: false });
        }
        at = next;
    }
}

/// May a word be a number of which figures were misread, though not all of them?
fn is_misread(word: &str) -> bool {
    (2..=3).contains(&word.chars().count())
        && word.chars().all(fragment::may_be_figure)
        && word.contains(|c: char| c.is_ascii_digit())
}

/// Does a page begin with a line: behind a form feed, or a running head that was dropped?
fn begins_page(page: &Page, original: &str, line: usize) -> bool {
    let Some(above) = line.checked_sub(1) else { return true };
    let words = |line: usize| page.span(page.rows[line].start(), page.rows[line].end());
    let between = Span::new(words(above).end, words(line).start).of_text(original);
    between.contains(|c: char| matches!(c, '\x0b' | '\x0c') || c.is_alphanumeric())
}

pub(super) fn says(words: &str) -> bool {
    words.chars().filter(|c| c.is_alphanumeric()).count() > 1
}

/// The cheapest way to cut all lines, line by line.
fn cuts(page: &Page, rows: &[Vec<Row<'_>>], begins: &[bool]) -> Vec<Cut> {
    let mut all: Vec<Vec<Cut>> =
        vec![vec![Cut { last: [0, 0], cost: 0, parent: 0, place: None, goes_on: false }]];
    for (line, rows) in rows.iter().enumerate() {
        if rows.is_empty() && !begins[line] {
            let same =
                |(parent, before): (usize, &Cut)| Cut { parent, place: None, goes_on: false, ..*before };
            all.push(all[line].iter().enumerate().map(same).collect());
            continue;
        }
        let ways = ways(&page.text[..page.rows[line].end()], page.rows[line].start(), rows);
        let mut next: Vec<Cut> = Vec::new();
        for (parent, before) in all[line].iter().enumerate() {
            // The left column goes on with the right one of the page before, or both with themselves, as the halves of a
            // game.
            let [left, right] = before.last;
            let turned = [[if right > 0 { right } else { left }, 0], before.last];
            let lasts = if begins[line] { &turned[..] } else { &turned[1..] };
            for (last, (ways_left, place, cost)) in
                lasts.iter().flat_map(|last| ways.iter().map(move |&way| (*last, way)))
            {
                let goes_on = begins[line] && last == before.last;
                // The number that is due on the right is left out.
                let is_due = |row: &Row<'_>| !row.is_sure && last[1] > 0 && row.number == last[1] + 1;
                let left_out = place.is_none() && rows.iter().any(is_due);
                let cost = cost + if left_out { 2 * SELDOM } else { 0 };
                let rights = numbers(ways_left[1], last[1]);
                for (left, left_cost) in numbers(ways_left[0], last[0]) {
                    for (right, right_cost) in rights.clone() {
                        let cost = before.cost + cost + left_cost + right_cost;
                        let cut = Cut { last: [left, right], cost, parent, place, goes_on };
                        match next.iter_mut().find(|known| known.last == cut.last) {
                            Some(known) if known.cost <= cost => {}
                            Some(known) => *known = cut,
                            None => next.push(cut),
                        }
                    }
                }
            }
        }
        next.sort_by_key(|cut| cut.cost);
        next.truncate(MOST);
        all.push(next);
    }
    let mut at = 0;
    let back = |cuts: &Vec<Cut>| {
        let cut = cuts[at];
        at = cut.parent;
        cut
    };
    let mut out: Vec<Cut> = all[1..].iter().rev().map(back).collect();
    out.reverse();
    out
}

/// The ways to cut a line that begins at a place in a text.
fn ways<'r>(text: &str, start: usize, rows: &'r [Row<'r>]) -> Vec<Way<'r>> {
    let sure = rows.iter().filter(|row| row.is_sure).count() as u32;
    let mut out: Vec<Way<'r>> = vec![([None, None], None, sure.min(2) * WRONG)];
    for (i, row) in rows.iter().enumerate() {
        let left_out = (sure - u32::from(row.is_sure)).min(1) * WRONG;
        if says(&text[start..row.start]) {
            out.push(([None, Some(row)], Some(row.start), left_out));
            continue;
        }
        out.push(([Some(row), None], Some(row.end), left_out));
        let behind = rows[i + 1..].iter().filter(|other| says(&text[row.start..other.start]));
        out.extend(behind.map(|other| ([Some(row), Some(other)], Some(other.start), 0)));
        if !says(&text[row.end..]) {
            out.push(([None, Some(row)], Some(start), SELDOM));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are the only sign: specks may stand behind them, and some may be lost.
    #[test]
    fn rows_are_cut_off_where_their_numbers_count_on() {
        let cut = |numbers: [u32; 8]| {
            let row = |number: u32| match number {
                0 => "R-K 5\n".to_owned(),
                number => format!("R-K 5 {number}. ~P-Q4\n"),
            };
            let text: String = numbers.into_iter().map(row).collect();
            let page = Page::new(&text);
            let rows: Vec<Vec<Row<'_>>> = (0..page.rows.len())
                .map(|line| {
                    let mut out = Vec::new();
                    figures(&page, line, &mut out);
                    out
                })
                .collect();
            stretches(&page, &rows).map(|places| places.iter().flatten().count())
        };
        assert_eq!(cut([23, 24, 25, 26, 27, 28, 29, 30]), Some(8));
        assert_eq!(cut([23, 24, 25, 0, 0, 28, 29, 30]), Some(6));
        assert_eq!(cut([23, 24, 25, 0, 0, 0, 29, 30]), None);
        assert_eq!(cut([23, 24, 25, 27, 26, 28, 29, 30]), Some(6));
        assert_eq!(cut([23, 25, 24, 27, 26, 29, 28, 30]), None);
    }
}
