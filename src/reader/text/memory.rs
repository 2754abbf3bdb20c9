//! What was found in a text, for whoever reads it again with other decisions: the games that they do not touch need not
//! be looked for once more.
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::zones::Zones;
use crate::replay::Line;

/// Two hashes, so that no two keys are taken for one.
type Key = (u64, u64);

/// Remembers what was found in texts.
#[derive(Default)]
pub struct Memory {
    zones: Mutex<HashMap<Key, Option<Zones>>>,
    lines: Mutex<HashMap<Key, Line>>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// Words as a key.
pub(super) fn key(words: &str) -> Key {
    let hash = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        words.hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn known<T: Clone>(store: &Mutex<HashMap<Key, T>>, key: Key, make: impl FnOnce() -> T) -> T {
    if let Some(known) = lock(store).get(&key) {
        return known.clone();
    }
    let made = make();
    lock(store).insert(key, made.clone());
    made
}

impl Memory {
    /// The games that play in a text; `None` where looking for them takes too long.
    pub(super) fn zones(&self, key: Key, make: impl FnOnce() -> Option<Zones>) -> Option<Zones> {
        known(&self.zones, key, make)
    }

    /// How a line was read that is known by these words, or else how it is read now.
    pub(super) fn line(&self, words: &str, look: impl FnOnce() -> Line) -> Line {
        known(&self.lines, key(words), look)
    }
}
