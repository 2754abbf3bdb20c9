//! How much is looked at for the next half-move: more where the ways die or become expensive, time after time.

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// What is next, and more only where that is in doubt.
    Usual,
    /// All the places where the next move may stand.
    Layout,
    /// Those, and the moves that printed words may be misprints of.
    Misprints,
}

/// Ways that cost so much more than the cheapest are dropped, where nothing is in doubt, and where something is.
pub(super) const NARROW: u32 = 30;
const WIDE: u32 = 45;
pub(super) const WIDEST: u32 = 75;

impl Care {
    /// Ways that cost so much more than the cheapest are dropped.
    pub fn margin(self) -> u32 {
        match self {
            Self::Usual => NARROW,
            Self::Layout => WIDE,
            Self::Misprints => WIDEST,
        }
    }
}

/// What is looked at, time after time, and from how many half-moves before the trouble.
const LEVELS: [(Care, usize); 3] = [(Care::Layout, 6), (Care::Layout, 24), (Care::Misprints, 10)];

/// A half-move that costs so much more than the ways before it may hold a misprint.
const MISPRINT: u32 = 21;

/// Where the half-moves of a table cost no more than this, a cell that was passed over is looked for as far back as the layout.
const CLEAR: u32 = 6;

/// What is looked at where the half-move behind `at` others that cost `cost`, in a table perhaps, costs `rise` more and was
/// looked at `tries` times, and from how many half-moves before it.
pub(super) fn level(
    tries: usize,
    rise: u32,
    (cost, at, in_table): (u32, usize, bool),
) -> Option<(Care, usize)> {
    let &(care, back) = LEVELS.get(tries)?;
    if care != Care::Misprints {
        return Some((care, back));
    }
    let is_clear = in_table && cost <= CLEAR * u32::try_from(at).unwrap_or(u32::MAX);
    (rise > MISPRINT).then_some((care, if is_clear { LEVELS[1].1 } else { back }))
}
