//! Which stretches of a text its layout leaves in doubt, so that they are played, and what is read of each joined again.
use std::ops::Range;

use super::report::{Misprint, TextGame, TextReport, overlap};
use super::rows::Rows;

use crate::book::page::Page;
use crate::book::region::Kind;
use crate::code::Code;
use crate::decisions::Decided;
use crate::game::Verdict;
use crate::span::Span;

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

/// Which games are in doubt, beside those that are not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubted {
    /// All of raw print, of which the layout is never sure.
    Raw,
    /// Those of odd layout or with half-moves that are printed nowhere, and of raw print all.
    Odd,
    /// Those with half-moves that are printed nowhere; each by itself, and nothing that no game has.
    Unprinted,
}

/// The rows of a page that are to be played, from top to bottom.
pub(super) fn doubtful(rows: &Rows<'_>, report: &TextReport<'_>, doubted: Doubted) -> Vec<Range<usize>> {
    let page = rows.page;
    let mut spots: Vec<Doubt> = Vec::new();
    for region in &report.regions {
        let Kind::Score(game) = region.kind else { continue };
        let Some(found) = report.games.get(game as usize) else { continue };
        let is_partial = found.game.verdict == Some(Verdict::Partial) || report.notation.ocr;
        let is_sure = match doubted {
            Doubted::Raw => !is_partial,
            Doubted::Odd => !is_partial && !found.is_odd && found.put_in() == 0,
            Doubted::Unprinted => !is_partial && found.put_in() == 0,
        };
        let moves = if is_sure { 0 } else { MOVES };
        // What makes a game partial may stand behind it.
        let places = found.diagnostics.iter().filter(|said| !is_sure && said.code == Code::PartialScore);
        let span = places.fold(region.span, |span, said| span.join(said.span));
        spots.push(Doubt { span, moves });
    }
    if doubted != Doubted::Unprinted {
        spots.extend(rows.unread(report, &[]).map(|(row, _)| Doubt { span: row.span, moves: row.moves }));
        spots.extend(report.unused.iter().map(|&span| Doubt { span, moves: 1 }));
    }
    spots.sort_by_key(|spot| spot.span.start);
    let mut parts: Vec<Doubt> = Vec::new();
    let apart = if doubted == Doubted::Unprinted { 0 } else { APART };
    // Where sure games begin and end.
    let mut walls: Vec<u32> = Vec::new();
    for spot in spots {
        let joins = parts.last().is_some_and(|part: &Doubt| {
            spot.span.start <= part.span.end + apart && spot.span.end - part.span.start <= LONGEST
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
    let mut rows: Vec<Range<usize>> = Vec::with_capacity(parts.len());
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
    // Columns that are read one behind the other share their words: playing would tell them twice.
    let holds_columns = |part: &Range<usize>| {
        let span = page.rows_span(part);
        page.columns.iter().flatten().any(|cell| span.start < cell.end && cell.start < span.end)
    };
    rows.retain(|part| !holds_columns(part));
    rows
}

/// So much of a text tells how its letters were misread, in bytes, from so many places; less than this tells nothing.
const SAMPLE: u32 = 48 * 1024;
const PIECES: usize = 4;
const LEAST: u32 = 1024;

/// Some of the parts of a page, evenly over it, from which what is misread is learned.
pub(super) fn sample(page: &Page, parts: &[Range<usize>]) -> Vec<Range<usize>> {
    if length(page, parts) < LEAST {
        return Vec::new();
    }
    let mut left = SAMPLE;
    let piece = |part: &Range<usize>| {
        let end = page.rows_span(part).start + left;
        let count = page.rows[part.clone()].partition_point(|row| row.span.end <= end);
        let piece = Some(part.start..part.start + count).filter(|piece| !piece.is_empty())?;
        left = left.saturating_sub(page.rows_span(&piece).len());
        Some(piece)
    };
    parts.iter().step_by((parts.len() / PIECES).max(1)).filter_map(piece).collect()
}

/// How long some parts of a page are together, in bytes.
pub(super) fn length(page: &Page, parts: &[Range<usize>]) -> u32 {
    parts.iter().map(|part| page.rows_span(part).len()).sum()
}

/// Parts are read apart: none may cut through a game, nor hold a place and not the game that it was joined to.
pub(super) fn keep_whole(
    page: &Page,
    report: &TextReport<'_>,
    decided: &[Decided],
    parts: Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let line = |at: u32| page.rows.partition_point(|row| row.span.end <= at).min(page.rows.len() - 1);
    // One that goes on far behind does not join all between to be played at once.
    let games = report.games.iter().map(TextGame::extent).filter(|span| span.len() <= LONGEST);
    let joined = decided.iter().filter_map(|row| Some(Span::new(row.earlier?.start, row.span.start)));
    let wholes = games
        .chain(joined)
        .map(|span| line(span.start)..line(span.end.saturating_sub(1).max(span.start)) + 1);
    let mut wholes: Vec<Range<usize>> = wholes.collect();
    wholes.sort_by_key(|whole| whole.start);
    // The farthest end of those that begin no later: one game may stand in the midst of another.
    let mut ends: Vec<usize> = wholes.iter().map(|whole| whole.end).collect();
    (1..ends.len()).for_each(|i| ends[i] = ends[i].max(ends[i - 1]));
    let mut out: Vec<Range<usize>> = Vec::with_capacity(parts.len());
    for mut part in parts {
        loop {
            let before = wholes.partition_point(|whole| whole.start < part.end);
            let first = ends[..before].partition_point(|&end| end <= part.start);
            let cut = &wholes[first..before];
            let start = cut.iter().filter(|whole| whole.end > part.start).map(|whole| whole.start).min();
            let end = ends[..before].last().copied().unwrap_or(0);
            let wider = start.unwrap_or(part.start).min(part.start)..end.max(part.end);
            if wider == part {
                break;
            }
            part = wider;
        }
        while let Some(last) = out.pop_if(|last| last.end > part.start) {
            part = last.start.min(part.start)..last.end.max(part.end);
        }
        out.push(part);
    }
    out
}

impl<'t> TextReport<'t> {
    /// What was found in a stretch of the text.
    pub(super) fn within(&self, span: Span) -> Self {
        let holds = |at: u32| span.start <= at && at < span.end;
        let mut numbers = vec![None; self.games.len()];
        let mut part = Self { notation: self.notation, ..Self::default() };
        for (index, found) in self.games.iter().enumerate().filter(|(_, found)| holds(found.begins())) {
            numbers[index] = Some(part.games.len());
            part.games.push(found.clone());
        }
        let number = |game: usize| numbers.get(game).copied().flatten();
        let misprints = self.misprints.iter();
        part.misprints = misprints
            .filter_map(|known| Some(Misprint { game: number(known.game)?, ..known.clone() }))
            .collect();
        for region in self.regions.iter().filter(|region| overlap(region.span, span)) {
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
        self.exercises.extend(part.exercises);
        self.unused.extend(part.unused);
        self.unclaimed.extend(part.unclaimed);
        self.unread.extend(part.unread);
        self.undone.extend(part.undone);
        self.coverage.read += part.coverage.read;
        self.coverage.unread += part.coverage.unread;
        self.count_verdicts();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::Decision;

    #[test]
    fn a_part_takes_in_a_whole_it_cuts_through_and_none_that_begins_behind_it() {
        let page = Page::new(&"a row\n".repeat(10));
        assert_eq!(page.rows.len(), 10);
        let (first, end) = (page.rows[6].span, page.rows[9].span.end);
        let joined = Decided { span: Span::new(end, end), decision: Decision::Begins, earlier: Some(first) };
        let report = TextReport::default();
        let keep = |parts| keep_whole(&page, &report, std::slice::from_ref(&joined), parts);
        assert_eq!(keep(vec![3..6, 7..8]), [3..6, 6..10]);
        assert_eq!(keep(vec![0..2, 5..7]), [0..2, 5..10]);
    }
}
