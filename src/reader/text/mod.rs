//! Running text to games: layout from [`crate::book`], words from [`crate::grammar`], moves from [`crate::replay`].
mod above;
mod boards;
mod build;
mod builder;
mod cells;
mod choice;
mod comments;
mod coverage;
mod decided;
mod draft;
mod errata;
mod exercise;
mod find;
mod heads;
mod memory;
mod notation;
mod numbers;
mod options;
mod parallel;
mod parts;
mod price;
mod problem;
mod proof;
mod recognize;
mod report;
mod rows;
mod signs;
mod start;
mod strays;
mod strips;
mod tails;
mod trunk;
mod unnumbered;
mod unread;
mod variation;
mod ways;
mod whole;
mod zone;
mod zones;

use std::ops::Range;

use crate::align::lattice::{Lattice, Share};
use crate::align::lines::Lines;
use crate::book::{self, Region, region};
use crate::game::Verdict;
use crate::grammar::cell::{self, Learned};
use crate::grammar::detect;
use crate::lexicon::{Dialect, Language};
use crate::record::{Score, Start};
use crate::span::Span;
pub use memory::Memory;
pub use options::TextOptions;
use parts::Doubted;
pub use report::{Coverage, Misprint, Stretch, TextGame, TextReport};
use report::{overlap, slot};
use trunk::Trunk;

/// Where more is in doubt than this, in bytes, raw print is played less closely, and clear print only where little of it is
/// read: that takes about four seconds for 100 kB.
const LONGEST_PLAYED: u32 = 256 * 1024;

/// Where no more than this was played as raw print, games of it are played once more, each by itself, in bytes.
const LONGEST_PLAYED_TWICE: u32 = LONGEST_PLAYED / 4;

/// Most parts that are played at once: each may take 150 MB.
const MOST_AT_ONCE: usize = 4;

/// So many half-moves are a game though not all of them play as printed.
const PLIES_OF_GAME: u32 = 24;

/// So many of blurred print are one where the names of both players stand above them.
const PLIES_OF_TOLD: usize = 12;

/// So many half-moves of a game of blurred print teach what its letters were misread as.
const PLIES_THAT_TEACH: usize = 20;

/// Reads all games of a text.
///
/// Its layout tells which words are the moves of a game. Where that leaves many games in doubt, all ways through its
/// words are played, and what reads more and more surely is given.
#[must_use]
pub fn read_text<'t>(text: &'t str, options: &TextOptions) -> TextReport<'t> {
    let joined = decided::find_earlier(text, options, read_text);
    let options = joined.as_ref().unwrap_or(options);
    let page = book::page::Page::new(text).without_signs(text.len()).with_capitals();
    let dialect = options.notation.or_else(|| cell::detect(&page.text)).unwrap_or_default();
    let page = page.without_heads(text, dialect.ocr);
    let page = if dialect.ocr {
        page
    } else {
        let is_move = |words: &str| cell::is_move_like(words, &dialect).map(|shape| shape.len);
        page.with_figures()
            .with_shared_numbers(text.len())
            .with_upright(text.len(), &is_move)
            .with_spaced_rows(text.len(), &is_move)
            .with_bare_rows(text.len(), &is_move)
            .with_columns(text.len(), &is_move)
    };
    let parts = match options.notation {
        Some(told) => vec![(0..page.rows.len(), told)],
        None => notation::parts(&page, dialect),
    };
    if let [(_, written)] = parts[..] {
        return read_page(text, &page, options, written);
    }
    // Each part in its notation, as a text of its own.
    let mut report = TextReport { notation: dialect, ..TextReport::default() };
    for (rows, written) in parts {
        let span = page.rows_span(&rows);
        let decided = options.decided.iter().filter(|decided| overlap(decided.span, span)).cloned().collect();
        let options = TextOptions { decided, ..options.clone() };
        let mut part = read_page(text, &page.part(rows), &options, written);
        if written != dialect {
            part.games.iter_mut().for_each(|game| game.tell_notation(written));
        }
        report.append(part);
    }
    report
}

/// The games of a page that is written in one notation.
fn read_page<'t>(
    text: &'t str,
    page: &book::page::Page,
    options: &TextOptions,
    dialect: Dialect,
) -> TextReport<'t> {
    let rows = rows::Rows::new(page, dialect);
    let by_layout = by_layout(text, &rows, options);
    let mut report = read_parts(text, &rows, options, dialect, by_layout);
    errata::tell(text, page, &dialect, &mut report.games);
    decided::settle(&options.decided, &mut report);
    if !report.notation.ocr {
        report.games.iter_mut().for_each(TextGame::tell_chosen);
    }
    let mut lost = rows.without_game(&report, coverage::lost_games(&rows, &report), PLIES_OF_GAME);
    lost.retain(|game| coverage::is_headed(rows.page, game));
    report.exercises = exercise::find(&rows, &report);
    report.tell_unread(text, &rows, options, &lost);
    report.games.iter_mut().for_each(TextGame::tell_written);
    report.count_verdicts();
    report
}

/// The games of a text with those read by playing where the layout leaves doubts: of the words as they stand first, and
/// then, where that leaves doubts too, of all that their print may mean.
fn read_parts<'t>(
    text: &'t str,
    rows: &rows::Rows<'_>,
    options: &TextOptions,
    dialect: Dialect,
    mut best: TextReport<'t>,
) -> TextReport<'t> {
    coverage::tell_above(rows, &mut best, &options.decided);
    let is_raw = best.notation.ocr;
    let is_english = options.notation.is_none() && dialect.language == Language::English;
    // Print that plays for the most part is not blurred.
    let is_blurred = best.is_doubtful() && (is_raw || is_english && !best.is_mostly_whole(rows));
    let mut doubtful = if is_blurred { parts::doubtful(rows, &best, Doubted::Raw) } else { Vec::new() };
    if !is_raw && parts::length(rows.page, &doubtful) > LONGEST_PLAYED {
        rows.keep_little_read(&best, &mut doubtful);
        doubtful.retain(|part| detect::has_misread_rows(rows.page.rows_text(part), 1));
    }
    let lost = |rows: &rows::Rows<'_>, known: &TextReport<'_>| {
        if is_raw || !is_english {
            return Vec::new();
        }
        let mut games = coverage::lost_games(rows, known);
        // Where more than the first row is lost, nothing can be played.
        games.retain(|lost| lost.before <= 2 && lost.from_array);
        rows.without_game(known, games, PLIES_OF_GAME)
    };
    let mut left = Vec::new();
    if !is_raw {
        let strays = rows.strays(&best);
        best.unused.extend(strays);
        let clear = Dialect { ocr: false, ..dialect };
        let choose = TextReport::choose;
        let play = |parts, best| play_parts(text, rows, options, clear, parts, best, (|_, _| true, choose));
        best = play(parts::doubtful(rows, &best, Doubted::Odd), best);
        left = lost(rows, &best);
        // Another game may hold it for words about it.
        if !left.is_empty() {
            best = play(left, best);
            left = lost(rows, &best);
        }
    }
    // One that is left still is blurred.
    for game in left {
        let at = doubtful.partition_point(|part| part.end <= game.start);
        if doubtful.get(at).is_none_or(|part| game.end <= part.start) {
            doubtful.insert(at, game);
        }
    }
    let blurred = Dialect { ocr: true, ..dialect };
    let is_tried = |page: &book::page::Page, known: &TextReport<'_>| {
        let rows = rows::Rows::new(page, blurred);
        is_raw
            || !known.is_mostly_whole(&rows)
                && (detect::has_misread_rows(&page.text, 1) || rows.moves_left(known) >= parts::MOVES)
            || !lost(&rows::Rows::new(page, dialect), known).is_empty()
    };
    let is_clear = !is_raw && is_english;
    let page = rows.page;
    let mut played = if is_clear { doubtful.clone() } else { Vec::new() };
    played.retain(|part| is_tried(&page.part(part.clone()), &best.within(page.rows_span(part))));
    if parts::length(page, &played) <= LONGEST_PLAYED_TWICE {
        played.clear();
    }
    let mut report = play_parts(text, rows, options, blurred, doubtful, best, (is_tried, TextReport::choose));
    if is_clear {
        let mut unprinted = parts::doubtful(rows, &report, Doubted::Unprinted);
        unprinted
            .retain(|part| played.iter().all(|known| known.end <= part.start || part.end <= known.start));
        let choose = |best: &mut TextReport<'t>, other: TextReport<'t>, _: &price::Prices<'_>| {
            best.take_printed(&other)
        };
        report = play_parts(text, rows, options, blurred, unprinted, report, (|_, _| true, choose));
    }
    whole::mark_unended(&mut report, &options.decided);
    coverage::tell_above(rows, &mut report, &options.decided);
    report
}

/// What playing some parts gives, where it is no less than what is known of them.
fn play_parts<'t>(
    text: &'t str,
    rows: &rows::Rows<'_>,
    options: &TextOptions,
    dialect: Dialect,
    parts: Vec<Range<usize>>,
    known: TextReport<'t>,
    (is_tried, choose): (
        impl Fn(&book::page::Page, &TextReport<'t>) -> bool + Sync,
        impl Fn(&mut TextReport<'t>, TextReport<'t>, &price::Prices<'_>) + Sync,
    ),
) -> TextReport<'t> {
    if parts.is_empty() {
        return known;
    }
    let whole = rows.page;
    let parts = parts::keep_whole(whole, &known, &options.decided, parts);
    let length = parts::length(whole, &parts);
    let is_long = known.notation.ocr && length > LONGEST_PLAYED;
    let share = Share { parts: parts.len(), is_long };
    // Of a text that is clear for the most part only these parts tell what is made of blurred letters.
    let shown = if 2 * length > whole.text.len() as u32 {
        vec![whole.text.as_str()]
    } else {
        parts.iter().map(|part| whole.rows_text(part)).collect()
    };
    let learned = Learned::of(&whole.text, shown);
    let prices = price::Prices::of(text, dialect, &learned);
    if dialect.ocr {
        // Whatever was decided, the print is the same.
        let options = TextOptions { decided: Vec::new(), ..options.clone() };
        // What most words show is seen without a close look.
        let share = Share { is_long: true, ..share };
        let of_part = |part: &Range<usize>| {
            let page = whole.part(part.clone());
            let known = known.within(whole.rows_span(part));
            let is_tried = is_tried(&page, &known);
            let read = || by_playing(text, &page, None, &options, dialect, &known, (share, &learned));
            is_tried.then(read).flatten()
        };
        let sample = parts::sample(whole, &parts);
        let read = parallel::map(options.jobs.min(MOST_AT_ONCE), &sample, of_part);
        learned.teach(|lesson| {
            let games = read.iter().flatten().flat_map(|report| &report.games).map(|found| &found.game);
            games
                .filter(|game| game.details.len() >= PLIES_THAT_TEACH)
                .for_each(|game| prices.teach(game, lesson));
        });
    }
    let play = |part: &Range<usize>| {
        let page = whole.part(part.clone());
        let mut best = known.within(whole.rows_span(part));
        if is_tried(&page, &best)
            && let Some(other) = by_playing(text, &page, None, options, dialect, &best, (share, &learned))
        {
            choose(&mut best, other, &prices);
            // The lines may hold two columns of the page.
            let recognizer = recognize::Words::new(&page.text, dialect);
            let is_doubtful = dialect.ocr && best.is_doubtful();
            // Stretches take their time: in long texts they are not looked for.
            let orders = is_doubtful.then(|| book::unfold::unfold(&page, text, &recognizer, !is_long));
            let dealt = (is_doubtful && !is_long).then(|| book::deal::deal(&page, &recognizer)).flatten();
            for order in dealt.into_iter().chain(orders.into_iter().flatten().flatten()) {
                if !best.is_doubtful() {
                    break;
                }
                let read = by_playing(text, &page, Some(&order), options, dialect, &best, (share, &learned));
                if let Some(other) = read {
                    choose(&mut best, other, &prices);
                }
            }
        }
        best
    };
    let played = parallel::map(options.jobs.min(MOST_AT_ONCE), &parts, play);
    let mut report = TextReport { notation: known.notation, ..TextReport::default() };
    let mut start = 0;
    for (part, played) in parts.iter().zip(played) {
        let span = whole.rows_span(part);
        report.append(known.within(Span::new(start, span.start)));
        report.append(played);
        start = span.end;
    }
    report.append(known.within(Span::new(start, u32::MAX)));
    report
}

/// The games of a page, one of so many parts of a text, of all ways through its words, in another order perhaps, those
/// that play; `None` where that takes too long.
fn by_playing<'t>(
    text: &'t str,
    page: &book::page::Page,
    order: Option<&book::page::Page>,
    options: &TextOptions,
    dialect: Dialect,
    known: &TextReport<'_>,
    (share, learned): (Share, &Learned<'_>),
) -> Option<TextReport<'t>> {
    let recognizer = recognize::Words::new(&page.text, dialect);
    let ways = ways::Ways::new(page.text.len(), share.parts);
    let mut reader = builder::Builder::new(text, options, dialect, true, ways);
    let look = || {
        let shown = order.unwrap_or(page);
        let style = if dialect.ocr { learned.style_of(&shown.text) } else { cell::Style::of(&shown.text) };
        let lattice = Lattice::new(shown, dialect, share, style);
        let lines = Lines::new(&lattice);
        let mut finder = find::Finder::new(&lattice, &lines, &reader, &recognizer);
        finder.run();
        let mut zones = zone::divide(finder);
        if order.is_some() {
            // Regions are stretches of the text as it is printed.
            zones.regions = region::merge(page.rows.iter().map(|row| (row.span, region::Kind::Prose)));
        }
        Some(zones)
    };
    let place = page.rows.first().zip(page.rows.last()).map(|(first, last)| first.span.join(last.span));
    let mut found = match &options.memory {
        Some(memory) => {
            let order = order.map_or("", |order| &order.text);
            let mark = if dialect.ocr { learned.mark() } else { 0 };
            let key = format!("{dialect:?} {share:?} {place:?} {mark} {order}\0{text}");
            memory.zones(memory::key(&key), look)?
        }
        None => look()?,
    };
    decided::reshape(text, &options.decided, &dialect, &mut found.games, &mut found.regions);
    // A few moves of which not all play as printed, or many of clear print of which few do, are none where the layout sees
    // no game.
    // Where all of it plays to its end fewer of them are enough.
    let plays_as_printed = |draft: &draft::Draft<'_>| {
        let share = if draft.line_verdict == Verdict::Partial { 4 } else { 3 };
        share * draft.game.repairs() <= draft.game.details.len()
    };
    let is_sound = |draft: &draft::Draft<'_>| {
        let plies = draft.game.details.len();
        let is_named = |side| draft.game.tag(side).is_some_and(|name| name != "?");
        matches!(draft.line_verdict, Verdict::Certain | Verdict::Chosen) && plies >= choice::FARTHER
            || plies >= PLIES_OF_GAME as usize && (known.notation.ocr || plays_as_printed(draft))
            || known.notation.ocr && plies >= PLIES_OF_TOLD && is_named("White") && is_named("Black")
            || known.games.iter().any(|other| overlap(other.game.span, draft.game.span))
    };
    let mut drafts = reader.read_all(
        &found.games,
        |reader, zone| reader.read_from(zone),
        |reader, _, draft| {
            let mut draft = draft.filter(is_sound);
            reader.placed.push(draft.as_mut().and_then(|draft| draft.trunk.take()));
            draft
        },
        |_| true,
        1,
    );
    for (zone, draft) in found.games.iter().zip(&mut drafts) {
        if let Some(draft) = draft {
            if !zone.meant.is_empty() {
                draft.raw();
            }
            zone.faults.iter().for_each(|fault| draft.fault(fault));
        }
    }
    let scores: Vec<&Score> = found.games.iter().map(|zone| &zone.score).collect();
    coverage::tell(&rows::Rows::new(page, dialect), &scores, &mut drafts);
    let mut report = assemble(&scores, drafts, found.regions, dialect);
    report.unused.extend(found.unread);
    report.unclaimed.extend(found.unclaimed);
    report.unclaimed.sort_by_key(|span| span.start);
    Some(report)
}

/// The games of a page, as its layout cuts it.
fn by_layout<'t>(text: &'t str, rows: &rows::Rows<'_>, options: &TextOptions) -> TextReport<'t> {
    let (page, dialect) = (rows.page, rows.dialect);
    let recognizer = recognize::Words::new(&page.text, dialect);
    let mut found = book::find(page, &recognizer);
    decided::reshape(text, &options.decided, &dialect, &mut found.scores, &mut found.regions);
    let joins = found.scores.iter().any(|score| score.join.is_some());
    let ways = ways::Ways::new(page.text.len(), 1);
    let mut reader = builder::Builder::new(text, options, dialect, joins, ways);
    let mut drafts = reader.read_all(
        &found.scores,
        |reader, score| reader.read(score),
        |reader, score, mut draft| {
            let unread = || (joins && score.join.is_none()).then(|| Trunk::unread(score.line.cells.len()));
            reader.trunks.extend(draft.as_mut().and_then(|draft| draft.trunk.take()).or_else(unread));
            draft
        },
        |score| score.join.is_none(),
        options.jobs.min(MOST_AT_ONCE),
    );
    mark_restarted(&reader, &found.scores, &mut drafts);
    whole::mark_doubtful(page, &found.scores, &mut drafts);
    whole::mark_torn(&found.scores, &mut drafts);
    if dialect.ocr {
        whole::mark_broken_off(&found.scores, &mut drafts);
        drafts.iter_mut().flatten().for_each(|draft| draft.raw());
    }
    whole::mark_odd(rows, &found.scores, &mut drafts);
    let scores: Vec<&Score> = found.scores.iter().collect();
    coverage::tell(rows, &scores, &mut drafts);
    let mut report = assemble(&scores, drafts, found.regions, dialect);
    claim_abreast(&mut report);
    if !page.columns.is_empty() {
        report.mark_printed();
    }
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
    reader: &builder::Builder<'_, '_>,
    scores: &[Score],
    drafts: &mut [Option<Box<draft::Draft<'_>>>],
) {
    for i in 1..scores.len() {
        let score = &scores[i];
        let cells = &score.line.cells;
        let is_standard = score.start == Start::Standard && score.join.is_none() && score.diagram.is_none();
        if drafts[i].is_some() || !is_standard || cells.len() < PLIES_THAT_GO_ON {
            continue;
        }
        let at = score.half_moves_before();
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
    let mut printed: Vec<(Span, usize)> =
        games.flat_map(|(game, found)| found.printed().map(move |span| (span, game))).collect();
    printed.sort_unstable_by_key(|&(span, game)| (span.start, game));
    for region in report.regions.iter_mut().filter(|region| region.kind == region::Kind::Unread) {
        let first = printed.partition_point(|(span, _)| span.start < region.span.start);
        if let Some((_, game)) = printed.get(first).filter(|(span, _)| span.end <= region.span.end) {
            region.kind = region::Kind::Score(u32::try_from(*game).unwrap_or(u32::MAX));
        }
    }
}

fn assemble<'t>(
    scores: &[&Score],
    drafts: Vec<Option<Box<draft::Draft<'t>>>>,
    regions: Vec<Region>,
    dialect: Dialect,
) -> TextReport<'t> {
    let mut report = TextReport { notation: dialect, ..TextReport::default() };
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(drafts.len());
    report.games.reserve_exact(drafts.iter().flatten().count());
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
        report.games.push(TextGame {
            game: draft.game,
            diagnostics: draft.diagnostics,
            written: draft.written,
            is_odd: draft.is_odd,
            leaves_rows: draft.leaves_rows,
            is_raw: draft.is_raw,
            is_two: false,
        });
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
