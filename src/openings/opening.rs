//! A position that has a name.

/// A position that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub(super) eco: Box<str>,
    pub(super) name: Box<str>,
    pub(super) plies: u16,
}

impl Opening {
    /// Its code in the Encyclopaedia of Chess Openings, e.g. `C44`.
    #[must_use]
    pub fn eco(&self) -> &str {
        &self.eco
    }

    /// Its name, e.g. `Scotch Game: Scotch Gambit`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Half-moves in the line that the table gives for it.
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }
}
