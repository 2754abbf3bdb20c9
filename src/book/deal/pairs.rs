//! Which columns of one move are White's and Black's of the same rows, as their lengths and heads tell.
use std::iter;
use std::rc::Rc;

use super::cells::Strip;
use crate::book::heading::Columns;

/// The columns of a game stand no farther apart, in lines.
const FARTHEST: usize = 240;

/// Most ways that are kept.
const MOST: usize = 60;

/// What is unlikely costs so much: a column below the head of the other side, a number where none is looked for, a column
/// without its other.
const OTHER_HEAD: u32 = 8;
const OTHER_NUMBER: u32 = 5;
const MOST_ALONE: u32 = 12;

/// One column: strips that blank lines part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub first: usize,
    pub last: usize,
    pub len: usize,
    line: usize,
    head: Option<Columns>,
    is_numbered: bool,
    is_followed: bool,
}

impl Column {
    const fn alone(&self) -> u32 {
        let len = self.len as u32 + 1;
        if len < MOST_ALONE { len } else { MOST_ALONE }
    }

    fn of_black(&self) -> u32 {
        let head = if self.head == Some(Columns::White) { OTHER_HEAD } else { 0 };
        head + if self.is_numbered { OTHER_NUMBER } else { 0 }
    }

    fn of_white(&self) -> u32 {
        let head = if self.head == Some(Columns::Black) { OTHER_HEAD } else { 0 };
        head + if self.is_followed { OTHER_NUMBER } else { 0 }
    }
}

/// What it costs that White's column and Black's are so long.
const fn differs(white: usize, black: usize) -> Option<u32> {
    match (white.abs_diff(black), white > black) {
        (0, _) => Some(0),
        (1, true) => Some(1),
        (1, false) => Some(4),
        (2, true) => Some(5),
        (2, false) => Some(7),
        _ => None,
    }
}

/// A pair, and those before it, which ways share.
#[derive(Debug)]
struct Pair {
    columns: [Column; 2],
    before: Option<Rc<Self>>,
}

#[derive(Clone, Debug, Default)]
struct Way {
    cost: u32,
    column: Option<Column>,
    open: Vec<Column>,
    pairs: Option<Rc<Pair>>,
}

impl Way {
    /// What the column that ends here may be, but for what costs more than the most.
    fn close(mut self, most: u32, out: &mut Vec<Self>) {
        let Some(column) = self.column.take() else { return out.push(self) };
        for (i, white) in self.open.iter().enumerate() {
            let Some(cost) = differs(white.len, column.len) else { continue };
            let cost = self.cost + cost + i as u32 + column.of_black();
            if cost > most {
                continue;
            }
            let mut way = self.clone();
            way.open.remove(i);
            way.pairs = Some(Rc::new(Pair { columns: [*white, column], before: way.pairs.take() }));
            way.cost = cost;
            out.push(way);
        }
        let alone = self.cost + column.alone();
        if alone <= most {
            out.push(Self { cost: alone, ..self.clone() });
        }
        self.cost += column.of_white();
        if self.cost <= most {
            self.open.push(column);
            out.push(self);
        }
    }

    fn expire(&mut self, line: usize) {
        let is_near = |column: &Column| column.line + FARTHEST >= line;
        if self.open.iter().all(is_near) {
            return;
        }
        let cost = &mut self.cost;
        self.open.retain(|column| {
            let is_near = is_near(column);
            *cost += if is_near { 0 } else { column.alone() };
            is_near
        });
    }
}

/// The pairs of columns of a page's strips of one move.
pub(super) fn pairs(strips: &[Strip]) -> Vec<[Column; 2]> {
    let mut ways = vec![Way::default()];
    let narrow = strips.iter().enumerate().filter(|(_, strip)| strip.width == 1);
    for (i, strip) in narrow {
        let column = Column {
            first: i,
            last: i,
            len: strip.len(),
            line: strip.line,
            head: strip.head,
            is_numbered: strip.start.is_some(),
            is_followed: strip.is_followed,
        };
        let mut next = Vec::new();
        let mut most = u32::MAX;
        for mut way in ways {
            if let Some(known) = way.column.filter(|known| known.last + 1 == i && strip.goes_on) {
                let joined = Column {
                    last: i,
                    len: known.len + column.len,
                    is_numbered: known.is_numbered || column.is_numbered,
                    is_followed: known.is_followed || column.is_followed,
                    ..known
                };
                // Whether it goes on or another begins.
                way.cost += 1;
                next.push(Way { column: Some(joined), ..way.clone() });
            }
            let from = next.len();
            way.close(most, &mut next);
            for way in &mut next[from..] {
                way.column = Some(column);
                way.expire(strip.line);
            }
            next.sort_by_key(|way| way.cost);
            next.truncate(MOST);
            if let Some(last) = next.get(MOST - 1) {
                most = last.cost;
            }
        }
        ways = next;
    }
    let mut ends = Vec::new();
    ways.into_iter().for_each(|way| way.close(u32::MAX, &mut ends));
    ends.iter_mut().for_each(|way| way.expire(usize::MAX));
    let best = ends.into_iter().min_by_key(|way| way.cost);
    let last = best.as_ref().and_then(|way| way.pairs.as_deref());
    let mut pairs: Vec<[Column; 2]> =
        iter::successors(last, |pair| pair.before.as_deref()).map(|pair| pair.columns).collect();
    pairs.reverse();
    pairs
}
