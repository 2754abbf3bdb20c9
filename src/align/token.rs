//! A page cut into tokens once: numbers, words, gaps between columns, marks, line ends. Nothing is decided here: which
//! words are moves is asked of the notation later, and which moves are played of the board.
mod figures;

pub(super) use figures::{ELEVEN, is_of_ones, misread};
use figures::{figure, word_len};

use crate::book::page::Page;
use crate::book::token::dots_run;
use crate::book::{figures::clock_len, mark};
use crate::grammar::cell::lacks_first;
use crate::lexicon::words::is_dash;
use crate::span::{ceil_char, floor_char};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A figure that may number a move, with the dots behind it; two or more say that Black moves.
    Number { value: u16, dots: u8 },
    /// Letters, figures within them, apostrophes; figurines.
    Word,
    /// Dots or a dash where a move would stand.
    Dots,
    /// Two blanks or more, or a tab, within a line.
    Gap,
    /// `|`.
    Pipe,
    /// The end of a line.
    Line,
    /// A footnote mark: `[A]`, `(a)`, `*`.
    Mark,
    /// `!` and `?`.
    Glyph,
    /// `(` or `[`.
    Open(u8),
    /// `)` or `]`.
    Close(u8),
    /// Any other character.
    Stop(u8),
}

/// A token and its place in the cleaned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub start: u32,
    pub end: u32,
    /// The line it stands on.
    pub line: u32,
    pub kind: Kind,
    /// A single dash or slash with a word right before it.
    pub joins: bool,
}

impl Token {
    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// The tokens of a page, and the first of each line. Words of raw print that run together are parted.
pub(crate) fn cut(page: &Page, raw: bool) -> (Vec<Token>, Vec<u32>) {
    let mut tokens: Vec<Token> = Vec::with_capacity(page.text.len() / 4);
    let mut lines = Vec::with_capacity(page.rows.len() + 1);
    for (line, row) in page.rows.iter().enumerate() {
        lines.push(at(tokens.len()));
        let mut place = row.start();
        // Indentation says nothing here.
        place += page.text[place..row.end().max(place)].len()
            - page.text[place..row.end().max(place)].trim_start().len();
        let begin = place;
        let first = tokens.len();
        // In columns words stand apart.
        let words = page.text[place..row.end().max(place)].trim_end();
        let runs_on = raw && (!words.contains(APART) || runs_on(page, line));
        while place < row.end() {
            let rest = &page.text[place..row.end()];
            let before = if tokens.len() > first { tokens.last().copied() } else { None };
            let parted = if runs_on {
                // What begins a line may go on with the one before.
                let first = if place == begin {
                    line.checked_sub(1).map_or(0, |before| page.rows[before].start())
                } else {
                    row.start()
                };
                let from = first.max(ceil_char(&page.text, place.saturating_sub(LONGEST_RUN)));
                // What ends it may go on behind it, on the next page perhaps.
                let behind = page.rows.get(line + BETWEEN_PAGES).or(page.rows.last());
                let end = behind.map_or(row.end(), |behind| behind.end().max(row.end()));
                let to = end.min(floor_char(&page.text, place + LONGEST_RUN));
                parted(&page.text[from..to], place - from)
            } else if raw {
                rank_and_more(&page.text[row.start()..place], rest)
            } else {
                None
            };
            let begins = raw && place == begin;
            let glued = if begins { misread_number(rest) } else { None };
            let odd = || if begins && !runs_on { odd_number(rest) } else { None };
            // The line before ends with the first letter.
            let goes_on = begins && runs_on && ends_with_name(page, line);
            let first_lost = || without_first(rest, before, place).filter(|_| !goes_on);
            let torn = || raw.then(|| misread_file(rest).or_else(first_lost)).flatten();
            let found = glued.or_else(odd).or(parted).or_else(torn);
            let (kind, len) = found.unwrap_or_else(|| next(rest, before, place, raw));
            if let Some(kind) = kind {
                let joins = before.is_some_and(|token| token.end as usize == place && token.is_word())
                    && rest.chars().next().is_some_and(|c| c.len_utf8() == len);
                tokens.push(Token { start: at(place), end: at(place + len), line: at(line), kind, joins });
            }
            place += len;
        }
        tokens.push(Token {
            start: at(row.end()),
            end: at(row.end()),
            line: at(line),
            kind: Kind::Line,
            joins: false,
        });
    }
    lines.push(at(tokens.len()));
    tokens.shrink_to_fit();
    (tokens, lines)
}

fn at(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn next(rest: &str, before: Option<Token>, place: usize, raw: bool) -> (Option<Kind>, usize) {
    let bytes = rest.as_bytes();
    let touches = before.is_some_and(|token| token.end as usize == place);
    match bytes[0] {
        b' ' | b'\t' => {
            let len = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            let wide = len >= 2 || bytes[0] == b'\t';
            return ((wide && before.is_some()).then_some(Kind::Gap), len);
        }
        b'|' => return (Some(Kind::Pipe), 1),
        b'0'..=b'9' => {
            // Behind a dash or a slash a figure is part of a move: `B-4`, `/4`.
            let inner = touches
                && before.is_some_and(|token| matches!(token.kind, Kind::Stop(b'-' | b'/')) && token.joins);
            let apart = !touches || before.is_some_and(|token| matches!(token.kind, Kind::Gap | Kind::Pipe));
            if apart && let Some(len) = castling(rest) {
                return (Some(Kind::Word), len);
            }
            if !inner && let Some(found) = number(rest) {
                return found;
            }
            return (Some(Kind::Word), word_len(rest));
        }
        b'!' | b'?' => {
            return (Some(Kind::Glyph), bytes.iter().take_while(|b| matches!(b, b'!' | b'?')).count());
        }
        // In raw print braces are mostly misread.
        b'{' | b'}' if raw => {}
        b'(' | b'[' | b'{' => {
            if let Some(len) = mark::bracketed(rest) {
                return (Some(Kind::Mark), len);
            }
            return (Some(Kind::Open(bytes[0])), 1);
        }
        b')' | b']' | b'}' => return (Some(Kind::Close(bytes[0])), 1),
        _ => {}
    }
    if let Some(len) = mark::sign(rest) {
        return (Some(Kind::Mark), len);
    }
    let (dots, len) = dots_run(rest);
    if dots >= 2 {
        return (Some(Kind::Dots), len);
    }
    let dashes: usize = rest.chars().take_while(|&c| is_dash(c)).map(char::len_utf8).sum();
    if dashes > 0 {
        let apart = !touches
            || before.is_none_or(|token| matches!(token.kind, Kind::Gap | Kind::Pipe | Kind::Number { .. }));
        let ends = rest[dashes..].starts_with([' ', '\t', '|']) || rest.len() == dashes;
        return (Some(if apart && ends { Kind::Dots } else { Kind::Stop(b'-') }), dashes);
    }
    let first = rest.chars().next().unwrap_or(' ');
    if first.is_alphanumeric() || ('\u{2654}'..='\u{265f}').contains(&first) {
        return (Some(Kind::Word), glued_number(rest).unwrap_or_else(|| word_len(rest)));
    }
    let stop = if first.is_ascii() { bytes[0] } else { 0 };
    (Some(Kind::Stop(stop)), first.len_utf8())
}

/// So many lines behind one the next may stand.
const BETWEEN_PAGES: usize = 3;

/// So many bytes before and behind a place are looked at for what runs together with it.
const LONGEST_RUN: usize = 200;

/// Blanks that part columns.
const APART: &str = "   ";

/// Do the numbers of moves stand inside the parts that wide blanks cut a line into? Then it is running text of which something
/// was lost there.
pub(crate) fn holds_numbers(line: &str) -> bool {
    let inside = |cell: &str| {
        let cell = cell.trim().trim_start_matches(|c: char| !c.is_alphabetic());
        // In a row no sign stands before a number.
        let follows = |at: usize| {
            let before = cell[..at].trim_end_matches(|c: char| c.is_ascii_digit());
            before.trim_end_matches(' ').ends_with([';', ','])
        };
        let figures = cell.match_indices(|c: char| c.is_ascii_digit());
        let worth = figures.map(|(at, figure)| {
            let rest = &cell[at + figure.len()..];
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            if rest.is_empty() || rest.starts_with(NAMES) {
                if follows(at) { NUMBERS_OF_TEXT } else { usize::from(!rest.is_empty()) }
            } else {
                0
            }
        });
        worth.sum::<usize>()
    };
    line.split(APART).map(inside).sum::<usize>() >= NUMBERS_OF_TEXT
}

/// Is a line with wide blanks in it running text of which something was lost there? It holds numbers inside its parts, or stands
/// among lines of text.
pub(crate) fn runs_on(page: &Page, line: usize) -> bool {
    let near = |line: Option<usize>| line.map_or("", |line| page.row_text(line).trim());
    let around = [near(line.checked_sub(1)), near(Some(line + 1))];
    let is_text = |words: &&str| words.len() >= FULL && !words.contains(APART);
    let mut beside = around.iter().filter(|words| !words.is_empty()).peekable();
    holds_numbers(page.row_text(line)) || beside.peek().is_some() && beside.all(is_text)
}

/// A line of running text is at least so long, in bytes.
const FULL: usize = 48;

/// So many numbers inside its parts show a line to be running text: of rows beside one another the blanks may be lost, too.
const NUMBERS_OF_TEXT: usize = 3;

/// The first part of what runs together in raw print, a name or a figure: `Q33P` is `Q 3 3 P`. The figures of which one may
/// be a rank and the others a number stand alone, each with the number that all from there on make.
fn parted(row: &str, place: usize) -> Option<(Option<Kind>, usize)> {
    let (before, rest) = row.split_at(place);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let run = &rest[..word_len(rest)];
    if run.is_empty() {
        return None;
    }
    if ends_castling(before, run, &rest[run.len()..]) {
        return Some((Some(Kind::Word), 1));
    }
    let is_inner = |c: char| c.is_ascii_alphanumeric();
    let whole = &row[before.trim_end_matches(is_inner).len()..place + run.len()];
    let glued = runs_together(whole) || holds_next_man(before, run, &rest[run.len()..]);
    // The line before may end with the name.
    let indented = before.trim_end_matches(' ');
    let bare = indented.strip_suffix('\n').or(before.strip_suffix(' ')).unwrap_or(before);
    let name = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let is_file = bare.ends_with(['K', 'Q', 'R', 'B', 't', 'N', 'P'])
        && (name <= MOST_OF_NAME || bare.len() == before.len() && glued);
    let is_rank = is_file && (b'1'..=b'8').contains(&rest.as_bytes()[0]);
    let number = |rest| inner_number(rest).filter(|_| glued || ends_goal(before));
    if let Some((value, len)) = number(rest).filter(|_| !is_rank) {
        return Some((Some(Kind::Number { value, dots: 0 }), len));
    }
    if digits == 0 {
        return glued.then(|| (Some(Kind::Word), name_len(run)));
    }
    if is_rank && let Some((value, _)) = inner_number(&rest[1..]) {
        return Some((Some(Kind::Number { value, dots: 0 }), 1));
    }
    // `90-0`: a number and castling.
    let behind = rest[digits..].trim_start_matches(is_dash);
    let castles = behind.len() < rest.len() - digits && behind.starts_with(NOUGHTS);
    let figures = digits - usize::from(castles && digits > 1 && rest[..digits].ends_with('0'));
    let value = rest[..figures].parse().ok()?;
    if is_rank && (2..=4).contains(&figures) && rest.as_bytes()[1] != b'0' {
        return Some((Some(Kind::Number { value, dots: 0 }), 1));
    }
    // `R4chP`, `Kt5kKt`
    let behind = &run[digits..];
    let marked = glued
        && (behind.starts_with("ch")
            || is_rank && behind.starts_with(char::is_lowercase) && behind[1..].starts_with(NAMES));
    (figures < digits || marked).then_some((Some(Kind::Number { value, dots: 0 }), figures))
}

/// The first figure of those that are glued to the name of a file: a rank, whatever stands behind it, or all of them are a
/// number.
fn rank_and_more(before: &str, rest: &str) -> Option<(Option<Kind>, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_rank = before.ends_with(['K', 'Q', 'R', 'B', 't', 'N'])
        && rest.starts_with(|c: char| ('1'..='8').contains(&c))
        && digits == 2;
    let value = rest[..digits].parse().ok().filter(|_| is_rank)?;
    Some((Some(Kind::Number { value, dots: 0 }), 1))
}

/// The number of a row within what runs together, of which figures were read as letters, and how long it is: `i2B`, `I8.B`.
fn inner_number(rest: &str) -> Option<(u16, usize)> {
    if rest.strip_prefix(ELEVEN).is_some_and(|behind| behind.starts_with(NAMES)) {
        return Some((11, 1));
    }
    let len = rest.bytes().take_while(|b| b.is_ascii_digit() || b"iIlSzZGT".contains(b)).count();
    let number = &rest[..len];
    let figures = number.bytes().filter(u8::is_ascii_digit).count();
    let is_blurred = figures < len && (figures > 0 || number.bytes().all(|b| b"iIl".contains(&b)));
    let behind = rest[len..].strip_prefix('.').unwrap_or(&rest[len..]);
    let behind = behind.strip_prefix(' ').unwrap_or(behind);
    let is_number = (2..=3).contains(&len) && is_blurred && behind.starts_with(NAMES);
    is_number.then(|| (misread(number), len))
}

/// Do words end with the square that a move goes to?
fn ends_goal(before: &str) -> bool {
    let name = before.trim_end_matches(|c: char| matches!(c, '1'..='8'));
    let name = if name.len() + 1 == before.len() { name } else { before.strip_suffix("sq").unwrap_or("") };
    name.ends_with(['K', 'Q', 'R', 'B', 't', 'N'])
}

/// What raw print may show for the noughts of castling.
pub(super) const NOUGHTS: [char; 3] = ['0', 'O', 'o'];

/// Is the first letter or figure of what runs together behind a dash the end of castling: `O-OP-B4`, `0-00-O` where both sides
/// castle, `0-010R-Ksq` before the next number?
fn ends_castling(before: &str, run: &str, behind: &str) -> bool {
    let Some(rest) = run.strip_prefix(NOUGHTS).filter(|_| before.ends_with(is_dash)) else { return false };
    let both = || rest.len() == 1 && rest.starts_with(NOUGHTS) && behind.starts_with(is_dash);
    // `P-O4`: a letter that was read as a nought.
    let castles = || before.trim_end_matches(is_dash).ends_with(NOUGHTS);
    rest.starts_with(NAMES)
        || both()
        || rest.starts_with(|c: char| c.is_ascii_digit() && c != '0') && castles()
}

/// The number of a row that is glued to its move and of which figures were read as letters: `IP`, `lOBxKt`.
fn misread_number(row: &str) -> Option<(Option<Kind>, usize)> {
    let word = &row[..word_len(row)];
    let rest = word.trim_start_matches(|c| !NAMES.contains(&c) && figure(c).is_some());
    let number = &word[..word.len() - rest.len()];
    // `9'Q`
    let name = rest.trim_start_matches(['\'', '\u{2019}']);
    let is_name = name.len() <= MOST_OF_NAME
        && name.starts_with(NAMES)
        && name.chars().all(|c| NAMES.contains(&c) || matches!(c, 't' | 'x' | 'X') || c.is_ascii_digit());
    let is_plain = number.bytes().all(|b| b.is_ascii_digit()) && name.len() == rest.len();
    let is_number = (1..=3).contains(&number.len()) && !is_plain && number != "to";
    let value = misread(number);
    let len = word.len() - name.len();
    (is_name && is_number && value > 0).then_some((Some(Kind::Number { value, dots: 0 }), len))
}

/// `05`, for `Q5`: a nought and a rank, which are no number.
fn misread_file(rest: &str) -> Option<(Option<Kind>, usize)> {
    let is_goal = matches!(rest.as_bytes(), [b'0', b'1'..=b'8', behind @ ..] if behind.first().is_none_or(|b| !b.is_ascii_alphanumeric()));
    is_goal.then_some((Some(Kind::Word), 2))
}

/// Does the line above one, blank ones left out, end with the name of a man?
fn ends_with_name(page: &Page, line: usize) -> bool {
    let lines = line.saturating_sub(BETWEEN_PAGES)..line;
    let mut above = lines.rev().map(|line| page.row_text(line).trim_end());
    above
        .find(|words| !words.is_empty())
        .is_some_and(|words| words.strip_suffix('t').unwrap_or(words).ends_with(NAMES))
}

/// `-K4` behind a blank: a move of which the first letter was not seen.
fn without_first(rest: &str, before: Option<Token>, place: usize) -> Option<(Option<Kind>, usize)> {
    let stands = before.is_none_or(|token| token.kind == Kind::Gap || (token.end as usize) < place);
    let len = rest.chars().next().filter(|&c| is_dash(c))?.len_utf8();
    (stands && lacks_first(rest)).then(|| (Some(Kind::Word), len + word_len(&rest[len..])))
}

/// The number of a row in columns of which a figure was read as a letter or a mark: `1B`, `4G.`, `1?`, `1B}`.
fn odd_number(row: &str) -> Option<(Option<Kind>, usize)> {
    let len = row.find(' ')?;
    let cell = &row[..len];
    let number = cell.strip_suffix('.').unwrap_or(cell);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let is_odd = |c: char| c.is_alphanumeric() || "?%$&{}\u{a2}".contains(c);
    let odd = &number[digits..];
    let is_number = (1..=2).contains(&digits)
        && !number.starts_with('0')
        && (1..=2).contains(&odd.chars().count())
        && odd.chars().all(is_odd);
    (is_number && row[len..].starts_with("  ")).then_some((Some(Kind::Word), number.len()))
}

/// No name in a move that is run together with others is longer, in letters: `Ktto`.
const MOST_OF_NAME: usize = 6;

/// Are these letters and figures the words of a move, or of more than one, without the blanks between them?
fn runs_together(run: &str) -> bool {
    let count = |is: fn(&u8) -> bool| run.bytes().filter(is).count();
    let (figures, capitals) = (count(u8::is_ascii_digit), count(u8::is_ascii_uppercase));
    let small = run.split(|c: char| !c.is_ascii_lowercase()).map(str::len).max().unwrap_or(0);
    if !run.is_ascii() || !run.contains(NAMES) || small > MOST_OF_NAME {
        return false;
    }
    if capitals == run.len() {
        // `PR x P`: no wing stands behind the name of a piece.
        let wings = run.starts_with(['K', 'Q']) && run.len() == 2;
        return !wings && (2..=4).contains(&run.len()) && run.chars().all(|c| NAMES.contains(&c));
    }
    let number = run.trim_end_matches(|c: char| c.is_ascii_digit()).len() + 1 < run.len();
    // `chK to Kt sq`, `2chP to Kt 4`: the mark of check and the man that moves next.
    let behind = run.trim_start_matches(|c: char| c.is_ascii_digit());
    let checks =
        behind.strip_prefix("ch").is_some_and(|man| man.starts_with(NAMES)) && behind.len() + 1 >= run.len();
    checks || capitals >= 3 || figures > 0 && capitals >= 2 || number || goes_past_goal(run)
}

/// `Rx QP-R4`, `Ktx QB x B`, `Qx QKtx Q`: what is taken goes nowhere, so that the last of two names before a verb is the man
/// that moves next.
fn holds_next_man(before: &str, run: &str, behind: &str) -> bool {
    let taken = before.trim_end_matches(' ');
    let (run, behind) = run.strip_suffix('x').map_or((run, behind), |names| (names, "x"));
    let name = name_len(run);
    run.starts_with(NAMES)
        && name < run.len()
        && name_len(&run[name..]) == run.len() - name
        && run.bytes().all(|b| b.is_ascii_uppercase() || b == b't')
        && taken.ends_with(['x', 'X'])
        && (behind.starts_with(is_dash) || behind.trim_start().starts_with(['x', 'X']))
}

/// Does a name follow one that ends a move: `RRx`, `RsqB`? Pawns have names of two pieces.
fn goes_past_goal(run: &str) -> bool {
    let is_move = run.bytes().all(|b| b"KQRBNPtxsqch".contains(&b) || b.is_ascii_digit());
    let behind = |end: &str| run.find(end).and_then(|at| run[at + end.len()..].chars().next());
    let ends =
        ["RR", "RB", "RK", "RQ", "BR", "BB", "BK", "BQ", "PK", "PQ", "PR", "PB", "tR", "tB", "tK", "tQ"];
    is_move
        && (ends.iter().any(|pair| run.contains(pair)) || behind("sq").is_some_and(|c| NAMES.contains(&c)))
}

pub(super) const NAMES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// How long the first name of a run of letters and figures is: up to the next name or figure, or behind `sq`.
fn name_len(run: &str) -> usize {
    let ends = |&(at, c): &(usize, char)| {
        c.is_ascii_digit() || NAMES.contains(&c) || inner_number(&run[at..]).is_some()
    };
    let name = run.char_indices().skip(1).find(ends).map_or(run.len(), |(at, _)| at);
    run[..name].find("sq").map_or(name, |at| at + 2)
}

/// The length of the name of a piece to which the number of the next move is glued: `P9`, `R17`. No rank is above 8.
fn glued_number(rest: &str) -> Option<usize> {
    let name =
        rest.find(|c: char| !matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 't')).filter(|&len| len > 0)?;
    let digits = &rest[name..word_len(rest)];
    digits.parse().is_ok_and(|number: u8| number > 8).then_some(name)
}

/// `00`, `0.0.0`: castling of which the print has lost the dashes.
fn castling(rest: &str) -> Option<usize> {
    let len = rest.find(|c| !matches!(c, '0' | '.')).unwrap_or(rest.len());
    let zeros = rest[..len].trim_end_matches('.');
    (matches!(zeros, "00" | "000" | "0.0" | "0.0.0") && !rest[len..].starts_with(char::is_alphanumeric))
        .then_some(zeros.len())
}

/// `12`, `12.`, `12)`, `12...`, `12. ...`, and a figure glued to the move behind it (`2KttoKB3`).
fn number(rest: &str) -> Option<(Option<Kind>, usize)> {
    let bytes = rest.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > 3 {
        return None;
    }
    let value: u16 = rest[..digits].parse().ok()?;
    let after = &rest[digits..];
    // `.05`, `1.15`, `0:42`: the time that a move has taken.
    let ends = |&len: &usize| !rest[len..].starts_with(|c: char| !c.is_whitespace() && c != '|' && c != ')');
    if let Some(len) = clock_len(rest).filter(ends) {
        return Some((Some(Kind::Stop(0)), len));
    }
    if rest.starts_with('0') && !after.starts_with(is_dash) {
        return Some((Some(Kind::Stop(0)), digits));
    }
    let mut len = digits;
    let mut dots = 0;
    match after.chars().next() {
        None | Some(' ' | '\t' | '|' | ';' | '?' | '!' | '/' | '*' | '(' | '[' | '{') => {}
        Some('.' | '\u{2026}' | '\u{b7}') => {
            let run = dots_run(after);
            dots = run.0;
            len += run.1;
        }
        Some(',' | ':' | ')' | ']') => {}
        Some('-') if value == 0 => return None,
        Some(c) if is_dash(c) => {}
        // `1O.` is a number with a letter for a figure.
        Some('O' | 'o' | 'l' | 'I') if word_len(rest) <= 3 && rest[word_len(rest)..].starts_with('.') => {
            return None;
        }
        // `2d`, `4th` are no move numbers, and `1st` none.
        Some(c) if c.is_uppercase() && digits <= 2 => {}
        Some(_) if mark::is_behind_number(after) => {}
        Some(_) => return None,
    }
    Some((Some(Kind::Number { value, dots }), len))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let page = Page::new(line);
        let (tokens, _) = cut(&page, true);
        tokens
            .iter()
            .filter(|token| !matches!(token.kind, Kind::Line | Kind::Gap))
            .map(|token| page.text[token.start as usize..token.end as usize].to_owned())
            .collect()
    }

    #[test]
    fn moves_that_run_together_are_parted() {
        assert_eq!(words("21 Rx QP-R4 22 B-K3").join(" "), "21 Rx Q P - R4 22 B - K3");
        assert_eq!(words("20 Ktx QB\nx B 21 R-Q7").join(" "), "20 Ktx Q B x B 2 1 R - Q7");
        assert_eq!(words("15 Qx QKtx Q 16").join(" "), "15 Qx Q Ktx Q 1 6");
        assert_eq!(words("32 RtoR7 chK to Kt sq").join(" "), "32 Rto R 7 ch K to Kt sq");
        assert_eq!(words("38 QtoQ 2chP to Kt 4").join(" "), "38 QtoQ 2 ch P to Kt 4");
        assert_eq!(words("19. Bto 05, P to").join(" "), "19. Bto 05 , P to");
        assert_eq!(words("PtoQ42KttoK B3").join(" "), "Pto Q 4 2 Ktto K B3");
        assert_eq!(words("P-Q33P-Q4PxP4QxP").join(" "), "P - Q 3 3 P - Q 4 Px P 4 Qx P");
        assert_eq!(words("R-Ksq11Kt-B4").join(" "), "R - Ksq 11 Kt - B4");
        assert_eq!(words("P-B460-OP-QR3").join(" "), "P - B 4 6 0 - O P - Q R 3");
        assert_eq!(words("90-0-00-O10P-KR3").join(" "), "9 0 - 0 - 0 0 - O 10 P - K R 3");
        assert_eq!(words("R-Kt5kKt-R226R-Kt4").join(" "), "R - Kt 5 k Kt - R 2 26 R - Kt4");
        assert_eq!(words("P-QKt3i2B-KB4B").join(" "), "P - Q Kt 3 i2 B - K B 4 B");
        assert_eq!(words("PxPPxPI8B-Q2R-Ksqi9B-B2").join(" "), "Px P Px P I8 B - Q 2 R - Ksq i9 B - B2");
        assert_eq!(words("90-00-010R-Ksq").join(" "), "9 0 - 0 0 - 0 10 R - Ksq");
        assert_eq!(words("140-0Q-R515B-Kt2").join(" "), "14 0 - 0 Q - R 5 15 B - Kt2");
        assert_eq!(words("Px PR x P 28 RP x PRP x P").join(" "), "Px P R x P 2 8 R P x P R P x P");
        assert_eq!(words("RRx R 26B-RsqB-B527").join(" "), "R Rx R 2 6 B - Rsq B - B 5 27");
        assert_eq!(words("PQx Kt RxP").join(" "), "P Qx Kt RxP");
        assert_eq!(words("K to Kt\n 220K Rto Ksq").join(" "), "K to Kt 2 20 K Rto Ksq");
    }

    #[test]
    fn a_dash_goes_on_with_the_name_at_the_end_of_the_line_before() {
        let glued = "1P-K4P-QB42Kt-KB3P-Q33P-Q4PxP4KtxPP";
        let told = words(&format!("{glued}\n-K35B-K2QKt-Q26")).join(" ");
        assert!(told.ends_with(" Ktx P P - K 3 5 B - K 2 Q Kt - Q 2 6"), "{told}");
    }

    #[test]
    fn a_small_letter_within_what_runs_together_shows_two_figures() {
        assert_eq!(words("10P-B4B-Kt2uB-B3P-R4").join(" "), "10 P - B 4 B - Kt 2 u B - B 3 P - R4");
    }

    #[test]
    fn moves_without_their_first_letter_are_words() {
        assert_eq!(words("1.   -K4       t-KB3"), ["1.", "-K4", "t", "-", "KB3"]);
        assert_eq!(words("12. -03         x KtP"), ["12.", "-03", "x", "KtP"]);
        assert_eq!(words("1. P-K4        -"), ["1.", "P", "-", "K4", "-"]);
    }

    #[test]
    fn figures_that_stand_alone_know_the_number_that_they_begin() {
        let page = Page::new("QtoR 410 BtoQ2");
        let (tokens, _) = cut(&page, true);
        let numbers: Vec<u16> = tokens
            .iter()
            .filter_map(|token| if let Kind::Number { value, .. } = token.kind { Some(value) } else { None })
            .collect();
        assert_eq!(numbers, [410, 10, 2]);
    }

    #[test]
    fn what_runs_together_without_end_is_parted_in_linear_time() {
        let start = std::time::Instant::now();
        assert_eq!(words(&"P3PtoQ34".repeat(50_000)).len(), 300_000);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn numbers_of_rows_that_end_with_a_letter_or_a_mark_are_one_word() {
        assert_eq!(words("1B     PxP      QxP").join(" "), "1B PxP QxP");
        assert_eq!(words("4G.   K-Kt2      Q-R5").join(" "), "4G . K - Kt2 Q - R5");
        assert_eq!(words("1B}   P-K3       B-Kt2"), ["1B}", "P", "-", "K3", "B", "-", "Kt2"]);
        assert_eq!(words("1?    Castles    Q-R5").join(" "), "1? Castles Q - R5");
        assert_eq!(words("35.    R-KB38    Resigns").join(" "), "35. R - KB 3 8 Resigns");
    }

    #[test]
    fn names_and_columns_stay_whole() {
        let found = words("Mr. McDonnell, KARPOV, QR, KB in 1834.");
        let whole = ["McDonnell", "KARPOV", "QR", "KB"];
        assert!(whole.iter().all(|name| found.iter().any(|word| word == name)), "{found:?}");
        assert_eq!(words("12.   KttoB 3        PtoK 4").join(" "), "12. KttoB 3 PtoK 4");
        assert!(holds_numbers("Kt Qx B 7 P-K3 O-O 8     R-B sq Px P9 Bx P P-B4 10 P x P"));
        assert!(holds_numbers("Kt 4; 30. P takes P, P takes P; 31.   R to Q sq, P"));
        assert!(!holds_numbers("1 P-K4   P-K4 17 Kt to B 3 B to K 2"));
        assert!(!holds_numbers("12.   Kt to B 3 (a)     P to K 4 ch"));
    }
}
