//! A game in the making.
use super::trunk::Trunk;
use super::zones::Fault;
use crate::code::Code;
use crate::decisions::{Decided, Decision, is_settled};
use crate::diagnose::Diagnostic;
use crate::game::{Game, Played, Verdict};
use crate::replay::Habit;
use crate::span::Span;

/// A game in the making.
pub(super) struct Draft<'t> {
    pub game: Game<'t>,
    pub diagnostics: Vec<Diagnostic>,
    pub habit: Habit,
    /// The verdict of the line itself.
    pub line_verdict: Verdict,
    /// How certain it was when its moves were written down, as its tags say.
    pub written: Option<Verdict>,
    /// The moves that were taken for misprints, by their place in the game.
    pub misprints: Vec<(u32, Played)>,
    /// What later scores may continue.
    pub trunk: Option<Trunk>,
    /// What was decided about its places.
    pub decided: Vec<Decided>,
    /// Lines that look like variations play nowhere.
    pub has_lost: bool,
    /// Its layout may have been taken wrongly.
    pub is_odd: bool,
    /// Rows that go on with it stand unread.
    pub leaves_rows: bool,
    /// Its print is raw.
    pub is_raw: bool,
}

impl Draft<'_> {
    /// The game is not whole, for a reason that shows at `rows`: it is partial.
    pub fn torn(&mut self, rows: Span, message: &str) {
        if self.is_settled(rows) || self.is_ended() {
            return;
        }
        self.game.judge(Verdict::Partial);
        let found = Diagnostic::new(Code::PartialScore, rows, message).at_ply(self.game.plies);
        self.diagnostics.push(found);
    }

    /// What the place of the moves on the page says against the game.
    pub fn fault(&mut self, fault: &Fault) {
        let whole = self.game.verdict != Some(Verdict::Partial);
        let sure = self.game.verdict == Some(Verdict::Certain);
        match *fault {
            Fault::Cut(span) if whole => {
                self.torn(span, "moves with the numbers that are due stand behind this one, and could not be joined to it");
            }
            Fault::Restarts(span) if whole => {
                self.torn(span, "these rows seem to go on with the game, though their numbers begin again");
            }
            Fault::Short(span) if whole => {
                self.torn(
                    span,
                    "the numbers leave one out here and a move was passed over: a half-move may be lost",
                );
            }
            Fault::Rival(span) if sure => {
                let message = "another way through the words is about as likely from here on";
                self.doubt(Diagnostic::new(Code::ChosenLine, span, message));
            }
            Fault::Leap(span) if sure => {
                let message = "the game seems to go on here, behind a title or behind other moves";
                self.doubt(Diagnostic::new(Code::ChosenLine, span, message));
            }
            Fault::Jump(span) if sure => {
                let message = "the numbers leave one out and go on so: a row may be lost here";
                self.doubt(Diagnostic::new(Code::NumberWrong, span, message));
            }
            _ => {}
        }
    }

    /// Recognised print proves nothing by itself.
    pub fn raw(&mut self) {
        self.is_raw = true;
        if self.game.verdict == Some(Verdict::Certain) {
            self.game.judge(Verdict::Chosen);
        }
    }

    /// What was found makes the game less than certain.
    pub fn doubt(&mut self, found: Diagnostic) {
        if self.is_settled(found.span) {
            return;
        }
        self.game.judge(Verdict::Chosen);
        found.join(&mut self.diagnostics);
    }

    /// A game that is certain is chosen, for this reason; of one that is not, enough is said.
    pub fn doubt_certain(&mut self, span: Span, message: &'static str) {
        if self.game.verdict == Some(Verdict::Certain) {
            self.doubt(Diagnostic::new(Code::ChosenLine, span, message));
        }
    }
}

impl Draft<'_> {
    /// Is it decided that the stretch needs no doubt?
    pub(super) fn is_settled(&self, span: Span) -> bool {
        is_settled(&self.decided, span)
    }

    /// Is it decided that the game ends with its last move?
    pub(super) fn is_ended(&self) -> bool {
        let last = self.game.details.last().map_or(self.game.span, |detail| detail.printed);
        self.decided.iter().any(|row| row.decision == Decision::Ends && last.touches(row.span))
    }
}
