//! A stretch of a page cut into tokens: numbers, moves, dots, marks, gaps between columns, other words.
use std::ops::Range;

use crate::book::figures::{castles_with_noughts, numerator, when_len};
use crate::book::{Recognizer, mark, ordinal};
use crate::chess::Color;
use crate::span::{Span, ceil_char, floor_char};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number that can stand before a move, with how many dots follow it.
    Number {
        /// What it says.
        value: u32,
        /// Dots after it; two or more say that Black moves.
        dots: u8,
    },
    /// Dots or dashes where a move would stand.
    Dots,
    /// Reads as a move.
    Move {
        /// How surely, from 1 to 3.
        sure: u8,
    },
    /// A footnote mark: `[A]`, `(a)`, `*`.
    Mark,
    /// `!` and `?`.
    Glyph,
    /// Two blanks or more, or a tab.
    Gap,
    /// `|`.
    Pipe,
    /// Punctuation between moves.
    Stop(u8),
    /// Words in brackets, brackets included.
    Aside,
    /// Words that say how the game ended.
    Ending,
    /// The name of the side that moves, in front of its move: `W.`, `Black:`.
    Label,
    /// Words of a move that is torn or misprinted.
    Torn,
    /// Any other word.
    Word,
}

/// A token and its place in the cleaned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    place: Span,
    /// What it is.
    pub kind: Kind,
}

impl Token {
    pub(crate) fn new(range: Range<usize>, kind: Kind) -> Self {
        Self { place: Span::of(range.start, range.end), kind }
    }

    /// Offset of its first byte.
    #[must_use]
    pub fn start(&self) -> usize {
        self.place.range().start
    }

    /// Offset after its last byte.
    #[must_use]
    pub fn end(&self) -> usize {
        self.place.range().end
    }
}

/// Whether line ends are blanks or columns matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// One line: wide blanks part columns.
    Line,
    /// Running text over several lines: all blanks are the same.
    Running,
}

/// Longest aside that is skipped as one token, in bytes.
const LONGEST_ASIDE: usize = 8000;

/// Most brackets in one another that are taken for an aside.
const DEEPEST_ASIDE: usize = 16;

/// No cell is longer, in bytes: how far the end of a column is looked for.
const LONGEST_CELL: usize = 400;

/// How far back the number of a row is looked for.
const MOST_TOKENS_A_ROW: usize = 100;

/// Cuts `range` of the cleaned text into tokens and appends them to `out`.
pub fn cut(text: &str, range: Range<usize>, flow: Flow, recognizer: &dyn Recognizer, out: &mut Vec<Token>) {
    let mut at = range.start;
    let end = range.end;
    let first = out.len();
    while at < end {
        let rest = &text[at..end];
        let (kind, len) = next(rest, out, flow, recognizer);
        if let Some(kind) = kind {
            out.push(Token::new(at..at + len, kind));
        }
        at = ceil_char(text, at + len.max(1));
    }
    join_torn(text, first, recognizer, out);
}

/// Most words that are taken for the first half of a move.
const MOST_HALF: usize = 3;

/// Puts the halves of a torn move together: `R—K K t sq`, where scraps stand behind a move, and `K t. to K B sq`,
/// where words that end with a verb stand before one. To read the whole half alone would be to misread it.
fn join_torn(text: &str, first: usize, recognizer: &dyn Recognizer, tokens: &mut Vec<Token>) {
    let word = |token: &Token| &text[token.start()..token.end()];
    let is_word = |token: &&Token| token.kind == Kind::Word;
    // What is kept moves up in its place: `kept` tokens are done, those from `at` on are still to be looked at.
    let (mut kept, mut at) = (first, first);
    while let Some(&token) = tokens.get(at) {
        at += 1;
        let mut put = token;
        if matches!(token.kind, Kind::Move { .. }) {
            let done = &tokens[first..kept];
            let before = done.iter().rev().take(MOST_HALF).take_while(is_word).count();
            let verb = done.last().is_some_and(|last| before > 0 && recognizer.is_verb(word(last)));
            let scrap = |&n: &usize| recognizer.is_scrap(word(&done[done.len() - n]));
            let half = (1..=before).rev().find(scrap).filter(|_| verb).unwrap_or(0);
            let behind = tokens[at..].iter().take_while(is_word).take(MOST_HALF + 1).count();
            let scraps =
                behind <= MOST_HALF && tokens[at..at + behind].iter().all(|t| recognizer.is_scrap(word(t)));
            let behind = if scraps { behind } else { 0 };
            if half + behind > 0 {
                let start = done[done.len() - half..].first().map_or(token.start(), Token::start);
                let end = tokens[at..at + behind].last().map_or(token.end(), Token::end);
                kept -= half;
                at += behind;
                put = Token::new(start..end, Kind::Torn);
            }
        }
        tokens[kept] = put;
        kept += 1;
    }
    tokens.truncate(kept);
}

fn next(rest: &str, before: &[Token], flow: Flow, recognizer: &dyn Recognizer) -> (Option<Kind>, usize) {
    let bytes = rest.as_bytes();
    let Some(&first) = bytes.first() else { return (None, 1) };
    if let Some((value, len)) = roman_number(rest, before, recognizer) {
        return (Some(Kind::Number { value, dots: 1 }), len);
    }
    let last = before.last().map(|last| &last.kind).filter(|_| flow == Flow::Line);
    let is_beside = matches!(last, Some(Kind::Gap | Kind::Move { .. } | Kind::Number { .. }));
    if let Some(len) = is_beside.then(|| when_len(rest)).flatten() {
        return (Some(Kind::Aside), len);
    }
    if let Some(len) = mark::illegible(rest).filter(|_| lacks_move(before)) {
        return (Some(Kind::Torn), len);
    }
    if let Some((value, len)) = misread_number(rest, before, flow, recognizer) {
        return (Some(Kind::Number { value, dots: 1 }), len);
    }
    match first {
        b' ' | b'\t' | b'\n' => {
            let len = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let wide = len >= 2 || bytes[..len].contains(&b'\t');
            let gap = flow == Flow::Line && wide && !before.is_empty();
            return (gap.then_some(Kind::Gap), len);
        }
        b'|' => return (Some(Kind::Pipe), 1),
        b'0'..=b'9' => {
            // `0-0` and the like are moves; so may be a figure (`12. …`), never.
            if let Some(len) = castles_with_noughts(bytes) {
                let len = recognizer.move_at(rest).map_or(len, |seen| seen.len.max(len));
                return (Some(Kind::Move { sure: 3 }), len);
            }
            // `1:0` is no row.
            if let Some(len) = ending(rest, recognizer) {
                return (Some(Kind::Ending), len);
            }
            if let Some((kind, len)) = number(rest, recognizer) {
                return (Some(kind), len);
            }
        }
        b'!' | b'?' => {
            return (Some(Kind::Glyph), bytes.iter().take_while(|b| matches!(b, b'!' | b'?')).count());
        }
        b'[' | b'(' | b'{' => {
            if let Some((value, len)) = bracketed_number(rest, before, recognizer) {
                return (Some(Kind::Number { value, dots: 0 }), len);
            }
            if let Some(len) = mark::bracketed(rest) {
                return (Some(Kind::Mark), len);
            }
            if let Some(len) = aside_len(rest) {
                return (Some(Kind::Aside), len);
            }
            return (Some(Kind::Stop(first)), 1);
        }
        b';' | b',' | b':' | b'/' | b')' | b']' | b'}' => return (Some(Kind::Stop(first)), 1),
        _ => {}
    }
    if let Some(len) = dash_between(rest, before, recognizer) {
        return (Some(Kind::Stop(b'-')), len);
    }
    if let Some(len) = dots_len(rest) {
        return (Some(Kind::Dots), len);
    }
    if let Some(len) = side_label(rest, before, recognizer) {
        return (Some(Kind::Label), len);
    }
    if first == b'.' {
        return (Some(Kind::Stop(first)), 1);
    }
    if let Some(len) = mark::sign(rest) {
        return (Some(Kind::Mark), len);
    }
    let cell = if flow == Flow::Line { &rest[..column_end(rest)] } else { rest };
    let cell = numerator(cell, recognizer).unwrap_or(cell);
    if let Some(seen) =
        recognizer.move_at(cell).filter(|seen| seen.len > 0 && cell.is_char_boundary(seen.len))
    {
        let len = cell[..seen.len].trim_end().len().max(1);
        let len = number_behind(cell, len, before, recognizer).unwrap_or(len);
        let len = label_behind(cell, len, recognizer).unwrap_or(len);
        let len = mark::behind_move(&cell[..len]).unwrap_or(len);
        // `B. The same.`: what stands behind the name of a side is a move.
        let is_named = before.last().is_some_and(|token| token.kind == Kind::Label);
        let sure = if is_named { seen.sure.max(2) } else { seen.sure };
        return (Some(Kind::Move { sure }), len);
    }
    if let Some(len) = ending(rest, recognizer) {
        return (Some(Kind::Ending), len);
    }
    (Some(Kind::Word), word_len(rest))
}

/// Is a half-move due behind these tokens, which are a number, or a number and one move?
fn lacks_move(before: &[Token]) -> bool {
    let near = &before[before.len().saturating_sub(4)..];
    let number = near.iter().rposition(|token| matches!(token.kind, Kind::Number { .. }));
    let is_move = |token: &&Token| matches!(token.kind, Kind::Move { .. } | Kind::Torn | Kind::Dots);
    number.is_some_and(|at| near[at..].iter().filter(is_move).count() < 2)
}

/// Length of words that say how the game ended, without blanks behind them.
fn ending(rest: &str, recognizer: &dyn Recognizer) -> Option<usize> {
    let len = recognizer.ending_len(rest).filter(|&len| len > 0 && rest.is_char_boundary(len))?;
    Some(rest[..len].trim_end().len().max(1))
}

/// Names of the sides, as they stand before moves: a longer one in front of those that are its beginning.
const WHITE: [&str; 4] = ["White", "WHITE", "Wh", "W"];
const BLACK: [&str; 4] = ["Black", "BLACK", "Bl", "B"];
fn labels() -> impl Iterator<Item = (&'static str, Color)> {
    let all = [(WHITE, Color::White), (BLACK, Color::Black)];
    all.into_iter().flat_map(|(names, side)| names.map(|name| (name, side)))
}

/// The side that a word names.
pub(crate) fn side_of(word: &str) -> Option<Color> {
    let side = if WHITE.contains(&word) { Color::White } else { Color::Black };
    (side == Color::White || BLACK.contains(&word)).then_some(side)
}

/// Words behind the name of a side, if they begin with one and a stop, a colon or a dash: `W. P-K4`, `Black: P-K4`. Where
/// either may stand there `B.` is a bishop.
#[must_use]
pub(crate) fn behind_side(words: &str, side: Option<Color>) -> &str {
    let may_stand = |&(label, of): &(&str, Color)| side.map_or(label != "B", |side| side == of);
    let behind = labels().filter(may_stand).find_map(|(label, _)| words.strip_prefix(label));
    let is_stop = |c: char| matches!(c, '.' | ':') || is_dash(c);
    behind
        .filter(|rest| rest.trim_start().starts_with(is_stop))
        .map_or(words, |rest| rest.trim_start_matches(|c| is_stop(c) || c == ' '))
}

/// What stands behind the dashes that words begin with, blanks in front of them or not: `— P-K4` of `W. — P-K4`.
pub(crate) fn behind_dashes(words: &str) -> &str {
    let dashed = words.trim_start();
    match dash_len(dashed) {
        0 => words,
        dashes => &dashed[dashes..],
    }
}

/// `1. W: P-K4. B: P-K4.`: the name of a side with a colon between a number and a move, or between two moves, says
/// nothing that its place does not. `B.` and `B-` are a bishop, and `B:c6` takes, but in a text that names the sides so.
fn side_label(rest: &str, before: &[Token], recognizer: &dyn Recognizer) -> Option<usize> {
    let (label, _) = labels().find(|(label, _)| rest.starts_with(label))?;
    let stopped = rest[label.len()..].trim_start_matches('.');
    let colon = stopped.starts_with(':');
    let after = behind_dashes(stopped);
    let stop = after.len() + label.len() < rest.len() || after.starts_with(char::is_whitespace);
    let is_glued = rest.starts_with("B:") && !rest[2..].starts_with(' ');
    let takes = || is_glued && recognizer.move_at(rest).is_some_and(|seen| seen.sure >= 2);
    let is_named = if recognizer.names_sides() { colon || stop } else { colon && !takes() };
    if !is_named {
        return None;
    }
    let after = after.strip_prefix(':').unwrap_or(after);
    let follows = recognizer.move_at(after.trim_start());
    let last = before.iter().rev().find(|t| !matches!(t.kind, Kind::Stop(_) | Kind::Gap | Kind::Mark));
    let stands = match last.map(|token| token.kind) {
        None => !colon,
        Some(Kind::Number { .. } | Kind::Move { .. }) => true,
        _ => false,
    };
    // `B—Kt 5` is a move, too.
    let sure = if colon || after.len() < stopped.len() { 2 } else { 1 };
    (stands && follows.is_some_and(|seen| seen.sure >= sure)).then_some(rest.len() - after.len())
}

/// Where the column ends: at a tab, a bar, three blanks, or two before a figure; or far behind any move.
pub(super) fn column_end(rest: &str) -> usize {
    let most = floor_char(rest, LONGEST_CELL);
    let mut blanks = 0;
    for (i, b) in rest.bytes().enumerate().take(most) {
        match b {
            b'\t' | b'|' => return i,
            b' ' => {
                blanks += 1;
                if blanks == 3 {
                    return i - 2;
                }
            }
            _ => {
                if blanks == 2 && b.is_ascii_digit() {
                    return i - 2;
                }
                blanks = 0;
            }
        }
    }
    most
}

/// `Q x B 5. P x P` after a 4, `Q x B 1-0`: the figure is the next number or begins the result, and is no rank. Gives
/// the length of the move without it.
fn number_behind(cell: &str, len: usize, before: &[Token], recognizer: &dyn Recognizer) -> Option<usize> {
    let words = &cell[..len];
    if !words.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let last = before.iter().rev().take(MOST_TOKENS_A_ROW).find_map(|token| match token.kind {
        Kind::Number { value, .. } => Some(value),
        _ => None,
    });
    let mut at = 0;
    for word in words.split_ascii_whitespace() {
        let start = at + words[at..].find(word).unwrap_or(0);
        at = start + word.len();
        let Ok(value) = word.trim_end_matches(['.', '\u{2026}']).parse::<u32>() else { continue };
        // Black's move may bear the number of White's again.
        let follows = last.is_some_and(|last| value == last || value == last + 1);
        if !follows && recognizer.ending_len(&cell[start..]).is_none() {
            continue;
        }
        // Only a capture is as sure of itself without a rank.
        let rest = words[..start].trim_end_matches(['.', '_', ' ', '\n', '\t']);
        if recognizer.move_at(rest).is_some_and(|seen| seen.sure >= 3 && seen.len >= rest.len()) {
            return Some(rest.len());
        }
    }
    None
}

/// `Q x B. B: Q x Q`: the last letter names the side that moves next. Gives the length of the move without it.
fn label_behind(cell: &str, len: usize, recognizer: &dyn Recognizer) -> Option<usize> {
    let words = cell[..len].trim_end_matches('.');
    let bare = words.strip_suffix(['B', 'W'])?.trim_end_matches([' ', '\n', '\t']);
    if bare.is_empty() || bare.len() + 1 == words.len() {
        return None;
    }
    let rest = &cell[words.len()..];
    let colon = rest.strip_prefix(':');
    let rest = colon.or_else(|| rest.strip_prefix('.').filter(|_| recognizer.names_sides()))?;
    let rest = rest[dash_len(rest)..].trim_start();
    // `B takes Q B. B. P takes B`: the second is the name.
    let named = rest.strip_prefix("B.").is_some_and(|rest| recognizer.move_at(rest.trim_start()).is_some());
    let follows = colon.is_some() || !named && recognizer.move_at(rest).is_some();
    follows.then_some(bare.len())
}

fn word_len(rest: &str) -> usize {
    let dashes = dash_len(rest);
    if dashes > 0 && rest[dashes..].starts_with(|c: char| c.is_ascii_digit()) {
        return dashes;
    }
    let mut chars = rest.char_indices();
    chars.next();
    // `Birch.--1 P-K4`: the number is no part of the name before it.
    let numbered = |i: usize| {
        let dashes = dash_len(&rest[i..]);
        let long = dashes >= 2 && rest[i + dashes..].starts_with(|c: char| c.is_ascii_digit());
        long && rest[..i].ends_with(['.', ':', ')'])
    };
    chars
        .find(|&(i, c)| {
            c.is_whitespace()
                || matches!(c, '|' | '[' | ';' | ',' | '(' | ')' | ']' | '{' | '}')
                || is_dash(c) && numbered(i)
        })
        .map_or(rest.len(), |(i, _)| i)
}

pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2013}' | '\u{2014}')
}

/// Length of the dashes at the start of a text.
fn dash_len(rest: &str) -> usize {
    rest.chars().take_while(|&c| is_dash(c)).map(char::len_utf8).sum()
}

/// `1—P to K 4—P to K 4`: dashes between two moves.
fn dash_between(rest: &str, before: &[Token], recognizer: &dyn Recognizer) -> Option<usize> {
    let len = dash_len(rest);
    let between = len > 0 && before.last().is_some_and(|last| matches!(last.kind, Kind::Move { .. }));
    let follows = between && recognizer.move_at(&rest[len..]).is_some_and(|seen| seen.sure >= 2);
    follows.then_some(len)
}

/// `(1) P to K 4`: a number in brackets that begins a row or follows others of its kind.
fn bracketed_number(rest: &str, before: &[Token], recognizer: &dyn Recognizer) -> Option<(u32, usize)> {
    let (close, inner) = (mark::closing(*rest.as_bytes().first()?)?, &rest[1..]);
    let digits = inner.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let words = inner[digits..].strip_prefix(char::from(close))?.trim_start();
    let value: u32 = inner[..digits].parse().ok().filter(|&value| value > 0)?;
    let last = before.iter().rev().find(|token| matches!(token.kind, Kind::Number { .. }));
    let stands = match last.map(|token| (token.kind, token.end() - token.start())) {
        None => before.is_empty(),
        Some((Kind::Number { value: last, dots: 0 }, len)) => {
            len == last.to_string().len() + 2 && (value == last || value == last + 1)
        }
        Some(_) => false,
    };
    let is_row = stands && !mark::leads_number(words);
    let follows = is_row && recognizer.move_at(words).is_some_and(|seen| seen.sure >= 2);
    follows.then_some((value, digits + 2))
}

/// `IV. Kt-B3`: a Roman number and a move behind it, the first or the one after the last number.
fn roman_number(rest: &str, before: &[Token], recognizer: &dyn Recognizer) -> Option<(u32, usize)> {
    let len = rest.bytes().take(8).take_while(|b| b"IVXL".contains(b)).count();
    let after =
        rest[len..].strip_prefix(['.', ')']).filter(|after| after.starts_with([' ', '\t']) && len > 0)?;
    let value = ordinal::number(&rest[..len])?;
    let last = before.iter().rev().take(MOST_TOKENS_A_ROW).find_map(|token| match token.kind {
        Kind::Number { value, .. } => Some(value),
        _ => None,
    });
    let stands = last.map_or(before.is_empty(), |last| value == last + 1);
    let follows = stands && recognizer.move_at(after.trim_start()).is_some_and(|seen| seen.sure >= 2);
    follows.then_some((value, len + 1))
}

/// A number that can stand before a move: `12`, `12.`, `12)`, `12...`, `12. ...`.
fn number(rest: &str, recognizer: &dyn Recognizer) -> Option<(Kind, usize)> {
    let bytes = rest.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > 3 {
        return None;
    }
    let value: u32 = rest[..digits].parse().ok()?;
    let mut len = digits;
    let mut dots = 0_u8;
    match rest[digits..].chars().next() {
        None | Some(' ' | '\t' | '\n' | '|') => {}
        Some('.' | ',' | '\u{2026}' | '\u{b7}') => {
            let run = dots_run(&rest[digits..]);
            if run.0 == 0 {
                // A comma: as good as a dot where a move follows.
                let after = rest[digits + 1..].trim_start();
                recognizer.move_at(after)?;
                len += 1;
            }
            dots = run.0;
            len += run.1;
            // `1.—P-K4`
            let dashes = dash_len(&rest[len..]);
            if dots < 2 && recognizer.move_at(&rest[len + dashes..]).is_some_and(|seen| seen.sure >= 2) {
                len += dashes;
            }
        }
        Some(')' | ']' | ':') => len += 1,
        Some(c) if c.is_alphabetic() => {
            // Glued to the move (`2KttoKB3`); `2d` and `4th` are no move numbers.
            let after = &rest[digits..];
            let glued = recognizer.move_at(after)?;
            if glued.len < 3 || glued.sure < 2 {
                return None;
            }
        }
        Some('-' | '\u{2013}' | '\u{2014}') => {
            let skip = rest[digits..].chars().next().map_or(1, char::len_utf8);
            recognizer.move_at(rest[digits + skip..].trim_start())?;
            len += skip;
        }
        Some(_) if mark::is_behind_number(&rest[digits..]) => {}
        Some(_) => return None,
    }
    Some((Kind::Number { value, dots }, len))
}

/// `l. P—K4`, `lO. Castles`: a number with letters that look like its figures, a full stop and a move behind it.
fn misread_number(
    rest: &str,
    before: &[Token],
    flow: Flow,
    recognizer: &dyn Recognizer,
) -> Option<(u32, usize)> {
    let is_figure = |b: &u8| b.is_ascii_digit() || b"lIOo".contains(b);
    let len = rest.bytes().take_while(is_figure).count();
    let figures = &rest[..len];
    let stands = before.last().is_none_or(|token| !matches!(token.kind, Kind::Word | Kind::Number { .. }));
    if !(1..=3).contains(&len) || figures.bytes().all(|b| b.is_ascii_digit()) || !stands {
        return None;
    }
    // `I P-K4      P-K4`: the first row of a table, its number without a stop.
    let bare = len == 1 && before.is_empty() && figures != "o" && figures != "O" && flow == Flow::Line;
    let dotted = rest[len..].strip_prefix('.').filter(|after| after.starts_with([' ', '\t']));
    let after = dotted.or_else(|| rest[len..].strip_prefix(' ').filter(|_| bare))?;
    let value = figures.replace(['l', 'I'], "1").replace(['O', 'o'], "0").parse().ok()?;
    let sure = if dotted.is_some() { 2 } else { 3 };
    let follows = recognizer.move_at(after.trim_start()).is_some_and(|seen| seen.sure >= sure);
    (value > 0 && follows).then_some((value, len + usize::from(dotted.is_some())))
}

/// How many dots a run at the start of `text` counts (an ellipsis is three), and its length with blanks between
/// dots.
pub(crate) fn dots_run(text: &str) -> (u8, usize) {
    let mut count = 0_u8;
    let mut len = 0;
    for (i, c) in text.char_indices() {
        match c {
            '.' | '\u{b7}' => count = count.saturating_add(1),
            '\u{2026}' => count = count.saturating_add(3),
            // `10.., Castles`: a comma after the dots belongs to them.
            ',' if count >= 2 && len == i => {}
            ' ' if count >= 1 && i < 40 => continue,
            _ => break,
        }
        len = i + c.len_utf8();
    }
    (count, len)
}

/// Length of dots or dashes that stand for a move: `....`, `. . .`, `--`, `—` with blanks around.
fn dots_len(rest: &str) -> Option<usize> {
    let (count, len) = dots_run(rest);
    if count >= 2 {
        return Some(len);
    }
    let dashes: usize =
        rest.chars().take_while(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')).map(char::len_utf8).sum();
    if dashes == 0 {
        return None;
    }
    let after = rest[dashes..].chars().next();
    (after.is_none_or(char::is_whitespace) || after == Some('|')).then_some(dashes)
}

/// Length of words in brackets, brackets included; none where they do not end.
pub(super) fn aside_len(rest: &str) -> Option<usize> {
    let open = *rest.as_bytes().first()?;
    let close = mark::closing(open)?;
    let mut depth = 0_usize;
    for at in memchr::memchr2_iter(open, close, &rest.as_bytes()[..rest.len().min(LONGEST_ASIDE)]) {
        if rest.as_bytes()[at] == open {
            depth += 1;
            if depth > DEEPEST_ASIDE {
                return None;
            }
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_before_a_blank_or_a_bar_stand_for_a_move() {
        for (rest, len) in [("\u{2014}| Kt-B3", 3), ("- P-K4", 1), ("\u{2014}", 3), (".... P-K4", 4)] {
            assert_eq!(dots_len(rest), Some(len), "{rest}");
        }
        for rest in ["-K4", "\u{2014}the end", ". P-K4", "|"] {
            assert_eq!(dots_len(rest), None, "{rest}");
        }
    }
}
