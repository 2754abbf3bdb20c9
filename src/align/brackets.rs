//! Which brackets belong together.
use std::collections::HashMap;

use super::lattice::Lattice;
use super::token::Kind;
use crate::book::mark;

/// Longest aside that is passed over as one, in tokens.
const LONGEST_ASIDE: u32 = 1500;

/// Brackets and what closes them; none across a blank line.
pub(super) fn partners(lattice: &Lattice<'_>) -> HashMap<u32, u32> {
    let mut found = HashMap::new();
    let mut open: Vec<(u32, u8)> = Vec::new();
    let mut lines = 0;
    for (at, token) in lattice.tokens.iter().enumerate() {
        let at = at as u32;
        match token.kind {
            Kind::Open(b) => open.extend(mark::closing(b).map(|close| (at, close))),
            Kind::Close(b) => {
                if let Some(place) = open.iter().rposition(|&(_, close)| close == b) {
                    let (start, _) = open[place];
                    open.truncate(place);
                    if at - start <= LONGEST_ASIDE {
                        found.insert(start, at);
                    }
                }
            }
            Kind::Line => {
                lines += 1;
                if lines >= 2 {
                    open.clear();
                }
                continue;
            }
            _ => {}
        }
        lines = 0;
    }
    found
}
