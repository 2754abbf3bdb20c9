//! Finds game borders in a text that is still growing, by its lines and braces alone.
//!
//! Nothing here reads tokens. So what is taken for certain is no more than what holds for every reading of the movetext
//! before: whoever reads the text from its start, or from any border found here, finds the same borders. A border that is
//! not certain is left to the grammar, and the chunk goes on to the next one.

use memchr::{memchr2, memmem, memrchr2};

use super::border::{
    Brace, BraceStep, Ends, LOOK, after_blank_line, indent, is_blank, is_event_line, is_line_end,
    is_strong_border, is_tag_line, quoted_value,
};

/// What is known of the place between the last border and here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    /// Nothing is known, and a tag pair may still be open.
    Unsure,
    /// Tags or movetext; no tag pair is open.
    Tags,
    /// Movetext, and no tag pair is open.
    Movetext,
}

#[derive(Clone, Copy, Debug)]
enum State {
    LineStart,
    /// After whole tag pairs or comments at the start of a line.
    ItemStart,
    /// Inside a tag pair that follows them; its value begins at `from`.
    Tag {
        from: usize,
    },
    /// In a line, after anything. After `<` or `[` a `;` may be no comment.
    Line {
        angle: bool,
    },
    /// A `;` comment or a `%` line.
    Rest,
    /// After a `{`: in a comment, or in what only looks like one.
    Brace {
        brace: Brace,
        then: After,
    },
}

/// What to do after a `}`.
#[derive(Clone, Copy, Debug)]
enum After {
    /// It was a comment, and another item may begin.
    Item,
    /// It may have been none.
    Line { angle: bool },
}

/// Reads every byte once (after a comment that is never closed, the text from the border on twice).
#[derive(Clone, Copy, Debug)]
pub struct Scanner {
    at: usize,
    state: State,
    since: Since,
    /// A tag line has stood before: from there on every game but those of movetext alone has tags.
    tagged: bool,
}

impl Scanner {
    /// A scanner for text that begins with a line, outside comments.
    pub fn new() -> Self {
        Self { at: 0, state: State::LineStart, since: Since::Unsure, tagged: false }
    }

    /// How far everything is decided.
    pub fn at(&self) -> usize {
        match self.state {
            State::Brace { brace, .. } => brace.decided(),
            _ => self.at,
        }
    }

    /// Gives the next border, or `None` when more text is needed (or none is left).
    pub fn next_border(&mut self, text: &[u8], ends: Ends) -> Option<usize> {
        loop {
            let start = self.at;
            let rest = text.get(start..).unwrap_or(&[]);
            if rest.is_empty() {
                return None;
            }
            let goes_on = match self.state {
                State::LineStart | State::ItemStart if ends == Ends::Later && rest.len() < LOOK => false,
                State::LineStart => {
                    if self.line(text) {
                        return Some(start);
                    }
                    true
                }
                State::ItemStart => {
                    self.item(rest);
                    true
                }
                State::Tag { from } => self.tag(text, from),
                State::Line { angle } => self.rest_of_line(text, angle, ends),
                State::Rest => match memchr2(b'\n', b'\r', rest) {
                    Some(found) => self.end_line(text, start + found, ends),
                    None => self.exhausted(text),
                },
                State::Brace { mut brace, then } => match brace.step(text, ends) {
                    BraceStep::Closed(at) => {
                        self.at = at + 1;
                        self.state = match then {
                            After::Item => State::ItemStart,
                            After::Line { angle } => {
                                if brace.tags {
                                    self.since = Since::Unsure;
                                }
                                State::Line { angle }
                            }
                        };
                        true
                    }
                    BraceStep::Border(at) => {
                        self.at = at;
                        self.state = State::LineStart;
                        true
                    }
                    BraceStep::More => {
                        self.state = State::Brace { brace, then };
                        false
                    }
                },
            };
            if !goes_on {
                return None;
            }
        }
    }

    /// At the start of a line outside comments; whether it is a border.
    fn line(&mut self, text: &[u8]) -> bool {
        let start = self.at;
        let rest = &text[start..];
        let blanks = blanks(rest);
        self.state = State::Line { angle: true };
        match rest.get(blanks) {
            _ if is_tag_line(rest) => {
                let border = self.tagged
                    && (self.since == Since::Movetext
                        || is_event_line(rest) && after_blank_line(text, start));
                self.tagged = true;
                self.since = Since::Tags;
                self.at += indent(rest);
                self.state = State::ItemStart;
                return border;
            }
            // A line of nothing but blanks that is not seen to its end.
            _ if blanks == LOOK => self.at += blanks,
            Some(&byte) if is_line_end(byte) => {
                // No tag pair goes over a blank line.
                if self.since == Since::Unsure && self.tagged {
                    self.since = Since::Tags;
                }
                self.at += blanks;
            }
            _ if self.since == Since::Unsure => {}
            Some(b'%') if blanks == 0 => self.state = State::Rest,
            _ => {
                self.at += indent(rest);
                self.state = State::ItemStart;
            }
        }
        false
    }

    /// After a line start, whole tag pairs and comments; no tag pair is open.
    fn item(&mut self, rest: &[u8]) {
        let blanks = blanks(rest);
        if blanks > 0 {
            self.at += blanks;
            return;
        }
        self.state = State::Line { angle: rest.starts_with(b"[") };
        match rest.first() {
            Some(b'{') => {
                self.at += 1;
                self.state = State::Brace { brace: Brace::at(self.at), then: After::Item };
            }
            Some(b'[') if self.since == Since::Tags => {
                if let Some(value) = quoted_value(rest) {
                    self.at += value;
                    self.state = State::Tag { from: self.at };
                }
            }
            Some(b';' | b'%' | b']') => {}
            Some(byte) if byte.is_ascii_graphic() && self.since == Since::Tags => {
                self.since = Since::Movetext;
            }
            _ => {}
        }
    }

    /// Inside a tag pair: it is whole when its value has no quotes and no line ends.
    fn tag(&mut self, text: &[u8], from: usize) -> bool {
        let Some(found) =
            text[self.at..].iter().position(|&byte| matches!(byte, b'"' | b'\\') || is_line_end(byte))
        else {
            return self.exhausted(text);
        };
        let at = self.at + found;
        if text[at] == b'"' && at + 1 == text.len() {
            self.at = at;
            return false;
        }
        if text[at] == b'"' && text[at + 1] == b']' {
            self.at = at + 2;
            self.state = State::ItemStart;
        } else {
            self.since = Since::Unsure;
            self.at = from;
            self.state = State::Line { angle: true };
        }
        true
    }

    fn rest_of_line(&mut self, text: &[u8], angle: bool, ends: Ends) -> bool {
        let rest = &text[self.at..];
        let stops = |byte: u8| matches!(byte, b'{' | b';' | b'\n' | b'\r' | b'<' | b'[');
        let Some(found) = rest.iter().position(|&byte| stops(byte)) else { return self.exhausted(text) };
        let at = self.at + found;
        match text[at] {
            b'{' => {
                self.at = at + 1;
                self.state = State::Brace { brace: Brace::at(self.at), then: After::Line { angle } };
            }
            b';' if !angle => {
                self.at = at + 1;
                self.state = State::Rest;
            }
            b'[' => {
                if ends == Ends::Later && text.len() - at < LOOK {
                    self.at = at;
                    return false;
                }
                if is_tag_line(&text[at..]) {
                    self.since = Since::Unsure;
                }
                self.at = at + 1;
                self.state = State::Line { angle: true };
            }
            b'<' => {
                self.at = at + 1;
                self.state = State::Line { angle: true };
            }
            byte if is_line_end(byte) => return self.end_line(text, at, ends),
            _ => self.at = at + 1,
        }
        true
    }

    fn exhausted(&mut self, text: &[u8]) -> bool {
        self.at = text.len();
        false
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

/// How many blanks a line begins with, as far as it is looked at.
fn blanks(line: &[u8]) -> usize {
    line.iter().take(LOOK).take_while(|&&byte| is_blank(byte)).count()
}

fn after_line_end(text: &[u8], at: usize) -> usize {
    if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') { at + 2 } else { at + 1 }
}

/// The last strong border in `text[1..=most]`, when it is surely a game border: the text begins with a tag, and the nearest
/// brace before the border is a `}`, or there is none. Looks at the end of the text only, where a border is near it.
pub fn last_sure_border(text: &[u8], most: usize) -> Option<usize> {
    if !is_tag_line(text) {
        return None;
    }
    let at = last_strong_border(text, most)?;
    match memrchr2(b'{', b'}', &text[..at]) {
        Some(brace) if text[brace] == b'{' => None,
        _ => Some(at),
    }
}

/// The last strong border in `text[1..=most]`.
pub fn last_strong_border(text: &[u8], most: usize) -> Option<usize> {
    let finder = memmem::Finder::new(b"[Event \"");
    let end = most.saturating_add(LOOK).min(text.len());
    let mut window = 16 * 1024;
    let mut done = end;
    loop {
        let start = end.saturating_sub(window);
        // A needle may lie across the place where the last window began.
        let part = &text[start..(done + 8).min(end)];
        let found: Vec<usize> = finder.find_iter(part).map(|at| start + at).collect();
        let border = found.iter().rev().find(|&&at| at > 0 && at <= most && is_strong_border(text, at));
        if border.is_some() || start == 0 {
            return border.copied();
        }
        done = start;
        window *= 4;
    }
}
