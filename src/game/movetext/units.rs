//! Units of movetext that are found or made at once: numbers, clocks.
use std::ops::Range;

/// The numbers of White's moves and of Black's as they are written, with a blank before them, the first byte lowest; in the
/// highest byte how long they are.
pub(super) static NUMBERS: [[u64; 1000]; 2] = {
    let mut table = [[0; 1000]; 2];
    let mut number = 0;
    while number < 1000 {
        let mut digits = 0;
        let (mut rest, mut length) = (number as u64, 1);
        loop {
            digits = digits << 8 | (b'0' as u64 + rest % 10);
            rest /= 10;
            length += 1;
            if rest == 0 {
                break;
            }
        }
        let unit = digits << 8 | b' ' as u64;
        table[0][number] = unit | (b'.' as u64) << (8 * length) | (length + 1) << 56;
        table[1][number] = unit | 0x2e_2e2e << (8 * length) | (length + 3) << 56;
        number += 1;
    }
    table
};

/// The length of `[%clk 0:05:00]`.
pub(super) const CLOCK: usize = 14;

/// A part of a text that is a clock and no more, the first byte lowest; what is asked for a digit may be another sign of those
/// around it.
#[inline(always)]
pub(super) fn clock(text: &[u8], part: &Range<usize>) -> Option<u128> {
    const MASK: u128 = u128::from_le_bytes(*b"\xff\xff\xff\xff\xff\xff\xf0\xff\xf0\xf0\xff\xf0\xf0\xff\0\0");
    const SHAPE: u128 = u128::from_le_bytes(*b"[%clk 0:00:00]\0\0");
    if part.len() != CLOCK {
        return None;
    }
    let word = u128::from_le_bytes(*text.get(part.start..)?.first_chunk()?);
    (word & MASK == SHAPE).then_some(word & !(!0 << (8 * CLOCK)))
}
