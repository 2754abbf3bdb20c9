//! What is left out of a game, and what is added, before it is written.
use std::borrow::Cow;

use super::{Game, MainLine, Node, Tag};
use crate::bytes::append_hex;
use crate::chess::FenTrace;

/// The tags without which a game cannot be played.
const NEEDED: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// The Seven Tag Roster (PGN 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What can be left out of the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strip {
    /// All comments.
    Comments,
    /// All annotation glyphs.
    Nags,
    /// All variations, with what stands in them.
    Variations,
    /// The times in comments: `[%clk …]`, `[%emt …]`.
    Clocks,
    /// The evaluations in comments: `[%eval …]`.
    Evals,
}

impl Strip {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Comments, Self::Nags, Self::Variations, Self::Clocks, Self::Evals];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comments => "comments",
            Self::Nags => "nags",
            Self::Variations => "variations",
            Self::Clocks => "clocks",
            Self::Evals => "evals",
        }
    }

    /// What has this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strip| strip.name().eq_ignore_ascii_case(name))
    }
}

/// A rule for tags; names count whatever the case of their letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagRule {
    /// These and the roster alone.
    Keep(Vec<String>),
    /// Not these.
    Remove(Vec<String>),
    /// This one has this value.
    Set(String, String),
}

/// What is put in comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The position as FEN.
    Fen,
    /// Its Polyglot key.
    Key,
}

/// What is done to games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// What is left out.
    pub strip: Vec<Strip>,
    /// No tags but those of the roster.
    pub roster: bool,
    /// Rules for tags, one after the other.
    pub tags: Vec<TagRule>,
    /// The tag `PlyCount` is written.
    pub ply_count: bool,
    /// Comments after every so many half-moves of the main line.
    pub notes: Vec<(Note, u32)>,
}

impl Edit {
    /// It does nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// It changes the movetext, so that all of it must be read.
    #[must_use]
    pub fn changes_movetext(&self) -> bool {
        !self.strip.is_empty() || !self.notes.is_empty()
    }

    /// Edits a game, but for what is put in comments.
    pub fn apply(&self, game: &mut Game<'_>) {
        self.tags(game);
        if !self.strip.is_empty() {
            let mut nodes: Vec<_> = game.nodes().to_vec();
            self.leave_out(&mut nodes);
            game.replace_nodes(nodes);
        }
    }

    fn tags(&self, game: &mut Game<'_>) {
        let among =
            |list: &[&str], tag: &Tag<'_>| list.iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        if self.roster {
            game.tags.retain(|tag| among(&ROSTER, tag) || among(&NEEDED, tag));
        }
        for rule in &self.tags {
            let named = |names: &[String], tag: &Tag<'_>| {
                names.iter().any(|name| tag.name.eq_ignore_ascii_case(name))
            };
            match rule {
                TagRule::Keep(names) => {
                    game.tags.retain(|tag| named(names, tag) || among(&ROSTER, tag) || among(&NEEDED, tag));
                }
                TagRule::Remove(names) => game.tags.retain(|tag| !named(names, tag)),
                TagRule::Set(name, value) => set(game, name, value.clone()),
            }
        }
        if self.ply_count {
            set(game, "PlyCount", game.plies.to_string());
        }
    }

    fn leave_out(&self, nodes: &mut Vec<Node<'_>>) {
        let has = |strip| self.strip.contains(&strip);
        if has(Strip::Variations) {
            let mut depth = 0_u32;
            nodes.retain(|node| {
                let is_inside = depth > 0;
                match node {
                    Node::Open => depth += 1,
                    Node::Close => depth = depth.saturating_sub(1),
                    _ => return !is_inside,
                }
                false
            });
        }
        nodes.retain_mut(|node| match node {
            Node::Nag(_) => !has(Strip::Nags),
            Node::Comment(_) if has(Strip::Comments) => false,
            Node::Comment(text) => {
                let mut changed = false;
                if has(Strip::Clocks) {
                    changed |= cut(text, "[%clk") | cut(text, "[%emt");
                }
                if has(Strip::Evals) {
                    changed |= cut(text, "[%eval");
                }
                !changed || !text.trim().is_empty()
            }
            _ => true,
        });
    }

    /// Puts comments into a game; their words stand in a buffer that is emptied before.
    pub fn annotate<'t>(&self, game: &mut Game<'t>, words: &'t mut Vec<u8>) {
        if self.notes.is_empty() {
            return;
        }
        words.clear();
        // The node behind which each comment comes, and where its words end.
        let mut ends = Vec::with_capacity(game.plies as usize * self.notes.len());
        let mut fens = FenTrace::default();
        fens.begin(&game.start);
        let mut line = MainLine::of(game);
        loop {
            let node = line.node();
            let Some(played) = line.advance() else { break };
            fens.follow(played.mv, line.position());
            for (note, every) in &self.notes {
                if line.ply().is_multiple_of((*every).max(1)) {
                    match note {
                        Note::Fen => fens.append(line.position(), words),
                        Note::Key => append_hex(line.position().key(), words),
                    }
                    ends.push((node, words.len()));
                }
            }
        }
        let words = str::from_utf8(words).unwrap_or_default();
        let old = game.nodes();
        let mut nodes = Vec::with_capacity(old.len() + ends.len());
        let (mut at, mut from) = (0, 0);
        for (node, end) in ends {
            nodes.extend_from_slice(old.get(at..=node).unwrap_or_default());
            nodes.push(Node::Comment(Cow::Borrowed(words.get(from..end).unwrap_or_default())));
            (at, from) = (node + 1, end);
        }
        nodes.extend_from_slice(&old[at..]);
        game.replace_nodes(nodes);
    }
}

/// Gives a tag this value, where it stands or at the end.
fn set(game: &mut Game<'_>, name: &str, value: String) {
    match game.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
        Some(tag) => tag.value = Cow::Owned(value),
        None => game.tags.push(Tag {
            name: Cow::Owned(name.to_owned()),
            value: Cow::Owned(value),
            span: None,
            inferred: true,
        }),
    }
}

/// Cuts a command out of a comment, wherever it stands in it; whether it was there.
fn cut(text: &mut Cow<'_, str>, command: &str) -> bool {
    let mut found = false;
    while let Some(start) = text.find(command) {
        let after = start + command.len();
        let is_whole = text[after..].starts_with([' ', ']', '\t', '\n', '\r']);
        let Some(end) = text[after..].find(']').filter(|_| is_whole) else { break };
        let (before, rest) = (text[..start].trim_end(), text[after + end + 1..].trim_start());
        let blank = if before.is_empty() || rest.is_empty() { "" } else { " " };
        *text = Cow::Owned(format!("{before}{blank}{rest}"));
        found = true;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(comments: &[&'static str]) -> Game<'static> {
        let mut game = Game::default();
        game.nodes.extend(comments.iter().map(|text| Node::Comment((*text).into())));
        game
    }

    #[test]
    fn commands_are_cut_out_of_comments_and_words_stay() {
        let mut game =
            game(&["[%eval 0.3] [%clk 0:01:02] good", "[%clk 0:00:01]", "see [%clk", "[%clkx 1]", ""]);
        Edit { strip: vec![Strip::Clocks], ..Edit::default() }.apply(&mut game);
        let left: Vec<_> = game
            .nodes
            .iter()
            .map(|node| if let Node::Comment(text) = node { text.as_ref() } else { panic!("a comment") })
            .collect();
        assert_eq!(left, ["[%eval 0.3] good", "see [%clk", "[%clkx 1]", ""]);
    }

    #[test]
    fn tags_follow_the_rules_in_their_order() {
        let tag =
            |name: &'static str| Tag { name: name.into(), value: "x".into(), span: None, inferred: false };
        let tags = |edit: Edit| {
            let mut game =
                Game { tags: ["White", "ECO", "FEN", "Annotator"].map(tag).to_vec(), ..Game::default() };
            edit.apply(&mut game);
            game.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(tags(Edit { roster: true, ..Edit::default() }), "White=x FEN=x");
        let rules = vec![
            TagRule::Keep(vec!["eco".into()]),
            TagRule::Set("Source".into(), "y".into()),
            TagRule::Set("white".into(), "z".into()),
            TagRule::Remove(vec!["Eco".into()]),
        ];
        let edit = Edit { tags: rules, ply_count: true, ..Edit::default() };
        assert_eq!(tags(edit), "White=z FEN=x Source=y PlyCount=0");
    }
}
