//! Hashes of positions for looking openings up; what is found is compared whole.
use std::hash::{Hash, Hasher};

use crate::chess::Identity;

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

/// A set of keys that are hashes already.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// A bit for each key, by its low bits: most that are not in the set end here.
    bits: Vec<u64>,
    /// Open addressing, 0 for nothing. Its length is a power of two, at least twice the keys.
    slots: Vec<u64>,
}

impl Set {
    /// An empty set with room for so many keys.
    pub(super) fn for_keys(keys: usize) -> Self {
        let slots = (keys * 2 + 1).next_power_of_two();
        Self { bits: vec![0; (slots / 4).max(1)], slots: vec![0; slots] }
    }

    /// Where the bit of a key is.
    #[inline]
    const fn bit(&self, key: u64) -> (usize, u64) {
        ((key >> 6) as usize & (self.bits.len() - 1), 1 << (key & 63))
    }

    /// The slot of a key, or the empty one where it would be put.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key >> 32) as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a key; at most as many as there is room for.
    pub(super) fn insert(&mut self, key: u64) {
        let (word, bit) = self.bit(key);
        self.bits[word] |= bit;
        let slot = self.slot(key);
        self.slots[slot] = key;
    }

    /// Whether the key is in the set. 0 never is.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        let (word, bit) = self.bit(key);
        self.bits[word] & bit != 0 && key != 0 && self.slots[self.slot(key)] == key
    }
}
