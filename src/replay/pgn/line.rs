//! Plays the movetext: one position, one stack for variations; what cannot be played is kept as a comment.
use std::borrow::Cow;

use super::findings::Findings;
use super::oddity::{self, short};
use super::say;
use super::tags;
use super::word::{self, Meaning, RoleOf};
use crate::chess::{Color, Move, Position, Repetitions, Role, San, SanError, Suffix};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Played};
use crate::record::{Comment, GameResult, Item, Kind, Oddity, Record, Said, Word};
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
}

impl Default for Options {
    fn default() -> Self {
        Self { nodes: true, claims: false, max_problems: 100, max_depth: 1000 }
    }
}

/// The line that a variation interrupts.
#[derive(Clone, Copy, Debug)]
struct Frame {
    position: Position,
    before: Position,
    ply: u32,
    last: Move,
    /// Where the variation's [`Node::Open`] stands.
    open: usize,
    /// Its item.
    item: usize,
    number_offset: i64,
}

/// Plays records. The buffers are reused from game to game.
#[derive(Debug, Default)]
pub struct Replayer {
    stack: Vec<Frame>,
    findings: Findings,
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
        game.clear();
        self.stack.clear();
        self.findings.clear(options.max_problems);
        self.repetitions.clear();
        let tags = tags::read(text, record, options.nodes, game, &mut self.findings);
        let next_remark = record.remarks.first().map_or(usize::MAX, |remark| remark.item as usize);
        let mut run = Run {
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
            result: None,
            next_remark,
            remark: 0,
            claimed: 0,
            stack: &mut self.stack,
            findings: &mut self.findings,
            repetitions: &mut self.repetitions,
            game,
        };
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

struct Run<'a, 't> {
    text: &'t str,
    record: &'a Record,
    letters: RoleOf<'a>,
    options: &'a Options,
    position: Position,
    /// The position before the last move.
    before: Position,
    ply: u32,
    last: Move,
    /// A move has been played in this line.
    moved: bool,
    numbers: u32,
    /// By how much the last number was wrong.
    number_offset: i64,
    /// Text that could not be read has stood since the last move.
    unread: bool,
    result: Option<(GameResult, Span)>,
    /// The item of the next remark.
    next_remark: usize,
    remark: usize,
    /// Claims already named: 1 for repetition, 2 for fifty moves.
    claimed: u8,
    stack: &'a mut Vec<Frame>,
    findings: &'a mut Findings,
    repetitions: &'a mut Repetitions,
    game: &'a mut Game<'t>,
}

impl<'t> Run<'_, 't> {
    fn words(&self, span: Span) -> &'t str {
        span.of_text(self.text)
    }

    fn play<const NODES: bool, const VARIATIONS: bool>(&mut self) {
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
            match item.kind {
                Kind::San(san, suffix) => {
                    if self.result.is_some() && (!VARIATIONS || self.stack.is_empty()) {
                        i = self.after_result(i - 1);
                    } else if self.letters.is_some() && san.role() != Role::Pawn && !san.is_null() {
                        let word = Word::of_san(san, suffix);
                        if !self.word::<NODES, VARIATIONS>(&word, item.span) {
                            i = self.give_up(i - 1);
                        }
                    } else if !self.san::<NODES, VARIATIONS>(san, suffix, item.span) {
                        i = self.give_up(i - 1);
                    }
                }
                Kind::Number { value, dots } => {
                    self.numbers += 1;
                    let black = self.position.turn() == Color::Black;
                    let exact = value == self.position.fullmove_number() && dots == if black { 3 } else { 1 };
                    if !exact && !self.number(value, dots, i, item.span) {
                        i = self.give_up(i - 1);
                    }
                }
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
    fn rare<const NODES: bool, const VARIATIONS: bool>(&mut self, i: usize, item: Item) -> usize {
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
            Kind::EnPassant => {
                if !self.last.is_en_passant() || !self.moved {
                    let words = self.words(item.span);
                    self.findings.say(Code::FalseEnPassant, item.span, Some(self.ply), || {
                        format!("`{}` after a move that does not take in passing", short(words))
                    });
                }
            }
            Kind::Result(result) => self.result_marker(i, result, item.span),
            Kind::Escape => {
                let words = self.words(item.span);
                self.findings.say(Code::EscapeLine, item.span, None, || {
                    format!("line with % left out: `{}`", short(words))
                });
            }
            Kind::Unread => {
                self.unread = true;
                let known = self.record.remarks[..self.remark]
                    .iter()
                    .rev()
                    .take_while(|r| r.item as usize == i)
                    .count()
                    > 0;
                let words = self.words(item.span);
                if !known {
                    let ply = (i >= self.record.head as usize).then_some(self.ply);
                    self.findings
                        .say(Code::UnreadText, item.span, ply, || format!("not read: `{}`", short(words)));
                }
                if self.options.nodes && words != ")" {
                    self.game.nodes.push(Node::Comment(Cow::Borrowed(words)));
                }
            }
            _ => {}
        }
        i + 1
    }

    /// Plays an exact word; `false` if it cannot be played.
    #[inline]
    fn san<const NODES: bool, const VARIATIONS: bool>(
        &mut self,
        mut san: San,
        suffix: Suffix,
        span: Span,
    ) -> bool {
        let mv = match self.position.resolve(san) {
            Ok(mv) => mv,
            Err(error) => {
                self.no_move(san, suffix, error, span);
                return false;
            }
        };
        let said_origin = san.role() != Role::Pawn && (san.from_file().is_some() | san.from_rank().is_some());
        if said_origin | (san.is_capture() != self.position.is_capture(mv)) | san.is_null() {
            san = self.mended(san, mv, span);
        }
        self.make::<NODES, VARIATIONS>(mv, san, span, Said::Exact(suffix));
        true
    }

    /// Plays a legal move, and compares its check sign with the board.
    #[inline]
    fn make<const NODES: bool, const VARIATIONS: bool>(
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
    fn mended(&mut self, san: San, mv: Move, span: Span) -> San {
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
    fn check_sign(&mut self, said: Said, suffix: Suffix, span: Span) {
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
    fn claim(&mut self, span: Span) {
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

    /// A word in an odd spelling; `false` if it cannot be played.
    #[cold]
    fn word<const NODES: bool, const VARIATIONS: bool>(&mut self, word: &Word, span: Span) -> bool {
        let token = self.words(span);
        let position = self.position;
        let ply = self.ply;
        let role = word::role(word, token, self.letters).flatten();
        let mv = match word::meaning(&position, word, token, self.text, self.letters) {
            Meaning::One(mv) => mv,
            Meaning::Bishop(mv) => {
                self.findings.say(Code::SmallLetter, span, Some(ply), || {
                    format!("`{}` read as a bishop's move: no pawn can make it", short(token))
                });
                mv
            }
            Meaning::Two(first, second) => {
                self.findings.say(Code::RunTogether, span, Some(ply), || {
                    format!("`{}` read as {first} and {second}", short(token))
                });
                let middle = span.start + u32::from(word.split.unwrap_or(0));
                let first_span = Span::new(span.start, middle);
                return self.san::<NODES, VARIATIONS>(first, Suffix::None, first_span) && {
                    let Said::Exact(suffix) = word.said else { return false };
                    self.san::<NODES, VARIATIONS>(second, suffix, Span::new(middle, span.end))
                };
            }
            Meaning::Several(moves) => {
                self.findings.add(Code::AmbiguousMove, span, || {
                    say::ambiguous(&position, moves.as_slice(), token, span, ply)
                });
                return false;
            }
            Meaning::PromotionMissing(moves) => {
                self.findings.add(Code::PromotionMissing, span, || {
                    say::promotion_missing(&position, moves.as_slice(), token, span, ply)
                });
                return false;
            }
            Meaning::Illegal => {
                self.findings
                    .add(Code::IllegalMove, span, || say::illegal(&position, word, role, token, span, ply));
                return false;
            }
            Meaning::PromotionImpossible => {
                let message =
                    || format!("`{}` ({}): no pawn becomes that", short(token), say::place(&position));
                self.findings.say(Code::PromotionImpossible, span, Some(ply), message);
                return false;
            }
            Meaning::UnknownLetter => {
                self.findings.add(Code::UnknownLetter, span, || {
                    let message = format!(
                        "`{}` ({}): letter of no man in English",
                        short(token),
                        say::place(&position)
                    );
                    Diagnostic::new(Code::UnknownLetter, span, message)
                        .at_ply(ply)
                        .with_help("K, Q, R, B, N; or say the language with --letters")
                });
                return false;
            }
            Meaning::Unreadable => {
                let message =
                    || format!("`{}` ({}): cannot be read as a move", short(token), say::place(&position));
                self.findings.say(Code::UnreadableMove, span, Some(ply), message);
                return false;
            }
        };
        let san = position.san(mv);
        let takes = position.is_capture(mv);
        if word.capture.is_some_and(|said| said != takes)
            || (takes && word.capture.is_none() && role != Some(Role::Pawn) && word.from_rank.is_none())
        {
            self.findings.say(Code::CaptureSign, span, Some(ply), || format!("`{}` for {san}", short(token)));
        }
        self.make::<NODES, VARIATIONS>(mv, san, span, word.said);
        true
    }

    /// Says why an exact word cannot be played.
    #[cold]
    fn no_move(&mut self, san: San, suffix: Suffix, error: SanError, span: Span) {
        let token = self.words(span);
        let position = self.position;
        let ply = self.ply;
        let word = Word::of_san(san, suffix);
        if san.role() == Role::Pawn
            && san.promotion().is_none()
            && san.castling_side().is_none()
            && !san.is_null()
        {
            let moves = position.candidates(san);
            let promotes = |mv: &Move| {
                mv.promotion().is_some() && san.from_file().is_none_or(|file| file == mv.from().file())
            };
            let moves: Vec<Move> = moves.as_slice().iter().copied().filter(|mv| promotes(mv)).collect();
            let straight = |mv: &Move| san.is_capture() || mv.from().file() == mv.to().file();
            if !moves.is_empty() && moves.iter().any(straight) {
                self.findings.add(Code::PromotionMissing, span, || {
                    say::promotion_missing(&position, &moves, token, span, ply)
                });
                return;
            }
        }
        if error == SanError::Ambiguous {
            let moves = position.candidates(san);
            self.findings.add(Code::AmbiguousMove, span, || {
                say::ambiguous(&position, moves.as_slice(), token, span, ply)
            });
            return;
        }
        self.findings.add(Code::IllegalMove, span, || {
            say::illegal(&position, &word, Some(san.role()), token, span, ply)
        });
    }

    /// A number that is not the exact one; `false` if it shows that a move is missing.
    #[cold]
    fn number(&mut self, value: u32, dots: u8, next: usize, span: Span) -> bool {
        // A number that no move follows is only compared with nothing.
        let follows = self.record.items[next..].iter().find(|item| {
            !matches!(item.kind, Kind::Number { .. } | Kind::Dots | Kind::Comment(_) | Kind::Nag(_))
        });
        if !follows.is_some_and(|item| matches!(item.kind, Kind::San(..) | Kind::Word(_))) {
            return true;
        }
        let dots_follow = matches!(self.record.items.get(next), Some(Item { kind: Kind::Dots, .. }));
        let position = self.position;
        let expected = position.fullmove_number();
        let black = position.turn() == Color::Black;
        let offset = i64::from(value) - i64::from(expected);
        let words = self.words(span);
        let shows_gap = offset != self.number_offset || (black && dots == 1 && !dots_follow);
        if self.unread && self.moved && shows_gap {
            let place = say::place(&position);
            self.findings.say(Code::MoveMissing, span, Some(self.ply), || {
                format!("number `{}` where {place} is due, after text that could not be read", short(words))
            });
            return false;
        }
        if offset != self.number_offset {
            let place = say::place(&position);
            self.findings.say(Code::NumberWrong, span, Some(self.ply), || {
                format!("number `{}` at {place}", short(words))
            });
            self.number_offset = offset;
        }
        let usual = if black { dots >= 3 || dots_follow } else { dots == 1 };
        if !usual {
            self.findings.say(Code::NumberDots, span, Some(self.ply), || {
                format!("dots of the number `{}`", short(words))
            });
        }
        true
    }

    fn comment(&mut self, comment: Comment, span: Span) {
        let words = self.words(span);
        let inside = match comment {
            Comment::Brace => words.strip_suffix('}').unwrap_or(words).strip_prefix('{').unwrap_or(words),
            Comment::Line => words.strip_prefix(';').unwrap_or(words),
            Comment::Angle => words.trim_start_matches('<').trim_end_matches('>'),
        };
        let inside = inside.trim();
        if !inside.is_empty() {
            self.game.nodes.push(Node::Comment(Cow::Borrowed(inside)));
        }
    }

    /// Keeps words of the text as a comment.
    fn keep(&mut self, start: u32, end: u32) {
        if self.options.nodes {
            let words = Span::new(start, end).of_text(self.text).trim();
            if !words.is_empty() {
                self.game.nodes.push(Node::Comment(Cow::Borrowed(words)));
            }
        }
    }

    /// The variation at item `i`; gives the next item to look at.
    fn open(&mut self, i: usize) -> usize {
        let span = self.record.items[i].span;
        if !self.moved || self.stack.len() >= self.options.max_depth {
            let close = self.matching_close(i + 1);
            let end = self.record.items.get(close).map_or(self.line_end(), |item| item.span.end);
            let (code, message) = if self.moved {
                (Code::TooDeep, format!("variations nested deeper than {}", self.options.max_depth))
            } else {
                (Code::VariationWithoutMove, "a variation before any move it could replace".to_owned())
            };
            self.findings.say(code, span, Some(self.ply), || message);
            self.keep(span.start, end);
            self.skip_remarks(close);
            return close + 1;
        }
        self.stack.push(Frame {
            position: self.position,
            before: self.before,
            ply: self.ply,
            last: self.last,
            open: self.game.nodes.len(),
            item: i,
            number_offset: self.number_offset,
        });
        self.position = self.before;
        self.ply -= 1;
        self.moved = false;
        self.unread = false;
        if self.options.nodes {
            self.game.nodes.push(Node::Open);
        }
        i + 1
    }

    fn close(&mut self, span: Span) {
        let Some(frame) = self.stack.pop() else { return };
        if self.options.nodes {
            if self.moved {
                self.game.nodes.push(Node::Close);
            } else {
                // Without a move it is no variation: its comments stay.
                self.game.nodes.remove(frame.open);
            }
        }
        if !self.moved {
            let start = self.record.items.get(frame.item).map_or(span.start, |item| item.span.start);
            let whole = Span::new(start, span.end);
            self.findings
                .say(Code::EmptyVariation, whole, Some(frame.ply), || "a variation without moves".to_owned());
        }
        self.position = frame.position;
        self.before = frame.before;
        self.ply = frame.ply;
        self.last = frame.last;
        self.number_offset = frame.number_offset;
        self.moved = true;
        self.unread = false;
    }

    /// The item of the `)` that closes the variation in which item `i` stands, or the number of items.
    fn matching_close(&self, i: usize) -> usize {
        let mut depth = 0_u32;
        for (n, item) in self.record.items[i..].iter().enumerate() {
            match item.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return i + n,
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
        self.record.items.len()
    }

    /// The end of the last item.
    fn line_end(&self) -> u32 {
        self.record.items.last().map_or(self.record.span.end, |item| item.span.end)
    }

    /// Nothing is played in this line any more, from item `i` on: the words stay as a comment. Gives the next item.
    #[cold]
    fn give_up(&mut self, i: usize) -> usize {
        let items = &self.record.items;
        let start = match i.checked_sub(1).and_then(|i| items.get(i)) {
            Some(Item { kind: Kind::Number { .. } | Kind::Dots, span }) => span.start,
            _ => items[i].span.start,
        };
        let next = if self.stack.is_empty() {
            let mut depth = 0_u32;
            let mut found = items.len();
            for (n, item) in items[i..].iter().enumerate() {
                match item.kind {
                    Kind::Open => depth += 1,
                    Kind::Close => depth = depth.saturating_sub(1),
                    Kind::Result(_) if depth == 0 || i + n + 1 == items.len() => {
                        found = i + n;
                        break;
                    }
                    _ => {}
                }
            }
            found
        } else {
            let close = self.matching_close(i);
            match items.last() {
                // The variation never closes: a result at the end is the game's.
                Some(Item { kind: Kind::Result(_), .. }) if close == items.len() => close - 1,
                _ => close,
            }
        };
        let end = match items.get(next) {
            Some(item) => item.span.start,
            None => self.line_end(),
        };
        self.keep(start, end);
        self.skip_remarks(next);
        next.max(i + 1)
    }

    /// Moves after the result: all the rest is kept as a comment.
    #[cold]
    fn after_result(&mut self, i: usize) -> usize {
        let items = &self.record.items;
        let start = match i.checked_sub(1).and_then(|i| items.get(i)) {
            Some(Item { kind: Kind::Number { .. } | Kind::Dots, span }) => span.start,
            _ => items[i].span.start,
        };
        let span = items[i].span;
        let words = self.words(span);
        self.findings.say(Code::MovesAfterResult, span, Some(self.ply), || {
            format!("`{}` stands after the result", short(words))
        });
        self.keep(start, self.line_end());
        self.skip_remarks(items.len());
        items.len()
    }

    fn result_marker(&mut self, i: usize, result: GameResult, span: Span) {
        let last = i + 1 == self.record.items.len();
        if self.stack.is_empty() || last {
            match self.result {
                None => self.result = Some((result, span)),
                Some((first, _)) if first == result => {}
                Some(_) => self.keep(span.start, span.end),
            }
        } else {
            self.keep(span.start, span.end);
        }
    }

    /// Says what is odd up to item `i`.
    #[cold]
    fn remarks(&mut self, i: usize, skipped: bool) {
        while let Some(&remark) = self.record.remarks.get(self.remark)
            && remark.item as usize <= i
        {
            self.remark += 1;
            let structural = matches!(
                remark.oddity,
                Oddity::UnclosedComment | Oddity::UnclosedVariation | Oddity::UnbalancedClose
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

    /// Leaves out the remarks on items before `i`, but for those on the structure.
    fn skip_remarks(&mut self, i: usize) {
        if let Some(last) = i.checked_sub(1) {
            self.remarks(last, true);
        }
    }

    /// No move is played: the words stay as a comment.
    #[cold]
    fn play_nothing(&mut self) {
        let items = &self.record.items;
        let first = items
            .iter()
            .position(|item| !matches!(item.kind, Kind::Comment(_) | Kind::Escape | Kind::Unread));
        let Some(first) = first else {
            return self.play::<true, true>();
        };
        let next = if let Kind::Result(_) = items[first].kind { first } else { self.give_up(first) };
        self.remarks(next, false);
        if let Some(&Item { kind: Kind::Result(result), span }) = items.get(next) {
            self.result = Some((result, span));
        }
        self.remarks(usize::MAX - 1, true);
    }

    /// Closes what is open, and compares tags, marker and board.
    fn finish(mut self, tags: &tags::Said) {
        while !self.stack.is_empty() {
            let end = self.line_end();
            self.close(Span::new(end, end));
        }
        self.game.end = self.position;
        self.game.plies = self.ply;
        self.game.span = self.record.span;
        let board = if self.ply == 0 || self.position.has_legal_move() {
            None
        } else if self.position.is_check() {
            Some(if self.position.turn() == Color::White { GameResult::Black } else { GameResult::White })
        } else {
            Some(GameResult::Draw)
        };
        self.game.result = self.settle(tags, board);
        if let Some((plies, span)) = tags.plies
            && plies != self.ply
        {
            let played = self.ply;
            self.findings.say(Code::PlyCount, span, None, || {
                format!("PlyCount {plies}, but {played} half-moves are played")
            });
        }
        if self.numbers < self.ply / 2 {
            let first =
                self.record.items.iter().find(|item| matches!(item.kind, Kind::San(..) | Kind::Word(_)));
            let span = first.map_or(Span::default(), |item| item.span);
            self.findings.say(Code::NumberMissing, span, Some(0), || "moves without numbers".to_owned());
        }
    }

    /// The result: mate or stalemate decides between tag and marker; else the marker counts, unless it is `*`.
    fn settle(&mut self, tags: &tags::Said, board: Option<GameResult>) -> GameResult {
        let result = match (self.result, tags.result) {
            (Some((marker, _)), Some((tag, _))) if marker == tag => marker,
            (Some((marker, place)), Some((tag, span))) => {
                let result = if board == Some(tag) || (board != Some(marker) && marker == GameResult::Unknown)
                {
                    tag
                } else {
                    marker
                };
                self.findings.add(Code::ResultConflict, place, || {
                    let message =
                        format!("marker {} and Result tag {} differ", marker.marker(), tag.marker());
                    Diagnostic::new(Code::ResultConflict, place, message)
                        .with_label(span, "the Result tag")
                        .with_note(format!("{} is taken", result.marker()))
                });
                result
            }
            (Some((marker, _)), None) => marker,
            (None, tag) => {
                let end = self.line_end().max(self.record.tags.last().map_or(0, |pair| pair.span.end));
                let place = Span::new(end, end);
                let result = tag.map_or(GameResult::Unknown, |(tag, _)| tag);
                self.findings.say(Code::ResultMissing, place, Some(self.ply), || {
                    format!("no result after the moves; {} is taken", result.marker())
                });
                result
            }
        };
        if let Some(board) = board
            && result != board
        {
            let place = self.result.or(tags.result).map_or(self.record.span, |(_, span)| span);
            let end = if board == GameResult::Draw { "stalemate" } else { "mate" };
            self.findings.say(Code::ResultBoard, place, Some(self.ply), || {
                format!("result {}, but the last position is {end}: {}", result.marker(), board.marker())
            });
        }
        result
    }
}
