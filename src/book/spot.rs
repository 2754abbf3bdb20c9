//! Which half-move of a game a note below it says that it speaks of: `Move 12, White: …`, `12 (B). …`, `White's 12th move. …`,
//! `12. Kt-B3. …`.
use crate::book::Recognizer;
use crate::book::note;
use crate::record::Cell;

/// The half-move, counted from 0, and how far behind its name the words of the note begin. `cells` are those of the game, the first
/// of which is the half-move `first`.
pub(super) fn of_note(
    text: &str,
    cells: &[Cell],
    first: u32,
    recognizer: &dyn Recognizer,
) -> Option<(usize, usize)> {
    let (ply, rest) = by_side(text).or_else(|| by_move(text, cells, first, recognizer))?;
    let at = ply.checked_sub(first)? as usize;
    let rest = rest.trim_start_matches(['.', ':', ',', ';', ')', '-', '\u{2013}', '\u{2014}', ' ', '\n']);
    (at < cells.len() && rest.contains(char::is_alphabetic)).then_some((at, text.len() - rest.len()))
}

/// The words behind one that begins a text, whatever the case of its letters.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
    let rest = &text[head.len()..];
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// The side that a text begins with the name of: whether it is Black.
fn side(text: &str) -> Option<(bool, &str)> {
    let names = [("white", false), ("black", true), ("w", false), ("b", true)];
    names.iter().find_map(|&(name, is_black)| Some((is_black, behind(text, name)?)))
}

/// The number that a text begins with.
fn number(text: &str) -> Option<(u32, &str)> {
    let figures = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..figures].parse().ok().filter(|&number| number > 0 && figures <= 3)?, &text[figures..]))
}

/// A number of a move with the name of the side.
fn by_side(text: &str) -> Option<(u32, &str)> {
    if let Some((is_black, rest)) = side(text) {
        let rest = rest.strip_prefix(['\'', '\u{2019}'])?.strip_prefix("s ")?;
        let (value, rest) = number(rest)?;
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_lowercase()).trim_start();
        return Some((note::ply(value, is_black), behind(rest, "move")?));
    }
    let named = behind(text, "move");
    let (value, rest) = number(named.unwrap_or(text).trim_start())?;
    let bare = rest.trim_start_matches([' ', ',', '.']);
    let inner = bare.strip_prefix('(').filter(|_| bare.len() + 1 >= rest.len() || named.is_some());
    let (is_black, rest) = side(inner.unwrap_or(bare))?;
    let closes = match inner {
        Some(_) => rest.starts_with(')'),
        None => named.is_some() && rest.starts_with([':', '.', ')', '-', '\u{2014}']),
    };
    closes.then_some((note::ply(value, is_black), rest))
}

/// A number of a move with the words of that move as they are printed in the game.
fn by_move<'t>(
    text: &'t str,
    cells: &[Cell],
    first: u32,
    recognizer: &dyn Recognizer,
) -> Option<(u32, &'t str)> {
    let (value, rest) = number(text)?;
    let bare = rest.trim_start_matches(['.', ' ', '\u{2026}']);
    let dots = rest[..rest.len() - bare.len()].trim_end();
    let ply = note::ply(value, dots.len() > 1);
    let seen = recognizer.move_at(bare).filter(|seen| seen.sure >= 2)?;
    let cell = cells.get(ply.checked_sub(first)? as usize)?;
    let words = |words: &str| {
        words.split_whitespace().collect::<String>().trim_end_matches(['.', '!', '?']).to_owned()
    };
    let is_same = words(&bare[..seen.len]) == words(&cell.words);
    // A sentence of its own follows.
    let behind = &bare[seen.len..];
    let sentence = behind.trim_start_matches(['.', ':', ' ', '!', '?', '\n', '\u{2014}']);
    (is_same && sentence.len() < behind.len() && sentence.starts_with(char::is_uppercase))
        .then_some((ply, behind))
}

#[cfg(test)]
mod tests {
    use super::by_side;

    #[test]
    fn a_note_names_the_half_move_it_speaks_of() {
        for (text, ply) in [
            ("Move 12, White: Best.", 22),
            ("Move 12 (Black). Best.", 23),
            ("12 (B). Best.", 23),
            ("12 (W) Best.", 22),
            ("White's 12th move. Best.", 22),
            ("Black\u{2019}s 2d move was weak.", 3),
        ] {
            assert_eq!(by_side(text).map(|(ply, _)| ply), Some(ply), "{text}");
        }
        for none in
            ["12. Best.", "Black moves 12 times.", "Move 12 was weak.", "12 Black men", "White (12) left"]
        {
            assert_eq!(by_side(none), None, "{none}");
        }
    }
}
