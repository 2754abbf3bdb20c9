//! What looks like moves and belongs to no game, and how much of a text was read.
use std::cell::OnceCell;
use std::ops::Range;

use crate::book::region::{self, Kind};
use crate::decisions::is_no_move;
use crate::game::Verdict;
use crate::span::Span;

use super::coverage::Lost;
use super::options::TextOptions;
use super::report::{Coverage, Stretch, TextGame, TextReport, overlap};
use super::rows::Rows;

/// What stands closer than this belongs together, in bytes.
const NEAR: u32 = 300;

/// So many moves are left for one that is read where little is.
const FEW: u32 = 4;

impl Rows<'_> {
    /// Keeps the stretches of rows of which a reading has but a few of the moves.
    pub fn keep_little_read(&self, report: &TextReport<'_>, stretches: &mut Vec<Range<usize>>) {
        let read = Counts::new(report.games.iter().flat_map(TextGame::printed).map(|span| (span, 1)));
        let left = Counts::new(self.unread(report, &[]).map(|(row, _)| (row.span, row.moves)));
        stretches.retain(|rows| {
            let span = self.page.rows_span(rows);
            read.within(span) * FEW < left.within(span)
        });
    }

    /// The lines of games that are left which have so many half-moves, half of them in moves that no game has, the others in
    /// front of those and lost; half are enough where words say how the game ended.
    pub(super) fn without_game(
        &self,
        report: &TextReport<'_>,
        games: Vec<Lost>,
        fewest: u32,
    ) -> Vec<Range<usize>> {
        if games.is_empty() {
            return Vec::new();
        }
        let lines: Vec<Range<usize>> = games.iter().map(|lost| lost.lines.clone()).collect();
        let left = self.unread(report, &lines).filter(|(_, game)| game.is_none());
        let left = Counts::new(left.map(|(row, _)| (row.span, row.moves)));
        let is_game = |lost: &Lost| {
            let moves = left.within(self.page.rows_span(&lost.lines));
            moves * 2 >= fewest && (lost.is_ended || moves + lost.before >= fewest)
        };
        games.into_iter().filter(is_game).map(|lost| lost.lines).collect()
    }

    /// How many moves stand in rows of no whole game.
    pub fn moves_left(&self, report: &TextReport<'_>) -> u32 {
        self.unread(report, &[]).map(|(row, _)| row.moves).sum()
    }

    /// The rows of moves that stand in no whole game, and the partial game they stand in. Of the lines of games that are `lost`
    /// all rows that no game has, though another may hold them for words about it.
    pub fn unread<'r>(
        &'r self,
        report: &'r TextReport<'_>,
        lost: &'r [Range<usize>],
    ) -> impl Iterator<Item = (Stretch, Option<usize>)> + 'r {
        let mut regions = report.regions.iter().peekable();
        let printed = OnceCell::new();
        let is_read = move |span: &Span| {
            let printed: &Vec<Span> = printed.get_or_init(|| report.printed());
            let after = printed.partition_point(|played| played.end <= span.start);
            printed.get(after).is_some_and(|&first| overlap(first, *span))
        };
        self.page.rows.iter().enumerate().filter_map(move |(row, known)| {
            if known.span.is_empty() {
                // One of several fractions: the lines of all belong to the first.
                let words = self.page.parts(row);
                let span = words.clone().max_by_key(|span| span.len())?;
                let moves = if words.clone().any(|span| is_read(&span)) { 0 } else { self.moves(row) };
                return (moves > 0).then_some((Stretch { span, moves, is_game: false }, None));
            }
            while regions.next_if(|region| region.span.end <= known.span.start).is_some() {}
            let mut here = regions.clone().take_while(|region| region.span.start < known.span.end);
            let game = here.find_map(|region| {
                let Kind::Score(game) = region.kind else { return None };
                Some(game as usize).filter(|&game| game < report.games.len())
            });
            let is_whole = |game: usize| report.games[game].game.verdict != Some(Verdict::Partial);
            let is_lost = || {
                let after = lost.partition_point(|lines| lines.end <= row);
                lost.get(after).is_some_and(|lines| lines.start <= row) && !is_read(&known.span)
            };
            if game.is_some_and(is_whole) && !is_lost() {
                return None;
            }
            let game = game.filter(|&game| !is_whole(game));
            let moves = self.moves(row);
            (moves > 0).then_some((Stretch { span: known.span, moves, is_game: false }, game))
        })
    }
}

/// How many moves begin before each place of a text, and how many end: those of any stretch are found at once.
struct Counts {
    begun: Vec<(u32, u32)>,
    ended: Vec<(u32, u32)>,
}

impl Counts {
    fn new(moves: impl Iterator<Item = (Span, u32)>) -> Self {
        let (mut begun, mut ended): (Vec<_>, Vec<_>) =
            moves.map(|(span, count)| ((span.start, count), (span.end, count))).unzip();
        for places in [&mut begun, &mut ended] {
            places.sort_unstable();
            let mut sum = 0;
            places.iter_mut().for_each(|(_, count)| {
                sum += *count;
                *count = sum;
            });
        }
        Self { begun, ended }
    }

    /// How many stand in a stretch, or overlap it.
    fn within(&self, stretch: Span) -> u32 {
        let before = |places: &[(u32, u32)], end: u32| {
            let count = places.partition_point(|&(at, _)| at < end);
            count.checked_sub(1).map_or(0, |last| places[last].1)
        };
        before(&self.begun, stretch.end) - before(&self.ended, stretch.start + 1)
    }
}

impl TextReport<'_> {
    /// Where the moves stand that were read, in the order of the text.
    pub(super) fn printed(&self) -> Vec<Span> {
        let mut printed: Vec<Span> = self.games.iter().flat_map(TextGame::printed).collect();
        printed.sort_unstable();
        printed
    }

    /// Works out what is left over.
    pub(super) fn tell_unread(
        &mut self,
        text: &str,
        rows: &Rows<'_>,
        options: &TextOptions,
        lost: &[Range<usize>],
    ) {
        self.forget_printed();
        let spans: Vec<Span> = lost.iter().map(|lines| rows.page.rows_span(lines)).collect();
        let printed = |game: usize| self.games[game].game.details.iter().map(|detail| detail.printed);
        let ends: Vec<u32> = (0..self.games.len())
            .map(|game| printed(game).map(|span| span.end).max().unwrap_or_default())
            .collect();
        let read = (0..self.games.len()).flat_map(printed).filter(|span| !span.is_empty()).count();
        let mut behind = 0;
        let mut left: Vec<Stretch> = Vec::new();
        for (row, game) in rows.unread(self, lost) {
            match game {
                Some(game) if row.span.start >= ends[game] => behind += u64::from(row.moves),
                Some(_) => {}
                None => left.push(row),
            }
        }
        let rows = left.len();
        for &span in &self.unused {
            let after = left[..rows].partition_point(|row| row.span.end <= span.start);
            if left[..rows].get(after).is_none_or(|row| !overlap(row.span, span)) {
                left.push(Stretch { span, moves: 1, is_game: false });
            }
        }
        let is_exercise =
            |span| self.exercises.iter().any(|one| overlap(one.span, span) || overlap(one.words, span));
        left.retain(|unread| !is_no_move(&options.decided, unread.span) && !is_exercise(unread.span));
        left.sort_by_key(|unread| unread.span.start);
        let unread = left.iter().map(|unread| (unread.span, Kind::Unread));
        region::mark(&mut self.regions, unread, |kind| matches!(kind, Kind::Score(_)));
        // Signs and the end of the line behind the last move are its row's.
        let line_end = |end: u32| {
            let rest = text[end as usize..].split_inclusive('\n').next().unwrap_or_default();
            if rest.contains(char::is_alphanumeric) { end } else { end + rest.len() as u32 }
        };
        let exercises = self.exercises.iter();
        let exercises =
            exercises.map(|one| (Span::new(one.span.start, line_end(one.span.end)), Kind::Exercise));
        region::mark(&mut self.regions, exercises, |kind| matches!(kind, Kind::Score(_)));
        let moves = left.iter().map(|unread| u64::from(unread.moves)).sum::<u64>();
        self.coverage = Coverage { read: read as u64, unread: behind + moves };
        let lost_at = |span: Span| {
            let first = spans.partition_point(|game| game.end <= span.start);
            spans.get(first).is_some_and(|&game| overlap(game, span)).then_some(first)
        };
        left.iter_mut().for_each(|unread| unread.is_game = lost_at(unread.span).is_some());
        let mut last: Option<usize> = None;
        self.unread.clear();
        let game_between = |from: u32, to: u32| {
            let first = self.regions.partition_point(|region| region.span.end <= from);
            let mut between = self.regions[first..].iter().take_while(|region| region.span.start < to);
            between.any(|region| matches!(region.kind, Kind::Score(_)))
        };
        for mut unread in left {
            let words = &text[unread.span.start as usize..unread.span.end as usize];
            unread.span.start += (words.len() - words.trim_start().len()) as u32;
            unread.span.end -= (words.len() - words.trim_end().len()) as u32;
            match last.map(|last| &mut self.unread[last]) {
                Some(group)
                    if unread.span.start.saturating_sub(group.span.end) < NEAR
                        && (!game_between(group.span.end, unread.span.start)
                            || group.is_game && lost_at(group.span) == lost_at(unread.span)) =>
                {
                    group.span = group.span.join(unread.span);
                    group.moves += unread.moves;
                    group.is_game |= unread.is_game;
                }
                _ => {
                    last = Some(self.unread.len());
                    self.unread.push(unread);
                }
            }
        }
    }
}
