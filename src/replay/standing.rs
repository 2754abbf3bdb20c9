//! What makes two lines of a game the same from here on, and lists that hold each such thing once.
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::chess::{Packed, Position};
use crate::reading::origin::Origins;

/// Multiplies and rotates; the keys are boards and their numbers, nobody chooses them to collide, and no map is iterated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Planes of a board come as bytes, eight at a time.
        let (words, rest) = bytes.as_chunks();
        for &byte in rest {
            self.write_u64(u64::from(byte));
        }
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(26) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A map whose keys are numbers.
pub(crate) type Numbers<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// A set of what is kept once.
pub(crate) type Kept<T> = HashSet<T, BuildHasherDefault<Mix>>;

/// What makes two lines the same from here on: the position, and where its pieces started. Its hash is made once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    hash: u64,
    packed: Packed,
    origins: Origins,
}

impl Standing {
    /// That of a position.
    pub(crate) fn of(position: &Position, origins: Origins) -> Self {
        let packed = Packed::from(position);
        let mut mix = Mix::default();
        (packed, origins).hash(&mut mix);
        Self { hash: mix.finish(), packed, origins }
    }

    /// The position, without its clocks.
    pub(crate) fn position(&self) -> Position {
        self.packed.position()
    }

    /// Where its pieces started.
    pub(crate) const fn origins(&self) -> Origins {
        self.origins
    }
}

impl AsRef<Self> for Standing {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// Where standings stand in a list, by their hash: in each place the upper half of the hash, and one more than its number
/// in the list. A map would hold each of them once more.
#[derive(Default)]
pub(crate) struct Index {
    places: Vec<u64>,
    count: usize,
}

/// Fewest places of an index that holds anything.
const FEWEST: usize = 16;

impl Index {
    /// Holds nothing any more; the room for what it held stays.
    pub(crate) fn clear(&mut self) {
        self.places.fill(0);
        self.count = 0;
    }

    /// The number of a standing in the list.
    pub(crate) fn find<T: AsRef<Standing>>(&self, key: &Standing, states: &[T]) -> Option<u32> {
        let last = self.places.len().checked_sub(1)?;
        let mut at = self.first(key.hash);
        loop {
            let place = self.places[at];
            let number = (place as u32).checked_sub(1)?;
            if place >> 32 == key.hash >> 32 && states[number as usize].as_ref() == key {
                return Some(number);
            }
            at = (at + 1) & last;
        }
    }

    /// Adds the last of the list.
    pub(crate) fn add_last<T: AsRef<Standing>>(&mut self, states: &[T]) {
        if (self.count + 1) * 4 > self.places.len() * 3 {
            return self.fill(states, self.places.len() * 2);
        }
        let Some(state) = states.last() else { return };
        self.put(state.as_ref().hash, states.len());
    }

    /// Holds this list, in no fewer places than so many.
    pub(crate) fn fill<T: AsRef<Standing>>(&mut self, states: &[T], places: usize) {
        let least = (states.len() * 4 / 3 + 1).next_power_of_two();
        self.places = vec![0; places.max(least).max(FEWEST)];
        self.count = 0;
        for (state, number) in states.iter().zip(1..) {
            self.put(state.as_ref().hash, number);
        }
    }

    fn put(&mut self, hash: u64, number: usize) {
        let last = self.places.len() - 1;
        let mut at = self.first(hash);
        while self.places[at] != 0 {
            at = (at + 1) & last;
        }
        self.places[at] = hash >> 32 << 32 | number as u64;
        self.count += 1;
    }

    /// The first place for a hash.
    fn first(&self, hash: u64) -> usize {
        (hash ^ hash >> 32) as usize & (self.places.len() - 1)
    }
}
