//! Moves by their coordinates, as UCI writes them; playing one that may not be legal.

use std::fmt;

use super::{CastlingMode, File, Move, Position, Role, Square};
use crate::bytes::append_word;

/// A move as UCI writes it: `e2e4`, `e7e8q`, `e1g1` (in Chess960 `e1h1`), `0000` for the null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    from: Square,
    to: Square,
    promotion: Option<Role>,
    is_null: bool,
}

impl Uci {
    /// A move with castling written like this.
    #[inline]
    pub(crate) const fn of(mv: Move, mode: CastlingMode) -> Uci {
        let to = match mode {
            CastlingMode::Standard => mv.destination(),
            CastlingMode::Chess960 => mv.to(),
        };
        Uci { from: mv.from(), to, promotion: mv.promotion(), is_null: mv.is_null() }
    }

    /// The bytes, at most five, to the end of a buffer.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        append_word(out, self.packed());
    }

    /// The word and its length: the first byte lowest, zeros after the last.
    #[inline]
    pub(crate) fn packed(&self) -> (u64, usize) {
        if self.is_null {
            return (u64::from_le_bytes(*b"0000\0\0\0\0"), 4);
        }
        let ([a, b], [c, d]) = (self.from.to_ascii(), self.to.to_ascii());
        let squares = u64::from(u32::from_le_bytes([a, b, c, d]));
        match self.promotion {
            Some(role) => (squares | u64::from(role.letter().to_ascii_lowercase()) << 32, 5),
            None => (squares, 4),
        }
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", char::from(role.letter().to_ascii_lowercase())),
            None => Ok(()),
        }
    }
}

/// Why a text is not the UCI spelling of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseUciError {
    /// Not two squares and perhaps a promotion letter.
    Spelling,
    /// Well spelled, but not legal here.
    Illegal,
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseUciError::Spelling => {
                "not a move in coordinates: expected two squares such as e2e4, or e7e8q"
            }
            ParseUciError::Illegal => "this move is not legal here",
        })
    }
}

impl std::error::Error for ParseUciError {}

/// A move that is not legal where it was to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Uci,
    /// Where it was to be played.
    pub position: Box<Position>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal in the position {}", self.mv, self.position)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The position after a move.
    ///
    /// ```
    /// use descant::chess::Position;
    ///
    /// let start = Position::default();
    /// let e4 = start.parse_uci(b"e2e4")?;
    /// let after = start.play(e4)?;
    /// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// assert!(after.play(e4).is_err());
    /// # Ok::<(), descant::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the move is not legal here. The null move is none; see [`Position::play_null`].
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        if mv.is_null() || !self.is_legal(mv) {
            return Err(IllegalMove { mv: self.uci(mv), position: Box::new(*self) });
        }
        Ok(self.after_move(mv))
    }

    /// The move as UCI writes it; castling by [`Position::castling_mode`].
    #[must_use]
    pub fn uci(&self, mv: Move) -> Uci {
        Uci::of(mv, self.castling_mode())
    }

    /// The legal move of a UCI spelling. Castling is read in both spellings, the king's own step being preferred
    /// where a text could be both. `0000` is the null move.
    ///
    /// # Errors
    ///
    /// When the text is not so spelled, or the move is not legal.
    pub fn parse_uci(&self, text: &[u8]) -> Result<Move, ParseUciError> {
        if text == b"0000" {
            return Ok(Move::NULL);
        }
        let (squares, promotion) = match text {
            [squares @ .., letter] if squares.len() == 4 => {
                let role = Role::from_letter(letter.to_ascii_uppercase())
                    .filter(|role| Role::PROMOTIONS.contains(role))
                    .ok_or(ParseUciError::Spelling)?;
                (squares, Some(role))
            }
            _ => (text, None),
        };
        let &[a, b, c, d] = squares else { return Err(ParseUciError::Spelling) };
        let square = |a, b| Square::from_ascii([a, b]).ok_or(ParseUciError::Spelling);
        let (from, to) = (square(a, b)?, square(c, d)?);
        let moves = self.legal_moves_of(from);
        let spelled = |mv: &&Move| mv.promotion() == promotion && !mv.is_castle() && mv.to() == to;
        let castles = |mv: &&Move| {
            let king_step = from.file() == File::E && mv.destination() == to;
            promotion.is_none() && mv.is_castle() && (mv.to() == to || king_step)
        };
        moves
            .iter()
            .find(spelled)
            .or_else(|| moves.iter().find(castles))
            .copied()
            .ok_or(ParseUciError::Illegal)
    }
}
