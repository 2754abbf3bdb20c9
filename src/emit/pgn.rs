//! Games as PGN in the export format of the 1994 standard (sections 3.2 and 8), to the letter; what the moves look
//! like is left to [`Style`].
use super::style::Style;
use crate::bytes::{eight, is_exact_value};
use crate::chess::EnPassant;
use crate::game::{Game, Movetext, Node, Tag, Track};

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

/// The order in which tags are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagOrder {
    /// The roster, then the others in ASCII order (PGN 8.1.1).
    #[default]
    Standard,
    /// As the game has them; what it lacks comes behind.
    Kept,
}

/// Writes games, one after the other, with buffers that are reused.
#[derive(Default)]
pub struct PgnWriter {
    tag_order: TagOrder,
    style: Style,
    track: Track,
    /// Tags beside the roster, in the order in which they are written: how their names begin, and which they are.
    others: Vec<(u64, u32)>,
    order: Order,
    text: Movetext,
}

/// The tags beside the roster of the last game: mostly the next game has the same.
#[derive(Default)]
struct Order {
    /// As they were found; none where the beginnings of the names do not tell how they are written.
    found: Vec<(u64, u32)>,
    /// As they are written.
    written: Vec<(u64, u32)>,
}

impl Order {
    /// Brings tags, told apart by `name`, into the order in which they are written.
    #[inline]
    fn settle<'n>(&mut self, others: &mut Vec<(u64, u32)>, name: impl Fn(u32) -> &'n str) {
        if *others != self.found {
            self.found.clone_from(others);
            others.sort_unstable_by(|a, b| {
                a.0.cmp(&b.0).then_with(|| name(a.1).cmp(name(b.1))).then_with(|| a.1.cmp(&b.1))
            });
            others.dedup_by(|later, first| later.0 == first.0 && name(later.1) == name(first.1));
            if others.len() < self.found.len() || others.windows(2).any(|two| two[0].0 == two[1].0) {
                self.found.clear();
            }
            self.written.clone_from(others);
        } else if !others.is_empty() {
            others.clone_from(&self.written);
        }
    }
}

impl PgnWriter {
    /// A writer that writes its moves like this.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style, ..Self::default() }
    }

    /// The same with its moves written like this.
    #[must_use]
    pub fn with_style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The same with lines of at most so many characters.
    #[must_use]
    pub fn with_line_length(self, characters: usize) -> Self {
        Self { text: Movetext::with_line_length(characters), ..self }
    }

    /// The same with its tags in this order.
    #[must_use]
    pub fn with_tag_order(self, tag_order: TagOrder) -> Self {
        Self { tag_order, ..self }
    }

    /// Appends a game: its tags, a blank line, its movetext, a blank line.
    ///
    /// Returns how many closing braces inside comments became `)`, because the format cannot hold them (PGN 5).
    pub fn write(&mut self, game: &Game<'_>, out: &mut Vec<u8>) -> u32 {
        match self.tag_order {
            TagOrder::Standard => self.tags(game, out),
            TagOrder::Kept => tags_in_order(game, out),
        }
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
                None => others.push((beginning(&tag.name), index)),
            }
        }
        if game.set_up {
            others.extend([(beginning("FEN"), FEN), (beginning("SetUp"), SET_UP)]);
        }
        if game.verdict.is_some() {
            others.push((beginning("Reading"), READING));
        }
        self.order.settle(others, |index| other_name(&game.tags, index));
        for (place, (name, unknown)) in ROSTER.into_iter().enumerate() {
            let value = match roster[place] {
                _ if place == RESULT => game.result.marker(),
                Some(tag) if !tag.value.chars().all(|c| c.is_whitespace() || c.is_control()) => &*tag.value,
                _ => unknown,
            };
            tag_pair(out, name, value);
        }
        for &(_, index) in others.iter() {
            match index {
                FEN => tag_pair(out, "FEN", &game.start.fen(EnPassant::Legal)),
                SET_UP => tag_pair(out, "SetUp", "1"),
                READING => tag_pair(out, "Reading", game.reading().unwrap_or_default()),
                _ => {
                    if let Some(tag) = game.tags.get(index as usize) {
                        tag_pair(out, &tag.name, &tag.value);
                    }
                }
            }
        }
    }

    /// PGN 8.2, from the line after the tags; the last line is left open. Returns how many closing braces were replaced.
    fn movetext(&mut self, game: &Game<'_>, out: &mut Vec<u8>) -> u32 {
        let fits = game.movetext.line_length() == self.text.line_length();
        if !game.movetext.is_empty() && fits && matches!(self.style, Style::San) {
            out.extend_from_slice(game.movetext.as_bytes());
            return 0;
        }
        let Self { style, track, text, .. } = self;
        let positions = style.needs_positions();
        if positions {
            track.begin(&game.start);
        }
        if let Style::Words(writer) = style {
            writer.begin(&game.start);
        }
        text.begin(&game.start);
        for node in game.nodes() {
            match node {
                Node::Move(played) => match style {
                    Style::San => {
                        let (word, length) = played.san.packed(played.suffix);
                        text.san(word, length);
                    }
                    _ => {
                        text.played(|out| style.append(out, track.now(), played));
                        if positions {
                            track.play(played.mv);
                        }
                    }
                },
                Node::Nag(nag) => text.nag(*nag),
                Node::Comment(comment) => text.comment(comment),
                Node::Open => {
                    text.open();
                    if positions {
                        track.open();
                    }
                    if let Style::Words(writer) = style {
                        writer.open();
                    }
                }
                Node::Close => {
                    text.close();
                    if positions {
                        track.close();
                    }
                    if let Style::Words(writer) = style {
                        writer.close();
                    }
                }
            }
        }
        text.result(game.result);
        out.extend_from_slice(text.as_bytes());
        text.braces()
    }
}

/// The tags as the game has them; behind them those of the roster that it lacks, and what the game itself says.
#[inline(never)]
fn tags_in_order(game: &Game<'_>, out: &mut Vec<u8>) {
    let mut lacks: Vec<&str> = ROSTER.iter().map(|(name, _)| *name).collect();
    if game.set_up {
        lacks.extend(["FEN", "SetUp"]);
    }
    if game.verdict.is_some() {
        lacks.push("Reading");
    }
    let fen = if game.set_up { game.start.fen(EnPassant::Legal) } else { String::new() };
    let own = |name: &str| match name {
        "Result" => Some(game.result.marker()),
        "FEN" if game.set_up => Some(fen.as_str()),
        "SetUp" if game.set_up => Some("1"),
        "Reading" => game.reading(),
        _ => None,
    };
    let unknown = |name: &str| roster_place(name).map_or("", |place| ROSTER[place].1);
    for (index, tag) in game.tags.iter().enumerate() {
        let is_first = !game.tags[..index].iter().any(|other| other.name == tag.name);
        if is_first {
            let is_blank = tag.value.chars().all(|c| c.is_whitespace() || c.is_control());
            let value =
                if is_blank && roster_place(&tag.name).is_some() { unknown(&tag.name) } else { &tag.value };
            tag_pair(out, &tag.name, own(&tag.name).unwrap_or(value));
            lacks.retain(|name| *name != tag.name);
        }
    }
    for name in lacks {
        tag_pair(out, name, own(name).unwrap_or(unknown(name)));
    }
}

/// Where a tag stands in the roster.
#[inline(always)]
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

/// The first eight bytes of a name as a number, which compares as they do.
fn beginning(name: &str) -> u64 {
    eight(name.as_bytes(), 0).swap_bytes()
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

/// PGN 8.1.1: `[Name "value"]`, with `\` before quotes and backslashes; a value holds no line ends or other control characters (PGN 7);
/// what is left of them is no blank at its ends and no doubled one.
fn tag_pair(out: &mut Vec<u8>, name: &str, value: &str) {
    out.push(b'[');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b" \"");
    if !is_exact_value(value.as_bytes()) {
        let start = out.len();
        for byte in value.bytes() {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                _ if byte == b' ' || byte.is_ascii_control() => {
                    if out.len() > start && out.last() != Some(&b' ') {
                        out.push(b' ');
                    }
                }
                _ => out.push(byte),
            }
        }
        if out.len() > start && out.last() == Some(&b' ') {
            out.pop();
        }
    } else {
        out.extend_from_slice(value.as_bytes());
    }
    out.extend_from_slice(b"\"]\n");
}
