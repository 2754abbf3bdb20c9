//! Blurred words that say where a man stands: `Kt(Q5)toK3`, `R fr. Q 2 to B 3`, `P t. P(K4)`.
use std::ops::Range;
use std::sync::OnceLock;

use super::near::{Near, compact, whole};
use super::prints::{FILES, Knight, Print, Prints, RANKS};
use super::search::Search;
use super::style::Style;
use crate::chess::Bitboard;
use crate::lexicon::words::is_dash;
use crate::reading::{Act, ByWing, Capture, Constraint, Cost, Reading};
use crate::span::floor_char;

/// A man is named with no more letters than its own and that of its wing, and what it takes with so many.
const MOST_NAMES: usize = 2;
const LONGEST_CAPTURE: usize = 10;

/// No square is longer, in bytes.
const LONGEST_SQUARE: usize = 10;

/// Words farther than this from every square name none, and those farther than the second from the nearest are not meant.
const FARTHEST: u32 = 18;
const BEHIND: u32 = 8;

/// Most readings of one move.
const MOST: usize = 64;

/// What it costs to lose where a man goes, and a square that every man but a pawn may go to.
const LOST_GOAL: Cost = Cost(14);
const GOAL: &str = "K4";

/// How `from` is printed, and blurred.
const FROM: [&str; 4] = ["from", "fr", "ir.", "tr."];

/// The words of a move but for those that say where a man stands.
struct Said {
    square: Range<usize>,
    /// What is left out of the words.
    aside: Range<usize>,
    /// It is the man that is taken.
    is_victim: bool,
    /// Brackets behind the name of the man that moves hold the square.
    is_closed: bool,
}

/// The moves that begin some words, each as long as one of `ends` (in bytes) says, and say where a man stands.
pub(super) fn beginnings(words: &str, ends: &[usize], style: Style<'_>, out: &mut Vec<Near>) {
    for said in said(words, ends) {
        let squares = squares(&words[said.square.clone()], style, said.is_victim);
        let Some(&(_, nearest)) = squares.first() else { continue };
        let aside = said.aside.len();
        if said.is_closed {
            // What stands in brackets is where the man stands, and not where it goes.
            out.retain(|near| !(said.aside.start + 1..=said.aside.end).contains(&near.len));
            if is_goal_lost(&words[said.aside.end..]) {
                out.extend(to_anywhere(&words[..said.aside.start], &squares, style).map(|near| Near {
                    len: said.aside.end,
                    nearest: near.nearest + Cost(nearest),
                    ..near
                }));
            }
        }
        let (joined, inner) = if said.is_victim {
            (words[..said.aside.start].to_owned(), vec![said.aside.start])
        } else {
            let behind = ends.iter().filter(|&&end| end > said.aside.end).map(|end| end - aside).collect();
            (format!("{}{}", &words[..said.aside.start], &words[said.aside.end..]), behind)
        };
        for mut near in whole(&joined, &inner, style) {
            let readings = on_squares(&near.readings, &squares, said.is_victim);
            if readings.is_empty() {
                continue;
            }
            near.len += aside;
            near.nearest += Cost(nearest);
            match out.iter_mut().find(|known| known.len == near.len) {
                Some(known) => {
                    known.nearest = known.nearest.min(near.nearest);
                    known.readings.extend(readings);
                    known.readings.sort_by_key(|reading| reading.cost);
                }
                None => out.push(Near { readings, ..near }),
            }
        }
    }
}

/// Does nothing more stand in a cell behind where a man stands? `R (Q sq.)—`.
fn is_goal_lost(behind: &str) -> bool {
    let rest = behind.trim_start_matches(|c: char| is_dash(c) || matches!(c, '.' | '^'));
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    rest.is_empty() || rest.starts_with([' ', '\n', '\r', '\t'])
}

/// The move of a man from one of some squares to any other.
fn to_anywhere(man: &str, squares: &[(Bitboard, u32)], style: Style<'_>) -> Option<Near> {
    let moves = format!("{man}-{GOAL}");
    let mut near = whole(&moves, &[moves.len()], style).pop()?;
    for reading in &mut near.readings {
        if let Act::Man(want) = &mut reading.act {
            (want.to, want.capture) = (Constraint::ANY.to, Capture::Unsaid);
        }
        reading.cost += LOST_GOAL;
    }
    let readings = on_squares(&near.readings, squares, false);
    (!readings.is_empty()).then(|| Near { readings, nearest: near.nearest + LOST_GOAL, ..near })
}

/// The moves of men among some readings, each from some squares, or of what stands there: the cheapest first.
fn on_squares(readings: &[Reading], squares: &[(Bitboard, u32)], is_victim: bool) -> Vec<Reading> {
    let mut out: Vec<Reading> = Vec::new();
    for reading in readings {
        let Act::Man(want) = reading.act else { continue };
        out.extend(squares.iter().filter_map(|&(squares, cost)| {
            let want = placed(want, squares, is_victim)?;
            Some(Reading { act: Act::Man(want), cost: reading.cost + Cost(cost), ..*reading })
        }));
    }
    out.sort_by_key(|reading| reading.cost);
    out.truncate(MOST);
    out
}

/// A move whose man stands on one of some squares.
fn placed(want: Constraint, squares: Bitboard, is_victim: bool) -> Option<Constraint> {
    if is_victim {
        let within = |to: Bitboard| to & squares;
        let to = ByWing {
            king: within(want.to.king),
            queen: within(want.to.queen),
            unknown: within(want.to.unknown),
        };
        return (to.king | to.queen | to.unknown).any().then_some(Constraint { to, ..want });
    }
    let from = want.from & squares;
    from.any().then_some(Constraint { from, ..want })
}

/// Where some words say that a man stands: in brackets behind its name or at the end, or behind `from`.
fn said(words: &str, ends: &[usize]) -> Vec<Said> {
    let letters = |range: Range<usize>| words[range].chars().filter(|c| c.is_alphanumeric()).count();
    let is_man = |end: usize| is_man(&words[..end]);
    let mut out = Vec::new();
    if let Some(open) = words.find(['(', '[', '{']) {
        let inside = open + 1;
        let most = floor_char(words, inside + LONGEST_SQUARE);
        if let Some(len) = words[inside..most].find([')', ']', '}']).filter(|&len| len > 0) {
            let (square, aside) = (inside..inside + len, open..inside + len + 1);
            if is_man(open) {
                let is_closed = !words[square.clone()].contains(['(', '[', '{']);
                out.push(Said { square, aside, is_victim: false, is_closed });
            } else if letters(0..open) <= LONGEST_CAPTURE && ends.contains(&square.end) {
                out.push(Said { square, aside, is_victim: true, is_closed: false });
            }
        }
    }
    let from = FROM
        .iter()
        .find_map(|from| words.find(from).filter(|&at| is_man(at)).map(|at| (at, at + from.len())));
    if let Some((start, end)) = from {
        let end = end + words[end..].len() - words[end..].trim_start_matches(['.', ',', ' ']).len();
        let verb = |at: usize| words[at..].starts_with(['t', 'x', 'w', '-', '\u{2013}', '\u{2014}', '1']);
        let goes = |&at: &usize| at > end && words.is_char_boundary(at) && verb(at);
        for at in (end..words.len().min(end + LONGEST_SQUARE)).filter(goes) {
            out.push(Said { square: end..at, aside: start..at, is_victim: false, is_closed: false });
        }
    }
    out
}

/// Are words the name of a man, that of its wing before it perhaps? Of its letters only that of `Kt` is small.
fn is_man(words: &str) -> bool {
    let mut before = None;
    let mut names = 0;
    for c in words.chars().filter(|c| !matches!(c, ' ' | '.')) {
        let goes_on = c.is_ascii_lowercase() && before == Some('K');
        if !c.is_ascii_uppercase() && !goes_on {
            return false;
        }
        names += usize::from(c.is_ascii_uppercase());
        before = Some(c);
    }
    (1..=MOST_NAMES).contains(&names)
}

/// The squares whose print is near to some words, as their mover counts them, each with a cost; the nearest first.
fn squares(words: &str, style: Style<'_>, is_whole: bool) -> Vec<(Bitboard, u32)> {
    let seen: Vec<char> = compact(words, false).collect();
    let all = all(style.knight);
    let mut near: Vec<(u32, usize)> = Vec::new();
    Search::new(&seen, [seen.len()], style.confusions).each(&all.prints, Some(FARTHEST), |i, costs| {
        near.push((costs.at(seen.len()), i));
        Some(FARTHEST)
    });
    near.retain(|&(cost, i)| cost <= FARTHEST && !(is_whole && all.is_file[i]));
    near.sort_unstable();
    let best = near.first().map_or(0, |&(cost, _)| cost);
    let mut out: Vec<(Bitboard, u32)> = Vec::new();
    for (cost, i) in near.into_iter().take_while(|&(cost, _)| cost <= best + BEHIND) {
        match out.iter_mut().find(|(_, known)| *known == cost) {
            Some((squares, _)) => *squares |= all.squares[i],
            None => out.push((all.squares[i], cost)),
        }
    }
    out
}

/// The squares, and the files, as they are printed.
struct Squares {
    prints: Prints,
    squares: Vec<Bitboard>,
    is_file: Vec<bool>,
}

fn all(knight: Knight) -> &'static Squares {
    static ALL: [OnceLock<Squares>; 2] = [const { OnceLock::new() }; 2];
    ALL[knight as usize].get_or_init(|| {
        let n = if knight == Knight::Kt { "Kt" } else { "N" };
        let mut found: Vec<(Print, Bitboard, bool)> = Vec::new();
        for file in FILES {
            let mut whole = Bitboard::EMPTY;
            for rank in RANKS {
                let print =
                    Print::of(&format!("{file} {rank}").replace("Kt", n), format!("K to {file} {rank}"));
                let squares = squares_of(&print);
                whole |= squares;
                found.push((print, squares, false));
            }
            found.push((Print::of(&file.replace("Kt", n), String::new()), whole, true));
        }
        found.sort_by(|a, b| a.0.compact.cmp(&b.0.compact));
        let squares = found.iter().map(|known| known.1).collect();
        let is_file = found.iter().map(|known| known.2).collect();
        Squares { prints: Prints::of(found.into_iter().map(|known| known.0).collect()), squares, is_file }
    })
}

/// The squares to which the words of a print go.
fn squares_of(print: &Print) -> Bitboard {
    let to = print.readings().iter().filter_map(|meant| match meant.reading.act {
        Act::Man(want) => Some(want.to.king | want.to.queen | want.to.unknown),
        _ => None,
    });
    to.fold(Bitboard::EMPTY, |all, squares| all | squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares from which the cheapest reading of some words goes, and those to which it does.
    fn read(words: &str) -> Option<(u32, Bitboard, Bitboard)> {
        let mut out = Vec::new();
        let ends: Vec<usize> = (1..=words.len()).collect();
        beginnings(words, &ends, Style::default(), &mut out);
        let near = out.into_iter().find(|near| near.len == words.len())?;
        let first = near.readings.first()?;
        let Act::Man(want) = first.act else { return None };
        Some((first.cost.0, want.from, want.to.king | want.to.queen | want.to.unknown))
    }

    fn squares(names: &[&str]) -> Bitboard {
        names
            .iter()
            .fold(Bitboard::EMPTY, |all, name| all | Bitboard::from_square(name.parse().expect("a square")))
    }

    #[test]
    fn blurred_words_say_where_a_man_stands() {
        let clear = super::super::near::BASE.0;
        for (words, from, to) in [
            ("Kt(Q5)toK3", &["d5"][..], &["e3"][..]),
            ("Kt (Bsq) toQ2", &["c1", "f1"], &["d2"]),
            ("Kt fr.Q2toB3", &["d2"], &["c3", "f3"]),
            ("RfromR 3to B3", &["a3", "h3"], &["c3", "f3"]),
        ] {
            assert_eq!(read(words), Some((clear, squares(from), squares(to))), "{words}");
        }
        let (cost, from, to) = read("Kt(Bsg)toQz").expect("a move");
        assert!(cost > clear);
        assert_eq!((from, to), (squares(&["c1", "f1"]), squares(&["d2"])));
        let (_, from, to) = read("P t. P(K4)").expect("a move");
        assert_eq!((from, to), (Bitboard(!0), squares(&["e4"])));
        // Where it goes is lost: the square in the brackets is where it stood.
        for words in ["R (Q sq.)-", "R(Qsq )\u{2014} "] {
            let (cost, from, to) = read(words.trim_end_matches([' ', '-', '\u{2014}'])).expect("a move");
            assert!((clear + LOST_GOAL.0..clear + LOST_GOAL.0 + 3).contains(&cost), "{words} {cost}");
            assert_eq!((from, to), (squares(&["d1"]), Bitboard(!0)), "{words}");
        }
        let mut out = super::super::near::whole("R (Q sq.)-Q2", &[7, 12], Style::default());
        assert!(out.iter().any(|near| near.len == 7));
        beginnings("R (Q sq.)-Q2", &[7, 12], Style::default(), &mut out);
        assert!(!out.iter().any(|near| near.len <= 9), "{out:?}");
        for words in ["Castles(A)", "KttoB3(A)", "from the"] {
            assert_eq!(read(words), None, "{words}");
        }
    }
}
