//! The words for moves that cannot be played.
use super::oddity::short;
use crate::chess::{Color, File, Move, Position, Rank, Role, Square, attacks};
use crate::code::Code;
use crate::diagnose::Diagnostic;
use crate::record::{Act, Word};
use crate::span::Span;

/// White or Black, as a name.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `White's move 12`.
pub fn place(position: &Position) -> String {
    format!("{}'s move {}", side(position.turn()), position.fullmove_number())
}

/// What is said of words that are no move.
pub fn unreadable(words: &str, position: &Position) -> String {
    format!("`{}` ({}): cannot be read as a move", short(words), place(position))
}

/// The legal moves as export format writes them.
pub fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| format!("{}{}", position.san(mv), position.suffix_after(mv))).collect()
}

fn count(n: usize) -> String {
    match n {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        n => n.to_string(),
    }
}

/// What would be accepted, if anything is known.
fn with_candidates(diagnostic: Diagnostic, candidates: Vec<String>) -> Diagnostic {
    if candidates.is_empty() {
        return diagnostic;
    }
    let help = format!("legal here: {}", candidates.join(", "));
    diagnostic.with_candidates(candidates).with_help(help)
}

/// Several pieces could make the move.
pub fn ambiguous(position: &Position, moves: &[Move], token: &str, span: Span, ply: u32) -> Diagnostic {
    let roles: Vec<Role> = moves.iter().filter_map(|&mv| position.role_of(mv)).collect();
    let same = roles.windows(2).all(|pair| pair[0] == pair[1]);
    let men = match roles.first() {
        Some(role) if same => format!("{}s", role.name()),
        _ => "pieces".to_owned(),
    };
    let targets: Vec<Square> = moves.iter().map(|mv| mv.destination()).collect();
    let squares: Vec<String> = moves.iter().map(|mv| mv.from().to_string()).collect();
    let one_target = targets.windows(2).all(|pair| pair[0] == pair[1]);
    let what = match targets.first() {
        Some(to) if one_target => {
            format!("{} {men} can go to {to}, from {}", count(moves.len()), squares.join(" and "))
        }
        _ => format!("{} moves fit", count(moves.len())),
    };
    let message = format!("`{}` ({}): {what}", short(token), place(position));
    let diagnostic = Diagnostic::new(Code::AmbiguousMove, span, message).at_ply(ply);
    with_candidates(diagnostic, sans(position, moves))
}

/// A promotion that does not say to what.
pub fn promotion_missing(
    position: &Position,
    moves: &[Move],
    token: &str,
    span: Span,
    ply: u32,
) -> Diagnostic {
    let message = format!("`{}` ({}): nothing says what the pawn becomes", short(token), place(position));
    let diagnostic = Diagnostic::new(Code::PromotionMissing, span, message).at_ply(ply);
    with_candidates(diagnostic, sans(position, moves))
}

/// A move that is not legal, with the reason.
pub fn illegal(
    position: &Position,
    word: &Word,
    role: Option<Role>,
    token: &str,
    span: Span,
    ply: u32,
) -> Diagnostic {
    let to = word.to_file.zip(word.to_rank).map(|(file, rank)| Square::new(file, rank));
    let reason = reason(position, word, role, to);
    let message = format!("`{}` ({}): {reason}", short(token), place(position));
    let near: Vec<Move> = position
        .legal_moves()
        .as_slice()
        .iter()
        .copied()
        .filter(|mv| match word.act {
            Act::Castle(_) => mv.is_castle(),
            Act::Null | Act::Unreadable => false,
            Act::Move => Some(mv.to()) == to && !mv.is_castle(),
        })
        .collect();
    let same: Vec<Move> =
        near.iter().copied().filter(|&mv| role.is_none() || position.role_of(mv) == role).collect();
    let shown = if same.is_empty() { near } else { same };
    with_candidates(Diagnostic::new(Code::IllegalMove, span, message).at_ply(ply), sans(position, &shown))
}

fn reason(position: &Position, word: &Word, role: Option<Role>, to: Option<Square>) -> String {
    let us = position.turn();
    let me = side(us);
    if !position.has_legal_move() {
        let end = if position.is_check() { "is checkmated" } else { "is stalemated" };
        return format!("the game has ended, {me} {end}");
    }
    match word.act {
        Act::Castle(castling) => {
            let wing = if castling == crate::chess::CastlingSide::King { "king's" } else { "queen's" };
            return if position.is_check() {
                format!("{me} cannot castle out of check")
            } else if position.castling().has(us, castling) {
                format!("{me} cannot castle on the {wing} side now: the way is not free, or attacked")
            } else {
                format!("{me} may not castle on the {wing} side: king or rook has moved")
            };
        }
        Act::Null => return format!("{me} is in check and cannot pass"),
        Act::Move | Act::Unreadable => {}
    }
    let man = role.map_or("piece", Role::name);
    let Some(to) = to else { return format!("no {man} of {me}'s can make this move") };
    let board = position.board();
    if let Some(role) = role
        && board.pieces(us, role).is_empty()
    {
        return format!("{me} has no {man}");
    }
    if let Some(piece) = board.piece_at(to)
        && piece.color == us
    {
        return format!("{me}'s own {} stands on {to}", piece.role.name());
    }
    // A piece that could go there if its king did not mind.
    let fits = |from: Square| {
        word.from_file.is_none_or(|file| from.file() == file)
            && word.from_rank.is_none_or(|rank| from.rank() == rank)
    };
    let mut said = String::new();
    if let (Some(file), rank) = (word.from_file, word.from_rank) {
        said = from_words(file, rank);
    } else if let Some(rank) = word.from_rank {
        said = format!(" on the {} rank", ordinal(rank));
    }
    let reaches = |from: Square| match role {
        Some(Role::Pawn) | None => false,
        Some(role) => {
            attacks::reach(role, from).contains(to)
                && (attacks::between(from, to) & board.occupied()).is_empty()
        }
    };
    let blocked =
        role.and_then(|role| board.pieces(us, role).into_iter().find(|&from| fits(from) && reaches(from)));
    if let Some(from) = blocked {
        return if role == Some(Role::King) {
            format!("the king would stand in check on {to}")
        } else if position.is_check() {
            format!("{me} is in check, and the {man} on {from} does not help on {to}")
        } else {
            format!("the {man} on {from} is pinned")
        };
    }
    if role == Some(Role::Pawn)
        && (word.capture == Some(true) || word.from_file.is_some_and(|file| file != to.file()))
    {
        // A pawn that could take if its king did not mind.
        let pawns = board.pieces(us, Role::Pawn);
        let Some(from) = pawns.into_iter().find(|&from| fits(from) && attacks::pawn(us, from).contains(to))
        else {
            return format!("no pawn of {me}'s{said} can take on {to}");
        };
        let is_passing = position.pseudo_ep_square() == Some(to);
        return match (is_passing || board.piece_at(to).is_some(), position.is_check()) {
            (false, _) => format!("nothing stands on {to} that the pawn on {from} could take"),
            (true, true) => format!("{me} is in check, and the pawn on {from} does not help on {to}"),
            (true, false) if is_passing => format!("taking in passing on {to} would leave the king in check"),
            (true, false) => format!("the pawn on {from} is pinned"),
        };
    }
    if role.is_none() {
        return format!("no piece of {me}'s{said} can go to {to}");
    }
    format!("no {man} of {me}'s{said} can reach {to}")
}

fn from_words(file: File, rank: Option<Rank>) -> String {
    let letter = char::from(file.letter());
    match rank {
        Some(rank) => format!(" on {letter}{}", char::from(rank.letter())),
        None => format!(" on the {letter}-file"),
    }
}

fn ordinal(rank: Rank) -> &'static str {
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"][rank.index()]
}
