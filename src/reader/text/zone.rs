//! What stands between the moves of games and around them: comments, footnotes, boards, other ways to play, the words
//! that end a game. Every line is given to one game, or to none.
use std::ops::Range;

use super::find::{Finder, Sited};
use super::signs;
use super::zones::{Fault, Zone, Zones};
use crate::align::lattice::Lattice;
use crate::align::lines::{Lines, Look};
use crate::align::runs::runs;
use crate::align::step::Steps;
use crate::align::token::Kind;
use crate::align::way::{PASS, Taken};
use crate::book::page::Page;
use crate::book::region::{self, Kind as Owner};
use crate::book::{diagram, heading, mark, note, words};
use crate::chess::Color;
use crate::record::{Cell, Kept, Note};
use crate::span::Span;

/// A half-move on the page: its first token, the one behind it, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    token: u32,
    next: u32,
    game: usize,
    cell: usize,
}

struct Zoner<'a, 'p> {
    page: &'p Page,
    lattice: &'a Lattice<'p>,
    lines: &'a Lines,
    recognizer: &'a super::recognize::Words,
    games: Vec<Sited>,
    owners: Vec<Owner>,
}

/// Paragraphs of words below a game that belong to it.
const MOST_PARAGRAPHS: usize = 2;

/// Half-moves behind a jump of the numbers that go on with it.
const HALF_MOVES_THAT_AGREE: usize = 6;

/// Half-moves within which a line in a note leaves the game.
const NEAR: usize = 12;

pub(super) fn divide(finder: Finder<'_, '_, '_, '_>) -> Zones {
    let Finder { page, lattice, lines, recognizer, games, .. } = finder;
    let mut zoner =
        Zoner { page, lattice, lines, recognizer, games, owners: vec![Owner::Prose; page.rows.len()] };
    zoner.cells();
    zoner.fill();
    zoner.finish()
}

fn owner(game: usize) -> Owner {
    Owner::Score(u32::try_from(game).unwrap_or(u32::MAX))
}

impl Zoner<'_, '_> {
    /// The moves of all games as cells.
    fn cells(&mut self) {
        for (index, game) in self.games.iter_mut().enumerate() {
            let all: Vec<Taken> = game.found.played.iter().chain(&game.found.unplayed).copied().collect();
            for (i, taken) in all.iter().enumerate() {
                let black = (i + usize::from(game.score.black_first)) % 2 == 1;
                let color = if black { Color::Black } else { Color::White };
                if taken.token == PASS {
                    let span = game.score.line.cells.last().map_or(Span::default(), |cell| cell.span);
                    let span = Span::new(span.end, span.end);
                    let words = signs::PASS.to_owned();
                    game.score.line.cells.push(Cell { color: Some(color), span, words, ..Cell::default() });
                    continue;
                }
                let edge = self.lattice.edge(taken.token, taken.edge);
                let start = self.lattice.tokens[taken.token as usize].start as usize;
                let (end, mut words) = (edge.end as usize, self.lattice.words(taken.token, edge));
                // The mark of a footnote may have been taken together with the move.
                let len = mark::behind_move(&words).filter(|_| edge.more.is_empty()).unwrap_or(words.len());
                let mark = words.split_off(len);
                game.score.line.cells.push(Cell {
                    color: Some(color),
                    span: self.page.span(start, end - mark.len()),
                    words: note::fold(&words),
                    marks: Some(mark::bare(mark.trim()).to_owned())
                        .filter(|mark| !mark.is_empty())
                        .into_iter()
                        .collect(),
                    ..Cell::default()
                });
                let lines =
                    self.lattice.line_of(taken.token)..=self.lattice.line_of(edge.next.saturating_sub(1));
                self.owners[lines].fill(owner(index));
                for &(from, _) in &edge.more {
                    self.owners[self.lattice.line_of(self.lattice.token_at(from))] = owner(index);
                }
            }
            for line in game.first_line..game.line {
                if self.lines.looks[line] != Look::Drawn && self.owners[line] == Owner::Prose {
                    self.owners[line] = owner(index);
                }
            }
        }
    }

    /// All half-moves in the order of the page.
    fn placed(&self) -> Vec<Placed> {
        let mut out = Vec::new();
        for (game, sited) in self.games.iter().enumerate() {
            let all = sited.found.played.iter().chain(&sited.found.unplayed);
            let printed = all.enumerate().filter(|(_, taken)| taken.token != PASS);
            out.extend(printed.map(|(cell, taken)| {
                let next = self.lattice.edge(taken.token, taken.edge).next;
                Placed { token: taken.token, next, game, cell }
            }));
        }
        out.sort_unstable();
        out
    }

    /// What stands between the moves.
    fn fill(&mut self) {
        let placed = self.placed();
        for (i, here) in placed.iter().enumerate() {
            let next = placed.get(i + 1);
            let same = next.filter(|next| next.game == here.game);
            if let Some(next) = same {
                self.between(here.game, here.cell, here.next, next.token);
                continue;
            }
            let last = (self.games[here.game].found.played.len()
                + self.games[here.game].found.unplayed.len())
            .saturating_sub(1);
            // The head of the next game is not looked into.
            let stop = next.map_or(self.lattice.tokens.len() as u32, |next| self.head_of(next));
            if stop <= here.next {
                continue;
            }
            let goes_on = placed[i + 1..].iter().take(200).any(|later| later.game == here.game);
            if goes_on {
                self.between(here.game, here.cell, here.next, stop);
            } else {
                self.tail(here.game, last, here.next, stop);
            }
        }
    }

    /// The first token of what heads the game of a half-move, or that half-move.
    fn head_of(&self, placed: &Placed) -> u32 {
        let game = &self.games[placed.game];
        if placed.token == game.token {
            self.lattice.lines[game.first_line].min(game.lead)
        } else {
            placed.token
        }
    }

    /// The words between two moves of one game hang on the first.
    fn between(&mut self, game: usize, cell: usize, from: u32, to: u32) {
        let mut at = from;
        let mut start = from;
        let mut line = self.lattice.line_of(from);
        while at < to {
            let begins = self.lattice.lines[line] == at;
            let look = if begins { self.lines.looks[line] } else { Look::Prose };
            let end = self.lattice.lines[line + 1].min(to);
            match look {
                Look::Blank | Look::Number | Look::Head(_) | Look::Tag => {
                    self.comment(game, cell, start, at);
                    start = end;
                }
                Look::Drawn => {
                    self.comment(game, cell, start, at);
                    let last = (line..self.lines.looks.len()).find(|&l| self.lines.looks[l] != Look::Drawn);
                    let lines = line..last.unwrap_or(self.lines.looks.len());
                    line = lines.end - 1;
                    self.owners[lines.clone()].fill(Owner::Diagram);
                    let board = diagram::words(self.page, &lines);
                    self.games[game].score.line.cells[cell].board.get_or_insert(board);
                    start = self.lattice.lines[line + 1].min(to);
                }
                Look::Note => {
                    self.comment(game, cell, start, at);
                    let last = self.note(game, line, to);
                    line = last - 1;
                    start = self.lattice.lines[last].min(to);
                }
                _ => self.own(game, line),
            }
            line += 1;
            at = self.lattice.lines[line];
        }
        self.comment(game, cell, start, to);
    }

    fn own(&mut self, game: usize, line: usize) {
        if self.owners[line] == Owner::Prose {
            self.owners[line] = owner(game);
        }
    }

    /// A footnote hangs on the move that bears its mark; gives the line behind it.
    fn note(&mut self, game: usize, line: usize, stop: u32) -> usize {
        let mut end = line + 1;
        while self.lines.looks.get(end) == Some(&Look::Prose) && self.lattice.lines[end] < stop {
            end += 1;
        }
        let (mark, start) = self.mark(line);
        let to = self.lattice.lines[end].min(stop);
        if let Some(at) = self.bearer(game, mark) {
            for line in line..end {
                self.own(game, line);
            }
            self.comment(game, at, start, to);
        } else {
            // No move bears its mark: it stands where it is printed.
            let at = self.games[game].score.line.cells.len() - 1;
            let near = self.owners[..line].iter().rev().take(3).any(|known| *known == owner(game));
            if near {
                for line in line..end {
                    self.own(game, line);
                }
                self.comment(game, at, start, to);
            }
        }
        end
    }

    /// Does a footnote of the game stand right below a title that ends before a line, as under `NOTES.`?
    fn heads_notes(&self, game: usize, line: usize) -> bool {
        let below = (line..self.lines.looks.len()).find(|&line| self.lines.looks[line] != Look::Blank);
        let noted = below.filter(|&line| self.lines.looks[line] == Look::Note);
        noted.is_some_and(|line| self.bearer(game, self.mark(line).0).is_some())
    }

    /// The first half-move of a game that bears a mark.
    fn bearer(&self, game: usize, mark: &str) -> Option<usize> {
        let bears = |cell: &Cell| cell.marks.iter().any(|known| known == mark);
        self.games[game].score.line.cells.iter().position(bears)
    }

    /// The mark at the beginning of a footnote, and the token behind it.
    fn mark(&self, line: usize) -> (&str, u32) {
        let words = self.page.row_text(line).trim();
        let (mark, len) = mark::of_footnote(words).unwrap_or(("", 0));
        (mark, self.lattice.token_at((self.page.rows[line].end() - words.len() + len) as u32))
    }

    /// The words among some tokens become a comment, and the moves in them lines to try.
    fn comment(&mut self, game: usize, cell: usize, from: u32, to: u32) {
        let tokens = &self.lattice.tokens[from as usize..to.max(from) as usize];
        for token in tokens {
            if token.kind == Kind::Mark {
                let words = &self.page.text[token.start as usize..token.end as usize];
                self.games[game].score.line.cells[cell].marks.push(mark::bare(words).to_owned());
            }
        }
        let says = |token: &crate::align::token::Token| {
            token.is_word()
                && self.page.text[token.start as usize..token.end as usize].contains(char::is_alphabetic)
        };
        let Some(first) = (from..to)
            .find(|&at| says(&self.lattice.tokens[at as usize]) && !self.lattice.is_continuation(at))
        else {
            return;
        };
        // The name of the side in front of the next move is no part of it.
        let steps = Steps::new(self.lattice, self.lines, None);
        let mut spoken = (from..to).rev().filter(|&at| says(&self.lattice.tokens[at as usize])).peekable();
        let is_before_move = (self.lattice.tokens.len() as u32) > to && self.lattice.is_taken(to);
        spoken.next_if(|&at| is_before_move && steps.label(at).is_some());
        let Some(mut last) = spoken.next().filter(|&last| last >= first) else { return };
        // The number of the next move is no part of it, that of the first is.
        let mut start = first;
        let kind = |at: u32| self.lattice.tokens[at as usize].kind;
        let numbers = (from..to).rev().find(|&at| matches!(kind(at), Kind::Number { .. } | Kind::Word));
        let next = numbers.filter(|_| is_before_move);
        while start > from && matches!(kind(start - 1), Kind::Number { .. } | Kind::Dots | Kind::Open(_)) {
            start -= 1;
        }
        while last + 1 < to
            && match kind(last + 1) {
                Kind::Close(_) | Kind::Stop(b'.') | Kind::Glyph | Kind::Mark => true,
                // A sign of the last word: `Q-R4+.`
                Kind::Stop(sign) => !b",;:-/".contains(&sign) && self.lattice.touches(last as usize + 1),
                Kind::Number { .. } => next != Some(last + 1),
                _ => false,
            }
        {
            last += 1;
        }
        let (begin, end) = (
            self.lattice.tokens[start as usize].start as usize,
            self.lattice.tokens[last as usize].end as usize,
        );
        let mut said = note::words(self.page, begin, end);
        if said.text.starts_with("[Footnote") || said.text.ends_with(']') && !said.text.contains('[') {
            said.text.pop();
        }
        if said.text.is_empty() || words::is_picture(&said.text) {
            return;
        }
        let first_ply = self.games[game].score.first.saturating_sub(1) * 2
            + u32::from(self.games[game].score.black_first);
        let at = first_ply + u32::try_from(cell).unwrap_or(u32::MAX);
        let found = runs(self.lattice, start, last + 1, Some(at));
        let span = said.span;
        let only = found.len() == 1 && self.says_only_moves(start, last + 1, found[0].line.cells.len());
        let cells = &mut self.games[game].score.line.cells;
        cells[cell].notes.push(Note::Comment(said));
        let end = cells.len() - 1;
        for mut run in found {
            let Some(index) = run.first_ply.checked_sub(first_ply).map(|n| n as usize) else { continue };
            run.line.kept = if only { Kept::InItsComment(span) } else { Kept::InComment };
            if index <= end + 1 && index + NEAR >= cell && index <= cell + NEAR {
                cells[index.min(end)].notes.push(Note::Line(run.line));
            }
        }
    }

    /// Do these tokens hold so many moves, their numbers, and no word but `or` and `if`?
    fn says_only_moves(&self, from: u32, to: u32, count: usize) -> bool {
        let mut at = from;
        let mut moves = 0;
        while at < to {
            match self.lattice.tokens[at as usize].kind {
                Kind::Word => {
                    if let Some(number) = self.lattice.number(at) {
                        at = number.next;
                        continue;
                    }
                    if let Some(edge) = self.lattice.edges(at).first() {
                        moves += 1;
                        at = edge.next.max(at + 1);
                        continue;
                    }
                    if !["or", "if", "If", "Or"].contains(&self.lattice.text(at)) {
                        return false;
                    }
                }
                Kind::Glyph => return false,
                _ => {}
            }
            at += 1;
        }
        moves == count
    }

    /// What stands below the last move of a game and belongs to it.
    fn tail(&mut self, game: usize, cell: usize, from: u32, stop: u32) {
        let line = self.lattice.line_of(from);
        let end = self.lattice.lines[line + 1].min(stop);
        self.result_in(game, from, end);
        let mut below = line + 1;
        // Words in the same paragraph go on with the line.
        let runs_on = self.lines.looks.get(below) == Some(&Look::Prose)
            && self.lattice.tokens[from as usize..end as usize].iter().any(|token| token.is_word());
        let mut last = end;
        if runs_on {
            while self.lines.looks.get(below) == Some(&Look::Prose) && self.lattice.lines[below] < stop {
                self.own(game, below);
                below += 1;
            }
            last = self.lattice.lines[below].min(stop);
            self.result_in(game, from, last);
        }
        self.between(game, cell, from, last);
        let mut paragraphs = usize::from(runs_on);
        let mut branched = false;
        while below < self.page.rows.len() && self.lattice.lines[below] < stop {
            match self.lines.looks[below] {
                Look::Blank | Look::Number => below += 1,
                Look::Note => {
                    let next = self.note(game, below, stop);
                    below = next;
                }
                Look::Row if self.is_branch(game, below) => {
                    let range = self.block(below, stop, Look::Row);
                    self.adopt(game, cell, &range, stop);
                    branched = true;
                    below = range.end;
                }
                Look::Prose | Look::Title | Look::GameTitle => {
                    let range = self.paragraph(below, stop);
                    let (start, end) =
                        (self.page.rows[range.start].start(), self.page.rows[range.end - 1].end());
                    let text = &self.page.text[start..end];
                    let is_ending = words::is_ending(text, self.recognizer);
                    let ending = words::ending_in(text, self.recognizer);
                    if ending.is_none() && words::is_no_text(text) {
                        below = range.end;
                        continue;
                    }
                    let title = self.lines.looks[below] != Look::Prose
                        || !self.holds_moves(&range)
                            && words::is_title(self.page, &range)
                            && (heading::opens_section(text) || words::shouts(text));
                    if title && ending.is_none() && self.heads_notes(game, range.end) {
                        // `NOTES.` says nothing, `NOTES BY THE EDITOR.` does.
                        if text.split_whitespace().count() > 1 {
                            self.adopt(game, cell, &range, stop);
                        } else {
                            self.own(game, below);
                        }
                        below = range.end;
                        continue;
                    }
                    if title && ending.is_none() || paragraphs >= MOST_PARAGRAPHS && !is_ending {
                        break;
                    }
                    if self.games[game].score.result.is_none()
                        && !branched
                        && let Some(range) = ending
                    {
                        let words = note::words(self.page, start + range.start, start + range.end);
                        self.games[game].score.result = Some(words);
                    }
                    self.adopt(game, cell, &range, stop);
                    paragraphs += 1;
                    below = range.end;
                }
                _ => break,
            }
        }
    }

    /// Rows below a game with lower numbers than its last: another way to play.
    fn is_branch(&self, game: usize, line: usize) -> bool {
        let number = self.lattice.number(self.lattice.lines[line]);
        let plies = self.games[game].score.line.cells.len();
        number.is_some_and(|number| number.value > 1 && usize::from(number.value) * 2 <= plies + 2)
    }

    fn holds_moves(&self, lines: &Range<usize>) -> bool {
        (self.lattice.lines[lines.start]..self.lattice.lines[lines.end])
            .any(|at| self.lattice.tokens[at as usize].is_word() && !self.lattice.edges(at).is_empty())
    }

    fn paragraph(&self, line: usize, stop: u32) -> Range<usize> {
        let mut end = line + 1;
        while self.lines.looks.get(end) == Some(&Look::Prose) && self.lattice.lines[end] < stop {
            end += 1;
        }
        line..end
    }

    fn block(&self, line: usize, stop: u32, look: Look) -> Range<usize> {
        let mut end = line + 1;
        while self.lines.looks.get(end) == Some(&look) && self.lattice.lines[end] < stop {
            end += 1;
        }
        line..end
    }

    fn adopt(&mut self, game: usize, cell: usize, lines: &Range<usize>, stop: u32) {
        for line in lines.clone() {
            self.own(game, line);
        }
        let (from, to) = (self.lattice.lines[lines.start], self.lattice.lines[lines.end].min(stop));
        self.comment(game, cell, from, to);
    }

    /// Words behind the last move that say how the game ended.
    fn result_in(&mut self, game: usize, from: u32, to: u32) {
        if self.games[game].score.result.is_some() {
            return;
        }
        let mut at = from;
        while at < to {
            if let Some(ending) = self.lattice.ending(at) {
                let start = self.lattice.tokens[at as usize].start as usize;
                self.games[game].score.result = Some(note::words(self.page, start, start + ending.len));
                return;
            }
            // A move behind the last one is only spoken of, and so is what it would lead to.
            if self.lattice.tokens[at as usize].is_word() && !self.lattice.edges(at).is_empty() {
                return;
            }
            at += 1;
        }
    }

    fn finish(mut self) -> Zones {
        let mut unread = Vec::new();
        for line in 0..self.page.rows.len() {
            if self.owners[line] == Owner::Prose {
                match self.lines.looks[line] {
                    Look::Row => {
                        self.owners[line] = Owner::Unread;
                        unread.push(self.page.span(self.page.rows[line].start(), self.page.rows[line].end()));
                    }
                    Look::Drawn => self.owners[line] = Owner::Diagram,
                    _ => {}
                }
            }
        }
        let mut unclaimed = Vec::new();
        let mut line = 0;
        while line < self.page.rows.len() {
            if self.lines.looks[line] != Look::Tag {
                line += 1;
                continue;
            }
            let range = self.block(line, u32::MAX, Look::Tag);
            line = range.end;
            let claimed =
                self.games.iter().any(|game| game.tags.iter().any(|tags| tags.contains(&range.start)));
            if !claimed {
                unclaimed.push(self.page.span_of(&range));
            }
        }
        let rows = self.page.rows.iter().zip(&self.owners).map(|(row, &kind)| (row.span, kind));
        let regions = region::merge(rows.filter(|(span, _)| !span.is_empty()));
        let mut games = Vec::new();
        for (index, game) in self.games.into_iter().enumerate() {
            let Sited { mut score, begin, found, restarts, first_line, line, .. } = game;
            let last = self.owners.iter().rposition(|known| *known == owner(index)).unwrap_or(line);
            score.span = self.page.rows[first_line].span.join(self.page.rows[last.max(first_line)].span);
            let cells = &score.line.cells;
            let at = |cell: usize| cells.get(cell).or(cells.last()).map_or(score.span, |cell| cell.span);
            let mut faults = Vec::new();
            faults.extend(found.rival.map(|cell| Fault::Rival(at(cell))));
            faults.extend(found.jump.and_then(|(cell, behind)| {
                let is_short = passes_over(self.lattice, &found.played, cell);
                let agrees = behind >= HALF_MOVES_THAT_AGREE;
                if is_short { Some(Fault::Short(at(cell))) } else { agrees.then(|| Fault::Jump(at(cell))) }
            }));
            let left = leaves_next(self.lattice, &found.played, begin.first_ply);
            faults.extend(left.map(|cell| Fault::Short(at(cell))));
            faults.extend(found.leap.map(|cell| Fault::Leap(at(cell))));
            faults.extend(found.is_cut.then(|| Fault::Cut(at(cells.len()))));
            faults.extend(restarts.map(|token| {
                let token = self.lattice.tokens[token as usize];
                Fault::Restarts(self.page.span(token.start as usize, token.end as usize))
            }));
            games.push(Zone { score, begin, meant: found.meant, faults });
        }
        Zones { games, regions, unclaimed, unread }
    }
}

/// What stands between two half-moves that were printed one behind the other.
fn between(lattice: &Lattice<'_>, before: Taken, here: Taken) -> Option<Range<u32>> {
    (before.token != PASS && here.token != PASS)
        .then(|| lattice.edge(before.token, before.edge).next..here.token)
}

/// Does a plain move begin at a token that no game has taken?
fn is_left(lattice: &Lattice<'_>, token: u32) -> bool {
    !lattice.is_taken(token) && lattice.begins_move(token)
}

/// The first half-move before which a move is passed over, without a word of prose, that bears the number that is due or one
/// of the next two and belongs to no game.
fn leaves_next(lattice: &Lattice<'_>, played: &[Taken], first_ply: u32) -> Option<usize> {
    (1..played.len()).find(|&cell| {
        let Some(gap) = between(lattice, played[cell - 1], played[cell]) else { return false };
        let due = (first_ply + cell as u32) / 2 + 1;
        let is_prose = |at: u32| {
            let token = lattice.tokens[at as usize];
            matches!(token.kind, Kind::Open(_))
                || token.is_word()
                    && lattice.edges(at).is_empty()
                    && lattice.text(at).len() > 1
                    && lattice.text(at).chars().all(char::is_alphabetic)
        };
        let is_next = |at: u32| {
            lattice.number(at).is_some_and(|number| {
                (due..=due + 2).contains(&u32::from(number.value))
                    && number.next < gap.end
                    && is_left(lattice, number.next)
            })
        };
        gap.clone().any(is_next) && !gap.clone().any(is_prose)
    })
}

/// Is a plain move passed over between the half-move of a cell and the second before it?
fn passes_over(lattice: &Lattice<'_>, played: &[Taken], cell: usize) -> bool {
    let near = played.get(cell.saturating_sub(2)..=cell).unwrap_or_default();
    let gaps = near.windows(2).filter_map(|pair| between(lattice, pair[0], pair[1]));
    gaps.flatten().any(|at| lattice.tokens[at as usize].is_word() && is_left(lattice, at))
}
