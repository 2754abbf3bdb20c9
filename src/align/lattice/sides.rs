//! The names of the sides in front of their moves.
use super::Lattice;
use crate::align::token::Kind;

impl Lattice<'_> {
    /// `W. P-K4`, `W—P-K4`, `W. — P-K4`: the token behind the name of a side, if a move begins there.
    pub fn behind_side(&self, name: u32) -> Option<u32> {
        let kind = |at: u32| self.tokens.get(at as usize).map(|token| token.kind);
        let stop = name + 1 + u32::from(kind(name + 1) == Some(Kind::Stop(b'.')));
        // A dash between blanks stands where dots would.
        let next = stop + u32::from(matches!(kind(stop), Some(Kind::Stop(b'-') | Kind::Dots)));
        let begins = next > name + 1 && kind(next) == Some(Kind::Word) && !self.edges(next).is_empty();
        begins.then_some(next)
    }
}
