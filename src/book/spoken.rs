//! Moves that the words between the moves of a game speak of: `4 Kt-B3, threatening KtxP, P-KKt3`.
use crate::book::Recognizer;
use crate::book::note;
use crate::book::shape::{Entry, Holds, Piece, Said, Shape};
use crate::book::token::{self, Flow, Kind};

/// Words before a move that is not played, or not yet.
const HYPOTHETICAL: &[&str] = &[
    "threatening",
    "threatens",
    "threatened",
    "threat",
    "threaten",
    "menacing",
    "menaces",
    "if",
    "better",
    "instead",
    "not",
    "would",
    "should",
    "might",
    "could",
    "may",
    "or",
    "than",
    "prevent",
    "prevents",
    "preventing",
    "intending",
    "intends",
    "preferable",
    "preferred",
    "stronger",
    "weaker",
    "unless",
    "against",
    "cannot",
    "avoid",
    "avoids",
    "avoiding",
    "fearing",
    "usual",
    "perhaps",
    "preparing",
    "prepares",
    "allowing",
    "allows",
    "ought",
    "recommends",
    "recommended",
    "recommend",
    "suggests",
    "suggested",
    "advocates",
    "advocated",
    "advises",
    "advised",
    "proposes",
    "proposed",
    "choose",
    "chooses",
    "analysis",
    "analyses",
    "prefers",
    "prefer",
    "had",
];

/// Does a word say that the move behind it is not played?
pub(super) fn is_hypothetical(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    HYPOTHETICAL.iter().any(|known| bare.eq_ignore_ascii_case(known))
}

/// Does a word end what was said before the next move: with a full stop, or with `but`?
pub(super) fn ends_clause(word: &str) -> bool {
    // `Analysis: 8 Castles`
    let announces = word.ends_with(':') && is_hypothetical(word);
    let ends = !announces
        && word.ends_with(['.', '!', '?', ':'])
        && word.trim_end_matches(['.', '!', '?', ':']).len() > 2;
    ends || ["but", "however", "actually"].contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Words before a move that is played after the one last told.
const FOLLOWING: &[&str] = &[
    "followed",
    "follows",
    "then",
    "continued",
    "continues",
    "replied",
    "replies",
    "answered",
    "answers",
    "responded",
    "rejoined",
    "retorted",
    "proceeded",
    "played",
    "plays",
    "went",
    "whereupon",
    "next",
    "when",
];

/// Do the words behind the last move of a game name one that was played next, without a number: `and White followed
/// with Castles`?
pub(super) fn names_next(text: &str, recognizer: &dyn Recognizer) -> bool {
    let mut tokens = Vec::new();
    token::cut(text, 0..text.len(), Flow::Running, recognizer, &mut tokens);
    let (mut follows, mut unplayed) = (false, false);
    for token in &tokens {
        let word = &text[token.start..token.end];
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match token.kind {
            Kind::Word => {
                if follows && !unplayed && bare.eq_ignore_ascii_case("castled") {
                    return true;
                }
                unplayed |= is_hypothetical(word);
                follows |= FOLLOWING.iter().any(|known| bare.eq_ignore_ascii_case(known));
                if ends_clause(word) {
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
        let cells = &mut shape.entries[i].cells;
        let is_move = |cell: &Piece| cell.holds == Holds::Move;
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

/// Numbered moves of running text that stand in it as a note: `If 5 ... PxKt; 6 QxB wins.` The words keep them.
fn drop_notes(shape: &mut Shape) {
    let entries = &shape.entries;
    let ply = |i: usize| entries[i].number.map(|number| note::ply(number, entries[i].dots));
    let end = |i: usize| {
        let moves = entries[i].cells.iter().filter(|cell| cell.holds == Holds::Move).count();
        ply(i).map(|ply| ply.saturating_add(u32::try_from(moves.min(2)).unwrap_or(2)))
    };
    let is_if = |i: usize| entries[i].said == Said::Hypothetical;
    let mut kept: Vec<usize> = Vec::new();
    let mut is_doubtful = false;
    // The half-move that comes next.
    let mut next = None;
    let mut i = 0;
    while i < entries.len() {
        let here = ply(i);
        // Without a number, or with the first of another game.
        let (Some(at), Some(wanted)) = (here.filter(|&at| at > 0), next) else {
            kept.push(i);
            next = end(i);
            i += 1;
            continue;
        };
        let again = |wanted: u32| {
            let mut later = (i + 1..entries.len()).filter(|&j| ply(j) == Some(wanted) && !is_if(j));
            let first = later.next()?;
            // The note itself may reach the number: then it comes once more behind it.
            let reached = at < wanted && (i..first).all(|j| end(j) == ply(j + 1));
            Some(later.next().filter(|_| reached).unwrap_or(first))
        };
        // A note of which nothing tells where it ends: `Stronger was 7 ... Castles; 8 P-B3, P-Q4`.
        if at < wanted
            && is_if(i)
            && entries[i].dots
            && entries[i + 1..].iter().all(|entry| entry.said == Said::Apart)
        {
            let goes_on = (i..entries.len() - 1).all(|j| end(j) == ply(j + 1));
            if goes_on && (i + 1..entries.len()).any(|j| ply(j) == Some(wanted)) {
                is_doubtful = true;
                if entries.len() - i <= SHORT_NOTE {
                    break;
                }
            }
        }
        // `No. 2.` above its first move.
        let is_bare = entries[i].cells.iter().all(|cell| cell.holds != Holds::Move);
        if is_bare && i + 1 < entries.len() && ply(i + 1) == Some(0) {
            i += 1;
            continue;
        }
        let is_over = kept.iter().any(|&k| entries[k].cells.iter().any(|cell| cell.ending.is_some()))
            && (i..entries.len()).all(|j| end(j) <= next);
        if at == wanted && is_if(i) {
            // The number comes again behind the note; where it does not, the words were misunderstood.
            if let Some(j) = again(wanted) {
                i = j;
                continue;
            }
            is_doubtful = true;
            // `Black may then reply 3 ... P-QR3 or 3 ... Kt-B3` and no more: none of them is played.
            if (i..entries.len()).all(is_if) {
                break;
            }
        } else if at < wanted && entries[i].said != Said::Apart {
            if let Some(j) = again(wanted) {
                i = j;
                continue;
            }
            is_doubtful |= !is_if(i) && !is_over;
            let Some(place) =
                kept.iter().position(|&k| ply(k) == here).filter(|&k| is_if(kept[k]) && !is_if(i))
            else {
                break;
            };
            kept.truncate(place);
        } else if at == wanted && entries[i].dots && again(wanted).is_some_and(|j| j == i + 1) {
            // `Now 5 ... B-K2 is usual, but Black chose 5 ... KtxP`: of two moves with one number the later is played.
            is_doubtful = true;
            i += 1;
            continue;
        }
        kept.push(i);
        next = end(i);
        i += 1;
    }
    if kept.len() == entries.len() {
        shape.is_doubtful |= is_doubtful && entries.iter().any(|entry| entry.said == Said::Hypothetical);
        return;
    }
    shape.is_doubtful |= is_doubtful;
    let mut out: Vec<Entry> = Vec::with_capacity(kept.len());
    for (i, entry) in std::mem::take(&mut shape.entries).into_iter().enumerate() {
        if kept.contains(&i) {
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
    let mut i = 0;
    while i < cells.len() {
        if !goes(&cells[i]) || i == 0 && cells[0].holds == Holds::Move {
            i += 1;
            continue;
        }
        let gone = cells.remove(i);
        let end = gone.tail.map_or(gone.end, |(_, end)| end.max(gone.end));
        if let Some(cell) = i.checked_sub(1).and_then(|before| cells.get_mut(before)) {
            lengthen(cell, gone.start, end);
            cell.ending = cell.ending.or(gone.ending);
        }
    }
}

fn lengthen(cell: &mut Piece, start: usize, end: usize) {
    cell.tail = Some(cell.tail.map_or((start, end), |(from, to)| (from, to.max(end))));
}
