//! The moves of a game that were passed over when it was read: whoever needs them after all has them read from the text.
use std::fmt;
use std::sync::OnceLock;

use super::Node;

/// Reads games again.
pub trait ReadAgain: Sync {
    /// All nodes of the game that begins at this byte of a text.
    fn nodes(&'static self, text: &str, at: usize) -> Vec<Node<'static>>;
}

/// Nodes that are read when they are asked for; none by default, when a game has all of its own.
#[derive(Clone, Default)]
pub struct Unread<'t> {
    from: Option<(&'t str, usize, &'static dyn ReadAgain)>,
    nodes: OnceLock<Vec<Node<'static>>>,
}

impl<'t> Unread<'t> {
    /// The nodes of the game that begins at `at`.
    #[must_use]
    pub fn new(text: &'t str, at: usize, reader: &'static dyn ReadAgain) -> Self {
        Self { from: Some((text, at, reader)), nodes: OnceLock::new() }
    }

    /// The nodes; `None` where the game has them.
    pub(super) fn nodes(&self) -> Option<&[Node<'t>]> {
        let (text, at, reader) = self.from?;
        Some(self.nodes.get_or_init(|| reader.nodes(text, at)))
    }
}

impl fmt::Debug for Unread<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unread").field("at", &self.from.map(|(_, at, _)| at)).finish_non_exhaustive()
    }
}
