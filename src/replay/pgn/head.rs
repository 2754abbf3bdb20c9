//! Tag pairs above moves that are no PGN: what they say, with all that is to be said of them.
use super::findings::Findings;
use super::start::OddsCastling;
use super::tags;
use crate::chess::Position;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Tag};
use crate::record::{GameResult, Record, TagPair};
use crate::span::Span;

/// What tag pairs say.
#[derive(Clone, Debug)]
pub struct Head<'t> {
    /// The tags: values unescaped, names and dates brought to the standard.
    pub tags: Vec<Tag<'t>>,
    /// The first position, if a tag sets one up that is one.
    pub start: Option<Position>,
    /// The moves cannot be played: the position is none, or the rules are not those of chess.
    pub unplayable: bool,
    /// The result, if a tag tells one, and its place.
    pub result: Option<(GameResult, Span)>,
    /// What no tag can hold, as comments.
    pub nodes: Vec<Node<'t>>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Takes over tag pairs of a text.
#[must_use]
pub fn head(text: &str, pairs: Vec<TagPair>) -> Head<'_> {
    let record = Record { tags: pairs, ..Record::default() };
    let mut game = Game::default();
    let mut findings = Findings::default();
    findings.clear(usize::MAX);
    let said = tags::read(text, &record, true, OddsCastling::Allowed, &mut game, &mut findings);
    findings.finish(record.span);
    Head {
        start: game.set_up.then_some(game.start),
        unplayable: said.unplayable,
        tags: game.tags,
        result: said.result,
        nodes: game.nodes,
        diagnostics: findings.list().to_vec(),
    }
}
