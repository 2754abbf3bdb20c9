//! Runs of moves inside notes and brackets: where each begins, and which of them leaves which.
use crate::book::Recognizer;
use crate::book::note::{fold, ply};
use crate::book::page::Page;
use crate::book::token::{self, Flow, Kind, Token};
use crate::chess::Color;
use crate::record::{Cell, Kept, Line, Note};
use crate::span::Span;

/// Most moves looked for in one note.
const MOST_MOVES: usize = 400;

/// Most brackets in one another that are looked into.
const DEEPEST: usize = 16;

/// A run of moves in a note, with the half-move (from 0) that its numbers say it begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunIn {
    /// The half-move of its first cell.
    pub first_ply: u32,
    /// Its cells.
    pub line: Line,
}

impl RunIn {
    fn len(&self) -> u32 {
        u32::try_from(self.line.cells.len()).unwrap_or(u32::MAX)
    }

    /// The cell on which a line hangs that begins at a half-move: the one it replaces, or the last where it goes on.
    fn cell_at(&mut self, at: u32) -> Option<&mut Cell> {
        let index = at.checked_sub(self.first_ply).filter(|&index| index <= self.len())? as usize;
        let last = self.line.cells.len().checked_sub(1)?;
        self.line.cells.get_mut(index.min(last))
    }
}

/// The numbered runs of moves in a stretch of running text.
#[must_use]
pub fn runs(page: &Page, start: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<RunIn> {
    if !page.text[start..end].bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    collect(page, &bracketed(page, start, end, recognizer), None)
}

/// The runs of moves in brackets behind the half-move `at`, brackets included: those that begin with `or` stand in
/// its place.
#[must_use]
pub fn aside(page: &Page, start: usize, end: usize, at: u32, recognizer: &dyn Recognizer) -> Vec<RunIn> {
    let tokens = bracketed(page, start, end, recognizer);
    let mut out = collect(page, &tokens, Some(at));
    let moves = tokens.iter().filter(|token| matches!(token.kind, Kind::Move { .. })).count();
    let says_more = tokens.iter().any(|token| match token.kind {
        Kind::Word => !["or", "if", "If", "Or"].contains(&&page.text[token.start..token.end]),
        kind => matches!(kind, Kind::Ending | Kind::Glyph | Kind::Aside | Kind::Torn | Kind::Mark),
    });
    if let [run] = &mut out[..]
        && !says_more
        && run.line.cells.len() == moves
    {
        run.line.kept = Kept::InItsComment(page.span(start, end));
    }
    out
}

/// Tokens of a stretch of text, brackets cut apart from what stands in them.
fn bracketed(page: &Page, start: usize, end: usize, recognizer: &dyn Recognizer) -> Vec<Token> {
    let mut tokens = Vec::new();
    let text = &page.text[start..end];
    let mut from = start;
    for (i, b) in text.bytes().enumerate() {
        if matches!(b, b'(' | b'[' | b')' | b']') && token::mark_len(&text[i..]).is_none() {
            let inside_move = i > 0 && text.as_bytes()[i - 1] != b' ' && b == b'(';
            let short = text.bytes().skip(i).take(7).any(|b| b == b')');
            if inside_move || short && matches!(b, b'(') || b == b')' && short_before(text, i) {
                continue;
            }
            token::cut(&page.text, from..start + i, Flow::Running, recognizer, &mut tokens);
            tokens.push(Token { start: start + i, end: start + i + 1, kind: Kind::Stop(b) });
            from = start + i + 1;
        }
    }
    token::cut(&page.text, from..end, Flow::Running, recognizer, &mut tokens);
    tokens
}

fn short_before(text: &str, close: usize) -> bool {
    text.as_bytes()[close.saturating_sub(6)..close].contains(&b'(')
}

/// What has been met between two brackets.
#[derive(Default)]
struct Frame {
    /// The runs that are complete.
    done: Vec<RunIn>,
    current: Vec<Cell>,
    /// The half-move of the first cell of the current run, once a number has told it.
    first: Option<u32>,
    /// The half-move in the place of which a move behind `or` stands.
    instead_of: Option<u32>,
    after_or: bool,
    expects_dots: bool,
    number: Option<u32>,
    /// Words since the last move, and the side they speak of.
    words_since: usize,
    said: Option<Color>,
}

impl Frame {
    fn len(&self) -> u32 {
        u32::try_from(self.current.len()).unwrap_or(u32::MAX)
    }

    /// Ends the current run. One that begins inside the run before it may leave that.
    fn flush(&mut self) {
        let cells = std::mem::take(&mut self.current);
        let Some(first_ply) = self.first.take().filter(|_| !cells.is_empty()) else { return };
        let line = Line { cells, kept: Kept::InComment, ..Line::default() };
        let mut run = RunIn { first_ply, line };
        let before = self.done.iter_mut().rev().find(|run| run.first_ply < first_ply);
        match before.and_then(|before| before.cell_at(first_ply)) {
            Some(cell) => {
                run.line.is_loose = true;
                cell.notes.push(Note::Line(run.line));
            }
            None => self.done.push(run),
        }
    }

    /// Ends the current run and all that was said of it.
    fn stop(&mut self) {
        self.flush();
        (self.words_since, self.said) = (0, None);
    }

    /// Hangs the runs of a pair of brackets on the run around them.
    fn hang(&mut self, inner: Vec<RunIn>) {
        if self.current.is_empty() {
            // Brackets around the whole note, or around a part of it, hide nothing.
            self.done.extend(inner);
            return;
        }
        let Some(first_ply) = self.first else { return };
        let line = Line { cells: std::mem::take(&mut self.current), ..Line::default() };
        let mut whole = RunIn { first_ply, line };
        for run in inner {
            if let Some(cell) = whole.cell_at(run.first_ply) {
                cell.notes.push(Note::Line(run.line));
            }
        }
        self.current = whole.line.cells;
    }

    fn numbered(&mut self, value: u32, dots: u8) {
        // `if Black now play 9 P to K R 3` is no move of White's.
        let black = self.current.is_empty() && self.said == Some(Color::Black);
        let at = ply(value, dots >= 2 || black);
        if let Some(first) = self.first {
            if first + self.len() != at {
                self.flush();
            }
        } else if !self.current.is_empty() {
            match at.checked_sub(self.len()) {
                Some(start) => self.first = Some(start),
                None => self.current.clear(),
            }
        }
        if self.current.is_empty() {
            self.first = Some(at);
        }
        self.number = Some(value);
        self.expects_dots = true;
    }

    fn moved(&mut self, span: Span, words: String) {
        if self.words_since > 0 && self.number.is_none() {
            self.flush();
        }
        if self.after_or && self.first.is_none() && self.current.is_empty() {
            self.first = self.instead_of;
        }
        self.words_since = 0;
        self.after_or = false;
        self.expects_dots = false;
        let color = self
            .first
            .map(|first| if (first + self.len()).is_multiple_of(2) { Color::White } else { Color::Black });
        self.current.push(Cell { number: self.number.take(), color, span, words, ..Cell::default() });
    }

    fn word(&mut self, word: &str) {
        self.words_since += 1;
        self.number = None;
        self.after_or = self.done.is_empty() && self.words_since == 1 && ["or", "Or"].contains(&word);
        // Moves that no number places go on with nothing.
        if self.first.is_none() {
            self.current.clear();
        }
        if let Some(color) = side_named(word) {
            self.said = Some(color);
        }
        if ends_sentence(word) {
            self.stop();
        }
    }
}

/// The runs among tokens; `at` is the half-move they stand behind.
fn collect(page: &Page, tokens: &[Token], at: Option<u32>) -> Vec<RunIn> {
    let mut frames = vec![Frame { instead_of: at, ..Frame::default() }];
    let mut moves = 0;
    for token in tokens {
        let words = &page.text[token.start..token.end];
        let depth = frames.len();
        let Some(frame) = frames.last_mut() else { break };
        match token.kind {
            Kind::Number { value, dots } => frame.numbered(value, dots),
            Kind::Dots => {
                if frame.expects_dots && frame.current.is_empty() {
                    frame.first = frame.first.map(|first| first | 1);
                }
            }
            Kind::Move { .. } => {
                moves += 1;
                if moves > MOST_MOVES {
                    break;
                }
                frame.moved(page.span(token.start, token.end), fold(words));
            }
            Kind::Stop(b'(' | b'[') if depth <= DEEPEST => {
                let last = frame.first.map(|first| first + frame.len().saturating_sub(1));
                let instead_of = if frame.current.is_empty() { frame.instead_of } else { last };
                frames.push(Frame { instead_of, ..Frame::default() });
            }
            Kind::Stop(b')' | b']') if depth > 1 => close(&mut frames),
            Kind::Stop(b',' | b';' | b'.' | b'(' | b')' | b'[' | b']' | b'-')
            | Kind::Mark
            | Kind::Label
            | Kind::Glyph
            | Kind::Aside
            | Kind::Gap => {}
            Kind::Word if frame.words_since < MOST_WORDS => frame.word(words),
            _ => {
                frame.stop();
                frame.number = None;
            }
        }
    }
    while frames.len() > 1 {
        close(&mut frames);
    }
    let mut frame = frames.pop().unwrap_or_default();
    frame.flush();
    frame.done
}

/// Ends the innermost brackets.
fn close(frames: &mut Vec<Frame>) {
    let Some(mut inner) = frames.pop() else { return };
    inner.flush();
    if let Some(outer) = frames.last_mut() {
        outer.hang(inner.done);
    }
}

/// Words between two runs of moves of which the second may go on with the first.
const MOST_WORDS: usize = 8;

/// `Black`, `Black's`, `White,`: the side that the words speak of.
fn side_named(word: &str) -> Option<Color> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("\u{2019}s")).unwrap_or(bare);
    match bare {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        _ => None,
    }
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['!', '?', ':']) || word.ends_with('.') && word.trim_end_matches('.').len() > 2
}
