//! A chunk of PGN to games.
use std::ops::ControlFlow;

use super::letters::{self, Tongue};
use super::{Found, exact};
use crate::game::Game;
use crate::grammar::{self, pgn::Head};
use crate::lexicon::Letters;
use crate::record::Record;
use crate::replay::pgn::{End, Line, Nodes, Options, Replayer};
use crate::span::Span;

/// What is wanted of PGN games.
#[derive(Clone, Copy, Debug)]
pub struct PgnOptions {
    /// Fill the games' nodes (moves, comments, variations). Final positions and diagnostics do not need them.
    pub nodes: bool,
    /// The main lines are needed, and no more: games of which nothing is to be said have [`Game::line`], others nodes.
    pub line: bool,
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
        let Options { nodes, claims, max_problems, max_depth, .. } = Options::default();
        Self { nodes, line: false, claims, letters: None, max_problems, max_depth }
    }
}

/// Reads the games of chunks; its buffers are reused.
#[derive(Debug, Default)]
pub struct PgnReader {
    options: PgnOptions,
    record: Record,
    replayer: Replayer,
}

impl PgnReader {
    /// A reader with these options.
    #[must_use]
    pub fn new(options: PgnOptions) -> Self {
        Self { options, record: Record::default(), replayer: Replayer::new() }
    }

    /// Reads the games of a chunk in order, until `each` breaks.
    ///
    /// A chunk of white space alone holds no game; any other chunk at least one.
    pub fn read<'t>(
        &mut self,
        text: &'t str,
        each: &mut dyn FnMut(Found<'_, 't>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut game = Game::default();
        let mut options = Options {
            nodes: self.options.nodes || self.options.line,
            claims: self.options.claims,
            max_problems: self.options.max_problems,
            max_depth: self.options.max_depth,
            pawn_letter: true,
        };
        let mut at = 0;
        let mut index = 0;
        while at < text.len() {
            let end = match grammar::pgn::head(text, at, &mut self.record) {
                Head::Movetext(from) => {
                    if let Some(end) = self.exact(text, from, &options, &mut game) {
                        each(Found { game: &game, diagnostics: &[], index, raw: Span::of(at, end) })?;
                        index += 1;
                        at = end;
                        continue;
                    }
                    grammar::pgn::movetext(text, at, from, &mut self.record)
                }
                Head::Border(end) => end,
            };
            let end = end.max(at + 1);
            if self.record.tags.is_empty() && self.record.items.is_empty() {
                // White space before the end of the chunk.
                at = end;
                continue;
            }
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
            let raw = Span::of(at, end);
            each(Found { game: &game, diagnostics: self.replayer.diagnostics(), index, raw })?;
            index += 1;
            at = end;
        }
        ControlFlow::Continue(())
    }

    /// Reads a game in the exact spelling, whose tags are in the record, from its movetext on. Gives where it ends, and
    /// `None` for any other game.
    fn exact<'t>(
        &mut self,
        text: &'t str,
        from: usize,
        options: &Options,
        game: &mut Game<'t>,
    ) -> Option<usize> {
        let record = &self.record;
        if !record.items.is_empty()
            || !record.remarks.is_empty()
            || self.options.letters.is_some()
            || options.claims
        {
            return None;
        }
        self.replayer.exact(text, record, options, game, |play| {
            match (self.options.nodes, self.options.line) {
                (true, _) => exact::movetext::<Nodes>(text, from, play),
                (false, true) => exact::movetext::<Line>(text, from, play),
                (false, false) => exact::movetext::<End>(text, from, play),
            }
        })
    }
}
