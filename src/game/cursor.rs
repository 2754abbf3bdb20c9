//! Goes through a game's flat list of nodes: the main line alone, with the board or without, or the whole tree with the
//! board, without recursion.
use super::track::Track;
use super::{Game, Node, Played, Ply};
use crate::chess::Position;

/// The moves of the main line of a game, without the board.
#[derive(Clone, Debug)]
pub struct Moves<'g, 't> {
    nodes: &'g [Node<'t>],
    /// The node that comes next: a move of the main line, or the end.
    at: usize,
}

impl<'g, 't> Moves<'g, 't> {
    /// All moves of the main line.
    #[inline]
    #[must_use]
    pub fn of(game: &'g Game<'t>) -> Self {
        let mut moves = Self { nodes: game.nodes(), at: 0 };
        moves.seek();
        moves
    }

    /// Goes to the next move of the main line, or to the end.
    #[inline]
    fn seek(&mut self) {
        if !matches!(self.nodes.get(self.at), Some(Node::Move(_)) | None) {
            self.pass_over();
        }
    }

    /// Passes over comments, glyphs and variations.
    fn pass_over(&mut self) {
        let mut depth = 0_u32;
        while let Some(node) = self.nodes.get(self.at) {
            match node {
                Node::Move(_) if depth == 0 => return,
                Node::Open => depth += 1,
                Node::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The place in the list of nodes of the move that comes next; the number of nodes at the end.
    #[inline]
    #[must_use]
    pub const fn node(&self) -> usize {
        self.at
    }

    #[inline]
    fn peek(&self) -> Option<&'g Played> {
        match self.nodes.get(self.at) {
            Some(Node::Move(played)) => Some(played),
            _ => None,
        }
    }
}

impl<'g> Iterator for Moves<'g, '_> {
    type Item = &'g Played;

    #[inline]
    fn next(&mut self) -> Option<&'g Played> {
        let played = self.peek()?;
        self.at += 1;
        self.seek();
        Some(played)
    }
}

/// The nodes of a line that stand in no variation.
pub fn outside_variations<'n, 't>(nodes: &'n [Node<'t>]) -> impl Iterator<Item = &'n Node<'t>> {
    let mut depth = 0_u32;
    nodes.iter().filter(move |node| {
        match node {
            Node::Open => depth += 1,
            Node::Close => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

impl Game<'_> {
    /// The half-moves of the main line, whether they were kept with the nodes or alone.
    pub fn plies_played(&self) -> impl Iterator<Item = Ply> {
        let nodes = if self.line.is_empty() { Some(Moves::of(self)) } else { None };
        self.line.iter().copied().chain(nodes.into_iter().flatten().map(Played::ply))
    }
}

/// The main line of a game, one move at a time, with the position before each.
///
/// ```
/// use descant::game::{Game, MainLine};
///
/// let game = Game::default();
/// let mut line = MainLine::of(&game);
/// while let Some(played) = line.peek() {
///     let before = line.position();
///     println!("{} {}", line.ply() + 1, before.uci(played.mv));
///     line.advance();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct MainLine<'g, 't> {
    moves: Moves<'g, 't>,
    position: Position,
    ply: u32,
}

impl<'g, 't> MainLine<'g, 't> {
    /// The main line, before its first move.
    #[must_use]
    pub fn of(game: &'g Game<'t>) -> Self {
        Self { moves: Moves::of(game), position: game.start, ply: 0 }
    }

    /// The position of a game's main line after so many half-moves, or after its last.
    #[must_use]
    pub fn at(game: &'g Game<'t>, plies: usize) -> Position {
        let mut line = Self::of(game);
        while (line.ply as usize) < plies && line.advance().is_some() {}
        line.position
    }

    /// The move that comes next.
    #[inline]
    #[must_use]
    pub fn peek(&self) -> Option<&'g Played> {
        self.moves.peek()
    }

    /// The place of the next move in the list of nodes.
    #[must_use]
    pub const fn node(&self) -> usize {
        self.moves.node()
    }

    /// Plays the next move. `None` at the end of the line.
    #[inline]
    pub fn advance(&mut self) -> Option<&'g Played> {
        let played = self.moves.next()?;
        self.position.play_unchecked(played.mv);
        self.ply += 1;
        Some(played)
    }

    /// The position now: before the next move, after the last.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Half-moves played so far.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }
}

/// One step through the tree of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'g, 't> {
    /// A move was played; [`Walk::before`] is the position it was played in, [`Walk::position`] the one it led to.
    Move(&'g Played),
    /// A glyph on the last move.
    Nag(u8),
    /// A comment.
    Comment(&'g std::borrow::Cow<'t, str>),
    /// A variation begins: the position is the one before the last move of the line around it.
    Open,
    /// A variation ends: the position is that of the line around it again.
    Close,
}

/// Every node of a game in the order written, with the board.
#[derive(Clone, Debug)]
pub struct Walk<'g, 't> {
    nodes: &'g [Node<'t>],
    at: usize,
    track: Track,
}

impl<'g, 't> Walk<'g, 't> {
    /// The whole game, before its first node.
    #[must_use]
    pub fn of(game: &'g Game<'t>) -> Self {
        Self { nodes: game.nodes(), at: 0, track: Track::of(&game.start) }
    }

    /// The next node. A variation that is closed without being open is passed over.
    pub fn advance(&mut self) -> Option<Step<'g, 't>> {
        loop {
            let node = self.nodes.get(self.at)?;
            self.at += 1;
            return Some(match node {
                Node::Move(played) => {
                    self.track.play(played.mv);
                    Step::Move(played)
                }
                Node::Nag(nag) => Step::Nag(*nag),
                Node::Comment(text) => Step::Comment(text),
                Node::Open => {
                    self.track.open();
                    Step::Open
                }
                Node::Close if self.track.close() => Step::Close,
                Node::Close => continue,
            });
        }
    }

    /// The position before the last move of the line.
    #[must_use]
    pub const fn before(&self) -> &Position {
        self.track.before()
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.track.now()
    }

    /// Half-moves from the start of the game to the position now, along the line that leads there.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.track.ply()
    }

    /// How many variations are open: 0 in the main line.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.track.depth()
    }

    /// The place in the list of nodes of the one that comes next.
    #[must_use]
    pub const fn node(&self) -> usize {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{San, Suffix};
    use crate::span::Span;

    /// A game from words: moves in export notation, `(`, `)`, `$n`, `{comment`.
    fn game(words: &'static str) -> Game<'static> {
        let mut game = Game::default();
        let mut walk = vec![(game.start, game.start)];
        for word in words.split_whitespace() {
            let node = match word.as_bytes()[0] {
                b'(' => {
                    let (before, _) = walk[walk.len() - 1];
                    walk.push((before, before));
                    Node::Open
                }
                b')' => {
                    walk.pop();
                    Node::Close
                }
                b'$' => Node::Nag(word[1..].parse().expect("a number")),
                b'{' => Node::Comment(word[1..].into()),
                _ => {
                    let (before, now) = walk.last_mut().expect("a line");
                    let san = San::parse(word.as_bytes()).expect("export notation").0;
                    let mv = now.resolve(san).expect("a legal move");
                    *before = *now;
                    now.play_unchecked(mv);
                    Node::Move(Played { mv, san, suffix: Suffix::None, span: Span::default() })
                }
            };
            game.nodes.push(node);
        }
        game.end = walk[0].1;
        game
    }

    #[test]
    fn the_main_line_passes_over_variations() {
        let game = game("{start e4 ( d4 d5 ( Nf6 c4 ) c4 ) e5 $1 ( c5 ) Nf3 {end");
        let mut line = MainLine::of(&game);
        let mut moves = String::new();
        while let Some(played) = line.peek() {
            assert_eq!(game.nodes[line.node()], Node::Move(*played));
            moves += &format!("{} ", played.san);
            line.advance();
        }
        assert_eq!(moves, "e4 e5 Nf3 ");
        assert!(Moves::of(&game).map(|played| format!("{} ", played.san)).eq(moves.split_inclusive(' ')));
        assert_eq!(line.ply(), 3);
        assert_eq!(*line.position(), game.end);
    }

    #[test]
    fn a_variation_replaces_the_last_move_of_its_level() {
        let game = game("e4 ( d4 d5 ( Nf6 c4 ) c4 ) e5 ( c5 ) Nf3");
        let mut walk = Walk::of(&game);
        let mut seen = String::new();
        while let Some(step) = walk.advance() {
            if let Step::Move(played) = step {
                assert!(walk.before().is_legal(played.mv), "{seen} {}", played.san);
                seen += &format!("{}{}@{} ", played.san, walk.ply(), walk.depth());
            }
        }
        assert_eq!(seen, "e41@0 d41@1 d52@1 Nf62@2 c43@2 c43@1 e52@0 c52@1 Nf33@0 ");
        assert_eq!(*walk.position(), game.end);
    }

    #[test]
    fn ten_thousand_open_variations_are_walked() {
        let mut game = game("e4");
        let first = game.nodes[0].clone();
        for _ in 0..10_000 {
            game.nodes.push(Node::Open);
            game.nodes.push(first.clone());
        }
        game.nodes.push(Node::Close);
        let mut walk = Walk::of(&game);
        let mut deepest = 0;
        while walk.advance().is_some() {
            deepest = deepest.max(walk.depth());
        }
        assert_eq!((deepest, MainLine::of(&game).clone().advance().is_some()), (10_000, true));
    }

    #[test]
    fn a_stray_end_of_variation_is_passed_over() {
        let mut game = game("e4");
        game.nodes.insert(0, Node::Close);
        assert!(matches!(Walk::of(&game).advance(), Some(Step::Move(_))));
        assert!(MainLine::of(&game).peek().is_some());
    }
}
