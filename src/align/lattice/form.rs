//! The forms in which a text names the sides in front of their moves.

/// What stands behind the names of the sides in front of their moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `W. P-K4`
    Stop,
    /// `White — P-K4`, `W.—P-K4`
    Dash,
    /// `W—P-K4`; so begins `B—Kt5` as well
    Joined,
    /// `White P-K4`, `White, P-K4`
    Bare,
}
