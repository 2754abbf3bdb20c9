//! Moves that the words between the moves of a game speak of: `4 Kt-B3, threatening KtxP, P-KKt3`.
use std::collections::HashMap;

use crate::book::Recognizer;
use crate::book::note;
use crate::book::shape::{Entry, Holds, Piece, Said, Shape};
use crate::book::token::{self, Flow, Kind};
use crate::book::vocabulary::{FOLLOWING, is_word};

/// Does a word end what was said before the next move: with a full stop, or with `but`?
pub(super) fn ends_clause(word: &str, recognizer: &dyn Recognizer) -> bool {
    // `Analysis: 8 Castles`
    let announces = word.ends_with(':') && recognizer.is_unplayed(word);
    let ends = !announces
        && word.ends_with(['.', '!', '?', ':'])
        && word.trim_end_matches(['.', '!', '?', ':']).len() > 2;
    ends || recognizer.turns(word)
}

/// Do the words behind the last move of a game name one that was played next, without a number: `and White followed
/// with Castles`?
pub(super) fn names_next(text: &str, recognizer: &dyn Recognizer) -> bool {
    let mut tokens = Vec::new();
    token::cut(text, 0..text.len(), Flow::Running, recognizer, &mut tokens);
    let (mut follows, mut unplayed) = (false, false);
    for token in &tokens {
        let word = &text[token.start()..token.end()];
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match token.kind {
            Kind::Word => {
                if follows && !unplayed && bare.eq_ignore_ascii_case("castled") {
                    return true;
                }
                unplayed |= recognizer.is_unplayed(word);
                follows |= is_word(bare, FOLLOWING);
                if ends_clause(word, recognizer) {
                    (follows, unplayed) = (false, false);
                }
            }
            Kind::Move { sure: 2.. } if follows && !unplayed => return true,
            Kind::Number { .. } | Kind::Move { .. } | Kind::Stop(b'.' | b'(' | b')') => follows = false,
            _ => {}
        }
    }
    false
}

/// Moves of one side behind a number, and of both.
fn wanted(entries: &[Entry], i: usize) -> Option<usize> {
    let entry = &entries[i];
    let number = entry.number?;
    let alone = entries.get(i + 1).is_some_and(|next| next.dots && next.number == Some(number));
    Some(if entry.dots || alone { 1 } else { 2 })
}

/// Takes out of running text the moves that the words speak of, where a number has more moves behind it than are
/// played; the words keep them. Where the numbers do not tell which moves those are, the shape says so.
pub(super) fn settle(shape: &mut Shape) {
    drop_notes(shape);
    let last = shape.entries.len().saturating_sub(1);
    for i in 0..shape.entries.len() {
        let Some(wanted) = wanted(&shape.entries, i) else { continue };
        let has_one = has_one(&shape.entries[i..]);
        let cells = &mut shape.entries[i].cells;
        let is_move = |cell: &Piece| cell.holds == Holds::Move;
        if has_one && let Some(own) = cells.iter().find(|cell| is_move(cell)).map(|cell| cell.start) {
            retire(cells, |cell| is_move(cell) && cell.start > own);
        }
        let count = |cells: &[Piece], said: Option<Said>| {
            cells.iter().filter(|cell| is_move(cell) && said.is_none_or(|said| cell.said == said)).count()
        };
        let moves = count(cells, None);
        let unplayed = count(cells, Some(Said::Hypothetical));
        let told = count(cells, Some(Said::InWords));
        let goes = |cell: &Piece, kinds: &[Said]| is_move(cell) && kinds.contains(&cell.said);
        if i == last && unplayed > 0 || moves > wanted && moves - unplayed >= wanted {
            retire(cells, |cell| goes(cell, &[Said::Hypothetical]));
        }
        let moves = count(cells, None);
        let told = told + count(cells, Some(Said::Hypothetical));
        if moves > wanted && moves - told.min(moves) == wanted {
            retire(cells, |cell| goes(cell, &[Said::InWords, Said::Hypothetical]));
        } else if moves > wanted && moves - told.min(moves) < wanted {
            // The last ones are played, it seems: the words before them lead up to them.
            let mut surplus = moves - wanted;
            shape.is_doubtful = true;
            retire(cells, |cell| {
                let goes = surplus > 0 && goes(cell, &[Said::InWords, Said::Hypothetical]);
                surplus -= usize::from(goes);
                goes
            });
        }
        // `6 R-K1, P-QKt4. P-Q3 would be answered by BxKt`: words are said of moves behind those of the number.
        let mut moves = cells.iter().filter(|cell| is_move(cell));
        let are_apart =
            moves.by_ref().take(wanted).all(|cell| cell.said == Said::Apart && cell.tail.is_none());
        if let Some(other) = moves.next().map(|cell| cell.start).filter(|_| are_apart) {
            let is_other = |cell: &Piece| is_move(cell) && cell.start >= other;
            if cells.iter().any(|cell| is_other(cell) && (cell.said != Said::Apart || cell.tail.is_some())) {
                retire(cells, is_other);
            }
        }
        // `5 P-Q3. Black has several good moves, among them P-Q3`: nothing behind it tells whether that is played.
        shape.is_doubtful |=
            i == last && wanted > 1 && cells.last().is_some_and(|cell| goes(cell, &[Said::InWords]));
        if count(cells, None) >= wanted {
            retire(cells, |cell| cell.holds == Holds::Unread);
        }
    }
    shape.moves =
        shape.entries.iter().flat_map(|entry| &entry.cells).map(|c| u32::from(c.holds == Holds::Move)).sum();
}

/// So few rows behind the words that begin a note belong to it, where nothing tells that the game goes on.
const SHORT_NOTE: usize = 3;

/// What [`drop_notes`] asks of the entries behind one, found once for all of them.
struct Ahead {
    /// The entries of each half-move that are no hypothesis, in order.
    firm: HashMap<u32, Vec<usize>>,
    /// The half-moves behind each entry's last one: the largest from an entry on.
    latest_end: Vec<Option<u32>>,
    /// The first entry from each one on that does not lead up to the number of the next.
    break_of_run: Vec<usize>,
    /// One behind the last entry that is no hypothesis.
    past_firm: usize,
}

impl Ahead {
    fn new(entries: &[Entry]) -> Self {
        let mut ahead = Self {
            firm: HashMap::new(),
            latest_end: vec![None; entries.len()],
            break_of_run: vec![entries.len(); entries.len()],
            past_firm: entries.iter().rposition(|entry| !is_if(entry)).map_or(0, |last| last + 1),
        };
        for (i, entry) in entries.iter().enumerate() {
            if let (Some(ply), false) = (ply(entry), is_if(entry)) {
                ahead.firm.entry(ply).or_default().push(i);
            }
        }
        for i in (0..entries.len()).rev() {
            let later = ahead.latest_end.get(i + 1).copied().flatten();
            ahead.latest_end[i] = later.max(end(&entries[i..]));
            let leads = entries.get(i + 1).is_some_and(|next| end(&entries[i..]) == ply(next));
            ahead.break_of_run[i] = if leads { ahead.break_of_run[i + 1] } else { i };
        }
        ahead
    }

    /// The entry behind `i` where the half-move `wanted` comes again; behind the note that begins at `i` with the
    /// half-move `at` where that reaches the number itself.
    fn again(&self, i: usize, at: u32, wanted: u32) -> Option<usize> {
        let places = self.firm.get(&wanted)?;
        let later = &places[places.partition_point(|&place| place <= i)..];
        let &first = later.first()?;
        let reached = at < wanted && self.break_of_run[i] >= first;
        Some(later.get(1).copied().filter(|_| reached).unwrap_or(first))
    }
}

fn is_if(entry: &Entry) -> bool {
    entry.said == Said::Hypothetical
}

fn ply(entry: &Entry) -> Option<u32> {
    entry.number.map(|number| note::ply(number, entry.dots))
}

/// Has the first of some entries one move only, and its words others? `6 R-K1. Many prefer Q-K2. 6 ... P-QKt4`
fn has_one(entries: &[Entry]) -> bool {
    let [entry, next, ..] = entries else { return false };
    let mut others = entry.cells.iter().filter(|cell| cell.holds == Holds::Move).skip(1);
    let is_said = others.next().is_some_and(|cell| cell.said != Said::Apart);
    next.dots && next.number == entry.number && (is_said || others.next().is_some())
}

/// The half-move that comes behind the first of some entries' own.
fn end(entries: &[Entry]) -> Option<u32> {
    let entry = entries.first()?;
    let moves = entry.cells.iter().filter(|cell| cell.holds == Holds::Move);
    let own = moves.take(if has_one(entries) { 1 } else { 2 }).count();
    ply(entry).map(|ply| ply.saturating_add(own as u32))
}

/// Does the game go on from the second of some entries, and not from the first: `3 B-Kt5 is usual, but White chose 3 B-B4,
/// B-B4; 4 Castles`?
fn goes_on_from(entries: &[Entry]) -> bool {
    let [_, second, third, ..] = entries else { return false };
    end(&entries[..1]) < end(std::slice::from_ref(second)) && end(std::slice::from_ref(second)) == ply(third)
}

/// The entries that are kept, and what is asked of them.
#[derive(Default)]
struct KeptEntries {
    places: Vec<usize>,
    /// For each half-move, where in `places` its first entry stands.
    first: HashMap<u32, usize>,
    /// How many of them have words that end a game.
    endings: usize,
}

impl KeptEntries {
    fn has_ending(entry: &Entry) -> bool {
        entry.cells.iter().any(|cell| cell.ending.is_some())
    }

    /// Do words behind the last of them say how the game ended?
    fn is_over(&self, entries: &[Entry]) -> bool {
        self.places.last().is_some_and(|&last| Self::has_ending(&entries[last]))
    }

    fn push(&mut self, i: usize, entries: &[Entry]) {
        if let Some(ply) = ply(&entries[i]) {
            self.first.entry(ply).or_insert(self.places.len());
        }
        self.endings += usize::from(Self::has_ending(&entries[i]));
        self.places.push(i);
    }

    fn truncate(&mut self, len: usize, entries: &[Entry]) {
        for (place, i) in self.places.drain(len..).enumerate() {
            self.endings -= usize::from(Self::has_ending(&entries[i]));
            if let Some(ply) = ply(&entries[i])
                && self.first.get(&ply) == Some(&(len + place))
            {
                self.first.remove(&ply);
            }
        }
    }
}

/// Numbered moves of running text that stand in it as a note: `If 5 ... PxKt; 6 QxB wins.` The words keep them.
fn drop_notes(shape: &mut Shape) {
    let entries = &shape.entries;
    let ahead = Ahead::new(entries);
    let mut kept = KeptEntries::default();
    let mut is_doubtful = false;
    // The half-move that comes next.
    let mut next = None;
    let mut i = 0;
    while i < entries.len() {
        let here = ply(&entries[i]);
        let is_hypothesis = is_if(&entries[i]);
        // Without a number, or with the first of another game.
        let (Some(at), Some(wanted)) = (here.filter(|&at| at > 0), next) else {
            kept.push(i, entries);
            next = end(&entries[i..]);
            i += 1;
            continue;
        };
        // A note of which nothing tells where it ends: `Stronger was 7 ... Castles; 8 P-B3, P-Q4`.
        if at < wanted
            && is_hypothesis
            && entries[i].dots
            && entries[i + 1..].iter().all(|entry| entry.said == Said::Apart)
        {
            let goes_on = ahead.break_of_run[i] >= entries.len() - 1;
            if goes_on && entries[i + 1..].iter().any(|entry| ply(entry) == Some(wanted)) {
                is_doubtful = true;
                if entries.len() - i <= SHORT_NOTE {
                    break;
                }
            }
        }
        // `No. 2.` above its first move.
        let is_bare = entries[i].cells.iter().all(|cell| cell.holds != Holds::Move);
        if is_bare && entries.get(i + 1).is_some_and(|entry| ply(entry) == Some(0)) {
            i += 1;
            continue;
        }
        // `6 R-K1. 6 Q-K2 was to be considered. 6 ... P-QKt4`: White has moved already.
        if at + 1 == wanted
            && entries[i].said == Said::Apart
            && !entries[i].dots
            && let Some(j) = ahead.again(i, at, wanted).filter(|&j| entries[j].dots)
        {
            i = j;
            continue;
        }
        if at == wanted && is_hypothesis {
            // The number comes again behind the note; where it does not, the words were misunderstood.
            if let Some(j) = ahead.again(i, at, wanted) {
                i = j;
                continue;
            }
            // `Black resigns, for if 6. R-K1, P-QKt4; 7. B-Kt3`
            if kept.is_over(entries) {
                break;
            }
            is_doubtful = true;
            // `Black may then reply 3 ... P-QR3 or 3 ... Kt-B3` and no more: none of them is played.
            if i >= ahead.past_firm {
                break;
            }
        } else if at < wanted && entries[i].said != Said::Apart {
            if let Some(j) = ahead.again(i, at, wanted) {
                i = j;
                continue;
            }
            let is_over = kept.endings > 0 && ahead.latest_end[i] <= next;
            is_doubtful |= !is_hypothesis && !is_over;
            let place = kept.first.get(&at).copied();
            let Some(place) = place.filter(|&place| is_if(&entries[kept.places[place]]) && !is_hypothesis)
            else {
                break;
            };
            kept.truncate(place, entries);
        } else if at == wanted
            && ahead.again(i, at, wanted) == Some(i + 1)
            && (entries[i].dots || goes_on_from(&entries[i..]))
        {
            // `Now 5 ... B-K2 is usual, but Black chose 5 ... KtxP`: of two moves with one number the later is played.
            is_doubtful = true;
            i += 1;
            continue;
        }
        kept.push(i, entries);
        next = end(&entries[i..]);
        i += 1;
    }
    let kept = kept.places;
    if kept.len() == entries.len() {
        shape.is_doubtful |= is_doubtful && entries.iter().any(is_if);
        return;
    }
    shape.is_doubtful |= is_doubtful;
    let mut out: Vec<Entry> = Vec::with_capacity(kept.len());
    let mut kept = kept.into_iter().peekable();
    for (i, entry) in std::mem::take(&mut shape.entries).into_iter().enumerate() {
        if kept.next_if_eq(&i).is_some() {
            out.push(entry);
            continue;
        }
        let end = entry.cells.last().map_or(entry.start, |cell| cell.tail.map_or(cell.end, |(_, end)| end));
        if let Some(cell) = out.last_mut().and_then(|before| before.cells.last_mut()) {
            lengthen(cell, entry.start, end);
        }
    }
    shape.entries = out;
}

/// Takes cells out; the one before keeps their words.
fn retire(cells: &mut Vec<Piece>, mut goes: impl FnMut(&Piece) -> bool) {
    let mut kept: Vec<Piece> = Vec::with_capacity(cells.len());
    for cell in cells.drain(..) {
        let goes = goes(&cell);
        if !goes || kept.is_empty() && cell.holds == Holds::Move {
            kept.push(cell);
        } else if let Some(before) = kept.last_mut() {
            let end = cell.tail.map_or(cell.end, |(_, end)| end.max(cell.end));
            lengthen(before, cell.start, end);
            before.ending = before.ending.or(cell.ending);
        }
    }
    *cells = kept;
}

fn lengthen(cell: &mut Piece, start: usize, end: usize) {
    cell.tail = Some(cell.tail.map_or((start, end), |(from, to)| (from, to.max(end))));
}
