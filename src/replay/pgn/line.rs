//! Plays the movetext: one position, one stack for variations; what cannot be played is kept as a comment.
use std::borrow::Cow;

use super::findings::Findings;
use super::oddity::{self, short};
use super::say;
use super::start::OddsCastling;
use super::tags;
use super::word::RoleOf;
use crate::chess::{Color, Move, MoveKind, Position, Repetitions, Role, San, Square, Suffix};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Played, trim};
use crate::record::{Comment, GameResult, Item, Kind, Oddity, Record, Remark, Said, Word};
use crate::span::Span;

/// What is wanted of a replay, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Fill [`Game::nodes`].
    pub nodes: bool,
    /// Look for draws that could be claimed.
    pub claims: bool,
    /// Diagnostics above notes kept for a game; the others are counted.
    pub max_problems: usize,
    /// How deep variations are followed; deeper ones are kept as comments.
    pub max_depth: usize,
    /// `P` may stand for a pawn.
    pub pawn_letter: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { nodes: true, claims: false, max_problems: 100, max_depth: 1000, pawn_letter: true }
    }
}

/// The line that a variation interrupts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) position: Position,
    pub(super) before: Position,
    pub(super) ply: u32,
    pub(super) last: Move,
    /// Where the variation's [`Node::Open`] stands.
    pub(super) open: usize,
    /// Its item.
    pub(super) item: usize,
    pub(super) number_offset: i64,
}

/// Plays records. The buffers are reused from game to game.
#[derive(Debug, Default)]
pub struct Replayer {
    stack: Vec<Frame>,
    pub(super) findings: Findings,
    repetitions: Repetitions,
}

impl Replayer {
    /// A replayer with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays a record of `text` into `game`; what was found is in [`Replayer::diagnostics`] then.
    pub fn replay<'t>(
        &mut self,
        text: &'t str,
        record: &Record,
        letters: RoleOf<'_>,
        options: &Options,
        game: &mut Game<'t>,
    ) {
        if self.replay_once(text, record, letters, options, OddsCastling::Allowed, game) {
            self.replay_at_odds(text, record, letters, options, game);
        }
    }

    /// The right to castle with an empty corner stands only where a king uses it.
    #[cold]
    fn replay_at_odds<'t>(
        &mut self,
        text: &'t str,
        record: &Record,
        letters: RoleOf<'_>,
        options: &Options,
        game: &mut Game<'t>,
    ) {
        let with_nodes = Options { nodes: true, ..*options };
        self.replay_once(text, record, letters, &with_nodes, OddsCastling::Allowed, game);
        let uses =
            |node: &Node<'_>| matches!(node, Node::Move(played) if played.mv.kind() == MoveKind::OddsCastle);
        let odds = if game.nodes.iter().any(uses) { OddsCastling::Allowed } else { OddsCastling::Refused };
        self.replay_once(text, record, letters, options, odds, game);
    }

    /// Plays a record; whether its position has a right to castle with an empty corner.
    fn replay_once<'t>(
        &mut self,
        text: &'t str,
        record: &Record,
        letters: RoleOf<'_>,
        options: &Options,
        odds: OddsCastling,
        game: &mut Game<'t>,
    ) -> bool {
        let tags = self.begin(text, record, options, odds, game);
        let mut run = self.run(text, record, letters, options, game);
        if tags.unplayable {
            run.play_nothing();
        } else {
            match (options.nodes, record.has_variations) {
                (false, false) => run.play::<false, false>(),
                (false, true) => run.play::<false, true>(),
                (true, false) => run.play::<true, false>(),
                (true, true) => run.play::<true, true>(),
            }
        }
        run.finish(&tags);
        self.findings.finish(record.span);
        tags.odds_castling
    }

    /// Forgets the last game, and reads the tags of the next.
    pub(super) fn begin<'t>(
        &mut self,
        text: &'t str,
        record: &Record,
        options: &Options,
        odds: OddsCastling,
        game: &mut Game<'t>,
    ) -> tags::Said {
        game.clear();
        self.stack.clear();
        self.findings.clear(options.max_problems);
        self.repetitions.clear();
        tags::read(text, record, options.nodes, odds, game, &mut self.findings)
    }

    /// A replay from the first position of a game whose tags are read.
    pub(super) fn run<'a, 't>(
        &'a mut self,
        text: &'t str,
        record: &'a Record,
        letters: RoleOf<'a>,
        options: &'a Options,
        game: &'a mut Game<'t>,
    ) -> Run<'a, 't> {
        Run {
            text,
            record,
            letters,
            options,
            position: game.start,
            before: game.start,
            ply: 0,
            last: Move::NULL,
            moved: false,
            numbers: 0,
            number_offset: 0,
            unread: false,
            rest: None,
            result: None,
            next_remark: record.remarks.first().map_or(usize::MAX, |remark| remark.item as usize),
            remark: 0,
            claimed: 0,
            stack: &mut self.stack,
            findings: &mut self.findings,
            repetitions: &mut self.repetitions,
            game,
        }
    }

    /// Adds what was found elsewhere in the last game.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        self.findings.insert(diagnostic);
    }

    /// What was found in the last game, in the order of the text.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.findings.list()
    }
}

/// A replay under way.
pub(super) struct Run<'a, 't> {
    pub(super) text: &'t str,
    pub(super) record: &'a Record,
    pub(super) letters: RoleOf<'a>,
    pub(super) options: &'a Options,
    pub(super) position: Position,
    /// The position before the last move.
    pub(super) before: Position,
    pub(super) ply: u32,
    pub(super) last: Move,
    /// A move has been played in this line.
    pub(super) moved: bool,
    pub(super) numbers: u32,
    /// By how much the last number was wrong.
    pub(super) number_offset: i64,
    /// Text that could not be read has stood since the last move.
    pub(super) unread: bool,
    /// Where the part of the item at hand begins that is not played, when its beginning is.
    pub(super) rest: Option<u32>,
    pub(super) result: Option<(GameResult, Span)>,
    /// The item of the next remark.
    pub(super) next_remark: usize,
    pub(super) remark: usize,
    /// Claims already named: 1 for repetition, 2 for fifty moves.
    pub(super) claimed: u8,
    pub(super) stack: &'a mut Vec<Frame>,
    pub(super) findings: &'a mut Findings,
    pub(super) repetitions: &'a mut Repetitions,
    pub(super) game: &'a mut Game<'t>,
}

impl<'t> Run<'_, 't> {
    pub(super) fn words(&self, span: Span) -> &'t str {
        span.of_text(self.text)
    }

    pub(super) fn play<const NODES: bool, const VARIATIONS: bool>(&mut self) {
        let record = self.record;
        let items = record.items.as_slice();
        if self.options.claims {
            self.repetitions.push(&self.position);
        }
        let mut i = 0;
        while let Some(&item) = items.get(i) {
            if i >= self.next_remark {
                self.remarks(i, false);
            }
            i += 1;
            // Moves and numbers first: a chain of tests is guessed better than a jump table.
            if let Kind::San(san, suffix) = item.kind {
                let over = self.result.is_some() && (!VARIATIONS || self.stack.is_empty());
                if over || self.letters.is_some() {
                    i = self.unusual_san::<NODES, VARIATIONS>(i - 1, san, suffix, over);
                } else if !self.san::<NODES, VARIATIONS>(san, suffix, item.span) {
                    i = self.unplayed_san::<NODES, VARIATIONS>(i - 1, san, suffix);
                }
                continue;
            }
            if let Kind::Number { value, dots } = item.kind {
                self.numbers += 1;
                let black = self.position.turn() == Color::Black;
                let exact = value == self.position.fullmove_number() && dots == if black { 3 } else { 1 };
                if !exact && !self.number(value, dots, i, item.span) {
                    i = self.give_up(i - 1);
                }
                continue;
            }
            match item.kind {
                Kind::Comment(comment) => {
                    if NODES {
                        self.comment(comment, item.span);
                    }
                }
                Kind::Nag(nag) => {
                    if NODES {
                        self.game.nodes.push(Node::Nag(nag));
                    }
                }
                Kind::Open => {
                    if VARIATIONS {
                        i = self.open(i - 1);
                    }
                }
                Kind::Close => {
                    if VARIATIONS {
                        self.close(item.span);
                    }
                }
                _ => i = self.rare::<NODES, VARIATIONS>(i - 1, item),
            }
        }
        self.remarks(usize::MAX - 1, false);
    }

    #[cold]
    pub(super) fn rare<const NODES: bool, const VARIATIONS: bool>(&mut self, i: usize, item: Item) -> usize {
        match item.kind {
            Kind::Word(index) => {
                if self.result.is_some() && self.stack.is_empty() {
                    return self.after_result(i);
                }
                let Some(word) = self.record.words.get(index as usize).copied() else { return i + 1 };
                if !self.word::<NODES, VARIATIONS>(&word, item.span) {
                    return self.give_up(i);
                }
            }
            Kind::EnPassant if !self.last.is_en_passant() || !self.moved => {
                let words = self.words(item.span);
                self.findings.say(Code::FalseEnPassant, item.span, Some(self.ply), || {
                    format!("`{}` after a move that does not take in passing", short(words))
                });
            }
            Kind::Result(result) => self.result_marker(i, result, item.span),
            Kind::Dots => self.dots(i, item.span),
            Kind::Escape => {
                let words = self.words(item.span);
                self.findings.say(Code::EscapeLine, item.span, None, || {
                    format!("line with % left out: `{}`", short(words))
                });
            }
            Kind::Unread => {
                self.unread = true;
                let known = self.remark_on(i);
                let words = self.words(item.span);
                if known.is_none() && i >= self.record.head as usize && self.hides_move(i) {
                    let place = say::place(&self.position);
                    self.findings.say(Code::MoveMissing, item.span, Some(self.ply), || {
                        format!("`{}` cannot be read, and stands in the place of {place}", short(words))
                    });
                    return self.give_up(i);
                }
                if known.is_none() {
                    let ply = (i >= self.record.head as usize).then_some(self.ply);
                    self.findings
                        .say(Code::UnreadText, item.span, ply, || format!("not read: `{}`", short(words)));
                }
                let dropped =
                    known.is_some_and(|r| matches!(r.oddity, Oddity::UnbalancedClose | Oddity::Punctuation));
                if self.options.nodes && !dropped {
                    self.game.nodes.push(Node::Comment(Cow::Borrowed(words)));
                }
            }
            _ => {}
        }
        i + 1
    }

    /// The last remark said, if it is on item `i`.
    pub(super) fn remark_on(&self, i: usize) -> Option<Remark> {
        self.record.remarks[..self.remark].last().copied().filter(|remark| remark.item as usize == i)
    }

    /// An exact word after the result, or in a language that is not English. Gives the next item.
    #[cold]
    pub(super) fn unusual_san<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        i: usize,
        san: San,
        suffix: Suffix,
        over: bool,
    ) -> usize {
        if over {
            return self.after_result(i);
        }
        let span = self.record.items[i].span;
        let played = if san.role() == Role::Pawn || san.is_null() {
            self.san::<NODES, VARIATIONS>(san, suffix, span)
        } else {
            return if self.word::<NODES, VARIATIONS>(&Word::of_san(san, suffix), span) {
                i + 1
            } else {
                self.give_up(i)
            };
        };
        if played { i + 1 } else { self.unplayed_san::<NODES, VARIATIONS>(i, san, suffix) }
    }

    /// An exact word that is no legal move: perhaps two moves run together. Gives the next item.
    #[cold]
    pub(super) fn unplayed_san<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        i: usize,
        san: San,
        suffix: Suffix,
    ) -> usize {
        let span = self.record.items[i].span;
        if let Some((first, second)) = self.two_moves(san, span) {
            let middle = span.start + 3;
            if self.san::<NODES, VARIATIONS>(first, Suffix::None, Span::new(span.start, middle))
                && self.san::<NODES, VARIATIONS>(second, suffix, Span::new(middle, span.end))
            {
                return i + 1;
            }
        }
        if san.role() == Role::King && san.from_rank().is_some() {
            // `Ke1g1` may be castling.
            let word = Word::of_san(san, suffix);
            self.findings.say(Code::LongSpelling, span, Some(self.ply), || {
                format!("both squares given in `{}`", short(span.of_text(self.text)))
            });
            return if self.word::<NODES, VARIATIONS>(&word, span) { i + 1 } else { self.give_up(i) };
        }
        if let Err(error) = self.position.resolve(san) {
            self.no_move(san, suffix, error, span);
        }
        self.give_up(i)
    }

    /// Plays an exact word; `false` if it cannot be played.
    #[inline(always)]
    pub(super) fn san<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        mut san: San,
        suffix: Suffix,
        span: Span,
    ) -> bool {
        let Ok(mv) = self.position.resolve(san) else { return false };
        let said_origin = san.role() != Role::Pawn && san.says_origin();
        if said_origin | (san.is_capture() != self.position.is_capture(mv)) | san.is_null() {
            san = self.mended(san, mv, span);
        }
        self.make::<NODES, VARIATIONS>(mv, san, span, Said::Exact(suffix));
        true
    }

    /// `Bb5a6`, which may be a bishop's move with both squares, read as `Bb5` and `a6`, where both are legal.
    #[cold]
    pub(super) fn two_moves(&mut self, san: San, span: Span) -> Option<(San, San)> {
        let from = Square::new(san.from_file()?, san.from_rank()?);
        if san.is_capture() || san.promotion().is_some() {
            return None;
        }
        let first = San::new_normal(san.role(), None, None, false, from, None);
        let second = San::new_normal(Role::Pawn, None, None, false, san.to()?, None);
        let mv = self.position.resolve(first).ok()?;
        self.position.after_move(mv).resolve(second).ok()?;
        self.findings
            .say(Code::RunTogether, span, Some(self.ply), || format!("read as {first} and {second}"));
        Some((first, second))
    }

    /// Plays a legal move, and compares its check sign with the board.
    #[inline(always)]
    pub(super) fn make<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        mv: Move,
        san: San,
        span: Span,
        said: Said,
    ) {
        if VARIATIONS {
            self.before = self.position;
        }
        self.position.play_unchecked(mv);
        let suffix = self.position.suffix();
        if said != Said::Exact(suffix) {
            self.check_sign(said, suffix, span);
        }
        self.last = mv;
        self.moved = true;
        self.unread = false;
        self.ply += 1;
        if NODES {
            self.game.nodes.push(Node::Move(Played { mv, san, suffix, span }));
        }
        if self.options.claims && self.stack.is_empty() {
            self.claim(span);
        }
    }

    /// The exact form of a legal move that says too much, or does not say rightly whether it takes.
    pub(super) fn mended(&mut self, san: San, mv: Move, span: Span) -> San {
        let exact = self.position.san(mv);
        if exact == san && !san.is_null() {
            return exact;
        }
        let words = self.words(span);
        let ply = Some(self.ply);
        if san.is_null() {
            self.findings.say(Code::NullMove, span, ply, || "null move".to_owned());
        }
        if san.is_capture() != exact.is_capture() {
            let what =
                if exact.is_capture() { "takes, but has no `x`" } else { "takes nothing, but has an `x`" };
            self.findings.say(Code::CaptureSign, span, ply, || format!("`{}` {what}", short(words)));
        }
        if (exact.from_file(), exact.from_rank()) != (san.from_file(), san.from_rank()) {
            self.findings.say(Code::Disambiguation, span, ply, || format!("`{}` for {exact}", short(words)));
        }
        exact
    }

    #[cold]
    pub(super) fn check_sign(&mut self, said: Said, suffix: Suffix, span: Span) {
        let said = match said {
            Said::CheckOrMate if suffix != Suffix::None => return,
            Said::CheckOrMate => Suffix::Check,
            Said::Exact(said) => said,
        };
        let words = self.words(span);
        let what = match (said, suffix) {
            (Suffix::None, Suffix::Check) => "gives check, but has no `+`",
            (_, Suffix::Mate) => "gives mate, but has no `#`",
            (Suffix::Mate, Suffix::Check) => "gives check, not mate",
            (_, _) => "gives no check",
        };
        self.findings.say(Code::CheckSign, span, Some(self.ply), || format!("`{}` {what}", short(words)));
    }

    #[cold]
    pub(super) fn claim(&mut self, span: Span) {
        let count = self.repetitions.push(&self.position);
        let (bit, what) = if count >= 3 {
            (1, "the same position for the third time")
        } else if self.position.halfmove_clock() >= 100 {
            (2, "fifty moves without a pawn move or capture")
        } else {
            return;
        };
        if self.claimed & bit == 0 {
            self.claimed |= bit;
            let ply = Some(self.ply - 1);
            self.findings.say(Code::Claim, span, ply, || format!("{what}: a draw can be claimed"));
        }
    }

    #[inline]
    pub(super) fn comment(&mut self, comment: Comment, span: Span) {
        let words = self.words(span);
        let inside = match comment {
            Comment::Brace => words.strip_suffix('}').unwrap_or(words).strip_prefix('{').unwrap_or(words),
            Comment::Line => words.strip_prefix(';').unwrap_or(words),
            Comment::Angle => words.trim_start_matches('<').trim_end_matches('>'),
        };
        let inside = trim(inside);
        if !inside.is_empty() {
            self.game.nodes.push(Node::Comment(Cow::Borrowed(inside)));
        }
    }

    /// Says what is odd up to item `i`.
    #[cold]
    pub(super) fn remarks(&mut self, i: usize, skipped: bool) {
        while let Some(&remark) = self.record.remarks.get(self.remark)
            && remark.item as usize <= i
        {
            self.remark += 1;
            let structural = matches!(
                remark.oddity,
                Oddity::UnclosedComment
                    | Oddity::UnclosedVariation
                    | Oddity::UnbalancedClose
                    | Oddity::TooMany
            );
            if skipped && !structural {
                continue;
            }
            let words = self.words(remark.span);
            let (code, message) = oddity::say(remark.oddity, words);
            let outside =
                matches!(remark.oddity, Oddity::TagLayout | Oddity::TagQuotes | Oddity::TagUnclosed);
            let ply = (!outside).then_some(self.ply);
            self.findings.say(code, remark.span, ply, || message);
        }
        self.next_remark =
            self.record.remarks.get(self.remark).map_or(usize::MAX, |remark| remark.item as usize);
    }
}
