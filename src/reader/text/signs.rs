//! Signs in the words of cells that stand for what was decided.

/// Before the words of a cell that is a decided move, in SAN.
pub(super) const MEANT: char = '\u{1}';
/// Before the words of a cell of which the print is right.
pub(super) const RIGHT: char = '\u{2}';

/// The words of a half-move that is not made.
pub(super) const PASS: &str = "--";

/// Is the move of a cell no misprint, whatever the rest of the game says?
pub(super) fn is_sure(words: &str) -> bool {
    words.starts_with([MEANT, RIGHT])
}
