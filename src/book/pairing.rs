//! Headings of several short lines: `Morphy – Paulsen`, the event below it, `FEN:` and a position.
use std::ops::Range;

use crate::book::Recognizer;
use crate::book::fields;
use crate::book::heading::opens_section;
use crate::book::naming::{fen, game_number, versus};
use crate::book::note;
use crate::book::page::Page;
use crate::book::phrase;
use crate::book::players::{self, Players};
use crate::book::sides;
use crate::book::vocabulary::is_initial;
use crate::book::words::{extent, is_ending, is_no_text, is_title, shouts};
use crate::record::Words;

/// The longest line of such a heading, in bytes.
const LONGEST: usize = 100;

/// Most lines of a heading each of which tells something of a game: as many as PGN has tags there, and some more.
const MOST_FACTS: usize = 12;

/// Where a line of a heading tells nothing that is known, so many lines show that it is one, and it is no longer, in bytes.
const FEWEST_FACTS: usize = 3;
const LONGEST_NAME: usize = 48;

/// The longest sentence that tells who has which side, in bytes.
const LONGEST_SENTENCE: usize = 240;

/// A heading of two or three lines, each with a meaning of its own.
fn is_stack(page: &Page, lines: &Range<usize>) -> bool {
    let mut texts = lines.clone().map(|line| page.row_text(line).trim());
    (2..=3).contains(&lines.len())
        && (versus(page.row_text(lines.start)).is_some()
            || phrase::hyphened(page.row_text(lines.start).trim()).len() == 2
                && lines.clone().skip(1).all(|line| says(page.row_text(line).trim()))
            || texts.clone().any(|text| text.contains("FEN") && fen(text).is_some()))
        && texts.all(|text| !text.is_empty() && text.len() <= LONGEST)
}

/// Does a line tell something of a game, in few words?
fn says(line: &str) -> bool {
    if line.len() > LONGEST_SENTENCE {
        return false;
    }
    let sides = sides::told(line);
    let says = || phrase::with_sides(line, &sides).is_something() || fields::is_labelled(line);
    let is_told = sides.is_plain || sides.white.is_some() && sides.black.is_some();
    is_told || line.len() <= LONGEST && says()
}

/// So many lines above the first row stand names over columns, and so many where the words for the sides are beside them.
const REACH: usize = 6;
const REACH_BESIDE: usize = 16;

/// Does each line tell something of a game, or stand over its columns? Where players are named, one other may be the name of
/// anything: `U.S. Open`.
fn are_facts(page: &Page, lines: &Range<usize>) -> bool {
    let texts = || lines.clone().map(|line| page.row_text(line).trim());
    let over = |text: &str| {
        let is_set_apart = || shouts(text) || text.split_whitespace().any(is_initial);
        players::over_columns(text).is_some() || is_set_apart() && players::in_turn(text).is_some()
    };
    let is_fact = |text: &str| says(text) || sides::heads(text).is_some() || over(text);
    let mut others = texts().filter(|text| !is_fact(text));
    let Some(other) = others.next() else { return true };
    let is_name = other.len() <= LONGEST_NAME
        && !other.ends_with(['.', ',', ':', ';', '?', '!'])
        && other.split_whitespace().all(phrase::is_capital);
    let are_named = || texts().any(|text| over(text) || phrase::read(text).names.len() == 2);
    is_name && lines.len() >= FEWEST_FACTS && others.next().is_none() && are_named()
}

/// The names that stand over the two columns of a table, in a line of its headings within reach of its first row, White
/// first. Of two such lines those beside the words for the sides are names; in the lower one towns may stand, in brackets,
/// or allies behind `and`.
pub(crate) fn over_columns(page: &Page, headings: &[Range<usize>], first_row: usize) -> Option<Players> {
    let within =
        |lines: &Range<usize>| lines.clone().rev().take_while(|&line| line + REACH_BESIDE > first_row);
    let is_near = |over: &Over| over.is_beside || over.is_headed || over.line + REACH > first_row;
    let over = headings.iter().rev().flat_map(within).filter_map(|line| names_in(page, line, first_row));
    let mut over = over.filter(is_near);
    let Some(low) = over.next() else {
        let beside =
            (first_row.saturating_sub(REACH)..first_row).rev().find(|&line| are_beside_row(page, line));
        return beside.and_then(|line| players::in_turn(page.row_text(line)));
    };
    let high = over.next().filter(|high| high.line + 2 >= low.line);
    let ally = |name: &str| name.strip_prefix("and ").map(str::to_owned);
    if let (Some(white), Some(black)) = (ally(&low.names.0), ally(&low.names.1)) {
        let (first, second) = high?.names;
        return Some((format!("{first} and {white}"), format!("{second} and {black}")));
    }
    let Some(high) = high else { return Some(low.names) };
    let is_higher = !low.is_beside && (high.is_beside || page.row_text(low.line).trim().starts_with('('));
    Some(if is_higher { high.names } else { low.names })
}

/// Do the names under the words for the sides stand on a line, beside a row of the right half of the page: `White. Black.
/// White. Black.`, `J. ALDER. L. BIRCH. 8 K to B sq P to B 3`?
pub(crate) fn are_beside_row(page: &Page, line: usize) -> bool {
    let mut above = written_above(page, line);
    above.next().and_then(|(_, text)| sides::heads(text)) == Some(true)
        && players::in_turn(page.row_text(line)).is_some()
}

/// The lines above one on which something stands, the nearest first, with their words.
fn written_above(page: &Page, line: usize) -> impl Iterator<Item = (usize, &str)> {
    (0..line).rev().map(|line| (line, page.row_text(line).trim())).filter(|(_, text)| !text.is_empty())
}

/// The longest word that may be a misread one for a side, in bytes.
const LONGEST_SIDE: usize = 8;

/// Most lines of one side's moves above those of the other, with what stands between them.
const MOST_OF_SIDE: usize = 200;

/// A name over the moves of one side, in a column of their own.
struct OverSide {
    /// Unless the word for the side cannot be read.
    is_white: Option<bool>,
    name: String,
    /// The lines of the name and the word for the side.
    lines: Range<usize>,
    /// The word is printed so, and does not only look like that.
    is_plain: bool,
}

/// The names over the moves of White, whose first stands on a line, and over those of Black below them; and the lines that
/// tell White's. One of the words for the sides may be misread; that for White beyond recognition, if Black's is plain.
pub(crate) fn over_sides(page: &Page, first_row: usize) -> Option<(Players, Range<usize>)> {
    let white = over_side(page, first_row).filter(|over| over.is_white != Some(false))?;
    let mut below = first_row + 1..page.rows.len().min(first_row + MOST_OF_SIDE);
    let told = |line| over_side(page, line).filter(|over| over.is_white.is_some());
    let black = below.find_map(told).filter(|over| over.is_white == Some(false))?;
    let above = |line: usize| Some(written_above(page, line).next()?.1);
    let follows_rows = above(black.lines.start)?.contains(|c: char| c.is_ascii_digit());
    let tells_black = above(white.lines.start)
        .is_some_and(|text| sides::alone(text) == Some(false) || sides::told(text).black.is_some());
    let are_two = white.name != black.name && (white.is_plain || black.is_plain);
    // Below its title another game begins.
    let is_title = |line: usize| {
        let text = page.row_text(line).trim();
        game_number(text).is_some() && players::letters(text) > 1
    };
    let is_one = !(first_row..black.lines.start).any(is_title);
    (are_two && is_one && follows_rows && !tells_black).then_some(((white.name, black.name), white.lines))
}

/// The name over moves that begin on a line, beside the word for the side, below it or above, where a line that tells something
/// of the game may stand between.
fn over_side(page: &Page, first_row: usize) -> Option<OverSide> {
    let mut near = written_above(page, first_row).take_while(|(line, _)| line + REACH >= first_row);
    let (line, text) = near.next()?;
    let told = sides::told(text);
    if told.is_all && told.white.is_some() != told.black.is_some() {
        let is_white = Some(told.white.is_some());
        let name = told.white.or(told.black)?;
        return Some(OverSide { is_white, name, lines: line..line + 1, is_plain: true });
    }
    let name = |text: &str| {
        let name = players::bare_name(text.trim_matches(['(', ')', '[', ']', '.']));
        (players::is_name(&name) && players::letters(&name) >= 3).then_some(name)
    };
    let (high, word) = near.next()?;
    if let Some(is_white) = sides::alone(text) {
        let (at, above) = if says(word) { near.next()? } else { (high, word) };
        let name = name(above).filter(|_| above.ends_with('.') && !says(above))?;
        return Some(OverSide { is_white: Some(is_white), name, lines: at..at + 1, is_plain: true });
    }
    let plain = sides::alone(word);
    let is_white = plain.or_else(|| sides::looks_alone(word));
    // `mue`, where `White` stood
    let is_lost = || !word.contains([' ', '.']) && word.len() <= LONGEST_SIDE && text.ends_with('.');
    let is_over = is_white.is_some() || is_lost();
    let name = name(text).filter(|_| is_over)?;
    Some(OverSide { is_white, name, lines: high..line + 1, is_plain: plain.is_some() })
}

/// Two names over columns.
struct Over {
    names: Players,
    line: usize,
    /// Do the words for the sides stand right above them or below?
    is_beside: bool,
    /// Do they stand between, or the number of the game right above?
    is_headed: bool,
}

/// The names in a line over columns: the words for the sides may stand above them or below, in either order.
fn names_in(page: &Page, line: usize, first_row: usize) -> Option<Over> {
    let text = page.row_text(line);
    let over = players::over_columns(text);
    let in_turn = if over.is_none() { Some(players::in_turn(text)?) } else { None };
    let is_last = line + 1 == first_row && text.ends_with('.');
    let heads = |line: usize| sides::heads(page.row_text(line));
    let mut above = written_above(page, line).map(|(_, text)| text);
    let (near, far) = (above.next().unwrap_or(""), above.next().unwrap_or(""));
    let is_numbered = game_number(near).is_some();
    let below = (line + 1..first_row).find_map(|below| Some((below, heads(below)?)));
    // `White.`, and `Black.` below it
    let in_two = || sides::heads(&format!("{far}\n{near}"));
    let above = sides::heads(near).or_else(in_two);
    let is_over = below.is_some_and(|(_, is_in_order)| is_in_order);
    let is_headed = is_numbered || is_over || above == Some(true);
    let (left, right) = over.or(in_turn.filter(|_| is_last || is_headed))?;
    let next = below.filter(|(below, _)| *below == line + 1).map(|(_, is_in_order)| is_in_order);
    let is_turned = above.or(next) == Some(false);
    let names = if is_turned { (right, left) } else { (left, right) };
    Some(Over { names, line, is_beside: above.or(next).is_some(), is_headed })
}

/// May these lines stand above a score as its title?
pub(crate) fn may_head(page: &Page, lines: &Range<usize>) -> bool {
    is_title(page, lines)
        || is_stack(page, lines)
        || lines.len() == 1 && fen(page.row_text(lines.start)).is_some()
        || lines.len() <= 3 && lines.clone().any(|line| players::over_columns(page.row_text(line)).is_some())
        || lines.len() <= MOST_FACTS && are_facts(page, lines)
        || lines.len() <= 4 && game_number(page.row_text(lines.start).trim()).is_some()
        || lines.len() <= 4 && {
            let text = words(page, lines).text;
            let is_labelled = |line| fields::labelled(page.row_text(line)).is_some();
            players::tells(&text) || tells_sides(&text) && !lines.clone().any(is_labelled)
        }
}

/// Does a sentence say of both sides who has them: `The following game was played between Mr. Alder (White) and …`?
fn tells_sides(text: &str) -> bool {
    let told = if text.len() <= LONGEST_SENTENCE { sides::told(text) } else { return false };
    told.white.is_some() && told.black.is_some()
}

/// So many words in small letters has a sentence that is no title.
const FEWEST_SMALL: usize = 3;

/// A full stop behind words most of which are small: a sentence, and no title of a part.
pub(crate) fn is_sentence(page: &Page, lines: &Range<usize>) -> bool {
    small_words(&words(page, lines).text).is_some()
}

/// A sentence that tells nothing of a game, as a title does.
pub(crate) fn is_remark(page: &Page, lines: &Range<usize>) -> bool {
    let text = words(page, lines).text;
    small_words(&text).is_some_and(|small| small >= FEWEST_SMALL) && !phrase::read(&text).is_something()
}

/// How many words of a sentence are in small letters, if it is one.
fn small_words(text: &str) -> Option<usize> {
    let words = || text.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    let small = words().filter(|word| word.starts_with(char::is_lowercase)).count();
    let is_sentence = text.ends_with(['.', '!']) && small * 2 > words().count() && !opens_section(text);
    is_sentence.then_some(small)
}

/// Most lines of words between the title of a game and its moves: half a page.
pub(crate) const MOST_INTRODUCTION: usize = 20;

/// Do these lines say, as a title, which game stands below: its number, or who played it?
pub(crate) fn is_title_of_game(page: &Page, lines: &Range<usize>) -> bool {
    is_numbered(page, lines) || may_head(page, lines) && heading_words(page, lines).iter().any(names_players)
}

/// Does a heading say who played?
pub(crate) fn names_players(words: &Words) -> bool {
    let sides = sides::told(&words.text);
    let told = phrase::with_sides(&words.text, &sides);
    !told.names.is_empty()
        || told.white.is_some()
        || told.black.is_some()
        || sides.white.is_some()
        || players::tells(&words.text)
}

/// Do these lines say, as a title, which number the game below bears?
pub(crate) fn is_numbered(page: &Page, lines: &Range<usize>) -> bool {
    lines.clone().any(|line| game_number(page.row_text(line).trim()).is_some()) && may_head(page, lines)
}

/// Does a line say how a game ended, and nothing else, and does the next one begin right below it: with its title, or with
/// words where the rows of the game stand right above? The number of a page above a title parts them, too.
pub(crate) fn parts_games(page: &Page, line: usize, recognizer: &dyn Recognizer) -> bool {
    let text = |line: usize| page.row_text(line).trim();
    let is_title = |line: usize| opens_section(text(line)) || is_title_of_game(page, &(line..line + 1));
    let above = line.checked_sub(1);
    if is_no_text(text(line)) {
        let begins = |above| {
            let words = text(above);
            words.is_empty() || !is_no_text(words) && parts_games(page, above, recognizer)
        };
        return line + 1 < page.rows.len() && is_title(line + 1) && above.is_none_or(begins);
    }
    if !is_ending(text(line), recognizer) {
        return false;
    }
    let is_row = |line: usize| {
        let words = text(line).trim_start_matches(|c: char| !c.is_alphabetic());
        recognizer.move_at(words).is_some_and(|seen| seen.sure >= 2)
    };
    let below = (line + 1..page.rows.len()).find(|&line| !is_no_text(text(line)));
    below.is_some_and(|line| {
        shouts(text(line)) || is_title(line) || above.is_some_and(is_row) && !is_row(line)
    })
}

fn words(page: &Page, lines: &Range<usize>) -> Words {
    let (start, end) = extent(page, lines);
    note::words(page, start, end)
}

/// The words of a heading: of each of its lines where they have meanings of their own.
pub(crate) fn heading_words(page: &Page, lines: &Range<usize>) -> Vec<Words> {
    let stack = is_stack(page, lines);
    let mut out = Vec::new();
    let mut start = lines.start;
    for line in lines.clone() {
        let is_last = line + 1 == lines.end;
        if is_last || stack || !goes_on(page.row_text(line), page.row_text(line + 1)) {
            out.push(words(page, &(start..line + 1)));
            start = line + 1;
        }
    }
    out
}

/// Words at the end of a line that the next one goes on with.
const OPEN_ENDS: [&str; 13] =
    ["and", "between", "against", "of", "by", "the", "in", "at", "v.", "vs.", "mr.", "dr.", "messrs."];

/// Does a title go on in its next line?
fn goes_on(line: &str, next: &str) -> bool {
    let line = line.trim();
    let last = line.split_whitespace().next_back().unwrap_or("");
    let open = line.matches('(').count() > line.matches(')').count();
    let full = line.len() > 48 && !line.ends_with('.');
    let first = next.split_whitespace().next().unwrap_or("");
    open || full
        || ["in", "of", "by", "from", "between", "against", "and"]
            .iter()
            .any(|word| first.eq_ignore_ascii_case(word))
        || last.ends_with([',', '-', ';'])
        || OPEN_ENDS.iter().any(|word| last.eq_ignore_ascii_case(word))
        || next.trim_start().starts_with(|c: char| c.is_lowercase() || c == '(')
            && sides::heads(next).is_none()
            && fields::labelled(next).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_with_a_dash_between_are_a_pairing() {
        assert_eq!(versus("Anderssen \u{2013} Kieseritzky"), Some(("Anderssen", "Kieseritzky")));
        assert_eq!(versus("J. R. Capablanca - E. de la Cruz"), Some(("J. R. Capablanca", "E. de la Cruz")));
        assert_eq!(versus("1. Alder, A. - Birch, B. [C52]"), Some(("Alder, A.", "Birch, B.")));
        for line in ["P - K 4", "Game 4 - Ruy Lopez", "The King - and what he does", "White-Black"] {
            assert!(versus(line).is_none_or(|(white, _)| white == "P"), "{line}");
        }
    }

    #[test]
    fn a_position_is_read_to_its_last_field() {
        let position = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(fen(&format!("FEN: {position}")).as_deref(), Some(position));
        assert_eq!(fen(&format!("[FEN \"{position}\"]")).as_deref(), Some(position));
        assert_eq!(fen("FEN is a notation"), None);
    }

    #[test]
    fn a_position_alone_on_its_line_may_head_a_score() {
        let position = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
        let may_head = |text: &str, lines: usize| may_head(&Page::new(text), &(0..lines));
        assert!(may_head(&format!("{position}\n"), 1));
        assert!(!may_head(&format!("{position}\nis a position of which much could be said\n"), 2));
    }
}
