//! Text columns: where white runs down the page and what stands on each side can be read by itself. The white between the
//! moves of White and of Black is none of it: they belong together.

use super::item::{Item, Row};
use super::rows::rows;

/// Words farther apart than this, in heights of words, are in different cells.
pub(super) const GAP: f32 = 1.3;
/// Fewer rows than this are no column.
const FEWEST: usize = 4;
/// So many words in small letters make a row prose.
const PROSE: usize = 3;
/// This share of the rows of a column stands by itself, at least: a number and two moves, two moves, or prose.
const SHARE: f32 = 0.5;
/// So many times is a page cut into columns, and its columns again.
const DEPTH: u32 = 3;
/// So many places are tried.
const TRIED: usize = 24;

/// Rows that are read one after the other.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub rows: Vec<Row>,
    /// It is a column that goes on with the one before.
    pub goes_on: bool,
}

/// The blocks of a page in the order of reading.
pub(super) fn blocks(items: Vec<Item>, unit: f32) -> Vec<Block> {
    let mut out = Vec::new();
    cut(items, unit, DEPTH, false, &mut out);
    out
}

fn cut(items: Vec<Item>, unit: f32, depth: u32, goes_on: bool, out: &mut Vec<Block>) {
    let rows = rows(&items, unit);
    let best = if depth > 0 { best_gutter(&rows, unit) } else { None };
    let Some((gutter, bands)) = best else {
        if !rows.is_empty() {
            out.push(Block { rows, goes_on });
        }
        return;
    };
    let mut at = 0;
    let mut rows: Vec<Option<Row>> = rows.into_iter().map(Some).collect();
    for (from, to) in bands.into_iter().chain([(rows.len(), rows.len())]) {
        let across: Vec<Row> = rows[at..from].iter_mut().filter_map(Option::take).collect();
        if !across.is_empty() {
            out.push(Block { rows: across, goes_on: goes_on && at == 0 });
        }
        let inside = rows[from..to].iter_mut().filter_map(Option::take).flat_map(|row| row.items);
        let (left, right): (Vec<Item>, Vec<Item>) =
            inside.partition(|item| f32::midpoint(item.left, item.right) < gutter);
        if to > from {
            cut(left, unit, depth - 1, goes_on && from == 0, out);
            cut(right, unit, depth - 1, true, out);
        }
        at = to;
    }
}

/// Words of a row without a wide gap between them.
#[derive(Clone, Copy, Debug)]
struct Run {
    left: f32,
    right: f32,
    /// Characters in words that can be read.
    count: u32,
    plain: usize,
    number: Option<u32>,
    /// It is a number and nothing else.
    is_number: bool,
}

fn runs(row: &Row, unit: f32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for item in &row.items {
        let count = if item.reads { item.count } else { 0 };
        let plain = usize::from(item.plain);
        match runs.last_mut() {
            Some(run) if item.left - run.right < GAP * unit => {
                run.right = run.right.max(item.right);
                run.count += count;
                run.plain += plain;
                run.is_number &= count == 0;
            }
            _ => runs.push(Run {
                left: item.left,
                right: item.right,
                count,
                plain,
                number: item.number,
                is_number: item.number.is_some(),
            }),
        }
    }
    runs
}

/// What stands on one side of a gutter on one row.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Something stands there.
    filled: bool,
    /// It can be read without the other side.
    stands: bool,
    number: Option<u32>,
}

fn side(runs: &[Run]) -> Side {
    let cells = runs.iter().filter(|run| !run.is_number && run.count >= 2).count();
    Side {
        filled: runs.iter().any(|run| run.count > 0),
        stands: cells >= 2 || runs.iter().map(|run| run.plain).sum::<usize>() >= PROSE,
        number: runs.first().and_then(|run| run.number),
    }
}

/// The first row of a band, and the one after its last.
type Band = (usize, usize);

/// The place where most rows fall into two columns, and the bands of rows that do: the first row of each, and the one after
/// its last.
fn best_gutter(rows: &[Row], unit: f32) -> Option<(f32, Vec<Band>)> {
    if rows.len() < FEWEST {
        return None;
    }
    let runs: Vec<Vec<Run>> = rows.iter().map(|row| runs(row, unit)).collect();
    let mut found = Vec::new();
    for gutter in candidates(&runs, unit) {
        let sides: Vec<Option<(Side, Side)>> = runs.iter().map(|runs| sides(runs, gutter, unit)).collect();
        let bands = bands(&sides);
        found.push((bands.iter().map(|(from, to)| to - from).sum::<usize>(), gutter, bands));
    }
    let most = found.iter().map(|(count, ..)| *count).max().filter(|count| *count > 0)?;
    // Of places that are nearly as good the first: numbers, and what was made of them, belong to the moves behind them.
    let good = found.into_iter().filter(|(count, ..)| count * 10 >= most * 9);
    good.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(_, gutter, bands)| (gutter, bands))
}

/// Both sides of a gutter; none if something stands across it, or a number that belongs to what is behind it.
fn sides(runs: &[Run], gutter: f32, unit: f32) -> Option<(Side, Side)> {
    let left = runs.partition_point(|run| run.right <= gutter + 0.3 * unit);
    if runs.get(left).is_some_and(|run| run.left < gutter - 0.3 * unit) {
        return None;
    }
    let (ours, theirs) = runs.split_at(left);
    let is_torn = ours.len() >= 2 && ours[ours.len() - 1].is_number && !theirs.is_empty();
    (!is_torn).then(|| (side(ours), side(theirs)))
}

/// Places where white may run down the page: from the widest white on, and left of numbers that stand one below the other.
fn candidates(runs: &[Vec<Run>], unit: f32) -> Vec<f32> {
    let all = || runs.iter().flatten();
    let left = all().map(|run| run.left).fold(f32::MAX, f32::min);
    let right = all().map(|run| run.right).fold(f32::MIN, f32::max);
    if right <= left {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Gaps between runs, each where it is: the places that most of them share.
    let step = (unit / 3.0).max((right - left) / 4000.0);
    let bins = ((right - left) / step) as usize + 2;
    let mut edges = vec![0_i32; bins + 1];
    let bin = |x: f32| (((x - left) / step).max(0.0) as usize).min(bins - 1);
    for runs in runs {
        for pair in runs.windows(2) {
            edges[bin(pair[0].right)] += 1;
            edges[bin(pair[1].left)] -= 1;
        }
    }
    let mut depth = 0;
    let counts: Vec<i32> = edges
        .iter()
        .map(|edge| {
            depth += edge;
            depth
        })
        .collect();
    // Tops: places where more gaps lie over each other than on both sides, however little.
    let mut at = 0;
    while at < counts.len() {
        let end = at + counts[at..].iter().take_while(|&&count| count == counts[at]).count();
        let before = at.checked_sub(1).map_or(0, |i| counts[i]);
        let behind = counts.get(end).copied().unwrap_or(0);
        if counts[at] >= 3 && counts[at] > before && counts[at] > behind {
            found.push((counts[at], left + step * (at + end) as f32 / 2.0));
        }
        at = end;
    }
    // Numbers that begin a run in the middle of the page.
    let mut numbers: Vec<f32> = runs
        .iter()
        .flat_map(|runs| runs.iter().skip(1))
        .filter(|run| run.number.is_some())
        .map(|run| run.left)
        .collect();
    numbers.sort_by(f32::total_cmp);
    let mut first = 0;
    for i in 0..numbers.len() {
        if i + 1 == numbers.len() || numbers[i + 1] - numbers[i] > 0.7 * unit {
            let count = i + 1 - first;
            if count >= FEWEST {
                found.push((i32::try_from(count).unwrap_or(i32::MAX), numbers[first] - 0.5 * unit));
            }
            first = i + 1;
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
    found.truncate(TRIED);
    found.into_iter().map(|(_, gutter)| gutter).collect()
}

/// The bands of rows in which both sides are columns.
fn bands(sides: &[Option<(Side, Side)>]) -> Vec<Band> {
    let mut bands = Vec::new();
    let mut from = 0;
    while from < sides.len() {
        let length = sides[from..].iter().take_while(|side| side.is_some()).count();
        let band: Vec<(Side, Side)> = sides[from..from + length].iter().flatten().copied().collect();
        let skip = if from > 0 { headings(&band) } else { 0 };
        if are_columns(&band[skip..]) {
            bands.push((from + skip, from + length));
        }
        from += length.max(1);
    }
    bands
}

/// How many rows of a band head both columns, and stand across as what is above them does: the names of the players, and
/// what stands above numbered rows.
fn headings(band: &[(Side, Side)]) -> usize {
    let numbers = |(left, right): &(Side, Side)| (left.number.is_some(), right.number.is_some());
    if band.iter().filter(|sides| numbers(sides) == (true, true)).count() >= FEWEST {
        return band.iter().position(|sides| numbers(sides) != (false, false)).unwrap_or(0);
    }
    band.iter().take_while(|(left, right)| !left.stands && !right.stands).count()
}

fn are_columns(band: &[(Side, Side)]) -> bool {
    let count = |holds: fn(&(Side, Side)) -> bool| band.iter().filter(|sides| holds(sides)).count();
    let lefts = count(|(left, _)| left.filled);
    let rights = count(|(_, right)| right.filled);
    if lefts < FEWEST || rights < FEWEST {
        return false;
    }
    let enough = |stand: usize, of: usize| stand as f32 >= SHARE * of as f32;
    enough(count(|(left, _)| left.filled && left.stands), lefts)
        && enough(count(|(_, right)| right.filled && right.stands), rights)
}
