//! Games of whose movetext nothing is to be said, played word by word as they are read.
use std::borrow::Cow;
use std::marker::PhantomData;

use super::line::{Options, Replayer, Run};
use super::start::OddsCastling;
use crate::chess::{Color, Move, Position, San, Suffix};
use crate::game::{Game, Node, Played, trim};
use crate::record::{GameResult, Record};
use crate::span::Span;

/// A game under way that is exact so far. What is not exact is refused, and then the game must be read again as any
/// other: [`Replayer::replay`].
pub struct ExactPlay<'a, 't, K> {
    run: Run<'a, 't>,
    /// The last move says that it is mate, and it is.
    is_mate: bool,
    kept: PhantomData<K>,
}

impl Replayer {
    /// Plays a game while it is read: `record` holds its tags and nothing else, `wants` is asked whether a game with these
    /// tags is wanted, `movetext` gives the words to the play and says where the game ends, or `None` when something is not
    /// exact. When that happens, or anything is to be said of the game but of its tags, what is in `game` is of no use.
    pub fn exact<'t, K: Keep>(
        &mut self,
        text: &'t str,
        record: &Record,
        options: &Options,
        game: &mut Game<'t>,
        wants: &mut dyn FnMut(&Game<'t>) -> bool,
        movetext: impl FnOnce(&mut ExactPlay<'_, 't, K>) -> Option<usize>,
    ) -> Exact {
        let tags = self.begin(text, record, options, OddsCastling::Allowed, game);
        if !wants(game) {
            return Exact::Unwanted;
        }
        // A tag that is kept as a comment stands before all moves, which no play here knows of.
        if tags.unplayable || tags.odds_castling || !game.nodes.is_empty() {
            return Exact::Odd;
        }
        let found = self.findings.count();
        K::begin(game);
        let run = self.run(text, record, None, options, game);
        let mut play = ExactPlay { run, is_mate: false, kept: PhantomData };
        let Some(end) = movetext(&mut play) else { return Exact::Odd };
        // Of each other check the move behind it has shown that it is no mate.
        if !play.is_mate && play.run.position.is_checkmate() {
            return Exact::Odd;
        }
        play.run.finish(&tags);
        K::end(game);
        game.span = Span::of(record.span.start as usize, end);
        if self.findings.count() > found {
            return Exact::Odd;
        }
        self.findings.finish(game.span);
        Exact::Played(end)
    }
}

/// What became of a game on the exact path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// It was played up to this offset, where the next begins.
    Played(usize),
    /// It is not exact, and must be read as any other.
    Odd,
    /// Nobody wants it.
    Unwanted,
}

/// What is kept of an exact game.
pub trait Keep {
    /// Its comments are kept.
    const COMMENTS: bool;
    /// Its tags are read.
    fn begin(_: &mut Game<'_>) {}
    /// A move, as it is written: a word of at most 7 bytes, the first lowest.
    fn played(game: &mut Game<'_>, played: Played, word: Word);
    /// A glyph.
    fn glyph(_: &mut Game<'_>, _: u8) {}
    /// A comment, what stands between its braces.
    fn comment<'t>(game: &mut Game<'t>, text: &'t str, inside: Span) {
        let comment = trim(inside.of_text(text));
        if !comment.is_empty() {
            game.nodes.push(Node::Comment(Cow::Borrowed(comment)));
        }
    }
    /// Its result is known.
    fn end(_: &mut Game<'_>) {}
}

/// What is done with the words of a game that is exact so far.
pub trait Follow {
    /// Its comments are wanted.
    const COMMENTS: bool;
    /// The number of the first move.
    fn first_number(&self) -> u32;
    /// Who is to move.
    fn turn(&self) -> Color;
    /// A move number that is right.
    fn number(&mut self);
    /// A move of `us`, who is to move, whose word begins at `at`; `false` when it is not legal, or is not written as the
    /// export format writes it.
    fn san(&mut self, us: Color, word: Word, at: usize) -> bool;
    /// An annotation glyph.
    fn nag(&mut self, nag: u8);
    /// A comment in braces, the braces in its span.
    fn comment(&mut self, span: Span);
    /// The termination marker.
    fn result(&mut self, result: GameResult, span: Span);
}

/// Passes over the words of a game without playing it. Where a game ends does not depend on whether its moves are legal.
pub struct Pass {
    number: u32,
    turn: Color,
}

impl Pass {
    /// From a position on.
    #[must_use]
    pub fn from(start: &Position) -> Self {
        Self { number: start.fullmove_number(), turn: start.turn() }
    }
}

impl Follow for Pass {
    const COMMENTS: bool = false;

    fn first_number(&self) -> u32 {
        self.number
    }

    fn turn(&self) -> Color {
        self.turn
    }

    #[inline(always)]
    fn number(&mut self) {}

    #[inline(always)]
    fn san(&mut self, _: Color, _: Word, _: usize) -> bool {
        true
    }

    fn nag(&mut self, _: u8) {}

    fn comment(&mut self, _: Span) {}

    fn result(&mut self, _: GameResult, _: Span) {}
}

/// A move in the exact spelling, as it is written.
#[derive(Clone, Copy)]
pub struct Word {
    /// What it says.
    pub san: San,
    /// The sign behind it.
    pub suffix: Suffix,
    /// Its bytes, the first lowest; what is above them says nothing.
    pub bytes: u64,
    /// How many they are, at most 7.
    pub length: usize,
}

/// How it ends.
pub struct End;

/// Its main line and its comments.
pub struct Line;

/// Its movetext as it will be written.
pub struct Written;

/// All of it.
pub struct Nodes;

impl Keep for End {
    #[inline(always)]
    fn played(_: &mut Game<'_>, _: Played, _: Word) {}
    const COMMENTS: bool = false;
}

impl Keep for Line {
    #[inline(always)]
    fn played(game: &mut Game<'_>, played: Played, _: Word) {
        game.line.push(played.ply());
    }
    const COMMENTS: bool = true;
}

impl Keep for Written {
    const COMMENTS: bool = true;

    fn begin(game: &mut Game<'_>) {
        game.movetext.begin(&game.start);
    }

    #[inline(always)]
    fn played(game: &mut Game<'_>, _: Played, word: Word) {
        game.movetext.san(word.bytes & !(!0 << (8 * word.length)), word.length);
    }

    fn glyph(game: &mut Game<'_>, nag: u8) {
        game.movetext.nag(nag);
    }

    #[inline]
    fn comment(game: &mut Game<'_>, text: &str, inside: Span) {
        game.movetext.comment_in(text, inside);
    }

    fn end(game: &mut Game<'_>) {
        game.movetext.result(game.result);
    }
}

impl Keep for Nodes {
    #[inline(always)]
    fn played(game: &mut Game<'_>, played: Played, _: Word) {
        game.nodes.push(Node::Move(played));
    }
    fn glyph(game: &mut Game<'_>, nag: u8) {
        game.nodes.push(Node::Nag(nag));
    }
    const COMMENTS: bool = true;
}

impl<'t, K: Keep> Follow for ExactPlay<'_, 't, K> {
    const COMMENTS: bool = K::COMMENTS;

    fn first_number(&self) -> u32 {
        self.run.position.fullmove_number()
    }

    #[inline]
    fn turn(&self) -> Color {
        self.run.position.turn()
    }

    #[inline]
    fn number(&mut self) {
        self.run.numbers += 1;
    }

    #[inline(always)]
    fn san(&mut self, us: Color, word: Word, at: usize) -> bool {
        // A match: a closure here is not always built into its caller.
        match self.run.position.advance(us, word.san) {
            Ok(mv) => self.played(mv, word, at),
            Err(_) => false,
        }
    }

    fn nag(&mut self, nag: u8) {
        K::glyph(self.run.game, nag);
    }

    #[inline]
    fn comment(&mut self, span: Span) {
        if K::COMMENTS {
            K::comment(self.run.game, self.run.text, Span::new(span.start + 1, span.end - 1));
        }
    }

    fn result(&mut self, result: GameResult, span: Span) {
        self.run.result = Some((result, span));
    }
}

impl<K: Keep> ExactPlay<'_, '_, K> {
    #[inline(always)]
    fn played(&mut self, mv: Move, word: Word, at: usize) -> bool {
        let Word { san, suffix, length, .. } = word;
        // No sign and no check is the rule, and one question.
        if suffix as u64 | self.run.position.checkers().0 != 0 && !self.is_right(suffix) {
            return false;
        }
        debug_assert!(!mv.is_null(), "no word of the exact path");
        self.run.ply += 1;
        K::played(self.run.game, Played { mv, san, suffix, span: Span::of(at, at + length) }, word);
        true
    }

    /// Whether a move rightly has this sign. That a check is no mate is shown by the move behind it, or asked at the end.
    #[inline(always)]
    fn is_right(&mut self, suffix: Suffix) -> bool {
        let position = &self.run.position;
        match suffix {
            Suffix::None => false,
            Suffix::Check => position.is_check(),
            Suffix::Mate => {
                self.is_mate = position.is_checkmate();
                self.is_mate
            }
        }
    }
}
