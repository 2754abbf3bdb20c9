//! Where the men on the board started: `K. R.` is the rook that started on the King's side, wherever it stands now.
use super::Wing;
use crate::chess::File;

/// Where each man on the board started: the wing of a piece, the file of a pawn; promoted men have none, nor have the
/// men of a set-up position.
///
/// Four bits a square, kept as four planes: 0 none, 1–8 the pawn of files a–h, 9 the King's wing, 10 the Queen's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origins([u64; 4]);

/// Where one man started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A pawn, on this file.
    Pawn(File),
    /// A piece, on this wing (the King on the King's, the Queen on the Queen's).
    Piece(Wing),
}
