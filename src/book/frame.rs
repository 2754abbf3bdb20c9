//! Runs of moves inside notes and brackets as they are met word by word: where each begins, and which of them leaves
//! which. It knows no tokens.
use crate::book::note::ply;
use crate::chess::Color;
use crate::record::{Cell, Kept, Line, Note};
use crate::span::Span;

/// Most moves looked for in one note.
pub const MOST_MOVES: usize = 400;

/// Most brackets in one another that are looked into.
pub const DEEPEST: usize = 16;

/// A run of moves in a note, with the half-move (from 0) that its numbers say it begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
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

/// What has been met between two brackets.
#[derive(Default)]
pub struct Frame {
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

    pub fn numbered(&mut self, value: u32, dots: u8, may_repeat: bool) {
        // `if Black now play 9 P to K R 3` is no move of White's.
        let black = self.current.is_empty() && self.said == Some(Color::Black);
        let at = ply(value, dots >= 2 || black);
        if let Some(first) = self.first {
            // Black's move may bear White's number again.
            let again = may_repeat && first + self.len() == at + 1 && dots < 2 && !self.current.is_empty();
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

    /// Dots behind the number of a run: Black moves.
    pub fn dotted(&mut self) {
        if self.expects_dots && self.current.is_empty() {
            self.first = self.first.map(|first| first | 1);
        }
    }

    /// Words go on for too long, or say how the game ended.
    pub fn break_off(&mut self) {
        self.stop();
        self.number = None;
    }

    /// May words still stand between two runs of which the second goes on with the first?
    pub fn takes_words(&self) -> bool {
        self.words_since < MOST_WORDS
    }

    pub fn moved(&mut self, span: Span, words: String) {
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

    pub fn word(&mut self, word: &str, ends: bool) {
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

/// The brackets around a word, the outermost first.
pub struct Nest(Vec<Frame>);

impl Nest {
    /// Outside all brackets. Moves behind `or` stand in the place of the half-move `at`.
    pub fn new(at: Option<u32>) -> Self {
        Self(vec![Frame { instead_of: at, ..Frame::default() }])
    }

    /// How many brackets are open.
    pub fn depth(&self) -> usize {
        self.0.len() - 1
    }

    /// What has been met in the innermost.
    pub fn frame(&mut self) -> &mut Frame {
        self.0.last_mut().expect("the outermost is never closed")
    }

    /// Begins brackets.
    pub fn open(&mut self) {
        let frame = self.frame();
        let last = frame.first.map(|first| first + frame.len().saturating_sub(1));
        let instead_of = if frame.current.is_empty() { frame.instead_of } else { last };
        self.0.push(Frame { instead_of, ..Frame::default() });
    }

    /// Ends the innermost brackets.
    pub fn close(&mut self) {
        if self.depth() > 0
            && let Some(mut inner) = self.0.pop()
        {
            inner.flush();
            self.frame().hang(inner.done);
        }
    }

    /// The runs, with all brackets ended.
    pub fn finish(mut self) -> Vec<Run> {
        while self.depth() > 0 {
            self.close();
        }
        let frame = self.frame();
        frame.flush();
        std::mem::take(&mut frame.done)
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
