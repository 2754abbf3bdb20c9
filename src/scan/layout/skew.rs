//! How far a page is turned, and turning it back.

use super::item::Item;

/// A page that is turned by more than this (as a slope) was put on the glass by a fool, or lies on its side.
const MOST: f32 = 0.09;
/// The first step in which slopes are tried, and how much finer the others are.
const STEP: f32 = 0.002;
const FINER: f32 = 0.2;
/// So many words of a page tell its slope.
const ENOUGH: usize = 3000;
/// Few pages are turned by more than this: by that much they are if it brings many more words together. Of two columns the
/// rows of one come together with those above of the other, too.
const USUAL: f32 = 0.02;
const STEEP: f64 = 0.8;

/// Shears the page so that lines are level. Lines are where most words stand on one height: the slope is the one that
/// brings the most feet of words together.
pub(super) fn straighten(items: &mut [Item], unit: f32) {
    let every = items.len().div_ceil(ENOUGH).max(1);
    let feet: Vec<(f32, f32)> = items
        .iter()
        .filter(|item| item.reads && item.count > 1)
        .step_by(every)
        .map(|item| ((item.left + item.right) / 2.0, item.base))
        .collect();
    if feet.len() < 8 {
        return;
    }
    let mut best = 0.0;
    let (mut from, mut to, mut step) = (-MOST, MOST, STEP);
    let weight = |slope: f32| if slope.abs() > USUAL { STEEP } else { 1.0 };
    let mut bin = unit / 2.0;
    for _ in 0..3 {
        let count = ((to - from) / step).round() as i32;
        let tried = (0..=count).map(|i| from + step * i as f32);
        // Of slopes that are as good the one nearest to none.
        let scored = tried.map(|slope| (sharpness(&feet, slope, bin) * weight(slope), slope));
        let found = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.abs().total_cmp(&a.1.abs())));
        best = found.map_or(0.0, |(_, slope)| slope);
        (from, to, step) = (best - step, best + step, step * FINER);
        bin *= 0.6;
    }
    for item in items {
        let shift = best * (item.left + item.right) / 2.0;
        item.top -= shift;
        item.base -= shift;
    }
}

/// How much the feet of words crowd on few heights.
fn sharpness(feet: &[(f32, f32)], slope: f32, bin: f32) -> f64 {
    let mut heights: Vec<f32> = feet.iter().map(|(x, y)| y - slope * x).collect();
    heights.sort_unstable_by(f32::total_cmp);
    // Pairs of neighbours weigh by how near they are; linear, and without borders between bins.
    let mut score = 0.0;
    let (mut first, mut sum) = (0, 0.0);
    for (i, &height) in heights.iter().enumerate() {
        while height - heights[first] > bin {
            sum -= f64::from(heights[first]);
            first += 1;
        }
        let count = (i - first) as f64;
        score += count - (count * f64::from(height) - sum) / f64::from(bin);
        sum += f64::from(height);
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two columns of rows, of which one begins a row farther down, on a page that is turned.
    fn columns(slope: f32) -> Vec<Item> {
        let base = |row: u16, left: f32| 46.0 * f32::from(row) + slope * (left + 30.0);
        let word = |row: u16, left: f32| Item {
            word: 0,
            left,
            right: left + 60.0,
            top: base(row, left) - 25.0,
            height: 25.0,
            base: base(row, left),
            line: 0,
            reads: true,
            count: 5,
            plain: false,
            number: None,
        };
        (0..30).map(|row| word(row, 100.0)).chain((1..31).map(|row| word(row, 770.0))).collect()
    }

    #[test]
    fn rows_are_level_though_they_would_meet_those_of_another_row() {
        for slope in [0.0, -0.006, 0.012, -0.018] {
            let mut items = columns(slope);
            straighten(&mut items, 25.0);
            assert!(items.iter().all(|item| (item.base - item.top - 25.0).abs() < 0.01), "{slope}");
            let (left, right) = items.split_at(30);
            let apart = left[1..].iter().zip(right).map(|(a, b)| (a.base - b.base).abs());
            assert!(apart.fold(0.0, f32::max) < 10.0, "{slope}");
        }
    }
}
