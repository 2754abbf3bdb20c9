//! Games as plain scores: a heading, the moves in two columns, comments and variations between them.
use super::style::Style;
use crate::chess::{Color, Position};
use crate::game::{Game, Node, Track};

/// The longest line of comments and variations, in characters.
const WIDTH: usize = 79;
/// How far they are set in.
const INDENT: usize = 5;
/// The narrowest column.
const COLUMN: usize = 8;

/// Writes plain scores, with buffers that are reused.
#[derive(Default)]
pub struct TextWriter {
    style: Style,
    track: Track,
    words: Words,
}

/// The words of each move, in the order of the nodes.
#[derive(Default)]
struct Words {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Words {
    fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        std::str::from_utf8(&self.bytes[start..self.ends[index]]).unwrap_or("")
    }
}

impl TextWriter {
    /// A writer that writes its moves like this.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style, ..Self::default() }
    }

    /// Appends a score and two empty lines.
    pub fn write(&mut self, game: &Game<'_>, out: &mut Vec<u8>) {
        heading(game, out);
        self.spell(game);
        let column = self.words.widest(game).max(COLUMN);
        let mut page = Page { out, column, side: Color::White, open: false, word: String::new(), width: 0 };
        let mut numbers = vec![Count::at(&game.start)];
        for (node, words) in game.nodes().iter().zip(self.words.by_node(game)) {
            let depth = numbers.len();
            let Some(count) = numbers.last_mut() else { break };
            match node {
                Node::Move(_) if depth == 1 => {
                    page.play(count.number, count.side, words);
                    count.step();
                }
                Node::Move(_) => {
                    if count.side == Color::White || count.fresh {
                        let dots = if count.side == Color::White { "." } else { "..." };
                        page.word(&format!("{}{dots}", count.number));
                    }
                    page.word(words);
                    count.step();
                }
                Node::Nag(nag) => match glyph(*nag) {
                    Some(glyph) => page.glue(glyph),
                    None => page.word(&format!("${nag}")),
                },
                Node::Comment(text) => {
                    count.fresh = true;
                    let (before, after) = if depth == 1 { ("", "") } else { ("[", "]") };
                    page.comment(before, text, after);
                    if depth == 1 {
                        page.flush();
                    }
                }
                Node::Open => {
                    count.fresh = true;
                    let before = count.before();
                    page.word("(");
                    numbers.push(before);
                }
                Node::Close => {
                    if depth > 1 {
                        numbers.pop();
                        page.glue(")");
                        if depth == 2 {
                            page.flush();
                        }
                    }
                }
            }
        }
        page.flush();
        page.end_row();
        out.extend_from_slice(game.result.marker().as_bytes());
        out.extend_from_slice(b"\n\n\n");
    }

    /// Writes the words of all moves.
    fn spell(&mut self, game: &Game<'_>) {
        self.words.bytes.clear();
        self.words.ends.clear();
        self.track.begin(&game.start);
        if let Style::Words(writer) = &mut self.style {
            writer.begin(&game.start);
        }
        for node in game.nodes() {
            match node {
                Node::Move(played) => {
                    self.style.append(&mut self.words.bytes, self.track.now(), played);
                    self.words.ends.push(self.words.bytes.len());
                    self.track.play(played.mv);
                }
                Node::Open => {
                    self.track.open();
                    if let Style::Words(writer) = &mut self.style {
                        writer.open();
                    }
                }
                Node::Close => {
                    self.track.close();
                    if let Style::Words(writer) = &mut self.style {
                        writer.close();
                    }
                }
                _ => {}
            }
        }
    }
}

impl Words {
    /// The words of each node, empty where it is no move.
    fn by_node<'a>(&'a self, game: &'a Game<'_>) -> impl Iterator<Item = &'a str> {
        let mut moves = 0;
        game.nodes().iter().map(move |node| {
            if matches!(node, Node::Move(_)) {
                moves += 1;
                self.get(moves - 1)
            } else {
                ""
            }
        })
    }

    /// The width of the widest move of the main line, with room for its glyph.
    fn widest(&self, game: &Game<'_>) -> usize {
        let mut depth = 0_usize;
        let mut widest = 0;
        for (node, words) in game.nodes().iter().zip(self.by_node(game)) {
            match node {
                Node::Open => depth += 1,
                Node::Close => depth = depth.saturating_sub(1),
                Node::Move(_) if depth == 0 => widest = widest.max(words.chars().count() + 4),
                _ => {}
            }
        }
        widest
    }
}

/// The number of the next move of a line.
#[derive(Clone, Copy)]
struct Count {
    number: u64,
    side: Color,
    /// A move of Black's must carry its number.
    fresh: bool,
    moved: bool,
}

impl Count {
    fn at(start: &Position) -> Self {
        Self { number: start.fullmove_number().into(), side: start.turn(), fresh: true, moved: false }
    }

    fn step(&mut self) {
        self.number += u64::from(self.side == Color::Black);
        self.side = !self.side;
        (self.fresh, self.moved) = (false, true);
    }

    /// One move back, for a variation.
    fn before(self) -> Self {
        let mut count = Self { fresh: true, moved: false, ..self };
        if self.moved {
            count.side = !self.side;
            count.number -= u64::from(count.side == Color::Black);
        }
        count
    }
}

/// Players, then event, place and date, as far as they are known.
fn heading(game: &Game<'_>, out: &mut Vec<u8>) {
    let known = |name: &str| {
        game.tag(name).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'))
    };
    let players = (known("White"), known("Black"));
    if players != (None, None) {
        let line = format!("{} – {}\n", players.0.unwrap_or("?"), players.1.unwrap_or("?"));
        out.extend_from_slice(line.as_bytes());
    }
    let place: Vec<_> = ["Event", "Site", "Date"].into_iter().filter_map(known).collect();
    if !place.is_empty() {
        out.extend_from_slice(place.join(", ").as_bytes());
        out.push(b'\n');
    }
    if game.set_up {
        out.extend_from_slice(b"FEN: ");
        game.start.append_fen(crate::chess::EnPassant::Legal, out);
        out.push(b'\n');
    }
    if players != (None, None) || !place.is_empty() || game.set_up {
        out.push(b'\n');
    }
}

/// The sign in print of a glyph that has one (PGN 8.2.4, 10).
fn glyph(nag: u8) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => return None,
    })
}

struct Page<'o> {
    out: &'o mut Vec<u8>,
    column: usize,
    /// Whose move stood last in the row.
    side: Color,
    /// A row is open: it has no line end yet.
    open: bool,
    /// The last word of a comment or variation; a sign may still be added to it.
    word: String,
    /// How wide the line is so far that the words before it stand on; 0 before the first.
    width: usize,
}

impl Page<'_> {
    /// A move of the main line.
    fn play(&mut self, number: u64, side: Color, words: &str) {
        self.flush();
        let goes_on = self.open && side == Color::Black && self.side == Color::White;
        if !goes_on {
            self.end_row();
            self.out.extend_from_slice(format!("{number:>3}. ").as_bytes());
            if side == Color::Black {
                self.out.extend_from_slice(format!("{:<1$}", "...", self.column).as_bytes());
            }
        } else {
            let row = self.out.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let written = String::from_utf8_lossy(&self.out[row..]).chars().count();
            let missing = (INDENT + self.column).saturating_sub(written).max(1);
            self.out.extend(std::iter::repeat_n(b' ', missing));
        }
        self.out.extend_from_slice(words.as_bytes());
        self.side = side;
        self.open = true;
    }

    fn end_row(&mut self) {
        if self.open {
            self.out.push(b'\n');
            self.open = false;
        }
    }

    /// A word of a comment or variation, or several with blanks between.
    fn word(&mut self, words: &str) {
        let mut follows = self.word.ends_with('(');
        for word in words.split(' ') {
            if !follows {
                self.end_word();
            }
            self.word.push_str(word);
            follows = false;
        }
    }

    /// Follows the last word, or the last move of the main line.
    fn glue(&mut self, sign: &str) {
        if self.word.is_empty() && self.width == 0 {
            self.out.extend_from_slice(sign.as_bytes());
        } else {
            self.word.push_str(sign);
        }
    }

    fn comment(&mut self, before: &str, text: &str, after: &str) {
        let mut words = text.split_whitespace();
        self.word(before);
        if let Some(first) = words.next() {
            self.word.push_str(first);
        }
        for word in words {
            self.end_word();
            self.word.push_str(word);
        }
        self.word.push_str(after);
    }

    /// Writes the last word: on the line it still fits, else on the next.
    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        self.end_row();
        let width = self.word.chars().count();
        if self.width > 0 && self.width + 1 + width > WIDTH {
            self.out.push(b'\n');
            self.width = 0;
        }
        if self.width == 0 {
            self.out.extend(std::iter::repeat_n(b' ', INDENT));
            self.width = INDENT;
        } else {
            self.out.push(b' ');
            self.width += 1;
        }
        self.out.extend_from_slice(self.word.as_bytes());
        self.width += width;
        self.word.clear();
    }

    /// Ends the lines of a comment or variation.
    fn flush(&mut self) {
        self.end_word();
        if self.width > 0 {
            self.out.push(b'\n');
            self.width = 0;
        }
    }
}
