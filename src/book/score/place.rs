//! Which game a row goes on with, or begins: by its number, its dots and what stands between.
use super::builder::{Builder, Open, Pending, Set, Waiting};
use super::{extent, resume};
use crate::book::hang::{cell, is_ending, is_mated};
use crate::book::heading::{self, Columns};
use crate::book::note::ply;
use crate::book::pairing;
use crate::book::shape::{Entry, Holds};
use crate::record::Score;

/// What to do with an entry.
pub(super) enum Place {
    Continue,
    Branch(usize, u32),
    /// It stands behind the end of the game and was not played.
    Aside(u32),
    NewScore,
    Fragment,
    /// It goes on with an earlier score.
    Resume(usize),
}

/// So many half-moves begin a game that others may interrupt.
const BEGUN: usize = 2;

/// So many scores back at most one is looked for that others interrupt.
const INTERRUPTING: usize = 3;

/// So many scores back at most one is looked for that other ways to play have left.
const WAYS: usize = 8;

/// So many paragraphs stand at most between the end of a game and what might have been played behind it.
const WORDS_BEHIND: usize = 3;

impl Builder<'_> {
    /// The half-move of an entry's first cell.
    pub(super) fn ply_of(&self, entry: &Entry) -> Option<u32> {
        let black = entry.dots || entry.cells.first().is_some_and(|cell| cell.holds == Holds::Dots);
        let black = black || self.columns == Some(Columns::Black);
        entry.number.map(|number| ply(number, black))
    }

    /// Do heads of columns stand below the last row, and above them words that end its game, or the title of another? A row
    /// without a number begins one then.
    fn begins_without_number(&self) -> bool {
        let is_head = |piece: &Waiting| matches!(piece.kind, Pending::Head(_));
        let Some(head) = self.waiting.iter().rposition(is_head) else { return false };
        let texts = self.waiting[..head].iter().filter(|piece| matches!(piece.kind, Pending::Text));
        texts.filter(|piece| !self.is_page_number(piece)).any(|piece| {
            let (start, end) = extent(self.page, &piece.lines);
            is_ending(&self.page.text[start..end], self.recognizer)
                || pairing::is_title_of_game(self.page, &piece.lines)
        })
    }

    /// Do the titles below the last row stand over a board, and say no more of it than that it is one?
    fn only_captions_board(&self) -> bool {
        let is_open = self.open.as_ref().is_some_and(|open| open.score.result.is_none());
        let has_board = self.waiting.iter().any(|piece| matches!(piece.kind, Pending::Diagram));
        let mut titles = self.waiting.iter().filter(|piece| matches!(piece.kind, Pending::Text));
        let captions = |words: &str| !heading::opens_section(words) || heading::captions_board(words);
        is_open && has_board && titles.all(|piece| captions(self.page.row_text(piece.lines.start).trim()))
    }

    /// The score that the open one interrupts: what is due in it comes now, and does not go on with a game that is over or was
    /// told in a sentence.
    fn interrupted(&self, open: &Open, entry: &Entry, at: u32, set: Set) -> Option<usize> {
        let is_over = open.score.result.is_some() || self.ends(&self.waiting);
        let is_over = is_over || is_mated(&open.score.line) && self.resumes();
        let is_told = open.score.in_sentence && set == Set::Rows;
        if self.recognizer.is_raw() || at == 0 {
            return None;
        }
        if let Some(stem) = self.stem(open)
            && self.scores[stem].due() == at
        {
            let is_left = || {
                !open.sectioned
                    && !self.waiting.is_empty()
                    && !self.is_thought()
                    && self.plays_from(&self.scores[stem], entry)
            };
            return (self.resumes() || is_left()).then_some(stem);
        }
        let may_interrupt = open.first == 0 && (is_told || is_over && at != open.next);
        if !may_interrupt {
            return None;
        }
        let from = self.scores.len().saturating_sub(INTERRUPTING);
        let waits = |score: &Score| {
            score.result.is_none()
                && !score.in_sentence
                && score.due() == at
                && score.line.cells.len() >= BEGUN
        };
        self.scores[from..].iter().rposition(waits).map(|game| from + game)
    }

    /// The score that the open one leaves for another way to play, and that waits to go on; other ways may stand between the
    /// two.
    pub(super) fn stem(&self, open: &Open) -> Option<usize> {
        let is_way = |score: &Score| {
            let joins_it = score.join.as_ref().is_none_or(|join| join.game.is_none());
            let is_piece = score.diagram.is_some() || !score.pairs.is_empty() || resume::resumes(score);
            joins_it && score.half_moves_before() > 0 && !is_piece
        };
        if !is_way(&open.score) {
            return None;
        }
        let from = self.scores.len().saturating_sub(WAYS);
        let stem = from + self.scores[from..].iter().rposition(|score| !is_way(score))?;
        let score = &self.scores[stem];
        let waits = score.result.is_none() && !score.in_sentence && score.half_moves_before() == 0;
        let mut ways = self.scores[stem + 1..].iter().map(Score::half_moves_before).chain([open.first]);
        (waits && ways.all(|first| first <= score.due())).then_some(stem)
    }

    /// Does the first move of an entry play from the end of a score, if that plays?
    fn plays_from(&self, score: &Score, entry: &Entry) -> bool {
        let first = entry.printed().next().map(|piece| cell(self.page, piece, None, None));
        let played = self.recognizer.played(score, score.line.cells.len(), first.as_slice());
        played.is_none_or(|played| played > 0)
    }

    /// Does what waits say that the game goes on?
    pub(super) fn resumes(&self) -> bool {
        if self.is_thought() {
            return false;
        }
        let texts = self.waiting.iter().filter(|piece| matches!(piece.kind, Pending::Text));
        texts
            .filter(|piece| piece.lines.len() == 1)
            .any(|piece| heading::resumes(self.page.row_text(piece.lines.start)))
    }

    /// Does what waits tell how the open score ended?
    pub(super) fn ends(&self, waiting: &[Waiting]) -> bool {
        let texts = waiting.iter().filter(|piece| matches!(piece.kind, Pending::Text));
        texts.take(1).any(|piece| {
            let (start, end) = extent(self.page, &piece.lines);
            is_ending(&self.page.text[start..end], self.recognizer)
        })
    }

    /// Do the last words that wait leave what follows a thing that is only thought of: `He might have played`? Where they
    /// name moves themselves, those come before what follows.
    pub(super) fn is_thought(&self) -> bool {
        let mut texts = self.waiting.iter().rev().filter(|piece| matches!(piece.kind, Pending::Text));
        let Some(last) = texts.find(|piece| !self.is_page_number(piece)) else { return false };
        let (start, end) = extent(self.page, &last.lines);
        let text = &self.page.text[start..end];
        let mut words = text.split_whitespace();
        !self.recognizer.is_raw()
            && !text.contains(|c: char| c.is_ascii_digit())
            && words.by_ref().fold(false, |is_thought, word| {
                let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
                !word.ends_with(['.', '!', '?']) && (is_thought || self.recognizer.is_unplayed(bare))
            })
    }

    pub(super) fn place(&self, entry: &Entry, set: Set) -> Place {
        let Some(open) = &self.open else {
            return if entry.number == Some(1) || entry.number.is_none() {
                Place::NewScore
            } else {
                Place::Fragment
            };
        };
        let Some(at) = self.ply_of(entry) else {
            return if self.begins_without_number() { Place::NewScore } else { Place::Continue };
        };
        if let Some(plies) = &open.split {
            // Both blocks have had their first move: another game begins.
            let begun = entry.number == Some(1) && plies.contains(&1);
            return if begun { Place::NewScore } else { Place::Continue };
        }
        if let Some(game) = self.interrupted(open, entry, at, set) {
            return Place::Resume(game);
        }
        let number = entry.number.unwrap_or(1);
        let white_done = open.next % 2 == 1 && at + 1 == open.next && entry.cells.len() == 1;
        // Black's move, or White's, is missing on the page or could not be read.
        let one_lost =
            at == open.next + 1 && set == Set::Rows && open.set == Set::Rows && entry.number.is_some();
        let fits = one_lost
            || at == open.next
            || white_done
            || number == open.printed_next && at % 2 == open.next % 2;
        // The game itself goes on below its branch with the row that is due.
        let goes_on = |next: u32| at == open.next && at != next;
        if let Some(branch) = &open.branch
            && open.contiguous
            && set == Set::Rows
            && at > 0
            && !goes_on(branch.next)
        {
            return Place::Branch(usize::MAX, at);
        }
        if let Some(branch) = &open.branch
            && (at == branch.next || at + 1 == branch.next && entry.cells.len() == 1)
            && at != open.next
        {
            return Place::Branch(usize::MAX, at);
        }
        // A lone first move below a lone first move may be the answer to it; all else that is numbered 1 begins anew.
        let is_answer =
            open.next <= 1 && entry.cells.len() == 1 && !open.sectioned && open.score.result.is_none();
        if number == 1 && at == 0 && !is_answer {
            return Place::NewScore;
        }
        // Below a blank line two moves back: another way to play. One move back may be a misprint.
        let goes_back = entry.number.is_some()
            && at + 3 <= open.next
            && !self.waiting.is_empty()
            && self.waiting.iter().all(|piece| matches!(piece.kind, Pending::Blank))
            && self.columns != Some(Columns::Black)
            && !self.recognizer.is_raw();
        if open.contiguous && set == Set::Rows && open.set == Set::Rows && !goes_back {
            return Place::Continue;
        }
        if fits {
            if open.sectioned && set == Set::Rows && !(at == open.next && self.only_captions_board()) {
                return Place::Fragment;
            }
            if set == Set::Run && open.set == Set::Rows && !open.contiguous {
                return Place::Branch(usize::MAX, at);
            }
            let is_over = open.beyond.is_some() || open.branch.is_none() && self.ends(&self.waiting);
            let texts = self.waiting.iter().filter(|piece| matches!(piece.kind, Pending::Text)).count();
            let is_near = texts <= WORDS_BEHIND;
            if is_over && is_near && set == Set::Rows && !self.recognizer.is_raw() && !self.resumes() {
                return Place::Aside(at);
            }
            return Place::Continue;
        }
        if open.sectioned {
            return Place::Fragment;
        }
        match at.checked_sub(open.first) {
            Some(index) if at < open.next => Place::Branch(index as usize, at),
            _ => Place::Fragment,
        }
    }
}
