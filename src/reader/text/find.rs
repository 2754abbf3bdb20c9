//! The games of a page: where each begins, what heads it, and what plays from there.
use std::ops::Range;

use super::builder::Builder;
use super::recognize;
use super::start::{self, Begin, PLAYS_BOTH_WAYS};
use super::trunk::Stop;
use crate::align::lattice::{Class, Lattice};
use crate::align::lines::{Lines, Look};
use crate::align::search::{Found, Search};
use crate::align::step::{Candidate, Steps};
use crate::align::strips::Strips;
use crate::align::token::Kind;
use crate::align::way::{PASS, Taken};
use crate::book::heading::{self, Columns};
use crate::book::page::Page;
use crate::book::{diagram, note, problem, title};
use crate::chess::{Color, Position};
use crate::record::{Score, Start, Words};

/// A game and where it stands on the page.
pub(super) struct Sited {
    /// The moves.
    pub found: Found,
    /// How they begin.
    pub begin: Begin,
    /// What its headings say; its cells are filled in later.
    pub score: Score,
    /// Rows below it, numbered from 1 again, that play from its last position.
    pub restarts: Option<u32>,
    /// The first line that belongs to it.
    pub first_line: usize,
    /// The line of its first move.
    pub line: usize,
    /// The token of its first move.
    pub token: u32,
    /// The first token that belongs to it on its line or in its paragraph.
    pub lead: u32,
    /// Lines of tag pairs that are its own.
    pub tags: Vec<Range<usize>>,
    /// Something says that the moves found are not all of it.
    pub is_doubtful: bool,
    /// It was read in the pieces of columns.
    pub is_of_strips: bool,
}

pub(super) struct Finder<'a, 'p, 't, 'o> {
    pub page: &'p Page,
    pub lattice: &'a Lattice<'p>,
    pub lines: &'a Lines,
    pub builder: &'a Builder<'t, 'o>,
    pub recognizer: &'a recognize::Words,
    pub games: Vec<Sited>,
    pub(super) drawn: Vec<diagram::Drawn>,
    /// The line behind the last move of the games so far, and the token.
    pub(super) behind: usize,
    pub(super) done: u32,
}

/// What a half-move that plays is worth as evidence for a game, and what speaks against one, in tenths.
const PLY: i64 = 8;
const IN_PROSE: i64 = 30;
const IN_BRACKETS: i64 = 20;
const SPOKEN_OF: i64 = 15;
const UNNUMBERED: i64 = 25;

/// So many half-moves that play are a game, whatever stands behind them.
const ENOUGH: usize = 8;
const ENDS_IN_MATE: i64 = 20;

/// So many half-moves farther a position must lead than the one that is told to be meant.
const FARTHER: usize = 3;

/// So many half-moves that play from the end of a game go on with it, though their numbers begin again.
const PLIES_THAT_GO_ON: usize = 4;

/// Lines below a problem on which its answer is looked for.
const FARTHEST_ANSWER: usize = 60;

/// How a game begins on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// Its number is the first thing on the line, or stands in a column of its own.
    Row,
    /// So is its first move, without a number.
    Bare,
    /// In the middle of a line.
    Inside,
}

impl<'a, 'p, 't, 'o> Finder<'a, 'p, 't, 'o> {
    pub fn new(
        lattice: &'a Lattice<'p>,
        lines: &'a Lines,
        builder: &'a Builder<'t, 'o>,
        recognizer: &'a recognize::Words,
    ) -> Self {
        let page = lattice.page;
        let drawn = diagram::numbered(page, |line| lines.looks[line] == Look::Drawn);
        Self { page, lattice, lines, builder, recognizer, games: Vec::new(), drawn, behind: 0, done: 0 }
    }

    pub fn run(&mut self) {
        self.problems();
        for line in 0..self.page.rows.len() {
            if self.lattice.is_tired() {
                break;
            }
            self.line(line);
            self.analysis(line);
        }
        self.in_strips();
        self.games.sort_by_key(|game| (game.first_line, game.token));
        self.take_unplayed();
    }

    /// Positions in words and their stipulations, with the moves printed below as their answers.
    fn problems(&mut self) {
        let mut position = problem::Position::default();
        let mut line = 0;
        while line < self.page.rows.len() {
            match self.lines.looks[line] {
                Look::Head(columns) => position.head(columns, line),
                look if may_tell(look) => {
                    let end = (line..self.page.rows.len()).find(|&line| !may_tell(self.lines.looks[line]));
                    let range = line..end.unwrap_or(self.page.rows.len());
                    if let Some(stipulated) = position.take(self.page, &range, self.recognizer) {
                        self.problem(&stipulated, &range);
                    }
                    line = range.end;
                    continue;
                }
                _ => {}
            }
            line += 1;
        }
    }

    fn problem(&mut self, stipulated: &problem::Stipulated, lines: &Range<usize>) {
        let (head, tags) = self.head(stipulated.first);
        let mut score = self.score(&head, &tags, stipulated.first);
        score.tags.extend(title::composer(&score.headings));
        score.start = Start::Words { white: stipulated.white.clone(), black: stipulated.black.clone() };
        score.stipulation = stipulated.asked.clone();
        let answer = self.answer(lines.end);
        let first_line = head.iter().chain(&tags).map(|range| range.start).min().unwrap_or(stipulated.first);
        let found = Found { played: answer.into_iter().collect(), ..Found::default() };
        let token = answer.map_or(self.lattice.lines[lines.start], |taken| taken.token);
        let game = Sited {
            found,
            begin: Begin::usual(),
            score,
            restarts: None,
            first_line,
            line: lines.end - 1,
            token,
            lead: token,
            tags,
            is_doubtful: false,
            is_of_strips: false,
        };
        self.take(game);
        (self.done, self.behind) = (0, lines.end);
    }

    /// A line that is one move and nothing else, below a problem and above the next: its answer.
    fn answer(&self, from: usize) -> Option<Taken> {
        for line in from..self.page.rows.len().min(from + FARTHEST_ANSWER) {
            let token = self.lattice.lines[line];
            if !self.lattice.tokens.get(token as usize).is_some_and(|token| token.is_word()) {
                if matches!(self.lines.looks[line], Look::Head(_)) {
                    return None;
                }
                continue;
            }
            let edge = self.lattice.edges(token).iter().position(|edge| {
                edge.sure >= 2
                    && (edge.next..self.lattice.lines[line + 1]).all(|at| {
                        matches!(self.lattice.tokens[at as usize].kind, Kind::Line | Kind::Stop(b'.'))
                    })
            });
            if let Some(edge) = edge {
                return Some(Taken { token, edge: edge as u16 });
            }
        }
        None
    }

    /// Rows that begin at a later move, below a heading that says which game they go on from.
    fn analysis(&mut self, line: usize) {
        if self.lines.looks[line] != Look::Row {
            return;
        }
        let first = self.lattice.lines[line];
        let Some(number) = self.lattice.number(first).filter(|_| first >= self.done) else { return };
        let (head, tags) = self.head(line);
        let headings = self.headings(&head);
        let Some(join) = headings.iter().rev().find_map(|words| heading::joins(&words.text)) else { return };
        let Some(begin) = self.next_word(number.next) else { return };
        let edges = self.lattice.edges(begin);
        if edges.is_empty() || self.lattice.is_taken(begin) {
            return;
        }
        let mut score = self.score(&head, &tags, line);
        let mut best: Option<(Found, Begin, u32)> = None;
        let says =
            |side: &str| score.headings.iter().any(|words| words.text.to_ascii_lowercase().contains(side));
        let black = number.dots >= 2 || says("black's") && !says("white's");
        for black in [black, !black] {
            let ply = note::ply(u32::from(number.value), black);
            let Some((trunk, stop)) = self.trunk(join.game, ply).filter(|_| ply > 0) else { continue };
            let found = Search::new(self.steps()).find(begin, stop.position, stop.origins, ply, false);
            if best.as_ref().is_none_or(|(known, ..)| found.moves.len() > known.moves.len()) {
                let start = self.games[trunk].begin;
                best = Some((found, Begin { first_ply: ply, trunk: Some(trunk), ..start }, ply));
            }
        }
        let Some((found, begin_at, ply)) = best.filter(|(found, ..)| !found.moves.is_empty()) else { return };
        if !found.unplayed.is_empty() {
            return;
        }
        (score.first, score.black_first) = (ply / 2 + 1, ply % 2 == 1);
        let first_line = head.iter().chain(&tags).map(|range| range.start).min().unwrap_or(line);
        let game = Sited {
            found,
            begin: begin_at,
            score,
            restarts: None,
            first_line,
            line,
            token: begin,
            lead: first,
            tags,
            is_doubtful: false,
            is_of_strips: false,
        };
        self.take(game);
    }

    pub(super) fn next_word(&self, from: u32) -> Option<u32> {
        (from..(from + 6).min(self.lattice.tokens.len() as u32))
            .find(|&at| self.lattice.tokens[at as usize].is_word())
    }

    /// The game that others go on from, and the position in it before a half-move.
    fn trunk(&self, wanted: Option<u32>, ply: u32) -> Option<(usize, Stop)> {
        let number = |game: &Sited| {
            game.score
                .tags
                .iter()
                .find(|tag| tag.name == "Round")
                .and_then(|tag| tag.value.parse::<u32>().ok())
        };
        let (index, game) = self.games.iter().enumerate().rev().find(|(_, game)| {
            game.begin.first_ply == 0 && wanted.is_none_or(|wanted| number(game) == Some(wanted))
        })?;
        let moves = game.found.moves.get(..ply as usize)?;
        Some((index, moves.iter().fold(game.begin.stop, |stop, &mv| stop.play(mv))))
    }

    /// Looks for games that begin on a line.
    fn line(&mut self, line: usize) {
        let look = self.lines.looks[line];
        if matches!(look, Look::Blank | Look::Number | Look::Tag | Look::Drawn | Look::Note) {
            return;
        }
        // Between the moves of a game only the rows of another beside it begin one.
        let (first, end) = (self.lattice.lines[line], self.lattice.lines[line + 1]);
        let mut at = first;
        let mut fresh = true;
        // Behind what may be its number.
        let mut is_led = false;
        let mut depth = 0_u32;
        let known = self.games.len();
        while at < end {
            if let Some(number) = self.lattice.number(at) {
                let column = fresh || self.is_behind_gap(at);
                let begins = if column { Begins::Row } else { Begins::Inside };
                // Of raw print the row below tells which row is the first.
                let misread = number.value != 1
                    && fresh
                    && look == Look::Row
                    && self.lattice.dialect.ocr
                    && at >= self.done
                    && self.may_be_bare(line)
                    && self.second_row_follows(line);
                if misread && let Some(first) = self.next_word(number.next) {
                    self.game(line, (at, first), Begins::Bare, depth > 0);
                } else if number.value == 1
                    && number.dots < 2
                    && (at >= self.done || (column || self.lattice.dialect.ocr) && look == Look::Row)
                    && let Some(first) = self.steps().first(at).filter(|first| {
                        !(at..=first.token).any(|at| self.lattice.is_taken(at))
                            && !self.is_of_title(number.next, first)
                    })
                {
                    self.game(line, (at, first.token), begins, depth > 0);
                }
                fresh = false;
                at = number.next;
                continue;
            }
            match self.lattice.tokens[at as usize].kind {
                Kind::Word => {
                    if let Some((Color::White, next)) = self.lattice.side(at) {
                        at = next;
                        continue;
                    }
                    if let Some(edge) = self.lattice.edges(at).first() {
                        let next = edge.next.max(at + 1);
                        if fresh
                            && edge.sure >= 2
                            && (at >= self.done || self.lines.begins_block(line).is_some())
                            && !self.lattice.is_taken(at)
                            && (look == Look::Row || is_led)
                            && self.may_be_bare(line)
                            && (!self.first_row_follows(at)
                                || self.is_above_first_number(at)
                                || self.is_before_first_number(at))
                            && (edge.is_sound()
                                || self.second_row_follows(line)
                                || self.lines.is_headed(line)
                                || self.lattice.dialect.ocr && self.is_below_heads(line))
                        {
                            self.game(line, (at, at), Begins::Bare, false);
                        }
                        fresh = false;
                        at = next;
                        continue;
                    }
                    is_led = fresh && self.may_be_first_number(at, line);
                    fresh &= is_led || matches!(self.lattice.text(at), "White" | "W");
                }
                Kind::Open(_) => depth += 1,
                Kind::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        if self.games.len() == known {
            self.unnumbered(line);
        }
    }

    pub(super) fn steps(&self) -> Steps<'a, 'p> {
        Steps::new(self.lattice, self.lines, None)
    }

    fn is_behind_gap(&self, at: u32) -> bool {
        let before = at.checked_sub(1).map(|at| self.lattice.tokens[at as usize].kind);
        matches!(before, Some(Kind::Gap | Kind::Pipe))
    }

    /// May a game without a number begin on a line? Not below other moves of it.
    fn may_be_bare(&self, line: usize) -> bool {
        self.lines.above(line).is_none_or(|look| !matches!(look, Look::Row | Look::Drawn))
    }

    /// Does a line stand right below heads of columns?
    pub(super) fn is_below_heads(&self, line: usize) -> bool {
        matches!(self.lines.above(line), Some(Look::Head(_)))
    }

    /// Reads the game that begins with the move at a token; nothing happens if it is none.
    pub(super) fn game(&mut self, line: usize, (number, token): (u32, u32), kind: Begins, bracketed: bool) {
        match self.look(line, (number, token), kind, bracketed, None) {
            Some(game) => self.take(game),
            None => self.restarts(token, kind),
        }
    }

    /// The game that begins with the move at a token, if it is one: in the pieces of columns, where those are given.
    pub(super) fn look(
        &self,
        line: usize,
        (number, token): (u32, u32),
        kind: Begins,
        bracketed: bool,
        strips: Option<&Strips>,
    ) -> Option<Sited> {
        let lead = self.lead(line, number, kind);
        let (head, tags) = self.head(self.lattice.line_of(lead));
        let mut score = self.score(&head, &tags, line);
        let mut best: Option<(Found, Begin)> = None;
        for begin in self.begins(&score) {
            let Stop { position, origins } = begin.stop;
            let found = Search::new(Steps::new(self.lattice, self.lines, strips))
                .find(token, position, origins, 0, begin.two_moves);
            // The first that is told is meant unless another leads much farther.
            if best.as_ref().is_none_or(|(known, _)| found.moves.len() > known.moves.len() + FARTHER) {
                best = Some((found, begin));
            }
        }
        let (mut found, mut begin) = best?;
        if head.iter().any(|range| self.lines.looks[range.end - 1] == Look::Head(Columns::BlackWhite)) {
            let Stop { position, origins } = begin.stop;
            let turned = Search::new(self.steps()).turned(token, position, origins);
            let goes_as_far = |turned: &Found| turned.moves.len() >= found.moves.len() + found.unplayed.len();
            if let Some(turned) = turned.filter(goes_as_far) {
                let place = self.lattice.tokens[token as usize];
                let both = found.unplayed.is_empty() && found.moves.len() >= turned.moves.len();
                let place = self.page.span(place.start as usize, place.end as usize);
                begin.doubt = begin.doubt.or(both.then_some((place, PLAYS_BOTH_WAYS)));
                found = turned;
            }
        }
        if found.moves.is_empty() || !self.is_game(&found, (number, kind), bracketed) {
            return None;
        }
        let words = note::words(
            self.page,
            self.lattice.tokens[lead as usize].start as usize,
            self.lattice.tokens[number as usize].start as usize,
        );
        if lead < number && words.text.contains(char::is_alphabetic) {
            score.tags = crate::book::title::with_lead(score.tags, &words);
            score.line.before.push(words);
        }
        let first_line = head.iter().chain(&tags).map(|range| range.start).min();
        let first_line = first_line.unwrap_or(line).min(self.lattice.line_of(lead));
        Some(Sited {
            found,
            begin,
            score,
            restarts: None,
            first_line,
            line,
            token,
            lead,
            tags,
            is_doubtful: false,
            is_of_strips: false,
        })
    }

    pub(super) fn take(&mut self, game: Sited) {
        for token in game.found.played.iter().map(|taken| taken.token).filter(|&token| token != PASS) {
            self.lattice.take(token);
            self.done = self.done.max(token + 1);
            self.behind = self.behind.max(self.lattice.line_of(token) + 1);
        }
        self.games.push(game);
    }

    /// What does not play behind a game belongs to it up to where another game is played.
    fn take_unplayed(&mut self) {
        for game in &mut self.games {
            let unplayed = &mut game.found.unplayed;
            let of_others = unplayed.iter().position(|taken| self.lattice.is_taken(taken.token));
            unplayed.truncate(of_others.unwrap_or(unplayed.len()));
            unplayed.iter().for_each(|taken| self.lattice.take(taken.token));
        }
    }

    /// Rows numbered from 1 that are no game may go on with the one above: then that is not whole.
    fn restarts(&mut self, token: u32, kind: Begins) {
        let Some(above) = self.games.last().filter(|_| kind == Begins::Row) else { return };
        let end = above.found.moves.iter().fold(above.begin.stop, |stop, &mv| stop.play(mv));
        if above.found.is_mate || above.score.result.is_some() {
            return;
        }
        let found = Search::new(self.steps()).find(token, end.position, end.origins, 0, false);
        if found.moves.len() >= PLIES_THAT_GO_ON && found.unplayed.is_empty() {
            self.games.last_mut().expect("one was looked at").restarts = Some(token);
        }
    }

    /// The ways a score may begin, that which is told first.
    fn begins(&self, score: &Score) -> Vec<Begin> {
        let pairs = super::heads::pairs(self.builder.text, score);
        if let Some(start) = pairs.and_then(|pairs| pairs.start) {
            return vec![Begin::at(Stop::at_home(start), true)];
        }
        let given = self.builder.options.fen.map(|fen| Begin::at(Stop::bare(fen), true));
        let mut begins = match &score.start {
            Start::Fen(fen) => Position::from_fen(fen)
                .ok()
                .map(|fen| Begin::at(Stop::at_home(fen), true))
                .into_iter()
                .collect(),
            Start::Odds(words) => self.at_odds(score, words),
            _ => vec![given.unwrap_or_else(Begin::usual)],
        };
        begins.extend(start::drawn(score).map(|[_, free]| Begin::at(Stop::bare(free), true)));
        begins
    }

    /// The positions of a game above which odds are told. Where they cannot be read, or the moves do not fit, it is
    /// read from the usual array, and is not certain.
    fn at_odds(&self, score: &Score, words: &Words) -> Vec<Begin> {
        let told = start::at_odds(words, &self.builder.dialect).map(|(position, moves)| Begin {
            two_moves: moves == 2,
            doubt: start::doubts_odds(score, words, &self.builder.dialect)
                .map(|message| (words.span, message)),
            ..Begin::at(Stop::at_home(position), true)
        });
        let message = start::without_odds(told.is_some());
        let usual = Begin { doubt: Some((words.span, message)), ..Begin::usual() };
        told.into_iter().chain([usual]).collect()
    }

    /// Do the moves found make a game? They speak for one, and the place where they begin against it.
    fn is_game(&self, found: &Found, (number, begins): (u32, Begins), bracketed: bool) -> bool {
        let plies = found.moves.len() as i64;
        let raw = self.lattice.dialect.ocr;
        let mut against = i64::from(if raw { found.cost / 2 } else { found.cost });
        if begins == Begins::Inside {
            against += IN_PROSE;
            if self.is_spoken_of(number) {
                against += SPOKEN_OF;
            }
        }
        if begins == Begins::Bare {
            against += UNNUMBERED;
        }
        if bracketed {
            against += IN_BRACKETS;
        }
        if found.is_mate {
            against -= ENDS_IN_MATE;
        }
        // What stands behind and does not play speaks for a position of its own.
        let few = found.moves.len() < ENOUGH && found.moves.len() < found.unplayed.len();
        !few && plies * PLY >= against
    }

    /// Does a word before a number say that what follows is only thought of, or known: `After 1 P-K4`?
    fn is_spoken_of(&self, number: u32) -> bool {
        let before = number.checked_sub(1).filter(|&at| self.lattice.tokens[at as usize].is_word());
        before.is_some_and(|at| {
            self.lattice.classes[at as usize] == Class::Unplayed
                || self.lattice.text(at).eq_ignore_ascii_case("after")
        })
    }

    /// Is the number before a move that of a title? The number of the first row stands between the two then, or below
    /// the move; or what looks like a move is in no row.
    fn is_of_title(&self, next: u32, first: &Candidate) -> bool {
        let is_first = |at| self.lattice.number(at).is_some_and(|number| number.value == 1);
        let (title, line) = (self.lattice.line_of(next - 1), self.lattice.line_of(first.token));
        let looks = &self.lines.looks;
        let is_below = || {
            looks[title] == Look::GameTitle && looks[line] != Look::Row
                || self.ends_words(next - 1) && (title + 1..line).any(|between| looks[between] != Look::Drawn)
                || self.first_row_follows(first.token)
                || self.is_above_first_number(first.token)
        };
        (next..first.token).any(is_first) || title < line && is_below()
    }
}

pub(super) fn is_words(look: Look) -> bool {
    matches!(look, Look::Prose | Look::Title | Look::GameTitle)
}

/// May a line tell where men stand, or what is to be done?
fn may_tell(look: Look) -> bool {
    is_words(look) || matches!(look, Look::Row | Look::Note)
}
