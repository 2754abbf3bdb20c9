//! Running text to games: layout from [`crate::book`], words from [`crate::grammar`], moves from [`crate::replay`].
mod above;
mod boards;
mod build;
mod cells;
mod comments;
mod decided;
mod find;
mod heads;
mod memory;
mod parts;
mod problem;
mod proof;
mod recognize;
mod start;
mod trunk;
mod unread;
mod variation;
mod whole;
mod zone;

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::align::lattice::Lattice;
use crate::align::lines::Lines;
use crate::book::{self, Region, region};
use crate::chess::Position;
use crate::code::Code;
use crate::decisions::Decided;
use crate::diagnose::Diagnostic;
use crate::game::{Game, Verdict};
use crate::grammar::{cell, detect};
use crate::lexicon::{Dialect, Language};
use crate::openings::Table;
use crate::record::{Score, Start};
use crate::replay::Habit;
use crate::source::lines::Index;
use crate::span::Span;
pub use memory::Memory;
pub use unread::{Coverage, Stretch};

/// How a text is to be read.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// The notation; worked out from the text if none is given.
    pub notation: Option<Dialect>,
    /// The first position of scores that tell none (FEN).
    pub fen: Option<Position>,
    /// The number of the first line of the text in its input.
    pub first_line: u64,
    /// Look for misprints where the print dies.
    pub repair: bool,
    /// Put the printed words of chosen and repaired moves in comments.
    pub printed_comments: bool,
    /// Positions kept alive in the search.
    pub max_live: usize,
    /// Positions looked at in the search for misprints of one game.
    pub max_nodes: usize,
    /// Named openings: where all else is equal, a named one is meant. The built-in table if none is given.
    pub openings: Option<Arc<Table>>,
    /// What somebody decided about places of the text.
    pub decided: Vec<Decided>,
    /// Remembers what is found, for the same text read again with other decisions.
    pub memory: Option<Arc<Memory>>,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            notation: None,
            fen: None,
            first_line: 1,
            repair: true,
            printed_comments: true,
            max_live: 20_000,
            max_nodes: 400_000,
            openings: None,
            decided: Vec::new(),
            memory: None,
        }
    }
}

/// A game found in a text.
#[derive(Clone, Debug)]
pub struct TextGame<'t> {
    /// The game; its spans are offsets in the text.
    pub game: Game<'t>,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
}

impl TextGame<'_> {
    /// The game is less certain than it seemed.
    fn lower(&mut self, verdict: Verdict, why: Diagnostic) {
        self.game.judge(verdict);
        why.join(&mut self.diagnostics);
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

impl<'t> TextReport<'t> {
    /// How much was read, and how surely: the half-moves of each game, by its verdict.
    fn worth(&self) -> usize {
        let weight = |verdict: Option<Verdict>| match verdict {
            Some(Verdict::Certain | Verdict::Edited) | None => 10,
            Some(Verdict::Chosen | Verdict::Repaired) => 8,
            Some(Verdict::Partial) => 4,
        };
        self.games.iter().map(|found| weight(found.game.verdict) * found.game.details.len()).sum()
    }

    /// Takes the games from the reading by layout that playing reads no farther; a game that it does is certain by no
    /// means, for the two readings differ.
    fn temper(&mut self, layout: &Self) {
        let is_raw = layout.notation.ocr;
        for (index, found) in self.games.iter_mut().enumerate() {
            let begins = |game: &Game<'_>| game.details.first().map_or(game.span.start, |d| d.printed.start);
            let same = layout.games.iter().position(|known| begins(&known.game) == begins(&found.game));
            let plies = found.game.details.len();
            let is_less = |known: usize| {
                let known = &layout.games[known].game;
                // Of raw print what costs least is meant.
                let costs = |game: &Game<'_>| game.details.iter().map(|detail| detail.cost.0).sum::<u32>();
                if is_raw {
                    (plies, costs(known)) <= (known.details.len(), costs(&found.game))
                } else {
                    plies < known.details.len() + FARTHER
                }
            };
            if let Some(known) = same.filter(|&known| is_less(known)) {
                *found = layout.games[known].clone();
                self.misprints.retain(|misprint| misprint.game != index);
                let theirs = layout.misprints.iter().filter(|misprint| misprint.game == known);
                self.misprints.extend(theirs.map(|misprint| Misprint { game: index, ..misprint.clone() }));
            } else if found.game.verdict == Some(Verdict::Certain) {
                let place = found.game.details.first().map_or(found.game.span, |detail| detail.printed);
                let message = "the layout alone does not tell this game so: the moves were found by playing";
                found.lower(Verdict::Chosen, Diagnostic::new(Code::ChosenLine, place, message));
            }
        }
        self.misprints.sort_by_key(|misprint| (misprint.game, misprint.ply));
        self.count_verdicts();
    }

    /// Takes the games over of which little was played.
    fn take_lost(&mut self, layout: &Self) {
        let printed = |found: &TextGame<'t>| {
            let spans = found.game.details.iter().map(|detail| detail.printed);
            spans.filter(|span| !span.is_empty()).map(|span| span.start).collect::<Vec<u32>>()
        };
        let played: HashSet<u32> = self.games.iter().flat_map(printed).collect();
        let lost = layout.games.iter().enumerate().filter_map(|(index, found)| {
            let places = printed(found);
            let known = places.iter().filter(|&place| played.contains(place)).count();
            (known * 4 < places.len()).then_some((index, places))
        });
        let lost: Vec<(usize, Vec<u32>)> = lost.collect();
        if lost.is_empty() {
            return;
        }
        let mut stretches: Vec<(Span, usize)> = Vec::new();
        for (index, places) in lost {
            let game = self.games.len();
            let (first, last) = (places[0], places[places.len() - 1]);
            stretches.push((Span::new(first.min(last), first.max(last) + 1), game));
            let theirs = layout.misprints.iter().filter(|misprint| misprint.game == index);
            self.misprints.extend(theirs.map(|misprint| Misprint { game, ..misprint.clone() }));
            self.games.push(layout.games[index].clone());
        }
        let begins = |found: &TextGame<'_>| {
            found.game.details.first().map_or(found.game.span.start, |detail| detail.printed.start)
        };
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.sort_by_key(|&game| begins(&self.games[game]));
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &game)| places[game] = place);
        self.games = order.iter().map(|&game| self.games[game].clone()).collect();
        let numbered = |game: usize| region::Kind::Score(u32::try_from(places[game]).unwrap_or(u32::MAX));
        for region in &mut self.regions {
            if let region::Kind::Score(game) = region.kind
                && (game as usize) < places.len()
            {
                region.kind = numbered(game as usize);
            }
        }
        self.misprints.iter_mut().for_each(|misprint| misprint.game = places[misprint.game]);
        self.misprints.sort_by_key(|misprint| (misprint.game, misprint.ply));
        stretches.sort_by_key(|(span, _)| span.start);
        let marked = stretches.into_iter().map(|(span, game)| (span, numbered(game)));
        region::mark(&mut self.regions, marked, |_| false);
        self.count_verdicts();
    }

    /// Sees to it that the printed words of each game stand in a region of its own.
    fn mark_printed(&mut self) {
        let games = self.games.iter().zip(0..);
        let mut printed: Vec<(Span, region::Kind)> = games
            .flat_map(|(found, game)| {
                found.game.details.iter().map(move |detail| (detail.printed, region::Kind::Score(game)))
            })
            .filter(|(span, _)| !span.is_empty())
            .collect();
        printed.sort_by_key(|(span, _)| span.start);
        region::mark(&mut self.regions, printed.into_iter(), |kind| matches!(kind, region::Kind::Score(_)));
    }

    fn count_verdicts(&mut self) {
        self.verdicts = [0; 5];
        for found in &self.games {
            self.verdicts[slot(found.game.verdict)] += 1;
        }
    }

    /// Are many of the games doubtful, or is much left that looks like moves?
    fn is_doubtful(&self) -> bool {
        let doubtful: usize = self.verdicts[2..].iter().map(|&count| count as usize).sum();
        let moves: usize = self.games.iter().map(|found| found.game.details.len()).sum();
        doubtful * DOUBTFUL > self.games.len() || self.unused.len() * LEFT > moves || self.games.is_empty()
    }

    /// Are there games, and most of them whole?
    fn is_mostly_whole(&self) -> bool {
        self.verdicts[slot(Some(Verdict::Partial))] as usize * 4 < self.games.len()
    }
}

/// Texts of which more than one game in so many is doubtful, or which leave one line of moves for so many half-moves
/// read, may be raw print.
const DOUBTFUL: usize = 6;
const LEFT: usize = 12;

/// Where more is in doubt than this, in bytes, no raw print is played: that takes about ten seconds for 100 kB.
const LONGEST_PLAYED: u32 = 256 * 1024;

/// So many half-moves are a game though not all of them play as printed.
const PLIES_OF_GAME: usize = 24;

/// So many half-moves farther a game must be read by playing than by layout.
const FARTHER: usize = 4;

/// Reads all games of a text.
///
/// Its layout tells which words are the moves of a game. Where that leaves many games in doubt, all ways through its
/// words are played, and what reads more and more surely is given.
#[must_use]
pub fn read_text<'t>(text: &'t str, options: &TextOptions) -> TextReport<'t> {
    let joined = decided::find_earlier(text, options);
    let options = joined.as_ref().unwrap_or(options);
    let page = book::page::Page::new(text);
    let sample = if page.is_html { &page.text } else { text };
    let dialect = options.notation.or_else(|| cell::detect(sample)).unwrap_or_default();
    let by_layout = by_layout(text, &page, options, dialect);
    let page = page.without_heads(text);
    let rows = unread::Rows::new(&page, dialect);
    let mut report = read_parts(text, &rows, options, dialect, by_layout);
    decided::settle(&options.decided, &mut report);
    report.tell_unread(text, &rows, options);
    report.tell_cut(text);
    report
}

/// The games of a text with those read by playing where the layout leaves doubts.
fn read_parts<'t>(
    text: &'t str,
    rows: &unread::Rows<'_>,
    options: &TextOptions,
    dialect: Dialect,
    best: TextReport<'t>,
) -> TextReport<'t> {
    let page = rows.page;
    let parts = parts::doubtful(rows, &best);
    let parts = decided::keep_together(&options.decided, page, parts);
    let span = |rows: &Range<usize>| page.rows[rows.start].span.join(page.rows[rows.end - 1].span);
    // Print that plays for the most part is not blurred.
    let is_blurred = best.notation.ocr || !best.is_mostly_whole();
    let may_be_raw = is_blurred
        && best.is_doubtful()
        && parts.iter().map(|rows| span(rows).len()).sum::<u32>() <= LONGEST_PLAYED;
    if parts.is_empty() || dialect.ocr && !may_be_raw {
        return best;
    }
    let mut report = TextReport { notation: dialect, ..TextReport::default() };
    let mut start = 0;
    for rows in parts {
        let span = span(&rows);
        report.append(best.within(Span::new(start, span.start)));
        report.append(played(text, &page.part(rows), options, (dialect, may_be_raw), best.within(span)));
        start = span.end;
    }
    report.append(best.within(Span::new(start, u32::MAX)));
    report
}

/// What playing reads of a page, or what is known of it if that is no less.
fn played<'t>(
    text: &'t str,
    page: &book::page::Page,
    options: &TextOptions,
    (dialect, may_be_raw): (Dialect, bool),
    mut best: TextReport<'t>,
) -> TextReport<'t> {
    let (clear, blurred) = (Dialect { ocr: false, ..dialect }, Dialect { ocr: true, ..dialect });
    let is_english = options.notation.is_none() && dialect.language == Language::English;
    let is_raw = best.notation.ocr;
    for dialect in [clear, blurred] {
        let is_tried = if is_raw {
            dialect == blurred
        } else {
            dialect == clear
                || may_be_raw
                    && is_english
                    && !best.is_mostly_whole()
                    && (detect::has_misread_rows(&page.text, 1) || leaves_rows(page, &best, dialect))
        };
        if !is_tried {
            continue;
        }
        if let Some(mut other) = by_playing(text, page, options, dialect, &best) {
            other.temper(&best);
            other.take_lost(&best);
            other.mark_printed();
            let (theirs, ours) = (other.worth(), best.worth());
            if theirs > ours || is_raw && theirs == ours {
                best = other;
            }
        }
    }
    best
}

/// Is much left unread that stands in rows?
fn leaves_rows(page: &book::page::Page, report: &TextReport<'_>, dialect: Dialect) -> bool {
    let rows = unread::Rows::new(page, dialect);
    rows.unread(report).map(|(row, _)| row.moves).sum::<u32>() >= parts::MOVES
}

/// The games of a page, of all ways through its words those that play; `None` where that takes too long.
fn by_playing<'t>(
    text: &'t str,
    page: &book::page::Page,
    options: &TextOptions,
    dialect: Dialect,
    known: &TextReport<'_>,
) -> Option<TextReport<'t>> {
    let recognizer = recognize::Words::new(&page.text, dialect);
    let mut reader = build::Builder {
        text,
        options,
        dialect,
        habit: None,
        lines: Index::new(text.as_bytes()),
        cells: cells::Cells::new(text, dialect),
        joins: true,
        trunks: Vec::new(),
        placed: Vec::new(),
        effort: Cell::new(problem::MOST_EFFORT),
    };
    let look = || {
        let lattice = Lattice::new(page, dialect);
        let lines = Lines::new(&lattice);
        let mut finder = find::Finder::new(&lattice, &lines, &reader, &recognizer);
        finder.run();
        (!lattice.is_tired()).then(|| zone::divide(finder))
    };
    let mut found = match &options.memory {
        Some(memory) => memory.zones(memory::key(&format!("{dialect:?} {text}")), look)?,
        None => look()?,
    };
    decided::reshape(text, &options.decided, &dialect, &mut found.games, &mut found.regions);
    let mut drafts: Vec<Option<build::Draft<'t>>> = Vec::with_capacity(found.games.len());
    let mut habit = Habit::default();
    for zone in &found.games {
        let mut draft = reader.read_from(zone);
        // A few moves of which not all play as printed, where the layout sees no game, are none.
        let sound = |draft: &build::Draft<'_>| {
            let plies = draft.game.details.len();
            matches!(draft.line_verdict, Verdict::Certain | Verdict::Chosen) && plies >= FARTHER
                || plies >= PLIES_OF_GAME
                || known.games.iter().any(|other| overlap(other.game.span, draft.game.span))
        };
        draft = draft.filter(sound);
        if let Some(draft) = &draft
            && draft.line_verdict == Verdict::Certain
        {
            habit = habit.join(draft.habit);
        }
        reader.placed.push(draft.as_mut().and_then(|draft| draft.trunk.take()));
        drafts.push(draft);
    }
    // What the sure games tell of the habit of the book decides the doubtful ones.
    if habit.checks >= 10 {
        reader.habit = Some(habit);
        for (zone, draft) in found.games.iter().zip(&mut drafts) {
            if draft.as_ref().is_some_and(|draft| draft.line_verdict != Verdict::Certain) {
                *draft = reader.read_from(zone).or(draft.take());
            }
        }
    }
    for (zone, draft) in found.games.iter().zip(&mut drafts) {
        if let Some(draft) = draft {
            if !zone.meant.is_empty() {
                draft.raw();
            }
            zone.faults.iter().for_each(|fault| draft.fault(fault));
        }
    }
    let scores: Vec<&Score> = found.games.iter().map(|zone| &zone.score).collect();
    let mut report = assemble(&scores, drafts, found.regions, dialect);
    report.unused.extend(found.unread);
    report.unclaimed.extend(found.unclaimed);
    report.unclaimed.sort_by_key(|span| span.start);
    Some(report)
}

/// The games of a page, as its layout cuts it.
fn by_layout<'t>(
    text: &'t str,
    page: &book::page::Page,
    options: &TextOptions,
    dialect: Dialect,
) -> TextReport<'t> {
    let recognizer = recognize::Words::new(&page.text, dialect);
    let mut found = book::find(page, &recognizer);
    decided::reshape(text, &options.decided, &dialect, &mut found.scores, &mut found.regions);
    let mut reader = build::Builder {
        text,
        options,
        dialect,
        habit: None,
        lines: Index::new(text.as_bytes()),
        cells: cells::Cells::new(text, dialect),
        joins: found.scores.iter().any(|score| score.join.is_some()),
        trunks: Vec::new(),
        placed: Vec::new(),
        effort: Cell::new(problem::MOST_EFFORT),
    };
    let mut drafts: Vec<Option<build::Draft<'t>>> = Vec::with_capacity(found.scores.len());
    let mut habit = Habit::default();
    for score in &found.scores {
        let mut draft = reader.read(score);
        if let Some(draft) = &draft
            && draft.line_verdict == Verdict::Certain
        {
            habit = habit.join(draft.habit);
        }
        reader.trunks.extend(draft.as_mut().and_then(|draft| draft.trunk.take()));
        drafts.push(draft);
    }
    // What the sure games tell of the habit of the book decides the doubtful ones.
    if habit.checks >= 10 {
        reader.habit = Some(habit);
        for (i, score) in found.scores.iter().enumerate() {
            let doubtful = drafts[i].as_ref().is_some_and(|draft| draft.line_verdict != Verdict::Certain);
            if doubtful && score.join.is_none() {
                drafts[i] = reader.read(score).or(drafts[i].take());
            }
        }
    }
    mark_restarted(&reader, &found.scores, &mut drafts);
    whole::mark_doubtful(&found.scores, &mut drafts);
    whole::mark_torn(&found.scores, &mut drafts);
    if dialect.ocr {
        whole::mark_broken_off(&found.scores, &mut drafts);
        drafts.iter_mut().flatten().for_each(build::Draft::raw);
    } else {
        whole::mark_misnumbered(&found.scores, &mut drafts);
    }
    let scores: Vec<&Score> = found.scores.iter().collect();
    let mut report = assemble(&scores, drafts, found.regions, dialect);
    claim_abreast(&mut report);
    report.unclaimed.extend(found.unclaimed);
    report.unclaimed.sort_by_key(|span| span.start);
    report
}

/// So many half-moves that play from the end of a game go on with it, though their numbers begin again.
const PLIES_THAT_GO_ON: usize = 4;

/// So many scores back the game is looked for that rows without a beginning go on with.
const FARTHEST_BACK: usize = 3;

/// A game is not whole whose next rows stand below it, numbered from 1 again, or behind something else.
fn mark_restarted(
    reader: &build::Builder<'_, '_>,
    scores: &[Score],
    drafts: &mut [Option<build::Draft<'_>>],
) {
    for i in 1..scores.len() {
        let score = &scores[i];
        let cells = &score.line.cells;
        let is_standard = score.start == Start::Standard && score.join.is_none() && score.diagram.is_none();
        if drafts[i].is_some() || !is_standard || cells.len() < PLIES_THAT_GO_ON {
            continue;
        }
        let at = book::note::ply(score.first, score.black_first);
        let back = if at == 0 { 1 } else { FARTHEST_BACK };
        let says = score.headings.iter().any(|words| book::heading::resumes(&words.text));
        for j in (i.saturating_sub(back)..i).rev() {
            let Some(before) = &mut drafts[j] else { continue };
            if before.game.verdict == Some(Verdict::Partial) {
                break;
            }
            let goes_on = (at == 0 || at == before.game.plies)
                && scores[j].result.is_none()
                && reader.goes_on(score, before, at);
            if goes_on || says && at > 0 {
                before.torn(cells[0].span, "these rows seem to go on with the game");
                break;
            }
        }
    }
}

/// Lines of a score that is no game belong to the game that stands beside it on them.
fn claim_abreast(report: &mut TextReport<'_>) {
    if report.regions.iter().all(|region| region.kind != region::Kind::Unread) {
        return;
    }
    let games = report.games.iter().enumerate();
    let mut printed: Vec<(Span, usize)> = games
        .flat_map(|(game, found)| found.game.details.iter().map(move |detail| (detail.printed, game)))
        .filter(|(span, _)| !span.is_empty())
        .collect();
    printed.sort_unstable_by_key(|&(span, game)| (span.start, game));
    for region in report.regions.iter_mut().filter(|region| region.kind == region::Kind::Unread) {
        let first = printed.partition_point(|(span, _)| span.start < region.span.start);
        if let Some((_, game)) = printed.get(first).filter(|(span, _)| span.end <= region.span.end) {
            region.kind = region::Kind::Score(u32::try_from(*game).unwrap_or(u32::MAX));
        }
    }
}

fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// The place of a verdict among the counts of all.
fn slot(verdict: Option<Verdict>) -> usize {
    match verdict {
        Some(Verdict::Certain) | None => 0,
        Some(Verdict::Edited) => 1,
        Some(Verdict::Chosen) => 2,
        Some(Verdict::Repaired) => 3,
        Some(Verdict::Partial) => 4,
    }
}

fn assemble<'t>(
    scores: &[&Score],
    drafts: Vec<Option<build::Draft<'t>>>,
    regions: Vec<Region>,
    dialect: Dialect,
) -> TextReport<'t> {
    let mut report = TextReport { notation: dialect, ..TextReport::default() };
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(drafts.len());
    for (score, draft) in scores.iter().zip(drafts) {
        let Some(draft) = draft else {
            numbers.push(None);
            report
                .unused
                .extend(score.line.cells.iter().map(|cell| cell.span).filter(|span| !span.is_empty()));
            report.unclaimed.extend(&score.pairs);
            continue;
        };
        let index = report.games.len();
        numbers.push(u32::try_from(index).ok());
        for (ply, played) in draft.misprints {
            let span = draft.game.details.get(ply as usize).map_or(played.span, |detail| detail.printed);
            report.misprints.push(Misprint { game: index, ply, span, played: played.san.to_string() });
        }
        report.verdicts[slot(draft.game.verdict)] += 1;
        report.games.push(TextGame { game: draft.game, diagnostics: draft.diagnostics });
    }
    report.regions = regions;
    for region in &mut report.regions {
        if let region::Kind::Score(score) = region.kind {
            region.kind = numbers
                .get(score as usize)
                .copied()
                .flatten()
                .map_or(region::Kind::Unread, region::Kind::Score);
        }
    }
    report
}
