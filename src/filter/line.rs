//! Lines of moves: `reaches "e4 c5 Nf3"`.
//!
//! In the place of a move `*` stands for any, `d4|d3` for one of some, `!Nf3` for any but these. Move numbers may stand
//! among them, and signs of check may be left out.
use super::pattern::{Pattern, PatternError};
use crate::chess::{Move, Position, San};
use crate::game::{Game, Ply};

/// What is asked of one half-move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// One of these; any move when there are none.
    moves: Vec<San>,
    /// None of these.
    refused: Vec<San>,
}

/// Moves from the first position of the usual game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The first moves of the game are these.
    Moves(Vec<Move>),
    /// The first moves of the game are such as these.
    InOrder(Vec<Asked>),
    /// The first moves of each side are such as these, in any order.
    InAnyOrder(Vec<Asked>),
    /// The position after them is reached, in whatever way.
    Position(Pattern),
}

impl Line {
    /// Reads a line; `any` order may be that of the game.
    ///
    /// # Errors
    ///
    /// The place in it, and what was expected there.
    pub fn parse(text: &str, any: bool) -> Result<Self, PatternError> {
        let miss = |at: usize, expected: &'static str| Err(PatternError { at, expected });
        let mut position = Position::default();
        let mut is_plain = true;
        let mut moves = Vec::new();
        let mut asked = Vec::new();
        for (at, token) in tokens(text) {
            let mut one = Asked { moves: Vec::new(), refused: Vec::new() };
            let (words, is_not) = match token.strip_prefix('!') {
                Some(words) => (words, true),
                None => (token, false),
            };
            if words != "*" {
                for word in words.split('|') {
                    let Some((san, _)) = San::parse(word.trim_end_matches(['!', '?']).as_bytes()) else {
                        return miss(at, "a move such as Nf3, d4|d3, !Nf3 or *");
                    };
                    if is_not { one.refused.push(san) } else { one.moves.push(san) }
                }
            } else if is_not {
                return miss(at, "a move behind this !");
            }
            if let ([san], [], true) = (&one.moves[..], &one.refused[..], is_plain) {
                let Ok(mv) = position.resolve(*san) else {
                    return miss(at, "a legal move, with the moves before it played");
                };
                moves.push(mv);
                position = position.after_move(mv);
            } else {
                is_plain = false;
            }
            asked.push(one);
        }
        if asked.is_empty() {
            return miss(0, "moves, such as e4 c5 Nf3");
        }
        Ok(match (is_plain, any) {
            (true, true) => Self::Position(Pattern::of_board(position.board()).with_turn(position.turn())),
            (true, false) => Self::Moves(moves),
            (false, true) => Self::InAnyOrder(asked),
            (false, false) => Self::InOrder(asked),
        })
    }

    /// Whether a game begins with the line. (A position is not looked for here.)
    #[must_use]
    pub fn begins(&self, game: &Game<'_>) -> bool {
        if !game.start.is_usual_start() {
            return false;
        }
        let mut plies = game.plies_played();
        match self {
            Self::Moves(moves) => moves.iter().all(|mv| plies.next().is_some_and(|ply| ply.mv == *mv)),
            Self::InOrder(asked) => {
                let mut position = game.start;
                asked.iter().all(|asked| {
                    plies.next().is_some_and(|ply| {
                        let fits = asked.fits(&position, ply.mv);
                        position.play_unchecked(ply.mv);
                        fits
                    })
                })
            }
            Self::InAnyOrder(asked) => in_any_order(asked, game.start, plies),
            Self::Position(_) => false,
        }
    }
}

impl Asked {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        let is = |san: &San| position.resolve(*san) == Ok(mv);
        (self.moves.is_empty() || self.moves.iter().any(is)) && !self.refused.iter().any(is)
    }
}

/// Whether the first moves can be given to what is asked of their side, one to one; a move that is refused anywhere may
/// not be among them at all.
fn in_any_order(asked: &[Asked], start: Position, plies: impl Iterator<Item = Ply>) -> bool {
    let mut position = start;
    // Of each move: what it would do for.
    let mut fits: Vec<Vec<usize>> = Vec::new();
    for ply in plies.take(asked.len()) {
        let own = fits.len() % 2;
        let of_side = || asked.iter().enumerate().skip(own).step_by(2);
        let is = |san: &San| position.resolve(*san) == Ok(ply.mv);
        if of_side().any(|(_, asked)| asked.refused.iter().any(is)) {
            return false;
        }
        let does = |asked: &Asked| asked.moves.is_empty() || asked.moves.iter().any(is);
        fits.push(of_side().filter(|(_, asked)| does(asked)).map(|(index, _)| index).collect());
        position.play_unchecked(ply.mv);
    }
    if fits.len() < asked.len() {
        return false;
    }
    let mut given = vec![None; asked.len()];
    (0..fits.len()).all(|ply| give(ply, &fits, &mut given, &mut vec![false; asked.len()]))
}

/// Gives a move its place, moving others to other places where that is needed (augmenting paths).
fn give(ply: usize, fits: &[Vec<usize>], given: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &place in &fits[ply] {
        if std::mem::replace(&mut seen[place], true) {
            continue;
        }
        if given[place].is_none_or(|other| give(other, fits, given, seen)) {
            given[place] = Some(ply);
            return true;
        }
    }
    false
}

/// The words with their offsets, move numbers left out.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(' ').filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = if bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
        let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
        (!bare.is_empty() && !is_number).then_some((start + word.len() - bare.len(), bare))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Node, Played};
    use crate::span::Span;

    fn game(moves: &str) -> Game<'static> {
        let mut game = Game::default();
        for word in moves.split_whitespace() {
            let (san, suffix) = San::parse(word.as_bytes()).expect(word);
            let mv = game.end.resolve(san).expect(word);
            game.end.play_unchecked(mv);
            game.nodes.push(Node::Move(Played { mv, san, suffix, span: Span::default() }));
        }
        game
    }

    fn begins(line: &str, any: bool, moves: &str) -> bool {
        Line::parse(line, any).expect(line).begins(&game(moves))
    }

    #[test]
    fn a_line_is_the_beginning_of_a_game() {
        let sicilian = "e4 c5 Nf3 d6 d4 cxd4";
        for line in ["e4", "1.e4 c5 2. Nf3", "e4 c5 Nf3 d6 d4|d3", "* c5 !Nc3", "e4 * * d6!", "e4 c5 !Nc3|d4"]
        {
            assert!(begins(line, false, sicilian), "{line}");
        }
        for line in
            ["d4", "e4 c5 Nc3", "e4 c5 !Nf3", "* e5", "e4 c5 Nf3 d6 d4 cxd4 Nxd4", "e4 c5 Nf3 d6 d4 cxd4 *"]
        {
            assert!(!begins(line, false, sicilian), "{line}");
        }
    }

    #[test]
    fn each_side_may_make_its_moves_in_any_order() {
        let nimzo = "c4 e6 Nc3 Nf6 d4 Bb4";
        assert!(begins("d4 Nf6 c4 e6 Nc3 *", true, nimzo));
        assert!(begins("d4 * c4 * Nc3 *", true, nimzo) && !begins("d4 * c4 * Nc3 *", false, nimzo));
        assert!(!begins("d4 * c4 * Nf3 *", true, nimzo));
        assert!(!begins("d4 * c4 * * !e6", true, nimzo), "a move that is refused may stand nowhere");
        // c4 does for the first place too; then d4 must have the second.
        assert!(begins("c4|d4 * c4 * Nc3 *", true, nimzo));
    }

    #[test]
    fn a_plain_line_in_any_order_is_a_position() {
        let Ok(Line::Position(pattern)) = Line::parse("e4 c5 Nf3", true) else { panic!("a position") };
        assert!(pattern.fits(&game("Nf3 c5 e4").end) && !pattern.fits(&game("Nf3 c5 e3").end));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (line, at) in
            [("e4 Ke4", 3), ("", 0), ("e4 soon", 3), ("1. e4 1... !*", 11), ("e5", 0), ("e4 c5|x", 3)]
        {
            assert_eq!(Line::parse(line, false).expect_err(line).at, at, "{line}");
        }
    }
}
