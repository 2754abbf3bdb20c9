//! Any bytes in any encoding: blocks, chunks and jobs make no difference. The first two bytes choose their sizes.
#![no_main]

#[path = "../../it/invariants.rs"]
#[allow(dead_code, reason = "the checks of the other targets")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let [block, size, bytes @ ..] = bytes {
        let (block, size) = (1 + usize::from(*block), 1 + 4 * usize::from(*size));
        invariants::blocks_and_chunks_do_not_matter(bytes, block, size);
        invariants::jobs_do_not_matter(bytes, size);
    }
});
