//! Hashes of positions for looking openings up; what is found is compared whole.
use std::hash::{Hash, Hasher};

use crate::chess::{Bitboard, Identity};

/// Multiplies to 128 bits and folds the halves: every input bit reaches every output bit.
const fn fold(a: u64, b: u64) -> u64 {
    let wide = a as u128 * b as u128;
    wide as u64 ^ (wide >> 64) as u64
}

/// A hasher for the few words of an identity.
struct Folds(u64);

impl Hasher for Folds {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = fold(self.0 ^ n, 0x9e37_79b9_7f4a_7c15) ^ n.rotate_left(32);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A hash of an identity; the same in every run.
pub(super) fn hash(identity: &Identity) -> u64 {
    let mut hasher = Folds(0xe703_7ed1_a0b4_28db);
    identity.hash(&mut hasher);
    hasher.finish()
}

/// A hash of where the white and the black pawns stand.
pub(super) fn pawns(white: Bitboard, black: Bitboard) -> u64 {
    fold(white.0 ^ 0x9e37_79b9_7f4a_7c15, (white | black).0 ^ 0xe703_7ed1_a0b4_28db)
}
