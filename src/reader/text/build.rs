//! One score to one game: its moves, its comments and variations, its result, its verdict.
use std::borrow::Cow;
use std::rc::Rc;

use crate::book::note;
use crate::chess::{Move, MoveKind, Position};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Node, Tag, Verdict};
use crate::grammar::odds;
use crate::lexicon::endings::Outcome;
use crate::openings::Table;
use crate::reading::{Marks, Meanings, Reading};
use crate::record::{GameResult, Note, Score, Start, Words};
use crate::replay::{self, Options};
use crate::span::Span;

use super::builder::{Builder, outcome, plies, stated, winner};
use super::draft::Draft;
use super::heads::Sure;
use super::proof::{CELLS_THAT_PROVE, PLIES_THAT_PROVE, is_below_picture, proves_itself, words_in_place};
use super::signs::is_sure;
use super::trunk::{Stop, Trunk};
use super::variation::{Branch, Grower, Lost, Way};
use super::zones::Zone;
use super::{boards, comments, heads, start};

/// Lines kept alive in raw text.
const RAW_LIVE: usize = 400;

/// So many games above the one before are asked whether moves that go on from a game may go on from them.
const OTHERS: usize = 6;

impl<'t> Builder<'t, '_> {
    /// Reads the line of a score, or remembers how it was read.
    pub(super) fn line(
        &self,
        score: &Score,
        start: Stop,
        first_ply: u32,
        meant: &[(Reading, Marks)],
    ) -> replay::Line {
        let look = || self.look(score, start, first_ply, meant);
        let Some(memory) = &self.options.memory else { return look() };
        let print = (&score.line.cells, &score.result, &score.pairs, &score.tags);
        let effort = self.ways.of_line();
        let words = format!("{:?} {:?}", (self.dialect, self.habit, start, first_ply, meant, effort), print);
        self.ways.count(|| memory.line(&words, look))
    }

    /// The game of a score; `None` if it is none, or starts from a position that is not known.
    pub fn read(&self, score: &Score) -> Option<Draft<'t>> {
        let printed = self.read_in_order(score);
        let Some(turned) = start::turned(score) else { return printed };
        let is_whole =
            |draft: &Draft<'_>| matches!(draft.game.verdict, Some(Verdict::Certain | Verdict::Chosen));
        let turned = self.read_in_order(&turned).filter(is_whole);
        let both = printed.as_ref().is_some_and(is_whole);
        let Some(mut turned) = turned else { return printed };
        if both {
            let place = score.line.cells.first().map_or(score.span, |cell| cell.span);
            turned.doubt(Diagnostic::new(Code::ChosenLine, place, start::PLAYS_BOTH_WAYS));
        }
        Some(turned)
    }

    fn read_in_order(&self, score: &Score) -> Option<Draft<'t>> {
        let cells = &score.line.cells;
        if cells.is_empty() && !matches!(score.start, Start::Words { .. }) {
            return None;
        }
        let pairs = heads::pairs(self.text, score);
        if let Some(pairs) = pairs.as_ref().filter(|pairs| pairs.unplayable) {
            return Some(self.unplayable(score, pairs.start));
        }
        let usual = match (&score.start, &self.options.fen) {
            (Start::Words { .. }, _) => return self.posed_or_usual(score),
            (Start::Standard, given) => {
                let told = pairs.and_then(|pairs| pairs.start);
                match told.map(Stop::at_home).or_else(|| given.map(Stop::bare)) {
                    Some(start) => self.set_up(score, start),
                    None => self.usual(score),
                }
            }
            (Start::Odds(words), _) => self.at_odds(score, words),
            (Start::Fen(fen), _) => self.set_up(score, Stop::at_home(Position::from_fen(fen).ok()?)),
        };
        if !start::is_right_above(score, self.text) {
            return usual.or_else(|| self.drawn(score));
        }
        let of_array = |mut draft: Draft<'t>| {
            if !draft.game.set_up {
                draft.doubt_certain(score.span, start::BELOW_BOARD);
            }
            draft
        };
        self.drawn(score).or_else(|| usual.map(of_array))
    }

    /// A score below a position in words; one that does not play from there, and does from the usual array, is another game.
    fn posed_or_usual(&self, score: &Score) -> Option<Draft<'t>> {
        let posed = self.problem(score);
        let is_partial = posed.as_ref().is_none_or(|draft| draft.game.verdict == Some(Verdict::Partial));
        if !is_partial || score.line.cells.len() < PLIES_THAT_PROVE {
            return posed;
        }
        let plain = Score { start: Start::Standard, stipulation: None, ..score.clone() };
        let is_whole = |draft: &Draft<'_>| draft.game.verdict != Some(Verdict::Partial);
        let Some(mut draft) = self.usual(&plain).filter(is_whole) else { return posed };
        let message =
            "the moves do not play from the position above them: they were read from the usual array";
        draft.doubt_certain(score.span, message);
        Some(draft)
    }

    /// A game from the usual array, or an analysis joined to one.
    fn usual(&self, score: &Score) -> Option<Draft<'t>> {
        let first_ply = score.half_moves_before();
        if first_ply > 0 {
            return self.continued(score, first_ply);
        }
        let start = Stop::at_home(Position::default());
        let read = self.line(score, start, 0, &[]);
        if self.begins(score) || proves_itself(score, &read, self.dialect.ocr) {
            return Some(self.draft(score, start, false, Vec::new(), read));
        }
        let plain = self.plain_line(score, start);
        let one_is_wrong = !is_below_picture(score) && self.plays_but_for_one(score, start, plain.read);
        one_is_wrong.then(|| self.draft(score, start, false, Vec::new(), plain))
    }

    fn set_up(&self, score: &Score, start: Stop) -> Option<Draft<'t>> {
        let read = self.line(score, start, 0, &[]);
        let proven = self.options.fen.is_some() || proves_itself(score, &read, self.dialect.ocr);
        proven.then(|| self.draft(score, start, true, Vec::new(), read))
    }

    /// A game above which odds are told. Where they cannot be read, or words that may speak of something else tell
    /// them and the moves do not fit, it is read from the usual array, and is not certain.
    fn at_odds(&self, score: &Score, words: &Words) -> Option<Draft<'t>> {
        let told = start::at_odds(words, &self.dialect).map(|(position, moves)| {
            let score =
                if moves == 2 { Cow::Owned(start::with_two_moves(score)) } else { Cow::Borrowed(score) };
            let start = Stop::at_home(position);
            let read = self.line(&score, start, 0, &[]);
            (score, start, read)
        });
        let fits = |score: &Score, read: &replay::Line| {
            read.verdict != Verdict::Partial && proves_itself(score, read, self.dialect.ocr)
        };
        let told = match told {
            Some((score, start, read)) if odds::is_explicit(&words.text) || fits(&score, &read) => {
                let is_game = score.line.cells.len() >= PLIES_THAT_PROVE
                    || proves_itself(&score, &read, self.dialect.ocr);
                let mut draft = is_game.then(|| self.draft(&score, start, true, Vec::new(), read))?;
                if let Some(message) = start::doubts_odds(&score, words, &self.dialect) {
                    draft.doubt_certain(words.span, message);
                }
                return Some(draft);
            }
            told => told,
        };
        let mut draft = self.usual(score)?;
        draft.doubt_certain(words.span, start::without_odds(told.is_some()));
        Some(draft)
    }

    /// The game of a score that begins so.
    pub fn read_from(&self, zone: &Zone) -> Option<Draft<'t>> {
        let Zone { score, begin, meant, .. } = zone;
        let pairs = heads::pairs(self.text, score);
        if let Some(pairs) = pairs.as_ref().filter(|pairs| pairs.unplayable) {
            return Some(self.unplayable(score, pairs.start));
        }
        if let Start::Words { .. } = score.start {
            return self.problem(score);
        }
        let common = match begin.trunk {
            Some(trunk) => {
                let moves = self.placed.get(trunk)?.as_ref()?.moves.get(..begin.first_ply as usize)?;
                moves.to_vec()
            }
            None => Vec::new(),
        };
        let start = if common.is_empty() { begin.stop } else { self.placed[begin.trunk?].as_ref()?.start };
        let stop = common.iter().fold(start, |stop, mv| stop.play(mv.played.mv));
        let read = self.line(score, stop, begin.first_ply, meant);
        let mut draft = self.draft(score, start, begin.set_up, common, read);
        if let Some((span, message)) = begin.doubt {
            draft.doubt_certain(span, message);
        }
        let known = begin.trunk.and_then(|trunk| self.placed[trunk].as_ref());
        let is_sure = known.is_none_or(|trunk| trunk.surely_begins(begin.first_ply as usize));
        if !is_sure {
            draft.doubt_certain(score.span, "it goes on from a game that does not play as printed");
        }
        Some(draft)
    }

    /// A score of which tags say that it does not begin from the usual array, or goes by other rules, and perhaps from
    /// which position.
    fn unplayable(&self, score: &Score, told: Option<Position>) -> Draft<'t> {
        let start = Stop::at_home(told.unwrap_or_default());
        let mut read = self.plain_line(&Score::default(), start);
        read.verdict = Verdict::Partial;
        self.draft(score, start, told.is_some(), Vec::new(), read)
    }

    /// A score that begins from a board drawn above it: only if all of it plays as printed.
    fn drawn(&self, score: &Score) -> Option<Draft<'t>> {
        let [bare, free] = start::drawn(score)?;
        let score = &*start::in_turn(score);
        // Only who castles has the right to, as in compositions.
        let starts = std::iter::once(bare).chain((free != bare).then_some(free));
        starts.map(Stop::bare).find_map(|start| {
            let read = self.plain_line(score, start);
            let whole = read.read >= score.line.cells.len();
            (whole && matches!(read.verdict, Verdict::Certain | Verdict::Chosen))
                .then(|| self.draft(score, start, true, Vec::new(), read))
        })
    }

    /// Does all of a score, whose first move is the half-move `first_ply`, play from the end of a game?
    pub(super) fn goes_on(&self, score: &Score, before: &Draft<'_>, first_ply: u32) -> bool {
        let read = self.plain_line_from(score, Stop::bare(before.game.end), first_ply);
        read.read >= score.line.cells.len() && read.verdict != Verdict::Partial
    }

    /// Reads the line of a score as it is printed.
    pub(super) fn plain_line(&self, score: &Score, start: Stop) -> replay::Line {
        self.plain_line_from(score, start, 0)
    }

    fn plain_line_from(&self, score: &Score, start: Stop, first_ply: u32) -> replay::Line {
        let meanings = self.cells.read_all(&score.line.cells);
        let boards = boards::drawn(&score.line.cells);
        let options = Options { repair: false, boards: &boards, ..self.replay_options(score, first_ply) };
        self.ways.read_line(start, &plies(score, &meanings), &|_| Vec::new(), &options)
    }

    /// Reads the line of a score: as printed first, and with repairs only where that is promising. Rows of an
    /// ending do not play from the first position, and no misprint explains that.
    /// Where the print is raw, what its words mean may have been found by playing.
    pub(super) fn look(
        &self,
        score: &Score,
        start: Stop,
        first_ply: u32,
        meant: &[(Reading, Marks)],
    ) -> replay::Line {
        let cells = &score.line.cells;
        let mut meanings = self.cells.read_all(cells);
        for (meanings, &(reading, marks)) in meanings.iter_mut().zip(meant) {
            *meanings = Rc::new(Meanings { plain: vec![reading], marks, ..Meanings::default() });
        }
        let plies = plies(score, &meanings);
        let slips = |i: usize| cells.get(i).map_or_else(Vec::new, |cell| self.slips(cell));
        let table = self.options.openings.as_deref().unwrap_or_else(|| Table::builtin());
        let named = |position: &Position| table.lookup_id(position).is_some();
        let boards = boards::drawn(cells);
        let options =
            Options { named: Some(&named), boards: &boards, ..self.replay_options(score, first_ply) };
        let plain = self.ways.read_line(start, &plies, &slips, &Options { repair: false, ..options });
        // Where one blurred word stops the plain reading, how far it came says nothing.
        let raw = self.dialect.ocr && cells.len() >= 2 * PLIES_THAT_PROVE;
        let proven = plain.read >= PLIES_THAT_PROVE || raw;
        // The way through these words is known, unless somebody decided otherwise.
        let is_found = !meant.is_empty() && !cells.iter().any(|cell| is_sure(&cell.words));
        let promising = proven || plain.read >= 2 && cells.len() >= 12 || cells.len() >= CELLS_THAT_PROVE;
        if plain.read >= plies.len() || !options.repair || !promising || is_found {
            return plain;
        }
        let max_nodes = if proven { options.max_nodes } else { options.max_nodes / 20 };
        // Blurred words leave many lines alive that soon die; the cheapest of them lead on.
        let max_live = if self.dialect.ocr { options.max_live.min(RAW_LIVE) } else { options.max_live };
        let mut read =
            self.ways.read_line(start, &plies, &slips, &Options { max_nodes, max_live, ..options });
        read.spent += plain.spent;
        read
    }

    /// An analysis that begins at a later move, joined to the game it says it continues.
    fn continued(&self, score: &Score, first_ply: u32) -> Option<Draft<'t>> {
        let join = score.join.as_ref()?;
        let at = first_ply as usize;
        let begins = |trunk: &&Trunk| trunk.printed >= at && trunk.surely_begins(at);
        let mut trunks =
            self.trunks.iter().rev().filter(|trunk| join.game.is_none_or(|n| trunk.number == Some(n)));
        // All columns have the same game above them.
        let trunk = if join.is_column { trunks.find(begins)? } else { trunks.next().filter(begins)? };
        let stop = trunk.stop(at);
        let read = match self.goes_on_from(stop, score, first_ply) {
            None if join.is_column => self.line(score, stop, first_ply, &[]),
            read => read?,
        };
        let mut draft = self.draft(score, trunk.start, trunk.set_up, trunk.moves[..at].to_vec(), read);
        let plays_too = |trunk: &Trunk| {
            let other = trunk.stop(at);
            other.position != stop.position && self.goes_on_from(other, score, first_ply).is_some()
        };
        if join.is_guess && trunks.take(OTHERS).filter(begins).any(plays_too) {
            let place = score.line.cells.first().map_or(score.span, |cell| cell.span);
            let message = "it is read from the game before; the moves play from a game above that, too";
            draft.doubt(Diagnostic::new(Code::ChosenLine, place, message));
        }
        Some(draft)
    }

    /// Reads the whole of a score from this board, if it plays.
    fn goes_on_from(&self, stop: Stop, score: &Score, first_ply: u32) -> Option<replay::Line> {
        let read = self.line(score, stop, first_ply, &[]);
        // What plays from the first moves of a game that is not meant gives no check where one is printed.
        let is_other = read.diagnostics.iter().any(|said| said.code == Code::FalseMark);
        let plays = matches!(read.verdict, Verdict::Certain | Verdict::Chosen);
        (!is_other && plays && read.read == score.line.cells.len()).then_some(read)
    }

    pub(super) fn draft(
        &self,
        score: &Score,
        start: Stop,
        set_up: bool,
        common: Vec<replay::ReadMove>,
        read: replay::Line,
    ) -> Draft<'t> {
        let taken = common.len();
        let mut moves = common;
        moves.extend(read.moves.iter().cloned());
        let mut stops = Vec::with_capacity(moves.len() + 1);
        let mut stop = start;
        for mv in &moves {
            stops.push(stop);
            stop = stop.play(mv.played.mv);
        }
        stops.push(stop);
        let position = stop.position;
        // The move of the game that each cell was read as.
        let mut place = vec![None; score.line.cells.len()];
        for (i, mv) in read.moves.iter().enumerate() {
            if let Some(slot) = mv.ply.and_then(|ply| place.get_mut(ply)) {
                *slot = Some(taken + i);
            }
        }
        let Branches { branches, needless, lost } = self.branches(score, &read, &stops, &moves, &place);
        let is_over = !position.has_legal_move();
        let due = score.line.cells.last().filter(|_| read.verdict != Verdict::Partial && !is_over);
        let unread = due.and_then(|last| {
            self.unread_move(last, u32::try_from(moves.len()).unwrap_or(u32::MAX), &needless)
        });
        let pairs = heads::pairs(self.text, score);
        let (result, conflict) =
            heads::settle(score, result(score, &read, &position, unread.is_none()), pairs.as_ref());
        // The right to castle with an empty corner is written only where it is used: few programs know it.
        let is_odd = |mv: Move| mv.kind() == MoveKind::OddsCastle;
        let uses_odds =
            moves.iter().any(|mv| is_odd(mv.played.mv)) || branches.iter().any(|branch| branch.has(&is_odd));
        let written =
            |position: Position| if uses_odds { position } else { position.without_odds_castling() };
        let mut game = Game {
            start: written(start.position),
            set_up,
            end: written(position),
            plies: u32::try_from(moves.len()).unwrap_or(u32::MAX),
            result,
            verdict: Some(read.verdict),
            span: score.span,
            ..Game::default()
        };
        let mut misprints = Vec::new();
        if let Some(pairs) = &pairs {
            game.nodes.extend(pairs.nodes.iter().cloned());
        }
        if let Some(words) = &score.stipulation {
            game.nodes.push(Node::Comment(Cow::Owned(words.text.clone())));
        }
        for words in &score.line.before {
            comments::push(&mut game.nodes, &words.text);
        }
        if taken > 0 {
            let words = format!("moves 1-{} as in the game before", taken.div_ceil(2));
            game.nodes.push(Node::Comment(Cow::Owned(words)));
        }
        let mut next_cell = 0;
        for (i, mv) in moves.iter().enumerate() {
            game.nodes.push(Node::Move(mv.played));
            let cell = mv.ply.and_then(|ply| score.line.cells.get(ply)).filter(|_| i >= taken);
            if !self.dialect.ocr {
                game.nodes.extend(cell.and_then(comments::annotation));
            }
            if mv.detail.slip.is_some() {
                misprints.push((u32::try_from(i).unwrap_or(u32::MAX), mv.played));
            }
            if i >= taken {
                let detail = &mv.detail;
                let doubtful = detail.slip.is_some() || detail.chosen;
                let decided = cell.is_some_and(|cell| is_sure(&cell.words));
                if self.options.printed_comments && (doubtful || decided) {
                    let printed = note::printed(detail.printed.of_text(self.text));
                    let words = if mv.ply.is_none() || printed.is_empty() {
                        "not printed".to_owned()
                    } else {
                        format!("printed: {printed}")
                    };
                    game.nodes.push(Node::Comment(Cow::Owned(words)));
                }
                if let Some(cell) = cell {
                    next_cell = mv.ply.map_or(next_cell, |ply| ply + 1);
                    game.nodes.extend(comments::said(cell, &self.cells.read(cell)));
                    comments::push_all(&mut game.nodes, cell, &needless);
                }
                let here = lost.iter().filter(|lost| lost.at == i);
                game.nodes.extend(here.map(|lost| Node::Comment(Cow::Owned(lost.words.clone()))));
                for alternative in &mv.alternatives {
                    game.nodes.extend([Node::Open, Node::Move(*alternative), Node::Close]);
                }
            }
            for branch in branches.iter().filter(|branch| branch.instead_of == i) {
                branch.write(&mut game.nodes);
            }
            game.details.push(mv.detail.clone());
        }
        let mut diagnostics = read.diagnostics.clone();
        if let Some(words) = words_in_place(&score.line.cells, read.read) {
            let partial = diagnostics.iter_mut().filter(|found| found.code == Code::PartialScore);
            partial.for_each(|found| found.span = words);
        }
        diagnostics.extend(pairs.iter().flat_map(|pairs| pairs.diagnostics.iter().cloned()));
        diagnostics.extend(conflict);
        diagnostics.extend(boards::differing(&score.line.cells, &place, &stops));
        diagnostics.extend(lost.iter().filter_map(|lost| lost.unread).map(|span| {
            let message = "this looks like a variation and cannot be played: its words are a comment";
            Diagnostic::new(Code::UnreadVariation, span, message)
        }));
        diagnostics.sort_by_key(|found| found.span.start);
        if read.verdict == Verdict::Partial {
            let rest = &score.line.cells[next_cell.min(score.line.cells.len())..];
            if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
                let span = first.span.join(last.span);
                game.nodes.push(Node::Comment(Cow::Owned(format!(
                    "not read: {}",
                    note::printed(span.of_text(self.text))
                ))));
                for cell in rest {
                    comments::push_all(&mut game.nodes, cell, &[]);
                }
                if !diagnostics.iter().any(|d| d.code == Code::PartialScore) {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::PartialScore,
                            first.span,
                            "no legal line reads from here to the end",
                        )
                        .at_ply(game.plies),
                    );
                }
            }
        }
        // A result in figures says nothing that the marker does not.
        let figures = score.result.as_ref().filter(|words| !words.text.contains(char::is_alphabetic));
        if let (Some(words), Some(Node::Comment(comment))) = (figures, game.nodes.last())
            && *comment == words.text
            && game.result != GameResult::Unknown
        {
            game.nodes.pop();
        }
        let first = score.line.cells.first().map_or(score.span, |cell| cell.span);
        let (before, _) = self.lines.line_column(self.text.as_bytes(), first.start);
        let told = heads::tags(score, pairs, before + self.options.first_line, &mut game);
        if let Some(verdict) = game.verdict {
            game.tags.push(Tag {
                name: Cow::Borrowed("Reading"),
                value: Cow::Borrowed(verdict.word()),
                span: None,
                inferred: true,
            });
        }
        let mut draft = Draft {
            diagnostics,
            habit: read.habit,
            line_verdict: read.verdict,
            written: told.written,
            misprints,
            decided: self.options.decided.clone(),
            has_lost: lost.iter().any(|lost| lost.unread.is_some()),
            is_odd: false,
            leaves_rows: false,
            is_raw: false,
            trunk: self.joins.then_some(Trunk {
                start,
                set_up,
                number: told.number,
                verdict: Some(read.verdict),
                printed: moves.len().max(score.line.cells.len()),
                moves,
            }),
            game,
        };
        if let Some(words) = unread {
            draft.torn(words, "these words have the looks of the next move, and cannot be read");
        }
        draft
    }

    /// The lines in the notes that play, and what is left of those that do not.
    fn branches(
        &self,
        score: &Score,
        read: &replay::Line,
        stops: &[Stop],
        moves: &[replay::ReadMove],
        place: &[Option<usize>],
    ) -> Branches<'t> {
        let main: Vec<Move> = moves.iter().map(|mv| mv.played.mv).collect();
        let options = Options { habit: self.habit.or(Some(read.habit)), ..self.replay_options(score, 0) };
        let way = Way { stops, moves: &main };
        let (needless, lost) = (Vec::new(), Vec::new());
        let mut grower = Grower {
            text: self.text,
            cells: &self.cells,
            options: &options,
            ways: &self.ways,
            needless,
            lost,
        };
        let mut branches = Vec::new();
        for (cell, place) in score.line.cells.iter().zip(place) {
            let Some(at) = *place else { continue };
            for note in &cell.notes {
                if let Note::Line(line) = note {
                    branches.extend(grower.grow(line, at, &way));
                }
            }
        }
        Branches { branches, needless: grower.needless, lost: grower.lost }
    }
}

/// What the lines in the notes of a game give.
struct Branches<'t> {
    branches: Vec<Branch<'t>>,
    /// Comments that say nothing that a variation does not.
    needless: Vec<Span>,
    /// Lines that are no variations and stand in no comment.
    lost: Vec<Lost>,
}

/// The result: mate on the board, or the words that tell it; and whether it is sure, not worked out from who moved last.
fn result(score: &Score, read: &replay::Line, end: &Position, to_its_end: bool) -> (GameResult, Sure) {
    if read.verdict != Verdict::Partial {
        if end.is_checkmate() {
            return (winner(!end.turn()), Sure::Yes);
        }
        if end.is_stalemate() {
            return (GameResult::Draw, Sure::Yes);
        }
    }
    let told = outcome(score);
    if let Some(stated) = told.and_then(stated) {
        return (stated, Sure::Yes);
    }
    // What the side that moved last or is to move did is known only if the whole line was read.
    let whole = to_its_end && read.verdict != Verdict::Partial;
    match told {
        Some(Outcome::Win(None) | Outcome::Loss(None)) if whole => (winner(!end.turn()), Sure::No),
        _ => (GameResult::Unknown, Sure::No),
    }
}
