//! Any bytes as PGN: every byte in an item, every move legal, export format a fixed point.
#![no_main]

#[path = "../../it/invariants.rs"]
#[allow(dead_code, reason = "the checks of the other targets")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::bytes_as_pgn(bytes));
