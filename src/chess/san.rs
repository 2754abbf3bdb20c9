//! Standard algebraic notation (PGN standard 8.2.3) as export format spells it: the words, and reading and writing
//! them. What they mean on a position is the business of `resolve`; other spellings belong to other modules.

use std::fmt;

use super::{CastlingSide, File, Rank, Role, Square};

/// No file or rank said.
const ANY: u8 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SanKind {
    Normal,
    Castle(CastlingSide),
    Null,
}

/// What a SAN word says, without the check sign. Packed in 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    kind: SanKind,
    role: Role,
    to: Square,
    from_file: u8,
    from_rank: u8,
    promotion: Option<Role>,
    capture: bool,
}

/// The sign after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// None.
    #[default]
    None,
    /// `+`.
    Check,
    /// `#`.
    Mate,
}

impl Suffix {
    /// The empty text, `+` or `#`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Suffix::None => "",
            Suffix::Check => "+",
            Suffix::Mate => "#",
        }
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// By file, and all squares for [`ANY`].
static FILE_MASKS: [u64; 16] = masks(0x0101_0101_0101_0101, 1);
/// By rank, and all squares for [`ANY`].
static RANK_MASKS: [u64; 16] = masks(0xff, 8);

const fn masks(first: u64, step: u32) -> [u64; 16] {
    let mut masks = [!0; 16];
    let mut i = 0;
    while i < 8 {
        masks[i] = first << (i as u32 * step);
        i += 1;
    }
    masks
}

/// The piece of a letter: one table look-up for what would be a jump that nobody can predict.
static PIECES: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut i = 1;
    while i < 6 {
        table[Role::ALL[i].letter() as usize] = Some(Role::ALL[i]);
        i += 1;
    }
    table
};

/// What one byte between the letter of the piece and its target says.
#[derive(Clone, Copy)]
struct Origin {
    file: u8,
    rank: u8,
    /// 0 for no byte, 1 for a file, 2 for a rank, 3 for `x`.
    pattern: u8,
    bad: bool,
}

static ORIGIN: [Origin; 256] = {
    let mut table = [Origin { file: ANY, rank: ANY, pattern: 0, bad: true }; 256];
    table[0].bad = false;
    table[b'x' as usize] = Origin { file: ANY, rank: ANY, pattern: 3, bad: false };
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = Origin { file: i as u8, rank: ANY, pattern: 1, bad: false };
        table[b'1' as usize + i] = Origin { file: ANY, rank: i as u8, pattern: 2, bad: false };
        i += 1;
    }
    table
};

/// By the patterns of three bytes, 1 plus the number of bytes when they are in order: file, rank, `x`. 0 if not.
static ORIGIN_LENGTHS: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (a, b, c) = (i & 3, i >> 2 & 3, i >> 4);
        let is_in_order = (b == 0 && c == 0) || (a != 0 && a < b && (c == 0 || b < c));
        if is_in_order {
            table[i] = 1 + (a != 0) as u8 + (b != 0) as u8 + (c != 0) as u8;
        }
        i += 1;
    }
    table
};

impl Default for San {
    /// The null move.
    fn default() -> San {
        San::NULL
    }
}

impl San {
    /// The null move, `--`.
    pub const NULL: San = San { kind: SanKind::Null, ..San::pawn_push(Square::A1) };

    const fn pawn_push(to: Square) -> San {
        San {
            kind: SanKind::Normal,
            role: Role::Pawn,
            to,
            from_file: ANY,
            from_rank: ANY,
            promotion: None,
            capture: false,
        }
    }

    /// A move of one man to a square.
    #[must_use]
    pub const fn new_normal(
        role: Role,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    ) -> San {
        San {
            kind: SanKind::Normal,
            role,
            to,
            from_file: match from_file {
                Some(file) => file as u8,
                None => ANY,
            },
            from_rank: match from_rank {
                Some(rank) => rank as u8,
                None => ANY,
            },
            promotion,
            capture,
        }
    }

    /// Castling.
    #[must_use]
    pub const fn castle(side: CastlingSide) -> San {
        San { kind: SanKind::Castle(side), role: Role::King, ..San::pawn_push(Square::A1) }
    }

    pub(super) const fn kind(self) -> SanKind {
        self.kind
    }

    /// The kind of man; the king when castling.
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// The target square; `None` for castling and the null move.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self.kind {
            SanKind::Normal => Some(self.to),
            _ => None,
        }
    }

    /// The target of a normal move, without asking.
    pub(super) const fn target(self) -> Square {
        self.to
    }

    /// The file said of the origin.
    #[must_use]
    pub const fn from_file(self) -> Option<File> {
        File::from_index(self.from_file)
    }

    /// The rank said of the origin.
    #[must_use]
    pub const fn from_rank(self) -> Option<Rank> {
        Rank::from_index(self.from_rank)
    }

    /// The squares that what is said of the origin leaves open.
    #[must_use]
    pub(super) fn origin_mask(self) -> super::Bitboard {
        super::Bitboard(
            FILE_MASKS[usize::from(self.from_file & 15)] & RANK_MASKS[usize::from(self.from_rank & 15)],
        )
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// Whether a capture is said.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.capture
    }

    /// The side castled to.
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind {
            SanKind::Castle(side) => Some(side),
            _ => None,
        }
    }

    /// Whether it is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        matches!(self.kind, SanKind::Null)
    }

    /// Reads a whole word in the exact spelling of export format: `e4`, `exd5`, `e8=Q+`, `Nbd7`, `R1xa3`, `Qa1xb2#`,
    /// `O-O`, `O-O-O`, `--`. Nothing else: no annotation, no `0-0`, no `e8Q`, no `xd5`.
    #[must_use]
    #[inline]
    pub fn parse(word: &[u8]) -> Option<(San, Suffix)> {
        let packed = match (word.first_chunk::<4>(), word.last_chunk::<4>()) {
            (Some(first), Some(last)) if word.len() <= 8 => {
                let last = u64::from(u32::from_le_bytes(*last)) << (8 * (word.len() - 4));
                u64::from(u32::from_le_bytes(*first)) | last
            }
            _ => match *word {
                [a, b] => u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0]),
                [a, b, c] => u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]),
                _ => return None,
            },
        };
        San::parse_packed(packed, word.len())
    }

    /// The same for a word of `length` bytes at the start of eight that were loaded at once, the first byte lowest;
    /// what follows the word does not matter. Written without branches where a game would make them unpredictable.
    #[must_use]
    #[inline]
    pub fn parse_packed(word: u64, length: usize) -> Option<(San, Suffix)> {
        if !(2..=8).contains(&length) {
            return None;
        }
        let at = |index: usize| (word >> (8 * index)) as u8;
        let last = at(length - 1);
        let suffix = match last {
            b'+' => Suffix::Check,
            b'#' => Suffix::Mate,
            _ => Suffix::None,
        };
        let length = length - usize::from(last == b'+' || last == b'#');
        let first = word as u8;
        let san = if first.wrapping_sub(b'a') < 8 {
            San::parse_pawn(word, length)
        } else {
            match PIECES[usize::from(first)] {
                Some(role) => San::parse_piece(role, word, length),
                None => San::parse_castling(word, length),
            }
        };
        Some((san?, suffix))
    }

    /// 8.2.3.3 pawn moves: `e4`, `exd5`, `e8=Q`, `exd8=Q`. The file is said when the pawn takes.
    #[inline]
    fn parse_pawn(word: u64, length: usize) -> Option<San> {
        let capture = (word >> 8) as u8 == b'x';
        let (rest, length) =
            (word >> (16 * u32::from(capture)), length.wrapping_sub(2 * usize::from(capture)));
        let [file, rank, sign, piece, ..] = rest.to_le_bytes();
        let from_file = if capture { (word as u8).wrapping_sub(b'a') } else { ANY };
        let san = San { from_file, capture, ..San::pawn_push(Square::from_ascii([file, rank])?) };
        match (length, sign) {
            (2, _) => Some(san),
            (4, b'=') => {
                let promotion = Role::from_letter(piece).filter(|role| Role::PROMOTIONS.contains(role))?;
                Some(San { promotion: Some(promotion), ..san })
            }
            _ => None,
        }
    }

    /// 8.2.3.4 pieces: between the letter and the target, a file, a rank and an `x`, each if need be, in this order.
    #[inline]
    fn parse_piece(role: Role, word: u64, length: usize) -> Option<San> {
        if !(3..=6).contains(&length) {
            return None;
        }
        let target = (word >> (8 * (length - 2))) as u16;
        let to = Square::from_ascii(target.to_le_bytes())?;
        let said = word >> 8 & ((1 << (8 * (length - 3))) - 1);
        let [a, b, c] =
            [said as u8, (said >> 8) as u8, (said >> 16) as u8].map(|byte| &ORIGIN[usize::from(byte)]);
        let pattern = a.pattern | b.pattern << 2 | c.pattern << 4;
        if usize::from(ORIGIN_LENGTHS[usize::from(pattern & 63)]) != length - 2 || (a.bad | b.bad | c.bad) {
            return None;
        }
        let capture = a.pattern == 3 || b.pattern == 3 || c.pattern == 3;
        Some(San { role, from_file: a.file, from_rank: a.rank.min(b.rank), capture, ..San::pawn_push(to) })
    }

    #[inline]
    fn parse_castling(word: u64, length: usize) -> Option<San> {
        match &word.to_le_bytes()[..length] {
            b"O-O" => Some(San::castle(CastlingSide::King)),
            b"O-O-O" => Some(San::castle(CastlingSide::Queen)),
            b"--" => Some(San::NULL),
            _ => None,
        }
    }

    /// The word, at most 8 bytes, to the end of a buffer. The check sign is not part of it: see [`Suffix::text`].
    pub fn append_to(self, out: &mut Vec<u8>) {
        let (text, len) = self.spell();
        out.extend_from_slice(&text[..len]);
    }

    fn spell(self) -> ([u8; 8], usize) {
        let mut text = [0; 8];
        let mut len = 0;
        let mut put = |byte| {
            text[len] = byte;
            len += 1;
        };
        match self.kind {
            SanKind::Castle(side) => side.text().bytes().for_each(put),
            SanKind::Null => b"--".iter().copied().for_each(put),
            SanKind::Normal => {
                if self.role != Role::Pawn {
                    put(self.role.letter());
                }
                if self.from_file < ANY {
                    put(b'a' + self.from_file);
                }
                if self.from_rank < ANY {
                    put(b'1' + self.from_rank);
                }
                if self.capture {
                    put(b'x');
                }
                let [file, rank] = self.to.to_ascii();
                put(file);
                put(rank);
                if let Some(role) = self.promotion {
                    put(b'=');
                    put(role.letter());
                }
            }
        }
        (text, len)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, len) = self.spell();
        text[..len].iter().try_for_each(|&byte| fmt::Write::write_char(f, char::from(byte)))
    }
}

const _: () = assert!(size_of::<San>() <= 8);
