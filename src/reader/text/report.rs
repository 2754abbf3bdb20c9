//! What was found in a text.
use crate::book::Region;
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::exercise::Exercise;
use crate::game::{Game, Verdict};
use crate::lexicon::Dialect;
use crate::record::GameResult;
use crate::span::Span;

/// A game found in a text.
#[derive(Clone, Debug)]
pub struct TextGame<'t> {
    /// The game; its spans are offsets in the text.
    pub game: Game<'t>,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
    /// How certain it was when its moves were written down, as its tags say.
    pub(super) written: Option<Verdict>,
    /// Something beside its moves says that its layout may have been taken wrongly.
    pub(super) is_odd: bool,
    /// It is partial because rows that go on with it stand unread.
    pub(super) leaves_rows: bool,
    /// Its print is raw.
    pub(super) is_raw: bool,
    /// Its layout, which is odd, and playing tell it in two ways.
    pub(super) is_two: bool,
}

#[cfg(test)]
impl<'t> TextGame<'t> {
    /// A game of raw print of which nothing else is known.
    pub(super) const fn of_raw(game: Game<'t>) -> Self {
        Self {
            game,
            diagnostics: Vec::new(),
            written: None,
            is_odd: false,
            leaves_rows: false,
            is_raw: true,
            is_two: false,
        }
    }
}

impl TextGame<'_> {
    /// Where its own first move is printed: those before may be another game's.
    pub(super) fn begins(&self) -> u32 {
        self.extent().start
    }

    /// From its first own move to its last.
    pub(super) fn extent(&self) -> Span {
        extent(&self.game)
    }

    /// Where its moves are printed, those that are not left out.
    pub(super) fn printed(&self) -> impl Iterator<Item = Span> {
        printed(&self.game)
    }

    /// Did it not end, as far as its words and the board tell, though nothing speaks against it so far?
    pub(super) fn is_open(&self) -> bool {
        let game = &self.game;
        game.verdict != Some(Verdict::Partial)
            && game.result == GameResult::Unknown
            && game.end.has_legal_move()
    }

    /// It is written in another notation than the text.
    pub(super) fn tell_notation(&mut self, written: Dialect) {
        let place = self.printed().next().unwrap_or(self.game.span);
        let message = format!("this game is read as {written}, most of the text is not");
        Diagnostic::new(Code::OtherNotation, place, message).join(&mut self.diagnostics);
    }

    /// A game of a clear text that is chosen says why: its layout could not be read, if nothing else.
    pub(super) fn tell_chosen(&mut self) {
        if self.game.verdict == Some(Verdict::Chosen) && self.diagnostics.is_empty() {
            let place = self.printed().next().unwrap_or(self.game.span);
            let message = "the layout does not tell the moves of this game: they were found by playing, as in blurred print";
            Diagnostic::new(Code::ChosenLine, place, message).join(&mut self.diagnostics);
        }
    }

    /// What was in doubt when the moves were written down is no surer now; how they are read is not asked of that.
    pub(super) fn tell_written(&mut self) {
        let Some(written) = self.written.filter(|written| Some(*written) > self.game.verdict) else { return };
        self.game.judge(written);
        if written == Verdict::Chosen && self.diagnostics.is_empty() {
            let place = self.printed().next().unwrap_or(self.game.span);
            let message = "the Reading tag says that these moves were chosen when they were written down";
            Diagnostic::new(Code::ChosenLine, place, message).join(&mut self.diagnostics);
        }
    }

    /// The game is less certain than it seemed.
    pub(super) fn lower(&mut self, verdict: Verdict, why: Diagnostic) {
        self.game.judge(verdict);
        why.join(&mut self.diagnostics);
    }
}

/// A stretch of a text that looks like moves and belongs to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From its first word to its last.
    pub span: Span,
    /// About how many half-moves stand there.
    pub moves: u32,
    /// Rows numbered one by one below a title stand there, as those of a game.
    pub is_game: bool,
}

/// How much of a text was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Half-moves that were read from printed words.
    pub read: u64,
    /// About how many more stand in rows of moves: behind the last move of a partial game, and in no game.
    pub unread: u64,
}

impl Coverage {
    /// Is little or nothing read of a text with many moves? Less than one in four, and a hundred are left.
    #[must_use]
    pub const fn is_little(self) -> bool {
        self.unread >= 100 && self.read * 3 < self.unread
    }
}

/// A printed move that was taken for a misprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// Which game of the report, from 0.
    pub game: usize,
    /// Half-moves before it.
    pub ply: u32,
    /// The printed words.
    pub span: Span,
    /// The move that was played instead (SAN).
    pub played: String,
}

/// All that was found in a text.
#[derive(Clone, Debug, Default)]
pub struct TextReport<'t> {
    /// The games in the order of the text.
    pub games: Vec<TextGame<'t>>,
    /// Exercises of men that stand alone on the board, in the order of the text.
    pub exercises: Vec<Exercise>,
    /// What each stretch of the text was taken for; they cover every byte. `Kind::Score(n)` is game `n`.
    pub regions: Vec<Region>,
    /// Words that were taken for moves and belong to no game.
    pub(crate) unused: Vec<Span>,
    /// Stretches that look like moves and belong to no game, in the order of the text.
    pub unread: Vec<Stretch>,
    /// How much was read.
    pub coverage: Coverage,
    /// Tag pairs that head no game that could be read, those of one game each.
    pub unclaimed: Vec<Span>,
    /// The misprints that were repaired.
    pub misprints: Vec<Misprint>,
    /// Games of each verdict: certain, edited, chosen, repaired, partial.
    pub verdicts: [u32; 5],
    /// What was decided about places of no game and could not be done.
    pub undone: Vec<Diagnostic>,
    /// The notation that was used.
    pub notation: Dialect,
}

/// Where the moves of a game are printed, those that are not left out.
pub(super) fn printed(game: &Game<'_>) -> impl Iterator<Item = Span> {
    game.details.iter().map(|detail| detail.printed).filter(|span| !span.is_empty())
}

/// From the first own move of a game to its last.
pub(super) fn extent(game: &Game<'_>) -> Span {
    let own = printed(game).map(|span| span.start).find(|&at| at >= game.span.start);
    let begins = own.unwrap_or(game.span.start);
    let end = printed(game).map(|span| span.end).max().unwrap_or(begins);
    Span::new(begins, end.max(begins))
}

pub(super) fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// The place of a verdict among the counts of all.
pub(super) fn slot(verdict: Option<Verdict>) -> usize {
    match verdict {
        Some(Verdict::Certain) | None => 0,
        Some(Verdict::Edited) => 1,
        Some(Verdict::Chosen) => 2,
        Some(Verdict::Repaired) => 3,
        Some(Verdict::Partial) => 4,
    }
}
