//! The text of a page without what printing and scanning put in it: page marks, soft hyphens, odd blanks and line
//! ends. Every byte that is left knows where it came from.
mod apart;
mod barred;
pub(super) mod cells;
mod csv;
mod framed;
mod grid;
mod html;
mod json;
mod latex;
mod letters;
mod listed;
mod markdown;
mod numbers;
mod order;
mod row;
mod shared;
mod signs;
mod small;
mod spaced;
mod synopsis;
mod upright;

pub use row::Row;

use std::borrow::Cow;
use std::ops::Range;

use crate::book::{fraction, furniture, repeat};
use crate::characters;
use crate::span::Span;
use html::{Html, Take};
use signs::{bullet, page_mark};

/// A stretch of the cleaned text and where it came from.
#[derive(Clone, Copy, Debug)]
struct Piece {
    clean: u32,
    clean_len: u32,
    from: u32,
    from_len: u32,
}

/// A text cleaned for reading.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The cleaned text: lines end in `\n`, blanks are spaces and tabs.
    pub text: String,
    /// Its lines.
    pub rows: Vec<Row>,
    /// It is a page of HTML.
    pub is_html: bool,
    /// Of openings in columns, that are read one column behind the other, the first move of each that is its own and its last.
    pub columns: Vec<[Span; 2]>,
    pieces: Vec<Piece>,
    /// How many blanks the text ends in.
    blanks: usize,
}

/// What a page is composed of.
enum Part {
    /// A stretch of another page's text.
    Kept(Range<usize>),
    /// Words that no one printed, and the place in the original where they are put.
    Put(Cow<'static, str>, u32),
}

impl Page {
    /// Cleans `text`, which is shorter than 4 GiB.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut page = Self { text: String::with_capacity(text.len()), ..Self::default() };
        let bytes = text.as_bytes();
        let mut run = 0;
        let mut i = 0;
        // The sign that ends bold words begun before.
        let mut bold_end = None;
        let mut edges = Vec::new();
        let mut html = Html::new(text);
        page.is_html = html.is_page;
        let are_parted = apart::are_parted(text);
        // Signs further down that belong to one read before, and what they stand for.
        let mut closers: Vec<(usize, &'static str)> = Vec::new();
        let listed = listed::numbers(text);
        let mut listed = listed.iter().peekable();
        let mut barred = barred::signs(text).into_iter().peekable();
        let mut json = json::edits(text).into_iter().chain(csv::edits(text)).peekable();
        let mut letters = letters::marks(text).into_iter().peekable();
        while let Some(&byte) = bytes.get(i) {
            while letters.next_if(|mark| mark.at < i).is_some() {}
            let (take, len) = match byte {
                _ if closers.iter().any(|(end, _)| *end == i) => {
                    let words = closers.iter().find(|(end, _)| *end == i).map_or("", |(_, words)| words);
                    closers.retain(|(end, _)| *end > i);
                    (Take::As(words), if text[i..].starts_with("\\)") { 2 } else { 1 })
                }
                _ if json.peek().is_some_and(|edit| edit.at == i) => {
                    json.next().map_or((Take::Same, 1), |edit| (Take::Words(edit.words), edit.len))
                }
                _ if letters.peek().is_some_and(|mark| mark.at == i) => {
                    letters.next().map_or((Take::Same, 1), |mark| (Take::Mark(mark.letter), mark.len))
                }
                b'|' | b'<' | b'{' | b'!' if barred.peek().is_some_and(|sign| sign.at == i) => {
                    let sign = barred.next();
                    html.edge = sign.as_ref().and_then(|sign| sign.edge);
                    sign.map_or((Take::Same, 1), |sign| (Take::As(sign.words), sign.len))
                }
                b'1' if listed.peek().is_some_and(|(at, _)| *at == i) => {
                    (Take::Figures(listed.next().map_or(1, |(_, number)| *number)), 1)
                }
                b' ' if are_parted && apart::is_within(text, i) => (Take::Drop, 1),
                b' ' | b'\t' | b'\n' | b'\r' if html.folds() => {
                    let len = bytes[i..].iter().take_while(|b| b.is_ascii_whitespace()).count();
                    (if bytes[i..i + len] == *b" " { Take::Same } else { Take::As(" ") }, len)
                }
                b'<' => html.tag(&text[i..]),
                b'&' => match characters::reference(&text[i..]) {
                    Some((c, len)) => (odd_or_same(c), len),
                    None => (Take::Same, 1),
                },
                b'\r' => (Take::As("\n"), if bytes.get(i + 1) == Some(&b'\n') { 2 } else { 1 }),
                0x0b | 0x0c => (Take::As("\n"), 1),
                b'$' | b'\\' => backslash(text, i, &mut closers),
                b'^' => match markdown::raised(text, i) {
                    Some((len, end)) => {
                        closers.push((end, "]"));
                        (Take::As("["), len)
                    }
                    None => (Take::Same, 1),
                },
                b':' if markdown::parts_footnote(text, i) => (Take::Drop, 1),
                b'[' if markdown::is_footnote(text, i) => (Take::As("["), 2),
                b'_' => underscores(&bytes[i..]),
                b'=' if bold_end == Some(i) => (Take::Drop, 1),
                b'=' => {
                    bold_end = end_of_bold(text, i);
                    match signs::titles(text, i) {
                        Some(len) => (Take::Drop, len),
                        None if bold_end.is_some() => (Take::Drop, 1),
                        None => (Take::Same, 1),
                    }
                }
                b'{' | b'[' => {
                    let mark = page_mark(&text[..i], &text[i..]).map(|len| (Take::Drop, len));
                    mark.or_else(|| signs::forum_tag(&text[i..])).unwrap_or((Take::Same, 1))
                }
                b'\'' => signs::apostrophes(text, i).map_or((Take::Same, 1), |len| (Take::Drop, len)),
                b'/' | b'*' if matches!(bytes[i..], [b'/', b'*', ..] | [b'*', b'/', ..]) => (Take::Drop, 2),
                b'*' if bytes.get(i + 1) == Some(&b'*') => {
                    let (len, is_mark) = signs::stars(text, i);
                    (if is_mark { Take::Same } else { Take::Drop }, len)
                }
                b'*' if signs::emphasizes_number(text, i) || signs::emphasizes_line(text, i) => {
                    (Take::Drop, 1)
                }
                b'*' => match markdown::end_of_italics(text, i) {
                    Some(end) => {
                        closers.push((end, ""));
                        (Take::Drop, 1)
                    }
                    None => bullet(text, i).map_or((Take::Same, 1), |len| (Take::Drop, len)),
                },
                b'#' => signs::heading(text, i).map_or((Take::Same, 1), |len| (Take::Drop, len)),
                b'k' if signs::ends_check(text, i) => (Take::As("k   "), 1),
                b')' if signs::ends_mark(text, i) => (Take::As(")   "), 1),
                b'.' if signs::parts_from_number(text, i) => (Take::As(". "), 1),
                b'0' if signs::castles_behind_number(text, i) => (Take::As(". 0"), 1),
                b'"' => match signs::quote(text, i) {
                    Some(len) => (if len > 1 { Take::As("\t") } else { Take::Drop }, len),
                    None => (Take::Same, 1),
                },
                b'-' | b'+' | b'>' => bullet(text, i).map_or((Take::Same, 1), |len| (Take::Drop, len)),
                0x80.. => match bullet(text, i) {
                    Some(len) => (Take::Drop, len),
                    None => odd_character(&text[i..]),
                },
                _ => (Take::Same, 1),
            };
            if !matches!(take, Take::Same) {
                page.keep(text, run, i);
                match take {
                    // Paragraphs that end together end in one blank line.
                    Take::As(words) if byte == b'<' && words.ends_with('\n') && page.ends_in("\n\n") => {}
                    Take::EndOfLine if page.ends_in("\n") => {}
                    Take::EndOfLine => page.push("\n", i, len),
                    Take::As(words) => page.push(words, i, len),
                    Take::Char(c) => page.push(c.encode_utf8(&mut [0; 4]), i, len),
                    Take::Words(words) => page.push(&words, i, len),
                    Take::Mark(letter) => page.push(&format!("({letter})"), i, len),
                    Take::Figures(number) => page.push(&number.to_string(), i, len),
                    Take::Number(number) => page.push(&format!("\n{number}. "), i, len),
                    Take::Note(number) => page.push(&format!("\n\n[{number}] "), i, len),
                    Take::Same | Take::Drop => {}
                }
                run = i + len;
                edges.extend(html.edge.take().map(|edge| (page.text.len(), edge)));
            }
            i += len;
        }
        page.keep(text, run, text.len());
        page.cut_rows(text.len());
        page.turn_columns(&edges, text.len());
        page.turn_fractions(text.len());
        numbers::stop(&mut page.text);
        numbers::bar(&mut page.text);
        page
    }

    /// The text with figures in the place of the letters that were printed for them in numbers of rows. Of raw print,
    /// where many are no numbers, the moves say more.
    #[must_use]
    pub fn with_figures(mut self) -> Self {
        numbers::mend(&mut self.text);
        self
    }

    /// The text with capitals for the names of men in moves that are typed in small letters.
    #[must_use]
    pub fn with_capitals(mut self) -> Self {
        small::capitals(&mut self.text);
        self
    }

    /// The text without running heads and rows that are printed again below them, so that what they part goes on over the
    /// page. Pages begin at form feeds. In raw print, where columns come one below the other, rows with one number may differ.
    pub(crate) fn without_heads(mut self, text: &str, is_raw: bool) -> Self {
        if !self.is_html {
            let feeds = text.bytes().enumerate().filter(|(_, b)| matches!(b, 0x0b | 0x0c)).map(|(at, _)| at);
            let breaks: Vec<usize> = std::iter::once(0).chain(feeds).collect();
            self.drop_furniture(&breaks, is_raw, text.len());
        }
        self
    }

    /// `breaks` are the places in the original where a page begins.
    fn drop_furniture(&mut self, breaks: &[usize], is_raw: bool, original_len: usize) {
        let rows: Vec<&str> = self.rows.iter().map(|row| &self.text[row.start()..row.end()]).collect();
        let begins: Vec<usize> = breaks
            .iter()
            .map(|&at| self.rows.partition_point(|row| (row.span.end as usize) <= at))
            .map(|line| if line == 0 { 0 } else { line + 1 })
            .collect();
        let heads = furniture::lines(&rows, &begins).into_iter().map(|line| furniture::extent(&rows, line));
        let again = if is_raw { Vec::new() } else { repeat::lines(&rows, &begins) };
        let again = again.into_iter().map(|line| (line, line + 1));
        let mut found: Vec<(usize, usize)> = heads.chain(again).collect();
        if found.is_empty() {
            return;
        }
        found.sort_unstable();
        let stretches = found.into_iter().map(|(first, end)| {
            self.rows[first].start()..self.rows.get(end).map_or(self.text.len(), |row| row.start())
        });
        *self = self.without(stretches, original_len);
    }

    /// The words of some rows.
    pub(crate) fn rows_text(&self, rows: &Range<usize>) -> &str {
        let (first, last) = (self.rows.get(rows.start), self.rows.get(rows.end.saturating_sub(1)));
        first.zip(last).map_or("", |(first, last)| &self.text[first.start()..last.end()])
    }

    /// Where some rows stand in the original; there is one at least.
    pub(crate) fn rows_span(&self, rows: &Range<usize>) -> Span {
        self.rows[rows.start].span.join(self.rows[rows.end - 1].span)
    }

    /// Some of the rows, as a page of their own.
    pub(crate) fn part(&self, rows: Range<usize>) -> Self {
        let (Some(first), Some(last)) = (self.rows.get(rows.start), self.rows.get(rows.end - 1)) else {
            return Self::default();
        };
        let end = self.rows.get(rows.end).map_or(self.text.len(), |row| row.start());
        let mut page = self.composed(&[Part::Kept(first.start()..end)], last.span.end as usize);
        let moved = |row: &Row| Row::new(row.start() - first.start()..row.end() - first.start(), row.span);
        page.rows = self.rows[rows].iter().map(moved).collect();
        page.columns.clone_from(&self.columns);
        page
    }

    /// Puts moves that stand in fractions into rows: the number, White's, Black's.
    fn turn_fractions(&mut self, original_len: usize) {
        let rows: Vec<&str> = self.rows.iter().map(|row| &self.text[row.start()..row.end()]).collect();
        let stacks = fraction::stacks(&rows);
        if stacks.is_empty() {
            return;
        }
        let mut parts = Vec::new();
        let mut start = 0;
        for (run, columns) in fraction::runs(&rows, &stacks) {
            let lines = |stack: usize| {
                let bar = stacks[stack].bar;
                &self.rows[bar - 1..self.rows.len().min(bar + 2)]
            };
            let end = lines(run.end - 1).last().map_or(0, |line| line.span.end);
            parts.push(Part::Kept(start..lines(run.start)[0].start()));
            let mut last = None;
            for (column, (stack, at)) in
                (0..).zip(columns).flat_map(|(column, of)| of.into_iter().map(move |place| (column, place)))
            {
                let lines = lines(stack);
                if last.replace(column).is_some_and(|last: usize| last != column) {
                    parts.push(Part::Put("\n".into(), end));
                }
                let [number, above, below] = &stacks[stack].fractions[at];
                let place = |line: usize, words: &Range<usize>| {
                    let start = lines.get(line).map_or(0, |line| line.start());
                    Part::Kept(start + words.start..start + words.end)
                };
                let blanks = self.span(lines[1].start() + number.end - 1, lines[1].start() + number.end).end;
                parts.extend([place(1, number), Part::Put(". ".into(), blanks), place(0, above)]);
                if !below.is_empty() {
                    parts.extend([Part::Put("   ".into(), blanks), place(2, below)]);
                }
                // The first row stands for all lines.
                parts.push(Part::Put("\n".into(), end));
            }
            start = self.rows.get(stacks[run.end - 1].bar + 2).map_or(self.text.len(), |row| row.start());
        }
        parts.push(Part::Kept(start..self.text.len()));
        *self = self.composed(&parts, original_len);
    }

    /// A page of parts of this one, in another order.
    fn composed(&self, parts: &[Part], original_len: usize) -> Self {
        let mut page =
            Self { text: String::with_capacity(self.text.len()), is_html: self.is_html, ..Self::default() };
        for part in parts {
            match part {
                Part::Put(words, from) => page.push(words, *from as usize, 0),
                Part::Kept(range) => {
                    let first =
                        self.pieces.partition_point(|p| ((p.clean + p.clean_len) as usize) <= range.start);
                    let within = self.pieces[first..].iter().take_while(|p| (p.clean as usize) < range.end);
                    for piece in within {
                        let start = range.start.max(piece.clean as usize);
                        let end = range.end.min((piece.clean + piece.clean_len) as usize);
                        page.take(self, piece, start, end);
                    }
                }
            }
        }
        page.cut_rows(original_len);
        page
    }

    /// Takes a part of a piece of another page over.
    fn take(&mut self, other: &Self, piece: &Piece, start: usize, end: usize) {
        let offset = start - piece.clean as usize;
        let verbatim = piece.clean_len == piece.from_len;
        let (from, len) = if verbatim {
            (piece.from as usize + offset, end - start)
        } else {
            (piece.from as usize, piece.from_len as usize)
        };
        self.push(&other.text[start..end], from, len);
    }

    fn keep(&mut self, text: &str, start: usize, end: usize) {
        if start < end {
            self.push(text.get(start..end).unwrap_or(""), start, end - start);
        }
    }

    /// Does the text end in these line ends, but for blanks?
    fn ends_in(&self, line_ends: &str) -> bool {
        self.text[..self.text.len() - self.blanks].ends_with(line_ends)
    }

    fn push(&mut self, words: &str, from: usize, from_len: usize) {
        let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.pieces.push(Piece {
            clean: cut(self.text.len()),
            clean_len: cut(words.len()),
            from: cut(from),
            from_len: cut(from_len),
        });
        self.text.push_str(words);
        let blanks = words.len() - words.trim_end_matches(' ').len();
        self.blanks = if blanks == words.len() { self.blanks + blanks } else { blanks };
    }

    fn cut_rows(&mut self, original_len: usize) {
        let mut start = 0;
        let mut from = 0;
        let lines = memchr::memchr_iter(b'\n', self.text.as_bytes()).count();
        let mut rows = Vec::with_capacity(lines + 1);
        for end in memchr::memchr_iter(b'\n', self.text.as_bytes()) {
            let after = self.span(end, end + 1).end;
            let trimmed = start + self.text[start..end].trim_end().len();
            rows.push(Row::new(start..trimmed, Span::new(from, after)));
            start = end + 1;
            from = after;
        }
        let last = Span::of(from as usize, original_len);
        if start < self.text.len() || !last.is_empty() {
            let trimmed = start + self.text[start..].trim_end().len();
            rows.push(Row::new(start..trimmed, last));
        }
        self.rows = rows;
    }

    fn piece_at(&self, clean: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.clean as usize <= clean);
        self.pieces.get(after.checked_sub(1)?)
    }

    /// Where a stretch of the cleaned text came from.
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> Span {
        let at = |clean: usize, end: bool| {
            let Some(piece) = self.piece_at(clean) else { return 0 };
            if piece.clean_len == piece.from_len {
                piece.from as usize + (clean - piece.clean as usize) + usize::from(end)
            } else {
                piece.from as usize + if end { piece.from_len as usize } else { 0 }
            }
        };
        if end <= start {
            let here = at(start, false);
            return Span::of(here, here);
        }
        // Fractions are read in another order than their lines.
        let (from, to) = (at(start, false), at(end - 1, true));
        Span::of(from.min(to), to.max(from))
    }

    /// Where a place of the original stands in the cleaned text, if it was kept.
    pub(crate) fn place(&self, at: u32) -> Option<usize> {
        let from = self.rows.partition_point(|row| row.span.end <= at);
        let row = self.rows.get(from)?;
        // The first row of fractions stands for the lines of all, whose words stand in another order.
        let last = self.rows[from + 1..].iter().take_while(|row| row.span.is_empty()).last().unwrap_or(row);
        let first = self.pieces.partition_point(|p| ((p.clean + p.clean_len) as usize) <= row.start());
        let pieces = &self.pieces[first..];
        let pieces = &pieces[..pieces.partition_point(|piece| (piece.clean as usize) < last.end())];
        let holds = |piece: &&Piece| (piece.from..piece.from + piece.from_len).contains(&at);
        let near = pieces[..pieces.partition_point(|piece| piece.from <= at)].last().filter(holds);
        let piece = near.or_else(|| pieces.iter().find(holds))?;
        let offset = if piece.clean_len == piece.from_len { at - piece.from } else { 0 };
        Some((piece.clean + offset) as usize)
    }

    /// Where the words of a row came from, if they are of several places.
    pub fn parts(&self, row: usize) -> impl Iterator<Item = Span> + Clone + '_ {
        let (start, end) = self.rows.get(row).map_or((0, 0), |row| (row.start(), row.end()));
        let first = self.pieces.partition_point(|piece| (piece.clean + piece.clean_len) as usize <= start);
        let within = self.pieces[first..].iter().take_while(move |piece| (piece.clean as usize) < end);
        within
            .filter(|piece| piece.from_len > 0)
            .map(|piece| Span::new(piece.from, piece.from + piece.from_len))
    }

    /// The place of some lines in the original text.
    pub fn span_of(&self, lines: &Range<usize>) -> Span {
        self.span(self.rows[lines.start].start(), self.rows[lines.end - 1].end())
    }

    /// The words of a row.
    #[must_use]
    pub fn row_text(&self, row: usize) -> &str {
        self.rows.get(row).map_or("", |row| &self.text[row.start()..row.end()])
    }
}

/// Underscores mark italics; a longer run stands for a move left out.
fn underscores(bytes: &[u8]) -> (Take, usize) {
    let len = bytes.iter().take_while(|&&b| b == b'_').count();
    (if len >= 3 { Take::As("....") } else { Take::Drop }, len)
}

/// A sign of Markdown that is escaped, a formula or a command of LaTeX.
fn backslash(text: &str, at: usize, closers: &mut Vec<(usize, &'static str)>) -> (Take, usize) {
    if let Some((len, end)) = latex::formula(text, at) {
        closers.push((end, ""));
        return (Take::Drop, len);
    }
    if let Some(command) = latex::command(&text[at..]) {
        closers.extend(command.end.map(|end| (at + end, "")));
        return (Take::As(command.words), command.len);
    }
    // At the end of a line it ends that, too.
    if text[at + 1..].starts_with(['\n', '\r']) && !text[..at].ends_with('\\') {
        return (Take::Drop, 1);
    }
    match markdown::escaped(text, at) {
        Some(c) => (Take::Char(c), 2),
        None => (Take::Same, 1),
    }
}

/// Longest stretch of bold words, in bytes.
const LONGEST_BOLD: usize = 80;

/// Where the words end that a sign of equality in front of them says are bold: `=1.=`, `=CHAPTER I=`. In `P-K8=Q` it
/// says something else.
fn end_of_bold(text: &str, start: usize) -> Option<usize> {
    let opens = text[..start].chars().next_back().is_none_or(|c| c.is_whitespace() || "([_*|".contains(c));
    let rest = &text.as_bytes()[start + 1..];
    let len = rest.iter().take(LONGEST_BOLD).take_while(|&&b| b != b'\n').position(|&b| b == b'=')?;
    let inner = text.get(start + 1..start + 1 + len)?;
    let after = text[start + len + 2..].chars().next();
    let closes = after.is_none_or(|c| !c.is_alphanumeric() && c != '=');
    let touches =
        !inner.is_empty() && !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    (opens && closes && touches).then_some(start + 1 + len)
}

/// A character that stands as a reference.
fn odd_or_same(c: char) -> Take {
    match odd_character(c.encode_utf8(&mut [0; 4])).0 {
        Take::Same => Take::Char(c),
        take => take,
    }
}

/// Blanks, dashes and hyphens that ASCII lacks.
fn odd_character(text: &str) -> (Take, usize) {
    let Some(c) = text.chars().next() else { return (Take::Same, 1) };
    let len = c.len_utf8();
    if let Some((words, len)) = signs::misread(text) {
        return (Take::As(words), len);
    }
    let take = match c {
        '\u{2044}' | '\u{2215}' => Take::As("/"),
        // The wide forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            u8::try_from(u32::from(c) - 0xff00 + 0x20).map_or(Take::Same, |byte| Take::Char(char::from(byte)))
        }
        '\u{fe58}' | '\u{fe63}' => Take::As("-"),
        '\u{85}' | '\u{2028}' | '\u{2029}' => Take::As("\n"),
        '\u{ad}' => {
            // A soft hyphen at the end of a line joins the halves of a word.
            let rest = &text[len..];
            let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let rest = &rest[blank..];
            let line_end =
                if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
            if line_end > 0 {
                let after = &rest[line_end..];
                let indent = after.len() - after.trim_start_matches([' ', '\t']).len();
                return (Take::Drop, len + blank + line_end + indent);
            }
            Take::Drop
        }
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => Take::Drop,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            Take::As(" ")
        }
        _ => Take::Same,
    };
    (take, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kept_byte_knows_where_it_came_from() {
        let text = "1. P\u{a0}\u{2014}\u{a0}K\u{ad}4 {207} /* x */\r\n\r\nKt\u{ad}\r\n  B3\x0cend";
        let page = Page::new(text);
        // A page number between two blanks leaves one: two would part columns.
        assert_eq!(page.text, "1. P \u{2014} K4  x \n\nKtB3\nend");
        let at = page.text.find("K4").unwrap();
        assert_eq!(page.span(at, at + 2).of_text(text), "K\u{ad}4");
        let at = page.text.find("end").unwrap();
        assert_eq!(page.span(at, at + 3).of_text(text), "end");
    }

    #[test]
    fn signs_of_bold_words_are_dropped_and_those_of_promotion_kept() {
        for (text, cleaned) in [
            ("=1.= P-K4 =P-K4=", "1. P-K4 P-K4"),
            ("=CHAPTER I=\n=GAME=.", "CHAPTER I\nGAME."),
            ("P-K8=Q P-K8=Q", "P-K8=Q P-K8=Q"),
            ("P-K8 = Q, P-R8 = Q", "P-K8 = Q, P-R8 = Q"),
            ("P-K8 =Q P-R8 =Q", "P-K8 =Q P-R8 =Q"),
            ("======", "======"),
            ("=open\nend=", "=open\nend="),
        ] {
            assert_eq!(Page::new(text).text, cleaned);
        }
    }

    #[test]
    fn rows_cover_the_original_without_a_gap() {
        for text in ["", "a", "a\n", "\r\n\r\na\rb\x0c", "{12}\n[Pg 3]", "x\u{2028}y\u{ad}\n z"] {
            let page = Page::new(text);
            let mut at = 0;
            for row in &page.rows {
                assert_eq!(row.span.start, at);
                at = row.span.end;
            }
            assert_eq!(at as usize, text.len(), "{text:?}");
        }
    }
}
