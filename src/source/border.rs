//! Where one game of a PGN text ends and the next begins: the one rule, for the cutting of chunks and for the grammar.
//!
//! 1. A *tag line* is a line that begins, after blanks, with `[`, a tag name and `"` (or a quote of print), or with `[Event`, a blank and a
//!    value (the event is the one value that is also found without quotes).
//! 2. A tag line outside a comment is a *game border* when movetext, a result or prose stood since the last tag; or when it
//!    is an `[Event` line after a blank line and tags stood before it. Comments alone make no border, and prose before the
//!    first tags of an input belongs to their game. Inside a line the grammar takes a tag pair for a border too when a result
//!    stood before it, or when it is the event's; lines of tags that follow belong to that game. A tag pair whose value goes on over lines ends before a blank line and
//!    before a tag line.
//!    A game without tags ends before a line that begins with the number 1 of White's and a move, when a blank line stands before
//!    it and moves stood since the game began.
//! 3. A brace comment ends at the first `}`. When a *strong border*, a line that begins with `[Event "` after a blank
//!    line, stands before it, the comment ends there without being closed, unless the `}` comes before the next `{` and
//!    before the next strong border (a comment may quote one game, but not swallow the file).
//! 4. A `;` comment and a line with `%` in its first column end with the line; braces in them, and in a tag pair, are
//!    nothing.
//!
//! The grammar follows these rules token by token. Chunks are cut by `Scanner`, which looks at lines
//! and braces alone: it takes a border only where it is one whatever the tokens before it are.

use memchr::{memchr3, memrchr2};

/// How much of a line is looked at to tell a tag line.
pub(super) const LOOK: usize = 256;

/// No longer name is looked for in a tag line, with a bracket before it and a blank and a quote behind.
pub const LONGEST_NAME: usize = LOOK - 3;
const MOST_INDENT: usize = 64;

/// The Seven Tag Roster (PGN 8.1.1).
const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];

/// White space inside a line; NUL is padding, a form feed a page, and other control characters are nothing.
#[must_use]
pub fn is_blank(byte: u8) -> bool {
    byte <= b' ' && !is_line_end(byte)
}

/// `\n` or `\r`.
#[must_use]
pub fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How many bytes of blanks and no-break spaces a text begins with.
#[must_use]
pub fn white(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += match text.get(at..) {
            Some([byte, ..]) if is_blank(*byte) => 1,
            Some([0xC2, 0xA0, ..]) => 2,
            _ => return at,
        };
    }
}

/// Whether a text begins with a quote of print (`“`, `”`, `„`, `«`, `»`).
#[must_use]
pub fn is_curly_quote(text: &[u8]) -> bool {
    ["“", "”", "„", "«", "»"].iter().any(|quote| text.starts_with(quote.as_bytes()))
}

/// Blanks, no-break spaces and byte order marks (also those read as Latin-1) at the start of a line.
pub(super) fn indent(line: &[u8]) -> usize {
    let mut at = 0;
    while at < MOST_INDENT {
        at += match line.get(at..) {
            Some([byte, ..]) if is_blank(*byte) => 1,
            Some([0xC2, 0xA0, ..]) => 2,
            Some([0xEF, 0xBB, 0xBF, ..]) => 3,
            Some([0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF, ..]) => 6,
            _ => break,
        };
    }
    at
}

/// The start of the line in which `at` stands, if nothing but its indent stands before `at`; `start` begins a line.
#[must_use]
pub fn line_start(text: &[u8], start: usize, at: usize) -> Option<usize> {
    let nearest = start.max(at.saturating_sub(LOOK));
    let line = match memrchr2(b'\n', b'\r', text.get(nearest..at)?) {
        Some(end) => nearest + end + 1,
        None if nearest == start => start,
        None => return None,
    };
    (line + indent(&text[line..]) == at).then_some(line)
}

/// The name of the tag that a line begins with, when it is a tag line, and where its value begins if that is quoted.
fn tag(line: &[u8]) -> Option<(&[u8], Option<usize>)> {
    let line = &line[..line.len().min(LOOK)];
    let blanks = |at: usize| at + white(&line[at..]);
    let bracket = indent(line).min(line.len());
    if line.get(bracket) != Some(&b'[') {
        return None;
    }
    let from = blanks(bracket + 1);
    let name = line[from..].iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let name = &line[from..from + name];
    if !name.first()?.is_ascii_alphabetic() {
        return None;
    }
    let value = blanks(from + name.len());
    // `[Event: "`: only for the roster, `[Illustration: "` stands in books.
    let has_sign = match line.get(value) {
        Some(b'=') => true,
        Some(b':') => ROSTER.iter().any(|roster| name.eq_ignore_ascii_case(roster)),
        _ => false,
    };
    // Without a quote the sign belongs to the value.
    let quote = blanks((value + 1).min(line.len()));
    let value = if has_sign && line.get(quote) == Some(&b'"') { quote } else { value };
    match line.get(value) {
        Some(b'"') => Some((name, Some(value + 1))),
        Some(0xC2 | 0xE2) if is_curly_quote(&line[value..]) => Some((name, None)),
        None | Some(b']' | b'\n' | b'\r') => None,
        Some(_) => (value > from + name.len() && name.eq_ignore_ascii_case(b"Event")).then_some((name, None)),
    }
}

/// Where the value begins of a tag pair with quotes at the start of a line.
pub(super) fn quoted_value(line: &[u8]) -> Option<usize> {
    tag(line)?.1
}

/// The line that begins here is a tag line (rule 1); `line` may go on after its end.
#[must_use]
pub fn is_tag_line(line: &[u8]) -> bool {
    tag(line).is_some()
}

/// The line that begins here is a tag line of an event.
pub(super) fn is_event_line(line: &[u8]) -> bool {
    tag(line).is_some_and(|(name, _)| name.eq_ignore_ascii_case(b"Event"))
}

/// The line before the one that begins at `at` is blank, or there is none.
#[must_use]
pub fn after_blank_line(text: &[u8], at: usize) -> bool {
    let before = &text[..at.min(text.len())];
    let before = match before {
        [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => rest,
        [] => return true,
        _ => return false,
    };
    match before.iter().rposition(|&byte| !is_blank(byte)) {
        Some(last) => is_line_end(before[last]),
        None => true,
    }
}

/// A strong border stands at `at`: an `[Event "` in the first column, after a blank line (rule 3).
#[must_use]
pub fn is_strong_border(text: &[u8], at: usize) -> bool {
    let line = &text[at.min(text.len())..];
    line.starts_with(b"[")
        && at.checked_sub(1).is_none_or(|before| is_line_end(text[before]))
        && tag(line).is_some_and(|(name, value)| name.eq_ignore_ascii_case(b"Event") && value.is_some())
        && after_blank_line(text, at)
}

/// What has stood since the last game border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Since {
    /// Nothing, or comments alone.
    #[default]
    Nothing,
    /// Tags, and perhaps comments.
    Tags,
    /// Movetext, a result or prose.
    Movetext,
}

/// A new game begins with the line at `at` (rule 2), which must be the start of a line outside a comment.
///
/// ```
/// use descant::source::{Since, is_game_border};
/// let text = b"1. e4 *\n[Event \"next\"]\n";
/// assert!(is_game_border(text, 8, Since::Movetext));
/// assert!(!is_game_border(b"[Event \"a\"]\n[Site \"b\"]\n", 12, Since::Tags));
/// ```
#[must_use]
pub fn is_game_border(text: &[u8], at: usize, since: Since) -> bool {
    let line = &text[at.min(text.len())..];
    match since {
        Since::Nothing => false,
        Since::Tags => is_event_line(line) && after_blank_line(text, at),
        Since::Movetext => is_tag_line(line),
    }
}

/// How a brace comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentEnd {
    /// At this `}`.
    Closed(usize),
    /// Before the strong border at this place; it is never closed.
    Border(usize),
    /// With the text; it is never closed.
    Text,
}

/// Finds the end of the brace comment whose inside begins at `from` (rule 3).
#[must_use]
pub fn comment_end(text: &[u8], from: usize) -> CommentEnd {
    match Brace::at(from).step(text, Ends::Here) {
        BraceStep::Closed(at) => CommentEnd::Closed(at),
        BraceStep::Border(at) => CommentEnd::Border(at),
        BraceStep::More => CommentEnd::Text,
    }
}

/// Whether the text ends where the buffer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Here,
    Later,
}

/// Inside a brace comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brace {
    at: usize,
    /// A strong border that counts unless the comment is closed properly.
    doubt: Option<usize>,
    /// Something like a tag pair stands in it.
    pub tags: bool,
}

pub(super) enum BraceStep {
    Closed(usize),
    Border(usize),
    More,
}

impl Brace {
    pub fn at(at: usize) -> Self {
        Self { at, doubt: None, tags: false }
    }

    /// How far everything is decided.
    pub fn decided(&self) -> usize {
        self.doubt.unwrap_or(self.at)
    }

    pub fn step(&mut self, text: &[u8], ends: Ends) -> BraceStep {
        while let Some(found) = memchr3(b'}', b'{', b'[', &text[self.at.min(text.len())..]) {
            let at = self.at + found;
            if ends == Ends::Later && text[at] == b'[' && text.len() - at < LOOK {
                self.at = at;
                return BraceStep::More;
            }
            self.tags |= text[at] == b'[' && is_tag_line(&text[at..]);
            match (text[at], self.doubt) {
                (b'}', _) => return BraceStep::Closed(at),
                (b'{', Some(border)) => return BraceStep::Border(border),
                (b'[', doubt) if is_strong_border(text, at) => match doubt {
                    Some(border) => return BraceStep::Border(border),
                    None => self.doubt = Some(at),
                },
                _ => {}
            }
            self.at = at + 1;
        }
        self.at = text.len();
        match (ends, self.doubt) {
            (Ends::Here, Some(border)) => BraceStep::Border(border),
            _ => BraceStep::More,
        }
    }
}
