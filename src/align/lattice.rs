//! The moves that words can be: for each word of a page all the moves that begin there, read once and kept.
mod blur;
mod columns;
mod form;
mod sides;
mod slot;
mod spoken;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

pub(crate) use slot::{Edge, Number};
use slot::{Slips, Slot};

use super::boards::Boards;
use super::token::{self, Kind, Token};
use crate::book::{mark, page::Page};
use crate::grammar::{cell, slips};
use crate::lexicon::endings::{self, Ending};
use crate::lexicon::words::is_dash;
use crate::lexicon::{Dialect, Lexicon, Word, prose};
use crate::reading::{Act, Cost, Meanings, Reading, Slip};
use crate::replay::Kept;

/// `IV`, or `lO` for 10; of raw print `u` for 11.
fn numeral(word: &str, raw: bool) -> Option<u16> {
    if word.len() > 6 {
        return None;
    }
    if word.bytes().all(|b| b"IVXL".contains(&b)) {
        return crate::book::ordinal_number(word).and_then(|value| u16::try_from(value).ok());
    }
    if raw && word.len() == 1 && word.starts_with(token::ELEVEN) {
        return Some(11);
    }
    let letters: &[u8] = if raw && word.bytes().any(|b| b.is_ascii_digit()) { b"ilIOosSzZ" } else { b"lIOo" };
    let figures = word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit() || letters.contains(&b));
    figures.then(|| token::misread(word)).filter(|&value| value > 0)
}

/// Is a word of raw print more a number than the words of a move? It shows ones and nothing else, or a figure among letters
/// that look like figures.
fn shows_number(word: &str) -> bool {
    token::is_of_ones(word) || word.bytes().any(|b| b.is_ascii_digit()) && numeral(word, true).is_some()
}

/// What raw print means if it does not show what was printed: any move.
pub(crate) const ANYTHING: Reading =
    Reading { act: Act::Anything, cost: Cost(48), slip: Some(Slip::Unreadable) };

/// Stands in the place of an edge where the words of a move are blurred.
pub(crate) const BLURRED: u16 = u16::MAX;

/// How a word stands in the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// No word.
    None,
    /// A part of a move by itself: `Kt`, `sq`.
    Scrap,
    /// It says that the move behind it is not played: `if`, `threatening`.
    Unplayed,
    /// It ends what was said before: `but`.
    Turns,
    /// Any other word.
    Prose,
}

/// What a page is of all that is played of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// One of so many parts.
    pub parts: usize,
    /// Together they are too long to look at everything closely.
    pub is_long: bool,
}

pub(crate) struct Lattice<'p> {
    pub page: &'p Page,
    pub dialect: Dialect,
    pub share: Share,
    pub tokens: Vec<Token>,
    /// The first token of each line, and the number of tokens.
    pub lines: Vec<u32>,
    /// The lines that are running text for all the wide blanks in them, once that is asked for.
    running: Vec<OnceCell<bool>>,
    /// The lines whose words wide blanks, tabs or bars part, once that is asked for.
    columned: Vec<OnceCell<bool>>,
    /// The lines that are cells of a block, once that is asked for.
    cells: Vec<OnceCell<bool>>,
    /// The numbers of the rows that show none, by those around them, once that is asked for.
    counted: Vec<OnceCell<Option<u16>>>,
    pub classes: Vec<Class>,
    slots: Vec<Slot>,
    /// What moves mean, each once.
    meanings: RefCell<Kept<Rc<Meanings>>>,
    /// How the text prints its moves.
    style: cell::Style<'p>,
    names: OnceCell<Option<form::Form>>,
    /// How many positions may still be looked at.
    effort: Cell<u64>,
    effort_of_strips: u64,
    /// How often cells were found to go on in lines below.
    continued: Cell<u32>,
    /// Room for the boards of a search, from one to the next.
    pub(super) boards: Cell<Boards>,
}

/// No number of a row that was read as a word is longer, in characters.
pub(super) const LONGEST_NUMBER: usize = 3;

/// Positions looked at for a page and for all pages of a text, and for each of their tokens.
const LEAST_EFFORT: u64 = 4_000;
const SHARED_EFFORT: u64 = 40_000;
const EFFORT_OF_TOKEN: u64 = 12;

/// The same in raw print, where most moves may be several.
const LEAST_EFFORT_OF_RAW: u64 = 100_000;
const SHARED_EFFORT_OF_RAW: u64 = 300_000;
const EFFORT_OF_RAW: u64 = 24;

/// The same where the columns of what is left are played by themselves, whatever their length.
const EFFORT_OF_STRIPS: u64 = 200_000;
const SHARED_EFFORT_OF_STRIPS: u64 = 500_000;

/// Most tokens of an empty cell with dots at the beginning of a line.
const MOST_LEADING: u32 = 8;

/// Tokens that are passed over are as much work as one position.
const TOKENS_A_POSITION: u32 = 64;

/// Most ends of blurred words that begin at one place.
const MOST_ENDS: usize = 8;

impl<'p> Lattice<'p> {
    /// What the words of a page can be, which prints its moves so and is such a share of what is played of a text.
    pub fn new(page: &'p Page, dialect: Dialect, share: Share, style: cell::Style<'p>) -> Self {
        let (tokens, lines) = token::cut(page, dialect.ocr);
        let lexicon = Lexicon::of(dialect.language);
        let classes = tokens.iter().map(|token| class(page, token, lexicon)).collect();
        let mut slots = Vec::new();
        slots.resize_with(tokens.len(), Slot::default);
        let running = vec![OnceCell::new(); page.rows.len()];
        let (effort, least, shared) = if dialect.ocr {
            (EFFORT_OF_RAW, LEAST_EFFORT_OF_RAW, SHARED_EFFORT_OF_RAW)
        } else {
            (EFFORT_OF_TOKEN, LEAST_EFFORT, SHARED_EFFORT)
        };
        let parts = share.parts.max(1) as u64;
        let effort = least.min(shared / parts) + effort * tokens.len() as u64;
        let effort_of_strips = EFFORT_OF_STRIPS.min(SHARED_EFFORT_OF_STRIPS / parts);
        Self {
            page,
            dialect,
            share,
            tokens,
            lines,
            cells: running.clone(),
            counted: vec![OnceCell::new(); page.rows.len()],
            columned: running.clone(),
            running,
            classes,
            slots,
            meanings: RefCell::default(),
            style,
            names: OnceCell::new(),
            effort: Cell::new(effort),
            effort_of_strips,
            continued: Cell::default(),
            boards: Cell::default(),
        }
    }

    /// One position more is looked at; are there any left?
    pub fn works(&self) -> bool {
        self.effort.set(self.effort.get().saturating_sub(1));
        !self.is_tired()
    }

    /// So many tokens have been passed over.
    pub fn scanned(&self, tokens: u32) {
        self.effort.set(self.effort.get().saturating_sub(u64::from(tokens / TOKENS_A_POSITION)));
    }

    /// What is left of the effort that the length of the page is worth.
    pub(super) fn effort(&self) -> u64 {
        self.effort.get()
    }

    /// So much effort has been spent before on what is asked once more.
    pub(super) fn spend(&self, effort: u64) {
        self.effort.set(self.effort.get().saturating_sub(effort));
    }

    /// The same as long as no more cells are found to go on in lines below.
    pub(super) fn continued(&self) -> u32 {
        self.continued.get()
    }

    /// Columns that were handed out by themselves are worth some effort more.
    pub fn rest(&self) {
        self.effort.set(self.effort_of_strips);
    }

    /// Has all the effort been spent that the length of the page is worth?
    pub fn is_tired(&self) -> bool {
        self.effort.get() == 0
    }

    pub fn text(&self, token: u32) -> &'p str {
        let token = &self.tokens[token as usize];
        &self.page.text[token.start as usize..token.end as usize]
    }

    /// Which move it is that begins at a token: one of its edges, or blurred words.
    pub fn edge(&self, token: u32, edge: u16) -> &Edge {
        if edge == BLURRED { &self.blurred(token)[0] } else { &self.edges(token)[usize::from(edge)] }
    }

    /// The words of a move that begins at a token.
    pub fn words(&self, token: u32, edge: &Edge) -> String {
        let start = self.tokens[token as usize].start as usize;
        let mut words = self.page.text[start..edge.end as usize].to_owned();
        for &(from, to) in &edge.more {
            words.push(' ');
            words.push_str(&self.page.text[from as usize..to as usize]);
        }
        words
    }

    /// The line of a token.
    pub fn line_of(&self, token: u32) -> usize {
        self.tokens.get(token as usize).map_or(self.page.rows.len(), |token| token.line as usize)
    }

    /// The first token that begins at or behind a place in the text.
    pub fn token_at(&self, place: u32) -> u32 {
        self.tokens
            .partition_point(|token| token.start < place || token.end < place && token.kind != Kind::Line)
            as u32
    }

    /// The number that a token, and the full stop behind it perhaps, may be: in figures, in Roman figures, in figures
    /// of which some were misread for letters.
    pub fn number(&self, token: u32) -> Option<Number> {
        let here = &self.tokens[token as usize];
        match here.kind {
            Kind::Number { value, .. } => {
                let last = self.last_figure(token);
                let Kind::Number { dots, .. } = self.tokens[last as usize].kind else { return None };
                Some(Number { value, dots, next: last + 1 })
            }
            Kind::Mark if self.text(token).starts_with(mark::OPEN) => {
                let value = mark::bare(self.text(token)).parse().ok()?;
                let next = self.tokens.get(token as usize + 1)?;
                let is_numbered = matches!(next.kind, Kind::Word | Kind::Dots);
                is_numbered.then_some(Number { value, dots: 0, next: token + 1 })
            }
            Kind::Word => self.slots[token as usize].number(|| self.spelled(token)),
            Kind::Mark | Kind::Stop(_) | Kind::Glyph => {
                self.slots[token as usize].number(|| self.in_signs(token))
            }
            _ => None,
        }
    }

    /// The number that a word may be.
    fn spelled(&self, token: u32) -> Option<Number> {
        let here = &self.tokens[token as usize];
        let word = self.text(token);
        let stop = self.tokens.get(token as usize + 1)?;
        let raw = self.dialect.ocr;
        let dotted = match stop.kind {
            Kind::Stop(b'.') | Kind::Close(_) => true,
            Kind::Stop(b',' | b':') => raw,
            _ => false,
        } && stop.start == here.end;
        let next = token + 1 + u32::from(dotted);
        let next = next + u32::from(self.tokens.get(next as usize)?.kind == Kind::Gap);
        // `I P-K4   P-K4`: the first row of a table. In raw print any scrap may number a row.
        let begins = self.lines.binary_search(&token).is_ok();
        let scrap = begins
            && raw
            && word.chars().count() <= LONGEST_NUMBER
            && (!prose::is_short(word) || self.stands_over_row(token));
        let bare = begins && matches!(word, "I" | "l");
        if !dotted && !bare && !scrap || !self.tokens.get(next as usize)?.is_word() {
            return None;
        }
        // A sound move behind small letters for 1 or 11 and a stop is more than both as one that is blurred.
        let mut edges = self.edges(token).iter();
        let is_sound = |edges: &[Edge]| edges.first().is_some_and(Edge::is_sound);
        let counted = if begins { self.counted(self.line_of(token)) } else { None };
        // So is the number that the rows above and below count on to.
        let leads = raw
            && dotted
            && (shows_number(word) && is_sound(self.edges(next))
                || counted.is_some() && counted == numeral(word, raw));
        if edges.any(|edge| !leads || edge.is_sound()) {
            return None;
        }
        let sure = if dotted || scrap { 2 } else { 3 };
        let value = counted.or_else(|| numeral(word, raw)).or(scrap.then(|| token::misread(word)))?;
        self.edges(next).first().is_some_and(|edge| edge.sure >= sure).then_some(Number {
            value,
            dots: 0,
            next,
        })
    }

    /// The last token of the number that begins at one: figures that run together with a move stand alone.
    fn last_figure(&self, token: u32) -> u32 {
        let goes_on = |at: &u32| {
            let (here, next) = (&self.tokens[*at as usize], self.tokens.get(*at as usize + 1));
            self.text(*at).ends_with(|c: char| c.is_ascii_digit())
                && next.is_some_and(|next| next.start == here.end && matches!(next.kind, Kind::Number { .. }))
        };
        (token..).find(|at| !goes_on(at)).unwrap_or(token)
    }

    /// Words at a token that say how the game ended.
    pub fn ending(&self, token: u32) -> Option<Ending> {
        self.slots[token as usize].ending(|| {
            let here = &self.tokens[token as usize];
            if !matches!(here.kind, Kind::Word | Kind::Number { .. }) {
                return None;
            }
            endings::ending_at(&self.page.text[here.start as usize..]).filter(|found| found.len > 0)
        })
    }

    /// The moves that begin at a token, the longest first.
    pub fn edges(&self, token: u32) -> &[Edge] {
        self.slots[token as usize].edges(|| self.read(token))
    }

    /// Does a move begin at a token that can hardly be anything else?
    pub fn begins_move(&self, token: u32) -> bool {
        self.edges(token).first().is_some_and(|edge| edge.sure >= 2)
    }

    /// The same meanings, kept once for all the words that have them.
    fn meanings(&self, found: Meanings) -> Rc<Meanings> {
        let mut kept = self.meanings.borrow_mut();
        if let Some(same) = kept.get(&found) {
            return Rc::clone(same);
        }
        let new = Rc::new(found);
        kept.insert(Rc::clone(&new));
        new
    }

    fn slips(&self, token: u32) -> &Slips {
        self.slots[token as usize].slips()
    }

    /// What the longest move that begins at a token may be if a part of it is misprinted.
    pub fn misprints(&self, token: u32) -> &[Reading] {
        self.slips(token).misprints.get_or_init(|| {
            let edges = self.edges(token);
            edges.first().map_or_else(Vec::new, |edge| slips::slips(&self.words(token, edge), &self.dialect))
        })
    }

    fn read(&self, token: u32) -> Vec<Edge> {
        let here = &self.tokens[token as usize];
        let is_start = match here.kind {
            Kind::Word => true,
            // Numeric notation, and `9-0`.
            Kind::Number { value, .. } => value == 0 || self.castles(token),
            _ => false,
        };
        if !is_start {
            return Vec::new();
        }
        let start = here.start as usize;
        let line = self.line_of(token);
        let (end, column) = self.cell_end(start, line);
        let words = &self.page.text[start..end];
        let read = if self.dialect.ocr {
            let cell = if column {
                self.begins_cell(token).then_some(words.len())
            } else {
                self.end_beside_move(token, start, end)
            };
            cell::blurred_beginnings(words, &self.ends(token, start, end), cell, self.style, &self.dialect)
        } else {
            cell::beginnings(words, &self.dialect)
        };
        let mut found: Vec<Edge> = read
            .into_iter()
            .filter_map(|mut edge| {
                // Of two full stops the first belongs to the move.
                let bare = words[..edge.len].trim_end_matches('.').len();
                let len = [edge.len, bare].into_iter().find(|&len| self.may_end(start, &words[..len]))?;
                edge.len = len;
                Some(edge)
            })
            .map(|edge| {
                let end = start + edge.len;
                Edge {
                    next: self.token_at(end as u32),
                    end: end as u32,
                    sure: edge.sure,
                    longest: false,
                    reads: slot::reads(&edge.meanings),
                    meanings: self.meanings(edge.meanings),
                    more: Box::default(),
                    aims: OnceCell::new(),
                }
            })
            .collect();
        if column && let Some(edge) = self.wrapped(start, end, line) {
            for &(from, to) in &edge.more {
                let more = self.token_at(from) as usize..self.token_at(to) as usize;
                self.slots[more].iter().for_each(|slot| slot.continued.set(true));
                self.continued.set(self.continued.get() + 1);
            }
            found.insert(0, edge);
        }
        if let Some(first) = found.first_mut() {
            first.longest = true;
        }
        found
    }

    /// Do the dots behind a number say that the move is Black's? In raw print one of two may be dirt: a row has a move of each side.
    pub fn tells_black(&self, token: u32, number: Number) -> bool {
        let line = self.line_of(token);
        let is_row = || {
            let (mut at, mut moves) = (number.next, 0);
            while at < self.lines[line + 1] && self.number(at).is_none() {
                let next = self.edges(at).first().filter(|edge| edge.sure >= 2).map(|edge| edge.next);
                moves += usize::from(next.is_some());
                at = next.unwrap_or(at + 1).max(at + 1);
            }
            moves == 2
        };
        number.dots >= 2 && !(self.dialect.ocr && number.dots == 2 && is_row())
            || self.follows_dots(line, token)
    }

    /// Does nothing but dots stand before a number on its line, in the place of White's move? Then it is Black's.
    fn follows_dots(&self, line: usize, number: u32) -> bool {
        let before =
            &self.tokens[self.lines[line].max(number.saturating_sub(MOST_LEADING)) as usize..number as usize];
        before.len() == (number - self.lines[line]) as usize
            && before.iter().all(|token| matches!(token.kind, Kind::Gap | Kind::Pipe | Kind::Dots))
            && before.iter().any(|token| token.kind == Kind::Dots)
    }

    /// The bytes behind a place at which blurred words may end that begin there: behind the tokens up to a comma, a
    /// semicolon, or the number of the next move.
    fn ends(&self, token: u32, start: usize, end: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut before = Kind::Word;
        // A number that cannot be read stands at the beginning of a line.
        let runs_on = self.lines.binary_search(&token).is_err() && self.runs_on(self.line_of(token));
        for (here, at) in self.tokens[token as usize..].iter().zip(token..) {
            // A number at the beginning of a line is that of a row, but for a rank with nothing behind it.
            let row = before == Kind::Line && matches!(here.kind, Kind::Number { .. }) && !self.is_rank(at);
            if here.end as usize > end || out.len() == MOST_ENDS || row {
                break;
            }
            before = here.kind;
            match here.kind {
                Kind::Word => {
                    let from = here.start as usize - start;
                    out.extend(cell::checks_within(self.text(at)).map(|len| from + len));
                    out.push(here.end as usize - start);
                }
                Kind::Number { dots: 0, .. } => out.push(here.end as usize - start),
                Kind::Number { .. } => {
                    let bare =
                        self.page.text[here.start as usize..here.end as usize].trim_end_matches('.').len();
                    out.push(here.start as usize + bare - start);
                    break;
                }
                Kind::Gap if runs_on || self.goes_on(start..here.start as usize) => {}
                Kind::Stop(b';') | Kind::Gap | Kind::Pipe => break,
                // `RB?`: raw print has marks in the place of letters and figures.
                Kind::Glyph | Kind::Mark | Kind::Stop(0 | b'$' | b'&' | b'%' | b'@')
                    if here.start as usize - start == out.last().copied().unwrap_or(0) =>
                {
                    out.push(here.end as usize - start);
                }
                _ => {}
            }
        }
        out
    }

    /// Is a figure a rank, by what stands behind it?
    fn is_rank(&self, token: u32) -> bool {
        let next = self.tokens.get(token as usize + 1).map(|next| next.kind);
        let is_figure = matches!(self.text(token).as_bytes(), [b'1'..=b'8']);
        is_figure
            && matches!(self.tokens[token as usize].kind, Kind::Number { dots: 0, .. })
            && match next {
                Some(Kind::Stop(b',' | b';') | Kind::Number { .. }) => true,
                Some(Kind::Word) => self.text(token + 1).starts_with("ch") || self.counts_far_on(token),
                Some(Kind::Mark | Kind::Open(_)) => {
                    self.page.text[self.tokens[token as usize + 1].start as usize..].starts_with("(ch")
                }
                _ => false,
            }
    }

    /// Does a token stand right behind the one before it?
    pub fn touches(&self, token: usize) -> bool {
        token > 0 && self.tokens[token - 1].end == self.tokens[token].start
    }

    /// Words of a move end where a token ends, and hold no line that begins with the number of a row.
    fn may_end(&self, start: usize, words: &str) -> bool {
        let end = (start + words.len()) as u32;
        let inside = self.tokens.partition_point(|token| token.start < end);
        if inside == 0 || self.tokens[inside - 1].end <= end {
            return true;
        }
        // A full stop behind a rank ends the move; behind a figure that stands alone it shows the number of a row.
        let last = &self.tokens[inside - 1];
        (self.touches(inside - 1) || self.style.ordinals)
            && &self.page.text[end as usize..last.end as usize] == "."
    }

    /// A move of a game that has been read begins at a token.
    pub fn take(&self, token: u32) {
        self.slots[token as usize].taken.set(true);
    }

    /// None does any more.
    pub fn leave(&self, token: u32) {
        self.slots[token as usize].taken.set(false);
    }

    /// Does a move of a game that has been read begin at a token?
    pub fn is_taken(&self, token: u32) -> bool {
        self.slots.get(token as usize).is_some_and(|slot| slot.taken.get())
    }

    /// Does a cell of a line above go on with a token?
    pub fn is_continuation(&self, token: u32) -> bool {
        self.slots.get(token as usize).is_some_and(|slot| slot.continued.get())
    }
}

fn class(page: &Page, token: &Token, lexicon: Option<&Lexicon>) -> Class {
    if token.kind != Kind::Word {
        return Class::None;
    }
    let word = &page.text[token.start as usize..token.end as usize];
    if word.len() <= 2
        && lexicon.is_some_and(|lexicon| {
            lexicon.words_at(word, false).iter().any(|hit| {
                hit.len == word.len()
                    && hit.cost == 0
                    && matches!(hit.word, Word::Man(_) | Word::Rank(_) | Word::Square | Word::Check)
            })
        })
    {
        return Class::Scrap;
    }
    if prose::is_unplayed(word) {
        Class::Unplayed
    } else if prose::turns(word) {
        Class::Turns
    } else if word.chars().any(|c| c.is_alphabetic() && !is_dash(c)) {
        Class::Prose
    } else {
        Class::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ll. B` is no move where the rows above and below count on to 11.
    #[test]
    fn letters_that_show_the_number_due_are_no_move_with_what_follows() {
        let number = |below: u16| {
            let row = "ll. B. takes Ki. B. to Kt. 2d.";
            let page = Page::new(&format!(
                "10. Kt. takes P. Kt. takes Kt.\n{row}\n{below}. P. to K. 4th. Castles\n"
            ));
            let dialect = Dialect { ocr: true, ..Dialect::default() };
            let share = Share { parts: 1, is_long: false };
            let lattice = Lattice::new(&page, dialect, share, cell::Style::of(&page.text));
            lattice.number(lattice.lines[1]).map(|number| number.value)
        };
        assert_eq!(number(12), Some(11));
        assert_eq!(number(20), None);
    }
}
