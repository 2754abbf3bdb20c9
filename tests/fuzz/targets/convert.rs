//! Any bytes, read as what they look like: what is written is written so again.
#![no_main]

#[path = "../../it/invariants.rs"]
#[allow(dead_code, reason = "the checks of the other targets")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::converted_twice_is_the_same(bytes, &invariants::quick()));
