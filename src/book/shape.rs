//! What a line of a score is made of: entries with their numbers, and cells.
use crate::book::note;

/// How a move stands among the words of running text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// Behind a number or another move.
    #[default]
    Apart,
    /// Behind words.
    InWords,
    /// Behind words that speak of what is not played.
    Hypothetical,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Words that read as a move.
    Move,
    /// Dots: the move stands elsewhere.
    Dots,
    /// Words in the place of a move that do not read as one.
    Unread,
}

/// A cell as it stands on the page; offsets in the cleaned text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it holds.
    pub holds: Holds,
    /// Where its words start.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// Where they go on in lines below, in the same column.
    pub more: Vec<(usize, usize)>,
    /// Footnote marks after it.
    pub marks: Vec<(usize, usize)>,
    /// Words after the move in the same cell.
    pub tail: Option<(usize, usize)>,
    /// Words that say how the game ended.
    pub ending: Option<(usize, usize)>,
    /// How it stands among the words of running text.
    pub said: Said,
}

impl Piece {
    /// A cell without anything that hangs on it.
    #[must_use]
    pub fn new(holds: Holds, start: usize, end: usize) -> Self {
        Self {
            holds,
            start,
            end,
            more: Vec::new(),
            marks: Vec::new(),
            tail: None,
            ending: None,
            said: Said::Apart,
        }
    }
}

/// A number and the cells after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number printed.
    pub number: Option<u32>,
    /// Dots right after the number: Black moves.
    pub dots: bool,
    /// Where it starts.
    pub start: usize,
    /// How it stands among the words of running text.
    pub said: Said,
    /// Its cells.
    pub cells: Vec<Piece>,
}

impl Entry {
    /// Adds a cell. Most numbers have two: no room is kept for more.
    pub(super) fn push(&mut self, cell: Piece) {
        if self.cells.is_empty() {
            self.cells.reserve_exact(2);
        }
        self.cells.push(cell);
    }

    /// Its cells, but those where dots say that the move stands elsewhere.
    pub(super) fn printed(&self) -> impl Iterator<Item = &Piece> {
        self.cells.iter().filter(|cell| cell.holds != Holds::Dots)
    }
}

/// A line, or a stretch of running text, as a row of a score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Numbers with their cells, in order.
    pub entries: Vec<Entry>,
    /// Words outside brackets that are no move.
    pub words: u32,
    /// Bytes of those words.
    pub word_bytes: usize,
    /// Words before the first number or move.
    pub words_before: u32,
    /// Cells that read as a move.
    pub moves: u32,
    /// Bytes of those.
    pub move_bytes: usize,
    /// The surest of its moves.
    pub sure: u8,
    /// Commas and semicolons between cells.
    pub stops: u32,
    /// Columns, bars or a second number part its cells.
    pub structured: bool,
    /// A slash parts two of its cells.
    pub slashed: bool,
    /// It begins with a number, a move or dots.
    pub begins: bool,
    /// Brackets that do not end, up to where they might: what is cut off there may go on with the moves.
    pub cut_off: Option<(usize, usize)>,
    /// Its words name moves of which it is not plain that they are not played.
    pub is_doubtful: bool,
    /// Lines below its first that hold the ends of its cells and nothing else.
    pub more_lines: usize,
    /// The table breaks off below this row: nothing ends the game there, or later rows stand apart.
    pub breaks_off: bool,
}

impl Shape {
    /// Adds an entry. Most lines hold one: no room is kept for more.
    pub(super) fn begin(&mut self, entry: Entry) {
        if self.entries.is_empty() {
            self.entries.reserve_exact(1);
        }
        self.entries.push(entry);
    }

    /// The number of its first entry.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.entries.first().and_then(|entry| entry.number)
    }

    /// Something but blanks and commas parts its cells.
    #[must_use]
    pub fn is_parted(&self) -> bool {
        self.structured || self.slashed
    }

    /// The numbers go on one by one, with a move of either side behind each but the last: no move that the words
    /// between speak of stands among them.
    #[must_use]
    pub fn counts(&self) -> bool {
        let mut next = None;
        let last = self.entries.len().saturating_sub(1);
        self.entries.iter().enumerate().all(|(i, entry)| {
            let Some(number) = entry.number else { return false };
            let moves = entry.cells.iter().filter(|cell| cell.holds == Holds::Move).count();
            let ply = note::ply(number, entry.dots);
            let follows = next.is_none_or(|next| next == ply);
            let wanted = 2 - ply % 2;
            let alone = self.entries.get(i + 1).is_some_and(|next| next.dots && next.number == Some(number));
            let count = u32::try_from(moves).unwrap_or(u32::MAX);
            next = Some(ply.saturating_add(count));
            follows
                && moves == entry.cells.len()
                && (count == wanted || count == 1 && (i == last || alone && ply.is_multiple_of(2)))
        })
    }

    /// Words that say how the game ended stand behind a move.
    #[must_use]
    pub fn tells_end(&self) -> bool {
        self.entries.iter().flat_map(|entry| &entry.cells).any(|cell| cell.ending.is_some())
    }

    /// Nothing but numbers, moves and what belongs to them.
    #[must_use]
    pub fn is_pure(&self) -> bool {
        self.words == 0 && self.moves > 0 && self.begins
    }
}
