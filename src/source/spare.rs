//! Texts of chunks that are used up, for the chunks that come: their memory is not asked for again.

use std::sync::{Arc, Mutex};

use super::chunk::Chunk;

/// No larger text is kept, in bytes.
const LARGEST: usize = 4 << 20;
/// How many texts are kept.
const MOST: usize = 64;

/// Texts whose memory can be used again; those who give and those who take have the same.
#[derive(Clone, Debug, Default)]
pub struct Spare(Arc<Mutex<Vec<String>>>);

impl Spare {
    /// The text that was given last, with what stands in it; a new one if there is none.
    #[must_use]
    pub fn take(&self) -> String {
        self.0.lock().ok().and_then(|mut texts| texts.pop()).unwrap_or_default()
    }

    /// Gives the text of a chunk.
    pub fn give(&self, chunk: Chunk) {
        if chunk.text.capacity() <= LARGEST
            && let Ok(mut texts) = self.0.lock()
            && texts.len() < MOST
        {
            texts.push(chunk.text);
        }
    }
}
