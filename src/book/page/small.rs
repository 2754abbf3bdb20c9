//! Moves typed in small letters, as in mails and forums: `p-k4`, `kt x p`, `n to kb3`. No words of prose have their shape, so
//! that their names are given their capitals wherever they stand.
use std::ops::Range;

use crate::book::ordinal;
use crate::book::token::is_dash;

/// The names of men, the longer first.
const MEN: [&str; 7] = ["kt", "k", "q", "r", "b", "n", "p"];

/// So many moves in small letters show that a text has them.
const FEWEST: usize = 4;

/// The longest name of a man or of a file is made of so many: `qrp`.
const LONGEST: usize = 3;

/// Puts capitals in the place of the small letters of moves, if there are some.
pub(super) fn capitals(text: &mut String) {
    let bytes = text.as_bytes();
    let begins =
        |at: &usize| *at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || b"-'".contains(&bytes[at - 1]));
    let is_man = |at: &usize| b"kqrbnp".contains(&bytes[*at]);
    let mut next = 0;
    let found: Vec<(Range<usize>, bool)> = (0..bytes.len())
        .filter(is_man)
        .filter(begins)
        .filter_map(|at| {
            let (len, is_sure) = length(&text[at..]).filter(|_| at >= next)?;
            next = at + len;
            Some((at..next, is_sure))
        })
        .collect();
    if found.iter().filter(|(_, is_sure)| *is_sure).count() < FEWEST {
        return;
    }
    // `castles with q. r.`: the rook is named.
    let castled = ["castles with ", "castles "].iter().flat_map(|verb| text.match_indices(verb));
    let castled: Vec<Range<usize>> = castled
        .map(|(at, verb)| at + verb.len())
        .filter_map(|start| Some(start..start + spaced(&text[start..]).next()?))
        .collect();
    for range in found.into_iter().map(|(range, _)| range).chain(castled) {
        let words = capital(&text[range.clone()]);
        text.replace_range(range, &words);
    }
}

/// The same words with capitals for the names of men.
fn capital(words: &str) -> String {
    let is_name = |word: &str| names(word) == Some(word.len());
    let mut out = String::with_capacity(words.len());
    for word in words.split_inclusive(|c: char| !c.is_ascii_lowercase()) {
        let letters = word.trim_end_matches(|c: char| !c.is_ascii_lowercase());
        let taken = letters.split_once('x').filter(|(man, other)| is_name(man) && is_name(other));
        match taken {
            Some((man, other)) => out.extend([&name(man), "x", &name(other)]),
            None if is_name(letters) => out.push_str(&name(letters)),
            None => out.push_str(letters),
        }
        out.push_str(&word[letters.len()..]);
    }
    out
}

/// `KKt` of `kkt`.
fn name(letters: &str) -> String {
    letters.to_ascii_uppercase().replace("KT", "Kt")
}

/// The length of the name of a man or of a file that a text begins with.
fn names(text: &str) -> Option<usize> {
    let mut len = 0;
    for _ in 0..LONGEST {
        let rest = &text[len..];
        let Some(man) = MEN.iter().find(|man| rest.starts_with(**man)) else { break };
        len += man.len();
    }
    (len > 0).then_some(len)
}

/// What stands behind the point that ends a name: `k. b. 3d.`.
fn pointless(text: &str) -> &str {
    text.strip_prefix('.').unwrap_or(text)
}

/// The lengths of the names that a text begins with, each with a blank behind the one before, the longest first: `k kt` and
/// `k` of `k kt 3`.
fn spaced(text: &str) -> impl Iterator<Item = usize> {
    let mut lengths = Vec::new();
    let mut at = 0;
    while lengths.len() < LONGEST
        && let Some(len) =
            names(&text[at..]).filter(|len| !text[at + len..].starts_with(char::is_alphanumeric))
    {
        lengths.push(at + len);
        at += len;
        let behind = pointless(&text[at..]);
        if !behind.starts_with(' ') {
            break;
        }
        at = text.len() - behind.len() + 1;
    }
    lengths.into_iter().rev()
}

/// The length of a move in small letters that a text begins with, and whether nothing else can be meant.
fn length(text: &str) -> Option<(usize, bool)> {
    let close = names(text)?;
    let apart = spaced(text).filter(|&man| man > close);
    apart.chain([close]).find_map(|man| length_behind(text, man))
}

/// The same where the name of the man is known.
fn length_behind(text: &str, man: usize) -> Option<(usize, bool)> {
    let rest = pointless(&text[man..]);
    let bare = rest.trim_start_matches(' ');
    let is_apart = bare.len() < rest.len();
    let dash = bare.strip_prefix(is_dash);
    let takes =
        bare.strip_prefix(['x', '\u{d7}']).or_else(|| bare.strip_prefix("takes ").filter(|_| is_apart));
    let to = bare.strip_prefix("to ").filter(|_| is_apart).or(dash);
    let behind = to.or(takes)?.trim_start_matches(' ');
    let close = names(behind)?;
    let goals = || spaced(behind).filter(|&goal| goal > close).chain([close]);
    // Behind a file its rank.
    let ranked = |goal: usize| {
        let rank = pointless(&behind[goal..]).trim_start_matches(' ');
        let rest =
            rank.strip_prefix(|c: char| ('1'..='8').contains(&c)).or_else(|| rank.strip_prefix("sq"))?;
        Some(ordinal::behind_ending(rest).unwrap_or(rest))
    };
    // What moves next is not taken.
    let taken = |goal: usize| {
        let rest = pointless(&behind[goal..]).trim_start_matches(' ');
        let moves =
            rest.starts_with(is_dash) || ["to ", "takes ", "x"].iter().any(|verb| rest.starts_with(verb));
        (!moves).then_some(&behind[goal..])
    };
    let end = if takes.is_some() { goals().find_map(taken) } else { goals().find_map(ranked) }?;
    // `p to k 4`, `p. to k. 4th`, with a figure behind it.
    let goal = text[..text.len() - end.len()].trim_end_matches(|c: char| c.is_ascii_lowercase());
    let figure = goal.ends_with(|c: char| ('1'..='8').contains(&c));
    // `p-k8=q`, `p-k8 (q)`: what the pawn becomes.
    let letter = end.trim_start_matches([' ', '=', '(']);
    let becomes = ["kt", "q", "r", "b", "n"].iter().find_map(|man| letter.strip_prefix(man));
    let becomes =
        becomes.filter(|rest| text.starts_with('p') && letter.len() < end.trim_start().len() && ends(rest));
    ends(end).then(|| (text.len() - becomes.unwrap_or(end).len(), dash.is_some() || !is_apart || figure))
}

/// Does a word end where this begins? `ch` may stand right behind a move.
fn ends(rest: &str) -> bool {
    let rest = rest.strip_prefix("ch").unwrap_or(rest);
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_small_letters_get_capitals_and_prose_does_not() {
        let mut text = "1. p-k4 p-k4 2. kt-kb3 n to qb3 3. bxp ch kt x p; 4. p-k8=q rp takes kt".to_owned();
        capitals(&mut text);
        assert_eq!(text, "1. P-K4 P-K4 2. Kt-KB3 N to QB3 3. BxP ch Kt x P; 4. P-K8=Q RP takes Kt");
        let mut text = "1 p to k 4 p to k 4 2 kt to k b 3 kt to q b 3 3 b to kt 5 p takes q p 4 q kt takes p b to k 2 ch"
            .to_owned();
        capitals(&mut text);
        assert_eq!(
            text,
            "1 P to K 4 P to K 4 2 Kt to K B 3 Kt to Q B 3 3 B to Kt 5 P takes Q P 4 Q Kt takes P B to K 2 ch"
        );
        let mut text = "1 p. to k. 4th. p. to q. b. 4th. 2 kt. to k. b. 3d. kt. takes k. p. 3 k. to b. sq. castles with q. r. 4 p. to q. 4th."
            .to_owned();
        capitals(&mut text);
        assert_eq!(
            text,
            "1 P. to K. 4th. P. to Q. B. 4th. 2 Kt. to K. B. 3d. Kt. takes K. P. 3 K. to B. sq. castles with Q. R. 4 P. to Q. 4th."
        );
        for prose in [
            "a b-side, a p-value, an n-by-n board, a k-factor: r to be, q-tips, 1. e4 e5 2. bxc3 b-b",
            "p-k4 is a move, and p-q4 is one",
        ] {
            let mut text = prose.to_owned();
            capitals(&mut text);
            assert_eq!(text, prose);
        }
    }
}
