//! How far a page is turned, and turning it back.

use super::item::Item;

/// A page that is turned by more than this (as a slope) was put on the glass by a fool, or lies on its side.
const MOST: f32 = 0.09;
/// The first step in which slopes are tried, and how much finer the others are.
const STEP: f32 = 0.002;
const FINER: f32 = 0.2;
/// So many words of a page tell its slope.
const ENOUGH: usize = 3000;

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
    let mut bin = unit / 2.0;
    for _ in 0..3 {
        let count = ((to - from) / step).round() as i32;
        let tried = (0..=count).map(|i| from + step * i as f32);
        // Of slopes that are as good the one nearest to none.
        let scored = tried.map(|slope| (sharpness(&feet, slope, bin), slope));
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
    let mut first = 0;
    for (i, &height) in heights.iter().enumerate() {
        while height - heights[first] > bin {
            first += 1;
        }
        score += (i - first) as f64;
    }
    score
}
