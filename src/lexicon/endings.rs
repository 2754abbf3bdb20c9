//! Words that say how a game ended (`And White wins`, `Resigns`, `Drawn`), from a table.
use std::sync::OnceLock;

use super::words::{Hit, is_dash};
use super::{Language, Lexicon, Word, prose};
use crate::chess::Color;

/// How a game ended, as the words say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won, or the side that moved last.
    Win(Option<Color>),
    /// This side lost, or the side that is to move.
    Loss(Option<Color>),
    /// Nobody won.
    Draw,
}

/// Words of an ending at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Their length in bytes.
    pub len: usize,
    /// What they say.
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Side(Color),
    Win,
    /// Who won stands behind it.
    WinOf,
    Loss,
    Draw,
    /// A result in figures (`1-0`).
    Score(Outcome),
    Filler,
    /// How one side won, behind that: `easily`.
    Manner,
}

/// The forms that begin with a byte, in lower case, the longest first.
fn forms(first: u8) -> &'static [(Class, String)] {
    static TABLE: OnceLock<Vec<Vec<(Class, String)>>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let rows = csv::Reader::from_reader(include_str!("tables/endings.csv").as_bytes())
            .into_records()
            .flatten()
            .filter_map(|row| {
                let class = match row.get(0)? {
                    "white" => Class::Side(Color::White),
                    "black" => Class::Side(Color::Black),
                    "win" => Class::Win,
                    "win of" => Class::WinOf,
                    "loss" => Class::Loss,
                    "draw" => Class::Draw,
                    "white won" => Class::Score(Outcome::Win(Some(Color::White))),
                    "black won" => Class::Score(Outcome::Win(Some(Color::Black))),
                    "nobody won" => Class::Score(Outcome::Draw),
                    "filler" => Class::Filler,
                    "manner" => Class::Manner,
                    _ => return None,
                };
                Some((class, row.get(1)?.to_owned()))
            });
        let mut table = vec![Vec::new(); 256];
        for row in rows {
            table[usize::from(row.1.as_bytes().first().copied().unwrap_or_default())].push(row);
        }
        table.iter_mut().for_each(|forms| forms.sort_by_key(|(_, form)| std::cmp::Reverse(form.len())));
        table
    });
    &table[usize::from(first)]
}

/// The words at the start of `text`, if they say how a game ended.
#[must_use]
pub fn ending_at(text: &str) -> Option<Ending> {
    let mut at = 0;
    let mut side = None;
    let mut is_won = false;
    for _ in 0..4 {
        let (class, len) = word_at(text.get(at..)?)?;
        at += len;
        match class {
            Class::Side(color) if is_won => return finish(text, at, Outcome::Win(Some(color))),
            Class::Side(color) => side = Some(color),
            Class::WinOf => is_won = true,
            Class::Filler => {}
            // Figures stand alone: `1-0 up` is no result.
            Class::Score(outcome) => {
                let alone = text[at..].trim_start_matches([' ', '\t']).starts_with(['\n', '.', ')']);
                return (alone || text[at..].trim().is_empty()).then_some(Ending { len: at, outcome });
            }
            Class::Win => return finish(text, at, Outcome::Win(side)),
            Class::Loss => return finish(text, at, Outcome::Loss(side)),
            Class::Draw => return finish(text, at, Outcome::Draw),
            Class::Manner => return None,
        }
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\n', '\t', ',']).len();
    }
    None
}

/// Most words of the name of a player, titles among them, and the bytes of the longest that begins with a small letter.
const LONGEST_NAME: usize = 4;
const LONGEST_PARTICLE: usize = 3;

/// `Mr. Birch resigned.`, `Won by Mr. Birch.`: the name of a player, of whom all of a text says that he won or lost, and
/// which of the two.
#[must_use]
pub fn by_name(text: &str) -> Option<(&str, Outcome)> {
    let mut rest = text.trim_matches(|c: char| c.is_whitespace() || c == '|');
    while let Some((Class::Filler, len)) = word_at(rest) {
        rest = rest[len..].trim_start_matches([' ', '\n', ',']);
    }
    if let Some((Class::WinOf, len)) = word_at(rest) {
        let name = rest[len..].trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '!'));
        let words = || name.split_ascii_whitespace();
        let is_name = words().enumerate().all(|(at, word)| is_of_name(word, at == 0))
            && words().count() <= LONGEST_NAME;
        let is_last = !words().next_back().is_none_or(is_man);
        return (is_name && is_last && word_at(name).is_none()).then_some((name, Outcome::Win(None)));
    }
    let mut at = 0;
    for _ in 0..LONGEST_NAME {
        let word = rest[at..].split([' ', '\n']).next()?;
        if !is_of_name(word, at == 0) {
            return None;
        }
        let name = &rest[..at + word.len()];
        at += word.len() + rest[at + word.len()..].chars().next()?.len_utf8();
        let outcome = match word_at(rest.get(at..)?).filter(|_| rest[at..].starts_with(char::is_lowercase)) {
            Some((Class::Win, _)) => Outcome::Win(None),
            Some((Class::Loss, _)) => Outcome::Loss(None),
            _ => continue,
        };
        let ending = ending_at(&rest[at..])?;
        let is_all = !rest[at + ending.len..].contains(char::is_alphanumeric);
        return (is_all && !is_man(word)).then_some((name, outcome));
    }
    None
}

/// May a word stand in the name of a player, or begin it?
fn is_of_name(word: &str, is_first: bool) -> bool {
    let is_name = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '\u{2019}');
    // `von` and `de` stand in the middle of a name.
    let begins = word.starts_with(char::is_uppercase) || !is_first && word.len() <= LONGEST_PARTICLE;
    begins && word.chars().all(is_name) && !prose::is_short(word)
}

/// Is a word the English name of a man: `Queen`?
fn is_man(word: &str) -> bool {
    let means_man = |hit: &Hit| hit.len == word.len() && matches!(hit.word, Word::Man(_));
    let english = Lexicon::of(Language::English);
    english.is_some_and(|english| english.words_at(word, false).iter().any(means_man))
}

/// Most words of how a game was drawn: `by mutual consent`.
const MOST_OF_MEANS: usize = 5;

/// The length of what tells how a game ended, up to a sign that ends it: `easily`; of a draw `by perpetual check`.
fn manner(words: &str, outcome: Outcome) -> Option<usize> {
    let len = match word_at(words) {
        Some((Class::Manner, len)) => len,
        _ if outcome != Outcome::Draw => return None,
        _ => {
            let is_letter = |c: char| c.is_ascii_alphabetic() || c.is_whitespace();
            let means = words[..words.find(|c| !is_letter(c)).unwrap_or(words.len())].trim_end();
            let mut parts = means.split_ascii_whitespace();
            let tells = parts.next() == Some("by") && (1..MOST_OF_MEANS).contains(&parts.count());
            tells.then_some(means.len())?
        }
    };
    let behind = words[len..].chars().next();
    behind.is_none_or(|c| matches!(c, '.' | '!' | ',' | ';' | ')' | '\n')).then_some(len)
}

/// `in four moves`, `by perpetual check` and the full stop belong to the words.
fn finish(text: &str, at: usize, outcome: Outcome) -> Option<Ending> {
    let rest = &text[at..];
    let words = rest.trim_start();
    let mut len = at;
    if words.strip_prefix("in").is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        let end = words.as_bytes()[..words.len().min(24)].windows(4).position(|four| four == b"move");
        if let Some(end) = end {
            let after = &words[end..];
            let word = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
            len = text.len() - after.len() + word;
        }
    } else if words.starts_with(|c: char| c.is_lowercase()) && !words.starts_with("and ")
        || words.starts_with('?')
    {
        // `wins a Pawn`, `loses time`, `draws the Knight away`: the game goes on. `Won by White?` is a question.
        len = text.len() - words.len() + manner(words, outcome)?;
    }
    if text[len..].starts_with(['.', '!']) {
        len += 1;
    }
    Some(Ending { len, outcome })
}

fn word_at(text: &str) -> Option<(Class, usize)> {
    let bytes = text.as_bytes();
    let first = bytes.first().map(u8::to_ascii_lowercase)?;
    let second = bytes.get(1).copied().unwrap_or_default();
    // Most words differ in their second letter.
    let may_fit = |form: &str| match form.as_bytes().get(1) {
        Some(letter) if letter.is_ascii_alphanumeric() => letter.eq_ignore_ascii_case(&second),
        _ => true,
    };
    let near = forms(first).iter().filter(|(_, form)| may_fit(form));
    near.filter_map(|(class, form)| Some((*class, fits(text, form)?))).next()
}

/// Length of `form` at the start of `text`, case folded, any blanks between its words, any dash for its dash, and a
/// colon, with blanks around, at a word's end. A `#` is any one word.
fn fits(text: &str, form: &str) -> Option<usize> {
    let mut rest = text;
    for wanted in form.chars() {
        if wanted == ' ' {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            rest = (after.len() < rest.len()).then_some(after)?;
        } else if wanted == '#' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-').filter(|&end| end > 0)?;
            rest = &rest[end..];
        } else if matches!(wanted, '-' | ':') {
            let dash = rest.trim_start_matches(' ');
            let after = dash.trim_start_matches(|c| if wanted == '-' { is_dash(c) } else { c == wanted });
            rest = (after.len() < dash.len()).then(|| after.trim_start_matches(' '))?;
        } else {
            let here = rest.chars().next()?;
            if !here.eq_ignore_ascii_case(&wanted) {
                return None;
            }
            rest = &rest[here.len_utf8()..];
        }
    }
    let ends = rest.bytes().next().is_none_or(|b| !b.is_ascii_alphanumeric() && b < 0x80);
    ends.then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_who_won_or_that_the_mover_did() {
        let outcome = |text| ending_at(text).map(|found| (found.outcome, found.len));
        assert_eq!(outcome("And White wins; the battle"), Some((Outcome::Win(Some(Color::White)), 14)));
        assert_eq!(outcome("Resigns."), Some((Outcome::Loss(None), 8)));
        assert_eq!(outcome("announced mate in four moves."), Some((Outcome::Win(None), 29)));
        assert_eq!(outcome("announced mate in\nfour moves."), Some((Outcome::Win(None), 29)));
        assert_eq!(outcome("and wins."), Some((Outcome::Win(None), 9)));
        assert_eq!(outcome("Drawn game"), Some((Outcome::Draw, 10)));
        assert_eq!(outcome("Las negras abandonan."), Some((Outcome::Loss(Some(Color::Black)), 21)));
        assert_eq!(outcome("Abandonan las negras."), Some((Outcome::Win(Some(Color::White)), 20)));
        assert_eq!(
            outcome("y ganan las blancas").map(|found| found.0),
            Some(Outcome::Win(Some(Color::White)))
        );
        assert_eq!(outcome("Tablas.").map(|found| found.0), Some(Outcome::Draw));
        assert_eq!(outcome("Las negras ganan una pieza"), None);
        assert_eq!(outcome("1-0"), Some((Outcome::Win(Some(Color::White)), 3)));
        assert_eq!(outcome("0 \u{2013} 1\n"), Some((Outcome::Win(Some(Color::Black)), 7)));
        assert_eq!(outcome("1/2-1/2").map(|found| found.0), Some(Outcome::Draw));
        assert_eq!(outcome("\u{bd}-\u{bd}.").map(|found| found.0), Some(Outcome::Draw));
        assert_eq!(outcome("1-0 in the match"), None);
        assert_eq!(outcome("0:1"), Some((Outcome::Win(Some(Color::Black)), 3)));
        assert_eq!(outcome("1 : 0"), Some((Outcome::Win(Some(Color::White)), 5)));
        assert_eq!(outcome("White mates you in two moves."), Some((Outcome::Win(Some(Color::White)), 29)));
        assert_eq!(
            outcome("And, after a few more moves, Black resigned the game.").map(|found| found.0),
            Some(Outcome::Loss(Some(Color::Black)))
        );
        assert_eq!(outcome("given up as a drawn game").map(|found| found.0), Some(Outcome::Draw));
        assert_eq!(outcome("After a few moves the attack is over"), None);
        let told = |text| outcome(text).map(|found| found.0);
        assert_eq!(told("Won by Black."), Some(Outcome::Win(Some(Color::Black))));
        assert_eq!(told("After thirty more moves White won."), Some(Outcome::Win(Some(Color::White))));
        assert_eq!(told("And the second player wins."), Some(Outcome::Win(Some(Color::Black))));
        assert_eq!(told("Black forfeited the game."), Some(Outcome::Loss(Some(Color::Black))));
        assert_eq!(told("Drawn game by mutual agreement."), Some(Outcome::Draw));
        assert_eq!(outcome("Won by a Pawn"), None);
        assert_eq!(outcome("Won by White? No: by Black."), None);
        assert_eq!(outcome("After thirty moves White won a Pawn."), None);
        assert_eq!(outcome("wins a Pawn"), None);
        assert_eq!(outcome("Mr. Birch resigned."), None);
        assert_eq!(outcome("Black has the better game"), None);
        assert_eq!(told("White wins easily."), Some(Outcome::Win(Some(Color::White))));
        assert_eq!(told("And the game was drawn by perpetual check."), Some(Outcome::Draw));
        assert_eq!(told("Drawn by the repetition of moves;"), Some(Outcome::Draw));
        assert_eq!(told("and a draw was agreed."), Some(Outcome::Draw));
        assert_eq!(told("Schwarz gibt auf."), Some(Outcome::Loss(Some(Color::Black))));
        assert_eq!(told("Les Blancs abandonnent."), Some(Outcome::Loss(Some(Color::White))));
        assert_eq!(outcome("wins easily the Pawn"), None);
        assert_eq!(outcome("wins equally."), None);
        assert_eq!(outcome("draws by force the Queen away from her own Pawns."), None);
        assert_eq!(outcome("White abandons the game."), Some((Outcome::Loss(Some(Color::White)), 24)));
    }

    #[test]
    fn a_player_who_is_named_wins_or_resigns() {
        let (win, loss) = (Outcome::Win(None), Outcome::Loss(None));
        assert_eq!(by_name("Mr. Birch resigned."), Some(("Mr. Birch", loss)));
        assert_eq!(by_name("and Herr von Alder\nresigns"), Some(("Herr von Alder", loss)));
        assert_eq!(by_name("And Captain Alder wins."), Some(("Captain Alder", win)));
        assert_eq!(by_name("B. Alder mates in three moves."), Some(("B. Alder", win)));
        assert_eq!(by_name("Alder\nlost on time."), Some(("Alder", loss)));
        assert_eq!(by_name("Won by Mr. Alder."), Some(("Mr. Alder", win)));
        for words in [
            "The Queen wins.",
            "Mr. Birch resigned the Queen.",
            "How Alder Won",
            "ALDER WINS",
            "He, wins",
            "Won by White.",
            "Won by the Queen",
        ] {
            assert_eq!(by_name(words), None, "{words}");
        }
    }
}
