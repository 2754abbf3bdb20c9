//! Which stretches of a text its layout leaves in doubt, so that they are played, and what is read of each joined again.
use crate::book::region::Kind;
use crate::game::Verdict;
use crate::span::Span;

use super::unread::Rows;
use super::{Misprint, TextReport};

/// What stands farther apart than this, in bytes, is doubtful for reasons of its own.
const APART: u32 = 4 * 1024;

/// Longest stretch that is played at once, in bytes.
const LONGEST: u32 = 128 * 1024;

/// So many lines above and below belong to a doubtful game: its title, the words of its end.
const AROUND: usize = 12;

/// So many moves that no game has are worth to be played.
pub(super) const MOVES: u32 = 8;

/// A stretch of the original that is doubtful or, if not, stays as it is.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    span: Span,
    /// The moves that are in doubt; 0 where the layout is sure.
    moves: u32,
}

/// The rows of a page that are to be played, from top to bottom.
pub(super) fn doubtful(rows: &Rows<'_>, report: &TextReport<'_>) -> Vec<std::ops::Range<usize>> {
    let page = rows.page;
    let mut spots: Vec<Doubt> = Vec::new();
    for region in &report.regions {
        let Kind::Score(game) = region.kind else { continue };
        let Some(found) = report.games.get(game as usize) else { continue };
        // Of raw print the layout is never sure.
        let is_sure = found.game.verdict != Some(Verdict::Partial) && !report.notation.ocr;
        let moves = if is_sure { 0 } else { MOVES };
        spots.push(Doubt { span: region.span, moves });
    }
    spots.extend(rows.unread(report).map(|(row, _)| Doubt { span: row.span, moves: row.moves }));
    spots.extend(report.unused.iter().map(|&span| Doubt { span, moves: 1 }));
    spots.sort_by_key(|spot| spot.span.start);
    let mut parts: Vec<Doubt> = Vec::new();
    // Up to where the part is closed: a sure game begins there, or nothing for long.
    let mut walls: Vec<u32> = Vec::new();
    for spot in spots {
        let joins = parts.last().is_some_and(|part: &Doubt| {
            spot.span.start <= part.span.end + APART && spot.span.end - part.span.start <= LONGEST
        });
        if spot.moves == 0 {
            walls.extend([spot.span.start, spot.span.end]);
        } else if joins && let Some(part) = parts.last_mut() {
            part.span.end = part.span.end.max(spot.span.end);
            part.moves += spot.moves;
        } else {
            parts.push(spot);
        }
    }
    parts.retain(|part| part.moves >= MOVES);
    walls.extend(parts.iter().flat_map(|part| [part.span.start, part.span.end]));
    walls.sort_unstable();
    let row_at = |at: u32| page.rows.partition_point(|row| row.span.end <= at);
    let mut rows: Vec<std::ops::Range<usize>> = Vec::with_capacity(parts.len());
    for part in parts {
        let above = walls[..walls.partition_point(|&wall| wall < part.span.start)]
            .last()
            .map_or(0, |&wall| row_at(wall));
        let below = walls[walls.partition_point(|&wall| wall <= part.span.end)..].first();
        let below = below.map_or(page.rows.len(), |&wall| row_at(wall));
        let (first, last) = (row_at(part.span.start), row_at(part.span.end));
        let first = first.saturating_sub(AROUND).max(above).min(first);
        let first = first.max(rows.last().map_or(0, |rows| rows.end));
        let last = (last + AROUND).min(below).max(last);
        if first < last {
            rows.push(first..last);
        }
    }
    rows
}

impl<'t> TextReport<'t> {
    /// What was found in a stretch of the text.
    pub(super) fn within(&self, span: Span) -> Self {
        let holds = |at: u32| span.start <= at && at < span.end;
        let mut numbers = vec![None; self.games.len()];
        let mut part = Self { notation: self.notation, ..Self::default() };
        for (index, found) in self.games.iter().enumerate().filter(|(_, found)| holds(found.game.span.start))
        {
            numbers[index] = Some(part.games.len());
            part.games.push(found.clone());
        }
        let number = |game: usize| numbers.get(game).copied().flatten();
        let misprints = self.misprints.iter();
        part.misprints = misprints
            .filter_map(|known| Some(Misprint { game: number(known.game)?, ..known.clone() }))
            .collect();
        for region in self.regions.iter().filter(|region| super::overlap(region.span, span)) {
            let mut region = *region;
            region.span = Span::new(region.span.start.max(span.start), region.span.end.min(span.end));
            if let Kind::Score(game) = region.kind {
                let index = number(game as usize).and_then(|index| u32::try_from(index).ok());
                region.kind = index.map_or(Kind::Prose, Kind::Score);
            }
            part.regions.push(region);
        }
        part.unused = self.unused.iter().copied().filter(|unused| holds(unused.start)).collect();
        part.unclaimed = self.unclaimed.iter().copied().filter(|unclaimed| holds(unclaimed.start)).collect();
        part.count_verdicts();
        part
    }

    /// Adds what was found behind all that is known.
    pub(super) fn append(&mut self, part: Self) {
        let before = self.games.len();
        self.games.extend(part.games);
        self.misprints
            .extend(part.misprints.into_iter().map(|known| Misprint { game: known.game + before, ..known }));
        for mut region in part.regions {
            if let Kind::Score(game) = &mut region.kind {
                *game = game.saturating_add(u32::try_from(before).unwrap_or(u32::MAX));
            }
            match self.regions.last_mut() {
                Some(last) if last.kind == region.kind => last.span.end = region.span.end,
                _ => self.regions.push(region),
            }
        }
        self.unused.extend(part.unused);
        self.unclaimed.extend(part.unclaimed);
        self.count_verdicts();
    }
}
