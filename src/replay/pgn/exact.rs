//! Games of which nothing is to be said, played word by word as they are read.
use super::line::{Options, Replayer, Run};
use super::start::OddsCastling;
use crate::chess::{Color, Move, San, Suffix};
use crate::game::{Game, Node, Played};
use crate::record::{Comment, GameResult, Record};
use crate::span::Span;

/// A game under way that is exact so far. What is not exact is refused, and then the game must be read again as any
/// other: [`Replayer::replay`].
pub struct ExactPlay<'a, 't>(Run<'a, 't>);

impl Replayer {
    /// Plays a game while it is read: `record` holds its tags and nothing else, `movetext` gives the words to the play
    /// and says where the game ends, or `None` when something is not exact. Then, and when anything at all is to be said
    /// of the game, the answer is `None` too, and what is in `game` is of no use.
    pub fn exact<'t>(
        &mut self,
        text: &'t str,
        record: &Record,
        options: &Options,
        game: &mut Game<'t>,
        movetext: impl FnOnce(&mut ExactPlay<'_, 't>) -> Option<usize>,
    ) -> Option<usize> {
        let tags = self.begin(text, record, options, OddsCastling::Allowed, game);
        if tags.unplayable || tags.odds_castling || !self.diagnostics().is_empty() {
            return None;
        }
        let mut play = ExactPlay(self.run(text, record, None, options, game));
        let end = movetext(&mut play)?;
        play.0.finish(&tags);
        game.span = Span::of(record.span.start as usize, end);
        self.diagnostics().is_empty().then_some(end)
    }
}

/// What is kept of an exact game.
pub trait Keep {
    /// Its moves, in some form.
    fn played(game: &mut Game<'_>, played: Played);
    /// A glyph.
    fn glyph(_: &mut Game<'_>, _: u8) {}
    /// Its comments are kept.
    const COMMENTS: bool;
}

/// How it ends.
pub struct End;

/// Its main line and its comments.
pub struct Line;

/// All of it.
pub struct Nodes;

impl Keep for End {
    #[inline(always)]
    fn played(_: &mut Game<'_>, _: Played) {}
    const COMMENTS: bool = false;
}

impl Keep for Line {
    #[inline(always)]
    fn played(game: &mut Game<'_>, played: Played) {
        game.line.push(played.ply());
    }
    const COMMENTS: bool = true;
}

impl Keep for Nodes {
    #[inline(always)]
    fn played(game: &mut Game<'_>, played: Played) {
        game.nodes.push(Node::Move(played));
    }
    fn glyph(game: &mut Game<'_>, nag: u8) {
        game.nodes.push(Node::Nag(nag));
    }
    const COMMENTS: bool = true;
}

impl<'t> ExactPlay<'_, 't> {
    /// The number of the first move.
    #[must_use]
    pub fn first_number(&self) -> u32 {
        self.0.position.fullmove_number()
    }

    /// Whether Black is to move.
    #[must_use]
    #[inline]
    pub fn is_black(&self) -> bool {
        self.0.position.turn() == Color::Black
    }

    /// A move number that is right.
    #[inline]
    pub fn number(&mut self) {
        self.0.numbers += 1;
    }

    /// Plays a move; `false` when it is not legal, or is not written as the export format writes it.
    #[inline(always)]
    pub fn san<K: Keep>(&mut self, san: San, suffix: Suffix, span: Span) -> bool {
        let played = self.0.position.advance(san);
        played.is_ok_and(|mv| self.played::<K>(mv, san, suffix, span))
    }

    #[inline(always)]
    fn played<K: Keep>(&mut self, mv: Move, san: San, suffix: Suffix, span: Span) -> bool {
        let run = &mut self.0;
        // What the word says is known before the board is: ask it first.
        let is_right =
            if suffix == Suffix::None { !run.position.is_check() } else { run.position.suffix() == suffix };
        if !is_right || san.is_null() {
            return false;
        }
        run.ply += 1;
        K::played(run.game, Played { mv, san, suffix, span });
        true
    }

    /// An annotation glyph.
    pub fn nag<K: Keep>(&mut self, nag: u8) {
        K::glyph(self.0.game, nag);
    }

    /// A comment in braces, the braces in its span.
    pub fn comment<K: Keep>(&mut self, span: Span) {
        if K::COMMENTS {
            self.0.comment(Comment::Brace, span);
        }
    }

    /// The termination marker.
    pub fn result(&mut self, result: GameResult, span: Span) {
        self.0.result = Some((result, span));
    }
}
