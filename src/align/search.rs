//! The moves of one game, found by playing: of all the ways through the words of a page the cheapest that is legal.
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::rc::Rc;

use super::asked::Asked;
use super::boards::{Boards, Open};
use super::care::{Care, NARROW, WIDEST, level};
use super::cost;
use super::crowd::Crowds;
use super::due::{Due, Habit};
use super::lattice::{ANYTHING, BLURRED, Edge};
use super::order;
use super::step::{Candidate, Steps};
use super::way::{PASS, Taken, Used, Way, jump, leap, only, passed, path, said_before};
use crate::chess::{Move, Position};
use crate::reading::cost::Costs;
use crate::reading::origin::Origins;
use crate::reading::{Act, Cost, Marks, Reading};
use crate::replay::{Legal, Numbers, Weights, fitting};

/// What was found from one beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The half-moves that play, in order.
    pub played: Vec<Taken>,
    /// The moves they are on the cheapest way.
    pub moves: Vec<Move>,
    /// What the words of each mean, where the print is raw.
    pub meant: Vec<(Reading, Marks)>,
    /// Those that stand behind them in the text and do not play, if the game seems to go on.
    pub unplayed: Vec<Taken>,
    /// The last move mates.
    pub is_mate: bool,
    /// What the way costs.
    pub cost: u32,
    /// What of it is for anything but the print.
    pub excess: u32,
    /// The first half-move at which another way, about as cheap, parts from this one.
    pub rival: Option<usize>,
    /// The half-move where the numbers jump, and how many behind it go on so.
    pub jump: Option<(usize, usize)>,
    /// The first half-move that stands far from the one before: behind a title, or behind other moves.
    pub leap: Option<usize>,
    /// Moves with the numbers that are due stand unread behind the last.
    pub is_cut: bool,
}

/// Ways kept after each half-move, and of those that stand at one place.
pub(super) const MOST: usize = 160;
const MOST_AT_ONE_PLACE: usize = 60;

/// The same in raw print, where each half-move has many readings.
const MOST_OF_RAW: usize = 50;
const MOST_OF_RAW_AT_ONE_PLACE: usize = 20;

/// So many times more where the ways of raw print die or become expensive.
const TIMES_IN_TROUBLE: usize = 3;

/// Of raw print that is too long to look at so many ways.
const MOST_OF_LONG: usize = 16;
const MOST_OF_LONG_AT_ONE_PLACE: usize = 8;
const TIMES_OF_LONG_IN_TROUBLE: usize = 5;

/// A way that costs so much more for one half-move is in trouble.
const TROUBLE: u32 = NARROW / 2;

/// Ways that cost so much more than the cheapest are not led on by any move.
const MOST_GUESSED: u32 = 8;

/// Half-moves behind a trouble that are looked at closely.
const AHEAD: usize = 6;

/// So many half-moves show that a game begins with a piece of a column: where fewer play, no more is looked at.
const EARLY: usize = 16;

/// What a half-move that plays is worth as evidence.
const EVIDENCE: u32 = 3;

/// The same in raw print, where most moves cost something.
pub(crate) const EVIDENCE_OF_RAW: u32 = 14;

/// So is a mate at the end.
const MATE: u32 = 10;

/// Ways that cost so much more than their half-moves are worth, against their best, are no game any more. Less is enough for
/// those that were never worth much: so much, and twice what they were worth at their best.
const HOPELESS: i64 = 400;
const HOPELESS_AT_FIRST: i64 = 150;

/// Ways that are no more expensive are rivals.
const MARGIN: u32 = 12;

/// Half-moves before the last where the game may have ended.
const ENDS: usize = 60;

/// The ways after one more half-move before they are put in order, and where each stands by its place and its board.
#[derive(Default)]
struct Room {
    next: Vec<Way>,
    index: Numbers<u64, usize>,
    crowds: Crowds,
}

pub(crate) struct Search<'a, 'p> {
    pub steps: Steps<'a, 'p>,
    /// What may come next, where it was asked.
    asked: Asked,
    pub(super) candidates: Vec<Candidate>,
    boards: Boards,
    used: Used,
    /// Room for the ways after one more half-move, from each to the next.
    room: Room,
    /// The half-move that is not made.
    pass: Option<usize>,
    /// What the cheapest way to the next half-move costs, whatever plays.
    least: u32,
    /// A way that costs so much more for one half-move is in trouble.
    trouble: u32,
    /// What a half-move that plays is worth as evidence.
    evidence: u32,
    pub(super) weights: Weights,
    /// Ways kept after each half-move, and of those that stand at one place.
    most: usize,
    most_at_one_place: usize,
    /// So many times more where they die or become expensive.
    times: usize,
}

impl<'a, 'p> Search<'a, 'p> {
    pub fn new(steps: Steps<'a, 'p>) -> Self {
        let raw = steps.lattice.dialect.ocr;
        let (trouble, evidence) = if raw { (NARROW, EVIDENCE_OF_RAW) } else { (TROUBLE, EVIDENCE) };
        let (most, most_at_one_place, times) = match raw {
            true if steps.lattice.share.is_long => {
                (MOST_OF_LONG, MOST_OF_LONG_AT_ONE_PLACE, TIMES_OF_LONG_IN_TROUBLE)
            }
            true => (MOST_OF_RAW, MOST_OF_RAW_AT_ONE_PLACE, TIMES_IN_TROUBLE),
            false => (MOST, MOST_AT_ONE_PLACE, 1),
        };
        Self {
            steps,
            asked: Asked::default(),
            candidates: Vec::new(),
            boards: Boards::default(),
            used: Used::default(),
            room: Room::default(),
            pass: None,
            least: 0,
            trouble,
            evidence,
            weights: Weights::new(if raw { Costs::RAW } else { Costs::DEFAULT }, Cost(u32::MAX)),
            most,
            most_at_one_place,
            times,
        }
    }

    /// The game that begins with the half-move `first` at a token. White makes two moves at its start if `two_moves`.
    pub fn find(
        &mut self,
        token: u32,
        position: Position,
        origins: Origins,
        first: u32,
        two_moves: bool,
    ) -> Found {
        self.pass = two_moves.then_some(1);
        let lattice = self.steps.lattice;
        self.boards = lattice.boards.take();
        self.boards.clear();
        let number = token.checked_sub(1).unwrap_or(token);
        let place = lattice.tokens[number as usize].start as usize;
        let column = u16::try_from(lattice.column(place, lattice.line_of(number))).ok();
        let due = Due { ply: first, place: token, own: None, column, habit: Habit::default() };
        let taken = Taken { token, edge: 0 };
        let root = Way {
            due,
            board: self.boards.number(&position, origins),
            cost: 0,
            excess: 0,
            parent: 0,
            taken,
            mv: Move::NULL,
            last: 0,
            apart: 0,
        };
        let mut cuts: Vec<Vec<Way>> = vec![vec![root]];
        // Up to where more is looked at than usual, and how much; where that began, and how often there.
        let (mut until, mut care) = (0, Care::Usual);
        // How often the half-moves were in trouble; none more often than there are levels, so that it ends.
        let mut tried: Vec<usize> = Vec::new();
        let mut least = 0;
        // The best that ended before more was looked at once more.
        let mut kept: Option<(i64, Vec<Vec<Way>>)> = None;
        loop {
            let at = cuts.len() - 1;
            let best = cuts[at].first().map_or(0, |way| way.cost);
            let next = self.expand(&cuts, at, if at < until { care } else { Care::Usual });
            let rise = next.first().map_or(u32::MAX, |way| way.cost - best.min(way.cost));
            let ends = next.is_empty() && self.least >= cost::EARLY_END;
            // Where no game begins the ways of pieces soon die.
            let is_early = self.steps.strips.is_some() && at < EARLY;
            if rise > self.trouble && !ends && !is_early && !self.steps.lattice.is_tired() {
                tried.resize(tried.len().max(at + AHEAD + 1), 0);
                let near = &mut tried[at.saturating_sub(AHEAD)..=at + AHEAD];
                let tries = near.iter().copied().max().unwrap_or(0);
                if let Some((more, back)) = level(tries, rise, (best, at, self.in_table(&cuts))) {
                    near.fill(tries + 1);
                    if tries > 0 && next.is_empty() && self.steps.lattice.dialect.ocr {
                        self.keep(&cuts, &mut kept);
                    }
                    (care, until) = (more, at + AHEAD);
                    cuts.truncate(at.saturating_sub(back) + 1);
                    continue;
                }
            }
            // How much more the ways cost than their half-moves are worth.
            let Some(cheapest) = next.first() else { break };
            let price = i64::from(cheapest.cost) - i64::from(self.evidence) * (at as i64 + 1);
            least = least.min(price);
            let is_dear = self.steps.strips.is_some()
                && cheapest.excess > cost::MOST_OF_STRIPS + cost::PLY_OF_STRIPS * cuts.len() as u32;
            let hopeless = HOPELESS.min(HOPELESS_AT_FIRST - 2 * least);
            if price > least + hopeless || is_dear {
                break;
            }
            cuts.push(next);
        }
        if kept.is_some() {
            self.keep(&cuts, &mut kept);
        }
        let found = self.settle(&kept.map_or(cuts, |(_, cuts)| cuts));
        lattice.boards.set(std::mem::take(&mut self.boards));
        found
    }

    /// Keeps the ways that have come to an end, if that is better than what is kept.
    fn keep(&mut self, cuts: &[Vec<Way>], kept: &mut Option<(i64, Vec<Vec<Way>>)>) {
        let total = self.ends(cuts).first().map(|&(total, ..)| total);
        if let Some(total) = total.filter(|total| kept.as_ref().is_none_or(|(known, _)| total <= known)) {
            *kept = Some((total, cuts.to_vec()));
        }
    }

    /// The ways after one more half-move, cheapest first.
    fn expand(&mut self, cuts: &[Vec<Way>], at: usize, care: Care) -> Vec<Way> {
        self.least = u32::MAX;
        if self.pass == Some(at) {
            let ways = cuts[at].iter().enumerate();
            return ways.filter_map(|(i, way)| passed(&mut self.boards, way, i)).collect();
        }
        let lattice = self.steps.lattice;
        // A row above the first of a game is known by its number, or by the row before it.
        let top = lattice.lines[lattice.line_of(cuts[0][0].taken.token)];
        let Room { mut next, mut index, mut crowds } = std::mem::take(&mut self.room);
        next.clear();
        index.clear();
        let mut known: Vec<(u32, Option<u32>, Habit, Range<usize>)> = Vec::new();
        let wide = care != Care::Usual;
        let times = if wide { self.times } else { 1 };
        let (most, most_at_one_place) = (self.most * times, self.most_at_one_place * times);
        let margin = care.margin();
        let cheapest = cuts[at].first().map_or(0, |way| way.cost);
        crowds.clear(cheapest, most_at_one_place);
        // What the cheapest way costs so far: much dearer ones need not be looked at.
        let mut best = u32::MAX - margin;
        for (i, way) in cuts[at].iter().enumerate() {
            if way.cost > best + margin {
                break;
            }
            let due = &way.due;
            let same = known.iter().position(|(place, own, habit, _)| {
                *place == due.place && *own == due.own && *habit == due.habit
            });
            let same = same.unwrap_or_else(|| {
                let candidates = if at == 0 {
                    self.asked.first(&self.steps, due)
                } else {
                    self.asked.candidates(&self.steps, due, wide)
                };
                known.push((due.place, due.own, due.habit, candidates));
                known.len() - 1
            });
            if !self.steps.lattice.works() {
                return Vec::new();
            }
            let board = self.boards.open(way.board);
            let mut has_used = false;
            for c in known[same].3.clone() {
                let candidate = self.asked.candidate(c);
                self.least = self.least.min(candidate.cost);
                // Those behind it cost no less.
                if way.cost + candidate.cost > best + margin {
                    break;
                }
                let beside = due.habit.jumps || due.habit.blocks;
                let is_known = candidate.habit.numbered > due.habit.numbered || candidate.habit.blocks;
                if lattice.dialect.ocr && candidate.token < top && due.place >= top && !is_known {
                    continue;
                }
                let may_be_used = (beside || candidate.token < due.place) && candidate.token <= way.last;
                if may_be_used && !std::mem::replace(&mut has_used, true) {
                    self.used.of(at, i, lattice.tokens.len());
                }
                let edges = self.steps.edges_of(&candidate);
                for (e, edge) in edges.iter().enumerate() {
                    let place = edge.next.max(candidate.token + 1);
                    if may_be_used && self.used.holds(candidate.token..place, cuts) {
                        continue;
                    }
                    let e = if candidate.blurred { usize::from(BLURRED) } else { e };
                    let taken = Taken { token: candidate.token, edge: e as u16 };
                    // Raw print has noise between the moves, too; what reads as it is printed is no guess.
                    let may_be_misprinted = care == Care::Misprints
                        && edge.longest
                        && if lattice.dialect.ocr {
                            at > 0 && !edge.is_sound()
                        } else {
                            candidate.cost <= cost::MOST_WORDS
                        };
                    let misprints = if !may_be_misprinted {
                        &[]
                    } else if !lattice.dialect.ocr {
                        lattice.misprints(candidate.token)
                    } else if way.cost <= cheapest + MOST_GUESSED {
                        std::slice::from_ref(&ANYTHING)
                    } else {
                        &[]
                    };
                    let most = (best + margin - way.cost - candidate.cost).min(WIDEST);
                    let print = edge.meanings.plain.first().map_or(0, |reading| reading.cost.0);
                    // A likely move costs so much less than its reading.
                    if print > most + self.weights.costs.usual.0
                        && misprints.is_empty()
                        && !edge.meanings.repeats()
                    {
                        continue;
                    }
                    let crowd = crowds.at(place);
                    let full = crowds.full_from(crowd).saturating_sub(way.cost + candidate.cost);
                    let (fits, is_kept) =
                        self.fits_of(cuts, at, way, &board, (taken, edge), (misprints, most, full));
                    for f in fits.clone() {
                        let fit = self.boards.fit(f);
                        let cost = way.cost + candidate.cost + fit.cost;
                        if cost > best + margin {
                            continue;
                        }
                        best = best.min(cost);
                        if cost >= crowds.full_from(crowd) {
                            continue;
                        }
                        let due = Due {
                            ply: due.ply + 1,
                            place,
                            own: (at > 0).then_some(due.place),
                            column: candidate.column.or(due.column),
                            habit: candidate.habit,
                        };
                        let new = Way {
                            due,
                            board: self.boards.behind(&board, f),
                            cost,
                            excess: way.excess + candidate.cost + fit.cost.saturating_sub(print),
                            parent: i as u32,
                            taken,
                            mv: fit.mv,
                            last: way.last.max(place - 1),
                            apart: candidate.apart,
                        };
                        match index.entry(u64::from(due.place) << 32 | u64::from(new.board)) {
                            Entry::Occupied(known) if next[*known.get()].cost <= cost => {}
                            Entry::Occupied(known) => {
                                crowds.leave(crowd, next[*known.get()].cost);
                                crowds.join(crowd, cost);
                                next[*known.get()] = new;
                            }
                            Entry::Vacant(place) => {
                                crowds.join(crowd, cost);
                                place.insert(next.len());
                                next.push(new);
                            }
                        }
                    }
                    if !is_kept {
                        self.boards.forget(&fits);
                    }
                }
            }
        }
        let ways = order::first(&next, best + margin, (most, most_at_one_place));
        self.room = Room { next, index, crowds };
        ways
    }

    /// The moves that fit the words of an edge, and those they may be misprints of; those that cost `full` or more, for which
    /// there is no room, need not be among them. Are they kept?
    fn fits_of(
        &mut self,
        cuts: &[Vec<Way>],
        at: usize,
        way: &Way,
        board: &Open,
        (taken, edge): (Taken, &Edge),
        (misprints, most, full): (&[Reading], u32, u32),
    ) -> (Range<u32>, bool) {
        let is_same = edge.meanings.repeats();
        if misprints.is_empty() && !is_same {
            return (self.kept_fits(board, (taken, edge), (most, full)), true);
        }
        // `The same` is what the other side did one half-move before.
        let lattice = self.steps.lattice;
        let plain = if is_same { said_before(lattice, cuts, at, way) } else { &edge.meanings.plain };
        let readings: Vec<Reading> =
            plain.iter().chain(misprints).filter(|reading| reading.cost.0 <= most).copied().collect();
        self.weights.most = dearest(most);
        (self.boards.look(board, &readings, edge.meanings.marks, &self.weights), false)
    }

    /// The moves that fit the words of an edge as they are printed, but for some of those that cost `full` or more.
    fn kept_fits(
        &mut self,
        board: &Open,
        (taken, edge): (Taken, &Edge),
        (most, full): (u32, u32),
    ) -> Range<u32> {
        if !board.may_fit(edge.aims()) {
            return 0..0;
        }
        let (known, asked) = self.boards.ask(board, (taken.token, taken.edge), most);
        let plain = &edge.meanings.plain;
        let print = plain.first().map_or(0, |reading| reading.cost.0);
        // A likely move costs so much less than its reading; of words that read as they stand it counts how many moves fit.
        let useful = full.saturating_add(self.weights.costs.usual.0);
        if print >= useful {
            return 0..0;
        }
        let most = if edge.reads { asked } else { asked.min(useful) };
        self.boards.known(known, most).unwrap_or_else(|| {
            let cheap = &plain[..plain.partition_point(|reading| reading.cost.0 <= most)];
            self.weights.most = dearest(most);
            let fits = self.boards.look(board, cheap, edge.meanings.marks, &self.weights);
            self.boards.keep(known, most, fits.clone());
            fits
        })
    }

    /// Do ways begin in columns of raw print?
    fn in_table(&self, cuts: &[Vec<Way>]) -> bool {
        let lattice = self.steps.lattice;
        lattice.dialect.ocr && lattice.is_columned(lattice.line_of(cuts[0][0].due.place))
    }

    /// Where ways may end, best first: what they cost beyond the worth of their half-moves, and their places.
    fn ends(&mut self, cuts: &[Vec<Way>]) -> Vec<(i64, usize, usize)> {
        let last = cuts.len() - 1;
        let mut ends: Vec<(i64, usize, usize)> = Vec::new();
        // The half-move up to which most was gained may stand far before the last that was found.
        let price = |at: &usize| i64::from(cuts[*at][0].cost) - i64::from(self.evidence) * *at as i64;
        let best = (1..=last).min_by_key(price).unwrap_or(last);
        for (at, cut) in cuts.iter().enumerate().skip(last.saturating_sub(ENDS).min(best).max(1)) {
            for (i, way) in cut.iter().enumerate().take(if at == last { 12 } else { 4 }) {
                let position = self.boards.position(way.board);
                let over = !position.has_legal_move();
                let end = if over { 0 } else { self.end_cost(cuts, at, i) };
                let evidence = self.evidence * at as u32 + if position.is_checkmate() { MATE } else { 0 };
                let total = i64::from(way.cost + end) - i64::from(evidence);
                ends.push((total, at, i));
            }
        }
        ends.sort_by_key(|&(total, at, i)| (total, std::cmp::Reverse(at), i));
        ends
    }

    /// The way that is meant, of all that end somewhere.
    fn settle(&mut self, cuts: &[Vec<Way>]) -> Found {
        let ends = self.ends(cuts);
        let Some(&(total, at, i)) = ends.first() else { return Found::default() };
        let path = path(cuts, at, i);
        let way = &cuts[at][i];
        let mut rival = None;
        for &(_, at, i) in ends[1..].iter().filter(|(other, ..)| *other < total + i64::from(MARGIN)) {
            let theirs = self::path(cuts, at, i);
            let same = path.iter().zip(&theirs).take_while(|(a, b)| a.1 == b.1).count();
            let tokens = |path: &[(Taken, Move)], n: usize| path.get(n).map(|step| step.0.token);
            if same < path.len().max(theirs.len()) && tokens(&path, same) != tokens(&theirs, same) {
                rival = Some(rival.map_or(same, |known: usize| known.min(same)));
            }
        }
        let due = way.due;
        let position = self.boards.position(way.board);
        let over = !position.has_legal_move();
        let played: Vec<Range<u32>> =
            path.iter().filter(|step| step.0.token != PASS).map(|step| self.steps.words_of(step.0)).collect();
        let in_strips = self.steps.strips.is_some();
        let (unplayed, last) = if over || in_strips { (Vec::new(), due) } else { self.blind(&due, &played) };
        Found {
            played: path.iter().map(|step| step.0).collect(),
            moves: path.iter().map(|step| step.1).collect(),
            meant: if self.steps.lattice.dialect.ocr { self.meant(&cuts[0][0], &path) } else { Vec::new() },
            unplayed,
            is_mate: position.is_checkmate(),
            cost: way.cost,
            excess: way.excess,
            rival,
            jump: jump(cuts, at, i),
            leap: leap(cuts, at, i),
            is_cut: !over && (self.steps.lattice.is_tired() || self.steps.leaves_rows(&due, &last)),
        }
    }

    /// For each move of a path the cheapest reading of its words that fits it; where none does and they do not read as a
    /// move as they are printed, that they are any move.
    fn meant(&self, root: &Way, path: &[(Taken, Move)]) -> Vec<(Reading, Marks)> {
        let (mut position, mut origins) = (self.boards.position(root.board), self.boards.origins(root.board));
        let mut out = Vec::with_capacity(path.len());
        for &(taken, mv) in path {
            let pass = Reading { act: Act::Pass, cost: Cost::ZERO, slip: None };
            if taken.token == PASS {
                out.push((pass, Marks::default()));
                position = position.play_null().unwrap_or(position);
                continue;
            }
            let legal = Legal::default();
            let meanings = Rc::clone(&self.steps.lattice.edge(taken.token, taken.edge).meanings);
            let mut best: Option<(Cost, Reading)> = None;
            let is_sound = self.steps.lattice.edge(taken.token, taken.edge).is_sound();
            let guess = (!is_sound).then_some(&ANYTHING);
            for reading in meanings.plain.iter().chain(guess) {
                if best.is_some_and(|(cost, _)| cost <= reading.cost) {
                    break;
                }
                let reading = std::slice::from_ref(reading);
                fitting(
                    &position,
                    &origins,
                    &legal,
                    reading,
                    meanings.marks,
                    &Weights { most: Cost(u32::MAX), ..self.weights },
                    |fit| {
                        if fit.mv == mv && best.is_none_or(|(cost, _)| fit.cost < cost) {
                            best = Some((fit.cost, reading[0]));
                        }
                    },
                );
            }
            let Some((_, reading)) = best else { break };
            out.push((
                if reading.slip.is_some() { only(reading, mv, position.turn()) } else { reading },
                meanings.marks,
            ));
            origins = origins.play(mv);
            position = position.after_move(mv);
        }
        out
    }

    /// What it costs to end here: less where it costs much to go on with what was not read before, more where rows are left.
    fn end_cost(&mut self, cuts: &[Vec<Way>], at: usize, i: usize) -> u32 {
        let due = &cuts[at][i].due;
        if let Some(strips) = self.steps.strips {
            return if self.steps.ends_strips(strips, due) { 0 } else { cost::EARLY_END };
        }
        let is_raw = self.steps.lattice.dialect.ocr;
        if is_raw {
            self.used.of(at, i, self.steps.lattice.tokens.len());
        }
        let mut candidates = self.asked.candidates(&self.steps, due, true);
        let mut is_used = |next: Candidate| {
            let shortest = self.steps.edges_of(&next).iter().map(|edge| edge.next).min();
            let end = shortest.unwrap_or(0).max(next.token + 1);
            self.used.holds(next.token..end, cuts)
        };
        let next = candidates.find(|&next| !(is_raw && is_used(self.asked.candidate(next))));
        let least = next.map_or(cost::MOST_STEP, |next| self.asked.candidate(next).cost);
        let least = if self.steps.ends(due) { cost::MOST_STEP } else { least };
        cost::EARLY_END.saturating_sub(least).max(self.steps.lines.rows_left(self.steps.lattice, due))
    }
}

/// What a move may cost at most to be looked at closely. The most that is asked for may be more than readings cost.
fn dearest(most: u32) -> Cost {
    if most < WIDEST { Cost(most) } else { Cost(u32::MAX) }
}
