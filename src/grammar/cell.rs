//! The words of one move in any notation: what they can mean, and where a move ends in running text.
mod several;

use std::cell::RefCell;
use std::collections::HashMap;

pub use self::several::{halves, moves_in};
use super::algebraic::{self, Written};
pub use super::blurred::{Knight, Learned, Lesson, Style, checks_within, lacks_first};
pub use super::detect::detect;
use super::scan::Scanner;
use super::{blurred, descriptive};
use crate::lexicon::words::is_dash;
use crate::lexicon::{Dialect, Language, Lexicon, Word, prose};
use crate::reading::cost::Costs;
use crate::reading::{self, Act, Cost, Marks, Meanings, Reading, Slip};
use crate::record::CheckMark;
use crate::record::token::{Deed, Goal, Token, Verb};
use crate::span::{Span, floor_char};

/// What a move costs whose print is near words that read, over and above its own cost.
pub(super) const READS: Cost = Cost(12);

/// A stretch of text that reads as a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveShape {
    /// Bytes from the start of the text to the end of the move, its marks (`ch`, `!`, `(best)`) included.
    pub len: usize,
    /// How surely it is a move, from 1 (might be prose: `K moves`) to 3 (nothing else: `Kt - K B 3`).
    pub score: u8,
    /// What its reading costs.
    pub cost: Cost,
}

/// No move is longer in bytes, whatever it is wrapped in.
const LONGEST: usize = 160;

/// The notation of a text, worked out.
pub(super) enum Parsed {
    /// Descriptive.
    Words(Vec<Token>),
    /// Algebraic or numeric.
    Written(Written),
}

impl Parsed {
    pub fn end(&self) -> usize {
        match self {
            Self::Words(tokens) => tokens.first().map_or(0, |t| t.end),
            Self::Written(Written::Castle(_, end, _) | Written::Pass(end)) => *end,
            Self::Written(Written::Moves(moves)) => moves.first().map_or(0, |m| m.end),
        }
    }

    fn sureness(&self) -> u8 {
        match self {
            Self::Words(tokens) => tokens.iter().map(sureness).max().unwrap_or(1),
            // `ed` is a capture, and a name in any English text.
            Self::Written(Written::Moves(moves)) if moves.iter().all(|m| m.to_rank.is_none()) => 1,
            Self::Written(_) => 3,
        }
    }

    pub fn meanings(&self) -> Meanings {
        match self {
            Self::Words(tokens) => reading::descriptive::meanings(tokens),
            Self::Written(Written::Moves(moves)) => reading::algebraic::meanings(moves),
            Self::Written(Written::Castle(side, _, check)) => one(Act::Castle(Some(*side)), *check),
            Self::Written(Written::Pass(_)) => one(Act::Pass, CheckMark::None),
        }
    }
}

fn one(act: Act, check: CheckMark) -> Meanings {
    Meanings {
        plain: vec![Reading { act, cost: Cost::ZERO, slip: None }],
        marks: Marks { check, ..Marks::default() },
        ..Meanings::default()
    }
}

/// The tokens that a text in the words of a language begins with.
fn in_words(text: &str, language: Language, ocr: bool) -> Option<Vec<Token>> {
    let lexicon = Lexicon::of(language)?;
    let may_begin = descriptive::may_begin(text, lexicon, ocr);
    may_begin.then(|| descriptive::tokens(&Scanner::new(text, lexicon, ocr)).ok())?
}

pub(super) fn parse(text: &str, dialect: &Dialect) -> Option<Parsed> {
    match dialect.language {
        Language::English | Language::Spanish => {
            in_words(text, dialect.language, dialect.ocr).map(Parsed::Words)
        }
        Language::Algebraic(language) => {
            let bare = text.trim_start();
            let skipped = text.len() - bare.len();
            let Some(mut written) = algebraic::written(bare, language) else {
                // `Castles` is said in words, too.
                let tokens = if language == "en" { in_words(text, Language::English, false) } else { None };
                let castles =
                    |tokens: &Vec<Token>| tokens.iter().all(|token| matches!(token.deed, Deed::Castle(_)));
                return tokens.filter(castles).map(Parsed::Words);
            };
            match &mut written {
                Written::Castle(_, end, _) | Written::Pass(end) => *end += skipped,
                Written::Moves(moves) => moves.iter_mut().for_each(|m| m.end += skipped),
            }
            Some(Parsed::Written(written))
        }
        Language::Numeric => {
            let bare = text.trim_start();
            let mut token = algebraic::numeric(bare)?;
            token.end += text.len() - bare.len();
            Some(Parsed::Written(Written::Moves(vec![token])))
        }
    }
}

/// Does a small letter begin a name? `Kkt-B3` reads, but no book prints it: it may be `Kt-B3`, too.
fn has_small_name(words: &str) -> bool {
    let begins = |pair: &[u8]| b"kqrbp".contains(&pair[1]) && !pair[0].is_ascii_lowercase();
    words.as_bytes().windows(2).any(begins)
}

/// What the words of one move can mean.
///
/// The whole cell is read; words after the move that give a result are found in [`Meanings::rest`]. A cell that
/// cannot be read has no plain reading.
#[must_use]
pub fn read(cell: &str, dialect: &Dialect) -> Meanings {
    let Some(parsed) = parse(cell, dialect) else {
        let check = if dialect.ocr { blurred::check_mark(cell) } else { CheckMark::None };
        return Meanings { marks: Marks { check, ..Marks::default() }, ..Meanings::default() };
    };
    let mut meanings = parsed.meanings();
    match blur(cell, &parsed, &meanings, dialect) {
        Blur::None => {}
        Blur::Some => {
            for mut reading in blurred::nearest(cell) {
                reading.cost += Cost(10);
                if meanings.plain.iter().all(|known| known.act != reading.act) {
                    meanings.plain.push(reading);
                }
            }
        }
        Blur::All => {
            meanings.plain.clear();
            if meanings.marks.check == CheckMark::None {
                meanings.marks.check = blurred::check_mark(cell);
            }
            return meanings;
        }
    }
    if dialect.ocr {
        // What is read against the print (an 8 for a 3) is a repair.
        for reading in meanings.plain.iter_mut().filter(|reading| reading.cost > READABLE) {
            reading.slip = reading.slip.or(Some(Slip::Unreadable));
        }
    }
    let end = parsed.end();
    let rest = cell.get(end..).unwrap_or("");
    let words = rest.trim_matches(|c: char| !c.is_alphanumeric() && c != '&');
    if !words.is_empty() {
        let start = end + rest.find(words).unwrap_or(0);
        meanings.rest = Some(Span::of(start, start + words.len()));
        if !may_follow(rest, dialect) {
            for reading in &mut meanings.plain {
                reading.cost += Cost(10);
            }
        }
    }
    meanings
}

/// How much of a cell of raw text is blurred.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blur {
    /// Nothing: it reads as it stands.
    None,
    /// It reads, with letters that are not what they seem: another move may be meant.
    Some,
    /// It reads only in part, or with letters that are seldom meant.
    All,
}

/// What spellings of raw text may cost and still be taken at their word, and to be taken at all.
const AT_ITS_WORD: Cost = Cost(6);
const READABLE: Cost = Cost(12);

pub(super) fn blur(cell: &str, parsed: &Parsed, meanings: &Meanings, dialect: &Dialect) -> Blur {
    if !dialect.ocr {
        return Blur::None;
    }
    let rest = cell.get(parsed.end()..).unwrap_or("");
    let left = rest.chars().any(char::is_alphanumeric) && !may_follow(rest, dialect);
    match meanings.plain.first().map(|reading| reading.cost) {
        Some(cost) if cost <= AT_ITS_WORD && !left => Blur::None,
        Some(cost) if cost <= READABLE && !left => Blur::Some,
        _ => Blur::All,
    }
}

/// May these words follow a move? A comma, a bracket or a word of the result says so.
fn may_follow(rest: &str, dialect: &Dialect) -> bool {
    rest.trim_start().starts_with([',', ';', '(', '[', '{', '.', ':'])
        || Lexicon::of(dialect.language).is_none_or(|lexicon| {
            lexicon.words_at(rest.trim_start(), dialect.ocr).iter().any(|hit| hit.word == Word::Result)
        })
}

/// A beginning of a text that reads as a move.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// Its length in bytes, its marks (`ch`, `e.p.`) included.
    pub len: usize,
    /// How surely it is a move, from 1 (might be prose: `K moves`) to 3 (nothing else: `Kt - K B 3`).
    pub sure: u8,
    /// What its words can mean.
    pub meanings: Meanings,
}

/// Most beginnings of one text that are given.
const MOST_BEGINNINGS: usize = 5;

/// Every beginning of a text that reads as a move, the longest first: `QxB 5` and `QxB` of `QxB 5. PxP`.
#[must_use]
pub fn beginnings(text: &str, dialect: &Dialect) -> Vec<Beginning> {
    let text = &text[..floor_char(text, LONGEST)];
    let Some(lexicon) = Lexicon::of(dialect.language) else {
        let Some(parsed) = parse(text, dialect) else { return Vec::new() };
        let (len, sure) = (parsed.end(), parsed.sureness());
        let ends = !text[len..].starts_with(char::is_alphanumeric);
        let found = ends.then(|| Beginning { len, sure, meanings: parsed.meanings() });
        return found.into_iter().collect();
    };
    if !descriptive::may_begin(text, lexicon, dialect.ocr) {
        return Vec::new();
    }
    let mut all = descriptive::all_tokens(&Scanner::new(text, lexicon, dialect.ocr));
    // What stands behind a slash or a line end may be the next move.
    let longest = all.iter().map(|token| token.end).max().unwrap_or(0);
    let most = if longest == 0 { LONGEST_NUMERATOR } else { longest };
    let cuts = text.match_indices(['/', '\n']).map(|(at, _)| at);
    for cut in cuts.take_while(|&at| at < most).take(MOST_CUTS) {
        let known = all.iter().any(|token| token.end == cut);
        if !known {
            all.extend(descriptive::all_tokens(&Scanner::new(&text[..cut], lexicon, dialect.ocr)));
        }
    }
    all.retain(|token| token.end > 0);
    all.sort_by_key(|token| (std::cmp::Reverse(token.end), token.cost));
    let mut out: Vec<Beginning> = Vec::new();
    for same in all.chunk_by(|a, b| a.end == b.end) {
        let meanings = reading::descriptive::meanings(same);
        let sure = same.iter().map(sureness).max().unwrap_or(1);
        out.push(Beginning { len: same[0].end, sure, meanings });
        if out.len() == MOST_BEGINNINGS {
            break;
        }
    }
    out
}

/// Every beginning of blurred print, as long as one of `ends` (in bytes), that may be a move: the nearest first; a cell in a
/// column may be far, and so may what fills the first `cell` bytes beside another move. Those that read as they stand keep
/// their readings, and are given those of near prints besides.
#[must_use]
pub fn blurred_beginnings(
    text: &str,
    ends: &[usize],
    cell: Option<usize>,
    style: Style<'_>,
    dialect: &Dialect,
) -> Vec<Beginning> {
    let clean = Dialect { ocr: false, ..*dialect };
    let mut out = beginnings(text, &clean);
    // A rank is seldom left out, and often blurred.
    for reading in
        out.iter_mut().flat_map(|found| &mut found.meanings.plain).filter(|reading| reading.cost >= RANKLESS)
    {
        reading.cost += READS;
    }
    // `Q-K?`, `Px?`: the mark stands for a figure or a letter.
    let letters = |len: usize| {
        let words = &text[..len];
        let is_figure = words.strip_suffix('?').is_some_and(|before| {
            before.contains(['-', '\u{2013}', '\u{2014}']) || before.ends_with(['x', 'X'])
        });
        let lacks = usize::from(is_figure) + usize::from(lacks_first(words));
        words.bytes().filter(u8::is_ascii_alphanumeric).count() + lacks
    };
    let clear: Vec<usize> = out.iter().map(|found| found.len).collect();
    for near in blurred::beginnings(text, ends, style) {
        let Some(first) = near.readings.first().copied() else { continue };
        let best = near.nearest;
        let (tail, check) = blurred::check_behind(&text[near.len..]).unwrap_or((0, CheckMark::None));
        let len = near.len + tail;
        let reads = clear.contains(&len) && !has_small_name(&text[..len]);
        match out.iter_mut().find(|known| known.len == len) {
            Some(known) => {
                let dearer = if !reads || text[..len].ends_with('?') { Cost::ZERO } else { READS };
                let new =
                    |reading: &&Reading| known.meanings.plain.iter().all(|other| other.act != reading.act);
                let more: Vec<Reading> = near.readings.iter().filter(new).copied().collect();
                known.meanings.plain.extend(more.into_iter().map(|mut reading| {
                    reading.cost += dearer;
                    reading
                }));
            }
            None => {
                let count = letters(near.len);
                // What stands alone in a column is a move, though much of it is lost.
                let fair = FAIR.min(Cost(FAIR_A_LETTER * count as u32));
                let rest = cell.and_then(|end| text.get(near.len..end));
                let fair = if rest.is_some_and(is_all) { FAIR_IN_CELL } else { fair };
                // Of two letters both must be names of men, or castle: `PP`, not `SO`; the first, where a move stands beside it.
                let mut inner = text[..near.len].bytes().filter(u8::is_ascii_alphanumeric);
                let is_name = |b: u8| b"KQRBNP0O".contains(&b);
                let stands_alone = cell == Some(text.len());
                let are_names =
                    if stands_alone { inner.all(is_name) } else { inner.next().is_some_and(is_name) };
                let lost = count == 2 && are_names;
                let castles = matches!(first.act, Act::Castle(_));
                if count < 3 && !castles && !(lost && fair == FAIR_IN_CELL) || best > fair {
                    continue;
                }
                let sure = if best <= CLEAR { 3 } else { 2 };
                let marks = Marks { check, ..Marks::default() };
                let mut readings = near.readings;
                // Where no more than blanks are lost the words read as they stand.
                if first.cost == blurred::BASE {
                    readings
                        .iter_mut()
                        .filter(|reading| reading.cost > best)
                        .for_each(|reading| reading.cost += READS);
                }
                let meanings = Meanings { plain: readings, marks, ..Meanings::default() };
                out.push(Beginning { len, sure, meanings });
            }
        }
    }
    let cost = |found: &Beginning| found.meanings.plain.first().map_or(0, |reading| reading.cost.0);
    // Where some words read as they stand, nothing that does not is meant first.
    let reads = out.iter().any(|found| cost(found) <= AT_ITS_WORD.0);
    out.sort_by_key(|found| {
        let cost = cost(found);
        (reads && cost > CLEAR.0, i64::from(cost) - LETTER * letters(found.len) as i64)
    });
    out.truncate(MOST_BEGINNINGS);
    out.iter_mut().for_each(|found| found.meanings.plain.sort_by_key(|reading| reading.cost));
    out
}

/// Does no more stand behind a move than the mark of a note?
fn is_all(rest: &str) -> bool {
    let rest = rest.trim_start();
    let bare = if rest.starts_with(['(', '[', '{']) { rest.trim_start_matches(|c| c != ' ') } else { rest };
    !bare.contains(char::is_alphanumeric)
}

/// Do words begin with something that stands alone as a move does, though it may not read as one?
#[must_use]
pub fn looks_like_move(text: &str, dialect: &Dialect) -> bool {
    let text = text.trim_start();
    // A move that is spoken of goes on with prose: `Kt-K5 was better`.
    let stands_alone = |rest: &str| {
        let rest = rest.trim_start_matches(|c: char| c == '.' || c == '!' || c == '?' || c.is_whitespace());
        let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        !word.starts_with(char::is_lowercase) || matches!(word, "sq" | "ch" | "mate" | "dis" | "and")
    };
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '!' | '?'));
    let first = &text[..end.unwrap_or(text.len())];
    let is_verb = |c: char| matches!(c, '-' | '—' | '–' | 'x' | '×');
    // `If 6 R-K1` speaks of one.
    if prose::is_unplayed(first) || prose::turns(first) {
        return false;
    }
    let parts = || first.split(is_verb);
    let short = parts().all(|part| {
        // A mark may be run together with a square: `N-B7mate`.
        let longest =
            if part.contains(|c: char| c.is_ascii_digit()) { 2 * LONGEST_WORD } else { LONGEST_WORD };
        (1..=longest).contains(&part.chars().count()) && part.chars().all(char::is_alphanumeric)
    });
    let figure = first.ends_with(|c: char| c.is_ascii_digit()) && first.starts_with(char::is_alphabetic);
    let joined = parts().count() == 2 && first.contains(char::is_uppercase);
    if short && (figure || joined) && stands_alone(&text[first.len()..]) {
        return true;
    }
    // `B x Zz`: the name of a piece and a verb.
    let mut behind = text[first.len()..].split_whitespace();
    let joins = matches!(behind.next(), Some("x" | "×" | "takes" | "to" | "-" | "—"));
    // `Note to move 4` is none.
    let mut is_prose = || behind.next().is_some_and(|word| word.chars().all(char::is_lowercase));
    if first.len() <= 4 && first.starts_with(char::is_uppercase) && joins && !is_prose() {
        return true;
    }
    if dialect.language != Language::English || !text.starts_with(char::is_alphanumeric) {
        return false;
    }
    let ends =
        text.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at).chain([text.len()]);
    let ends: Vec<usize> = ends.filter(|at| (1..=LONGEST_MOVE).contains(at)).collect();
    let style = Style::default();
    let found = blurred_beginnings(text, &ends, None, style, dialect);
    let has_figure = |words: &str| words.contains(|c: char| c.is_ascii_digit());
    found.iter().any(|found| {
        (found.sure >= 3 || found.sure >= 2 && has_figure(&text[..found.len]))
            && stands_alone(&text[found.len..])
    })
}

/// No part of a move is longer, in characters, and no move, in bytes.
const LONGEST_WORD: usize = 5;
const LONGEST_MOVE: usize = 24;

/// What a reading costs at least that lacks a rank.
const RANKLESS: Cost = Costs::DEFAULT.rank_missing;

/// Blurred print is clear up to this cost, and fair up to that.
const CLEAR: Cost = Cost(14);
const FAIR: Cost = Cost(30);

/// So is what fills a cell of a column.
const FAIR_IN_CELL: Cost = Cost(36);

/// The same for each letter or figure of it.
const FAIR_A_LETTER: u32 = 8;

/// What a letter more is worth, where beginnings of different lengths are put in order.
const LETTER: i64 = 8;

/// Longest move before the slash of a fraction, in bytes.
const LONGEST_NUMERATOR: usize = 32;

/// Slashes and line ends of a text before which a move is looked for.
const MOST_CUTS: usize = 3;

/// What was asked of words that may begin as a move does, by all of them that tell.
#[derive(Default)]
pub struct Known {
    found: RefCell<HashMap<Box<str>, Option<MoveShape>>>,
}

/// So many words are kept.
const MOST_KNOWN: usize = 1 << 14;

impl Known {
    /// [`is_move_like`], of a text that is always read in one notation.
    pub fn is_move_like(&self, text: &str, dialect: &Dialect) -> Option<MoveShape> {
        let cut = &text[..floor_char(text, LONGEST)];
        let Some(lexicon) = Lexicon::of(dialect.language) else { return is_move_like(text, dialect) };
        let lacks_first = dialect.ocr && lacks_first(cut);
        if !lacks_first && !descriptive::may_begin(cut, lexicon, dialect.ocr) {
            return None;
        }
        // What stands behind the end tells whether a word ends there.
        let key = &text[..floor_char(text, LONGEST + 4)];
        if let Some(&known) = self.found.borrow().get(key) {
            return known;
        }
        let new = is_move_like(text, dialect);
        let mut found = self.found.borrow_mut();
        if found.len() == MOST_KNOWN {
            found.clear();
        }
        found.insert(key.into(), new);
        new
    }
}

/// The longest beginning of a text that reads as a move; leading blanks belong to it.
#[must_use]
pub fn is_move_like(text: &str, dialect: &Dialect) -> Option<MoveShape> {
    if dialect.ocr && lacks_first(text) {
        let whole = format!("K{}", &text[..floor_char(text, LONGEST - 1)]);
        return is_move_like(&whole, dialect).map(|shape| MoveShape { len: shape.len - 1, ..shape });
    }
    let cut = &text[..floor_char(text, LONGEST)];
    let mut parsed = parse(cut, dialect)?;
    if let Parsed::Words(tokens) = &parsed
        && let Some(shorter) = without_next(cut, tokens, dialect)
    {
        parsed = Parsed::Words(shorter);
    }
    let len = parsed.end();
    // The words of a move end where a word ends.
    if text.get(len..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric)) {
        return None;
    }
    let cost = parsed.meanings().plain.first()?.cost;
    Some(MoveShape { len, score: parsed.sureness(), cost })
}

/// `P x Q Kt—Q 2`: where a verb stands right behind the longest reading, its last words name the man of the next move,
/// and the reading without them is meant. The printed words are parted at a blank only.
fn without_next(text: &str, longest: &[Token], dialect: &Dialect) -> Option<Vec<Token>> {
    let lexicon = Lexicon::of(dialect.language)?;
    let end = longest.first()?.end;
    let verb = lexicon
        .words_at(text[end..].trim_start(), dialect.ocr)
        .into_iter()
        .any(|hit| matches!(hit.word, Word::To | Word::Takes) && hit.cost == 0);
    // `PxP T(1T)1C`: a square in brackets behind the last word tells which man that is.
    let stands = text[end..].starts_with('(') && text[..end].contains([' ', '\n']);
    let castles = |token: &Token| matches!(token.deed, Deed::Castle(_));
    let stops = ['.', ',', ';'];
    let goes_on = || !text[end..].starts_with(&stops[1..]);
    let wing = castles(longest.first()?) && text[..end].trim_end_matches('.').contains(stops) && goes_on();
    if dialect.ocr || !(verb || stands || wing) {
        return None;
    }
    let mut all = descriptive::all_tokens(&Scanner::new(text, lexicon, false));
    if wing && !verb {
        // `Castles. Q. Kt. to Q's 2d`, `Castles, Q. Kt.`: the stop parts castling from the man that moves next.
        all.retain(|token| {
            token.end < end && (text[..token.end].ends_with('.') || text[token.end..].starts_with(stops))
        });
    }
    // Where what stands behind a dash reads farther as a move of its own the dash parts two: `Castles K R — B to K 2d`.
    let reaches = |words: &str| parse(words, dialect).map(|next| text.len() - words.len() + next.end());
    let behind = text[end..].trim_start_matches(|c| c == ' ' || is_dash(c));
    let apart = reaches(behind).unwrap_or(end + 1);
    all.retain(|token| {
        let rest = &text[token.end..];
        let bare = rest.trim_start_matches([' ', '\t', '\n', ',', ';', '.']);
        token.end < end
            && bare.len() < rest.len()
            && reaches(bare).is_some_and(|reached| reached > end && reached >= apart)
    });
    // `Castles Q R—Q sq`: of bare castling all the words are the next move's.
    let ends = all.iter().map(|token| token.end);
    let end = if all.iter().any(castles) { ends.min() } else { ends.max() }?;
    all.retain(|token| token.end == end);
    all.sort_by_key(|token| token.cost);
    Some(all)
}

fn sureness(token: &Token) -> u8 {
    match token.deed {
        Deed::Move { verb: Verb::To | Verb::Takes, goal: Goal::Place(place), .. } if place.rank.is_some() => {
            3
        }
        Deed::Move { verb: Verb::Takes, .. } | Deed::Castle(Some(_)) => 3,
        Deed::Castle(None) | Deed::Move { goal: Goal::Place(_) | Goal::Steps(_), .. } => 2,
        _ => 1,
    }
}
