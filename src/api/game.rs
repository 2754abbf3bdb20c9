//! A game, whole: whatever it was read from, it has all its moves.
use std::fmt;
use std::sync::Arc;

use super::{Finding, Place};
use crate::chess::{Move, Position, San, Suffix};
use crate::diagnose::{Diagnostic, Severity};
use crate::error::Error;
use crate::game::edit::{Edit, Strip};
use crate::game::tags::is_tag_name;
use crate::game::{self, Moves, Verdict};
use crate::reader::Found;
use crate::record::GameResult;
use crate::source::Chunk;
use crate::span::Span;

/// A game: tags, a first position, moves with comments, glyphs and variations, a result, and what was found when it was read.
///
/// It owns all of that. Every move is legal: what cannot be played of a record stands in comments, and has a
/// [finding](Game::findings). A game that was read keeps the piece of text it was read from, which is shared with the games
/// around it.
///
/// ```
/// use descant::Game;
///
/// let game: Game = "1. f3 e5 2. g4 Qh4#".parse()?;
/// assert_eq!(game.plies(), 4);
/// assert!(game.end().is_checkmate());
/// assert_eq!(game.moves().map(|played| played.to_string()).collect::<Vec<_>>(), ["f3", "e5", "g4", "Qh4#"]);
/// # Ok::<(), descant::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    pub(super) inner: game::Game<'static>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) chunk: Arc<Chunk>,
    pub(super) file: Arc<str>,
    /// Its index in the chunk, from 0.
    pub(super) index: u32,
    number: u64,
    /// All its bytes in the chunk.
    raw: Span,
}

/// A half-move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What it is called in standard algebraic notation.
    pub san: San,
    /// The sign behind that: check, mate or none.
    pub suffix: Suffix,
}

impl PlayedMove {
    pub(super) const fn of(played: &game::Played) -> Self {
        Self { mv: played.mv, san: played.san, suffix: played.suffix }
    }

    /// Whether something is taken.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.san.is_capture()
    }

    /// Whether it gives check or mate.
    #[must_use]
    pub fn is_check(self) -> bool {
        self.suffix != Suffix::None
    }
}

impl fmt::Display for PlayedMove {
    /// In standard algebraic notation, with the sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.san, self.suffix)
    }
}

/// An element of the movetext, in the order it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Node<'g> {
    /// A half-move.
    Move(PlayedMove),
    /// A numeric annotation glyph on the move before.
    Nag(u8),
    /// A comment.
    Comment(&'g str),
    /// A variation begins, in place of the last move before it on its level.
    Open,
    /// It ends.
    Close,
}

impl<'g> Node<'g> {
    pub(super) fn of(node: &'g game::Node<'_>) -> Self {
        match node {
            game::Node::Move(played) => Self::Move(PlayedMove::of(played)),
            game::Node::Nag(nag) => Self::Nag(*nag),
            game::Node::Comment(text) => Self::Comment(text),
            game::Node::Open => Self::Open,
            game::Node::Close => Self::Close,
        }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl Game {
    /// A game without moves.
    ///
    /// ```
    /// use descant::{Game, GameResult};
    /// use descant::chess::{Position, San};
    ///
    /// let mut game = Game::new(Position::default());
    /// for word in ["e4", "e5", "Qh5", "Ke7", "Qxe5"] {
    ///     game.push(game.end().resolve(word.parse::<San>()?)?)?;
    /// }
    /// game.set_result(GameResult::White);
    /// assert!(game.end().is_checkmate());
    /// assert!(game.to_pgn().ends_with("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n"));
    /// # Ok::<(), descant::Error>(())
    /// ```
    #[must_use]
    pub fn new(start: Position) -> Self {
        let set_up = start != Position::default();
        Self {
            inner: game::Game { start, end: start, set_up, ..game::Game::default() },
            diagnostics: Vec::new(),
            chunk: Arc::new(Chunk::from_text(String::new())),
            file: Arc::from("-"),
            index: 0,
            number: 1,
            raw: Span::default(),
        }
    }

    pub(super) fn of(found: &Found<'_, '_>, chunk: &Arc<Chunk>, file: &Arc<str>, before: u64) -> Self {
        Self {
            inner: found.game.to_owned_game(),
            diagnostics: found.diagnostics.to_vec(),
            chunk: Arc::clone(chunk),
            file: Arc::clone(file),
            index: found.index,
            number: before + u64::from(found.index) + 1,
            raw: found.raw,
        }
    }

    /// The tags in the order written, unescaped. Where a name stands twice, the first counts.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inner.tags.iter().map(|tag| (&*tag.name, &*tag.value))
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.inner.tag(name)
    }

    /// Gives a tag this value, behind the others if the game does not have it. What [`Game::result`] and [`Game::start`] say
    /// is written in place of the tags `Result`, `FEN` and `SetUp`, whatever these say.
    ///
    /// ```
    /// let mut game: descant::Game = "1. e4 *".parse()?;
    /// game.set_tag("White", "O\"Kelly")?;
    /// assert!(game.to_pgn().contains(r#"[White "O\"Kelly"]"#));
    /// assert!(game.set_tag("White Elo", "2400").is_err());
    /// # Ok::<(), descant::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the game has no tag of this name and it is none that a tag of PGN has: letters, figures and underscores of ASCII behind a letter.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) -> Result<(), Error> {
        let (name, value) = (name.into(), value.into());
        match self.inner.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None if !is_tag_name(&name) => {
                return Err(Error::usage(format!(
                    "{name:?} is no name of a tag: letters, figures and underscores (WhiteElo, White_2) would be accepted"
                )));
            }
            None => {
                self.inner.tags.push(game::Tag {
                    name: name.into(),
                    value: value.into(),
                    span: None,
                    inferred: false,
                });
            }
        }
        Ok(())
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.inner.start
    }

    /// The position after the last move of the main line.
    #[must_use]
    pub fn end(&self) -> &Position {
        &self.inner.end
    }

    /// The half-moves of the main line, counted.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.inner.plies
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = PlayedMove> {
        Moves::of(&self.inner).map(PlayedMove::of)
    }

    /// The positions of the main line: the first, and that after each move.
    ///
    /// ```
    /// let game: descant::Game = "1. e4 e5 2. Nf3 *".parse()?;
    /// let turns: Vec<_> = game.positions().map(|position| position.turn().to_string()).collect();
    /// assert_eq!(turns, ["white", "black", "white", "black"]);
    /// # Ok::<(), descant::Error>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Positions<'_> {
        Positions { next: Some(self.inner.start), moves: Moves::of(&self.inner) }
    }

    /// All of the movetext: moves, glyphs, comments and variations, in the order written. Comments that follow the tags come
    /// before the first move.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.inner.nodes().iter().map(Node::of)
    }

    /// The result, as it is written.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.inner.result
    }

    /// Gives the game another result.
    pub fn set_result(&mut self, result: GameResult) {
        self.inner.result = result;
    }

    /// How certain the reading of a printed score is; `None` for PGN.
    #[must_use]
    pub fn reading(&self) -> Option<Verdict> {
        self.inner.verdict
    }

    /// What was found when it was read, in the order of the text.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        self.diagnostics.iter().map(|found| Finding::of(&self.file, &self.chunk, found))
    }

    /// Whether something of it could not be played, or has no one meaning.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }

    /// Its number in the input, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Where it begins.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::of(&self.file, &self.chunk, self.raw)
    }

    /// The text it was read from, as it was decoded: all of it, what could not be read included.
    #[must_use]
    pub fn source(&self) -> &str {
        self.raw.of_text(&self.chunk.text)
    }

    /// Appends a move to the main line.
    ///
    /// # Errors
    ///
    /// When it is not legal in the [last position](Game::end).
    pub fn push(&mut self, mv: Move) -> Result<(), Error> {
        let before = self.inner.end;
        let after = before.play(mv)?;
        let (san, suffix) = (before.san(mv), after.suffix());
        self.inner.nodes.push(game::Node::Move(game::Played { mv, san, suffix, span: Span::default() }));
        self.inner.end = after;
        self.inner.plies += 1;
        Ok(())
    }

    /// Leaves something out of the movetext.
    ///
    /// ```
    /// use descant::{Game, Strip};
    ///
    /// let mut game: Game = "1. e4 {best by test} e5 (1... c5) *".parse()?;
    /// game.strip(Strip::Comments);
    /// assert!(game.to_pgn().ends_with("1. e4 e5 (1... c5) *\n\n"));
    /// # Ok::<(), descant::Error>(())
    /// ```
    pub fn strip(&mut self, what: Strip) {
        Edit { strip: vec![what], ..Edit::default() }.apply(&mut self.inner);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |name| self.tag(name).unwrap_or("?");
        f.debug_struct("Game")
            .field("white", &tag("White"))
            .field("black", &tag("Black"))
            .field("result", &self.result())
            .field("plies", &self.plies())
            .finish_non_exhaustive()
    }
}

/// The positions of a main line: the first, and that after each move. See [`Game::positions`].
#[derive(Clone, Debug)]
pub struct Positions<'g> {
    next: Option<Position>,
    moves: Moves<'g, 'static>,
}

impl Iterator for Positions<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let now = self.next.take()?;
        self.next = self.moves.next().map(|played| now.after_move(played.mv));
        Some(now)
    }
}
