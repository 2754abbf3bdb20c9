//! Who has which side, as a heading says it outright: `White: Alder`, `Alder (White)`, `Mr. Alder had the Black men`.
use crate::book::clause::{Signs, Word, words};
use crate::book::naming::opening;
use crate::book::players::{bare_name, is_name, letters};
use crate::book::vocabulary::{
    ADDRESS, AFTER_NAME, BLACK, FOREIGN_BLACK, FOREIGN_WHITE, FORMER, HAS_SIDE, LABEL, LATTER, MEN, NO_NAME,
    RANK, SHORT, WHITE, WITHIN_NAME, ends_name, is_word,
};
use crate::near::distance;

/// What a heading says of the sides.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    /// The words say that, and nothing else.
    pub(super) is_all: bool,
    /// Signs say it, not words of a sentence: a colon, a dash, brackets.
    pub(super) is_plain: bool,
}

/// The word for a side: where it stands among the words, and how many they are.
#[derive(Clone, Copy)]
struct Side {
    is_white: bool,
    at: usize,
    end: usize,
}

/// A player, and the words that say what side he has, side included; how plainly they say it.
struct Said {
    name: String,
    from: usize,
    to: usize,
    weight: u32,
    is_plain: bool,
}

/// Most words of a name.
const MOST: usize = 7;

/// Reads who has which side. The word for it stands before the name or behind it, in the same way for both.
pub(super) fn told(text: &str) -> Sides {
    // Most texts name no side.
    let any_side = WHITE | BLACK | FOREIGN_WHITE | FOREIGN_BLACK;
    let names_side = |word: &str| is_word(word, any_side) || word.eq_ignore_ascii_case("player");
    if !text.split(|c: char| !c.is_alphanumeric()).any(names_side) {
        return Sides::default();
    }
    let mut words = words(text);
    let of = |word: &Word<'_>| {
        let sides = [(FOREIGN_WHITE, "White"), (FOREIGN_BLACK, "Black")];
        sides.into_iter().find_map(|(class, side)| is_word(word.text, class).then_some(side))
    };
    if ["White", "Black"].iter().all(|side| words.iter().any(|word| of(word) == Some(side))) {
        words.iter_mut().for_each(|word| word.text = of(word).unwrap_or(word.text));
    }
    let sides = sides(&words);
    let differ = match sides[..] {
        [_] => true,
        [one, two] => one.is_white != two.is_white,
        _ => false,
    };
    if !differ {
        return Sides::default();
    }
    let said = |of: &dyn Fn(Side) -> Option<Said>| sides.iter().map(|&side| of(side)).collect::<Vec<_>>();
    let weight = |said: &[Option<Said>]| {
        let found = said.iter().flatten().count() as u32;
        (found, said.iter().flatten().map(|said| said.weight).sum::<u32>())
    };
    let (front, back) =
        (said(&|side| before(text, &words, side)), said(&|side| behind(text, &words, side, &sides)));
    let found = if weight(&front) > weight(&back) { front } else { back };
    // A name beside the word for one side, and nothing of the other, may be anything: `WEISS GAME`, `Black Forest`.
    let is_one = found.iter().flatten().count() == 1;
    let begins = |said: &Said| said.from == 0 && said.weight > 1;
    // `Alder v. Birch (Birch White)`
    let repeats = |said: &Said| {
        let rest = || words[..said.from].iter().chain(&words[said.to..]);
        said.name.split(' ').all(|of| rest().any(|word| word.text == of))
    };
    let is_sure = |said: &Said| !is_one || said.weight > 2 || begins(said) || repeats(said);
    let mut told = Sides::default();
    let mut known = vec![false; words.len()];
    for (side, said) in sides.iter().zip(found) {
        let Some(said) = said.filter(|said| is_sure(said)) else { continue };
        known[said.from..said.to].fill(true);
        told.is_plain |= said.is_plain;
        *(if side.is_white { &mut told.white } else { &mut told.black }) = Some(said.name);
    }
    let is_known = |(i, word): (usize, &Word<'_>)| known[i] || is_word(word.text, HAS_SIDE | AFTER_NAME);
    told.is_all = (told.white.is_some() || told.black.is_some()) && words.iter().enumerate().all(is_known);
    told
}

/// The words for sides. In small letters only where a side is what somebody has.
fn sides(words: &[Word<'_>]) -> Vec<Side> {
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_side = is_word(word.text, WHITE | BLACK);
        let is_capital = word.text.starts_with(char::is_uppercase);
        let had = || at > 0 && word.before.is_empty() && is_word(words[at - 1].text, HAS_SIDE);
        if is_side && (is_capital || had() || word.before.has(&[Signs::OPEN])) {
            out.push(Side { is_white: is_word(word.text, WHITE), at, end: at + 1 });
        }
        // `Alder (first player)`
        let nth = ["1st", "first", "2nd", "2d", "second"]
            .iter()
            .position(|nth| word.text.eq_ignore_ascii_case(nth));
        if let Some(nth) = nth
            && words.get(at + 1).is_some_and(|next| next.text.eq_ignore_ascii_case("player"))
        {
            out.push(Side { is_white: nth < 2, at, end: at + 2 });
        }
    }
    out
}

/// Is it the word for a side?
pub(super) fn is_side(word: &Word<'_>) -> bool {
    is_word(word.text, WHITE | BLACK)
}

/// May a word stand in a name, or begin it?
fn is_of_name(word: &Word<'_>, is_first: bool) -> bool {
    let text = word.text.trim_start_matches(['"', '\u{201c}']);
    let is_capital =
        text.starts_with(char::is_uppercase) && !is_side(word) && !is_word(word.text, NO_NAME | LABEL);
    // `and`, `of`, but not `The`
    is_capital && !(is_first && ends_name(word.text) && !is_word(word.text, ADDRESS | SHORT))
        || !is_first && is_word(word.text, WITHIN_NAME)
        || is_first && ["von", "van", "de", "v."].contains(&word.text)
}

/// Do signs part the words of a name, or only what stands behind it: `Birch, Esq.`, `Alder, A.`?
fn parts_name(word: &Word<'_>) -> bool {
    let is_behind = word.before == Signs::COMMA
        && (is_word(word.text, ADDRESS | SHORT) || word.text.ends_with('.') && letters(word.text) <= 2);
    !word.before.is_empty() && !is_behind
}

/// The name that words are, if they are one.
fn name(text: &str, words: &[Word<'_>]) -> Option<String> {
    let (first, last) = (words.first()?, words.last()?);
    let name = bare_name(&text[first.start..last.end]);
    (is_name(&name) && letters(&name) >= 2 && opening(&name).is_none()).then_some(name)
}

/// The name that begins at a word, and the word after it.
pub(super) fn name_behind(text: &str, words: &[Word<'_>], start: usize) -> Option<(usize, String)> {
    // `the Duke of Brunswick`
    let is_ranked = is_word(words.get(start)?.text, AFTER_NAME)
        && words.get(start + 1).is_some_and(|word| is_word(word.text, RANK));
    let start = if is_ranked { start + 1 } else { start };
    let mut end = start;
    while end < words.len().min(start + MOST)
        && is_of_name(&words[end], end == start)
        && !(end > start && parts_name(&words[end]))
    {
        end += 1;
    }
    while end > start && is_word(words[end - 1].text, WITHIN_NAME) {
        end -= 1;
    }
    Some((end, name(text, words.get(start..end)?)?))
}

/// The player behind the word for his side: `White: Alder`, `White Alder`, `Black (Mr. Birch)`.
fn behind(text: &str, words: &[Word<'_>], side: Side, sides: &[Side]) -> Option<Said> {
    let mut start = side.end;
    while words.get(start).is_some_and(|word| word.before.is_empty() && is_word(word.text, MEN)) {
        start += 1;
    }
    let first = words.get(start)?;
    let signs = first.before;
    let is_closed = signs.has(&[Signs::CLOSE]);
    let (end, name) = name_behind(text, words, start)?;
    let next = words.get(end);
    let is_end =
        next.is_none_or(|next| !next.before.is_empty() || is_side(next) || is_word(next.text, AFTER_NAME));
    let weight = if signs.has(&[Signs::COLON, Signs::DASH, Signs::OPEN]) {
        3
    } else if !signs.is_empty() {
        2
    } else {
        // `White Alder, Black Birch` and no other words
        let begins = side.at == 0 || !words[side.at].before.is_empty() || sides.len() == 2;
        let ends = next.is_none_or(|next| {
            next.before.has(&[Signs::GAP, Signs::COMMA, Signs::SEMICOLON, Signs::STOP]) || is_side(next)
        });
        if begins && ends { 1 } else { return None }
    };
    (is_end && !is_closed).then_some(Said { name, from: side.at, to: end, weight, is_plain: weight == 3 })
}

/// The name that ends before a word, and where it begins; `former` and `latter` are names, too, where they are `named`.
pub(super) fn name_before(
    text: &str,
    words: &[Word<'_>],
    end: usize,
    is_named: bool,
) -> Option<(usize, String)> {
    let end = before_apposition(words, end);
    if let Some(last) = end.checked_sub(1).filter(|&last| is_named && one_of_two(words[last].text).is_some())
    {
        return Some((last, words[last].text.to_owned()));
    }
    let mut start = end;
    while start > 0
        && end - start < MOST
        && is_of_name(&words[start - 1], false)
        && (start == end || !parts_name(&words[start]))
    {
        start -= 1;
        // `of Mr. Birch`
        if is_word(words[start].text, ADDRESS) && start + 1 < end {
            break;
        }
    }
    while start < end && !is_of_name(&words[start], true) {
        start += 1;
    }
    Some((start, name(text, &words[start..end])?))
}

/// Which of two players named before a word means: `former`, `last-named`.
pub(super) fn one_of_two(word: &str) -> Option<usize> {
    [FORMER, LATTER].iter().position(|&class| is_word(word, class))
}

/// The end of the name before an apposition between commas: `Mr. Alder, for the former, had White`.
pub(super) fn before_apposition(words: &[Word<'_>], end: usize) -> usize {
    let is_comma = |at: usize| words.get(at).is_some_and(|word| word.before == Signs::COMMA);
    let leads = |at: &usize| {
        is_comma(*at) && is_word(words[*at].text, AFTER_NAME) && !is_word(words[*at].text, HAS_SIDE)
    };
    let begin = (end.saturating_sub(MOST)..end).rev().find(|at| !words[*at].before.is_empty());
    begin.filter(|at| is_comma(end) && leads(at)).unwrap_or(end)
}

/// The player before the word for his side: `Alder (White)`, `Alder, White`, `Mr. Alder had the Black men`.
fn before(text: &str, words: &[Word<'_>], side: Side) -> Option<Said> {
    let mut end = side.at;
    let mut signs = words[side.at].before;
    let mut has = false;
    while end > 0 && is_word(words[end - 1].text, HAS_SIDE) && signs.is_empty() {
        has = true;
        end -= 1;
        signs = words[end].before;
    }
    if signs.has(&[Signs::STOP, Signs::CLOSE, Signs::COLON, Signs::SEMICOLON]) {
        return None;
    }
    // `the second player having the attack` does not say who that is.
    let is_subject =
        has && side.end - side.at > 1 && words.get(side.end).is_some_and(|next| next.before.is_empty());
    if is_subject {
        return None;
    }
    let (start, name) = name_before(text, words, end, has)?;
    let next = words.get(side.end);
    let is_end = next.is_none_or(|next| !next.before.is_empty() || is_word(next.text, MEN | AFTER_NAME));
    let is_open = signs.has(&[Signs::OPEN]);
    // `Birch (White gives Q Kt)` says of White what he does.
    let weight = if has || is_open && is_end {
        3
    } else if !signs.is_empty() && !is_open {
        2
    } else if is_end {
        1
    } else {
        return None;
    };
    let men = usize::from(next.is_some_and(|next| next.before.is_empty() && is_word(next.text, MEN)));
    Some(Said { name, from: start, to: side.end + men, weight, is_plain: is_open })
}

/// Does a text begin with the word for a side?
pub(super) fn names_side(text: &str) -> bool {
    words(text).first().is_some_and(is_side)
}

/// The words for the two sides over two columns or four, in recognised print, too: whether White stands first. Some of them may
/// be misread, but not all; numbers beside them are those of rows.
pub(super) fn heads(text: &str) -> Option<bool> {
    let words: Vec<Word<'_>> = words(text).into_iter().filter(|word| letters(word.text) > 0).collect();
    if ![2, 4].contains(&words.len()) || !words.iter().any(is_side) {
        return None;
    }
    let is_white = |word: &Word<'_>| {
        if is_side(word) { Some(is_word(word.text, WHITE)) } else { looks_like(word.text) }
    };
    let white: Vec<bool> = words.iter().map(is_white).collect::<Option<_>>()?;
    // `White: Brack` names one.
    let is_whole = words.iter().all(is_side);
    let is_named = |word: &Word<'_>| !(word.before.is_empty() || word.before.has(&[Signs::STOP, Signs::GAP]));
    if !is_whole && words[1..].iter().any(is_named) {
        return None;
    }
    white.windows(2).all(|pair| pair[0] != pair[1]).then_some(white[0])
}

/// The word for a side and no other: whether it is White.
pub(super) fn alone(phrase: &str) -> Option<bool> {
    match words(phrase)[..] {
        [only] if is_side(&only) => Some(is_word(only.text, WHITE)),
        _ => None,
    }
}

/// So many letters of a word for a side at most are misread.
const MOST_MISREAD: usize = 2;

/// A word that looks like that for a side, `Wliite`, and no other: whether like White.
pub(super) fn looks_alone(phrase: &str) -> Option<bool> {
    nearest_side(phrase).map(|(is_white, _)| is_white)
}

/// A word misread from that for a side, of which there are names, too: the end of it is right, or no more than a letter wrong.
fn looks_like(word: &str) -> Option<bool> {
    let (is_white, misread) = nearest_side(word)?;
    let end = if is_white { "te" } else { "ck" };
    (misread < MOST_MISREAD || word.to_ascii_lowercase().ends_with(end)).then_some(is_white)
}

/// Whether a word is like that for White, and how many letters are misread.
fn nearest_side(phrase: &str) -> Option<(bool, usize)> {
    let word = phrase.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    (4..=6).contains(&word.chars().count()).then_some(())?;
    let sides = [("white", true), ("black", false)];
    let near = sides.map(|(side, is_white)| (is_white, distance(&word, side)));
    near.into_iter().find(|&(_, misread)| misread <= MOST_MISREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(white: &str, black: &str) -> (Option<String>, Option<String>) {
        let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        (name(white), name(black))
    }

    #[test]
    fn the_side_stands_before_or_behind_the_name() {
        for (text, expected) in [
            ("White: J. Mieses. Black: J. R. Capablanca.", pair("J. Mieses", "J. R. Capablanca")),
            ("White--Dr. E. Lasker. Black--S. Tarrasch.", pair("Dr. E. Lasker", "S. Tarrasch")),
            ("Mr. Alder (White). Mr. Birch (Black).", pair("Alder", "Birch")),
            ("Mr. Alder (Black) and Mr. Birch (White).", pair("Birch", "Alder")),
            ("Herr Alder (White) beats Herr Birch (Black)", pair("Alder", "Birch")),
            ("Alder, White; Birch, Black. Evans Gambit. Vienna, 1882.", pair("Alder", "Birch")),
            ("Vienna, 1882. Alder White, Birch Black.", pair("Alder", "Birch")),
            ("Mr. Alder has the White men, and Mr. Birch the Black.", pair("Alder", "Birch")),
            ("Alder ..... White\nBirch ..... Black", pair("Alder", "Birch")),
            ("White Alder\nBlack J. Birch", pair("Alder", "J. Birch")),
            ("Alder (1st player), Birch (2nd player)", pair("Alder", "Birch")),
            ("Alder conducted the White pieces against Birch", pair("Alder", "")),
            ("Alder v. Birch (White gives Q Kt)", pair("", "")),
            ("White: to play and mate. Black: no moves", pair("", "")),
            ("White to play\nBlack has lost", pair("", "")),
            ("White Resigns", pair("", "")),
            ("Played in the Black Forest", pair("", "")),
            ("White's Queen is lost, and Black wins", pair("", "")),
        ] {
            let told = told(text);
            assert_eq!((told.white, told.black), expected, "{text}");
        }
    }

    #[test]
    fn heads_of_columns_may_be_misread() {
        for text in ["White. Black.", "White. Biack.", "Whiie. Black. White. Black.", "White. Black. 45."] {
            assert_eq!(heads(text), Some(true), "{text}");
        }
        assert_eq!(heads("BLACK. WHITE."), Some(false));
        for text in ["White: Brack", "White. Alder.", "Biack. Whiie.", "White. White.", "White. Blake."] {
            assert_eq!(heads(text), None, "{text}");
        }
    }
}
