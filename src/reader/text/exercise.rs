//! Finds [exercises](crate::game::exercise) in a text: rows of one move each below words that put men on the board.
use std::ops::Range;

use super::report::{TextReport, overlap};
use super::rows::{Numbered, Rows};
use crate::book::words::extent;
use crate::chess::{Bitboard, Color, Role, Setup, Square, attacks};
use crate::game::exercise::{Exercise, Step};
use crate::grammar::{cell, position};
use crate::reading::{Act, Capture, Constraint, Cost, Wing, descriptive};
use crate::record::token::Man;
use crate::span::Span;

/// Fewer moves are none.
const FEWEST: usize = 2;

/// So many lines above the moves may say where the men stand.
const LINES: usize = 12;

/// A man on the board, and the wing where it started, as far as that is known.
#[derive(Clone, Copy)]
struct Standing {
    role: Role,
    wing: Option<Wing>,
    square: Square,
}

impl Standing {
    fn put((man, square): (Man, Square)) -> Option<Self> {
        let wing = man.wing.map(descriptive::wing);
        let role = man.role?;
        let is_single = matches!(role, Role::King | Role::Queen);
        Some(Self { role, wing: wing.or_else(|| is_single.then(|| Wing::of(square.file()))), square })
    }

    /// Where it may go, as the words have it, and all that the board lets it.
    fn targets(&self, asked: &Constraint, occupied: Bitboard) -> Bitboard {
        let is_meant = asked.roles.contains(self.role)
            && (asked.wing.is_none() || self.wing.is_none() || asked.wing == self.wing)
            && asked.from.contains(self.square)
            && asked.from_files.contains(self.square.file())
            && asked.capture != Capture::Takes;
        if !is_meant {
            return Bitboard::EMPTY;
        }
        asked.to.of(self.wing) & (self.reach(occupied) | Bitboard::from(self.square))
    }

    fn reach(&self, occupied: Bitboard) -> Bitboard {
        let free = Bitboard(!occupied.0);
        match self.role {
            Role::Pawn => {
                let one = Bitboard(Bitboard::from(self.square).0 << 8) & free;
                let two = Bitboard((one.0 & RANK_3) << 8) & free;
                one | two
            }
            role => attacks::of(role, Color::White, self.square, occupied) & free,
        }
    }
}

/// A pawn on this rank has moved one square.
const RANK_3: u64 = 0xff << 16;

/// The lines of moves one by one, each with one move behind its number, and the words of that.
struct Run {
    lines: Range<usize>,
    moves: Vec<Range<usize>>,
}

/// The exercises of a page, in its order, among the rows that no game has.
pub(super) fn find(rows: &Rows<'_>, report: &TextReport<'_>) -> Vec<Exercise> {
    let mut found: Vec<Exercise> = Vec::new();
    let mut last: Option<(usize, Vec<Standing>)> = None;
    let printed = report.printed();
    let mut next = 0;
    for (at, number) in rows.numbers().iter().enumerate() {
        // Of each game only the first row is looked at, and no more than its number where no words put men on the board.
        if at < next || number.value != 1 || !begins_line(rows, number) {
            continue;
        }
        let words = above(rows, number.line);
        if words.is_empty() {
            continue;
        }
        let text = rows.page.rows_text(&words);
        let Some(mut men) = men(text, rows) else { continue };
        let Some((run, end)) = run(rows, at) else { continue };
        next = end;
        let span = rows.page.rows_span(&run.lines);
        let after = printed.partition_point(|played| played.end <= span.start);
        if printed.get(after).is_some_and(|&first| overlap(first, span)) {
            continue;
        }
        // The men of the exercise above stay where the words name them: `beside the Queen`, `to these two add`.
        if let Some((_, known)) = last.take_if(|(end, _)| *end == words.start)
            && (text.split(|c: char| !c.is_alphabetic()).any(|word| word == "these")
                || known.iter().any(|man| text.to_lowercase().contains(man.role.name())))
        {
            let is_free = |square| men.iter().all(|man| man.square != square);
            let stay: Vec<Standing> = known.into_iter().filter(|man| is_free(man.square)).collect();
            men.extend(stay);
        }
        let Some((one, men)) = play(rows, &run, &words, men) else { continue };
        last = Some((below(rows, run.lines.end), men));
        found.push(one);
    }
    found
}

/// The men that some words put on the board.
fn men(text: &str, rows: &Rows<'_>) -> Option<Vec<Standing>> {
    let men: Vec<Standing> =
        position::put(text, &rows.dialect).into_iter().filter_map(Standing::put).collect();
    (!men.is_empty()).then_some(men)
}

/// The lines of the words above a line, blank ones between left out.
fn above(rows: &Rows<'_>, line: usize) -> Range<usize> {
    let is_blank = |line: usize| rows.page.row_text(line).trim().is_empty();
    let mut end = line;
    while end > 0 && is_blank(end - 1) {
        end -= 1;
    }
    let mut start = end;
    let is_numbered =
        |line: usize| rows.page.row_text(line).trim_start().starts_with(|c: char| c.is_ascii_digit());
    while start > 0 && end - start < LINES && !is_blank(start - 1) && !is_numbered(start - 1) {
        start -= 1;
    }
    start..end
}

/// The first line from a line on that is not blank.
fn below(rows: &Rows<'_>, line: usize) -> usize {
    (line..rows.page.rows.len()).find(|&line| !rows.page.row_text(line).trim().is_empty()).unwrap_or(line)
}

/// The lines that are numbered one by one from this number on, each with one move, and the number behind them.
fn run(rows: &Rows<'_>, first: usize) -> Option<(Run, usize)> {
    let numbers = rows.numbers();
    let line = numbers[first].line;
    let mut found = Run { lines: line..line + 1, moves: vec![only_move(rows, &numbers[first])?] };
    let mut end = first + 1;
    let mut next = below(rows, found.lines.end);
    for (at, number) in (first + 1..).zip(&numbers[first + 1..]) {
        if number.line > next {
            break;
        }
        let is_due = number.line == next && number.value == found.moves.len() as u32 + 1;
        if let Some(moved) = is_due.then(|| only_move(rows, number)).flatten() {
            found.lines.end = number.line + 1;
            found.moves.push(moved);
            end = at + 1;
            next = below(rows, found.lines.end);
        }
    }
    (found.moves.len() >= FEWEST).then_some((found, end))
}

/// Does nothing stand before a number on its line?
fn begins_line(rows: &Rows<'_>, number: &Numbered) -> bool {
    let row = &rows.page.rows[number.line];
    number.begins_cell && rows.page.text[row.start()..number.at].trim().is_empty()
}

/// The move of a line that begins with a number and has no other.
fn only_move(rows: &Rows<'_>, number: &Numbered) -> Option<Range<usize>> {
    if !begins_line(rows, number) {
        return None;
    }
    let &[(at, len)] = rows.all_moves(number.line) else { return None };
    let start = rows.page.rows[number.line].start() + at as usize;
    (rows.moves(number.line) > 0 && start >= number.end).then_some(start..start + len as usize)
}

/// Plays the moves of a run; none if one of them cannot be played, or can be in two ways.
fn play(
    rows: &Rows<'_>,
    run: &Run,
    words: &Range<usize>,
    mut men: Vec<Standing>,
) -> Option<(Exercise, Vec<Standing>)> {
    let start = setup(&men);
    let mut steps = Vec::with_capacity(run.moves.len());
    for moved in &run.moves {
        let words = &rows.page.text[moved.clone()];
        let meanings = cell::read(words, &rows.dialect);
        let occupied = men.iter().fold(Bitboard::EMPTY, |all, man| all | Bitboard::from(man.square));
        let mut ways: Vec<(Cost, usize, Square)> = Vec::new();
        for reading in &meanings.plain {
            let Act::Man(asked) = &reading.act else { continue };
            for (index, man) in men.iter().enumerate() {
                let targets = man.targets(asked, occupied);
                ways.extend(targets.into_iter().map(|to| (reading.cost, index, to)));
            }
        }
        // Only the first words may say where a man stands already.
        let stands = |&(_, index, to): &(Cost, usize, Square)| men[index].square == to;
        if !steps.is_empty() || !ways.iter().all(stands) {
            ways.retain(|way| !stands(way));
        }
        let least = ways.iter().map(|way| way.0).min()?;
        ways.retain(|way| way.0 == least);
        ways.dedup();
        let &[(_, index, to)] = &ways[..] else { return None };
        let from = std::mem::replace(&mut men[index].square, to);
        let span = rows.page.span(moved.start, moved.end);
        steps.push(Step { span, role: men[index].role, from, to, after: setup(&men) });
    }
    let (span, words) = (place(rows, &run.lines), place(rows, words));
    Some((Exercise { span, words, start, steps }, men))
}

/// Where lines stand, from their first word to their last.
fn place(rows: &Rows<'_>, lines: &Range<usize>) -> Span {
    let (start, end) = extent(rows.page, lines);
    rows.page.span(start, start + rows.page.text[start..end].trim_end().len())
}

fn setup(men: &[Standing]) -> Setup {
    let mut setup = Setup::empty();
    for man in men {
        setup.board.set(man.square, Some(man.role.of(Color::White)));
    }
    setup
}
