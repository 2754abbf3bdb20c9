//! Runs of moves inside notes and brackets: where each begins, and which of them leaves which.
use super::lattice::Lattice;
use super::token::Kind;
use crate::book::note::{fold, ply};
use crate::chess::Color;
use crate::record::{Cell, Kept, Line, Note};
use crate::span::Span;

/// Most moves looked for in one note.
const MOST_MOVES: usize = 400;

/// Most brackets in one another that are looked into.
const DEEPEST: usize = 16;

/// A run of moves in a note, with the half-move (from 0) that its numbers say it begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The half-move of its first cell.
    pub first_ply: u32,
    /// Its cells.
    pub line: Line,
}

impl Run {
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

/// The numbered runs of moves among the tokens from `from` to `to`. Those in brackets that begin with `or` or with a
/// move stand in the place of the half-move `at`.
pub(crate) fn runs(lattice: &Lattice<'_>, from: u32, to: u32, at: Option<u32>) -> Vec<Run> {
    let mut frames = vec![Frame { instead_of: at, ..Frame::default() }];
    let mut moves = 0;
    let mut token = from;
    while token < to {
        let here = lattice.tokens[token as usize];
        let depth = frames.len();
        let Some(frame) = frames.last_mut() else { break };
        let mut next = token + 1;
        if let Some(number) = lattice.number(token).filter(|number| number.value > 0) {
            frame.numbered(u32::from(number.value), number.dots);
            token = number.next;
            continue;
        }
        match here.kind {
            Kind::Dots if frame.expects_dots && frame.current.is_empty() => {
                frame.first = frame.first.map(|first| first | 1);
            }
            Kind::Open(_) if depth <= DEEPEST => {
                let last = frame.first.map(|first| first + frame.len().saturating_sub(1));
                let instead_of = if frame.current.is_empty() { frame.instead_of } else { last };
                frames.push(Frame { instead_of, ..Frame::default() });
            }
            Kind::Close(_) if depth > 1 => close(&mut frames),
            Kind::Word => {
                if let Some(edge) = lattice.edges(token).first().filter(|edge| edge.next <= to) {
                    moves += 1;
                    if moves > MOST_MOVES {
                        break;
                    }
                    let span = lattice.page.span(here.start as usize, edge.end as usize);
                    frame.moved(span, fold(&lattice.words(token, edge)));
                    next = edge.next.max(token + 1);
                } else if let Some(ending) = lattice.ending(token) {
                    frame.stop();
                    frame.number = None;
                    next = lattice.token_at(here.start + ending.len as u32).max(token + 1);
                } else if frame.words_since < MOST_WORDS {
                    let stop = lattice.tokens.get(token as usize + 1).map(|token| token.kind);
                    let ends = matches!(stop, Some(Kind::Stop(b'.' | b':') | Kind::Glyph));
                    frame.word(lattice.text(token), ends && lattice.text(token).len() > 2);
                } else {
                    frame.stop();
                    frame.number = None;
                }
            }
            _ => {}
        }
        token = next;
    }
    while frames.len() > 1 {
        close(&mut frames);
    }
    let mut frame = frames.pop().unwrap_or_default();
    frame.flush();
    frame.done
}

/// What has been met between two brackets.
#[derive(Default)]
struct Frame {
    /// The runs that are complete.
    done: Vec<Run>,
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
        let mut run = Run { first_ply, line };
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
    fn hang(&mut self, inner: Vec<Run>) {
        if self.current.is_empty() {
            // Brackets around the whole note, or around a part of it, hide nothing.
            self.done.extend(inner);
            return;
        }
        let Some(first_ply) = self.first else { return };
        let line = Line { cells: std::mem::take(&mut self.current), ..Line::default() };
        let mut whole = Run { first_ply, line };
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
            // Black's move may bear White's number again.
            let again = first + self.len() == at + 1 && dots < 2 && !self.current.is_empty();
            if first + self.len() != at && !again {
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

    fn word(&mut self, word: &str, ends: bool) {
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
        if ends {
            self.stop();
        }
    }
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
