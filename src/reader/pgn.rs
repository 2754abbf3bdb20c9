//! A chunk of PGN to games.
use std::ops::ControlFlow;

use super::decided;
use super::exact::movetext;
use super::found::Found;
use super::letters::{self, Tongue};
use crate::decisions::Decided;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, ReadAgain, Unread};
use crate::grammar::{self, pgn::Head};
use crate::lexicon::Letters;
use crate::record::Record;
use crate::replay::pgn::{End, Exact, Line, Nodes, Options, Pass, Replayer, Written};
use crate::span::Span;

/// What is wanted of PGN games.
#[derive(Clone, Copy, Debug)]
pub struct PgnOptions {
    /// What is needed of their movetext.
    pub kept: Kept,
    /// Look for draws that could be claimed.
    pub claims: bool,
    /// The letters of the men; `None`: English, or what a game makes plain.
    pub letters: Option<&'static Letters>,
    /// Diagnostics above notes kept for a game; the others are counted.
    pub max_problems: usize,
    /// How deep variations are followed; deeper ones are kept as comments.
    pub max_depth: usize,
}

impl Default for PgnOptions {
    fn default() -> Self {
        let Options { claims, max_problems, max_depth, .. } = Options::default();
        Self { kept: Kept::Nodes, claims, letters: None, max_problems, max_depth }
    }
}

/// What is kept of the movetext of games. It makes a difference to speed alone: what is not kept and asked for after all
/// ([`Game::nodes`]) is read then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// How it ends: final positions and diagnostics need no more.
    End,
    /// The main line: games of whose movetext nothing is to be said have [`Game::line`] and comments, others all nodes.
    Line,
    /// How the export format writes it: games of whose movetext nothing is to be said have [`Game::movetext`], others nodes.
    Written,
    /// All of it: [`Game::nodes`].
    Nodes,
}

impl Kept {
    /// What is enough for two purposes.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::End, kept) | (kept, Self::End) => kept,
            (one, other) if one == other => one,
            _ => Self::Nodes,
        }
    }
}

/// Reads the games of chunks; its buffers are reused.
#[derive(Debug, Default)]
pub struct PgnReader {
    options: PgnOptions,
    record: Record,
    replayer: Replayer,
    /// What somebody decided about places of the text.
    decided: Vec<Decided>,
}

impl PgnReader {
    /// A reader with these options.
    #[must_use]
    pub fn new(options: PgnOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// What somebody decided about places of the chunk that is read next.
    pub fn decide(&mut self, decided: Vec<Decided>) {
        self.decided = decided;
    }

    /// Reads the games of a chunk in order, until `each` breaks.
    ///
    /// A chunk of white space alone holds no game; any other chunk at least one.
    pub fn read<'t>(
        &mut self,
        text: &'t str,
        each: &mut dyn FnMut(Found<'_, 't>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.read_wanted(text, &mut |_| true, each)
    }

    /// The same without games that are not wanted: `wants` is asked of a game of which no more than its tags is read, and
    /// may be asked of any or of none. What it refuses is counted and not played.
    pub fn read_wanted<'t>(
        &mut self,
        text: &'t str,
        wants: &mut dyn FnMut(&Game<'t>) -> bool,
        each: &mut dyn FnMut(Found<'_, 't>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.read_from(text, 0, wants, each)
    }

    /// Reads the games from this byte on, with which one begins.
    fn read_from<'t>(
        &mut self,
        text: &'t str,
        mut at: usize,
        wants: &mut dyn FnMut(&Game<'t>) -> bool,
        each: &mut dyn FnMut(Found<'_, 't>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut game = Game::default();
        let mut options = Options {
            nodes: self.options.kept != Kept::End || !self.decided.is_empty(),
            claims: self.options.claims,
            max_problems: self.options.max_problems,
            max_depth: self.options.max_depth,
            pawn_letter: true,
        };
        let mut index = 0;
        let mut found: Vec<Diagnostic>;
        while at < text.len() {
            let end = match grammar::pgn::head(text, at, &mut self.record) {
                Head::Movetext(from) => match self.exact(text, from, &options, wants, &mut game) {
                    Exact::Played(end) => {
                        if self.options.kept != Kept::Nodes {
                            game.unread = Unread::new(text, at, self.again());
                        }
                        let diagnostics = self.replayer.diagnostics();
                        each(Found { game: &game, diagnostics, index, raw: Span::of(at, end) })?;
                        index += 1;
                        at = end;
                        continue;
                    }
                    Exact::Unwanted => {
                        index += 1;
                        at = movetext(text, from, &mut Pass::from(&game.start))
                            .unwrap_or_else(|| grammar::pgn::movetext(text, at, from, &mut self.record));
                        continue;
                    }
                    Exact::Odd => grammar::pgn::movetext(text, at, from, &mut self.record),
                },
                Head::Border(end) => end,
            };
            let end = end.max(at + 1);
            let raw = Span::of(at, end);
            if self.record.tags.is_empty() && self.record.items.is_empty() {
                // White space before the end of the chunk.
                at = end;
                continue;
            }
            let decided = self.decided_in(raw);
            decided::reshape(&decided, &mut self.record);
            let language = match self.options.letters {
                Some(letters) => Some(letters),
                None if self.record.has_foreign_letters => {
                    let tongue = letters::infer(text, &self.record, &mut self.replayer, &mut game);
                    options.pawn_letter = tongue != Tongue::Unclear;
                    if let Tongue::Other(letters) = tongue { Some(letters) } else { None }
                }
                None => None,
            };
            match language {
                None => self.replayer.replay(text, &self.record, None, &options, &mut game),
                Some(letters) => {
                    let role = |text: &str| letters.role_at(text);
                    self.replayer.replay(text, &self.record, Some(&role), &options, &mut game);
                    if self.options.letters.is_none() {
                        self.replayer.add(letters::note(text, &self.record, letters));
                    }
                }
            }
            if !options.nodes {
                game.unread = Unread::new(text, at, self.again());
            }
            let mut diagnostics = self.replayer.diagnostics();
            if !decided.is_empty() {
                found = decided::settle(text, &decided, diagnostics, &mut game);
                diagnostics = &found;
            }
            each(Found { game: &game, diagnostics, index, raw })?;
            index += 1;
            at = end;
        }
        ControlFlow::Continue(())
    }

    /// What was decided about places of a game.
    fn decided_in(&self, raw: Span) -> Vec<Decided> {
        let is_in = |row: &&Decided| raw.start <= row.span.start && row.span.start < raw.end;
        self.decided.iter().filter(is_in).cloned().collect()
    }

    /// What reads all of a game of which less was kept.
    fn again(&self) -> &'static dyn ReadAgain {
        match self.options.letters {
            Some(letters) => letters,
            None => &NoLetters,
        }
    }

    /// Reads a game in the exact spelling, whose tags are in the record, from its movetext on.
    fn exact<'t>(
        &mut self,
        text: &'t str,
        from: usize,
        options: &Options,
        wants: &mut dyn FnMut(&Game<'t>) -> bool,
        game: &mut Game<'t>,
    ) -> Exact {
        let record = &self.record;
        if !record.items.is_empty()
            || !record.remarks.is_empty()
            || self.options.letters.is_some()
            || options.claims
            || !self.decided.is_empty()
        {
            return Exact::Odd;
        }
        let replayer = &mut self.replayer;
        match self.options.kept {
            Kept::End => {
                replayer.exact::<End>(text, record, options, game, wants, |play| movetext(text, from, play))
            }
            Kept::Line => {
                replayer.exact::<Line>(text, record, options, game, wants, |play| movetext(text, from, play))
            }
            Kept::Written => replayer
                .exact::<Written>(text, record, options, game, wants, |play| movetext(text, from, play)),
            Kept::Nodes => {
                replayer.exact::<Nodes>(text, record, options, game, wants, |play| movetext(text, from, play))
            }
        }
    }
}

/// Games are read again with the letters of the first time.
impl ReadAgain for Letters {
    fn nodes(&'static self, text: &str, at: usize) -> Vec<Node<'static>> {
        nodes(text, at, Some(self))
    }
}

/// No letters are named: English, or what a game makes plain.
struct NoLetters;

impl ReadAgain for NoLetters {
    fn nodes(&'static self, text: &str, at: usize) -> Vec<Node<'static>> {
        nodes(text, at, None)
    }
}

/// All nodes of the game that begins at `at`.
fn nodes(text: &str, at: usize, letters: Option<&'static Letters>) -> Vec<Node<'static>> {
    let mut nodes = Vec::new();
    let mut reader = PgnReader::new(PgnOptions { letters, ..PgnOptions::default() });
    let _ = reader.read_from(text, at, &mut |_| true, &mut |found| {
        nodes.extend(found.game.nodes.iter().cloned().map(Node::into_owned));
        ControlFlow::Break(())
    });
    nodes
}
