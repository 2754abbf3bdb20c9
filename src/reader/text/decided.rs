//! What was decided about places of the text: before the games are played it changes which cells their scores have,
//! and afterwards it is held against what was read.
use super::builder::begins;
use super::options::TextOptions;
use super::report::{TextReport, overlap};
use super::signs::{MEANT, RIGHT, is_sure};
use super::start::Begin;
use super::zones::Zone;
use crate::book::region::{Kind, Region};
use crate::code::Code;
use crate::decisions::{Decided, Decision, Earlier};
use crate::diagnose::{Diagnostic, Severity};
use crate::game::{Game, Moves, Played, Verdict};
use crate::grammar::cell;
use crate::lexicon::Dialect;
use crate::record::{Cell, Note, Score, Start, Words};
use crate::span::Span;

/// A score that decisions may change, with what goes with it.
pub(super) trait Scored: Clone {
    fn score(&mut self) -> &mut Score;
    /// The words from this cell on are no longer those that were played.
    fn touch(&mut self, cell: usize);
    /// It begins anew from the usual array.
    fn restart(&mut self);
    /// The places of others among all have changed so.
    fn renumber(&mut self, moved: &[usize]);
    /// The moves of another score are its own, behind its last.
    fn append(&mut self, rest: Self, is_next: bool);
}

impl Scored for Score {
    fn score(&mut self) -> &mut Score {
        self
    }
    fn touch(&mut self, _: usize) {}
    fn restart(&mut self) {}
    fn renumber(&mut self, _: &[usize]) {}
    fn append(&mut self, rest: Self, is_next: bool) {
        if is_next {
            self.span = self.span.join(rest.span);
        }
        let words = self.result.take().into_iter().chain(rest.headings).chain(rest.line.before);
        if let Some(last) = self.line.cells.last_mut() {
            last.notes.extend(words.map(Note::Comment));
        }
        self.line.cells.extend(rest.line.cells);
        self.doubt = self.doubt.or(rest.doubt);
        (self.result, self.goes_on, self.breaks_off) = (rest.result, rest.goes_on, rest.breaks_off);
    }
}

impl Scored for Zone {
    fn score(&mut self) -> &mut Score {
        &mut self.score
    }
    fn touch(&mut self, cell: usize) {
        self.meant.truncate(cell);
    }
    fn restart(&mut self) {
        self.begin = Begin::usual();
        self.meant.clear();
        self.faults.clear();
    }
    fn renumber(&mut self, moved: &[usize]) {
        self.begin.trunk = self.begin.trunk.and_then(|trunk| moved.get(trunk)).copied();
    }
    fn append(&mut self, rest: Self, is_next: bool) {
        self.score.append(rest.score, is_next);
        self.meant.clear();
        self.faults = rest.faults;
    }
}

/// Changes the cells of scores as was decided, and cuts scores in two.
pub(super) fn reshape<S: Scored>(
    text: &str,
    decided: &[Decided],
    dialect: &Dialect,
    scores: &mut Vec<S>,
    regions: &mut Vec<Region>,
) {
    for row in decided {
        match &row.decision {
            Decision::Moves(moves) => {
                let words: Vec<String> = moves.iter().map(|san| format!("{MEANT}{san}")).collect();
                play(scores, row.span, &words, dialect);
            }
            Decision::AsPrinted => {
                each(scores, row.span, |score, at| {
                    let cell = &mut score.score().line.cells[at];
                    if !cell.words.is_empty() && !is_sure(&cell.words) {
                        cell.words.insert(0, RIGHT);
                        score.touch(at);
                    }
                });
            }
            Decision::NotMove => each(scores, row.span, |score, at| drop_cell(text, score, at)),
            Decision::Tag { .. } | Decision::Begins | Decision::Ends | Decision::Joined(_) => {}
        }
    }
    let mut moved: Vec<usize> = Vec::with_capacity(scores.len());
    let mut out: Vec<S> = Vec::with_capacity(scores.len());
    for (old, mut score) in std::mem::take(scores).into_iter().enumerate() {
        moved.push(out.len());
        while let Some((cut, restarts)) = next_cut(decided, score.score()) {
            let rest = cut_off(&mut score, cut, restarts);
            split_region(regions, old, rest.clone().score().span.start);
            out.push(score);
            score = rest;
        }
        out.push(score);
    }
    let starts: Vec<u32> = out.iter_mut().map(|score| score.score().span.start).collect();
    for region in regions.iter_mut() {
        let Kind::Score(score) = &mut region.kind else { continue };
        let old = *score as usize;
        let Some(&first) = moved.get(old) else { continue };
        // The later parts of a score that was cut own what stands from the cut on.
        let last = moved.get(old + 1).copied().unwrap_or(out.len());
        let part = (first + 1..last).rev().find(|&part| starts[part] <= region.span.start);
        *score = u32::try_from(part.unwrap_or(first)).unwrap_or(u32::MAX);
    }
    out.iter_mut().for_each(|score| score.renumber(&moved));
    *scores = out;
    for row in decided {
        if let Some(earlier) = row.earlier {
            join(scores, regions, earlier, row.span);
        }
    }
}

/// Gives the moves from a place on to the score that has a move at an earlier one.
fn join<S: Scored>(scores: &mut Vec<S>, regions: &mut Vec<Region>, earlier: Span, place: Span) {
    let mut find = |span: Span| {
        scores.iter_mut().enumerate().find_map(|(at, score)| {
            let cells = &score.score().line.cells;
            Some((at, cells.iter().position(|cell| overlap(cell.span, span))?))
        })
    };
    let Some((to, _)) = find(earlier) else { return };
    let Some((from, cell)) = find(place) else {
        let cells = scores.iter_mut().find_map(|score| from_notes(score.score(), place));
        let at = scores[to].score().line.cells.len();
        scores[to].score().line.cells.extend(cells.into_iter().flatten());
        return scores[to].touch(at);
    };
    if to >= from {
        return;
    }
    let score = |number: usize| Kind::Score(u32::try_from(number).unwrap_or(u32::MAX));
    let rest = if cell > 0 {
        let rest = cut_off(&mut scores[from], cell, false);
        let start = rest.clone().score().span.start;
        split_region(regions, from, start);
        let is_rest = |region: &&mut Region| region.kind == score(from) && region.span.start >= start;
        regions.iter_mut().filter(is_rest).for_each(|region| region.kind = score(to));
        rest
    } else {
        let moved: Vec<usize> = (0..scores.len())
            .map(|old| if old == from { to } else { old - usize::from(old > from) })
            .collect();
        for region in regions.iter_mut() {
            if let Kind::Score(old) = region.kind {
                region.kind = score(moved.get(old as usize).copied().unwrap_or(old as usize));
            }
        }
        let rest = scores.remove(from);
        scores.iter_mut().for_each(|score| score.renumber(&moved));
        rest
    };
    scores[to].append(rest, to + 1 == from);
}

/// Takes the moves from a place on out of the notes of a score.
fn from_notes(score: &mut Score, place: Span) -> Option<Vec<Cell>> {
    score.line.cells.iter_mut().find_map(|cell| {
        cell.notes.iter_mut().find_map(|note| {
            let Note::Line(line) = note else { return None };
            let at = line.cells.iter().position(|cell| overlap(cell.span, place))?;
            Some(line.cells.split_off(at))
        })
    })
}

/// The same options, with the places that `read` finds of the games that others are joined to, if any are: their numbers are those of the
/// games where nothing is joined.
pub(super) fn find_earlier<'t>(
    text: &'t str,
    options: &TextOptions,
    read: impl FnOnce(&'t str, &TextOptions) -> TextReport<'t>,
) -> Option<TextOptions> {
    let is_joined = |row: &Decided| matches!(row.decision, Decision::Joined(_));
    if !options.decided.iter().any(is_joined) {
        return None;
    }
    let mut apart = options.clone();
    apart.decided.retain(|row| !is_joined(row));
    let report = read(text, &apart);
    let mut joined = options.clone();
    for row in &mut joined.decided {
        let Decision::Joined(Earlier { game, last }) = &row.decision else { continue };
        let Some(found) = report.games.get(*game as usize - 1) else { continue };
        let mut printed = found.printed();
        let first = printed.next();
        let end = printed.last().or(first);
        let is_same = last.is_empty() || end.is_some_and(|end| are_alike(end.of_text(text), last));
        row.earlier = first.filter(|first| is_same && first.end <= row.span.start);
    }
    Some(joined)
}

/// Have they the same letters and figures?
fn are_alike(one: &str, other: &str) -> bool {
    let letters = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    letters(one) == letters(other)
}

/// Does something with each cell that a stretch touches, the last first.
fn each<S: Scored>(scores: &mut [S], span: Span, mut then: impl FnMut(&mut S, usize)) {
    for score in scores {
        for at in (0..score.score().line.cells.len()).rev() {
            if overlap(score.score().line.cells[at].span, span) {
                then(score, at);
            }
        }
    }
}

/// Puts decided moves in the place of the cells that a stretch touches, or between cells if it touches none.
fn play<S: Scored>(scores: &mut [S], span: Span, words: &[String], dialect: &Dialect) {
    let mut is_there = false;
    each(scores, span, |score, at| {
        // A stretch of several cells: the moves stand for all of them.
        let cells = &mut score.score().line.cells;
        if std::mem::replace(&mut is_there, true) {
            let later = cells.remove(at + 1);
            cells[at].notes.extend(later.notes);
        }
        score.touch(at);
    });
    let touched =
        |cell: &Cell| if is_there { overlap(cell.span, span) } else { cell.span.start >= span.start };
    let owner = if is_there {
        scores.iter_mut().find_map(|score| {
            let at = score.score().line.cells.iter().position(|cell| overlap(cell.span, span))?;
            Some((score, at))
        })
    } else {
        // The last score that begins before the place.
        let begins = |score: &mut S| score.score().line.cells.first().map(|cell| cell.span.start);
        let at = (0..scores.len())
            .rev()
            .find(|&at| begins(&mut scores[at]).is_some_and(|start| start <= span.start));
        at.map(|at| {
            let cells = &scores[at].score().line.cells;
            let next = (0..cells.len()).filter(|&i| touched(&cells[i])).min_by_key(|&i| cells[i].span.start);
            let end = cells.len();
            (&mut scores[at], next.unwrap_or(end))
        })
    };
    let Some((score, mut at)) = owner else { return };
    if !is_there {
        // The layout may have seen that a half-move is missing here.
        let cells = &score.score().line.cells;
        let missing = |at: &usize| cells.get(*at).is_some_and(|cell| cell.words.is_empty());
        let beside = [Some(at), at.checked_sub(1)];
        // None is missing where the other side moves next: the word that is harder to read is the one that was left out.
        let color = |at: Option<usize>| cells.get(at?)?.color;
        let is_full = color(beside[1]).is_some_and(|before| color(beside[0]) == Some(!before));
        let cost = |at: usize| {
            let cell = cells.get(at).filter(|cell| !is_sure(&cell.words))?;
            Some(cell::read(&cell.words, dialect).plain.iter().map(|reading| reading.cost).min())
        };
        let harder = || match [at.checked_sub(1)?, at].map(|at| Some((cost(at)??, at))) {
            [Some((before, at)), Some((behind, _))] if before > behind => Some(at),
            [Some((before, _)), Some((behind, at))] if behind > before => Some(at),
            _ => None,
        };
        let found = beside.into_iter().flatten().find(missing);
        if let Some(found) = found.or_else(|| harder().filter(|_| is_full && words.len() == 1)) {
            (at, is_there) = (found, true);
        }
    }
    let behind = Span::new(span.end, span.end);
    let cells = &mut score.score().line.cells;
    let mut words = words.iter();
    if is_there && let Some(first) = words.next() {
        cells[at].words.clone_from(first);
        cells[at].marks.clear();
    }
    let from = at + usize::from(is_there);
    for (i, word) in words.enumerate() {
        let span = if is_there || i > 0 { behind } else { span };
        cells.insert(from + i, Cell { span, words: word.clone(), ..Cell::default() });
    }
    score.touch(at);
}

/// Takes the words of a cell for no move: they become a comment.
fn drop_cell<S: Scored>(text: &str, score: &mut S, at: usize) {
    let line = &mut score.score().line;
    let cell = line.cells.remove(at);
    let words = Words { span: cell.span, text: crate::book::note::printed(cell.span.of_text(text)) };
    match at.checked_sub(1).and_then(|before| line.cells.get_mut(before)) {
        Some(before) => {
            before.notes.push(Note::Comment(words));
            before.notes.extend(cell.notes);
        }
        None => line.before.push(words),
    }
    score.touch(at);
}

/// Where a score is cut next, and whether a game begins there.
fn next_cut(decided: &[Decided], score: &mut Score) -> Option<(usize, bool)> {
    if begins(decided, score) && score.first != 1 {
        (score.first, score.black_first) = (1, false);
        (score.join, score.start) = (None, Start::Standard);
    }
    let cells = &score.line.cells;
    (0..cells.len()).find_map(|at| {
        let is = |what: Decision| {
            decided.iter().any(|row| row.decision == what && overlap(cells[at].span, row.span))
        };
        if at > 0 && is(Decision::Begins) {
            return Some((at, true));
        }
        (at + 1 < cells.len() && is(Decision::Ends)).then_some((at + 1, false))
    })
}

/// Cuts a score off from this cell on.
fn cut_off<S: Scored>(whole: &mut S, cut: usize, restarts: bool) -> S {
    let mut rest = whole.clone();
    rest.touch(0);
    rest.restart();
    let later = rest.score();
    later.line.cells.drain(..cut);
    later.line.before.clear();
    later.headings.clear();
    later.pairs.clear();
    later.tags.clear();
    (later.join, later.diagram, later.stipulation) = (None, None, None);
    let first = &later.line.cells[0];
    later.start = Start::Standard;
    later.black_first = !restarts && first.color == Some(crate::chess::Color::Black);
    later.first = if restarts { 1 } else { first.number.unwrap_or(1) };
    let start = first.span.start;
    later.span = Span::new(start, later.span.end.max(start));
    let earlier = whole.score();
    earlier.line.cells.truncate(cut);
    earlier.span.end = start.max(earlier.span.start);
    (earlier.result, earlier.goes_on, earlier.breaks_off) = (None, None, false);
    rest
}

/// Cuts the region of a score at an offset.
fn split_region(regions: &mut Vec<Region>, score: usize, at: u32) {
    let is_cut = |region: &Region| {
        region.kind == Kind::Score(u32::try_from(score).unwrap_or(u32::MAX))
            && region.span.start < at
            && at < region.span.end
    };
    if let Some(place) = regions.iter().position(is_cut) {
        let mut later = regions[place];
        later.span.start = at;
        regions[place].span.end = at;
        regions.insert(place + 1, later);
    }
}

/// Holds what was decided against what was read: games that have a part in it are edited ones, and what could not be
/// done is said.
pub(super) fn settle(decided: &[Decided], report: &mut TextReport<'_>) {
    for row in decided {
        let at = match &row.decision {
            Decision::Tag { .. } => {
                report.games.iter().position(|found| found.game.span.end > row.span.start)
            }
            _ => of_game(report, row.earlier.unwrap_or(row.span)),
        };
        let done = match at {
            Some(at) => settle_in(row, &mut report.games[at].game),
            None => nowhere(row, report),
        };
        let done = done.and_then(|()| at.map_or(Ok(()), |at| accept(row, &mut report.games[at].diagnostics)));
        match (done, at) {
            (Ok(()), Some(at)) => edited(&mut report.games[at].game),
            (Ok(()), None) => {}
            (Err(message), at) => {
                let words = format!("it was decided here: {}; {message}", row.decision);
                let found = Diagnostic::new(Code::UnplayableDecision, row.span, words);
                match at {
                    Some(at) => found.join(&mut report.games[at].diagnostics),
                    None => report.undone.push(found),
                }
            }
        }
    }
    report.count_verdicts();
}

/// The game that a stretch belongs to: one of its moves stands there, or it stands among them.
fn of_game(report: &TextReport<'_>, span: Span) -> Option<usize> {
    let is_move = |game: &Game<'_>| game.details.iter().any(|detail| detail.printed.touches(span));
    let holds = |inside: Span| inside.start <= span.start && span.end <= inside.end.max(inside.start + 1);
    report
        .games
        .iter()
        .position(|found| is_move(&found.game))
        .or_else(|| report.games.iter().position(|found| holds(found.game.span)))
}

fn nowhere(row: &Decided, report: &mut TextReport<'_>) -> Result<(), String> {
    if row.decision == Decision::NotMove {
        report.unused.retain(|span| !overlap(*span, row.span));
        return Ok(());
    }
    let is_unread = report.unused.iter().any(|span| overlap(*span, row.span));
    if row.decision == Decision::AsPrinted && !is_unread {
        // There is nothing in doubt.
        return Ok(());
    }
    Err("no game was read here".to_owned())
}

/// The moves of a game with the words they were read from.
fn moves<'g>(game: &'g Game<'_>) -> impl Iterator<Item = (usize, Span, &'g Played)> + 'g {
    Moves::of(game)
        .zip(&game.details)
        .enumerate()
        .map(|(ply, (played, detail))| (ply, detail.printed, played))
}

/// The move beside a place between words that is the one decided there.
fn beside<'g>(row: &Decided, game: &'g Game<'_>) -> Option<(usize, Span, &'g Played)> {
    let Decision::Moves(wanted) = &row.decision else { return None };
    let place = row.span.is_empty().then_some(row.span.start)?;
    let before = moves(game).filter(|(_, span, _)| span.end <= place).max_by_key(|(_, span, _)| span.end);
    let behind = moves(game).filter(|(_, span, _)| span.start >= place).min_by_key(|(_, span, _)| span.start);
    [before, behind]
        .into_iter()
        .flatten()
        .find(|(.., read)| wanted.first().is_some_and(|&san| read.is_said_by(san)))
}

fn settle_in(row: &Decided, game: &mut Game<'_>) -> Result<(), String> {
    let first = moves(game).find(|(_, span, _)| span.touches(row.span)).or_else(|| beside(row, game));
    match &row.decision {
        Decision::Moves(wanted) => {
            let (ply, ..) = first.ok_or_else(|| unreached(game))?;
            for (san, (_, _, read)) in wanted.iter().zip(moves(game).skip(ply)) {
                if !read.is_said_by(*san) {
                    let read = read.san;
                    return Err(format!(
                        "{read} was read in its place, for {san} is not legal there or leads nowhere"
                    ));
                }
            }
            if moves(game).count() < ply + wanted.len() { Err(unreached(game)) } else { Ok(()) }
        }
        Decision::AsPrinted => match first {
            Some((ply, ..)) if game.details[ply].slip.is_some() => {
                Err("what is printed cannot be played there".to_owned())
            }
            Some(_) => Ok(()),
            None if game.verdict == Some(Verdict::Partial) && row.span.start >= last(game) => {
                Err(unreached(game))
            }
            None => Ok(()),
        },
        Decision::NotMove => {
            first.map_or(Ok(()), |_| Err("the words could not be told from a move".to_owned()))
        }
        Decision::Begins => match first {
            Some((0, ..)) => Ok(()),
            _ => Err("no game can be read from here".to_owned()),
        },
        Decision::Ends => match first {
            Some((ply, ..)) if ply + 1 == game.plies as usize => Ok(()),
            Some((_, _, played)) => Err(format!("the game goes on after {}", played.san)),
            None => Err(unreached(game)),
        },
        Decision::Joined(Earlier { game: number, last }) => match (row.earlier, first) {
            (None, _) if last.is_empty() => Err(format!("no game {number} was read above")),
            (None, _) => Err(format!("no game {number} that ends with {last} was read above")),
            (Some(_), Some((1.., ..))) => Ok(()),
            (Some(_), _) => Err(unreached(game)),
        },
        Decision::Tag { name, value } => {
            game.retag(name, value, row.span);
            Ok(())
        }
    }
}

/// Where the last word that was read as a move begins.
fn last(game: &Game<'_>) -> u32 {
    game.details.iter().map(|detail| detail.printed.start).max().unwrap_or(game.span.start)
}

fn unreached(game: &Game<'_>) -> String {
    match moves(game).last() {
        Some((ply, _, played)) if game.verdict == Some(Verdict::Partial) => {
            format!("the game was read no farther than {}, half-move {}", played.san, ply + 1)
        }
        _ => "no move was read from these words".to_owned(),
    }
}

/// What was found at a place is accepted.
fn accept(row: &Decided, diagnostics: &mut Vec<Diagnostic>) -> Result<(), String> {
    if matches!(row.decision, Decision::AsPrinted | Decision::Moves(_)) {
        diagnostics.retain(|found| found.severity == Severity::Error || !found.span.touches(row.span));
    }
    Ok(())
}

fn edited(game: &mut Game<'_>) {
    game.edited = true;
    game.judge(game.verdict.map_or(Verdict::Edited, |verdict| verdict.max(Verdict::Edited)));
}
