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
        let (body, suffix) = match word {
            [body @ .., b'+'] => (body, Suffix::Check),
            [body @ .., b'#'] => (body, Suffix::Mate),
            _ => (word, Suffix::None),
        };
        Some((San::parse_body(body)?, suffix))
    }

    #[inline]
    fn parse_body(body: &[u8]) -> Option<San> {
        let square = |file, rank| Square::from_ascii([file, rank]);
        let (&first, rest) = body.split_first()?;
        if first.is_ascii_lowercase() {
            // 8.2.3.3 pawn moves: the file is said when the pawn takes.
            return match *rest {
                [rank] => Some(San::pawn_push(square(first, rank)?)),
                [b'x', file, rank] => San::pawn_capture(first, square(file, rank)?),
                [rank, b'=', piece] => San::pawn_push(square(first, rank)?).promoting(piece),
                [b'x', file, rank, b'=', piece] => {
                    San::pawn_capture(first, square(file, rank)?)?.promoting(piece)
                }
                _ => None,
            };
        }
        let role = match first {
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            _ => {
                return match body {
                    b"O-O" => Some(San::castle(CastlingSide::King)),
                    b"O-O-O" => Some(San::castle(CastlingSide::Queen)),
                    b"--" => Some(San::NULL),
                    _ => None,
                };
            }
        };
        let (file, rank) = rest.split_last_chunk::<2>().map(|(_, &[file, rank])| (file, rank))?;
        let mut san = San { role, ..San::pawn_push(square(file, rank)?) };
        let mut origin = &rest[..rest.len() - 2];
        if let [before @ .., b'x'] = origin {
            san.capture = true;
            origin = before;
        }
        match *origin {
            [] => {}
            [letter @ b'a'..=b'h'] => san.from_file = letter - b'a',
            [digit @ b'1'..=b'8'] => san.from_rank = digit - b'1',
            [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => {
                san.from_file = letter - b'a';
                san.from_rank = digit - b'1';
            }
            _ => return None,
        }
        Some(san)
    }

    fn pawn_capture(file: u8, to: Square) -> Option<San> {
        let from_file = File::from_letter(file)? as u8;
        Some(San { from_file, capture: true, ..San::pawn_push(to) })
    }

    fn promoting(self, piece: u8) -> Option<San> {
        let promotion = Role::from_letter(piece).filter(|role| Role::PROMOTIONS.contains(role))?;
        Some(San { promotion: Some(promotion), ..self })
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
