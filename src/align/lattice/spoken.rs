//! Moves of which the words behind them speak.
use super::{Class, Edge, Lattice};
use crate::align::token::Kind;

impl Lattice<'_> {
    /// Does a word of prose stand behind the move at a token, or behind that and the next, and no move behind one of fewer
    /// words?
    pub fn is_spoken(&self, token: u32) -> bool {
        let edges = self.edges(token);
        edges.iter().any(|edge| self.is_spoken_of(edge) || self.is_spoken_with_next(edge))
            && !edges
                .iter()
                .any(|edge| self.behind_blanks(edge.next).is_some_and(|next| !self.edges(next).is_empty()))
    }

    /// The first token from a place on that is no blank.
    fn behind_blanks(&self, from: u32) -> Option<u32> {
        let behind = self.tokens.get(from as usize..)?;
        let blanks = behind.iter().position(|token| !matches!(token.kind, Kind::Line | Kind::Gap))?;
        Some(from + blanks as u32)
    }

    /// Does a word of prose stand right behind a move, that does not say how the game ended?
    pub fn is_spoken_of(&self, edge: &Edge) -> bool {
        let next = edge.next;
        let Some(token) = self.tokens.get(next as usize) else { return false };
        token.is_word()
            && matches!(self.classes[next as usize], Class::Prose | Class::Unplayed)
            && self.text(next).starts_with(char::is_lowercase)
            && self.text(next) != "and"
            && self.edges(next).is_empty()
            && self.ending(next).is_none()
            && !self.is_continuation(next)
    }

    /// The same behind the move that follows a comma.
    fn is_spoken_with_next(&self, edge: &Edge) -> bool {
        let is_comma =
            self.tokens.get(edge.next as usize).is_some_and(|token| token.kind == Kind::Stop(b','));
        let next = self.behind_blanks(edge.next + 1).filter(|_| is_comma);
        next.is_some_and(|next| self.edges(next).iter().any(|edge| self.is_spoken_of(edge)))
    }

    /// Do the words behind a move call it usual, better, or the like?
    pub fn is_called_better(&self, edge: &Edge) -> bool {
        (edge.next..edge.next + 4)
            .take_while(|&at| self.tokens.get(at as usize).is_some_and(|token| token.is_word()))
            .any(|at| self.classes[at as usize] == Class::Unplayed)
    }
}
