//! Headings: what stands over the columns of a table, and what titles say about players, event and number.
use super::naming;
use crate::book::ordinal;
use crate::book::vocabulary::{BOARD, OVER_NUMBERS, RESUMES, SECTION, SOLUTION, VARIATION, is_word};
use crate::record::Join;

/// Who stands over the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// `WHITE. BLACK.`
    WhiteBlack,
    /// `BLACK. WHITE.`
    BlackWhite,
    /// `WHITE.` alone.
    White,
    /// `BLACK.` alone.
    Black,
}

/// The columns that a line names, if it is a column head.
#[must_use]
pub fn columns(line: &str) -> Option<Columns> {
    let is_border = |c: char| c.is_whitespace() || matches!(c, '|' | '-' | '>' | '#');
    let line = line.trim_matches(is_border);
    // `No. White Black`
    let behind = line.split_once(is_border).filter(|(first, _)| is_word(first, OVER_NUMBERS));
    let line = behind.map_or(line, |(_, rest)| rest.trim_start_matches(is_border));
    if line.len() > 120 || !line.contains(['W', 'w', 'B']) {
        return None;
    }
    let mut white = None;
    let mut black = None;
    let mut depth = 0_i32;
    let mut words = 0;
    let mut others = 0;
    for word in line.split_whitespace() {
        let opens = word.starts_with(['(', '[']);
        if opens {
            depth += 1;
        }
        if depth <= 0 {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'');
            let bare = bare.strip_suffix("'s").unwrap_or(bare);
            if bare.eq_ignore_ascii_case("white") {
                white = white.or(Some(words));
            } else if bare.eq_ignore_ascii_case("black") {
                black = black.or(Some(words));
            } else if bare.chars().next().is_some_and(char::is_lowercase) {
                return None;
            } else if !bare.is_empty() {
                others += 1;
            }
            words += 1;
        }
        if word.trim_end_matches(['.', ',', ':', ';']).ends_with([')', ']']) {
            depth -= 1;
        }
    }
    let first = line.split_whitespace().next()?.trim_matches(|c: char| !c.is_alphanumeric());
    let leads = first.eq_ignore_ascii_case("white") || first.eq_ignore_ascii_case("black");
    match (white, black) {
        (Some(white), Some(black)) if leads && others <= 10 => {
            if white < black {
                Some(Columns::WhiteBlack)
            } else {
                (!names_players(line)).then_some(Columns::BlackWhite)
            }
        }
        (Some(_), None) if leads && others == 0 => Some(Columns::White),
        (None, Some(_)) if leads && others == 0 => Some(Columns::Black),
        _ => None,
    }
}

/// `Black: Birch. White: Alder.` with no more than a blank between says who played, and heads no columns.
fn names_players(line: &str) -> bool {
    let behind = line.trim_start().trim_start_matches(char::is_alphabetic);
    behind.trim_start().starts_with([':', ',', '\u{2014}'])
        && !line.contains("  ")
        && !line.contains(['\t', '|'])
}

/// Does a heading say that what stands below it goes on from a move of another game (`Beginning at Black's 3d move`,
/// `Moves 1-8 as in Game No. 12`, or no more than `Third Variation`)? Tells the number of the game, if it names one.
#[must_use]
pub fn joins(words: &str) -> Option<Join> {
    let lower = words.to_ascii_lowercase();
    let says = [
        "beginning", "commencing", "begins", "commences", "varying", "from black", "from white",
        "continued from", "repeat",
    ]
    .iter()
    .any(|key| lower.contains(key));
    let same =
        ["as in", "same as", "as before", "as above", "see game"].iter().any(|key| lower.contains(key));
    let is_guess = !(same || says && lower.contains("move"));
    let is_title = || lower.contains("variation") && words_of(words).count() <= SHORT_TITLE;
    if is_guess && !is_title() {
        return None;
    }
    let game = lower.find("game").and_then(|at| {
        words[at..]
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .skip(1)
            .find(|word| !matches!(word.to_ascii_lowercase().as_str(), "no" | "the" | "number"))
            .and_then(ordinal::number)
    });
    Some(Join { game, is_guess, is_column: false })
}

/// Does a heading say more of where it goes on than that it is a variation?
#[must_use]
pub fn says_where(words: &str) -> bool {
    joins(words).is_some_and(|join| !join.is_guess)
}

/// Does a heading say that what stands below it is the game again (`The game continued`, `Continued from page 38`)?
#[must_use]
pub fn resumes(words: &str) -> bool {
    let what = |word: &str| ["game", "page"].iter().any(|known| word.eq_ignore_ascii_case(known));
    words_of(words).any(what) && words_of(words).any(|word| is_word(word, RESUMES))
}

/// Does a line say that what was printed on the page before goes on: `GAME No. 3 (continued)`, `Alder v. Birch—continued.`?
#[must_use]
pub fn goes_on(line: &str) -> bool {
    let words = words_of(line).count();
    words > 0 && words <= LONG_TITLE && words_of(line).any(|word| is_word(word, RESUMES))
}

/// Does a title stand over the answer to a problem?
#[must_use]
pub fn is_solution(words: &str) -> bool {
    words_of(words).count() <= SHORT_TITLE && words_of(words).any(|word| is_word(word, SOLUTION))
}

/// Does a title call what stands below it a variation?
#[must_use]
pub fn is_variation(words: &str) -> bool {
    words_of(words).take(SHORT_TITLE).any(|word| is_word(word, VARIATION))
}

/// So few words are a title though the word for its kind is not capital.
const SHORT_TITLE: usize = 4;

/// No more words has the title of a game that goes on.
const LONG_TITLE: usize = 10;

fn words_of(words: &str) -> impl Iterator<Item = &str> {
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Do words begin with a capital or a figure, the first and most others: a title, not a sentence? `or First Variation.`
/// between two rows speaks of a title.
#[must_use]
pub fn is_capital(words: &str) -> bool {
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    let small = words_of(words).filter(|word| is_small(word)).count();
    words_of(words).next().is_some_and(|first| !is_small(first)) && small * 3 <= words_of(words).count()
}

/// Is a title the caption of a board: `Diagram 4`, `(Position after 12 ... QxP)`?
#[must_use]
pub fn captions_board(words: &str) -> bool {
    let first = words_of(words).next().unwrap_or("");
    is_word(first, BOARD)
}

/// Does a heading open a new part, so that what follows is no continuation of what came before?
#[must_use]
pub fn opens_section(words: &str) -> bool {
    // The number of a game on a line of its own.
    if words.split_once('\n').is_some_and(|(first, _)| naming::is_number(first)) {
        return true;
    }
    // `[Position after Black's move.]`
    if words.len() > 160 || words.trim_start().starts_with('[') {
        return false;
    }
    let all = || words_of(words);
    let Some(first) = all().next().filter(|_| is_capital(words)) else { return false };
    let count = all().count();
    if first.eq_ignore_ascii_case("no") {
        return all().nth(1).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    }
    // `The Scotch game`, but not `If 8. P-K3, then P-B4; 9. R-K1, with a good game`.
    let titles = |word: &str| word.starts_with(char::is_uppercase) || count <= SHORT_TITLE;
    is_word(first, SECTION)
        || ordinal::in_one_word(first).is_some()
        || all().any(|word| {
            titles(word) && (word.eq_ignore_ascii_case("variation") || word.eq_ignore_ascii_case("game"))
        })
}
