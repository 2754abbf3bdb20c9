//! What is left of a half-move that could not be read: in the last row of a game, behind its last move, in front of any.
use super::{
    Coverage, Draft, LINES_OF_END, LONGEST, MOST_LINES_OF_HEAD, MOST_LOST, Row, ending_in, extent, printed,
    word_below,
};
use crate::align::numbered::is_end_of;
use crate::book::{heading, naming, token};
use crate::chess::Color;
use crate::decisions::is_no_move;
use crate::grammar::{cell, detect};
use crate::lexicon::words::{is_apostrophe, is_dash};
use crate::lexicon::{Dialect, Lexicon, Word, endings, prose};
use crate::record::Score;
use crate::span::{Span, floor_char};

/// No cell is longer, in bytes.
pub(super) const LONGEST_CELL: usize = 40;

/// No name or figure of a move is longer, in bytes.
pub(super) const LONGEST_NAME: usize = 4;

/// Between two half-moves that follow one another no more is looked at, in bytes.
const LONGEST_GAP: usize = 4 * LONGEST;

/// One letter in so many of moves may stand in a word that is none.
const FOREIGN: usize = 8;

/// So many letters of a word may be misprinted.
pub(super) const MISPRINTED: usize = 2;

/// What may stand between a move and the name of the next side.
const BETWEEN: [char; 5] = ['.', ',', ';', ' ', '\n'];

/// How a half-move stands behind the one before: so many lines below, in a column, or behind what parts the two.
#[derive(PartialEq, Eq)]
struct Apart<'p> {
    lines: usize,
    column: usize,
    gap: Option<&'p str>,
}

impl Coverage<'_> {
    /// Is the last cell of a row what is left of a move?
    pub(super) fn is_half_blurred(&self, row: &Row) -> bool {
        let cells = || self.words(row).trim_end().rsplit(['\t', '|']).flat_map(|cell| cell.rsplit("  "));
        cells().nth(1).is_some() && cells().next().is_some_and(|cell| is_rest_of_move(cell, self.dialect))
    }

    /// A cell behind the number that is due that no game has and that shows names or figures as a move does, in the table
    /// of a game or alone on a line below.
    pub(super) fn blurred(&self, extent: Span, stop: u32, due: u32) -> Option<Span> {
        let last = self.page.rows.partition_point(|row| row.span.start < extent.end);
        let places = self.rows.numbers_of(due).iter().map(|&at| &self.all[at]);
        let near = places.filter(|number| {
            let place = number.place;
            let is_alone = || self.page.row_text(number.line).trim().len() <= LONGEST_CELL;
            let between = || (last..number.line).filter(|&line| !self.page.row_text(line).trim().is_empty());
            let is_near = || between().take(LINES_OF_END).count() < LINES_OF_END;
            let is_below = || {
                number.line == last
                    && self.page.row_text(last).trim_start().starts_with(|c: char| c.is_ascii_digit())
            };
            let stands = number.line < last || is_below() || is_alone() && is_near();
            number.begins_cell && stands && place >= extent.start && place < stop
        });
        near.filter(|number| !self.is_read(number)).find_map(|number| {
            let row = &self.page.rows[number.line];
            let words = &self.page.text[number.end..row.end()];
            let words = words.trim_start_matches(['.', ')', ':', ' ', '\t', '|']);
            let start = row.end() - words.len();
            let words = words_of_cell(words.split(',').next().unwrap_or(words));
            let names =
                |part: &str| part.len() <= LONGEST_NAME && part.contains(|c| "KQRBNP12345678".contains(c));
            let is_due = words.split(|c: char| !c.is_ascii_alphanumeric()).any(names);
            is_due.then(|| self.page.span(start, start + words.len()))
        })
    }

    /// Words between the last move, with the number that is due or none, and those that say how the game ended, if they are
    /// what is left of a move; they may have been taken together with the last.
    pub(super) fn behind(&self, last: Span, plies: u32, result: Option<Span>) -> Option<Span> {
        let due = plies / 2 + 1;
        let (from, rest) = self.near_behind(last)?;
        let blanks = [' ', '\t', '|', ',', ';', '.'];
        let words = rest.trim_start_matches(blanks);
        // Or on the next line.
        let words = words.strip_prefix('\n').map_or(words, |below| below.trim_start_matches(blanks));
        let unnumbered = self.behind_due(words, from + rest.len() - words.len(), due);
        let unnumbered = unnumbered.filter(|rest| rest.starts_with(blanks));
        let words = unnumbered.unwrap_or(words).trim_start_matches(blanks);
        let start = from + rest.len() - words.len();
        let gap = &self.page.text[from..start];
        let words = words_of_cell(words);
        let behind = |at: usize| {
            let below = &self.page.text[at..];
            self.page.text.len() - below.trim_start_matches([' ', '\t', '|', '.', ',', ';', '\n', '\r']).len()
        };
        let ends_at = |at: usize| {
            result.is_some_and(|result| self.page.span(at, at).start == result.start)
                || endings::ending_at(&self.page.text[at..]).is_some()
        };
        let below = behind(start + words.len());
        let span = self.page.span(start, start + words.len());
        // `R-   sq White resigns`: a gap may part what is left.
        let is_end = || {
            let word = self.page.text[below..].split_whitespace().next().unwrap_or("");
            let parts =
                below == self.page.text.len() || self.page.text[start + words.len()..below].contains("\n\n");
            ends_at(below)
                || parts && !gap.contains('\n') && !is_bracketed(words, self.dialect) && !self.is_taken(span)
                || word.len() <= LONGEST_NAME && ends_at(behind(below + word.len()))
        };
        // In a table Black's cell, beside White's.
        let is_cell = || {
            plies % 2 == 1
                && gap.len() > 1
                && gap.bytes().all(|b| b == b' ')
                && !words.starts_with(|c: char| c.is_ascii_digit())
                && !self.is_taken(span)
        };
        let is_rest =
            || is_rest_of_move(words, self.dialect) || unnumbered.is_some() && is_mark(words, self.dialect);
        let speaks = || {
            words
                .split(|c: char| !c.is_alphanumeric())
                .find(|word| !word.is_empty())
                .is_some_and(prose::is_unplayed)
        };
        (is_rest() && (is_end() || is_cell()) && !speaks()).then_some(span)
    }

    /// What stands in the place of the half-move that would be next: in the column of that side's other moves, behind what
    /// parts the two of a row, or on the line below where it stands below the other's.
    pub(super) fn in_its_place(&self, draft: &Draft<'_>) -> Option<Span> {
        let printed = draft.game.details.iter().rev().map(|detail| detail.printed);
        let printed: Vec<Span> = printed.take(5).collect();
        let &[last, second, first, earlier_second, earlier_first] = printed.as_slice() else { return None };
        let one = self.apart(first, second)?;
        if self.apart(earlier_first, earlier_second)? != one
            || draft.game.details.len().is_multiple_of(2) && (one.lines == 0 || self.is_numbered(draft))
        {
            return None;
        }
        let below = self.line(last) + one.lines;
        let is_blank = |line: &usize| self.page.row_text(*line).trim().is_empty();
        let line =
            below + (below..below + LINES_OF_END).take_while(|line| one.lines > 0 && is_blank(line)).count();
        let row = self.page.rows.get(line).filter(|row| row.end() - row.start() <= LONGEST)?;
        let words = &self.page.text[row.start()..row.end()];
        let start = match one.gap {
            Some(gap) => {
                let behind = self.page.text.get(self.end_of_move(last)?..row.end())?;
                row.end() - behind.strip_prefix(gap)?.len()
            }
            None => row.start() + words.char_indices().nth(one.column)?.0,
        };
        let (before, words) = words.split_at(start - row.start());
        let words = words.trim_end();
        let stands = one.gap.is_some() || before.trim().is_empty() && one.lines > 0 || before.ends_with("  ");
        let is_last = self.page.row_text(line + 1).trim().is_empty();
        let span = self.page.span(start, start + words.len());
        let is_left = words.starts_with(char::is_alphanumeric) && !self.is_taken(span);
        // Below a blank line a title may begin in that column.
        let is_alone = || line == below || self.only_move((start, words)).is_some();
        let is_scrap = || one.column > 0 && one.gap.is_none() && is_alone() || is_scrap(words, self.dialect);
        (stands && is_last && is_left && endings::ending_at(words).is_none() && is_scrap()).then_some(span)
    }

    /// How a half-move stands behind the one before.
    fn apart(&self, one: Span, next: Span) -> Option<Apart<'_>> {
        let (above, below) = (self.line(one), self.line(next));
        let at = self.page.place(next.start)?;
        let row = self.page.rows.get(below).filter(|row| row.end() - row.start() <= LONGEST)?;
        let column = self.page.text.get(row.start()..at)?.chars().count();
        let gap = self.page.text.get(self.end_of_move(one)?..at)?;
        let lines = below.checked_sub(above).filter(|&lines| lines <= 1)?;
        let gap = Some(gap).filter(|gap| lines == 0 && !gap.contains("  "));
        Some(Apart { lines, column: if gap.is_some() { 0 } else { column }, gap })
    }

    /// What stands behind the name of the side that moves next, `B. The queen's b—p takes the knight`: right behind the last
    /// move or right below, if it speaks of men, or a move on a line below, behind words or a note. White's bears the number that is due.
    pub(super) fn behind_name(&self, last: Span, plies: u32, stop: u32) -> Option<Span> {
        let (from, rest) = self.near_behind(last)?;
        let lexicon = Lexicon::of(self.dialect.language)?;
        let is_sure = |shape: cell::MoveShape| shape.score >= 2;
        let side = if plies.is_multiple_of(2) { Color::White } else { Color::Black };
        // The words of a line behind the name of the side, and where they begin.
        let behind_name = |words: &'_ str, end: usize| {
            let words = behind_stops(words);
            let words = match side {
                Color::White => behind_stops(self.behind_due(words, end - words.len(), plies / 2 + 1)?),
                Color::Black => words,
            };
            let behind = token::behind_side(words, Some(side));
            let start = end - behind.len();
            let line = behind.split('\n').next().unwrap_or(behind).trim_end();
            let span = self.page.span(start, start + line.len());
            let is_left = behind.len() < words.len() && endings::ending_at(words).is_none();
            // `B—B4` is a bishop's move.
            let clause = words.split([',', ';', '.']).next().unwrap_or(words);
            let is_man = || {
                words.trim_start_matches(char::is_alphabetic).starts_with(is_dash)
                    && cell::is_move_like(clause, self.dialect).is_some_and(is_sure)
            };
            (is_left && !self.is_taken(span) && !is_man()).then_some((start, line.len()))
        };
        let words = |(start, len): (usize, usize)| &self.page.text[start..start + len];
        let names_man = |&found: &(usize, usize)| {
            let mut parts =
                words(found).split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
            parts.any(|part| names_man(lexicon, part))
        };
        let is_move =
            |&found: &(usize, usize)| cell::is_move_like(words(found), self.dialect).is_some_and(is_sure);
        let first = self.line(last) + 1;
        let rows = self.page.rows.get(first..)?.iter().take(MOST_LINES_OF_HEAD);
        // Below a title with a number, `No. 2.`, another begins, perhaps with its men.
        let opens = |row: &str| heading::opens_section(row) && naming::game_number(row).is_some();
        let rows = rows
            .zip(first..)
            .take_while(|(row, line)| row.span.end <= stop && !opens(self.page.row_text(*line).trim()));
        let mut below = rows
            .filter(|(row, _)| row.end() > row.start())
            .filter_map(|(row, _)| behind_name(&self.page.text[row.start()..row.end()], row.end()));
        let next = rest.split_once('\n').and_then(|(_, below)| behind_name(below, from + rest.len()));
        let near = behind_name(rest, from + rest.len()).or(next).filter(names_man);
        let found = near.or_else(|| below.find(is_move));
        found.map(|(start, len)| self.page.span(start, start + len))
    }

    /// A row right below the last of a table that no game has, whose number is not the one that is due or cannot be read.
    pub(super) fn misnumbered(&self, last: Span, plies: u32) -> Option<Span> {
        let line = self.line(last) + 1;
        let words = self.page.row_text(line);
        let indent = |words: &str| words.len() - words.trim_start().len();
        if indent(words).abs_diff(indent(self.page.row_text(line - 1))) >= LONGEST_NAME {
            return None;
        }
        let mut found = None;
        for cell in self.cells(line) {
            let Some(span) = self.only_move(cell) else {
                if cell.1.len() <= LONGEST_NAME {
                    continue;
                }
                return None;
            };
            if self.is_taken(span) {
                return None;
            }
            found = found.or(Some(span));
        }
        // Other ways to play have lower numbers.
        let digits: String = words.trim_start().chars().take_while(char::is_ascii_digit).collect();
        let due = plies / 2 + 1;
        let is_beyond = digits
            .parse::<u32>()
            .is_ok_and(|number| number > due || digits.len() == 1 && is_end_of(number.into(), due.into()));
        let ends = || word_below(self.page, line, LINES_OF_END);
        let is_last = || ends().is_some_and(|at| endings::ending_at(&self.page.text[at..]).is_some());
        found.filter(|_| is_beyond || is_last())
    }

    /// Where a game breaks off: behind its last move stands the number that is due, or a number alone in the table, or a comma,
    /// and then nothing. A comma that ends every cell says nothing.
    pub(super) fn breaks_off(
        &self,
        draft: &Draft<'_>,
        last: Span,
        plies: u32,
        is_open: bool,
    ) -> Option<Span> {
        let (_, rest) = self.near_behind(last)?;
        let is_blank = |c: char| c.is_ascii_whitespace() || ".,;:)|".contains(c);
        let is_due = |words: &str| words.trim_matches(is_blank).parse() == Ok(plies / 2 + 1);
        let below = rest.split_once('\n').filter(|(behind, _)| behind.trim().is_empty());
        let below = below.and_then(|(_, below)| below.lines().next()).unwrap_or("");
        // A figure of it may be all that is left, below the numbers of the rows.
        let row = self.page.row_text(self.line(last));
        let digit = |words: &str| words.find(|c: char| c.is_ascii_digit());
        let is_number = !below.trim().is_empty() && below.trim().bytes().all(|b| b.is_ascii_digit());
        let is_below = is_number
            && row[..digit(row).unwrap_or(row.len())].trim().is_empty()
            && digit(row) == digit(below);
        let is_alone = is_below || is_due(below);
        let rest = rest.split("\n\n").next().unwrap_or(rest);
        let ends_cells = |sign: char| {
            let before =
                draft.game.details.iter().rev().nth(2).and_then(|before| self.near_behind(before.printed));
            let behind = before.and_then(|(_, behind)| behind.trim_start().strip_prefix(sign));
            behind.is_some_and(|behind| ["\n", "\t", "  "].iter().any(|gap| behind.starts_with(gap)))
        };
        let sign = rest.chars().find(|sign| matches!(sign, ',' | ';'));
        let runs_on = || rest.trim_matches(is_blank).is_empty() && sign.is_some_and(|sign| !ends_cells(sign));
        let goes_on = || is_due(rest) || runs_on();
        (is_alone || is_open && goes_on()).then_some(last)
    }

    /// Lowers a game whose moves begin again right behind it, with no words between: its rows stand twice.
    pub(super) fn tell_repeated(&self, scores: &[&Score], drafts: &mut [Option<Box<Draft<'_>>>]) {
        for first in 1..drafts.len() {
            let ([.., Some(draft)], [Some(next), ..]) = drafts.split_at_mut(first) else { continue };
            let from = draft.game.details.last().and_then(|last| self.end_of_move(last.printed));
            let to = self.page.place(extent(&next.game).start);
            let Some(gap) = from.zip(to).and_then(|(from, to)| self.page.text.get(from..to)) else {
                continue;
            };
            let is_bare = !gap.contains("\n\n") && !gap.contains(char::is_alphabetic);
            let begins_so = || {
                let mut theirs = next.game.plies_played();
                draft.game.plies_played().all(|ply| theirs.next().is_some_and(|their| their.mv == ply.mv))
            };
            if is_bare
                && scores[first - 1].result.is_none()
                && draft.game.plies < next.game.plies
                && begins_so()
            {
                let message = "the moves of this game begin again right behind it: its rows stand twice";
                draft.torn(extent(&draft.game), message);
            }
        }
    }

    /// Moves that no game has between the last of a game and the words that say how it ended, or the end of its paragraph.
    pub(super) fn before_end(
        &self,
        draft: &Draft<'_>,
        last: Span,
        stop: u32,
        result: Option<Span>,
    ) -> Option<Span> {
        let from = self.end_of_move(last)?;
        let end = result.map_or(stop, |result| result.start);
        let rest =
            self.page.text.get(from..self.page.place(end).unwrap_or(self.page.text.len()).max(from))?;
        let (gap, is_ended) = if result.is_some() {
            (rest, true)
        } else {
            let paragraph = rest.split("\n\n").next().unwrap_or(rest);
            ending_in(paragraph).map_or((paragraph, false), |end| (&paragraph[..end], true))
        };
        let mut moves = self.moves(from, gap);
        let first = moves.find(|span| self.is_left(draft, *span))?;
        // One of them behind the number that is due, or one of the next.
        let due = draft.game.plies / 2 + 1;
        let here = self.all[self.all.partition_point(|number| number.at < from)..].iter();
        let mut here = here.take_while(|number| number.at < from + gap.len());
        let mut is_due = || {
            here.any(|number| {
                (due..due + MOST_LOST).contains(&number.value)
                    && self
                        .moves(from, gap)
                        .any(|span| span.start == number.word && self.is_left(draft, span))
            })
        };
        // What words say that it is not played is none of the game, whatever ends it.
        let before = self.page.place(first.start).and_then(|at| self.page.text.get(from..at)).unwrap_or(gap);
        let mut before = before.split(|c: char| !c.is_alphanumeric());
        let is_played = !before.any(prose::is_unplayed);
        let is_enough =
            || is_played && (is_ended || moves.count() >= MOST_LOST as usize || !self.is_numbered(draft));
        (is_bare(gap, self.dialect) && (is_due() || is_enough())).then_some(first)
    }

    /// Do numbers stand in front of its moves? Where none counts them one that is left is enough.
    pub(super) fn is_numbered(&self, draft: &Draft<'_>) -> bool {
        let numbers = draft.game.details.iter().filter(|detail| self.in_front(detail.printed).is_some());
        numbers.take(2).count() == 2
    }

    /// Has no game a move that is printed there, though nobody decided that it is none?
    pub(super) fn is_left(&self, draft: &Draft<'_>, span: Span) -> bool {
        !self.is_taken(span) && !is_no_move(&draft.decided, span)
    }

    /// Where the moves are printed of words that begin at a place.
    pub(super) fn moves<'w>(&'w self, from: usize, words: &'w str) -> impl Iterator<Item = Span> + 'w {
        detect::moves(words, self.dialect).map(move |(at, len)| self.page.span(from + at, from + at + len))
    }

    /// The words between two half-moves, and where they begin: no very long ones.
    pub(super) fn between(&self, pair: &[Span]) -> Option<(usize, &str)> {
        let (from, to) = (self.end_of_move(pair[0])?, self.page.place(pair[1].start)?);
        let gap = self.page.text.get(from..to);
        Some((from, gap.filter(|gap| gap.len() <= LONGEST_GAP && !gap.contains("\n\n"))?))
    }

    /// Is all that stands in front of every other move of a game, or of more of them, the name of its side?
    pub(super) fn names_sides(&self, places: &[Span]) -> bool {
        let sides = [Color::Black, Color::White].into_iter().cycle();
        let named = places.windows(2).zip(sides).filter(|(pair, side)| {
            let before = self.between(pair).map_or("", |(_, gap)| gap.trim_start_matches(BETWEEN));
            let name = before.trim_end_matches(|c| BETWEEN.contains(&c) || c == ':' || token::is_dash(c));
            token::side_of(name) == Some(*side)
        });
        named.count() * 2 > places.len()
    }

    /// A move in a cell of a row of the game that no game has, by itself or behind a word that cannot be read.
    pub(super) fn left_in_rows(&self, draft: &Draft<'_>) -> Option<Span> {
        let mut lines: Vec<usize> = printed(&draft.game).map(|span| self.line(span)).collect();
        lines.dedup();
        lines.into_iter().filter(|&line| self.stands_as_printed(line)).find_map(|line| {
            let is_left = |&(at, cell): &(usize, &str)| !self.is_taken(self.page.span(at, at + cell.len()));
            let mut left = self.cells(line).filter(is_left).filter_map(|cell| self.only_move(cell));
            left.find(|span| !is_no_move(&draft.decided, *span))
        })
    }

    /// The cells of a line of a table that are no numbers: where each begins, and its words. A very long line has none.
    pub(super) fn cells(&self, line: usize) -> impl Iterator<Item = (usize, &str)> {
        let row = self.page.rows.get(line).filter(|row| row.end() - row.start() <= LONGEST);
        let (mut at, end) = row.map_or((0, 0), |row| (row.start(), row.end()));
        std::iter::from_fn(move || {
            let blanks = [' ', '\t', '|'];
            at += self.page.text[at..end].find(|c| !blanks.contains(&c))?;
            let rest = &self.page.text[at..end];
            let gap = ["  ", "\t", "|"].iter().filter_map(|gap| rest.find(gap)).min().unwrap_or(rest.len());
            at += gap;
            Some((at, &rest[..gap]))
        })
        .filter_map(|(end, cell)| {
            let words = cell.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
            let start = end - words.len();
            Some((start, words.trim_end())).filter(|(_, words)| !words.is_empty())
        })
    }

    /// The move of a cell in which nothing else stands but a short word in front of it.
    pub(super) fn only_move(&self, (start, cell): (usize, &str)) -> Option<Span> {
        let behind = cell.find(' ').filter(|&at| at <= LONGEST_NAME).map(|at| at + 1);
        [Some(0), behind].into_iter().flatten().find_map(|at| {
            let shape = cell::is_move_like(&cell[at..], self.dialect).filter(|shape| shape.score == 3)?;
            let from = start + at;
            (cell.len() - at - shape.len <= LONGEST_NAME).then(|| self.page.span(from, from + shape.len))
        })
    }

    /// Where a printed move ends, and the words behind it: of a very long line what stands near says enough.
    fn near_behind(&self, printed: Span) -> Option<(usize, &str)> {
        let from = self.end_of_move(printed)?;
        let rest = self.page.text.get(from..)?;
        Some((from, &rest[..floor_char(rest, LONGEST)]))
    }

    /// Where the words of a printed move end in the text of the page, without those that were taken together with it.
    pub(super) fn end_of_move(&self, printed: Span) -> Option<usize> {
        let end = self.page.place(printed.end.checked_sub(1)?)? + 1;
        let words = self.page.place(printed.start).and_then(|start| self.page.text.get(start..end));
        // Of raw print a part may read by chance.
        let Some(words) = words.filter(|_| !self.dialect.ocr) else { return Some(end) };
        let whole = words.len();
        let words = &words[..floor_char(words, LONGEST)];
        let mut known = self.lengths.borrow_mut();
        let len = *known
            .entry(words)
            .or_insert_with(|| cell::beginnings(words, self.dialect).first().map(|read| read.len));
        Some(len.map_or(end, |len| end - whole + len))
    }
}

/// Do brackets stand here around anything but a mark, `(ch.)`, or a number, `(1)` or `1)`?
pub(super) fn is_bracketed(words: &str, dialect: &Dialect) -> bool {
    let mut rest = words;
    while let Some(at) = rest.find(['(', ')', '[', ']', '{', '}']) {
        if rest[..at].ends_with(|c: char| c.is_ascii_digit()) && rest[at..].starts_with([')', ']']) {
            rest = &rest[at + 1..];
            continue;
        }
        let is_sign =
            |inside: &str| is_mark(inside, dialect) || inside[1..].bytes().all(|b| b.is_ascii_digit());
        let Some(end) = rest[at..].find([')', ']']).filter(|&end| end > 0 && is_sign(&rest[at..at + end]))
        else {
            return true;
        };
        rest = &rest[at + end + 1..];
    }
    false
}

/// Do moves, numbers and words no longer than names stand here, and no brackets? Of many moves a word may be blurred.
pub(super) fn is_bare(words: &str, dialect: &Dialect) -> bool {
    let lexicon = Lexicon::of(dialect.language);
    let is_known = |word: &str| lexicon.is_some_and(|lexicon| !meanings(lexicon, word).is_empty());
    let is_foreign = |word: &&str| {
        prose::is_short(word)
            || prose::is_unplayed(word)
            || word.len() > LONGEST_NAME && !is_known(word) && cell::is_move_like(word, dialect).is_none()
    };
    let foreign = |words: &str| -> usize {
        words.split(|c: char| !c.is_alphanumeric()).filter(is_foreign).map(str::len).sum()
    };
    let (mut at, mut known, mut other) = (0, 0, 0);
    for (start, len) in detect::moves(words, dialect) {
        if is_bracketed(&words[at..start], dialect) {
            return false;
        }
        other += foreign(&words[at..start]);
        known += len;
        at = start + len;
    }
    (other + foreign(&words[at..])) * FOREIGN <= known && !is_bracketed(&words[at..], dialect)
}

fn behind_stops(words: &str) -> &str {
    words.trim_start_matches(|c: char| c.is_whitespace() || ".,;|)".contains(c))
}

/// Do these words mark a move: `(ch)`?
fn is_mark(words: &str, dialect: &Dialect) -> bool {
    let words = words.trim_matches(['(', ')', '[', ']', '.', ',', ' ']);
    let is_mark = |word: &Word| matches!(word, Word::Check | Word::Mate);
    Lexicon::of(dialect.language).is_some_and(|lexicon| meanings(lexicon, words).iter().any(is_mark))
}

/// What a word, all of it, may mean.
pub(super) fn meanings(lexicon: &Lexicon, part: &str) -> Vec<Word> {
    let hits = lexicon.words_at(part, false).into_iter();
    hits.filter(|hit| hit.len == part.len()).map(|hit| hit.word).collect()
}

/// Can it name a man? All but a Pawn name files, too.
pub(super) fn names_man(lexicon: &Lexicon, part: &str) -> bool {
    meanings(lexicon, part).iter().any(|word| matches!(word, Word::Man(_)))
}

/// Are these the words of a move of which one cannot be read?
fn is_rest_of_move(words: &str, dialect: &Dialect) -> bool {
    let Some(lexicon) = Lexicon::of(dialect.language) else { return false };
    let parts = words.split(|c: char| c.is_whitespace() || matches!(c, '-' | '—' | '–'));
    let parts = || {
        parts.clone().map(|part| part.trim_matches(['.', ',', ';', '(', ')'])).filter(|part| !part.is_empty())
    };
    let is_named = |part: &str| {
        let owned = part.strip_suffix('s').and_then(|owner| owner.strip_suffix(is_apostrophe));
        let part = owned.unwrap_or(part).replace("Kt", "N");
        part.chars().all(|c| "KQRBNP12345678".contains(c)) && part.contains(|c: char| c.is_alphabetic())
    };
    let is_figure = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let is_known = |part: &str| is_named(part) || is_figure(part) || !meanings(lexicon, part).is_empty();
    // `Winning the Q.`: no move begins so.
    let is_said = |part: &str| {
        let all = meanings(lexicon, part);
        !all.is_empty() && all.iter().all(|word| matches!(word, Word::Result | Word::Note | Word::Adjective))
    };
    // `Gaining the Q.`: a long word that resembles none of a move's is one of prose.
    let is_prose = |part: &str| part.len() > LONGEST_NAME && !lexicon.is_near(part, MISPRINTED);
    let takes = |part: &str| lexicon.words_at(part, false).iter().any(|hit| hit.word == Word::Takes);
    let unknown = || parts().filter(|part| !is_known(part));
    (parts().any(is_named) || parts().next().is_some_and(takes))
        && unknown().count() <= 1
        && !unknown().any(is_prose)
        && !parts().next().is_some_and(is_said)
}

/// Do words speak of a move, and are none of its own?
pub(super) fn is_said(all: &[Word]) -> bool {
    let is_said =
        |word: &Word| matches!(word, Word::Result | Word::Note | Word::Adjective | Word::Check | Word::Mate);
    all.iter().all(is_said)
}

/// Can all of it be what is left of a half-move: words of moves, and short ones that are none of prose?
pub(super) fn is_scrap(words: &str, dialect: &Dialect) -> bool {
    let Some(lexicon) = Lexicon::of(dialect.language) else { return false };
    let parts = || words.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let is_left = |part: &str| {
        let all = meanings(lexicon, part);
        let is_unknown = || part.len() <= LONGEST_NAME && !prose::is_short(part);
        if all.is_empty() { is_unknown() } else { !is_said(&all) }
    };
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b"IVXLC".contains(&b));
    words.len() <= LONGEST_CELL && parts().any(|part| !is_number(part)) && parts().all(is_left)
}

/// The words of a cell: up to a gap, or to those that say how the game ended; none if they are too long.
fn words_of_cell(words: &str) -> &str {
    let gap = ["  ", "\t", "|", "\n\n"].iter().filter_map(|gap| words.find(gap)).min();
    let words = &words[..gap.unwrap_or(words.len())];
    let begins = |&at: &usize| at == 0 || words[..at].ends_with([' ', '\n', '.']);
    let ends = |&at: &usize| endings::ending_at(&words[at..]).is_some();
    let near = words.char_indices().map(|(at, _)| at).take(LONGEST_CELL + 1);
    let end = near.filter(begins).find(ends).unwrap_or(words.len());
    let words = words[..end].trim_end();
    if words.len() <= LONGEST_CELL { words } else { "" }
}
