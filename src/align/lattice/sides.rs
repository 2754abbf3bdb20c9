//! The names of the sides in front of their moves.
use super::Lattice;
use crate::align::token::Kind;

impl Lattice<'_> {
    /// `W. P-K4`, `W—P-K4`, `W.—P-K4`: the token behind the name of a side, if a move begins there.
    pub fn behind_side(&self, name: u32) -> Option<u32> {
        let kind = |at: u32| self.tokens.get(at as usize).map(|token| token.kind);
        let behind = |at: u32, stop: u8| at + u32::from(kind(at) == Some(Kind::Stop(stop)));
        let next = behind(behind(name + 1, b'.'), b'-');
        let begins = next > name + 1 && kind(next) == Some(Kind::Word) && !self.edges(next).is_empty();
        begins.then_some(next)
    }
}
