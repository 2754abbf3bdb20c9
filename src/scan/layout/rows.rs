//! Words on one height become a row, whatever blocks the recogniser made of them.

use std::collections::BTreeMap;

use super::item::{Item, Row, median};

/// Words whose feet differ by less than this share of the distance of lines may stand on one row.
const REACH: f32 = 0.42;
/// Below this distance of lines, in heights of words, the page is not believed.
const CLOSEST: f32 = 1.2;

/// Words next to each other on a line of the recogniser.
struct Piece {
    items: Vec<Item>,
    base: f32,
}

/// The rows from the top of the page to its foot.
pub(super) fn rows(items: &[Item], unit: f32) -> Vec<Row> {
    let mut pieces = pieces(items, unit);
    let reach = (pitch(&pieces, unit) * REACH).min(unit);
    // From left to right, so that a row may bend with the page: what comes next is held against what stands left of it.
    pieces.sort_by(|a, b| {
        let (left, right) = (a.items[0], b.items[0]);
        left.left.total_cmp(&right.left).then(left.word.cmp(&right.word))
    });
    let mut rows: Vec<Row> = Vec::new();
    // The foot of the last piece of each row, and the number of the row, so that no two are alike.
    let mut ends: BTreeMap<(i64, usize), usize> = BTreeMap::new();
    let key = |base: f32| (f64::from(base) * 16.0) as i64;
    for piece in pieces {
        let at = key(piece.base);
        let below = ends.range((at, 0)..).next();
        let above = ends.range(..(at, 0)).next_back();
        let near = [above, below].into_iter().flatten().filter(|((base, _), row)| {
            let is_near = (base - at).abs() as f32 <= reach * 16.0;
            // Two words cannot stand in one place.
            let overlap = rows[**row].items.last().map_or(f32::MIN, |last| last.right) - piece.items[0].left;
            is_near && overlap < 0.6 * unit.min(piece.items[0].width())
        });
        let nearest = near.min_by_key(|((base, number), _)| ((base - at).abs(), *number));
        match nearest.map(|(key, row)| (*key, *row)) {
            Some((old, row)) => {
                ends.remove(&old);
                // Specks tell little of the height.
                let weighs = piece.items.iter().any(|item| item.reads && item.count > 1);
                let end = if weighs { (old.0 + at) / 2 } else { old.0 };
                rows[row].items.extend(piece.items);
                ends.insert((end, row), row);
            }
            None => {
                ends.insert((at, rows.len()), rows.len());
                rows.push(Row { items: piece.items, base: piece.base });
            }
        }
    }
    for row in &mut rows {
        row.base = base(&row.items).unwrap_or(row.base);
    }
    rows.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.left().total_cmp(&b.left())));
    rows
}

/// The height on which the words of items stand.
fn base(items: &[Item]) -> Option<f32> {
    let mut feet: Vec<f32> = items.iter().filter(|item| item.reads).map(|item| item.base).collect();
    median(&mut feet)
}

/// Cuts the recogniser's lines where words stand far apart or not on one height.
fn pieces(items: &[Item], unit: f32) -> Vec<Piece> {
    let mut items = items.to_vec();
    // In the order of the recogniser: boxes of neighbours may lie over each other.
    items.sort_by_key(|item| (item.line, item.word));
    let mut pieces: Vec<Piece> = Vec::new();
    for item in items {
        if let Some(piece) = pieces.last_mut() {
            let last = piece.items[piece.items.len() - 1];
            let gap = item.left - last.right;
            let is_level =
                (item.base - last.base).abs() < 0.6 * unit || item.top < last.base && last.top < item.base;
            if last.line == item.line && gap < 1.5 * unit && item.left > last.left && is_level {
                piece.items.push(item);
                continue;
            }
        }
        pieces.push(Piece { items: vec![item], base: item.base });
    }
    for piece in &mut pieces {
        piece.base = base(&piece.items).unwrap_or(piece.base);
    }
    pieces
}

/// The usual distance of lines that stand one below the other.
fn pitch(pieces: &[Piece], unit: f32) -> f32 {
    // Pieces that begin at the same place of the page, on a grid: the next of the same cell stands below it.
    let mut feet: Vec<(i64, f32)> = pieces
        .iter()
        .filter(|piece| piece.items.iter().any(|item| item.reads && item.count > 1))
        .map(|piece| ((f64::from(piece.items[0].left) / f64::from(4.0 * unit)) as i64, piece.base))
        .collect();
    feet.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut steps: Vec<f32> = feet
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1 - pair[0].1)
        .filter(|step| (CLOSEST * unit..6.0 * unit).contains(step))
        .collect();
    median(&mut steps).unwrap_or(2.0 * unit)
}
