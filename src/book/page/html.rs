//! Where in a page of HTML a text is, and what its tags stand for there.
use crate::book::markup::{self, Mark};

/// How a stretch of the original is taken over.
pub(super) enum Take {
    /// As it stands.
    Same,
    /// Not at all.
    Drop,
    /// As the end of a line, if words stand on it.
    EndOfLine,
    /// As this.
    As(&'static str),
    /// As this character.
    Char(char),
    /// As these words.
    Words(String),
    /// As this letter in brackets.
    Mark(char),
    /// As this number.
    Figures(usize),
    /// As the end of a line and this number.
    Number(u32),
    /// As the end of a paragraph and this number as the mark of a footnote.
    Note(u32),
}

/// What begins at a place of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// A row of a table, or the text behind the table.
    Row,
    /// A cell of the row.
    Cell,
}

/// A cell of a table of which so many lines end is a block of its own.
const BLOCK: u32 = 3;

/// Where in a page of HTML a text is.
#[derive(Default)]
pub(super) struct Html {
    /// All of it is such a page; else tables are.
    pub is_page: bool,
    tables: usize,
    /// No cell of the row stood yet.
    row_begins: bool,
    /// The number that a cell has for so many rows from here on.
    spanned: Option<(u32, u32)>,
    /// Lines that ended in the cell.
    breaks: u32,
    /// The words of the cell stand in one paragraph, so that its ends part nothing.
    is_plain: bool,
    /// The cell is a head of a column: its lines are one.
    is_head: bool,
    /// What the tag that was read last begins.
    pub edge: Option<Edge>,
    verbatim: usize,
    /// A footnote mark is open.
    raised: bool,
    /// The lists that are open, with the number of the next item of each that has numbers.
    lists: Vec<Option<u32>>,
    /// Letters that end what is hidden and stand nowhere below.
    missing: Vec<&'static str>,
}

impl Html {
    /// At the start of a text.
    pub fn new(text: &str) -> Self {
        Self { is_page: markup::is_page(text), ..Self::default() }
    }

    /// Do blanks and line ends say nothing here?
    pub fn folds(&self) -> bool {
        (self.is_page || self.tables > 0) && self.verbatim == 0
    }

    /// What stands around the table that begins or ends here: space, unless it stands in a cell of another.
    fn around_table(&self) -> Take {
        if self.tables > 1 { Take::EndOfLine } else { Take::As("\n\n") }
    }

    /// How the beginning of an item is taken over: with its number, unless the words of a list with numbers bear their own.
    fn item(&mut self, said: Option<u32>, words: &str) -> Take {
        self.breaks += 1;
        let Some(Some(next)) = self.lists.last_mut() else { return Take::As("\n") };
        let number = said.unwrap_or(*next);
        *next = number.saturating_add(1);
        let is_numbered = markup::words(words).starts_with(|c: char| c.is_ascii_digit());
        if is_numbered { Take::As("\n") } else { Take::Number(number) }
    }

    /// How the tag at the start of `text` is taken over.
    pub fn tag(&mut self, text: &str) -> (Take, usize) {
        let Some((mark, mut len)) = markup::tag(text) else { return (Take::Same, 1) };
        self.edge = match mark {
            Mark::Cell => Some(Edge::Cell),
            Mark::Row | Mark::Table | Mark::TableEnd => Some(Edge::Row),
            _ => None,
        };
        if self.edge.is_some() {
            self.is_plain = mark == Mark::Cell && markup::is_one_paragraph(&text[len..]);
            self.is_head = mark == Mark::Cell && markup::is_head(text);
        }
        let begins_row = mark == Mark::Cell && self.row_begins;
        if begins_row && let Some(of_rows) = markup::number_of_rows(&text[..len], &text[len..]) {
            self.spanned = Some(of_rows);
        } else if begins_row
            && let Some((number, _)) = self.spanned
            && text[len..].trim_start().starts_with("</")
        {
            // White's move stands in a row above.
            self.row_begins = false;
            return (Take::Words(format!(" | {number} | ...")), len);
        }
        let take = match mark {
            Mark::Nothing => Take::Drop,
            Mark::Line | Mark::Block | Mark::Paragraph if self.is_plain => {
                self.breaks += u32::from(mark == Mark::Line);
                Take::Drop
            }
            Mark::Line if self.is_head => Take::As(" "),
            Mark::Hidden(end) => {
                if !self.missing.contains(&end) {
                    match markup::end_of(&text[len..], end) {
                        Some(hidden) => len += hidden,
                        None => self.missing.push(end),
                    }
                }
                Take::Drop
            }
            Mark::Aside(end) => {
                len += markup::near_end_of(&text[len..], end).unwrap_or(0);
                Take::Drop
            }
            Mark::Row => {
                (self.row_begins, self.breaks) = (true, 0);
                self.spanned =
                    self.spanned.filter(|(_, rows)| *rows > 1).map(|(number, rows)| (number, rows - 1));
                Take::EndOfLine
            }
            // A table in a cell of another has bars between its cells only: the moves of a fraction stand in two rows.
            Mark::Cell if std::mem::take(&mut self.row_begins) && self.tables > 1 => Take::Drop,
            Mark::Cell if std::mem::take(&mut self.breaks) >= BLOCK => Take::As("\n\n"),
            Mark::Cell => Take::As(" | "),
            Mark::Line => {
                self.breaks += 1;
                Take::As("\n")
            }
            Mark::List(first) => {
                self.lists.push(first);
                Take::As("\n\n")
            }
            Mark::ListEnd => {
                self.lists.pop();
                Take::As("\n\n")
            }
            Mark::Item(said) => self.item(said, &text[len..]),
            Mark::Note(number) => Take::Note(number),
            Mark::Footnote => match self.item(None, "") {
                Take::Number(number) => Take::Note(number),
                take => take,
            },
            Mark::Apart => Take::As(" "),
            Mark::Block => Take::EndOfLine,
            Mark::Paragraph => Take::As("\n\n"),
            Mark::Table => {
                self.tables += 1;
                self.around_table()
            }
            Mark::TableEnd => {
                let around = self.around_table();
                self.tables = self.tables.saturating_sub(1);
                self.spanned = None;
                around
            }
            Mark::Verbatim => {
                self.verbatim += 1;
                Take::As("\n\n")
            }
            Mark::VerbatimEnd => {
                self.verbatim = self.verbatim.saturating_sub(1);
                Take::As("\n\n")
            }
            Mark::Raised(end) if !self.raised && markup::is_footnote_mark(&text[len..], end) => {
                self.raised = true;
                Take::As("[")
            }
            Mark::RaisedEnd if self.raised => {
                self.raised = false;
                Take::As("]")
            }
            Mark::Raised(_) | Mark::RaisedEnd => Take::Drop,
        };
        // Outside such a page the line ends of the text do what these tags do.
        let take = match take {
            Take::As("\n") if mark == Mark::Line && !self.folds() => Take::As(" "),
            Take::As(words) if !self.folds() && words.contains('\n') && self.tables == 0 => Take::Drop,
            Take::EndOfLine | Take::Number(_) | Take::Note(_) if !self.folds() && self.tables == 0 => {
                Take::Drop
            }
            take => take,
        };
        (take, len)
    }
}
