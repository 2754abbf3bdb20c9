//! Games as PGN in the export format of the 1994 standard (sections 3.2 and 8), to the letter; what the moves look
//! like is left to [`Style`].
use super::sheet::append_number;
use super::style::Style;
use super::walk::Walk;
use crate::chess::{Color, EnPassant, Position};
use crate::game::{Game, Node, Played, Tag};

/// The longest line, in characters (PGN 4.3 wants less than 80).
const WIDTH: usize = 79;

/// The Seven Tag Roster (PGN 8.1.1) with the values for what is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The place of `Result` in the roster.
const RESULT: usize = 6;

/// Tags that are written from the game itself, in the list of tags to be written.
const FEN: u32 = u32::MAX;
const READING: u32 = u32::MAX - 1;
const SET_UP: u32 = u32::MAX - 2;
/// Indices from here on stand for one of those.
const OWN: u32 = SET_UP;

/// Writes games, one after the other, with buffers that are reused.
#[derive(Default)]
pub struct PgnWriter {
    style: Style,
    walk: Walk,
    /// Tags beside the roster, in the order in which they are written.
    others: Vec<u32>,
    /// The half-move counts of the lines that wait for a variation to end.
    waiting: Vec<(u64, bool)>,
}

impl PgnWriter {
    /// A writer that writes its moves like this.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style, ..Self::default() }
    }

    /// Appends a game: its tags, a blank line, its movetext, a blank line.
    ///
    /// Returns how many closing braces inside comments became `)`, because the format cannot hold them (PGN 5).
    pub fn write(&mut self, game: &Game<'_>, out: &mut Vec<u8>) -> u32 {
        self.tags(game, out);
        out.push(b'\n');
        let braces = self.movetext(game, out);
        out.extend_from_slice(b"\n\n");
        braces
    }

    /// PGN 8.1: the roster first, then the other tags in ASCII order.
    fn tags(&mut self, game: &Game<'_>, out: &mut Vec<u8>) {
        let mut roster = [None; ROSTER.len()];
        let others = &mut self.others;
        others.clear();
        for (tag, index) in game.tags.iter().zip(0..) {
            match roster_place(&tag.name) {
                Some(place) => {
                    roster[place].get_or_insert(tag);
                }
                None if game.set_up && matches!(&*tag.name, "FEN" | "SetUp") => {}
                None if game.verdict.is_some() && tag.name == "Reading" => {}
                None => others.push(index),
            }
        }
        if game.set_up {
            others.extend([FEN, SET_UP]);
        }
        if game.verdict.is_some() {
            others.push(READING);
        }
        let name = |index: u32| other_name(&game.tags, index);
        others.sort_unstable_by(|&a, &b| name(a).cmp(name(b)).then(a.cmp(&b)));
        others.dedup_by(|later, first| name(*later) == name(*first));
        for (place, (name, unknown)) in ROSTER.into_iter().enumerate() {
            let value = match roster[place] {
                _ if place == RESULT => game.result.marker(),
                Some(tag) if !tag.value.chars().all(|c| c.is_whitespace() || c.is_control()) => &*tag.value,
                _ => unknown,
            };
            tag_pair(out, name, value);
        }
        for &index in others.iter() {
            match index {
                FEN => tag_pair(out, "FEN", &game.start.fen(EnPassant::Legal)),
                SET_UP => tag_pair(out, "SetUp", "1"),
                READING => tag_pair(out, "Reading", game.verdict.map_or("", |verdict| verdict.word())),
                _ => {
                    if let Some(tag) = game.tags.get(index as usize) {
                        tag_pair(out, &tag.name, &tag.value);
                    }
                }
            }
        }
    }

    /// PGN 8.2, from the line after the tags; the last line is left open.
    fn movetext(&mut self, game: &Game<'_>, out: &mut Vec<u8>) -> u32 {
        let positions = self.style.needs_positions();
        if positions {
            self.walk.begin(&game.start);
        }
        if let Style::Words(writer) = &mut self.style {
            writer.begin(&game.start);
        }
        self.waiting.clear();
        let mut braces = 0;
        let mut fill = Fill::new(out);
        let mut at = first_ply(&game.start);
        // Has a move been made in this line? Must a move of Black's carry its number?
        let (mut moved, mut number) = (false, true);
        for node in &game.nodes {
            match node {
                Node::Move(played) => {
                    if at & 1 == 0 || number {
                        fill.number(at);
                    }
                    if let Style::San = self.style {
                        let (word, length) = played.san.packed(played.suffix);
                        fill.word(word, length);
                    } else {
                        self.append_move(&mut fill, played);
                    }
                    at += 1;
                    (moved, number) = (true, false);
                }
                Node::Nag(nag) => {
                    fill.begin();
                    fill.out.push(b'$');
                    append_number(fill.out, u64::from(*nag));
                    fill.end();
                    number = true;
                }
                Node::Comment(text) => {
                    // Blanks at its edges say nothing, nor does an empty one; readers leave both out.
                    let text = text.trim();
                    if !text.is_empty() {
                        braces += fill.comment(text);
                        number = true;
                    }
                }
                Node::Open => {
                    fill.begin();
                    fill.out.push(b'(');
                    fill.glue = true;
                    self.waiting.push((at, moved));
                    at -= u64::from(moved);
                    (moved, number) = (false, true);
                    if positions {
                        self.walk.open();
                    }
                    if let Style::Words(writer) = &mut self.style {
                        writer.open();
                    }
                }
                Node::Close => {
                    fill.attach(b')');
                    if let Some(saved) = self.waiting.pop() {
                        (at, moved) = saved;
                    }
                    number = true;
                    if positions {
                        self.walk.close();
                    }
                    if let Style::Words(writer) = &mut self.style {
                        writer.close();
                    }
                }
            }
        }
        fill.begin();
        fill.out.extend_from_slice(game.result.marker().as_bytes());
        fill.end();
        braces
    }
}

impl PgnWriter {
    /// Appends a move in another notation than SAN.
    fn append_move(&mut self, fill: &mut Fill<'_>, played: &Played) {
        fill.begin();
        self.style.append(fill.out, self.walk.now(), played);
        if matches!(self.style, Style::Lan | Style::Uci) {
            fill.end();
        } else {
            fill.end_counting();
        }
        if self.style.needs_positions() {
            self.walk.play(played.mv);
        }
    }
}

/// Twice the number of the first move, and one more if Black makes it.
fn first_ply(start: &Position) -> u64 {
    2 * u64::from(start.fullmove_number()) + u64::from(start.turn() == Color::Black)
}

/// Where a tag stands in the roster.
fn roster_place(name: &str) -> Option<usize> {
    // By first byte and length: this runs for every tag of a collection.
    let place = match (name.as_bytes().first()?, name.len()) {
        (b'E', 5) => 0,
        (b'S', 4) => 1,
        (b'D', 4) => 2,
        (b'R', 5) => 3,
        (b'W', 5) => 4,
        (b'B', 5) => 5,
        (b'R', 6) => 6,
        _ => return None,
    };
    (ROSTER[place].0 == name).then_some(place)
}

/// The name of a tag beside the roster.
fn other_name<'a>(tags: &'a [Tag<'_>], index: u32) -> &'a str {
    match index {
        FEN => "FEN",
        READING => "Reading",
        SET_UP => "SetUp",
        _ => {
            debug_assert!(index < OWN);
            tags.get(index as usize).map_or("", |tag| &tag.name)
        }
    }
}

/// PGN 8.1.1: `[Name "value"]`, with `\` before quotes and backslashes; a value holds no line ends or other control characters (PGN 7).
fn tag_pair(out: &mut Vec<u8>, name: &str, value: &str) {
    out.push(b'[');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b" \"");
    if value.bytes().any(|byte| byte.is_ascii_control() || byte == b'"' || byte == b'\\') {
        for byte in value.bytes() {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                _ if byte.is_ascii_control() => out.push(b' '),
                _ => out.push(byte),
            }
        }
    } else {
        out.extend_from_slice(value.as_bytes());
    }
    out.extend_from_slice(b"\"]\n");
}

/// Fills lines greedily with units that are never broken. A unit is appended first and moved to a line of its own when
/// it turns out too long, by making the blank before it a line end: no width is worked out in advance.
struct Fill<'o> {
    out: &'o mut Vec<u8>,
    /// Where the line begins.
    line: usize,
    /// The blank or line end before the last unit.
    gap: usize,
    /// Bytes of the line that begin no character.
    extra: usize,
    /// The next unit follows the last one without a blank.
    glue: bool,
}

impl<'o> Fill<'o> {
    /// At the beginning of a line.
    fn new(out: &'o mut Vec<u8>) -> Self {
        let line = out.len();
        Self { out, line, gap: line.saturating_sub(1), extra: 0, glue: true }
    }

    fn begin(&mut self) {
        if self.glue {
            self.glue = false;
        } else {
            self.gap = self.out.len();
            self.out.push(b' ');
        }
    }

    /// A unit of at most 7 ASCII bytes, the first lowest.
    #[inline]
    fn word(&mut self, word: u64, length: usize) {
        let blank = usize::from(!self.glue);
        if self.glue {
            self.glue = false;
            self.out.extend_from_slice(&word.to_le_bytes());
        } else {
            self.gap = self.out.len();
            self.out.extend_from_slice(&(word << 8 | u64::from(b' ')).to_le_bytes());
        }
        // Eight bytes at once are quicker than as many as there are.
        self.out.truncate(self.out.len() - 8 + blank + length);
        self.end();
    }

    /// The number of a move, from twice its value, and one more for Black's.
    #[inline]
    fn number(&mut self, at: u64) {
        let (number, is_black) = (at >> 1, at & 1 == 1);
        if is_black || number >= 100 {
            self.begin();
            append_number(self.out, number);
            self.out.extend_from_slice(if is_black { b"..." } else { b"." });
            self.end();
        } else if number < 10 {
            self.word(u64::from_le_bytes([b'0' + number as u8, b'.', 0, 0, 0, 0, 0, 0]), 2);
        } else {
            let (tens, ones) = (number as u8 / 10, number as u8 % 10);
            self.word(u64::from_le_bytes([b'0' + tens, b'0' + ones, b'.', 0, 0, 0, 0, 0]), 3);
        }
    }

    /// The unit is whole.
    #[inline]
    fn end(&mut self) {
        if self.out.len() - self.line - self.extra > WIDTH && self.out[self.gap] == b' ' {
            self.out[self.gap] = b'\n';
            self.line = self.gap + 1;
            if self.extra > 0 {
                self.extra = continuation_bytes(&self.out[self.line..]);
            }
        }
    }

    /// The unit is whole, and may hold other characters than ASCII.
    fn end_counting(&mut self) {
        self.extra += continuation_bytes(&self.out[self.gap + 1..]);
        self.end();
    }

    /// Adds to the last unit.
    fn attach(&mut self, byte: u8) {
        self.glue = false;
        self.out.push(byte);
        self.end();
    }

    /// Writes a comment; runs of white space are one blank. Returns how many closing braces it held.
    fn comment(&mut self, text: &str) -> u32 {
        let ascii = text.is_ascii();
        let bytes = text.as_bytes();
        let mut braces = 0;
        self.begin();
        self.out.push(b'{');
        let mut at = 0;
        // There is a `]` ahead, as far as is known.
        let mut ends = true;
        while at < bytes.len() {
            if is_blank(bytes[at]) {
                at += 1;
                while at < bytes.len() && is_blank(bytes[at]) {
                    at += 1;
                }
                if must_not_begin_a_line(&bytes[at..]) {
                    self.out.push(b' ');
                } else {
                    self.end_unit(ascii);
                    self.begin();
                }
                continue;
            }
            match bytes[at] {
                b'}' => {
                    braces += 1;
                    self.out.push(b')');
                    at += 1;
                }
                b'[' if ends && bytes.get(at + 1) == Some(&b'%') => {
                    let (taken, replaced) = self.command(&bytes[at..]);
                    ends = taken > 1;
                    at += taken;
                    braces += replaced;
                }
                byte => {
                    self.out.push(byte);
                    at += 1;
                }
            }
        }
        self.out.push(b'}');
        self.end_unit(ascii);
        braces
    }

    fn end_unit(&mut self, ascii: bool) {
        if ascii { self.end() } else { self.end_counting() }
    }

    /// A command, `[%clk 0:01:02]`, is one unit (a supplement to the standard; readers look for it whole). Returns how
    /// many bytes of the comment it took, `[` alone if it does not end, and how many closing braces it held.
    fn command(&mut self, bytes: &[u8]) -> (usize, u32) {
        let Some(end) = memchr::memchr(b']', bytes) else {
            self.out.push(b'[');
            return (1, 0);
        };
        let (mut blank, mut braces) = (false, 0);
        for &byte in &bytes[..=end] {
            if byte == b'}' {
                braces += 1;
                self.out.push(b')');
            } else if !is_blank(byte) {
                self.out.push(byte);
            } else if !blank {
                self.out.push(b' ');
            }
            blank = is_blank(byte);
        }
        (end + 1, braces)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Words of a comment that would mean something else at the beginning of a line: `%` there hides the line (PGN 6), and
/// `[Event "` looks like the next game to programs that split files by it.
fn must_not_begin_a_line(rest: &[u8]) -> bool {
    match rest {
        [b'%', ..] => true,
        [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
            let name =
                rest[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            let after = &rest[1 + name..];
            let blanks = after.iter().take_while(|byte| is_blank(**byte)).count();
            after.get(blanks) == Some(&b'"')
        }
        _ => false,
    }
}

/// Bytes of UTF-8 that begin no character.
fn continuation_bytes(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 == 0x80).count()
}
