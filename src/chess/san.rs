//! Standard algebraic notation (PGN standard 8.2.3) as export format spells it: the words, and reading and writing
//! them. What they mean on a position is the business of `resolve`; other spellings belong to other modules.

use std::fmt;

use super::{CastlingSide, File, Rank, Role, Square};
use crate::bytes::append_word;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SanKind {
    Normal,
    Castle(CastlingSide),
    Null,
}

/// What a SAN word says, without the check sign. Packed in 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San(pub(super) u32);

/// Where the parts of a [`San`] stand in its bits.
pub(super) mod bits {
    /// The target, 6 bits.
    pub(in crate::chess) const TO: u32 = 0;
    /// The role, 3 bits.
    pub(in crate::chess) const ROLE: u32 = 6;
    /// The file of the origin, 3 bits, and [`SAID`].
    pub(in crate::chess) const FILE: u32 = 9;
    /// The rank of the origin, 3 bits, and [`SAID`].
    pub(in crate::chess) const RANK: u32 = 13;
    /// A file or rank is said.
    pub(in crate::chess) const SAID: u32 = 8;
    /// A file or rank of the origin is said.
    pub(in crate::chess) const ORIGIN: u32 = SAID << FILE | SAID << RANK;
    /// What the pawn becomes, as its role and 1, 3 bits.
    pub(in crate::chess) const PROMOTION: u32 = 17;
    /// Something is taken.
    pub(in crate::chess) const CAPTURE: u32 = 1 << 20;
    pub(in crate::chess) const CASTLE_KING: u32 = 1 << 21;
    pub(in crate::chess) const CASTLE_QUEEN: u32 = 2 << 21;
    pub(in crate::chess) const NULL: u32 = 3 << 21;
    /// Castling or the null move.
    pub(in crate::chess) const SPECIAL: u32 = 3 << 21;
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
    /// What a byte after a move says.
    #[must_use]
    #[inline]
    pub const fn from_sign(sign: u8) -> Suffix {
        match sign {
            b'+' => Suffix::Check,
            b'#' => Suffix::Mate,
            _ => Suffix::None,
        }
    }

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

/// By what is said of the file: all squares when nothing is.
static FILE_MASKS: [u64; 16] = masks(0x0101_0101_0101_0101, 1);
/// By what is said of the rank.
static RANK_MASKS: [u64; 16] = masks(0xff, 8);

const fn masks(first: u64, step: u32) -> [u64; 16] {
    let mut masks = [!0; 16];
    let mut i = 0;
    while i < 8 {
        masks[bits::SAID as usize + i] = first << (i as u32 * step);
        i += 1;
    }
    masks
}

/// What a byte before the target says, by its place in the word: bits of a [`San`], and from [`PATTERN`] on which kind
/// of byte it is. A word is read by four look-ups, without a branch that a game would make unpredictable.
static PREFIX: [[u32; 256]; 4] = {
    let mut table = [[pattern(OUT_OF_PLACE); 256]; 4];
    let mut place = 0;
    while place < 4 {
        table[place][0] = 0;
        place += 1;
    }
    let mut i = 0;
    while i < 8 {
        let (file, rank) = (b'a' as usize + i, b'1' as usize + i);
        table[0][file] = pattern(PAWN) | (bits::SAID | i as u32) << bits::FILE;
        table[1][file] = pattern(1 << 2) | (bits::SAID | i as u32) << bits::FILE;
        table[1][rank] = pattern(2 << 2) | (bits::SAID | i as u32) << bits::RANK;
        table[2][rank] = pattern(1 << 4) | (bits::SAID | i as u32) << bits::RANK;
        i += 1;
    }
    let mut i = 1;
    while i < 6 {
        table[0][Role::ALL[i].letter() as usize] = pattern(PIECE) | (i as u32) << bits::ROLE;
        i += 1;
    }
    table[1][b'x' as usize] = pattern(3 << 2) | bits::CAPTURE;
    table[2][b'x' as usize] = pattern(2 << 4) | bits::CAPTURE;
    table[3][b'x' as usize] = pattern(1 << 6) | bits::CAPTURE;
    table
};

/// The first bit of [`PREFIX`] that is none of a [`San`].
const PATTERN: u32 = 24;
const PAWN: u32 = 1;
const PIECE: u32 = 2;
/// The byte cannot stand there.
const OUT_OF_PLACE: u32 = 0x80;

/// The square at the start of a word, as the lowest bits of a [`San`].
#[inline]
fn target(word: u64) -> Option<u32> {
    let target = (word as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    (target & 0xF8F8 == 0).then_some(u32::from(target & 7 | target >> 5) << bits::TO)
}

const fn pattern(kinds: u32) -> u32 {
    kinds << PATTERN
}

/// Which patterns are words: a pawn's step, its capture, and a piece with file, rank and `x`, each if need be.
static IN_ORDER: [bool; 256] = {
    let mut table = [false; 256];
    let (file, rank, x) = (1 << 2, 2 << 2, 3 << 2);
    let (rank_third, x_third, x_fourth) = (1 << 4, 2 << 4, 1 << 6);
    let kinds = [
        0,
        PAWN | x,
        PIECE,
        PIECE | file,
        PIECE | rank,
        PIECE | x,
        PIECE | file | rank_third,
        PIECE | file | x_third,
        PIECE | rank | x_third,
        PIECE | file | rank_third | x_fourth,
    ];
    let mut i = 0;
    while i < kinds.len() {
        table[kinds[i] as usize] = true;
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
    pub const NULL: San = San(bits::NULL);

    /// A move of one piece to a square.
    #[must_use]
    pub const fn new_normal(
        role: Role,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    ) -> San {
        let file = match from_file {
            Some(file) => bits::SAID | file as u32,
            None => 0,
        };
        let rank = match from_rank {
            Some(rank) => bits::SAID | rank as u32,
            None => 0,
        };
        let promotion = match promotion {
            Some(role) => role as u32 + 1,
            None => 0,
        };
        San((to.index() as u32) << bits::TO
            | (role as u32) << bits::ROLE
            | file << bits::FILE
            | rank << bits::RANK
            | promotion << bits::PROMOTION
            | if capture { bits::CAPTURE } else { 0 })
    }

    /// Castling.
    #[must_use]
    pub const fn castle(side: CastlingSide) -> San {
        let king = (Role::King as u32) << bits::ROLE;
        San(king
            | match side {
                CastlingSide::King => bits::CASTLE_KING,
                CastlingSide::Queen => bits::CASTLE_QUEEN,
            })
    }

    pub(super) const fn kind(self) -> SanKind {
        match self.0 & bits::SPECIAL {
            0 => SanKind::Normal,
            bits::CASTLE_KING => SanKind::Castle(CastlingSide::King),
            bits::CASTLE_QUEEN => SanKind::Castle(CastlingSide::Queen),
            _ => SanKind::Null,
        }
    }

    /// A step of the king of which no origin is said.
    #[inline]
    pub(super) const fn is_plain_king(self) -> bool {
        const KING: u32 = (Role::King as u32) << bits::ROLE;
        self.0 & (bits::SPECIAL | bits::ORIGIN | 7 << bits::PROMOTION | 7 << bits::ROLE) == KING
    }

    /// The kind of piece; the king when castling.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        Role::wrapping((self.0 >> bits::ROLE) as u8)
    }

    /// Whether a pawn moves; so says the null move, too.
    #[must_use]
    #[inline]
    pub const fn moves_pawn(self) -> bool {
        self.0 & (7 << bits::ROLE) == 0
    }

    /// The target square; `None` for castling and the null move.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Option<Square> {
        if self.0 & bits::SPECIAL == 0 { Some(self.target()) } else { None }
    }

    /// The target of a normal move, without asking.
    #[inline]
    pub(super) const fn target(self) -> Square {
        Square::wrapping(self.0 >> bits::TO)
    }

    /// The file said of the origin.
    #[must_use]
    #[inline]
    pub const fn from_file(self) -> Option<File> {
        let said = self.0 >> bits::FILE;
        if said & bits::SAID != 0 { Some(File::wrapping(said as u8)) } else { None }
    }

    /// The rank said of the origin.
    #[must_use]
    #[inline]
    pub const fn from_rank(self) -> Option<Rank> {
        let said = self.0 >> bits::RANK;
        if said & bits::SAID != 0 { Some(Rank::wrapping(said as u8)) } else { None }
    }

    /// Whether a file or rank is said of the origin.
    #[must_use]
    #[inline]
    pub const fn says_origin(self) -> bool {
        self.0 & bits::ORIGIN != 0
    }

    /// The squares that what is said of the origin leaves open.
    #[must_use]
    #[inline]
    pub(super) fn origin_mask(self) -> super::Bitboard {
        let (file, rank) = (self.0 >> bits::FILE & 15, self.0 >> bits::RANK & 15);
        super::Bitboard(FILE_MASKS[file as usize] & RANK_MASKS[rank as usize])
    }

    /// Whether a pawn goes to a last rank and becomes nothing.
    #[must_use]
    #[inline]
    pub const fn is_unfinished_promotion(self) -> bool {
        const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
        self.0 & (7 << bits::PROMOTION | 7 << bits::ROLE | bits::SPECIAL) == 0
            && LAST_RANKS >> self.target().index() & 1 != 0
    }

    /// What the pawn becomes.
    #[must_use]
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> bits::PROMOTION & 7 {
            0 => None,
            role => Role::from_index(role as u8 - 1),
        }
    }

    /// Whether a capture is said.
    #[must_use]
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & bits::CAPTURE != 0
    }

    /// The side castled to.
    #[must_use]
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind() {
            SanKind::Castle(side) => Some(side),
            _ => None,
        }
    }

    /// Whether it is the null move.
    #[must_use]
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 & bits::SPECIAL == bits::NULL
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
    /// what follows the word does not matter.
    #[must_use]
    #[inline]
    pub fn parse_packed(word: u64, length: usize) -> Option<(San, Suffix)> {
        if !(2..=8).contains(&length) || word.to_le_bytes()[..length].contains(&0) {
            return None;
        }
        let suffix = Suffix::from_sign((word >> (8 * (length - 1))) as u8);
        let san = San::parse_unsigned(word, length - usize::from(suffix != Suffix::None))?;
        Some((san, suffix))
    }

    /// The same for a word without a check sign, none of its bytes zero.
    #[must_use]
    #[inline(always)]
    pub(crate) fn parse_unsigned(word: u64, length: usize) -> Option<San> {
        let before = length.wrapping_sub(2);
        if before > 4 {
            return None;
        }
        let Some(to) = target(word >> (8 * before)) else { return San::parse_special(word, length) };
        let [a, b, c, d, ..] = (word & ((1 << (8 * before)) - 1)).to_le_bytes();
        let said = PREFIX[0][usize::from(a)]
            | PREFIX[1][usize::from(b)]
            | PREFIX[2][usize::from(c)]
            | PREFIX[3][usize::from(d)];
        IN_ORDER[(said >> PATTERN) as usize].then_some(San(said & (pattern(1) - 1) | to))
    }

    /// Promotions, castling, the null move: the words that do not end with a square.
    fn parse_special(word: u64, length: usize) -> Option<San> {
        match &word.to_le_bytes()[..length] {
            b"O-O" => Some(San::castle(CastlingSide::King)),
            b"O-O-O" => Some(San::castle(CastlingSide::Queen)),
            b"--" => Some(San::NULL),
            [step @ .., b'=', piece] if !step.is_empty() => {
                let san = San::parse_unsigned(word, step.len())?;
                let role = Role::from_letter(*piece).filter(|role| Role::PROMOTIONS.contains(role))?;
                // A pawn's move, and no more said of it yet.
                let plain = san.0 & (bits::SPECIAL | 7 << bits::ROLE | 7 << bits::PROMOTION) == 0;
                plain.then_some(San(san.0 | (role as u32 + 1) << bits::PROMOTION))
            }
            _ => None,
        }
    }

    /// The word, at most 6 bytes, to the end of a buffer. The check sign is not part of it: see [`Suffix::text`].
    pub fn append_to(self, out: &mut Vec<u8>) {
        append_word(out, self.packed(Suffix::None));
    }

    /// The word with its check sign and its length, at most 7 bytes: the first byte lowest, zeros after the last.
    #[must_use]
    #[inline]
    pub fn packed(self, suffix: Suffix) -> (u64, usize) {
        let (mut word, mut bits) =
            if self.to().is_some() { self.packed_move() } else { self.packed_special() };
        if suffix != Suffix::None {
            word |= u64::from(if suffix == Suffix::Check { b'+' } else { b'#' }) << bits;
            bits += 8;
        }
        (word, bits / 8)
    }

    fn packed_special(self) -> (u64, usize) {
        match self.castling_side() {
            Some(CastlingSide::King) => (u64::from_le_bytes(*b"O-O\0\0\0\0\0"), 24),
            Some(CastlingSide::Queen) => (u64::from_le_bytes(*b"O-O-O\0\0\0"), 40),
            None => (u64::from_le_bytes(*b"--\0\0\0\0\0\0"), 16),
        }
    }

    /// The word of a normal move, and its length in bits: what stands before the target is looked up, without a branch.
    #[inline]
    fn packed_move(self) -> (u64, usize) {
        let captures = usize::from(self.is_capture());
        let said =
            &BEFORE_TARGET[(self.0 >> bits::ROLE) as usize % PIECE_AND_FILE + captures * PIECE_AND_FILE];
        let (mut word, mut length) = (u64::from(said.word), usize::from(said.bits));
        if let Some(rank) = self.from_rank() {
            // Before the sign of a capture, behind all else.
            let at = length - 8 * captures;
            word = word & ((1 << at) - 1) | u64::from(rank.letter()) << at | word >> at << (at + 8);
            length += 8;
        }
        word |= u64::from(u16::from_le_bytes(self.target().to_ascii())) << length;
        length += 16;
        if let Some(promotion) = self.promotion() {
            word |= u64::from(u16::from_le_bytes([b'=', promotion.letter()])) << length;
            length += 16;
        }
        (word, length)
    }
}

/// How many roles and files of the origin there are in the bits of a [`San`], where they stand side by side.
const PIECE_AND_FILE: usize = 1 << (bits::RANK - bits::ROLE);

/// What stands before the target where no rank is said.
#[derive(Clone, Copy)]
struct Said {
    word: u32,
    bits: u8,
}

/// By role and file, first without a capture, then with one.
static BEFORE_TARGET: [Said; 2 * PIECE_AND_FILE] = {
    const fn with(said: Said, letter: u8) -> Said {
        Said { word: said.word | (letter as u32) << said.bits, bits: said.bits + 8 }
    }
    let mut table = [Said { word: 0, bits: 0 }; 2 * PIECE_AND_FILE];
    let mut i = 0;
    while i < table.len() {
        let (role, file) = (i & 7, i >> (bits::FILE - bits::ROLE) & 15);
        if role > 0 && role < 6 {
            table[i] = with(table[i], Role::ALL[role].letter());
        }
        if file >= bits::SAID as usize {
            table[i] = with(table[i], b'a' + (file as u8 - bits::SAID as u8));
        }
        if i >= PIECE_AND_FILE {
            table[i] = with(table[i], b'x');
        }
        i += 1;
    }
    table
};

/// A word that is not spelled as export format spells a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSanError;

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a move in standard algebraic notation: expected a word such as e4, Nbd2, exd8=Q+ or O-O",
        )
    }
}

impl std::error::Error for ParseSanError {}

impl std::str::FromStr for San {
    type Err = ParseSanError;

    /// Reads a word as export format spells it; a check sign behind it is passed over.
    fn from_str(word: &str) -> Result<San, ParseSanError> {
        San::parse(word.as_bytes()).map(|(san, _)| san).ok_or(ParseSanError)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, length) = self.packed(Suffix::None);
        word.to_le_bytes()[..length].iter().try_for_each(|&byte| fmt::Write::write_char(f, char::from(byte)))
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}
