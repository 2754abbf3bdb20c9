//! Does a game account for all that stands in its zone, from its first move to where the next game begins, however it was
//! read? Its numbers must count its moves, no row with the number that is due may stand unread between them or behind the
//! last, and none may be played before what stands in front of it.
mod array;
mod beyond;
mod count;
mod passed;
mod remains;
mod scraps;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use super::draft::Draft;
use super::report::{TextGame, TextReport, extent, overlap, printed};
use super::rows::{LINES_OF_END, LONGEST, Numbered, Row, Rows, SHORT, word_below};
use crate::book::page::Page;
use crate::book::{figures, heading, token};
use crate::code::Code;
use crate::decisions::{Decided, is_no_move, is_settled};
use crate::diagnose::Diagnostic;
use crate::game::Verdict;
use crate::lexicon::{Dialect, endings};
use crate::record::Score;
use crate::span::{Span, floor_char};

/// So many rows at most are lost between the end of a game and those that go on with it.
const MOST_LOST: u32 = 4;

/// So many places at most are looked at where a number stands.
const MOST_PLACES: usize = 16;

/// So many rows, the first two among them, show that a game is left, each no farther from the next than so many bytes.
/// Where words say how it ended fewer are enough: the halves of a short one may stand abreast.
const ROWS_OF_GAME: u32 = 8;
const ROWS_OF_ENDED: u32 = 6;
const FARTHEST: u32 = 600;

/// The first row of a game that is left has no higher number.
const LATEST_FIRST: u32 = 8;

/// So many lines of words above the first row that is seen at most stands its title, and so many lines with those that are
/// blank.
const LINES_OF_HEAD: usize = 10;
const MOST_LINES_OF_HEAD: usize = 40;

/// What may stand between a number of raw print and its move is no longer, in bytes.
const LONGEST_STRAY: usize = 3;

/// Why a game is not whole whose next rows were found.
const ROWS_LEFT: &str =
    "moves with the numbers that are due behind the last stand here, and no game has them";

/// A game that is left.
pub(super) struct Lost {
    pub lines: Range<usize>,
    /// Half-moves in front of the first that bears a number that was seen.
    pub before: u32,
    /// Words that say how it ended stand behind its last row.
    pub is_ended: bool,
    /// May its first rows be played from the usual array?
    pub from_array: bool,
}

/// The rows of a page, and where its games are printed.
struct Coverage<'r> {
    rows: &'r Rows<'r>,
    page: &'r Page,
    dialect: &'r Dialect,
    all: &'r [Numbered],
    printed: Vec<Span>,
    /// How long the move is with which words begin: books print the same moves over and over.
    lengths: RefCell<HashMap<&'r str, Option<usize>>>,
}

/// Lowers the games that are not whole.
pub(super) fn tell(rows: &Rows<'_>, scores: &[&Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
    let page = rows.page;
    let games = || drafts.iter().flatten().map(|draft| &draft.game);
    let mut printed: Vec<Span> = games().flat_map(printed).collect();
    printed.extend(scores.iter().flat_map(|score| score.thought()));
    printed.sort_unstable();
    let mut starts: Vec<u32> = games().map(|game| extent(game).start).collect();
    starts.sort_unstable();
    let numbers = Coverage::new(rows, printed);
    starts.retain(|&start| !numbers.is_beside_row(start));
    numbers.tell_repeated(scores, drafts);
    for (score, draft) in scores.iter().zip(drafts) {
        let Some(draft) = draft else { continue };
        if draft.game.verdict == Some(Verdict::Partial) {
            continue;
        }
        numbers.tell_scraps(draft);
        if let Some(last) = numbers.last_of_column(draft) {
            // What is read in another order than it is printed in has no place among the lines.
            if draft.game.details.last().is_some_and(|detail| !overlap(detail.printed, last)) {
                draft.torn(last, "this move stands in a row of the game, and no game has it");
            }
            continue;
        }
        let extent = extent(&draft.game);
        if draft.game.verdict == Some(Verdict::Certain)
            && score.join.as_ref().is_some_and(|join| join.game.is_none())
            && let Some(span) = numbers.stands_between(draft)
        {
            let message =
                "it goes on from the game before, and this stands between the two and is of no game";
            draft.doubt(Diagnostic::new(Code::ChosenLine, span, message));
        }
        let stop = starts.partition_point(|&start| start < extent.end);
        let stop = starts.get(stop).copied().unwrap_or(u32::MAX);
        if let Some((span, message, is_torn)) = numbers.out_of_place(draft, extent.start..stop) {
            if is_torn {
                draft.torn(span, message);
                continue;
            }
            if matches!(draft.game.verdict, Some(Verdict::Certain | Verdict::Chosen)) {
                draft.doubt(Diagnostic::new(Code::NumberWrong, span, message));
            }
        }
        if !draft.game.end.has_legal_move() {
            continue;
        }
        let plies = score.due();
        let is_open = score.result.is_none();
        let is_sure = draft.game.verdict == Some(Verdict::Certain);
        let last = draft.game.details.last().map_or(extent, |last| last.printed);
        // The words of fractions stand in another order than their lines.
        let is_whole = page.place(last.start) >= page.place(extent.end.saturating_sub(1));
        let last = if is_whole { last } else { Span::new(last.start, extent.end.max(last.start)) };
        if let Some(span) = numbers.passed_over(draft) {
            draft.torn(span, "this move stands between two of the game, and no game has it");
            continue;
        }
        if let Some(span) = numbers.passed_row(draft) {
            draft.torn(span, "this row stands between two moves of the game, and no game has it");
            continue;
        }
        if let Some(span) = numbers.breaks_off(draft, last, plies, is_open) {
            draft.torn(span, "the game breaks off behind this move: the words go on, and nothing follows");
            continue;
        }
        if let Some(span) = numbers.left_in_rows(draft) {
            draft.torn(span, "this move stands in a row of the game, and no game has it");
            continue;
        }
        let result = score.result.as_ref().map(|words| words.span);
        let before_end = || numbers.before_end(draft, last, stop, result);
        let left = numbers.left(extent, stop, plies, is_open).or_else(before_end).or_else(|| {
            let named = || numbers.behind_name(last, plies, stop).or_else(|| numbers.in_its_place(draft));
            numbers.behind(last, plies, result).or_else(named).or_else(|| {
                numbers.misnumbered(last, plies).filter(|span| !is_no_move(&draft.decided, *span))
            })
        });
        let end = score.result.as_ref().map_or(stop, |words| words.span.start);
        let without = || numbers.unnumbered(last, end).filter(|span| !is_no_move(&draft.decided, *span));
        let left = left.or_else(without);
        let farther = || numbers.farther(extent.end..stop, plies).filter(|_| is_open && is_sure);
        if let Some(span) = left.or_else(farther) {
            draft.torn(span, ROWS_LEFT);
            draft.leaves_rows = draft.game.verdict == Some(Verdict::Partial);
        } else if is_open
            && is_sure
            && let Some(span) = numbers.thought_of(extent.end..stop, plies)
        {
            let message = "the words before this say that it is not played, and it goes on with the game";
            draft.doubt(Diagnostic::new(Code::ChosenLine, span, message));
        }
    }
}

/// The lines of rows below a title that no game has, numbered one by one from the second on, or from a later one, as those
/// of a game are: the first may be what kept it from being read or be lost, and so may others: a line of running text that
/// begins within a move is no row of its numbers.
pub(super) fn lost_games(rows: &Rows<'_>, report: &TextReport<'_>) -> Vec<Lost> {
    let page = rows.page;
    let numbers = Coverage::new(rows, report.printed());
    let mut found: Vec<Lost> = Vec::new();
    for of_line in numbers.all.chunk_by(|one, next| one.line == next.line) {
        let firsts = of_line.iter().filter(|number| (2..=LATEST_FIRST).contains(&number.value));
        let mut firsts = firsts.peekable();
        let Some(line) = firsts.peek().map(|first| first.line) else { continue };
        let end = found.last().map_or(0, |lost| lost.lines.end);
        let above = (end.max(line.saturating_sub(MOST_LINES_OF_HEAD))..line).rev();
        let above = above.filter(|&line| !page.row_text(line).trim().is_empty()).take(LINES_OF_HEAD);
        let Some(title) = above.filter(|&line| numbers.is_title(line)).last() else { continue };
        found.extend(firsts.find_map(|first| {
            let last = numbers.last_row(first, u32::MAX)?;
            let is_ended = numbers.is_end_near(last.span);
            let enough = if is_ended { ROWS_OF_ENDED } else { ROWS_OF_GAME };
            (last.value + 2 >= enough + first.value).then(|| {
                let last = numbers.line(last.span);
                let end = (last + LINES_OF_END).min(page.rows.len());
                // There may stand the title of the next.
                let next = (last + 1..end).find(|&line| {
                    numbers.is_title(line) && endings::ending_at(page.row_text(line).trim()).is_none()
                });
                let lines = title..next.unwrap_or(end);
                let from_array = !numbers.begin_elsewhere(&lines);
                Lost { lines, before: 2 * (first.value - 1), is_ended, from_array }
            })
        }));
    }
    found
}

/// Lowers the games of which nothing says how they ended and whose next rows stand higher on their page.
pub(super) fn tell_above(rows: &Rows<'_>, report: &mut TextReport<'_>, decided: &[Decided]) {
    if !report.games.iter().any(TextGame::is_open) {
        return;
    }
    let numbers = Coverage::new(rows, report.printed());
    for found in report.games.iter_mut().filter(|found| found.is_open()) {
        let game = &found.game;
        if let Some(span) = numbers.above(extent(game), game.plies)
            && !is_settled(decided, span)
        {
            let why = Diagnostic::new(Code::PartialScore, span, ROWS_LEFT).at_ply(game.plies);
            found.lower(Verdict::Partial, why);
        }
    }
    report.count_verdicts();
}

/// Is one of the first of these lines the title of a game? Endings, whose first position is not told, have others.
pub(super) fn is_headed(page: &Page, lines: &Range<usize>) -> bool {
    let mut head = lines.start..lines.end.min(lines.start + LINES_OF_HEAD);
    head.any(|line| {
        let words = page.row_text(line).trim();
        let mut parts = words.split(|c: char| !c.is_alphanumeric());
        heading::opens_section(words) && parts.any(|part| part.eq_ignore_ascii_case("game"))
    })
}

/// Where words begin, behind the first, that say how a game ended.
fn ending_in(words: &str) -> Option<usize> {
    let mut starts = words.match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
    starts.find(|&at| endings::ending_at(&words[at..]).is_some())
}

impl<'r> Coverage<'r> {
    fn new(rows: &'r Rows<'r>, printed: Vec<Span>) -> Self {
        let Rows { page, dialect, .. } = rows;
        Self { rows, page, dialect, all: rows.numbers(), printed, lengths: RefCell::default() }
    }

    fn is_title(&self, line: usize) -> bool {
        self.rows.is_title(line)
    }

    /// The last of the rows up to a place that no game has and that go on from one, each near the one before.
    fn last_row(&self, first: &Numbered, stop: u32) -> Option<Row> {
        let next = |row: &Row| {
            let at = row.span.start;
            let near = at..at.saturating_add(FARTHEST).min(stop);
            (1..=MOST_LOST).find_map(|ahead| self.unread(near.clone(), row.value + ahead).next())
        };
        std::iter::successors(self.row(first), next).last()
    }

    /// A row of moves that no game has, or a title over none, between the printed moves that a game has from the one before
    /// it and its own. It has one title itself; of games between the two are those of their first lines.
    fn stands_between(&self, draft: &Draft<'_>) -> Option<Span> {
        let own = extent(&draft.game).start;
        let common = printed(&draft.game).take_while(|printed| printed.start < own).last()?;
        let lines = self.line(common) + 1..self.line(Span::new(own, own + 1));
        let first = self.all.partition_point(|number| number.line < lines.start);
        let mut numbered = self.all[first..].iter().take_while(|number| number.line < lines.end);
        let row = numbered.find_map(|number| self.row(number)).map(|row| row.span);
        let is_blank = |line: usize| self.page.row_text(line).trim().is_empty();
        let stands_alone = |line: usize| is_blank(line - 1) && is_blank(line + 1) && !is_blank(line);
        let is_title = |&line: &usize| {
            let words = self.page.row_text(line).trim();
            let is_capital = || heading::is_capital(words) && endings::ending_at(words).is_none();
            let says_more = || heading::says_where(words) || heading::columns(words).is_some();
            !says_more() && (self.is_title(line) || stands_alone(line) && is_capital())
        };
        // Behind the last move that any game has.
        let behind = self.printed.partition_point(|printed| printed.end <= own);
        let last = behind.checked_sub(1).map_or(lines.start, |at| self.line(self.printed[at]) + 1);
        row.or_else(|| {
            let mut titles =
                (last.max(lines.start)..lines.end).filter(is_title).map(|line| self.page.rows[line].span);
            titles.next().filter(|_| titles.next().is_some())
        })
    }

    /// Do words that say how a game ended stand near behind a move?
    fn is_end_near(&self, printed: Span) -> bool {
        let words = self.page.place(printed.start).and_then(|at| self.page.text.get(at..)).unwrap_or("");
        let words = &words[..floor_char(words, LONGEST / 2)];
        ending_in(words).is_some()
    }

    /// Does a number stand in front of a move, with nothing between but dots in the place of White's, the day of the move, and
    /// what raw print may have there: a letter or a figure that is none, as in `24.5) RxP` and `25 3B. takes R.`?
    fn is_right_before(&self, number: &Numbered, mv: Span) -> bool {
        let word = self.page.place(number.word);
        let between = word.zip(self.page.place(mv.start)).and_then(|(word, mv)| self.page.text.get(word..mv));
        let is_stray = |between: &str| {
            let letters = between.chars().filter(|c| c.is_alphanumeric()).count();
            between.trim().len() <= LONGEST_STRAY && letters <= 1 && !between.contains('\n')
        };
        let holds_place = |between: &str| {
            between.chars().all(|c| matches!(c, ' ' | '\t' | '.' | '…' | '·' | '-' | '–' | '—'))
        };
        let is_when =
            |between: &str| figures::when_len(between).is_some_and(|len| between[len..].trim().is_empty());
        number.word == mv.start
            || between.is_some_and(|between| holds_place(between) || is_when(between))
            || self.dialect.ocr && between.is_some_and(is_stray)
    }

    /// A move that stands where another is due, and whether that leaves the game torn: where the numbers in front of the
    /// moves do not count them, behind one that stands before other words, or behind a later move on its line.
    fn out_of_place(&self, draft: &Draft<'_>, zone: Range<u32>) -> Option<(Span, &'static str, bool)> {
        let details = &draft.game.details;
        let numbers: Vec<_> = details.iter().map(|detail| self.in_front(detail.printed)).collect();
        let of = |black: usize| numbers.iter().skip(black).step_by(2).flatten().count();
        let is_white_numbered = !draft.game.set_up && of(0) >= 2 && of(1) * 4 < of(0);
        // A row may bear its number in front of both its moves, or dots in the place of White's.
        let is_repeated = |ply: usize, number: &Numbered| {
            numbers[ply - 1].is_some_and(|before| before.value == number.value)
                || self.page.text[..number.at].trim_end().ends_with("..")
                || self.dialect.ocr && token::dots_run(&self.page.text[number.end..]).0 >= 2
        };
        let is_blacks = |&ply: &usize| {
            is_white_numbered && ply % 2 == 1 && numbers[ply].is_some_and(|number| !is_repeated(ply, number))
        };
        if let Some(ply) = (0..details.len()).find(is_blacks) {
            let message = "the number in front of this move is White's, and Black's was played";
            return Some((details[ply].printed, message, true));
        }
        let white = numbers.iter().enumerate().step_by(2);
        let counted: Vec<(usize, i64)> = white
            .filter_map(|(ply, number)| Some((ply, i64::from(number.as_ref()?.value) - ply as i64 / 2)))
            .collect();
        if let Some(found) = self.miscounted(draft, &counted, zone) {
            return Some(found);
        }
        // A move without its number, or with another, behind one that is due and that stands before other words.
        let is_numbered: [bool; 2] = std::array::from_fn(|side| {
            let moves = (details.len() + 1 - side) / 2;
            !draft.game.set_up && of(side) >= 2 && of(side) * 4 >= moves * 3
        });
        let lost = |&ply: &usize| {
            let (before, here) = (details[ply - 1].printed, details[ply].printed);
            let due = ply as u32 / 2 + 1;
            let is_counted = numbers[ply].is_some_and(|number| number.value == due);
            if is_counted || details[ply].slip.is_some() || before.is_empty() || here.is_empty() {
                return false;
            }
            let first = self.all.partition_point(|number| number.place < before.end);
            let between = self.all[first..].iter().take_while(|number| number.place < here.start);
            let (own, others): (Vec<_>, Vec<_>) =
                between.take(MOST_PLACES).partition(|number| self.is_right_before(number, here));
            // Behind the number that is due in front of dots those that a sentence names say nothing.
            let is_own = own.iter().any(|number| number.value == due);
            others.iter().any(|number| {
                let line = self.page.rows[number.line];
                let before = self.page.text.get(line.start()..number.at).unwrap_or("");
                (due..due + MOST_LOST).contains(&number.value)
                    && number.word < line.span.end
                    && !(is_own && before.contains(char::is_alphabetic))
            })
        };
        if let Some(ply) = (2..details.len()).filter(|ply| is_numbered[ply % 2]).find(lost) {
            let message = "the number that is due stands in front of other words than this move";
            return Some((details[ply].printed, message, true));
        }
        let own = draft.game.span.start;
        let places = details.iter().map(|detail| detail.printed).enumerate();
        let mut places: Vec<(Span, usize)> = places
            .filter(|(_, span)| !span.is_empty() && span.start >= own)
            .map(|(ply, span)| (span, ply))
            .collect();
        places.sort_unstable();
        let on_a_line = |pair: &&[(Span, usize)]| {
            let line = self.line(pair[0].0);
            line == self.line(pair[1].0) && self.stands_as_printed(line)
        };
        let (crossed, others): (Vec<_>, Vec<_>) =
            places.windows(2).filter(on_a_line).partition(|pair| pair[0].1 > pair[1].1);
        // White may have the column on the right.
        let pair = crossed.first().filter(|_| crossed.len() < others.len())?;
        Some((pair[1].0, "this move was played before the one in front of it on its line", true))
    }

    /// The last move of the column that a game is read from.
    fn last_of_column(&self, draft: &Draft<'_>) -> Option<Span> {
        let has = |own: Span| draft.game.details.iter().any(|detail| overlap(detail.printed, own));
        self.page.columns.iter().rfind(|[first, _]| has(*first)).map(|&[_, last]| last)
    }

    fn line(&self, span: Span) -> usize {
        self.page.rows.partition_point(|row| row.span.end <= span.start)
    }

    /// Are the words of a line read in their order, and those of the lines that it stands for? Those of fractions are not.
    fn stands_as_printed(&self, line: usize) -> bool {
        let is_of_it = |row: &usize| self.page.rows.get(*row).is_some_and(|row| row.span.is_empty());
        let lines = std::iter::once(line).chain((line + 1..).take_while(is_of_it));
        lines.flat_map(|line| self.page.parts(line)).is_sorted_by_key(|part| part.start)
    }

    /// The number right in front of a printed move, that is no part of the move before.
    fn in_front(&self, printed: Span) -> Option<&'r Numbered> {
        let number = self.rows.in_front_of(printed.start)?;
        let place = number.place;
        self.printed_from(place).is_none_or(|first| first.start > place || first == printed).then_some(number)
    }

    /// The words behind the number that is due, if they begin with it at a place of the page.
    fn behind_due<'w>(&self, words: &'w str, at: usize, due: u32) -> Option<&'w str> {
        let number = self.all.partition_point(|number| number.at < at);
        let number = self.all.get(number).filter(|number| number.at == at && number.value == due)?;
        words.get(number.end - at..)
    }

    /// Has a game the words right behind a number?
    fn is_read(&self, number: &Numbered) -> bool {
        let at = number.place;
        self.printed_from(at).is_some_and(|printed| printed.start < at + SHORT as u32)
    }

    /// The first printed move of a game that ends behind a place.
    fn printed_from(&self, at: u32) -> Option<Span> {
        let first = self.printed.partition_point(|printed| printed.end <= at);
        self.printed.get(first).copied()
    }

    /// Has a game a move that is printed there, or a part of one?
    fn is_taken(&self, span: Span) -> bool {
        self.printed_from(span.start).is_some_and(|printed| overlap(printed, span))
    }

    /// The rows of moves with a number that no game has.
    fn unread(&self, zone: Range<u32>, value: u32) -> impl Iterator<Item = Row> {
        let places = self.rows.numbers_of(value);
        let first = places.partition_point(|&at| self.all[at].place < zone.start);
        let here = places[first..].iter().map(|&at| &self.all[at]);
        here.take_while(move |number| number.place < zone.end)
            .take(MOST_PLACES)
            .filter_map(|number| self.row(number))
    }

    /// The row that begins with a number, if a move stands in it that no game has.
    fn row(&self, number: &Numbered) -> Option<Row> {
        self.rows.row(number).filter(|row| !self.is_taken(row.span))
    }

    /// The words of a row.
    fn words(&self, row: &Row) -> &'r str {
        &self.page.text[row.from..row.to]
    }
}
