//! From one half-move to the next: which words of the page may be it, and what taking them costs.
use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use super::cost;
use super::due::{Due, Habit};
use super::lattice::{Class, Edge, Lattice};
use super::lines::{Lines, Look};
use super::strips::Strips;
use super::token::Kind;
use super::way::Taken;
use crate::book::token::side_of;
use crate::chess::Color;
use crate::replay::Numbers;

/// Words that may be the half-move that is due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The token at which it begins.
    pub token: u32,
    /// What taking it costs.
    pub cost: u32,
    /// The habit it leaves.
    pub habit: Habit,
    /// The characters before its number, where that is known.
    pub column: Option<u16>,
    /// What of it is for the titles and the rows that are passed over.
    pub apart: u32,
    /// Its words have the looks of a move and do not read as one.
    pub blurred: bool,
    /// Nothing speaks against it: where it is legal no other need be looked at.
    pub clean: bool,
}

/// Most candidates of one scan, and of one that is narrow.
const MOST: usize = 8;
const FEW: usize = 4;

/// Most tokens that one scan passes over.
const FARTHEST: u32 = 1500;

/// So many rows without a number show that a score has none.
const FEW_ROWS: u8 = 3;

/// Tokens within which a number that stands twice is the number of one row and a note on it.
const NEAR: u32 = 400;

/// Tokens behind the last move within which words say how the game ended.
const NEAR_END: u32 = 40;

/// What a number or dots before a move say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    pub(super) number: Option<u16>,
    /// The token at which it stands.
    pub(super) token: u32,
    /// There is one that cannot be read.
    pub(super) is_unread: bool,
    pub(super) dots: bool,
    /// No more than two.
    pub(super) two_dots: bool,
    pub(super) side: Option<Color>,
    /// It stands at the beginning of its line, or behind a wide blank.
    pub(super) at_start: bool,
    /// The characters before the number.
    pub(super) column: Option<u16>,
}

/// What has been met since the last move.
pub(super) struct Met {
    pub(super) cost: u32,
    pub(super) words: u32,
    /// Words among them that are parts of moves.
    scraps: u32,
    pub(super) skipped: u32,
    pub(super) told: Told,
    /// Words say that the next move is not played.
    pub(super) unplayed: bool,
    /// They end with a colon.
    pub(super) introduces: bool,
    /// The half-move that goes on with one that is not played.
    pub(super) chain: Option<u32>,
    /// Words since the last clause ended.
    pub(super) in_clause: u32,
    pub(super) moves: u32,
    /// A line has ended since the place.
    pub(super) newline: bool,
    /// A wide blank or a bar since the last move.
    pub(super) gap: bool,
    pub(super) ended: bool,
    /// The row of the last move that was passed over bears a number.
    pub(super) in_skipped_row: bool,
    /// What of the cost is for titles and rows that are passed over.
    pub(super) apart: u32,
    pub(super) line: usize,
}

impl Met {
    fn word(&mut self, class: Class) {
        self.words += 1;
        self.in_clause += 1;
        self.introduces = false;
        if class == Class::Scrap {
            self.scraps += 1;
        }
        self.unplayed |= class == Class::Unplayed;
        if class == Class::Turns {
            self.unplayed = false;
            self.chain = None;
        }
    }

    /// Nothing but numbers and marks was met.
    fn is_bare(&self) -> bool {
        self.words == 0 && self.moves == 0 && !self.ended
    }

    pub(super) fn total(&self) -> u32 {
        self.total_with(u32::MAX)
    }

    /// Where the words, and the moves that are passed over, cost so much at most.
    pub(super) fn total_with(&self, most: u32) -> u32 {
        let words = match self.words {
            0 => 0,
            n => (cost::FIRST_WORD + (n - 1) * cost::WORD).min(cost::MOST_WORDS),
        } + self.scraps * cost::SCRAP;
        self.cost + words.min(most) + self.skipped.min(cost::MOST_SKIPPED).min(most)
    }
}

/// A place, what the way there costs, the half-move, the habit, and whether the place stands on a line below.
type Asked = (u32, u32, u32, Habit, bool);

/// What was found from places that are asked for again and again.
#[derive(Default)]
struct Scanned {
    all: Vec<Candidate>,
    /// Which of them, where the scan ended, and how many cells had been found to go on in lines below.
    known: Numbers<Asked, (Range<usize>, u32, u32)>,
}

/// The way from a place to what may come next.
pub(crate) struct Steps<'a, 'p> {
    pub lattice: &'a Lattice<'p>,
    pub lines: &'a Lines,
    /// The pieces of the columns, where they are to be read by themselves.
    pub strips: Option<&'a Strips>,
    scanned: RefCell<Scanned>,
    /// The lines with which pieces begin that no game has taken, once that is asked for.
    pub(super) free: OnceCell<Vec<usize>>,
}

impl<'a, 'p> Steps<'a, 'p> {
    pub fn new(lattice: &'a Lattice<'p>, lines: &'a Lines, strips: Option<&'a Strips>) -> Self {
        Self { lattice, lines, strips, scanned: RefCell::default(), free: OnceCell::new() }
    }

    /// The tokens of a half-move.
    pub fn words_of(&self, taken: Taken) -> Range<u32> {
        taken.token..self.lattice.edge(taken.token, taken.edge).next.max(taken.token + 1)
    }

    /// The moves that begin at a candidate.
    pub fn edges_of(&self, candidate: &Candidate) -> &'a [Edge] {
        let lattice = self.lattice;
        if candidate.blurred { lattice.blurred(candidate.token) } else { lattice.edges(candidate.token) }
    }
}

impl Steps<'_, '_> {
    /// The candidates for the half-move that is due, cheapest first.
    pub fn candidates(&self, due: &Due, wide: bool, out: &mut Vec<Candidate>) {
        out.clear();
        if let Some(strips) = self.strips {
            self.in_strips(strips, due, out);
            return;
        }
        let in_blocks = self.blocks(due, out);
        let first_of_scan = out.len();
        // Rows may stand behind the blocks that have heads.
        let stays = !due.habit.headed;
        // Where the sides have blocks of their own, a move stands behind the last of its side, or behind all others.
        let own = due.own.filter(|&own| own != due.place && (wide || due.habit.blocks));
        let own = own.map(|own| self.below(own).unwrap_or(own));
        // Rows across stand behind blocks.
        let in_column = due.habit.blocks && !self.goes_across(due);
        let (near, far) = if in_column { (0, cost::OWN_COLUMN) } else { (cost::OWN_COLUMN, 0) };
        let first = own.filter(|_| in_column).unwrap_or(due.place);
        for from in [Some(first), own.filter(|_| !in_column), own.and(in_column.then_some(due.place))] {
            let Some(from) = from else { continue };
            let is_own = own == Some(from);
            let known = out.len();
            let base = match own {
                None if in_blocks => cost::OWN_COLUMN,
                None => 0,
                Some(_) if is_own => near,
                Some(_) => far,
            };
            self.scan_few(from, due, base, out, if wide && !is_own { MOST } else { FEW });
            if !wide && known == first_of_scan && out.get(known).is_some_and(|first| first.clean) {
                out.truncate(known + 1);
                out[known].habit.blocks &= stays;
                out[known].habit.blocks |= is_own;
                out.sort_by_key(|candidate| (candidate.cost, candidate.token));
                return;
            }
            for candidate in &mut out[known..] {
                candidate.habit.blocks &= stays;
                candidate.habit.blocks |= is_own;
            }
        }
        self.jumps(due, out);
        keep_cheapest(out);
    }

    /// The first move of a game that a number at a token begins.
    pub fn first(&self, token: u32) -> Option<Candidate> {
        let due = Due { ply: 0, place: token, own: None, column: None, habit: Habit::default() };
        let mut out = Vec::new();
        self.scan_few(token, &due, 0, &mut out, 1);
        // A speck before it may be a part of a move that is blurred, at a higher cost.
        out.into_iter().find(|first| first.cost <= cost::FIRST_WORD + cost::SPOKEN)
    }

    /// How the first move is numbered.
    pub fn first_habit(&self, due: &Due) -> Habit {
        let before = due.place.checked_sub(1).map(|at| self.lattice.tokens[at as usize].kind);
        let numbered = matches!(before, Some(Kind::Number { .. }));
        let blocks = self.strips.is_some();
        Habit { numbered: u8::from(numbered), bare: u8::from(!numbered), blocks, ..Habit::default() }
    }

    /// Do words right behind the last move say how the game ended? In raw print the row of another game stands before them
    /// perhaps, on the same line.
    pub fn ends(&self, due: &Due) -> bool {
        let line = self.lattice.line_of(due.place);
        let is_due = |value: u16| (0..=1).contains(&(i32::from(value) - due.number()));
        let mut at = due.place;
        while let Some(token) = self.lattice.tokens.get(at as usize) {
            match token.kind {
                Kind::Word | Kind::Number { .. } if self.lattice.ending(at).is_some() => return true,
                Kind::Number { value, .. }
                    if self.lattice.dialect.ocr && at < self.lattice.lines[line + 1] && !is_due(value) =>
                {
                    at = self.lattice.lines[line + 1];
                    continue;
                }
                Kind::Word if self.lattice.edges(at).is_empty() && at < due.place + NEAR_END => {}
                Kind::Word => return false,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// The row not far behind a place that bears a number again: its token.
    pub(super) fn comes_again(&self, number: u16, place: u32) -> Option<u32> {
        let rows = self.lines.rows_numbered(number);
        let next = rows.partition_point(|row| row.token < place);
        rows.get(next).map(|row| row.token).filter(|token| token - place < NEAR)
    }

    /// Do words that are no moves stand behind a place on its line?
    pub(super) fn says_more(&self, place: u32) -> bool {
        let mut at = place;
        while let Some(kind) = self.lattice.kind(at).filter(|kind| *kind != Kind::Line) {
            let edge = self.lattice.edges(at).first();
            if kind == Kind::Word && edge.is_none() {
                return true;
            }
            at = edge.map_or(at + 1, |edge| edge.next.max(at + 1));
        }
        false
    }

    /// Does Black's move stand beside White's?
    pub(super) fn goes_across(&self, due: &Due) -> bool {
        due.color() == Color::Black && self.leaves_row(due.place)
    }

    /// Does a move stand right behind a place on its line, without a number of its own?
    pub(super) fn leaves_row(&self, place: u32) -> bool {
        let tokens = self.lattice.tokens[place as usize..].iter().zip(place..);
        for (token, at) in tokens {
            match token.kind {
                Kind::Gap | Kind::Pipe | Kind::Mark | Kind::Stop(_) | Kind::Glyph | Kind::Dots => {}
                Kind::Word => return self.lattice.begins_move(at),
                _ => break,
            }
        }
        false
    }

    /// The first move from a place on in pieces of columns. The place where the last move ended says nothing of it, but for
    /// whether it stands above, where it is not met on the way.
    pub(super) fn scan_piece(&self, from: u32, due: &Due, base: u32, out: &mut Vec<Candidate>) {
        let lattice = self.lattice;
        let key = (from, base, due.ply, due.habit, self.is_below(from, due));
        let is_met = |end: u32| (from.saturating_sub(1)..=end).contains(&due.place);
        let mut scanned = self.scanned.borrow_mut();
        let Scanned { all, known } = &mut *scanned;
        let continued = lattice.continued();
        let same = known.get(&key).filter(|&&(_, end, then)| then == continued && !is_met(end));
        if let Some((found, end, _)) = same {
            out.extend_from_slice(&all[found.clone()]);
            lattice.scanned(end - from);
            return;
        }
        let first = out.len();
        let end = self.scan_few(from, due, base, out, 1);
        if !is_met(end) && continued == lattice.continued() {
            all.extend_from_slice(&out[first..]);
            known.insert(key, (all.len() - (out.len() - first)..all.len(), end, continued));
        }
    }

    /// Does a place stand on a line below the last move?
    fn is_below(&self, from: u32, due: &Due) -> bool {
        from > due.place && self.lattice.line_of(from) > self.lattice.line_of(due.place)
    }

    /// Looks for moves from a place on, and gives the token behind the last that was looked at.
    pub(super) fn scan_few(
        &self,
        from: u32,
        due: &Due,
        base: u32,
        out: &mut Vec<Candidate>,
        most: usize,
    ) -> u32 {
        let lattice = self.lattice;
        let mut met = Met {
            cost: base,
            words: 0,
            scraps: 0,
            skipped: 0,
            told: Told::default(),
            unplayed: false,
            introduces: false,
            chain: None,
            in_clause: 0,
            moves: 0,
            newline: self.is_below(from, due),
            gap: false,
            ended: false,
            in_skipped_row: false,
            apart: 0,
            line: 0,
        };
        let mut found = 0;
        let mut at = from;
        let mut line = lattice.line_of(from.min(lattice.tokens.len().saturating_sub(1) as u32));
        let end = (from + FARTHEST).min(lattice.tokens.len() as u32);
        let mut fresh_line = lattice.lines.get(line) == Some(&from);
        while at < end && found < most && met.total() - met.scraps * cost::SCRAP <= cost::MOST_STEP {
            if fresh_line {
                fresh_line = false;
                if self.lines.looks.get(line) == Some(&Look::GameTitle) {
                    met.apart += cost::AFTER_GAME_TITLE;
                }
                if let Some(over) = self.lines.pass(line, &mut met.cost) {
                    // Nothing on these lines is a move of the game.
                    met.newline = true;
                    met.told = Told::default();
                    met.unplayed &= met.introduces;
                    line = over;
                    let Some(&next) = lattice.lines.get(line) else { break };
                    at = next;
                    fresh_line = line + 1 < lattice.lines.len();
                    continue;
                }
                if let Some(number) = lattice.counted(line) {
                    met.told = Told { number: Some(number), token: at, at_start: true, ..Told::default() };
                    // The number that it shows is misread; or what looks like one is a cell.
                    if let Kind::Number { .. } = lattice.tokens[at as usize].kind {
                        if met.is_bare() {
                            self.offer_blurred(at, due, &met, out);
                        }
                        at = lattice.number(at).map_or(at + 1, |number| number.next);
                        continue;
                    }
                }
            }
            let looks = &self.lines.looks;
            let here = line.min(looks.len() - 1);
            if lattice.dialect.ocr && met.line != here && looks[here] == Look::Row {
                // What could not be read in the row above is no clause.
                met.in_clause = 0;
            }
            met.line = here;
            let token = lattice.tokens[at as usize];
            // A figure in brackets numbers a row only where it is due.
            let spelled = match token.kind {
                Kind::Number { .. } => None,
                Kind::Mark => lattice.number(at).filter(|number| i32::from(number.value) == due.number()),
                _ => lattice.number(at),
            };
            let in_row = met.told.number.is_some() || due.habit.bare > due.habit.numbered.max(FEW_ROWS);
            // In raw print a cell in the place of a move is one, though it looks like a number.
            if lattice.dialect.ocr
                && (spelled.is_some() || matches!(token.kind, Kind::Number { .. }))
                && (in_row || due.color() == Color::Black && !met.newline)
                && met.is_bare()
            {
                self.offer_blurred(at, due, &met, out);
            }
            if let Some(number) = spelled {
                let is_read = number.value > 0;
                met.told = Told {
                    number: is_read.then_some(number.value),
                    token: at,
                    is_unread: !is_read,
                    dots: false,
                    two_dots: false,
                    at_start: true,
                    ..met.told
                };
                at = number.next;
                continue;
            }
            match token.kind {
                Kind::Line => {
                    line += 1;
                    fresh_line = true;
                    met.newline = true;
                    met.gap = true;
                }
                Kind::Gap | Kind::Pipe => met.gap = true,
                Kind::Number { value, .. } => {
                    if let Some(ending) = lattice.ending(at) {
                        met.cost += cost::AFTER_END;
                        met.ended = true;
                        at = lattice.token_at(token.start + ending.len as u32).max(at + 1);
                        continue;
                    }
                    let edges = (value == 0 || lattice.castles(at)).then(|| lattice.edges(at));
                    if let Some(first) = edges.and_then(|edges| edges.first()) {
                        self.offer(at, due, &met, out);
                        found += 1;
                        self.skip(first, due, &mut met);
                        at = first.next;
                        continue;
                    }
                    met.scraps += u32::from(i32::from(value) != due.number() && self.is_rest(at, due));
                    if met.told.number.is_some() {
                        met.cost +=
                            if lattice.dialect.ocr { cost::EXTRA_NUMBER_OF_RAW } else { cost::EXTRA_NUMBER };
                    }
                    if value == 1
                        && due.ply >= 2
                        && self.lines.looks[met.line] == Look::Row
                        && lattice.lines[line] == at
                        && !self.is_misread((at, 1), due.number())
                    {
                        met.cost += cost::NEW_GAME;
                    }
                    let number = lattice.number(at);
                    // `88-1`: what touches a number in raw print is dirt.
                    if lattice.dialect.ocr && met.told.number.is_some() && lattice.touches(at as usize) {
                        at = number.map_or(at + 1, |number| number.next);
                        continue;
                    }
                    (met.told.number, met.told.token) = (Some(self.meant(value, due)), at);
                    met.told.dots = number.is_some_and(|number| lattice.tells_black(at, number));
                    met.told.two_dots = number.is_some_and(|number| number.dots == 2);
                    met.told.at_start = met.gap || at == from || self.lattice.lines[line] == at;
                    met.told.column = u16::try_from(lattice.column(token.start as usize, line)).ok();
                    at = number.map_or(at + 1, |number| number.next);
                    continue;
                }
                Kind::Dots => met.told.dots = true,
                Kind::Mark => {}
                Kind::Open(_) => {
                    if let Some(close) = self.lines.partner(at) {
                        met.cost += cost::ASIDE;
                        at = close + 1;
                        line = lattice.line_of(at.min(end.saturating_sub(1)));
                        continue;
                    }
                }
                // `Suppose Black to have played:` speaks of what stands behind.
                Kind::Stop(b':') if met.unplayed => met.introduces = true,
                Kind::Stop(b'.' | b':') | Kind::Glyph => {
                    if met.in_clause > 0 {
                        met.in_clause = 0;
                        met.unplayed = false;
                        met.chain = None;
                    }
                }
                Kind::Stop(_) | Kind::Close(_) => {
                    // What of a cell begins with a mark lost its first letter.
                    if lattice.dialect.ocr && in_row && met.is_bare() {
                        self.offer_blurred(at, due, &met, out);
                    }
                }
                Kind::Word => {
                    if let Some((side, next)) = self.label(at) {
                        met.told.side = Some(side);
                        at = next;
                        continue;
                    }
                    let gap = std::mem::take(&mut met.gap);
                    if let Some(ending) = lattice.ending(at).filter(|_| !met.unplayed) {
                        met.cost += cost::AFTER_END;
                        met.ended = true;
                        at = lattice.token_at(token.start + ending.len as u32).max(at + 1);
                        continue;
                    }
                    let edges = lattice.edges(at);
                    if let Some(first) = edges.first().filter(|_| lattice.is_taken(at)) {
                        met.told = Told::default();
                        at = first.next.max(at + 1);
                        continue;
                    }
                    if let Some(first) = edges.first() {
                        met.gap = gap;
                        self.offer(at, due, &met, out);
                        found += 1;
                        if found < most {
                            self.skip(first, due, &mut met);
                        }
                        at = first.next.max(at + 1);
                        continue;
                    }
                    if met.is_bare() {
                        met.gap = gap;
                        self.offer_blurred(at, due, &met, out);
                        met.gap = false;
                    }
                    if !self.lattice.is_continuation(at) {
                        met.word(lattice.classes[at as usize]);
                        met.scraps += u32::from(self.is_rest(at, due));
                    }
                }
            }
            at += 1;
        }
        lattice.scanned(at - from);
        at
    }

    /// The number that raw print shows, which may begin with a sign that was read as a figure: `P-B3515.` for `P-B3; 15.` No game
    /// is so long.
    fn meant(&self, shown: u16, due: &Due) -> u16 {
        let number = u16::try_from(due.number()).unwrap_or(0);
        let tens = if number < 10 { 10 } else { 100 };
        let is_glued = self.lattice.dialect.ocr && (1..100).contains(&number) && shown >= 100;
        if is_glued && shown % tens == number { number } else { shown }
    }

    /// Is a token of raw print the rest of a word of which the last move took the beginning, behind a dash perhaps?
    fn is_rest(&self, at: u32, due: &Due) -> bool {
        let lattice = self.lattice;
        let dash = at > due.place && lattice.tokens[due.place as usize].kind == Kind::Stop(b'-');
        lattice.dialect.ocr
            && due.place > 0
            && at == due.place + u32::from(dash)
            && (due.place..=at).all(|at| lattice.touches(at as usize))
            && lattice.text(due.place - 1).ends_with(char::is_alphanumeric)
            && lattice.text(at).starts_with(char::is_alphanumeric)
    }

    /// `W. P to K 4`, `Black: P-K4`: the name of a side in front of its move, and the token behind it.
    pub fn label(&self, at: u32) -> Option<(Color, u32)> {
        let side = side_of(self.lattice.text(at))?;
        if let Some(named) = self.lattice.side(at) {
            return Some(named);
        }
        let whole = self.lattice.text(at).len() > 2;
        match self.lattice.tokens.get(at as usize + 1)?.kind {
            Kind::Stop(b':') if !self.lattice.takes(at) => Some((side, at + 1)),
            Kind::Number { .. } if whole => Some((side, at + 1)),
            _ => None,
        }
    }
}

/// Keeps of each token the cheapest candidate, if it may be taken at all; the cheapest come first.
pub(super) fn keep_cheapest(candidates: &mut Vec<Candidate>) {
    candidates.sort_by_key(|candidate| (candidate.cost, candidate.token));
    candidates.truncate(candidates.partition_point(|candidate| candidate.cost <= cost::MOST_STEP));
    let mut kept = 0;
    for at in 0..candidates.len() {
        let candidate = candidates[at];
        if candidates[..kept].iter().all(|known| known.token != candidate.token) {
            candidates[kept] = candidate;
            kept += 1;
        }
    }
    candidates.truncate(kept);
}
