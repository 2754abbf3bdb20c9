//! Odds told above a game: in its headings, in other words above it, above the game before.
use std::ops::Range;

use super::Recognizer;
use super::note;
use super::page::Page;
use super::pairing;
use super::words::{extent, is_picture};
use crate::record::{HeadTag, Start, Words};

/// Longest paragraph above a game that tells odds, in lines and in bytes: a page of HTML has a line a paragraph.
const MOST_LINES: usize = 6;
const LONGEST_HEAD: usize = 420;

/// Longest sentence that does so elsewhere, in bytes.
const LONGEST_SENTENCE: usize = 160;

/// Lines above a game on which odds are looked for, where its headings tell none.
const FARTHEST: usize = 24;

/// Do words that name men speak of men that are given at the start, whatever stands around them?
fn names(words: &str, recognizer: &dyn Recognizer) -> bool {
    (has(words, &["odds", "remove ", "removed", "pawn and", "off the board", "handicap"])
        || recognizer.is_odds_alone(words))
        && recognizer.is_odds(words)
}

/// Do words above a game do so? A man may be given in the middle of a game, too.
fn names_in_head(words: &str, recognizer: &dyn Recognizer) -> bool {
    let gives = || has(words, &["giv", "gave", "receiv", "yield", "conced"]);
    let game = || has(words, &["game", "partie", "played", "player", "contest", "amateur", "mr."]);
    names(words, recognizer) || gives() && game() && recognizer.is_odds(words)
}

fn has(words: &str, cues: &[&str]) -> bool {
    let lower = words.to_ascii_lowercase();
    cues.iter().any(|cue| lower.contains(cue))
}

/// Do a few lines say which men are given, or that some are?
pub(crate) fn tell(page: &Page, lines: &Range<usize>, recognizer: &dyn Recognizer) -> bool {
    lines.len() <= MOST_LINES && {
        let words = words(page, lines).text;
        let tells = || recognizer.speaks_of_odds(&words) || names_in_head(&words, recognizer);
        words.len() <= LONGEST_HEAD && (tells() || ends_with_man(page, lines, recognizer))
    }
}

/// Does a man stand alone on the last of a few lines, in brackets or below the names of two players?
fn ends_with_man(page: &Page, lines: &Range<usize>, recognizer: &dyn Recognizer) -> bool {
    let last = page.row_text(lines.end.saturating_sub(1)).trim();
    let is_headed = || pairing::names_players(&words(page, &(lines.start..lines.start + 1)));
    recognizer.is_man_alone(last) && (last.starts_with(['(', '[']) || is_headed())
}

/// The odds of a game: what its headings say of them, or the words between it and the game before, in `lines`; where
/// nothing stands there, those of the game before.
pub(crate) fn told(
    page: &Page,
    headings: &[Words],
    lines: Range<usize>,
    before: Option<&Start>,
    recognizer: &dyn Recognizer,
) -> Option<Words> {
    let spoken = || headings.iter().rev().find(|words| recognizer.speaks_of_odds(&words.text)).cloned();
    in_headings(headings, recognizer)
        .or_else(spoken)
        .or_else(|| in_words(page, lines.clone(), recognizer))
        .or_else(|| of_section(page, lines, before?))
}

/// What is given at odds is no event.
pub(crate) fn is_event(tag: &HeadTag, odds: Option<&Words>, recognizer: &dyn Recognizer) -> bool {
    tag.name == "Event"
        && (odds.is_some_and(|odds| tag.span == Some(odds.span))
            || recognizer.is_odds_alone(&tag.value)
            || recognizer.is_man_alone(&tag.value))
}

/// What the headings say of the odds: the last of them, and above it how many moves go with the men.
fn in_headings(headings: &[Words], recognizer: &dyn Recognizer) -> Option<Words> {
    let tells = |words: &&Words| recognizer.is_odds(&words.text) || recognizer.is_man_alone(&words.text);
    let mut headings = headings.iter().rev().filter(tells);
    let last = headings.next()?;
    let two = |words: &&Words| words.text.to_ascii_lowercase().contains("and two");
    let other = headings.find(two).filter(|_| !two(&last));
    Some(other.map_or_else(
        || last.clone(),
        |other| Words { span: other.span.join(last.span), text: format!("{}. {}", other.text, last.text) },
    ))
}

/// The last line, or two, that name men who are given.
fn in_words(page: &Page, lines: Range<usize>, recognizer: &dyn Recognizer) -> Option<Words> {
    let from = lines.start.max(lines.end.saturating_sub(FARTHEST));
    (from..lines.end).rev().filter(|&line| !is_blank(page, line)).find_map(|line| {
        let most = (line + 2).min(lines.end);
        let mut found = (line + 1..=most).map(|end| words(page, &(line..end)));
        found.find(|words| words.text.len() <= LONGEST_SENTENCE && names(&words.text, recognizer))
    })
}

/// The odds told above the game before, where nothing stands between the two: they are given in both.
fn of_section(page: &Page, lines: Range<usize>, before: &Start) -> Option<Words> {
    let Start::Odds(odds) = before else { return None };
    let mut between = lines;
    between.all(|line| is_blank(page, line) || is_picture(page.row_text(line))).then(|| odds.clone())
}

fn is_blank(page: &Page, line: usize) -> bool {
    page.row_text(line).trim().is_empty()
}

fn words(page: &Page, lines: &Range<usize>) -> Words {
    let (start, end) = extent(page, lines);
    note::words(page, start, end)
}
