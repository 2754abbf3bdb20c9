//! Moves of which the words behind them speak.
use super::{Class, Edge, Lattice};
use crate::align::token::Kind;
use crate::lexicon::prose::is_short;

impl Lattice<'_> {
    /// Does a word that no misprint is stand behind the move at a token, or behind that and the next, and no move behind one of
    /// fewer words? `P-B4 was better`, `11. P-B4, B-K2 would draw`.
    pub fn is_spoken(&self, token: u32) -> bool {
        let edges = self.edges(token);
        let is_known = |edge: &Edge| {
            let is_said = self.is_spoken_of(edge);
            is_said && (self.classes[edge.next as usize] == Class::Unplayed || is_short(self.text(edge.next)))
        };
        let is_comma = |edge: &Edge| self.kind(edge.next) == Some(Kind::Stop(b','));
        let behind_comma = |edge: &Edge| self.behind_blanks(edge.next + 1).filter(|_| is_comma(edge));
        let mut nexts = edges.iter().filter_map(behind_comma);
        let is_said = edges.iter().any(is_known) || nexts.any(|next| self.edges(next).iter().any(is_known));
        let begins =
            |edge: &Edge| self.behind_blanks(edge.next).is_some_and(|next| !self.edges(next).is_empty());
        is_said && !edges.iter().any(begins)
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
        self.kind(next) == Some(Kind::Word)
            && matches!(self.classes[next as usize], Class::Prose | Class::Unplayed)
            && self.text(next).starts_with(char::is_lowercase)
            && self.text(next) != "and"
            && self.edges(next).is_empty()
            && self.ending(next).is_none()
            && !self.is_continuation(next)
    }

    /// Do the words behind a move call it usual, better, or the like?
    pub fn is_called_better(&self, edge: &Edge) -> bool {
        (edge.next..edge.next + 4)
            .take_while(|&at| self.kind(at) == Some(Kind::Word))
            .any(|at| self.classes[at as usize] == Class::Unplayed)
    }
}
