//! What the record says of the half-moves of a main line, beside the moves themselves.
use super::command::{self, Eval};
use super::value::List;
use super::{Game, Moves, Node, Played, outside_variations};

/// A half-move of the main line, and what stands after it.
#[derive(Clone, Copy, Debug)]
pub struct Annotation<'g> {
    /// The move.
    pub played: &'g Played,
    /// What stands between it and the next one, variations included.
    nodes: &'g [Node<'g>],
}

/// What the comments on a half-move say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Remarks {
    /// Seconds left.
    pub clock: Option<u32>,
    /// The evaluation.
    pub eval: Option<Eval>,
    /// Characters of the comments.
    pub length: usize,
}

impl<'g> Annotation<'g> {
    /// What stands after it and belongs to no variation.
    pub fn nodes(self) -> impl Iterator<Item = &'g Node<'g>> {
        outside_variations(self.nodes)
    }

    /// Nothing stands after it.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        self.nodes.is_empty()
    }

    /// The comments on it.
    pub fn comments(self) -> impl Iterator<Item = &'g str> {
        self.nodes().filter_map(|node| if let Node::Comment(text) = node { Some(&**text) } else { None })
    }

    /// What the comments on it say, read once.
    #[must_use]
    pub fn remarks(self) -> Remarks {
        let mut remarks = Remarks::default();
        for text in self.comments() {
            let (clock, eval) = command::clock_and_eval(text);
            remarks.clock = remarks.clock.or(clock);
            remarks.eval = remarks.eval.or(eval);
            remarks.length += if text.is_ascii() { text.len() } else { text.chars().count() };
        }
        remarks
    }

    /// Seconds left.
    #[must_use]
    pub fn clock(self) -> Option<u32> {
        self.comments().find_map(command::clock)
    }

    /// The evaluation.
    #[must_use]
    pub fn eval(self) -> Option<Eval> {
        self.comments().find_map(command::eval)
    }

    /// What it has in a list of numbers.
    #[must_use]
    pub fn value(self, list: List) -> Option<i64> {
        match list {
            List::Moves | List::Uci => None,
            List::Clocks => self.clock().map(i64::from),
            List::Evals => self.eval().and_then(Eval::centipawns).map(i64::from),
            List::Mates => self.eval().and_then(Eval::mate).map(i64::from),
        }
    }
}

impl<'t> Game<'t> {
    /// The half-moves of the main line with what stands after each.
    pub fn annotations<'g>(&'g self) -> impl Iterator<Item = Annotation<'g>>
    where
        't: 'g,
    {
        let mut moves = Moves::of(self);
        std::iter::from_fn(move || {
            let from = moves.node() + 1;
            let played = moves.next()?;
            let nodes: &'g [Node<'g>] = self.nodes().get(from..moves.node()).unwrap_or_default();
            Some(Annotation { played, nodes })
        })
    }
}
