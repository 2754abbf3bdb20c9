//! What blurred words come near to, kept for the same words elsewhere in a text.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::prints::{Forms, Knight};

/// So many words are kept at a time: most come again soon, or when a page is read in another order.
const MOST: usize = 1 << 12;

/// Words as they are held against prints.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Words {
    pub seen: Box<[char]>,
    /// The lengths that are asked for, in characters.
    pub lengths: Box<[usize]>,
    pub knight: Knight,
    pub unused: Forms,
}

/// What comes near to one of their lengths, by its place among those that are asked for.
#[derive(Debug)]
pub(super) struct Near {
    pub length: usize,
    /// The prints and what each costs, cheapest first.
    pub prints: Box<[(u32, usize)]>,
    /// What the nearest costs, whatever forms the book uses.
    pub nearest: u32,
}

/// What was found for words, with one set of confusions.
#[derive(Debug, Default)]
pub struct Kept(Mutex<HashMap<Words, Arc<[Near]>>>);

impl Kept {
    /// What comes near to some words, looked for if it is not known.
    pub(super) fn near(&self, words: Words, look: impl FnOnce(&Words) -> Vec<Near>) -> Arc<[Near]> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all().get(&words).cloned();
        if let Some(known) = known {
            return known;
        }
        let new: Arc<[Near]> = look(&words).into();
        let mut all = all();
        if all.len() == MOST {
            all.clear();
        }
        all.insert(words, Arc::clone(&new));
        new
    }
}
