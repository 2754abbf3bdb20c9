//! Plain words: `e4`, `exd5`, `Nf3`, `Nxf3`. Nothing is said but what moves, whether it takes and where to, as in nearly all
//! moves of a game. They are read and held against a board in few steps, none of them a branch that a game would make
//! unpredictable.

use super::board::EMPTY;
use super::san::bits;
use super::{Color, Role, San};

/// The first bit of [`PLAIN`] that is none of a [`San`].
const BEFORE: u32 = 24;

/// What the first byte of a word says that does not take, and of one that does: bits of a [`San`], and from [`BEFORE`] on
/// how many bits stand before the target. The last byte of eight is no target.
static PLAIN: [[u32; 256]; 2] = {
    let mut table = [[56 << BEFORE; 256]; 2];
    let mut i = 0;
    while i < 8 {
        table[0][b'a' as usize + i] = 0;
        table[1][b'a' as usize + i] = 16 << BEFORE | bits::CAPTURE | (bits::SAID | i as u32) << bits::FILE;
        i += 1;
    }
    let mut i = 1;
    while i < 6 {
        let (letter, role) = (Role::ALL[i].letter() as usize, (i as u32) << bits::ROLE);
        table[0][letter] = 8 << BEFORE | role;
        table[1][letter] = 16 << BEFORE | bits::CAPTURE | role;
        i += 1;
    }
    table
};

/// What a plain word says besides role and target, but for which file it says: by its side, its role and the mailbox code of
/// what stands on its target. No word says what stands for an own piece there.
static SAID: [[u32; 128]; 2] = {
    let mut table = [[!0; 128]; 2];
    let mut role = 0;
    while role < 6 {
        let takes = bits::CAPTURE | if role == 0 { bits::SAID << bits::FILE } else { 0 };
        let mut code = 0;
        while code < 6 {
            table[1][role << 4 | code] = takes;
            table[0][role << 4 | code | 8] = takes;
            code += 1;
        }
        table[0][role << 4 | EMPTY as usize] = 0;
        table[1][role << 4 | EMPTY as usize] = 0;
        role += 1;
    }
    table
};

impl San {
    /// A plain word at the start of eight bytes, and its length. A blank or the end of a line stands behind it.
    #[must_use]
    #[inline(always)]
    pub(crate) fn parse_plain(word: u64) -> Option<(San, usize)> {
        let takes = (word >> 8) as u8 == b'x';
        let said = PLAIN[usize::from(takes)][usize::from(word as u8)];
        // The target and the byte behind it, held against bounds at once: what is out of them reaches a bit that is asked for.
        let rest = (word >> (said >> BEFORE)) as u32 & 0x00FF_FFFF;
        let held = rest.wrapping_add(0x005F_0000 - u32::from(u16::from_le_bytes(*b"a1")));
        if held & 0x0180_F8F8 != 0 {
            return None;
        }
        let to = (held | held >> 5) & 63;
        Some((San(said & !(!0 << BEFORE) | to << bits::TO), 2 + (said >> (BEFORE + 3)) as usize))
    }

    /// It is a plain word, and says rightly whether it takes: `code` is what stands on the target of a move of `us`.
    #[inline(always)]
    pub(super) fn is_plain(self, us: Color, code: u8) -> bool {
        const ORIGIN: u32 = bits::SAID << bits::FILE | bits::SAID << bits::RANK;
        let said = self.0 & (bits::SPECIAL | 7 << bits::PROMOTION | bits::CAPTURE | ORIGIN);
        said == SAID[us as usize][usize::from(self.role_code() << 4 | code & 15)]
    }

    /// Which of the [`origins`](super::attacks::origins) a plain word has: the role of a piece, the file of a pawn that takes
    /// and the bit above.
    #[inline(always)]
    pub(super) const fn origins_row(self) -> usize {
        let role_and_file = self.0 >> bits::ROLE;
        ((role_and_file | role_and_file >> (bits::FILE - bits::ROLE)) & 15) as usize
    }

    /// Another piece than a pawn moves, and takes nothing.
    #[inline(always)]
    pub(super) const fn is_reversible(self) -> bool {
        const FIRST: u32 = 1 << bits::ROLE;
        (self.0 & (bits::CAPTURE | 7 << bits::ROLE)).wrapping_sub(FIRST) < 7 << bits::ROLE
    }

    /// The number of the role.
    #[inline(always)]
    pub(super) const fn role_code(self) -> u8 {
        (self.0 >> bits::ROLE & 7) as u8
    }
}
