//! Reading FEN (PGN standard 16.1): also the first four fields alone as in EPD, and the castling fields of X-FEN and
//! Shredder-FEN.

use std::fmt;

use super::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Faults, File, Forgive, Piece, Position, Rank, Role,
    Setup, Square,
};

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenField {
    /// The pieces, by ranks.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since a pawn moved or a piece was taken.
    HalfmoveClock,
    /// The number of the next move.
    FullmoveNumber,
    /// What comes after the sixth field.
    Rest,
}

impl FenField {
    const ALL: [FenField; 7] = [
        FenField::Board,
        FenField::Turn,
        FenField::Castling,
        FenField::EnPassant,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
        FenField::Rest,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Board => "board",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "move number",
            FenField::Rest => "rest",
        }
    }
}

/// Why a text is not a FEN, or its setup not playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// A field is not spelled as a FEN spells it.
    Syntax {
        /// The field.
        field: FenField,
        /// Where, in bytes from the start of the FEN.
        offset: usize,
        /// What would be accepted there.
        expected: &'static str,
    },
    /// The setup cannot be played.
    Faults(Faults),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Syntax { field, offset, expected } => {
                write!(f, "FEN {} field, byte {offset}: expected {expected}", field.name())
            }
            FenError::Faults(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

/// One field of the FEN being read.
#[derive(Clone, Copy)]
struct Field<'a> {
    kind: FenField,
    start: usize,
    text: &'a [u8],
}

impl Field<'_> {
    /// An error at a byte of this field.
    fn error(self, at: usize, expected: &'static str) -> FenError {
        FenError::Syntax { field: self.kind, offset: self.start + at, expected }
    }
}

/// The fields, separated by spaces; those the text does not have are empty and stand at its end.
fn fields(fen: &str) -> [Field<'_>; 7] {
    let bytes = fen.as_bytes();
    let mut at = 0;
    FenField::ALL.map(|kind| {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            at += 1;
        }
        Field { kind, start, text: &bytes[start..at] }
    })
}

impl Setup {
    /// Reads a FEN of four to six fields; without them, the clocks are 0 and 1.
    ///
    /// ```
    /// use descant::chess::{Role, Setup, Square};
    ///
    /// let setup = Setup::from_fen("8/8/8/8/8/4k3/8/4K2R w K -").unwrap();
    /// assert_eq!(setup.board.role_at(Square::H1), Some(Role::Rook));
    /// let error = Setup::from_fen("8/8/8/9/8/4k3/8/4K2R w K - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "FEN board field, byte 6: expected 8 squares in this rank");
    /// ```
    ///
    /// # Errors
    ///
    /// [`FenError::Syntax`] with the field, the byte and what would be accepted.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let [board, turn, castling, ep, halfmoves, moves, rest] = fields(fen);
        let board = read_board(board)?;
        let turn = match turn.text {
            [letter] => Color::from_letter(*letter),
            _ => None,
        }
        .ok_or(turn.error(0, "w or b"))?;
        let castling = read_castling(castling, &board)?;
        let ep_square = match *ep.text {
            [b'-'] => None,
            [file, rank @ (b'3' | b'6')] => {
                Some(Square::from_ascii([file, rank]).ok_or(ep.error(0, "a square such as e3, or -"))?)
            }
            _ => return Err(ep.error(0, "a square of the third or sixth rank such as e3, or -")),
        };
        let halfmove_clock = read_number(halfmoves, 0)?;
        let fullmove_number = read_number(moves, 1)?;
        if !rest.text.is_empty() {
            return Err(rest.error(0, "nothing after the sixth field"));
        }
        Ok(Setup { board, turn, castling, ep_square, halfmove_clock, fullmove_number, odds_castling: false })
    }
}

impl Position {
    /// Reads a FEN that is playable as it stands.
    ///
    /// # Errors
    ///
    /// When it is not a FEN, or has faults; to forgive some of them, use [`Setup::from_fen`] and
    /// [`Setup::into_position`].
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Setup::from_fen(fen)?.into_position(Forgive::NOTHING).map_err(FenError::Faults)
    }
}

impl std::str::FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Setup, FenError> {
        Setup::from_fen(fen)
    }
}

impl fmt::Display for Setup {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

/// PGN 16.1.3.1 piece placement data: from the eighth rank down, each rank from the a-file.
fn read_board(field: Field<'_>) -> Result<Board, FenError> {
    const EIGHT_SQUARES: &str = "8 squares in this rank";
    let mut board = Board::empty();
    let (mut rank, mut file) = (7_u8, 0_u8);
    for (at, &byte) in field.text.iter().enumerate() {
        match byte {
            b'1'..=b'8' => file += byte - b'0',
            b'9' => return Err(field.error(at, EIGHT_SQUARES)),
            b'/' => {
                if file != 8 {
                    return Err(field.error(at, EIGHT_SQUARES));
                }
                rank = rank.checked_sub(1).ok_or(field.error(at, "8 ranks"))?;
                file = 0;
                continue;
            }
            _ => {
                let piece = Piece::from_letter(byte)
                    .ok_or(field.error(at, "one of PNBRQKpnbrqk, a digit 1-8 or /"))?;
                let to = File::from_index(file).ok_or(field.error(at, EIGHT_SQUARES))?;
                board.set(Square::new(to, Rank::ALL[usize::from(rank)]), Some(piece));
                file += 1;
            }
        }
        if file > 8 {
            return Err(field.error(at, EIGHT_SQUARES));
        }
    }
    if file != 8 {
        return Err(field.error(field.text.len(), EIGHT_SQUARES));
    }
    if rank != 0 {
        return Err(field.error(field.text.len(), "8 ranks, separated by /"));
    }
    Ok(board)
}

/// PGN 16.1.3.3 castling availability. `K` and `Q` mean the outermost rook on that side of the king (X-FEN), which
/// in standard chess is the one in the corner; a file letter means the rook of that file (Shredder-FEN).
fn read_castling(field: Field<'_>, board: &Board) -> Result<CastlingRights, FenError> {
    const EXPECTED: &str = "some of KQkq, files of rooks such as HAha, or -";
    let mut rights = CastlingRights::NONE;
    if field.text == b"-" {
        return Ok(rights);
    }
    if field.text.is_empty() {
        return Err(field.error(0, EXPECTED));
    }
    for (at, &letter) in field.text.iter().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let king = board.king(color).filter(|king| king.rank() == home);
        let (side, rook) = match letter.to_ascii_lowercase() {
            b'k' => (CastlingSide::King, outermost_rook(board, color, CastlingSide::King)),
            b'q' => (CastlingSide::Queen, outermost_rook(board, color, CastlingSide::Queen)),
            letter => {
                let file = File::from_letter(letter).ok_or(field.error(at, EXPECTED))?;
                let is_kings = file > king.map_or(File::D, Square::file);
                let side = if is_kings { CastlingSide::King } else { CastlingSide::Queen };
                (side, Some(Square::new(file, home)))
            }
        };
        if rights.has(color, side) {
            return Err(field.error(at, "each castling right once"));
        }
        rights.set(color, side, rook.unwrap_or(CastlingRights::corner(color, side)));
    }
    Ok(rights)
}

/// The rook farthest from the king on one side of it, on the first rank.
pub(super) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let home = Rank::First.relative_to(color);
    let king = board.king(color).filter(|king| king.rank() == home)?;
    let rooks = board.pieces(color, Role::Rook) & Bitboard::from_rank(home);
    match side {
        CastlingSide::King => rooks.last().filter(|rook| rook.file() > king.file()),
        CastlingSide::Queen => rooks.first().filter(|rook| rook.file() < king.file()),
    }
}

/// PGN 16.1.3.5 and 16.1.3.6: a number of digits only.
fn read_number(field: Field<'_>, absent: u32) -> Result<u32, FenError> {
    if field.text.is_empty() {
        return Ok(absent);
    }
    let mut number = 0_u32;
    for (at, &byte) in field.text.iter().enumerate() {
        if !byte.is_ascii_digit() {
            return Err(field.error(at, "digits"));
        }
        number = number
            .checked_mul(10)
            .and_then(|number| number.checked_add(u32::from(byte - b'0')))
            .ok_or(field.error(at, "a number below 4294967296"))?;
    }
    Ok(number)
}
