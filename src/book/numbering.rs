//! Tables whose numbers do not stand in front of their rows: behind them, between the moves, on lines of their own.
use crate::book::shape::{Entry, Shape};

/// So many rows with numbers that go on one by one show where the numbers of a table stand.
const ROWS: usize = 3;

/// Puts the numbers of a table in front of its moves; `next` is the number that a table broken off above goes on with.
pub(super) fn put_in_front(shapes: &mut [Option<Shape>], next: Option<u32>) {
    let mut at = 0;
    while at < shapes.len() {
        let count = run(&shapes[at..], next);
        if count >= ROWS {
            for shape in shapes[at..at + count].iter_mut().flatten() {
                merge(shape);
            }
        }
        at += count.max(1);
    }
    let on_top = (0..shapes.len()).filter(|&i| is_above(shapes, i)).count();
    if on_top >= 2 {
        (0..shapes.len()).for_each(|i| take_from_above(shapes, i));
    }
}

/// Rows from the first on that bear their numbers behind or between their moves, one by one from 1 or from `next`.
fn run(shapes: &[Option<Shape>], next: Option<u32>) -> usize {
    let numbers = shapes.iter().map_while(|shape| shape.as_ref().and_then(misplaced));
    let mut last = None;
    numbers
        .take_while(|&number| {
            let follows = match last {
                Some(last) => number == last + 1,
                None => number == 1 || Some(number) == next,
            };
            last = Some(number);
            follows
        })
        .count()
}

/// The number of a row that stands behind its first move.
fn misplaced(shape: &Shape) -> Option<u32> {
    let [front, back] = &shape.entries[..] else { return None };
    let moves = front.cells.len() + back.cells.len();
    let fits = !front.cells.is_empty() && moves <= 2 && !front.dots && !back.dots;
    back.number.filter(|_| fits && front.number.is_none() && shape.words == 0)
}

fn merge(shape: &mut Shape) {
    let Some(back) = shape.entries.pop() else { return };
    if let Some(front) = shape.entries.first_mut() {
        front.number = back.number;
        front.cells.extend(back.cells);
        shape.structured = true;
    }
}

/// Does a number stand alone on a line, and its moves on the next?
fn is_above(shapes: &[Option<Shape>], i: usize) -> bool {
    let alone = |entry: &Entry| entry.number.is_some() && entry.cells.is_empty() && !entry.dots;
    let moves = |entry: &Entry| entry.number.is_none() && entry.cells.len() <= 2;
    let (Some(Some(above)), Some(Some(below))) = (shapes.get(i), shapes.get(i + 1)) else { return false };
    above.words == 0
        && matches!(&above.entries[..], [entry] if alone(entry))
        && below.is_pure()
        && matches!(&below.entries[..], [entry] if moves(entry) && (below.structured || entry.cells.len() == 1))
}

fn take_from_above(shapes: &mut [Option<Shape>], i: usize) {
    if !is_above(shapes, i) {
        return;
    }
    let above = shapes[i].take();
    let Some(mut row) = shapes[i + 1].take() else { return };
    if let (Some(entry), Some(above)) = (row.entries.first_mut(), above) {
        entry.number = above.number();
        entry.start = above.entries.first().map_or(entry.start, |above| above.start);
        row.structured = true;
        row.more_lines = 1;
    }
    shapes[i] = Some(row);
}
