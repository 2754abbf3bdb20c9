//! Where one game of a PGN text ends and the next begins: the one rule, for the cutting of chunks and for the grammar.
//!
//! 1. A *tag line* is a line that begins, after blanks, with `[`, a tag name and `"`, or with `[Event` and a blank
//!    (the event is the one value that is also found without quotes).
//! 2. A tag line outside a comment is a *game border* when movetext, a result or prose stood since the last tag; or when it
//!    is an `[Event` line after a blank line and tags stood before it. Comments alone make no border, and prose before the
//!    first tags of an input belongs to their game. So do lines right under tags that begin with `[` or go on with a value:
//!    the grammar may take them for tags.
//! 3. A brace comment ends at the first `}`. When a *strong border*, a line that begins with `[Event "` after a blank
//!    line, stands before it, the comment ends there without being closed, unless the `}` comes before the next `{` and
//!    before the next strong border (a comment may quote one game, but not swallow the file).
//! 4. A `;` comment and a line with `%` in its first column end with the line; braces in them, and in a tag pair, are
//!    nothing. A tag pair ends at the first `]` after `"`, or with its line.

use memchr::{memchr2, memchr3};

/// How much of a line is looked at to tell a tag line.
pub(super) const LOOK: usize = 256;
const MOST_INDENT: usize = 64;

/// White space inside a line; NUL is padding, a form feed a page, and other control characters are nothing.
fn is_blank(byte: u8) -> bool {
    byte <= b' ' && !is_line_end(byte)
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Blanks, no-break spaces and byte order marks at the start of a line.
fn indent(line: &[u8]) -> usize {
    let mut at = 0;
    while at < MOST_INDENT {
        at += match line.get(at..) {
            Some([byte, ..]) if is_blank(*byte) => 1,
            Some([0xC2, 0xA0, ..]) => 2,
            Some([0xEF, 0xBB, 0xBF, ..]) => 3,
            _ => break,
        };
    }
    at
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Quoted,
    Plain,
}

/// The name of the tag that a line begins with, when it is a tag line, and how its value begins.
fn tag(line: &[u8]) -> Option<(&[u8], Value)> {
    let line = &line[..line.len().min(LOOK)];
    let rest = line[indent(line)..].strip_prefix(b"[")?;
    let rest = &rest[rest.iter().take_while(|&&byte| is_blank(byte)).count()..];
    let length = rest.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let (name, rest) = rest.split_at(length);
    if !name.first()?.is_ascii_alphabetic() {
        return None;
    }
    let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
    if rest.get(blanks) == Some(&b'"') {
        Some((name, Value::Quoted))
    } else {
        (blanks > 0 && name.eq_ignore_ascii_case(b"Event")).then_some((name, Value::Plain))
    }
}

/// The line that begins here is a tag line (rule 1); `line` may go on after its end.
#[must_use]
pub fn is_tag_line(line: &[u8]) -> bool {
    tag(line).is_some()
}

fn is_event_line(line: &[u8]) -> bool {
    tag(line).is_some_and(|(name, _)| name.eq_ignore_ascii_case(b"Event"))
}

/// The line before the one that begins at `at` is blank, or there is none.
fn after_blank_line(text: &[u8], at: usize) -> bool {
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
        && tag(line)
            .is_some_and(|(name, value)| name.eq_ignore_ascii_case(b"Event") && value == Value::Quoted)
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
struct Brace {
    at: usize,
    /// A strong border that counts unless the comment is closed properly.
    doubt: Option<usize>,
}

enum BraceStep {
    Closed(usize),
    Border(usize),
    More,
}

impl Brace {
    fn at(at: usize) -> Self {
        Self { at, doubt: None }
    }

    fn step(&mut self, text: &[u8], ends: Ends) -> BraceStep {
        while let Some(found) = memchr3(b'}', b'{', b'[', &text[self.at.min(text.len())..]) {
            let at = self.at + found;
            if ends == Ends::Later && text[at] == b'[' && text.len() - at < LOOK {
                self.at = at;
                return BraceStep::More;
            }
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

#[derive(Clone, Copy, Debug)]
enum State {
    LineStart,
    /// Movetext or prose.
    Code,
    /// Inside a tag pair that begins at `from`.
    Tag {
        from: usize,
    },
    /// After a tag pair, where another may follow on the same line.
    AfterTag,
    /// A `;` comment or a `%` line.
    Rest,
    Brace(Brace),
}

/// Finds the game borders of a text that is still growing; reads every byte once (after a comment that is never closed, the
/// text from the border on twice).
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner {
    at: usize,
    state: State,
    since: Since,
    /// In the lines since the last tag that begin with `[` or continue its value: they may be tags in a looser form.
    loose: bool,
}

impl Scanner {
    /// A scanner for text that begins with a line, outside comments.
    pub fn new() -> Self {
        Self { at: 0, state: State::LineStart, since: Since::Nothing, loose: false }
    }

    /// How far everything is decided.
    pub fn at(&self) -> usize {
        match self.state {
            State::Brace(Brace { doubt: Some(border), .. }) => border,
            State::Brace(brace) => brace.at,
            _ => self.at,
        }
    }

    /// Gives the next border, or `None` when more text is needed (or none is left).
    pub fn next_border(&mut self, text: &[u8], ends: Ends) -> Option<usize> {
        loop {
            let rest = text.get(self.at..).unwrap_or(&[]);
            match self.state {
                State::LineStart => {
                    if rest.is_empty() || (ends == Ends::Later && rest.len() < LOOK) {
                        return None;
                    }
                    let start = self.at;
                    let inside = start + indent(rest);
                    match text.get(inside) {
                        Some(b'\n' | b'\r') => {
                            self.at = after_line_end(text, inside);
                            self.loose = false;
                        }
                        Some(b'%') if inside == start => self.state = State::Rest,
                        _ if is_tag_line(rest) => {
                            let border = is_game_border(text, start, self.since);
                            self.since = Since::Tags;
                            self.loose = false;
                            self.state = State::Tag { from: inside + 1 };
                            self.at = inside + 1;
                            if border {
                                return Some(start);
                            }
                        }
                        first => {
                            self.loose |= first == Some(&b'[') && self.since == Since::Tags;
                            self.at = inside;
                            self.state = State::Code;
                        }
                    }
                }
                State::Code => {
                    let mut found = None;
                    for (i, &byte) in rest.iter().enumerate() {
                        match byte {
                            b'{' | b';' | b'\n' | b'\r' => {
                                found = Some(i);
                                break;
                            }
                            _ if is_blank(byte) => {}
                            // What stands before the first tags belongs to their game; so do tags in other forms.
                            _ if self.since == Since::Nothing || self.loose => {}
                            _ => self.since = Since::Movetext,
                        }
                    }
                    let Some(found) = found else {
                        self.at = text.len();
                        return None;
                    };
                    let at = self.at + found;
                    match text[at] {
                        b'{' => {
                            self.at = at + 1;
                            self.state = State::Brace(Brace::at(at + 1));
                        }
                        b';' => {
                            self.at = at + 1;
                            self.state = State::Rest;
                        }
                        _ if !self.end_line(text, at, ends) => return None,
                        _ => {}
                    }
                }
                State::Tag { from } => {
                    let Some(found) = memchr3(b']', b'\n', b'\r', rest) else {
                        self.at = text.len();
                        return None;
                    };
                    let at = self.at + found;
                    if text[at] == b']' {
                        let value = &text[from.min(at)..at];
                        let closes = value.iter().rev().find(|&&byte| !is_blank(byte)) == Some(&b'"');
                        self.at = at + 1;
                        if closes {
                            self.state = State::AfterTag;
                        } else {
                            // Blanks before this `]` need not be looked at again.
                            self.state = State::Tag { from: at + 1 };
                        }
                    } else {
                        self.loose = true;
                        if !self.end_line(text, at, ends) {
                            return None;
                        }
                    }
                }
                State::AfterTag => {
                    if ends == Ends::Later && rest.len() < LOOK {
                        return None;
                    }
                    let inside = self.at + indent(rest);
                    if is_tag_line(rest) {
                        self.at = inside + 1;
                        self.state = State::Tag { from: inside + 1 };
                    } else {
                        self.loose = text.get(inside) == Some(&b'[');
                        self.at = inside;
                        self.state = State::Code;
                    }
                }
                State::Rest => {
                    let Some(found) = memchr2(b'\n', b'\r', rest) else {
                        self.at = text.len();
                        return None;
                    };
                    if !self.end_line(text, self.at + found, ends) {
                        return None;
                    }
                }
                State::Brace(mut brace) => match brace.step(text, ends) {
                    BraceStep::Closed(at) => {
                        self.at = at + 1;
                        self.state = State::Code;
                    }
                    BraceStep::Border(at) => {
                        self.at = at;
                        self.state = State::LineStart;
                        // The comment stood in a game: what follows is the next.
                        self.since = Since::Movetext;
                    }
                    BraceStep::More => {
                        self.state = State::Brace(brace);
                        return None;
                    }
                },
            }
        }
    }

    /// Goes over the line end at `at`; not when a `\n` may still follow its `\r`.
    fn end_line(&mut self, text: &[u8], at: usize, ends: Ends) -> bool {
        self.at = at;
        if text[at] == b'\r' && at + 1 == text.len() && ends == Ends::Later {
            return false;
        }
        self.at = after_line_end(text, at);
        self.state = State::LineStart;
        true
    }
}

fn after_line_end(text: &[u8], at: usize) -> usize {
    if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') { at + 2 } else { at + 1 }
}

/// The last strong border in `text[1..=most]`, when it is surely a game border: the text begins with a tag, and the nearest
/// brace before the border is a `}`, or there is none. Looks at the end of the text only, where a border is near it.
pub(super) fn last_sure_border(text: &[u8], most: usize) -> Option<usize> {
    if !is_tag_line(text) {
        return None;
    }
    let finder = memchr::memmem::Finder::new(b"[Event \"");
    let end = most.saturating_add(LOOK).min(text.len());
    let mut window = 16 * 1024;
    let mut done = end;
    loop {
        let start = end.saturating_sub(window);
        // A needle may lie across the place where the last window began.
        let part = &text[start..(done + 8).min(end)];
        let found: Vec<usize> = finder.find_iter(part).map(|at| start + at).collect();
        for &at in found.iter().rev() {
            if at > 0 && at <= most && is_strong_border(text, at) {
                return match memchr::memrchr2(b'{', b'}', &text[..at]) {
                    Some(brace) if text[brace] == b'{' => None,
                    _ => Some(at),
                };
            }
        }
        if start == 0 {
            return None;
        }
        done = start;
        window *= 4;
    }
}
